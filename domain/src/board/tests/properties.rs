//! Random plays, liftings and displacements, sane or not, against the
//! reference; and the history against plain comparison.

use super::reference::Grid;
use crate::Colour;
use crate::board::{Board, BoardError, History, Point, Repetition, Stone, count_area};
use crate::score::QuarterZi;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Act {
    Play(Colour, Point),
    PlayLifting(Colour, Point, Vec<Point>),
    Lift(Vec<Point>),
    Place(Colour, Vec<Point>),
    Remove(Point),
    Move(Point, Point),
}

fn colour() -> impl Strategy<Value = Colour> {
    prop::sample::select(&Colour::BOTH[..])
}

/// Points of a board of `size` lines, and now and then one beyond.
fn point(size: u8) -> impl Strategy<Value = Point> {
    let line = prop_oneof![40 => 0..size, 1 => 0..25_u8];
    (line.clone(), line).prop_map(|(col, row)| Point::new(col, row).unwrap())
}

fn act(size: u8) -> impl Strategy<Value = Act> {
    let some = || prop::collection::vec(point(size), 0..4);
    prop_oneof![
        20 => (colour(), point(size)).prop_map(|(c, p)| Act::Play(c, p)),
        4 => (colour(), point(size), some()).prop_map(|(c, p, l)| Act::PlayLifting(c, p, l)),
        1 => some().prop_map(Act::Lift),
        1 => (colour(), some()).prop_map(|(c, p)| Act::Place(c, p)),
        1 => point(size).prop_map(Act::Remove),
        1 => (point(size), point(size)).prop_map(|(f, t)| Act::Move(f, t)),
    ]
}

fn game() -> impl Strategy<Value = (u8, Vec<Act>)> {
    prop_oneof![8 => 2..=6_u8, 1 => prop::sample::select(vec![9, 13, 25])]
        .prop_flat_map(|size| (Just(size), prop::collection::vec(act(size), 0..80)))
}

fn stone_at(grid: &Grid, p: Point) -> Result<Stone, BoardError> {
    let size = grid.size;
    if p.is_on(size) {
        Ok(grid.at(p))
    } else {
        Err(BoardError::OffBoard { point: p, size })
    }
}

fn must_be_empty(grid: &Grid, p: Point) -> Result<(), BoardError> {
    match stone_at(grid, p)? {
        None => Ok(()),
        Some(colour) => Err(BoardError::Occupied { point: p, colour }),
    }
}

/// The points in order, each on the board and there once.
fn distinct(grid: &Grid, points: &[Point]) -> Result<Vec<Point>, BoardError> {
    for &p in points {
        stone_at(grid, p)?;
    }
    let mut sorted = points.to_vec();
    sorted.sort();
    for (index, p) in sorted.iter().enumerate() {
        if sorted[..index].contains(p) {
            return Err(BoardError::NamedTwice(*p));
        }
    }
    Ok(sorted)
}

fn lift(grid: &mut Grid, points: &[Point]) -> Result<(), BoardError> {
    let points = distinct(grid, points)?;
    for &p in &points {
        stone_at(grid, p)?.ok_or(BoardError::Empty(p))?;
    }
    for &p in &points {
        grid.set(p, None);
    }
    Ok(())
}

fn play(board: &mut Board, grid: &mut Grid, colour: Colour, p: Point) -> Result<(), BoardError> {
    let result = board.play(colour, p);
    must_be_empty(grid, p).inspect_err(|error| assert_eq!(result, Err(error.clone())))?;
    let before = grid.clone();
    let (captured, suicide) = grid.play(colour, p);
    let played = result.unwrap();
    assert_eq!((&played.captured, played.suicide), (&captured, suicide));
    let mut ko = grid.ko(&before, p, colour);
    ko.retain(|_| captured.len() == 1);
    assert_eq!(played.ko.as_slice(), ko);
    Ok(())
}

fn play_lifting(
    board: &mut Board,
    grid: &mut Grid,
    (colour, p): (Colour, Point),
    lifted: &[Point],
) -> Result<(), BoardError> {
    let result = board.play_lifting(colour, p, lifted);
    let mut after = grid.clone();
    let outcome = must_be_empty(grid, p).and_then(|()| {
        after.set(p, Some(colour));
        lift(&mut after, lifted)
    });
    outcome.inspect_err(|error| assert_eq!(result, Err(error.clone())))?;
    let played = result.unwrap();
    let before = std::mem::replace(grid, after);
    let due = before.due(colour, p);
    let lifted = distinct(&before, lifted)?;
    assert_eq!(played.due, due);
    assert_eq!(played.lifted, lifted);
    assert!(
        played
            .wrongly_lifted
            .iter()
            .all(|p| lifted.contains(p) && !due.contains(p))
    );
    assert!(
        played
            .left_standing
            .iter()
            .all(|p| due.contains(p) && !lifted.contains(p))
    );
    assert_eq!(
        due.len() + played.wrongly_lifted.len(),
        lifted.len() + played.left_standing.len()
    );
    assert_eq!(played.is_exact(), due == lifted);
    let mut grid_after_all = before.clone();
    assert_eq!(played.suicide, grid_after_all.play(colour, p).1);
    let mut ko = grid.ko(&before, p, colour);
    ko.retain(|&q| lifted == [q]);
    assert_eq!(played.ko.as_slice(), ko);
    for side in Colour::BOTH {
        let owner = |&&q: &&Point| q != p && before.at(q) == Some(side) || q == p && side == colour;
        let count = lifted.iter().filter(owner).count();
        assert_eq!(usize::from(played.lifted_stones[side]), count);
    }
    Ok(())
}

