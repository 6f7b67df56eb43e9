//! What every store of a ledger must do, run against the one on disk and the
//! one in memory. What only a disk can show is in `disk.rs`.

#![expect(clippy::unwrap_used, reason = "a test ends where something is wrong")]

mod support;

use fupan_domain::ids::Sha256;
use fupan_replay::{
    entry::{self, Entry},
    sequencer::{Admit, ReadLog, SequenceError, Sequencer, Slot},
};
use fupan_store::{
    AppendError, OpenError, Opened, Options, ReadError, SledStore, memory::MemoryStore,
    store::BATCH_ENTRIES, subscription::SubscriptionError,
};
use std::{
    sync::{Arc, Condvar, Mutex},
    time::Duration,
};
use support::*;

type Admission = Result<Box<dyn Admit<Refusal = Refusal>>, ReadError>;
type Make<'a> = &'a mut dyn FnMut(&Opened<'_>) -> Admission;

/// A store to be tested, and what it stands on.
struct Made {
    store: Option<Box<Log>>,
    _folder: Option<tempfile::TempDir>,
}

impl std::ops::Deref for Made {
    type Target = Log;
    fn deref(&self) -> &Log {
        self.store.as_deref().unwrap()
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        // Before its folder goes.
        self.store = None;
    }
}

type Kind = fn(Options, Make<'_>) -> Result<Made, OpenError>;

fn on_disk(options: Options, make: Make<'_>) -> Result<Made, OpenError> {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::create(&folder.path().join("cup"), ledger(), options, make)?;
    Ok(Made {
        store: Some(Box::new(store)),
        _folder: Some(folder),
    })
}

fn in_memory(options: Options, make: Make<'_>) -> Result<Made, OpenError> {
    let store = MemoryStore::in_memory(ledger(), options, make)?;
    Ok(Made {
        store: Some(Box::new(store)),
        _folder: None,
    })
}

fn open(kind: Kind) -> Made {
    kind(Options::default(), &mut sequencer).unwrap()
}

/// Each test once for each kind of store.
macro_rules! suite {
    ($($name:ident)*) => {
        mod disk { $( #[test] fn $name() { super::$name(super::on_disk); } )* }
        mod memory { $( #[test] fn $name() { super::$name(super::in_memory); } )* }
    };
}

/// Runs a future on this thread.
fn wait_for<F: Future>(future: F) -> F::Output {
    struct Thread(std::thread::Thread);
    impl std::task::Wake for Thread {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Thread(std::thread::current())).into();
    let mut context = std::task::Context::from_waker(&waker);
    let mut future = std::pin::pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            std::task::Poll::Ready(value) => return value,
            std::task::Poll::Pending => std::thread::park(),
        }
    }
}

mod suite {
    mod admission;
    mod following;
    mod people;
    mod reading;
    mod writing;
}
