//! Time read out period by period: TM-6 to TM-10, TM-13, TM-14 and TM-21 (2002
//! 12.3, 12.5, 16.2, 22.5 to 22.7; 1988 12.2, 23.5, 23.6).

use super::{
    HOUR, MINUTE, absolute, byoyomi, clocked, clocked_with, lifts, moved, press, stone, taking,
};
use crate::{
    Edition::{self, E1, E2},
    table,
};
use fupan_domain::{
    Millis,
    rulebook::{self, EditionId, read_out},
};
use fupan_tests::script::Script;
use serde_json::{Value, json};

table! {
    "TM-6" E1 E2 => minutes_kept_for_the_reading;
    "TM-7" E1 E2 => a_move_costs_the_whole_minutes_in_it;
    "TM-8" E1 E2 => what_is_read_out;
    "TM-9" E1 E2 => the_last_minute_exhausted;
    "TM-9" E1 E2 => overtime_is_raised_at_once;
    "TM-9" E1 E2 => relief_on_application;
    "TM-9" E1 E2 => overtime_told_by_the_answer;
    "TM-10" E1 E2 => the_last_minute_misread;
    "TM-13" E1 E2 => captives_in_byoyomi;
    "TM-14" E1 E2 => the_seat_left_in_byoyomi;
    "TM-21" E1 E2 => the_moves_of_a_period_not_made;
}

fn complaint(script: Script, by: &str, about: &str) -> Script {
    let data = json!({"by": by, "about": format!("@{about}"), "text": "look"});
    script.fact("complaint_raised", data)
}

fn minutes_kept_for_the_reading(edition: Edition) {
    let reserved = json!({"kind": "reserved_byoyomi", "limit_ms": 30 * MINUTE, "periods": 5,
        "period_ms": MINUTE});
    let script = clocked(edition, &reserved);
    script.shows(&json!({"clock": {"black": {"left_ms": 25 * MINUTE, "periods_left": 5}}}));
    // What comes before the crossing belongs to main time.
    let script = moved(script, "10:25:59.999", "black", "Q16");
    script.finds_nothing();
    script.shows(&json!({"clock": {"black": {"left_ms": 0, "periods_left": 5,
        "in_overtime": true}}}));
    let id = edition.of(EditionId::Cn1988, EditionId::Cn2002);
    let parameters = &rulebook::Edition::of(id).parameters;
    let kept = (
        parameters.byoyomi_reserve_national_ms.map(|ms| ms.0),
        parameters.byoyomi_reserve_local_ms.map(|ms| ms.0),
    );
    let of_1988 = (Some(5 * MINUTE), Some(MINUTE));
    assert_eq!(kept, edition.of(of_1988, (None, None)));
}

fn a_move_costs_the_whole_minutes_in_it(edition: Edition) {
    for (time, periods_left) in [
        ("10:00:59.999", 3),
        ("10:01", 2),
        ("10:01:59.999", 2),
        ("10:02", 1),
        ("10:02:59.999", 1),
    ] {
        let script = moved(clocked(edition, &byoyomi(0, 3)), time, "black", "Q16");
        script.finds_nothing();
        script.shows(&json!({"clock": {"black": {"periods_left": periods_left}}}));
    }
    // The crossing from main time.
    let script = moved(
        clocked(edition, &byoyomi(10_000, 3)),
        "10:01:10",
        "black",
        "Q16",
    );
    script.shows(&json!({"clock": {"black": {"left_ms": 0, "periods_left": 2}}}));
}

fn what_is_read_out(edition: Edition) {
    let id = edition.of(EditionId::Cn1988, EditionId::Cn2002);
    let parameters = &rulebook::Edition::of(id).parameters;
    let calls: Vec<(i64, String)> = read_out::calls(parameters, Millis(MINUTE), 2)
        .map(|call| (call.after.0 / 1000, call.text))
        .collect();
    let (seconds, texts): (Vec<i64>, Vec<String>) = calls.into_iter().unzip();
    assert_eq!(
        texts.join(" "),
        "30 40 50 55 58 1m left 1 30 40 50 1 2 3 4 5 6 7 8 9 10"
    );
    assert_eq!(seconds[..7], [30, 40, 50, 55, 58, 60, 60]);
    assert_eq!(seconds[7..11], [90, 100, 110, 111]);
    assert_eq!(seconds.last(), Some(&120));
}

/// Black has a minute and plays at its very end.
fn overtime(edition: Edition, more: &Value) -> Script {
    stone(
        clocked_with(edition, &byoyomi(0, 1), more),
        "10:01",
        "black",
        "Q16",
    )
}

