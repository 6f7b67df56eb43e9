//! What the tournament's own log tells of the games under review beside the moves:
//! breaches, complaints, statements, rulings, warnings and penalties, and what was
//! observed of a player away from the board. As its officials recorded it, and as it
//! is read now: what was struck out is not told. Words that people wrote wait until
//! the players are named, since they can name them.

use super::{Telling, said};
use crate::{problem::Problem, review::case::Case};
use fupan_domain::{
    Colour, Timestamp,
    event::{Stream, review::Label},
    game::FactKind,
    ids::GameId,
};
use fupan_replay::entry::Entry;
use fupan_store::EventStore;
use maud::{Markup, html};
use serde_json::Value;

/// What of a game is told here.
const TOLD: [&str; 7] = [
    "breach_observed",
    "complaint_raised",
    "statement_taken",
    "ruling_made",
    "warning_issued",
    "admonition_given",
    "penalty_imposed",
];

/// Something that the tournament's log tells of a game or a player under review.
#[derive(Clone, Debug, PartialEq)]
pub struct Incident {
    /// The game; none: away from the board.
    pub game: Option<GameId>,
    /// The entry's seq in the tournament's ledger.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// Who recorded it.
    pub by: String,
    /// Its type.
    pub type_name: String,
    /// Which player under review it concerns; none: the opponent, or nobody knows.
    pub subject: Option<Label>,
    /// The side that it names.
    pub colour: Option<Colour>,
    /// Its data.
    pub data: Value,
}

impl Case<'_> {
    /// What the tournament's log tells of the games under review and, away from the
    /// board, of the players, in order.
    ///
    /// # Errors
    /// When the log can't be read.
    pub fn incidents(&self) -> Result<Vec<Incident>, Problem> {
        let mut incidents = self.away_from_the_board()?;
        for game in &self.review.opened.games {
            incidents.extend(self.of_game(game)?);
        }
        incidents.sort_by_key(|incident| incident.seq);
        Ok(incidents)
    }

    fn of_game(&self, game: &GameId) -> Result<Vec<Incident>, Problem> {
        let state = self.tournament.game(game)?;
        let mut found = Vec::new();
        state.steps(|fact, _| {
            if let FactKind::Event(event) = &fact.kind
                && TOLD.contains(&event.type_name())
            {
                found.push((fact.seq, fact.at, event.type_name(), event.data()));
            }
        });
        let of = |(seq, at, type_name, data): (u64, Timestamp, &str, serde_json::Result<Value>)| {
            let data = data.map_err(|e| Problem::internal(&e))?;
            let colour = ["colour", "by"]
                .iter()
                .find_map(|name| match data[*name].as_str() {
                    Some("black") => Some(Colour::Black),
                    Some("white") => Some(Colour::White),
                    _ => None,
                });
            let player = colour.and_then(|colour| state.players[colour].as_ref());
            let subjects = self.review.opened.subjects.iter();
            let mut subjects = subjects.filter(|subject| Some(&subject.player) == player);
            Ok(Incident {
                game: Some(game.clone()),
                seq,
                at,
                by: self.author(seq)?,
                type_name: type_name.to_owned(),
                subject: subjects.next().map(|subject| subject.label),
                colour,
                data,
            })
        };
        found.into_iter().map(of).collect()
    }

    fn author(&self, seq: u64) -> Result<String, Problem> {
        let entry = self.tournament.open.store.entry(seq);
        let bytes = entry.map_err(|e| unreadable(&e))?;
        let actor = bytes.as_deref().map(Entry::read).transpose();
        let actor = actor.map_err(|e| unreadable(&e))?;
        Ok(actor.map_or_else(String::new, |entry| entry.actor.to_owned()))
    }

    /// Breaches that were observed of players under review away from the board.
    fn away_from_the_board(&self) -> Result<Vec<Incident>, Problem> {
        let entries = self
            .tournament
            .open
            .store
            .stream(&Stream::Tournament, 0, usize::MAX);
        let mut incidents = Vec::new();
        for bytes in entries.map_err(|e| unreadable(&e))? {
            let entry = Entry::read(&bytes).map_err(|e| unreadable(&e))?;
            if entry.type_name != "breach_observed" || entry.seq > self.tournament.as_of.seq {
                continue;
            }
            let data: Value = serde_json::from_str(entry.data.get()).map_err(|e| unreadable(&e))?;
            let mut subjects = self.review.opened.subjects.iter();
            let Some(subject) = subjects.find(|s| data["player"] == s.player.as_str()) else {
                continue;
            };
            incidents.push(Incident {
                game: None,
                seq: entry.seq,
                at: entry.at,
                by: entry.actor.to_owned(),
                type_name: entry.type_name.to_owned(),
                subject: Some(subject.label),
                colour: None,
                data,
            });
        }
        Ok(incidents)
    }
}

fn unreadable(error: &dyn std::fmt::Display) -> Problem {
    Problem::new("log_unreadable", error.to_string())
}

/// The incidents as a table.
pub(super) fn section(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let texts = telling.texts;
    let title = texts.say("review-incidents");
    let incidents = match case.incidents() {
        Ok(incidents) => incidents,
        Err(problem) => {
            return html! { h3 { (title) } p class="note" { (problem.detail) } };
        }
    };
    html! {
        h3 { (title) }
        @if incidents.is_empty() { p class="note" { (texts.say("review-incidents-none")) } } @else {
            div class="scroll" tabindex="0" role="region" aria-label=(title) {
                table {
                    thead {
                        tr {
                            th { (texts.say("label-happened")) }
                            th { (texts.say("label-game")) }
                            th { (texts.say("label-whom")) }
                            th { (texts.say("review-incident")) }
                        }
                    }
                    tbody { @for incident in &incidents { (row(telling, incident)) } }
                }
            }
            @if !telling.review.names_players() { p class="note" { (texts.say("review-incidents-blind")) } }
        }
    }
}

fn row(telling: &Telling<'_>, incident: &Incident) -> Markup {
    let texts = telling.texts;
    let word = |name: &str| incident.data[name].as_str();
    let whom = match (incident.subject, incident.colour) {
        (Some(label), _) => telling.player(label),
        (None, Some(_)) => texts.say("review-whose-opponent"),
        (None, None) => String::new(),
    };
    let named = telling.review.names_players();
    let written = ["facts", "text", "reasons"].into_iter().filter_map(word);
    html! {
        tr {
            td { (telling.zone.moment(incident.at)) }
            td {
                (incident.game.as_ref().map_or_else(|| texts.say("review-incident-away"), |game| telling.game(game)))
            }
            td { (whom) }
            td {
                (texts.word("event", &incident.type_name))
                @if let Some(breach) = word("breach") { ": " (texts.word("breach", breach)) }
                @if let Some(penalty) = word("penalty") { ": " (texts.word("penalty-name", penalty)) }
                @if let Some(article) = word("article") { " (" (article) ")" }
                @if named {
                    @for text in written { (said(text)) }
                    p class="when" { (incident.by) " · #" (incident.seq) }
                }
            }
        }
    }
}
