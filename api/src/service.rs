//! What all handlers share: settings, ledgers, tokens, limits, figures.

use crate::{
    auth::{NewToken, Principal, SessionBook, TokenBook},
    config::Config,
    limits::{RateLimits, Tally},
    live::{LiveLedger, OpenLedgers},
    metrics::Metrics,
    problem::Problem,
};
use actix_web::web;
use fupan_domain::ids::LedgerName;
use fupan_store::{EventStore, Ledgers};
use jiff::tz::TimeZone;
use std::{sync::Arc, time::Duration};
use tokio::sync::{Semaphore, watch};

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
    pub zone: TimeZone,
    /// How many requests a client may make.
    pub rates: RateLimits,
    /// The event streams that are open.
    pub streams: Arc<Tally>,
    /// The connections that are open.
    pub connections: Arc<Tally>,
    /// The figures.
    pub metrics: Metrics,
    /// Whose turn it is to audit.
    audits: Semaphore,
    stopping: watch::Sender<bool>,
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
            audits: Semaphore::new(config.limits.audits.max(1)),
            stopping: watch::Sender::new(false),
            config,
        };
        Ok((service, keeper))
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
/// When others are at it, there is no such ledger, or its own.
pub async fn ask_at_length<T: Send + 'static>(
    service: &web::Data<Service>,
    name: &LedgerName,
    question: impl FnOnce(&LiveLedger) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let Ok(_turn) = service.audits.try_acquire() else {
        let detail = "another audit is under way: try again when it is done";
        return Err(Problem::new("busy", detail));
    };
    ask(service, name, question).await
}