fn the_last_minute_exhausted(edition: Edition) {
    let script = overtime(edition, &json!({}));
    script.finds_only(&[("TM-9", "Q16")]);
    script
        .found("TM-9", "Q16")
        .under(&edition.article("23.5", "22.5"))
        .against("black")
        .decided_by("arbiter")
        .allows(&["black lose_game"])
        .is("open");
    script.shows(&json!({"result": null}));
    script
        .ruled_as("ruling-1", ("TM-9", "Q16"), "black lose_game")
        .shows(&json!({"result": {"outcome": "white", "by": "time"}}));
    // A millisecond before, it is not.
    moved(
        clocked(edition, &byoyomi(0, 1)),
        "10:00:59.999",
        "black",
        "Q16",
    )
    .finds_nothing();
    // Where a press ends the turn, the stone alone does not.
    let pressed = stone(clocked(edition, &byoyomi(0, 1)), "10:00:59", "black", "Q16");
    press(pressed, "10:01", "black").finds_only(&[("TM-9", "press")]);
    let by_move = clocked_with(edition, &byoyomi(0, 1), &json!({"turn_ends": "move"}));
    let by_move = stone(by_move, "10:00:59", "black", "Q16");
    press(by_move, "10:01:30", "black").finds_nothing();
    // Told once a turn, at the first entry by whose time it was out, which is
    // no decision; and once more in the next turn.
    let script = clocked(edition, &byoyomi(0, 1))
        .at("10:01:10")
        .rules("ruling-1", json!([]))
        .called("ruling");
    script.finds_nothing();
    let script = complaint(script.at("10:01:20"), "white", "start").called("noise");
    script.finds_only(&[("TM-9", "noise")]);
    let script = moved(script, "10:01:30", "black", "Q16");
    script.finds_only(&[("TM-9", "noise")]);
    let script = moved(script, "10:01:40", "white", "D4");
    let script = moved(script, "10:02:40", "black", "Q4");
    script.finds_only(&[("TM-9", "noise"), ("TM-9", "Q4")]);
}

fn overtime_is_raised_at_once(edition: Edition) {
    let script = press(overtime(edition, &json!({})), "10:01", "black");
    script.found("TM-9", "Q16").can_be_raised();
    let answered = moved(script.clone(), "10:01:10", "white", "D4");
    answered
        .found("TM-9", "Q16")
        .cannot_be_raised()
        .is("lapsed");
    answered
        .ruled_as("ruling-1", ("TM-9", "Q16"), "black lose_game")
        .found("TM-9", "Q16")
        .is("departed");
    let raised = complaint(script, "white", "Q16");
    moved(raised, "10:01:10", "white", "D4")
        .found("TM-9", "Q16")
        .is("open");
}

fn relief_on_application(edition: Edition) {
    let apply = |script: Script, colour: &str| script.side("relief_requested", colour);
    let lost = ["black lose_game"];
    let script = apply(overtime(edition, &json!({})), "black");
    if edition == E1 {
        script.found("TM-9", "Q16").allows(&lost).is("open");
        return;
    }
    let as_pass = "void_move Q16, treat_as_pass black";
    script
        .found("TM-9", "Q16")
        .allows(&["black lose_game", as_pass, "treat_as_pass black"])
        .is("open");
    for words in [as_pass, "treat_as_pass black"] {
        let relieved = script.clone().ruled_as("ruling-1", ("TM-9", "Q16"), words);
        relieved.found("TM-9", "Q16").is("ruled");
        relieved.shows(&json!({"result": null,
            "position": {"moves": 1, "last": "pass", "to_play": "white"},
            "clock": {"black": {"periods_left": 1}}}));
        // It is expressly a pass: White's own ends the game (7.3).
        relieved
            .at("10:01:30")
            .side("turn_passed", "white")
            .shows(&json!({"status": "ending"}));
    }
    // Who ran out applies, and the event may have ruled it out.
    let other = apply(overtime(edition, &json!({})), "white");
    other.found("TM-9", "Q16").allows(&lost);
    let without = apply(
        overtime(edition, &json!({"overtime_relief": false})),
        "black",
    );
    without.found("TM-9", "Q16").allows(&lost).is("open");
    // No stone was put.
    let none = complaint(
        clocked(edition, &byoyomi(0, 1)).at("10:01:20"),
        "white",
        "start",
    );
    apply(none.called("noise"), "black")
        .found("TM-9", "noise")
        .allows(&["black lose_game", "treat_as_pass black"])
        .is("open");
}

/// Black's press is missing, so that his turn ends with White's stone.
fn overtime_told_by_the_answer(edition: Edition) {
    let script = stone(clocked(edition, &byoyomi(0, 1)), "10:00:50", "black", "Q16");
    let script = stone(script, "10:01:10", "white", "D4");
    script.finds_only(&[("MV-20", "D4"), ("TM-9", "D4")]);
    let script = press(script, "10:01:10", "white").side("relief_requested", "black");
    let script = moved(script, "10:01:20", "black", "Q4");
    // The stone of the next turn is not the one that came too late.
    let (e1, e2): (&[&str], &[&str]) = (
        &["black lose_game"],
        &["black lose_game", "treat_as_pass black"],
    );
    script
        .found("TM-9", "D4")
        .against("black")
        .allows(edition.of(e1, e2))
        .is("open");
}

