//! What somebody tried who wanted figures to say what is not so: answers counted on
//! positions that no engine saw, times that no clock measured, games that hide others.

use super::{
    desk::{ASKED, Desk, answers, figure, five_moves},
    times::{HOUR, of_an_hour, takes},
};
use fupan_tests::script::Script;
use serde_json::{Value, json};

/// The five moves of the desk's game, and what further happens in it.
fn further(desk: &Desk, script: &Script) {
    let file = desk.write("further.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
}

/// The desk's answers, by the ids of the queries as they are asked now.
fn asked_now(desk: &Desk) -> String {
    let told = desk.ok(&["review", "export", "cup", "r1-b1"]);
    let query: Value = serde_json::from_str(told.trim()).unwrap();
    let id = query["id"].as_str().unwrap();
    assert!(id.starts_with("r1-b1/0/"), "{id}");
    let lines = answers().join("\n");
    lines.replace(ASKED, id)
}

fn imports(desk: &Desk, file: &str, further: &[&str]) {
    let args = desk.import_args(file);
    let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
    args.extend(further);
    desk.ok(&args);
}

fn refused(desk: &Desk, file: &str) -> String {
    let args = desk.import_args(file);
    desk.refused(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn answers_count_for_the_very_positions_that_were_asked() {
    let desk = Desk::open();
    let file = desk.write("answers.jsonl", &asked_now(&desk));
    imports(&desk, &file, &[]);
    let before = desk.figures();
    assert_eq!(before["positions_changed"], 0);
    // The game goes on: what the engine saw is what it was.
    let script = five_moves().stones("W C5");
    further(&desk, &script);
    let gone_on = desk.figures();
    assert_eq!(gone_on["positions_changed"], 0);
    let share = |view: &Value| figure(view, "subject", "first_choice_share");
    assert_eq!(share(&gone_on), share(&before));
    // The first move was another one.
    let e6 = json!({"colour": "black", "point": "E6"});
    let script = script.corrects("B E5", Some(("stone_played", e6, "09:00:02")));
    further(&desk, &script);
    let corrected = desk.figures();
    assert_eq!(corrected["positions_changed"], 5);
    let text = desk.ok(&["review", "figures", "case", "--as", "rev-1"]);
    assert!(text.contains("left out: 5 positions"), "{text}");
    // What no engine saw says nothing: no move is left that could count.
    let agreement = corrected["agreement"].as_array().unwrap();
    let left_out =
        |figure: &Value| figure["figure"] == "left_out_share" && figure["value"] == "1.000";
    assert!(agreement.iter().all(left_out), "{corrected:#}");
    let told = refused(&desk, &file);
    assert!(
        told.contains("of another game than the one that stands now"),
        "{told}"
    );
    let anew = desk.ok(&["review", "export", "cup", "--answered", &file]);
    let query: Value = serde_json::from_str(anew.trim()).unwrap();
    assert_eq!(query["analyzeTurns"], json!([0, 1, 2, 3, 4, 5, 6]));
}

#[test]
fn a_line_that_was_cut_off_and_gone_on_in_spoils_nothing() {
    let desk = Desk::open();
    let whole = asked_now(&desk);
    let lines: Vec<&str> = whole.lines().collect();
    let cut = format!(
        "{}\n{}{}\n",
        lines[..4].join("\n"),
        &lines[4][..60],
        lines[5]
    );
    let file = desk.write("answers.jsonl", &cut);
    let told = refused(&desk, &file);
    assert!(
        told.contains("no answer for game r1-b1 after move 4"),
        "{told}"
    );
    let rest = desk.ok(&["review", "export", "cup", "--answered", &file]);
    let query: Value = serde_json::from_str(rest.trim()).unwrap();
    assert_eq!(query["analyzeTurns"], json!([4]));
    let file = desk.write("answers.jsonl", &format!("{cut}{}\n", lines[4]));
    imports(&desk, &file, &[]);
}

#[test]
fn answers_that_no_engine_gives_are_refused_with_the_line() {
    let desk = Desk::open();
    let whole = asked_now(&desk);
    for (from, to, why) in [
        (
            "\"order\":1",
            "\"order\":0",
            "line 1: turn 0: E5 and D4 have the same order 0",
        ),
        ("\"F6\"", "\"E5\"", "line 3: turn 2: a stone stands on E5"),
    ] {
        let file = desk.write("answers.jsonl", &whole.replacen(from, to, 1));
        let told = refused(&desk, &file);
        assert!(told.contains(why), "{told}");
    }
    let empty = desk.write("answers.jsonl", "");
    let told = refused(&desk, &empty);
    assert!(told.contains("holds no answer"), "{told}");
}

/// A choice is looked at from its position, and no engine answers before a move is played.
#[test]
fn answers_that_no_engine_can_have_given_are_not_taken_in() {
    let desk = Desk::open();
    let whole = asked_now(&desk);
    let forged = whole.replacen("\"visits\":40", "\"visits\":900", 1);
    let file = desk.write("answers.jsonl", &forged);
    let told = refused(&desk, &file);
    assert!(
        told.contains("line 1: turn 0: E5 has 900 visits in a position that has 100"),
        "{told}"
    );
    let file = desk.write("answers.jsonl", &whole);
    let args = desk.import_args(&file);
    let imports_at = |at: &str| {
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        args.extend(["--answered-at", at]);
        let output = desk.run(&args);
        (
            output.status.success(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (taken, told) = imports_at("2020-01-01T00:00:00Z");
    assert!(
        !taken && told.contains("the last move of game r1-b1 was played at 2026-05-01"),
        "{told}"
    );
    let (taken, told) = imports_at("2999-01-01T00:00:00Z");
    assert!(!taken && told.contains("expected no later than"), "{told}");
}

/// Whoever brings other answers of the very same engine takes the place of those that
/// were there, and it is told how far both agree and who brought them.
#[test]
fn other_answers_of_the_same_engine_are_held_against_those_that_were_there() {
    let desk = Desk::open();
    let whole = asked_now(&desk);
    let file = desk.write("answers.jsonl", &whole);
    imports(&desk, &file, &[]);
    assert_eq!(desk.figures()["answered_twice"], json!([]));
    // What was played at move 5 is made the first choice.
    let forged = whole.replacen("\"D7\"", "\"C7\"", 1);
    let file = desk.write("forged.jsonl", &forged);
    imports(&desk, &file, &["--analysis", "engine-2"]);
    assert_eq!(
        desk.figures()["answered_twice"],
        json!([{"counts": "engine-2", "counts_by": "rev-1", "set_aside": "engine-1", "set_aside_by": "rev-1",
            "games": 1, "positions": 6, "differ": 1, "first_choice": 1}])
    );
    let told =
        "of 6 positions that both answered 1 is answered otherwise, 1 with another first choice";
    let report = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    let figures = desk.ok(&["review", "figures", "case", "--as", "rev-2"]);
    assert!(figures.contains(told) && report.contains(told), "{figures}");
}

#[test]
fn several_imports_of_an_engine_add_up() {
    let desk = Desk::open();
    let file = desk.write("answers.jsonl", &asked_now(&desk));
    imports(&desk, &file, &[]);
    let before = desk.figures();
    let second = five_moves()
        .pairs(2, ["r2-b1", "bo", "ann"])
        .on("r2-b1")
        .start(&json!({"black": "bo", "white": "ann"}))
        .stones("B E5");
    further(&desk, &second);
    let told = desk.ok(&["review", "export", "cup", "r2-b1"]);
    let query: Value = serde_json::from_str(told.trim()).unwrap();
    let id = query["id"].as_str().unwrap();
    let lines = answers()[..2].join("\n").replace(ASKED, id);
    let file = desk.write("second.jsonl", &lines);
    imports(&desk, &file, &["--analysis", "engine-2"]);
    let view = desk.figures();
    assert_eq!(view["engines"], json!(["engine-1", "engine-2"]));
    for name in ["first_choice_share", "points_lost_mean"] {
        let of = |view: &Value| figure(view, "subject", name);
        assert_eq!(of(&view), of(&before), "{name}");
    }
    let alone = [
        "review", "figures", "case", "--as", "rev-1", "--json", "--engine", "engine-2",
    ];
    assert_eq!(desk.json(&alone)["engines"], json!(["engine-2"]));
}

#[test]
fn a_pause_ends_no_turn() {
    let script = of_an_hour("press").after_ms(1_000).stones("B E5");
    let script = script
        .after_ms(1_000)
        .fact(
            "game_paused",
            json!({"reason": "fault", "thinking": "black"}),
        )
        .after_ms(60_000)
        .fact("game_resumed", json!({}))
        .after_ms(5_000)
        .side("clock_pressed", "black")
        .stones("W C3")
        .side("clock_pressed", "white")
        .after_ms(1_000)
        .stones("B G7")
        .side("clock_pressed", "black");
    takes(&script, &[json!(8_000), json!(1_000), json!(2_000)]);
}

#[test]
fn where_the_own_clock_stood_no_time_is_known() {
    let script = of_an_hour("move").stones("B E5, W pass, B pass, W C7, B C3");
    let unknown = Value::Null;
    takes(
        &script,
        &[
            json!(1_000),
            json!(1_000),
            json!(1_000),
            unknown.clone(),
            unknown,
        ],
    );
}

#[test]
fn a_device_whose_clock_runs_back_tells_no_time() {
    let script = of_an_hour("move")
        .stones("B E5")
        .after_ms(9_000)
        .stones("W C3");
    let script = script.after_ms(-6_000).stones("B G7");
    let script = script.after_ms(8_000).stones("W G3").stones("B C7");
    let unknown = Value::Null;
    takes(
        &script,
        &[
            json!(1_000),
            json!(10_000),
            unknown.clone(),
            unknown,
            json!(1_000),
        ],
    );
}

#[test]
fn an_absence_that_was_noted_afterwards_stands_where_it_happened() {
    let script = of_an_hour("move").stones("B E5, W C3, B G7, W G3, B C7");
    let script = script.inserts(
        "B E5",
        "seat_left",
        json!({"colour": "black", "permitted": false}),
        "09:00:01",
    );
    let desk = Desk::empty();
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let times = desk.json(&["review", "times", "cup", "--json"]);
    assert_eq!(times["absences"][0]["next_move"], 3);
}

/// Turns that were not read before the arbiter looked: the seven seconds more belong to
/// one of them, and nobody knows to which.
#[test]
fn what_was_read_apart_from_a_press_is_put_on_no_single_move() {
    let script = of_an_hour("press");
    let script = ["B E5", "W C3", "B G7", "W G3"]
        .iter()
        .fold(script, |script, stone| {
            let side = if stone.starts_with('B') {
                "black"
            } else {
                "white"
            };
            script.stones(stone).side("clock_pressed", side)
        });
    let script = script.stones("B C7").side("clock_pressed", "black").fact(
        "clock_read",
        json!({"reading": {"black_ms": HOUR - 10_000}}),
    );
    let script = script
        .stones("W C8")
        .side("clock_pressed", "white")
        .after_ms(3_000);
    let script = script.stones("B D8").side("clock_pressed", "black");
    let unknown = Value::Null;
    let known = json!(1_000);
    takes(
        &script,
        &[
            unknown.clone(),
            known.clone(),
            unknown.clone(),
            known.clone(),
            unknown,
            known,
            json!(4_000),
        ],
    );
}
