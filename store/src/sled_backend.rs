//! Entries in sled, made durable. Sled's own `flush` ends in `sync_file_range`,
//! which empties no disk's cache and journals no length, so each write is
//! followed by an `fdatasync` of sled's file through a handle of our own. Only
//! the entries are written so; what finds them follows behind, on a thread of its
//! own, and is made anew after a cut. `docs/store.md` has the measurements.

use crate::{
    OpenError, ReadError,
    backend::{Backend, Found, KeptCheckpoint, KeptPerson, Place, Write, WriteError},
    keys,
    layout::{self, Listed},
    people::People,
    recovery::{Fault, State},
    sled_recovery,
    tree::{Tree, bytes_of},
};
use fupan_domain::ids::{EntryId, Sha256};
use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

/// From how many entries on they are indexed at once.
const INDEX_AT: usize = 128;
/// After how long fewer are indexed.
const INDEX_AFTER: Duration = Duration::from_millis(250);
/// How many may wait to be indexed before writing waits for it.
const UNINDEXED_MAX: usize = 16 * 1024;

/// Keeps entries in a folder.
#[derive(Debug)]
pub struct SledBackend {
    tree: Arc<Tree>,
    people: People,
    indexing: Arc<Indexing>,
    indexer: Option<JoinHandle<()>>,
}

/// What the writer and the indexer tell each other.
#[derive(Debug, Default)]
struct Indexing {
    state: Mutex<IndexingState>,
    wanted: Condvar,
    done: Condvar,
}

#[derive(Debug, Default)]
struct IndexingState {
    closing: bool,
    /// Somebody waits for the index.
    urged: bool,
    failed: Option<String>,
}

impl Indexing {
    fn lock(&self) -> MutexGuard<'_, IndexingState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is enough to index, or there has been something for long
    /// enough; false when the store closes and all is indexed.
    fn wait(&self, tree: &Tree) -> bool {
        let mut state = self.lock();
        loop {
            let waiting = tree.unindexed();
            if state.closing || waiting >= INDEX_AT || (state.urged && waiting > 0) {
                return waiting > 0;
            }
            if waiting == 0 {
                let woken = self.wanted.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
            } else {
                let woken = self.wanted.wait_timeout(state, INDEX_AFTER);
                let (woken, timeout) = woken.unwrap_or_else(PoisonError::into_inner);
                if timeout.timed_out() {
                    return true;
                }
                state = woken;
            }
        }
    }

    fn run(&self, tree: &Tree) {
        while self.wait(tree) {
            if let Err(why) = tree.index_some() {
                self.lock().failed = Some(why);
                self.done.notify_all();
                return;
            }
            // Between looking at the length and waiting, the writer holds the lock.
            drop(self.lock());
            self.done.notify_all();
        }
    }

