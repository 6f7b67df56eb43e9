//! What has become of a finding before somebody asks for a ruling on it, in the
//! words in which he is told: who ruled on it, by what it lapsed, what can be
//! chosen. Nothing here forbids a second ruling or a late one; it only has to be
//! asked for knowingly.

use super::{RulingError, RulingRequest};
use fupan_domain::{
    game::{FactKind, GameState},
    ids::{ActorId, RulingId},
    rulebook::{Finding, FindingStatus},
    tournament::{DecidedBy, TournamentState},
};
use serde_json::json;

/// Refuses a ruling on a finding that was ruled on already, unless the request
/// says `again`, or overturns that ruling by an order of its own.
pub(super) fn need_unsettled(
    game: &GameState,
    tournament: &TournamentState,
    finding: &Finding,
    request: &RulingRequest,
) -> Result<(), RulingError> {
    let is_settled = matches!(
        finding.status,
        FindingStatus::Ruled | FindingStatus::Departed
    );
    if !is_settled || request.again == Some(true) {
        return Ok(());
    }
    let Some(settled) = settled(game, tournament, finding) else {
        return Ok(());
    };
    let overturns = json!({"do": "overturn", "ruling": settled.by});
    if request.orders.iter().flatten().any(|o| *o == overturns) {
        return Ok(());
    }
    Err(RulingError::RuledAlready {
        finding: finding.id.clone(),
        by: settled.by,
        how: settled.how,
    })
}

/// Refuses a ruling on a finding of which a committee has decided, by whom it
/// overruled: an arbiter leaves it to the chief, and the chief arbiter rules once
/// more on what was his own only if the request says `again`, and why.
pub(super) fn need_not_overruled(
    game: &GameState,
    tournament: &TournamentState,
    finding: &Finding,
    request: &RulingRequest,
    actor: &ActorId,
) -> Result<(), RulingError> {
    let Some(bound) = tournament.overruled(game.game(), &finding.id, actor) else {
        return Ok(());
    };
    let (finding, ruling) = (finding.id.clone(), bound.ruling.clone());
    let appeal = bound.appeal.appeal.clone();
    if !bound.is_chief {
        return Err(RulingError::ForChief {
            finding,
            ruling,
            appeal,
        });
    }
    let again = request.again == Some(true);
    if again && request.gives_reasons() {
        return Ok(());
    }
    Err(RulingError::OwnOverturned {
        official: actor.clone(),
        finding,
        ruling,
        appeal,
        again,
    })
}

/// What settled a finding.
struct Settled {
    /// The ruling, or the sanction.
    by: RulingId,
    /// Who decided what, and when.
    how: String,
}

fn settled(game: &GameState, tournament: &TournamentState, finding: &Finding) -> Option<Settled> {
    let departed = match finding.status {
        FindingStatus::Departed => ", a departure",
        _ => "",
    };
    if let Some(ruled) = game.ruling_on(&finding.id) {
        let id = ruled.ruling.ruling.clone();
        let officials = match tournament.decided.get(&id).map(|decided| &decided.by) {
            Some(DecidedBy::Ruling { officials, .. }) => officials.as_slice(),
            _ => &[],
        };
        let who: Vec<&str> = officials.iter().map(ActorId::as_str).collect();
        let who = if who.is_empty() {
            String::new()
        } else {
            format!(" by {}", who.join(", "))
        };
        return Some(Settled {
            how: format!(
                "ruling {id}{who} at {} gave it {:?}{departed}",
                ruled.at, ruled.ruling.outcome
            ),
            by: id,
        });
    }
    let mut sanctions = tournament.standing_sanctions().into_iter();
    let sanction = sanctions.find(|s| s.finding.as_deref() == Some(&finding.id))?;
    Some(Settled {
        by: sanction.sanction.clone(),
        how: format!("sanction {} was imposed on it{departed}", sanction.sanction),
    })
}

/// Why a ruling is a departure, as the one is told who gave no reasons for it.
pub(super) fn why_departure(game: &GameState, finding: &Finding) -> String {
    let Finding { id, article, .. } = finding;
    if !finding.window.open && finding.window.complaint.is_none() {
        let by = finding.window.closed_by.and_then(|entry| {
            let facts = game.record.facts().iter();
            facts.rev().find(|fact| fact.entry == entry)
        });
        let by = by.map_or_else(String::new, |fact| {
            let what = match &fact.kind {
                FactKind::Event(event) => event.type_name(),
                _ => "a decision",
            };
            format!(" with {what} of {} (entry {})", fact.at, fact.seq)
        });
        return match finding.status {
            FindingStatus::Lapsed => {
                format!("finding {id} lapsed{by}, nobody having raised it until then")
            }
            _ => format!("the time for ruling on {id} ended{by}"),
        };
    }
    if finding.window.complaint.is_none() && needs_complaint(game, finding) {
        return format!(
            "{article} is ruled on the opponent's complaint, and there is none about {id}"
        );
    }
    format!(
        "{article} does not allow this outcome for {id}, but {}",
        keys(finding)
    )
}

/// Whether nothing can be ruled without a complaint, as in 2002 17.3.
fn needs_complaint(game: &GameState, finding: &Finding) -> bool {
    finding.id.starts_with("MV-8@") && game.terms.regulations.take_back_needs_complaint
}

/// The keys of the outcomes that an article allows.
pub(super) fn keys(finding: &Finding) -> String {
    let outcomes = finding.outcomes.iter().flatten();
    let keys: Vec<String> = outcomes.map(|o| format!("{:?}", o.outcome)).collect();
    if keys.is_empty() {
        "none".to_owned()
    } else {
        keys.join(", ")
    }
}
