//! B.1: moves and repetition.

use crate::{
    Edition::{self, E2},
    table,
};
use fupan_tests::script::{Script, ruling_data};
use serde_json::{Value, json};

table! {
    "MV-1"  E1 E2 => a_stone_on_an_empty_point_in_turn_stands;
    "MV-2"  E1 E2 => a_pass_is_allowed;
    "MV-3"  E1 E2 => enemy_chains_without_liberties_come_off_and_own_ones_never;
    "MV-3"  E1 E2 => a_snapback_is_no_ko;
    "MV-4"  E1 E2 => a_forbidden_point_is_void_and_costs_the_turn;
    "MV-4"  E1 E2 => a_suicide_of_many_is_void_whether_or_not_lifted;
    "MV-4"  E1 E2 => a_correction_makes_a_finding_and_takes_it_away;
    "MV-5"  E1 E2 => a_single_ko_retaken_at_once_is_void_and_costs_the_turn;
    "MV-5"  E1 E2 => a_ko_is_retaken_at_once_though_its_captive_came_off_later;
    "MV-5"  E1 E2 => a_voided_threat_is_no_threat;
    "MV-5"  E1 E2 => a_threat_that_the_recorder_missed;
    "MV-5"  E1 E2 => a_ko_that_is_not_retaken_with_a_take_back_before;
    "MV-6"  E1 E2 => sending_two_returning_one_stands_again_positionally;
    "MV-6"  E1 E2 => sending_two_returning_one_is_no_situational_repetition;
    "MV-6"  E1 E2 => a_triple_ko_waits_for_the_chief_arbiter;
    "MV-6"  E1 E2 => a_double_ko_comes_back_with_a_pass;
    "MV-6"  E1 E2 => eternal_life_stands_again;
    "MV-6"  E1 E2 => an_event_says_what_becomes_of_long_cycles;
    "MV-7"  E1 E2 => two_stones_in_a_row;
    "MV-7"  E1 E2 => after_the_others_pass_nobody_plays_twice;
    "MV-7"  E1 E2 => a_move_that_the_recorder_missed;
    "MV-8"  E1 E2 => a_take_back_is_put_back_and_warned;
    "MV-8"  E1 E2 => while_the_hand_is_on_the_stone_nothing_is_taken_back;
    "MV-9"  E1 E2 => a_dropped_stone;
    "MV-9"  E1 E2 => a_dropped_stone_is_settled_before_the_next_move;
    "MV-10" E1 E2 => enemy_stones_with_liberties_go_back;
    "MV-11" E1 E2 => captives_left_on_the_board;
    "MV-11" E1 E2 => captives_lifted_in_two_goes_are_none_left;
    "MV-10" E1 E2 => what_has_no_liberty_is_never_wrongly_lifted;
    "MV-12" E1 E2 => swapped_colours_are_put_right_up_to_move_ten;
    "MV-13" E1 E2 => a_displaced_stone_with_both_players_consent;
    "MV-14" E1 E2 => a_displaced_stone_without_agreement;
    "MV-15" E1 E2 => a_stone_displaced_on_purpose_loses;
    "MV-16" E1 E2 => a_board_scattered_by_neither_player;
    "MV-17" E1 E2 => a_board_scattered_by_accident;
    "MV-18" E1 E2 => a_board_scattered_on_purpose;
    "MV-19" E1 E2 => a_lot_after_both_lost_changes_no_result;
    "MV-20" E1 E2 => what_no_article_covers_is_left_to_an_official;
    "MV-20" E1 E2 => a_stone_out_of_turn_of_which_no_article_speaks;
    "MV-20" E1 E2 => own_stones_lifted;
}

fn a_stone_on_an_empty_point_in_turn_stands(edition: Edition) {
    edition
        .game()
        .stones("B Q16, W D4")
        .finds_nothing()
        .shows(&json!({"position": {"moves": 2, "last": "D4", "to_play": "black"}}));
}

fn a_pass_is_allowed(edition: Edition) {
    edition
        .game()
        .stones("B Q16, W pass, B D4")
        .finds_nothing()
        .shows(&json!({"position": {"moves": 3, "to_play": "white"}}));
}

