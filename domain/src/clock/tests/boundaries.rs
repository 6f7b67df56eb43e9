//! What a turn costs, to the millisecond, in each kind of time.

use super::*;

#[test]
fn a_byoyomi_move_uses_floor_of_its_periods() {
    // Main time is used up exactly by the first turn; then one move of t ms.
    for (turn, left) in [
        (0, 3),
        (1, 3),
        (59_999, 3),
        (60_000, 2),
        (60_001, 2),
        (119_999, 2),
        (120_000, 1),
        (179_999, 1),
    ] {
        let clock = after(BYOYOMI, &[60_000, turn]);
        assert_eq!(account(&clock), (0, Some(left), 0, false), "{turn}");
        assert_eq!(clock.view(false).used_ms, Some(Millis(60_000 + turn)));
        assert_eq!(clock.view(false).in_overtime, Some(true));
    }
}

#[test]
fn the_last_period_is_lost_at_exactly_its_length() {
    for (turn, over) in [(180_000, 0), (180_001, 1), (600_000, 420_000)] {
        let clock = during(BYOYOMI, &[60_000], turn);
        assert_eq!(account(&clock), (0, Some(0), over, true), "{turn}");
        assert_eq!(clock.time_to_out(), Some(Millis::ZERO));
    }
    let clock = during(BYOYOMI, &[60_000], 179_999);
    assert_eq!(account(&clock), (0, Some(1), 0, false));
    assert_eq!(clock.time_to_out(), Some(Millis(1)));
    assert_eq!(clock.view(true).period_left_ms, Some(Millis(1)));
}

#[test]
fn a_move_across_the_end_of_main_time_is_read_from_the_crossing() {
    // 20 s of main time are left.
    for (turn, main, left) in [
        (19_999, 1, 3),
        (20_000, 0, 3),
        (20_001, 0, 3),
        (79_999, 0, 3),
        (80_000, 0, 2),
        (139_999, 0, 2),
        (140_000, 0, 1),
        (199_999, 0, 1),
    ] {
        let clock = after(BYOYOMI, &[40_000, turn]);
        assert_eq!(account(&clock), (main, Some(left), 0, false), "{turn}");
        assert_eq!(clock.view(false).in_overtime, Some(main == 0));
    }
    assert!(during(BYOYOMI, &[40_000], 200_000).is_out());
}

#[test]
fn a_running_byoyomi_turn_shows_the_period_being_read() {
    let mut clock = during(BYOYOMI, &[60_000], 59_999);
    assert_eq!(clock.view(true).periods_left, Some(3));
    assert_eq!(clock.view(true).period_left_ms, Some(Millis(1)));
    clock.advance(Millis(1));
    assert_eq!(clock.view(true).periods_left, Some(2));
    assert_eq!(clock.view(true).period_left_ms, Some(Millis(60_000)));
    // Once the turn is over the next one has a whole period again.
    clock.advance(Millis(30_000));
    clock.end_turn();
    assert_eq!(clock.view(false).periods_left, Some(2));
    assert_eq!(clock.view(false).period_left_ms, Some(Millis(60_000)));
}

#[test]
fn a_reserve_is_kept_inside_the_limit() {
    let control = TimeControl::ReservedByoyomi {
        limit_ms: Millis(3_600_000),
        periods: 5,
        period_ms: Millis(60_000),
    };
    assert_eq!(account(&clock(control)), (3_300_000, Some(5), 0, false));
    let crossing = during(control, &[3_299_999], 1 + 299_999);
    assert_eq!(account(&crossing), (0, Some(1), 0, false));
    let lost = during(control, &[3_299_999], 1 + 300_000);
    assert_eq!(account(&lost), (0, Some(0), 0, true));
}

#[test]
fn absolute_time_is_lost_past_the_limit() {
    for (turn, left, over, out) in [
        (59_999, 1, 0, false),
        (60_000, 0, 0, false),
        (60_001, 0, 1, true),
        (61_000, 0, 1000, true),
    ] {
        let clock = during(ABSOLUTE, &[], turn);
        assert_eq!(account(&clock), (left, None, over, out), "{turn}");
        assert_eq!(clock.view(false).in_overtime, None);
    }
    assert_eq!(
        during(ABSOLUTE, &[], 20_000).time_to_out(),
        Some(Millis(40_001))
    );
    // The overrun is that of the turn, not of the game.
    assert_eq!(
        account(&after(ABSOLUTE, &[61_000, 500])),
        (0, None, 500, true)
    );
}

#[test]
fn fischer_adds_after_each_completed_turn_up_to_the_cap() {
    for (turns, left) in [
        (&[][..], 60_000),
        (&[0], 70_000),
        (&[10_000], 60_000),
        (&[0, 0], 70_000),
        (&[5_000], 65_000),
        (&[60_000], 10_000),
        (&[60_000, 10_000], 10_000),
    ] {
        assert_eq!(
            account(&after(FISCHER, turns)),
            (left, None, 0, false),
            "{turns:?}"
        );
    }
    // A running turn has not earned its increment.
    assert_eq!(account(&during(FISCHER, &[], 10_000)).0, 50_000);
    assert_eq!(
        account(&during(FISCHER, &[60_000], 10_001)),
        (0, None, 1, true)
    );
    // A bank above its cap stays: the cap limits what is added.
    let high = TimeControl::Fischer {
        limit_ms: Millis(60_000),
        increment_ms: Millis(10_000),
        cap_ms: Some(Millis(30_000)),
    };
    assert_eq!(account(&after(high, &[5_000])).0, 55_000);
    assert_eq!(account(&after(high, &[35_000])).0, 30_000);
}

