//! `fupan load`: a simulated event, played against a running service, and how
//! long everything took. It is the bench and the soak tool; it judges nothing.

mod connection;
mod event;
mod figures;
mod games;
mod reader;
mod writer;

use super::{Ended, Outcome, print_json, print_text};
use crate::{problem::Problem, remote::Remote};
use clap::Args;
use event::Event;
use figures::Figures;
use fupan_domain::ids::LedgerName;
use std::{
    cell::{Cell, RefCell},
    path::PathBuf,
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::{sync::Mutex, task::LocalSet};

const EXAMPLES: &str = "Example:
  fupan load --boards 1000 --seconds 60                          each board an entry a second
  fupan load --boards 64 --faster                                64 writers, one entry a request
  fupan load --boards 8 --faster --batch 128                     batches
  fupan load --boards 200 --readers 200                          and who follows them
  fupan load --boards 1000 --seconds 1800 --games real-games     a soak, with real games

The token is the keeper's (--token or FUPAN_TOKEN): a ledger is opened for it, with officials and
tokens of its own, which stay. All of it comes from one address: start the service with
FUPAN__RATES__ADDRESS_PER_S=0 FUPAN__RATES__TOKEN_PER_S=0, or it is held to its rates.
The exit status is 1 where a request failed, or an entry was lost, stored or seen twice.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Load {
    /// The service, as `http://127.0.0.1:8080`
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,
    /// The keeper's token
    #[arg(
        long,
        value_name = "TOKEN",
        env = "FUPAN_TOKEN",
        hide_env_values = true
    )]
    token: String,
    /// The ledger that is opened for it; a new name where none is given
    #[arg(long)]
    ledger: Option<LedgerName>,
    /// Games that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    boards: u32,
    /// Play the game records (.sgf) of this folder instead of made-up games
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Entries a second of each board
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000), conflicts_with = "faster")]
    rate: u32,
    /// As fast as the service answers, instead of at a rate
    #[arg(long)]
    faster: bool,
    /// Connections that hand in entries, each for its share of the boards; one for each board where nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    writers: Option<u32>,
    /// Entries a request
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    batch: u32,
    /// Connections that follow the ledger's events
    #[arg(long, value_name = "N", default_value_t = 0)]
    readers: u32,
    /// How long to play
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What writers and readers share; they all run on one thread.
struct Shared {
    /// Where the service is, and what `Host` names.
    authority: String,
    ledger: LedgerName,
    figures: RefCell<Figures>,
    desk: Mutex<event::Desk>,
    /// When the playing began, and when it ends.
    begins: Instant,
    ends: Instant,
    /// How often each writer hands in a batch; none: as fast as it is answered.
    every: Option<Duration>,
    batch: usize,
    boards: usize,
    /// The ledger's size once nothing more comes.
    size_at_end: Cell<Option<u64>>,
}

impl Load {
    pub fn run(self) -> Outcome {
        let authority = connection::authority(&self.server)?;
        let remote = Remote::at(&self.server, Some(self.token.clone()), None)?;
        let lines = Rc::new(games::lines(self.games.as_deref())?);
        let boards = usize::try_from(self.boards).unwrap_or(usize::MAX);
        let writers = self.writers.unwrap_or(self.boards).min(self.boards);
        let event = Event::open(&remote, self.ledger.clone(), boards, writers)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|e| Problem::internal(&e))?;
        let ledger = event.ledger.clone();
        let opened_with = event.size;
        let play = self.play(authority, event, lines, writers, &remote);
        let figures = LocalSet::new().block_on(&runtime, play)?;
        let size = remote.size(&ledger)?.unwrap_or(0);
        let told = figures.told(&ledger, opened_with, size);
        if self.json {
            print_json(&told)?;
        } else {
            print_text(&told.text())?;
        }
        Ok(if told.is_sound() {
            Ended::Sound
        } else {
            Ended::Broken
        })
    }

    async fn play(
        &self,
        authority: String,
        event: Event,
        lines: Rc<Vec<games::Line>>,
        writers: u32,
        remote: &Remote,
    ) -> Result<Figures, Problem> {
        let writers = usize::try_from(writers).unwrap_or(1);
        let boards = usize::try_from(self.boards).unwrap_or(1);
        let begins = Instant::now() + Duration::from_millis(500);
        let shared = Rc::new(Shared {
            authority,
            ledger: event.ledger,
            figures: RefCell::default(),
            desk: Mutex::new(event.desk),
            begins,
            ends: begins + Duration::from_secs(self.seconds),
            every: self.every(boards, writers),
            batch: usize::try_from(self.batch).unwrap_or(1),
            boards,
            size_at_end: Cell::new(None),
        });
        let readers: Vec<_> = (0..self.readers)
            .map(|_| tokio::task::spawn_local(reader::follow(Rc::clone(&shared), event.size)))
            .collect();
        let mut playing = Vec::new();
        for (number, token) in event.tokens.into_iter().enumerate() {
            let own = (number..boards).step_by(writers);
            let own = own.map(|index| games::Board::new(index, Rc::clone(&lines)));
            let writer = writer::Writer::new(Rc::clone(&shared), number, token, own.collect());
            playing.push(tokio::task::spawn_local(writer.write(writers)));
        }
        for writer in playing {
            writer.await.map_err(|e| Problem::internal(&e))?;
        }
        shared.figures.borrow_mut().ended(begins);
        // Nothing more comes: whoever follows is done once he has seen it all.
        shared.size_at_end.set(remote.size(&shared.ledger)?);
        for reader in readers {
            reader.await.map_err(|e| Problem::internal(&e))?;
        }
        let figures = shared.figures.take();
        Ok(figures)
    }

    fn every(&self, boards: usize, writers: usize) -> Option<Duration> {
        if self.faster {
            return None;
        }
        let entries = u64::from(self.rate) * u64::try_from(boards).unwrap_or(1);
        let requests = u64::from(self.batch) * u64::try_from(writers).unwrap_or(1);
        Some(Duration::from_micros(requests * 1_000_000 / entries.max(1)))
    }
}
