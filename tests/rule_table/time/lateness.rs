//! Late at the start and after a pause: TM-1 to TM-5 (2002 22.1 to 22.4; 1988 23.1
//! to 23.3).

use super::{HOUR, MINUTE, absolute, arrives, byoyomi, clocked, clocked_with, moved, regulations};
use crate::{
    Edition::{self, E1},
    table,
};
use fupan_tests::script::{Script, opened_with};
use serde_json::{Value, json};

table! {
    "TM-1" E1 E2 => lateness_within_the_limit_is_deducted;
    "TM-1" E1 E2 => lateness_runs_from_the_rounds_time;
    "TM-2" E1 E2 => lateness_past_the_limit_loses_by_a_ruling;
    "TM-2" E1 E2 => an_absent_player_who_comes_in_the_end;
    "TM-3" E1 E2 => both_late;
    "TM-4" E1 E2 => late_after_a_pause;
    "TM-5" E1 E2 => absent_in_a_rapid_game;
    "TM-5" E1 E2 => lateness_is_deducted_where_there_is_a_time_limit;
}

fn is_absent(script: Script, time: &str, player: &str) -> Script {
    let script = script.at(time);
    script
        .fact("player_absent", json!({"player": player}))
        .called("absence")
}

fn lateness_within_the_limit_is_deducted(edition: Edition) {
    let script = arrives(clocked(edition, &absolute()), "10:10", "bo");
    script.finds_only(&[("TM-1", "arrival")]);
    let words = edition.of("white deduct_time 600000", "white deduct_time 1200000");
    script
        .found("TM-1", "arrival")
        .under(&edition.article("23.3", "22.2"))
        .against("white")
        .decided_by("automatic")
        .allows(&[words])
        .is("automatic");
    let left = HOUR - edition.of(600_000, 1_200_000);
    script.shows(&json!({"clock": {"white": {"left_ms": left}}}));
    // At the limit exactly it is deducted still.
    let limit = |limit_ms: i64| json!({"late": {"limit_ms": limit_ms, "factor": 3}});
    let at_limit = arrives(
        clocked_with(edition, &absolute(), &limit(900_000)),
        "10:15",
        "bo",
    );
    at_limit.finds_only(&[("TM-1", "arrival")]);
    at_limit
        .found("TM-1", "arrival")
        .allows(&["white deduct_time 2700000"])
        .is("automatic");
    // Venue and lodging apart: an hour, and another article in 2002.
    let apart = clocked_with(edition, &absolute(), &limit(HOUR));
    arrives(apart, "11:00", "bo")
        .found("TM-1", "arrival")
        .under(&edition.article("23.3", "22.1"))
        .is("automatic");
    // A ruling that names it replaces it: nothing is deducted.
    let id = script.finding_id("TM-1", "arrival");
    let article = edition.article("23.3", "22.2");
    let excused = script.carries_out("chief-1", ("ruling-1", &id, &article), &json!({}));
    excused.found("TM-1", "arrival").is("departed");
    excused.shows(&json!({"clock": {"white": {"left_ms": HOUR}}}));
}

fn lateness_runs_from_the_rounds_time(edition: Edition) {
    let games = json!([{"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"}]);
    let round = json!({"round": 1, "games": games, "starts_at": "@10:00"});
    let paired =
        opened_with(edition.id(), &regulations(&absolute(), &json!({}))).org("round_paired", round);
    // In time to the millisecond, and one millisecond late.
    arrives(paired.clone(), "10:00", "ann")
        .at("10:05")
        .start(&json!({}))
        .finds_nothing();
    let late = arrives(paired, "10:00:00.001", "ann")
        .at("10:05")
        .start(&json!({}));
    late.found("TM-1", "arrival")
        .allows(&[edition.of("black deduct_time 1", "black deduct_time 2")])
        .is("automatic");
}

fn fifteen_minutes() -> Value {
    json!({"late": {"limit_ms": 900_000, "factor": 2}})
}

