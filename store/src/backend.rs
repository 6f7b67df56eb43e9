//! What a store's entries are kept in: a few reads by key, and one write that
//! is atomic and durable. The order of writes, the queue, the admission and all
//! rules of visibility are above it, in `store`.

use crate::ReadError;
use fupan_domain::{
    event::Stream,
    ids::{EntryId, Sha256},
};
use fupan_replay::{
    entry::Sealed,
    person::PersonRecord,
    sequencer::{Head, StreamHead},
};
use std::{collections::BTreeMap, sync::Arc};

/// Where an entry is kept: streams have numbers, in the order in which they
/// came, and their entries lie side by side, so that a game is read at one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of its stream.
    pub stream: u32,
    /// Its version in it.
    pub version: u64,
}

/// Where a stream stands, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedHead {
    /// The stream's number.
    pub number: u32,
    /// Where it stands.
    pub head: StreamHead,
}

/// An entry that was found, by its id or as one that bears on more than its own game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its place in the ledger.
    pub seq: u64,
    /// Where it is kept.
    pub place: Place,
}

/// A record of a person, with the entry that commits to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPerson {
    /// The seq of the entry.
    pub seq: u64,
    /// The record.
    pub record: PersonRecord,
}

/// Which part of a batch an entry is: batches are stored whole or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its place among the new entries of the batch, from 0.
    pub index: u32,
    /// How many new entries the batch has.
    pub of: u32,
}

/// A new entry, and where it goes.
#[derive(Clone, Debug)]
pub struct NewEntry {
    /// Where it is kept.
    pub place: Place,
    /// Which part of its batch it is.
    pub part: Part,
    /// The entry.
    pub sealed: Sealed,
}

/// What is written together.
#[derive(Debug)]
pub struct Write<'a> {
    /// The new entries, in order.
    pub entries: &'a [NewEntry],
    /// The heads of the streams that have new entries.
    pub streams: &'a BTreeMap<Stream, NumberedHead>,
    /// The ledger's head after it.
    pub head: Head,
    /// The people whose records go.
    pub erased: &'a [Sha256],
}

/// Why a write did not become durable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

/// A signed checkpoint as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCheckpoint {
    /// How many entries it covers.
    pub size: u64,
    /// Why it is kept.
    pub why: KeptFor,
    /// The signed note.
    pub note: Vec<u8>,
}

/// Why a checkpoint is kept when a later one is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeptFor {
    /// For nothing: it goes with the next one.
    Now,
    /// It has witnesses: it goes with the next one that has.
    Witnesses,
    /// It is the first that covers a ruling, a decision or the end of a round: it stays.
    Decision,
}

/// What keeps the entries of a ledger. Reads may run beside a write and may
/// then see parts of it: whoever reads checks seq and version against what is
/// known to be durable.
pub trait Backend: Send + Sync + 'static {
    /// Where the entries from `from` to before `to` are kept, in order.
    ///
    /// # Errors
    /// When the keeper can't be read.
    fn places(&self, from: u64, to: u64) -> Result<Vec<Place>, ReadError>;

    /// Up to `limit` entries of a stream from version `from` to before `to`.
    ///
    /// # Errors
    /// When the keeper can't be read.
    fn stream(
        &self,
        number: u32,
        from: u64,
        to: u64,
        limit: usize,
    ) -> Result<Vec<Arc<[u8]>>, ReadError>;

    /// The entry with that id.
    ///
    /// # Errors
    /// When the keeper can't be read.
    fn find(&self, id: EntryId) -> Result<Option<Found>, ReadError>;

    /// Where the entries from `from` on are kept that bear on more than their own
    /// game though most of their stream do not (see [`fupan_replay::entry::is_listed`]),
    /// in order.
    ///
    /// # Errors
    /// When the keeper can't be read.
    fn listed(&self, from: u64) -> Result<Vec<Found>, ReadError>;

    /// The record of a person.
    ///
    /// # Errors
    /// When the keeper can't be read.
    fn person(&self, commitment: Sha256) -> Result<Option<KeptPerson>, ReadError>;

    /// Keeps the record of a person beside those that are there; durable on return.
    ///
    /// # Errors
    /// When it can't be written.
    fn keep_person(&self, person: KeptPerson) -> Result<(), WriteError>;

    /// All records of people.
    ///
    /// # Errors
    /// When the keeper can't be read.
    fn people(&self) -> Result<Vec<(Sha256, KeptPerson)>, ReadError>;

    /// Hashes of a level of tiles (C2SP tlog-tiles) by their places in it, as far
    /// as they are there: level 0 has the entries' own, each further level the
    /// roots over 256 of the one below. They may lag behind what was written;
    /// [`Backend::settle`] waits for them.
    ///
    /// # Errors
    /// When the keeper can't be read.
    fn hashes(&self, level: u8, from: u64, to: u64) -> Result<Vec<Sha256>, ReadError>;

    /// Makes the hashes above the entries anew from the entries.
    ///
    /// # Errors
    /// When the keeper can't be read or written.
    fn make_hashes(&self, size: u64) -> Result<(), ReadError>;

    /// Waits until all that is found by index or tree is there for what was written.
    ///
    /// # Errors
    /// When it can't be written.
    fn settle(&self) -> Result<(), WriteError>;

    /// The signed checkpoints that are kept, of a size from `from` on, in order.
    ///
    /// # Errors
    /// When the keeper can't be read.
    fn checkpoints(&self, from: u64) -> Result<Vec<KeptCheckpoint>, ReadError>;

    /// Keeps a signed checkpoint, in the place of one of the same size, and lets
    /// go of those of other sizes; durable on return.
    ///
    /// # Errors
    /// When it is not known to be durable.
    fn keep_checkpoint(
        &self,
        checkpoint: &KeptCheckpoint,
        let_go: &[u64],
    ) -> Result<(), WriteError>;

    /// How many bytes are free where it keeps entries, and how many must be for more
    /// to be written, where there are too few.
    fn short_of(&self) -> Option<(u64, u64)> {
        None
    }

    /// Writes each batch whole or not at all, and returns when all are durable.
    /// After an error they may have been written or not, and it is not called again.
    ///
    /// # Errors
    /// When it is not known to be durable.
    fn write(&self, write: &Write<'_>) -> Result<(), WriteError>;
}
