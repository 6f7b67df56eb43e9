//! Recording: what goes in is there, once, durable, and by whom it was.

use crate::http::venue::{Answer, Venue, stone};
use fupan_tests::script;
use serde_json::{Value, json};

#[test]
fn what_is_handed_in_is_answered_sealed_and_can_be_read_back() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let answer = venue.hand_in("cup", &[stone(1, "black", "Q16"), stone(2, "white", "D4")]);
    let receipt = answer.ok(201);
    let seq = receipt["entries"][0]["seq"].as_u64().unwrap();
    assert_eq!(receipt["entries"][1]["seq"], seq + 1);
    assert_eq!(
        answer.header("location"),
        format!("/v1/ledgers/cup/entries/{seq}")
    );
    assert_eq!(answer.header("etag"), format!("\"{}\"", seq + 1));
    let entry = &receipt["entries"][0]["entry"];
    assert_eq!(entry["submitted_by"], "rec-1");
    assert_eq!(entry["actor"], "rec-1");
    let read = venue.get(answer.header("location")).send();
    assert_eq!(read.ok(200), *entry);
    let hash = fupan_replay::entry::hash(read.body.as_bytes());
    assert_eq!(receipt["entries"][0]["hash"], hash.to_string());
}

/// `at` is a clock of the venue's own: what is odd about it is told at once.
#[test]
fn a_receipt_says_that_a_time_lies_ahead_or_runs_backwards() {
    let mut venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let at = |id, colour, point, at: &str| {
        let mut stone = stone(id, colour, point);
        stone["at"] = json!(at);
        stone
    };
    let codes = |answer: &Answer| -> Vec<Vec<String>> {
        let entries = answer.ok(201)["entries"].as_array().unwrap().clone();
        let of = |entry: &Value| {
            let remarks = entry["remarks"].as_array().cloned().unwrap_or_default();
            remarks
                .iter()
                .map(|r| r["code"].as_str().unwrap().to_owned())
                .collect()
        };
        entries.iter().map(of).collect()
    };
    let batch = [
        at(1, "black", "Q16", "2026-05-01T10:00:00.000Z"),
        at(2, "white", "D4", "2096-05-01T10:00:00.000Z"),
        at(3, "black", "C3", "2026-05-01T10:00:02.000Z"),
    ];
    let first = venue.hand_in("cup", &batch);
    assert_eq!(
        codes(&first),
        [
            vec![],
            vec!["at_ahead".to_owned()],
            vec!["time_backwards".to_owned()]
        ]
    );
    let remark = &first.json()["entries"][2]["remarks"][0]["text"];
    let remark = remark.as_str().unwrap();
    assert!(
        remark.contains("10:00:02") && remark.contains("2096-05-01"),
        "{remark}"
    );
    // A retry is told the same, also where nothing of it is at hand any more.
    assert_eq!(venue.hand_in("cup", &batch).body, first.body);
    venue.restart();
    assert_eq!(venue.hand_in("cup", &batch).body, first.body);
    // The entry before it is looked up where it was recorded before the start.
    venue.restart();
    let late = venue.hand_in("cup", &[at(4, "white", "R4", "2026-05-01T10:00:01.000Z")]);
    assert_eq!(codes(&late), [["time_backwards"]]);
    let good = venue.hand_in("cup", &[at(5, "black", "R6", "2026-05-01T10:00:01.000Z")]);
    assert_eq!(codes(&good), [[""; 0]]);
}

#[test]
fn a_batch_is_recorded_whole_or_not_at_all() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let before = venue.get("/v1/ledgers/cup").send().ok(200)["size"].clone();
    let answer = venue.hand_in("cup", &[stone(1, "black", "Q16"), stone(2, "white", "Q16")]);
    let problem = answer.problem("point_occupied");
    assert_eq!(answer.status, 409);
    assert!(
        problem["detail"]
            .as_str()
            .unwrap()
            .starts_with("draft 2 (index 1): "),
        "{problem}"
    );
    // The stone in the way was one of the same batch: told by its number, and by its
    // id where the caller gave it one.
    assert_eq!(problem["entry"], stone(1, "black", "Q16")["id"]);
    let nameless = [stone(1, "black", "Q16"), stone(2, "white", "Q16")].map(|mut draft| {
        draft.as_object_mut().unwrap().remove("id");
        draft
    });
    let nameless = venue.hand_in("cup", &nameless).problem("point_occupied");
    assert_eq!(nameless["entry"], Value::Null);
    assert_eq!(nameless["detail"], problem["detail"]);
    let own = "in the way is draft 1 (index 0) of this batch, and nothing of it was stored";
    assert!(
        problem["detail"].as_str().unwrap().contains(own),
        "{problem}"
    );
    assert_eq!(venue.get("/v1/ledgers/cup").send().ok(200)["size"], before);
}

