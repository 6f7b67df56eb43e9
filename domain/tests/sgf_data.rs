//! The shared folder of real and broken SGF files, read one by one. Not shipped
//! with the project: where it is missing, each test says so and passes over
//! itself. What a board or the rules make of a record is tested elsewhere.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan_domain::board::Point;
use fupan_domain::score::QuarterZi;
use fupan_domain::sgf::{
    self, Action, By, ClockStyle, Collection, KomiReading, Outcome, Overtime, OvertimeLeft, Place,
    Record, RemarkKind as K, Rules, SgfError,
};
use fupan_domain::{Colour, Millis};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The files of one folder by name; `None` where the folder is missing.
#[expect(
    clippy::disallowed_methods,
    reason = "a test may read files; the crate may not"
)]
fn folder(name: &str) -> Option<BTreeMap<String, Vec<u8>>> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")).join(name);
    let Ok(entries) = std::fs::read_dir(&path) else {
        eprintln!("passed over: no folder shared/data/{name}");
        return None;
    };
    let mut files = BTreeMap::new();
    for entry in entries {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        files.insert(name, std::fs::read(entry.path()).unwrap());
    }
    assert!(!files.is_empty(), "{}", path.display());
    Some(files)
}

fn moves(record: &Record) -> String {
    let name = |point: Option<Point>| point.map_or("pass".to_owned(), |p| p.to_string());
    let moves: Vec<String> = record
        .moves()
        .map(|(_, colour, point)| format!("{} {}", &colour.name()[..1], name(point)))
        .collect();
    moves.join(", ")
}

fn points(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    names.join(" ")
}

fn kinds(collection: &Collection) -> Vec<K> {
    let games = collection.games.iter().flat_map(|game| &game.remarks);
    collection
        .remarks
        .iter()
        .chain(games)
        .map(|r| r.kind)
        .collect()
}

fn won(winner: Colour, by: By) -> Outcome {
    Outcome::Won { winner, by }
}

fn count(qz: i64) -> By {
    By::Count(QuarterZi(qz))
}

/// What must be true of a file of `sgf-odd`.
type Check = fn(Result<Collection, SgfError>);

/// A check of the only game of a file, and of all that was remarked on.
macro_rules! game {
    (|$game:ident, $kinds:ident| $body:block) => {
        |read| {
            let collection = read.unwrap();
            let $kinds = kinds(&collection);
            let [$game] = collection.games.as_slice() else {
                panic!("{} games", collection.games.len());
            };
            $body
        }
    };
}

macro_rules! result {
    ($outcome:expr, $remarks:expr) => {
        game!(|game, kinds| {
            assert_eq!(game.result.as_ref().unwrap().outcome, $outcome);
            let remarks: &[K] = &$remarks;
            assert_eq!(kinds, remarks);
            assert_eq!(moves(game), "b Q16");
        })
    };
}

macro_rules! name {
    ($name:expr, $encoding:expr) => {
        |read| {
            let collection = read.unwrap();
            assert_eq!(collection.games[0].players.black.name, $name);
            assert_eq!(collection.encoding, $encoding);
            assert_eq!(moves(&collection.games[0]), "b Q16");
        }
    };
}

