//! A mirror on another machine: it follows a service entry by entry and confirms
//! what it has durably. When the machine at the venue dies, all that was confirmed
//! is there and the event goes on; and a service that lies is caught by name.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]
#![allow(dead_code, reason = "other tests use more of the client")]

#[path = "http"]
mod http {
    pub mod client;
    pub mod liar;
    pub mod program;
    pub mod venue;
}

mod mirror {
    mod lies;
    mod unsigned;
}

use fupan_tests::script::game;
use http::{
    client::Client,
    liar::Liar,
    program::{PROGRAM, Program, fupan},
    venue::{Venue, stone},
};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_mins(1);

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// `fupan mirror`, as a process of its own.
struct Mirror(Child);

impl Mirror {
    fn of(url: &str, data: &Path, key: &str, token: &str) -> Mirror {
        let mut command = Command::new(PROGRAM);
        command
            .args([
                "mirror",
                url,
                "--ledger",
                "cup",
                "--key",
                key,
                "--mirror",
                "back-room",
            ])
            .args(["--token", token, "--data", text(data), "--json"])
            .env_remove("FUPAN_DATA")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Mirror(command.spawn().unwrap())
    }

    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _status = self.0.wait();
    }
}

/// Follows once, until everything is there and signed for; answers what was
/// printed last and whether it ended well.
fn once(url: &str, data: &Path, key: &str) -> (bool, Value) {
    let output = fupan(&[
        "mirror",
        url,
        "--ledger",
        "cup",
        "--key",
        key,
        "--data",
        text(data),
        "--json",
        "--once",
    ]);
    let said = String::from_utf8(output.stdout).unwrap();
    let values = serde_json::Deserializer::from_str(&said).into_iter::<Value>();
    let last = values.map(Result::unwrap).last().unwrap_or_default();
    (output.status.success(), last)
}

/// With which code the mirror refuses to follow.
fn caught(url: &str, data: &Path, key: &str) -> String {
    let (well, last) = once(url, data, key);
    assert!(!well, "{last}");
    last["refused"]["code"].as_str().unwrap().to_owned()
}

fn key(client: &Client) -> String {
    let keys = client.get("/v1/ledgers/cup/keys").send().ok(200);
    keys["keys"][0].as_str().unwrap().to_owned()
}

fn size(client: &Client) -> u64 {
    let ledger = client.get("/v1/ledgers/cup").send().ok(200);
    ledger["size"].as_u64().unwrap()
}

fn lines(client: &Client) -> Vec<String> {
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let asked = client.get(&format!("/v1/ledgers/cup/entries?limit=1000{after}"));
        let part = asked.header("Accept", "application/jsonl").send().body;
        if part.is_empty() {
            return all;
        }
        all.extend(part.lines().map(str::to_owned));
        after = format!("&after={}", all.len() - 1);
    }
}

/// The entries in a data folder that nobody has open.
fn kept(data: &Path) -> Vec<String> {
    use fupan_store::EventStore;
    let ledgers = fupan::ledger::ledgers(data).unwrap();
    let open = fupan::ledger::open(&ledgers, &"cup".parse().unwrap()).unwrap();
    let all = open.store.entries(0, usize::MAX >> 1).unwrap();
    all.iter()
        .map(|e| String::from_utf8(e.to_vec()).unwrap())
        .collect()
}

fn confirmed(client: &Client) -> u64 {
    let mirrors = client.get("/v1/ledgers/cup/mirrors").send().ok(200);
    mirrors["items"][0]["size"].as_u64().unwrap_or(0)
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "never: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn fact(number: u128) -> Value {
    let id = uuid::Uuid::from_u128(0xcccc_0000_0000_4000_8000_0000_0000_0000 | number);
    json!({"id": id.to_string(), "stream": "game/r1-b1", "type": "breach_observed",
        "at": "2026-05-01T10:00:00.000Z", "actor": "arb-1",
        "data": {"breach": "other", "facts": format!("number {number}")}})
}