    /// Waits until no more than `most` entries wait to be indexed.
    fn catch_up(&self, tree: &Tree, most: usize) -> Result<(), String> {
        let mut state = self.lock();
        loop {
            if let Some(why) = &state.failed {
                return Err(format!("the log can't be indexed: {why}"));
            }
            if tree.unindexed() <= most {
                state.urged = false;
                return Ok(());
            }
            state.urged = true;
            self.wanted.notify_one();
            let woken = self.done.wait_timeout(state, INDEX_AFTER);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl SledBackend {
    /// Takes a tree into use, after finding out what it holds and letting go of
    /// what was cut off; with the rows of the Merkle tree, or without.
    pub(crate) fn start(tree: Tree, rows: bool) -> Result<(SledBackend, State), StartError> {
        let people = People::open(&tree.folder.people(), tree.syncs).map_err(StartError::Open)?;
        let state = sled_recovery::recover(&tree, rows).map_err(StartError::Fault)?;
        people.recover(state.head.size).map_err(StartError::Fault)?;
        let tree = Arc::new(tree);
        let indexing = Arc::<Indexing>::default();
        let indexer = {
            let (tree, indexing) = (tree.clone(), indexing.clone());
            thread::Builder::new()
                .name("ledger-indexer".to_owned())
                .spawn(move || indexing.run(&tree))
                .map_err(StartError::Thread)?
        };
        let backend = SledBackend {
            tree,
            people,
            indexing,
            indexer: Some(indexer),
        };
        Ok((backend, state))
    }

    fn put_all(&self, write: &Write<'_>) -> Result<(), String> {
        // Before the entries: the other way round one could be there without its
        // record, or say that one is erased which is not.
        self.put_people(write)?;
        for entry in write.entries {
            for (key, value) in layout::entry_pairs(entry) {
                self.tree.put(&key, &value)?;
            }
        }
        self.tree.sync()
    }

    fn put_people(&self, write: &Write<'_>) -> Result<(), String> {
        let mut added = Vec::new();
        for entry in write.entries {
            let Some(record) = &entry.sealed.person else {
                continue;
            };
            let commitment = record.commitment().map_err(|e| e.to_string())?;
            if !write.erased.contains(&commitment) {
                let (seq, record) = (entry.sealed.seq, record.clone());
                added.push((commitment, KeptPerson { seq, record }));
            }
        }
        let changed = self.people.change(added, write.erased);
        changed.map_err(|e| format!("the records of people can't be written: {e}"))
    }
}

/// Why a tree can't be taken into use.
pub(crate) enum StartError {
    Fault(Fault),
    Open(OpenError),
    Thread(std::io::Error),
}

impl Backend for SledBackend {
    fn places(&self, from: u64, to: u64) -> Result<Vec<Place>, ReadError> {
        self.tree.places(from, to)
    }

    fn stream(
        &self,
        number: u32,
        from: u64,
        to: u64,
        limit: usize,
    ) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let place = Place {
            stream: number,
            version: from,
        };
        let there = usize::try_from(to.saturating_sub(from)).unwrap_or(usize::MAX);
        match there.min(limit) {
            0 => Ok(Vec::new()),
            1 => Ok(bytes_of(self.tree.entry(place)?.into_iter().collect())),
            limit => Ok(bytes_of(self.tree.rest_of_stream(place, limit)?)),
        }
    }

    fn find(&self, id: EntryId) -> Result<Option<Found>, ReadError> {
        self.tree.find(id)
    }

    fn listed(&self, from: u64) -> Result<Vec<Found>, ReadError> {
        self.tree.listed(from)
    }

    fn person(&self, commitment: Sha256) -> Result<Option<KeptPerson>, ReadError> {
        Ok(self.people.get(commitment))
    }

    fn keep_person(&self, person: KeptPerson) -> Result<(), WriteError> {
        let commitment = person.record.commitment();
        let commitment = commitment.map_err(|e| WriteError(e.to_string()))?;
        let kept = self.people.change(vec![(commitment, person)], &[]);
        kept.map_err(|e| WriteError(format!("the records of people can't be written: {e}")))
    }

    fn people(&self) -> Result<Vec<(Sha256, KeptPerson)>, ReadError> {
        Ok(self.people.all())
    }

    fn hashes(&self, level: u8, from: u64, to: u64) -> Result<Vec<Sha256>, ReadError> {
        self.tree.hashes(level, from, to)
    }

    fn make_hashes(&self, size: u64) -> Result<(), ReadError> {
        self.tree.set_edge(self.tree.make_rows(size)?);
        Ok(())
    }

    fn settle(&self) -> Result<(), WriteError> {
        self.indexing.catch_up(&self.tree, 0).map_err(WriteError)
    }

    fn checkpoints(&self, from: u64) -> Result<Vec<KeptCheckpoint>, ReadError> {
        self.tree.checkpoints(from)
    }

    fn keep_checkpoint(
        &self,
        checkpoint: &KeptCheckpoint,
        let_go: &[u64],
    ) -> Result<(), WriteError> {
        let keep = || {
            if let Some((free, _)) = self.tree.short_of() {
                return Err(format!("the disk has {free} bytes left"));
            }
            let key = keys::checkpoint(checkpoint.size);
            self.tree.put(&key, &keys::checkpoint_value(checkpoint))?;
            for size in let_go.iter().filter(|size| **size != checkpoint.size) {
                self.tree.remove(&keys::checkpoint(*size))?;
            }
            self.tree.sync()
        };
        keep().map_err(WriteError)
    }

    fn short_of(&self) -> Option<(u64, u64)> {
        self.tree.short_of()
    }

    fn write(&self, write: &Write<'_>) -> Result<(), WriteError> {
        let entries = u64::try_from(write.entries.len()).unwrap_or(u64::MAX);
        let durable = write.head.size.saturating_sub(entries);
        self.tree.folder.note(durable, entries);
        self.put_all(write).map_err(WriteError)?;
        if entries > 0 {
            // Before anybody hears of the first entry: what is told stands in a ledger.
            let labelled = self.tree.folder.label_if_new();
            labelled.map_err(|e| WriteError(e.to_string()))?;
        }
        self.tree.folder.note(write.head.size, 0);
        let (before, now) = self.tree.list(write.entries.iter().map(Listed::of));
        if before == 0 || (before < INDEX_AT && now >= INDEX_AT) {
            // With the lock held the indexer is not just about to wait.
            drop(self.indexing.lock());
            self.indexing.wanted.notify_one();
        }
        if now > UNINDEXED_MAX {
            let caught_up = self.indexing.catch_up(&self.tree, UNINDEXED_MAX / 2);
            caught_up.map_err(WriteError)?;
        }
        Ok(())
    }
}

impl Drop for SledBackend {
    fn drop(&mut self) {
        self.indexing.lock().closing = true;
        self.indexing.wanted.notify_one();
        if let Some(indexer) = self.indexer.take() {
            // What it left undone is done at the next opening.
            let _ended = indexer.join();
        }
    }
}
