//! Which criterion separates equals.

use fupan_tests::script::{Script, event};
use serde_json::json;

const FOUR: [&str; 4] = ["ann", "bo", "cy", "di"];

/// Ann, Bo and Cy with two wins each, in a ring; all beat Di.
fn ring(tie_breaks: &[&str]) -> Script {
    let regulations = json!({"format": "round_robin", "rounds": 3, "tie_breaks": tie_breaks});
    event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "bo-cy 1-0, ann-di 1-0")
        .round(3, "cy-ann 1-0, bo-di 1-0")
}

#[test]
fn equals_share_a_place_and_the_next_one_is_left_out() {
    let shown = ring(&["points", "beaten", "warnings"]).shown();
    assert_eq!(shown.places(), "1 ann 4, 1 bo 4, 1 cy 4, 4 di 0");
    shown.rows(&json!([
        {"player": "ann", "decided_by": null, "beaten_half": 8},
        {"player": "cy", "decided_by": "points"},
        {"player": "di", "decided_by": null},
    ]));
}

#[test]
fn fewer_warnings_in_the_whole_event_come_first() {
    let script = ring(&["points", "beaten", "warnings"])
        .on("r1-ann-bo")
        .warning("w1", "white")
        .on("r2-ann-di")
        .warning("w2", "black");
    let shown = script.shown();
    assert_eq!(shown.places(), "1 cy 4, 2 ann 4, 2 bo 4, 4 di 0");
    let shown = shown.rows(&json!([
        {"player": "cy", "warnings": 0, "decided_by": "warnings"},
        {"player": "ann", "warnings": 1, "decided_by": null},
    ]));
    drop(shown);
    // An appeal takes one of the warnings away.
    let shown = script
        .on("r1-ann-bo")
        .appeal("ap1", &["w1"], json!([{"do": "overturn", "ruling": "w1"}]))
        .shown();
    assert_eq!(shown.places(), "1 bo 4, 1 cy 4, 3 ann 4, 4 di 0");
}

#[test]
fn the_game_between_two_equals_decides_where_the_event_says_so() {
    let regulations = json!({"rounds": 3, "tie_breaks": ["points", "direct"]});
    let shown = event("cn-2002", &regulations, &FOUR)
        .round(1, "bo-ann 1-0, cy-di 1-0")
        .round(2, "bo-cy 0-1, ann-di 1-0")
        .shown();
    assert_eq!(shown.places(), "1 cy 4, 2 bo 2, 3 ann 2, 4 di 0");
    shown.rows(&json!([{"player": "bo", "decided_by": "direct"}]));
}

#[test]
fn a_ring_of_equals_is_not_separated_by_their_games() {
    let shown = ring(&["points", "direct"]).shown();
    assert_eq!(shown.places(), "1 ann 4, 1 bo 4, 1 cy 4, 4 di 0");
}

#[test]
fn equals_who_did_not_all_meet_are_not_separated_by_their_games() {
    let regulations = json!({"rounds": 3, "tie_breaks": ["points", "direct"]});
    let shown = event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "bo-cy 1-0, ann-di 0-1")
        .shown();
    assert_eq!(shown.places(), "1 ann 2, 1 bo 2, 1 cy 2, 1 di 2");
}

#[test]
fn a_lot_decides_only_where_one_is_drawn_and_until_then_is_asked_for() {
    let script = ring(&["points", "lot"]);
    script.shown().standings(&json!({"lots_needed": [
        {"place": 1, "entrants": ["ann", "bo", "cy"]},
    ]}));
    let drawn = script.org(
        "lot_drawn",
        json!({"lot": "l1", "purpose": "tie", "round": 3, "entrants": ["ann", "bo", "cy"],
            "method": "slips from a hat", "drawn": ["cy", "ann", "bo"]}),
    );
    let shown = drawn.shown().standings(&json!({"lots_needed": []}));
    assert_eq!(shown.places(), "1 cy 4, 2 ann 4, 3 bo 4, 4 di 0");
    shown.rows(&json!([{"player": "cy", "decided_by": "lot"}]));
}

