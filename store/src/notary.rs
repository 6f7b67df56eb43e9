//! The thread of a ledger that signs its checkpoints: at once after a ruling, a
//! decision or the end of a round, and within a second of any other entry. It
//! reads back what was made durable, hashes it anew and holds it against the
//! chain and against the tree that is kept, so that nothing is signed that the
//! store would not give out.

use crate::{
    OpenError, ReadError,
    append::{Queue, Request},
    backend::{Backend, KeptCheckpoint, KeptFor},
    read::{Shared, SignedBefore},
    rows,
    signing::{LastCheckpoint, SignCheckpoints, Signing},
};
use fupan_domain::{
    event::Stream,
    ids::{LedgerName, Sha256},
};
use fupan_replay::{
    entry::{self, Entry},
    proof::{
        checkpoint::SignedCheckpoint,
        tree::{Frontier, Node, TreeState, root_at},
    },
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// After how long entries are signed for that are nothing special.
const SIGN_AFTER: Duration = Duration::from_millis(500);
/// After how long signing is tried again when it failed.
const TRY_AGAIN: Duration = Duration::from_secs(1);
/// How many entries are read back at once.
const PASS_ENTRIES: usize = 1024;

/// What the notary and the rest of a store tell each other.
pub(crate) struct Desk {
    state: Mutex<DeskState>,
    changed: Condvar,
}

#[derive(Default)]
struct DeskState {
    /// How many entries are durable.
    size: u64,
    /// How many of them are to be signed for at once.
    urgent: u64,
    closing: bool,
    last: Option<Arc<SignedCheckpoint>>,
    /// The last one that witnesses have signed.
    witnessed: Option<Arc<SignedCheckpoint>>,
    /// When the last one was signed, if it was by this process.
    signed_at: Option<Instant>,
    /// Why the last try failed, and since when nothing is signed.
    failed: Option<Arc<str>>,
}

impl Desk {
    pub fn new(
        size: u64,
        last: Option<SignedCheckpoint>,
        witnessed: Option<SignedCheckpoint>,
    ) -> Desk {
        Desk {
            state: Mutex::new(DeskState {
                size,
                last: last.map(Arc::new),
                witnessed: witnessed.map(Arc::new),
                ..DeskState::default()
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, DeskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells that so many entries are durable; `urgent` if there is a decision among them.
    pub fn advance(&self, size: u64, urgent: bool) {
        let mut state = self.lock();
        // The notary wakes by itself when it is time; only what it waits for wakes it before.
        let wake = urgent || state.last.as_ref().map_or(0, |l| l.checkpoint().size()) == state.size;
        state.size = size;
        if urgent {
            state.urgent = size;
        }
        drop(state);
        if wake {
            self.changed.notify_all();
        }
    }

    pub fn close(&self) {
        self.lock().closing = true;
        self.changed.notify_all();
    }

    /// The last checkpoint that was signed.
    pub fn last(&self) -> Option<Arc<SignedCheckpoint>> {
        self.lock().last.clone()
    }

    /// The last checkpoint that witnesses have signed.
    pub fn witnessed(&self) -> Option<Arc<SignedCheckpoint>> {
        self.lock().witnessed.clone()
    }

    /// Why nothing is signed, if it is so.
    pub fn failed(&self) -> Option<Arc<str>> {
        self.lock().failed.clone()
    }

    /// How long ago the last checkpoint was signed, if it was by this process.
    pub fn age(&self) -> Option<Duration> {
        self.lock().signed_at.map(|at| at.elapsed())
    }

    /// Waits until there is something to sign for: how many entries; none when the
    /// store closes and all is signed.
    fn wait(&self, signed: u64) -> Option<u64> {
        let mut state = self.lock();
        let mut since: Option<Instant> = None;
        loop {
            if state.size <= signed {
                if state.closing {
                    return None;
                }
                let woken = self.changed.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let since = *since.get_or_insert_with(Instant::now);
            let left = SIGN_AFTER.saturating_sub(since.elapsed());
            if state.closing || state.urgent > signed || left.is_zero() {
                return Some(state.size);
            }
            let woken = self.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits a while before signing is tried again; false when the store closes.
    fn rest(&self) -> bool {
        let (state, end) = (self.lock(), Instant::now() + TRY_AGAIN);
        let mut state = state;
        while !state.closing {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            let woken = self.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }
}

/// Whether an entry is signed for at once, and its checkpoint kept.
pub fn is_decision(stream: &Stream, type_name: &str) -> bool {
    match stream {
        Stream::Game(_) => type_name == "ruling_made",
        Stream::Tournament => matches!(type_name, "round_closed" | "tournament_closed"),
        Stream::Appeal(_) => type_name == "appeal_decided",
        Stream::Review => matches!(type_name, "review_opened" | "review_concluded"),
        Stream::Log | Stream::Access => false,
    }
}

/// What checkpoints of a store are kept in and signed with.
pub(crate) struct Notary<B, R> {
    shared: Arc<Shared<B>>,
    queue: Arc<Queue<R>>,
    signer: Arc<dyn SignCheckpoints>,
    /// The tree over what was read back.
    frontier: Frontier,
    /// The hash of the last entry that was read back.
    prev: Sha256,
    /// Whether the next checkpoint is the first to cover a decision.
    decided: bool,
    /// Whether what had to stand in the ledger before it is signed for is there.
    recorded: bool,
}

impl<B: Backend, R: Send + 'static> Notary<B, R> {
    /// A notary that goes on from the last checkpoint that was signed.
    pub fn new(
        shared: Arc<Shared<B>>,
        queue: Arc<Queue<R>>,
        signer: Arc<dyn SignCheckpoints>,
    ) -> Result<Notary<B, R>, ReadError> {
        let last = shared.desk.last();
        let size = last.map_or(0, |last| last.checkpoint().size());
        let node = |at: Node| shared.node(at);
        let frontier = Frontier::read(size, node)?;
        let prev = match size.checked_sub(1) {
            Some(index) => node(Node { level: 0, index })?,
            None => Sha256::ZERO,
        };
        Ok(Notary {
            shared,
            queue,
            signer,
            frontier,
            prev,
            decided: false,
            recorded: false,
        })
    }

    /// Signs until the store closes and all is signed for.
    pub fn run(mut self) {
        let shared = Arc::clone(&self.shared);
        loop {
            let signed = shared.desk.last().map_or(0, |l| l.checkpoint().size());
            let Some(size) = shared.desk.wait(signed) else {
                return;
            };
            let Err(why) = self.sign(size) else {
                shared.desk.lock().failed = None;
                continue;
            };
            shared.desk.lock().failed = Some(why.into());
            if !shared.desk.rest() {
                // What is left unsigned is signed at the next opening.
                return;
            }
        }
    }

    fn sign(&mut self, size: u64) -> Result<(), String> {
        self.read_back(size)?;
        self.shared.backend.settle().map_err(|e| e.to_string())?;
        let state = TreeState {
            size,
            root: self.frontier.root(),
        };
        let kept = root_at(size, |at| self.shared.node(at)).map_err(|e| e.to_string())?;
        if kept != state.root {
            return Err(format!(
                "the tree that is kept has the root {kept} at {size}, the entries that were read back {}: fupan audit --repair makes it anew from the entries",
                state.root
            ));
        }
        let last = self.shared.desk.last();
        match self
            .signer
            .sign(&self.shared.ledger, state, last.as_deref(), self.recorded)?
        {
            Signing::Signed(signed) => self.keep(*signed),
            Signing::After(batch) => self.record(batch),
        }
    }

    /// Reads durable entries again, hashes them, and holds them against the chain.
    fn read_back(&mut self, size: u64) -> Result<(), String> {
        while self.frontier.size() < size {
            let from = self.frontier.size();
            let left = usize::try_from(size - from).unwrap_or(usize::MAX);
            let entries = self.shared.entries(from, left.min(PASS_ENTRIES));
            let entries = entries.map_err(|e| e.to_string())?;
            if entries.is_empty() {
                return Err(format!("entry {from} can't be read back"));
            }
            for (seq, bytes) in (from..).zip(&entries) {
                let entry = Entry::read(bytes)
                    .map_err(|e| format!("entry {seq}, read back, is none: {e}"))?;
                if (entry.seq, entry.prev) != (seq, self.prev) {
                    return Err(format!(
                        "entry {seq}, read back, does not follow the one before"
                    ));
                }
                let stream = entry.stream.parse();
                self.decided |= stream.is_ok_and(|s| is_decision(&s, entry.type_name));
                self.prev = entry::hash(bytes);
                self.frontier.push(self.prev, |_, _| ());
            }
        }
        Ok(())
    }

    fn keep(&mut self, signed: SignedCheckpoint) -> Result<(), String> {
        let why = if self.decided {
            KeptFor::Decision
        } else {
            KeptFor::Now
        };
        keep(
            &self.shared,
            self.shared.last_checkpoint.as_ref(),
            signed,
            why,
        )?;
        self.decided = false;
        self.recorded = false;
        self.shared.desk.lock().signed_at = Some(Instant::now());
        Ok(())
    }

    /// Records what has to stand in the ledger before it is signed for again.
    fn record(&mut self, batch: fupan_replay::draft::Batch) -> Result<(), String> {
        let (sender, receiver) = oneshot::channel();
        let pushed = self.queue.push(Request::Append(batch, sender), true);
        pushed.map_err(|_| "the store is closing".to_owned())?;
        self.queue.wake_writer();
        match receiver.blocking_recv() {
            Ok(Ok(_)) => {
                self.recorded = true;
                Ok(())
            }
            Ok(Err(error)) => Err(format!("the next key can't be announced: {error}")),
            Err(_) => Err("the store is closing".to_owned()),
        }
    }
}

/// The checkpoints that are kept and may go again, by size.
pub(crate) type Passing = BTreeMap<u64, KeptFor>;

/// Keeps a checkpoint in the ledger and, if it is the last one, outside its
/// folder, and shows it.
pub(crate) fn keep<B: Backend>(
    shared: &Shared<B>,
    file: Option<&LastCheckpoint>,
    signed: SignedCheckpoint,
    why: KeptFor,
) -> Result<(), String> {
    let size = signed.checkpoint().size();
    let mut passing = shared
        .passing
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    // Those of witnesses stay until there are later ones.
    let goes = passing
        .iter()
        .filter(|(of, for_what)| **of < size && **for_what <= why);
    let let_go: Vec<u64> = goes.map(|(of, _)| *of).collect();
    let note = signed.to_string().into_bytes();
    let kept = KeptCheckpoint { size, why, note };
    let written = shared.backend.keep_checkpoint(&kept, &let_go);
    written.map_err(|e| e.to_string())?;
    passing.retain(|of, _| !let_go.contains(of));
    if why < KeptFor::Decision {
        passing.insert(size, why);
    } else {
        passing.remove(&size);
    }
    let latest = shared
        .desk
        .last()
        .is_none_or(|last| last.checkpoint().size() <= size);
    if let Some(file) = file.filter(|_| latest) {
        let written = file.write(&signed);
        written.map_err(|e| format!("the checkpoint can't be kept outside the ledger: {e}"))?;
    }
    let signed = Arc::new(signed);
    let mut desk = shared.desk.lock();
    if latest {
        desk.last = Some(Arc::clone(&signed));
    }
    if why == KeptFor::Witnesses || signed.note().signatures().len() > 1 {
        desk.witnessed = Some(signed);
    }
    Ok(())
}

/// Keeps a checkpoint to which witnesses have added their signatures.
pub(crate) fn keep_witnessed<B: Backend>(
    shared: &Shared<B>,
    mut signed: SignedCheckpoint,
) -> Result<(), String> {
    let size = signed.checkpoint().size();
    let kept = shared
        .backend
        .checkpoints(size)
        .map_err(|e| e.to_string())?;
    let mut why = KeptFor::Witnesses;
    if let Some(kept) = kept.into_iter().next().filter(|kept| kept.size == size) {
        let before = SignedCheckpoint::read(&kept.note).map_err(|e| e.to_string())?;
        if before.checkpoint() != signed.checkpoint() {
            return Err(format!("another checkpoint of {size} entries is kept"));
        }
        // Signatures that came in by another way stay.
        let mut all = before;
        for signature in signed.note().signatures() {
            all.note_mut().add(signature.clone());
        }
        signed = all;
        why = why.max(kept.why);
    }
    keep(shared, shared.last_checkpoint.as_ref(), signed, why)
}

/// Holds what was signed before against what a store is found to hold: it must
/// go on from it. Answers what was signed.
///
/// # Errors
/// When the store is older than its last checkpoint, or another one.
pub(crate) fn check_signed<B: Backend>(
    ledger: &LedgerName,
    backend: &B,
    size: u64,
    file: Option<LastCheckpoint>,
) -> Result<SignedBefore, OpenError> {
    let outside = file
        .as_ref()
        .map(LastCheckpoint::read)
        .transpose()?
        .flatten();
    let kept = backend.checkpoints(0).map_err(OpenError::Admission)?;
    let passing = kept.iter().filter(|kept| kept.why < KeptFor::Decision);
    let passing = passing.map(|kept| (kept.size, kept.why)).collect();
    let read = kept.iter().map(|kept| SignedCheckpoint::read(&kept.note));
    let read: Result<Vec<_>, _> = read.collect();
    let mut read = read
        .map_err(|e| OpenError::Admission(ReadError(format!("a kept checkpoint is none: {e}"))))?;
    let many = |signed: &&SignedCheckpoint| signed.note().signatures().len() > 1;
    let witnessed = read.iter().rev().find(many).cloned();
    let inside = read.pop();
    let mut remade = false;
    for signed in outside.iter().chain(&inside) {
        remade |= check_one(ledger, backend, size, signed.checkpoint().state)?;
    }
    let size_of = |signed: &SignedCheckpoint| signed.checkpoint().size();
    let last = match (outside, inside) {
        (Some(outside), Some(inside)) if size_of(&inside) > size_of(&outside) => Some(inside),
        (outside, inside) => outside.or(inside),
    };
    Ok(SignedBefore {
        last,
        witnessed,
        passing,
        file,
        remade,
    })
}

/// Holds one signed state against what is kept; answers whether the tree had to be
/// made anew for it.
fn check_one<B: Backend>(
    ledger: &LedgerName,
    backend: &B,
    size: u64,
    signed: TreeState,
) -> Result<bool, OpenError> {
    if signed.size > size {
        return Err(OpenError::BelowCheckpoint {
            ledger: ledger.clone(),
            size,
            signed: signed.size,
        });
    }
    let root = || {
        root_at(signed.size, |at| {
            rows::node(at, |level, from, to| backend.hashes(level, from, to))
        })
    };
    if root().is_ok_and(|root| root == signed.root) {
        return Ok(false);
    }
    // The tree that is kept may be damaged: the entries decide.
    backend.make_hashes(size).map_err(OpenError::Admission)?;
    let found = root().map_err(OpenError::Admission)?;
    if found == signed.root {
        return Ok(true);
    }
    Err(OpenError::OtherHistory {
        ledger: ledger.clone(),
        signed,
        found,
    })
}
