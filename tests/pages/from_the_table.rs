//! What an arbiter does from his table without the recorder's console: stops a clock
//! that ran out and rules as the article says, confirms a result, asks both players
//! of the facts; what is proposed, ticked and told where he rules.

use super::{
    browser::look,
    cup::{
        GAME, KO, case, finding, game, ko_retaken, rule_in_two_steps, run_out, send, signed_in,
        size, venue_of,
    },
    visitor::Visitor,
};
use crate::http::client::Answer;
use fupan_tests::script;
use serde_json::{Value, json};

/// Fills in the form of a fact, reads what will be written, and records it.
fn record(visitor: &mut Visitor<'_>, path: &str, fact: &str, fields: &[(&str, &str)]) -> Answer {
    let page = visitor.get(path);
    assert_eq!(page.status, 200, "{}", page.body);
    let address = path.split('?').next().unwrap();
    let mut first = vec![("step", fact)];
    first.extend(fields);
    let review = send(visitor, address, &page.body, &first);
    assert_eq!(review.status, 200, "{}", review.body);
    assert!(
        review.body.contains("Entries that will be written"),
        "{}",
        review.body
    );
    let second = format!("{fact}-record");
    let mut fields = fields.to_vec();
    fields.push(("step", &second));
    let unmeant = send(visitor, address, &review.body, &fields);
    assert_eq!(unmeant.status, 422, "{}", unmeant.body);
    fields.push(("confirmed", "1"));
    let recorded = send(visitor, address, &review.body, &fields);
    let again = send(visitor, address, &review.body, &fields);
    assert_eq!(again.status, recorded.status, "sent twice: {}", again.body);
    recorded
}

/// Whether it leads to a page, which is told that something is recorded.
fn leads(answer: &Answer, path: &str) -> bool {
    let rest = answer.header("location").strip_prefix(path);
    rest.is_some_and(|rest| rest.starts_with("?done="))
}

#[test]
fn a_clock_that_ran_out_is_stopped_from_the_table_and_ruled_as_the_article_says() {
    let venue = venue_of(&run_out());
    let mut arbiter = signed_in(&venue, "arb-1");
    let table = arbiter.get("/l/cup/table").body;
    assert!(table.contains("Time has run out"), "{table}");
    assert!(table.contains(&format!("href=\"{GAME}/rule\"")), "{table}");
    let rule = arbiter.get(&format!("{GAME}/rule")).body;
    let stop = format!("{GAME}/facts/stop");
    assert!(rule.contains(&format!("href=\"{stop}\"")), "{rule}");
    let before = size(&venue);
    let stopped = record(&mut arbiter, &stop, "stop", &[]);
    assert_eq!(stopped.status, 303, "{}", stopped.body);
    assert_eq!(size(&venue), before + 1, "sent twice, recorded once");
    let path = case(&venue, "TM-9");
    assert!(leads(&stopped, &path), "{}", stopped.header("location"));
    let told = arbiter.get(stopped.header("location")).body;
    assert!(told.contains("The clock is stopped for a ruling"), "{told}");
    // The article names the loss; the pass is shown with what it depends on.
    let page = arbiter.get(&path).body;
    let (_, offered) = page.split_once("What the article allows").unwrap();
    let (proposed, rest) = offered.split_once("Can be chosen only if").unwrap();
    assert!(
        proposed.contains("Proposed") && proposed.contains("value=\"loses on time\" checked"),
        "{proposed}"
    );
    assert!(
        proposed.contains("treated as a pass") && !proposed.contains("value=\"treated"),
        "{proposed}"
    );
    assert!(rest.contains("the player has applied for it"), "{rest}");
    let id = finding(&venue, "TM-9")["id"].as_str().unwrap().to_owned();
    let relief = format!("{GAME}/facts/relief?colour=white&finding={id}");
    assert!(
        page.contains(&relief.replace('&', "&amp;")) || page.contains(&relief),
        "{page}"
    );
    let applied = record(&mut arbiter, &relief, "relief", &[("colour", "white")]);
    assert_eq!(applied.status, 303, "{}", applied.body);
    assert!(leads(&applied, &path), "{}", applied.header("location"));
    // Now it is offered, and the ruling answers the application.
    let page = arbiter.get(&path).body;
    let pass = "treated as a pass, no stone to void";
    assert!(page.contains(&format!("value=\"{pass}\"")), "{page}");
    let (_, answers) = page.split_once("name=\"about\"").unwrap();
    let (answer, _) = answers.split_once('>').unwrap();
    assert!(answer.contains("checked"), "{answer}");
    let about = answer.split('"').nth(1).unwrap().to_owned();
    let chosen = [("outcome", pass), ("facts", "seen"), ("about", &about)];
    rule_in_two_steps(&mut arbiter, &path, &chosen);
    assert_eq!(finding(&venue, "TM-9")["status"], "ruled");
    assert_eq!(game(&venue)["requests"][0]["state"], "answered");
}

