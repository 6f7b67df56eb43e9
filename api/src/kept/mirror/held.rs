//! Entries that came from the service and that no signed checkpoint covers yet: held
//! aside in a file of their own, outside of the ledger, until one does. Nothing reads
//! them meanwhile; a service can tell a mirror whatever it likes, as long as it need
//! not sign for it.

use super::unreadable;
use crate::problem::Problem;
use fupan_domain::{
    event::{Event, LogEvent},
    ids::Sha256,
};
use fupan_replay::{
    entry::{self, Entry},
    fold::FoldEntry,
    proof::tree::Frontier,
    sequencer::Head,
};
use fupan_store::Proofs;
use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

/// The entries that are held, in order, after those that are kept.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    /// The seq of the first one: how many are kept.
    first: u64,
    /// How many there are.
    count: u64,
    /// The hash of the last one, or of the last that is kept.
    last: Sha256,
    people: People,
}

/// Held entries as they are read, one after the other.
type Lines = Box<dyn Iterator<Item = Result<Vec<u8>, Problem>>>;

/// What they say of people whose records stand beside the log.
#[derive(Debug, Default)]
struct People {
    committed: BTreeSet<Sha256>,
    erased: BTreeSet<Sha256>,
}

impl Held {
    /// Those that a file holds, as far as they go on from what is kept: what was taken
    /// over before, or was cut off in the writing, is let go.
    ///
    /// # Errors
    /// When the file can't be read or written.
    pub fn open(path: PathBuf, kept: Head) -> Result<Held, Problem> {
        let mut held = Held::none(path, kept);
        let (mut before, mut after) = (0, false);
        for line in held.lines()? {
            let line = line?;
            if held.follows(&line) {
                held.take_in(&line);
            } else if held.count == 0 {
                before += 1;
            } else {
                after = true;
            }
        }
        if before > 0 || after {
            held.write_anew(before)?;
        }
        Ok(held)
    }

    fn none(path: PathBuf, kept: Head) -> Held {
        Held {
            path,
            first: kept.size,
            count: 0,
            last: kept.hash,
            people: People::default(),
        }
    }

    /// How many are held.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The seq of the next entry that is to come.
    pub fn next(&self) -> u64 {
        self.first + self.count
    }

    /// Whether a held entry commits to a person.
    pub fn commits_to(&self, person: &Sha256) -> bool {
        self.people.committed.contains(person)
    }

    /// Whether a held entry says that the record of a person was erased.
    pub fn erases(&self, person: &Sha256) -> bool {
        self.people.erased.contains(person)
    }

    fn follows(&self, line: &[u8]) -> bool {
        goes_on(line, self.next(), self.last)
    }

    fn take_in(&mut self, line: &[u8]) {
        self.count += 1;
        self.last = entry::hash(line);
        self.people.follow(line);
    }

