//! Clocks through the record: what starts and ends whose turn, presses missing
//! and too early, pauses, sealed moves, lateness, readings, and views at
//! earlier moments (contract, section 5; articles 12, 14, 22, 23).

use fupan_tests::script::{Script, opened_with, paired_with};
use serde_json::{Value, json};

const HOUR: i64 = 3_600_000;

fn absolute() -> Value {
    json!({"turn_ends": "press", "time": {"kind": "absolute", "limit_ms": HOUR}})
}

/// Two periods of a minute, an hour before them.
fn byoyomi(main_ms: i64) -> Value {
    json!({"turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": main_ms, "periods": 2, "period_ms": 60_000}})
}

/// Begun at 10:00.
fn pressed(edition: &str, regulations: &Value) -> Script {
    paired_with(edition, regulations)
        .at("10:00")
        .start(&json!({}))
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

fn used(black_ms: i64, white_ms: i64) -> Value {
    json!({"clock": {"black": {"used_ms": black_ms}, "white": {"used_ms": white_ms}}})
}

#[test]
fn a_turn_runs_from_press_to_press() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    script.shows(&json!({"clock": {
        "black": {"used_ms": 60_000, "left_ms": HOUR - 60_000, "running": true},
        "white": {"used_ms": 0, "running": false, "periods_left": null, "in_overtime": null}}}));
    let script = press(script, "10:01:05", "black");
    let script = stone(script, "10:02", "white", "D4");
    script
        .shows(&used(65_000, 55_000))
        .game(&json!({"clock": {"white": {"running": true}}}));
}

#[test]
fn where_a_press_is_missing_the_next_stone_or_pass_ends_the_turn() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    let script = stone(script, "10:02", "white", "D4");
    script
        .shows(&used(120_000, 0))
        .game(&json!({"clock": {"white": {"running": true}}}));
    let script = press(script, "10:02:10", "white");
    script.shows(&used(120_000, 10_000));
    let passed = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16")
        .at("10:03")
        .side("turn_passed", "white");
    passed.shows(&used(180_000, 0));
}

#[test]
fn a_press_before_the_stone_ends_the_turn_and_the_reading_stays() {
    let script = press(pressed("cn-2002", &absolute()), "10:01", "black");
    let script = stone(script, "10:01:02", "black", "Q16");
    // Pressed again after the stone: the clock stands already.
    let script = press(script, "10:01:03", "black");
    let script = stone(script, "10:01:30", "white", "D4");
    script.shows(&used(60_000, 30_000));
}

#[test]
fn at_the_same_instant_the_order_of_entries_decides() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    let script = press(script, "10:01", "black");
    script
        .shows(&used(60_000, 0))
        .game(&json!({"clock": {"white": {"running": true}}}));
}

#[test]
fn two_moves_in_a_row_do_not_give_the_clock_back() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    let script = press(script, "10:01", "black");
    let script = stone(script, "10:02", "black", "Q4");
    script.shows(&used(60_000, 60_000)).game(&json!({
        "position": {"moves": 2, "to_play": "white"},
        "clock": {"white": {"running": true}, "black": {"running": false}}}));
}

#[test]
fn the_others_press_does_not_end_the_turn() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    let script = press(script, "10:02", "white");
    script
        .shows(&used(120_000, 0))
        .game(&json!({"clock": {"black": {"running": true}}}));
}

#[test]
fn by_a_stop_watch_the_move_ends_the_turn() {
    let regulations = json!({"time": {"kind": "absolute", "limit_ms": HOUR}});
    let script = stone(pressed("cn-2002", &regulations), "10:01", "black", "Q16");
    let script = press(script, "10:01:30", "black");
    let script = stone(script, "10:03", "white", "D4");
    script.shows(&used(60_000, 120_000));
}

#[test]
fn proposing_the_end_gives_the_clock_away_with_the_turn() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    // White never saw black press: black's turn ends here too.
    let script = script.at("10:02").side("end_proposed", "white");
    let script = script.at("10:03").side("end_declined", "black");
    script
        .shows(&used(180_000, 0))
        .game(&json!({"position": {"to_play": "black"},
        "clock": {"black": {"running": true}}}));
    let fischer = json!({"turn_ends": "press",
        "time": {"kind": "fischer", "limit_ms": HOUR, "increment_ms": 10_000}});
    let script = stone(pressed("cn-2002", &fischer), "10:01", "black", "Q16");
    let script = script.at("10:02").side("end_proposed", "white");
    // Black's turn was completed, and white's, which took no time.
    script.shows(
        &json!({"clock": {"black": {"left_ms": HOUR - 120_000 + 10_000},
        "white": {"left_ms": HOUR + 10_000}}}),
    );
}

