//! Sanctions at any time: what they take from whom, what follows for others,
//! and what comes back when they are lifted (2002 23.1, 23.2, 23.6).

use fupan_tests::script::{Script, event, team_event};
use serde_json::{Value, json};

const FOUR: [&str; 4] = ["ann", "bo", "cy", "di"];

/// Points: Ann 6, Bo 2, Cy 3, Di 1.
fn three_rounds() -> Script {
    event(
        "cn-2002",
        &json!({"rounds": 3, "tie_breaks": ["points", "opponents"]}),
        &FOUR,
    )
    .round(1, "ann-bo 1-0, cy-di =")
    .round(2, "ann-cy 1-0, bo-di 1-0")
    .round(3, "ann-di 1-0, bo-cy 0-1")
}

fn sanctioned(
    script: Script,
    id: &str,
    player: &str,
    kind: &str,
    games: Option<&[&str]>,
) -> Script {
    let mut data = json!({"sanction": id, "player": player, "article": "cn-2002:23.1",
        "kind": kind, "reason": "verified"});
    if let Some(games) = games {
        data["games"] = json!(games);
    }
    script.tournament("chief-1", "sanction_imposed", data)
}

#[test]
fn lost_games_are_the_opponents_and_every_sum_follows() {
    let shown = sanctioned(
        three_rounds(),
        "s1",
        "ann",
        "lose_games",
        Some(&["r1-ann-bo"]),
    )
    .shown();
    assert_eq!(shown.places(), "1 ann 4, 1 bo 4, 3 cy 3, 4 di 1");
    shown
        .other(
            "r1-ann-bo",
            &json!({"result": {"outcome": "white", "by": "sanction"}}),
        )
        .rows(&json!([
            {"player": "ann", "wins": 2, "losses": 1, "opponents": 8},
            {"player": "bo", "wins": 2, "opponents": 8},
            {"player": "cy", "opponents": 4 + 4 + 1},
        ]));
}

#[test]
fn cancelled_results_go_and_the_opponents_keep_theirs() {
    let shown = sanctioned(three_rounds(), "s1", "cy", "cancel_results", None).shown();
    shown.rows(&json!([
        {"player": "cy", "points": 0, "wins": 0, "draws": 0, "losses": 0},
        {"player": "di", "points": 1, "draws": 1, "opponents": 8},
        {"player": "bo", "points": 2, "losses": 2, "opponents": 7},
    ]));
}

#[test]
fn both_can_be_struck_in_one_game() {
    let script = sanctioned(
        three_rounds(),
        "s1",
        "ann",
        "lose_games",
        Some(&["r1-ann-bo"]),
    );
    sanctioned(script, "s2", "bo", "lose_games", Some(&["r1-ann-bo"]))
        .shown()
        .other(
            "r1-ann-bo",
            &json!({"result": {"outcome": "both_lose", "by": "sanction"}}),
        )
        .rows(&json!([{"player": "ann", "points": 4}, {"player": "bo", "points": 2}]));
    let script = sanctioned(
        three_rounds(),
        "s1",
        "cy",
        "cancel_results",
        Some(&["r1-cy-di"]),
    );
    sanctioned(script, "s2", "di", "cancel_results", Some(&["r1-cy-di"]))
        .shown()
        .rows(&json!([{"player": "cy", "points": 2}, {"player": "di", "points": 0}]));
}

#[test]
fn one_place_lower_is_for_the_prize_and_the_standings_stay() {
    let data = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.6",
        "kind": "drop_place", "reason": "missed the ceremony"});
    let shown = three_rounds()
        .tournament("chief-1", "sanction_imposed", data)
        .shown();
    assert_eq!(shown.places(), "1 ann 6, 2 cy 3, 3 bo 2, 4 di 1");
    shown.rows(&json!([{"player": "ann", "place": 1, "prize_place": 2}]));
}

#[test]
fn suspension_and_censure_move_nobody() {
    for kind in ["suspend", "censure"] {
        let shown = sanctioned(three_rounds(), "s1", "ann", kind, None).shown();
        assert_eq!(shown.places(), three_rounds().shown().places());
        shown.standings(&json!({"moved": [], "sanctions": [{"sanction": "s1", "kind": kind}]}));
    }
}

