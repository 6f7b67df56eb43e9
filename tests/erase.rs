//! Erasing people: the name is gone from the folder, from views, records and
//! exports; the entries, the results and the chain stay; who asked is an entry.

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

use fupan_tests::script::{Script, game};
use http::{program::fupan, venue::Venue};
use serde_json::{Value, json};
use std::{fs, path::Path};

const ANN: &str = "Ann Überaus-Seltenheit";
/// With its name, for four digits alone stand by chance in a hash now and then.
const BORN: &str = r#""birth_year":1952"#;
const RECORDER: &str = "聂某某的记录员";

/// Ann has a name and a year of birth, and so has a recorder; the game is over, and
/// Ann has appealed.
fn played() -> Script {
    let mut script = game("cn-2002");
    let appointed = json!({"official": "rec-9", "name": RECORDER, "role": "recorder"});
    script = script.org("official_appointed", appointed.clone());
    let again = json!({"official": "rec-9", "name": RECORDER, "role": "arbiter"});
    script = script.org("official_appointed", again);
    script
        .stones("B Q16, W D4")
        .warning("ruling-1", "black")
        .files("a1", &["W D4"])
        .side("resigned", "white")
}

/// The drafts, with Ann's own name in her registration.
fn drafts() -> Vec<Value> {
    let mut drafts = played().drafts();
    let ann = drafts.iter_mut().find(|d| d["data"]["player"] == "ann");
    let ann = &mut ann.unwrap()["data"];
    ann["name"] = json!(ANN);
    ann["birth_year"] = json!(1952);
    drafts
}

fn venue() -> Venue {
    let venue = Venue::open();
    venue.play_drafts("cup", &drafts());
    venue
}

/// In how many files under a folder a text stands, byte by byte.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for file in fs::read_dir(folder).unwrap().flatten() {
        let path = file.path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if holds(&fs::read(&path).unwrap(), text) {
            found.push(path.display().to_string());
        }
    }
    found
}

fn holds(bytes: &[u8], text: &str) -> bool {
    let mut windows = bytes.windows(text.len());
    windows.any(|window| window == text.as_bytes())
}

fn erase(venue: &Venue, token: &str, asked: &Value) -> http::venue::Answer {
    let asking = venue.post("/v1/ledgers/cup/erasures").token(token);
    asking.json(asked).send()
}

fn asked(person: &str) -> Value {
    json!({"person": person, "asked_by": person, "reason": "withdrew consent"})
}

fn discrepancies(audit: &Value) -> Vec<&str> {
    let found = audit["discrepancies"].as_array().unwrap().iter();
    let codes = found.map(|d| d["code"].as_str().unwrap());
    codes.filter(|code| code.starts_with("person")).collect()
}

#[test]
fn an_erased_player_is_an_id_from_then_on_and_the_chain_still_verifies() {
    let mut venue = venue();
    for text in [ANN, BORN] {
        assert_ne!(files_with(venue.data(), text), Vec::<String>::new());
    }
    let paths = [
        "/v1/ledgers/cup/games/r1-b1",
        "/v1/ledgers/cup/games/r1-b1?at=20",
        "/v1/ledgers/cup/standings",
        "/v1/ledgers/cup/games/r1-b1/sgf",
    ];
    let get = |venue: &Venue, path: &str| venue.get(path).send();
    let before: Vec<_> = paths.iter().map(|path| get(&venue, path)).collect();
    assert!(
        before
            .iter()
            .all(|answer| holds(answer.body.as_bytes(), ANN))
    );
    let head = venue.get("/v1/ledgers/cup").send().ok(200)["head"].clone();

    let answer = erase(&venue, venue.keeper(), &asked("ann")).ok(201);
    let entry = &answer["entries"][0]["entry"];
    assert_eq!(entry["type"], "person_erased");
    assert_eq!(entry["prev"], head);
    let data = &entry["data"];
    assert_eq!(
        (&data["player"], &data["asked_by"]),
        (&json!("ann"), &json!("ann"))
    );

    for restarted in [false, true] {
        if restarted {
            venue.restart();
        }
        for (path, before) in paths.iter().zip(&before) {
            let after = get(&venue, path);
            assert!(!holds(after.body.as_bytes(), ANN), "{path}");
            assert!(holds(after.body.as_bytes(), "ann"), "{path}");
            assert!(
                holds(after.body.as_bytes(), "erased"),
                "{path}: {}",
                after.body
            );
            // Whoever kept a copy is told that it is none any more.
            assert_ne!(before.header("etag"), after.header("etag"), "{path}");
            let copy = venue
                .get(path)
                .header("if-none-match", before.header("etag"));
            assert_eq!(copy.send().status, 200, "{path}");
            let copy = venue
                .get(path)
                .header("if-none-match", after.header("etag"));
            assert_eq!(copy.send().status, 304, "{path}");
        }
        assert_eq!(files_with(venue.data(), ANN), Vec::<String>::new());
        assert_eq!(files_with(venue.data(), BORN), Vec::<String>::new());
        let audit = venue.get("/v1/ledgers/cup/audit").send().ok(200);
        assert_eq!(audit["chain"]["state"], "sound");
        assert_ne!(audit["verdict"], "broken");
        assert_eq!(discrepancies(&audit), Vec::<&str>::new());
    }
    // Bo is who he was.
    let game = get(&venue, paths[0]).ok(200);
    assert_eq!(
        (&game["names"]["white"], &game["erased"]),
        (&json!("bo"), &json!(["ann"]))
    );
}

