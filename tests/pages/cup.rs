//! The game of ledger `cup` at which most tests of cases look, and what they ask of it:
//! a ko retaken, a clock that ran out, its findings and their pages, who signs in.

use super::visitor::{Visitor, hidden};
use crate::http::{client::Answer, venue::Venue};
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};

/// The outcome of a ko retaken too early, as the article has it.
pub const KO: &str = "void, turn lost, warning";
/// White retakes a single ko.
pub const STONES: &str = "B D5, W D2, B C4, W C3, B E4, W E3, B Q16, W D4, B D3, W D4";
pub const GAME: &str = "/l/cup/games/r1-b1";

pub fn venue_of(script: &Script) -> Venue {
    let venue = super::venues::venue();
    venue.play("cup", script);
    venue
}

/// White has just retaken a single ko.
pub fn ko_retaken() -> Script {
    script::game("cn-2002").stones(STONES)
}

/// White's clock has run since a day long past, and nothing was recorded since.
pub fn run_out() -> Script {
    let time = json!({"turn_ends": "press", "time": {"kind": "reserved_byoyomi",
        "limit_ms": 60_000, "periods": 1, "period_ms": 30_000}});
    script::game_with("cn-2002", &time)
        .stones("B D4")
        .fact("clock_pressed", json!({"colour": "black"}))
}

pub fn game(venue: &Venue) -> Value {
    venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200)
}

/// How many entries the ledger has.
pub fn size(venue: &Venue) -> u64 {
    let told = venue.get("/v1/ledgers/cup").send().ok(200);
    told["size"].as_u64().unwrap()
}

/// The game's finding by that row of the rule table.
pub fn finding(venue: &Venue, row: &str) -> Value {
    let game = game(venue);
    let findings = game["findings"].as_array().unwrap();
    let is = |f: &&Value| f["id"].as_str().unwrap().starts_with(&format!("{row}@"));
    findings.iter().find(is).unwrap().clone()
}

/// The page of that finding.
pub fn case(venue: &Venue, row: &str) -> String {
    let finding = finding(venue, row);
    format!("{GAME}/findings/{}", finding["id"].as_str().unwrap())
}

pub fn signed_in<'a>(venue: &'a Venue, official: &str) -> Visitor<'a> {
    Visitor::signed_in(venue, &venue.token("cup", official))
}

/// The part of a page that is the form of one step.
pub fn form<'a>(page: &'a str, step: &str) -> &'a str {
    let mark = format!("name=\"step\" value=\"{step}\"");
    let at = page
        .find(&mark)
        .unwrap_or_else(|| panic!("no {step}: {page}"));
    let begin = page[..at].rfind("<form").unwrap();
    let end = page[at..].find("</form>").unwrap();
    &page[begin..at + end]
}

/// Sends a form with what its page says in hidden fields.
pub fn send(visitor: &mut Visitor<'_>, path: &str, page: &str, fields: &[(&str, &str)]) -> Answer {
    let names = ["csrf", "key", "seen", "finding", "thinking", "game_seen"];
    let kept = names
        .iter()
        .filter(|n| page.contains(&format!("name=\"{n}\"")));
    let kept: Vec<(&str, String)> = kept.map(|n| (*n, hidden(page, n))).collect();
    let mut all: Vec<(&str, &str)> = kept.iter().map(|(n, v)| (*n, v.as_str())).collect();
    all.extend(fields);
    visitor.post(path, &all)
}

/// Rules on a case in its two steps: the answer that reviews it, and the one that records it.
pub fn rule_in_two_steps(
    visitor: &mut Visitor<'_>,
    path: &str,
    chosen: &[(&str, &str)],
) -> [Answer; 2] {
    let page = visitor.get(path);
    let review = [chosen, &[("step", "review")]].concat();
    let review = send(visitor, path, &page.body, &review);
    assert_eq!(review.status, 200, "{}", review.body);
    let record = [chosen, &[("step", "record"), ("confirmed", "1")]].concat();
    let recorded = send(visitor, path, &review.body, &record);
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    [review, recorded]
}
