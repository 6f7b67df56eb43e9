//! Files that are odd in how they are written: brackets, names of properties, what
//! stands around the game, encodings.

use super::*;

/// What must be true of each.
#[expect(clippy::too_many_lines, reason = "a table, one row a file")]
pub fn expected() -> [(&'static str, Check); 20] {
    [
        (
            "escape.sgf",
            game!(|game, kinds| {
                assert_eq!(game.comment.as_deref(), Some("a]b\\"));
                assert_eq!(game.nodes[0].comment.as_deref(), Some("x : y  z"));
                assert_eq!(game.moves().count(), 2);
                assert_eq!(kinds, []);
            }),
        ),
        (
            "escape_semicolon_paren.sgf",
            game!(|game, kinds| {
                assert_eq!(game.comment.as_deref(), Some("(;W[aa])"));
                assert_eq!(moves(game), "b C7");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "unescaped_bracket.sgf",
            game!(|game, kinds| {
                assert_eq!(kinds, [K::BracketMended]);
                assert_eq!(
                    game.remarks[0].place,
                    Place {
                        line: 1,
                        column: 20
                    }
                );
                assert_eq!(moves(game), "b C7");
            }),
        ),
        (
            "no_open_paren.sgf",
            game!(|game, kinds| {
                assert_eq!(kinds, [K::OpeningLost]);
                assert_eq!(moves(game), "b C7, w G3");
            }),
        ),
        ("nul_file.sgf", |read| {
            let refused = read.unwrap_err();
            assert!(refused.to_string().starts_with("not SGF"), "{refused}");
        }),
        (
            "trailing_garbage.sgf",
            game!(|game, kinds| {
                assert_eq!(kinds, [K::TextAfter]);
                assert_eq!(moves(game), "b C7");
            }),
        ),
        ("two_games.sgf", |read| {
            let collection = read.unwrap();
            let games: Vec<String> = collection.games.iter().map(moves).collect();
            assert_eq!(games, ["b C7", "b D6"]);
            assert_eq!(kinds(&collection), []);
        }),
        (
            "lowercase_ff3.sgf",
            game!(|game, kinds| {
                assert_eq!((game.format, game.size), (3, 9));
                assert_eq!(moves(game), "b C7, w G3");
                assert_eq!(kinds, []);
            }),
        ),
        ("dup_property.sgf", |read| {
            let collection = read.unwrap();
            assert_eq!(collection.encoding, "UTF-8");
            assert_eq!(kinds(&collection), [K::ValuesIgnored]);
            assert_eq!(moves(&collection.games[0]), "b D16");
        }),
        ("enc_gb18030_noCA.sgf", name!("聂卫平", "gb18030")),
        ("enc_big5_noCA.sgf", name!("林海峰", "Big5")),
        ("enc_shift_jis_noCA.sgf", name!("井山裕太", "Shift_JIS")),
        ("enc_euc_kr_noCA.sgf", name!("이세돌", "EUC-KR")),
        ("enc_utf16_noCA.sgf", name!("聂卫平", "UTF-16LE")),
        (
            "enc_big5_trail_5c.sgf",
            game!(|game, kinds| {
                assert_eq!(game.players.black.name, "許功蓋");
                assert_eq!(game.comment.as_deref(), Some("功"));
                assert_eq!(moves(game), "b Q16, w D4");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "enc_sjis_trail_5d.sgf",
            game!(|game, kinds| {
                assert_eq!(game.players.black.name, "ソ能");
                assert_eq!(game.comment.as_deref(), Some("十"));
                assert_eq!(moves(game), "b Q16, w D4");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "enc_gbk_trail_5d.sgf",
            game!(|game, kinds| {
                assert_eq!(game.players.black.name.chars().count(), 2);
                assert_eq!(moves(game), "b Q16, w D4");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "enc_truncated_utf8.sgf",
            game!(|game, kinds| {
                assert!(game.players.black.name.ends_with('\u{fffd}'));
                assert_eq!(kinds, [K::TextDamaged]);
                assert_eq!(game.remarks[0].field, "PB");
                let rank = game.players.black.rank.as_ref().unwrap();
                assert_eq!((rank.raw.as_str(), rank.dan.as_deref()), ("9", None));
                assert_eq!(moves(game), "b Q16");
            }),
        ),
        (
            "copyright_lower.sgf",
            game!(|game, kinds| {
                assert_eq!((game.format, game.size), (1, 19));
                assert_eq!(moves(game), "b Q16, w D4");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "mail_header.sgf",
            game!(|game, kinds| {
                assert_eq!(kinds, [K::TextBefore]);
                assert_eq!(moves(game), "b A19, w B19");
            }),
        ),
    ]
}
