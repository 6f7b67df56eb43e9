//! Counting: komi and the half board, what warnings and penalties cost, dead
//! stones, dame, points left open, points awarded, and which count counts
//! (rule-table B.3; 2002 articles 9, 11, 12.4(4), 21, 24.1; 1988 9, 11, 21).

use fupan_tests::script::{Script, game, game_with};
use serde_json::{Value, json};

/// Both ended, nothing dead, black's area counted in quarter-zi.
fn counted(script: Script, area_qz: i64) -> Script {
    script.ends(&[]).counts("black", area_qz)
}

fn by_count(outcome: &str, margin_qz: i64) -> Value {
    json!({"status": "finished", "result":
        {"outcome": outcome, "by": "count", "margin_qz": margin_qz, "state": "provisional"}})
}

#[test]
fn komi_decides_as_the_table_has_it() {
    for (area_qz, e1, e2) in [
        (732, ("white", 1), ("white", 5)),
        (734, ("black", 1), ("white", 3)),
        (736, ("black", 3), ("white", 1)),
        (738, ("black", 5), ("black", 1)),
        (740, ("black", 7), ("black", 3)),
    ] {
        counted(game("cn-1988"), area_qz).shows(&by_count(e1.0, e1.1));
        counted(game("cn-2002"), area_qz).shows(&by_count(e2.0, e2.1));
    }
}

#[test]
fn a_warning_costs_one_zi_in_2002_and_nothing_in_1988() {
    let black = |edition| game(edition).warning("ruling-1", "black");
    let white = |edition| game(edition).warning("ruling-1", "white");
    let both = |edition| {
        game(edition)
            .warning("ruling-1", "black")
            .warning("ruling-2", "white")
    };
    // Black warned once needs 185.5; white warned once leaves black needing 183.5.
    counted(black("cn-2002"), 740).shows(&by_count("white", 1));
    counted(black("cn-2002"), 742).shows(&by_count("black", 1));
    counted(white("cn-2002"), 734).shows(&by_count("black", 1));
    counted(white("cn-2002"), 732).shows(&by_count("white", 1));
    counted(both("cn-2002"), 738).shows(&by_count("black", 1));
    for warned in [black, white, both] {
        counted(warned("cn-1988"), 734).shows(&by_count("black", 1));
    }
}

#[test]
fn a_warning_costs_nothing_where_the_game_is_not_counted() {
    game("cn-2002")
        .warning("ruling-1", "black")
        .side("resigned", "white")
        .shows(&json!({"warnings": {"black": 1, "white": 0},
            "result": {"outcome": "black", "by": "resignation"}}));
}

#[test]
fn a_warning_given_after_the_count_still_costs_its_zi() {
    counted(game("cn-2002"), 740)
        .warning("ruling-1", "black")
        .shows(&by_count("white", 1));
}

#[test]
fn an_overturned_warning_costs_nothing() {
    let script = game("cn-2002").warning("ruling-1", "black");
    counted(script, 740)
        .appeal(
            "a1",
            &["ruling-1"],
            json!([{"do": "overturn", "ruling": "ruling-1"}]),
        )
        .shows(&by_count("black", 3))
        .game(&json!({"warnings": {"black": 0}}));
}

#[test]
fn zi_taken_off_by_a_penalty_come_on_top_of_the_warning() {
    let script = game("cn-2002").warning("ruling-1", "white").punishes(
        "ruling-1",
        "white",
        "deduct_zi",
        &json!({"qz": 2}),
    );
    // 183 loses by 1 1/4; the warning gives 1 back, the penalty 1/2.
    counted(script, 732).shows(&by_count("black", 1));
}

#[test]
fn an_admonition_counts_for_nothing() {
    let data = json!({"colour": "black", "article": "cn-1988:24.2", "ruling": "ruling-1"});
    let script = game("cn-1988")
        .rules_under("ruling-1", "cn-1988:24.2", json!([]))
        .by("chief-1", "admonition_given", data.clone())
        .by("chief-1", "admonition_given", data);
    counted(script, 734)
        .shows(&by_count("black", 1))
        .game(&json!({"warnings": {"black": 0, "white": 0}}));
}

