//! The view of a ledger: what it is about and how far it has come.

use fupan_domain::{
    Timestamp,
    ids::{AppealId, GameId, OfficialId, Sha256},
    review::Due,
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
    /// How a review stands, where it is the ledger of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewStanding>,
}

/// How a review stands: counts, and what can follow next. Nothing of whom it is about.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewStanding {
    /// `open`, `concluded` or `appealed`.
    pub status: &'static str,
    /// Its reviewers.
    pub reviewers: Vec<OfficialId>,
    /// How many players are under review.
    pub subjects: usize,
    /// How many games.
    pub games: usize,
    /// The number of the method in force.
    pub method: u32,
    /// How many analyses are recorded.
    pub analyses: usize,
    /// How many files are attached.
    pub evidence: usize,
    /// How many notes are sealed.
    pub notes: usize,
    /// How many of them are open.
    pub notes_open: usize,
    /// How many answers of players are taken.
    pub answers: usize,
    /// How many conclusions are recorded.
    pub conclusions: usize,
    /// How many appeals.
    pub appeals: usize,
    /// What can follow next, in the order in which it is mostly done.
    pub due: Vec<Due>,
}

impl ReviewStanding {
    fn of(tournament: &TournamentState) -> Option<ReviewStanding> {
        let review = tournament.review.as_deref()?;
        let open = review.notes.values().filter(|note| note.opened.is_some());
        Some(ReviewStanding {
            status: review.status.name(),
            reviewers: review.opened.reviewers.clone(),
            subjects: review.opened.subjects.len(),
            games: review.opened.games.len(),
            method: review.method().0,
            analyses: review.analyses.len(),
            evidence: review.evidence.len(),
            notes: review.notes.len(),
            notes_open: open.count(),
            answers: review.answers.len(),
            conclusions: review.conclusions.len(),
            appeals: review.appeals.len(),
            due: tournament.review_due(),
        })
    }
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
            review: ReviewStanding::of(tournament),
        }
    }
}
