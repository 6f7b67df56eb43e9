//! What this program signs and proves, checked by programs that we did not write:
//! Go's and Python's packages (`tests/foreign`), and by hand as
//! `docs/verify-by-hand.md` has it. `.ci/run` installs them.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

use fupan_replay::proof::{
    key::{Algorithm, KeyName, SignerKey},
    note::Note,
};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
const PROGRAM: &str = env!("CARGO_BIN_EXE_program");
const PYTHON: &str = "../target/foreign/bin/python";

/// Whether the tools that a test needs are there; with `FUPAN_NO_SKIP` set they must be.
fn there(test: &str, tools: &[&str]) -> bool {
    let missing: Vec<&&str> = tools
        .iter()
        .filter(|tool| Command::new(tool).arg("--help").output().is_err())
        .collect();
    if missing.is_empty() {
        return true;
    }
    assert!(
        std::env::var_os("FUPAN_NO_SKIP").is_none(),
        "{test}: {missing:?} not installed"
    );
    eprintln!("{test} is passed over: {missing:?} not installed; .ci/run does it");
    false
}

fn python() -> PathBuf {
    Path::new(FOLDER).join(PYTHON)
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The demonstration event, as a bundle, its key beside it and some entries proved.
struct HandedOn {
    folder: tempfile::TempDir,
    key: String,
    size: u64,
}

impl HandedOn {
    fn fupan(&self, args: &[&str]) -> String {
        let output = Command::new(PROGRAM)
            .args(args)
            .args(["--data", self.path("demo").to_str().unwrap()])
            .env_remove("FUPAN_DATA")
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}: {}", said(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn new() -> HandedOn {
        let folder = tempfile::tempdir().unwrap();
        let mut event = HandedOn {
            folder,
            key: String::new(),
            size: 0,
        };
        event.fupan(&["demo", "--no-serve"]);
        let key: Value =
            serde_json::from_str(&event.fupan(&["key", "show", "lakeside", "--json"])).unwrap();
        key["ledgers"][0]["key"]
            .as_str()
            .unwrap()
            .clone_into(&mut event.key);
        fs::write(event.path("event.key"), format!("{}\n", event.key)).unwrap();
        let bundle = event.path("event.zip");
        event.fupan(&["export", "lakeside", "--bundle", bundle.to_str().unwrap()]);
        let checkpoint = event.fupan(&["proof", "checkpoint", "lakeside"]);
        event.size = checkpoint.lines().nth(1).unwrap().parse().unwrap();
        event
    }

    /// Unpacked, with the proofs of some entries put beside the others.
    fn unpacked(&self) -> PathBuf {
        let to = self.path("unpacked");
        let unzip = Command::new("unzip")
            .args(["-q", self.path("event.zip").to_str().unwrap(), "-d"])
            .arg(&to)
            .status();
        assert!(unzip.unwrap().success());
        fs::create_dir_all(to.join("proofs")).unwrap();
        for seq in [0, 1, 41, self.size - 1] {
            let proof = self.fupan(&["proof", "entry", "lakeside", &seq.to_string()]);
            fs::write(to.join(format!("proofs/{seq}.tlog-proof")), proof).unwrap();
        }
        to
    }

    fn go(&self, unpacked: &Path, args: &[String]) -> Output {
        Command::new("go")
            .arg("run")
            .arg(Path::new(FOLDER).join("foreign/check.go"))
            .args([&self.key, unpacked.to_str().unwrap()])
            .args(args)
            .env("GO111MODULE", "off")
            .env("GOPATH", "/usr/share/gocode")
            .env("GOCACHE", Path::new(FOLDER).join("../target/go"))
            .output()
            .unwrap()
    }

    fn python(&self, unpacked: &Path) -> Output {
        Command::new(python())
            .arg(Path::new(FOLDER).join("foreign/check.py"))
            .args([&self.key, unpacked.to_str().unwrap()])
            .output()
            .unwrap()
    }
}

