//! Disputes reported from real tournaments, names left out, keyed in from their
//! descriptions under both editions: what happened, and what the program then
//! offers. The number of each is that of the list of reports.

use fupan_tests::script::{Script, paired_with, ruling_data};
use serde_json::{Value, json};

const EDITIONS: [&str; 2] = ["cn-1988", "cn-2002"];
const HOUR: i64 = 3_600_000;

fn begun(edition: &str, regulations: &Value, start: &Value) -> Script {
    paired_with(edition, regulations)
        .at("10:00")
        .start(start)
        .called("start")
}

fn absolute() -> Value {
    json!({"turn_ends": "press", "time": {"kind": "absolute", "limit_ms": HOUR}})
}

fn byoyomi() -> Value {
    json!({"turn_ends": "press", "time":
        {"kind": "byoyomi", "limit_ms": 0, "periods": 1, "period_ms": 30_000}})
}

/// Black to take a single ko at C3.
fn ko(edition: &str) -> Script {
    let rows = [".....", ".XO..", "XO.O.", ".XO..", "....."];
    let start = json!({"position": rows, "to_play": "black"});
    begun(edition, &json!({"board": 5}), &start)
}

fn says(script: Script, from: &str, text: &str) -> Script {
    script.by(
        "arb-1",
        "statement_taken",
        json!({"from": from, "text": text}),
    )
}

fn saw(script: Script, data: Value) -> Script {
    script
        .after_ms(1000)
        .by("arb-1", "breach_observed", data)
        .called("breach")
}

fn complains(script: Script, by: &str, about: &str) -> Script {
    let data = json!({"by": by, "about": format!("@{about}"), "text": "look"});
    script.after_ms(1000).fact("complaint_raised", data)
}

#[test]
fn n01_a_captured_stone_is_left_on_the_board() {
    for edition in EDITIONS {
        let stone = json!({"colour": "black", "point": "C3", "lifted": []});
        let script = ko(edition).fact("stone_played", stone).called("B C3");
        let script = complains(script, "white", "B C3").fact(
            "game_paused",
            json!({"reason": "ruling", "thinking": "white"}),
        );
        let script = says(script, "ann", "it is all true");
        if edition == "cn-1988" {
            script
                .found("MV-20", "B C3")
                .under("cn-1988:25.1")
                .decided_by("arbiter")
                .leaves_it_open()
                .is("open");
            continue;
        }
        let words = "remove_stones B3, black warned";
        script
            .found("MV-11", "B C3")
            .under("cn-2002:18.2")
            .allows(&[words])
            .is("open");
        let ruled = script
            .ruled_as("ruling-1", ("MV-11", "B C3"), words)
            .fact("game_resumed", json!({}));
        ruled.shows_board(
            "..... .XO.. X.XO. .XO.. .....",
            &json!({"warnings": {"black": 1}, "status": "playing"}),
        );
        // One zi, when it comes to counting.
        ruled
            .stones("W D5, B A5")
            .side("end_proposed", "white")
            .side("end_agreed", "black")
            .dead(&[])
            .counts("black", 100)
            .shows(&json!({"result": {"outcome": "black", "margin_qz": 100 - 50 - 15 - 4}}));
    }
}

#[test]
fn n02_a_single_ko_is_retaken_without_a_threat() {
    for (edition, article, words) in [
        (
            "cn-1988",
            "cn-1988:20.1",
            "void_move W B3, white forfeit_turn",
        ),
        (
            "cn-2002",
            "cn-2002:18.3",
            "void_move W B3, white warned, white forfeit_turn",
        ),
    ] {
        ko(edition)
            .stones("B C3, W B3")
            .found("MV-5", "W B3")
            .under(article)
            .allows(&[words])
            .is("open");
    }
}

