//! The Merkle tree over the entries as it is kept in a ledger's tree of keys:
//! the lowest hashes of each tile (C2SP tlog-tiles), 32 under a key; what lies
//! between is computed. All of it follows from the entries: it grows with the
//! index, and is made anew where it is not there or does not fit.

use crate::{
    ReadError,
    keys::{self, ROW_HASHES},
    tree::{Tree, unreadable},
};
use fupan_domain::ids::Sha256;
use fupan_replay::{
    entry,
    proof::{
        tile::{Content, Tile, WIDTH},
        tree::{Node, node_hash},
    },
};

/// How many leaves become one hash of the next tile level, as a power of two.
const HEIGHT: u32 = 8;
/// How many entries are read at once where the rows are made anew.
const PASS_ENTRIES: u64 = 1024;

/// The right edge of the tree: the tile that is being filled in each level.
#[derive(Debug, Default)]
pub(crate) struct Edge {
    levels: Vec<Level>,
}

#[derive(Debug, Default)]
struct Level {
    /// How many hashes the level has.
    count: u64,
    /// Those of them in the tile that is not full yet.
    tile: Vec<Sha256>,
    /// Whether its last row, which is not full, was not put since it changed.
    changed: bool,
}

/// The root over hashes of one level, as many as a power of two.
pub(crate) fn fold(mut hashes: Vec<Sha256>) -> Option<Sha256> {
    while hashes.len() > 1 {
        hashes = hashes
            .chunks(2)
            .filter_map(|pair| match pair {
                [left, right] => Some(node_hash(left, right)),
                _ => None,
            })
            .collect();
    }
    hashes.pop()
}

impl Edge {
    /// Takes the hash of the next entry. Rows that are full by it are added to
    /// `rows`, with their keys.
    fn push(&mut self, leaf: Sha256, rows: &mut Vec<(Vec<u8>, Vec<u8>)>) {
        let mut carried = Some(leaf);
        let mut number = 0_u8;
        while let Some(hash) = carried.take() {
            let at = usize::from(number);
            if self.levels.len() <= at {
                self.levels.push(Level::default());
            }
            let level = &mut self.levels[at];
            level.tile.push(hash);
            level.count += 1;
            level.changed = !level.count.is_multiple_of(ROW_HASHES);
            if !level.changed {
                rows.extend(level.last_row(number));
            }
            if level.tile.len() == usize::from(WIDTH) {
                carried = fold(std::mem::take(&mut level.tile));
            }
            // No ledger has so many entries that there were more levels than a byte counts.
            number += 1;
        }
    }

    /// Takes the hashes of further entries; answers what is to be put for them.
    pub fn grow(&mut self, leaves: impl Iterator<Item = Sha256>) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut rows = Vec::new();
        leaves.for_each(|leaf| self.push(leaf, &mut rows));
        for (number, level) in (0_u8..).zip(&mut self.levels) {
            if std::mem::take(&mut level.changed) {
                rows.extend(level.last_row(number));
            }
        }
        rows
    }

    /// How many entries' hashes it has taken.
    pub fn size(&self) -> u64 {
        self.levels.first().map_or(0, |level| level.count)
    }
}

impl Level {
    /// The last row that has anything in it.
    fn last_row(&self, level: u8) -> Option<(Vec<u8>, Vec<u8>)> {
        let last = self.count.checked_sub(1)?;
        let in_row = usize::try_from(last % ROW_HASHES).ok()? + 1;
        let row = self.tile.get(self.tile.len().checked_sub(in_row)?..)?;
        Some((keys::hashes(level, last).to_vec(), keys::hashes_value(row)))
    }
}

impl Tree {
    /// Hashes of a tile level, by their places in it, as far as they are there.
    pub fn hashes(&self, level: u8, from: u64, to: u64) -> Result<Vec<Sha256>, ReadError> {
        let Some(last) = to.checked_sub(1).filter(|last| *last >= from) else {
            return Ok(Vec::new());
        };
        let start = from - from % ROW_HASHES;
        let (mut next, mut hashes) = (start, Vec::new());
        for pair in self.range(keys::hashes(level, from)..=keys::hashes(level, last))? {
            let (key, value) = pair?;
            if key[..] != keys::hashes(level, next) {
                break;
            }
            hashes.extend(keys::read_hashes(&value).ok_or_else(|| unreadable(&key))?);
            next += ROW_HASHES;
        }
        let index = |at: u64| usize::try_from(at - start).unwrap_or(usize::MAX);
        hashes.truncate(index(to));
        hashes.drain(..index(from).min(hashes.len()));
        Ok(hashes)
    }

    /// The right edge of the tree over the first `size` entries, if all rows that
    /// it needs are there.
    pub fn edge(&self, size: u64) -> Result<Option<Edge>, ReadError> {
        let mut edge = Edge::default();
        let mut count = size;
        while count > 0 {
            let start = count - count % u64::from(WIDTH);
            let level = u8::try_from(edge.levels.len()).unwrap_or(u8::MAX);
            let tile = self.hashes(level, start, count)?;
            if u64::try_from(tile.len()).ok() != Some(count - start) {
                return Ok(None);
            }
            let changed = false;
            edge.levels.push(Level {
                count,
                tile,
                changed,
            });
            count >>= HEIGHT;
        }
        Ok(Some(edge))
    }

    /// Makes the rows of the first `size` entries, which are indexed, anew.
    pub fn make_rows(&self, size: u64) -> Result<Edge, ReadError> {
        let mut edge = Edge::default();
        while edge.size() < size {
            let from = edge.size();
            let to = size.min(from + PASS_ENTRIES);
            let mut leaves = Vec::new();
            for (seq, place) in (from..to).zip(self.indexed_places(from, to)?) {
                let entry = self.entry(place)?;
                let entry = entry.ok_or_else(|| ReadError(format!("entry {seq} is missing")))?;
                leaves.push(entry::hash(&entry.bytes));
            }
            if leaves.is_empty() {
                return Err(ReadError(format!("entry {from} is missing")));
            }
            for (key, value) in edge.grow(leaves.into_iter()) {
                self.put(&key, &value).map_err(ReadError)?;
            }
        }
        Ok(edge)
    }
}

/// A node of the tree, computed from the hashes of its tile.
///
/// # Errors
/// When they can't be read, or are not there.
pub(crate) fn node(
    node: Node,
    hashes: impl FnOnce(u8, u64, u64) -> Result<Vec<Sha256>, ReadError>,
) -> Result<Sha256, ReadError> {
    let (tile, within) = Tile::of_node(node);
    let Content::Hashes { level } = tile.content else {
        return Err(ReadError("a node stands in no tile of entries".to_owned()));
    };
    let at = |n: usize| {
        tile.start()
            .saturating_add(u64::try_from(n).unwrap_or(u64::MAX))
    };
    let expected = within.len();
    let found = hashes(level, at(within.start), at(within.end))?;
    let missing = || {
        let Node { level, index } = node;
        ReadError(format!(
            "node {index} of level {level} of the tree is not there"
        ))
    };
    if found.len() != expected {
        return Err(missing());
    }
    fold(found).ok_or_else(missing)
}
