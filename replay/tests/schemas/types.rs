//! Schemas beside the Rust types: each has the other, what one refuses the
//! other refuses, and every example survives the way through its type.

use super::event_schemas;
use fupan_domain::event::{Event, GameEvent, StreamKind, tournament::PersonDraft};
use fupan_replay::{
    draft::Draft,
    entry::Entry,
    schema::{Form, newest_version, schema_text},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
fn every_type_has_its_schema_and_every_schema_its_type() {
    let files: BTreeSet<_> = event_schemas()
        .iter()
        .filter(|s| s.form == Form::Entry)
        .map(|s| (s.kind, s.type_name))
        .collect();
    let types: BTreeSet<_> = StreamKind::ALL
        .into_iter()
        .flat_map(|kind| kind.types().iter().map(move |name| (kind, *name)))
        .collect();
    assert_eq!(files, types);
    for (kind, name) in types {
        let newest = match (kind, name) {
            (StreamKind::Tournament, "sanction_imposed")
            | (StreamKind::Game, "statement_taken") => 2,
            _ => 1,
        };
        assert_eq!(newest_version(kind, name), Some(newest), "{name}");
    }
    assert_eq!(newest_version(StreamKind::Game, "stone_thrown"), None);
    let drafts: Vec<_> = event_schemas()
        .iter()
        .filter(|s| s.form == Form::Draft)
        .map(|s| s.type_name)
        .collect();
    assert_eq!(
        drafts,
        [
            "official_appointed",
            "player_registered",
            "round_closed",
            "tournament_opened"
        ]
    );
}

#[test]
fn every_example_is_valid_and_comes_back_from_its_rust_type() {
    for schema in event_schemas() {
        for example in schema.examples() {
            assert_eq!(schema.check(example), Ok(()), "{}", schema.path);
            if schema.is_as_in_entries() {
                let event = schema.parse(example).unwrap();
                let again = match event {
                    Event::Tournament(e) => e.data(),
                    Event::Game(e) => e.data(),
                    Event::Appeal(e) => e.data(),
                    Event::Log(e) => e.data(),
                    Event::Review(e) => e.data(),
                    Event::Access(e) => e.data(),
                };
                assert_eq!(again.unwrap(), *example, "{}", schema.path);
            } else {
                let person: PersonDraft = serde_json::from_value(example.clone()).unwrap();
                assert_eq!(person.name, example["name"].as_str().unwrap());
                assert_eq!(
                    person.birth_year,
                    example["birth_year"]
                        .as_i64()
                        .map(|y| i32::try_from(y).unwrap())
                );
            }
        }
    }
}

#[test]
fn of_a_person_the_entry_keeps_a_commitment_alone() {
    for type_name in ["player_registered", "official_appointed"] {
        let properties = |file: &str| {
            let text = schema_text(&format!("event/tournament/{type_name}{file}.v1.json")).unwrap();
            let schema: Value = serde_json::from_str(text).unwrap();
            schema["properties"]
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<BTreeSet<String>>()
        };
        let (draft, entry) = (properties(".draft"), properties(""));
        let texts = |names: &[&str]| {
            names
                .iter()
                .map(ToString::to_string)
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(&draft - &entry, texts(&["birth_year", "name"]));
        assert_eq!(&entry - &draft, texts(&["person"]));
    }
}

/// The pointers of all objects in a value, outermost first.
fn objects(at: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(at.to_owned());
            fields
                .iter()
                .for_each(|(name, value)| objects(&format!("{at}/{name}"), value, found));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(i, value)| objects(&format!("{at}/{i}"), value, found));
        }
        _ => {}
    }
}

#[test]
fn an_unknown_field_is_refused_by_schema_and_type_wherever_it_stands() {
    // Orders without fields are unit variants, where serde looks no further. Votes, data
    // inside and the results that a clause allows are kept as JSON.
    let only_schema = |data: &Value, at: &str| {
        let bare = data.pointer(at).unwrap().as_object().unwrap();
        let bare_order = bare.contains_key("do") && bare.len() == 1;
        let allowed_result = at.contains("/outcomes/") && at.ends_with("/result");
        bare_order || allowed_result || at == "/vote" || at.ends_with("/data")
    };
    for schema in event_schemas() {
        for example in schema.examples() {
            let mut places = Vec::new();
            objects("", example, &mut places);
            for at in places {
                let mut data = example.clone();
                let fields = data.pointer_mut(&at).unwrap().as_object_mut().unwrap();
                fields.insert("zz/top".into(), json!(1));
                let faults = schema
                    .check(&data)
                    .expect_err(&format!("{} {at}", schema.path));
                let found = faults.iter().any(|f| {
                    f.pointer == format!("{at}/zz~1top") && f.code == "additional_properties"
                });
                assert!(found, "{} {at}: {faults:?}", schema.path);
                if schema.is_as_in_entries() && !only_schema(example, &at) {
                    assert!(schema.parse(&data).is_err(), "{} {at}", schema.path);
                }
            }
        }
    }
}

#[test]
fn a_required_field_left_out_is_refused_by_schema_and_type() {
    // Filled in on acceptance, optional in the type that drafts are read with too.
    let only_schema = ["edition_sha256", "heads_sha256"];
    for schema in event_schemas() {
        let required = schema.schema["required"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for name in required.iter().map(|n| n.as_str().unwrap()) {
            let mut data = schema.examples()[0].clone();
            data.as_object_mut().unwrap().remove(name).unwrap();
            let faults = schema.check(&data).unwrap_err();
            assert_eq!(
                (faults[0].pointer.as_str(), &*faults[0].code),
                (format!("/{name}").as_str(), "required")
            );
            if schema.is_as_in_entries() && !only_schema.contains(&name) {
                assert!(schema.parse(&data).is_err(), "{} {name}", schema.path);
            }
        }
    }
}

#[test]
fn facts_can_be_inserted_and_rulings_and_corrections_cannot() {
    let inserted: Value =
        serde_json::from_str(schema_text("event/game/entry_inserted.v1.json").unwrap()).unwrap();
    let corrected: Value =
        serde_json::from_str(schema_text("event/game/entry_corrected.v1.json").unwrap()).unwrap();
    let words = |schema: &Value| {
        let words = schema["properties"]["type"]["enum"].as_array().unwrap();
        words
            .iter()
            .map(|w| w.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let made = [
        "ruling_made",
        "warning_issued",
        "admonition_given",
        "penalty_imposed",
        "entry_inserted",
        "entry_corrected",
    ];
    let facts: Vec<_> = GameEvent::TYPES
        .iter()
        .filter(|t| !made.contains(t))
        .map(ToString::to_string)
        .collect();
    assert_eq!(words(&inserted), facts);
    assert_eq!(words(&corrected["properties"]["replacement"]), facts);
}

#[test]
fn the_examples_of_draft_and_entry_are_read_by_their_types() {
    let examples = |path: &str| -> Vec<Value> {
        let schema: Value = serde_json::from_str(schema_text(path).unwrap()).unwrap();
        schema["examples"].as_array().unwrap().clone()
    };
    for example in examples("draft.v1.json") {
        let draft = Draft::read(example.to_string().as_bytes()).unwrap();
        assert_eq!(
            draft.stream.to_string(),
            example["stream"].as_str().unwrap()
        );
    }
    for example in examples("envelope.v1.json") {
        let text = example.to_string();
        let entry = Entry::read(text.as_bytes()).unwrap();
        assert_eq!(
            serde_json::from_slice::<Value>(&entry.write().unwrap()).unwrap(),
            example
        );
    }
}
