//! Following a ledger live. A subscription is a place in the log and a signal
//! that there is more: what it hands out is always read from the store, so one
//! that is slow costs no memory, misses nothing and sees nothing twice.

use crate::ReadError;
use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, PoisonError, Weak},
    time::{Duration, Instant},
};
use tokio::sync::watch;

/// How many entries a subscription reads ahead.
const AHEAD_ENTRIES: usize = 64;

/// An entry that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its place in the ledger.
    pub seq: u64,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
}

/// Why a subscription gives nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionError {
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The log can't be read; the next try may do better.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// What a subscription reads from.
pub(crate) trait Follow: Send + Sync {
    fn entries(&self, from: u64, limit: usize) -> Result<Vec<Arc<[u8]>>, ReadError>;
}

/// Tells subscriptions how many entries are durable, and when the store closes.
pub(crate) struct Signal {
    state: Mutex<Tail>,
    changed: Condvar,
    watch: watch::Sender<Tail>,
}

#[derive(Clone, Copy)]
struct Tail {
    size: u64,
    closed: bool,
}

impl Signal {
    pub fn new(size: u64) -> Signal {
        let tail = Tail {
            size,
            closed: false,
        };
        Signal {
            state: Mutex::new(tail),
            changed: Condvar::new(),
            watch: watch::Sender::new(tail),
        }
    }

    fn change(&self, change: impl FnOnce(&mut Tail)) {
        let mut tail = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut tail);
        self.watch.send_replace(*tail);
        drop(tail);
        self.changed.notify_all();
    }

    pub fn advance(&self, size: u64) {
        self.change(|tail| tail.size = size);
    }

    pub fn close(&self) {
        self.change(|tail| tail.closed = true);
    }

    fn tail(&self) -> Tail {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there are more than `seen` entries, the store closes, or `end` comes.
    fn wait(&self, seen: u64, end: Instant) {
        let mut tail = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while tail.size <= seen && !tail.closed {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            tail = self
                .changed
                .wait_timeout(tail, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

/// Follows a ledger from a place in it. Holding one does not keep a store open.
pub struct Subscription {
    log: Weak<dyn Follow>,
    signal: Arc<Signal>,
    watch: watch::Receiver<Tail>,
    next: u64,
    ahead: VecDeque<Arc<[u8]>>,
}

impl Subscription {
    pub(crate) fn new(log: Weak<dyn Follow>, signal: Arc<Signal>, after: Option<u64>) -> Self {
        Subscription {
            log,
            watch: signal.watch.subscribe(),
            signal,
            next: after.map_or(0, |seq| seq.saturating_add(1)),
            ahead: VecDeque::new(),
        }
    }

    /// The seq of the entry that comes next.
    pub fn next_seq(&self) -> u64 {
        self.next
    }

    /// The next entry if it is stored already.
    ///
    /// # Errors
    /// When the store was closed or can't be read; nothing is skipped.
    pub fn try_next(&mut self) -> Result<Option<Stored>, SubscriptionError> {
        if self.ahead.is_empty() {
            let tail = self.signal.tail();
            if tail.closed {
                return Err(SubscriptionError::Closed);
            }
            if tail.size <= self.next {
                return Ok(None);
            }
            let log = self.log.upgrade().ok_or(SubscriptionError::Closed)?;
            self.ahead.extend(log.entries(self.next, AHEAD_ENTRIES)?);
        }
        Ok(self.ahead.pop_front().map(|bytes| {
            let seq = self.next;
            self.next += 1;
            Stored { seq, bytes }
        }))
    }

    /// The next entry, waited for no longer than `limit`; `None` when there was
    /// none by then. Blocks the thread.
    ///
    /// # Errors
    /// As [`Subscription::try_next`].
    pub fn next_within(&mut self, limit: Duration) -> Result<Option<Stored>, SubscriptionError> {
        let now = Instant::now();
        let end = now.checked_add(limit).unwrap_or(now);
        if let Some(stored) = self.try_next()? {
            return Ok(Some(stored));
        }
        self.signal.wait(self.next, end);
        self.try_next()
    }

    /// The next entry, whenever it comes. May be dropped while waiting.
    ///
    /// # Errors
    /// As [`Subscription::try_next`].
    pub async fn next(&mut self) -> Result<Stored, SubscriptionError> {
        loop {
            // Marked as seen before looking, so that no change falls in between.
            self.watch.mark_unchanged();
            if let Some(stored) = self.try_next()? {
                return Ok(stored);
            }
            let changed = self.watch.changed().await;
            changed.map_err(|_| SubscriptionError::Closed)?;
        }
    }
}
