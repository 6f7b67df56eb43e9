//! The store of a ledger above whatever keeps its entries: one queue, one
//! writer, durable reads. Both the store on disk and the one in memory are this.

use crate::{
    AppendError, EventStore, Foreign, OpenError, Opened, Pending, ReadError, Receipt, Subscription,
    TakeError,
    append::{Answer, Queue, Request, Writer, data_bytes},
    backend::{Backend, KeptFor, KeptPerson, WriteError},
    foreign,
    notary::{self, Notary},
    pace::Pace,
    proofs::{Proofs, SigningState},
    read::Shared,
    recovery::{Dropped, State},
    signing::{LastCheckpoint, SignCheckpoints},
    subscription::Follow,
};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{EntryId, LedgerName, Sha256},
};
use fupan_replay::{
    draft::Batch,
    entry::Sealed,
    person::PersonRecord,
    proof::{checkpoint::SignedCheckpoint, key::VerifierKey, tree::Node},
    sequencer::{Admit, Head, StreamHead},
};
use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, TryLockError, Weak},
    thread::{self, JoinHandle},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::sync::oneshot;

/// The most entries of one batch.
pub const BATCH_ENTRIES: usize = 50_000;
/// The most bytes of data of one batch.
pub const BATCH_BYTES: usize = 32 << 20;
/// How long a closing store waits for readers that are just reading.
const CLOSE_WAIT: Duration = Duration::from_secs(5);

/// What can be chosen of a store.
pub struct Options {
    /// Tells the time of acceptance.
    pub clock: Box<dyn Fn() -> Timestamp + Send>,
    /// How many bytes of pages sled keeps in memory.
    pub cache_bytes: u64,
    /// What signs checkpoints; nothing is signed without it.
    pub signer: Option<Arc<dyn SignCheckpoints>>,
    /// The folder that keeps the last checkpoint of each ledger, outside of all of them.
    pub checkpoints: Option<PathBuf>,
    /// What is known of the ledger where it is one that is kept from elsewhere: its
    /// entries are taken in, and none are made. An opened one tells it by itself.
    pub foreign: Option<Foreign>,
    /// Whether entries are taken in though the ledger is to be written here: while
    /// it is put back.
    pub taking: bool,
    /// How many bytes of the disk must be free for anything to be recorded. A write
    /// that a full disk cuts in the middle costs the whole store.
    pub keeps_free: u64,
    /// For the measurement of what the Merkle tree costs. A store without one can't
    /// be signed for.
    #[doc(hidden)]
    pub tree: bool,
    /// For the test that shows that the simulated power cuts find a store
    /// that does not sync. Nothing is durable without it.
    #[doc(hidden)]
    pub syncs: bool,
}

/// Two segments of the file: more than one group of batches writes.
pub const KEEPS_FREE: u64 = 8 << 20;

impl Default for Options {
    fn default() -> Options {
        Options {
            clock: Box::new(wall_clock),
            cache_bytes: 32 << 20,
            signer: None,
            checkpoints: None,
            foreign: None,
            taking: false,
            keeps_free: KEEPS_FREE,
            tree: true,
            syncs: true,
        }
    }
}

/// The time by the system's clock.
pub fn wall_clock() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let ms = since.map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX));
    // A clock far beyond the year 9999 is broken; the epoch is as good as what it says.
    Timestamp::from_unix_ms(ms)
        .or_else(|| Timestamp::from_unix_ms(0))
        .unwrap_or_else(|| unreachable!("1970 is a year of four digits"))
}

/// The store of one ledger, its entries kept in a `B`.
pub struct Store<B: Backend, R: Send + 'static> {
    shared: Arc<Shared<B>>,
    queue: Arc<Queue<R>>,
    writer: Arc<Mutex<Writer<B, R>>>,
    thread: Option<JoinHandle<()>>,
    notary: Option<JoinHandle<()>>,
    signer: Option<Arc<dyn SignCheckpoints>>,
}

