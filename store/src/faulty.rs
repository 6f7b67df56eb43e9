//! A keeper of entries that fails on purpose, for tests of what a store does
//! when its disk does. Never used by the program itself.

use crate::{
    ReadError,
    backend::{Backend, Found, KeptCheckpoint, KeptPerson, Place, Write, WriteError},
};
use fupan_domain::ids::{EntryId, Sha256};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicI64, Ordering},
};

/// When a [`Faulty`] keeper fails; kept by the test while the store runs.
#[derive(Clone, Debug)]
pub struct Plan {
    writes_left: Arc<AtomicI64>,
    reads_fail: Arc<AtomicBool>,
    writes_panic: Arc<AtomicBool>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            writes_left: Arc::new(AtomicI64::new(i64::MAX)),
            reads_fail: Arc::default(),
            writes_panic: Arc::default(),
        }
    }
}

impl Plan {
    /// Lets `writes` more writes pass, then fails each.
    pub fn fail_after(&self, writes: i64) {
        self.writes_left.store(writes, Ordering::SeqCst);
    }

    /// The same, but panics where it would fail.
    pub fn panic_after(&self, writes: i64) {
        self.writes_panic.store(true, Ordering::SeqCst);
        self.fail_after(writes);
    }

    /// Makes reads fail, or not.
    pub fn fail_reads(&self, fail: bool) {
        self.reads_fail.store(fail, Ordering::SeqCst);
    }

    fn read(&self) -> Result<(), ReadError> {
        if self.reads_fail.load(Ordering::SeqCst) {
            return Err(ReadError("read failed on purpose".to_owned()));
        }
        Ok(())
    }
}

/// A keeper that fails as planned.
#[derive(Debug, Default)]
pub struct Faulty<B> {
    /// What keeps the entries.
    pub inner: B,
    /// When it fails.
    pub plan: Plan,
}

impl<B: Backend> Backend for Faulty<B> {
    fn places(&self, from: u64, to: u64) -> Result<Vec<Place>, ReadError> {
        self.plan.read()?;
        self.inner.places(from, to)
    }

    fn stream(
        &self,
        number: u32,
        from: u64,
        to: u64,
        limit: usize,
    ) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.plan.read()?;
        self.inner.stream(number, from, to, limit)
    }

    fn find(&self, id: EntryId) -> Result<Option<Found>, ReadError> {
        self.plan.read()?;
        self.inner.find(id)
    }

    fn listed(&self, from: u64) -> Result<Vec<Found>, ReadError> {
        self.plan.read()?;
        self.inner.listed(from)
    }

    fn person(&self, commitment: Sha256) -> Result<Option<KeptPerson>, ReadError> {
        self.plan.read()?;
        self.inner.person(commitment)
    }

    fn keep_person(&self, person: KeptPerson) -> Result<(), WriteError> {
        self.inner.keep_person(person)
    }

    fn people(&self) -> Result<Vec<(Sha256, KeptPerson)>, ReadError> {
        self.plan.read()?;
        self.inner.people()
    }

    fn hashes(&self, level: u8, from: u64, to: u64) -> Result<Vec<Sha256>, ReadError> {
        self.plan.read()?;
        self.inner.hashes(level, from, to)
    }

    fn make_hashes(&self, size: u64) -> Result<(), ReadError> {
        self.plan.read()?;
        self.inner.make_hashes(size)
    }

    fn settle(&self) -> Result<(), WriteError> {
        self.inner.settle()
    }

    fn checkpoints(&self, from: u64) -> Result<Vec<KeptCheckpoint>, ReadError> {
        self.plan.read()?;
        self.inner.checkpoints(from)
    }

    fn keep_checkpoint(
        &self,
        checkpoint: &KeptCheckpoint,
        let_go: &[u64],
    ) -> Result<(), WriteError> {
        self.inner.keep_checkpoint(checkpoint, let_go)
    }

    fn write(&self, write: &Write<'_>) -> Result<(), WriteError> {
        if self.plan.writes_left.fetch_sub(1, Ordering::SeqCst) > 0 {
            return self.inner.write(write);
        }
        assert!(
            !self.plan.writes_panic.load(Ordering::SeqCst),
            "write panicked on purpose"
        );
        // As a failed sync: what was written may be seen, but is not durable.
        self.inner.write(write)?;
        Err(WriteError("write failed on purpose".to_owned()))
    }
}
