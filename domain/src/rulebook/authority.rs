//! Who may rule on a finding: the row of the rule table says who decides, and
//! for some outcomes another (contract, sections 4 and 10). Who holds which
//! office is `official`'s and the tournament's.

use super::{
    effects::Effects,
    finding::{Finding, Outcome},
    findings::findings,
    terms::Decider,
};
use crate::{
    event::{GameEvent, game::RulingMade, tournament::SanctionImposed},
    game::GameState,
};
use serde_json::{Value, json};

/// Whether the findings on which an entry rules leave that to an arbiter who is
/// not the chief. `None` where it names none that the game has: then the article
/// alone says it (contract, section 11).
pub fn left_to_arbiter(
    game: &GameState,
    sanctions: &[&SanctionImposed],
    event: &GameEvent,
) -> Option<bool> {
    let (ruling, part) = match event {
        GameEvent::RulingMade(ruling) => (&**ruling, None),
        GameEvent::WarningIssued(given) => (ruling_of(game, &given.ruling)?, Some(Part::Warning)),
        GameEvent::AdmonitionGiven(given) => {
            (ruling_of(game, &given.ruling)?, Some(Part::Admonition))
        }
        GameEvent::PenaltyImposed(penalty) => {
            let part = Part::Penalty(json!(penalty.penalty));
            (ruling_of(game, &penalty.ruling)?, Some(part))
        }
        _ => return None,
    };
    let further = ruling.findings.iter().flatten();
    let named: Vec<&String> = ruling.finding.iter().chain(further).collect();
    if named.is_empty() {
        return None;
    }
    let all = findings(game, sanctions);
    let mut ruled = all.iter().filter(|f| named.contains(&&f.id)).peekable();
    ruled.peek()?;
    let orders = Effects {
        orders: ruling.orders.iter().map(|order| json!(order)).collect(),
        ..Effects::default()
    };
    Some(ruled.all(|finding| leaves(finding, &orders, part.as_ref())))
}

/// What an entry adds to a ruling.
enum Part {
    Warning,
    Admonition,
    /// Of that kind.
    Penalty(Value),
}

fn ruling_of<'a>(game: &'a GameState, id: &crate::ids::RulingId) -> Option<&'a RulingMade> {
    game.ruling(id).map(|ruled| &*ruled.ruling)
}

/// Whether an arbiter may give a finding an outcome with these orders, and this
/// warning or penalty among the rest. An outcome that is not among those allowed
/// is for whoever decides on the finding.
fn leaves(finding: &Finding, orders: &Effects, part: Option<&Part>) -> bool {
    let by = |outcome: &Outcome| outcome.decides.unwrap_or(finding.decides);
    let has = |outcome: &Outcome| match part {
        None => true,
        Some(Part::Warning) => !outcome.warnings.is_empty(),
        Some(Part::Admonition) => !outcome.admonitions.is_empty(),
        Some(Part::Penalty(kind)) => outcome.penalties.iter().any(|p| p["penalty"] == *kind),
    };
    let outcomes = finding.outcomes.iter().flatten();
    let mut fitting = outcomes
        .filter(|outcome| orders.orders_equal(outcome) && has(outcome))
        .peekable();
    match fitting.peek() {
        None => finding.decides != Decider::ChiefArbiter,
        Some(_) => fitting.any(|outcome| by(outcome) != Decider::ChiefArbiter),
    }
}
