//! What a case, its facts and its appeals say: no more than is so, and all of it;
//! what is read before it is recorded is what is recorded; nothing that was written
//! is lost.

use super::{
    browser::look,
    cup::{
        GAME, KO, case, form, game, ko_retaken, rule_in_two_steps, run_out, send, signed_in,
        venue_of,
    },
    visitor::{Visitor, hidden},
};
use crate::http::{client::Answer, venue::Venue};
use fupan_store::wall_clock;
use fupan_tests::script;
use serde_json::{Value, json};

const STOP: &str = "/l/cup/games/r1-b1/facts/stop";

fn hand_in(venue: &Venue, type_name: &str, data: &Value) {
    let draft = json!({"stream": "game/r1-b1", "type": type_name, "at": wall_clock(),
        "actor": "rec-1", "data": data});
    venue.hand_in("cup", &[draft]).ok(201);
}

/// Rules without a finding, and answers where that leads.
fn ruled_without_finding(arbiter: &mut Visitor<'_>) -> String {
    let path = format!("{GAME}/rule");
    let mine = [
        ("outcome", "own.orders"),
        ("words", "the spectator is asked to leave"),
        ("article", "cn-2002:30.6"),
        ("facts", "a spectator whispers"),
        ("reasons", "heard by the arbiter"),
    ];
    let [review, recorded] = rule_in_two_steps(arbiter, &path, &mine);
    // A clock that runs meanwhile is not what the ruling does.
    assert!(!review.body.contains("clock</th>"), "{}", review.body);
    recorded.header("location").to_owned()
}

#[test]
fn a_ruling_is_not_said_to_take_the_time_that_merely_ran() {
    let venue = venue_of(&run_out());
    let mut arbiter = signed_in(&venue, "chief-1");
    ruled_without_finding(&mut arbiter);
}

#[test]
fn a_ruling_without_a_finding_is_shown_with_its_sheet_and_not_asked_for_again() {
    let venue = venue_of(&script::game("cn-2002").stones("B D4, W Q16"));
    let mut arbiter = signed_in(&venue, "chief-1");
    let led = ruled_without_finding(&mut arbiter);
    let page = arbiter.get(&led).body;
    let id = game(&venue)["rulings"][0]["ruling"]
        .as_str()
        .unwrap()
        .to_owned();
    for told in [
        format!("href=\"{GAME}/rulings/{id}\""),
        format!("href=\"/l/cup/appeals?against={id}#file\""),
        "heard by the arbiter".to_owned(),
        "Another ruling without a finding".to_owned(),
    ] {
        assert!(page.contains(&told), "{told}: {page}");
    }
    assert!(!page.contains("name=\"reasons\""), "{page}");
}

#[test]
fn play_that_was_stopped_is_let_go_on_from_the_table_once_it_is_ruled() {
    let venue = venue_of(&script::game("cn-2002").stones("B D4, W Q16"));
    let mut arbiter = signed_in(&venue, "chief-1");
    let page = arbiter.get(STOP).body;
    let review = send(&mut arbiter, STOP, &page, &[("step", "stop")]);
    let act = [("step", "stop-record"), ("confirmed", "1")];
    let stopped = send(&mut arbiter, STOP, &review.body, &act);
    assert_eq!(stopped.status, 303, "{}", stopped.body);
    let resume = format!("{GAME}/facts/resume");
    let offers = format!("href=\"{resume}\"");
    let table = arbiter.get("/l/cup/table").body;
    assert!(!table.contains(&offers), "first it is ruled: {table}");
    let led = ruled_without_finding(&mut arbiter);
    let (page, table) = (arbiter.get(&led).body, arbiter.get("/l/cup/table").body);
    for page in [&page, &table] {
        assert!(
            page.contains(&offers) && page.contains("Let the game go on"),
            "{page}"
        );
    }
    let page = arbiter.get(&resume).body;
    let review = send(&mut arbiter, &resume, &page, &[("step", "resume")]);
    assert_eq!(review.status, 200, "{}", review.body);
    let act = [("step", "resume-record"), ("confirmed", "1")];
    for _ in 0..2 {
        let resumed = send(&mut arbiter, &resume, &review.body, &act);
        assert_eq!(resumed.status, 303, "sent twice: {}", resumed.body);
    }
    assert_eq!(game(&venue)["status"], "playing");
    let page = arbiter.get(&resume).body;
    assert!(page.contains("Play does not stand still"), "{page}");
}

