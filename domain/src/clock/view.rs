//! What a game's view shows of a clock. Derived from the account, never kept.

use super::player::Source;
use super::reading::Shown;
use super::{PlayerClock, TimeControl};
use crate::Millis;
use serde::Serialize;

/// One player's clock in the view of a game. A value is `None`, `null` in
/// JSON, where the kind of time has no such thing or nothing is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockView {
    /// All time used, whole or part of a byo-yomi period alike. Where only
    /// readings are known: what they leave of main time, unknown in overtime
    /// (a period shown anew after each move tells nothing) and for Fischer.
    pub used_ms: Option<Millis>,
    /// Main time left; for Fischer the bank.
    pub left_ms: Option<Millis>,
    /// Byo-yomi periods left, the one being read included; 0 if all are used up.
    pub periods_left: Option<u32>,
    /// Whether main time is used up, where overtime follows it.
    pub in_overtime: Option<bool>,
    /// By how much the last or running turn overran all its time. 0 also at
    /// the very millisecond at which the last period is used up.
    pub over_ms: Option<Millis>,
    /// Whether it runs: his turn, and neither paused nor waiting for him.
    pub running: bool,
    /// Moves still to complete in the period, for moves per period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_left: Option<u32>,
    /// Time left in the period being played, in overtime only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_left_ms: Option<Millis>,
}

impl PlayerClock {
    /// The clock as the view of a game shows it, the running turn included up
    /// to the moment it has been advanced to. Whether it runs is the caller's
    /// to say.
    pub fn view(&self, running: bool) -> ClockView {
        match self.source {
            Source::Computed => self.computed_view(running),
            Source::Readings(shown) => self.shown_view(shown, running),
        }
    }

    fn computed_view(&self, running: bool) -> ClockView {
        let timed = !matches!(self.control, TimeControl::None {});
        let per_moves = matches!(self.control, TimeControl::MovesPerPeriod { .. });
        let overtime = self.control.period_ms().map(|_| self.in_overtime());
        ClockView {
            used_ms: Some(self.used),
            left_ms: timed.then_some(self.main_left),
            periods_left: self.control.periods().map(|_| self.periods_left),
            in_overtime: overtime,
            over_ms: timed.then_some(self.over),
            running,
            moves_left: (per_moves && self.in_overtime()).then_some(self.moves_left),
            period_left_ms: self.period_left(),
        }
    }

    fn shown_view(&self, shown: Shown, running: bool) -> ClockView {
        let banked = matches!(self.control, TimeControl::Fischer { .. });
        let main_left = shown.left.filter(|_| !shown.overtime);
        let is_known = main_left.is_some() || shown.overtime;
        let has_overtime = self.control.period_ms().is_some() || shown.overtime;
        ClockView {
            used_ms: self
                .control
                .main_ms()
                .filter(|_| !banked)
                .zip(main_left)
                .map(|(main, left)| (main - left).at_least_zero()),
            left_ms: if shown.overtime {
                Some(Millis::ZERO)
            } else {
                main_left
            },
            periods_left: shown.periods,
            in_overtime: (is_known && has_overtime).then_some(shown.overtime),
            over_ms: None,
            running,
            moves_left: shown.moves,
            period_left_ms: self.period_left(),
        }
    }
}
