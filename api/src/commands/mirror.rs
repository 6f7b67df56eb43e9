//! `fupan mirror`: another service's ledgers, followed and kept on this machine.

use super::{Data, Ended, Outcome, print_error, print_json, print_text, verify::verifier_keys};
use crate::{
    hold::Hold,
    kept::mirror::{Followed, Mirror, Told},
    problem::Problem,
    remote::Remote,
};
use clap::Args;
use fupan_domain::{amount, ids::LedgerName};
use fupan_replay::proof::key::Algorithm;
use fupan_store::Ledgers;
use serde_json::json;
use std::{path::PathBuf, sync::mpsc, thread};

/// How many entries are named one by one.
const SHOWN: usize = 5;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  FUPAN_TOKEN=fupan_... fupan mirror http://venue.local:8080 --data mirror-data --key go.example.org.vkey\n  fupan mirror https://go.example.org --ledger spring-cup --key go.example.org.vkey --once\n\nWith the keeper's or an auditor's token it confirms to the service what is durable here, which /readyz and GET /v1/ledgers/L/mirrors show there.\nWhen the machine at the venue dies: fupan promote makes the copy the ledger that is written."
)]
pub struct MirrorVerb {
    /// The service, as `http://127.0.0.1:8080`
    url: String,
    /// The ledger; all that the service has at the start, if none is named
    #[arg(long)]
    ledger: Vec<LedgerName>,
    /// The service's verifier key, from the service itself: the key or a file that holds it
    #[arg(long, value_name = "KEY", required = true)]
    key: Vec<String>,
    /// The name under which the mirror confirms; the machine's, if it is not said
    #[arg(long, value_name = "NAME")]
    mirror: Option<String>,
    /// End as soon as everything is here and signed for
    #[arg(long)]
    once: bool,
    /// The token with which the service is asked
    #[arg(
        long,
        value_name = "TOKEN",
        env = "FUPAN_TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,
    /// The certificate that the service shows, trusted in place of the usual authorities: a PEM file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
    /// Print what happens as JSON, an object a line
    #[arg(long)]
    pub json: bool,
}

impl MirrorVerb {
    pub fn run(self) -> Outcome {
        let keys = verifier_keys(&self.key, Algorithm::Ed25519)?;
        let names = self.names()?;
        // No key is made: a mirror signs nothing, and the old key may come here one day.
        let ledgers = Ledgers::at(&self.data.data).map_err(|e| Problem::from(&e))?;
        let _hold = Hold::for_verb(&self.data.data)?;
        // Each is opened before any is followed: what can't be is told at once.
        let mut mirrors = Vec::new();
        for name in names {
            let followed = Followed {
                ledger: name.clone(),
                name: name.clone(),
                keys: keys.clone(),
                source: self.url.clone(),
                mirror: self.mirror.clone().unwrap_or_else(machine),
                confirms: self.token.is_some(),
            };
            mirrors.push((name, Mirror::open(&ledgers, self.remote()?, followed)?));
        }
        let (once, json) = (self.once, self.json);
        let (ended, ends) = mpsc::channel();
        for (name, mut mirror) in mirrors {
            let ended = ended.clone();
            let thread = thread::Builder::new().name(format!("mirror-{name}"));
            let follow = move || {
                let mut lacking = false;
                let outcome = mirror.run(|told| {
                    lacking |= matches!(told, Told::WithoutPeople(_));
                    tell(&name, &told, once, json)
                });
                // Nobody may listen any more: then the program is ending.
                let _unheard = ended.send((name, outcome, lacking));
            };
            thread.spawn(follow).map_err(|e| Problem::internal(&e))?;
        }
        drop(ended);
        let mut broken = false;
        for (name, outcome, lacking) in ends {
            broken |= lacking;
            if let Err(problem) = outcome {
                broken = true;
                told_wrong(&name, &problem, json)?;
            }
        }
        Ok(if broken { Ended::Broken } else { Ended::Sound })
    }

    fn remote(&self) -> Result<Remote, Problem> {
        Remote::at(&self.url, self.token.clone(), self.certificate.as_deref())
    }

    fn names(&self) -> Result<Vec<LedgerName>, Problem> {
        if !self.ledger.is_empty() {
            return Ok(self.ledger.clone());
        }
        let listed = self.remote()?.list("/v1/ledgers")?;
        let names = listed
            .iter()
            .filter_map(|item| item["ledger"].as_str()?.parse().ok());
        let names: Vec<LedgerName> = names.collect();
        if names.is_empty() {
            let detail = format!(
                "{} has no ledgers yet: name one with --ledger when there is",
                self.url
            );
            return Err(Problem::new("store_missing", detail));
        }
        Ok(names)
    }
}

/// The machine's name.
fn machine() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

/// Tells what became of a ledger, and whether to go on.
fn tell(name: &LedgerName, told: &Told, once: bool, json: bool) -> bool {
    match told {
        Told::Kept { size, signed, held } => {
            let printed = if json {
                let line = json!({"ledger": name, "size": size, "signed": signed, "held": held});
                super::print(&line.to_string())
            } else {
                let more = match held {
                    0 => String::new(),
                    n => format!("; {n} more are held aside until they are"),
                };
                print_text(&format!(
                    "{name}: {} kept, {signed} of them signed for{more}",
                    amount(*size, "entry")
                ))
            };
            printed.is_ok() && !(once && size == signed && *held == 0)
        }
        Told::WithoutPeople(seqs) => {
            if json {
                let line = json!({"ledger": name, "without_people": seqs});
                return super::print(&line.to_string()).is_ok();
            }
            let entries: Vec<String> = seqs.iter().take(SHOWN).map(u64::to_string).collect();
            print_error(&format_args!(
                "{name}: NOT ALL IS KEPT HERE: the service does not give out the names behind {} ({}{}), and no entry says that they were erased",
                amount(seqs.len(), "entry"),
                entries.join(", "),
                if seqs.len() > SHOWN { ", …" } else { "" }
            ));
            true
        }
        Told::Without { sha256, why } => {
            if json {
                let line = json!({"ledger": name, "without": sha256, "why": why});
                return super::print(&line.to_string()).is_ok();
            }
            print_error(&format_args!(
                "{name}: file {sha256} is not kept here: {why}"
            ));
            true
        }
        Told::Cut(problem) => {
            print_error(&format_args!("{name}: {problem}; trying again"));
            true
        }
    }
}

/// Tells loudly why a ledger is followed no more.
fn told_wrong(name: &LedgerName, problem: &Problem, json: bool) -> Result<(), Problem> {
    if json {
        return print_json(&json!({"ledger": name, "refused": problem}));
    }
    print_error(&format_args!(
        "{name}: NOT FOLLOWED ANY MORE: {problem}. What was kept before stands as it is."
    ));
    Ok(())
}
