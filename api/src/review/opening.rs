//! Whether a review that is to be opened fits the tournament that it is about: its
//! games were played there, by the players under review, and none of its reviewers
//! plays in one of them.

use crate::problem::Problem;
use fupan_domain::{
    event::review::ReviewOpened,
    ids::{GameId, OfficialId, PlayerId},
    refusal::Refusal,
    tournament::TournamentState,
};

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

/// The reviewers who play in that tournament: not in a game that is looked at, but in the
/// same event as those who do.
pub fn who_play<'a>(
    opened: &'a ReviewOpened,
    tournament: &'a TournamentState,
) -> impl Iterator<Item = &'a OfficialId> {
    let plays = |id: &&OfficialId| tournament.players.keys().any(|p| p.as_str() == id.as_str());
    opened.reviewers.iter().filter(plays)
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