#[test]
fn n03_a_stone_drops_inside_ones_own_area() {
    for edition in EDITIONS {
        let script = begun(edition, &json!({}), &json!({})).stones("B Q16, W D4");
        let script = saw(
            script,
            json!({"colour": "black", "breach": "stone_dropped", "points": ["R17"],
                "facts": "it fell, and he reached to play elsewhere"}),
        );
        let found = script.found("MV-9", "breach");
        if edition == "cn-1988" {
            found.under("cn-1988:17.2").allows(&["nothing"]).is("open");
            continue;
        }
        found
            .under("cn-2002:17.3")
            .decided_by("chief_arbiter")
            .allows(&["nothing", "move_stands breach"])
            .is("open");
        let stands = script
            .clone()
            .ruled_as("ruling-1", ("MV-9", "breach"), "move_stands breach");
        stands.shows(&json!({"position": {"last": "R17", "to_play": "white"}}));
        let consent = json!({"colour": "white", "about": "@breach", "terms": "pick it up"});
        let agreed = script.fact("consent_given", consent);
        agreed
            .found("MV-9", "breach")
            .allows(&["nothing"])
            .is("open");
    }
}

#[test]
fn n04_a_child_asks_for_a_warning_for_the_other_hand() {
    let pressed = |edition, time: &Value| {
        begun(edition, time, &json!({}))
            .stones("B Q16")
            .fact(
                "clock_pressed",
                json!({"colour": "black", "other_hand": true}),
            )
            .called("press")
    };
    for edition in EDITIONS {
        pressed(edition, &byoyomi()).finds_nothing();
    }
    pressed("cn-1988", &absolute()).finds_nothing();
    pressed("cn-2002", &absolute())
        .found("TM-16", "press")
        .under("cn-2002:12.4(2)")
        .decided_by("arbiter")
        .allows(&["black admonished", "black warned"])
        .is("open");
}

#[test]
fn n05_the_clock_is_stopped_by_consent_to_lift_thirty_stones() {
    let rows = [".....", ".X...", "XO...", ".X...", "....."];
    for edition in EDITIONS {
        for allowed in [false, true] {
            let mut regulations = byoyomi();
            regulations["board"] = json!(5);
            regulations["pause_by_consent"] = json!(allowed);
            let script = begun(edition, &regulations, &json!({"position": rows}))
                .at("10:00:29")
                .fact(
                    "stone_played",
                    json!({"colour": "black", "point": "C3", "lifted": []}),
                )
                .fact(
                    "game_paused",
                    json!({"reason": "consent", "thinking": "black"}),
                )
                .at("10:01")
                .fact(
                    "captives_lifted",
                    json!({"colour": "black", "points": ["B3"]}),
                )
                .fact("game_resumed", json!({}))
                .side("clock_pressed", "black");
            script.finds_nothing();
            let shown = script.shown();
            if allowed {
                shown.remarks_no("pause_by_consent");
            } else {
                shown.remarks("pause_by_consent");
            }
        }
    }
}

#[test]
fn n06_a_rule_is_announced_between_two_games() {
    for edition in EDITIONS {
        let clause = json!({"id": "one-hand", "text": "The same hand.", "decides": "arbiter",
            "outcomes": [{"outcome": "warning", "orders": [],
                "warnings": [{"colour": "offender"}], "penalties": []}]});
        let breach = json!({"colour": "black", "breach": "other", "clause": "one-hand",
            "facts": "pressed with the other hand"});
        let first = begun(edition, &json!({}), &json!({})).stones("B Q16");
        first
            .clone()
            .by("arb-1", "breach_observed", breach.clone())
            .refused();
        let games = json!([{"game": "r2-b1", "board": 1, "black": "ann", "white": "bo"}]);
        let second = first
            .side("resigned", "white")
            .tournament(
                "chief-1",
                "regulations_supplemented",
                json!({"changes": {"clauses": [clause]}, "from_round": 2,
                    "approved_by": "org-1", "reason": "announced"}),
            )
            .org("round_paired", json!({"round": 2, "games": games}))
            .on("r2-b1")
            .start(&json!({}))
            .stones("B Q16");
        saw(second, breach)
            .found("MV-20", "breach")
            .under("event:one-hand")
            .allows(&["black warned"])
            .is("open");
    }
}

