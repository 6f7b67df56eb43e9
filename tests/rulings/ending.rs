//! How games end: by word, by passes, by resignation, by warnings and by
//! penalties, and what an act after the end changes.

use fupan_tests::script::{Script, game, paired_with};
use serde_json::json;

fn played(edition: &str) -> Script {
    game(edition).stones("B Q16, W D4")
}

#[test]
fn a_proposal_gives_the_turn_away_until_it_is_answered() {
    let proposed = played("cn-2002").side("end_proposed", "black");
    proposed.shows(&json!({"status": "playing", "position": {"to_play": "white", "moves": 2}}));
    proposed
        .clone()
        .side("end_agreed", "white")
        .shows(&json!({"status": "ending", "result": null}));
    // Declined: the other side plays, and then the proposer may again.
    proposed
        .clone()
        .side("end_declined", "white")
        .shows(&json!({"status": "playing", "position": {"to_play": "white"}}));
    proposed
        .stones("W C3")
        .shows(&json!({"status": "playing", "position": {"to_play": "black", "moves": 3}}));
}

#[test]
fn one_side_alone_does_not_end_the_game() {
    let proposed = played("cn-2002").side("end_proposed", "black");
    proposed
        .clone()
        .side("end_agreed", "black")
        .shows(&json!({"status": "playing"}));
    played("cn-2002")
        .side("end_agreed", "black")
        .shows(&json!({"status": "playing"}));
    // Both have proposed it: both have said so.
    proposed
        .side("end_proposed", "white")
        .shows(&json!({"status": "ending"}));
}

#[test]
fn two_passes_end_the_game_in_2002_and_are_offers_in_1988() {
    let passed = |edition| played(edition).stones("B pass, W pass");
    passed("cn-2002").shows(&json!({"status": "ending", "position": {"moves": 4, "last": "pass"}}));
    passed("cn-1988").shows(&json!({"status": "playing", "position": {"to_play": "black"}}));
    // An offer can be taken up.
    played("cn-1988")
        .stones("B pass")
        .side("end_agreed", "white")
        .shows(&json!({"status": "ending"}));
}

#[test]
fn a_lost_turn_is_no_pass_and_keeps_two_passes_apart() {
    let script = played("cn-2002")
        .stones("B pass")
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "white", "forfeit_turn", &json!({}));
    script.shows(&json!({"status": "playing", "position": {"to_play": "black", "moves": 3}}));
    script
        .clone()
        .stones("B pass")
        .shows(&json!({"status": "playing"}));
    // Nor does a voided stone bring them together.
    script
        .stones("B Q4")
        .rules("ruling-2", json!([{"do": "void_move", "entry": "@B Q4"}]))
        .stones("B pass")
        .shows(&json!({"status": "playing"}))
        .game(&json!({"position": {"to_play": "white"}}));
}

#[test]
fn agreed_dead_stones_lead_to_the_count() {
    let script = played("cn-2002").stones("B pass, W pass").dead(&["D4"]);
    script.shows(&json!({"status": "counting"}));
    script
        .counts("black", 1444)
        .shows(&json!({"status": "finished"}));
    // Both must say so, in one entry or in two.
    let half = |colour| json!({"points": ["D4"], "by": [colour]});
    let script = played("cn-2002")
        .stones("B pass, W pass")
        .fact("dead_stones_agreed", half("black"));
    script.shows(&json!({"status": "ending"}));
    script
        .clone()
        .fact("dead_stones_agreed", half("white"))
        .shows(&json!({"status": "counting"}));
    script
        .fact(
            "dead_stones_agreed",
            json!({"points": ["Q16"], "by": ["white"]}),
        )
        .shows(&json!({"status": "ending"}));
}

#[test]
fn disputed_life_is_played_out() {
    let disputed = |edition| {
        played(edition)
            .side("end_proposed", "black")
            .side("end_agreed", "white")
            .fact(
                "life_disputed",
                json!({"points": ["D4"], "dead_says": "black"}),
            )
    };
    // In 2002 whoever says "dead" moves; in 1988 nothing is said of it.
    disputed("cn-2002").shows(&json!({"status": "playing", "position": {"to_play": "black"}}));
    disputed("cn-1988").shows(&json!({"status": "playing", "position": {"to_play": "white"}}));
}

