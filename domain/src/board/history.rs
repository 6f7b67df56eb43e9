//! The positions of a game in order, and whether one of them has been there
//! before. What a repetition means is for `rulebook` to say.
//!
//! A key of 64 bits finds candidates; that two positions are the same is always
//! decided by comparing the whole boards.

use super::{Board, Packed, position::words_a_side};
use crate::{Colour, colour::PerColour};

/// Where a position has been before, as indices into the history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repetition {
    /// The earliest moment with the same stones, whoever was to move.
    pub positional: Option<usize>,
    /// The earliest moment with the same stones and the same side to move.
    pub situational: Option<usize>,
}

/// The positions of a game, one for each moment recorded: the start, and after
/// each stone, pass or change of the board.
#[derive(Clone, Debug)]
pub struct History {
    moments: Vec<Moment>,
    /// Each different position once, in order of its first moment.
    positions: Vec<Position>,
    /// The packed boards of `positions`, one after the other.
    words: Vec<u64>,
    /// Open addressing by key, at most half full, a power of two long: the
    /// index of a position plus one, or 0.
    slots: Vec<usize>,
    /// The bits of the key that are used: all, but for tests that want
    /// collisions.
    key_mask: u64,
}

#[derive(Clone, Copy, Debug)]
struct Moment {
    position: usize,
    to_move: Colour,
}

#[derive(Clone, Copy, Debug)]
struct Position {
    key: u64,
    size: u8,
    /// Where its words begin.
    start: usize,
    /// The earliest moment with either side to move; one of them is there.
    first: PerColour<Option<usize>>,
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

impl History {
    /// A history without positions.
    pub fn new() -> History {
        History {
            moments: Vec::new(),
            positions: Vec::new(),
            words: Vec::new(),
            slots: Vec::new(),
            key_mask: u64::MAX,
        }
    }

    /// As [`History::new`], with all but the lowest bits of a key put aside, so
    /// that different positions share theirs.
    #[cfg(test)]
    pub(super) fn with_key_bits(bits: u32) -> History {
        History {
            key_mask: (1 << bits) - 1,
            ..History::new()
        }
    }

    /// How many moments are recorded.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The position and the side to move at a moment, from 0.
    pub fn get(&self, index: usize) -> Option<(Packed, Colour)> {
        let moment = self.moments.get(index)?;
        let position = &self.positions[moment.position];
        let packed = Packed::from_words(position.size, self.words_of(position));
        Some((packed, moment.to_move))
    }

    /// Adds the position on the board, with the side that moves next, and says
    /// where it has been before.
    pub fn record(&mut self, board: &Board, to_move: Colour) -> Repetition {
        let found = self.position_of(board);
        let repetition = self.repetition(found, to_move);
        let index = self.moments.len();
        let position = found.unwrap_or_else(|| self.add(board));
        self.positions[position].first[to_move].get_or_insert(index);
        self.moments.push(Moment { position, to_move });
        repetition
    }

    /// Where the position on the board has been, without adding it.
    pub fn find(&self, board: &Board, to_move: Colour) -> Repetition {
        self.repetition(self.position_of(board), to_move)
    }

    /// Forgets all but the first `len` moments.
    pub fn truncate(&mut self, len: usize) {
        while self.moments.len() > len
            && let Some(Moment { position, to_move }) = self.moments.pop()
        {
            let index = self.moments.len();
            let first = &mut self.positions[position].first;
            if first[to_move] == Some(index) {
                first[to_move] = None;
            }
            if first.black.is_none() && first.white.is_none() {
                self.drop_last_position();
            }
        }
    }

    fn repetition(&self, position: Option<usize>, to_move: Colour) -> Repetition {
        position.map_or_else(Repetition::default, |position| {
            let first = &self.positions[position].first;
            let (own, other) = (first[to_move], first[to_move.opponent()]);
            Repetition {
                // Not the lesser of the two options: none is less than any.
                positional: own.into_iter().chain(other).min(),
                situational: own,
            }
        })
    }

    /// The index of the position that is equal to the one on the board.
    #[inline]
    fn position_of(&self, board: &Board) -> Option<usize> {
        let key = board.key() & self.key_mask;
        for slot in probe(key, self.slots.len()) {
            let index = self.slots[slot].checked_sub(1)?;
            let position = &self.positions[index];
            if position.key == key && self.is_same(position, board.packed()) {
                return Some(index);
            }
        }
        None
    }

    fn is_same(&self, position: &Position, packed: &Packed) -> bool {
        let [black, white] = packed.words();
        position.size == packed.size()
            && self.words_of(position).split_at(black.len()) == (black, white)
    }

    fn words_of(&self, position: &Position) -> &[u64] {
        &self.words[position.start..][..2 * words_a_side(position.size)]
    }

    /// Adds a position that is not there yet, and answers its index.
    fn add(&mut self, board: &Board) -> usize {
        let index = self.positions.len();
        self.positions.push(Position {
            key: board.key() & self.key_mask,
            size: board.size(),
            start: self.words.len(),
            first: PerColour::default(),
        });
        for words in board.packed().words() {
            self.words.extend_from_slice(words);
        }
        if self.positions.len() * 2 > self.slots.len() {
            let len = (self.slots.len() * 2).max(64);
            self.slots.clear();
            self.slots.resize(len, 0);
            // In their order, so that the last is always the last of its probe.
            for index in 0..self.positions.len() {
                self.fill_slot(index);
            }
        } else {
            self.fill_slot(index);
        }
        index
    }

    fn fill_slot(&mut self, index: usize) {
        let mut slots = probe(self.positions[index].key, self.slots.len());
        if let Some(slot) = slots.find(|&slot| self.slots[slot] == 0) {
            self.slots[slot] = index + 1;
        }
    }

    /// Drops the position added last. No other one's probe leads past its
    /// slot, so that emptying it loses none.
    fn drop_last_position(&mut self) {
        let Some(last) = self.positions.pop() else {
            return;
        };
        let held = self.positions.len() + 1;
        if let Some(slot) = probe(last.key, self.slots.len()).find(|&s| self.slots[s] == held) {
            self.slots[slot] = 0;
        }
        self.words.truncate(last.start);
    }
}

/// The slots for a key in the order in which they are tried: each of `len`
/// slots once, `len` being 0 or a power of two.
#[inline]
fn probe(key: u64, len: usize) -> impl Iterator<Item = usize> {
    let mask = len.wrapping_sub(1);
    let start = usize::try_from(key & (mask as u64)).unwrap_or(0);
    (0..len).map(move |step| (start + step) & mask)
}
