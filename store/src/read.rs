//! Reading a store: only what is durable is ever seen, however far the write in
//! progress has got. No decisions and no writing here.

use crate::{
    Foreign, ReadError,
    backend::{Backend, NumberedHead, Place},
    event_store::OpenedLog,
    notary::{Desk, Passing},
    recovery::State,
    rows,
    signing::LastCheckpoint,
    subscription::{Follow, Signal},
};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{EntryId, LedgerName, Sha256},
};
use fupan_replay::{
    entry::Entry,
    person::PersonRecord,
    proof::{checkpoint::SignedCheckpoint, tree::Node},
    sequencer::{Head, ReadLog, StreamHead},
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard},
};

/// How many entries are held at once where a whole ledger is read.
const PASS_ENTRIES: usize = 1024;

/// What readers and the writer of a store share.
pub(crate) struct Shared<B> {
    pub ledger: LedgerName,
    /// What is known of it, if it is kept from elsewhere.
    pub foreign: Option<Foreign>,
    /// Whether entries are taken in that were sealed elsewhere, and none made.
    pub takes: bool,
    pub backend: B,
    pub signal: Arc<Signal>,
    /// Why writing came to an end.
    pub failed: OnceLock<Arc<str>>,
    /// What is signed.
    pub desk: Desk,
    /// The checkpoints that may go again; locked while one is kept.
    pub passing: Mutex<Passing>,
    /// Where the last checkpoint is kept outside the ledger's folder.
    pub last_checkpoint: Option<LastCheckpoint>,
    durable: RwLock<Durable>,
}

/// What was signed before a store was opened.
#[derive(Default)]
pub(crate) struct SignedBefore {
    pub last: Option<SignedCheckpoint>,
    pub witnessed: Option<SignedCheckpoint>,
    pub passing: Passing,
    pub file: Option<LastCheckpoint>,
    /// Whether the tree had to be made anew before it led to what was signed.
    pub remade: bool,
}

/// Where the ledger stands as far as it is durable.
pub(crate) struct Durable {
    pub head: Head,
    pub streams: BTreeMap<Stream, NumberedHead>,
}

impl<B: Backend> Shared<B> {
    pub fn new(ledger: LedgerName, backend: B, state: State, signed: SignedBefore) -> Shared<B> {
        let State { head, streams, .. } = state;
        Shared {
            desk: Desk::new(head.size, signed.last, signed.witnessed),
            passing: Mutex::new(signed.passing),
            last_checkpoint: signed.file,
            ledger,
            foreign: None,
            takes: false,
            backend,
            signal: Arc::new(Signal::new(head.size)),
            failed: OnceLock::new(),
            durable: RwLock::new(Durable { head, streams }),
        }
    }

    /// The name that its entries bear.
    pub fn recorded_as(&self) -> &LedgerName {
        let foreign = self.foreign.as_ref();
        foreign.map_or(&self.ledger, |foreign| &foreign.ledger)
    }

    pub fn durable(&self) -> RwLockReadGuard<'_, Durable> {
        self.durable.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets readers see what has become durable; `urgent` where it is to be signed
    /// for at once.
    pub fn publish(&self, head: Head, streams: BTreeMap<Stream, NumberedHead>, urgent: bool) {
        let mut durable = self.durable.write().unwrap_or_else(PoisonError::into_inner);
        durable.head = head;
        durable.streams.extend(streams);
        drop(durable);
        self.signal.advance(head.size);
        self.desk.advance(head.size, urgent);
    }

    /// A node of the Merkle tree over the entries.
    pub fn node(&self, node: Node) -> Result<Sha256, ReadError> {
        rows::node(node, |level, from, to| self.backend.hashes(level, from, to))
    }

    pub fn head(&self) -> Head {
        self.durable().head
    }

    pub fn numbered(&self, stream: &Stream) -> Option<NumberedHead> {
        self.durable().streams.get(stream).copied()
    }

    pub fn stream_head(&self, stream: &Stream) -> Option<StreamHead> {
        self.numbered(stream).map(|numbered| numbered.head)
    }

    pub fn streams(&self) -> Vec<(Stream, StreamHead)> {
        let durable = self.durable();
        let all = durable.streams.iter();
        all.map(|(stream, n)| (stream.clone(), n.head)).collect()
    }

