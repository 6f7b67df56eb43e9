//! What lets others check a ledger: checkpoints, proofs and tiles of a running
//! service, held against implementations that we did not write, and what comes
//! of a service that is killed, put back, or signs with another key.

use crate::http::{
    program::{Program, fupan},
    venue::{Venue, stone},
};
use fupan_tests::{load::copy_folder, script::game};
use serde_json::{Value, json};
use signed_note::{Note, StandardVerifier, VerifierList};
use std::{fs, path::Path, process::Output};
use tlog_tiles::tlog::{self, Hash};

/// A point for each number, none twice.
fn points(count: usize) -> Vec<Value> {
    let columns = "ABCDEFGHJKLMNOPQRST".chars();
    let all = columns.flat_map(|column| (1..=19).map(move |row| format!("{column}{row}")));
    let stones = all.take(count).enumerate().map(|(n, point)| {
        let colour = if n % 2 == 0 { "black" } else { "white" };
        stone(u128::try_from(n).unwrap() + 1000, colour, &point)
    });
    stones.collect()
}

fn hash(hex: &Value) -> Hash {
    let bytes = hex::decode(hex.as_str().unwrap()).unwrap();
    Hash(bytes.try_into().unwrap())
}

fn hashes(list: &Value) -> Vec<Hash> {
    list.as_array().unwrap().iter().map(hash).collect()
}

/// A note checked by somebody else's verifier: its size and root.
fn checked(note: &str, key: &str) -> (u64, Hash) {
    let key = StandardVerifier::new(key).unwrap();
    let read = Note::from_bytes(note.as_bytes()).unwrap();
    let (signed, _) = read
        .verify(&VerifierList::new(vec![Box::new(key)]))
        .unwrap_or_else(|e| panic!("{e:?}: {note}"));
    assert_eq!(signed.len(), 1);
    let checkpoint = tlog_tiles::Checkpoint::from_bytes(read.text()).unwrap();
    assert_eq!(checkpoint.extension(), "");
    (checkpoint.size(), *checkpoint.hash())
}

fn key_of(data: &Path) -> String {
    let shown = fupan(&["key", "show", "cup", "--data", data.to_str().unwrap()]);
    said(&shown).trim().to_owned()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn others_verify_what_a_running_service_proves() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    venue.hand_in("cup", &points(300)).ok(201);
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    let note = venue.signed("cup", size);
    let (signed, root) = checked(&note, &key_of(venue.data()));
    assert_eq!(signed, size);
    for seq in [0, 1, 255, 256, size - 1] {
        let proof = venue
            .get(&format!("/v1/ledgers/cup/proof/inclusion?seq={seq}"))
            .send()
            .ok(200);
        let entry = venue
            .get(&format!("/v1/ledgers/cup/entries/{seq}"))
            .send()
            .body;
        let leaf = tlog::record_hash(entry.as_bytes());
        assert_eq!(hash(&proof["hash"]), leaf);
        tlog::check_record(&hashes(&proof["hashes"]), size, root, seq, leaf).unwrap();
    }
    for from in [1, 2, 256, size - 1] {
        let path = format!("/v1/ledgers/cup/proof/consistency?from={from}&to={size}");
        let answer = venue.get(&path).send();
        assert!(answer.header("cache-control").contains("immutable"));
        let proof = answer.ok(200);
        let earlier = hash(&proof["from_root"]);
        tlog::check_tree(&hashes(&proof["hashes"]), size, root, from, earlier).unwrap();
    }
    let proof = venue.get("/v1/ledgers/cup/entries/7/tlog-proof").send();
    assert_eq!(proof.status, 200);
    assert!(
        proof.body.starts_with("c2sp.org/tlog-proof@v1\nindex 7\n"),
        "{}",
        proof.body
    );
    assert!(proof.body.ends_with(&format!("\n\n{note}")));
    venue
        .get(&format!("/v1/ledgers/cup/proof/inclusion?seq={size}"))
        .send()
        .problem("no_proof");
    venue
        .get("/v1/ledgers/cup/proof/inclusion?seq=0&size=9999")
        .send()
        .problem("not_signed_yet");
    venue
        .get("/v1/ledgers/cup/proof/consistency?from=9&to=8")
        .send()
        .problem("query");
}

