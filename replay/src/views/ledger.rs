//! The view of a ledger: what it is about and how far it has come.

use fupan_domain::{
    Timestamp,
    ids::{AppealId, GameId, Sha256},
    rulebook::Regulations,
    tournament::TournamentState,
};
use serde::Serialize;

/// A ledger as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct LedgerView {
    /// Its name.
    pub ledger: String,
    /// How many entries it has.
    pub size: u64,
    /// The hash of the last one.
    pub head: Sha256,
    /// When the last one was accepted.
    pub recorded_at: Option<Timestamp>,
    /// The tournament's name.
    pub name: Option<String>,
    /// Where it is held.
    pub place: Option<String>,
    /// The rule book.
    pub edition: Option<String>,
    /// Its hash.
    pub edition_sha256: Option<Sha256>,
    /// The regulations in force.
    pub regulations: Option<Regulations>,
    /// How many players are registered.
    pub players: usize,
    /// How many teams are.
    pub teams: usize,
    /// The rounds, with their games.
    pub rounds: Vec<RoundView>,
    /// The appeals.
    pub appeals: Vec<AppealId>,
    /// Whether it is closed.
    pub closed: bool,
}

/// A round as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct RoundView {
    /// Its number.
    pub round: u32,
    /// Its games.
    pub games: Vec<GameId>,
    /// Whether it is closed.
    pub closed: bool,
}

impl LedgerView {
    /// The view of a ledger that stands at `head`.
    pub fn new(
        ledger: &str,
        head: crate::sequencer::Head,
        tournament: &TournamentState,
    ) -> LedgerView {
        let opening = tournament.opening.as_ref();
        let rounds = tournament.rounds.iter().map(|(number, round)| RoundView {
            round: *number,
            games: round.games.clone(),
            closed: round.closed.is_some(),
        });
        LedgerView {
            ledger: ledger.to_owned(),
            size: head.size,
            head: head.hash,
            recorded_at: head.recorded_at,
            name: opening.map(|o| o.name.clone()),
            place: opening.and_then(|o| o.place.clone()),
            edition: opening.map(|o| o.edition.id.to_string()),
            edition_sha256: opening.map(|o| o.edition.sha256()),
            regulations: tournament.regulations(u32::MAX),
            players: tournament.players.len(),
            teams: tournament.teams.len(),
            rounds: rounds.collect(),
            appeals: tournament.appeals.keys().cloned().collect(),
            closed: tournament.closed.is_some(),
        }
    }
}
