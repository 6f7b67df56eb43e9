//! A review's ledger: opened by the keeper for its reviewers, each of whom writes in
//! it for himself and nobody else (contract, section 10). For whom it is not there is in
//! `review_hidden`, what is recorded of looks in `review_looks`.

use crate::http::venue::{Answer, Venue};
use fupan_tests::{script::game, to_come};
use serde_json::{Value, json};

pub const AT: &str = "2026-05-02T10:00:00.000Z";

pub fn opening() -> Value {
    json!({"tournament": "cup", "occasion": "a complaint", "question": "how long moves took",
        "reviewers": ["rev-1", "rev-2"], "subjects": [{"label": "A", "player": "ann"}],
        "games": ["r1-b1"], "standard_of_proof": "comfortable satisfaction", "blind": true,
        "method": {"name": "fupan-1", "opening_moves": 50, "settled_rate_bp": 9500, "forced_gap_cp": 1000,
            "near_equal_cp": 50, "visits_min": 100, "quick_ms": 1000, "moves_min": 30, "reference_min": 30}})
}

pub fn draft(stream: &str, actor: &str, type_name: &str, data: &Value) -> Value {
    json!({"stream": stream, "type": type_name, "at": AT, "actor": actor, "data": data})
}

pub fn open_by(venue: &Venue, ledger: &str, actor: &str, token: &str) -> Answer {
    let entry = draft("review", actor, "review_opened", &opening());
    let asking = venue.post("/v1/ledgers").token(token);
    asking
        .json(&json!({"ledger": ledger, "entry": entry}))
        .send()
}

/// A venue with a tournament `cup` and a review `case` of one of its games.
pub fn reviewing() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16, W D4"));
    open_by(&venue, "case", "keeper", venue.keeper()).ok(201);
    venue
}

/// Everybody with a token who might try.
pub fn tokens(venue: &Venue) -> Vec<(&'static str, Option<String>)> {
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    let mut tokens = vec![
        ("nobody", None),
        ("keeper", Some(venue.keeper().to_owned())),
        ("auditor", Some(auditor)),
        ("chief-1 of cup", Some(venue.token("cup", "chief-1"))),
        ("rev-1 of cup", Some(venue.token("cup", "rev-1"))),
    ];
    for who in ["rev-1", "rev-2", "rev-3", "chief-1", "ann"] {
        tokens.push((who, Some(venue.token("case", who))));
    }
    tokens
}

pub fn may(who: &str) -> bool {
    ["rev-1", "rev-2"].contains(&who)
}

pub fn entries(venue: &Venue, reviewer: &str) -> Vec<Value> {
    let answer = venue
        .get("/v1/ledgers/case/entries?limit=1000")
        .official("case", reviewer);
    let items = answer.send().ok(200)["items"].clone();
    items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["entry"].clone())
        .collect()
}
#[test]
fn the_keeper_alone_opens_a_review() {
    let venue = Venue::open();
    for who in ["org-1", "chief-1", "rev-1", "aud-1"] {
        let token = venue.token("case", who);
        open_by(&venue, "case", who, &token).problem("no_right");
    }
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor", "ledger": "case"}}));
    open_by(&venue, "case", "auditor", &auditor).problem("out_of_scope");
    open_by(&venue, "case", "keeper", venue.keeper()).ok(201);
}

/// The service has the tournament, and takes no review that doesn't fit it.
#[test]
fn a_review_that_does_not_fit_its_tournament_is_not_opened() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16, W D4"));
    let opens = |changes: &[(&str, Value)], code: &'static str| {
        let mut data = opening();
        for (key, value) in changes {
            data[*key] = value.clone();
        }
        let entry = draft("review", "keeper", "review_opened", &data);
        let asking = venue.post("/v1/ledgers").token(venue.keeper());
        let answer = asking
            .json(&json!({"ledger": "case", "entry": entry}))
            .send();
        answer.problem(code)
    };
    let elsewhere = json!([{"label": "A", "player": "cy"}]);
    opens(&[("games", json!(["r9-b9"]))], "contradiction");
    opens(&[("subjects", elsewhere)], "contradiction");
    opens(&[("reviewers", json!(["rev-1", "bo"]))], "own_matter");
    // Of a tournament that it does not have the service knows nothing, but this one.
    let own = opens(&[("tournament", json!("case"))], "contradiction");
    assert_eq!(
        own["detail"],
        "tournament case: expected the ledger of a tournament, and another name for the review's own"
    );
    venue
        .get("/v1/ledgers/case")
        .send()
        .problem("store_missing");
    open_by(&venue, "case", "keeper", venue.keeper()).ok(201);
}

#[test]
fn its_reviewers_alone_write_in_it() {
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let mut method = opening()["method"].clone();
    method["opening_moves"] = json!(40);
    let rows = [
        (
            "review",
            "method_changed",
            json!({"method": method, "reason": "r"}),
        ),
        (
            "review",
            "analysis_recorded",
            json!({"analysis": "time-1", "kind": "time", "method": 0,
            "program": "fupan", "games": ["r1-b1"], "as_of": {"seq": 1, "hash": hash}}),
        ),
        (
            "review",
            "evidence_attached",
            json!({"evidence": "video-1", "sha256": hash, "bytes": 4, "media_type": "video/mp4",
            "title": "t", "class": "restricted", "delete_after": to_come()}),
        ),
        ("review", "note_sealed", json!({"commitment": hash})),
        (
            "review",
            "answer_taken",
            json!({"subject": "A", "put": "p", "declined": true}),
        ),
        ("access", "data_seen", json!({"what": "the printed report"})),
    ];
    for (stream, type_name, data) in rows {
        let venue = reviewing();
        for (who, token) in tokens(&venue) {
            let Some(token) = token else { continue };
            let actor = who.split(' ').next().unwrap();
            let drafts = json!([draft(stream, actor, type_name, &data)]);
            let answer = venue
                .post("/v1/ledgers/case/entries")
                .token(&token)
                .json(&drafts)
                .send();
            match who {
                "rev-1" => drop(answer.ok(201)),
                // What only one can be first with was done by the other.
                "rev-2" => assert_ne!(answer.json()["code"], "no_right", "{type_name}"),
                _ => assert!([403, 404].contains(&answer.status), "{who}: {type_name}"),
            }
        }
    }
}

