//! What all handlers share: settings, ledgers, tokens, limits, figures.

use crate::{
    auth::{Caller, NewToken, Principal, SessionBook, TokenBook},
    config::{Config, Limits},
    cosigning::Cosigning,
    evidence,
    hold::Hold,
    i18n::zone::Zone,
    keys::{self, KeyRing, Ring},
    ledger,
    limits::{RateLimits, Tally},
    lines::Lines,
    live::{self, LiveLedger, OpenLedgers},
    metrics::Metrics,
    mirrors::Mirrors,
    problem::Problem,
    review::anchor,
};
use actix_web::web;
use fupan_domain::{Timestamp, ids::LedgerName};
use fupan_store::{EventStore, Proofs, wall_clock};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// What all handlers share.
pub struct Service {
    /// The settings.
    pub config: Config,
    /// The ledgers.
    pub ledgers: OpenLedgers,
    /// The tokens.
    pub tokens: TokenBook,
    /// The sessions of browsers.
    pub sessions: SessionBook,
    /// The time zone in which pages tell times.
    pub zone: Zone,
    /// How many requests a client may make.
    pub rates: RateLimits,
    /// The event streams that are open.
    pub streams: Arc<Tally>,
    /// Those of them that follow a review, of which no figure tells.
    pub review_streams: Arc<Tally>,
    /// The connections, as they stand between requests.
    pub lines: Arc<Lines>,
    /// How many connections are open.
    pub connections: Arc<Tally>,
    /// The figures.
    pub metrics: Metrics,
    /// What mirrors have confirmed.
    pub mirrors: Mirrors,
    /// The witnesses.
    pub cosigning: Cosigning,
    /// Whose turn it is to audit.
    pub audits: Turns,
    /// Whose turn it is to ask what would be.
    pub what_ifs: Turns,
    /// The same for those who have no token.
    pub stranger_audits: Turns,
    /// The same for those who have no token.
    pub stranger_what_ifs: Turns,
    /// The data folder, while the service has it.
    hold: Mutex<Option<Hold>>,
    /// Whose turn it is to hand in a file.
    pub uploads: Turns,
    /// The key that signed when that was last looked at.
    signs: Mutex<String>,
    /// When files were last looked for whose date has come.
    swept: Mutex<Option<Instant>>,
    stopping: watch::Sender<bool>,
}

/// How long somebody waits for his turn who sent what he wrote.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many may do something at once that takes long.
pub struct Turns {
    turns: Arc<Semaphore>,
    /// What is refused, and the setting that says how many.
    full: String,
}

/// The key that signs.
fn signing_key(ring: &Ring) -> String {
    let key = ring.keys().last();
    key.map(|key| key.key.clone()).unwrap_or_default()
}

impl Turns {
    fn new(most: usize, what: &str, setting: &str) -> Turns {
        let most = most.max(1);
        Turns {
            turns: Arc::new(Semaphore::new(most)),
            full: format!(
                "{most} {what} under way, and no more are answered at once ({setting}): try again in a second"
            ),
        }
    }

    /// A turn, held as long as what is given.
    ///
    /// # Errors
    /// When as many as may are at it already.
    pub fn take(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let turn = Arc::clone(&self.turns).try_acquire_owned();
        turn.map_err(|_| self.none_free())
    }

    /// The same, waited for: somebody sent what he wrote, or asked for something long.
    ///
    /// # Errors
    /// When none came free for many seconds.
    pub async fn wait(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let turn = Arc::clone(&self.turns).acquire_owned();
        let waited = tokio::time::timeout(PATIENCE, turn).await;
        // It is closed by nobody.
        waited
            .ok()
            .and_then(Result::ok)
            .ok_or_else(|| self.none_free())
    }

    fn none_free(&self) -> Problem {
        Problem::new("busy", self.full.clone())
    }
}

