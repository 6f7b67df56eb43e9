//! What can be said of an entry from its bytes alone: its hash, its form, what
//! it tells. It needs nothing of what stands before the entry, so that many
//! entries can be examined side by side, on other threads than the one that
//! takes them in order.

use super::check::Check;
use crate::{
    canonical::{self, NotCanonical},
    entry::{self, Entry},
    schema, strict,
};
use fupan_domain::{
    Timestamp,
    event::{Event, Stream},
    ids::{ActorId, EntryId, LedgerName, Sha256},
};
use serde_json::Value;
use std::borrow::Cow;

/// An entry as its bytes alone tell of it, ready to be taken in its place.
#[derive(Debug)]
pub struct Examined {
    /// Its hash.
    pub(super) hash: Sha256,
    /// Whether it could be read far enough for its schemas to be asked.
    pub(super) readable: bool,
    /// What is wrong with its form.
    pub(super) faults: Vec<FormFault>,
    /// What it says, if it can be read as an entry.
    pub(super) said: Option<Said>,
}

impl Examined {
    /// Its hash: the leaf of the tree.
    pub fn hash(&self) -> Sha256 {
        self.hash
    }

    /// What is wrong with its form, if anything is: a short stable name, and the
    /// sentence's end.
    pub fn fault(&self) -> Option<(&'static str, &str)> {
        let fault = self.faults.first()?;
        Some((fault.code, &fault.what))
    }

    /// The stream of which it says that it is, if it can be read.
    pub fn stream(&self) -> Option<&Stream> {
        self.said.as_ref().map(|said| &said.stream)
    }
}

/// Something wrong with an entry's form.
#[derive(Debug)]
pub(super) struct FormFault {
    pub check: Check,
    pub code: &'static str,
    /// The entry's id, where the fault leaves it readable.
    pub entry: Option<EntryId>,
    /// The sentence's end, after "Entry 7 ".
    pub what: String,
}

/// What an entry says.
#[derive(Debug)]
pub(super) struct Said {
    pub header: Header,
    pub stream: Stream,
    pub actor: ActorId,
    /// Who handed it in, if that is not its author.
    pub submitted_by: Option<ActorId>,
    /// The ledger that it names, if that is not the one examined.
    pub other_ledger: Option<String>,
    /// The event, if the data are those of one.
    pub event: Option<Event>,
}

/// An entry's place, times and hashes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub at: Timestamp,
    pub id: EntryId,
    pub prev: Sha256,
    pub recorded_at: Timestamp,
    pub seq: u64,
    pub stream_prev: Sha256,
    pub version: u64,
}

/// An entry of which only its hash and its links were asked.
#[derive(Debug)]
pub struct Linked {
    pub(super) hash: Sha256,
    pub(super) other_ledger: Option<String>,
    /// What it says, if it can be read as far as that.
    pub(super) said: Option<Link>,
    /// What it says of the ledger's keys, if it is one of the few that do.
    pub(super) of_keys: Option<Box<Said>>,
}

#[derive(Debug)]
pub(super) struct Link {
    pub seq: u64,
    pub id: EntryId,
    pub prev: Sha256,
}

/// The members of an entry that link it; the rest is passed over.
#[derive(serde::Deserialize)]
struct LinkMembers<'a> {
    id: EntryId,
    #[serde(borrow)]
    ledger: std::borrow::Cow<'a, str>,
    prev: Sha256,
    seq: u64,
    #[serde(borrow, default)]
    stream: std::borrow::Cow<'a, str>,
}

/// Looks at the entries of one ledger, each by itself.
#[derive(Clone, Debug)]
pub struct Examiner {
    ledger: LedgerName,
}

impl Examiner {
    /// An examiner of that ledger's entries.
    pub fn new(ledger: LedgerName) -> Examiner {
        Examiner { ledger }
    }

    /// Looks at an entry.
    pub fn examine(&self, bytes: &[u8]) -> Examined {
        let mut examined = Examined {
            hash: entry::hash(bytes),
            readable: false,
            faults: Vec::new(),
            said: None,
        };
        if let Some((value, canonical)) = check_canonical(bytes, &mut examined.faults) {
            examined.readable = true;
            let data_fit = check_schemas(&value, &mut examined.faults);
            examined.said = self.read(&canonical, data_fit, &mut examined.faults);
        }
        examined
    }

