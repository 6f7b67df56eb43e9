//! `fupan replay`: a file, replayed in memory. No store is needed.

use super::{AtMoment, Ended, Outcome, print_json, print_text, read_file};
use crate::{
    bundle::{self, OpenBundle},
    problem::Problem,
    progress::Progress,
    text,
};
use clap::Args;
use fupan_domain::{
    amount,
    ids::{GameId, LedgerName, NotASlug},
};
use fupan_replay::{
    drafts::{self, Replayed},
    views::Moment,
};
use std::path::{Path, PathBuf};

/// The name under which a file is replayed.
const LEDGER: &str = "replay";

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan replay round1.jsonl --json\n  fupan replay game.sgf --move 57\n  fupan replay spring-cup.zip --game r1-b1"
)]
pub struct Replay {
    /// A file of drafts (.jsonl), a game record (.sgf) or a bundle (.zip)
    file: PathBuf,
    /// Only this game
    #[arg(long)]
    game: Option<GameId>,
    #[command(flatten)]
    moment: AtMoment,
    /// Print the views as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Replay {
    pub fn run(self) -> Outcome {
        let replayed = if bundle::is_bundle(&self.file) {
            let OpenBundle { ledger, entries } = bundle::open(&self.file)?;
            Replayed::of_entries(ledger, entries)
                .map_err(|e| Problem::new("bundle", e.to_string()).in_file(&self.file))?
        } else {
            replay(&self.file, &read_file(&self.file)?)?
        };
        let moment = self.moment.moment();
        let only = match (&self.game, moment) {
            (None, Moment::Last) => None,
            (game, _) => Some(game.clone().map_or_else(|| only_game(&replayed), Ok)?),
        };
        match only {
            Some(game) => self.show_game(&replayed, &game, moment),
            None => self.show_all(&replayed),
        }
    }

    fn show_game(&self, replayed: &Replayed, game: &GameId, moment: Moment) -> Outcome {
        let view = replayed
            .game_view(game, moment)
            .map_err(|e| Problem::new("no_moment", e.to_string()))?
            .ok_or_else(|| Problem::new("unknown", format!("game {game} was not paired")))?;
        if self.json {
            print_json(&view)?;
        } else {
            print_text(&text::game(&view))?;
        }
        Ok(Ended::Sound)
    }

    fn show_all(&self, replayed: &Replayed) -> Outcome {
        let view = replayed
            .view()
            .map_err(|e| Problem::new("no_moment", e.to_string()))?;
        if self.json {
            print_json(&view)?;
        } else {
            print_text(&text::replay(&view))?;
        }
        Ok(Ended::Sound)
    }
}

/// Replays a file of drafts or a game record in memory.
pub(super) fn replay(file: &Path, bytes: &[u8]) -> Result<Replayed, Problem> {
    let name: LedgerName = LEDGER
        .parse()
        .map_err(|e: NotASlug| Problem::internal(&e))?;
    let replayed = if super::import::is_drafts(file, bytes) {
        let steps = u64::try_from(drafts::lines(bytes).count()).unwrap_or(u64::MAX);
        let mut progress = Progress::new(steps, "drafts");
        let lines = drafts::lines(bytes).inspect(|_| progress.advance(1));
        drafts::replay_lines(name, lines).map_err(|e| Problem::from(&e))
    } else {
        super::import::replay_record(name, file, bytes)
    };
    replayed.map_err(|problem| problem.in_file(file))
}

/// The one game of a file with one game.
fn only_game(replayed: &Replayed) -> Result<GameId, Problem> {
    let games = &replayed.ledger.tournament().games;
    if let [game] = games.keys().collect::<Vec<_>>()[..] {
        return Ok(game.clone());
    }
    let detail = format!(
        "the file has {}: say which with --game",
        amount(games.len(), "game")
    );
    Err(Problem::new("unknown", detail))
}
