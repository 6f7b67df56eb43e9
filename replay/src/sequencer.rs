//! The place of entries: it gives each new entry its seq, version and hashes.
//! One sequencer a ledger, held by the ledger's single writer. It judges no
//! content; that is for whatever implements [`Admit`].

use crate::{
    draft::{Batch, Proposal},
    entry::{self, Entry, Sealed},
    person::PersonRecord,
};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{ActorId, EntryId, LedgerName, Sha256},
};
use std::{collections::BTreeMap, sync::Arc};

/// What a sequencer may look up in the log that it extends. Answers cover what
/// was admitted before, durable or not.
pub trait ReadLog {
    /// The bytes of the entry with that id.
    ///
    /// # Errors
    /// When the log can't be read.
    fn entry_by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError>;

    /// The bytes of a stream's entries from a version on, in order.
    ///
    /// # Errors
    /// When the log can't be read.
    fn stream_entries(&self, stream: &Stream, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError>;

    /// The bytes of all entries that bear on more than their own game: those of
    /// `tournament` and of appeals, and of the others those that
    /// [`crate::entry::is_listed`]; in order.
    ///
    /// # Errors
    /// When the log can't be read.
    fn common_entries(&self) -> Result<Vec<Arc<[u8]>>, ReadError>;

    /// The record to which an entry commits, unless it was erased.
    ///
    /// # Errors
    /// When the log can't be read.
    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError>;
}

/// A log of which also the entry of a seq can be looked up.
pub trait IndexedLog: ReadLog {
    /// The bytes of the entry of that seq.
    ///
    /// # Errors
    /// When the log can't be read.
    fn entry_at(&self, seq: u64) -> Result<Option<Arc<[u8]>>, ReadError>;
}

/// The log can't be read: what the store said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log can't be read: {0}")]
pub struct ReadError(pub String);

/// Whatever decides which batches become entries, and seals them.
pub trait Admit: Send {
    /// Why a batch is refused.
    type Refusal: Send + 'static;

    /// Decides about a batch and seals what is new in it. On an error nothing
    /// has changed; otherwise the new entries count as admitted.
    ///
    /// # Errors
    /// When one of the drafts can't become an entry: the whole batch is refused.
    fn admit(
        &mut self,
        batch: &Batch,
        now: Timestamp,
        log: &dyn ReadLog,
    ) -> Result<Vec<Slot>, Self::Refusal>;
}

/// What became of a draft of an admitted batch.
#[derive(Clone, Debug)]
pub enum Slot {
    /// It is a new entry.
    New(Sealed),
    /// It was an entry already: a retry.
    Known(Arc<[u8]>),
}

/// Where a stream stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamHead {
    /// The version of its last entry.
    pub version: u64,
    /// The hash of its last entry.
    pub hash: Sha256,
}

/// Where a ledger stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// How many entries it has; the next one's seq.
    pub size: u64,
    /// The hash of its last entry; zeros where it has none.
    pub hash: Sha256,
    /// When the last one was accepted.
    pub recorded_at: Option<Timestamp>,
}

/// Why a proposal can't take its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// Another writer came in between.
    #[error("stream {stream} is at version {actual}, not at {expected} as expected")]
    Stale {
        /// The stream.
        stream: Stream,
        /// The version that the caller saw last; -1: none.
        expected: i64,
        /// The version at which it is; -1: it is new.
        actual: i64,
        /// The first entry that the caller had not seen; `None` where he
        /// expects more than there is.
        entry: Option<EntryId>,
    },
    /// What the caller saw rests on more than one stream, and an entry that may bear
    /// on it came after it was last found to hold.
    #[error(
        "entry {seq} may bear on what was seen, and the ledger was looked at when it had {seen} entries"
    )]
    Overtaken {
        /// How many entries the ledger had then.
        seen: u64,
        /// The last entry that may bear on it.
        seq: u64,
    },
    /// The id belongs to an entry with other content.
    #[error("the id {id} belongs to entry {seq}, which has other content")]
    IdReused {
        /// The id.
        id: EntryId,
        /// The entry that has it.
        seq: u64,
    },
    /// The entry would be too long.
    #[error("the entry would have {bytes} bytes; {max} is the most", max = entry::BYTES_MAX)]
    TooLong {
        /// How many bytes it would have.
        bytes: usize,
    },
    /// An entry in the log can't be read.
    #[error("an entry of the log is not readable: {0}")]
    Unreadable(String),
    /// The log can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// Gives new entries their places.
#[derive(Clone, Debug)]
pub struct Sequencer {
    ledger: LedgerName,
    head: Head,
    streams: BTreeMap<Stream, StreamHead>,
}

