//! Both files read, checked against their schema and against the rule table.

use super::*;
use crate::{Colour, rulebook::finding::Filling};
use serde_json::Value;
use std::collections::BTreeSet;

fn both() -> [&'static Edition; 2] {
    EditionId::ALL.map(Edition::of)
}

/// `MV-5 18.3 arbiter: key | key`, a breach in one line; `-` for an empty list.
fn line(breach: &Breach) -> String {
    let outcomes = match &breach.outcomes {
        None => "open".to_owned(),
        Some(outcomes) => outcomes.iter().map(effects).collect::<Vec<_>>().join(" | "),
    };
    format!(
        "{} {} {}: {outcomes}",
        breach.id, breach.article, breach.decides
    )
}

/// An outcome's effects by name: orders, `warn`, `admonish`, penalties, sanctions.
fn effects(outcome: &OutcomeForm) -> String {
    let names = |parts: &[Value], field: &str| -> Vec<String> {
        parts
            .iter()
            .map(|part| part[field].as_str().unwrap_or("?").to_owned())
            .collect()
    };
    let mut words = names(&outcome.orders, "do");
    words.extend(outcome.warnings.iter().map(|_| "warn".to_owned()));
    words.extend(outcome.admonitions.iter().map(|_| "admonish".to_owned()));
    words.extend(names(&outcome.penalties, "penalty"));
    words.extend(names(&outcome.sanctions, "kind"));
    if words.is_empty() {
        "-".to_owned()
    } else {
        words.join("+")
    }
}

fn table(edition: EditionId) -> Vec<String> {
    Edition::of(edition).breaches.iter().map(line).collect()
}

#[test]
fn the_2002_rows_of_the_rule_table() {
    assert_eq!(
        table(EditionId::Cn2002),
        [
            "MV-4 19 arbiter: void_move+forfeit_turn",
            "MV-5 18.3 arbiter: void_move+warn+forfeit_turn",
            "MV-6 20.3 chief_arbiter: void_move | no_result | draw | replay | replay",
            "MV-7 17.2 arbiter: void_move+warn",
            "MV-8 17.3 arbiter: move_stands+warn",
            "MV-9 17.3 chief_arbiter: - | move_stands",
            "MV-10 18.1 arbiter: restore_stones+warn",
            "MV-11 18.2 arbiter: remove_stones+warn",
            "MV-12 17.1 arbiter: swap_players | replay",
            "MV-13 17.5 arbiter: move_stone | move_stone",
            "MV-14 17.5 chief_arbiter: move_stone | - | draw | replay | both_lose",
            "MV-15 17.5 chief_arbiter: lose_game",
            "MV-16 17.6 chief_arbiter: - | draw | replay | both_lose",
            "MV-17 17.6 arbiter: - | lose_game",
            "MV-18 23.3 arbiter: warn | lose_game",
            "MV-20 30.6 chief_arbiter: open",
            "TM-1 22.2 automatic: deduct_time",
            "TM-2 22.2 arbiter: lose_game",
            "TM-3 22.3 arbiter: both_lose",
            "TM-5 22.4 arbiter: lose_game",
            "TM-9 22.5 arbiter: lose_game | void_move+treat_as_pass | treat_as_pass",
            "TM-10 16.2 arbiter: set_clock",
            "TM-11 17.4 arbiter: warn",
            "TM-12 22.6 arbiter: warn",
            "TM-14 22.7 arbiter: -",
            "TM-15 12.4 arbiter: lose_game",
            "TM-16 12.4(2) arbiter: admonish | warn",
            "TM-18 12.4(4) chief_arbiter: award_points",
            "TM-19 12.4(7) chief_arbiter: open",
            "TM-20 12.4(6) chief_arbiter: - | set_clock | lose_game",
            "TM-21 12.5 arbiter: lose_game",
            "TM-22 22.8 arbiter: set_clock | - | - | set_clock | set_clock",
            "TM-24 22.9 arbiter: set_clock",
            "EN-4 13.1 automatic: -",
            "EN-11 24.1 automatic: deduct_zi",
            "EN-11 24.2 automatic: lose_game",
            "CD-1 23.3 arbiter: warn | lose_game",
            "CD-2 23.4 arbiter: warn | lose_game",
            "CD-3 23.5 arbiter: warn | lose_game",
            "CD-5 23.7 arbiter: warn | lose_game",
            "CD-6 23.7 arbiter: lose_game",
            "CD-7 23.7 chief_arbiter: censure",
            "CD-8 23.8 arbiter: warn | lose_game",
            "CD-9 23.1 arbiter: lose_game | both_lose | cancel_results | suspend | \
             cancel_results+suspend | lose_game+suspend | both_lose+suspend",
            "CD-10 23.2 chief_arbiter: lose_games | lose_games+suspend",
            "CD-10 28.2 automatic: - | -",
            "CD-10 28.4 chief_arbiter: lose_games",
            "CD-11 23.6 chief_arbiter: censure | censure+drop_place | censure+suspend | \
             censure+drop_place+suspend",
        ]
    );
}

