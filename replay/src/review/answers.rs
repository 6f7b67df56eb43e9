//! The answers of `KataGo`'s analysis engine, read strictly: each line is an answer
//! to a turn that was asked for, once, with the numbers that figures need. An
//! answer that the engine could not give is a refusal of the whole file, so that
//! no figure rests on part of a game without anybody knowing.

use super::query::Query;
use fupan_domain::{
    Colour,
    board::{Board, Packed, Point},
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
    /// After how many moves of the game its query begins: another one than that of the
    /// position before says that not the move alone led here.
    pub begins: usize,
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
        Answers::read_by(text, Asked::of(queries)?)
    }

    /// The same of answers that were taken in earlier: those to ids without the hash of
    /// what was asked were, and what is recorded stays readable.
    ///
    /// # Errors
    /// The first line that is none, or what is missing.
    pub fn read_recorded(text: &str, queries: &[(GameId, Query)]) -> Result<Answers, AnswersError> {
        let mut asked = Asked::of(queries)?;
        asked.takes_short_ids = true;
        Answers::read_by(text, asked)
    }

    fn read_by(text: &str, mut asked: Asked<'_>) -> Result<Answers, AnswersError> {
        let mut answers = Answers::default();
        let queries = asked.queries;
        let mut last = 0;
        for (text, line) in text.lines().zip(1..) {
            last = line;
            if text.trim().is_empty() {
                continue;
            }
            let told = |what: String| AnswersError { line, what };
            let (read, _) = whole_line::<Line>(text).map_err(told)?;
            answers.take(read, &mut asked).map_err(told)?;
        }
        if last == 0 || queries.is_empty() {
            let what = "holds no answer, expected one a line".to_owned();
            return Err(AnswersError { line: 1, what });
        }
        for (game, query) in queries {
            for turn in &query.analyze_turns {
                let at = query.begins_after() + turn;
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

    /// Takes the answers about further games; of a game that is known already the
    /// further ones are taken in place of those that are there.
    pub fn extend(&mut self, further: Answers) {
        self.games.extend(further.games);
    }

    /// Lets go of what was said of positions about which is not asked any more: of
    /// `asked` then and of `now`, both of one game. Answers of how many.
    pub fn hold_against(&mut self, game: &GameId, asked: &[Query], now: &[Query]) -> usize {
        let Some(positions) = self.games.get_mut(game) else {
            return 0;
        };
        let before = positions.len();
        positions.retain(|after, _| {
            let both = asked
                .iter()
                .flat_map(|then| now.iter().map(move |now| (then, now)));
            both.into_iter()
                .any(|(then, now)| then.asks_the_same(now, *after))
        });
        before - positions.len()
    }

    fn take(&mut self, line: Line, asked: &mut Asked<'_>) -> Result<(), String> {
        if let Some(error) = line.error {
            return Err(format!("the engine refused the query: {error}"));
        }
        if let Some(warning) = line.warning {
            return Err(format!(
                "the engine took the query otherwise than it was meant: {warning}"
            ));
        }
        let id = line.id.ok_or("has no id")?;
        let index = asked.find(&id)?;
        let (game, query) = &asked.queries[index];
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
        let stood = asked.stood[index].get(turn).map(Packed::to_board);
        let stood = stood.ok_or("the query has another turn")?;
        let seen = seen((query, &stood), turn, &root, infos)?;
        let at = query.begins_after() + turn;
        let positions = self.games.entry(game.clone()).or_default();
        if positions.insert(at, seen).is_some() {
            return Err(format!("{id:?}: turn {turn} is answered twice"));
        }
        Ok(())
    }
}

/// What was asked, with the positions that stand there.
struct Asked<'a> {
    queries: &'a [(GameId, Query)],
    /// Each query by its id, and by the one that earlier versions wrote.
    by_id: BTreeMap<&'a str, usize>,
    /// Whether an id as earlier versions wrote it is one.
    takes_short_ids: bool,
    /// Of each query the position before each of its moves, and the last one.
    stood: Vec<Vec<Packed>>,
}

impl<'a> Asked<'a> {
    fn of(queries: &'a [(GameId, Query)]) -> Result<Asked<'a>, AnswersError> {
        let mut by_id = BTreeMap::new();
        let mut stood = Vec::with_capacity(queries.len());
        for (index, (game, query)) in queries.iter().enumerate() {
            by_id.insert(query.id.as_str(), index);
            by_id.insert(query.short_id(), index);
            let positions = query.positions().ok_or_else(|| AnswersError {
                line: 1,
                what: format!("the query of game {game} can't be played through"),
            })?;
            stood.push(positions);
        }
        Ok(Asked {
            queries,
            by_id,
            takes_short_ids: false,
            stood,
        })
    }

    fn find(&self, id: &str) -> Result<usize, String> {
        if let Some(index) = self.by_id.get(id) {
            let of = &self.queries[*index].1.id;
            if self.takes_short_ids || of == id {
                return Ok(*index);
            }
            return Err(format!(
                "{id:?} has no hash of what was asked, as ids of earlier versions: expected {of:?}, export the game again and have it answered anew"
            ));
        }
        let short = id.rsplit_once('/').map_or("", |(short, _)| short);
        let known = self.by_id.get(short).map(|index| &self.queries[*index].1);
        Err(match known {
            Some(query) if query.short_id() == short => format!(
                "{id:?} was asked of another game than the one that stands now, whose query is {:?}: ask anew",
                query.id
            ),
            _ => format!("{id:?} was never asked"),
        })
    }
}

/// A line of answers, and whether something else stood before it in the line. Where an
/// engine was cut off in the middle of a line, what it said when it went on stands
/// behind that piece; the piece itself is no answer, and is asked again.
fn whole_line<'a, T: Deserialize<'a>>(text: &'a str) -> Result<(T, bool), String> {
    let error = match serde_json::from_str(text) {
        Ok(read) => return Ok((read, false)),
        Err(error) => error,
    };
    let behind = text.match_indices("{\"id\":").map(|(at, _)| at).last();
    let behind = behind.filter(|at| *at > 0).map(|at| &text[at..]);
    let read = behind.and_then(|text| serde_json::from_str(text).ok());
    read.map(|read| (read, true))
        .ok_or_else(|| format!("is no answer of the analysis engine: {error}"))
}

/// Which turn of which query a line answers, by id and number; `None` where it is no
/// whole answer.
pub fn turn_answered(text: &str) -> Option<(String, usize)> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Answered {
        id: String,
        turn_number: usize,
        #[serde(default)]
        is_during_search: bool,
    }
    let (answered, _) = whole_line::<Answered>(text).ok()?;
    (!answered.is_during_search).then_some((answered.id, answered.turn_number))
}

fn seen(
    (query, stood): (&Query, &Board),
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
    if let Some(both) = infos.windows(2).find(|both| both[0].order == both[1].order) {
        return Err(format!(
            "turn {turn}: {} and {} have the same order {}",
            both[0].r#move, both[1].r#move, both[0].order
        ));
    }
    let mut points = BTreeSet::new();
    let mut candidates = Vec::with_capacity(infos.len());
    for info in infos {
        let point = match info.r#move.as_str() {
            "pass" => None,
            text => {
                let point: Result<Point, _> = text.parse();
                let point = point.map_err(|e| format!("turn {turn}: {e}"))?;
                if !stood.contains(point) {
                    return Err(format!("turn {turn}: {point} is off the board"));
                }
                if stood.at(point).is_some() {
                    return Err(format!("turn {turn}: a stone stands on {point}"));
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
        begins: query.begins_after(),
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
        let (named, _) = whole_line::<Named>(text).map_err(told)?;
        if let Some(error) = named.error {
            return Err(told(format!("the engine refused the query: {error}")));
        }
        let id = named.id.unwrap_or_default();
        let game = id.split_once('/').and_then(|(game, _)| game.parse().ok());
        let game = game.ok_or_else(|| {
            told(format!(
                "id {id:?}: expected that of an exported query, as r1-b1/0/0123456789abcdef"
            ))
        })?;
        games.insert(game);
    }
    Ok(games)
}
