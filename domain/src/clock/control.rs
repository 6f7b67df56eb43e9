//! How a game is timed, as regulations say it. Not a clock: see `player`.

use crate::Millis;
use serde::{Deserialize, Serialize};

/// The longest time that a regulation may name, about 31 years: sums of a
/// game's times then stay far inside 64 bits.
const TIME_MAX_MS: i64 = 1_000_000_000_000;
/// The most moves that a period may ask for.
const MOVES_MAX: u32 = 10_000;

/// The kind of time of a game and its numbers (regulation `time`; both
/// editions, article 12). [`TimeControl::check`] refuses senseless ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// No limit. Time used is still counted where the record has times.
    // With braces, since serde lets a bare variant carry any unknown field.
    None {},
    /// All moves within the limit; lost past it (2002 12.4).
    Absolute {
        /// Time for all moves.
        limit_ms: Millis,
    },
    /// Byo-yomi kept inside the limit (保留读秒; 1988 12.2, 2002 12.3): the last
    /// `periods` × `period_ms` of it are read out.
    ReservedByoyomi {
        /// Time for all moves, the reserve included.
        limit_ms: Millis,
        /// How many periods are read.
        periods: u32,
        /// Length of a period; a move of exactly this length uses one.
        period_ms: Millis,
    },
    /// Byo-yomi after the limit: the periods are added to it.
    Byoyomi {
        /// Main time.
        limit_ms: Millis,
        /// How many periods are read.
        periods: u32,
        /// Length of a period; a move of exactly this length uses one.
        period_ms: Millis,
    },
    /// After main time, a number of moves within each period (2002 12.5).
    MovesPerPeriod {
        /// Main time.
        limit_ms: Millis,
        /// Moves to complete within a period.
        moves: u32,
        /// Length of a period; lost past it.
        period_ms: Millis,
        /// Whether what a completed period leaves is added to the next.
        carry_over: bool,
    },
    /// A bank that each completed turn adds to; lost past it.
    Fischer {
        /// The bank at the start.
        limit_ms: Millis,
        /// What a completed turn adds.
        increment_ms: Millis,
        /// The bank is not added to beyond this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cap_ms: Option<Millis>,
    },
}

impl Default for TimeControl {
    /// No limit, as in both editions unless the event sets one.
    fn default() -> Self {
        TimeControl::None {}
    }
}

/// Numbers that are no way to time a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotATimeControl {
    /// A time below zero.
    #[error("{field} is {value}: expected 0 or more")]
    Negative {
        /// The field.
        field: &'static str,
        /// What it held, in milliseconds.
        value: i64,
    },
    /// A zero where the kind needs something.
    #[error("{field} is 0: expected more")]
    Zero {
        /// The field.
        field: &'static str,
    },
    /// More than any game.
    #[error("{field} is {value}: expected {max} at most")]
    TooLarge {
        /// The field.
        field: &'static str,
        /// What it held, in milliseconds or as a count.
        value: i64,
        /// The most that is taken.
        max: i64,
    },
    /// A reserve for byo-yomi that the limit does not hold.
    #[error("periods × period_ms is {reserve_ms}: expected limit_ms, {limit_ms}, at most")]
    ReserveOverLimit {
        /// Periods times their length.
        reserve_ms: i64,
        /// The limit.
        limit_ms: i64,
    },
}

