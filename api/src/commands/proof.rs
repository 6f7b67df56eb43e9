//! `fupan proof`: checkpoints, and proofs of entries and states, from a store or
//! a running service, for whoever checks them elsewhere.

use super::{
    Ended, Outcome, print, print_json, print_text,
    source::{Opened, Source, print_answer, wanted},
};
use crate::{
    problem::Problem,
    proofs::{
        CheckpointView, ConsistencyView, InclusionView, checkpoint, consistency_text,
        inclusion_text, receipt, receipt_text,
    },
    remote::Wanted,
};
use clap::{Args, Subcommand};
use fupan_domain::ids::LedgerName;
use fupan_store::proofs::{consistency, inclusion, tlog_proof};
use serde::Serialize;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan proof checkpoint spring-cup > seen.checkpoint\n  fupan proof entry spring-cup 57 > 57.tlog-proof\n  fupan proof consistency spring-cup 1204\n\nWhat is printed can be checked without this program: docs/verify-by-hand.md says how."
)]
pub struct Proof {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The last signed checkpoint, as a signed note
    #[command(
        after_help = "Example:\n  fupan proof checkpoint spring-cup\n  fupan proof checkpoint spring-cup --witnessed --server http://127.0.0.1:8080"
    )]
    Checkpoint {
        /// The ledger
        ledger: LedgerName,
        /// The last one that witnesses have signed
        #[arg(long)]
        witnessed: bool,
        #[command(flatten)]
        from: From,
    },
    /// That an entry is in the ledger: the hashes from it up to the root
    #[command(after_help = "Example:\n  fupan proof inclusion spring-cup 57 --size 1204 --json")]
    Inclusion {
        /// The ledger
        ledger: LedgerName,
        /// The entry
        seq: u64,
        /// Among how many entries; those of the last checkpoint where nothing is said
        #[arg(long, value_name = "N")]
        size: Option<u64>,
        #[command(flatten)]
        from: From,
    },
    /// That a later state of the ledger goes on from an earlier one
    #[command(after_help = "Example:\n  fupan proof consistency spring-cup 1204 --to 2210 --json")]
    Consistency {
        /// The ledger
        ledger: LedgerName,
        /// How many entries the earlier state has
        earlier: u64,
        /// How many the later one has; those of the last checkpoint where nothing is said
        #[arg(long, value_name = "N")]
        to: Option<u64>,
        #[command(flatten)]
        from: From,
    },
    /// The proof of an entry as a file of its own, with the signed checkpoint (C2SP tlog-proof)
    #[command(after_help = "Example:\n  fupan proof entry spring-cup 57 > 57.tlog-proof")]
    Entry {
        /// The ledger
        ledger: LedgerName,
        /// The entry
        seq: u64,
        #[command(flatten)]
        from: From,
    },
    /// The receipt of an entry: its hash, and the checkpoint that covers it
    #[command(after_help = "Example:\n  fupan proof receipt spring-cup 57")]
    Receipt {
        /// The ledger
        ledger: LedgerName,
        /// The entry
        seq: u64,
        #[command(flatten)]
        from: From,
    },
}

#[derive(Debug, Args)]
struct From {
    #[command(flatten)]
    source: Source,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Proof {
    /// Whether JSON is asked for.
    pub fn json(&self) -> bool {
        match &self.what {
            What::Checkpoint { from, .. }
            | What::Inclusion { from, .. }
            | What::Consistency { from, .. }
            | What::Entry { from, .. }
            | What::Receipt { from, .. } => from.json,
        }
    }

    pub fn run(self) -> Outcome {
        let told = |e| Problem::from(&e);
        match self.what {
            What::Checkpoint {
                ledger,
                witnessed,
                from,
            } => from.checkpoint(&ledger, witnessed)?,
            What::Inclusion {
                ledger,
                seq,
                size,
                from,
            } => {
                let size_asked = size.map_or_else(String::new, |size| format!("&size={size}"));
                let path = format!("/v1/ledgers/{ledger}/proof/inclusion?seq={seq}{size_asked}");
                let view = |store: &_| inclusion(store, seq, size).map(InclusionView::from);
                from.show(
                    &ledger,
                    &path,
                    |store| view(store).map_err(told),
                    inclusion_text,
                )?;
            }
            What::Consistency {
                ledger,
                earlier,
                to,
                from,
            } => {
                let to_asked = to.map_or_else(String::new, |to| format!("&to={to}"));
                let path =
                    format!("/v1/ledgers/{ledger}/proof/consistency?from={earlier}{to_asked}");
                let view =
                    |store: &Store| consistency(store, earlier, to).map(ConsistencyView::from);
                from.show(
                    &ledger,
                    &path,
                    |store| view(store).map_err(told),
                    consistency_text,
                )?;
            }
            What::Receipt { ledger, seq, from } => {
                let path = format!("/v1/ledgers/{ledger}/entries/{seq}/receipt");
                from.show(&ledger, &path, |store| receipt(store, seq), receipt_text)?;
            }
            What::Entry { ledger, seq, from } => from.entry(&ledger, seq)?,
        }
        Ok(Ended::Sound)
    }
}

type Store = fupan_store::SledStore<fupan_replay::ledger::Refused>;

impl From {
    /// Shows a view of a store, or what a service answers at that path.
    fn show<V: Serialize>(
        &self,
        ledger: &LedgerName,
        path: &str,
        view: impl FnOnce(&Store) -> Result<V, Problem>,
        text: impl FnOnce(&V) -> String,
    ) -> Result<(), Problem> {
        if let Opened::Service(remote) = self.source.opened()? {
            return print_answer(&remote.get(path, wanted(self.json))?, self.json);
        }
        let open = self.source.ledger(ledger)?;
        let view = view(&open.store)?;
        if self.json {
            return print_json(&view);
        }
        print_text(&text(&view))
    }

    fn checkpoint(&self, ledger: &LedgerName, witnessed: bool) -> Result<(), Problem> {
        if let Opened::Service(remote) = self.source.opened()? {
            let path = format!("/v1/ledgers/{ledger}/checkpoint?witnessed={witnessed}");
            let note = remote.get(&path, Wanted::Text)?;
            let signed = fupan_replay::proof::checkpoint::SignedCheckpoint::read(note.as_bytes());
            let signed = signed.map_err(|e| Problem::new("server", e.to_string()))?;
            return self.put(&CheckpointView::from(&signed), &note);
        }
        let open = self.source.ledger(ledger)?;
        let signed = checkpoint(&*open.store, witnessed)?;
        self.put(&CheckpointView::from(&*signed), &signed.to_string())
    }

    fn entry(&self, ledger: &LedgerName, seq: u64) -> Result<(), Problem> {
        let proof = if let Opened::Service(remote) = self.source.opened()? {
            let path = format!("/v1/ledgers/{ledger}/entries/{seq}/tlog-proof");
            remote.get(&path, Wanted::Text)?
        } else {
            let open = self.source.ledger(ledger)?;
            let proof = tlog_proof(&*open.store, seq);
            proof.map_err(|e| Problem::from(&e))?.to_string()
        };
        self.put(
            &serde_json::json!({ "seq": seq, "tlog_proof": proof }),
            &proof,
        )
    }

    /// Prints a text to the byte, for a file, or JSON.
    fn put(&self, view: &impl Serialize, text: &str) -> Result<(), Problem> {
        if self.json {
            return print_json(view);
        }
        print(text.strip_suffix('\n').unwrap_or(text))
    }
}
