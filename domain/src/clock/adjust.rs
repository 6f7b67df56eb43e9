//! What rulings, lateness and confirmed times change in a player's account.
//! Readings of the clock on the table are in `reading`.

use super::player::Source;
use super::{PlayerClock, TimeControl};
use crate::{Colour, Millis};
use serde::{Deserialize, Serialize};

/// The clocks as an order sets them (`set_clock`), or as a game starts with
/// them (`game_started`, `clocks`). What is left out stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Black's main time left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_ms: Option<Millis>,
    /// White's main time left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_ms: Option<Millis>,
    /// Black's byo-yomi periods left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_periods: Option<u32>,
    /// White's byo-yomi periods left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_periods: Option<u32>,
    /// Used of the period being read to Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_turn_ms: Option<Millis>,
    /// Used of the period being read to White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_turn_ms: Option<Millis>,
}

impl ClockSetting {
    /// What it says of one side: main time left, periods left, used of the
    /// period being read.
    pub fn of(&self, colour: Colour) -> (Option<Millis>, Option<u32>, Option<Millis>) {
        match colour {
            Colour::Black => (self.black_ms, self.black_periods, self.black_turn_ms),
            Colour::White => (self.white_ms, self.white_periods, self.white_turn_ms),
        }
    }

    /// Whether it says anything of that side.
    pub fn concerns(&self, colour: Colour) -> bool {
        self.of(colour) != (None, None, None)
    }
}

impl PlayerClock {
    /// Sets main time left, periods left and what is used of the period being
    /// read; what is `None` stays, and so does the time used so far. It holds
    /// from now on, in the middle of a turn too. An order to read on from a
    /// point of a period means that main time is over; a turn that was out goes
    /// on, in the last period if the order names no periods. Fields that the
    /// kind of time does not have change nothing.
    pub fn set(&mut self, main_left: Option<Millis>, periods: Option<u32>, turn: Option<Millis>) {
        if let Source::Readings(shown) = &mut self.source {
            shown.set(main_left, periods, turn, self.control.period_ms());
            return;
        }
        if (main_left, periods, turn) == (None, None, None) {
            return;
        }
        if self.out {
            self.revive();
        }
        if let Some(left) = main_left {
            self.set_main(left.at_least_zero());
        }
        if let (Some(n), true) = (periods, self.has_byoyomi()) {
            self.periods_left = n;
        }
        if let (Some(used), Some(_)) = (turn, self.control.period_ms()) {
            if main_left.is_none() {
                self.set_main(Millis::ZERO);
            }
            if self.main_left == Millis::ZERO {
                self.period_used = Millis::ZERO;
                self.run_past_main(used.at_least_zero());
            }
        } else {
            self.run_past_main(Millis::ZERO);
        }
    }

    /// An out clock is set again: no overrun stands, and a last period is there
    /// to be read. What the order says beyond that follows.
    pub(super) fn revive(&mut self) {
        self.out = false;
        self.over = Millis::ZERO;
        if self.has_byoyomi() {
            self.periods_left = self.periods_left.max(1);
        }
    }

    /// Main time is so much: with some left, no period has begun.
    pub(super) fn set_main(&mut self, left: Millis) {
        self.main_left = left;
        if left > Millis::ZERO {
            self.period_used = Millis::ZERO;
            self.moves_left = self.moves_per_period();
        }
        self.in_period = left == Millis::ZERO;
    }

    /// Charges lateness of `late` in all, times `factor` (TM-1: 1 in 1988, 2 in
    /// 2002): what an earlier call charged is not charged again. It comes off
    /// main time; what reaches into byo-yomi costs whole periods only, the part
    /// below one costs nothing. Answers whether nothing is left to play with:
    /// where there is no overtime that is so at exactly zero. Not time used.
    pub fn deduct_lateness(&mut self, late: Millis, factor: i64) -> bool {
        let charge = late.at_least_zero() * factor.max(0);
        let more = (charge - self.late_charged).at_least_zero();
        if more == Millis::ZERO || !self.is_timed() {
            return false;
        }
        self.late_charged = charge;
        self.late_rest = self.take(more + self.late_rest_in_byoyomi());
        if self.control.period_ms().is_none() && self.main_left == Millis::ZERO {
            self.out = true;
        }
        self.out
    }

    /// The unpaid rest counts only once main time is gone: before, there is none.
    fn late_rest_in_byoyomi(&self) -> Millis {
        if self.main_left == Millis::ZERO {
            self.late_rest
        } else {
            Millis::ZERO
        }
    }

    /// A penalty of time (`deduct_time`): like lateness off main time, then
    /// whole byo-yomi periods, or off the period where moves are counted.
    /// Answers whether that leaves the player out of time. Not time used.
    pub fn deduct(&mut self, time: Millis) -> bool {
        if !self.is_timed() {
            return false;
        }
        self.take(time.at_least_zero());
        self.out
    }

    /// Replaces the time used by what was found or confirmed (`times_confirmed`,
    /// `clock_fault_found`). The difference comes off what is left, or goes back
    /// to it. Once byo-yomi is read only the sum changes, since periods are
    /// counted move by move; a difference that takes more than was left of main
    /// time costs whole periods.
    pub fn set_used(&mut self, used: Millis) {
        if !self.is_computed() {
            return;
        }
        let more = used.at_least_zero() - self.used;
        self.used = used.at_least_zero();
        let reads = self.has_byoyomi() && self.main_left == Millis::ZERO;
        if reads || !self.is_timed() {
            return;
        }
        if more > Millis::ZERO {
            self.take(more);
        } else if more < Millis::ZERO {
            self.give_back(Millis::ZERO - more);
        }
    }

    /// Gives time back outside byo-yomi: it first makes an overrun good.
    fn give_back(&mut self, time: Millis) {
        let made_good = time.min(self.over);
        self.over -= made_good;
        self.out = self.over > Millis::ZERO;
        let rest = time - made_good;
        if self.in_overtime() {
            self.period_used -= rest;
        } else {
            self.main_left += rest;
        }
    }

    /// Takes time away without its being used; answers the part that was less
    /// than a byo-yomi period and so cost nothing.
    fn take(&mut self, time: Millis) -> Millis {
        let in_main = time.min(self.main_left);
        self.main_left -= in_main;
        let rest = time - in_main;
        if rest == Millis::ZERO || !self.has_byoyomi() {
            let was_in_period = self.in_period;
            self.run_past_main(rest);
            self.in_period = was_in_period;
            return Millis::ZERO;
        }
        let all = self.period() * i64::from(self.periods_left);
        if rest >= all {
            self.over += rest - all;
            self.period_used = Millis::ZERO;
            self.periods_left = 0;
            self.out = true;
            return Millis::ZERO;
        }
        self.periods_left -= self.whole_periods(rest);
        Millis(rest.0 % self.period().0)
    }

    /// Whether time runs down at all in this account.
    fn is_timed(&self) -> bool {
        self.is_computed() && !matches!(self.control, TimeControl::None {})
    }
}
