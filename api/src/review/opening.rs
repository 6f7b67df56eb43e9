//! Whether a review that is to be opened fits the tournament that it is about: its
//! games were played there, by the players under review, and none of its reviewers
//! plays in one of them.

use super::naming;
use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    event::{Stream, review::ReviewOpened},
    ids::{GameId, LedgerName, OfficialId, PlayerId},
    refusal::Refusal,
    tournament::TournamentState,
};
use fupan_replay::entry::Entry;
use fupan_store::{EventStore, Known};
use std::collections::BTreeSet;

/// Refuses what does not fit.
///
/// # Errors
/// What does not fit, with its place, its value and what was expected.
pub fn need_fit(opened: &ReviewOpened, tournament: &TournamentState) -> Result<(), Problem> {
    for (at, game) in opened.games.iter().enumerate() {
        let Some([one, other]) = both(tournament, game) else {
            return refused(format!(
                "games[{at}] {game}: expected a game that was paired in {}",
                opened.tournament
            ));
        };
        let is_subject = |player: &PlayerId| opened.subjects.iter().any(|s| s.player == *player);
        if !is_subject(one) && !is_subject(other) {
            return refused(format!(
                "games[{at}] {game}: {one} plays {other} there, expected a game of a player under review"
            ));
        }
        for reviewer in &opened.reviewers {
            if [one, other].iter().any(|p| p.as_str() == reviewer.as_str()) {
                return Err(problem(&Refusal::OwnMatter {
                    official: reviewer.to_string(),
                    why: format!("a player of game {game}, which is looked at"),
                }));
            }
        }
    }
    for (at, subject) in opened.subjects.iter().enumerate() {
        let plays =
            |game: &GameId| both(tournament, game).is_some_and(|b| b.contains(&&subject.player));
        if !opened.games.iter().any(plays) {
            return refused(format!(
                "subjects[{at}] {}={}: plays in none of the games, expected a player of one of them",
                subject.label, subject.player
            ));
        }
    }
    Ok(())
}

/// Refuses a review in the very ledger of the tournament that it is about.
///
/// # Errors
/// That it names itself, and what was expected.
pub fn need_own_ledger(review: &LedgerName, opened: &ReviewOpened) -> Result<(), Problem> {
    if *review != opened.tournament {
        return Ok(());
    }
    refused(format!(
        "tournament {review}: expected the ledger of a tournament, and another name for the review's own"
    ))
}

/// What is odd about a review that was opened: a reviewer who plays in the tournament,
/// though in no game that is looked at, or who ruled in one that is; texts of a blind one
/// that name somebody.
///
/// # Errors
/// When the tournament can't be read.
pub fn remarks(opened: &ReviewOpened, tournament: &OpenLedger) -> Result<Vec<String>, Problem> {
    let state = tournament.reader.tournament(Known::Now);
    let state = state.map_err(|e| Problem::from(&e))?;
    let plays = |id: &&OfficialId| state.players.keys().any(|p| p.as_str() == id.as_str());
    let playing = opened.reviewers.iter().filter(plays).map(|reviewer| {
        format!(
            "reviewer {reviewer} plays in {}, though in none of the games that are looked at",
            opened.tournament
        )
    });
    let mut remarks: Vec<String> = playing.collect();
    for game in &opened.games {
        let ruled = who_ruled(game, tournament)?;
        let ruling = opened.reviewers.iter().filter(|r| ruled.contains(*r));
        remarks.extend(ruling.map(|reviewer| {
            format!("reviewer {reviewer} ruled in game {game}, which is looked at")
        }));
    }
    if opened.blind {
        remarks.extend(naming::Known::of(tournament)?.told(naming::texts(opened)));
    }
    Ok(remarks)
}

/// Who made a ruling in a game.
fn who_ruled(game: &GameId, tournament: &OpenLedger) -> Result<BTreeSet<OfficialId>, Problem> {
    let unreadable = |e: &dyn std::fmt::Display| Problem::new("log_unreadable", e.to_string());
    let stream = Stream::Game(game.clone());
    let entries = tournament.store.stream(&stream, 0, usize::MAX);
    let mut ruled = BTreeSet::new();
    for bytes in entries.map_err(|e| unreadable(&e))? {
        let entry = Entry::read(&bytes).map_err(|e| unreadable(&e))?;
        if entry.type_name == "ruling_made" {
            ruled.extend(entry.actor.parse::<OfficialId>().ok());
        }
    }
    Ok(ruled)
}

fn both<'a>(tournament: &'a TournamentState, game: &GameId) -> Option<[&'a PlayerId; 2]> {
    tournament.games.get(game)?.pairing.both()
}

fn refused<T>(why: String) -> Result<T, Problem> {
    Err(problem(&Refusal::Contradiction(why)))
}

fn problem(refusal: &Refusal) -> Problem {
    Problem::new(refusal.code(), refusal.to_string())
}
