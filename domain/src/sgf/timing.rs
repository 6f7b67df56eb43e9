//! Time conditions as records write them: main time and overtime, at SGF's own
//! properties, at Fox's TC and TT, at the portals' LC and LT.

use super::amount::plain;
use super::decimal::Decimal;
use super::record::Overtime;
use crate::Millis;

/// Seconds in decimal text, to the millisecond; the flag says whether finer
/// digits were cut off.
pub(super) fn seconds(text: &str) -> Option<(Millis, bool)> {
    let (ms, exact) = Decimal::parse(text)?.times_cut(1000)?;
    Some((Millis(ms), !exact))
}

/// A main time with its units written out: `2시간 30분`, `3小时`, `90分`, `2h`.
pub(super) fn with_units(text: &str) -> Option<Millis> {
    const UNITS: [(&str, i64); 19] = [
        ("小时", 3_600_000),
        ("시간", 3_600_000),
        ("时间", 3_600_000),
        ("hours", 3_600_000),
        ("hour", 3_600_000),
        ("时", 3_600_000),
        ("h", 3_600_000),
        ("分钟", 60_000),
        ("分鐘", 60_000),
        ("minutes", 60_000),
        ("min", 60_000),
        ("分", 60_000),
        ("분", 60_000),
        ("m", 60_000),
        ("seconds", 1000),
        ("sec", 1000),
        ("秒", 1000),
        ("초", 1000),
        ("s", 1000),
    ];
    let text = plain(text).to_lowercase();
    let mut rest = text.trim().trim_start_matches(['各', '每', '方']);
    let mut total = Millis::ZERO;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, after) = rest.split_at(end);
        let after = after.trim_start();
        let (after, unit) = UNITS
            .iter()
            .find_map(|(name, ms)| Some((after.strip_prefix(name)?, *ms)))?;
        total += Millis(Decimal::parse(number)?.times(unit)?);
        rest = after.trim_start();
    }
    Some(total)
}

/// The value of OT. `None`: no overtime.
pub(super) fn overtime(text: &str) -> Option<Overtime> {
    let lower = text.trim().to_lowercase();
    if matches!(lower.as_str(), "" | "none" | "no" | "无" | "無" | "-") {
        return None;
    }
    Some(known_overtime(&lower).unwrap_or_else(|| Overtime::Other(text.to_owned())))
}

fn known_overtime(lower: &str) -> Option<Overtime> {
    let (first, kind) = lower
        .split_once(char::is_whitespace)
        .map_or((lower, ""), |(first, kind)| (first, kind.trim()));
    if let Some((periods, period)) = first.split_once(['x', '×', '*']) {
        if matches!(
            kind,
            "" | "byo-yomi" | "byoyomi" | "byo yomi" | "读秒" | "秒读み"
        ) {
            return by_periods(periods, period.trim_end_matches(['秒', 's']));
        }
    } else if let Some((moves, period)) = first.split_once('/') {
        if matches!(kind, "" | "canadian") {
            return Some(Overtime::Canadian {
                moves: moves.parse().ok().filter(|n| *n > 0)?,
                period: positive(period)?,
            });
        }
    } else if kind == "fischer" {
        return Some(Overtime::Fischer {
            increment: positive(first)?,
        });
    }
    None
}

/// Byo-yomi from a number of periods and their length in seconds.
pub(super) fn by_periods(periods: &str, period: &str) -> Option<Overtime> {
    Some(Overtime::ByoYomi {
        periods: periods.trim().parse().ok().filter(|n| *n > 0)?,
        period: positive(period)?,
    })
}

fn positive(text: &str) -> Option<Millis> {
    let (ms, cut) = seconds(text)?;
    (ms.0 > 0 && !cut).then_some(ms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn overtimes_are_understood() {
        let byo_yomi = |periods, seconds: i64| {
            Some(Overtime::ByoYomi {
                periods,
                period: Millis(seconds * 1000),
            })
        };
        assert_eq!(overtime("5x30 byo-yomi"), byo_yomi(5, 30));
        assert_eq!(overtime("3x60 byoyomi"), byo_yomi(3, 60));
        assert_eq!(overtime("5x30秒"), byo_yomi(5, 30));
        assert_eq!(
            overtime("25/300 Canadian"),
            Some(Overtime::Canadian {
                moves: 25,
                period: Millis(300_000)
            })
        );
        assert_eq!(
            overtime("2 fischer"),
            Some(Overtime::Fischer {
                increment: Millis(2000)
            })
        );
        for none in ["", "none", "无"] {
            assert_eq!(overtime(none), None);
        }
        for other in ["hourglass", "0x30 byo-yomi", "5x byo-yomi", "5x30 apples"] {
            assert_eq!(overtime(other), Some(Overtime::Other(other.to_owned())));
        }
    }

    #[test]
    fn main_times_with_units_are_understood() {
        for (text, ms) in [
            ("2시간", Some(7_200_000)),
            ("2시간 30분", Some(9_000_000)),
            ("各3小时", Some(10_800_000)),
            ("90分", Some(5_400_000)),
            ("1.5h", Some(5_400_000)),
            ("7200", None),
            ("2시간x", None),
            ("", None),
        ] {
            assert_eq!(with_units(text), ms.map(Millis), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_some_time(text in "\\PC*") {
            let _ = (seconds(&text), with_units(&text), overtime(&text));
        }
    }
}
