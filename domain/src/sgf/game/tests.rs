//! What a file's nodes become, on small games.

use super::*;
use crate::sgf::read;

fn one(text: &str) -> Record {
    let collection = read(text.as_bytes()).unwrap();
    assert_eq!(collection.games.len(), 1);
    collection.games.into_iter().next().unwrap()
}

fn kinds(record: &Record) -> Vec<RemarkKind> {
    record.remarks.iter().map(|remark| remark.kind).collect()
}

fn moves(record: &Record) -> Vec<String> {
    let written = |point: Option<Point>| point.map_or("pass".to_owned(), |p| p.to_string());
    let moves = record.moves();
    moves
        .map(|(_, colour, point)| format!("{colour} {}", written(point)))
        .collect()
}

fn points(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}

#[test]
fn rows_are_counted_from_the_top() {
    let record = one("(;SZ[19];B[pd];W[aa];B[sa];W[as])");
    assert_eq!(
        moves(&record),
        ["black Q16", "white A19", "black T19", "white A1"]
    );
}

#[test]
fn a_pass_is_written_in_several_ways() {
    let record = one("(;SZ[19];B[];W[tt];B[  ];W[pass])");
    assert_eq!(
        moves(&record),
        ["black pass", "white pass", "black pass", "white pass"]
    );
    assert_eq!(kinds(&record), [RemarkKind::PassUnusual; 2]);
    let record = one("(;SZ[21];B[tt])");
    assert_eq!(moves(&record), ["black U2"]);
}

#[test]
fn a_move_off_the_board_is_refused_with_its_place() {
    let refused = read(b"(;SZ[18];B[dd]\n;W[ss])").unwrap_err();
    assert_eq!(refused.place(), Some(Place { line: 2, column: 3 }));
    assert!(
        matches!(refused, SgfError::OffBoard { size: 18, .. }),
        "{refused}"
    );
    for text in [
        "(;SZ[9];B[jj])",
        "(;SZ[9]AB[aa:jj];B[aa])",
        "(;SZ[9];B[aA])",
    ] {
        let refused = read(text.as_bytes()).unwrap_err();
        assert!(
            matches!(refused, SgfError::OffBoard { .. }),
            "{text}: {refused}"
        );
    }
}

#[test]
fn what_is_no_point_is_refused() {
    for text in [
        "(;B[a])",
        "(;B[abc])",
        "(;B[4d])",
        "(;AB[bb:aa];B[dd])",
        "(;B[aa][bb])",
    ] {
        let refused = read(text.as_bytes()).unwrap_err();
        assert!(
            matches!(refused, SgfError::BadValue { .. }),
            "{text}: {refused}"
        );
    }
}

#[test]
fn the_position_before_the_first_move_is_one() {
    let record = one("(;SZ[9]AB[aa:bc][ee]AW[ff];AE[aa]AW[ee]PL[W];W[cc])");
    assert_eq!(points(&record.setup.black), ["A7", "B7", "A8", "B8", "B9"]);
    assert_eq!(points(&record.setup.white), ["F4", "E5"]);
    assert!(record.setup.empty.is_empty());
    assert_eq!(record.setup.to_play, Some(Colour::White));
    assert_eq!(record.nodes.len(), 1);
}

#[test]
fn a_setup_between_moves_is_a_step() {
    let record = one("(;SZ[9];B[cc];W[gg];AE[gg]AW[cc]AB[gc];W[ee])");
    let Action::Setup(setup) = &record.nodes[2].steps[0].action else {
        panic!("{:?}", record.nodes[2]);
    };
    assert_eq!(points(&setup.empty), ["G3"]);
    assert_eq!(points(&setup.white), ["C7"]);
    assert_eq!(points(&setup.black), ["G7"]);
    assert_eq!(record.moves().count(), 3);
}

#[test]
fn setup_and_a_move_in_one_node_are_read_as_written() {
    let record = one("(;SZ[9];B[cc]AB[dd]AE[cc])");
    assert_eq!(kinds(&record), [RemarkKind::SetupWithMove]);
    let steps = &record.nodes[0].steps;
    assert!(matches!(steps[0].action, Action::Play { .. }));
    assert!(matches!(steps[1].action, Action::Setup(_)));
}

#[test]
fn handicap_stones_are_looked_for() {
    for (text, stones, remarks) in [
        ("(;HA[2]AB[pd][dp];W[dd])", 2, vec![]),
        ("(;HA[2];B[pd];B[dp];W[dd])", 2, vec![]),
        ("(;HA[2];W[dd])", 2, vec![RemarkKind::HandicapStonesMissing]),
        ("(;HA[0];B[dd])", 0, vec![]),
        ("(;HA[对子];B[dd])", 0, vec![RemarkKind::HandicapUnreadable]),
    ] {
        let record = one(text);
        assert_eq!(
            (record.handicap, kinds(&record)),
            (stones, remarks),
            "{text}"
        );
    }
}

#[test]
fn another_game_or_board_is_refused() {
    for text in [
        "(;GM[2];B[aa])",
        "(;SZ[19:13];B[aa])",
        "(;SZ[26];B[aa])",
        "(;SZ[x];B[aa])",
    ] {
        let refused = read(text.as_bytes()).unwrap_err();
        assert!(
            matches!(refused, SgfError::BadValue { .. }),
            "{text}: {refused}"
        );
    }
}

#[test]
fn a_flood_of_points_is_refused() {
    let text = format!("(;SZ[25]{};B[aa])", ";AB[aa:yy]".repeat(1000));
    let refused = read(text.as_bytes()).unwrap_err();
    assert!(matches!(refused, SgfError::TooMany { .. }), "{refused}");
}
