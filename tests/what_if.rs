//! What would be if a decision fell, if a fact was another, or if a ruling were
//! made that is only thought about. Nothing of it is stored.

mod what_if {
    mod grounds;
}

use fupan_tests::script::{Script, game, game_with, opened_with, paired_with};
use serde_json::{Value, json};

fn five() -> Script {
    game_with("cn-2002", &json!({"board": 5}))
}

fn overturn(ruling: &str) -> Value {
    json!([{"do": "overturn", "ruling": ruling}])
}

/// The whole board is counted for black, and two rulings warn a side before.
fn counted_after_two_warnings(side: &str) -> Script {
    five()
        .stones("B C3, W D3")
        .warning("ruling-1", side)
        .ends(&[])
        .counts("black", 80)
        .warning("ruling-2", side)
}

/// A black stone on another point, recorded by the arbiter.
fn black_on(point: &'static str) -> impl FnOnce(Script) -> Script {
    move |script| {
        script.by(
            "arb-1",
            "stone_played",
            json!({"colour": "black", "point": point}),
        )
    }
}

#[test]
fn without_the_second_warning_the_count_stands_again() {
    let script = counted_after_two_warnings("black");
    script.shows(
        &json!({"result": {"outcome": "white", "by": "warnings"}, "warnings": {"black": 2}}),
    );
    let answer = script.what_if().void("ruling-2").would_be(&json!({
        "result": {"outcome": "black", "by": "count"}, "warnings": {"black": 1},
        "rulings": [{"overturned": false}, {"overturned": true}]}));
    let changed = answer["games"]["r1-b1"]["changed"].as_array().unwrap();
    for pointer in [
        "/result/by",
        "/result/outcome",
        "/warnings/black",
        "/rulings/1/overturned",
    ] {
        assert!(
            changed.contains(&json!(pointer)),
            "{pointer} not in {changed:?}"
        );
    }
    assert!(!changed.contains(&json!("/status")), "{changed:?}");
    assert_eq!(answer["voided"][0]["becomes"], "overturned");
    assert_eq!(answer["voided"][0]["entry"], script.id_of("ruling-2"));
    // Bo had won by the second warning; by the count Ann has.
    let points = |when: &str, who: &str| {
        let rows = answer["standings"][when]["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["player"] == who).unwrap();
        row["points"].clone()
    };
    assert_eq!(
        (points("before", "ann"), points("before", "bo")),
        (json!(0), json!(2))
    );
    assert_eq!(
        (points("after", "ann"), points("after", "bo")),
        (json!(2), json!(0))
    );
}

#[test]
fn the_warning_alone_falls_and_its_ruling_stands() {
    let script = five()
        .stones("B C3, W D3")
        .warning("ruling-1", "black")
        .rules("ruling-2", json!([{"do": "void_move", "entry": "@W D3"}]))
        .warns("ruling-2", "black")
        .called("second");
    script.shows(
        &json!({"result": {"outcome": "white", "by": "warnings"}, "position": {"moves": 1}}),
    );
    script.what_if().void("second").would_be(&json!({
        "warnings": {"black": 1}, "result": null, "position": {"moves": 1},
        "rulings": [{"overturned": false}, {"overturned": false}]}));
}

#[test]
fn a_result_confirmed_upon_a_penalty_falls_with_it() {
    let script = game("cn-2002")
        .stones("B Q16")
        .loses("ruling-1", "black", "cn-2002:23.7")
        .called("loss")
        .confirms("white", "forfeit");
    script.shows(&json!({"status": "confirmed"}));
    let fallen = json!({"status": "paused", "result": null,
        "penalties": [{"overturned": true, "ruling": "ruling-1"}]});
    script.what_if().void("loss").would_be(&fallen);
    script.what_if().void("ruling-1").would_be(&fallen);
    // Both together are no more than the ruling.
    let both = script.what_if().void("loss").void("ruling-1");
    both.would_be(&json!({"rulings": [{"overturned": true}]}));
}

#[test]
fn time_and_turn_come_back_with_the_penalty_alone() {
    let timed = json!({"time": {"kind": "absolute", "limit_ms": 600_000}});
    let script = game_with("cn-2002", &timed)
        .stones("B Q16")
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "white", "deduct_time", &json!({"ms": 60_000}))
        .called("time")
        .punishes("ruling-1", "white", "forfeit_turn", &json!({}))
        .called("turn");
    script.shows(
        &json!({"clock": {"white": {"left_ms": 540_000}}, "position": {"to_play": "black"}}),
    );
    let time = script.what_if().void("time");
    time.would_be(
        &json!({"clock": {"white": {"left_ms": 600_000}}, "position": {"to_play": "black"}}),
    );
    let turn = script.what_if().void("turn");
    turn.would_be(
        &json!({"clock": {"white": {"left_ms": 540_000}}, "position": {"to_play": "white"}}),
    );
    // Once play went on, the turn stays lost.
    let answer = script.stones("B D4").what_if().void("turn").would_be(&json!({
        "position": {"to_play": "white", "moves": 2}, "penalties": [{"overturned": false}, {"overturned": true}]}));
    assert_eq!(
        answer["games"]["r1-b1"]["changed"],
        json!(["/penalties/1/overturned"])
    );
}

