//! An adjournment at the console: the move is sealed so that nobody reads it before
//! it is opened, also without a network; and who leaves the seat.

use super::desk::{PAGE, at_the_board, begun, recorded, rows, told};
use crate::{
    http::venue::Venue,
    pages::browser::{Browser, look},
};
use fupan_domain::ids::Sha256;
use serde_json::json;

async fn seal(browser: &Browser, point: &str) {
    browser.click("button[data-dialog=other-dialog]").await;
    browser.click("button[data-does=seal]").await;
    let help = "return document.querySelector('#mode-help').innerText.includes('who seals')";
    browser.until("what is to be done", help).await;
    browser.tap(point).await;
    browser.click("#chosen").await;
    let open = "return document.querySelector('#seal-dialog').open";
    browser.until("the slip", open).await;
}

#[test]
fn a_sealed_move_is_known_to_its_slip_alone_until_it_is_opened() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.place("C3").await;
        browser.press_clock().await;
        browser.all_sealed().await;
        browser.network(false);
        // Called off, nothing is kept of the first slip.
        seal(browser, "F4").await;
        let first = browser.text("#seal-code").await;
        browser.click("#seal-dialog [data-close]").await;
        let gone = "return document.querySelector('#seal-code').textContent === ''";
        browser.until("no slip", gone).await;
        seal(browser, "G7").await;
        let (point, code) = (
            browser.text("#seal-point").await,
            browser.text("#seal-code").await,
        );
        assert_eq!(point, "G7");
        assert_eq!(code.len(), 19, "{code}");
        assert_ne!(code, first);
        browser.picture("record-seal");
        browser.answer("seal-dialog").await;
        browser.newest("Move sealed").await;
        browser.waits(1).await;
        browser
            .answers("return fupan.desk.shown.status", "sealed")
            .await;
        // The page is opened again, and tells nobody what was sealed.
        browser.network(true);
        browser.all_sealed().await;
        browser.client.refresh().await.unwrap();
        browser.ready().await;
        let kept = "return document.documentElement.outerHTML + JSON.stringify(fupan.desk.sealed)
                    + JSON.stringify(fupan.desk.waiting.items) + JSON.stringify({...localStorage})";
        let kept = browser.run(kept).await;
        assert!(!kept.as_str().unwrap().contains(&code));
        let entries = recorded(venue);
        let commitment = Sha256::of(format!("{point}\n{code}").as_bytes());
        assert_eq!(
            entries[3]["entry"]["data"],
            json!({"colour": "white", "commitment": commitment})
        );
        // Another code is none; how it is written does not matter.
        browser.click("#unseal").await;
        browser.fill("#in-point", "g7").await;
        browser.fill("#in-nonce", &first).await;
        browser.answer("unseal-dialog").await;
        let wrong = "return document.querySelector('#unseal-dialog [data-wrong]').innerText.includes('not what was sealed')";
        browser.until("another slip", wrong).await;
        assert_eq!(recorded(venue).len(), 4);
        let typed = code.to_lowercase().replace('-', " ");
        browser.fill("#in-nonce", &typed).await;
        browser.answer("unseal-dialog").await;
        browser.newest("Sealed move opened").await;
        browser.all_sealed().await;
        let entries = recorded(venue);
        assert_eq!(
            entries[4]["entry"]["data"],
            json!({"point": "G7", "nonce": code})
        );
        let now = rows(venue);
        assert_eq!(now[2], "......O..", "{now}");
        browser.has_rows(&now).await;
        // The game goes on with the other side, and an entry can be undone.
        browser.place("E5").await;
        browser.all_sealed().await;
        assert_eq!(told(&recorded(venue))[5], "stone_played black E5");
        let start = "return fupan.desk.sealed.start !== null";
        // The last stones can be laid again.
        browser.answers(start, true).await;
    });
}

