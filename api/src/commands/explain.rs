//! `fupan explain`: why something is as it is.

use super::{
    Ended, Outcome, parse_known, print_json, print_text,
    source::{Opened, Source, print_answer, round_query, wanted, with_query},
};
use crate::{problem::Problem, results};
use clap::{Args, Subcommand};
use fupan_domain::ids::{ActorId, LedgerName};
use fupan_replay::views::NoStandings;
use fupan_store::{Known, ViewError};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan explain standing spring-cup ann\n  fupan explain standing spring-cup ann --round 3 --json\n  fupan explain standing spring-cup ann --server http://127.0.0.1:8080"
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
    source: Source,
}

impl Standing {
    /// Where a service has it.
    fn path(&self) -> Result<String, Problem> {
        // Whatever is no id is nobody's, and would have to be quoted.
        let who: ActorId = self.who.parse().map_err(|_| {
            let none = NoStandings::Nobody(self.who.clone());
            Problem::from(&ViewError::from(none))
        })?;
        let mut asked = vec![format!("entrant={who}")];
        asked.extend(round_query(self.round, self.at));
        let path = format!("/v1/ledgers/{}/standings/explain", self.ledger);
        Ok(with_query(&path, &asked))
    }
}

impl Explain {
    pub fn json(&self) -> bool {
        let What::Standing(asked) = &self.what;
        asked.json
    }

    pub fn run(self) -> Outcome {
        let What::Standing(asked) = self.what;
        if let Opened::Service(remote) = asked.source.opened()? {
            let answer = remote.get(&asked.path()?, wanted(asked.json))?;
            print_answer(&answer, asked.json)?;
            return Ok(Ended::Sound);
        }
        let reader = asked.source.ledger(&asked.ledger)?.reader;
        let view = reader.explain_view(asked.round, &asked.who, asked.at.unwrap_or_default());
        let view = view.map_err(|e| Problem::from(&e))?;
        if asked.json {
            print_json(&view)?;
        } else {
            print_text(&results::text::explain(&view))?;
        }
        Ok(Ended::Sound)
    }
}
