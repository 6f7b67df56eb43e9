//! Ruling on a finding: an outcome becomes ruling, warnings, penalties and
//! sanctions in one batch; another needs its reasons; who may rule what.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan_replay::ruling::RulingError;
use fupan_tests::script::{Ruled, Script, game, game_with, paired_with};
use serde_json::{Value, json};

/// White retakes a single ko at once: `MV-5`, at the entry called "ko".
fn ko_retaken(edition: &str) -> Script {
    game(edition)
        .stones("B D5, W D2, B C4, W C3, B E4, W E3, B Q16, W D4, B D3, W D4")
        .called("ko")
}

/// The finding of that rule, as the script shows it.
fn finding(script: &Script, rule: &str) -> Value {
    let shown = script.shown();
    let findings = shown.view()["findings"].as_array().unwrap();
    let of_rule = |f: &&Value| f["id"].as_str().unwrap().starts_with(&format!("{rule}@"));
    findings.iter().find(of_rule).unwrap().clone()
}

fn id(script: &Script, rule: &str) -> String {
    finding(script, rule)["id"].as_str().unwrap().to_owned()
}

fn rule(script: Script, rule: &str, actor: &str, outcome: &str) -> Result<Ruled, RulingError> {
    let request = json!({"finding": id(&script, rule), "outcome": outcome});
    script.asks_to_rule(actor, &request)
}

/// A breach that an arbiter saw.
fn observed(script: Script, breach: &Value) -> Script {
    script.by("arb-1", "breach_observed", breach.clone())
}

#[test]
fn an_outcome_becomes_ruling_warning_and_penalty() {
    let ruled = rule(
        ko_retaken("cn-2002"),
        "MV-5",
        "arb-1",
        "void, turn lost, warning",
    )
    .unwrap();
    assert!(!ruled.notes.departure);
    ruled.script.shows(&json!({
        "warnings": {"black": 0, "white": 1},
        "position": {"to_play": "black", "moves": 9},
        "penalties": [{"colour": "white", "penalty": "forfeit_turn", "ruling": "r1-b1-ruling-1"}],
        "rulings": [{"ruling": "r1-b1-ruling-1", "article": "cn-2002:18.3",
            "outcome": "void, turn lost, warning", "reasons": "as cn-2002:18.3 says"}],
        "findings": [{"article": "cn-2002:18.3", "status": "ruled", "colour": "white"}],
    }));
}

#[test]
fn the_1988_text_gives_no_warning_for_a_ko_retaken() {
    let ruled = rule(ko_retaken("cn-1988"), "MV-5", "arb-1", "void, turn lost").unwrap();
    let settled = json!({"warnings": {"white": 0}, "findings": [{"status": "ruled"}]});
    ruled.script.shows(&settled);
}

#[test]
fn another_outcome_needs_reasons_and_stays_a_departure() {
    let script = ko_retaken("cn-2002");
    let request =
        |reasons: Value| json!({"finding": id(&script, "MV-5"), "orders": [], "reasons": reasons});
    let refused = script
        .clone()
        .asks_to_rule("chief-1", &request(Value::Null));
    let RulingError::NoReasons { why } = refused.unwrap_err() else {
        panic!("a departure without reasons")
    };
    assert!(
        why.contains("cn-2002:18.3 does not allow this outcome")
            && why.contains("void, turn lost, warning"),
        "{why}"
    );
    let blank = script
        .clone()
        .asks_to_rule("chief-1", &request(json!("  ")));
    assert!(blank.is_err());
    let because = request(json!(
        "the recorder had told her that it was her turn to take"
    ));
    let ruled = script.asks_to_rule("chief-1", &because).unwrap();
    assert!(ruled.notes.departure);
    ruled
        .script
        .shows(&json!({"findings": [{"status": "departed"}]}))
        .whole(
            &json!({"discrepancies": {"some": [{"code": "departure", "article": "cn-2002:18.3"}]}}),
        );
}

#[test]
fn the_second_warning_says_before_it_is_given_that_it_loses() {
    let rings = json!({"colour": "white", "breach": "disturbance", "facts": "drummed"});
    let warned = observed(ko_retaken("cn-2002"), &rings);
    let warned = rule(warned, "CD-1", "arb-1", "warning").unwrap();
    assert_eq!(warned.notes.loses_by_warnings, None);
    let second = rule(warned.script, "MV-5", "arb-1", "void, turn lost, warning").unwrap();
    assert_eq!(
        second
            .notes
            .loses_by_warnings
            .map(fupan_domain::Colour::name),
        Some("white")
    );
    second.script.shows(&json!({
        "result": {"outcome": "black", "by": "warnings"}, "status": "finished",
        "findings": {"some": [{"article": "cn-2002:24.2", "status": "automatic", "colour": "white"}]},
    }));
}