#[test]
fn a_ledger_is_read_by_its_tiles_alone() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    venue.hand_in("cup", &points(300)).ok(201);
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    venue.signed("cup", size);
    let note = String::from_utf8(venue.get("/v1/ledgers/cup/tlog/checkpoint").bytes()).unwrap();
    let (_, root) = checked(&note, &key_of(venue.data()));
    let (mut entries, mut leaves) = (Vec::new(), Vec::new());
    let rest = size - 256;
    for (number, width) in [("000".to_owned(), 256), (format!("001.p/{rest}"), rest)] {
        let tile = venue
            .get(&format!("/v1/ledgers/cup/tlog/tile/entries/{number}"))
            .bytes();
        let mut bytes = &tile[..];
        for _ in 0..width {
            let (length, after) = bytes.split_first_chunk::<2>().unwrap();
            let (entry, after) = after.split_at(usize::from(u16::from_be_bytes(*length)));
            entries.push(entry.to_vec());
            bytes = after;
        }
        assert!(bytes.is_empty());
        let tile = venue
            .get(&format!("/v1/ledgers/cup/tlog/tile/0/{number}"))
            .bytes();
        leaves.extend(tile.chunks(32).map(|hash| Hash(hash.try_into().unwrap())));
    }
    let hashed: Vec<Hash> = entries
        .iter()
        .map(|entry| tlog::record_hash(entry))
        .collect();
    assert_eq!(hashed, leaves);
    assert_eq!(root_of(&leaves), root);
    let above = venue.get("/v1/ledgers/cup/tlog/tile/1/000.p/1").bytes();
    assert_eq!(above, root_of(&leaves[..256]).0);
    let path = "/v1/ledgers/cup/tlog/tile/0/000";
    assert_eq!(venue.get(path).bytes().len(), 256 * 32);
    venue
        .get("/v1/ledgers/cup/tlog/tile/0/001")
        .send()
        .problem("no_proof");
    venue
        .get("/v1/ledgers/cup/tlog/tile/0/1")
        .send()
        .problem("path");
    venue
        .get("/v1/ledgers/cup/tlog/tile/0/000.p/256")
        .send()
        .problem("path");
}

#[test]
fn a_killed_service_comes_back_with_the_tree_of_its_entries() {
    let mut program = Program::start();
    program.play("cup", &game("cn-2002"));
    let mut before: Option<(u64, Hash)> = None;
    let stones = points(280);
    for part in stones.chunks(70) {
        program.hand_in("cup", part).ok(201);
        program.kill_and_start_again();
        let size = program.get("/v1/ledgers/cup").send().ok(200)["size"]
            .as_u64()
            .unwrap();
        let note = program.signed("cup", size);
        let (signed, root) = checked(&note, &key_of(program.data()));
        assert_eq!(signed, size);
        if let Some((from, earlier)) = before {
            let path = format!("/v1/ledgers/cup/proof/consistency?from={from}&to={size}");
            let proof = program.get(&path).send().ok(200);
            tlog::check_tree(&hashes(&proof["hashes"]), size, root, from, earlier).unwrap();
        }
        for seq in [0, size / 2, size - 1] {
            let path = format!("/v1/ledgers/cup/proof/inclusion?seq={seq}&size={size}");
            let proof = program.get(&path).send().ok(200);
            tlog::check_record(
                &hashes(&proof["hashes"]),
                size,
                root,
                seq,
                hash(&proof["hash"]),
            )
            .unwrap();
        }
        before = Some((size, root));
    }
    let audit = program.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(audit["verdict"], "sound", "{audit}");
}

