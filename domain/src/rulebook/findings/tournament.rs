//! What the rule book says of entries of stream `tournament`: conduct away from
//! any board (B.4), and withdrawals (CD-10). What follows of them is a matter of
//! sanctions; no game's warnings, orders or penalties come of it.

use super::conduct::rule_of_breach;
use crate::{
    event::tournament::{BreachObserved, PlayerWithdrew, SanctionImposed},
    ids::PlayerId,
    rulebook::{
        Breach, Edition, EditionId, Format, OutcomeForm,
        article::ArticleRef,
        effects::Effects,
        finding::{Filling, Finding, FindingStatus, Outcome, WindowState},
        terms::{Condition, Decider, Window},
    },
    tournament::{Told, TournamentState},
};
use serde_json::json;

/// What the rule book says of the entries of stream `tournament`, in their
/// order. `rounds_played`: in how many rounds a player who left for good has a
/// result, where that is known; a withdrawal from a round robin hangs on it.
pub fn tournament_findings(
    tournament: &TournamentState,
    rounds_played: impl Fn(&PlayerId) -> Option<u32>,
) -> Vec<Finding> {
    let Some(edition) = tournament.edition() else {
        return Vec::new();
    };
    let sanctions = tournament.standing_sanctions();
    let conduct = tournament.breaches.iter().filter_map(|told| {
        let finding = conduct(tournament, edition, told)?;
        Some((told.seq, finding))
    });
    let withdrawals = tournament.standing_withdrawals().filter_map(|told| {
        let finding = withdrawal(tournament, edition, told, &rounds_played)?;
        Some((told.seq, finding))
    });
    let mut findings: Vec<(u64, Finding)> = conduct.chain(withdrawals).collect();
    findings.sort_by_key(|(seq, _)| *seq);
    let mut findings: Vec<Finding> = findings.into_iter().map(|(_, finding)| finding).collect();
    for finding in &mut findings {
        finding.status = status(finding, &sanctions);
    }
    findings
}

/// A breach away from the board (2002 23.1 to 23.8; 1988 24, 25.1).
fn conduct(
    tournament: &TournamentState,
    edition: &'static Edition,
    told: &Told<BreachObserved>,
) -> Option<Finding> {
    let seen = &told.what;
    if let Some(id) = &seen.clause {
        let regulations = tournament.regulations(u32::MAX)?;
        let clause = regulations.clauses.iter().find(|clause| clause.id == *id)?;
        let outcomes = clause
            .outcomes
            .as_deref()
            .map(|forms| sanctions_of(forms, &[]));
        let article = ArticleRef::Event(id.clone()).to_string();
        let place = Place::of(tournament, "MV-20", told, seen.player.as_ref());
        return Some(place.finding(
            article,
            &seen.facts,
            outcomes,
            clause.decides,
            Window::GameEnd,
        ));
    }
    let has_row = |rule: &str| edition.breaches_of(rule).next().is_some();
    let rule = rule_of_breach(seen.breach, has_row).unwrap_or("MV-20");
    let breach = edition
        .breaches_of(rule)
        .next()
        .or_else(|| edition.breaches_of("MV-20").next())?;
    let place = Place::of(tournament, &breach.id, told, seen.player.as_ref());
    Some(place.of_breach(edition, breach, &seen.facts, &[]))
}

/// CD-10: a withdrawal. In a round robin what becomes of the games follows by
/// itself (2002 28.2; 1988 29.2); in a match or team event they are the
/// opponents' by a sanction (28.4; 29.4); elsewhere one without good reason loses
/// the games concerned (2002 23.2).
fn withdrawal(
    tournament: &TournamentState,
    edition: &'static Edition,
    told: &Told<PlayerWithdrew>,
    rounds_played: impl Fn(&PlayerId) -> Option<u32>,
) -> Option<Finding> {
    let regulations = tournament.regulations(u32::MAX)?;
    let left = &told.what;
    let in_teams = regulations.team.is_some() || left.team.is_some();
    let round_robin = regulations.format.is_round_robin();
    let mut holds = Vec::new();
    // Who misses some rounds and comes back is not known here to have left.
    let played = left.player.as_ref().and_then(rounds_played);
    let (cn_1988, cn_2002) = if round_robin
        && !in_teams
        && let Some(played) = played
    {
        let void = edition.is_void_withdrawal(played, regulations.rounds.into());
        holds.push(if void {
            Condition::PlayedLessThanHalf
        } else {
            Condition::PlayedHalf
        });
        (Some("29.2"), Some("28.2"))
    } else if regulations.format == Format::Match || in_teams {
        (Some("29.4"), Some("28.4"))
    } else if !left.justified {
        (None, Some("23.2"))
    } else {
        (None, None)
    };
    let article = match edition.id {
        EditionId::Cn1988 => cn_1988,
        EditionId::Cn2002 => cn_2002,
    }?;
    let breach = edition
        .breaches_of("CD-10")
        .find(|b| *b.article == *article)?;
    let place = Place::of(tournament, "CD-10", told, left.player.as_ref());
    let mut finding = place.of_breach(edition, breach, &left.reason, &holds);
    if round_robin && in_teams {
        // Here too the games after it are nobody's to decide (contract, section 7).
        finding.decides = Decider::Automatic;
    }
    Some(finding)
}

