//! Positions that stand again: MV-5 (2002 18.3, 20.1; 1988 20.1) and MV-6 (6, 20.2
//! to 20.4).

use super::breach;
use crate::{Edition, table};
use fupan_tests::script::Script;
use serde_json::json;

table! {
    "MV-5" E1 E2 => a_single_ko_retaken_at_once_is_void_and_costs_the_turn;
    "MV-5" E1 E2 => a_ko_is_retaken_at_once_though_its_captive_came_off_later;
    "MV-5" E1 E2 => a_voided_threat_is_no_threat;
    "MV-5" E1 E2 => a_threat_that_the_recorder_missed;
    "MV-5" E1 E2 => a_ko_that_is_not_retaken_with_a_take_back_before;
    "MV-6" E1 E2 => sending_two_returning_one_stands_again_positionally;
    "MV-6" E1 E2 => sending_two_returning_one_is_no_situational_repetition;
    "MV-6" E1 E2 => a_triple_ko_waits_for_the_chief_arbiter;
    "MV-6" E1 E2 => a_double_ko_comes_back_with_a_pass;
    "MV-6" E1 E2 => eternal_life_stands_again;
    "MV-6" E1 E2 => an_event_says_what_becomes_of_long_cycles;
}

/// Black takes B3 with C3; White may not take back at once.
const KO: [&str; 5] = [".....", ".XO..", "XO.O.", ".XO..", "....."];

fn ko_words(edition: Edition) -> &'static str {
    edition.of(
        "void_move W B3, white forfeit_turn",
        "void_move W B3, white warned, white forfeit_turn",
    )
}

fn a_single_ko_retaken_at_once_is_void_and_costs_the_turn(edition: Edition) {
    let script = edition.from_rows(&KO, "black").stones("B C3, W B3");
    script.finds_only(&[("MV-5", "W B3")]);
    script
        .found("MV-5", "W B3")
        .under(&edition.article("20.1", "18.3"))
        .against("white")
        .decided_by("arbiter")
        .allows(&[ko_words(edition)])
        .is("open");
    script
        .ruled_as("ruling-1", ("MV-5", "W B3"), ko_words(edition))
        .shows_board(
            "..... .XO.. X.XO. .XO.. .....",
            &json!({"position": {"to_play": "black"}, "warnings": {"white": edition.of(0, 1)}}),
        );
    // With a threat and its answer between there is nothing to find.
    edition
        .from_rows(&KO, "black")
        .stones("B C3, W E5, B E4, W B3")
        .finds_nothing();
    // Nor where the other side has passed.
    edition
        .from_rows(&KO, "black")
        .stones("B C3, W pass, B E5, W B3")
        .finds_nothing();
}

fn a_ko_is_retaken_at_once_though_its_captive_came_off_later(edition: Edition) {
    let taking = json!({"colour": "black", "point": "C3", "lifted": []});
    edition
        .from_rows(&KO, "black")
        .fact("stone_played", taking)
        .fact(
            "captives_lifted",
            json!({"colour": "black", "points": ["B3"]}),
        )
        .stones("W B3")
        .finds_only(&[("MV-5", "W B3")]);
}

fn a_voided_threat_is_no_threat(edition: Edition) {
    let script = edition
        .from_rows(&KO, "black")
        .stones("B C3, W E5")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W E5"}]))
        .stones("W B3");
    script.finds_only(&[("MV-5", "W B3")]);
}

fn a_threat_that_the_recorder_missed(edition: Edition) {
    let script = edition.from_rows(&KO, "black").stones("B C3, W B3");
    script.finds_only(&[("MV-5", "W B3")]);
    let threat = json!({"colour": "white", "point": "E5"});
    let answer = json!({"colour": "black", "point": "E4"});
    let inserted = script
        .inserts("B C3", "stone_played", threat, "10:00:01")
        .called("threat")
        .inserts("threat", "stone_played", answer, "10:00:01");
    inserted.finds_nothing();
    // And a stone between that is struck out was no threat.
    edition
        .from_rows(&KO, "black")
        .stones("B C3, W E5, B E4, W B3")
        .corrects("B E4", None)
        .corrects("W E5", None)
        .finds_only(&[("MV-5", "W B3")]);
}

/// White sends two at A1 and takes one back.
const SENDING_TWO: [&str; 5] = [".....", ".....", ".....", "XXO..", ".O.O."];

fn sending_two(edition: Edition, repetition: &str) -> Script {
    let start = json!({"position": SENDING_TWO, "to_play": "white"});
    edition.begun(&json!({"board": 5, "repetition": repetition}), &start)
}

