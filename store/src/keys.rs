//! The keys of a ledger's one tree and the forms of its short values. A byte
//! says what a key is for, numbers are big-endian, so that what is read together
//! lies together. `docs/store.md` has the table.

use crate::backend::{Found, KeptCheckpoint, KeptFor, NumberedHead, Part, Place};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{EntryId, Sha256},
};
use fupan_replay::sequencer::{Head, StreamHead};
use std::ops::Range;

/// How far the ledger is indexed, in the form of its head at that point.
pub const HEAD: [u8; 1] = [b'H'];
const ENTRY: u8 = b'e';
const STREAM: u8 = b's';
const ID: u8 = b'i';
const PLACES: u8 = b'q';
const LISTED: u8 = b'r';
/// By which rule entries are listed as bearing on more than their own game.
pub const LISTING: [u8; 1] = [b'R'];
/// The rule of this program. 1, which older stores don't name: rulings and evidence in
/// games. 2: also what says that a game has no result.
pub const LISTING_RULE: [u8; 1] = [2];
const HASHES: u8 = b't';
const CHECKPOINT: u8 = b'c';

/// How many bytes of an entry stand under one key. A page holds up to 17 values
/// and is always written as a whole; a very long one would get a file of its own,
/// which sled never syncs.
pub const PIECE_BYTES: usize = 1000;
/// The places of how many entries stand under one key: sled takes as long for a
/// key as for some hundred bytes.
pub const BLOCK_PLACES: u64 = 32;
const PLACE_BYTES: usize = 12;
/// How many hashes of the tree stand under one key: eight keys make a tile.
pub const ROW_HASHES: u64 = 32;

/// The key of an entry, or of its first piece.
pub fn entry(place: Place) -> [u8; 13] {
    let mut key = [ENTRY; 13];
    key[1..5].copy_from_slice(&place.stream.to_be_bytes());
    key[5..].copy_from_slice(&place.version.to_be_bytes());
    key
}

/// The key of a further piece of an entry, from 1.
pub fn piece(place: Place, number: u8) -> [u8; 14] {
    let mut key = [number; 14];
    key[..13].copy_from_slice(&entry(place));
    key
}

/// All entries and pieces from a place on to the end of its stream.
pub fn rest_of_stream(place: Place) -> Range<Vec<u8>> {
    let end = match place.stream.checked_add(1) {
        Some(stream) => entry(Place { stream, version: 0 }).to_vec(),
        None => vec![ENTRY + 1],
    };
    entry(place).to_vec()..end
}

/// All entries and pieces of streams from a number on.
pub fn streams_from(stream: u32) -> Range<Vec<u8>> {
    entry(Place { stream, version: 0 }).to_vec()..vec![ENTRY + 1]
}

/// The place in the key of an entry or of a piece of it, and whether it is the
/// first piece.
pub fn read_entry_key(key: &[u8]) -> Option<(Place, bool)> {
    let place = read_place(key.get(1..13)?)?;
    Some((place, key.len() == 13))
}

/// What stands before an entry's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preface {
    /// Which part of its batch it is.
    pub part: Part,
    /// How many bytes it has; the pieces together.
    pub bytes: u32,
}

/// How long a preface is.
pub const PREFACE_BYTES: usize = 12;

/// A preface as it stands before an entry's bytes.
pub fn preface_value(preface: Preface) -> [u8; PREFACE_BYTES] {
    let mut value = [0; PREFACE_BYTES];
    value[..4].copy_from_slice(&preface.part.index.to_be_bytes());
    value[4..8].copy_from_slice(&preface.part.of.to_be_bytes());
    value[8..].copy_from_slice(&preface.bytes.to_be_bytes());
    value
}

/// Reads the preface of an entry, and what there is of its bytes in the first piece.
pub fn read_preface(value: &[u8]) -> Option<(Preface, &[u8])> {
    let (index, rest) = value.split_first_chunk()?;
    let (of, rest) = rest.split_first_chunk()?;
    let (bytes, rest) = rest.split_first_chunk()?;
    let part = Part {
        index: u32::from_be_bytes(*index),
        of: u32::from_be_bytes(*of),
    };
    let bytes = u32::from_be_bytes(*bytes);
    Some((Preface { part, bytes }, rest))
}

/// The key of an id.
pub fn id(id: EntryId) -> [u8; 17] {
    let mut key = [ID; 17];
    key[1..].copy_from_slice(id.0.as_bytes());
    key
}

/// The value under an id.
pub fn found_value(found: Found) -> [u8; 20] {
    let mut value = [0; 20];
    value[..8].copy_from_slice(&found.seq.to_be_bytes());
    value[8..].copy_from_slice(&place_value(found.place));
    value
}

/// Reads the value under an id.
pub fn read_found(value: &[u8]) -> Option<Found> {
    let (seq, place) = value.split_first_chunk()?;
    Some(Found {
        seq: u64::from_be_bytes(*seq),
        place: read_place(place)?,
    })
}

/// The key of the block of places in which an entry's stands.
pub fn places(seq: u64) -> [u8; 9] {
    let mut key = [PLACES; 9];
    key[1..].copy_from_slice(&(seq / BLOCK_PLACES).to_be_bytes());
    key
}

/// A place as it stands in a block.
pub fn place_value(place: Place) -> [u8; PLACE_BYTES] {
    let mut value = [0; PLACE_BYTES];
    value[..4].copy_from_slice(&place.stream.to_be_bytes());
    value[4..].copy_from_slice(&place.version.to_be_bytes());
    value
}

