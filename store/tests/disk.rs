//! What only a store on disk can show: opening again, one process at a time,
//! folders of something else, broken files, and a log that does not fit together.

#![expect(clippy::unwrap_used, reason = "a test ends where something is wrong")]

mod support;

mod disk {
    mod cut_off;
    mod people;
}

use fupan_replay::{entry::Entry, sequencer::StreamHead};
use fupan_store::{Dropped, EventStore, Fault, Ledgers, OpenError, Options, SledStore};
use std::{
    fs,
    path::{Path, PathBuf},
};
use support::*;

type Disk = SledStore<Refusal>;

fn create(path: &Path) -> Result<Disk, OpenError> {
    SledStore::create(path, ledger(), Options::default(), sequencer)
}

fn open(path: &Path) -> Result<Disk, OpenError> {
    SledStore::open(path, ledger(), Options::default(), sequencer)
}

fn open_telling(path: &Path) -> (Disk, Vec<Dropped>) {
    let mut dropped = vec![];
    let store = SledStore::open(path, ledger(), Options::default(), |opened| {
        dropped = opened.dropped.to_vec();
        sequencer(opened)
    });
    (store.unwrap(), dropped)
}

/// A folder with a ledger of so many stones in three games, closed.
fn written(stones: u64) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    let stones = (0..stones).map(|n| stone(u128::from(n), n % 3));
    store.append(batch(stones.collect())).unwrap();
    (folder, path)
}

/// Changes the tree behind the store's back.
fn tamper(path: &Path, change: impl FnOnce(&sled::Db)) {
    let config = sled::Config::new().path(path.join("sled"));
    let db = config.segment_size(4 << 20).open().unwrap();
    change(&db);
    db.flush().unwrap();
    drop(db);
    // One of its threads may hold the file a moment longer.
    fs::File::open(path.join("sled/db"))
        .unwrap()
        .lock()
        .unwrap();
}

/// Notes that a group was being written.
fn note(path: &Path, first: u64, entries: u64) {
    let note = [first.to_be_bytes(), entries.to_be_bytes()].concat();
    fs::write(path.join("writing"), note).unwrap();
}

fn entry_key(stream: u32, version: u64) -> Vec<u8> {
    [&b"e"[..], &stream.to_be_bytes(), &version.to_be_bytes()].concat()
}

#[test]
fn a_store_that_is_opened_again_goes_on_where_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let person = player(900, "聂卫平").person.unwrap().commitment().unwrap();
    let mut store = create(&path).unwrap();
    let mut seen = vec![];
    for round in 0..5_u64 {
        let first = u128::from(round * 100);
        let stones = (0..45).map(|n| stone(first + u128::from(n), n % 7 + round));
        seen.extend(store.append(batch(stones.collect())).unwrap());
        store.append(batch(vec![player(900, "聂卫平")])).unwrap();
        drop(store);
        let dropped;
        (store, dropped) = open_telling(&path);
        assert_eq!(dropped, []);
        check_store(&store);
        assert_eq!(store.person(person).unwrap().unwrap().name, "聂卫平");
    }
    assert_eq!(store.head().size, 5 * 45 + 1);
    for receipt in seen {
        assert_eq!(store.entry(receipt.seq).unwrap(), Some(receipt.bytes));
    }
    assert!(store.erase_person(person).unwrap());
    drop(store);
    let store = open(&path).unwrap();
    assert_eq!(store.person(person).unwrap(), None);
    check_store(&store);
}

/// An older program did not list what says that a game has no result, and named no rule
/// by which it listed.
#[test]
fn a_store_that_was_listed_by_an_older_rule_is_listed_anew() {
    let (_folder, path) = written(50);
    let text = format!(
        r#"{{"stream":"{}","type":"result_confirmed","at":"2026-05-01T12:30:12.000Z","actor":"arb-1","data":{{"by":["black","white","arb-1"],"result":{{"by":"ruling","outcome":"no_result"}}}}}}"#,
        game(1)
    );
    let store = open(&path).unwrap();
    let receipts = store.append(batch(vec![proposal(900, &text)])).unwrap();
    drop(store);
    let listed = || open(&path).unwrap().common_entries(0).unwrap();
    assert_eq!(listed(), [receipts[0].bytes.clone()]);
    tamper(&path, |db| {
        assert_eq!(db.remove(b"R").unwrap().as_deref(), Some(&[2][..]));
        let (key, _) = db.scan_prefix(b"r").next().unwrap().unwrap();
        db.remove(key).unwrap();
        assert_eq!(db.scan_prefix(b"r").count(), 0);
    });
    assert_eq!(listed(), [receipts[0].bytes.clone()]);
    tamper(&path, |db| assert!(db.contains_key(b"R").unwrap()));
}

