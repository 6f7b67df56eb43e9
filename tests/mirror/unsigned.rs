//! Entries that nobody has signed for: whatever a service gives out, its mirror holds
//! them aside until a signed checkpoint covers them, and lets go of those that turn out
//! to be others.

use crate::*;
use std::{
    io::{BufRead, BufReader},
    sync::mpsc,
};

/// A service before which somebody keeps back that it signed for its last entries; with
/// its key, and how many entries it is seen to have signed for.
fn ahead_of_its_signature() -> (Venue, Liar, String, u64) {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16, W D4"));
    let signed = size(&venue);
    venue.signed("cup", signed);
    let old = venue.get("/v1/ledgers/cup/tlog/checkpoint").send().body;
    for (number, colour, point) in [(1, "black", "C3"), (2, "white", "R4")] {
        venue
            .hand_in("cup", &[stone(number, colour, point)])
            .ok(201);
    }
    let liar = Liar::before(venue.running().address());
    liar.tells(move |path, body| {
        if path.ends_with("/checkpoint") {
            old.clone()
        } else {
            body
        }
    });
    let key = key(&venue);
    (venue, liar, key, signed)
}

/// Follows until so many entries are held aside; answers what was said then.
fn until_held(url: &str, data: &Path, key: &str, held: u64) -> Value {
    let mut child = Command::new(PROGRAM)
        .args(["mirror", url, "--ledger", "cup", "--key", key, "--json"])
        .args(["--data", text(data)])
        .env_remove("FUPAN_DATA")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mirror = Mirror(child);
    let (says, said) = mpsc::channel();
    thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            let _heard = says.send(serde_json::from_str::<Value>(&line).unwrap());
        }
    });
    loop {
        let said = said
            .recv_timeout(PATIENCE)
            .expect("it says how much it holds");
        if said["held"] == held {
            mirror.kill();
            return said;
        }
    }
}

fn held(data: &Path) -> Vec<String> {
    let file = data.join("checkpoints/cup.held");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn what_nobody_has_signed_for_is_held_aside_until_somebody_does() {
    let (venue, liar, key, signed) = ahead_of_its_signature();
    let data = tempfile::tempdir().unwrap();
    let said = until_held(&liar.url(), data.path(), &key, 2);
    assert_eq!(
        (&said["size"], &said["signed"]),
        (&json!(signed), &json!(signed))
    );
    let all = lines(&venue);
    let upto = usize::try_from(signed).unwrap();
    assert_eq!(kept(data.path()), all[..upto]);
    assert_eq!(held(data.path()), all[upto..]);
    // They are neither shown nor part of a bundle.
    let shown = fupan(&[
        "show",
        "ledger",
        "cup",
        "--data",
        text(data.path()),
        "--json",
    ]);
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown["size"], json!(signed), "{shown}");
    let audit = fupan(&["audit", "cup", "--data", text(data.path())]);
    assert!(audit.status.success(), "{audit:?}");
    // Begun again, it still has them, and keeps them once they are signed for.
    venue.signed("cup", size(&venue));
    let honest = format!("http://{}", venue.running().address());
    let (well, last) = once(&honest, data.path(), &key);
    assert!(well, "{last}");
    assert_eq!(last["held"], json!(0));
    assert_eq!(kept(data.path()), all);
    assert_eq!(held(data.path()), [""; 0]);
}

