//! `fupan show`: a view from a store, or from a running service.

use super::{
    AtMoment, Ended, Outcome, parse_known, print_json, print_text,
    source::{Looking, Opened, Source, print_answer, query, round_query, wanted, with_query},
};
use crate::{
    bundle,
    problem::Problem,
    proofs::{self, ReceiptView},
    remote::Wanted,
    results, text,
};
use clap::{Args, Subcommand};
use fupan_domain::ids::{AppealId, GameId, LedgerName};
use fupan_replay::{ledger::Refused, views::Moment};
use fupan_store::{EventStore, Known, LedgerReader};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan show game spring-cup r1-b1 --move 57\n  fupan show game spring-cup r1-b1 --at 2026-05-01T10:00:00Z --json\n  fupan show standings spring-cup --round 3\n  fupan show game spring-cup r1-b1 --bundle spring-cup.zip\n  fupan show ledger spring-cup --server http://127.0.0.1:8080"
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
    /// An entry as it was sealed, with its receipt: its hash, and the checkpoint that covers it
    #[command(
        after_help = "Example:\n  fupan show entry spring-cup 57\n  fupan show entry spring-cup 57 --json --server http://127.0.0.1:8080"
    )]
    Entry {
        /// The ledger
        ledger: LedgerName,
        /// Its seq
        seq: u64,
        /// Print entry and receipt as JSON, with the proof in it
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        looking: Looking,
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
    /// A bundle, as fupan export writes it, in place of a data folder
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    bundle: Option<PathBuf>,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    looking: Looking,
}

impl Asked {
    /// Who answers: a bundle or a data folder.
    fn reader(&self, ledger: &LedgerName) -> Result<LedgerReader<Refused>, Problem> {
        let Some(path) = &self.bundle else {
            return Ok(self
                .source
                .seen(ledger, &self.looking, "fupan show")?
                .reader);
        };
        let bundle = bundle::open(path)?;
        if bundle.ledger != *ledger {
            let detail = format!(
                "the bundle holds the ledger {}, not {ledger}",
                bundle.ledger
            );
            return Err(Problem::new("store_missing", detail).in_file(path));
        }
        bundle.reader()
    }
}

impl Show {
    pub fn json(&self) -> bool {
        match &self.what {
            What::Game { asked, .. }
            | What::Standings { asked, .. }
            | What::Crosstable { asked, .. }
            | What::Appeal { asked, .. }
            | What::Ledger { asked, .. } => asked.json,
            What::Entry { json, .. } => *json,
        }
    }

    pub fn run(self) -> Outcome {
        let (ledger, asked) = match &self.what {
            What::Entry {
                ledger,
                seq,
                json,
                source,
                looking,
            } => return entry((ledger, *seq), *json, source, looking),
            What::Game { ledger, asked, .. }
            | What::Appeal { ledger, asked, .. }
            | What::Ledger { ledger, asked } => (ledger, asked),
            What::Standings { round, asked } | What::Crosstable { round, asked } => {
                (&round.ledger, asked)
            }
        };
        if let Opened::Service(remote) = asked.source.opened_for(ledger, &asked.looking)? {
            let answer = remote.get(&self.path(), wanted(asked.json))?;
            print_answer(&answer, asked.json)?;
            return Ok(Ended::Sound);
        }
        let reader = asked.reader(ledger)?;
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
            What::Entry { .. } => Ok(Ended::Sound),
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
            What::Entry { ledger, seq, .. } => format!("/v1/ledgers/{ledger}/entries/{seq}"),
        }
    }
}

/// Shows an entry with its receipt.
fn entry(
    (ledger, seq): (&LedgerName, u64),
    json: bool,
    source: &Source,
    looking: &Looking,
) -> Outcome {
    let opened = source.opened_for(ledger, looking)?;
    let (entry, receipt) = if let Opened::Service(remote) = opened {
        let path = format!("/v1/ledgers/{ledger}/entries/{seq}");
        let receipt = remote.get(&format!("{path}/receipt"), Wanted::Json)?;
        let receipt: ReceiptView = serde_json::from_str(&receipt)
            .map_err(|e| Problem::new("server", format!("the receipt is none: {e}")))?;
        (remote.get(&path, Wanted::Json)?.into_bytes(), receipt)
    } else {
        let what = format!("fupan show entry {seq}");
        let store = source.seen(ledger, looking, &what)?.store;
        let receipt = proofs::receipt(&*store, seq)?;
        let entry = store.entry(seq);
        let entry = entry.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        (
            entry.map(|bytes| bytes.to_vec()).unwrap_or_default(),
            receipt,
        )
    };
    let entry: serde_json::Value = serde_json::from_slice(&entry)
        .map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
    if json {
        print_json(&serde_json::json!({ "entry": entry, "receipt": receipt }))?;
    } else {
        print_json(&entry)?;
        print_text(&proofs::receipt_text(&receipt))?;
    }
    Ok(Ended::Sound)
}

fn show<V: serde::Serialize>(asked: &Asked, view: &V, as_text: fn(&V) -> String) -> Outcome {
    if asked.json {
        print_json(view)?;
    } else {
        print_text(&as_text(view))?;
    }
    Ok(Ended::Sound)
}