#[test]
fn a_ledger_put_back_to_an_old_copy_is_not_served() {
    let mut venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    venue.stop();
    let (ledger, old) = (venue.data().join("ledgers/cup"), venue.data().join("old"));
    copy_folder(&ledger, &old);
    venue.restart();
    venue.hand_in("cup", &points(10)).ok(201);
    venue.stop();
    fs::remove_dir_all(&ledger).unwrap();
    copy_folder(&old, &ledger);
    venue.restart();
    venue.get("/v1/ledgers/cup").send().problem("rolled_back");
    venue.stop();
    let told = fupan(&[
        "show",
        "ledger",
        "cup",
        "--data",
        venue.data().to_str().unwrap(),
    ]);
    assert_eq!(told.status.code(), Some(1));
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(told.contains("below the last signed checkpoint"), "{told}");
}

#[test]
fn the_next_key_is_announced_before_it_signs() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    let data = venue.data().to_str().unwrap().to_owned();
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    let old = key_of(venue.data());
    checked(&venue.signed("cup", size), &old);
    // Beside the running service.
    said(&fupan(&["key", "rotate", "--data", &data]));
    let new = key_of(venue.data());
    assert_ne!(old, new);
    venue.hand_in("cup", &points(5)).ok(201);
    let note = venue.signed("cup", size + 6);
    checked(&note, &new);
    let entries = venue
        .get("/v1/ledgers/cup/entries?stream=log")
        .send()
        .ok(200);
    let items = entries["items"].as_array().unwrap();
    assert_eq!(items.len(), 1);
    let entry = &items[0]["entry"];
    assert_eq!(entry["type"], "key_announced");
    assert_eq!(
        (&entry["actor"], &entry["submitted_by"]),
        (&json!("keeper"), &json!("keeper"))
    );
    // The old key's signature over three lines, checked as anybody would.
    let data = &entry["data"];
    let text = format!(
        "fupan key announcement v1\n{}\n{}\n",
        data["previous"].as_str().unwrap(),
        data["key"].as_str().unwrap()
    );
    let public = |key: &str| key.rsplit('+').next().unwrap().to_owned();
    let previous = data["previous"].as_str().unwrap();
    assert_eq!(public(previous), public(&old));
    let key = StandardVerifier::new(previous).unwrap();
    let id: Vec<u8> = hex::decode(previous.split('+').nth(1).unwrap()).unwrap();
    let line = [id, base64(data["signature"].as_str().unwrap())].concat();
    let note = format!(
        "{text}\n\u{2014} {} {}\n",
        previous.split('+').next().unwrap(),
        to_base64(&line)
    );
    let note = Note::from_bytes(note.as_bytes()).unwrap();
    assert!(note.verify(&VerifierList::new(vec![Box::new(key)])).is_ok());
    let audit = venue.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(audit["verdict"], "sound", "{audit}");
    // It is announced once.
    venue.hand_in("cup", &points(7)[5..]).ok(201);
    checked(&venue.signed("cup", size + 8), &new);
    let entries = venue
        .get("/v1/ledgers/cup/entries?stream=log")
        .send()
        .ok(200);
    assert_eq!(entries["items"].as_array().unwrap().len(), 1);
}

fn base64(text: &str) -> Vec<u8> {
    use base64::{Engine, engine::general_purpose::STANDARD};
    STANDARD.decode(text).unwrap()
}

fn to_base64(bytes: &[u8]) -> String {
    use base64::{Engine, engine::general_purpose::STANDARD};
    STANDARD.encode(bytes)
}