#[test]
fn agreeing_the_end_stops_the_clocks_and_a_dispute_starts_them() {
    let script = pressed("cn-2002", &absolute())
        .at("10:01")
        .side("end_proposed", "black")
        .at("10:02")
        .side("end_agreed", "white")
        .at("10:10")
        .dead(&[]);
    script.shows(&used(60_000, 60_000)).game(&json!({"clock": {
        "black": {"running": false}, "white": {"running": false}}}));
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16")
        .at("10:02")
        .side("end_proposed", "white")
        .at("10:03")
        .side("end_agreed", "black")
        .at("10:20")
        .fact(
            "life_disputed",
            json!({"points": ["Q16"], "dead_says": "white"}),
        )
        .at("10:21")
        .side("recount_requested", "white");
    script
        .shows(&used(180_000, 60_000))
        .game(&json!({"clock": {"white": {"running": true}}}));
}

#[test]
fn a_pause_is_not_counted() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    let script = press(script, "10:01", "black").at("10:05").fact(
        "game_paused",
        json!({"reason": "schedule", "thinking": "white"}),
    );
    script
        .shows(&used(60_000, 240_000))
        .game(&json!({"status": "paused",
        "clock": {"white": {"running": false}}}));
    let script = script.at("13:00").fact("game_resumed", json!({}));
    stone(script, "13:01", "white", "D4")
        .shows(&used(60_000, 300_000))
        .game(&json!({"status": "playing"}));
}

#[test]
fn a_pause_that_says_who_thinks_completes_a_missing_press() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16")
        .at("10:05")
        .fact(
            "game_paused",
            json!({"reason": "schedule", "thinking": "white"}),
        )
        .at("13:00")
        .fact("game_resumed", json!({}))
        .at("13:02")
        .side("recount_requested", "white");
    script.shows(&used(300_000, 120_000));
}

#[test]
fn nobodys_clock_runs_while_a_move_is_sealed() {
    let seal = fupan_domain::ids::Sha256::of(b"D4\nn-1").to_string();
    let script = press(
        stone(pressed("cn-1988", &absolute()), "10:01", "black", "Q16"),
        "10:01",
        "black",
    )
    .at("10:06")
    .fact(
        "move_sealed",
        json!({"colour": "white", "commitment": seal}),
    )
    .fact(
        "game_paused",
        json!({"reason": "schedule", "thinking": "white"}),
    )
    .at("13:00")
    .fact("game_resumed", json!({}))
    .at("13:10");
    script.shows(&json!({"status": "sealed"}));
    let script = script
        .fact("seal_opened", json!({"point": "D4", "nonce": "n-1"}))
        .at("13:12")
        .side("recount_requested", "black");
    script
        .shows(&used(60_000 + 120_000, 300_000))
        .game(&json!({"status": "playing",
        "clock": {"black": {"running": true}}}));
}

#[test]
fn times_that_both_confirm_bind() {
    let script = press(
        stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16"),
        "10:01",
        "black",
    )
    .at("10:05")
    .fact(
        "game_paused",
        json!({"reason": "schedule", "thinking": "white"}),
    )
    .fact(
        "times_confirmed",
        json!({"black_used_ms": 90_000, "white_used_ms": 240_500}),
    );
    script
        .shows(&used(90_000, 240_500))
        .remarks("confirmed_time_differs")
        .game(&json!({
        "clock": {"black": {"left_ms": HOUR - 90_000}, "white": {"left_ms": HOUR - 240_500}}}));
}

/// Paired for 10:00 and begun then, a minute a player not deducted yet.
fn round_at_ten(edition: &str, regulations: &Value) -> Script {
    let games = json!([{"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"}]);
    opened_with(edition, regulations).org(
        "round_paired",
        json!({"round": 1, "games": games, "starts_at": "@10:00"}),
    )
}

fn arrives(script: Script, time: &str, player: &str) -> Script {
    script
        .at(time)
        .fact("player_arrived", json!({"player": player}))
}

