//! Teams: boards, matches, and the places that follow (2002 25.2, 27.2; 1988
//! 26.2, 28.2), and the formats that end when somebody is out.

use fupan_tests::script::{Script, event, team_event};
use serde_json::json;

const TEAMS: [&str; 4] = ["foxes", "herons", "otters", "tigers"];

fn fixed(tie_breaks: &[&str]) -> Script {
    let regulations = json!({"format": "round_robin", "rounds": 3, "team": "fixed_boards",
        "tie_breaks": tie_breaks});
    team_event("cn-2002", &regulations, &TEAMS, 3)
}

#[test]
fn more_board_points_win_a_match_and_equal_ones_share_it() {
    let shown = fixed(&["points", "boards"])
        .team_round(1, &["foxes-herons 1-0 1-0 0-1", "otters-tigers 1-0 = 0-1"])
        .shown();
    assert_eq!(
        shown.places(),
        "1 foxes 2, 2 otters 1, 3 tigers 1, 4 herons 0"
    );
    shown
        .standings(&json!({"team": "fixed_boards", "open": []}))
        .rows(&json!([
            {"team": "foxes", "wins": 1, "boards": [4, 2, 2, 0]},
            {"team": "otters", "draws": 1, "boards": [3, 2, 1, 0]},
            {"team": "tigers", "boards": [3, 0, 1, 2]},
        ]));
}

#[test]
fn teams_equal_in_matches_and_boards_are_compared_board_by_board() {
    let told = |tie_breaks: &[&str]| {
        let shown = fixed(tie_breaks)
            .team_round(
                1,
                &["foxes-herons 0-1 1-0 1-0", "otters-tigers 1-0 1-0 0-1"],
            )
            .shown();
        shown.places()
    };
    assert_eq!(
        told(&["points"]),
        "1 foxes 2, 1 otters 2, 3 herons 0, 3 tigers 0"
    );
    // The Otters won their first board, the Foxes lost it.
    assert_eq!(
        told(&["points", "boards"]),
        "1 otters 2, 2 foxes 2, 3 herons 0, 4 tigers 0"
    );
}

#[test]
fn a_match_with_an_open_game_brings_nobody_match_points_yet() {
    let shown = fixed(&["points", "boards"])
        .team_round(1, &["foxes-herons 1-0 1-0 ?", "otters-tigers 1-0 1-0 1-0"])
        .shown()
        .standings(&json!({"open": ["r1-foxes-3"]}));
    assert_eq!(
        shown.places(),
        "1 otters 2, 2 foxes 0, 3 herons 0, 3 tigers 0"
    );
}

#[test]
fn the_total_score_of_teams_is_that_of_match_points() {
    let regulations = json!({"format": "swiss", "rounds": 2, "team": "fixed_boards"});
    team_event("cn-2002", &regulations, &TEAMS, 1)
        .team_round(1, &["foxes-herons 1-0", "otters-tigers 1-0"])
        .team_round(2, &["foxes-otters 1-0", "herons-tigers 1-0"])
        .shown()
        // The Foxes met two teams of two points each; the highest is four.
        .rows(&json!([
            {"team": "foxes", "points": 4, "opponents": 4, "total": {"num": 4, "den": 1}, "place": 1},
            {"team": "herons", "points": 2, "opponents": 4, "total": {"num": 2, "den": 1}},
            {"team": "tigers", "points": 0, "opponents": 4, "total": {"num": 0, "den": 1}},
        ]));
}

