//! What a reading of the log found that is worth a look.

use crate::fold::{StepEvent, TournamentHistory, game::FoldedGame};
use fupan_domain::{
    event::{GameEvent, TournamentEvent},
    game::{Fact, FactKind},
    ids::EntryId,
};
use serde::Serialize;

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Worth asking about.
    Remark,
    /// The record can't be as it says.
    Error,
}

/// Something worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Discrepancy {
    /// A short stable name of its kind.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// The entry; `null` where it is about none.
    pub entry: Option<EntryId>,
    /// Where in the ledger it begins, where that was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The article that it touches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// What it is.
    pub text: String,
}

impl Discrepancy {
    /// A discrepancy that touches no article.
    pub fn new(
        code: &str,
        severity: Severity,
        entry: Option<EntryId>,
        text: impl Into<String>,
    ) -> Discrepancy {
        Discrepancy {
            code: code.to_owned(),
            severity,
            entry,
            seq: None,
            article: None,
            text: text.into(),
        }
    }

    /// The same, beginning at that seq.
    pub fn at_seq(self, seq: u64) -> Discrepancy {
        Discrepancy {
            seq: Some(seq),
            ..self
        }
    }
}

/// What the reading of a game found.
pub fn of_game(folded: &FoldedGame) -> Vec<Discrepancy> {
    let state = &folded.state;
    let errors = folded.unreadable.iter().map(|f| ("entry_unreadable", f));
    let errors = errors
        .chain(state.faults.iter().map(|f| ("fact_impossible", f)))
        .chain(
            state
                .amend_faults
                .iter()
                .map(|f| ("correction_without_effect", f)),
        );
    let errors = errors.map(|(code, fault)| {
        Discrepancy::new(code, Severity::Error, Some(fault.entry), fault.why.clone())
    });
    let remarks = state.remarks.iter().map(|remark| {
        Discrepancy::new(
            remark.code,
            Severity::Remark,
            Some(remark.entry),
            remark.text.clone(),
        )
    });
    let corrections = state.record.recorded().iter().filter_map(correction);
    errors.chain(remarks).chain(corrections).collect()
}

/// What the reading of the tournament as a whole found: a supplement that says
/// it holds for rounds paired before it (contract, section 4).
pub fn of_tournament(history: &TournamentHistory) -> Vec<Discrepancy> {
    let mut found = Vec::new();
    let mut last_paired = 0;
    for step in history.steps() {
        match &step.event {
            StepEvent::Tournament(TournamentEvent::RoundPaired(paired)) => {
                last_paired = last_paired.max(paired.round);
            }
            StepEvent::Tournament(TournamentEvent::RegulationsSupplemented(change))
                if change.from_round <= last_paired =>
            {
                let text = format!(
                    "the supplement names round {}, but round {last_paired} was paired before it: \
                     it holds for games begun and rounds paired after it",
                    change.from_round
                );
                let entry = Some(step.entry);
                found.push(Discrepancy::new(
                    "supplement_late",
                    Severity::Remark,
                    entry,
                    text,
                ));
            }
            _ => {}
        }
    }
    found
}

/// Audits list every correction and insertion (contract, section 4).
fn correction(fact: &Fact) -> Option<Discrepancy> {
    let (code, text) = match &fact.kind {
        FactKind::Event(GameEvent::EntryCorrected(c)) => (
            "entry_corrected",
            format!("entry {} is read otherwise: {}", c.entry, c.reason),
        ),
        FactKind::Event(GameEvent::EntryInserted(i)) => (
            "entry_inserted",
            format!("inserted after entry {}: {}", i.after, i.reason),
        ),
        _ => return None,
    };
    Some(Discrepancy::new(
        code,
        Severity::Note,
        Some(fact.entry),
        text,
    ))
}
