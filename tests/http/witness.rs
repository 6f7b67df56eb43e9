//! A witness beside a service: it cosigns what goes on from what it saw, and
//! nothing else; the service asks it in the background, quotes it, and goes on
//! without it.

use crate::http::{
    program::{PROGRAM, fupan},
    venue::{Venue, stone},
};
use fupan::config::WitnessAt;
use fupan_domain::ids::Sha256;
use fupan_replay::proof::{
    checkpoint::{Checkpoint, SignedCheckpoint},
    key::{SignerKey, VerifierKey},
    tree::TreeState,
    witness::AddCheckpoint,
};
use fupan_tests::script::game;
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A witness's process.
struct Witness {
    child: Child,
    url: String,
    key: String,
}

impl Witness {
    fn start(folder: &Path, log: &str) -> Witness {
        let mut command = Command::new(PROGRAM);
        command
            .args([
                "witness",
                "--listen",
                "127.0.0.1:0",
                "--name",
                "witness.example.net",
            ])
            .args(["--log", log, "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut line = || said.next().unwrap().unwrap();
        let url = line().strip_prefix("listening on ").unwrap().to_owned();
        line();
        Witness {
            url,
            key: line(),
            child,
        }
    }

    /// Kills it as nothing can be heeded.
    fn kill(&mut self) {
        // It may have been killed already.
        let _gone = self.child.kill();
        self.child.wait().unwrap();
    }

    /// Status, media type and body of its answer.
    fn add(&self, request: &str) -> (u16, String, String) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let url = format!("{}/add-checkpoint", self.url);
        let mut answer = agent.post(url).send(request).unwrap();
        let media_type = answer.headers()["content-type"]
            .to_str()
            .unwrap()
            .to_owned();
        let body = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), media_type, body)
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.kill();
    }
}

fn service_key(data: &Path) -> String {
    let shown = fupan(&["key", "show", "--json", "--data", data.to_str().unwrap()]);
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    shown["keys"][0]["key"].as_str().unwrap().to_owned()
}

/// The service's own secret key.
fn secret(data: &Path) -> SignerKey {
    let files = fs::read_dir(data.join("keys")).unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    let file = files.find(|path| path.extension().is_some_and(|e| e == "key"));
    fs::read_to_string(file.unwrap()).unwrap().parse().unwrap()
}

fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn witnessed(venue: &Venue, at_least: u64) -> SignedCheckpoint {
    until("a witnessed checkpoint", || {
        let answer = venue
            .get("/v1/ledgers/cup/checkpoint?witnessed=true")
            .send();
        let signed = SignedCheckpoint::read(answer.body.as_bytes()).ok()?;
        (signed.checkpoint().size() >= at_least).then_some(signed)
    })
}

fn log_entries(venue: &Venue) -> Vec<Value> {
    let listed = venue
        .get("/v1/ledgers/cup/entries?stream=log")
        .send()
        .ok(200);
    listed["items"].as_array().unwrap().clone()
}

fn size(venue: &Venue) -> u64 {
    venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap()
}

#[test]
fn a_witness_cosigns_in_the_background_and_the_service_goes_on_without_it() {
    let mut venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    venue.stop();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("witness");
    let mut witness = Witness::start(&folder, &service_key(venue.data()));
    let key: VerifierKey = witness.key.parse().unwrap();
    venue.restart_with(|config| {
        config.proof.witness_every_s = 1;
        config.proof.quote_every_s = 0;
        config.proof.witnesses = vec![WitnessAt {
            url: witness.url.clone(),
            key: witness.key.clone(),
        }];
    });
    let before = size(&venue);
    let first = witnessed(&venue, before);
    assert!(first.note().verify(&key).unwrap().time.is_some());
    // It is quoted once, and the quotation is no occasion for another one.
    let quoted = until("a quotation", || log_entries(&venue).pop());
    assert_eq!(quoted["entry"]["type"], "checkpoint_witnessed");
    assert_eq!(quoted["entry"]["data"]["size"], first.checkpoint().size());
    witnessed(&venue, before + 1);
    thread::sleep(Duration::from_millis(2500));
    assert_eq!((log_entries(&venue).len(), size(&venue)), (1, before + 1));
    let audit = venue.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(audit["verdict"], "sound", "{audit}");
    // Without it entries are taken and signed for, and the keeper is told.
    witness.kill();
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    venue.signed("cup", before + 2);
    let remark = until("a remark", || {
        let ready = venue.get("/readyz").send().ok(200);
        ready["remarks"].as_array().unwrap().first().cloned()
    });
    assert!(
        remark
            .as_str()
            .unwrap()
            .contains("does not cosign ledger cup"),
        "{remark}"
    );
    // It is counted once all witnesses were asked.
    until("a failure that is counted", || {
        let figures = venue.get("/metrics").send().body;
        let of_witnesses = |line: &&str| line.starts_with("fupan_witness_failures_total");
        let line = figures.lines().find(of_witnesses)?;
        let count: f64 = line.rsplit_once(' ')?.1.parse().ok()?;
        (count > 0.0).then_some(())
    });
}

