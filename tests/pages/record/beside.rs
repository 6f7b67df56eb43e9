//! What the console says beside what is recorded: what was corrected, whose time is
//! over, what a touch would do, who is still away.

use super::desk::{at_the_board, begun, recorded, told};
use serde_json::json;

#[test]
fn the_last_entries_tell_what_was_corrected_and_as_what_it_is_read() {
    let right = json!({"colour": "black", "point": "C3"});
    let keyed = begun()
        .stones("B C4")
        .corrects("B C4", Some(("stone_played", right, "10:00")));
    at_the_board(&keyed, 820, async |browser, _venue| {
        browser.newest("Entry corrected: #").await;
        browser.newest("C4 → ").await;
        browser.newest("C3").await;
        browser.sees("#log li:nth-child(2)", "C4").await;
        browser.sees("#log li:nth-child(2)", "corrected").await;
    });
}

#[test]
fn a_side_without_time_is_told_and_the_arbiter_offered() {
    at_the_board(&begun(), 820, async |browser, _venue| {
        browser.sees("#mode-help", "Black has no time left").await;
        let offered = "return document.querySelector('button[data-dialog=arbiter-dialog]').matches('.rec-due')";
        browser.until("the arbiter is offered", offered).await;
    });
}

#[test]
fn a_press_that_is_asked_about_names_the_stone_that_it_would_place() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.tap("D4").await;
        browser.sees("#press", "D4 and press").await;
        // As if the button had been the other side's a moment ago.
        browser
            .run("fupan.desk.pressShownAt = Number.MAX_SAFE_INTEGER")
            .await;
        browser.click("#press").await;
        browser.sees("#sure-told", "D4").await;
        browser.answer("sure-dialog").await;
        let sealed = "return fupan.desk.sealed.version === 2";
        browser.until("stone and press", sealed).await;
        assert_eq!(told(&recorded(venue))[1], "stone_played black D4");
    });
}

#[test]
fn whoever_plays_and_is_still_shown_as_away_is_asked_about() {
    let left = begun().fact("seat_left", json!({"colour": "black", "permitted": true}));
    at_the_board(&left, 820, async |browser, _venue| {
        browser.place("C3").await;
        browser
            .sees("#mode-help", "Black is still shown as away")
            .await;
    });
}

#[test]
fn an_area_of_more_than_the_board_is_told_how_much_that_is() {
    at_the_board(&begun(), 820, async |browser, _venue| {
        browser.click("button[data-dialog=other-dialog]").await;
        browser.click("button[data-does=count]").await;
        browser.fill("#in-area", "400").await;
        browser.answer("count-dialog").await;
        browser
            .sees("#count-dialog [data-wrong]", "at most 81")
            .await;
    });
}

#[test]
fn a_pass_is_recorded_with_its_press() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.click("button[data-dialog=pass-dialog]").await;
        browser.click("#pass-dialog button[name=press]").await;
        let sealed = "return fupan.desk.sealed.version === 2";
        browser.until("pass and press", sealed).await;
        let played = ["game_started", "turn_passed black", "clock_pressed black"];
        assert_eq!(told(&recorded(venue)), played);
    });
}

#[test]
fn a_stone_that_can_not_be_placed_with_the_press_says_why() {
    at_the_board(&begun(), 820, async |browser, _venue| {
        browser.place("C3").await;
        browser.tap("D4").await;
        browser
            .sees("#mode-help", "clock of Black is still to be pressed")
            .await;
    });
}
