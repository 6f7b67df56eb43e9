//! Arithmetic of faulty clocks and lost records (2002 22.8, 22.9). Whether to
//! apply it is an arbiter's finding, and stands elsewhere.

use crate::Millis;

const HOUR_MS: i128 = 3_600_000;

/// The used times after a clock fault, TM-22: `None` while the two clocks
/// together are off by less than `rate` per hour of `wall` (the time since the
/// start, less pauses), or where there is nothing to divide. Else
/// both, black's first, rescaled in proportion so that together they come to
/// `wall`; parts of a millisecond are dropped, so that nobody is charged more
/// than his share.
pub fn rescale(
    black_used: Millis,
    white_used: Millis,
    wall: Millis,
    rate: Millis,
) -> Option<(Millis, Millis)> {
    let (black, white) = (i128::from(black_used.0), i128::from(white_used.0));
    let wall = i128::from(wall.0);
    let sum = black + white;
    if black < 0 || white < 0 || sum == 0 || wall <= 0 {
        return None;
    }
    if (sum - wall).abs() * HOUR_MS < i128::from(rate.0) * wall {
        return None;
    }
    let share = |used: i128| i64::try_from(used * wall / sum).map(Millis).ok();
    Some((share(black)?, share(white)?))
}

/// Half of the first part of a game for each side, TM-24: where play resumes
/// with a fault and nobody wrote the times down. The odd millisecond is dropped.
pub fn split_equally(wall: Millis) -> (Millis, Millis) {
    let half = Millis(wall.at_least_zero().0 / 2);
    (half, half)
}
