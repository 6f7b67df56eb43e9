//! An entry: one immutable event with its place, time, author and hashes. Its
//! bytes are canonical JSON, kept exactly as hashed; its hash is
//! SHA-256(0x00 ‖ bytes), the leaf hash of RFC 9162 section 2.1.1, so that chain
//! and Merkle tree stand on one and the same hash.

use crate::fold::FoldEntry;
use fupan_domain::{
    Timestamp,
    event::{Event, GameEvent, Stream, log::PersonErased},
    ids::{EntryId, Sha256},
    tournament::ResultTold,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The longest entry.
pub const BYTES_MAX: usize = 65_535;

/// The version of the payload schema under which this program writes an event:
/// the newest of its type.
pub fn schema_version(event: &Event) -> u32 {
    let newest = crate::schema::newest_version(event.kind(), event.type_name());
    newest.and_then(|n| u32::try_from(n).ok()).unwrap_or(1)
}

/// The hash of an entry's bytes.
pub fn hash(bytes: &[u8]) -> Sha256 {
    use sha2::Digest;
    let mut hasher = sha2::Sha256::new();
    hasher.update([0_u8]);
    hasher.update(bytes);
    Sha256(hasher.finalize().into())
}

/// An entry as it is read, borrowing from its bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<'a> {
    /// Who is named as its author.
    pub actor: &'a str,
    /// When it happened.
    pub at: Timestamp,
    /// The event's data.
    #[serde(borrow)]
    pub data: &'a RawValue,
    /// Its id.
    pub id: EntryId,
    /// The ledger.
    pub ledger: &'a str,
    /// The hash of the ledger's entry before it; zeros before the first.
    pub prev: Sha256,
    /// When it was accepted, by the server's clock.
    pub recorded_at: Timestamp,
    /// The version of its payload's schema.
    pub schema: u32,
    /// Its place in the ledger, from 0.
    pub seq: u64,
    /// Its stream.
    pub stream: &'a str,
    /// The hash of the stream's entry before it; zeros before the first.
    pub stream_prev: Sha256,
    /// Who handed it in.
    pub submitted_by: &'a str,
    /// The event's type.
    #[serde(rename = "type")]
    pub type_name: &'a str,
    /// Its place in its stream, from 0.
    pub version: u64,
}

impl<'a> Entry<'a> {
    /// Reads an entry's bytes. Whether they are canonical, and whether the
    /// data fits its schema, are questions of their own.
    ///
    /// # Errors
    /// When the bytes are no JSON or have another shape.
    pub fn read(bytes: &'a [u8]) -> serde_json::Result<Entry<'a>> {
        serde_json::from_slice(bytes)
    }

    /// The entry's bytes: its members in the order of RFC 8785, `data` being
    /// canonical already.
    ///
    /// # Errors
    /// Never for an entry that was read; the writer's own errors are handed on.
    pub fn write(&self) -> serde_json::Result<Vec<u8>> {
        // The members of the struct stand in the order of their names, and none of
        // the texts beside `data` needs an escape of JSON.
        serde_json::to_vec(self)
    }
}

/// An entry that was just sealed, ready to be kept.
#[derive(Clone, Debug)]
pub struct Sealed {
    /// Its place in the ledger.
    pub seq: u64,
    /// Its stream's name.
    pub stream: fupan_domain::event::Stream,
    /// Its place in its stream.
    pub version: u64,
    /// Its event's type.
    pub type_name: &'static str,
    /// Its id.
    pub id: EntryId,
    /// When it was accepted.
    pub recorded_at: Timestamp,
    /// Its bytes.
    pub bytes: std::sync::Arc<[u8]>,
    /// Their hash.
    pub hash: Sha256,
    /// What is to be kept beside the log of a person whom it commits to.
    pub person: Option<crate::person::PersonRecord>,
}

impl Sealed {
    /// Whether it bears on more than its own game.
    pub fn is_common(&self) -> bool {
        is_common(&self.stream, self.type_name, &self.bytes)
    }
}

/// Whether an entry bears on more than its own game: one of `tournament`, of an
/// appeal or of a review, or one that [`is_listed`].
pub fn is_common(stream: &Stream, type_name: &str, bytes: &[u8]) -> bool {
    matches!(
        stream,
        Stream::Tournament | Stream::Appeal(_) | Stream::Review
    ) || is_listed(stream, type_name, bytes)
}

/// Whether an entry bears on more than its own game though most of its stream
/// do not: rulings and evidence in games, and what says of one that it has no result
/// ([`ResultTold`]); what `log` says of evidence, of people and of other ledgers.
/// Stores list these, so that they are found without the rest. `bytes` are the entry's.
pub fn is_listed(stream: &Stream, type_name: &str, bytes: &[u8]) -> bool {
    match stream {
        Stream::Game(_) => match type_name {
            "ruling_made" | "evidence_attached" => true,
            "result_confirmed" | "entry_inserted" | "entry_corrected" => {
                tells_of_no_result(type_name, bytes)
            }
            _ => false,
        },
        Stream::Log => is_listed_of_log(type_name),
        Stream::Tournament | Stream::Appeal(_) | Stream::Review | Stream::Access => false,
    }
}

/// The same of an entry of stream `log`.
pub(crate) fn is_listed_of_log(type_name: &str) -> bool {
    matches!(
        type_name,
        "evidence_received" | "evidence_deleted" | "person_erased" | "ledger_anchored"
    )
}

fn tells_of_no_result(type_name: &str, bytes: &[u8]) -> bool {
    let Ok(entry) = FoldEntry::read(bytes) else {
        return false;
    };
    let event = GameEvent::parse(type_name, entry.data.get());
    event.is_ok_and(|event| ResultTold::of(&event).is_some())
}

/// The commitment to the person whom an entry erases, if it is such an entry.
pub fn erases(stream: &Stream, type_name: &str, bytes: &[u8]) -> Option<Sha256> {
    if *stream != Stream::Log || type_name != "person_erased" {
        return None;
    }
    let entry = Entry::read(bytes).ok()?;
    let erased: PersonErased = serde_json::from_str(entry.data.get()).ok()?;
    Some(erased.person)
}
