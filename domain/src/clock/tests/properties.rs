//! The clocks against a slow one that counts single milliseconds.

use super::*;
use proptest::prelude::*;

/// A clock that knows one rule per millisecond.
#[derive(Clone, Debug, Default)]
struct Slow {
    used: i64,
    main: i64,
    /// Periods, byo-yomi.
    periods: i64,
    /// Milliseconds ticked in the period, or of it and what was carried over left.
    ticked: i64,
    left: i64,
    moves: u32,
    in_period: bool,
    over: i64,
    out: bool,
}

impl Slow {
    fn new(control: TimeControl) -> Slow {
        let mut slow = Slow::default();
        match control {
            TimeControl::None {} => {}
            TimeControl::Absolute { limit_ms } | TimeControl::Fischer { limit_ms, .. } => {
                slow.main = limit_ms.0;
            }
            TimeControl::ReservedByoyomi {
                limit_ms,
                periods,
                period_ms,
            } => {
                slow.main = limit_ms.0;
                for _ in 0..periods {
                    slow.main -= period_ms.0;
                    slow.periods += 1;
                }
            }
            TimeControl::Byoyomi {
                limit_ms, periods, ..
            } => {
                slow.main = limit_ms.0;
                slow.periods = i64::from(periods);
            }
            TimeControl::MovesPerPeriod {
                limit_ms,
                moves,
                period_ms,
                ..
            } => {
                slow.main = limit_ms.0;
                slow.left = period_ms.0;
                slow.moves = moves;
            }
        }
        slow
    }

    fn start_turn(&mut self, control: TimeControl) {
        self.in_period = self.main == 0;
        if !std::mem::take(&mut self.out) {
            return;
        }
        self.over = 0;
        match control {
            TimeControl::ReservedByoyomi { .. } | TimeControl::Byoyomi { .. } => self.periods = 1,
            TimeControl::MovesPerPeriod {
                moves, period_ms, ..
            } => (self.moves, self.left) = (moves, period_ms.0),
            TimeControl::Fischer {
                increment_ms,
                cap_ms,
                ..
            } => self.main = increment_ms.0.min(cap_ms.map_or(i64::MAX, |cap| cap.0)),
            _ => {}
        }
    }

    fn tick(&mut self, control: TimeControl) {
        self.used += 1;
        if matches!(control, TimeControl::None {}) {
            return;
        }
        if self.main > 0 {
            self.main -= 1;
            return;
        }
        self.in_period = true;
        match control {
            TimeControl::ReservedByoyomi { period_ms, .. }
            | TimeControl::Byoyomi { period_ms, .. } => {
                if self.out {
                    self.over += 1;
                    return;
                }
                self.ticked += 1;
                if self.ticked == period_ms.0 {
                    self.ticked = 0;
                    self.periods -= 1;
                }
                self.out = self.periods == 0;
            }
            TimeControl::MovesPerPeriod { .. } if self.left > 0 => self.left -= 1,
            _ => {
                self.over += 1;
                self.out = true;
            }
        }
    }

    fn end_turn(&mut self, control: TimeControl) {
        self.ticked = 0;
        if self.out {
            return;
        }
        match control {
            TimeControl::Fischer {
                increment_ms,
                cap_ms,
                ..
            } => {
                for _ in 0..increment_ms.0 {
                    if cap_ms.is_none_or(|cap| self.main < cap.0) {
                        self.main += 1;
                    }
                }
            }
            TimeControl::MovesPerPeriod {
                moves,
                period_ms,
                carry_over,
                ..
            } if self.in_period => {
                self.moves -= 1;
                if self.moves == 0 {
                    self.moves = moves;
                    self.left = period_ms.0 + if carry_over { self.left } else { 0 };
                }
            }
            _ => {}
        }
    }

    /// What both clocks can be asked for.
    fn account(&self, control: TimeControl) -> Account {
        let timed = !matches!(control, TimeControl::None {});
        let per_moves = matches!(control, TimeControl::MovesPerPeriod { .. });
        let counts = per_moves && self.main == 0;
        (
            Some(Millis(self.used)),
            timed.then_some(Millis(self.main)),
            control
                .periods()
                .map(|_| u32::try_from(self.periods).unwrap()),
            timed.then_some(Millis(self.over)),
            counts.then_some((self.moves, Millis(self.left))),
            self.out,
        )
    }
}

type Account = (
    Option<Millis>,
    Option<Millis>,
    Option<u32>,
    Option<Millis>,
    Option<(u32, Millis)>,
    bool,
);

fn account(clock: &PlayerClock) -> Account {
    let view = clock.view(false);
    let period = view.moves_left.zip(view.period_left_ms);
    (
        view.used_ms,
        view.left_ms,
        view.periods_left,
        view.over_ms,
        period,
        clock.is_out(),
    )
}