#[test]
fn each_decision_has_a_checkpoint_that_stays() {
    let venue = Venue::open();
    let script = game("cn-2002")
        .stones("B D5, W D2")
        .warning("ru-1", "black");
    venue.play("cup", &script);
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    venue.signed("cup", size);
    venue.hand_in("cup", &points(3)).ok(201);
    venue.signed("cup", size + 3);
    let kept = venue.get("/v1/ledgers/cup/checkpoints").send().ok(200);
    let sizes: Vec<u64> = kept["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["size"].as_u64().unwrap())
        .collect();
    assert_eq!(sizes, [size, size + 3]);
    let key = key_of(venue.data());
    for item in kept["items"].as_array().unwrap() {
        let (size, root) = checked(item["note"].as_str().unwrap(), &key);
        assert_eq!(
            (json!(size), hash(&item["root"])),
            (item["size"].clone(), root)
        );
    }
}

#[test]
fn the_command_line_proves_the_same_from_the_folder_as_from_the_service() {
    let mut venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    venue.signed("cup", size);
    let (url, data) = (
        venue.running().url(),
        venue.data().to_str().unwrap().to_owned(),
    );
    let asked: [&[&str]; 6] = [
        &["checkpoint", "cup"],
        &["inclusion", "cup", "3"],
        &["inclusion", "cup", "3", "--size", "5", "--json"],
        &["consistency", "cup", "4"],
        &["entry", "cup", "2"],
        &["receipt", "cup", "2", "--json"],
    ];
    let ask = |asked: &[&str], place: &[&str]| said(&fupan(&[&["proof"], asked, place].concat()));
    let served: Vec<String> = asked.iter().map(|a| ask(a, &["--server", &url])).collect();
    venue.stop();
    for (asked, served) in asked.iter().zip(&served) {
        let from_folder = ask(asked, &["--data", &data]);
        if asked.contains(&"--json") {
            let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
            assert_eq!(json(&from_folder), json(served), "{asked:?}");
        } else {
            assert_eq!(from_folder, *served, "{asked:?}");
        }
    }
    checked(&served[0], &key_of(venue.data()));
}

#[test]
fn an_audit_checks_tree_and_signatures_and_finds_a_damaged_tree() {
    let mut venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    venue.hand_in("cup", &points(300)).ok(201);
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    venue.signed("cup", size);
    let audit = venue.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(
        (&audit["tree"]["state"], &audit["signatures"]["state"]),
        (&json!("sound"), &json!("sound")),
        "{audit}"
    );
    // A store can but vouch for itself, and says so.
    let against = audit["signatures"]["against"].as_str().unwrap();
    assert!(against.contains("which so vouches for itself"), "{against}");
    venue.stop();
    change(venue.data(), |db| {
        // The hashes of entries 32 to 63: no signed root rests on them alone.
        let (key, row) = db.scan_prefix(b"t\0").nth(1).unwrap().unwrap();
        let mut row = row.to_vec();
        row[32 * 5] ^= 1;
        db.insert(key, row).unwrap();
    });
    venue.restart();
    let audit = venue.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(audit["tree"]["state"], "broken");
    let told = audit["discrepancies"].as_array().unwrap().iter();
    let told: Vec<&Value> = told.filter(|d| d["code"] == "tree_damaged").collect();
    assert_eq!((told.len(), &told[0]["seq"]), (1, &json!(37)), "{audit}");
    let text = told[0]["text"].as_str().unwrap();
    assert!(text.contains("fupan audit --repair"), "{text}");
    let damaged = venue.get("/v1/ledgers/cup/proof/inclusion?seq=40").send();
    damaged.problem("log_unreadable");
    venue
        .get("/v1/ledgers/cup/proof/inclusion?seq=260")
        .send()
        .ok(200);
    // Nor is the tile in which it stands.
    venue
        .get("/v1/ledgers/cup/tlog/tile/0/000")
        .send()
        .problem("log_unreadable");
    venue.stop();
    let repaired = audited(venue.data(), &["--repair"]);
    assert!(repaired.status.success(), "{repaired:?}");
    let noted = String::from_utf8_lossy(&repaired.stderr);
    assert!(noted.contains("was made anew from the entries"), "{noted}");
    venue.restart();
    venue
        .get("/v1/ledgers/cup/proof/inclusion?seq=40")
        .send()
        .ok(200);
}

/// Changes what lies in the store of a ledger that nobody has open.
fn change(data: &Path, change: impl FnOnce(&sled::Db)) {
    let path = data.join("ledgers/cup/sled");
    let config = sled::Config::new().path(&path).segment_size(4 << 20);
    let db = config.open().unwrap();
    change(&db);
    db.flush().unwrap();
    drop(db);
    fs::File::open(path.join("db")).unwrap().lock().unwrap();
}

/// `fupan audit` of a folder's ledger.
fn audited(data: &Path, more: &[&str]) -> Output {
    let data = data.to_str().unwrap();
    fupan(&[&["audit", "cup", "--data", data], more].concat())
}

#[test]
fn a_tree_is_not_made_anew_over_entries_that_do_not_verify() {
    let mut venue = Venue::open();
    // So many that the first ones are not read again when the ledger is opened.
    let players = (0..1100).fold(game("cn-2002"), |script, n| {
        script.registers(&format!("p-{n}"), json!({}))
    });
    venue.play("cup", &players);
    venue.stop();
    change(venue.data(), |db| {
        let place = |value: &[u8]| value.windows(5).position(|part| part == br#""p-7""#);
        let mut pairs = db.iter().map(Result::unwrap);
        let (key, value, at) = pairs
            .find_map(|(key, value)| Some((key, value.to_vec(), place(&value)?)))
            .unwrap();
        let mut value = value;
        value[at + 3] = b'8';
        db.insert(key, value).unwrap();
    });
    let refused = audited(venue.data(), &["--repair"]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let noted = String::from_utf8_lossy(&refused.stderr);
    assert!(
        noted.contains("left as it is: its entries do not verify either"),
        "{noted}"
    );
    // Nothing was made to fit: the tree still bears witness against the entry.
    let told = audited(venue.data(), &[]);
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains("tree_damaged"), "{told}");
}

#[test]
fn an_audit_holds_signatures_against_a_key_from_outside() {
    let mut venue = Venue::open();
    venue.play("cup", &game("cn-2002"));
    venue.stop();
    let own = said(&audited(venue.data(), &[]));
    assert!(
        own.contains("signatures: sound (held against the keys of this data folder"),
        "{own}"
    );
    let key = key_of(venue.data());
    let outside = said(&audited(venue.data(), &["--key", &key]));
    assert!(
        outside.contains("signatures: sound (held against what was handed in to trust)"),
        "{outside}"
    );
    let other = Venue::open();
    other.play("cup", &game("cn-2002"));
    let refused = audited(venue.data(), &["--key", &key_of(other.data())]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let told = String::from_utf8_lossy(&refused.stdout);
    assert!(told.contains("signatures: broken"), "{told}");
    assert!(told.contains("signature_missing"), "{told}");
}

#[test]
fn a_dossier_proves_the_entries_on_which_it_rests() {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let mut venue = Venue::open();
    let script = game("cn-2002")
        .stones("B D5, W D2")
        .warning("ru-1", "black")
        .files("a1", &["ru-1"]);
    venue.play("cup", &script);
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    let note = venue.signed("cup", size);
    let (_, root) = checked(&note, &key_of(venue.data()));
    let entry = |seq: u64| {
        venue
            .get(&format!("/v1/ledgers/cup/entries/{seq}"))
            .send()
            .body
    };
    let entries: Vec<String> = (0..size).map(entry).collect();
    venue.stop();
    let page = said(&fupan(&[
        "export",
        "cup",
        "--dossier",
        "a1",
        "--data",
        venue.data().to_str().unwrap(),
    ]));
    let proofs: Vec<&str> = page
        .split("<pre class=\"tlog-proof\" data-seq=\"")
        .skip(1)
        .collect();
    assert!(proofs.len() >= 2, "{page}");
    for proof in proofs {
        let (seq, rest) = proof.split_once("\" lang=\"\">").unwrap();
        let seq: u64 = seq.parse().unwrap();
        let text = rest.split_once("</pre>").unwrap().0;
        let (proof, signed) = text.split_once("\n\n").unwrap();
        assert_eq!(signed, note);
        let mut lines = proof.lines();
        assert_eq!(lines.next(), Some("c2sp.org/tlog-proof@v1"));
        assert_eq!(lines.next(), Some(&*format!("index {seq}")));
        let hashes = lines.map(|line| Hash(STANDARD.decode(line).unwrap().try_into().unwrap()));
        let leaf = tlog::record_hash(entries[usize::try_from(seq).unwrap()].as_bytes());
        tlog::check_record(&hashes.collect(), size, root, seq, leaf).unwrap();
    }
}

/// The root by the definition itself (RFC 9162, section 2.1.1).
fn root_of(leaves: &[Hash]) -> Hash {
    if let [one] = leaves {
        return *one;
    }
    let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
    tlog::node_hash(root_of(left), root_of(right))
}
