//! Windows of one browser that look at one event: they have one stream between them,
//! whichever of them is closed or hidden, and all hear of each entry, of the end of a
//! session, and of nothing twice.

use super::{
    browser::{Browser, look},
    cup::GAME,
};
use crate::http::venue::{Venue, stone};
use fantoccini::wd::WindowHandle;
use fupan_tests::script;
use serde_json::json;
use std::time::{Duration, Instant};

/// A window that is looked at, wherever the system has put it.
const LOOKED_AT: &str = "{
    let isHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    window.testHide = (now) => { isHidden = now; document.dispatchEvent(new Event('visibilitychange')); };
}";

/// Notes which entries a page is told of.
const TOLD: &str = "window.testTold = [];
    const take = fupan.Follower.prototype.take;
    fupan.Follower.prototype.take = function (entry) {
      const before = this.last;
      take.call(this, entry);
      if (this.last !== before) window.testTold.push(entry.seq);
    }";

fn venue() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    venue
}

fn play(venue: &Venue, n: u128, colour: &str, point: &str) {
    venue.hand_in("cup", &[stone(n, colour, point)]).ok(201);
}

/// Waits until so many streams are open.
async fn streams(venue: &Venue, expected: usize) {
    let began = Instant::now();
    loop {
        let figures = venue.get("/metrics").send().body;
        let mut lines = figures.lines();
        let open = lines.find_map(|line| line.strip_prefix("fupan_event_streams "));
        if open == Some(&expected.to_string()) {
            return;
        }
        assert!(
            began.elapsed() < Duration::from_mins(1),
            "{open:?} streams are open, not {expected}"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// So many windows, all looked at, on pages of the event.
async fn windows(browser: &Browser, n: usize, path: &str) -> Vec<WindowHandle> {
    browser.before_each_page(LOOKED_AT);
    browser.open(path).await;
    let mut all = vec![browser.client.window().await.unwrap()];
    while all.len() < n {
        all.push(browser.another_window().await);
        browser.before_each_page(LOOKED_AT);
        browser.open(path).await;
    }
    for window in &all {
        browser.turn_to(window).await;
        browser.is_live().await;
    }
    all
}

async fn all_see(browser: &Browser, windows: &[WindowHandle], css: &str, said: &str) {
    for window in windows {
        browser.turn_to(window).await;
        browser.sees(css, said).await;
    }
}

#[test]
fn eight_windows_of_one_browser_follow_an_event_by_one_connection() {
    let venue = venue();
    let token = venue.token("cup", "arb-1");
    let test = "eight_windows_of_one_browser_follow_an_event_by_one_connection";
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            browser.sign_in(&token, GAME).await;
            let mut all = windows(&browser, 8, GAME).await;
            streams(venue, 1).await;
            play(venue, 1, "black", "Q16");
            all_see(&browser, &all, ".moves", "Q16").await;
            // The one that was there first has the stream; it is closed.
            browser.turn_to(&all[0]).await;
            browser.client.close_window().await.unwrap();
            all.remove(0);
            play(venue, 2, "white", "D4");
            all_see(&browser, &all, ".moves", "D4").await;
            streams(venue, 1).await;
            // There are connections left for whoever has something to send, and all
            // others learn of it.
            browser.follow("#who form button").await;
            all_see(&browser, &all, "#who", "Sign in").await;
        }
    });
}

#[test]
fn a_window_that_is_hidden_leaves_the_stream_to_another_and_catches_up() {
    let venue = venue();
    let test = "a_window_that_is_hidden_leaves_the_stream_to_another_and_catches_up";
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            let all = windows(&browser, 2, GAME).await;
            streams(venue, 1).await;
            browser.turn_to(&all[0]).await;
            browser.run("testHide(true)").await;
            let live = "return document.documentElement.dataset.live";
            browser.answers(live, "resting").await;
            // Whatever comes between the two is not missed.
            play(venue, 1, "black", "Q16");
            all_see(&browser, &all[1..], ".moves", "Q16").await;
            streams(venue, 1).await;
            // Both hidden, nobody follows; who looks again sees all of it.
            browser.run("testHide(true)").await;
            streams(venue, 0).await;
            play(venue, 2, "white", "D4");
            browser.turn_to(&all[0]).await;
            browser.run("testHide(false)").await;
            for said in ["Q16", "D4"] {
                browser.sees(".moves", said).await;
            }
            browser.is_live().await;
            browser.turn_to(&all[1]).await;
            browser.run("testHide(false)").await;
            browser.sees(".moves", "D4").await;
            browser.is_live().await;
            streams(venue, 1).await;
            // Each entry is told once, also while another window takes over.
            for window in &all {
                browser.turn_to(window).await;
                browser.run(TOLD).await;
            }
            let ledger = venue.get("/v1/ledgers/cup").send().ok(200);
            let next = ledger["size"].as_u64().unwrap();
            play(venue, 3, "black", "K10");
            browser.turn_to(&all[0]).await;
            browser.run("testHide(true)").await;
            play(venue, 4, "white", "C3");
            browser.turn_to(&all[1]).await;
            let told = json!([next, next + 1]);
            browser.answers("return window.testTold", told).await;
            for said in ["K10", "C3"] {
                browser.sees(".moves", said).await;
            }
        }
    });
}

#[test]
fn where_a_browser_has_no_locks_each_window_follows_by_itself() {
    let venue = venue();
    let test = "where_a_browser_has_no_locks_each_window_follows_by_itself";
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            let without =
                "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })";
            browser.before_each_page(without);
            browser.open(GAME).await;
            let first = browser.client.window().await.unwrap();
            browser.is_live().await;
            let second = browser.another_window().await;
            browser.before_each_page(LOOKED_AT);
            browser.before_each_page(without);
            browser.open(GAME).await;
            browser.is_live().await;
            browser.turn_to(&first).await;
            browser.is_live().await;
            streams(venue, 2).await;
            play(venue, 1, "black", "Q16");
            all_see(&browser, &[first, second], ".moves", "Q16").await;
        }
    });
}

#[test]
fn the_end_of_a_session_is_heard_in_every_window() {
    let venue = venue();
    let token = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    let test = "the_end_of_a_session_is_heard_in_every_window";
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            // The stream is older than the session: it becomes the session's own.
            let mut all = windows(&browser, 2, GAME).await;
            let third = browser.another_window().await;
            browser.before_each_page(LOOKED_AT);
            browser.sign_in(&token, GAME).await;
            all.push(third);
            all_see(&browser, &all, "#who", "Sign out").await;
            streams(venue, 1).await;
            for window in &all {
                browser.turn_to(window).await;
                browser.is_live().await;
            }
            let listed = venue.get("/v1/tokens").token(venue.keeper()).send().ok(200);
            let auditors = |t: &&serde_json::Value| t["principal"]["role"] == "auditor";
            let mut items = listed["items"].as_array().unwrap().iter();
            let id = items.find(auditors).unwrap()["id"].as_str().unwrap();
            let path = format!("/v1/tokens/{id}");
            venue.delete(&path).token(venue.keeper()).send();
            all_see(&browser, &all, "#who", "Sign in").await;
            play(venue, 1, "black", "Q16");
            all_see(&browser, &all, ".moves", "Q16").await;
            streams(venue, 1).await;
        }
    });
}