#[test]
fn a_result_is_confirmed_from_the_table() {
    let script = script::game("cn-2002")
        .stones("B D4, W Q16")
        .fact("resigned", json!({"colour": "black"}));
    let venue = venue_of(&script);
    let mut arbiter = signed_in(&venue, "arb-1");
    let path = format!("{GAME}/facts/confirm");
    for page in ["/l/cup/table", GAME] {
        let page = arbiter.get(page).body;
        assert!(page.contains(&format!("href=\"{path}\"")), "{page}");
    }
    let page = Visitor::new(&venue).get(GAME).body;
    assert!(
        !page.contains("/facts/confirm") && !page.contains("/rule\""),
        "{page}"
    );
    let by = [("by", "black"), ("by", "white")];
    let confirmed = record(&mut arbiter, &path, "confirm", &by);
    assert_eq!(confirmed.status, 303, "{}", confirmed.body);
    assert!(
        leads(&confirmed, "/l/cup/table"),
        "{}",
        confirmed.header("location")
    );
    let told = arbiter.get(confirmed.header("location")).body;
    assert!(told.contains("The confirmation is recorded"), "{told}");
    // To nobody else is it said.
    let told = signed_in(&venue, "chief-1")
        .get(confirmed.header("location"))
        .body;
    assert!(!told.contains("The confirmation is recorded"), "{told}");
    assert_eq!(game(&venue)["status"], "confirmed");
    // Nobody else may, and is told so.
    let mut panel = signed_in(&venue, "pan-1");
    let page = panel.get(&path).body;
    assert!(page.contains("not yours to record"), "{page}");
    let refused = send(
        &mut panel,
        &path,
        &page,
        &[("step", "confirm-record"), ("confirmed", "1")],
    );
    assert_eq!(refused.status, 403, "{}", refused.body);
}

#[test]
fn both_players_are_asked_of_the_facts_before_it_is_ruled() {
    let venue = venue_of(&ko_retaken());
    let path = case(&venue, "MV-5");
    let mut arbiter = signed_in(&venue, "arb-1");
    let page = arbiter.get(&path).body;
    assert!(
        page.contains("name=\"stands-black\"") && page.contains("name=\"said-white\""),
        "{page}"
    );
    let id = path.rsplit('/').next().unwrap();
    let asked = format!("{GAME}/facts/statements?finding={id}");
    let said = [
        ("stands-black", "agrees"),
        ("stands-white", "disputes"),
        ("said-white", "it was no ko"),
    ];
    let recorded = record(&mut arbiter, &asked, "statements", &said);
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    assert!(leads(&recorded, &path), "{}", recorded.header("location"));
    let page = arbiter.get(&path).body;
    let (_, told) = page.split_once("What the players say").unwrap();
    for said in [
        "agrees with the facts",
        "disputes the facts",
        "it was no ko",
    ] {
        assert!(told.contains(said), "{said}: {page}");
    }
    // It is a part of what is recorded, and no words put into anybody's mouth.
    let game = venue.get("/v1/ledgers/cup/entries?stream=game/r1-b1&limit=100");
    let entries = game.send().ok(200);
    let entries = entries["items"].as_array().unwrap().iter();
    let taken: Vec<&Value> = entries
        .map(|entry| &entry["entry"])
        .filter(|entry| entry["type"] == "statement_taken")
        .collect();
    assert_eq!(
        [&taken[0]["data"], &taken[1]["data"]],
        [
            &json!({"from": "ann", "stand": "agrees", "finding": id}),
            &json!({"from": "bo", "stand": "disputes", "finding": id, "text": "it was no ko"}),
        ]
    );
    // Who signs the ruling reads what he said, in his own language.
    let asked = json!({"finding": id, "outcome": KO});
    let ruled = venue
        .post("/v1/ledgers/cup/games/r1-b1/rulings")
        .official("cup", "arb-1")
        .json(&asked)
        .send()
        .ok(201);
    let sheet = format!("{GAME}/rulings/{}", ruled["ruling"].as_str().unwrap());
    let sheet = Visitor::reading(&venue, "ja").get(&sheet).body;
    for said in ["双方の言い分", "事実を認める", "事実を争う", "it was no ko"] {
        assert!(sheet.contains(said), "{said}: {sheet}");
    }
}

#[test]
fn a_ruling_answers_only_what_is_about_its_entry_unless_more_is_ticked() {
    let other = json!({"by": "white", "text": "he moved a stone", "about": "@B Q16"});
    let this = json!({"by": "black", "text": "he took it back at once", "about": "@W D4"});
    let script = script::game("cn-2002")
        .stones("B D5, W D2, B C4, W C3, B E4, W E3, B Q16")
        .fact("complaint_raised", other)
        .stones("W D4, B D3, W D4");
    let venue = venue_of(&script);
    let page = signed_in(&venue, "arb-1").get(&case(&venue, "MV-5")).body;
    let (_, answers) = page.split_once("name=\"about\"").unwrap();
    let (answer, _) = answers.split_once('>').unwrap();
    assert!(!answer.contains("checked"), "{answer}");
    let venue = venue_of(&ko_retaken().fact("complaint_raised", this));
    let page = signed_in(&venue, "arb-1").get(&case(&venue, "MV-5")).body;
    let (_, answers) = page.split_once("name=\"about\"").unwrap();
    let (answer, _) = answers.split_once('>').unwrap();
    assert!(answer.contains("checked"), "{answer}");
}

