//! Of which games it is known, entry by entry, that they have no result: by a ruling
//! or an appeal, or because players and officials confirmed it. A pairing of the same
//! two that comes later may then be such a game, paired anew (`pairing`). What the
//! result of a game is its own facts say (`game::ending`); this only follows what of
//! them the tournament must know when it pairs.

use super::{evolve::Place, state::TournamentState};
use crate::{
    event::{GameEvent, Order, Outcome, game::ResultConfirmed},
    ids::{EntryId, GameId, RulingId},
};
use std::{collections::BTreeMap, sync::Arc};

/// What an entry of a game's own stream says of its having no result, though nobody
/// ruled so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultTold {
    /// It was confirmed that there is none, by whoever confirmed it.
    None,
    /// An earlier entry is read otherwise.
    Corrected {
        /// That entry.
        entry: EntryId,
        /// How it is read; `None` where it is struck out.
        reading: Option<Reading>,
    },
}

/// How an entry is read that said, or now says, something of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As a confirmation that there is none.
    NoResult,
    /// As the confirmation of another result.
    Another,
    /// As something else.
    Nothing,
}

impl ResultTold {
    /// What an event says of it, if anything. Of a correction only those who know the
    /// entry that it corrects can say what it comes to.
    pub fn of(event: &GameEvent) -> Option<ResultTold> {
        let reading = match event {
            GameEvent::EntryCorrected(correction) => {
                let by = correction.replacement.as_ref();
                return Some(ResultTold::Corrected {
                    entry: correction.entry,
                    reading: by.map(|by| Reading::of(&by.type_name, &by.data)),
                });
            }
            GameEvent::EntryInserted(inserted) => Reading::of(&inserted.type_name, &inserted.data),
            GameEvent::ResultConfirmed(confirmed) => Reading::of_confirmation(confirmed),
            _ => return None,
        };
        (reading == Reading::NoResult).then_some(ResultTold::None)
    }
}

impl Reading {
    fn of(type_name: &str, data: &serde_json::Value) -> Reading {
        if type_name != "result_confirmed" {
            return Reading::Nothing;
        }
        match GameEvent::parse(type_name, &data.to_string()) {
            Ok(GameEvent::ResultConfirmed(confirmed)) => Reading::of_confirmation(&confirmed),
            _ => Reading::Nothing,
        }
    }

    fn of_confirmation(confirmed: &ResultConfirmed) -> Reading {
        if confirmed.result.outcome == Outcome::NoResult {
            Reading::NoResult
        } else {
            Reading::Another
        }
    }
}

/// Something that was told of a game's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResultTold {
    /// A ruling or an appeal, as long as it stands: whether it is that there is none.
    Decision(RulingId, bool),
    /// A confirmation that there is none, or an entry that is read as one.
    Confirmation {
        /// The entry.
        entry: EntryId,
        /// How it is read without what corrects it.
        reading: Reading,
        /// What corrects it, each with the entry that it names and how it reads that.
        corrections: Vec<(EntryId, EntryId, Option<Reading>)>,
    },
}

impl NoResultTold {
    fn is_about(&self, named: EntryId) -> bool {
        match self {
            NoResultTold::Decision(..) => false,
            NoResultTold::Confirmation {
                entry, corrections, ..
            } => *entry == named || corrections.iter().any(|(id, ..)| *id == named),
        }
    }

    /// Whether it says that there is no result; `None` where it says nothing of it. The
    /// last correction counts, one struck out gives back the one before it, as in
    /// [`crate::game::Record`].
    fn says_none(&self) -> Option<bool> {
        let (entry, reading, corrections) = match self {
            NoResultTold::Decision(_, none) => return Some(*none),
            NoResultTold::Confirmation {
                entry,
                reading,
                corrections,
            } => (entry, reading, corrections),
        };
        let mut readings: BTreeMap<EntryId, Option<Reading>> = BTreeMap::new();
        for (id, named, reading) in corrections.iter().rev() {
            let reading = match readings.get(id) {
                None => *reading,
                Some(None) => continue,
                Some(corrected) => *corrected,
            };
            readings.entry(*named).or_insert(reading);
        }
        match readings.get(entry).copied().unwrap_or(Some(*reading)) {
            Some(Reading::NoResult) => Some(true),
            Some(Reading::Another) => Some(false),
            Some(Reading::Nothing) | None => None,
        }
    }
}

impl TournamentState {
    /// Takes note of what a decision made of a game's result.
    pub(super) fn note_results(&mut self, game: &GameId, by: &RulingId, orders: &[Order]) {
        for order in orders {
            let none = match order {
                Order::NoResult {} => true,
                Order::SetResult { result } => result.outcome == Outcome::NoResult,
                Order::Draw {} | Order::BothLose {} | Order::Resume {} | Order::Replay { .. } => {
                    false
                }
                _ => continue,
            };
            if none || self.results_told.contains_key(game) {
                self.tell_of_result(game, NoResultTold::Decision(by.clone(), none));
            }
        }
    }

    /// Takes note of what an entry of a game's own stream says of its having no result.
    pub fn note_result_told(&mut self, place: Place<'_>, game: &GameId, told: ResultTold) {
        let confirmation = match told {
            ResultTold::None => NoResultTold::Confirmation {
                entry: place.entry,
                reading: Reading::NoResult,
                corrections: Vec::new(),
            },
            ResultTold::Corrected { entry, reading } => {
                let correction = (place.entry, entry, reading);
                if self.correct_result(game, correction) {
                    return;
                }
                NoResultTold::Confirmation {
                    entry,
                    reading: Reading::Nothing,
                    corrections: vec![correction],
                }
            }
        };
        // What confirms a ruling falls with it, and adds nothing.
        if confirmation.says_none() == Some(true) && !self.has_no_result(game) {
            self.tell_of_result(game, confirmation);
        }
    }

    /// Adds a correction to the confirmation that it is about; false where none was noted.
    fn correct_result(
        &mut self,
        game: &GameId,
        correction: (EntryId, EntryId, Option<Reading>),
    ) -> bool {
        let is_of = |told: &NoResultTold| told.is_about(correction.1);
        let noted = self.results_told.get(game);
        let Some(index) = noted.and_then(|all| all.iter().position(is_of)) else {
            return false;
        };
        let all = Arc::make_mut(&mut self.results_told).get_mut(game);
        let told = all.and_then(|all| all.get_mut(index));
        if let Some(NoResultTold::Confirmation { corrections, .. }) = told {
            corrections.push(correction);
        }
        true
    }

    fn tell_of_result(&mut self, game: &GameId, told: NoResultTold) {
        Arc::make_mut(&mut self.results_told)
            .entry(game.clone())
            .or_default()
            .push(told);
    }

    /// Whether a game has no result, by the last that was ruled or confirmed of it.
    pub(super) fn has_no_result(&self, game: &GameId) -> bool {
        let told = self.results_told.get(game).into_iter().flatten();
        let stands = |told: &&NoResultTold| match told {
            NoResultTold::Decision(by, _) => !self.overturned.contains(by),
            NoResultTold::Confirmation { .. } => true,
        };
        let mut standing = told.rev().filter(stands);
        standing.find_map(NoResultTold::says_none) == Some(true)
    }
}
