//! Boards as text: `.` empty, `X` black, `O` white, the top row first. For
//! views, tests and terminals; a text is read strictly, with no guessing.

use super::{Board, BoardError, Point};
use crate::Colour;
use std::fmt;

impl Board {
    /// The board as rows of signs, the top row first.
    pub fn rows(&self) -> Vec<String> {
        let row = |row| {
            let points = (0..self.size()).map(|col| Point::from_line_numbers(col, row));
            points.map(|point| self.sign(point)).collect()
        };
        (0..self.size()).rev().map(row).collect()
    }

    /// The board that such rows show. Chains without liberties stand as given.
    ///
    /// # Errors
    /// [`BoardError::Size`], [`BoardError::RowLength`] or
    /// [`BoardError::Mark`], with row and column.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Board, BoardError> {
        let lines = rows.len();
        let size = u8::try_from(lines).map_err(|_| BoardError::Size(lines))?;
        let mut board = Board::new(size)?;
        for (from_top, text) in rows.iter().enumerate() {
            let row = from_top + 1;
            let found = text.as_ref().chars().count();
            if found != lines {
                return Err(BoardError::RowLength {
                    row,
                    found,
                    expected: lines,
                });
            }
        }
        for ((from_top, text), row) in rows.iter().enumerate().zip((0..size).rev()) {
            for ((from_left, sign), col) in text.as_ref().chars().enumerate().zip(0..size) {
                let colour = match sign {
                    '.' => continue,
                    'X' => Colour::Black,
                    'O' => Colour::White,
                    found => {
                        return Err(BoardError::Mark {
                            row: from_top + 1,
                            column: from_left + 1,
                            found,
                        });
                    }
                };
                board.put(board.cell_of(Point::from_line_numbers(col, row)), colour);
            }
        }
        Ok(board)
    }

    fn sign(&self, point: Point) -> char {
        match self.at(point) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        }
    }
}

/// The board with a space between points, and without coordinates.
pub fn plain(board: &Board) -> String {
    let rows = board.rows();
    let lines: Vec<String> = rows.iter().map(|row| spaced(row.chars())).collect();
    lines.join("\n")
}

/// The board with column letters above and below and row numbers at both
/// sides.
pub fn with_coordinates(board: &Board) -> String {
    let columns = (0..board.size()).filter_map(|col| {
        let name = Point::from_line_numbers(col, 0).to_string();
        name.chars().next()
    });
    let header = format!("   {}", spaced(columns));
    let mut lines = vec![header.clone()];
    for (row, number) in board.rows().iter().zip((1..=board.size()).rev()) {
        lines.push(format!("{number:2} {} {number}", spaced(row.chars())));
    }
    lines.push(header);
    lines.join("\n")
}

/// The board that a diagram shows, with or without coordinates. Spaces, empty
/// lines, row numbers and lines of column letters are passed over.
///
/// # Errors
/// Those of [`Board::from_rows`], with rows and columns counted without
/// coordinates.
pub fn parse(text: &str) -> Result<Board, BoardError> {
    let rows: Vec<String> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .map(|line: String| line.trim_matches(|c: char| c.is_ascii_digit()).to_owned())
        .filter(|line| !line.is_empty() && !is_header(line))
        .collect();
    Board::from_rows(&rows)
}

/// Whether these are the column letters from A on.
fn is_header(line: &str) -> bool {
    "ABCDEFGHJKLMNOPQRSTUVWXYZ".starts_with(line)
}

fn spaced(signs: impl Iterator<Item = char>) -> String {
    let signs: Vec<String> = signs.map(String::from).collect();
    signs.join(" ")
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&with_coordinates(self))
    }
}

/// The diagram, for a failed test to show.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}