fn the_last_minute_misread(edition: Edition) {
    let read = |misread: bool| {
        let data = json!({"colour": "black", "call": "8", "misread": misread});
        let script = clocked(edition, &byoyomi(0, 1)).at("10:00:55");
        script.fact("byoyomi_read", data).called("call")
    };
    read(false).finds_nothing();
    let script = read(true);
    if edition == E1 {
        // A player may ask how many minutes he has left (16.1).
        script.finds_nothing();
        return;
    }
    script.finds_only(&[("TM-10", "call")]);
    script
        .found("TM-10", "call")
        .under("cn-2002:16.2")
        .against("black")
        .decided_by("arbiter")
        .allows(&["set_clock black_turn_ms=?"])
        .is("open");
    let set = json!({"orders": [{"do": "set_clock", "black_turn_ms": 52_000}]});
    let id = script.finding_id("TM-10", "call");
    let again = script.carries_out("arb-1", ("ruling-1", &id, "cn-2002:16.2"), &set);
    again.found("TM-10", "call").is("ruled");
    moved(again, "10:01:02", "black", "Q16").finds_only(&[("TM-10", "call")]);
}

fn captives_in_byoyomi(edition: Edition) {
    let script = lifts(taking(edition, &byoyomi(0, 2), json!([])), "10:01:20");
    let script = press(script, "10:01:20", "black");
    script.finds_nothing();
    let left = edition.of(2, 1);
    script.shows(&json!({"clock": {"black": {"periods_left": left}}}));
    // In main time they are timed under both.
    let script = lifts(taking(edition, &absolute(), json!([])), "10:01:20");
    let script = press(script, "10:01:20", "black");
    script.shows(&json!({"clock": {"black": {"left_ms": HOUR - 80_000}}}));
}

fn the_seat_left_in_byoyomi(edition: Edition) {
    let leaves = |script: Script, time: &str, colour: &str, permitted: bool| {
        let data = json!({"colour": colour, "permitted": permitted});
        script.at(time).fact("seat_left", data).called("leaving")
    };
    let back =
        |script: Script, time: &str, colour: &str| script.at(time).side("seat_retaken", colour);
    // In the opponent's time and with leave, once.
    let white_gone = leaves(clocked(edition, &byoyomi(0, 9)), "10:00:10", "white", true);
    white_gone.finds_nothing();
    let again = leaves(
        back(white_gone, "10:00:30", "white"),
        "10:00:40",
        "white",
        true,
    );
    again.finds_only(&[("TM-14", "leaving")]);
    again
        .found("TM-14", "leaving")
        .under(&edition.article("23.6", "22.7"))
        .against("white")
        .decided_by("arbiter")
        .allows(&["nothing"])
        .is("open");
    // Without leave, or in one's own time.
    for (colour, permitted) in [("white", false), ("black", true), ("black", false)] {
        let game = clocked(edition, &byoyomi(0, 9));
        leaves(game, "10:00:10", colour, permitted).finds_only(&[("TM-14", "leaving")]);
    }
    // The reading goes on, and the other side may leave once too.
    let gone = leaves(clocked(edition, &byoyomi(0, 1)), "10:00:10", "black", false);
    let gone = back(gone.called("gone"), "10:01", "black").called("back");
    gone.finds_only(&[("TM-14", "gone"), ("TM-9", "back")]);
}

fn the_moves_of_a_period_not_made(edition: Edition) {
    let time = json!({"kind": "moves_per_period", "limit_ms": MINUTE, "moves": 2,
        "period_ms": MINUTE, "carry_over": true});
    let script = |time_of_move| moved(clocked(edition, &time), time_of_move, "black", "Q16");
    script("10:02").finds_nothing();
    let out = script("10:02:00.001");
    let rule = edition.of("MV-20", "TM-21");
    out.finds_only(&[(rule, "Q16")]);
    let found = out.found(rule, "Q16");
    found
        .under(&edition.article("25.1", "12.5"))
        .against("black")
        .is("open");
    if edition == E2 {
        found.allows(&["black lose_game"]);
        out.ruled_as("ruling-1", (rule, "Q16"), "black lose_game")
            .shows(&json!({"result": {"outcome": "white", "by": "time"}}));
    }
    // Two moves in the period, and what is left goes into the next one.
    let script = moved(script("10:01:30"), "10:01:30", "white", "D4");
    let script = moved(script, "10:01:40", "black", "Q4");
    let script = moved(script, "10:01:40", "white", "C4");
    let next = |time| moved(script.clone(), time, "black", "R4");
    next("10:03:00").finds_nothing();
    next("10:03:00.001").finds_only(&[(rule, "R4")]);
}
