//! What was admitted but is not durable yet: the entries of the group being
//! gathered. The admission sees them, readers don't.

use crate::{
    ReadError,
    backend::{Backend, NewEntry, NumberedHead, Part, Place},
    foreign::Following,
    read::Shared,
};
use fupan_domain::{
    event::Stream,
    ids::{EntryId, Sha256},
};
use fupan_replay::{
    entry::{Sealed, erases},
    person::PersonRecord,
    sequencer::{Head, ReadLog, StreamHead},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

/// The entries of a group, on top of what is durable.
pub(crate) struct Staged<'a, B> {
    log: &'a Shared<B>,
    pub entries: Vec<NewEntry>,
    pub streams: BTreeMap<Stream, NumberedHead>,
    pub head: Head,
    pub erased: BTreeSet<Sha256>,
    ids: HashMap<EntryId, usize>,
    people: BTreeMap<Sha256, PersonRecord>,
    next_number: u32,
}

impl<'a, B: Backend> Staged<'a, B> {
    pub fn new(log: &'a Shared<B>) -> Staged<'a, B> {
        let durable = log.durable();
        Staged {
            log,
            entries: Vec::new(),
            streams: BTreeMap::new(),
            head: durable.head,
            erased: BTreeSet::new(),
            ids: HashMap::new(),
            people: BTreeMap::new(),
            // A store holds millions of entries at most, so streams don't run out of numbers.
            next_number: u32::try_from(durable.streams.len()).unwrap_or(u32::MAX),
        }
    }

    /// What the next entry from elsewhere has to follow.
    pub fn following(&self) -> Following<'a> {
        Following {
            ledger: self.log.recorded_as(),
            head: self.head,
            streams: BTreeMap::new(),
        }
    }

    /// Where a stream stands.
    pub fn stream_head(&self, stream: &Stream) -> Option<StreamHead> {
        let staged = self.streams.get(stream).copied();
        let numbered = staged.or_else(|| self.log.numbered(stream));
        numbered.map(|numbered| numbered.head)
    }

    /// Takes in an entry that was admitted.
    ///
    /// # Errors
    /// When it does not continue what is there: the admission is at fault.
    pub fn push(&mut self, sealed: Sealed, part: Part) -> Result<(), String> {
        let before = self
            .streams
            .get(&sealed.stream)
            .copied()
            .or_else(|| self.log.numbered(&sealed.stream));
        let version = before.map_or(0, |numbered| numbered.head.version + 1);
        if (sealed.seq, sealed.version) != (self.head.size, version) {
            return Err(format!(
                "the admission gave seq {} and version {} of {}, where {} and {version} come next",
                sealed.seq, sealed.version, sealed.stream, self.head.size
            ));
        }
        let number = before.map_or(self.next_number, |numbered| numbered.number);
        if before.is_none() {
            self.next_number = number
                .checked_add(1)
                .ok_or("a ledger can't have more streams")?;
        }
        if let Some(record) = &sealed.person {
            let commitment = record.commitment().map_err(|e| e.to_string())?;
            self.erased.remove(&commitment);
            self.people.insert(commitment, record.clone());
        }
        if let Some(commitment) = erases(&sealed.stream, sealed.type_name, &sealed.bytes) {
            self.people.remove(&commitment);
            self.erased.insert(commitment);
        }
        let head = StreamHead {
            version,
            hash: sealed.hash,
        };
        self.streams
            .insert(sealed.stream.clone(), NumberedHead { number, head });
        self.head = Head {
            size: sealed.seq + 1,
            hash: sealed.hash,
            recorded_at: Some(sealed.recorded_at),
        };
        self.ids.insert(sealed.id, self.entries.len());
        let stream = number;
        self.entries.push(NewEntry {
            place: Place { stream, version },
            part,
            sealed,
        });
        Ok(())
    }

    /// Erases the record of a person; answers whether there was one.
    pub fn erase(&mut self, commitment: Sha256) -> Result<bool, ReadError> {
        let there = ReadLog::person(self, commitment)?.is_some();
        if there {
            self.people.remove(&commitment);
            self.erased.insert(commitment);
        }
        Ok(there)
    }
}

impl<B: Backend> ReadLog for Staged<'_, B> {
    fn entry_by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        match self.ids.get(&id).and_then(|index| self.entries.get(*index)) {
            Some(entry) => Ok(Some(entry.sealed.bytes.clone())),
            None => self.log.by_id(id),
        }
    }

    fn stream_entries(&self, stream: &Stream, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let mut entries = self.log.stream(stream, from, usize::MAX)?;
        if let Some(numbered) = self.streams.get(stream) {
            let of_stream = self.entries.iter().filter(|entry| {
                entry.place.stream == numbered.number && entry.place.version >= from
            });
            entries.extend(of_stream.map(|entry| entry.sealed.bytes.clone()));
        }
        Ok(entries)
    }

    fn common_entries(&self) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let mut entries = self.log.common_entries(0)?;
        let common = self.entries.iter().filter(|entry| entry.sealed.is_common());
        entries.extend(common.map(|entry| entry.sealed.bytes.clone()));
        Ok(entries)
    }

    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError> {
        if self.erased.contains(&commitment) {
            return Ok(None);
        }
        match self.people.get(&commitment) {
            Some(record) => Ok(Some(record.clone())),
            None => self.log.person(commitment),
        }
    }
}
