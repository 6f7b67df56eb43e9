//! Evidence files: handed in to the hash that an entry attached, seen by those
//! who may, deleted on their date with an entry that says so, and checked by audits.

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

use fupan::evidence::{self, Upload};
use fupan_domain::{Timestamp, ids::Sha256};
use fupan_store::{EventStore, Ledgers};
use fupan_tests::script::{Script, game};
use http::{
    program::fupan,
    venue::{Answer, Asking, Venue},
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

#[test]
fn who_hands_in_is_who_attached_or_the_chief_arbiter() {
    let venue = venue();
    for who in ["rec-1", "org-1", "pan-2", "ann"] {
        hand_in(&venue, who, STATEMENT).problem("no_right");
    }
    let send = |asking: Asking<'_>| asking.body("text/plain", STATEMENT).send();
    send(venue.post(&path(STATEMENT))).problem("no_token");
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    send(venue.post(&path(STATEMENT)).token(&auditor)).problem("out_of_scope");
    assert_eq!(kept(venue.data()), Vec::<String>::new());
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    hand_in(&venue, "dep-1", PDF).ok(201);
}

#[test]
fn restricted_evidence_is_seen_by_those_who_decide() {
    let venue = venue();
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    for who in ["chief-1", "dep-1", "pan-1", "pan-2"] {
        let given = venue.get(&path(STATEMENT)).official("cup", who).send();
        assert_eq!(
            (given.status, given.body.as_str()),
            (200, STATEMENT),
            "{who}"
        );
        assert_eq!(given.header("cache-control"), "no-store");
    }
    // Who stepped aside, who has no part in it, and who reads all that is not restricted.
    for who in ["pan-3", "arb-1", "rec-1", "org-1", "ann"] {
        let asking = venue.get(&path(STATEMENT)).official("cup", who);
        assert_eq!(asking.send().problem("restricted")["status"], 403, "{who}");
    }
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    for token in [&auditor, venue.keeper()] {
        let asking = venue.get(&path(STATEMENT)).token(token);
        asking.send().problem("restricted");
    }
    venue.get(&path(STATEMENT)).send().problem("no_token");
    // The chief arbiter of another tournament is nobody here.
    venue.play("other", &game("cn-2002"));
    let asking = venue.get(&path(STATEMENT)).official("other", "chief-1");
    asking.send().problem("restricted");
    // Whoever attached it sees it though he holds no office any more; a relieved
    // chief arbiter does not.
    let relieved = json!({"official": "chief-1", "reason": "ill"});
    let draft = json!({"stream": "tournament", "type": "official_relieved",
        "at": "2026-05-01T11:00:00.000Z", "actor": "org-1", "data": relieved});
    venue.hand_in("cup", &[draft]).ok(201);
    let asking = venue.get(&path(STATEMENT)).official("cup", "chief-1");
    asking.send().problem("restricted");
}

#[test]
fn evidence_of_a_game_is_seen_by_the_panel_of_an_appeal_about_it() {
    let venue = Venue::open();
    let restricted = attached("video-1", PDF, "application/pdf", "restricted");
    let script = game("cn-2002").stones("B Q16, W D4");
    let script = script.by("arb-1", "evidence_attached", restricted);
    let script = script.files("a1", &["W D4"]);
    venue.play("cup", &script);
    hand_in(&venue, "arb-1", PDF).ok(201);
    let seen = |who: &str| venue.get(&path(PDF)).official("cup", who).send().status;
    assert_eq!((seen("arb-1"), seen("pan-1")), (200, 403));
    let seated = json!({"stream": "appeal/a1", "type": "panel_seated", "actor": "chief-1",
        "at": "2026-05-01T11:00:00.000Z", "data": {"members": ["pan-1"]}});
    venue.hand_in("cup", &[seated]).ok(201);
    assert_eq!((seen("pan-1"), seen("pan-2")), (200, 403));
}

#[test]
fn what_one_entry_restricts_no_other_opens() {
    let venue = Venue::open();
    let open = attached("answer-1", STATEMENT, "text/plain", "open");
    let restricted = attached("answer-2", STATEMENT, "text/plain", "restricted");
    let script = game("cn-2002").by("arb-1", "evidence_attached", open);
    venue.play("cup", &script.by("arb-1", "evidence_attached", restricted));
    hand_in(&venue, "arb-1", STATEMENT).ok(201);
    assert_eq!(file(&venue, STATEMENT)["class"], "restricted");
    venue.get(&path(STATEMENT)).send().problem("no_token");
    let ledgers = Ledgers::at(venue.data()).unwrap();
    let blobs = fupan_store::Blobs::of(&ledgers.folder(&"cup".parse().unwrap()));
    let live = venue
        .running()
        .service()
        .ledgers
        .open(&"cup".parse().unwrap());
    let tournament = live
        .unwrap()
        .open
        .reader
        .tournament(fupan_store::Known::Now);
    assert_eq!(blobs.list_open(&tournament.unwrap()).unwrap(), []);
    assert_eq!(blobs.list().unwrap().len(), 1);
}

/// Years after which nothing is kept.
/// The hash of a restricted file is public: who names it in a game of his own has
/// shown nothing, and sees no more of it than before; nor does who sits on an appeal
/// about that game.
#[test]
fn naming_the_hash_of_a_restricted_file_gives_no_right_to_it() {
    let venue = venue();
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    let seen = |who: &str| {
        venue
            .get(&path(STATEMENT))
            .official("cup", who)
            .send()
            .status
    };
    assert_eq!((seen("arb-1"), seen("pan-1")), (403, 200));
    for (evidence, class) in [("mine-1", "restricted"), ("mine-2", "open")] {
        let data = attached(evidence, STATEMENT, "text/plain", class);
        let draft = json!({"stream": "game/r1-b1", "type": "evidence_attached",
            "at": "2026-05-01T11:00:00.000Z", "actor": "arb-1", "data": data});
        venue.hand_in("cup", &[draft]).ok(201);
        // Nor by handing in what is there already.
        hand_in(&venue, "arb-1", STATEMENT).ok(200);
        assert_eq!(
            (seen("arb-1"), seen("pan-1"), seen("chief-1")),
            (403, 200, 200)
        );
    }
    assert_eq!(file(&venue, STATEMENT)["class"], "restricted");
    venue.get(&path(STATEMENT)).send().problem("no_token");
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

#[test]
fn a_file_goes_on_its_date_with_an_entry_that_says_so() {
    let venue = Venue::open();
    let mut dated = attached("answer-1", STATEMENT, "text/plain", "restricted");
    dated["delete_after"] = json!(late());
    let script = appealed().draft("appeal/a1", "chief-1", "evidence_attached", dated.clone());
    // The same file, attached without a date, is kept.
    venue.play("cup", &script);
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    hand_in(&venue, "arb-1", PDF).ok(201);
    venue.running().service().sweep(late());
    assert_eq!(kept(venue.data()).len(), 2);

    let venue = Venue::open();
    let script = game("cn-2002").stones("B Q16, W D4").files("a1", &["W D4"]);
    let script = script.draft("appeal/a1", "chief-1", "evidence_attached", dated.clone());
    let mut sooner = dated;
    sooner["delete_after"] = json!("2089-01-01T00:00:00.000Z");
    sooner["evidence"] = json!("answer-2");
    venue.play("cup", &script.by("arb-1", "evidence_attached", sooner));
    hand_in(&venue, "chief-1", STATEMENT).ok(201);
    let appeal = || venue.get("/v1/ledgers/cup/appeals/a1").send();
    let before = appeal();
    assert_eq!(before.json()["evidence"][0]["file"], "kept");
    // The last date counts, to the millisecond.
    let earlier = "2089-12-31T23:59:59.999Z".parse().unwrap();
    venue.running().service().sweep(earlier);
    assert_eq!(kept(venue.data()).len(), 1);
    venue.running().service().sweep(late());
    assert_eq!(kept(venue.data()), Vec::<String>::new());
    let entries = venue
        .get("/v1/ledgers/cup/entries?stream=log")
        .send()
        .ok(200);
    let last = &entries["items"].as_array().unwrap().last().unwrap()["entry"];
    assert_eq!(
        (&last["type"], &last["actor"], &last["data"]),
        (
            &json!("evidence_deleted"),
            &json!("keeper"),
            &json!({"sha256": sha(STATEMENT), "evidence": ["answer-1", "answer-2"], "why": "date"})
        )
    );
    let after = appeal();
    assert_ne!(after.header("etag"), before.header("etag"));
    let shown = &after.json()["evidence"][0];
    assert_eq!(
        (&shown["file"], &shown["deleted_because"]),
        (&json!("deleted"), &json!("date"))
    );
    let gone = venue
        .get(&path(STATEMENT))
        .official("cup", "chief-1")
        .send();
    assert_eq!(gone.problem("evidence_deleted")["status"], 410);
    hand_in(&venue, "chief-1", STATEMENT).problem("evidence_deleted");
    // Once is enough.
    let size = audit(&venue)["size"].clone();
    venue.running().service().sweep(late());
    assert_eq!(audit(&venue)["size"], size);
    assert_eq!(codes(&audit(&venue)), Vec::<&str>::new());
}

#[test]
fn the_service_looks_for_dates_by_itself() {
    let venue = Venue::open();
    let mut dated = attached("answer-1", STATEMENT, "text/plain", "open");
    dated["delete_after"] = json!("2020-01-02T00:00:00.000Z");
    venue.play(
        "cup",
        &game("cn-2002").by("arb-1", "evidence_attached", dated),
    );
    // What is past its date is not even taken in.
    hand_in(&venue, "arb-1", STATEMENT).problem("evidence_deleted");
    let ledgers = &venue.running().service().ledgers;
    let live = ledgers.open(&"cup".parse().unwrap()).unwrap();
    take_in(&live.open, STATEMENT, "2020-01-01T00:00:00.000Z");
    assert_eq!(kept(venue.data()).len(), 1);
    venue.running().service().tidy();
    assert_eq!(kept(venue.data()), Vec::<String>::new());
    assert_eq!(file(&venue, STATEMENT)["file"], "deleted");
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
fn the_command_line_adds_lists_gives_out_and_sweeps() {
    let mut dated = attached("answer-1", STATEMENT, "text/plain", "restricted");
    dated["delete_after"] = json!("2020-01-02T00:00:00.000Z");
    let script = game("cn-2002")
        .stones("B Q16")
        .by("arb-1", "evidence_attached", dated);
    let (folder, data) = folder(&script);
    let video = folder.path().join("video.pdf");
    fs::write(&video, PDF).unwrap();
    let video = video.to_str().unwrap();
    let add = [
        "evidence",
        "add",
        "cup",
        video,
        "--stream",
        "game/r1-b1",
        "--evidence",
        "video-1",
        "--title",
        "Camera above board 1",
        "--class",
        "open",
        "--actor",
        "arb-1",
        "--data",
        &data,
    ];
    assert!(said(&add).contains(&sha(PDF)));
    // Once more attaches nothing and changes nothing.
    said(&add);
    let listed = said(&["evidence", "list", "cup", "--data", &data]);
    assert_eq!(
        listed.matches("video-1 in game/r1-b1").count(),
        1,
        "{listed}"
    );
    assert!(listed.contains("kept since") && listed.contains("its file has not come"));
    let out = folder.path().join("out.pdf");
    let get = [
        "evidence",
        "get",
        "cup",
        &sha(PDF),
        "--out",
        out.to_str().unwrap(),
        "--data",
        &data,
    ];
    said(&get);
    assert_eq!(fs::read_to_string(&out).unwrap(), PDF);
    {
        let ledgers = fupan::ledger::ledgers(Path::new(&data)).unwrap();
        let open = fupan::ledger::open(&ledgers, &"cup".parse().unwrap()).unwrap();
        take_in(&open, STATEMENT, "2020-01-01T00:00:00.000Z");
        assert_eq!(open.blobs.list().unwrap().len(), 2);
    }
    let swept: Value =
        serde_json::from_str(&said(&["evidence", "sweep", "--data", &data, "--json"])).unwrap();
    assert_eq!(
        swept["deleted"],
        json!([{"ledger": "cup", "sha256": sha(STATEMENT)}])
    );
    assert!(said(&["evidence", "sweep", "cup", "--data", &data]).contains("0 files deleted"));
    let deleted = [
        "evidence",
        "get",
        "cup",
        &sha(STATEMENT),
        "--out",
        "none",
        "--data",
        &data,
    ];
    assert_eq!(refused(&deleted), "evidence_deleted");
    let asked = [
        "evidence",
        "delete",
        "cup",
        &sha(PDF),
        "--asked-by",
        "ann",
        "--reason",
        "consent withdrawn",
        "--data",
        &data,
    ];
    said(&asked);
    assert_eq!(refused(&asked), "evidence_deleted");
    assert_eq!(kept(Path::new(&data)), Vec::<String>::new());
    let listed = said(&["evidence", "list", "cup", "--data", &data]);
    assert!(listed.contains("deleted on request at") && listed.contains("deleted on its date at"));
    assert!(said(&["audit", "cup", "--data", &data]).contains("sound"));
}

#[test]
fn the_command_line_does_the_same_at_a_service() {
    let venue = venue();
    let url = venue.running().url();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (video, answer) = (write("video.pdf", PDF), write("answer.txt", STATEMENT));
    let at = |token: &str, args: &[&str]| -> Vec<String> {
        let rest = ["--server", &url, "--token", token];
        args.iter()
            .chain(&rest)
            .map(|arg| (*arg).to_owned())
            .collect()
    };
    let run = |token: &str, args: &[&str]| {
        let args = at(token, args);
        said(&args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (arb, chief) = (venue.token("cup", "arb-1"), venue.token("cup", "chief-1"));
    run(
        &arb,
        &[
            "evidence",
            "add",
            "cup",
            &video,
            "--stream",
            "game/r1-b1",
            "--evidence",
            "video-1",
            "--title",
            "t",
            "--class",
            "open",
            "--actor",
            "arb-1",
        ],
    );
    run(
        &chief,
        &[
            "evidence",
            "add",
            "cup",
            &answer,
            "--stream",
            "tournament",
            "--evidence",
            "answer-2",
            "--title",
            "t",
            "--class",
            "restricted",
            "--actor",
            "chief-1",
        ],
    );
    assert_eq!(
        file(&venue, STATEMENT)["attached"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(file(&venue, PDF)["attached"].as_array().unwrap().len(), 1);
    assert!(run(&arb, &["evidence", "list", "cup"]).contains("2 files of evidence"));
    let out = folder.path().join("out");
    let get = [
        "evidence",
        "get",
        "cup",
        &sha(STATEMENT),
        "--out",
        out.to_str().unwrap(),
    ];
    run(&chief, &get);
    assert_eq!(fs::read_to_string(&out).unwrap(), STATEMENT);
    let args = at(&arb, &get);
    assert_eq!(
        refused(&args.iter().map(String::as_str).collect::<Vec<_>>()),
        "restricted"
    );
    run(
        venue.keeper(),
        &[
            "evidence",
            "delete",
            "cup",
            &sha(PDF),
            "--asked-by",
            "ann",
            "--reason",
            "r",
        ],
    );
    venue.get(&path(PDF)).send().problem("evidence_deleted");
    venue.running().service().tidy();
    assert_eq!(kept(venue.data()), [sha(STATEMENT)]);
}

#[test]
fn a_bundle_carries_open_files_and_no_restricted_ones() {
    let (folder, data) = folder(&appealed());
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (video, answer) = (write("video.pdf", PDF), write("answer.txt", STATEMENT));
    let add = |file: &str, stream: &str, id: &str, actor: &str| {
        said(&[
            "evidence",
            "add",
            "cup",
            file,
            "--stream",
            stream,
            "--evidence",
            id,
            "--title",
            "t",
            "--class",
            "open",
            "--actor",
            actor,
            "--data",
            &data,
        ]);
    };
    add(&video, "game/r1-b1", "video-1", "arb-1");
    // Attached as open too, it stays restricted.
    add(&answer, "game/r1-b1", "answer-2", "arb-1");
    let bundle = folder.path().join("cup.zip");
    let bundle = bundle.to_str().unwrap();
    said(&["export", "cup", "--bundle", bundle, "--data", &data]);
    let bytes = fs::read(bundle).unwrap();
    let holds = |text: &str| {
        let mut windows = bytes.windows(text.len());
        windows.any(|window| window == text.as_bytes())
    };
    assert!(holds(PDF) && !holds(STATEMENT));
    said(&["verify", bundle]);
}

/// Mirrors the venue's ledger into a folder until all is there and signed for;
/// answers the files that it could not have, each with why.
fn mirrored(venue: &Venue, token: &str, data: &Path) -> Vec<(String, String)> {
    let keys = venue.get("/v1/ledgers/cup/keys").send().ok(200);
    let url = format!("http://{}", venue.running().address());
    let key = keys["keys"][0].as_str().unwrap();
    let said = said(&[
        "mirror",
        &url,
        "--ledger",
        "cup",
        "--key",
        key,
        "--token",
        token,
        "--data",
        data.to_str().unwrap(),
        "--once",
        "--json",
    ]);
    let lines = serde_json::Deserializer::from_str(&said).into_iter::<Value>();
    let lines: Vec<Value> = lines.map(Result::unwrap).collect();
    let last = lines.last().unwrap();
    assert_eq!(last["size"], last["signed"], "{said}");
    let without = lines.iter().filter(|line| line["without"].is_string());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    without
        .map(|line| (text(&line["without"]), text(&line["why"]["code"])))
        .collect()
}

#[test]
fn a_mirror_has_the_files_that_its_token_may_see() {
    let venue = venue();
    hand_in(&venue, "arb-1", PDF).ok(201);
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    let place = tempfile::tempdir().unwrap();
    let folder = |name: &str| place.path().join(name);
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    let restricted = vec![(sha(STATEMENT), "restricted".to_owned())];
    assert_eq!(
        mirrored(&venue, &auditor, &folder("auditor")),
        restricted,
        "an auditor reads all that is not restricted"
    );
    assert_eq!(kept(&folder("auditor")), [sha(PDF)]);
    let text = fs::read_to_string(
        folder("auditor")
            .join("ledgers/cup/evidence")
            .join(sha(PDF)),
    );
    assert_eq!(text.unwrap(), PDF);
    let mut both = [sha(PDF), sha(STATEMENT)];
    both.sort();
    for (who, token) in [
        ("keeper", venue.keeper().to_owned()),
        ("chief", venue.token("cup", "chief-1")),
    ] {
        assert_eq!(mirrored(&venue, &token, &folder(who)), [], "{who}");
        assert_eq!(kept(&folder(who)), both, "{who}");
    }
    // Only for the keeper, and only for a mirror.
    let private = format!("{}?private=true", path(STATEMENT));
    let given = venue.get(&private).token(venue.keeper()).send();
    assert_eq!((given.status, given.body.as_str()), (200, STATEMENT));
    for token in [auditor, venue.token("cup", "rec-1")] {
        let asking = venue.get(&private).token(&token);
        asking.send().problem("out_of_scope");
    }
    // What the mirror has goes on with the ledger that is made of it.
    let keeper = folder("keeper");
    said(&["promote", "cup", "--data", keeper.to_str().unwrap()]);
    assert_eq!(kept(&keeper), both);
}

#[test]
fn a_mirror_keeps_no_file_whose_bytes_are_others() {
    let venue = venue();
    hand_in(&venue, "arb-1", PDF).ok(201);
    let home = venue.data().join("ledgers/cup/evidence").join(sha(PDF));
    let place = tempfile::tempdir().unwrap();
    for spoiled in [
        PDF.replace("camera", "cinema"),
        format!("{PDF} and more"),
        PDF[..20].to_owned(),
    ] {
        fs::write(&home, &spoiled).unwrap();
        let differs = vec![(sha(PDF), "evidence_mismatch".to_owned())];
        // The ledger is followed all the same.
        assert_eq!(mirrored(&venue, venue.keeper(), place.path()), differs);
        assert_eq!(kept(place.path()), [""; 0]);
    }
    fs::write(&home, PDF).unwrap();
    assert_eq!(mirrored(&venue, venue.keeper(), place.path()), []);
    assert_eq!(kept(place.path()), [sha(PDF)]);
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
