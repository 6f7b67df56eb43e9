//! A game's conditions from the properties before its first move: board,
//! players, komi, handicap, time, result. Not its moves, which are in `game`.

use super::amount::{self, Unit, plain};
use super::decimal::Decimal;
use super::error::{Remark, RemarkKind, SgfError, note};
use super::record::{Komi, KomiReading, Overtime, Player, Record, Rules};
use super::result::{self, Scale};
use super::scan::{Property, RawNode, Value};
use super::{Rank, timing};
use crate::board::point::{SIZE_MAX, SIZE_MIN};
use crate::colour::PerColour;
use crate::score::QuarterZi;
use crate::{Colour, Millis};

/// No komi of more points than this was ever given; a larger bare number is
/// in hundredths, even where no AP says so.
const KOMI_POINTS_MAX: i64 = 150;

/// Fills a record with what the nodes before the first move say.
pub(super) fn fill(record: &mut Record, nodes: &[RawNode]) -> Result<(), SgfError> {
    let is_move = |p: &Property| matches!(p.name.as_str(), "B" | "W");
    let before_moves = nodes
        .iter()
        .position(|node| node.properties.iter().any(is_move))
        .unwrap_or(nodes.len())
        .max(1);
    let mut header = Header {
        nodes: nodes.get(..before_moves).unwrap_or(nodes),
        remarks: std::mem::take(&mut record.remarks),
    };
    header.game()?;
    record.format = header.format();
    record.size = header.size()?;
    record.players = PerColour::from_fn(|colour| header.player(colour));
    record.applications = header.applications();
    record.name = header.line(&["GN"]);
    record.event = header.line(&["EV"]).or_else(|| header.event());
    record.round = header.line(&["RO"]);
    record.date = header.line(&["DT", "RD"]);
    record.venue = header.line(&["PC"]);
    record.rules = header.line(&["RU"]);
    record.game_comment = header.first(&["GC"]).map(|value| value.text.clone());
    let chinese = record.rule_set() == Some(Rules::Chinese);
    let fox = record
        .applications
        .iter()
        .any(|name| name.to_lowercase().contains("foxwq"));
    record.komi = header.komi(fox, chinese);
    record.handicap = header.handicap(record.size);
    record.main_time = header.main_time();
    record.overtime = header.overtime();
    let hundredths = matches!(
        record.komi.as_ref().map(|komi| komi.reading),
        Some(KomiReading::ZiHundredths | KomiReading::PointHundredths)
    );
    let scale = Scale {
        bare_is_zi: chinese && (fox || hundredths),
        chinese,
        size: record.size,
        komi: record.komi.as_ref().and_then(|komi| komi.qz),
    };
    if let Some(value) = header.first(&["RE"]) {
        let (result, remark) = result::read(&one_line(&value.text), scale);
        header.remark_if(value, "RE", remark);
        record.result = Some(result);
    }
    record.remarks = header.remarks;
    Ok(())
}

struct Header<'a> {
    nodes: &'a [RawNode],
    remarks: Vec<Remark>,
}