#[test]
fn a_store_is_open_once() {
    let (_folder, path) = written(1);
    let store = open(&path).unwrap();
    let again = open(&path).err().unwrap();
    assert!(matches!(again, OpenError::InUse { .. }), "{again}");
    assert!(
        again.to_string().contains("cup is open in another process"),
        "{again}"
    );
    let made = create(&path).err().unwrap();
    assert!(matches!(made, OpenError::Exists { .. }), "{made}");
    drop(store);
    open(&path).unwrap();
}

#[test]
fn a_store_that_is_closed_gives_its_threads_and_files_back() {
    let (_folder, path) = written(50);
    let count = |what: &str| fs::read_dir(format!("/proc/self/{what}")).unwrap().count();
    // Sled keeps some threads of its own for all stores of a process.
    drop(open(&path).unwrap());
    let files_of = |path: &Path| {
        let open = fs::read_dir("/proc/self/fd").unwrap();
        let targets = open.filter_map(|fd| fs::read_link(fd.ok()?.path()).ok());
        targets.filter(|target| target.starts_with(path)).count()
    };
    assert_eq!(files_of(&path), 0);
    let threads = count("task");
    for _ in 0..30 {
        let store = open(&path).unwrap();
        assert!(files_of(&path) > 0);
        drop(store);
        assert_eq!(files_of(&path), 0);
    }
    // Other tests run beside this one: fewer than one thread a store stay.
    assert!(count("task") < threads + 30);
}

#[test]
fn what_is_no_ledger_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let missing = open(&path).err().unwrap();
    assert!(matches!(missing, OpenError::Missing { .. }), "{missing}");

    fs::create_dir(&path).unwrap();
    // As the making of a ledger that was cut off at once.
    let empty = open(&path).err().unwrap();
    assert!(matches!(empty, OpenError::Missing { .. }), "{empty}");

    fs::write(path.join("holiday.jpg"), b"sea").unwrap();
    let foreign = create(&path).err().unwrap();
    assert_eq!(
        foreign.to_string(),
        format!(
            "{} is not the folder of a ledger: it holds holiday.jpg",
            path.display()
        )
    );
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);

    let file = folder.path().join("file");
    fs::write(&file, b"").unwrap();
    let on_file = open(&file).err().unwrap();
    assert!(matches!(on_file, OpenError::NotALedger { .. }), "{on_file}");
    assert!(create(&file).is_err());

    let no_parent = create(&folder.path().join("no/such")).err().unwrap();
    assert!(
        matches!(
            no_parent,
            OpenError::Io {
                doing: "create",
                ..
            }
        ),
        "{no_parent}"
    );
}

#[test]
fn another_ledger_and_another_format_are_told() {
    let (_folder, path) = written(1);
    let other = "open".parse().unwrap();
    let other = Disk::open(&path, other, Options::default(), sequencer)
        .err()
        .unwrap();
    assert!(matches!(other, OpenError::OtherLedger { .. }), "{other}");

    let label = path.join("ledger.json");
    fs::write(&label, br#"{"format":9,"ledger":"cup"}"#).unwrap();
    let newer = open(&path).err().unwrap();
    assert!(
        matches!(newer, OpenError::Format { found: 9, .. }),
        "{newer}"
    );
    fs::write(&label, b"\0\0\0").unwrap();
    let broken = open(&path).err().unwrap();
    assert!(matches!(broken, OpenError::NotALedger { .. }), "{broken}");
}

#[test]
fn a_ledger_whose_making_was_cut_off_is_made_again() {
    let (_folder, path) = written(20);
    fs::remove_file(path.join("ledger.json")).unwrap();
    let unfinished = open(&path).err().unwrap();
    assert!(
        matches!(unfinished, OpenError::NotALedger { .. }),
        "{unfinished}"
    );
    // But not one that was in use.
    let used = create(&path).err().unwrap().to_string();
    assert!(
        used.ends_with("its ledger.json is gone, but it has had 20 entries"),
        "{used}"
    );
    note(&path, 0, 0);
    let store = create(&path).unwrap();
    assert_eq!(store.head().size, 0);
    store.append(batch(vec![stone(1, 1)])).unwrap();
}

#[test]
fn a_file_without_permission_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, path) = written(1);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o500)).unwrap();
    fs::set_permissions(path.join("lock"), fs::Permissions::from_mode(0o000)).unwrap();
    // Root may open anything; then there is nothing to see here.
    if fs::File::open(path.join("lock")).is_ok() {
        eprintln!("a_file_without_permission_is_an_error is passed over: root may open anything");
        return;
    }
    let refused = open(&path).err().unwrap();
    assert!(
        matches!(refused, OpenError::Io { doing: "open", .. }),
        "{refused}"
    );
}

