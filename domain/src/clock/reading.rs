//! Readings of the clock on the table: what it shows replaces what the record
//! computes (regulation `turn_ends`, `clock_pressed`, `clock_read`). Where a
//! record has no times, readings are all there is.

use super::player::Source;
use super::{PlayerClock, TimeControl};
use crate::{Colour, Millis};
use serde::{Deserialize, Serialize};

/// What the clock on the table shows as left: main time or, in overtime, time
/// in the period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Left to Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_ms: Option<Millis>,
    /// Left to White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_ms: Option<Millis>,
    /// Byo-yomi periods left to the side whose clock it is: who pressed, or
    /// whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods_left: Option<u32>,
    /// Moves left to that side in its period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_left: Option<u32>,
}

impl Reading {
    /// Time left that it shows for a side.
    pub fn left(&self, colour: Colour) -> Option<Millis> {
        match colour {
            Colour::Black => self.black_ms,
            Colour::White => self.white_ms,
        }
    }
}

/// Who read the clock, which says what a 0 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadBy {
    /// It came with a press: 0 is a display that has rounded down.
    Press,
    /// An official looked (`clock_read`): 0 is a fallen flag.
    Official,
}

/// What readings have shown of a clock whose record has no times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// Left of main time; in overtime, of the period.
    pub left: Option<Millis>,
    pub overtime: bool,
    pub periods: Option<u32>,
    pub moves: Option<u32>,
}

impl Shown {
    /// Takes over what a clock shows. A number of periods or moves is shown in
    /// overtime, unless the time is more than a byo-yomi period has.
    fn read(
        &mut self,
        left: Option<Millis>,
        periods: Option<u32>,
        moves: Option<u32>,
        control: &TimeControl,
    ) {
        self.periods = periods.or(self.periods);
        self.moves = moves.or(self.moves);
        if left.is_none() {
            return;
        }
        let too_long = control.periods().is_some() && left > control.period_ms();
        self.left = left;
        self.overtime = (self.overtime || periods.or(moves).is_some()) && !too_long;
        if !self.overtime && left == Some(Millis::ZERO) && control.period_ms().is_some() {
            // Main time has just ended; of the period nothing is shown yet.
            self.overtime = true;
            self.left = None;
        }
    }

    /// Whether a flag that fell on this was the last.
    fn nothing_follows(&self, control: &TimeControl) -> bool {
        match control {
            TimeControl::None {} => false,
            TimeControl::Absolute { .. } | TimeControl::Fischer { .. } => true,
            // `left` is of the period here: it is unknown when main time has just ended.
            TimeControl::MovesPerPeriod { .. } => self.overtime && self.left.is_some(),
            TimeControl::ReservedByoyomi { .. } | TimeControl::Byoyomi { .. } => {
                self.overtime && self.left.is_some() && self.periods.is_some_and(|n| n <= 1)
            }
        }
    }

    /// Takes over what an order sets (see [`PlayerClock::set`]).
    pub(super) fn set(
        &mut self,
        main_left: Option<Millis>,
        periods: Option<u32>,
        turn: Option<Millis>,
        period_ms: Option<Millis>,
    ) {
        self.periods = periods.or(self.periods);
        let main_left = main_left.map(Millis::at_least_zero);
        if let Some(left) = main_left {
            self.overtime = left == Millis::ZERO && period_ms.is_some();
            self.left = (!self.overtime).then_some(left);
        }
        if let (Some(used), Some(period)) = (turn, period_ms)
            && (main_left.is_none() || self.overtime)
        {
            self.overtime = true;
            self.left = Some((period - used.at_least_zero()).at_least_zero());
        }
    }
}