#[test]
fn passes_before_a_dispute_do_not_count_after_it() {
    played("cn-2002")
        .stones("B pass, W pass")
        .fact(
            "life_disputed",
            json!({"points": ["D4"], "dead_says": "white"}),
        )
        .stones("W pass")
        .shows(&json!({"status": "playing", "position": {"to_play": "black"}}));
}

#[test]
fn an_act_after_the_end_is_stored_and_changes_no_result() {
    let resigned = played("cn-2002").side("resigned", "black");
    let white_won = json!({"status": "finished",
        "result": {"outcome": "white", "by": "resignation"},
        "clock": {"black": {"running": false}, "white": {"running": false}}});
    resigned
        .clone()
        .stones("B Q4, W C3")
        .shows(&white_won)
        .game(&json!({"position": {"moves": 4}}));
    resigned.clone().side("resigned", "white").shows(&white_won);
    resigned.clone().counts("black", 1444).shows(&white_won);
    resigned
        .clone()
        .fact(
            "life_disputed",
            json!({"points": ["D4"], "dead_says": "black"}),
        )
        .shows(&white_won);
    resigned.clone().side("game_resumed", "black").refused();
    resigned.fact("game_resumed", json!({})).shows(&white_won);
}

#[test]
fn the_winner_by_a_ruling_may_give_up_all_the_same() {
    let lost = played("cn-2002").loses("ruling-1", "black", "cn-2002:22.6");
    let lost_by = |outcome, by| json!({"result": {"outcome": outcome, "by": by}});
    lost.clone()
        .side("resigned", "white")
        .shows(&lost_by("black", "resignation"));
    lost.clone()
        .side("resigned", "black")
        .shows(&lost_by("white", "forfeit"));
    // By warnings, and by an order, it is the same.
    played("cn-2002")
        .warning("ruling-1", "black")
        .warning("ruling-2", "black")
        .side("resigned", "white")
        .shows(&lost_by("black", "resignation"));
    let set = json!([{"do": "set_result", "result": {"outcome": "white", "by": "ruling"}}]);
    played("cn-2002")
        .rules("ruling-1", set)
        .side("resigned", "white")
        .shows(&lost_by("black", "resignation"));
    // A resignation of before the ruling is no concession of what it gave.
    played("cn-2002")
        .side("resigned", "white")
        .loses("ruling-1", "black", "cn-2002:23.1")
        .shows(&lost_by("white", "forfeit"));
}

#[test]
fn a_resignation_inserted_before_the_ruling_is_no_concession() {
    played("cn-2002")
        .loses("ruling-1", "black", "cn-2002:23.1")
        .inserts("W D4", "resigned", json!({"colour": "white"}), "09:00:02")
        .shows(&json!({"result": {"outcome": "white", "by": "forfeit"}}));
}

#[test]
fn two_warnings_in_a_game_lose_it_in_both_editions() {
    for edition in ["cn-1988", "cn-2002"] {
        let once = played(edition).warning("ruling-1", "white");
        once.shows(&json!({"status": "playing", "warnings": {"white": 1}, "result": null}));
        once.clone()
            .warning("ruling-2", "black")
            .shows(&json!({"result": null}));
        once.warning("ruling-2", "white")
            .shows(&json!({"status": "finished",
            "warnings": {"white": 2},
            "result": {"outcome": "black", "by": "warnings", "state": "provisional"}}));
    }
}

#[test]
fn a_ruling_that_names_the_second_warning_says_what_it_brings() {
    let script = played("cn-2002")
        .warning("ruling-1", "black")
        .warning("ruling-2", "black");
    let seq = script.shown().view()["at"]["seq"].as_u64().unwrap();
    let named = |ruling, orders| {
        let mut data = fupan_tests::script::ruling_data(ruling, "cn-2002:24.2", orders);
        data["finding"] = json!(format!("EN-11@{seq}"));
        data
    };
    let excused = script.by("chief-1", "ruling_made", named("ruling-3", json!([])));
    excused.shows(&json!({"result": null, "warnings": {"black": 2}}));
    excused
        .rules(
            "ruling-4",
            json!([{"do": "overturn", "ruling": "ruling-3"}]),
        )
        .shows(&json!({"result": {"outcome": "white", "by": "warnings"}}));
}

