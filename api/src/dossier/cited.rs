//! An entry as a dossier cites it: what it says, its place, its hash and its
//! very bytes.

use fupan_domain::{
    Timestamp,
    event::{Event, Stream},
    ids::{ActorId, EntryId, Sha256},
};
use fupan_replay::{
    entry,
    fold::{FoldEntry, FoldError},
};
use std::sync::Arc;

/// A cited entry.
#[derive(Clone, Debug)]
pub struct Cited {
    /// Its place in the ledger.
    pub seq: u64,
    /// Its id.
    pub id: EntryId,
    /// Its stream.
    pub stream: Stream,
    /// Its place in its stream.
    pub version: u64,
    /// When it happened.
    pub at: Timestamp,
    /// When it was accepted.
    pub recorded_at: Timestamp,
    /// Who is named as its author.
    pub actor: ActorId,
    /// What it says.
    pub event: Event,
    /// Its hash.
    pub hash: Sha256,
    /// Its bytes, as hashed.
    pub bytes: Arc<[u8]>,
}

impl Cited {
    /// Reads an entry's bytes.
    ///
    /// # Errors
    /// When they are no entry, or its data fits no event.
    pub fn read(bytes: &Arc<[u8]>) -> Result<Cited, FoldError> {
        let read = FoldEntry::read(bytes)?;
        let stream = read.stream()?;
        Ok(Cited {
            seq: read.seq,
            id: read.id,
            version: read.version,
            at: read.at,
            recorded_at: read.recorded_at,
            actor: read.actor()?,
            event: read.event(&stream)?,
            stream,
            hash: entry::hash(bytes),
            bytes: Arc::clone(bytes),
        })
    }
}
