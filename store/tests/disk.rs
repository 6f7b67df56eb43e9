//! What only a store on disk can show: opening again, one process at a time,
//! folders of something else, broken files, and a log that does not fit together.

#![expect(clippy::unwrap_used, reason = "a test ends where something is wrong")]

mod support;

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
fn a_group_that_was_being_written_is_told_after_a_cut() {
    let (_folder, path) = written(40);
    note(&path, 40, 7);
    let (store, dropped) = open_telling(&path);
    let expected = Dropped::Unwritten {
        first: 40,
        entries: 7,
    };
    assert_eq!(dropped, [expected]);
    assert!(
        dropped[0]
            .to_string()
            .starts_with("a group of 7 entries from seq 40 on")
    );
    check_store(&store);
    drop(store);
    // What was durable once and is gone is no matter of a cut.
    note(&path, 41, 0);
    let shrunk = open(&path).err().unwrap().to_string();
    assert!(
        shrunk.ends_with("the head counts 40 entries, and there have been 41"),
        "{shrunk}"
    );
    // A note that was torn says nothing.
    fs::write(path.join("writing"), b"\x00\x01").unwrap();
    assert_eq!(open_telling(&path).1, []);
}

type Pair = (Vec<u8>, Vec<u8>);

/// A ledger of 40 stones, and what a batch of 6 more put beside them: its
/// entries' keys and values, in the order in which they were put.
fn with_a_batch_more() -> (tempfile::TempDir, PathBuf, Vec<Pair>) {
    let (folder, path) = written(40);
    let longer = folder.path().join("longer");
    fs::create_dir_all(longer.join("sled")).unwrap();
    for name in ["ledger.json", "writing", "sled/db", "sled/conf"] {
        fs::copy(path.join(name), longer.join(name)).unwrap();
    }
    let keys = |path: &Path| {
        let mut pairs = vec![];
        tamper(path, |db| {
            pairs = db.scan_prefix("e").map(Result::unwrap).collect();
        });
        pairs
    };
    let before = keys(&path);
    let store = open(&longer).unwrap();
    // Two games go on, and two begin.
    let stones = (0..5).map(|n| stone(100 + n, [0, 7, 1, 0, 8][usize::try_from(n).unwrap()]));
    let long = std::iter::once(complaint(200, 1, 20_000));
    store.append(batch(stones.chain(long).collect())).unwrap();
    drop(store);
    let mut new: Vec<Pair> = keys(&longer)
        .into_iter()
        .filter(|pair| !before.contains(pair))
        .map(|(key, value)| (key.to_vec(), value.to_vec()))
        .collect();
    // The part stands first in an entry's value; pieces go before it.
    let order = |(key, value): &Pair| match key.len() {
        13 => (u32::from_be_bytes(value[..4].try_into().unwrap()), true),
        _ => (5, false),
    };
    new.sort_by_key(order);
    (folder, path, new)
}

#[test]
fn a_batch_that_was_cut_off_is_let_go() {
    let (_folder, path, new) = with_a_batch_more();
    let entries = new.iter().filter(|(key, _)| key.len() == 13).count();
    assert_eq!((new.len(), entries), (6 + 20, 6));
    for there in 0..new.len() {
        tamper(&path, |db| {
            for (key, value) in &new[..there] {
                db.insert(key, &value[..]).unwrap();
            }
        });
        // A name that was to go with it.
        fs::write(path.join("people.jsonl"), line_of(900, 42, "聂卫平")).unwrap();
        note(&path, 40, 6);
        let (store, dropped) = open_telling(&path);
        let expected = match u64::try_from(there.min(5)).unwrap() {
            0 => Dropped::Unwritten {
                first: 40,
                entries: 6,
            },
            entries => Dropped::Unfinished { first: 40, entries },
        };
        assert_eq!(dropped, [expected], "{there}");
        check_store(&store);
        assert_eq!((store.head().size, store.people().unwrap().len()), (40, 0));
        assert_eq!(store.by_id(id(100)).unwrap(), None);
        drop(store);
        let (store, dropped) = open_telling(&path);
        assert_eq!((dropped, store.head().size), (vec![], 40));
        drop(store);
    }
    // The whole of it is taken in, though nothing pointed to it.
    tamper(&path, |db| {
        for (key, value) in &new {
            db.insert(key, &value[..]).unwrap();
        }
    });
    let (store, dropped) = open_telling(&path);
    assert_eq!((dropped, store.head().size), (vec![], 46));
    check_store(&store);
    // What is appended now continues it.
    store
        .append(batch(vec![stone(300, 8), stone(301, 9)]))
        .unwrap();
    drop(store);
    check_store(&open(&path).unwrap());
}

