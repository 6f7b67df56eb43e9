//! Entries of stream `log`, which the program records of the ledger itself:
//! whether they can be a record. Signatures in them are checked by whoever seals
//! entries, since keys are none of this crate's business.

use super::{Place, TournamentState};
use crate::{
    event::LogEvent,
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
            _ => Ok(()),
        }
    }
}
