//! Figures that a hand calculation gives too: a game to an engine and its answers
//! back, what is refused of them, and figures that nobody computed.

use super::desk::{ASKED, Desk, TO_COME, adds, answer, answers, figure};
use fupan_domain::ids::Sha256;
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_game_goes_to_the_engine_with_its_rules_and_every_position() {
    let desk = Desk::open();
    let told = desk.ok(&["review", "export", "cup", "r1-b1", "--visits", "400"]);
    let query: Value = serde_json::from_str(told.trim()).unwrap();
    let id = query["id"].as_str().unwrap();
    assert!(id.starts_with("r1-b1/0/"), "{id}");
    assert_eq!(
        query["moves"],
        json!([
            ["B", "E5"],
            ["W", "C3"],
            ["B", "G7"],
            ["W", "G3"],
            ["B", "C7"]
        ])
    );
    assert_eq!(query["analyzeTurns"], json!([0, 1, 2, 3, 4, 5]));
    // 3¾ zi are seven and a half points.
    assert_eq!(
        (&query["komi"], &query["boardXSize"], &query["maxVisits"]),
        (&json!(7.5), &json!(9), &json!(400))
    );
    assert_eq!(
        (&query["rules"]["score"], &query["rules"]["ko"]),
        (&json!("AREA"), &json!("POSITIONAL"))
    );
    // What is answered already is not asked again, though the last line was cut off.
    let there = format!("{}\n{}\n{{\"id\":\"r1-", answers()[0], answers()[1]);
    let there = desk.write("there.jsonl", &there);
    let told = desk.ok(&["review", "export", "cup", "--answered", &there]);
    let query: Value = serde_json::from_str(told.trim()).unwrap();
    assert_eq!(query["analyzeTurns"], json!([2, 3, 4, 5]));
}

#[test]
fn figures_are_those_of_a_hand_calculation() {
    let desk = Desk::open();
    desk.imports();
    let view = desk.figures();
    let of = |whose, name, value: &str, spread: &str, n| {
        let expected = (value.to_owned(), spread.to_owned(), n);
        assert_eq!(figure(&view, whose, name), expected, "{whose} {name}");
    };
    // 3, 4 and 5 seconds; 1 and 1.
    of("subject", "time_mean_s", "4.000", "1.000", 3);
    of("subject", "time_median_s", "4.000", "-", 3);
    of("subject", "quick_share", "0.000", "0.000", 3);
    of("opponent", "time_mean_s", "1.000", "0.000", 2);
    of("opponent", "quick_share", "1.000", "0.000", 2);
    // E5 and G7 are first choices, C7 is none: two of three.
    of("subject", "first_choice_share", "0.667", "0.577", 3);
    // There was 1.0, 0.2 and 0.5 to choose: 1.2 of 1.7.
    of("subject", "first_choice_weighted", "0.706", "-", 3);
    of("subject", "rank_mean", "1.000", "0.000", 2);
    // Lost: 0.0, 0.5 and 2.0.
    of("subject", "points_lost_mean", "0.833", "1.041", 3);
    of("subject", "near_equal_share", "0.667", "0.577", 3);
    of("subject", "left_out_share", "0.000", "-", 3);
    // Ranks 1, 2, 3 against 3, 1, 2.
    of("subject", "time_choice_correlation", "-0.500", "-", 3);
    // White's second move was forced, and one alone is too few.
    of("opponent", "first_choice_share", "-", "-", 1);
    of("opponent", "left_out_share", "0.500", "-", 2);
}

/// How often positions were looked at is told by the answers, whatever is said of the engine.
#[test]
fn visits_that_no_answer_has_are_refused() {
    let desk = Desk::open();
    let file = desk.write("answers.jsonl", &answers().join("\n"));
    let args = desk.import_args(&file);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    for (told, fits) in [("101", false), ("49", false), ("100", true)] {
        let with = [&args[..], &["--visits", told]].concat();
        if fits {
            let taken = desk.json(&[&with[..], &["--json"]].concat());
            assert_eq!(taken["visits"], json!({"least": 100, "most": 100}));
        } else {
            let refused = desk.turned_away(&with);
            let said = format!("visits {told}: the answers themselves have 100");
            assert!(refused.contains(&said), "{refused}");
        }
    }
}