#[test]
fn lateness_is_deducted_twofold_in_2002_and_once_in_1988() {
    for (edition, factor) in [("cn-2002", 2), ("cn-1988", 1)] {
        let script = arrives(pressed(edition, &absolute()), "10:10", "ann");
        // Black's clock did not run before she came.
        stone(script, "10:11", "black", "Q16").shows(&json!({"clock": {"black":
            {"used_ms": 60_000, "left_ms": HOUR - factor * 600_000 - 60_000, "running": true}}}));
    }
}

#[test]
fn lateness_runs_from_the_rounds_time_where_there_is_one() {
    // Both sat down and began at 10:05: five minutes late each.
    let script = arrives(round_at_ten("cn-2002", &absolute()), "10:03", "ann");
    let script = arrives(script, "10:05", "bo").start(&json!({}));
    script.shows(&json!({"clock": {"black": {"left_ms": HOUR - 360_000},
        "white": {"left_ms": HOUR - 600_000}}}));
    // In time is in time, and one of whom nothing is said was there.
    let script = arrives(round_at_ten("cn-2002", &absolute()), "09:55", "ann")
        .at("10:05")
        .start(&json!({}));
    script.shows(&json!({"clock": {"black": {"left_ms": HOUR}, "white": {"left_ms": HOUR}}}));
}

#[test]
fn a_clock_waits_for_who_comes_before_the_rounds_time_but_after_the_start() {
    let script = round_at_ten("cn-2002", &absolute())
        .at("09:50")
        .start(&json!({}));
    let script = arrives(script, "09:58", "ann");
    stone(script, "10:01", "black", "Q16")
        .shows(&json!({"clock": {"black": {"used_ms": 180_000, "left_ms": HOUR - 180_000}}}));
}

#[test]
fn lateness_runs_up_to_the_last_time_that_a_player_was_seen_missing() {
    let absent = |script: Script, time: &str| {
        script
            .at(time)
            .fact("player_absent", json!({"player": "bo"}))
    };
    let script = absent(pressed("cn-2002", &absolute()), "10:04");
    script.shows(&json!({"clock": {"white": {"left_ms": HOUR - 480_000, "used_ms": 0}}}));
    let script = absent(script, "10:06");
    script.shows(&json!({"clock": {"white": {"left_ms": HOUR - 720_000}}}));
    let script = arrives(script, "10:07", "bo");
    script.shows(&json!({"clock": {"white": {"left_ms": HOUR - 840_000}}}));
    // Once there, a player is not late any more.
    absent(script, "10:14").shows(&json!({"clock": {"white": {"left_ms": HOUR - 840_000}}}));
}

#[test]
fn the_clock_of_an_absent_player_waits() {
    let script = pressed("cn-2002", &absolute())
        .fact("player_absent", json!({"player": "ann"}))
        .at("10:08")
        .fact("player_absent", json!({"player": "ann"}));
    script.shows(
        &json!({"clock": {"black": {"used_ms": 0, "running": false, "left_ms": HOUR - 960_000}}}),
    );
}

#[test]
fn lateness_at_the_limit_is_deducted_and_past_it_waits_for_a_ruling() {
    let at_limit = arrives(pressed("cn-2002", &absolute()), "10:15", "bo");
    at_limit.shows(&json!({"result": null, "clock": {"white": {"left_ms": HOUR - 1_800_000}}}));
    let past = arrives(pressed("cn-2002", &absolute()), "10:15:00.001", "bo");
    past.shows(&json!({"result": null, "status": "playing", "clock": {"white": {"left_ms": HOUR, "used_ms": 0}}}));
    let black = arrives(pressed("cn-2002", &absolute()), "10:20", "ann");
    black.shows(&json!({"clock": {"black": {"left_ms": HOUR, "used_ms": 0, "running": true}}}));
    // Told in two steps it comes to the same.
    let steps = pressed("cn-2002", &absolute())
        .at("10:05")
        .fact("player_absent", json!({"player": "bo"}));
    arrives(steps, "10:20", "bo")
        .shows(&json!({"clock": {"white": {"left_ms": HOUR, "used_ms": 0}}}));
}

#[test]
fn lateness_into_byoyomi_costs_whole_periods_only() {
    let script = arrives(pressed("cn-2002", &byoyomi(600_000)), "10:05:50", "bo");
    // 11:40 to deduct: ten minutes of main time and one period.
    script.shows(
        &json!({"clock": {"white": {"left_ms": 0, "periods_left": 1, "in_overtime": true}}}),
    );
}

