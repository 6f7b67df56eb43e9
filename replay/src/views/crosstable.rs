//! The crosstable: who met whom in which round, in the order of places. Beside
//! the standings, from the same lines; the sums are there.

mod open;

use super::{
    NoStandings, People, erased_among,
    no_standings::need_round,
    standings::{Exact, WhoView, name_of, players},
};
use fupan_domain::{
    Colour,
    ids::{GameId, PlayerId},
    rulebook::Format,
    score::Fraction,
    tournament::{
        AllFacts, Basis, Bout, How, Ranked, Source, Standings, StandingsAsked, TournamentState,
    },
};
use open::Meeting;
use serde::Serialize;

/// A crosstable as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct CrosstableView {
    /// The ledger.
    pub ledger: String,
    /// The tournament's name.
    pub name: String,
    /// Where it is held.
    pub place: Option<String>,
    /// After which round.
    pub round: u32,
    /// How the tournament is played.
    pub format: Format,
    /// The rows, first place first.
    pub rows: Vec<CrossRow>,
    /// Those of them whose records were erased on request: their ids stand for the
    /// names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub erased: Vec<PlayerId>,
}

/// A row of a crosstable.
#[derive(Clone, Debug, Serialize)]
pub struct CrossRow {
    /// The row's number, from 1: what cells name as the opponent.
    pub number: usize,
    /// The place.
    pub place: usize,
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// The name, where it is kept.
    pub name: Option<String>,
    /// The rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dan: Option<String>,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// The federation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// The team for which a player plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// What the row has of each round, from the first on; several where more
    /// than one game was played, none where none was.
    pub rounds: Vec<Vec<Cell>>,
    /// Points.
    pub points: i64,
    /// Wins.
    pub wins: u32,
    /// Sum of the opponents' points.
    pub opponents: Exact,
    /// Total score.
    pub total: Fraction,
}

/// A meeting in a crosstable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The number of the opponent's row; `null` for a bye, and where the
    /// opponent has no place.
    pub opponent: Option<usize>,
    /// Who that is.
    pub who: Option<String>,
    /// The colour.
    pub colour: Option<Colour>,
    /// `won`, `drew`, `lost`, `both_lost`, `cancelled`; `open` where it is not
    /// settled.
    pub how: &'static str,
    /// Points.
    pub points: i64,
    /// The game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// `game`, `match`, `bye` or `schedule` (never paired).
    pub kind: &'static str,
    /// `played`, `sanction` or `withdrawal`: on what the result rests; `none`
    /// where there is none.
    pub basis: &'static str,
    /// Whether it was lost or won without a stone: by absence, forfeit, bye.
    pub unplayed: bool,
}

impl Cell {
    /// `+`, `=`, `-`; `#` where both lost, `x` where the result was cancelled,
    /// `?` where there is none yet.
    pub fn sign(&self) -> char {
        match self.how {
            "won" => '+',
            "drew" => '=',
            "both_lost" => '#',
            "cancelled" => 'x',
            "open" => '?',
            _ => '-',
        }
    }
}

/// The word for how a bout ended.
pub const fn how_name(how: How) -> &'static str {
    match how {
        How::Won => "won",
        How::Drew => "drew",
        How::Lost => "lost",
        How::BothLost => "both_lost",
        How::Cancelled => "cancelled",
    }
}