#[test]
fn a_venue_sees_how_much_of_its_event_its_mirror_has() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16, W D4"));
    let data = tempfile::tempdir().unwrap();
    let url = format!("http://{}", venue.running().address());
    let none = venue.get("/v1/ledgers/cup/mirrors").send().ok(200);
    assert_eq!(none["items"], json!([]));
    let token = venue.new_token(&json!({"principal": {"role": "auditor", "ledger": "cup"}}));
    let mirror = Mirror::of(&url, data.path(), &key(&venue), &token);
    until("all is confirmed", || confirmed(&venue) == size(&venue));
    venue.hand_in("cup", &[stone(1, "black", "C3")]).ok(201);
    let all = size(&venue);
    until("what came later is confirmed", || confirmed(&venue) == all);
    let answer = venue.hand_in("cup", &[stone(2, "white", "R4")]);
    // Whoever records sees it as well; of what he records the mirror may be quicker.
    let told: u64 = answer.header("fupan-mirrored-entries").parse().unwrap();
    assert!((all..=all + 1).contains(&told), "{told} of {all}");
    let all = size(&venue);
    until("and what came after it", || confirmed(&venue) == all);
    let signed = |venue: &Venue| {
        let mirrors = venue.get("/v1/ledgers/cup/mirrors").send().ok(200);
        mirrors["items"][0]["signed"] == json!(all)
    };
    until("its checkpoint was checked", || signed(&venue));
    let entries = venue.get("/v1/ledgers/cup/entries?limit=1").send();
    assert_eq!(entries.header("fupan-mirrored-entries"), all.to_string());
    let ready = venue.get("/readyz").send().ok(200);
    assert_eq!(
        (&ready["mirrors"][0]["mirror"], &ready["mirrors"][0]["size"]),
        (&json!("back-room"), &json!(all))
    );
    let metrics = venue.get("/metrics").send().body;
    let line = format!("fupan_mirrored_entries{{ledger=\"cup\",mirror=\"back-room\"}} {all}");
    assert!(metrics.contains(&line), "{metrics}");
    mirror.kill();
    assert_eq!(kept(data.path()), lines(&venue));
}

#[test]
fn a_confirmation_is_held_against_the_ledger() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16"));
    let path = "/v1/ledgers/cup/mirrors";
    let told =
        |size: u64, head: &str| json!({"mirror": "m", "size": size, "head": head, "signed": 0});
    let zeros = "0".repeat(64);
    venue
        .post(path)
        .json(&told(0, &zeros))
        .send()
        .problem("no_token");
    let by_official = venue
        .post(path)
        .official("cup", "chief-1")
        .json(&told(0, &zeros))
        .send();
    by_official.problem("out_of_scope");
    let keeper = |body: &Value| venue.post(path).token(venue.keeper()).json(body).send();
    keeper(&told(0, &zeros)).ok(200);
    assert_eq!(keeper(&told(1, &zeros)).status, 409);
    keeper(&told(1, &zeros)).problem("two_histories");
    keeper(&told(10_000, &zeros)).problem("two_histories");
    keeper(&json!({"mirror": "", "size": 0, "head": zeros, "signed": 0})).problem("shape");
}

#[test]
fn the_machine_at_the_venue_dies_and_nothing_confirmed_is_lost() {
    let program = Program::start();
    program.play("cup", &game("cn-2002").stones("B Q16, W D4"));
    let data = tempfile::tempdir().unwrap();
    let url = program.url();
    let (key, keeper) = (key(&program), program.keeper().to_owned());
    let saved = data.path().join("keys.json");
    let mirrored = data.path().join("mirror");
    let output = fupan(&[
        "key",
        "backup",
        text(&saved),
        "--data",
        text(program.data()),
    ]);
    assert!(output.status.success(), "{output:?}");
    let over = Arc::new(AtomicBool::new(false));
    let acknowledged = Arc::new(Mutex::new(0_u64));
    let writer = {
        let (over, acknowledged, client) = (over.clone(), acknowledged.clone(), program.another());
        let token = program.token("cup", "arb-1");
        thread::spawn(move || {
            for number in 0.. {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let batch = json!([fact(2 * number), fact(2 * number + 1)]);
                let asking = client
                    .post("/v1/ledgers/cup/entries")
                    .token(&token)
                    .json(&batch);
                // A service that is being killed answers nobody.
                let Some(answer) = asking.try_send() else {
                    return;
                };
                assert_eq!(answer.status, 201, "{answer:?}");
                *acknowledged.lock().unwrap() += 2;
            }
        })
    };
    // The mirror itself is killed twice in the midst, and goes on from what it has.
    let mut last = 0;
    let mut mirror = Mirror::of(&url, &mirrored, &key, &keeper);
    for _ in 0..2 {
        until("more is confirmed", || confirmed(&program) > last + 40);
        mirror.kill();
        last = confirmed(&program);
        mirror = Mirror::of(&url, &mirrored, &key, &keeper);
    }
    until("more is confirmed", || confirmed(&program) > last + 40);
    let all = lines(&program);
    let promised = confirmed(&program);
    program.die();
    over.store(true, Ordering::SeqCst);
    writer.join().unwrap();
    mirror.kill();
    let copy = kept(&mirrored);
    assert!(
        copy.len() as u64 >= promised,
        "{} of {promised}",
        copy.len()
    );
    let both = all.len().min(copy.len());
    assert_eq!(all[..both], copy[..both]);
    assert!(both as u64 >= promised.min(all.len() as u64));

    // On the new machine the copy becomes the ledger, with the old key.
    let new_machine = mirrored;
    let output = fupan(&["key", "restore", text(&saved), "--data", text(&new_machine)]);
    assert!(output.status.success(), "{output:?}");
    let output = fupan(&["promote", "cup", "--data", text(&new_machine)]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && !told.contains("WARNING"),
        "{output:?}"
    );
    assert_eq!(kept(&new_machine), copy);
    let venue = Program::on(&new_machine);
    venue.hand_in("cup", &[stone(7, "black", "C3")]).ok(201);
    let signed = venue.signed("cup", copy.len() as u64 + 1);
    assert!(
        signed.starts_with(key.split('+').next().unwrap()),
        "{signed}"
    );
    // Names came along.
    let view = venue.get("/v1/ledgers/cup").send().ok(200);
    assert!(view.to_string().contains("\"name\""), "{view}");
}