impl<B: Backend, R: Send + 'static> Store<B, R> {
    /// A store on a keeper of entries that was found in this state.
    ///
    /// # Errors
    /// When the admission can't be made or no thread can be started.
    pub fn start(
        ledger: LedgerName,
        backend: B,
        state: State,
        options: Options,
        admission: impl FnOnce(&Opened<'_>) -> Result<Box<dyn Admit<Refusal = R>>, ReadError>,
    ) -> Result<Store<B, R>, OpenError> {
        let mut dropped = state.dropped.clone();
        let file = options.checkpoints.as_deref();
        let file = file.map(|folder| LastCheckpoint::of(folder, &ledger));
        let signed = notary::check_signed(&ledger, &backend, state.head.size, file)?;
        dropped.extend(signed.remade.then_some(Dropped::Tree {
            entries: state.head.size,
        }));
        let mut shared = Shared::new(ledger, backend, state, signed);
        shared.takes = options.taking || options.foreign.is_some();
        shared.foreign = options.foreign;
        let shared = Arc::new(shared);
        let streams: BTreeMap<Stream, StreamHead> = shared.streams().into_iter().collect();
        let admission = admission(&Opened {
            ledger: &shared.ledger,
            head: shared.head(),
            streams: &streams,
            dropped: &dropped,
            log: &*shared,
        })
        .map_err(OpenError::Admission)?;
        let queue = Arc::new(Queue::new());
        let writer = Arc::new(Mutex::new(Writer {
            shared: shared.clone(),
            admission,
            clock: options.clock,
            pace: Pace::new(Instant::now()),
        }));
        let thread = {
            let (queue, writer) = (queue.clone(), writer.clone());
            thread::Builder::new()
                .name("ledger-writer".to_owned())
                .spawn(move || {
                    while queue.wait() {
                        let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
                        writer.run_group(&queue);
                    }
                })
                .map_err(OpenError::Thread)?
        };
        let mut store = Store {
            shared,
            queue,
            writer,
            thread: Some(thread),
            notary: None,
            signer: options.signer.clone(),
        };
        if let Some(signer) = options.signer.filter(|_| !store.shared.takes) {
            store.start_notary(signer)?;
        }
        Ok(store)
    }

    fn start_notary(&mut self, signer: Arc<dyn SignCheckpoints>) -> Result<(), OpenError> {
        let (shared, queue) = (Arc::clone(&self.shared), Arc::clone(&self.queue));
        let notary = Notary::new(shared, queue, signer).map_err(OpenError::Admission)?;
        let thread = thread::Builder::new()
            .name("ledger-notary".to_owned())
            .spawn(move || notary.run())
            .map_err(OpenError::Thread)?;
        self.notary = Some(thread);
        Ok(())
    }

    /// What keeps the entries.
    pub fn backend(&self) -> &B {
        &self.shared.backend
    }

    /// Takes in entries that were sealed elsewhere, all or none, each with the record
    /// of the person to whom it commits, if there is one; durable on return. Blocks.
    ///
    /// # Errors
    /// When one does not follow what is kept, or the store can't keep them.
    pub fn take(&self, entries: Vec<Sealed>) -> Result<Head, TakeError> {
        if !self.shared.takes {
            return Err(TakeError::WrittenHere(self.shared.ledger.clone()));
        }
        let taken = self
            .request(true, |answer| Request::Take(entries, answer))
            .and_then(|answer| self.see_through(answer));
        taken.unwrap_or_else(|error| Err(TakeError::Failed(error.to_string().into())))
    }

    /// Keeps a checkpoint that was signed elsewhere, if the entries that are kept are
    /// those that it covers; `stays`: also when a later one is kept. One that has
    /// witnesses stays until a later one has.
    ///
    /// # Errors
    /// When it is of other entries, or the store can't keep it.
    pub fn keep_signed(&self, signed: SignedCheckpoint, stays: bool) -> Result<(), TakeError> {
        if !self.shared.takes {
            return Err(TakeError::WrittenHere(self.shared.ledger.clone()));
        }
        foreign::check_state(&self.shared, &signed)?;
        let size = signed.checkpoint().size();
        let before = self.shared.backend.checkpoints(size)?;
        let before = before.first().filter(|kept| kept.size == size);
        let why = match (stays, signed.note().signatures().len()) {
            (true, _) => KeptFor::Decision,
            (false, 2..) => KeptFor::Witnesses,
            (false, _) => KeptFor::Now,
        };
        let why = before.map_or(why, |kept| why.max(kept.why));
        let file = self.shared.last_checkpoint.as_ref();
        notary::keep(&self.shared, file, signed, why).map_err(|why| TakeError::Failed(why.into()))
    }

    /// Keeps the record of a person that comes later than the entry that commits to it,
    /// of that seq; durable on return. Whether the entry does, and that no later one
    /// erased the record, is for whoever hands it in.
    ///
    /// # Errors
    /// When the ledger's entries are made here, or the store can't keep it.
    pub fn keep_person(&self, seq: u64, record: PersonRecord) -> Result<(), TakeError> {
        if !self.shared.takes {
            return Err(TakeError::WrittenHere(self.shared.ledger.clone()));
        }
        let kept = self.shared.backend.keep_person(KeptPerson { seq, record });
        kept.map_err(|e| TakeError::Failed(e.to_string().into()))
    }

    fn check(&self) -> Result<(), AppendError<R>> {
        if self.shared.takes {
            return Err(AppendError::ReadOnly(self.shared.ledger.clone()));
        }
        self.room()?;
        self.sound()
    }

    /// Whether the disk has room for more.
    fn room(&self) -> Result<(), AppendError<R>> {
        match self.shared.backend.short_of() {
            Some((free, least)) => Err(AppendError::Full { free, least }),
            None => Ok(()),
        }
    }

    fn sound(&self) -> Result<(), AppendError<R>> {
        match self.shared.failed.get() {
            Some(why) => Err(AppendError::Failed(why.clone())),
            None => Ok(()),
        }
    }

    fn ask<T>(
        &self,
        wait: bool,
        request: impl FnOnce(Answer<T, R>) -> Request<R>,
    ) -> Result<oneshot::Receiver<Result<T, AppendError<R>>>, AppendError<R>> {
        self.check()?;
        self.request(wait, request)
    }

    fn request<T>(
        &self,
        wait: bool,
        request: impl FnOnce(Answer<T, R>) -> Request<R>,
    ) -> Result<oneshot::Receiver<Result<T, AppendError<R>>>, AppendError<R>> {
        self.room()?;
        self.sound()?;
        let (sender, receiver) = oneshot::channel();
        self.queue.push(request(sender), wait)?;
        Ok(receiver)
    }

    /// Sees a request through that stands in the queue: leads a group if nobody
    /// writes just now, else waits for the one who does.
    fn see_through<T>(
        &self,
        mut answer: oneshot::Receiver<Result<T, AppendError<R>>>,
    ) -> Result<T, AppendError<R>> {
        loop {
            let mut writer = match self.writer.try_lock() {
                Ok(writer) => writer,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    // Whoever holds the lock looks at the queue once more after letting go.
                    return answer.blocking_recv().unwrap_or(Err(AppendError::Closed));
                }
            };
            writer.run_group(&self.queue);
            drop(writer);
            self.queue.hand_over();
            match answer.try_recv() {
                Ok(answer) => return answer,
                Err(oneshot::error::TryRecvError::Closed) => return Err(AppendError::Closed),
                Err(oneshot::error::TryRecvError::Empty) => {}
            }
        }
    }
}

