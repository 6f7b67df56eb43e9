//! What the clock on the table shows, against what the record computes.

use super::*;
use crate::Colour::{Black, White};

fn read(clock: &mut PlayerClock, left: i64, periods: Option<u32>) -> Option<i64> {
    clock
        .read(Some(Millis(left)), periods, None, ReadBy::Press)
        .map(|ms| ms.0)
}

#[test]
fn a_reading_replaces_the_computed_main_time() {
    let mut clock = after(ABSOLUTE, &[20_000]);
    assert_eq!(read(&mut clock, 38_500, None), Some(-1500));
    assert_eq!(account(&clock), (38_500, None, 0, false));
    assert_eq!(clock.view(false).used_ms, Some(Millis(21_500)));
    assert_eq!(read(&mut clock, 40_000, None), Some(1500));
    // Fischer shows the bank with its increment.
    let mut bank = after(FISCHER, &[20_000]);
    assert_eq!(read(&mut bank, 50_000, None), Some(0));
    assert_eq!(read(&mut bank, 51_000, None), Some(1000));
    assert_eq!(bank.view(false).used_ms, Some(Millis(19_000)));
}

#[test]
fn a_period_shown_after_the_press_tells_only_its_number() {
    // Shown anew, or where it stopped: the next turn has a whole one.
    for shown in [60_000, 12_345] {
        let mut clock = after(BYOYOMI, &[60_000, 47_655]);
        assert_eq!(read(&mut clock, shown, Some(3)), Some(0));
        assert_eq!(account(&clock), (0, Some(3), 0, false));
        assert_eq!(clock.view(false).used_ms, Some(Millis(107_655)));
    }
    let mut clock = after(BYOYOMI, &[60_000, 59_000]);
    assert_eq!(read(&mut clock, 60_000, Some(2)), Some(-60_000));
    assert_eq!(account(&clock), (0, Some(2), 0, false));
    assert_eq!(clock.view(false).used_ms, Some(Millis(119_000)));
}

#[test]
fn a_period_read_in_the_turn_goes_on_from_there() {
    let mut clock = during(BYOYOMI, &[60_000], 20_000);
    assert_eq!(read(&mut clock, 35_000, None), Some(-5000));
    assert_eq!(clock.view(true).used_ms, Some(Millis(85_000)));
    clock.advance(Millis(34_999));
    assert_eq!(clock.view(true).periods_left, Some(3));
    clock.advance(Millis(1));
    assert_eq!(clock.view(true).periods_left, Some(2));
}

#[test]
fn time_with_a_number_of_periods_is_what_is_nearer() {
    // 40 s of main time computed: 39 s with all periods is main time.
    let mut main = after(BYOYOMI, &[20_000]);
    assert_eq!(read(&mut main, 39_000, Some(3)), Some(-1000));
    assert_eq!(account(&main), (39_000, Some(3), 0, false));
    // 2 s computed: 55 s with all periods is the first period.
    let mut crossed = after(BYOYOMI, &[58_000]);
    read(&mut crossed, 55_000, Some(3));
    assert_eq!(account(&crossed), (0, Some(3), 0, false));
    assert_eq!(crossed.view(false).used_ms, Some(Millis(60_000)));
    // With fewer periods than were left, one has been read.
    let mut fewer = after(BYOYOMI, &[20_000]);
    read(&mut fewer, 50_000, Some(2));
    assert_eq!(account(&fewer), (0, Some(2), 0, false));
    // More than a period can only be main time.
    let mut long = after(BYOYOMI, &[60_000, 1000]);
    read(&mut long, 60_001, Some(3));
    assert_eq!(account(&long), (60_001, Some(3), 0, false));
}

#[test]
fn a_clock_that_shows_time_is_not_out() {
    let mut clock = after(ABSOLUTE, &[60_400]);
    assert!(clock.is_out());
    assert_eq!(read(&mut clock, 100, None), Some(500));
    assert_eq!(account(&clock), (100, None, 0, false));

    let mut byoyomi = after(BYOYOMI, &[60_000, 180_000]);
    read(&mut byoyomi, 60_000, Some(1));
    assert_eq!(account(&byoyomi), (0, Some(1), 0, false));
    // Time in no period is in the last.
    let mut zeroth = during(BYOYOMI, &[60_000], 130_000);
    read(&mut zeroth, 20_000, Some(0));
    assert_eq!(account(&zeroth), (0, Some(1), 0, false));
}

#[test]
fn moves_and_period_are_read_together() {
    let mut clock = after(PER_MOVES, &[60_000, 100_000]);
    let shown = clock.read(Some(Millis(480_000)), None, Some(1), ReadBy::Press);
    assert_eq!(shown, Some(Millis(-20_000)));
    let view = clock.view(false);
    assert_eq!(view.moves_left, Some(1));
    assert_eq!(view.period_left_ms, Some(Millis(480_000)));
    assert_eq!(view.used_ms, Some(Millis(180_000)));
    // None left: the next period, with what is carried over.
    clock.read(Some(Millis(10_000)), None, Some(0), ReadBy::Press);
    let view = clock.view(false);
    assert_eq!(view.moves_left, Some(3));
    assert_eq!(view.period_left_ms, Some(Millis(610_000)));
}

