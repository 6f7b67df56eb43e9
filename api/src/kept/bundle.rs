//! Somebody else's bundle, kept as a ledger that is only read: verified as by
//! `fupan verify`, its entries byte for byte, with its own checkpoints. A newer
//! bundle of the same ledger extends it, if both are one history.

use super::{Taking, keep_file};
use crate::{
    bundle::{Asked, Stage, container, examine_file, lines, manifest, no_bundle, people},
    ledger::{self, OpenLedger},
    problem::Problem,
};
use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::{
    audit::{AuditView, Verdict},
    bundle::{Bundle, CHECKPOINT, ENTRIES, Manifest, NotABundle, Part},
    proof::{checkpoint::SignedCheckpoint, key::VerifierKey},
    sequencer::ReadError,
    verify::Trust,
};
use fupan_store::{Blob, Blobs, Erased, EventStore, Foreign, Ledgers, Proofs};
use rawzip::FileReader;
use serde::Serialize;
use sha2::Digest;
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    sync::Arc,
};

/// A bundle whose parts are looked at.
pub struct Parts {
    /// The file.
    pub bundle: Bundle<FileReader>,
    /// What it says of itself.
    pub manifest: Manifest,
    /// The checkpoint that covers its entries.
    pub checkpoint: Option<SignedCheckpoint>,
    /// Earlier ones, by size.
    pub earlier: Vec<SignedCheckpoint>,
}

impl Parts {
    /// Opens a file; nothing is verified yet.
    ///
    /// # Errors
    /// When it is no bundle.
    pub fn open(path: &Path) -> Result<Parts, Problem> {
        let of_file = |problem: Problem| problem.in_file(path);
        let bundle = container(path)?;
        let manifest = manifest(&bundle).map_err(of_file)?;
        let signed = |name: &str| -> Result<SignedCheckpoint, Problem> {
            let bytes = bundle.small(name).map_err(|e| of_file(no_bundle(&e)))?;
            SignedCheckpoint::read(&bytes).map_err(|e| of_file(no_bundle(&e)))
        };
        let checkpoint = bundle.size_of(CHECKPOINT).map(|_| signed(CHECKPOINT));
        let earlier = bundle.parts().filter_map(|(name, part)| match part {
            Part::Earlier(_) => Some(signed(name)),
            _ => None,
        });
        let mut earlier: Vec<_> = earlier.collect::<Result<_, _>>()?;
        earlier.sort_by_key(|signed| signed.checkpoint().size());
        let checkpoint = checkpoint.transpose()?;
        Ok(Parts {
            bundle,
            manifest,
            checkpoint,
            earlier,
        })
    }

    /// How many entries the ledger has up to the bundle's end.
    pub fn size(&self) -> u64 {
        self.manifest.first.saturating_add(self.manifest.entries)
    }

    /// Writes its documents beside a ledger, save those that `without` says.
    ///
    /// # Errors
    /// When one can't be read or written.
    pub fn documents(
        &self,
        blobs: &Blobs,
        without: impl Fn(Sha256) -> bool,
    ) -> Result<u64, Problem> {
        let mut count = 0;
        for (name, part) in self.bundle.parts() {
            let Part::Blob(sha256) = part else { continue };
            if without(sha256) || blobs.contains(sha256) {
                continue;
            }
            let bytes = self.bundle.size_of(name).unwrap_or(0);
            let mut from = self.bundle.stream(name).map_err(|e| no_bundle(&e))?;
            keep_file(blobs, Blob { sha256, bytes }, &mut from, |e| no_bundle(&e))?;
            count += 1;
        }
        Ok(count)
    }
}

/// Verifies a bundle as `fupan verify` does, as the record that it is.
///
/// # Errors
/// When it does not verify, with the first thing that is wrong. What was announced
/// and does not follow from it is in the view alone.
pub fn verify(
    path: &Path,
    keys: &[VerifierKey],
    seen: Vec<SignedCheckpoint>,
    mut told: impl FnMut(u64, u64),
) -> Result<AuditView, Problem> {
    let asked = Asked {
        checkpoints: seen,
        trust: Trust::of_keys(keys.to_vec()),
        only_log: false,
    };
    let view = examine_file(path, asked, |stage, n, of| {
        if stage == Stage::Entries {
            told(n, of);
        }
    })?;
    // Results and standings that don't follow are told, and keep nothing from being kept:
    // what was recorded is whole, and others must be able to see it.
    if view.record != Verdict::Broken {
        return Ok(view);
    }
    let first = view.first_fault();
    let what = first.map_or_else(
        || "it is broken".to_owned(),
        |d| format!("{}: {}", d.code, d.text),
    );
    let more = view.discrepancies.len().saturating_sub(1);
    let more = if more == 0 {
        String::new()
    } else {
        format!(" ({more} more)")
    };
    Err(Problem::new("bundle_broken", format!("{what}{more}")).in_file(path))
}