#[test]
fn a_substitute_plays_for_the_team_whose_line_up_names_him_and_boards_follow_it() {
    let regulations = json!({"format": "round_robin", "rounds": 3, "team": "free_lineup",
        "tie_breaks": ["points", "boards"]});
    let lineup = |team: &str, boards: [&str; 2], substitutes: &[&str]| json!({"round": 1, "team": team, "boards": boards, "substitutes": substitutes});
    let games = json!([
        {"game": "g1", "board": 7, "black": "foxes-3", "white": "herons-1", "match": "m1"},
        {"game": "g2", "board": 8, "black": "foxes-1", "white": "guest", "match": "m1"},
    ]);
    team_event("cn-2002", &regulations, &["foxes", "herons"], 3)
        .registers("guest", json!({}))
        .org(
            "lineup_declared",
            lineup("foxes", ["foxes-1", "foxes-3"], &[]),
        )
        .org(
            "lineup_declared",
            lineup("herons", ["herons-1", "herons-2"], &["guest"]),
        )
        .org(
            "round_paired",
            json!({"round": 1, "games": games,
            "matches": [{"match": "m1", "teams": ["foxes", "herons"]}]}),
        )
        .ended("g1", "foxes-3", "herons-1", "1-0")
        .ended("g2", "foxes-1", "guest", "0-1")
        .shown()
        // The Foxes' second board won at table 7, and their first lost at table 8.
        .rows(&json!([
            {"team": "foxes", "points": 1, "boards": [2, 0, 2]},
            {"team": "herons", "points": 1, "boards": [2, 0, 2]},
        ]));
}

#[test]
fn boards_once_fixed_stay_for_later_rounds() {
    let lineup = json!({"round": 1, "team": "foxes", "boards": ["foxes-2", "foxes-1", "foxes-3"]});
    fixed(&["points", "boards"])
        .org("lineup_declared", lineup)
        .team_round(1, &["foxes-herons 1-0 0-1 0-1"])
        .team_round(2, &["foxes-otters 1-0 0-1 0-1"])
        .shown()
        .rows(&json!([{"team": "foxes", "boards": [4, 0, 4, 0]}]));
}

#[test]
fn in_all_play_all_a_match_goes_over_several_rounds() {
    let regulations = json!({"format": "match", "rounds": 2, "games": 3, "team": "all_play_all",
        "tie_breaks": ["points", "boards"]});
    let round = |round: u32, black: [&str; 2]| {
        let game = |n: usize| {
            json!({"game": format!("r{round}-{n}"), "board": n + 1, "match": "m1",
            "black": black[n], "white": format!("herons-{}", n + 1)})
        };
        json!({"round": round, "games": [game(0), game(1)],
            "matches": [{"match": "m1", "teams": ["foxes", "herons"]}]})
    };
    let shown = team_event("cn-1988", &regulations, &["foxes", "herons"], 2)
        .org("round_paired", round(1, ["foxes-1", "foxes-2"]))
        .ended("r1-0", "foxes-1", "herons-1", "1-0")
        .ended("r1-1", "foxes-2", "herons-2", "0-1")
        .org("round_paired", round(2, ["foxes-2", "foxes-1"]))
        .ended("r2-0", "foxes-2", "herons-1", "1-0")
        .ended("r2-1", "foxes-1", "herons-2", "1-0")
        .shown();
    assert_eq!(shown.places(), "1 foxes 2, 2 herons 0");
    shown.rows(&json!([{"team": "foxes", "wins": 1}]));
}

/// A match that goes over several rounds is one meeting.
#[test]
fn a_match_of_all_play_all_that_is_named_in_each_round_is_no_repetition() {
    let regulations = json!({"format": "round_robin", "rounds": 2, "team": "all_play_all"});
    let round = |round: u32, id: &str, black: [&str; 2]| {
        let game = |n: usize| {
            json!({"game": format!("r{round}-{n}"), "board": n + 1, "match": id,
            "black": black[n], "white": format!("herons-{}", n + 1)})
        };
        json!({"round": round, "games": [game(0), game(1)],
            "matches": [{"match": id, "teams": ["foxes", "herons"]}]})
    };
    let paired = |second: &str| {
        team_event("cn-1988", &regulations, &["foxes", "herons"], 2)
            .org("round_paired", round(1, "m1", ["foxes-1", "foxes-2"]))
            .org("round_paired", round(2, second, ["foxes-2", "foxes-1"]))
            .shown()
    };
    paired("m1").remarks_no("pairing_repeated");
    paired("m2").remarks("pairing_repeated");
}

/// 2002 26.5, 1988 27.4: of three, five, seven games, or of ten.
#[test]
fn a_match_is_of_three_five_seven_or_ten_games() {
    let opened = |games: u8| {
        let regulations = json!({"format": "match", "rounds": 9, "games": games});
        event("cn-2002", &regulations, &[])
    };
    for games in [3, 5, 7, 10] {
        opened(games).shown();
    }
    for games in [1, 2, 4, 6, 9, 11] {
        let refused = opened(games).refusal().unwrap();
        assert_eq!(refused.code, "regulations");
        refused.says(&format!("games is {games}: expected one of 3, 5, 7, 10"));
    }
    let changes = json!({"changes": {"games": 4}, "from_round": 1, "approved_by": "chief-1",
        "reason": "shorter"});
    opened(5)
        .org("regulations_supplemented", changes)
        .is_refused_as("regulations");
}

