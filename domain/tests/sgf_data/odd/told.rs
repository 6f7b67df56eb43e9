//! Files that are odd in what they tell of the game: komi, results, clocks, the dialects
//! of servers.

use super::*;

/// What must be true of each.
#[expect(clippy::too_many_lines, reason = "a table, one row a file")]
pub fn expected() -> [(&'static str, Check); 18] {
    use Colour::{Black, White};
    [
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
    ]
}
