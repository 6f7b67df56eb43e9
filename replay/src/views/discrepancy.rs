//! What a reading of the log found that is worth a look.

use crate::fold::{Step, StepEvent, TournamentHistory, game::FoldedGame};
use fupan_domain::{
    event::{
        AppealEvent, GameEvent, Order, TournamentEvent, appeal::AppealOutcome, game::RulingMade,
    },
    game::{Fact, FactKind, GameState, RulingState},
    ids::{AppealId, EntryId, GameId},
    rulebook::{FindingStatus, findings, tournament_findings},
    tournament::{AppealState, TournamentState},
};
use serde::Serialize;
use std::collections::BTreeSet;

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Worth asking about.
    Remark,
    /// The record can't be as it says.
    Error,
}

/// Something worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Discrepancy {
    /// A short stable name of its kind.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// The entry; `null` where it is about none.
    pub entry: Option<EntryId>,
    /// Where in the ledger it begins, where that was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The article that it touches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// What it is.
    pub text: String,
}

impl Discrepancy {
    /// A discrepancy that touches no article.
    pub fn new(
        code: &str,
        severity: Severity,
        entry: Option<EntryId>,
        text: impl Into<String>,
    ) -> Discrepancy {
        Discrepancy {
            code: code.to_owned(),
            severity,
            entry,
            seq: None,
            article: None,
            text: text.into(),
        }
    }

    /// The same, beginning at that seq.
    pub fn at_seq(self, seq: u64) -> Discrepancy {
        Discrepancy {
            seq: Some(seq),
            ..self
        }
    }
}

/// What the reading of a game found, departures from the articles among it.
pub fn of_game(folded: &FoldedGame, tournament: &TournamentState) -> Vec<Discrepancy> {
    let state = &folded.state;
    let errors = folded.unreadable.iter().map(|f| ("entry_unreadable", f));
    let errors = errors
        .chain(state.faults.iter().map(|f| ("fact_impossible", f)))
        .chain(
            state
                .amend_faults
                .iter()
                .map(|f| ("correction_without_effect", f)),
        );
    let errors = errors.map(|(code, fault)| {
        Discrepancy::new(code, Severity::Error, Some(fault.entry), fault.why.clone())
    });
    let remarks = state.remarks.iter().map(|remark| {
        Discrepancy::new(
            remark.code,
            Severity::Remark,
            Some(remark.entry),
            remark.text.clone(),
        )
    });
    let corrections = state.record.recorded().iter().filter_map(correction);
    let departures = departures(state, tournament);
    errors
        .chain(remarks)
        .chain(corrections)
        .chain(departures)
        .collect()
}

/// Rulings that gave a finding what its article does not allow, or came too
/// late, and those that name a finding which the game does not have.
fn departures(state: &GameState, tournament: &TournamentState) -> Vec<Discrepancy> {
    if state.rulings.is_empty() {
        return Vec::new();
    }
    let findings = findings(state, &tournament.standing_sanctions());
    let standing = |r: &&RulingState| state.ruling_stands(&r.ruling.ruling);
    let mut found = Vec::new();
    for ruled in state.rulings.iter().filter(standing) {
        let ruling = &ruled.ruling;
        for named in ruling
            .finding
            .iter()
            .chain(ruling.findings.iter().flatten())
        {
            let finding = findings.iter().find(|f| f.id == *named);
            let (code, article, text) = match finding {
                Some(finding) if finding.status == FindingStatus::Departed => (
                    "departure",
                    &finding.article,
                    format!(
                        "ruling {} departs from what {} allows for {named}: {}",
                        ruling.ruling, finding.article, ruling.reasons
                    ),
                ),
                Some(_) => continue,
                None => (
                    "unknown_finding",
                    &ruling.article.to_string(),
                    format!(
                        "ruling {} names {named}, which is no finding",
                        ruling.ruling
                    ),
                ),
            };
            let entry = Some(ruled.entry);
            let mut departure = Discrepancy::new(code, Severity::Remark, entry, text);
            departure.article = Some(article.clone());
            found.push(departure);
        }
    }
    found
}

