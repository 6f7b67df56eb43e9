//! What would be: shown beside what is, and stored nowhere.

use super::{case, folder, fupan, json, path, status, stderr, stdout, write};
use serde_json::Value;

#[test]
fn what_would_be_is_shown_beside_what_is_and_stored_nowhere() {
    let folder = folder();
    let data = path(folder.path(), "demo");
    fupan(&["demo", "--no-serve", "--data", &data]);
    let head = || {
        json(&fupan(&[
            "show", "ledger", "lakeside", "--data", &data, "--json",
        ]))
    };
    let before = head();
    let output = fupan(&[
        "whatif",
        "lakeside",
        "--void",
        "r2-b2-talk",
        "--data",
        &data,
    ]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    let row = text
        .lines()
        .find(|line| line.trim_start().starts_with("result"));
    let words: Vec<&str> = row.expect("a row").split_whitespace().collect();
    assert_eq!(
        words.join(" "),
        "result White wins by the opponent's two warnings, confirmed > none",
        "{text}"
    );
    assert!(text.contains("nothing is stored"), "{text}");
    // The standings stand below as show standings has them: first as they are.
    let shown = stdout(&fupan(&["show", "standings", "lakeside", "--data", &data]));
    let (_, standings) = text
        .split_once("standings after round 3, as they are\n")
        .expect("as they are");
    let (is, would_be) = standings
        .split_once("\nstandings after round 3, as they would be\n")
        .expect("as they would be");
    assert!(shown.ends_with(is), "{shown}\n{is}");
    assert!(is.contains("open: r3-b2\n"), "{is}");
    assert!(would_be.contains("open: r2-b2, r3-b2\n"), "{would_be}");
    let ruling = r#"{"stream":"game/r2-b2","type":"ruling_made","at":"2026-09-13T00:00:00.000Z","actor":"chief-lin","data":{"ruling":"new-one","article":"cn-2002:30.6","outcome":"draw","orders":[{"do":"draw"}],"facts":"f","reasons":"r"}}"#;
    let file = write(folder.path(), "ruling.jsonl", ruling);
    let args = [
        "whatif",
        "lakeside",
        "--void",
        "r2-b2-talk",
        "--with",
        &file,
        "--data",
        &data,
        "--json",
    ];
    let answer = json(&fupan(&args));
    let game = &answer["games"]["r2-b2"];
    assert_eq!(game["before"]["result"]["by"], "warnings");
    assert_eq!(game["after"]["result"]["outcome"], "draw");
    assert_eq!(answer["with"][0]["file"], file);
    let (was, would_be) = (
        &answer["standings"]["before"],
        &answer["standings"]["after"],
    );
    assert_eq!(was["round"], would_be["round"]);
    assert_ne!(was["rows"], would_be["rows"]);
    assert_eq!(head(), before);
}

#[test]
fn what_would_be_is_asked_as_it_was_known_then() {
    let folder = folder();
    let data = path(folder.path(), "demo");
    fupan(&["demo", "--no-serve", "--data", &data]);
    let ask = |at: &str| {
        let args = [
            "whatif",
            "lakeside",
            "--void",
            "r2-b1-time",
            "--at",
            at,
            "--data",
            &data,
            "--json",
        ];
        fupan(&args)
    };
    // Now an appeal has overturned it; before that it stood.
    let now = ask("349");
    assert_eq!(status(&now), 1);
    assert_eq!(json(&now)["refused"]["code"], "overturned_already");
    let then = json(&ask("185"));
    assert_eq!(then["known"], 185);
    let game = &then["games"]["r2-b1"];
    assert_eq!(game["before"]["result"]["by"], "time");
    assert_eq!(game["after"]["result"], Value::Null);
    assert_eq!(json(&ask("60"))["refused"]["code"], "unknown");
}

#[test]
fn what_would_be_of_a_file_is_asked_without_a_store() {
    let folder = folder();
    let file = case("second-warning-loses.jsonl");
    let replayed = json(&fupan(&["replay", &file, "--json"]));
    let answer = json(&fupan(&["whatif", &file, "--void", "ruling-2", "--json"]));
    let game = &answer["games"]["r1-b1"];
    assert_eq!(game["before"], replayed["games"]["r1-b1"]);
    assert_eq!(game["before"]["warnings"]["black"], 2);
    assert_eq!(game["after"]["warnings"]["black"], 1);
    // What can't be asked.
    let refused = |args: &[&str]| {
        let output = fupan(&[&["whatif", &file, "--json"], args].concat());
        assert_ne!(status(&output), 0);
        (status(&output), json(&output)["refused"].clone())
    };
    let (exit, problem) = refused(&["--void", "nobody-ruled-so"]);
    assert_eq!((exit, &problem["code"]), (1, &"unknown".into()));
    assert_eq!(problem["value"], "nobody-ruled-so");
    let (exit, problem) = refused(&["--void", "@3", "--at", "5"]);
    assert_eq!((exit, &problem["code"]), (2, &"usage".into()));
    let wrong = r#"{"stream":"game/r1-b1","type":"stone_played","at":"2026-05-01T03:00:00.000Z","actor":"rec-1","data":{"colour":"black","point":"I9"}}"#;
    let tried = write(folder.path(), "tried.jsonl", &format!("\n{wrong}\n"));
    let (exit, problem) = refused(&["--with", &tried]);
    assert_eq!(
        (exit, &problem["code"], &problem["line"]),
        (1, &"schema".into(), &2.into())
    );
    assert_eq!(problem["file"], tried);
    let unpaired = wrong.replace("I9", "J9").replace("r1-b1", "r7-b7");
    let tried = write(folder.path(), "tried.jsonl", &unpaired);
    let (_, problem) = refused(&["--with", &tried]);
    assert_eq!(
        (&problem["code"], &problem["line"]),
        (&"game_not_paired".into(), &1.into())
    );
    let two = write(
        folder.path(),
        "two.jsonl",
        &format!("{unpaired}\n{unpaired}"),
    );
    let (_, problem) = refused(&["--in-place-of", &format!("@20={two}")]);
    assert_eq!(problem["code"], "shape");
    assert!(
        problem["detail"]
            .as_str()
            .expect("text")
            .contains("2 drafts"),
        "{problem}"
    );
}
