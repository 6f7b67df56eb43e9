//! `fupan restore` and `fupan promote`: a ledger that is written again, from a
//! backup or from a mirror's copy.

use super::{Data, Ended, Outcome, print_error, print_json, print_text, verify::verifier_keys};
use crate::{
    hold::Hold,
    kept::restore::{self, Restored, Unsigned, VouchedBy, Wanted},
    problem::Problem,
    progress::Progress,
};
use clap::Args;
use fupan_domain::{amount, ids::LedgerName};
use fupan_replay::proof::key::Algorithm;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan restore /media/safe/monday --data fupan-data\n  fupan restore /media/safe/monday --ledger spring-cup --key go.example.org.vkey\n\nEach bundle is verified before anything is written, and nothing is overwritten. What was erased here since stays erased."
)]
pub struct Restore {
    /// The backup, as fupan backup makes it
    from: PathBuf,
    /// Only this ledger; all of them if none is named
    #[arg(long)]
    ledger: Vec<LedgerName>,
    /// The verifier key that must vouch for the ledgers, or a file that holds it; if it is not said the keys of the data folder or, where that has none, those that the backup names, which vouch for nothing
    #[arg(long, value_name = "KEY")]
    key: Vec<String>,
    /// Put back a state that is older than a checkpoint that was seen in this data folder: what was recorded after it is lost
    #[arg(long)]
    older_than_seen: bool,
    #[command(flatten)]
    data: Data,
    /// Print what was put back as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Restore {
    pub fn run(self) -> Outcome {
        let wanted = Wanted {
            only: self.ledger.clone(),
            keys: verifier_keys(&self.key, Algorithm::Ed25519)?,
            older_than_seen: self.older_than_seen,
        };
        let _hold = Hold::for_verb(&self.data.data)?;
        let mut progress: Option<(LedgerName, Progress)> = None;
        let restored = restore::restore(&self.from, &self.data.data, &wanted, |name, n, of| {
            if progress.as_ref().is_none_or(|(of, _)| of != name) {
                progress = Some((name.clone(), Progress::new(of, name.as_str())));
            }
            if let Some((_, bar)) = &mut progress {
                bar.advance(n);
            }
        })?;
        drop(progress);
        tell(&restored, self.json)
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan promote spring-cup --data mirror-data\n  fupan key restore keys.json --data mirror-data && fupan promote spring-cup --data mirror-data\n\nStop the mirror first, and be sure that the old machine does not come back: two machines that write one ledger make two histories.\nWith the old key in the data folder the ledger is signed on; without it another key signs it anew, which must be made known."
)]
pub struct Promote {
    /// The ledger, as the mirror keeps it
    ledger: LedgerName,
    #[command(flatten)]
    data: Data,
    /// Take in what had come and nobody had signed for, too: only where you know that the old service was sound
    #[arg(long)]
    with_unsigned: bool,
    /// Print what was made of it as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Promote {
    pub fn run(self) -> Outcome {
        let _hold = Hold::for_verb(&self.data.data)?;
        let restored = restore::promote(&self.data.data, &self.ledger, self.with_unsigned)?;
        tell(&[restored], self.json)
    }
}

fn tell(restored: &[Restored], json: bool) -> Outcome {
    for ledger in restored {
        warn(ledger);
    }
    if json {
        print_json(&serde_json::json!({ "restored": restored }))?;
        return Ok(Ended::Sound);
    }
    for ledger in restored {
        told(ledger)?;
    }
    Ok(Ended::Sound)
}

/// What whoever puts a ledger back must not overlook.
fn warn(restored: &Restored) {
    let Restored {
        ledger, entries, ..
    } = restored;
    if let Some(seen) = restored.older_than {
        print_error(&format_args!(
            "WARNING: {ledger} was put back OLDER THAN WAS SEEN HERE: {}, where {seen} were signed for. Lost here: {}, the last; \
             from now on the ledger has two histories, which witnesses and everyone who saw the later one will notice. Tell them.",
            amount(*entries, "entry"),
            amount(seen.saturating_sub(*entries), "entry")
        ));
    }
    if restored.vouched_by == VouchedBy::BackupAlone {
        print_error(&format_args!(
            "WARNING: {ledger} was held against NOTHING BUT THE KEYS THAT THE BACKUP ITSELF NAMES: whoever could change the backup could have signed it anew. \
             Compare its key (fupan key show {ledger}) with what you know from elsewhere, or restore with --key."
        ));
    }
    if let Some(Unsigned {
        entries: unsigned,
        taken,
        file,
    }) = &restored.unsigned
    {
        let entries = amount(*unsigned, "entry");
        match file {
            Some(file) if !taken => print_error(&format_args!(
                "{ledger}: LEFT OUT, since nobody had signed for it: {entries}, in {}. Have it handed in again, with the same ids.",
                file.display()
            )),
            _ => print_error(&format_args!(
                "{ledger}: taken in with the rest though nobody had signed for it: {entries}, the last."
            )),
        }
    }
    if !restored.same_key {
        print_error(&format_args!(
            "WARNING: {ledger} is signed by ANOTHER KEY from now on, since the old one is not in the data folder: make the new one known (fupan key show {ledger}).{}",
            restored.replaced.map_or_else(String::new, |seq| format!(
                " Entry {seq} of the ledger says so, with what the old key signed last."
            ))
        ));
    }
}

fn told(restored: &Restored) -> Result<(), Problem> {
    let Restored {
        ledger, entries, ..
    } = restored;
    let how = if restored.read_only {
        "kept from elsewhere, as before"
    } else {
        "it can be recorded in"
    };
    let people = match restored.people_erased {
        0 => String::new(),
        n => format!("; erased since, and not come back: {}", amount(n, "record")),
    };
    print_text(&format!(
        "{ledger}: {}, {how}{people}",
        amount(*entries, "entry")
    ))
}
