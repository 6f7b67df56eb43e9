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
        "/schemas/",
    ] {
        assert_eq!(venue.get(path).send().status, 404, "{path}");
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
    assert_eq!(venue.get("/readyz").send().problem("busy")["status"], 503);
    assert_eq!(venue.get("/healthz").send().status, 200);
}
