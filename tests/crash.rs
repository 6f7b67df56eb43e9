//! A store that is cut off loses nothing that it has acknowledged. A few trials
//! of each kind; `durability` runs as many as are wanted.

#![expect(clippy::unwrap_used, reason = "a test ends where something is wrong")]

use fupan_domain::ids::Sha256;
use fupan_store::{AppendError, Blob, Blobs, EventStore};
use fupan_tests::{
    crash::{
        Dice,
        cut::{self, Cuts},
        kill,
        volatile::{Disk, Mounted, Survives},
        writer::open_or_create,
    },
    load,
};
use std::{path::Path, sync::Arc};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_durability"))
}

/// A folder to mount on, where that is possible; with `FUPAN_NO_SKIP` set it must be.
fn mount_point(test: &str) -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    match cut::possible(folder.path()) {
        Ok(()) => Some(folder),
        Err(error) => {
            assert!(
                std::env::var_os("FUPAN_NO_SKIP").is_none(),
                "{test}: no file system can be mounted: {error}"
            );
            eprintln!("{test} is passed over: no file system can be mounted: {error}");
            None
        }
    }
}

#[test]
fn a_killed_store_keeps_what_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let tally = kill::run(program(), folder.path(), 5, 11).unwrap();
    assert_eq!(
        (tally.trials, tally.lost, tally.unopened),
        (5, 0, 0),
        "{tally:?}"
    );
    assert!(tally.acknowledged > 0, "{tally:?}");
}

fn cuts(folder: &Path, survives: Survives, syncs: bool, trials: u32) -> fupan_tests::crash::Tally {
    let cuts = Cuts {
        trials,
        survives,
        syncs,
        seed: 12,
    };
    cut::run(program(), folder, cuts).unwrap()
}

#[test]
fn a_power_cut_takes_nothing_that_was_acknowledged() {
    let Some(folder) = mount_point("a_power_cut_takes_nothing_that_was_acknowledged") else {
        return;
    };
    for survives in [Survives::Torn, Survives::Nothing] {
        let tally = cuts(folder.path(), survives, true, 3);
        assert_eq!(
            (tally.trials, tally.lost, tally.unopened),
            (3, 0, 0),
            "{tally:?}"
        );
        assert!(tally.acknowledged > 0, "{tally:?}");
    }
}

#[test]
fn a_store_that_does_not_sync_is_found_out() {
    let Some(folder) = mount_point("a_store_that_does_not_sync_is_found_out") else {
        return;
    };
    let tally = cuts(folder.path(), Survives::Nothing, false, 5);
    assert!(tally.lost + tally.unopened > 0, "{tally:?}");
}

/// Appends long entries until the store fails; answers what it acknowledged.
fn append_until_failure(store: &load::Log) -> Vec<Arc<[u8]>> {
    let mut stored = Vec::new();
    let failed = loop {
        let number = u128::try_from(stored.len()).unwrap();
        match store.append(load::batch(vec![load::complaint(number, 1, 60_000)])) {
            Ok(receipts) => stored.extend(receipts.into_iter().map(|r| r.bytes)),
            Err(error) => break error,
        }
        assert!(stored.len() < 1000, "the disk has no end");
    };
    assert!(matches!(failed, AppendError::Failed(_)), "{failed:?}");
    let again = store.append(load::batch(vec![load::stone(9999, 1)]));
    assert!(matches!(again, Err(AppendError::Failed(_))), "{again:?}");
    assert!(store.failure().is_some());
    stored
}

#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let Some(folder) = mount_point("a_full_disk_is_told_and_loses_nothing") else {
        return;
    };
    let mounted = Mounted::on(folder.path(), Disk::default()).unwrap();
    mounted.set_room(3 << 20);
    let path = folder.path().join("cup");
    let store = open_or_create(&path, true).unwrap();
    let stored = append_until_failure(&store);
    assert!(stored.len() > 3);
    assert_eq!(store.head().size, u64::try_from(stored.len()).unwrap());
    drop(store);
    mounted.set_room(usize::MAX);
    let store = open_or_create(&path, true).unwrap();
    load::check_store(&store);
    assert_eq!(load::all(&store)[..stored.len()], stored);
    store
        .append(load::batch(vec![load::stone(9999, 1)]))
        .unwrap();
}