#[test]
fn n07_filling_own_area_to_run_the_other_down() {
    for (edition, rule, article, decides) in [
        ("cn-1988", "MV-20", "cn-1988:25.1", "arbiter"),
        ("cn-2002", "TM-19", "cn-2002:12.4(7)", "chief_arbiter"),
    ] {
        let script = begun(edition, &absolute(), &json!({})).stones("B Q16");
        let script = saw(
            script,
            json!({"colour": "white", "breach": "stalling", "facts": "fills own area, behind"}),
        );
        complains(script, "black", "breach")
            .found(rule, "breach")
            .under(article)
            .decided_by(decides)
            .leaves_it_open()
            .is("open");
    }
}

fn triple_ko(edition: &str, regulations: &Value) -> Script {
    let rows = [
        ".XO......",
        "XO.O.....",
        ".XO......", //
        ".XO......",
        "X.XO.....",
        ".XO......", //
        ".XO......",
        "XO.O.....",
        ".XO......",
    ];
    begun(edition, regulations, &json!({"position": rows}))
        .stones("B C8, W B5, B C2, W B8, B C5, W B2")
}

#[test]
fn n08_a_triple_ko_and_neither_yields() {
    let old = triple_ko("cn-1988", &json!({"board": 9}));
    old.found("MV-6", "W B2")
        .under("cn-1988:20.3")
        .decided_by("chief_arbiter")
        .allows(&["draw", "replay ?"])
        .is("open");
    let supplement = json!({"board": 9, "long_cycle": ["no_result", "replay"]});
    let new = triple_ko("cn-2002", &supplement);
    new.found("MV-6", "W B2")
        .under("cn-2002:20.3")
        .decided_by("chief_arbiter")
        .allows(&["void_move W B2", "no_result", "replay ?"])
        .is("open");
    for script in [old, new] {
        script
            .ruled_as("ruling-1", ("MV-6", "W B2"), "replay ?")
            .on("r1-b1-again")
            .start(&json!({}))
            .shows(&json!({"status": "playing"}))
            .other("r1-b1", &json!({"result": {"outcome": "no_result"}}));
    }
}

#[test]
fn n09_the_leader_yields_a_triple_ko() {
    for edition in EDITIONS {
        let script = triple_ko(edition, &json!({"board": 9})).stones("B J9");
        script.finds_only(&[("MV-6", "W B2")]);
        script.found("MV-6", "W B2").cannot_be_raised().is("lapsed");
        script.shows(&json!({"status": "playing", "result": null}));
    }
}

#[test]
fn n10_played_at_another_place_than_declared() {
    for edition in EDITIONS {
        let clause = json!({"id": "supervision", "text": "Play where you are supervised.",
            "decides": "chief_arbiter", "outcomes": [{"outcome": "loses", "orders": [],
                "warnings": [], "penalties": [{"colour": "offender", "penalty": "lose_game"}]}]});
        let regulations = json!({"clauses": [clause]});
        let won = begun(edition, &regulations, &json!({})).stones("B Q16, W D4");
        let script = saw(
            won,
            json!({"colour": "black", "breach": "other", "clause": "supervision",
                "facts": "not where declared"}),
        );
        script
            .found("MV-20", "breach")
            .under("event:supervision")
            .decided_by("chief_arbiter")
            .allows(&["black lose_game"])
            .is("open");
        script
            .ruled_as("ruling-1", ("MV-20", "breach"), "black lose_game")
            .shows(&json!({"result": {"outcome": "white", "by": "forfeit"}}));
    }
}