#[test]
fn what_was_cut_off_leaves_nothing_in_the_way() {
    let (_folder, path, new) = with_a_batch_more();
    tamper(&path, |db| {
        for (key, value) in new.iter().filter(|(key, _)| key.len() == 14) {
            db.insert(key, &value[..]).unwrap();
        }
    });
    let store = open(&path).unwrap();
    // At the places of a long entry that was cut off stand short ones now.
    let stones = (0..20).map(|n| stone(400 + n, u64::try_from(n % 2).unwrap()));
    store.append(batch(stones.collect())).unwrap();
    check_store(&store);
    drop(store);
    check_store(&open(&path).unwrap());
}

#[test]
fn an_index_that_lags_behind_is_caught_up() {
    let (_folder, path) = written(1100);
    let store = open(&path).unwrap();
    let entries = all(&store);
    drop(store);
    let value = |size: usize| {
        let mut head = u64::try_from(size).unwrap().to_be_bytes().to_vec();
        let last = Entry::read(&entries[size - 1]).unwrap();
        head.extend(fupan_replay::entry::hash(&entries[size - 1]).0);
        head.extend(last.recorded_at.unix_ms().to_be_bytes());
        head
    };
    // Where the index was cut off: its last record is the head, before it the streams.
    for size in [1, 31, 32, 33, 1024, 1099] {
        for streams in [true, false] {
            tamper(&path, |db| {
                db.insert("H", value(size)).unwrap();
                let blocks = db.scan_prefix("q").keys().map(Result::unwrap);
                let past = blocks.filter(|key| key[1..] > ((size / 32) as u64).to_be_bytes()[..]);
                for key in past.filter(|_| streams).collect::<Vec<_>>() {
                    db.remove(key).unwrap();
                }
                let head = |version: usize, game: usize| {
                    let seq = version * 3 + game;
                    let hash = fupan_replay::entry::hash(&entries[seq]).0;
                    let name = format!("game/r1-b{game}");
                    let version = u64::try_from(version).unwrap().to_be_bytes();
                    [&version[..], &hash, name.as_bytes()].concat()
                };
                for game in (0..3).filter(|_| streams) {
                    let key = [b"s\0\0\0", &[u8::try_from(game).unwrap()][..]].concat();
                    match (size + 2 - game) / 3 {
                        0 => drop(db.remove(key).unwrap()),
                        count => drop(db.insert(key, head(count - 1, game)).unwrap()),
                    }
                }
            });
            let (store, dropped) = open_telling(&path);
            assert_eq!(dropped, [], "{size} {streams}");
            assert_eq!(all(&store), entries, "{size} {streams}");
            check_store(&store);
        }
    }
    // Nothing but the entries is needed.
    tamper(&path, |db| {
        for key in db.iter().keys().map(Result::unwrap) {
            if key[0] != b'e' {
                db.remove(key).unwrap();
            }
        }
    });
    let (store, dropped) = open_telling(&path);
    assert_eq!((dropped, store.head().size), (vec![], 1100));
    check_store(&store);
}

