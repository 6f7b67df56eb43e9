//! A review's course: who meets it, notes that nobody reads too early, a report that
//! names nobody, and a ledger like any other.

use super::desk::Desk;
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_report_names_nobody_and_judges_nobody() {
    let desk = Desk::open();
    desk.imports();
    for lang in ["en", "zh-Hans", "zh-Hant", "ja", "ko"] {
        let page = desk.ok(&["review", "report", "case", "--as", "rev-2", "--lang", lang]);
        assert!(page.contains(&format!("<html lang=\"{lang}\"")), "{lang}");
        assert!(!page.contains("{$"), "{lang}: a variable is missing");
        for name in [">ann<", "(ann)", "Ann "] {
            assert!(!page.contains(name), "{lang}: {name}");
        }
        for outside in ["<script", "src=", "http://", "url(http"] {
            let outside = page
                .replace("http://www.w3.org/2000/svg", "")
                .contains(outside);
            assert!(!outside, "{lang}");
        }
    }
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    for said in [
        "Player A",
        "What speaks for the player",
        "Limits of the method",
        "0.667 ± 0.577 (n 3)",
    ] {
        assert!(page.contains(said), "{said}");
    }
    for word in ["probability", "cheat", "guilty", "suspicious"] {
        assert!(!page.to_lowercase().contains(word), "{word}");
    }
}

#[test]
fn no_note_is_read_before_a_second_reviewer_has_sealed_one() {
    let desk = Desk::open();
    let (one, two) = (
        desk.write("one.txt", "nothing odd"),
        desk.write("two.txt", "nor here"),
    );
    let (kept_one, kept_two) = (desk.path("one.sealed"), desk.path("two.sealed"));
    desk.ok(&[
        "review", "note", "case", &one, "--keep", &kept_one, "--as", "rev-1",
    ]);
    let told = desk.refused(&["review", "open-note", "case", &kept_one, "--as", "rev-1"]);
    assert!(told.contains("only one reviewer's note is in"), "{told}");
    desk.ok(&[
        "review", "note", "case", &two, "--keep", &kept_two, "--as", "rev-2",
    ]);
    desk.ok(&["review", "open-note", "case", &kept_one, "--as", "rev-1"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    assert!(page.contains("nothing odd") && !page.contains("nor here"));
}

/// What comes next is told where something was done, with the ids that it asks for.
#[test]
fn each_step_tells_what_the_next_one_asks_for() {
    let desk = Desk::open();
    let recorded = desk.run(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    let told = String::from_utf8(recorded.stderr).unwrap();
    assert!(
        told.contains("the figures are recorded as time-1, entry"),
        "{told}"
    );
    let line = "review open case-2 --tournament cup --reviewer rev-1 --reviewer rev-2 --subject A=ann --game r1-b1 --occasion o --question q --standard s";
    let opened = desk.run(&line.split_whitespace().collect::<Vec<_>>());
    let told = String::from_utf8(opened.stderr).unwrap();
    assert!(
        told.contains("next: fupan review figures case-2 --as rev-1 --record"),
        "{told}"
    );
    // A token for nobody of its reviewers is made, and told of.
    let token = |who: &str| {
        let made = desk.run(&["token", "add", "--official", who, "--ledger", "case"]);
        (
            made.status.success(),
            String::from_utf8(made.stderr).unwrap(),
        )
    };
    let (made, told) = token("rev-3");
    assert!(
        made && told.contains("rev-3 is none of its reviewers"),
        "{told}"
    );
    let (made, told) = token("rev-2");
    assert!(made && !told.contains("none of its reviewers"), "{told}");
}

#[test]
fn who_is_no_reviewer_meets_no_review() {
    let desk = Desk::open();
    let told = desk.refused(&["review", "figures", "case", "--as", "chief-1"]);
    assert!(told.contains("there is no ledger case"), "{told}");
}

#[test]
fn a_reviews_ledger_is_audited_handed_on_and_anchored_like_any_other() {
    let desk = Desk::open();
    desk.imports();
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    let audit = desk.json(&["audit", "case", "--json"]);
    assert_eq!(audit["verdict"], "sound", "{audit:#}");
    // Whoever has the folder can write in anybody's name, so that is told.
    let found = audit["discrepancies"].as_array().unwrap();
    let by_keeper = found
        .iter()
        .filter(|one| one["code"] == "handed_in_by_keeper");
    assert!(by_keeper.count() > 0, "{audit:#}");
    let bundle = desk.path("case.zip");
    desk.ok(&["export", "case", "--bundle", &bundle, "--as", "rev-1"]);
    let verified = desk.run(&["verify", &bundle, "--json"]);
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_ne!(verified["verdict"], "broken", "{verified:#}");
    desk.ok(&["review", "anchor", "case"]);
    let view = desk.json(&["review", "anchors", "case", "--as", "rev-1", "--json"]);
    let anchors = view["anchors"].as_array().unwrap();
    assert_eq!((anchors.len(), &anchors[0]["holds"]), (1, &json!(true)));
    // Nothing was recorded since: there is nothing to anchor.
    desk.ok(&["review", "anchor", "case"]);
    assert_eq!(
        desk.json(&["review", "anchors", "case", "--as", "rev-1", "--json"])["anchors"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let audit = desk.json(&["audit", "cup", "--json"]);
    assert_ne!(audit["verdict"], "broken", "{audit:#}");
    // What a backup puts back has the answers of the engine, on which the figures rest.
    let files = |data: &str| {
        let folder = desk.folder.path().join(data).join("ledgers/case/evidence");
        let names = fs::read_dir(folder).unwrap().flatten();
        let mut names: Vec<_> = names.map(|file| file.file_name()).collect();
        names.sort();
        names
    };
    let (backup, again) = (desk.path("backup"), desk.path("again"));
    desk.ok(&["backup", "--to", &backup]);
    desk.ok(&["restore", &backup, "--data", &again]);
    assert!(!files("data").is_empty());
    assert_eq!(files("again"), files("data"));
}

#[test]
fn a_method_that_is_changed_after_a_look_says_so_and_a_review_that_is_anchored_too() {
    let desk = Desk::open();
    desk.imports();
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    let why = "the first move tells nothing";
    let changes = ["--opening-moves", "1", "--reason", why, "--as", "rev-1"];
    let told = desk.ok(&[&["review", "method", "case"], &changes[..]].concat());
    assert!(told.contains("method 1 is in force"), "{told}");
    // The same again is no change, and without a change there is none.
    let told = desk.refused(&[&["review", "method", "case"], &changes[..]].concat());
    assert!(told.contains("the method is the one in force"), "{told}");
    desk.turned_away(&["review", "method", "case", "--reason", why, "--as", "rev-1"]);
    let view = desk.figures();
    assert_eq!(
        (
            &view["method"],
            &view["parameters"]["opening_moves"],
            &view["parameters"]["visits_min"]
        ),
        (&json!(1), &json!(1), &json!(10))
    );
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    // The engine's answers, times, agreement; and two looks, at the import and the figures.
    assert!(
        page.contains("Before this change 3 analyses and 2 looks"),
        "{page}"
    );
    assert!(page.contains("None: nothing shows that the review is as old as it says."));
    desk.ok(&["review", "anchor", "case"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    assert!(!page.contains("None: nothing shows"), "{page}");
}
