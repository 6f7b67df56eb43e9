//! The answers of `KataGo`'s analysis engine, read strictly: each line is an answer
//! to a turn that was asked for, once, with the numbers that figures need. An
//! answer that the engine could not give is a refusal of the whole file, so that
//! no figure rests on part of a game without anybody knowing.

use super::query::Query;
use fupan_domain::{
    Colour,
    board::{Board, Point},
    ids::GameId,
};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Why a file of answers is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct AnswersError {
    /// The line, from 1; the one after the last where something is missing.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// A move that the engine looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The point; `None`: a pass.
    pub point: Option<Point>,
    /// How often it was looked at.
    pub visits: u32,
    /// By how many points black would lead after it.
    pub black_lead: f64,
}

/// A position as the engine saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// How often black would win, from 0 to 1.
    pub black_rate: f64,
    /// By how many points black leads.
    pub black_lead: f64,
    /// How often it was looked at.
    pub visits: u32,
    /// The moves that were looked at, the engine's first choice first.
    pub candidates: Vec<Candidate>,
}

/// What the engine said of games: of each the position after so many moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    games: BTreeMap<GameId, BTreeMap<usize, Seen>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    id: Option<String>,
    error: Option<String>,
    warning: Option<String>,
    #[serde(default)]
    is_during_search: bool,
    turn_number: Option<usize>,
    move_infos: Option<Vec<MoveInfo>>,
    root_info: Option<RootInfo>,
    no_results: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    r#move: String,
    order: usize,
    visits: u32,
    score_lead: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    winrate: f64,
    score_lead: f64,
    visits: u32,
    current_player: Option<String>,
}

impl Answers {
    /// Reads the answers to these queries: each turn of each of them, once.
    ///
    /// # Errors
    /// The first line that is none, or what is missing.
    pub fn read(text: &str, queries: &[(GameId, Query)]) -> Result<Answers, AnswersError> {
        let mut answers = Answers::default();
        let mut last = 0;
        for (text, line) in text.lines().zip(1..) {
            last = line;
            if text.trim().is_empty() {
                continue;
            }
            let told = |what: String| AnswersError { line, what };
            let read: Line = serde_json::from_str(text)
                .map_err(|e| told(format!("is no answer of the analysis engine: {e}")))?;
            answers.take(read, queries).map_err(told)?;
        }
        for (game, query) in queries {
            for turn in &query.analyze_turns {
                let at = begins_after(query) + turn;
                if answers.seen(game, at).is_none() {
                    let what = format!("no answer for game {game} after move {at}");
                    return Err(AnswersError {
                        line: last + 1,
                        what,
                    });
                }
            }
        }
        Ok(answers)
    }

    /// What the engine said of the position after so many moves of a game.
    pub fn seen(&self, game: &GameId, moves: usize) -> Option<&Seen> {
        self.games.get(game)?.get(&moves)
    }

    /// The games of which there are answers.
    pub fn games(&self) -> impl Iterator<Item = &GameId> {
        self.games.keys()
    }

    /// How often the positions were looked at: the fewest and the most visits of one;
    /// `None` where there are no answers.
    pub fn visits(&self) -> Option<(u32, u32)> {
        let positions = || self.games.values().flat_map(BTreeMap::values);
        let visits = || positions().map(|seen| seen.visits);
        visits().min().zip(visits().max())
    }

    /// Takes the answers about further games.
    pub fn extend(&mut self, further: Answers) {
        self.games.extend(further.games);
    }

    fn take(&mut self, line: Line, queries: &[(GameId, Query)]) -> Result<(), String> {
        if let Some(error) = line.error {
            return Err(format!("the engine refused the query: {error}"));
        }
        if let Some(warning) = line.warning {
            return Err(format!(
                "the engine took the query otherwise than it was meant: {warning}"
            ));
        }
        let id = line.id.ok_or("has no id")?;
        let found = queries.iter().find(|(_, query)| query.id == id);
        let (game, query) = found.ok_or_else(|| format!("{id:?} was never asked"))?;
        if line.is_during_search {
            return Err(format!(
                "{id:?}: an answer during the search, expected the final one"
            ));
        }
        let turn = line.turn_number.ok_or("has no turnNumber")?;
        if line.no_results == Some(true) {
            return Err(format!("{id:?}: turn {turn} was broken off"));
        }
        if !query.analyze_turns.contains(&turn) {
            return Err(format!("{id:?}: turn {turn} was never asked"));
        }
        let root = line.root_info.ok_or("has no rootInfo")?;
        let infos = line.move_infos.ok_or("has no moveInfos")?;
        let seen = seen(query, turn, &root, infos)?;
        let at = begins_after(query) + turn;
        let positions = self.games.entry(game.clone()).or_default();
        if positions.insert(at, seen).is_some() {
            return Err(format!("{id:?}: turn {turn} is answered twice"));
        }
        Ok(())
    }
}