#[test]
fn nigiri_gives_the_colours_and_lateness_follows_the_player() {
    let regulations = absolute();
    let games = json!([{"game": "r1-b1", "board": 1, "players": ["ann", "bo"]}]);
    let paired = opened_with("cn-2002", &regulations)
        .org("round_paired", json!({"round": 1, "games": games}));
    paired.shows(&json!({"players": {"black": null, "white": null}}));
    let held = |stones, guess| json!({"holder": "ann", "stones": stones, "guess": guess});
    // A right guess takes black.
    for (stones, guess, black) in [(7, "odd", "bo"), (8, "even", "bo"), (8, "odd", "ann")] {
        paired
            .clone()
            .fact("nigiri_held", held(stones, guess))
            .shows(&json!({"players": {"black": black}}));
    }
    let script = paired
        .at("10:00")
        .fact("nigiri_held", held(7, "odd"))
        .fact("game_started", json!({"black": "bo", "white": "ann"}));
    arrives(script, "10:02", "ann").shows(&json!({"clock": {
        "white": {"left_ms": HOUR - 240_000}, "black": {"used_ms": 120_000}}}));
}

#[test]
fn a_ruling_that_names_the_lateness_replaces_its_deduction() {
    let script = arrives(pressed("cn-2002", &absolute()), "10:10", "bo");
    let seq = script.shown().view()["at"]["seq"].as_u64().unwrap();
    let mut data = fupan_tests::script::ruling_data("ruling-1", "cn-2002:22.2", json!([]));
    data["finding"] = json!(format!("TM-1@{seq}"));
    let excused = script.by("chief-1", "ruling_made", data);
    excused.shows(&json!({"clock": {"white": {"left_ms": HOUR}}}));
    excused
        .clone()
        .punishes("ruling-1", "white", "deduct_time", &json!({"ms": 300_000}))
        .shows(&json!({"clock": {"white": {"left_ms": HOUR - 300_000}}}));
    excused
        .rules(
            "ruling-2",
            json!([{"do": "overturn", "ruling": "ruling-1"}]),
        )
        .shows(&json!({"clock": {"white": {"left_ms": HOUR - 1_200_000}}}));
}

#[test]
fn what_the_clock_shows_counts_from_there_on() {
    let reading = |black_ms: i64| json!({"colour": "black", "reading": {"black_ms": black_ms}});
    let base = || stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    base()
        .fact("clock_pressed", reading(HOUR - 59_000))
        .shows(&json!({"clock": {"black": {"left_ms": HOUR - 59_000}}}))
        .remarks_no("reading_differs");
    base()
        .fact("clock_pressed", reading(HOUR - 58_999))
        .shows(&json!({"clock": {"black": {"left_ms": HOUR - 58_999}}}))
        .remarks("reading_differs");
    base()
        .by(
            "arb-1",
            "clock_read",
            json!({"reading": {"black_ms": HOUR - 90_000, "white_ms": HOUR}}),
        )
        .shows(&json!({"clock": {"black": {"left_ms": HOUR - 90_000}}}))
        .remarks("reading_differs");
}

#[test]
fn without_times_clocks_come_from_readings_alone() {
    let script = paired_with("cn-2002", &absolute())
        .at("10:00")
        .start(&json!({"times": "order_only"}));
    let script = stone(script, "10:30", "black", "Q16");
    script.shows(&json!({"clock": {"black": {"used_ms": null, "left_ms": null}}}));
    script
        .fact(
            "clock_pressed",
            json!({"colour": "black", "reading": {"black_ms": 3_000_000}}),
        )
        .shows(
            &json!({"clock": {"black": {"left_ms": 3_000_000, "used_ms": 600_000},
            "white": {"left_ms": null}}}),
        );
}

#[test]
fn a_game_may_start_with_other_clocks_and_orders_set_them() {
    let script = paired_with("cn-2002", &byoyomi(HOUR))
        .at("10:00")
        .start(&json!({"clocks": {"black_ms": 300_000, "white_ms": 0, "white_periods": 1}}));
    script.shows(&json!({"clock": {
        "black": {"left_ms": 300_000, "periods_left": 2, "in_overtime": false},
        "white": {"left_ms": 0, "periods_left": 1, "in_overtime": true}}}));
    script
        .rules("ruling-1", json!([{"do": "set_clock", "black_ms": 0, "black_periods": 2, "black_turn_ms": 59_000}]))
        .at("10:00:02")
        .side("recount_requested", "black")
        .shows(&json!({"clock": {"black": {"left_ms": 0, "periods_left": 1, "period_left_ms": 59_000}}}));
}

