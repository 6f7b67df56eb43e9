//! What else happened within the turn of each move: a complaint, a ruling, a stop of the
//! clocks, a seat left, an entry of that turn keyed anew. A time in which such a thing
//! happened says less of how long somebody thought than another; it is counted as every
//! other, and told with it. Not how long a move took: that is `times`.

use fupan_domain::{
    Colour,
    colour::PerColour,
    event::GameEvent,
    game::{Fact, FactKind, GameState},
    ids::EntryId,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, mem};

/// Something that happened within a turn and is no play: somebody spoke up, ruled, stopped
/// the clocks or left the seat, or an entry of that turn was keyed anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Within {
    /// The seq of the entry that tells of it.
    pub seq: u64,
    /// What, as events are called.
    #[serde(rename = "type")]
    pub type_name: String,
}

/// What happens within a turn and is told beside the time of its move: what draws a player
/// from the board, or stops the clocks. What he plays, and what is read out, is his turn.
const TOLD: [&str; 14] = [
    "seat_left",
    "seat_retaken",
    "breach_observed",
    "complaint_raised",
    "consent_given",
    "statement_taken",
    "relief_requested",
    "game_paused",
    "game_resumed",
    "clock_fault_found",
    "ruling_made",
    "warning_issued",
    "admonition_given",
    "penalty_imposed",
];

/// A game as its facts come in, with an eye on what else happens within each turn.
pub(super) struct Turns {
    /// What corrects an entry, or put it where it is missed, by that entry.
    keyed_anew: BTreeMap<EntryId, Within>,
    /// Whose turn it is; `None` before the game and after it.
    turn: Option<Colour>,
    /// What happened in the turn of a side that has not ended.
    open: PerColour<Vec<Within>>,
    /// The move that a side made in it.
    made: PerColour<Option<EntryId>>,
    played: usize,
    of_moves: BTreeMap<EntryId, Vec<Within>>,
}

impl Turns {
    /// Of a game that has its record.
    pub(super) fn of(state: &GameState) -> Turns {
        let amends = |fact: &Fact| {
            let FactKind::Event(event) = &fact.kind else {
                return None;
            };
            let entry = match event {
                GameEvent::EntryCorrected(correction) => correction.entry,
                GameEvent::EntryInserted(_) => fact.entry,
                _ => return None,
            };
            let by = Within {
                seq: fact.seq,
                type_name: event.type_name().to_owned(),
            };
            Some((entry, by))
        };
        Turns {
            keyed_anew: state.record.recorded().iter().filter_map(amends).collect(),
            turn: None,
            open: PerColour::default(),
            made: PerColour::default(),
            played: 0,
            of_moves: BTreeMap::new(),
        }
    }

    /// Takes a further fact, with the game right after it.
    pub(super) fn take(&mut self, fact: &Fact, then: &GameState) {
        let is_amendment = matches!(
            &fact.kind,
            FactKind::Event(GameEvent::EntryCorrected(_) | GameEvent::EntryInserted(_))
        );
        let anew = self.keyed_anew.get(&fact.entry).filter(|_| !is_amendment);
        let (anew, told) = (anew.cloned(), told(fact));
        let before = self.turn;
        if let Some(colour) = before {
            let concerns = told.clone().filter(|_| concerns(fact, colour));
            self.open[colour].extend(anew.into_iter().chain(concerns));
        }
        let moves = &then.course.moves;
        if let Some(last) = moves.last().filter(|_| moves.len() > self.played) {
            self.made[last.colour] = Some(last.entry);
        }
        self.played = moves.len();
        self.turn = then.clock.turn().filter(|_| !then.is_over());
        if self.turn == before {
            return;
        }
        if let Some(colour) = before {
            self.end(colour);
        }
        // What hands a turn over is the beginning of the other's as well.
        if let (Some(colour), Some(_)) = (self.turn, before) {
            self.open[colour].extend(told.filter(|_| concerns(fact, colour)));
        }
    }

    /// A turn ended, if by a move that has it all; else it goes on when it is that side's again.
    fn end(&mut self, colour: Colour) {
        if let Some(entry) = self.made[colour].take() {
            let within = mem::take(&mut self.open[colour]);
            self.of_moves.entry(entry).or_default().extend(within);
        }
    }

    /// What happened within the turn of each move.
    pub(super) fn done(mut self) -> BTreeMap<EntryId, Vec<Within>> {
        for colour in Colour::BOTH {
            self.end(colour);
        }
        self.of_moves
    }
}

/// What a fact is told as, if it is no play.
fn told(fact: &Fact) -> Option<Within> {
    let type_name = match &fact.kind {
        FactKind::Event(event) => Some(event.type_name()).filter(|name| TOLD.contains(name))?,
        FactKind::Decision(_) => "appeal_decided",
        FactKind::Overturned { .. } => "overturned",
        FactKind::StruckOut | FactKind::SetApart { .. } => return None,
    };
    Some(Within {
        seq: fact.seq,
        type_name: type_name.to_owned(),
    })
}

/// Whether a fact concerns the turn of a side: that the opponent leaves the seat does not.
fn concerns(fact: &Fact, colour: Colour) -> bool {
    match &fact.kind {
        FactKind::Event(GameEvent::SeatLeft(left)) => left.colour == colour,
        FactKind::Event(GameEvent::SeatRetaken(back)) => back.colour == colour,
        _ => true,
    }
}
