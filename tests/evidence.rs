//! Evidence files: handed in to the hash that an entry attached, seen by those
//! who may, deleted on their date with an entry that says so, and checked by audits.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]
#![allow(dead_code, reason = "other tests use more of the client")]

#[path = "http"]
mod http {
    mod client;
    pub mod program;
    pub mod venue;
}

#[path = "evidence/command_line.rs"]
mod command_line;
#[path = "evidence/deleted.rs"]
mod deleted;
#[path = "evidence/mirrored.rs"]
mod mirrored;
#[path = "evidence/seen.rs"]
mod seen;

use fupan::evidence::{self, Upload};
use fupan_domain::{Timestamp, ids::Sha256};
use fupan_store::EventStore;
use fupan_tests::script::{Script, game};
use http::{
    program::fupan,
    venue::{Answer, Venue},
};
use serde_json::{Value, json};
use std::{fs, path::Path};

const PDF: &str = "%PDF-1.7\nwhat the camera above board 1 saw\n";
const STATEMENT: &str = "他说：“我没有碰钟。”\n";

fn sha(bytes: &str) -> String {
    Sha256::of(bytes.as_bytes()).to_string()
}

/// What an entry says that attaches a file.
fn attached(evidence: &str, bytes: &str, media_type: &str, class: &str) -> Value {
    json!({"evidence": evidence, "sha256": sha(bytes), "bytes": bytes.len(),
        "media_type": media_type, "title": "as it was handed in", "class": class})
}

/// Ann appeals; the camera's view of the game is open, an answer is restricted.
fn appealed() -> Script {
    let script = game("cn-2002").stones("B Q16, W D4").files("a1", &["W D4"]);
    let panel = json!({"members": ["pan-1", "pan-2"], "recused": ["pan-3"]});
    let on_appeal = |script: Script, actor: &str, type_name: &str, data| {
        script.draft("appeal/a1", actor, type_name, data)
    };
    let script = on_appeal(script, "chief-1", "panel_seated", panel);
    let video = attached("video-1", PDF, "application/pdf", "open");
    let script = script.by("arb-1", "evidence_attached", video);
    let answer = attached("answer-1", STATEMENT, "text/plain", "restricted");
    on_appeal(script, "pan-1", "evidence_attached", answer)
}

fn venue() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &appealed());
    venue
}

fn path(bytes: &str) -> String {
    format!("/v1/ledgers/cup/evidence/{}", sha(bytes))
}

fn hand_in(venue: &Venue, who: &str, bytes: &str) -> Answer {
    let asking = venue.post(&path(bytes)).official("cup", who);
    asking.body("application/octet-stream", bytes).send()
}

fn files(venue: &Venue) -> Vec<Value> {
    let listed = venue.get("/v1/ledgers/cup/evidence").send().ok(200);
    listed["items"].as_array().unwrap().clone()
}

fn file(venue: &Venue, bytes: &str) -> Value {
    let files = files(venue);
    let found = files.iter().find(|file| file["sha256"] == sha(bytes));
    found.unwrap().clone()
}

