//! A ledger that is kept from elsewhere: another's, which is only read here, or
//! one that is put back. Its entries come as they were sealed and are taken in
//! as they are, if each follows the one before it. Whether they are what somebody
//! signed for is asked by whoever hands them in, and here of each checkpoint.

use crate::{ReadError, backend::Backend, read::Shared};
use fupan_domain::{
    event::Stream,
    ids::{LedgerName, Sha256},
};
use fupan_replay::{
    entry::{Entry, Sealed},
    proof::checkpoint::SignedCheckpoint,
    sequencer::{Head, StreamHead},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// What is known of a ledger that is kept from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// The name that it has at home, which its entries bear.
    pub ledger: LedgerName,
    /// The first line of its checkpoints, `<service>/<ledger>`, if one was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The verifier keys by which it was checked; none where nobody vouches for it.
    #[serde(default)]
    pub keys: Vec<String>,
    /// Where it came from: a file's name, or the service that is followed.
    pub source: String,
}

/// Why entries were not taken in. None of them was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TakeError {
    /// The ledger's entries are made here, and not taken from elsewhere.
    #[error("ledger {0} is written here: expected one that is kept from elsewhere")]
    WrittenHere(LedgerName),
    /// An entry does not go on from the one before it.
    #[error(
        "entry {seq} says {member} {found}, where {expected} is expected: it does not follow what is kept"
    )]
    DoesNotFollow {
        /// The place at which it was handed in.
        seq: u64,
        /// Which member of it.
        member: &'static str,
        /// What it says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// A checkpoint is of another history than the one that is kept.
    #[error(
        "a checkpoint of {size} entries has the root {signed}, and the entries that are kept have {kept}: these are two histories"
    )]
    OtherHistory {
        /// How many entries it covers.
        size: u64,
        /// Its root.
        signed: Sha256,
        /// The root over what is kept.
        kept: Sha256,
    },
    /// A checkpoint covers more than is kept.
    #[error("a checkpoint covers {size} entries, and {kept} are kept")]
    Beyond {
        /// How many entries it covers.
        size: u64,
        /// How many are kept.
        kept: u64,
    },
    /// The store can't write, and must be opened again.
    #[error("the store failed and must be opened again: {0}")]
    Failed(Arc<str>),
}

impl From<ReadError> for TakeError {
    fn from(error: ReadError) -> TakeError {
        TakeError::Failed(error.to_string().into())
    }
}

/// What entries that are taken in go on from.
pub(crate) struct Following<'a> {
    pub ledger: &'a LedgerName,
    pub head: Head,
    pub streams: BTreeMap<Stream, StreamHead>,
}

impl Following<'_> {
    /// Checks that an entry is the next one; `before` looks up where its stream stands.
    pub fn check(
        &mut self,
        sealed: &Sealed,
        before: impl FnOnce(&Stream) -> Option<StreamHead>,
    ) -> Result<(), TakeError> {
        let seq = self.head.size;
        let entry = Entry::read(&sealed.bytes)
            .map_err(|e| differs(seq, "bytes", &e, &"those of an entry"))?;
        let stream = self.streams.get(&sealed.stream).copied();
        let stream = stream.or_else(|| before(&sealed.stream));
        let version = stream.map_or(0, |head| head.version + 1);
        let stream_prev = stream.map_or(Sha256::ZERO, |head| head.hash);
        same(seq, "ledger", &entry.ledger, &self.ledger.as_str())?;
        same(seq, "seq", &entry.seq, &seq)?;
        same(seq, "prev", &entry.prev, &self.head.hash)?;
        same(seq, "version", &entry.version, &version)?;
        same(seq, "stream_prev", &entry.stream_prev, &stream_prev)?;
        if let Some(last) = self
            .head
            .recorded_at
            .filter(|last| entry.recorded_at < *last)
        {
            let (found, expected) = (entry.recorded_at, format!("{last} or later"));
            return Err(differs(seq, "recorded_at", &found, &expected));
        }
        let head = StreamHead {
            version,
            hash: sealed.hash,
        };
        self.streams.insert(sealed.stream.clone(), head);
        self.head = Head {
            size: seq + 1,
            hash: sealed.hash,
            recorded_at: Some(entry.recorded_at),
        };
        Ok(())
    }
}

fn same<T: PartialEq + std::fmt::Display>(
    seq: u64,
    member: &'static str,
    found: &T,
    expected: &T,
) -> Result<(), TakeError> {
    if found == expected {
        return Ok(());
    }
    Err(differs(seq, member, found, expected))
}

fn differs(
    seq: u64,
    member: &'static str,
    found: &dyn std::fmt::Display,
    expected: &dyn std::fmt::Display,
) -> TakeError {
    TakeError::DoesNotFollow {
        seq,
        member,
        found: found.to_string(),
        expected: expected.to_string(),
    }
}

/// Holds a checkpoint against the entries that are kept.
pub(crate) fn check_state<B: Backend>(
    shared: &Shared<B>,
    signed: &SignedCheckpoint,
) -> Result<(), TakeError> {
    let state = signed.checkpoint().state;
    let kept = shared.head().size;
    if state.size > kept {
        let size = state.size;
        return Err(TakeError::Beyond { size, kept });
    }
    let settled = shared.backend.settle();
    settled.map_err(|e| TakeError::Failed(e.to_string().into()))?;
    let root = fupan_replay::proof::tree::root_at(state.size, |node| shared.node(node))?;
    if root == state.root {
        return Ok(());
    }
    Err(TakeError::OtherHistory {
        size: state.size,
        signed: state.root,
        kept: root,
    })
}