impl Service {
    /// The service of a data folder, which is made if it is not there. Where no
    /// token was ever made, the keeper's is: it is shown this once.
    ///
    /// # Errors
    /// When the folder can't be made, or the settings make no sense.
    pub fn open(config: Config) -> Result<(Service, Option<NewToken>), Problem> {
        config.check()?;
        let service = config.proof.service.as_deref();
        let folder = ledger::ledgers_or_new(&config.server.data, service)?
            .keeping_free(config.limits.record_free_bytes);
        let hold = Hold::for_service(&config.server.data)?;
        let tokens = TokenBook::at(&config.server.data);
        let keeper = if tokens.is_new() {
            let note = Some("made at the first start".to_owned());
            Some(tokens.add(Principal::Keeper, None, note)?)
        } else {
            // A file that can't be read is told at the start, not at the first request.
            tokens.list()?;
            None
        };
        let service = Service {
            ledgers: OpenLedgers::new(folder, config.limits.stream_queue),
            tokens,
            sessions: SessionBook::at(&config.server.data, config.pages.session_hours)?,
            zone: config.pages.zone()?,
            rates: RateLimits::new(&config.rates),
            streams: Arc::default(),
            review_streams: Arc::default(),
            lines: Arc::default(),
            connections: Arc::default(),
            metrics: Metrics::new()?,
            mirrors: Mirrors::default(),
            cosigning: Cosigning::new(&config.proof)?,
            audits: Turns::new(config.limits.audits, "audits are", "limits.audits"),
            what_ifs: Turns::new(
                config.limits.what_ifs,
                "questions of what if are",
                "limits.what_ifs",
            ),
            stranger_audits: Turns::new(
                config.limits.stranger_audits,
                "audits of callers without a token are",
                "limits.stranger_audits",
            ),
            stranger_what_ifs: Turns::new(
                config.limits.stranger_what_ifs,
                "questions of what if of callers without a token are",
                "limits.stranger_what_ifs",
            ),
            hold: Mutex::new(Some(hold)),
            uploads: Turns::new(config.evidence.uploads, "files are", "evidence.uploads"),
            signs: Mutex::new(signing_key(&*KeyRing::at(&config.server.data).need()?)),
            swept: Mutex::default(),
            stopping: watch::Sender::new(false),
            config,
        };
        service.ledgers.read_kinds();
        Ok((service, keeper))
    }

    /// The keys with which checkpoints are signed.
    ///
    /// # Errors
    /// When they can't be read.
    pub fn keys(&self) -> Result<Arc<Ring>, Problem> {
        KeyRing::at(&self.config.server.data).need()
    }

    /// The turns to audit in which a caller stands.
    pub fn audits_of(&self, caller: &Caller) -> &Turns {
        match caller.grant() {
            Some(_) => &self.audits,
            None => &self.stranger_audits,
        }
    }

    /// The turns to ask what would be in which a caller stands.
    pub fn what_ifs_of(&self, caller: &Caller) -> &Turns {
        match caller.grant() {
            Some(_) => &self.what_ifs,
            None => &self.stranger_what_ifs,
        }
    }

    /// What a caller's requests may be.
    pub fn limits_of(&self, caller: &Caller) -> Limits {
        let mut limits = self.config.limits.clone();
        if caller.grant().is_none() {
            limits.body_bytes = limits.body_bytes.min(limits.stranger_body_bytes);
        }
        limits
    }

    /// Says in the data folder where the service is asked, for those who find it
    /// in use.
    ///
    /// # Errors
    /// When that can't be written.
    pub fn serves_at(&self, url: &str) -> Result<(), Problem> {
        let hold = self.hold.lock().unwrap_or_else(PoisonError::into_inner);
        hold.as_ref().map_or(Ok(()), |hold| hold.serves_at(url))
    }

    /// Lets go of the data folder: its ledgers are closed.
    pub fn leave_folder(&self) {
        let mut hold = self.hold.lock().unwrap_or_else(PoisonError::into_inner);
        *hold = None;
    }

    /// Tells all that goes on for long that the service stops.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Whether the service stops, and when it does.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Does what has to be done now and then: closes idle ledgers, forgets
    /// clients, deletes evidence whose date has come, anchors reviews, has ledgers say
    /// that another key signs, learns whose ledgers are that came beside it. Blocks.
    pub fn tidy(&self) {
        self.learn_kinds();
        self.sweep_now_and_then();
        self.hand_over();
        self.anchor();
        for name in self
            .ledgers
            .close_idle(Duration::from_secs(self.config.ledgers.idle_s))
        {
            tracing::info!(ledger.id = %name, "closed idle ledger {name}");
        }
        self.rates.forget_idle();
    }

