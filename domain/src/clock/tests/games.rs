//! Games worked through both clocks, moment by moment.

use super::*;
use crate::{Colour, colour::PerColour};
use Colour::{Black, White};

fn byoyomi(periods: u32) -> TimeControl {
    TimeControl::Byoyomi {
        limit_ms: Millis(60_000),
        periods,
        period_ms: Millis(60_000),
    }
}

/// An hour of which five minutes are read out.
const RESERVE: TimeControl = TimeControl::ReservedByoyomi {
    limit_ms: Millis(3_600_000),
    periods: 5,
    period_ms: Millis(60_000),
};

fn game(control: TimeControl, start: &str) -> GameClock {
    let mut game = GameClock::new(control, Times::Recorded);
    game.start_turn(at(start), Black);
    game
}

/// Presses in turn, black first, at these times.
fn presses(game: &mut GameClock, times: &[&str]) {
    for (time, colour) in times.iter().zip([Black, White].into_iter().cycle()) {
        assert!(game.end_turn(at(time), colour), "{time}");
        assert_eq!(game.first_overrun(), None, "{time}");
    }
}

#[test]
fn byoyomi_to_the_millisecond() {
    let mut game = game(RESERVE, "01:00:00.000");
    presses(
        &mut game,
        &[
            "01:55:00.000",
            "01:55:10.000",
            "01:56:09.999", // 59.999 s: no period
            "01:56:19.999",
            "01:57:19.999", // 60.000 s: one
            "01:57:29.999",
            "02:00:29.998", // 179.999 s: two
            "02:00:39.998",
        ],
    );
    let view = game.view();
    assert_eq!(account(game.player(Black)), (0, Some(2), 0, false));
    assert_eq!(view.black.used_ms, Some(Millis(3_599_998)));
    assert_eq!(view.black.in_overtime, Some(true));
    assert!(view.black.running && !view.white.running);
    assert_eq!(account(game.player(White)), (3_260_000, Some(5), 0, false));
    assert_eq!(view.white.used_ms, Some(Millis(40_000)));
    assert_eq!(view.white.in_overtime, Some(false));
}

#[test]
fn moves_per_period_carry_what_is_left() {
    let mut game = game(PER_MOVES, "01:00:00.000");
    presses(
        &mut game,
        &[
            "01:01:00.000",
            "01:01:01.000",
            "01:02:41.000",
            "01:02:42.000",
            "01:04:22.000",
            "01:04:23.000",
            "01:06:03.000",
            "01:06:04.000",
            "01:20:14.000", // 850 s, of 900
            "01:20:15.000",
        ],
    );
    let black = game.view().black;
    assert_eq!(account(game.player(Black)), (0, None, 0, false));
    assert_eq!(black.in_overtime, Some(true));
    assert_eq!(black.used_ms, Some(Millis(1_210_000)));
    assert_eq!(black.moves_left, Some(2));
    assert_eq!(black.period_left_ms, Some(Millis(50_000)));
}

#[test]
fn a_pause_is_nobodys_time() {
    let mut game = game(RESERVE, "01:00:00.000");
    presses(&mut game, &["01:00:10.000"]);
    game.pause(at("01:00:14.000"));
    let confirmed = PerColour {
        black: Millis(10_000),
        white: Millis(4_000),
    };
    game.set_used(at("01:00:15.000"), confirmed);
    assert_eq!(game.out_at(), None);
    assert_eq!((game.running(), game.turn()), (None, Some(White)));
    game.resume(at("02:30:15.000"));
    assert!(game.end_turn(at("02:30:21.000"), White));
    let view = game.view();
    assert_eq!(view.black.used_ms, Some(Millis(10_000)));
    assert_eq!(view.white.used_ms, Some(Millis(10_000)));
    assert_eq!(view.white.left_ms, Some(Millis(3_290_000)));
}

#[test]
fn a_turn_in_pieces_is_read_as_one() {
    // 40 s before the pause and 20 s after it use a period; 19.999 s do not.
    for (press, left) in [("02:00:19.999", 3), ("02:00:20.000", 2)] {
        let mut game = game(byoyomi(3), "01:00:00.000");
        presses(&mut game, &["01:01:00.000", "01:01:00.000"]);
        game.pause(at("01:01:40.000"));
        game.resume(at("02:00:00.000"));
        assert!(game.end_turn(at(press), Black));
        assert_eq!(game.view().black.periods_left, Some(left), "{press}");
    }
}

#[test]
fn twice_the_lateness_comes_off_main_time() {
    let mut game = game(RESERVE, "01:00:00.000");
    let out = game.arrived(at("01:10:00.000"), White, Millis(600_000), 2);
    assert!(!out);
    assert_eq!(game.view().white.left_ms, Some(Millis(2_100_000)));
    // Black was there, and his clock ran.
    assert_eq!(game.view().black.used_ms, Some(Millis(600_000)));
}

