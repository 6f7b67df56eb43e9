//! Who may record what (contract, section 10), cell by cell against a running
//! service: each kind of entry in each circumstance on which a right hangs,
//! handed in by everybody with a token of their own.

mod rows;

use crate::http::venue::{Answer, Venue};
use fupan_domain::official::matrix_markdown;
use fupan_tests::script::{Script, game, ruling_data};
use rows::{ROWS, Row, staffed};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Everybody who might try, with the column of the matrix in which they stand.
/// `on` has the game's board, `off` another; `nobody` has a token and no office;
/// `auditor` and `keeper` have tokens that are no official's.
const WHO: [(&str, &str); 15] = [
    ("org-1", "organiser"),
    ("chief-1", "chief arbiter, deputy"),
    ("dep-1", "chief arbiter, deputy"),
    ("arb-1", "arbiter"),
    ("arb-on", "arbiter"),
    ("arb-off", "arbiter"),
    ("rec-1", "recorder"),
    ("rec-on", "recorder"),
    ("rec-off", "recorder"),
    ("pan-1", "panel member"),
    ("rev-1", "reviewer"),
    ("aud-1", ""),
    ("nobody", ""),
    ("auditor", ""),
    ("keeper", "keeper"),
];

/// The matrix as the documentation has it: its cells by row and column.
fn documented() -> BTreeMap<String, BTreeMap<String, String>> {
    let table = matrix_markdown();
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim_start_matches("| ").trim_end_matches(" |");
        inner
            .split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let mut lines = table.lines();
    let head = cells(lines.next().unwrap());
    let rows = lines.skip(1).map(|line| {
        let row = cells(line);
        let by_column = head.iter().cloned().zip(row.iter().cloned()).skip(1);
        (row[0].clone(), by_column.collect())
    });
    rows.collect()
}

fn token(venue: &Venue, ledger: &str, who: &str) -> String {
    match who {
        "keeper" => venue.keeper().to_owned(),
        "auditor" => venue.new_token(&json!({"principal": {"role": "auditor", "ledger": ledger}})),
        _ => venue.token(ledger, who),
    }
}

fn hand_in(venue: &Venue, ledger: &str, who: &str, drafts: &Value) -> Answer {
    venue
        .post(&format!("/v1/ledgers/{ledger}/entries"))
        .token(&token(venue, ledger, who))
        .json(drafts)
        .send()
}

/// Whether somebody may record an entry. It is handed in together with one whose
/// id is taken, so that nothing is recorded either way: which of the two is in
/// the way tells.
fn may(venue: &Venue, ledger: &str, who: &str, attempt: &Value, taken: &Value) -> bool {
    let mut bound_to_fail = attempt.clone();
    bound_to_fail["id"] = taken.clone();
    let answer = hand_in(venue, ledger, who, &json!([attempt, bound_to_fail]));
    let problem = answer.json();
    let detail = problem["detail"].as_str().unwrap();
    match problem["code"].as_str().unwrap() {
        "id_reused" if detail.starts_with("draft 2 (index 1): ") => true,
        "no_right" if detail.starts_with("draft 1 (index 0): ") => {
            assert_eq!(answer.status, 403);
            false
        }
        "out_of_scope" if who == "auditor" => false,
        _ => panic!("{ledger}, {who}: {problem}"),
    }
}

fn try_by_all(venue: &Venue, number: usize, row: &Row) {
    let ledger = format!("row-{number}");
    let attempts = |who: &str| (row.attempt)(who).drafts();
    let mut before = attempts("org-1");
    before.pop();
    venue.play_drafts(&ledger, &before);
    let taken = before[0]["id"].clone();
    for (who, _) in WHO {
        let attempt = attempts(who).pop().unwrap();
        assert_eq!(
            may(venue, &ledger, who, &attempt, &taken),
            row.may.contains(&who),
            "{}, {}: {who}",
            row.of,
            row.what
        );
    }
    // The last one who may does.
    if let Some(who) = row.may.last() {
        let answer = hand_in(venue, &ledger, who, &json!([attempts(who).pop()]));
        let receipt = answer.ok(201);
        let entry = &receipt["entries"][0]["entry"];
        assert_eq!(
            (&entry["actor"], &entry["submitted_by"]),
            (&json!(who), &json!(who))
        );
    }
}

#[test]
fn everybody_may_record_what_the_matrix_says_and_nothing_else() {
    let venue = Venue::open();
    for (number, row) in ROWS.iter().enumerate() {
        try_by_all(&venue, number, row);
    }
}

