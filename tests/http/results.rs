//! Results over HTTP: the crosstable, an explained place, and the forms in which
//! others take them.

use crate::http::venue::Venue;
use fupan_tests::script::{Script, event};
use serde_json::json;

/// Two rounds of four; the second one's last game goes on.
fn cup() -> Script {
    event("cn-2002", &json!({"rounds": 2}), &["ann", "bo", "cy", "di"])
        .round(1, "ann-bo 1-0, cy-di 0-1")
        .round(2, "ann-di 1-0, bo-cy ?")
}

fn venue() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &cup());
    venue
}

#[test]
fn who_met_whom_is_there_to_read() {
    let venue = venue();
    let table = venue.get("/v1/ledgers/cup/crosstable").send().ok(200);
    assert_eq!(table["rows"][0]["player"], "ann");
    assert_eq!(table["rows"][0]["rounds"][1][0]["how"], "won");
    let first = venue.get("/v1/ledgers/cup/crosstable?round=1").send();
    assert_eq!(
        first.ok(200)["rows"][0]["rounds"].as_array().map(Vec::len),
        Some(1)
    );
    let text = venue
        .get("/v1/ledgers/cup/crosstable")
        .header("accept", "text/plain")
        .send();
    assert!(
        text.body.starts_with("cup: crosstable after round 2\n"),
        "{}",
        text.body
    );
    // As it was known when only the players had been registered.
    let early = venue.get("/v1/ledgers/cup/crosstable?at=9").send().ok(200);
    assert_eq!(early["round"], 0);
}

#[test]
fn a_place_is_explained() {
    let venue = venue();
    let path = "/v1/ledgers/cup/standings/explain";
    let view = venue
        .get(&format!("{path}?entrant=ann&round=1"))
        .send()
        .ok(200);
    assert_eq!(
        (&view["round"], &view["bouts"][0]["opponent"]),
        (&json!(1), &json!("bo"))
    );
    venue
        .get(&format!("{path}?entrant=zoe"))
        .send()
        .problem("unknown");
    let none = venue.get(path).send().problem("query");
    assert_eq!(none["status"], 400);
    assert_eq!(
        none["detail"],
        "entrant is missing: expected a text (The id of the player, or of the team)"
    );
}

#[test]
fn what_is_wrong_with_a_parameter_is_told_by_its_name() {
    let venue = venue();
    for (asked, detail) in [
        (
            "results",
            "format is missing: expected one of csv, html, h9, trf",
        ),
        (
            "results?format=pdf",
            "format \"pdf\": expected one of csv, html, h9, trf",
        ),
        (
            "results?format=csv&table=all",
            "table \"all\": expected one of standings, crosstable, results",
        ),
        (
            "standings?round=first",
            "round \"first\": expected a whole number",
        ),
        (
            "standings/explain?entrant=ann&round=-1",
            "round \"-1\": expected a whole number",
        ),
        ("crosstable?at=soon", "at"),
        (
            "results?format=csv&provisional=yes",
            "provisional \"yes\": expected true or false",
        ),
    ] {
        let problem = venue
            .get(&format!("/v1/ledgers/cup/{asked}"))
            .send()
            .problem("query");
        let told = problem["detail"].as_str().unwrap();
        assert!(told.starts_with(detail), "{asked}: {told}");
        assert!(!told.contains("deserialize"), "{asked}: {told}");
    }
}

#[test]
fn a_page_that_is_asked_for_no_number_names_what_it_was_asked_for() {
    let venue = venue();
    for path in ["/l/cup?round=first", "/l/cup/standings/ann?round=first"] {
        let page = venue.get(path).header("accept", "text/html").send();
        assert_eq!(page.status, 400, "{path}: {}", page.body);
        assert!(page.body.contains("round"), "{path}: {}", page.body);
        assert!(
            page.body.contains("a whole number"),
            "{path}: {}",
            page.body
        );
        assert!(!page.body.contains("deserialize"), "{path}: {}", page.body);
    }
}

#[test]
fn a_round_that_was_not_paired_is_not_there_to_read() {
    let venue = venue();
    for path in [
        "standings?round=9",
        "standings?round=0",
        "standings/explain?entrant=ann&round=9",
        "crosstable?round=9",
        "results?format=csv&round=9&provisional=true",
    ] {
        let problem = venue
            .get(&format!("/v1/ledgers/cup/{path}"))
            .send()
            .problem("no_round");
        assert_eq!(problem["status"], 404, "{path}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.ends_with(": 2 were paired"), "{detail}");
    }
}

#[test]
fn files_are_given_out_once_all_is_settled_or_as_they_stand() {
    let venue = venue();
    for (asked, media_type, begins) in [
        ("csv", "text/csv; charset=utf-8", "place,id,name"),
        (
            "csv&table=standings",
            "text/csv; charset=utf-8",
            "place,id,name",
        ),
        (
            "csv&table=crosstable",
            "text/csv; charset=utf-8",
            "number,place,id",
        ),
        (
            "csv&table=results",
            "text/csv; charset=utf-8",
            "round,what,game",
        ),
        ("html", "text/html; charset=utf-8", "<!DOCTYPE html>"),
        ("h9", "text/plain; charset=utf-8", "; EV[Cup]"),
        ("trf", "text/plain; charset=utf-8", "012 Cup"),
    ] {
        let path = format!("/v1/ledgers/cup/results?format={asked}");
        let refused = venue.get(&path).send().problem("not_settled");
        assert_eq!(refused["status"], 409);
        assert!(refused["detail"].as_str().unwrap().contains("r2-bo-cy"));
        let provisional = venue.get(&format!("{path}&provisional=true")).send();
        assert_eq!(provisional.status, 200, "{}", provisional.body);
        let settled = venue.get(&format!("{path}&round=1")).send();
        for answer in [&provisional, &settled] {
            assert_eq!(answer.status, 200, "{}", answer.body);
            assert_eq!(answer.header("content-type"), media_type);
            assert!(answer.body.starts_with(begins), "{}", answer.body);
            let is_file = answer
                .header("content-disposition")
                .contains("filename=\"cup-");
            assert_eq!(is_file, asked != "html");
        }
    }
    for bad in [
        "",
        "format=pdf",
        "format=h9&table=standings",
        "format=csv&table=all",
    ] {
        let path = format!("/v1/ledgers/cup/results?{bad}");
        assert_eq!(
            venue.get(&path).send().problem("query")["status"],
            400,
            "{bad}"
        );
    }
}

#[test]
fn results_are_read_by_whom_the_ledger_is_for() {
    let venue = Venue::open_with(|config| config.access.public_read = false);
    venue.play("cup", &cup());
    let auditor = |ledger: &str| {
        venue.new_token(&json!({"principal": {"role": "auditor", "ledger": ledger}}))
    };
    let (own, other) = (auditor("cup"), auditor("other"));
    for path in [
        "standings",
        "standings/explain?entrant=ann",
        "crosstable",
        "results?format=h9&round=1",
    ] {
        let path = format!("/v1/ledgers/cup/{path}");
        venue.get(&path).send().problem("no_token");
        venue
            .get(&path)
            .token(&other)
            .send()
            .problem("out_of_scope");
        for token in [&*own, &venue.token("cup", "org-1"), venue.keeper()] {
            let read = venue.get(&path).token(token).send();
            assert_eq!(read.status, 200, "{path}: {}", read.body);
            assert!(read.header("cache-control").contains("private"), "{path}");
        }
    }
}
