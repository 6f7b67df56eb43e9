//! A backup: a folder with each ledger as a bundle, as anybody could verify it,
//! but with restricted documents too, and beside them what can't be made anew:
//! the tokens by their hashes and, if it is asked for, the signing keys. It is for
//! the keeper alone, and its files are his alone to read.

use super::bundle::{Parts, sha256_of, verify};
use crate::{
    bundle::{ExportError, Handed, export},
    keys::{KeyRing, Ring, Saved},
    ledger::{self, OpenLedger},
    problem::Problem,
    remote::Remote,
};
use fupan_domain::{
    Timestamp,
    ids::{LedgerName, Sha256},
};
use fupan_replay::proof::key::VerifierKey;
use fupan_store::{EventStore, Foreign, Ledgers, wall_clock};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs::{self, DirBuilder, File},
    io::{self, BufWriter, ErrorKind, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// The file that says what a backup holds; written last.
pub const LABEL: &str = "backup.json";
/// The tokens, by their hashes.
pub const TOKENS: &str = "tokens.json";
/// The signing keys.
pub const KEYS: &str = "keys.json";
/// The version of backups that this program writes.
const VERSION: u32 = 1;
/// How often a service is asked for a bundle while it makes another one.
const TRIES: u32 = 100;

/// What stands in [`LABEL`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The version of the backup's form, 1.
    pub backup: u32,
    /// When it was made.
    pub made_at: Timestamp,
    /// The service's name, if it has keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// The ledgers in it.
    pub ledgers: BTreeMap<LedgerName, SavedLedger>,
}

/// A ledger of a backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedLedger {
    /// How many entries it has.
    pub entries: u64,
    /// The length of its bundle.
    pub bytes: u64,
    /// The SHA-256 of its bundle.
    pub sha256: Sha256,
    /// The keys by which it was verified.
    pub keys: Vec<String>,
    /// What is known of it, if it is kept from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign: Option<Foreign>,
}

/// What a backup needs to know beside the bundles.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The service's name, if it has keys.
    pub service: Option<String>,
    /// Each ledger, with the keys by which it is verified, and what is known of it
    /// if it is kept from elsewhere.
    pub ledgers: BTreeMap<LedgerName, (Vec<String>, Option<Foreign>)>,
    /// The file of tokens, if there is one.
    pub tokens: Option<Value>,
}

impl Settings {
    /// Those of a data folder.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn of(data: &Path, ledgers: &Ledgers) -> Result<Settings, Problem> {
        let ring = KeyRing::at(data).open()?;
        let tokens = data.join(TOKENS);
        let tokens = match fs::read(&tokens) {
            Ok(bytes) => {
                let read = serde_json::from_slice(&bytes);
                Some(read.map_err(|e| Problem::new("file", e.to_string()).in_file(&tokens))?)
            }
            Err(e) if e.kind() == ErrorKind::NotFound => None,
            Err(e) => return Err(Problem::file(&tokens, &e)),
        };
        let names = ledgers.list().map_err(|e| Problem::from(&e))?;
        let each = names.into_iter().map(|name| {
            let foreign = ledgers.foreign(&name);
            let keys = match (&foreign, &ring) {
                (Some(foreign), _) => foreign.keys.clone(),
                (None, Some(ring)) => own_keys(ring, &name)?,
                (None, None) => Vec::new(),
            };
            Ok((name, (keys, foreign)))
        });
        Ok(Settings {
            service: ring.as_ref().map(|ring| ring.service().to_string()),
            ledgers: each.collect::<Result<_, Problem>>()?,
            tokens,
        })
    }

    /// The same without some ledgers, and without the tokens that are for them.
    #[must_use]
    pub fn without(mut self, left_out: impl Fn(&LedgerName) -> bool) -> Settings {
        self.ledgers.retain(|name, _| !left_out(name));
        let kept = self.tokens.as_mut();
        let tokens = kept.and_then(|kept| kept.get_mut("tokens"));
        if let Some(tokens) = tokens.and_then(Value::as_array_mut) {
            tokens.retain(|token| {
                let of = token["principal"]["ledger"].as_str();
                let of: Option<LedgerName> = of.and_then(|name| name.parse().ok());
                !of.is_some_and(|name| left_out(&name))
            });
        }
        self
    }
}

fn own_keys(ring: &Ring, name: &LedgerName) -> Result<Vec<String>, Problem> {
    let keys = ring.of_ledger(name)?;
    Ok(keys.iter().map(ToString::to_string).collect())
}

/// Where the ledgers come from.
pub enum Whence<'a> {
    /// A data folder whose ledgers nobody has open.
    Folder(&'a Path, &'a Ledgers),
    /// A running service.
    Service(&'a Remote),
}

