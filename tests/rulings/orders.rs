//! Each order alone, and overturned: at once, and after play went on.

use fupan_tests::script::{Script, game_with, paired_with};
use serde_json::{Value, json};

/// A game on five lines.
fn five(edition: &str) -> Script {
    game_with(edition, &json!({"board": 5}))
}

/// A game on five lines that goes on from a position.
fn from(edition: &str, rows: &[&str]) -> Script {
    paired_with(edition, &json!({"board": 5})).start(&json!({"position": rows}))
}

fn overturn(ruling: &str) -> Value {
    json!([{"do": "overturn", "ruling": ruling}])
}

#[test]
fn a_voided_move_leaves_board_and_turn_as_before_it() {
    let script = five("cn-2002")
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W D3"}]));
    script.shows_board(
        "..... ..... ..X.. ..... .....",
        &json!({"position": {"moves": 1, "last": "C3", "to_play": "white"}}),
    );
}

#[test]
fn a_voided_capture_gives_the_captives_back() {
    let rows = [".....", ".XO..", "XO.O.", ".XO..", "....."];
    let script = from("cn-2002", &rows).stones("B C3");
    script.shows_board(
        "..... .XO.. X.XO. .XO.. .....",
        &json!({"position": {"captured": {"white": 1, "black": 0}}}),
    );
    script
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@B C3"}]))
        .shows_board(
            &rows.join(" "),
            &json!({"position": {"captured": {"white": 0, "black": 0}, "to_play": "black", "moves": 0, "last": null}}),
        );
}

#[test]
fn a_void_overturned_at_once_puts_the_stone_back() {
    let script = five("cn-2002")
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W D3"}]))
        .appeal("a1", &["ruling-1"], overturn("ruling-1"));
    script.shows_board(
        "..... ..... ..XO. ..... .....",
        &json!({"position": {"moves": 2, "last": "D3", "to_play": "black"},
            "rulings": [{"ruling": "ruling-1", "overturned": true}]}),
    );
}

#[test]
fn a_void_overturned_after_play_leaves_the_board_alone() {
    five("cn-2002")
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W D3"}]))
        .stones("W B3, B C4")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows_board(
            "..... ..X.. .OX.. ..... .....",
            &json!({"position": {"moves": 3, "to_play": "white"}}),
        );
}

#[test]
fn a_void_and_a_lost_turn_are_two_things() {
    let script = five("cn-2002")
        .stones("B C3, W D3, B D4, W C4")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W C4"}]))
        .punishes("ruling-1", "white", "forfeit_turn", &json!({}));
    script.shows_board(
        "..... ...X. ..XO. ..... .....",
        &json!({"position": {"moves": 3, "to_play": "black"},
            "penalties": [{"colour": "white", "penalty": "forfeit_turn", "overturned": false}]}),
    );
    // At once, stone and turn are back.
    script
        .clone()
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows_board(
            "..... ..OX. ..XO. ..... .....",
            &json!({"position": {"moves": 4, "to_play": "black"},
                "penalties": [{"overturned": true}]}),
        );
    // Once black has used the turn, neither is.
    script
        .stones("B B2")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows_board(
            "..... ...X. ..XO. .X... .....",
            &json!({"position": {"moves": 4, "to_play": "white"}}),
        );
}

#[test]
fn a_lost_turn_alone_gives_the_move_and_comes_back() {
    let script = five("cn-2002")
        .stones("B C3")
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "white", "forfeit_turn", &json!({}));
    script.shows(&json!({"position": {"moves": 1, "to_play": "black"}}));
    script
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows(&json!({"position": {"moves": 1, "to_play": "white"}}));
}

#[test]
fn an_earlier_stone_is_not_voided() {
    let script = five("cn-2002")
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@B C3"}]));
    script
        .is_refused_as("not_the_last_stone")
        .names(&script, "W D3")
        .says("stone orders");
}

#[test]
fn two_stones_are_voided_from_the_last_back() {
    five("cn-2002")
        .stones("B C3, W D3, W D4")
        .rules(
            "ruling-1",
            json!([{"do": "void_move", "entry": "@W D4"}, {"do": "void_move", "entry": "@W D3"}]),
        )
        .shows_board(
            "..... ..... ..X.. ..... .....",
            &json!({"position": {"moves": 1, "to_play": "white"}}),
        );
}

