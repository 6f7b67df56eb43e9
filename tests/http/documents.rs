//! What the service says of itself: schemas, editions, the `OpenAPI` document,
//! health and figures.

use crate::http::venue::{Venue, stone};
use fupan_domain::{
    ids::Sha256,
    rulebook::{Edition, EditionId},
};
use fupan_tests::script;
use serde_json::Value;

#[test]
fn every_schema_is_served_by_its_id() {
    let venue = Venue::open();
    for (path, text) in fupan_replay::schema::all_schemas() {
        // The edition's schema was published with its file's name as its $id.
        let id = format!("/schemas/{path}");
        let schema: Value = serde_json::from_str(text).unwrap();
        assert!(schema["$id"] == id || path == "edition.v1.json", "{schema}");
        let answer = venue.get(&id).send();
        assert_eq!((answer.status, answer.body.as_str()), (200, text), "{id}");
        assert_eq!(answer.header("content-type"), "application/schema+json");
    }
    for path in [
        "/schemas/none.json",
        "/schemas/../Cargo.toml",
        "/schemas/LOCK.json",
    ] {
        assert_eq!(venue.get(path).send().status, 404, "{path}");
    }
}

#[test]
fn the_schemas_are_listed_and_those_of_drafts_are_told_from_those_of_entries() {
    let venue = Venue::open();
    let list = venue.get("/schemas/").send().ok(200);
    let items = list["items"].as_array().unwrap();
    assert_eq!(items.len(), fupan_replay::schema::all_schemas().count());
    for item in items {
        assert_eq!(venue.get(item["$id"].as_str().unwrap()).send().status, 200);
        assert_ne!(item["title"], "", "{item}");
    }
    let of_type = |name: &str| -> Vec<(&str, bool, bool)> {
        let of = items.iter().filter(|item| item["type"] == name);
        of.map(|item| {
            let holds = |key: &str| item[key].as_bool().unwrap();
            (
                item["$id"].as_str().unwrap(),
                holds("draft"),
                holds("entry"),
            )
        })
        .collect()
    };
    assert_eq!(
        of_type("tournament_opened"),
        [
            (
                "/schemas/event/tournament/tournament_opened.draft.v1.json",
                true,
                false
            ),
            (
                "/schemas/event/tournament/tournament_opened.v1.json",
                false,
                true
            ),
        ]
    );
    assert_eq!(
        of_type("stone_played"),
        [("/schemas/event/game/stone_played.v1.json", true, true)]
    );
    // A draft may leave out what acceptance fills in, and its schema says so.
    let draft = venue
        .get("/schemas/event/tournament/tournament_opened.draft.v1.json")
        .send()
        .ok(200);
    let required = draft["required"].as_array().unwrap();
    assert!(!required.contains(&"edition_sha256".into()), "{draft}");
    let moved = venue.get("/schemas").stays().send();
    assert_eq!((moved.status, moved.header("location")), (308, "/schemas/"));
    let page = venue.get("/schemas").header("accept", "text/html").send();
    assert!(page.header("content-type").starts_with("text/html"));
    let link = "href=\"/schemas/event/game/stone_played.v1.json\"";
    assert!(page.body.contains(link), "{}", page.body);
}

/// Whoever reads the interface has none of the papers by which it was planned.
#[test]
fn the_openapi_document_and_the_schemas_cite_nothing_that_a_reader_lacks() {
    let venue = Venue::open();
    let mut texts = vec![venue.get("/v1/openapi.json").send().body];
    let schemas = fupan_replay::schema::all_schemas();
    texts.extend(schemas.map(|(_, text)| text.to_owned()));
    for text in texts {
        let found = text.to_lowercase().find("contract");
        assert_eq!(found.map(|at| &text[at.saturating_sub(60)..at + 20]), None);
    }
}

#[test]
fn an_edition_is_the_file_that_its_hash_names() {
    let venue = Venue::open();
    for id in EditionId::ALL {
        let answer = venue.get(&format!("/v1/editions/{}", id.name())).send();
        assert_eq!(Sha256::of(answer.body.as_bytes()), Edition::of(id).sha256());
        assert!(answer.header("cache-control").contains("immutable"));
    }
    venue
        .get("/v1/editions/cn-2099")
        .send()
        .problem("unknown_edition");
}

#[test]
fn the_openapi_document_has_every_route_and_its_viewer_loads_nothing_from_outside() {
    let venue = Venue::open();
    let document = venue.get("/v1/openapi.json").send().ok(200);
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    for path in [
        "/v1/ledgers",
        "/v1/ledgers/{ledger}/entries",
        "/v1/ledgers/{ledger}/events",
        "/v1/ledgers/{ledger}/games/{game}",
        "/v1/ledgers/{ledger}/games/{game}/timeline",
        "/v1/ledgers/{ledger}/games/{game}/sgf",
        "/v1/ledgers/{ledger}/audit",
        "/schemas/{path}",
        "/healthz",
        "/readyz",
        "/metrics",
        "/v1/tokens",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let told = &operation["responses"]["default"]["content"];
            let schema = &told["application/problem+json"]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/Problem", "{method} {path}");
        }
    }
    let viewer = venue.get("/v1/docs/").send();
    assert_eq!(viewer.status, 200);
    let policy = viewer.header("content-security-policy");
    assert!(policy.starts_with("default-src 'self'; "), "{policy}");
    assert!(
        !policy.contains("http") && !policy.contains('*'),
        "{policy}"
    );
    assert_eq!(venue.other("HEAD", "/v1/docs/").send().status, 200);
    venue.post("/v1/docs/").send().problem("method");
    venue.get("/v1/docs/nothing.js").send().problem("not_found");
    for outside in ["src=\"http", "href=\"http", "src=\"//", "href=\"//"] {
        assert!(!viewer.body.contains(outside), "{}", viewer.body);
    }
    let settings = venue.get("/v1/docs/swagger-initializer.js").send();
    assert!(
        settings.body.contains("/v1/openapi.json"),
        "{}",
        settings.body
    );
}

#[test]
fn it_tells_that_it_lives_is_ready_and_what_it_counted() {
    let venue = Venue::open();
    assert_eq!(venue.get("/healthz").send().ok(200)["status"], "alive");
    assert_eq!(venue.get("/readyz").send().ok(200)["status"], "ready");
    venue.play("cup", &script::game("cn-2002"));
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    venue
        .hand_in("cup", &[stone(2, "white", "Q16")])
        .problem("point_occupied");
    let figures = venue.get("/metrics").send();
    assert!(figures.header("content-type").starts_with("text/plain"));
    for line in [
        "fupan_entries_appended_total{type=\"stone_played\"} 1",
        "fupan_problems_total{code=\"point_occupied\"} 1",
        "fupan_open_ledgers 1",
        "fupan_append_duration_seconds_count{outcome=\"refused\"} 1",
    ] {
        assert!(
            figures.body.lines().any(|l| l == line),
            "{line} in\n{}",
            figures.body
        );
    }
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"].clone();
    let line = format!("fupan_ledger_entries{{ledger=\"cup\"}} {size}");
    assert!(figures.body.contains(&line), "{}", figures.body);
}

#[test]
fn a_disk_that_is_nearly_full_is_not_ready() {
    let venue = Venue::open_with(|config| config.limits.free_bytes = u64::MAX);
    assert_eq!(
        venue.get("/readyz").send().problem("disk_full")["status"],
        503
    );
    assert_eq!(venue.get("/healthz").send().status, 200);
}
