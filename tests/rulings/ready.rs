//! What an article allows is ready to be ruled on the game as it stands, also
//! when play has gone on since (contract, sections 6, 7 and 11).

use fupan_tests::script::{Script, game, game_with};
use serde_json::{Value, json};

/// White retakes a single ko at once, on point C3.
const KO: &str = "B C4, W D4, B B3, W E3, B C2, W D2, B Q16, W C3, B D3, W C3";

/// The only outcome of a finding.
fn outcome(script: &Script, rule: &str, entry: &str) -> Value {
    let found = script.found(rule, entry);
    let outcomes = found.shown()["outcomes"].as_array().expect("outcomes");
    assert_eq!(outcomes.len(), 1);
    outcomes[0].clone()
}

fn orders(script: &Script, rule: &str, entry: &str) -> Value {
    outcome(script, rule, entry)["orders"].clone()
}

#[test]
fn the_last_stone_is_voided_and_an_earlier_one_undone_stone_by_stone() {
    // In 1988 a finding can be raised until the game is over.
    let last = game("cn-1988").stones(KO);
    assert_eq!(
        orders(&last, "MV-5", "W C3"),
        json!([{"do": "void_move", "entry": last.id_of("W C3")}])
    );
    let later = last.stones("B R4, W Q4");
    assert_eq!(
        orders(&later, "MV-5", "W C3"),
        json!([{"do": "remove_stones", "points": ["C3"]},
            {"do": "restore_stones", "colour": "black", "points": ["D3"]}])
    );
    let words = "remove_stones C3, restore_stones black D3, white forfeit_turn";
    let ruled = later.ruled_as("ruling-1", ("MV-5", "W C3"), words);
    ruled.found("MV-5", "W C3").is("ruled");
    ruled.shows(&json!({"position": {"to_play": "black", "captured": {"black": 0, "white": 2}}}));
}

#[test]
fn a_ruling_keeps_its_finding_ruled_whatever_is_played_after_it() {
    let in_time = game("cn-1988").stones(KO).ruled_as(
        "ruling-1",
        ("MV-5", "W C3"),
        "void_move W C3, white forfeit_turn",
    );
    let later = game("cn-1988").stones(KO).stones("B R4").ruled_as(
        "ruling-1",
        ("MV-5", "W C3"),
        "remove_stones C3, restore_stones black D3, white forfeit_turn",
    );
    for script in [in_time.stones("B S4, W Q4"), later.stones("B S4")] {
        script.found("MV-5", "W C3").is("ruled");
    }
    // Stone orders on a stone that could be voided are not what the article says.
    let stones = json!({"orders": [{"do": "remove_stones", "points": ["C3"]},
        {"do": "restore_stones", "colour": "black", "points": ["D3"]}],
        "penalties": [{"colour": "white", "penalty": "forfeit_turn"}]});
    let script = game("cn-1988").stones(KO);
    let id = script.finding_id("MV-5", "W C3");
    let early = script.carries_out("chief-1", ("ruling-1", &id, "cn-1988:20.1"), &stones);
    early.found("MV-5", "W C3").is("departed");
}

#[test]
fn a_stone_that_has_gone_need_not_go_again() {
    // White's stone without a liberty is caught by the next one.
    let script = game_with("cn-1988", &json!({"board": 5}))
        .stones("B A2, W E5, B B2, W E4, B C1, W D5, B A1, W B1, B D3");
    let suicide = orders(&script, "MV-4", "W B1");
    assert_eq!(suicide, json!([{"do": "remove_stones", "points": ["B1"]}]));
    let lifted = script.fact(
        "captives_lifted",
        json!({"colour": "black", "points": ["B1"]}),
    );
    assert_eq!(orders(&lifted, "MV-4", "W B1"), json!([]));
    assert_eq!(outcome(&lifted, "MV-4", "W B1").get("not_now"), None);
}

#[test]
fn what_cannot_be_done_any_more_says_why() {
    // Black takes off a living stone; White plays on its point.
    let wrong = json!({"colour": "black", "point": "Q16", "lifted": ["D4"]});
    let script = game("cn-1988")
        .stones("B C4, W D4")
        .fact("stone_played", wrong)
        .called("wrong")
        .stones("W Q4");
    assert_eq!(outcome(&script, "MV-10", "wrong").get("not_now"), None);
    let filled = script.clone().stones("B D4");
    let allowed = outcome(&filled, "MV-10", "wrong");
    assert_eq!(allowed["not_now"], "a black stone stands on D4");
    assert_eq!(
        allowed["orders"],
        json!([{"do": "restore_stones", "colour": "white", "points": ["D4"]}])
    );
    let id = filled.finding_id("MV-10", "wrong");
    let (ruling, article) = ("ruling-1", "cn-1988:18");
    let ruled = filled.carries_out("chief-1", (ruling, &id, article), &allowed);
    assert_eq!(ruled.refusal().unwrap().code, "point_occupied");
    // White's own stone there is as good as put back.
    let own = outcome(&script.stones("B R4, W D4"), "MV-10", "wrong");
    assert_eq!((&own["orders"], own.get("not_now")), (&json!([]), None));
}
