//! What a ledger's tree holds when it is opened. The entries are the log; heads
//! and index may lag behind them after a cut, and are caught up here. A batch that
//! was cut off in the middle is let go: it was never acknowledged.

use crate::{
    backend::{NumberedHead, Place},
    keys,
    layout::Listed,
    recovery::{Dropped, Fault, State},
    tree::{ReadEntry, Tree, bad_record},
};
use fupan_domain::{event::Stream, ids::Sha256};
use fupan_replay::{
    entry::{self, Entry, is_listed},
    sequencer::{Head, ReadError, StreamHead},
};
use std::collections::BTreeMap;

/// Entries past the index, by seq.
type Found = BTreeMap<u64, ReadEntry>;

/// Finds out what a tree holds, catches its index up, and lets go of what was cut off.
pub(crate) fn recover(tree: &Tree, rows: bool) -> Result<State, Fault> {
    let mut state = indexed(tree)?;
    let indexed = state.head.size;
    if indexed > 0 && tree.get(&keys::LISTING)?.as_deref() != Some(&keys::LISTING_RULE) {
        list_anew(tree, &state)?;
    }
    tree.start_unindexed(indexed);
    if rows {
        tree.set_edge(match tree.edge(indexed)? {
            Some(edge) => edge,
            None => tree.make_rows(indexed)?,
        });
    }
    let found = past_index(tree, &state)?;
    let cut = take_in(tree, &mut state, found)?;
    let size = state.head.size;
    let noted = tree.folder.noted();
    if let Some((before, _)) = noted.filter(|(before, _)| *before > size) {
        // Sled takes damage in the middle of its file for the end of it.
        return Err(Fault::Shrunk { size, before });
    }
    let written = |why: String| Fault::Read(ReadError(why));
    if !cut.is_empty() {
        let entries = u64::try_from(cut.len()).unwrap_or(u64::MAX);
        state.dropped.push(Dropped::Unfinished {
            first: size,
            entries,
        });
        for place in cut {
            remove(tree, place).map_err(written)?;
        }
    } else if let Some((first, entries @ 1..)) = noted.filter(|(first, _)| *first == size) {
        state.dropped.push(Dropped::Unwritten { first, entries });
    }
    while tree.unindexed() > 0 {
        tree.index_some().map_err(written)?;
    }
    if size > indexed || !state.dropped.is_empty() {
        tree.sync().map_err(written)?;
        tree.folder.note(size, 0);
    }
    Ok(state)
}

/// What the index says.
fn indexed(tree: &Tree) -> Result<State, Fault> {
    let mut state = State::empty();
    if let Some(value) = tree.get(&keys::HEAD)? {
        state.head = keys::read_head(&value).ok_or_else(|| bad_record(&keys::HEAD))?;
    }
    for pair in tree.range(keys::ALL_STREAMS)? {
        let (key, value) = pair?;
        let (stream, numbered) = keys::read_stream(&key, &value).ok_or_else(|| bad_record(&key))?;
        state.streams.insert(stream, numbered);
    }
    Ok(state)
}

/// Lists what bears on more than its own game as this program does, in the index of a
/// store that an older one wrote. What it does not know is left where it is.
fn list_anew(tree: &Tree, state: &State) -> Result<(), Fault> {
    let written = |why: String| Fault::Read(ReadError(why));
    let games = state.streams.iter();
    for (stream, numbered) in games.filter(|(stream, _)| matches!(stream, Stream::Game(_))) {
        let first = Place {
            stream: numbered.number,
            version: 0,
        };
        for read in tree.rest_of_stream(first, usize::MAX)? {
            let entry = Entry::read(&read.bytes);
            let entry = entry.map_err(|_| bad_record(&keys::entry(read.place)))?;
            if entry.seq < state.head.size && is_listed(stream, entry.type_name, &read.bytes) {
                let place = keys::place_value(read.place);
                tree.put(&keys::listed(entry.seq), &place)
                    .map_err(written)?;
            }
        }
    }
    tree.put(&keys::LISTING, &keys::LISTING_RULE)
        .map_err(written)?;
    tree.sync().map_err(written)
}