/// The bundle with a point of one entry changed.
fn forge(unpacked: &Path) {
    let path = unpacked.join("entries.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(
        path,
        text.replacen(r#""point":"Q16""#, r#""point":"Q17""#, 1),
    )
    .unwrap();
}

#[test]
fn gos_packages_find_checkpoint_tree_and_proofs_sound() {
    let test = "gos_packages_find_checkpoint_tree_and_proofs_sound";
    if !there(test, &["go", "unzip"]) {
        return;
    }
    let event = HandedOn::new();
    let unpacked = event.unpacked();
    let proof = event.fupan(&["proof", "consistency", "lakeside", "57", "--json"]);
    let proof: Value = serde_json::from_str(&proof).unwrap();
    let mut consistency = vec!["57".to_owned(), event.size.to_string()];
    let hashes = proof["hashes"].as_array().unwrap().iter();
    consistency.extend(hashes.map(|hash| base64_of_hex(hash.as_str().unwrap())));
    let output = event.go(&unpacked, &consistency);
    let told = said(&output);
    assert!(output.status.success(), "{told}");
    assert!(
        told.contains(&format!("entry 41 is in {} entries", event.size)),
        "{told}"
    );
    let consistent = format!("the first 57 entries begin the first {}", event.size);
    assert!(told.contains(&consistent), "{told}");

    forge(&unpacked);
    let output = event.go(&unpacked, &[]);
    assert!(
        !output.status.success() && said(&output).contains("root"),
        "{}",
        said(&output)
    );
}

#[test]
fn pythons_packages_find_bytes_tree_and_proofs_sound() {
    let test = "pythons_packages_find_bytes_tree_and_proofs_sound";
    if !there(test, &[python().to_str().unwrap(), "unzip"]) {
        return;
    }
    let event = HandedOn::new();
    let unpacked = event.unpacked();
    let output = event.python(&unpacked);
    let told = said(&output);
    assert!(output.status.success(), "{told}");
    assert!(
        told.contains(&format!("entry 41 is in {} entries", event.size)),
        "{told}"
    );

    forge(&unpacked);
    let output = event.python(&unpacked);
    assert!(
        !output.status.success() && said(&output).contains("root"),
        "{}",
        said(&output)
    );
}

#[test]
fn the_page_on_verifying_by_hand_is_right_as_written() {
    let test = "the_page_on_verifying_by_hand_is_right_as_written";
    if !there(test, &["bash", "jq", "unzip", "openssl", "sha256sum"]) {
        return;
    }
    let event = HandedOn::new();
    let page = Path::new(FOLDER).join("../docs/verify-by-hand.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("```sh\n").skip(1);
    let blocks: Vec<&str> = blocks.map(|b| b.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 7);
    let run = |script: &str| {
        Command::new("bash")
            .args(["-c", &format!("set -euo pipefail\n{script}")])
            .current_dir(event.folder.path())
            .output()
            .unwrap()
    };
    let output = run(&blocks.concat());
    let told = said(&output);
    assert!(output.status.success(), "{told}");
    for expected in [
        &*format!("chain of {} entries: sound", event.size),
        "canonical form: sound",
        "the checkpoint is about these entries",
        "Signature Verified Successfully",
        "rule book cn-2002: sound",
    ] {
        assert!(told.contains(expected), "{expected:?} in {told}");
    }

    // A changed entry breaks the chain at the next one.
    forge(&event.path("event"));
    let output = run(blocks[1]);
    let chain = fs::read_to_string(event.path("leaves")).unwrap();
    assert!(!output.status.success(), "{}", said(&output));
    assert!(chain.contains("the chain breaks at seq"), "{chain}");
}

/// A key's Base64 may hold the sign that parts the key from its name.
#[test]
fn a_signature_is_checked_by_hand_also_where_its_key_holds_a_plus() {
    let test = "a_signature_is_checked_by_hand_also_where_its_key_holds_a_plus";
    if !there(test, &["bash", "openssl"]) {
        return;
    }
    let name: KeyName = "venue/cup".parse().unwrap();
    let keys = (0..=u8::MAX)
        .map(|seed| SignerKey::from_seed(name.clone(), Algorithm::Ed25519, &[seed; 32]));
    let mut keys = keys.filter(|key| key.verifier().to_string().matches('+').count() > 2);
    let key = keys.next().unwrap();
    let mut note = Note::new("venue/cup\n1\nAAAA\n".to_owned()).unwrap();
    note.sign(&key, 0);

    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("event")).unwrap();
    fs::write(folder.path().join("event/checkpoint"), note.to_string()).unwrap();
    fs::write(folder.path().join("signed"), note.text()).unwrap();
    let page = fs::read_to_string(Path::new(FOLDER).join("../docs/verify-by-hand.md")).unwrap();
    let line = |start: &str| page.lines().find(|l| l.starts_with(start)).unwrap();
    let (_, block) = page.split_once("```sh\npublic=").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let script = format!(
        "set -euo pipefail\nkey='{}'\n{}\npublic={block}",
        key.verifier(),
        line("bytes()")
    );
    let mut bash = Command::new("bash");
    let output = bash
        .args(["-c", &script])
        .current_dir(folder.path())
        .output();
    let told = said(&output.unwrap());
    assert!(told.contains("Signature Verified Successfully"), "{told}");
}

fn base64_of_hex(hash: &str) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(hex::decode(hash).unwrap())
}