#[test]
fn what_waits_of_a_sealed_move_is_drawn_as_the_service_will_read_it() {
    at_the_board(&begun(), 360, async |browser, venue| {
        browser.all_sealed().await;
        browser.network(false);
        seal(browser, "D4").await;
        let code = browser.text("#seal-code").await;
        browser.answer("seal-dialog").await;
        browser.newest("Move sealed").await;
        browser.click("#unseal").await;
        browser.fill("#in-point", "D4").await;
        browser.fill("#in-nonce", &code).await;
        browser.answer("unseal-dialog").await;
        browser.newest("Sealed move opened").await;
        browser.waits(2).await;
        let row = "return fupan.desk.shown.board.rows()[5]";
        browser.answers(row, "...X.....").await;
        let turn = "return [fupan.desk.shown.status, fupan.desk.shown.toPlay]";
        browser.answers(turn, json!(["playing", "white"])).await;
        browser.network(true);
        browser.all_sealed().await;
        browser.has_rows(&rows(venue)).await;
        browser.answers(row, "...X.....").await;
        browser.answers(turn, json!(["playing", "white"])).await;
    });
}

#[test]
fn who_leaves_the_seat_is_shown_as_away_until_the_seat_is_taken_again() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.tap("C3").await;
        browser.click("button[data-dialog=seat-dialog]").await;
        browser.choose("seat-dialog", "colour", "white").await;
        browser.answer("seat-dialog").await;
        browser.newest("Seat left").await;
        // The stone that is being put in stays as it is.
        browser.proposes("Place black C3").await;
        browser.sees("#away-white", "away since").await;
        browser.all_sealed().await;
        browser.client.refresh().await.unwrap();
        browser.ready().await;
        browser.sees("#away-white", "away since").await;
        // Whoever is away probably comes back.
        browser.click("button[data-dialog=seat-dialog]").await;
        browser.answer("seat-dialog").await;
        browser.newest("Seat retaken").await;
        browser
            .answers("return document.querySelector('#away-white').hidden", true)
            .await;
        browser.all_sealed().await;
        let data: Vec<_> = recorded(venue)[1..]
            .iter()
            .map(|e| e["entry"]["data"].clone())
            .collect();
        assert_eq!(
            data,
            [
                json!({"colour": "white", "permitted": true}),
                json!({"colour": "white"})
            ]
        );
    });
}

#[test]
fn the_dialogs_of_an_adjournment_are_for_everyone_at_every_width() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "the_dialogs_of_an_adjournment_are_for_everyone_at_every_width",
        &venue,
        |browser| async move {
            let mut wrong = Vec::new();
            browser.looks(1440, false);
            browser.record_as(&token).await;
            for (lang, dark) in [("en", false), ("zh-Hans", true)] {
                browser.open(&format!("{PAGE}?lang={lang}")).await;
                browser.ready().await;
                for width in [360, 820, 1440] {
                    browser.looks(width, dark);
                    for (dialog, open) in [
                        ("seal", "fupan.desk.asked.seal('D4')"),
                        ("elsewhere", "fupan.desk.asked.seal(null)"),
                        ("unseal", "fupan.desk.asked.open('unseal-dialog')"),
                        ("seat", "fupan.desk.asked.open('seat-dialog')"),
                        ("call", "fupan.desk.asked.open('calling-dialog')"),
                    ] {
                        browser.run(&format!("return {open}")).await;
                        let shown = "return document.querySelector('dialog[open]') !== null";
                        browser.until(dialog, shown).await;
                        let place = format!("{dialog}-dialog-{width}-{lang}");
                        browser.check(&place, &mut wrong).await;
                        let touched = "return Array.from(document.querySelectorAll('dialog[open] button, dialog[open] .rec-pick'))
                            .filter((b) => b.checkVisibility())
                            .map((b) => b.getBoundingClientRect())
                            .every((r) => r.width >= 44 && r.height >= 44)";
                        assert_eq!(browser.run(touched).await, true, "{place}");
                        browser
                            .run("document.querySelector('dialog[open]').close()")
                            .await;
                        browser
                            .until(
                                "closed",
                                "return document.querySelector('dialog[open]') === null",
                            )
                            .await;
                    }
                }
            }
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        },
    );
}
