//! `fupan erase`: what is kept of a person beside the log goes, with an entry
//! that says who asked.

use super::{
    Ended, Outcome, print_json, print_text,
    source::{Opened, Source},
};
use crate::{evidence, problem::Problem};
use clap::{Args, ValueEnum};
use fupan_domain::{
    ids::{ActorId, LedgerName},
    tournament::PersonKind,
};
use fupan_replay::ledger::Reason;
use fupan_store::{Known, wall_clock};
use serde_json::json;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    Player,
    Official,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan erase spring-cup ann --asked-by ann --reason 'withdrew consent to publication'\n  fupan erase spring-cup rec-07 --asked-by data-office --reason 'retention has ended' --server http://127.0.0.1:8080\n\nName, year of birth and salt are erased from the store; entries, results and the chain stay, and views show the id.\nBackups and bundles made before still hold the record: see docs/personal-data.md. Free texts can't be erased."
)]
pub struct Erase {
    /// The ledger
    ledger: LedgerName,
    /// The id of a player or an official
    person: String,
    /// Which of the two, where both have that id
    #[arg(long, value_enum)]
    what: Option<What>,
    /// Who asked: an id, since the entry that says so can't be erased
    #[arg(long, value_name = "ID")]
    asked_by: ActorId,
    /// On what ground; it should name no person
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    source: Source,
    /// Print the entries as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Erase {
    pub fn run(self) -> Outcome {
        let what = self.what.map(|what| match what {
            What::Player => PersonKind::Player,
            What::Official => PersonKind::Official,
        });
        let seqs: Vec<u64> = match self.source.opened()? {
            Opened::Service(remote) => {
                let mut asked = json!({
                    "person": self.person, "asked_by": self.asked_by, "reason": self.reason,
                });
                if let Some(what) = what {
                    asked["what"] = json!(what);
                }
                let path = format!("/v1/ledgers/{}/erasures", self.ledger);
                let answer = remote.post_json(&path, &asked)?;
                let entries = answer["entries"].as_array().into_iter().flatten();
                entries.filter_map(|entry| entry["seq"].as_u64()).collect()
            }
            Opened::Folder => {
                let open = self.source.ledger(&self.ledger)?;
                let tournament = open.reader.tournament(Known::Now);
                let tournament = tournament.map_err(|e| Problem::from(&e))?;
                let who = (&self.asked_by, &*self.reason);
                let events = tournament.erasing(&self.person, what, who);
                let events = events.map_err(|e| Problem::from(&Reason::from(e)))?;
                let receipts = open.append(evidence::erasing(&events, wall_clock())?)?;
                receipts.iter().map(|receipt| receipt.seq).collect()
            }
        };
        if self.json {
            print_json(&json!({ "erased": self.person, "entries": seqs }))?;
        } else {
            let seqs: Vec<String> = seqs.iter().map(u64::to_string).collect();
            print_text(&format!(
                "what was kept of {} is erased; entry {} says who asked",
                self.person,
                seqs.join(", ")
            ))?;
        }
        Ok(Ended::Sound)
    }
}
