//! Regulations of time: how they are written, and which make no sense.

use super::*;
use serde_json::json;

#[test]
fn each_kind_is_written_as_regulations_have_it() {
    for (text, control) in [
        (json!({"kind":"none"}), TimeControl::None {}),
        (json!({"kind":"absolute","limit_ms":60000}), ABSOLUTE),
        (
            json!({"kind":"byoyomi","limit_ms":60000,"periods":3,"period_ms":60000}),
            BYOYOMI,
        ),
        (
            json!({"kind":"moves_per_period","limit_ms":60000,"moves":3,"period_ms":600_000,"carry_over":true}),
            PER_MOVES,
        ),
        (
            json!({"kind":"fischer","limit_ms":60000,"increment_ms":10000,"cap_ms":70000}),
            FISCHER,
        ),
        (
            json!({"kind":"reserved_byoyomi","limit_ms":7_200_000,"periods":5,"period_ms":60000}),
            TimeControl::ReservedByoyomi {
                limit_ms: Millis(7_200_000),
                periods: 5,
                period_ms: Millis(60_000),
            },
        ),
    ] {
        let read: TimeControl = serde_json::from_value(text.clone()).unwrap();
        assert_eq!(read, control);
        assert_eq!(serde_json::to_value(control).unwrap(), text);
    }
    assert_eq!(
        serde_json::from_value::<TurnEnds>(json!("move")).unwrap(),
        TurnEnds::Move
    );
    assert_eq!(
        serde_json::from_value::<Times>(json!("order_only")).unwrap(),
        Times::OrderOnly
    );
}

#[test]
fn fields_of_another_kind_are_refused() {
    for text in [
        json!({"kind":"none","limit_ms":1}),
        json!({"kind":"absolute","limit_ms":1,"periods":3}),
        json!({"kind":"absolute"}),
        json!({"kind":"byoyomi","limit_ms":1,"periods":-1,"period_ms":1}),
        json!({"kind":"sudden_death","limit_ms":1}),
    ] {
        assert!(
            serde_json::from_value::<TimeControl>(text.clone()).is_err(),
            "{text}"
        );
    }
}

#[test]
fn senseless_numbers_are_refused_by_name() {
    let byoyomi = |limit_ms, periods, period_ms| TimeControl::Byoyomi {
        limit_ms: Millis(limit_ms),
        periods,
        period_ms: Millis(period_ms),
    };
    let per_moves = |moves, period_ms| TimeControl::MovesPerPeriod {
        limit_ms: Millis(0),
        moves,
        period_ms: Millis(period_ms),
        carry_over: false,
    };
    let fischer = |increment_ms, cap_ms: Option<i64>| TimeControl::Fischer {
        limit_ms: Millis(1),
        increment_ms: Millis(increment_ms),
        cap_ms: cap_ms.map(Millis),
    };
    for (control, message) in [
        (
            TimeControl::Absolute {
                limit_ms: Millis(0),
            },
            "limit_ms is 0: expected more",
        ),
        (
            TimeControl::Absolute {
                limit_ms: Millis(-1),
            },
            "limit_ms is -1: expected 0 or more",
        ),
        (
            TimeControl::Absolute {
                limit_ms: Millis(1_000_000_000_001),
            },
            "limit_ms is 1000000000001: expected 1000000000000 at most",
        ),
        (byoyomi(0, 0, 1), "periods is 0: expected more"),
        (byoyomi(0, 1, 0), "period_ms is 0: expected more"),
        (byoyomi(-1, 1, 1), "limit_ms is -1: expected 0 or more"),
        (
            byoyomi(0, u32::MAX, 1_000_000_000_000),
            "periods × period_ms is 9223372036854775807: expected 1000000000000 at most",
        ),
        (per_moves(0, 1), "moves is 0: expected more"),
        (
            per_moves(10_001, 1),
            "moves is 10001: expected 10000 at most",
        ),
        (per_moves(1, 0), "period_ms is 0: expected more"),
        (fischer(-1, None), "increment_ms is -1: expected 0 or more"),
        (fischer(1, Some(0)), "cap_ms is 0: expected more"),
        (
            TimeControl::ReservedByoyomi {
                limit_ms: Millis(299_999),
                periods: 5,
                period_ms: Millis(60_000),
            },
            "periods × period_ms is 300000: expected limit_ms, 299999, at most",
        ),
    ] {
        assert_eq!(control.check().unwrap_err().to_string(), message);
    }
    for control in [
        byoyomi(0, 1, 1),
        per_moves(1, 1),
        fischer(0, None),
        TimeControl::ReservedByoyomi {
            limit_ms: Millis(300_000),
            periods: 5,
            period_ms: Millis(60_000),
        },
    ] {
        assert_eq!(control.check(), Ok(()));
    }
}