#[test]
fn a_taken_back_stone_is_put_back_by_move_stands() {
    let moved = json!({"colour": "black", "breach": "take_back", "about": "@B C3",
        "points": ["B2"], "facts": "lifted and put on B2"});
    let script = five("cn-2002")
        .stones("B C3")
        .by("arb-1", "breach_observed", moved);
    script.shows_board(
        "..... ..... ..... .X... .....",
        &json!({"position": {"moves": 1, "last": "B2", "to_play": "white"}}),
    );
    let ruled = script.rules("ruling-1", json!([{"do": "move_stands", "entry": "@B C3"}]));
    ruled.shows_board(
        "..... ..... ..X.. ..... .....",
        &json!({"position": {"last": "C3", "to_play": "white"}}),
    );
    // The breach was not the ruling's: overturned at once, its stone is on B2 again.
    ruled
        .clone()
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows_board(
            "..... ..... ..... .X... .....",
            &json!({"position": {"last": "B2"}}),
        );
    ruled
        .stones("W D3")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows_board("..... ..... ..XO. ..... .....", &json!({}));
}

#[test]
fn a_dropped_stone_stands_for_nothing_until_it_is_ruled_a_move() {
    let dropped = json!({"colour": "white", "breach": "stone_dropped", "points": ["D3"],
        "facts": "fell"});
    let script = five("cn-2002")
        .stones("B C3")
        .by("arb-1", "breach_observed", dropped)
        .called("drop");
    script.shows_board(
        "..... ..... ..X.. ..... .....",
        &json!({"position": {"moves": 1, "to_play": "white"}}),
    );
    let ruled = script.rules("ruling-1", json!([{"do": "move_stands", "entry": "@drop"}]));
    ruled.shows_board(
        "..... ..... ..XO. ..... .....",
        &json!({"position": {"moves": 2, "last": "D3", "to_play": "black"}}),
    );
    ruled
        .clone()
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows(&json!({"position": {"moves": 1, "to_play": "white"}}));
    // It can be voided like any stone.
    ruled
        .rules("ruling-2", json!([{"do": "void_move", "entry": "@drop"}]))
        .shows(&json!({"position": {"moves": 1, "to_play": "white"}}));
}

#[test]
fn a_voided_stone_stands_again() {
    five("cn-2002")
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W D3"}]))
        .rules("ruling-2", json!([{"do": "move_stands", "entry": "@W D3"}]))
        .shows_board(
            "..... ..... ..XO. ..... .....",
            &json!({"position": {"moves": 2, "last": "D3", "to_play": "black"}}),
        );
}

#[test]
fn stones_wrongly_taken_off_go_back_and_forth() {
    let rows = [".....", ".XO..", "XOO..", ".X...", "....."];
    let lifted = json!({"colour": "black", "point": "D3", "lifted": ["B3", "C3"]});
    let script = from("cn-2002", &rows).fact("stone_played", lifted);
    script.shows_board(
        "..... .XO.. X..X. .X... .....",
        &json!({"position": {"captured": {"white": 2}}}),
    );
    let order = json!([{"do": "restore_stones", "colour": "white", "points": ["B3", "C3"]}]);
    let ruled = script.rules("ruling-1", order);
    ruled.shows_board(
        "..... .XO.. XOOX. .X... .....",
        &json!({"position": {"captured": {"white": 0}, "to_play": "white"}}),
    );
    ruled
        .clone()
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows_board(
            "..... .XO.. X..X. .X... .....",
            &json!({"position": {"captured": {"white": 2}}}),
        );
    ruled
        .stones("W D2")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows(&json!({"position": {"captured": {"white": 0}}}));
}