#[test]
fn a_tournament_has_no_place_in_a_review_nor_a_review_in_a_tournament() {
    let venue = reviewing();
    let eve = draft(
        "tournament",
        "rev-1",
        "player_registered",
        &json!({"player": "eve", "name": "Eve"}),
    );
    let asking = venue
        .post("/v1/ledgers/case/entries")
        .official("case", "rev-1");
    asking.json(&json!([eve])).send().problem("contradiction");
    let seen = draft("access", "chief-1", "data_seen", &json!({"what": "w"}));
    let asking = venue
        .post("/v1/ledgers/cup/entries")
        .official("cup", "chief-1");
    asking.json(&json!([seen])).send().problem("contradiction");
}

/// Two reviewers look independently: what one is said to have done comes with his own
/// token, whatever the other has.
#[test]
fn no_reviewer_writes_in_anothers_name() {
    let venue = reviewing();
    let sealed = json!({"commitment": "0".repeat(64)});
    for (type_name, data) in [
        ("note_sealed", sealed.clone()),
        ("note_opened", json!({"text": "t", "nonce": "0".repeat(32)})),
        ("labels_revealed", json!({})),
        (
            "answer_taken",
            json!({"subject": "A", "put": "p", "declined": true}),
        ),
        (
            "appeal_taken",
            json!({"by": "ann", "grounds": "g", "relief": "r"}),
        ),
    ] {
        let hand_in = venue
            .post("/v1/ledgers/case/entries")
            .official("case", "rev-1");
        let refused = hand_in.json(&json!([draft("review", "rev-2", type_name, &data)]));
        let problem = refused.send().problem("not_for_others");
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            detail.contains("rev-2's own token"),
            "{type_name}: {detail}"
        );
    }
    let own = venue
        .post("/v1/ledgers/case/entries")
        .official("case", "rev-2");
    own.json(&json!([draft("review", "rev-2", "note_sealed", &sealed)]))
        .send()
        .ok(201);
    // Nor does he seal what the other has: he could open it once its author has.
    let copies = venue
        .post("/v1/ledgers/case/entries")
        .official("case", "rev-1");
    let refused = copies.json(&json!([draft("review", "rev-1", "note_sealed", &sealed)]));
    let problem = refused.send().problem("contradiction");
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.contains("a note of rev-2 already"), "{detail}");
}

/// Labels hide whom a blind review is about; texts are shown as they were written.
#[test]
fn texts_of_a_blind_review_that_name_somebody_are_told() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16, W D4"));
    let opens = |ledger: &str, blind: bool| {
        let mut data = opening();
        data["question"] = json!("whether Ann had help in r1-b1");
        data["blind"] = json!(blind);
        let entry = draft("review", "keeper", "review_opened", &data);
        let asking = venue.post("/v1/ledgers").token(venue.keeper());
        let answer = asking.json(&json!({"ledger": ledger, "entry": entry}));
        answer.send().ok(201)["remarks"].clone()
    };
    let told = opens("case", true);
    let told: Vec<&str> = told
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t.as_str().unwrap())
        .collect();
    for word in [
        "question: \"r1-b1\" is a game",
        "question: \"ann\" is a player",
    ] {
        assert!(told.iter().any(|told| told.starts_with(word)), "{told:?}");
    }
    assert_eq!(opens("case-2", false), Value::Null);
}

/// A file whose day has passed can't be kept, and one whose day is in the year 9999 would
/// be kept for ever: neither is attached to a review.
#[test]
fn no_file_is_attached_whose_day_has_passed_or_is_none() {
    let venue = reviewing();
    let file = |delete_after: &str| {
        json!({"evidence": "e-1", "sha256": "0".repeat(64), "bytes": 1, "media_type": "text/plain",
            "title": "t", "class": "restricted", "delete_after": delete_after})
    };
    let attach = |delete_after: &str| {
        let draft = draft("review", "rev-1", "evidence_attached", &file(delete_after));
        let hand_in = venue
            .post("/v1/ledgers/case/entries")
            .official("case", "rev-1");
        hand_in.json(&json!([draft])).send()
    };
    // After it was attached, as its entry says, and before now.
    let problem = attach("2026-05-03T10:00:00.000Z").problem("shape");
    assert_eq!(problem["errors"][0]["pointer"], "/0/data/delete_after");
    // So far off that it is no day.
    let problem = attach("9999-12-31T00:00:00.000Z").problem("shape");
    let detail = problem["errors"][0]["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("delete_after 9999-12-31T00:00:00.000Z: expected 20")
            && detail.ends_with("ten years at most"),
        "{problem:#}"
    );
    attach(&to_come()).ok(201);
}
