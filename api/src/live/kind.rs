//! Whose ledgers are: anybody's who may read a tournament, or a review's reviewers'.
//! It is known of each without opening it, from a small file in its folder, so that
//! nobody hears by how long an answer takes that there is a review. The file holds
//! nothing that the ledger's first entry doesn't: where it is missing or torn, the
//! ledger is opened this once and the file written.

use super::{LiveLedger, OpenLedgers, is_hidden, lock, missing};
use crate::problem::Problem;
use fupan_domain::{
    event::{ReviewEvent, Stream},
    ids::{LedgerName, OfficialId},
};
use fupan_replay::fold::{FoldEntry, Step, StepEvent};
use fupan_store::{EventStore, Ledgers, OpenError};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, sync::Arc};

/// Whose a ledger is: its first entry says so for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Kind {
    /// A tournament's.
    Tournament {},
    /// A review's.
    Review {
        /// Who alone reads and writes it.
        reviewers: BTreeSet<OfficialId>,
    },
}

impl Kind {
    /// That of a review with those reviewers.
    pub fn of_review(reviewers: &[OfficialId]) -> Kind {
        Kind::Review {
            reviewers: reviewers.iter().cloned().collect(),
        }
    }

    /// Whether it is a review's.
    pub fn is_review(&self) -> bool {
        matches!(self, Kind::Review { .. })
    }

    /// What a first entry opens.
    ///
    /// # Errors
    /// When the bytes are no entry.
    fn of_first(bytes: &[u8]) -> Result<Kind, Problem> {
        let unreadable = |e: &dyn std::fmt::Display| Problem::new("log_unreadable", e.to_string());
        let entry = FoldEntry::read(bytes).map_err(|e| unreadable(&e))?;
        if entry.stream().map_err(|e| unreadable(&e))? != Stream::Review {
            return Ok(Kind::Tournament {});
        }
        let step = Step::read(bytes).map_err(|e| unreadable(&e))?;
        Ok(match step.map(|step| step.event) {
            Some(StepEvent::Review(ReviewEvent::ReviewOpened(opened))) => {
                Kind::of_review(&opened.reviewers)
            }
            // What nobody opened is nobody's.
            _ => Kind::of_review(&[]),
        })
    }

    /// As the file in a ledger's folder has it.
    fn kept(folder: &Ledgers, name: &LedgerName) -> Option<Kind> {
        serde_json::from_slice(&folder.kept_kind(name)?).ok()
    }

    /// Writes the file in a ledger's folder.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn keep(&self, folder: &Ledgers, name: &LedgerName) -> Result<(), OpenError> {
        // Of a form that can always be written.
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        folder.keep_kind(name, &bytes)
    }
}

impl LiveLedger {
    /// Whose the ledger is, however the rest of it may be; `None` where there is no
    /// entry yet.
    ///
    /// # Errors
    /// When its first entry can't be read.
    pub fn kind(&self) -> Result<Option<Kind>, Problem> {
        let first = self.open.store.entry(0);
        let first = first.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        first.map(|bytes| Kind::of_first(&bytes)).transpose()
    }
}

impl OpenLedgers {
    /// Whether a ledger is a review's, as far as that is known. Never waits.
    pub fn known_kind(&self, name: &LedgerName) -> Option<bool> {
        lock(&self.kinds).get(name).map(Kind::is_review)
    }

    /// Whether a ledger is a review's. One that can't be opened is read by
    /// nobody, whatever it is.
    pub fn is_review(&self, name: &LedgerName) -> bool {
        self.kind(name).is_some_and(|kind| kind.is_review())
    }

    /// Whose a ledger is; `None` where there is none, or nobody can tell. The disk is
    /// asked for it alike whether there is one or not.
    pub fn kind(&self, name: &LedgerName) -> Option<Kind> {
        if !self.contains(name) {
            return None;
        }
        if let Some(known) = lock(&self.kinds).get(name) {
            return Some(known.clone());
        }
        if let Some(kept) = Kind::kept(&self.folder, name) {
            lock(&self.kinds).insert(name.clone(), kept.clone());
            return Some(kept);
        }
        let told = self.open(name).and_then(|live| self.note_kind(&live));
        match told {
            Ok(kind) => kind,
            Err(problem) => {
                tracing::warn!(ledger.id = %name, "what ledger {name} is can't be told: {problem}");
                // Of what nobody can tell, nobody is shown anything.
                (problem.code == "log_unreadable").then(|| Kind::of_review(&[]))
            }
        }
    }

    /// The ledger of a tournament that is named somewhere. A review's is none: whoever names
    /// it hears what he would hear of a name that nobody ever used.
    ///
    /// # Errors
    /// When there is none, or it can't be opened.
    pub fn open_tournament(&self, name: &LedgerName) -> Result<Arc<LiveLedger>, Problem> {
        if self.is_review(name) {
            return Err(missing(name));
        }
        self.open(name)
    }

    /// Notes whose an open ledger is, in memory and in its folder.
    ///
    /// # Errors
    /// When its first entry can't be read.
    pub(super) fn note_kind(&self, live: &LiveLedger) -> Result<Option<Kind>, Problem> {
        let Some(kind) = live.kind()? else {
            return Ok(None);
        };
        let name = live.open.store.ledger();
        lock(&self.kinds).insert(name.clone(), kind.clone());
        if Kind::kept(&self.folder, name).as_ref() != Some(&kind)
            && let Err(error) = kind.keep(&self.folder, name)
        {
            tracing::warn!(ledger.id = %name, "whose ledger {name} is can't be noted beside it: {error}");
        }
        Ok(Some(kind))
    }

    /// Reads whose the ledgers are, where it stands beside them.
    pub fn read_kinds(&self) {
        let names = self.folder.list().unwrap_or_default();
        let kept = names.into_iter().filter_map(|name| {
            let kind = Kind::kept(&self.folder, &name)?;
            Some((name, kind))
        });
        lock(&self.kinds).extend(kept);
    }

    /// Learns whose the others are, and writes it beside them: each is opened this once,
    /// and closed again unless somebody uses it. Goes on until `stops`.
    pub fn learn_kinds(&self, stops: impl Fn() -> bool) {
        for name in self.folder.list().unwrap_or_default() {
            if stops() {
                return;
            }
            let known = self.known_kind(&name).is_some();
            // One that can't be told is told of in the log, and not again and again.
            if known || !lock(&self.asked).insert(name.clone()) {
                continue;
            }
            let was_open = lock(&self.places).contains_key(&name);
            self.kind(&name);
            if !was_open {
                self.close_unused(&name);
            }
        }
    }
}

impl OpenLedgers {
    /// Whether there is such a ledger.
    pub fn contains(&self, name: &LedgerName) -> bool {
        let there = self.folder.contains(name);
        there && !is_hidden(name)
    }
}