#[test]
fn what_is_tried_covers_the_matrix_and_agrees_with_it() {
    let documented = documented();
    // Opening and stream log are tried below, what a review's ledger holds beside its other rules.
    let elsewhere = [
        "tournament opened",
        "stream log",
        "a review opened",
        "a review's entries",
    ];
    let tried: BTreeSet<&str> = ROWS.iter().map(|row| row.of).chain(elsewhere).collect();
    let listed: BTreeSet<&str> = documented.keys().map(String::as_str).collect();
    assert_eq!(tried, listed);
    for (of, cells) in &documented {
        for (who, column) in WHO.iter().filter(|(_, column)| !column.is_empty()) {
            let rows: Vec<&Row> = ROWS.iter().filter(|row| row.of == of).collect();
            let may = rows.iter().filter(|row| row.may.contains(who)).count();
            match cells[*column].as_str() {
                "yes" => assert_eq!(may, rows.len(), "{of}: {who}"),
                "" => assert_eq!(may, 0, "{of}: {who}"),
                // A right with a condition: see below.
                _ => {}
            }
        }
    }
    // A right with a condition is tried with it met and with it not met.
    let own = documented.iter();
    for (of, cells) in own.filter(|(of, _)| !elsewhere.contains(&of.as_str())) {
        for (column, cell) in cells {
            let tried = |met: bool| {
                let rows = ROWS.iter().filter(|row| row.of == of);
                let mut holders = WHO.iter().filter(|(_, c)| c == column);
                holders.any(|(who, _)| rows.clone().any(|row| row.may.contains(who) == met))
            };
            let conditional = !["", "yes"].contains(&cell.as_str());
            assert!(
                !conditional || tried(true) && tried(false),
                "{of}: {column}: {cell}"
            );
        }
    }
}

#[test]
fn whoever_opens_a_ledger_becomes_its_organiser() {
    let venue = Venue::open();
    for (who, _) in WHO {
        let ledger = format!("by-{who}");
        let mut first = game("cn-2002").drafts()[0].clone();
        first["actor"] = json!(who);
        let body = json!({"ledger": ledger, "entry": first});
        let asking = venue
            .post("/v1/ledgers")
            .token(&token(&venue, &ledger, who));
        let answer = asking.json(&body).send();
        if who == "auditor" {
            answer.problem("out_of_scope");
            continue;
        }
        answer.ok(201);
        let eve = json!({"stream": "tournament", "type": "player_registered", "actor": who,
            "at": "2026-05-01T10:00:00.000Z", "data": {"player": "eve", "name": "Eve"}});
        hand_in(&venue, &ledger, who, &json!([eve])).ok(201);
        // A second time nobody does.
        first["id"] = json!("00000000-0000-4000-8000-00000000ffff");
        let again = json!([first]);
        hand_in(&venue, &ledger, who, &again).problem("opened_already");
    }
}

#[test]
fn what_belongs_to_a_review_is_nobodys_in_a_tournament() {
    let venue = Venue::open();
    let script = staffed(game("cn-2002"));
    venue.play("cup", &script);
    for (stream, type_name) in [
        ("review", "review_opened"),
        ("review", "analysis_recorded"),
        ("access", "data_seen"),
        ("access", "token_used"),
    ] {
        for (who, _) in WHO.iter().filter(|(who, _)| *who != "auditor") {
            let draft = json!({"stream": stream, "type": type_name, "actor": who,
                "at": "2026-05-01T10:00:00.000Z", "data": {}});
            hand_in(&venue, "cup", who, &json!([draft])).problem("schema");
        }
    }
}

#[test]
fn stream_log_is_the_keepers_alone() {
    let venue = Venue::open();
    venue.play("cup", &staffed(game("cn-2002")));
    let anchored = |actor: &str| {
        let data = json!({"label": "0".repeat(32), "size": 7, "root": "a".repeat(64)});
        json!([{"stream": "log", "type": "ledger_anchored", "actor": actor,
            "at": "2026-05-01T10:00:00.000Z", "data": data}])
    };
    for (who, _) in WHO {
        let answer = hand_in(&venue, "cup", who, &anchored(who));
        match who {
            "keeper" => drop(answer.ok(201)),
            "auditor" => drop(answer.problem("out_of_scope")),
            _ => drop(answer.problem("not_for_others")),
        }
    }
    hand_in(&venue, "cup", "keeper", &anchored("org-1")).problem("no_right");
}

/// The last draft of a script, handed in after all others.
fn last_of(venue: &Venue, ledger: &str, script: &Script) -> Answer {
    let drafts = script.drafts();
    let (last, before) = drafts.split_last().unwrap();
    venue.play_drafts(ledger, before);
    venue.hand_in(ledger, std::slice::from_ref(last))
}

