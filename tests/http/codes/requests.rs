//! Requests that a sound service refuses.

use super::Way;
use crate::http::venue::{Answer, Venue, stone};
use fupan_tests::script::{event, game, opened_with};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::{Shutdown, TcpStream},
};

const GAME: &str = "/v1/ledgers/cup/games/r1-b1";

#[rustfmt::skip] // one code a row
pub const WAYS: &[(&str, Way)] = &[
    ("no_route", || get("/v1/nothing")),
    ("path", || get("/v1/ledgers/UPPER")),
    ("method", || code(&begun().delete(GAME).send())),
    ("query", || get(&format!("{GAME}?mvoe=3"))),
    ("past_head", || get("/v1/ledgers/cup?at=999")),
    ("no_proof", || signed("/v1/ledgers/cup/proof/inclusion?seq=999")),
    ("not_signed_yet", || get("/v1/ledgers/cup/proof/inclusion?seq=0&size=999")),
    ("no_place", no_place),
    ("no_round", || get("/v1/ledgers/cup/standings?round=9")),
    ("not_settled", || get("/v1/ledgers/cup/results?format=trf")),
    ("nothing_known", || get("/v1/ledgers/cup?at=2020-01-01T00:00:00Z")),
    ("no_moment", || get(&format!("{GAME}?move=99"))),
    ("not_found", || get("/problems/none")),
    ("store_missing", || get("/v1/ledgers/nowhere")),
    ("no_finding", || ruling(&json!({"finding": "MV-5@3", "outcome": "x"}))),
    ("no_outcome", || ruling(&json!({"finding": the_finding(), "outcome": "x"}))),
    ("ruled_already", ruled_already),
    ("no_reasons", || ruling(&json!({"finding": the_finding(), "orders": []}))),
    ("ruling", || ruling(&json!({"outcome": "x"}))),
    ("shape", || ruling(&json!({"finding": 5}))),
    ("not_opened", || opening(&stone(1, "black", "Q16"))),
    ("unknown_edition", || get("/v1/editions/cn-2099")),
    ("other_edition", || opening_with(&json!({"edition_sha256": "0".repeat(64)}))),
    ("not_readable", || handed_in("application/json", "[")),
    ("media_type", || handed_in("text/plain", "[]")),
    ("empty_batch", || handed_in("application/json", "[]")),
    ("header", header),
    ("restricted", || file("restricted", TEXT, TEXT, |venue, path| venue.get(path).official("cup", "rec-1"))),
    ("range", || file("open", TEXT, TEXT, |venue, path| venue.get(path).header("range", "bytes=9999-"))),
    ("evidence_mismatch", || file("open", TEXT, "other", |venue, path| venue.get(path))),
    ("evidence_kind", || file("open", "no\0text", "no\0text", |venue, path| venue.get(path))),
    ("evidence_too_large", || file("open", &"x".repeat(101), "", |venue, path| venue.get(path))),
    ("evidence_deleted", || file("deleted", TEXT, TEXT, |venue, path| venue.get(path))),
    ("no_token", || code(&begun().post("/v1/ledgers/cup/entries").json(&json!([])).send())),
    ("unknown_token", || code(&begun().get(GAME).token("fupan_00").send())),
    ("token_expired", token_expired),
    ("out_of_scope", || code(&begun().get("/v1/tokens").official("cup", "org-1").send())),
    ("not_for_others", not_for_others),
    ("csrf", || code(&begun().post("/sign-in").body("application/x-www-form-urlencoded", "token=0").send())),
    ("batch_too_long", batch_too_long),
    ("body_too_large", body_too_large),
    ("head_too_large", || code(&begun().get(GAME).header("x-note", &"x".repeat(40_000)).send())),
    ("body_too_slow", || body_cut(false)),
    ("body_cut_off", || body_cut(true)),
    ("too_many_requests", || after_one(|config| (config.rates.address_per_s, config.rates.address_burst) = (1, 1))),
    ("too_many_failures", too_many_failures),
    ("too_many_streams", || code(&begun_with(|config| config.limits.streams = 0).get("/v1/ledgers/cup/events").send())),
    ("too_many_connections", || after_one(|config| config.limits.connections_per_address = 0)),
    ("busy", nobodys_turn),
    ("disk_full", || code(&Venue::open_with(|config| config.limits.free_bytes = u64::MAX).get("/readyz").send())),
];

