//! What if: what is, beside what would be if some entries fell or others stood
//! in their place or came after them. Pure, and nothing is stored: the ledger is
//! folded once as it stands and once with what is supposed.
//!
//! A decision (ruling, sanction, appeal) falls as it does when it is overturned
//! after all that is there; a warning, admonition or penalty alone likewise; a
//! fact is read as if it were corrected. That goes through the very code that
//! carries out real ones. What could then not have happened is told, not refused,
//! and so is each ruling whose finding would be another or none.

mod concerned;
mod difference;
mod grounds;
mod overlay;
mod question;
mod struck;
mod supposing;

pub use difference::Beside;
pub use grounds::{Ground, LostGround};
pub use question::{Question, Tried};

use crate::{
    draft::DraftError,
    fold::{FoldEntry, FoldError, TournamentHistory},
    ledger::Reason,
    sequencer::{Head, IndexedLog, ReadError, ReadLog},
    views::{AppealView, GameView, MomentError, StandingsView},
};
use fupan_domain::{
    event::Stream,
    ids::{EntryId, GameId, LedgerName},
    tournament::AllFacts,
};
use question::Asked;
use serde::Serialize;
use std::collections::BTreeMap;
use supposing::Supposing;

/// A ledger as it stands, about which something is asked.
#[derive(Clone, Copy)]
pub struct Base<'a> {
    /// Its name.
    pub name: &'a LedgerName,
    /// Its last entry.
    pub head: Head,
    /// What of it concerns the tournament as a whole.
    pub history: &'a TournamentHistory,
    /// Its entries, none after the head.
    pub log: &'a dyn IndexedLog,
    /// What each of its games tells the tournament.
    pub facts: &'a AllFacts,
}

/// What is, and what would be.
#[derive(Clone, Debug, Serialize)]
pub struct WhatIf {
    /// The ledger.
    pub ledger: String,
    /// The last entry of which this takes account.
    pub known: Option<u64>,
    /// What was supposed to fall.
    pub voided: Vec<Voided>,
    /// The drafts that were tried out.
    pub with: Vec<With>,
    /// Each game that changes. An entry that is only supposed is not the last
    /// of any game: both views name the last one that stands.
    pub games: BTreeMap<GameId, Beside<GameView>>,
    /// Each appeal that changes.
    pub appeals: BTreeMap<String, Beside<AppealView>>,
    /// The standings.
    pub standings: Standings,
    /// Entries that could then not have happened as they were recorded.
    pub impossible: Vec<Impossible>,
    /// Rulings and sanctions that stand, though the finding that they name would
    /// be another or none.
    pub lost_grounds: Vec<LostGround>,
}

/// The standings as they are and as they would be.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Standings {
    /// As they are.
    pub before: Option<StandingsView>,
    /// As they would be.
    pub after: Option<StandingsView>,
}

/// How something falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Becomes {
    /// A decision or what it imposed is overturned.
    Overturned,
    /// A fact did not happen.
    StruckOut,
    /// A fact was another.
    Replaced,
}

/// Something that was supposed to fall.
#[derive(Clone, Debug, Serialize)]
pub struct Voided {
    /// As it was named.
    pub named: String,
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// Its stream.
    pub stream: Stream,
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// How it falls.
    pub becomes: Becomes,
}

/// A draft that was tried out.
#[derive(Clone, Debug, Serialize)]
pub struct With {
    /// The file from which it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// By which id the views name it.
    pub entry: EntryId,
    /// Its stream.
    pub stream: Stream,
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The entry in whose place it stands; else it comes after all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_place_of: Option<EntryId>,
    /// Whether it is an entry already, so that it changes nothing.
    pub known: bool,
}

/// An entry that could then not have happened as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Impossible {
    /// The entry.
    pub entry: EntryId,
    /// Its seq.
    pub seq: u64,
    /// Its stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<Stream>,
    /// Its type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// Why.
    pub why: String,
}

impl Impossible {
    fn new(entry: EntryId, seq: u64, why: String) -> Impossible {
        Impossible {
            entry,
            seq,
            stream: None,
            type_name: None,
            why,
        }
    }

    /// With what the entry says of itself.
    fn looked_up(self, log: &dyn ReadLog) -> Result<Impossible, WhatIfError> {
        let Some(bytes) = log.entry_by_id(self.entry)? else {
            return Ok(self);
        };
        let entry = FoldEntry::read(&bytes)?;
        Ok(Impossible {
            stream: Some(entry.stream()?),
            type_name: Some(entry.type_name.to_owned()),
            ..self
        })
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum WhatIfError {
    /// What is named can't fall.
    #[error("{named}: {reason}")]
    Void {
        /// As it was named.
        named: String,
        /// Why.
        reason: Reason,
    },
    /// A draft can't be tried out.
    #[error("line {line}: {reason}")]
    With {
        /// The file from which it came.
        file: Option<String>,
        /// The line, from 1.
        line: usize,
        /// Why.
        reason: WithReason,
    },
    /// The log can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An entry of the log is none.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// A view can't be shown.
    #[error(transparent)]
    View(#[from] MomentError),
    /// A view can't be written.
    #[error("a view can't be compared: {0}")]
    Compare(#[from] serde_json::Error),
}

/// Why a draft can't be tried out.
#[derive(Debug, thiserror::Error)]
pub enum WithReason {
    /// It is no draft.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// It could not become an entry.
    #[error(transparent)]
    Refused(#[from] Reason),
}

impl WhatIfError {
    fn void(named: &str, reason: Reason) -> WhatIfError {
        WhatIfError::Void {
            named: named.to_owned(),
            reason,
        }
    }
}

impl Tried {
    fn refused(&self, reason: impl Into<WithReason>) -> WhatIfError {
        WhatIfError::With {
            file: self.file.clone(),
            line: self.line,
            reason: reason.into(),
        }
    }
}

/// Answers what would be.
///
/// # Errors
/// [`WhatIfError`].
pub fn what_if(base: Base<'_>, question: Question) -> Result<WhatIf, WhatIfError> {
    let asked = Asked::of(base, question)?;
    let mut supposing = Supposing::new(base, &asked)?;
    for fact in &asked.void {
        supposing.void(fact)?;
    }
    for tried in &asked.after {
        supposing.take(tried)?;
    }
    supposing.compare()
}
