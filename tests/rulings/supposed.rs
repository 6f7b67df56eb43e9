//! What would be, of games at random: asking nothing changes nothing, and what is
//! supposed comes to what it comes to when it is really recorded.

#![expect(clippy::unwrap_used, reason = "a test may")]

use super::random::{begun, dice};
use fupan_replay::what_if::{Question, WhatIf, WhatIfError};
use fupan_tests::script::{Desk, drafts_of};
use proptest::{collection::vec, prelude::*};
use serde_json::{Value, json};

fn asked(desk: &Desk, question: Question) -> Result<Value, WhatIfError> {
    let answer: WhatIf = desk.replayed().what_if(question)?;
    Ok(serde_json::to_value(answer).unwrap())
}

/// A game's view without what says which entries it rests on, and the first
/// rulings of it: one that was recorded to overturn another is one more.
fn content(view: &Value, rulings: usize) -> Value {
    let mut view = view.clone();
    view["at"] = Value::Null;
    view["known"] = Value::Null;
    if let Some(list) = view["rulings"].as_array_mut() {
        list.truncate(rulings);
    }
    view
}

/// The game as the answer says that it would be: as it is, if nothing changes.
fn would_be(answer: &Value, is: &Value) -> Value {
    match answer["games"].get("r1-b1") {
        Some(beside) => beside["after"].clone(),
        None => is.clone(),
    }
}

fn rulings(view: &Value) -> usize {
    view["rulings"].as_array().map_or(0, Vec::len)
}

/// A draft of the game by the chief arbiter, at the moment of the last one.
fn by_chief(last: &Value, stream: &str, actor: &str, type_name: &str, data: &Value) -> String {
    json!({"stream": stream, "type": type_name, "at": last["at"], "actor": actor, "data": data})
        .to_string()
}

/// The entries of a desk as JSON.
fn entries(desk: &Desk) -> Vec<Value> {
    let replayed = desk.replayed();
    let entries = replayed.log.entries().iter();
    entries
        .map(|sealed| serde_json::from_slice(&sealed.bytes).unwrap())
        .collect()
}

/// Drafts at random, as far as they are accepted.
fn played(dice: Vec<super::random::Dice>) -> Desk {
    let (mut desk, mut maker) = begun();
    for d in dice {
        // A draft that is refused leaves the ledger as it was.
        let _refused = desk.hand_in(&maker.draft(d).to_string());
    }
    desk
}

/// Every decision that stands falls as it does when it is overturned.
fn decisions_fall(desk: &Desk, is: &Value, last: &Value) -> Result<(), TestCaseError> {
    let decided = desk.replayed().ledger.tournament().decided.clone();
    for id in decided.keys() {
        let void = Question {
            void: vec![id.to_string()],
            ..Question::default()
        };
        let supposed = asked(desk, void);
        let ruling = json!({"ruling": "the-overturning", "article": "cn-2002:30.6", "outcome": "o",
            "orders": [{"do": "overturn", "ruling": id.as_str()}], "facts": "f", "reasons": "r"});
        let mut really = desk.clone();
        let recorded = really.hand_in(&by_chief(
            last,
            "game/r1-b1",
            "chief-1",
            "ruling_made",
            &ruling,
        ));
        prop_assert_eq!(
            supposed.is_ok(),
            recorded.is_ok(),
            "{}: {:?}",
            id,
            supposed.err()
        );
        let Ok(answer) = supposed else { continue };
        let then = really.view()["games"]["r1-b1"].clone();
        let count = rulings(is);
        prop_assert_eq!(
            content(&would_be(&answer, is), count),
            content(&then, count),
            "{}",
            id
        );
    }
    Ok(())
}

/// Every fact is struck out as a correction does it; where one is refused
/// because of what follows, that is told.
fn facts_fall(desk: &Desk, is: &Value, last: &Value) -> Result<(), TestCaseError> {
    for entry in entries(desk) {
        let of_game = entry["stream"] == "game/r1-b1";
        let effect = ["ruling_made", "warning_issued", "penalty_imposed"];
        if !of_game || effect.contains(&entry["type"].as_str().unwrap()) {
            continue;
        }
        let void = Question {
            void: vec![entry["id"].as_str().unwrap().to_owned()],
            ..Question::default()
        };
        let answer = asked(desk, void).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let correction = json!({"entry": entry["id"], "reason": "r"});
        let mut really = desk.clone();
        let recorded = really.hand_in(&by_chief(
            last,
            "game/r1-b1",
            "chief-1",
            "entry_corrected",
            &correction,
        ));
        let told = answer["impossible"].as_array().unwrap();
        prop_assert_eq!(told.is_empty(), recorded.is_ok(), "{}: {:?}", entry, told);
        if recorded.is_ok() {
            let then = really.view()["games"]["r1-b1"].clone();
            prop_assert_eq!(
                content(&would_be(&answer, is), 99),
                content(&then, 99),
                "{}",
                entry
            );
        }
    }
    Ok(())
}

