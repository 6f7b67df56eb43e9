//! The `OpenAPI` document: as a whole under a snapshot, and true: what the service
//! answers is what the document says, and nothing that it does not say.

use crate::http::venue::{Answer, Venue, stone};
use fupan_tests::{
    script::{Script, game, game_with},
    to_come,
};
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

/// As `OpenAPI` has it: programs that are made from the document call operations by it.
#[test]
fn each_operation_has_an_id_of_its_own() {
    let document = document(&Venue::open());
    let paths = document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
    let mut ids: Vec<&str> = operations
        .map(|operation| operation["operationId"].as_str().unwrap())
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
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

/// The id of an entry with figures.
const ANALYSIS: &str = "5b1f2a8e-7c64-4b0e-9d0c-3f6a0c9d1e01";

/// The game that is looked at.
fn looked_at() -> Script {
    let terms = json!({"board": 9, "time": {"kind": "absolute", "limit_ms": 3_600_000}});
    game_with("cn-2002", &terms)
        .after_ms(2_000)
        .stones("B E5, W C3")
        .after_ms(3_000)
        .stones("B G7, W G3")
}

/// A review goes its whole way, and is asked for at its beginning and at its end.
fn reviews(venue: &Venue, promise: &mut Promise) {
    venue.play("open", &looked_at());
    let group = json!({"name": "both sides", "members": [
        {"game": "r1-b1", "colour": "black"}, {"game": "r1-b1", "colour": "white"}]});
    let named = fupan_replay::review::Reference::read(group.to_string().as_bytes()).unwrap();
    let opening = json!({"tournament": "open", "occasion": "o", "question": "q", "reviewers": ["rev-1", "rev-2"],
        "subjects": [{"label": "A", "player": "ann"}], "games": ["r1-b1"], "standard_of_proof": "s", "blind": true,
        "method": {"name": "fupan-1", "opening_moves": 0, "settled_rate_bp": 9500, "forced_gap_cp": 1000,
            "near_equal_cp": 50, "visits_min": 1, "quick_ms": 1500, "moves_min": 1, "reference_min": 2,
            "reference": named.named().unwrap()}});
    let draft = |actor: &str, type_name: &str, data: Value| json!({"stream": "review", "type": type_name, "at": "2026-05-02T10:00:00.000Z", "actor": actor, "data": data});
    let opened = json!({"ledger": "case", "entry": draft("keeper", "review_opened", opening)});
    let asking = venue.post("/v1/ledgers").token(venue.keeper());
    asking.json(&opened).send().ok(201);
    let ask = |path: &str| venue.get(path).official("case", "rev-1").send();
    let mut look = || {
        for (path, at) in [
            ("/v1/ledgers/{ledger}/review", "/v1/ledgers/case/review"),
            (
                "/v1/ledgers/{ledger}/review/anchors",
                "/v1/ledgers/case/review/anchors",
            ),
        ] {
            promise.holds("get", path, &ask(at));
        }
    };
    look();
    let text = group.to_string();
    let sha256 = fupan_domain::ids::Sha256::of(text.as_bytes());
    let note = |text: &str| json!({"text": text, "nonce": "0".repeat(32)});
    let sealed = |text: &str| {
        let both = format!("{text}\n{}", "0".repeat(32));
        json!({"commitment": fupan_domain::ids::Sha256::of(both.as_bytes())})
    };
    let file = json!({"evidence": "group-1", "sha256": sha256, "bytes": text.len(), "media_type": "text/plain",
        "title": "t", "class": "restricted", "delete_after": to_come()});
    let analysis = json!({"analysis": "time-1", "kind": "time", "method": 0, "program": "fupan", "games": ["r1-b1"],
        "as_of": {"seq": 1, "hash": sha256}, "figures": [
            {"subject": "A", "whose": "subject", "figure": "time_mean_s", "n": 2, "value": "3.500"}]});
    let conclusion = json!({"conclusion": "not_met", "standard_of_proof": "s", "rests_on": [ANALYSIS], "clears": ["c"], "reasons": "r"});
    let appeal = json!({"by": "ann", "grounds": "g", "relief": "r"});
    let answered = json!({"outcome": "dismissed", "decided_by": "the committee", "reasons": "r"});
    for (actor, type_name, data) in [
        ("rev-1", "evidence_attached", file),
        ("rev-1", "analysis_recorded", analysis),
        ("rev-1", "note_sealed", sealed("one")),
        ("rev-2", "note_sealed", sealed("two")),
        ("rev-1", "note_opened", note("one")),
        ("rev-2", "note_opened", note("two")),
        ("rev-1", "labels_revealed", json!({})),
        (
            "rev-1",
            "answer_taken",
            json!({"subject": "A", "put": "p", "declined": true}),
        ),
        ("rev-1", "review_concluded", conclusion),
        ("rev-1", "appeal_taken", appeal),
        ("rev-1", "appeal_answered", answered),
    ] {
        let hand_in = venue
            .post("/v1/ledgers/case/entries")
            .official("case", actor);
        let mut one = draft(actor, type_name, data);
        if type_name == "analysis_recorded" {
            one["id"] = json!(ANALYSIS);
        }
        let recorded = hand_in.json(&json!([one])).send();
        recorded.ok(201);
    }
    let path = format!("/v1/ledgers/case/evidence/{sha256}");
    let asking = venue.post(&path).official("case", "rev-1");
    asking.body("text/plain", &text).send().ok(201);
    venue.signed("open", 1);
    venue.running().service().anchor();
    look();
    let review = ask("/v1/ledgers/case/review").ok(200);
    assert_eq!(
        review["figures"]["chance"][0]["comparisons"], 4,
        "{review:#}"
    );
    assert_eq!(review["appeals"][0]["answer"]["outcome"], "dismissed");
    // Figures of a log that never was: whoever reads on what it rests is told.
    let rests = &review["conclusions"][0]["rests_on_named"][0];
    assert_eq!(
        (&rests["id"], &rests["again"]),
        (&json!("time-1"), &json!("unfounded"))
    );
    let report = ask("/v1/ledgers/case/review/report?lang=en").body;
    assert!(
        report.contains("time-1 (what the entry says of itself can&#39;t be)")
            || report.contains("time-1 (what the entry says of itself can't be)"),
        "{report}"
    );
    let anchors = ask("/v1/ledgers/case/review/anchors").ok(200);
    assert_eq!(anchors["anchors"][0]["holds"], true);
    let (path, at) = (
        "/v1/ledgers/{ledger}/games/{game}/times",
        "/v1/ledgers/open/games/r1-b1/times",
    );
    promise.holds("get", path, &venue.get(at).send());
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
    reviews(&venue, &mut promise);
    let tokens = venue.get("/v1/tokens").token(venue.keeper()).send();
    promise.holds("get", "/v1/tokens", &tokens);
    let own = venue.get("/v1/tokens/own").token(venue.keeper()).send();
    promise.holds("get", "/v1/tokens/own", &own);
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

/// A misspelt parameter is told of wherever there are any, and where there are none.
#[test]
fn each_route_refuses_a_parameter_that_it_does_not_have() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16"));
    let document = document(&venue);
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let is_described = path.starts_with("/v1/") || path.starts_with("/schemas/");
        if methods.get("get").is_none() || !is_described {
            continue;
        }
        let mut at = path.clone();
        for (name, value) in [
            ("ledger", "cup"),
            ("seq", "0"),
            ("game", "r1-b1"),
            ("appeal", "a1"),
            ("sha256", &"0".repeat(64)),
            ("tile", "0/000"),
            ("edition", "cn-2002"),
            ("path", "draft.v1.json"),
        ] {
            at = at.replace(&format!("{{{name}}}"), value);
        }
        assert!(!at.contains('{'), "{at}");
        let refused = venue.get(&format!("{at}?colour=red")).send();
        let problem = refused.problem("query");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.starts_with("colour \"red\""), "{at}: {detail}");
        asked += 1;
    }
    assert!(asked > 30, "{asked}");
}
