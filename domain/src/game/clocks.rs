//! How a game's facts drive its clocks (contract, section 5). The arithmetic
//! of time is in `clock`; here is only which moment starts or ends whose turn.

use super::state::{GameState, PresenceState};
use crate::{
    Colour, Millis, Timestamp,
    clock::{ClockSetting, ReadBy, Reading, TimeControl, Times, TurnEnds},
    colour::PerColour,
    event::{
        GameEvent,
        game::{ClockPressed, GamePaused, MoveSealed, PauseReason, TimesConfirmed},
    },
    game::record::{Fact, FactKind},
    ids::PlayerId,
};

/// Time taken off a clock without being used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Of main time.
    pub main_ms: Millis,
    /// Whole byo-yomi periods.
    pub periods: u32,
}

impl Taken {
    fn and(self, more: Taken) -> Taken {
        Taken {
            main_ms: self.main_ms + more.main_ms,
            periods: self.periods + more.periods,
        }
    }
}

impl GameState {
    pub(super) fn start_clocks(
        &mut self,
        at: Timestamp,
        first: Colour,
        times: Times,
        setting: Option<&ClockSetting>,
    ) {
        self.clock = crate::clock::GameClock::new(self.terms.regulations.time, times);
        if let Some(setting) = setting {
            self.clock.set(at, setting);
        }
        self.clock.start_turn(at, first);
        for colour in Colour::BOTH {
            self.charge_lateness(at, colour);
        }
    }

    /// From when on lateness runs: the round's time, else the game's beginning.
    pub(crate) fn late_from(&self) -> Option<Timestamp> {
        self.paired.starts_at.or(self.started.map(|(_, at)| at))
    }

    /// Whether a player who is not there is read to instead of losing time (2002
    /// 22.4): in a game without a time limit, of which nothing could be deducted.
    pub(crate) fn reads_to_the_absent(&self) -> bool {
        let none_left = |limit: Millis| limit <= Millis::ZERO;
        let reads = matches!(self.terms.regulations.time,
            TimeControl::Byoyomi { limit_ms, .. } if none_left(limit_ms));
        reads && self.terms.edition.breaches_of("TM-5").next().is_some()
    }

    /// Deducts lateness as far as it is known (TM-1), and lets the clock of a
    /// player who is not there wait. Past the limit it is for a ruling (TM-2).
    fn charge_lateness(&mut self, at: Timestamp, colour: Colour) {
        let (Some(from), Some(_)) = (self.late_from(), self.started) else {
            return;
        };
        let Some(index) = self.index_of(colour) else {
            return;
        };
        let presence = self.presence[index];
        let Some(until) = presence.arrived.or(presence.absent) else {
            return;
        };
        let lateness = until.since(from).at_least_zero();
        self.presence[index].lateness = lateness;
        let late = self.terms.regulations.late;
        let inclusive = self.terms.regulations.late_limit_inclusive;
        let lost = late
            .limit_ms
            .is_some_and(|limit| lateness > limit || (!inclusive && lateness == limit));
        // The clock did not run before the player came, whatever is deducted.
        self.tell_late(at, colour, lateness.max(Millis(1)), 0);
        let before = self.time_left(colour);
        if self.reads_to_the_absent() {
            self.presence[index].taken = Taken::default();
        } else if lost {
            // What a shorter lateness had cost is settled with the game.
            self.give_time_back(at, colour, presence.taken);
            self.presence[index].taken = Taken::default();
        } else {
            self.tell_late(at, colour, lateness, late.factor);
            let taken = self.taken_since(colour, before);
            self.presence[index].taken = presence.taken.and(taken);
        }
    }

    fn tell_late(&mut self, at: Timestamp, colour: Colour, lateness: Millis, factor: i64) {
        let arrived = self
            .index_of(colour)
            .is_some_and(|index| self.presence[index].arrived.is_some());
        if arrived {
            self.clock.arrived(at, colour, lateness, factor);
        } else {
            self.clock.absent(at, colour, lateness, factor);
        }
    }

    fn time_left(&self, colour: Colour) -> (Option<Millis>, Option<u32>) {
        let view = self.clock.player(colour).view(false);
        (view.left_ms, view.periods_left)
    }

    fn taken_since(&self, colour: Colour, before: (Option<Millis>, Option<u32>)) -> Taken {
        let (main, periods) = self.time_left(colour);
        Taken {
            main_ms: before.0.zip(main).map_or(Millis::ZERO, |(a, b)| a - b),
            periods: before
                .1
                .zip(periods)
                .map_or(0, |(a, b)| a.saturating_sub(b)),
        }
    }

    /// Takes time off a clock, and says what that came to.
    pub(super) fn take_time(&mut self, at: Timestamp, colour: Colour, time: Millis) -> Taken {
        self.clock.pass_time(at);
        let before = self.time_left(colour);
        self.clock.deduct(at, colour, time);
        self.taken_since(colour, before)
    }

