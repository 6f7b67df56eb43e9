//! One player's account of time: how it runs down, and what a completed turn
//! leaves. Settings, readings and deductions from outside are in `adjust` and
//! `reading`; whose turn it is and at what moment, in `game`.

use super::reading::Shown;
use super::{TimeControl, Times};
use crate::Millis;

/// The account of time of one player in one game.
///
/// A turn is started, advanced any number of times and ended; pauses are the
/// gaps between advances, so a turn in pieces comes to what it comes to in one.
/// The account always stands as of the last advance: copy it and advance the
/// copy to look ahead.
///
/// **Running out.** Absolute time, Fischer and moves per period are out one
/// millisecond past the limit; byo-yomi is out at exactly the end of the last
/// period (TM-7). Part of a turn before main time ends belongs to main time,
/// the first period is read from there (the crossing).
///
/// **After overtime** facts go on, so the account does. Until the player's
/// next turn it shows nothing left, and by how much the turn overran. With his
/// next turn, or [`PlayerClock::relieve`], time is as the rule book's "same
/// reading" (2002 22.5) has it: the last period is read again from its start.
/// Moves per period begin a new period without carry, Fischer gets the
/// increment that the overrun turn was not given; absolute time has nothing
/// left, so each further turn is out after its first millisecond.
///
/// **Moves per period.** The move that crosses out of main time is the first
/// of the period; one that ends with main time at exactly 0 is still a move of
/// main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    pub(super) control: TimeControl,
    pub(super) source: Source,
    /// All time that ran.
    pub(super) used: Millis,
    pub(super) main_left: Millis,
    /// Byo-yomi periods, the one being read included.
    pub(super) periods_left: u32,
    /// Moves to complete in the period (moves per period).
    pub(super) moves_left: u32,
    /// Time used of the current period. Below zero by what the period before
    /// carried over (moves per period).
    pub(super) period_used: Millis,
    /// By how much the last or running turn overran.
    pub(super) over: Millis,
    /// Lateness charged so far, after the factor.
    pub(super) late_charged: Millis,
    /// The part of it that was less than a byo-yomi period, and cost nothing.
    pub(super) late_rest: Millis,
    /// The last or running turn ran out of time.
    pub(super) out: bool,
    pub(super) turn: Turn,
    /// The running turn has run in a period (moves per period).
    pub(super) in_period: bool,
}

/// What the player is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It is not his turn.
    Over,
    /// It is, and all time counts.
    Thinking,
    /// He takes captives off, which byo-yomi does not time (1988 23.4).
    Removing,
}

/// Where the account's figures come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The times of the record.
    Computed,
    /// What was read off the clock, and nothing else.
    Readings(Shown),
}

impl PlayerClock {
    /// A full clock before its first turn.
    pub fn new(control: TimeControl, times: Times) -> PlayerClock {
        let mut clock = PlayerClock {
            control,
            source: match times {
                Times::Recorded => Source::Computed,
                Times::OrderOnly => Source::Readings(Shown::default()),
            },
            used: Millis::ZERO,
            main_left: control.main_ms().unwrap_or(Millis::ZERO),
            periods_left: control.periods().unwrap_or(0),
            moves_left: 0,
            period_used: Millis::ZERO,
            over: Millis::ZERO,
            late_charged: Millis::ZERO,
            late_rest: Millis::ZERO,
            out: false,
            turn: Turn::Over,
            in_period: false,
        };
        clock.moves_left = clock.moves_per_period();
        clock
    }

    /// The player's turn begins: nothing of it has run yet.
    pub fn start_turn(&mut self) {
        self.relieve();
        self.turn = Turn::Thinking;
        self.in_period = self.main_left == Millis::ZERO;
    }

