//! Putting a ledger back that is to be written again: from a backup, or from the
//! copy that a mirror keeps. It is verified first, made aside and put in its place
//! when it is whole; what was erased since does not come back with it.

use super::{
    LogKeys, Taking,
    backup::{self, SavedLedger, bundle_of, write_json},
    bundle::{Parts, verify},
    keep_file,
    mirror::Held,
};
use crate::{
    bundle::{lines, people},
    keys::{KeyRing, Ring, Saved},
    ledger,
    problem::Problem,
};
use fupan_domain::{
    amount,
    event::{LogEvent, Stream, log::KeyReplaced},
    ids::{LedgerName, Sha256},
    tournament::KEEPER,
};
use fupan_replay::{
    bundle::ENTRIES,
    draft::Draft,
    ledger::Refused,
    person::PersonRecord,
    proof::{checkpoint::SignedCheckpoint, key::VerifierKey},
};
use fupan_store::{
    Blobs, Erased, EventStore, Foreign, Ledgers, OpenError, Proofs, SledStore, wall_clock,
};
use serde::Serialize;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// How many entries are read at once.
const PASS_ENTRIES: usize = 1000;

/// What comes between while a ledger is put back.
struct Stopped(Problem);

impl From<OpenError> for Stopped {
    fn from(error: OpenError) -> Stopped {
        Stopped(Problem::from(&error))
    }
}

impl From<Problem> for Stopped {
    fn from(problem: Problem) -> Stopped {
        Stopped(problem)
    }
}

/// What was put back.
#[derive(Debug, Serialize)]
pub struct Restored {
    /// The ledger.
    pub ledger: LedgerName,
    /// How many entries it has.
    pub entries: u64,
    /// How many entries the last checkpoint covered that was seen here, where that is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub older_than: Option<u64>,
    /// Whether the service's key signs on from the checkpoints that came with it;
    /// otherwise another key signs it anew.
    pub same_key: bool,
    /// The seq of the entry that says so, where another key signs from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced: Option<u64>,
    /// How many records of people did not come back, since they were erased.
    pub people_erased: u64,
    /// Whether it is one that is kept from elsewhere, and stays so.
    pub read_only: bool,
    /// Whose key its signature was held against.
    pub vouched_by: VouchedBy,
    /// What had come to the mirror that is promoted and nobody had signed for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsigned: Option<Unsigned>,
}

/// Entries that a mirror held, since no checkpoint covers them.
#[derive(Debug, Serialize)]
pub struct Unsigned {
    /// How many there are.
    pub entries: u64,
    /// Whether they were taken in with the rest.
    pub taken: bool,
    /// The file in which they stand, where they were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
}

/// Whose key the signature of what is put back was held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VouchedBy {
    /// One that was named on the command line.
    NamedKey,
    /// Those of the data folder, which were there before.
    KeysHere,
    /// Those that the backup itself names: whoever made it could have signed it.
    BackupAlone,
}

/// What is asked of a restore.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only these ledgers; all of them if none is named.
    pub only: Vec<LedgerName>,
    /// A key that must vouch for them, in place of those that the backup names.
    pub keys: Vec<VerifierKey>,
    /// Whether an older state than was seen here may take its place.
    pub older_than_seen: bool,
}

