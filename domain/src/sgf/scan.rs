//! From decoded text to the nodes of each game's main line, with the place of
//! every value.
//!
//! The `sgf-parse` crate reads the values (in `game`), not the tree: its
//! parser keeps no places, drops the backslash of a soft line break, refuses
//! or cuts short what people do hand in, and its nested nodes overflow the
//! stack when they are dropped a hundred thousand deep. Here nothing is
//! recursive, and the main line is simply what stands before a game's first
//! ')': every variation but the first child comes after it.

use super::error::{Place, Remark, RemarkKind, SgfError, note};
use super::{GAMES_MAX, NODES_MAX};

/// The most properties that a node may have; FF[4] knows fewer than 80.
const PROPERTIES_MAX: usize = 256;

/// The most values that a property may have: three for every point.
const VALUES_MAX: usize = 2000;

/// A value without its brackets and escapes, and where its '[' stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub place: Place,
    pub text: String,
}

impl Value {
    /// A refusal of this value.
    pub(super) fn bad(&self, field: &str, expected: &'static str) -> SgfError {
        SgfError::BadValue {
            place: self.place,
            field: field.to_owned(),
            value: self.text.chars().take(80).collect(),
            expected,
        }
    }
}

/// A property; its name has capital letters only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub place: Place,
    pub name: String,
    pub values: Vec<Value>,
}

/// A node of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawNode {
    pub place: Place,
    pub properties: Vec<Property>,
}

/// A game's main line.
#[derive(Debug)]
pub(super) struct RawGame {
    pub nodes: Vec<RawNode>,
    pub remarks: Vec<Remark>,
}

/// Reads every game of the text. What is odd outside the games goes to
/// `remarks`.
pub(super) fn scan(text: &str, remarks: &mut Vec<Remark>) -> Result<Vec<RawGame>, SgfError> {
    let mut scanner = Scanner {
        text,
        at: 0,
        place: Place::START,
    };
    let mut games: Vec<RawGame> = Vec::new();
    loop {
        scanner.skip_blanks();
        let (from, passed_over) = (scanner.place, scanner.rest());
        let Some(start) = game_start(passed_over) else {
            break;
        };
        if start > 0 {
            let kind = match games.is_empty() {
                true => RemarkKind::TextBefore,
                false => RemarkKind::TextAfter,
            };
            note(remarks, Remark::new(from, "", &passed_over[..start], kind));
        }
        scanner.skip_to(start);
        if games.len() >= GAMES_MAX {
            return Err(SgfError::TooMany {
                place: scanner.place,
                what: "games in one file",
                limit: GAMES_MAX,
            });
        }
        games.push(scanner.game()?);
    }
    if games.is_empty() {
        return Err(SgfError::NotSgf {
            reason: "no game begins in it",
        });
    }
    if scanner.peek().is_some() {
        let (from, left) = (scanner.place, scanner.rest());
        note(remarks, Remark::new(from, "", left, RemarkKind::TextAfter));
    }
    Ok(games)
}

