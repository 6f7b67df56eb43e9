//! What can't be done with stones on a board, named with the point or the row
//! in the way. What the rules forbid is no error here.

use super::Point;
use crate::{Colour, amount};

/// What can't be done on a board, since no stones could do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A board that is too small or too large.
    #[error("{0} lines are no board: expected 2 to 25")]
    Size(usize),
    /// A point that this board does not have.
    #[error("{point} is off the board: expected a point of {size} lines")]
    OffBoard {
        /// The point asked for.
        point: Point,
        /// Lines of the board.
        size: u8,
    },
    /// A stone on a stone.
    #[error("{point} holds a {colour} stone: expected an empty point")]
    Occupied {
        /// The point asked for.
        point: Point,
        /// Whose stone stands there.
        colour: Colour,
    },
    /// A stone to be lifted where none is.
    #[error("{0} is empty: expected a stone")]
    Empty(Point),
    /// The same point twice where each can be meant once.
    #[error("{0} is named twice: expected each point once")]
    NamedTwice(Point),
    /// A row of a diagram that is too short or too long.
    #[error("row {row} from the top has {}: expected {expected}", amount(*.found, "point"))]
    RowLength {
        /// Which row, from 1 at the top.
        row: usize,
        /// Points in it.
        found: usize,
        /// Points that it should have: as many as there are rows.
        expected: usize,
    },
    /// A sign in a diagram that is no point.
    #[error(
        "row {row} from the top, column {column}: {found:?} is no point, expected \".\", \"X\" or \"O\""
    )]
    Mark {
        /// Which row, from 1 at the top.
        row: usize,
        /// Which column, from 1 at the left.
        column: usize,
        /// The sign found.
        found: char,
    },
}
