//! The ledgers that the service holds open: opened when somebody asks, each
//! once, closed when nobody has for a while. Nothing here may run on a thread
//! that answers requests, save what says so.

mod kind;

pub use kind::Kind;

use crate::{
    events::Feed,
    ledger::{self, OpenLedger},
    problem::Problem,
};
use fupan_domain::{Timestamp, ids::LedgerName};
use fupan_replay::audit::AuditView;
use fupan_store::{Blobs, EventStore, Ledgers, wall_clock};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// A ledger that is open, with what hangs on it.
pub struct LiveLedger {
    /// Its store and the answers from it.
    pub open: OpenLedger,
    /// Tells those who follow it of further entries.
    pub feed: Arc<Feed>,
    /// The last audit that was made.
    audited: Mutex<Option<Audited>>,
    /// Held by whoever makes one.
    auditing: Mutex<()>,
    /// Why one could not be made, until somebody was told.
    audit_failed: Mutex<Option<Problem>>,
    /// The version and time of the last entry of each stream that was recorded
    /// while the ledger is open.
    last_at: Mutex<BTreeMap<String, (u64, Timestamp)>>,
    used_ms: AtomicU64,
}

/// An audit that was made: bound to the size that the ledger then had.
#[derive(Clone)]
pub struct Audited {
    /// When it was made.
    pub at: Timestamp,
    /// What it came to.
    pub view: Arc<AuditView>,
}

impl LiveLedger {
    fn new(open: OpenLedger, queue: usize) -> LiveLedger {
        LiveLedger {
            open,
            feed: Arc::new(Feed::new(queue)),
            audited: Mutex::default(),
            auditing: Mutex::default(),
            audit_failed: Mutex::default(),
            last_at: Mutex::default(),
            used_ms: AtomicU64::new(0),
        }
    }

    /// The time of the entry of a stream with that version, if it is the last one
    /// that was recorded. Never waits for a disk.
    pub fn last_at(&self, stream: &str, version: u64) -> Option<Timestamp> {
        let last_at = lock(&self.last_at);
        let (last, at) = last_at.get(stream)?;
        (*last == version).then_some(*at)
    }

    /// Notes the time of an entry that was recorded.
    pub fn note_at(&self, stream: &str, version: u64, at: Timestamp) {
        let mut last_at = lock(&self.last_at);
        match last_at.get_mut(stream) {
            Some(last) if last.0 <= version => *last = (version, at),
            Some(_) => {}
            None => drop(last_at.insert(stream.to_owned(), (version, at))),
        }
    }

    /// The audit of the ledger as it stands; computed anew only if something
    /// was recorded since the last one.
    ///
    /// # Errors
    /// When the log can't be read.
    pub fn audit(&self) -> Result<Arc<AuditView>, Problem> {
        let _mine = lock(&self.auditing);
        let size = self.open.store.head().size;
        if let Some(last) = self.last_audit()
            && last.view.size == size
        {
            return Ok(last.view);
        }
        match ledger::audit(&self.open, &[], |_| ()) {
            Ok(view) => {
                let view = Arc::new(view);
                let made = Audited {
                    at: wall_clock(),
                    view: Arc::clone(&view),
                };
                *lock(&self.audited) = Some(made);
                Ok(view)
            }
            Err(problem) => {
                *lock(&self.audit_failed) = Some(problem.clone());
                Err(problem)
            }
        }
    }

    /// The last audit that was made since the ledger was opened. Never waits for one.
    pub fn last_audit(&self) -> Option<Audited> {
        lock(&self.audited).clone()
    }