#[test]
fn stones_are_removed_by_order() {
    let rows = [".....", ".X...", "XO...", ".X...", "....."];
    let left = json!({"colour": "black", "point": "C3", "lifted": []});
    let script = from("cn-2002", &rows).fact("stone_played", left).rules(
        "ruling-1",
        json!([{"do": "remove_stones", "points": ["B3"]}]),
    );
    script.shows_board(
        "..... .X... X.X.. .X... .....",
        &json!({"position": {"captured": {"white": 1, "black": 0}}}),
    );
    script
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows_board(
            "..... .X... XOX.. .X... .....",
            &json!({"position": {"captured": {"white": 0}}}),
        );
}

#[test]
fn a_stone_is_moved_by_order() {
    let script = five("cn-2002").stones("B C3, W D3").rules(
        "ruling-1",
        json!([{"do": "move_stone", "from": "C3", "to": "B3"}]),
    );
    script.shows_board(
        "..... ..... .X.O. ..... .....",
        &json!({"position": {"moves": 2}}),
    );
    script
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows_board("..... ..... ..XO. ..... .....", &json!({}));
}

#[test]
fn a_displaced_stone_stands_where_it_is_until_ruled() {
    let displaced = json!({"breach": "stone_displaced", "about": "@B C3", "points": ["C4"],
        "facts": "a sleeve"});
    let script = five("cn-2002")
        .stones("B C3, W D3")
        .by("arb-1", "breach_observed", displaced);
    script.shows_board(
        "..... ..X.. ...O. ..... .....",
        &json!({"position": {"last": "D3"}}),
    );
    script
        .rules(
            "ruling-1",
            json!([{"do": "move_stone", "from": "C4", "to": "C2"}]),
        )
        .shows_board(
            "..... ..... ...O. ..X.. .....",
            &json!({"position": {"to_play": "black"}}),
        );
}

#[test]
fn swapped_players_keep_the_position() {
    let script = five("cn-2002")
        .stones("B C3")
        .rules("ruling-1", json!([{"do": "swap_players"}]));
    script.shows(&json!({"players": {"black": "bo", "white": "ann"},
        "position": {"moves": 1, "to_play": "white"}}));
    script
        .clone()
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows(&json!({"players": {"black": "ann", "white": "bo"}}));
    script
        .stones("W D3")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shows(&json!({"players": {"black": "bo", "white": "ann"}}));
}

#[test]
fn overtime_counts_as_a_pass_with_or_without_a_void() {
    let overrun = || five("cn-2002").stones("B C3, W D3, B D4");
    let pass = json!({"do": "treat_as_pass", "colour": "black"});
    let void = json!({"do": "void_move", "entry": "@B D4"});
    let as_pass = json!({"position": {"moves": 3, "last": "pass", "to_play": "white"}});
    for orders in [json!([void, pass]), json!([pass])] {
        let script = overrun().rules_under("ruling-1", "cn-2002:22.5", orders);
        script.shows_board("..... ..... ..XO. ..... .....", &as_pass);
        script
            .appeal("a1", &["ruling-1"], overturn("ruling-1"))
            .shows_board(
                "..... ...X. ..XO. ..... .....",
                &json!({"position": {"moves": 3, "last": "D4", "to_play": "white"}}),
            );
    }
    // The flag fell before a stone was put: only the turn goes.
    five("cn-2002")
        .stones("B C3, W D3")
        .rules_under("ruling-1", "cn-2002:22.5", json!([pass]))
        .shows_board("..... ..... ..XO. ..... .....", &as_pass);
}

#[test]
fn a_turn_treated_as_a_pass_is_one_of_two_that_end_the_game() {
    let script = five("cn-2002").stones("B C3, W pass").rules_under(
        "ruling-1",
        "cn-2002:22.5",
        json!([{"do": "treat_as_pass", "colour": "black"}]),
    );
    script.shows(&json!({"status": "ending"}));
}

#[test]
fn results_are_set_by_order_and_its_short_forms() {
    let result = json!({"outcome": "white", "by": "forfeit"});
    for (order, outcome, by) in [
        (
            json!({"do": "set_result", "result": result}),
            "white",
            "forfeit",
        ),
        (json!({"do": "draw"}), "draw", "ruling"),
        (json!({"do": "both_lose"}), "both_lose", "ruling"),
        (json!({"do": "no_result"}), "no_result", "ruling"),
    ] {
        let script = five("cn-2002")
            .stones("B C3")
            .rules("ruling-1", json!([order]));
        script.shows(&json!({"status": "finished",
            "result": {"outcome": outcome, "by": by, "state": "provisional"}}));
        script
            .appeal("a1", &["ruling-1"], overturn("ruling-1"))
            .shows(&json!({"status": "paused", "result": null}));
    }
}

