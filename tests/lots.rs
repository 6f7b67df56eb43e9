//! Lots that anybody can check, lots by hand, and what a lot decides and what
//! not (2002 17.5, 22.3, 27.1; 1988 28.1).

use fupan_domain::tournament::lots::{commitment, order_of};
use fupan_tests::script::{Script, event};
use serde_json::json;

const SEED: &str = "maple 4711";
const FOUR: [&str; 4] = ["ann", "bo", "cy", "di"];

fn committed(seed: &str) -> Script {
    event("cn-2002", &json!({"rounds": 3}), &FOUR).org(
        "lot_committed",
        json!({"lot": "l1", "commitment": commitment(seed)}),
    )
}

fn drawn(script: Script, drawn: &[&str], reveal: Option<&str>) -> Script {
    let mut data = json!({"lot": "l1", "purpose": "pairing", "round": 1, "entrants": FOUR,
        "method": "sorted by SHA-256 of seed and id", "drawn": drawn});
    if let Some(seed) = reveal {
        data["reveal"] = json!(seed);
    }
    script.org("lot_drawn", data)
}

#[test]
fn an_order_that_follows_from_a_seed_committed_before_is_verified() {
    let entrants = FOUR.map(|id| id.parse().unwrap_or_else(|e| panic!("{e}")));
    let order: Vec<String> = order_of(SEED, &entrants)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(order, ["di", "bo", "ann", "cy"]);
    drawn(committed(SEED), &["di", "bo", "ann", "cy"], Some(SEED))
        .shown()
        .whole(&json!({"discrepancies": {"none": [{"code": "lot_other_order"}]}}))
        .remarks_no("lot_other_seed")
        .remarks_no("lot_by_hand")
        .remarks_no("lot_sealed")
        .standings(&json!({"lots": [{"lot": "l1", "state": "verified"}]}));
}

#[test]
fn another_order_than_the_seed_gives_is_told_with_the_right_one() {
    drawn(committed(SEED), &["ann", "bo", "cy", "di"], Some(SEED))
        .shown()
        .remarks("lot_other_order")
        .whole(&json!({"discrepancies": {"some": [{
            "text": "the order of lot l1 that follows from its seed is di, bo, ann, cy"}]}}));
}

#[test]
fn another_seed_than_the_one_committed_to_is_told() {
    drawn(committed("oak 12"), &["di", "bo", "ann", "cy"], Some(SEED))
        .shown()
        .remarks("lot_other_seed");
}

#[test]
fn a_seed_that_nobody_committed_to_proves_little() {
    let script = event("cn-2002", &json!({"rounds": 3}), &FOUR);
    drawn(script, &["di", "bo", "ann", "cy"], Some(SEED))
        .shown()
        .remarks("lot_uncommitted");
}

#[test]
fn a_lot_drawn_by_hand_is_accepted_and_marked_as_such() {
    let script = event("cn-2002", &json!({"rounds": 3}), &FOUR);
    drawn(script, &["cy", "di", "ann", "bo"], None)
        .shown()
        .remarks("lot_by_hand")
        .standings(&json!({"lots": [{"lot": "l1", "state": "by_hand"}]}));
}

#[test]
fn whoever_says_that_it_was_drawn_by_hand_claims_no_order() {
    let data = json!({"lot": "l1", "purpose": "colours", "round": 1, "entrants": FOUR,
        "method": "hand", "drawn": ["cy", "di", "ann", "bo"], "reveal": SEED});
    event("cn-2002", &json!({"rounds": 3}), &FOUR)
        .org("lot_drawn", data.clone())
        .shown()
        .remarks("lot_by_hand")
        .remarks_no("lot_other_order");
    // Who committed to a seed before has claimed the order that follows from it.
    committed(SEED)
        .org("lot_drawn", data)
        .shown()
        .remarks("lot_other_order");
}

#[test]
fn a_commitment_without_its_seed_is_told() {
    committed(SEED).shown().remarks("lot_sealed");
    drawn(committed(SEED), &["di", "bo", "ann", "cy"], None)
        .shown()
        .remarks("lot_not_revealed");
}

#[test]
fn whoever_is_drawn_must_have_taken_part() {
    let script = event("cn-2002", &json!({"rounds": 3}), &FOUR).org(
        "lot_drawn",
        json!({"lot": "l1", "purpose": "tie", "entrants": ["ann", "bo"], "method": "hat", "drawn": ["ann", "cy"]}),
    );
    script.is_refused_as("contradiction");
}

/// 2002 17.5(5): where both lose and pairing bears no gap, a lot decides the
/// next round's pairing; the standings don't know of it.
#[test]
fn where_both_lose_a_lot_makes_a_pairing_score_and_no_standing_score() {
    event(
        "cn-2002",
        &json!({"rounds": 3, "tie_breaks": ["points"]}),
        &FOUR,
    )
    .round(1, "ann-bo 0-0, cy-di 1-0")
    .org(
        "lot_drawn",
        json!({"lot": "l1", "purpose": "next_pairing", "round": 2, "entrants": ["ann", "bo"],
                "method": "slips", "drawn": ["bo", "ann"]}),
    )
    .shown()
    .rows(&json!([
        {"player": "bo", "points": 0, "pairing_points": 2, "place": 2},
        {"player": "ann", "points": 0, "place": 2},
        {"player": "cy", "points": 2, "place": 1},
    ]));
}

