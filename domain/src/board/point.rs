//! A point of the board, and its name as a GTP vertex ("Q16").

use std::{fmt, str::FromStr};

/// The smallest board.
pub const SIZE_MIN: u8 = 2;
/// The largest board: GTP has 25 letters without I.
pub const SIZE_MAX: u8 = 25;

const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point: column from the left, row from the bottom, both from 0. Whether it
/// is on a given board is asked with [`Point::is_on`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    row: u8,
    col: u8,
}

/// A text that is no point of any board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a point: expected a column A to Z without I and a row 1 to 25, as \"Q16\"")]
pub struct NotAPoint(pub String);

impl Point {
    /// The point in column `col` and row `row`, counted from 0 at the bottom
    /// left; `None` past 25 lines.
    pub const fn new(col: u8, row: u8) -> Option<Point> {
        if col < SIZE_MAX && row < SIZE_MAX {
            Some(Point { row, col })
        } else {
            None
        }
    }

    /// A point whose column and row are known to be below 25.
    pub(super) const fn from_line_numbers(col: u8, row: u8) -> Point {
        debug_assert!(col < SIZE_MAX && row < SIZE_MAX);
        Point { row, col }
    }

    /// Column, from 0 at the left.
    pub const fn col(self) -> u8 {
        self.col
    }

    /// Row, from 0 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Whether a board of `size` lines has this point.
    pub const fn is_on(self, size: u8) -> bool {
        self.col < size && self.row < size
    }
}

impl FromStr for Point {
    type Err = NotAPoint;

    fn from_str(text: &str) -> Result<Point, NotAPoint> {
        let fail = || NotAPoint(text.to_owned());
        let row = match *text.as_bytes() {
            [_, units @ b'1'..=b'9'] => units - b'0',
            [_, tens @ b'1'..=b'2', units @ b'0'..=b'9'] => (tens - b'0') * 10 + (units - b'0'),
            _ => return Err(fail()),
        };
        let letter = text.as_bytes()[0];
        let col = match letter {
            b'A'..=b'H' => letter - b'A',
            b'J'..=b'Z' => letter - b'A' - 1,
            _ => return Err(fail()),
        };
        Point::new(col, row - 1).ok_or_else(fail)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(COLUMNS[usize::from(self.col)]),
            self.row + 1
        )
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::text::as_text!(Point);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_the_largest_board_has_one_name() {
        let mut names = std::collections::BTreeSet::new();
        for col in 0..SIZE_MAX {
            for row in 0..SIZE_MAX {
                let point = Point::new(col, row).unwrap();
                assert_eq!(point.to_string().parse(), Ok(point));
                names.insert(point.to_string());
            }
        }
        assert_eq!(names.len(), 625);
        assert!(!names.iter().any(|n| n.starts_with('I')));
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for text in [
            "", "A", "A0", "A26", "I5", "a1", "AA1", "A01", "Q016", "Ä1", "pass", "A+1",
        ] {
            assert_eq!(text.parse::<Point>(), Err(NotAPoint(text.to_owned())));
        }
    }
}