#[test]
fn a_set_result_may_carry_a_margin() {
    let result = json!({"outcome": "black", "by": "count", "margin_qz": 3});
    five("cn-2002")
        .rules("ruling-1", json!([{"do": "set_result", "result": result}]))
        .shows(&json!({"result": {"outcome": "black", "by": "count", "margin_qz": 3}}));
}

#[test]
fn a_replay_pairs_a_new_game_and_leaves_the_old_one_without_result() {
    let script = five("cn-2002")
        .stones("B C3")
        .rules("ruling-1", json!([{"do": "replay", "game": "r1-b1-again"}]));
    script
        .shows(&json!({"status": "finished", "replayed_as": "r1-b1-again",
            "result": {"outcome": "no_result", "by": "ruling"}}))
        .other(
            "r1-b1-again",
            &json!({"status": "paired", "round": 1, "board": 1,
            "players": {"black": "ann", "white": "bo"}}),
        );
    script
        .clone()
        .on("r1-b1-again")
        .start(&json!({}))
        .stones("B D4")
        .side("resigned", "white")
        .shows(&json!({"result": {"outcome": "black", "by": "resignation"}}));
    let fallen = script
        .clone()
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .shown();
    assert_eq!(fallen.view().get("replayed_as"), None);
    fallen.game(&json!({"result": null}));
    // A game's id is taken once.
    script
        .rules("ruling-2", json!([{"do": "replay", "game": "r1-b1"}]))
        .is_refused_as("id_taken");
}

#[test]
fn a_replayed_game_is_not_late_because_the_round_began_long_ago() {
    let regulations = json!({"board": 5, "time": {"kind": "absolute", "limit_ms": 3_600_000}});
    let games = json!([{"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"}]);
    fupan_tests::script::opened_with("cn-2002", &regulations)
        .org(
            "round_paired",
            json!({"round": 1, "games": games, "starts_at": "@09:00"}),
        )
        .start(&json!({}))
        .stones("B C3")
        .rules("ruling-1", json!([{"do": "replay", "game": "again"}]))
        .at("14:00")
        .on("again")
        .start(&json!({}))
        .fact("player_arrived", json!({"player": "ann"}))
        .shows(&json!({"clock": {"black": {"left_ms": 3_600_000}}}));
}

#[test]
fn a_game_goes_on_by_order_and_what_ended_it_no_longer_counts() {
    let script = five("cn-2002").stones("B C3").side("resigned", "white");
    script.shows(&json!({"status": "finished"}));
    script
        .rules("ruling-1", json!([{"do": "resume"}]))
        .shows(&json!({"status": "playing", "result": null}))
        .game(&json!({"clock": {"white": {"running": true}}}));
}

#[test]
fn orders_are_carried_out_one_after_the_other() {
    // The second would be impossible without the first.
    five("cn-2002")
        .stones("B C3, W D3")
        .rules(
            "ruling-1",
            json!([{"do": "move_stone", "from": "C3", "to": "B3"},
                   {"do": "move_stone", "from": "D3", "to": "C3"}]),
        )
        .shows_board("..... ..... .XO.. ..... .....", &json!({}));
    five("cn-2002")
        .stones("B C3, W D3")
        .rules(
            "ruling-1",
            json!([{"do": "move_stone", "from": "D3", "to": "C3"},
                   {"do": "move_stone", "from": "C3", "to": "B3"}]),
        )
        .is_refused_as("point_occupied")
        .says("C3");
}

#[test]
fn awards_need_points_of_the_board() {
    five("cn-2002")
        .rules(
            "ruling-1",
            json!([{"do": "award_points", "colour": "white", "points": ["T19"]}]),
        )
        .is_refused_as("board")
        .says("T19");
}
