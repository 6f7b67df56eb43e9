//! What becomes known of a review beside its answers: nobody keeps a copy that could
//! be looked at again, and no figure of the service tells that there is one.

use crate::http::{
    reviews::{draft, opening, reviewing},
    venue::Venue,
};
use fupan_tests::to_come;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A review with a file in it that is open to whoever reads the ledger.
fn with_open_file() -> (Venue, String) {
    let venue = reviewing();
    let bytes = "what was said";
    let sha256 = fupan_domain::ids::Sha256::of(bytes.as_bytes()).to_string();
    let file = json!({"evidence": "talk", "sha256": sha256, "bytes": bytes.len(), "media_type": "text/plain",
        "title": "talk", "class": "open", "delete_after": to_come()});
    let drafts = json!([draft("review", "rev-1", "evidence_attached", &file)]);
    let asking = venue
        .post("/v1/ledgers/case/entries")
        .official("case", "rev-1");
    asking.json(&drafts).send().ok(201);
    let asking = venue
        .post(&format!("/v1/ledgers/case/evidence/{sha256}"))
        .official("case", "rev-1");
    let taken = asking.body("application/octet-stream", bytes).send();
    assert_eq!(taken.status, 201, "{}", taken.body);
    (venue, sha256)
}

#[test]
fn nobody_keeps_what_is_answered_of_a_review() {
    let (venue, sha256) = with_open_file();
    let file = format!("/v1/ledgers/case/evidence/{sha256}");
    for path in [
        "/v1/ledgers",
        "/v1/ledgers/case",
        "/v1/ledgers/case/entries",
        "/v1/ledgers/case/entries/0",
        "/v1/ledgers/case/audit",
        "/v1/ledgers/case/keys",
        "/v1/ledgers/case/evidence",
        &file,
        "/v1/ledgers/case/review",
        "/v1/ledgers/case/games/r9-b9",
        "/l/case?lang=en",
        "/l/case/nothing",
        "/?lang=en",
    ] {
        let shown = venue.get(path).official("case", "rev-1").send();
        assert_eq!(shown.header("cache-control"), "no-store", "{path}");
    }
    // What the others may keep of the rest is as before.
    let kept = venue.get("/v1/ledgers/cup/entries/0").send();
    assert!(kept.header("cache-control").contains("immutable"));
    let kept = venue.get("/v1/ledgers").send();
    assert_eq!(kept.header("cache-control"), "public, no-cache");
}

/// The figures of the service, save those of its own figures and of the tournament's
/// checkpoint, which is signed in its own time and grows older.
fn figures(venue: &Venue) -> Vec<String> {
    let told = venue.get("/metrics").send();
    assert_eq!(told.status, 200);
    let lines = told.body.lines();
    let is_of_time = |line: &str| line.starts_with("fupan_checkpoint_") && line.contains("\"cup\"");
    let lines = lines.filter(|line| {
        !line.starts_with('#') && !line.contains("\"/metrics\"") && !is_of_time(line)
    });
    lines.map(str::to_owned).collect()
}

#[test]
fn no_figure_of_the_service_tells_of_a_review() {
    let venue = reviewing();
    let (token, keeper) = (venue.token("case", "rev-1"), venue.keeper().to_owned());
    let before = figures(&venue);
    let told = before.join("\n");
    assert!(told.contains("tournament_opened"), "{told}");
    for word in ["review", "data_seen", "note_"] {
        assert!(!told.contains(word), "{word}: {told}");
    }
    // Looks, steps, refusals, and a second review.
    for path in [
        "/v1/ledgers/case",
        "/v1/ledgers/case/review",
        "/v1/ledgers/case/entries/999",
        "/l/case?lang=en",
    ] {
        venue.get(path).token(&token).send();
    }
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let hand_in = |type_name: &str, data: &Value| {
        let asking = venue.post("/v1/ledgers/case/entries").token(&token);
        let drafts = json!([draft("review", "rev-1", type_name, data)]);
        asking.json(&drafts).send().status
    };
    assert_eq!(hand_in("note_sealed", &json!({"commitment": hash})), 201);
    assert_eq!(hand_in("labels_revealed", &json!({})), 422);
    let entry = draft("review", "keeper", "review_opened", &opening());
    let asking = venue.post("/v1/ledgers").token(&keeper);
    asking
        .json(&json!({"ledger": "case-2", "entry": entry}))
        .send()
        .ok(201);
    assert_eq!(figures(&venue), before);
}

/// A backup beside a running service has no review, and no token that names one.
#[test]
fn a_backup_of_the_service_tells_of_no_review() {
    let venue = reviewing();
    venue.token("case", "rev-1");
    venue.new_token(&json!({"principal": {"role": "auditor", "ledger": "case"}}));
    venue.token("cup", "chief-1");
    venue.new_token(&json!({"principal": {"role": "auditor"}}));
    let told = venue.get("/v1/backup").token(venue.keeper()).send();
    let settings = told.ok(200);
    assert!(!told.body.contains("case"), "{}", told.body);
    let tokens = settings["tokens"]["tokens"].as_array().unwrap().iter();
    let whose = |token: &Value| {
        let of = &token["principal"];
        (of["role"].to_string(), of["ledger"].to_string())
    };
    let whose: BTreeSet<(String, String)> = tokens.map(whose).collect();
    let row = |role: &str, ledger: &str| (role.to_owned(), ledger.to_owned());
    let expected = [
        row("\"auditor\"", "null"),
        row("\"keeper\"", "null"),
        row("\"official\"", "\"cup\""),
    ];
    assert_eq!(whose, expected.into());
}