/// The entries past the index. The heads of streams are put after the places, so
/// an entry is in a place past the index or past the head of its stream.
fn past_index(tree: &Tree, state: &State) -> Result<Found, Fault> {
    let mut found = Found::new();
    let size = state.head.size;
    for place in tree.indexed_places(size, u64::MAX)? {
        let seq = size + u64::try_from(found.len()).unwrap_or(u64::MAX);
        let read = tree.entry(place)?.ok_or(Fault::Missing { seq })?;
        found.insert(seq, read);
    }
    let mut next_number = 0;
    for numbered in state.streams.values() {
        next_number = next_number.max(numbered.number.saturating_add(1));
        let place = Place {
            stream: numbered.number,
            version: numbered.head.version.saturating_add(1),
        };
        // Most streams have nothing more, which one look shows.
        if tree.get(&keys::entry(place))?.is_some() {
            add(&mut found, tree.rest_of_stream(place, usize::MAX)?)?;
        }
    }
    let mut new_streams = Vec::new();
    for pair in tree.range(keys::streams_from(next_number))? {
        let (key, _) = pair?;
        let (place, first) = keys::read_entry_key(&key).ok_or_else(|| bad_record(&key))?;
        if first && place.version == 0 {
            new_streams.push(place);
        }
    }
    for place in new_streams {
        add(&mut found, tree.rest_of_stream(place, usize::MAX)?)?;
    }
    Ok(found)
}

fn add(found: &mut Found, entries: Vec<ReadEntry>) -> Result<(), Fault> {
    for read in entries {
        let seq = read_seq(&read)?;
        found.insert(seq, read);
    }
    Ok(())
}

fn read_seq(read: &ReadEntry) -> Result<u64, Fault> {
    let entry = Entry::read(&read.bytes);
    let entry = entry.map_err(|_| bad_record(&keys::entry(read.place)))?;
    Ok(entry.seq)
}

/// Takes whole batches into the state, and answers the places of the entries
/// of one that was cut off.
fn take_in(tree: &Tree, state: &mut State, found: Found) -> Result<Vec<Place>, Fault> {
    let mut batch: Vec<ReadEntry> = Vec::new();
    // The index may end in the middle of a batch, which then was there whole.
    let begun = found
        .values()
        .next()
        .map_or(0, |read| read.preface.part.index);
    let mut index = if state.head.size > 0 { begun } else { 0 };
    for (next, (seq, read)) in (state.head.size..).zip(found) {
        let part = read.preface.part;
        if (seq, part.index) != (next, index) || part.index >= part.of {
            return Err(Fault::Missing { seq: next });
        }
        index += 1;
        batch.push(read);
        if index == part.of {
            index = 0;
            for read in batch.drain(..) {
                take(tree, state, &read)?;
            }
        }
    }
    match batch.first() {
        Some(first) if first.preface.part.index > 0 => Err(Fault::Missing {
            seq: state.head.size + u64::from(index - begun),
        }),
        _ => Ok(batch.into_iter().map(|read| read.place).collect()),
    }
}

fn take(tree: &Tree, state: &mut State, read: &ReadEntry) -> Result<(), Fault> {
    let seq = state.head.size;
    let entry = Entry::read(&read.bytes).map_err(|e| Fault::Unreadable {
        seq,
        why: e.to_string(),
    })?;
    let member = |member, found: &dyn ToString, expected: &dyn ToString| Fault::Member {
        seq,
        member,
        found: found.to_string(),
        expected: expected.to_string(),
    };
    let prev: Sha256 = state.head.hash;
    if entry.prev != prev {
        return Err(member("prev", &entry.prev, &prev));
    }
    if entry.version != read.place.version {
        return Err(member("version", &entry.version, &read.place.version));
    }
    let stream: Stream = entry
        .stream
        .parse()
        .map_err(|_| member("stream", &entry.stream, &"a stream's name"))?;
    let hash = entry::hash(&read.bytes);
    state.head = Head {
        size: seq + 1,
        hash,
        recorded_at: Some(entry.recorded_at),
    };
    let head = StreamHead {
        version: entry.version,
        hash,
    };
    let number = read.place.stream;
    state
        .streams
        .insert(stream.clone(), NumberedHead { number, head });
    let listed = Listed {
        place: read.place,
        id: entry.id,
        hash,
        recorded_at: entry.recorded_at,
        is_listed: is_listed(&stream, entry.type_name, &read.bytes),
        stream,
    };
    tree.list(std::iter::once(listed));
    Ok(())
}

/// Takes an entry out, the key that makes it one first.
fn remove(tree: &Tree, place: Place) -> Result<(), String> {
    tree.remove(&keys::entry(place))?;
    let pieces = keys::entry(place)..keys::entry(Place {
        version: place.version + 1,
        ..place
    });
    let read = tree.range(pieces).map_err(|e| e.to_string())?;
    let pairs: Result<Vec<_>, _> = read.collect();
    for (key, _) in pairs.map_err(|e| e.to_string())? {
        tree.remove(&key)?;
    }
    Ok(())
}
