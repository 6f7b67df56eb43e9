//! What whoever recorded an entry should know of its time: that it lies ahead of
//! the clock of the server, or before that of the entry before it. Such an entry
//! is stored all the same, and the audit says the same of it later.

use crate::{entry::Entry, verify::SKEW_MS};
use fupan_domain::Timestamp;
use serde::Serialize;

/// Something odd about an entry that was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// A short stable name of its kind, as in an audit.
    pub code: &'static str,
    /// What it is, with the times.
    pub text: String,
}

/// What is odd about the time of an entry. `before`: the time of the entry
/// before it in its stream, if there is one.
pub fn remarks(entry: &Entry<'_>, before: Option<Timestamp>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let ahead = entry.at.since(entry.recorded_at);
    if ahead > SKEW_MS {
        remarks.push(Remark {
            code: "at_ahead",
            text: format!(
                "at {} lies {} s ahead of the server's clock, which was {}",
                entry.at,
                ahead.0 / 1000,
                entry.recorded_at
            ),
        });
    }
    if let Some(before) = before.filter(|before| entry.at < *before) {
        remarks.push(Remark {
            code: "time_backwards",
            text: format!(
                "at {} lies before {before}, the time of the entry before it in {}: for clocks the later of both counts",
                entry.at, entry.stream
            ),
        });
    }
    remarks
}