#[test]
fn n11_a_program_on_a_phone_found_after_the_event() {
    for edition in EDITIONS {
        let confirmed = begun(edition, &json!({}), &json!({}))
            .side("resigned", "white")
            .confirms("black", "resignation");
        let data = json!({"player": "ann", "breach": "match_fixing", "facts": "admitted"});
        let script = confirmed
            .tournament("chief-1", "breach_observed", data)
            .called("breach");
        let found = script.tournament_found("CD-9", "breach", 1);
        let article = if edition == "cn-1988" {
            found.under("cn-1988:25.1").leaves_it_open();
            "cn-1988:25.1"
        } else {
            found.under("cn-2002:23.1").allows(&[
                "lose_games",
                "cancel_results by chief_arbiter",
                "suspend by chief_arbiter",
                "cancel_results, suspend by chief_arbiter",
                "suspend, lose_games by chief_arbiter",
            ]);
            "cn-2002:23.1"
        };
        found.can_be_raised().is("open");
        let id = script.finding_id("CD-9", "breach");
        let sanction = |script: Script, n: u8, kind: &str| {
            let data = json!({"sanction": format!("s{n}"), "player": "ann", "article": article,
                "kind": kind, "finding": id, "reason": "admitted"});
            script.tournament("chief-1", "sanction_imposed", data)
        };
        let done = sanction(sanction(script, 1, "cancel_results"), 2, "suspend");
        done.tournament_found("CD-9", "breach", 1).is("ruled");
    }
}

#[test]
fn n12_the_recorder_said_it_was_his_turn_to_take() {
    for (edition, status) in [("cn-1988", "ruled"), ("cn-2002", "departed")] {
        let script = says(
            ko(edition).stones("B C3"),
            "rec-1",
            "yes, your turn to take",
        );
        let script = script.stones("W B3");
        let found = script.found("MV-5", "W B3");
        let (id, article) = (script.finding_id("MV-5", "W B3"), found.article());
        // Void and the turn lost, and the warning left out for a reason.
        let without = json!({"orders": [{"do": "void_move", "entry": script.id_of("W B3")}],
            "penalties": [{"colour": "white", "penalty": "forfeit_turn"}]});
        script
            .clone()
            .carries_out("chief-1", ("ruling-1", &id, &article), &without)
            .found("MV-5", "W B3")
            .is(status);
        // As it was decided then.
        let no_result = json!({"orders": [{"do": "no_result"}]});
        let then = script.carries_out("chief-1", ("ruling-1", &id, &article), &no_result);
        then.found("MV-5", "W B3").is("departed");
        then.shows(&json!({"result": {"outcome": "no_result", "by": "ruling"}}));
    }
}

#[test]
fn n13_nobody_answered_whether_it_was_finished() {
    for edition in EDITIONS {
        let script = begun(edition, &json!({}), &json!({}))
            .stones("B Q16, W D4, B A1")
            .side("end_proposed", "black")
            .stones("W B1, B C1, W D1, B E1, W P16, B T1");
        script.finds_nothing();
        script.shows(&json!({"status": "playing", "result": null}));
        let back = saw(
            script,
            json!({"colour": "black", "breach": "take_back", "about": "@B T1", "points": ["Q17"],
                "facts": "wants it back"}),
        );
        back.finds_only(&[("MV-8", "breach")]);
        complains(back, "white", "breach")
            .found("MV-8", "breach")
            .is("open");
    }
}

#[test]
fn n14_timed_out_by_a_fault_of_the_device() {
    for (edition, ours, general) in [
        ("cn-1988", "cn-1988:23.5", "cn-1988:25.1"),
        ("cn-2002", "cn-2002:12.4", "cn-2002:30.6"),
    ] {
        let script = begun(edition, &absolute(), &json!({}))
            .at("11:00:01")
            .fact("stone_played", json!({"colour": "black", "point": "Q16"}))
            .called("B Q16");
        script.found("TM-15", "B Q16").under(ours).is("open");
        let mut ruling = ruling_data(
            "ruling-1",
            general,
            json!([{"do": "replay", "game": "r1-b1-again"}]),
        );
        ruling["finding"] = json!(script.finding_id("TM-15", "B Q16"));
        ruling["detected_at"] = json!("@13:00");
        ruling["announced_at"] = json!("@13:05");
        let ruled = script.at("13:05").by("chief-1", "ruling_made", ruling);
        ruled.found("TM-15", "B Q16").is("departed");
        ruled.shows(&json!({"result": {"outcome": "no_result"}, "rulings": [
            {"article": general, "reasons": "as the article says",
                "at": "2026-05-01T13:05:00.000Z"}]}));
    }
}