/// Those of a game's findings that a sanction names.
pub fn named_by_sanctions(state: &GameState, tournament: &TournamentState) -> Vec<String> {
    let named = tournament.sanctions.values();
    let named = named.filter_map(|sanction| sanction.imposed.finding.as_deref());
    let mut named: Vec<&str> = named.collect();
    if named.is_empty() {
        return Vec::new();
    }
    let seqs: BTreeSet<u64> = state
        .record
        .recorded()
        .iter()
        .map(|fact| fact.seq)
        .collect();
    named.retain(|id| {
        let seq = id.rsplit_once('@').and_then(|(_, seq)| seq.parse().ok());
        seq.is_some_and(|seq: u64| seqs.contains(&seq))
    });
    if named.is_empty() {
        return Vec::new();
    }
    let findings = findings(state, &tournament.standing_sanctions());
    let ids = findings.into_iter().map(|finding| finding.id);
    ids.filter(|id| named.contains(&id.as_str())).collect()
}

/// Sanctions that name a finding which neither a game nor the tournament has.
/// `of_games`: those that games have, of the ones that are named.
pub fn sanctions_on_nothing(
    tournament: &TournamentState,
    of_games: &BTreeSet<String>,
) -> Vec<Discrepancy> {
    if tournament
        .sanctions
        .values()
        .all(|s| s.imposed.finding.is_none())
    {
        return Vec::new();
    }
    let own = tournament_findings(tournament, |_| None);
    // What follows of a withdrawal, and so which finding it is, hangs on the rounds
    // played; that somebody withdrew does not.
    let withdrew = |id: &str| {
        let seq = id.strip_prefix("CD-10@").and_then(|seq| seq.parse().ok());
        seq.is_some_and(|seq: u64| tournament.standing_withdrawals().any(|w| w.seq == seq))
    };
    let is_one = |id: &str| {
        of_games.contains(id) || own.iter().any(|finding| finding.id == id) || withdrew(id)
    };
    let nothing = tournament.sanctions.values().filter_map(|state| {
        let imposed = &state.imposed;
        let finding = imposed.finding.as_deref().filter(|id| !is_one(id))?;
        let text = format!(
            "sanction {} names {finding}, which is no finding",
            imposed.sanction
        );
        let entry = Some(state.entry);
        let told = Discrepancy::new("sanction_without_finding", Severity::Remark, entry, text);
        Some(Discrepancy {
            article: Some(imposed.article.to_string()),
            ..told
        })
    });
    nothing.collect()
}

/// What the reading of the tournament as a whole found: a supplement that says
/// it holds for rounds paired before it (contract, section 4).
pub fn of_tournament(history: &TournamentHistory) -> Vec<Discrepancy> {
    let mut found = Vec::new();
    let (mut last_paired, mut overturns) = (0, false);
    let is_overturn = |order: &Order| matches!(order, Order::Overturn { .. });
    for (before, step) in history.steps().iter().enumerate() {
        match &step.event {
            StepEvent::Tournament(TournamentEvent::RoundPaired(paired)) => {
                last_paired = last_paired.max(paired.round);
            }
            StepEvent::Tournament(TournamentEvent::RegulationsSupplemented(change))
                if change.from_round <= last_paired =>
            {
                let text = format!(
                    "the supplement names round {}, but round {last_paired} was paired before it: \
                     it holds for games begun and rounds paired after it",
                    change.from_round
                );
                let entry = Some(step.entry);
                found.push(Discrepancy::new(
                    "supplement_late",
                    Severity::Remark,
                    entry,
                    text,
                ));
            }
            StepEvent::Appeal(id, AppealEvent::AppealDecided(decided)) => {
                found.extend(in_own_matter(history.now(), id, step));
                overturns |= decided.orders.iter().any(is_overturn);
            }
            StepEvent::Ruling(game, ruling) if overturns => {
                let then = history.after(before);
                let now = history.now();
                found.extend(ruled_after_appeal((&then, now), game, ruling, step));
            }
            _ => {}
        }
    }
    found.extend(history.now().appeals.values().flat_map(of_appeal));
    found
}

