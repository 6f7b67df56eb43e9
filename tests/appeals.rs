//! Appeals: how they go, who may sit, and what their decisions do.

use fupan_tests::script::{Script, game};
use serde_json::{Value, json};

fn ruled() -> Script {
    game("cn-2002")
        .stones("B Q16, W D4")
        .by(
            "arb-1",
            "ruling_made",
            fupan_tests::script::ruling_data("ruling-1", "cn-2002:22.5", json!([])),
        )
        .called("ruling-1")
        .by(
            "arb-1",
            "penalty_imposed",
            json!({"colour": "black", "penalty": "lose_game",
            "article": "cn-2002:22.5", "ruling": "ruling-1"}),
        )
        .called("penalty")
}

fn entry(script: Script, actor: &str, type_name: &str, data: Value) -> Script {
    script.draft("appeal/a1", actor, type_name, data)
}

fn upheld(orders: &Value) -> Value {
    json!({"outcome": "upheld", "orders": orders, "reasons": "as heard", "vote": {"for": 2, "against": 1}})
}

#[test]
fn an_appeal_is_filed_seated_heard_and_decided() {
    let filed = ruled().files("a1", &["ruling-1"]);
    filed
        .shows(&json!({"result": {"outcome": "white", "by": "time", "state": "appealed"}}))
        .whole(
            &json!({"appeals": {"a1": {"status": "filed", "game": "r1-b1", "by": "ann",
            "against": [filed.id_of("ruling-1")], "outcome": null, "panel": []}}}),
        );
    let seated = entry(
        filed,
        "chief-1",
        "panel_seated",
        json!({"members": ["pan-1", "pan-2", "pan-3"], "recused": ["arb-1"]}),
    );
    let heard = entry(
        seated,
        "pan-2",
        "statement_taken",
        json!({"from": "ann", "text": "it was 40"}),
    );
    let evidence = json!({"evidence": "video-1", "sha256": "0".repeat(64), "bytes": 12,
        "media_type": "video/mp4", "title": "the board", "class": "restricted"});
    let heard = entry(heard, "pan-2", "evidence_attached", evidence);
    heard
        .shown()
        .whole(&json!({"appeals": {"a1": {"status": "seated",
        "panel": ["pan-1", "pan-2", "pan-3"], "statements": [{"from": "ann"}],
        "evidence": [{"evidence": "video-1"}]}}}));
    let orders = json!([{"do": "overturn", "ruling": "ruling-1"}, {"do": "resume"}]);
    entry(heard, "pan-1", "appeal_decided", upheld(&orders))
        .shows(
            &json!({"status": "playing", "result": null, "position": {"to_play": "black"},
            "rulings": [{"overturned": true, "officials": ["arb-1"]}],
            "penalties": [{"overturned": true}]}),
        )
        .whole(
            &json!({"appeals": {"a1": {"status": "decided", "outcome": "upheld",
            "orders": orders, "reasons": "as heard"}}}),
        );
}

#[test]
fn a_dismissed_appeal_changes_nothing() {
    let filed = ruled().files("a1", &["ruling-1"]);
    let data = json!({"outcome": "dismissed", "orders": [], "reasons": "the reading was right"});
    entry(filed, "pan-1", "appeal_decided", data)
        .shows(&json!({"result": {"outcome": "white", "by": "time", "state": "provisional"}}));
}

#[test]
fn an_ended_appeal_takes_no_more() {
    let decided = ruled().files("a1", &["ruling-1"]).decides("a1", json!([]));
    decided
        .clone()
        .decides("a1", json!([]))
        .is_refused_as("appeal_state")
        .says("a1")
        .says("decided");
    entry(
        decided.clone(),
        "pan-1",
        "statement_taken",
        json!({"from": "bo", "text": "t"}),
    )
    .is_refused_as("appeal_state");
    entry(
        decided.clone(),
        "chief-1",
        "panel_seated",
        json!({"members": ["pan-1"]}),
    )
    .is_refused_as("appeal_state");
    let withdrawn = entry(
        ruled().files("a1", &["ruling-1"]),
        "chief-1",
        "appeal_withdrawn",
        json!({}),
    );
    withdrawn
        .shows(&json!({"result": {"state": "provisional"}}))
        .whole(&json!({"appeals": {"a1": {"status": "withdrawn"}}}));
    withdrawn
        .decides("a1", json!([]))
        .is_refused_as("appeal_state")
        .says("withdrawn");
}

#[test]
fn an_appeals_id_is_taken_once_and_by_no_ruling() {
    let filed = ruled().files("a1", &["ruling-1"]);
    filed
        .clone()
        .files("a1", &["ruling-1"])
        .is_refused_as("id_taken")
        .names(&filed, "a1");
    ruled()
        .files("ruling-1", &["ruling-1"])
        .is_refused_as("id_taken")
        .says("ruling ruling-1");
    filed
        .clone()
        .rules("a1", json!([]))
        .is_refused_as("id_taken")
        .says("appeal a1");
    filed.rules("ruling-1", json!([])).is_refused_as("id_taken");
}

