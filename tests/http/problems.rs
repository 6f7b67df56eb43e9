//! Problems: whatever goes wrong is told in one form, with a page for its kind.

use crate::http::venue::Venue;
use fupan::problem::KINDS;
use fupan_tests::script;
use serde_json::json;

#[test]
fn every_kind_has_its_page() {
    let venue = Venue::open();
    for kind in KINDS {
        let path = format!("/problems/{}", kind.code);
        let page = venue.get(&path).header("accept", "text/html").send();
        assert_eq!(page.status, 200, "{path}");
        assert!(page.header("content-type").starts_with("text/html"));
        assert!(
            page.body.contains("<h1") && page.body.contains(kind.code),
            "{}",
            page.body
        );
        let told = venue
            .get(&path)
            .header("accept", "application/json")
            .send()
            .ok(200);
        assert_eq!(told["title"], kind.title);
        assert_eq!(told["help"], kind.help);
        assert_ne!(kind.help, "");
    }
    venue.get("/problems/none").send().problem("not_found");
}

#[test]
fn paths_methods_and_bodies_that_are_none_are_problems_too() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    for path in [
        "/v1",
        "/v1/nothing",
        "/v1/ledgers/",
        "/v1/ledgers/cup/games/r1-b1/nothing",
    ] {
        assert_eq!(
            venue.get(path).send().problem("no_route")["status"],
            404,
            "{path}"
        );
    }
    for path in [
        "/v1/ledgers/cup",
        "/v1/ledgers/cup/entries",
        "/v1/ledgers/cup/entries/0",
    ] {
        for method in ["PUT", "PATCH", "DELETE"] {
            let answer = venue.other(method, path).send();
            assert_eq!(answer.problem("method")["status"], 405, "{method} {path}");
            assert!(answer.header("allow").starts_with("GET, HEAD"));
        }
    }
    let hand_in = |media_type: &str, body: &str| {
        venue
            .post("/v1/ledgers/cup/entries")
            .official("cup", "rec-1")
            .body(media_type, body)
            .send()
    };
    hand_in("text/plain", "[]").problem("media_type");
    hand_in("application/json", "[").problem("not_readable");
    hand_in("application/json", "{}").problem("shape");
    hand_in("application/json", "[1]").problem("schema");
    hand_in("application/json", r#"[{"a":1,"a":2}]"#).problem("not_readable");
    hand_in("application/json", "").problem("not_readable");
    hand_in("application/json", "\u{feff}[]").problem("not_readable");
    let encoded = venue
        .post("/v1/ledgers/cup/entries")
        .official("cup", "rec-1")
        .header("content-encoding", "gzip")
        .body("application/json", "[]")
        .send();
    assert_eq!(encoded.problem("media_type")["status"], 415);
}

#[test]
fn each_fault_of_a_draft_is_told_with_its_pointer() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let good = crate::http::venue::stone(1, "black", "Q16");
    let mut bad = crate::http::venue::stone(2, "green", "I5");
    bad["extra"] = json!(1);
    let problem = venue.hand_in("cup", &[good, bad]).problem("schema");
    let errors = problem["errors"].as_array().unwrap();
    let pointers: Vec<&str> = errors
        .iter()
        .map(|e| e["pointer"].as_str().unwrap())
        .collect();
    assert_eq!(pointers, ["/1/data/colour", "/1/data/point", "/1/extra"]);
    for error in errors {
        assert!(
            error["code"].is_string() && error["detail"].is_string(),
            "{error}"
        );
    }
}