    /// Learns of the ledgers whose they are, of which it does not stand beside them. Blocks.
    pub fn learn_kinds(&self) {
        self.ledgers.learn_kinds(|| *self.stopping.borrow());
    }

    fn sweep_now_and_then(&self) {
        let every = Duration::from_secs(self.config.evidence.sweep_every_s);
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        if swept.is_some_and(|last| last.elapsed() < every) {
            return;
        }
        *swept = Some(Instant::now());
        drop(swept);
        self.sweep(wall_clock());
    }

    /// Has each ledger say that another key signs from now on, once there is one: those
    /// in which nothing is recorded would go on with a key that is gone. What goes wrong
    /// with one is told in the log and holds up no other.
    fn hand_over(&self) {
        let ring = match self.keys() {
            Ok(ring) => ring,
            Err(problem) => {
                tracing::error!("the keys can't be looked at: {problem}");
                return;
            }
        };
        let key = signing_key(&ring);
        let before = {
            let mut signs = self.signs.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *signs, key.clone())
        };
        if before == key {
            return;
        }
        tracing::info!("the key {key} signs from now on");
        for name in self.ledgers.list().unwrap_or_default() {
            let ledger = self.ledgers.open(&name);
            let handed = ledger.and_then(|ledger| keys::hand_over(&ledger.open, &ring));
            if let Err(problem) = handed {
                tracing::error!(ledger.id = %name, "ledger {name} goes on with the old key until its next entry: {problem}");
            }
        }
    }

    /// Deletes the evidence of all ledgers whose date has come at that moment.
    /// What goes wrong with one is told in the log and holds up no other. Blocks.
    pub fn sweep(&self, now: Timestamp) {
        let names = self.ledgers.with_evidence().unwrap_or_else(|problem| {
            tracing::error!("evidence can't be looked for: {problem}");
            Vec::new()
        });
        for name in names {
            let swept = self.ledgers.open(&name);
            match swept.and_then(|ledger| evidence::sweep(&ledger.open, now)) {
                Ok(swept) => {
                    for sha256 in swept {
                        tracing::info!(ledger.id = %name, "deleted evidence {sha256} of ledger {name}: its date has come");
                    }
                }
                Err(problem) => {
                    tracing::error!(ledger.id = %name, "evidence of ledger {name} can't be looked through: {problem}");
                }
            }
        }
    }

    /// The figures as they stand.
    ///
    /// # Errors
    /// Never for figures of the right form.
    pub fn figures(&self) -> Result<String, Problem> {
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let open = self.told_of();
        self.metrics.open_ledgers.set(count(open.len()));
        let secret = self.review_streams.all();
        let streams = self.streams.all().saturating_sub(secret);
        self.metrics.streams.set(count(streams));
        let long = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let metrics = &self.metrics;
        for of_ledgers in [
            &metrics.ledger_entries,
            &metrics.checkpoint_entries,
            &metrics.witnessed_entries,
            &metrics.checkpoint_age,
        ] {
            of_ledgers.reset();
        }
        let mut unsigned = 0;
        self.metrics.mirrored.reset();
        for mirror in self.mirrors.list(None) {
            let labels = [mirror.ledger.as_str(), &mirror.mirror];
            let size = i64::try_from(mirror.size).unwrap_or(i64::MAX);
            self.metrics.mirrored.with_label_values(&labels).set(size);
        }
        for ledger in open {
            let store = &ledger.open.store;
            let name = &[store.ledger().as_str()];
            let size = long(store.head().size);
            metrics.ledger_entries.with_label_values(name).set(size);
            if let Some(signed) = store.checkpoint() {
                let size = long(signed.checkpoint().size());
                metrics.checkpoint_entries.with_label_values(name).set(size);
            }
            if let Some(witnessed) = store.witnessed() {
                let size = long(witnessed.checkpoint().size());
                metrics.witnessed_entries.with_label_values(name).set(size);
            }
            let signing = store.signing();
            if let Some(age) = signing.age {
                let seconds = long(age.as_secs());
                metrics.checkpoint_age.with_label_values(name).set(seconds);
            }
            unsigned += i64::from(signing.failed.is_some());
        }
        metrics.unsigned_ledgers.set(unsigned);
        self.metrics.text()
    }

    /// The open ledgers of which figures and remarks tell: a review's name is its
    /// reviewers' to know.
    fn told_of(&self) -> Vec<Arc<LiveLedger>> {
        let mut open = self.ledgers.all_open();
        open.retain(|ledger| !is_review(ledger));
        open
    }

    /// Anchors the reviews that have gone on in the ledgers of their tournaments.
    /// What goes wrong with one is told in the log, and tried again. Blocks.
    pub fn anchor(&self) {
        for review in self.ledgers.all_open() {
            if !is_review(&review) {
                continue;
            }
            let anchored = anchor::label(&review.open).and_then(|(_, tournament)| {
                let into = self.ledgers.open_tournament(&tournament)?;
                anchor::record(&review.open, &into.open)
            });
            if let Err(problem) = anchored {
                tracing::warn!("a review can't be anchored: {problem}");
            }
        }
    }

    /// Asks the witnesses to cosign what is new. A review is anchored in its
    /// tournament's ledger and shown to nobody. Blocks.
    pub fn cosign(&self) {
        for ledger in self.told_of() {
            let failures = self.cosigning.ask_for(&ledger);
            let failures = u64::try_from(failures).unwrap_or(u64::MAX);
            self.metrics.witness_failures.inc_by(failures);
        }
    }

    /// What the keeper should look at though the service is ready: ledgers that
    /// are not signed for, witnesses that don't cosign.
    pub fn remarks(&self) -> Vec<String> {
        let remark = |ledger: Arc<LiveLedger>| {
            let why = ledger.open.store.signing().failed?;
            Some(format!(
                "ledger {} is not signed for: {why}",
                ledger.open.store.ledger()
            ))
        };
        let unsigned = self.told_of().into_iter().filter_map(remark);
        unsigned.chain(self.cosigning.remarks()).collect()
    }
}

