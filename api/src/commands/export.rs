//! `fupan export`: games, for others.

use super::{Data, Ended, Outcome, print_json, print_text};
use crate::{ledger::OpenLedger, problem::Problem, progress::Progress};
use clap::Args;
use fupan_domain::{
    ids::{GameId, LedgerName},
    sgf,
    tournament::TournamentState,
};
use fupan_replay::records::{Headings, to_sgf};
use fupan_store::{EventStore, Known};
use std::{
    fs,
    path::{Path, PathBuf},
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  fupan export spring-cup --sgf games")]
pub struct Export {
    /// The ledger
    ledger: LedgerName,
    /// Write every game that began as an SGF file into this folder
    #[arg(long, value_name = "DIR")]
    sgf: PathBuf,
    #[command(flatten)]
    data: Data,
    /// Print the files written as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Export {
    pub fn run(self) -> Outcome {
        let open = super::open(&self.data, &self.ledger)?;
        let tournament = open
            .reader
            .tournament(Known::Now)
            .map_err(|e| Problem::from(&e))?;
        fs::create_dir_all(&self.sgf).map_err(|e| Problem::file(&self.sgf, &e))?;
        let games = tournament.games.keys();
        let mut progress = Progress::new(u64::try_from(games.len()).unwrap_or(0), "games");
        let mut written = Vec::new();
        for game in games {
            written.extend(write_game(&open, &tournament, game, &self.sgf)?);
            progress.advance(1);
        }
        drop(progress);
        if self.json {
            print_json(&serde_json::json!({ "written": written }))?;
        } else {
            print_text(&format!(
                "{} games written to {}",
                written.len(),
                self.sgf.display()
            ))?;
        }
        Ok(Ended::Sound)
    }
}

/// Writes a game, unless it has not begun.
fn write_game(
    open: &OpenLedger,
    tournament: &TournamentState,
    game: &GameId,
    folder: &Path,
) -> Result<Option<String>, Problem> {
    let game_now = open
        .reader
        .game(game, Known::Now)
        .map_err(|e| Problem::from(&e))?;
    if game_now.state.started.is_none() {
        return Ok(None);
    }
    let people = |commitment| open.store.person(commitment).ok().flatten();
    let headings = Headings::of(&game_now.state, tournament, &people);
    let record = to_sgf(&game_now.state, &headings);
    let path = folder.join(format!("{game}.sgf"));
    fs::write(&path, sgf::write(&record)).map_err(|e| Problem::file(&path, &e))?;
    Ok(Some(path.display().to_string()))
}