impl Whence<'_> {
    fn settings(&self) -> Result<Settings, Problem> {
        match self {
            Whence::Folder(data, ledgers) => Settings::of(data, ledgers),
            Whence::Service(remote) => {
                let settings = remote.json("/v1/backup")?;
                serde_json::from_value(settings)
                    .map_err(|e| Problem::new("server", format!("no settings: {e}")))
            }
        }
    }

    fn write(&self, name: &LedgerName, out: &mut impl Write) -> Result<(), Problem> {
        match self {
            Whence::Folder(_, ledgers) => write_bundle(&ledger::open(ledgers, name)?, out),
            Whence::Service(remote) => {
                let path = format!("/v1/ledgers/{name}/bundle?private=true");
                let mut tries = 0;
                loop {
                    match remote.download(&path, out) {
                        Err(problem) if problem.code == "busy" && tries < TRIES => {
                            tries += 1;
                            thread::sleep(Duration::from_millis(200));
                        }
                        done => return done.map(|_| ()),
                    }
                }
            }
        }
    }
}

fn write_bundle(open: &OpenLedger, out: &mut impl Write) -> Result<(), Problem> {
    // All that was recorded is to be in it: so what is not signed for yet is waited for.
    ledger::signed_for(open);
    let handed = Handed {
        since: None,
        seen: None,
        prove: &[],
        restricted: true,
        document: &|hash| open.document(hash),
    };
    let store: &dyn EventStore<_> = &*open.store;
    match export(store, &handed, out, |_, _| ()) {
        Ok(_) => Ok(()),
        Err(ExportError::Io(e)) => Err(Problem::new("file", e.to_string())),
        Err(ExportError::Problem(problem)) => Err(*problem),
    }
}

/// A ledger that was backed up.
#[derive(Debug, Serialize)]
pub struct BackedUp {
    /// The ledger.
    pub ledger: LedgerName,
    /// How many entries it has.
    pub entries: u64,
    /// The length of its bundle.
    pub bytes: u64,
    /// Whether a key vouches for it.
    pub signed: bool,
}

/// Makes a backup of these ledgers, or of all, in a folder: a new one, or one that
/// holds an earlier backup, of which each ledger must be the continuation. Each
/// bundle is verified after it is written. `told` hears of ledgers begun, and of
/// entries verified.
///
/// # Errors
/// When a ledger can't be read, what was written does not verify, or the folder
/// holds something else.
pub fn make(
    from: &Whence<'_>,
    to: &Path,
    only: &[LedgerName],
    keys: Option<&Saved>,
    mut told: impl FnMut(&LedgerName, u64, u64),
) -> Result<Vec<BackedUp>, Problem> {
    let settings = from.settings()?;
    let mut label = begin(to)?;
    // Bundles wait beside those that the label names, until it names them.
    let mut beside = Vec::new();
    if let Some(missing) = only
        .iter()
        .find(|name| !settings.ledgers.contains_key(*name))
    {
        let detail = format!("there is no ledger {missing}");
        return Err(Problem::new("store_missing", detail));
    }
    let mut done = Vec::new();
    for (name, (keys, foreign)) in &settings.ledgers {
        if !only.is_empty() && !only.contains(name) {
            continue;
        }
        let path = bundle_path(to, name);
        let earlier = label
            .ledgers
            .get(name)
            .map(|_| Parts::open(&path))
            .transpose()?;
        let aside = beside_path(to, name);
        let mut out = BufWriter::with_capacity(1 << 18, own_file(&aside)?);
        from.write(name, &mut out)?;
        let file = out
            .into_inner()
            .map_err(|e| Problem::file(&aside, &e.into_error()))?;
        file.sync_all().map_err(|e| Problem::file(&aside, &e))?;
        let read = keys.iter().map(|key| key.parse::<VerifierKey>());
        let read: Vec<_> = read
            .collect::<Result<_, _>>()
            .map_err(|e| Problem::internal(&e))?;
        let parts = Parts::open(&aside)?;
        let vouched = if parts.checkpoint.is_some() {
            &read[..]
        } else {
            &[]
        };
        let seen = earlier.and_then(|earlier| earlier.checkpoint);
        let verified = verify(&aside, vouched, seen.into_iter().collect(), |n, of| {
            told(name, n, of);
        })?;
        let (sha256, bytes) = sha256_of(&aside)?;
        beside.push(name.clone());
        let saved = SavedLedger {
            entries: verified.size,
            bytes,
            sha256,
            keys: vouched.iter().map(ToString::to_string).collect(),
            foreign: foreign.clone(),
        };
        done.push(BackedUp {
            ledger: name.clone(),
            entries: saved.entries,
            bytes,
            signed: !vouched.is_empty(),
        });
        label.ledgers.insert(name.clone(), saved);
    }
    if let Some(tokens) = &settings.tokens {
        write_json(&to.join(TOKENS), tokens)?;
    }
    if let Some(keys) = keys {
        write_json(&to.join(KEYS), keys)?;
    }
    label.service = settings.service;
    label.made_at = wall_clock();
    sync(&to.join("ledgers"))?;
    // From here on the new set is the backup; up to here it was the one before.
    write_json(&to.join(LABEL), &label)?;
    for name in &beside {
        take_place(to, name)?;
    }
    sync(&to.join("ledgers"))?;
    Ok(done)
}

