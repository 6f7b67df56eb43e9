//! Stones taken off wrongly, too late or not at all: MV-10 and MV-11 (2002 18.1,
//! 18.2; 1988 18), and own stones.

use super::taking;
use crate::{Edition, table};
use fupan_tests::script::Script;
use serde_json::json;

table! {
    "MV-10" E1 E2 => enemy_stones_with_liberties_go_back;
    "MV-11" E1 E2 => captives_left_on_the_board;
    "MV-11" E1 E2 => captives_lifted_in_two_goes_are_none_left;
    "MV-10" E1 E2 => what_has_no_liberty_is_never_wrongly_lifted;
    "MV-20" E1 E2 => own_stones_lifted;
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
    // With the stone and after it, or both after it.
    for script in [
        lift(taking(edition, &["A3"]), "B3"),
        lift(lift(taking(edition, &[]), "A3"), "B3"),
    ] {
        script.finds_nothing();
        script.stones("W E5").finds_nothing();
    }
    // One with the stone, the other only after the next move: it was left, and
    // taking it off then is no fault of its own.
    let rest = lift(taking(edition, &["A3"]).stones("W E5"), "B3");
    rest.finds_only(&[(edition.of("MV-20", "MV-11"), "B C3")]);
    // Only after the next move: they were left.
    let late = taking(edition, &[]).stones("W E5").fact(
        "captives_lifted",
        json!({"colour": "black", "points": ["A3", "B3"]}),
    );
    late.finds_only(&[(edition.of("MV-20", "MV-11"), "B C3")]);
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
