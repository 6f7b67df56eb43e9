//! The `OpenAPI` document: as a whole under a snapshot, and true: what the service
//! answers is what the document says, and nothing that it does not say.

use crate::http::venue::{Answer, Venue, stone};
use fupan_tests::script::game;
use serde_json::{Value, json};

fn document(venue: &Venue) -> Value {
    venue.get("/v1/openapi.json").send().ok(200)
}

#[test]
fn the_document_is_as_it_was_looked_at() {
    let mut document = document(&Venue::open());
    document["info"]["version"] = json!("-");
    let text = serde_json::to_string_pretty(&document).unwrap();
    insta::with_settings!({prepend_module_to_snapshot => false, snapshot_path => "snapshots"}, {
        insta::assert_snapshot!("openapi", text);
    });
}

/// Makes every object that names its properties one that has no others.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// The document, closed, and what was found to be as it says.
struct Promise {
    components: Value,
    paths: Value,
    kept: std::collections::BTreeSet<String>,
}

impl Promise {
    fn of(venue: &Venue) -> Promise {
        let document = document(venue);
        let mut components = document["components"].clone();
        close(&mut components);
        Promise {
            components,
            paths: document["paths"].clone(),
            kept: std::collections::BTreeSet::default(),
        }
    }

    /// An answer is what the document says of it, and of nothing more.
    fn holds(&mut self, method: &str, path: &str, answer: &Answer) {
        let media_type = answer.header("content-type").split(';').next().unwrap();
        let responses = &self.paths[path][method]["responses"];
        let status = answer.status.to_string();
        let response = match &responses[&status] {
            Value::Null => &responses["default"],
            told => told,
        };
        let schema = &response["content"][media_type]["schema"];
        let name = schema["$ref"].as_str();
        let name = name.unwrap_or_else(|| panic!("nothing said of {method} {path} {status}"));
        let whole = json!({"components": self.components, "$ref": name});
        let validator = jsonschema::validator_for(&whole).unwrap();
        let body = answer.json();
        let faults: Vec<String> = validator
            .iter_errors(&body)
            .map(|e| format!("{} {e}", e.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{method} {path}: {faults:#?}");
        self.kept.insert(format!("{method} {path} {status}"));
    }
}

/// What is read, by its path in the document.
const READ: &[(&str, &str)] = &[
    ("/v1/ledgers", "/v1/ledgers"),
    ("/v1/ledgers/{ledger}", "/v1/ledgers/cup"),
    ("/v1/ledgers/{ledger}/entries", "/v1/ledgers/cup/entries"),
    (
        "/v1/ledgers/{ledger}/entries/{seq}",
        "/v1/ledgers/cup/entries/3",
    ),
    ("/v1/ledgers/{ledger}/games", "/v1/ledgers/cup/games"),
    (
        "/v1/ledgers/{ledger}/games/{game}",
        "/v1/ledgers/cup/games/r1-b1",
    ),
    (
        "/v1/ledgers/{ledger}/games/{game}",
        "/v1/ledgers/cup/games/r1-b1?move=3",
    ),
    (
        "/v1/ledgers/{ledger}/games/{game}",
        "/v1/ledgers/cup/games/r1-b1?move=300",
    ),
    (
        "/v1/ledgers/{ledger}/games/{game}/timeline",
        "/v1/ledgers/cup/games/r1-b1/timeline",
    ),
    (
        "/v1/ledgers/{ledger}/games/{game}/findings",
        "/v1/ledgers/cup/games/r1-b1/findings",
    ),
    ("/v1/ledgers/{ledger}/appeals", "/v1/ledgers/cup/appeals"),
    (
        "/v1/ledgers/{ledger}/appeals/{appeal}",
        "/v1/ledgers/cup/appeals/a1",
    ),
    (
        "/v1/ledgers/{ledger}/standings",
        "/v1/ledgers/cup/standings",
    ),
    (
        "/v1/ledgers/{ledger}/standings/explain",
        "/v1/ledgers/cup/standings/explain?entrant=ann",
    ),
    (
        "/v1/ledgers/{ledger}/crosstable",
        "/v1/ledgers/cup/crosstable",
    ),
    ("/v1/ledgers/{ledger}/audit", "/v1/ledgers/cup/audit"),
    (
        "/v1/ledgers/{ledger}/checkpoints",
        "/v1/ledgers/cup/checkpoints",
    ),
    ("/v1/ledgers/{ledger}/keys", "/v1/ledgers/cup/keys"),
    (
        "/v1/ledgers/{ledger}/proof/inclusion",
        "/v1/ledgers/cup/proof/inclusion?seq=0",
    ),
    (
        "/v1/ledgers/{ledger}/proof/consistency",
        "/v1/ledgers/cup/proof/consistency?from=1",
    ),
    (
        "/v1/ledgers/{ledger}/entries/{seq}/receipt",
        "/v1/ledgers/cup/entries/0/receipt",
    ),
    ("/healthz", "/healthz"),
    ("/readyz", "/readyz"),
];

/// A file is attached, handed in twice and listed; a player is erased.
fn evidence(venue: &Venue, promise: &mut Promise) {
    let sha256 = fupan_domain::ids::Sha256::of(b"what was said");
    let data = json!({"evidence": "text-1", "sha256": sha256, "bytes": 13,
        "media_type": "text/plain", "title": "t", "class": "open"});
    let draft = json!({"stream": "appeal/a1", "type": "evidence_attached", "data": data,
        "at": "2026-05-01T11:00:00.000Z", "actor": "chief-1"});
    venue.hand_in("cup", &[draft]).ok(201);
    let path = format!("/v1/ledgers/cup/evidence/{sha256}");
    for _ in 0..2 {
        let asking = venue.post(&path).official("cup", "chief-1");
        let answer = asking.body("text/plain", "what was said").send();
        promise.holds("post", "/v1/ledgers/{ledger}/evidence/{sha256}", &answer);
    }
    let asked = json!({"person": "ann", "asked_by": "ann", "reason": "r"});
    let erased = venue.post("/v1/ledgers/cup/erasures").token(venue.keeper());
    promise.holds(
        "post",
        "/v1/ledgers/{ledger}/erasures",
        &erased.json(&asked).send(),
    );
    for (path, at) in [
        ("/v1/ledgers/{ledger}/evidence", "/v1/ledgers/cup/evidence"),
        (
            "/v1/ledgers/{ledger}/appeals/{appeal}",
            "/v1/ledgers/cup/appeals/a1",
        ),
        (
            "/v1/ledgers/{ledger}/games/{game}",
            "/v1/ledgers/cup/games/r1-b1",
        ),
        (
            "/v1/ledgers/{ledger}/standings",
            "/v1/ledgers/cup/standings",
        ),
    ] {
        promise.holds("get", path, &venue.get(at).send());
    }
}

/// What a mirror confirms, and what a backup asks for.
fn mirrors(venue: &Venue, promise: &mut Promise) {
    let (path, at) = ("/v1/ledgers/{ledger}/mirrors", "/v1/ledgers/cup/mirrors");
    let told = json!({"mirror": "m", "size": 0, "head": "0".repeat(64), "signed": 0});
    let noted = venue.post(at).token(venue.keeper()).json(&told).send();
    promise.holds("post", path, &noted);
    promise.holds("get", path, &venue.get(at).send());
    promise.holds("get", "/readyz", &venue.get("/readyz").send());
    let settings = venue.get("/v1/backup").token(venue.keeper()).send();
    promise.holds("get", "/v1/backup", &settings);
}

#[test]
fn what_is_answered_is_what_the_document_says() {
    let venue = Venue::open();
    let mut promise = Promise::of(&venue);
    let ko = "B D5, W D2, B C4, W C3, B E4, W E3, B Q16, W D4, B D3, W D4";
    let script = game("cn-2002")
        .stones(ko)
        .warning("ru-1", "black")
        .punishes("ru-1", "black", "deduct_zi", &json!({"qz": 4}))
        .fact(
            "complaint_raised",
            json!({"by": "black", "about": "@W D4", "text": "the ko"}),
        )
        .files("a1", &["ru-1"]);
    let drafts = script.drafts();
    let opening = json!({"ledger": "cup", "entry": drafts[0]});
    let opened = venue
        .post("/v1/ledgers")
        .token(venue.keeper())
        .json(&opening);
    promise.holds("post", "/v1/ledgers", &opened.send());
    for batch in drafts[1..].chunk_by(|a, b| a["actor"] == b["actor"]) {
        let answer = venue.hand_in("cup", batch);
        promise.holds("post", "/v1/ledgers/{ledger}/entries", &answer);
    }
    venue.signed("cup", 1);
    for (path, at) in READ {
        promise.holds("get", path, &venue.get(at).send());
    }
    let kind = venue
        .get("/problems/no_right")
        .header("accept", "application/json");
    promise.holds("get", "/problems/{code}", &kind.send());
    let supposed = json!({"void": ["ru-1"], "with": [stone(1, "black", "R4")]});
    let supposed = venue.post("/v1/ledgers/cup/whatif").json(&supposed);
    promise.holds("post", "/v1/ledgers/{ledger}/whatif", &supposed.send());
    let findings = venue
        .get("/v1/ledgers/cup/games/r1-b1/findings")
        .send()
        .ok(200);
    let asked =
        json!({"finding": findings["findings"][0]["id"], "outcome": "void, turn lost, warning"});
    for dry_run in ["?dry_run=true", "", ""] {
        let path = format!("/v1/ledgers/cup/games/r1-b1/rulings{dry_run}");
        let ruled = venue.post(&path).official("cup", "chief-1").json(&asked);
        promise.holds(
            "post",
            "/v1/ledgers/{ledger}/games/{game}/rulings",
            &ruled.send(),
        );
    }
    evidence(&venue, &mut promise);
    mirrors(&venue, &mut promise);
    let tokens = venue.get("/v1/tokens").token(venue.keeper()).send();
    promise.holds("get", "/v1/tokens", &tokens);
    let asked = json!({"principal": {"role": "auditor"}, "note": "n"});
    let made = venue.post("/v1/tokens").token(venue.keeper()).json(&asked);
    promise.holds("post", "/v1/tokens", &made.send());
    promise.holds("get", "/schemas/", &venue.get("/schemas/").send());
    // Whatever has a body of its own was looked at.
    let mut unseen = Vec::new();
    for (path, methods) in promise.paths.as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            for (status, response) in operation["responses"].as_object().unwrap() {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                let seen = promise.kept.contains(&format!("{method} {path} {status}"));
                if schema.is_string() && !seen {
                    unseen.push(format!("{method} {path} {status}"));
                }
            }
        }
    }
    assert_eq!(unseen, Vec::<String>::new());
}