#[test]
fn an_appeal_names_what_is_there() {
    let data = |game: &str, against: &str| {
        json!({"game": game, "by": "ann", "against": [against],
        "grounds": "g", "relief": "r"})
    };
    let nothing = "00000000-0000-4000-8000-00000000ffff";
    entry(ruled(), "arb-1", "appeal_filed", data("r1-b1", nothing))
        .is_refused_as("unknown")
        .says(nothing);
    entry(ruled(), "arb-1", "appeal_filed", data("r9-b9", "@ruling-1"))
        .is_refused_as("game_not_paired");
    entry(
        ruled(),
        "chief-1",
        "panel_seated",
        json!({"members": ["pan-1"]}),
    )
    .is_refused_as("unknown")
    .says("appeal a1");
    ruled()
        .files("a1", &[])
        .is_refused_as("draft")
        .says("/data/against");
}

#[test]
fn nobody_sits_on_an_appeal_against_their_own_ruling() {
    for against in ["ruling-1", "penalty"] {
        let filed = ruled()
            .appoint("arb-1", "panel_member")
            .files("a1", &[against]);
        entry(
            filed.clone(),
            "chief-1",
            "panel_seated",
            json!({"members": ["pan-1", "arb-1"]}),
        )
        .is_refused_as("own_matter")
        .says("arb-1");
    }
    let filed = ruled()
        .appoint("arb-1", "panel_member")
        .files("a1", &["ruling-1"]);
    entry(filed, "arb-1", "appeal_decided", upheld(&json!([]))).is_refused_as("own_matter");
    // The chief arbiter writes a decision on his own ruling down, as the clerk.
    let own = game("cn-2002")
        .rules("ruling-1", json!([{"do": "draw"}]))
        .files("a1", &["ruling-1"]);
    let orders = json!([{"do": "overturn", "ruling": "ruling-1"}]);
    entry(own.clone(), "chief-1", "appeal_decided", upheld(&orders))
        .shows(&json!({"result": null}));
    entry(
        own.clone(),
        "chief-1",
        "panel_seated",
        json!({"members": ["chief-1"]}),
    )
    .is_refused_as("own_matter");
    // Whoever ruled together with another has ruled.
    let mut with = fupan_tests::script::ruling_data("ruling-1", "cn-2002:30.6", json!([]));
    with["with"] = json!(["pan-2"]);
    let joint = game("cn-2002")
        .by("chief-1", "ruling_made", with)
        .called("ruling-1")
        .files("a1", &["ruling-1"]);
    entry(
        joint,
        "chief-1",
        "panel_seated",
        json!({"members": ["pan-2"]}),
    )
    .is_refused_as("own_matter");
}

#[test]
fn a_decision_may_set_what_it_likes_over_what_it_overturns() {
    let result = json!({"outcome": "black", "by": "resignation"});
    let orders =
        json!([{"do": "overturn", "ruling": "ruling-1"}, {"do": "set_result", "result": result}]);
    ruled()
        .appeal("a1", &["ruling-1"], orders)
        .shows(&json!({"status": "finished", "result": {"outcome": "black", "by": "resignation"}}));
    let orders =
        json!([{"do": "overturn", "ruling": "ruling-1"}, {"do": "replay", "game": "again"}]);
    ruled()
        .appeal("a1", &["ruling-1"], orders)
        .shows(&json!({"result": {"outcome": "no_result"}, "replayed_as": "again"}))
        .other("again", &json!({"status": "paired"}));
}

#[test]
fn a_decision_that_cannot_be_carried_out_is_refused() {
    ruled()
        .appeal(
            "a1",
            &["ruling-1"],
            json!([{"do": "void_move", "entry": "@B Q16"}]),
        )
        .is_refused_as("not_the_last_stone");
    let data = json!({"by": "ann", "against": ["@B Q16"], "grounds": "g", "relief": "r"});
    entry(ruled(), "arb-1", "appeal_filed", data)
        .decides("a1", json!([{"do": "draw"}]))
        .is_refused_as("contradiction")
        .says("about no game");
}

#[test]
fn each_level_rules_over_the_one_before() {
    // The arbiter rules, the committee reverses, the federation reverses that.
    let script = ruled().appeal(
        "a1",
        &["ruling-1"],
        json!([{"do": "overturn", "ruling": "ruling-1"},
        {"do": "set_result", "result": {"outcome": "black", "by": "forfeit"}}]),
    );
    script.shows(&json!({"result": {"outcome": "black"}}));
    script
        .appeal("a2", &["a1"], json!([{"do": "overturn", "ruling": "a1"}]))
        .shows(&json!({"result": {"outcome": "white", "by": "time"}}));
}

#[test]
fn a_ruling_that_names_no_game_in_its_appeal_is_found_by_its_entry() {
    let data = json!({"by": "ann", "against": ["@ruling-1"], "grounds": "g", "relief": "r"});
    entry(ruled(), "arb-1", "appeal_filed", data).shows(&json!({"result": {"state": "appealed"}}));
}

