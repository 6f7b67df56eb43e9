//! What falls and what stands when rulings overturn rulings.

use fupan_tests::script::{Script, game, game_with};
use serde_json::{Value, json};

fn five() -> Script {
    game_with("cn-2002", &json!({"board": 5}))
}

fn overturn(ruling: &str) -> Value {
    json!([{"do": "overturn", "ruling": ruling}])
}

#[test]
fn what_another_ruling_ordered_since_stays() {
    five()
        .stones("B C3, W D3")
        .rules(
            "ruling-1",
            json!([{"do": "move_stone", "from": "C3", "to": "C4"}]),
        )
        .rules(
            "ruling-2",
            json!([{"do": "move_stone", "from": "D3", "to": "D4"}]),
        )
        .rules("ruling-3", overturn("ruling-1"))
        .shows_board("..... ...O. ..X.. ..... .....", &json!({}));
}

#[test]
fn a_stone_displaced_since_stays_displaced() {
    let displaced = json!({"breach": "stone_displaced", "about": "@B C3", "points": ["B2"],
        "facts": "a sleeve"});
    five()
        .stones("B C3, W D3")
        .rules(
            "ruling-1",
            json!([{"do": "move_stone", "from": "D3", "to": "D4"}]),
        )
        .by("arb-1", "breach_observed", displaced)
        .rules("ruling-2", overturn("ruling-1"))
        .shows_board("..... ..... ...O. .X... .....", &json!({}));
}

#[test]
fn orders_beside_an_overturn_start_from_the_board_that_it_leaves() {
    // Ruling 1 voided the wrong stone's move; the decision restores it and voids it anew for
    // another reason, then gives the turn.
    five()
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W D3"}]))
        .appeal(
            "a1",
            &["ruling-1"],
            json!([{"do": "overturn", "ruling": "ruling-1"},
                   {"do": "move_stone", "from": "D3", "to": "D2"}]),
        )
        .shows_board(
            "..... ..... ..X.. ...O. .....",
            &json!({"position": {"moves": 2}}),
        );
}

#[test]
fn orders_before_an_overturn_are_kept_by_it() {
    five()
        .stones("B C3, W D3, B B3")
        .rules(
            "ruling-1",
            json!([{"do": "move_stone", "from": "C3", "to": "C4"}]),
        )
        .appeal(
            "a1",
            &["ruling-1"],
            json!([{"do": "move_stone", "from": "D3", "to": "D2"},
                   {"do": "overturn", "ruling": "ruling-1"}]),
        )
        .shows_board("..... ..... .XX.. ...O. .....", &json!({}));
}

#[test]
fn a_ruling_stands_again_when_its_overturning_falls() {
    let script = game("cn-2002")
        .stones("B Q16, W D4")
        .loses("ruling-1", "black", "cn-2002:22.5")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"));
    script.shows(&json!({"status": "paused", "result": null,
        "rulings": [{"ruling": "ruling-1", "overturned": true}]}));
    script.appeal("a2", &["a1"], overturn("a1")).shows(
        &json!({"status": "finished", "result": {"outcome": "white", "by": "time"},
            "rulings": [{"ruling": "ruling-1", "overturned": false}]}),
    );
}

#[test]
fn board_orders_come_back_with_their_ruling() {
    let script = five()
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W D3"}]))
        .appeal("a1", &["ruling-1"], overturn("ruling-1"));
    script.shows(&json!({"position": {"moves": 2}}));
    script
        .clone()
        .appeal("a2", &["a1"], overturn("a1"))
        .shows(&json!({"position": {"moves": 1, "to_play": "white"}}));
    // Not where play went on meanwhile.
    script
        .stones("B B3")
        .appeal("a2", &["a1"], overturn("a1"))
        .shows(&json!({"position": {"moves": 3}}));
}

#[test]
fn an_appeal_from_another_game_can_overturn() {
    let pairing = json!({"game": "r1-b2", "board": 2, "black": "cy", "white": "di"});
    let script = game("cn-2002")
        .loses("ruling-1", "black", "cn-2002:23.7")
        .org("round_paired", json!({"round": 1, "games": [pairing]}))
        .on("r1-b2")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"));
    let fallen = json!({"result": null, "status": "paused"});
    script.clone().on("r1-b1").shows(&fallen);
    // And an appeal about that appeal lets it stand again there.
    script
        .appeal("a2", &["a1"], overturn("a1"))
        .on("r1-b1")
        .shows(&json!({"result": {"outcome": "white", "by": "forfeit"}}));
}

#[test]
fn an_appeal_that_names_no_game_can_overturn_and_resume() {
    let data = json!({"by": "ann", "against": ["@ruling-1"], "grounds": "g", "relief": "r"});
    game("cn-2002")
        .stones("B Q16")
        .loses("ruling-1", "white", "cn-2002:23.7")
        .draft("appeal/a1", "arb-1", "appeal_filed", data)
        .decides(
            "a1",
            json!([{"do": "overturn", "ruling": "ruling-1"}, {"do": "resume"}]),
        )
        .shows(&json!({"status": "playing", "result": null}))
        .whole(&json!({"appeals": {"a1": {"game": "r1-b1", "status": "decided"}}}));
}

