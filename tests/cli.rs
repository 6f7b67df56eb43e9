//! The program as its users start it: verbs, exit status, what is printed
//! where, and what a refusal says.

use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

#[path = "cli/after_appeal.rs"]
mod after_appeal;
#[path = "cli/help.rs"]
mod help;
#[path = "cli/refused.rs"]
mod refused;
#[path = "cli/supposed.rs"]
mod supposed;

fn fupan(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fupan"))
        .args(args)
        .env_remove("FUPAN_DATA")
        .output()
        .expect("the program starts")
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("an exit status")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stdout(output)))
}

/// A folder of a test's own.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    fs::write(folder.join(name), text).expect("a file can be written");
    path(folder, name)
}

fn case(name: &str) -> String {
    let cases = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    path(&cases, name)
}

#[test]
fn standings_are_shown_explained_and_written_out() {
    let folder = folder();
    let data = path(folder.path(), "data");
    let swiss = case("swiss-total-score-scored.jsonl");
    let imported = fupan(&["import", &swiss, "--ledger", "cup", "--data", &data]);
    assert_eq!(status(&imported), 0, "{}", stderr(&imported));
    let shown = json(&fupan(&[
        "show",
        "standings",
        "cup",
        "--data",
        &data,
        "--json",
    ]));
    assert_eq!(
        shown["rows"][0]["total"],
        serde_json::json!({"num": 5, "den": 1})
    );
    assert_eq!(shown["rows"][3]["player"], "bo");
    let first = [
        "show",
        "standings",
        "cup",
        "--data",
        &data,
        "--round",
        "1",
        "--json",
    ];
    assert_eq!(json(&fupan(&first))["counting"]["rounds"], 1);
    // Before the last game had ended it was open.
    let then = [
        "show",
        "standings",
        "cup",
        "--data",
        &data,
        "--at",
        "38",
        "--json",
    ];
    assert_eq!(json(&fupan(&then))["open"], serde_json::json!(["r3-b2"]));
    let table = stdout(&fupan(&["show", "crosstable", "cup", "--data", &data]));
    assert!(table.contains("4+b  2-b  3+w"), "{table}");
    let why = stdout(&fupan(&[
        "explain", "standing", "cup", "ann", "--data", &data,
    ]));
    assert!(
        why.contains("total score, highest scored: 4 + (8 / (4/2) - 3) = 5"),
        "{why}"
    );
    for verb in [
        &["show", "standings", "cup"][..],
        &["show", "crosstable", "cup"],
        &["explain", "standing", "cup", "ann"],
        &["export", "cup", "--html", "none.html"],
    ] {
        let ninth = fupan(&[verb, &["--data", &data, "--round", "9"]].concat());
        assert_eq!(status(&ninth), 1);
        let told = stderr(&ninth);
        assert!(
            told.contains("there is no round 9: 3 were paired"),
            "{told}"
        );
    }
    let nobody = fupan(&["explain", "standing", "cup", "zoe", "--data", &data]);
    assert_eq!(status(&nobody), 1);
    let tables = path(folder.path(), "tables");
    let written = json(&fupan(&[
        "export", "cup", "--csv", &tables, "--data", &data, "--json",
    ]));
    assert_eq!(written["written"].as_array().map(Vec::len), Some(3));
    let html = path(folder.path(), "standings.html");
    assert_eq!(
        status(&fupan(&["export", "cup", "--html", &html, "--data", &data])),
        0
    );
    assert!(
        fs::read_to_string(&html)
            .expect("the file")
            .starts_with("<!DOCTYPE html>")
    );
}

#[test]
fn the_demo_is_sound_and_can_be_run_again() {
    let folder = folder();
    let data = path(folder.path(), "demo");
    for _ in 0..2 {
        let output = fupan(&["demo", "--no-serve", "--data", &data]);
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains("verdict: sound"), "{text}");
        assert!(
            text.contains("ruling r1-b1-ko under cn-2002:18.3"),
            "{text}"
        );
    }
    let shown = json(&fupan(&["demo", "--data", &data, "--json"]));
    assert_eq!(shown["audit"]["verdict"], "sound");
    assert_eq!(shown["games"].as_array().map(Vec::len), Some(7));
    assert_eq!(shown["ledger"]["size"], 362);
}