/// A body of another shape is told with the place, the value and what was
/// expected; no reader's words of lines and columns stand in the detail.
#[test]
fn a_body_of_another_shape_is_told_with_its_place() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let told = |path: &str, body: &str| {
        let asking = venue.post(path).token(venue.keeper());
        let answer = asking.body("application/json", body).send();
        let problem = answer.problem("shape");
        let detail = problem["detail"].as_str().unwrap();
        assert!(!detail.contains(" at line "), "{detail}");
        (
            problem["errors"][0]["pointer"].as_str().unwrap().to_owned(),
            detail.to_owned(),
        )
    };
    let (pointer, detail) = told("/v1/tokens", r#"{"principal":{"role":"keeper"},"note":5}"#);
    assert_eq!(
        (pointer.as_str(), detail.as_str()),
        (
            "/note",
            "/note: invalid type: integer `5`, expected a string"
        )
    );
    for (principal, place) in [
        (
            r#"{"role":"official","official":5,"ledger":"cup"}"#,
            "/principal/official",
        ),
        (
            r#"{"role":"official","official":"rec-1"}"#,
            "/principal/ledger",
        ),
        (
            r#"{"role":"official","ledger":"cup"}"#,
            "/principal/official",
        ),
        (r#"{"role":"keeper","ledger":"cup"}"#, "/principal/ledger"),
        (
            r#"{"role":"auditor","official":"rec-1"}"#,
            "/principal/official",
        ),
        (r#"{"role":"king"}"#, "/principal/role"),
    ] {
        let (pointer, _) = told("/v1/tokens", &format!(r#"{{"principal":{principal}}}"#));
        assert_eq!(pointer, place, "{principal}");
    }
    let (pointer, detail) = told("/v1/ledgers", r#"{"ledger":"UPPER","entry":{}}"#);
    assert_eq!(pointer, "/ledger");
    assert!(
        detail.contains("\"UPPER\" is not an id: expected 2 to 63"),
        "{detail}"
    );
    let (pointer, _) = told("/v1/ledgers/cup/whatif", r#"{"void":["a",7]}"#);
    assert_eq!(pointer, "/void/1");
    let (_, detail) = told("/v1/ledgers/cup/whatif", r#"{"voids":[]}"#);
    assert!(
        detail.contains("unknown field `voids`, expected one of `void`"),
        "{detail}"
    );
    let cut = venue
        .post("/v1/tokens")
        .token(venue.keeper())
        .body("application/json", "{\"note\":");
    let problem = cut.send().problem("not_readable");
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("the body is no JSON"), "{detail}");
}

/// What could have been there is listed whole.
#[test]
fn a_list_of_what_was_expected_is_not_cut_off() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let told = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut draft = crate::http::venue::stone(1, "black", "Q16");
        change(&mut draft);
        let problem = venue.hand_in("cup", &[draft]).problem("schema");
        problem["errors"][0]["detail"].as_str().unwrap().to_owned()
    };
    let types = told(&|draft| draft["type"] = json!("stone_plaid"));
    for name in fupan_domain::event::GameEvent::TYPES {
        assert!(types.contains(name), "{name} in {types}");
    }
    let breaches = told(&|draft| {
        draft["type"] = json!("breach_observed");
        draft["data"] = json!({"breach": "sleeping", "facts": "slept"});
    });
    assert!(
        breaches.contains("take_back") && breaches.contains("phone_used"),
        "{breaches}"
    );
    assert!(!breaches.contains('…'), "{breaches}");
}

#[test]
fn a_browser_gets_the_same_as_a_page() {
    let venue = Venue::open();
    let page = venue
        .get("/v1/ledgers/cup%3Cb%3E")
        .header("accept", "text/html,*/*;q=0.8")
        .send();
    assert_eq!(page.status, 404);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.body.contains("href=\"/problems/"), "{}", page.body);
    assert!(
        page.body.contains("cup&lt;b&gt;") && !page.body.contains("<b>"),
        "{}",
        page.body
    );
}

#[test]
fn a_trace_goes_through() {
    let venue = Venue::open();
    let id = "4bf92f3577b34da6a3ce929d0e0e4736";
    let answer = venue
        .get("/v1/nothing")
        .header("traceparent", &format!("00-{id}-00f067aa0ba902b7-01"))
        .send();
    assert_eq!(answer.problem("no_route")["trace_id"], id);
    assert!(
        answer
            .header("traceparent")
            .starts_with(&format!("00-{id}-"))
    );
}
