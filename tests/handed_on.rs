//! A ledger that leaves its service as a file and is checked somewhere else, with
//! the program as its users start it: exported, verified, looked at, forged.

use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};
use tempfile::TempDir;

fn fupan(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fupan"))
        .args(args)
        .env_remove("FUPAN_DATA")
        .output()
        .expect("the program starts")
}

#[track_caller]
fn done(args: &[&str]) -> String {
    let output = fupan(args);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {told}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    let output = fupan(args);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// A store with a game in it, exported, and the key of its service.
struct Venue {
    folder: TempDir,
    key: String,
}

const CASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/");

impl Venue {
    fn with(case: &str) -> Venue {
        let folder = tempfile::tempdir().expect("a folder");
        let mut venue = Venue {
            folder,
            key: String::new(),
        };
        let file = format!("{CASE}{case}.jsonl");
        let data = venue.path("data");
        done(&["import", &file, "--ledger", "spring-cup", "--data", &data]);
        venue.export("cup.zip", &[]);
        let shown = done(&["key", "show", "--data", &data]);
        let key = shown.lines().find(|line| !line.starts_with('#'));
        key.expect("a key is shown").clone_into(&mut venue.key);
        venue
    }

    fn path(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        path.to_str().expect("UTF-8").to_owned()
    }

    fn export(&self, name: &str, more: &[&str]) {
        let (data, file) = (self.path("data"), self.path(name));
        let mut args = vec!["export", "spring-cup", "--bundle", &file, "--data", &data];
        args.extend(more);
        done(&args);
    }

    fn verify(&self, name: &str, more: &[&str]) -> (Option<i32>, Value) {
        let file = self.path(name);
        let mut args = vec!["verify", &file, "--key", &self.key, "--json"];
        args.extend(more);
        (fupan(&args).status.code(), json(&args))
    }
}

#[test]
fn an_exported_ledger_is_sound_under_the_key_of_its_service() {
    let venue = Venue::with("appeal-upheld");
    let (status, view) = venue.verify("cup.zip", &[]);
    assert_eq!(status, Some(0), "{view}");
    for part in [
        "bundle",
        "chain",
        "tree",
        "signatures",
        "schemas",
        "acceptance",
        "attachments",
    ] {
        assert_eq!(view[part]["state"], "sound", "{part}: {view}");
    }
    let text = done(&["verify", &venue.path("cup.zip"), "--key", &venue.key]);
    assert!(
        text.contains("sound     Each entry carries the hash of the one before it."),
        "{text}"
    );
    // The key may also lie in a file.
    fs::write(venue.path("vkey"), format!("{}\n", venue.key)).expect("a file");
    let log = done(&[
        "verify",
        &venue.path("cup.zip"),
        "--key",
        &venue.path("vkey"),
        "--only",
        "log",
    ]);
    // Nothing is said of what was not looked at.
    for part in ["standings", "games"] {
        let line = format!("{part}: unchecked (only the log was asked for)");
        assert!(log.contains(&line), "{log}");
    }
    assert!(
        log.contains("signatures: sound (held against what was handed in to trust)"),
        "{log}"
    );
}

#[test]
fn single_entries_are_proved_by_files_of_their_own() {
    let venue = Venue::with("appeal-upheld");
    venue.export("cup.zip", &["--prove", "7", "--prove", "0", "--prove", "7"]);
    let (status, view) = venue.verify("cup.zip", &[]);
    assert_eq!(status, Some(0), "{view}");
    let checks = view["tree"]["checks"].as_array().expect("checks");
    let proofs = checks.iter().find(|check| check["check"] == "proofs");
    assert_eq!(proofs.expect("a check")["state"], "sound");
    let bundle = fupan::bundle::container(Path::new(&venue.path("cup.zip"))).expect("a bundle");
    let names = bundle.parts().map(|(name, _)| name.to_owned());
    let mut names: Vec<String> = names.filter(|name| name.starts_with("proofs/")).collect();
    names.sort();
    assert_eq!(names, ["proofs/0.tlog-proof", "proofs/7.tlog-proof"]);
    // The same as is given out without a bundle.
    let proof = bundle.small("proofs/7.tlog-proof").expect("a part");
    let data = venue.path("data");
    let alone = done(&["proof", "entry", "spring-cup", "7", "--data", &data]);
    assert_eq!(String::from_utf8(proof).expect("a text"), alone);
    let file = venue.path("none.zip");
    let refused = fupan(&[
        "export",
        "spring-cup",
        "--bundle",
        &file,
        "--data",
        &data,
        "--prove",
        "9999",
    ]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("entry 9999 is not among the first"), "{told}");
    assert!(!Path::new(&file).exists());
}

#[test]
fn views_from_a_bundle_are_those_from_the_store() {
    let venue = Venue::with("appeal-upheld");
    let (bundle, data) = (venue.path("cup.zip"), venue.path("data"));
    for what in [
        &["show", "game", "spring-cup", "r1-b1", "--json"][..],
        &["show", "ledger", "spring-cup", "--json"],
        &[
            "show",
            "game",
            "spring-cup",
            "r1-b1",
            "--at",
            "12",
            "--json",
        ],
    ] {
        let from_store = json(&[what, &["--data", &data]].concat());
        let from_bundle = json(&[what, &["--bundle", &bundle]].concat());
        assert_eq!(from_bundle, from_store, "{what:?}");
    }
    let replayed = json(&["replay", &bundle, "--json"]);
    let game = json(&[
        "show",
        "game",
        "spring-cup",
        "r1-b1",
        "--json",
        "--data",
        &data,
    ]);
    assert_eq!(replayed["games"]["r1-b1"], game);
    let other = fupan(&["show", "ledger", "other-cup", "--bundle", &bundle]);
    assert_eq!(other.status.code(), Some(1));
}

/// Puts other bytes in the place of some of a file, of the same length.
fn forge(path: &str, from: &[u8], to: &[u8]) {
    let mut bytes = fs::read(path).expect("the bundle");
    let at = bytes.windows(from.len()).position(|part| part == from);
    let at = at.expect("these bytes are in the file");
    bytes[at..at + to.len()].copy_from_slice(to);
    fs::write(path, bytes).expect("the bundle is written");
}

#[test]
fn the_exit_status_tells_sound_broken_and_what_can_t_be_asked() {
    let venue = Venue::with("appeal-upheld");
    let bundle = venue.path("cup.zip");
    let (status, view) = venue.verify("cup.zip", &[]);
    assert_eq!((status, &view["verdict"]), (Some(0), &Value::from("sound")));
    // Another service's key.
    let other = "go.example.org+891d6997+AWq58euPfTOI9PnVhvZumf1UCA3yxEbw5YZosJwIoW3Q";
    let output = fupan(&["verify", &bundle, "--key", other]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        told.contains("BROKEN") && told.contains("signature_missing"),
        "{told}"
    );
    // Neither a key nor a file.
    for args in [
        &["verify", &bundle, "--key", "a+b"][..],
        &["verify", &bundle, "--only", "games"],
        &["verify", &bundle, "--quorum", "1"],
        &["verify"],
    ] {
        assert_eq!(fupan(args).status.code(), Some(2), "{args:?}");
    }
    // Of what is not there nobody can say that it is broken.
    let (nowhere, data) = (venue.path("nowhere.zip"), venue.path("new"));
    for args in [
        &["verify", &nowhere][..],
        &["verify", &bundle, "--key", &nowhere],
        &["verify", &bundle, "--checkpoint", &nowhere],
        &["import", &nowhere],
        &["import", &nowhere, "--ledger", "cup", "--data", &data],
        &["restore", &nowhere, "--data", &data],
        &["audit", "--data", &nowhere],
    ] {
        let output = fupan(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("nowhere.zip"), "{args:?}: {told}");
    }
    // A part's name changed in the directory alone.
    forge(&bundle, b"PK\x03\x04", b"PK\x03\x05");
    let (status, view) = venue.verify("cup.zip", &[]);
    assert_eq!(status, Some(1), "{view}");
    assert_eq!(view["verdict"], "broken");
    assert_eq!(fupan(&["replay", &bundle]).status.code(), Some(1));
}

fn checkpoint_of(bundle: &str, into: &Path) {
    let file = fs::read(bundle).expect("the bundle");
    let length = file.len() as u64;
    let bundle = fupan_replay::bundle::Bundle::open(&file[..], length).expect("a bundle");
    let checkpoint = bundle.small("checkpoint").expect("a checkpoint");
    fs::write(into, checkpoint).expect("a file");
}

#[test]
fn only_what_came_after_a_checkpoint_is_handed_on_with_the_proof_that_it_goes_on() {
    let venue = Venue::with("appeal-upheld");
    let seen = venue.folder.path().join("seen");
    checkpoint_of(&venue.path("cup.zip"), &seen);
    let seen = seen.to_str().expect("UTF-8");
    let actor = r#"{"stream":"tournament","type":"player_registered","at":"2026-05-02T09:00:00.000Z","actor":"ORG","data":{"player":"late-1","name":"Late"}}"#;
    let file = fs::read_to_string(format!("{CASE}appeal-upheld.jsonl")).expect("the case");
    let opener: Value =
        serde_json::from_str(file.lines().next().unwrap_or_default()).expect("a draft");
    let draft = actor.replace("ORG", opener["actor"].as_str().expect("an actor"));
    fs::write(venue.path("late.jsonl"), draft).expect("a file");
    let (late, data) = (venue.path("late.jsonl"), venue.path("data"));
    done(&["import", &late, "--ledger", "spring-cup", "--data", &data]);
    venue.export("later.zip", &["--since", seen]);
    let (status, view) = venue.verify("later.zip", &["--checkpoint", seen]);
    assert_eq!(status, Some(0), "{view}");
    assert_eq!(view["tree"]["state"], "sound");
    assert_eq!(view["acceptance"]["state"], "unchecked");
    // The whole ledger too goes on from what was seen.
    venue.export("whole.zip", &[]);
    let (status, _) = venue.verify("whole.zip", &["--checkpoint", seen]);
    assert_eq!(status, Some(0));
    // The older bundle doesn't reach what was seen later.
    checkpoint_of(&venue.path("whole.zip"), &venue.folder.path().join("later"));
    let (status, view) = venue.verify("cup.zip", &["--checkpoint", &venue.path("later")]);
    assert_eq!(status, Some(1));
    assert!(
        view["discrepancies"]
            .as_array()
            .expect("a list")
            .iter()
            .any(|d| d["code"] == "tail_cut")
    );
    // A checkpoint of another ledger is none to go on from.
    let other = Venue::with("admonition-1988");
    checkpoint_of(&other.path("cup.zip"), &venue.folder.path().join("other"));
    let output = fupan(&[
        "export",
        "spring-cup",
        "--bundle",
        &venue.path("x.zip"),
        "--since",
        &venue.path("other"),
        "--data",
        &data,
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!venue.folder.path().join("x.zip").exists());
}

#[test]
fn a_new_key_vouches_at_once_for_a_ledger_in_which_nothing_is_recorded() {
    let venue = Venue::with("appeal-upheld");
    let data = venue.path("data");
    let old = venue.key.clone();
    done(&["key", "rotate", "--data", &data]);
    let shown = |ledger: Option<&str>, name: &str| {
        let mut args = vec!["key", "show", "--data", &data];
        args.extend(ledger);
        fs::write(venue.path(name), done(&args)).expect("a file");
        venue.path(name)
    };
    let (new, all) = (
        shown(Some("spring-cup"), "new.vkey"),
        shown(None, "all.vkeys"),
    );
    venue.export("rotated.zip", &[]);
    let bundle = venue.path("rotated.zip");
    // The new one, the list of all, and, by way of the announcement, the old one.
    for key in [&new, &all, &old] {
        let output = fupan(&["verify", &bundle, "--key", key]);
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{key}: {told}{output:?}");
        let signed = told.lines().find(|line| line.contains("is signed, once"));
        assert!(
            signed.is_some_and(|line| line.starts_with("sound")),
            "{told}"
        );
    }
    let list = fs::read_to_string(&all).expect("a file");
    assert!(
        list.contains(&old) && list.starts_with("# service "),
        "{list}"
    );
    // A list with a line that is no key is refused by its number, and an empty one.
    fs::write(&all, format!("# ours\n\n{old}\nnonsense\n")).expect("a file");
    for (text, why) in [(None, "line 4"), (Some("# nothing\n"), "holds no key")] {
        if let Some(text) = text {
            fs::write(&all, text).expect("a file");
        }
        let output = fupan(&["verify", &bundle, "--key", &all]);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(why), "{told}");
    }
}