#[test]
fn an_event_that_does_not_say_how_many_defeats_put_out_takes_three() {
    let regulations = json!({"format": "multi_knockout", "rounds": 4});
    let script = event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo 1-0")
        .round(2, "ann-bo 1-0");
    script
        .shown()
        .standings(&json!({"counting": {"defeats": 3}}));
    assert!(script.shown().row("bo")["out_in"].is_null());
    script
        .round(3, "ann-bo 1-0")
        .shown()
        .rows(&json!([{"player": "bo", "out_in": 3}]));
}

#[test]
fn where_members_points_are_summed_every_game_counts_for_the_team() {
    let regulations = json!({"format": "swiss", "rounds": 2, "team": "total_points",
        "tie_breaks": ["points"]});
    let games = json!([
        {"game": "g1", "board": 1, "black": "foxes-1", "white": "loner"},
        {"game": "g2", "board": 2, "black": "foxes-2", "white": "herons-1"},
    ]);
    let shown = team_event("cn-2002", &regulations, &["foxes", "herons"], 2)
        .registers("loner", json!({}))
        .org(
            "round_paired",
            json!({"round": 1, "games": games, "bye": ["herons-2"]}),
        )
        .ended("g1", "foxes-1", "loner", "1-0")
        .ended("g2", "foxes-2", "herons-1", "=")
        .shown();
    assert_eq!(shown.places(), "1 foxes 3, 1 herons 3");
}

#[test]
fn a_team_without_an_opponent_has_a_bye() {
    let games = json!([
        {"game": "g1", "board": 1, "black": "foxes-1", "white": "herons-1", "match": "m1"},
    ]);
    fixed(&["points", "boards"])
        .org(
            "round_paired",
            json!({"round": 1, "games": games, "bye": ["otters-1", "otters-2"],
            "matches": [{"match": "m1", "teams": ["foxes", "herons"]}]}),
        )
        .ended("g1", "foxes-1", "herons-1", "1-0")
        .shown()
        .rows(&json!([{"team": "otters", "points": 2, "byes": 1, "boards": [0, 0]}]));
}

#[test]
fn in_win_and_stay_the_winner_meets_the_next_and_the_last_one_out_ends_it() {
    let regulations = json!({"format": "win_and_stay", "rounds": 9, "team": "fixed_order"});
    let lineup = |team: &str| json!({"round": 1, "team": team, "boards": [format!("{team}-1"), format!("{team}-2")]});
    let game = |round: u32, black: &str, white: &str| {
        json!({"round": round, "games": [
            {"game": format!("r{round}"), "board": 1, "black": black, "white": white}]})
    };
    let begun = team_event("cn-1988", &regulations, &["foxes", "herons"], 2)
        .org("lineup_declared", lineup("foxes"))
        .org("lineup_declared", lineup("herons"))
        .org("round_paired", game(1, "foxes-1", "herons-1"))
        .ended("r1", "foxes-1", "herons-1", "1-0");
    begun.shown().standings(
        &json!({"stage": {"holder": "foxes-1", "in_a_row": 1, "winner": null,
        "left": {"foxes": ["foxes-1", "foxes-2"], "herons": ["herons-2"]}}}),
    );
    let shown = begun
        .org("round_paired", game(2, "herons-2", "foxes-1"))
        .ended("r2", "herons-2", "foxes-1", "1-0")
        .org("round_paired", game(3, "foxes-2", "herons-2"))
        .ended("r3", "foxes-2", "herons-2", "1-0")
        .shown()
        .standings(&json!({"stage": {"holder": "foxes-2", "winner": "foxes"}}))
        .rows(&json!([{"team": "foxes", "place": 1, "wins": 2}, {"team": "herons", "wins": 1}]));
    drop(shown);
}

