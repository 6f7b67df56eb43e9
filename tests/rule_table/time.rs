//! B.2: time, one file a group of articles. Here is only what several of them
//! tell their games with.

mod absolute;
mod byoyomi;
mod faults;
mod lateness;
mod presses;

use crate::Edition;
use fupan_tests::script::Script;
use serde_json::{Value, json};

/// The rows of these files.
pub fn table() -> Vec<crate::Covered> {
    [
        lateness::TABLE,
        byoyomi::TABLE,
        presses::TABLE,
        absolute::TABLE,
        faults::TABLE,
    ]
    .concat()
}

const HOUR: i64 = 3_600_000;

const MINUTE: i64 = 60_000;

fn absolute() -> Value {
    json!({"kind": "absolute", "limit_ms": HOUR})
}

fn byoyomi(main_ms: i64, periods: u32) -> Value {
    json!({"kind": "byoyomi", "limit_ms": main_ms, "periods": periods, "period_ms": MINUTE})
}

/// Begun at 10:00, turns ending with a press.
fn clocked(edition: Edition, time: &Value) -> Script {
    clocked_with(edition, time, &json!({}))
}

fn clocked_with(edition: Edition, time: &Value, more: &Value) -> Script {
    edition.begun(&regulations(time, more), &json!({}))
}

fn regulations(time: &Value, more: &Value) -> Value {
    let mut regulations = json!({"turn_ends": "press", "time": time});
    for (key, value) in more.as_object().unwrap() {
        regulations[key] = value.clone();
    }
    regulations
}

fn stone(script: Script, time: &str, colour: &str, point: &str) -> Script {
    let play = json!({"colour": colour, "point": point});
    script.at(time).fact("stone_played", play).called(point)
}

fn press(script: Script, time: &str, colour: &str) -> Script {
    script
        .at(time)
        .side("clock_pressed", colour)
        .called("press")
}

/// A stone and its press at one instant.
fn moved(script: Script, time: &str, colour: &str, point: &str) -> Script {
    press(stone(script, time, colour, point), time, colour)
}

fn arrives(script: Script, time: &str, player: &str) -> Script {
    let script = script.at(time);
    script
        .fact("player_arrived", json!({"player": player}))
        .called("arrival")
}

/// Black's stone at C3 takes the one at B3.
const CAPTIVE: [&str; 5] = [".....", ".X...", "XO...", ".X...", "....."];

fn taking(edition: Edition, time: &Value, lifted: Value) -> Script {
    let start = json!({"position": CAPTIVE, "to_play": "black"});
    let mut stone = json!({"colour": "black", "point": "C3"});
    if !lifted.is_null() {
        stone["lifted"] = lifted;
    }
    edition
        .begun(&regulations(time, &json!({"board": 5})), &start)
        .at("10:00:50")
        .fact("stone_played", stone)
        .called("C3")
}

fn lifts(script: Script, time: &str) -> Script {
    let data = json!({"colour": "black", "points": ["B3"]});
    script.at(time).fact("captives_lifted", data)
}
