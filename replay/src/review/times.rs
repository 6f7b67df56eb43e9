//! How long each move took, from the log. Where the log does not tell it, it is
//! unknown and stays so: nothing is guessed, shared out or filled in.

use super::turns::{Turns, Within};
use fupan_domain::{
    Colour, Timestamp,
    board::Point,
    clock::Reading,
    colour::PerColour,
    event::GameEvent,
    game::{Fact, FactKind, GameState},
    ids::{EntryId, GameId, PlayerId},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A move that stands, and how long it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveTime {
    /// Its number in the game, from 1.
    pub number: usize,
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// Whose.
    pub colour: Colour,
    /// Where; `None`: a pass.
    pub point: Option<Point>,
    /// How long the player's clock ran for it, in milliseconds; `None` where the
    /// log does not tell it.
    pub ms: Option<i64>,
    /// What else happened within that turn, in order: such a time says less than another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Within>,
}

/// A time at which a player was away from the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// Who.
    pub colour: Colour,
    /// When the seat was left.
    pub from: Timestamp,
    /// When it was taken again, if that was recorded.
    pub until: Option<Timestamp>,
    /// How long that was, in milliseconds.
    pub ms: Option<i64>,
    /// Whether the arbiter had allowed it.
    pub permitted: bool,
    /// The number of the player's first move after it, if it stands.
    pub next_move: Option<usize>,
}

/// The times of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameTimes {
    /// The game.
    pub game: GameId,
    /// Who played which side.
    pub players: PerColour<Option<PlayerId>>,
    /// The moves that stand, in order.
    pub moves: Vec<MoveTime>,
    /// Absences, in order.
    pub absences: Vec<Absence>,
}

impl GameTimes {
    /// The times of a game as it stands.
    pub fn of(state: &GameState) -> GameTimes {
        let mut watch = Watch::default();
        let mut turns = Turns::of(state);
        state.steps(|fact, then| {
            watch.take(fact, then);
            turns.take(fact, then);
        });
        let mut within = turns.done();
        let moves = state
            .course
            .moves
            .iter()
            .zip(1..)
            .map(|(m, number)| MoveTime {
                number,
                entry: m.entry,
                seq: m.seq,
                colour: m.colour,
                point: m.point,
                ms: watch.times.get(&m.entry).copied(),
                within: within.remove(&m.entry).unwrap_or_default(),
            });
        let moves: Vec<MoveTime> = moves.collect();
        for (absence, after) in watch.absences.iter_mut().zip(&watch.left_after) {
            let follows = |entry| watch.order.get(entry).is_some_and(|at| at >= after);
            let mut own = moves.iter().filter(|m| m.colour == absence.colour);
            absence.next_move = own.find(|m| follows(&m.entry)).map(|m| m.number);
        }
        GameTimes {
            game: state.paired.game.clone(),
            players: state.players.clone(),
            moves,
            absences: watch.absences,
        }
    }

    /// The side that a player has.
    pub fn side_of(&self, player: &PlayerId) -> Option<Colour> {
        let is = |colour: &Colour| self.players[*colour].as_ref() == Some(player);
        Colour::BOTH.into_iter().find(is)
    }

    /// The moves of one side.
    pub fn of_side(&self, colour: Colour) -> impl Iterator<Item = &MoveTime> {
        self.moves.iter().filter(move |m| m.colour == colour)
    }
}

/// What a side has used, in milliseconds where that is known, and whether its clock runs.
type Clock = (Option<i64>, bool);

/// A game as its facts come in, with an eye on the clocks.
#[derive(Default)]
struct Watch {
    /// What each move took, where it is known.
    times: BTreeMap<EntryId, i64>,
    sides: PerColour<Side>,
    /// When the last fact happened, and how the clocks then stood.
    last: Option<(Timestamp, PerColour<Clock>)>,
    played: usize,
    absences: Vec<Absence>,
    /// How many moves had been played when each absence began, in the order of play:
    /// what is noted afterwards stands where it happened.
    left_after: Vec<usize>,
    /// The place of each move in the order of play.
    order: BTreeMap<EntryId, usize>,
}

/// Where a clock stood as a turn began.
#[derive(Clone, Copy, Default)]
struct Start {
    /// What had been used, where that is known.
    used: Option<i64>,
    /// Whether that was read off, or is nothing.
    read: bool,
}

/// Where a side is with its turns.
#[derive(Clone, Default)]
struct Side {
    /// Where its turn began, or its last one ended.
    began: Start,
    /// Whether its clock has begun to run for a turn that has not ended.
    in_turn: bool,
    /// Whether that clock has not run yet: what is read now was used before.
    fresh: bool,
    /// Whether something else than running time changed its clock in this turn.
    disturbed: bool,
    /// The move whose turn has not ended yet.
    pending: Option<EntryId>,
    /// The move whose turn ended last, and where that turn began: as long as the clock
    /// stands, a reading still tells how long it took.
    ended: Option<(EntryId, Start)>,
    /// The moves of whose turns nothing was read since.
    since_read: Vec<EntryId>,
}

