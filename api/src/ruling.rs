//! Rulings as they are asked for, on the command line and over HTTP: drafts
//! composed on the game as it stands, tried out or made ready to be stored. What
//! a ruling consists of is decided below; who may rule, by the ledger.

use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    Timestamp,
    ids::{ActorId, GameId, RulingId},
};
use fupan_replay::{
    draft::{Draft, DraftError},
    ruling::{RulingNotes, RulingPlan, RulingRequest, compose},
    what_if::{Question, Tried, WhatIf},
};
use fupan_store::{Known, wall_clock};
use serde::Serialize;

/// A ruling ready to be stored, and on what it rests.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The ruling.
    pub plan: RulingPlan,
    /// The version of the game on which it rests; -1: the game has no entry.
    pub version: i64,
}

/// What would follow from a ruling, which was not stored.
#[derive(Clone, Debug, Serialize)]
pub struct TriedOut {
    /// Its id.
    pub ruling: RulingId,
    /// What its author should know beforehand.
    pub notes: RulingNotes,
    /// What is, beside what would be.
    pub effect: WhatIf,
    /// When it would be recorded.
    #[serde(skip)]
    pub at: Timestamp,
}

/// A ruling on a game as it was known. Its drafts fit their schemas.
///
/// # Errors
/// When there is no such game, finding or outcome, something is left open, or a
/// part of the request has not its form: told with its place in the request.
pub fn plan(
    open: &OpenLedger,
    game: &GameId,
    request: &RulingRequest,
    known: Known,
    at: Timestamp,
    actor: &ActorId,
) -> Result<Planned, Problem> {
    let folded = open.reader.game(game, known);
    let folded = folded.map_err(|e| Problem::from(&e))?;
    let tournament = open.reader.tournament(known);
    let tournament = tournament.map_err(|e| Problem::from(&e))?;
    let plan = compose(&folded.state, &tournament, request, at, actor);
    let plan = plan.map_err(|e| Problem::from(&e))?;
    check(&plan.drafts)?;
    let version = folded
        .at
        .map_or(-1, |at| i64::try_from(at.version).unwrap_or(i64::MAX));
    Ok(Planned { plan, version })
}

/// Whether each draft is one that could have been handed in: parts of it come
/// from whoever asks.
fn check(drafts: &[Draft]) -> Result<(), Problem> {
    for (index, draft) in drafts.iter().enumerate() {
        let text = serde_json::to_vec(draft).map_err(|e| Problem::internal(&e))?;
        Draft::read(&text).map_err(|e| in_request(&e, drafts, index))?;
    }
    Ok(())
}

/// What is wrong with a draft, with its place in the request of which it was made.
fn in_request(error: &DraftError, drafts: &[Draft], index: usize) -> Problem {
    let mut problem = Problem {
        column: None,
        ..Problem::from(error)
    };
    let place = place(drafts, index);
    for fault in &mut problem.errors {
        let within = fault.pointer.strip_prefix("/data").unwrap_or_default();
        fault.pointer = format!("{place}{within}");
    }
    problem.detail = format!("{}: {}", drafts[index].type_name, problem.detail);
    problem
}

/// The part of a request of which a draft was made, as a JSON pointer.
fn place(drafts: &[Draft], index: usize) -> String {
    let list = match &*drafts[index].type_name {
        "warning_issued" => "warnings",
        "admonition_given" => "admonitions",
        "penalty_imposed" => "penalties",
        "sanction_imposed" => "sanctions",
        _ => return String::new(),
    };
    let same = |d: &&Draft| d.type_name == drafts[index].type_name;
    let number = drafts.iter().take(index).filter(same).count();
    format!("/{list}/{number}")
}

/// What would follow from a ruling. Nothing is stored.
///
/// # Errors
/// Why it could not be stored either.
pub fn try_out(open: &OpenLedger, plan: RulingPlan) -> Result<TriedOut, Problem> {
    let at = plan.drafts.iter().map(|draft| draft.at).max();
    let tried = plan.drafts.into_iter().zip(1..);
    let question = Question {
        with: tried
            .map(|(draft, line)| Tried {
                file: None,
                line,
                draft,
            })
            .collect(),
        ..Question::default()
    };
    let effect = open.reader.what_if(question, Known::Now);
    // Its drafts stand in no file and have no lines.
    let effect = effect.map_err(|e| Problem {
        line: None,
        ..Problem::from(&e)
    })?;
    Ok(TriedOut {
        ruling: plan.ruling,
        notes: plan.notes,
        effect,
        at: at.unwrap_or_else(wall_clock),
    })
}
