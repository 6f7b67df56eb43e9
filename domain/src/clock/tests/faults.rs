//! Faulty clocks and lost records (TM-22, TM-24).

use super::*;

const HOUR: i64 = 3_600_000;

fn rescaled(black: i64, white: i64, wall: i64) -> Option<(i64, i64)> {
    rescale(Millis(black), Millis(white), Millis(wall), Millis(120_000)).map(|(b, w)| (b.0, w.0))
}

#[test]
fn two_minutes_an_hour_are_rescaled_and_less_is_not() {
    // 62 and 58 minutes of readings for an hour of play.
    assert_eq!(
        rescaled(1_860_000, 1_860_000, HOUR),
        Some((1_800_000, 1_800_000))
    );
    assert_eq!(rescaled(1_860_000, 1_859_999, HOUR), None);
    assert_eq!(
        rescaled(1_160_000, 2_320_000, HOUR),
        Some((1_200_000, 2_400_000))
    );
    assert_eq!(rescaled(1_160_000, 2_320_001, HOUR), None);
    // The measure is per hour: a minute in half an hour, four in two hours.
    assert!(rescaled(930_000, 930_000, HOUR / 2).is_some());
    assert!(rescaled(3_600_000, 3_840_000, 2 * HOUR).is_some());
    assert!(rescaled(3_600_000, 3_839_999, 2 * HOUR).is_none());
}

#[test]
fn parts_of_a_millisecond_are_dropped() {
    assert_eq!(rescaled(1, 2, 100), Some((33, 66)));
    assert_eq!(rescaled(0, 2, 100), Some((0, 100)));
    let (half, other) = split_equally(Millis(7));
    assert_eq!((half, other), (Millis(3), Millis(3)));
    assert_eq!(split_equally(Millis(-7)).0, Millis(0));
}

#[test]
fn nothing_is_divided_by_nothing() {
    assert_eq!(rescaled(0, 0, HOUR), None);
    assert_eq!(rescaled(1, 1, 0), None);
    assert_eq!(rescaled(-5, 10, HOUR), None);
    assert_eq!(
        rescaled(i64::MAX, i64::MAX, i64::MAX),
        Some((i64::MAX / 2, i64::MAX / 2))
    );
}