#[test]
fn a_lot_drawn_for_a_pairing_decides_no_place() {
    let drawn = ring(&["points", "lot"]).org(
        "lot_drawn",
        json!({"lot": "l1", "purpose": "next_pairing", "round": 3, "entrants": ["ann", "bo", "cy"],
            "method": "slips from a hat", "drawn": ["cy", "ann", "bo"]}),
    );
    let shown = drawn.shown();
    assert_eq!(shown.places(), "1 ann 4, 1 bo 4, 1 cy 4, 4 di 0");
}

#[test]
fn a_play_off_separates_but_brings_no_points() {
    let regulations = json!({"rounds": 1, "tie_breaks": ["points", "playoff"]});
    let tied = event("cn-2002", &regulations, &["ann", "bo"]).round(1, "ann-bo =");
    tied.shown()
        .standings(&json!({"playoffs_needed": [{"place": 1, "entrants": ["ann", "bo"]}]}));
    let pairing =
        json!({"game": "po-1", "board": 1, "black": "bo", "white": "ann", "playoff": true});
    let shown = tied
        .org("round_paired", json!({"round": 2, "games": [pairing]}))
        .ended("po-1", "bo", "ann", "1-0")
        .shown()
        .standings(&json!({"round": 2, "counting": {"rounds": 1}, "playoffs_needed": []}));
    assert_eq!(shown.places(), "1 bo 1, 2 ann 1");
    shown.rows(&json!([{"player": "bo", "decided_by": "playoff", "opponents": 1, "wins": 0}]));
}

/// Three equals: Ann, Cy and Ed, who beat Bo, Di and Flo.
fn three_equals(playoffs: &[(&str, &str, &str)]) -> fupan_tests::script::Shown {
    let regulations = json!({"rounds": 1, "tie_breaks": ["points", "playoff"]});
    let six = ["ann", "bo", "cy", "di", "ed", "flo"];
    let tied = event("cn-2002", &regulations, &six).round(1, "ann-bo 1-0, cy-di 1-0, ed-flo 1-0");
    let played = |script: Script, (n, told): (u32, &(&str, &str, &str))| {
        let (black, white, result) = told;
        let game = format!("po-{n}");
        let pairing = json!({"game": game, "board": 1, "black": black, "white": white,
            "playoff": true});
        script
            .org("round_paired", json!({"round": n, "games": [pairing]}))
            .ended(&game, black, white, result)
    };
    (2..).zip(playoffs).fold(tied, played).shown()
}

#[test]
fn play_offs_decide_once_each_of_the_equals_has_played_in_them() {
    let first = three_equals(&[("ann", "cy", "1-0")]);
    assert!(first.places().starts_with("1 ann 2, 1 cy 2, 1 ed 2, "));
    let needed =
        json!({"playoffs_needed": {"some": [{"place": 1, "entrants": ["ann", "cy", "ed"]}]}});
    drop(first.standings(&needed));
    // Ed wins the final against Ann, who had won against Cy.
    let second = three_equals(&[("ann", "cy", "1-0"), ("ann", "ed", "0-1")]);
    assert!(second.places().starts_with("1 ed 2, 2 ann 2, 3 cy 2, "));
    // In a ring nothing is decided.
    let ring = [
        ("ann", "cy", "1-0"),
        ("cy", "ed", "1-0"),
        ("ed", "ann", "1-0"),
    ];
    let third = three_equals(&ring);
    assert!(third.places().starts_with("1 ann 2, 1 cy 2, 1 ed 2, "));
    third.standings(&needed);
}

#[test]
fn a_play_off_that_was_drawn_is_needed_still() {
    let regulations = json!({"rounds": 1, "tie_breaks": ["points", "playoff"]});
    let pairing =
        json!({"game": "po-1", "board": 1, "black": "bo", "white": "ann", "playoff": true});
    event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo =")
        .org("round_paired", json!({"round": 2, "games": [pairing]}))
        .ended("po-1", "bo", "ann", "=")
        .shown()
        .standings(&json!({"playoffs_needed": [{"place": 1, "entrants": ["ann", "bo"]}]}));
}

