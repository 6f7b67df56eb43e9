//! A ruling rests on the finding that it names. Where another reading of the
//! facts takes that away, the ruling stands, and the answer says so.

use fupan_tests::script::{Script, game, ruling_data};
use serde_json::{Value, json};

/// White retakes a ko at once; the arbiter rules as article 18.3 says.
fn ko_ruled() -> Script {
    ruled_on(game("cn-2002").stones("B C4, W D4, B B3, W E3, B C2, W D2, B Q16, W C3, B D3, W C3"))
}

fn ruled_on(script: Script) -> Script {
    let mut ruling = ruling_data(
        "ruling-1",
        "cn-2002:18.3",
        json!([{"do": "void_move", "entry": "@W C3"}]),
    );
    ruling["finding"] = json!("MV-5@23");
    script
        .by("arb-1", "ruling_made", ruling)
        .called("ruling-1")
        .warns("ruling-1", "white")
        .called("warning")
        .punishes("ruling-1", "white", "forfeit_turn", &json!({}))
}

/// What the answer says of grounds that are lost.
fn lost(answer: &Value) -> Vec<String> {
    let lost = answer["lost_grounds"].as_array().expect("a list").iter();
    let said = |lost: &Value| {
        let word = |key: &str| lost[key].as_str().unwrap_or("-").to_owned();
        let words = ["ruling", "finding", "becomes", "before", "after"].map(word);
        words.join(" ")
    };
    lost.map(said).collect()
}

#[test]
fn a_ruling_on_a_finding_that_would_be_gone_is_named() {
    let script = ko_ruled();
    script.shows(&json!({"findings": [{"id": "MV-5@23", "status": "ruled"}]}));
    let answer = script.what_if().void("W C3").answer();
    assert_eq!(lost(&answer), ["ruling-1 MV-5@23 gone ruled -"]);
    let told = &answer["lost_grounds"][0];
    assert_eq!(told["entry"], script.id_of("ruling-1"));
    assert_eq!((&told["seq"], &told["game"]), (&json!(24), &json!("r1-b1")));
    // The ruling stands for all that.
    let after = &answer["games"]["r1-b1"]["after"];
    assert_eq!(after["rulings"][0]["overturned"], false);
    assert_eq!(after["warnings"]["white"], 1);
}

#[test]
fn so_is_one_whose_finding_would_be_gone_by_an_earlier_fact() {
    // Had Black not taken the ko, White's stone would retake nothing.
    let answer = ko_ruled().what_if().void("B D3").answer();
    assert_eq!(lost(&answer), ["ruling-1 MV-5@23 gone ruled -"]);
}

#[test]
fn a_ruling_that_would_depart_from_its_finding_is_named() {
    let answer = ko_ruled().what_if().void("warning").answer();
    assert_eq!(lost(&answer), ["ruling-1 MV-5@23 changed ruled departed"]);
}

#[test]
fn a_finding_that_would_say_something_else_is_changed() {
    let called = json!({"colour": "black", "breach": "phone_rang", "facts": "it rang"});
    let mut ruling = ruling_data("ruling-1", "cn-2002:23.7", json!([]));
    ruling["finding"] = json!("CD-5@15");
    let script = game("cn-2002")
        .stones("B Q16")
        .by("arb-1", "breach_observed", called)
        .called("rang")
        .by("arb-1", "ruling_made", ruling)
        .called("ruling-1")
        .warns("ruling-1", "black");
    script.shows(&json!({"findings": [{"id": "CD-5@15", "status": "ruled"}]}));
    let whites = json!({"colour": "white", "breach": "phone_rang", "facts": "it rang"});
    let answer = script
        .what_if()
        .in_place_of("rang", |script| {
            script.by("arb-1", "breach_observed", whites)
        })
        .answer();
    assert_eq!(lost(&answer), ["ruling-1 CD-5@15 changed ruled departed"]);
}

#[test]
fn a_sanction_rests_on_its_finding_too() {
    let seen = json!({"player": "ann", "breach": "ceremony_missed", "facts": "not there"});
    let sanction = json!({"sanction": "sanction-1", "player": "ann", "article": "cn-2002:23.6",
        "kind": "censure", "finding": "CD-11@15", "reason": "as seen"});
    let script = game("cn-2002")
        .stones("B Q16")
        .tournament("chief-1", "breach_observed", seen)
        .called("missed")
        .tournament("chief-1", "sanction_imposed", sanction)
        .called("sanction-1");
    let answer = script.what_if().void("missed").answer();
    assert_eq!(lost(&answer), ["sanction-1 CD-11@15 gone ruled -"]);
    assert_eq!(answer["lost_grounds"][0]["game"], Value::Null);
    assert_eq!(lost(&script.what_if().void("sanction-1").answer()), [""; 0]);
}

#[test]
fn what_falls_itself_or_keeps_its_finding_is_not_named() {
    let script = ko_ruled();
    assert_eq!(lost(&script.what_if().void("ruling-1").answer()), [""; 0]);
    // The fact and the ruling on it both fall.
    let both = script.what_if().void("W C3").void("ruling-1").answer();
    assert_eq!(lost(&both), [""; 0]);
    assert_eq!(lost(&script.what_if().void("B Q16").answer()), [""; 0]);
    assert_eq!(lost(&script.what_if().answer()), [""; 0]);
    // A ruling that is tried out finds its finding open and leaves it ruled.
    let unruled =
        game("cn-2002").stones("B C4, W D4, B B3, W E3, B C2, W D2, B Q16, W C3, B D3, W C3");
    let answer = unruled.what_if().with(ruled_on).answer();
    assert_eq!(lost(&answer), [""; 0]);
    let after = &answer["games"]["r1-b1"]["after"];
    assert_eq!(after["findings"][0]["status"], "ruled");
}
