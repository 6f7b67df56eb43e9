//! Games that have no result, by a ruling or as was confirmed, and are paired anew
//! without an order to play again: the first is closed by the second, and one of them
//! counts (rule table, B.5: nothing until settled).

use fupan_tests::script::{Script, event};
use serde_json::json;

const FOUR: [&str; 4] = ["ann", "bo", "cy", "di"];

/// Ann and Bo had no result in round 1, as was ruled (`void`) or only confirmed
/// (`none`), and were paired anew in it.
fn paired_after(edition: &str, result: &str) -> Script {
    event(
        edition,
        &json!({"rounds": 2, "tie_breaks": ["points"]}),
        &FOUR,
    )
    .round(1, &format!("ann-bo {result}, cy-di 1-0"))
    .pairs(1, ["r1-anew", "bo", "ann"])
}

fn paired_anew(edition: &str) -> Script {
    paired_after(edition, "void")
}

/// By a ruling, or by Ann and Bo and an official who confirmed it: nobody ruled so.
#[test]
fn a_game_without_result_is_closed_by_the_one_that_is_paired_anew() {
    let both = ["void", "none"];
    for (edition, result) in ["cn-2002", "cn-1988"]
        .iter()
        .flat_map(|e| both.map(|r| (*e, r)))
    {
        paired_after(edition, result)
            .shown()
            .standings(&json!({"open": ["r1-anew"]}))
            .other(
                "r1-ann-bo",
                &json!({"result": {"outcome": "no_result"}, "replayed_as": "r1-anew"}),
            );
        let shown = paired_after(edition, result)
            .ended("r1-anew", "bo", "ann", "0-1")
            .shown()
            .standings(&json!({"open": [], "provisional": []}))
            .remarks_no("pairing_repeated")
            .remarks_no("player_twice_in_round")
            .remarks_no("board_twice_in_round");
        assert_eq!(shown.places(), "1 ann 2, 1 cy 2, 3 bo 0, 3 di 0");
    }
}

#[test]
fn only_the_game_that_counts_is_lost_by_a_sanction() {
    let sanction = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "lose_games", "reason": "verified"});
    paired_anew("cn-2002")
        .ended("r1-anew", "bo", "ann", "0-1")
        .tournament("chief-1", "sanction_imposed", sanction)
        .shown()
        .rows(&json!([
            {"player": "bo", "points": 2, "wins": 1}, {"player": "ann", "points": 0, "losses": 1},
        ]))
        .other("r1-ann-bo", &json!({"result": {"outcome": "no_result"}}))
        .other(
            "r1-anew",
            &json!({"result": {"outcome": "black", "by": "sanction"}}),
        );
}

#[test]
fn a_ruling_of_no_result_that_falls_gives_the_first_game_back() {
    let overturned = |order: &str| {
        paired_anew("cn-2002")
            .ended("r1-anew", "bo", "ann", "0-1")
            .on("r1-ann-bo")
            .appeal(
                "ap1",
                &["end-r1-ann-bo"],
                json!([{"do": "overturn", "ruling": "end-r1-ann-bo"}, {"do": order}]),
            )
            .shown()
    };
    // Both games would count otherwise.
    let shown = overturned("draw").standings(&json!({"open": []}));
    assert_eq!(shown.places(), "1 cy 2, 2 ann 1, 2 bo 1, 4 di 0");
    overturned("resume").standings(&json!({"open": ["r1-ann-bo"]}));
}

#[test]
fn the_one_paired_anew_may_have_no_result_either() {
    let shown = paired_anew("cn-2002")
        .ended("r1-anew", "bo", "ann", "void")
        .pairs(1, ["r1-third", "ann", "bo"])
        .ended("r1-third", "ann", "bo", "1-0")
        .shown()
        .standings(&json!({"open": []}));
    assert_eq!(shown.places(), "1 ann 2, 1 cy 2, 3 bo 0, 3 di 0");
}

