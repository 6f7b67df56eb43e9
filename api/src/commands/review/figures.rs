//! `fupan review figures`: a review's figures, computed anew from the tournament's
//! ledger and the engine's answers that were taken in.

use super::{
    super::{
        Ended, Outcome, print_json, print_text, read_file,
        source::{Source, with_query},
    },
    place::{Both, Place, There, read},
};
use crate::{
    problem::Problem,
    progress::Progress,
    review::{
        basis,
        case::{Case, FiguresView, With, attach_group},
    },
};
use clap::Args;
use fupan_domain::{
    amount,
    event::review::{Figure, Label, Method},
    ids::{EvidenceId, LedgerName, OfficialId},
};
use fupan_replay::review::{AsFarOut, Reference};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review figures case-7 --as rev-1\n  fupan review figures case-7 --as rev-1 --reference group.json --record"
)]
pub struct Figures {
    /// The review's ledger
    ledger: LedgerName,
    #[command(flatten)]
    asked: Asked,
    /// Record them in the review
    #[arg(long)]
    record: bool,
    /// Which reviewer looks
    #[arg(long = "as", value_name = "REVIEWER")]
    reviewer: OfficialId,
    #[command(flatten)]
    source: Source,
    /// Print them as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// On what figures are to rest.
#[derive(Debug, Args)]
pub(super) struct Asked {
    /// Which of the engine's answers; the last ones where it is left out
    #[arg(long, value_name = "ID")]
    engine: Option<EvidenceId>,
    /// The group that the method names; a service has it among the review's files
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    reference: Option<PathBuf>,
}

impl Asked {
    /// The id of the engine's answers, if one is named.
    pub fn engine(&self) -> Option<&str> {
        self.engine.as_ref().map(AsRef::as_ref)
    }

    /// The group to compare with, if one is named.
    pub fn group(&self) -> Result<Option<Reference>, Problem> {
        group(self.reference.as_deref())
    }

    /// What is asked of a service for a review.
    pub fn path(&self, of_review: &str, further: Option<String>) -> String {
        let engine = self.engine.iter().map(|engine| format!("engine={engine}"));
        let parts: Vec<String> = engine.chain(further).collect();
        with_query(of_review, &parts)
    }
}

/// Reads a group from its file, if one is named.
///
/// # Errors
/// When the file can't be read, or holds no group.
pub(super) fn group(path: Option<&Path>) -> Result<Option<Reference>, Problem> {
    let Some(path) = path else { return Ok(None) };
    let group = Reference::read(&read_file(path)?);
    let group = group.map_err(|e| Problem::new("group", e.to_string()).in_file(path))?;
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
        let group = self.asked.group()?;
        let place = Place::seen_by(&self.source, &self.ledger, &self.reviewer, "figures")?;
        let view = match &place {
            Place::Folder(both) => gathered(both, self.asked.engine(), group)?.figures(),
            Place::Service(there) => self.at_service(there)?,
        };
        if self.json {
            print_json(&view)?;
        } else {
            print_text(&told(&view))?;
        }
        if let Some(group) = view.group.as_ref().filter(|group| !group.at_hand) {
            super::super::print_error(&format!(
                "the group {} that the method names is not among the review's files, so nothing is compared with it: {}",
                group.sha256,
                attach_group(&self.ledger)
            ));
        }
        if self.record {
            let number = place.state().analyses.len() + 1;
            let analyses = view.analyses(number, place.state())?;
            let ids: Vec<&str> = analyses.iter().map(|a| a.analysis.as_str()).collect();
            let what = format!("the figures are recorded as {}", ids.join(" and "));
            let drafts = analyses.iter().map(|analysis| {
                super::draft(self.reviewer.as_str(), "analysis_recorded", analysis)
            });
            let seqs = place.append(drafts.collect::<Result<_, _>>()?)?;
            super::super::print_error(&super::told(&what, &seqs));
        }
        Ok(Ended::Sound)
    }

    fn at_service(&self, there: &There) -> Result<FiguresView, Problem> {
        let path = self.asked.path("/review", None);
        let mut review = there.remote.json(&there.of_review(&path))?;
        read(review["figures"].take())
    }
}

/// Figures for people: a line each.
fn told(view: &FiguresView) -> String {
    let mut lines = vec![format!(
        "method {} ({}), tournament up to entry {}",
        view.method, view.parameters.name, view.as_of.seq
    )];
    if view.positions_changed > 0 {
        lines.push(format!(
            "not what the engine saw any more, and left out: {}",
            amount(view.positions_changed, "position")
        ));
    }
    let twice = view.answered_twice.iter();
    lines.extend(twice.map(|twice| {
        format!(
            "{} ({}) counts in place of {} ({}), of the very same engine: of {} that both answered {} {} answered otherwise, {} with another first choice",
            twice.counts,
            twice.counts_by,
            twice.set_aside,
            twice.set_aside_by,
            amount(twice.positions, "position"),
            twice.differ,
            if twice.differ == 1 { "is" } else { "are" },
            twice.first_choice
        )
    }));
    lines.extend(basis::lines(view));
    for figure in view.time.iter().chain(&view.agreement) {
        lines.push(line(figure, &view.parameters));
    }
    for chance in &view.chance {
        let each = chance.figures.iter();
        lines.extend(each.map(|figure| as_far_out(chance.subject, figure, &figure.figure)));
        let any = format!("any of {}", amount(chance.comparisons, "figure"));
        lines.push(as_far_out(chance.subject, &chance.farthest, &any));
        if chance.own_members > 0 {
            lines.push(format!(
                "{} {} of the group is of this player",
                chance.subject,
                amount(chance.own_members, "member")
            ));
        }
    }
    lines.join("\n")
}

/// How often the members of the group lie as far out.
fn as_far_out(subject: Label, counted: &AsFarOut, what: &str) -> String {
    let share = counted.share.as_deref().unwrap_or("too few");
    format!(
        "{subject} {what:<24} as far out as z {}: {} of {} ({share})",
        counted.z,
        counted.as_far,
        amount(counted.members, "member")
    )
}

fn line(figure: &Figure, method: &Method) -> String {
    let whose = basis::column(figure.whose);
    let none = if figure.n >= method.moves_min {
        "can't be formed"
    } else {
        "too few"
    };
    let value = figure.value.as_deref().unwrap_or(none);
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