#[test]
fn a_fallen_flag_is_out_where_nothing_follows() {
    let official =
        |clock: &mut PlayerClock| clock.read(Some(Millis::ZERO), None, None, ReadBy::Official);
    let mut absolute = during(ABSOLUTE, &[], 50_000);
    official(&mut absolute);
    assert_eq!(account(&absolute), (0, None, 0, true));
    // With a press, a 0 has been rounded down.
    let mut pressed = after(ABSOLUTE, &[50_000]);
    read(&mut pressed, 0, None);
    assert_eq!(account(&pressed), (0, None, 0, false));

    let mut main = during(BYOYOMI, &[], 50_000);
    official(&mut main);
    assert_eq!(account(&main), (0, Some(3), 0, false));
    official(&mut main);
    assert_eq!(account(&main), (0, Some(2), 0, false));
    official(&mut main);
    official(&mut main);
    assert_eq!(account(&main), (0, Some(0), 0, true));

    let mut moves = during(PER_MOVES, &[], 50_000);
    official(&mut moves);
    assert!(!moves.is_out());
    official(&mut moves);
    assert!(moves.is_out());
}

#[test]
fn a_record_without_times_shows_what_was_read() {
    let control = TimeControl::Byoyomi {
        limit_ms: Millis(300_000),
        periods: 5,
        period_ms: Millis(30_000),
    };
    let mut clock = PlayerClock::new(control, Times::OrderOnly);
    clock.start_turn();
    clock.advance(Millis(999_999));
    clock.end_turn();
    let unknown = clock.view(false);
    assert_eq!(
        (unknown.used_ms, unknown.left_ms, unknown.periods_left),
        (None, None, None)
    );
    assert_eq!((unknown.in_overtime, unknown.over_ms), (None, None));

    assert_eq!(read(&mut clock, 294_184, None), None);
    let main = clock.view(false);
    assert_eq!(main.left_ms, Some(Millis(294_184)));
    assert_eq!(main.used_ms, Some(Millis(5816)));
    assert_eq!(main.in_overtime, Some(false));

    // The period that is shown anew after each move: unknown, never 0.
    read(&mut clock, 30_000, Some(5));
    let period = clock.view(false);
    assert_eq!(period.left_ms, Some(Millis::ZERO));
    assert_eq!(period.used_ms, None);
    assert_eq!((period.periods_left, period.over_ms), (Some(5), None));
    assert_eq!(period.in_overtime, Some(true));
    assert_eq!(period.period_left_ms, Some(Millis(30_000)));
    assert!(!clock.is_out());

    clock.read(Some(Millis::ZERO), None, None, ReadBy::Official);
    assert!(!clock.is_out(), "the fifth of five periods");
    read(&mut clock, 30_000, Some(1));
    clock.read(Some(Millis::ZERO), Some(1), None, ReadBy::Official);
    assert!(clock.is_out());
}

#[test]
fn a_record_without_times_can_be_set() {
    let mut clock = PlayerClock::new(BYOYOMI, Times::OrderOnly);
    clock.set(Some(Millis(40_000)), Some(2), None);
    let view = clock.view(false);
    assert_eq!(
        (view.left_ms, view.periods_left),
        (Some(Millis(40_000)), Some(2))
    );
    clock.set(None, None, Some(Millis(20_000)));
    let view = clock.view(false);
    assert_eq!(view.left_ms, Some(Millis::ZERO));
    assert_eq!(view.period_left_ms, Some(Millis(40_000)));
    clock.deduct(Millis(1000));
    clock.deduct_lateness(Millis(1000), 2);
    clock.set_used(Millis(1000));
    assert_eq!(clock.view(false), view);
}

#[test]
fn a_reading_without_regulations_of_time_is_shown_as_it_is() {
    let mut clock = PlayerClock::new(TimeControl::None {}, Times::OrderOnly);
    read(&mut clock, 120_000, None);
    let view = clock.view(false);
    assert_eq!((view.left_ms, view.used_ms), (Some(Millis(120_000)), None));
    clock.read(Some(Millis(55_000)), None, Some(7), ReadBy::Press);
    let view = clock.view(false);
    assert_eq!((view.left_ms, view.moves_left), (Some(Millis(0)), Some(7)));
    assert_eq!(view.in_overtime, Some(true));
}

#[test]
fn a_press_reads_both_clocks_and_its_own_periods() {
    let mut game = GameClock::new(BYOYOMI, Times::Recorded);
    game.start_turn(at("01:00:00.000"), Black);
    game.end_turn(at("01:02:10.000"), Black);
    let reading = Reading {
        black_ms: Some(Millis(60_000)),
        white_ms: Some(Millis(58_000)),
        periods_left: Some(1),
        moves_left: None,
    };
    let off = game.read(at("01:02:10.000"), Black, &reading, ReadBy::Press);
    assert_eq!(off.black, Some(Millis(-60_000)));
    assert_eq!(off.white, Some(Millis(-2000)));
    let view = game.view();
    assert_eq!(view.black.periods_left, Some(1));
    assert_eq!(view.white.periods_left, Some(3));
    assert_eq!(view.white.left_ms, Some(Millis(58_000)));
}

#[test]
fn a_reading_of_one_side_leaves_the_other() {
    let mut game = GameClock::new(ABSOLUTE, Times::Recorded);
    game.start_turn(at("01:00:00.000"), White);
    let reading = Reading {
        white_ms: Some(Millis::ZERO),
        ..Reading::default()
    };
    let off = game.read(at("01:00:50.000"), White, &reading, ReadBy::Official);
    assert_eq!((off.black, off.white), (None, Some(Millis(-10_000))));
    assert_eq!(game.first_overrun(), Some(White));
    assert_eq!(game.first_overrun(), None);
    assert_eq!(game.view().black.left_ms, Some(Millis(60_000)));
}