    /// Looks at nothing of an entry but its hash and its links.
    pub fn link(&self, bytes: &[u8]) -> Linked {
        let read = serde_json::from_slice::<LinkMembers<'_>>(bytes).ok();
        let other = |read: &LinkMembers<'_>| read.ledger != self.ledger.as_str();
        // Who signs is said in the log itself.
        let of_keys = read.as_ref().filter(|read| read.stream == "log");
        let of_keys = of_keys.and_then(|_| self.examine(bytes).said);
        Linked {
            hash: entry::hash(bytes),
            other_ledger: read
                .as_ref()
                .filter(|read| other(read))
                .map(|read| read.ledger.clone().into_owned()),
            said: read.map(|read| Link {
                seq: read.seq,
                id: read.id,
                prev: read.prev,
            }),
            of_keys: of_keys.map(Box::new),
        }
    }

    fn read(&self, bytes: &[u8], data_fit: bool, faults: &mut Vec<FormFault>) -> Option<Said> {
        let read = Entry::read(bytes).ok().and_then(|entry| {
            let (stream, actor) = (entry.stream.parse().ok()?, entry.actor.parse().ok()?);
            let other = (entry.submitted_by != entry.actor).then(|| entry.submitted_by.parse());
            Some((entry, stream, actor, other.transpose().ok()?))
        });
        let Some((entry, stream, actor, submitted_by)) = read else {
            // The schemas say the same; should they ever let it pass, it is told all the same.
            faults.push(FormFault {
                check: Check::Envelope,
                code: "entry_unreadable",
                entry: None,
                what: "can't be read as one".to_owned(),
            });
            return None;
        };
        Some(Said {
            header: Header::of(&entry),
            other_ledger: (entry.ledger != self.ledger.as_str()).then(|| entry.ledger.to_owned()),
            event: read_event(&entry, &stream, data_fit, faults),
            stream,
            actor,
            submitted_by,
        })
    }
}

impl Header {
    fn of(entry: &Entry<'_>) -> Header {
        Header {
            at: entry.at,
            id: entry.id,
            prev: entry.prev,
            recorded_at: entry.recorded_at,
            seq: entry.seq,
            stream_prev: entry.stream_prev,
            version: entry.version,
        }
    }
}

/// The bytes are their own canonical form. Answers what they say, and its
/// canonical form, in which the rest is read.
fn check_canonical<'b>(
    bytes: &'b [u8],
    faults: &mut Vec<FormFault>,
) -> Option<(Value, Cow<'b, [u8]>)> {
    let mut fault = |code, what| {
        faults.push(FormFault {
            check: Check::Canonical,
            code,
            entry: None,
            what,
        });
    };
    if bytes.len() > entry::BYTES_MAX {
        let (found, most) = (bytes.len(), entry::BYTES_MAX);
        fault("too_long", format!("has {found} bytes; {most} is the most"));
    }
    match canonical::read(bytes) {
        Ok(value) => Some((value, Cow::Borrowed(bytes))),
        Err(error @ NotCanonical::OtherForm { .. }) => {
            let what = format!("is not written as this program writes it: {error}");
            fault("not_canonical", what);
            let value = strict::read(bytes).ok()?;
            let canonical = canonical::text(&value).ok()?;
            Some((value, Cow::Owned(canonical.into_bytes())))
        }
        Err(NotCanonical::Strict(error)) => {
            fault("not_readable", format!("can't be read: {error}"));
            None
        }
    }
}

/// The entry fits the schema of entries, and its data that of their type in
/// the version that it names. Answers whether the data do.
fn check_schemas(value: &Value, faults: &mut Vec<FormFault>) -> bool {
    let Err(found) = schema::check_entry(value) else {
        return true;
    };
    let id = value["id"].as_str().and_then(|id| id.parse().ok());
    let mut data_fit = true;
    for fault in found {
        let of_type = matches!(
            &*fault.code,
            "unknown_type" | "unknown_version" | "unknown_stream"
        );
        let (check, code) = if of_type || fault.pointer.starts_with("/data/") {
            (Check::Payload, "payload_invalid")
        } else {
            (Check::Envelope, "envelope_invalid")
        };
        data_fit &= check != Check::Payload;
        faults.push(FormFault {
            check,
            code,
            entry: id.map(EntryId),
            what: format!("does not fit its schema: {fault}"),
        });
    }
    data_fit
}

/// The event, if the data are those of one.
fn read_event(
    entry: &Entry<'_>,
    stream: &Stream,
    data_fit: bool,
    faults: &mut Vec<FormFault>,
) -> Option<Event> {
    let event = Event::parse(stream.kind(), entry.type_name, entry.data.get());
    let told = |error| {
        if data_fit {
            faults.push(FormFault {
                check: Check::Payload,
                code: "payload_invalid",
                entry: Some(entry.id),
                what: format!("can't be understood: {error}"),
            });
        }
    };
    event.map_err(told).ok()
}
