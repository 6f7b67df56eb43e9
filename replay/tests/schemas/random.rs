//! Properties: no JSON makes a check panic, and what a schema lets through can
//! be read by its Rust type.

use super::{ENTRY, draft, event_schemas};
use fupan_domain::event::StreamKind;
use fupan_replay::schema::{Form, check_data, check_draft, check_entry};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3_i64..3).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        words().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec(
                (prop_oneof![words().boxed(), any::<String>().boxed()], inner),
                0..5
            )
            .prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Words that mean something somewhere in a draft.
fn words() -> impl Strategy<Value = String> {
    let fixed = [
        "stream",
        "type",
        "data",
        "at",
        "colour",
        "point",
        "orders",
        "do",
        "replacement",
        "regulations",
        "time",
        "kind",
        "vote",
        "game/r1-b1",
        "tournament",
        "entry_inserted",
        "entry_corrected",
        "stone_played",
        "black",
        "Q16",
        "void_move",
        "byoyomi",
        "ann",
        "2026-05-01T09:30:12.000Z",
        ENTRY,
    ];
    prop::sample::select(fixed.map(str::to_owned).to_vec())
}

/// An example of some type with a value inside it put in place of another.
fn altered_example() -> impl Strategy<Value = (usize, Value)> {
    let picks = any::<(
        prop::sample::Index,
        prop::sample::Index,
        prop::sample::Index,
    )>();
    let whole = prop_oneof![
        words().prop_map(Value::from),
        (-3_i64..2000).prop_map(Value::from),
        Just(Value::Null),
        Just(json!([])),
        Just(json!({}))
    ];
    (picks, whole).prop_map(|((which, example, place), value)| {
        let schemas = event_schemas();
        let which = which.index(schemas.len());
        let examples = schemas[which].examples();
        let mut data = examples[example.index(examples.len())].clone();
        let mut places = Vec::new();
        fields(&mut data, "", &mut places);
        if !places.is_empty() {
            *data
                .pointer_mut(&places[place.index(places.len())])
                .unwrap() = value;
        }
        (which, data)
    })
}

fn fields(value: &mut Value, at: &str, found: &mut Vec<String>) {
    let below: Vec<(String, &mut Value)> = match value {
        Value::Object(fields) => fields.iter_mut().map(|(k, v)| (k.clone(), v)).collect(),
        Value::Array(items) => items
            .iter_mut()
            .enumerate()
            .map(|(i, v)| (i.to_string(), v))
            .collect(),
        _ => return,
    };
    for (name, value) in below {
        let at = format!("{at}/{name}");
        fields(value, &at, found);
        found.push(at);
    }
}

proptest! {
    #[test]
    fn no_json_makes_a_check_panic(value in any_json(), kind in prop::sample::select(StreamKind::ALL.to_vec()), pick in any::<prop::sample::Index>()) {
        let type_name = kind.types()[pick.index(kind.types().len())];
        let _ = check_data(kind, type_name, Form::Draft, &value);
        let _ = check_data(kind, type_name, Form::Entry, &value);
        let _ = check_draft(&draft("game/r1-b1", type_name, &value));
        let _ = check_draft(&value);
        let _ = check_entry(&value);
    }

    #[test]
    fn what_a_schema_lets_through_its_type_can_read((which, data) in altered_example()) {
        let schemas = event_schemas();
        let schema = &schemas[which];
        if schema.is_as_in_entries() && schema.check(&data).is_ok() {
            prop_assert!(schema.parse(&data).is_ok(), "{}: {data}: {:?}", schema.path, schema.parse(&data).err());
        }
    }
}