#[test]
fn an_effect_of_a_ruling_that_stands_again_falls_alone_too() {
    let script = game("cn-2002")
        .stones("B Q16, W D4")
        .loses("ruling-1", "black", "cn-2002:22.5")
        .called("loss")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"))
        .stones("B C3");
    // It counts for nothing as long as its ruling does not.
    script
        .what_if()
        .void("loss")
        .is_refused_as("overturned_already")
        .says("ruling-1");
    let again = script.appeal("a2", &["a1"], overturn("a1"));
    again.shows(&json!({"result": {"outcome": "white", "by": "time"}}));
    again
        .what_if()
        .void("loss")
        .would_be(&json!({"result": null,
        "rulings": [{"overturned": false}], "penalties": [{"overturned": true}]}));
}

#[test]
fn the_board_goes_back_only_where_nothing_was_played_since() {
    let ruled = five()
        .stones("B C3, W D3")
        .rules("ko", json!([{"do": "void_move", "entry": "@W D3"}]));
    ruled.what_if().void("ko").would_be_board(
        "..... ..... ..XO. ..... .....",
        &json!({"position": {"moves": 2, "to_play": "black"}}),
    );
    let played = ruled.stones("W B3");
    let answer = played.what_if().void("ko").would_be_board(
        "..... ..... .OX.. ..... .....",
        &json!({"rulings": [{"overturned": true}]}),
    );
    assert_eq!(
        answer["games"]["r1-b1"]["changed"],
        json!(["/rulings/0/overturned"])
    );
}

