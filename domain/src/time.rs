//! Moments and durations, both in whole milliseconds. Not a clock: nothing
//! here knows what time it is. A game's clocks are in `clock`.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A duration in milliseconds. Negative where an arithmetic difference is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// No time.
    pub const ZERO: Millis = Millis(0);

    /// The duration, or zero if it is negative.
    #[must_use]
    pub fn at_least_zero(self) -> Millis {
        Millis(self.0.max(0))
    }
}

impl std::ops::Add for Millis {
    type Output = Millis;
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl std::ops::AddAssign for Millis {
    fn add_assign(&mut self, other: Millis) {
        *self = *self + other;
    }
}

impl std::ops::Sub for Millis {
    type Output = Millis;
    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl std::ops::SubAssign for Millis {
    fn sub_assign(&mut self, other: Millis) {
        *self = *self - other;
    }
}

impl std::ops::Mul<i64> for Millis {
    type Output = Millis;
    fn mul(self, factor: i64) -> Millis {
        Millis(self.0.saturating_mul(factor))
    }
}

/// A moment, in milliseconds since 1970-01-01T00:00:00Z, between the years
/// 0000 and 9999. RFC 3339 in JSON: any offset is read, UTC with three digits
/// of a second is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// A text that is no moment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a time: expected RFC 3339 with an offset, as 2026-05-01T09:30:12.000Z ({why})"
)]
pub struct NotATime {
    /// What was read.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

const FIRST_MS: i64 = -62_167_219_200_000; // 0000-01-01T00:00:00.000Z
const LAST_MS: i64 = 253_402_300_799_999; // 9999-12-31T23:59:59.999Z

impl Timestamp {
    /// The moment that many milliseconds after 1970-01-01T00:00:00Z, if its year has four digits.
    pub fn from_unix_ms(ms: i64) -> Option<Timestamp> {
        (FIRST_MS..=LAST_MS).contains(&ms).then_some(Timestamp(ms))
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub fn unix_ms(self) -> i64 {
        self.0
    }

    /// The time from `earlier` to this moment; negative if `earlier` is later.
    pub fn since(self, earlier: Timestamp) -> Millis {
        Millis(self.0 - earlier.0)
    }

    /// This moment moved by `duration`, kept within four-digit years.
    #[must_use]
    pub fn plus(self, duration: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add(duration.0).clamp(FIRST_MS, LAST_MS))
    }
}

impl FromStr for Timestamp {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Timestamp, NotATime> {
        if let Some(moment) = parse_canonical(text.as_bytes()) {
            return Ok(moment);
        }
        let fail = |why: &str| NotATime {
            text: text.to_owned(),
            why: why.to_owned(),
        };
        // jiff also reads ISO 8601 forms that RFC 3339 does not have (week dates, brackets).
        let bytes = text.as_bytes();
        let shape = bytes.len() >= 20 && bytes[4] == b'-' && bytes[7] == b'-' && bytes[13] == b':';
        if !shape || text.contains('[') {
            return Err(fail("the form is another"));
        }
        // In pieces, since a whole jiff timestamp ends a day before the year 9999 does.
        let pieces = jiff::fmt::temporal::Pieces::parse(text).map_err(|e| fail(&e.to_string()))?;
        let (Some(time), Some(offset)) = (pieces.time(), pieces.to_numeric_offset()) else {
            return Err(fail("the time of day or the offset is missing"));
        };
        if offset.seconds().abs() >= 86_400 {
            return Err(fail("the offset is a day or more"));
        }
        let date = pieces.date();
        let days = days_from_civil(
            i64::from(date.year()),
            i64::from(date.month()),
            i64::from(date.day()),
        );
        let seconds = (days * 24 + i64::from(time.hour())) * 3600
            + i64::from(time.minute()) * 60
            + i64::from(time.second())
            - i64::from(offset.seconds());
        // Parts of a millisecond are cut off, towards the earlier moment.
        Timestamp::from_unix_ms(seconds * 1000 + i64::from(time.millisecond()))
            .ok_or_else(|| fail("in UTC its year has not four digits"))
    }
}

/// Reads exactly `YYYY-MM-DDTHH:MM:SS.mmmZ`, the form in which entries stand
/// in a ledger; anything else is left to the full parser.
fn parse_canonical(b: &[u8]) -> Option<Timestamp> {
    if b.len() != 24 || [b[4], b[7], b[10], b[13], b[16], b[19], b[23]] != *b"--T::.Z" {
        return None;
    }
    let number = |range: std::ops::Range<usize>| {
        b[range].iter().try_fold(0_i64, |n, d| {
            d.is_ascii_digit().then(|| n * 10 + i64::from(d - b'0'))
        })
    };
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second, ms) = (
        number(11..13)?,
        number(14..16)?,
        number(17..19)?,
        number(20..23)?,
    );
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return None;
    }
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let days = days_from_civil(year, month, day);
    Some(Timestamp(
        (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms,
    ))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar, counted
/// in years that begin in March so that the leap day is a year's last.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year
        - 719_468
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0.div_euclid(86_400_000);
        let ms = self.0.rem_euclid(86_400_000);
        let (year, month, day) = civil_from_days(days);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
            ms / 3_600_000,
            ms / 60_000 % 60,
            ms / 1000 % 60,
            ms % 1000
        )
    }
}

