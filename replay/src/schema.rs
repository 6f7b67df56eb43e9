//! The door for shapes: the JSON Schemas of `schemas/`, built into the
//! program, and every fault of a draft, an entry or its data under them.
//!
//! Checked here is the form alone, by exactly the files that are published.
//! Whether an event can be a record is decided in `domain`; duplicate keys,
//! fractions such as `1.0` and what else the strict profile forbids are refused
//! where bytes are read, before a value comes here.

mod fault;
mod library;

pub use fault::Fault;

use fault::Report;
use fupan_domain::event::{Stream, StreamKind};
use library::{Compiled, LIBRARY};
use serde_json::Value;

/// In which of its two forms data are looked at. They differ only where
/// something is taken out or filled in on acceptance (contract, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// As a caller hands them in.
    Draft,
    /// As they stand in an entry.
    Entry,
}

/// Checks a draft (contract, section 3) and its data under the newest schema
/// of its type. Pointers count from the draft, as `/data/point`.
///
/// # Errors
/// Every fault, by pointer.
pub fn check_draft(draft: &Value) -> Result<(), Vec<Fault>> {
    let mut report = Report::default();
    report.check(&LIBRARY.draft, draft, "");
    check_inside(draft, Form::Draft, None, &mut report);
    report.finish()
}

/// Checks an entry (contract, section 3) and its data under the version of
/// its type's schema that it names. Pointers count from the entry.
///
/// # Errors
/// Every fault, by pointer.
pub fn check_entry(entry: &Value) -> Result<(), Vec<Fault>> {
    let mut report = Report::default();
    report.check(&LIBRARY.envelope, entry, "");
    let version = entry["schema"].as_u64().unwrap_or(1);
    check_inside(entry, Form::Entry, Some(version), &mut report);
    report.finish()
}

/// Checks an entry without a look at its data.
///
/// # Errors
/// Every fault, by pointer.
pub fn check_envelope(entry: &Value) -> Result<(), Vec<Fault>> {
    let mut report = Report::default();
    report.check(&LIBRARY.envelope, entry, "");
    report.finish()
}

/// Checks data under the newest schema of their type. Pointers count from the
/// data. Data inside an `entry_inserted` or `entry_corrected` are checked
/// under the schema of the type named beside them.
///
/// # Errors
/// Every fault, by pointer; an unknown type is one at the root.
pub fn check_data(
    kind: StreamKind,
    type_name: &str,
    form: Form,
    data: &Value,
) -> Result<(), Vec<Fault>> {
    let mut report = Report::default();
    match LIBRARY.find(kind, type_name, form, None) {
        Some(schema) => check_payload(schema, kind, type_name, data, "", &mut report),
        None => report.add("", "unknown_type", unknown_type(kind, type_name)),
    }
    report.finish()
}

/// The newest version of the schema of an event type, as `schema` in an entry
/// names it; `None` where that kind of stream has no such type.
pub fn newest_version(kind: StreamKind, type_name: &str) -> Option<u64> {
    LIBRARY.newest_version(kind, type_name)
}

/// The text of a schema by its path below `schemas/`, which is also its `$id`
/// without `/schemas/`: `event/game/stone_played.v1.json`.
pub fn schema_text(path: &str) -> Option<&'static str> {
    library::files().find(|(p, _)| *p == path).map(|(_, t)| t)
}

/// Every published schema with its path, in the order of paths.
pub fn all_schemas() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut files: Vec<_> = library::files().collect();
    files.sort_unstable();
    files.into_iter()
}

/// A published schema, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its path below `schemas/`.
    pub path: &'static str,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// What it is for.
    pub purpose: Purpose,
}

/// What a schema is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Drafts as a whole.
    Draft,
    /// Entries as a whole.
    Entry,
    /// The data of a type of event.
    Data {
        /// The kind of its stream.
        kind: StreamKind,
        /// The type.
        type_name: &'static str,
        /// Whether it holds for data as they are handed in.
        draft: bool,
        /// Whether it holds for data as they stand in an entry.
        entry: bool,
    },
    /// Something that is no entry, as an edition.
    Other,
}

