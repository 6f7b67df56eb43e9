//! Orders, lateness, penalties and confirmed times.

use super::*;

fn set(clock: &mut PlayerClock, main: Option<i64>, periods: Option<u32>, turn: Option<i64>) {
    clock.set(main.map(Millis), periods, turn.map(Millis));
}

#[test]
fn an_order_sets_what_it_names_and_leaves_the_rest() {
    let mut clock = during(BYOYOMI, &[20_000], 10_000);
    set(&mut clock, Some(45_000), None, None);
    assert_eq!(account(&clock), (45_000, Some(3), 0, false));
    set(&mut clock, None, Some(7), None);
    assert_eq!(account(&clock), (45_000, Some(7), 0, false));
    assert_eq!(clock.view(true).used_ms, Some(Millis(30_000)));
    // The turn goes on from there.
    clock.advance(Millis(45_000 + 60_000));
    assert_eq!(account(&clock), (0, Some(6), 0, false));
}

#[test]
fn an_order_in_the_middle_of_a_period() {
    for (turn, run, left) in [
        (30_000, 29_999, Some(2)),
        (30_000, 30_000, Some(1)),
        (59_999, 1, Some(1)),
        (0, 59_999, Some(2)),
        (60_000, 0, Some(1)),
    ] {
        let mut clock = during(BYOYOMI, &[60_000], 75_000);
        set(&mut clock, None, None, Some(turn));
        clock.advance(Millis(run));
        assert_eq!(clock.view(true).periods_left, left, "{turn} {run}");
    }
    // Main time given back ends the reading; the periods stay.
    let mut clock = during(BYOYOMI, &[60_000], 75_000);
    set(&mut clock, Some(10_000), None, None);
    clock.advance(Millis(10_000 + 59_999));
    assert_eq!(account(&clock), (0, Some(2), 0, false));
}

#[test]
fn an_order_to_read_on_ends_main_time() {
    let mut clock = during(BYOYOMI, &[], 58_000);
    set(&mut clock, None, None, Some(20_000));
    assert_eq!(account(&clock), (0, Some(3), 0, false));
    assert_eq!(clock.view(true).period_left_ms, Some(Millis(40_000)));
    // It can't be, if the same order leaves main time.
    let mut clock = during(BYOYOMI, &[], 58_000);
    set(&mut clock, Some(5000), None, Some(20_000));
    assert_eq!(account(&clock), (5000, Some(3), 0, false));
}

#[test]
fn an_order_revives_a_turn_that_was_out() {
    let mut clock = during(BYOYOMI, &[60_000], 200_000);
    set(&mut clock, None, None, Some(30_000));
    assert_eq!(account(&clock), (0, Some(1), 0, false));
    clock.advance(Millis(29_999));
    assert!(!clock.is_out());
    clock.advance(Millis(1));
    assert!(clock.is_out());

    let mut absolute = during(ABSOLUTE, &[], 70_000);
    set(&mut absolute, Some(5000), None, None);
    assert_eq!(account(&absolute), (5000, None, 0, false));
    // An order that says nothing of the player changes nothing.
    let mut out = during(ABSOLUTE, &[], 70_000);
    set(&mut out, None, None, None);
    assert_eq!(account(&out), (0, None, 10_000, true));
}

#[test]
fn no_period_left_is_out_where_main_time_ends() {
    let mut clock = during(BYOYOMI, &[], 0);
    set(&mut clock, Some(1000), Some(0), None);
    clock.advance(Millis(999));
    assert!(!clock.is_out());
    assert_eq!(clock.time_to_out(), Some(Millis(1)));
    clock.advance(Millis(1));
    assert_eq!(account(&clock), (0, Some(0), 0, true));
}

#[test]
fn an_order_sets_the_period_of_moves() {
    let mut clock = during(PER_MOVES, &[60_000, 100_000], 50_000);
    set(&mut clock, None, None, Some(400_000));
    let view = clock.view(true);
    assert_eq!(view.period_left_ms, Some(Millis(200_000)));
    assert_eq!(view.moves_left, Some(2));
    clock.end_turn();
    assert_eq!(clock.view(false).moves_left, Some(1));
    // Absolute time has neither periods nor a reading.
    let mut absolute = during(ABSOLUTE, &[], 10_000);
    set(&mut absolute, None, Some(3), Some(5000));
    assert_eq!(account(&absolute), (50_000, None, 0, false));
}

