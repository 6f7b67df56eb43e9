//! The course of a review once figures and notes are in: labels revealed, what the
//! player says, the conclusion and what it rests on, a challenge and its answer.
//! What may follow what is decided where entries are, not here.

use super::{
    super::{Ended, Outcome, print_json, print_text, source::Source},
    place::Place,
};
use crate::problem::Problem;
use clap::{Args, ValueEnum};
use fupan_domain::{
    event::{
        appeal::AppealOutcome,
        review::{
            AnswerTaken, AppealAnswered, AppealTaken, Conclusion, Label, LabelsRevealed,
            ReviewConcluded,
        },
    },
    ids::{ActorId, EntryId, EvidenceId, LedgerName, OfficialId},
    review::ReviewState,
};
use serde::Serialize;
use serde_json::json;

/// By whom, and where.
#[derive(Debug, Args)]
struct By {
    /// Which reviewer records it
    #[arg(long = "as", value_name = "REVIEWER")]
    reviewer: OfficialId,
    #[command(flatten)]
    source: Source,
    /// Print what was recorded as one JSON object
    #[arg(long)]
    json: bool,
}

impl By {
    fn sees(&self, ledger: &LedgerName, verb: &str) -> Result<Place, Problem> {
        Place::seen_by(&self.source, ledger, &self.reviewer, verb)
    }

    fn records(&self, place: &Place, type_name: &str, data: &impl Serialize) -> Outcome {
        let draft = super::draft(self.reviewer.as_str(), type_name, data)?;
        let seqs = place.append(vec![draft])?;
        if self.json {
            print_json(&json!({ "entries": seqs }))?;
        } else {
            print_text(&super::told(type_name, &seqs))?;
        }
        Ok(Ended::Sound)
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review reveal case-7 --reason 'both notes are open' --as rev-1"
)]
pub struct Reveal {
    /// The review's ledger
    ledger: LedgerName,
    /// What for
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    #[command(flatten)]
    by: By,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review answer case-7 --subject A --put 'the times of r1-b1' --text 'I knew that opening' --as rev-1\n  fupan review answer case-7 --subject A --put 'the times of r1-b1' --declined --as rev-1"
)]
pub struct Answer {
    /// The review's ledger
    ledger: LedgerName,
    /// The letter of the player who was asked
    #[arg(long, value_name = "LETTER")]
    subject: Label,
    /// What the player was shown and asked
    #[arg(long, value_name = "TEXT")]
    put: String,
    /// What the player says
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// The review's file that holds it
    #[arg(long, value_name = "ID")]
    evidence: Option<EvidenceId>,
    /// The player was asked and chose to say nothing
    #[arg(long, conflicts_with_all = ["text", "evidence"])]
    declined: bool,
    #[command(flatten)]
    by: By,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Concluded {
    /// The standard of proof is not met
    NotMet,
    /// The matter goes to those who decide, with the evidence
    Referred,
    /// There is too little to tell
    Undetermined,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review conclude case-7 --conclusion not-met --rests-on time-1 --clears 'the opponent was as quick' --reasons 'nothing sets the game apart' --as rev-1"
)]
pub struct Conclude {
    /// The review's ledger
    ledger: LedgerName,
    /// What is concluded, by the standard with which the review was opened
    #[arg(long, value_enum)]
    conclusion: Concluded,
    /// On what it rests: an analysis or a file of the review by its id, a reviewer's note by his, or any entry by its UUID
    #[arg(long = "rests-on", value_name = "ID", required = true)]
    rests_on: Vec<String>,
    /// What speaks for the player
    #[arg(long = "clears", value_name = "TEXT")]
    clears: Vec<String>,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reasons: String,
    #[command(flatten)]
    by: By,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review appeal case-7 --by ann --grounds 'the group holds weaker players' --relief 'another group' --as rev-1"
)]
pub struct Appeal {
    /// The review's ledger
    ledger: LedgerName,
    /// Who challenges the conclusion
    #[arg(long = "by", value_name = "WHO")]
    who: ActorId,
    /// Why
    #[arg(long, value_name = "TEXT")]
    grounds: String,
    /// What is asked for
    #[arg(long, value_name = "TEXT")]
    relief: String,
    /// The review's file that goes with it
    #[arg(long, value_name = "ID")]
    evidence: Option<EvidenceId>,
    #[command(flatten)]
    by: By,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Ends {
    /// The review goes on, and is concluded anew
    Upheld,
    /// In part; the review goes on too
    PartlyUpheld,
    /// The conclusion stands
    Dismissed,
    /// It came too late
    OutOfTime,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review answer-appeal case-7 --outcome dismissed --decided-by 'the appeals committee' --reasons 'the group was fixed beforehand' --as rev-1"
)]
pub struct AnswerAppeal {
    /// The review's ledger
    ledger: LedgerName,
    /// How it ended
    #[arg(long, value_enum)]
    outcome: Ends,
    /// Who decided
    #[arg(long, value_name = "TEXT")]
    decided_by: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reasons: String,
    #[command(flatten)]
    by: By,
}

