//! Somebody else's ledger: kept from a bundle, read like any other, never
//! recorded in, extended by a newer bundle of the same history and by no other.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]
#![allow(dead_code, reason = "other tests use more of the client")]

mod http {
    mod client;
    pub mod program;
    pub mod venue;
}

use fupan_tests::script::game;
use http::{
    program::fupan,
    venue::{Venue, stone},
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// An organiser's service, and what it hands on.
struct Organiser {
    venue: Venue,
    place: tempfile::TempDir,
}

impl Organiser {
    fn of(stones: &str) -> Organiser {
        let venue = Venue::open();
        venue.play("cup", &game("cn-2002").stones(stones));
        let place = tempfile::tempdir().unwrap();
        Organiser { venue, place }
    }

    fn size(&self) -> u64 {
        let ledger = self.venue.get("/v1/ledgers/cup").send().ok(200);
        ledger["size"].as_u64().unwrap()
    }

    /// A bundle of the ledger as it stands, all of it signed for.
    fn bundle(&self, name: &str) -> PathBuf {
        self.venue.signed("cup", self.size());
        let path = self.place.path().join(name);
        let bytes = self.venue.get("/v1/ledgers/cup/bundle").bytes();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn key(&self) -> String {
        let keys = self.venue.get("/v1/ledgers/cup/keys").send().ok(200);
        keys["keys"][0].as_str().unwrap().to_owned()
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn import(data: &Path, bundle: &Path, more: &[&str]) -> Value {
    let args = ["import", text(bundle), "--data", text(data), "--json"];
    let output = fupan(&[&args, more].concat());
    let told: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let sound = told["refused"].as_array().is_some_and(Vec::is_empty);
    assert_eq!(output.status.success(), sound, "{told}");
    told
}

fn kept(data: &Path, bundle: &Path, more: &[&str]) -> Value {
    let told = import(data, bundle, more);
    assert_eq!(told["refused"], json!([]), "{told}");
    told["kept"][0].clone()
}

fn refused(data: &Path, bundle: &Path, more: &[&str]) -> Value {
    let told = import(data, bundle, more);
    assert_eq!(told["kept"], json!([]), "{told}");
    told["refused"][0]["code"].clone()
}

#[test]
fn a_federations_service_shows_an_organisers_event_as_its_own_does() {
    let organiser = Organiser::of("B Q16, W D4, B C3");
    let bundle = organiser.bundle("cup.zip");
    let federation = Venue::open();
    let told = kept(federation.data(), &bundle, &["--key", &organiser.key()]);
    assert_eq!(told["signed"], true);
    assert_eq!(told["size"], json!(organiser.size()));
    let same = [
        "/v1/ledgers/cup",
        "/v1/ledgers/cup/games",
        "/v1/ledgers/cup/games/r1-b1",
        "/v1/ledgers/cup/games/r1-b1/timeline",
        "/v1/ledgers/cup/games/r1-b1/findings",
        "/v1/ledgers/cup/games/r1-b1/sgf",
        "/v1/ledgers/cup/standings",
        "/v1/ledgers/cup/entries?limit=1000",
        "/v1/ledgers/cup/entries/0",
        "/v1/ledgers/cup/checkpoint",
        "/v1/ledgers/cup/keys",
        "/v1/ledgers/cup/people",
        "/v1/ledgers/cup/proof/inclusion?seq=1",
        "/v1/ledgers/cup/entries/1/receipt",
        "/v1/ledgers/cup/appeals",
        "/v1/ledgers/cup/evidence",
    ];
    for path in same {
        let (there, here) = (
            organiser.venue.get(path).send(),
            federation.get(path).send(),
        );
        assert_eq!((here.status, here.body), (200, there.body), "{path}");
    }
    let audit = federation.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_ne!(audit["verdict"], "broken", "{audit}");
    // What is handed on from there verifies under the organiser's key.
    let again = organiser.place.path().join("again.zip");
    fs::write(&again, federation.get("/v1/ledgers/cup/bundle").bytes()).unwrap();
    let output = fupan(&["verify", text(&again), "--key", &organiser.key()]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn nothing_is_recorded_in_a_ledger_that_is_kept_from_elsewhere() {
    let organiser = Organiser::of("B Q16");
    let bundle = organiser.bundle("cup.zip");
    let federation = Venue::open();
    kept(federation.data(), &bundle, &["--key", &organiser.key()]);
    let before = federation
        .get("/v1/ledgers/cup/entries?limit=1000")
        .send()
        .body;
    let answer = federation.hand_in("cup", &[stone(1, "white", "D4")]);
    assert_eq!(answer.status, 409);
    answer.problem("ledger_read_only");
    let erasing = json!({"person": "ann", "asked_by": "ann", "reason": "she asked"});
    let answer = federation
        .post("/v1/ledgers/cup/erasures")
        .token(federation.keeper())
        .json(&erasing)
        .send();
    answer.problem("ledger_read_only");
    let after = federation
        .get("/v1/ledgers/cup/entries?limit=1000")
        .send()
        .body;
    assert_eq!(before, after);
}

#[test]
fn a_newer_bundle_extends_what_is_kept_and_an_older_one_changes_nothing() {
    let organiser = Organiser::of("B Q16");
    let first = organiser.bundle("first.zip");
    organiser
        .venue
        .hand_in("cup", &[stone(1, "white", "D4")])
        .ok(201);
    let second = organiser.bundle("second.zip");
    let data = tempfile::tempdir().unwrap();
    let key = organiser.key();
    kept(data.path(), &first, &["--key", &key]);
    let told = kept(data.path(), &second, &[]);
    assert_eq!(
        (told["entries"].clone(), told["signed"].clone()),
        (json!(1), json!(true))
    );
    let told = kept(data.path(), &first, &[]);
    assert_eq!(
        (told["entries"].clone(), told["size"].clone()),
        (json!(0), json!(organiser.size()))
    );
}

#[test]
fn another_history_of_the_same_ledger_is_refused_by_name() {
    let organiser = Organiser::of("B Q16, W D4");
    let bundle = organiser.bundle("cup.zip");
    let data = tempfile::tempdir().unwrap();
    kept(data.path(), &bundle, &["--key", &organiser.key()]);
    // The same name, as long or longer, and other entries; nobody names its key.
    let other = Organiser::of("B Q16, W D3, B C3");
    assert_eq!(
        refused(data.path(), &other.bundle("other.zip"), &[]),
        "two_histories"
    );
    let key = other.key();
    assert_eq!(
        refused(data.path(), &other.bundle("other.zip"), &["--key", &key]),
        "other_key"
    );
    // Under another name both are kept.
    let told = kept(
        data.path(),
        &other.bundle("other.zip"),
        &["--key", &key, "--ledger", "cup-of-others"],
    );
    assert_eq!(
        (&told["ledger"], &told["recorded_as"]),
        (&json!("cup-of-others"), &json!("cup"))
    );
    let output = fupan(&["audit", "cup-of-others", "--data", text(data.path())]);
    assert!(output.status.success(), "{output:?}");
    let output = fupan(&[
        "show",
        "game",
        "cup-of-others",
        "r1-b1",
        "--data",
        text(data.path()),
    ]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_bundle_that_does_not_verify_or_by_another_key_is_not_kept() {
    let organiser = Organiser::of("B Q16");
    let bundle = organiser.bundle("cup.zip");
    let data = tempfile::tempdir().unwrap();
    let other = Organiser::of("B Q4");
    assert_eq!(
        refused(data.path(), &bundle, &["--key", &other.key()]),
        "bundle_broken"
    );
    let mut bytes = fs::read(&bundle).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&bundle, bytes).unwrap();
    let code = refused(data.path(), &bundle, &["--key", &organiser.key()]);
    assert!(code == "bundle_broken" || code == "bundle", "{code}");
    assert!(!data.path().join("ledgers/cup").exists());
}

#[test]
fn a_bundle_does_not_take_the_place_of_a_ledger_that_is_written() {
    let organiser = Organiser::of("B Q16");
    let bundle = organiser.bundle("cup.zip");
    let mut own = Venue::open();
    own.play("cup", &game("cn-2002"));
    own.stop();
    assert_eq!(
        refused(own.data(), &bundle, &["--key", &organiser.key()]),
        "store_exists"
    );
}

#[test]
fn what_excludes_each_other_is_told() {
    let organiser = Organiser::of("B Q16");
    let bundle = organiser.bundle("cup.zip");
    let data = tempfile::tempdir().unwrap();
    let drafts = data.path().join("round.jsonl");
    fs::write(&drafts, "").unwrap();
    let with = |args: &[&str]| {
        let output = fupan(&[&["import", "--data", text(data.path())], args].concat());
        output.status.code()
    };
    assert_eq!(
        with(&[text(&bundle), text(&drafts), "--ledger", "cup"]),
        Some(2)
    );
    assert_eq!(with(&[text(&drafts)]), Some(2));
    assert_eq!(
        with(&[text(&drafts), "--ledger", "cup", "--key", &organiser.key()]),
        Some(2)
    );
    let server = format!("http://{}", organiser.venue.running().address());
    assert_eq!(with(&[text(&bundle), "--server", &server]), Some(2));
}
