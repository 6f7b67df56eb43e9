//! Files of a review: what can't be kept is told before anything is recorded, since
//! an entry that attaches it would stand for good.

use super::desk::{Desk, answers};
use serde_json::json;

const TO_COME: &str = "2099-01-01T00:00:00Z";
const GONE: &str = "2020-01-01T00:00:00Z";

fn adds<'a>(file: &'a str, further: &[&'a str]) -> Vec<&'a str> {
    let add = ["evidence", "add", "case", file, "--stream", "review"];
    let what = ["--title", "t", "--class", "restricted", "--actor", "rev-1"];
    [&add[..], &what, further].concat()
}

#[test]
fn a_file_that_cannot_be_kept_is_not_attached() {
    let desk = Desk::open();
    let list = ["evidence", "list", "case", "--json"];
    let group = desk.write("group.json", r#"{"name":"none","members":[]}"#);
    let attached = || desk.json(&list)["items"].clone();
    for (further, said) in [
        (
            [
                "--evidence",
                "g",
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
                "g",
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
                "g",
                "--delete-after",
                TO_COME,
                "--media-type",
                "image/png",
            ],
            "begin as those of no kind",
        ),
    ] {
        let told = desk.turned_away(&adds(&group, &further));
        assert!(told.contains(said), "{told}");
        assert_eq!(attached(), json!([]), "{said}");
    }
    // Nothing stands in the way of the same file, the same id and a right date.
    desk.ok(&adds(
        &group,
        &["--evidence", "g", "--delete-after", TO_COME],
    ));
    assert_eq!(
        attached()[0]["attached"][0]["media_type"],
        "application/json"
    );
    desk.ok(&adds(
        &group,
        &["--evidence", "g", "--delete-after", TO_COME],
    ));
    // Under that id it is attached for good: another date is told, and not passed over.
    let later = ["--evidence", "g", "--delete-after", "2098-01-01T00:00:00Z"];
    let told = desk.turned_away(&adds(&group, &later));
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
    desk.imports();
    let view = desk.figures();
    assert_eq!(view["engine"], "engine-1");
}