/// Where a finding stands, and whom it concerns.
struct Place<'a> {
    id: String,
    entry: crate::ids::EntryId,
    player: Option<&'a PlayerId>,
    closed: bool,
}

impl<'a> Place<'a> {
    fn of<T>(
        tournament: &TournamentState,
        rule: &str,
        told: &Told<T>,
        player: Option<&'a PlayerId>,
    ) -> Place<'a> {
        Place {
            id: format!("{rule}@{}", told.seq),
            entry: told.entry,
            player,
            closed: tournament.closed.is_some(),
        }
    }

    fn of_breach(
        self,
        edition: &Edition,
        breach: &Breach,
        facts: &str,
        holds: &[Condition],
    ) -> Finding {
        let outcomes = breach
            .outcomes
            .as_deref()
            .map(|forms| sanctions_of(forms, holds));
        let article = ArticleRef::of(edition.id, &breach.article).to_string();
        let facts = format!("{}: {facts}", breach.title);
        self.finding(article, &facts, outcomes, breach.decides, breach.window)
    }

    fn finding(
        self,
        article: String,
        facts: &str,
        outcomes: Option<Vec<Outcome>>,
        decides: Decider,
        until: Window,
    ) -> Finding {
        Finding {
            id: self.id,
            article,
            colour: None,
            player: self.player.cloned(),
            entry: self.entry,
            facts: facts.to_owned(),
            outcomes,
            unmet: Vec::new(),
            decides,
            window: WindowState {
                until,
                open: until == Window::Never || !self.closed,
                closed_by: None,
                complaint: None,
            },
            status: FindingStatus::Open,
        }
    }
}

/// The outcomes as sanctions: a lost game is a sanction here, and where a game's
/// warning or order is needed the outcome is none of the tournament's.
fn sanctions_of(forms: &[OutcomeForm], holds: &[Condition]) -> Vec<Outcome> {
    let filling = Filling::default();
    let allowed = |form: &&OutcomeForm| form.when.is_none_or(|when| holds.contains(&when));
    let forms = forms.iter().filter(allowed);
    let outcomes = forms.filter_map(|form| {
        let mut outcome = filling.fill(form);
        let loses = |penalty: &serde_json::Value| penalty["penalty"] == "lose_game";
        if outcome.penalties.iter().all(loses) && !outcome.penalties.is_empty() {
            outcome.penalties.clear();
            outcome.sanctions.push(json!({ "kind": "lose_games" }));
        }
        let none = [&outcome.orders, &outcome.warnings, &outcome.penalties]
            .iter()
            .all(|parts| parts.is_empty());
        none.then_some(outcome)
    });
    outcomes.collect()
}

fn status(finding: &Finding, sanctions: &[&SanctionImposed]) -> FindingStatus {
    let named = sanctions
        .iter()
        .filter(|s| s.finding.as_deref() == Some(&finding.id));
    let done = Effects {
        sanctions: named.map(|s| json!({ "kind": s.kind })).collect(),
        ..Effects::default()
    };
    match (&finding.outcomes, done.sanctions.is_empty()) {
        (_, true) if finding.decides == Decider::Automatic => FindingStatus::Automatic,
        (_, true) if finding.window.open => FindingStatus::Open,
        (_, true) => FindingStatus::Lapsed,
        (None, false) => FindingStatus::Ruled,
        (Some(outcomes), false) if outcomes.iter().any(|o| done.equal(o)) => FindingStatus::Ruled,
        (Some(_), false) => FindingStatus::Departed,
    }
}