#[test]
fn what_an_outcome_leaves_open_the_ruling_has_to_say() {
    let played = game("cn-2002")
        .stones("B Q16")
        .called("stone")
        .stones("W D4");
    let moved = json!({"breach": "stone_displaced", "about": "@stone", "points": ["Q15"], "facts": "found at Q15"});
    let script = observed(played, &moved);
    let finding = id(&script, "MV-14");
    let open = script.clone().asks_to_rule(
        "chief-1",
        &json!({"finding": finding, "outcome": "to a reasonable point"}),
    );
    let RulingError::Open { pointer, .. } = open.unwrap_err() else {
        panic!("another refusal");
    };
    assert_eq!(pointer, "/orders/0/to");
    let filled = json!({"finding": finding, "outcome": "to a reasonable point",
        "orders": [{"do": "move_stone", "from": "Q15", "to": "Q16"}]});
    let ruled = script.clone().asks_to_rule("chief-1", &filled).unwrap();
    assert!(!ruled.notes.departure);
    ruled
        .script
        .shows(&json!({"findings": [{"status": "ruled"}]}));
    // What fills it must still be that outcome.
    let other =
        json!({"finding": finding, "outcome": "to a reasonable point", "orders": [{"do": "draw"}]});
    let other = script.asks_to_rule("chief-1", &other).unwrap_err();
    assert_eq!(
        other,
        RulingError::OtherEffects("to a reasonable point".to_owned())
    );
}

#[test]
fn on_a_finding_of_the_chief_no_arbiter_rules() {
    let played = game("cn-2002")
        .stones("B Q16")
        .called("stone")
        .stones("W D4");
    let moved = json!({"breach": "stone_displaced", "about": "@stone", "points": ["Q15"], "facts": "found"});
    let script = observed(played, &moved);
    let stands = rule(script.clone(), "MV-14", "arb-1", "stands where it is").unwrap();
    let refused =
        fupan_replay::drafts::replay("cup".parse().unwrap(), stands.script.file().as_bytes());
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("on this finding the chief arbiter decides"),
        "{refused}"
    );
    let chief = rule(script.clone(), "MV-14", "dep-1", "stands where it is").unwrap();
    chief
        .script
        .shows(&json!({"findings": [{"status": "ruled"}]}));
    // With both players' consent it is the arbiter's (17.5).
    let breach = script.called("breach");
    let agree = |script: Script, colour: &str| {
        let data = json!({"colour": colour, "about": "@breach", "terms": "back to Q16"});
        script.fact("consent_given", data)
    };
    let agreed = agree(agree(breach, "black"), "white");
    let ruled = rule(agreed, "MV-13", "arb-1", "back to its point").unwrap();
    ruled
        .script
        .shows(&json!({"findings": [{"status": "ruled"}]}));
}

#[test]
fn an_arbiter_rebuilds_a_scattered_board_but_gives_no_draw() {
    let scattered = observed(
        game("cn-2002").stones("B Q16, W D4"),
        &json!({"breach": "board_scattered", "facts": "the table was knocked over"}),
    );
    let rebuilt = rule(
        scattered.clone(),
        "MV-16",
        "arb-1",
        "rebuilt, play continues",
    )
    .unwrap();
    rebuilt
        .script
        .shows(&json!({"findings": [{"status": "ruled"}], "result": null}));
    let drawn = rule(scattered, "MV-16", "arb-1", "draw").unwrap();
    let file = drawn.script.file();
    assert!(fupan_replay::drafts::replay("cup".parse().unwrap(), file.as_bytes()).is_err());
}

#[test]
fn sanctions_go_with_an_outcome_to_the_tournament() {
    let fixed = observed(
        game("cn-2002").stones("B Q16, W D4"),
        &json!({"colour": "white", "breach": "match_fixing", "facts": "admitted"}),
    );
    let ruled = rule(fixed, "CD-9", "chief-1", "loses, suspended").unwrap();
    assert!(!ruled.notes.departure);
    ruled.script.shows(&json!({
        "result": {"outcome": "black", "by": "forfeit"},
        "findings": {"some": [{"article": "cn-2002:23.1", "status": "ruled"}]},
    }));
}

