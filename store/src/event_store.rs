//! The trait of every store of a ledger, and what goes in and comes out of it.
//! No way of keeping entries: those are in `sled_store` and `memory`.

use crate::{Dropped, Foreign, Proofs, ReadError, Subscription};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{EntryId, LedgerName, Sha256},
};
use fupan_replay::{
    draft::Batch,
    person::PersonRecord,
    sequencer::{Head, ReadLog, StreamHead},
};
use std::{collections::BTreeMap, sync::Arc};
use tokio::sync::oneshot;

/// The store of one ledger. `R` is why its admission refuses a batch. All
/// methods may be called from any thread, and all that is read is durable.
pub trait EventStore<R>: Proofs + Send + Sync {
    /// The ledger.
    fn ledger(&self) -> &LedgerName;

    /// What is known of the ledger, if it is one that is kept from elsewhere: nothing
    /// is recorded in it here.
    fn foreign(&self) -> Option<&Foreign>;

    /// The name that its entries bear: its own, or that which it has at home.
    fn recorded_as(&self) -> &LedgerName {
        self.foreign()
            .map_or(self.ledger(), |foreign| &foreign.ledger)
    }

    /// Stores a batch, whole or not at all, and returns when it is durable.
    /// Blocks for about as long as the disk takes to sync, so it has no place on
    /// the thread of an async runtime (there it may panic): see [`EventStore::submit`].
    ///
    /// # Errors
    /// When the admission refuses the batch, or the store can't keep it.
    fn append(&self, batch: Batch) -> Result<Vec<Receipt>, AppendError<R>>;

    /// Hands a batch in without waiting for it.
    ///
    /// # Errors
    /// When the queue is full or the store has failed.
    fn submit(&self, batch: Batch) -> Result<Pending<R>, AppendError<R>>;

    /// Where the ledger stands.
    fn head(&self) -> Head;

    /// The bytes of an entry; none past the head.
    ///
    /// # Errors
    /// When the log can't be read.
    fn entry(&self, seq: u64) -> Result<Option<Arc<[u8]>>, ReadError>;

    /// The bytes of up to `limit` entries from `from` on, in order.
    ///
    /// # Errors
    /// When the log can't be read.
    fn entries(&self, from: u64, limit: usize) -> Result<Vec<Arc<[u8]>>, ReadError>;

    /// The bytes of up to `limit` entries of a stream, from version `from` on.
    ///
    /// # Errors
    /// When the log can't be read.
    fn stream(&self, stream: &Stream, from: u64, limit: usize)
    -> Result<Vec<Arc<[u8]>>, ReadError>;

    /// The bytes of all entries from `from` on that bear on more than their own
    /// game: those of `tournament` and of appeals, and of the others those that
    /// [`fupan_replay::entry::is_listed`]; in order.
    ///
    /// # Errors
    /// When the log can't be read.
    fn common_entries(&self, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError>;

    /// Where a stream stands, if it has entries.
    fn stream_head(&self, stream: &Stream) -> Option<StreamHead>;

    /// All streams, in order.
    fn streams(&self) -> Vec<(Stream, StreamHead)>;

    /// The bytes of the entry with that id.
    ///
    /// # Errors
    /// When the log can't be read.
    fn by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError>;

    /// The last entry accepted at that moment or before it.
    ///
    /// # Errors
    /// When the log can't be read.
    fn last_seq_at(&self, moment: Timestamp) -> Result<Option<u64>, ReadError>;

    /// Follows the ledger: what is stored after entry `after` (all for `None`), then
    /// what comes, without a gap and without anything twice.
    fn subscribe(&self, after: Option<u64>) -> Subscription;

    /// The record to which an entry commits, unless it was erased.
    ///
    /// # Errors
    /// When the log can't be read.
    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError>;

    /// The records of all people that were not erased, by their commitments.
    ///
    /// # Errors
    /// When the log can't be read.
    fn people(&self) -> Result<Vec<(Sha256, PersonRecord)>, ReadError>;

    /// Erases the record of a person; durable on return. The log stays as it
    /// is and still verifies. Whether there was such a record is answered.
    ///
    /// # Errors
    /// When the store can't write.
    fn erase_person(&self, commitment: Sha256) -> Result<bool, AppendError<R>>;

    /// Why nothing can be stored any more, once a write has failed.
    fn failure(&self) -> Option<Arc<str>>;
}

/// What is known of an entry once it is durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Its place in the ledger.
    pub seq: u64,
    /// Its hash.
    pub hash: Sha256,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// Whether it was there before: a retry.
    pub known: bool,
}

