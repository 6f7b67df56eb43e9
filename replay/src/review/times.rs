//! How long each move took, from the log. Where the log does not tell it, it is
//! unknown and stays so: nothing is guessed, shared out or filled in.

use fupan_domain::{
    Colour, Timestamp,
    board::Point,
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
        state.steps(|fact, then| watch.take(fact, then));
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
            });
        let moves: Vec<MoveTime> = moves.collect();
        for (absence, after) in watch.absences.iter_mut().zip(&watch.left_after) {
            let next = moves
                .iter()
                .find(|m| m.seq > *after && m.colour == absence.colour);
            absence.next_move = next.map(|m| m.number);
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
    /// What each side had used when its last turn ended.
    turn_began: PerColour<Option<i64>>,
    /// Whether something else than running time changed a clock in this turn.
    disturbed: PerColour<bool>,
    /// The move whose turn has not ended yet.
    pending: PerColour<Option<EntryId>>,
    /// When the last fact happened, and how the clocks then stood.
    last: Option<(Timestamp, PerColour<Clock>)>,
    played: usize,
    absences: Vec<Absence>,
    /// The seq of the entry that tells of each absence.
    left_after: Vec<u64>,
}

impl Watch {
    fn take(&mut self, fact: &Fact, then: &GameState) {
        let view = then.clock.view();
        let now = |colour: Colour| {
            let used = view[colour].used_ms.map(|ms| ms.0);
            (used, view[colour].running)
        };
        let mut at = fact.at;
        let mut clocks: PerColour<Clock> = PerColour::default();
        for colour in Colour::BOTH {
            clocks[colour] = now(colour);
        }
        if let Some((last_at, before)) = self.last {
            at = at.max(last_at);
            for colour in Colour::BOTH {
                let ran = if before[colour].1 {
                    at.since(last_at).0
                } else {
                    0
                };
                let by_clock = is_reading(fact);
                self.disturbed[colour] |=
                    !by_clock && !follows(before[colour].0, clocks[colour].0, ran);
            }
        } else {
            for colour in Colour::BOTH {
                self.turn_began[colour] = clocks[colour].0;
            }
        }
        self.note_move(then);
        for colour in Colour::BOTH {
            self.end_turn(colour, clocks[colour]);
        }
        self.note_absence(fact);
        self.last = Some((at, clocks));
    }

    fn note_move(&mut self, then: &GameState) {
        let moves = &then.course.moves;
        if moves.len() > self.played
            && let Some(last) = moves.last()
        {
            self.pending[last.colour] = Some(last.entry);
        }
        self.played = moves.len();
    }

    /// A turn has ended once the clock of whoever moved stands.
    fn end_turn(&mut self, colour: Colour, (used, running): Clock) {
        if running {
            return;
        }
        if let Some(entry) = self.pending[colour].take() {
            let took = self.turn_began[colour]
                .zip(used)
                .map(|(from, to)| to - from);
            if let Some(ms) = took.filter(|ms| *ms >= 0 && !self.disturbed[colour]) {
                self.times.insert(entry, ms);
            }
            self.disturbed[colour] = false;
            self.turn_began[colour] = used;
        }
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
                self.left_after.push(fact.seq);
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

/// Whether a fact tells what the clock on the table shows, which then counts.
fn is_reading(fact: &Fact) -> bool {
    match &fact.kind {
        FactKind::Event(GameEvent::ClockPressed(press)) => press.reading.is_some(),
        FactKind::Event(GameEvent::ClockRead(_)) => true,
        _ => false,
    }
}

/// Whether a clock changed by no more than what ran: by less where what ran was
/// not timed, as captives taken off in byo-yomi, or where readings alone are known.
fn follows(before: Option<i64>, after: Option<i64>, ran: i64) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => (0..=ran).contains(&(after - before)),
        _ => true,
    }
}