/// Puts a backup back into a data folder.
///
/// # Errors
/// When something in it does not verify, a ledger is there already, or it is older
/// than what was seen here. Ledgers before that one are there then.
pub fn restore(
    from: &Path,
    data: &Path,
    wanted: &Wanted,
    mut told: impl FnMut(&LedgerName, u64, u64),
) -> Result<Vec<Restored>, Problem> {
    let label = backup::read(from)?;
    if let Some(missing) = wanted.only.iter().find(|l| !label.ledgers.contains_key(*l)) {
        let detail = format!("the backup has no ledger {missing}");
        return Err(Problem::new("store_missing", detail));
    }
    let chosen = |name: &LedgerName| wanted.only.is_empty() || wanted.only.contains(name);
    let ledgers = Ledgers::at(data).map_err(|e| Problem::from(&e))?;
    let here = KeyRing::at(data).open()?;
    // First everything that can be refused, then everything that is written.
    let mut checked = Vec::new();
    for (name, saved) in label.ledgers.iter().filter(|(name, _)| chosen(name)) {
        let here = here.as_deref();
        checked.push(check(
            from,
            (&ledgers, here),
            name,
            saved,
            wanted,
            |n, of| {
                told(name, n, of);
            },
        )?);
    }
    let ring = settings(from, data)?;
    checked
        .into_iter()
        .map(|ledger| ledger.put_back(&ledgers, &ring))
        .collect()
}

/// A ledger of a backup that may be put back.
struct Checked<'a> {
    name: &'a LedgerName,
    vouched_by: VouchedBy,
    parts: Parts,
    /// The keys by which it was verified.
    keys: Vec<VerifierKey>,
    erased: Erased,
    foreign: Option<Foreign>,
    older_than: Option<u64>,
}

fn check<'a>(
    from: &Path,
    (ledgers, here): (&Ledgers, Option<&Ring>),
    name: &'a LedgerName,
    saved: &SavedLedger,
    wanted: &Wanted,
    told: impl FnMut(u64, u64),
) -> Result<Checked<'a>, Problem> {
    if ledgers.contains(name) {
        let detail = format!("ledger {name} is there already: a backup overwrites nothing");
        return Err(Problem::new("store_exists", detail));
    }
    let path = bundle_of(from, name, saved)?;
    let parts = Parts::open(&path)?;
    let recorded_as = saved
        .foreign
        .as_ref()
        .map_or(name, |foreign| &foreign.ledger);
    if parts.manifest.ledger != *recorded_as || parts.manifest.first > 0 {
        let detail = format!("it is no bundle of the whole ledger {recorded_as}");
        return Err(Problem::new("backup", detail).in_file(&path));
    }
    let seen = ledgers.seen(name).map_err(|e| Problem::from(&e))?;
    let older_than = older(name, seen.as_ref(), parts.size(), wanted)?;
    let vouched_by = match (wanted.keys.is_empty(), here) {
        (false, _) => VouchedBy::NamedKey,
        (true, Some(_)) if saved.foreign.is_none() && parts.checkpoint.is_some() => {
            VouchedBy::KeysHere
        }
        (true, _) => VouchedBy::BackupAlone,
    };
    let keys = match (vouched_by, here) {
        (VouchedBy::NamedKey, _) => wanted.keys.clone(),
        (VouchedBy::KeysHere, Some(ring)) => ring.of_ledger(name)?,
        _ => {
            let keys = saved.keys.iter().map(|key| key.parse::<VerifierKey>());
            let read: Result<Vec<_>, _> = keys.collect();
            read.map_err(|e| Problem::new("backup", format!("a key of {name} is none: {e}")))?
        }
    };
    let seen = seen.filter(|_| older_than.is_none());
    let verified = verify(&path, &keys, seen.into_iter().collect(), told);
    if vouched_by == VouchedBy::KeysHere {
        verified.map_err(|problem| {
            let detail = format!(
                "held against the keys of the data folder, since no --key was named: {}",
                problem.detail
            );
            Problem { detail, ..problem }
        })?;
    } else {
        verified?;
    }
    Ok(Checked {
        name,
        vouched_by,
        parts,
        keys,
        erased: ledgers.erased(name).map_err(|e| Problem::from(&e))?,
        foreign: saved.foreign.clone(),
        older_than,
    })
}