/// After how many moves of its game a query begins.
fn begins_after(query: &Query) -> usize {
    let (_, number) = query.id.rsplit_once('/').unwrap_or_default();
    number.parse().unwrap_or_default()
}

fn seen(
    query: &Query,
    turn: usize,
    root: &RootInfo,
    mut infos: Vec<MoveInfo>,
) -> Result<Seen, String> {
    let turn_of = query.moves.get(turn).map(|(side, _)| &**side);
    if let (Some(told), Some(turn_of)) = (&root.current_player, turn_of)
        && told != turn_of
    {
        return Err(format!("turn {turn}: it is {turn_of} to play, not {told}"));
    }
    let finite = |what: &str, value: f64| {
        let fits = value.is_finite() && value.abs() <= 1_000.0;
        fits.then_some(value)
            .ok_or_else(|| format!("turn {turn}: {what} {value} is out of range"))
    };
    if !(0.0..=1.0).contains(&root.winrate) {
        return Err(format!(
            "turn {turn}: winrate {}: expected 0 to 1",
            root.winrate
        ));
    }
    infos.sort_by_key(|info| info.order);
    let board = Board::new(query.board_x_size).map_err(|e| e.to_string())?;
    let mut points = BTreeSet::new();
    let mut candidates = Vec::with_capacity(infos.len());
    for info in infos {
        let point = match info.r#move.as_str() {
            "pass" => None,
            text => {
                let point: Result<Point, _> = text.parse();
                let point = point.map_err(|e| format!("turn {turn}: {e}"))?;
                if !board.contains(point) {
                    return Err(format!("turn {turn}: {point} is off the board"));
                }
                Some(point)
            }
        };
        if !points.insert(point) {
            return Err(format!("turn {turn}: {} stands twice", info.r#move));
        }
        candidates.push(Candidate {
            point,
            visits: info.visits,
            black_lead: finite("scoreLead", info.score_lead)?,
        });
    }
    Ok(Seen {
        black_rate: root.winrate,
        black_lead: finite("scoreLead", root.score_lead)?,
        visits: root.visits,
        candidates,
    })
}

impl Seen {
    /// By how many points a side leads.
    pub fn lead(&self, colour: Colour) -> f64 {
        signed(self.black_lead, colour)
    }
}

impl Candidate {
    /// By how many points a side would lead after it.
    pub fn lead(&self, colour: Colour) -> f64 {
        signed(self.black_lead, colour)
    }
}

fn signed(black_lead: f64, colour: Colour) -> f64 {
    match colour {
        Colour::Black => black_lead,
        Colour::White => -black_lead,
    }
}

/// The games that a file of answers is about, by the ids of its lines, so that
/// its queries can be made again.
///
/// # Errors
/// The first line that has no id of a query of this program's.
pub fn games_named(text: &str) -> Result<BTreeSet<GameId>, AnswersError> {
    #[derive(Deserialize)]
    struct Named {
        id: Option<String>,
        error: Option<String>,
    }
    let mut games = BTreeSet::new();
    let lines = text
        .lines()
        .zip(1..)
        .filter(|(text, _)| !text.trim().is_empty());
    for (text, line) in lines {
        let told = |what: String| AnswersError { line, what };
        let named: Named = serde_json::from_str(text)
            .map_err(|e| told(format!("is no answer of the analysis engine: {e}")))?;
        if let Some(error) = named.error {
            return Err(told(format!("the engine refused the query: {error}")));
        }
        let id = named.id.unwrap_or_default();
        let game = id.rsplit_once('/').and_then(|(game, _)| game.parse().ok());
        let game = game.ok_or_else(|| {
            told(format!(
                "id {id:?}: expected that of an exported query, as r1-b1/0"
            ))
        })?;
        games.insert(game);
    }
    Ok(games)
}