#[test]
fn overtime_is_a_pass_only_on_application() {
    let time =
        json!({"time": {"kind": "byoyomi", "limit_ms": 60000, "periods": 1, "period_ms": 60000}});
    let late = game_with("cn-2002", &time)
        .at("09:02:30")
        .stones("B Q16")
        .called("late");
    let allowed = |script: &Script| -> Vec<String> {
        let outcomes = finding(script, "TM-9")["outcomes"].clone();
        let key = |o: &Value| o["outcome"].as_str().unwrap().to_owned();
        outcomes.as_array().unwrap().iter().map(key).collect()
    };
    assert_eq!(allowed(&late), ["loses on time"]);
    let asked = late.side("relief_requested", "black");
    assert_eq!(
        allowed(&asked),
        [
            "loses on time",
            "treated as a pass",
            "treated as a pass, no stone to void"
        ]
    );
    let ruled = rule(asked, "TM-9", "arb-1", "treated as a pass").unwrap();
    ruled.script.shows(&json!({
        "position": {"to_play": "white", "last": "pass"}, "result": null,
        "findings": [{"status": "ruled"}],
    }));
}

#[test]
fn a_ruling_without_a_finding_needs_article_outcome_and_reasons() {
    let script = game("cn-2002").stones("B Q16");
    let bare = script
        .clone()
        .asks_to_rule("arb-1", &json!({"outcome": "warned"}));
    assert_eq!(
        bare.unwrap_err(),
        RulingError::OutcomeAlone("warned".to_owned())
    );
    let request = json!({"article": "cn-2002:23.3", "outcome": "warned", "warnings": ["white"],
        "reasons": "drummed on the table"});
    let ruled = script.asks_to_rule("arb-1", &request).unwrap();
    ruled
        .script
        .shows(&json!({"warnings": {"white": 1}, "findings": []}));
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    let script = ko_retaken("cn-2002");
    let unknown = json!({"finding": "MV-7@3", "outcome": "x"});
    let unknown = script.clone().asks_to_rule("arb-1", &unknown).unwrap_err();
    assert_eq!(
        unknown.to_string(),
        format!(
            "game r1-b1 has no finding MV-7@3: expected one of {}",
            id(&script, "MV-5")
        )
    );
    let other = rule(script, "MV-5", "arb-1", "loses").unwrap_err();
    assert!(
        other
            .to_string()
            .contains("expected one of \"void, turn lost, warning\""),
        "{other}"
    );
}

#[test]
fn a_complaint_that_comes_too_late_is_kept_and_void() {
    let script = ko_retaken("cn-2002");
    let complain = |script: Script| {
        let data = json!({"by": "black", "about": "@ko", "text": "that was the ko"});
        script.fact("complaint_raised", data)
    };
    let in_time = complain(script.clone()).stones("B R4");
    in_time.shows(&json!({
        "requests": [{"kind": "complaint", "by": "black", "state": "open"}],
        "findings": [{"status": "open", "window": {"open": false}}],
    }));
    let too_late = complain(script.stones("B R4"));
    too_late.shows(&json!({
        "requests": [{"kind": "complaint", "by": "black", "state": "void"}],
        "findings": [{"status": "lapsed"}],
    }));
}

#[test]
fn a_request_is_answered_by_the_ruling_that_names_it() {
    let complaint = json!({"by": "black", "about": "@ko", "text": "that was the ko"});
    let script = ko_retaken("cn-2002")
        .fact("complaint_raised", complaint)
        .called("complaint");
    let request = json!({"finding": id(&script, "MV-5"), "outcome": "void, turn lost, warning",
        "about": ["@complaint"]});
    let ruled = script.asks_to_rule("arb-1", &request).unwrap();
    ruled
        .script
        .shows(&json!({"requests": [{"state": "answered"}]}));
}

/// The clock is pressed with a captive still on the board: `TM-12` (2002 22.6),
/// and `MV-11` (18.2) until it is lifted. Each finding that a ruling names is held
/// against its own article, so one warning with the stones removed is what 18.2
/// says and more than 22.6 does.
#[test]
fn findings_settled_together_are_each_held_against_their_own_article() {
    let clocked = json!({"board": 5, "turn_ends": "press",
        "time": {"kind": "absolute", "limit_ms": 3_600_000}});
    let corner = json!({"position": [".....", ".....", ".....", ".....", "OX..."]});
    let script = paired_with("cn-2002", &clocked)
        .start(&corner)
        .fact(
            "stone_played",
            json!({"colour": "black", "point": "A2", "lifted": []}),
        )
        .side("clock_pressed", "black");
    let settled = json!({"finding": id(&script, "TM-12"), "findings": [id(&script, "MV-11")],
        "orders": [{"do": "remove_stones", "points": ["A1"]}], "warnings": ["black"],
        "reasons": "one act, one warning"});
    let ruled = script.clone().asks_to_rule("arb-1", &settled).unwrap();
    assert!(ruled.notes.departure);
    let status = |script: &Script, rule: &str| finding(script, rule)["status"].clone();
    assert_eq!(status(&ruled.script, "TM-12"), "departed");
    assert_eq!(status(&ruled.script, "MV-11"), "ruled");
}