#[test]
fn an_official_is_erased_in_each_of_his_offices() {
    let venue = venue();
    let organiser = venue.token("cup", "org-1");
    let answer = erase(&venue, &organiser, &asked("rec-9")).ok(201);
    let entries = answer["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2);
    for entry in entries {
        assert_eq!(entry["entry"]["data"]["official"], "rec-9");
        assert_eq!(
            (&entry["entry"]["actor"], &entry["entry"]["submitted_by"]),
            (&json!("keeper"), &json!("org-1"))
        );
    }
    assert_eq!(files_with(venue.data(), RECORDER), Vec::<String>::new());
    // He still holds his offices.
    let stone = json!({"stream": "game/r1-b1", "type": "game_resumed", "actor": "rec-9",
        "at": "2026-05-01T11:00:00.000Z", "data": {}});
    assert_ne!(venue.hand_in("cup", &[stone]).json()["code"], "no_right");
}

#[test]
fn the_keeper_and_the_organiser_erase_and_nobody_else() {
    let venue = venue();
    for who in ["chief-1", "arb-1", "rec-1", "ann", "pan-1"] {
        erase(&venue, &venue.token("cup", who), &asked("ann")).problem("no_right");
    }
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    erase(&venue, &auditor, &asked("ann")).problem("out_of_scope");
    venue.play("other", &game("cn-2002"));
    let elsewhere = venue.token("other", "org-1");
    erase(&venue, &elsewhere, &asked("ann")).problem("out_of_scope");
    let asking = venue.post("/v1/ledgers/cup/erasures").json(&asked("ann"));
    asking.send().problem("no_token");
    assert!(!files_with(venue.data(), ANN).is_empty());

    erase(&venue, venue.keeper(), &asked("nobody")).problem("unknown");
    // Whoever opened the ledger was named to nobody.
    erase(&venue, venue.keeper(), &asked("org-1")).problem("unknown");
    let mut unsaid = asked("ann");
    unsaid["reason"] = json!("");
    erase(&venue, venue.keeper(), &unsaid).problem("schema");
    erase(&venue, venue.keeper(), &json!({"person": "ann"})).problem("shape");
    erase(&venue, venue.keeper(), &asked("ann")).ok(201);
    erase(&venue, venue.keeper(), &asked("ann")).problem("contradiction");
}

#[test]
fn who_is_player_and_official_is_erased_as_what_is_asked() {
    let venue = venue();
    let appointed = json!({"stream": "tournament", "type": "official_appointed", "actor": "org-1",
        "at": "2026-05-01T11:00:00.000Z", "data": {"official": "bo", "name": "Bo the Scribe", "role": "recorder"}});
    venue.hand_in("cup", &[appointed]).ok(201);
    erase(&venue, venue.keeper(), &asked("bo")).problem("contradiction");
    let mut as_official = asked("bo");
    as_official["what"] = json!("official");
    erase(&venue, venue.keeper(), &as_official).ok(201);
    assert_eq!(
        files_with(venue.data(), "Bo the Scribe"),
        Vec::<String>::new()
    );
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    assert_eq!(game["names"]["white"], "bo");
}

#[test]
fn a_retry_of_the_registration_does_not_bring_the_name_back() {
    let mut venue = venue();
    erase(&venue, venue.keeper(), &asked("ann")).ok(201);
    let drafts = drafts();
    let ann = drafts
        .iter()
        .find(|d| d["data"]["player"] == "ann")
        .unwrap();
    let again = venue.hand_in("cup", std::slice::from_ref(ann)).ok(201);
    assert_eq!(again["entries"].as_array().unwrap().len(), 1);
    assert_eq!(files_with(venue.data(), ANN), Vec::<String>::new());
    venue.restart();
    assert_eq!(files_with(venue.data(), ANN), Vec::<String>::new());
}

#[test]
fn the_entry_must_name_whom_it_erases() {
    let venue = venue();
    let hand_in = |data: Value| {
        let draft = json!({"stream": "log", "type": "person_erased", "actor": "keeper",
            "at": "2026-05-01T11:00:00.000Z", "data": data});
        let asking = venue.post("/v1/ledgers/cup/entries").token(venue.keeper());
        asking.json(&json!([draft])).send()
    };
    let none = "0".repeat(64);
    let entry = |data: Value| {
        let mut all = json!({"person": none, "asked_by": "ann", "reason": "r"});
        all.as_object_mut()
            .unwrap()
            .extend(data.as_object().unwrap().clone());
        all
    };
    hand_in(entry(json!({}))).problem("contradiction");
    hand_in(entry(json!({"player": "ann", "official": "rec-9"}))).problem("contradiction");
    hand_in(entry(json!({"player": "ann"}))).problem("contradiction");
    hand_in(entry(json!({"player": "nobody"}))).problem("unknown_player");
    hand_in(entry(json!({"official": "nobody"}))).problem("unknown_official");
    assert!(!files_with(venue.data(), ANN).is_empty());
}

/// What the program prints where all goes well.
fn said(args: &[&str]) -> String {
    let output = fupan(args);
    let text = String::from_utf8(output.stdout).unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {text}{told}");
    text
}

fn whatever_is_in_a_bundle_has_no_name(bundle: &str) {
    said(&["verify", bundle]);
    let replayed = said(&["replay", bundle, "--json"]);
    assert!(replayed.contains("\"bo\"") && !replayed.contains("Seltenheit"));
}

#[test]
fn the_command_line_erases_from_a_folder_and_from_whatever_is_exported_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let lines: Vec<String> = drafts().iter().map(Value::to_string).collect();
    let handed_in = tempfile::NamedTempFile::with_suffix(".jsonl").unwrap();
    fs::write(handed_in.path(), lines.join("\n")).unwrap();
    let data = path("data");
    said(&[
        "import",
        handed_in.path().to_str().unwrap(),
        "--ledger",
        "cup",
        "--data",
        &data,
    ]);
    let export = |what: &str, to: &str| said(&["export", "cup", what, to, "--data", &data]);
    let export_all = |folder: &str| {
        export("--sgf", &path(&format!("{folder}-sgf")));
        for (what, ending) in [
            ("--csv", "-csv"),
            ("--html", ".html"),
            ("--h9", ".h9"),
            ("--trf", ".trf"),
        ] {
            let to = path(&format!("{folder}{ending}"));
            said(&["export", "cup", what, &to, "--provisional", "--data", &data]);
        }
        let dossier = export("--dossier", "a1");
        fs::write(path(&format!("{folder}-dossier.html")), dossier).unwrap();
    };
    export_all("before");
    assert_eq!(files_with(folder.path(), "Seltenheit").len(), 8);
    for gone in fs::read_dir(folder.path()).unwrap().flatten() {
        if gone.file_name().to_str().unwrap().starts_with("before") {
            let path = gone.path();
            if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            }
            .unwrap();
        }
    }
    let erased = said(&[
        "erase",
        "cup",
        "ann",
        "--asked-by",
        "ann",
        "--reason",
        "r",
        "--data",
        &data,
    ]);
    assert!(erased.contains("says who asked"), "{erased}");
    export_all("after");
    assert_eq!(
        files_with(folder.path(), "Seltenheit"),
        Vec::<String>::new()
    );
    for with_note in [
        "after-sgf/r1-b1.sgf",
        "after.html",
        "after.h9",
        "after-dossier.html",
    ] {
        let text = fs::read(folder.path().join(with_note)).unwrap();
        assert!(holds(&text, "erased on request"), "{with_note}");
    }
    for (what, more) in [
        ("standings", None),
        ("crosstable", None),
        ("game", Some("r1-b1")),
    ] {
        let args: Vec<&str> = ["show", what, "cup"].into_iter().chain(more).collect();
        let shown = said(&[&args[..], &["--data", &data]].concat());
        assert!(
            shown.contains("erased on request: the record of ann"),
            "{shown}"
        );
    }
    let explained = said(&["explain", "standing", "cup", "ann", "--data", &data]);
    assert!(explained.contains("erased on request"), "{explained}");
    let bundle = path("after.zip");
    export("--bundle", &bundle);
    whatever_is_in_a_bundle_has_no_name(&bundle);
    let audit = said(&["audit", "cup", "--data", &data]);
    assert!(!audit.contains("person_"), "{audit}");
    let again = fupan(&[
        "erase",
        "cup",
        "ann",
        "--asked-by",
        "ann",
        "--reason",
        "r",
        "--data",
        &data,
    ]);
    assert_eq!(again.status.code(), Some(1));
}

