//! The one writer of a store: a bounded queue of batches, and groups of them
//! that are admitted in order, written as one and answered when durable. Whoever
//! appends while nobody writes leads the group himself, which saves two changes
//! of thread; what comes meanwhile waits and goes together.

use crate::{
    backend::{Backend, Part, Write},
    event_store::{AppendError, Receipt},
    foreign::TakeError,
    notary::is_decision,
    pace::Pace,
    read::Shared,
    staged::Staged,
};
use fupan_domain::{Timestamp, ids::Sha256};
use fupan_replay::{
    draft::Batch,
    entry::{self, Entry, Sealed},
    sequencer::{Admit, Head, Slot},
};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// How many requests are written as one.
const GROUP_REQUESTS: usize = 128;
/// How many bytes of data are written as one, where there is more than one request.
const GROUP_BYTES: usize = 4 << 20;
/// How many requests are enough not to wait for more.
pub(crate) const COMPANY: usize = 16;
/// How many bytes of data are.
const COMPANY_BYTES: usize = 16 << 10;
/// How many requests may wait.
pub(crate) const QUEUE_REQUESTS: usize = 1024;
/// How many bytes of data may wait, where more than one request does.
const QUEUE_BYTES: usize = 64 << 20;

pub(crate) type Answer<T, R> = oneshot::Sender<Result<T, AppendError<R>>>;

/// What the writer is asked for.
pub(crate) enum Request<R> {
    Append(Batch, Answer<Vec<Receipt>, R>),
    Erase(Sha256, Answer<bool, R>),
    Take(Vec<Sealed>, Answer<Result<Head, TakeError>, R>),
}

impl<R> Request<R> {
    fn bytes(&self) -> usize {
        match self {
            Request::Append(batch, _) => data_bytes(batch),
            Request::Erase(..) => 0,
            Request::Take(entries, _) => entries.iter().map(|e| e.bytes.len()).sum(),
        }
    }
}

/// The bytes of the data that a batch brings.
pub(crate) fn data_bytes(batch: &Batch) -> usize {
    batch.proposals.iter().map(|p| p.data.len()).sum()
}

/// The requests that wait.
pub(crate) struct Queue<R> {
    waiting: Mutex<Waiting<R>>,
    arrived: Condvar,
    company: Condvar,
    room: Condvar,
}

struct Waiting<R> {
    requests: VecDeque<Request<R>>,
    bytes: usize,
    closed: bool,
}

impl<R> Waiting<R> {
    fn has_room(&self, bytes: usize) -> bool {
        self.requests.is_empty()
            || (self.requests.len() < QUEUE_REQUESTS && self.bytes + bytes <= QUEUE_BYTES)
    }

    /// Whether enough waits to be written as one.
    fn is_company(&self) -> bool {
        self.requests.len() >= COMPANY || self.bytes >= COMPANY_BYTES
    }
}