#[test]
fn a_move_counts_for_the_period_that_an_order_puts_it_in() {
    let moves_left = |clock: &PlayerClock| clock.view(false).moves_left;
    // Main time ordered away in the turn: its move is the first of the period.
    let mut clock = during(PER_MOVES, &[], 10_000);
    set(&mut clock, Some(0), None, None);
    clock.end_turn();
    assert_eq!(moves_left(&clock), Some(2));
    // Main time given back: this move is one of main time, and so is one that
    // uses it up; the period then begins anew.
    let mut clock = during(PER_MOVES, &[60_000, 100_000], 50_000);
    set(&mut clock, Some(5000), None, None);
    clock.end_turn();
    play(&mut clock, 5000);
    assert_eq!(moves_left(&clock), Some(3));
    // A penalty that reaches into the period makes no move of it.
    let mut clock = during(PER_MOVES, &[], 10_000);
    clock.deduct(Millis(50_001));
    clock.end_turn();
    assert_eq!(moves_left(&clock), Some(3));
    assert_eq!(clock.view(false).period_left_ms, Some(Millis(599_999)));
}

#[test]
fn lateness_in_byoyomi_costs_whole_periods() {
    // 60 s of main time and three periods of 60 s; factor 2.
    for (late, main, periods, out) in [
        (0, 60_000, 3, false),
        (29_999, 2, 3, false),
        (30_000, 0, 3, false),
        (59_999, 0, 3, false),
        (60_000, 0, 2, false),
        (89_999, 0, 2, false),
        (90_000, 0, 1, false),
        (119_999, 0, 1, false),
        (120_000, 0, 0, true),
    ] {
        let mut clock = clock(BYOYOMI);
        assert_eq!(clock.deduct_lateness(Millis(late), 2), out, "{late}");
        assert_eq!(account(&clock), (main, Some(periods), 0, out), "{late}");
        assert_eq!(clock.view(false).used_ms, Some(Millis::ZERO));
    }
}

#[test]
fn lateness_that_takes_all_of_absolute_time_loses() {
    let mut clock = clock(ABSOLUTE);
    assert!(!clock.deduct_lateness(Millis(29_999), 2));
    assert!(clock.deduct_lateness(Millis(30_000), 2));
    assert_eq!(account(&clock), (0, None, 0, true));
}

#[test]
fn lateness_is_charged_once() {
    let mut clock = clock(BYOYOMI);
    for late in [45_000, 45_000, 59_000, 58_000, 60_000] {
        clock.deduct_lateness(Millis(late), 2);
    }
    assert_eq!(account(&clock), (0, Some(2), 0, false));
}

#[test]
fn a_penalty_of_time_is_taken_like_lateness() {
    let mut clock = after(BYOYOMI, &[30_000]);
    assert!(!clock.deduct(Millis(90_000)));
    assert_eq!(account(&clock), (0, Some(2), 0, false));
    assert!(!clock.deduct(Millis(59_999)));
    assert_eq!(account(&clock), (0, Some(2), 0, false));
    assert!(clock.deduct(Millis(120_000)));

    let mut moves = during(PER_MOVES, &[60_000], 100_000);
    assert!(!moves.deduct(Millis(500_000)));
    assert!(moves.deduct(Millis(1)));
    assert_eq!(moves.view(true).used_ms, Some(Millis(160_000)));

    let mut absolute = clock_with(ABSOLUTE, 20_000);
    assert!(!absolute.deduct(Millis(40_000)));
    assert_eq!(account(&absolute), (0, None, 0, false));
}

fn clock_with(control: TimeControl, used: i64) -> PlayerClock {
    after(control, &[used])
}

#[test]
fn confirmed_times_replace_the_computed() {
    for (confirmed, left) in [(30_000, 30_000), (20_000, 40_000), (45_000, 15_000)] {
        let mut clock = during(BYOYOMI, &[20_000], 10_000);
        clock.set_used(Millis(confirmed));
        assert_eq!(account(&clock), (left, Some(3), 0, false));
        assert_eq!(clock.view(true).used_ms, Some(Millis(confirmed)));
    }
    // More than main time had: whole periods.
    let mut clock = during(BYOYOMI, &[20_000], 10_000);
    clock.set_used(Millis(179_999));
    assert_eq!(account(&clock), (0, Some(2), 0, false));
    // In byo-yomi only the sum changes.
    let mut clock = during(BYOYOMI, &[60_000], 75_000);
    clock.set_used(Millis(300_000));
    assert_eq!(account(&clock), (0, Some(2), 0, false));
    assert_eq!(clock.view(true).used_ms, Some(Millis(300_000)));
}

#[test]
fn confirmed_times_make_an_overrun_good_or_show_one() {
    let mut clock = during(ABSOLUTE, &[], 61_000);
    clock.set_used(Millis(60_500));
    assert_eq!(account(&clock), (0, None, 500, true));
    clock.set_used(Millis(60_000));
    assert_eq!(account(&clock), (0, None, 0, false));
    clock.set_used(Millis(59_000));
    assert_eq!(account(&clock), (1000, None, 0, false));
    clock.set_used(Millis(60_001));
    assert_eq!(account(&clock), (0, None, 1, true));

    let mut moves = during(PER_MOVES, &[60_000], 600_100);
    moves.set_used(Millis(659_900));
    assert_eq!(moves.view(true).period_left_ms, Some(Millis(100)));
    assert!(!moves.is_out());
}