/// The date that many days after 1970-01-01: the inverse of `days_from_civil`.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::text::as_text!(Timestamp);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn any_offset_is_read_and_utc_is_written() {
        for text in [
            "2026-05-01T09:30:12Z",
            "2026-05-01T09:30:12.000Z",
            "2026-05-01T17:30:12+08:00",
            "2026-05-01T09:30:12.000999Z",
            "2026-05-01t09:30:12z",
        ] {
            let moment: Timestamp = text.parse().unwrap();
            assert_eq!(moment.to_string(), "2026-05-01T09:30:12.000Z", "{text}");
        }
    }

    #[test]
    fn the_first_and_the_last_moment_are_read_in_every_form() {
        for (text, utc) in [
            ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"),
            ("9999-12-31T23:59:59.999+00:00", "9999-12-31T23:59:59.999Z"),
            ("9999-12-31T22:59:59-01:00", "9999-12-31T23:59:59.000Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
            ("0000-01-01T01:00:00+01:00", "0000-01-01T00:00:00.000Z"),
            ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
        ] {
            let moment: Timestamp = text.parse().unwrap();
            assert_eq!(moment.to_string(), utc, "{text}");
        }
        for text in ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"] {
            let why = text.parse::<Timestamp>().unwrap_err().why;
            assert_eq!(why, "in UTC its year has not four digits");
        }
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "",
            "2026-05-01",
            "2026-05-01T09:30:12",
            "2026-02-29T00:00:00.000Z",
            "2026-13-01T00:00:00.000Z",
            "2026-05-01T24:00:00.000Z",
            "20260501T093012Z",
            "2026-05-01T09:30:12.000Z[UTC]",
            "99999-05-01T09:30:12.000Z",
            "-001-05-01T09:30:12Z",
            "2026-05-01T09:30:12+25:00",
            "2026-05-01T09:30:12.+08:00",
        ] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_moment_comes_back_from_its_text(ms in FIRST_MS..=LAST_MS) {
            let moment = Timestamp::from_unix_ms(ms).unwrap();
            prop_assert_eq!(moment.to_string().parse(), Ok(moment));
        }

        #[test]
        fn the_short_parser_agrees_with_the_full_one(ms in 0..=LAST_MS) {
            let moment = Timestamp::from_unix_ms(ms).unwrap();
            let text = moment.to_string();
            let full: jiff::Timestamp = text.parse().unwrap();
            prop_assert_eq!(full.as_millisecond(), moment.unix_ms());
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = text.parse::<Timestamp>();
        }
    }
}
