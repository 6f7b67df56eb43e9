//! A store's log up to an entry: what was known then, whatever comes after it
//! meanwhile.

use crate::{EventStore, ReadError};
use fupan_domain::{
    event::Stream,
    ids::{EntryId, Sha256},
};
use fupan_replay::{
    fold::FoldEntry,
    person::PersonRecord,
    sequencer::{IndexedLog, ReadLog},
};
use std::sync::Arc;

/// A log up to an entry.
pub(crate) struct AsKnown<'a, R> {
    store: &'a dyn EventStore<R>,
    last: u64,
}

impl<'a, R> AsKnown<'a, R> {
    /// The log up to the entry of seq `last`.
    pub fn new(store: &'a dyn EventStore<R>, last: u64) -> AsKnown<'a, R> {
        AsKnown { store, last }
    }

    fn knows(&self, bytes: &[u8]) -> Result<bool, ReadError> {
        let entry = FoldEntry::read(bytes).map_err(|e| ReadError(e.to_string()))?;
        Ok(entry.seq <= self.last)
    }

    /// Entries in the order of seq, without those that came later.
    fn known(&self, mut entries: Vec<Arc<[u8]>>) -> Result<Vec<Arc<[u8]>>, ReadError> {
        while let Some(last) = entries.last() {
            if self.knows(last)? {
                break;
            }
            entries.pop();
        }
        Ok(entries)
    }
}

impl<R> ReadLog for AsKnown<'_, R> {
    fn entry_by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        let Some(bytes) = self.store.by_id(id)? else {
            return Ok(None);
        };
        Ok(self.knows(&bytes)?.then_some(bytes))
    }

    fn stream_entries(&self, stream: &Stream, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.known(self.store.stream(stream, from, usize::MAX)?)
    }

    fn common_entries(&self) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.known(self.store.common_entries(0)?)
    }

    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError> {
        self.store.person(commitment)
    }
}

impl<R> IndexedLog for AsKnown<'_, R> {
    fn entry_at(&self, seq: u64) -> Result<Option<Arc<[u8]>>, ReadError> {
        if seq > self.last {
            return Ok(None);
        }
        self.store.entry(seq)
    }
}
