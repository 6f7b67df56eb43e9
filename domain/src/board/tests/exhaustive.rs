//! Small boards, wholly: every arrangement of stones, every play on it.

use super::reference::Grid;
use crate::Colour;
use crate::board::{Board, Stone, count_area};

/// Every arrangement of stones on a board of `size` lines.
fn arrangements(size: u8) -> impl Iterator<Item = Grid> {
    const STONES: [Stone; 3] = [None, Some(Colour::Black), Some(Colour::White)];
    let points = u32::from(size) * u32::from(size);
    (0..3_usize.pow(points)).map(move |number| {
        let mut grid = Grid::new(size);
        let mut rest = number;
        for stone in &mut grid.stones {
            *stone = STONES[rest % 3];
            rest /= 3;
        }
        grid
    })
}

fn board_of(grid: &Grid) -> Board {
    let mut board = Board::new(grid.size).unwrap();
    for p in grid.points() {
        if let Some(colour) = grid.at(p) {
            board.place(colour, &[p]).unwrap();
        }
    }
    board
}

/// Tromp's and Farnebäck's numbers of legal positions, "Combinatorics of Go".
#[test]
fn as_many_positions_are_without_a_chain_out_of_liberties_as_are_known() {
    for (size, legal) in [(2, 57), (3, 12_675)] {
        let count = arrangements(size)
            .filter(|grid| board_of(grid).chains_without_liberties().is_empty())
            .count();
        assert_eq!(count, legal, "{size} lines");
    }
}

#[test]
fn every_play_on_every_arrangement_of_three_lines_is_right() {
    let mut plays = 0;
    for before in [2, 3].into_iter().flat_map(arrangements) {
        let board = board_of(&before);
        for p in before
            .points()
            .into_iter()
            .filter(|&p| before.at(p).is_none())
        {
            for colour in Colour::BOTH {
                let (mut grid, mut after) = (before.clone(), board.clone());
                let (captured, suicide) = grid.play(colour, p);
                let played = after.play(colour, p).unwrap();
                assert_eq!(Grid::of(&after), grid, "{colour} {p} {board:?}");
                assert_eq!(played.captured, captured, "{colour} {p} {board:?}");
                assert_eq!(played.suicide, suicide, "{colour} {p} {board:?}");
                let mut ko = grid.ko(&before, p, colour);
                ko.retain(|_| captured.len() == 1);
                assert_eq!(played.ko.as_slice(), ko, "{colour} {p} {board:?}");
                plays += 1;
            }
        }
    }
    // A third of all points of all arrangements is empty.
    assert_eq!(plays, 2 * (4 * 81 / 3 + 9 * 19_683 / 3));
}

#[test]
fn every_arrangement_of_three_lines_is_counted_right() {
    for grid in [2, 3].into_iter().flat_map(arrangements) {
        let area = count_area(&board_of(&grid), &[], &[]).unwrap();
        let expected = grid.area();
        assert_eq!(
            (area.black.0, area.white.0),
            (expected.black, expected.white)
        );
        assert_eq!(area.black.0 + area.white.0, 4 * i64::from(grid.size).pow(2));
    }
}

/// Chains are kept from play to play, so the way to a position matters too:
/// all games of four plays on two lines, by either side at every turn.
#[test]
fn every_short_game_on_two_lines_is_right() {
    fn walk(board: &Board, grid: &Grid, depth: u32) -> u32 {
        grid.assert_same(board);
        if depth == 0 {
            return 1;
        }
        let mut games = 0;
        for p in grid.points().into_iter().filter(|&p| grid.at(p).is_none()) {
            for colour in Colour::BOTH {
                let (mut board, mut grid) = (board.clone(), grid.clone());
                board.play(colour, p).unwrap();
                grid.play(colour, p);
                games += walk(&board, &grid, depth - 1);
            }
        }
        games
    }
    let games = walk(&Board::new(2).unwrap(), &Grid::new(2), 4);
    assert!(
        games > 384,
        "captures leave more than 8 x 6 x 4 x 2 ways: {games}"
    );
}