#[test]
fn without_komi_half_the_board_each_is_a_draw() {
    let script = game_with("cn-2002", &json!({"komi_qz": 0}));
    counted(script, 722).shows(&by_count("draw", 0));
}

#[test]
fn handicap_stones_are_given_back_beside_an_unchanged_komi() {
    let handicap = json!({"handicap": ["D4", "Q16"], "regulations": {"handicap_return_qz": 2}});
    let script = || fupan_tests::script::paired_with("cn-2002", &json!({})).start(&handicap);
    script().shows(&json!({"position": {"to_play": "white", "moves": 0}}));
    // 185 wins by 3/4 on equal terms; two stones at 1/2 leave it lost by 1/4.
    counted(script(), 740).shows(&by_count("white", 1));
}

#[test]
fn a_small_board_is_halved_too() {
    let small = || game_with("cn-2002", &json!({"board": 5, "komi_qz": 0}));
    // 25 points: black's 13 against 12.5.
    counted(small(), 52).shows(&by_count("black", 2));
    counted(small(), 50).shows(&by_count("draw", 0));
    let thirteen = game_with("cn-2002", &json!({"board": 13}));
    // 169 / 2 = 84.5, and 3 3/4 of komi: 88.5 wins by 1/4.
    counted(thirteen, 354).shows(&by_count("black", 1));
}

#[test]
fn an_area_that_the_board_does_not_have_is_refused() {
    let script = game_with("cn-2002", &json!({"board": 5}));
    script
        .clone()
        .counts("black", 100)
        .shows(&by_count("black", 35));
    script
        .counts("black", 101)
        .is_refused_as("area_too_large")
        .says("101")
        .says("100");
}

#[test]
fn whites_area_counted_is_the_rest_of_blacks() {
    // White's 177 is black's 184.
    game("cn-2002")
        .ends(&[])
        .counts("white", 708)
        .shows(&by_count("white", 1));
}

#[test]
fn a_second_count_takes_the_place_of_the_first() {
    counted(game("cn-2002"), 736)
        .side("recount_requested", "black")
        .counts("black", 738)
        .shows(&by_count("black", 1));
}

#[test]
fn a_count_after_a_resignation_changes_nothing() {
    game("cn-2002")
        .side("resigned", "black")
        .counts("black", 900)
        .shows(&json!({"result": {"outcome": "white", "by": "resignation"}}));
}

#[test]
fn a_resignation_after_a_count_changes_nothing() {
    counted(game("cn-2002"), 738)
        .side("resigned", "black")
        .shows(&by_count("black", 1));
}

#[test]
fn a_count_before_anything_is_agreed_is_a_provisional_result() {
    game("cn-2002")
        .stones("B Q16, W D4")
        .counts("black", 738)
        .shows(&by_count("black", 1))
        .remarks_no("count_differs");
}

/// A board that is divided: black 15 points, white 10, D3 dead or D-file open.
fn divided() -> Script {
    let regulations = json!({"board": 5, "komi_qz": 0});
    let rows = ["..XO.", "..XO.", "..XOX", "..XO.", "..XO."];
    fupan_tests::script::paired_with("cn-2002", &regulations).start(&json!({"position": rows}))
}

#[test]
fn the_count_is_held_against_the_board_and_the_dead() {
    // With the stone on E3 dead, white has 10 points.
    let script = divided().ends(&["E3"]);
    script
        .clone()
        .counts("black", 60)
        .shown()
        .remarks_no("count_differs");
    script
        .clone()
        .counts("white", 40)
        .shown()
        .remarks_no("count_differs");
    script.counts("black", 58).shown().remarks("count_differs");
    // Alive, it has its own point, and the four beside it are shared.
    divided()
        .ends(&[])
        .counts("black", 60 + 4 + 4 * 2)
        .shown()
        .remarks_no("count_differs");
}

