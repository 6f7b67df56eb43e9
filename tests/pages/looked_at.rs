//! Pages in a real browser: nothing that axe-core finds wrong, nothing wider than
//! a phone, keys that only show, and a game that goes on by itself.

use super::{browser::look, venues};
use crate::http::venue::{Venue, stone};
use fantoccini::{Locator, key::Key};
use fupan_tests::script;

/// Every page there is, by what pictures of it are called.
const PAGES: [(&str, &str); 13] = [
    ("home", "/"),
    ("sign-in", "/sign-in"),
    ("boards", "/l/lakeside?round=1"),
    ("standings", "/l/lakeside?tab=standings"),
    ("crosstable", "/l/lakeside?tab=crosstable"),
    ("explain", "/l/lakeside/standings/an?round=3"),
    ("article", "/l/lakeside/articles/cn-2002:18.3"),
    ("moves", "/l/lakeside/games/r1-b1?move=19"),
    ("clock", "/l/lakeside/games/r1-b1?tab=clock"),
    ("timeline", "/l/lakeside/games/r1-b1?tab=timeline&numbers=1"),
    ("findings", "/l/lakeside/games/r1-b1?tab=findings"),
    ("problem", "/problems/stale_version"),
    ("not-found", "/l/nowhere"),
];

#[test]
fn every_page_is_for_everyone_at_every_width() {
    let venue = venues::lakeside();
    for_everyone("every_page_is_for_everyone_at_every_width", &venue, &PAGES);
}

