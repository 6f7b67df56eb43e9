//! From a game's nodes to its record: moves and setup in order. It plays
//! nothing: an illegal move is as good as any here.

use super::error::{Place, Remark, RemarkKind, SgfError, note};
use super::record::{Action, Node, Record, Setup, Step};
use super::scan::{Property, RawGame, RawNode, Value};
use super::{header, readings};
use crate::Colour;
use crate::board::Point;
use crate::colour::PerColour;
use sgf_parse::{SgfProp as _, go};
use std::collections::BTreeMap;

/// The most points that a game may set up, rectangles written out.
const SETUP_POINTS_MAX: usize = 20_000;

/// The record of one game.
pub(super) fn record(raw: RawGame) -> Result<Record, SgfError> {
    let mut record = Record::empty();
    record.remarks = raw.remarks;
    header::fill(&mut record, &raw.nodes)?;
    let mut builder = Builder {
        record,
        start: Points::new(),
        pending: Pending::default(),
        moved: false,
        points: 0,
    };
    for (index, node) in raw.nodes.iter().enumerate() {
        builder.node(node, index == 0)?;
    }
    let mut record = builder.record;
    record.setup = Setup {
        empty: Vec::new(),
        ..setup_of(&builder.start, record.setup.to_play)
    };
    readings::judge(&mut record);
    look_for_handicap_stones(&mut record, &raw.nodes);
    Ok(record)
}

/// What a setup makes of each point; `None`: empty.
type Points = BTreeMap<Point, Option<Colour>>;

fn setup_of(points: &Points, to_play: Option<Colour>) -> Setup {
    let with = |content| {
        let found = points.iter().filter(move |(_, c)| **c == content);
        found.map(|(point, _)| *point).collect()
    };
    Setup {
        black: with(Some(Colour::Black)),
        white: with(Some(Colour::White)),
        empty: with(None),
        to_play,
    }
}

/// The setup of a node up to here.
#[derive(Default)]
struct Pending {
    place: Option<Place>,
    points: Points,
    to_play: Option<Colour>,
}

struct Builder {
    record: Record,
    /// The position before the first move.
    start: Points,
    pending: Pending,
    moved: bool,
    /// How many points were set up.
    points: usize,
}

impl Builder {
    fn node(&mut self, raw: &RawNode, is_root: bool) -> Result<(), SgfError> {
        let mut node = Node {
            place: raw.place,
            ..Node::default()
        };
        let (mut moves, mut sets_up) = (0_u32, false);
        for property in &raw.properties {
            match property.name.as_str() {
                "B" | "W" => {
                    self.close_setup(&mut node);
                    node.steps.push(self.play(property)?);
                    self.moved = true;
                    moves += 1;
                }
                "AB" | "AW" | "AE" => {
                    self.set_up(property)?;
                    sets_up = true;
                }
                "PL" => self.set_turn(property),
                "BL" | "WL" | "OB" | "OW" => {
                    readings::read(property, &mut node.clock, &mut self.record);
                }
                "C" => node.comment = property.values.first().map(|value| value.text.clone()),
                _ => {}
            }
        }
        self.close_setup(&mut node);
        if sets_up && moves > 0 {
            self.remark(raw.place, RemarkKind::SetupWithMove);
        }
        if moves > 1 {
            self.remark(raw.place, RemarkKind::MovesInOneNode);
        }
        if is_root {
            self.record.comment = node.comment.take();
        }
        let says_something =
            !node.steps.is_empty() || node.comment.is_some() || node.clock != PerColour::default();
        if says_something {
            self.record.nodes.push(node);
        }
        Ok(())
    }

    fn remark(&mut self, place: Place, kind: RemarkKind) {
        note(&mut self.record.remarks, Remark::new(place, "", "", kind));
    }

    fn remark_on(&mut self, value: &Value, field: &str, kind: RemarkKind) {
        let remark = Remark::new(value.place, field, &value.text, kind);
        note(&mut self.record.remarks, remark);
    }

    /// SGF counts columns from the left and rows from the top.
    fn point(&self, point: go::Point, value: &Value, field: &str) -> Result<Point, SgfError> {
        let size = self.record.size;
        let row = size.checked_sub(1).and_then(|top| top.checked_sub(point.y));
        row.and_then(|row| Point::new(point.x, row))
            .filter(|point| point.is_on(size))
            .ok_or_else(|| SgfError::OffBoard {
                place: value.place,
                field: field.to_owned(),
                value: value.text.clone(),
                size,
            })
    }

