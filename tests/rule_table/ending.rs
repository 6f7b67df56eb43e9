//! B.3: the end of the game, counting and result.

use crate::{
    Edition::{self, E1, E2},
    table,
};
use fupan_tests::script::Script;
use serde_json::{Value, json};

table! {
    "EN-1"  E1 E2 => both_agree_the_end;
    "EN-2"  E1 E2 => a_resignation_ends_the_game;
    "EN-3"  E1 E2 => two_passes_in_a_row;
    "EN-3"  E1 E2 => a_lost_turn_is_no_pass;
    "EN-3"  E1 E2 => one_side_passing_twice_ends_nothing;
    "EN-4"  E1 E2 => a_ruled_loss_ends_the_game;
    "EN-4"  E1 E2 => acts_after_the_end_have_no_effect;
    "EN-4"  E1 E2 => what_is_no_act_after_the_end;
    "EN-5"  E1 E2 => a_proposal_declined_revives_the_right_to_move;
    "EN-6"  E1 E2 => a_point_left_open_is_shared;
    "EN-7"  E1 E2 => what_is_found_later_reopens_nothing;
    "EN-8"  E1 E2 => disputed_life_is_played_out;
    "EN-9"  E1 E2 => one_side_is_counted_against_half_the_board;
    "EN-10" E1 E2 => komi;
    "EN-11" E1 E2 => a_warning_in_a_counted_game;
    "EN-11" E1 E2 => the_second_warning_loses;
    "EN-11" E1 E2 => warnings_follow_the_player_who_has_them;
    "EN-11" E1 E2 => an_event_may_weigh_warnings_otherwise;
    "EN-12" E1 E2 => a_second_count_before_it_is_confirmed;
    "EN-13" E1 E2 => what_all_three_confirmed_is_closed;
}

fn played(edition: Edition) -> Script {
    edition.game().stones("B Q16, W D4")
}

fn both_agree_the_end(edition: Edition) {
    let proposed = played(edition).side("end_proposed", "black");
    proposed.shows(&json!({"status": "playing"}));
    let agreed = proposed.side("end_agreed", "white");
    agreed.finds_nothing();
    agreed.shows(&json!({"status": "ending", "result": null}));
    agreed.dead(&[]).shows(&json!({"status": "counting"}));
}

fn a_resignation_ends_the_game(edition: Edition) {
    let resigned = played(edition).side("resigned", "black");
    resigned.finds_nothing();
    resigned.shows(&json!({"status": "finished",
        "result": {"outcome": "white", "by": "resignation", "state": "provisional"}}));
}

fn two_passes_in_a_row(edition: Edition) {
    let passed = played(edition).stones("B pass, W pass");
    passed.finds_nothing();
    passed.shows(&json!({"status": edition.of("playing", "ending")}));
    // In 1988 it goes on, and nothing has happened.
    if edition == E1 {
        passed.stones("B C3").finds_nothing();
    }
}

fn a_lost_turn_is_no_pass(edition: Edition) {
    let script = played(edition)
        .stones("B pass")
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "white", "forfeit_turn", &json!({}));
    script.shows(&json!({"status": "playing", "position": {"to_play": "black"}}));
    script.finds_nothing();
    script.stones("B pass").shows(&json!({"status": "playing"}));
}

/// 2002 7.3: both sides pass, one after the other.
fn one_side_passing_twice_ends_nothing(edition: Edition) {
    let twice = played(edition).stones("B pass, B pass");
    twice.shows(&json!({"status": "playing"}));
    // The other side's pass then is the second one of two.
    twice
        .stones("W pass")
        .shows(&json!({"status": edition.of("playing", "ending")}));
}

fn a_ruled_loss_ends_the_game(edition: Edition) {
    let article = edition.article("25.1", "30.6");
    let lost = played(edition).loses("ruling-1", "black", &article);
    lost.finds_nothing();
    lost.shows(&json!({"status": "finished", "result": {"outcome": "white", "by": "forfeit"}}));
    for result in ["draw", "both_lose", "no_result"] {
        let ruled = played(edition).rules("ruling-1", json!([{"do": result}]));
        ruled.shows(&json!({"status": "finished", "result": {"outcome": result}}));
    }
}

