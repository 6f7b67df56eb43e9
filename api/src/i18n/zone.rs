//! The time zone in which people read times. The ledger keeps moments, all in
//! UTC and without the offset with which they were handed in, so a zone is only
//! ever chosen by the reader. The zones by name lie within the binary: the same
//! choice gives the same text everywhere. No clock is read.

use fupan_domain::Timestamp;
use jiff::{ZonedDateTime, fmt::temporal::DateTimeParser, tz::TimeZone};
use std::{fmt, str::FromStr};

/// How a time reads, less its milliseconds and its zone.
const TO_THE_SECOND: &str = "%Y-%m-%d %H:%M:%S";

/// A time zone; UTC unless another is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    zone: TimeZone,
    /// As it was chosen.
    name: String,
}

/// A text that names no time zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no time zone: expected UTC, a name as Asia/Shanghai or an offset as +08:00")]
pub struct NotAZone(pub String);

impl Default for Zone {
    fn default() -> Zone {
        Zone {
            zone: TimeZone::UTC,
            name: "UTC".to_owned(),
        }
    }
}

impl FromStr for Zone {
    type Err = NotAZone;

    fn from_str(text: &str) -> Result<Zone, NotAZone> {
        // Machines that are set to UTC call it so.
        let of_utc = ["utc", "z", "etc/utc"];
        if of_utc.iter().any(|name| text.eq_ignore_ascii_case(name)) {
            return Ok(Zone::default());
        }
        let refused = |_| NotAZone(text.to_owned());
        let zone = DateTimeParser::new()
            .parse_time_zone(text)
            .map_err(refused)?;
        // A name as the database spells it, whatever its case was.
        let name = zone.iana_name().unwrap_or(text).to_owned();
        Ok(Zone { zone, name })
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Zone {
    /// A moment in this zone, as `2026-05-01 17:30:12.500 +08:00`; milliseconds
    /// only where there are some, and `UTC` in place of its offset.
    pub fn moment(&self, at: Timestamp) -> String {
        let Some(here) = self.here(at).filter(|_| self.zone != TimeZone::UTC) else {
            return in_utc(at);
        };
        let date = here.strftime(TO_THE_SECOND);
        let offset = here.strftime("%:z");
        match at.unix_ms().rem_euclid(1000) {
            0 => format!("{date} {offset}"),
            ms => format!("{date}.{ms:03} {offset}"),
        }
    }

    /// The time of a day that is told elsewhere, to the second: `17:30:12`.
    pub fn time_of_day(&self, at: Timestamp) -> String {
        self.here(at)
            .map_or_else(|| in_utc(at), |here| here.strftime("%H:%M:%S").to_string())
    }

    /// The day, with the offset in which its times are told: `2026-05-01, +08:00`.
    pub fn day(&self, at: Timestamp) -> String {
        let Some(here) = self.here(at) else {
            return in_utc(at);
        };
        if self.zone == TimeZone::UTC {
            return here.strftime("%Y-%m-%d, UTC").to_string();
        }
        here.strftime("%Y-%m-%d, %:z").to_string()
    }

    /// The date alone: `2026-05-01`.
    pub fn date(&self, at: Timestamp) -> String {
        self.here(at)
            .map_or_else(|| in_utc(at), |here| here.strftime("%Y-%m-%d").to_string())
    }

    /// How far this zone's clocks are ahead of UTC then, in milliseconds.
    pub fn ahead_ms(&self, at: Timestamp) -> i64 {
        self.here(at)
            .map_or(0, |here| i64::from(here.offset().seconds()) * 1000)
    }

    /// A moment as this zone's clocks show it: `2026-05-01T17:30`, seconds and more
    /// where they are given. Where clocks were put forward or back, the earlier reading.
    pub fn read(&self, text: &str) -> Option<Timestamp> {
        let civil: jiff::civil::DateTime = text.parse().ok()?;
        let there = civil.to_zoned_datetime(self.zone.clone()).ok()?;
        Timestamp::from_unix_ms(there.timestamp().as_millisecond())
    }

    /// Only the last day of the year 9999 is beyond what the crate reckons with.
    fn here(&self, at: Timestamp) -> Option<ZonedDateTime> {
        let moment = jiff::Timestamp::from_millisecond(at.unix_ms()).ok()?;
        Some(moment.to_zoned_datetime(self.zone.clone()))
    }
}

fn in_utc(at: Timestamp) -> String {
    let text = at.to_string();
    let text = text.trim_end_matches('Z');
    let text = text.strip_suffix(".000").unwrap_or(text);
    format!("{} UTC", text.replace('T', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(zone: &str, at: &str) -> String {
        let zone: Zone = zone.parse().unwrap();
        zone.moment(at.parse().unwrap())
    }

    #[test]
    fn a_moment_reads_as_the_clock_on_that_wall() {
        let at = "2026-05-01T09:30:12.000Z";
        assert_eq!(said("UTC", at), "2026-05-01 09:30:12 UTC");
        assert_eq!(said("+08:00", at), "2026-05-01 17:30:12 +08:00");
        assert_eq!(said("-03:30", at), "2026-05-01 06:00:12 -03:30");
        let at = "2026-05-01T20:30:12.500Z";
        assert_eq!(said("utc", at), "2026-05-01 20:30:12.500 UTC");
        assert_eq!(said("Etc/UTC", at), "2026-05-01 20:30:12.500 UTC");
        assert_eq!(said("Asia/Shanghai", at), "2026-05-02 04:30:12.500 +08:00");
    }

    #[test]
    fn a_day_and_its_times_may_be_told_apart() {
        let at = "2026-05-01T20:30:12.500Z".parse().unwrap();
        let shanghai: Zone = "Asia/Shanghai".parse().unwrap();
        assert_eq!(shanghai.day(at), "2026-05-02, +08:00");
        assert_eq!(shanghai.time_of_day(at), "04:30:12");
        assert_eq!(Zone::default().day(at), "2026-05-01, UTC");
    }

    #[test]
    fn what_a_wall_clock_showed_is_read() {
        let shanghai: Zone = "Asia/Shanghai".parse().unwrap();
        let read = shanghai.read("2026-05-02T04:30").unwrap();
        assert_eq!(read, "2026-05-01T20:30:00.000Z".parse().unwrap());
        assert_eq!(shanghai.read("yesterday"), None);
    }

    #[test]
    fn summer_time_is_told_by_its_offset() {
        let (winter, summer) = ("2026-01-01T12:00:00.000Z", "2026-07-01T12:00:00.000Z");
        assert_eq!(said("Europe/Paris", winter), "2026-01-01 13:00:00 +01:00");
        assert_eq!(said("europe/paris", summer), "2026-07-01 14:00:00 +02:00");
    }

    #[test]
    fn every_moment_that_can_be_recorded_is_said() {
        for at in ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"] {
            for zone in ["UTC", "+14:00", "Asia/Tokyo", "-12:00"] {
                assert!(!said(zone, at).is_empty(), "{at} {zone}");
            }
        }
    }

    #[test]
    fn what_is_no_zone_is_refused_with_what_was_expected() {
        for text in ["", "Mars/Olympus", "8", "+25:99", "noon"] {
            let refused = text.parse::<Zone>().unwrap_err().to_string();
            assert!(refused.contains("Asia/Shanghai"), "{refused}");
        }
        assert_eq!(
            "asia/tokyo".parse::<Zone>().unwrap().to_string(),
            "Asia/Tokyo"
        );
    }
}
