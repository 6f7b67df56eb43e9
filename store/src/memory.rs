//! A store in memory, for tests and for replaying a file without a disk. It
//! keeps the same promises as the store on disk, but for surviving the process.

use crate::{
    OpenError, Opened, Options, ReadError, Store,
    backend::{Backend, Found, KeptPerson, NewEntry, Place, Write, WriteError},
    recovery::State,
};
use fupan_domain::ids::{EntryId, LedgerName, Sha256};
use fupan_replay::{entry::is_listed, sequencer::Admit};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, PoisonError, RwLock},
};

/// A ledger in memory.
pub type MemoryStore<R> = Store<MemoryBackend, R>;

impl<R: Send + 'static> MemoryStore<R> {
    /// An empty ledger, with the admission that the closure makes.
    ///
    /// # Errors
    /// When the admission can't be made or no thread can be started.
    pub fn in_memory(
        ledger: LedgerName,
        options: Options,
        admission: impl FnOnce(&Opened<'_>) -> Result<Box<dyn Admit<Refusal = R>>, ReadError>,
    ) -> Result<MemoryStore<R>, OpenError> {
        let backend = MemoryBackend::default();
        Store::start(ledger, backend, State::empty(), options, admission)
    }
}

/// Keeps entries in memory.
#[derive(Debug, Default)]
pub struct MemoryBackend(RwLock<Kept>);

#[derive(Debug, Default)]
struct Kept {
    places: Vec<Place>,
    streams: BTreeMap<u32, Vec<Arc<[u8]>>>,
    ids: HashMap<EntryId, Found>,
    listed: Vec<Found>,
    people: BTreeMap<Sha256, KeptPerson>,
}

fn index(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

impl MemoryBackend {
    fn read<T>(&self, read: impl FnOnce(&Kept) -> T) -> T {
        read(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Backend for MemoryBackend {
    fn places(&self, from: u64, to: u64) -> Result<Vec<Place>, ReadError> {
        Ok(self.read(|kept| {
            let to = index(to).min(kept.places.len());
            let from = index(from).min(to);
            kept.places[from..to].to_vec()
        }))
    }

    fn stream(
        &self,
        number: u32,
        from: u64,
        to: u64,
        limit: usize,
    ) -> Result<Vec<Arc<[u8]>>, ReadError> {
        Ok(self.read(|kept| {
            let Some(entries) = kept.streams.get(&number) else {
                return Vec::new();
            };
            let to = index(to).min(entries.len());
            let from = index(from).min(to);
            entries[from..to].iter().take(limit).cloned().collect()
        }))
    }

    fn find(&self, id: EntryId) -> Result<Option<Found>, ReadError> {
        Ok(self.read(|kept| kept.ids.get(&id).copied()))
    }

    fn listed(&self, from: u64) -> Result<Vec<Found>, ReadError> {
        Ok(self.read(|kept| {
            let first = kept.listed.partition_point(|found| found.seq < from);
            kept.listed[first..].to_vec()
        }))
    }

    fn person(&self, commitment: Sha256) -> Result<Option<KeptPerson>, ReadError> {
        Ok(self.read(|kept| kept.people.get(&commitment).cloned()))
    }

    fn people(&self) -> Result<Vec<(Sha256, KeptPerson)>, ReadError> {
        Ok(self.read(|kept| kept.people.iter().map(|(c, p)| (*c, p.clone())).collect()))
    }

    fn write(&self, write: &Write<'_>) -> Result<(), WriteError> {
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for NewEntry { place, sealed, .. } in write.entries {
            let (seq, place) = (sealed.seq, *place);
            kept.places.push(place);
            kept.ids.insert(sealed.id, Found { seq, place });
            if is_listed(&sealed.stream, sealed.type_name) {
                kept.listed.push(Found { seq, place });
            }
            let stream = kept.streams.entry(place.stream).or_default();
            stream.push(sealed.bytes.clone());
            if let Some(record) = &sealed.person {
                let commitment = record.commitment().map_err(|e| WriteError(e.to_string()))?;
                let record = record.clone();
                kept.people.insert(commitment, KeptPerson { seq, record });
            }
        }
        for commitment in write.erased {
            kept.people.remove(commitment);
        }
        Ok(())
    }
}
