//! How long moves took, from the log: by hand, and where a run was broken off.

use super::desk::{Desk, Further, with_games};
use fupan_tests::script::{Script, game_with};
use serde_json::{Value, json};
use std::fs;

/// What each move of a tournament's only game took, in milliseconds.
fn taken(desk: &Desk, ledger: &str) -> Vec<Value> {
    let times = desk.json(&["review", "times", ledger, "--json"]);
    let moves = times["moves"].as_array().unwrap();
    moves.iter().map(|m| m["ms"].clone()).collect()
}

/// A game of an hour each, on a small board.
pub fn of_an_hour(turn_ends: &str) -> Script {
    let terms =
        json!({"board": 9, "turn_ends": turn_ends, "time": {"kind": "absolute", "limit_ms": HOUR}});
    game_with("cn-2002", &terms)
}

pub const HOUR: i64 = 3_600_000;

/// The clock is read with a press: the side has used so many milliseconds in all.
pub fn shows(script: Script, colour: &str, used: i64) -> Script {
    let left = format!("{colour}_ms");
    let reading = json!({"colour": colour, "reading": {left: HOUR - used}});
    script.fact("clock_pressed", reading)
}

#[track_caller]
pub fn takes(script: &Script, expected: &[Value]) {
    let desk = Desk::empty();
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    assert_eq!(taken(&desk, "cup"), expected);
}

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

/// A file of times says of which ledger and up to which entry each line is.
#[test]
fn times_of_a_game_that_went_on_are_told_anew() {
    let desk = Desk::empty();
    let others = [Further::of(["cy", "dee"], [2, 2])];
    let script = with_games(&others);
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    desk.ok(&["import", &file, "--ledger", "other"]);
    let out = desk.path("times.jsonl");
    let writes = ["review", "times", "cup", "--out", &out];
    desk.ok(&writes);
    let before = fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = before.lines().collect();
    let further = desk.write("cup.jsonl", &script.on("r1-b1").stones("W C5").file());
    desk.ok(&["import", &further, "--ledger", "cup"]);
    let output = desk.run(&writes);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("already: 1 of 2 games") && said.contains("told anew, since"),
        "{said}"
    );
    let after = fs::read_to_string(&out).unwrap();
    let now: Vec<Value> = after
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // The other one stays where it was.
    assert_eq!((after.lines().next(), now.len()), (Some(lines[1]), 2));
    assert_eq!(now[1]["game"], "r1-b1");
    assert_eq!(now[1]["moves"].as_array().unwrap().len(), 6);
    // Another tournament's file is none to go on in, nor is one that tells of none.
    let told = desk.turned_away(&["review", "times", "other", "--out", &out]);
    assert!(
        told.contains("game r1-b2 of ledger cup: expected times of ledger other alone"),
        "{told}"
    );
    fs::write(&out, "{\"game\":\"r1-b1\"}\n").unwrap();
    let told = desk.turned_away(&writes);
    assert!(told.contains("tells of no ledger"), "{told}");
}

#[test]
fn time_taken_off_as_a_penalty_is_no_time_that_a_move_took() {
    let script = of_an_hour("move")
        .stones("B E5, W C3")
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "black", "deduct_time", &json!({"ms": 5000}))
        .stones("B G7, W G3, B C7");
    takes(&script, &vec![json!(1000); 5]);
}

/// The beginning of a game that was played on a server (KGS, 2011): its file says what
/// each clock showed after a move, of half an hour, and nothing of when.
#[test]
fn a_files_clocks_give_each_move_its_own_time() {
    let sgf = "(;GM[1]FF[4]SZ[19]KM[7.50]TM[1800]OT[5x30 byo-yomi]RU[Chinese]PB[b]PW[w]RE[B+Resign]
;B[qc]BL[1796.606];W[ep]WL[1796.485];B[pq]BL[1718.228];W[po]WL[1763.099]
;B[mq]BL[1643.515];W[pl]WL[1750.088];B[cp]BL[1562.141];W[do]WL[1521.137])";
    let desk = Desk::empty();
    let file = desk.write("kgs-26.sgf", sgf);
    desk.ok(&["import", &file, "--ledger", "kgs"]);
    // By hand: 1800 - 1796.606, 1796.606 - 1718.228, 1718.228 - 1643.515, ...
    let black = [3_394, 78_378, 74_713, 81_374];
    let white = [3_515, 33_386, 13_011, 228_951];
    let by_hand: Vec<i64> = black
        .iter()
        .zip(&white)
        .flat_map(|(b, w)| [*b, *w])
        .collect();
    assert_eq!(json!(taken(&desk, "kgs")), json!(by_hand));
}

/// Where a file leaves a clock out, the next one tells of two moves together: neither
/// is known. A clock that stands in the node of the opponent's next move is one's own.
#[test]
fn where_a_clock_was_left_out_the_time_is_unknown() {
    let sgf = "(;GM[1]FF[4]SZ[19]KM[6.5]TM[1800]RU[Chinese]PB[b]PW[w]
;B[qd];W[pp];B[dc]BL[1753]WL[1797];W[dp]BL[1753]WL[1792];B[nc]BL[1741]WL[1792];W[pf]
;B[jm];W[im]BL[1700]WL[1780];B[in]BL[1690]WL[1780])";
    let desk = Desk::empty();
    let file = desk.write("server.sgf", sgf);
    desk.ok(&["import", &file, "--ledger", "server"]);
    let unknown = Value::Null;
    let expected = [
        unknown.clone(),
        json!(3_000),
        unknown.clone(),
        json!(5_000),
        json!(12_000),
        unknown.clone(),
        json!(41_000),
        unknown,
        json!(10_000),
    ];
    assert_eq!(taken(&desk, "server"), expected);
}