#[test]
fn a_play_off_for_one_place_leaves_another_as_the_lot_had_decided_it() {
    let regulations = json!({"rounds": 1, "tie_breaks": ["points", "playoff", "lot"]});
    let drawn = json!({"lot": "l1", "purpose": "tie", "round": 1, "entrants": ["bo", "di"],
        "method": "slips from a hat", "drawn": ["di", "bo"]});
    let pairing =
        json!({"game": "po-1", "board": 1, "black": "cy", "white": "ann", "playoff": true});
    let shown = event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .org("lot_drawn", drawn)
        .org("round_paired", json!({"round": 2, "games": [pairing]}))
        .ended("po-1", "cy", "ann", "1-0")
        .shown()
        .standings(&json!({"round": 2, "lots_needed": []}));
    assert_eq!(shown.places(), "1 cy 2, 2 ann 2, 3 di 0, 4 bo 0");
}

#[test]
fn sums_leave_out_the_lowest_opponents_where_the_event_says_so() {
    let regulations = json!({"rounds": 3, "tie_breaks": ["points", "sos2", "sos1", "sosos", "sodos", "cumulative", "wins"]});
    event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "ann-cy 1-0, bo-di 1-0")
        .round(3, "ann-di 1-0, bo-cy =")
        .shown()
        // Points: Ann 6, Bo 3, Cy 3, Di 0.
        .rows(&json!([
            {"player": "ann", "opponents": 6, "sos1": 6, "sos2": 3, "sodos": 6, "cumulative": 12,
                "sosos": 30, "beaten_half": 12},
            {"player": "bo", "opponents": 9, "sos1": 9, "sos2": 6, "sodos": 0, "cumulative": 5,
                "sosos": 27, "beaten_half": 3},
            {"player": "cy", "opponents": 9, "sodos": 0, "cumulative": 7, "decided_by": "cumulative"},
            {"player": "di", "opponents": 12},
        ]));
}

#[test]
fn ratings_decide_last_where_the_event_says_so() {
    let regulations = json!({"rounds": 1, "tie_breaks": ["points", "rating"]});
    let shown = event("cn-2002", &regulations, &[])
        .registers("ann", json!({"rating": 2100}))
        .registers("bo", json!({"rating": 2200}))
        .registers("cy", json!({}))
        .shown();
    assert_eq!(shown.places(), "1 bo 0, 2 ann 0, 3 cy 0");
}

#[test]
fn a_supplement_changes_what_decides_from_its_round_on() {
    let supplement = json!({"changes": {"tie_breaks": ["points", "lot"]}, "from_round": 3,
        "approved_by": "chief-1", "reason": "agreed"});
    let regulations = json!({"format": "round_robin", "rounds": 3, "tie_breaks": ["points"]});
    event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "bo-cy 1-0, ann-di 1-0")
        .org("regulations_supplemented", supplement)
        .round(3, "cy-ann 1-0, bo-di 1-0")
        .shown()
        .standings_after(
            2,
            &json!({"counting": {"tie_breaks": ["points"]}, "lots_needed": []}),
        )
        .standings(&json!({"counting": {"tie_breaks": ["points", "lot"]},
            "lots_needed": [{"place": 1}]}));
}

#[test]
fn a_supplement_told_too_late_for_its_round_leaves_that_rounds_places_alone() {
    let supplement = json!({"changes": {"tie_breaks": ["points", "lot"]}, "from_round": 2,
        "approved_by": "chief-1", "reason": "agreed"});
    let regulations = json!({"rounds": 3, "tie_breaks": ["points"]});
    let late = event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "bo-cy 1-0, ann-di 1-0")
        .org("regulations_supplemented", supplement);
    // Round 2 was paired before it.
    late.shown()
        .standings(&json!({"round": 2, "counting": {"tie_breaks": ["points"]}, "lots_needed": []}));
    late.round(3, "cy-ann 1-0, bo-di 1-0")
        .shown()
        .standings(&json!({"counting": {"tie_breaks": ["points", "lot"]},
            "lots_needed": [{"place": 1}]}));
}
