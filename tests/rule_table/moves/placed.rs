//! Stones put on the board: MV-1 to MV-4 (2002 2, 4, 5, 19), MV-7 (17.2) and
//! what is out of turn otherwise.

use crate::{
    Edition::{self, E2},
    table,
};
use fupan_tests::script::Script;
use serde_json::json;

table! {
    "MV-1" E1 E2 => a_stone_on_an_empty_point_in_turn_stands;
    "MV-2" E1 E2 => a_pass_is_allowed;
    "MV-3" E1 E2 => enemy_chains_without_liberties_come_off_and_own_ones_never;
    "MV-3" E1 E2 => a_snapback_is_no_ko;
    "MV-4" E1 E2 => a_forbidden_point_is_void_and_costs_the_turn;
    "MV-4" E1 E2 => a_suicide_of_many_is_void_whether_or_not_lifted;
    "MV-4" E1 E2 => a_correction_makes_a_finding_and_takes_it_away;
    "MV-7" E1 E2 => two_stones_in_a_row;
    "MV-7" E1 E2 => after_the_others_pass_nobody_plays_twice;
    "MV-7" E1 E2 => a_move_that_the_recorder_missed;
    "MV-20" E1 E2 => a_stone_out_of_turn_of_which_no_article_speaks;
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