#[test]
fn a_sanction_after_the_close_still_counts() {
    let script = three_rounds().org("tournament_closed", json!({}));
    let shown = sanctioned(script, "s1", "ann", "lose_games", None).shown();
    assert_eq!(shown.places(), "1 cy 5, 2 bo 4, 3 di 3, 4 ann 0");
}

#[test]
fn what_stood_before_and_what_stands_are_side_by_side_with_what_moved_whom() {
    sanctioned(three_rounds(), "s1", "ann", "lose_games", Some(&["r2-ann-cy"]))
        .shown()
        .standings(&json!({"moved": [
            {"player": "cy", "before": {"place": 2, "points": 3}, "after": {"place": 1, "points": 5},
                "because": {"some": ["game r2-ann-cy: 2 points instead of 0 by s1"]}},
            {"player": "ann", "before": {"place": 1, "points": 6}, "after": {"place": 2, "points": 4}},
            {"player": "bo", "before": {"place": 3, "points": 2}, "after": {"place": 3, "points": 2},
                "because": ["opponent ann has 4 points instead of 6", "opponent cy has 5 points instead of 3"]},
            {"player": "di"},
        ]}));
}

/// Di's results were void; the ruling lets them stand, and so all who met him gain
/// or lose by it (2002 28.2).
#[test]
fn a_ruling_in_place_of_a_void_moves_him_and_all_who_met_him() {
    let regulations = json!({"format": "round_robin", "rounds": 3,
        "tie_breaks": ["points", "beaten", "warnings"]});
    let left = json!({"player": "di", "after_round": 1, "justified": false, "reason": "left"});
    let script = event("cn-2002", &regulations, &FOUR)
        .round(1, "cy-di 1-0, ann-bo 1-0")
        .org("player_withdrew", left);
    let finding = script.shown().finding_of("di");
    let ruled = json!({"sanction": "s1", "player": "di", "article": "cn-2002:28.2",
        "kind": "censure", "finding": finding, "reason": "results stand"});
    let shown = script
        .tournament("chief-1", "sanction_imposed", ruled)
        .shown()
        .standings(&json!({"moved": [
            {"player": "cy", "before": {"place": 2, "points": 0}, "after": {"place": 1, "points": 2},
                "because": {"some": ["game r1-cy-di: 2 points instead of 0"]}},
            {"player": "bo", "before": {"place": 2}, "after": {"place": 3}},
            {"player": "di", "before": null, "after": {"place": 3, "points": 0},
                "because": {"some": ["has a place: without sanctions the results were void"]}},
        ]}));
    assert_eq!(shown.places(), "1 ann 2, 1 cy 2, 3 bo 0, 3 di 0");
}

/// A sum over opponents' opponents moves a row that nothing else moves.
#[test]
fn who_is_moved_by_one_term_alone_is_told_too() {
    let six = ["ann", "bo", "cy", "di", "ed", "flo"];
    let regulations = json!({"rounds": 2, "tie_breaks": ["points", "sosos"]});
    let script = event("cn-2002", &regulations, &six)
        .round(1, "ann-bo =, cy-di =, ed-flo =")
        .round(2, "bo-cy 1-0, di-ed =, flo-ann =");
    // Bo's win against Cy becomes Cy's: Ed has met Di and Flo, who have met Cy and Ann.
    sanctioned(script, "s1", "bo", "lose_games", Some(&["r2-bo-cy"]))
        .shown()
        .standings(&json!({"moved": {"some": [
            {"player": "ed", "because": {"some": ["sosos 9 instead of 7"]}},
        ]}}));
}

#[test]
fn a_lifted_sanction_and_one_overturned_by_an_appeal_are_as_if_they_had_never_been() {
    let rows = |script: &Script| -> Value {
        let shown = script.shown();
        let rows = FOUR.map(|player| shown.row(player).clone());
        json!(rows)
    };
    let before = rows(&three_rounds());
    let imposed = sanctioned(three_rounds(), "s1", "ann", "cancel_results", None);
    assert_ne!(rows(&imposed), before);
    let lifted = imposed.clone().tournament(
        "chief-1",
        "sanction_lifted",
        json!({"sanction": "s1", "reason": "not proved"}),
    );
    assert_eq!(rows(&lifted), before);
    lifted
        .shown()
        .standings(&json!({"moved": [], "sanctions": [{"sanction": "s1", "lifted": true}]}));
    let overturned =
        imposed
            .called("s1")
            .appeal("ap1", &["s1"], json!([{"do": "overturn", "ruling": "s1"}]));
    assert_eq!(rows(&overturned), before);
}

