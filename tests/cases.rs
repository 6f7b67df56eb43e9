//! The cases: files of drafts with what replaying them must show (contract,
//! section 9). The project's own copy and, where it is there, the shared
//! folder from which it came; each case that waits for a later issue is listed.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan_replay::drafts::{self, LineRefused};
use fupan_tests::matching::mismatch;
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::Path};

/// Cases that need what is not built yet. One that passes all the same must
/// leave this list.
const WAITING: &[&str] = &[];

/// What `fupan replay FILE --json` prints of a file.
fn shown(bytes: &[u8]) -> Value {
    let view = |replayed: drafts::Replayed| serde_json::to_value(replayed.view().unwrap()).unwrap();
    drafts::replay("replay".parse().unwrap(), bytes).map_or_else(
        |refused: LineRefused| json!({"refused": {"detail": refused.to_string()}}),
        view,
    )
}

/// Runs the cases of a folder: the names of those that pass, and what is wrong
/// with the others.
fn run(folder: &Path) -> (BTreeSet<String>, Vec<(String, String)>) {
    let mut passed = BTreeSet::new();
    let mut failed = Vec::new();
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .filter_map(|file| file.unwrap().file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".jsonl").map(str::to_owned))
        .collect();
    names.sort();
    assert!(!names.is_empty(), "no cases in {}", folder.display());
    for name in names {
        let drafts = fs::read(folder.join(format!("{name}.jsonl"))).unwrap();
        let expected = fs::read(folder.join(format!("{name}.expect.json"))).unwrap();
        let expected: Value = serde_json::from_slice(&expected).unwrap();
        match mismatch(&expected, &shown(&drafts), "") {
            None => {
                passed.insert(name);
            }
            Some(why) => failed.push((name, why)),
        }
    }
    (passed, failed)
}

fn check(folder: &Path) {
    let (passed, failed) = run(folder);
    let early: Vec<_> = WAITING
        .iter()
        .filter(|name| passed.contains(**name))
        .collect();
    let unlisted: Vec<_> = failed
        .iter()
        .filter(|(name, _)| !WAITING.contains(&name.as_str()))
        .collect();
    assert!(
        early.is_empty(),
        "listed as waiting, but they pass: {early:?}"
    );
    assert!(
        unlisted.is_empty(),
        "fail without being listed: {unlisted:#?}"
    );
}

#[test]
fn the_projects_own_cases() {
    check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/cases")));
}

#[test]
fn the_shared_cases() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cases"));
    if folder.is_dir() {
        check(folder);
    } else {
        eprintln!(
            "the_shared_cases passes over itself: there is no {}",
            folder.display()
        );
    }
}

#[test]
fn the_matcher_tells_differences() {
    let differs = |expected: Value, shown: Value| mismatch(&expected, &shown, "").is_some();
    assert!(!differs(json!({"a": 1}), json!({"a": 1, "b": 2})));
    assert!(differs(json!({"a": 1}), json!({"a": 2})));
    assert!(differs(json!({"a": null}), json!({})));
    assert!(differs(json!([1]), json!([1, 2])));
    assert!(!differs(
        json!({"some": [{"a": 1}]}),
        json!([{"a": 2}, {"a": 1}])
    ));
    assert!(differs(json!({"some": [{"a": 1}]}), json!([{"a": 2}])));
    assert!(differs(json!({"none": [{"a": 1}]}), json!([{"a": 1}])));
}
