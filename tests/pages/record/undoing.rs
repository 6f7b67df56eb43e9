//! What was keyed wrongly is undone at the console: the point is touched, the press
//! goes with its stone, and what that comes to is said before it is recorded.

use super::desk::{at_the_board, begun, recorded, rows, told};
use crate::pages::browser::Browser;
use fantoccini::key::Key;
use serde_json::json;

/// Opens the dialog and chooses the entry that says so.
async fn undo(browser: &Browser, said: &str) {
    browser.click("button[data-dialog=undo-dialog]").await;
    let chosen = format!(
        "const label = Array.from(document.querySelectorAll('#undo-list label'))
            .find((label) => label.innerText.includes({said:?}));
        if (!label) return false;
        label.querySelector('input').click();
        return true"
    );
    browser.until("the entry", &chosen).await;
}

/// Which reasons are offered.
const OFFERED: &str = "return Array.from(document.querySelectorAll('#undo-dialog [name=because]'))
    .filter((input) => input.checkVisibility() && !input.disabled).map((input) => input.value)";

#[test]
fn undoing_is_a_correction_that_leaves_the_entry_in_the_record() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.place("C3").await;
        browser.all_sealed().await;
        // The last entry is proposed; the stone was at D3.
        browser.click("button[data-dialog=undo-dialog]").await;
        browser.fill("#in-instead", "d3").await;
        browser.press_key(Key::Enter).await;
        assert_eq!(recorded(venue).len(), 2, "no key records");
        browser.click("#undo-on").await;
        browser.sees("#undo-told", "D3").await;
        assert_eq!(recorded(venue).len(), 2, "nor does the first step");
        browser.answer("undo-dialog").await;
        browser.newest("Entry corrected").await;
        browser.all_sealed().await;
        let now = rows(venue);
        assert_eq!(now[6], "...X.....");
        browser.has_rows(&now).await;
        let entries = recorded(venue);
        let correction = &entries[2]["entry"]["data"];
        assert_eq!(correction["entry"], entries[1]["entry"]["id"]);
        assert_eq!(correction["reason"], "Wrong point");
        assert_eq!(correction["replacement"]["data"]["point"], "D3");
        // What is not sealed yet is undone in the same way.
        browser.network(false);
        browser.place("E5").await;
        browser.click("button[data-dialog=undo-dialog]").await;
        browser
            .choose("undo-dialog", "because", "record-because-not")
            .await;
        browser.click("#undo-on").await;
        browser.answer("undo-dialog").await;
        browser.waits(2).await;
        browser.has_rows(&now).await;
        browser.network(true);
        browser.all_sealed().await;
        assert_eq!(rows(venue), now);
        assert_eq!(recorded(venue).len(), 5);
    });
}

#[test]
fn the_right_point_is_touched_on_the_board() {
    at_the_board(&begun(), 360, async |browser, venue| {
        browser.place("C3").await;
        browser.all_sealed().await;
        browser.click("button[data-dialog=undo-dialog]").await;
        browser.click("#undo-on").await;
        browser
            .sees("#mode-help", "where the stone really was")
            .await;
        browser.picture("undo-instead-360");
        // Called off, nothing has happened.
        browser.click("#leave").await;
        browser.sees("#mode-help", "Tap a point").await;
        browser.click("button[data-dialog=undo-dialog]").await;
        browser.click("#undo-on").await;
        browser.tap("D4").await;
        browser.proposes("It was at black D4").await;
        browser.click("#place").await;
        browser.sees("#undo-told", "D4").await;
        assert_eq!(recorded(venue).len(), 2, "nothing is recorded yet");
        browser.sees("#undo-follows", "White is to play").await;
        browser.answer("undo-dialog").await;
        browser.newest("Entry corrected").await;
        browser.all_sealed().await;
        let now = rows(venue);
        assert_eq!(now[5], "...X.....", "{now}");
        browser.has_rows(&now).await;
    });
}

#[test]
fn the_press_goes_with_its_stone_or_what_is_found_then_is_said() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.place("C3").await;
        browser.press_clock().await;
        browser.all_sealed().await;
        undo(browser, "C3").await;
        let because = "record-because-not";
        browser.choose("undo-dialog", "because", because).await;
        browser.click("#undo-on").await;
        browser.sees("#undo-press", "Clock pressed").await;
        browser.sees("#undo-follows", "Black is to play").await;
        let follows = "return document.querySelector('#undo-follows').innerText.includes('TM-11')";
        browser.answers(follows, false).await;
        // The press alone would be one before the stone.
        browser.click("#undo-dialog [name=press]").await;
        browser.sees("#undo-follows", "TM-11").await;
        browser.picture("undo-press");
        // Without the service the page knows that itself.
        browser.network(false);
        browser.click("#undo-dialog [name=press]").await;
        browser.sees("#undo-follows", "does not answer").await;
        browser.answers(follows, false).await;
        browser.click("#undo-dialog [name=press]").await;
        browser.sees("#undo-follows", "TM-11").await;
        browser.network(true);
        browser.click("#undo-dialog [name=press]").await;
        browser.sees("#undo-follows", "Black is to play").await;
        browser.answer("undo-dialog").await;
        let sealed = "return fupan.desk.sealed.version === 4";
        browser.until("both corrections", sealed).await;
        let expected = [
            "game_started",
            "stone_played black C3",
            "clock_pressed black",
            "entry_corrected",
            "entry_corrected",
        ];
        assert_eq!(told(&recorded(venue)), expected);
        let view = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
        let found = view["findings"].as_array().unwrap().iter();
        let rules: Vec<_> = found.filter_map(|finding| finding["id"].as_str()).collect();
        assert!(rules.iter().all(|id| !id.starts_with("TM-11")), "{rules:?}");
        assert_eq!(view["clock"]["black"]["running"], true);
    });
}

#[test]
fn only_what_can_be_wrong_with_an_entry_is_offered_as_the_reason() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.place("C3").await;
        browser.press_clock().await;
        browser.click("button[data-dialog=stop-dialog]").await;
        browser.answer("stop-dialog").await;
        browser.newest("Game paused").await;
        undo(browser, "Game paused").await;
        browser
            .answers(OFFERED, json!(["record-because-not", "other"]))
            .await;
        browser.click("#undo-on").await;
        browser.sees("#undo-dialog [data-wrong]", "Choose").await;
        browser
            .run("document.querySelector('#undo-dialog').close()")
            .await;
        undo(browser, "Clock pressed").await;
        let press = json!(["record-because-side", "record-because-not", "other"]);
        browser.answers(OFFERED, press).await;
        browser.click("#undo-on").await;
        browser.sees("#undo-dialog [data-wrong]", "Choose").await;
        assert_eq!(recorded(venue).len(), 4);
    });
}
