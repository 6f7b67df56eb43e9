//! The two clocks of a game and the moments that drive them. It knows whose
//! turn runs and since when; who may play, and what an overrun means, it does
//! not know.

use super::{ClockSetting, ClockView, PlayerClock, ReadBy, Reading, TimeControl, Times};
use crate::colour::PerColour;
use crate::{Colour, Millis, Timestamp};

/// The clocks of a game: both accounts, whose turn it is, and the last moment
/// that was told.
///
/// Every operation takes the `at` of the entry behind it, and first lets the
/// running turn go on until then. A moment before the last one counts as the
/// last one (an entry's time running backwards).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    clocks: PerColour<PlayerClock>,
    turn: Option<Colour>,
    last: Option<Timestamp>,
    paused: bool,
    /// Known not to be at the board: his clock waits for him.
    absent: PerColour<bool>,
    /// Has completed a turn, so he is there.
    moved: PerColour<bool>,
    /// Whose overrun has been told already, in the turn that ran out.
    told: PerColour<bool>,
    /// The account of the player whose turn it is, as that turn began or as it
    /// was last changed from outside: what it goes back to if he was not there.
    turn_start: PlayerClock,
}

impl GameClock {
    /// Both clocks full, nothing running.
    pub fn new(control: TimeControl, times: Times) -> GameClock {
        let clock = PlayerClock::new(control, times);
        GameClock {
            clocks: PerColour::from_fn(|_| clock),
            turn: None,
            last: None,
            paused: false,
            absent: PerColour::default(),
            moved: PerColour::default(),
            told: PerColour::default(),
            turn_start: clock,
        }
    }

    /// Lets the running turn go on until `at`. To be called for every entry of
    /// the game, so that views stand as of the last one.
    pub fn pass_time(&mut self, at: Timestamp) {
        let at = self.last.map_or(at, |last| last.max(at));
        if let (Some(colour), Some(last)) = (self.running(), self.last) {
            self.clocks[colour].advance(at.since(last));
        }
        self.last = Some(at);
    }

    /// The side whose turn has run out of time, told once a turn. To be asked
    /// after [`GameClock::pass_time`], at each entry that is no decision: the
    /// finding stands there. Time that lateness or a penalty took is told the
    /// same way.
    pub fn first_overrun(&mut self) -> Option<Colour> {
        let colour = Colour::BOTH
            .into_iter()
            .find(|&c| self.clocks[c].is_out() && !self.told[c])?;
        self.told[colour] = true;
        Some(colour)
    }

    /// The moment at which the running turn is out of time if it goes on: the
    /// first millisecond that counts as such. `None` if no time runs, or never.
    pub fn out_at(&self) -> Option<Timestamp> {
        let clock = &self.clocks[self.running()?];
        Some(self.last?.plus(clock.time_to_out()?))
    }

    /// It is that side's turn from `at`: at the start of the game, and where a
    /// ruling gives the turn to somebody. A turn of the other side that was
    /// running is left uncompleted (see [`PlayerClock::leave_turn`]); one's own
    /// goes on.
    pub fn start_turn(&mut self, at: Timestamp, colour: Colour) {
        self.pass_time(at);
        if self.turn == Some(colour) {
            return;
        }
        self.clocks[colour.opponent()].leave_turn();
        self.begin(colour);
    }

    fn begin(&mut self, colour: Colour) {
        self.turn = Some(colour);
        self.told[colour] = false;
        self.clocks[colour].start_turn();
        self.turn_start = self.clocks[colour];
    }

    /// That side's turn is completed and the other's begins: its clock was
    /// pressed or, as `turn_ends` has it, its move made. If it is not that
    /// side's turn its clock stands already: nothing changes, and the answer is
    /// `false`.
    pub fn end_turn(&mut self, at: Timestamp, colour: Colour) -> bool {
        self.pass_time(at);
        if self.turn != Some(colour) {
            return false;
        }
        self.clocks[colour].end_turn();
        self.moved[colour] = true;
        self.begin(colour.opponent());
        true
    }

    /// Both clocks stand from `at`: a pause, a ruling being made, or the end of
    /// the game. The turn remains, and goes on with [`GameClock::resume`].
    pub fn pause(&mut self, at: Timestamp) {
        self.pass_time(at);
        self.paused = true;
    }

    /// The turn that was being played goes on at `at`.
    pub fn resume(&mut self, at: Timestamp) {
        self.pass_time(at);
        self.paused = false;
    }

    /// The player was not there until `at`, and is not yet (`player_absent`).
    /// His lateness, `late` so far, is charged; his clock did not run meanwhile
    /// and does not until he comes. Answers whether he has any time left to
    /// play with: `true` if not.
    pub fn absent(&mut self, at: Timestamp, colour: Colour, late: Millis, factor: i64) -> bool {
        self.pass_time(at);
        self.absent[colour] = true;
        self.charge_lateness(colour, late, factor)
    }

    /// The player arrives at `at`, `late` in all (TM-1). As
    /// [`GameClock::absent`], but his clock runs from now if it is his turn.
    pub fn arrived(&mut self, at: Timestamp, colour: Colour, late: Millis, factor: i64) -> bool {
        self.pass_time(at);
        self.absent[colour] = false;
        self.charge_lateness(colour, late, factor)
    }

