//! A game, recomputed against what was recorded of it: the result that follows
//! from the facts and rulings alone beside the one that was confirmed.

use crate::{
    fold::game::FoldedGame,
    views::{Discrepancy, Severity, discrepancy},
};
use fupan_domain::{
    event::{GameEvent, GameResult},
    game::{EndingKind, FactKind, GameState, Status},
    ids::{EntryId, GameId},
    tournament::{GameFacts, TournamentState},
};
use serde::Serialize;
use std::sync::Arc;

/// A finished game, as the audit shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameAudit {
    /// The game.
    pub game: GameId,
    /// `finished` or `confirmed`.
    pub status: &'static str,
    /// The result that follows from the facts and rulings alone; `null` where
    /// they don't say who won.
    pub result: Option<GameResult>,
    /// The result as it was confirmed; `null` where it was not, or a later
    /// decision took its place.
    pub recorded: Option<GameResult>,
    /// Whether both say the same; `null` where one of them is missing.
    pub agrees: Option<bool>,
}

/// All that an audit has to say of a game.
#[derive(Clone, Debug)]
pub(super) struct GameReport {
    /// The game, if it is finished.
    pub audit: Option<GameAudit>,
    /// What its reading found.
    pub discrepancies: Vec<Discrepancy>,
    /// What it tells the tournament.
    pub facts: Arc<GameFacts>,
    /// Its findings that sanctions name.
    pub named: Vec<String>,
}

impl GameReport {
    pub fn of(state: GameState, tournament: &TournamentState) -> GameReport {
        let status = state.status();
        let facts = Arc::new(GameFacts::of(&state));
        let recorded = recorded(&state);
        let folded = FoldedGame {
            state,
            at: None,
            unreadable: Vec::new(),
        };
        let mut discrepancies = discrepancy::of_game(&folded, tournament);
        let named = discrepancy::named_by_sanctions(&folded.state, tournament);
        if !matches!(status, Status::Finished | Status::Confirmed) {
            return GameReport {
                audit: None,
                discrepancies,
                facts,
                named,
            };
        }
        let game = folded.state.game().clone();
        let never = recorded.filter(|(entry, _)| {
            let told = discrepancies.iter();
            told.clone().any(|d| is_told_of(d, *entry)) && !followed_then(&folded.state, *entry)
        });
        let result = computed(folded.state);
        let recorded_result = recorded.map(|(_, result)| result);
        let agrees = result
            .zip(recorded_result)
            .map(|(computed, recorded)| computed.agrees_with(&recorded));
        if let (Some(false), Some((entry, _))) = (agrees, recorded) {
            tell_differing(&game, (entry, never.is_some()), &mut discrepancies);
        }
        let audit = GameAudit {
            game,
            status: status.name(),
            result,
            recorded: recorded_result,
            agrees,
        };
        GameReport {
            audit: Some(audit),
            discrepancies,
            facts,
            named,
        }
    }
}

/// The result without what was only stated or confirmed.
fn computed(mut state: GameState) -> Option<GameResult> {
    state
        .endings
        .retain(|e| !matches!(e.kind, EndingKind::Stated(_) | EndingKind::Confirmed(_)));
    state.result()
}

/// The confirmation that is in force, with its entry.
fn recorded(state: &GameState) -> Option<(EntryId, GameResult)> {
    let last = state.endings.iter().rev().find(|e| {
        state.counts(e)
            && matches!(
                e.kind,
                EndingKind::Stated(_) | EndingKind::Confirmed(_) | EndingKind::Set(_)
            )
    })?;
    let (EndingKind::Stated(result) | EndingKind::Confirmed(result)) = last.kind else {
        return None;
    };
    let fact = state.record.facts().iter().find(|f| f.seq == last.seq)?;
    Some((fact.entry, result))
}

/// Whether something told is that an entry confirmed another result than followed.
fn is_told_of(told: &Discrepancy, entry: EntryId) -> bool {
    told.code == "confirmed_otherwise" && told.entry == Some(entry)
}

/// Whether the result that an entry confirms, as it is read now, followed from what
/// was known when it was given this reading: what came after it is no fault of those
/// who confirmed.
fn followed_then(state: &GameState, entry: EntryId) -> bool {
    let recorded = state.record.recorded();
    let (mut names, mut upto) = (vec![entry], 0);
    for (n, fact) in (1..).zip(recorded) {
        let corrects = match &fact.kind {
            FactKind::Event(GameEvent::EntryCorrected(c)) => names.contains(&c.entry),
            _ => false,
        };
        if corrects {
            names.push(fact.entry);
        }
        if corrects || fact.entry == entry {
            upto = n;
        }
    }
    let mut then = GameState::new(Arc::clone(&state.paired));
    for fact in recorded.iter().take(upto) {
        then.push(fact.clone());
    }
    let mut remarks = then.remarks.iter();
    !remarks.any(|remark| remark.code == "confirmed_otherwise" && remark.entry == entry)
}

/// A confirmed result that is in force and does not follow from the facts. Where it
/// `never` did, something is wrong with the ledger (design: what a verifier must
/// catch); where something was decided or corrected after it, it is a remark.
fn tell_differing(game: &GameId, (entry, never): (EntryId, bool), told: &mut Vec<Discrepancy>) {
    if let Some(before) = told.iter_mut().find(|d| is_told_of(d, entry)) {
        if never {
            before.severity = Severity::Error;
            before.text = format!("{}, and is in force in {game}", before.text);
        }
        return;
    }
    let text = format!(
        "the result of {game} as it was confirmed is not the one that follows from the facts and rulings now"
    );
    told.push(Discrepancy::new(
        "result_differs",
        Severity::Remark,
        Some(entry),
        text,
    ));
}
