//! From the facts of a game to what the rule book says about them: one file
//! for each part of the rule table (B.1 moves, B.2 time, B.3 ending, B.4
//! conduct). Each looks at what was seen and says which row it falls under;
//! here the row's article, outcomes, window and status are added. Derived on
//! every reading, never stored; nothing takes effect here.

mod conduct;
mod ending;
mod moves;
mod time;
mod tournament;

pub use tournament::tournament_findings;

use super::{
    article::ArticleRef,
    edition::{Breach, Edition},
    effects::Effects,
    finding::{Filling, Finding, FindingStatus, WindowState},
    regulations::Clause,
    terms::{Condition, Decider, Window},
    window::{self, Ends, Reach},
};
use crate::{
    Colour,
    event::tournament::SanctionImposed,
    game::{GameState, PenaltyState, RulingState, Sighting, WarningState},
    ids::{ClauseId, EntryId},
};
use serde_json::{Value, json};

/// What the rule book says about a game, in the order of the facts. `sanctions`:
/// those that stand in the tournament, which may settle a finding too.
pub fn findings(game: &GameState, sanctions: &[&SanctionImposed]) -> Vec<Finding> {
    let mut rows = Vec::new();
    for seen in &game.sightings {
        moves::rows(game, seen, &mut rows);
        time::rows(game, seen, &mut rows);
        ending::rows(seen, &mut rows);
        conduct::rows(game, seen, &mut rows);
    }
    time::lateness(game, &mut rows);
    ending::warnings(game, &mut rows);
    rows.sort_by_key(|row| (row.step, row.rule));
    let mut findings: Vec<Finding> = Vec::with_capacity(rows.len());
    for finding in rows.iter().filter_map(|row| judge(game, sanctions, row)) {
        let mut at_entry = findings.iter_mut().rev();
        let mut at_entry = at_entry.by_ref().take_while(|f| f.entry == finding.entry);
        match at_entry.find(|f| f.id == finding.id) {
            Some(first) => first.tell_also(&finding),
            None => findings.push(finding),
        }
    }
    findings
}

/// A row of the rule table under which some facts fall.
#[derive(Clone, Debug)]
struct Row {
    /// Its id, as `MV-5`.
    rule: &'static str,
    /// The article, where the row has several; else the edition's.
    article: Option<&'static str>,
    /// The clause of the event's own that was broken.
    clause: Option<ClauseId>,
    entry: EntryId,
    seq: u64,
    /// The entry's place in the order of facts, from 1.
    step: usize,
    colour: Option<Colour>,
    facts: String,
    filling: Filling,
    holds: Vec<Condition>,
    /// Outcomes that these facts rule out.
    without: &'static [&'static str],
    /// Who decides, where the facts change that.
    decides: Option<Decider>,
    /// Whether both sides may complain of it.
    anybody_complains: bool,
    /// Whether it stays open when the game is over, until that is confirmed.
    outlives_result: bool,
    /// Whether an edition without that row leaves it to what no article covers.
    or_uncovered: bool,
}

impl Row {
    fn new(
        rule: &'static str,
        (entry, seq, step): (EntryId, u64, usize),
        colour: Option<Colour>,
        facts: String,
    ) -> Row {
        Row {
            rule,
            article: None,
            clause: None,
            entry,
            seq,
            step,
            colour,
            facts,
            filling: Filling {
                offender: colour,
                ..Filling::default()
            },
            holds: Vec::new(),
            without: &[],
            decides: None,
            anybody_complains: false,
            outlives_result: false,
            or_uncovered: false,
        }
    }

    /// The row for something seen.
    fn of(rule: &'static str, seen: &Sighting, facts: impl Into<String>) -> Row {
        let place = (seen.entry, seen.seq, seen.step);
        Row::new(rule, place, seen.colour, facts.into())
    }
}

