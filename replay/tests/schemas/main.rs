//! The published schemas and the types of `fupan_domain::event`, held together
//! in both directions, and what a draft hears that its schema refuses.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "this is test code throughout, and the shared cases are read from disk"
)]

mod faults;
mod published;
mod random;
mod types;

use fupan_domain::event::{Event, EventError, StreamKind};
use fupan_replay::schema::{Fault, Form, all_schemas, check_data, newest_version};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// A schema of an event type, taken apart.
struct EventSchema {
    path: &'static str,
    kind: StreamKind,
    type_name: &'static str,
    form: Form,
    version: u64,
    schema: Value,
}

impl EventSchema {
    fn examples(&self) -> &[Value] {
        self.schema["examples"].as_array().unwrap()
    }

    fn check(&self, data: &Value) -> Result<(), Vec<Fault>> {
        check_data(self.kind, self.type_name, self.form, data)
    }

    fn parse(&self, data: &Value) -> Result<Event, EventError> {
        Event::parse(self.kind, self.type_name, &data.to_string())
    }

    fn is_newest(&self) -> bool {
        newest_version(self.kind, self.type_name) == Some(self.version)
    }

    /// Whether data of this form stand in entries as they are, so that the Rust
    /// type reads them: all but what a caller hands in of a person.
    fn is_as_in_entries(&self) -> bool {
        let of_person = ["player_registered", "official_appointed"].contains(&self.type_name);
        self.form == Form::Entry || !of_person
    }
}

/// The schemas of all event types in all their versions, read once.
fn every_version() -> &'static [EventSchema] {
    static SCHEMAS: LazyLock<Vec<EventSchema>> = LazyLock::new(read_event_schemas);
    &SCHEMAS
}

/// The schemas of all event types, each in its newest version.
fn event_schemas() -> &'static [EventSchema] {
    static SCHEMAS: LazyLock<Vec<EventSchema>> = LazyLock::new(|| {
        let newest = read_event_schemas().into_iter();
        newest.filter(EventSchema::is_newest).collect()
    });
    &SCHEMAS
}

fn read_event_schemas() -> Vec<EventSchema> {
    let of_path = |(path, text): (&'static str, &str)| {
        let (kind, name) = path.strip_prefix("event/")?.split_once('/')?;
        let kind = StreamKind::ALL
            .into_iter()
            .find(|k| k.name() == kind)
            .unwrap();
        let (name, version) = name.strip_suffix(".json")?.rsplit_once(".v")?;
        let (type_name, form) = match name.strip_suffix(".draft") {
            Some(name) => (name, Form::Draft),
            None => (name, Form::Entry),
        };
        let schema = serde_json::from_str(text).unwrap();
        Some(EventSchema {
            path,
            kind,
            type_name,
            form,
            version: version.parse().unwrap(),
            schema,
        })
    };
    all_schemas().filter_map(of_path).collect()
}

/// The schemas that this test file answers for.
fn own_schemas() -> impl Iterator<Item = (&'static str, Value)> {
    all_schemas()
        .filter(|(path, _)| {
            path.starts_with("event/") || ["draft.v1.json", "envelope.v1.json"].contains(path)
        })
        .map(|(path, text)| (path, serde_json::from_str(text).unwrap()))
}

/// Calls `visit` with each schema inside a schema, where it stands, and
/// whether it applies beside another one to the same value.
fn walk(at: &str, schema: &Value, beside: bool, visit: &mut impl FnMut(&str, &Value, bool)) {
    let Value::Object(keywords) = schema else {
        return;
    };
    visit(at, schema, beside);
    for (keyword, below) in keywords {
        let at = format!("{at}/{keyword}");
        match keyword.as_str() {
            "properties" | "$defs" => {
                for (name, below) in below.as_object().unwrap() {
                    walk(
                        &format!("{at}/{name}"),
                        below,
                        beside && keyword == "properties",
                        visit,
                    );
                }
            }
            "items" => walk(&at, below, false, visit),
            "if" | "then" | "else" | "not" => walk(&at, below, true, visit),
            "oneOf" | "anyOf" | "allOf" => {
                for (i, below) in below.as_array().unwrap().iter().enumerate() {
                    walk(
                        &format!("{at}/{i}"),
                        below,
                        below.get("type").is_none(),
                        visit,
                    );
                }
            }
            _ => {}
        }
    }
}

fn draft(stream: &str, type_name: &str, data: &Value) -> Value {
    json!({"stream": stream, "type": type_name, "at": "2026-05-01T09:30:12.000Z", "actor": "rec-07", "data": data})
}

const ENTRY: &str = "5b1f2a8e-7c64-4b0e-9d0c-3f6a0c9d1e01";