/// A tournament in which an appeal has half an hour.
fn ruled_with_a_deadline() -> Script {
    let regulations = json!({"appeal": {"within_ms": 1_800_000, "panel": 3}});
    let ruling = fupan_tests::script::ruling_data("ruling-1", "cn-2002:22.5", json!([]));
    fupan_tests::script::game_with("cn-2002", &regulations)
        .stones("B Q16, W D4")
        .at("10:00")
        .by("arb-1", "ruling_made", ruling)
        .called("ruling-1")
}

#[test]
fn an_appeal_has_until_its_deadline_counted_from_the_ruling() {
    for (filed, in_time) in [("10:30", true), ("10:30:00.001", false)] {
        let script = ruled_with_a_deadline().at(filed).files("a1", &["ruling-1"]);
        script.shown().whole(&json!({"appeals": {"a1": {
            "deadline": "2026-05-01T10:30:00.000Z", "in_time": in_time, "status": "filed"}}}));
    }
}

#[test]
fn the_deadline_counts_from_when_the_ruling_was_told() {
    let mut ruling = fupan_tests::script::ruling_data("ruling-2", "cn-2002:22.5", json!([]));
    ruling["announced_at"] = json!("2026-05-01T10:10:00.000Z");
    let told_later = ruled_with_a_deadline()
        .by("arb-1", "ruling_made", ruling)
        .called("ruling-2")
        .at("10:40")
        .files("a1", &["ruling-2"]);
    told_later
        .shown()
        .whole(&json!({"appeals": {"a1": {"in_time": true}}}));
}

#[test]
fn a_late_appeal_is_recorded_and_what_is_made_of_it_is_remarked() {
    let late = ruled_with_a_deadline()
        .at("11:00")
        .files("a1", &["ruling-1"]);
    let decided = |outcome: &str| {
        let data = json!({"outcome": outcome, "orders": [], "reasons": "as heard"});
        entry(late.clone(), "pan-1", "appeal_decided", data)
    };
    decided("out_of_time").shown().remarks_no("appeal_late");
    decided("dismissed").shown().remarks("appeal_late");
}

#[test]
fn a_decision_without_a_committee_by_whoever_ruled_is_remarked() {
    let ruling = fupan_tests::script::ruling_data("ruling-1", "cn-2002:22.5", json!([]));
    let filed = fupan_tests::script::game("cn-2002")
        .stones("B Q16, W D4")
        .by("chief-1", "ruling_made", ruling)
        .called("ruling-1")
        .files("a1", &["ruling-1"]);
    let dismissed = || json!({"outcome": "dismissed", "orders": [], "reasons": "as heard"});
    let alone = entry(filed.clone(), "chief-1", "appeal_decided", dismissed());
    alone.shown().remarks("appeal_in_own_matter");
    let panel = json!({"members": ["pan-1", "pan-2", "pan-3"]});
    let seated = entry(filed, "org-1", "panel_seated", panel);
    // As the committee's clerk the chief arbiter writes down what it decided.
    let clerk = entry(seated, "chief-1", "appeal_decided", dismissed());
    clerk.shown().remarks_no("appeal_in_own_matter");
    let others = ruled_with_a_deadline()
        .at("10:10")
        .files("a1", &["ruling-1"]);
    let others = entry(others, "chief-1", "appeal_decided", dismissed());
    others.shown().remarks_no("appeal_in_own_matter");
}

#[test]
fn an_appeal_in_time_is_not_out_of_time() {
    let filed = ruled_with_a_deadline()
        .at("10:20")
        .files("a1", &["ruling-1"]);
    let data = json!({"outcome": "out_of_time", "orders": [], "reasons": "too late"});
    entry(filed, "pan-1", "appeal_decided", data)
        .shown()
        .remarks("appeal_in_time");
}

#[test]
fn the_next_level_counts_from_the_decision_that_it_challenges() {
    let first = ruled_with_a_deadline()
        .at("10:10")
        .files("a1", &["ruling-1"]);
    let data = json!({"outcome": "dismissed", "orders": [], "reasons": "as heard"});
    let decided = entry(first.at("12:00"), "chief-1", "appeal_decided", data).called("decision");
    let second = decided.at("12:30").files("a2", &["decision"]);
    second.shown().whole(&json!({"appeals": {
        "a1": {"in_time": true, "status": "decided"},
        "a2": {"deadline": "2026-05-01T12:30:00.000Z", "in_time": true, "status": "filed"}}}));
}

#[test]
fn an_appeal_is_known_by_its_filing_and_then_by_its_decision() {
    let filed = ruled().files("a1", &["ruling-1"]);
    let known_by = |script: &Script| {
        let shown = script.shown();
        let tournament = shown.replayed().ledger.tournament();
        let decided = tournament.decided.get("a1").expect("it is known");
        (decided.entry.to_string(), decided.seq)
    };
    let last = |script: &Script| script.drafts().len() as u64 - 1;
    assert_eq!(known_by(&filed), (filed.id_of("a1"), last(&filed)));
    let panel = json!({"members": ["pan-1", "pan-2", "pan-3"]});
    let seated = entry(filed, "chief-1", "panel_seated", panel);
    let decided = seated.decides("a1", json!([])).called("decision");
    assert_eq!(
        known_by(&decided),
        (decided.id_of("decision"), last(&decided))
    );
}
