//! Standings and crosstables in the forms in which others take them: text for a
//! terminal, CSV, HTML for print, the EGF's `.h9`, FIDE's tournament report. The
//! figures are computed in `replay::views`; here they are only written down.

pub mod csv;
pub mod h9;
pub mod html;
pub mod text;
pub mod trf;

use crate::problem::Problem;
use fupan_domain::{
    Timestamp, ids::PlayerId, rulebook::Regulations, score::QuarterZi, tournament::TournamentState,
};
use fupan_replay::views::{CrosstableView, StandingsView, crosstable_view};
use fupan_store::{Known, LedgerReader};

/// Everything that a sheet of results tells.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The standings.
    pub standings: StandingsView,
    /// Who met whom.
    pub crosstable: CrosstableView,
    /// What is told of the tournament.
    pub heading: Heading,
}

/// What is told of a tournament above its results.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Its name.
    pub name: String,
    /// Where it is held.
    pub place: Option<String>,
    /// The first day and the last, as far as they are known: of the rounds'
    /// beginnings, else the day on which the ledger was opened.
    pub days: (String, String),
    /// Komi.
    pub komi_qz: QuarterZi,
    /// Rounds.
    pub rounds: u16,
    /// The rule book.
    pub edition: String,
    /// Whether players play for themselves.
    pub individual: bool,
}

impl Sheet {
    /// The results after a round, as they were known.
    ///
    /// # Errors
    /// When they can't be read, or there are none.
    pub fn of<R>(
        reader: &LedgerReader<R>,
        round: Option<u32>,
        known: Known,
    ) -> Result<Sheet, Problem> {
        let standings = reader
            .standings_view(round, known)
            .map_err(|e| Problem::from(&e))?;
        let people = |commitment| reader.store().person(commitment).ok().flatten();
        let ledger = reader.store().ledger().as_str();
        let told = reader.with_facts(known, |tournament, facts| {
            let crosstable = crosstable_view(ledger, tournament, facts, round, &people)?;
            Some((crosstable, Heading::of(tournament)?))
        });
        let told = told.map_err(|e| Problem::from(&e))?;
        let none = || {
            Problem::new(
                "unknown",
                "the ledger is not opened: it has no standings".to_owned(),
            )
        };
        let (crosstable, heading) = told.ok_or_else(none)?;
        Ok(Sheet {
            standings,
            crosstable,
            heading,
        })
    }
}

impl Heading {
    fn of(tournament: &TournamentState) -> Option<Heading> {
        let opening = tournament.opening.as_ref()?;
        let regulations: Regulations = tournament.regulations(u32::MAX)?;
        let starts = || {
            tournament
                .rounds
                .values()
                .filter_map(|round| round.starts_at)
        };
        let day = |time: Timestamp| time.to_string().chars().take(10).collect::<String>();
        Some(Heading {
            name: opening.name.clone(),
            place: opening.place.clone(),
            days: (
                day(starts().min().unwrap_or(opening.at)),
                day(starts().max().unwrap_or(opening.at)),
            ),
            komi_qz: regulations.komi_qz,
            rounds: regulations.rounds,
            edition: opening.edition.id.to_string(),
            individual: regulations.team.is_none(),
        })
    }
}

/// A player's name; the id where no name is kept.
fn name_or_id<'a>(name: Option<&'a String>, id: &'a str) -> &'a str {
    name.map_or(id, String::as_str)
}

/// Refuses a form that knows players only.
fn need_individual(sheet: &Sheet, form: &str) -> Result<(), Problem> {
    if sheet.heading.individual {
        return Ok(());
    }
    let detail = format!(
        "{form} tells of players, and this is a tournament of teams: export it as CSV or HTML"
    );
    Err(Problem::new("not_in_this_form", detail))
}

/// The id of a player, where a row is one's.
fn player(row: &fupan_replay::views::crosstable::CrossRow) -> Option<&PlayerId> {
    match &row.who {
        fupan_replay::views::standings::WhoView::Player(id) => Some(id),
        fupan_replay::views::standings::WhoView::Team(_) => None,
    }
}
