//! The records of people, in a file beside sled's: `people.jsonl`, a line each.
//! Sled keeps what was taken out in its segments until it happens to need the
//! space (`docs/adr/0007`), so what may have to be erased never enters it. New
//! records are appended; erasing writes the file anew and the old one over with
//! zeros. Nothing of it is hashed: an entry commits to each record.

use crate::{
    OpenError,
    backend::KeptPerson,
    folder::{io_error, sync_parent},
    recovery::Fault,
};
use fupan_domain::ids::Sha256;
use fupan_replay::person::PersonRecord;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, RwLock},
};

/// How many zeros are written at once.
const ZEROS: usize = 64 << 10;

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    record: PersonRecord,
    seq: u64,
}

/// The records of people of one ledger.
#[derive(Debug)]
pub(crate) struct People {
    path: PathBuf,
    kept: RwLock<BTreeMap<Sha256, KeptPerson>>,
    file: Mutex<File>,
    syncs: bool,
}

/// A file that only the service's own user can read.
fn open_file(path: &Path, empty: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(empty);
    options.mode(0o600).open(path)
}

impl People {
    /// The records in a file, which is made if it is not there. Those that no
    /// durable entry of the `size` that there are commits to go: the write that
    /// brought them was cut off.
    ///
    /// # Errors
    /// When the file can't be read or written, or is damaged before its end.
    pub fn open(path: &Path, syncs: bool) -> Result<People, OpenError> {
        // A rewriting that was cut off left the old file in force.
        let new = new_path(path);
        if new.exists() {
            overwrite(&new).map_err(io_error(&new, "overwrite"))?;
            fs::remove_file(&new).map_err(io_error(&new, "remove"))?;
        }
        let file = open_file(path, false).map_err(io_error(path, "open"))?;
        if syncs {
            file.sync_all().map_err(io_error(path, "sync"))?;
            sync_parent(path)?;
        }
        Ok(People {
            path: path.to_owned(),
            kept: RwLock::default(),
            file: Mutex::new(file),
            syncs,
        })
    }

    fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the file. `size` is how many entries are durable: lines of later
    /// ones go, and so does a last line that was cut off.
    ///
    /// # Errors
    /// When it can't be read or written, or a line before the last durable one is damaged.
    pub fn recover(&self, size: u64) -> Result<(), Fault> {
        let io = |e: io::Error| Fault::People(e.to_string());
        let mut text = Vec::new();
        {
            let mut file = self.file();
            file.seek(SeekFrom::Start(0)).map_err(io)?;
            file.read_to_end(&mut text).map_err(io)?;
        }
        let mut kept = BTreeMap::new();
        let mut damaged = None;
        let mut as_it_should = text.last().is_none_or(|last| *last == b'\n');
        let lines = (1_u64..).zip(text.split(|byte| *byte == b'\n'));
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            match (read_line(line), damaged) {
                // Each line is durable before the next one is begun.
                (Some((_, person)), Some(line)) if person.seq < size => {
                    return Err(Fault::People(format!("line {line} is damaged")));
                }
                (Some((commitment, person)), None) if person.seq < size => {
                    kept.insert(commitment, person);
                }
                (Some(_), _) => as_it_should = false,
                (None, _) => {
                    as_it_should = false;
                    damaged = damaged.or(Some(number));
                }
            }
        }
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = kept;
        if as_it_should {
            return Ok(());
        }
        self.rewrite().map_err(io)
    }

    /// The record to which an entry commits.
    pub fn get(&self, commitment: Sha256) -> Option<KeptPerson> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        kept.get(&commitment).cloned()
    }

    /// All records.
    pub fn all(&self) -> Vec<(Sha256, KeptPerson)> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        kept.iter()
            .map(|(c, person)| (*c, person.clone()))
            .collect()
    }

    /// Adds records and erases others; both are durable on return.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn change(&self, added: Vec<(Sha256, KeptPerson)>, erased: &[Sha256]) -> io::Result<()> {
        if added.is_empty() && erased.is_empty() {
            return Ok(());
        }
        let mut lines = Vec::new();
        for (_, person) in &added {
            write_line(person, &mut lines)?;
        }
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        kept.extend(added);
        let before = kept.len();
        kept.retain(|commitment, _| !erased.contains(commitment));
        let gone = kept.len() < before;
        drop(kept);
        if gone {
            return self.rewrite();
        }
        let mut file = self.file();
        file.seek(SeekFrom::End(0))?;
        file.write_all(&lines)?;
        if self.syncs { file.sync_data() } else { Ok(()) }
    }

    /// Writes the file anew, puts it in the old one's place, and zeros over the
    /// old one, which nobody can open any more by then.
    fn rewrite(&self) -> io::Result<()> {
        let mut lines = Vec::new();
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        for person in kept.values() {
            write_line(person, &mut lines)?;
        }
        drop(kept);
        let mut file = self.file();
        let path = new_path(&self.path);
        let mut new = open_file(&path, true)?;
        new.write_all(&lines)?;
        if self.syncs {
            new.sync_all()?;
        }
        fs::rename(&path, &self.path)?;
        if self.syncs
            && let Some(folder) = self.path.parent()
        {
            File::open(folder)?.sync_all()?;
        }
        let old = std::mem::replace(&mut *file, new);
        zero(&old)
    }
}

fn new_path(path: &Path) -> PathBuf {
    path.with_extension("jsonl.new")
}

fn read_line(line: &[u8]) -> Option<(Sha256, KeptPerson)> {
    let Line { record, seq } = serde_json::from_slice(line).ok()?;
    let commitment = record.commitment().ok()?;
    Some((commitment, KeptPerson { seq, record }))
}

fn write_line(person: &KeptPerson, lines: &mut Vec<u8>) -> io::Result<()> {
    let line = Line {
        record: person.record.clone(),
        seq: person.seq,
    };
    serde_json::to_writer(&mut *lines, &line)?;
    lines.push(b'\n');
    Ok(())
}

fn overwrite(path: &Path) -> io::Result<()> {
    zero(&OpenOptions::new().write(true).open(path)?)
}

/// Writes zeros over a file, so that its blocks hold nothing of it when they
/// are free. A file system that never writes in place keeps them all the same.
fn zero(mut file: &File) -> io::Result<()> {
    let mut left = file.metadata()?.len();
    file.seek(SeekFrom::Start(0))?;
    let zeros = vec![0; ZEROS];
    while left > 0 {
        let count = usize::try_from(left).unwrap_or(ZEROS).min(ZEROS);
        file.write_all(&zeros[..count])?;
        left -= u64::try_from(count).unwrap_or(left);
    }
    file.sync_all()
}
