//! A board that is slow and obviously right: a grid of stones, flooded anew for
//! every question. It shares no code with the real one.

use crate::board::{Board, Point, Stone};
use crate::{Colour, colour::PerColour};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    pub size: u8,
    pub stones: Vec<Stone>,
}

/// Stones or empty points joined along the lines, and what else they touch.
pub struct Flood {
    pub points: Vec<Point>,
    pub edge: Vec<Point>,
}

impl Grid {
    pub fn new(size: u8) -> Grid {
        Grid {
            size,
            stones: vec![None; usize::from(size) * usize::from(size)],
        }
    }

    pub fn of(board: &Board) -> Grid {
        Grid {
            size: board.size(),
            stones: board.points().map(|p| board.at(p)).collect(),
        }
    }

    pub fn points(&self) -> Vec<Point> {
        let all = (0..self.size).flat_map(|row| (0..self.size).map(move |col| (col, row)));
        all.map(|(col, row)| Point::new(col, row).unwrap())
            .collect()
    }

    fn index(&self, p: Point) -> usize {
        usize::from(p.row()) * usize::from(self.size) + usize::from(p.col())
    }

    pub fn at(&self, p: Point) -> Stone {
        self.stones[self.index(p)]
    }

    pub fn set(&mut self, p: Point, stone: Stone) {
        let index = self.index(p);
        self.stones[index] = stone;
    }

    fn beside(&self, p: Point) -> Vec<Point> {
        let (col, row) = (i16::from(p.col()), i16::from(p.row()));
        [
            (col, row - 1),
            (col - 1, row),
            (col + 1, row),
            (col, row + 1),
        ]
        .into_iter()
        .filter_map(|(c, r)| Point::new(u8::try_from(c).ok()?, u8::try_from(r).ok()?))
        .filter(|p| p.is_on(self.size))
        .collect()
    }

    pub fn flood(&self, start: Point) -> Flood {
        let mut points = vec![start];
        let mut edge = Vec::new();
        let mut seen = vec![false; self.stones.len()];
        seen[self.index(start)] = true;
        let mut next = 0;
        while next < points.len() {
            for beside in self.beside(points[next]) {
                if self.at(beside) != self.at(start) {
                    edge.push(beside);
                } else if !std::mem::replace(&mut seen[self.index(beside)], true) {
                    points.push(beside);
                }
            }
            next += 1;
        }
        points.sort_unstable();
        edge.sort_unstable();
        edge.dedup();
        Flood { points, edge }
    }

    pub fn liberties(&self, p: Point) -> Vec<Point> {
        let mut edge = self.flood(p).edge;
        edge.retain(|&q| self.at(q).is_none());
        edge
    }

    /// The enemy stones that a play would capture.
    pub fn due(&self, colour: Colour, p: Point) -> Vec<Point> {
        let mut after = self.clone();
        after.set(p, Some(colour));
        let mut due = Vec::new();
        for beside in after.beside(p) {
            if after.at(beside) == Some(colour.opponent()) && after.liberties(beside).is_empty() {
                due.extend(after.flood(beside).points);
            }
        }
        due.sort_unstable();
        due.dedup();
        due
    }

    /// Plays on an empty point: what is captured, and whether it is suicide.
    pub fn play(&mut self, colour: Colour, p: Point) -> (Vec<Point>, bool) {
        let due = self.due(colour, p);
        self.set(p, Some(colour));
        for &captive in &due {
            self.set(captive, None);
        }
        (due, self.liberties(p).is_empty())
    }

    /// The points where the opponent's answer would capture exactly the stone
    /// at `played`, for a single stone lifted, and bring `before` back.
    pub fn ko(&self, before: &Grid, played: Point, colour: Colour) -> Vec<Point> {
        let brings_back = |&p: &Point| {
            let mut again = self.clone();
            again.at(p).is_none()
                && again.play(colour.opponent(), p).0 == [played]
                && again == *before
        };
        self.points().into_iter().filter(brings_back).collect()
    }

    /// Quarters of a zi of each side, the dead being off the board.
    pub fn area(&self) -> PerColour<i64> {
        let mut area = PerColour::default();
        for p in self.points() {
            let (black, white) = match self.at(p) {
                Some(Colour::Black) => (4, 0),
                Some(Colour::White) => (0, 4),
                None => {
                    let edge = self.flood(p).edge;
                    let touches = |c| edge.iter().any(|&q| self.at(q) == Some(c));
                    match (touches(Colour::Black), touches(Colour::White)) {
                        (true, false) => (4, 0),
                        (false, true) => (0, 4),
                        _ => (2, 2),
                    }
                }
            };
            area.black += black;
            area.white += white;
        }
        area
    }

    /// Fails unless the board is the same in everything that can be asked.
    pub fn assert_same(&self, board: &Board) {
        assert_eq!(*self, Grid::of(board), "{board:?}");
        let mut chains = Vec::new();
        for p in self.points() {
            let chain = board.chain(p);
            assert_eq!(chain.as_ref().map(|c| c.colour), self.at(p));
            if let Some(chain) = chain {
                assert_eq!(chain.stones, self.flood(p).points, "{p} {board:?}");
                assert_eq!(chain.liberties, self.liberties(p), "{p} {board:?}");
                if chain.stones[0] == p {
                    chains.push(chain);
                }
            }
        }
        assert_eq!(board.chains(), chains);
        let rebuilt = Board::from_rows(&board.rows()).unwrap();
        assert_eq!(rebuilt, *board);
        assert_eq!(rebuilt.key(), board.key());
        assert_eq!(board.packed().to_board().key(), board.key());
        let count = |c| self.stones.iter().filter(|&&s| s == Some(c)).count();
        let stones = board.stones().map(usize::from);
        assert_eq!(stones, PerColour::from_fn(count));
    }
}
