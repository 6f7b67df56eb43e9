//! `fupan audit`: a store, verified, and every result computed again.

use super::{
    Ended, Outcome, print_error, print_json, print_text,
    source::{Opened, Source},
    verify::verifier_keys,
};
use crate::{
    hold::Hold,
    ledger::{self, OpenLedger},
    problem::Problem,
    progress::Progress,
    remote::{Remote, Wanted},
    text,
};
use clap::Args;
use fupan_domain::ids::LedgerName;
use fupan_replay::{
    audit::{AuditView, Verdict},
    proof::key::{Algorithm, VerifierKey},
};
use fupan_store::{EventStore, Ledgers};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan audit spring-cup\n  fupan audit --json\n  fupan audit spring-cup --key go.example.org.vkey\n  fupan audit spring-cup --server http://127.0.0.1:8080\n\nThe exit status is 0 where every ledger is sound, with or without remarks, else 1. A data folder, or a service, that is asked about its own signatures vouches for itself: what others keep (a key, a checkpoint, a witness) says more, with --key or by fupan verify of an export."
)]
pub struct Audit {
    /// The ledger; all of them if none is named
    ledger: Option<LedgerName>,
    /// A verifier key from outside, or a file that holds it: it must have signed, where without it the keys of the data folder itself must have
    #[arg(long, value_name = "KEY", conflicts_with = "server")]
    key: Vec<String>,
    /// Make the Merkle tree that is kept anew from the entries where it is damaged and they are whole
    #[arg(long, conflicts_with = "server")]
    repair: bool,
    #[command(flatten)]
    source: Source,
    /// Print the audits as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Audit {
    pub fn run(self) -> Outcome {
        if let Opened::Service(remote) = self.source.opened()? {
            return self.at_service(&remote);
        }
        let _hold = Hold::for_verb(&self.source.data.data)?;
        let ledgers = ledger::ledgers(&self.source.data.data)?;
        let names = match &self.ledger {
            Some(name) => vec![name.clone()],
            None => ledgers.list().map_err(|e| Problem::from(&e))?,
        };
        if names.is_empty() {
            // That nothing was found wrong with nothing would pass for an answer.
            let detail = format!(
                "{} holds no ledger that was ever opened",
                self.source.data.data.display()
            );
            return Err(Problem::new("store_missing", detail));
        }
        let keys = self.keys()?;
        let mut audits = Vec::new();
        for name in &names {
            audits.push(self.audit_named(&ledgers, name, &keys)?);
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

    fn keys(&self) -> Result<Vec<VerifierKey>, Problem> {
        verifier_keys(&self.key, Algorithm::Ed25519)
    }

    fn audit_named(
        &self,
        ledgers: &Ledgers,
        name: &LedgerName,
        keys: &[VerifierKey],
    ) -> Result<AuditView, Problem> {
        let open = super::told(ledger::open(ledgers, name))?;
        let view = audit(&open, keys)?;
        if !self.repair {
            return Ok(view);
        }
        match ledger::repair_tree(&open, &view) {
            Ok(false) => Ok(view),
            Ok(true) => {
                print_error(&format_args!(
                    "{name}: the kept tree was damaged and was made anew from the entries, which verify; audited again"
                ));
                audit(&open, keys)
            }
            Err(problem) => {
                print_error(&problem);
                Ok(view)
            }
        }
    }

    /// The audits that a service makes.
    fn at_service(&self, remote: &Remote) -> Outcome {
        let names = if let Some(name) = &self.ledger {
            vec![name.to_string()]
        } else {
            let listed = remote.list("/v1/ledgers")?.into_iter();
            let names = listed.filter_map(|l| l["ledger"].as_str().map(str::to_owned));
            names.collect()
        };
        let (mut sound, mut audits) = (true, Vec::new());
        for name in &names {
            let path = format!("/v1/ledgers/{name}/audit");
            let audit = remote.json(&path)?;
            sound &= audit["verdict"] == "sound" || audit["verdict"] == "sound_with_remarks";
            if self.json {
                audits.push(audit);
            } else {
                print_text(&remote.get(&path, Wanted::Text)?)?;
            }
        }
        match (&audits[..], &self.ledger) {
            ([audit], Some(_)) => print_json(audit)?,
            _ if self.json => print_json(&serde_json::json!({ "audits": audits }))?,
            _ => {}
        }
        Ok(if sound { Ended::Sound } else { Ended::Broken })
    }
}

/// Audits an open ledger, with a bar.
pub(super) fn audit(open: &OpenLedger, keys: &[VerifierKey]) -> Result<AuditView, Problem> {
    let mut progress = Progress::new(open.store.head().size, "entries");
    ledger::audit(open, keys, |entries| progress.advance(entries))
}
