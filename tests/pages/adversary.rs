//! Somebody who means harm: markup in every text that anybody wrote, forms sent from
//! elsewhere, a recorder's session on an arbiter's form.

use super::{
    browser::look,
    visitor::{Visitor, hidden},
};
use crate::http::venue::Venue;
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};

/// What would do something, if it were taken for more than a text.
const MARKUP: &str = "<img src=x onerror=alert(1)>\"' onfocus=alert(2) autofocus x='</script><script>alert(3)</script>";

/// Markup wherever somebody can write.
fn written() -> Script {
    let text = |more: Value| {
        let mut all = more;
        for value in all.as_object_mut().unwrap().values_mut() {
            if value == "MARKUP" {
                *value = json!(MARKUP);
            }
        }
        all
    };
    let clause = json!({"id": "hats", "text": MARKUP, "outcomes": [{"outcome": MARKUP, "orders": [], "warnings": [], "penalties": []}], "decides": "arbiter"});
    let regulations = json!({"clauses": [clause], "turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 60_000, "periods": 3, "period_ms": 30_000}});
    script::opened_with("cn-2002", &regulations)
        .org("official_appointed", text(json!({"official": "arb-9", "name": "MARKUP", "role": "arbiter"})))
        .org("player_registered", text(json!({"player": "evil", "name": "MARKUP"})))
        .org("player_registered", text(json!({"player": "good", "name": "MARKUP"})))
        .org(
            "round_paired",
            json!({"round": 1, "games": [{"game": "r1-b1", "board": 1, "black": "evil", "white": "good"}]}),
        )
        .fact("game_started", json!({"black": "evil", "white": "good"}))
        .stones("B D5, W D2, B C4, W C3, B E4, W E3, B Q16, W D4, B D3, W D4")
        .by("rec-1", "complaint_raised", text(json!({"by": "black", "text": "MARKUP"})))
        .by("rec-1", "byoyomi_read", json!({"colour": "black", "call": "<b>30</b>"}))
        .by(
            "arb-1",
            "breach_observed",
            text(json!({"colour": "black", "breach": "other", "clause": "hats", "facts": "MARKUP"})),
        )
        .by(
            "chief-1",
            "ruling_made",
            text(json!({"ruling": "w1", "article": "cn-2002:30.6", "outcome": "MARKUP", "orders": [],
                "facts": "MARKUP", "reasons": "MARKUP"})),
        )
        .by(
            "chief-1",
            "evidence_attached",
            text(json!({"evidence": "e1", "sha256": "a".repeat(64), "bytes": 3, "media_type": "text/plain",
                "title": "MARKUP", "class": "open"})),
        )
        .by("chief-1", "statement_taken", text(json!({"from": "evil", "text": "MARKUP"})))
        .called("statement")
}

/// The same with an appeal against the ruling.
fn appealed(venue: &Venue) {
    let mut drafts = written().drafts();
    for name in ["name", "place"] {
        drafts[0]["data"][name] = json!(MARKUP);
    }
    venue.play_drafts("cup", &drafts);
    let ruling = |entry: &&Value| entry["entry"]["type"] == "ruling_made";
    let listed = venue
        .get("/v1/ledgers/cup/entries?stream=game/r1-b1&limit=500")
        .send()
        .ok(200);
    let ruling = listed["items"].as_array().unwrap().iter().find(ruling);
    let against = ruling.unwrap()["entry"]["id"].clone();
    let at = "2026-05-01T10:00:00.000Z";
    let filed = json!({"stream": "appeal/ap-1", "type": "appeal_filed", "at": at, "actor": "chief-1",
        "data": {"game": "r1-b1", "by": "evil", "against": [against], "grounds": MARKUP, "relief": MARKUP}});
    venue.hand_in("cup", &[filed]).ok(201);
}

fn pages(venue: &Venue) -> Vec<String> {
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    let findings = game["findings"].as_array().unwrap().iter();
    let findings = findings.map(|f| {
        format!(
            "/l/cup/games/r1-b1/findings/{}",
            f["id"].as_str().unwrap().replace('@', "%40")
        )
    });
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    let entries = (0..size).map(|seq| format!("/l/cup/entries/{seq}"));
    let fixed = [
        "/",
        "/l/cup",
        "/l/cup?tab=standings",
        "/l/cup?tab=crosstable",
        "/l/cup/table",
        "/l/cup/appeals",
        "/l/cup/appeals?against=w1",
        "/l/cup/appeals/ap-1",
        "/l/cup/appeals/ap-1/dossier",
        "/l/cup/games/r1-b1",
        "/l/cup/games/r1-b1?tab=timeline",
        "/l/cup/games/r1-b1?tab=clock",
        "/l/cup/games/r1-b1?tab=findings",
        "/l/cup/games/r1-b1/record",
        "/l/cup/games/r1-b1/print",
        "/l/cup/games/r1-b1/rule",
        "/l/cup/games/r1-b1/rulings/w1",
        "/l/cup/games/r1-b1/rulings/w1/appeal-form",
        "/l/cup/articles/event:hats",
        "/l/cup/standings/evil",
        "/l/cup/audit",
        "/l/cup/entries",
        "/l/cup/entries?q=onerror",
        "/l/cup/corrections",
        "/l/cup/timeline",
        "/l/cup/whatif",
        "/l/cup/checkpoints",
        "/l/cup/print/round",
        "/l/cup/print/slips",
        "/l/cup/print/standings",
    ];
    let fixed = fixed.into_iter().map(str::to_owned);
    fixed.chain(findings).chain(entries).collect()
}

#[test]
fn what_anybody_wrote_is_a_text_on_every_page() {
    let venue = Venue::open();
    appealed(&venue);
    let mut shown = 0;
    for official in ["chief-1", "arb-1", "rec-1"] {
        let mut visitor = Visitor::signed_in(&venue, &venue.token("cup", official));
        for path in pages(&venue) {
            let page = visitor.get(&path);
            assert!(page.status < 500, "{path}: {} {}", page.status, page.body);
            for raw in ["<img src=x", "<script>alert", "\" onfocus=", "<b>30"] {
                assert!(!page.body.contains(raw), "{official} {path}: {raw}");
            }
            shown += usize::from(page.body.contains("&lt;img src=x"));
        }
        // What was asked for stands in the page, too.
        for path in [
            "/l/cup/entries?q=%3Cimg%20src%3Dx%3E%22",
            "/sign-in?next=%22%3E%3Cimg%20src=x%3E",
            "/l/cup/games/r1-b1?tab=%22%3E%3Cimg%20src=x%3E",
            "/l/%3Cimg%20src=x%3E",
            "/l/cup/whatif?with=%3Cimg%20src=x%3E",
        ] {
            let page = visitor.get(path);
            assert!(page.status < 500, "{path}: {}", page.body);
            assert!(!page.body.contains("<img src=x"), "{path}: {}", page.body);
        }
    }
    assert!(shown > 40, "markup was shown on {shown} pages only");
}

#[test]
fn no_text_does_anything_in_a_browser() {
    let venue = Venue::open();
    appealed(&venue);
    let token = venue.token("cup", "chief-1");
    look("no_text_does_anything_in_a_browser", &venue, |browser| {
        let venue = &venue;
        async move {
            browser.looks(820, false);
            browser.sign_in(&token, "/l/cup").await;
            for path in pages(venue) {
                if path.starts_with("/l/cup/entries/") {
                    continue;
                }
                browser.open(&path).await;
                let there = "return document.readyState === 'complete'";
                browser.until("the page", there).await;
                let foreign = "return document.querySelectorAll('img[src=x], [onfocus], [autofocus], script:not([src])').length";
                assert_eq!(browser.run(foreign).await, 0, "{path}");
            }
            // The console draws what it has of the entries by its script.
            browser.open("/l/cup/games/r1-b1/record").await;
            browser.ready().await;
            let log = browser.text("#log").await;
            assert!(log.contains("<b>30</b>"), "{log}");
            browser.run("fupan.desk.asked.open('undo-dialog')").await;
            let foreign = "return document.querySelectorAll('#console img, #console b').length";
            assert_eq!(browser.run(foreign).await, 0);
        }
    });
}

#[test]
fn no_form_is_taken_without_the_proof_that_it_is_the_services_own() {
    let venue = Venue::open();
    appealed(&venue);
    let findings = pages(&venue).into_iter();
    let forms = findings
        .filter(|path| path.contains("/findings/"))
        .chain([
            "/l/cup/games/r1-b1/rule".to_owned(),
            "/l/cup/games/r1-b1/facts/stop".to_owned(),
            "/l/cup/games/r1-b1/facts/statements".to_owned(),
            "/l/cup/appeals?against=w1".to_owned(),
            "/l/cup/appeals/ap-1".to_owned(),
            "/sign-out".to_owned(),
        ])
        .collect::<Vec<_>>();
    let size = || venue.get("/v1/ledgers/cup").send().ok(200)["size"].clone();
    let before = size();
    let mut chief = Visitor::signed_in(&venue, &venue.token("cup", "chief-1"));
    let mut recorder = Visitor::signed_in(&venue, &venue.token("cup", "rec-1"));
    let of_another = hidden(&recorder.get("/l/cup").body, "csrf");
    for path in &forms {
        for proof in ["", "0", of_another.as_str()] {
            let fields = [
                ("csrf", proof),
                ("step", "record"),
                ("outcome", "own.orders"),
                ("words", "w"),
                ("reasons", "r"),
                ("article", "cn-2002:30.6"),
                ("confirmed", "1"),
            ];
            let refused = chief.post(path, &fields);
            assert_eq!(refused.status, 403, "{path}: {}", refused.body);
        }
        // What happens at a board a recorder may record, by whichever form.
        if path != "/sign-out" && !path.contains("/facts/") {
            // A recorder's own proof leads no further than his right.
            let fields = [
                ("csrf", of_another.as_str()),
                ("step", "record"),
                ("outcome", "own.orders"),
                ("words", "w"),
                ("reasons", "r"),
                ("article", "cn-2002:30.6"),
                ("confirmed", "1"),
            ];
            let refused = recorder.post(path, &fields);
            assert!(
                (400..500).contains(&refused.status),
                "{path}: {} {}",
                refused.status,
                refused.body
            );
        }
    }
    assert_eq!(size(), before);
    assert_eq!(chief.get("/l/cup/table").status, 200, "still signed in");
}