fn check_length<R>(batch: &Batch) -> Result<(), AppendError<R>> {
    let (bytes, entries) = (data_bytes(batch), batch.proposals.len());
    if bytes <= BATCH_BYTES && entries <= BATCH_ENTRIES {
        return Ok(());
    }
    Err(AppendError::TooLong {
        bytes,
        entries,
        max_bytes: BATCH_BYTES,
        max_entries: BATCH_ENTRIES,
    })
}

impl<B: Backend, R: Send + 'static> EventStore<R> for Store<B, R> {
    fn ledger(&self) -> &LedgerName {
        &self.shared.ledger
    }

    fn foreign(&self) -> Option<&Foreign> {
        self.shared.foreign.as_ref()
    }

    fn append(&self, batch: Batch) -> Result<Vec<Receipt>, AppendError<R>> {
        check_length(&batch)?;
        let answer = self.ask(true, |answer| Request::Append(batch, answer))?;
        self.see_through(answer)
    }

    fn submit(&self, batch: Batch) -> Result<Pending<R>, AppendError<R>> {
        check_length(&batch)?;
        let answer = self.ask(false, |answer| Request::Append(batch, answer))?;
        self.queue.wake_writer();
        Ok(Pending { answer })
    }

    fn head(&self) -> Head {
        self.shared.head()
    }

    fn entry(&self, seq: u64) -> Result<Option<Arc<[u8]>>, ReadError> {
        self.shared.entry(seq)
    }

    fn entries(&self, from: u64, limit: usize) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.shared.entries(from, limit)
    }

    fn stream(
        &self,
        stream: &Stream,
        from: u64,
        limit: usize,
    ) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.shared.stream(stream, from, limit)
    }

    fn common_entries(&self, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.shared.common_entries(from)
    }

    fn stream_head(&self, stream: &Stream) -> Option<StreamHead> {
        self.shared.stream_head(stream)
    }

    fn streams(&self) -> Vec<(Stream, StreamHead)> {
        self.shared.streams()
    }

    fn by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        self.shared.by_id(id)
    }

    fn last_seq_at(&self, moment: Timestamp) -> Result<Option<u64>, ReadError> {
        self.shared.last_seq_at(moment)
    }

    fn subscribe(&self, after: Option<u64>) -> Subscription {
        let shared: Arc<dyn Follow> = self.shared.clone();
        Subscription::new(Arc::downgrade(&shared), self.shared.signal.clone(), after)
    }

    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError> {
        self.shared.person(commitment)
    }

    fn people(&self) -> Result<Vec<(Sha256, PersonRecord)>, ReadError> {
        self.shared.people()
    }

    fn erase_person(&self, commitment: Sha256) -> Result<bool, AppendError<R>> {
        let answer = self.ask(true, |answer| Request::Erase(commitment, answer))?;
        self.see_through(answer)
    }

    fn failure(&self) -> Option<Arc<str>> {
        self.shared.failed.get().cloned()
    }
}

