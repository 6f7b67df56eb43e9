//! What somebody else records, a clock that is set and a device that changes hands
//! do to what is begun at the console: nothing is sealed that was not shown.

use super::desk::{arbiters_stone, at_the_board, begun, recorded, told};
use crate::{http::venue::Venue, pages::browser::Browser};
use serde_json::{Value, json};

const OVERTAKEN: &str = "somebody else recorded";

/// What an arbiter records meanwhile.
fn meanwhile(venue: &Venue, kind: &str, data: &Value) {
    let draft = json!({"stream": "game/r1-b1", "type": kind, "at": "2026-05-01T10:00:00.000Z",
        "actor": "arb-1", "data": data});
    venue.hand_in("cup", &[draft]).ok(201);
}

async fn is_closed(browser: &Browser) {
    let closed = "return document.querySelector('dialog[open]') === null";
    browser.until("no dialog", closed).await;
}

#[test]
fn a_stone_that_is_proposed_is_withdrawn_when_the_turn_is_anothers() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.tap("D4").await;
        browser.proposes("Place black D4").await;
        arbiters_stone(venue, "C3");
        browser.sees("#mode-help", OVERTAKEN).await;
        browser.proposes("Tap a point").await;
        // The next touch proposes anew, for whose turn it is now.
        browser.tap("D4").await;
        browser.proposes("Place white D4").await;
        assert_eq!(recorded(venue).len(), 2, "one touch records nothing");
        // What bears on no stone leaves the proposal as it is.
        meanwhile(
            venue,
            "seat_left",
            &json!({"colour": "black", "permitted": true}),
        );
        browser.sees("#away-black", "away since").await;
        browser.proposes("Place white D4").await;
        browser.click("#place").await;
        browser.all_sealed().await;
        assert_eq!(
            told(&recorded(venue)),
            [
                "game_started",
                "stone_played black C3",
                "seat_left black",
                "stone_played white D4"
            ]
        );
    });
}

#[test]
fn what_is_not_seen_here_yet_is_asked_about_before_a_stone_is_sealed_over_it() {
    at_the_board(&begun(), 820, async |browser, venue| {
        // What is new does not arrive in time.
        browser.run("fupan.desk.take = async () => {}").await;
        browser.tap("D4").await;
        browser.proposes("Place black D4").await;
        arbiters_stone(venue, "C3");
        browser.click("#place").await;
        browser
            .sees("#trouble", "Somebody else recorded meanwhile")
            .await;
        assert_eq!(recorded(venue).len(), 2, "nothing is sealed over it");
    });
}

#[test]
fn a_dialog_closes_when_the_game_that_it_was_opened_on_is_another() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.click("button[data-dialog=pass-dialog]").await;
        let open = "return document.querySelector('#pass-dialog').open";
        browser.until("the dialog", open).await;
        arbiters_stone(venue, "C3");
        is_closed(browser).await;
        browser.sees("#mode-help", OVERTAKEN).await;
        // Points that were marked are marked no more.
        browser.click("button[data-dialog=other-dialog]").await;
        browser.click("button[data-does=seal]").await;
        browser.tap("G7").await;
        browser.sees("#chosen", "Seal this point").await;
        meanwhile(
            venue,
            "stone_played",
            &json!({"colour": "white", "point": "G7"}),
        );
        browser.sees("#mode-help", OVERTAKEN).await;
        browser.answers("return fupan.desk.mode", "play").await;
        assert_eq!(recorded(venue).len(), 3);
    });
}

