//! What is played: the lines of game records, or made-up ones, and where each
//! board is in its own.

use super::event;
use crate::{commands::read_file, ledger::new_id, problem::Problem};
use fupan_domain::{
    Colour,
    board::{Board as Goban, Point},
    rulebook::EditionId,
    tournament::TournamentState,
};
use fupan_replay::records::{ImportOptions, SgfFile, from_sgf};
use fupan_store::wall_clock;
use serde_json::{Map, Value, json};
use std::{fs, path::Path, rc::Rc};

/// Moves of a made-up game.
const MOVES: usize = 199;
/// How many of them there are.
const MADE_UP: u64 = 16;

/// A game: the facts of its course, in order, each followed by a press.
pub(super) struct Line {
    /// What differs from the event's regulations, as handicap stones.
    start: Map<String, Value>,
    moves: Vec<(&'static str, Map<String, Value>)>,
}

/// The games that are played, of a folder or made up.
///
/// # Errors
/// When the folder holds none that can be played.
pub(super) fn lines(folder: Option<&Path>) -> Result<Vec<Line>, Problem> {
    let Some(folder) = folder else {
        return Ok((1..=MADE_UP).map(made_up).collect());
    };
    let told = |e: std::io::Error| Problem::file(folder, &e);
    let mut files = Vec::new();
    for file in fs::read_dir(folder).map_err(told)? {
        let path = file.map_err(told)?.path();
        let is_record = |e: &std::ffi::OsStr| e.eq_ignore_ascii_case("sgf");
        if path.extension().is_some_and(is_record) {
            files.push(path);
        }
    }
    files.sort();
    let mut lines = Vec::new();
    for path in files {
        // A record that can't be taken is none to play; others are there.
        lines.extend(of_record(&read_file(&path)?).unwrap_or_default());
    }
    if lines.is_empty() {
        let detail = "expected game records (.sgf) on 19 lines that can be taken in";
        return Err(Problem::new("record", detail).in_file(folder));
    }
    Ok(lines)
}

/// The games of a record that are long enough and on the event's board.
fn of_record(bytes: &[u8]) -> Result<Vec<Line>, Problem> {
    let file = SgfFile::read(bytes, "played").map_err(|e| Problem::from(&e))?;
    let options = ImportOptions {
        edition: EditionId::Cn2002,
        ..ImportOptions::default()
    };
    let plan = from_sgf(&file, &options, &TournamentState::default(), &|_| None);
    let drafts = plan.map_err(|e| Problem::from(&e))?.drafts;
    let mut lines: Vec<Line> = Vec::new();
    for draft in drafts {
        match (&*draft.type_name, lines.last_mut()) {
            ("game_started", _) => lines.push(Line {
                start: draft.data,
                moves: Vec::new(),
            }),
            ("stone_played", Some(line)) => line.moves.push(("stone_played", draft.data)),
            ("turn_passed", Some(line)) => line.moves.push(("turn_passed", draft.data)),
            _ => {}
        }
    }
    lines.retain(|line| line.moves.len() > 20 && !line.start.contains_key("board"));
    Ok(lines)
}

/// Stones on empty points that capture now and then.
fn made_up(seed: u64) -> Line {
    let mut moves = Vec::new();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut below = |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u8::try_from((state >> 11) % limit).unwrap_or(0)
    };
    let Ok(mut goban) = Goban::new(19) else {
        return Line {
            start: Map::new(),
            moves,
        };
    };
    let mut colour = Colour::Black;
    while moves.len() < MOVES {
        let Some(point) = Point::new(below(19), below(19)) else {
            continue;
        };
        if goban.at(point).is_none()
            && goban
                .play(colour, point)
                .is_ok_and(|played| !played.suicide)
        {
            let mut data = Map::new();
            data.insert("colour".to_owned(), colour.name().into());
            data.insert("point".to_owned(), point.to_string().into());
            moves.push(("stone_played", data));
            colour = colour.opponent();
        }
    }
    Line {
        start: Map::new(),
        moves,
    }
}

/// A board, and how far its game has come.
pub(super) struct Board {
    pub index: usize,
    /// Which of its games it is.
    pub wave: usize,
    lines: Rc<Vec<Line>>,
    next: usize,
}

impl Board {
    pub fn new(index: usize, lines: Rc<Vec<Line>>) -> Board {
        Board {
            index,
            wave: 0,
            lines,
            next: 0,
        }
    }

    /// Whether its next game has to be paired first.
    pub fn is_between_games(&self) -> bool {
        self.next == 0
    }

    /// The draft of what happens next, by a recorder.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn draft(&mut self, recorder: &str, boards: usize) -> Result<Value, Problem> {
        let line = &self.lines[(self.index + 7 * self.wave) % self.lines.len()];
        let (type_name, data) = match self.next.checked_sub(1) {
            None => {
                let (black, white) = event::players(self.index, self.wave, boards);
                let mut data = line.start.clone();
                data.insert("black".to_owned(), black.into());
                data.insert("white".to_owned(), white.into());
                ("game_started", Value::Object(data))
            }
            Some(n) => match line.moves.get(n / 2) {
                Some((type_name, data)) if n % 2 == 0 => (*type_name, Value::Object(data.clone())),
                Some((_, data)) => ("clock_pressed", json!({"colour": data["colour"]})),
                None => ("resigned", json!({"colour": "white"})),
            },
        };
        let draft = json!({
            "id": new_id()?, "stream": format!("game/{}", event::game(self.index, self.wave)),
            "type": type_name, "at": wall_clock(), "actor": recorder, "data": data,
        });
        self.next += 1;
        if type_name == "resigned" {
            self.next = 0;
            self.wave += 1;
        }
        Ok(draft)
    }
}