fn acts_after_the_end_have_no_effect(edition: Edition) {
    let article = edition.article("25.1", "30.6");
    let ends = [
        played(edition).side("resigned", "black"),
        played(edition).loses("ruling-1", "black", &article),
    ];
    for ended in ends {
        let result = ended.shown().view()["result"].clone();
        let acts: [(&str, Value); 6] = [
            ("stone_played", json!({"colour": "black", "point": "C3"})),
            ("turn_passed", json!({"colour": "black"})),
            ("clock_pressed", json!({"colour": "black"})),
            ("end_proposed", json!({"colour": "black"})),
            ("resigned", json!({"colour": "black"})),
            (
                "board_counted",
                json!({"colour": "black", "area_qz": 1444, "by": "arb-1"}),
            ),
        ];
        for (act, data) in acts {
            let script = ended.clone().fact(act, data).called("act");
            script.finds_only(&[("EN-4", "act")]);
            let found = script.found("EN-4", "act");
            found
                .under(&edition.article("13.1", "13.1"))
                .decided_by("automatic")
                .allows(&["nothing"])
                .is("automatic")
                .says(act);
            script.shows(&json!({"result": result}));
        }
    }
    // Both have ended by word; and in 2002 by two passes.
    let agreed = played(edition)
        .side("end_proposed", "black")
        .side("end_agreed", "white")
        .stones("B C3");
    agreed.finds_only(&[("EN-4", "B C3")]);
    let passed = played(edition).stones("B pass, W pass, B C3");
    match edition {
        E1 => passed.finds_nothing(),
        E2 => passed.finds_only(&[("EN-4", "B C3")]),
    };
    // What would be a breach in the game is no further one after it.
    played(edition)
        .side("resigned", "black")
        .stones("W C3")
        .finds_only(&[("EN-4", "W C3")]);
}

fn what_is_no_act_after_the_end(edition: Edition) {
    // The side that a ruling made the winner gives up all the same.
    let article = edition.article("25.1", "30.6");
    let conceded = played(edition)
        .loses("ruling-1", "black", &article)
        .side("resigned", "white");
    conceded.finds_nothing();
    conceded.shows(&json!({"result": {"outcome": "black", "by": "resignation"}}));
    // A protest is no act of play.
    played(edition)
        .side("resigned", "black")
        .fact("complaint_raised", json!({"by": "white", "text": "late"}))
        .finds_nothing();
}

fn a_proposal_declined_revives_the_right_to_move(edition: Edition) {
    let proposed = played(edition).side("end_proposed", "black");
    for script in [
        proposed.clone().side("end_declined", "white"),
        proposed.clone(),
    ] {
        script.shows(&json!({"position": {"to_play": "white"}, "status": "playing"}));
        let played_on = script.stones("W C3, B C5");
        played_on.finds_nothing();
        played_on.shows(&json!({"position": {"moves": 4, "to_play": "white"}}));
    }
    // Who declines may propose in his turn, and both have then said so.
    proposed
        .side("end_proposed", "white")
        .shows(&json!({"status": "ending"}));
}

/// Each side has two lines of five, and the middle one is shared.
const HALVES: [&str; 5] = [".X.O."; 5];

fn ended(edition: Edition) -> Script {
    edition
        .from_rows(&HALVES, "black")
        .side("end_proposed", "black")
        .side("end_agreed", "white")
}

fn a_point_left_open_is_shared(edition: Edition) {
    let open = ended(edition)
        .fact("contested_point_found", json!({"points": ["A1"]}))
        .dead(&[]);
    open.finds_nothing();
    // A half goes to each: 12 zi instead of 12 1/2.
    open.clone()
        .counts("black", 48)
        .shown()
        .remarks_no("count_differs");
    open.counts("black", 50).shown().remarks("count_differs");
}

/// 2002 21.3; 1988 says nothing, and a game that has ended has ended (13.1).
fn what_is_found_later_reopens_nothing(edition: Edition) {
    let script = ended(edition).dead(&[]).stones("B C3");
    script.finds_only(&[("EN-4", "B C3")]);
    script.shows(&json!({"status": "counting", "result": null}));
}

fn disputed_life_is_played_out(edition: Edition) {
    for dead_says in ["black", "white"] {
        let disputed = played(edition)
            .side("end_proposed", "black")
            .side("end_agreed", "white")
            .fact(
                "life_disputed",
                json!({"points": ["D4"], "dead_says": dead_says}),
            );
        // In 2002 the side that says "dead" moves first; 1988 does not say.
        let to_play = edition.of("white", dead_says);
        disputed.shows(&json!({"status": "playing", "position": {"to_play": to_play}}));
        let first = edition.of("W C3", if dead_says == "black" { "B C3" } else { "W C3" });
        disputed.stones(first).finds_nothing();
    }
}