#[test]
fn a_clock_does_not_run_before_its_player_comes() {
    let ten_minutes = Millis(600_000);
    let mut game = game(RESERVE, "01:00:00.000");
    game.arrived(at("01:10:00.000"), Black, ten_minutes, 2);
    let black = game.view().black;
    assert_eq!(black.used_ms, Some(Millis::ZERO));
    assert_eq!(black.left_ms, Some(Millis(2_100_000)));
    game.end_turn(at("01:10:05.000"), Black);
    assert_eq!(game.view().black.used_ms, Some(Millis(5000)));

    // Seen to be missing in between, the same.
    let mut watched = self::game(RESERVE, "01:00:00.000");
    watched.absent(at("01:07:00.000"), Black, Millis(420_000), 2);
    assert_eq!(watched.running(), None);
    assert_eq!(watched.view().black.left_ms, Some(Millis(2_460_000)));
    watched.arrived(at("01:10:00.000"), Black, ten_minutes, 2);
    assert_eq!(watched.running(), Some(Black));
    watched.end_turn(at("01:10:05.000"), Black);
    assert_eq!(watched.view(), game.view());

    // White's clock too, after Black has moved.
    let mut white = self::game(RESERVE, "01:00:00.000");
    white.end_turn(at("01:02:00.000"), Black);
    white.arrived(at("01:10:00.000"), White, ten_minutes, 2);
    assert_eq!(white.view().white.used_ms, Some(Millis::ZERO));
    assert_eq!(white.view().white.left_ms, Some(Millis(2_100_000)));
}

#[test]
fn who_has_moved_was_there() {
    let mut game = game(RESERVE, "01:00:00.000");
    presses(&mut game, &["01:01:00.000", "01:02:00.000"]);
    game.arrived(at("01:03:00.000"), Black, Millis(30_000), 2);
    assert_eq!(game.view().black.used_ms, Some(Millis(120_000)));
    assert_eq!(game.view().black.left_ms, Some(Millis(3_120_000)));
}

#[test]
fn overtime_treated_as_a_pass_goes_on_with_the_same_reading() {
    let mut game = game(byoyomi(1), "01:00:00.000");
    presses(&mut game, &["01:00:50.000", "01:01:00.000"]);
    assert_eq!(game.out_at(), Some(at("01:02:10.000")));
    // 71 s: ten of main time, and 61 in the last period.
    game.pass_time(at("01:02:11.000"));
    assert_eq!(game.first_overrun(), Some(Black));
    game.end_turn(at("01:02:11.000"), Black);
    assert_eq!(game.first_overrun(), None);
    assert_eq!(account(game.player(Black)), (0, Some(0), 1000, true));
    // The ruling takes the stone back and passes the turn.
    game.start_turn(at("01:02:17.000"), Black);
    game.relieve(at("01:02:17.000"), Black);
    game.start_turn(at("01:02:17.000"), White);
    game.end_turn(at("01:02:22.000"), White);
    game.end_turn(at("01:03:21.000"), Black);
    assert_eq!(game.first_overrun(), None);
    assert_eq!(account(game.player(Black)), (0, Some(1), 0, false));
    assert_eq!(game.view().white.used_ms, Some(Millis(21_000)));
}

#[test]
fn an_overrun_is_told_once_a_turn() {
    let mut game = game(ABSOLUTE, "01:00:00.000");
    game.pass_time(at("01:01:00.000"));
    assert_eq!(game.first_overrun(), None);
    assert_eq!(game.out_at(), Some(at("01:01:00.001")));
    game.pass_time(at("01:01:00.001"));
    assert_eq!(game.first_overrun(), Some(Black));
    game.pass_time(at("01:02:00.000"));
    assert_eq!(game.first_overrun(), None);
    game.end_turn(at("01:02:00.000"), Black);
    game.end_turn(at("01:02:10.000"), White);
    game.pass_time(at("01:02:10.001"));
    assert_eq!(game.first_overrun(), Some(Black));
}

#[test]
fn time_that_lateness_takes_is_told_once() {
    let mut game = game(ABSOLUTE, "01:00:00.000");
    assert!(game.arrived(at("01:00:30.000"), Black, Millis(30_000), 2));
    assert_eq!(game.first_overrun(), Some(Black));
    assert_eq!(game.first_overrun(), None);
}