#[test]
fn a_store_shows_what_a_replay_of_the_same_file_shows() {
    let folder = folder();
    let data = path(folder.path(), "data");
    let file = case("appeal-upheld.jsonl");
    let output = fupan(&["import", &file, "--ledger", "cup", "--data", &data]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let mut stored = json(&fupan(&[
        "show", "game", "cup", "r1-b1", "--data", &data, "--json",
    ]));
    let mut replayed = json(&fupan(&["replay", &file, "--game", "r1-b1", "--json"]));
    // Salts are drawn, so hashes differ; and the ledgers have other names.
    for view in [&mut stored, &mut replayed] {
        view["at"]["hash"] = Value::Null;
        view["ledger"] = Value::Null;
    }
    assert_eq!(stored, replayed);
    assert_eq!(stored["result"]["outcome"], "black");
}

#[test]
fn the_two_axes_of_time_are_two_questions() {
    let folder = folder();
    let data = path(folder.path(), "demo");
    fupan(&["demo", "--no-serve", "--data", &data]);
    let show = |more: &[&str]| {
        let args = [
            "show", "game", "lakeside", "r2-b1", "--data", &data, "--json",
        ];
        let output = fupan(&[&args, more].concat());
        assert_eq!(status(&output), 0, "{}", stdout(&output));
        json(&output)
    };
    // As known before the appeal was decided the game was lost on time.
    let before = show(&["--at", "190"]);
    assert_eq!(
        (&before["result"]["outcome"], &before["result"]["by"]),
        (&"white".into(), &"time".into())
    );
    assert_eq!(before["result"]["state"], "appealed");
    // As known now, that ruling has fallen; what stood at move 15 is another question.
    let at_move = show(&["--move", "15"]);
    assert_eq!(at_move["position"]["moves"], 15);
    assert_eq!(at_move["result"], Value::Null);
    let both = show(&["--at", "190", "--move", "3"]);
    assert_eq!(both["position"]["moves"], 3);
    let output = fupan(&[
        "show", "game", "lakeside", "r2-b1", "--data", &data, "--move", "99",
    ]);
    assert_eq!(status(&output), 1);
    assert_eq!(
        stderr(&output).trim(),
        "The game does not have that moment: game r2-b1 has 18 stones and passes that stand: there is no move 99"
    );
}

#[test]
fn a_record_goes_in_and_comes_out_again() {
    let folder = folder();
    let data = path(folder.path(), "data");
    let text = "(;GM[1]FF[4]SZ[9]KM[7.5]PB[Ann]PW[Bo]RE[W+R];B[ee];W[cc];B[gc];W[])";
    let file = write(folder.path(), "final.sgf", text);
    let output = fupan(&[
        "import", &file, "--ledger", "club", "--data", &data, "--json",
    ]);
    assert_eq!(status(&output), 0, "{}", stdout(&output));
    let out = path(folder.path(), "out");
    let exported = json(&fupan(&[
        "export", "club", "--sgf", &out, "--data", &data, "--json",
    ]));
    let written = exported["written"][0].as_str().expect("a file").to_owned();
    let first = json(&fupan(&["replay", &file, "--json"]));
    let second = json(&fupan(&["replay", &written, "--json"]));
    let only = |view: &Value| {
        view["games"]
            .as_object()
            .and_then(|g| g.values().next().cloned())
            .expect("a game")
    };
    let (first, second) = (only(&first), only(&second));
    for key in ["position", "names"] {
        assert_eq!(first[key], second[key], "{key}");
    }
    assert_eq!(first["result"]["outcome"], "white");
    assert_eq!(second["result"]["outcome"], "white");
    assert_eq!(first["position"]["rows"][4], "....X....");
    assert_eq!(status(&fupan(&["audit", "club", "--data", &data])), 0);
}

#[test]
fn a_dossier_is_printed_or_written_to_a_file() {
    let folder = folder();
    let data = path(folder.path(), "demo");
    assert_eq!(status(&fupan(&["demo", "--no-serve", "--data", &data])), 0);
    let export = |appeal: &str, more: &[&str]| {
        let args = ["export", "lakeside", "--dossier", appeal, "--data", &data];
        fupan(&[&args, more].concat())
    };
    let printed = export("r2-b1-appeal", &[]);
    assert_eq!(status(&printed), 0);
    assert!(stdout(&printed).starts_with("<!DOCTYPE html><html lang=\"en\">"));
    let out = path(folder.path(), "dossier.html");
    let written = export("r2-b1-appeal", &["--lang", "ko", "--out", &out, "--json"]);
    assert_eq!(json(&written)["written"][0], out.as_str());
    let page = fs::read_to_string(&out).expect("the file");
    assert!(page.starts_with("<!DOCTYPE html><html lang=\"ko\">"));

    let unknown = export("no-such-appeal", &["--json"]);
    assert_eq!(status(&unknown), 1);
    assert_eq!(json(&unknown)["refused"]["code"], "unknown");
    let nowhere = path(folder.path(), "no/such/folder.html");
    let refused = export("r2-b1-appeal", &["--out", &nowhere]);
    assert_eq!(status(&refused), 1);
    assert!(stderr(&refused).contains("folder.html"));
}

#[test]
fn a_ruling_is_shown_what_there_is_tried_out_and_made() {
    let folder = folder();
    let data = path(folder.path(), "data");
    // The case without its ruling: White has just retaken the ko.
    let whole = fs::read_to_string(case("ko-retaken-2002.jsonl")).unwrap();
    let lines: Vec<&str> = whole.lines().take(18).collect();
    let file = write(folder.path(), "ko.jsonl", &lines.join("\n"));
    let imported = fupan(&["import", &file, "--ledger", "ko", "--data", &data]);
    assert_eq!(status(&imported), 0, "{}", stderr(&imported));
    let rule = |more: &[&str]| fupan(&[&["rule", "ko", "r1-b1", "--data", &data], more].concat());
    let shown = rule(&[]);
    assert!(
        stdout(&shown).contains("finding MV-5@17 under cn-2002:18.3, open"),
        "{}",
        stdout(&shown)
    );
    let outcome = ["MV-5@17", "--outcome", "void, turn lost, warning"];
    let by = |actor| [&outcome[..], &["--actor", actor, "--json"]].concat();
    let tried = rule(&[&by("arb-1")[..], &["--dry-run"]].concat());
    let tried = json(&tried);
    assert_eq!(tried["notes"]["departure"], false);
    let after = &tried["effect"]["games"]["r1-b1"]["after"];
    assert_eq!(after["findings"][0]["status"], "ruled");
    assert_eq!(after["warnings"]["white"], 1);
    let recorder = rule(&by("rec-1"));
    assert_eq!(status(&recorder), 1);
    assert_eq!(json(&recorder)["refused"]["code"], "no_right");
    let made = rule(&by("arb-1"));
    assert_eq!(json(&made)["entries"], serde_json::json!([18, 19, 20]));
    let nobody = rule(&outcome);
    assert_eq!(status(&nobody), 1);
    assert!(stderr(&nobody).contains("--actor"), "{}", stderr(&nobody));
    let again = json(&rule(&by("arb-1")));
    assert_eq!(again["refused"]["code"], "ruled_already");
    let detail = again["refused"]["detail"].as_str().expect("text");
    let told = "ruling r1-b1-ruling-1 by arb-1 at ";
    assert!(
        detail.contains(told) && detail.contains("gave it"),
        "{detail}"
    );
    let again = json(&rule(&[&by("arb-1")[..], &["--again"]].concat()));
    assert_eq!(again["refused"]["code"], "not_the_last_stone");
    // Who rules, but not what: the outcomes' keys are told.
    let unsaid = rule(&["MV-5@17", "--actor", "chief-1", "--again"]);
    assert_eq!(status(&unsaid), 1);
    assert!(
        stderr(&unsaid).contains("expected one of \"void, turn lost, warning\""),
        "{}",
        stderr(&unsaid)
    );
}

/// Entries whose times a clock got wrong: what the import says of each at once,
/// the audit sums up, and programs are told all of it.
#[test]
fn many_remarks_of_a_kind_are_summed_up_for_people_alone() {
    let folder = folder();
    let data = path(folder.path(), "data");
    let whole = fs::read_to_string(case("ko-retaken-2002.jsonl")).expect("a case");
    let lines = whole.lines().take(18);
    let ahead: Vec<String> = lines
        .enumerate()
        .map(|(line, text)| {
            if line < 10 {
                text.to_owned()
            } else {
                text.replace("\"at\":\"2026-", "\"at\":\"2096-")
            }
        })
        .collect();
    let file = write(folder.path(), "ahead.jsonl", &ahead.join("\n"));
    let import = |more: &[&str]| {
        let args = ["import", &file, "--ledger", "ko", "--data", &data];
        fupan(&[&args[..], more].concat())
    };
    let told = stdout(&import(&[]));
    assert!(
        told.contains("at_ahead, 8 entries: entry 10: at 2096-05-01"),
        "{told}"
    );
    assert!(told.contains("; and 5 more, which --json lists"), "{told}");
    let remarked = json(&import(&["--json"]))["taken"][0]["remarked"].clone();
    assert_eq!(remarked.as_array().map(Vec::len), Some(8), "{remarked}");
    let text = stdout(&fupan(&["audit", "ko", "--data", &data]));
    assert_eq!(text.matches("at_ahead: Entry ").count(), 3, "{text}");
    assert!(
        text.contains("8 of at_ahead in all; --json lists each"),
        "{text}"
    );
    let all = json(&fupan(&["audit", "ko", "--data", &data, "--json"]));
    let all = all["discrepancies"].as_array().expect("a list");
    let ahead = all.iter().filter(|d| d["code"] == "at_ahead");
    assert_eq!(ahead.count(), 8);
}

#[test]
fn results_and_orders_are_told_in_words() {
    let folder = folder();
    let data = path(folder.path(), "demo");
    fupan(&["demo", "--no-serve", "--data", &data]);
    let show = |what: &[&str]| {
        let args = [&["show"], what, &["--data", &data]].concat();
        stdout(&fupan(&args))
    };
    let appeal = show(&["appeal", "lakeside", "r2-b1-appeal"]);
    let ordered: Vec<&str> = appeal
        .lines()
        .filter(|l| l.starts_with("ordered: "))
        .collect();
    assert!(!ordered.is_empty() && !appeal.contains('{'), "{appeal}");
    assert!(appeal.contains("no longer counts"), "{appeal}");
    let games = json(&fupan(&["demo", "--json", "--data", &data]))["games"].clone();
    let resigned = games.as_array().expect("games").iter();
    let resigned = resigned.filter(|game| game["result"]["by"] == "resignation");
    let game = resigned.map(|game| game["game"].as_str()).next().flatten();
    let text = show(&["game", "lakeside", game.expect("a game was resigned")]);
    assert!(text.contains(" wins by resignation, "), "{text}");
}
