//! What the service counts of itself, as Prometheus reads it: base units, few
//! labels, nothing of people.

use crate::problem::Problem;
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TextEncoder,
};

/// The upper ends of the buckets of durations, in seconds.
const SECONDS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

/// All figures.
pub struct Metrics {
    registry: Registry,
    /// Seconds from a request to its answer, by method, route and status.
    pub requests: HistogramVec,
    /// Entries recorded, by type.
    pub entries: IntCounterVec,
    /// Seconds from a batch handed in to its durable answer, by how it ended.
    pub appends: HistogramVec,
    /// Problems told, by code.
    pub problems: IntCounterVec,
    /// Entries of each open ledger.
    pub ledger_entries: IntGaugeVec,
    /// Entries of each ledger that each of its mirrors has confirmed.
    pub mirrored: IntGaugeVec,
    /// Entries of each open ledger that its last signed checkpoint covers.
    pub checkpoint_entries: IntGaugeVec,
    /// Seconds since the last checkpoint of each open ledger was signed.
    pub checkpoint_age: IntGaugeVec,
    /// Entries of each open ledger that its last witnessed checkpoint covers.
    pub witnessed_entries: IntGaugeVec,
    /// Requests that a witness did not answer with a cosignature.
    pub witness_failures: IntCounter,
    /// Open ledgers whose checkpoints can't be signed.
    pub unsigned_ledgers: IntGauge,
    /// Ledgers that are open.
    pub open_ledgers: IntGauge,
    /// Event streams that are open.
    pub streams: IntGauge,
    /// Clients that were let go because they did not keep up, by why.
    pub dropped: IntCounterVec,
}

impl Metrics {
    /// All figures, at nothing.
    ///
    /// # Errors
    /// Never: the names are proper ones, which every test of the service shows.
    pub fn new() -> Result<Metrics, Problem> {
        Metrics::register().map_err(|e| Problem::internal(&e))
    }

    fn register() -> prometheus::Result<Metrics> {
        let seconds = |name, help| HistogramOpts::new(name, help).buckets(SECONDS.to_vec());
        let metrics = Metrics {
            registry: Registry::new(),
            requests: HistogramVec::new(
                seconds(
                    "fupan_http_request_duration_seconds",
                    "Time from a request to its answer.",
                ),
                &["method", "route", "status"],
            )?,
            entries: IntCounterVec::new(
                Opts::new("fupan_entries_appended_total", "Entries recorded."),
                &["type"],
            )?,
            appends: HistogramVec::new(
                seconds(
                    "fupan_append_duration_seconds",
                    "Time from a batch handed in to its durable answer.",
                ),
                &["outcome"],
            )?,
            problems: IntCounterVec::new(
                Opts::new("fupan_problems_total", "Requests that ended in a problem."),
                &["code"],
            )?,
            ledger_entries: IntGaugeVec::new(
                Opts::new("fupan_ledger_entries", "Entries of each open ledger."),
                &["ledger"],
            )?,
            mirrored: IntGaugeVec::new(
                Opts::new(
                    "fupan_mirrored_entries",
                    "Entries of each ledger that each of its mirrors has confirmed.",
                ),
                &["ledger", "mirror"],
            )?,
            checkpoint_entries: IntGaugeVec::new(
                Opts::new(
                    "fupan_checkpoint_entries",
                    "Entries of each open ledger that its last signed checkpoint covers.",
                ),
                &["ledger"],
            )?,
            checkpoint_age: IntGaugeVec::new(
                Opts::new(
                    "fupan_checkpoint_age_seconds",
                    "Time since the last checkpoint of each open ledger was signed.",
                ),
                &["ledger"],
            )?,
            witnessed_entries: IntGaugeVec::new(
                Opts::new(
                    "fupan_witnessed_entries",
                    "Entries of each open ledger that its last witnessed checkpoint covers.",
                ),
                &["ledger"],
            )?,
            witness_failures: IntCounter::new(
                "fupan_witness_failures_total",
                "Requests that a witness did not answer with a cosignature.",
            )?,
            unsigned_ledgers: IntGauge::new(
                "fupan_unsigned_ledgers",
                "Open ledgers whose checkpoints can't be signed.",
            )?,
            open_ledgers: IntGauge::new("fupan_open_ledgers", "Ledgers that are open.")?,
            streams: IntGauge::new("fupan_event_streams", "Event streams that are open.")?,
            dropped: IntCounterVec::new(
                Opts::new(
                    "fupan_event_streams_dropped_total",
                    "Event streams ended by the service.",
                ),
                &["reason"],
            )?,
        };
        let registry = &metrics.registry;
        registry.register(Box::new(metrics.requests.clone()))?;
        registry.register(Box::new(metrics.entries.clone()))?;
        registry.register(Box::new(metrics.appends.clone()))?;
        registry.register(Box::new(metrics.problems.clone()))?;
        registry.register(Box::new(metrics.ledger_entries.clone()))?;
        registry.register(Box::new(metrics.mirrored.clone()))?;
        registry.register(Box::new(metrics.checkpoint_entries.clone()))?;
        registry.register(Box::new(metrics.checkpoint_age.clone()))?;
        registry.register(Box::new(metrics.witnessed_entries.clone()))?;
        registry.register(Box::new(metrics.witness_failures.clone()))?;
        registry.register(Box::new(metrics.unsigned_ledgers.clone()))?;
        registry.register(Box::new(metrics.open_ledgers.clone()))?;
        registry.register(Box::new(metrics.streams.clone()))?;
        registry.register(Box::new(metrics.dropped.clone()))?;
        Ok(metrics)
    }

    /// The figures as they stand, in Prometheus' text form.
    ///
    /// # Errors
    /// Never for figures of the right form; the encoder's own errors are handed on.
    pub fn text(&self) -> Result<String, Problem> {
        TextEncoder::new()
            .encode_to_string(&self.registry.gather())
            .map_err(|e| Problem::internal(&e))
    }
}
