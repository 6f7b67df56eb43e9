//! Entries of stream `log`, which the program records of the ledger itself:
//! whether they can be a record. Signatures in them are checked by whoever seals
//! entries, since keys are none of this crate's business.

use super::{Place, TournamentState};
use crate::{
    event::{LogEvent, log::PersonErased},
    ids::Sha256,
    official::{Author, EntryClass, Right, right},
    refusal::Refusal,
};

/// The name under which the keeper, and the program itself, record. He holds no
/// office in the tournament.
pub const KEEPER: &str = "keeper";

impl TournamentState {
    /// Decides whether an event of stream `log` can be a record.
    ///
    /// # Errors
    /// When nothing opens the ledger, another than the keeper is named as its
    /// author, or it tells of more entries than there are.
    pub fn decide_log(&self, place: Place<'_>, event: &LogEvent) -> Result<(), Refusal> {
        if self.opening.is_none() {
            return Err(Refusal::NotOpened);
        }
        let may = right(EntryClass::Log, Author::Keeper) == Right::Yes;
        if !may || place.actor.as_str() != KEEPER {
            return Err(Refusal::NoRight {
                actor: place.actor.clone(),
                what: event.type_name(),
                why: "only the program itself does".to_owned(),
            });
        }
        match event {
            LogEvent::CheckpointWitnessed(witnessed) if witnessed.size > place.seq => {
                let why = format!(
                    "a checkpoint of {} entries can't be witnessed in a ledger of {}",
                    witnessed.size, place.seq
                );
                Err(Refusal::Contradiction(why))
            }
            LogEvent::EvidenceReceived(received) => self.decide_received(received),
            LogEvent::EvidenceDeleted(deleted) => self.decide_deleted(place, deleted),
            LogEvent::PersonErased(erased) => self.decide_erased(erased),
            LogEvent::CheckpointWitnessed(_)
            | LogEvent::KeyAnnounced(_)
            | LogEvent::LedgerAnchored(_) => Ok(()),
        }
    }

    /// Takes an entry of stream `log`.
    pub fn evolve_log(&mut self, place: Place<'_>, event: &LogEvent) {
        match event {
            LogEvent::EvidenceReceived(received) => self.note_received(place, received),
            LogEvent::EvidenceDeleted(deleted) => self.note_deleted(place, deleted),
            LogEvent::PersonErased(erased) => {
                self.erased.insert(erased.person, place.entry);
            }
            LogEvent::CheckpointWitnessed(_)
            | LogEvent::KeyAnnounced(_)
            | LogEvent::LedgerAnchored(_) => {}
        }
    }

    /// The commitments that stand for a player, or for an official in each of
    /// his offices; none where nobody has that id.
    ///
    /// # Errors
    /// When there is neither, or both have it.
    pub fn commitments_of(&self, id: &str) -> Result<Vec<Sha256>, Refusal> {
        let player = self.players.get(id).map(|p| p.registered.person);
        let offices = self.officials.get(id).into_iter().flatten();
        let official: Vec<Sha256> = offices.filter_map(|office| office.person).collect();
        match (player, official.is_empty()) {
            (Some(person), true) => Ok(vec![person]),
            (None, false) => Ok(official),
            (Some(_), false) => {
                let why = format!("{id} is a player and an official: name which of the two");
                Err(Refusal::Contradiction(why))
            }
            (None, true) => Err(super::decide::unknown("player or official", id)),
        }
    }

    fn decide_erased(&self, erased: &PersonErased) -> Result<(), Refusal> {
        let stands = match (&erased.player, &erased.official) {
            (Some(player), None) => {
                let player = self
                    .players
                    .get(player)
                    .ok_or_else(|| Refusal::UnknownPlayer(player.clone()))?;
                player.registered.person == erased.person
            }
            (None, Some(official)) => {
                let offices = self
                    .officials
                    .get(official)
                    .ok_or_else(|| Refusal::UnknownOfficial(official.clone()))?;
                let mut offices = offices.iter();
                offices.any(|office| office.person == Some(erased.person))
            }
            _ => {
                let why = "expected a player or an official, and not both".to_owned();
                return Err(Refusal::Contradiction(why));
            }
        };
        if !stands {
            let why = format!("the commitment {} stands for another", erased.person);
            return Err(Refusal::Contradiction(why));
        }
        match self.erased.get(&erased.person) {
            None => Ok(()),
            Some(entry) => {
                let why = format!("the record was erased already, by entry {entry}");
                Err(Refusal::Contradiction(why))
            }
        }
    }
}
