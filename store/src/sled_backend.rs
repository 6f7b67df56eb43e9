//! Entries in sled, made durable. Sled's own `flush` ends in `sync_file_range`,
//! which empties no disk's cache and journals no length, so each write is
//! followed by an `fdatasync` of sled's file through a handle of our own.
//! `docs/store.md` has the measurements.

use crate::{
    ReadError,
    append::panic_text,
    backend::{Backend, Found, KeptPerson, NumberedHead, Place, Write, WriteError},
    folder::Folder,
    keys::{self, BLOCK_PLACES, PIECE_BYTES},
    recovery::{Dropped, Fault, State},
};
use fupan_domain::{
    event::Stream,
    ids::{EntryId, Sha256},
};
use fupan_replay::{
    entry::{self, Entry},
    sequencer::StreamHead,
};
use std::{
    collections::BTreeMap,
    fs::{File, TryLockError},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Duration,
};

/// Keeps entries in a folder.
#[derive(Debug)]
pub struct SledBackend {
    // In this order they are let go: the lock on the folder last.
    db: GuardedDb,
    file: File,
    folder: Folder,
    syncs: bool,
}

/// How long a closing store waits for sled's threads to let go of its file.
const CLOSE_WAIT: Duration = Duration::from_secs(5);

/// Sled, let go with care.
#[derive(Debug)]
struct GuardedDb(Option<sled::Db>);

impl GuardedDb {
    fn get(&self) -> sled::Result<&sled::Db> {
        let closed = || sled::Error::Unsupported("the store is closed".to_owned());
        self.0.as_ref().ok_or_else(closed)
    }
}

/// Sled syncs its file when it is let go, and panics if that fails; where it
/// failed before, everything that counts was told already. And a thread of its
/// pool may hold the file, with its lock, a moment longer.
impl Drop for SledBackend {
    fn drop(&mut self) {
        let db = self.db.0.take();
        let _closed = catch_unwind(AssertUnwindSafe(move || drop(db)));
        let step = Duration::from_millis(1);
        let mut waited = Duration::ZERO;
        while matches!(self.file.try_lock(), Err(TryLockError::WouldBlock)) && waited < CLOSE_WAIT {
            thread::sleep(step);
            waited += step;
        }
        self.folder.sync_note();
    }
}

/// Runs sled and turns its panics, which it has for broken files, into errors.
pub(crate) fn guarded<T>(run: impl FnOnce() -> sled::Result<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.to_string()),
        Err(panic) => Err(format!("sled {}", panic_text(panic.as_ref()))),
    }
}

fn reading<T>(run: impl FnOnce() -> sled::Result<T>) -> Result<T, ReadError> {
    guarded(run).map_err(ReadError)
}

fn bad_record(key: &[u8]) -> ReadError {
    let key = hex::encode(key);
    ReadError(Fault::Record { key }.to_string())
}

impl SledBackend {
    pub(crate) fn new(db: sled::Db, file: File, folder: Folder, syncs: bool) -> SledBackend {
        SledBackend {
            db: GuardedDb(Some(db)),
            file,
            folder,
            syncs,
        }
    }

    fn range<K: AsRef<[u8]>>(
        &self,
        keys: impl std::ops::RangeBounds<K>,
    ) -> Result<sled::Iter, ReadError> {
        reading(|| Ok(self.db.get()?.range(keys)))
    }

    /// Writes a batch whole, and returns when it is durable.
    fn apply(&self, batch: sled::Batch) -> Result<(), String> {
        guarded(|| {
            let db = self.db.get()?;
            db.apply_batch(batch)?;
            db.flush()
        })?;
        if self.syncs {
            let synced = self.file.sync_data();
            synced.map_err(|e| format!("the disk can't be synced: {e}"))?;
        }
        Ok(())
    }