#[test]
fn nobody_rules_on_a_game_that_they_play_nor_on_an_appeal_against_their_ruling() {
    let venue = Venue::open();
    let ruling = |id: &str| ruling_data(id, "cn-2002:18.3", json!([]));
    let plays = || {
        game("cn-2002")
            .appoint("ann", "chief_arbiter")
            .rules("ruling-1", json!([]))
    };
    let mut joint = ruling("ruling-2");
    joint["with"] = json!(["ann"]);
    let of_one = |more: Value| {
        let mut data = json!({"colour": "white", "article": "cn-2002:18.3", "ruling": "ruling-1"});
        data.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        data
    };
    let lose = json!({"penalty": "lose_game"});
    let ruled = || {
        game("cn-2002")
            .appoint("arb-1", "panel_member")
            .by("arb-1", "ruling_made", ruling("ruling-1"))
            .called("ruling-1")
            .files("a1", &["ruling-1"])
    };
    let appeal = |actor: &str, type_name: &str, data: Value| {
        ruled().draft("appeal/a1", actor, type_name, data)
    };
    let decision = json!({"outcome": "dismissed", "orders": [], "reasons": "r"});
    for (number, script) in [
        plays().by("ann", "ruling_made", ruling("ruling-2")),
        plays().by("arb-1", "ruling_made", joint),
        plays().by("ann", "warning_issued", of_one(json!({}))),
        plays().by("ann", "admonition_given", of_one(json!({}))),
        plays().by("ann", "penalty_imposed", of_one(lose)),
        appeal("org-1", "panel_seated", json!({"members": ["arb-1"]})),
        appeal("arb-1", "appeal_decided", decision.clone()),
    ]
    .iter()
    .enumerate()
    {
        let answer = last_of(&venue, &format!("own-{number}"), script);
        assert_eq!(answer.problem("own_matter")["status"], 403, "{number}");
    }
    // Another of the same office may.
    let other = appeal("pan-1", "appeal_decided", decision);
    last_of(&venue, "other", &other).ok(201);
    // The route of rulings asks the same.
    let asked = json!({"article": "cn-2002:23.3", "outcome": "warned", "warnings": ["white"], "reasons": "r"});
    for dry_run in ["", "?dry_run=true"] {
        let path = format!("/v1/ledgers/own-0/games/r1-b1/rulings{dry_run}");
        let asking = venue.post(&path).official("own-0", "ann");
        asking.json(&asked).send().problem("own_matter");
    }
}

#[test]
fn on_a_finding_of_the_chief_only_the_chief_rules() {
    let venue = Venue::open();
    let moved =
        json!({"breach": "stone_displaced", "about": "@B Q16", "points": ["Q15"], "facts": "f"});
    let script =
        staffed(game("cn-2002").stones("B Q16, W D4")).by("arb-1", "breach_observed", moved);
    let ko = staffed(game("cn-2002"))
        .stones("B D5, W D2, B C4, W C3, B E4, W E3, B Q16, W D4, B D3, W D4");
    let chiefs: &[&str] = &["chief-1", "dep-1"];
    let arbiters: &[&str] = &["chief-1", "dep-1", "arb-1", "arb-on"];
    for (ledger, script, rule, outcome, rulers) in [
        ("moved", script, "MV-14@", "stands where it is", chiefs),
        ("ko", ko, "MV-5@", "void, turn lost, warning", arbiters),
    ] {
        venue.play(ledger, &script);
        let game = format!("/v1/ledgers/{ledger}/games/r1-b1");
        let told = venue.get(&format!("{game}/findings")).send().ok(200);
        let findings = told["findings"].as_array().unwrap();
        let of_rule = |f: &&Value| f["id"].as_str().unwrap().starts_with(rule);
        let finding = findings.iter().find(of_rule).unwrap();
        let asked = json!({"finding": finding["id"], "outcome": outcome});
        for (who, _) in WHO {
            let answer = venue
                .post(&format!("{game}/rulings?dry_run=true"))
                .token(&token(&venue, ledger, who))
                .json(&asked)
                .send();
            match who {
                _ if rulers.contains(&who) => drop(answer.ok(200)),
                "auditor" => drop(answer.problem("out_of_scope")),
                _ => drop(answer.problem("no_right")),
            }
            if !rulers.contains(&who) {
                assert_eq!(answer.status, 403);
                let ruling = venue.post(&format!("{game}/rulings"));
                let ruling = ruling.token(&token(&venue, ledger, who)).json(&asked);
                assert_eq!(ruling.send().status, 403, "{who}");
            }
        }
        let ruler = rulers.last().unwrap();
        let ruling = venue
            .post(&format!("{game}/rulings"))
            .official(ledger, ruler);
        ruling.json(&asked).send().ok(201);
    }
}
