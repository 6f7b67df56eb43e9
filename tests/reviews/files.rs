//! Files of a review: what can't be kept is told before anything is recorded, since
//! an entry that attaches it would stand for good.

use super::desk::{Desk, TO_COME, adds, answers};
use fupan_tests::to_come;
use serde_json::json;

const GONE: &str = "2020-01-01T00:00:00Z";

#[test]
fn a_file_that_cannot_be_kept_is_not_attached() {
    let desk = Desk::open();
    let list = ["evidence", "list", "case", "--as", "rev-1", "--json"];
    let group = desk.write("group.json", r#"{"name":"none","members":[]}"#);
    let attached = || desk.json(&list)["items"].clone();
    for (further, said) in [
        (
            [
                "--evidence",
                "group-1",
                "--delete-after",
                GONE,
                "--media-type",
                "text/plain",
            ],
            "expected a time after",
        ),
        (
            [
                "--evidence",
                "group-1",
                "--delete-after",
                "9999-12-31T00:00:00Z",
                "--media-type",
                "text/plain",
            ],
            "is kept for ten years at most",
        ),
        (
            [
                "--evidence",
                "group-1",
                "--delete-after",
                TO_COME,
                "--media-type",
                "application/zip",
            ],
            "expected one of application/json",
        ),
        (
            [
                "--evidence",
                "group-1",
                "--delete-after",
                TO_COME,
                "--media-type",
                "image/png",
            ],
            "begin as those of no kind",
        ),
    ] {
        let told = desk.turned_away(&adds(&group, "t", &further));
        assert!(told.contains(said), "{told}");
        assert_eq!(attached(), json!([]), "{said}");
    }
    // Nothing stands in the way of the same file, the same id and a right date.
    desk.ok(&adds(
        &group,
        "t",
        &["--evidence", "group-1", "--delete-after", TO_COME],
    ));
    assert_eq!(attached()[0]["media_type"], "application/json");
    desk.ok(&adds(
        &group,
        "t",
        &["--evidence", "group-1", "--delete-after", TO_COME],
    ));
    // Under that id it is attached for good: another date is told, and not passed over.
    let later = ["--evidence", "group-1", "--delete-after", "5y"];
    let told = desk.turned_away(&adds(&group, "t", &later));
    assert!(told.contains("or another --evidence"), "{told}");
}

#[test]
fn answers_that_would_be_deleted_at_once_are_not_taken_in() {
    let desk = Desk::open();
    let file = desk.write("answers.jsonl", &answers().join("\n"));
    let args: Vec<String> = desk.import_args(&file);
    let args: Vec<&str> = args
        .iter()
        .map(|arg| if arg == TO_COME { GONE } else { arg })
        .collect();
    let told = desk.turned_away(&args);
    assert!(told.contains("delete_after 2020-01-01"), "{told}");
    let for_ever = args
        .iter()
        .map(|arg| if *arg == GONE { "11y" } else { arg });
    let told = desk.turned_away(&for_ever.collect::<Vec<_>>());
    assert!(told.contains("ten years at most"), "{told}");
    desk.imports();
    let view = desk.figures();
    assert_eq!(view["engine"], "engine-1");
}

/// In a data folder too each look is recorded before anything is shown, with the verb.
#[test]
fn whoever_looks_in_a_folder_is_recorded_too() {
    let desk = Desk::open();
    let group = desk.write("group.json", r#"{"name":"none","members":[]}"#);
    desk.ok(&adds(
        &group,
        "t",
        &["--evidence", "group-1", "--delete-after", TO_COME],
    ));
    let sha256 =
        desk.json(&["evidence", "list", "case", "--as", "rev-1", "--json"])["items"][0]["sha256"]
            .clone();
    let sha256 = sha256.as_str().unwrap();
    let (out, bundle) = (desk.path("out.json"), desk.path("case.zip"));
    let verbs: [(&[&str], &str); 6] = [
        (&["evidence", "list", "case"], "fupan evidence list"),
        (
            &["evidence", "get", "case", sha256, "--out", &out],
            "fupan evidence get",
        ),
        (&["export", "case", "--bundle", &bundle], "fupan export"),
        (&["show", "ledger", "case"], "fupan show"),
        (&["show", "entry", "case", "0"], "fupan show entry 0"),
        (&["review", "anchors", "case"], "fupan review anchors"),
    ];
    for (verb, _) in verbs {
        let told = desk.turned_away(verb);
        assert!(
            told.contains("expected --as and one of its reviewers"),
            "{told}"
        );
        let told = desk.turned_away(&[verb, &["--as", "rev-3"]].concat());
        assert!(told.contains("there is no ledger case"), "{told}");
        desk.ok(&[verb, &["--as", "rev-2"]].concat());
    }
    // The entries from before these looks, and theirs: each further look makes it longer.
    let seen: Vec<String> = (0..16)
        .map_while(|seq: u32| {
            let seq = seq.to_string();
            let shown = desk.run(&["show", "entry", "case", &seq, "--as", "rev-1", "--json"]);
            shown.status.success().then(|| {
                let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
                format!(
                    "{} {}",
                    shown["entry"]["actor"], shown["entry"]["data"]["what"]
                )
            })
        })
        .collect();
    for (_, what) in verbs {
        let by_rev_2 = |look: &String| look.starts_with("\"rev-2\"") && look.contains(what);
        assert!(seen.iter().any(by_rev_2), "{what} in {seen:#?}");
    }
}

/// Drafts that are handed in as a file go by the same term, each told with its line; what
/// stands there already is answered as it was.
#[test]
fn a_file_of_drafts_puts_no_deletion_off_for_ever() {
    let desk = Desk::open();
    let draft = |evidence: &str, date: &str| {
        json!({"stream": "review", "type": "evidence_attached", "at": "2026-05-02T10:00:00.000Z",
            "actor": "rev-1", "data": {"evidence": evidence, "sha256": "a".repeat(64), "bytes": 4,
            "media_type": "text/plain", "title": "a film", "class": "restricted", "delete_after": date}})
        .to_string()
    };
    let in_time = draft("film-1", &to_come());
    let both = format!("{in_time}\n{}", draft("film-2", "9999-12-31T00:00:00.000Z"));
    let file = desk.write("both.jsonl", &both);
    let told = desk.refused(&["import", &file, "--ledger", "case"]);
    assert!(
        told.contains("line 2") && told.contains("delete_after 9999-12-31"),
        "{told}"
    );
    let file = desk.write("one.jsonl", &in_time);
    desk.ok(&["import", &file, "--ledger", "case"]);
    desk.ok(&["import", &file, "--ledger", "case"]);
}

/// The same bytes attached once more bring their day forward: the report tells the day on
/// which they really go, wherever they are named.
#[test]
fn a_report_tells_the_day_on_which_a_file_goes() {
    let desk = Desk::open();
    let letter = desk.write("letter.txt", "as it was said");
    for (evidence, term) in [("letter-1", "2y"), ("letter-2", "30d")] {
        let further = [
            "--evidence",
            evidence,
            "--delete-after",
            term,
            "--media-type",
            "text/plain",
        ];
        desk.ok(&adds(&letter, "t", &further));
    }
    let report = desk.ok(&["review", "report", "case", "--as", "rev-1"]);
    let days = report.split("to be deleted on ").skip(1);
    let days: Vec<&str> = days.map(|rest| &rest[..10]).collect();
    let year: i32 = to_come()[..4].parse().unwrap();
    assert_eq!(days.len(), 2, "{report}");
    assert_eq!(days[0], days[1]);
    assert!(days[0][..4].parse::<i32>().unwrap() <= year, "{days:?}");
}