    /// The keys and values of a write.
    fn batch(&self, write: &Write<'_>) -> Result<sled::Batch, WriteError> {
        let mut batch = sled::Batch::default();
        for (place, sealed) in write.entries {
            insert_entry(&mut batch, *place, &sealed.bytes);
            let (seq, place) = (sealed.seq, *place);
            let found = keys::found_value(Found { seq, place });
            batch.insert(&keys::id(sealed.id), &found);
            if let Some(record) = &sealed.person {
                let json = |e: serde_json::Error| WriteError(e.to_string());
                let mut value = seq.to_be_bytes().to_vec();
                value.extend(serde_json::to_vec(record).map_err(json)?);
                let commitment = record.commitment().map_err(json)?;
                batch.insert(&keys::person(commitment)[..], value);
            }
        }
        self.insert_places(&mut batch, write)?;
        for (stream, numbered) in write.streams {
            let key = keys::stream(numbered.number);
            batch.insert(&key, keys::stream_value(stream, numbered.head));
        }
        for commitment in write.erased {
            batch.remove(&keys::person(*commitment)[..]);
        }
        batch.insert(&keys::HEAD, &keys::head_value(write.head)[..]);
        Ok(batch)
    }

    fn insert_places(&self, batch: &mut sled::Batch, write: &Write<'_>) -> Result<(), WriteError> {
        let mut block: Vec<u8> = Vec::new();
        for (index, (place, sealed)) in write.entries.iter().enumerate() {
            let in_block = sealed.seq % BLOCK_PLACES;
            if index == 0 && in_block > 0 {
                let earlier = self
                    .places(sealed.seq - in_block, sealed.seq)
                    .map_err(|e| WriteError(e.to_string()))?;
                block.extend(earlier.into_iter().flat_map(keys::place_value));
            }
            block.extend(keys::place_value(*place));
            if in_block + 1 == BLOCK_PLACES || index + 1 == write.entries.len() {
                batch.insert(&keys::places(sealed.seq), std::mem::take(&mut block));
            }
        }
        Ok(())
    }

    /// What the tree holds, after letting go of what lies past the head.
    pub(crate) fn state(&self) -> Result<State, Fault> {
        let mut state = State::empty();
        let read = |key: &[u8]| reading(|| self.db.get()?.get(key));
        if let Some(value) = read(&keys::HEAD)? {
            let key = hex::encode(keys::HEAD);
            state.head = keys::read_head(&value).ok_or(Fault::Record { key })?;
        }
        for pair in self.range(keys::ALL_STREAMS)? {
            let (key, value) = reading(|| pair)?;
            let (stream, numbered) = keys::read_stream(&key, &value).ok_or_else(|| {
                let key = hex::encode(&key);
                Fault::Record { key }
            })?;
            state.streams.insert(stream, numbered);
        }
        let size = state.head.size;
        let past = self.past_head(size)?;
        let entries = u64::try_from(past.len()).unwrap_or(u64::MAX);
        match self.folder.noted() {
            // Sled takes damage in the middle of its file for the end of it.
            Some((before, _)) if before > size => return Err(Fault::Shrunk { size, before }),
            Some((first, noted)) if first == size && noted > 0 && past.is_empty() => {
                let entries = noted;
                state.dropped.push(Dropped::Unwritten { first, entries });
            }
            Some((first, noted)) if first == size && entries > 0 && entries <= noted => {
                self.let_go(&mut state, &past)?;
                state.dropped.push(Dropped::PastHead { first, entries });
            }
            // Nothing but a group that is known to be unfinished is ever taken out.
            _ if entries > 0 => return Err(Fault::PastHead { size, entries }),
            _ => {}
        }
        Ok(state)
    }

