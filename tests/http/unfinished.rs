//! What is there though nobody finished it, and what can't be finished: ledgers whose
//! opening was cut off, a full disk, a log that nobody reads.

use crate::http::{
    program::PROGRAM,
    venue::{Venue, stone},
};
use fupan_store::Ledgers;
use fupan_tests::script::game;
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::Duration,
};

fn listed(venue: &Venue) -> Vec<Value> {
    let list = venue.get("/v1/ledgers").send().ok(200);
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| item["ledger"].clone()).collect()
}

/// What a kill leaves before the first entry is durable is no ledger: it is not
/// there for anybody, and whoever opens a ledger of that name takes it over.
#[test]
fn a_ledger_is_there_once_its_first_entry_is_durable() {
    let mut venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    venue.stop();
    let ledgers = Ledgers::at(venue.data()).unwrap();
    drop(fupan::ledger::create(&ledgers, &"cut".parse().unwrap()).unwrap());
    fs::create_dir(venue.data().join("ledgers/empty")).unwrap();
    venue.restart();
    for name in ["cut", "empty"] {
        let path = format!("/v1/ledgers/{name}");
        assert_eq!(
            venue.get(&path).send().problem("store_missing")["status"],
            404
        );
    }
    assert_eq!(listed(&venue), ["cup"]);
    assert_eq!(venue.get("/readyz").send().status, 200);
    let saved = venue.data().join("saved");
    let backup = |args: &[&str]| {
        let done = Command::new(PROGRAM)
            .args(args)
            .env("FUPAN_TOKEN", venue.keeper())
            .output();
        let done = done.unwrap();
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
    };
    let (saved, url) = (saved.to_str().unwrap(), venue.running().url());
    backup(&["backup", "--to", saved, "--server", &url]);
    for name in ["cut", "empty"] {
        venue.play(name, &game("cn-2002"));
    }
    assert_eq!(listed(&venue), ["cup", "cut", "empty"]);
    venue.stop();
    let data = venue.data().to_str().unwrap();
    backup(&["audit", "--data", data]);
}

#[test]
fn a_ledger_that_is_just_being_opened_is_not_there_yet() {
    let venue = Venue::open();
    let name = "cup".parse().unwrap();
    let begun = venue
        .running()
        .service()
        .ledgers
        .open_or_create(&name)
        .unwrap();
    venue.get("/v1/ledgers/cup").send().problem("store_missing");
    venue
        .get("/v1/ledgers/cup/entries")
        .send()
        .problem("store_missing");
    assert_eq!(listed(&venue), [] as [Value; 0]);
    drop(begun);
    venue.play("cup", &game("cn-2002"));
    assert_eq!(listed(&venue), ["cup"]);
}

/// Nothing is begun that could not be finished, so everything is read on.
#[test]
fn on_a_full_disk_is_read_and_not_recorded() {
    let mut venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16"));
    let next = [stone(1, "white", "D4")];
    venue.restart_with(|config| config.limits.record_free_bytes = u64::MAX);
    for _ in 0..2 {
        let full = venue.hand_in("cup", &next);
        assert_eq!(full.problem("disk_full")["status"], 503);
        assert_ne!(full.header("retry-after"), "");
        let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
        assert_eq!(game["position"]["last"], "Q16");
    }
    venue.restart_with(|config| config.limits.record_free_bytes = 0);
    venue.hand_in("cup", &next).ok(201);
}

/// Whoever reads the log goes away: requests are answered all the same, and the
/// service stops when it is told to.
#[test]
fn a_log_that_nobody_reads_holds_nobody_up() {
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new(PROGRAM);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data.path())
        .env_remove("FUPAN_DATA")
        .env("FUPAN__LOG__LEVEL", "debug")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    said.read_line(&mut line).unwrap();
    drop(child.stderr.take());
    let url = line.trim().strip_prefix("listening on ").unwrap();
    let get = |path: &str| {
        ureq::get(format!("{url}{path}"))
            .call()
            .unwrap()
            .status()
            .as_u16()
    };
    assert_eq!(
        [get("/v1/ledgers"), get("/readyz"), get("/")],
        [200, 200, 200]
    );
    let told = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(told.unwrap().success());
    let begun = std::time::Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "it does not stop"
        );
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
}

/// An array could be taken for the fields of an object, in their order.
#[test]
fn an_array_is_no_object() {
    let venue = Venue::open();
    let opening = &game("cn-2002").drafts()[0];
    let asking = venue.post("/v1/ledgers").token(venue.keeper());
    let refused = asking.json(&json!(["arr", opening])).send();
    assert_eq!(refused.problem("shape")["status"], 422);
    let principal = json!({"principal": ["official", "arb-1", "cup"]});
    let asking = venue.post("/v1/tokens").token(venue.keeper());
    let refused = asking.json(&principal).send().problem("shape");
    assert_eq!(refused["errors"][0]["pointer"], "/principal");
    assert_eq!(listed(&venue), [] as [Value; 0]);
}