/// Black takes at the corner though that stone's own chain has no liberty
/// before the captives come off (4.2).
fn enemy_chains_without_liberties_come_off_and_own_ones_never(edition: Edition) {
    edition
        .from_rows(&[".....", ".....", ".....", "OX...", ".OX.."], "black")
        .stones("B A3, W E5, B A1")
        .finds_nothing()
        .shows_board(
            "....O ..... X.... .X... X.X..",
            &json!({"position": {"captured": {"white": 2, "black": 0}}}),
        );
}

fn a_snapback_is_no_ko(edition: Edition) {
    edition
        .from_rows(&[".....", ".....", "XXX..", "OOOX.", "OX.X."], "white")
        .stones("W C1, B B1")
        .finds_nothing()
        .shows_board(
            "..... ..... XXX.. ...X. .X.X.",
            &json!({"position": {"captured": {"white": 5, "black": 1}}}),
        );
}

fn a_forbidden_point_is_void_and_costs_the_turn(edition: Edition) {
    let corner = [".....", ".....", ".....", "O....", ".O..."];
    let script = edition.from_rows(&corner, "black").stones("B A1");
    script.finds_only(&[("MV-4", "B A1")]);
    script
        .found("MV-4", "B A1")
        .under(&edition.article("19", "19"))
        .against("black")
        .decided_by("arbiter")
        .can_be_raised()
        .allows(&["void_move B A1, black forfeit_turn"])
        .is("open");
    // It stands until it is ruled off, and then the other side moves. No warning.
    script.shows_board("..... ..... ..... O.... XO...", &json!({}));
    let words = "void_move B A1, black forfeit_turn";
    script
        .ruled_as("ruling-1", ("MV-4", "B A1"), words)
        .shows_board(
            "..... ..... ..... O.... .O...",
            &json!({"position": {"to_play": "white", "moves": 0}, "warnings": {"black": 0}}),
        );
}

fn a_suicide_of_many_is_void_whether_or_not_lifted(edition: Edition) {
    let rows = [".....", ".....", ".....", "OO...", "X.O.."];
    let before = "..... ..... ..... OO... X.O..";
    let words = "void_move B B1, black forfeit_turn";
    let standing = edition.from_rows(&rows, "black").stones("B B1");
    standing.finds_only(&[("MV-4", "B B1")]);
    standing
        .clone()
        .shows_board("..... ..... ..... OO... XXO..", &json!({}));
    standing
        .ruled_as("ruling-1", ("MV-4", "B B1"), words)
        .shows_board(before, &json!({}));
    let lifted = json!({"colour": "black", "point": "B1", "lifted": ["A1", "B1"]});
    let lifted = edition
        .from_rows(&rows, "black")
        .fact("stone_played", lifted)
        .called("B B1");
    lifted.finds_only(&[("MV-4", "B B1")]);
    lifted
        .clone()
        .shows_board("..... ..... ..... OO... ..O..", &json!({}));
    lifted
        .ruled_as("ruling-1", ("MV-4", "B B1"), words)
        .shows_board(before, &json!({"position": {"captured": {"black": 0}}}));
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

fn two_stones_in_a_row(edition: Edition) {
    let script = edition.game().stones("B Q16, W D4, B C3, B C5");
    script.finds_only(&[("MV-7", "B C5")]);
    let words = edition.of("black lose_game", "void_move B C5, black warned");
    script
        .found("MV-7", "B C5")
        .under(&edition.article("17.1", "17.2"))
        .against("black")
        .decided_by("arbiter")
        .allows(&[words])
        .is("open");
    let ruled = script.ruled_as("ruling-1", ("MV-7", "B C5"), words);
    match edition {
        Edition::E1 => ruled.shows(&json!({"result": {"outcome": "white", "by": "forfeit"}})),
        E2 => ruled.shows(&json!({"result": null, "warnings": {"black": 1},
            "position": {"moves": 3, "last": "C3", "to_play": "white"}})),
    };
}

fn after_the_others_pass_nobody_plays_twice(edition: Edition) {
    edition
        .game()
        .stones("B Q16, W pass, B D4, W C3")
        .finds_nothing();
    // Nor after the other's lost turn.
    edition
        .game()
        .stones("B Q16")
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "white", "forfeit_turn", &json!({}))
        .stones("B D4")
        .finds_nothing();
}

