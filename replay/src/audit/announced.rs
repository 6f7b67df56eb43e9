//! Standings that were announced, one after the other: what each said otherwise than
//! followed from what was known then, and what the later ones put right.

use super::standings::{self, Computed};
use crate::views::{Discrepancy, Severity};
use fupan_domain::{
    event::tournament::StandingsPublished,
    ids::EntryId,
    tournament::{AllFacts, TournamentState},
};
use std::collections::BTreeSet;

/// Standings as they were announced.
pub(crate) struct Announced {
    pub entry: EntryId,
    pub seq: u64,
    round: u32,
    /// Whom they name.
    names: BTreeSet<String>,
    /// Of whom something else is said than followed from what was known then.
    differing: BTreeSet<String>,
    /// What differed.
    pub found: Vec<Discrepancy>,
}

impl Announced {
    /// An announcement, held against what was known when it was made.
    pub fn of(
        (entry, seq): (EntryId, u64),
        published: &StandingsPublished,
        tournament: &TournamentState,
        facts: &AllFacts,
    ) -> Announced {
        let computed = Computed::of(tournament, facts, published.round);
        let computed = computed.as_ref();
        let (names, differing) = standings::named_and_differing(published, tournament, computed);
        Announced {
            entry,
            seq,
            round: published.round,
            names,
            differing,
            found: standings::compare(entry, published, tournament, computed),
        }
    }
}

/// Settles what is told of announcements, all of them in the order of their entries.
///
/// Several entries for a round add up (contract, section 4): somebody is left out where
/// the last of them leaves him out. An announcement that did not follow from what was
/// known is wrong with the ledger (design: what a verifier must catch), unless later
/// ones of the same round name everybody anew of whom it said something else: then it
/// is what it was, a mistake that was put right, and a remark.
pub(crate) fn settle(announced: &mut [Announced]) {
    for at in 0..announced.len() {
        let (before, after) = announced.split_at_mut(at + 1);
        let Some(one) = before.last_mut() else {
            continue;
        };
        let later = after.iter().filter(|later| later.round == one.round);
        if later.clone().next().is_some() {
            one.found.retain(|told| told.code != standings::LEFT_OUT);
        }
        let renamed = |name: &String| later.clone().any(|later| later.names.contains(name));
        if one.differing.iter().all(renamed) {
            continue;
        }
        let differs =
            |d: &&mut Discrepancy| d.severity == Severity::Remark && d.code != standings::LEFT_OUT;
        for told in one.found.iter_mut().filter(differs) {
            told.severity = Severity::Error;
        }
    }
}