#[test]
fn a_ruling_is_named_by_its_id_its_entry_or_its_seq() {
    let script = counted_after_two_warnings("white");
    let entry = script.id_of("ruling-2");
    let replayed = script.shown();
    let entries = replayed.replayed().log.entries();
    let seq = entries
        .iter()
        .find(|e| e.id.to_string() == entry)
        .unwrap()
        .seq;
    let answers = ["ruling-2", &entry, &format!("@{seq}")].map(|name| {
        let mut answer = script.what_if().void(name).answer();
        answer["voided"] = Value::Null;
        answer
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn a_wrongly_keyed_stone_is_struck_out() {
    let answer = five()
        .stones("B C3, W D3")
        .what_if()
        .void("W D3")
        .would_be_board(
            "..... ..... ..X.. ..... .....",
            &json!({"position": {"moves": 1, "to_play": "white"}}),
        );
    assert_eq!(answer["voided"][0]["becomes"], "struck_out");
    assert_eq!(answer["impossible"], json!([]));
}

#[test]
fn a_stone_stood_elsewhere() {
    let script = five().stones("B C3, W D3, B D2");
    let supposed = script.what_if().void("B C3").with(black_on("B3"));
    let answer = supposed.would_be_board(
        "..... ..... .X.O. ...X. .....",
        &json!({"position": {"moves": 3}}),
    );
    assert_eq!(answer["voided"][0]["becomes"], "replaced");
    assert_eq!(answer["with"][0]["in_place_of"], script.id_of("B C3"));
    // The same said outright.
    let outright = script
        .what_if()
        .in_place_of("B C3", black_on("B3"))
        .answer();
    assert_eq!(outright["games"], answer["games"]);
    // Two stones keyed the wrong way round: the one that is corrected first would
    // stand on the other's point until that is corrected too.
    let swapped = script
        .what_if()
        .in_place_of("B D2", black_on("C3"))
        .in_place_of("B C3", black_on("D2"))
        .would_be(&json!({"position": {"moves": 3, "last": "C3"}}));
    assert_eq!(swapped["impossible"], json!([]));
    assert_eq!(swapped["with"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_could_then_not_have_happened_is_told() {
    let script = five()
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W D3"}]));
    // A real correction is refused here.
    script
        .clone()
        .corrects("W D3", None)
        .is_refused_as("correction_conflict");
    let answer = script.what_if().void("W D3").answer();
    assert_eq!(
        answer["impossible"],
        json!([{"entry": script.id_of("ruling-1"), "seq": 16, "stream": "game/r1-b1", "type": "ruling_made",
            "why": format!("entry {} is not the last stone played", script.id_of("W D3"))}])
    );
    let on_another = five().stones("B C3, W D3");
    let answer = on_another
        .what_if()
        .in_place_of("B C3", black_on("D3"))
        .would_be_board("..... ..... ...X. ..... .....", &json!({}));
    assert_eq!(answer["impossible"][0]["entry"], on_another.id_of("W D3"));
}

#[test]
fn a_game_that_never_began_had_no_play() {
    let script = paired_with("cn-2002", &json!({}))
        .start(&json!({}))
        .called("start")
        .stones("B Q16, W D4");
    let answer = script
        .what_if()
        .void("start")
        .would_be(&json!({"status": "paired"}));
    assert_eq!(
        answer["impossible"],
        json!([{"entry": script.id_of("B Q16"), "seq": 14, "stream": "game/r1-b1",
            "type": "stone_played", "why": "the game would not have begun"}])
    );
}

#[test]
fn a_correction_falls_and_what_was_keyed_counts_again() {
    let script = five()
        .stones("B C3, W D3")
        .corrects("W D3", None)
        .called("correction");
    script.what_if().void("correction").would_be_board(
        "..... ..... ..XO. ..... .....",
        &json!({"position": {"moves": 2}}),
    );
}

#[test]
fn a_sanction_falls() {
    let sanction = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "lose_games", "games": ["r1-b1"], "reason": "verified"});
    let script = game("cn-2002")
        .stones("B Q16")
        .side("resigned", "white")
        .tournament("chief-1", "sanction_imposed", sanction)
        .called("imposed");
    script.shows(&json!({"result": {"outcome": "white", "by": "sanction"}}));
    for name in ["s1", "imposed"] {
        script
            .what_if()
            .void(name)
            .would_be(&json!({"result": {"outcome": "black", "by": "resignation"}}));
    }
    // One that was lifted fell already; without the lifting it is there again.
    let lifted = script
        .tournament(
            "chief-1",
            "sanction_lifted",
            json!({"sanction": "s1", "reason": "not so"}),
        )
        .called("lifted");
    lifted
        .what_if()
        .void("s1")
        .is_refused_as("overturned_already");
    lifted
        .what_if()
        .void("lifted")
        .would_be(&json!({"result": {"outcome": "white", "by": "sanction"}}));
}

#[test]
fn an_appeal_decision_falls_and_what_it_overturned_stands_again() {
    let script = game("cn-2002")
        .stones("B Q16, W D4")
        .loses("ruling-1", "black", "cn-2002:22.5")
        .appeal("a1", &["ruling-1"], overturn("ruling-1"));
    let answer = script
        .what_if()
        .decision("a1")
        .would_be(&json!({"status": "finished",
        "result": {"outcome": "white", "by": "time"}, "rulings": [{"overturned": false}]}));
    assert_eq!(answer["appeals"]["a1"]["changed"], json!(["/overturned"]));
    assert_eq!(answer["voided"][0]["type"], "appeal_decided");
    // Neither the ruling nor the appeal, in whatever order they are named.
    for names in [["a1", "ruling-1"], ["ruling-1", "a1"]] {
        let neither = script.what_if().decision(names[0]).decision(names[1]);
        neither.holds(&json!({"games": {}, "appeals": {"a1": {"after": {"overturned": true}}}}));
    }
}

#[test]
fn a_fact_of_an_appeal_or_of_the_tournament_falls() {
    let script = game("cn-2002")
        .loses("ruling-1", "black", "cn-2002:22.5")
        .files("a1", &["ruling-1"])
        .draft(
            "appeal/a1",
            "chief-1",
            "panel_seated",
            json!({"members": ["pan-1", "pan-2"]}),
        )
        .called("seated");
    script.what_if().void("seated").holds(&json!({"games": {},
        "appeals": {"a1": {"before": {"status": "seated"}, "after": {"status": "filed", "panel": []}}}}));
    // "a1" names the entry that filed it here.
    let answer = script.what_if().void("a1").holds(&json!({
        "appeals": {"a1": {"after": null, "changed": [""]}},
        "games": {"r1-b1": {"after": {"result": {"state": "provisional"}}}}}));
    assert_eq!(answer["impossible"][0]["entry"], script.id_of("seated"));
    assert_eq!(answer["impossible"][0]["why"], "there is no appeal a1");
}

#[test]
fn without_a_supplement_the_games_after_it_are_played_by_the_old_rules() {
    let change = json!({"changes": {"komi_qz": 26}, "from_round": 1, "approved_by": "org-1", "reason": "agreed"});
    let pairing = json!({"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"});
    let script = opened_with("cn-2002", &json!({"board": 5}))
        .tournament("chief-1", "regulations_supplemented", change)
        .called("komi")
        .org("round_paired", json!({"round": 1, "games": [pairing]}))
        .called("paired")
        .start(&json!({}))
        .stones("B C3, W D3")
        .ends(&[])
        .counts("black", 70);
    script.shows(&json!({"result": {"outcome": "white", "margin_qz": 6}}));
    script
        .what_if()
        .void("komi")
        .would_be(&json!({"result": {"outcome": "black", "margin_qz": 5}}));
    // Without its pairing there is no game, and nothing of it could be recorded.
    let answer = script
        .what_if()
        .void("paired")
        .holds(&json!({"games": {"r1-b1": {"after": null}}}));
    assert_eq!(answer["impossible"][0]["why"], "game r1-b1 was not paired");
    assert_eq!(answer["impossible"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_ruling_is_tried_out_before_it_is_made() {
    let script = five().stones("B C3, W D3").warning("ruling-1", "white");
    let ruling = |script: Script| {
        script
            .rules("ruling-2", json!([{"do": "void_move", "entry": "@W D3"}]))
            .warns("ruling-2", "white")
    };
    let before = script.shown();
    let answer = script.what_if().with(ruling).would_be_board(
        "..... ..... ..X.. ..... .....",
        &json!({"result": {"outcome": "black", "by": "warnings"}, "warnings": {"white": 2}}),
    );
    assert_eq!(answer["with"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["known"], 17);
    // What is only supposed is no entry: the game's last one is the one that is there.
    assert_eq!(
        answer["games"]["r1-b1"]["after"]["at"],
        answer["games"]["r1-b1"]["before"]["at"]
    );
    // It is what comes when it is made.
    let made = ruling(script.clone()).shown();
    let (mut would_be, mut is) = (
        answer["games"]["r1-b1"]["after"].clone(),
        made.view().clone(),
    );
    for view in [&mut would_be, &mut is] {
        view["at"] = Value::Null;
        view["known"] = Value::Null;
    }
    assert_eq!(would_be, is);
    // And nothing was stored.
    assert_eq!(
        before.replayed().ledger.head(),
        script.shown().replayed().ledger.head()
    );
    assert_eq!(before.replayed().log.entries().len(), 18);
}

#[test]
fn an_appeal_decision_is_tried_out() {
    let filed = game("cn-2002")
        .stones("B Q16, W D4")
        .loses("ruling-1", "black", "cn-2002:22.5")
        .files("a1", &["ruling-1"]);
    let orders = json!([{"do": "overturn", "ruling": "ruling-1"}, {"do": "resume"}]);
    let answer = filed
        .what_if()
        .with(|s| s.decides("a1", orders))
        .would_be(&json!({"status": "playing", "result": null}));
    assert_eq!(answer["appeals"]["a1"]["after"]["status"], "decided");
    // A replay pairs a game that is not there yet.
    let replay =
        json!([{"do": "overturn", "ruling": "ruling-1"}, {"do": "replay", "game": "again"}]);
    filed
        .what_if()
        .with(|s| s.decides("a1", replay))
        .holds(&json!({"games": {
        "r1-b1": {"after": {"result": {"outcome": "no_result"}, "replayed_as": "again"}},
        "again": {"before": null, "after": {"status": "paired", "at": null}, "changed": [""]}}}));
}

#[test]
fn what_falls_is_gone_before_the_drafts_come() {
    let script = five()
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "draw"}]));
    // A decision that fell can't be overturned once more, and warns nobody.
    let again = script
        .what_if()
        .void("ruling-1")
        .with(|s| s.warns("ruling-1", "black"));
    again.is_refused_as("overturned_already");
    // On the point of a stone that was struck out another can be restored.
    let restored = json!([{"do": "restore_stones", "colour": "black", "points": ["D3"]}]);
    let supposed = script
        .what_if()
        .void("W D3")
        .with(|s| s.rules("ruling-2", restored));
    supposed.would_be_board("..... ..... ..XX. ..... .....", &json!({}));
}

#[test]
fn a_draft_that_could_not_be_recorded_is_refused_with_its_line() {
    let script = five().stones("B C3, W D3");
    let occupied = |s: Script| s.stones("B B2, W C3");
    script
        .what_if()
        .with(occupied)
        .is_refused_as("point_occupied")
        .says("line 2")
        .says("C3")
        .names(&script, "B C3");
    // Its author must have the right to it, also to a correction.
    let warns = |s: Script| {
        s.by(
            "rec-1",
            "ruling_made",
            fupan_tests::script::ruling_data("ruling-1", "cn-2002:30.6", json!([])),
        )
    };
    script
        .what_if()
        .with(warns)
        .is_refused_as("no_right")
        .says("rec-1");
    let by_organiser = |s: Script| {
        s.by(
            "org-1",
            "stone_played",
            json!({"colour": "black", "point": "A1"}),
        )
    };
    script
        .what_if()
        .void("B C3")
        .with(by_organiser)
        .is_refused_as("no_right")
        .says("org-1")
        .says("line 1");
    // What stands in place of a fact must have been possible there.
    let off = |s: Script| {
        s.by(
            "arb-1",
            "stone_played",
            json!({"colour": "black", "point": "C3"}),
        )
    };
    script
        .what_if()
        .in_place_of("W D3", off)
        .is_refused_as("point_occupied");
}

#[test]
fn only_a_fact_of_the_same_game_stands_in_place_of_another() {
    let script = five()
        .stones("B C3, W D3")
        .warning("ruling-1", "black")
        .called("warning");
    for (name, code) in [("ruling-1", "not_a_fact"), ("warning", "not_a_fact")] {
        script
            .what_if()
            .in_place_of(name, black_on("A1"))
            .is_refused_as(code)
            .says("only a fact of a game");
    }
    let elsewhere = |s: Script| {
        s.on("r1-b2").by(
            "arb-1",
            "stone_played",
            json!({"colour": "black", "point": "A1"}),
        )
    };
    script
        .what_if()
        .in_place_of("B C3", elsewhere)
        .is_refused_as("contradiction")
        .says("game/r1-b2");
    let ruling = |s: Script| s.rules("ruling-2", json!([]));
    script
        .what_if()
        .in_place_of("B C3", ruling)
        .is_refused_as("not_a_fact")
        .says("ruling_made");
    script
        .what_if()
        .in_place_of("B C3", black_on("A1"))
        .in_place_of("B C3", black_on("B1"))
        .is_refused_as("contradiction");
}

#[test]
fn what_is_not_there_can_not_fall() {
    let script = five().stones("B C3").files("a1", &["B C3"]);
    let nothing = "00000000-0000-4000-8000-00000000ffff";
    for name in [nothing, "@999", "@x", "ruling-9", "No Such Thing"] {
        script
            .what_if()
            .void(name)
            .is_refused_as("unknown")
            .says(name);
    }
    // An appeal that is not decided has decided nothing; the first entry is needed.
    let game = game("cn-2002").loses("ruling-1", "black", "cn-2002:22.5");
    let filed = game.draft(
        "appeal/a2",
        "arb-1",
        "appeal_filed",
        json!({"by": "ann",
        "against": ["@ruling-1"], "grounds": "g", "relief": "r"}),
    );
    filed
        .what_if()
        .void("a2")
        .is_refused_as("appeal_state")
        .says("filed");
    filed.what_if().void("@0").is_refused_as("not_a_fact");
}

#[test]
fn no_clock_runs_on_for_what_is_only_supposed() {
    let timed = json!({"time": {"kind": "absolute", "limit_ms": 3_600_000}});
    let script = game_with("cn-2002", &timed)
        .stones("B Q16")
        .warning("ruling-1", "black")
        .at("09:30")
        .stones("W D4");
    let answer = script
        .what_if()
        .void("ruling-1")
        .would_be(&json!({"warnings": {"black": 0}}));
    assert_eq!(
        answer["games"]["r1-b1"]["changed"],
        json!(["/rulings/0/overturned", "/warnings/black"])
    );
}

#[test]
fn games_that_stay_as_they_are_are_not_told() {
    let pairing = json!({"game": "r1-b2", "board": 2, "black": "cy", "white": "di"});
    let script = game("cn-2002")
        .warning("ruling-1", "black")
        .org("round_paired", json!({"round": 1, "games": [pairing]}));
    let answer = script.what_if().void("ruling-1").answer();
    let games: Vec<&String> = answer["games"].as_object().unwrap().keys().collect();
    assert_eq!(games, ["r1-b1"]);
    script.what_if().changes_nothing();
}