#[test]
fn n15_overtime_that_nobody_heard_and_three_levels() {
    for edition in EDITIONS {
        let press = |script: Script, time: &str, colour: &str, point: &str| {
            script
                .at(time)
                .fact("stone_played", json!({"colour": colour, "point": point}))
                .called(point)
                .side("clock_pressed", colour)
        };
        let script = press(
            begun(edition, &byoyomi(), &json!({})),
            "10:00:10",
            "black",
            "Q16",
        );
        let script = press(script, "10:00:50", "white", "D4");
        script.found("TM-9", "D4").against("white").is("open");
        // The arbiter gives White a period and Black ten minutes.
        let id = script.finding_id("TM-9", "D4");
        let article = script.found("TM-9", "D4").article();
        let time = json!({"orders": [
            {"do": "set_clock", "white_periods": 1, "black_ms": 600_000}]});
        let ruled = script.carries_out("arb-1", ("ruling-1", &id, &article), &time);
        ruled.found("TM-9", "D4").is("departed");
        let won = ruled.at("10:20").side("resigned", "black");
        won.shows(&json!({"result": {"outcome": "white", "state": "provisional"}}));
        let appealed = won.files("appeal-1", &["ruling-1"]);
        appealed.shows(&json!({"result": {"outcome": "white", "state": "appealed"}}));
        let reversed = appealed.decides(
            "appeal-1",
            json!([{"do": "overturn", "ruling": "ruling-1"},
                {"do": "set_result", "result": {"outcome": "black", "by": "time"}}]),
        );
        reversed.shows(&json!({"result": {"outcome": "black", "by": "time"}}));
        let asked = reversed.files("appeal-2", &["appeal-1"]);
        asked.shows(&json!({"result": {"outcome": "black", "state": "appealed"}}));
        asked
            .decides(
                "appeal-2",
                json!([{"do": "overturn", "ruling": "appeal-1"}]),
            )
            .shows(&json!({"result": {"outcome": "white", "by": "resignation"}}));
    }
}

#[test]
fn n16_lost_for_a_press_before_the_captives_and_conceded_all_the_same() {
    let rows = [".....", ".X...", "XO...", ".X...", "....."];
    for (edition, words) in [
        ("cn-1988", &["black admonished", "black warned"] as &[&str]),
        ("cn-2002", &["black warned"]),
    ] {
        let mut regulations = absolute();
        regulations["board"] = json!(5);
        let script = begun(edition, &regulations, &json!({"position": rows}))
            .after_ms(5000)
            .fact(
                "stone_played",
                json!({"colour": "black", "point": "C3", "lifted": []}),
            )
            .side("clock_pressed", "black")
            .called("press")
            .fact(
                "captives_lifted",
                json!({"colour": "black", "points": ["B3"]}),
            );
        let found = script.found("TM-12", "press");
        found.allows(words).is("open");
        let (id, article) = (script.finding_id("TM-12", "press"), found.article());
        let loses = json!({"penalties": [{"colour": "black", "penalty": "lose_game"}]});
        let ruled = script.carries_out("arb-1", ("ruling-1", &id, &article), &loses);
        ruled.found("TM-12", "press").is("departed");
        ruled.shows(&json!({"result": {"outcome": "white", "by": "forfeit"}}));
        let conceded = ruled.side("resigned", "white");
        conceded.finds_only(&[("TM-12", "press")]);
        conceded.shows(&json!({"result": {"outcome": "black", "by": "resignation"}}));
    }
}

