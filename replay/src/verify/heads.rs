//! Where the ledger stood and where it ends, against what others know of it: a
//! state of it that was seen before, and what its store says. Only this can
//! tell of a tail cut off or a whole history written anew.

use super::check::{Check, Findings, Where};
use crate::sequencer::Head;
use fupan_domain::{amount, ids::Sha256};
use std::collections::VecDeque;

/// A state of the ledger that was seen at some time: so many entries, and the
/// hash of the last of them (zeros for none).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KnownHead {
    /// How many entries there were.
    pub size: u64,
    /// The hash of the last one.
    pub hash: Sha256,
}

/// What others know of the ledger.
#[derive(Debug)]
pub(super) struct Heads {
    /// The states seen before that are still to come, by size.
    known: VecDeque<KnownHead>,
    recorded: Option<KnownHead>,
}

impl Heads {
    pub fn new(mut known: Vec<KnownHead>, recorded: Option<KnownHead>) -> Heads {
        known.sort_unstable();
        Heads {
            known: known.into(),
            recorded,
        }
    }

    /// Every state seen before is one that this ledger went through.
    pub fn check_known(&mut self, head: Head, findings: &mut Findings) {
        while let Some(known) = self.known.pop_front_if(|known| known.size == head.size) {
            findings.made(Check::KnownHeads);
            if known.hash != head.hash {
                let sentence = format!(
                    "When the ledger had {}, its last one was another than here: \
                     the history was written anew.",
                    amount(known.size, "entry")
                );
                let at = at(known.size.saturating_sub(1));
                findings.broken(Check::KnownHeads, "other_history", at, sentence);
            }
        }
    }

    /// No state seen before is longer than the ledger, and it ends where its
    /// store says.
    pub fn check_end(&self, head: Head, findings: &mut Findings) {
        if head.size == 0 {
            let sentence = "The ledger holds no entry, not even the one that opens it.".to_owned();
            findings.broken(Check::Opening, "first_entry", at(0), sentence);
        }
        if let Some(longest) = self.known.back() {
            let sentence = format!(
                "The ledger had {} when it was seen before; now it ends after {}: \
                 its tail was cut off.",
                amount(longest.size, "entry"),
                head.size
            );
            findings.broken(Check::KnownHeads, "tail_cut", at(head.size), sentence);
        }
        let Some(recorded) = self.recorded else {
            return;
        };
        findings.made(Check::RecordedHead);
        if (recorded.size, recorded.hash) != (head.size, head.hash) {
            let sentence = format!(
                "The store says that the ledger has {} and ends with the hash {}; \
                 it has {} and ends with {}.",
                amount(recorded.size, "entry"),
                recorded.hash,
                head.size,
                head.hash
            );
            let at = at(head.size.min(recorded.size).saturating_sub(1));
            findings.broken(Check::RecordedHead, "head_differs", at, sentence);
        }
    }
}

fn at(seq: u64) -> Where {
    Where { seq, entry: None }
}
