//! Why somebody stands where he stands, and why somebody has no place.

use fupan_replay::views::{NoStandings, WhyNoPlace};
use fupan_tests::script::{Script, event, team_event};
use serde_json::{Value, json};

const FOUR: [&str; 4] = ["ann", "bo", "cy", "di"];

fn left(script: Script, player: &str, after_round: u32) -> Script {
    let data = json!({"player": player, "after_round": after_round, "justified": true,
        "reason": "ill"});
    script.org("player_withdrew", data).called("left")
}

#[test]
fn who_has_no_place_is_told_which_entry_made_it_so() {
    let regulations = json!({"format": "round_robin", "rounds": 3});
    for (edition, article) in [("cn-2002", "cn-2002:28.2"), ("cn-1988", "cn-1988:29.2")] {
        let script = event(edition, &regulations, &FOUR).round(1, "ann-bo 1-0, di-cy 1-0");
        let void = left(script, "di", 1);
        let entry = void.id_of("left");
        let none = void.shown().explained("di").unwrap_err();
        assert_eq!(none.entry().map(|id| id.to_string()), Some(entry.clone()));
        assert_eq!(
            none.to_string(),
            format!(
                "di has no place in the standings: {article} makes all results void, \
                 for entry {entry} tells of leaving with 1 of 3 rounds played"
            )
        );
    }
    let early = left(event("cn-2002", &json!({"rounds": 2}), &FOUR), "di", 0)
        .round(1, "ann-bo 1-0, cy bye");
    let none = early.shown().explained("di").unwrap_err();
    assert_eq!(
        none.to_string(),
        format!(
            "di has no place in the standings: entry {} tells of a withdrawal before the first round",
            early.id_of("left")
        )
    );
}

#[test]
fn who_is_no_entrant_is_told_what_he_is() {
    let none = |shown: &fupan_tests::script::Shown, who: &str| shown.explained(who).unwrap_err();
    let regulations = json!({"format": "round_robin", "rounds": 1, "team": "fixed_boards"});
    let teams = team_event("cn-2002", &regulations, &["foxes", "herons"], 1)
        .registers("loner", json!({}))
        .team_round(1, &["foxes-herons 1-0"])
        .shown();
    let why = |who: &str| match none(&teams, who) {
        NoStandings::NoPlace { why, .. } => why,
        other => panic!("{other}"),
    };
    let team = "foxes".parse().unwrap();
    assert_eq!(why("foxes-1"), WhyNoPlace::OfTeam { team });
    assert_eq!(why("loner"), WhyNoPlace::WithoutTeam);
    let players = event("cn-2002", &json!({"rounds": 1}), &FOUR)
        .org("team_registered", json!({"team": "foxes", "name": "Foxes"}))
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .shown();
    let is_team =
        "foxes has no place in the standings: places are those of players, and this is a team";
    assert_eq!(none(&players, "foxes").to_string(), is_team);
    assert_eq!(none(&players, "zoe"), NoStandings::Nobody("zoe".to_owned()));
}

/// 2002 27.2: equal teams are compared board by board, over the whole event.
#[test]
fn each_board_of_a_team_is_a_sum_of_its_own_over_all_matches() {
    let regulations = json!({"format": "round_robin", "rounds": 3, "team": "fixed_boards"});
    let teams = ["foxes", "herons", "otters"];
    let shown = team_event("cn-2002", &regulations, &teams, 2)
        .team_round(1, &["foxes-herons 1-0 ="])
        .team_round(2, &["otters-foxes 1-0 0-1"])
        .team_round(3, &["herons-otters 1-0 1-0"])
        .shown();
    let view = shown.explained("foxes").unwrap();
    let sums = view["sums"].as_array().unwrap();
    let boards: Vec<&Value> = sums
        .iter()
        .filter(|sum| sum["criterion"] == "boards")
        .collect();
    let term = |of: &str, value: i64| json!({"of": of, "value": value});
    let expected = [
        json!({"criterion": "boards", "total": 5, "terms": [term("herons", 3), term("otters", 2)]}),
        json!({"criterion": "boards", "board": 1, "total": 2,
            "terms": [term("herons", 2), term("otters", 0)]}),
        json!({"criterion": "boards", "board": 2, "total": 3,
            "terms": [term("herons", 1), term("otters", 2)]}),
    ];
    assert_eq!(boards, expected.iter().collect::<Vec<_>>());
    shown.rows(&json!([{"team": "foxes", "boards": [5, 2, 3]}]));
}

/// What is about those who are equal is told beside the other's.
#[test]
fn what_separates_equals_is_told_of_both() {
    let told = |shown: &fupan_tests::script::Shown, who: &str, row: &str| {
        let view = shown.explained(who).unwrap();
        let told = &view[row];
        ["by", "own", "other"].map(|key| told[key].as_str().unwrap_or("-").to_owned())
    };
    let regulations = json!({"rounds": 2, "tie_breaks": ["points", "direct", "lot"]});
    let lot = json!({"lot": "l1", "purpose": "tie", "round": 2, "entrants": ["ann", "cy"],
        "method": "slips from a hat", "drawn": ["cy", "ann"]});
    let shown = event("cn-2002", &regulations, &FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "ann-cy =, bo-di 1-0")
        .org("lot_drawn", lot)
        .shown();
    assert_eq!(shown.places(), "1 cy 3, 2 ann 3, 3 bo 2, 4 di 0");
    assert_eq!(told(&shown, "ann", "above"), ["lot", "2", "1"]);
    let shown = event("cn-2002", &regulations, &FOUR)
        .round(1, "bo-ann 1-0, cy-di 1-0")
        .round(2, "bo-cy 0-1, ann-di 1-0")
        .shown();
    assert_eq!(told(&shown, "bo", "below"), ["direct", "2", "0"]);
    let regulations = json!({"format": "double_knockout", "rounds": 3});
    let shown = event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo 1-0")
        .round(2, "bo-ann 0-1")
        .shown();
    assert_eq!(told(&shown, "ann", "below"), ["elimination", "-", "2"]);
}

/// Games of members make no matches, and so no boards.
#[test]
fn where_members_points_are_summed_there_are_no_boards() {
    let regulations = json!({"format": "swiss", "rounds": 1, "team": "total_points"});
    let game = json!({"game": "g1", "board": 1, "black": "foxes-1", "white": "herons-1"});
    let view = team_event("cn-2002", &regulations, &["foxes", "herons"], 1)
        .org("round_paired", json!({"round": 1, "games": [game]}))
        .ended("g1", "foxes-1", "herons-1", "1-0")
        .shown()
        .explained("foxes")
        .unwrap();
    let mut sums = view["sums"].as_array().unwrap().iter();
    assert!(!sums.any(|sum| sum["criterion"] == "boards"));
}
