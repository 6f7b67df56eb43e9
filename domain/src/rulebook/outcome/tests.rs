//! Outcomes as clauses and editions write them.

use super::*;
use serde_json::json;

fn read(value: Value) -> Result<OutcomeForm, String> {
    serde_json::from_value(value).map_err(|e| e.to_string())
}

#[test]
fn a_clauses_outcome_is_read_and_written_as_the_contract_has_it() {
    let both_lose =
        json!({"outcome":"both lose","orders":[{"do":"both_lose"}],"warnings":[],"penalties":[]});
    assert_eq!(
        serde_json::to_value(read(both_lose.clone()).unwrap()).unwrap(),
        both_lose
    );
    let short = read(json!({"outcome":"warning","warnings":["offender"]})).unwrap();
    assert_eq!(short.warnings, [json!({"colour":"offender"})]);
}

#[test]
fn a_part_of_another_form_is_refused_with_its_value() {
    for (value, expected) in [
        (json!({"outcome":""}), "a few words"),
        (
            json!({"outcome":"x","orders":[{"do":"both_win"}]}),
            "both_win",
        ),
        (
            json!({"outcome":"x","orders":[{"do":"void_move"}]}),
            "the field \"entry\"",
        ),
        (
            json!({"outcome":"x","orders":[{"do":"draw","colour":"black"}]}),
            "no field \"colour\"",
        ),
        (
            json!({"outcome":"x","orders":[{"do":"void_move","entry":"$else"}]}),
            "$else",
        ),
        (
            json!({"outcome":"x","orders":[{"do":"move_stone","from":"I9","to":null}]}),
            "I9",
        ),
        (
            json!({"outcome":"x","orders":[{"do":"set_clock"}]}),
            "one or more of black_ms",
        ),
        (
            json!({"outcome":"x","orders":[{"do":"set_clock","black_ms":-1}]}),
            "-1",
        ),
        (json!({"outcome":"x","orders":["draw"]}), "an object"),
        (json!({"outcome":"x","warnings":["red"]}), "red"),
        (
            json!({"outcome":"x","penalties":[{"colour":"offender","penalty":"deduct_zi"}]}),
            "deduct_zi",
        ),
        (
            json!({"outcome":"x","penalties":[{"colour":"offender","penalty":"lose_game","ms":1}]}),
            "lose_game",
        ),
        (
            json!({"outcome":"x","sanctions":[{"kind":"exile"}]}),
            "exile",
        ),
        (json!({"outcome":"x","verdict":1}), "verdict"),
    ] {
        let error = read(value.clone()).expect_err(&value.to_string());
        assert!(error.contains(expected), "{value}: {error}");
    }
}
