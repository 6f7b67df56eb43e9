//! A record as SGF text: FF\[4\], UTF-8, the main line. Values are written by
//! hand rather than through the `sgf-parse` crate, whose points come out in
//! the random order of a hash set and whose numbers are floats: the same
//! record must give the same text, and a komi its exact digits.

use super::decimal::write_thousandths;
use super::record::{Action, Komi, Node, Overtime, Reading, Record, Setup};
use super::result::{By, Outcome, SgfResult};
use crate::board::Point;
use crate::colour::PerColour;
use crate::score::QuarterZi;
use crate::{Colour, Millis};
use std::fmt::Write as _;

/// Writes a record.
///
/// What SGF can say comes back when the text is read. It cannot say: a time in
/// overtime of an unknown kind, a setup before the first move other than as the
/// start (which it becomes), two steps in one node (they get a node each), and
/// whether a winner won on time or because the other left.
pub fn write(record: &Record) -> String {
    let mut out = Text {
        out: String::from("(;FF[4]GM[1]CA[UTF-8]"),
        size: record.size,
    };
    out.root(record);
    let mut column = 0;
    for node in &record.nodes {
        column = if column == 10 { 1 } else { column + 1 };
        if column == 1 {
            out.out.push('\n');
        }
        out.node(node);
    }
    out.out.push_str(")\n");
    out.out
}

struct Text {
    out: String,
    size: u8,
}

impl Text {
    fn root(&mut self, record: &Record) {
        let version = env!("CARGO_PKG_VERSION");
        let _ = write!(self.out, "AP[fupan:{version}]SZ[{}]", record.size);
        self.line("GN", record.name.as_deref());
        self.line("EV", record.event.as_deref());
        self.line("RO", record.round.as_deref());
        self.line("DT", record.date.as_deref());
        self.line("PC", record.venue.as_deref());
        for (colour, [name, rank, team]) in [
            (Colour::Black, ["PB", "BR", "BT"]),
            (Colour::White, ["PW", "WR", "WT"]),
        ] {
            let player = &record.players[colour];
            self.line(name, Some(&player.name).filter(|name| !name.is_empty()));
            self.line(rank, player.rank.as_ref().map(|rank| &rank.raw));
            self.line(team, player.team.as_deref());
        }
        self.line("RU", record.rules.as_deref());
        self.line("KM", record.komi.as_ref().map(komi));
        let handicap = (record.handicap > 0).then(|| record.handicap.to_string());
        self.line("HA", handicap);
        self.line("TM", record.main_time.map(seconds));
        self.line("OT", record.overtime.as_ref().map(overtime));
        self.line("RE", record.result.as_ref().map(result));
        self.setup(&record.setup);
        self.text("GC", record.game_comment.as_deref());
        self.text("C", record.comment.as_deref());
    }

    /// A property of one line; nothing where there is no value.
    fn line(&mut self, name: &str, value: Option<impl AsRef<str>>) {
        if let Some(value) = value {
            let one_line = value.as_ref().replace(['\n', '\r'], " ");
            self.text(name, Some(&one_line));
        }
    }

    fn text(&mut self, name: &str, value: Option<&str>) {
        let Some(value) = value else {
            return;
        };
        self.out.push_str(name);
        self.out.push('[');
        for c in value.chars() {
            if matches!(c, ']' | '\\') {
                self.out.push('\\');
            }
            self.out.push(c);
        }
        self.out.push(']');
    }

    fn setup(&mut self, setup: &Setup) {
        for (name, points) in [
            ("AB", &setup.black),
            ("AW", &setup.white),
            ("AE", &setup.empty),
        ] {
            if !points.is_empty() {
                self.out.push_str(name);
            }
            for point in points {
                self.point(*point);
            }
        }
        self.line("PL", setup.to_play.map(letter));
    }

    /// Columns count from the left, rows from the top.
    fn point(&mut self, point: Point) {
        let row = self.size.saturating_sub(1).saturating_sub(point.row());
        let letter = |line: u8| char::from(b'a'.saturating_add(line));
        let _ = write!(self.out, "[{}{}]", letter(point.col()), letter(row));
    }

    fn node(&mut self, node: &Node) {
        if node.steps.is_empty() {
            self.out.push(';');
        }
        for step in &node.steps {
            self.out.push(';');
            match &step.action {
                Action::Play { colour, point } => {
                    self.out.push_str(letter(*colour));
                    self.point(*point);
                }
                Action::Pass { colour } => {
                    self.out.push_str(letter(*colour));
                    self.out.push_str("[]");
                }
                Action::Setup(setup) => self.setup(setup),
            }
        }
        self.clock(&node.clock);
        self.text("C", node.comment.as_deref());
    }

    fn clock(&mut self, clock: &PerColour<Reading>) {
        for (colour, time, overtime) in [(Colour::Black, "BL", "OB"), (Colour::White, "WL", "OW")] {
            let reading = clock[colour];
            self.line(time, reading.left.map(seconds));
            let left = reading.overtime.map(|left| left.number().to_string());
            self.line(overtime, left);
        }
    }
}

const fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

fn seconds(time: Millis) -> String {
    write_thousandths(time.0)
}

/// Points: two quarter-zi each.
fn points(qz: QuarterZi) -> String {
    write_thousandths(qz.0.saturating_mul(500))
}

fn komi(komi: &Komi) -> String {
    komi.qz.map_or_else(|| komi.raw.clone(), points)
}

fn overtime(overtime: &Overtime) -> String {
    match overtime {
        Overtime::ByoYomi { periods, period } => format!("{periods}x{} byo-yomi", seconds(*period)),
        Overtime::Canadian { moves, period } => format!("{moves}/{} Canadian", seconds(*period)),
        Overtime::Fischer { increment } => format!("{} fischer", seconds(*increment)),
        Overtime::Other(text) => text.clone(),
    }
}

fn result(result: &SgfResult) -> String {
    match result.outcome {
        Outcome::Won { winner, by } => {
            let how = match by {
                By::Count(margin) => points(margin),
                By::Resignation => "R".to_owned(),
                By::Time => "T".to_owned(),
                By::Forfeit => "F".to_owned(),
                By::TimeOrLeaving | By::Unknown => String::new(),
            };
            format!("{}+{how}", letter(winner))
        }
        Outcome::Draw => "0".to_owned(),
        Outcome::BothLose => "双方负".to_owned(),
        Outcome::Void => "Void".to_owned(),
        Outcome::Unknown => "?".to_owned(),
    }
}