#[test]
fn captives_are_taken_off_untimed_in_byoyomi_in_1988_only() {
    let rows = [".....", ".X...", "XO...", ".X...", "....."];
    let played = |edition, lifted: Value| {
        let mut regulations = byoyomi(0);
        regulations["board"] = json!(5);
        let mut stone = json!({"colour": "black", "point": "C3"});
        if !lifted.is_null() {
            stone["lifted"] = lifted;
        }
        paired_with(edition, &regulations)
            .at("10:00")
            .start(&json!({"position": rows}))
            .at("10:00:50")
            .fact("stone_played", stone)
    };
    let after = |script: Script| press(script, "10:01:20", "black");
    after(played("cn-1988", Value::Null)).shows(&json!({"clock": {"black": {"periods_left": 2}}}));
    after(played("cn-2002", Value::Null)).shows(&json!({"clock": {"black": {"periods_left": 1}}}));
    // Taken off later than the stone, they are taken off all the same.
    let lifting = played("cn-1988", json!([])).at("10:01:10").fact(
        "captives_lifted",
        json!({"colour": "black", "points": ["B3"]}),
    );
    after(lifting).shows(&json!({"clock": {"black": {"periods_left": 2}},
        "position": {"captured": {"white": 1}}}));
}

#[test]
fn a_time_that_runs_backwards_counts_as_the_one_before_it() {
    let script = stone(pressed("cn-2002", &absolute()), "10:02", "black", "Q16");
    let script = press(script, "10:01", "black");
    let script = stone(script, "10:03", "white", "D4");
    script
        .shows(&used(120_000, 60_000))
        .remarks("time_backwards");
}

#[test]
fn what_runs_runs_as_of_the_last_entry() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    let script = press(script, "10:01", "black").at("10:04").fact(
        "complaint_raised",
        json!({"by": "white", "text": "too loud"}),
    );
    script.shows(&used(60_000, 180_000));
    // A correction is an entry like others.
    script
        .at("10:05")
        .corrects(
            "Q16",
            Some((
                "stone_played",
                json!({"colour": "black", "point": "R16"}),
                "10:01",
            )),
        )
        .shows(&used(60_000, 240_000));
}

#[test]
fn views_at_a_move_and_at_a_time() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    let script = press(script, "10:01:10", "black");
    let script = stone(script, "10:03", "white", "D4");
    let shown = press(script, "10:03:20", "white")
        .at("10:04")
        .side("resigned", "black")
        .shown();
    shown.at_move(0).game(
        &json!({"status": "playing", "position": {"moves": 0, "last": null},
        "result": null, "clock": {"black": {"used_ms": 0}}}),
    );
    shown.at_move(1).game(
        &json!({"position": {"moves": 1, "last": "Q16", "to_play": "white"},
        "clock": {"black": {"used_ms": 60_000}}}),
    );
    shown
        .at_move(2)
        .game(&json!({"position": {"moves": 2, "last": "D4"}, "result": null}));
    shown
        .at_time("09:30")
        .game(&json!({"status": "paired", "position": {"moves": 0}}));
    shown
        .at_time("10:01:10")
        .game(&json!({"position": {"moves": 1},
        "clock": {"black": {"used_ms": 70_000, "running": false}, "white": {"running": true}}}));
    shown
        .at_time("10:03")
        .game(&json!({"position": {"moves": 2}}));
    shown.at_time("10:04").game(&json!({"status": "finished"}));
    assert!(
        shown
            .replayed()
            .game_view(
                &"r1-b1".parse().unwrap(),
                fupan_replay::views::Moment::Move(3)
            )
            .is_err()
    );
}

