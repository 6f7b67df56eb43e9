//! A game as queries for `KataGo`'s analysis engine, one JSON object a line. The
//! engine plays by rules; a log holds what happened. Where what stood on the
//! board afterwards is not what the rules make of the moves (captives left
//! standing, stones moved by a ruling, two moves in a row), a further query
//! begins at the position that really stood there, so that each position the
//! engine sees is one that the players saw.

use fupan_domain::{
    Colour,
    board::{Board, Packed, Point},
    game::GameState,
    ids::Sha256,
    rulebook::Repetition,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A word of the engine's.
pub type Word = Cow<'static, str>;

/// A query for `KataGo`'s analysis engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// `<game>/<number of moves before its first>/<hash of what is asked>`: the
    /// answers carry it, so that they are none to another game of that name.
    pub id: String,
    /// The position with which it begins.
    pub initial_stones: Vec<(Word, String)>,
    /// Whose turn it is there.
    pub initial_player: Word,
    /// The moves from there.
    pub moves: Vec<(Word, String)>,
    /// The rules.
    pub rules: Rules,
    /// Points that white is given.
    pub komi: Points,
    /// Width of the board.
    pub board_x_size: u8,
    /// Height of the board.
    pub board_y_size: u8,
    /// After how many of its moves it is to be looked at.
    pub analyze_turns: Vec<usize>,
    /// How often each position is to be looked at, if not as the engine is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_visits: Option<u32>,
    /// Settings that the answers are read by.
    pub override_settings: Overrides,
}

/// Settings that the answers are read by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Overrides {
    /// From whose side rates and leads are told.
    pub report_analysis_winrates_as: Word,
}

/// The rules as `KataGo` names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    ko: Word,
    score: Word,
    tax: Word,
    suicide: bool,
    has_button: bool,
    white_handicap_bonus: Word,
    friendly_pass_ok: bool,
}

/// Points with their halves, written without rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    halves: i64,
}

impl Serialize for Points {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        // Below 1444 halves, so that the value is exact.
        s.serialize_f64(self.halves as f64 / 2.0)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Points, D::Error> {
        let number = serde_json::Number::deserialize(d)?.to_string();
        let (whole, rest) = number.split_once('.').unwrap_or((&number, "0"));
        let half = match rest {
            "0" => 0,
            "5" => 1,
            _ => return Err(serde::de::Error::custom("expected points or half points")),
        };
        let whole: i32 = whole.parse().map_err(serde::de::Error::custom)?;
        let half = if number.starts_with('-') { -half } else { half };
        let halves = i64::from(whole) * 2 + half;
        Ok(Points { halves })
    }
}

const fn side(colour: Colour) -> Word {
    Cow::Borrowed(match colour {
        Colour::Black => "B",
        Colour::White => "W",
    })
}

fn vertex(point: Option<Point>) -> String {
    point.map_or_else(|| "pass".to_owned(), |point| point.to_string())
}

impl Query {
    /// The queries of a game as it stands: each position before a move, and the
    /// last one, exactly once.
    pub fn of(state: &GameState, visits: Option<u32>) -> Vec<Query> {
        let moves = &state.course.moves;
        let mut queries: Vec<Query> = Vec::new();
        // The position that the rules make of the current query's moves.
        let mut made: Option<(Board, Colour)> = None;
        for index in 0..=moves.len() {
            let Some((stood, to_play)) = state.course.history.get(index) else {
                break;
            };
            let board = stood.to_board();
            let turn = moves.get(index).map_or(to_play, |next| next.colour);
            let goes_on = made.as_ref().is_some_and(|(made, next)| {
                *made.packed() == stood && (*next == turn || index == moves.len())
            });
            match queries.last_mut().filter(|_| goes_on) {
                Some(query) => query.analyze_turns.push(query.moves.len()),
                None => queries.push(Query::from(state, index, &stood, turn, visits)),
            }
            let (Some(query), Some(next)) = (queries.last_mut(), moves.get(index)) else {
                break;
            };
            query.moves.push((side(next.colour), vertex(next.point)));
            let mut after = board;
            // A position that stood before is forbidden where the engine plays on its own.
            let is_new = next.point.is_none()
                || next.repetition == fupan_domain::board::Repetition::default();
            let played = is_new
                && next.point.is_none_or(|point| {
                    let played = after.play(next.colour, point);
                    played.is_ok_and(|played| !played.suicide)
                });
            made = played.then(|| (after, next.colour.opponent()));
            if !played {
                // The engine refuses a whole query for one such move.
                query.moves.pop();
            }
        }
        for query in &mut queries {
            query.id = format!("{}/{}", query.id, query.mark());
        }
        queries
    }

