//! Absolute time: TM-15 and TM-17 to TM-19 (2002 12.4; 1988 23.5).

use super::{HOUR, MINUTE, absolute, arrives, byoyomi, clocked, moved, press, regulations, stone};
use crate::{
    Edition::{self, E1},
    table,
};
use fupan_tests::script::opened_with;
use serde_json::{Value, json};

table! {
    "TM-15" E1 E2 => absolute_time_used_up;
    "TM-15" E1 E2 => what_the_clock_shows_counts;
    "TM-15" E1 E2 => both_have_no_time_left_at_the_start;
    "TM-17" E1 E2 => neutral_points_are_timed;
    "TM-18" E1 E2 => the_contest_given_up;
    "TM-19" E1 E2 => moves_to_burn_the_others_time;
}

fn absolute_time_used_up(edition: Edition) {
    let script = |time| moved(clocked(edition, &absolute()), time, "black", "Q16");
    script("11:00").finds_nothing();
    let out = script("11:00:00.001");
    out.finds_only(&[("TM-15", "Q16")]);
    out.found("TM-15", "Q16")
        .under(&edition.article("23.5", "12.4"))
        .against("black")
        .decided_by("arbiter")
        .allows(&["black lose_game"])
        .is("open");
    out.shows(&json!({"result": null}));
    out.ruled_as("ruling-1", ("TM-15", "Q16"), "black lose_game")
        .shows(&json!({"result": {"outcome": "white", "by": "time"}}));
    // A Fischer clock likewise, its increments counted.
    let fischer = json!({"kind": "fischer", "limit_ms": MINUTE, "increment_ms": 10_000});
    let first = |time| moved(clocked(edition, &fischer), time, "black", "Q16");
    first("10:01").finds_nothing();
    first("10:01:00.001").finds_only(&[("TM-15", "Q16")]);
    let second = |time| {
        let script = moved(first("10:00:30"), "10:00:40", "white", "D4");
        moved(script, time, "black", "Q4")
    };
    second("10:01:20").finds_nothing();
    second("10:01:20.001").finds_only(&[("TM-15", "Q4")]);
}

fn both_have_no_time_left_at_the_start(edition: Edition) {
    let time = json!({"kind": "absolute", "limit_ms": MINUTE});
    let games = json!([{"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"}]);
    let round = json!({"round": 1, "games": games, "starts_at": "@10:00"});
    let script =
        opened_with(edition.id(), &regulations(&time, &json!({}))).org("round_paired", round);
    let script = arrives(script, "10:03", "ann").called("black");
    let script = arrives(script, "10:03", "bo").called("white");
    let script = script.at("10:05").start(&json!({})).called("start");
    let script = script
        .at("10:06")
        .side("recount_requested", "black")
        .called("next");
    // One finding each, and no two under one id.
    script.finds_only(&[
        ("TM-1", "black"),
        ("TM-1", "white"),
        ("TM-15", "start"),
        ("TM-15", "next"),
    ]);
    script.found("TM-15", "start").against("black").is("open");
    script.found("TM-15", "next").against("white").is("open");
    // White comes when Black's minute is over, and has none himself.
    let late = arrives(clocked(edition, &time), "10:05", "bo");
    late.finds_only(&[("TM-1", "arrival"), ("TM-15", "arrival")]);
    late.found("TM-15", "arrival").against("black").is("open");
    let late = late.side("recount_requested", "black").called("next");
    late.found("TM-15", "next").against("white").is("open");
}

fn what_the_clock_shows_counts(edition: Edition) {
    let pressed = |time: &str, reading: Value| {
        let script = stone(clocked(edition, &absolute()), "10:50", "black", "Q16");
        let data = json!({"colour": "black", "reading": reading});
        script.at(time).fact("clock_pressed", data).called("press")
    };
    // By the stamps an hour and ten seconds; five seconds left by the clock.
    pressed("11:00:10", json!({"black_ms": 5_000})).finds_nothing();
    // A fallen flag that an official reads is a 0, whatever the stamps say.
    pressed("10:50:10", json!({"black_ms": 0})).finds_nothing();
    let read = stone(clocked(edition, &absolute()), "10:50", "black", "Q16")
        .at("10:50:10")
        .by("arb-1", "clock_read", json!({"reading": {"black_ms": 0}}))
        .called("reading");
    read.finds_only(&[("TM-15", "reading")]);
}

fn neutral_points_are_timed(edition: Edition) {
    let script = moved(clocked(edition, &absolute()), "10:01", "black", "Q16");
    let script = moved(script, "10:02", "white", "D4");
    // Neither passes nor a proposal that was declined have stopped the clocks.
    let script = press(
        script.at("10:03").side("turn_passed", "black"),
        "10:03",
        "black",
    )
    .at("10:04")
    .side("end_proposed", "white")
    .at("10:05")
    .side("end_declined", "black");
    let script = moved(script, "10:07", "black", "T1");
    script.shows(&json!({"clock": {"black": {"left_ms": HOUR - 5 * MINUTE},
        "white": {"left_ms": HOUR - 2 * MINUTE, "running": true}}}));
}

fn the_contest_given_up(edition: Edition) {
    let given_up = |time: &Value| {
        moved(clocked(edition, time), "10:01", "black", "Q16")
            .at("10:02")
            .fact(
                "end_proposed",
                json!({"colour": "white", "contest_given_up": true}),
            )
            .called("proposal")
    };
    given_up(&byoyomi(HOUR, 3)).finds_nothing();
    let script = given_up(&absolute());
    if edition == E1 {
        script.finds_nothing();
        return;
    }
    script.finds_only(&[("TM-18", "proposal")]);
    script
        .found("TM-18", "proposal")
        .under("cn-2002:12.4(4)")
        .against("white")
        .decided_by("chief_arbiter")
        .allows(&["award_points black ?"])
        .is("open");
}

fn moves_to_burn_the_others_time(edition: Edition) {
    let data = json!({"colour": "white", "breach": "stalling", "facts": "fills own area"});
    let script = clocked(edition, &absolute())
        .by("arb-1", "breach_observed", data)
        .called("breach");
    let rule = edition.of("MV-20", "TM-19");
    script.finds_only(&[(rule, "breach")]);
    script
        .found(rule, "breach")
        .under(&edition.article("25.1", "12.4(7)"))
        .against("white")
        .decided_by(edition.of("arbiter", "chief_arbiter"))
        .leaves_it_open()
        .is("open");
}
