//! Who looked at a review last, from its stream `access`.

use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{Timestamp, event::Stream};
use fupan_replay::entry::Entry;
use fupan_store::EventStore;
use serde::Serialize;
use serde_json::Value;

/// How many of the last looks are told.
const LOOKS: usize = 20;

/// A look at a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Look {
    /// The entry's seq.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub by: String,
    /// At what: a path, or a verb of the command line.
    pub what: String,
}

/// The last looks, the latest first.
///
/// # Errors
/// When one can't be read.
pub fn looks(review: &OpenLedger) -> Result<Vec<Look>, Problem> {
    let store = &review.store;
    let until = store
        .stream_head(&Stream::Access)
        .map_or(0, |head| head.version + 1);
    let from = until.saturating_sub(u64::try_from(LOOKS).unwrap_or(0));
    let unreadable = |e: &dyn std::fmt::Display| Problem::new("log_unreadable", e.to_string());
    let entries = store.stream(&Stream::Access, from, LOOKS);
    let mut looks = Vec::new();
    for bytes in entries.map_err(|e| unreadable(&e))?.iter().rev() {
        let entry = Entry::read(bytes).map_err(|e| unreadable(&e))?;
        let data: Value = serde_json::from_str(entry.data.get()).unwrap_or_default();
        looks.push(Look {
            seq: entry.seq,
            at: entry.at,
            by: entry.actor.to_owned(),
            what: data["what"].as_str().unwrap_or_default().to_owned(),
        });
    }
    Ok(looks)
}
