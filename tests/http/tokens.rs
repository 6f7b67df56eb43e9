//! Who may: tokens, how far they reach, and in whose name they record.

use crate::http::venue::{Venue, stone};
use fupan::auth::{Principal, TokenBook};
use fupan_tests::script;
use serde_json::{Value, json};

fn begun() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    venue
}

fn hand_in_with(venue: &Venue, token: &str, draft: &Value) -> crate::http::venue::Answer {
    venue
        .post("/v1/ledgers/cup/entries")
        .token(token)
        .json(&json!([draft]))
        .send()
}

#[test]
fn recording_needs_a_token_and_reading_does_not() {
    let venue = begun();
    let answer = venue
        .post("/v1/ledgers/cup/entries")
        .json(&json!([]))
        .send();
    assert_eq!(answer.problem("no_token")["status"], 401);
    assert!(answer.header("www-authenticate").starts_with("Bearer"));
    assert_eq!(venue.get("/v1/ledgers/cup").send().status, 200);
    for token in ["fupan_00", "x", ""] {
        let answer = venue.get("/v1/ledgers/cup").token(token).send();
        assert_eq!(answer.problem("unknown_token")["status"], 401);
    }
    let basic = venue
        .get("/v1/ledgers/cup")
        .header("authorization", "Basic eDp5")
        .send();
    basic.problem("unknown_token");
}

#[test]
fn a_token_is_for_one_ledger() {
    let venue = begun();
    venue.play("other", &script::game("cn-2002"));
    let answer = hand_in_with(
        &venue,
        &venue.token("other", "rec-1"),
        &stone(1, "black", "Q16"),
    );
    assert_eq!(answer.problem("out_of_scope")["status"], 403);
}

#[test]
fn an_auditor_reads_and_records_nothing() {
    let venue = Venue::open_with(|config| config.access.public_read = false);
    venue.play("cup", &script::game("cn-2002"));
    venue.play("other", &script::game("cn-2002"));
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor", "ledger": "cup"}}));
    let answer = hand_in_with(&venue, &auditor, &stone(1, "black", "Q16"));
    answer.problem("out_of_scope");
    venue.get("/v1/ledgers/cup").send().problem("no_token");
    venue
        .get("/v1/ledgers/cup/events")
        .send()
        .problem("no_token");
    let read = venue.get("/v1/ledgers/cup").token(&auditor).send();
    assert_eq!(read.status, 200);
    assert!(read.header("cache-control").contains("private"));
    venue
        .get("/v1/ledgers/other")
        .token(&auditor)
        .send()
        .problem("out_of_scope");
    let listed = venue.get("/v1/ledgers").token(&auditor).send().ok(200);
    assert_eq!(listed["items"], json!([{"ledger": "cup"}]));
    assert_eq!(venue.get("/v1/ledgers").send().ok(200)["items"], json!([]));
    let all = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    assert_eq!(
        venue.get("/v1/ledgers/other").token(&all).send().status,
        200
    );
}

#[test]
fn the_offices_in_the_ledger_decide_what_a_token_may_record() {
    let venue = begun();
    let nobody = venue.token("cup", "nobody");
    let mut draft = stone(1, "black", "Q16");
    draft["actor"] = json!("nobody");
    let answer = hand_in_with(&venue, &nobody, &draft);
    assert_eq!(answer.problem("no_right")["status"], 403);
    let at = "2026-05-01T10:00:00.000Z";
    let office = |type_name: &str, data: Value| {
        let draft = json!({"stream": "tournament", "type": type_name, "at": at, "actor": "org-1", "data": data});
        venue.hand_in("cup", &[draft]).ok(201);
    };
    office(
        "official_appointed",
        json!({"official": "nobody", "name": "n", "role": "recorder"}),
    );
    hand_in_with(&venue, &nobody, &draft).ok(201);
    office(
        "official_relieved",
        json!({"official": "nobody", "reason": "went home"}),
    );
    let mut next = stone(2, "white", "D4");
    next["actor"] = json!("nobody");
    hand_in_with(&venue, &nobody, &next).problem("no_right");
}

#[test]
fn another_is_named_only_by_whose_own_office_gives_that_right() {
    let venue = begun();
    let chief = venue.token("cup", "chief-1");
    let as_recorder = hand_in_with(&venue, &chief, &stone(1, "black", "Q16")).ok(201);
    let entry = &as_recorder["entries"][0]["entry"];
    assert_eq!(
        (&entry["actor"], &entry["submitted_by"]),
        (&json!("rec-1"), &json!("chief-1"))
    );
    // A recorder may record facts, so he may record them for another recorder, but rules for nobody.
    let at = "2026-05-01T10:00:00.000Z";
    let ruling = json!({"stream": "game/r1-b1", "type": "ruling_made", "at": at, "actor": "chief-1",
        "data": script::ruling_data("ru-1", "cn-2002:30.6", json!([]))});
    let answer = hand_in_with(&venue, &venue.token("cup", "rec-1"), &ruling);
    let problem = answer.problem("not_for_others");
    assert_eq!(problem["status"], 403);
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.contains("the token stands for official "),
        "{detail}"
    );
    assert!(
        detail
            .contains("own token, or the token of one who may record it for others: chief_arbiter"),
        "{detail}"
    );
    // A chief arbiter appoints arbiters only, and would appoint anybody in the organiser's name.
    let panel = json!({"stream": "tournament", "type": "official_appointed", "at": at, "actor": "org-1",
        "data": {"official": "mine", "name": "m", "role": "panel_member"}});
    hand_in_with(&venue, &chief, &panel).problem("not_for_others");
    hand_in_with(&venue, venue.keeper(), &panel).problem("not_for_others");
}

