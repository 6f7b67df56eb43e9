//! Whoever has a name is called by it wherever people read, in pages and in print; the
//! id stands beside it where it is looked for, where another bears the same name, and
//! in its place where the name was erased.

use super::{venues, visitor::Visitor};
use crate::http::venue::Venue;
use fupan_tests::script;
use serde_json::{Value, json};
use std::{thread, time::Duration};

/// The people of the demo's tournament: the ids that they have there, ids that are
/// unlike names, and the names.
const PEOPLE: [[&str; 3]; 10] = [
    ["an", "p-17", "An Mei"],
    ["bao", "p-18", "Bao Jun"],
    ["cho", "p-19", "Cho Hana"],
    ["dev", "p-20", "Dev Rao"],
    ["chief-lin", "off-1", "Lin Yue"],
    ["arb-sato", "off-2", "Sato Ken"],
    ["rec-ines", "off-3", "Ines Roth"],
    ["rec-omar", "off-4", "Omar Haddad"],
    ["panel-wu", "off-5", "Wu Tao"],
    ["panel-gil", "off-6", "Gil Serra"],
];

/// The demo's tournament, its people under ids that are unlike names.
fn numbered() -> Venue {
    let venue = venues::venue();
    let numbered = |line: &str| {
        PEOPLE.iter().fold(line.to_owned(), |line, [id, other, _]| {
            line.replace(&format!("\"{id}\""), &format!("\"{other}\""))
        })
    };
    let drafts = include_str!("../../api/demo/demo.jsonl").lines();
    let drafts: Vec<Value> = drafts
        .map(|line| serde_json::from_str(&numbered(line)).unwrap())
        .collect();
    venue.play_drafts("lakeside", &drafts);
    venue
}

/// The text of a page without the parts that show what is recorded as it stands.
fn read(page: &str) -> String {
    let main = page.split_once("<main").map_or(page, |(_, main)| main);
    let main = main.split_once("</main>").map_or(main, |(main, _)| main);
    let mut rest = main.to_owned();
    for (from, to) in [
        ("<pre", "</pre>"),
        ("<style", "</style>"),
        ("<script", "</script>"),
        ("<table class=\"beside\" lang=\"\"", "</table>"),
    ] {
        while let Some(at) = rest.find(from) {
            let end = rest[at..].find(to).unwrap() + at + to.len();
            rest.replace_range(at..end, "");
        }
    }
    let mut text = String::new();
    for piece in rest.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, said)| said));
    }
    text
}

/// Where somebody is called by an id without his name before it.
fn alone(text: &str) -> Vec<String> {
    let of_an_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut found = Vec::new();
    for [_, id, name] in PEOPLE {
        for (at, _) in text.match_indices(id) {
            let (before, after) = (&text[..at], &text[at + id.len()..]);
            if before.ends_with(of_an_id) || after.starts_with(of_an_id) {
                continue;
            }
            let near: String = before.chars().rev().take(24).collect();
            let near: String = near.chars().rev().collect();
            if !near.contains(name) {
                let after: String = after.chars().take(24).collect();
                found.push(format!("{near}>>{id}<<{after}"));
            }
        }
    }
    found
}