#[test]
fn without_the_old_key_another_signs_and_it_is_said_loudly() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16"));
    venue.signed("cup", size(&venue));
    let data = tempfile::tempdir().unwrap();
    let url = format!("http://{}", venue.running().address());
    let (well, last) = once(&url, data.path(), &key(&venue));
    assert!(well, "{last}");
    let before = kept(data.path());
    let output = fupan(&["promote", "cup", "--data", text(data.path())]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("ANOTHER KEY"), "{output:?}");
    // The ledger itself says so, with what the old key signed last.
    let after = kept(data.path());
    assert_eq!(after[..before.len()], before);
    let [entry] = &after[before.len()..] else {
        panic!("{after:?}");
    };
    let entry: Value = serde_json::from_str(entry).unwrap();
    assert_eq!(entry["type"], "key_replaced");
    let replaced = &entry["data"];
    assert_eq!(replaced["previous"], json!([key(&venue)]));
    let last = venue.get("/v1/ledgers/cup/tlog/checkpoint").send().body;
    assert_eq!(replaced["checkpoint"], last);
    let shown = fupan(&["key", "show", "--data", text(data.path())]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    let new_key = replaced["key"].as_str().unwrap();
    assert!(shown.lines().any(|line| line == new_key), "{shown}");
    let again = fupan(&["promote", "cup", "--data", text(data.path()), "--json"]);
    let refused: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(refused["refused"]["code"], "store_exists");
    let new = Program::on(data.path());
    new.hand_in("cup", &[stone(7, "white", "D4")]).ok(201);
    let all = before.len() as u64 + 2;
    new.signed("cup", all);
    let audit = new.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(audit["verdict"], "sound_with_remarks", "{audit}");
    let found = audit["discrepancies"].as_array().unwrap().iter();
    let replaced = found.filter(|d| d["code"] == "key_replaced");
    assert_eq!(replaced.count(), 1, "{audit}");
    // Nobody who relies on the old key relies on the new one by it.
    let bundle = data.path().join("cup.zip");
    let written = fupan(&[
        "export",
        "cup",
        "--bundle",
        text(&bundle),
        "--server",
        &new.url(),
        "--token",
        new.keeper(),
    ]);
    assert!(written.status.success(), "{written:?}");
    let verdict = |key: &str| {
        let view = fupan(&["verify", text(&bundle), "--key", key, "--json"]);
        let view: Value = serde_json::from_slice(&view.stdout).unwrap();
        view["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict(&key(&venue)), "broken");
    assert_eq!(verdict(new_key), "sound_with_remarks");
}

#[test]
fn a_mirror_keeps_the_checkpoint_that_first_covers_a_decision() {
    let venue = Venue::open();
    let script = game("cn-2002").stones("B Q16");
    let before = script.drafts().len();
    let drafts = script.warning("ru-1", "white").drafts();
    venue.play_drafts("cup", &drafts[..before]);
    let data = tempfile::tempdir().unwrap();
    let url = format!("http://{}", venue.running().address());
    let mirrored = || {
        venue.signed("cup", size(&venue));
        let (well, last) = once(&url, data.path(), &key(&venue));
        assert!(well && last["signed"] == size(&venue), "{last}");
    };
    mirrored();
    venue.hand_in("cup", &drafts[before..]).ok(201);
    let decided = size(&venue);
    mirrored();
    for (number, point) in [(7, "D4"), (8, "C3")] {
        venue
            .hand_in("cup", &[stone(number, "white", point)])
            .ok(201);
        mirrored();
    }
    let ledgers = fupan::ledger::ledgers(data.path()).unwrap();
    let open = fupan::ledger::open(&ledgers, &"cup".parse().unwrap()).unwrap();
    let kept = fupan_store::Proofs::checkpoints(&*open.store, 0).unwrap();
    let sizes: Vec<u64> = kept.iter().map(|c| c.checkpoint().size()).collect();
    assert_eq!(sizes, [decided, size(&venue)]);
}
