//! Clocks that run while somebody looks at them: on the game's page and on the
//! arbiter's table, by the service's clock, whatever the device's own shows.

use super::{browser::look, visitor::Visitor};
use crate::http::venue::Venue;
use fupan_domain::{Millis, Timestamp};
use fupan_store::wall_clock;
use fupan_tests::script;
use serde_json::json;

const HOUR: i64 = 3_600_000;

/// A minute, then three periods of half a minute: two and a half minutes in all.
fn started(ago_ms: i64) -> (Venue, Timestamp) {
    let venue = Venue::open();
    let regulations = json!({"board": 9, "turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 60_000, "periods": 3, "period_ms": 30_000}});
    venue.play("cup", &script::paired_with("cn-2002", &regulations));
    let at = wall_clock().plus(Millis(-ago_ms));
    let start = json!({"stream": "game/r1-b1", "type": "game_started", "at": at,
        "actor": "rec-1", "data": {"black": "ann", "white": "bo"}});
    venue.hand_in("cup", &[start]).ok(201);
    (venue, at)
}

#[test]
fn a_running_clock_counts_down_on_the_games_page_by_the_services_clock() {
    // So much of the minute is left that it is not over while somebody waits for it.
    let (venue, _) = started(2_000);
    look(
        "a_running_clock_counts_down_on_the_games_page_by_the_services_clock",
        &venue,
        |browser| async move {
            browser.looks(820, false);
            // By its own clock the device would have had it over long ago.
            browser.with_clock_off_by(HOUR);
            browser.open("/l/cup/games/r1-b1?tab=clock").await;
            for place in ["#side-black", ".clock-lines"] {
                let runs = format!(
                    "return /^0:00:[0-5][0-9] of main time left/.test(document.querySelector('{place} .running-clock').innerText)"
                );
                browser.until("main time", &runs).await;
                browser.changes(&format!("{place} .running-clock")).await;
            }
            let white = "return document.querySelector('#side-white .running-clock')";
            browser.answers(white, json!(null)).await;
            // A move that is past stays as it was.
            browser.open("/l/cup/games/r1-b1?move=0").await;
            let none = "return document.querySelector('.running-clock') === null";
            browser.until("the clocks of then", none).await;
        },
    );
}

#[test]
fn a_clock_that_has_run_out_is_told_with_the_moment_when_it_did() {
    let (venue, at) = started(300_000);
    let out = at.plus(Millis(150_000));
    let mut arbiter = Visitor::signed_in(&venue, &venue.token("cup", "arb-1"));
    let table = arbiter.get("/l/cup/table").body;
    let waits = table.split("Waits since").nth(1).unwrap();
    let since = format!("<time datetime=\"{out}\"");
    assert!(waits.trim_start().starts_with(&since), "{waits}");
    // Also without a script it does not say that main time is left.
    let page = Visitor::new(&venue).get("/l/cup/games/r1-b1").body;
    for said in [
        "0:00:00 of main time left",
        "periods left: 0",
        "0:02:3",
        "Time has run out",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    look(
        "a_clock_that_has_run_out_is_told_with_the_moment_when_it_did",
        &venue,
        |browser| async move {
            browser.looks(360, true);
            browser.with_clock_off_by(-HOUR);
            browser.open("/l/cup/table").await;
            browser.changes(".waits .running-clock").await;
            browser.picture("table-clock-out-360");
            browser.open("/l/cup/games/r1-b1").await;
            browser.changes("#side-black .running-clock").await;
            browser.sees("#side-black", "Time has run out").await;
            browser.picture("game-clock-out-360");
        },
    );
}