impl Sequencer {
    /// A sequencer for a ledger without entries.
    pub fn new(ledger: LedgerName) -> Sequencer {
        let head = Head {
            size: 0,
            hash: Sha256::ZERO,
            recorded_at: None,
        };
        Sequencer {
            ledger,
            head,
            streams: BTreeMap::new(),
        }
    }

    /// A sequencer for a ledger that has entries, from where it stands.
    pub fn resume(
        ledger: LedgerName,
        head: Head,
        streams: BTreeMap<Stream, StreamHead>,
    ) -> Sequencer {
        Sequencer {
            ledger,
            head,
            streams,
        }
    }

    /// The ledger.
    pub fn ledger(&self) -> &LedgerName {
        &self.ledger
    }

    /// Where the ledger stands.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Where a stream stands, if it has entries.
    pub fn stream(&self, stream: &Stream) -> Option<StreamHead> {
        self.streams.get(stream).copied()
    }

    /// All streams, in order.
    pub fn streams(&self) -> impl Iterator<Item = (&Stream, StreamHead)> {
        self.streams.iter().map(|(stream, head)| (stream, *head))
    }

    /// Answers a proposal that needs no new entry because it is a retry. `before`:
    /// what became of the proposals before it in the same batch.
    ///
    /// # Errors
    /// When the id belongs to an entry with other content, or the log can't be read.
    pub fn known(
        &self,
        proposal: &Proposal,
        before: &[Slot],
        log: &dyn ReadLog,
    ) -> Result<Option<Slot>, SequenceError> {
        let same_batch = before.iter().find_map(|slot| match slot {
            Slot::New(sealed) if sealed.id == proposal.id => Some(sealed),
            _ => None,
        });
        let bytes = match same_batch {
            Some(sealed) => Some(sealed.bytes.clone()),
            None => log.entry_by_id(proposal.id)?,
        };
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let entry = Entry::read(&bytes).map_err(|e| SequenceError::Unreadable(e.to_string()))?;
        let person = match (same_batch, person_of(&entry)) {
            (Some(sealed), _) => sealed.person.clone(),
            (None, Some(commitment)) if proposal.person.is_some() => log.person(commitment)?,
            (None, _) => None,
        };
        if proposal.is_retry_of(&entry, person.as_ref()) {
            return Ok(Some(Slot::Known(bytes)));
        }
        Err(SequenceError::IdReused {
            id: proposal.id,
            seq: entry.seq,
        })
    }