#[test]
fn others_who_are_paired_close_nothing() {
    // Each of the two meets somebody else.
    event("cn-2002", &json!({"rounds": 2}), &FOUR)
        .round(1, "ann-bo void, cy-di void")
        .pairs(1, ["r1-other", "ann", "cy"])
        .ended("r1-other", "ann", "cy", "1-0")
        .shown()
        .standings(&json!({"open": ["r1-ann-bo", "r1-cy-di"]}));
    // In a Swiss they may meet in a later round: that is a game of its own.
    event("cn-2002", &json!({"rounds": 2}), &FOUR)
        .round(1, "ann-bo void, cy-di 1-0")
        .round(2, "bo-ann 1-0, cy-di 1-0")
        .shown()
        .standings(&json!({"open": ["r1-ann-bo"]}))
        .remarks("pairing_repeated");
    // A pairing changed to other players does not close it any more.
    let pairing = json!({"game": "r1-anew", "board": 1, "black": "bo", "white": "cy"});
    paired_anew("cn-2002")
        .tournament(
            "chief-1",
            "pairing_changed",
            json!({"round": 1, "games": [pairing], "reason": "keyed wrong"}),
        )
        .shown()
        .standings(&json!({"open": ["r1-anew", "r1-ann-bo"]}));
    // To another board it does.
    let pairing = json!({"game": "r1-anew", "board": 7, "black": "bo", "white": "ann"});
    paired_anew("cn-2002")
        .tournament(
            "chief-1",
            "pairing_changed",
            json!({"round": 1, "games": [pairing], "reason": "another room"}),
        )
        .shown()
        .standings(&json!({"open": ["r1-anew"]}));
}

#[test]
fn in_a_round_robin_a_further_meeting_closes_it_in_whatever_round() {
    let regulations = json!({"format": "round_robin", "rounds": 3, "tie_breaks": ["points"]});
    let script = event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo void, cy-di 1-0")
        .round(2, "ann-cy 1-0, bo-di 1-0")
        .round(3, "ann-di 1-0, bo-cy 1-0");
    script.shown().standings(&json!({"open": ["r1-ann-bo"]}));
    let shown = script
        .round(4, "bo-ann 0-1")
        .shown()
        .standings(&json!({"open": []}))
        // After round 1 it had not been played.
        .standings_after(1, &json!({"open": ["r1-ann-bo"]}))
        .remarks_no("pairing_repeated");
    assert_eq!(shown.places(), "1 ann 6, 2 bo 4, 3 cy 2, 4 di 0");
    // The second cycle's meeting is none of that kind, but the third is.
    let regulations =
        json!({"format": "double_round_robin", "rounds": 2, "tie_breaks": ["points"]});
    let twice = event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo void")
        .round(2, "bo-ann 1-0");
    twice.shown().standings(&json!({"open": ["r1-ann-bo"]}));
    let shown = twice
        .round(3, "ann-bo 1-0")
        .shown()
        .standings(&json!({"open": []}));
    assert_eq!(shown.places(), "1 ann 2, 1 bo 2");
}

#[test]
fn a_match_goes_on_with_the_next_game() {
    let regulations = json!({"format": "match", "rounds": 5, "games": 3});
    event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo 1-0")
        .round(2, "bo-ann void")
        .round(3, "bo-ann 0-1")
        .shown()
        .standings(&json!({"open": [], "match": {"winner": "ann"}}));
}

/// Two games of a round that were paired together are two games.
#[test]
fn a_game_paired_before_the_ruling_does_not_close_it() {
    let game = |id: &str| json!({"game": id, "board": 1, "black": "ann", "white": "bo"});
    event("cn-2002", &json!({"rounds": 1}), &["ann", "bo"])
        .org(
            "round_paired",
            json!({"round": 1, "games": [game("g1"), game("g2")]}),
        )
        .ended("g1", "ann", "bo", "void")
        .ended("g2", "ann", "bo", "1-0")
        .shown()
        .standings(&json!({"open": ["g1"]}))
        .rows(&json!([{"player": "ann", "points": 2}]));
}