/// Pages of which axe-core says nothing and that no window is too narrow for, by
/// day in English and by night in Chinese.
pub fn for_everyone(test: &str, venue: &Venue, pages: &[(&str, &str)]) {
    look(test, venue, |browser| async move {
        let mut wrong = Vec::new();
        for (name, path) in pages {
            for (lang, dark) in [("en", false), ("zh-Hans", true)] {
                let mark = if path.contains('?') { '&' } else { '?' };
                browser.looks(1440, dark);
                browser.open(&format!("{path}{mark}lang={lang}")).await;
                for width in [360, 820, 1440] {
                    browser.looks(width, dark);
                    let place = format!("{name}-{width}-{lang}");
                    browser.check(&place, &mut wrong).await;
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn keys_lead_through_a_game_and_write_nothing() {
    let venue = venues::lakeside();
    look(
        "keys_lead_through_a_game_and_write_nothing",
        &venue,
        |browser| async move {
            let before = browser_size(&browser).await;
            browser.open("/l/lakeside/games/r1-b1?move=10").await;
            browser.run("window.same = true").await;
            let at = async |n: usize| {
                let script = format!(
                    "return new URLSearchParams(location.search).get('move') === '{n}' && document.querySelector('#go-to').value === '{n}'"
                );
                browser.until("the move", &script).await;
            };
            browser.press_key(Key::Right).await;
            at(11).await;
            browser.press_key(Key::Left).await;
            at(10).await;
            browser.press_key(Key::PageUp).await;
            at(0).await;
            browser.press("n").await;
            // The ruling on the ko stands after move 18, where it was retaken.
            browser
                .until(
                    "an incident",
                    "return Number(document.querySelector('#go-to').value) > 10",
                )
                .await;
            browser.press("c").await;
            browser
                .until(
                    "no coordinates",
                    "return document.querySelector('svg.board .names') === null",
                )
                .await;
            browser.press("3").await;
            browser
                .until(
                    "the timeline",
                    "return document.querySelector('table.timeline') !== null",
                )
                .await;
            browser.press("?").await;
            browser
                .until("the help", "return document.querySelector('#help').open")
                .await;
            browser.sees("#help", "coordinates").await;
            // While the help is open no key of the page does anything.
            let path = browser.path().await;
            browser.press("c").await;
            assert_eq!(browser.path().await, path);
            let letters = browser
                .client
                .find(Locator::Css("#letter-keys"))
                .await
                .unwrap();
            letters.click().await.unwrap();
            browser.press_key(Key::Escape).await;
            browser
                // The focus leaves what is hidden a moment after it is.
                .until(
                    "no help",
                    "const help = document.querySelector('#help'); return !help.open && !help.contains(document.activeElement)",
                )
                .await;
            browser.press("c").await;
            browser.press_key(Key::Home).await;
            at(0).await;
            let none = browser
                .run("return document.querySelector('svg.board .names') === null")
                .await;
            assert_eq!(none, true, "single letters are off");
            // Who steps with Enter keeps his place.
            let on = browser
                .client
                .find(Locator::Css("a[data-key='ArrowRight']"))
                .await
                .unwrap();
            on.send_keys(&String::from(char::from(Key::Enter)))
                .await
                .unwrap();
            at(1).await;
            browser.press_key(Key::Enter).await;
            at(2).await;
            browser.press_key(Key::Home).await;
            at(0).await;
            // Inside a field keys are letters.
            let field = browser.client.find(Locator::Css("#go-to")).await.unwrap();
            field.click().await.unwrap();
            browser.press_key(Key::End).await;
            at(0).await;
            assert_eq!(
                browser.run("return window.same").await,
                true,
                "the page was loaded once"
            );
            assert_eq!(browser_size(&browser).await, before, "nothing was recorded");
        },
    );
}

async fn browser_size(browser: &super::browser::Browser) -> String {
    browser.open("/l/lakeside").await;
    browser.text("#ledger-badge summary .tabular").await
}

#[test]
fn what_is_used_all_the_time_is_on_a_laptops_screen_and_within_reach_of_keys() {
    let venue = venues::lakeside();
    look(
        "what_is_used_all_the_time_is_on_a_laptops_screen_and_within_reach_of_keys",
        &venue,
        |browser| async move {
            // 1440 by 900.
            browser.looks(1440, false);
            browser.open("/l/lakeside/games/r1-b1?move=10").await;
            browser.picture("game-laptop");
            let below = "return document.querySelector('#controls nav').getBoundingClientRect().bottom > innerHeight";
            browser.answers(below, false).await;
            browser.open("/l/lakeside/games/r1-b1?tab=clock").await;
            browser.picture("game-laptop-clock");
            let strip = "const s = document.querySelector('.strips .scroll');
                return s.scrollWidth <= s.clientWidth && s.clientWidth > 700";
            browser.until("the whole strip", strip).await;
            // What can be folded is, on every part of the page.
            browser.open("/l/lakeside/games/r1-b1").await;
            let open = "return document.querySelector('#as-text').open";
            browser.press("]").await;
            browser.answers(open, true).await;
            browser.press("[").await;
            browser.answers(open, false).await;
            browser.press("/").await;
            let focus = "return document.activeElement.id";
            browser.answers(focus, "search").await;
            browser.press_in("#search", "ko").await;
            let path = browser.path().await;
            assert!(
                path.starts_with("/l/lakeside/entries?stream=game%2Fr1-b1&q=ko"),
                "{path}"
            );
        },
    );
}

#[test]
fn a_game_that_is_played_goes_on_by_itself() {
    let venue = venues::venue();
    venue.play("cup", &script::game("cn-2002"));
    look(
        "a_game_that_is_played_goes_on_by_itself",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.open("/l/cup/games/r1-b1").await;
                browser.run("window.same = true").await;
                browser
                    .until(
                        "it follows",
                        "return document.documentElement.dataset.live === 'on'",
                    )
                    .await;
                venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
                browser
                    .until(
                        "the stone",
                        "return document.querySelectorAll('svg.board .stones circle').length === 1",
                    )
                    .await;
                browser
                    .until(
                        "the move",
                        "return document.querySelector('.moves').innerText.includes('Q16')",
                    )
                    .await;
                assert_eq!(browser.run("return window.same").await, true);
            }
        },
    );
}

#[test]
fn without_a_script_everything_is_reached_by_links() {
    let venue = venues::lakeside();
    look(
        "without_a_script_everything_is_reached_by_links",
        &venue,
        |browser| async move {
            browser.scripts(false);
            browser.open("/l/lakeside?round=1").await;
            browser.follow("table.boards tbody th a").await;
            assert_eq!(browser.path().await, "/l/lakeside/games/r1-b1");
            browser.follow("a[data-key~='Home']").await;
            assert_eq!(browser.path().await, "/l/lakeside/games/r1-b1?move=0");
            browser.follow("a[data-key~='ArrowRight']").await;
            assert_eq!(browser.path().await, "/l/lakeside/games/r1-b1?move=1");
            browser.follow("#tabs a[data-key='4']").await;
            assert!(browser.path().await.contains("tab=findings"));
            browser.follow(".go-to button").await;
            assert!(browser.path().await.contains("move=1"));
        },
    );
}
