//! Games recorded by taps: with the network cut in the middle, with corrections,
//! by keys, with the arbiter called.

use super::desk::{
    PAGE, at_the_board, at_the_board_apart, back, begun, recorded, regulations, rows, told,
};
use crate::pages::browser::Browser;
use fantoccini::key::Key;
use fupan_tests::script;
use serde_json::json;
use std::time::Duration;

#[test]
fn a_game_is_recorded_by_taps_with_the_network_cut_in_the_middle() {
    let paired = script::paired_with("cn-2002", &regulations());
    at_the_board_apart(&paired, async |browser, venue| {
        let address = venue.running().address();
        let reopens = "return document.querySelector('#reopens').dataset.kept === 'true'";
        browser.until("the page is kept", reopens).await;
        browser.click("#begin").await;
        browser.answer("start-dialog").await;
        browser.newest("Game started").await;
        // A tap proposes, a second one places; a bounce is no second one.
        browser.tap("B1").await;
        browser.proposes("Place black B1").await;
        tokio::time::sleep(Duration::from_millis(350)).await;
        browser.tap("B1").await;
        browser.newest("B1").await;
        browser.press_clock().await;
        browser.place("A1").await;
        browser.press_clock().await;
        browser.all_sealed().await;
        browser.has_rows(&rows(venue)).await;

        venue.stop();
        without_a_network(browser).await;
        back(venue, address);
        browser.all_sealed().await;
        let played = [
            "game_started",
            "stone_played black B1",
            "clock_pressed black",
            "stone_played white A1",
            "clock_pressed white",
            "stone_played black A2",
            "clock_pressed black",
            "turn_passed white",
            "clock_pressed white",
            "stone_played black E5",
        ];
        let entries = recorded(venue);
        assert_eq!(told(&entries), played);
        let times: Vec<&str> = entries
            .iter()
            .map(|e| e["entry"]["at"].as_str().unwrap())
            .collect();
        assert!(times.is_sorted(), "{times:?}");
        browser.has_rows(&rows(venue)).await;

        the_end(browser).await;
        let entries = recorded(venue);
        assert_eq!(
            told(&entries)[played.len()..],
            [
                "end_proposed white",
                "end_agreed black",
                "dead_stones_agreed",
                "board_counted black",
                "result_confirmed"
            ]
        );
        let data = |n: usize| &entries[played.len() + n]["entry"]["data"];
        assert_eq!(
            data(2),
            &json!({"points": ["E5"], "by": ["black", "white"]})
        );
        assert_eq!(
            data(3),
            &json!({"colour": "black", "area_qz": 202, "by": "rec-1"})
        );
        assert_eq!(data(4)["by"], json!(["black", "white", "rec-1"]));
        let view = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
        assert_eq!(view["status"], "confirmed");
        assert_eq!(view["result"]["by"], "count");
    });
}

/// Black takes A1, White passes, both press; the page is loaded again, the tab is
/// closed, and Black plays on in another.
async fn without_a_network(browser: &Browser) {
    browser.tap("A2").await;
    browser.sees("#place", "lift 1").await;
    browser.click("#place").await;
    browser.newest("A2").await;
    browser.sees("#log li", "◌ not yet sealed").await;
    browser.press_clock().await;
    browser.click("button[data-dialog=pass-dialog]").await;
    browser.answer("pass-dialog").await;
    browser.newest("Pass").await;
    browser.press_clock().await;
    browser.waits(4).await;
    browser.sees("#lamp", "Not yet sealed: 4").await;
    browser.client.refresh().await.unwrap();
    browser.ready().await;
    browser.waits(4).await;
    // What was caught is gone.
    let low = "return fupan.desk.shown.board.rows().slice(7)";
    browser
        .answers(low, json!(["X........", ".X......."]))
        .await;
    // The tab is closed, and another opened on the same device.
    let old = browser.client.window().await.unwrap();
    let tab = browser.client.new_window(true).await.unwrap();
    browser.client.close_window().await.unwrap();
    assert_ne!(old, tab.handle);
    browser.client.switch_to_window(tab.handle).await.unwrap();
    browser.open(PAGE).await;
    browser.ready().await;
    browser.place("E5").await;
    browser.waits(5).await;
}

