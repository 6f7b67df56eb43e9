//! Tests of the clocks: rulings at every boundary, worked games, and a slow
//! clock that counts single milliseconds to compare with.

mod adjusting;
mod boundaries;
mod control;
mod faults;
mod games;
mod properties;
mod readings;

use super::*;
use crate::{Millis, Timestamp};

/// Main time 60 s, then three periods of 60 s.
const BYOYOMI: TimeControl = TimeControl::Byoyomi {
    limit_ms: Millis(60_000),
    periods: 3,
    period_ms: Millis(60_000),
};

/// A minute in all.
const ABSOLUTE: TimeControl = TimeControl::Absolute {
    limit_ms: Millis(60_000),
};

/// Main time 60 s, then 3 moves in each 600 s, unused time carried over.
const PER_MOVES: TimeControl = TimeControl::MovesPerPeriod {
    limit_ms: Millis(60_000),
    moves: 3,
    period_ms: Millis(600_000),
    carry_over: true,
};

/// A bank of 60 s, 10 s more for each turn, 70 s at most.
const FISCHER: TimeControl = TimeControl::Fischer {
    limit_ms: Millis(60_000),
    increment_ms: Millis(10_000),
    cap_ms: Some(Millis(70_000)),
};

fn clock(control: TimeControl) -> PlayerClock {
    assert_eq!(control.check(), Ok(()));
    PlayerClock::new(control, Times::Recorded)
}

/// A clock after completed turns of those lengths.
fn after(control: TimeControl, turns: &[i64]) -> PlayerClock {
    let mut clock = clock(control);
    for &turn in turns {
        play(&mut clock, turn);
    }
    clock
}

fn play(clock: &mut PlayerClock, turn_ms: i64) {
    clock.start_turn();
    clock.advance(Millis(turn_ms));
    clock.end_turn();
}

/// A clock in a turn that has run that long, after completed turns.
fn during(control: TimeControl, turns: &[i64], running_ms: i64) -> PlayerClock {
    let mut clock = after(control, turns);
    clock.start_turn();
    clock.advance(Millis(running_ms));
    clock
}

/// Main time left, periods left, overrun, out of time.
fn account(clock: &PlayerClock) -> (i64, Option<u32>, i64, bool) {
    let view = clock.view(false);
    (
        view.left_ms.unwrap().0,
        view.periods_left,
        view.over_ms.unwrap().0,
        clock.is_out(),
    )
}

/// A time of day on the first of May, as `01:02:11.000`.
fn at(time: &str) -> Timestamp {
    format!("2026-05-01T{time}Z").parse().unwrap()
}
