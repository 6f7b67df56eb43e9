//! The program as its users start it: verbs, exit status, what is printed
//! where, and what a refusal says.

use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

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

/// The verbs that the help of a verb lists below it.
fn verbs_in(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    // What a long description goes on with is further in.
    let named = listed.filter(|line| !line.starts_with("   "));
    let named = named.filter_map(|line| line.split_whitespace().next());
    let verbs = named.filter(|verb| *verb != "help");
    verbs.map(str::to_owned).collect()
}

/// Every verb with an example in its help, and those below it.
fn examples_from(verb: &[String], seen: &mut Vec<String>) {
    let mut args: Vec<&str> = verb.iter().map(String::as_str).collect();
    args.push("--help");
    let output = fupan(&args);
    let help = stdout(&output);
    assert_eq!(status(&output), 0, "{verb:?}");
    assert!(help.contains("Example:\n  "), "{verb:?}: {help}");
    assert!(help.contains("fupan "), "{verb:?}: {help}");
    seen.push(verb.join(" "));
    for below in verbs_in(&help) {
        examples_from(&[verb, &[below]].concat(), seen);
    }
}

#[test]
fn every_verb_has_an_example_in_its_help() {
    let mut seen = Vec::new();
    examples_from(&[], &mut seen);
    for verb in [
        "",
        "demo",
        "serve",
        "import",
        "replay",
        "show game",
        "whatif",
        "export",
        "verify",
        "audit",
        "token add",
        "key rotate",
        "proof entry",
        "witness",
        "backup",
        "restore",
        "mirror",
        "promote",
        "evidence sweep",
        "erase",
        "review open",
    ] {
        assert!(seen.iter().any(|s| s == verb), "{verb}: {seen:?}");
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    for args in [
        &["bake"][..],
        &["show", "game", "cup"],
        &["replay"],
        &["audit", "UPPER"],
        &["whatif", "cup"],
        &["whatif", "cup", "--in-place-of", "@57"],
        &["import", "a.sgf", "--ledger", "cup", "--edition", "cn-2020"],
        &["export", "cup"],
        &["export", "cup", "--sgf", "out", "--dossier", "a1"],
        &["export", "cup", "--sgf", "out", "--lang", "ja"],
        &["export", "cup", "--csv", "out", "--lang", "ja"],
        &["export", "cup", "--sgf", "out", "--round", "2"],
        &["export", "cup", "--sgf", "out", "--provisional"],
        &["explain", "standing", "cup"],
        &["export", "cup", "--dossier", "a1", "--lang", "fr"],
    ] {
        let output = fupan(args);
        assert_eq!(status(&output), 2, "{args:?}");
        assert!(output.stdout.is_empty());
    }
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
fn a_refused_file_leaves_nothing_behind() {
    let folder = folder();
    let data = path(folder.path(), "data");
    let file = case("refused-occupied.jsonl");
    let output = fupan(&[
        "import", &file, "--ledger", "cup", "--data", &data, "--json",
    ]);
    assert_eq!(status(&output), 1);
    let refused = &json(&output)["refused"][0];
    assert_eq!(refused["code"], "point_occupied");
    assert_eq!(refused["line"], 12);
    assert!(
        refused["entry"].is_string() && refused["file"].is_string(),
        "{refused}"
    );
    assert!(!folder.path().join("data/ledgers/cup").exists());
    let replayed = fupan(&["replay", &file, "--json"]);
    assert_eq!(status(&replayed), 1);
    assert_eq!(json(&replayed)["refused"]["code"], "point_occupied");
}

#[test]
fn a_ledger_that_was_there_stays_as_it_was() {
    let folder = folder();
    let data = path(folder.path(), "data");
    fupan(&[
        "import",
        &case("pause.jsonl"),
        "--ledger",
        "cup",
        "--data",
        &data,
    ]);
    let before = json(&fupan(&[
        "show", "ledger", "cup", "--data", &data, "--json",
    ]));
    let text = r#"{"stream":"game/r1-b1","type":"turn_passed","at":"2026-05-01T03:00:00Z","actor":"rec-1","data":{"colour":"black"}}
{"stream":"game/r1-b1","type":"stone_played","at":"2026-05-01T03:00:00Z","actor":"rec-1","data":{"colour":"blue","point":"Z99"}}
"#;
    let file = write(folder.path(), "broken.jsonl", text);
    let output = fupan(&["import", &file, "--ledger", "cup", "--data", &data]);
    assert_eq!(status(&output), 1);
    let told = stderr(&output);
    assert!(
        told.contains("broken.jsonl, line 2: The draft does not fit its schema"),
        "{told}"
    );
    assert!(
        told.contains("/data/colour:") && told.contains("/data/point:"),
        "{told}"
    );
    let after = json(&fupan(&[
        "show", "ledger", "cup", "--data", &data, "--json",
    ]));
    assert_eq!(before, after);
}

#[test]
fn the_same_file_twice_is_a_retry() {
    let folder = folder();
    let data = path(folder.path(), "data");
    // Without ids: they follow from the file and the line.
    let drafts = fs::read_to_string(case("pause.jsonl")).expect("a case");
    let without: Vec<String> = drafts
        .lines()
        .map(|line| {
            let mut draft: Value = serde_json::from_str(line).expect("a draft");
            draft.as_object_mut().expect("an object").remove("id");
            draft.to_string()
        })
        .collect();
    let file = write(folder.path(), "round.jsonl", &without.join("\n"));
    let import = || {
        json(&fupan(&[
            "import", &file, "--ledger", "cup", "--data", &data, "--json",
        ]))
    };
    assert_eq!(import()["taken"][0]["entries"], 15);
    let again = import();
    assert_eq!(
        (&again["taken"][0]["entries"], &again["taken"][0]["known"]),
        (&0.into(), &15.into())
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
fn what_is_no_record_is_refused_with_its_place() {
    let folder = folder();
    let data = path(folder.path(), "data");
    let zeros = write(folder.path(), "zeros.sgf", &"\0".repeat(64));
    let on_stone = write(
        folder.path(),
        "stone.sgf",
        "(;FF[4]GM[1]SZ[9];B[cc]\n;W[cc])",
    );
    let args = [
        "import", &zeros, &on_stone, "--ledger", "club", "--data", &data, "--json",
    ];
    let output = fupan(&args);
    assert_eq!(status(&output), 1);
    let refused = json(&output)["refused"].clone();
    assert_eq!(refused[0]["code"], "not_sgf");
    assert_eq!(refused[1]["code"], "record");
    assert_eq!(
        (&refused[1]["line"], &refused[1]["field"]),
        (&2.into(), &"W".into())
    );
    assert_eq!(
        status(&fupan(&["show", "ledger", "club", "--data", &data])),
        1
    );
}

#[test]
fn what_is_not_there_is_said_so() {
    let folder = folder();
    let data = path(folder.path(), "nothing");
    let output = fupan(&["show", "ledger", "cup", "--data", &data]);
    assert_eq!(status(&output), 1);
    assert!(
        stderr(&output).contains("holds no ledgers"),
        "{}",
        stderr(&output)
    );
    assert!(!folder.path().join("nothing").exists());
    let missing = path(folder.path(), "missing.jsonl");
    let output = fupan(&["replay", &missing, "--json"]);
    assert_eq!(status(&output), 1);
    assert_eq!(json(&output)["refused"]["code"], "file");
}

#[test]
fn a_byte_order_mark_before_the_drafts_is_passed_over() {
    let folder = folder();
    let drafts = fs::read_to_string(case("pause.jsonl")).expect("a case");
    // By its name, and by its first letter.
    for name in ["round.jsonl", "round.txt"] {
        let file = write(folder.path(), name, &format!("\u{feff}{drafts}"));
        let output = fupan(&["replay", &file, "--json"]);
        assert_eq!(status(&output), 0, "{}", stdout(&output));
        assert_eq!(
            json(&output),
            json(&fupan(&["replay", &case("pause.jsonl"), "--json"]))
        );
    }
}

#[test]
fn what_is_no_json_is_told_with_line_and_column() {
    let folder = folder();
    let drafts = fs::read_to_string(case("pause.jsonl")).expect("a case");
    let text = format!("{drafts}{{\"stream\":\"tournament\",\"stream\":\"log\"}}\n");
    let line = text.lines().count();
    let file = write(folder.path(), "twice.jsonl", &text);
    let refused = json(&fupan(&["replay", &file, "--json"]))["refused"].clone();
    assert_eq!(refused["code"], "not_readable");
    assert_eq!(refused["line"], line);
    assert_eq!(refused["column"], 31);
    assert_eq!(refused["detail"], "the key \"stream\" stands twice");
    assert_eq!(
        stderr(&fupan(&["replay", &file])).trim(),
        format!(
            "{file}, line {line}, column 31: The input is not readable: the key \"stream\" stands twice"
        )
    );
}

#[test]
fn a_stale_version_names_the_entry_that_came_in_between() {
    let folder = folder();
    let mut drafts = fs::read_to_string(case("pause.jsonl")).expect("a case");
    // The caller saw the stone of version 6, but not the press after it.
    drafts += r#"{"stream":"game/r1-b1","type":"turn_passed","at":"2026-05-01T02:31:00.000Z","actor":"rec-1","data":{"colour":"black"},"expect":6}"#;
    let file = write(folder.path(), "stale.jsonl", &drafts);
    let refused = json(&fupan(&["replay", &file, "--json"]))["refused"].clone();
    assert_eq!(refused["code"], "stale_version");
    assert_eq!(refused["current_version"], 7);
    assert_eq!(refused["entry"], "e21a6010-c20d-5738-abf3-ee8d6890bcb2");
}

#[test]
fn an_output_that_takes_no_more_is_an_error() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        eprintln!("passed over: an_output_that_takes_no_more_is_an_error needs /dev/full");
        return;
    };
    let output = Command::new(env!("CARGO_BIN_EXE_fupan"))
        .args(["replay", &case("pause.jsonl"), "--json"])
        .stdout(full)
        .output()
        .expect("the program starts");
    assert_eq!(status(&output), 1);
    assert!(
        stderr(&output).contains("can't write to standard output"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_error_that_nobody_reads_is_told_by_the_exit_status() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        eprintln!(
            "passed over: an_error_that_nobody_reads_is_told_by_the_exit_status needs /dev/full"
        );
        return;
    };
    let output = Command::new(env!("CARGO_BIN_EXE_fupan"))
        .args(["replay", "no-such-file.jsonl"])
        .stderr(full)
        .output()
        .expect("the program starts");
    assert_eq!(status(&output), 1);
}

#[test]
fn a_name_can_not_pass_for_what_the_program_says() {
    let folder = folder();
    let drafts = fs::read_to_string(case("pause.jsonl")).expect("a case");
    let forged = drafts.replace(r#""name":"Ann""#, r#""name":"\u001b[2J\nverdict: sound""#);
    let file = write(folder.path(), "forged.jsonl", &forged);
    let output = fupan(&["replay", &file]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains(r"\u{1b}[2J\nverdict: sound [ann]"), "{text}");
    assert!(!text.lines().any(|line| line.starts_with("verdict")));
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

#[test]
fn an_address_without_a_port_is_told_how_one_looks() {
    for (given, example) in [
        ("127.0.0.1", "127.0.0.1:8080"),
        ("::1", "[::1]:8080"),
        ("localhost:80", "127.0.0.1:8080"),
    ] {
        for verb in ["serve", "demo"] {
            let output = fupan(&[verb, "--listen", given]);
            assert_eq!(status(&output), 2);
            let told = format!("expected an IP address and a port, as {example}");
            assert!(stderr(&output).contains(&told), "{}", stderr(&output));
        }
    }
}

/// Nothing of a refused file is stored: what is in the way is told by its place
/// in the file, not by the id of an entry that there is not.
#[test]
fn a_draft_in_the_way_of_another_of_its_file_is_told_by_its_number() {
    let folder = folder();
    let data = path(folder.path(), "data");
    let whole = fs::read_to_string(case("refused-occupied.jsonl")).expect("a case");
    // As a venue's tablet writes them, without ids.
    let drafts = whole.lines().map(|line| {
        let mut draft: Value = serde_json::from_str(line).expect("a draft");
        draft.as_object_mut().expect("an object").remove("id");
        draft.to_string()
    });
    let drafts: Vec<String> = drafts.collect();
    let file = write(folder.path(), "twice.jsonl", &drafts.join("\n"));
    let import = |more: &[&str]| {
        let args = ["import", &file, "--ledger", "cup", "--data", &data];
        fupan(&[&args[..], more].concat())
    };
    let refused = json(&import(&["--json"]))["refused"][0].clone();
    assert_eq!(refused["code"], "point_occupied", "{refused}");
    assert_eq!(refused["entry"], Value::Null);
    let detail = refused["detail"].as_str().expect("text");
    let place = "of this batch, and nothing of it was stored";
    assert!(
        detail.contains("in the way is draft ") && detail.contains(place),
        "{detail}"
    );
}
