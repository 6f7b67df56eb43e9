//! What a report tells of what stands in the review: on what recorded figures rest, when
//! the ledger took an entry, and that a file whose date has come is given to nobody.

use super::desk::{Desk, TO_COME, adds};
use serde_json::{Value, json};
use std::time::Duration;

impl Desk {
    /// The words of the report in English, from the section of that heading on.
    fn told_from(&self, heading: &str) -> String {
        let page = self.ok(&["review", "report", "case", "--as", "rev-1"]);
        let texts = page.split('<').filter_map(|part| part.split_once('>'));
        let texts: Vec<&str> = texts.map(|(_, text)| text.trim()).collect();
        let texts = texts.join(" ");
        let (_, told) = texts.split_once(heading).unwrap();
        told.to_owned()
    }

    fn hands_in(&self, type_name: &str, at: &str, data: &Value) {
        let draft = json!({"stream": "review", "type": type_name, "at": at, "actor": "rev-1", "data": data});
        let file = self.write("handed-in.jsonl", &draft.to_string());
        self.ok(&["import", &file, "--ledger", "case"]);
    }
}

/// What is computed today may be something else than what a conclusion rests on.
#[test]
fn recorded_figures_stand_in_the_report_with_what_they_rest_on() {
    let desk = Desk::open();
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    // Black takes 3, 4 and 5 s: none of them was quick under 1.5 s, and now two are.
    let changes = ["--quick-ms", "4500", "--reason", "why not", "--as", "rev-1"];
    desk.ok(&[&["review", "method", "case"], &changes[..]].concat());
    let told = desk.told_from("Figures as recorded");
    let (recorded, _) = told.split_once("Moves that matter").unwrap();
    let rests = "Method 0; 1 of 1 game under review: Game 1; 1 of 1 player: Player A; the tournament's log up to entry";
    assert!(recorded.contains(rests), "{recorded}");
    assert!(
        recorded.contains("0.000 (n 3)") || recorded.contains("0.000 ± 0.000 (n 3)"),
        "{recorded}"
    );
    assert!(!recorded.contains("0.667"), "{recorded}");
}

/// What was compared by a method that was given up counts among what was tried.
#[test]
fn comparisons_by_another_method_are_counted() {
    let desk = Desk::empty();
    let file = desk.write("cup.jsonl", &super::desk::five_moves().file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let group = desk.lists("group.json", "both sides", &["r1-b1:black", "r1-b1:white"]);
    let named = [
        "--moves-min",
        "2",
        "--reference",
        &group,
        "--reference-min",
        "2",
    ];
    desk.opens("case", "cup", &named);
    let kept = ["--evidence", "group", "--delete-after", TO_COME];
    desk.ok(&adds(&group, "the group", &kept));
    let figures = [
        "review", "figures", "case", "--as", "rev-1", "--record", "--json",
    ];
    let compared = desk.json(&figures)["chance"][0]["comparisons"]
        .as_u64()
        .unwrap();
    assert!(compared > 0);
    let besides = format!("Besides these, {compared} comparisons by another method");
    assert!(!desk.told_from("Figures").contains(&besides));
    let changes = ["--quick-ms", "4500", "--reason", "why not", "--as", "rev-1"];
    desk.ok(&[&["review", "method", "case"], &changes[..]].concat());
    let told = desk.told_from("Figures");
    assert!(told.contains(&besides), "{told}");
}

#[test]
fn an_entry_is_dated_by_the_ledger_and_not_by_its_author() {
    let desk = Desk::open();
    let put = json!({"subject": "A", "put": "the times", "text": "I knew it"});
    desk.hands_in("answer_taken", "2026-05-02T10:00:00.000Z", &put);
    let told = desk.told_from("Course of the review");
    let (_, answers) = told.split_once("I knew it").unwrap();
    assert!(
        answers.contains(", for 2026-05-02 10:00:00 UTC as its author says"),
        "{answers}"
    );
    // What is written down as it happens needs no second time.
    let before = told.split("I knew it").next().unwrap();
    assert!(!before.contains("as its author says"), "{before}");
}

/// What attaches a letter that is to be deleted then.
fn letter<'a>(file: &'a str, date: &'a str) -> Vec<&'a str> {
    let kept = ["--evidence", "letter", "--delete-after", date];
    let further = [&kept[..], &["--media-type", "text/plain"]].concat();
    adds(file, "t", &further)
}

/// A folder beside no service is swept by nobody but whoever looks.
#[test]
fn a_file_is_given_to_nobody_after_its_date() {
    let desk = Desk::open();
    let file = desk.write("letter.txt", "a letter");
    // A date that is still to come when the file is attached, on however slow a machine.
    let dated = (2..10).map(|power| 1_i64 << power).find_map(|slack| {
        let at = fupan_store::wall_clock().plus(fupan_domain::Millis(slack * 1000));
        let date = at.to_string();
        let add = letter(&file, &date);
        desk.run(&add).status.success().then_some(at)
    });
    let date = dated.unwrap();
    let sha256 = fupan_domain::ids::Sha256::of(b"a letter").to_string();
    while fupan_store::wall_clock() <= date {
        std::thread::sleep(Duration::from_millis(50));
    }
    let out = desk.path("out.txt");
    let get = [
        "evidence", "get", "case", &sha256, "--out", &out, "--as", "rev-1",
    ];
    let told = desk.turned_away(&get);
    assert!(told.contains("was deleted"), "{told}");
    assert!(!std::path::Path::new(&out).exists());
    let told = desk.told_from("Course of the review");
    assert!(told.contains("was deleted on"), "{told}");
}

/// Whoever has a file deleted before its date is told of.
#[test]
fn a_file_deleted_on_request_is_not_told_as_due() {
    let desk = Desk::open();
    let file = desk.write("letter.txt", "a letter");
    desk.ok(&letter(&file, TO_COME));
    let sha256 = fupan_domain::ids::Sha256::of(b"a letter").to_string();
    desk.ok(&[
        "evidence",
        "delete",
        "case",
        &sha256,
        "--asked-by",
        "ann",
        "--reason",
        "consent withdrawn",
    ]);
    let told = desk.told_from("Course of the review");
    assert!(
        told.contains("on request of ann and not on its date"),
        "{told}"
    );
}

/// What a review is about can be paired otherwise after it was opened.
#[test]
fn a_review_that_fits_its_tournament_no_more_says_so() {
    let paired = |black: &str| json!({"round": 1, "games": [{"game": "r1-b2", "board": 2, "black": black, "white": "eve"}]});
    let script = super::desk::five_moves()
        .registers("dee", json!({}))
        .registers("eve", json!({}))
        .registers("fay", json!({}))
        .org("round_paired", paired("dee"));
    let desk = Desk::empty();
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    desk.opens("case", "cup", &["--subject", "B=dee", "--game", "r1-b2"]);
    let said = "The tournament was paired otherwise since";
    assert!(!desk.told_from("What was done").contains(said));
    let mut change = paired("fay");
    change["reason"] = json!("dee fell ill");
    let changed = script.org("pairing_changed", change);
    let file = desk.write("cup.jsonl", &changed.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let told = desk.told_from("What was done");
    assert!(told.contains(said), "{told}");
    assert!(
        told.contains("expected a game of a player under review"),
        "{told}"
    );
}