#[test]
fn in_a_knock_out_places_follow_how_far_everybody_came() {
    let four = ["ann", "bo", "cy", "di"];
    let shown = event(
        "cn-2002",
        &json!({"format": "knockout", "rounds": 2}),
        &four,
    )
    .round(1, "ann-bo 1-0, cy-di 1-0")
    .round(2, "ann-cy 0-1")
    .shown()
    .rows(&json!([
        {"player": "cy", "place": 1, "wins": 2, "defeats": 0, "decided_by": "wins"},
        {"player": "ann", "place": 2, "defeats": 1, "out_in": 2},
        {"player": "bo", "place": 3, "out_in": 1}, {"player": "di", "place": 3},
    ]));
    assert_eq!(shown.places(), "1 cy 4, 2 ann 2, 3 bo 0, 3 di 0");
}

/// 2002 26.1: 被淘汰者即失去繼續比賽資格.
#[test]
fn who_is_out_of_a_knock_out_has_no_bye() {
    let four = ["ann", "bo", "cy", "di"];
    let shown = event(
        "cn-2002",
        &json!({"format": "knockout", "rounds": 2}),
        &four,
    )
    .round(1, "ann-bo 1-0, cy-di 1-0")
    .round(2, "ann-cy 1-0, bo bye")
    .shown()
    .remarks("paired_when_out");
    assert_eq!(shown.places(), "1 ann 4, 2 cy 2, 3 bo 0, 3 di 0");
}

#[test]
fn with_two_lives_the_undefeated_winner_stays_above_one_who_won_more_games() {
    let four = ["ann", "bo", "cy", "di"];
    event(
        "cn-2002",
        &json!({"format": "double_knockout", "rounds": 5}),
        &four,
    )
    .round(1, "ann-bo 1-0, cy-di 1-0")
    .round(2, "ann-cy 1-0, bo-di 1-0")
    .round(3, "cy-bo 0-1, ann bye")
    .round(4, "ann-bo 0-1")
    .round(5, "ann-bo 1-0")
    .shown()
    .rows(&json!([
        {"player": "ann", "place": 1, "wins": 4, "defeats": 1, "decided_by": "elimination"},
        {"player": "bo", "place": 2, "wins": 3, "out_in": 5},
        {"player": "cy", "place": 3, "out_in": 3},
        {"player": "di", "place": 4, "out_in": 2},
    ]));
}

#[test]
fn with_three_lives_the_third_loss_puts_out() {
    let regulations = json!({"format": "multi_knockout", "defeats": 3, "rounds": 4});
    let script = event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo 1-0")
        .round(2, "ann-bo 1-0");
    let still_in = json!([{"player": "bo", "place": 2, "defeats": 2}]);
    let shown = script.clone().shown().rows(&still_in);
    assert!(shown.row("bo")["out_in"].is_null());
    script.round(3, "bo-ann 0-1").shown().rows(&json!([
        {"player": "ann", "place": 1, "defeats": 0, "decided_by": "elimination"},
        {"player": "bo", "place": 2, "defeats": 3, "out_in": 3},
    ]));
}

/// The rounds of the knock-out count as those before: points go on.
#[test]
fn a_swiss_with_knock_out_goes_on_with_its_points() {
    let regulations = json!({"format": "swiss_knockout", "rounds": 3});
    event("cn-2002", &regulations, &["ann", "bo", "cy", "di"])
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "ann-cy 1-0, bo-di 1-0")
        .round(3, "ann-bo 1-0")
        .shown()
        .rows(&json!([
            {"player": "ann", "place": 1, "points": 6, "decided_by": "total_score"},
            {"player": "bo", "points": 2}, {"player": "cy", "points": 2}, {"player": "di", "points": 0},
        ]))
        .standings(&json!({"counting": {"tie_breaks": ["total_score", "warnings"]}}));
}

/// 2002 26.4: 結合多敗淘汰.
#[test]
fn in_a_swiss_with_knock_out_whoever_is_out_stands_below_those_who_are_in() {
    let regulations = json!({"format": "swiss_knockout", "rounds": 3, "defeats": 2});
    let shown = event("cn-2002", &regulations, &["ann", "bo", "cy", "di"])
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "ann-cy 1-0, bo-di 1-0")
        .round(3, "ann-bo 1-0")
        .shown()
        .rows(&json!([
            {"player": "cy", "decided_by": "elimination", "defeats": 1},
            {"player": "bo", "out_in": 3, "decided_by": "elimination"}, {"player": "di", "out_in": 2},
        ]));
    assert_eq!(shown.places(), "1 ann 6, 2 cy 2, 3 bo 2, 4 di 0");
}