/// What a fact tells of one side's clock.
struct Seen<'a> {
    fact: &'a Fact,
    colour: Colour,
    before: Clock,
    after: Clock,
    /// How long it was since the fact before, in milliseconds.
    passed: i64,
    /// Whether times are computed from the entries', and not from readings alone.
    computed: bool,
    /// Whether the game is interrupted: its clocks stand, and no turn ends by that.
    paused: bool,
    /// Whether the fact says that it happened before the one that it follows, as where
    /// a device's clock is wrong: nothing tells how long that turn took, nor the next.
    back: bool,
}

impl Seen<'_> {
    /// Whether the clock ran meanwhile: where the log has no times, as far as something
    /// happened that is no reading.
    fn ran(&self) -> bool {
        self.before.1
            && if self.computed {
                self.passed > 0
            } else {
                reading(self.fact).is_none()
            }
    }

    /// Whether it changed by something that neither ran nor was read.
    fn disturbs(&self) -> bool {
        let ran = if self.before.1 { self.passed } else { 0 };
        reading(self.fact).is_none() && !follows(self.before.0, self.after.0, ran)
    }

    /// Whether the fact tells what this clock shows.
    fn reads(&self) -> bool {
        reading(self.fact).is_some_and(|reading| reading.left(self.colour).is_some())
    }

    /// Whether somebody reads it apart from any press, and it shows something else than
    /// what was computed.
    fn contradicts(&self) -> bool {
        self.computed
            && self.reads()
            && matches!(&self.fact.kind, FactKind::Event(GameEvent::ClockRead(_)))
            && self.before.0 != self.after.0
    }

    /// Whether that is what it showed as it began to run, if it has not run since: where
    /// the log has no times only the press that ended the other side's turn tells it.
    fn reads_its_start(&self) -> bool {
        let ends_the_others = matches!(&self.fact.kind, FactKind::Event(GameEvent::ClockPressed(press))
            if press.colour == self.colour.opponent());
        self.reads() && (self.computed || ends_the_others)
    }
}

impl Watch {
    fn take(&mut self, fact: &Fact, then: &GameState) {
        let clocks = PerColour::from_fn(|colour| clock_of(then, colour));
        let at = self.last.map_or(fact.at, |(last, _)| last.max(fact.at));
        self.note_move(then);
        match self.last {
            Some((last_at, before)) if !is_start(fact) => {
                for colour in Colour::BOTH {
                    let seen = Seen {
                        fact,
                        colour,
                        before: before[colour],
                        after: clocks[colour],
                        passed: at.since(last_at).0,
                        computed: then.clock.is_computed(),
                        paused: then.paused.is_some(),
                        back: then.clock.is_computed() && fact.at < last_at,
                    };
                    self.sides[colour].take(&seen, &mut self.times);
                }
            }
            _ => self.start(fact, clocks),
        }
        self.note_absence(fact);
        self.last = Some((at, clocks));
    }

    /// The game begins. Where readings alone tell of its clocks, nothing of main time
    /// was used yet; where it goes on from a position, nobody knows what was.
    fn start(&mut self, fact: &Fact, clocks: PerColour<Clock>) {
        let from_position = matches!(&fact.kind,
            FactKind::Event(GameEvent::GameStarted(begun)) if begun.position.is_some());
        let full = (is_start(fact) && !from_position).then_some(0);
        for colour in Colour::BOTH {
            let (used, running) = clocks[colour];
            self.sides[colour] = Side {
                began: Start {
                    used: used.or(full),
                    read: true,
                },
                in_turn: running,
                fresh: true,
                ..Side::default()
            };
        }
    }

    fn note_move(&mut self, then: &GameState) {
        let moves = &then.course.moves;
        if moves.len() > self.played
            && let Some(last) = moves.last()
        {
            self.sides[last.colour].pending = Some(last.entry);
            let place = self.order.len();
            self.order.insert(last.entry, place);
        }
        self.played = moves.len();
    }

    fn note_absence(&mut self, fact: &Fact) {
        match &fact.kind {
            FactKind::Event(GameEvent::SeatLeft(left)) => {
                self.absences.push(Absence {
                    colour: left.colour,
                    from: fact.at,
                    until: None,
                    ms: None,
                    permitted: left.permitted,
                    next_move: None,
                });
                self.left_after.push(self.order.len());
            }
            FactKind::Event(GameEvent::SeatRetaken(back)) => {
                let mut absences = self.absences.iter_mut().rev();
                let open = absences.find(|a| a.colour == back.colour);
                if let Some(absence) = open.filter(|a| a.until.is_none()) {
                    absence.until = Some(fact.at);
                    absence.ms = Some(fact.at.since(absence.from).0).filter(|ms| *ms >= 0);
                }
            }
            _ => {}
        }
    }
}