#[test]
fn pairings_already_played_stand() {
    let script = three_rounds();
    let paired = |shown: &fupan_tests::script::Shown| {
        let games = shown.replayed().ledger.tournament().games.clone();
        games
            .values()
            .map(|g| g.pairing.clone())
            .collect::<Vec<_>>()
    };
    let before = paired(&script.shown());
    let after = sanctioned(script, "s1", "ann", "lose_games", None).shown();
    assert_eq!(paired(&after), before);
}

#[test]
fn a_sanction_without_games_bears_on_those_that_were_paired_when_it_was_imposed() {
    let begun = || {
        event(
            "cn-2002",
            &json!({"rounds": 2, "tie_breaks": ["points"]}),
            &FOUR,
        )
        .round(1, "ann-bo 1-0, cy bye")
    };
    let shown = |kind: &str| {
        sanctioned(begun(), "s1", "ann", kind, None)
            .round(2, "ann-cy 1-0, bo bye")
            .shown()
    };
    assert_eq!(
        shown("lose_games").places(),
        "1 bo 4, 2 ann 2, 2 cy 2, 4 di 0"
    );
    assert_eq!(
        shown("cancel_results").places(),
        "1 ann 2, 1 bo 2, 1 cy 2, 4 di 0"
    );
    let shown = sanctioned(begun(), "s1", "cy", "cancel_results", None)
        .round(2, "ann-bo 1-0, cy bye")
        .shown();
    shown.rows(&json!([{"player": "cy", "points": 2, "wins": 1, "byes": 2}]));
}

/// Contract, section 11: the player's own points go, opponents keep theirs.
#[test]
fn a_result_taken_from_a_member_gives_the_other_team_nothing() {
    let regulations = json!({"format": "round_robin", "rounds": 1, "team": "fixed_boards",
        "tie_breaks": ["points", "boards"]});
    let script = team_event("cn-2002", &regulations, &["foxes", "herons"], 2)
        .team_round(1, &["foxes-herons 1-0 ="]);
    let shown = sanctioned(script.clone(), "s1", "foxes-1", "cancel_results", None).shown();
    // The Foxes' own points are as many as the Herons' now; the Herons lost all the same.
    shown.rows(&json!([
        {"team": "foxes", "points": 1, "boards": [1, 0, 1]},
        {"team": "herons", "points": 0, "boards": [1, 0, 1]},
    ]));
    // The whole team's: no match, no board.
    let all = json!({"sanction": "s1", "team": "foxes", "article": "cn-2002:23.1",
        "kind": "cancel_results", "reason": "fixed"});
    script
        .tournament("chief-1", "sanction_imposed", all)
        .shown()
        .rows(&json!([
            {"team": "foxes", "points": 0, "wins": 0, "draws": 0, "losses": 0, "boards": [0, 0, 0]},
            {"team": "herons", "points": 0, "boards": [1, 0, 1]},
        ]));
}

#[test]
fn a_team_may_be_sanctioned_and_all_its_games_are_lost_or_its_prize_is_lower() {
    let regulations = json!({"format": "round_robin", "rounds": 1, "team": "fixed_boards",
        "tie_breaks": ["points", "boards"]});
    let sanctioned = |kind: &str| {
        let data = json!({"sanction": "s1", "team": "foxes", "article": "cn-2002:23.1",
            "kind": kind, "reason": "verified"});
        team_event("cn-2002", &regulations, &["foxes", "herons"], 2)
            .team_round(1, &["foxes-herons 1-0 1-0"])
            .tournament("chief-1", "sanction_imposed", data)
            .shown()
    };
    sanctioned("lose_games").rows(&json!([
        {"team": "herons", "points": 2, "boards": [4, 2, 2]}, {"team": "foxes", "points": 0},
    ]));
    sanctioned("drop_place").rows(&json!([{"team": "foxes", "place": 1, "prize_place": 2}]));
}
