//! Clocks that fail, pauses and sealed moves: TM-20 and TM-22 to TM-25 (2002
//! 12.4(6), 14, 22.8, 22.9; 1988 14, 22).

use super::{HOUR, MINUTE, absolute, byoyomi, clocked, moved};
use crate::{
    Edition::{self, E1, E2},
    table,
};
use fupan_domain::ids::Sha256;
use fupan_tests::script::Script;
use serde_json::{Value, json};

table! {
    "TM-20" E1 E2 => the_clock_fails_in_absolute_time;
    "TM-22" E1 E2 => a_clock_fault_of_two_minutes_an_hour;
    "TM-23" E1 E2 => a_pause_is_not_counted;
    "TM-24" E1 E2 => no_record_of_the_first_part;
    "TM-25" E1 E2 => a_sealed_move_on_an_occupied_point;
}

/// The clocks are found at fault, after so long.
fn fault(script: Script, time: &str, black_ms: i64, white_ms: i64) -> Script {
    let data = json!({"black_ms": black_ms, "white_ms": white_ms, "replaced": true});
    let script = script.at(time);
    script.fact("clock_fault_found", data).called("fault")
}

fn the_clock_fails_in_absolute_time(edition: Edition) {
    let script = moved(clocked(edition, &absolute()), "10:01", "black", "Q16");
    let script = fault(script, "10:30", 15 * MINUTE, 15 * MINUTE);
    if edition == E1 {
        script.finds_nothing();
        return;
    }
    script.finds_only(&[("TM-20", "fault"), ("TM-22", "fault")]);
    script
        .found("TM-20", "fault")
        .under("cn-2002:12.4(6)")
        .against_nobody()
        .decided_by("chief_arbiter")
        .allows(&["nothing", "set_clock black_ms=? white_ms=?", "? lose_game"])
        .is("open");
}

fn a_clock_fault_of_two_minutes_an_hour(edition: Edition) {
    let long = byoyomi(2 * HOUR, 3);
    let found = |script: Script| fault(script, "11:00", 32 * MINUTE, 30 * MINUTE);
    let script = found(moved(clocked(edition, &long), "10:30", "black", "Q16"));
    if edition == E1 {
        script.finds_nothing();
        return;
    }
    // Sixty-two minutes by the clocks in sixty: both in proportion.
    script.finds_only(&[("TM-22", "fault")]);
    let alone = [
        "set_clock black_ms=? by chief_arbiter",
        "set_clock white_ms=? by chief_arbiter",
    ];
    let words = "set_clock black_ms=5341936 white_ms=5458065";
    script
        .found("TM-22", "fault")
        .under("cn-2002:22.8")
        .against_nobody()
        .decided_by("arbiter")
        .allows(&[words, alone[0], alone[1]])
        .is("open");
    script
        .ruled_as("ruling-1", ("TM-22", "fault"), words)
        .shows(&json!({"clock": {"black": {"left_ms": 5_341_936},
            "white": {"left_ms": 5_458_065}}}));
    // A millisecond less: they may be replaced, and keep their readings.
    let small = moved(clocked(edition, &long), "10:30", "black", "Q16");
    fault(small, "11:00", 32 * MINUTE - 1, 30 * MINUTE)
        .found("TM-22", "fault")
        .allows(&["nothing", "nothing", alone[0], alone[1]])
        .is("open");
    // Slow clocks err as fast ones do, and a pause is not counted.
    let paused = moved(clocked(edition, &long), "10:10", "black", "Q16")
        .at("10:30")
        .fact(
            "game_paused",
            json!({"reason": "schedule", "thinking": "white"}),
        )
        .at("13:00")
        .fact("game_resumed", json!({}));
    let played = moved(paused, "13:10", "white", "D4");
    let slow = |white_ms| fault(played.clone(), "13:30", 28 * MINUTE, white_ms);
    slow(30 * MINUTE).found("TM-22", "fault").allows(&[
        "set_clock black_ms=5462069 white_ms=5337932",
        alone[0],
        alone[1],
    ]);
    slow(30 * MINUTE + 1)
        .found("TM-22", "fault")
        .allows(&["nothing", "nothing", alone[0], alone[1]]);
}