#[test]
fn the_command_line_erases_at_a_service() {
    let venue = venue();
    let url = venue.running().url();
    let told = said(&[
        "erase",
        "cup",
        "ann",
        "--asked-by",
        "data-office",
        "--reason",
        "r",
        "--what",
        "player",
        "--server",
        &url,
        "--token",
        venue.keeper(),
        "--json",
    ]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["erased"], told["entries"].as_array().unwrap().len()),
        (&json!("ann"), 1)
    );
    assert_eq!(files_with(venue.data(), ANN), Vec::<String>::new());
}

#[test]
fn an_audit_tells_of_records_that_went_without_an_entry() {
    let mut venue = venue();
    venue.stop();
    fs::write(venue.data().join("ledgers/cup/people.jsonl"), "").unwrap();
    venue.restart();
    let audit = venue.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(discrepancies(&audit), ["person_missing"]);
    assert_ne!(audit["verdict"], "broken");
}

#[test]
fn a_record_that_comes_back_by_an_older_file_is_told_handed_on_to_nobody_and_taken_out() {
    let mut venue = venue();
    venue.stop();
    let people = venue.data().join("ledgers/cup/people.jsonl");
    let older = fs::read(&people).unwrap();
    venue.restart();
    let erased = erase(&venue, venue.keeper(), &asked("ann")).ok(201);
    let seq = erased["entries"][0]["seq"].clone();
    venue.stop();
    fs::write(&people, older).unwrap();
    let data = venue.data().to_str().unwrap();
    let audit = fupan(&["audit", "cup", "--data", data, "--json"]);
    assert_eq!(audit.status.code(), Some(1));
    let audit: Value = serde_json::from_slice(&audit.stdout).unwrap();
    assert_eq!(discrepancies(&audit), ["person_not_erased"]);
    let found = audit["discrepancies"].as_array().unwrap();
    let found = found.iter().find(|d| d["code"] == "person_not_erased");
    assert_eq!(found.unwrap()["seq"], seq);
    let folder = tempfile::tempdir().unwrap();
    let bundle = folder.path().join("cup.zip");
    let bundle = bundle.to_str().unwrap();
    said(&["export", "cup", "--bundle", bundle, "--data", data]);
    whatever_is_in_a_bundle_has_no_name(bundle);
    said(&["evidence", "sweep", "cup", "--data", data]);
    assert_eq!(files_with(venue.data(), ANN), Vec::<String>::new());
    assert!(!said(&["audit", "cup", "--data", data]).contains("person_"));
}
