//! The folder of a ledger: what lies in it, the lock that keeps a second
//! process out, and the syncs without which a power cut could take the names of
//! files away. What sled writes into its part of it is not read here.
//!
//! `ledger.json` (written once the first entry is durable: a folder without it is no
//! ledger, but what a cut left of the making of one), `lock`,
//! `writing` (how far the log had come and what was being written), `sled/`,
//! `people.jsonl` (the records of people), `evidence/` (files by their hash) and
//! `kind.json` (whose the ledger is, so that it need not be opened for that).

use crate::{Foreign, OpenError};
use fupan_domain::ids::LedgerName;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

const LABEL: &str = "ledger.json";
const LABEL_NEW: &str = "ledger.json.new";
const LOCK: &str = "lock";
const WRITING: &str = "writing";
const SLED: &str = "sled";
const PEOPLE: &str = "people.jsonl";
const PEOPLE_NEW: &str = "people.jsonl.new";
const EVIDENCE: &str = "evidence";
const KIND: &str = "kind.json";
const KIND_NEW: &str = "kind.json.new";
/// Longer than what is noted of any ledger.
const KIND_BYTES: u64 = 1 << 20;
/// The form of the store that this program writes.
const FORMAT: u32 = 2;
/// Longer than any label.
const LABEL_BYTES: u64 = 4096;

/// A ledger's folder, locked.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// What is known of the ledger, if it is kept from elsewhere.
    pub foreign: Option<Foreign>,
    /// The name with which it is to be labelled once it has an entry.
    unlabelled: Mutex<Option<LedgerName>>,
    writing: File,
    _lock: File,
}

/// What stands in `ledger.json`.
#[derive(Debug, Serialize, Deserialize)]
struct Label {
    format: u32,
    ledger: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    foreign: Option<Foreign>,
}

/// Makes an error that names a path and what was being done with it.
pub(crate) fn io_error(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> OpenError {
    move |source| OpenError::Io {
        path: path.to_owned(),
        doing,
        source,
    }
}

pub(crate) fn sync(path: &Path) -> Result<(), OpenError> {
    File::open(path)
        .and_then(|file| file.sync_all())
        .map_err(io_error(path, "sync"))
}

/// Syncs the folder in which something lies.
pub(crate) fn sync_parent(path: &Path) -> Result<(), OpenError> {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => sync(Path::new(".")),
        Some(parent) => sync(parent),
        None => Ok(()),
    }
}

impl Folder {
    /// Makes the folder, or takes one whose making was cut off.
    pub fn create(path: &Path) -> Result<Folder, OpenError> {
        match fs::create_dir(path) {
            Ok(()) => {}
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => check_unfinished(path)?,
            Err(e) => return Err(io_error(path, "create")(e)),
        }
        let folder = Folder::lock(path, None)?;
        // Between the first look and the lock another process may have finished it.
        check_unfinished(path)?;
        check_never_labelled(path, folder.noted())?;
        let sled = folder.sled();
        if sled.exists() {
            fs::remove_dir_all(&sled).map_err(io_error(&sled, "remove"))?;
        }
        let evidence = evidence(path);
        if evidence.exists() {
            fs::remove_dir_all(&evidence).map_err(io_error(&evidence, "remove"))?;
        }
        let people = folder.people();
        if people.exists() {
            fs::remove_file(&people).map_err(io_error(&people, "remove"))?;
        }
        Ok(folder)
    }

    /// Opens the folder of a ledger that is there.
    pub fn open(path: &Path, ledger: &LedgerName) -> Result<Folder, OpenError> {
        if !path.try_exists().map_err(io_error(path, "look for"))? {
            return Err(OpenError::Missing {
                path: path.to_owned(),
            });
        }
        let Some(label) = read_label(path)? else {
            // What a cut left of the making of a ledger is none yet.
            check_unfinished(path)?;
            let noted = File::open(path.join(WRITING)).ok();
            check_never_labelled(path, noted.and_then(|file| noted_in(&file)))?;
            return Err(OpenError::Missing {
                path: path.to_owned(),
            });
        };
        if label.format != FORMAT {
            return Err(OpenError::Format {
                path: path.to_owned(),
                found: label.format,
                expected: FORMAT,
            });
        }
        if label.ledger != ledger.as_str() {
            return Err(OpenError::OtherLedger {
                path: path.to_owned(),
                found: label.ledger,
                expected: ledger.clone(),
            });
        }
        Folder::lock(path, label.foreign)
    }

