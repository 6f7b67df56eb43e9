//! What if, over HTTP: whoever may read may ask, and nothing is stored.

use crate::http::venue::{Answer, Venue, stone};
use fupan_tests::script::game;
use serde_json::{Value, json};

fn begun() -> Venue {
    let venue = Venue::open();
    let script = game("cn-2002")
        .stones("B Q16, W D4")
        .loses("lost-1", "white", "cn-2002:22.2");
    venue.play("cup", &script);
    venue
}

fn ask(venue: &Venue, body: &Value) -> Answer {
    venue.post("/v1/ledgers/cup/whatif").json(body).send()
}

fn size(venue: &Venue) -> Value {
    venue.get("/v1/ledgers/cup").send().ok(200)["size"].clone()
}

/// Each folds the whole event: only so many at once.
#[test]
fn no_more_questions_are_answered_at_once_than_the_setting_says() {
    let venue = Venue::open_with(|config| config.limits.what_ifs = 2);
    venue.play("cup", &game("cn-2002").stones("B Q16"));
    let asked = json!({"with": [stone(7, "white", "D4")]});
    let service = venue.running().service();
    let (_one, other) = (
        service.what_ifs.take().unwrap(),
        service.what_ifs.take().unwrap(),
    );
    let ask = || {
        let asking = venue.post("/v1/ledgers/cup/whatif");
        asking.official("cup", "arb-1").json(&asked).send()
    };
    let full = ask();
    let problem = full.problem("busy");
    assert_eq!((full.status, full.header("retry-after")), (503, "1"));
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.contains("limits.what_ifs"), "{detail}");
    let dry = venue.post("/v1/ledgers/cup/games/r1-b1/rulings?dry_run=true");
    let dry = dry
        .official("cup", "arb-1")
        .json(&json!({"article": "cn-2002:23.1", "outcome": "o"}));
    dry.send().problem("busy");
    drop(other);
    ask().ok(200);
}

#[test]
fn a_ruling_falls_and_nothing_is_stored() {
    let venue = begun();
    let before = size(&venue);
    let answer = ask(&venue, &json!({"void": ["lost-1"]}));
    assert_eq!(answer.header("cache-control"), "no-store");
    let answer = answer.ok(200);
    let game = &answer["games"]["r1-b1"];
    assert_eq!(game["before"]["result"]["outcome"], "black");
    assert_eq!(game["after"]["result"], Value::Null);
    assert_eq!(answer["voided"][0]["becomes"], "overturned");
    assert_eq!(size(&venue), before);
    let now = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    assert_eq!(now["result"]["outcome"], "black");
}

#[test]
fn drafts_are_tried_out_after_what_is_there_or_in_its_place() {
    let venue = begun();
    let drafts = json!([stone(1, "black", "Q4"), stone(2, "white", "C16")]);
    let after = ask(&venue, &json!({"with": drafts})).ok(200);
    assert_eq!(
        after["games"]["r1-b1"]["after"]["position"]["moves"],
        json!(4)
    );
    let seq = after["known"].as_u64().unwrap();
    let (black, white) = (format!("@{}", seq - 3), format!("@{}", seq - 2));
    // The game is lost, so that its recorder corrects nothing more.
    let read_as = |colour: &str, point: &str| {
        let mut draft = stone(3, colour, point);
        draft["actor"] = json!("arb-1");
        draft
    };
    let instead = json!({"in_place_of": [
        {"entry": black, "draft": read_as("black", "R16")},
        {"entry": white, "draft": read_as("white", "C3")}]});
    let instead = ask(&venue, &instead).ok(200);
    let rows = &instead["games"]["r1-b1"]["after"]["position"]["rows"];
    assert_eq!(rows[3], "................X..");
    assert_eq!(rows[16], "..O................");
    // The plain case: one fact falls, and one draft stands in its place.
    let plain = json!({"void": [white], "with": [read_as("white", "C3")]});
    let plain = ask(&venue, &plain).ok(200);
    assert_eq!(plain["voided"][0]["becomes"], "replaced");
    // As it was known before the ruling.
    let early = ask(
        &venue,
        &json!({"with": [stone(1, "black", "Q4")], "at": seq - 2}),
    );
    assert_eq!(
        early.ok(200)["games"]["r1-b1"]["before"]["result"],
        Value::Null
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let venue = begun();
    let problem = ask(&venue, &json!({"void": ["nobody-ruled-so"]})).problem("unknown");
    assert_eq!(problem["value"], "nobody-ruled-so");
    let on_stone = json!({"with": [stone(1, "black", "Q4"), stone(2, "white", "Q4")]});
    let problem = ask(&venue, &on_stone).problem("point_occupied");
    assert_eq!(problem["line"], Value::Null);
    assert!(
        problem["detail"].as_str().unwrap().starts_with("/with/1: "),
        "{problem}"
    );
    let no_draft = json!({"with": [stone(1, "black", "Q4")],
        "in_place_of": [{"entry": "@14", "draft": stone(2, "green", "Q4")}]});
    let problem = ask(&venue, &no_draft).problem("schema");
    assert_eq!(
        problem["errors"][0]["pointer"],
        "/in_place_of/0/draft/data/colour"
    );
    let mut stranger = stone(1, "black", "Q4");
    stranger["actor"] = json!("nobody");
    ask(&venue, &json!({"with": [stranger]})).problem("no_right");
    ask(&venue, &json!({"void": ["@0"]})).problem("not_a_fact");
    ask(&venue, &json!({"void": ["@1"], "at": 9_999})).problem("past_head");
    ask(&venue, &json!({"void": ["@1"], "at": "noon"})).problem("query");
    for nothing in [
        json!({}),
        json!([]),
        json!({"voids": []}),
        json!({"void": 3}),
    ] {
        ask(&venue, &nothing).problem("shape");
    }
    let many: Vec<String> = (0..20_000).map(|n| format!("@{n}")).collect();
    ask(&venue, &json!({"void": many})).problem("batch_too_long");
}

#[test]
fn asking_needs_the_right_to_read_and_no_more() {
    let venue = Venue::open_with(|config| config.access.public_read = false);
    venue.play("cup", &game("cn-2002").stones("B Q16"));
    let body = json!({"with": [stone(1, "white", "Q4")]});
    ask(&venue, &body).problem("no_token");
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor", "ledger": "cup"}}));
    let asked = venue
        .post("/v1/ledgers/cup/whatif")
        .token(&auditor)
        .json(&body);
    asked.send().ok(200);
    let other = venue.new_token(&json!({"principal": {"role": "auditor", "ledger": "other"}}));
    let asked = venue
        .post("/v1/ledgers/cup/whatif")
        .token(&other)
        .json(&body);
    asked.send().problem("out_of_scope");
}
