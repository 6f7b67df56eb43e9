//! Points, byes, opponents' sums and total scores.

use fupan_tests::script::event;
use serde_json::{Value, json};
use std::{fs, path::Path};

/// The published table of eight players over four rounds, in every column:
/// points, opponents' points, 胜者小分, 累进分, total score, byes. By total score
/// A is first, by points B.
#[test]
fn a_table_of_eight_players_is_reproduced_in_every_column() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/standings_cn.json");
    let vector: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    // An id has at least two letters.
    let id = |name: &str| format!("p{}", name.to_lowercase());
    let players: Vec<String> = "ABCDEFGH".chars().map(|c| id(&c.to_string())).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let regulations =
        json!({"format": "swiss", "rounds": 4, "tie_breaks": ["total_score", "points"]});
    let mut script = event("cn-2002", &regulations, &players);
    for (round, games) in (1..).zip(vector["rounds"].as_array().unwrap()) {
        let told = games.as_array().unwrap().iter().map(|game| {
            let black = id(game[0].as_str().unwrap());
            match game[2].as_str().unwrap() {
                "bye" => format!("{black} bye"),
                result => {
                    let white = id(game[1].as_str().unwrap());
                    let result = if result == "1/2" { "=" } else { result };
                    format!("{black}-{white} {result}")
                }
            }
        });
        script = script.round(round, &told.collect::<Vec<_>>().join(", "));
    }
    let shown = script.shown();
    let order: Vec<String> = vector["order_total"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| id(name.as_str().unwrap()))
        .collect();
    let rows: Vec<Value> = order
        .iter()
        .map(|player| json!({"player": player}))
        .collect();
    let shown = shown.standings(&json!({"round": 4, "rows": rows, "open": []}));
    for row in vector["table"].as_array().unwrap() {
        let seen = shown.row(&id(row["player"].as_str().unwrap()));
        let fraction = |text: &Value| {
            let text = text.as_str().unwrap();
            let (num, den) = text.split_once('/').unwrap_or((text, "1"));
            [num, den].map(|n| n.parse::<i64>().unwrap())
        };
        let [num, den] = fraction(&row["zongdefen"]);
        let [half, of] = fraction(&row["shengzhexiaofen"]);
        let games = ["wins", "draws", "losses"].map(|key| seen[key].as_i64().unwrap());
        let byes = seen["byes"].as_i64().unwrap();
        assert_eq!(seen["points"], row["jifen"], "{row}");
        assert_eq!(seen["opponents"], row["duishoufen"], "{row}");
        assert_eq!(seen["beaten_half"], json!(half * 2 / of), "{row}");
        assert_eq!(seen["cumulative"], row["leijinfen"], "{row}");
        assert_eq!(seen["total"], json!({"num": num, "den": den}), "{row}");
        assert_eq!(json!(byes), row["byes"], "{row}");
        assert_eq!(
            json!(games.iter().sum::<i64>() - byes),
            row["games"],
            "{row}"
        );
    }
    let scored = json!({"counting": {"pmax": {"reading": "scored", "scored": 6, "possible": 8}}});
    shown.standings(&scored);
}

#[test]
fn the_two_readings_of_the_highest_points_can_reverse_an_order() {
    let total = |points, opponents, highest| {
        let opponents = fupan_domain::score::Fraction::whole(opponents);
        fupan_domain::tournament::total_score(points, opponents, highest, 7)
    };
    // X: 10 points, opponents 46. Y: 8 points, opponents 59. Twelve were scored.
    assert_eq!(total(10, 46, 12).to_string(), "32/3");
    assert_eq!(total(8, 59, 12).to_string(), "65/6");
    assert!(total(10, 46, 12) < total(8, 59, 12));
    assert!(total(10, 46, 14) > total(8, 59, 14));
}

#[test]
fn a_bye_is_a_win_of_two_points_that_adds_nothing_to_the_opponents() {
    let three = ["ann", "bo", "cy"];
    event("cn-2002", &json!({"rounds": 3}), &three)
        .round(1, "ann-bo 1-0, cy bye")
        .shown()
        .rows(&json!([
            {"player": "cy", "points": 2, "wins": 1, "byes": 1, "opponents": 0},
            {"player": "ann", "points": 2, "wins": 1, "byes": 0, "opponents": 0},
            {"player": "bo", "points": 0, "losses": 1, "opponents": 2},
        ]));
}

#[test]
fn an_event_may_give_one_point_for_a_bye() {
    event(
        "cn-2002",
        &json!({"rounds": 3, "bye_points": 1}),
        &["ann", "bo", "cy"],
    )
    .round(1, "ann-bo 1-0, cy bye")
    .shown()
    .standings(&json!({"counting": {"bye_points": 1}}))
    .rows(&json!([{"player": "cy", "points": 1, "wins": 1}]));
}

#[test]
fn a_bye_keeps_the_points_that_it_brought_when_its_round_was_paired() {
    let supplement = json!({"changes": {"bye_points": 0}, "from_round": 2,
        "approved_by": "chief-1", "reason": "agreed"});
    let regulations = json!({"rounds": 3, "tie_breaks": ["points"]});
    let shown = event("cn-2002", &regulations, &["ann", "bo", "cy"])
        .round(1, "ann-bo 1-0, cy bye")
        .org("regulations_supplemented", supplement)
        .round(2, "cy-ann =, bo bye")
        .shown();
    assert_eq!(shown.places(), "1 ann 3, 1 cy 3, 3 bo 0");
}

