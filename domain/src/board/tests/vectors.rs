//! Short games of which it is known where ko, suicide or a repetition is
//! found first, kept outside the project; passed over where they are missing.

use crate::Colour;
use crate::board::{Board, History, Point};
use serde_json::Value;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/data/vectors/legality.json"
);

#[derive(Clone, Copy, PartialEq)]
enum Rule {
    SimpleKo,
    Positional,
    Situational,
}

/// The first move that breaks a rule, and how.
fn first_breach(moves: &[Value], rule: Rule) -> (Option<u64>, String) {
    let mut board = Board::new(9).unwrap();
    let mut history = History::new();
    let mut ko = None;
    history.record(&board, Colour::Black);
    for ((index, point), colour) in (0..).zip(moves).zip(Colour::BOTH.into_iter().cycle()) {
        let Some(xy) = point.as_array() else {
            assert_eq!(point, "pass");
            history.record(&board, colour.opponent());
            ko = None;
            continue;
        };
        let [col, row] = [0, 1].map(|i| u8::try_from(xy[i].as_u64().unwrap()).unwrap());
        let point = Point::new(col, row).unwrap();
        let played = board.play(colour, point).unwrap();
        let seen = history.record(&board, colour.opponent());
        let breach = if played.suicide {
            let stones = board.chain(point).unwrap().stones.len();
            Some(format!("suicide{stones}"))
        } else {
            let (broken, name) = match rule {
                // Only a single stone can be retaken at a ko point.
                Rule::SimpleKo => (ko == Some(point), "ko"),
                Rule::Positional => (seen.positional.is_some(), "psk"),
                Rule::Situational => (seen.situational.is_some(), "ssk"),
            };
            broken.then(|| name.to_owned())
        };
        if let Some(name) = breach {
            return (Some(index), name);
        }
        ko = played.ko;
    }
    (None, "ok".to_owned())
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "test data kept outside the project"
)]
fn a_breach_is_found_where_the_vectors_say() {
    let Ok(text) = std::fs::read_to_string(FILE) else {
        eprintln!("passed over: no {FILE}");
        return;
    };
    let vectors: serde_json::Map<String, Value> = serde_json::from_str(&text).unwrap();
    assert!(!vectors.is_empty());
    for (name, vector) in vectors {
        let moves = vector["moves"].as_array().unwrap();
        for (rule, field) in [
            (Rule::SimpleKo, "simple"),
            (Rule::Positional, "psk"),
            (Rule::Situational, "ssk"),
        ] {
            let (index, how) = first_breach(moves, rule);
            assert_eq!(
                serde_json::json!([index, how]),
                vector[field],
                "{name}, {field}"
            );
        }
    }
}
