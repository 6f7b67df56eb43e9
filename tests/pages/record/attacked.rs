//! What somebody else records, a clock that is set and a device that changes hands
//! do to what is begun at the console: nothing is sealed that was not shown.

use super::desk::{arbiters_stone, at_the_board, begun, recorded, told};
use crate::{http::venue::Venue, pages::browser::Browser};
use fupan_domain::Timestamp;
use serde_json::{Value, json};
use std::time::Duration;

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
        browser.newest("D4").await;
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
        browser.newest("Result confirmed").await;
        browser.all_sealed().await;
        // What opened the dialog is gone: the focus is on the board.
        browser
            .answers(
                "return document.activeElement?.closest('#points') !== null",
                true,
            )
            .await;
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
        browser
            .sees("#trouble", "entries of rec-1 wait for this game: 1")
            .await;
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
        browser
            .sees("#trouble", "entries of rec-1 wait for this game: 1")
            .await;
        assert_eq!(recorded(venue).len(), 1, "it waits for who recorded it");
    });
}

/// The browser's clock can be set by the test.
const SETTABLE: &str = "const right = Date.now.bind(Date);
    window.testOff = 0;
    Date.now = () => right() + window.testOff";

/// How long before it was sealed an entry is said to have happened.
fn behind(entry: &Value) -> i64 {
    let at =
        |name: &str| -> Timestamp { serde_json::from_value(entry["entry"][name].clone()).unwrap() };
    at("recorded_at").since(at("at")).0
}

#[test]
fn a_clock_that_is_set_while_it_is_in_use_moves_no_entry() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.all_sealed().await;
        browser.run(SETTABLE).await;
        // Between the two taps of a stone.
        browser.tap("D4").await;
        browser.run("window.testOff = -3_600_000").await;
        tokio::time::sleep(Duration::from_millis(350)).await;
        browser.tap("D4").await;
        browser.newest("D4").await;
        browser.press_clock().await;
        browser.run("window.testOff = 3_600_000").await;
        browser.place("G7").await;
        browser.press_clock().await;
        browser.run("window.testOff = -120_000").await;
        browser.place("C3").await;
        browser.press_clock().await;
        browser.all_sealed().await;
        let entries = recorded(venue);
        assert_eq!(entries.len(), 7);
        for entry in &entries[1..] {
            assert!((-5_000..120_000).contains(&behind(entry)), "{entry}");
        }
    });
}

#[test]
fn times_that_prove_wrong_after_a_lost_network_are_the_recorders_to_put_right() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.all_sealed().await;
        browser.run(SETTABLE).await;
        browser.network(false);
        // Seen by the recorder it goes on as before.
        browser.run("window.testOff = 3_600_000").await;
        browser
            .sees("#trouble", "The clock of this device was set")
            .await;
        browser.place("D4").await;
        browser.network(true);
        browser.all_sealed().await;
        // A clock that moves while nobody looks slept, or was set: who knows.
        browser.network(false);
        browser
            .run(
                "Object.defineProperty(document, 'hidden', { get: () => true });
                window.testOff = 7_200_000",
            )
            .await;
        browser
            .answers("return fupan.desk.clock.isSure", false)
            .await;
        browser.place("G7").await;
        browser.place("C3").await;
        browser.network(true);
        browser.sees("#trouble", "Which times are right?").await;
        for said in ["G7", "C3", "when the network came back"] {
            browser.sees("#trouble", said).await;
        }
        assert_eq!(recorded(venue).len(), 2, "nothing is sent before");
        browser.picture("record-times");
        browser.click("#times-right").await;
        browser.all_sealed().await;
        let entries = recorded(venue);
        assert_eq!(entries.len(), 4);
        for entry in &entries[1..] {
            assert!((-5_000..120_000).contains(&behind(entry)), "{entry}");
        }
    });
}

