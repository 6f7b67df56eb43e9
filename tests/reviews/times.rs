//! How long moves took, from the log: by hand, and where a run was broken off.

use super::desk::Desk;
use fupan_tests::script::game_with;
use serde_json::{Value, json};
use std::fs;

#[test]
fn times_go_on_where_they_were_broken_off() {
    let desk = Desk::open();
    let out = desk.path("times.jsonl");
    desk.ok(&["review", "times", "cup", "--round", "1", "--out", &out]);
    let whole = fs::read_to_string(&out).unwrap();
    let first: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["game"], &first["moves"][0]["ms"]),
        (&json!("r1-b1"), &json!(3000))
    );
    // A line is cut off in the middle.
    fs::write(&out, &whole[..whole.len() - 20]).unwrap();
    desk.ok(&["review", "times", "cup", "--round", "1", "--out", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    desk.ok(&["review", "times", "cup", "--round", "1", "--out", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
}

#[test]
fn time_taken_off_as_a_penalty_is_no_time_that_a_move_took() {
    let desk = Desk::open();
    let terms = json!({"board": 9, "turn_ends": "move", "time": {"kind": "absolute", "limit_ms": 3_600_000}});
    let script = game_with("cn-2002", &terms)
        .stones("B E5, W C3")
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "black", "deduct_time", &json!({"ms": 5000}))
        .stones("B G7, W G3, B C7");
    let file = desk.write("other.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "other"]);
    let times = desk.json(&["review", "times", "other", "--json"]);
    let times: Vec<Value> = times["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["ms"].clone())
        .collect();
    assert_eq!(times, vec![json!(1000); 5]);
}