#[test]
fn a_result_is_confirmed_as_it_was_shown_or_not_at_all() {
    at_the_board(&begun(), 820, async |browser, venue| {
        arbiters_stone(venue, "C3");
        meanwhile(venue, "resigned", &json!({"colour": "black"}));
        browser.click("#confirm").await;
        browser.sees("#confirm-told", "White wins").await;
        for name in ["black", "white"] {
            browser
                .click(&format!("#confirm-dialog input[name={name}]"))
                .await;
        }
        let entries = recorded(venue);
        let wrong = &entries.last().unwrap()["entry"];
        meanwhile(
            venue,
            "entry_corrected",
            &json!({"entry": wrong["id"], "reason": "It was white who resigned",
                "replacement": {"type": "resigned", "data": {"colour": "white"}, "at": wrong["at"]}}),
        );
        is_closed(browser).await;
        browser.sees("#mode-help", OVERTAKEN).await;
        assert_eq!(told(&recorded(venue)).last().unwrap(), "entry_corrected");
        browser.click("#confirm").await;
        browser.sees("#confirm-told", "Black wins").await;
        let ticked = "return document.querySelectorAll('#confirm-dialog input[name=black]:checked, #confirm-dialog input[name=white]:checked').length";
        browser.answers(ticked, 0).await;
        for name in ["black", "white"] {
            browser
                .click(&format!("#confirm-dialog input[name={name}]"))
                .await;
        }
        browser.answer("confirm-dialog").await;
        browser.all_sealed().await;
        let entries = recorded(venue);
        let confirmed = &entries.last().unwrap()["entry"]["data"]["result"];
        assert_eq!(*confirmed, json!({"outcome": "black", "by": "resignation"}));
    });
}

/// Whether this device keeps a recorder's page, to open it without a network.
async fn keeps(browser: &Browser, kept: bool) {
    let script = "caches.open('fupan-record').then((store) => store.keys())
        .then((all) => { window.testKept = all.some((one) => one.url.endsWith('/record')); });
        return window.testKept";
    browser.answers(script, kept).await;
}

#[test]
fn a_page_that_is_kept_is_dropped_when_the_device_changes_hands() {
    at_the_board(&begun(), 820, async |browser, venue| {
        let [recorder, arbiter] = ["rec-1", "arb-1"].map(|who| venue.token("cup", who));
        browser.all_sealed().await;
        keeps(browser, true).await;
        // He signs out on another page.
        browser.open("/l/cup").await;
        browser.follow("form[action='/sign-out'] button").await;
        keeps(browser, false).await;
        // His session ends, and no page says so at once.
        browser.record_as(&recorder).await;
        keeps(browser, true).await;
        browser.client.delete_all_cookies().await.unwrap();
        browser.open("/l/cup").await;
        keeps(browser, false).await;
        // It ends while his page is open.
        browser.record_as(&recorder).await;
        keeps(browser, true).await;
        browser.client.delete_all_cookies().await.unwrap();
        browser.place("C3").await;
        browser.sees("#trouble", "rec-1 has ended").await;
        keeps(browser, false).await;
        // What waited is his, and sent in his name alone.
        browser.record_as(&arbiter).await;
        browser.sees("#trouble", "1 entries of rec-1").await;
        assert_eq!(recorded(venue).len(), 1);
    });
}

#[test]
fn a_page_of_somebody_else_is_opened_anew_before_anything_is_recorded() {
    at_the_board(&begun(), 820, async |browser, venue| {
        let arbiter = venue.token("cup", "arb-1");
        browser.all_sealed().await;
        let first = browser.client.window().await.unwrap();
        let second = browser.client.new_window(true).await.unwrap();
        browser
            .client
            .switch_to_window(second.handle)
            .await
            .unwrap();
        browser.open("/l/cup").await;
        browser.follow("form[action='/sign-out'] button").await;
        browser.sign_in(&arbiter, "/l/cup").await;
        browser.client.switch_to_window(first).await.unwrap();
        browser.tap("C3").await;
        browser.click("#place").await;
        let me = "return document.querySelector('#console').dataset.me";
        browser.answers(me, "arb-1").await;
        browser.ready().await;
        browser.sees("#trouble", "1 entries of rec-1").await;
        assert_eq!(recorded(venue).len(), 1, "it waits for who recorded it");
    });
}