#[test]
fn a_false_entry_before_it_is_signed_never_gets_into_the_copy() {
    let (venue, liar, key, signed) = ahead_of_its_signature();
    let data = tempfile::tempdir().unwrap();
    let true_ones = lines(&venue);
    let old = true_ones[..usize::try_from(signed).unwrap()].to_vec();
    venue.signed("cup", size(&venue));
    let before = until_held(&liar.url(), data.path(), &key, 2);
    assert_eq!(before["size"], json!(signed));
    let file = data.path().join("checkpoints/cup.held");
    let lied = std::fs::read_to_string(&file)
        .unwrap()
        .replace("\"R4\"", "\"R3\"");
    std::fs::write(&file, &lied).unwrap();
    // It had been told another last entry: what was held is not what the service gives out now, nor what it signed for.
    let honest = format!("http://{}", venue.running().address());
    assert_eq!(caught(&honest, data.path(), &key), "two_histories");
    assert_eq!(kept(data.path()), old);
    let refused = data.path().join("checkpoints/cup.held.refused");
    assert_eq!(std::fs::read_to_string(refused).unwrap(), lied);
    // The next time it goes on from what was signed.
    let (well, last) = once(&honest, data.path(), &key);
    assert!(well, "{last}");
    assert_eq!(kept(data.path()), true_ones);
}

#[test]
fn what_is_signed_for_is_held_against_what_came_before_anything_is_kept() {
    let (venue, liar, key, _) = ahead_of_its_signature();
    let data = tempfile::tempdir().unwrap();
    venue.signed("cup", size(&venue));
    // The checkpoint is the true one, and covers a true entry in place of the last.
    liar.tells(|path, body| {
        if path.contains("/entries?") {
            body.replace("\"R4\"", "\"R3\"")
        } else {
            body
        }
    });
    assert_eq!(caught(&liar.url(), data.path(), &key), "two_histories");
    // Nothing of it is a ledger.
    let audit = fupan(&["audit", "--data", text(data.path())]);
    assert_eq!(audit.status.code(), Some(2), "{audit:?}");
    let honest = format!("http://{}", venue.running().address());
    let (well, last) = once(&honest, data.path(), &key);
    assert!(well, "{last}");
    assert_eq!(kept(data.path()), lines(&venue));
}

#[test]
fn a_line_that_was_cut_off_in_the_writing_comes_again() {
    let (venue, liar, key, signed) = ahead_of_its_signature();
    let data = tempfile::tempdir().unwrap();
    until_held(&liar.url(), data.path(), &key, 2);
    let file = data.path().join("checkpoints/cup.held");
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() - 20]).unwrap();
    let said = until_held(&liar.url(), data.path(), &key, 2);
    assert_eq!(said["size"], json!(signed));
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    assert_eq!(
        held(data.path()),
        lines(&venue)[usize::try_from(signed).unwrap()..]
    );
}

#[test]
fn promoting_leaves_out_what_nobody_has_signed_for_unless_it_is_asked_for() {
    let (venue, liar, key, signed) = ahead_of_its_signature();
    let promoted = |with: &[&str]| {
        let data = tempfile::tempdir().unwrap();
        until_held(&liar.url(), data.path(), &key, 2);
        let args = ["promote", "cup", "--json", "--data", text(data.path())];
        let output = fupan(&[&args[..], with].concat());
        assert!(output.status.success(), "{output:?}");
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        let told = told["restored"][0].clone();
        let entries = kept(data.path());
        (told, entries, held(data.path()))
    };
    let all = lines(&venue);
    let upto = usize::try_from(signed).unwrap();
    let (told, entries, held) = promoted(&[]);
    assert_eq!(
        (
            &told["entries"],
            &told["unsigned"]["entries"],
            &told["unsigned"]["taken"]
        ),
        (&json!(signed), &json!(2), &json!(false))
    );
    // Another key signs from now on, which an entry says.
    assert_eq!(entries[..upto], all[..upto]);
    assert_eq!(entries.len(), upto + 1);
    assert_eq!(held, all[upto..]);
    let (told, entries, held) = promoted(&["--with-unsigned"]);
    assert_eq!(
        (
            &told["entries"],
            &told["unsigned"]["entries"],
            &told["unsigned"]["taken"]
        ),
        (&json!(signed + 2), &json!(2), &json!(true))
    );
    assert_eq!(entries[..all.len()], all);
    assert_eq!(held, [""; 0]);
}