/// What became of a bundle that was taken in.
#[derive(Debug, Serialize)]
pub struct Kept {
    /// The ledger, by the name that it has here.
    pub ledger: LedgerName,
    /// The name that it has at home.
    pub recorded_as: LedgerName,
    /// The first line of its checkpoints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// How many of its entries are new here.
    pub entries: u64,
    /// How many there are now.
    pub size: u64,
    /// Whether a key vouches for it.
    pub signed: bool,
    /// What its audit comes to: results or standings of it may not follow.
    pub verdict: Verdict,
}

/// Keeps a bundle as a ledger that is only read, or extends the one that is kept.
/// `name`: under which name, if not its own. `told` hears of entries verified.
///
/// # Errors
/// When it does not verify, is another history than what is kept, or there is a
/// ledger of that name that is written here.
pub fn keep(
    ledgers: &Ledgers,
    path: &Path,
    name: Option<&LedgerName>,
    keys: &[VerifierKey],
    told: impl FnMut(u64, u64),
) -> Result<Kept, Problem> {
    let parts = Parts::open(path)?;
    let name = name.unwrap_or(&parts.manifest.ledger).clone();
    let kept = kept_so_far(ledgers, &name, &parts, keys)?;
    let keys = kept
        .as_ref()
        .map_or(keys.to_vec(), |(_, keys)| keys.clone());
    let seen = kept.as_ref().and_then(|(open, _)| open.store.checkpoint());
    let seen = seen.filter(|seen| seen.checkpoint().size() <= parts.size());
    let seen = seen.map(|seen| (*seen).clone()).into_iter().collect();
    if let Some((open, _)) = &kept {
        one_history(open, &parts)?;
    }
    let view = verify(path, &keys, seen, told)?;
    let origin = parts
        .checkpoint
        .as_ref()
        .map(|c| c.checkpoint().origin().to_string());
    let open = match kept {
        Some((open, _)) => open,
        None => ledger::keep_foreign(
            ledgers,
            &name,
            Foreign {
                ledger: parts.manifest.ledger.clone(),
                origin: origin.clone(),
                keys: keys.iter().map(ToString::to_string).collect(),
                source: path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
            },
        )?,
    };
    let entries = take(&open, &parts)?;
    Ok(Kept {
        ledger: name,
        recorded_as: parts.manifest.ledger.clone(),
        origin,
        entries,
        size: open.store.head().size,
        signed: !keys.is_empty() && parts.checkpoint.is_some(),
        verdict: view.verdict,
    })
}

/// The ledger of that name, if it is kept already, with the keys by which it is.
fn kept_so_far(
    ledgers: &Ledgers,
    name: &LedgerName,
    parts: &Parts,
    keys: &[VerifierKey],
) -> Result<Option<(OpenLedger, Vec<VerifierKey>)>, Problem> {
    if !ledgers.contains(name) {
        if parts.manifest.first > 0 {
            let detail = format!(
                "the bundle begins with entry {}, and nothing is kept of {} that it could go on from",
                parts.manifest.first, parts.manifest.ledger
            );
            return Err(Problem::new("bundle", detail));
        }
        return Ok(None);
    }
    let Some(foreign) = ledgers.foreign(name) else {
        let detail = format!(
            "ledger {name} is written here: keep the bundle under another name with --ledger"
        );
        return Err(Problem::new("store_exists", detail));
    };
    if foreign.ledger != parts.manifest.ledger {
        let detail = format!(
            "{name} is kept of the ledger {}, and the bundle is of {}: keep it under another name with --ledger",
            foreign.ledger, parts.manifest.ledger
        );
        return Err(Problem::new("store_exists", detail));
    }
    let known = ledger::trust(Some(&foreign))?.keys;
    let relied_on = |key: &VerifierKey| known.iter().any(|k| k.public() == key.public());
    if let Some(key) = keys.iter().find(|key| !known.is_empty() && !relied_on(key)) {
        let detail = format!("{name} was checked by another key than {key} when it came");
        return Err(Problem::new("other_key", detail));
    }
    let keys = if known.is_empty() {
        keys.to_vec()
    } else {
        known
    };
    Ok(Some((ledger::open(ledgers, name)?, keys)))
}

