//! What a store is found to hold when it is opened: its heads, what a cut in
//! the middle of a write left behind, and whether the end of the log fits
//! together. The whole log is checked by an audit, not here.

use crate::{
    ReadError,
    backend::{Backend, NumberedHead, Place},
};
use fupan_domain::{
    event::Stream,
    ids::{LedgerName, Sha256},
};
use fupan_replay::{
    entry::{self, Entry},
    sequencer::Head,
};
use std::{collections::BTreeMap, sync::Arc};

/// How many entries at the end of the log are read and hashed again on opening.
pub const TAIL_ENTRIES: u64 = 1000;

/// What a store holds when it is opened.
#[derive(Clone, Debug)]
pub struct State {
    /// Where the ledger stands.
    pub head: Head,
    /// Where its streams stand, and their numbers.
    pub streams: BTreeMap<Stream, NumberedHead>,
    /// What was let go.
    pub dropped: Vec<Dropped>,
}

impl State {
    /// Of a ledger without entries.
    pub fn empty() -> State {
        State {
            head: Head {
                size: 0,
                hash: Sha256::ZERO,
                recorded_at: None,
            },
            streams: BTreeMap::new(),
            dropped: Vec::new(),
        }
    }
}

/// Something that opening a store found out of order and put right: what a cut in
/// the middle of a write left behind, none of which had been acknowledged, or a
/// tree that did not lead to what was signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// A group of entries was being written and none of it is there.
    Unwritten {
        /// The seq that its first entry was to have.
        first: u64,
        /// How many entries it had.
        entries: u64,
    },
    /// A part of a batch was there, and was taken out.
    Unfinished {
        /// The seq of the first one.
        first: u64,
        /// How many there were.
        entries: u64,
    },
    /// The Merkle tree that was kept did not lead to the root that was signed; made
    /// anew from the entries it does.
    Tree {
        /// Over how many.
        entries: u64,
    },
}

impl std::fmt::Display for Dropped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, entries, what) = match self {
            Dropped::Unwritten { first, entries } => (first, entries, "was being written"),
            Dropped::Unfinished { first, entries } => (first, entries, "was there in part"),
            Dropped::Tree { entries } => {
                return write!(
                    f,
                    "the Merkle tree that was kept did not lead to the root that was signed; \
                     made anew from the {entries} entries it does. Look at the disk"
                );
            }
        };
        write!(
            f,
            "a group of {entries} entries from seq {first} on {what} when the program was cut off; \
             none of it had been acknowledged, and none of it is kept"
        )
    }
}

/// What does not fit together in a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A record of the store's own has another form than this program writes.
    #[error("the record {key} has an unknown form")]
    Record {
        /// Its key, in hex.
        key: String,
    },
    /// Entries that were durable are gone: the files are damaged, or older ones were put back.
    #[error("the head counts {size} entries, and there have been {before}")]
    Shrunk {
        /// The ledger's size by its head.
        size: u64,
        /// How many entries had been durable.
        before: u64,
    },
    /// The streams' entries don't add up to the ledger's.
    #[error("the head counts {size} entries, the heads of the streams {sum}")]
    Sum {
        /// The ledger's size.
        size: u64,
        /// How many entries the streams have.
        sum: u64,
    },
    /// The records of people can't be read.
    #[error("the records of people: {0}")]
    People(String),
    /// An entry is not there.
    #[error("entry {seq} is missing")]
    Missing {
        /// Its seq.
        seq: u64,
    },
    /// An entry is no entry.
    #[error("entry {seq} is not readable: {why}")]
    Unreadable {
        /// Its seq.
        seq: u64,
        /// What the reader met.
        why: String,
    },
    /// An entry is not the one that belongs there.
    #[error("entry {seq} says {member} {found}, where {expected} is expected")]
    Member {
        /// Its seq.
        seq: u64,
        /// Which member of it.
        member: &'static str,
        /// What it says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// The ledger's head is not that of its last entry.
    #[error("the head's {member} is {found}, the last entry's {expected}")]
    Head {
        /// What of it.
        member: &'static str,
        /// What the head says.
        found: String,
        /// What the entry says.
        expected: String,
    },
    /// A stream's head is not that of its last entry.
    #[error("the head of stream {stream} does not fit entry {seq}, its last one")]
    StreamHead {
        /// The stream.
        stream: Stream,
        /// The entry.
        seq: u64,
    },
    /// An entry is not found by its id.
    #[error("entry {seq} is not found by its id")]
    Id {
        /// Its seq.
        seq: u64,
    },
    /// The store can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

fn same<T: PartialEq + std::fmt::Display>(
    seq: u64,
    member: &'static str,
    found: &T,
    expected: &T,
) -> Result<(), Fault> {
    if found == expected {
        return Ok(());
    }
    Err(Fault::Member {
        seq,
        member,
        found: found.to_string(),
        expected: expected.to_string(),
    })
}

/// The entries at the end of a log, while they are checked.
struct Tail<'a, B> {
    ledger: &'a LedgerName,
    backend: &'a B,
    names: BTreeMap<u32, (&'a Stream, &'a NumberedHead)>,
    /// The hash of the entry before, once one was read.
    prev: Option<Sha256>,
    /// The last hash of each stream met so far.
    stream_prev: BTreeMap<u32, Sha256>,
}

