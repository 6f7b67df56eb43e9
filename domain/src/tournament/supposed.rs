//! What is supposed of a ledger and stands in none: that a decision fell, or
//! that a fact was another. It is put through the very code that a recorded
//! overturning or correction goes through. Whether it can be supposed is for
//! whoever supposes it to ask.

use super::{evolve::Place, state::TournamentState, without_result::ResultTold};
use crate::{
    event::{GameEvent, game::EntryCorrected},
    game::{Fact, FactKind},
    ids::{EntryId, GameId, RulingId},
};
use std::sync::Arc;

/// Something that is supposed.
#[derive(Clone, Debug, PartialEq)]
pub enum Supposed {
    /// A decision was overturned (contract, section 6).
    Overturned {
        /// The ruling, sanction or appeal.
        decision: RulingId,
        /// What the overturning is called.
        by: RulingId,
    },
    /// A single warning, admonition or penalty was overturned; its ruling stands.
    EffectOverturned {
        /// The game.
        game: GameId,
        /// The entry that warns, admonishes or punishes.
        effect: EntryId,
        /// That entry's seq.
        seq: u64,
        /// What it is called as a decision of its own.
        part: RulingId,
        /// The ruling to which it belongs.
        whole: RulingId,
        /// What the overturning is called.
        by: RulingId,
    },
    /// A fact of a game is read otherwise, or struck out.
    ReadOtherwise {
        /// The game.
        game: GameId,
        /// How it is read.
        correction: EntryCorrected,
    },
}

impl TournamentState {
    /// Takes something as given that was not recorded. `place` is an entry that
    /// could have told it: after all others, at a moment not later than theirs,
    /// so that no clock runs on for it.
    pub fn suppose(&mut self, place: Place<'_>, supposed: &Supposed) {
        let fact = |seq, kind| Fact {
            entry: place.entry,
            seq,
            at: place.at,
            kind,
        };
        match supposed {
            Supposed::Overturned { decision, by } => self.overturn(place, decision, (by, None)),
            Supposed::EffectOverturned {
                game,
                effect,
                seq,
                part,
                whole,
                by,
            } => {
                let set_apart = FactKind::SetApart {
                    effect: *effect,
                    part: part.clone(),
                    whole: whole.clone(),
                };
                // What is decided elsewhere comes before the first entry of a higher seq.
                self.bear_on(game, fact(seq.saturating_sub(1), set_apart));
                let (ruling, by) = (part.clone(), by.clone());
                self.bear_on(game, fact(place.seq, FactKind::Overturned { ruling, by }));
            }
            Supposed::ReadOtherwise { game, correction } => {
                let event = GameEvent::EntryCorrected(Box::new(correction.clone()));
                if let Some(told) = ResultTold::of(&event) {
                    self.note_result_told(place, game, told);
                }
                self.bear_on(game, fact(place.seq, FactKind::Event(event)));
            }
        }
    }

    /// Puts a fact among those that bear on a game from elsewhere, by its seq.
    fn bear_on(&mut self, game: &GameId, fact: Fact) {
        let facts = Arc::make_mut(&mut self.decisions_on)
            .entry(game.clone())
            .or_default();
        let index = facts.partition_point(|earlier| earlier.seq <= fact.seq);
        facts.insert(index, fact);
    }
}