#[test]
fn n17_both_agreed_and_the_record_says_otherwise() {
    let rows = [".X.O.", ".X.O.", ".X.O.", ".X.O.", ".X.O."];
    for edition in EDITIONS {
        let start = json!({"position": rows});
        let regulations = json!({"board": 5, "komi_qz": 0});
        let script = begun(edition, &regulations, &start)
            .ends(&[])
            .counts("black", 48)
            .confirmed_by(
                json!({"outcome": "white", "by": "count", "margin_qz": 2}),
                &["black", "white", "arb-1"],
            );
        script.finds_nothing();
        script
            .shows(&json!({"status": "confirmed",
                "result": {"outcome": "white", "margin_qz": 2, "state": "confirmed"}}))
            .remarks("count_differs");
        script.counts("black", 50).refused();
    }
}

#[test]
fn n18_a_sanction_reversed_as_not_proven() {
    for (edition, article) in [("cn-1988", "cn-1988:25.1"), ("cn-2002", "cn-2002:23.1")] {
        let sanction = json!({"sanction": "s1", "player": "ann", "article": article,
            "kind": "lose_games", "games": ["r1-b1"], "reason": "likeness"});
        let won = begun(edition, &json!({}), &json!({}))
            .side("resigned", "white")
            .confirms("black", "resignation");
        let before = won.shown().view()["result"].clone();
        let punished = won.tournament("chief-1", "sanction_imposed", sanction);
        punished.shows(&json!({"result": {"outcome": "white", "by": "sanction"}}));
        punished
            .tournament(
                "chief-1",
                "sanction_lifted",
                json!({"sanction": "s1", "reason": "not proven"}),
            )
            .shows(&json!({"result": before}));
    }
}

#[test]
fn n19_captives_not_put_where_they_belong() {
    // Neither edition knows the duty; it was never a breach, and when it
    // was said stands there.
    for edition in EDITIONS {
        let script = ko(edition).stones("B C3");
        says(script, "bo", "they are not in the lid")
            .finds_nothing()
            .shows(&json!({"warnings": {"black": 0}}));
    }
}

#[test]
fn n20_a_stone_shifted_without_letting_go() {
    for edition in EDITIONS {
        let stone = json!({"colour": "black", "point": "Q16", "hand_off": false});
        let script = begun(edition, &json!({}), &json!({}))
            .fact("stone_played", stone)
            .called("B Q16");
        let shifted = saw(
            script,
            json!({"colour": "black", "breach": "take_back", "about": "@B Q16",
                "points": ["O16"], "facts": "slapped down, shifted two points"}),
        );
        let later = shifted.stones("W D4, B C3, W C4, B D3, W E3, B E2, W F3, B F2, W G3, B G2");
        complains(later, "white", "B Q16").finds_nothing();
    }
}

#[test]
fn n21_one_of_the_opponents_stones_in_ones_own_bowl() {
    let rows = [".X.O.", ".X.O.", ".X.O.", ".X.O.", ".X.O."];
    for (edition, komi) in [("cn-1988", 11), ("cn-2002", 15)] {
        let script = begun(edition, &json!({"board": 5}), &json!({"position": rows}));
        says(
            script,
            "video-1",
            "a stone of White's lies among Black's captives",
        )
        .ends(&[])
        .counts("black", 50)
        .finds_nothing()
        .shows(&json!({"result": {"outcome": "white", "margin_qz": komi}}))
        .remarks_no("count_differs");
    }
}

#[test]
fn n22_i_resign_in_a_language_that_nobody_knows() {
    for edition in EDITIONS {
        let script = begun(edition, &absolute(), &json!({})).at("10:20");
        let said = says(script, "ann", "(in a language that nobody here knows)").at("10:30");
        let asked = says(said, "arb-1", "a translator is called");
        asked.finds_nothing();
        asked.shows(&json!({"result": null, "clock": {"black":
            {"left_ms": HOUR / 2, "running": true}}}));
        asked
            .side("resigned", "black")
            .shows(&json!({"result": {"outcome": "white", "by": "resignation"}}));
    }
}
