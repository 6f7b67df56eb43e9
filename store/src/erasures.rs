//! What was erased of a ledger, noted outside its folder beside its last
//! checkpoint: commitments to people and hashes of files. An older copy of the
//! ledger that is put back knows nothing of it, and must not bring it back.

use crate::{OpenError, backend::NewEntry, folder::io_error};
use fupan_domain::{
    event::{Event, LogEvent, Stream},
    ids::{LedgerName, Sha256},
};
use fupan_replay::fold::FoldEntry;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// What must not come back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// The commitments to people.
    pub people: BTreeSet<Sha256>,
    /// The hashes of files of evidence.
    pub files: BTreeSet<Sha256>,
}

impl Erased {
    /// Takes note of what an entry erases, if it does.
    pub fn follow(&mut self, bytes: &[u8]) {
        let may = |name: &[u8]| bytes.windows(name.len()).any(|part| part == name);
        if !may(b"\"evidence_deleted\"") && !may(b"\"person_erased\"") {
            return;
        }
        let read = FoldEntry::read(bytes).ok();
        match read.and_then(|entry| entry.event(&entry.stream().ok()?).ok()) {
            Some(Event::Log(LogEvent::PersonErased(erased))) => {
                self.people.insert(erased.person);
            }
            Some(Event::Log(LogEvent::EvidenceDeleted(deleted))) => {
                self.files.insert(deleted.sha256);
            }
            _ => {}
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.people.is_empty() && self.files.is_empty()
    }

    fn add(&mut self, line: &Line) {
        match line {
            Line::Person(hash) => self.people.insert(*hash),
            Line::File(hash) => self.files.insert(*hash),
        };
    }
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Person(Sha256),
    File(Sha256),
}

/// No ledger has a dot in its name.
fn path_of(folder: &Path, ledger: &LedgerName) -> PathBuf {
    folder.join(format!("{ledger}.erased"))
}

/// What was noted of a ledger in a folder of checkpoints.
///
/// # Errors
/// When it can't be read.
pub(crate) fn read(folder: &Path, ledger: &LedgerName) -> Result<Erased, OpenError> {
    let path = path_of(folder, ledger);
    let mut erased = Erased::default();
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(erased),
        Err(e) => return Err(io_error(&path, "read")(e)),
    };
    // A last line that was cut off belongs to a write that was not acknowledged.
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    lines.for_each(|line: Line| erased.add(&line));
    Ok(erased)
}

/// Notes what entries erase, and whose records went without one; durable on return.
///
/// # Errors
/// When it can't be written.
pub(crate) fn note(
    folder: &Path,
    ledger: &LedgerName,
    entries: &[NewEntry],
    people: &BTreeSet<Sha256>,
) -> io::Result<()> {
    let mut erased = Erased {
        people: people.clone(),
        files: BTreeSet::new(),
    };
    let of_log = entries.iter().filter(|e| e.sealed.stream == Stream::Log);
    of_log.for_each(|entry| erased.follow(&entry.sealed.bytes));
    if erased.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    let path = path_of(folder, ledger);
    let mut lines = Vec::new();
    let people = erased.people.into_iter().map(Line::Person);
    for line in people.chain(erased.files.into_iter().map(Line::File)) {
        serde_json::to_writer(&mut lines, &line)?;
        lines.push(b'\n');
    }
    let mut file = OpenOptions::new().append(true).create(true).open(&path)?;
    file.write_all(&lines)?;
    file.sync_all()?;
    File::open(folder)?.sync_all()
}