/// Where a ledger's bundle lies in a backup.
fn bundle_path(backup: &Path, ledger: &LedgerName) -> PathBuf {
    backup.join("ledgers").join(format!("{ledger}.zip"))
}

/// Where a bundle waits that was written and not yet named by the label, or named
/// and not yet put in its place.
fn beside_path(backup: &Path, ledger: &LedgerName) -> PathBuf {
    bundle_path(backup, ledger).with_extension("zip.new")
}

fn take_place(backup: &Path, ledger: &LedgerName) -> Result<(), Problem> {
    let path = bundle_path(backup, ledger);
    fs::rename(beside_path(backup, ledger), &path).map_err(|e| Problem::file(&path, &e))
}

/// Makes renames in a folder durable.
fn sync(folder: &Path) -> Result<(), Problem> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|e| Problem::file(folder, &e))
}

/// The bundle that the label of a backup names: in its place, or beside it where the
/// program was stopped between the two.
///
/// # Errors
/// When neither is the one that was noted when it was made.
pub fn bundle_of(
    backup: &Path,
    ledger: &LedgerName,
    saved: &SavedLedger,
) -> Result<PathBuf, Problem> {
    let (path, beside) = (bundle_path(backup, ledger), beside_path(backup, ledger));
    let is_it = |path: &Path| {
        let length = fs::metadata(path).map(|meta| meta.len());
        length.is_ok_and(|length| length == saved.bytes)
            && sha256_of(path).is_ok_and(|(sha256, _)| sha256 == saved.sha256)
    };
    if beside.exists() && is_it(&beside) {
        return Ok(beside);
    }
    let (sha256, _) = sha256_of(&path)?;
    if sha256 == saved.sha256 {
        return Ok(path);
    }
    let detail = format!(
        "it has the SHA-256 {sha256}, and {} was noted when it was made",
        saved.sha256
    );
    Err(Problem::new("backup", detail).in_file(&path))
}

/// Puts in their places what waits beside them since the program was stopped.
fn settle(backup: &Path, label: &Label) -> Result<(), Problem> {
    for (ledger, saved) in &label.ledgers {
        let beside = beside_path(backup, ledger);
        if beside.exists() && bundle_of(backup, ledger, saved)? == beside {
            take_place(backup, ledger)?;
        }
    }
    Ok(())
}

/// Reads what a backup says of itself.
///
/// # Errors
/// When it is none.
pub fn read(backup: &Path) -> Result<Label, Problem> {
    let path = backup.join(LABEL);
    let bytes = fs::read(&path).map_err(|e| match e.kind() {
        ErrorKind::NotFound => {
            let detail = format!("{} is no backup: it has no {LABEL}", backup.display());
            Problem {
                missing: !backup.exists(),
                ..Problem::new("backup", detail)
            }
        }
        _ => Problem::file(&path, &e),
    })?;
    let label: Label = serde_json::from_slice(&bytes)
        .map_err(|e| Problem::new("backup", e.to_string()).in_file(&path))?;
    if label.backup != VERSION {
        let detail = format!("a backup of version {}: expected {VERSION}", label.backup);
        return Err(Problem::new("backup", detail).in_file(&path));
    }
    Ok(label)
}

/// Takes a folder into use: one that is not there, is empty, or holds a backup.
fn begin(to: &Path) -> Result<Label, Problem> {
    let unwritable = |e: io::Error| Problem::file(to, &e);
    let label = if to.join(LABEL).exists() {
        let label = read(to)?;
        settle(to, &label)?;
        label
    } else {
        let there = to.exists() && fs::read_dir(to).map_err(unwritable)?.next().is_some();
        if there && !to.join("ledgers").is_dir() {
            let detail = format!(
                "{} holds something else than a backup: expected a new folder, or one with a backup",
                to.display()
            );
            return Err(Problem::new("backup", detail));
        }
        Label {
            backup: VERSION,
            made_at: wall_clock(),
            service: None,
            ledgers: BTreeMap::new(),
        }
    };
    let mut folder = DirBuilder::new();
    folder.recursive(true).mode(0o700);
    folder.create(to.join("ledgers")).map_err(unwritable)?;
    Ok(label)
}

/// Makes a file that only its owner can read.
fn own_file(path: &Path) -> Result<File, Problem> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    options.open(path).map_err(|e| Problem::file(path, &e))
}

/// Writes a file that only its owner can read, whole or not at all.
pub(super) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Problem> {
    let text = serde_json::to_vec_pretty(value).map_err(|e| Problem::internal(&e))?;
    let aside = path.with_extension("json.new");
    let mut file = own_file(&aside)?;
    let written = file.write_all(&text).and_then(|()| file.sync_all());
    let written = written.and_then(|()| fs::rename(&aside, path));
    let folder = path.parent().unwrap_or(Path::new("."));
    let synced = written.and_then(|()| File::open(folder)?.sync_all());
    synced.map_err(|e| Problem::file(path, &e))
}