    /// Gives back what was taken off a clock.
    pub(super) fn give_time_back(&mut self, at: Timestamp, colour: Colour, taken: Taken) {
        self.shift_time(at, colour, taken.main_ms, i64::from(taken.periods));
    }

    /// Takes again what was given back.
    pub(super) fn take_back(&mut self, at: Timestamp, colour: Colour, taken: Taken) {
        let main_ms = Millis::ZERO - taken.main_ms;
        self.shift_time(at, colour, main_ms, -i64::from(taken.periods));
    }

    fn shift_time(&mut self, at: Timestamp, colour: Colour, main_ms: Millis, periods: i64) {
        self.clock.pass_time(at);
        let (main_left, periods_left) = self.time_left(colour);
        let main_left = main_left.map(|left| (left + main_ms).at_least_zero());
        let periods_left =
            periods_left.map(|left| u32::try_from(i64::from(left) + periods).unwrap_or_default());
        let main_left = main_left.filter(|_| main_ms != Millis::ZERO);
        let periods_left = periods_left.filter(|_| periods != 0);
        let mut setting = ClockSetting::default();
        match colour {
            Colour::Black => {
                (setting.black_ms, setting.black_periods) = (main_left, periods_left);
            }
            Colour::White => {
                (setting.white_ms, setting.white_periods) = (main_left, periods_left);
            }
        }
        if setting.concerns(colour) {
            self.clock.set(at, &setting);
        }
    }

    /// Whether the player of that colour was there, as far as that was told.
    pub(crate) fn presence_of(&self, colour: Colour) -> Option<&PresenceState> {
        self.index_of(colour).map(|index| &self.presence[index])
    }

    /// Which of the paired players has that colour.
    fn index_of(&self, colour: Colour) -> Option<usize> {
        let player = self.players[colour].as_ref()?;
        self.paired.players.iter().position(|p| p == player)
    }

    pub(super) fn arrived(&mut self, fact: &Fact, player: &PlayerId) {
        if let Some(presence) = self.not_yet_there(player, fact.at) {
            presence.arrived = Some(fact.at);
            presence.told_by = Some(fact.seq);
            self.charge_lateness_of(fact.at, player);
        }
    }

    pub(super) fn absent(&mut self, fact: &Fact, player: &PlayerId) {
        if let Some(presence) = self.not_yet_there(player, fact.at) {
            presence.absent = presence.absent.max(Some(fact.at));
            presence.told_by = Some(fact.seq);
            self.charge_lateness_of(fact.at, player);
        }
    }

    fn not_yet_there(&mut self, player: &PlayerId, at: Timestamp) -> Option<&mut PresenceState> {
        if self.was_there_before(player, self.step, at) {
            return None;
        }
        let index = self.paired.players.iter().position(|p| p == player)?;
        self.presence
            .get_mut(index)
            .filter(|presence| presence.arrived.is_none())
    }

    /// Whether a player had been at the board before a fact, since he had made a move of
    /// his own or was thinking when play was adjourned: who comes after that, say after a
    /// pause, is not late at the start (2002 22.1).
    pub(crate) fn was_there_before(&self, player: &PlayerId, step: usize, at: Timestamp) -> bool {
        let Some(colour) = self.colour_of(player) else {
            return false;
        };
        let mut earlier = self.play_log.iter().filter(|play| play.step < step);
        earlier.any(|play| play.colour == colour && play.at <= at)
            || self.was_adjourned_thinking(player, colour, step)
    }

    /// Whether play went on, before that step, after a break during which it was a player's
    /// turn who had not been told to be absent. An arbiter who rules, or what is broken,
    /// can stop a clock that runs for nobody.
    fn was_adjourned_thinking(&self, player: &PlayerId, colour: Colour, step: usize) -> bool {
        let mut thinking = false;
        for fact in self.record.facts().iter().take(step.saturating_sub(1)) {
            let FactKind::Event(event) = &fact.kind else {
                continue;
            };
            match event {
                GameEvent::PlayerAbsent(who) if who.player == *player => return false,
                GameEvent::GamePaused(pause) => {
                    thinking = pause.thinking == colour
                        && matches!(pause.reason, PauseReason::Schedule | PauseReason::Consent);
                }
                GameEvent::GameResumed(_) if thinking => return true,
                _ => {}
            }
        }
        false
    }

    fn charge_lateness_of(&mut self, at: Timestamp, player: &PlayerId) {
        if let Some(colour) = self.colour_of(player) {
            self.charge_lateness(at, colour);
        }
    }

    /// Whether captives that this side takes off are not timed: in byo-yomi, in
    /// 1988 (23.4).
    pub(super) fn untimed_captives(&self, colour: Colour) -> bool {
        !self.terms.regulations.byoyomi_captives_timed
            && self.clock.turn() == Some(colour)
            && self.clock.player(colour).in_overtime()
    }

