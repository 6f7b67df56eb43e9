//! Which of a run of moves can be shown as numbers on a diagram, and which are
//! to be listed beside it: their stones are gone, or another stands there now.

use fupan_domain::{
    Colour,
    board::{Board, Point},
};
use std::collections::BTreeMap;

/// A run of moves on a diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbered {
    /// The moves whose stones stand on their points.
    pub shown: Vec<(Point, usize)>,
    /// The others, in order.
    pub hidden: Vec<Hidden>,
}

/// A move whose stone can't be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Its number.
    pub number: usize,
    /// Whose it was.
    pub colour: Colour,
    /// Where it was played; `None`: a pass.
    pub point: Option<Point>,
    /// The later move that is shown on its point ("20 = 112").
    pub under: Option<usize>,
}

/// Lays numbered moves, in order, on the board as it stands after the last of them.
pub fn numbered(board: &Board, moves: &[(usize, Colour, Option<Point>)]) -> Numbered {
    let mut last_on: BTreeMap<Point, usize> = BTreeMap::new();
    for (number, colour, point) in moves {
        if let Some(point) = point.filter(|p| board.at(*p) == Some(*colour)) {
            last_on.insert(point, *number);
        }
    }
    let mut laid = Numbered::default();
    for (number, colour, point) in moves {
        let under = point.and_then(|p| last_on.get(&p).copied());
        match point {
            Some(point) if under == Some(*number) => laid.shown.push((*point, *number)),
            _ => laid.hidden.push(Hidden {
                number: *number,
                colour: *colour,
                point: *point,
                under,
            }),
        }
    }
    laid
}

/// Lays numbered moves as a printed game record does: on the board as it stood before
/// them, nothing is lifted, and a point keeps the first stone that is played on it. A
/// later move on a point is told beside the diagram ("20 = 18").
pub fn kifu(before: &Board, moves: &[(usize, Colour, Option<Point>)]) -> (Board, Numbered) {
    let mut board = before.clone();
    let mut first_on: BTreeMap<Point, usize> = BTreeMap::new();
    let mut laid = Numbered::default();
    for (number, colour, point) in moves {
        let place = point.filter(|p| board.place(*colour, &[*p]).is_ok());
        match place {
            Some(point) => {
                first_on.insert(point, *number);
                laid.shown.push((point, *number));
            }
            None => laid.hidden.push(Hidden {
                number: *number,
                colour: *colour,
                point: *point,
                under: point.and_then(|p| first_on.get(&p).copied()),
            }),
        }
    }
    (board, laid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    fn at(text: &str) -> Point {
        text.parse().unwrap()
    }

    #[test]
    fn stones_that_are_gone_are_listed_beside_the_diagram() {
        let board = Board::from_rows(&["...", ".X.", "OX."]).unwrap();
        let moves = [
            (7, Black, Some(at("A1"))),
            (8, White, Some(at("C1"))),
            (9, Black, Some(at("B1"))),
            (10, White, None),
            (11, Black, Some(at("B2"))),
            (12, White, Some(at("A1"))),
        ];
        let laid = numbered(&board, &moves);
        let points: Vec<String> = laid.shown.iter().map(|(p, n)| format!("{n} {p}")).collect();
        assert_eq!(points, ["9 B1", "11 B2", "12 A1"]);
        let hidden: Vec<(usize, Option<usize>)> =
            laid.hidden.iter().map(|h| (h.number, h.under)).collect();
        assert_eq!(hidden, [(7, Some(12)), (8, None), (10, None)]);
    }

    #[test]
    fn a_printed_record_keeps_the_first_stone_of_a_point() {
        // White stands at A1 from before; 18 takes a ko at B2, 20 is played there again.
        let before = Board::from_rows(&["...", "...", "O.."]).unwrap();
        let moves = [
            (18, White, Some(at("B2"))),
            (19, Black, Some(at("C3"))),
            (20, White, Some(at("B2"))),
            (21, Black, Some(at("A1"))),
            (22, White, None),
        ];
        let (board, laid) = kifu(&before, &moves);
        assert_eq!(board.rows(), ["..X", ".O.", "O.."]);
        assert_eq!(laid.shown, [(at("B2"), 18), (at("C3"), 19)]);
        let hidden: Vec<(usize, Option<usize>)> =
            laid.hidden.iter().map(|h| (h.number, h.under)).collect();
        assert_eq!(hidden, [(20, Some(18)), (21, None), (22, None)]);
    }

    #[test]
    fn a_point_played_twice_shows_the_stone_that_stands() {
        let board = Board::from_rows(&["...", "...", "X.."]).unwrap();
        let laid = numbered(
            &board,
            &[(1, Black, Some(at("A1"))), (5, Black, Some(at("A1")))],
        );
        assert_eq!(laid.shown, [("A1".parse().unwrap(), 5)]);
        assert_eq!(laid.hidden[0].under, Some(5));
    }
}