/// Every line of `expected.json`, by file.
#[expect(clippy::too_many_lines, reason = "a table, one row a file")]
fn expected() -> BTreeMap<&'static str, Check> {
    use Colour::{Black, White};
    let table: [(&str, Check); 53] = [
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
        (
            "komi_fox.sgf",
            game!(|game, kinds| {
                let komi = game.komi.as_ref().unwrap();
                assert_eq!(komi.qz, Some(QuarterZi(15)));
                assert_eq!(komi.reading, KomiReading::ZiHundredths);
                assert_eq!(game.result.as_ref().unwrap().outcome, won(Black, count(3)));
                assert_eq!(kinds, [K::KomiInHundredths]);
            }),
        ),
        (
            "komi_fox_moku.sgf",
            game!(|game, kinds| {
                let komi = game.komi.as_ref().unwrap();
                assert_eq!(komi.qz, Some(QuarterZi(13)));
                assert_eq!(komi.reading, KomiReading::PointHundredths);
                assert_eq!(game.result.as_ref().unwrap().outcome, won(Black, count(1)));
                assert_eq!(kinds, [K::KomiInHundredths]);
            }),
        ),
        (
            "komi_points_chinese.sgf",
            game!(|game, kinds| {
                let komi = game.komi.as_ref().unwrap();
                assert_eq!(komi.qz, Some(QuarterZi(15)));
                assert_eq!(komi.reading, KomiReading::Points);
                assert_eq!(game.result.as_ref().unwrap().outcome, won(Black, count(3)));
                assert_eq!(kinds, []);
            }),
        ),
        (
            "komi_fox_50.sgf",
            game!(|game, kinds| {
                let komi = game.komi.as_ref().unwrap();
                assert_eq!(komi.qz, Some(QuarterZi(1)));
                assert_eq!(komi.reading, KomiReading::PointHundredths);
                assert_eq!(game.handicap, 2);
                assert_eq!(points(&game.setup.black), "D4 Q16");
                assert_eq!(kinds, []);
            }),
        ),
        (
            "result_fox_codes.sgf",
            result!(won(White, By::TimeOrLeaving), [K::ResultCode]),
        ),
        ("sina_dialect_gb.sgf", |read| {
            let collection = read.unwrap();
            assert_eq!(collection.encoding, "gb18030");
            let game = &collection.games[0];
            assert_eq!(game.date.as_deref(), Some("2018-04-24"));
            assert!(game.event.as_deref().unwrap().contains("届"));
            assert_eq!(
                (
                    game.players.black.name.as_str(),
                    game.players.white.name.as_str()
                ),
                ("甲", "乙")
            );
            assert_eq!(game.komi.as_ref().unwrap().qz, Some(QuarterZi(15)));
            assert_eq!(game.result.as_ref().unwrap().outcome, won(Black, count(11)));
            assert_eq!(game.main_time, Some(Millis(70 * 60_000)));
            let periods = Overtime::ByoYomi {
                periods: 3,
                period: Millis(15_000),
            };
            assert_eq!(game.overtime, Some(periods));
            assert_eq!(moves(game), "b Q16, w D4");
            let expected = [
                K::EncodingGuessed("gb18030"),
                K::SemicolonLost,
                K::TimeInMinutes,
            ];
            assert_eq!(kinds(&collection), expected);
        }),
        ("korean_dialect_euckr.sgf", |read| {
            let collection = read.unwrap();
            assert_eq!(collection.encoding, "EUC-KR");
            let game = &collection.games[0];
            let result = game.result.as_ref().unwrap();
            assert_eq!(result.outcome, won(White, By::Resignation));
            assert_eq!(result.at_move, Some(182));
            assert_eq!(game.komi.as_ref().unwrap().qz, Some(QuarterZi(13)));
            assert_eq!(game.main_time, Some(Millis(2 * 3_600_000)));
            let periods = Overtime::ByoYomi {
                periods: 5,
                period: Millis(60_000),
            };
            assert_eq!(game.overtime, Some(periods));
            assert_eq!(moves(game), "b Q16, w D4");
        }),
        ("re_25.sgf", result!(won(Black, By::Resignation), [])),
        ("re_26.sgf", result!(won(White, count(1)), [])),
        ("re_27.sgf", result!(won(Black, count(15)), [])),
        ("re_28.sgf", result!(won(Black, By::Unknown), [])),
        ("re_29.sgf", result!(Outcome::BothLose, [])),
        ("re_30.sgf", result!(Outcome::Draw, [])),
        ("re_31.sgf", result!(won(White, count(1)), [])),
        ("re_32.sgf", result!(won(White, By::Time), [])),
        (
            "re_33.sgf",
            result!(won(White, count(25)), [K::ResultIsAreaKomiAssumed]),
        ),
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
            "clock_byoyomi_kgs.sgf",
            game!(|game, kinds| {
                assert_eq!(game.clock_style, ClockStyle::PeriodReset);
                let periods = Overtime::ByoYomi {
                    periods: 5,
                    period: Millis(30_000),
                };
                assert_eq!(game.overtime, Some(periods));
                let black: Vec<_> = game
                    .nodes
                    .iter()
                    .step_by(2)
                    .map(|n| n.clock.black)
                    .collect();
                let lefts: Vec<_> = black.iter().map(|r| r.left.unwrap().0).collect();
                assert_eq!(lefts, [12_500, 30_000, 30_000, 30_000]);
                let overtime: Vec<_> = black.iter().map(|r| r.overtime).collect();
                let periods = |n| Some(OvertimeLeft::Periods(n));
                assert_eq!(overtime, [None, periods(4), periods(4), periods(2)]);
                assert_eq!(kinds, []);
            }),
        ),
        (
            "clock_canadian.sgf",
            game!(|game, kinds| {
                assert_eq!(game.clock_style, ClockStyle::Running);
                let reading = game.nodes[2].clock.black;
                assert_eq!(reading.left, Some(Millis(281_000)));
                assert_eq!(reading.overtime, Some(OvertimeLeft::Moves(24)));
                assert_eq!(kinds, []);
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
            "ha_text.sgf",
            game!(|game, kinds| {
                assert_eq!(game.handicap, 0);
                assert_eq!(kinds, [K::HandicapUnreadable]);
                assert_eq!(game.remarks[0].value, "对子");
                assert_eq!(moves(game), "b Q16");
            }),
        ),
        (
            "mail_header.sgf",
            game!(|game, kinds| {
                assert_eq!(kinds, [K::TextBefore]);
                assert_eq!(moves(game), "b A19, w B19");
            }),
        ),
    ];
    table.into_iter().collect()
}