#[test]
fn a_decision_is_overturned_once_and_only_when_made() {
    let script = game("cn-2002")
        .warning("ruling-1", "black")
        .rules("ruling-2", overturn("ruling-1"));
    script
        .clone()
        .rules("ruling-3", overturn("ruling-1"))
        .is_refused_as("overturned_already")
        .says("ruling-1");
    script
        .clone()
        .rules("ruling-3", overturn("ruling-9"))
        .is_refused_as("unknown_ruling");
    script
        .clone()
        .warns("ruling-1", "white")
        .is_refused_as("overturned_already");
    // A ruling that stands again can be overturned again.
    script
        .clone()
        .rules("ruling-3", overturn("ruling-2"))
        .rules("ruling-4", overturn("ruling-1"))
        .shows(&json!({"warnings": {"black": 0}}));
    // An appeal that is not decided has decided nothing; none overturns itself.
    let filed = script.files("a1", &["ruling-2"]);
    filed
        .clone()
        .rules("ruling-3", overturn("a1"))
        .is_refused_as("appeal_state");
    filed
        .decides("a1", overturn("a1"))
        .is_refused_as("appeal_state");
}

#[test]
fn the_clocks_stay_stopped_from_the_overturning_until_resume() {
    let timed = json!({"time": {"kind": "absolute", "limit_ms": 3_600_000}});
    let script = game_with("cn-2002", &timed)
        .at("09:10")
        .loses("ruling-1", "black", "cn-2002:23.7")
        .at("09:30")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .at("09:40")
        .fact("statement_taken", json!({"from": "ann", "text": "at last"}));
    // (Statements are the arbiter's to take.)
    script.refused();
    let script = game_with("cn-2002", &timed)
        .at("09:10")
        .loses("ruling-1", "black", "cn-2002:23.7")
        .at("09:30")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .at("09:40")
        .by(
            "arb-1",
            "statement_taken",
            json!({"from": "ann", "text": "at last"}),
        );
    script.shows(&json!({"status": "paused",
        "clock": {"black": {"used_ms": 600_000, "running": false}}}));
    script
        .at("09:45")
        .rules("ruling-2", json!([{"do": "resume"}]))
        .at("09:50")
        .stones("B Q16")
        .shows(&json!({"status": "playing", "clock": {
            "black": {"used_ms": 901_000, "running": false}, "white": {"running": true}}}));
}

#[test]
fn time_taken_by_a_penalty_is_given_back() {
    let timed = json!({"time": {"kind": "byoyomi", "limit_ms": 600_000, "periods": 3, "period_ms": 60_000}});
    let script = game_with("cn-2002", &timed)
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "white", "deduct_time", &json!({"ms": 660_000}));
    script.shows(&json!({"clock": {"white": {"left_ms": 0, "periods_left": 2, "used_ms": 0}}}));
    let fallen = script.rules("ruling-2", overturn("ruling-1"));
    fallen.shows(&json!({"clock": {"white": {"left_ms": 600_000, "periods_left": 3}}}));
    fallen
        .rules("ruling-3", overturn("ruling-2"))
        .shows(&json!({"clock": {"white": {"left_ms": 0, "periods_left": 2}}}));
}

#[test]
fn an_order_to_go_on_falls_too() {
    let script = game("cn-2002")
        .stones("B Q16")
        .side("resigned", "white")
        .rules("ruling-1", json!([{"do": "resume"}]));
    script.shows(&json!({"result": null}));
    script
        .rules("ruling-2", overturn("ruling-1"))
        .shows(&json!({"status": "finished", "result": {"outcome": "black", "by": "resignation"}}));
}

#[test]
fn a_sanction_falls_and_stands_again() {
    let sanction = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "lose_games", "games": ["r1-b1"], "reason": "verified"});
    let script = game("cn-2002")
        .stones("B Q16")
        .side("resigned", "white")
        .tournament("chief-1", "sanction_imposed", sanction)
        .called("s1");
    script.shows(&json!({"result": {"outcome": "white", "by": "sanction"}}));
    let data = json!({"by": "ann", "against": ["@s1"], "grounds": "g", "relief": "r"});
    let appealed = script.draft("appeal/a1", "arb-1", "appeal_filed", data);
    let lifted = appealed.decides("a1", overturn("s1"));
    lifted.shows(&json!({"result": {"outcome": "black", "by": "resignation"}}));
    lifted
        .rules("ruling-1", overturn("a1"))
        .shows(&json!({"result": {"outcome": "white", "by": "sanction"}}));
}
