//! Two who write at once: the one who comes late hears what happened since.

use crate::http::venue::{Answer, Venue, stone};
use fupan_tests::script;
use serde_json::{Value, json};

fn begun() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    venue
}

fn hand_in_if(venue: &Venue, tag: &str, drafts: &[Value]) -> Answer {
    venue
        .post("/v1/ledgers/cup/entries")
        .official("cup", "rec-1")
        .header("if-match", tag)
        .json(&json!(drafts))
        .send()
}

#[test]
fn a_stale_expectation_is_told_with_what_was_recorded_since() {
    let venue = begun();
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    let mut late = stone(2, "white", "D4");
    late["expect"] = json!(0);
    let answer = venue.hand_in("cup", &[late.clone()]);
    let problem = answer.problem("stale_version");
    assert_eq!(
        (answer.status, &problem["current_version"]),
        (412, &json!(1))
    );
    let since: Vec<&Value> = problem["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| &e["entry"]["id"])
        .collect();
    assert_eq!(since, [&stone(1, "black", "Q16")["id"]]);
    late["expect"] = problem["current_version"].clone();
    venue.hand_in("cup", &[late]).ok(201);
}

#[test]
fn a_batch_can_rest_on_the_view_that_was_seen() {
    let venue = begun();
    let seen = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    let tag = seen.header("etag");
    let first = hand_in_if(
        &venue,
        tag,
        &[stone(1, "black", "Q16"), stone(2, "white", "D4")],
    );
    first.ok(201);
    let late = hand_in_if(&venue, tag, &[stone(3, "black", "C3")]);
    let problem = late.problem("stale_version");
    assert_eq!(problem["entries"].as_array().unwrap().len(), 2);
    // The caller gave a tag: it is told of beside the versions.
    let detail = problem["detail"].as_str().unwrap();
    let seen = tag.trim_matches('"');
    let told = format!(
        "If-Match {tag} is the ETag of a view up to entry {seen}: draft 1 (index 0): stream game/r1-b1 is at version 2, not at 0 as expected"
    );
    assert!(detail.contains(&told), "{detail}");
    let newest = first.json()["entries"][1]["seq"].clone();
    assert!(
        detail.ends_with(&format!("up to entry {newest}")),
        "{detail}"
    );
    // The same batch once more is no conflict with itself.
    let again = hand_in_if(
        &venue,
        tag,
        &[stone(1, "black", "Q16"), stone(2, "white", "D4")],
    );
    assert_eq!(again.body, first.body);
    let now = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    assert_eq!(now.header("etag"), first.header("etag"));
    hand_in_if(&venue, now.header("etag"), &[stone(3, "black", "C3")]).ok(201);
}

#[test]
fn an_appeal_about_the_game_makes_a_view_of_it_stale_and_another_game_does_not() {
    let venue = begun();
    let tag = venue
        .get("/v1/ledgers/cup/games/r1-b1")
        .send()
        .header("etag")
        .to_owned();
    let at = "2026-05-01T10:00:00.000Z";
    let pairing = json!({"stream": "tournament", "type": "player_registered", "at": at, "actor": "org-1",
        "data": {"player": "eve", "name": "eve"}});
    venue.hand_in("cup", &[pairing]).ok(201);
    assert_eq!(
        venue
            .get("/v1/ledgers/cup/games/r1-b1")
            .send()
            .header("etag"),
        tag
    );
    let ruled = json!({"stream": "game/r1-b1", "type": "ruling_made", "at": at, "actor": "chief-1",
        "id": "00000000-0000-4000-9000-000000000001",
        "data": script::ruling_data("ru-1", "cn-2002:30.6", json!([]))});
    let ruled = venue.hand_in("cup", &[ruled]);
    let tag = ruled.header("etag").to_owned();
    let appeal = json!({"stream": "appeal/ap-1", "type": "appeal_filed", "at": at, "actor": "arb-1",
        "data": {"game": "r1-b1", "by": "ann", "against": ["00000000-0000-4000-9000-000000000001"],
            "grounds": "it was otherwise", "relief": "play on"}});
    let filed = venue.hand_in("cup", &[appeal]);
    filed.ok(201);
    let problem = hand_in_if(&venue, &tag, &[stone(1, "black", "Q16")]).problem("stale_version");
    assert_eq!(problem["entries"][0]["entry"]["type"], "appeal_filed");
    hand_in_if(&venue, filed.header("etag"), &[stone(1, "black", "Q16")]).ok(201);
}

#[test]
fn an_id_belongs_to_one_content() {
    let venue = begun();
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    let other = venue.hand_in("cup", &[stone(1, "black", "D4")]);
    let problem = other.problem("id_reused");
    assert_eq!(
        (other.status, &problem["entry"]),
        (409, &stone(1, "black", "Q16")["id"])
    );
}

#[test]
fn a_tag_that_is_none_is_told() {
    let venue = begun();
    for tag in ["*", "W/\"3\"", "3", "\"x\"", "\"1\", \"2\""] {
        let answer = hand_in_if(&venue, tag, &[stone(1, "black", "Q16")]);
        answer.problem("header");
    }
    hand_in_if(&venue, "\"99999\"", &[stone(1, "black", "Q16")]).problem("stale_version");
}