fn sending_two_returning_one_stands_again_positionally(edition: Edition) {
    let script = sending_two(edition, "positional").stones("W A1, B C1, W B1");
    script.finds_only(&[("MV-6", "W B1")]);
    script
        .found("MV-6", "W B1")
        .under(&edition.article("20.3", "20.3"))
        .against("white")
        .decided_by("chief_arbiter")
        .says("at the start")
        .allows(edition.of(&["draw", "replay ?"], &["void_move W B1"]))
        .is("open");
    // It freezes nothing, a pass breaks no cycle, and a new position does.
    let passed = script.clone().stones("B pass");
    passed.found("MV-6", "W B1").can_be_raised().is("open");
    let broken = script.stones("B E5");
    broken.finds_only(&[("MV-6", "W B1")]);
    broken.found("MV-6", "W B1").cannot_be_raised().is("lapsed");
}

fn sending_two_returning_one_is_no_situational_repetition(edition: Edition) {
    let script = sending_two(edition, "situational").stones("W A1, B C1, W B1");
    script.finds_nothing();
    // Black passes, and White puts Black before what he has faced before.
    let again = script.stones("B pass, W A1");
    again.finds_only(&[("MV-6", "W A1")]);
    again.found("MV-6", "W A1").says("after move 1").is("open");
}

/// Three kos on the left: White has the upper and the lower one.
const THREE_KOS: [&str; 9] = [
    ".XO......",
    "XO.O.....",
    ".XO......", //
    ".XO......",
    "X.XO.....",
    ".XO......", //
    ".XO......",
    "XO.O.....",
    ".XO......",
];

const TRIPLE_CYCLE: &str = "B C8, W B5, B C2, W B8, B C5, W B2";

fn a_triple_ko_waits_for_the_chief_arbiter(edition: Edition) {
    let script = edition.from_rows(&THREE_KOS, "black").stones(TRIPLE_CYCLE);
    script.finds_only(&[("MV-6", "W B2")]);
    script
        .found("MV-6", "W B2")
        .against("white")
        .decided_by("chief_arbiter")
        .says("at the start")
        .is("open");
    // Once more round: each position stands again.
    let script = script.stones("B C8");
    script.finds_only(&[("MV-6", "W B2"), ("MV-6", "B C8")]);
    script.found("MV-6", "W B2").is(edition.of("open", "open"));
    if edition == Edition::E1 {
        script
            .clone()
            .ruled_as("ruling-1", ("MV-6", "B C8"), "draw")
            .shows(&json!({"result": {"outcome": "draw", "by": "ruling"}, "status": "finished"}));
    }
    // The leader yields: the cycle is broken, nothing happened.
    script.stones("W J9").found("MV-6", "B C8").is("lapsed");
}

fn a_double_ko_comes_back_with_a_pass(edition: Edition) {
    let cycle = "B C8, W B5, B pass, W B8, B C5";
    edition
        .from_rows(&THREE_KOS, "black")
        .stones(cycle)
        .finds_only(&[("MV-6", "B C5")]);
    // The side to move is another than it was at the start.
    let start = json!({"position": THREE_KOS, "to_play": "black"});
    edition
        .begun(&json!({"board": 9, "repetition": "situational"}), &start)
        .stones(cycle)
        .finds_nothing();
}

fn eternal_life_stands_again(edition: Edition) {
    let rows = ["XXX.O", "OXXX.", "O.OOX", ".XXOO", "XOO.X"];
    for repetition in ["positional", "situational"] {
        let start = json!({"position": rows, "to_play": "black"});
        let script = edition
            .begun(&json!({"board": 5, "repetition": repetition}), &start)
            .stones("B D1, W C1, B E1, W B1");
        script.finds_only(&[("MV-6", "W B1")]);
        script.found("MV-6", "W B1").says("at the start").is("open");
    }
}

fn an_event_says_what_becomes_of_long_cycles(edition: Edition) {
    let regulations = json!({"board": 9, "long_cycle": ["no_result", "playoff"]});
    let start = json!({"position": THREE_KOS, "to_play": "black"});
    let script = edition.begun(&regulations, &start).stones(TRIPLE_CYCLE);
    let (e1, e2): (&[&str], &[&str]) = (
        &["no_result", "replay ?"],
        &["void_move W B2", "no_result", "replay ?"],
    );
    script
        .found("MV-6", "W B2")
        .allows(edition.of(e1, e2))
        .is("open");
    script
        .ruled_as("ruling-1", ("MV-6", "W B2"), "no_result")
        .shows(&json!({"result": {"outcome": "no_result"}}));
}

/// The stone that took is put elsewhere: at the point of the ko nothing is
/// retaken then.
fn a_ko_that_is_not_retaken_with_a_take_back_before(edition: Edition) {
    let script = breach(
        edition.from_rows(&KO, "black").stones("B C3"),
        json!({"colour": "black", "breach": "take_back", "about": "@B C3", "points": ["E1"]}),
    );
    script.stones("W B3").finds_only(&[("MV-8", "breach")]);
}