/// 2002 28.2: a game without result is none of those played (已賽局數).
#[test]
fn who_leaves_has_not_played_a_game_without_result() {
    let regulations = json!({"format": "round_robin", "rounds": 3, "tie_breaks": ["points"]});
    let left = json!({"player": "di", "after_round": 2, "justified": true, "reason": "ill"});
    event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo 1-0, cy-di void")
        .round(2, "ann-cy 1-0, bo-di 1-0")
        .org("player_withdrew", left)
        .shown()
        .standings(&json!({"unplaced": [{"player": "di", "why": "results_void"}]}));
}

#[test]
fn whoever_confirmed_it_the_next_meeting_of_the_round_is_its_replay() {
    let none = json!({"outcome": "no_result", "by": "ruling"});
    let begun = event("cn-2002", &json!({"rounds": 2}), &FOUR)
        .round(1, "ann-bo ?, cy-di 1-0")
        .on("r1-ann-bo")
        .fact("game_started", json!({"black": "ann", "white": "bo"}))
        .called("start");
    let anew = |script: Script| {
        script
            .pairs(1, ["r1-anew", "bo", "ann"])
            .shown()
            .standings(&json!({"open": ["r1-anew"]}))
            .other("r1-ann-bo", &json!({"replayed_as": "r1-anew"}));
    };
    // The arbiter alone, until the players have signed.
    anew(begun.clone().confirmed_by(none.clone(), &["arb-1"]));
    // It was missed at the table and inserted later.
    let confirmed = json!({"result": none, "by": ["black", "white", "arb-1"]});
    let at = "12:00";
    anew(begun.inserts("start", "result_confirmed", confirmed, at));
}

#[test]
fn a_confirmation_that_is_corrected_to_another_result_gives_the_first_game_back() {
    let won = json!({"result": {"outcome": "black", "by": "resignation"},
        "by": ["black", "white", "arb-1"]});
    let at = "12:00";
    let shown = paired_after("cn-2002", "none")
        .ended("r1-anew", "bo", "ann", "1-0")
        .on("r1-ann-bo")
        .corrects(
            "confirmed-r1-ann-bo",
            Some(("result_confirmed", won.clone(), at)),
        )
        .shown()
        .standings(&json!({"open": []}));
    assert_eq!(shown.places(), "1 ann 2, 1 cy 2, 3 bo 0, 3 di 0");
    // Corrected before they meet again, the two have two games.
    let before = event(
        "cn-2002",
        &json!({"rounds": 2, "tie_breaks": ["points"]}),
        &FOUR,
    )
    .round(1, "ann-bo none, cy-di 1-0")
    .on("r1-ann-bo")
    .corrects("confirmed-r1-ann-bo", Some(("result_confirmed", won, at)))
    .called("other");
    let met_again = |script: Script| {
        let again = script.pairs(1, ["r1-again", "bo", "ann"]);
        again.ended("r1-again", "bo", "ann", "1-0").shown()
    };
    let shown = met_again(before.clone()).remarks("pairing_repeated");
    assert_eq!(shown.places(), "1 ann 2, 1 bo 2, 1 cy 2, 4 di 0");
    // That correction was wrong and is struck out: there was no result after all.
    let shown = met_again(before.on("r1-ann-bo").corrects("other", None))
        .standings(&json!({"open": []}))
        .remarks_no("pairing_repeated");
    assert_eq!(shown.places(), "1 bo 2, 1 cy 2, 3 ann 0, 3 di 0");
}

#[test]
fn a_confirmation_falls_with_the_ruling_on_which_it_rests() {
    // Ruled and then confirmed to have no result; the appeal has them play on.
    let shown = event("cn-2002", &json!({"rounds": 2}), &FOUR)
        .round(1, "ann-bo void, cy-di 1-0")
        .on("r1-ann-bo")
        .appeal(
            "ap1",
            &["end-r1-ann-bo"],
            json!([{"do": "overturn", "ruling": "end-r1-ann-bo"}, {"do": "resume"}]),
        )
        .pairs(1, ["r1-second", "bo", "ann"])
        .ended("r1-second", "bo", "ann", "1-0")
        .shown()
        // The second is a game of its own, which counts.
        .standings(&json!({"open": ["r1-ann-bo"]}));
    assert_eq!(shown.row("bo")["points"], json!(2));
}