/// Reads and hashes the last entries again and holds the heads against them.
pub(crate) fn check<B: Backend>(
    ledger: &LedgerName,
    backend: &B,
    state: &State,
) -> Result<(), Fault> {
    let State { head, streams, .. } = state;
    let sum = streams.values().map(|n| n.head.version + 1).sum();
    if sum != head.size {
        return Err(Fault::Sum {
            size: head.size,
            sum,
        });
    }
    let numbered = streams.iter().map(|(stream, n)| (n.number, (stream, n)));
    let mut tail = Tail {
        ledger,
        backend,
        names: numbered.collect(),
        prev: None,
        stream_prev: BTreeMap::new(),
    };
    let first = head.size.saturating_sub(TAIL_ENTRIES);
    let places = backend.places(first, head.size)?;
    for (seq, place) in (first..head.size).zip(&places) {
        tail.check_entry(seq, *place, *head)?;
    }
    if head.size > 0 && places.is_empty() {
        return Err(Fault::Missing { seq: first });
    }
    Ok(())
}

impl<B: Backend> Tail<'_, B> {
    fn bytes(&self, place: Place) -> Result<Option<Arc<[u8]>>, ReadError> {
        let Place { stream, version } = place;
        let mut entries = self.backend.stream(stream, version, u64::MAX, 1)?;
        Ok(entries.pop())
    }

    fn check_entry(&mut self, seq: u64, place: Place, head: Head) -> Result<(), Fault> {
        let bytes = self.bytes(place)?.ok_or(Fault::Missing { seq })?;
        let hash = entry::hash(&bytes);
        let read = Entry::read(&bytes).map_err(|e| Fault::Unreadable {
            seq,
            why: e.to_string(),
        })?;
        let (stream, stream_head) = *self
            .names
            .get(&place.stream)
            .ok_or(Fault::Missing { seq })?;
        same(seq, "ledger", &read.ledger, &self.ledger.as_str())?;
        same(seq, "seq", &read.seq, &seq)?;
        same(seq, "stream", &read.stream, &stream.to_string().as_str())?;
        same(seq, "version", &read.version, &place.version)?;
        if let Some(prev) = self
            .prev
            .replace(hash)
            .or((seq == 0).then_some(Sha256::ZERO))
        {
            same(seq, "prev", &read.prev, &prev)?;
        }
        let stream_prev = match self.stream_prev.insert(place.stream, hash) {
            Some(prev) => prev,
            None => self.before(place)?.ok_or(Fault::Missing { seq })?,
        };
        same(seq, "stream_prev", &read.stream_prev, &stream_prev)?;
        let found = self.backend.find(read.id)?;
        if found.is_none_or(|found| (found.seq, found.place) != (seq, place)) {
            return Err(Fault::Id { seq });
        }
        let last_of_stream = place.version == stream_head.head.version;
        if last_of_stream && stream_head.head.hash != hash {
            let stream = stream.clone();
            return Err(Fault::StreamHead { stream, seq });
        }
        if seq + 1 == head.size {
            check_head(head, hash, &read)?;
        }
        Ok(())
    }

    /// The hash of the entry before a place in its stream.
    fn before(&self, place: Place) -> Result<Option<Sha256>, ReadError> {
        let Some(version) = place.version.checked_sub(1) else {
            return Ok(Some(Sha256::ZERO));
        };
        let bytes = self.bytes(Place { version, ..place })?;
        Ok(bytes.map(|bytes| entry::hash(&bytes)))
    }
}

fn check_head(head: Head, hash: Sha256, last: &Entry<'_>) -> Result<(), Fault> {
    let fault = |member, found: String, expected: String| {
        Err(Fault::Head {
            member,
            found,
            expected,
        })
    };
    if head.hash != hash {
        return fault("hash", head.hash.to_string(), hash.to_string());
    }
    if head.recorded_at != Some(last.recorded_at) {
        let found = head
            .recorded_at
            .map_or("none".to_owned(), |t| t.to_string());
        return fault("time", found, last.recorded_at.to_string());
    }
    Ok(())
}
