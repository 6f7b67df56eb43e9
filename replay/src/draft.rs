//! A draft: an event as a caller hands it in, and a proposal: the same made
//! ready to become an entry, with everything that needs no knowledge of the
//! ledger done beforehand, outside the ledger's single writer.

use crate::{
    canonical,
    entry::Entry,
    person::PersonRecord,
    schema::{self, Fault},
    strict::{self, StrictError},
};
use fupan_domain::{
    Timestamp,
    event::{Event, EventError, Stream, tournament::PersonDraft},
    ids::{ActorId, EntryId},
    refusal::Refusal,
    seen::is_seen,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An event as a caller hands it in (contract, section 3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The id; makes a retry safe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<EntryId>,
    /// The stream to which it belongs.
    pub stream: Stream,
    /// The event's type.
    #[serde(rename = "type")]
    pub type_name: Box<str>,
    /// When it happened.
    pub at: Timestamp,
    /// Who is named as its author.
    pub actor: ActorId,
    /// The event's data.
    pub data: Map<String, Value>,
    /// The stream's version that the caller saw last; -1: the stream must be new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expect: Option<i64>,
}

/// Why bytes are no draft.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    /// No JSON of the strict profile.
    #[error(transparent)]
    Strict(#[from] StrictError),
    /// The schema refuses it: every fault with its place.
    #[error("{}", faults_text(.0))]
    Schema(Vec<Fault>),
    /// Another shape.
    #[error("not a draft: {0}")]
    Shape(#[from] serde_json::Error),
    /// The data fits no event.
    #[error(transparent)]
    Event(#[from] EventError),
}

fn faults_text(faults: &[Fault]) -> String {
    let texts: Vec<String> = faults.iter().map(Fault::to_string).collect();
    texts.join("; ")
}

impl Draft {
    /// Reads a draft's bytes.
    ///
    /// # Errors
    /// When they are no JSON of the strict profile, or its schema refuses them.
    pub fn read(bytes: &[u8]) -> Result<Draft, DraftError> {
        let value = strict::read(bytes)?;
        schema::check_draft(&value).map_err(DraftError::Schema)?;
        Ok(serde_json::from_value(value)?)
    }
}

/// What a draft of a type needs before it can become an entry.
fn names_a_person(stream: &Stream, type_name: &str) -> bool {
    *stream == Stream::Tournament && matches!(type_name, "player_registered" | "official_appointed")
}

/// Fields that the program fills in on acceptance where a draft leaves them out.
const FILLED_IN: [&str; 2] = ["edition_sha256", "heads_sha256"];
/// Fields of a draft that don't enter the log.
const KEPT_BESIDE: [&str; 2] = ["birth_year", "name"];

/// The fields that hold a name, or what is read as one, wherever they stand in data.
const NAMES: [&str; 8] = [
    "authority",
    "decided_by",
    "federation",
    "name",
    "network",
    "place",
    "program",
    "title",
];

/// The first name in data of which nothing can be seen, with its place.
fn unseen_name(data: &Map<String, Value>, at: &str) -> Option<(String, String)> {
    data.iter().find_map(|(key, value)| {
        let at = format!("{at}/{key}");
        match value {
            Value::String(name) if NAMES.contains(&key.as_str()) && !is_seen(name) => {
                Some((at, name.clone()))
            }
            Value::Object(data) => unseen_name(data, &at),
            Value::Array(items) => items
                .iter()
                .enumerate()
                .find_map(|(index, item)| unseen_name(item.as_object()?, &format!("{at}/{index}"))),
            _ => None,
        }
    })
}

/// A draft made ready to become an entry.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Its id, the caller's or a new one.
    pub id: EntryId,
    /// Its stream.
    pub stream: Stream,
    /// When it happened.
    pub at: Timestamp,
    /// Who is named as its author.
    pub actor: ActorId,
    /// The stream's version that the caller saw last.
    pub expect: Option<i64>,
    /// The event, as it will stand in the entry.
    pub event: Event,
    /// The data's canonical text, as it will stand in the entry.
    pub data: String,
    /// The data as it was handed in, to know a retry by.
    pub handed_in: Map<String, Value>,
    /// The person to whom the data commits.
    pub person: Option<PersonRecord>,
}

impl Proposal {
    /// Makes a draft ready. `new_id` is used where the draft has none, `salt`
    /// where it names a person; both are for the caller to draw.
    ///
    /// # Errors
    /// When the data fits no event of the stream's kind.
    pub fn prepare(draft: Draft, new_id: EntryId, salt: [u8; 16]) -> Result<Proposal, DraftError> {
        let mut data = draft.data.clone();
        let mut person = None;
        if names_a_person(&draft.stream, &draft.type_name) {
            let kept: Map<String, Value> = KEPT_BESIDE
                .iter()
                .filter_map(|key| data.remove_entry(*key))
                .collect();
            let record = PersonRecord::new(
                serde_json::from_value::<PersonDraft>(Value::Object(kept))?,
                salt,
            );
            data.insert(
                "person".to_owned(),
                Value::from(record.commitment()?.to_string()),
            );
            person = Some(record);
        }
        let text = canonical::text(&data)?;
        Ok(Proposal {
            id: draft.id.unwrap_or(new_id),
            event: Event::parse(draft.stream.kind(), &draft.type_name, &text)?,
            stream: draft.stream,
            at: draft.at,
            actor: draft.actor,
            expect: draft.expect,
            data: text,
            handed_in: draft.data,
            person,
        })
    }

    /// Puts other data in place, with what is filled in on acceptance.
    ///
    /// # Errors
    /// Never for an event that was read; the writer's own errors are handed on.
    pub fn fill_in(&mut self, event: Event) -> serde_json::Result<()> {
        self.data = match &event {
            Event::Tournament(e) => canonical::text(&e.data()?)?,
            Event::Game(e) => canonical::text(&e.data()?)?,
            Event::Appeal(e) => canonical::text(&e.data()?)?,
            Event::Log(e) => canonical::text(&e.data()?)?,
            Event::Review(e) => canonical::text(&e.data()?)?,
            Event::Access(e) => canonical::text(&e.data()?)?,
        };
        self.event = event;
        Ok(())
    }

    /// Whether each name in what was handed in can be seen.
    pub(crate) fn need_names_seen(&self) -> Result<(), Refusal> {
        match unseen_name(&self.handed_in, "/data") {
            Some((pointer, value)) => Err(Refusal::NameUnseen { pointer, value }),
            None => Ok(()),
        }
    }

    /// Whether an entry has the content of this proposal, so that the proposal
    /// is a retry of it. `person` is the record to which the entry commits, if
    /// it is still kept; where it was erased, only the rest can be compared.
    pub fn is_retry_of(&self, entry: &Entry<'_>, person: Option<&PersonRecord>) -> bool {
        if entry.stream != self.stream.to_string()
            || entry.type_name != self.event.type_name()
            || entry.at != self.at
            || entry.actor != self.actor.as_str()
        {
            return false;
        }
        let Ok(mut kept) = serde_json::from_str::<Map<String, Value>>(entry.data.get()) else {
            return false;
        };
        for key in FILLED_IN {
            if !self.handed_in.contains_key(key) {
                kept.remove(key);
            }
        }
        let mut given = self.handed_in.clone();
        if let Some(proposed) = &self.person {
            kept.remove("person");
            for key in KEPT_BESIDE {
                given.remove(key);
            }
            let same =
                |p: &PersonRecord| (&p.name, p.birth_year) == (&proposed.name, proposed.birth_year);
            if !person.is_none_or(same) {
                return false;
            }
        }
        kept == given
    }
}

/// Drafts that are stored together or not at all.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The proposals, in order.
    pub proposals: Vec<Proposal>,
    /// Who hands them in.
    pub submitted_by: ActorId,
    /// How many entries the ledger had when the view on which they rest was last
    /// found to hold; `None` where they rest on none but their own streams.
    pub seen_whole: Option<u64>,
}
