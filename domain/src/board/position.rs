//! A position for keeping and comparing: which points hold a black stone and
//! which a white one, one bit a point. It knows nothing of chains, and nothing
//! of whose turn it is.

use super::{Board, Point, Stone};
use crate::{Colour, colour::PerColour};
use std::fmt;

/// Words of 64 points that the largest board takes.
const WORDS: usize = 10;

/// The whole board packed into bits. Two of them are equal exactly when the
/// boards have the same size and the same stones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Packed {
    size: u8,
    stones: PerColour<[u64; WORDS]>,
}

impl Packed {
    pub(super) fn empty(size: u8) -> Packed {
        Packed {
            size,
            stones: PerColour::default(),
        }
    }

    /// Lines of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// What is on a point; `None` too for a point off the board.
    pub fn at(&self, point: Point) -> Stone {
        if !point.is_on(self.size) {
            return None;
        }
        let (word, bit) = self.place_of(point);
        Colour::BOTH
            .into_iter()
            .find(|&colour| self.stones[colour][word] & bit != 0)
    }

    /// How many stones of each side stand.
    pub fn stones(&self) -> PerColour<u16> {
        PerColour::from_fn(|colour| {
            let bits: u32 = self.stones[colour].iter().map(|w| w.count_ones()).sum();
            u16::try_from(bits).unwrap_or(u16::MAX)
        })
    }

    /// The board with these stones, chains without liberties included.
    pub fn to_board(&self) -> Board {
        let mut board = Board::empty(self.size);
        for point in board.points() {
            if let Some(colour) = self.at(point) {
                board.put(board.cell_of(point), colour);
            }
        }
        board
    }

    /// Puts a stone on a point of the board, or takes that stone off.
    #[inline]
    pub(super) fn toggle(&mut self, colour: Colour, point: Point) {
        let (word, bit) = self.place_of(point);
        self.stones[colour][word] ^= bit;
    }

    #[inline]
    fn place_of(&self, point: Point) -> (usize, u64) {
        let at = usize::from(point.row()) * usize::from(self.size) + usize::from(point.col());
        (at / 64, 1 << (at % 64))
    }

    /// The words in use: black's, then white's.
    #[inline]
    pub(super) fn words(&self) -> [&[u64]; 2] {
        let used = words_a_side(self.size);
        [&self.stones.black[..used], &self.stones.white[..used]]
    }

    pub(super) fn from_words(size: u8, words: &[u64]) -> Packed {
        let mut packed = Packed::empty(size);
        let (black, white) = words.split_at(words.len() / 2);
        packed.stones.black[..black.len()].copy_from_slice(black);
        packed.stones.white[..white.len()].copy_from_slice(white);
        packed
    }
}

/// Words that one side's stones take on a board of `size` lines.
#[inline]
pub(super) fn words_a_side(size: u8) -> usize {
    (usize::from(size) * usize::from(size)).div_ceil(64)
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_board(), f)
    }
}