fn one_side_is_counted_against_half_the_board(edition: Edition) {
    // 12 1/2 zi each, and komi.
    let komi = edition.of(11, 15);
    let counted = ended(edition).dead(&[]).counts("black", 50);
    counted.shown().remarks_no("count_differs");
    counted.shows(&json!({"result": {"outcome": "white", "by": "count", "margin_qz": komi}}));
    // Whichever side is counted.
    let other = ended(edition).dead(&[]).counts("white", 50);
    other.shows(&json!({"result": {"outcome": "white", "margin_qz": komi}}));
    // One point of a dead chain takes all of it off.
    let dead = ended(edition).dead(&["D3"]).counts("black", 100);
    dead.shown().remarks_no("count_differs");
    dead.shows(&json!({"result": {"outcome": "black", "margin_qz": 50 - komi}}));
    ended(edition)
        .dead(&["D3"])
        .counts("black", 96)
        .shown()
        .remarks("count_differs");
}

fn komi(edition: Edition) {
    for (area_qz, e1, e2) in [
        (722, ("white", 11), ("white", 15)),
        (732, ("white", 1), ("white", 5)),
        (734, ("black", 1), ("white", 3)),
        (736, ("black", 3), ("white", 1)),
        (738, ("black", 5), ("black", 1)),
        (740, ("black", 7), ("black", 3)),
    ] {
        let (outcome, margin_qz) = edition.of(e1, e2);
        let result = json!({"result": {"outcome": outcome, "by": "count", "margin_qz": margin_qz}});
        let ended = || played(edition).ends(&[]);
        ended().counts("black", area_qz).shows(&result);
        ended().counts("white", 1444 - area_qz).shows(&result);
    }
}

/// The chief warns a side; the warning is called by the ruling and a `w`.
fn warned(script: Script, ruling: &str, colour: &str) -> Script {
    let name = format!("{ruling}w");
    script.warning(ruling, colour).called(&name)
}

fn a_warning_in_a_counted_game(edition: Edition) {
    let one = || warned(played(edition), "ruling-1", "black");
    let counted = |script: Script| script.ends(&[]).counts("black", 740);
    one().finds_nothing();
    one().side("resigned", "white").finds_nothing();
    let script = counted(one());
    if edition == E1 {
        script.finds_nothing();
        script.shows(&json!({"result": {"outcome": "black", "margin_qz": 7}}));
        return;
    }
    script.finds_only(&[("EN-11", "ruling-1w")]);
    script
        .found("EN-11", "ruling-1w")
        .under("cn-2002:24.1")
        .against("black")
        .decided_by("automatic")
        .allows(&["black deduct_zi 4"])
        .is("automatic");
    script.shows(&json!({"result": {"outcome": "white", "margin_qz": 1}}));
    // One each: net nothing.
    let both = counted(warned(one(), "ruling-2", "white"));
    both.finds_only(&[("EN-11", "ruling-1w"), ("EN-11", "ruling-2w")]);
    both.shows(&json!({"result": {"outcome": "black", "margin_qz": 3}}));
    // A ruling that names it replaces it, and takes as much as it says.
    let id = script.finding_id("EN-11", "ruling-1w");
    let named = |outcome: &Value| {
        script
            .clone()
            .carries_out("chief-1", ("ruling-9", &id, "cn-2002:24.1"), outcome)
    };
    let as_much = json!({"penalties": [{"colour": "black", "penalty": "deduct_zi", "qz": 4}]});
    let same = named(&as_much);
    same.found("EN-11", "ruling-1w").is("ruled");
    same.shows(&json!({"result": {"outcome": "white", "margin_qz": 1}}));
    let nothing = named(&json!({}));
    nothing.found("EN-11", "ruling-1w").is("departed");
    nothing.shows(&json!({"result": {"outcome": "black", "margin_qz": 3}}));
}

fn the_second_warning_loses(edition: Edition) {
    let one = warned(played(edition), "ruling-1", "black");
    warned(one.clone(), "ruling-2", "white").finds_nothing();
    let two = warned(one, "ruling-2", "black");
    two.finds_only(&[("EN-11", "ruling-2w")]);
    two.found("EN-11", "ruling-2w")
        .under(&edition.article("25.2", "24.2"))
        .against("black")
        .decided_by("automatic")
        .allows(&["black lose_game"])
        .is("automatic");
    two.shows(&json!({"status": "finished", "warnings": {"black": 2},
        "result": {"outcome": "white", "by": "warnings"}}));
    // Either of them overturned, there is one.
    for ruling in ["ruling-1", "ruling-2"] {
        let order = json!([{"do": "overturn", "ruling": ruling}]);
        let overturned = two.clone().appeal("appeal-1", &[ruling], order);
        overturned.finds_nothing();
        overturned.shows(&json!({"result": null, "warnings": {"black": 1}}));
    }
    // A warning by a ruling on the game that is confirmed comes too late.
    let confirmed = warned(played(edition), "ruling-1", "black")
        .ends(&[])
        .counts("black", 1444)
        .confirmed_by(
            json!({"outcome": "black", "by": "count"}),
            &["black", "white", "arb-1"],
        );
    let result = confirmed.shown().view()["result"].clone();
    warned(confirmed, "ruling-2", "black").shows(&json!({"result": result}));
}