/// A play-off of two teams is no meeting too many.
#[test]
fn teams_that_meet_in_a_play_off_are_no_repetition() {
    let regulations = json!({"format": "round_robin", "rounds": 1, "team": "fixed_boards",
        "tie_breaks": ["points", "playoff"]});
    let game = |n: u8| {
        json!({"game": format!("po-{n}"), "board": n, "match": "po", "playoff": true,
            "black": format!("foxes-{n}"), "white": format!("herons-{n}")})
    };
    let shown = team_event("cn-2002", &regulations, &["foxes", "herons"], 2)
        .team_round(1, &["foxes-herons 1-0 0-1"])
        .org(
            "round_paired",
            json!({"round": 2, "games": [game(1), game(2)],
                "matches": [{"match": "po", "teams": ["foxes", "herons"]}]}),
        )
        .ended("po-1", "foxes-1", "herons-1", "1-0")
        .ended("po-2", "foxes-2", "herons-2", "=")
        .shown()
        .remarks_no("pairing_repeated")
        .rows(&json!([{"team": "foxes", "decided_by": "playoff"}]));
    assert_eq!(shown.places(), "1 foxes 1, 2 herons 1");
}

#[test]
fn more_than_half_of_the_games_win_a_match() {
    let regulations = json!({"format": "match", "rounds": 5, "games": 5});
    let begun = event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo 1-0")
        .round(2, "bo-ann 0-1");
    begun
        .shown()
        .standings(&json!({"match": {"games": 5, "needed": 3, "winner": null}}));
    begun.round(3, "ann-bo 1-0").shown().standings(
        &json!({"match": {"winner": "ann", "wins": [{"player": "ann", "wins": 3}, {"wins": 0}]}}),
    );
}

#[test]
fn a_match_has_an_id_of_its_own() {
    let regulations = json!({"format": "round_robin", "rounds": 3, "team": "fixed_boards"});
    let round = |script: Script, round: u32, id: &str, [a, b]: [&str; 2]| {
        let game = json!({"game": format!("r{round}-{a}"), "board": 1, "match": id,
            "black": format!("{a}-1"), "white": format!("{b}-1")});
        script.org(
            "round_paired",
            json!({"round": round, "games": [game],
            "matches": [{"match": id, "teams": [a, b]}]}),
        )
    };
    let begun = round(
        team_event("cn-2002", &regulations, &TEAMS, 1),
        1,
        "m1",
        ["foxes", "herons"],
    );
    round(begun.clone(), 2, "m1", ["foxes", "otters"]).is_refused_as("id_taken");
    // The same two teams meet again in another match.
    round(begun.clone(), 2, "m1", ["foxes", "herons"]).is_refused_as("id_taken");
    let twice = json!([{"match": "m2", "teams": ["foxes", "otters"]}, {"match": "m2", "teams": ["herons", "tigers"]}]);
    begun
        .org(
            "round_paired",
            json!({"round": 2, "games": [], "matches": twice}),
        )
        .is_refused_as("id_taken");
}

/// The rule table's (b), the highest that could be had: with two games a round
/// for each team it is four a round.
#[test]
fn the_highest_possible_points_follow_the_games_of_a_round() {
    let regulations =
        json!({"format": "swiss", "rounds": 1, "team": "total_points", "pmax": "possible"});
    let games = json!([
        {"game": "g1", "board": 1, "black": "foxes-1", "white": "herons-1"},
        {"game": "g2", "board": 2, "black": "foxes-2", "white": "herons-2"},
    ]);
    team_event("cn-2002", &regulations, &["foxes", "herons"], 2)
        .org("round_paired", json!({"round": 1, "games": games}))
        .ended("g1", "foxes-1", "herons-1", "1-0")
        .ended("g2", "foxes-2", "herons-2", "1-0")
        .shown()
        .standings(&json!({"counting": {"pmax": {"scored": 4, "possible": 4}}}));
}

