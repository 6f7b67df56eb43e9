//! Entries on their way into a store that takes them from elsewhere, some at a
//! time, with the files beside them, and the keys by which what covers them is checked.

use crate::problem::Problem;
use fupan_domain::{
    event::{Event, LogEvent, Stream},
    ids::Sha256,
};
use fupan_replay::{
    entry::Sealed,
    fold::{self, FoldEntry},
    ledger::Refused,
    person::PersonRecord,
    proof::{announcement::Announcement, checkpoint::SignedCheckpoint, key::VerifierKey},
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
/// and those to which they handed over in the ledger itself.
///
/// # Errors
/// When the log can't be read.
pub fn log_keys(
    store: &dyn EventStore<Refused>,
    relied_on: &[VerifierKey],
) -> Result<Vec<VerifierKey>, Problem> {
    let mut keys = relied_on.to_vec();
    let own = store.stream(&Stream::Log, 0, usize::MAX);
    for bytes in own.map_err(|e| Problem::new("log_unreadable", e.to_string()))? {
        let read = FoldEntry::read(&bytes).ok();
        let event = read.and_then(|entry| entry.event(&entry.stream().ok()?).ok());
        let Some(Event::Log(LogEvent::KeyAnnounced(announced))) = event else {
            continue;
        };
        let Ok(announced) = Announcement::read(&announced) else {
            continue;
        };
        let next = keys.iter().find_map(|key| announced.successor(key));
        keys.extend(next);
    }
    Ok(keys)
}

/// Checks that a checkpoint is signed by one of these keys, and is of the ledger
/// whose first line that is, if one was seen.
///
/// # Errors
/// When it is not.
pub fn verified(
    signed: &SignedCheckpoint,
    keys: &[VerifierKey],
    origin: Option<&str>,
) -> Result<(), Problem> {
    let found = signed.checkpoint().origin().to_string();
    if let Some(origin) = origin.filter(|origin| *origin != found) {
        let detail = format!("the checkpoint is of {found}: expected {origin}");
        return Err(Problem::new("not_signed_by_key", detail));
    }
    if keys.iter().any(|key| signed.signed_by(key)) {
        return Ok(());
    }
    let detail = format!(
        "the checkpoint of {} entries of {found} is signed by none of the {} keys that are relied on",
        signed.checkpoint().size(),
        keys.len()
    );
    Err(Problem::new("not_signed_by_key", detail))
}