/// What stands behind a row: a breach of the edition, or a clause.
enum Source<'a> {
    Edition(&'a Breach),
    Clause(&'a Clause),
}

/// The row with all that a finding has. `None` where neither the edition nor
/// the event says anything about it.
fn judge(game: &GameState, sanctions: &[&SanctionImposed], row: &Row) -> Option<Finding> {
    let regulations = &game.terms.regulations;
    let edition = game.terms.edition;
    let clauses = row.clause.as_ref().map(|_| game.paired.clauses_at(row.seq));
    let source = match (&row.clause, &clauses) {
        (Some(id), Some(clauses)) => {
            Source::Clause(clauses.iter().find(|clause| clause.id == *id)?)
        }
        _ => Source::Edition(breach_of(edition, row)?),
    };
    let filling = Filling {
        entry: row.filling.entry.or(Some(row.entry)),
        warning_cost: regulations.warning_cost_qz,
        ..row.filling.clone()
    };
    let (rule, article, mut outcomes, decides, until) = match source {
        Source::Edition(breach) => (
            &*breach.id,
            ArticleRef::of(edition.id, row.article.unwrap_or(&breach.article)).to_string(),
            breach.outcomes(&row.holds, &filling),
            breach.decides,
            breach.window,
        ),
        Source::Clause(clause) => (
            row.rule,
            ArticleRef::Event(clause.id.clone()).to_string(),
            clause
                .outcomes
                .as_ref()
                .map(|forms| forms.iter().map(|form| filling.fill(form)).collect()),
            clause.decides,
            Window::GameEnd,
        ),
    };
    if let Some(outcomes) = &mut outcomes {
        outcomes.retain(|outcome| !row.without.contains(&&*outcome.outcome));
    }
    let decides = row.decides.unwrap_or(decides);
    let reach = Reach {
        until,
        step: row.step,
        against: row.colour.filter(|_| !row.anybody_complains),
        ends: match (decides, until) {
            (Decider::Automatic, _) | (_, Window::Never) => Ends::Never,
            _ if row.outlives_result => Ends::WithConfirmation,
            _ => Ends::WithResult,
        },
    };
    let about = [Some(row.entry), row.filling.about];
    let complaints = window::complaints(game, &reach, &about);
    let complaint = complaints.in_time;
    let mut finding = Finding {
        id: format!("{rule}@{}", row.seq),
        article,
        colour: row.colour,
        player: None,
        entry: row.entry,
        facts: row.facts.clone(),
        outcomes,
        decides,
        window: WindowState {
            until,
            open: !window::is_closed(game, &reach, usize::MAX),
            complaint: complaint.map(|(entry, _)| entry),
        },
        late_complaints: complaints.late,
        status: FindingStatus::Open,
    };
    let needs_complaint = row.rule == "MV-8" && regulations.take_back_needs_complaint;
    finding.status = status(
        game,
        sanctions,
        &finding,
        &reach,
        needs_complaint,
        complaint,
    );
    Some(finding)
}

/// The breach of the edition that a row stands for; where the edition has none,
/// what no article covers, if the row may fall under that.
fn breach_of(edition: &'static Edition, row: &Row) -> Option<&'static Breach> {
    let mut breaches = edition.breaches_of(row.rule);
    let cites = |breach: &&Breach| match row.article {
        Some(article) => *breach.article == *article || breach.see.iter().any(|s| **s == *article),
        None => true,
    };
    let uncovered = || edition.breaches_of("MV-20").next();
    match breaches.find(cites) {
        None if row.or_uncovered => uncovered(),
        found => found,
    }
}

/// What has become of a finding (contract, sections 6 and 7).
fn status(
    game: &GameState,
    sanctions: &[&SanctionImposed],
    finding: &Finding,
    reach: &Reach,
    needs_complaint: bool,
    complaint: Option<(EntryId, usize)>,
) -> FindingStatus {
    let ruling = ruling_on(game, &finding.id);
    let sanctioned: Vec<_> = sanctions
        .iter()
        .filter(|s| s.finding.as_deref() == Some(&finding.id))
        .map(|s| json!({ "kind": s.kind }))
        .collect();
    if ruling.is_none() && sanctioned.is_empty() {
        return if finding.decides == Decider::Automatic {
            FindingStatus::Automatic
        } else if finding.window.open || complaint.is_some() {
            FindingStatus::Open
        } else {
            FindingStatus::Lapsed
        };
    }
    let Some(outcomes) = &finding.outcomes else {
        return FindingStatus::Ruled;
    };
    let step = ruling.map_or(usize::MAX, |ruling| ruling.step);
    let complained = complaint.is_some_and(|(_, at)| at < step);
    let lapsed = window::is_closed(game, reach, step) && !complained;
    if lapsed || needs_complaint && !complained {
        return FindingStatus::Departed;
    }
    let done = Effects {
        sanctions: sanctioned,
        ..ruling.map_or_else(Effects::default, |ruling| effects_of(game, ruling))
    };
    if outcomes.iter().any(|outcome| done.equal(outcome)) {
        FindingStatus::Ruled
    } else {
        FindingStatus::Departed
    }
}

/// The last ruling that stands and names a finding.
fn ruling_on<'a>(game: &'a GameState, id: &str) -> Option<&'a RulingState> {
    let names = |ruled: &&RulingState| {
        let further = ruled.ruling.findings.iter().flatten();
        let mut named = ruled.ruling.finding.iter().chain(further);
        named.any(|finding| finding == id) && game.ruling_stands(&ruled.ruling.ruling)
    };
    game.rulings.iter().rev().find(names)
}

/// What a ruling did in its game: its orders, and what carries its id.
pub fn effects_of(game: &GameState, ruled: &RulingState) -> Effects {
    let id = &ruled.ruling.ruling;
    let given = |given: &[WarningState]| {
        let own = given.iter().filter(|w| w.ruling == *id);
        own.map(|w| json!({ "colour": w.colour })).collect()
    };
    let penalties = game.penalties.iter().filter(|p| p.ruling == *id);
    Effects {
        orders: ruled.ruling.orders.iter().map(|o| json!(o)).collect(),
        warnings: given(&game.warnings),
        admonitions: given(&game.admonitions),
        penalties: penalties.map(penalty_effect).collect(),
        sanctions: Vec::new(),
    }
}

fn penalty_effect(penalty: &PenaltyState) -> Value {
    let mut effect = json!({ "colour": penalty.colour, "penalty": penalty.penalty });
    if let Some(qz) = penalty.qz {
        effect["qz"] = json!(qz);
    }
    if let Some(ms) = penalty.ms {
        effect["ms"] = json!(ms);
    }
    effect
}
