//! Keys in a folder: made once, for their owner alone, handed over, saved.

use super::{KeyRing, NewKey};
use crate::problem::Problem;
use base64::{Engine, engine::general_purpose::STANDARD};
use fupan_domain::ids::Sha256;
use fupan_replay::proof::{announcement::Announcement, tree::TreeState};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

fn state() -> TreeState {
    TreeState {
        size: 3,
        root: Sha256::of(b"root"),
    }
}

fn key_file(data: &Path) -> PathBuf {
    let files = fs::read_dir(data.join("keys")).unwrap();
    let mut keys: Vec<PathBuf> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "key"))
        .collect();
    assert_eq!(keys.len(), 1, "{keys:?}");
    keys.remove(0)
}

#[test]
fn a_key_is_made_once_and_each_service_has_a_name_of_its_own() {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let made = KeyRing::at(data.path()).open_or_make(None).unwrap();
    let again = KeyRing::at(data.path()).open_or_make(None).unwrap();
    assert_eq!(made.service(), again.service());
    let other = KeyRing::at(other.path()).open_or_make(None).unwrap();
    assert_ne!(made.service(), other.service());
    let renamed = KeyRing::at(data.path()).open_or_make(Some("go.example.org"));
    assert_eq!(renamed.err().map(|p| p.code), Some("config"));
    let cup = "cup".parse().unwrap();
    let signed = again.sign(&cup, state()).unwrap();
    assert!(
        signed
            .note()
            .verify(&made.of_ledger(&cup).unwrap()[0])
            .is_ok()
    );
    let origin = format!("{}/cup", made.service());
    assert_eq!(signed.checkpoint().origin(), origin);
}

#[test]
fn a_key_that_others_could_read_is_refused() {
    let data = tempfile::tempdir().unwrap();
    KeyRing::at(data.path())
        .open_or_make(Some("go.example.org"))
        .unwrap();
    let file = key_file(data.path());
    assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
    assert_eq!(
        fs::metadata(data.path().join("keys")).unwrap().mode() & 0o777,
        0o700
    );
    for mode in [0o640, 0o604, 0o660, 0o644] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let refused = KeyRing::at(data.path()).open().err().unwrap();
        assert_eq!(refused.code, "key_file");
        assert!(refused.detail.contains(&format!("{mode:04o}")), "{refused}");
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).unwrap();
    assert!(KeyRing::at(data.path()).open().unwrap().is_some());
}

#[test]
fn the_old_key_hands_over_and_goes() {
    let data = tempfile::tempdir().unwrap();
    let ring = KeyRing::at(data.path());
    let before = ring.open_or_make(Some("go.example.org")).unwrap();
    let old = key_file(data.path());
    let after = ring.rotate(NewKey::Drawn).unwrap();
    assert!(!old.exists());
    let cup = "cup".parse().unwrap();
    let announced = after
        .announced(0)
        .next()
        .unwrap()
        .announced
        .clone()
        .unwrap();
    let announced = Announcement::read(&announced).unwrap();
    let trusted = &before.of_ledger(&cup).unwrap()[0];
    let next = announced.successor(trusted).unwrap();
    let signed = after.sign(&cup, state()).unwrap();
    assert!(signed.note().verify(&next).is_ok());
    assert!(signed.note().verify(trusted).is_err());
}

#[test]
fn saved_keys_sign_as_before_in_a_folder_that_has_none() {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let ring = KeyRing::at(data.path());
    ring.open_or_make(None).unwrap();
    let before = ring.rotate(NewKey::Drawn).unwrap();
    let saved = serde_json::to_vec(&ring.save().unwrap()).unwrap();
    let saved = serde_json::from_slice(&saved).unwrap();
    let restored = KeyRing::at(other.path()).restore(&saved).unwrap();
    let cup = "cup".parse().unwrap();
    let signed = restored.sign(&cup, state()).unwrap();
    assert_eq!(signed, before.sign(&cup, state()).unwrap());
    assert!(KeyRing::at(other.path()).restore(&saved).is_err());
}

/// A command that signs with the key of that seed, as a card would.
fn card(folder: &Path, seed: u8) -> ([u8; 32], String) {
    let pem = folder.join(format!("card-{seed}.pem"));
    // RFC 8410: an Ed25519 key in PKCS #8.
    let mut der = hex::decode("302e020100300506032b657004220420").unwrap();
    der.extend([seed; 32]);
    let text = STANDARD.encode(der);
    fs::write(
        &pem,
        format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n"),
    )
    .unwrap();
    let name = "card".parse().unwrap();
    let algorithm = fupan_replay::proof::key::Algorithm::Ed25519;
    let key = fupan_replay::proof::key::SignerKey::from_seed(name, algorithm, &[seed; 32]);
    // Openssl signs files only, so its input is one.
    let command = format!(
        "f=$(mktemp) && cat >\"$f\" && openssl pkeyutl -sign -rawin -inkey {} -in \"$f\" | base64 -w0; rm -f \"$f\"",
        pem.display()
    );
    (*key.verifier().public(), command)
}

fn with_card(data: &Path, public: [u8; 32], command: String) -> Result<(), Problem> {
    let elsewhere = NewKey::Elsewhere { public, command };
    let ring = KeyRing::at(data).make(Some("go.example.org"), elsewhere)?;
    let cup = "cup".parse().unwrap();
    let signed = ring.sign(&cup, state())?;
    let key = &ring.of_ledger(&cup)?[0];
    signed
        .note()
        .verify(key)
        .map(drop)
        .map_err(|e| Problem::internal(&e))
}

#[test]
fn a_command_signs_in_the_keys_place_and_is_held_to_its_key() {
    if std::process::Command::new("openssl")
        .arg("version")
        .output()
        .is_err()
    {
        eprintln!("passed over a_command_signs_in_the_keys_place: no openssl");
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let (public, command) = card(data.path(), 5);
    with_card(&data.path().join("card"), public, command.clone()).unwrap();
    let (other, _) = card(data.path(), 6);
    for (name, public, command, why) in [
        ("other", other, &*command, "another key"),
        ("fails", public, "exit 3", "exit status: 3"),
        ("short", public, "echo no", "expected 64"),
    ] {
        let refused = with_card(&data.path().join(name), public, command.to_owned()).unwrap_err();
        assert_eq!(refused.code, "key_file");
        assert!(refused.detail.contains(why), "{refused}");
    }
    // A card hands over to a key in a file as any other.
    let ring = KeyRing::at(&data.path().join("card"));
    let after = ring.rotate(NewKey::Drawn).unwrap();
    let announced = after
        .announced(0)
        .next()
        .unwrap()
        .announced
        .clone()
        .unwrap();
    assert_eq!(
        Announcement::read(&announced).unwrap().previous().public(),
        &public
    );
}
