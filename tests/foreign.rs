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
use fupan_tests::forging::{Forged, Heads};
use serde_json::{Value, json};
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

    /// The demo's event.
    fn demo() -> HandedOn {
        HandedOn::after(&["demo", "--no-serve"])
    }

    /// A short event: by hand each of its entries takes a while.
    fn of_few_entries() -> HandedOn {
        let case = Path::new(FOLDER).join("cases/sanction-turns-results.jsonl");
        HandedOn::after(&["import", case.to_str().unwrap(), "--ledger", "lakeside"])
    }

    fn after(made: &[&str]) -> HandedOn {
        let folder = tempfile::tempdir().unwrap();
        let mut event = HandedOn {
            folder,
            key: String::new(),
            size: 0,
        };
        event.fupan(made);
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
    let event = HandedOn::demo();
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
    let event = HandedOn::demo();
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

/// The parts of the page on verifying by hand.
fn by_hand() -> Vec<String> {
    let page = Path::new(FOLDER).join("../docs/verify-by-hand.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("```sh\n").skip(1);
    blocks
        .map(|b| b.split("```").next().unwrap().to_owned())
        .collect()
}

/// What is said where the page's parts are pasted into a shell in a folder, as they
/// are or with the care that a script takes; and whether the last one succeeded.
fn pasted(folder: &Path, parts: &str) -> [(bool, String); 2] {
    ["", "set -euo pipefail\n"].map(|first| {
        let output = Command::new("bash")
            .args(["-c", &format!("{first}{parts}")])
            .current_dir(folder)
            .output()
            .unwrap();
        (output.status.success(), said(&output))
    })
}

/// Packs what lies in `event` as the bundle, in place of the one before.
fn packed_again(event: &HandedOn) {
    fs::remove_file(event.path("event.zip")).unwrap();
    let zip = "import shutil; shutil.make_archive('event', 'zip', 'event')";
    let zipped = Command::new("python3")
        .args(["-c", zip])
        .current_dir(event.folder.path())
        .status();
    assert!(zipped.unwrap().success());
}

/// What the page says where everything holds, with a key as somebody wrote it down.
fn holds(event: &HandedOn, key: &str, whole: &str) {
    fs::write(event.path("event.key"), format!("{key}\n")).unwrap();
    for (well, told) in pasted(event.folder.path(), whole) {
        assert!(well, "{told}");
        for expected in [
            &*format!("sound: chain of {} entries\n", event.size),
            "sound: each entry in its one canonical form",
            "sound: the checkpoint is about these",
            "sound: the key is written as it was made",
            "Signature Verified Successfully",
            "sound: the checkpoint is signed, once",
            "sound: documents",
            "sound: rule book cn-2002",
            "ALL 7 STEPS HELD",
        ] {
            assert!(told.contains(expected), "{expected:?} in {told}");
        }
        assert!(!told.contains("BROKEN"), "{told}");
    }
}

const BY_HAND: &[&str] = &["bash", "jq", "unzip", "openssl", "sha256sum", "python3"];

#[test]
fn the_page_on_verifying_by_hand_is_right_as_written() {
    let test = "the_page_on_verifying_by_hand_is_right_as_written";
    if !there(test, BY_HAND) {
        return;
    }
    let parts = by_hand();
    assert_eq!(parts.len(), 8);
    let whole = parts.concat();
    let event = HandedOn::demo();
    holds(&event, &event.key, &whole);
    let event = HandedOn::of_few_entries();
    let of_service = event.fupan(&["key", "show", "--json"]);
    let of_service: Value = serde_json::from_str(&of_service).unwrap();
    let of_service = of_service["keys"][0]["key"].as_str().unwrap().to_owned();
    // The ledger's key, the service's, and the one typed with a space and another line end.
    for key in [of_service, format!(" {} \r\n", event.key)] {
        holds(&event, &key, &whole);
    }
    // A step that is left out is none that held.
    let fewer = [&parts[..2], &parts[3..]].concat().concat();
    for (well, told) in pasted(event.folder.path(), &fewer) {
        assert!(!well && told.contains("NOT SOUND: 6 of 7"), "{told}");
    }
}

#[test]
fn by_hand_a_forgery_and_a_wrong_key_are_found_out_and_said_aloud() {
    let test = "by_hand_a_forgery_and_a_wrong_key_are_found_out_and_said_aloud";
    if !there(test, BY_HAND) {
        return;
    }
    let event = HandedOn::of_few_entries();
    let whole = by_hand().concat();
    let folder = event.folder.path();
    let broken = |step: &str| {
        for (well, told) in pasted(folder, &whole) {
            assert!(!well, "{told}");
            assert!(told.contains(&format!("BROKEN: {step}")), "{step}: {told}");
            assert!(told.contains("NOT SOUND"), "{told}");
            assert!(!told.contains("ALL 7"), "{told}");
        }
    };
    // One letter of the key typed wrongly, then a stranger's key under the same name.
    let (before, last) = event.key.split_at(event.key.len() - 8);
    let letter = if last.starts_with('A') { "B" } else { "A" };
    let typed = format!("{before}{letter}{}", &last[1..]);
    fs::write(event.path("event.key"), typed).unwrap();
    broken("the key is written as it was made");
    let (name, _) = event.key.split_once('+').unwrap();
    let stranger = SignerKey::from_seed(name.parse().unwrap(), Algorithm::Ed25519, &[5; 32]);
    fs::write(event.path("event.key"), stranger.verifier().to_string()).unwrap();
    broken("the checkpoint is signed, once");
    fs::write(event.path("event.key"), &event.key).unwrap();

    // A changed entry breaks the chain at the next one.
    let unzip = ["rm -rf event", "unzip -q event.zip -d event"].join("\n");
    pasted(folder, &unzip);
    let genuine = fs::read_to_string(event.path("event/entries.jsonl")).unwrap();
    forge(&event.path("event"));
    packed_again(&event);
    broken("chain of");
    // Whoever seals all of them again has no signature for it.
    let lines = genuine.lines().map(|line| line.as_bytes().to_vec());
    let mut forged = Forged(lines.collect());
    let result = forged.find("result_confirmed", 0);
    forged.rewrite(result, |entry| entry["data"]["by"] = json!(["black"]));
    forged.seal_again(Heads::Kept);
    let lines = forged.0.iter().flat_map(|e| [&e[..], b"\n"].concat());
    let lines: Vec<u8> = lines.collect();
    fs::write(event.path("event/entries.jsonl"), lines).unwrap();
    packed_again(&event);
    broken("the checkpoint is about these");
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
    let parts = by_hand();
    let line = |start: &str| {
        let mut lines = parts.iter().flat_map(|part| part.lines());
        lines.find(|l| l.starts_with(start)).unwrap().to_owned()
    };
    let block = parts
        .iter()
        .find(|part| part.starts_with("public="))
        .unwrap();
    let script = format!(
        "key='{}'\norigin=venue/cup held=0 broken=0\n{}\n{}\n{block}",
        key.verifier(),
        line("says()"),
        line("bytes()")
    );
    for (well, told) in pasted(folder.path(), &script) {
        assert!(well, "{told}");
        assert!(told.contains("Signature Verified Successfully"), "{told}");
        assert!(told.contains("sound: the checkpoint is signed"), "{told}");
    }
}

fn base64_of_hex(hash: &str) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(hex::decode(hash).unwrap())
}
