//! What figures rest on and what they are compared with: nothing that tells of the
//! log alone is compared, every move left out has its reason, and a group that is
//! not there is missed.

use super::desk::{Desk, Further, answers, five_moves, with_games};
use serde_json::{Value, json};

/// Two further games, of which the first has no times; a file with three sides as a group.
fn with_an_untimed_game(desk: &Desk) -> String {
    let untimed = Further {
        start: json!({"times": "order_only"}),
        ..Further::of(["cy", "dee"], [2, 1])
    };
    let script = with_games(&[untimed, Further::of(["eli", "fay"], [2, 1])]);
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let sides = ["r1-b1:white", "r1-b2:black", "r1-b3:black"];
    desk.lists("group.json", "three", &sides)
}

fn compared_with_three() -> (Desk, String) {
    let desk = Desk::empty();
    let group = with_an_untimed_game(&desk);
    let method = [
        "--moves-min",
        "2",
        "--reference-min",
        "2",
        "--reference",
        &group,
    ];
    desk.opens("case", "cup", &method);
    (desk, group)
}

/// One member of three has no time that is known, the player has all: mean 0.333,
/// spread 0.577. That tells of the log, and not of the player.
#[test]
fn figures_that_tell_of_the_log_are_compared_with_nobodys() {
    let (desk, group) = compared_with_three();
    let figures = [
        "review",
        "figures",
        "case",
        "--as",
        "rev-1",
        "--reference",
        &group,
        "--json",
    ];
    let view = desk.json(&figures);
    let unknown = |whose: &str| {
        let time = view["time"].as_array().unwrap().iter();
        let mut found = time.filter(|f| f["figure"] == "time_unknown_share" && f["whose"] == whose);
        found.next().unwrap().clone()
    };
    assert_eq!(unknown("reference")["spread"], "0.577");
    assert_eq!(
        (&unknown("subject")["value"], &unknown("subject")["z"]),
        (&json!("0.000"), &Value::Null)
    );
    let compared = view["chance"][0]["figures"].as_array().unwrap().iter();
    let compared: Vec<&Value> = compared.map(|figure| &figure["figure"]).collect();
    assert!(
        !compared.is_empty() && !compared.contains(&&json!("time_unknown_share")),
        "{compared:?}"
    );
    assert_eq!(view["chance"][0]["comparisons"], compared.len());
    let told = view["not_compared"].as_array().unwrap().iter();
    let told: Vec<&Value> = told.map(|told| &told["figure"]).collect();
    assert!(!told.contains(&&json!("time_unknown_share")), "{told:?}");
    // Two of three have times enough.
    assert_eq!(
        view["members"],
        json!({"members": 3, "timed": 2, "counted": 0, "whole_seconds": 2})
    );
}

#[test]
fn a_named_group_that_is_not_there_is_missed() {
    let (desk, _) = compared_with_three();
    let output = desk.run(&["review", "figures", "case", "--as", "rev-1"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    let view = desk.json(&["review", "figures", "case", "--as", "rev-1", "--json"]);
    let hash = view["group"]["sha256"].as_str().unwrap();
    for said in [
        hash,
        "is not among the review's files",
        "fupan evidence add case group.json --stream review",
    ] {
        assert!(told.contains(said), "{said} in {told}");
    }
    assert_eq!(view["group"]["at_hand"], false);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-1"]);
    assert!(
        page.contains("fupan evidence add case group.json --stream review"),
        "{page}"
    );
}

/// Of white's two moves one was forced.
#[test]
fn each_move_that_is_left_out_has_its_reason() {
    let desk = Desk::open();
    desk.imports();
    let view = desk.figures();
    let of = |whose: &str| {
        let mut rows = view["basis"].as_array().unwrap().iter();
        let row = rows.find(|row| row["whose"] == whose).unwrap();
        (
            row["moves"].clone(),
            row["timed"].clone(),
            row["agreement"].clone(),
        )
    };
    let none = json!({"moves": 3, "counted": 3, "opening": 0, "thin": 0, "unknown": 0, "settled": 0,
        "forced": 0, "unasked": 0});
    assert_eq!(of("subject"), (json!(3), json!(3), none));
    let (.., agreement) = of("opponent");
    assert_eq!(
        (&agreement["counted"], &agreement["forced"]),
        (&json!(1), &json!(1))
    );
    let text = desk.ok(&["review", "figures", "case", "--as", "rev-1"]);
    assert!(text.contains("1 count beside the engine, left out: opening 0, too few visits 0, no answer 0, settled 0, forced 1"), "{text}");
}

/// The engine looked 100 times, the method wants 1000: nothing counts, and it is said why.
#[test]
fn where_nothing_counts_the_reason_is_told() {
    let desk = Desk::open();
    desk.opens(
        "case-2",
        "cup",
        &["--visits-min", "1000", "--moves-min", "2"],
    );
    let answered = desk.write("answers.jsonl", &answers().join("\n"));
    let mut args = desk.import_args(&answered);
    args[2] = "case-2".to_owned();
    desk.ok(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let text = desk.ok(&["review", "figures", "case-2", "--as", "rev-1"]);
    assert!(
        text.contains("0 count beside the engine, left out: opening 0, too few visits 3"),
        "{text}"
    );
    assert!(
        text.contains("not compared, they rest on 0 moves, expected 2: "),
        "{text}"
    );
    let page = desk.ok(&["review", "report", "case-2", "--as", "rev-1"]);
    assert!(page.contains("None of the 3 moves counts"), "{page}");
    assert!(page.contains("left out: too few visits"), "{page}");
    // What is left out is no matter of times, of which all three count.
    assert!(page.contains("Figures of agreement leave out"), "{page}");
}

/// 3, 4 and 5 seconds: a clock that shows no less.
#[test]
fn times_of_whole_seconds_are_told_with_what_is_quick_then() {
    let desk = Desk::open();
    let page = desk.ok(&["review", "report", "case", "--as", "rev-1"]);
    assert!(
        page.contains("Quick (under 1500 ms) are then those shown as 0–1 s"),
        "{page}"
    );
    let script = five_moves()
        .on("r1-b1")
        .stones("W E7")
        .after_ms(250)
        .stones("B C5");
    let finer = desk.write("finer.jsonl", &script.file());
    desk.ok(&["import", &finer, "--ledger", "finer"]);
    desk.opens("case-2", "finer", &["--moves-min", "2"]);
    let page = desk.ok(&["review", "report", "case-2", "--as", "rev-1"]);
    assert!(page.contains("What the figures rest on"), "{page}");
    assert!(!page.contains("are then those shown as"), "{page}");
}

/// Where all choices are alike there is no correlation, however many moves there are:
/// that is another reason than too few of them.
#[test]
fn what_cannot_be_formed_is_told_apart_from_what_rests_on_too_few_moves() {
    let desk = Desk::open();
    let alike = answers().into_iter().map(|line| {
        let mut answer: Value = serde_json::from_str(&line).unwrap();
        let first = answer["moveInfos"][0]["scoreLead"].clone();
        answer["moveInfos"][1]["scoreLead"] = first;
        answer.to_string()
    });
    let alike: Vec<String> = alike.collect();
    let file = desk.write("alike.jsonl", &alike.join("\n"));
    let args = desk.import_args(&file);
    desk.ok(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let view = desk.figures();
    let why = |figure: &str| {
        let mut told = view["not_compared"].as_array().unwrap().iter();
        told.find(|told| told["figure"] == figure).unwrap()["why"].clone()
    };
    assert_eq!(why("time_choice_correlation"), "no_value");
    assert_eq!(why("first_choice_share"), "no_group");
}