impl Reveal {
    pub fn json(&self) -> bool {
        self.by.json
    }

    pub fn run(self) -> Outcome {
        let place = self.by.sees(&self.ledger, "reveal")?;
        let reason = self.reason;
        self.by
            .records(&place, "labels_revealed", &LabelsRevealed { reason })
    }
}

impl Answer {
    pub fn json(&self) -> bool {
        self.by.json
    }

    pub fn run(self) -> Outcome {
        let place = self.by.sees(&self.ledger, "answer")?;
        let answer = AnswerTaken {
            subject: self.subject,
            put: self.put,
            text: self.text,
            evidence: self.evidence,
            declined: self.declined.then_some(true),
        };
        self.by.records(&place, "answer_taken", &answer)
    }
}

impl Conclude {
    pub fn json(&self) -> bool {
        self.by.json
    }

    pub fn run(self) -> Outcome {
        let place = self.by.sees(&self.ledger, "conclude")?;
        let state = place.state();
        let rests_on = self.rests_on.iter().map(|named| entry_of(state, named));
        let concluded = ReviewConcluded {
            conclusion: match self.conclusion {
                Concluded::NotMet => Conclusion::NotMet,
                Concluded::Referred => Conclusion::Referred,
                Concluded::Undetermined => Conclusion::Undetermined,
            },
            standard_of_proof: state.opened.standard_of_proof.clone(),
            rests_on: rests_on.collect::<Result<_, _>>()?,
            clears: self.clears,
            reasons: self.reasons,
        };
        self.by.records(&place, "review_concluded", &concluded)
    }
}

impl Appeal {
    pub fn json(&self) -> bool {
        self.by.json
    }

    pub fn run(self) -> Outcome {
        let place = self.by.sees(&self.ledger, "appeal")?;
        let appeal = AppealTaken {
            by: self.who,
            grounds: self.grounds,
            relief: self.relief,
            evidence: self.evidence,
        };
        self.by.records(&place, "appeal_taken", &appeal)
    }
}

impl AnswerAppeal {
    pub fn json(&self) -> bool {
        self.by.json
    }

    pub fn run(self) -> Outcome {
        let place = self.by.sees(&self.ledger, "answer-appeal")?;
        let answered = AppealAnswered {
            outcome: match self.outcome {
                Ends::Upheld => AppealOutcome::Upheld,
                Ends::PartlyUpheld => AppealOutcome::PartlyUpheld,
                Ends::Dismissed => AppealOutcome::Dismissed,
                Ends::OutOfTime => AppealOutcome::OutOfTime,
            },
            decided_by: self.decided_by,
            reasons: self.reasons,
        };
        self.by.records(&place, "appeal_answered", &answered)
    }
}

/// The entry that is named: by the id of an analysis or a file, by the reviewer whose
/// note it opens, or by its own.
fn entry_of(state: &ReviewState, named: &str) -> Result<EntryId, Problem> {
    let told = state.analyses.iter();
    let figures = told
        .filter(|told| told.what.analysis.as_str() == named)
        .map(|told| told.entry);
    let told = state.evidence.iter();
    let file = told
        .filter(|told| told.what.evidence.as_str() == named)
        .map(|told| told.entry);
    let note = state
        .notes
        .iter()
        .filter(|(reviewer, _)| reviewer.as_str() == named)
        .filter_map(|(_, note)| note.opened.as_ref().map(|opened| opened.entry));
    let own = named.parse().ok().map(EntryId);
    // Figures stand before the file of the same name on which they rest.
    figures.chain(file).chain(note).chain(own).next().ok_or_else(|| {
        let detail = format!(
            "--rests-on {named:?}: expected an analysis or a file of the review, a reviewer whose note is open, or the UUID of an entry"
        );
        Problem::new("usage", detail)
    })
}
