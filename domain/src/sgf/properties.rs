//! Properties of reading and writing whole files: nothing that comes in makes
//! the reader fall over, and what SGF can say survives a round.

use super::*;
use crate::board::Point;
use crate::colour::PerColour;
use crate::score::QuarterZi;
use crate::{Colour, Millis};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

/// The record without what only its file has: places, remarks, the program.
fn bare(mut record: Record) -> Record {
    record.remarks.clear();
    record.applications.clear();
    for node in &mut record.nodes {
        node.place = Place::default();
        for step in &mut node.steps {
            step.place = Place::default();
        }
    }
    record
}

fn back(record: &Record) -> (Record, Vec<Remark>) {
    let text = write(record);
    let mut collection = read(text.as_bytes()).unwrap();
    assert_eq!((collection.games.len(), collection.encoding), (1, "UTF-8"));
    assert_eq!(collection.remarks, []);
    let record = collection.games.remove(0);
    let remarks = record.remarks.clone();
    (bare(record), remarks)
}

fn colour() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::Black), Just(Colour::White)]
}

/// A line of text without blanks at its ends; brackets, backslashes and
/// colons are likely.
fn line() -> impl Strategy<Value = String> {
    r"[\[\]\\:;()A-C聂이ö][\[\]\\:;() a-z卫平]{0,8}[\[\]\\:;()A-C]"
}

fn text() -> impl Strategy<Value = String> {
    vec(r"[\[\]\\:;() a-z卫平]{0,8}", 1..4).prop_map(|lines| lines.join("\n"))
}

fn point(size: u8) -> impl Strategy<Value = Point> {
    (0..size, 0..size).prop_map(|(col, row)| Point::new(col, row).unwrap())
}

fn points(size: u8) -> impl Strategy<Value = (Vec<Point>, Vec<Point>, Vec<Point>)> {
    vec((point(size), 0..3_u8), 0..8).prop_map(|set| {
        let set: std::collections::BTreeMap<Point, u8> = set.into_iter().collect();
        let with = |content| {
            let found = set.iter().filter(move |(_, c)| **c == content);
            found.map(|(point, _)| *point).collect()
        };
        (with(0), with(1), with(2))
    })
}

fn action(size: u8) -> impl Strategy<Value = Action> {
    prop_oneof![
        6 => (colour(), point(size)).prop_map(|(colour, point)| Action::Play { colour, point }),
        1 => colour().prop_map(|colour| Action::Pass { colour }),
        1 => (points(size), of(colour()))
            .prop_map(|((black, white, empty), to_play)| Setup {
                black,
                white,
                empty,
                to_play,
            })
            .prop_filter("a setup that sets nothing is no step", |setup| !setup.is_empty())
            .prop_map(Action::Setup),
    ]
}

fn reading() -> impl Strategy<Value = Reading> {
    (of(0..8_000_000_i64), of(0..30_u32)).prop_map(|(left, periods)| Reading {
        left: left.map(Millis),
        overtime: periods.map(OvertimeLeft::Periods),
    })
}

fn node(size: u8) -> impl Strategy<Value = Node> {
    (action(size), reading(), reading(), of(text())).prop_map(|(action, black, white, comment)| {
        Node {
            place: Place::default(),
            steps: vec![Step {
                place: Place::default(),
                action,
            }],
            clock: PerColour { black, white },
            comment,
        }
    })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let by = prop_oneof![
        (1..1444_i64).prop_map(|qz| By::Count(QuarterZi(qz))),
        Just(By::Resignation),
        Just(By::Time),
        Just(By::Forfeit),
        Just(By::Unknown),
    ];
    prop_oneof![
        4 => (colour(), by).prop_map(|(winner, by)| Outcome::Won { winner, by }),
        1 => Just(Outcome::Draw),
        1 => Just(Outcome::BothLose),
        1 => Just(Outcome::Void),
        1 => Just(Outcome::Unknown),
    ]
}

prop_compose! {
    fn player()(name in line(), dan in of("[1-9][pdk]"), team in of(line())) -> Player {
        let rank = dan.map(|dan| Rank { raw: dan.clone(), dan: Some(dan) });
        Player { name, rank, team }
    }
}

