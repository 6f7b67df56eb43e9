//! A store in memory, for tests and for replaying a file without a disk. It
//! keeps the same promises as the store on disk, but for surviving the process.

use crate::{
    OpenError, Opened, Options, ReadError, Store,
    backend::{
        Backend, Found, KeptCheckpoint, KeptPerson, NewEntry, NumberedHead, Part, Place, Write,
        WriteError,
    },
    recovery::State,
    rows,
};
use fupan_domain::ids::{EntryId, LedgerName, Sha256};
use fupan_replay::{
    entry::{Sealed, is_listed},
    proof::tile::WIDTH,
    sequencer::{Admit, Head, StreamHead},
};
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

    /// A ledger that holds entries which were sealed elsewhere, to be read: a
    /// bundle. Whether they hang together is for those who verify.
    ///
    /// # Errors
    /// When the admission can't be made or no thread can be started.
    pub fn holding(
        ledger: LedgerName,
        entries: impl IntoIterator<Item = Sealed>,
        options: Options,
        admission: impl FnOnce(&Opened<'_>) -> Result<Box<dyn Admit<Refusal = R>>, ReadError>,
    ) -> Result<MemoryStore<R>, OpenError> {
        let backend = MemoryBackend::default();
        let unreadable = |WriteError(why)| OpenError::Admission(ReadError(why));
        let state = backend.hold(entries).map_err(unreadable)?;
        Store::start(ledger, backend, state, options, admission)
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
    /// The hashes of each level of tiles.
    hashes: Vec<Vec<Sha256>>,
    checkpoints: BTreeMap<u64, KeptCheckpoint>,
}

impl Kept {
    /// Takes the next entry's hash, and what it completes in the levels above.
    fn push_hash(&mut self, leaf: Sha256) {
        let mut carried = Some(leaf);
        let mut level = 0;
        while let Some(hash) = carried.take() {
            if self.hashes.len() <= level {
                self.hashes.push(Vec::new());
            }
            let row = &mut self.hashes[level];
            row.push(hash);
            let width = usize::from(WIDTH);
            if row.len().is_multiple_of(width) {
                carried = rows::fold(row[row.len() - width..].to_vec());
            }
            level += 1;
        }
    }
}

fn index(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

impl MemoryBackend {
    fn hold(&self, entries: impl IntoIterator<Item = Sealed>) -> Result<State, WriteError> {
        let mut state = State::empty();
        for sealed in entries {
            let number = u32::try_from(state.streams.len()).unwrap_or(u32::MAX);
            let head = StreamHead {
                version: sealed.version,
                hash: sealed.hash,
            };
            let numbered = state
                .streams
                .entry(sealed.stream.clone())
                .or_insert(NumberedHead { number, head });
            numbered.head = head;
            state.head = Head {
                size: state.head.size + 1,
                hash: sealed.hash,
                recorded_at: Some(sealed.recorded_at),
            };
            let place = Place {
                stream: numbered.number,
                version: sealed.version,
            };
            let part = Part { index: 0, of: 1 };
            let entry = NewEntry {
                place,
                part,
                sealed,
            };
            self.write(&Write {
                entries: &[entry],
                streams: &BTreeMap::new(),
                head: state.head,
                erased: &[],
            })?;
        }
        Ok(state)
    }

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

    fn keep_person(&self, person: KeptPerson) -> Result<(), WriteError> {
        let commitment = person.record.commitment();
        let commitment = commitment.map_err(|e| WriteError(e.to_string()))?;
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        kept.people.insert(commitment, person);
        Ok(())
    }

    fn people(&self) -> Result<Vec<(Sha256, KeptPerson)>, ReadError> {
        Ok(self.read(|kept| kept.people.iter().map(|(c, p)| (*c, p.clone())).collect()))
    }

    fn hashes(&self, level: u8, from: u64, to: u64) -> Result<Vec<Sha256>, ReadError> {
        Ok(self.read(|kept| {
            let Some(row) = kept.hashes.get(usize::from(level)) else {
                return Vec::new();
            };
            let to = index(to).min(row.len());
            row[index(from).min(to)..to].to_vec()
        }))
    }

    fn make_hashes(&self, _size: u64) -> Result<(), ReadError> {
        // They are always there.
        Ok(())
    }

    fn settle(&self) -> Result<(), WriteError> {
        Ok(())
    }

    fn checkpoints(&self, from: u64) -> Result<Vec<KeptCheckpoint>, ReadError> {
        Ok(self.read(|kept| {
            let kept = kept.checkpoints.range(from..);
            kept.map(|(_, checkpoint)| checkpoint.clone()).collect()
        }))
    }

    fn keep_checkpoint(
        &self,
        checkpoint: &KeptCheckpoint,
        let_go: &[u64],
    ) -> Result<(), WriteError> {
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        kept.checkpoints.retain(|size, _| !let_go.contains(size));
        kept.checkpoints.insert(checkpoint.size, checkpoint.clone());
        Ok(())
    }

    fn write(&self, write: &Write<'_>) -> Result<(), WriteError> {
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for NewEntry { place, sealed, .. } in write.entries {
            let (seq, place) = (sealed.seq, *place);
            kept.push_hash(sealed.hash);
            kept.places.push(place);
            kept.ids.insert(sealed.id, Found { seq, place });
            if is_listed(&sealed.stream, sealed.type_name, &sealed.bytes) {
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
