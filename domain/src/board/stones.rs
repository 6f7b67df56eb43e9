//! Stones on points, kept together with their chains, so that a play is cheap.
//! Here stones are put down, lifted and moved by hand; captures are in `play`.
//!
//! The points lie in one row of cells with a border around them, so that every
//! point has four neighbours. The stones of a chain form a ring; its first
//! cell, the head, carries the count of its stones and of its pseudo-liberties
//! (pairs of a stone and an empty point beside it: none exactly when the chain
//! has no liberty).

use super::{
    BoardError, Packed, Point, Stone,
    point::{SIZE_MAX, SIZE_MIN},
    zobrist,
};
use crate::{Colour, colour::PerColour};

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Stone(Colour),
    Border,
}

/// The place of a cell in the row of cells.
pub(super) type CellId = u16;

#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) content: Content,
    /// Meaningless on the border.
    pub(super) point: Point,
    /// The head of this stone's chain.
    pub(super) head: CellId,
    /// The next stone of the chain's ring.
    pub(super) next: CellId,
    /// At a head: stones of the chain.
    pub(super) stones: u16,
    /// At a head: pseudo-liberties of the chain.
    pub(super) liberties: u16,
}

/// A board and the stones on it. Equal are boards of the same size with the
/// same stones, however they got there.
#[derive(Clone)]
pub struct Board {
    pub(super) cells: Box<[Cell]>,
    packed: Packed,
    key: u64,
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.packed == other.packed
    }
}

impl Eq for Board {}

impl Board {
    /// An empty board.
    ///
    /// # Errors
    /// [`BoardError::Size`] for less than 2 or more than 25 lines.
    pub fn new(size: u8) -> Result<Board, BoardError> {
        if (SIZE_MIN..=SIZE_MAX).contains(&size) {
            Ok(Board::empty(size))
        } else {
            Err(BoardError::Size(usize::from(size)))
        }
    }

    /// An empty board of a size that is known to be one.
    pub(super) fn empty(size: u8) -> Board {
        let lines = usize::from(size);
        let border = Cell {
            content: Content::Border,
            point: Point::from_line_numbers(0, 0),
            head: 0,
            next: 0,
            stones: 0,
            liberties: 0,
        };
        // A border row below and above, a border cell left of each row, which
        // is also the right neighbour of the row before, and one at the end.
        let mut cells = vec![border; (lines + 2) * (lines + 1) + 1].into_boxed_slice();
        let rows = cells.chunks_exact_mut(lines + 1).skip(1);
        for (row, line) in (0..size).zip(rows) {
            for (col, cell) in (0..size).zip(&mut line[1..]) {
                cell.content = Content::Empty;
                cell.point = Point::from_line_numbers(col, row);
            }
        }
        Board {
            cells,
            packed: Packed::empty(size),
            key: zobrist::empty(size),
        }
    }

    /// Lines of the board.
    pub fn size(&self) -> u8 {
        self.packed.size()
    }

    /// Whether the board has this point.
    pub fn contains(&self, point: Point) -> bool {
        point.is_on(self.size())
    }

    /// What is on a point. `None` too for a point off the board: see
    /// [`Board::contains`].
    pub fn at(&self, point: Point) -> Stone {
        if !self.contains(point) {
            return None;
        }
        match self.cells[usize::from(self.cell_of(point))].content {
            Content::Stone(colour) => Some(colour),
            Content::Empty | Content::Border => None,
        }
    }