impl<'a> Header<'a> {
    fn property(&self, name: &str) -> Option<&'a Property> {
        self.nodes.iter().find_map(|node| node.property(name))
    }

    /// The first value of the first of these properties that has one.
    fn first(&mut self, names: &[&str]) -> Option<&'a Value> {
        for name in names {
            let Some(property) = self.property(name) else {
                continue;
            };
            let [first, more @ ..] = property.values.as_slice() else {
                continue;
            };
            if !more.is_empty() {
                self.remark(first, name, RemarkKind::ValuesIgnored);
            }
            if !first.text.trim().is_empty() {
                return Some(first);
            }
        }
        None
    }

    /// The same as one line of text.
    fn line(&mut self, names: &[&str]) -> Option<String> {
        let value = self.first(names)?;
        let text = one_line(&value.text);
        if holds_a_property(&text) {
            self.remark(
                value,
                names.first().copied().unwrap_or(""),
                RemarkKind::BracketSuspect,
            );
        }
        Some(text)
    }

    fn remark(&mut self, value: &Value, name: &str, kind: RemarkKind) {
        let remark = Remark::new(value.place, name, &value.text, kind);
        note(&mut self.remarks, remark);
    }

    fn remark_if(&mut self, value: &Value, name: &str, kind: Option<RemarkKind>) {
        if let Some(kind) = kind {
            self.remark(value, name, kind);
        }
    }

    /// Refuses other games than go.
    fn game(&mut self) -> Result<(), SgfError> {
        let Some(value) = self.first(&["GM"]) else {
            return Ok(());
        };
        match value.text.trim().parse::<u32>() {
            Ok(1) => Ok(()),
            Ok(_) => Err(value.bad("GM", "1, the game of go")),
            Err(_) => {
                self.remark(value, "GM", RemarkKind::NumberUnreadable);
                Ok(())
            }
        }
    }

    fn format(&mut self) -> u8 {
        let Some(value) = self.first(&["FF"]) else {
            return 1;
        };
        value.text.trim().parse().unwrap_or_else(|_| {
            self.remark(value, "FF", RemarkKind::NumberUnreadable);
            1
        })
    }

    /// SZ as `19`, or as `19:19` for a board that is square all the same.
    fn size(&mut self) -> Result<u8, SgfError> {
        let Some(value) = self.first(&["SZ"]) else {
            return Ok(19);
        };
        let text = value.text.trim();
        let (columns, rows) = text.split_once(':').unwrap_or((text, text));
        match (columns.trim().parse::<u8>(), rows.trim().parse::<u8>()) {
            (Ok(size), Ok(rows)) if size == rows && (SIZE_MIN..=SIZE_MAX).contains(&size) => {
                Ok(size)
            }
            _ => Err(value.bad("SZ", "a square board of 2 to 25 lines, as 19")),
        }
    }

    fn player(&mut self, colour: Colour) -> Player {
        let [name, rank, team] = match colour {
            Colour::Black => ["PB", "BR", "BT"],
            Colour::White => ["PW", "WR", "WT"],
        };
        Player {
            name: self.line(&[name]).unwrap_or_default(),
            rank: self.line(&[rank]).map(|raw| Rank::read(&raw)),
            team: self.line(&[team]),
        }
    }

    /// Every AP of the header: Fox writes its own as a second one.
    fn applications(&self) -> Vec<String> {
        let values = self.property("AP").map_or(&[][..], |ap| &ap.values);
        values.iter().map(|value| one_line(&value.text)).collect()
    }

    /// The portals' TE is the event; FF[4]'s is 1 or 2 and praises a move.
    fn event(&mut self) -> Option<String> {
        let text = self.line(&["TE"])?;
        (!matches!(text.as_str(), "1" | "2")).then_some(text)
    }

    /// KM, or the portals' KO; FF[4]'s KO has no value.
    fn komi(&mut self, fox: bool, chinese: bool) -> Option<Komi> {
        let value = self.first(&["KM", "KO"])?;
        let (komi, remark) = komi(&one_line(&value.text), fox, chinese);
        self.remark_if(value, "KM", remark);
        Some(komi)
    }

    fn handicap(&mut self, size: u8) -> u32 {
        let Some(value) = self.first(&["HA", "HD"]) else {
            return 0;
        };
        let most = u32::from(size) * u32::from(size);
        match value.text.trim().parse::<u32>() {
            Ok(stones) if stones <= most => stones,
            _ => {
                self.remark(value, "HA", RemarkKind::HandicapUnreadable);
                0
            }
        }
    }

    fn main_time(&mut self) -> Option<Millis> {
        let value = self.first(&["TM"])?;
        if let Some(time) = timing::with_units(&value.text) {
            return Some(time);
        }
        let Some((time, cut)) = timing::seconds(&value.text).filter(|(time, _)| time.0 >= 0) else {
            self.remark(value, "TM", RemarkKind::TimeUnreadable);
            return None;
        };
        self.remark_if(value, "TM", cut.then_some(RemarkKind::TimeCut));
        // The portals that write LC and LT give the main time in minutes.
        if self.property("LT").is_some() && self.property("OT").is_none() {
            self.remark(value, "TM", RemarkKind::TimeInMinutes);
            return Some(time * 60);
        }
        Some(time)
    }

    fn overtime(&mut self) -> Option<Overtime> {
        if let Some(value) = self.first(&["OT"]) {
            let overtime = timing::overtime(&one_line(&value.text));
            let unknown = matches!(overtime, Some(Overtime::Other(_)));
            self.remark_if(value, "OT", unknown.then_some(RemarkKind::OvertimeUnknown));
            return overtime;
        }
        for (count, length) in [("TC", "TT"), ("LC", "LT")] {
            let (Some(periods), Some(period)) = (self.first(&[count]), self.first(&[length]))
            else {
                continue;
            };
            if periods.text.trim() == "0" || period.text.trim() == "0" {
                return None;
            }
            let overtime = timing::by_periods(&periods.text, &period.text);
            if overtime.is_none() {
                self.remark(period, length, RemarkKind::TimeUnreadable);
            }
            return overtime;
        }
        None
    }
}

