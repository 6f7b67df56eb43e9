//! Who confirms a result, what a confirmation binds, and with what it falls
//! (2002 16.4, 23.1; contract, section 11).

use fupan_tests::script::{Script, game};
use serde_json::{Value, json};

fn overturn(ruling: &str) -> Value {
    json!([{"do": "overturn", "ruling": ruling}])
}

fn resigned() -> Script {
    game("cn-2002")
        .stones("B Q16, W D4")
        .side("resigned", "black")
}

#[test]
fn only_both_players_and_an_official_together_close_a_game() {
    let result = json!({"outcome": "white", "by": "resignation"});
    for by in [
        vec!["black", "white"],
        vec!["black", "arb-1"],
        vec!["white", "arb-1"],
        vec!["arb-1", "chief-1"],
        vec!["black"],
    ] {
        resigned()
            .confirmed_by(result.clone(), &by)
            .stones("B Q4")
            .shows(&json!({"status": "finished",
                "result": {"outcome": "white", "by": "resignation", "state": "provisional"}}));
    }
    let closed = resigned()
        .confirmed_by(result, &["arb-1", "white", "black"])
        .called("end");
    closed.shows(&json!({"status": "confirmed", "result": {"state": "confirmed"}}));
    let further = closed.clone().stones("B Q4");
    further
        .is_refused_as("game_confirmed")
        .names(&closed, "end")
        .says("stone_played");
}

#[test]
fn a_result_stated_by_some_is_provisional() {
    game("cn-2002")
        .confirmed_by(
            json!({"outcome": "black", "by": "resignation"}),
            &["black", "arb-1"],
        )
        .shows(&json!({"status": "finished",
            "result": {"outcome": "black", "by": "resignation", "state": "provisional"}}));
}

#[test]
fn acts_of_every_kind_are_refused_in_a_closed_game() {
    let closed = resigned().confirms("white", "resignation");
    let side = json!({"colour": "black"});
    for (type_name, data) in [
        ("turn_passed", side.clone()),
        ("clock_pressed", side.clone()),
        ("clock_read", json!({"reading": {"black_ms": 0}})),
        (
            "game_paused",
            json!({"reason": "schedule", "thinking": "white"}),
        ),
        ("game_resumed", json!({})),
        ("end_proposed", side.clone()),
        ("end_agreed", side.clone()),
        ("dead_stones_agreed", json!({"points": [], "by": ["black"]})),
        (
            "life_disputed",
            json!({"points": ["D4"], "dead_says": "black"}),
        ),
        ("contested_point_found", json!({"points": ["A1"]})),
        ("recount_requested", side.clone()),
        ("relief_requested", side.clone()),
        ("resigned", side.clone()),
        (
            "captives_lifted",
            json!({"colour": "black", "points": ["D4"]}),
        ),
    ] {
        closed
            .clone()
            .fact(type_name, data)
            .is_refused_as("game_confirmed");
    }
    closed
        .clone()
        .counts("black", 740)
        .is_refused_as("game_confirmed");
    closed
        .clone()
        .confirms("black", "resignation")
        .is_refused_as("game_confirmed");
}

#[test]
fn a_late_protest_is_recorded_and_void() {
    let protest = json!({"by": "black", "text": "he pressed before the stone"});
    resigned()
        .confirms("white", "resignation")
        .fact("complaint_raised", protest)
        .by(
            "arb-1",
            "breach_observed",
            json!({"colour": "white", "breach": "talk", "facts": "f"}),
        )
        .shows(&json!({"status": "confirmed", "result": {"outcome": "white"}}));
}

#[test]
fn a_confirmed_result_binds_though_the_facts_say_otherwise() {
    game("cn-2002")
        .ends(&[])
        .counts("black", 736)
        .confirmed_by(
            json!({"outcome": "black", "by": "count", "margin_qz": 1}),
            &["black", "white", "arb-1"],
        )
        .shows(&json!({"status": "confirmed",
            "result": {"outcome": "black", "by": "count", "margin_qz": 1, "state": "confirmed"}}))
        .remarks("confirmed_otherwise");
}

#[test]
fn a_game_that_never_began_is_confirmed_lost_by_absence() {
    fupan_tests::script::paired_with("cn-2002", &json!({}))
        .fact("player_absent", json!({"player": "bo"}))
        .loses("ruling-1", "white", "cn-2002:22.2")
        .confirms("black", "absence")
        .shows(&json!({"status": "confirmed", "result": {"outcome": "black", "by": "absence"}}));
}