impl<R> Queue<R> {
    pub fn new() -> Queue<R> {
        Queue {
            waiting: Mutex::new(Waiting {
                requests: VecDeque::new(),
                bytes: 0,
                closed: false,
            }),
            arrived: Condvar::new(),
            company: Condvar::new(),
            room: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<R>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a request in the queue, waiting for room if `wait` is set.
    pub fn push(&self, request: Request<R>, wait: bool) -> Result<(), AppendError<R>> {
        let bytes = request.bytes();
        let mut waiting = self.lock();
        while !waiting.closed && !waiting.has_room(bytes) {
            if !wait {
                return Err(AppendError::Busy {
                    waiting: waiting.requests.len(),
                    max: QUEUE_REQUESTS,
                });
            }
            waiting = self
                .room
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if waiting.closed {
            return Err(AppendError::Closed);
        }
        waiting.bytes += bytes;
        waiting.requests.push_back(request);
        if waiting.is_company() {
            self.company.notify_one();
        }
        Ok(())
    }

    /// Wakes the writer's own thread.
    pub fn wake_writer(&self) {
        self.arrived.notify_one();
    }

    /// Wakes the writer's own thread if something waits.
    pub fn hand_over(&self) {
        if !self.lock().requests.is_empty() {
            self.arrived.notify_one();
        }
    }

    /// Waits for a request; false when the queue is closed and empty.
    pub fn wait(&self) -> bool {
        let mut waiting = self.lock();
        while waiting.requests.is_empty() && !waiting.closed {
            waiting = self
                .arrived
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
        !waiting.requests.is_empty()
    }

    /// Waits until enough requests are there to be written as one, if that is soon.
    fn gather(&self, at_most: Duration) {
        let until = Instant::now() + at_most;
        let mut waiting = self.lock();
        while !waiting.closed && !waiting.is_company() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let woken = self.company.wait_timeout(waiting, left);
            waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub fn close(&self) {
        self.lock().closed = true;
        self.arrived.notify_all();
        self.company.notify_all();
        self.room.notify_all();
    }

    fn take_group(&self) -> Vec<Request<R>> {
        let mut waiting = self.lock();
        let mut group = Vec::new();
        let mut group_bytes = 0;
        while let Some(next) = waiting.requests.front() {
            let bytes = next.bytes();
            let full = group.len() == GROUP_REQUESTS || group_bytes + bytes > GROUP_BYTES;
            if full && !group.is_empty() {
                break;
            }
            group_bytes += bytes;
            group.extend(waiting.requests.pop_front());
        }
        waiting.bytes = waiting.bytes.saturating_sub(group_bytes);
        drop(waiting);
        self.room.notify_all();
        group
    }
}

/// The writer: held by whoever writes, one at a time.
pub(crate) struct Writer<B, R> {
    pub shared: Arc<Shared<B>>,
    pub admission: Box<dyn Admit<Refusal = R>>,
    pub clock: Box<dyn Fn() -> Timestamp + Send>,
    pub pace: Pace,
}

/// What came of a request, held back until the group is durable.
enum Outcome<R> {
    Appended(Vec<Receipt>),
    Refused(R),
    Erased(bool),
    Taken(Result<Head, TakeError>),
}

impl<R> Request<R> {
    // Nobody may be waiting for an answer any more; what is stored is stored all the same.
    fn answer(self, outcome: Outcome<R>) {
        let _unheard = match (self, outcome) {
            (Request::Append(_, answer), Outcome::Appended(receipts)) => {
                answer.send(Ok(receipts)).is_err()
            }
            (Request::Append(_, answer), Outcome::Refused(refusal)) => {
                answer.send(Err(AppendError::Refused(refusal))).is_err()
            }
            (Request::Erase(_, answer), Outcome::Erased(there)) => answer.send(Ok(there)).is_err(),
            (Request::Take(_, answer), Outcome::Taken(taken)) => answer.send(Ok(taken)).is_err(),
            // Each kind of request has outcomes of its own; a dropped answer says "closed".
            _ => true,
        };
    }

    fn fail(self, why: &Arc<str>) {
        let why = why.clone();
        let _unheard = match self {
            Request::Append(_, answer) => answer.send(Err(AppendError::Failed(why))).is_err(),
            Request::Erase(_, answer) => answer.send(Err(AppendError::Failed(why))).is_err(),
            Request::Take(_, answer) => answer.send(Err(AppendError::Failed(why))).is_err(),
        };
    }
}

impl<B: Backend, R: Send + 'static> Writer<B, R> {
    /// Takes a group of requests out of the queue and sees it through.
    pub fn run_group(&mut self, queue: &Queue<R>) {
        if queue.lock().requests.is_empty() {
            return;
        }
        let wait = self.pace.wait(Instant::now());
        if !wait.is_zero() {
            queue.gather(wait);
        }
        let group = queue.take_group();
        self.pace.took(group.len());
        // Sled can panic on a broken disk, and an admission on a defect of its own. Either
        // leaves the writer in a state that nobody knows, so it writes no more.
        let done = match self.shared.failed.get() {
            Some(why) => Err(why.to_string()),
            None => catch_unwind(AssertUnwindSafe(|| self.write_group(&group)))
                .unwrap_or_else(|panic| Err(panic_text(panic.as_ref()))),
        };
        match done {
            Ok(outcomes) => {
                for (request, outcome) in group.into_iter().zip(outcomes) {
                    request.answer(outcome);
                }
            }
            Err(why) => {
                let why = self.shared.failed.get_or_init(|| why.into());
                for request in group {
                    request.fail(why);
                }
            }
        }
    }

    fn write_group(&mut self, group: &[Request<R>]) -> Result<Vec<Outcome<R>>, String> {
        let shared = self.shared.clone();
        let mut staged = Staged::new(&shared);
        let now = (self.clock)();
        let outcomes = group
            .iter()
            .map(|request| self.stage(request, now, &mut staged))
            .collect::<Result<Vec<_>, String>>()?;
        if staged.entries.is_empty() && staged.erased.is_empty() {
            return Ok(outcomes);
        }
        let erased: Vec<Sha256> = staged.erased.iter().copied().collect();
        let write = Write {
            entries: &staged.entries,
            streams: &staged.streams,
            head: staged.head,
            erased: &erased,
        };
        shared.backend.write(&write).map_err(|e| e.to_string())?;
        if let Some(file) = &shared.last_checkpoint {
            let noted = file.note_erased(&shared.ledger, &staged.entries, &staged.erased);
            noted.map_err(|e| format!("what is erased can't be noted outside the ledger: {e}"))?;
        }
        let urgent = staged
            .entries
            .iter()
            .any(|entry| is_decision(&entry.sealed.stream, entry.sealed.type_name));
        let Staged { head, streams, .. } = staged;
        shared.publish(head, streams, urgent);
        Ok(outcomes)
    }

    /// Admits a request on top of what the group has so far.
    fn stage(
        &mut self,
        request: &Request<R>,
        now: Timestamp,
        staged: &mut Staged<'_, B>,
    ) -> Result<Outcome<R>, String> {
        match request {
            Request::Append(batch, _) => match self.admission.admit(batch, now, staged) {
                Ok(slots) => stage_slots(slots, staged).map(Outcome::Appended),
                Err(refusal) => Ok(Outcome::Refused(refusal)),
            },
            Request::Erase(commitment, _) => staged
                .erase(*commitment)
                .map(Outcome::Erased)
                .map_err(|e| e.to_string()),
            Request::Take(entries, _) => stage_taken(entries, staged).map(Outcome::Taken),
        }
    }
}

/// Takes in entries that were sealed elsewhere, if each follows the one before it.
fn stage_taken<B: Backend>(
    entries: &[Sealed],
    staged: &mut Staged<'_, B>,
) -> Result<Result<Head, TakeError>, String> {
    let mut following = staged.following();
    for sealed in entries {
        if let Err(error) = following.check(sealed, |stream| staged.stream_head(stream)) {
            return Ok(Err(error));
        }
    }
    let of = u32::try_from(entries.len()).map_err(|e| e.to_string())?;
    for (index, sealed) in (0..).zip(entries) {
        staged.push(sealed.clone(), Part { index, of })?;
    }
    Ok(Ok(staged.head))
}

fn stage_slots<B: Backend>(
    slots: Vec<Slot>,
    staged: &mut Staged<'_, B>,
) -> Result<Vec<Receipt>, String> {
    let new = slots.iter().filter(|slot| matches!(slot, Slot::New(_)));
    let of = u32::try_from(new.count()).map_err(|e| e.to_string())?;
    let mut index = 0;
    let mut receipts = Vec::with_capacity(slots.len());
    for slot in slots {
        receipts.push(match slot {
            Slot::New(sealed) => {
                let (seq, hash, bytes) = (sealed.seq, sealed.hash, sealed.bytes.clone());
                staged.push(sealed, Part { index, of })?;
                index += 1;
                Receipt {
                    seq,
                    hash,
                    bytes,
                    known: false,
                }
            }
            Slot::Known(bytes) => {
                let seq = Entry::read(&bytes).map_err(|e| e.to_string())?.seq;
                let hash = entry::hash(&bytes);
                Receipt {
                    seq,
                    hash,
                    bytes,
                    known: true,
                }
            }
        });
    }
    Ok(receipts)
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message");
    format!("panicked: {text}")
}