/// Every published schema with what it is for, in the order of paths.
pub fn catalogue() -> impl Iterator<Item = Listed> {
    all_schemas().map(|(path, text)| {
        let schema: Value = serde_json::from_str(text).unwrap_or_default();
        let word = |key: &str| schema[key].as_str().unwrap_or_default().to_owned();
        Listed {
            path,
            title: word("title"),
            description: word("description"),
            purpose: purpose(path),
        }
    })
}

fn purpose(path: &'static str) -> Purpose {
    if let Some(file) = library::EventFile::parse(path) {
        let (kind, type_name) = (file.kind, file.type_name);
        let two = LIBRARY.has_own_draft(kind, type_name);
        return Purpose::Data {
            kind,
            type_name,
            draft: file.form == Form::Draft || !two,
            entry: file.form == Form::Entry,
        };
    }
    match path.split('.').next() {
        Some("draft") => Purpose::Draft,
        Some("envelope") => Purpose::Entry,
        _ => Purpose::Other,
    }
}

/// Checks the data of a draft or an entry under the schema that stream, type
/// and version name. Where these are no texts, the outer schema has said so.
fn check_inside(outer: &Value, form: Form, version: Option<u64>, report: &mut Report) {
    let (Some(stream), Some(type_name)) = (outer["stream"].as_str(), outer["type"].as_str()) else {
        return;
    };
    let Ok(stream) = stream.parse::<Stream>() else {
        // A stream of a form that the outer schema knows, but that holds no events of these kinds.
        if !report.has("/stream") {
            report.add("/stream", "unknown_stream", unknown_stream(stream));
        }
        return;
    };
    let kind = stream.kind();
    if let Some(schema) = LIBRARY.find(kind, type_name, form, version) {
        if let Some(data) = outer.get("data") {
            check_payload(schema, kind, type_name, data, "/data", report);
        }
    } else if let (Some(newest), Some(version)) = (LIBRARY.newest_version(kind, type_name), version)
    {
        let detail = format!("{version}: expected 1 to {newest} for {type_name}");
        report.add("/schema", "unknown_version", detail);
    } else {
        report.add("/type", "unknown_type", unknown_type(kind, type_name));
    }
}

/// Checks data, and what an insertion or a correction carries in them.
fn check_payload(
    schema: &Compiled,
    kind: StreamKind,
    type_name: &str,
    data: &Value,
    at: &str,
    report: &mut Report,
) {
    report.check(schema, data, at);
    let (carrier, place) = match (kind, type_name) {
        (StreamKind::Game, "entry_inserted") => (data, "/data"),
        (StreamKind::Game, "entry_corrected") => (&data["replacement"], "/replacement/data"),
        _ => return,
    };
    let (Some(inner_type), Some(inner)) = (carrier["type"].as_str(), carrier.get("data")) else {
        return;
    };
    // Which types may stand inside is in the outer schema: one level, never a correction in a correction.
    let pointer = format!("{at}{place}");
    let beside = pointer.strip_suffix("/data").unwrap_or_default();
    if report.has(&format!("{beside}/type")) {
        return;
    }
    // No type of those has a form of its own for drafts.
    if let Some(schema) = LIBRARY.find(StreamKind::Game, inner_type, Form::Entry, None) {
        report.check(schema, inner, &pointer);
    }
}

fn unknown_type(kind: StreamKind, type_name: &str) -> String {
    let value = fault::shown(&Value::from(type_name));
    let known: Vec<&str> = LIBRARY.types_of(kind).collect();
    format!(
        "{value}: {} streams have no such event type, expected one of {}",
        kind.name(),
        known.join(", ")
    )
}

fn unknown_stream(stream: &str) -> String {
    let value = fault::shown(&Value::from(stream));
    format!("{value}: expected tournament, game/<id>, appeal/<id> or log")
}