/// Whether a bundle and what is kept are one history: the last entry that both
/// have is the same, and with it all before, by the chain.
fn one_history(open: &OpenLedger, parts: &Parts) -> Result<(), Problem> {
    let size = open.store.head().size;
    let Some(last) = size.min(parts.size()).checked_sub(1) else {
        return Ok(());
    };
    if last < parts.manifest.first {
        // The chain tells when its first entry is taken.
        return Ok(());
    }
    let unreadable = |e: ReadError| Problem::new("log_unreadable", e.to_string());
    let kept = open.store.entry(last).map_err(unreadable)?;
    let mut same = false;
    lines(&parts.bundle, ENTRIES, |number, line| {
        if parts.manifest.first + number == last {
            same = kept.as_deref() == Some(line);
        }
        Ok(())
    })?;
    if same {
        return Ok(());
    }
    // Only now is each looked at, for the first that is another.
    let mut parting = None;
    lines(&parts.bundle, ENTRIES, |number, line| {
        let seq = parts.manifest.first + number;
        if parting.is_none() && seq <= last {
            let kept = open.store.entry(seq).map_err(unreadable)?;
            parting = (kept.as_deref() != Some(line)).then_some(seq);
        }
        Ok(())
    })?;
    let parting = parting.unwrap_or(last);
    let detail = format!(
        "from entry {parting} on the bundle has others than those that are kept of {}: these are two histories of one ledger",
        parts.manifest.ledger
    );
    Err(Problem {
        seq: Some(parting),
        ..Problem::new("two_histories", detail)
    })
}

/// Takes in what is new, and the checkpoints.
fn take(open: &OpenLedger, parts: &Parts) -> Result<u64, Problem> {
    let next = open.store.head().size;
    let mut people = people(&parts.bundle)?;
    let mut taking = Taking::into(&open.store);
    let first = parts.manifest.first;
    if first > next {
        let detail = format!("the bundle begins with entry {first}, and {next} are kept");
        return Err(Problem::new("bundle", detail));
    }
    let mut erased = Erased::default();
    lines(&parts.bundle, ENTRIES, |number, line| {
        if first + number < next {
            return Ok(());
        }
        erased.follow(line);
        taking.push(&Arc::from(line), |commitment| people.remove(&commitment))
    })?;
    taking.write()?;
    checkpoints(open, parts)?;
    parts.documents(&open.blobs, |sha256| erased.files.contains(&sha256))?;
    // What an older bundle brought and its own service has deleted since goes here too.
    for sha256 in erased.files {
        open.blobs.remove(sha256)?;
    }
    Ok(taking.taken)
}

/// Keeps a bundle's checkpoints, those that are not there yet.
pub(super) fn checkpoints(open: &OpenLedger, parts: &Parts) -> Result<(), Problem> {
    let last = open.store.checkpoint().map_or(0, |c| c.checkpoint().size());
    let new = |signed: &&SignedCheckpoint| signed.checkpoint().size() > last;
    for signed in parts.earlier.iter().filter(new) {
        let kept = open.store.keep_signed(signed.clone(), true);
        kept.map_err(|e| Problem::from(&e))?;
    }
    if let Some(signed) = parts.checkpoint.as_ref().filter(new) {
        let kept = open.store.keep_signed(signed.clone(), false);
        kept.map_err(|e| Problem::from(&e))?;
    }
    Ok(())
}

/// The SHA-256 of a file, and its length.
///
/// # Errors
/// When it can't be read.
pub fn sha256_of(path: &Path) -> Result<(Sha256, u64), Problem> {
    let unreadable = |e: io::Error| Problem::file(path, &e);
    let mut file = File::open(path).map_err(unreadable)?;
    let mut hasher = sha2::Sha256::new();
    let (mut bytes, mut piece) = (0, vec![0; 256 << 10]);
    loop {
        let read = file.read(&mut piece).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        hasher.update(&piece[..read]);
        bytes += read as u64;
    }
    Ok((Sha256(hasher.finalize().into()), bytes))
}

/// What is wrong with a part of a bundle.
impl From<NotABundle> for Problem {
    fn from(error: NotABundle) -> Problem {
        Problem::new("bundle", error.to_string())
    }
}
