//! `fupan show`: a view from a store, or from a running service.

use super::{
    AtMoment, Ended, Outcome, parse_known, print_json, print_text,
    source::{Opened, Source, print_answer, query, round_query, wanted, with_query},
};
use crate::{problem::Problem, results, text};
use clap::{Args, Subcommand};
use fupan_domain::ids::{AppealId, GameId, LedgerName};
use fupan_replay::views::Moment;
use fupan_store::Known;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan show game spring-cup r1-b1 --move 57\n  fupan show game spring-cup r1-b1 --at 2026-05-01T10:00:00Z --json\n  fupan show standings spring-cup --round 3\n  fupan show ledger spring-cup --server http://127.0.0.1:8080"
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

impl OfRound {
    /// Where a service has a view of that round.
    fn path(&self, view: &str, asked: &Asked) -> String {
        let path = format!("/v1/ledgers/{}/{view}", self.ledger);
        with_query(&path, &round_query(self.round, asked.at))
    }
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
    source: Source,
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
        let (ledger, asked) = match &self.what {
            What::Game { ledger, asked, .. }
            | What::Appeal { ledger, asked, .. }
            | What::Ledger { ledger, asked } => (ledger, asked),
            What::Standings { round, asked } | What::Crosstable { round, asked } => {
                (&round.ledger, asked)
            }
        };
        if let Opened::Service(remote) = asked.source.opened()? {
            let answer = remote.get(&self.path(), wanted(asked.json))?;
            print_answer(&answer, asked.json)?;
            return Ok(Ended::Sound);
        }
        let reader = asked.source.ledger(ledger)?.reader;
        let known = asked.at.unwrap_or_default();
        match &self.what {
            What::Game { game, moment, .. } => {
                let view = reader.game_view(game, known, moment.moment());
                show(asked, &view.map_err(|e| Problem::from(&e))?, text::game)
            }
            What::Appeal { appeal, .. } => {
                let view = reader.appeal_view(appeal, known);
                show(asked, &view.map_err(|e| Problem::from(&e))?, text::appeal)
            }
            What::Standings { round, .. } => {
                let view = reader.standings_view(round.round, known);
                let view = view.map_err(|e| Problem::from(&e))?;
                show(asked, &view, results::text::standings)
            }
            What::Crosstable { round, .. } => {
                let view = reader.crosstable_view(round.round, known);
                let view = view.map_err(|e| Problem::from(&e))?;
                show(asked, &view, results::text::crosstable)
            }
            What::Ledger { .. } => {
                let view = reader.ledger_view(known);
                show(asked, &view.map_err(|e| Problem::from(&e))?, text::ledger)
            }
        }
    }

    /// Where a service has it.
    fn path(&self) -> String {
        match &self.what {
            What::Game {
                ledger,
                game,
                asked,
                moment,
            } => format!(
                "/v1/ledgers/{ledger}/games/{game}{}",
                query(asked.at, moment.moment())
            ),
            What::Standings { round, asked } => round.path("standings", asked),
            What::Crosstable { round, asked } => round.path("crosstable", asked),
            What::Appeal {
                ledger,
                appeal,
                asked,
            } => format!(
                "/v1/ledgers/{ledger}/appeals/{appeal}{}",
                query(asked.at, Moment::Last)
            ),
            What::Ledger { ledger, asked } => {
                format!("/v1/ledgers/{ledger}{}", query(asked.at, Moment::Last))
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