/// A single warning or penalty falls, and everything else of its ruling stands.
fn effects_fall(desk: &Desk, is: &Value) -> Result<(), TestCaseError> {
    for entry in entries(desk) {
        let is_penalty = entry["type"] == "penalty_imposed";
        if !is_penalty && entry["type"] != "warning_issued" {
            continue;
        }
        let void = Question {
            void: vec![entry["id"].as_str().unwrap().to_owned()],
            ..Question::default()
        };
        let state = desk
            .replayed()
            .game(&"r1-b1".parse().unwrap())
            .unwrap()
            .state;
        let ruling = entry["data"]["ruling"].as_str().unwrap().parse().unwrap();
        let answer = asked(desk, void);
        prop_assert_eq!(answer.is_ok(), state.ruling_stands(&ruling), "{}", entry);
        let Ok(answer) = answer else { continue };
        let then = would_be(&answer, is);
        prop_assert_eq!(&then["rulings"], &is["rulings"], "{}", entry);
        let warned = |view: &Value| {
            view["warnings"]["black"].as_u64().unwrap()
                + view["warnings"]["white"].as_u64().unwrap()
        };
        prop_assert_eq!(
            warned(&then) + u64::from(!is_penalty),
            warned(is),
            "{}",
            entry
        );
        for (was, now) in is["penalties"]
            .as_array()
            .unwrap()
            .iter()
            .zip(then["penalties"].as_array().unwrap())
        {
            prop_assert_eq!(&now["ruling"], &was["ruling"]);
            let falls = was["overturned"] == true || was["entry"] == entry["id"];
            prop_assert_eq!(&now["overturned"], &Value::from(falls), "{}", entry);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn asking_nothing_changes_nothing(dice in vec(dice(), 1..40)) {
        let desk = played(dice);
        let answer = asked(&desk, Question::default()).unwrap();
        let standings = &desk.view()["standings"];
        let nothing = json!({"ledger": "cup", "known": desk.head().0 - 1, "voided": [], "with": [], "games": {},
            "appeals": {}, "standings": {"before": standings, "after": standings}, "impossible": [], "lost_grounds": []});
        prop_assert_eq!(answer, nothing);
    }

    #[test]
    fn what_falls_falls_as_it_does_when_that_is_recorded(dice in vec(dice(), 1..40)) {
        let desk = played(dice);
        let (head, view) = (desk.head(), desk.view());
        let is = &view["games"]["r1-b1"];
        // No clock runs on for what is supposed: it is recorded at the last moment told.
        let state = desk.replayed().game(&"r1-b1".parse().unwrap()).unwrap().state;
        let last = json!({"at": state.last_at.unwrap()});
        decisions_fall(&desk, is, &last)?;
        facts_fall(&desk, is, &last)?;
        effects_fall(&desk, is)?;
        prop_assert_eq!(desk.head(), head);
        prop_assert_eq!(desk.view(), view);
    }

    #[test]
    fn a_draft_that_is_tried_out_does_what_it_does_when_it_is_recorded(before in vec(dice(), 1..24), tried in vec(dice(), 1..6)) {
        let (mut desk, mut maker) = begun();
        for d in before {
            let _refused = desk.hand_in(&maker.draft(d).to_string());
        }
        let lines: Vec<String> = tried.into_iter().map(|d| maker.draft(d).to_string()).collect();
        let lines = lines.join("\n");
        let is = desk.view()["games"]["r1-b1"].clone();
        let question = Question { with: drafts_of(&lines), ..Question::default() };
        let supposed = asked(&desk, question);
        let head = desk.head();
        let recorded = desk.hand_in(&lines);
        prop_assert_eq!(supposed.is_ok(), recorded.is_ok(), "{:?}", supposed.err());
        if let Ok(answer) = supposed {
            let then = desk.view();
            prop_assert_eq!(content(&would_be(&answer, &is), 99), content(&then["games"]["r1-b1"], 99));
            for (id, beside) in answer["appeals"].as_object().unwrap() {
                prop_assert_eq!(&beside["after"], &then["appeals"][id]);
            }
        } else {
            prop_assert_eq!(desk.head(), head);
        }
    }
}
