//! What a game, once folded, tells the tournament: who had which side, its
//! result by its own facts and rulings, warnings, whether it is played again.
//! Small and cheap to keep, so that standings need not fold every game anew.
//! What sanctions and withdrawals make of it is in `settle`.

use crate::{
    Colour,
    event::{GameEvent, GameResult, game::NigiriHeld},
    game::{FactKind, GameState},
    ids::{EntryId, GameId, PlayerId},
};

/// What a game tells the tournament. Pairs stand in the order of the pairing's
/// two players, whoever of them took black.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// Which of the two has black, 0 or 1; `None` while nigiri is to decide.
    pub black: Option<usize>,
    /// The result by the game's own facts and rulings.
    pub result: Option<GameResult>,
    /// The seq of the last entry that ended it or decided about its result.
    pub decided_at: Option<u64>,
    /// Whether both players and an official confirmed it.
    pub confirmed: bool,
    /// Whether the game began.
    pub begun: bool,
    /// Warnings that count.
    pub warnings: [u32; 2],
    /// The game that is played instead.
    pub replayed_as: Option<GameId>,
    /// The last nigiri, if one was held.
    pub nigiri: Option<Box<NigiriTold>>,
}

/// A nigiri (抓子猜先) and what followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NigiriTold {
    /// Its entry.
    pub entry: EntryId,
    /// As it was held.
    pub held: NigiriHeld,
    /// Which of the pairing's two sat on black's side when the game began.
    pub sat_black: Option<usize>,
}

impl GameFacts {
    /// What a game tells of which nothing was recorded.
    pub const fn nothing() -> GameFacts {
        GameFacts {
            black: None,
            result: None,
            decided_at: None,
            confirmed: false,
            begun: false,
            warnings: [0; 2],
            replayed_as: None,
            nigiri: None,
        }
    }

    /// What a folded game tells.
    pub fn of(state: &GameState) -> GameFacts {
        let [first, second] = &state.paired.players;
        let colour_of = |player: &PlayerId| state.colour_of(player);
        let black = match (colour_of(first), colour_of(second)) {
            (Some(Colour::Black), _) | (_, Some(Colour::White)) => Some(0),
            (Some(Colour::White), _) | (_, Some(Colour::Black)) => Some(1),
            (None, None) => None,
        };
        let warned = |colour| u32::try_from(state.warnings_of(colour).count()).unwrap_or(u32::MAX);
        let result = state.result();
        let mut facts = GameFacts {
            black,
            result,
            decided_at: result.and_then(|_| state.decided_at()),
            confirmed: result.is_some() && state.is_confirmed(),
            begun: state.started.is_some(),
            warnings: [0; 2],
            replayed_as: state.decisions.replayed_as().cloned(),
            nigiri: nigiri(state),
        };
        if !state.warnings.is_empty() {
            facts.warnings = [0, 1].map(|side| warned(facts.colour(side)));
        }
        facts
    }

    /// The side that has black; the first one named where nobody knows.
    pub fn black_side(&self) -> usize {
        self.black.unwrap_or(0)
    }

    /// The colour of one of the two.
    pub fn colour(&self, side: usize) -> Colour {
        if side == self.black_side() {
            Colour::Black
        } else {
            Colour::White
        }
    }
}

fn nigiri(state: &GameState) -> Option<Box<NigiriTold>> {
    let facts = state.record.facts();
    let (entry, held) = facts.iter().rev().find_map(|fact| match &fact.kind {
        FactKind::Event(GameEvent::NigiriHeld(held)) => Some((fact.entry, held.clone())),
        _ => None,
    })?;
    let black = facts.iter().find_map(|fact| match &fact.kind {
        FactKind::Event(GameEvent::GameStarted(start)) => Some(&start.black),
        _ => None,
    });
    let sat_black = black.and_then(|black| state.paired.players.iter().position(|p| p == black));
    Some(Box::new(NigiriTold {
        entry,
        held,
        sat_black,
    }))
}
