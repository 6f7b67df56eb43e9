//! From the facts of a game to what the rule book says about them: one file
//! for each part of the rule table (B.1 moves, B.2 time, B.3 ending, B.4
//! conduct). Each looks at what was seen and says which row it falls under;
//! here the row's article, outcomes, window and status are added. Derived on
//! every reading, never stored; nothing takes effect here.

mod complaints;
mod conduct;
mod ending;
mod moves;
mod time;
mod tournament;

pub use complaints::{Request, RequestKind, RequestState, requests};
pub use tournament::tournament_findings;

use super::{
    article::ArticleRef,
    edition::{Breach, Edition},
    effects::Effects,
    feasible::as_it_stands,
    finding::{Filling, Finding, FindingStatus, Outcome, WindowState},
    outcome::OutcomeForm,
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
    let mut findings: Vec<Finding> = Vec::new();
    for row in rows(game) {
        let Some(said) = Said::about(game, &row) else {
            continue;
        };
        let told = finding(game, sanctions, &row, said);
        // An id is unique: what no article covers may be two things at one entry.
        let at_entry = findings
            .iter_mut()
            .rev()
            .take_while(|f| f.entry == told.entry);
        match at_entry.into_iter().find(|f| f.id == told.id) {
            Some(first) => first.tell_also(&told),
            None => findings.push(told),
        }
    }
    findings
}