fn lateness_past_the_limit_loses_by_a_ruling(edition: Edition) {
    let game = || clocked_with(edition, &absolute(), &fifteen_minutes());
    let script = arrives(game(), "10:15:00.001", "bo");
    script.finds_only(&[("TM-2", "arrival")]);
    script
        .found("TM-2", "arrival")
        .under(&edition.article("23.1", "22.2"))
        .against("white")
        .decided_by("arbiter")
        .allows(&["white lose_game"])
        .is("open");
    // It waits for a ruling.
    script.shows(&json!({"result": null, "clock": {"white": {"left_ms": HOUR}}}));
    script
        .ruled_as("ruling-1", ("TM-2", "arrival"), "white lose_game")
        .shows(&json!({"result": {"outcome": "black", "by": "absence"}}));
    // An hour, where that is the limit; and a limit that is not inclusive.
    let apart = json!({"late": {"limit_ms": HOUR, "factor": 2}});
    let apart = clocked_with(edition, &absolute(), &apart);
    let hour = arrives(apart, "11:00:00.001", "bo");
    hour.found("TM-2", "arrival")
        .under(&edition.article("23.1", "22.1"))
        .is("open");
    let mut strict = fifteen_minutes();
    strict["late_limit_inclusive"] = json!(false);
    let strict = clocked_with(edition, &absolute(), &strict);
    arrives(strict, "10:15", "bo").finds_only(&[("TM-2", "arrival")]);
    // 1988 sets no limit of its own.
    if edition == E1 {
        arrives(clocked(edition, &absolute()), "10:40", "bo").finds_only(&[("TM-1", "arrival")]);
    }
}

fn an_absent_player_who_comes_in_the_end(edition: Edition) {
    let game = clocked_with(edition, &absolute(), &fifteen_minutes());
    let seen = is_absent(game, "10:10", "bo");
    seen.finds_only(&[("TM-1", "absence")]);
    let past = is_absent(seen, "10:20", "bo");
    past.finds_only(&[("TM-2", "absence")]);
    let came = arrives(past, "10:30", "bo");
    came.finds_only(&[("TM-2", "absence")]);
    came.shows(&json!({"clock": {"white": {"left_ms": HOUR}}}));
    // It was wrongly keyed: he came at 10:05.
    let corrected = came.corrects(
        "absence",
        Some(("player_arrived", json!({"player": "bo"}), "10:05")),
    );
    corrected.finds_only(&[("TM-1", "absence")]);
}

fn both_late(edition: Edition) {
    let game = || clocked_with(edition, &absolute(), &fifteen_minutes());
    let black = |script: Script, time| is_absent(script, time, "ann").called("black");
    let white = |script: Script, time| is_absent(script, time, "bo").called("white");
    // Each within the limit, or only one past it: each as above.
    let script = white(black(game(), "10:10"), "10:12");
    script.finds_only(&[("TM-1", "black"), ("TM-1", "white")]);
    let script = white(black(game(), "10:10"), "10:16");
    script.finds_only(&[("TM-1", "black"), ("TM-2", "white")]);
    let script = white(black(game(), "10:20"), "10:20");
    script.finds_only(&[("TM-2", "black"), ("TM-2", "white"), ("TM-3", "white")]);
    script
        .found("TM-3", "white")
        .under(&edition.article("23.2", "22.3"))
        .against_nobody()
        .decided_by("arbiter")
        .allows(&["both_lose"])
        .is("open");
    script
        .clone()
        .ruled_as("ruling-1", ("TM-3", "white"), "both_lose")
        .shows(&json!({"result": {"outcome": "both_lose", "by": "absence"}}));
    // One after the other comes to the same: the second stays open.
    let one = script.ruled_as("ruling-1", ("TM-2", "black"), "black lose_game");
    one.shows(&json!({"result": {"outcome": "white", "by": "absence"}}));
    one.found("TM-2", "black").is("ruled");
    one.found("TM-2", "white").is("open");
    let both = one.ruled_as("ruling-2", ("TM-2", "white"), "white lose_game");
    both.shows(&json!({"result": {"outcome": "both_lose", "by": "absence"}}));
    both.found("TM-2", "white").is("ruled");
}