/// Why a batch was not stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError<R> {
    /// The admission refused it.
    #[error("refused")]
    Refused(R),
    /// Too many batches are waiting.
    #[error("{waiting} batches are waiting already, {max} at most may")]
    Busy {
        /// How many are waiting.
        waiting: usize,
        /// How many may.
        max: usize,
    },
    /// It is longer than anything the store takes at once.
    #[error(
        "the batch holds {bytes} bytes of data in {entries} entries; {max_bytes} bytes and {max_entries} entries are the most"
    )]
    TooLong {
        /// The bytes of its entries' data.
        bytes: usize,
        /// How many entries it has.
        entries: usize,
        /// How many bytes it may have.
        max_bytes: usize,
        /// How many entries it may have.
        max_entries: usize,
    },
    /// A write failed. Nothing that was acknowledged is lost, but the store takes
    /// nothing more until it is opened again; whether this very batch is there
    /// then, only the reopened store can say: a retry with the same ids is safe.
    #[error("the store failed and must be opened again: {0}")]
    Failed(Arc<str>),
    /// The disk is as good as full. Nothing was begun, and all that is kept is read
    /// on: the same batch goes through once there is room.
    #[error("the disk has {free} bytes left, and nothing more is recorded below {least}")]
    Full {
        /// How many bytes are free.
        free: u64,
        /// How many must be.
        least: u64,
    },
    /// The ledger is kept from elsewhere, and only read here.
    #[error("ledger {0} is kept from elsewhere: nothing is recorded in it here")]
    ReadOnly(LedgerName),
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
}

impl<R> AppendError<R> {
    /// The same error with another kind of refusal.
    pub fn map_refusal<S>(self, with: impl FnOnce(R) -> S) -> AppendError<S> {
        match self {
            AppendError::Refused(refusal) => AppendError::Refused(with(refusal)),
            AppendError::Busy { waiting, max } => AppendError::Busy { waiting, max },
            AppendError::TooLong {
                bytes,
                entries,
                max_bytes,
                max_entries,
            } => AppendError::TooLong {
                bytes,
                entries,
                max_bytes,
                max_entries,
            },
            AppendError::Failed(why) => AppendError::Failed(why),
            AppendError::Full { free, least } => AppendError::Full { free, least },
            AppendError::ReadOnly(ledger) => AppendError::ReadOnly(ledger),
            AppendError::Closed => AppendError::Closed,
        }
    }
}

/// A batch that was handed in. It is stored whether or not anybody waits.
#[derive(Debug)]
pub struct Pending<R> {
    pub(crate) answer: oneshot::Receiver<Result<Vec<Receipt>, AppendError<R>>>,
}

impl<R> Pending<R> {
    /// Waits until the batch is durable or refused. Blocks the thread; in an
    /// async runtime await the value itself instead.
    ///
    /// # Errors
    /// As [`EventStore::append`].
    pub fn wait(self) -> Result<Vec<Receipt>, AppendError<R>> {
        self.answer
            .blocking_recv()
            .unwrap_or(Err(AppendError::Closed))
    }
}

impl<R> Future for Pending<R> {
    type Output = Result<Vec<Receipt>, AppendError<R>>;

    fn poll(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Self::Output> {
        std::pin::Pin::new(&mut self.answer)
            .poll(context)
            .map(|answer| answer.unwrap_or(Err(AppendError::Closed)))
    }
}

/// What a store found when it was opened, from which its admission is made.
pub struct Opened<'a> {
    /// The ledger.
    pub ledger: &'a LedgerName,
    /// Where it stands.
    pub head: Head,
    /// Where its streams stand.
    pub streams: &'a BTreeMap<Stream, StreamHead>,
    /// What a cut in the middle of a write left behind and the store let go.
    /// Nothing of it had been acknowledged.
    pub dropped: &'a [Dropped],
    /// The log itself.
    pub log: &'a dyn OpenedLog,
}

/// The log as an admission reads it while its store is being opened: single
/// streams, or everything in one pass.
pub trait OpenedLog: ReadLog {
    /// Calls `visit` with each entry's seq and bytes, in order.
    ///
    /// # Errors
    /// When the log can't be read.
    fn for_each(&self, visit: &mut dyn FnMut(u64, &Arc<[u8]>)) -> Result<(), ReadError>;
}