    /// The places of entries past the head. A batch of sled is atomic, so there
    /// should be none; should sled ever break that word, this is what is left.
    fn past_head(&self, size: u64) -> Result<Vec<Place>, ReadError> {
        let mut past = Vec::new();
        for pair in self.range(keys::places(size)..keys::places(u64::MAX))? {
            let (key, value) = reading(|| pair)?;
            let block = keys::read_places(&value).ok_or_else(|| bad_record(&key))?;
            let whole = key[..] == keys::places(size);
            let skip = if whole { size % BLOCK_PLACES } else { 0 };
            past.extend(block.into_iter().skip(usize::try_from(skip).unwrap_or(0)));
        }
        Ok(past)
    }

    /// Takes out entries past the head, with all that points to them, and puts
    /// their streams' heads back.
    fn let_go(&self, state: &mut State, past: &[Place]) -> Result<(), Fault> {
        let size = state.head.size;
        let mut batch = sled::Batch::default();
        let mut first_past: BTreeMap<u32, u64> = BTreeMap::new();
        for place in past {
            let first = first_past.entry(place.stream).or_insert(place.version);
            *first = place.version.min(*first);
            let Some(bytes) = self.stream(place.stream, place.version, u64::MAX, 1)?.pop() else {
                continue;
            };
            for key in pieces(*place, &bytes).map(|(key, _)| key) {
                batch.remove(key);
            }
            if let Ok(read) = Entry::read(&bytes) {
                batch.remove(&keys::id(read.id));
            }
        }
        for pair in self.range(keys::places(size)..keys::places(u64::MAX))? {
            let (key, value) = reading(|| pair)?;
            let keep = usize::try_from(size % BLOCK_PLACES).unwrap_or(0);
            let block = keys::read_places(&value).ok_or_else(|| bad_record(&key))?;
            if key[..] == keys::places(size) && keep > 0 {
                let kept = block.into_iter().take(keep).flat_map(keys::place_value);
                batch.insert(key, kept.collect::<Vec<u8>>());
            } else {
                batch.remove(key);
            }
        }
        for (commitment, kept) in self.people()? {
            if kept.seq >= size {
                batch.remove(&keys::person(commitment)[..]);
            }
        }
        self.put_heads_back(state, &first_past, &mut batch)?;
        self.apply(batch).map_err(ReadError)?;
        Ok(())
    }

    fn put_heads_back(
        &self,
        state: &mut State,
        first_past: &BTreeMap<u32, u64>,
        batch: &mut sled::Batch,
    ) -> Result<(), Fault> {
        let mut gone: Vec<Stream> = Vec::new();
        for (stream, numbered) in &mut state.streams {
            let NumberedHead { number, head } = *numbered;
            let Some(first) = first_past.get(&number).filter(|v| **v <= head.version) else {
                continue;
            };
            let before = match first.checked_sub(1) {
                Some(version) => {
                    let bytes = self.stream(number, version, *first, 1)?.pop();
                    bytes.map(|b| StreamHead {
                        version,
                        hash: entry::hash(&b),
                    })
                }
                None => None,
            };
            if let Some(head) = before {
                numbered.head = head;
                batch.insert(&keys::stream(number), keys::stream_value(stream, head));
            } else {
                batch.remove(&keys::stream(number));
                gone.push(stream.clone());
            }
        }
        for stream in gone {
            state.streams.remove(&stream);
        }
        Ok(())
    }
}

/// The keys and values of an entry: one, or several where it is long.
fn pieces(place: Place, bytes: &[u8]) -> impl Iterator<Item = (Vec<u8>, &[u8])> {
    let numbered = (0_u8..).zip(bytes.chunks(PIECE_BYTES));
    numbered.map(move |(number, piece)| match number {
        0 => (keys::entry(place).to_vec(), piece),
        _ => (keys::piece(place, number).to_vec(), piece),
    })
}

fn insert_entry(batch: &mut sled::Batch, place: Place, bytes: &Arc<[u8]>) {
    if bytes.len() < PIECE_BYTES {
        batch.insert(&keys::entry(place), &bytes[..]);
        return;
    }
    for (key, piece) in pieces(place, bytes) {
        batch.insert(key, piece);
    }
    // An entry whose last piece is full is known to end by there being no further piece.
}

