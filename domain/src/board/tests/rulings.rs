//! Diagrams, a play, and what must follow.

use super::{at, board, points};
use crate::Colour::{self, Black, White};
use crate::board::{Board, BoardError, History, Point};
use crate::board::{diagram, play::PlayedLifting};
use crate::colour::PerColour;

struct Case {
    name: &'static str,
    before: &'static str,
    play: (Colour, &'static str),
    after: &'static str,
    captured: &'static str,
    suicide: bool,
    ko: Option<&'static str>,
}

const PLAYS: &[Case] = &[
    Case {
        name: "a stone in the open",
        before: ". . .\n . . .\n . . .",
        play: (Black, "B2"),
        after: ". . .\n . X .\n . . .",
        captured: "",
        suicide: false,
        ko: None,
    },
    Case {
        name: "one stone in the corner",
        before: ". . .\n X . .\n O . .",
        play: (Black, "B1"),
        after: ". . .\n X . .\n . X .",
        captured: "A1",
        suicide: false,
        ko: None,
    },
    Case {
        name: "two stones on the edge",
        before: ". . . .\n . . . .\n X X . .\n O O . .",
        play: (Black, "C1"),
        after: ". . . .\n . . . .\n X X . .\n . . X .",
        captured: "A1 B1",
        suicide: false,
        ko: None,
    },
    Case {
        name: "three chains with one stone",
        before: ". X . .\n X O X .\n O . O X\n X O X .",
        play: (Black, "B2"),
        after: ". X . .\n X . X .\n . X . X\n X . X .",
        captured: "A2 B1 B3 C2",
        suicide: false,
        ko: None,
    },
    Case {
        name: "a ko in the middle",
        before: ". . . . .\n . X O . .\n X O . O .\n . X O . .\n . . . . .",
        play: (Black, "C3"),
        after: ". . . . .\n . X O . .\n X . X O .\n . X O . .\n . . . . .",
        captured: "B3",
        suicide: false,
        ko: Some("B3"),
    },
    Case {
        name: "a ko in the corner",
        before: ". . .\n X O .\n O . O",
        play: (Black, "B1"),
        after: ". . .\n X O .\n . X O",
        captured: "A1",
        suicide: false,
        ko: Some("A1"),
    },
    Case {
        name: "one stone taken by two is no ko",
        before: ". . . . .\n . X O O .\n X O . X O\n . X O O .\n . . . . .",
        play: (Black, "C3"),
        after: ". . . . .\n . X O O .\n X . X X O\n . X O O .\n . . . . .",
        captured: "B3",
        suicide: false,
        ko: None,
    },
    Case {
        name: "two stones taken by one are no ko",
        before: ". . . .\n X X O .\n O O . O\n X X O .",
        play: (Black, "C2"),
        after: ". . . .\n X X O .\n . . X O\n X X O .",
        captured: "A2 B2",
        suicide: false,
        ko: None,
    },
    Case {
        name: "the stone thrown in for a snapback takes nothing",
        before: "X X . .\n O O X .\n . O X .\n . O X .",
        play: (Black, "A1"),
        after: "X X . .\n O O X .\n . O X .\n X O X .",
        captured: "",
        suicide: false,
        ko: None,
    },
    Case {
        name: "white takes it and has one liberty",
        before: "X X . .\n O O X .\n . O X .\n X O X .",
        play: (White, "A2"),
        after: "X X . .\n O O X .\n O O X .\n . O X .",
        captured: "A1",
        suicide: false,
        ko: None,
    },
    Case {
        name: "and is snapped back",
        before: "X X . .\n O O X .\n O O X .\n . O X .",
        play: (Black, "A1"),
        after: "X X . .\n . . X .\n . . X .\n X . X .",
        captured: "B1 A2 B2 A3 B3",
        suicide: false,
        ko: None,
    },
    Case {
        name: "suicide of one stands",
        before: ". . .\n X . .\n . X .",
        play: (White, "A1"),
        after: ". . .\n X . .\n O X .",
        captured: "",
        suicide: true,
        ko: None,
    },
    Case {
        name: "suicide of two stands",
        before: ". . . .\n . . . .\n X X . .\n O . X .",
        play: (White, "B1"),
        after: ". . . .\n . . . .\n X X . .\n O O X .",
        captured: "",
        suicide: true,
        ko: None,
    },
    Case {
        name: "capture comes before suicide",
        before: ". . . .\n X X . .\n O O X .\n . O X .",
        play: (Black, "A1"),
        after: ". . . .\n X X . .\n . . X .\n X . X .",
        captured: "B1 A2 B2",
        suicide: false,
        ko: None,
    },
    Case {
        name: "the last point but one of the smallest board",
        before: "X .\n X X",
        play: (Black, "B2"),
        after: "X X\n X X",
        captured: "",
        suicide: true,
        ko: None,
    },
    Case {
        name: "all but everything is captured on the smallest board",
        before: "X .\n X X",
        play: (White, "B2"),
        after: ". O\n . .",
        captured: "A1 B1 A2",
        suicide: false,
        ko: None,
    },
    Case {
        name: "a chain without liberties far away stays",
        before: "O X . .\n X . . .\n . . . X\n . . . O",
        play: (Black, "C1"),
        after: "O X . .\n X . . .\n . . . X\n . . X .",
        captured: "D1",
        suicide: false,
        ko: None,
    },
    // White's retaking at B1 would capture A1, which has stood without
    // liberties, with the stone at C1: another position than before.
    Case {
        name: "no ko, as a chain without liberties would go with it",
        before: ". . . .\n . . . .\n O X O .\n X O . O",
        play: (Black, "C1"),
        after: ". . . .\n . . . .\n O X O .\n X . X O",
        captured: "B1",
        suicide: false,
        ko: None,
    },
];

#[test]
fn plays_and_what_follows() {
    for case in PLAYS {
        let mut board = board(case.before);
        let (colour, point) = case.play;
        let played = board.play(colour, at(point)).expect(case.name);
        assert_eq!(board, self::board(case.after), "{}", case.name);
        assert_eq!(played.captured, points(case.captured), "{}", case.name);
        assert_eq!(played.suicide, case.suicide, "{}", case.name);
        assert_eq!(played.ko, case.ko.map(at), "{}", case.name);
    }
}

#[test]
fn the_largest_board_is_played_to_its_corners() {
    let mut board = Board::new(25).unwrap();
    board.place(White, &points("A1 Z1 A25 Z25")).unwrap();
    for beside in ["A2", "B1", "Z2", "Y1", "A24", "B25", "Z24"] {
        board.play(Black, at(beside)).unwrap();
    }
    let played = board.play(Black, at("Y25")).unwrap();
    assert_eq!(played.captured, points("Z25"));
    assert_eq!(board.stones(), PerColour { black: 8, white: 0 });
    assert_eq!(board.rows()[0], format!(".X{}X.", ".".repeat(21)));
}

#[test]
fn a_stone_on_a_stone_or_off_the_board_is_refused_and_changes_nothing() {
    let before = board(". . .\n . X .\n . . .");
    let mut after = before.clone();
    let occupied = BoardError::Occupied {
        point: at("B2"),
        colour: Black,
    };
    assert_eq!(after.play(White, at("B2")), Err(occupied.clone()));
    assert_eq!(
        after.play_lifting(White, at("B2"), &[]),
        Err(occupied.clone())
    );
    assert_eq!(after.move_stone(at("B2"), at("B2")), Err(occupied));
    let off = BoardError::OffBoard {
        point: at("D1"),
        size: 3,
    };
    assert_eq!(after.play(White, at("D1")), Err(off.clone()));
    assert_eq!(after.place(White, &points("A1 D1")), Err(off));
    assert_eq!(
        after.lift(&points("A1 B2")),
        Err(BoardError::Empty(at("A1")))
    );
    assert_eq!(
        after.lift(&[at("B2"); 2]),
        Err(BoardError::NamedTwice(at("B2")))
    );
    assert_eq!(after, before);
    assert!(!after.contains(at("D1")));
    assert_eq!(after.at(at("D1")), None);
}

#[test]
fn there_are_boards_of_2_to_25_lines_only() {
    for size in 0..=u8::MAX {
        let board = Board::new(size);
        assert_eq!(board.is_ok(), (2..=25).contains(&size));
        if let Err(error) = board {
            assert_eq!(error, BoardError::Size(usize::from(size)));
        }
    }
}

/// In the corner White stands in atari; Black plays the last liberty and lifts
/// what the case says.
fn lifting(lifted: &str) -> (Board, PlayedLifting) {
    let mut board = board(". . . .\n X X . .\n O O . O\n . X X .");
    board.place(White, &points("A1")).unwrap();
    let played = board
        .play_lifting(Black, at("C2"), &points(lifted))
        .unwrap();
    (board, played)
}

#[test]
fn lifting_what_is_due_is_a_capture() {
    let (lifted, played) = lifting("A1 A2 B2");
    assert!(played.is_exact());
    assert_eq!(played.due, points("A1 A2 B2"));
    assert_eq!(played.lifted_stones, PerColour { black: 0, white: 3 });
    assert_eq!(lifted, board(". . . .\n X X . .\n . . X O\n . X X ."));
}

#[test]
fn captives_left_standing_stand_until_they_are_lifted() {
    let (mut left, played) = lifting("A1");
    assert_eq!(played.left_standing, points("A2 B2"));
    assert_eq!(played.wrongly_lifted, []);
    assert_eq!(left, board(". . . .\n X X . .\n O O X O\n . X X ."));

    let (mut all_left, played) = lifting("");
    assert_eq!(played.left_standing, played.due);
    let starving = all_left.chains_without_liberties();
    assert_eq!(starving.len(), 1);
    assert_eq!(starving[0].stones, points("A1 A2 B2"));
    // Later plays don't take it off, by either side.
    assert_eq!(all_left.play(Black, at("D4")).unwrap().captured, []);
    assert_eq!(all_left.play(White, at("D1")).unwrap().captured, []);
    let lifted = all_left.lift(&points("A1 A2 B2")).unwrap();
    assert_eq!(lifted, PerColour { black: 0, white: 3 });
    assert_eq!(all_left, board(". . . X\n X X . .\n . . X O\n . X X O"));

    // What was left with a liberty can still be captured as usual.
    assert_eq!(
        left.play(Black, at("A1")).unwrap().captured,
        points("A2 B2")
    );
}

#[test]
fn what_was_lifted_without_being_due_is_named() {
    let (lifted, played) = lifting("A1 A2 B2 D2 B1 C2");
    assert_eq!(played.wrongly_lifted, points("B1 C2 D2"));
    assert_eq!(played.left_standing, []);
    assert_eq!(played.lifted_stones, PerColour { black: 2, white: 4 });
    assert_eq!(lifted, board(". . . .\n X X . .\n . . . .\n . . X ."));

    let mut untouched = board(". . . .\n X X . .\n O O . O\n . X X .");
    let error = untouched.play_lifting(Black, at("C2"), &points("A2 A1"));
    assert_eq!(error, Err(BoardError::Empty(at("A1"))));
    assert_eq!(untouched, board(". . . .\n X X . .\n O O . O\n . X X ."));
}

#[test]
fn a_suicide_is_one_whatever_was_lifted() {
    let before = ". . . .\n . . . .\n X X . .\n O . X .";
    let mut own_lifted = board(before);
    let played = own_lifted
        .play_lifting(White, at("B1"), &points("A1 B1"))
        .unwrap();
    assert!(played.suicide);
    assert_eq!(played.wrongly_lifted, points("A1 B1"));
    assert_eq!(own_lifted, board(". . . .\n . . . .\n X X . .\n . . X ."));

    // A capture is none, even where the captives are left and the capturing
    // chain has no liberty.
    let mut left = board(". . . .\n X X . .\n O O X .\n . O X .");
    let played = left.play_lifting(Black, at("A1"), &[]).unwrap();
    assert!(!played.suicide);
    assert_eq!(left.chain(at("A1")).unwrap().liberties, []);
}

#[test]
fn a_lifted_stone_splits_its_chain_and_a_put_back_one_joins_it() {
    let mut chain = board(". . .\n X X X\n . . .");
    assert_eq!(chain.remove(at("B2")), Ok(Black));
    let stones: Vec<Vec<Point>> = chain.chains().into_iter().map(|c| c.stones).collect();
    assert_eq!(stones, [points("A2"), points("C2")]);
    chain.place(Black, &points("B2")).unwrap();
    let whole = chain.chain(at("C2")).unwrap();
    assert_eq!(whole.stones, points("A2 B2 C2"));
    assert_eq!(whole.liberties, points("A1 B1 C1 A3 B3 C3"));
    assert_eq!(chain.move_stone(at("A2"), at("A3")), Ok(Black));
    assert_eq!(chain, board("X . .\n . X X\n . . ."));
}

#[test]
fn sending_two_returning_one_repeats_the_position_but_not_the_situation() {
    // White's two stones in the corner are taken, Black's taking stone is
    // taken back: three plays, so the other side is to move.
    let mut game = board(". . . . .\n . . . . .\n . . . . .\n X X O . .\n . O X O .");
    game.lift(&points("C1")).unwrap();
    let mut history = History::new();
    history.record(&game, White);
    let start = game.clone();
    assert_eq!(game.play(White, at("A1")).unwrap().captured, []);
    assert_eq!(history.record(&game, Black).positional, None);
    assert_eq!(
        game.play(Black, at("C1")).unwrap().captured,
        points("A1 B1")
    );
    assert_eq!(history.record(&game, White).positional, None);
    let back = game.play(White, at("B1")).unwrap();
    assert_eq!(back.captured, points("C1"));
    assert_eq!(back.ko, None, "two were taken before");
    assert_eq!(game, start);
    let repetition = history.record(&game, Black);
    assert_eq!(
        (repetition.positional, repetition.situational),
        (Some(0), None)
    );
    // A move undone is no repetition any more.
    history.truncate(1);
    assert_eq!(history.find(&game, White).situational, Some(0));
    history.truncate(0);
    assert_eq!(history.find(&game, White).positional, None);
    assert!(history.is_empty());
}

#[test]
fn positions_of_different_sizes_are_different() {
    let mut history = History::with_key_bits(0);
    history.record(&Board::new(9).unwrap(), Black);
    let larger = history.record(&Board::new(13).unwrap(), Black);
    assert_eq!(larger.positional, None);
    assert_ne!(Board::new(9).unwrap(), Board::new(13).unwrap());
}

#[test]
fn a_diagram_reads_back_with_or_without_coordinates() {
    let mut board = Board::new(13).unwrap();
    board.place(Black, &points("A1 N13 G7")).unwrap();
    board.place(White, &points("A13 N1 H8")).unwrap();
    let text = board.to_string();
    assert!(
        text.starts_with("   A B C D E F G H J K L M N\n13 O"),
        "{text}"
    );
    assert_eq!(diagram::parse(&text), Ok(board.clone()));
    assert_eq!(diagram::parse(&diagram::plain(&board)), Ok(board));
}

#[test]
fn a_wrong_diagram_is_refused_with_row_and_column() {
    let short = BoardError::RowLength {
        row: 2,
        found: 1,
        expected: 2,
    };
    assert_eq!(Board::from_rows(&["..", "."]), Err(short));
    let mark = BoardError::Mark {
        row: 2,
        column: 1,
        found: 'x',
    };
    assert_eq!(Board::from_rows(&["..", "x."]), Err(mark.clone()));
    assert_eq!(
        mark.to_string(),
        "row 2 from the top, column 1: 'x' is no point, expected \".\", \"X\" or \"O\""
    );
    assert_eq!(Board::from_rows::<&str>(&[]), Err(BoardError::Size(0)));
    assert_eq!(Board::from_rows(&["."; 300]), Err(BoardError::Size(300)));
}
