//! The auditor's desk: each check with its state, signed states compared, what would
//! be, a round over time; and that all of it is for everyone.

use super::{browser::look, looked_at::for_everyone, venues, visitor::Visitor};
use crate::http::venue::Venue;
use fupan::ledger;
use fupan_domain::ids::LedgerName;
use fupan_store::{Foreign, Ledgers};
use fupan_tests::{
    forging::{Forged, Heads},
    script,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// The pages of the desk.
const DESK: [(&str, &str); 15] = [
    ("audit", "/l/lakeside/audit"),
    ("entries", "/l/lakeside/entries"),
    ("entries-none", "/l/lakeside/entries?q=nothing-of-the-kind"),
    ("entry", "/l/lakeside/entries/60?hash=00000000"),
    ("entry-ruling", "/l/lakeside/entries/RULING"),
    ("corrections", "/l/lakeside/corrections"),
    ("whatif", "/l/lakeside/whatif?void=r1-b1-ko"),
    ("whatif-refused", "/l/lakeside/whatif?void=nothing"),
    ("record", "/l/lakeside/games/r1-b1/print"),
    ("round-sheet", "/l/lakeside/print/round?round=1"),
    ("slips", "/l/lakeside/print/slips?round=1"),
    ("print-standings", "/l/lakeside/print/standings"),
    ("certificate", "/l/lakeside/certificate"),
    ("timeline", "/l/lakeside/timeline?round=2"),
    (
        "checkpoints",
        "/l/lakeside/checkpoints?from=1&to=300&seen=nothing",
    ),
];

/// The seq of the n-th entry of a type in the demo's ledger.
pub fn seq_of(venue: &Venue, type_name: &str, n: usize) -> u64 {
    let list = venue.get("/v1/ledgers/lakeside/entries?limit=1000").send();
    let list = list.ok(200);
    let items = list["items"].as_array().unwrap().iter();
    let mut of_type =
        items.filter(|item| item["entry"]["type"] == type_name || item["type"] == type_name);
    let found = of_type
        .nth(n)
        .unwrap_or_else(|| panic!("no {type_name}: {}", list["items"][0]));
    found["seq"]
        .as_u64()
        .or_else(|| found["entry"]["seq"].as_u64())
        .unwrap()
}

#[test]
fn the_desk_is_for_everyone_at_every_width() {
    let venue = venues::lakeside();
    let ruling = seq_of(&venue, "ruling_made", 0).to_string();
    let pages: Vec<(&str, String)> = DESK
        .iter()
        .map(|(name, path)| (*name, path.replace("RULING", &ruling)))
        .collect();
    let pages: Vec<(&str, &str)> = pages
        .iter()
        .map(|(name, path)| (*name, path.as_str()))
        .collect();
    for_everyone("the_desk_is_for_everyone_at_every_width", &venue, &pages);
}

/// The states of the checks that a page of the audit shows, by their names.
fn states(page: &str) -> Vec<(String, String)> {
    let rows = page.split("data-check=\"").skip(1);
    rows.map(|row| {
        let (check, rest) = row.split_once('"').unwrap();
        let state = rest.split("data-state=\"").nth(1).unwrap();
        (
            check.to_owned(),
            state.split('"').next().unwrap().to_owned(),
        )
    })
    .collect()
}

fn state_of<'a>(states: &'a [(String, String)], check: &str) -> &'a str {
    let found = states.iter().find(|(name, _)| name == check);
    found.map_or("not there", |(_, state)| state)
}