impl Backend for SledBackend {
    fn places(&self, from: u64, to: u64) -> Result<Vec<Place>, ReadError> {
        let Some(last) = to.checked_sub(1).filter(|last| *last >= from) else {
            return Ok(Vec::new());
        };
        let mut places = Vec::new();
        let start = from - from % BLOCK_PLACES;
        let mut next = start;
        for pair in self.range(keys::places(from)..=keys::places(last))? {
            let (key, value) = reading(|| pair)?;
            if key[..] != keys::places(next) {
                break;
            }
            places.extend(keys::read_places(&value).ok_or_else(|| bad_record(&key))?);
            next += BLOCK_PLACES;
        }
        let index = |seq: u64| usize::try_from(seq - start).unwrap_or(usize::MAX);
        places.truncate(index(to));
        places.drain(..index(from).min(places.len()));
        Ok(places)
    }

    fn stream(
        &self,
        number: u32,
        from: u64,
        to: u64,
        limit: usize,
    ) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let place = |version| Place {
            stream: number,
            version,
        };
        let start = keys::entry(place(from));
        if limit == 1 && from < to {
            match reading(|| self.db.get()?.get(start))? {
                Some(value) if value.len() < PIECE_BYTES => return Ok(vec![Arc::from(&value[..])]),
                Some(_) => {}
                None => return Ok(Vec::new()),
            }
        }
        let mut entries: Vec<Arc<[u8]>> = Vec::new();
        for pair in self.range(start..keys::entry(place(to.max(from))))? {
            let (key, value) = reading(|| pair)?;
            let (version, first) = keys::version(&key).ok_or_else(|| bad_record(&key))?;
            if first {
                let expected = from + u64::try_from(entries.len()).unwrap_or(u64::MAX);
                if entries.len() == limit || version != expected {
                    break;
                }
                entries.push(Arc::from(&value[..]));
            } else if let Some(last) = entries.pop() {
                entries.push([&last[..], &value[..]].concat().into());
            }
        }
        Ok(entries)
    }

    fn find(&self, id: EntryId) -> Result<Option<Found>, ReadError> {
        let key = keys::id(id);
        let value = reading(|| self.db.get()?.get(key))?;
        value
            .map(|value| keys::read_found(&value).ok_or_else(|| bad_record(&key)))
            .transpose()
    }

    fn person(&self, commitment: Sha256) -> Result<Option<KeptPerson>, ReadError> {
        let key = keys::person(commitment);
        let value = reading(|| self.db.get()?.get(key))?;
        value.map(|value| read_person(&key, &value)).transpose()
    }

    fn people(&self) -> Result<Vec<(Sha256, KeptPerson)>, ReadError> {
        let pairs = self.range(keys::ALL_PEOPLE)?;
        let read = pairs.map(|pair| {
            let (key, value) = reading(|| pair)?;
            let commitment = keys::commitment(&key).ok_or_else(|| bad_record(&key))?;
            Ok((commitment, read_person(&key, &value)?))
        });
        read.collect()
    }

    fn write(&self, write: &Write<'_>) -> Result<(), WriteError> {
        let entries = u64::try_from(write.entries.len()).unwrap_or(u64::MAX);
        let before = write.head.size.saturating_sub(entries);
        let batch = self.batch(write)?;
        self.folder.note(before, entries);
        self.apply(batch).map_err(WriteError)?;
        self.folder.note(write.head.size, 0);
        Ok(())
    }
}

fn read_person(key: &[u8], value: &[u8]) -> Result<KeptPerson, ReadError> {
    let (seq, record) = value.split_first_chunk().ok_or_else(|| bad_record(key))?;
    Ok(KeptPerson {
        seq: u64::from_be_bytes(*seq),
        record: serde_json::from_slice(record).map_err(|_| bad_record(key))?,
    })
}