    /// Checks the version that the caller saw last. What came from himself, by
    /// drafts before this one in the same batch, is no other writer's: each of
    /// them may say the version that he saw. What a draft expected that is a retry
    /// is expected by the next one that is not. `batch`: the drafts before this one,
    /// each with what became of it.
    ///
    /// # Errors
    /// When the stream is at another version, or the log can't be read.
    pub fn check_expected<'a>(
        &self,
        proposal: &Proposal,
        batch: impl Iterator<Item = (&'a Proposal, &'a Slot)> + Clone,
        log: &dyn ReadLog,
    ) -> Result<(), SequenceError> {
        let actual = self
            .stream(&proposal.stream)
            .map_or(-1, |head| i64::try_from(head.version).unwrap_or(i64::MAX));
        let carried = || {
            let retries = batch.clone().filter(|(before, slot)| {
                before.stream == proposal.stream && matches!(slot, Slot::Known(_))
            });
            retries.filter_map(|(before, _)| before.expect).last()
        };
        let expected = proposal.expect.or_else(carried);
        let Some(expected) = expected.filter(|expected| *expected != actual) else {
            return Ok(());
        };
        let from = u64::try_from(expected.saturating_add(1)).unwrap_or(0);
        let mut others = None;
        if expected < actual {
            for bytes in log.stream_entries(&proposal.stream, from)? {
                let entry = Entry::read(&bytes);
                let id = entry
                    .map_err(|e| SequenceError::Unreadable(e.to_string()))?
                    .id;
                if !batch.clone().any(|(before, _)| before.id == id) {
                    others = Some(id);
                    break;
                }
            }
            if others.is_none() {
                return Ok(());
            }
        }
        // Where the stream stood before the caller's own drafts.
        let own = batch.filter(|(before, slot)| {
            before.stream == proposal.stream && matches!(slot, Slot::New(_))
        });
        let own = i64::try_from(own.count()).unwrap_or(i64::MAX);
        Err(SequenceError::Stale {
            stream: proposal.stream.clone(),
            expected,
            actual: actual.saturating_sub(own),
            entry: others,
        })
    }

    /// Gives a proposal its place and seals it.
    ///
    /// # Errors
    /// When the entry would be too long; nothing has changed then.
    pub fn seal(
        &mut self,
        proposal: &Proposal,
        submitted_by: &ActorId,
        now: Timestamp,
    ) -> Result<Sealed, SequenceError> {
        let unwritable = |e: serde_json::Error| SequenceError::Unreadable(e.to_string());
        let stream_head = self.stream(&proposal.stream);
        let stream_name = proposal.stream.to_string();
        // The server's clock may be set back; a ledger's time never runs backwards.
        let recorded_at = self.head.recorded_at.map_or(now, |last| last.max(now));
        let version = stream_head.map_or(0, |head| head.version + 1);
        let entry = Entry {
            actor: proposal.actor.as_str(),
            at: proposal.at,
            data: serde_json::from_str(&proposal.data).map_err(unwritable)?,
            id: proposal.id,
            ledger: self.ledger.as_str(),
            prev: self.head.hash,
            recorded_at,
            schema: entry::schema_version(&proposal.event),
            seq: self.head.size,
            stream: &stream_name,
            stream_prev: stream_head.map_or(Sha256::ZERO, |head| head.hash),
            submitted_by: submitted_by.as_str(),
            type_name: proposal.event.type_name(),
            version,
        };
        let bytes = entry.write().map_err(unwritable)?;
        if bytes.len() > entry::BYTES_MAX {
            return Err(SequenceError::TooLong { bytes: bytes.len() });
        }
        let hash = entry::hash(&bytes);
        let seq = self.head.size;
        self.head = Head {
            size: seq + 1,
            hash,
            recorded_at: Some(recorded_at),
        };
        self.streams
            .insert(proposal.stream.clone(), StreamHead { version, hash });
        Ok(Sealed {
            seq,
            stream: proposal.stream.clone(),
            version,
            type_name: proposal.event.type_name(),
            id: proposal.id,
            recorded_at,
            bytes: bytes.into(),
            hash,
            person: proposal.person.clone(),
        })
    }

    /// Takes note of an entry that was sealed elsewhere, as on replay.
    pub fn follow(&mut self, stream: Stream, version: u64, hash: Sha256, recorded_at: Timestamp) {
        self.head = Head {
            size: self.head.size + 1,
            hash,
            recorded_at: Some(recorded_at),
        };
        self.streams.insert(stream, StreamHead { version, hash });
    }

    /// Goes back to an earlier state of the head, after entries that were
    /// sealed but never stored. `streams` are the heads to which they belong;
    /// `None` for a stream that was new.
    pub fn take_back(
        &mut self,
        head: Head,
        streams: impl IntoIterator<Item = (Stream, Option<StreamHead>)>,
    ) {
        self.head = head;
        for (stream, before) in streams {
            match before {
                Some(before) => self.streams.insert(stream, before),
                None => self.streams.remove(&stream),
            };
        }
    }
}

/// The commitment to a person that an entry carries.
pub fn person_of(entry: &Entry<'_>) -> Option<Sha256> {
    #[derive(serde::Deserialize)]
    struct Person {
        person: Sha256,
    }
    if !matches!(entry.type_name, "player_registered" | "official_appointed") {
        return None;
    }
    serde_json::from_str::<Person>(entry.data.get())
        .ok()
        .map(|p| p.person)
}

/// A sequencer that admits whatever fits its place, for tests and measurements
/// of the store alone.
impl Admit for Sequencer {
    type Refusal = (usize, SequenceError);

    fn admit(
        &mut self,
        batch: &Batch,
        now: Timestamp,
        log: &dyn ReadLog,
    ) -> Result<Vec<Slot>, (usize, SequenceError)> {
        let before = self.head;
        let mut touched = BTreeMap::new();
        let mut slots: Vec<Slot> = Vec::with_capacity(batch.proposals.len());
        for (index, proposal) in batch.proposals.iter().enumerate() {
            let slot = self.known(proposal, &slots, log).and_then(|known| {
                if let Some(slot) = known {
                    return Ok(slot);
                }
                let before = batch.proposals.iter().zip(&slots);
                self.check_expected(proposal, before, log)?;
                let head = self.stream(&proposal.stream);
                touched.entry(proposal.stream.clone()).or_insert(head);
                self.seal(proposal, &batch.submitted_by, now).map(Slot::New)
            });
            match slot {
                Ok(slot) => slots.push(slot),
                Err(error) => {
                    self.take_back(before, touched);
                    return Err((index, error));
                }
            }
        }
        Ok(slots)
    }
}

#[cfg(test)]
mod tests;