/// The text on one line, without blanks around it.
fn one_line(text: &str) -> String {
    text.trim().replace('\n', " ")
}

/// Whether `聂卫芛BR[9d` looks like a value that lost its bracket.
fn holds_a_property(text: &str) -> bool {
    text.match_indices('[')
        .any(|(at, _)| text[..at].ends_with(|c: char| c.is_ascii_uppercase()))
}

/// Reads a komi.
fn komi(text: &str, fox: bool, chinese: bool) -> (Komi, Option<RemarkKind>) {
    let (qz, reading, remark) = quarters(text, fox, chinese).map_or(
        (None, KomiReading::Points, Some(RemarkKind::KomiUnreadable)),
        |(qz, reading, remark)| (Some(QuarterZi(qz)), reading, remark),
    );
    let komi = Komi {
        qz,
        reading,
        raw: text.to_owned(),
    };
    (komi, remark)
}

fn quarters(
    text: &str,
    fox: bool,
    chinese: bool,
) -> Option<(i64, KomiReading, Option<RemarkKind>)> {
    let Some(number) = Decimal::parse(text) else {
        let (qz, unit) = amount::read(&plain(text))?;
        let reading = match unit {
            Unit::Zi => KomiReading::Zi,
            Unit::Point => KomiReading::Points,
        };
        return Some((qz.0, reading, None));
    };
    let hundredths = |remark| {
        let (factor, reading) = match chinese {
            true => (4, KomiReading::ZiHundredths),
            false => (2, KomiReading::PointHundredths),
        };
        let scaled = number.times(factor).filter(|n| n % 100 == 0)?;
        Some((scaled / 100, reading, remark))
    };
    if fox && let Some(read) = hundredths(None) {
        return Some(read);
    }
    let (whole, _) = number.times_cut(1)?;
    if whole.unsigned_abs() > KOMI_POINTS_MAX.unsigned_abs() {
        return hundredths(Some(RemarkKind::KomiInHundredths));
    }
    if let Some(qz) = number.times(2) {
        return Some((qz, KomiReading::Points, None));
    }
    let in_zi = number.times(4).filter(|_| chinese)?;
    Some((in_zi, KomiReading::Zi, Some(RemarkKind::ReadAsZi)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn komi_is_exact_in_quarter_zi() {
        use KomiReading as K;
        for (text, fox, chinese, qz, reading) in [
            ("7.5", false, true, Some(15), K::Points),
            ("7.50", false, false, Some(15), K::Points),
            ("6.5", false, false, Some(13), K::Points),
            ("0", false, true, Some(0), K::Points),
            ("-5.5", false, false, Some(-11), K::Points),
            ("3.75", false, true, Some(15), K::Zi),
            ("3.75", false, false, None, K::Points),
            ("3又3/4子", false, true, Some(15), K::Zi),
            ("黑贴7目半", false, true, Some(15), K::Points),
            ("375", true, true, Some(15), K::ZiHundredths),
            ("325", true, true, Some(13), K::ZiHundredths),
            ("650", true, false, Some(13), K::PointHundredths),
            ("50", true, false, Some(1), K::PointHundredths),
            ("0", true, true, Some(0), K::ZiHundredths),
            ("375", false, true, Some(15), K::ZiHundredths),
            ("650", false, false, Some(13), K::PointHundredths),
            ("50", false, false, Some(100), K::Points),
            ("6.25", false, false, None, K::Points),
            ("none", false, false, None, K::Points),
        ] {
            let (read, _) = komi(text, fox, chinese);
            assert_eq!(
                (read.qz.map(|qz| qz.0), read.reading),
                (qz, reading),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_komi_is_read_or_unknown(text in "\\PC*", fox: bool, chinese: bool) {
            let (read, remark) = komi(&text, fox, chinese);
            prop_assert!(read.qz.is_some() || remark.is_some());
        }
    }
}
