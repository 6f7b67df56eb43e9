//! The tree of a ledger in sled: reading it, making what was put into it
//! durable, and the list of what is durable but not indexed yet. Who writes what
//! when is in `sled_backend`.

use crate::{
    Options, ReadError,
    append::panic_text,
    backend::{Found, KeptCheckpoint, Place},
    folder::Folder,
    keys::{self, BLOCK_PLACES, Preface},
    layout::{self, Listed},
    recovery::Fault,
    rows::Edge,
};
use fupan_domain::ids::EntryId;
use std::{
    collections::{HashMap, VecDeque},
    fs::{File, TryLockError},
    ops::RangeBounds,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// How long a closing store waits for sled's threads to let go of its file.
const CLOSE_WAIT: Duration = Duration::from_secs(5);
/// How many entries are indexed at once.
const INDEX_ENTRIES: usize = 1024;

/// How long a segment of sled's file is. When sled begins a segment, it notes in
/// it up to where the file is sound, and counts as sound what was merely written.
/// If that note outlives a power cut and a part of what it counts does not, sled
/// finds its file broken. So there must be a sync of ours before a second segment
/// is begun: what is unsynced must stay below a segment. With sled's own 512 KiB, 4
/// of 100 torn cuts of a writer of large batches left a store that would not open.
pub(crate) const SEGMENT_BYTES: usize = 4 << 20;
/// How much may be put between two syncs. Sled writes five times as much, since it
/// writes a page of 16 values anew at every tenth change and when it splits;
/// twenty times at worst, while it moves pages out of segments that are to be freed.
const UNSYNCED_MAX: usize = 96 << 10;
/// What a key costs beside its value.
const KEY_WEIGHT: usize = 48;

/// A ledger's tree.
#[derive(Debug)]
pub(crate) struct Tree {
    // In this order they are let go: the lock on the folder last.
    db: Option<sled::Db>,
    file: File,
    pub folder: Folder,
    pub syncs: bool,
    /// How many bytes of the disk must be free.
    keeps_free: u64,
    /// How much was put since the last sync.
    unsynced: AtomicUsize,
    syncing: Mutex<()>,
    unindexed: RwLock<Unindexed>,
    /// The right edge of the Merkle tree over what is indexed, if one is kept.
    edge: Mutex<Option<Edge>>,
}

/// The entries that are durable and not indexed yet, in order.
#[derive(Debug, Default)]
struct Unindexed {
    /// The seq of the first one: how far the index goes.
    first: u64,
    entries: VecDeque<Listed>,
    ids: HashMap<EntryId, Found>,
}

/// An entry as it was read, with what stands before it.
pub(crate) struct ReadEntry {
    pub place: Place,
    pub preface: Preface,
    pub bytes: Vec<u8>,
}

impl ReadEntry {
    fn is_whole(&self) -> bool {
        u32::try_from(self.bytes.len()).is_ok_and(|bytes| bytes >= self.preface.bytes)
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

/// A record whose form is unknown.
pub(crate) fn bad_record(key: &[u8]) -> Fault {
    let key = hex::encode(key);
    Fault::Record { key }
}

pub(crate) fn unreadable(key: &[u8]) -> ReadError {
    ReadError(bad_record(key).to_string())
}

impl Tree {
    pub fn new(db: sled::Db, file: File, folder: Folder, options: &Options) -> Tree {
        Tree {
            db: Some(db),
            file,
            folder,
            syncs: options.syncs,
            keeps_free: options.keeps_free,
            unsynced: AtomicUsize::new(0),
            syncing: Mutex::new(()),
            unindexed: RwLock::default(),
            edge: Mutex::default(),
        }
    }

    /// How many bytes are free and how many must be, where there are too few. A disk
    /// that does not say is taken for roomy: a write will tell.
    pub fn short_of(&self) -> Option<(u64, u64)> {
        let disk = rustix::fs::fstatvfs(&self.file).ok()?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        (free < self.keeps_free).then_some((free, self.keeps_free))
    }

    fn db(&self) -> sled::Result<&sled::Db> {
        let closed = || sled::Error::Unsupported("the store is closed".to_owned());
        self.db.as_ref().ok_or_else(closed)
    }

    pub fn get(&self, key: &[u8]) -> Result<Option<sled::IVec>, ReadError> {
        reading(|| self.db()?.get(key))
    }

    /// The keys of a range with their values.
    pub fn range<K: AsRef<[u8]>>(
        &self,
        keys: impl RangeBounds<K>,
    ) -> Result<impl Iterator<Item = Result<(sled::IVec, sled::IVec), ReadError>>, ReadError> {
        let mut pairs = reading(|| Ok(self.db()?.range(keys)))?;
        Ok(std::iter::from_fn(move || {
            reading(|| pairs.next().transpose()).transpose()
        }))
    }

    /// Puts a value under a key; not durable yet.
    pub fn put(&self, key: &[u8], value: &[u8]) -> Result<(), String> {
        self.make_room(KEY_WEIGHT + value.len())?;
        guarded(|| self.db()?.insert(key, value).map(drop))
    }

    /// Takes a key out; not durable yet.
    pub fn remove(&self, key: &[u8]) -> Result<(), String> {
        self.make_room(KEY_WEIGHT)?;
        guarded(|| self.db()?.remove(key).map(drop))
    }

    fn make_room(&self, weight: usize) -> Result<(), String> {
        let unsynced = self.unsynced.fetch_add(weight, Ordering::SeqCst);
        if unsynced + weight > UNSYNCED_MAX {
            self.sync()?;
        }
        Ok(())
    }

    /// Makes durable what was put and taken out.
    pub fn sync(&self) -> Result<(), String> {
        let _one_at_a_time = self.syncing.lock().unwrap_or_else(PoisonError::into_inner);
        let reached = self.unsynced.load(Ordering::SeqCst);
        guarded(|| self.db()?.flush())?;
        if self.syncs {
            let synced = self.file.sync_data();
            synced.map_err(|e| format!("the disk can't be synced: {e}"))?;
        }
        self.unsynced.fetch_sub(reached, Ordering::SeqCst);
        Ok(())
    }

    /// Reads entries from a place on to the end of its stream, as far as they are
    /// there without a gap.
    pub fn rest_of_stream(&self, from: Place, limit: usize) -> Result<Vec<ReadEntry>, ReadError> {
        let mut entries: Vec<ReadEntry> = Vec::new();
        let mut expected = from;
        for pair in self.range(keys::rest_of_stream(from))? {
            let (key, value) = pair?;
            let (place, first) = keys::read_entry_key(&key).ok_or_else(|| unreadable(&key))?;
            if first {
                if entries.len() >= limit || place != expected {
                    break;
                }
                expected.version += 1;
                let (preface, bytes) =
                    keys::read_preface(&value).ok_or_else(|| unreadable(&key))?;
                let bytes = bytes.to_vec();
                entries.push(ReadEntry {
                    place,
                    preface,
                    bytes,
                });
            } else if let Some(last) = entries.last_mut().filter(|e| e.place == place) {
                // Beyond its length lie pieces of an entry that was let go.
                if !last.is_whole() {
                    last.bytes.extend_from_slice(&value);
                }
            }
        }
        match entries.iter().find(|entry| !entry.is_whole()) {
            Some(cut) => Err(unreadable(&keys::entry(cut.place))),
            None => Ok(entries),
        }
    }

    /// Reads one entry.
    pub fn entry(&self, place: Place) -> Result<Option<ReadEntry>, ReadError> {
        let key = keys::entry(place);
        let Some(value) = self.get(&key)? else {
            return Ok(None);
        };
        let (preface, bytes) = keys::read_preface(&value).ok_or_else(|| unreadable(&key))?;
        let entry = ReadEntry {
            place,
            preface,
            bytes: bytes.to_vec(),
        };
        if entry.is_whole() {
            return Ok(Some(entry));
        }
        Ok(self.rest_of_stream(place, 1)?.pop())
    }

    /// The places of entries, from the index and from what is not in it yet.
    pub fn places(&self, from: u64, to: u64) -> Result<Vec<Place>, ReadError> {
        // Held while the index is read, so that nothing moves over in between.
        let unindexed = self
            .unindexed
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let mut places = self.indexed_places(from, to.min(unindexed.first))?;
        let index = |seq: u64| usize::try_from(seq.saturating_sub(unindexed.first));
        if let (Ok(skip), Ok(end)) = (index(from), index(to)) {
            let waiting = unindexed.entries.iter().take(end).skip(skip);
            places.extend(waiting.map(|listed| listed.place));
        }
        Ok(places)
    }

    /// The places of entries as far as the index has them.
    pub fn indexed_places(&self, from: u64, to: u64) -> Result<Vec<Place>, ReadError> {
        let Some(last) = to.checked_sub(1).filter(|last| *last >= from) else {
            return Ok(Vec::new());
        };
        let mut places = Vec::new();
        let start = from - from % BLOCK_PLACES;
        let mut next = start;
        for pair in self.range(keys::places(from)..=keys::places(last))? {
            let (key, value) = pair?;
            if key[..] != keys::places(next) {
                break;
            }
            places.extend(keys::read_places(&value).ok_or_else(|| unreadable(&key))?);
            next += BLOCK_PLACES;
        }
        let index = |seq: u64| usize::try_from(seq - start).unwrap_or(usize::MAX);
        places.truncate(index(to));
        places.drain(..index(from).min(places.len()));
        Ok(places)
    }

    pub fn find(&self, id: EntryId) -> Result<Option<Found>, ReadError> {
        let unindexed = self
            .unindexed
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = unindexed.ids.get(&id) {
            return Ok(Some(*found));
        }
        // What is not in the list any more is in the index by now.
        drop(unindexed);
        let key = keys::id(id);
        let value = self.get(&key)?;
        value
            .map(|value| keys::read_found(&value).ok_or_else(|| unreadable(&key)))
            .transpose()
    }

    /// The entries from seq `from` on that bear on more than their own game, from
    /// the index and from what is not in it yet.
    pub fn listed(&self, from: u64) -> Result<Vec<Found>, ReadError> {
        // Held while the index is read, so that nothing moves over in between.
        let unindexed = self
            .unindexed
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let first = unindexed.first;
        let mut bearing = Vec::new();
        for pair in self.range(keys::listed(from).to_vec()..keys::AFTER_LISTED.to_vec())? {
            let (key, value) = pair?;
            let found = keys::read_listed(&key, &value).ok_or_else(|| unreadable(&key))?;
            bearing.extend((found.seq < first).then_some(found));
        }
        let waiting = (first..).zip(&unindexed.entries);
        let waiting = waiting.filter(|(seq, listed)| listed.is_listed && *seq >= from);
        bearing.extend(waiting.map(|(seq, listed)| Found {
            seq,
            place: listed.place,
        }));
        Ok(bearing)
    }

    /// The signed checkpoints from a size on.
    pub fn checkpoints(&self, from: u64) -> Result<Vec<KeptCheckpoint>, ReadError> {
        let keys = keys::checkpoint(from).to_vec()..keys::AFTER_CHECKPOINTS.to_vec();
        let read = self.range(keys)?.map(|pair| {
            let (key, value) = pair?;
            keys::read_checkpoint(&key, &value).ok_or_else(|| unreadable(&key))
        });
        read.collect()
    }

    /// Takes the right edge of the Merkle tree over what is indexed.
    pub fn set_edge(&self, edge: Edge) {
        *self.edge.lock().unwrap_or_else(PoisonError::into_inner) = Some(edge);
    }

    /// Tells how far the index goes.
    pub fn start_unindexed(&self, first: u64) {
        let mut unindexed = self
            .unindexed
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        unindexed.first = first;
    }

    /// Lists durable entries as not indexed yet; answers how many there were
    /// before, and how many there are now.
    pub fn list(&self, entries: impl Iterator<Item = Listed>) -> (usize, usize) {
        let mut unindexed = self
            .unindexed
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let before = unindexed.entries.len();
        for listed in entries {
            let place = listed.place;
            let waiting = u64::try_from(unindexed.entries.len()).unwrap_or(u64::MAX);
            let seq = unindexed.first.saturating_add(waiting);
            unindexed.ids.insert(listed.id, Found { seq, place });
            unindexed.entries.push_back(listed);
        }
        (before, unindexed.entries.len())
    }

    /// How many entries are not indexed yet.
    pub fn unindexed(&self) -> usize {
        let unindexed = self
            .unindexed
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        unindexed.entries.len()
    }

    /// Indexes some of the entries that wait for it. Needs no sync: it can be made anew.
    pub fn index_some(&self) -> Result<(), String> {
        let unindexed = self
            .unindexed
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let first = unindexed.first;
        let listed: Vec<Listed> = unindexed
            .entries
            .iter()
            .take(INDEX_ENTRIES)
            .cloned()
            .collect();
        drop(unindexed);
        let begun = layout::begun_block(first);
        let earlier = self.indexed_places(begun.start, begun.end);
        let earlier = earlier.map_err(|e| e.to_string())?;
        let mut edge = self.edge.lock().unwrap_or_else(PoisonError::into_inner);
        let leaves = listed.iter().map(|entry| entry.hash);
        let rows = edge.as_mut().map(|edge| edge.grow(leaves));
        drop(edge);
        // How far the index goes is put last, and holds for the rows too.
        let pairs = layout::index_pairs(first, &listed, &earlier);
        for (key, value) in rows.into_iter().flatten().chain(pairs) {
            self.put(&key, &value)?;
        }
        let mut unindexed = self
            .unindexed
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        for listed in listed {
            unindexed.ids.remove(&listed.id);
            unindexed.entries.pop_front();
            unindexed.first += 1;
        }
        Ok(())
    }
}

/// Sled syncs its file when it is let go, and panics if that fails; where it
/// failed before, everything that counts was told already. And a thread of its
/// pool may hold the file, with its lock, a moment longer.
impl Drop for Tree {
    fn drop(&mut self) {
        let db = self.db.take();
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

/// The bytes of entries.
pub(crate) fn bytes_of(entries: Vec<ReadEntry>) -> Vec<Arc<[u8]>> {
    entries
        .into_iter()
        .map(|entry| entry.bytes.into())
        .collect()
}
