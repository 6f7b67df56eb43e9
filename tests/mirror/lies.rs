//! A service that lies to its mirror, and one that lost its end: each is caught by
//! name, and nothing of it is believed.

use crate::*;

/// An honest service with so much in it, and the liar before it.
fn lied_about() -> (Venue, Liar, String) {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16, W D4, B C3"));
    venue.signed("cup", size(&venue));
    let liar = Liar::before(venue.running().address());
    let key = key(&venue);
    (venue, liar, key)
}

fn is_page(path: &str) -> bool {
    path.contains("/entries?")
}

/// A lie about entries: one text in place of another.
fn in_pages(from: &'static str, to: &'static str) -> impl Fn(&str, String) -> String {
    move |path, body| {
        if is_page(path) {
            body.replace(from, to)
        } else {
            body
        }
    }
}

#[test]
fn an_honest_service_is_followed_through_whoever_stands_between() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    assert_eq!(kept(data.path()), lines(&venue));
}

#[test]
fn an_entry_that_was_changed_is_caught() {
    let (_venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    liar.tells(in_pages("Q16", "Q17"));
    // Its own bytes are sound; the next entry tells.
    assert_eq!(caught(&liar.url(), data.path(), &key), "does_not_follow");
}

#[test]
fn an_entry_that_was_changed_at_the_end_is_caught_by_the_checkpoint() {
    let (_venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    liar.tells(in_pages("\"C3\"", "\"C4\""));
    assert_eq!(caught(&liar.url(), data.path(), &key), "two_histories");
}

#[test]
fn an_entry_that_was_left_out_is_caught() {
    let (_venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    liar.tells(|path, body| {
        if !is_page(path) {
            return body;
        }
        let kept = body.lines().enumerate().filter(|(n, _)| *n != 3);
        kept.flat_map(|(_, line)| [line, "\n"]).collect()
    });
    assert_eq!(caught(&liar.url(), data.path(), &key), "does_not_follow");
}

#[test]
fn bytes_that_are_not_canonical_are_caught() {
    let (_venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    liar.tells(in_pages("\"seq\":2,", "\"seq\": 2,"));
    assert_eq!(caught(&liar.url(), data.path(), &key), "does_not_follow");
}

#[test]
fn an_older_checkpoint_is_caught() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    let old = venue.signed("cup", size(&venue));
    venue.hand_in("cup", &[stone(1, "white", "R4")]).ok(201);
    venue.signed("cup", size(&venue));
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    liar.tells(move |path, body| {
        if path.ends_with("/checkpoint") {
            old.clone()
        } else {
            body
        }
    });
    assert_eq!(caught(&liar.url(), data.path(), &key), "rolled_back");
}

#[test]
fn a_ledger_that_was_cut_off_is_caught() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    // An older copy is put in the service's place: it knows nothing of the last entries.
    let shorter = Venue::open();
    shorter.play("cup", &game("cn-2002"));
    let older = format!("http://{}", shorter.running().address());
    assert!(size(&shorter) < size(&venue));
    assert_eq!(caught(&older, data.path(), &key), "rolled_back");
}

#[test]
fn entries_that_are_kept_back_are_caught_by_the_checkpoint() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    // The end of them, and all of them.
    for kept_back in [size(&venue) - 2, 0] {
        liar.tells(move |path, body| {
            if !is_page(path) {
                return body;
            }
            let seq = |line: &&str| serde_json::from_str::<Value>(line).unwrap()["seq"].as_u64();
            let shown = body.lines().filter(|line| seq(line) < Some(kept_back));
            shown.flat_map(|line| [line, "\n"]).collect()
        });
        assert_eq!(caught(&liar.url(), data.path(), &key), "rolled_back");
    }
    // Of a copy into which nothing came an audit does not say that it is sound.
    let nothing = tempfile::tempdir().unwrap();
    assert_eq!(caught(&liar.url(), nothing.path(), &key), "rolled_back");
    let audit = fupan(&["audit", "--data", text(nothing.path())]);
    assert_eq!(audit.status.code(), Some(2), "{audit:?}");
    // A few at a time is slow, and all the same honest.
    liar.tells(|path, body| {
        let few = if is_page(path) { 5 } else { usize::MAX };
        let lines = body.split_inclusive('\n');
        lines.take(few).collect()
    });
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    assert_eq!(kept(data.path()), lines(&venue));
}

#[test]
fn a_name_that_was_changed_is_caught_and_one_kept_back_is_told() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    let names = |data: &Path| {
        std::fs::read_to_string(data.join("ledgers/cup/people.jsonl")).unwrap_or_default()
    };
    let is_people = |path: &str| path.ends_with("/people");
    liar.tells(move |path, body| {
        if is_people(path) {
            body.replacen("\"name\":\"", "\"name\":\"X", 1)
        } else {
            body
        }
    });
    assert_eq!(caught(&liar.url(), data.path(), &key), "person_differs");
    assert!(!names(data.path()).contains("\"name\":\"X"));
    liar.tells(move |path, body| {
        let kept_back = usize::from(is_people(path));
        body.split_inclusive('\n').skip(kept_back).collect()
    });
    let told = fupan(&[
        "mirror",
        &liar.url(),
        "--ledger",
        "cup",
        "--key",
        &key,
        "--data",
        text(data.path()),
        "--once",
        "--json",
    ]);
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    let said = String::from_utf8(told.stdout).unwrap();
    let told = said.lines().find(|line| line.contains("without_people"));
    let told: Value = serde_json::from_str(told.unwrap()).unwrap();
    let seq = told["without_people"][0].as_u64().unwrap();
    let entry = venue.get(&format!("/v1/ledgers/cup/entries/{seq}")).send();
    assert!(entry.ok(200)["data"]["person"].is_string());
    // Asked again honestly the mirror has all of them.
    liar.tells(|_, body| body);
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    assert_eq!(
        names(data.path()).lines().count(),
        venue
            .get("/v1/ledgers/cup/people")
            .send()
            .body
            .lines()
            .count()
    );
}

