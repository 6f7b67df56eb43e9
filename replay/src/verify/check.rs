//! The list of checks, in the order in which they are made, each with its
//! name, the sentence that it proves and the state that it ended in. Not how
//! they are made: that is in the modules beside this one.

use crate::views::{Discrepancy, Severity};
use fupan_domain::ids::EntryId;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How many discrepancies of one code are listed; the rest are counted.
const LISTED_MAX: u64 = 100;

/// Which part of the audit a check belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The file in which a ledger is handed on.
    Bundle,
    /// The Merkle tree, against what was signed of it.
    Tree,
    /// Who signed, and who witnessed it.
    Signatures,
    /// What lies beside the log: documents, names.
    Attachments,
    /// How entries are bound to each other.
    Chain,
    /// The form of each entry.
    Schemas,
    /// Whether each entry could have been accepted in its place.
    Acceptance,
}

/// Makes the list of checks.
macro_rules! checks {
    ($($variant:ident, $name:literal, $part:ident, $proves:literal;)*) => {
        /// A check of a whole ledger.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Check { $(#[doc = $proves] $variant),* }

        impl Check {
            /// Every check, in order.
            pub const ALL: &'static [Check] = &[$(Check::$variant),*];

            /// A short stable name.
            pub const fn name(self) -> &'static str {
                match self { $(Check::$variant => $name),* }
            }

            /// What holds where the check is sound.
            pub const fn proves(self) -> &'static str {
                match self { $(Check::$variant => $proves),* }
            }

            /// The part of the audit that it belongs to.
            pub const fn part(self) -> Part {
                match self { $(Check::$variant => Part::$part),* }
            }
        }
    };
}

checks! {
    Container, "container", Bundle, "The file holds the parts of a bundle, each once, under plain names, and as long as announced.";
    Manifest, "manifest", Bundle, "The bundle says which entries of which ledger it holds, and holds those.";
    Canonical, "canonical", Schemas, "Each entry is written in the one canonical form (RFC 8785) and is not too long.";
    Envelope, "envelope", Schemas, "Each entry has the fields of an entry, and no others.";
    Payload, "payload", Schemas, "Each entry's data fit the schema of its type, in the version that it names.";
    Ledger, "ledger", Chain, "Each entry is one of this ledger.";
    Order, "order", Chain, "The entries are numbered from 0 without a gap, each one once.";
    Chain, "prev", Chain, "Each entry carries the hash of the one before it.";
    Streams, "stream_prev", Chain, "Within its stream too, each entry carries the number and hash that follow.";
    Recorded, "recorded_at", Chain, "The server's clock never ran backwards.";
    Ahead, "at", Chain, "Nothing is told to have happened later than it was recorded.";
    Ids, "ids", Chain, "No two entries have the same id.";
    Opening, "opening", Acceptance, "The first entry opens the tournament, or the review.";
    Edition, "edition", Acceptance, "The rule book is known, and its file is the one whose hash was recorded.";
    RoundHeads, "round_heads", Acceptance, "Each round was closed over the games as they stand here, to their last entry.";
    Rights, "rights", Acceptance, "Each author had the right, at that time, to record the entry.";
    HandedIn, "submitted_by", Acceptance, "Whoever handed an entry in was its author, or might hand it in for them at that time.";
    Articles, "articles", Acceptance, "Each article cited stood in the rule book or among the event's clauses at that time.";
    Possible, "possible", Acceptance, "Each entry could have happened as it tells, after those before it.";
    KnownHeads, "known_heads", Chain, "The ledger goes on from every state of it that was seen before.";
    Root, "root", Tree, "The entries are those over which the checkpoint was signed.";
    EarlierRoots, "earlier_roots", Tree, "The ledger goes on from every earlier checkpoint of it.";
    KeptTree, "kept_tree", Tree, "The tree that the store keeps, from which it gives proofs, is the one over the entries.";
    Proofs, "proofs", Tree, "Each single proof leads from its entry to its checkpoint.";
    Origin, "origin", Signatures, "The checkpoint is one of this ledger.";
    Signed, "signed", Signatures, "The checkpoint is signed, once, with the key that is trusted.";
    Keys, "keys", Signatures, "Each new key was announced with the one before it.";
    Witnessed, "witnessed", Signatures, "As many witnesses as are asked for have cosigned the checkpoint.";
    WitnessTimes, "witness_times", Signatures, "What was recorded lies before and after the witnesses' times as it should.";
    SchemaFiles, "schema_files", Attachments, "The schemas in the bundle are those that were published.";
    EditionFiles, "edition_files", Attachments, "The rule book in the bundle is the one whose hash was recorded.";
    Evidence, "evidence", Attachments, "Each document has the bytes whose hash was recorded.";
    People, "people", Attachments, "Each person's record is the one to which an entry commits.";
    RecordedHead, "recorded_head", Chain, "The ledger ends where its store says that it ends.";
}

/// What a check ended in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum CheckState {
    /// It was not made.
    Unchecked {
        /// Why not.
        reason: String,
    },
    /// Nothing was found.
    Sound,
    /// It holds, but something is worth asking about.
    Remarks {
        /// The seq of the first entry concerned.
        seq: u64,
        /// What was met there.
        sentence: String,
    },
    /// It does not hold.
    Broken {
        /// The seq where it begins.
        seq: u64,
        /// What was met there.
        sentence: String,
    },
}