#[test]
fn where_both_lose_neither_has_points_and_each_is_the_others_opponent() {
    event("cn-2002", &json!({"rounds": 2}), &["ann", "bo", "cy", "di"])
        .round(1, "ann-bo 0-0, cy-di 1-0")
        .round(2, "ann-cy 1-0, bo-di 1-0")
        .shown()
        .rows(&json!([
            {"player": "ann", "points": 2, "losses": 1, "opponents": 4},
            {"player": "bo", "points": 2, "losses": 1, "opponents": 2},
        ]));
}

#[test]
fn games_without_a_result_are_open_and_bring_nothing() {
    event("cn-2002", &json!({"rounds": 2}), &["ann", "bo", "cy", "di"])
        .round(1, "ann-bo ?, cy-di 1-0")
        .shown()
        .standings(&json!({"open": ["r1-ann-bo"]}))
        .rows(&json!([{"player": "ann", "points": 0, "losses": 0}, {"player": "cy", "points": 2}]));
}

#[test]
fn a_game_ruled_without_result_stays_open() {
    event("cn-2002", &json!({"rounds": 2}), &["ann", "bo"])
        .round(1, "ann-bo ?")
        .on("r1-ann-bo")
        .fact("game_started", json!({"black": "ann", "white": "bo"}))
        .rules("r1", json!([{"do": "no_result"}]))
        .shown()
        .standings(&json!({"open": ["r1-ann-bo"]}))
        .rows(&json!([{"player": "ann", "points": 0}, {"player": "bo", "points": 0}]));
}

#[test]
fn a_result_not_yet_confirmed_counts_and_is_named() {
    event("cn-2002", &json!({"rounds": 2}), &["ann", "bo"])
        .round(1, "ann-bo ?")
        .on("r1-ann-bo")
        .fact("game_started", json!({"black": "ann", "white": "bo"}))
        .side("resigned", "black")
        .shown()
        .standings(&json!({"open": [], "provisional": ["r1-ann-bo"]}))
        .rows(&json!([{"player": "bo", "points": 2}]));
}

#[test]
fn a_replay_takes_the_place_of_its_game_and_an_overturned_order_gives_it_back() {
    let replayed = event("cn-2002", &json!({"rounds": 2}), &["ann", "bo"])
        .round(1, "ann-bo 1-0")
        .rules("again", json!([{"do": "replay", "game": "r1-again"}]));
    replayed
        .shown()
        .standings(&json!({"open": ["r1-again"]}))
        .rows(&json!([{"player": "ann", "points": 0}, {"player": "bo", "points": 0}]));
    let won = replayed.ended("r1-again", "ann", "bo", "0-1");
    won.shown()
        .standings(&json!({"open": []}))
        .rows(&json!([{"player": "ann", "points": 0}, {"player": "bo", "points": 2}]));
    won.on("r1-ann-bo")
        .appeal(
            "ap1",
            &["again"],
            json!([{"do": "overturn", "ruling": "again"}]),
        )
        .shown()
        .standings(&json!({"open": []}))
        .rows(&json!([{"player": "ann", "points": 2}, {"player": "bo", "points": 0}]));
}

#[test]
fn standings_can_be_asked_after_any_round() {
    event("cn-2002", &json!({"rounds": 3}), &["ann", "bo", "cy", "di"])
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "ann-cy 0-1, bo-di 1-0")
        .round(3, "ann-di ?, bo-cy ?")
        .shown()
        .standings_after(
            1,
            &json!({"round": 1, "open": [], "counting": {"rounds": 1},
            "rows": {"some": [{"player": "ann", "points": 2, "total": {"num": 1, "den": 1}}]}}),
        )
        .standings_after(
            2,
            &json!({"round": 2, "open": [],
            "rows": {"some": [{"player": "cy", "points": 4}]}}),
        )
        .standings(&json!({"round": 3, "open": ["r3-ann-di", "r3-bo-cy"]}));
}

#[test]
fn before_the_first_round_all_are_equal_and_nothing_divides_by_nothing() {
    event("cn-2002", &json!({"rounds": 3}), &["ann", "bo"])
        .shown()
        .standings(&json!({"round": 0, "rows": [
            {"place": 1, "player": "ann", "total": {"num": 0, "den": 1}, "decided_by": null},
            {"place": 1, "player": "bo", "total": {"num": 0, "den": 1}, "decided_by": null},
        ]}));
}

#[test]
fn points_go_to_who_sat_there_whatever_the_pairing_had_assigned() {
    let by_nigiri = json!({"game": "g1", "board": 1, "players": ["ann", "bo"]});
    let assigned = json!({"game": "g2", "board": 2, "black": "cy", "white": "di"});
    event("cn-2002", &json!({"rounds": 1}), &["ann", "bo", "cy", "di"])
        .org(
            "round_paired",
            json!({"round": 1, "games": [by_nigiri, assigned]}),
        )
        .on("g1")
        .fact(
            "nigiri_held",
            json!({"holder": "ann", "stones": 7, "guess": "odd"}),
        )
        .ended("g1", "bo", "ann", "1-0")
        // Di took black by mistake, and won with it.
        .ended("g2", "di", "cy", "1-0")
        .shown()
        .rows(&json!([
            {"player": "bo", "points": 2}, {"player": "ann", "points": 0},
            {"player": "di", "points": 2}, {"player": "cy", "points": 0},
        ]));
}
