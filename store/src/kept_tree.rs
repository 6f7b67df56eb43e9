//! The Merkle tree that a store keeps, held against the entries from the first to
//! the last: every hash of every row, not only those on which a signed root rests.
//! What is wrong with it is told by its place; making it anew is for the keeper.

use crate::{Proofs, ReadError, rows};
use fupan_domain::ids::Sha256;
use fupan_replay::proof::{
    tile::{HEIGHT, WIDTH},
    tree::Node,
};

/// A kept tree on its way through the check.
pub struct KeptTree<'a, P: ?Sized> {
    store: &'a P,
    /// For each level of tiles the hashes as they must be, since the last full tile.
    levels: Vec<Level>,
    differs: Vec<Node>,
}

#[derive(Default)]
struct Level {
    /// How many were held against what is kept.
    before: u64,
    hashes: Vec<Sha256>,
}

impl<'a, P: Proofs + ?Sized> KeptTree<'a, P> {
    /// The tree of that store, of which nothing was looked at yet.
    pub fn of(store: &'a P) -> KeptTree<'a, P> {
        KeptTree {
            store,
            levels: Vec::new(),
            differs: Vec::new(),
        }
    }

    /// Takes the hash of the next entry.
    ///
    /// # Errors
    /// When the kept tree can't be read.
    pub fn push(&mut self, leaf: Sha256) -> Result<(), ReadError> {
        let mut carried = Some(leaf);
        let mut number = 0_u8;
        while let Some(hash) = carried.take() {
            let at = usize::from(number);
            if self.levels.len() <= at {
                self.levels.push(Level::default());
            }
            self.levels[at].hashes.push(hash);
            if self.levels[at].hashes.len() == usize::from(WIDTH) {
                carried = rows::fold(self.compare(number)?);
            }
            number += 1;
        }
        Ok(())
    }

    /// The first node of each tile that is kept other than it must be, in the order
    /// in which they were met: none where the tree is sound.
    ///
    /// # Errors
    /// When the kept tree can't be read.
    pub fn finish(mut self) -> Result<Vec<Node>, ReadError> {
        for number in 0..u8::try_from(self.levels.len()).unwrap_or(u8::MAX) {
            self.compare(number)?;
        }
        Ok(self.differs)
    }

    /// Holds the hashes that wait in a level against what is kept, and answers them.
    fn compare(&mut self, number: u8) -> Result<Vec<Sha256>, ReadError> {
        let level = &mut self.levels[usize::from(number)];
        let hashes = std::mem::take(&mut level.hashes);
        let from = level.before;
        level.before += hashes.len() as u64;
        let kept = self.store.hashes(number, from, level.before)?;
        let as_kept = kept.iter().zip(&hashes).take_while(|(a, b)| a == b).count();
        if as_kept < hashes.len() {
            self.differs.push(Node {
                level: number.saturating_mul(HEIGHT),
                index: from + as_kept as u64,
            });
        }
        Ok(hashes)
    }
}