#[test]
fn moves_per_period_count_from_the_crossing_move() {
    let of = |clock: &PlayerClock| {
        let view = clock.view(false);
        (view.moves_left, view.period_left_ms.map(|ms| ms.0))
    };
    assert_eq!(of(&after(PER_MOVES, &[59_999])), (None, None));
    // Main time used exactly: still a move of main time.
    assert_eq!(of(&after(PER_MOVES, &[60_000])), (Some(3), Some(600_000)));
    assert_eq!(of(&after(PER_MOVES, &[60_001])), (Some(2), Some(599_999)));
    assert_eq!(
        of(&after(PER_MOVES, &[60_000, 0])),
        (Some(2), Some(600_000))
    );
    // The third move completes the period, 300 s are carried over.
    let third = [60_000, 100_000, 100_000, 100_000];
    assert_eq!(of(&after(PER_MOVES, &third)), (Some(3), Some(900_000)));
    let plain = TimeControl::MovesPerPeriod {
        limit_ms: Millis(60_000),
        moves: 3,
        period_ms: Millis(600_000),
        carry_over: false,
    };
    assert_eq!(of(&after(plain, &third)), (Some(3), Some(600_000)));
}

#[test]
fn a_period_of_moves_is_lost_past_its_length() {
    let exact = during(PER_MOVES, &[60_000, 300_000], 300_000);
    assert_eq!(account(&exact), (0, None, 0, false));
    assert_eq!(exact.time_to_out(), Some(Millis(1)));
    let past = during(PER_MOVES, &[60_000, 300_000], 300_001);
    assert_eq!(account(&past), (0, None, 1, true));
    // Carried time is used like the rest.
    let carried = during(PER_MOVES, &[60_000, 0, 0, 0], 1_200_000);
    assert_eq!(account(&carried), (0, None, 0, false));
    // Completed with the last millisecond, the next has its own time only.
    let last = after(PER_MOVES, &[60_000, 0, 0, 600_000]);
    assert_eq!(last.view(false).period_left_ms, Some(Millis(600_000)));
}

#[test]
fn what_is_not_limited_counts_time_used_only() {
    let view = after(TimeControl::None {}, &[1, 2]).view(false);
    assert_eq!(
        view,
        ClockView {
            used_ms: Some(Millis(3)),
            left_ms: None,
            periods_left: None,
            in_overtime: None,
            over_ms: None,
            running: false,
            moves_left: None,
            period_left_ms: None,
        }
    );
    assert_eq!(during(TimeControl::None {}, &[], 5).time_to_out(), None);
}

#[test]
fn after_an_overrun_the_last_period_is_read_again() {
    let mut clock = after(BYOYOMI, &[60_000, 200_000]);
    assert_eq!(account(&clock), (0, Some(0), 20_000, true));
    clock.start_turn();
    assert_eq!(account(&clock), (0, Some(1), 0, false));
    clock.advance(Millis(59_999));
    clock.end_turn();
    assert_eq!(account(&clock), (0, Some(1), 0, false));

    let mut relieved = after(BYOYOMI, &[60_000, 200_000]);
    relieved.relieve();
    assert_eq!(account(&relieved), (0, Some(1), 0, false));
}

#[test]
fn after_an_overrun_the_other_kinds_go_on() {
    let mut clock = after(PER_MOVES, &[60_000, 600_001]);
    assert_eq!(account(&clock), (0, None, 1, true));
    clock.start_turn();
    let view = clock.view(true);
    assert_eq!((view.moves_left, view.over_ms), (Some(3), Some(Millis(0))));
    assert_eq!(view.period_left_ms, Some(Millis(600_000)));

    let mut bank = after(FISCHER, &[60_001]);
    assert_eq!(account(&bank), (0, None, 1, true));
    bank.start_turn();
    assert_eq!(account(&bank), (10_000, None, 0, false));
}

#[test]
fn without_a_turn_nothing_runs() {
    let mut clock = clock(BYOYOMI);
    clock.advance(Millis(1000));
    clock.end_turn();
    assert_eq!(clock, super::clock(BYOYOMI));
    clock.start_turn();
    clock.advance(Millis(-1000));
    assert_eq!(clock.view(true).used_ms, Some(Millis::ZERO));
}

#[test]
fn removal_in_byoyomi_is_not_timed_where_the_edition_says_so() {
    // In byo-yomi: the reading stands still from the stone to the press.
    let mut clock = during(BYOYOMI, &[60_000], 59_999);
    clock.take_captives_off_untimed();
    clock.advance(Millis(300_000));
    assert_eq!(clock.time_to_out(), None);
    clock.end_turn();
    assert_eq!(account(&clock), (0, Some(3), 0, false));
    assert_eq!(clock.view(false).used_ms, Some(Millis(119_999)));
    // Main time runs on until it ends.
    let mut main = during(BYOYOMI, &[], 50_000);
    main.take_captives_off_untimed();
    main.advance(Millis(300_000));
    main.end_turn();
    assert_eq!(account(&main), (0, Some(3), 0, false));
    assert_eq!(main.view(false).used_ms, Some(Millis(60_000)));
    // It ends with the turn.
    play(&mut main, 60_000);
    assert_eq!(account(&main), (0, Some(2), 0, false));
    // Nobody reads absolute time.
    let mut absolute = during(ABSOLUTE, &[], 50_000);
    absolute.take_captives_off_untimed();
    absolute.advance(Millis(20_000));
    assert_eq!(account(&absolute), (0, None, 10_000, true));
}