#[test]
fn the_review_names_the_ruling_that_is_recorded_and_the_desk_tells_it_as_one() {
    let venue = venue_of(&ko_retaken());
    let path = case(&venue, "MV-5");
    let mut arbiter = signed_in(&venue, "arb-1");
    let first = size(&venue);
    let chosen = [("outcome", KO), ("facts", "seen")];
    let [review, recorded] = rule_in_two_steps(&mut arbiter, &path, &chosen);
    let (_, ruling) = recorded.header("location").split_once("?ruled=").unwrap();
    let (ruling, _) = ruling.split_once('&').unwrap();
    assert!(
        review.body.contains(&format!("<code>{ruling}</code>")),
        "{ruling}: {}",
        review.body
    );
    // Its own warning is no earlier one, and what it is ruled on is no longer a move.
    let page = arbiter.get(&path).body;
    let (_, earlier) = page.split_once("Earlier warnings").unwrap();
    assert!(
        earlier
            .trim_start()
            .starts_with("in this game</h3><p class=\"soft\">Nobody was warned"),
        "{page}"
    );
    assert!(page.contains("which no longer stands"), "{page}");
    // A ruling that follows the article is told as one that does.
    let last = size(&venue) - 1;
    for seq in [first, last] {
        let entry = Visitor::new(&venue)
            .get(&format!("/l/cup/entries/{seq}"))
            .body;
        let told = format!("Entries #{first} to #{last} are one ruling");
        assert!(entry.contains(&told), "{told}: {entry}");
        assert!(
            entry.contains("ruled") && !entry.contains(">departed<"),
            "{entry}"
        );
    }
}

#[test]
fn what_was_wrong_has_the_focus_at_every_width() {
    let venue = venue_of(&ko_retaken());
    let token = venue.token("cup", "arb-1");
    let path = case(&venue, "MV-5");
    look(
        "what_was_wrong_has_the_focus_at_every_width",
        &venue,
        |browser| {
            let (token, path) = (&token, &path);
            async move {
                for width in [360, 1440] {
                    browser.looks(width, false);
                    if width == 360 {
                        browser.sign_in(token, path).await;
                    } else {
                        browser.open(path).await;
                    }
                    browser
                    .run("document.querySelector('input[value=\"own.orders\"]').click(); document.querySelector('form.ruling button').click()")
                    .await;
                    let focused = "const a = document.querySelector('.wrong[role=alert]');
                    const at = a?.getBoundingClientRect();
                    return a !== null && document.activeElement === a && at.top >= 0 && at.top < innerHeight";
                    browser
                        .until("the alert has the focus, in sight", focused)
                        .await;
                }
            }
        },
    );
}

#[test]
fn those_who_have_confirmed_a_result_already_are_named_and_sent_along() {
    let script = script::game("cn-2002")
        .stones("B D4, W Q16")
        .fact("resigned", json!({"colour": "black"}))
        .fact(
            "result_confirmed",
            json!({"result": {"outcome": "white", "by": "resignation"}, "by": ["white", "rec-1"]}),
        );
    let venue = venue_of(&script);
    let mut arbiter = signed_in(&venue, "arb-1");
    let path = format!("{GAME}/facts/confirm");
    let page = arbiter.get(&path).body;
    assert!(page.contains("Confirmed so far: White, rec-1."), "{page}");
    let confirmed = record(&mut arbiter, &path, "confirm", &[("by", "black")]);
    assert_eq!(confirmed.status, 303, "{}", confirmed.body);
    assert_eq!(game(&venue)["status"], "confirmed");
}

#[test]
fn a_confirmation_that_leaves_somebody_out_says_who_is_missing() {
    let script = script::game("cn-2002")
        .stones("B D4, W Q16")
        .fact("resigned", json!({"colour": "black"}));
    let venue = venue_of(&script);
    let mut arbiter = signed_in(&venue, "arb-1");
    let path = format!("{GAME}/facts/confirm");
    let page = arbiter.get(&path).body;
    let fields = [("by", "white"), ("step", "confirm")];
    let review = send(&mut arbiter, &path, &page, &fields).body;
    assert!(review.contains("Still missing: Black."), "{review}");
}

#[test]
fn a_confirmation_of_another_result_is_not_counted() {
    let won = |winner: &str, by: &[&str]| json!({"result": {"outcome": winner, "by": "resignation"}, "by": by});
    let script = script::game("cn-2002")
        .stones("B D4, W Q16")
        .fact("resigned", json!({"colour": "black"}))
        .fact("result_confirmed", won("white", &["white", "rec-1"]))
        .fact("result_confirmed", won("black", &["white"]));
    let venue = venue_of(&script);
    let mut arbiter = signed_in(&venue, "arb-1");
    let page = arbiter.get(&format!("{GAME}/facts/confirm")).body;
    assert!(page.contains("Confirmed so far: rec-1."), "{page}");
}