#[test]
fn dame_and_points_left_open_are_shared_and_awarded_ones_are_not() {
    let regulations = json!({"board": 5, "komi_qz": 0});
    let rows = ["..X.O", "..X.O", "..X.O", "..X.O", "..X.O"];
    let script =
        fupan_tests::script::paired_with("cn-2002", &regulations).start(&json!({"position": rows}));
    let with_dame = 60 + 5 * 2;
    script
        .clone()
        .ends(&[])
        .counts("black", with_dame)
        .shown()
        .remarks_no("count_differs");
    script
        .clone()
        .rules(
            "ruling-1",
            json!([{"do": "award_points", "colour": "black", "points": ["D1"]}]),
        )
        .ends(&[])
        .counts("black", with_dame + 2)
        .shown()
        .remarks_no("count_differs");
    // A point left open is shared, whoever surrounds it (21.2).
    script
        .clone()
        .side("end_proposed", "black")
        .side("end_agreed", "white")
        .fact("contested_point_found", json!({"points": ["A1"]}))
        .dead(&[])
        .counts("black", with_dame - 2)
        .shown()
        .remarks_no("count_differs");
}

#[test]
fn an_award_falls_with_its_ruling() {
    let rows = ["..X.O", "..X.O", "..X.O", "..X.O", "..X.O"];
    fupan_tests::script::paired_with("cn-2002", &json!({"board": 5, "komi_qz": 0}))
        .start(&json!({"position": rows}))
        .rules(
            "ruling-1",
            json!([{"do": "award_points", "colour": "black", "points": ["D1", "D2"]}]),
        )
        .appeal(
            "a1",
            &["ruling-1"],
            json!([{"do": "overturn", "ruling": "ruling-1"}]),
        )
        .ends(&[])
        .counts("black", 70)
        .shown()
        .remarks_no("count_differs");
}

#[test]
fn one_point_of_a_dead_chain_stands_for_all_of_it() {
    let rows = ["..XO.", "..XO.", "..XOX", "..XOX", "..XO."];
    let script = fupan_tests::script::paired_with("cn-2002", &json!({"board": 5, "komi_qz": 0}))
        .start(&json!({"position": rows}))
        .side("end_proposed", "black")
        .side("end_agreed", "white");
    let agreed = |colour, point| json!({"points": [point], "by": [colour]});
    // Each names another stone of the chain: they agree all the same.
    script
        .clone()
        .fact("dead_stones_agreed", agreed("black", "E3"))
        .shows(&json!({"status": "ending"}));
    script
        .fact("dead_stones_agreed", agreed("black", "E3"))
        .fact("dead_stones_agreed", agreed("white", "E2"))
        .counts("black", 60)
        .shows(&json!({"status": "finished"}))
        .remarks_no("count_differs");
}

#[test]
fn warnings_follow_the_player_where_sides_are_swapped() {
    // Ann is warned as black and then takes white: it is white's zi.
    let script = game("cn-2002")
        .warning("ruling-1", "black")
        .rules("ruling-2", json!([{"do": "swap_players"}]));
    script.shows(&json!({"players": {"black": "bo", "white": "ann"},
        "warnings": {"black": 0, "white": 1}}));
    counted(script, 734).shows(&by_count("black", 1));
}

#[test]
fn a_ruling_that_names_the_automatic_zi_replaces_it() {
    let script = game("cn-2002").warning("ruling-1", "black");
    let seq = script.shown().view()["at"]["seq"].as_u64().unwrap();
    let mut excused = fupan_tests::script::ruling_data("ruling-2", "cn-2002:24.1", json!([]));
    excused["finding"] = json!(format!("EN-11@{seq}"));
    counted(script.by("chief-1", "ruling_made", excused), 740).shows(&by_count("black", 3));
}
