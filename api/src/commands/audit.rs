//! `fupan audit`: a store, verified, and every result computed again.

use super::{Data, Ended, Outcome, print_json, print_text};
use crate::{
    ledger::{self, OpenLedger},
    problem::Problem,
    progress::Progress,
    text,
};
use clap::Args;
use fupan_domain::ids::LedgerName;
use fupan_replay::audit::{AuditView, Verdict};
use fupan_store::{EventStore, Ledgers};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan audit spring-cup\n  fupan audit --json\n\nThe exit status is 0 where every ledger is sound, with or without remarks, else 1."
)]
pub struct Audit {
    /// The ledger; all of them if none is named
    ledger: Option<LedgerName>,
    #[command(flatten)]
    data: Data,
    /// Print the audits as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Audit {
    pub fn run(self) -> Outcome {
        let ledgers = ledger::ledgers(&self.data.data)?;
        let names = match &self.ledger {
            Some(name) => vec![name.clone()],
            None => ledgers.list().map_err(|e| Problem::from(&e))?,
        };
        let mut audits = Vec::new();
        for name in &names {
            audits.push(audit_named(&ledgers, name)?);
        }
        let sound = audits.iter().all(|audit| audit.verdict != Verdict::Broken);
        match (&audits[..], self.json, &self.ledger) {
            ([audit], true, Some(_)) => print_json(audit)?,
            (_, true, _) => print_json(&serde_json::json!({ "audits": audits }))?,
            _ => audits
                .iter()
                .try_for_each(|audit| print_text(&text::audit(audit)))?,
        }
        Ok(if sound { Ended::Sound } else { Ended::Broken })
    }
}

fn audit_named(ledgers: &Ledgers, name: &LedgerName) -> Result<AuditView, Problem> {
    let open = super::told(ledger::open(ledgers, name))?;
    audit(&open)
}

/// Audits an open ledger, with a bar.
pub(super) fn audit(open: &OpenLedger) -> Result<AuditView, Problem> {
    let mut progress = Progress::new(open.store.head().size, "entries");
    ledger::audit(open, |entries| progress.advance(entries))
}