/// All turns of those who have no token are taken.
fn nobodys_turn() -> String {
    let venue = begun();
    let turn = venue.running().service().stranger_audits.take();
    let code = code(&venue.get("/v1/ledgers/cup/audit").send());
    drop(turn);
    code
}

const TEXT: &str = "what was said";

/// A file of text is attached, its bytes or others are handed in and, where that
/// went well, asked for; one that is to be deleted has a date that has come.
fn file(
    class: &str,
    bytes: &str,
    sent: &str,
    ask: impl for<'a> Fn(&'a Venue, &str) -> crate::http::venue::Asking<'a>,
) -> String {
    let venue = Venue::open_with(|config| config.evidence.bytes = 100);
    let sha256 = fupan_domain::ids::Sha256::of(bytes.as_bytes());
    let mut data = json!({"evidence": "text-1", "sha256": sha256, "bytes": bytes.len(),
        "media_type": "text/plain", "title": "t", "class": class});
    if class == "deleted" {
        data["class"] = json!("open");
        data["delete_after"] = json!("2020-01-01T00:00:00.000Z");
    }
    venue.play(
        "cup",
        &game("cn-2002").by("arb-1", "evidence_attached", data),
    );
    let path = format!("/v1/ledgers/cup/evidence/{sha256}");
    let asking = venue.post(&path).official("cup", "arb-1");
    let answer = asking.body("text/plain", sent).send();
    if answer.status == 201 {
        return code(&ask(&venue, &path).send());
    }
    code(&answer)
}

/// The code of the problem that an answer is.
pub fn code(answer: &Answer) -> String {
    answer.json()["code"].as_str().unwrap_or("none").to_owned()
}

/// White has just retaken a ko.
pub fn begun() -> Venue {
    begun_with(|_| ())
}

fn begun_with(change: impl FnOnce(&mut fupan::config::Config)) -> Venue {
    let venue = Venue::open_with(change);
    let ko = "B D5, W D2, B C4, W C3, B E4, W E3, B Q16, W D4, B D3, W D4";
    venue.play("cup", &game("cn-2002").stones(ko));
    venue
}

fn get(path: &str) -> String {
    code(&begun().get(path).send())
}

fn the_finding() -> String {
    let findings = begun().get(&format!("{GAME}/findings")).send().ok(200);
    findings["findings"][0]["id"].as_str().unwrap().to_owned()
}

fn ruling(body: &Value) -> String {
    let venue = begun();
    let asking = venue.post(&format!("{GAME}/rulings"));
    code(&asking.official("cup", "chief-1").json(body).send())
}

fn ruled_already() -> String {
    let venue = begun();
    let findings = venue.get(&format!("{GAME}/findings")).send().ok(200);
    let finding = &findings["findings"][0];
    let asked = json!({"finding": finding["id"], "outcome": finding["outcomes"][0]["outcome"]});
    let rule = || {
        let asking = venue.post(&format!("{GAME}/rulings"));
        asking.official("cup", "chief-1").json(&asked).send()
    };
    rule().ok(201);
    code(&rule())
}

fn opening(entry: &Value) -> String {
    let mut entry = entry.clone();
    entry["actor"] = json!("keeper");
    let venue = Venue::open();
    let body = json!({"ledger": "cup", "entry": entry});
    let asking = venue.post("/v1/ledgers").token(venue.keeper());
    code(&asking.json(&body).send())
}