#[test]
fn no_answer_is_read_beyond_what_an_honest_one_has() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    for which in ["/tlog/checkpoint", "/people"] {
        liar.tells(move |path, body| {
            if path.ends_with(which) {
                "x".repeat(5 << 20)
            } else {
                body
            }
        });
        assert_eq!(
            caught(&liar.url(), data.path(), &key),
            "answer_too_long",
            "{which}"
        );
    }
    liar.tells(|_, body| body);
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    let last = format!("/entries/{}", size(&venue) - 1);
    liar.tells(move |path, body| {
        if path.ends_with(&last) {
            "x".repeat(5 << 20)
        } else {
            body
        }
    });
    assert_eq!(caught(&liar.url(), data.path(), &key), "answer_too_long");
}

#[test]
fn where_two_histories_part_is_told() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    for parts in [0, 3, size(&venue) - 1] {
        liar.tells(move |path, body| {
            let seq = path
                .rsplit_once("/entries/")
                .map(|(_, seq)| seq.parse::<u64>());
            match seq {
                Some(Ok(seq)) if seq >= parts => body.replace("2026", "2027"),
                _ => body,
            }
        });
        let (well, last) = once(&liar.url(), data.path(), &key);
        assert!(!well, "{last}");
        let refused = &last["refused"];
        assert_eq!(
            (&refused["code"], &refused["seq"]),
            (&json!("two_histories"), &json!(parts))
        );
    }
}

#[test]
fn another_history_signed_by_another_is_caught() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    let other = Venue::open();
    other.play("cup", &game("cn-2002").stones("B Q16, W D4, B C4, W R4"));
    other.signed("cup", size(&other));
    assert!(size(&other) > size(&venue));
    let url = format!("http://{}", other.running().address());
    assert_eq!(caught(&url, data.path(), &key), "two_histories");
    let fresh = tempfile::tempdir().unwrap();
    assert_eq!(caught(&url, fresh.path(), &key), "not_signed_by_key");
    // Whoever names another key than the one under which it is kept is told so.
    let output = fupan(&[
        "mirror",
        &url,
        "--ledger",
        "cup",
        "--data",
        text(data.path()),
        "--json",
        "--once",
        "--key",
        &self::key(&other),
    ]);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["refused"]["code"], "other_key");
}

#[test]
fn another_root_for_the_same_size_is_caught() {
    let (venue, liar, key) = lied_about();
    let data = tempfile::tempdir().unwrap();
    let (well, last) = once(&liar.url(), data.path(), &key);
    assert!(well, "{last}");
    let forged = forged(&venue);
    liar.tells(move |path, body| {
        if path.ends_with("/checkpoint") {
            forged.clone()
        } else {
            body
        }
    });
    assert_eq!(caught(&liar.url(), data.path(), &key), "two_histories");
}

/// A checkpoint of the ledger's size with another root, signed by the right key:
/// the service itself shows two histories.
fn forged(venue: &Venue) -> String {
    use fupan::keys::KeyRing;
    use fupan_domain::ids::Sha256;
    use fupan_replay::proof::tree::TreeState;
    let ring = KeyRing::at(venue.data()).need().unwrap();
    let state = TreeState {
        size: size(venue),
        root: Sha256::of(b"another history"),
    };
    ring.sign(&"cup".parse().unwrap(), state)
        .unwrap()
        .to_string()
}