#[test]
fn a_failed_sync_is_told_and_loses_nothing() {
    let Some(folder) = mount_point("a_failed_sync_is_told_and_loses_nothing") else {
        return;
    };
    let mounted = Mounted::on(folder.path(), Disk::default()).unwrap();
    let path = folder.path().join("cup");
    let store = open_or_create(&path, true).unwrap();
    let receipts = store
        .append(load::batch(vec![load::stone(7777, 1)]))
        .unwrap();
    mounted.set_syncs_fail(true);
    assert_eq!(append_until_failure(&store), Vec::<Arc<[u8]>>::new());
    // What is durable can still be read; what was written but not synced is not shown.
    load::check_store(&store);
    drop(store);
    // The kernel tells a failed sync once and forgets it: only what was acknowledged counts.
    let left = mounted.cut(Survives::Nothing, &mut Dice::new(1));
    mounted.unmount().unwrap();
    let mounted = Mounted::on(folder.path(), left).unwrap();
    let store = open_or_create(&path, true).unwrap();
    load::check_store(&store);
    assert_eq!(load::all(&store), [receipts[0].bytes.clone()]);
    drop(store);
    mounted.unmount().unwrap();
}

#[test]
fn a_power_cut_takes_no_person_and_no_file_and_brings_back_no_name() {
    let Some(folder) = mount_point("a_power_cut_takes_no_person_and_no_file") else {
        return;
    };
    for (survives, seed) in [
        (Survives::Nothing, 1),
        (Survives::Torn, 2),
        (Survives::Torn, 3),
        (Survives::Torn, 4),
    ] {
        let mounted = Mounted::on(folder.path(), Disk::default()).unwrap();
        let path = folder.path().join("cup");
        let store = open_or_create(&path, true).unwrap();
        let players = vec![
            load::player(1, "Nie Weiping"),
            load::player(2, "Ma Xiaochun"),
        ];
        let commitment = |n: usize| players[n].person.as_ref().unwrap().commitment().unwrap();
        let (nie, ma) = (commitment(0), commitment(1));
        store.append(load::batch(players)).unwrap();
        assert!(store.erase_person(nie).unwrap());
        let video = Blob {
            sha256: Sha256::of(b"a video"),
            bytes: 7,
        };
        let mut coming = Blobs::of(&path).receive(video).unwrap();
        coming.write(b"a video").unwrap();
        coming.finish().unwrap();
        // Nobody was told that this one is there.
        let half = Blob {
            sha256: Sha256::of(b"another"),
            bytes: 7,
        };
        let mut coming = Blobs::of(&path).receive(half).unwrap();
        coming.write(b"anoth").unwrap();
        let left = mounted.cut(survives, &mut Dice::new(seed));
        drop((coming, store));
        mounted.unmount().unwrap();

        let mounted = Mounted::on(folder.path(), left).unwrap();
        let store = open_or_create(&path, true).unwrap();
        load::check_store(&store);
        assert_eq!(store.person(ma).unwrap().unwrap().name, "Ma Xiaochun");
        assert_eq!(store.person(nie).unwrap(), None);
        let people = std::fs::read_to_string(path.join("people.jsonl")).unwrap();
        assert!(people.contains("Ma Xiaochun") && !people.contains("Nie Weiping"));
        let blobs = Blobs::of(&path);
        blobs.tidy().unwrap();
        assert_eq!(blobs.list().unwrap(), [video]);
        assert_eq!(blobs.measure(video.sha256).unwrap(), Some(video));
        drop(store);
        mounted.unmount().unwrap();
    }
}