/// Nobody sits on an appeal against his own ruling (contract, section 10). The chief
/// arbiter writes decisions down as the committee's clerk: where none was seated, whose
/// decision it was is worth asking.
fn in_own_matter(tournament: &TournamentState, id: &AppealId, step: &Step) -> Option<Discrepancy> {
    let appeal = tournament.appeals.get(id)?;
    let own = tournament.need_may_sit(appeal, &step.actor.as_official());
    if !appeal.panel.is_empty() || own.is_ok() {
        return None;
    }
    let text = format!(
        "appeal {id}: {} recorded the decision on a ruling of their own, and no committee was seated",
        step.actor
    );
    Some(Discrepancy::new(
        "appeal_in_own_matter",
        Severity::Remark,
        Some(step.entry),
        text,
    ))
}

/// A ruling that stands on a finding of which a committee had decided, by the very
/// official whom it overruled or by one who is not the chief arbiter: it is kept, and
/// worth asking about. `then`: the tournament before it, with the offices then held.
fn ruled_after_appeal(
    (then, now): (&TournamentState, &TournamentState),
    game: &GameId,
    ruling: &RulingMade,
    step: &Step,
) -> Vec<Discrepancy> {
    if now.overturned.contains(&ruling.ruling) {
        return Vec::new();
    }
    let further = ruling.findings.iter().flatten();
    let named = ruling.finding.iter().chain(further);
    let told = named.filter_map(|finding| {
        let bound = then.overruled(game, finding, &step.actor)?;
        // The overturning may itself have fallen since.
        if !now.overturned.contains(bound.ruling) {
            return None;
        }
        let who = if bound.own {
            "whose own that was"
        } else {
            "who is not the chief arbiter"
        };
        let text = format!(
            "ruling {} decides anew on {finding}, after appeal {} had overturned ruling {}: by {}, {who}",
            ruling.ruling, bound.appeal.appeal, bound.ruling, step.actor
        );
        let entry = Some(step.entry);
        let told = Discrepancy::new("ruled_after_appeal", Severity::Remark, entry, text);
        Some(Discrepancy {
            article: Some(ruling.article.to_string()),
            ..told
        })
    });
    told.collect()
}

/// What of an appeal is worth asking about: its time, and whether it challenges
/// anything. A schema keeps one against nothing out here; a foreign ledger may hold it.
fn of_appeal(appeal: &AppealState) -> Vec<Discrepancy> {
    let late = appeal.in_time() == Some(false);
    let remark = |code: &str, text: String| {
        let entry = Some(appeal.entry);
        let text = format!("appeal {}: {text}", appeal.appeal);
        Discrepancy::new(code, Severity::Remark, entry, text)
    };
    let nothing = appeal.filed.against.is_empty().then(|| {
        let game = match &appeal.game {
            Some(game) => format!("it is about game {game}"),
            None => "it is about no game either".to_owned(),
        };
        let why = format!("it names no entry that it challenges, and {game}");
        remark("appeal_against_nothing", why)
    });
    let time = match appeal.outcome {
        Some(AppealOutcome::OutOfTime) if !late => {
            let why = "dismissed as out of time, but no deadline had passed";
            Some(remark("appeal_in_time", why.to_owned()))
        }
        Some(AppealOutcome::OutOfTime) | None => None,
        Some(_) if late => {
            let filed = appeal.filed_at;
            let why = format!("decided though it was filed at {filed}, after its deadline");
            Some(remark("appeal_late", why))
        }
        Some(_) => None,
    };
    nothing.into_iter().chain(time).collect()
}

/// Audits list every correction and insertion (contract, section 4).
fn correction(fact: &Fact) -> Option<Discrepancy> {
    let (code, text) = match &fact.kind {
        FactKind::Event(GameEvent::EntryCorrected(c)) => (
            "entry_corrected",
            format!("entry {} is read otherwise: {}", c.entry, c.reason),
        ),
        FactKind::Event(GameEvent::EntryInserted(i)) => (
            "entry_inserted",
            format!("inserted after entry {}: {}", i.after, i.reason),
        ),
        _ => return None,
    };
    Some(Discrepancy::new(
        code,
        Severity::Note,
        Some(fact.entry),
        text,
    ))
}
