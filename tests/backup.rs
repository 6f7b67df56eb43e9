//! Backups: made beside a running service and from a folder that nobody has open,
//! verified after writing, put back where nothing is, and never older than what
//! was seen, nor with anybody who was erased since.

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

use fupan_domain::ids::Sha256;
use fupan_tests::script::{Script, game};
use http::{
    program::fupan,
    venue::{Venue, stone},
};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

const ANSWER: &str = "I did not touch the clock.\n";

/// Ann appeals, and a member of the panel attaches an answer that is not for everybody.
fn appealed() -> Script {
    let script = game("cn-2002").stones("B Q16, W D4").files("a1", &["W D4"]);
    let panel = json!({"members": ["pan-1", "pan-2"], "recused": ["pan-3"]});
    let script = script.draft("appeal/a1", "chief-1", "panel_seated", panel);
    let answer = json!({"evidence": "answer-1", "sha256": Sha256::of(ANSWER.as_bytes()).to_string(),
        "bytes": ANSWER.len(), "media_type": "text/plain", "title": "an answer", "class": "restricted"});
    script.draft("appeal/a1", "pan-1", "evidence_attached", answer)
}

/// A service with a ledger whose every entry is signed for, a restricted document in it.
fn venue() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &appealed());
    let hash = Sha256::of(ANSWER.as_bytes());
    let given = venue
        .post(&format!("/v1/ledgers/cup/evidence/{hash}"))
        .official("cup", "pan-1")
        .body_bytes("application/octet-stream", ANSWER.as_bytes())
        .send();
    given.ok(201);
    all_signed(&venue);
    venue
}

fn size(venue: &Venue) -> u64 {
    let ledger = venue.get("/v1/ledgers/cup").send().ok(200);
    ledger["size"].as_u64().unwrap()
}

fn all_signed(venue: &Venue) {
    venue.signed("cup", size(venue));
}

fn url(venue: &Venue) -> String {
    format!("http://{}", venue.running().address())
}

/// What a verb printed, which ended well.
fn done(args: &[&str]) -> String {
    let output = fupan(args);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}{told}");
    said + &told
}

