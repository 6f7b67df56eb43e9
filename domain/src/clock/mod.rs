//! The kinds of time control of contract, section 5, as regulations write them.

use crate::Millis;
use serde::{Deserialize, Serialize};

/// How a game is timed (`time` in regulations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock.
    None {},
    /// All moves within the limit.
    Absolute {
        /// A side's time.
        limit_ms: Millis,
    },
    /// The last periods of the limit are read out.
    ReservedByoyomi {
        /// A side's time, the periods included.
        limit_ms: Millis,
        /// Periods kept.
        periods: u32,
        /// A period's length.
        period_ms: Millis,
    },
    /// Periods are added to the limit.
    Byoyomi {
        /// A side's main time.
        limit_ms: Millis,
        /// Periods added.
        periods: u32,
        /// A period's length.
        period_ms: Millis,
    },
    /// A number of moves in each period after the limit.
    MovesPerPeriod {
        /// A side's main time.
        limit_ms: Millis,
        /// Moves in a period.
        moves: u32,
        /// A period's length.
        period_ms: Millis,
        /// Whether time left over is kept.
        carry_over: bool,
    },
    /// Each move adds an increment.
    Fischer {
        /// A side's time at the start.
        limit_ms: Millis,
        /// What a move adds.
        increment_ms: Millis,
        /// The most that a clock may hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cap_ms: Option<Millis>,
    },
}

/// What ends a turn (`turn_ends` in regulations).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnds {
    /// The press of the clock.
    #[default]
    Press,
    /// The move itself.
    Move,
}