/// Where a game begins: at a '(' before a ';' or before a property, as the
/// dialects without ';' have it, or at a ';' before a property, where the '('
/// was lost. A bracket in the header of a mail is none of these.
fn game_start(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text[from..].find(['(', ';']) {
        let at = from + found;
        let after = text[at + 1..].trim_start();
        let semicolon_follows = text[at..].starts_with('(') && after.starts_with(';');
        let name = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let begins_name = after.starts_with(|c: char| c.is_ascii_alphabetic());
        if semicolon_follows || (begins_name && name.trim_start().starts_with('[')) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    place: Place,
}

/// What a game's scan has come to.
struct Progress {
    game: RawGame,
    depth: usize,
    /// Whether the main line is still being read.
    main: bool,
    /// Whether a node must begin before a property can stand.
    between_nodes: bool,
    left_out: u32,
    last: String,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes past one character; a line ends with LF, CR or CR LF.
    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' || (c == '\r' && self.peek() != Some('\n')) {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn skip_to(&mut self, bytes: usize) {
        let end = self.at + bytes;
        while self.at < end && self.bump().is_some() {}
    }

    fn skip_blanks(&mut self) {
        while self
            .peek()
            .is_some_and(|c| c.is_whitespace() || c.is_control() || c == '\u{feff}')
        {
            self.bump();
        }
    }

    /// One game, from its '(' (or its ';' where that was lost) to its ')'.
    fn game(&mut self) -> Result<RawGame, SgfError> {
        let mut progress = Progress {
            game: RawGame {
                nodes: Vec::new(),
                remarks: Vec::new(),
            },
            depth: 1,
            main: true,
            between_nodes: true,
            left_out: 0,
            last: "the start".to_owned(),
        };
        if self.peek() == Some('(') {
            self.bump();
        } else {
            let remark = Remark::new(self.place, "", "", RemarkKind::OpeningLost);
            note(&mut progress.game.remarks, remark);
        }
        while progress.depth > 0 {
            self.skip_blanks();
            let place = self.place;
            match self.peek() {
                None => {
                    let remark = Remark::new(place, "", "", RemarkKind::ClosingLost);
                    note(&mut progress.game.remarks, remark);
                    break;
                }
                Some('(') => {
                    self.bump();
                    progress.depth += 1;
                    progress.between_nodes = true;
                }
                Some(')') => {
                    self.bump();
                    progress.depth -= 1;
                    progress.main = false;
                    progress.between_nodes = true;
                }
                Some(';') => {
                    self.bump();
                    progress.begin_node(place)?;
                }
                Some(c) if c.is_ascii_alphabetic() => {
                    let property = self.property(&mut progress.game.remarks)?;
                    progress.add(property)?;
                }
                Some(found) => {
                    return Err(SgfError::Unexpected {
                        place,
                        field: progress.last,
                        found,
                        expected: "a property, ';', '(' or ')'; a ']' inside a text is written '\\]'",
                    });
                }
            }
        }
        Ok(progress.finish())
    }

    fn property(&mut self, remarks: &mut Vec<Remark>) -> Result<Property, SgfError> {
        let place = self.place;
        let mut written = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphanumeric) {
            written.push(c);
            self.bump();
        }
        // FF[1] to FF[3] write `CoPyright`, `SiZe`: small letters are ignored.
        let mut name: String = written
            .chars()
            .filter(|c| !c.is_ascii_lowercase())
            .collect();
        let in_small_letters = !name.contains(|c: char| c.is_ascii_uppercase());
        if in_small_letters {
            name = written.to_ascii_uppercase();
        }
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() != Some('[') {
                break;
            }
            if values.len() >= VALUES_MAX {
                return Err(SgfError::TooMany {
                    place: self.place,
                    what: "values in a property",
                    limit: VALUES_MAX,
                });
            }
            values.push(self.value(&name, remarks)?);
        }
        let Some(first) = values.first() else {
            return Err(SgfError::NoValue { place, field: name });
        };
        if in_small_letters {
            let kind = RemarkKind::NameInSmallLetters;
            note(remarks, Remark::new(place, &written, &first.text, kind));
        }
        Ok(Property {
            place,
            name,
            values,
        })
    }

    /// A value from its '[' to its ']', with escapes and soft line breaks
    /// resolved, line ends as LF and other blanks as spaces.
    fn value(&mut self, field: &str, remarks: &mut Vec<Remark>) -> Result<Value, SgfError> {
        let place = self.place;
        self.bump();
        let mut text = String::new();
        let mut open = 0_u32;
        loop {
            let unclosed = || SgfError::Unclosed {
                place,
                field: field.to_owned(),
            };
            match self.bump().ok_or_else(unclosed)? {
                // `US[name[3d]]`: the text holds a '[' and a second ']' stands
                // where nothing else can, so the first was part of the text.
                ']' if open > 0 && self.peek() == Some(']') => {
                    open -= 1;
                    text.push(']');
                    let kind = RemarkKind::BracketMended;
                    note(remarks, Remark::new(place, field, &text, kind));
                }
                ']' => break,
                '\\' => match self.bump().ok_or_else(unclosed)? {
                    c @ ('\n' | '\r') => self.skip_line_end(c),
                    c => text.push(c),
                },
                c @ ('\n' | '\r') => {
                    self.skip_line_end(c);
                    text.push('\n');
                }
                c => {
                    open += u32::from(c == '[');
                    text.push(if c.is_whitespace() { ' ' } else { c });
                }
            }
        }
        if text.contains(char::REPLACEMENT_CHARACTER) {
            let kind = RemarkKind::TextDamaged;
            note(remarks, Remark::new(place, field, &text, kind));
        }
        Ok(Value { place, text })
    }

    /// The second character of a line end of two.
    fn skip_line_end(&mut self, first: char) {
        let second = if first == '\n' { '\r' } else { '\n' };
        if self.peek() == Some(second) {
            let line = self.place.line;
            self.bump();
            // LF CR is one line end too.
            if second == '\r' {
                self.place.line = line;
            }
        }
    }
}