    /// Whether an audit is under way.
    pub fn is_auditing(&self) -> bool {
        matches!(self.auditing.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Why the last audit could not be made, told once.
    pub fn audit_failed(&self) -> Option<Problem> {
        lock(&self.audit_failed).take()
    }
}

/// A place for a ledger. It is locked while the ledger is opened or closed, so
/// that both never happen at once.
#[derive(Default)]
struct Place {
    live: Mutex<Option<Arc<LiveLedger>>>,
}

/// The ledgers of a data folder, as far as they are open.
pub struct OpenLedgers {
    folder: Ledgers,
    places: Mutex<BTreeMap<LedgerName, Arc<Place>>>,
    /// Whose ledgers are, as far as it is known: that never changes.
    kinds: Mutex<BTreeMap<LedgerName, Kind>>,
    /// The ledgers that were opened once to learn whose they are.
    asked: Mutex<BTreeSet<LedgerName>>,
    /// How many entries may wait for one that follows a ledger.
    queue: usize,
    began: Instant,
}

tokio::task_local! {
    /// A ledger that is not there for whoever asks.
    static HIDDEN: LedgerName;
}

/// Answers as if there were no such ledger: what follows meets the same refusals, in
/// the same order, as with a name that nobody ever used.
pub async fn without<F: Future>(ledger: LedgerName, answering: F) -> F::Output {
    HIDDEN.scope(ledger, answering).await
}

/// The same for what is done on another thread on behalf of this task: hands the
/// task's own view over.
pub fn as_here<T>(run: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let hidden = HIDDEN.try_with(LedgerName::clone).ok();
    move || match hidden {
        Some(ledger) => HIDDEN.sync_scope(ledger, run),
        None => run(),
    }
}

fn is_hidden(name: &LedgerName) -> bool {
    HIDDEN.try_with(|hidden| hidden == name).unwrap_or(false)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OpenLedgers {
    /// The ledgers of that folder, none of them open yet.
    pub fn new(folder: Ledgers, queue: usize) -> OpenLedgers {
        OpenLedgers {
            folder,
            places: Mutex::default(),
            kinds: Mutex::default(),
            asked: Mutex::default(),
            queue,
            began: Instant::now(),
        }
    }

    /// The names of all ledgers, in order.
    ///
    /// # Errors
    /// When the folder can't be read.
    pub fn list(&self) -> Result<Vec<LedgerName>, Problem> {
        self.folder.list().map_err(|e| Problem::from(&e))
    }

    /// The names of the ledgers that keep files of evidence, in order.
    ///
    /// # Errors
    /// When the folder can't be read.
    pub fn with_evidence(&self) -> Result<Vec<LedgerName>, Problem> {
        let keeps = |name: &LedgerName| {
            let blobs = Blobs::of(&self.folder.folder(name)).list();
            blobs.is_ok_and(|blobs| !blobs.is_empty())
        };
        Ok(self.list()?.into_iter().filter(keeps).collect())
    }

    /// A ledger if it is open and sound. Never waits, so it may be asked on any thread.
    pub fn at_hand(&self, name: &LedgerName) -> Option<Arc<LiveLedger>> {
        if is_hidden(name) {
            return None;
        }
        let place = lock(&self.places).get(name).map(Arc::clone)?;
        let live = place.live.try_lock().ok()?;
        let live = live.as_ref().filter(|l| l.open.store.failure().is_none())?;
        if !has_begun(live) {
            return None;
        }
        self.touch(live);
        Some(Arc::clone(live))
    }

    /// A ledger, opened if it is not open.
    ///
    /// # Errors
    /// When there is none, or it can't be opened.
    pub fn open(&self, name: &LedgerName) -> Result<Arc<LiveLedger>, Problem> {
        if is_hidden(name) {
            // The disk is asked for it, as for a name that nobody ever used.
            let _there = self.folder.contains(name);
            return Err(missing(name));
        }
        self.with_place(name, |place| {
            if let Some(live) = self.sound(place)? {
                if !has_begun(&live) {
                    return Err(missing(name));
                }
                self.touch(&live);
                return Ok(live);
            }
            let open = ledger::open(&self.folder, name).map_err(|p| self.outside(name, &p))?;
            for dropped in &open.dropped {
                tracing::warn!(ledger.id = %name, "opening the store: {dropped}");
            }
            tracing::info!(ledger.id = %name, entries = open.store.head().size, "opened ledger {name}");
            let live = self.keep(place, open);
            if let Err(problem) = self.note_kind(&live) {
                tracing::warn!(ledger.id = %name, "what ledger {name} is can't be told: {problem}");
            }
            Ok(live)
        })
    }

    /// A ledger, made if it is not there.
    ///
    /// # Errors
    /// When it can't be opened or made.
    pub fn open_or_create(&self, name: &LedgerName) -> Result<Arc<LiveLedger>, Problem> {
        self.with_place(name, |place| {
            if let Some(live) = self.sound(place)? {
                return Ok(live);
            }
            let open = ledger::open_or_create(&self.folder, name);
            let open = open.map_err(|p| self.outside(name, &p))?;
            Ok(self.keep(place, open))
        })
    }

    fn with_place<T>(
        &self,
        name: &LedgerName,
        ask: impl FnOnce(&mut Option<Arc<LiveLedger>>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let place = Arc::clone(lock(&self.places).entry(name.clone()).or_default());
        let mut live = lock(&place.live);
        let answer = ask(&mut live);
        if live.is_none() {
            // Names of ledgers that are not there must not add up.
            let mut places = lock(&self.places);
            if Arc::strong_count(&place) == 2 {
                places.remove(name);
            }
        }
        answer
    }

    fn keep(&self, place: &mut Option<Arc<LiveLedger>>, open: OpenLedger) -> Arc<LiveLedger> {
        let live = Arc::new(LiveLedger::new(open, self.queue));
        self.touch(&live);
        *place = Some(Arc::clone(&live));
        live
    }

    fn touch(&self, live: &LiveLedger) {
        live.used_ms.store(self.now_ms(), Ordering::Relaxed);
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The ledgers that are open.
    pub fn all_open(&self) -> Vec<Arc<LiveLedger>> {
        let places: Vec<Arc<Place>> = lock(&self.places).values().map(Arc::clone).collect();
        let live = places.iter().filter_map(|place| {
            let live = place.live.try_lock().ok()?;
            live.as_ref().map(Arc::clone)
        });
        live.collect()
    }

    /// Closes every ledger that nobody uses and that nobody has asked for in
    /// that time. Answers their names.
    pub fn close_idle(&self, after: Duration) -> Vec<LedgerName> {
        let after = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
        if after > 0 && self.folder.short_of().is_some() {
            // What is open can be read on; on a full disk it could not be opened again.
            return Vec::new();
        }
        let places: Vec<(LedgerName, Arc<Place>)> = lock(&self.places)
            .iter()
            .map(|(name, place)| (name.clone(), Arc::clone(place)))
            .collect();
        let mut closed = Vec::new();
        for (name, place) in places {
            if self.close_if_idle(&place, after) {
                closed.push(name);
            }
        }
        closed
    }

    /// Closes a ledger if nobody uses it.
    fn close_unused(&self, name: &LedgerName) {
        let place = lock(&self.places).get(name).map(Arc::clone);
        if let Some(place) = place {
            self.close_if_idle(&place, 0);
        }
    }

    fn close_if_idle(&self, place: &Place, after_ms: u64) -> bool {
        let mut live = lock(&place.live);
        let idle = live.as_ref().is_some_and(|live| {
            let used = live.used_ms.load(Ordering::Relaxed);
            Arc::strong_count(live) == 1 && self.now_ms().saturating_sub(used) >= after_ms
        });
        if idle {
            // Dropped while its place is locked: whoever asks now waits until the files are free.
            *live = None;
        }
        idle
    }
}

impl OpenLedgers {
    /// Closes every ledger, each as soon as nobody uses it any more; what is
    /// still used after that time is left to whoever does, and its name answered.
    pub fn close_all(&self, within: Duration) -> Vec<LedgerName> {
        let end = Instant::now() + within;
        loop {
            self.close_idle(Duration::ZERO);
            let open = self.all_open();
            let left = open.iter().map(|live| live.open.store.ledger().clone());
            let left: Vec<LedgerName> = left.collect();
            drop(open);
            if left.is_empty() || Instant::now() >= end {
                return left;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Whether a ledger has its first entry: before that there is none for anybody but
/// whoever opens it.
fn has_begun(live: &LiveLedger) -> bool {
    live.open.store.head().size > 0
}

fn missing(name: &LedgerName) -> Problem {
    Problem::new("store_missing", format!("there is no ledger {name}"))
}

/// Why a ledger can't be opened, for those outside: where it lies is not theirs
/// to know, and what is wrong with its files is the service's own trouble.
fn outside(name: &LedgerName, problem: &Problem) -> Problem {
    match problem.code {
        "store_missing" => missing(name),
        "store_in_use" => {
            let detail = format!("ledger {name} is open in another process beside the service");
            Problem::new("store_in_use", detail)
        }
        code @ ("rolled_back" | "rewritten") => Problem::new(code, problem.detail.clone()),
        _ => Problem::new("store_broken", format!("ledger {name}: {}", problem.detail)),
    }
}

impl OpenLedgers {
    /// What is in a place, if it is sound. A store that failed is let go of as soon
    /// as nobody else holds it, so that it can be opened again; but not while the
    /// disk is full, where it could not be, and can be read as it is.
    fn sound(
        &self,
        place: &mut Option<Arc<LiveLedger>>,
    ) -> Result<Option<Arc<LiveLedger>>, Problem> {
        let Some(live) = place else { return Ok(None) };
        let Some(why) = live.open.store.failure() else {
            return Ok(Some(Arc::clone(live)));
        };
        if self.folder.short_of().is_some() {
            return Ok(Some(Arc::clone(live)));
        }
        if Arc::strong_count(live) == 1 {
            tracing::error!(ledger.id = %live.open.store.ledger(), "the store failed and is opened again: {why}");
            *place = None;
            return Ok(None);
        }
        Err(Problem::new("store_failed", why.to_string()))
    }

    /// Why a ledger can't be opened, for those outside.
    fn outside(&self, name: &LedgerName, problem: &Problem) -> Problem {
        match (problem.code, self.folder.short_of()) {
            // What can't be written can't be opened either, and is not broken by that.
            ("store_broken" | "file", Some((free, _))) => {
                tracing::error!(ledger.id = %name, "ledger {name} can't be opened: {problem}");
                let detail =
                    format!("ledger {name} can't be opened: the disk has {free} bytes left");
                Problem::new("disk_full", detail)
            }
            _ => outside(name, problem),
        }
    }
}