#[test]
fn a_device_that_keeps_nothing_says_so_and_one_that_keeps_again_goes_on() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.all_sealed().await;
        // It is full for a moment.
        browser
            .run(
                "const add = IDBObjectStore.prototype.add;
                window.testFull = true;
                IDBObjectStore.prototype.add = function (value) {
                  if (window.testFull) throw new DOMException('full', 'QuotaExceededError');
                  return add.call(this, value);
                }",
            )
            .await;
        browser.tap("D4").await;
        browser.click("#place").await;
        browser.sees("#mode-help", "D4 was not recorded").await;
        browser
            .sees("#lamp", "Nothing can be recorded on this device")
            .await;
        browser.run("window.testFull = false").await;
        browser.place("D4").await;
        browser.all_sealed().await;
        browser
            .answers("return document.querySelector('#trouble').hidden", true)
            .await;
        // It has no store at all.
        let source = "Object.defineProperty(window, 'indexedDB',
            { value: { open() { throw new DOMException('denied', 'SecurityError'); } } })";
        browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({"source": source}),
        );
        browser.client.refresh().await.unwrap();
        browser.ready().await;
        browser.tap("G7").await;
        browser.click("#place").await;
        browser.sees("#mode-help", "G7 was not recorded").await;
        browser
            .sees("#lamp", "Nothing can be recorded on this device")
            .await;
        browser.sees("#trouble", "denied").await;
        assert_eq!(recorded(venue).len(), 2);
    });
}

#[test]
fn what_waits_outlives_a_store_that_the_browser_takes_away() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.all_sealed().await;
        browser.network(false);
        browser.place("D4").await;
        browser.waits(1).await;
        browser
            .run("indexedDB.deleteDatabase('fupan-record').onsuccess = () => { window.testGone = true; }")
            .await;
        browser.answers("return window.testGone", true).await;
        browser.place("G7").await;
        browser.waits(2).await;
        browser.network(true);
        browser.all_sealed().await;
        assert_eq!(
            told(&recorded(venue)),
            [
                "game_started",
                "stone_played black D4",
                "stone_played white G7"
            ]
        );
    });
}

#[test]
fn a_refused_stone_takes_what_corrects_it_along() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.all_sealed().await;
        browser.network(false);
        browser.place("C3").await;
        browser.click("button[data-dialog=undo-dialog]").await;
        browser.fill("#in-instead", "D3").await;
        browser.click("#undo-on").await;
        browser.sees("#undo-told", "D3").await;
        browser.answer("undo-dialog").await;
        browser.waits(2).await;
        arbiters_stone(venue, "C3");
        browser.network(true);
        browser.click("#send-after").await;
        browser.click("#fix").await;
        browser.tap("E5").await;
        browser.click("#place").await;
        browser.newest("E5").await;
        browser.all_sealed().await;
        assert_eq!(
            told(&recorded(venue)),
            [
                "game_started",
                "stone_played black C3",
                "stone_played black E5"
            ]
        );
    });
}

#[test]
fn times_are_those_of_the_venue_and_the_focus_stays_where_it_was() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.command(
            "Emulation.setTimezoneOverride",
            &json!({"timezoneId": "Asia/Shanghai"}),
        );
        browser.client.refresh().await.unwrap();
        browser.ready().await;
        browser.place("C3").await;
        browser.all_sealed().await;
        let at = recorded(venue)[1]["entry"]["at"]
            .as_str()
            .unwrap()
            .to_owned();
        browser.newest(&at[11..19]).await;
        browser.sees(".rec-log", "UTC").await;
        browser
            .answers(
                "return document.querySelector('#name-black bdi') !== null",
                true,
            )
            .await;
        for (opens, inside) in [("pass-dialog", None), ("other-dialog", Some("read-clock"))] {
            browser.click(&format!("button[data-dialog={opens}]")).await;
            if let Some(does) = inside {
                browser.click(&format!("button[data-does={does}]")).await;
            }
            browser.click("dialog[open] [data-close]").await;
            is_closed(browser).await;
            browser
                .answers("return document.activeElement.dataset.dialog", opens)
                .await;
        }
    });
}

#[test]
fn whoever_signs_out_without_a_network_is_told_so_and_loses_nothing() {
    at_the_board(&begun(), 820, async |browser, _venue| {
        browser.all_sealed().await;
        keeps(browser, true).await;
        browser.open("/l/cup").await;
        browser.run("localStorage['fupan-draft:test'] = '{}'").await;
        browser.network(false);
        browser.click("form[action='/sign-out'] button").await;
        browser.sees("#who", "still be signed in").await;
        let draft = "return 'fupan-draft:test' in localStorage";
        browser.answers(draft, true).await;
        keeps(browser, true).await;
        browser.network(true);
        browser.follow("form[action='/sign-out'] button").await;
        browser.sees("#who", "Sign in").await;
        browser.answers(draft, false).await;
        keeps(browser, false).await;
    });
}