#[test]
fn a_batch_handed_in_again_gets_the_same_answer_also_after_a_restart() {
    let mut venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let batch = [stone(1, "black", "Q16"), stone(2, "white", "D4")];
    let first = venue.hand_in("cup", &batch);
    first.ok(201);
    let later = venue.hand_in("cup", &[stone(3, "black", "C3")]);
    later.ok(201);
    let again = venue.hand_in("cup", &batch);
    assert_eq!((again.status, &again.body), (201, &first.body));
    venue.restart();
    let again = venue.hand_in("cup", &batch);
    assert_eq!((again.status, &again.body), (201, &first.body));
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    let last = later.json()["entries"][0]["seq"].as_u64().unwrap();
    assert_eq!(size, last + 1);
}

#[test]
fn json_lines_are_taken_and_a_fault_is_told_with_its_line() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let lines = format!(
        "{}\n\n{}\n",
        stone(1, "black", "Q16"),
        stone(2, "white", "D4")
    );
    let hand_in = |lines: &str| {
        venue
            .post("/v1/ledgers/cup/entries")
            .official("cup", "rec-1")
            .body("application/x-ndjson; charset=utf-8", lines)
            .send()
    };
    assert_eq!(
        hand_in(&lines).ok(201)["entries"].as_array().unwrap().len(),
        2
    );
    let spoilt = lines.replace("D4", "I4");
    let answer = hand_in(&spoilt);
    let problem = answer.problem("schema");
    assert_eq!((answer.status, &problem["line"]), (422, &json!(3)));
    assert_eq!(problem["errors"][0]["pointer"], "/data/point");
}

#[test]
fn a_ledger_is_opened_once_and_a_refused_opening_leaves_none() {
    let venue = Venue::open();
    let drafts = script::opened_with("cn-2002", &json!({})).file();
    let first: Value = serde_json::from_str(drafts.lines().next().unwrap()).unwrap();
    let open = |entry: &Value| {
        let body = json!({"ledger": "cup", "entry": entry});
        venue
            .post("/v1/ledgers")
            .token(venue.keeper())
            .json(&body)
            .send()
    };
    let mut spoilt = first.clone();
    spoilt["data"]["edition"] = json!("cn-2099");
    assert_eq!(open(&spoilt).status, 422);
    venue.get("/v1/ledgers/cup").send().problem("store_missing");
    let mut stone = stone(9, "black", "Q16");
    stone["actor"] = json!("keeper");
    open(&stone).problem("not_opened");
    assert_eq!(venue.get("/v1/ledgers").send().ok(200)["items"], json!([]));

    let opened = open(&first);
    assert_eq!(
        opened.ok(201)["entries"][0]["entry"]["submitted_by"],
        "keeper"
    );
    assert_eq!(opened.header("location"), "/v1/ledgers/cup");
    assert_eq!(open(&first).body, opened.body);
    let mut other = first.clone();
    other["id"] = json!("00000000-0000-4000-8000-00000000ffff");
    open(&other).problem("opened_already");
    let listed = venue.get("/v1/ledgers").send().ok(200);
    assert_eq!(listed["items"], json!([{"ledger": "cup"}]));
}

#[test]
fn an_officials_token_opens_the_ledger_that_it_is_for_and_no_other() {
    let venue = Venue::open();
    let drafts = script::opened_with("cn-2002", &json!({})).file();
    let first: Value = serde_json::from_str(drafts.lines().next().unwrap()).unwrap();
    let open = |ledger: &str| {
        let body = json!({"ledger": ledger, "entry": first});
        let asking = venue.post("/v1/ledgers").official("cup", "org-1");
        asking.json(&body).send()
    };
    open("other").problem("out_of_scope");
    let opened = open("cup").ok(201);
    assert_eq!(opened["entries"][0]["entry"]["submitted_by"], "org-1");
}

#[test]
fn names_of_people_do_not_enter_the_log_and_are_shown_in_views() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let lines = venue
        .get("/v1/ledgers/cup/entries?limit=1000")
        .header("accept", "application/jsonl")
        .send();
    assert!(!lines.body.contains("\"name\":\"ann\""), "{}", lines.body);
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    assert_eq!(game["names"], json!({"black": "ann", "white": "bo"}));
}