#[test]
fn a_clock_is_stopped_as_it_was_read_and_only_once() {
    let venue = venue_of(&script::game("cn-2002").stones("B D4, W Q16"));
    let (mut first, mut second) = (signed_in(&venue, "arb-1"), signed_in(&venue, "chief-1"));
    let old = second.get(STOP).body;
    let page = first.get(STOP).body;
    let review = send(&mut first, STOP, &page, &[("step", "stop")]);
    assert!(review.body.contains("Black"), "{}", review.body);
    hand_in(
        &venue,
        "stone_played",
        &json!({"colour": "black", "point": "K10"}),
    );
    hand_in(&venue, "clock_pressed", &json!({"colour": "black"}));
    let act = [("step", "stop-record"), ("confirmed", "1")];
    let refused = send(&mut first, STOP, &review.body, &act);
    assert_eq!(refused.status, 412, "{}", refused.body);
    assert!(refused.body.contains("gone on since you read this"));
    assert_eq!(game(&venue)["status"], "playing");
    assert_eq!(hidden(&refused.body, "thinking"), "white");
    let stopped = send(&mut first, STOP, &refused.body, &act);
    assert_eq!(stopped.status, 303, "{}", stopped.body);
    assert_eq!(game(&venue)["status"], "paused");
    // Nobody stops it once more, by an old form or a new one.
    for fields in [&[("step", "stop")][..], &act] {
        let refused = send(&mut second, STOP, &old, fields);
        assert_eq!(refused.status, 412, "{}", refused.body);
    }
    let page = second.get(STOP).body;
    assert!(
        page.contains("Play stands still already")
            && !page.contains("name=\"step\" value=\"stop\""),
        "{page}"
    );
}

#[test]
fn who_has_confirmed_a_result_is_told_before_another_does() {
    let script = script::game("cn-2002")
        .stones("B D4, W Q16")
        .fact("resigned", json!({"colour": "black"}));
    let venue = venue_of(&script);
    let path = format!("{GAME}/facts/confirm");
    let (mut first, mut second) = (signed_in(&venue, "arb-1"), signed_in(&venue, "chief-1"));
    let old = second.get(&path).body;
    let by = ("by", "white");
    let late = send(&mut second, &path, &old, &[("step", "confirm"), by]);
    let page = first.get(&path).body;
    let review = send(&mut first, &path, &page, &[("step", "confirm"), by]);
    let act = [("step", "confirm-record"), ("confirmed", "1"), by];
    let recorded = send(&mut first, &path, &review.body, &act);
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    // Whoever comes second reads who came first, in words.
    let refused = send(&mut second, &path, &late.body, &act);
    assert_eq!(refused.status, 412, "{}", refused.body);
    let page = second.get(&path).body;
    for page in [&refused.body, &page] {
        let (_, told) = page.split_once("Confirmed so far").unwrap();
        let (told, _) = told.split_once("</ul>").unwrap();
        assert!(told.contains("White") && told.contains("arb-1"), "{told}");
        assert!(!page.contains("is at version"), "{page}");
    }
}

#[test]
fn reasons_that_are_left_out_are_said_in_the_arbiters_language() {
    let venue = venue_of(&ko_retaken());
    let path = case(&venue, "MV-5");
    let mut arbiter = Visitor::reading(&venue, "ja");
    assert_eq!(arbiter.sign_in(&venue.token("cup", "arb-1")).status, 303);
    let address = format!("{path}?lang=ja");
    let page = arbiter.get(&address).body;
    assert!(page.contains("空欄なら"), "{page}");
    let chosen = [("outcome", KO), ("facts", "見た")];
    rule_in_two_steps(&mut arbiter, &address, &chosen);
    let reasons = game(&venue)["rulings"][0]["reasons"].clone();
    let reasons = reasons.as_str().unwrap();
    assert!(reasons.ends_with("のとおり"), "{reasons}");
}

