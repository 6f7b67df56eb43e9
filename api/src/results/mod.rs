//! Standings and crosstables in the forms in which others take them: text for a
//! terminal, CSV, HTML for print, the EGF's `.h9`, FIDE's tournament report. The
//! figures are computed in `replay::views`; here they are only written down.

pub mod csv;
pub mod form;
pub mod h9;
pub mod html;
pub mod text;
pub mod trf;
mod unsettled;

pub use unsettled::unsettled;

use crate::problem::Problem;
use fupan_domain::{
    Timestamp, amount, ids::PlayerId, rulebook::Regulations, score::QuarterZi,
    tournament::TournamentState,
};
use fupan_replay::views::{
    CrosstableView, NoStandings, StandingsView,
    crosstable::{Cell, CrossRow},
    standings::WhoView,
};
use fupan_store::{Known, LedgerReader, ViewError};

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
        let told = |e: ViewError| Problem::from(&e);
        let standings = reader.standings_view(round, known).map_err(told)?;
        // The other parts are of the same moment, however fast the ledger grows.
        let known = standings.known.map_or(known, Known::Seq);
        let crosstable = reader.crosstable_view(round, known).map_err(told)?;
        let tournament = reader.tournament(known).map_err(told)?;
        let heading = Heading::of(&tournament)
            .ok_or_else(|| told(ViewError::NoStandings(NoStandings::NotOpened)))?;
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

/// Refuses what a form can't tell that knows players only, each with one
/// meeting a round.
fn need_individual(sheet: &Sheet, form: &str) -> Result<(), Problem> {
    let refused = |why: String| {
        let detail = format!("{form} tells of {why}: export it as CSV or HTML");
        Err(Problem::new("not_in_this_form", detail))
    };
    if !sheet.heading.individual {
        return refused("players, and this is a tournament of teams".to_owned());
    }
    for row in &sheet.crosstable.rows {
        let mut rounds = (1_u32..).zip(&row.rounds);
        let paired = |cells: &[Cell]| cells.iter().filter(|cell| was_paired(cell)).count();
        if let Some((round, cells)) = rounds.find(|(_, cells)| paired(cells) > 1) {
            let many = amount(paired(cells), "meeting");
            let who = row.who.as_str();
            return refused(format!(
                "one meeting a round, and {who} has {many} in round {round}"
            ));
        }
    }
    Ok(())
}

/// The id of a player, where a row is one's.
fn player(row: &CrossRow) -> Option<&PlayerId> {
    match &row.who {
        WhoView::Player(id) => Some(id),
        WhoView::Team(_) => None,
    }
}

/// What a form tells of a round that has room for one meeting: what was paired,
/// before a game of the schedule that never was, since somebody had left.
fn the_meeting(cells: &[Cell]) -> Option<&Cell> {
    let paired = cells.iter().find(|cell| was_paired(cell));
    paired.or_else(|| cells.first())
}

fn was_paired(cell: &Cell) -> bool {
    cell.kind != "schedule"
}

/// Whether a meeting was decided without a game: by absence, sanction or
/// withdrawal.
fn is_by_default(cell: &Cell) -> bool {
    cell.how != "open" && (cell.unplayed || cell.basis != "played")
}