    fn charge_lateness(&mut self, colour: Colour, late: Millis, factor: i64) -> bool {
        if late <= Millis::ZERO {
            return self.clocks[colour].is_out();
        }
        if self.turn == Some(colour) && !self.moved[colour] {
            self.clocks[colour] = self.turn_start;
        }
        let out = self.clocks[colour].deduct_lateness(late, factor);
        self.told[colour] &= out;
        self.keep_turn_start();
        out
    }

    /// The order `set_clock`, or the clocks that a game starts with.
    pub fn set(&mut self, at: Timestamp, setting: &ClockSetting) {
        self.pass_time(at);
        for colour in Colour::BOTH {
            if setting.concerns(colour) {
                let (main_left, periods, turn) = setting.of(colour);
                self.clocks[colour].set(main_left, periods, turn);
                self.told[colour] &= self.clocks[colour].is_out();
            }
        }
        self.keep_turn_start();
    }

    /// Takes over a reading. Its periods and moves are those of `of`: who
    /// pressed (call [`GameClock::end_turn`] first), or whose turn it is. Answers
    /// for each side by how much the clock on the table shows more than was
    /// computed: more than a second either way is a remark.
    pub fn read(
        &mut self,
        at: Timestamp,
        of: Colour,
        reading: &Reading,
        by: ReadBy,
    ) -> PerColour<Option<Millis>> {
        self.pass_time(at);
        let differences = PerColour::from_fn(|colour| {
            let (periods, moves) = if colour == of {
                (reading.periods_left, reading.moves_left)
            } else {
                (None, None)
            };
            let difference = self.clocks[colour].read(reading.left(colour), periods, moves, by);
            self.told[colour] &= self.clocks[colour].is_out();
            difference
        });
        self.keep_turn_start();
        differences
    }

    /// The times used as found or confirmed; see [`PlayerClock::set_used`].
    pub fn set_used(&mut self, at: Timestamp, used: PerColour<Millis>) {
        self.pass_time(at);
        for colour in Colour::BOTH {
            self.clocks[colour].set_used(used[colour]);
            self.told[colour] &= self.clocks[colour].is_out();
        }
        self.keep_turn_start();
    }

    /// A penalty of time; see [`PlayerClock::deduct`].
    pub fn deduct(&mut self, at: Timestamp, colour: Colour, time: Millis) -> bool {
        self.pass_time(at);
        let out = self.clocks[colour].deduct(time);
        self.told[colour] &= out;
        self.keep_turn_start();
        out
    }

    /// Overtime treated as a pass (`treat_as_pass`, 2002 22.5): the account goes
    /// on as [`PlayerClock::relieve`] says. Whose turn it is then, say with
    /// [`GameClock::start_turn`].
    pub fn relieve(&mut self, at: Timestamp, colour: Colour) {
        self.pass_time(at);
        self.clocks[colour].relieve();
        self.told[colour] = false;
        self.keep_turn_start();
    }

    /// Captives are being taken off from `at` by the side whose turn it is,
    /// under an edition that does not time that in byo-yomi (1988 23.4); see
    /// [`PlayerClock::take_captives_off_untimed`].
    pub fn take_captives_off_untimed(&mut self, at: Timestamp) {
        self.pass_time(at);
        if let Some(colour) = self.turn {
            self.clocks[colour].take_captives_off_untimed();
        }
    }

    /// The players change colours, and each keeps his own time. The turn stays
    /// with the colour, and its new player's turn begins.
    pub fn swap_players(&mut self, at: Timestamp) {
        self.pass_time(at);
        for colour in Colour::BOTH {
            self.clocks[colour].leave_turn();
        }
        self.clocks = self.clocks.swapped();
        self.absent = self.absent.swapped();
        self.moved = self.moved.swapped();
        self.told = self.told.swapped();
        if let Some(colour) = self.turn {
            self.begin(colour);
        }
    }

    fn keep_turn_start(&mut self) {
        if let Some(colour) = self.turn {
            self.turn_start = self.clocks[colour];
        }
    }

    /// Whether times are computed from the entries', and not from readings alone.
    pub fn is_computed(&self) -> bool {
        self.clocks.black.is_computed()
    }

    /// Whose turn it is, running or not.
    pub fn turn(&self) -> Option<Colour> {
        self.turn
    }

    /// The account of the player whose turn it is, as that turn began or as it was last
    /// changed from outside.
    pub fn turn_start(&self) -> Option<&PlayerClock> {
        self.turn.map(|_| &self.turn_start)
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Colour> {
        self.turn.filter(|&c| !self.paused && !self.absent[c])
    }

    /// Whether both clocks stand by a pause or the end of the game.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The account of one side, as of the last moment told.
    pub fn player(&self, colour: Colour) -> &PlayerClock {
        &self.clocks[colour]
    }

    /// Both clocks as the view of a game shows them, as of the last moment told.
    pub fn view(&self) -> PerColour<ClockView> {
        PerColour::from_fn(|c| self.clocks[c].view(self.running() == Some(c)))
    }

    /// Both clocks as they would stand at a later moment, if nothing happens.
    pub fn view_at(&self, at: Timestamp) -> PerColour<ClockView> {
        let mut then = *self;
        then.pass_time(at);
        then.view()
    }
}
