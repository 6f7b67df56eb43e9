//! Positions at the end of a game, and each side's area.

use super::{at, board, points};
use crate::Colour::{self, Black, White};
use crate::board::{Board, BoardError, Point, area::Owner, area::ownership, count_area};
use crate::score::QuarterZi;

fn area(text: &str, dead: &str, award: &[(Colour, Point)]) -> (i64, i64) {
    let area = count_area(&board(text), &points(dead), award).unwrap();
    (area.black.0, area.white.0)
}

#[test]
fn an_empty_board_is_shared() {
    assert_eq!(area(". .\n . .", "", &[]), (8, 8));
    assert_eq!(area(". .\n . X", "", &[]), (16, 0));
}

#[test]
fn dame_are_shared_half_each() {
    assert_eq!(
        area(
            ". X . O .\n . X . O .\n . X . O .\n . X . O .\n . X . O .",
            "",
            &[]
        ),
        (50, 50)
    );
    // Black, to move, would have taken three of the five.
    assert_eq!(
        area(
            ". X X O .\n . X . O .\n . X X O .\n . X . O .\n . X X O .",
            "",
            &[]
        ),
        (56, 44)
    );
}

/// Each side has an eye in its corner, and neither can fill C2 or C4.
#[test]
fn in_a_seki_eyes_count_for_their_side_and_common_liberties_half_each() {
    let seki = ". X X O .\n X X . O O\n X X O O O\n X X . O O\n X X X O O";
    let (stones, eye, common) = ((4 * 11, 4 * 10), 4, 2 * 2);
    let expected = (stones.0 + eye + common, stones.1 + eye + common);
    assert_eq!(area(seki, "", &[]), expected);
}

#[test]
fn one_point_names_a_whole_dead_chain_but_no_other_chain() {
    let text = ". . . X O\n O O . X O\n . . . X O\n . O . X O\n . . . X O";
    let owned = |dead: &str| area(text, dead, &[]);
    assert_eq!(owned("A4 B2"), (80, 20));
    assert_eq!(owned("B4 A4 B2"), (80, 20), "a chain may be named twice");
    // The other stone lives as far as the count goes, so the region is shared.
    assert_eq!(owned("A4"), (5 * 4 + 14 * 2, 5 * 4 + 4 + 14 * 2));
    let board = board(text);
    assert_eq!(
        count_area(&board, &points("A5"), &[]),
        Err(BoardError::Empty(at("A5")))
    );
    let off = BoardError::OffBoard {
        point: at("F1"),
        size: 5,
    };
    assert_eq!(count_area(&board, &points("F1"), &[]), Err(off));
}

#[test]
fn awarded_points_count_wholly_where_they_are_empty() {
    let text = ". X . O\n . X . O\n . X . O\n . X . O";
    assert_eq!(area(text, "", &[]), (40, 24));
    assert_eq!(area(text, "", &[(White, at("C1"))]), (38, 26));
    assert_eq!(
        area(text, "", &[(White, at("C1")), (White, at("C1"))]),
        (38, 26)
    );
    assert_eq!(
        area(text, "", &[(White, at("B1"))]),
        (40, 24),
        "a live stone counts"
    );
    assert_eq!(
        area(text, "B1", &[(Black, at("B1"))]),
        (4, 60),
        "a dead one does not"
    );
    let both = [(White, at("C1")), (Black, at("C1"))];
    let twice = Err(BoardError::NamedTwice(at("C1")));
    assert_eq!(count_area(&board(text), &[], &both), twice);
    let owners = ownership(&board(text), &[], &[(White, at("C1"))]).unwrap();
    assert_eq!(owners[2], (at("C1"), Owner::Side(White)));
    assert_eq!(owners[6], (at("C2"), Owner::Shared));
}

/// Black's border in the tenth column of thirteen rows and the ninth of six;
/// White's stones beside it.
fn black_184() -> Board {
    let thirteen = ".........XO........";
    let six = "........XO.........";
    Board::from_rows(&[&[six; 6][..], &[thirteen; 13][..]].concat()).unwrap()
}

#[test]
fn black_184_on_19_lines_leaves_white_177() {
    let whole = black_184();
    let counted = count_area(&whole, &[], &[]).unwrap();
    assert_eq!(counted.black, QuarterZi::zi(184));
    assert_eq!(counted.white, QuarterZi::zi(177));
    // With White's stones at M1 and L2 instead of L1, L1 is a dame.
    let mut dame = whole;
    dame.move_stone(at("L1"), at("M1")).unwrap();
    let counted = count_area(&dame, &[], &[]).unwrap();
    assert_eq!(counted.black.to_string(), "184½");
    assert_eq!(counted.white.to_string(), "176½");
}