#[test]
fn the_past_is_shown_as_it_is_known_now() {
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16");
    let script = press(script, "10:01", "black");
    let script = stone(script, "10:02", "white", "D4");
    let shown = script
        .at("10:30")
        .corrects(
            "Q16",
            Some((
                "stone_played",
                json!({"colour": "black", "point": "R16"}),
                "10:00:30",
            )),
        )
        .inserts(
            "D4",
            "stone_played",
            json!({"colour": "black", "point": "C3"}),
            "10:02:30",
        )
        .shown();
    shown
        .at_move(1)
        .game(&json!({"position": {"moves": 1, "last": "R16"}}));
    shown
        .at_time("10:00:45")
        .game(&json!({"position": {"moves": 1, "last": "R16"}}));
    shown
        .at_move(3)
        .game(&json!({"position": {"moves": 3, "last": "C3"}}));
    shown
        .at_time("10:02:29")
        .game(&json!({"position": {"moves": 2}}));
    shown
        .at_time("10:02:30")
        .game(&json!({"position": {"moves": 3}}));
}

#[test]
fn players_who_swap_sides_keep_their_own_time() {
    let script = stone(pressed("cn-2002", &absolute()), "10:05", "black", "Q16");
    let script = press(script, "10:05", "black").at("10:06");
    let swapped = script.rules("ruling-1", json!([{"do": "swap_players"}]));
    swapped.shows(&used(60_000, 300_000));
    swapped
        .at("10:07")
        .rules(
            "ruling-2",
            json!([{"do": "overturn", "ruling": "ruling-1"}]),
        )
        .shows(&json!({"clock": {"black": {"used_ms": 360_000}, "white": {"used_ms": 60_000}}}));
}

#[test]
fn any_offset_is_read_and_utc_is_shown() {
    let script = pressed("cn-2002", &absolute())
        .rules("ruling-1", json!([]))
        .but(&json!({"at": "2026-05-01T18:10:00.5+08:00"}));
    script.shows(&json!({"rulings": [{"at": "2026-05-01T10:10:00.500Z"}],
        "clock": {"black": {"used_ms": 600_500}}}));
}

#[test]
fn a_supplement_holds_for_games_that_begin_after_it() {
    let change = |round: u32| {
        json!({"changes": {"time": {"kind": "absolute", "limit_ms": 60_000}}, "from_round": round,
            "approved_by": "chief-1", "reason": "r"})
    };
    let limit = |script: Script| script.shown().view()["clock"]["black"]["left_ms"].clone();
    let before = paired_with("cn-2002", &absolute()).org("regulations_supplemented", change(1));
    assert_eq!(limit(before.start(&json!({}))), 60_000);
    let begun = pressed("cn-2002", &absolute()).org("regulations_supplemented", change(1));
    assert_eq!(limit(begun.clone()), HOUR);
    begun.shown().remarks("supplement_late");
    let later = paired_with("cn-2002", &absolute()).org("regulations_supplemented", change(2));
    assert_eq!(limit(later.start(&json!({}))), HOUR);
    // A corrected beginning is still of its own time.
    let corrected = pressed("cn-2002", &absolute())
        .called("start")
        .org("regulations_supplemented", change(1));
    let again = json!({"black": "bo", "white": "ann"});
    assert_eq!(
        limit(corrected.corrects("start", Some(("game_started", again, "10:00")))),
        HOUR
    );
}

#[test]
fn a_result_does_not_show_before_it_was() {
    let sanction = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "lose_games", "games": ["r1-b1"], "reason": "verified"});
    let script = stone(pressed("cn-2002", &absolute()), "10:01", "black", "Q16")
        .at("10:05")
        .side("resigned", "white")
        .confirms("black", "resignation")
        .at("12:00")
        .tournament("chief-1", "sanction_imposed", sanction);
    let shown = script.shows(&json!({"result": {"outcome": "white", "by": "sanction"}}));
    shown
        .at_move(1)
        .game(&json!({"status": "playing", "result": null}));
    shown.at_time("10:02").game(&json!({"result": null}));
}

#[test]
fn lateness_is_the_same_whichever_entry_of_the_round_says_when_it_began() {
    let games = |game: &str, board: u32, black: &str, white: &str| json!([{"game": game, "board": board, "black": black, "white": white}]);
    let script = opened_with("cn-2002", &absolute())
        .org(
            "round_paired",
            json!({"round": 1, "games": games("r1-b1", 1, "ann", "bo"), "starts_at": "@10:00"}),
        )
        .org(
            "round_paired",
            json!({"round": 1, "games": games("r1-b2", 2, "cy", "di"), "starts_at": "@11:00"}),
        )
        .at("10:05")
        .start(&json!({}));
    arrives(script, "10:05", "ann")
        .shows(&json!({"clock": {"black": {"left_ms": HOUR - 600_000}}}));
}