/// The page of an audit, once it was made.
fn audited(venue: &Venue, ledger: &str) -> String {
    for _ in 0..600 {
        let page = Visitor::new(venue).get(&format!("/l/{ledger}/audit"));
        assert_eq!(page.status, 200, "{}", page.body);
        if !page.body.contains("data-again") {
            return page.body;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("the audit does not end");
}

#[test]
fn a_sound_ledger_shows_each_check_and_those_that_were_not_made() {
    let venue = venues::lakeside();
    let page = audited(&venue, "lakeside");
    let states = states(&page);
    for check in [
        "canonical",
        "prev",
        "possible",
        "rights",
        "articles",
        "kept_tree",
    ] {
        assert_eq!(state_of(&states, check), "sound", "{check}");
    }
    // Nobody has asked witnesses; that is no sound check.
    assert_eq!(state_of(&states, "witnessed"), "unchecked");
    assert!(
        states.iter().all(|(_, state)| state != "broken"),
        "{states:?}"
    );
    assert!(page.contains("fupan verify lakeside.zip --key"), "{page}");
    let size = venue.get("/v1/ledgers/lakeside").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    assert!(
        page.contains(&format!("audit of the first {size} entries")),
        "{page}"
    );
    // The badge of every page of the ledger tells of it.
    let boards = Visitor::new(&venue).get("/l/lakeside").body;
    let (_, badge) = boards.split_once("id=\"ledger-badge\"").unwrap();
    let (badge, _) = badge.split_once("</details>").unwrap();
    assert!(
        badge.contains("/l/lakeside/audit") && badge.contains("sound"),
        "{badge}"
    );
}

#[test]
fn an_audit_is_bound_to_the_size_that_it_was_made_of() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let before = audited(&venue, "cup");
    assert!(!before.contains("again=1"), "nothing has come since");
    venue
        .hand_in("cup", &[crate::http::venue::stone(1, "black", "Q16")])
        .ok(201);
    let after = audited(&venue, "cup");
    assert!(
        after.contains("again=1") && after.contains("Entries recorded since then: 1"),
        "{after}"
    );
    let again = Visitor::new(&venue).get("/l/cup/audit?again=1").body;
    assert!(!again.contains("Entries recorded since then"), "{again}");
}

/// A ledger that a forger sealed again from its beginning, kept as somebody else's.
fn forged(venue: &Venue, how: impl FnOnce(&mut Forged)) {
    let mut forged = Forged::genuine();
    how(&mut forged);
    forged.seal_again(Heads::New);
    let name: LedgerName = "forged".parse().unwrap();
    let ledgers = Ledgers::at(venue.data()).unwrap();
    let foreign = Foreign {
        ledger: fupan_tests::small_tournament::name(),
        origin: None,
        keys: Vec::new(),
        source: "forged.zip".to_owned(),
    };
    let kept = ledger::keep_foreign(&ledgers, &name, foreign).unwrap();
    let sealed = forged.0.iter().map(|bytes| {
        let bytes: Arc<[u8]> = Arc::from(bytes.as_slice());
        fupan_replay::fold::sealed(&bytes, |_| None).unwrap()
    });
    kept.store.take(sealed.collect()).unwrap();
}

#[test]
fn a_tampered_ledger_shows_where_it_is_broken_and_leads_there() {
    let venue = Venue::open();
    let mut at = 0;
    forged(&venue, |forged| {
        at = forged.find("ruling_made", 0);
        forged.rewrite(at, |entry| entry["data"]["article"] = json!("cn-2002:99.9"));
    });
    let page = audited(&venue, "forged");
    let states = states(&page);
    assert_eq!(state_of(&states, "articles"), "broken", "{states:?}");
    // The forger had the program: the chain gives nothing away.
    for check in ["prev", "order", "canonical"] {
        assert_eq!(state_of(&states, check), "sound", "{check}");
    }
    // Nobody signed it, which makes none of that sound.
    assert_eq!(state_of(&states, "root"), "unchecked");
    let rung = page.split_once("id=\"part-signatures\"").unwrap().1;
    let state = rung.split("data-state=\"").nth(1).unwrap();
    assert!(state.starts_with("unchecked\""), "{rung}");
    let (_, broken) = page.split_once("data-check=\"articles\"").unwrap();
    let (broken, _) = broken.split_once("</tr>").unwrap();
    assert!(
        broken.contains(&format!("/l/forged/entries/{at}\"")),
        "{broken}"
    );
    let found = page.split_once("id=\"found\"").unwrap().1;
    assert!(found.contains("data-code=\"unknown_article\""), "{found}");
    let (_, badge) = page.split_once("id=\"ledger-badge\"").unwrap();
    assert!(
        badge.split_once("</summary>").unwrap().0.contains("broken"),
        "{badge}"
    );
}

#[test]
fn what_would_be_if_a_ruling_fell_is_seen_and_nothing_is_recorded() {
    let venue = venues::lakeside();
    let before = venue.get("/v1/ledgers/lakeside").send().ok(200);
    let asked = venue
        .post("/v1/ledgers/lakeside/whatif")
        .json(&json!({"void": ["r1-b1-ko"]}))
        .send()
        .ok(200);
    let game = &asked["games"]["r1-b1"];
    let warnings = |side: &str| game[side]["warnings"]["white"].as_u64().unwrap();
    assert_ne!(warnings("before"), warnings("after"), "{game}");
    look(
        "what_would_be_if_a_ruling_fell_is_seen_and_nothing_is_recorded",
        &venue,
        |browser| async move {
            browser.open("/l/lakeside/whatif").await;
            browser.click("input[value=r1-b1-ko]").await;
            browser.follow("form.supposed button").await;
            assert!(
                browser.path().await.contains("void=r1-b1-ko"),
                "the address is the question"
            );
            let rows = browser.text("table[data-of='r1-b1']").await;
            let row = rows
                .lines()
                .find(|line| line.contains("Warnings of White"))
                .unwrap();
            let numbers: Vec<u64> = row
                .split_whitespace()
                .filter_map(|n| n.parse().ok())
                .collect();
            assert_eq!(numbers, [warnings("before"), warnings("after")], "{row}");
            // The question is still there.
            let marked = "return document.querySelector('input[value=r1-b1-ko]').checked";
            browser.answers(marked, true).await;
            // From the ruling's own entry the same question is one link away.
            browser.open("/l/lakeside/whatif?void=%400").await;
            browser.sees("[role=alert]", "@0").await;
        },
    );
    let after = venue.get("/v1/ledgers/lakeside").send().ok(200);
    assert_eq!(before["size"], after["size"]);
}

#[test]
fn two_signed_states_are_compared_and_one_from_elsewhere_is_held_against_the_ledger() {
    let mut venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    let kept = venue.signed("cup", size);
    venue
        .hand_in("cup", &[crate::http::venue::stone(1, "black", "Q16")])
        .ok(201);
    venue.signed("cup", size + 1);
    let path = format!("/l/cup/checkpoints?from={size}&to={}", size + 1);
    let page = Visitor::new(&venue).get(&path).body;
    assert!(
        page.contains("goes on from the earlier one") && page.contains("Stone played: "),
        "{page}"
    );
    let found = |seen: &str| {
        let seen: String = form_encoded(seen);
        let page = Visitor::new(&venue).get(&format!("/l/cup/checkpoints?seen={seen}"));
        assert_eq!(page.status, 200, "{}", page.body);
        let found = page.body.split("data-found=\"").nth(1).unwrap();
        found.split('"').next().unwrap().to_owned()
    };
    assert_eq!(found(&kept), "signed-holds");
    let lines: Vec<&str> = kept.lines().collect();
    let forged = |line: usize, by: &str| {
        let mut lines = lines.clone();
        lines[line] = by;
        lines.join("\n") + "\n"
    };
    // Another root, one entry more than there is, another ledger's, and none at all.
    assert_eq!(
        found(&forged(2, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")),
        "signed-other-history"
    );
    assert_eq!(found(&forged(1, "9999")), "signed-beyond");
    let other = lines[0].replace("/cup", "/pot");
    assert_eq!(found(&forged(0, &other)), "signed-other-ledger");
    assert_eq!(found("trust me"), "signed-no-note");
    venue.stop();
}

fn form_encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric();
    let one = |b: u8| {
        if plain(b) {
            char::from(b).to_string()
        } else {
            format!("%{b:02X}")
        }
    };
    text.bytes().map(one).collect()
}

#[test]
fn a_round_over_time_has_a_lane_for_each_board_and_lists_what_needs_a_look() {
    let venue = venues::lakeside();
    let page = Visitor::new(&venue)
        .get("/l/lakeside/timeline?round=1")
        .body;
    for lane in ["Incidents", "Tournament", "Board 1", "Board 2"] {
        assert!(page.contains(&format!(">{lane}</text>")), "{lane}: {page}");
    }
    let ruling = seq_of(&venue, "ruling_made", 0);
    let list = page.split("class=\"brief\"").nth(1).unwrap();
    assert!(
        list.contains(&format!("/l/lakeside/entries/{ruling}\"")),
        "{list}"
    );
}

/// Every text of the drawing with where it begins, in the rows of the axis.
fn axis(page: &str) -> Vec<(i64, i64, String)> {
    let texts = page.split("<text x=\"").skip(1);
    let read = texts.map(|rest| {
        let (x, rest) = rest.split_once('"').unwrap();
        let (_, rest) = rest.split_once(" y=\"").unwrap();
        let (y, rest) = rest.split_once('"').unwrap();
        let (_, rest) = rest.split_once('>').unwrap();
        let said = rest.split('<').next().unwrap();
        (y.parse().unwrap(), x.parse().unwrap(), said.to_owned())
    });
    // Names of lanes stand at the left edge.
    read.filter(|(_, x, _)| *x > 8).collect()
}

#[test]
fn a_round_over_months_says_its_days_and_folds_what_lies_between() {
    let venue = venues::venue();
    let drafts = include_str!("../../api/demo/demo.jsonl").lines();
    let mut drafts: Vec<Value> = drafts
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let last = drafts
        .iter()
        .rfind(|d| d["stream"] == "game/r3-b2")
        .unwrap();
    let about = last["id"].clone();
    drafts.push(serde_json::json!({
        "stream": "game/r3-b2", "type": "complaint_raised", "at": "2026-11-30T10:00:00.000Z",
        "actor": "rec-omar", "data": {"by": "black", "about": about, "text": "He let go of it."},
    }));
    venue.play_drafts("lakeside", &drafts);
    let get = |path: &str| Visitor::new(&venue).get(path).body;
    let page = get("/l/lakeside/timeline?round=3");
    let axis_of = |page: &str| axis(page.split("class=\"lanes\"").nth(1).unwrap());
    let labels = axis_of(&page);
    let said: Vec<&str> = labels.iter().map(|(_, _, said)| said.as_str()).collect();
    // The days as they were at the venue, and the hour of what came months later.
    for text in ["2026-09-12", "2026-11-30", "18:00"] {
        assert!(said.contains(&text), "{text}: {said:?}");
    }
    let mut rows: Vec<&(i64, i64, String)> = labels.iter().collect();
    rows.sort();
    for pair in rows.windows(2) {
        let (row, x, text) = pair[0];
        // Eight units a letter of that size are more than any takes.
        let room = 8 * i64::try_from(text.len()).unwrap();
        assert!(*row != pair[1].0 || x + room <= pair[1].1, "{pair:?}");
    }
    assert_eq!(
        page.matches("class=\"fold\"").count(),
        2,
        "a band and its lines"
    );
    // A part of the round alone: what is not in it is neither drawn nor listed.
    let part = page.split("window=").nth(1).unwrap();
    let part = part.split('"').next().unwrap();
    let near = get(&format!("/l/lakeside/timeline?round=3&window={part}"));
    assert!(near.contains("2026-09-12") && near.contains("class=\"lanes map\""));
    assert!(!near.contains("He let go of it."), "{near}");
    assert!(page.contains("He let go of it."), "{page}");
}

#[test]
fn a_decision_can_be_known_without_its_id() {
    let venue = venues::lakeside();
    let page = Visitor::new(&venue).get("/l/lakeside/whatif").body;
    let decided = seq_of(&venue, "appeal_decided", 0);
    let item = page
        .split("<li>")
        .find(|item| item.contains("value=\"r2-b1-appeal\""));
    let item = item.unwrap();
    assert!(item.contains("Appeal decided"), "{item}");
    assert!(
        item.contains(&format!("/l/lakeside/entries/{decided}\"")),
        "{item}"
    );
    let ko = page
        .split("<li>")
        .find(|item| item.contains("value=\"r1-b1-ko\""))
        .unwrap();
    for part in [
        "ound 1",
        "oard 1",
        "void, turn lost, warning",
        "cn-2002:18.3",
    ] {
        assert!(ko.contains(part), "{part}: {ko}");
    }
}

#[test]
fn the_round_in_small_is_seen_whole_on_a_phone() {
    let venue = venues::lakeside();
    look(
        "the_round_in_small_is_seen_whole_on_a_phone",
        &venue,
        |browser| async move {
            browser.looks(360, false);
            browser.open("/l/lakeside/timeline?round=2").await;
            let seen = "const box = document.querySelector('svg.map').getBoundingClientRect();
                const frame = document.querySelector('svg.map').parentElement;
                return box.height >= 40 && frame.scrollWidth <= frame.clientWidth";
            browser.until("the round in small", seen).await;
        },
    );
}

#[test]
fn what_an_entry_says_is_told_part_by_part() {
    let venue = venues::lakeside();
    let seq = seq_of(&venue, "ruling_made", 0);
    let entry = venue
        .get(&format!("/v1/ledgers/lakeside/entries/{seq}"))
        .send()
        .ok(200);
    let entry = entry.get("entry").unwrap_or(&entry).clone();
    let facts = entry["data"]["facts"].as_str().unwrap();
    let page = Visitor::new(&venue)
        .get("/l/lakeside/entries?type=ruling_made&order=oldest")
        .body;
    let row = page.split(&format!("<tr id=\"e{seq}\"")).nth(1).unwrap();
    let row = row.split("</tr>").next().unwrap();
    let before = row.split(facts).next().unwrap();
    let tail: String = before.chars().rev().take(40).collect();
    assert!(tail.contains('·'), "{row}");
}

#[test]
fn what_if_marks_what_is_overturned_already() {
    let venue = venues::lakeside();
    let page = Visitor::new(&venue).get("/l/lakeside/whatif").body;
    let item = |id: &str| {
        let mut items = page.split("<li>");
        let found = items.find(|item| item.contains(&format!("value=\"{id}\"")));
        found
            .unwrap_or_else(|| panic!("no {id}: {page}"))
            .to_owned()
    };
    assert!(item("r2-b1-time").contains("overturned"), "{page}");
    assert!(!item("r1-b1-ko").contains("overturned"), "{page}");
}
