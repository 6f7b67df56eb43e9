//! What a service tells when something under it is broken, in use or full: the
//! breaking is real.

use super::{
    Way,
    requests::{begun, code},
};
use crate::http::venue::{Venue, stone};
use fupan_replay::draft::{Batch, Draft, Proposal};
use fupan_store::EventStore;
use fupan_tests::script::game;
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

pub const WAYS: &[(&str, Way)] = &[
    ("internal", data_folder_gone),
    ("token_file", tokens_overwritten),
    ("stopping", told_to_stop),
    ("store_broken", label_overwritten),
    ("evidence_file", evidence_folder_in_the_way),
    ("log_unreadable", entries_overwritten),
    ("store_busy", writer_flooded),
    ("store_failed", disk_full),
    ("key_file", keys_overwritten),
    ("rolled_back", || checkpoint_line(1, "999")),
    ("rewritten", || {
        checkpoint_line(2, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
    }),
];

fn keys_overwritten() -> String {
    let venue = begun();
    fs::write(venue.data().join("keys/ring.json"), "{").unwrap();
    code(&venue.get("/v1/ledgers/cup/keys").send())
}

/// The last checkpoint outside the ledger says something else in that line.
fn checkpoint_line(line: usize, other: &str) -> String {
    let mut venue = begun();
    venue.signed("cup", 1);
    venue.stop();
    let file = venue.data().join("checkpoints/cup");
    let note = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<&str> = note.split('\n').collect();
    lines[line] = other;
    fs::write(&file, lines.join("\n")).unwrap();
    venue.restart();
    code(&venue.get("/v1/ledgers/cup").send())
}

/// The disk on which the data lies can't be asked any more.
fn data_folder_gone() -> String {
    let venue = Venue::open();
    fs::remove_dir_all(venue.data()).unwrap();
    code(&venue.get("/readyz").send())
}

fn tokens_overwritten() -> String {
    let venue = begun();
    fs::write(venue.data().join("tokens.json"), "{").unwrap();
    code(&venue.get("/v1/ledgers").token(venue.keeper()).send())
}

fn told_to_stop() -> String {
    let venue = Venue::open();
    venue.running().service().stop();
    code(&venue.get("/readyz").send())
}

fn label_overwritten() -> String {
    let mut venue = begun();
    venue.stop();
    fs::write(venue.data().join("ledgers/cup/ledger.json"), "{").unwrap();
    venue.restart();
    code(&venue.get("/v1/ledgers/cup").send())
}

/// A file lies where the folder of the evidence should be.
fn evidence_folder_in_the_way() -> String {
    let venue = Venue::open();
    let data = json!({"evidence": "text-1", "sha256": fupan_domain::ids::Sha256::of(b"text"),
        "bytes": 4, "media_type": "text/plain", "title": "t", "class": "open"});
    let path = format!(
        "/v1/ledgers/cup/evidence/{}",
        data["sha256"].as_str().unwrap()
    );
    venue.play(
        "cup",
        &game("cn-2002").by("arb-1", "evidence_attached", data),
    );
    fs::write(venue.data().join("ledgers/cup/evidence"), "").unwrap();
    let asking = venue.post(&path).official("cup", "arb-1");
    code(&asking.body("text/plain", "text").send())
}

/// All bytes of the files under a folder that are more than so long.
fn large_files(folder: &Path, least: u64) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for file in fs::read_dir(folder).unwrap().flatten() {
        let path = file.path();
        if path.is_dir() {
            found.extend(large_files(&path, least));
        } else if file.metadata().unwrap().len() >= least {
            found.push(path);
        }
    }
    found
}

/// The file of the entries is overwritten while the ledger is open; what is not
/// in memory can't be read any more.
fn entries_overwritten() -> String {
    let mut venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    // More than is kept in memory.
    let facts = "x".repeat(3_900);
    let breach = json!({"stream": "game/r1-b1", "type": "breach_observed", "actor": "arb-1",
        "at": "2026-05-01T10:00:00.000Z", "data": {"breach": "other", "facts": facts}});
    for _ in 0..9 {
        venue.hand_in("cup", &vec![breach.clone(); 1000]).ok(201);
    }
    venue.restart();
    venue.get("/v1/ledgers/cup").send().ok(200);
    for file in large_files(&venue.data().join("ledgers/cup"), 100_000) {
        let length = fs::metadata(&file).unwrap().len();
        let zeros = vec![0; usize::try_from(length).unwrap()];
        // In place: the store keeps the file open.
        let mut opened = fs::OpenOptions::new().write(true).open(&file).unwrap();
        std::io::Write::write_all(&mut opened, &zeros).unwrap();
    }
    let answer = venue
        .get("/v1/ledgers/cup/entries?after=20&limit=400")
        .send();
    venue.abandon();
    code(&answer)
}

/// More batches wait for the one writer than may.
fn writer_flooded() -> String {
    let venue = begun();
    let service = venue.running().service();
    let ledger = service.ledgers.open(&"cup".parse().unwrap()).unwrap();
    let draft: Draft = serde_json::from_value(stone(1, "black", "D4")).unwrap();
    let id = draft.id.unwrap();
    let batch = Batch {
        proposals: vec![Proposal::prepare(draft, id, [0; 16]).unwrap()],
        submitted_by: "rec-1".parse().unwrap(),
        seen_whole: None,
    };
    let done = AtomicBool::new(false);
    let token = venue.token("cup", "rec-1");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let _waits_or_not = ledger.open.store.submit(batch.clone());
                }
            });
        }
        let ask = || {
            let asking = venue.post("/v1/ledgers/cup/entries").token(&token);
            code(&asking.json(&json!([stone(1, "black", "D4")])).send())
        };
        let found = (0..5_000).map(|_| ask()).find(|code| code == "store_busy");
        done.store(true, Ordering::Relaxed);
        found.unwrap_or_default()
    })
}

/// The files of the service can't grow any more, as on a full disk.
fn disk_full() -> String {
    let program = crate::http::program::Program::with_files_up_to(4 << 20);
    program.play("cup", &game("cn-2002"));
    let facts = "x".repeat(3_900);
    let breach = json!({"stream": "game/r1-b1", "type": "breach_observed", "actor": "arb-1",
        "at": "2026-05-01T10:00:00.000Z", "data": {"breach": "other", "facts": facts}});
    let batch = vec![breach; 100];
    for _ in 0..40 {
        let answer = program.hand_in("cup", &batch);
        if answer.status != 201 {
            return code(&answer);
        }
    }
    String::new()
}