    /// The first 16 hex digits of SHA-256 over what is asked: where it begins, the
    /// moves, the rules. How often the engine is to look, and of which turns it is
    /// asked, are nothing to it.
    fn mark(&self) -> String {
        let asked = serde_json::json!([
            self.initial_stones,
            self.initial_player,
            self.moves,
            self.rules,
            self.komi,
            self.board_x_size,
            self.board_y_size
        ]);
        let hash = Sha256::of(asked.to_string().as_bytes()).to_string();
        hash.chars().take(16).collect()
    }

    /// Its id as earlier versions wrote it, without the hash of what is asked.
    pub fn short_id(&self) -> &str {
        self.id.rsplit_once('/').map_or("", |(short, _)| short)
    }

    /// After how many moves of its game it begins.
    pub fn begins_after(&self) -> usize {
        let (_, number) = self.short_id().rsplit_once('/').unwrap_or_default();
        number.parse().unwrap_or_default()
    }

    /// The position before each of its moves, and the last one; `None` where its moves
    /// can't be played, which is no query of this program's.
    pub fn positions(&self) -> Option<Vec<Packed>> {
        let point = |vertex: &str| -> Option<Option<Point>> {
            match vertex {
                "pass" => Some(None),
                point => point.parse().ok().map(Some),
            }
        };
        let side = |side: &str| match side {
            "B" => Some(Colour::Black),
            "W" => Some(Colour::White),
            _ => None,
        };
        let mut board = Board::new(self.board_x_size).ok()?;
        for (colour, vertex) in &self.initial_stones {
            let points = [point(vertex)??];
            board.place(side(colour)?, &points).ok()?;
        }
        let mut positions = vec![*board.packed()];
        for (colour, vertex) in &self.moves {
            if let Some(point) = point(vertex)? {
                board.play(side(colour)?, point).ok()?;
            }
            positions.push(*board.packed());
        }
        Some(positions)
    }

    /// Whether another query asks the same of the position after so many moves of the
    /// game: the same position, by the same moves from the same beginning.
    pub fn asks_the_same(&self, other: &Query, after: usize) -> bool {
        let begins = self.begins_after();
        let Some(turn) = after.checked_sub(begins) else {
            return false;
        };
        begins == other.begins_after()
            && self.analyze_turns.contains(&turn)
            && other.analyze_turns.contains(&turn)
            && self.moves.get(..turn) == other.moves.get(..turn)
            && self.initial_stones == other.initial_stones
            && self.initial_player == other.initial_player
            && self.rules == other.rules
            && self.komi == other.komi
            && self.board_x_size == other.board_x_size
    }

    fn from(
        state: &GameState,
        index: usize,
        stood: &Packed,
        turn: Colour,
        visits: Option<u32>,
    ) -> Query {
        let regulations = &state.terms.regulations;
        let board = stood.to_board();
        let stones = board
            .points()
            .filter_map(|point| board.at(point).map(|c| (side(c), point.to_string())));
        let handicap = i64::from(state.handicap_stones);
        Query {
            id: format!("{}/{index}", state.paired.game),
            initial_stones: stones.collect(),
            initial_player: side(turn),
            moves: Vec::new(),
            rules: Rules {
                ko: match regulations.repetition {
                    Repetition::Positional => "POSITIONAL".into(),
                    Repetition::Situational => "SITUATIONAL".into(),
                },
                score: "AREA".into(),
                tax: "NONE".into(),
                suicide: false,
                has_button: false,
                // What handicap stones cost is in the komi, as the event has it.
                white_handicap_bonus: "0".into(),
                friendly_pass_ok: true,
            },
            // A quarter zi is half a point; what black returns for handicap stones comes on top.
            komi: Points {
                halves: regulations.komi_qz.0 + handicap * regulations.handicap_return_qz.0,
            },
            board_x_size: board.size(),
            board_y_size: board.size(),
            analyze_turns: vec![0],
            max_visits: visits,
            override_settings: Overrides {
                report_analysis_winrates_as: "BLACK".into(),
            },
        }
    }
}