#[test]
fn what_no_arbiter_can_read_is_not_said() {
    let venue = venue_of(&ko_retaken());
    let path = case(&venue, "MV-5");
    let id = path.rsplit('/').next().unwrap();
    let asked = json!({"finding": id, "outcome": KO});
    venue
        .post("/v1/ledgers/cup/games/r1-b1/rulings")
        .official("cup", "chief-1")
        .json(&asked)
        .send()
        .ok(201);
    hand_in(
        &venue,
        "stone_played",
        &json!({"colour": "black", "point": "K10"}),
    );
    let page = signed_in(&venue, "chief-1")
        .get(&format!("{path}?again=1"))
        .body;
    let (_, form) = page.split_once("id=\"decide\"").unwrap();
    let whys: Vec<&str> = form
        .split("class=\"grave\">✕ ")
        .skip(1)
        .map(|why| why.split("</p>").next().unwrap())
        .collect();
    assert!(!whys.is_empty(), "{form}");
    for why in whys {
        assert!(why.contains('#') && !why.contains("-4"), "{why}");
    }
    // What is ruled is not to be raised any more.
    assert!(!page.contains("To be raised"), "{page}");
}

#[test]
fn a_text_that_is_too_long_is_told_before_the_review_and_comes_back() {
    let venue = venue_of(&ko_retaken());
    let mut arbiter = signed_in(&venue, "arb-1");
    let path = format!("{GAME}/facts/statements");
    let page = arbiter.get(&path).body;
    for letter in ["a", "棋"] {
        let said = letter.repeat(30_000);
        let fields = [("step", "statements"), ("said-black", said.as_str())];
        let refused = send(&mut arbiter, &path, &page, &fields);
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(
            refused.body.contains("an entry holds at most 10000"),
            "{}",
            refused.body
        );
        assert!(refused.body.contains(&said), "what was typed is gone");
    }
}

#[test]
fn what_a_player_said_is_kept_in_the_browser_until_it_is_recorded() {
    let venue = venue_of(&ko_retaken());
    let mut arbiter = signed_in(&venue, "arb-1");
    let mut keys = Vec::new();
    let finding = case(&venue, "MV-5");
    let id = finding.rsplit('/').next().unwrap();
    let asked = format!("{GAME}/facts/statements?finding={id}");
    for path in [finding.as_str(), asked.as_str()] {
        let page = arbiter.get(path).body;
        let form = form(&page, "statements");
        let said = form.split("id=\"said-black\"").nth(1).unwrap();
        assert!(said.split('>').next().unwrap().contains("data-kept"));
        assert!(!hidden(form, "key").is_empty(), "it ends with its own form");
        let key = form.split("data-draft=\"").nth(1).unwrap();
        keys.push(key.split('"').next().unwrap().to_owned());
    }
    assert_eq!(keys[0], keys[1], "it is the same form");
    // No link puts words into a player's mouth.
    let made_up = format!("{GAME}/facts/statements?finding=MV-99%40made-up");
    let page = arbiter.get(&made_up).body;
    let fields = [("step", "statements"), ("stands-black", "agrees")];
    let address = format!("{GAME}/facts/statements");
    let review = send(&mut arbiter, &address, &page, &fields);
    let (_, written) = review.body.split_once("Entries that will be").unwrap();
    let (written, _) = written.split_once("</ol>").unwrap();
    assert!(!written.contains("MV-99"), "{written}");
    // Recorded, its page ends the draft.
    let page = arbiter.get(&asked).body;
    let review = send(&mut arbiter, &address, &page, &fields);
    let act = [
        ("step", "statements-record"),
        ("stands-black", "agrees"),
        ("confirmed", "1"),
    ];
    let recorded = send(&mut arbiter, &address, &review.body, &act);
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    let page = arbiter.get(recorded.header("location")).body;
    assert!(
        page.contains(&format!("data-drops=\"{}\"", keys[0])),
        "{page}"
    );
}

