//! A log in memory: sealed entries with what is needed to look them up. For
//! replaying a file of drafts or an export without a store.

use crate::{
    entry::{Sealed, erases},
    person::PersonRecord,
    sequencer::{IndexedLog, ReadError, ReadLog},
};
use fupan_domain::{
    event::Stream,
    ids::{EntryId, Sha256},
};
use std::{collections::BTreeMap, sync::Arc};

/// Entries in the order of their seq.
#[derive(Clone, Debug, Default)]
pub struct MemoryLog {
    entries: Vec<Sealed>,
    by_id: BTreeMap<EntryId, usize>,
    by_stream: BTreeMap<Stream, Vec<usize>>,
    people: BTreeMap<Sha256, PersonRecord>,
}

impl MemoryLog {
    /// Adds an entry.
    pub fn push(&mut self, sealed: Sealed) {
        let index = self.entries.len();
        self.by_id.insert(sealed.id, index);
        self.by_stream
            .entry(sealed.stream.clone())
            .or_default()
            .push(index);
        if let Some(person) = &sealed.person
            && let Ok(commitment) = person.commitment()
        {
            self.people.insert(commitment, person.clone());
        }
        if let Some(commitment) = erases(&sealed.stream, sealed.type_name, &sealed.bytes) {
            self.people.remove(&commitment);
        }
        self.entries.push(sealed);
    }

    /// All entries.
    pub fn entries(&self) -> &[Sealed] {
        &self.entries
    }

    /// A stream's entries, in order.
    pub fn stream(&self, stream: &Stream) -> impl Iterator<Item = &Sealed> {
        let indices = self
            .by_stream
            .get(stream)
            .map(Vec::as_slice)
            .unwrap_or_default();
        indices.iter().filter_map(|index| self.entries.get(*index))
    }

    /// All streams that have entries.
    pub fn streams(&self) -> impl Iterator<Item = &Stream> {
        self.by_stream.keys()
    }

    /// The people to whom entries commit.
    pub fn people(&self) -> &BTreeMap<Sha256, PersonRecord> {
        &self.people
    }
}

impl IndexedLog for MemoryLog {
    fn entry_at(&self, seq: u64) -> Result<Option<Arc<[u8]>>, ReadError> {
        let index = usize::try_from(seq).unwrap_or(usize::MAX);
        Ok(self.entries.get(index).map(|s| s.bytes.clone()))
    }
}

impl ReadLog for MemoryLog {
    fn entry_by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        let index = self.by_id.get(&id);
        Ok(index
            .and_then(|index| self.entries.get(*index))
            .map(|s| s.bytes.clone()))
    }

    fn stream_entries(&self, stream: &Stream, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let entries = self.stream(stream).filter(|s| s.version >= from);
        Ok(entries.map(|s| s.bytes.clone()).collect())
    }

    fn common_entries(&self) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let common = self.entries.iter().filter(|s| s.is_common());
        Ok(common.map(|s| s.bytes.clone()).collect())
    }

    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError> {
        Ok(self.people.get(&commitment).cloned())
    }
}