/// Both end the game, E5 is dead, Black has 50 1/2, and all confirm.
async fn the_end(browser: &Browser) {
    browser.click("button[data-dialog=end-dialog]").await;
    browser.answer("end-dialog").await;
    browser.newest("End proposed").await;
    browser.click("button[data-dialog=end-dialog]").await;
    browser.answer("answer-dialog").await;
    browser.newest("End agreed").await;
    browser.click("#dead").await;
    browser.tap("E5").await;
    let name = "return document.querySelector('#points button[data-point=E5]').ariaLabel";
    browser
        .answers(name, "E5, black stone, last move, marked")
        .await;
    browser.click("#chosen").await;
    browser.answer("sure-dialog").await;
    browser.newest("Dead stones agreed").await;
    browser.click("#count").await;
    browser.fill("#in-area", "50 1/2").await;
    browser.answer("count-dialog").await;
    browser.newest("Board counted").await;
    browser.all_sealed().await;
    browser.click("#confirm").await;
    browser.sees("#confirm-told", "wins by").await;
    for name in ["black", "white"] {
        browser
            .click(&format!("#confirm-dialog input[name={name}]"))
            .await;
    }
    browser.answer("confirm-dialog").await;
    browser.newest("Result confirmed").await;
    browser.all_sealed().await;
}

#[test]
fn nigiri_is_recorded_and_says_who_takes_black() {
    let pairing = json!({"game": "r1-b1", "board": 1, "players": ["ann", "bo"]});
    let paired = script::opened_with("cn-2002", &regulations())
        .org("round_paired", json!({"round": 1, "games": [pairing]}));
    at_the_board(&paired, 820, async |browser, venue| {
        browser.click("#begin").await;
        browser.choose("start-dialog", "holder", "ann").await;
        browser.fill("#in-stones", "11").await;
        browser.choose("start-dialog", "guess", "odd").await;
        browser.click("button[data-does=nigiri]").await;
        let bo =
            "return document.querySelector('#start-dialog [name=black]:checked')?.value === 'bo'";
        browser.until("the guesser takes black", bo).await;
        let (select, stones) = ("#in-handicap", "3");
        let chosen = format!("document.querySelector('{select}').value = '{stones}'");
        browser.run(&chosen).await;
        browser.answer("start-dialog").await;
        browser.newest("Game started").await;
        browser.all_sealed().await;
        let entries = recorded(venue);
        let data = |n: usize| &entries[n]["entry"]["data"];
        assert_eq!(
            data(0),
            &json!({"holder": "ann", "stones": 11, "guess": "odd"})
        );
        let handicap = json!(["G7", "C3", "G3"]);
        assert_eq!(
            data(1),
            &json!({"black": "bo", "white": "ann", "handicap": handicap})
        );
        browser.has_rows(&rows(venue)).await;
    });
}