/// An appeal against a warning of the arbiter's, filed by its form; answers its path.
fn file(visitor: &mut Visitor<'_>, ruling: &str, id: &str) -> Answer {
    let path = format!("/l/cup/appeals?against={ruling}");
    let page = visitor.get(&path).body;
    let fields = [
        ("against", ruling),
        ("appeal", id),
        ("by", "bo"),
        ("grounds", "it was no ko"),
        ("relief", "play on"),
    ];
    let mut first = fields.to_vec();
    first.push(("step", "file"));
    let review = send(visitor, &path, form(&page, "file"), &first);
    if review.status != 200 {
        return review;
    }
    let mut act = fields.to_vec();
    act.extend([("step", "file-record"), ("confirmed", "1")]);
    send(visitor, &path, form(&review.body, "file-record"), &act)
}

#[test]
fn an_appeal_is_filed_once_and_tells_that_it_was_taken_back() {
    let venue = venue_of(&ko_retaken());
    let id = case(&venue, "MV-5");
    let asked = json!({"finding": id.rsplit('/').next().unwrap(), "outcome": KO});
    let ruled = venue
        .post("/v1/ledgers/cup/games/r1-b1/rulings")
        .official("cup", "arb-1")
        .json(&asked)
        .send()
        .ok(201);
    let ruling = ruled["ruling"].as_str().unwrap();
    let mut chief = signed_in(&venue, "chief-1");
    let filed = file(&mut chief, ruling, "ap-1");
    assert_eq!(filed.status, 303, "{}", filed.body);
    let again = file(&mut chief, ruling, "ap-2");
    assert_eq!(again.status, 409, "{}", again.body);
    assert!(again.body.contains("is open already: ap-1"));
    let path = "/l/cup/appeals/ap-1";
    let page = chief.get(path).body;
    let fields = [
        ("step", "withdraw"),
        ("reason", "both have made peace"),
        ("sure", "1"),
    ];
    let taken_back = send(&mut chief, path, form(&page, "withdraw"), &fields);
    assert_eq!(taken_back.status, 303, "{}", taken_back.body);
    let page = Visitor::new(&venue).get(path).body;
    let (_, told) = page.split_once("Decision</h2>").unwrap();
    for said in ["both have made peace", "chief-1", "<time datetime="] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert!(!told.contains("Nothing has been decided yet"), "{told}");
    // What was taken back can be appealed anew.
    assert_eq!(file(&mut chief, ruling, "ap-2").status, 303);
}

#[test]
fn orders_of_ones_own_unfold_where_they_are_chosen_and_a_review_has_the_focus() {
    let venue = venue_of(&ko_retaken());
    let token = venue.token("cup", "arb-1");
    let path = case(&venue, "MV-5");
    look(
        "orders_of_ones_own_unfold_where_they_are_chosen_and_a_review_has_the_focus",
        &venue,
        |browser| async move {
            browser.looks(360, false);
            browser.sign_in(&token, &path).await;
            // What it is about stands before the board, also on a phone.
            let first = "return document.querySelector('#matter').getBoundingClientRect().top
                < document.querySelector('#part').getBoundingClientRect().top";
            browser.answers(first, true).await;
            let open = "return document.querySelector('#own-orders').open";
            browser.answers(open, false).await;
            browser.click("[id='outcome.own']").await;
            browser.answers(open, true).await;
            browser.click("[id='outcome.0']").await;
            browser
                .follow("form.ruling:has(input[name=outcome]) > button")
                .await;
            let focus = "return document.activeElement.matches('h1[data-begins]')";
            browser.answers(focus, true).await;
        },
    );
}