/// The rows of the rule table under which the facts of a game fall.
fn rows(game: &GameState) -> Vec<Row> {
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
    rows
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

/// What the edition, or a clause of the event's own, says about a row.
struct Said {
    rule: Box<str>,
    article: String,
    outcomes: Option<Vec<Outcome>>,
    unmet: Vec<(Condition, Outcome)>,
    decides: Decider,
    reach: Reach,
}

impl Said {
    /// `None` where neither says anything.
    fn about(game: &GameState, row: &Row) -> Option<Said> {
        let filling = Filling {
            entry: row.filling.entry.or(Some(row.entry)),
            warning_cost: game.terms.regulations.warning_cost_qz,
            ..row.filling.clone()
        };
        let mut said = match &row.clause {
            None => Said::by_edition(game.terms.edition, row, &filling)?,
            Some(id) => {
                let clauses = game.paired.clauses_at(row.seq);
                let clause = clauses.into_iter().find(|clause| clause.id == *id)?;
                Said::by_clause(row, &clause, &filling)
            }
        };
        if let Some(outcomes) = &mut said.outcomes {
            outcomes.retain(|outcome| !row.without.contains(&&*outcome.outcome));
        }
        said.unmet
            .retain(|(_, outcome)| !row.without.contains(&&*outcome.outcome));
        Some(said)
    }

    fn by_edition(edition: &'static Edition, row: &Row, filling: &Filling) -> Option<Said> {
        let breach = breach_of(edition, row)?;
        let article = row.article.unwrap_or(&breach.article);
        let decides = row.decides.unwrap_or(breach.decides);
        Some(Said {
            rule: breach.id.clone(),
            article: ArticleRef::of(edition.id, article).to_string(),
            outcomes: breach.outcomes(&row.holds, filling),
            unmet: breach.unmet(&row.holds, filling),
            decides,
            reach: row.reach(breach.window, decides),
        })
    }

    fn by_clause(row: &Row, clause: &Clause, filling: &Filling) -> Said {
        let filled = |forms: &Vec<OutcomeForm>| forms.iter().map(|f| filling.fill(f)).collect();
        Said {
            rule: row.rule.into(),
            article: ArticleRef::Event(clause.id.clone()).to_string(),
            outcomes: clause.outcomes.as_ref().map(filled),
            unmet: Vec::new(),
            decides: clause.decides,
            reach: row.reach(Window::GameEnd, clause.decides),
        }
    }
}

impl Row {
    /// How far the finding reaches.
    fn reach(&self, until: Window, decides: Decider) -> Reach {
        Reach {
            until,
            step: self.step,
            against: self.colour.filter(|_| !self.anybody_complains),
            ends: match (decides, until) {
                (Decider::Automatic, _) | (_, Window::Never) => Ends::Never,
                _ if self.outlives_result => Ends::WithConfirmation,
                _ => Ends::WithResult,
            },
        }
    }

    /// The entries of which a complaint is one about this.
    fn entries(&self) -> [Option<EntryId>; 2] {
        [Some(self.entry), self.filling.about]
    }
}

/// The finding of a row, with its status.
fn finding(game: &GameState, sanctions: &[&SanctionImposed], row: &Row, said: Said) -> Finding {
    let complaint = window::complaint(game, &said.reach, &row.entries());
    let regulations = &game.terms.regulations;
    let needs_complaint = row.rule == "MV-8" && regulations.take_back_needs_complaint;
    let mut finding = Finding {
        id: format!("{}@{}", said.rule, row.seq),
        article: said.article,
        colour: row.colour,
        player: None,
        entry: row.entry,
        facts: row.facts.clone(),
        outcomes: said.outcomes,
        unmet: said.unmet,
        decides: said.decides,
        window: WindowState {
            until: said.reach.until,
            open: !window::is_closed(game, &said.reach, usize::MAX),
            closed_by: window::closed_by(game, &said.reach),
            complaint: complaint.map(|(entry, _)| entry),
        },
        status: FindingStatus::Open,
    };
    let raised = Raised {
        reach: said.reach,
        complaint: complaint.map(|(_, step)| step),
        needs_complaint,
    };
    finding.status = status(game, sanctions, &finding, &raised);
    // What is still to be ruled is ready to be ruled on the game as it stands.
    if matches!(finding.status, FindingStatus::Open | FindingStatus::Lapsed) {
        for outcome in finding.outcomes.iter_mut().flatten() {
            *outcome = as_it_stands(game, outcome);
        }
    }
    finding
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

/// How and until when a finding was raised.
struct Raised {
    reach: Reach,
    /// The step of the complaint in time, if there is one.
    complaint: Option<usize>,
    /// Whether nothing can be ruled without one.
    needs_complaint: bool,
}

impl Raised {
    /// Whether a ruling at that step came in time, and was asked for where it must be.
    fn allows(&self, game: &GameState, step: usize) -> bool {
        let complained = self.complaint.is_some_and(|at| at < step);
        let in_time = complained || !window::is_closed(game, &self.reach, step);
        in_time && (complained || !self.needs_complaint)
    }
}

/// What has become of a finding (contract, sections 6 and 7).
fn status(
    game: &GameState,
    sanctions: &[&SanctionImposed],
    finding: &Finding,
    raised: &Raised,
) -> FindingStatus {
    let ruling = game.ruling_on(&finding.id);
    let sanctioned: Vec<Value> = sanctions
        .iter()
        .filter(|s| s.finding.as_deref() == Some(&finding.id))
        .map(|s| json!({ "kind": s.kind }))
        .collect();
    if ruling.is_none() && sanctioned.is_empty() {
        return match finding.decides {
            Decider::Automatic => FindingStatus::Automatic,
            _ if finding.window.open || raised.complaint.is_some() => FindingStatus::Open,
            _ => FindingStatus::Lapsed,
        };
    }
    let Some(outcomes) = &finding.outcomes else {
        return FindingStatus::Ruled;
    };
    if !raised.allows(game, ruling.map_or(usize::MAX, |ruling| ruling.step)) {
        return FindingStatus::Departed;
    }
    let done = Effects {
        sanctions: sanctioned,
        ..ruling.map_or_else(Effects::default, |ruling| effects_of(game, ruling))
    };
    if outcomes.iter().any(|outcome| done.equal(outcome))
        || ruling.is_some_and(|ruling| was_allowed_then(game, ruling, &done, outcomes))
    {
        FindingStatus::Ruled
    } else {
        FindingStatus::Departed
    }
}

/// Whether a ruling did what the article allows by the orders for the game as it
/// stood when it was made.
fn was_allowed_then(
    game: &GameState,
    ruling: &RulingState,
    done: &Effects,
    outcomes: &[Outcome],
) -> bool {
    // Only orders about stones differ with the game, and folding it once more
    // takes its time.
    let about_stones = |order: &Value| {
        let name = order["do"].as_str().unwrap_or_default();
        ["remove_stones", "restore_stones", "void_move"].contains(&name)
    };
    let may_be_it = |outcome: &&Outcome| {
        done.impositions_equal(outcome) && outcome.orders.iter().any(about_stones)
    };
    let mut candidates = outcomes.iter().filter(may_be_it).peekable();
    if candidates.peek().is_none() {
        return false;
    }
    let then = game.after(ruling.step.saturating_sub(1));
    let mut adapted = candidates.map(|outcome| as_it_stands(&then, outcome));
    adapted.any(|outcome| outcome.not_now.is_none() && done.equal(&outcome))
}

impl GameState {
    /// The last ruling that stands and names a finding.
    pub fn ruling_on(&self, finding: &str) -> Option<&RulingState> {
        let names = |ruled: &&RulingState| {
            let further = ruled.ruling.findings.iter().flatten();
            let mut named = ruled.ruling.finding.iter().chain(further);
            named.any(|id| id == finding) && self.ruling_stands(&ruled.ruling.ruling)
        };
        self.rulings.iter().rev().find(names)
    }
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