    fn play(&mut self, property: &Property) -> Result<Step, SgfError> {
        let field = property.name.as_str();
        let colour = match field {
            "B" => Colour::Black,
            _ => Colour::White,
        };
        let [value] = property.values.as_slice() else {
            let value = property.values.last().ok_or_else(|| SgfError::NoValue {
                place: property.place,
                field: field.to_owned(),
            })?;
            return Err(value.bad(field, "one move in a property"));
        };
        let text = value.text.trim();
        // FF[3]'s `tt` is a pass where the board has no such point.
        let is_pass = text.is_empty() || (text == "tt" && self.record.size <= 19);
        let in_a_word = text.eq_ignore_ascii_case("pass");
        if is_pass || in_a_word {
            if in_a_word || (text.is_empty() && !value.text.is_empty()) {
                self.remark_on(value, field, RemarkKind::PassUnusual);
            }
            return Ok(Step {
                place: value.place,
                action: Action::Pass { colour },
            });
        }
        let Ok(go::Move::Move(point)) = text.parse() else {
            return Err(value.bad(field, "a point as two letters, or nothing for a pass"));
        };
        let point = self.point(point, value, field)?;
        Ok(Step {
            place: value.place,
            action: Action::Play { colour, point },
        })
    }

    /// Adds what AB, AW or AE sets; a rectangle as each of its points.
    fn set_up(&mut self, property: &Property) -> Result<(), SgfError> {
        let field = property.name.as_str();
        let content = match field {
            "AB" => Some(Colour::Black),
            "AW" => Some(Colour::White),
            _ => None,
        };
        self.pending.place.get_or_insert(property.place);
        for value in &property.values {
            let text = value.text.trim();
            if text.is_empty() {
                self.remark_on(value, field, RemarkKind::PointsMissing);
                continue;
            }
            // The values of the three are read alike, so one name does for all.
            let read = go::Prop::new("AE".to_owned(), vec![text.to_owned()]);
            let go::Prop::AE(points) = read else {
                return Err(value.bad(field, "a point as two letters, or a rectangle as aa:bb"));
            };
            self.points = self.points.saturating_add(points.len());
            if self.points > SETUP_POINTS_MAX {
                return Err(SgfError::TooMany {
                    place: value.place,
                    what: "points set up in a game",
                    limit: SETUP_POINTS_MAX,
                });
            }
            let mut repeated = false;
            for point in points {
                let point = self.point(point, value, field)?;
                repeated |= self.pending.points.insert(point, content).is_some();
            }
            if repeated {
                self.remark_on(value, field, RemarkKind::PointRepeated);
            }
        }
        Ok(())
    }

    /// PL: whose turn it is.
    fn set_turn(&mut self, property: &Property) {
        let Some(value) = property.values.first() else {
            return;
        };
        match value.text.trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => self.pending.to_play = Some(Colour::Black),
            "w" | "white" | "2" => self.pending.to_play = Some(Colour::White),
            _ => return self.remark_on(value, "PL", RemarkKind::ColourUnreadable),
        }
        self.pending.place.get_or_insert(property.place);
    }

    /// What was set up before the first move makes the position of the start;
    /// after it, a step of the node.
    fn close_setup(&mut self, node: &mut Node) {
        let pending = std::mem::take(&mut self.pending);
        let Some(place) = pending.place else {
            return;
        };
        if self.moved {
            let setup = setup_of(&pending.points, pending.to_play);
            if !setup.is_empty() {
                let action = Action::Setup(setup);
                node.steps.push(Step { place, action });
            }
        } else {
            self.start.extend(pending.points);
            let setup = &mut self.record.setup;
            setup.to_play = pending.to_play.or(setup.to_play);
        }
    }
}

/// Handicap stones stand as AB, or are Black's first moves, as on KGS.
fn look_for_handicap_stones(record: &mut Record, nodes: &[RawNode]) {
    let announced = usize::try_from(record.handicap).unwrap_or(usize::MAX);
    if announced < 2 || record.setup.black.len() >= announced {
        return;
    }
    let first_by_black = record
        .moves()
        .take_while(|(_, colour, point)| *colour == Colour::Black && point.is_some())
        .take(announced)
        .count();
    if first_by_black < announced {
        let property = nodes.iter().find_map(|node| {
            let announced = node.property("HA").or_else(|| node.property("HD"))?;
            Some((announced, announced.values.first()?))
        });
        let remark = match property {
            Some((property, value)) => Remark::new(
                value.place,
                &property.name,
                &value.text,
                RemarkKind::HandicapStonesMissing,
            ),
            None => return,
        };
        note(&mut record.remarks, remark);
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

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
}
