//! Clock readings of a record: BL, WL, OB and OW, and what they are worth.
//! They say what a clock showed as left; what a move took is for others to
//! work out, where it can be.

use super::error::{Remark, RemarkKind, note};
use super::record::{ClockStyle, Overtime, OvertimeLeft, Reading, Record};
use super::scan::Property;
use super::timing;
use crate::colour::PerColour;
use crate::{Colour, Millis};

/// Reads one property into a node's clock.
pub(super) fn read(property: &Property, clock: &mut PerColour<Reading>, record: &mut Record) {
    let field = property.name.as_str();
    let Some(value) = property.values.first() else {
        return;
    };
    let mut remark = |kind| {
        let remark = Remark::new(value.place, field, &value.text, kind);
        note(&mut record.remarks, remark);
    };
    let reading = match field {
        "BL" | "OB" => &mut clock.black,
        _ => &mut clock.white,
    };
    if matches!(field, "BL" | "WL") {
        let read = timing::seconds(&value.text);
        reading.left = read.map(|(left, _)| left);
        match read {
            None => remark(RemarkKind::TimeUnreadable),
            Some((_, true)) => remark(RemarkKind::TimeCut),
            Some((_, false)) => {}
        }
        return;
    }
    let Ok(number) = value.text.trim().parse::<u32>() else {
        return remark(RemarkKind::NumberUnreadable);
    };
    reading.overtime = Some(match record.overtime {
        Some(Overtime::ByoYomi { .. }) => OvertimeLeft::Periods(number),
        Some(Overtime::Canadian { .. }) => OvertimeLeft::Moves(number),
        _ => OvertimeLeft::Unclear(number),
    });
}

/// Decides what the readings of a whole record are worth.
///
/// `GoGui` copies KGS's readings and leaves out OT. There, two overtime
/// readings in a row with the same number can only be periods: of moves to be
/// played in a period each move takes one away.
pub(super) fn judge(record: &mut Record) {
    let overtime: Vec<(Colour, Option<Millis>, OvertimeLeft)> = record
        .nodes
        .iter()
        .flat_map(|node| Colour::BOTH.map(|colour| (colour, node.clock[colour])))
        .filter_map(|(colour, reading)| Some((colour, reading.left, reading.overtime?)))
        .collect();
    let unclear = |left: &OvertimeLeft| matches!(left, OvertimeLeft::Unclear(_));
    let repeats = Colour::BOTH.into_iter().any(|colour| {
        let own: Vec<u32> = overtime
            .iter()
            .filter(|(of, _, left)| *of == colour && unclear(left))
            .map(|(_, _, left)| left.number())
            .collect();
        own.windows(2).any(|pair| pair[0] == pair[1])
    });
    if repeats {
        infer_periods(record);
    }
    let has_periods =
        repeats || (overtime.iter()).any(|(_, _, left)| matches!(left, OvertimeLeft::Periods(_)));
    let mut lefts = overtime.iter().filter_map(|(_, left, _)| *left);
    let period = match record.overtime {
        Some(Overtime::ByoYomi { period, .. }) => Some(period),
        _ => lefts.clone().next(),
    };
    let always_whole = lefts.all(|left| Some(left) == period);
    let any = record.nodes.iter().any(|node| {
        let has_time = |colour: Colour| node.clock[colour].left.is_some();
        Colour::BOTH.into_iter().any(has_time)
    });
    record.clock_style = match (has_periods && always_whole, any || !overtime.is_empty()) {
        (true, _) => ClockStyle::PeriodReset,
        (false, true) => ClockStyle::Running,
        (false, false) => ClockStyle::NoReadings,
    };
}

fn infer_periods(record: &mut Record) {
    let mut first = true;
    for node in &mut record.nodes {
        for colour in Colour::BOTH {
            let Some(OvertimeLeft::Unclear(number)) = node.clock[colour].overtime else {
                continue;
            };
            node.clock[colour].overtime = Some(OvertimeLeft::Periods(number));
            if first {
                let kind = RemarkKind::OvertimeInferred;
                note(&mut record.remarks, Remark::new(node.place, "", "", kind));
                first = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read as read_file;
    use super::*;

    fn one(text: &str) -> Record {
        read_file(text.as_bytes()).unwrap().games.remove(0)
    }

    fn clock(record: &Record, node: usize, colour: Colour) -> (Option<i64>, Option<OvertimeLeft>) {
        let reading = record.nodes[node].clock[colour];
        (reading.left.map(|left| left.0), reading.overtime)
    }

    #[test]
    fn a_period_that_is_set_back_says_nothing_of_the_time_within_it() {
        let record = one("(;TM[60]OT[5x30 byo-yomi];B[pd]BL[12.5];W[dp]WL[50];\
             B[pp]BL[30]OB[4];W[dd]WL[41.2];B[qq]BL[30]OB[2])");
        assert_eq!(record.clock_style, ClockStyle::PeriodReset);
        assert_eq!(clock(&record, 0, Colour::Black), (Some(12_500), None));
        let periods = |n| (Some(30_000), Some(OvertimeLeft::Periods(n)));
        assert_eq!(clock(&record, 2, Colour::Black), periods(4));
        assert_eq!(clock(&record, 4, Colour::Black), periods(2));
        assert_eq!(clock(&record, 3, Colour::White), (Some(41_200), None));
    }

    #[test]
    fn canadian_overtime_counts_moves() {
        let record = one("(;TM[600]OT[25/300 Canadian];B[pd]BL[300]OB[25];B[pp]BL[281]OB[24])");
        assert_eq!(record.clock_style, ClockStyle::Running);
        let left = (Some(281_000), Some(OvertimeLeft::Moves(24)));
        assert_eq!(clock(&record, 1, Colour::Black), left);
    }

    #[test]
    fn both_clocks_may_stand_in_one_node() {
        let record = one("(;TM[1800];B[cd];W[pd]BL[1800]WL[1788])");
        assert_eq!(record.clock_style, ClockStyle::Running);
        assert_eq!(clock(&record, 1, Colour::Black), (Some(1_800_000), None));
        assert_eq!(clock(&record, 1, Colour::White), (Some(1_788_000), None));
    }

    #[test]
    fn overtime_without_a_name_is_told_by_its_numbers() {
        let record = one("(;TM[60];B[pp]BL[30.0]OB[5];B[dd]BL[30.0]OB[5];B[dp]BL[30.0]OB[4])");
        assert_eq!(record.clock_style, ClockStyle::PeriodReset);
        assert_eq!(record.remarks[0].kind, RemarkKind::OvertimeInferred);
        let periods = (Some(30_000), Some(OvertimeLeft::Periods(4)));
        assert_eq!(clock(&record, 2, Colour::Black), periods);
        let record = one("(;B[pp]BL[30]OB[5];B[dd]BL[28]OB[4])");
        let unclear = (Some(28_000), Some(OvertimeLeft::Unclear(4)));
        assert_eq!(clock(&record, 1, Colour::Black), unclear);
    }

    #[test]
    fn readings_that_are_no_numbers_are_remarked_on() {
        let record = one("(;B[pp]BL[soon]OB[some];W[dd]WL[12.3456])");
        let kinds: Vec<RemarkKind> = record.remarks.iter().map(|r| r.kind).collect();
        assert_eq!(
            kinds,
            [
                RemarkKind::TimeUnreadable,
                RemarkKind::NumberUnreadable,
                RemarkKind::TimeCut
            ]
        );
        assert_eq!(clock(&record, 1, Colour::White), (Some(12_345), None));
    }
}
