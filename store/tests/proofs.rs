//! The Merkle tree of a store and its signed checkpoints: that proofs follow
//! from the entries, that all is signed for in time, and that a store which is
//! not the one that was signed for is refused by name.

#![expect(clippy::unwrap_used, reason = "a test ends where something is wrong")]

mod support;

use fupan_replay::{
    entry,
    proof::{
        tile::{Content, NotProved, Tile, read_entries, read_hashes},
        tree::{self, Frontier, Node},
    },
};
use fupan_store::{
    Dropped, EventStore, OpenError, Options, Proofs, SledStore,
    kept_tree::KeptTree,
    proofs::{self, ProofError},
};
use std::{
    fs,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use support::*;

type Disk = SledStore<Refusal>;

fn signing(data: &Path) -> Options {
    Options {
        signer: Some(Arc::new(Signer::new(7))),
        checkpoints: Some(data.join("checkpoints")),
        ..Options::default()
    }
}

fn create(data: &Path) -> Result<Disk, OpenError> {
    SledStore::create(&data.join("cup"), ledger(), signing(data), sequencer)
}

fn open(data: &Path) -> Result<Disk, OpenError> {
    SledStore::open(&data.join("cup"), ledger(), signing(data), sequencer)
}

fn stones(from: u64, to: u64) -> fupan_replay::draft::Batch {
    batch((from..to).map(|n| stone(u128::from(n), n % 3)).collect())
}

fn ruling(number: u128) -> fupan_replay::draft::Batch {
    let text = r#"{"stream":"game/r1-b1","type":"ruling_made","at":"2026-05-01T09:30:12.000Z","actor":"arb-1","data":{"ruling":"r-1","article":"1","outcome":"dismissed","orders":[],"facts":"none","reasons":"none"}}"#;
    batch(vec![proposal(number, text)])
}

/// Waits for a checkpoint of that size.
fn signed(store: &Disk, size: u64) {
    let begun = Instant::now();
    while store
        .checkpoint()
        .is_none_or(|c| c.checkpoint().size() < size)
    {
        assert!(
            begun.elapsed() < Duration::from_mins(2),
            "{:?}",
            store.signing()
        );
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn every_entry_is_proved_and_every_state_goes_on_from_every_earlier_one() {
    let data = tempfile::tempdir().unwrap();
    let store = create(data.path()).unwrap();
    let size = 600;
    for from in (0..size).step_by(75) {
        store.append(stones(from, from + 75)).unwrap();
    }
    signed(&store, size);
    check_store(&store);
    let leaves: Vec<_> = all(&store).iter().map(|bytes| entry::hash(bytes)).collect();
    let mut frontier = Frontier::new();
    let mut roots = vec![frontier.root()];
    for leaf in &leaves {
        frontier.push(*leaf, |_, _| ());
        roots.push(frontier.root());
    }
    for (seq, at) in [
        (0, 1),
        (0, 600),
        (255, 256),
        (256, 257),
        (299, 511),
        (599, 600),
    ] {
        let proof = proofs::inclusion(&store, seq, Some(at)).unwrap();
        let (leaf, root) = (
            &leaves[usize::try_from(seq).unwrap()],
            &roots[usize::try_from(at).unwrap()],
        );
        tree::verify_inclusion(leaf, seq, at, &proof.hashes, root).unwrap();
    }
    for (from, to) in [
        (0, 600),
        (1, 600),
        (255, 257),
        (256, 512),
        (512, 600),
        (600, 600),
    ] {
        let proof = proofs::consistency(&store, from, Some(to)).unwrap();
        assert_eq!(proof.from.root, roots[usize::try_from(from).unwrap()]);
        assert_eq!(proof.to.root, roots[usize::try_from(to).unwrap()]);
    }
    assert!(matches!(
        proofs::inclusion(&store, 600, None),
        Err(ProofError::NoEntry {
            seq: 600,
            size: 600
        })
    ));
    assert!(matches!(
        proofs::inclusion(&store, 3, Some(601)),
        Err(ProofError::Beyond {
            size: 601,
            signed: 600
        })
    ));
}

#[test]
fn tiles_hold_the_entries_and_their_hashes() {
    let data = tempfile::tempdir().unwrap();
    let store = create(data.path()).unwrap();
    store.append(stones(0, 600)).unwrap();
    signed(&store, 600);
    let tile = |path: &str| {
        let tile: Tile = path.parse().unwrap();
        proofs::tile(&store, tile).map(|bytes| (tile, bytes))
    };
    let (_, bytes) = tile("tile/entries/002.p/88").unwrap();
    let entries = read_entries(&bytes, 88).unwrap();
    let (_, bytes) = tile("tile/0/002.p/88").unwrap();
    let hashes = read_hashes(&bytes, 88).unwrap();
    for (entry, hash) in entries.iter().zip(&hashes) {
        assert_eq!(entry::hash(entry), *hash);
    }
    assert_eq!(entries[0], &*store.entry(512).unwrap().unwrap());
    let (full, bytes) = tile("tile/0/001").unwrap();
    let mut frontier = Frontier::new();
    for hash in read_hashes(&bytes, full.width).unwrap() {
        frontier.push(hash, |_, _| ());
    }
    let (_, above) = tile("tile/1/000.p/2").unwrap();
    assert_eq!(read_hashes(&above, 2).unwrap()[1], frontier.root());
    assert_eq!(full.content, Content::Hashes { level: 0 });
    for gone in [
        "tile/0/002",
        "tile/0/002.p/89",
        "tile/1/000.p/3",
        "tile/2/000.p/1",
        "tile/entries/003.p/1",
    ] {
        assert!(
            matches!(tile(gone), Err(ProofError::NoTile { .. })),
            "{gone}"
        );
    }
}

#[test]
fn what_was_acknowledged_is_signed_for_and_a_ruling_at_once() {
    let data = tempfile::tempdir().unwrap();
    let store = create(data.path()).unwrap();
    store.append(stones(0, 10)).unwrap();
    signed(&store, 10);
    store.append(ruling(100)).unwrap();
    signed(&store, 11);
    store.append(stones(20, 30)).unwrap();
    signed(&store, 21);
    // That of the ruling stays, the one before it went.
    let kept = store.checkpoints(0).unwrap();
    let sizes: Vec<u64> = kept.iter().map(|c| c.checkpoint().size()).collect();
    assert_eq!(sizes, [11, 21]);
    let key = Signer::new(7);
    for signed in &kept {
        assert!(signed.note().verify(key.0.verifier()).is_ok());
    }
    let outside = fs::read(data.path().join("checkpoints/cup")).unwrap();
    assert_eq!(outside, kept[1].to_string().into_bytes());
}

#[test]
fn a_store_that_closes_signs_for_what_is_left_and_goes_on_from_there() {
    let data = tempfile::tempdir().unwrap();
    let store = create(data.path()).unwrap();
    store.append(stones(0, 300)).unwrap();
    drop(store);
    let store = open(data.path()).unwrap();
    assert_eq!(store.checkpoint().unwrap().checkpoint().size(), 300);
    store.append(stones(300, 301)).unwrap();
    signed(&store, 301);
    check_store(&store);
    proofs::consistency(&store, 300, None).unwrap();
}

#[test]
fn a_ledger_put_back_to_an_old_copy_is_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
    let store = create(data.path()).unwrap();
    store.append(stones(0, 40)).unwrap();
    drop(store);
    let old = data.path().join("old");
    copy_folder(&data.path().join("cup"), &old);
    let store = open(data.path()).unwrap();
    store.append(stones(40, 50)).unwrap();
    drop(store);
    fs::remove_dir_all(data.path().join("cup")).unwrap();
    copy_folder(&old, &data.path().join("cup"));
    let refused = open(data.path()).err().unwrap();
    assert!(
        matches!(
            refused,
            OpenError::BelowCheckpoint {
                size: 40,
                signed: 50,
                ..
            }
        ),
        "{refused}"
    );
    assert!(
        refused
            .to_string()
            .contains("below the last signed checkpoint of 50")
    );
    // Nor does a new ledger pass for one that is gone.
    fs::remove_dir_all(data.path().join("cup")).unwrap();
    let refused = create(data.path()).err().unwrap();
    assert!(matches!(
        refused,
        OpenError::BelowCheckpoint {
            size: 0,
            signed: 50,
            ..
        }
    ));
}

#[test]
fn a_ledger_with_another_history_is_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
    let store = create(data.path()).unwrap();
    store.append(stones(0, 40)).unwrap();
    drop(store);
    let other = tempfile::tempdir().unwrap();
    let store = create(other.path()).unwrap();
    store.append(stones(1000, 1040)).unwrap();
    drop(store);
    fs::copy(
        other.path().join("checkpoints/cup"),
        data.path().join("checkpoints/cup"),
    )
    .unwrap();
    let refused = open(data.path()).err().unwrap();
    assert!(
        matches!(refused, OpenError::OtherHistory { .. }),
        "{refused}"
    );
    fs::write(data.path().join("checkpoints/cup"), "cup\n40\n").unwrap();
    assert!(matches!(
        open(data.path()),
        Err(OpenError::Checkpoint { .. })
    ));
}

/// Changes what lies in a closed store.
fn change(data: &Path, change: impl FnOnce(&sled::Db)) {
    let path = data.join("cup/sled");
    let config = sled::Config::new().path(&path).segment_size(4 << 20);
    let db = config.open().unwrap();
    change(&db);
    db.flush().unwrap();
    drop(db);
    fs::File::open(path.join("db")).unwrap().lock().unwrap();
}

/// The keys of the rows of the kept tree, 32 hashes each, level by level.
fn rows(db: &sled::Db) -> Vec<sled::IVec> {
    db.scan_prefix(b"t").keys().map(Result::unwrap).collect()
}

/// Flips a bit in the first hash of a row.
fn flip(db: &sled::Db, key: &[u8]) {
    let mut row = db.get(key).unwrap().unwrap().to_vec();
    row[5] ^= 1;
    db.insert(key, row).unwrap();
}

#[test]
fn a_tile_with_a_flipped_bit_is_neither_given_out_nor_believed() {
    let data = tempfile::tempdir().unwrap();
    let store = create(data.path()).unwrap();
    store.append(stones(0, 600)).unwrap();
    signed(&store, 600);
    let state = store.checkpoint().unwrap().checkpoint().state;
    let tile = |path: &str| -> Tile { path.parse().unwrap() };
    // Whoever fetches one holds it against the checkpoint.
    for path in ["tile/0/000", "tile/0/002.p/88", "tile/1/000.p/2"] {
        let (tile, node) = (tile(path), |node| store.node(node));
        let bytes = proofs::tile(&store, tile).unwrap();
        let believed =
            |bytes: &[u8]| tile.verify(&read_hashes(bytes, tile.width).unwrap(), state, node);
        believed(&bytes).unwrap();
        for at in [0, 37, bytes.len() - 1] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            let told = believed(&flipped).unwrap_err();
            assert!(matches!(told, NotProved::Root { .. }));
            assert!(told.to_string().starts_with(path), "{told}");
        }
    }
    let entries = tile("tile/entries/001");
    let bytes = proofs::tile(&store, entries).unwrap();
    let mut flipped = bytes.clone();
    flipped[100] ^= 1;
    let leaves = read_entries(&flipped, entries.width).unwrap();
    let leaves: Vec<_> = leaves.into_iter().map(entry::hash).collect();
    let told = entries.verify(&leaves, state, |node| store.node(node));
    assert!(matches!(told, Err(NotProved::Root { .. })));
    drop(store);
    // In the store, where no signed root rests on it, it is kept back by name.
    change(data.path(), |db| flip(db, &rows(db)[3]));
    let store = open(data.path()).unwrap();
    let kept_back = proofs::tile(&store, tile("tile/0/000")).unwrap_err();
    assert!(
        kept_back
            .to_string()
            .contains("damaged: tile/0/000 leads to"),
        "{kept_back}"
    );
    for whole in ["tile/0/001", "tile/1/000.p/2", "tile/entries/000"] {
        proofs::tile(&store, tile(whole)).unwrap();
    }
}