#[test]
fn an_overrun_told_goes_with_the_player_who_swaps() {
    let mut game = game(ABSOLUTE, "01:00:00.000");
    game.pass_time(at("01:02:00.000"));
    assert_eq!(game.first_overrun(), Some(Black));
    game.swap_players(at("01:02:00.000"));
    assert!(game.player(White).is_out());
    assert_eq!(game.first_overrun(), None);
}

#[test]
fn a_misread_period_is_read_again_from_the_point() {
    for (stone, out) in [("01:02:21.999", None), ("01:02:22.000", Some(Black))] {
        let mut game = game(byoyomi(1), "01:00:00.000");
        presses(&mut game, &["01:01:00.000", "01:01:10.000"]);
        let order = ClockSetting {
            black_turn_ms: Some(Millis(30_000)),
            ..ClockSetting::default()
        };
        game.set(at("01:01:52.000"), &order);
        assert_eq!(game.out_at(), Some(at("01:02:22.000")));
        game.pass_time(at(stone));
        assert_eq!(game.first_overrun(), out, "{stone}");
        game.end_turn(at(stone), Black);
        assert_eq!(game.view().black.in_overtime, Some(true));
        assert_eq!(
            game.view().black.periods_left,
            Some(u32::from(out.is_none()))
        );
    }
}

#[test]
fn time_running_backwards_counts_as_the_last() {
    let mut game = game(ABSOLUTE, "01:00:10.000");
    game.end_turn(at("01:00:20.000"), Black);
    game.end_turn(at("01:00:15.000"), White);
    game.end_turn(at("01:00:21.000"), Black);
    assert_eq!(game.view().white.used_ms, Some(Millis::ZERO));
    assert_eq!(game.view().black.used_ms, Some(Millis(11_000)));
}

#[test]
fn a_press_out_of_turn_moves_nothing() {
    let mut game = game(ABSOLUTE, "01:00:00.000");
    assert!(!game.end_turn(at("01:00:05.000"), White));
    assert_eq!(game.running(), Some(Black));
    assert_eq!(game.view().black.used_ms, Some(Millis(5000)));
}

#[test]
fn looking_ahead_changes_nothing() {
    let game = game(byoyomi(3), "01:00:00.000");
    let then = game.view_at(at("01:02:30.000"));
    assert_eq!(then.black.periods_left, Some(2));
    assert_eq!(then.black.period_left_ms, Some(Millis(30_000)));
    assert_eq!(game.view().black.used_ms, Some(Millis::ZERO));
}

#[test]
fn a_finished_game_stands_and_goes_on_where_it_stood() {
    let mut game = game(byoyomi(3), "01:00:00.000");
    presses(&mut game, &["01:01:00.000", "01:01:00.000"]);
    game.pause(at("01:01:40.000"));
    game.pass_time(at("09:00:00.000"));
    assert_eq!(game.view().black.used_ms, Some(Millis(100_000)));
    assert!(!game.view().black.running && game.is_paused());
    game.resume(at("09:00:00.000"));
    assert_eq!(game.out_at(), Some(at("09:02:20.000")));
}

#[test]
fn removal_is_untimed_from_the_stone_to_the_press() {
    let mut game = game(byoyomi(1), "01:00:00.000");
    presses(&mut game, &["01:01:00.000", "01:01:00.000"]);
    game.take_captives_off_untimed(at("01:01:59.999"));
    game.end_turn(at("01:02:30.000"), Black);
    assert_eq!(game.first_overrun(), None);
    assert_eq!(account(game.player(Black)), (0, Some(1), 0, false));
    assert_eq!(game.view().white.used_ms, Some(Millis::ZERO));
}

#[test]
fn players_who_swap_colours_keep_their_own_time() {
    let mut game = game(RESERVE, "01:00:00.000");
    presses(&mut game, &["01:00:10.000", "01:00:30.000"]);
    game.swap_players(at("01:00:35.000"));
    game.pass_time(at("01:00:36.000"));
    assert_eq!(game.running(), Some(Black));
    assert_eq!(game.view().black.used_ms, Some(Millis(21_000)));
    assert_eq!(game.view().white.used_ms, Some(Millis(15_000)));
}

#[test]
fn a_view_has_the_keys_of_the_contract() {
    let view = game(RESERVE, "01:00:00.000").view();
    assert_eq!(
        serde_json::to_value(view.black).unwrap(),
        serde_json::json!({
            "used_ms": 0, "left_ms": 3_300_000, "periods_left": 5,
            "in_overtime": false, "over_ms": 0, "running": true
        })
    );
    let none = GameClock::new(TimeControl::None {}, Times::OrderOnly).view();
    assert_eq!(
        serde_json::to_value(none.black).unwrap(),
        serde_json::json!({
            "used_ms": null, "left_ms": null, "periods_left": null,
            "in_overtime": null, "over_ms": null, "running": false
        })
    );
}
