//! The tournament's history without some of its entries, and what of the rest
//! could then not have been recorded. It is taken all the same: what would be
//! is asked of the log as it stands.

use super::Impossible;
use crate::fold::{Step, StepEvent, TournamentHistory};
use fupan_domain::{
    refusal::Refusal,
    tournament::{self, TournamentState},
};
use std::{collections::BTreeSet, sync::Arc};

/// The history without the steps of these seqs.
pub(super) fn without(
    history: &TournamentHistory,
    struck: &BTreeSet<u64>,
) -> (TournamentHistory, Vec<Impossible>) {
    let mut kept = history.clone();
    let mut impossible = Vec::new();
    let Some(first) = struck.first() else {
        return (kept, impossible);
    };
    let before = history.steps().partition_point(|step| step.seq < *first);
    kept.truncate(before);
    let mut real = Arc::unwrap_or_clone(history.after(before));
    for step in &history.steps()[before..] {
        if !struck.contains(&step.seq) {
            let refusal = judge(kept.now(), step);
            if let Some(refusal) = refusal.filter(|_| judge(&real, step).is_none()) {
                impossible.push(Impossible::new(step.entry, step.seq, refusal.to_string()));
            }
            kept.push(step.clone());
        }
        step.apply(&mut real);
    }
    (kept, impossible)
}

/// Why a step could not have been recorded, as far as that is for the
/// tournament to say: what a ruling orders is for its game.
fn judge(state: &TournamentState, step: &Step) -> Option<Refusal> {
    let judged = match &step.event {
        StepEvent::Tournament(event) => tournament::decide(state, step.place(), event).map(|_| ()),
        StepEvent::Appeal(id, event) => state.decide_appeal_entry(step.place(), id, event),
        StepEvent::Log(event) => state.decide_log(step.place(), event),
        StepEvent::Review(event) => state.decide_review(step.place(), event),
        StepEvent::Ruling(..)
        | StepEvent::Result(..)
        | StepEvent::Evidence(..)
        | StepEvent::Supposed(_) => Ok(()),
    };
    judged.err()
}