fn opening_with(changes: &Value) -> String {
    let mut first = opened_with("cn-2002", &json!({})).drafts()[0].clone();
    let data = first["data"].as_object_mut().unwrap();
    data.extend(changes.as_object().unwrap().clone());
    opening(&first)
}

fn handed_in(media_type: &str, body: &str) -> String {
    let venue = begun();
    let asking = venue.post("/v1/ledgers/cup/entries");
    let asking = asking.official("cup", "rec-1").body(media_type, body);
    code(&asking.send())
}

/// Asks once a checkpoint was signed.
fn signed(path: &str) -> String {
    let venue = begun();
    venue.signed("cup", 1);
    code(&venue.get(path).send())
}

fn header() -> String {
    let venue = begun();
    let asking = venue
        .post("/v1/ledgers/cup/entries")
        .header("if-match", "*");
    let drafts = json!([stone(1, "black", "R4")]);
    code(&asking.official("cup", "rec-1").json(&drafts).send())
}

fn token_expired() -> String {
    let venue = begun();
    let asked = json!({"principal": {"role": "auditor"}, "expires_at": "2020-01-01T00:00:00Z"});
    code(&venue.get(GAME).token(&venue.new_token(&asked)).send())
}

fn no_place() -> String {
    let left = json!({"player": "di", "after_round": 0, "justified": true, "reason": "ill"});
    let script = event("cn-2002", &json!({"rounds": 1}), &["ann", "bo", "di"])
        .org("player_withdrew", left)
        .round(1, "ann-bo 1-0");
    let venue = Venue::open();
    venue.play("cup", &script);
    let answer = venue
        .get("/v1/ledgers/cup/standings/explain?entrant=di")
        .send();
    assert!(answer.body.contains("\"entry\""), "{}", answer.body);
    code(&answer)
}

fn not_for_others() -> String {
    let venue = begun();
    let mut draft = stone(1, "black", "R4");
    draft["actor"] = json!("chief-1");
    let asking = venue.post("/v1/ledgers/cup/entries");
    let asking = asking.official("cup", "rec-1").json(&json!([draft]));
    code(&asking.send())
}

fn batch_too_long() -> String {
    let venue = begun_with(|config| config.limits.batch_drafts = 30);
    let many: Vec<Value> = (0..31).map(|n| stone(n, "black", "R4")).collect();
    code(&venue.hand_in("cup", &many))
}

fn body_too_large() -> String {
    let venue = begun_with(|config| config.limits.body_bytes = 10_000);
    let many: Vec<Value> = (0..100).map(|n| stone(n, "black", "R4")).collect();
    code(&venue.hand_in("cup", &many))
}

/// A body of which only the first byte comes, the connection being cut or not.
fn body_cut(cut: bool) -> String {
    let venue = Venue::open_with(|config| {
        config.limits.body_within_ms = if cut { 10_000 } else { 200 };
    });
    let mut socket = TcpStream::connect(venue.running().address()).unwrap();
    let head = format!(
        "POST /v1/tokens HTTP/1.1\r\nhost: fupan\r\nauthorization: Bearer {}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: 50\r\n\r\n{{",
        venue.keeper()
    );
    socket.write_all(head.as_bytes()).unwrap();
    if cut {
        socket.shutdown(Shutdown::Write).unwrap();
    }
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    let problem: Value = serde_json::from_str(body).unwrap_or_default();
    problem["code"].as_str().unwrap_or("none").to_owned()
}

fn after_one(change: impl FnOnce(&mut fupan::config::Config)) -> String {
    let venue = Venue::open_with(change);
    venue.get("/v1/ledgers").send();
    code(&venue.get("/v1/ledgers").send())
}

fn too_many_failures() -> String {
    let venue = Venue::open_with(|config| config.rates.failures_per_min = 1);
    let ask = || venue.get("/v1/ledgers").token("fupan_wrong").send();
    ask();
    code(&ask())
}
