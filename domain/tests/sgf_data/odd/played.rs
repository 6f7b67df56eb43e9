//! Files that are odd in what was played: passes, stones set up, moves that the rules
//! of some place forbid.

use super::*;

/// What must be true of each.
#[expect(clippy::too_many_lines, reason = "a table, one row a file")]
pub fn expected() -> [(&'static str, Check); 15] {
    use Colour::{Black, White};
    [
        (
            "pass_tt_19.sgf",
            game!(|game, kinds| {
                assert_eq!(moves(game), "b Q16, w pass, b D4");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "pass_tt_21.sgf",
            game!(|game, kinds| {
                // Column 19 from 0 is U; row 19 from the top of 21 is 2.
                assert_eq!(moves(game), "b Q18, w U2, b D6");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "pass_empty.sgf",
            game!(|game, kinds| {
                assert_eq!(moves(game), "b pass, w pass, b pass");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "pass_spaces.sgf",
            game!(|game, kinds| {
                assert_eq!(moves(game), "b D16, w pass");
                assert_eq!(kinds, [K::PassUnusual]);
            }),
        ),
        ("pass_ss_18.sgf", |read| {
            let refused = read.unwrap_err();
            let SgfError::OffBoard {
                place,
                field,
                value,
                size,
            } = &refused
            else {
                panic!("{refused}");
            };
            assert_eq!(
                (*place, *size),
                (
                    Place {
                        line: 1,
                        column: 27
                    },
                    18
                )
            );
            assert_eq!((field.as_str(), value.as_str()), ("W", "ss"));
        }),
        (
            "setup_then_black.sgf",
            game!(|game, kinds| {
                assert_eq!(points(&game.setup.black), "D16");
                assert_eq!(moves(game), "w Q4, b Q16");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "setup_then_black2.sgf",
            game!(|game, kinds| {
                assert_eq!(points(&game.setup.black), "D16");
                assert_eq!(moves(game), "b Q4, w Q16");
                assert_eq!(kinds, []);
            }),
        ),
        // Whether a move was allowed is the rule book's business: the record
        // keeps it, with its place.
        (
            "same_colour_twice.sgf",
            game!(|game, kinds| {
                assert_eq!(moves(game), "b D16, b Q4, w D4");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "ae_midgame.sgf",
            game!(|game, kinds| {
                let Action::Setup(setup) = &game.nodes[3].steps[0].action else {
                    panic!("{:?}", game.nodes[3]);
                };
                assert_eq!(points(&setup.white), "C7");
                assert_eq!(points(&setup.empty), "G3");
                assert_eq!(points(&setup.black), "G7");
                assert_eq!(moves(game), "b C7, w G3, b C3, w E5");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "setup_and_move_one_node.sgf",
            game!(|game, kinds| {
                assert_eq!(kinds, [K::SetupWithMove]);
                assert_eq!(
                    game.remarks[0].place,
                    Place {
                        line: 1,
                        column: 18
                    }
                );
                assert_eq!(moves(game), "b C7");
                assert_eq!(game.nodes[0].steps.len(), 2);
            }),
        ),
        (
            "compressed_points.sgf",
            game!(|game, kinds| {
                assert_eq!(points(&game.setup.black), "E5 A7 B7 A8 B8 A9 B9");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "ko_retake.sgf",
            game!(|game, kinds| {
                let (place, colour, point) = game.moves().last().unwrap();
                assert_eq!((colour, point), (White, "B8".parse().ok()));
                assert_eq!(
                    (game.moves().count(), place),
                    (
                        10,
                        Place {
                            line: 1,
                            column: 74
                        }
                    )
                );
                assert_eq!(kinds, []);
            }),
        ),
        (
            "play_on_stone.sgf",
            game!(|game, kinds| {
                // The board refuses it; the place that it names comes from here.
                let (place, colour, point) = game.moves().last().unwrap();
                assert_eq!((colour, point), (White, "C7".parse().ok()));
                assert_eq!(
                    place,
                    Place {
                        line: 1,
                        column: 26
                    }
                );
                assert_eq!(kinds, []);
            }),
        ),
        (
            "suicide2.sgf",
            game!(|game, kinds| {
                let (_, colour, point) = game.moves().last().unwrap();
                assert_eq!((colour, point), (Black, "B9".parse().ok()));
                assert_eq!(game.moves().count(), 7);
                assert_eq!(kinds, []);
            }),
        ),
        (
            "ha_text.sgf",
            game!(|game, kinds| {
                assert_eq!(game.handicap, 0);
                assert_eq!(kinds, [K::HandicapUnreadable]);
                assert_eq!(game.remarks[0].value, "对子");
                assert_eq!(moves(game), "b Q16");
            }),
        ),
    ]
}
