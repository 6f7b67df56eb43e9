//! The check of a store after a cut: it opens, its chain holds, everything that
//! was acknowledged is there byte for byte, and no batch is there in half.

use super::{Acknowledged, acknowledgement, writer::open_or_create};
use crate::load;
use fupan_domain::ids::Sha256;
use fupan_replay::entry::{self, Entry};
use fupan_store::{Dropped, OpenError, SledStore};
use std::{
    collections::BTreeMap,
    io::{self, BufRead},
    path::Path,
    sync::Arc,
};

/// The exit status where something that was acknowledged is gone, or half of a batch.
pub const LOST: i32 = 4;
/// The exit status where the store does not open.
pub const UNOPENED: i32 = 3;

/// Checks the store of a folder against the acknowledgements on standard input,
/// says what there is to say and answers the exit status.
pub fn run(path: &Path) -> i32 {
    let lines = io::stdin().lock().lines().map_while(Result::ok);
    let acks: Acknowledged = lines.filter_map(|line| acknowledgement(&line)).collect();
    let (store, dropped) = match open(path, &acks) {
        Ok(opened) => opened,
        Err(error) => {
            println!("{error}");
            return UNOPENED;
        }
    };
    match check(&store, &acks) {
        Ok(entries) => {
            println!("{entries} entries");
            for group in dropped {
                println!("dropped: {group}");
            }
            0
        }
        Err(fault) => {
            println!("{fault}");
            LOST
        }
    }
}

type Opened = (SledStore<load::Refusal>, Vec<Dropped>);

fn open(path: &Path, acks: &Acknowledged) -> Result<Opened, OpenError> {
    let mut dropped = Vec::new();
    let opened = SledStore::open(path, load::ledger(), fupan_store::Options::default(), |o| {
        dropped = o.dropped.to_vec();
        load::sequencer(o)
    });
    let store = match opened {
        // Cut off while it was being made: nothing was acknowledged, and it is made again.
        Err(OpenError::Missing { .. } | OpenError::NotALedger { .. }) if acks.is_empty() => {
            open_or_create(path, true)?
        }
        opened => opened?,
    };
    Ok((store, dropped))
}

fn check(store: &load::Log, acks: &Acknowledged) -> Result<usize, String> {
    let entries = store.entries(0, usize::MAX).map_err(|e| e.to_string())?;
    chain(&entries)?;
    for (seq, hash) in acks {
        let index = usize::try_from(*seq).unwrap_or(usize::MAX);
        let found = entries
            .get(index)
            .map(|bytes| entry::hash(bytes).to_string());
        if found.as_ref() != Some(hash) {
            return Err(format!(
                "entry {seq} was acknowledged as {hash}, and is {found:?}"
            ));
        }
    }
    batches(&entries)?;
    // The store can go on where it stands.
    let receipts = store.append(load::batch(vec![load::stone(1, 1)]));
    let receipts = receipts.map_err(|e| format!("{e:?}"))?;
    let known = receipts.iter().all(|r| r.known);
    if !known && store.head().size != u64::try_from(entries.len()).unwrap_or(0) + 1 {
        return Err("a new entry did not come after the last one".to_owned());
    }
    Ok(entries.len())
}

fn chain(entries: &[Arc<[u8]>]) -> Result<(), String> {
    let mut prev = Sha256::ZERO;
    let mut streams: BTreeMap<String, (u64, Sha256)> = BTreeMap::new();
    for (seq, bytes) in (0_u64..).zip(entries) {
        let read = Entry::read(bytes).map_err(|e| format!("entry {seq}: {e}"))?;
        let hash = entry::hash(bytes);
        let place = streams.entry(read.stream.to_owned()).or_default();
        if (read.seq, read.prev) != (seq, prev) || (read.version, read.stream_prev) != *place {
            return Err(format!("the chain breaks at entry {seq}"));
        }
        *place = (read.version + 1, hash);
        prev = hash;
    }
    Ok(())
}

/// Counts the members of each batch against the number that they name.
fn batches(entries: &[Arc<[u8]>]) -> Result<(), String> {
    #[derive(serde::Deserialize)]
    struct Complaint {
        text: Option<String>,
    }
    let mut members: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for bytes in entries {
        let read = Entry::read(bytes).map_err(|e| e.to_string())?;
        let data: Complaint =
            serde_json::from_str(read.data.get()).map_err(|e| format!("a complaint: {e}"))?;
        let Some(text) = data.text else {
            continue;
        };
        let mut words = text.split(' ');
        let (Some(name), Some(_), Some(of)) = (words.next(), words.next(), words.next()) else {
            return Err(format!("a complaint says {text:?}"));
        };
        let batch = members.entry(name.to_owned()).or_default();
        batch.0 += 1;
        batch.1 = of
            .parse()
            .map_err(|_| format!("a complaint says {text:?}"))?;
    }
    match members.iter().find(|(_, (there, of))| there != of) {
        Some((name, (there, of))) => Err(format!("batch {name} is there with {there} of {of}")),
        None => Ok(()),
    }
}