/// Does the same on board and reference, and compares the answers.
fn perform(board: &mut Board, grid: &mut Grid, act: &Act) -> Result<(), BoardError> {
    match *act {
        Act::Play(colour, p) => return play(board, grid, colour, p),
        Act::PlayLifting(colour, p, ref lifted) => {
            return play_lifting(board, grid, (colour, p), lifted);
        }
        Act::Lift(ref points) => {
            let before = board.stones().map(usize::from);
            let result = board.lift(points);
            let expected = lift(grid, points);
            assert_eq!(result.clone().map(|_| ()), expected);
            let lifted = result?.map(usize::from);
            let after = board.stones().map(usize::from);
            assert_eq!(after.black + lifted.black, before.black);
            assert_eq!(after.white + lifted.white, before.white);
        }
        Act::Place(colour, ref points) => {
            let expected = distinct(grid, points)
                .and_then(|sorted| sorted.iter().try_for_each(|&p| must_be_empty(grid, p)));
            assert_eq!(board.place(colour, points), expected);
            expected?;
            for &p in points {
                grid.set(p, Some(colour));
            }
        }
        Act::Remove(p) => {
            let expected = stone_at(grid, p).and_then(|s| s.ok_or(BoardError::Empty(p)));
            assert_eq!(board.remove(p), expected);
            expected?;
            grid.set(p, None);
        }
        Act::Move(from, to) => {
            let stone = stone_at(grid, from).and_then(|s| s.ok_or(BoardError::Empty(from)));
            let expected = stone.and_then(|s| must_be_empty(grid, to).map(|()| s));
            assert_eq!(board.move_stone(from, to), expected);
            let colour = expected?;
            grid.set(from, None);
            grid.set(to, Some(colour));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn whatever_is_done_the_board_is_the_reference((size, acts) in game()) {
        let mut board = Board::new(size).unwrap();
        let mut grid = Grid::new(size);
        for act in &acts {
            let before = board.clone();
            if perform(&mut board, &mut grid, act).is_err() {
                prop_assert_eq!(&board, &before, "refused, so nothing changed");
            }
            grid.assert_same(&board);
            prop_assert_eq!(board == before, board.key() == before.key());
        }
    }

    #[test]
    fn the_areas_are_the_reference_and_make_up_the_board(
        (size, acts) in game(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        awards in prop::collection::vec((colour(), any::<prop::sample::Index>()), 0..4),
    ) {
        let mut board = Board::new(size).unwrap();
        for act in &acts {
            if let Act::Play(colour, p) = *act {
                let _ = board.play(colour, p);
            }
        }
        let mut grid = Grid::of(&board);
        let all = grid.points();
        let dead: Vec<Point> = picks.iter().map(|i| *i.get(&all)).filter(|&p| board.at(p).is_some()).collect();
        let doomed: Vec<Point> = dead.iter().flat_map(|&p| grid.flood(p).points).collect();
        for &p in &doomed {
            grid.set(p, None);
        }
        let plain = count_area(&board, &dead, &[]).unwrap();
        let expected = grid.area();
        prop_assert_eq!((plain.black.0, plain.white.0), (expected.black, expected.white));

        let award: Vec<(Colour, Point)> = awards.iter().map(|(c, i)| (*c, *i.get(&all))).collect();
        match count_area(&board, &dead, &award) {
            Ok(area) => prop_assert_eq!(area.black + area.white, QuarterZi::zi(i64::from(size).pow(2))),
            Err(BoardError::NamedTwice(p)) => {
                prop_assert!(Colour::BOTH.iter().all(|&c| award.contains(&(c, p))));
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }

    /// With keys of few bits nearly every two positions collide, and the
    /// answers must not change.
    #[test]
    fn a_history_answers_as_plain_comparison_does(
        key_bits in prop_oneof![0..=4_u32, Just(63)],
        steps in prop::collection::vec((2..=3_u8, colour(), point(3), prop::option::weighted(0.1, 0..40_usize)), 0..120),
    ) {
        let mut history = History::with_key_bits(key_bits);
        let mut plain: Vec<(Board, Colour)> = Vec::new();
        let mut boards = [2, 3].map(|size| Board::new(size).unwrap());
        for (size, to_move, p, truncate) in steps {
            if let Some(len) = truncate {
                history.truncate(len);
                plain.truncate(len);
            }
            let board = &mut boards[usize::from(size - 2)];
            if board.play(to_move.opponent(), p).is_err() {
                let _ = board.remove(p);
            }
            let expected = Repetition {
                positional: plain.iter().position(|(b, _)| b == board),
                situational: plain.iter().position(|(b, c)| b == board && *c == to_move),
            };
            prop_assert_eq!(history.find(board, to_move), expected);
            prop_assert_eq!(history.record(board, to_move), expected);
            plain.push((board.clone(), to_move));
            prop_assert_eq!(history.len(), plain.len());
        }
        for (index, (board, to_move)) in plain.iter().enumerate() {
            prop_assert_eq!(history.get(index), Some((*board.packed(), *to_move)));
        }
        prop_assert_eq!(history.get(plain.len()), None);
    }

    #[test]
    fn any_text_is_a_board_or_an_error_and_no_panic(text in "[.XOxA1\\n ]{0,60}|\\PC{0,30}") {
        if let Ok(board) = crate::board::diagram::parse(&text) {
            prop_assert_eq!(crate::board::diagram::parse(&board.to_string()), Ok(board));
        }
    }
}