/// What lies in the folder of the files.
fn kept(data: &Path) -> Vec<String> {
    let Ok(files) = fs::read_dir(data.join("ledgers/cup/evidence")) else {
        return Vec::new();
    };
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn codes(audit: &Value) -> Vec<&str> {
    let found = audit["discrepancies"].as_array().unwrap().iter();
    let codes = found.map(|d| d["code"].as_str().unwrap());
    codes.filter(|c| c.starts_with("evidence")).collect()
}

fn audit(venue: &Venue) -> Value {
    venue.get("/v1/ledgers/cup/audit").send().ok(200)
}

#[test]
fn a_file_that_was_attached_is_taken_in_and_given_out() {
    let venue = venue();
    assert_eq!(file(&venue, PDF)["file"], "awaited");
    venue.get(&path(PDF)).send().problem("not_found");
    let answer = hand_in(&venue, "arb-1", PDF);
    let taken = answer.ok(201);
    let entry = &taken["entries"][0]["entry"];
    assert_eq!(entry["type"], "evidence_received");
    assert_eq!(
        entry["data"],
        json!({"sha256": sha(PDF), "bytes": PDF.len()})
    );
    assert_eq!(
        (&entry["actor"], &entry["submitted_by"]),
        (&json!("keeper"), &json!("arb-1"))
    );
    assert_eq!(answer.header("location"), path(PDF));
    assert_eq!(file(&venue, PDF)["file"], "kept");
    // Once more is nothing new.
    assert_eq!(
        hand_in(&venue, "chief-1", PDF).ok(200)["entries"],
        json!([])
    );
    let given = venue.get(&path(PDF)).send();
    assert_eq!((given.status, given.body.as_str()), (200, PDF));
    assert_eq!(given.header("content-type"), "application/pdf");
    assert_eq!(
        given.header("content-disposition"),
        "attachment; filename=\"video-1\""
    );
    assert_eq!(given.header("x-content-type-options"), "nosniff");
    assert!(given.header("content-security-policy").contains("sandbox"));
    assert!(given.header("cache-control").contains("immutable"));
    let part = venue.get(&path(PDF)).header("range", "bytes=9-12").send();
    assert_eq!((part.status, part.body.as_str()), (206, "what"));
}

#[test]
fn a_file_outlives_the_service_and_a_cut_leaves_none() {
    let mut venue = venue();
    hand_in(&venue, "arb-1", PDF).ok(201);
    venue.stop();
    let cut = venue.data().join("ledgers/cup/evidence/incoming-1-0");
    fs::write(&cut, "%PDF-1.7\nwhat the").unwrap();
    venue.restart();
    assert_eq!(venue.get(&path(PDF)).send().body, PDF);
    assert_eq!(kept(venue.data()), [sha(PDF)]);
}

#[test]
fn a_file_goes_to_what_an_entry_attached_and_nowhere_else() {
    let venue = venue();
    let send = |path: &str, media_type: &str, bytes: &str| {
        let asking = venue.post(path).official("cup", "chief-1");
        asking.body(media_type, bytes).send()
    };
    let octets = "application/octet-stream";
    let nobodys = path("nobody attached this");
    send(&nobodys, octets, "nobody attached this").problem("not_found");
    send(&path(PDF), octets, &PDF[..20]).problem("evidence_mismatch");
    let longer = format!("{PDF} and more");
    send(&path(PDF), octets, &longer).problem("evidence_mismatch");
    let other = PDF.replace("saw", "was");
    send(&path(PDF), octets, &other).problem("evidence_mismatch");
    send(&path(PDF), "video/mp4", PDF).problem("evidence_kind");
    send("/v1/ledgers/cup/evidence/UPPER", octets, PDF).problem("path");
    assert_eq!(kept(venue.data()), Vec::<String>::new());
    assert_eq!(file(&venue, PDF)["file"], "awaited");
    send(&path(PDF), "application/pdf", PDF).ok(201);
}

#[test]
fn bytes_are_what_they_were_attached_as_and_of_a_kind_that_is_kept() {
    let page = "<html><script>alert(1)</script></html>";
    let venue = Venue::open_with(|config| config.evidence.bytes = 100);
    let attach = |script: Script, id: &str, bytes: &str, kind: &str| {
        script.by(
            "arb-1",
            "evidence_attached",
            attached(id, bytes, kind, "open"),
        )
    };
    let long = "x".repeat(101);
    let binary = "no\u{0}text";
    let script = game("cn-2002").stones("B Q16");
    let script = attach(script, "page-1", page, "text/html");
    let script = attach(script, "film-1", "a film", "video/mp4");
    let script = attach(script, "long-1", &long, "text/plain");
    let script = attach(script, "text-1", binary, "text/plain");
    let script = attach(script, "text-2", STATEMENT, "TEXT/plain");
    venue.play("cup", &script);
    hand_in(&venue, "arb-1", page).problem("evidence_kind");
    hand_in(&venue, "arb-1", "a film").problem("evidence_kind");
    hand_in(&venue, "arb-1", &long).problem("evidence_too_large");
    hand_in(&venue, "arb-1", binary).problem("evidence_kind");
    hand_in(&venue, "arb-1", STATEMENT).ok(201);
    assert_eq!(kept(venue.data()), [sha(STATEMENT)]);
}

#[test]
fn a_large_file_comes_in_pieces_and_is_whole() {
    let venue = Venue::open();
    let mut film = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41".to_vec();
    film.extend((0..20_000_000_u32).map(|n| n.to_le_bytes()[1] ^ n.to_le_bytes()[0]));
    let sha256 = Sha256::of(&film);
    let data = json!({"evidence": "film-1", "sha256": sha256, "bytes": film.len(),
        "media_type": "video/mp4", "title": "board 1", "class": "open"});
    let script = game("cn-2002").by("arb-1", "evidence_attached", data);
    venue.play("cup", &script);
    let path = format!("/v1/ledgers/cup/evidence/{sha256}");
    let asking = venue.post(&path).official("cup", "arb-1");
    asking.body_bytes("video/mp4", &film).send().ok(201);
    let lies_at = venue.data().join(format!("ledgers/cup/evidence/{sha256}"));
    assert_eq!(Sha256::of(&fs::read(lies_at).unwrap()), sha256);
}

/// A part that a file does not have is told with how much there is.
#[test]
fn a_part_past_the_end_is_told_with_the_length() {
    let venue = venue();
    hand_in(&venue, "arb-1", PDF).ok(201);
    let past = venue.get(&path(PDF)).header("range", "bytes=9999-").send();
    past.problem("range");
    let whole = format!("bytes */{}", PDF.len());
    assert_eq!((past.status, past.header("content-range")), (416, &*whole));
}

fn late() -> Timestamp {
    "2090-01-01T00:00:00.000Z".parse().unwrap()
}

/// Takes a file in as if it were then.
fn take_in(open: &fupan::ledger::OpenLedger, bytes: &str, now: &str) {
    let now: Timestamp = now.parse().unwrap();
    let limits = fupan::config::Evidence::default();
    let sha256 = Sha256::of(bytes.as_bytes());
    let mut upload = Upload::begin(open, sha256, None, &limits, now).unwrap();
    upload.take(bytes.as_bytes()).unwrap();
    let blob = upload.finish().unwrap();
    let recorded = open.append(vec![evidence::received(blob, now).unwrap()]);
    assert!(recorded.is_ok_and(|receipts| receipts.len() == 1));
}

/// A data folder with a ledger that has this script, and where it is.
fn folder(script: &Script) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let drafts = folder.path().join("drafts.jsonl");
    fs::write(&drafts, script.file()).unwrap();
    let data = folder.path().join("data").to_str().unwrap().to_owned();
    let drafts = drafts.to_str().unwrap();
    said(&["import", drafts, "--ledger", "cup", "--data", &data]);
    (folder, data)
}