#[test]
fn the_command_line_revokes_beside_the_running_service() {
    let venue = begun();
    let beside = TokenBook::at(venue.data());
    let principal = Principal::Official {
        official: "rec-1".parse().unwrap(),
        ledger: "cup".parse().unwrap(),
    };
    let made = beside.add(principal, None, None).unwrap();
    hand_in_with(&venue, &made.token, &stone(1, "black", "Q16")).ok(201);
    assert!(beside.revoke(&made.grant.id).unwrap());
    hand_in_with(&venue, &made.token, &stone(2, "white", "D4")).problem("unknown_token");
}

#[test]
fn only_the_keeper_makes_lists_and_revokes_tokens() {
    let venue = begun();
    let official = venue.token("cup", "org-1");
    let asked = json!({"principal": {"role": "keeper"}});
    venue
        .post("/v1/tokens")
        .token(&official)
        .json(&asked)
        .send()
        .problem("out_of_scope");
    venue
        .get("/v1/tokens")
        .token(&official)
        .send()
        .problem("out_of_scope");
    venue.get("/v1/tokens").send().problem("no_token");
    let listed = venue.get("/v1/tokens").token(venue.keeper()).send();
    let items = listed.ok(200)["items"].clone();
    let of_official = items
        .as_array()
        .unwrap()
        .iter()
        .find(|t| t["principal"]["official"] == "org-1")
        .unwrap();
    assert!(!listed.body.contains("fupan_"));
    let path = format!("/v1/tokens/{}", of_official["id"].as_str().unwrap());
    venue
        .delete(&path)
        .token(&official)
        .send()
        .problem("out_of_scope");
    assert_eq!(venue.delete(&path).token(venue.keeper()).send().status, 204);
    venue
        .delete(&path)
        .token(venue.keeper())
        .send()
        .problem("not_found");
    venue
        .get("/v1/ledgers")
        .token(&official)
        .send()
        .problem("unknown_token");
}

#[test]
fn a_token_past_its_end_is_told() {
    let venue = begun();
    let asked = json!({"principal": {"role": "auditor"}, "expires_at": "2020-01-01T00:00:00Z"});
    let token = venue.new_token(&asked);
    let answer = venue.get("/v1/ledgers/cup").token(&token).send();
    assert_eq!(answer.problem("token_expired")["status"], 401);
}

/// Where reading needs a token, following does so too, and as long as it goes on.
#[test]
fn who_follows_is_let_go_of_when_his_token_ends() {
    let venue = Venue::open_with(|config| config.access.public_read = false);
    venue.play("cup", &script::game("cn-2002"));
    let asked = json!({"principal": {"role": "auditor"}});
    let made = venue
        .post("/v1/tokens")
        .token(venue.keeper())
        .json(&asked)
        .send()
        .ok(201);
    let (token, id) = (
        made["token"].as_str().unwrap(),
        made["id"].as_str().unwrap(),
    );
    // Long enough to follow by it first, however busy the machine is.
    let soon = fupan_store::wall_clock().plus(fupan_domain::time::Millis(6_000));
    let ending = venue.new_token(&json!({"principal": {"role": "auditor"}, "expires_at": soon}));
    let mut followed = venue.get("/v1/ledgers/cup/events").token(token).follow();
    let mut until_then = venue.get("/v1/ledgers/cup/events").token(&ending).follow();
    assert!(followed.next().is_some() && until_then.next().is_some());
    let revoked = venue
        .delete(&format!("/v1/tokens/{id}"))
        .token(venue.keeper());
    assert_eq!(revoked.send().status, 204);
    while followed.next().is_some() {}
    while until_then.next().is_some() {}
}

/// The keeper's token and an auditor's record under names of their own and hold no
/// office: nobody is given one under those names.
#[test]
fn nobody_is_appointed_under_the_name_of_a_token_without_office() {
    let venue = begun();
    for name in ["keeper", "auditor"] {
        let draft = json!({"stream": "tournament", "type": "official_appointed",
            "at": "2026-05-01T11:00:00.000Z", "actor": "org-1",
            "data": {"official": name, "name": "N", "role": "chief_arbiter"}});
        venue.hand_in("cup", &[draft]).problem("id_taken");
        let principal = json!({"role": "official", "official": name, "ledger": "cup"});
        let asking = venue.post("/v1/tokens").token(venue.keeper());
        let refused = asking
            .json(&json!({"principal": principal}))
            .send()
            .problem("shape");
        assert_eq!(refused["errors"][0]["pointer"], "/principal/official");
    }
}