#[test]
fn a_witness_holds_on_to_what_it_saw() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    let all = size(&venue);
    let note = venue.signed("cup", all);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("witness");
    let mut witness = Witness::start(&folder, &service_key(venue.data()));
    let (status, _, line) = witness.add(&format!("old 0\n\n{note}"));
    assert_eq!(status, 200, "{line}");
    assert!(line.starts_with("\u{2014} witness.example.net "), "{line}");
    let signed = SignedCheckpoint::read(format!("{note}{line}").as_bytes()).unwrap();
    let key: VerifierKey = witness.key.parse().unwrap();
    signed.note().verify(&key).unwrap();
    // Killed and started again it knows where it was.
    witness.kill();
    let witness = Witness::start(&folder, &service_key(venue.data()));
    assert_eq!(witness.key, key.to_string());
    let stale = witness.add(&format!("old 0\n\n{note}"));
    assert_eq!(
        stale,
        (409, "text/x.tlog.size".to_owned(), format!("{all}\n"))
    );
    assert_eq!(witness.add(&format!("old {all}\n\n{note}")).0, 200);
    // The service's own key does not help it to another history.
    let service = secret(venue.data());
    let forged = |name: &str, size: u64, key: &SignerKey| {
        let tree = TreeState {
            size,
            root: Sha256::of(b"another history"),
        };
        let key = key.renamed(name.parse().unwrap());
        Checkpoint::new(key.verifier().name(), tree).sign(&key)
    };
    let own = signed.checkpoint().origin();
    let stranger = SignerKey::from_seed(
        own.parse().unwrap(),
        fupan_replay::proof::key::Algorithm::Ed25519,
        &[9; 32],
    );
    for (old, checkpoint, hashes, status) in [
        (all, forged(own, all, &service), vec![], 409),
        (
            all,
            forged(own, all + 1, &service),
            vec![Sha256::of(b"proof")],
            422,
        ),
        (all, forged(own, all + 1, &stranger), vec![], 403),
        (0, forged("elsewhere/cup", 3, &service), vec![], 404),
        (all + 1, forged(own, all, &service), vec![], 400),
    ] {
        let request = AddCheckpoint {
            old,
            hashes,
            checkpoint,
        };
        let answer = witness.add(&request.to_string());
        assert_eq!(answer.0, status, "{request}{answer:?}");
    }
    assert_eq!(witness.add("old x\n").0, 400);
    assert_eq!(witness.add(&"x".repeat(1 << 20)).0, 413);
    // Another ledger of the same service it knows by the same key.
    let other = forged(&own.replace("/cup", "/open"), 1, &service);
    let request = AddCheckpoint {
        old: 0,
        hashes: vec![],
        checkpoint: other,
    };
    assert_eq!(witness.add(&request.to_string()).0, 200);
}

/// A witness of that folder says that it can't go on under its key.
fn does_not_start(data: &Path, log: &str) {
    let told = fupan(&[
        "witness",
        "--listen",
        "127.0.0.1:0",
        "--name",
        "witness.example.net",
        "--log",
        log,
        "--data",
        data.to_str().unwrap(),
    ]);
    assert_eq!(told.status.code(), Some(1));
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(told.contains("begin again with a new key"), "{told}");
}

#[test]
fn a_witness_that_lost_what_it_saw_does_not_go_on_under_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("witness");
    let log = {
        let name = "go.example.org".parse().unwrap();
        let algorithm = fupan_replay::proof::key::Algorithm::Ed25519;
        SignerKey::from_seed(name, algorithm, &[1; 32])
            .verifier()
            .to_string()
    };
    Witness::start(&data, &log).kill();
    fs::remove_dir_all(data.join("logs")).unwrap();
    does_not_start(&data, &log);
}

#[test]
fn a_witness_that_lost_what_it_saw_of_one_log_cosigns_nothing_more_of_that_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("witness");
    let name = "go.example.org".parse().unwrap();
    let algorithm = fupan_replay::proof::key::Algorithm::Ed25519;
    let service = SignerKey::from_seed(name, algorithm, &[1; 32]);
    let log = service.verifier().to_string();
    let asked = |ledger: &str, root: &[u8]| {
        let key = service.renamed(format!("go.example.org/{ledger}").parse().unwrap());
        let state = TreeState {
            size: 3,
            root: Sha256::of(root),
        };
        AddCheckpoint {
            old: 0,
            hashes: vec![],
            checkpoint: Checkpoint::new(key.verifier().name(), state).sign(&key),
        }
        .to_string()
    };
    let mut witness = Witness::start(&data, &log);
    assert_eq!(witness.add(&asked("cup", b"one history")).0, 200);
    assert_eq!(witness.add(&asked("open", b"one history")).0, 200);
    witness.kill();
    let file = Sha256::of(b"go.example.org/cup").to_string();
    fs::remove_file(data.join("logs").join(file)).unwrap();
    let witness = Witness::start(&data, &log);
    // With or without a restart: it can't know that the other history is another.
    for root in [&b"one history"[..], b"another history"] {
        let (status, _, told) = witness.add(&asked("cup", root));
        assert_eq!(status, 500, "{told}");
        assert!(told.contains("cosigns nothing more of it"), "{told}");
    }
    assert_eq!(witness.add(&asked("open", b"another history")).0, 409);
    assert_eq!(witness.add(&asked("third", b"one history")).0, 200);
    drop(witness);
    // Nor does it know more without the list.
    fs::remove_file(data.join("witness.logs")).unwrap();
    does_not_start(&data, &log);
}
