//! Entries of stream `log`, which the program records of the ledger itself:
//! whether they can be a record. Signatures in them are checked by whoever seals
//! entries, since keys are none of this crate's business.

use super::{Place, Told, TournamentState};
use crate::{
    event::{
        LogEvent,
        log::{LedgerAnchored, PersonErased},
    },
    ids::{ActorId, OfficialId, PlayerId},
    official::{Author, EntryClass, Right, right},
    refusal::Refusal,
};

/// The name under which the keeper, and the program itself, record. He holds no
/// office in the tournament.
pub const KEEPER: &str = "keeper";
/// Under which name an auditor stands: whoever reads and records nothing.
pub const AUDITOR: &str = "auditor";

/// Of whom something is kept beside the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PersonKind {
    /// A player.
    Player,
    /// An official.
    Official,
}

impl TournamentState {
    /// Decides whether an event of stream `log` can be a record.
    ///
    /// # Errors
    /// When nothing opens the ledger, another than the keeper is named as its
    /// author, or it tells of more entries than there are.
    pub fn decide_log(&self, place: Place<'_>, event: &LogEvent) -> Result<(), Refusal> {
        if !self.is_opened() {
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
            LogEvent::LedgerAnchored(anchored) => self.decide_anchor(anchored),
            LogEvent::CheckpointWitnessed(_)
            | LogEvent::KeyAnnounced(_)
            | LogEvent::KeyReplaced(_) => Ok(()),
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
            LogEvent::LedgerAnchored(anchored) => {
                let told = Told {
                    entry: place.entry,
                    seq: place.seq,
                    what: anchored.clone(),
                };
                self.anchors
                    .entry(anchored.label.clone())
                    .or_default()
                    .push(told);
            }
            LogEvent::CheckpointWitnessed(_)
            | LogEvent::KeyAnnounced(_)
            | LogEvent::KeyReplaced(_) => {}
        }
    }

    /// What is to be recorded so that whatever is kept of a player or an official
    /// is erased: one event a record that was not erased already, the last of them
    /// where all were. An official has a record for each of his offices.
    ///
    /// # Errors
    /// When nobody has that id, or a player and an official both have it and
    /// `what` says nothing.
    pub fn erasing(
        &self,
        id: &str,
        what: Option<PersonKind>,
        (asked_by, reason): (&ActorId, &str),
    ) -> Result<Vec<PersonErased>, Refusal> {
        let erased =
            |person, player: Option<PlayerId>, official: Option<OfficialId>| PersonErased {
                person,
                player,
                official,
                asked_by: asked_by.clone(),
                reason: reason.to_owned(),
            };
        let player = self.players.get_key_value(id);
        let player = player.filter(|_| what != Some(PersonKind::Official));
        let offices = self.officials.get_key_value(id);
        let offices = offices.filter(|_| what != Some(PersonKind::Player));
        let mut all = Vec::new();
        match (player, offices) {
            (Some(_), Some(_)) => {
                let why = format!("{id} is a player and an official: expected which of the two");
                return Err(Refusal::Contradiction(why));
            }
            (Some((id, player)), None) => {
                all.push(erased(player.registered.person, Some(id.clone()), None));
            }
            (None, Some((id, offices))) => {
                let records = offices.iter().filter_map(|office| office.person);
                all.extend(records.map(|person| erased(person, None, Some(id.clone()))));
            }
            (None, None) => {}
        }
        let last = all.last().cloned();
        all.retain(|event| !self.erased.contains_key(&event.person));
        if all.is_empty() {
            all.extend(last);
        }
        if all.is_empty() {
            return Err(super::decide::unknown("record of a player or official", id));
        }
        Ok(all)
    }

    /// A ledger only grows: so do its checkpoints under one label.
    fn decide_anchor(&self, anchored: &LedgerAnchored) -> Result<(), Refusal> {
        let last = self.anchors.get(&anchored.label).and_then(|all| all.last());
        match last {
            Some(last) if last.what.size >= anchored.size => {
                let why = format!(
                    "the ledger of label {} was anchored with {} entries already: {} come after no more",
                    anchored.label, last.what.size, anchored.size
                );
                Err(Refusal::Contradiction(why))
            }
            _ => Ok(()),
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
