//! `fupan review export` and `fupan review times`: games of a round or an event,
//! one after the other, so that an event of any size fits, each with a line of
//! its own, and going on where a run was broken off.

use super::{
    super::{Ended, Outcome, print, print_error, print_text, source::Source},
    place::{Games, with_games},
};
use crate::{problem::Problem, progress::Progress};
use clap::Args;
use fupan_domain::ids::{GameId, LedgerName};
use fupan_replay::review::GameTimes;
use serde::Deserialize;
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

/// What is looked at of an answer that is there already. The last line of a file
/// may have been cut off with the engine.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    id: String,
    turn_number: usize,
    #[serde(default)]
    is_during_search: bool,
}

fn answered(path: &Path) -> Result<BTreeMap<String, BTreeSet<usize>>, Problem> {
    let file = File::open(path).map_err(|e| Problem::file(path, &e))?;
    let mut turns: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|e| Problem::file(path, &e))?;
        if let Ok(answer) = serde_json::from_str::<Answered>(&line)
            && !answer.is_during_search
        {
            turns
                .entry(answer.id)
                .or_default()
                .insert(answer.turn_number);
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
                    print(&serde_json::to_string(&query).map_err(|e| Problem::internal(&e))?)?;
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
    /// Where to write them, a game a line; games that are there already are passed over
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
            Some(path) => {
                let (file, there) = resumed(path)?;
                let all = chosen.len();
                chosen.retain(|game| !there.contains(game));
                if all > chosen.len() {
                    print_error(&format_args!(
                        "note: {} of {all} games are in {} already",
                        all - chosen.len(),
                        path.display()
                    ));
                }
                Some((file, path))
            }
        };
        let mut progress = Progress::new(u64::try_from(chosen.len()).unwrap_or(0), "games");
        for game in chosen {
            let times = games.times(&game)?;
            let line = || serde_json::to_string(&times).map_err(|e| Problem::internal(&e));
            match &mut out {
                Some((file, path)) => {
                    writeln!(file, "{}", line()?).map_err(|e| Problem::file(path, &e))?;
                }
                None if self.json => print(&line()?)?,
                None => print_text(&told(&times))?,
            }
            progress.advance(1);
        }
        Ok(())
    }
}

/// Opens a file to go on in it: what was cut off in the middle of a line is taken
/// away. Answers the games that it has.
fn resumed(path: &Path) -> Result<(File, BTreeSet<GameId>), Problem> {
    #[derive(Deserialize)]
    struct Line {
        game: GameId,
    }
    let told = |e: std::io::Error| Problem::file(path, &e);
    let text = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == ErrorKind::NotFound => Vec::new(),
        Err(e) => return Err(told(e)),
    };
    let whole = text
        .iter()
        .rposition(|b| *b == b'\n')
        .map_or(0, |at| at + 1);
    let mut games = BTreeSet::new();
    for (line, number) in text[..whole].split(|b| *b == b'\n').zip(1..) {
        if line.is_empty() {
            continue;
        }
        let read: Line = serde_json::from_slice(line).map_err(|e| {
            Problem::new("file", e.to_string())
                .in_line(number)
                .in_file(path)
        })?;
        games.insert(read.game);
    }
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(told)?;
    file.set_len(u64::try_from(whole).unwrap_or(0))
        .map_err(told)?;
    Ok((file, games))
}

/// The times of a game for people.
fn told(times: &GameTimes) -> String {
    let mut lines = vec![format!("{}: {} moves", times.game, times.moves.len())];
    for played in &times.moves {
        let point = played
            .point
            .map_or_else(|| "pass".to_owned(), |p| p.to_string());
        let took = played.ms.map_or_else(
            || "unknown".to_owned(),
            |ms| format!("{}.{:03} s", ms / 1000, ms % 1000),
        );
        lines.push(format!(
            "{:>4} {:<5} {point:<5} {took}",
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