    /// The running turn has gone on for `elapsed` more; less than nothing
    /// counts as nothing. Without a turn, and where the record has no times,
    /// nothing happens.
    pub fn advance(&mut self, elapsed: Millis) {
        if !self.is_in_turn() || elapsed <= Millis::ZERO || !self.is_computed() {
            return;
        }
        if matches!(self.control, TimeControl::None {}) {
            self.used += elapsed;
            return;
        }
        let in_main = elapsed.min(self.main_left);
        self.main_left -= in_main;
        self.used += in_main;
        let rest = elapsed - in_main;
        if self.turn == Turn::Removing && self.has_byoyomi() {
            return;
        }
        self.used += rest;
        self.run_past_main(rest);
    }

    /// `rest` runs after main time, or reached its end exactly where it is zero.
    pub(super) fn run_past_main(&mut self, rest: Millis) {
        if self.main_left > Millis::ZERO {
            return;
        }
        if self.has_byoyomi() {
            self.period_used += rest;
            self.settle_periods();
            return;
        }
        if rest == Millis::ZERO {
            return;
        }
        let overrun = if matches!(self.control, TimeControl::MovesPerPeriod { .. }) {
            self.in_period = true;
            self.period_used += rest;
            let overrun = (self.period_used - self.period()).at_least_zero();
            self.period_used -= overrun;
            overrun
        } else {
            rest
        };
        self.over += overrun;
        self.out |= overrun > Millis::ZERO;
    }

    /// Takes whole periods out of what the reading has come to: TM-7,
    /// q = floor(t / period), overtime where q reaches the periods left.
    pub(super) fn settle_periods(&mut self) {
        let all = self.period() * i64::from(self.periods_left);
        if self.period_used >= all {
            self.over += self.period_used - all;
            self.period_used = Millis::ZERO;
            self.periods_left = 0;
            self.out = true;
        } else if self.period_used >= self.period() {
            self.periods_left -= self.whole_periods(self.period_used);
            self.period_used = Millis(self.period_used.0 % self.period().0);
        }
    }

    /// The running turn is completed, by press or move as the game has it.
    /// Nothing happens without one.
    pub fn end_turn(&mut self) {
        if !self.is_in_turn() {
            return;
        }
        if !self.out {
            self.reward_turn();
        }
        self.leave_turn();
    }

    /// The running turn ends without being completed: it passes to the other
    /// side by a ruling. Its time stays used; it earns nothing, and the next
    /// byo-yomi reading starts anew.
    pub fn leave_turn(&mut self) {
        if self.has_byoyomi() {
            self.period_used = Millis::ZERO;
        }
        self.turn = Turn::Over;
    }

    /// What a completed turn earns: an increment, or a move of the period.
    fn reward_turn(&mut self) {
        match self.control {
            TimeControl::Fischer { .. } => self.add_increment(),
            TimeControl::MovesPerPeriod { .. } if self.in_period => {
                self.moves_left = self.moves_left.saturating_sub(1);
                if self.moves_left == 0 {
                    self.start_next_period();
                }
            }
            _ => {}
        }
    }

    /// The increment, up to the cap; a bank that was above it stays.
    fn add_increment(&mut self) {
        if let TimeControl::Fischer {
            increment_ms,
            cap_ms,
            ..
        } = self.control
        {
            let filled = self.main_left + increment_ms.at_least_zero();
            let capped = cap_ms.map_or(filled, |cap| filled.min(cap));
            self.main_left = self.main_left.max(capped);
        }
    }

    /// The period's moves are done: the next has its own time, and what was
    /// left where that carries over (TM-21).
    pub(super) fn start_next_period(&mut self) {
        let carries = matches!(
            self.control,
            TimeControl::MovesPerPeriod {
                carry_over: true,
                ..
            }
        );
        let left = self.period() - self.period_used;
        self.period_used = if carries {
            Millis::ZERO - left
        } else {
            Millis::ZERO
        };
        self.moves_left = self.moves_per_period();
    }