/// How many entries were seen here, where a backup has fewer.
fn older(
    name: &LedgerName,
    seen: Option<&SignedCheckpoint>,
    size: u64,
    wanted: &Wanted,
) -> Result<Option<u64>, Problem> {
    let seen = seen.map(|seen| seen.checkpoint().size());
    let Some(seen) = seen.filter(|seen| *seen > size) else {
        return Ok(None);
    };
    if wanted.older_than_seen {
        return Ok(Some(seen));
    }
    let detail = format!(
        "the backup of {name} has {}, and a checkpoint of {seen} was seen here: {} would be lost",
        amount(size, "entry"),
        amount(seen - size, "entry")
    );
    Err(Problem::new("older_than_seen", detail))
}

/// Puts back what the service needs beside ledgers, where there is nothing of it:
/// keys and tokens. Answers the keys that sign from now on.
fn settings(from: &Path, data: &Path) -> Result<Arc<Ring>, Problem> {
    let ring = KeyRing::at(data);
    let saved = from.join(backup::KEYS);
    if ring.open()?.is_none() && saved.exists() {
        let bytes = fs::read(&saved).map_err(|e| Problem::file(&saved, &e))?;
        let keys: Saved = serde_json::from_slice(&bytes)
            .map_err(|e| Problem::new("backup", e.to_string()).in_file(&saved))?;
        ring.restore(&keys)?;
    }
    let tokens = from.join(backup::TOKENS);
    if tokens.exists() && !data.join(backup::TOKENS).exists() {
        let bytes = fs::read(&tokens).map_err(|e| Problem::file(&tokens, &e))?;
        let value: Value = serde_json::from_slice(&bytes)
            .map_err(|e| Problem::new("backup", e.to_string()).in_file(&tokens))?;
        write_json(&data.join(backup::TOKENS), &value)?;
    }
    // Without the old key the service is another one, and gets a name of its own.
    ring.open_or_make(None)
}

impl Checked<'_> {
    fn put_back(self, ledgers: &Ledgers, ring: &Ring) -> Result<Restored, Problem> {
        let Checked {
            name,
            vouched_by,
            parts,
            erased,
            keys,
            foreign,
            older_than,
        } = self;
        if older_than.is_some() {
            ledgers.forget_seen(name).map_err(|e| Problem::from(&e))?;
        }
        if let Some(foreign) = foreign {
            let kept = keep_foreign(ledgers, name, &parts, foreign, older_than)?;
            return Ok(Restored { vouched_by, ..kept });
        }
        let same_key = signs_on(ring, name, parts.checkpoint.as_ref())?;
        let mut people_erased = 0;
        let put = ledgers.put_back(name, ledger::admission, |store, folder| {
            let mut people = people(&parts.bundle)?;
            people.retain(|commitment, _| {
                let gone = erased.people.contains(commitment);
                people_erased += u64::from(gone);
                !gone
            });
            take_lines(store, &parts, |commitment| people.remove(&commitment))?;
            if same_key {
                keep_checkpoints(store, &parts.earlier, parts.checkpoint.as_ref())?;
            }
            let blobs = Blobs::of(folder);
            parts.documents(&blobs, |sha256| erased.files.contains(&sha256))?;
            Ok::<(), Stopped>(())
        });
        put.map_err(|Stopped(problem)| problem)?;
        if let Some(last) = parts.checkpoint.as_ref().filter(|_| same_key) {
            // From now on no older copy passes for it, even before anything is signed here.
            ledgers
                .remember(name, last)
                .map_err(|e| Problem::from(&e))?;
        }
        let last = parts.checkpoint.as_ref().filter(|_| !same_key);
        let replaced = last.map(|last| {
            let why =
                "The ledger was put back from a backup without the key that signed it before.";
            say_replaced(ledgers, name, ring, (last, &keys), why)
        });
        Ok(Restored {
            ledger: name.clone(),
            entries: parts.size(),
            older_than,
            same_key,
            replaced: replaced.transpose()?.flatten(),
            people_erased,
            read_only: false,
            vouched_by,
            unsigned: None,
        })
    }
}