/// The page once an audit was made.
fn audited(venue: &Venue, ledger: &str, lang: &'static str) -> String {
    loop {
        let page = Visitor::reading(venue, lang).get(&format!("/l/{ledger}/audit"));
        if !page.body.contains("data-again") {
            return page.body;
        }
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn nobody_is_called_by_an_id_alone() {
    let venue = numbered();
    let token = venue.token("lakeside", "off-1");
    let mut paths: Vec<String> = [
        "",
        "?tab=standings",
        "?tab=crosstable",
        "/standings/p-17",
        "/standings/p-19?round=2",
        "/games/r1-b1?tab=timeline&from=0",
        "/games/r1-b2?tab=timeline",
        "/games/r2-b1?tab=timeline",
        "/games/r2-b2?tab=timeline",
        "/games/r3-b2?tab=timeline",
        "/games/r1-b1?tab=findings",
        "/games/r1-b1/print",
        "/games/r1-b1/rulings/r1-b1-ko",
        "/games/r1-b1/rulings/r1-b1-ko/appeal-form",
        "/games/r1-b1/findings/MV-5@49",
        "/games/r1-b1/findings/MV-5@49?tab=log",
        "/games/r3-b2/findings/TM-11@320",
        "/games/r2-b1/rule?tab=evidence",
        "/games/r3-b2/facts/stop",
        "/games/r3-b2/facts/statements",
        "/table",
        "/appeals",
        "/appeals/r2-b1-appeal",
        "/appeals/r2-b1-appeal/dossier",
        "/entries",
        "/entries?type=ruling_made",
        "/corrections",
        "/timeline?round=2",
        "/whatif?void=r1-b1-ko",
        "/whatif?void=r2-b1-appeal",
        "/whatif?void=r2-b2-talk",
        "/print/round?round=1",
        "/print/slips?round=3",
        "/print/standings",
        "/certificate",
    ]
    .map(str::to_owned)
    .into();
    // An entry of each type, so that each kind of line is read.
    let list = venue.get("/v1/ledgers/lakeside/entries?limit=1000").send();
    let mut types = std::collections::BTreeSet::new();
    for item in list.ok(200)["items"].as_array().unwrap() {
        let entry = item.get("entry").unwrap_or(item);
        if types.insert(entry["type"].as_str().unwrap().to_owned()) {
            paths.push(format!("/entries/{}", entry["seq"]));
        }
    }
    let mut wrong = Vec::new();
    for lang in ["en", "zh-Hans"] {
        audited(&venue, "lakeside", lang);
        let mut chief = Visitor::signed_in(&venue, &token);
        for path in &paths {
            let mark = if path.contains('?') { '&' } else { '?' };
            let page = chief.get(&format!("/l/lakeside{path}{mark}lang={lang}"));
            assert_eq!(page.status, 200, "{path}: {}", page.body);
            wrong.extend(
                alone(&read(&page.body))
                    .iter()
                    .map(|place| format!("{lang} {path}: {place}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Four players under numbers, two of whom bear one name; one of them is paired although
/// he has left.
fn namesakes() -> Venue {
    let players = ["p17", "p18", "p19", "p20"];
    let regulations = json!({"rounds": 3, "tie_breaks": ["points", "sos1"]});
    let left = json!({"player": "p18", "after_round": 1, "justified": true, "reason": "ill"});
    let script = script::event("cn-2002", &regulations, &players)
        .round(1, "p17-p18 1-0, p19-p20 1-0")
        .org("player_withdrew", left)
        .round(2, "p17-p19 1-0, p18-p20 ?");
    let mut drafts = script.drafts();
    for (player, name) in players
        .iter()
        .zip(["Wang Wei", "Li Na", "Wang Wei", "Zhao Yun"])
    {
        let registered = |draft: &&mut Value| {
            draft["data"]["player"] == **player && draft["data"]["name"].is_string()
        };
        let draft = drafts.iter_mut().find(registered).unwrap();
        draft["data"]["name"] = json!(name);
    }
    let venue = Venue::open();
    venue.play_drafts("cup", &drafts);
    venue
}

#[test]
fn two_of_one_name_are_told_apart_by_their_ids() {
    let venue = namesakes();
    let boards = read(&Visitor::new(&venue).get("/l/cup?round=1").body);
    for said in ["Wang Wei (p17)", "Li Na", "Wang Wei (p19)", "Zhao Yun"] {
        assert!(boards.contains(said), "{said}: {boards}");
    }
    // Where there is one of the name, it says enough.
    assert!(
        !boards.contains("p18") && !boards.contains("p20"),
        "{boards}"
    );
}

#[test]
fn a_sum_over_opponents_says_who_brings_what() {
    let venue = namesakes();
    let page = read(
        &Visitor::new(&venue)
            .get("/l/cup/standings/p17?round=2")
            .body,
    );
    // Of his two opponents the one with fewer points is left out.
    for said in ["(Wang Wei (p19)) = 2", "left out: 0 (Li Na)"] {
        assert!(page.contains(said), "{said}: {page}");
    }
}

#[test]
fn what_an_audit_finds_names_those_whom_it_is_about() {
    let venue = namesakes();
    let page = audited(&venue, "cup", "en");
    let (_, found) = page
        .split_once("data-code=\"paired_after_withdrawal\"")
        .unwrap();
    let (found, _) = found.split_once("</tr>").unwrap();
    let marked = "data-person=\"p18\">Li Na</bdi> (p18)";
    assert!(found.contains(marked), "{found}");
    let page = read(&page);
    assert!(
        page.contains("Li Na (p18) had withdrawn and is paired"),
        "{page}"
    );
}

#[test]
fn who_was_erased_is_called_by_the_id_again() {
    let venue = namesakes();
    audited(&venue, "cup", "en");
    let asked = json!({"person": "p18", "asked_by": "p18", "reason": "r"});
    let erasing = venue.post("/v1/ledgers/cup/erasures");
    erasing.token(venue.keeper()).json(&asked).send().ok(201);
    for path in [
        "/l/cup/audit",
        "/l/cup/standings/p17?round=2",
        "/l/cup?round=1",
        "/l/cup/entries",
    ] {
        let page = Visitor::new(&venue).get(path).body;
        assert!(!page.contains("Li Na"), "{path}: {page}");
        assert!(page.contains("p18"), "{path}: {page}");
    }
}