impl PlayerClock {
    /// Takes over what the clock on the table shows as left for this player,
    /// with his periods and moves left where it shows them. Answers by how much
    /// the shown time is more than the computed one (less: below zero), `None`
    /// where nothing was computed or no time is shown.
    ///
    /// A press is read after [`PlayerClock::end_turn`]: the clock then shows
    /// what the next turn starts with. Between turns the part of a byo-yomi
    /// period that it shows says nothing, since the next turn has a whole one:
    /// a server that shows the period anew and a clock that shows where it
    /// stopped agree. Time no longer than a period may be main time or the
    /// period's. It is the period's if main time was computed to be over or fewer
    /// periods are shown than were left; where a number of periods or moves
    /// stands beside it, it is what is nearer to the computed clock; else it is
    /// main time.
    ///
    /// Time used follows what main time is found to be, and in overtime what the
    /// running period is; whole periods found used or unused between turns leave
    /// it, since nobody knows how much of them ran.
    ///
    /// A 0 that an official reads is a fallen flag (2002 12.4(5)): out of time
    /// where nothing follows what the flag fell on.
    pub fn read(
        &mut self,
        left: Option<Millis>,
        periods: Option<u32>,
        moves: Option<u32>,
        by: ReadBy,
    ) -> Option<Millis> {
        let left = left.map(Millis::at_least_zero);
        let flag_down = by == ReadBy::Official && left == Some(Millis::ZERO);
        if let Source::Readings(shown) = &mut self.source {
            shown.read(left, periods, moves, &self.control);
            self.out = flag_down && shown.nothing_follows(&self.control);
            return None;
        }
        if matches!(self.control, TimeControl::None {}) {
            return None;
        }
        let before = *self;
        if self.out && (left > Some(Millis::ZERO) || periods > Some(0)) {
            self.revive();
        }
        if self.control.period_ms().is_some() {
            self.read_with_periods(left, periods, moves, before.balance());
        } else if let Some(left) = left {
            self.main_left = left;
        }
        if flag_down && !self.has_byoyomi() && self.all_left() == Millis::ZERO {
            self.out = true;
        }
        left?;
        let difference = self.balance() - before.balance();
        let counted = if self.has_byoyomi() && !self.is_in_turn() {
            self.main_left - before.main_left
        } else {
            difference
        };
        self.used = (self.used - counted).at_least_zero();
        Some(difference)
    }

    /// Everything left, less what was overrun.
    fn balance(&self) -> Millis {
        self.all_left() - self.over
    }

    /// Takes over a reading where main time is followed by periods; `computed`
    /// is the balance that it is compared with.
    fn read_with_periods(
        &mut self,
        left: Option<Millis>,
        periods: Option<u32>,
        moves: Option<u32>,
        computed: Millis,
    ) {
        let had_periods = self.periods_left;
        if let (Some(n), true) = (periods, self.has_byoyomi()) {
            // Time in a period, and no period, can't both be: it is the last one.
            self.periods_left = n.max(u32::from(left > Some(Millis::ZERO)));
        }
        let moves = moves.filter(|_| !self.has_byoyomi());
        let Some(left) = left else {
            self.read_moves(moves);
            self.run_past_main(Millis::ZERO);
            return;
        };
        let (in_main, in_period) = (self.with_main(left), self.with_period(left, moves));
        let off = |clock: &PlayerClock| (clock.balance() - computed).0.saturating_abs();
        let numbered = moves.is_some() || periods.is_some() && self.has_byoyomi();
        let takes_main = if self.has_byoyomi() && left > self.period() {
            true
        } else if self.main_left == Millis::ZERO || self.periods_left < had_periods {
            false
        } else {
            !numbered || off(&in_main) < off(&in_period)
        };
        *self = if takes_main { in_main } else { in_period };
    }

    /// This clock, if the time shown is main time.
    fn with_main(mut self, left: Millis) -> PlayerClock {
        self.set_main(left);
        self.run_past_main(Millis::ZERO);
        self
    }

    /// This clock, if the time shown is the period's.
    fn with_period(mut self, left: Millis, moves: Option<u32>) -> PlayerClock {
        if self.main_left > Millis::ZERO {
            self.set_main(Millis::ZERO);
        }
        if self.has_byoyomi() {
            if self.is_in_turn() {
                self.period_used = self.period() - left;
            }
            self.settle_periods();
        } else {
            self.period_used = self.period() - left;
            self.read_moves(moves);
        }
        self
    }

    /// With no move left, the clock shows a period that is completed.
    fn read_moves(&mut self, moves: Option<u32>) {
        match moves {
            Some(0) => self.start_next_period(),
            Some(n) => self.moves_left = n,
            None => {}
        }
    }
}
