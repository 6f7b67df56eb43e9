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
    // The engine's answers, times, agreement; and three looks, at the import, the figures and the method.
    assert!(
        page.contains("Before this change 3 analyses and 3 looks"),
        "{page}"
    );
    assert!(page.contains("None: nothing shows that the review is as old as it says."));
    desk.ok(&["review", "anchor", "case"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    assert!(!page.contains("None: nothing shows"), "{page}");
}

/// What could never be opened is not sealed: a review would wait for it for ever.
#[test]
fn a_note_that_could_not_be_opened_is_not_sealed() {
    let desk = Desk::open();
    let kept = desk.path("note.sealed");
    for (text, why) in [
        (String::new(), "/data/text"),
        ("a".repeat(10_001), "at most 10000 characters"),
    ] {
        let note = desk.write("note.txt", &text);
        let seal = [
            "review", "note", "case", &note, "--keep", &kept, "--as", "rev-1",
        ];
        let told = desk.refused(&seal);
        assert!(told.contains(why), "{told}");
        assert!(!fs::exists(&kept).unwrap());
    }
    let note = desk.write("note.txt", &"a".repeat(10_000));
    let seal = [
        "review", "note", "case", &note, "--keep", &kept, "--as", "rev-1",
    ];
    desk.ok(&seal);
}

/// A reviewer who does not open his note holds nothing up: too little to tell, it says then,
/// and whose note was missing.
#[test]
fn a_conclusion_without_a_second_note_says_whose_was_not_opened() {
    let desk = Desk::open();
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    let note = desk.write("note.txt", "nothing odd");
    for reviewer in ["rev-1", "rev-2"] {
        let kept = desk.path(&format!("{reviewer}.sealed"));
        desk.ok(&[
            "review", "note", "case", &note, "--keep", &kept, "--as", reviewer,
        ]);
    }
    let kept = desk.path("rev-1.sealed");
    desk.ok(&["review", "open-note", "case", &kept, "--as", "rev-1"]);
    let concludes = |conclusion: &str| {
        let line = format!(
            "review conclude case --conclusion {conclusion} --rests-on time-1 --reasons r --as rev-1"
        );
        desk.run(&line.split_whitespace().collect::<Vec<_>>())
    };
    let refused = String::from_utf8(concludes("not-met").stderr).unwrap();
    assert!(
        refused.contains("rev-2 sealed a note and did not open it"),
        "{refused}"
    );
    assert!(concludes("undetermined").status.success());
    desk.ok(&["review", "reveal", "case", "--as", "rev-1"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-1"]);
    assert!(page.contains("rev-2 had sealed a note and not opened it."));
}

/// What would be tells what is: of a review that is a look, and nobody would know of it.
#[test]
fn nobody_asks_what_would_be_in_a_review() {
    let desk = Desk::open();
    let told = desk.turned_away(&["whatif", "case", "--void", "@0"]);
    assert!(told.contains("expected a tournament's"), "{told}");
    assert!(!told.contains("review_opened"), "{told}");
}

/// A note that takes no other's place is not said to.
#[test]
fn a_note_that_is_refused_takes_no_place() {
    let desk = Desk::open();
    let note = desk.write("note.txt", "nothing odd");
    let seals = |reviewer: &str, kept: &str| {
        desk.run(&[
            "review",
            "note",
            "case",
            &note,
            "--keep",
            &desk.path(kept),
            "--as",
            reviewer,
        ])
    };
    assert!(seals("rev-1", "one").status.success());
    assert!(seals("rev-2", "two").status.success());
    let again = seals("rev-2", "three");
    let told = String::from_utf8(again.stderr).unwrap();
    assert!(told.contains("it takes the place of the one"), "{told}");
    let kept = desk.path("one");
    desk.ok(&["review", "open-note", "case", &kept, "--as", "rev-1"]);
    let late = seals("rev-2", "four");
    let told = String::from_utf8(late.stderr).unwrap();
    assert!(told.contains("could know of another"), "{told}");
    assert!(!told.contains("takes the place"), "{told}");
}
