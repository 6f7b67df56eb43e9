//! How the clock is pressed: TM-11, TM-12 and TM-16 (2002 17.4, 22.6, 12.4(2); 1988
//! 23.4), and presses that are missing.

use super::{
    CAPTIVE, HOUR, absolute, byoyomi, clocked, clocked_with, lifts, moved, press, regulations,
    stone, taking,
};
use crate::{
    Edition::{self, E1, E2},
    table,
};
use serde_json::{Value, json};

table! {
    "TM-11" E1 E2 => pressed_before_the_stone;
    "TM-12" E1 E2 => pressed_before_the_captives_were_off;
    "TM-16" E1 E2 => the_other_hand;
    "MV-20" E1 E2 => a_missing_press;
}

fn pressed_before_the_stone(edition: Edition) {
    let early = |press_at: &str, stone_at: &str| {
        let script = press(clocked(edition, &absolute()), press_at, "black");
        stone(script, stone_at, "black", "Q16")
    };
    // With the stone is too early: at one instant the order of entries decides.
    for (press_at, stone_at) in [("10:01", "10:01:01"), ("10:01", "10:01")] {
        let script = early(press_at, stone_at);
        if edition == E1 {
            script.finds_nothing();
            continue;
        }
        script.finds_only(&[("TM-11", "press")]);
        script
            .found("TM-11", "press")
            .under("cn-2002:17.4")
            .against("black")
            .decided_by("arbiter")
            .allows(&["black warned"])
            .is("open");
        let before = script.shown().view()["clock"].clone();
        let warned = script.ruled_as("ruling-1", ("TM-11", "press"), "black warned");
        warned.shows(&json!({"warnings": {"black": 1},
            "clock": {"black": {"left_ms": before["black"]["left_ms"]}}}));
        let answer = stone(warned, "10:02", "white", "D4");
        answer.finds_only(&[("TM-11", "press")]);
    }
    moved(clocked(edition, &absolute()), "10:01", "black", "Q16").finds_nothing();
    // A pass is pressed like a stone, and the opponent's press is none of one's own.
    let passed = clocked(edition, &absolute())
        .at("10:01")
        .side("turn_passed", "black");
    press(passed, "10:01", "black").finds_nothing();
    // Clocks that the move turns, or none at all, are not pressed too early.
    let by_move = clocked_with(edition, &absolute(), &json!({"turn_ends": "move"}));
    press(by_move, "10:01", "black").finds_nothing();
    press(clocked(edition, &json!({"kind": "none"})), "10:01", "black").finds_nothing();
}

fn pressed_before_the_captives_were_off(edition: Edition) {
    let script = press(taking(edition, &absolute(), json!([])), "10:00:55", "black");
    let script = lifts(script, "10:00:58");
    script.finds_only(&[("TM-12", "press")]);
    let (e1, e2): (&[&str], &[&str]) = (&["black admonished", "black warned"], &["black warned"]);
    script
        .found("TM-12", "press")
        .under(&edition.article("23.4", "22.6"))
        .against("black")
        .decided_by("arbiter")
        .allows(edition.of(e1, e2))
        .is("open");
    if edition == E1 {
        // An admonition counts for nothing.
        script
            .clone()
            .ruled_as("ruling-1", ("TM-12", "press"), "black admonished")
            .shows(&json!({"warnings": {"black": 0}}));
    }
    // The stones were never lifted: that is a breach of its own.
    let left = press(taking(edition, &absolute(), json!([])), "10:00:55", "black");
    left.finds_only(&[("TM-12", "press"), (edition.of("MV-20", "MV-11"), "C3")]);
    let lifted = lifts(taking(edition, &absolute(), json!([])), "10:00:52");
    press(lifted, "10:00:55", "black").finds_nothing();
    let at_once = taking(edition, &absolute(), Value::Null);
    press(at_once, "10:00:55", "black").finds_nothing();
}

fn the_other_hand(edition: Edition) {
    let pressed = |time: &Value| {
        stone(clocked(edition, time), "10:01", "black", "Q16")
            .fact(
                "clock_pressed",
                json!({"colour": "black", "other_hand": true}),
            )
            .called("press")
    };
    // 12.4(2) speaks of absolute time only.
    pressed(&byoyomi(HOUR, 3)).finds_nothing();
    let script = pressed(&absolute());
    if edition == E1 {
        script.finds_nothing();
        return;
    }
    script.finds_only(&[("TM-16", "press")]);
    script
        .found("TM-16", "press")
        .under("cn-2002:12.4(2)")
        .against("black")
        .decided_by("arbiter")
        .allows(&["black admonished", "black warned"])
        .is("open");
}

/// Contract: where a press is missing, the turn ends at the opponent's next
/// stone or pass, with a finding at that entry.
fn a_missing_press(edition: Edition) {
    let script = stone(clocked(edition, &absolute()), "10:01", "black", "Q16");
    let answered = stone(script.clone(), "10:02", "white", "D4");
    answered.finds_only(&[("MV-20", "D4")]);
    answered
        .found("MV-20", "D4")
        .under(&edition.article("25.1", "30.6"))
        .against("black")
        .leaves_it_open()
        .is("open");
    let passed = script
        .at("10:02")
        .side("turn_passed", "white")
        .called("pass");
    passed.finds_only(&[("MV-20", "pass")]);
    // Clocks that the move turns need none, nor does a game without clocks.
    let by_move = clocked_with(edition, &absolute(), &json!({"turn_ends": "move"}));
    stone(
        stone(by_move, "10:01", "black", "Q16"),
        "10:02",
        "white",
        "D4",
    )
    .finds_nothing();
    // Two things that no article covers at one entry are told by one finding.
    let start = json!({"position": CAPTIVE, "to_play": "white"});
    let unpressed = edition.begun(&regulations(&absolute(), &json!({"board": 5})), &start);
    let unpressed = stone(unpressed, "10:01", "white", "E5")
        .at("10:02")
        .fact(
            "stone_played",
            json!({"colour": "black", "point": "C3", "lifted": []}),
        )
        .called("C3");
    match edition {
        E1 => {
            unpressed.finds_only(&[("MV-20", "C3")]);
            let both = unpressed.found("MV-20", "C3");
            both.says("no press").says("B3").against_nobody().is("open");
        }
        E2 => {
            unpressed.finds_only(&[("MV-20", "C3"), ("MV-11", "C3")]);
        }
    }
}