#[test]
fn answers_that_are_not_those_to_the_queries_are_refused_with_their_line() {
    let desk = Desk::open();
    let all = answers();
    let without = |line: usize| -> Vec<String> {
        let kept = all.iter().enumerate().filter(|(at, _)| *at != line);
        kept.map(|(_, text)| text.clone()).collect()
    };
    let with = |line: usize, text: &str| {
        let mut lines = all.clone();
        lines[line] = text.to_owned();
        lines
    };
    for (lines, said) in [
        (without(3), "line 6: no answer for game r1-b1 after move 3"),
        (
            with(2, "{\"id\":"),
            "line 3: is no answer of the analysis engine",
        ),
        (
            with(2, "{\"error\":\"illegal move\",\"id\":\"r1-b1/0\"}"),
            "line 3: the engine refused the query: illegal move",
        ),
        (
            with(2, &all[1]),
            "line 3: \"r1-b1/0/50f00d96c15f5810\": turn 1 is answered twice",
        ),
        (
            with(1, &answer(1, "B", 0.0, &[("E4", 0.0)])),
            "line 2: turn 1: it is W to play, not B",
        ),
        (
            with(1, &answer(1, "W", 0.0, &[("Z9", 0.0)])),
            "line 2: turn 1: Z9 is off the board",
        ),
        (
            with(1, &all[1].replace("r1-b1/0", "r1-b1/7")),
            "line 2: \"r1-b1/7/50f00d96c15f5810\" was never asked",
        ),
    ] {
        let file = desk.write("answers.jsonl", &lines.join("\n"));
        let args = desk.import_args(&file);
        let told = desk.refused(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(told.contains(said), "{told}: expected {said}");
    }
}

/// Ids of earlier versions had no hash of what was asked. What was taken in with them stays
/// readable; nothing more is taken in so.
#[test]
fn answers_to_ids_without_a_hash_are_recorded_ones_alone() {
    let desk = Desk::open();
    let old = desk.write("old.jsonl", &answers().join("\n").replace(ASKED, "r1-b1/0"));
    let args = desk.import_args(&old);
    let told = desk.refused(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(
        told.contains("line 1: \"r1-b1/0\" has no hash of what was asked")
            && told.contains("export the game again"),
        "{told}"
    );
    let anew = desk.ok(&["review", "export", "cup", "--answered", &old]);
    let query: Value = serde_json::from_str(anew.trim()).unwrap();
    assert_eq!(query["analyzeTurns"], json!([0, 1, 2, 3, 4, 5]));
    // An earlier version recorded them.
    let kept = ["--evidence", "engine-1", "--delete-after", TO_COME];
    let further = [&kept[..], &["--media-type", "text/plain"]].concat();
    desk.ok(&adds(&old, "answers", &further));
    let bytes = fs::read(&old).unwrap();
    let engine: Value = serde_json::from_slice(&fs::read(desk.engine()).unwrap()).unwrap();
    let data = json!({"analysis": "engine-1", "kind": "engine", "method": 0, "program": "fupan",
        "games": ["r1-b1"], "as_of": desk.figures()["as_of"], "engine": engine,
        "answered_at": "2026-05-02T10:00:00.000Z",
        "answers": {"sha256": Sha256::of(&bytes), "bytes": bytes.len()}});
    let draft = json!({"stream": "review", "type": "analysis_recorded", "actor": "rev-1",
        "at": "2026-05-02T10:00:00.000Z", "data": data});
    let file = desk.write("recorded.jsonl", &draft.to_string());
    desk.ok(&["import", &file, "--ledger", "case"]);
    let view = desk.figures();
    let (share, ..) = figure(&view, "subject", "first_choice_share");
    assert_eq!(share, "0.667");
}

/// What a real `KataGo` answered (tests/data/review): other numbers than anybody
/// would think up, in the form in which it gives them.
#[test]
fn a_real_engines_answers_are_taken_in_and_give_figures() {
    let desk = Desk::empty();
    let data = |name: &str| format!("{}/data/review/{name}", env!("CARGO_MANIFEST_DIR"));
    desk.ok(&["import", &data("game.jsonl"), "--ledger", "trial"]);
    desk.opens(
        "case",
        "trial",
        &["--subject", "B=bo", "--visits-min", "1", "--moves-min", "3"],
    );
    let asked = desk.ok(&["review", "export", "trial", "--visits", "4"]);
    assert_eq!(asked, fs::read_to_string(data("queries.jsonl")).unwrap());
    desk.ok(&[
        "review",
        "import",
        "case",
        &data("answers.jsonl"),
        "--engine",
        &data("engine.json"),
        "--visits",
        "4",
        "--as",
        "rev-1",
        "--delete-after",
        TO_COME,
    ]);
    let view = desk.figures();
    assert_eq!(view["engine"], "engine-1");
    let (lost, _, n) = figure(&view, "subject", "points_lost_mean");
    assert!(n >= 3 && lost.parse::<f64>().unwrap() >= 0.0, "{view:#}");
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    assert!(page.contains("KataGo 1.18.1"), "{page}");
}

/// Whoever records figures that nobody computed is found.
#[test]
fn figures_in_a_review_are_held_against_what_is_computed() {
    let desk = Desk::open();
    desk.imports();
    let made_up = |figure: Value| {
        let known = desk.figures();
        let data = json!({"analysis": "time-9", "kind": "time", "method": 0, "program": "fupan",
            "games": ["r1-b1"], "as_of": known["as_of"], "figures": [figure]});
        json!({"stream": "review", "type": "analysis_recorded", "at": "2026-05-02T10:00:00.000Z",
            "actor": "rev-1", "data": data})
    };
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    let figure = json!({"subject": "A", "whose": "subject", "figure": "time_mean_s", "n": 3, "value": "0.400"});
    let file = desk.write("made-up.jsonl", &made_up(figure).to_string());
    desk.ok(&["import", &file, "--ledger", "case"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-1"]);
    let said = |text: &str| page.matches(text).count();
    assert_eq!(said("answers: the same digits"), 2, "{page}");
    assert_eq!(said("they are not what the program computes"), 1, "{page}");
}
