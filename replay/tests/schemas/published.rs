//! The schema files on their own: what each says of itself, that all are
//! closed, that what is published stays as it is, and the shared cases.

use super::{every_version, own_schemas, walk};
use fupan_domain::ids::Sha256;
use fupan_replay::schema::{all_schemas, check_draft, schema_text};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_schema_says_what_it_is_where_it_is() {
    for (path, schema) in own_schemas() {
        assert_eq!(
            schema["$schema"], "https://json-schema.org/draft/2020-12/schema",
            "{path}"
        );
        assert_eq!(schema["$id"], format!("/schemas/{path}"));
        for key in ["title", "description"] {
            assert!(
                schema[key].as_str().is_some_and(|t| !t.is_empty()),
                "{path} has no {key}"
            );
        }
        assert!(!schema["examples"].as_array().unwrap().is_empty(), "{path}");
        assert_eq!(
            schema_text(path).map(|t| serde_json::from_str::<Value>(t).unwrap()),
            Some(schema)
        );
    }
    assert_eq!(schema_text("LOCK.json"), None);
}

#[test]
fn every_object_is_closed_at_every_level() {
    let mut objects = 0;
    for (path, schema) in own_schemas() {
        walk(path, &schema, false, &mut |at, schema, beside| {
            let is_object = schema["type"] == "object"
                || schema["type"]
                    .as_array()
                    .is_some_and(|types| types.contains(&json!("object")));
            // The data of another type inside are checked by that type's own schema.
            let carries_data = at.ends_with("/properties/data");
            if is_object && !carries_data {
                objects += 1;
                assert_eq!(schema["additionalProperties"], false, "{at}");
                assert!(schema["properties"].is_object(), "{at}");
            } else if !beside && !carries_data {
                let closed = ["type", "$ref", "oneOf", "const"]
                    .iter()
                    .any(|k| !schema[k].is_null());
                assert!(closed, "{at} takes anything");
            }
        });
    }
    assert!(objects > 60, "{objects}");
}

#[test]
fn every_field_is_described() {
    for (path, schema) in own_schemas() {
        walk(path, &schema, false, &mut |at, schema, beside| {
            let constant = !schema["const"].is_null();
            let field = at.rsplit('/').nth(1) == Some("properties");
            if field && !beside && !constant {
                assert!(
                    schema["description"]
                        .as_str()
                        .is_some_and(|d| d.ends_with('.')),
                    "{at}"
                );
            }
        });
    }
}

#[test]
fn a_definition_of_the_same_name_is_the_same_everywhere() {
    let mut seen: BTreeMap<String, (&str, Value)> = BTreeMap::new();
    for (path, schema) in own_schemas() {
        for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
            let first = seen
                .entry(name.clone())
                .or_insert((path, definition.clone()));
            assert_eq!(first.1, *definition, "{name} in {} and {path}", first.0);
        }
    }
}

/// Notes which properties of a schema a value uses, by the schema's place.
fn note_used(root: &Value, at: &str, schema: &Value, value: &Value, used: &mut BTreeSet<String>) {
    if let Some(pointer) = schema["$ref"].as_str() {
        let target = pointer.strip_prefix('#').unwrap();
        note_used(root, target, root.pointer(target).unwrap(), value, used);
    }
    for (name, below) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            used.insert(format!("{at}/properties/{name}"));
            note_used(root, &format!("{at}/properties/{name}"), below, value, used);
        }
    }
    for item in value.as_array().into_iter().flatten() {
        note_used(root, &format!("{at}/items"), &schema["items"], item, used);
    }
    for (i, branch) in schema["oneOf"].as_array().into_iter().flatten().enumerate() {
        let meant = branch["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .all(|(name, below)| below.get("const").is_none_or(|word| value[name] == *word));
        if meant {
            note_used(root, &format!("{at}/oneOf/{i}"), branch, value, used);
        }
    }
}

#[test]
fn the_examples_together_use_every_field() {
    // A definition counts once, whichever file's example uses it: it is the same in all.
    let place = |path: &str, at: &str| match at.strip_prefix("/$defs") {
        Some(rest) => rest.to_owned(),
        None => format!("{path}{at}"),
    };
    let (mut all, mut used) = (BTreeSet::new(), BTreeSet::new());
    for (path, schema) in own_schemas() {
        walk("", &schema, false, &mut |at, _, beside| {
            if !beside && at.rsplit('/').nth(1) == Some("properties") {
                all.insert(place(path, at));
            }
        });
        let mut of_file = BTreeSet::new();
        for example in schema["examples"].as_array().unwrap() {
            note_used(&schema, "", &schema, example, &mut of_file);
        }
        used.extend(of_file.iter().map(|at| place(path, at)));
    }
    let unused: Vec<_> = all.difference(&used).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

/// Data of every type, by the version of its schema.
const SAMPLES: [&str; 2] = [
    include_str!("../../../schemas/samples/v1.jsonl"),
    include_str!("../../../schemas/samples/v2.jsonl"),
];

#[test]
fn a_published_schema_never_changes() {
    let lock: BTreeMap<String, Sha256> =
        serde_json::from_str(include_str!("../../../schemas/LOCK.json")).unwrap();
    let samples = [
        ("samples/v1.jsonl", SAMPLES[0]),
        ("samples/v2.jsonl", SAMPLES[1]),
    ];
    let files: BTreeMap<String, Sha256> = all_schemas()
        .chain(samples)
        .map(|(path, text)| (path.to_owned(), Sha256::of(text.as_bytes())))
        .collect();
    assert_eq!(
        files, lock,
        "a change of meaning is a new file with the next version; see schemas/README.md"
    );
}

#[test]
fn the_frozen_samples_of_each_version_are_still_read() {
    let schemas = every_version();
    let mut seen = BTreeSet::new();
    for line in SAMPLES.iter().flat_map(|samples| samples.lines()) {
        let sample: Value = serde_json::from_str(line).unwrap();
        let schema = schemas.iter().find(|s| sample["schema"] == s.path).unwrap();
        assert!(
            !schema.is_newest() || schema.check(&sample["data"]).is_ok(),
            "{line}"
        );
        assert!(
            !schema.is_as_in_entries() || schema.parse(&sample["data"]).is_ok(),
            "{line}"
        );
        seen.insert(schema.path);
    }
    assert_eq!(seen.len(), schemas.len());
}

#[test]
fn all_shared_cases_are_valid_drafts() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cases");
    let Ok(files) = std::fs::read_dir(folder) else {
        eprintln!(
            "passed over all_shared_cases_are_valid_drafts: no shared/cases beside the project"
        );
        return;
    };
    let mut drafts = 0;
    for path in files
        .map(|f| f.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
    {
        for (line, text) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            let draft: Value = serde_json::from_str(text).unwrap();
            assert_eq!(
                check_draft(&draft),
                Ok(()),
                "{} line {}",
                path.display(),
                line + 1
            );
            drafts += 1;
        }
    }
    assert!(drafts > 1000, "{drafts}");
}