#[test]
fn odd_files_say_what_is_expected_of_them() {
    let Some(mut files) = folder("sgf-odd") else {
        return;
    };
    let lines = files.remove("expected.json").unwrap();
    let lines: BTreeMap<String, String> = serde_json::from_slice(&lines).unwrap();
    let checks = expected();
    let named: Vec<&str> = lines.keys().map(String::as_str).collect();
    assert_eq!(checks.keys().copied().collect::<Vec<_>>(), named);
    for (name, check) in checks {
        eprintln!("{name}: {}", lines[name]);
        check(sgf::read(&files.remove(name).unwrap()));
    }
    assert_eq!(files.keys().collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn counted_games_agree_with_their_facts() {
    let Some(mut files) = folder("sgf-counted") else {
        return;
    };
    let facts: Vec<serde_json::Value> =
        serde_json::from_slice(&files.remove("facts.json").unwrap()).unwrap();
    assert_eq!(facts.len(), files.len());
    // Decimal text of at most two digits after the point, in quarters.
    let quarters = |value: &serde_json::Value| {
        let text = value.to_string();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let number: i64 = format!("{whole}{part:0<2}").parse().unwrap();
        assert_eq!(number % 25, 0, "{text}");
        number / 25
    };
    for fact in facts {
        let name = fact["file"].as_str().unwrap();
        let collection = sgf::read(&files[name]).unwrap();
        assert_eq!(collection.encoding, "UTF-8", "{name}");
        let [game] = collection.games.as_slice() else {
            panic!("{name}");
        };
        // Where the first '(' is lost, the facts count from the first one that
        // is there and miss the moves before it.
        let text = String::from_utf8_lossy(&files[name]);
        let before = text.find('(').map_or("", |at| &text[..at]);
        let missed = before.matches(";B[").count() + before.matches(";W[").count();
        let moves = game.moves().count() - missed;
        assert_eq!(Some(moves as u64), fact["moves"].as_u64(), "{name}");
        assert_eq!(
            Some(u64::from(game.handicap)),
            fact["handicap"].as_u64(),
            "{name}"
        );
        let stones = if game.handicap > 1 { game.handicap } else { 0 };
        assert_eq!(game.setup.black.len(), stones as usize, "{name}");
        let komi = game.komi.as_ref().unwrap();
        assert_eq!(
            komi.qz,
            Some(QuarterZi(quarters(&fact["komi_zi"]))),
            "{name}"
        );
        assert_eq!(komi.reading, KomiReading::ZiHundredths, "{name}");
        let margin = quarters(&fact["result_zi_in_file"]);
        let winner = if margin > 0 {
            Colour::Black
        } else {
            Colour::White
        };
        let outcome = game.result.as_ref().unwrap().outcome;
        assert_eq!(outcome, won(winner, count(margin.abs())), "{name}");
        assert_eq!(game.rule_set(), Some(Rules::Chinese), "{name}");
        for player in [&game.players.black, &game.players.white] {
            let rank = player.rank.as_ref().unwrap();
            let professional = rank.raw.starts_with('P');
            let letter = if professional { 'p' } else { 'd' };
            assert!(
                rank.dan.as_ref().unwrap().ends_with(letter),
                "{name}: {rank:?}"
            );
        }
        let allowed = |kind| {
            matches!(
                kind,
                K::TextDamaged | K::OpeningLost | K::VariationsLeftOut(_)
            )
        };
        assert!(
            kinds(&collection).into_iter().all(allowed),
            "{name}: {:?}",
            kinds(&collection)
        );
    }
}

#[test]
fn games_with_clocks_are_read_whole() {
    let (Some(kgs), Some(programs)) = (folder("sgf-kgs-clock"), folder("sgf-clock")) else {
        return;
    };
    for (name, bytes) in kgs.into_iter().chain(programs) {
        let collection = sgf::read(&bytes).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        let [game] = collection.games.as_slice() else {
            panic!("{name}");
        };
        let text = String::from_utf8(bytes).unwrap();
        let written = |field: &str| text.matches(field).count();
        let readings = |colour: Colour| {
            let clocks = game.nodes.iter().map(move |node| node.clock[colour]);
            let clocks: Vec<_> = clocks.collect();
            let times = clocks.iter().filter(|r| r.left.is_some()).count();
            (
                times,
                clocks.iter().filter(|r| r.overtime.is_some()).count(),
            )
        };
        assert_eq!(
            readings(Colour::Black),
            (written("BL["), written("OB[")),
            "{name}"
        );
        assert_eq!(
            readings(Colour::White),
            (written("WL["), written("OW[")),
            "{name}"
        );
        let with_periods = written("OB[") + written("OW[") > 0 && !text.contains("Canadian");
        let reset = game.clock_style == ClockStyle::PeriodReset;
        assert_eq!(reset, with_periods, "{name}: {:?}", game.clock_style);
        assert!(game.result.is_some() || !text.contains("RE["), "{name}");
        assert!(
            game.komi.as_ref().is_none_or(|komi| komi.qz.is_some()),
            "{name}"
        );
        let allowed = |kind| {
            matches!(
                kind,
                K::HandicapStonesMissing
                    | K::OvertimeInferred
                    | K::OvertimeContradicted
                    | K::ResultUnclear
                    | K::VariationsLeftOut(_)
            )
        };
        assert!(
            kinds(&collection).into_iter().all(allowed),
            "{name}: {:?}",
            kinds(&collection)
        );
        eprintln!(
            "{name}: {} moves, {:?}, {:?}",
            game.moves().count(),
            game.clock_style,
            kinds(&collection)
        );
    }
}

#[test]
fn real_games_survive_being_written_again() {
    for name in ["sgf-odd", "sgf-counted", "sgf-kgs-clock", "sgf-clock"] {
        let files = folder(name).unwrap_or_default();
        let readable = files
            .into_iter()
            .filter_map(|(name, bytes)| Some((name, sgf::read(&bytes).ok()?)));
        for (name, collection) in readable {
            for game in collection.games {
                let again = sgf::read(sgf::write(&game).as_bytes()).unwrap();
                let [again] = again.games.as_slice() else {
                    panic!("{name}");
                };
                let steps = |game: &Record| -> Vec<Action> {
                    let steps = game.nodes.iter().flat_map(|node| node.steps.clone());
                    steps.map(|step| step.action).collect()
                };
                assert_eq!(steps(again), steps(&game), "{name}");
                let shown = |game: &Record| -> Vec<_> {
                    let shown = game.nodes.iter().map(|n| (n.clock, n.comment.clone()));
                    shown.filter(|shown| *shown != Default::default()).collect()
                };
                assert_eq!(shown(again), shown(&game), "{name}");
                assert_eq!(again.players, game.players, "{name}");
                assert_eq!(again.setup, game.setup, "{name}");
                assert_eq!(again.overtime, game.overtime, "{name}");
                assert_eq!(again.main_time, game.main_time, "{name}");
                assert_eq!(again.clock_style, game.clock_style, "{name}");
                let komi = |game: &Record| game.komi.as_ref().and_then(|komi| komi.qz);
                assert_eq!(komi(again), komi(&game), "{name}");
                // SGF has no word for the code that Fox writes.
                let outcome = |game: &Record| game.result.as_ref().map(|r| r.outcome);
                let code = won(Colour::White, By::TimeOrLeaving);
                if outcome(&game) != Some(code) {
                    assert_eq!(outcome(again), outcome(&game), "{name}");
                }
            }
        }
    }
}