fn warnings_follow_the_player_who_has_them(edition: Edition) {
    let swapped = warned(played(edition), "ruling-1", "black")
        .rules("ruling-2", json!([{"do": "swap_players"}]));
    swapped.shows(&json!({"warnings": {"black": 0, "white": 1}}));
    warned(swapped.clone(), "ruling-3", "black").finds_nothing();
    let second = warned(swapped, "ruling-3", "white");
    second.finds_only(&[("EN-11", "ruling-3w")]);
    second.found("EN-11", "ruling-3w").against("white");
    second.shows(&json!({"result": {"outcome": "black", "by": "warnings"}}));
}

fn an_event_may_weigh_warnings_otherwise(edition: Edition) {
    let regulations = json!({"warnings_to_lose": 3, "warning_cost_qz": 2});
    let game = || {
        edition
            .begun(&regulations, &json!({}))
            .stones("B Q16, W D4")
    };
    let two = warned(warned(game(), "ruling-1", "black"), "ruling-2", "black");
    two.finds_nothing();
    // What a warning costs is taken once.
    let counted = two.clone().ends(&[]).counts("black", 740);
    match edition {
        // No article of 1988 speaks of what the event has a warning cost.
        E1 => counted.finds_nothing(),
        E2 => counted.finds_only(&[("EN-11", "ruling-1w")]),
    };
    if edition == E2 {
        counted
            .found("EN-11", "ruling-1w")
            .allows(&["black deduct_zi 2"]);
    }
    let margin = 740 - 722 - edition.of(11, 15) - 2;
    counted.shows(&json!({"result": {"outcome": "black", "margin_qz": margin}}));
    let three = warned(two, "ruling-3", "black");
    three.finds_only(&[("EN-11", "ruling-3w")]);
    three.shows(&json!({"result": {"outcome": "white", "by": "warnings"}}));
}

fn a_second_count_before_it_is_confirmed(edition: Edition) {
    let counted = played(edition).ends(&[]).counts("black", 740);
    let again = counted
        .side("recount_requested", "white")
        .counts("black", 728);
    again.finds_nothing();
    let margin = 722 + edition.of(11, 15) - 728;
    again.shows(&json!({"result": {"outcome": "white", "margin_qz": margin}}));
    let result = json!({"outcome": "white", "by": "count", "margin_qz": margin});
    again
        .confirmed_by(result, &["black", "white", "arb-1"])
        .counts("black", 740)
        .refused();
}

fn what_all_three_confirmed_is_closed(edition: Edition) {
    let won = || played(edition).side("resigned", "white");
    let result = json!({"outcome": "black", "by": "resignation"});
    // Without the official it is provisional still.
    let stated = won().confirmed_by(result.clone(), &["black", "white"]);
    stated.shows(&json!({"status": "finished", "result": {"state": "provisional"}}));
    let confirmed = won()
        .confirmed_by(result, &["black", "white", "arb-1"])
        .called("confirmation");
    confirmed.finds_nothing();
    confirmed.shows(&json!({"status": "confirmed", "result": {"state": "confirmed"}}));
    confirmed
        .clone()
        .stones("B C3")
        .is_refused_as("game_confirmed");
    // A late protest is recorded, and void.
    let protest = json!({"by": "white", "about": "@confirmation", "text": "no"});
    confirmed
        .clone()
        .fact("complaint_raised", protest)
        .finds_nothing()
        .shows(&json!({"status": "confirmed", "result": {"outcome": "black"}}));
    // Save where cheating is verified (2002 23.1; 1988 25.1).
    let data = json!({"colour": "black", "breach": "match_fixing", "facts": "admitted"});
    let found = confirmed
        .by("arb-1", "breach_observed", data)
        .called("breach");
    found.found("CD-9", "breach").can_be_raised().is("open");
    let id = found.finding_id("CD-9", "breach");
    let article = edition.article("25.1", "23.1");
    let loses = json!({"penalties": [{"colour": "black", "penalty": "lose_game"}]});
    let ruled = found.carries_out("chief-1", ("ruling-1", &id, &article), &loses);
    ruled.found("CD-9", "breach").is("ruled");
    ruled.shows(&json!({"result": {"outcome": "white", "by": "forfeit"}}));
}
