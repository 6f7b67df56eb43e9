//! `fupan review export` and `fupan review times`: games of a round or an event,
//! one after the other, so that an event of any size fits, each with a line of
//! its own, and going on where a run was broken off.

use super::{
    super::{Ended, Outcome, print, print_error, print_text, source::Source},
    place::{Games, with_games},
};
use crate::{problem::Problem, progress::Progress};
use clap::Args;
use fupan_domain::amount;
use fupan_domain::ids::{GameId, LedgerName};
use fupan_replay::review::{GameTimes, turn_answered};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File, OpenOptions},
    io::{BufRead, BufReader, ErrorKind, Write},
    path::{Path, PathBuf},
};

/// Which games.
#[derive(Debug, Args)]
struct Chosen {
    /// The tournament's ledger
    ledger: LedgerName,
    /// The games; all of them where none is named
    games: Vec<GameId>,
    /// All games of a round
    #[arg(long, value_name = "N", conflicts_with = "games")]
    round: Option<u32>,
    #[command(flatten)]
    source: Source,
}

impl Chosen {
    fn of(&self, games: &Games<'_>) -> Result<Vec<GameId>, Problem> {
        if self.games.is_empty() {
            games.of_round(self.round)
        } else {
            Ok(self.games.clone())
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review export spring-cup r3-b1 > queries.jsonl\n  fupan review export spring-cup --round 3 --visits 400 --answered answers.jsonl >> queries.jsonl"
)]
pub struct Export {
    #[command(flatten)]
    chosen: Chosen,
    /// How often each position is to be looked at, if not as the engine is set
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// Answers that are there already: what they answer is not asked again
    #[arg(long, value_name = "FILE")]
    answered: Option<PathBuf>,
}

/// Which turns of which query are answered already. The last line of a file may have
/// been cut off with the engine, and what came later stand behind it.
fn answered(path: &Path) -> Result<BTreeMap<String, BTreeSet<usize>>, Problem> {
    let file = File::open(path).map_err(|e| Problem::file(path, &e))?;
    let mut turns: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|e| Problem::file(path, &e))?;
        if let Some((id, turn)) = turn_answered(&line) {
            turns.entry(id).or_default().insert(turn);
        }
    }
    Ok(turns)
}

impl Export {
    pub fn run(self) -> Outcome {
        let there = self
            .answered
            .as_deref()
            .map(answered)
            .transpose()?
            .unwrap_or_default();
        with_games(&self.chosen.source, &self.chosen.ledger, |games| {
            self.write(games, &there)
        })?;
        Ok(Ended::Sound)
    }

    fn write(
        &self,
        games: &Games<'_>,
        there: &BTreeMap<String, BTreeSet<usize>>,
    ) -> Result<(), Problem> {
        let chosen = self.chosen.of(games)?;
        let mut progress = Progress::new(u64::try_from(chosen.len()).unwrap_or(0), "games");
        for game in chosen {
            for mut query in games.queries(&game, self.visits)? {
                if let Some(turns) = there.get(&query.id) {
                    query.analyze_turns.retain(|turn| !turns.contains(turn));
                }
                if !query.analyze_turns.is_empty() {
                    print(&json(&query)?)?;
                }
            }
            progress.advance(1);
        }
        Ok(())
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review times spring-cup r3-b1\n  fupan review times spring-cup --round 3 --out times.jsonl"
)]
pub struct Times {
    #[command(flatten)]
    chosen: Chosen,
    /// Where to write them, a game a line; games that are there already are passed over, unless they went on since
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print a JSON object a line, where no file is named
    #[arg(long)]
    pub json: bool,
}

impl Times {
    pub fn run(self) -> Outcome {
        with_games(&self.chosen.source, &self.chosen.ledger, |games| {
            self.write(games)
        })?;
        Ok(Ended::Sound)
    }

    fn write(&self, games: &Games<'_>) -> Result<(), Problem> {
        let mut chosen = self.chosen.of(games)?;
        let mut out = match &self.out {
            None => None,
            Some(path) => Some((self.resumed(path, games, &mut chosen)?, path)),
        };
        let mut progress = Progress::new(u64::try_from(chosen.len()).unwrap_or(0), "games");
        for game in chosen {
            let times = games.times(&game)?;
            match &mut out {
                Some(((file, last), path)) => {
                    let line = json(&Line {
                        ledger: &self.chosen.ledger,
                        last: last.get(&game).copied().flatten(),
                        times: &times,
                    })?;
                    writeln!(file, "{line}").map_err(|e| Problem::file(path, &e))?;
                }
                None if self.json => print(&json(&times)?)?,
                None => print_text(&told(&times))?,
            }
            progress.advance(1);
        }
        Ok(())
    }

