//! Entries on their way into a store that takes them from elsewhere, some at a
//! time, with the files beside them, and the keys by which what covers them is checked.

use crate::problem::Problem;
use fupan_domain::{
    event::{Event, Stream},
    ids::Sha256,
};
use fupan_replay::{
    entry::Sealed,
    fold::{self, FoldEntry},
    ledger::Refused,
    person::PersonRecord,
    proof::{
        checkpoint::SignedCheckpoint,
        key::VerifierKey,
        lineage::{Lineage, Stands},
    },
};
use fupan_store::{Blob, Blobs, EventStore, SledStore};
use std::{
    io::{self, Read},
    sync::Arc,
};

/// How many entries are taken in at once.
const PASS_ENTRIES: usize = 1000;
/// How many bytes are, where they are more than one entry.
const PASS_BYTES: usize = 4 << 20;
/// How much of a file of evidence is read at once.
const PIECE_BYTES: usize = 64 << 10;

/// Entries on their way into a store.
pub struct Taking<'a> {
    store: &'a SledStore<Refused>,
    waiting: Vec<Sealed>,
    bytes: usize,
    /// How many entries went in.
    pub taken: u64,
}

impl<'a> Taking<'a> {
    /// Nothing yet, for that store.
    pub fn into(store: &'a SledStore<Refused>) -> Taking<'a> {
        Taking {
            store,
            waiting: Vec::new(),
            bytes: 0,
            taken: 0,
        }
    }

    /// Takes an entry, with the record of the person to whom it commits, if there is one.
    ///
    /// # Errors
    /// When it is none, or does not follow.
    pub fn push(
        &mut self,
        bytes: &Arc<[u8]>,
        person: impl FnOnce(Sha256) -> Option<PersonRecord>,
    ) -> Result<(), Problem> {
        let sealed = fold::sealed(bytes, person)
            .map_err(|e| Problem::new("does_not_follow", format!("what came is no entry: {e}")))?;
        self.bytes += bytes.len();
        self.waiting.push(sealed);
        if self.waiting.len() >= PASS_ENTRIES || self.bytes >= PASS_BYTES {
            return self.write();
        }
        Ok(())
    }

    /// Writes what waits; durable on return.
    ///
    /// # Errors
    /// When an entry does not follow, or the store can't keep it.
    pub fn write(&mut self) -> Result<(), Problem> {
        let waiting = std::mem::take(&mut self.waiting);
        self.bytes = 0;
        if waiting.is_empty() {
            return Ok(());
        }
        let count = waiting.len() as u64;
        self.store.take(waiting).map_err(|e| Problem::from(&e))?;
        self.taken += count;
        Ok(())
    }
}

/// Keeps a file of evidence, read in pieces from wherever it lies; its hash and length
/// must be those that are announced. `unreadable` tells why it can't be read.
///
/// # Errors
/// When it can't be read or kept, or its bytes are others.
pub fn keep_file(
    blobs: &Blobs,
    announced: Blob,
    from: &mut impl Read,
    unreadable: impl Fn(io::Error) -> Problem,
) -> Result<(), Problem> {
    let mut incoming = blobs.receive(announced)?;
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        let read = from.read(&mut piece).map_err(&unreadable)?;
        if read == 0 {
            break;
        }
        incoming.write(&piece[..read])?;
    }
    incoming.finish()?;
    Ok(())
}

/// The keys by which a ledger's checkpoints are checked: those that are relied on,
/// with what the ledger itself says of which key signs from where on.
#[derive(Debug)]
pub struct LogKeys<'a> {
    relied_on: &'a [VerifierKey],
    lineage: Lineage,
}

impl LogKeys<'_> {
    /// The keys of a ledger as it is kept.
    ///
    /// # Errors
    /// When the log can't be read.
    pub fn of<'a>(
        store: &dyn EventStore<Refused>,
        relied_on: &'a [VerifierKey],
    ) -> Result<LogKeys<'a>, Problem> {
        let lineage = Lineage::default();
        let mut keys = LogKeys { relied_on, lineage };
        let own = store.stream(&Stream::Log, 0, usize::MAX);
        for bytes in own.map_err(|e| Problem::new("log_unreadable", e.to_string()))? {
            keys.follow(&bytes);
        }
        Ok(keys)
    }

    /// Takes what a further entry says of keys, if it is one of the log's own: what the
    /// key announces that signs until then.
    pub fn follow(&mut self, bytes: &[u8]) {
        let read = FoldEntry::read(bytes).ok();
        let own = read.filter(|entry| entry.stream == "log");
        let event = own.and_then(|entry| Some((entry.seq, entry.event(&Stream::Log).ok()?)));
        if let Some((seq, Event::Log(event))) = event {
            self.lineage.follow(seq, &event);
        }
    }

    /// All that have signed or sign by way of those that are relied on, each once.
    pub fn all(&self) -> Vec<VerifierKey> {
        let mut all: Vec<VerifierKey> = Vec::new();
        for stands in self.stand(0, false) {
            let key = stands.key();
            if !all.contains(&key) {
                all.push(key);
            }
        }
        all
    }

    fn stand(&self, size: u64, newest: bool) -> impl Iterator<Item = Stands> {
        let relied_on = self.relied_on.iter();
        relied_on.flat_map(move |key| self.lineage.stands(key, size, newest))
    }

    /// Checks that a checkpoint, the newest of the ledger, is signed by a key that signs
    /// for so many entries, and is of the ledger whose first line that is, if one was seen.
    ///
    /// # Errors
    /// When it is not.
    pub fn check(&self, signed: &SignedCheckpoint, origin: Option<&str>) -> Result<(), Problem> {
        let found = signed.checkpoint().origin();
        if let Some(origin) = origin.filter(|origin| *origin != found) {
            let detail = format!("the checkpoint is of {found}: expected {origin}");
            return Err(Problem::new("not_signed_by_key", detail));
        }
        let size = signed.checkpoint().size();
        let mut untimely = None;
        for stands in self.stand(size, true) {
            match stands {
                Stands::Signs(key) if signed.signed_by(&key) => return Ok(()),
                Stands::Retired(key, entry) | Stands::NotYet(key, entry)
                    if signed.signed_by(&key) =>
                {
                    untimely = Some((key, entry));
                }
                _ => {}
            }
        }
        let detail = match untimely {
            Some((key, entry)) => format!(
                "the checkpoint of {size} entries of {found} is signed by {key}, which does not sign for them: entry {entry} says from where on which key does"
            ),
            None => format!(
                "the checkpoint of {size} entries of {found} is signed by none of the {} keys that are relied on",
                self.relied_on.len()
            ),
        };
        Err(Problem::new("not_signed_by_key", detail))
    }
}