    /// All points, from the bottom row up and from the left.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Point::from_line_numbers(col, row)))
    }

    /// How many stones of each side stand.
    pub fn stones(&self) -> PerColour<u16> {
        self.packed.stones()
    }

    /// The position, for keeping and comparing.
    pub fn packed(&self) -> &Packed {
        &self.packed
    }

    /// A number that equal positions share. Unequal ones may share it too, so
    /// it never proves a repetition.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts stones of one side down and takes nothing off: handicap, a given
    /// position, stones put back. All are put down or, on an error, none.
    ///
    /// # Errors
    /// [`BoardError::OffBoard`], [`BoardError::NamedTwice`] or
    /// [`BoardError::Occupied`].
    pub fn place(&mut self, colour: Colour, points: &[Point]) -> Result<(), BoardError> {
        let points = self.sorted(points)?;
        for &point in &points {
            self.empty_cell(point)?;
        }
        for point in points {
            self.put(self.cell_of(point), colour);
        }
        Ok(())
    }

    /// Takes stones off, whether or not they have liberties, and says how many
    /// of each side. All are lifted or, on an error, none.
    ///
    /// # Errors
    /// [`BoardError::OffBoard`], [`BoardError::NamedTwice`] or
    /// [`BoardError::Empty`].
    pub fn lift(&mut self, points: &[Point]) -> Result<PerColour<u16>, BoardError> {
        let points = self.sorted(points)?;
        for &point in &points {
            if self.at(point).is_none() {
                return Err(BoardError::Empty(point));
            }
        }
        Ok(self.take_off(&points))
    }

    /// Takes one stone off and says whose it was.
    ///
    /// # Errors
    /// [`BoardError::OffBoard`] or [`BoardError::Empty`].
    pub fn remove(&mut self, point: Point) -> Result<Colour, BoardError> {
        self.check_on_board(point)?;
        let colour = self.at(point).ok_or(BoardError::Empty(point))?;
        self.take_off(&[point]);
        Ok(colour)
    }

    /// Moves a stone to an empty point, takes nothing off and says whose stone
    /// it is: a displaced stone is no play.
    ///
    /// # Errors
    /// [`BoardError::OffBoard`], [`BoardError::Empty`] for `from` and
    /// [`BoardError::Occupied`] for `to`.
    pub fn move_stone(&mut self, from: Point, to: Point) -> Result<Colour, BoardError> {
        self.check_on_board(from)?;
        let colour = self.at(from).ok_or(BoardError::Empty(from))?;
        let target = self.empty_cell(to)?;
        self.take_off(&[from]);
        self.put(target, colour);
        Ok(colour)
    }

    /// The points in order, once each of them is known to be on the board and
    /// to stand there once.
    pub(super) fn sorted(&self, points: &[Point]) -> Result<Vec<Point>, BoardError> {
        for &point in points {
            self.check_on_board(point)?;
        }
        let mut points = points.to_vec();
        points.sort_unstable();
        match points.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(BoardError::NamedTwice(pair[0])),
            None => Ok(points),
        }
    }

    pub(super) fn check_on_board(&self, point: Point) -> Result<(), BoardError> {
        if self.contains(point) {
            Ok(())
        } else {
            Err(BoardError::OffBoard {
                point,
                size: self.size(),
            })
        }
    }

    /// The cell of a point that must be empty.
    #[inline]
    pub(super) fn empty_cell(&self, point: Point) -> Result<CellId, BoardError> {
        self.check_on_board(point)?;
        match self.at(point) {
            None => Ok(self.cell_of(point)),
            Some(colour) => Err(BoardError::Occupied { point, colour }),
        }
    }

    /// The cell of a point of the board.
    #[inline]
    pub(super) fn cell_of(&self, point: Point) -> CellId {
        let stride = CellId::from(self.size()) + 1;
        (CellId::from(point.row()) + 1) * stride + CellId::from(point.col()) + 1
    }

    /// The cells below, left, right and above.
    #[inline]
    pub(super) fn neighbours(&self, cell: CellId) -> [CellId; 4] {
        let stride = CellId::from(self.size()) + 1;
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }

    #[inline]
    pub(super) fn cell(&self, cell: CellId) -> &Cell {
        &self.cells[usize::from(cell)]
    }

    #[inline]
    fn cell_mut(&mut self, cell: CellId) -> &mut Cell {
        &mut self.cells[usize::from(cell)]
    }

    /// The head of the chain of a stone.
    #[inline]
    pub(super) fn head(&self, stone: CellId) -> &Cell {
        self.cell(self.cell(stone).head)
    }

    /// The cells of a stone's chain, that stone first.
    pub(super) fn ring(&self, stone: CellId) -> impl Iterator<Item = CellId> + '_ {
        let mut next = Some(stone);
        std::iter::from_fn(move || {
            let at = next?;
            next = Some(self.cell(at).next).filter(|&cell| cell != stone);
            Some(at)
        })
    }

    /// Puts a stone on an empty cell and joins it with the chains beside it.
    /// Nothing is taken off.
    #[inline]
    pub(super) fn put(&mut self, at: CellId, colour: Colour) {
        self.toggle(at, colour);
        let mut liberties = 0;
        let around = self.neighbours(at);
        for beside in around {
            match self.cell(beside).content {
                Content::Empty => liberties += 1,
                Content::Stone(_) => {
                    let head = self.cell(beside).head;
                    self.cell_mut(head).liberties -= 1;
                }
                Content::Border => {}
            }
        }
        let cell = self.cell_mut(at);
        cell.content = Content::Stone(colour);
        cell.head = at;
        cell.next = at;
        cell.stones = 1;
        cell.liberties = liberties;
        for beside in around {
            if self.cell(beside).content == Content::Stone(colour) {
                self.join(self.cell(at).head, self.cell(beside).head);
            }
        }
    }

    /// Makes one chain of two, given their heads: the shorter one is renamed.
    #[inline]
    fn join(&mut self, one: CellId, other: CellId) {
        if one == other {
            return;
        }
        let (kept, gone) = if self.cell(one).stones < self.cell(other).stones {
            (other, one)
        } else {
            (one, other)
        };
        let Cell {
            next: first,
            stones,
            liberties,
            ..
        } = *self.cell(gone);
        let mut at = gone;
        loop {
            let cell = self.cell_mut(at);
            cell.head = kept;
            at = cell.next;
            if at == gone {
                break;
            }
        }
        let head = self.cell_mut(kept);
        head.stones += stones;
        head.liberties += liberties;
        let after = std::mem::replace(&mut head.next, first);
        self.cell_mut(gone).next = after;
    }

    /// Takes the whole chain of a stone off and adds its points to `taken`.
    pub(super) fn take_chain(&mut self, stone: CellId, taken: &mut Vec<Point>) {
        let mut at = stone;
        loop {
            let Cell {
                content,
                point,
                next,
                ..
            } = *self.cell(at);
            if let Content::Stone(colour) = content {
                self.toggle(at, colour);
            }
            taken.push(point);
            self.cell_mut(at).content = Content::Empty;
            for beside in self.neighbours(at) {
                if let Content::Stone(_) = self.cell(beside).content {
                    // A stone of the chain itself too, whose count nobody
                    // reads any more.
                    let head = self.cell(beside).head;
                    self.cell_mut(head).liberties += 1;
                }
            }
            at = next;
            if at == stone {
                break;
            }
        }
    }

    /// Takes stones off, given in order and each once. What is left of a chain
    /// falls into the chains that it now forms.
    pub(super) fn take_off(&mut self, points: &[Point]) -> PerColour<u16> {
        let before = self.stones();
        let mut chain = Vec::new();
        for &point in points {
            let Some(colour) = self.at(point) else {
                // Its chain was taken apart for an earlier point.
                continue;
            };
            chain.clear();
            self.take_chain(self.cell_of(point), &mut chain);
            for rest in &chain {
                if points.binary_search(rest).is_err() {
                    self.put(self.cell_of(*rest), colour);
                }
            }
        }
        let after = self.stones();
        PerColour::from_fn(|colour| before[colour] - after[colour])
    }

    /// Keeps packed position and key in step with a stone put down or lifted.
    #[inline]
    fn toggle(&mut self, at: CellId, colour: Colour) {
        let point = self.cell(at).point;
        self.packed.toggle(colour, point);
        self.key ^= zobrist::stone(colour, point);
    }
}