/// The problem with which a verb ended.
fn refused(args: &[&str]) -> Value {
    let output = fupan(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{args:?}: {output:?}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    told["refused"].clone()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn back_up_service(venue: &Venue, to: &Path) -> String {
    let (url, token) = (url(venue), venue.keeper());
    done(&[
        "backup",
        "--to",
        text(to),
        "--server",
        &url,
        "--token",
        token,
    ])
}

/// Every entry of a ledger in a data folder, as it was sealed.
fn entries(data: &Path) -> Vec<Vec<u8>> {
    use fupan_store::EventStore;
    let ledgers = fupan::ledger::ledgers(data).unwrap();
    let open = fupan::ledger::open(&ledgers, &"cup".parse().unwrap()).unwrap();
    let all = open.store.entries(0, usize::MAX >> 1).unwrap();
    all.iter().map(|bytes| bytes.to_vec()).collect()
}

fn served(venue: &Venue) -> Vec<Vec<u8>> {
    let lines = venue.get("/v1/ledgers/cup/entries?limit=1000");
    let lines = lines.header("Accept", "application/jsonl").send().body;
    lines.lines().map(|line| line.as_bytes().to_vec()).collect()
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[test]
fn what_a_running_service_is_backed_up_with_comes_back_byte_for_byte() {
    let (mut venue, place) = (venue(), Place::new());
    let (backup, data) = (place.at("monday"), place.at("data"));
    let said = back_up_service(&venue, &backup);
    assert!(said.contains("verified"), "{said}");
    let before = served(&venue);
    let data_of_venue = venue.data().to_owned();
    let keys = place.at("keys.json");
    done(&["key", "backup", text(&keys), "--data", text(&data_of_venue)]);
    venue.stop();
    done(&["key", "restore", text(&keys), "--data", text(&data)]);
    let said = done(&["restore", text(&backup), "--data", text(&data)]);
    assert!(!said.contains("WARNING"), "{said}");
    assert_eq!(entries(&data), before);
    // The tokens' hashes came along, and so did the restricted document.
    let tokens = |data: &Path| -> Value {
        serde_json::from_slice(&fs::read(data.join("tokens.json")).unwrap()).unwrap()
    };
    assert_eq!(tokens(&data), tokens(&data_of_venue));
    let ledgers = fupan::ledger::ledgers(&data).unwrap();
    let open = fupan::ledger::open(&ledgers, &"cup".parse().unwrap()).unwrap();
    assert!(open.blobs.contains(Sha256::of(ANSWER.as_bytes())));
    drop(open);
    done(&["audit", "cup", "--data", text(&data)]);
}

#[test]
fn a_backup_is_for_its_owner_alone_and_each_ledger_in_it_a_bundle() {
    let (mut venue, place) = (venue(), Place::new());
    let backup = place.at("b");
    venue.stop();
    let data = venue.data().to_owned();
    done(&[
        "backup",
        "--to",
        text(&backup),
        "--data",
        text(&data),
        "--with-keys",
    ]);
    for file in ["backup.json", "tokens.json", "keys.json", "ledgers/cup.zip"] {
        let mode = fs::metadata(backup.join(file))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    done(&["verify", text(&backup.join("ledgers/cup.zip"))]);
    // With the keys in it, the restored ledger is signed on by the same key.
    let restored = place.at("data");
    let said = done(&["restore", text(&backup), "--data", text(&restored)]);
    assert!(!said.contains("ANOTHER KEY"), "{said}");
}

#[test]
fn a_bundle_with_restricted_documents_is_for_the_keeper_alone() {
    let venue = venue();
    let path = "/v1/ledgers/cup/bundle?private=true";
    venue.get(path).send().problem("no_token");
    venue
        .get(path)
        .official("cup", "chief-1")
        .send()
        .problem("out_of_scope");
    venue
        .get("/v1/backup")
        .official("cup", "chief-1")
        .send()
        .problem("out_of_scope");
    let settings = venue.get("/v1/backup").token(venue.keeper()).send().ok(200);
    assert!(settings["ledgers"]["cup"].is_array(), "{settings}");
}

#[test]
fn nothing_is_overwritten_and_what_does_not_verify_is_not_put_back() {
    let (mut venue, place) = (venue(), Place::new());
    let backup = place.at("b");
    back_up_service(&venue, &backup);
    venue.stop();
    let data = venue.data().to_owned();
    let problem = refused(&["restore", text(&backup), "--data", text(&data)]);
    assert_eq!(problem["code"], "store_exists");
    // A bit flips on the disk where the backup lies.
    let bundle = backup.join("ledgers/cup.zip");
    let mut bytes = fs::read(&bundle).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&bundle, &bytes).unwrap();
    let fresh = place.at("fresh");
    let restore = ["restore", text(&backup), "--data", text(&fresh)];
    assert_eq!(refused(&restore)["code"], "backup");
    // Whoever flips it also writes the sum down anew: then the ledger itself tells.
    let label = backup.join("backup.json");
    let mut said: Value = serde_json::from_slice(&fs::read(&label).unwrap()).unwrap();
    said["ledgers"]["cup"]["sha256"] = json!(Sha256::of(&bytes).to_string());
    fs::write(&label, said.to_string()).unwrap();
    let code = refused(&restore)["code"].clone();
    assert!(code == "bundle_broken" || code == "bundle", "{code}");
    assert!(!fresh.join("ledgers/cup").exists());
    // Of one that is not there nobody can say that it is broken.
    let none = fupan(&["restore", text(&place.at("none")), "--data", text(&fresh)]);
    assert_eq!(none.status.code(), Some(2), "{none:?}");
}

#[test]
fn a_backup_that_is_older_than_what_was_seen_comes_back_only_when_told() {
    let (mut venue, place) = (venue(), Place::new());
    let backup = place.at("b");
    back_up_service(&venue, &backup);
    let backed_up = size(&venue);
    venue.hand_in("cup", &[stone(1, "black", "C3")]).ok(201);
    all_signed(&venue);
    venue.stop();
    let data = venue.data().to_owned();
    // The ledger's folder is lost; its last checkpoint, kept outside of it, is not.
    fs::remove_dir_all(data.join("ledgers/cup")).unwrap();
    let restore = ["restore", text(&backup), "--data", text(&data)];
    let problem = refused(&restore);
    assert_eq!(problem["code"], "older_than_seen");
    assert!(
        problem["detail"]
            .as_str()
            .unwrap()
            .contains("1 entry would be lost"),
        "{problem}"
    );
    let said = done(&[&restore[..], &["--older-than-seen"]].concat());
    assert!(said.contains("OLDER THAN WAS SEEN HERE"), "{said}");
    assert_eq!(entries(&data).len() as u64, backed_up);
    venue.restart();
    venue.hand_in("cup", &[stone(2, "black", "C4")]).ok(201);
    all_signed(&venue);
}

#[test]
fn whoever_was_erased_since_does_not_come_back() {
    let (mut venue, place) = (venue(), Place::new());
    let backup = place.at("b");
    back_up_service(&venue, &backup);
    let name = "\"name\":";
    assert!(people(&venue).contains(name));
    let before = people(&venue).lines().count();
    let asked = json!({"person": "ann", "asked_by": "ann", "reason": "she asked"});
    let erased = venue
        .post("/v1/ledgers/cup/erasures")
        .token(venue.keeper())
        .json(&asked)
        .send();
    assert_eq!(erased.status, 201, "{erased:?}");
    assert_eq!(people(&venue).lines().count(), before - 1);
    all_signed(&venue);
    venue.stop();
    let data = venue.data().to_owned();
    fs::remove_dir_all(data.join("ledgers/cup")).unwrap();
    let restore = [
        "restore",
        text(&backup),
        "--data",
        text(&data),
        "--older-than-seen",
    ];
    let said = done(&restore);
    assert!(
        said.contains("erased since, and not come back: 1 record"),
        "{said}"
    );
    venue.restart();
    assert_eq!(people(&venue).lines().count(), before - 1);
}

fn people(venue: &Venue) -> String {
    venue.get("/v1/ledgers/cup/people").send().body
}

#[test]
fn a_later_backup_takes_the_place_of_an_earlier_one_that_it_continues() {
    let (mut venue, place) = (venue(), Place::new());
    let backup = place.at("b");
    back_up_service(&venue, &backup);
    venue.hand_in("cup", &[stone(1, "black", "C3")]).ok(201);
    all_signed(&venue);
    back_up_service(&venue, &backup);
    let label: Value =
        serde_json::from_slice(&fs::read(backup.join("backup.json")).unwrap()).unwrap();
    assert_eq!(label["ledgers"]["cup"]["entries"], json!(size(&venue)));
    // Another service's ledger of the same name does not take its place.
    let other = venue_with_another_history();
    let (url, token) = (url(&other), other.keeper());
    let problem = refused(&[
        "backup",
        "--to",
        text(&backup),
        "--server",
        &url,
        "--token",
        token,
    ]);
    assert_eq!(problem["code"], "bundle_broken", "{problem}");
    venue.stop();
    let folder = place.at("papers");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("letter"), "dear sirs").unwrap();
    let data = venue.data().to_owned();
    let problem = refused(&["backup", "--to", text(&folder), "--data", text(&data)]);
    assert_eq!(problem["code"], "backup");
}

fn venue_with_another_history() -> Venue {
    let venue = Venue::open();
    venue.play(
        "cup",
        &game("cn-2002").stones("B Q4, W D16, B C3, W R17, B K10"),
    );
    all_signed(&venue);
    venue
}

/// The commands of the drill in docs/operations.md, as they stand there.
fn drill() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations.md");
    let page = fs::read_to_string(path).unwrap();
    let section = page.split("## Backup drill").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let block = section.lines().skip_while(|line| !line.starts_with("    "));
    let block = block.take_while(|line| line.starts_with("    "));
    block.flat_map(|line| [line.trim(), "\n"]).collect()
}

#[test]
fn the_drill_works_as_it_is_written_down() {
    let place = Place::new();
    let venue = Venue::open();
    venue.play("spring-cup", &appealed());
    let ledger = venue.get("/v1/ledgers/spring-cup").send().ok(200);
    venue.signed("spring-cup", ledger["size"].as_u64().unwrap());
    let bin = place.at("bin");
    fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(http::program::PROGRAM, bin.join("fupan")).unwrap();
    let commands = drill();
    assert!(commands.lines().count() >= 5, "{commands}");
    let path = format!("{}:{}", text(&bin), std::env::var("PATH").unwrap());
    let run = std::process::Command::new("bash")
        .args(["-euxc", &commands])
        .env("PATH", path)
        .env("SERVICE", url(&venue))
        .env("BACKUP", place.at("backup"))
        .env("DRILL", place.at("drill"))
        .env("FUPAN_TOKEN", venue.keeper())
        .env_remove("FUPAN_DATA")
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    let shown = String::from_utf8_lossy(&run.stdout);
    assert!(
        shown.contains(ledger["head"].as_str().unwrap_or("spring-cup")),
        "{shown}"
    );
}

/// The backup's ledger is put back whole; answers how many entries it had. One more
/// says that another key signs, since the old one is not in the backup.
fn comes_back(backup: &Path, data: &Path) -> usize {
    done(&["restore", text(backup), "--data", text(data)]);
    entries(data).len() - 1
}

#[test]
fn a_backup_that_is_cut_short_leaves_one_that_can_be_put_back() {
    let (mut venue, place) = (venue(), Place::new());
    let (backup, name) = (place.at("b"), "cup.zip");
    let bundle = backup.join("ledgers").join(name);
    back_up_service(&venue, &backup);
    let first = usize::try_from(size(&venue)).unwrap();
    let of = |what: &str| fs::read(backup.join(what)).unwrap();
    let (old_label, old_bundle) = (of("backup.json"), fs::read(&bundle).unwrap());
    venue.hand_in("cup", &[stone(1, "black", "C3")]).ok(201);
    all_signed(&venue);
    back_up_service(&venue, &backup);
    let (new_label, new_bundle) = (of("backup.json"), fs::read(&bundle).unwrap());
    let beside = backup.join("ledgers/cup.zip.new");
    assert!(!beside.exists());
    // Stopped while the new bundles lie beside the old ones: the old set is the backup.
    fs::write(&bundle, &old_bundle).unwrap();
    fs::write(&beside, &new_bundle).unwrap();
    fs::write(backup.join("backup.json"), &old_label).unwrap();
    assert_eq!(comes_back(&backup, &place.at("before")), first);
    // Or in the midst of one that was not whole.
    fs::write(&beside, &new_bundle[..99]).unwrap();
    assert_eq!(comes_back(&backup, &place.at("midst")), first);
    // Stopped between the label and the renames: the new set is.
    fs::write(&beside, &new_bundle).unwrap();
    fs::write(backup.join("backup.json"), &new_label).unwrap();
    assert_eq!(comes_back(&backup, &place.at("after")), first + 1);
    // The next one goes on from there.
    back_up_service(&venue, &backup);
    assert!(!beside.exists());
    assert_eq!(comes_back(&backup, &place.at("next")), first + 1);
    venue.stop();
}

#[test]
fn what_nothing_but_the_backup_vouches_for_is_said_and_what_the_keys_here_did_not_sign_refused() {
    let (mut venue, place) = (venue(), Place::new());
    let backup = place.at("b");
    back_up_service(&venue, &backup);
    venue.stop();
    let fresh = place.at("fresh");
    let said = done(&["restore", text(&backup), "--data", text(&fresh)]);
    assert!(
        said.contains("NOTHING BUT THE KEYS THAT THE BACKUP"),
        "{said}"
    );
    // A folder with keys of its own doesn't take what others signed, unless a key is named.
    let other = place.at("other");
    done(&["key", "init", "--data", text(&other)]);
    let restore = ["restore", text(&backup), "--data", text(&other)];
    let problem = refused(&restore);
    assert_eq!(problem["code"], "bundle_broken");
    assert!(
        problem["detail"].as_str().unwrap().contains("--key"),
        "{problem}"
    );
    let key = done(&["key", "show", "cup", "--data", text(venue.data())]);
    let said = done(&[&restore[..], &["--key", key.trim()]].concat());
    assert!(!said.contains("NOTHING BUT"), "{said}");
}

#[test]
fn a_ledger_that_was_put_back_has_its_last_checkpoint_outside_at_once() {
    let (mut venue, place) = (venue(), Place::new());
    let (backup, data, keys) = (place.at("b"), place.at("data"), place.at("keys.json"));
    back_up_service(&venue, &backup);
    let last = venue.get("/v1/ledgers/cup/tlog/checkpoint").send().body;
    let of_venue = venue.data().to_owned();
    done(&["key", "backup", text(&keys), "--data", text(&of_venue)]);
    venue.stop();
    done(&["key", "restore", text(&keys), "--data", text(&data)]);
    done(&["restore", text(&backup), "--data", text(&data)]);
    let kept = fs::read_to_string(data.join("checkpoints/cup")).unwrap();
    assert_eq!(kept, last);
}