    pub fn entries(&self, from: u64, limit: usize) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let to = from
            .saturating_add(u64::try_from(limit).unwrap_or(u64::MAX))
            .min(self.head().size);
        if from >= to {
            return Ok(Vec::new());
        }
        let places = self.backend.places(from, to)?;
        let mut entries = Vec::with_capacity(places.len());
        // What lies side by side is read at one go.
        for run in places.chunk_by(|a, b| a.stream == b.stream && a.version + 1 == b.version) {
            if let [first, ..] = run {
                entries.extend(self.run(*first, run.len())?);
            }
        }
        if u64::try_from(entries.len()).ok() != Some(to - from) {
            let found = entries.len();
            return Err(ReadError(format!(
                "entries {from} to before {to} are there, but {found} were found"
            )));
        }
        Ok(entries)
    }

    fn run(&self, first: Place, count: usize) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let Place { stream, version } = first;
        self.backend.stream(stream, version, u64::MAX, count)
    }

    pub fn entry(&self, seq: u64) -> Result<Option<Arc<[u8]>>, ReadError> {
        Ok(self.entries(seq, 1)?.pop())
    }

    pub fn stream(
        &self,
        stream: &Stream,
        from: u64,
        limit: usize,
    ) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let Some(NumberedHead { number, head }) = self.numbered(stream) else {
            return Ok(Vec::new());
        };
        if from > head.version {
            return Ok(Vec::new());
        }
        self.backend.stream(number, from, head.version + 1, limit)
    }

    pub fn by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        let Some(found) = self.backend.find(id)? else {
            return Ok(None);
        };
        if found.seq >= self.head().size {
            return Ok(None);
        }
        let Some(bytes) = self.run(found.place, 1)?.pop() else {
            return Ok(None);
        };
        // An index entry left over from a write that was let go points elsewhere.
        let entry = read_entry(&bytes)?;
        Ok((entry.id == id).then(|| bytes.clone()))
    }

    pub fn last_seq_at(&self, moment: Timestamp) -> Result<Option<u64>, ReadError> {
        let (mut low, mut high) = (0, self.head().size);
        while low < high {
            let middle = low + (high - low) / 2;
            let bytes = self
                .entry(middle)?
                .ok_or_else(|| ReadError(format!("entry {middle} is missing")))?;
            if read_entry(&bytes)?.recorded_at <= moment {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low.checked_sub(1))
    }

    /// The entries from `from` on that bear on more than their own game: those
    /// of the tournament and of appeals, and those that are listed; in order.
    pub fn common_entries(&self, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let size = self.head().size;
        let mut common = Vec::new();
        for numbered in self.common_streams() {
            let first = self.first_version(numbered, from)?;
            let to = numbered.head.version + 1;
            common.extend(
                self.backend
                    .stream(numbered.number, first, to, usize::MAX)?,
            );
        }
        for listed in self
            .backend
            .listed(from)?
            .into_iter()
            .filter(|found| found.seq < size)
        {
            common.extend(self.run(listed.place, 1)?);
        }
        let placed = common
            .into_iter()
            .map(|bytes| Ok((read_entry(&bytes)?.seq, bytes)));
        let mut placed = placed.collect::<Result<Vec<_>, ReadError>>()?;
        placed.sort_by_key(|(seq, _)| *seq);
        Ok(placed.into_iter().map(|(_, bytes)| bytes).collect())
    }

    fn common_streams(&self) -> Vec<NumberedHead> {
        let durable = self.durable();
        let common = durable
            .streams
            .iter()
            .filter(|(s, _)| matches!(s, Stream::Tournament | Stream::Appeal(_) | Stream::Review));
        common.map(|(_, numbered)| *numbered).collect()
    }

    /// The first version of a stream whose entry has that seq or a later one.
    fn first_version(&self, stream: NumberedHead, from: u64) -> Result<u64, ReadError> {
        let (mut low, mut high) = (
            0,
            if from == 0 {
                0
            } else {
                stream.head.version + 1
            },
        );
        while low < high {
            let middle = low + (high - low) / 2;
            let place = Place {
                stream: stream.number,
                version: middle,
            };
            let entry = self.run(place, 1)?.pop();
            let bytes = entry.ok_or_else(|| ReadError(format!("version {middle} is missing")))?;
            if read_entry(&bytes)?.seq < from {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    pub fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError> {
        let size = self.head().size;
        let kept = self.backend.person(commitment)?;
        Ok(kept.filter(|kept| kept.seq < size).map(|kept| kept.record))
    }

    pub fn people(&self) -> Result<Vec<(Sha256, PersonRecord)>, ReadError> {
        let size = self.head().size;
        let people = self.backend.people()?.into_iter();
        let durable = people.filter(|(_, kept)| kept.seq < size);
        Ok(durable.map(|(c, kept)| (c, kept.record)).collect())
    }
}

fn read_entry(bytes: &[u8]) -> Result<Entry<'_>, ReadError> {
    Entry::read(bytes).map_err(|e| ReadError(format!("a stored entry is not readable: {e}")))
}

impl<B: Backend> ReadLog for Shared<B> {
    fn entry_by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        self.by_id(id)
    }

    fn stream_entries(&self, stream: &Stream, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.stream(stream, from, usize::MAX)
    }

    fn common_entries(&self) -> Result<Vec<Arc<[u8]>>, ReadError> {
        Shared::common_entries(self, 0)
    }

    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError> {
        Shared::person(self, commitment)
    }
}

impl<B: Backend> OpenedLog for Shared<B> {
    fn for_each(&self, visit: &mut dyn FnMut(u64, &Arc<[u8]>)) -> Result<(), ReadError> {
        let mut seq = 0;
        loop {
            let entries = self.entries(seq, PASS_ENTRIES)?;
            if entries.is_empty() {
                return Ok(());
            }
            for bytes in &entries {
                visit(seq, bytes);
                seq += 1;
            }
        }
    }
}

impl<B: Backend> Follow for Shared<B> {
    fn entries(&self, from: u64, limit: usize) -> Result<Vec<Arc<[u8]>>, ReadError> {
        Shared::entries(self, from, limit)
    }
}