#[test]
fn who_left_a_double_knock_out_is_in_it_no_longer() {
    event(
        "cn-2002",
        &json!({"format": "double_knockout", "rounds": 5}),
        &["ann", "bo", "cy", "di"],
    )
    .round(1, "ann-bo 1-0, cy-di 1-0")
    .org(
        "player_withdrew",
        json!({"player": "ann", "after_round": 1, "justified": true, "reason": "ill"}),
    )
    .round(2, "bo-di 1-0, cy bye")
    .round(3, "cy-bo 1-0")
    .shown()
    .rows(&json!([
        {"player": "cy", "place": 1, "defeats": 0},
        {"player": "bo", "place": 2, "out_in": 3},
        {"player": "ann", "place": 3, "out_in": 2}, {"player": "di", "out_in": 2},
    ]));
}

/// 2002 25.2: 台次一經排定，比賽中不得更改.
#[test]
fn a_line_up_declared_after_the_round_was_paired_changes_no_board_and_is_told() {
    let regulations = json!({"format": "round_robin", "rounds": 1, "team": "fixed_boards",
        "tie_breaks": ["points", "boards"]});
    let lineup = |team: &str, order: [u8; 2]| {
        let boards: Vec<String> = order.iter().map(|n| format!("{team}-{n}")).collect();
        json!({"round": 1, "team": team, "boards": boards})
    };
    let played = team_event("cn-2002", &regulations, &["foxes", "herons"], 2)
        .org("lineup_declared", lineup("foxes", [1, 2]))
        .org("lineup_declared", lineup("herons", [1, 2]))
        .team_round(1, &["foxes-herons 1-0 0-1"]);
    let before = played.shown().remarks_no("lineup_late").places();
    let late = played
        .org("lineup_declared", lineup("foxes", [2, 1]))
        .org("lineup_declared", lineup("herons", [2, 1]));
    assert_eq!(late.shown().remarks("lineup_late").places(), before);
}

#[test]
fn games_that_are_not_a_matchs_own_count_for_neither_team_and_are_told() {
    let regulations = json!({"format": "round_robin", "rounds": 3, "team": "fixed_boards",
        "tie_breaks": ["points", "boards"]});
    let game = |n: u8, black: &str, white: &str| json!({"game": format!("g{n}"), "board": n, "black": black, "white": white, "match": "m1"});
    let games = json!([
        game(1, "foxes-1", "otters-1"), game(2, "foxes-2", "foxes-3"),
        {"game": "g3", "board": 3, "black": "foxes-1", "white": "herons-1"},
    ]);
    let shown = team_event("cn-2002", &regulations, &["foxes", "herons", "otters"], 3)
        .org(
            "round_paired",
            json!({"round": 1, "games": games,
            "matches": [{"match": "m1", "teams": ["foxes", "herons"]}]}),
        )
        .ended("g1", "foxes-1", "otters-1", "0-1")
        .ended("g2", "foxes-2", "foxes-3", "1-0")
        .ended("g3", "foxes-1", "herons-1", "0-1")
        .shown()
        .remarks("player_of_other_team")
        .remarks("game_without_match");
    assert_eq!(shown.places(), "1 foxes 0, 1 herons 0, 1 otters 0");
}

#[test]
fn in_win_and_stay_who_left_or_lost_is_on_no_stage() {
    let regulations = json!({"format": "win_and_stay", "rounds": 9, "team": "fixed_order"});
    let game = |round: u32, black: &str, white: &str| {
        json!({"round": round, "games": [
            {"game": format!("r{round}"), "board": 1, "black": black, "white": white}]})
    };
    let begun = team_event("cn-2002", &regulations, &["foxes", "herons"], 2)
        .org("round_paired", game(1, "foxes-1", "herons-1"))
        .ended("r1", "foxes-1", "herons-1", "1-0");
    begun
        .clone()
        .org(
            "player_withdrew",
            json!({"team": "foxes", "after_round": 1, "justified": true, "reason": "bus"}),
        )
        .shown()
        .standings(&json!({"stage": {"holder": null, "winner": "herons",
            "left": {"foxes": [], "herons": ["herons-2"]}}}));
    begun
        .org("round_paired", game(2, "herons-1", "foxes-1"))
        .shown()
        .remarks("paired_when_out");
}