/// Whether an open ledger is a review's.
fn is_review(ledger: &LiveLedger) -> bool {
    // Of what nobody can tell, nothing is told.
    let kind = ledger.kind();
    kind.map_or(true, |kind| kind.is_some_and(|kind| kind.is_review()))
}

/// Runs something that may wait for a disk or take long, beside the threads
/// that answer requests.
///
/// # Errors
/// Its own, or that no thread was left for it.
pub async fn beside<T: Send + 'static>(
    run: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    web::block(live::as_here(run))
        .await
        .unwrap_or_else(|_| Err(Problem::new("stopping", "the service is stopping")))
}

/// A ledger, opened if it is not open.
///
/// # Errors
/// When there is none, or it can't be opened.
pub async fn ledger(
    service: &web::Data<Service>,
    name: &LedgerName,
) -> Result<Arc<LiveLedger>, Problem> {
    if let Some(live) = service.ledgers.at_hand(name) {
        return Ok(live);
    }
    let (service, name) = (service.clone(), name.clone());
    beside(move || service.ledgers.open(&name)).await
}

/// Asks a ledger something, beside the threads that answer requests.
///
/// # Errors
/// When there is no such ledger, or its own.
pub async fn ask<T: Send + 'static>(
    service: &web::Data<Service>,
    name: &LedgerName,
    question: impl FnOnce(&LiveLedger) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let ledger = ledger(service, name).await?;
    beside(move || question(&ledger)).await
}

/// Asks a ledger something that takes long: only so many at once.
///
/// # Errors
/// When as many are at it already, there is no such ledger, or its own.
pub async fn ask_in_turn<T: Send + 'static>(
    service: &web::Data<Service>,
    turns: &Turns,
    name: &LedgerName,
    question: impl FnOnce(&LiveLedger) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let _turn = turns.take()?;
    ask(service, name, question).await
}
