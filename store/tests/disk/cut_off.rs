//! What a cut left behind, and a log that does not fit together: what was not
//! finished is let go, an index is made anew, anything else is refused by name.

use crate::{disk::people::line_of, support::*, *};

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