impl Side {
    fn take(&mut self, seen: &Seen<'_>, times: &mut BTreeMap<EntryId, i64>) {
        if seen.ran() {
            self.fresh = false;
            self.ended = None;
        }
        if seen.disturbs() {
            self.disturb(seen);
        }
        if seen.back && self.in_turn {
            self.disturbed = true;
        }
        let (_, running) = seen.after;
        let stands = !running && !self.in_turn;
        if let (Some(entry), false) = (self.pending, running || seen.paused) {
            self.end(entry, seen, times);
        } else if stands && seen.reads() || self.fresh && seen.reads_its_start() {
            self.read_off(seen, times);
        }
        if running && !self.in_turn {
            self.begin(seen, times);
            self.disturbed = seen.back;
        }
    }

    /// What a ruling or a clock fault changed. While the clock stands that is no time of
    /// any move: the next turn begins from there, and no later reading tells of the last.
    fn disturb(&mut self, seen: &Seen<'_>) {
        if self.in_turn {
            self.disturbed = true;
        } else {
            self.ended = None;
            self.began.used = seen.after.0;
        }
    }

    /// A turn has ended once the clock of whoever moved stands. Where it never ran, as
    /// after the end of play or out of turn, it tells nothing of that move.
    fn end(&mut self, entry: EntryId, seen: &Seen<'_>, times: &mut BTreeMap<EntryId, i64>) {
        let known = self.in_turn && !self.disturbed;
        let from = Start {
            used: self.began.used.filter(|_| known),
            ..self.began
        };
        let mut since_read = std::mem::take(&mut self.since_read);
        since_read.push(entry);
        *self = Side {
            ended: Some((entry, from)),
            since_read,
            ..Side::default()
        };
        // Without times in the log a turn ends at a reading or at nothing.
        if seen.computed || seen.reads() {
            self.read_off(seen, times);
        }
    }

    /// The clock stands at that, with whatever the last turn took: what it shows before it
    /// runs again replaces what was computed (as in the clock itself). Where turns ended
    /// unread before, nothing tells to which of them the difference belongs.
    fn read_off(&mut self, seen: &Seen<'_>, times: &mut BTreeMap<EntryId, i64>) {
        let used = seen.after.0;
        self.began.used = used;
        let known = self.ended.is_none_or(|(_, from)| from.read);
        if seen.contradicts() && !known {
            self.ended = None;
            for entry in &self.since_read {
                times.remove(entry);
            }
        }
        if seen.reads() {
            self.began.read = true;
            self.since_read.clear();
        }
        let Some((entry, from)) = self.ended else {
            return;
        };
        let took = from.used.zip(used).map(|(from, to)| to - from);
        match took.filter(|ms| *ms >= 0) {
            Some(ms) => times.insert(entry, ms),
            None => times.remove(&entry),
        };
        if seen.reads() {
            // What is read once more before it runs again belongs to this turn too.
            self.ended = Some((entry, Start { read: true, ..from }));
        }
    }

    /// The clock begins to run. A reading that comes with this very fact tells of the turn
    /// before, since nothing has run of this one.
    fn begin(&mut self, seen: &Seen<'_>, times: &mut BTreeMap<EntryId, i64>) {
        if seen.reads_its_start() {
            self.read_off(seen, times);
        } else if seen.computed {
            self.began.used = seen.after.0;
        }
        self.in_turn = true;
        self.fresh = true;
    }
}

/// Whether a fact begins the game.
fn is_start(fact: &Fact) -> bool {
    matches!(&fact.kind, FactKind::Event(GameEvent::GameStarted(_)))
}

/// The reading that a fact has.
fn reading(fact: &Fact) -> Option<&Reading> {
    match &fact.kind {
        FactKind::Event(GameEvent::ClockPressed(press)) => press.reading.as_ref(),
        FactKind::Event(GameEvent::ClockRead(read)) => Some(&read.reading),
        _ => None,
    }
}

/// A side's clock. A reading of more than all of main time says that another time was
/// played with than the regulations have, and nothing of what was used.
fn clock_of(then: &GameState, colour: Colour) -> Clock {
    let view = then.clock.view()[colour];
    let main = then.terms.regulations.time.main_ms();
    let fits = then.clock.is_computed() || view.left_ms <= main;
    let used = view.used_ms.filter(|_| fits);
    (used.map(|ms| ms.0), view.running)
}

/// Whether a clock changed by no more than what ran: by less where what ran was
/// not timed, as captives taken off in byo-yomi, or where readings alone are known.
fn follows(before: Option<i64>, after: Option<i64>, ran: i64) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => (0..=ran).contains(&(after - before)),
        _ => true,
    }
}
