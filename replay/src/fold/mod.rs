//! From entries to state: what a ledger's bytes say of the tournament and of
//! each game. Bytes that are no entry, or an entry of an unknown type, are
//! passed over here and named by the audit.

pub mod game;
pub mod history;

pub use game::fold_game;
pub use history::{Step, StepEvent, TournamentHistory};

use crate::{
    entry::{self, Sealed},
    person::PersonRecord,
};
use fupan_domain::{
    Timestamp,
    event::{Event, EventError, Stream},
    ids::{ActorId, EntryId, Sha256},
};
use serde::Deserialize;
use serde_json::value::RawValue;

/// What folding needs of an entry, borrowing from its bytes. Hashes are for
/// those who verify.
#[derive(Clone, Debug, Deserialize)]
pub struct FoldEntry<'a> {
    /// Who is named as its author.
    pub actor: &'a str,
    /// When it happened.
    pub at: Timestamp,
    /// The event's data.
    #[serde(borrow)]
    pub data: &'a RawValue,
    /// Its id.
    pub id: EntryId,
    /// When it was accepted.
    pub recorded_at: Timestamp,
    /// Its place in the ledger.
    pub seq: u64,
    /// Its stream.
    pub stream: &'a str,
    /// The event's type.
    #[serde(rename = "type")]
    pub type_name: &'a str,
    /// Its place in its stream.
    pub version: u64,
}

/// Why an entry can't be folded.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// The bytes are no entry.
    #[error("not an entry: {0}")]
    Entry(#[from] serde_json::Error),
    /// The stream's name is none.
    #[error(transparent)]
    Stream(#[from] fupan_domain::event::NotAStream),
    /// The author's name is none.
    #[error(transparent)]
    Actor(#[from] fupan_domain::ids::NotASlug),
    /// The data fits no event.
    #[error(transparent)]
    Event(#[from] EventError),
}

impl<'a> FoldEntry<'a> {
    /// Reads an entry's bytes.
    ///
    /// # Errors
    /// When they are no entry.
    pub fn read(bytes: &'a [u8]) -> Result<FoldEntry<'a>, FoldError> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// The stream.
    ///
    /// # Errors
    /// When its name is none.
    pub fn stream(&self) -> Result<Stream, FoldError> {
        Ok(self.stream.parse()?)
    }

    /// The author.
    ///
    /// # Errors
    /// When the name is no id.
    pub fn actor(&self) -> Result<ActorId, FoldError> {
        Ok(self.actor.parse()?)
    }

    /// The event.
    ///
    /// # Errors
    /// When the data fits none.
    pub fn event(&self, stream: &Stream) -> Result<Event, FoldError> {
        Ok(Event::parse(
            stream.kind(),
            self.type_name,
            self.data.get(),
        )?)
    }
}

/// An entry's bytes as those of one that was just sealed, so that they can be
/// looked up like those. `person`: the record to which they commit, by its hash.
///
/// # Errors
/// When they are no entry of a type that is known.
pub fn sealed(
    bytes: &std::sync::Arc<[u8]>,
    person: impl FnOnce(Sha256) -> Option<PersonRecord>,
) -> Result<Sealed, FoldError> {
    let entry = FoldEntry::read(bytes)?;
    let stream = entry.stream()?;
    let event = entry.event(&stream)?;
    let commitment = event.commits_to();
    Ok(Sealed {
        seq: entry.seq,
        version: entry.version,
        type_name: event.type_name(),
        id: entry.id,
        recorded_at: entry.recorded_at,
        hash: entry::hash(bytes),
        person: commitment.and_then(person),
        stream,
        bytes: std::sync::Arc::clone(bytes),
    })
}

/// The last entry on which a view rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct At {
    /// Its place in the ledger.
    pub seq: u64,
    /// Its place in its stream.
    pub version: u64,
    /// Its hash.
    pub hash: Sha256,
}
