//! `fupan review figures`: a review's figures, computed anew from the tournament's
//! ledger and the engine's answers that were taken in.

use super::{
    super::{Data, Ended, Outcome, print_json, print_text, read_file},
    Both,
};
use crate::{
    problem::Problem,
    progress::Progress,
    review::case::{Case, FiguresView, With},
};
use clap::Args;
use fupan_domain::{
    event::review::{Figure, Whose},
    ids::{EvidenceId, LedgerName, OfficialId},
};
use fupan_replay::review::Reference;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review figures case-7 --as rev-1\n  fupan review figures case-7 --as rev-1 --reference group.json --record"
)]
pub struct Figures {
    /// The review's ledger
    ledger: LedgerName,
    /// Which of the engine's answers; the last ones where it is left out
    #[arg(long, value_name = "ID")]
    engine: Option<String>,
    /// The group that the method names
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,
    /// Record them in the review
    #[arg(long)]
    record: bool,
    /// Which reviewer looks
    #[arg(long = "as", value_name = "REVIEWER")]
    reviewer: OfficialId,
    #[command(flatten)]
    data: Data,
    /// Print them as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Reads a group.
pub(super) fn group(path: Option<&Path>) -> Result<Option<Reference>, Problem> {
    let Some(path) = path else { return Ok(None) };
    let group = Reference::read(&read_file(path)?);
    let group = group.map_err(|e| Problem::new("file", e.to_string()).in_file(path))?;
    Ok(Some(group))
}

/// Gathers a case, with a bar.
pub(super) fn gathered<'a>(
    both: &'a Both,
    engine: Option<&str>,
    reference: Option<Reference>,
) -> Result<Case<'a>, Problem> {
    let mut progress = None;
    Case::gather(
        &both.review,
        &both.tournament,
        With { engine, reference },
        |count, done| {
            let count = u64::try_from(count).unwrap_or(0);
            let bar = progress.get_or_insert_with(|| Progress::new(count, "games"));
            if done {
                bar.advance(count);
            }
        },
    )
}

impl Figures {
    pub fn run(self) -> Outcome {
        let reference = group(self.reference.as_deref())?;
        let both = Both::seen_by(&self.data, &self.ledger, &self.reviewer, "figures")?;
        let case = gathered(&both, self.engine.as_deref(), reference)?;
        let view = case.figures();
        if self.json {
            print_json(&view)?;
        } else {
            print_text(&told(&view))?;
        }
        if self.record {
            let number = both.state.analyses.len() + 1;
            let id = |what: &str| -> Result<EvidenceId, Problem> {
                format!("{what}-{number}")
                    .parse()
                    .map_err(|e| Problem::internal(&e))
            };
            let analyses = case.analyses([id("time")?, id("agreement")?]);
            let drafts = analyses.iter().map(|analysis| {
                super::draft(self.reviewer.as_str(), "analysis_recorded", analysis)
            });
            let receipts = both.review.append(drafts.collect::<Result<_, _>>()?)?;
            let seqs: Vec<u64> = receipts.iter().map(|r| r.seq).collect();
            super::super::print_error(&super::told("the figures are recorded", &seqs));
        }
        Ok(Ended::Sound)
    }
}

/// Figures for people: a line each.
fn told(view: &FiguresView) -> String {
    let mut lines = vec![format!(
        "method {} ({}), tournament up to entry {}",
        view.method, view.parameters.name, view.as_of.seq
    )];
    for figure in view.time.iter().chain(&view.agreement) {
        lines.push(line(figure));
    }
    lines.join("\n")
}

fn line(figure: &Figure) -> String {
    let whose = match figure.whose {
        Whose::Subject => "in these games",
        Whose::Opponent => "opponents",
        Whose::OtherGames => "other games",
        Whose::Reference => "reference",
    };
    let value = figure.value.as_deref().unwrap_or("too few");
    let spread = figure
        .spread
        .as_ref()
        .map_or_else(String::new, |s| format!(" ± {s}"));
    let z = figure
        .z
        .as_ref()
        .map_or_else(String::new, |z| format!(", z {z}"));
    format!(
        "{} {:<24} {whose:<14} {value}{spread} (n {}{z})",
        figure.subject, figure.figure, figure.n
    )
}
