//! `fupan review method`: another method from here on, and why. What was computed
//! before keeps the number of its method; that it was seen before the change is told
//! with it. What is not named stays as it is in the method in force.

use super::{
    super::{Ended, Outcome, print_error, print_json, print_text, source::Source},
    figures::group,
    place::{Games, Place},
};
use crate::{
    problem::Problem,
    review::{gather::Tournament, naming::Known},
};
use clap::Args;
use fupan_domain::{
    event::review::{Method, MethodChanged, ReferenceNamed},
    ids::{LedgerName, OfficialId},
};
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review method case-7 --visits-min 16 --reason 'the engine answered with 16 visits' --as rev-1\n  fupan review method case-7 --reference group.json --reason 'a group of the same round' --as rev-1"
)]
pub struct ChangeMethod {
    /// The review's ledger
    ledger: LedgerName,
    /// Why it is changed
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    changes: Changes,
    /// Which reviewer changes it
    #[arg(long = "as", value_name = "REVIEWER")]
    reviewer: OfficialId,
    #[command(flatten)]
    source: Source,
    /// Print what was recorded as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What is to be another; one thing at least.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct Changes {
    /// Moves of a game, from its first, that are left out as opening
    #[arg(long, value_name = "N")]
    opening_moves: Option<u32>,
    /// In hundredths of a per cent: a move is left out as settled where one side wins at least so often
    #[arg(long, value_name = "N")]
    settled_rate_bp: Option<u32>,
    /// In hundredths of a point: a move is left out as forced where every other one loses at least as much more
    #[arg(long, value_name = "N")]
    forced_gap_cp: Option<u32>,
    /// In hundredths of a point: a move is as good as the first choice where it loses at most that
    #[arg(long, value_name = "N")]
    near_equal_cp: Option<u32>,
    /// Positions that the engine looked at less often are left out
    #[arg(long, value_name = "N")]
    visits_min: Option<u32>,
    /// In milliseconds: a quick move took less
    #[arg(long, value_name = "N")]
    quick_ms: Option<u64>,
    /// Figures of fewer moves are not given
    #[arg(long, value_name = "N")]
    moves_min: Option<u32>,
    /// A z-score is given only where at least so many of the group have the figure
    #[arg(long, value_name = "N")]
    reference_min: Option<u32>,
    /// The group to compare with, as `fupan review reference` writes it
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,
    /// Compare with no group
    #[arg(long, conflicts_with = "reference")]
    no_reference: bool,
}

impl Changes {
    /// The method in force with these changes.
    fn of(&self, now: &Method, named: Option<ReferenceNamed>) -> Method {
        let reference = named.or_else(|| now.reference.clone());
        Method {
            name: now.name.clone(),
            opening_moves: self.opening_moves.unwrap_or(now.opening_moves),
            settled_rate_bp: self.settled_rate_bp.unwrap_or(now.settled_rate_bp),
            forced_gap_cp: self.forced_gap_cp.unwrap_or(now.forced_gap_cp),
            near_equal_cp: self.near_equal_cp.unwrap_or(now.near_equal_cp),
            visits_min: self.visits_min.unwrap_or(now.visits_min),
            quick_ms: self.quick_ms.unwrap_or(now.quick_ms),
            moves_min: self.moves_min.unwrap_or(now.moves_min),
            reference_min: self.reference_min.unwrap_or(now.reference_min),
            reference: reference.filter(|_| !self.no_reference),
        }
    }
}

impl ChangeMethod {
    pub fn run(self) -> Outcome {
        let group = group(self.changes.reference.as_deref())?;
        let place = Place::seen_by(&self.source, &self.ledger, &self.reviewer, "method")?;
        let named = match &group {
            None => None,
            Some(group) => {
                match &place {
                    Place::Folder(both) => {
                        Games::Here(Tournament::of(&both.tournament)?).need_all(&group.members)?;
                    }
                    Place::Service(there) => {
                        Games::Away(there.tournament()).need_all(&group.members)?;
                    }
                }
                let named = group.named();
                Some(named.map_err(|e| Problem::new("group", e.to_string()))?)
            }
        };
        let (number, now) = place.state().method();
        let changed = MethodChanged {
            method: self.changes.of(now, named),
            reason: self.reason,
        };
        let remarks = remarks(&place, &changed)?;
        let actor = self.reviewer.as_str();
        let draft = super::draft(actor, "method_changed", &changed)?;
        let seqs = place.append(vec![draft])?;
        if self.json {
            print_json(&json!({ "method": number + 1, "entries": seqs, "remarks": remarks }))?;
        } else {
            let what = format!("method {} is in force", number + 1);
            print_text(&super::told(&what, &seqs))?;
            for remark in remarks {
                print_error(&format_args!("note: {remark}"));
            }
        }
        Ok(Ended::Sound)
    }
}

/// Whether the texts of a change lead to somebody, as long as labels are blind.
fn remarks(place: &Place, changed: &MethodChanged) -> Result<Vec<String>, Problem> {
    if place.state().names_players() {
        return Ok(Vec::new());
    }
    let known = match place {
        Place::Folder(both) => Known::of(&both.tournament)?,
        Place::Service(there) => there.tournament().known()?,
    };
    let group = changed.method.reference.as_ref();
    let group = group.map(|group| ("the group's name", group.name.as_str()));
    Ok(known.told(
        [("reason", changed.reason.as_str())]
            .into_iter()
            .chain(group),
    ))
}