    /// An overrun turn is passed over and the game goes on with the same
    /// reading (2002 22.5: treated as a pass). See the type on what that
    /// leaves. Nothing happens to a clock that is not out.
    pub fn relieve(&mut self) {
        if !self.out {
            return;
        }
        self.out = false;
        self.over = Millis::ZERO;
        self.period_used = Millis::ZERO;
        self.moves_left = self.moves_per_period();
        if self.has_byoyomi() {
            self.periods_left = self.periods_left.max(1);
        }
        self.add_increment();
    }

    /// 1988 23.4 (TM-13): taking captives off in byo-yomi is not timed. Call it
    /// when the stone that catches them is down: until the turn ends only main
    /// time still runs, and the reading stands still. Other kinds of overtime
    /// run on, since nobody reads them.
    pub fn take_captives_off_untimed(&mut self) {
        if self.is_in_turn() {
            self.turn = Turn::Removing;
        }
    }

    /// Whether the last or running turn ran out of all its time.
    pub fn is_out(&self) -> bool {
        self.out
    }

    /// How much longer the running turn may go on until it is out: at that
    /// very elapsed time it is. Zero if it is already; `None` where it cannot
    /// run out, or no turn runs.
    pub fn time_to_out(&self) -> Option<Millis> {
        if !self.is_in_turn() || !self.is_computed() {
            return None;
        }
        if self.out {
            return Some(Millis::ZERO);
        }
        match self.control {
            TimeControl::None {} => None,
            TimeControl::ReservedByoyomi { .. } | TimeControl::Byoyomi { .. } => {
                (self.turn == Turn::Thinking).then(|| self.all_left())
            }
            _ => Some(self.all_left() + Millis(1)),
        }
    }

    /// Main time is used up, and an overtime of periods follows it.
    pub fn in_overtime(&self) -> bool {
        match self.source {
            Source::Computed => {
                self.main_left == Millis::ZERO && self.control.period_ms().is_some()
            }
            Source::Readings(shown) => shown.overtime,
        }
    }

    pub(super) fn is_in_turn(&self) -> bool {
        self.turn != Turn::Over
    }

    /// Whether figures are computed from the record's times.
    pub(super) fn is_computed(&self) -> bool {
        matches!(self.source, Source::Computed)
    }

    pub(super) fn has_byoyomi(&self) -> bool {
        matches!(
            self.control,
            TimeControl::ReservedByoyomi { .. } | TimeControl::Byoyomi { .. }
        )
    }

    /// Everything that is left: main time and what follows it.
    pub(super) fn all_left(&self) -> Millis {
        match self.control {
            TimeControl::ReservedByoyomi { .. } | TimeControl::Byoyomi { .. } => {
                self.main_left + self.period() * i64::from(self.periods_left) - self.period_used
            }
            TimeControl::MovesPerPeriod { .. } => self.main_left + self.period() - self.period_used,
            _ => self.main_left,
        }
    }

    /// The length of a period, 1 ms at least so that one can divide by it.
    pub(super) fn period(&self) -> Millis {
        self.control.period_ms().unwrap_or(Millis(1)).max(Millis(1))
    }

    /// How many whole periods a time holds, no more than are left.
    pub(super) fn whole_periods(&self, time: Millis) -> u32 {
        let q = time.at_least_zero().0 / self.period().0;
        u32::try_from(q).unwrap_or(u32::MAX).min(self.periods_left)
    }

    pub(super) fn moves_per_period(&self) -> u32 {
        match self.control {
            TimeControl::MovesPerPeriod { moves, .. } => moves,
            _ => 0,
        }
    }

    /// What is left of the current period, in overtime.
    pub(super) fn period_left(&self) -> Option<Millis> {
        match self.source {
            Source::Readings(shown) => shown.left.filter(|_| shown.overtime),
            Source::Computed if !self.in_overtime() => None,
            Source::Computed if self.has_byoyomi() && self.out => Some(Millis::ZERO),
            Source::Computed => Some(self.period() - self.period_used),
        }
    }
}
