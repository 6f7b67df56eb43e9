//! `fupan explain`: why something is as it is.

use super::{Data, Ended, Outcome, parse_known, print_json, print_text};
use crate::{problem::Problem, results};
use clap::{Args, Subcommand};
use fupan_domain::ids::LedgerName;
use fupan_replay::views::explain_view;
use fupan_store::{EventStore, Known};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan explain standing spring-cup ann\n  fupan explain standing spring-cup ann --round 3 --json"
)]
pub struct Explain {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A place: each term of each sum, and what separates it from its neighbours
    #[command(after_help = "Example:\n  fupan explain standing spring-cup ann --round 3")]
    Standing(Standing),
}

#[derive(Debug, Args)]
struct Standing {
    /// The ledger
    ledger: LedgerName,
    /// The player, or the team
    who: String,
    /// After which round; the last one paired where none is named
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    /// As it was known when the ledger had got to that entry, or at that time
    #[arg(long, value_name = "SEQ|TIME", value_parser = parse_known)]
    at: Option<Known>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: Data,
}

impl Explain {
    pub fn json(&self) -> bool {
        let What::Standing(asked) = &self.what;
        asked.json
    }

    pub fn run(self) -> Outcome {
        let What::Standing(asked) = self.what;
        let open = super::open(&asked.data, &asked.ledger)?;
        let people = |commitment| open.store.person(commitment).ok().flatten();
        let known = asked.at.unwrap_or_default();
        let view = open.reader.with_facts(known, |tournament, facts| {
            let about = (asked.round, &*asked.who);
            explain_view(asked.ledger.as_str(), tournament, facts, about, &people)
        });
        let none = || {
            let detail = format!("{} has no place in the standings", asked.who);
            Problem::new("unknown", detail)
        };
        let view = view.map_err(|e| Problem::from(&e))?.ok_or_else(none)?;
        if asked.json {
            print_json(&view)?;
        } else {
            print_text(&results::text::explain(&view))?;
        }
        Ok(Ended::Sound)
    }
}