#[test]
fn the_1988_rows_of_the_rule_table() {
    assert_eq!(
        table(EditionId::Cn1988),
        [
            "MV-4 19 arbiter: void_move+forfeit_turn",
            "MV-5 20.1 arbiter: void_move+forfeit_turn",
            "MV-6 20.3 chief_arbiter: no_result | draw | replay | replay",
            "MV-7 17.1 arbiter: lose_game",
            "MV-8 17.2 arbiter: move_stands+warn",
            "MV-9 17.2 arbiter: -",
            "MV-10 18 arbiter: restore_stones+warn",
            "MV-13 17.3 arbiter: move_stone | -",
            "MV-14 17.3 chief_arbiter: move_stone | - | draw | replay",
            "MV-15 17.3 chief_arbiter: lose_game",
            "MV-16 17.4 chief_arbiter: - | draw | replay",
            "MV-17 17.4 arbiter: - | lose_game",
            "MV-18 17.4 arbiter: lose_game",
            "MV-20 25.1 arbiter: open",
            "TM-1 23.3 automatic: deduct_time",
            "TM-2 23.1 arbiter: lose_game",
            "TM-3 23.2 arbiter: both_lose",
            "TM-9 23.5 arbiter: lose_game",
            "TM-12 23.4 arbiter: admonish | warn",
            "TM-14 23.6 arbiter: -",
            "TM-15 23.5 arbiter: lose_game",
            "TM-25 22 automatic: forfeit_turn",
            "EN-4 13.1 automatic: -",
            "EN-11 25.2 automatic: lose_game",
            "CD-1 24.2 arbiter: admonish | warn",
            "CD-2 24.3 arbiter: warn | lose_game",
            "CD-4 24.1 arbiter: warn",
            "CD-9 25.1 arbiter: open",
            "CD-10 29.2 automatic: - | -",
            "CD-10 29.4 chief_arbiter: lose_games",
        ]
    );
}

#[test]
fn breaches_close_as_the_table_says() {
    let closing = |edition, window| -> Vec<String> {
        let breaches = Edition::of(edition).breaches.iter();
        breaches
            .filter(|b| b.window == window)
            .map(|b| b.id.to_string())
            .collect()
    };
    assert_eq!(
        closing(EditionId::Cn2002, Window::NextMove),
        [
            "MV-4", "MV-5", "MV-7", "MV-8", "MV-10", "MV-11", "TM-9", "TM-10", "TM-11", "TM-12",
            "TM-15", "TM-16", "TM-21"
        ]
    );
    assert_eq!(
        closing(EditionId::Cn1988, Window::NextMove),
        ["TM-9", "TM-15"]
    );
    for edition in EditionId::ALL {
        assert_eq!(closing(edition, Window::AnyMove), ["MV-9"]);
        assert_eq!(closing(edition, Window::CycleBroken), ["MV-6"]);
        assert_eq!(closing(edition, Window::Never), ["CD-9"]);
    }
    assert_eq!(
        closing(EditionId::Cn2002, Window::ColourSwapLastMove),
        ["MV-12"]
    );
}

/// Every id of the rule table, parts B.1 to B.4, stands in one edition at least.
#[test]
fn no_row_of_the_rule_table_is_left_out() {
    let ids: BTreeSet<&str> = both()
        .into_iter()
        .flat_map(|e| {
            e.breaches
                .iter()
                .map(|b| &*b.id)
                .chain(e.rules.iter().map(|r| &*r.id))
        })
        .collect();
    for (part, last) in [("MV", 20), ("TM", 25), ("EN", 13), ("CD", 15)] {
        for n in 1..=last {
            assert!(ids.contains(format!("{part}-{n}").as_str()), "{part}-{n}");
        }
    }
    assert_eq!(ids.len(), 20 + 25 + 13 + 15);
}

#[test]
fn articles_are_unique_and_every_row_cites_one() {
    for edition in both() {
        let ids: BTreeSet<&str> = edition.articles.iter().map(|a| &*a.id).collect();
        assert_eq!(ids.len(), edition.articles.len(), "{}", edition.id);
        for id in &ids {
            assert!(crate::rulebook::article::is_article_id(id), "{id}");
        }
        let breaches = edition.breaches.iter().map(|b| (&b.id, &b.article, &b.see));
        let rules = edition.rules.iter().map(|r| (&r.id, &r.article, &r.see));
        for (id, article, see) in breaches.chain(rules) {
            for cited in see.iter().chain([article]) {
                assert!(edition.has_article(cited), "{id} cites {cited}");
            }
        }
        let keys: BTreeSet<_> = edition
            .breaches
            .iter()
            .map(|b| (&b.id, &b.article))
            .collect();
        assert_eq!(keys.len(), edition.breaches.len());
    }
}