/// The ruling on the ko, which a committee then overturns.
fn overturned_after(official: &str) -> Script {
    let ruled = rule(
        ko_retaken("cn-2002"),
        "MV-5",
        official,
        "void, turn lost, warning",
    )
    .unwrap();
    let orders = json!([{"do": "overturn", "ruling": "r1-b1-ruling-1"}]);
    ruled
        .script
        .called("penalty")
        .appeal("a1", &["penalty"], orders)
}

#[test]
fn what_a_committee_overturned_is_left_to_the_chief_arbiter() {
    let overturned = overturned_after("arb-1");
    assert_eq!(finding(&overturned, "MV-5")["status"], "open");
    let anew = |official| {
        rule(
            overturned.clone(),
            "MV-5",
            official,
            "void, turn lost, warning",
        )
    };
    let RulingError::ForChief { ruling, appeal, .. } = anew("arb-1").unwrap_err() else {
        panic!("not told that it is for the chief arbiter");
    };
    assert_eq!((ruling.as_str(), appeal.as_str()), ("r1-b1-ruling-1", "a1"));
    for official in ["chief-1", "dep-1"] {
        let ruled = anew(official).unwrap();
        assert_eq!(ruled.notes.own_overturned, None);
        ruled.script.shown().remarks_no("ruled_after_appeal");
    }
    // He was the chief arbiter when he ruled.
    let gone = json!({"official": "chief-1", "reason": "went home"});
    let relieved = anew("chief-1")
        .unwrap()
        .script
        .org("official_relieved", gone);
    relieved.shown().remarks_no("ruled_after_appeal");
}

#[test]
fn a_chief_arbiter_whom_a_committee_overruled_rules_anew_knowingly_and_with_reasons() {
    let overturned = overturned_after("chief-1");
    let mut request =
        json!({"finding": id(&overturned, "MV-5"), "outcome": "void, turn lost, warning"});
    let ask = |request: &Value| overturned.clone().asks_to_rule("chief-1", request);
    let missing = |request: &Value, wanted: bool| {
        let refused = ask(request).unwrap_err();
        assert!(
            matches!(refused, RulingError::OwnOverturned { again, .. } if again == wanted),
            "{refused}"
        );
    };
    missing(&request, false);
    request["again"] = json!(true);
    missing(&request, true);
    request["reasons"] = json!("a second camera shows it");
    let ruled = ask(&request).unwrap();
    let own = ruled.notes.own_overturned.unwrap();
    assert_eq!(own.as_str(), "r1-b1-ruling-1");
    ruled.script.shown().remarks("ruled_after_appeal");
    // The deputy has ruled on nothing.
    let deputy = rule(overturned, "MV-5", "dep-1", "void, turn lost, warning");
    deputy
        .unwrap()
        .script
        .shown()
        .remarks_no("ruled_after_appeal");
}

#[test]
fn what_an_overruled_arbiter_ruled_all_the_same_is_kept_and_remarked_on() {
    let overturned = overturned_after("arb-1");
    let named = id(&overturned, "MV-5");
    let mut data = fupan_tests::script::ruling_data("anew", "cn-2002:18.3", json!([]));
    data["finding"] = json!(named);
    let anew = overturned.by("arb-1", "ruling_made", data).called("anew");
    anew.shown().whole(
        &json!({"discrepancies": {"some": [{"code": "ruled_after_appeal",
            "severity": "remark", "entry": anew.id_of("anew"), "article": "cn-2002:18.3"}]}}),
    );
    // Once a next level gives the first ruling back, there was nothing to leave to others.
    let given_back =
        anew.clone()
            .appeal("a2", &["a1"], json!([{"do": "overturn", "ruling": "a1"}]));
    given_back.shown().remarks_no("ruled_after_appeal");
    // A ruling that fell itself is told of no more.
    let fallen = anew.appeal(
        "a2",
        &["anew"],
        json!([{"do": "overturn", "ruling": "anew"}]),
    );
    fallen.shown().remarks_no("ruled_after_appeal");
}