prop_compose! {
    fn any_record()(size in 2..=25_u8)(
        size in Just(size),
        players in (player(), player()),
        texts in vec(of(line()), 6),
        komi in of(-30..30_i64),
        handicap in 0..=4_u32,
        start in points(size),
        times in (of(0..100_000_000_i64), 1..10_u32, 1..600_000_i64),
        outcome in outcome(),
        comments in (of(text()), of(text())),
        nodes in vec(node(size), 0..12),
    ) -> Record {
        let mut texts = texts.into_iter();
        let mut next = || texts.next().flatten();
        let komi = komi.map(|qz| Komi {
            qz: Some(QuarterZi(qz)),
            reading: KomiReading::Points,
            raw: String::new(),
        });
        let (main_time, periods, period) = times;
        // What is set up before the first move is the position of the start.
        let played = |node: &Node| !matches!(node.steps[0].action, Action::Setup(_));
        let nodes: Vec<Node> = nodes.into_iter().skip_while(|node| !played(node)).collect();
        let blank = |comment: &Option<String>| comment.as_ref().is_some_and(|c| c.trim().is_empty());
        Record {
            size,
            players: PerColour { black: players.0, white: players.1 },
            name: next(),
            event: next(),
            round: next(),
            date: next(),
            venue: next(),
            rules: next(),
            komi,
            handicap,
            setup: Setup { black: start.0, white: start.1, empty: Vec::new(), to_play: None },
            main_time: main_time.map(Millis),
            overtime: Some(Overtime::ByoYomi { periods, period: Millis(period) }),
            result: Some(SgfResult { outcome, at_move: None, raw: String::new() }),
            comment: comments.0,
            game_comment: Some(comments.1).filter(|c| !blank(c)).flatten(),
            nodes,
            ..Record::empty()
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(record in any_record()) {
        let (mut read, _) = back(&record);
        // The text that said it is a new one, and the clocks' style is judged.
        read.clock_style = record.clock_style;
        if let Some(komi) = &mut read.komi {
            komi.raw.clear();
        }
        if let Some(result) = &mut read.result {
            result.raw.clear();
        }
        prop_assert_eq!(read, record);
    }

    #[test]
    fn another_reader_finds_the_same_moves(record in any_record()) {
        let nodes = sgf_parse::go::parse(&write(&record)).unwrap();
        let moves: Vec<String> = nodes[0]
            .main_variation()
            .flat_map(sgf_parse::SgfNode::properties)
            .filter(|p| matches!(p, sgf_parse::go::Prop::B(_) | sgf_parse::go::Prop::W(_)))
            .map(ToString::to_string)
            .collect();
        let letter = |line: u8| char::from(b'a' + line);
        let expected: Vec<String> = record
            .moves()
            .map(|(_, colour, point)| {
                let side = if colour == Colour::Black { "B" } else { "W" };
                let point = point.map_or(String::new(), |p| {
                    format!("{}{}", letter(p.col()), letter(record.size - 1 - p.row()))
                });
                format!("{side}[{point}]")
            })
            .collect();
        prop_assert_eq!(moves, expected);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes).map_err(|refused| refused.to_string());
    }

    #[test]
    fn anything_like_a_game_is_read_or_refused(
        body in r"(\(|\)|;|[A-Za-z]{1,3}|\[[^\]]{0,6}\]|\[|\]|\\| |\n|KM|RE|HA|OT|TM|SZ|BL|OB|AB|tt|aa:cc|聂){0,60}"
    ) {
        for text in [format!("(;{body})"), format!("(;GM[1]SZ[9]{body}"), body.clone()] {
            if let Ok(collection) = read(text.as_bytes()) {
                for game in &collection.games {
                    let _ = write(game);
                    let _ = game.remarks.iter().map(ToString::to_string).count();
                }
            }
        }
    }

    #[test]
    fn a_damaged_file_is_read_or_refused(
        record in any_record(),
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        end in any::<prop::sample::Index>(),
    ) {
        let mut bytes = write(&record).into_bytes();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(end.index(bytes.len()) + 1);
        let _ = read(&bytes).map_err(|refused| refused.to_string());
    }
}

#[test]
fn a_record_is_written_as_sgf_four() {
    let mut record = Record::empty();
    record.size = 9;
    record.players.black.name = "a[3d]\\".to_owned();
    record.rules = Some("Chinese".to_owned());
    record.komi = Some(Komi {
        qz: Some(QuarterZi(15)),
        reading: KomiReading::ZiHundredths,
        raw: "375".to_owned(),
    });
    record.result = Some(SgfResult {
        outcome: Outcome::Won {
            winner: Colour::White,
            by: By::Count(QuarterZi(5)),
        },
        at_move: None,
        raw: "W+1.25".to_owned(),
    });
    record.setup.black = vec!["C3".parse().unwrap()];
    record.handicap = 2;
    let action = Action::Pass {
        colour: Colour::White,
    };
    record.nodes.push(Node {
        steps: vec![Step {
            place: Place::default(),
            action,
        }],
        comment: Some("two\nlines".to_owned()),
        ..Node::default()
    });
    // Komi and margin are points in SGF, whatever they were read from.
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;FF[4]GM[1]CA[UTF-8]AP[fupan:{version}]SZ[9]PB[a[3d\\]\\\\]RU[Chinese]\
         KM[7.5]HA[2]RE[W+2.5]AB[cg]\n;W[]C[two\nlines])\n"
    );
    assert_eq!(write(&record), expected);
}

#[test]
fn large_files_are_read_within_their_limits() {
    let many = "(;B[aa])".repeat(GAMES_MAX + 1);
    let refused = read(many.as_bytes()).unwrap_err();
    assert!(matches!(refused, SgfError::TooMany { .. }), "{refused}");
    let deep = format!("{}{}", "(;B[aa](".repeat(50_000), ")".repeat(100_000));
    assert_eq!(read(deep.as_bytes()).unwrap().games[0].nodes.len(), 50_000);
    let one_node = format!("(;{})", "B[aa]".repeat(300));
    let refused = read(one_node.as_bytes()).unwrap_err();
    assert!(matches!(refused, SgfError::TooMany { .. }), "{refused}");
}