#[test]
fn each_damaged_place_of_the_kept_tree_is_told_and_made_anew() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("cup");
    // Nothing is signed, so that nothing is put right on opening.
    let store: Disk = SledStore::create(&path, ledger(), Options::default(), sequencer).unwrap();
    store.append(stones(0, 600)).unwrap();
    drop(store);
    change(data.path(), |db| {
        let rows = rows(db);
        // The hashes of entries 96 and 512, and that of the first 256 together.
        for key in [&rows[3], &rows[16], &rows[19]] {
            flip(db, key);
        }
    });
    let store: Disk = SledStore::open(&path, ledger(), Options::default(), sequencer).unwrap();
    let differs = || {
        let mut kept = KeptTree::of(&store);
        for bytes in all(&store) {
            kept.push(entry::hash(&bytes)).unwrap();
        }
        kept.finish().unwrap()
    };
    let places: Vec<_> = differs().into_iter().map(Node::leaves).collect();
    assert_eq!(places, [(96, 96), (512, 512), (0, 255)]);
    store.make_tree_anew().unwrap();
    assert_eq!(differs(), []);
    store.append(stones(600, 700)).unwrap();
    check_store(&store);
    assert_eq!(differs(), []);
}

#[test]
fn a_tree_that_is_gone_or_damaged_is_made_anew_from_the_entries() {
    let data = tempfile::tempdir().unwrap();
    let store = create(data.path()).unwrap();
    store.append(stones(0, 600)).unwrap();
    drop(store);
    change(data.path(), |db| {
        let all = rows(db);
        assert_eq!(all.len(), 600_usize.div_ceil(32) + 1);
        for key in &all {
            db.remove(key).unwrap();
        }
    });
    let store = open(data.path()).unwrap();
    check_store(&store);
    drop(store);
    change(data.path(), |db| {
        // In the midst, and at the edge from which the tree grows.
        flip(db, &rows(db)[3]);
        flip(db, &rows(db)[18]);
    });
    let mut told = Vec::new();
    let store = SledStore::open(
        &data.path().join("cup"),
        ledger(),
        signing(data.path()),
        |opened| {
            told = opened.dropped.to_vec();
            sequencer(opened)
        },
    )
    .unwrap();
    // Not in silence: the disk may be failing.
    assert_eq!(told, [Dropped::Tree { entries: 600 }]);
    check_store(&store);
    proofs::inclusion(&store, 97, None).unwrap();
    drop(store);
    change(data.path(), |db| {
        flip(db, &rows(db)[3]);
    });
    // No signed root rests on that row alone: what does is not given out.
    let store = open(data.path()).unwrap();
    assert!(matches!(
        proofs::inclusion(&store, 97, None),
        Err(ProofError::Read(_))
    ));
    proofs::inclusion(&store, 500, None).unwrap();
    store.append(stones(600, 700)).unwrap();
    signed(&store, 700);
    check_store(&store);
}
