//! `fupan show`: a view from a store.

use super::{AtMoment, Data, Ended, Outcome, parse_known, print_json, print_text};
use crate::{problem::Problem, results, text};
use clap::{Args, Subcommand};
use fupan_domain::ids::{AppealId, GameId, LedgerName};
use fupan_store::Known;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan show game spring-cup r1-b1 --move 57\n  fupan show game spring-cup r1-b1 --at 2026-05-01T10:00:00Z --json\n  fupan show standings spring-cup --round 3\n  fupan show ledger spring-cup"
)]
pub struct Show {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A game: board, clocks, warnings, rulings, result
    #[command(
        after_help = "Example:\n  fupan show game spring-cup r1-b1 --when 2026-05-01T10:12:00+08:00"
    )]
    Game {
        /// The ledger
        ledger: LedgerName,
        /// The game
        game: GameId,
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        moment: AtMoment,
    },
    /// The standings after a round: places, points, sums, what decided each place
    #[command(
        after_help = "Example:\n  fupan show standings spring-cup\n  fupan show standings spring-cup --round 3 --at 2026-05-01T18:00:00+08:00 --json"
    )]
    Standings {
        #[command(flatten)]
        round: OfRound,
        #[command(flatten)]
        asked: Asked,
    },
    /// Who met whom in which round, in the order of places
    #[command(after_help = "Example:\n  fupan show crosstable spring-cup --round 5")]
    Crosstable {
        #[command(flatten)]
        round: OfRound,
        #[command(flatten)]
        asked: Asked,
    },
    /// An appeal
    #[command(after_help = "Example:\n  fupan show appeal spring-cup a1")]
    Appeal {
        /// The ledger
        ledger: LedgerName,
        /// The appeal
        appeal: AppealId,
        #[command(flatten)]
        asked: Asked,
    },
    /// A ledger: regulations, rounds, games, how far it has come
    #[command(after_help = "Example:\n  fupan show ledger spring-cup --json")]
    Ledger {
        /// The ledger
        ledger: LedgerName,
        #[command(flatten)]
        asked: Asked,
    },
}

/// A ledger and one of its rounds.
#[derive(Clone, Debug, Args)]
struct OfRound {
    /// The ledger
    ledger: LedgerName,
    /// After which round; the last one paired where none is named
    #[arg(long, value_name = "N")]
    round: Option<u32>,
}

/// What every view can be asked.
#[derive(Clone, Debug, Args)]
struct Asked {
    /// As it was known when the ledger had got to that entry, or at that time
    #[arg(long, value_name = "SEQ|TIME", value_parser = parse_known)]
    at: Option<Known>,
    /// Print the view as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: Data,
}

impl Show {
    pub fn json(&self) -> bool {
        match &self.what {
            What::Game { asked, .. }
            | What::Standings { asked, .. }
            | What::Crosstable { asked, .. }
            | What::Appeal { asked, .. }
            | What::Ledger { asked, .. } => asked.json,
        }
    }

    pub fn run(self) -> Outcome {
        match self.what {
            What::Game {
                ledger,
                game,
                asked,
                moment,
            } => {
                let open = super::open(&asked.data, &ledger)?;
                let known = asked.at.unwrap_or_default();
                let view = open.reader.game_view(&game, known, moment.moment());
                let view = view.map_err(|e| Problem::from(&e))?;
                show(&asked, &view, text::game)
            }
            What::Standings { round, asked } => {
                let open = super::open(&asked.data, &round.ledger)?;
                let known = asked.at.unwrap_or_default();
                let view = open.reader.standings_view(round.round, known);
                let view = view.map_err(|e| Problem::from(&e))?;
                show(&asked, &view, results::text::standings)
            }
            What::Crosstable { round, asked } => {
                let open = super::open(&asked.data, &round.ledger)?;
                let known = asked.at.unwrap_or_default();
                let sheet = results::Sheet::of(&open.reader, round.round, known)?;
                show(&asked, &sheet.crosstable, results::text::crosstable)
            }
            What::Appeal {
                ledger,
                appeal,
                asked,
            } => {
                let open = super::open(&asked.data, &ledger)?;
                let view = open
                    .reader
                    .appeal_view(&appeal, asked.at.unwrap_or_default());
                show(&asked, &view.map_err(|e| Problem::from(&e))?, text::appeal)
            }
            What::Ledger { ledger, asked } => {
                let open = super::open(&asked.data, &ledger)?;
                let view = open.reader.ledger_view(asked.at.unwrap_or_default());
                show(&asked, &view.map_err(|e| Problem::from(&e))?, text::ledger)
            }
        }
    }
}

fn show<V: serde::Serialize>(asked: &Asked, view: &V, as_text: fn(&V) -> String) -> Outcome {
    if asked.json {
        print_json(view)?;
    } else {
        print_text(&as_text(view))?;
    }
    Ok(Ended::Sound)
}