/// What opening says after a change of the tree.
fn fault(change: impl FnOnce(&sled::Db)) -> Fault {
    let (_folder, path) = written(100);
    tamper(&path, change);
    match open(&path).err() {
        Some(OpenError::Unsound { fault, .. }) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_tail_that_does_not_fit_is_refused_by_name() {
    // Game 0 has number 0 and the entries 0, 3, 6 …; the last entry, 99, is its 33rd.
    let forged = |db: &sled::Db, version: u64, from: &str, to: &str| {
        let key = entry_key(0, version);
        let value = db.get(&key).unwrap().unwrap();
        let (preface, text) = value.split_at(12);
        let text = std::str::from_utf8(text).unwrap();
        assert!(text.contains(from), "{text}");
        let forged = text.replacen(from, to, 1);
        db.insert(key, [preface, forged.as_bytes()].concat())
            .unwrap();
    };
    let moved = fault(|db| forged(db, 20, r#""point":""#, r#""point":"Z"#));
    assert!(
        matches!(
            moved,
            Fault::Member {
                seq: 61,
                member: "prev",
                ..
            }
        ),
        "{moved}"
    );
    let last = fault(|db| forged(db, 33, "rec-07", "rec-08"));
    assert!(matches!(last, Fault::StreamHead { seq: 99, .. }), "{last}");
    let numbered = fault(|db| forged(db, 20, r#""seq":60"#, r#""seq":61"#));
    assert!(
        matches!(
            numbered,
            Fault::Member {
                seq: 60,
                member: "seq",
                ..
            }
        ),
        "{numbered}"
    );
    let renamed = fault(|db| forged(db, 20, r#""ledger":"cup""#, r#""ledger":"cap""#));
    assert!(
        matches!(
            renamed,
            Fault::Member {
                seq: 60,
                member: "ledger",
                ..
            }
        ),
        "{renamed}"
    );
    let unread = fault(|db| forged(db, 20, "{", "["));
    assert!(
        matches!(unread, Fault::Unreadable { seq: 60, .. }),
        "{unread}"
    );
    let missing = fault(|db| drop(db.remove(entry_key(0, 20)).unwrap()));
    assert_eq!(missing, Fault::Missing { seq: 60 });
}

#[test]
fn heads_that_do_not_fit_are_refused_by_name() {
    let short = fault(|db| drop(db.insert("H", b"short").unwrap()));
    assert_eq!(short, Fault::Record { key: "48".into() });
    let other_hash = fault(|db| {
        let mut head = db.get("H").unwrap().unwrap().to_vec();
        head[8] ^= 1;
        db.insert("H", head).unwrap();
    });
    assert!(
        matches!(other_hash, Fault::Head { member: "hash", .. }),
        "{other_hash}"
    );
    let other_time = fault(|db| {
        let mut head = db.get("H").unwrap().unwrap().to_vec();
        head[47] ^= 1;
        db.insert("H", head).unwrap();
    });
    assert!(
        matches!(other_time, Fault::Head { member: "time", .. }),
        "{other_time}"
    );
    let stream = |change: fn(&mut StreamHead)| {
        fault(move |db| {
            let value = db.get(b"s\0\0\0\x01").unwrap().unwrap();
            let mut head = StreamHead {
                version: u64::from_be_bytes(value[..8].try_into().unwrap()),
                hash: fupan_domain::ids::Sha256(value[8..40].try_into().unwrap()),
            };
            change(&mut head);
            let parts = [&head.version.to_be_bytes()[..], &head.hash.0, &value[40..]];
            db.insert(b"s\0\0\0\x01", parts.concat()).unwrap();
        })
    };
    let hash = stream(|head| head.hash.0[0] ^= 1);
    assert!(matches!(hash, Fault::StreamHead { seq: 97, .. }), "{hash}");
    let version = stream(|head| head.version += 1);
    assert_eq!(
        version,
        Fault::Sum {
            size: 100,
            sum: 101
        }
    );
    let no_id = fault(|db| {
        let key = [b"i", &id(70).0.as_bytes()[..]].concat();
        db.remove(key).unwrap();
    });
    assert_eq!(no_id, Fault::Id { seq: 70 });
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

/// The line of a player in the file of the records of people.
fn line_of(number: u128, seq: u64, name: &str) -> String {
    let record = player(number, name).person.unwrap();
    let record = serde_json::to_string(&record).unwrap();
    format!("{{\"record\":{record},\"seq\":{seq}}}\n")
}

/// How often a text stands in the files under a folder, byte by byte.
fn occurrences(folder: &Path, text: &str) -> usize {
    let mut found = 0;
    for file in fs::read_dir(folder).unwrap().flatten() {
        let path = file.path();
        if path.is_dir() {
            found += occurrences(&path, text);
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let windows = bytes.windows(text.len());
        found += windows.filter(|window| *window == text.as_bytes()).count();
    }
    found
}

#[test]
fn what_is_taken_out_of_sled_stays_in_its_files() {
    // The reason why the records of people do not lie in sled: it frees what was taken
    // out when it next wants the space, and writes no zeros.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    store.append(batch(vec![stone(1, 1)])).unwrap();
    drop(store);
    tamper(&path, |db| {
        db.insert(b"p", "聂卫平".as_bytes()).unwrap();
    });
    tamper(&path, |db| {
        db.remove(b"p").unwrap();
    });
    drop(open(&path).unwrap());
    assert!(occurrences(&path, "聂卫平") > 0);
}

#[test]
fn a_name_that_was_erased_stands_in_no_file_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    let players = (0..40).map(|n| player(n, &format!("player number {n} of all")));
    store.append(batch(players.collect())).unwrap();
    store.append(batch(vec![player(900, "聂卫平")])).unwrap();
    assert_eq!(occurrences(&path, "聂卫平"), 1);
    // Who opened the file before keeps it, and what lay in its blocks shows there.
    let old = folder.path().join("old");
    fs::hard_link(path.join("people.jsonl"), &old).unwrap();
    let person = player(900, "聂卫平").person.unwrap();
    assert!(store.erase_person(person.commitment().unwrap()).unwrap());
    assert_eq!(occurrences(&path, "聂卫平"), 0);
    assert_eq!(occurrences(&path, &person.salt), 0);
    assert!(fs::read(&old).unwrap().iter().all(|byte| *byte == 0));
    drop(store);
    assert_eq!(occurrences(&path, "聂卫平"), 0);
    let store = open(&path).unwrap();
    assert_eq!(store.people().unwrap().len(), 40);
    store.append(batch(vec![player(901, "马晓春")])).unwrap();
    drop(store);
    assert_eq!(open(&path).unwrap().people().unwrap().len(), 41);
}

#[test]
fn an_erasing_that_was_cut_off_leaves_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    store.append(batch(vec![player(900, "聂卫平")])).unwrap();
    drop(store);
    fs::write(path.join("people.jsonl.new"), line_of(900, 0, "聂卫平")).unwrap();
    let store = open(&path).unwrap();
    assert_eq!(occurrences(&path, "聂卫平"), 1);
    assert_eq!(store.people().unwrap().len(), 1);
}

#[test]
fn a_damaged_record_of_a_person_is_told_and_one_that_was_cut_off_goes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    store
        .append(batch(vec![player(1, "聂卫平"), player(2, "马晓春")]))
        .unwrap();
    drop(store);
    let file = path.join("people.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    assert_eq!(whole.lines().count(), 2);
    fs::write(&file, format!("{whole}{}", &line_of(3, 2, "常昊")[..40])).unwrap();
    drop(open(&path).unwrap());
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 2);
    // Another name under the same salt is not what the entry commits to, and a line
    // that is none hides somebody's record.
    for damaged in [
        whole.replacen("record", "recorp", 1),
        whole.replacen('{', "x", 1),
    ] {
        fs::write(&file, damaged).unwrap();
        match open(&path) {
            Err(OpenError::Unsound {
                fault: Fault::People(why),
                ..
            }) => {
                assert_eq!(why, "line 1 is damaged");
            }
            other => panic!("{:?}", other.err()),
        }
    }
}