fn a_move_that_the_recorder_missed(edition: Edition) {
    let script = edition.game().stones("B Q16, B C3");
    script.finds_only(&[("MV-7", "B C3")]);
    let missed = json!({"colour": "white", "point": "D4"});
    script
        .inserts("B Q16", "stone_played", missed, "10:00:01")
        .finds_nothing();
    // The wrong colour was keyed: the finding goes with the correction.
    let black = json!({"colour": "black", "point": "C3"});
    edition
        .game()
        .stones("B Q16, W C3")
        .corrects("W C3", Some(("stone_played", black, "10:00:02")))
        .finds_only(&[("MV-7", "W C3")]);
}

fn a_correction_makes_a_finding_and_takes_it_away(edition: Edition) {
    let corner = [".....", ".....", ".....", "O....", ".O..."];
    let stone = |point: &str| json!({"colour": "black", "point": point});
    let script = edition.from_rows(&corner, "black").stones("B E5");
    // It stands at the entry that was corrected, under that entry's seq.
    let wrong = script.corrects("B E5", Some(("stone_played", stone("A1"), "10:00:01")));
    let wrong = wrong.called("correction");
    wrong.finds_only(&[("MV-4", "B E5")]);
    wrong.found("MV-4", "B E5").is("open");
    wrong
        .corrects("B E5", Some(("stone_played", stone("D5"), "10:00:01")))
        .finds_nothing();
    // One that was missed stands at the insertion.
    let script = edition.from_rows(&corner, "black");
    script
        .inserts("start", "stone_played", stone("A1"), "10:00:01")
        .called("insertion")
        .finds_only(&[("MV-4", "insertion")]);
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

fn breach(script: Script, data: Value) -> Script {
    let mut data = data;
    data["facts"] = json!("as seen");
    script
        .after_ms(1000)
        .by("arb-1", "breach_observed", data)
        .called("breach")
}

fn complaint(script: Script, by: &str, about: &str) -> Script {
    let data = json!({"by": by, "about": format!("@{about}"), "text": "look"});
    script
        .after_ms(1000)
        .fact("complaint_raised", data)
        .called("complaint")
}

fn taken_back(edition: Edition) -> Script {
    breach(
        edition.game().stones("B Q16"),
        json!({"colour": "black", "breach": "take_back", "about": "@B Q16", "points": ["R16"]}),
    )
}

fn a_take_back_is_put_back_and_warned(edition: Edition) {
    let words = "move_stands B Q16, black warned";
    let at_breach = ("MV-8", "breach");
    let script = taken_back(edition);
    script.finds_only(&[at_breach]);
    script
        .found("MV-8", "breach")
        .under(&edition.article("17.2", "17.3"))
        .against("black")
        .decided_by("arbiter")
        .can_be_raised()
        .allows(&[words]);
    let unasked = script.clone().ruled_as("ruling-1", at_breach, words);
    unasked
        .found("MV-8", "breach")
        .is(edition.of("ruled", "departed"));
    // Raised in time by the opponent; about the stone will do.
    for about in ["breach", "B Q16"] {
        let raised = complaint(script.clone(), "white", about);
        raised.found("MV-8", "breach").is("open");
        let ruled = raised.ruled_as("ruling-1", at_breach, words);
        ruled.found("MV-8", "breach").is("ruled");
        ruled.shows(&json!({"position": {"last": "Q16"}, "warnings": {"black": 1}}));
    }
    // Before his own next move, not after it; and not by the offender.
    let late = complaint(script.clone().stones("W D4"), "white", "breach");
    late.found("MV-8", "breach")
        .is(edition.of("open", "lapsed"));
    let own = complaint(script, "black", "breach").stones("W D4");
    own.found("MV-8", "breach").is(edition.of("open", "lapsed"));
}

fn while_the_hand_is_on_the_stone_nothing_is_taken_back(edition: Edition) {
    let stone = json!({"colour": "black", "point": "Q16", "hand_off": false});
    let script = edition.game().fact("stone_played", stone).called("B Q16");
    breach(
        script,
        json!({"colour": "black", "breach": "take_back", "about": "@B Q16", "points": ["R16"]}),
    )
    .finds_nothing();
}

fn dropped(edition: Edition) -> Script {
    breach(
        edition.game().stones("B Q16, W D4"),
        json!({"colour": "black", "breach": "stone_dropped", "points": ["K10"]}),
    )
}

fn a_dropped_stone(edition: Edition) {
    let script = dropped(edition);
    script.finds_only(&[("MV-9", "breach")]);
    let (e1, e2): (&[&str], &[&str]) = (&["nothing"], &["nothing", "move_stands breach"]);
    script
        .found("MV-9", "breach")
        .under(&edition.article("17.2", "17.3"))
        .against("black")
        .decided_by(edition.of("arbiter", "chief_arbiter"))
        .allows(edition.of(e1, e2))
        .is("open");
    // It stands for nothing until ruled.
    script.shows(&json!({"position": {"moves": 2, "to_play": "black"}}));
    if edition == E2 {
        script
            .clone()
            .ruled_as("ruling-1", ("MV-9", "breach"), "move_stands breach")
            .shows(&json!({"position": {"moves": 3, "last": "K10", "to_play": "white"}}));
    }
    // With the opponent's consent it is picked up; his own is none.
    let consent = |colour: &str| {
        let data = json!({"colour": colour, "about": "@breach", "terms": "pick it up"});
        script.clone().fact("consent_given", data)
    };
    consent("white")
        .found("MV-9", "breach")
        .decided_by("arbiter")
        .allows(&["nothing"])
        .is("open");
    consent("black")
        .found("MV-9", "breach")
        .allows(edition.of(e1, e2));
}

fn a_dropped_stone_is_settled_before_the_next_move(edition: Edition) {
    let script = dropped(edition);
    script
        .clone()
        .stones("B Q4")
        .found("MV-9", "breach")
        .cannot_be_raised()
        .is("lapsed");
    complaint(script.clone(), "white", "breach")
        .stones("B Q4")
        .found("MV-9", "breach")
        .is("open");
    // Ruled too late, it is a departure whatever was ruled.
    script
        .stones("B Q4")
        .ruled_as("ruling-1", ("MV-9", "breach"), "nothing")
        .found("MV-9", "breach")
        .is("departed");
}

fn enemy_stones_with_liberties_go_back(edition: Edition) {
    let words = "restore_stones white D4, black warned";
    let check = |script: Script, at: &str| {
        script.finds_only(&[("MV-10", at)]);
        script
            .found("MV-10", at)
            .under(&edition.article("18", "18.1"))
            .against("black")
            .decided_by("arbiter")
            .allows(&[words])
            .is("open");
        script
            .ruled_as("ruling-1", ("MV-10", at), words)
            .shows(&json!({"position": {"captured": {"white": 0}}, "warnings": {"black": 1}}));
    };
    let game = || edition.game().stones("B Q16, W D4");
    let stone = json!({"colour": "black", "point": "K10", "lifted": ["D4"]});
    check(game().fact("stone_played", stone).called("B K10"), "B K10");
    let lifted = json!({"colour": "black", "points": ["D4"]});
    let later = game().stones("B K10").fact("captives_lifted", lifted);
    check(later.called("lifting"), "lifting");
}

fn what_has_no_liberty_is_never_wrongly_lifted(edition: Edition) {
    let left = (edition.of("MV-20", "MV-11"), "B C3");
    // Captives left standing, lifted with a later stone.
    let late = json!({"colour": "black", "point": "E1", "lifted": ["A3", "B3"]});
    taking(edition, &[])
        .stones("W E5")
        .fact("stone_played", late)
        .finds_only(&[left]);
    // A suicide that nobody ruled on, cleared away with a later stone.
    let corner = [".....", ".....", ".....", "O....", ".O..."];
    let cleared = json!({"colour": "black", "point": "E1", "lifted": ["A1"]});
    edition
        .from_rows(&corner, "black")
        .stones("B A1, W E5")
        .fact("stone_played", cleared)
        .finds_only(&[("MV-4", "B A1")]);
}

/// A stone at C3 takes two at B3 and A3.
const TWO_CAPTIVES: [&str; 5] = [".....", "XX...", "OO...", "XX...", "....."];

fn taking(edition: Edition, lifted: &[&str]) -> Script {
    edition
        .from_rows(&TWO_CAPTIVES, "black")
        .fact(
            "stone_played",
            json!({"colour": "black", "point": "C3", "lifted": lifted}),
        )
        .called("B C3")
}

fn captives_left_on_the_board(edition: Edition) {
    let rule = edition.of("MV-20", "MV-11");
    for (lifted, words) in [
        (&[] as &[&str], "remove_stones A3 B3, black warned"),
        (&["A3"], "remove_stones B3, black warned"),
    ] {
        let script = taking(edition, lifted);
        script.finds_only(&[(rule, "B C3")]);
        let found = script.found(rule, "B C3");
        found
            .under(&edition.article("25.1", "18.2"))
            .against("black")
            .decided_by("arbiter");
        if edition == Edition::E1 {
            found.leaves_it_open().is("open");
            continue;
        }
        found.allows(&[words]).is("open");
        script
            .clone()
            .ruled_as("ruling-1", (rule, "B C3"), words)
            .shows_board(
                "..... XX... ..X.. XX... .....",
                &json!({"warnings": {"black": 1}, "position": {"captured": {"white": 2}}}),
            );
        // Answered with a move, it can't be raised any more.
        script.stones("W E5").found(rule, "B C3").is("lapsed");
    }
}

fn captives_lifted_in_two_goes_are_none_left(edition: Edition) {
    let lift = |script: Script, point: &str| {
        script.fact(
            "captives_lifted",
            json!({"colour": "black", "points": [point]}),
        )
    };
    let script = lift(lift(taking(edition, &[]), "A3"), "B3");
    script.finds_nothing();
    script.stones("W E5").finds_nothing();
    // Only after the next move: they were left.
    let late = taking(edition, &[]).stones("W E5").fact(
        "captives_lifted",
        json!({"colour": "black", "points": ["A3", "B3"]}),
    );
    late.finds_only(&[(edition.of("MV-20", "MV-11"), "B C3")]);
}

/// Ten moves, Bo having black though Ann was to have it.
const TEN: &str = "B A1, W B1, B C1, W D1, B E1, W F1, B G1, W H1, B J1, W K1";

fn swapped_colours_are_put_right_up_to_move_ten(edition: Edition) {
    let swapped = json!({"black": "bo", "white": "ann"});
    let script = edition.begun(&json!({}), &swapped);
    if edition == Edition::E1 {
        // No article speaks of it.
        script.stones(TEN).finds_nothing();
        return;
    }
    script.finds_only(&[("MV-12", "start")]);
    let tenth = script.clone().stones(TEN);
    tenth
        .found("MV-12", "start")
        .under("cn-2002:17.1")
        .against_nobody()
        .decided_by("arbiter")
        .can_be_raised()
        .allows(&["swap_players", "replay ?"])
        .is("open");
    tenth
        .clone()
        .ruled_as("ruling-1", ("MV-12", "start"), "swap_players")
        .shows(&json!({"players": {"black": "ann", "white": "bo"}, "position": {"moves": 10}}));
    tenth
        .clone()
        .stones("B L1")
        .found("MV-12", "start")
        .cannot_be_raised()
        .is("lapsed");
    // Raised at move ten by either side, it stays open.
    for side in ["black", "white"] {
        complaint(tenth.clone(), side, "start")
            .stones("B L1")
            .found("MV-12", "start")
            .is("open");
    }
    // Where nigiri decides, no event has fixed them.
    let games = json!([{"game": "r1-b1", "board": 1, "players": ["ann", "bo"]}]);
    let nigiri = json!({"holder": "ann", "stones": 8, "guess": "odd"});
    fupan_tests::script::opened_with(edition.id(), &json!({}))
        .org("round_paired", json!({"round": 1, "games": games}))
        .fact("nigiri_held", nigiri)
        .start(&json!({"black": "bo", "white": "ann"}))
        .finds_nothing();
    // A pass is a move, a voided stone is none.
    script
        .clone()
        .stones(TEN)
        .stones("B pass")
        .found("MV-12", "start")
        .is("lapsed");
    script
        .stones("B T1")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@B T1"}]))
        .stones(TEN)
        .found("MV-12", "start")
        .is("open");
}

fn displaced(edition: Edition, more: &Value) -> Script {
    let mut data = json!({"breach": "stone_displaced", "about": "@B Q16", "points": ["R16"]});
    for (key, value) in more.as_object().unwrap() {
        data[key] = value.clone();
    }
    breach(edition.game().stones("B Q16, W D4"), data)
}

fn agrees(script: Script, colour: &str) -> Script {
    let data = json!({"colour": colour, "about": "@breach", "terms": "as it was"});
    script.fact("consent_given", data)
}

fn a_displaced_stone_with_both_players_consent(edition: Edition) {
    let one = agrees(displaced(edition, &json!({})), "black");
    one.finds_only(&[("MV-14", "breach")]);
    let both = agrees(one, "white");
    both.finds_only(&[("MV-13", "breach")]);
    let (e1, e2) = (
        ["move_stone R16 Q16", "nothing"],
        ["move_stone R16 Q16", "move_stone R16 ?"],
    );
    both.found("MV-13", "breach")
        .under(&edition.article("17.3", "17.5"))
        .against_nobody()
        .decided_by("arbiter")
        .allows(&edition.of(e1, e2))
        .is("open");
}

fn a_displaced_stone_without_agreement(edition: Edition) {
    let script = displaced(edition, &json!({}));
    let (e1, e2): (&[&str], &[&str]) = (
        &["move_stone R16 Q16", "nothing", "draw", "replay ?"],
        &[
            "move_stone R16 ?",
            "nothing",
            "draw",
            "replay ?",
            "both_lose",
        ],
    );
    let found = script.found("MV-14", "breach");
    found
        .under(&edition.article("17.3", "17.5"))
        .decided_by("chief_arbiter")
        .allows(edition.of(e1, e2))
        .is("open");
    script
        .ruled_as(
            "ruling-1",
            ("MV-14", "breach"),
            edition.of("draw", "both_lose"),
        )
        .shows(&json!({"result": {"outcome": edition.of("draw", "both_lose")}}));
}

fn a_stone_displaced_on_purpose_loses(edition: Edition) {
    let script = displaced(edition, &json!({"colour": "white", "deliberate": true}));
    script.finds_only(&[("MV-15", "breach")]);
    script
        .found("MV-15", "breach")
        .under(&edition.article("17.3", "17.5"))
        .against("white")
        .decided_by("chief_arbiter")
        .allows(&["white lose_game"])
        .is("open");
    script
        .ruled_as("ruling-1", ("MV-15", "breach"), "white lose_game")
        .shows(&json!({"result": {"outcome": "black", "by": "forfeit"}}));
}

fn scattered(edition: Edition, more: Value) -> Script {
    let mut data = more;
    data["breach"] = json!("board_scattered");
    breach(edition.game().stones("B Q16, W D4"), data)
}

fn a_board_scattered_by_neither_player(edition: Edition) {
    let (e1, e2): (&[&str], &[&str]) = (
        &["nothing by arbiter", "draw", "replay ?"],
        &["nothing by arbiter", "draw", "replay ?", "both_lose"],
    );
    scattered(edition, json!({}))
        .found("MV-16", "breach")
        .under(&edition.article("17.4", "17.6"))
        .against_nobody()
        .decided_by("chief_arbiter")
        .allows(edition.of(e1, e2))
        .is("open");
}

fn a_board_scattered_by_accident(edition: Edition) {
    for more in [
        json!({"colour": "black"}),
        json!({"colour": "black", "deliberate": false}),
    ] {
        scattered(edition, more)
            .found("MV-17", "breach")
            .under(&edition.article("17.4", "17.6"))
            .against("black")
            .decided_by("arbiter")
            .allows(&["nothing", "black lose_game"])
            .is("open");
    }
}

fn a_board_scattered_on_purpose(edition: Edition) {
    let (e1, e2): (&[&str], &[&str]) = (&["black lose_game"], &["black warned", "black lose_game"]);
    scattered(edition, json!({"colour": "black", "deliberate": true}))
        .found("MV-18", "breach")
        .under(&edition.article("17.4", "23.3"))
        .against("black")
        .decided_by("arbiter")
        .allows(edition.of(e1, e2))
        .is("open");
}

/// 2002 17.5: where both lose, a lot may decide the next round's pairing, and
/// nothing else. 1988 lets nobody have both lose for a displaced stone.
fn a_lot_after_both_lost_changes_no_result(edition: Edition) {
    let script = displaced(edition, &json!({}));
    let both_lose = match edition {
        Edition::E1 => script.rules("ruling-1", json!([{"do": "both_lose"}])),
        E2 => script.ruled_as("ruling-1", ("MV-14", "breach"), "both_lose"),
    };
    let lot = json!({"lot": "lot-1", "purpose": "next_pairing", "round": 2,
        "entrants": ["ann", "bo"], "method": "by hand", "drawn": ["bo", "ann"]});
    both_lose
        .org("lot_drawn", lot)
        .shows(&json!({"result": {"outcome": "both_lose"}}))
        .game(&json!({"findings": [{"id": displaced(edition, &json!({})).finding_id("MV-14", "breach"),
            "status": edition.of("lapsed", "ruled")}]}));
}

fn what_no_article_covers_is_left_to_an_official(edition: Edition) {
    let script = breach(
        edition.game(),
        json!({"colour": "black", "breach": "other"}),
    );
    script.finds_only(&[("MV-20", "breach")]);
    script
        .found("MV-20", "breach")
        .under(&edition.article("25.1", "30.6"))
        .against("black")
        .decided_by(edition.of("arbiter", "chief_arbiter"))
        .leaves_it_open()
        .is("open");
    // Whatever is ruled is no departure, after the game too.
    let late = script.side("resigned", "white");
    late.found("MV-20", "breach").is("lapsed");
    let id = late.finding_id("MV-20", "breach");
    let mut ruling = ruling_data("ruling-1", &edition.article("25.1", "30.6"), json!([]));
    ruling["finding"] = json!(id);
    late.by("chief-1", "ruling_made", ruling)
        .warns("ruling-1", "black")
        .found("MV-20", "breach")
        .is("ruled");
}

fn a_stone_out_of_turn_of_which_no_article_speaks(edition: Edition) {
    let check = |script: Script, at: &str, colour: &str| {
        script.finds_only(&[("MV-20", at)]);
        script
            .found("MV-20", at)
            .under(&edition.article("25.1", "30.6"))
            .against(colour)
            .leaves_it_open()
            .is("open");
    };
    check(edition.game().stones("W Q16"), "W Q16", "white");
    // With a handicap White begins.
    let handicap = edition.begun(&json!({}), &json!({"handicap": ["D4", "Q16"]}));
    handicap.clone().stones("W Q4").finds_nothing();
    check(handicap.stones("B Q4"), "B Q4", "black");
    // Who proposed the end has given up the move, until the other has played.
    let proposed = edition
        .game()
        .stones("B Q16, W D4")
        .side("end_proposed", "black");
    check(proposed.clone().stones("B C3"), "B C3", "black");
    let declined = proposed.side("end_declined", "white");
    check(declined.clone().stones("B C3"), "B C3", "black");
    declined.stones("W C3, B C5").finds_nothing();
}

fn own_stones_lifted(edition: Edition) {
    let game = || edition.game().stones("B Q16, W D4");
    let stone = json!({"colour": "black", "point": "K10", "lifted": ["Q16"]});
    let own = game().fact("stone_played", stone).called("B K10");
    own.finds_only(&[("MV-20", "B K10")]);
    own.found("MV-20", "B K10").says("Q16").is("open");
    // One's own and the opponent's at one go: two findings at one entry.
    let stone = json!({"colour": "black", "point": "K10", "lifted": ["Q16", "D4"]});
    let both = game().fact("stone_played", stone).called("B K10");
    both.finds_only(&[("MV-10", "B K10"), ("MV-20", "B K10")]);
    both.found("MV-10", "B K10")
        .allows(&["restore_stones white D4, black warned"])
        .is("open");
}