#[test]
fn keys_lead_over_the_board_and_none_of_them_records() {
    at_the_board(&begun(), 820, async |browser, venue| {
        let focus = "document.querySelector('#points [tabindex=\"0\"]').focus()";
        browser.run(focus).await;
        browser.press_key(Key::Left).await;
        browser.press_key(Key::Up).await;
        let label = "return document.activeElement.ariaLabel";
        browser.answers(label, "D6, empty").await;
        browser.press_key(Key::Enter).await;
        let placing = "return document.activeElement.id";
        // Enter only proposes.
        browser.answers(placing, "place").await;
        browser.proposes("Place black D6").await;
        assert_eq!(recorded(venue).len(), 1);
        browser.press_key(Key::Enter).await;
        browser.newest("D6").await;
        // What was really lifted is said before the stone is placed.
        for (point, colour) in [("B1", "white"), ("A1", "black"), ("H9", "black")] {
            browser.choose("console", "whose", colour).await;
            browser.place(point).await;
        }
        browser.choose("console", "whose", "white").await;
        browser.tap("A2").await;
        browser.click("#otherwise").await;
        browser.tap("A1").await;
        browser.tap("H9").await;
        browser.sees("#place", "lift 1").await;
        browser.click("#place").await;
        browser.newest("A2").await;
        browser.all_sealed().await;
        let last = recorded(venue).pop().unwrap();
        assert_eq!(last["entry"]["data"]["lifted"], json!(["H9"]));
        let now = rows(venue);
        browser.has_rows(&now).await;
        // The captive that was left standing is lifted later.
        browser.click("button[data-dialog=other-dialog]").await;
        browser.click("button[data-does=captives]").await;
        browser.sees("#chosen", ": 1").await;
        browser.click("#chosen").await;
        browser.newest("Captives lifted").await;
        browser.all_sealed().await;
        browser.has_rows(&rows(venue)).await;
        assert_ne!(rows(venue), now);
    });
}

#[test]
fn the_arbiter_is_called_and_the_game_stands_still_until_it_goes_on() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.place("C3").await;
        // Black's clock is not pressed yet, so Black's is the time that stops.
        browser.click("button[data-dialog=arbiter-dialog]").await;
        // Nobody is taken to have called.
        browser.answer("arbiter-dialog").await;
        browser.sees("#arbiter-dialog [data-wrong]", "Choose").await;
        browser.choose("arbiter-dialog", "by", "white").await;
        browser.fill("#in-said", "Black talks").await;
        browser.answer("arbiter-dialog").await;
        browser.newest("Complaint").await;
        browser.click("#resume").await;
        browser.newest("Game resumed").await;
        browser.all_sealed().await;
        let entries = recorded(venue);
        assert_eq!(
            told(&entries)[2..],
            ["game_paused", "complaint_raised", "game_resumed"]
        );
        let data = |n: usize| &entries[n]["entry"]["data"];
        assert_eq!(data(2), &json!({"reason": "ruling", "thinking": "black"}));
        assert_eq!(data(3), &json!({"by": "white", "text": "Black talks"}));
        // A clock pressed before its stone is asked about.
        browser.press_clock().await;
        tokio::time::sleep(Duration::from_millis(650)).await;
        browser.click("#press").await;
        assert_eq!(recorded(venue).len(), 6);
        browser.answer("sure-dialog").await;
        browser
            .until("the press", "return fupan.desk.sealed.version === 6")
            .await;
        assert_eq!(told(&recorded(venue))[6], "clock_pressed white");
    });
}

#[test]
fn whoever_has_confirmed_is_shown_and_need_not_confirm_again() {
    let over = begun().fact("resigned", json!({"colour": "black"}));
    at_the_board(&over, 820, async |browser, venue| {
        browser.all_sealed().await;
        browser.click("#confirm").await;
        browser.click("#confirm-dialog input[name=white]").await;
        browser.sees("#confirm-missing", "Black").await;
        browser.answer("confirm-dialog").await;
        browser.newest("Result confirmed").await;
        browser.all_sealed().await;
        browser.sees("#mode-help", "missing: Black").await;
        // White and the official have confirmed: only Black is still asked.
        browser.click("#confirm").await;
        browser.sees("#confirm-so-far", "White, rec-1").await;
        let settled = "const white = document.querySelector('#confirm-dialog input[name=white]');
            return white.checked && white.disabled";
        browser.until("White's tick", settled).await;
        browser.click("#confirm-dialog input[name=black]").await;
        browser.answer("confirm-dialog").await;
        let closed = "return fupan.desk.sealed.status === 'confirmed'";
        browser.until("the game is closed", closed).await;
        let entries = recorded(venue);
        let by = &entries.last().unwrap()["entry"]["data"]["by"];
        assert_eq!(*by, json!(["black", "white", "rec-1"]));
        let view = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
        assert_eq!(view["status"], "confirmed");
    });
}