#[test]
fn broken_files_are_an_error_and_no_panic() {
    let (_folder, whole) = written(2000);
    let db = fs::read(whole.join("sled/db")).unwrap();
    let conf = fs::read(whole.join("sled/conf")).unwrap();
    let try_with = |db: Option<&[u8]>, conf: &[u8]| {
        let copy = tempfile::tempdir().unwrap();
        fs::create_dir_all(copy.path().join("sled/blobs")).unwrap();
        for name in ["ledger.json", "writing"] {
            fs::copy(whole.join(name), copy.path().join(name)).unwrap();
        }
        if let Some(db) = db {
            fs::write(copy.path().join("sled/db"), db).unwrap();
        }
        fs::write(copy.path().join("sled/conf"), conf).unwrap();
        open(copy.path()).map(|store| {
            check_store(&store);
            store.head().size
        })
    };
    assert_eq!(try_with(Some(&db), &conf).unwrap(), 2000);
    assert!(matches!(try_with(None, &conf), Err(OpenError::Io { .. })));
    assert!(try_with(Some(&db), b"not a configuration").is_err());
    for cut in [db.len() / 4, db.len() / 2, db.len() - 600_000] {
        let mut flipped = db.clone();
        flipped[cut..cut + 4096].fill(0xFF);
        // Either sled finds it, or the tail does not fit, or it lay in what is no longer used.
        let result = try_with(Some(&flipped), &conf);
        assert!(
            result.is_err() || matches!(result, Ok(2000)),
            "{cut}: {result:?}"
        );
    }
    assert!(try_with(Some(&vec![0xAB; db.len()]), &conf).is_err());
}

#[test]
fn long_entries_get_no_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    for number in 0..60 {
        let two = vec![
            complaint(2 * number, 1, 65_000),
            complaint(2 * number + 1, 2, 5_700),
        ];
        store.append(batch(two)).unwrap();
    }
    // Sled never syncs them.
    assert_eq!(fs::read_dir(path.join("sled/blobs")).unwrap().count(), 0);
    drop(store);
    check_store(&open(&path).unwrap());
}

#[test]
fn a_large_batch_is_stored_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    let one = vec![complaint(1, 1, 100)];
    store.append(batch(one)).unwrap();
    let many: Vec<_> = (2..5002).map(|n| complaint(n, 1, 1000)).collect();
    store.append(batch(many)).unwrap();
    drop(store);
    let store = open(&path).unwrap();
    assert_eq!(store.head().size, 5001);
    check_chain(&all(&store));
}

#[test]
fn ledgers_lie_side_by_side_under_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let ledgers = Ledgers::at(&data).unwrap();
    assert_eq!(ledgers.list().unwrap(), []);
    for name in ["spring-cup", "autumn-cup"] {
        let name = name.parse().unwrap();
        assert!(!ledgers.contains(&name));
        let store = ledgers
            .create(&name, Options::default(), sequencer)
            .unwrap();
        store.append(batch(vec![stone(1, 1)])).unwrap();
        assert_eq!(store.ledger(), &name);
        assert!(ledgers.contains(&name));
    }
    // What else lies there is left alone.
    fs::create_dir(data.join("ledgers/lost+found")).unwrap();
    fs::create_dir(data.join("ledgers/half-made")).unwrap();
    let names: Vec<String> = Ledgers::at(&data)
        .unwrap()
        .list()
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(names, ["autumn-cup", "spring-cup"]);
    let store = ledgers
        .open(
            &"spring-cup".parse().unwrap(),
            Options::default(),
            sequencer,
        )
        .unwrap();
    assert_eq!(store.head().size, 1);
}