fn paused(edition: Edition, confirmed: Option<Value>) -> Script {
    let script = moved(
        clocked(edition, &byoyomi(2 * HOUR, 3)),
        "10:40",
        "black",
        "Q16",
    )
    .at("11:00")
    .fact(
        "game_paused",
        json!({"reason": "schedule", "thinking": "white"}),
    );
    let script = match confirmed {
        Some(times) => script.fact("times_confirmed", times),
        None => script,
    };
    script.at("13:00").fact("game_resumed", json!({}))
}

fn a_pause_is_not_counted(edition: Edition) {
    let times = json!({"black_used_ms": 40 * MINUTE, "white_used_ms": 20 * MINUTE,
        "by": ["black", "white"]});
    let script = moved(paused(edition, Some(times)), "13:10", "white", "D4");
    script.finds_nothing();
    script.shows(&json!({"clock": {"black": {"used_ms": 40 * MINUTE},
        "white": {"used_ms": 30 * MINUTE}}}));
}

fn no_record_of_the_first_part(edition: Edition) {
    let script = fault(paused(edition, None), "13:05", 20 * MINUTE, 45 * MINUTE);
    if edition == E1 {
        script.finds_nothing();
        return;
    }
    let words = format!("set_clock black_ms={0} white_ms={0}", 90 * MINUTE);
    script.finds_only(&[("TM-24", "fault")]);
    script
        .found("TM-24", "fault")
        .under("cn-2002:22.9")
        .against_nobody()
        .decided_by("arbiter")
        .allows(&[&words])
        .is("open");
    // Times were written down, or play has gone on.
    let times = json!({"black_used_ms": 40 * MINUTE, "white_used_ms": 20 * MINUTE});
    fault(
        paused(edition, Some(times)),
        "13:05",
        20 * MINUTE,
        45 * MINUTE,
    )
    .finds_only(&[("TM-22", "fault")]);
    let later = moved(paused(edition, None), "13:02", "white", "D4");
    fault(later, "13:05", 20 * MINUTE, 45 * MINUTE).finds_only(&[("TM-22", "fault")]);
}

fn a_sealed_move_on_an_occupied_point(edition: Edition) {
    let sealed = |point: &str| {
        let commitment = Sha256::of(format!("{point}\nn-1").as_bytes()).to_string();
        moved(clocked(edition, &absolute()), "10:01", "black", "Q16")
            .at("10:05")
            .fact(
                "move_sealed",
                json!({"colour": "white", "commitment": commitment}),
            )
            .at("13:00")
            .fact("seal_opened", json!({"point": point, "nonce": "n-1"}))
            .called("seal")
    };
    sealed("D4")
        .finds_nothing()
        .shows(&json!({"position": {"moves": 2, "last": "D4", "to_play": "black"}}));
    let script = sealed("Q16");
    let rule = edition.of("TM-25", "MV-20");
    script.finds_only(&[(rule, "seal")]);
    let found = script.found(rule, "seal");
    found
        .under(&edition.article("22", "30.6"))
        .against("white")
        .decided_by(edition.of("automatic", "chief_arbiter"));
    let to_play = edition.of("black", "white");
    script.shows(&json!({"position": {"moves": 1, "to_play": to_play}}));
    if edition == E2 {
        // The event must write its own rule (14).
        found.leaves_it_open().is("open");
        return;
    }
    found.allows(&["white forfeit_turn"]).is("automatic");
    // A ruling that names it replaces it.
    let id = script.finding_id("TM-25", "seal");
    let excused = script.carries_out("chief-1", ("ruling-1", &id, "cn-1988:22"), &json!({}));
    excused.found("TM-25", "seal").is("departed");
    excused.shows(&json!({"position": {"to_play": "white"}}));
}