/// What the program prints where all goes well.
fn said(args: &[&str]) -> String {
    let output = fupan(args);
    let text = String::from_utf8(output.stdout).unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {text}{told}");
    text
}

/// The code with which the program refuses.
fn refused(args: &[&str]) -> String {
    let output = fupan(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    told["refused"]["code"].as_str().unwrap().to_owned()
}

#[test]
fn an_audit_finds_what_is_wrong_with_files() {
    let mut venue = venue();
    hand_in(&venue, "arb-1", PDF).ok(201);
    assert_eq!(codes(&audit(&venue)), ["evidence_awaited"]);
    let folder = venue.data().join("ledgers/cup/evidence");
    fs::write(folder.join(sha(PDF)), PDF.replace("saw", "was")).unwrap();
    venue.restart();
    let found = audit(&venue);
    assert_eq!(found["verdict"], "broken");
    assert!(codes(&found).contains(&"evidence_altered"));
    fs::remove_file(folder.join(sha(PDF))).unwrap();
    fs::write(folder.join(sha("stray")), "stray").unwrap();
    venue.restart();
    let found = audit(&venue);
    assert_eq!(found["verdict"], "sound_with_remarks");
    assert!(codes(&found).contains(&"evidence_missing"));
    assert!(codes(&found).contains(&"evidence_unknown"));
    venue.get(&path(PDF)).send().problem("not_found");
    // What was lost can be handed in again, and no entry says that it came twice.
    let size = found["size"].clone();
    hand_in(&venue, "arb-1", PDF).ok(200);
    assert_eq!(venue.get(&path(PDF)).send().body, PDF);
    fs::remove_file(folder.join(sha("stray"))).unwrap();
    venue.restart();
    let found = audit(&venue);
    assert_eq!(
        (&found["size"], codes(&found)),
        (&size, vec!["evidence_awaited"])
    );
}

#[test]
fn nobody_but_the_program_says_that_a_file_came_or_went() {
    let venue = venue();
    let draft = |type_name: &str, data: Value| {
        json!({"stream": "log", "type": type_name, "at": "2026-05-01T11:00:00.000Z",
            "actor": "chief-1", "data": data})
    };
    let came = draft(
        "evidence_received",
        json!({"sha256": sha(PDF), "bytes": PDF.len()}),
    );
    venue.hand_in("cup", &[came]).problem("not_for_others");
    let keeper = |mut draft: Value| {
        draft["actor"] = json!("keeper");
        let asking = venue.post("/v1/ledgers/cup/entries").token(venue.keeper());
        asking.json(&json!([draft])).send()
    };
    let went = json!({"sha256": sha(PDF), "evidence": ["video-1"], "why": "date"});
    keeper(draft("evidence_deleted", went)).problem("contradiction");
    let went = json!({"sha256": sha(PDF), "evidence": ["video-1"], "why": "asked"});
    keeper(draft("evidence_deleted", went)).problem("contradiction");
    let went = json!({"sha256": sha("none"), "evidence": ["video-1"], "why": "date"});
    keeper(draft("evidence_deleted", went)).problem("unknown");
    let came = json!({"sha256": sha(PDF), "bytes": 1});
    keeper(draft("evidence_received", came)).problem("contradiction");
}

#[test]
fn the_dossier_says_what_became_of_a_file() {
    let (folder, data) = folder(&appealed());
    let dossier = || said(&["export", "cup", "--dossier", "a1", "--data", &data]);
    assert!(dossier().contains("not there: it has not come"));
    let answer = folder.path().join("answer.txt");
    fs::write(&answer, STATEMENT).unwrap();
    said(&[
        "evidence",
        "add",
        "cup",
        answer.to_str().unwrap(),
        "--stream",
        "appeal/a1",
        "--evidence",
        "answer-1",
        "--title",
        "t",
        "--class",
        "restricted",
        "--actor",
        "pan-1",
        "--data",
        &data,
    ]);
    let shown = said(&["show", "appeal", "cup", "a1", "--data", &data]);
    assert!(shown.contains("kept since"), "{shown}");
    assert!(dossier().contains("kept (20"));
    let ledgers = fupan::ledger::ledgers(Path::new(&data)).unwrap();
    let open = fupan::ledger::open(&ledgers, &"cup".parse().unwrap()).unwrap();
    assert_eq!(open.store.ledger().as_str(), "cup");
}