    fn lock(path: &Path, foreign: Option<Foreign>) -> Result<Folder, OpenError> {
        let open = |name: &str| {
            let file = path.join(name);
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            options.open(&file).map_err(io_error(&file, "open"))
        };
        let lock = open(LOCK)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::InUse {
                    path: path.to_owned(),
                });
            }
            Err(TryLockError::Error(e)) => return Err(io_error(&path.join(LOCK), "lock")(e)),
        }
        Ok(Folder {
            writing: open(WRITING)?,
            path: path.to_owned(),
            foreign,
            unlabelled: Mutex::default(),
            _lock: lock,
        })
    }

    /// Has the folder labelled as that ledger's once its first entry is durable.
    pub fn label_at_first(&self, ledger: &LedgerName) {
        let mut unlabelled = self
            .unlabelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *unlabelled = Some(ledger.clone());
    }

    /// Labels the folder if it is still to be: its first entry is durable.
    pub fn label_if_new(&self) -> Result<(), OpenError> {
        let mut unlabelled = self
            .unlabelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(ledger) = &*unlabelled {
            self.label(ledger)?;
        }
        *unlabelled = None;
        Ok(())
    }

    /// Sled's own folder.
    pub fn sled(&self) -> PathBuf {
        self.path.join(SLED)
    }

    /// The records of people.
    pub fn people(&self) -> PathBuf {
        self.path.join(PEOPLE)
    }

    /// Syncs what sled itself never does: its settings, its file, the names of
    /// both. Without it, a power cut soon after creation leaves a store that won't open.
    pub fn sync_all(&self) -> Result<(), OpenError> {
        let sled = self.sled();
        let files = fs::read_dir(&sled).map_err(io_error(&sled, "read"))?;
        for file in files {
            let path = file.map_err(io_error(&sled, "read"))?.path();
            match sync(&path) {
                // Sled's own thread takes away snapshots that have become old.
                Err(OpenError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
                other => other?,
            }
        }
        sync(&sled)?;
        sync(&self.path)?;
        sync_parent(&self.path)
    }

    /// Marks the folder as a finished ledger's; kept from elsewhere, if it is said so.
    fn label(&self, ledger: &LedgerName) -> Result<(), OpenError> {
        let (new, path) = (self.path.join(LABEL_NEW), self.path.join(LABEL));
        let label = Label {
            format: FORMAT,
            ledger: ledger.to_string(),
            foreign: self.foreign.clone(),
        };
        let write = || {
            let mut file = File::create(&new)?;
            file.write_all(&serde_json::to_vec(&label)?)?;
            file.sync_all()?;
            fs::rename(&new, &path)
        };
        write().map_err(io_error(&path, "write"))?;
        sync(&self.path)
    }

    /// Notes how many entries are durable and how many more are being written. It
    /// is not synced each time: after a kill it is right, and after a power cut it
    /// may be old, but never ahead of what is durable.
    pub fn note(&self, durable: u64, writing: u64) {
        let note = [durable.to_be_bytes(), writing.to_be_bytes()].concat();
        // A full disk will be told by the write itself.
        let _noted = self.writing.write_all_at(&note, 0);
    }

    /// Syncs the note, so that it is right after a power cut too.
    pub fn sync_note(&self) {
        // It serves to find damage, and is not needed for anything else.
        let _synced = self.writing.sync_data();
    }

    /// What was noted last: how many entries were durable, and how many more were
    /// being written.
    pub fn noted(&self) -> Option<(u64, u64)> {
        noted_in(&self.writing)
    }
}

fn noted_in(writing: &File) -> Option<(u64, u64)> {
    let mut note = [0; 16];
    writing.read_exact_at(&mut note, 0).ok()?;
    let (durable, writing) = note.split_first_chunk::<8>()?;
    let writing = u64::from_be_bytes(writing.try_into().ok()?);
    Some((u64::from_be_bytes(*durable), writing))
}

/// Checks that a folder without a label has had no entry.
fn check_never_labelled(path: &Path, noted: Option<(u64, u64)>) -> Result<(), OpenError> {
    match noted {
        Some((durable @ 1.., _)) => Err(OpenError::NotALedger {
            path: path.to_owned(),
            why: format!("its {LABEL} is gone, but it has had {durable} entries"),
        }),
        _ => Ok(()),
    }
}

/// Reads the label of a folder; `None` where there is a folder without one.
fn read_label(path: &Path) -> Result<Option<Label>, OpenError> {
    let file = path.join(LABEL);
    let mut text = Vec::new();
    match File::open(&file).and_then(|f| f.take(LABEL_BYTES).read_to_end(&mut text)) {
        Ok(_) => {}
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => {
            return Err(OpenError::NotALedger {
                path: path.to_owned(),
                why: format!("it has no {LABEL}"),
            });
        }
        Err(e) => return Err(io_error(&file, "read")(e)),
    }
    let label = serde_json::from_slice(&text).map_err(|e| OpenError::NotALedger {
        path: path.to_owned(),
        why: format!("its {LABEL} is not readable: {e}"),
    })?;
    Ok(Some(label))
}

/// Checks that a folder that is there holds nothing but the beginnings of a ledger.
fn check_unfinished(path: &Path) -> Result<(), OpenError> {
    for file in fs::read_dir(path).map_err(io_error(path, "read"))? {
        let name = file.map_err(io_error(path, "read"))?.file_name();
        if name == LABEL {
            return Err(OpenError::Exists {
                path: path.to_owned(),
            });
        }
        let ours = [
            LABEL_NEW, LOCK, WRITING, SLED, PEOPLE, PEOPLE_NEW, EVIDENCE, KIND, KIND_NEW,
        ];
        let ours = ours.iter().any(|o| name == *o);
        if !ours {
            return Err(OpenError::NotALedger {
                path: path.to_owned(),
                why: format!("it holds {}", name.display()),
            });
        }
    }
    Ok(())
}

/// Where the files of evidence of a ledger lie.
pub(crate) fn evidence(ledger_folder: &Path) -> PathBuf {
    ledger_folder.join(EVIDENCE)
}

/// What is known of the ledger in a folder, if it is one and kept from elsewhere.
pub(crate) fn foreign(path: &Path) -> Option<Foreign> {
    read_label(path).ok()??.foreign
}

/// What is noted of whose a ledger is, in its folder.
pub(crate) fn kind(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path.join(KIND)).ok()?;
    file.take(KIND_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Notes whose a ledger is, in its folder. It is not synced: what a power cut takes
/// stands in the ledger's first entry.
pub(crate) fn note_kind(path: &Path, kind: &[u8]) -> Result<(), OpenError> {
    let (new, file) = (path.join(KIND_NEW), path.join(KIND));
    let written = fs::write(&new, kind).and_then(|()| fs::rename(&new, &file));
    written.map_err(io_error(&file, "write"))
}

/// Whether a folder is that of a finished ledger.
pub(crate) fn is_ledger(path: &Path) -> bool {
    path.join(LABEL).is_file()
}