fn keep_foreign(
    ledgers: &Ledgers,
    name: &LedgerName,
    parts: &Parts,
    foreign: Foreign,
    older_than: Option<u64>,
) -> Result<Restored, Problem> {
    let open = ledger::keep_foreign(ledgers, name, foreign)?;
    let mut people = people(&parts.bundle)?;
    take_lines(&open.store, parts, |commitment| people.remove(&commitment))?;
    keep_checkpoints(&open.store, &parts.earlier, parts.checkpoint.as_ref())?;
    parts.documents(&open.blobs, |_| false)?;
    Ok(Restored {
        ledger: name.clone(),
        entries: parts.size(),
        older_than,
        same_key: true,
        replaced: None,
        people_erased: 0,
        read_only: true,
        vouched_by: VouchedBy::BackupAlone,
        unsigned: None,
    })
}

fn take_lines(
    store: &SledStore<Refused>,
    parts: &Parts,
    mut person: impl FnMut(Sha256) -> Option<PersonRecord>,
) -> Result<(), Problem> {
    let mut taking = Taking::into(store);
    lines(&parts.bundle, ENTRIES, |_, line| {
        taking.push(&Arc::from(line), &mut person)
    })?;
    taking.write()
}

fn keep_checkpoints(
    store: &SledStore<Refused>,
    earlier: &[SignedCheckpoint],
    last: Option<&SignedCheckpoint>,
) -> Result<(), Problem> {
    let last = last.map(|signed| (signed, false));
    for (signed, stays) in earlier.iter().map(|signed| (signed, true)).chain(last) {
        let kept = store.keep_signed(signed.clone(), stays);
        kept.map_err(|e| Problem::from(&e))?;
    }
    Ok(())
}

/// Whether the keys here can sign on from a checkpoint: it is one of theirs, or
/// nothing was signed yet.
fn signs_on(
    ring: &Ring,
    name: &LedgerName,
    last: Option<&SignedCheckpoint>,
) -> Result<bool, Problem> {
    let Some(last) = last else { return Ok(true) };
    let keys = ring.of_ledger(name)?;
    Ok(keys.iter().any(|key| last.note().verify(key).is_ok()))
}