/// What was found, with the state of every check.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What each check ended in so far, in their order. By place and not by name: it is
    /// looked up several times for each entry.
    states: Vec<Option<CheckState>>,
    /// How often each check was made, in their order.
    made: Vec<u64>,
    listed: Vec<Discrepancy>,
    counts: BTreeMap<&'static str, (Severity, u64)>,
    /// Entries that could not have been accepted.
    impossible: BTreeSet<EntryId>,
}

/// Where something was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Where {
    pub seq: u64,
    pub entry: Option<EntryId>,
}

impl Findings {
    pub(super) fn new() -> Findings {
        Findings {
            states: vec![None; Check::ALL.len()],
            made: vec![0; Check::ALL.len()],
            listed: Vec::new(),
            counts: BTreeMap::new(),
            impossible: BTreeSet::new(),
        }
    }

    /// Takes note that a check was made.
    pub(super) fn made(&mut self, check: Check) {
        if self.made[check as usize] == 0 {
            self.begun(check);
        }
        self.made[check as usize] += 1;
    }

    /// The state of a check that is made, sound as long as nothing else is said.
    fn begun(&mut self, check: Check) -> &mut CheckState {
        // Each check has its place: they are numbered as they are listed.
        self.states[check as usize].get_or_insert(CheckState::Sound)
    }

    /// How often each check was made, by its name.
    pub(super) fn counts(&self) -> BTreeMap<&'static str, u64> {
        let counts = Check::ALL.iter().zip(&self.made);
        let made = counts.filter(|(_, n)| **n > 0);
        made.map(|(check, n)| (check.name(), *n)).collect()
    }

    /// A check does not hold.
    pub(super) fn broken(&mut self, check: Check, code: &'static str, at: Where, sentence: String) {
        let state = self.begun(check);
        if !matches!(state, CheckState::Broken { .. }) {
            *state = CheckState::Broken {
                seq: at.seq,
                sentence: sentence.clone(),
            };
        }
        self.list(code, Severity::Error, at, sentence);
    }

    /// An entry could not have been accepted.
    pub(super) fn refused(
        &mut self,
        check: Check,
        code: &'static str,
        at: Where,
        sentence: String,
    ) {
        self.impossible.extend(at.entry);
        self.broken(check, code, at, sentence);
    }

    /// A check holds, with a remark.
    pub(super) fn remark(&mut self, check: Check, code: &'static str, at: Where, sentence: String) {
        let state = self.begun(check);
        if *state == CheckState::Sound {
            *state = CheckState::Remarks {
                seq: at.seq,
                sentence: sentence.clone(),
            };
        }
        self.list(code, Severity::Remark, at, sentence);
    }

    /// A check that was asked for can't be made: it is unchecked, whatever else was
    /// held against it, and the question has no good answer.
    pub(super) fn unanswered(
        &mut self,
        check: Check,
        code: &'static str,
        at: Where,
        sentence: String,
    ) {
        let state = self.begun(check);
        if !matches!(state, CheckState::Broken { .. }) {
            *state = CheckState::Unchecked {
                reason: sentence.clone(),
            };
        }
        self.list(code, Severity::Error, at, sentence);
    }

    /// Something worth knowing, which changes nothing.
    pub(super) fn note(&mut self, code: &'static str, at: Where, sentence: String) {
        self.list(code, Severity::Note, at, sentence);
    }

    fn list(&mut self, code: &'static str, severity: Severity, at: Where, text: String) {
        let (_, count) = self.counts.entry(code).or_insert((severity, 0));
        *count += 1;
        if *count <= LISTED_MAX {
            let found = Discrepancy::new(code, severity, at.entry, text);
            self.listed.push(found.at_seq(at.seq));
        }
    }

    /// The state of a check. `nothing_asked`: why it was not made, if it wasn't.
    pub(super) fn state(&self, check: Check, nothing_asked: &str) -> CheckState {
        let unchecked = || CheckState::Unchecked {
            reason: nothing_asked.to_owned(),
        };
        self.states[check as usize]
            .clone()
            .unwrap_or_else(unchecked)
    }

    /// Whether the file could be opened in which the ledger is handed on.
    pub(super) fn is_open(&self) -> bool {
        let container = &self.states[Check::Container as usize];
        !matches!(container, Some(CheckState::Broken { .. }))
    }

    /// Whether an entry was found to be one that could not have been accepted.
    pub fn is_impossible(&self, entry: EntryId) -> bool {
        self.impossible.contains(&entry)
    }

    /// The discrepancies; of those that are too many the rest, counted.
    pub(super) fn into_discrepancies(self) -> Vec<Discrepancy> {
        let mut all = self.listed;
        let rest = self
            .counts
            .into_iter()
            .filter(|(_, (_, n))| *n > LISTED_MAX);
        all.extend(rest.map(|(code, (severity, n))| {
            let text = format!("{} more of this kind are not listed", n - LISTED_MAX);
            Discrepancy::new(code, severity, None, text)
        }));
        all
    }
}