/// The clock on the table counts, whatever ends a turn: it shows black's ten seconds as
/// eight and a half, white's two as three, and is read once more when all is over.
#[test]
fn what_the_clock_shows_after_a_move_is_that_moves_time() {
    let moves = |turn_ends: &str| {
        let script = of_an_hour(turn_ends).after_ms(9_000).stones("B E5");
        let script = shows(script, "black", 8_500).after_ms(1_000).stones("W C3");
        let script = shows(script, "white", 3_000).after_ms(3_000).stones("B G7");
        let script = shows(script, "black", 12_600)
            .after_ms(5_000)
            .stones("W G3");
        shows(script, "white", 9_000)
    };
    for turn_ends in ["move", "press"] {
        let script = moves(turn_ends);
        takes(
            &script,
            &[json!(8_500), json!(3_000), json!(4_100), json!(6_000)],
        );
        let read = script.fact("clock_read", json!({"reading": {"white_ms": HOUR - 9_200}}));
        takes(
            &read,
            &[json!(8_500), json!(3_000), json!(4_100), json!(6_200)],
        );
    }
}

/// What is read while a player thinks is a part of that move, and what is read in a
/// pause no end of a turn; a reading that was keyed wrongly counts as corrected.
#[test]
fn a_reading_in_the_middle_of_a_turn_ends_none_and_a_corrected_one_counts_as_corrected() {
    let script = of_an_hour("move").stones("B E5, W C3").after_ms(4_000);
    let script = script
        .fact(
            "game_paused",
            json!({"reason": "fault", "thinking": "black"}),
        )
        .fact(
            "clock_read",
            json!({"reading": {"black_ms": HOUR - 4_500, "white_ms": HOUR - 1_000}}),
        )
        .fact("game_resumed", json!({}))
        .after_ms(2_000)
        .stones("B G7");
    // Black had used a second before; 4.5 s were read, then three seconds ran.
    takes(&script, &[json!(1_000), json!(1_000), json!(6_500)]);
    let script = shows(of_an_hour("move").stones("B E5"), "black", 40_000).called("read");
    let script = script.stones("W C3, B G7");
    takes(&script, &[json!(40_000), json!(1_000), json!(1_000)]);
    let right = json!({"colour": "black", "reading": {"black_ms": HOUR - 400}});
    let script = script.corrects("read", Some(("clock_pressed", right, "9:00:01")));
    takes(&script, &[json!(400), json!(1_000), json!(1_000)]);
}

/// What else happened in the turn of each move that tells of something, by its number.
fn within(script: &Script) -> Vec<(u64, Vec<String>)> {
    let desk = Desk::empty();
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let times = desk.json(&["review", "times", "cup", "--json"]);
    let of = |played: &Value| {
        let happened = played["within"].as_array()?;
        let kinds = happened.iter().map(|what| what["type"].as_str().unwrap());
        let kinds = kinds.map(str::to_owned).collect();
        Some((played["number"].as_u64().unwrap(), kinds))
    };
    times["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(of)
        .collect()
}

/// White complains while he thinks, the clocks are stopped and it is ruled upon; later
/// black leaves the seat in his own turn, and white in black's, which is none of his.
#[test]
fn what_happens_within_a_turn_is_told_with_the_time_of_its_move() {
    let paused = json!({"reason": "ruling", "thinking": "white"});
    let complaint = json!({"by": "white", "text": "black talks"});
    let left = |colour: &str| json!({"colour": colour, "permitted": true});
    for turn_ends in ["move", "press"] {
        let script = of_an_hour(turn_ends)
            .stones("B E5")
            .side("clock_pressed", "black")
            .fact("complaint_raised", complaint.clone())
            .fact("game_paused", paused.clone())
            .rules("ruling-1", json!([]))
            .fact("game_resumed", json!({}))
            .stones("W C3")
            .side("clock_pressed", "white")
            .fact("seat_left", left("black"))
            .fact("seat_left", left("white"))
            .side("seat_retaken", "black")
            .stones("B G7")
            .side("clock_pressed", "black")
            .stones("W G3");
        let whites = [
            "complaint_raised",
            "game_paused",
            "ruling_made",
            "game_resumed",
        ];
        let expected = [
            (2, whites.map(str::to_owned).to_vec()),
            (3, vec!["seat_left".to_owned(), "seat_retaken".to_owned()]),
        ];
        assert_eq!(within(&script), expected, "{turn_ends}");
    }
}

/// What is recorded once the game is over belongs to no turn; a correction is told at the
/// move whose turn it changed, and not where it was keyed.
#[test]
fn a_correction_is_told_where_it_changes_a_turn_and_the_end_is_no_turn() {
    let script = of_an_hour("move").stones("B E5, W C3, B G7");
    let right = json!({"colour": "white", "point": "C4"});
    let script = script
        .corrects("W C3", Some(("stone_played", right, "9:00:02")))
        .stones("W G3")
        .side("resigned", "black")
        .rules("ruling-1", json!([]));
    assert_eq!(within(&script), [(2, vec!["entry_corrected".to_owned()])]);
}

/// A stone that a ruling takes back: the ruling stands in the turn that it began anew.
#[test]
fn a_ruling_that_gives_a_turn_back_is_told_with_the_move_made_in_it() {
    let script = of_an_hour("move")
        .stones("B E5, W C3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W C3"}]))
        .stones("W G3, B G7");
    let ruling = vec!["ruling_made".to_owned()];
    assert_eq!(within(&script), [(2, ruling.clone()), (3, ruling)]);
    let desk = Desk::empty();
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let told = desk.ok(&["review", "times", "cup"]);
    assert!(told.contains("in this turn: ruling made"), "{told}");
}