impl<B: Backend, R: Send + 'static> Proofs for Store<B, R> {
    fn node(&self, node: Node) -> Result<Sha256, ReadError> {
        self.shared.node(node)
    }

    fn tree_size(&self) -> Result<u64, ReadError> {
        let signed = self.notary.is_some() || self.shared.foreign.is_some();
        if let Some(last) = self.shared.desk.last().filter(|_| signed) {
            return Ok(last.checkpoint().size());
        }
        let size = self.shared.head().size;
        let settled = self.shared.backend.settle();
        settled.map_err(|e| ReadError(e.to_string()))?;
        Ok(size)
    }

    fn checkpoint(&self) -> Option<Arc<SignedCheckpoint>> {
        self.shared.desk.last()
    }

    fn witnessed(&self) -> Option<Arc<SignedCheckpoint>> {
        self.shared.desk.witnessed()
    }

    fn checkpoints(&self, from: u64) -> Result<Vec<SignedCheckpoint>, ReadError> {
        let kept = self.shared.backend.checkpoints(from)?;
        let read = kept.iter().map(|kept| SignedCheckpoint::read(&kept.note));
        let read: Result<_, _> = read.collect();
        read.map_err(|e| ReadError(format!("a kept checkpoint is none: {e}")))
    }

    fn keep_witnessed(&self, signed: SignedCheckpoint) -> Result<(), ReadError> {
        notary::keep_witnessed(&self.shared, signed).map_err(ReadError)
    }

    fn keys(&self) -> Vec<VerifierKey> {
        let keys = self.signer.as_ref().map(|s| s.keys(&self.shared.ledger));
        keys.unwrap_or_default()
    }

    fn hashes(&self, level: u8, from: u64, to: u64) -> Result<Vec<Sha256>, ReadError> {
        let settled = self.shared.backend.settle();
        settled.map_err(|e| ReadError(e.to_string()))?;
        self.shared.backend.hashes(level, from, to)
    }

    fn make_tree_anew(&self) -> Result<(), ReadError> {
        let unwritten = |e: WriteError| ReadError(e.to_string());
        let backend = &self.shared.backend;
        backend.settle().map_err(unwritten)?;
        backend.make_hashes(self.shared.head().size)
    }

    fn signing(&self) -> SigningState {
        SigningState {
            signs: self.notary.is_some(),
            failed: self.shared.desk.failed(),
            age: self.shared.desk.age(),
        }
    }
}

/// Closing a store sees through what waits in its queue, then lets go of its
/// files, so that it can be opened again at once.
impl<B: Backend, R: Send + 'static> Drop for Store<B, R> {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take() {
            // The thread ends by itself; a panic in it was already told as a failure.
            let _ended = thread.join();
        }
        self.shared.desk.close();
        if let Some(notary) = self.notary.take() {
            // What it left unsigned is signed at the next opening.
            let _ended = notary.join();
        }
        self.shared.signal.close();
        // A subscription may be reading just now. It holds no store open, but for that long.
        let alone = || Arc::strong_count(&self.shared) <= 2;
        let mut waited = Duration::ZERO;
        while !alone() && waited < CLOSE_WAIT {
            let step = Duration::from_millis(1);
            thread::sleep(step);
            waited += step;
        }
    }
}

/// Keeps the compiler's word that the trait can stand behind a pointer.
const _: fn(&dyn EventStore<()>, Weak<dyn EventStore<()>>) = |_, _| {};
