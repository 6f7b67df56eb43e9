//! What all handlers share: settings, ledgers, tokens, limits, figures.

use crate::{
    auth::{NewToken, Principal, SessionBook, TokenBook},
    config::Config,
    hold::Hold,
    i18n::zone::Zone,
    limits::{RateLimits, Tally},
    live::{LiveLedger, OpenLedgers},
    metrics::Metrics,
    problem::Problem,
};
use actix_web::web;
use fupan_domain::ids::LedgerName;
use fupan_store::{EventStore, Ledgers};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::{Semaphore, SemaphorePermit, watch};

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
    /// The connections that are open.
    pub connections: Arc<Tally>,
    /// The figures.
    pub metrics: Metrics,
    /// Whose turn it is to audit.
    pub audits: Turns,
    /// Whose turn it is to ask what would be.
    pub what_ifs: Turns,
    /// The data folder, while the service has it.
    hold: Mutex<Option<Hold>>,
    stopping: watch::Sender<bool>,
}

/// How many may do something at once that takes long.
pub struct Turns {
    turns: Semaphore,
    /// What is refused, and the setting that says how many.
    full: String,
}

impl Turns {
    fn new(most: usize, what: &str, setting: &str) -> Turns {
        let most = most.max(1);
        Turns {
            turns: Semaphore::new(most),
            full: format!(
                "{most} {what} under way, and no more are answered at once ({setting}): try again in a second"
            ),
        }
    }

    /// A turn, held as long as what is given.
    ///
    /// # Errors
    /// When as many as may are at it already.
    pub fn take(&self) -> Result<SemaphorePermit<'_>, Problem> {
        let turn = self.turns.try_acquire();
        turn.map_err(|_| Problem::new("busy", self.full.clone()))
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
        let folder = Ledgers::at(&config.server.data).map_err(|e| Problem::from(&e))?;
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
            connections: Arc::default(),
            metrics: Metrics::new()?,
            audits: Turns::new(config.limits.audits, "audits are", "limits.audits"),
            what_ifs: Turns::new(
                config.limits.what_ifs,
                "questions of what if are",
                "limits.what_ifs",
            ),
            hold: Mutex::new(Some(hold)),
            stopping: watch::Sender::new(false),
            config,
        };
        Ok((service, keeper))
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
    /// clients. Blocks.
    pub fn tidy(&self) {
        for name in self
            .ledgers
            .close_idle(Duration::from_secs(self.config.ledgers.idle_s))
        {
            tracing::info!(ledger.id = %name, "closed idle ledger {name}");
        }
        self.rates.forget_idle();
    }

    /// The figures as they stand.
    ///
    /// # Errors
    /// Never for figures of the right form.
    pub fn figures(&self) -> Result<String, Problem> {
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let open = self.ledgers.all_open();
        self.metrics.open_ledgers.set(count(open.len()));
        self.metrics.streams.set(count(self.streams.all()));
        self.metrics.ledger_entries.reset();
        for ledger in open {
            let size = i64::try_from(ledger.open.store.head().size).unwrap_or(i64::MAX);
            let name = ledger.open.store.ledger().as_str();
            self.metrics
                .ledger_entries
                .with_label_values(&[name])
                .set(size);
        }
        self.metrics.text()
    }
}

/// Runs something that may wait for a disk or take long, beside the threads
/// that answer requests.
///
/// # Errors
/// Its own, or that no thread was left for it.
pub async fn beside<T: Send + 'static>(
    run: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    web::block(run)
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