    /// Holds further entries, durably, if each goes on from the one before it.
    ///
    /// # Errors
    /// When one does not, or the file can't be written: then none of them is held.
    pub fn push(&mut self, entries: &[&str]) -> Result<(), Problem> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut last = self.last;
        for (seq, line) in (self.next()..).zip(entries) {
            if !goes_on(line.as_bytes(), seq, last) {
                let detail = format!(
                    "entry {seq} does not follow the one before it: it names another seq, or another hash of what came before"
                );
                return Err(Problem::new("does_not_follow", detail));
            }
            last = entry::hash(line.as_bytes());
        }
        self.append(entries)
            .map_err(|e| Problem::file(&self.path, &e))?;
        for line in entries {
            self.take_in(line.as_bytes());
        }
        Ok(())
    }

    fn append(&self, entries: &[&str]) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        let mut file = options.create(true).append(true).open(&self.path)?;
        let before = file.metadata()?.len();
        let mut text = entries.join("\n");
        text.push('\n');
        let written = file.write_all(text.as_bytes());
        let written = written.and_then(|()| file.sync_data());
        if written.is_err() {
            // Half a line would be in the way of what comes next.
            file.set_len(before)?;
        }
        written
    }

    /// The held entries, in order.
    ///
    /// # Errors
    /// When the file can't be opened.
    pub fn lines(&self) -> Result<Lines, Problem> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Ok(Box::new(std::iter::empty()));
            }
            Err(e) => return Err(Problem::file(&self.path, &e)),
        };
        let path = self.path.clone();
        let lines = BufReader::new(file).split(b'\n');
        Ok(Box::new(lines.map(move |line| {
            line.map_err(|e| Problem::file(&path, &e))
        })))
    }

    /// The held entries below a seq.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn below(
        &self,
        seq: u64,
    ) -> Result<impl Iterator<Item = Result<Vec<u8>, Problem>> + use<>, Problem> {
        let count = usize::try_from(seq.saturating_sub(self.first)).unwrap_or(usize::MAX);
        Ok(self.lines()?.take(count))
    }

    /// The entry of a seq, if it is held.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn entry(&self, seq: u64) -> Result<Option<Vec<u8>>, Problem> {
        let Some(skipped) = seq.checked_sub(self.first) else {
            return Ok(None);
        };
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        self.lines()?.nth(skipped).transpose()
    }

    /// The root over the first `size` entries, kept and held.
    ///
    /// # Errors
    /// When they can't be read.
    pub fn root(&self, store: &impl Proofs, size: u64) -> Result<Sha256, Problem> {
        let kept = Frontier::read(self.first, |node| store.node(node));
        let mut tree = kept.map_err(|e| unreadable(&e))?;
        for line in self.below(size)? {
            tree.push(entry::hash(&line?), |_, _| ());
        }
        Ok(tree.root())
    }

    /// Lets go of the entries that are kept by now.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn release(&mut self, kept: Head) -> Result<(), Problem> {
        let count = usize::try_from(kept.size - self.first).unwrap_or(usize::MAX);
        let rest = self.lines()?.skip(count);
        *self = Held::none(self.path.clone(), kept);
        for line in rest {
            self.take_in(&line?);
        }
        self.write_anew(count)
    }

    /// Puts the entries aside for good: they are not what was signed, or not what the
    /// service says now. The file stays beside, to be shown to whoever asks.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn refuse(&mut self, kept: Head) -> Result<(), Problem> {
        let refused = beside(&self.path, "refused");
        match fs::rename(&self.path, &refused) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => {
                return Err(Problem::file(&refused, &e));
            }
            _ => {}
        }
        *self = Held::none(self.path.clone(), kept);
        Ok(())
    }

    /// Writes the file anew with those that are held, which stand in it after so many
    /// others.
    fn write_anew(&self, others: usize) -> Result<(), Problem> {
        let told = |e: io::Error| Problem::file(&self.path, &e);
        if self.count == 0 {
            return fs::remove_file(&self.path).map_err(told);
        }
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        let new = beside(&self.path, "new");
        let mut file = BufWriter::new(File::create(&new).map_err(told)?);
        for line in self.lines()?.skip(others).take(count) {
            let line = [&line?[..], b"\n"].concat();
            file.write_all(&line).map_err(told)?;
        }
        let written = file.into_inner().map_err(io::Error::from);
        let written = written.and_then(|file| file.sync_data());
        written
            .and_then(|()| fs::rename(&new, &self.path))
            .map_err(told)
    }
}

/// Whether an entry is the next one after one with that hash.
fn goes_on(line: &[u8], seq: u64, last: Sha256) -> bool {
    Entry::read(line).is_ok_and(|entry| (entry.seq, entry.prev) == (seq, last))
}

impl People {
    fn follow(&mut self, line: &[u8]) {
        let name = b"\"person\":\"";
        if !line.windows(name.len()).any(|part| part == name) {
            return;
        }
        let read = FoldEntry::read(line).ok();
        match read.and_then(|entry| entry.event(&entry.stream().ok()?).ok()) {
            Some(Event::Log(LogEvent::PersonErased(erased))) => {
                self.erased.insert(erased.person);
            }
            Some(event) => self.committed.extend(event.commits_to()),
            None => {}
        }
    }
}

fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".");
    name.push(what);
    name.into()
}
