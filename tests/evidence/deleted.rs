//! A file goes on its date, by an entry that says so.

use super::{
    PDF, STATEMENT, appealed, attached, audit, codes, file, hand_in, kept, late, path, sha, take_in,
};
use crate::http::venue::Venue;
use fupan_tests::script::game;
use serde_json::json;

#[test]
fn a_file_goes_on_its_date_with_an_entry_that_says_so() {
    let venue = Venue::open();
    let mut dated = attached("answer-1", STATEMENT, "text/plain", "restricted");
    dated["delete_after"] = json!(late());
    let script = appealed().draft("appeal/a1", "chief-1", "evidence_attached", dated.clone());
    // The same file, attached without a date, is kept.
    venue.play("cup", &script);
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    hand_in(&venue, "arb-1", PDF).ok(201);
    venue.running().service().sweep(late());
    assert_eq!(kept(venue.data()).len(), 2);

    let venue = Venue::open();
    let script = game("cn-2002").stones("B Q16, W D4").files("a1", &["W D4"]);
    let script = script.draft("appeal/a1", "chief-1", "evidence_attached", dated.clone());
    let mut sooner = dated;
    sooner["delete_after"] = json!("2089-01-01T00:00:00.000Z");
    sooner["evidence"] = json!("answer-2");
    venue.play("cup", &script.by("arb-1", "evidence_attached", sooner));
    hand_in(&venue, "chief-1", STATEMENT).ok(201);
    let appeal = || venue.get("/v1/ledgers/cup/appeals/a1").send();
    let before = appeal();
    assert_eq!(before.json()["evidence"][0]["file"], "kept");
    // The last date counts, to the millisecond.
    let earlier = "2089-12-31T23:59:59.999Z".parse().unwrap();
    venue.running().service().sweep(earlier);
    assert_eq!(kept(venue.data()).len(), 1);
    venue.running().service().sweep(late());
    assert_eq!(kept(venue.data()), Vec::<String>::new());
    let entries = venue
        .get("/v1/ledgers/cup/entries?stream=log")
        .send()
        .ok(200);
    let last = &entries["items"].as_array().unwrap().last().unwrap()["entry"];
    assert_eq!(
        (&last["type"], &last["actor"], &last["data"]),
        (
            &json!("evidence_deleted"),
            &json!("keeper"),
            &json!({"sha256": sha(STATEMENT), "evidence": ["answer-1", "answer-2"], "why": "date"})
        )
    );
    let after = appeal();
    assert_ne!(after.header("etag"), before.header("etag"));
    let shown = &after.json()["evidence"][0];
    assert_eq!(
        (&shown["file"], &shown["deleted_because"]),
        (&json!("deleted"), &json!("date"))
    );
    let gone = venue
        .get(&path(STATEMENT))
        .official("cup", "chief-1")
        .send();
    assert_eq!(gone.problem("evidence_deleted")["status"], 410);
    hand_in(&venue, "chief-1", STATEMENT).problem("evidence_deleted");
    // Once is enough.
    let size = audit(&venue)["size"].clone();
    venue.running().service().sweep(late());
    assert_eq!(audit(&venue)["size"], size);
    assert_eq!(codes(&audit(&venue)), Vec::<&str>::new());
}

#[test]
fn the_service_looks_for_dates_by_itself() {
    let venue = Venue::open();
    let mut dated = attached("answer-1", STATEMENT, "text/plain", "open");
    dated["delete_after"] = json!("2020-01-02T00:00:00.000Z");
    venue.play(
        "cup",
        &game("cn-2002").by("arb-1", "evidence_attached", dated),
    );
    // What is past its date is not even taken in.
    hand_in(&venue, "arb-1", STATEMENT).problem("evidence_deleted");
    let ledgers = &venue.running().service().ledgers;
    let live = ledgers.open(&"cup".parse().unwrap()).unwrap();
    take_in(&live.open, STATEMENT, "2020-01-01T00:00:00.000Z");
    assert_eq!(kept(venue.data()).len(), 1);
    venue.running().service().tidy();
    assert_eq!(kept(venue.data()), Vec::<String>::new());
    assert_eq!(file(&venue, STATEMENT)["file"], "deleted");
}