fn read_place(value: &[u8]) -> Option<Place> {
    let (stream, version) = value.split_first_chunk()?;
    Some(Place {
        stream: u32::from_be_bytes(*stream),
        version: u64::from_be_bytes(version.try_into().ok()?),
    })
}

/// Reads a block of places.
pub fn read_places(value: &[u8]) -> Option<Vec<Place>> {
    value.chunks(PLACE_BYTES).map(read_place).collect()
}

/// The key of an entry that bears on more than its own game, under which its
/// place stands.
pub fn listed(seq: u64) -> [u8; 9] {
    let mut key = [LISTED; 9];
    key[1..].copy_from_slice(&seq.to_be_bytes());
    key
}

/// Reads where such an entry stands.
pub fn read_listed(key: &[u8], value: &[u8]) -> Option<Found> {
    let seq = u64::from_be_bytes(key.get(1..)?.try_into().ok()?);
    let place = read_place(value)?;
    Some(Found { seq, place })
}

/// The key of the row in which a hash of the tree stands: by the level of its
/// tile and its place in that level.
pub fn hashes(level: u8, index: u64) -> [u8; 10] {
    let mut key = [HASHES; 10];
    key[1] = level;
    key[2..].copy_from_slice(&(index / ROW_HASHES).to_be_bytes());
    key
}

/// A row of hashes as it stands under its key.
pub fn hashes_value(hashes: &[Sha256]) -> Vec<u8> {
    hashes.iter().flat_map(|hash| hash.0).collect()
}

/// Reads a row of hashes.
pub fn read_hashes(value: &[u8]) -> Option<Vec<Sha256>> {
    let (hashes, rest) = value.as_chunks::<32>();
    rest.is_empty()
        .then(|| hashes.iter().copied().map(Sha256).collect())
}

/// The key of a signed checkpoint, by its size.
pub fn checkpoint(size: u64) -> [u8; 9] {
    let mut key = [CHECKPOINT; 9];
    key[1..].copy_from_slice(&size.to_be_bytes());
    key
}

/// A checkpoint as it stands under its key: why it is kept, and the signed note.
pub fn checkpoint_value(kept: &KeptCheckpoint) -> Vec<u8> {
    let why = match kept.why {
        KeptFor::Now => b'n',
        KeptFor::Witnesses => b'w',
        KeptFor::Decision => b'd',
    };
    let mut value = vec![why];
    value.extend(&kept.note);
    value
}

/// Reads a checkpoint with its key.
pub fn read_checkpoint(key: &[u8], value: &[u8]) -> Option<KeptCheckpoint> {
    let (why, note) = value.split_first()?;
    let why = match why {
        b'n' => KeptFor::Now,
        b'w' => KeptFor::Witnesses,
        b'd' => KeptFor::Decision,
        _ => return None,
    };
    Some(KeptCheckpoint {
        size: checkpoint_size(key)?,
        why,
        note: note.to_vec(),
    })
}

/// The size in the key of a checkpoint.
fn checkpoint_size(key: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(key.get(1..)?.try_into().ok()?))
}

/// Behind all checkpoints.
pub const AFTER_CHECKPOINTS: [u8; 1] = [CHECKPOINT + 1];

/// The key of a stream's head.
pub fn stream(number: u32) -> [u8; 5] {
    let mut key = [STREAM; 5];
    key[1..].copy_from_slice(&number.to_be_bytes());
    key
}

/// All heads of streams.
pub const ALL_STREAMS: Range<[u8; 1]> = [STREAM]..[STREAM + 1];
/// Behind all of them.
pub const AFTER_LISTED: [u8; 1] = [LISTED + 1];

/// The value of a stream's head: version, hash, name.
pub fn stream_value(stream: &Stream, head: StreamHead) -> Vec<u8> {
    let mut value = Vec::with_capacity(120);
    value.extend_from_slice(&head.version.to_be_bytes());
    value.extend_from_slice(&head.hash.0);
    value.extend_from_slice(stream.to_string().as_bytes());
    value
}

/// Reads a stream's head with its key.
pub fn read_stream(key: &[u8], value: &[u8]) -> Option<(Stream, NumberedHead)> {
    let number = u32::from_be_bytes(key.get(1..)?.try_into().ok()?);
    let (version, rest) = value.split_first_chunk()?;
    let (hash, name) = rest.split_first_chunk()?;
    let stream = std::str::from_utf8(name).ok()?.parse().ok()?;
    let head = StreamHead {
        version: u64::from_be_bytes(*version),
        hash: Sha256(*hash),
    };
    Some((stream, NumberedHead { number, head }))
}

/// The value of the ledger's head: size, hash, time.
pub fn head_value(head: Head) -> [u8; 48] {
    let mut value = [0; 48];
    value[..8].copy_from_slice(&head.size.to_be_bytes());
    value[8..40].copy_from_slice(&head.hash.0);
    let ms = head.recorded_at.map_or(i64::MIN, Timestamp::unix_ms);
    value[40..].copy_from_slice(&ms.to_be_bytes());
    value
}

/// Reads the ledger's head.
pub fn read_head(value: &[u8]) -> Option<Head> {
    let (size, rest) = value.split_first_chunk()?;
    let (hash, ms) = rest.split_first_chunk()?;
    Some(Head {
        size: u64::from_be_bytes(*size),
        hash: Sha256(*hash),
        recorded_at: Timestamp::from_unix_ms(i64::from_be_bytes(ms.try_into().ok()?)),
    })
}
