//! Chains: stones of one side joined along the lines, and their liberties.
//! Read from the board; nothing is changed here.

use super::{Board, Point, stones::CellId, stones::Content};
use crate::Colour;

/// Solidly connected stones of one side, with the empty points beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whose stones they are.
    pub colour: Colour,
    /// The stones, in order of their points.
    pub stones: Vec<Point>,
    /// The empty points beside them, in order. May be none: see
    /// [`Board::play`].
    pub liberties: Vec<Point>,
}

impl Board {
    /// The chain of the stone on a point; `None` where no stone is.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let colour = self.at(point)?;
        Some(self.chain_of(self.cell_of(point), colour))
    }

    /// All chains, in order of the first point of each.
    pub fn chains(&self) -> Vec<Chain> {
        let mut seen = vec![false; self.cells.len()];
        let mut chains = Vec::new();
        for cell in &self.cells {
            if let Content::Stone(colour) = cell.content
                && !std::mem::replace(&mut seen[usize::from(cell.head)], true)
            {
                chains.push(self.chain_of(cell.head, colour));
            }
        }
        chains
    }

    /// The chains that stand without liberties, in order of the first point of
    /// each.
    pub fn chains_without_liberties(&self) -> Vec<Chain> {
        let mut chains = self.chains();
        chains.retain(|chain| chain.liberties.is_empty());
        chains
    }

    fn chain_of(&self, stone: CellId, colour: Colour) -> Chain {
        let mut stones = Vec::new();
        let mut liberties = Vec::new();
        for at in self.ring(stone) {
            stones.push(self.cell(at).point);
            for beside in self.neighbours(at) {
                if self.cell(beside).content == Content::Empty {
                    liberties.push(self.cell(beside).point);
                }
            }
        }
        stones.sort_unstable();
        liberties.sort_unstable();
        liberties.dedup();
        Chain {
            colour,
            stones,
            liberties,
        }
    }
}