#[test]
fn nigiri_gives_colours_and_is_checked_against_rank_age_and_seats() {
    let players = |ann: serde_json::Value, bo: serde_json::Value| {
        let pairing = json!({"game": "g1", "board": 1, "players": ["ann", "bo"]});
        event("cn-2002", &json!({"rounds": 1}), &[])
            .registers("ann", ann)
            .registers("bo", bo)
            .org("round_paired", json!({"round": 1, "games": [pairing]}))
            .on("g1")
    };
    let nigiri = |script: Script, holder: &str, black: &str, white: &str| {
        script
            .fact(
                "nigiri_held",
                json!({"holder": holder, "stones": 7, "guess": "odd"}),
            )
            .fact("game_started", json!({"black": black, "white": white}))
            .shown()
    };
    let (nine, one) = (json!({"dan": "9p"}), json!({"dan": "7d"}));
    // Ann holds and Bo guesses right: he has black.
    let shown = nigiri(players(nine.clone(), one.clone()), "ann", "bo", "ann");
    shown
        .remarks_no("nigiri_holder")
        .remarks_no("nigiri_colours")
        .other("g1", &json!({"players": {"black": "bo", "white": "ann"}}));
    nigiri(players(nine.clone(), one.clone()), "ann", "ann", "bo").remarks("nigiri_colours");
    nigiri(players(nine, one), "bo", "ann", "bo").remarks("nigiri_holder");
    // Of equal ranks the elder holds.
    let born = |year: i32| json!({"dan": "3d", "birth_year": year});
    nigiri(players(born(1952), born(1990)), "ann", "bo", "ann").remarks_no("nigiri_holder");
    nigiri(players(born(1990), born(1952)), "ann", "bo", "ann").remarks("nigiri_holder");
}

/// Whoever commits to a seed once the tie is there may choose it.
#[test]
fn a_commitment_after_the_tie_was_known_and_a_second_lot_for_it_are_told() {
    let tie_breaks = json!({"rounds": 1, "tie_breaks": ["points", "lot"]});
    let played = event("cn-2002", &tie_breaks, &FOUR).round(1, "ann-bo =, cy-di =");
    let sealed = |script: Script| {
        script.org(
            "lot_committed",
            json!({"lot": "l1", "commitment": commitment(SEED)}),
        )
    };
    let tie = |lot: &str, entrants: &[&str]| {
        json!({"lot": lot, "purpose": "tie", "round": 1, "entrants": entrants,
        "method": "sha-256", "drawn": entrants, "reveal": SEED})
    };
    let order = ["di", "bo", "ann", "cy"];
    let late = sealed(played).org("lot_drawn", tie("l1", &order));
    late.shown()
        .remarks("lot_committed_late")
        .remarks_no("lot_drawn_again");
    let again = late.org("lot_drawn", tie("l2", &["di", "ann"]));
    again.shown().remarks("lot_drawn_again");
    let early = sealed(event("cn-2002", &tie_breaks, &FOUR)).round(1, "ann-bo =, cy-di =");
    let shown = early
        .org("lot_drawn", tie("l1", &order))
        .shown()
        .remarks_no("lot_committed_late");
    assert_eq!(shown.places(), "1 di 1, 2 bo 1, 3 ann 1, 4 cy 1");
    event("cn-2002", &tie_breaks, &FOUR)
        .org("lot_drawn", tie("l1", &["ann", "zed"]))
        .shown()
        .remarks("lot_unknown_entrant");
}

#[test]
fn a_tie_that_a_sanction_made_after_the_close_can_still_be_settled() {
    let closed = event(
        "cn-2002",
        &json!({"rounds": 1, "tie_breaks": ["points", "lot"]}),
        &FOUR,
    )
    .round(1, "ann-bo 1-0, cy-di =")
    .org("tournament_closed", json!({}));
    let lot = json!({"lot": "l1", "purpose": "tie", "round": 1, "entrants": ["cy", "di"],
        "method": "by hand", "drawn": ["di", "cy"]});
    closed
        .clone()
        .org("lot_drawn", lot.clone())
        .is_refused_as("tournament_closed");
    let sanction = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "cancel_results", "reason": "verified"});
    let moved = closed.tournament("chief-1", "sanction_imposed", sanction);
    let shown = moved.clone().org("lot_drawn", lot).shown();
    assert!(
        shown.places().starts_with("1 di 1, 2 cy 1"),
        "{}",
        shown.places()
    );
    let playoff = |playoff: bool| {
        json!({"round": 2, "games": [
        {"game": "p1", "board": 1, "black": "cy", "white": "di", "playoff": playoff}]})
    };
    moved
        .clone()
        .org("round_paired", playoff(true))
        .ended("p1", "cy", "di", "1-0")
        .shown();
    moved
        .org("round_paired", playoff(false))
        .is_refused_as("tournament_closed");
}
