//! Problems that the command line tells.

use super::{Way, requests::begun};
use crate::http::program::fupan;
use fupan_tests::script::team_event;
use serde_json::{Value, json};
use std::{fs, path::Path};
use tempfile::TempDir;

pub const WAYS: &[(&str, Way)] = &[
    ("usage", usage),
    ("not_sgf", || imported("zeros.sgf", &"\0".repeat(64))),
    ("record", || {
        imported("stone.sgf", "(;FF[4]GM[1]SZ[9];B[cc];W[cc])")
    }),
    ("file", || {
        import(&folder(), Path::new("/nowhere/at/all.jsonl"))
    }),
    ("store_exists", store_exists),
    ("store_in_use", store_in_use),
    ("config", config),
    ("server", nobody_answers),
    ("not_in_this_form", teams_as_players),
    ("engine_files", || {
        reviewed(&[
            "import",
            "case-1",
            "odd",
            "--engine",
            "odd",
            "--delete-after",
            "1y",
        ])
    }),
    ("group", || {
        reviewed(&["figures", "case-1", "--reference", "odd"])
    }),
    ("file_exists", || {
        reviewed(&["note", "case-1", "text", "--keep", "odd"])
    }),
];

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The code with which the program refuses.
pub(super) fn refused(args: &[&str]) -> String {
    let output = fupan(args);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let refused = match &told["refused"] {
        Value::Array(each) => each.first().unwrap_or(&Value::Null),
        one => one,
    };
    refused["code"].as_str().unwrap_or("none").to_owned()
}

fn import(folder: &TempDir, file: &Path) -> String {
    let data = folder.path().join("data");
    let (data, file) = (data.to_str().unwrap(), file.to_str().unwrap());
    refused(&["import", file, "--ledger", "cup", "--data", data, "--json"])
}

fn imported(name: &str, text: &str) -> String {
    let folder = folder();
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    import(&folder, &file)
}

/// A verb of a review, with a file that is no UTF-8 and one with a text.
fn reviewed(args: &[&str]) -> String {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("odd"), b"\xff").unwrap();
    fs::write(path("text"), "what was seen").unwrap();
    let (data, odd, text) = (path("data"), path("odd"), path("text"));
    let named = args.iter().map(|arg| match *arg {
        "odd" => &odd,
        "text" => &text,
        arg => arg,
    });
    let source = ["--as", "rev-1", "--data", &data, "--json"];
    let all: Vec<&str> = ["review"].into_iter().chain(named).chain(source).collect();
    refused(&all)
}

fn usage() -> String {
    let folder = folder();
    let file = folder.path().join("drafts.jsonl");
    fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    refused(&["whatif", file, "--void", "@1", "--at", "3", "--json"])
}

/// Something that is no ledger has the place of one.
fn store_exists() -> String {
    let folder = folder();
    fs::create_dir_all(folder.path().join("data/ledgers/cup/ledger.json")).unwrap();
    let file = folder.path().join("game.sgf");
    fs::write(&file, "(;FF[4]GM[1]SZ[9];B[cc])").unwrap();
    import(&folder, &file)
}

/// The service has it open.
fn store_in_use() -> String {
    let venue = begun();
    let data = venue.data().to_str().unwrap();
    refused(&["show", "ledger", "cup", "--data", data, "--json"])
}

fn config() -> String {
    let folder = folder();
    let file = folder.path().join("fupan.toml");
    fs::write(&file, "[limits]\nbody_byte = 10\n").unwrap();
    refused(&["check-config", "--config", file.to_str().unwrap()])
}

/// Nothing listens there.
fn nobody_answers() -> String {
    let server = ["--server", "http://127.0.0.1:1", "--json"];
    refused(&[&["show", "ledger", "cup"][..], &server].concat())
}

/// A report of players is asked for of a tournament of teams.
fn teams_as_players() -> String {
    let folder = folder();
    let regulations = json!({"format": "swiss", "rounds": 1, "team": "fixed_boards"});
    let event = team_event("cn-2002", &regulations, &["foxes", "herons"], 1)
        .team_round(1, &["foxes-herons 1-0"]);
    let file = folder.path().join("event.jsonl");
    fs::write(&file, event.file()).unwrap();
    assert_eq!(import(&folder, &file), "none");
    let data = folder.path().join("data");
    let report = folder.path().join("report.trf");
    let (data, report) = (data.to_str().unwrap(), report.to_str().unwrap());
    refused(&["export", "cup", "--trf", report, "--data", data, "--json"])
}
