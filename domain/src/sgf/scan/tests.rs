//! What the scanner makes of texts as people hand them in.

use super::*;

fn one(text: &str) -> RawGame {
    let mut remarks = Vec::new();
    let mut games = scan(text, &mut remarks).unwrap();
    assert_eq!(games.len(), 1, "{text}");
    let mut game = games.remove(0);
    game.remarks.splice(0..0, remarks);
    game
}

fn kinds(game: &RawGame) -> Vec<RemarkKind> {
    game.remarks.iter().map(|r| r.kind).collect()
}

fn value<'a>(game: &'a RawGame, node: usize, name: &str) -> &'a Value {
    &game.nodes[node].property(name).unwrap().values[0]
}

#[test]
fn escapes_and_soft_line_breaks_are_resolved() {
    let game = one("(;C[a\\]b\\\\];B[aa]C[x \\: y \\\r\n z\tt\r\nu])");
    assert_eq!(value(&game, 0, "C").text, "a]b\\");
    assert_eq!(value(&game, 1, "C").text, "x : y  z t\nu");
}

#[test]
fn every_value_has_its_line_and_column() {
    let game = one("(;GM[1]\r\nPB[聂]PW [x]\n;B[aa]\r;W[bb])");
    let at = |node, name| {
        let Place { line, column } = value(&game, node, name).place;
        (line, column)
    };
    assert_eq!(at(0, "GM"), (1, 5));
    assert_eq!(at(0, "PB"), (2, 3));
    assert_eq!(at(0, "PW"), (2, 9));
    assert_eq!(at(1, "B"), (3, 3));
    assert_eq!(at(2, "W"), (4, 3));
}

#[test]
fn the_main_line_ends_at_the_first_closing_bracket() {
    let game = one("(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee];B[ff]))(;W[gg]))");
    let moves: Vec<&str> = game.nodes[1..]
        .iter()
        .map(|n| n.properties[0].values[0].text.as_str())
        .collect();
    assert_eq!(moves, ["aa", "bb", "cc", "dd"]);
    assert_eq!(kinds(&game), [RemarkKind::VariationsLeftOut(3)]);
}

#[test]
fn a_hundred_thousand_brackets_deep_is_no_matter() {
    let text = format!("{}{}", "(;B[aa]".repeat(NODES_MAX), ")".repeat(NODES_MAX));
    assert_eq!(one(&text).nodes.len(), NODES_MAX);
    let text = "(;B[aa]".repeat(NODES_MAX + 1);
    let refused = scan(&text, &mut Vec::new()).unwrap_err();
    assert!(matches!(refused, SgfError::TooMany { .. }), "{refused}");
}

#[test]
fn what_people_hand_in_is_read_with_a_remark() {
    use RemarkKind as K;
    for (text, nodes, expected) in [
        (";GM[1];B[aa])", 2, vec![K::OpeningLost]),
        (";GM[1];B[aa]", 2, vec![K::OpeningLost, K::ClosingLost]),
        ("(\nTE[x]\n;B[aa])", 2, vec![K::SemicolonLost]),
        ("(;GM[1];B[aa]) junk", 2, vec![K::TextAfter]),
        ("From: x (JST)\n\n(;B[aa];)", 2, vec![K::TextBefore]),
        ("(;GM[1]US[a[3d]];B[aa])", 2, vec![K::BracketMended]),
        ("(;CA[x]CA[y];B[aa])", 2, vec![K::PropertyRepeated]),
        ("(;gm[1];b[aa])", 2, vec![K::NameInSmallLetters; 2]),
        ("(;PB[\u{fffd}];B[aa])", 2, vec![K::TextDamaged]),
        ("(;GaMe[1];Black[aa])", 2, vec![]),
    ] {
        let game = one(text);
        assert_eq!(
            (game.nodes.len(), kinds(&game)),
            (nodes, expected),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let refused = |text: &str| scan(text, &mut Vec::new()).unwrap_err().to_string();
    assert!(refused("plain text").starts_with("not SGF: no game begins in it"));
    assert!(refused("(;C[foo [3k]: hi])").starts_with("line 1, column 13: unexpected ':' after "));
    assert!(refused("(;GM[1]\n;B;W[aa])").starts_with("line 2, column 2: B has no value"));
    assert!(refused("(;GM[1]C[abc").starts_with("line 1, column 9: the value of C has no end"));
}

#[test]
fn several_games_stand_in_one_file() {
    let mut remarks = Vec::new();
    let games = scan("(;B[aa])\nand\n(;B[bb])(;B[cc])", &mut remarks).unwrap();
    assert_eq!(games.len(), 3);
    assert_eq!(remarks.len(), 1);
    assert_eq!(remarks[0].place, Place { line: 2, column: 1 });
}