#[test]
fn a_breachs_outcomes_have_keys_of_their_own() {
    for breach in both().into_iter().flat_map(|e| &e.breaches) {
        let outcomes: Vec<_> = breach.outcomes.iter().flatten().collect();
        let keys: BTreeSet<_> = outcomes.iter().map(|o| &o.outcome).collect();
        assert_eq!(keys.len(), outcomes.len(), "{}", breach.id);
    }
}

/// With a value for each null and placeholder every order is one that a ruling can carry.
#[test]
fn every_outcomes_orders_can_be_ruled() {
    let outcomes = both().into_iter().flat_map(|e| &e.breaches);
    for outcome in outcomes.flat_map(|b| b.outcomes.iter().flatten()) {
        let filling = Filling {
            offender: Some(Colour::White),
            ..Filling::default()
        };
        for mut order in filling.fill(outcome).orders {
            for (field, value) in order.as_object_mut().unwrap() {
                let open = value.is_null() || value.as_str().is_some_and(|v| v.starts_with('$'));
                if open {
                    *value = match field.as_str() {
                        "entry" => "edb9e6f0-bc61-5986-a015-2c1c1020378c".into(),
                        "points" => vec!["D4"].into(),
                        "from" | "to" => "D4".into(),
                        "game" => "r1-b1-again".into(),
                        _ => 1.into(),
                    };
                }
            }
            let read: Result<crate::event::Order, _> = serde_json::from_value(order.clone());
            assert!(read.is_ok(), "{order}: {read:?}");
        }
    }
}

/// `who` of an article repeats what the breaches say, for readers of the file.
#[test]
fn an_article_names_who_decides_on_its_breaches() {
    for edition in both() {
        for article in &edition.articles {
            let mut who = BTreeSet::new();
            for breach in &edition.breaches {
                if breach
                    .see
                    .iter()
                    .chain([&breach.article])
                    .any(|cited| *cited == article.id)
                {
                    who.insert(breach.decides);
                    who.extend(breach.outcomes.iter().flatten().filter_map(|o| o.decides));
                }
            }
            assert_eq!(
                article.who,
                Vec::from_iter(who),
                "{} {}",
                edition.id,
                article.id
            );
        }
    }
}

#[test]
fn an_arbiter_rules_what_is_not_the_chiefs_alone() {
    let old = Edition::of(EditionId::Cn1988);
    let new = Edition::of(EditionId::Cn2002);
    for article in [
        "17.1", "17.3", "18.3", "19", "20.1", "22.5", "23.3", "23.7", "16.2", "12.4", "17", "21.4",
        "17.6",
    ] {
        assert!(new.arbiter_may_rule(article), "{article}");
    }
    for article in [
        "30.6", "12.4(4)", "12.4(7)", "20.3", "23.2", "23.6", "17.5(5)", "1", "33", "2",
    ] {
        assert_eq!(new.arbiter_may_rule(article), article == "2", "{article}");
    }
    assert!(old.arbiter_may_rule("25.1") && old.arbiter_may_rule("17.4"));
    assert!(!old.arbiter_may_rule("20.3") && !old.arbiter_may_rule("31.6"));
}

#[test]
fn an_edition_is_known_by_its_id_and_the_hash_of_its_bytes() {
    for id in EditionId::ALL {
        let edition = Edition::get(id.name()).unwrap();
        assert_eq!(edition.id, id);
        assert_eq!(edition.sha256(), Sha256::of(Edition::json(id).as_bytes()));
    }
    assert_eq!(Edition::get("cn-2012"), None);
    assert_ne!(both()[0].sha256(), both()[1].sha256());
}

#[test]
fn the_files_hold_nothing_but_what_the_schema_and_the_types_know() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../schemas/edition.v1.json")).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&schema["examples"][0]));
    for edition in both() {
        let file: Value = serde_json::from_str(Edition::json(edition.id)).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&file)
            .map(|e| e.to_string())
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{}", edition.id);
        assert_eq!(
            serde_json::to_value(edition).unwrap(),
            file,
            "{}",
            edition.id
        );
        let known = schema["properties"]["parameters"]["properties"]
            .as_object()
            .unwrap();
        let given = file["parameters"].as_object().unwrap();
        assert_eq!(
            known.keys().collect::<Vec<_>>(),
            given.keys().collect::<Vec<_>>()
        );
    }
    let mut other: Value = serde_json::from_str(Edition::json(EditionId::Cn2002)).unwrap();
    other["parameters"]["komi"] = 7.into();
    assert!(!validator.is_valid(&other));
    assert!(serde_json::from_value::<Edition>(other).is_err());
}
