//! Who wrote each entry of a review, when, and who handed it in where that was
//! somebody else: what the state to which the entries add up does not keep. And
//! what an entry is called where a conclusion rests on it. Of stream `review`
//! alone; looks are told elsewhere.

use crate::{i18n::Texts, ledger::OpenLedger, problem::Problem};
use fupan_domain::{Timestamp, event::Stream, ids::EntryId, review::ReviewState};
use fupan_replay::entry::Entry;
use fupan_store::EventStore;
use serde::Serialize;
use std::collections::BTreeMap;

/// An entry of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Its id.
    pub entry: EntryId,
    /// Its place in the ledger.
    pub seq: u64,
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// When it happened, as its author says.
    pub at: Timestamp,
    /// When the ledger took it.
    pub recorded_at: Timestamp,
    /// Its author.
    pub by: String,
    /// Who handed it in, where that is not its author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handed_in_by: Option<String>,
    /// What it gives as its reason (`labels_revealed`, `method_changed`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The entries of a review, by their seq.
#[derive(Clone, Debug, Default)]
pub struct Chronicle(BTreeMap<u64, Written>);

impl Chronicle {
    /// Reads the entries of a review.
    ///
    /// # Errors
    /// When one can't be read.
    pub fn of(review: &OpenLedger) -> Result<Chronicle, Problem> {
        let entries = review.store.stream(&Stream::Review, 0, usize::MAX);
        let unreadable = |e: &dyn std::fmt::Display| Problem::new("log_unreadable", e.to_string());
        let mut written = BTreeMap::new();
        for bytes in entries.map_err(|e| unreadable(&e))? {
            let entry = Entry::read(&bytes).map_err(|e| unreadable(&e))?;
            written.insert(entry.seq, of_entry(&entry));
        }
        Ok(Chronicle(written))
    }

    /// An entry by its seq.
    pub fn at(&self, seq: u64) -> Option<&Written> {
        self.0.get(&seq)
    }

    /// An entry by its id.
    pub fn entry(&self, id: EntryId) -> Option<&Written> {
        self.0.values().find(|written| written.entry == id)
    }

    /// All of them, in order.
    pub fn all(&self) -> impl Iterator<Item = &Written> {
        self.0.values()
    }

    /// What an entry is called by whoever reads that something rests on it: an
    /// analysis and a file by their ids, a note by its reviewer, anything else by
    /// its seq.
    pub fn called(&self, review: &ReviewState, id: EntryId, texts: &Texts) -> String {
        if let Some(name) = id_of(review, id) {
            return name;
        }
        let Some(written) = self.entry(id) else {
            return id.to_string();
        };
        let with = [("who", written.by.as_str().into())];
        match written.type_name.as_str() {
            "note_sealed" | "note_opened" => texts.with("review-note-of", &with),
            _ => {
                let kind = texts.word("review-entry", &written.type_name);
                format!("{kind} (#{})", written.seq)
            }
        }
    }
}

/// The id that an entry gave to what it recorded.
pub fn id_of(review: &ReviewState, entry: EntryId) -> Option<String> {
    let analyses = review.analyses.iter();
    let analyses = analyses.map(|told| (told.entry, told.what.analysis.to_string()));
    let files = review.evidence.iter();
    let files = files.map(|told| (told.entry, told.what.evidence.to_string()));
    let mut ids = analyses.chain(files);
    ids.find(|(of, _)| *of == entry).map(|(_, id)| id)
}

fn of_entry(entry: &Entry<'_>) -> Written {
    let handed_in = entry.submitted_by != entry.actor;
    let data: serde_json::Value = serde_json::from_str(entry.data.get()).unwrap_or_default();
    let gives_reason = ["labels_revealed", "method_changed"].contains(&entry.type_name);
    let reason = data["reason"].as_str().filter(|_| gives_reason);
    Written {
        entry: entry.id,
        seq: entry.seq,
        type_name: entry.type_name.to_owned(),
        at: entry.at,
        recorded_at: entry.recorded_at,
        by: entry.actor.to_owned(),
        handed_in_by: handed_in.then(|| entry.submitted_by.to_owned()),
        reason: reason.map(str::to_owned),
    }
}
