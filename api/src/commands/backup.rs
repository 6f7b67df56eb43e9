//! `fupan backup`: all ledgers, or some, into a folder, verified after writing.

use super::{
    Ended, Outcome, print_json, print_text,
    source::{Opened, Source},
};
use crate::{
    hold::Hold,
    kept::backup::{self, Whence},
    keys::KeyRing,
    ledger,
    progress::Progress,
};
use clap::Args;
use fupan_domain::{amount, ids::LedgerName};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  FUPAN_TOKEN=fupan_... fupan backup --to /media/safe/monday --server http://127.0.0.1:8080\n  fupan backup --to /media/safe/monday --data fupan-data --with-keys\n  fupan verify /media/safe/monday/ledgers/spring-cup.zip --key go.example.org.vkey\n\nA backup holds names, restricted evidence and tokens' hashes: it is for the keeper alone. Each ledger in it is a bundle that fupan verify checks.\nMade into a folder that holds an earlier backup, it takes its place if each ledger goes on from there."
)]
pub struct Backup {
    /// The ledgers; all of them if none is named
    ledgers: Vec<LedgerName>,
    /// The folder: a new one, or one with an earlier backup, whose place this one takes
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    /// The signing keys too, from the data folder, in a file of mode 0600: whoever has them can sign in the service's name
    #[arg(long)]
    with_keys: bool,
    #[command(flatten)]
    source: Source,
    /// Print what was backed up as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Backup {
    pub fn run(self) -> Outcome {
        let data = &self.source.data.data;
        let keys = self.with_keys.then(|| KeyRing::at(data).save());
        let keys = keys.transpose()?;
        let mut progress: Option<(LedgerName, Progress)> = None;
        let told = |name: &LedgerName, entries: u64, of: u64| {
            if progress.as_ref().is_none_or(|(of, _)| of != name) {
                progress = Some((name.clone(), Progress::new(of, name.as_str())));
            }
            if let Some((_, bar)) = &mut progress {
                bar.advance(entries);
            }
        };
        let done = match self.source.opened()? {
            Opened::Service(remote) => {
                let from = Whence::Service(&remote);
                backup::make(&from, &self.to, &self.ledgers, keys.as_ref(), told)?
            }
            Opened::Folder => {
                let _hold = Hold::for_verb(data)?;
                let ledgers = ledger::ledgers(data)?;
                let from = Whence::Folder(data, &ledgers);
                backup::make(&from, &self.to, &self.ledgers, keys.as_ref(), told)?
            }
        };
        drop(progress);
        if self.json {
            print_json(&serde_json::json!({
                "backup": self.to.display().to_string(), "ledgers": done, "with_keys": self.with_keys,
            }))?;
            return Ok(Ended::Sound);
        }
        for ledger in &done {
            let signed = if ledger.signed {
                "verified"
            } else {
                "verified, but nobody vouches for it: nothing was signed"
            };
            print_text(&format!(
                "{}: {}, {}, {signed}",
                ledger.ledger,
                amount(ledger.entries, "entry"),
                amount(ledger.bytes, "byte")
            ))?;
        }
        if !self.with_keys {
            print_text("The signing keys are not in it: fupan key backup, or --with-keys.")?;
        }
        Ok(Ended::Sound)
    }
}
