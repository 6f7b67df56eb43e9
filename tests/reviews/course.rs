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
    desk.ok(&["export", "case", "--bundle", &bundle]);
    let verified = desk.run(&["verify", &bundle, "--json"]);
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_ne!(verified["verdict"], "broken", "{verified:#}");
    desk.ok(&["review", "anchor", "case"]);
    let view = desk.json(&["review", "anchors", "case", "--json"]);
    let anchors = view["anchors"].as_array().unwrap();
    assert_eq!((anchors.len(), &anchors[0]["holds"]), (1, &json!(true)));
    // Nothing was recorded since: there is nothing to anchor.
    desk.ok(&["review", "anchor", "case"]);
    assert_eq!(
        desk.json(&["review", "anchors", "case", "--json"])["anchors"]
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
    let method = json!({"name": "fupan-1", "opening_moves": 1, "settled_rate_bp": 9500, "forced_gap_cp": 1000,
        "near_equal_cp": 50, "visits_min": 10, "quick_ms": 1500, "moves_min": 2, "reference_min": 2});
    let changed = json!({"stream": "review", "type": "method_changed", "at": "2026-05-02T10:00:00.000Z",
        "actor": "rev-1", "data": {"method": method, "reason": "the first move tells nothing"}});
    let file = desk.write("changed.jsonl", &changed.to_string());
    desk.ok(&["import", &file, "--ledger", "case"]);
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