impl TimeControl {
    /// Whether a game can be timed so.
    ///
    /// # Errors
    /// The first field that is negative, zero where the kind needs something,
    /// or larger than 10^12 ms (periods together) or 10,000 moves; a reserve
    /// larger than the limit that it is part of.
    pub fn check(&self) -> Result<(), NotATimeControl> {
        match *self {
            TimeControl::None {} => Ok(()),
            TimeControl::Absolute { limit_ms } => some("limit_ms", limit_ms),
            TimeControl::ReservedByoyomi {
                limit_ms,
                periods,
                period_ms,
            } => {
                some("limit_ms", limit_ms)?;
                let reserve_ms = reserve(periods, period_ms)?;
                if reserve_ms > limit_ms {
                    return Err(NotATimeControl::ReserveOverLimit {
                        reserve_ms: reserve_ms.0,
                        limit_ms: limit_ms.0,
                    });
                }
                Ok(())
            }
            TimeControl::Byoyomi {
                limit_ms,
                periods,
                period_ms,
            } => {
                in_range("limit_ms", limit_ms)?;
                reserve(periods, period_ms).map(|_| ())
            }
            TimeControl::MovesPerPeriod {
                limit_ms,
                moves,
                period_ms,
                carry_over: _,
            } => {
                in_range("limit_ms", limit_ms)?;
                if moves == 0 {
                    return Err(NotATimeControl::Zero { field: "moves" });
                }
                if moves > MOVES_MAX {
                    return Err(too_large("moves", i64::from(moves), i64::from(MOVES_MAX)));
                }
                some("period_ms", period_ms)
            }
            TimeControl::Fischer {
                limit_ms,
                increment_ms,
                cap_ms,
            } => {
                some("limit_ms", limit_ms)?;
                in_range("increment_ms", increment_ms)?;
                cap_ms.map_or(Ok(()), |cap| some("cap_ms", cap))
            }
        }
    }

    /// Main time at the start of a game: the limit, less the reserve where
    /// byo-yomi is kept inside it. `None` where there is no limit.
    pub fn main_ms(&self) -> Option<Millis> {
        match *self {
            TimeControl::None {} => None,
            TimeControl::ReservedByoyomi {
                limit_ms,
                periods,
                period_ms,
            } => Some((limit_ms - period_ms * i64::from(periods)).at_least_zero()),
            TimeControl::Absolute { limit_ms }
            | TimeControl::Byoyomi { limit_ms, .. }
            | TimeControl::MovesPerPeriod { limit_ms, .. }
            | TimeControl::Fischer { limit_ms, .. } => Some(limit_ms.at_least_zero()),
        }
    }

    /// Byo-yomi periods at the start of a game, where the kind has them.
    pub fn periods(&self) -> Option<u32> {
        match *self {
            TimeControl::ReservedByoyomi { periods, .. } | TimeControl::Byoyomi { periods, .. } => {
                Some(periods)
            }
            _ => None,
        }
    }

    /// The length of a period, where the kind has an overtime of periods.
    pub fn period_ms(&self) -> Option<Millis> {
        match *self {
            TimeControl::ReservedByoyomi { period_ms, .. }
            | TimeControl::Byoyomi { period_ms, .. }
            | TimeControl::MovesPerPeriod { period_ms, .. } => Some(period_ms),
            _ => None,
        }
    }
}

fn too_large(field: &'static str, value: i64, max: i64) -> NotATimeControl {
    NotATimeControl::TooLarge { field, value, max }
}

fn in_range(field: &'static str, time: Millis) -> Result<(), NotATimeControl> {
    let value = time.0;
    match value {
        ..0 => Err(NotATimeControl::Negative { field, value }),
        0..=TIME_MAX_MS => Ok(()),
        _ => Err(too_large(field, value, TIME_MAX_MS)),
    }
}

fn some(field: &'static str, time: Millis) -> Result<(), NotATimeControl> {
    if time == Millis::ZERO {
        return Err(NotATimeControl::Zero { field });
    }
    in_range(field, time)
}

/// The periods' time together.
fn reserve(periods: u32, period_ms: Millis) -> Result<Millis, NotATimeControl> {
    if periods == 0 {
        return Err(NotATimeControl::Zero { field: "periods" });
    }
    some("period_ms", period_ms)?;
    let reserve_ms = period_ms * i64::from(periods);
    in_range("periods × period_ms", reserve_ms)?;
    Ok(reserve_ms)
}

/// What ends a turn (regulation `turn_ends`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnds {
    /// Pressing the clock.
    #[default]
    Press,
    /// The move itself: a referee's stop-watch, a digital board.
    Move,
}

/// What the times of a game's entries are worth (`game_started`, `times`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Times {
    /// They are times: clocks are computed from them.
    #[default]
    Recorded,
    /// They only keep the order, as in a file without times: clocks come from
    /// readings alone.
    OrderOnly,
}