    /// A stone or pass was made. By a stop-watch the turn ends with it, else
    /// with the press that is now due; where a press is missing, at the
    /// opponent's next stone or pass.
    pub(super) fn turn_played(&mut self, at: Timestamp, colour: Colour, untimed: bool) {
        match self.terms.regulations.turn_ends {
            TurnEnds::Move => {
                self.clock.end_turn(at, colour);
            }
            TurnEnds::Press => {
                if self.press_due == Some(colour.opponent()) {
                    self.clock.end_turn(at, colour.opponent());
                }
                // Pressed before the stone: the turn is over already.
                if self.clock.turn() == Some(colour) {
                    self.press_due = Some(colour);
                    if untimed {
                        self.clock.take_captives_off_untimed(at);
                    }
                } else {
                    self.press_due = None;
                }
            }
        }
    }

    pub(super) fn pressed(&mut self, fact: &Fact, press: &ClockPressed) {
        if self.terms.regulations.turn_ends == TurnEnds::Press
            && self.clock.end_turn(fact.at, press.colour)
        {
            self.press_due = None;
        }
        if let Some(reading) = &press.reading {
            self.read(fact, press.colour, reading, ReadBy::Press);
        }
    }

    pub(super) fn clock_read(&mut self, fact: &Fact, reading: &Reading) {
        let of = self.clock.turn().unwrap_or(self.course.to_play);
        self.read(fact, of, reading, ReadBy::Official);
    }

    fn read(&mut self, fact: &Fact, of: Colour, reading: &Reading, by: ReadBy) {
        let differences = self.clock.read(fact.at, of, reading, by);
        for colour in Colour::BOTH {
            if let Some(difference) = differences[colour]
                && difference.0.abs() > 1000
            {
                let text = format!(
                    "{colour}'s clock shows {} ms {} than the times give",
                    difference.0.abs(),
                    if difference.0 > 0 { "more" } else { "less" }
                );
                self.remark(fact, "reading_differs", text);
            }
        }
    }

    /// The times that both confirm at a pause bind (2002 22.9).
    pub(super) fn times_confirmed(&mut self, fact: &Fact, times: &TimesConfirmed) {
        let used = PerColour {
            black: times.black_used_ms,
            white: times.white_used_ms,
        };
        let computed = PerColour::from_fn(|c| self.clock.player(c).view(false).used_ms);
        for colour in Colour::BOTH {
            if let Some(computed) = computed[colour]
                && (computed - used[colour]).0.abs() > 1000
            {
                let text = format!(
                    "{colour}'s time used is confirmed as {} ms; the times give {} ms",
                    used[colour].0, computed.0
                );
                self.remark(fact, "confirmed_time_differs", text);
            }
        }
        self.clock.set_used(fact.at, used);
    }

    /// The clocks stand. Where the entry says that the other side was thinking
    /// than the clocks do, its turn had begun: a press was missing.
    pub(super) fn pause_play(&mut self, at: Timestamp, pause: GamePaused) {
        let other = pause.thinking.opponent();
        if self.clock.turn() == Some(other) {
            if self.press_due == Some(other) {
                self.clock.end_turn(at, other);
            } else {
                self.clock.start_turn(at, pause.thinking);
            }
            self.press_due = None;
        }
        self.clock.pause(at);
        self.paused = Some(pause.reason);
    }

    /// A side ends its turn without a stone or pass: it proposes the end or
    /// seals its move. The opponent's press, if it is missing, falls on the
    /// same moment.
    pub(super) fn turn_given_up(&mut self, at: Timestamp, colour: Colour) {
        if self.press_due == Some(colour.opponent()) {
            self.clock.end_turn(at, colour.opponent());
        }
        self.clock.end_turn(at, colour);
        self.press_due = None;
    }

    /// The mover's turn ends with the sealing; nobody's clock runs until the
    /// seal is opened.
    pub(super) fn seal(&mut self, at: Timestamp, seal: MoveSealed) {
        self.sealed = Some(seal);
        self.turn_given_up(at, seal.colour);
        self.clock.pause(at);
    }

    /// The sealed move is on the board, or its turn lost: the other side's time runs.
    pub(super) fn seal_opened(&mut self, at: Timestamp) {
        self.paused = None;
        self.clock.resume(at);
        self.clock.start_turn(at, self.course.to_play);
    }

    pub(super) fn resume_play(&mut self, at: Timestamp) {
        self.paused = None;
        if self.sealed.is_none() && !self.is_over() {
            self.clock.resume(at);
        }
    }

    /// A decision gave the turn to whoever is to play.
    pub(super) fn give_turn(&mut self, at: Timestamp) {
        self.press_due = None;
        self.clock.start_turn(at, self.course.to_play);
    }
}