/// The word for what a result rests on.
pub const fn basis_name(basis: Basis<'_>) -> &'static str {
    match basis {
        Basis::Played => "played",
        Basis::Sanction(_) => "sanction",
        Basis::Withdrawal(_) => "withdrawal",
    }
}

/// The crosstable after a round, the last one paired where none is named.
///
/// # Errors
/// [`NoStandings`], save that nobody has no place here.
pub fn crosstable_view(
    ledger: &str,
    tournament: &TournamentState,
    facts: &AllFacts,
    round: Option<u32>,
    people: People<'_>,
) -> Result<CrosstableView, NoStandings> {
    need_round(tournament, round)?;
    let asked = StandingsAsked {
        round,
        without_sanctions: false,
    };
    let standings = Standings::of(tournament, facts, asked).ok_or(NoStandings::NotOpened)?;
    let opening = tournament.opening.as_ref().ok_or(NoStandings::NotOpened)?;
    let mut numbers = vec![None; standings.lines.len()];
    for (index, ranked) in standings.ranked.iter().enumerate() {
        numbers[ranked.line] = Some(index + 1);
    }
    let table = Table {
        tournament,
        facts,
        standings: &standings,
        open: Meeting::open(tournament, &standings),
        numbers,
    };
    let rows = standings.ranked.iter().enumerate();
    Ok(CrosstableView {
        ledger: ledger.to_owned(),
        name: opening.name.clone(),
        place: opening.place.clone(),
        round: standings.round,
        format: standings.regulations.format,
        erased: erased_among(players(&standings), tournament),
        rows: rows
            .map(|(index, ranked)| table.row(index + 1, ranked, people))
            .collect(),
    })
}

struct Table<'a, 'b> {
    tournament: &'a TournamentState,
    facts: &'a AllFacts,
    standings: &'b Standings<'a>,
    /// What is not settled, by lines.
    open: Vec<Vec<Meeting<'a>>>,
    numbers: Vec<Option<usize>>,
}

impl Table<'_, '_> {
    fn row(&self, number: usize, ranked: &Ranked, people: People<'_>) -> CrossRow {
        let line = &self.standings.lines[ranked.line];
        let terms = &self.standings.terms[ranked.line];
        let registered = self.tournament.players.get(line.entrant.as_str());
        let registered = registered.map(|state| &state.registered);
        let of_round = |round| {
            let bouts = line.bouts.iter().filter(move |bout| bout.round == round);
            let open = self.open[ranked.line].iter();
            let open = open.filter(move |meeting| meeting.round == round);
            bouts
                .map(|bout| self.cell(bout))
                .chain(open.map(|meeting| self.open_cell(meeting)))
                .collect()
        };
        CrossRow {
            number,
            place: ranked.place,
            who: WhoView::of(line.entrant),
            name: name_of(self.tournament, line.entrant, people),
            dan: registered.and_then(|r| r.dan.clone()),
            rating: line.rating,
            federation: registered.and_then(|r| r.federation.clone()),
            club: registered
                .and_then(|r| r.team.as_ref())
                .map(ToString::to_string),
            rounds: (1..=self.standings.round).map(of_round).collect(),
            points: terms.points,
            wins: terms.wins,
            opponents: Exact(terms.opponents.0),
            total: terms.total.0,
        }
    }

    fn open_cell(&self, meeting: &Meeting<'_>) -> Cell {
        let (game, kind) = match meeting.of {
            Source::Game(id) => (Some(id.clone()), "game"),
            _ => (None, "match"),
        };
        Cell {
            opponent: meeting.opponent.and_then(|line| self.numbers[line]),
            who: meeting.opponent.map(|line| self.who(line)),
            colour: meeting.colour,
            how: "open",
            points: 0,
            game,
            kind,
            basis: "none",
            unplayed: false,
        }
    }

    fn who(&self, line: usize) -> String {
        self.standings.lines[line].entrant.as_str().to_owned()
    }

    fn cell(&self, bout: &Bout<'_>) -> Cell {
        let (game, kind) = match bout.source {
            Source::Game(id) => (Some(id.clone()), "game"),
            Source::Match(_) => (None, "match"),
            Source::Bye => (None, "bye"),
            Source::Schedule => (None, "schedule"),
        };
        let begun = game
            .as_ref()
            .is_some_and(|id| self.facts.get(id).is_some_and(|f| f.begun));
        Cell {
            opponent: bout.opponent.and_then(|line| self.numbers[line]),
            who: bout.opponent.map(|line| self.who(line)),
            colour: bout.colour,
            how: how_name(bout.how),
            points: bout.points,
            unplayed: !begun && kind != "match",
            game,
            kind,
            basis: basis_name(bout.basis),
        }
    }
}