/// 2002 22.1: the clock simply runs, and there is no limit. 1988 says nothing.
fn late_after_a_pause(edition: Edition) {
    let game = clocked_with(edition, &absolute(), &fifteen_minutes());
    let script = moved(game, "10:01", "black", "Q16");
    let script = moved(script, "10:02", "white", "D4")
        .at("10:05")
        .fact(
            "game_paused",
            json!({"reason": "schedule", "thinking": "black"}),
        )
        .at("13:00")
        .fact("game_resumed", json!({}));
    let script = is_absent(script, "13:10", "ann");
    let script = arrives(script, "13:20", "ann");
    script.finds_nothing();
    script.shows(&json!({"clock": {"black": {"left_ms": HOUR - 24 * MINUTE}}}));
    // Who was thinking when play was adjourned had been there, though he had not moved yet.
    let adjourned = |reason: &str| {
        let game = clocked_with(edition, &absolute(), &fifteen_minutes());
        let script = moved(game, "10:01", "black", "Q16")
            .at("10:05")
            .fact(
                "game_paused",
                json!({"reason": reason, "thinking": "white"}),
            )
            .at("13:00")
            .fact("game_resumed", json!({}));
        arrives(script, "13:20", "bo")
    };
    let script = adjourned("schedule");
    script.finds_nothing();
    script.shows(&json!({"clock": {"white": {"left_ms": HOUR - 24 * MINUTE}}}));
    // Of a clock that was stopped for a ruling nobody can tell who sat before it.
    adjourned("ruling").finds_only(&[("TM-2", "arrival")]);
}

fn absent_in_a_rapid_game(edition: Edition) {
    let rapid = json!({"kind": "byoyomi", "limit_ms": 0, "periods": 1, "period_ms": 30_000});
    let script = is_absent(clocked(edition, &rapid), "10:00", "ann");
    let call = |script: Script, time: &str, call: &str| {
        let data = json!({"colour": "black", "call": call});
        script.at(time).fact("byoyomi_read", data).called("call")
    };
    let read = call(script, "10:00:20", "20");
    read.finds_nothing();
    // She sits down before the reading ends, and plays.
    let seated = is_absent(clocked(edition, &rapid), "10:00", "ann");
    let seated = arrives(seated, "10:00:10", "ann");
    let seated = call(seated, "10:00:30", "10");
    if edition == E1 {
        seated.finds_only(&[("TM-1", "arrival")]);
    } else {
        // Of no time limit nothing can be deducted: the reading stands for it.
        seated.finds_nothing();
    }
    let out = call(read, "10:00:30", "10");
    if edition == E1 {
        // The event says how a rapid game is read (12.2).
        out.finds_nothing();
        return;
    }
    out.finds_only(&[("TM-5", "call")]);
    out.found("TM-5", "call")
        .under("cn-2002:22.4")
        .against("black")
        .decided_by("arbiter")
        .allows(&["black lose_game"])
        .is("open");
    out.ruled_as("ruling-1", ("TM-5", "call"), "black lose_game")
        .shows(&json!({"result": {"outcome": "white", "by": "absence"}}));
}

/// Three minutes of byo-yomi, and 40 s late: 2002 deducts 80 s, a whole minute of
/// it, but not where there is no time limit to deduct from (22.1, 22.4).
fn lateness_is_deducted_where_there_is_a_time_limit(edition: Edition) {
    let late = |time: Value| {
        let absent = is_absent(clocked(edition, &time), "10:00", "ann");
        arrives(absent, "10:00:40", "ann")
    };
    let periods = |left: u32| json!({"clock": {"black": {"periods_left": left}}});
    let without = late(byoyomi(0, 3));
    without.shows(&periods(3));
    let kept = json!({"kind": "reserved_byoyomi", "limit_ms": 3 * MINUTE, "periods": 3,
        "period_ms": MINUTE});
    let within = late(kept);
    within.finds_only(&[("TM-1", "arrival")]);
    within.shows(&periods(edition.of(3, 2)));
    // Past the limit it is lost all the same, whoever read or did not.
    let never = is_absent(clocked(edition, &byoyomi(0, 3)), "10:20", "ann").called("gone");
    let out: [&[(&str, &str)]; 2] = [&[("TM-1", "gone"), ("TM-9", "gone")], &[("TM-2", "gone")]];
    never.finds_only(edition.of(out[0], out[1]));
}
