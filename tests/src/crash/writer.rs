//! The process that is cut off: it opens a store, or makes it, and appends from
//! several threads, single entries and batches, short and long ones. Each entry
//! is told on standard output once it is acknowledged, as `seq hash`.

use crate::load;
use fupan_domain::ids::EntryId;
use fupan_replay::draft::{Draft, Proposal};
use fupan_store::{OpenError, Options, Receipt, SledStore};
use std::{
    fmt::Write as _,
    io::{self, Write as _},
    path::Path,
    process,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use super::Dice;

/// Threads that append one entry at a time.
const SINGLE: u64 = 3;
/// Threads that append batches.
const BATCHED: u64 = 2;
/// How many entries a batch has that is written in several steps.
const LARGE: u64 = 3000;
/// Nobody waits for a writer that long.
const LIFE: Duration = Duration::from_secs(20);

/// Opens the store of a folder, or makes it if it is not there.
///
/// # Errors
/// When it can't be opened.
pub fn open_or_create(path: &Path, syncs: bool) -> Result<SledStore<load::Refusal>, OpenError> {
    let options = || Options {
        syncs,
        ..Options::default()
    };
    match SledStore::open(path, load::ledger(), options(), load::sequencer) {
        Err(OpenError::Missing { .. } | OpenError::NotALedger { .. }) => {
            SledStore::create(path, load::ledger(), options(), load::sequencer)
        }
        opened => opened,
    }
}

/// Appends until it is cut off.
///
/// # Errors
/// When the store can't be opened.
pub fn run(path: &Path, seed: u64, syncs: bool) -> Result<(), OpenError> {
    let store = Arc::new(open_or_create(path, syncs)?);
    let end = Instant::now() + LIFE;
    // Every third time one thread alone, whose entries are written one by one.
    let writers = if seed.is_multiple_of(3) {
        1
    } else {
        SINGLE + BATCHED
    };
    let threads: Vec<_> = (0..writers)
        .map(|writer| {
            let store = store.clone();
            thread::spawn(move || append(&*store, writer, seed, end))
        })
        .collect();
    for thread in threads {
        // A thread that panicked has acknowledged nothing more.
        let _ended = thread.join();
    }
    Ok(())
}

fn append(store: &load::Log, writer: u64, seed: u64, end: Instant) {
    let mut dice = Dice::new(seed.wrapping_mul(31).wrapping_add(writer));
    for number in 0_u64.. {
        let length = match dice.below(30) {
            _ if writer < SINGLE => 1,
            0..=2 => LARGE,
            length => 2 + length,
        };
        let name = format!("{seed}-{writer}-{number}");
        let proposals = (0..length).filter_map(|n| member(&name, n, length, &mut dice));
        let batch = load::batch(proposals.collect());
        // After a cut the disk is gone, and with it the store.
        let Ok(receipts) = store.append(batch) else {
            return;
        };
        if Instant::now() > end || acknowledge(&receipts).is_err() {
            process::exit(0);
        }
    }
}

/// An entry that says to which batch it belongs: its name, its place in it and
/// how many there are.
fn member(name: &str, place: u64, of: u64, dice: &mut Dice) -> Option<Proposal> {
    let padding = match dice.below(40) {
        0 => 20_000,
        1..=3 => 700 - dice.below(300),
        _ => dice.below(300),
    };
    let mut text = String::new();
    let game = dice.below(30);
    write!(
        text,
        r#"{{"stream":"game/r1-b{game}","type":"complaint_raised","at":"2026-05-01T09:30:12.000Z","actor":"arb-1","data":{{"by":"black","text":"{name} {place} {of} {}"}}}}"#,
        "x".repeat(usize::try_from(padding).ok()?)
    )
    .ok()?;
    // The store judges no content: these are longer than a schema would let through.
    let mut draft: Draft = serde_json::from_str(&text).ok()?;
    let high = u128::from(dice.below(u64::MAX)) << 64;
    let id = EntryId(uuid::Uuid::from_u128(
        high | u128::from(dice.below(u64::MAX)),
    ));
    draft.id = Some(id);
    Proposal::prepare(draft, id, [0; 16]).ok()
}

fn acknowledge(receipts: &[Receipt]) -> io::Result<()> {
    let mut lines = String::new();
    for Receipt { seq, hash, .. } in receipts {
        writeln!(lines, "{seq} {hash}").map_err(io::Error::other)?;
    }
    let mut out = io::stdout().lock();
    out.write_all(lines.as_bytes())?;
    out.flush()
}
