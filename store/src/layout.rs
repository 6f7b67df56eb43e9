//! What is put into the tree under which keys: first the entries, which are all
//! that must be durable, then what finds them, which can be made anew from them.
//! Public for the measurement that writes the same with nothing but sled.

use crate::{
    backend::{Found, NewEntry, NumberedHead, Place},
    keys::{self, BLOCK_PLACES, PIECE_BYTES, Preface},
};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{EntryId, Sha256},
};
use fupan_replay::{
    entry::is_listed,
    sequencer::{Head, StreamHead},
};
use std::{collections::BTreeMap, ops::Range};

/// What is put for an entry so that it is found.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Where it is kept.
    pub place: Place,
    /// Its id.
    pub id: EntryId,
    /// Its hash.
    pub hash: Sha256,
    /// When it was accepted.
    pub recorded_at: Timestamp,
    /// Its stream.
    pub stream: Stream,
    /// Whether it bears on more than its own game though most of its stream do not.
    pub is_listed: bool,
}

impl Listed {
    /// What finds a new entry.
    pub fn of(entry: &NewEntry) -> Listed {
        Listed {
            place: entry.place,
            id: entry.sealed.id,
            hash: entry.sealed.hash,
            recorded_at: entry.sealed.recorded_at,
            stream: entry.sealed.stream.clone(),
            is_listed: is_listed(
                &entry.sealed.stream,
                entry.sealed.type_name,
                &entry.sealed.bytes,
            ),
        }
    }
}

/// The keys and values of an entry: one, or several where it is long. The one
/// with the preface comes last, so that an entry is there once that is.
pub fn entry_pairs(entry: &NewEntry) -> Vec<(Vec<u8>, Vec<u8>)> {
    let bytes = &entry.sealed.bytes;
    let preface = Preface {
        part: entry.part,
        bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
    };
    let (first, rest) = bytes.split_at(bytes.len().min(PIECE_BYTES));
    let mut pairs: Vec<_> = (1_u8..)
        .zip(rest.chunks(PIECE_BYTES))
        .map(|(number, piece)| (keys::piece(entry.place, number).to_vec(), piece.to_vec()))
        .collect();
    let value = [&keys::preface_value(preface)[..], first].concat();
    pairs.push((keys::entry(entry.place).to_vec(), value));
    pairs
}

/// The seqs before `first` that stand in the same block of places.
pub fn begun_block(first: u64) -> Range<u64> {
    first - first % BLOCK_PLACES..first
}

/// The keys and values that find the entries from seq `first` on; `earlier` are
/// the places of [`begun_block`]. In this order: ids and places, heads of
/// streams, and last how far it goes. Whatever is cut off is found again.
pub fn index_pairs(first: u64, listed: &[Listed], earlier: &[Place]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut pairs = Vec::with_capacity(listed.len() + listed.len() / 8 + 8);
    if first == 0 {
        pairs.push((keys::LISTING.to_vec(), keys::LISTING_RULE.to_vec()));
    }
    let mut heads: BTreeMap<&Stream, NumberedHead> = BTreeMap::new();
    let mut block: Vec<u8> = earlier
        .iter()
        .copied()
        .flat_map(keys::place_value)
        .collect();
    for (seq, entry) in (first..).zip(listed) {
        let place = entry.place;
        let found = keys::found_value(Found { seq, place });
        pairs.push((keys::id(entry.id).to_vec(), found.to_vec()));
        if entry.is_listed {
            let value = keys::place_value(place);
            pairs.push((keys::listed(seq).to_vec(), value.to_vec()));
        }
        block.extend(keys::place_value(place));
        if seq % BLOCK_PLACES + 1 == BLOCK_PLACES {
            pairs.push((keys::places(seq).to_vec(), std::mem::take(&mut block)));
        }
        let head = StreamHead {
            version: place.version,
            hash: entry.hash,
        };
        let number = place.stream;
        heads.insert(&entry.stream, NumberedHead { number, head });
    }
    let Some((last, size)) = listed.last().zip(u64::try_from(listed.len()).ok()) else {
        return pairs;
    };
    let size = first + size;
    if !block.is_empty() {
        pairs.push((keys::places(size - 1).to_vec(), block));
    }
    for (stream, numbered) in heads {
        let value = keys::stream_value(stream, numbered.head);
        pairs.push((keys::stream(numbered.number).to_vec(), value));
    }
    let head = Head {
        size,
        hash: last.hash,
        recorded_at: Some(last.recorded_at),
    };
    pairs.push((keys::HEAD.to_vec(), keys::head_value(head).to_vec()));
    pairs
}