    /// Opens a file to go on in it, and lets go of the games that it has already. Of those
    /// that went on since, its lines are taken away. Answers the last entry of each game.
    fn resumed(
        &self,
        path: &Path,
        games: &Games<'_>,
        chosen: &mut Vec<GameId>,
    ) -> Result<(File, LastEntries), Problem> {
        let last = games.last_entries(chosen)?;
        let mut written = Written::read(path, &self.chosen.ledger)?;
        let all = chosen.len();
        let stale = written.let_go(|game, then| last.get(game).is_some_and(|now| *now != then));
        let there = written.games();
        chosen.retain(|game| !there.contains(game));
        if all > chosen.len() {
            print_error(&format_args!(
                "note: in {} already: {} of {}",
                path.display(),
                all - chosen.len(),
                amount(all, "game")
            ));
        }
        if stale > 0 {
            print_error(&format_args!(
                "note: told anew, since they went on after they were written to {}: {stale} of {}",
                path.display(),
                amount(all, "game")
            ));
        }
        Ok((written.go_on(path)?, last))
    }
}

/// The last entry of the stream of each game, by its seq; `None` where there is none.
type LastEntries = BTreeMap<GameId, Option<u64>>;

fn json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|e| Problem::internal(&e))
}

/// A line of the file of times: of which ledger, and up to which entry.
#[derive(Serialize)]
struct Line<'a> {
    ledger: &'a LedgerName,
    last: Option<u64>,
    #[serde(flatten)]
    times: &'a GameTimes,
}

/// A file of times as it was left: its whole lines, each of a game up to an entry.
struct Written {
    lines: Vec<(GameId, Option<u64>, Vec<u8>)>,
    /// Whether something of the file is to go: a line cut off in the middle, or an old one.
    changed: bool,
}

impl Written {
    /// Reads it, where it is there.
    ///
    /// # Errors
    /// When it can't be read, or is none of the times of that ledger.
    fn read(path: &Path, ledger: &LedgerName) -> Result<Written, Problem> {
        #[derive(Deserialize)]
        struct Read {
            game: GameId,
            ledger: Option<LedgerName>,
            last: Option<u64>,
        }
        let text = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == ErrorKind::NotFound => Vec::new(),
            Err(e) => return Err(Problem::file(path, &e)),
        };
        let whole = text
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |at| at + 1);
        let mut lines = Vec::new();
        for (line, number) in text[..whole].split(|b| *b == b'\n').zip(1..) {
            if line.is_empty() {
                continue;
            }
            let refused = |why: String| Problem::new("file", why).in_line(number).in_file(path);
            let read: Read = serde_json::from_slice(line).map_err(|e| refused(e.to_string()))?;
            match &read.ledger {
                Some(of) if of == ledger => {}
                Some(of) => {
                    let game = &read.game;
                    return Err(refused(format!(
                        "game {game} of ledger {of}: expected times of ledger {ledger} alone, name another file"
                    )));
                }
                None => {
                    let why = "tells of no ledger, as files of an earlier version: expected one of this version, name another file";
                    return Err(refused(why.to_owned()));
                }
            }
            lines.push((read.game, read.last, line.to_vec()));
        }
        Ok(Written {
            lines,
            changed: whole < text.len(),
        })
    }

    /// Lets go of the lines of these games. Answers how many.
    fn let_go(&mut self, of: impl Fn(&GameId, Option<u64>) -> bool) -> usize {
        let before = self.lines.len();
        self.lines.retain(|(game, last, _)| !of(game, *last));
        let gone = before - self.lines.len();
        self.changed |= gone > 0;
        gone
    }

    fn games(&self) -> BTreeSet<&GameId> {
        self.lines.iter().map(|(game, ..)| game).collect()
    }

    /// Opens it behind what is left of it.
    ///
    /// # Errors
    /// When it can't be written.
    fn go_on(&self, path: &Path) -> Result<File, Problem> {
        let told = |e: std::io::Error| Problem::file(path, &e);
        if self.changed {
            let mut bytes = Vec::new();
            for (.., line) in &self.lines {
                bytes.extend_from_slice(line);
                bytes.push(b'\n');
            }
            // What is there stays until all of it stands aside.
            let mut aside = path.as_os_str().to_owned();
            aside.push(".new");
            fs::write(&aside, bytes).map_err(told)?;
            fs::rename(&aside, path).map_err(told)?;
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true).open(path).map_err(told)
    }
}

/// The times of a game for people.
fn told(times: &GameTimes) -> String {
    let mut lines = vec![format!(
        "{}: {}",
        times.game,
        amount(times.moves.len(), "move")
    )];
    for played in &times.moves {
        let point = played
            .point
            .map_or_else(|| "pass".to_owned(), |p| p.to_string());
        let took = played.ms.map_or_else(
            || "unknown".to_owned(),
            |ms| format!("{}.{:03} s", ms / 1000, ms % 1000),
        );
        let within = played.within.iter();
        let within: Vec<String> = within.map(|w| w.type_name.replace('_', " ")).collect();
        let within = match &*within {
            [] => String::new(),
            within => format!(", in this turn: {}", within.join(", ")),
        };
        lines.push(format!(
            "{:>4} {:<5} {point:<5} {took}{within}",
            played.number, played.colour
        ));
    }
    for absence in &times.absences {
        let until = absence
            .until
            .map_or_else(|| "?".to_owned(), |until| until.to_string());
        let next = absence
            .next_move
            .map_or_else(String::new, |n| format!(", then move {n}"));
        lines.push(format!(
            "{} away from {} to {until}{next}",
            absence.colour, absence.from
        ));
    }
    lines.join("\n")
}