fn controls() -> impl Strategy<Value = TimeControl> {
    let ms = |max: i64| (1..=max).prop_map(Millis);
    prop_oneof![
        Just(TimeControl::None {}),
        ms(60).prop_map(|limit_ms| TimeControl::Absolute { limit_ms }),
        (0..30_i64, 1..4_u32, ms(9)).prop_map(|(main, periods, period_ms)| {
            TimeControl::ReservedByoyomi {
                limit_ms: Millis(main) + period_ms * i64::from(periods),
                periods,
                period_ms,
            }
        }),
        (0..30_i64, 1..4_u32, ms(9)).prop_map(|(main, periods, period_ms)| TimeControl::Byoyomi {
            limit_ms: Millis(main),
            periods,
            period_ms,
        }),
        (0..30_i64, 1..4_u32, ms(30), any::<bool>()).prop_map(
            |(main, moves, period_ms, carry_over)| TimeControl::MovesPerPeriod {
                limit_ms: Millis(main),
                moves,
                period_ms,
                carry_over,
            }
        ),
        (1..40_i64, 0..9_i64, proptest::option::of(ms(50))).prop_map(
            |(limit, increment, cap_ms)| TimeControl::Fischer {
                limit_ms: Millis(limit),
                increment_ms: Millis(increment),
                cap_ms,
            }
        ),
    ]
}

/// Turns, each in pieces with pauses between them.
fn turns() -> impl Strategy<Value = Vec<Vec<i64>>> {
    proptest::collection::vec(proptest::collection::vec(0..15_i64, 0..5), 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn pieces_of_turns_agree_with_single_milliseconds(control in controls(), turns in turns()) {
        prop_assert_eq!(control.check(), Ok(()));
        let (mut clock, mut slow) = (clock(control), Slow::new(control));
        let mut used = Some(Millis::ZERO);
        for turn in turns {
            clock.start_turn();
            slow.start_turn(control);
            for piece in turn {
                clock.advance(Millis(piece));
                for _ in 0..piece {
                    slow.tick(control);
                }
                prop_assert_eq!(account(&clock), slow.account(control));
                prop_assert!(clock.view(true).used_ms >= used);
                used = clock.view(true).used_ms;
            }
            clock.end_turn();
            slow.end_turn(control);
            prop_assert_eq!(account(&clock), slow.account(control));
        }
    }

    #[test]
    fn a_turn_in_pieces_is_the_turn(control in controls(), turns in turns()) {
        let (mut whole, mut pieces) = (clock(control), clock(control));
        for turn in turns {
            play(&mut whole, turn.iter().sum());
            pieces.start_turn();
            for piece in turn {
                pieces.advance(Millis(piece));
            }
            pieces.end_turn();
            prop_assert_eq!(whole, pieces);
        }
    }

    #[test]
    fn the_moment_of_running_out_is_the_first_that_is_out(
        control in controls(),
        turns in turns(),
        running in 0..40_i64,
    ) {
        let sums: Vec<i64> = turns.iter().map(|t| t.iter().sum()).collect();
        let clock = during(control, &sums, running);
        let mut stepped = clock;
        let mut steps = 0;
        while !stepped.is_out() && steps < 500 {
            stepped.advance(Millis(1));
            steps += 1;
        }
        let expected = stepped.is_out().then_some(Millis(steps));
        prop_assert_eq!(clock.time_to_out(), expected);
    }

    #[test]
    fn pauses_cost_nobody_anything(
        control in controls(),
        turns in turns(),
        pauses in proptest::collection::vec(0..100_i64, 60),
    ) {
        let start = at("01:00:00.000");
        let (mut plain, mut paused) = (start, start);
        let mut played = GameClock::new(control, Times::Recorded);
        let mut broken = played;
        played.start_turn(plain, crate::Colour::Black);
        broken.start_turn(paused, crate::Colour::Black);
        let mut pauses = pauses.into_iter();
        for turn in turns {
            for piece in turn {
                plain = plain.plus(Millis(piece));
                paused = paused.plus(Millis(piece));
                broken.pause(paused);
                paused = paused.plus(Millis(pauses.next().unwrap_or(0)));
                broken.resume(paused);
            }
            if let Some(colour) = played.turn() {
                played.end_turn(plain, colour);
                broken.end_turn(paused, colour);
            }
            prop_assert_eq!(played.view(), broken.view());
        }
    }

    #[test]
    fn any_numbers_from_outside_leave_a_clock_that_answers(
        control in controls(),
        steps in proptest::collection::vec(
            (0..9_u8, any::<i64>(), any::<u32>(), any::<bool>()),
            0..20,
        ),
    ) {
        for times in [Times::Recorded, Times::OrderOnly] {
            let mut clock = PlayerClock::new(control, times);
            for &(what, ms, n, given) in &steps {
                let (time, count) = (Millis(ms), given.then_some(n));
                let by = if given { ReadBy::Press } else { ReadBy::Official };
                match what {
                    0 => clock.start_turn(),
                    1 => clock.end_turn(),
                    2 => clock.advance(time),
                    3 => clock.set(given.then_some(time), count, Some(time)),
                    4 => clock.set(Some(time), count, None),
                    5 => drop(clock.read(Some(time), count, None, by)),
                    6 => drop(clock.read(given.then_some(time), None, Some(n), by)),
                    7 => drop((clock.deduct_lateness(time, i64::from(n)), clock.deduct(time))),
                    _ => clock.set_used(time),
                }
                let view = clock.view(false);
                for shown in [view.used_ms, view.left_ms, view.over_ms, clock.time_to_out()] {
                    prop_assert!(shown >= Some(Millis::ZERO) || shown.is_none(), "{:?}", clock);
                }
            }
        }
    }
}