#[test]
fn the_article_says_how_a_game_is_lost() {
    for (edition, article, by) in [
        ("cn-2002", "12.4", "time"),
        ("cn-2002", "12.4(5)", "time"),
        ("cn-2002", "12.5", "time"),
        ("cn-2002", "22.5", "time"),
        ("cn-2002", "22.1", "absence"),
        ("cn-2002", "22.2", "absence"),
        ("cn-2002", "22.3", "absence"),
        ("cn-2002", "22.4", "absence"),
        ("cn-2002", "22.7", "forfeit"),
        ("cn-2002", "23.1", "forfeit"),
        ("cn-2002", "17.5", "forfeit"),
        ("cn-1988", "23.5", "time"),
        ("cn-1988", "23.1", "absence"),
        ("cn-1988", "23.2", "absence"),
        ("cn-1988", "23.6", "forfeit"),
        ("cn-1988", "17.1", "forfeit"),
    ] {
        game(edition)
            .loses("ruling-1", "black", &format!("{edition}:{article}"))
            .shows(&json!({"status": "finished", "result": {"outcome": "white", "by": by}}));
    }
}

#[test]
fn both_lose_when_both_are_ruled_to() {
    let first = paired_with("cn-2002", &json!({})).loses("ruling-1", "black", "cn-2002:22.3");
    first.shows(&json!({"result": {"outcome": "white", "by": "absence"}}));
    let both = first.punishes("ruling-1", "white", "lose_game", &json!({}));
    both.shows(&json!({"result": {"outcome": "both_lose", "by": "absence"}}));
    // Without the one ruling neither loses.
    both.rules(
        "ruling-2",
        json!([{"do": "overturn", "ruling": "ruling-1"}]),
    )
    .shows(&json!({"result": null}));
    // Two rulings, one of which falls.
    played("cn-2002")
        .loses("ruling-1", "black", "cn-2002:23.1")
        .loses("ruling-2", "white", "cn-2002:23.1")
        .confirms("both_lose", "forfeit")
        .rules(
            "ruling-3",
            json!([{"do": "overturn", "ruling": "ruling-1"}]),
        )
        .shows(&json!({"status": "finished", "result": {"outcome": "black", "by": "forfeit"}}));
}

#[test]
fn a_late_start_of_a_lost_game_runs_no_clock() {
    paired_with("cn-2002", &json!({}))
        .loses("ruling-1", "white", "cn-2002:22.2")
        .start(&json!({}))
        .shows(&json!({"status": "finished", "clock": {"black": {"running": false}}}));
}

#[test]
fn a_sealed_move_ends_nothing_and_waits() {
    let seal = fupan_domain::ids::Sha256::of(b"Q4\nn-1").to_string();
    let script = played("cn-2002").fact(
        "move_sealed",
        json!({"colour": "black", "commitment": seal}),
    );
    script.shows(&json!({"status": "sealed", "position": {"moves": 2, "to_play": "black"}}));
    script
        .fact("seal_opened", json!({"point": "Q4", "nonce": "n-1"}))
        .shows(&json!({"status": "playing",
            "position": {"moves": 3, "last": "Q4", "to_play": "white"}}));
}

#[test]
fn a_sealed_move_on_an_occupied_point_loses_its_turn_in_1988_alone() {
    let seal = fupan_domain::ids::Sha256::of(b"D4\nn-1").to_string();
    let opened = |edition| {
        played(edition)
            .fact(
                "move_sealed",
                json!({"colour": "black", "commitment": seal}),
            )
            .fact("seal_opened", json!({"point": "D4", "nonce": "n-1"}))
            .called("opened")
    };
    opened("cn-1988").shows(&json!({"position": {"to_play": "white", "moves": 2}}));
    opened("cn-2002").shows(&json!({"position": {"to_play": "black", "moves": 2}}));
    // A ruling that names the finding takes its place.
    let script = opened("cn-1988");
    let seq = script.shown().view()["at"]["seq"].as_u64().unwrap();
    let mut data = fupan_tests::script::ruling_data("ruling-1", "cn-1988:22", json!([]));
    data["finding"] = json!(format!("TM-25@{seq}"));
    let ruled = script.by("chief-1", "ruling_made", data);
    ruled.shows(&json!({"position": {"to_play": "black"}}));
    ruled
        .clone()
        .punishes("ruling-1", "black", "forfeit_turn", &json!({}))
        .shows(&json!({"position": {"to_play": "white"}}));
    ruled
        .rules(
            "ruling-2",
            json!([{"do": "overturn", "ruling": "ruling-1"}]),
        )
        .shows(&json!({"position": {"to_play": "white"}}));
}
