//! What is recorded and what is shown of a review: each look before its answer, what it
//! had come to in the tournament's ledger, and of a blind one nothing that leads to anybody.

use crate::http::reviews::{draft, entries, reviewing};
use serde_json::{Value, json};

#[test]
fn each_look_is_recorded_before_it_is_answered() {
    let venue = reviewing();
    venue
        .get("/v1/ledgers/case")
        .official("case", "rev-1")
        .send()
        .ok(200);
    let page = venue
        .get("/l/case?lang=en")
        .official("case", "rev-2")
        .send();
    assert_eq!(page.status, 200);
    let seen: Vec<(String, String)> = entries(&venue, "rev-1")
        .iter()
        .filter(|entry| entry["type"] == "data_seen")
        .map(|entry| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            assert_eq!(entry["submitted_by"], "keeper");
            (text(&entry["actor"]), text(&entry["data"]["what"]))
        })
        .collect();
    let looks = [
        ("rev-1", "/v1/ledgers/case"),
        ("rev-2", "/l/case?lang=en"),
        ("rev-1", "/v1/ledgers/case/entries?limit=1000"),
    ];
    let looks = looks.map(|(who, what)| (who.to_owned(), what.to_owned()));
    assert_eq!(seen, looks);
}

#[test]
fn a_review_is_anchored_in_the_tournament_under_a_label_that_tells_nothing() {
    let venue = reviewing();
    let anchors = || {
        let log = venue
            .get("/v1/ledgers/cup/entries?stream=log")
            .send()
            .ok(200);
        let items = log["items"].as_array().unwrap().clone();
        items
            .into_iter()
            .map(|item| item["entry"]["data"].clone())
            .collect::<Vec<_>>()
    };
    venue.signed("cup", 1);
    // A checkpoint covers the opening within a second.
    let began = std::time::Instant::now();
    while anchors().is_empty() {
        assert!(began.elapsed().as_secs() < 60, "it was never anchored");
        venue
            .get("/v1/ledgers/case")
            .official("case", "rev-1")
            .send()
            .ok(200);
        venue.running().service().anchor();
    }
    let first = anchors();
    assert_eq!(first.len(), 1);
    assert!(!first[0].to_string().contains("case"));
    assert_eq!(first[0]["label"].as_str().unwrap().len(), 32);
    // That it was looked at is no occasion to anchor it again.
    venue
        .get("/v1/ledgers/case")
        .official("case", "rev-1")
        .send()
        .ok(200);
    venue.running().service().anchor();
    assert_eq!(anchors().len(), 1);
}

/// Whoever hands in what can't go in learns nothing by it of what is there.
#[test]
fn a_conflict_tells_nothing_of_a_review_that_nobody_recorded_as_a_look() {
    let venue = reviewing();
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let mut sealed = draft(
        "review",
        "rev-1",
        "note_sealed",
        &json!({"commitment": hash}),
    );
    sealed["expect"] = json!(-1);
    let hand_in = |with: &str, value: &str, draft: &Value| {
        let asking = venue
            .post("/v1/ledgers/case/entries")
            .official("case", "rev-1")
            .header(with, value);
        asking.json(&json!([draft])).send()
    };
    let conflict = hand_in("x-note", "none", &sealed);
    let problem = conflict.problem("stale_version");
    assert_eq!(
        (&problem["entries"], &problem["current_version"]),
        (&Value::Null, &json!(0))
    );
    assert!(!conflict.body.contains("ann"), "{}", conflict.body);
    // Whatever else is asked is a look.
    let asking = venue
        .post("/v1/ledgers/case/whatif")
        .official("case", "rev-1");
    let what_if = asking.json(&json!({"void": ["x"]})).send();
    assert!(what_if.status >= 400);
    let asking = venue
        .post("/v1/ledgers/case/games/r1-b1/rulings?dry_run=true")
        .official("case", "rev-1");
    asking
        .json(&json!({"finding": "MV-1@1", "outcome": "x"}))
        .send();
    let looks = entries(&venue, "rev-2");
    let looks = looks.iter().filter(|entry| entry["actor"] == "rev-1");
    let seen: Vec<&Value> = looks.map(|entry| &entry["data"]["what"]).collect();
    assert_eq!(
        seen,
        [
            "/v1/ledgers/case/whatif",
            "/v1/ledgers/case/games/r1-b1/rulings?dry_run=true"
        ]
    );
}

/// As long as it is blind neither the page, the report nor the review as JSON says
/// who plays: not by a name, nor by a game whose pairing everybody knows.
#[test]
fn what_is_shown_of_a_blind_review_leads_to_no_player() {
    let venue = reviewing();
    for path in [
        "/l/case?lang=en",
        "/v1/ledgers/case/review",
        "/v1/ledgers/case/review/report",
        "/v1/ledgers/case/review/report?lang=ja",
    ] {
        let shown = venue.get(path).official("case", "rev-1").send();
        assert_eq!(shown.status, 200, "{path}");
        let words = shown
            .body
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let words: Vec<&str> = words.collect();
        for name in ["ann", "bo", "r1-b1", "Ann", "Bo"] {
            assert!(!words.contains(&name), "{path}: {name}");
        }
    }
    venue
        .get("/v1/ledgers/case/review?lang=en")
        .official("case", "rev-1")
        .send()
        .problem("query");
}
