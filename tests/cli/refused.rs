//! What is refused, what it then says, and that nothing of it stays.

use super::{case, folder, fupan, json, path, status, stderr, stdout, write};
use serde_json::Value;
use std::fs;
use std::process::Command;

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