impl Progress {
    fn begin_node(&mut self, place: Place) -> Result<(), SgfError> {
        self.between_nodes = false;
        if !self.main {
            self.left_out = self.left_out.saturating_add(1);
            return Ok(());
        }
        if self.game.nodes.len() >= NODES_MAX {
            return Err(SgfError::TooMany {
                place,
                what: "nodes in a game's main line",
                limit: NODES_MAX,
            });
        }
        self.game.nodes.push(RawNode {
            place,
            properties: Vec::new(),
        });
        Ok(())
    }

    fn add(&mut self, property: Property) -> Result<(), SgfError> {
        if self.between_nodes {
            if self.main {
                let first = property.values.first().map_or("", |v| v.text.as_str());
                let kind = RemarkKind::SemicolonLost;
                let remark = Remark::new(property.place, &property.name, first, kind);
                note(&mut self.game.remarks, remark);
            }
            self.begin_node(property.place)?;
        }
        self.last.clone_from(&property.name);
        if self.main
            && let Some(node) = self.game.nodes.last_mut()
        {
            node.add(property, &mut self.game.remarks)?;
        }
        Ok(())
    }

    fn finish(mut self) -> RawGame {
        if self.left_out > 0 {
            let place = self.game.nodes.first().map_or(Place::START, |n| n.place);
            let kind = RemarkKind::VariationsLeftOut(self.left_out);
            note(&mut self.game.remarks, Remark::new(place, "", "", kind));
        }
        self.game
    }
}

impl RawNode {
    /// Adds a property; a second one of the same name adds its values to the
    /// first, but a second move stays a move of its own.
    fn add(&mut self, property: Property, remarks: &mut Vec<Remark>) -> Result<(), SgfError> {
        let place = property.place;
        let too_many = |what, limit| SgfError::TooMany { place, what, limit };
        let is_move = matches!(property.name.as_str(), "B" | "W");
        let same = self
            .properties
            .iter_mut()
            .find(|p| p.name == property.name && !is_move);
        let Some(same) = same else {
            if self.properties.len() >= PROPERTIES_MAX {
                return Err(too_many("properties in a node", PROPERTIES_MAX));
            }
            self.properties.push(property);
            return Ok(());
        };
        if same.values.len() + property.values.len() > VALUES_MAX {
            return Err(too_many("values in a property", VALUES_MAX));
        }
        let first = property.values.first().map_or("", |v| v.text.as_str());
        let kind = RemarkKind::PropertyRepeated;
        note(
            remarks,
            Remark::new(property.place, &property.name, first, kind),
        );
        same.values.extend(property.values);
        Ok(())
    }

    /// The property of that name.
    pub(super) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|p| p.name == name)
    }
}

#[cfg(test)]
mod tests {
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
        assert!(
            refused("(;C[foo [3k]: hi])").starts_with("line 1, column 13: unexpected ':' after ")
        );
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
}