/// Makes the copy that is kept of a ledger the ledger that is written, on this
/// machine and with the keys of this data folder. `with_unsigned`: with what the mirror
/// held, though nobody signed for it; otherwise that stays beside.
///
/// # Errors
/// When there is no such copy, it bears another name than its entries, or it can't
/// be read or written.
pub fn promote(data: &Path, name: &LedgerName, with_unsigned: bool) -> Result<Restored, Problem> {
    let ledgers = ledger::ledgers(data)?;
    let Some(foreign) = ledgers.foreign(name) else {
        let (code, detail) = if ledgers.contains(name) {
            (
                "store_exists",
                format!("ledger {name} is written here already"),
            )
        } else {
            ("store_missing", format!("there is no ledger {name}"))
        };
        return Err(Problem::new(code, detail));
    };
    if foreign.ledger != *name {
        let detail = format!(
            "{name} is kept under another name than its entries bear, {}: keep it under that one in another data folder (fupan import without --ledger, or fupan mirror), and promote it there",
            foreign.ledger
        );
        return Err(Problem::new("usage", detail));
    }
    let ring = KeyRing::at(data).open_or_make(None)?;
    let copy = ledger::open(&ledgers, name)?;
    let checkpoints = copy.store.checkpoints(0);
    let mut earlier = checkpoints.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
    let last = earlier.pop();
    let same_key = signs_on(&ring, name, last.as_ref())?;
    let size = copy.store.head().size;
    let held = Held::open(ledgers.held(name), copy.store.head())?;
    let put = ledgers.put_back(name, ledger::admission, |store, folder| {
        let mut taking = Taking::into(store);
        let mut next = 0;
        while next < size {
            let entries = copy.store.entries(next, PASS_ENTRIES);
            let entries = entries.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
            if entries.is_empty() {
                let detail = format!("entry {next} is missing");
                return Err(Problem::new("log_unreadable", detail).into());
            }
            next += entries.len() as u64;
            for bytes in entries {
                taking.push(&bytes, |commitment| {
                    copy.store.person(commitment).ok().flatten()
                })?;
            }
        }
        if with_unsigned {
            for line in held.below(held.next())? {
                taking.push(&Arc::from(line?), |_| None)?;
            }
        }
        taking.write()?;
        if same_key {
            keep_checkpoints(store, &earlier, last.as_ref())?;
        }
        copy_files(&copy.blobs, &Blobs::of(folder))?;
        Ok::<(), Stopped>(())
    });
    put.map_err(|Stopped(problem)| problem)?;
    drop(copy);
    let unsigned = (held.count() > 0).then(|| Unsigned {
        entries: held.count(),
        taken: with_unsigned,
        file: (!with_unsigned).then(|| ledgers.held(name)),
    });
    let size = if with_unsigned {
        // It stands in the ledger now; should the file stay, nobody reads it any more.
        let _removed = fs::remove_file(ledgers.held(name));
        held.next()
    } else {
        size
    };
    let keys = ledger::trust(Some(&foreign))?.keys;
    let last = last.as_ref().filter(|_| !same_key);
    let replaced = last.map(|last| {
        let why =
            "The ledger is written on from a mirror's copy, without the key that signed it before.";
        say_replaced(&ledgers, name, &ring, (last, &keys), why)
    });
    Ok(Restored {
        ledger: name.clone(),
        entries: size,
        older_than: None,
        same_key,
        replaced: replaced.transpose()?.flatten(),
        people_erased: 0,
        read_only: false,
        // Each entry was held against the key that was named when the mirror began.
        vouched_by: VouchedBy::NamedKey,
        unsigned,
    })
}

/// Lets go of what was seen here under a key that is not here, and records in the
/// ledger that another one signs from now on. Answers the entry's seq; none where
/// no key was relied on before.
fn say_replaced(
    ledgers: &Ledgers,
    name: &LedgerName,
    ring: &Ring,
    (last, keys): (&SignedCheckpoint, &[VerifierKey]),
    why: &str,
) -> Result<Option<u64>, Problem> {
    ledgers.forget_seen(name).map_err(|e| Problem::from(&e))?;
    let open = ledger::open(ledgers, name)?;
    let keys = LogKeys::of(&*open.store, keys)?.all();
    if !keys.iter().any(|key| last.signed_by(key)) {
        // Nobody was relied on: then nobody is replaced.
        return Ok(None);
    }
    let next = ring.keys().last();
    let next = next.ok_or_else(|| Problem::internal(&"the ring has no key"))?;
    let event = LogEvent::KeyReplaced(Box::new(KeyReplaced {
        previous: keys.iter().map(ToString::to_string).collect(),
        key: next.key.clone(),
        checkpoint: last.to_string(),
        reason: why.to_owned(),
    }));
    let data = event.data().map_err(|e| Problem::internal(&e))?;
    let draft = Draft {
        id: None,
        stream: Stream::Log,
        type_name: event.type_name().into(),
        at: wall_clock(),
        actor: KEEPER.parse().map_err(|e| Problem::internal(&e))?,
        expect: None,
        data: data.as_object().cloned().unwrap_or_default(),
    };
    let receipts = open.append(vec![draft])?;
    Ok(receipts.first().map(|receipt| receipt.seq))
}

fn copy_files(from: &Blobs, to: &Blobs) -> Result<(), Problem> {
    for blob in from.list()? {
        let Some((mut file, _)) = from.open(blob.sha256)? else {
            continue;
        };
        keep_file(to, blob, &mut file, |e| Problem::new("file", e.to_string()))?;
    }
    Ok(())
}