#[test]
fn a_confirmed_result_falls_with_the_ruling_on_which_it_rests() {
    let script = game("cn-2002")
        .stones("B Q16")
        .loses("ruling-1", "white", "cn-2002:23.7")
        .confirms("black", "forfeit");
    script.shows(&json!({"status": "confirmed"}));
    let fallen = script.appeal("a1", &["ruling-1"], overturn("ruling-1"));
    fallen.shows(&json!({"status": "paused", "result": null}));
    // Play may go on and be confirmed anew.
    fallen
        .rules("ruling-2", json!([{"do": "resume"}]))
        .stones("W D4")
        .side("resigned", "black")
        .confirms("white", "resignation")
        .shows(&json!({"status": "confirmed", "result": {"outcome": "white"}}));
}

#[test]
fn a_loss_by_warnings_falls_with_either_of_them() {
    let script = game("cn-2002")
        .stones("B Q16")
        .warning("ruling-1", "black")
        .warning("ruling-2", "black")
        .confirms("white", "warnings");
    script.shows(&json!({"status": "confirmed", "result": {"outcome": "white", "by": "warnings"}}));
    for ruling in ["ruling-1", "ruling-2"] {
        script
            .clone()
            .appeal("a1", &[ruling], overturn(ruling))
            .shows(&json!({"status": "paused", "result": null, "warnings": {"black": 1}}));
    }
}

#[test]
fn a_counted_result_is_computed_again_when_its_warning_falls() {
    let script = game("cn-2002")
        .warning("ruling-1", "black")
        .ends(&[])
        .counts("black", 740)
        .confirmed_by(
            json!({"outcome": "white", "by": "count", "margin_qz": 1}),
            &["black", "white", "arb-1"],
        );
    script.shows(&json!({"status": "confirmed"}));
    script
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows(&json!({"status": "finished",
            "result": {"outcome": "black", "by": "count", "margin_qz": 3, "state": "provisional"}}));
}

#[test]
fn a_confirmation_does_not_fall_with_a_ruling_that_did_not_matter() {
    resigned()
        .warning("ruling-1", "white")
        .confirms("white", "resignation")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows(&json!({"status": "confirmed", "result": {"outcome": "white"}}));
}

#[test]
fn a_second_warning_after_the_confirmation_changes_nothing_by_itself() {
    let script = game("cn-2002")
        .warning("ruling-1", "black")
        .stones("B Q16")
        .side("resigned", "white")
        .confirms("black", "resignation")
        .warning("ruling-2", "black");
    script.shows(&json!({"status": "confirmed", "warnings": {"black": 2},
        "result": {"outcome": "black", "by": "resignation"}}));
    // A ruling may still say that the game is lost (2002 23.1).
    script
        .loses("ruling-3", "black", "cn-2002:23.1")
        .shows(&json!({"result": {"outcome": "white", "by": "forfeit"}}));
}

#[test]
fn a_decision_over_a_confirmed_result_can_be_confirmed_in_turn() {
    let script = resigned().confirms("white", "resignation").appeal(
        "a1",
        &["W D4"],
        json!([{"do": "draw"}]),
    );
    script.shows(&json!({"status": "finished",
        "result": {"outcome": "draw", "by": "ruling", "state": "provisional"}}));
    // It reopened nothing: no stone can follow.
    script
        .clone()
        .stones("W Q4")
        .is_refused_as("game_confirmed");
    script
        .confirms("draw", "ruling")
        .shows(&json!({"status": "confirmed", "result": {"state": "confirmed"}}));
}

#[test]
fn a_reopened_game_goes_on() {
    resigned()
        .confirms("white", "resignation")
        .rules("ruling-1", json!([{"do": "resume"}]))
        .stones("B Q4")
        .shows(&json!({"status": "playing", "position": {"moves": 3}}));
}

#[test]
fn a_result_is_final_once_the_tournament_is_closed_and_no_appeal_open() {
    let script = resigned().confirms("white", "resignation");
    script
        .clone()
        .org("tournament_closed", json!({}))
        .shows(&json!({"result": {"state": "final"}}));
    let open = script.files("a1", &["W D4"]);
    open.shows(&json!({"result": {"state": "appealed"}}));
    open.clone()
        .org("tournament_closed", json!({}))
        .shows(&json!({"result": {"state": "appealed"}}));
    open.clone()
        .decides("a1", json!([]))
        .shows(&json!({"result": {"state": "confirmed"}}));
    open.draft("appeal/a1", "chief-1", "appeal_withdrawn", json!({}))
        .shows(&json!({"result": {"state": "confirmed"}}));
}
