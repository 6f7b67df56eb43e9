//! Position keys after Zobrist (1970): one constant random number for each
//! stone on each point, combined by exclusive or. Equal positions have equal
//! keys; unequal ones nearly always differ, so a key may sort out candidates
//! but never decides that two positions are the same.

use super::{Point, point::SIZE_MAX};
use crate::Colour;

const LINES: usize = SIZE_MAX as usize;
const POINTS: usize = LINES * LINES;

/// The keys of black stones, then of white ones, by row and column of the
/// largest board.
static STONES: [[u64; POINTS]; 2] = keys();

/// One output of the generator `SplitMix64` (Steele, Lea and Flood 2014).
const fn split_mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn keys() -> [[u64; POINTS]; 2] {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut keys = [[0; POINTS]; 2];
    // States below STEP times 25 belong to `empty`.
    let mut state = STEP.wrapping_mul(SIZE_MAX as u64);
    let mut side = 0;
    while side < 2 {
        let mut at = 0;
        while at < POINTS {
            state = state.wrapping_add(STEP);
            keys[side][at] = split_mix(state);
            at += 1;
        }
        side += 1;
    }
    keys
}

/// The key of a stone on a point.
#[inline]
pub(super) fn stone(colour: Colour, point: Point) -> u64 {
    let at = usize::from(point.row()) * LINES + usize::from(point.col());
    match colour {
        Colour::Black => STONES[0][at],
        Colour::White => STONES[1][at],
    }
}

/// The key of an empty board of `size` lines.
pub(super) fn empty(size: u8) -> u64 {
    split_mix(u64::from(size).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_stones_and_no_two_empty_boards_share_a_key() {
        let mut seen: BTreeSet<u64> = STONES.iter().flatten().copied().collect();
        seen.extend((2..=25).map(empty));
        assert_eq!(seen.len(), 2 * 625 + 24);
        assert!(!seen.contains(&0));
    }
}
