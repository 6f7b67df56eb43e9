//! A name that is erased goes from pages that are open, whatever is being done there,
//! and from what the recorder's console keeps on its device.

use super::{
    browser::{Browser, look},
    cup::STONES,
    record::desk::{PAGE, regulations},
    visitor::Visitor,
};
use crate::http::venue::{Venue, stone};
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};

const ANN: &str = "Ann Holloway";
const BO: &str = "Bo Ferrand";

/// An event at which both players have a name.
fn venue_of(script: &Script) -> Venue {
    let venue = Venue::open();
    let mut drafts = script.drafts();
    for (player, name) in [("ann", ANN), ("bo", BO)] {
        let registered = |draft: &&mut Value| {
            draft["type"] == "player_registered" && draft["data"]["player"] == player
        };
        let draft = drafts.iter_mut().find(registered).unwrap();
        draft["data"]["name"] = json!(name);
    }
    venue.play_drafts("cup", &drafts);
    venue
}

fn erase(venue: &Venue, person: &str) {
    let asked = json!({"person": person, "asked_by": person, "reason": "r"});
    let erasing = venue.post("/v1/ledgers/cup/erasures");
    erasing.token(venue.keeper()).json(&asked).send().ok(201);
}

/// Waits until nothing of a page says the name, also where nobody sees it.
async fn is_gone(browser: &Browser, name: &str) {
    let said = format!(
        "return document.documentElement.outerHTML.includes({name:?})
        || Array.from(document.querySelectorAll('input, textarea, option')).some((e) => (e.value || '').includes({name:?}))"
    );
    browser.answers(&said, false).await;
}

#[test]
fn an_erased_name_goes_from_the_pages_that_are_open() {
    let script = script::game("cn-2002").warning("w1", "white");
    let venue = venue_of(&script.stones(STONES));
    let test = "an_erased_name_goes_from_the_pages_that_are_open";
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            // Those that change while a game is played, and those that nothing else changes.
            let mut windows = Vec::new();
            for path in [
                "/l/cup/games/r1-b1",
                "/l/cup",
                "/l/cup?tab=standings",
                "/l/cup/table",
                "/l/cup/standings/ann?round=1",
                "/l/cup/games/r1-b1/print",
                "/l/cup/games/r1-b1/rulings/w1",
                "/l/cup/games/r1-b1/record",
            ] {
                let shown = Visitor::new(venue).get(path);
                assert!(shown.body.contains(ANN), "{path}: {}", shown.body);
                let window = match windows.len() {
                    0 => browser.client.window().await.unwrap(),
                    _ => browser.another_window().await,
                };
                browser.before_each_page(
                    "Object.defineProperty(document, 'hidden', { value: false })",
                );
                browser.open(path).await;
                browser.is_live().await;
                browser.run("window.same = true").await;
                windows.push(window);
            }
            erase(venue, "ann");
            for window in &windows {
                browser.turn_to(window).await;
                is_gone(&browser, ANN).await;
                browser.sees("main", "ann").await;
                // No page was left for that, and what is no part of the name stays.
                browser.answers("return window.same", true).await;
                browser
                    .answers("return document.title.includes('fupan')", true)
                    .await;
            }
        }
    });
}

#[test]
fn a_form_that_is_being_written_loses_the_name_and_nothing_else() {
    let venue = venue_of(&script::game("cn-2002").stones(STONES));
    let token = venue.token("cup", "arb-1");
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    let findings = game["findings"].as_array().unwrap().iter();
    let mut ids = findings.map(|found| found["id"].as_str().unwrap());
    let ko = ids.find(|id| id.starts_with("MV-5@")).unwrap();
    let path = format!("/l/cup/games/r1-b1/findings/{ko}");
    let test = "a_form_that_is_being_written_loses_the_name_and_nothing_else";
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            browser.looks(820, false);
            browser.sign_in(&token, &path).await;
            browser.is_live().await;
            browser.click("input[name=outcome]").await;
            browser.click("#reasons").await;
            browser.press("as Ann told").await;
            erase(venue, "ann");
            is_gone(&browser, ANN).await;
            browser.press(" me").await;
            let written =
                "return [document.activeElement.id, document.querySelector('#reasons').value,
                document.querySelector('input[name=outcome]').checked]";
            let expected = json!(["reasons", "as Ann told me", true]);
            browser.answers(written, expected).await;
            // Nor is what is reviewed asked for again, which is the answer to a form.
            browser.follow("form.ruling button").await;
            browser.sees("main", BO).await;
            browser.is_live().await;
            browser.click("#confirmed").await;
            erase(venue, "bo");
            is_gone(&browser, BO).await;
            let confirmed = "return document.querySelector('#confirmed').checked";
            browser.answers(confirmed, true).await;
            browser.follow("form.act button").await;
            browser.sees(".done", "is recorded").await;
        }
    });
}

/// Whether the device keeps a page of the console, or the game, with that in it.
async fn keeps(browser: &Browser, said: &str, expected: bool) {
    let script = format!(
        "const page = async () => {{
           const store = await caches.open('fupan-record');
           const kept = (await store.keys()).filter((one) => one.url.endsWith('/record'));
           const texts = await Promise.all(kept.map(async (one) => (await store.match(one)).text()));
           return texts.join();
         }};
         const games = () => new Promise((resolve) => {{
           const asked = indexedDB.open('fupan-record');
           asked.onsuccess = () => {{
             const all = asked.result.transaction('places').objectStore('places').getAll();
             all.onsuccess = () => {{ asked.result.close(); resolve(JSON.stringify(all.result)); }};
           }};
         }});
         const told = arguments[arguments.length - 1];
         Promise.all([page(), games()]).then((kept) => told(kept.map((one) => one.includes({said:?}))));"
    );
    let began = std::time::Instant::now();
    loop {
        let found = browser.client.execute_async(&script, Vec::new()).await;
        if found
            .as_ref()
            .is_ok_and(|found| *found == json!([expected, expected]))
        {
            return;
        }
        assert!(
            began.elapsed() < std::time::Duration::from_mins(1),
            "{said} kept: {found:?}, expected {expected}"
        );
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// A recorder at the board, whose device has heard of a stone since it opened the page.
async fn recording(browser: &Browser, venue: &Venue, token: &str) {
    browser.looks(820, false);
    browser.record_as(token).await;
    browser.is_live().await;
    venue.hand_in("cup", &[stone(1, "black", "D4")]).ok(201);
    browser.newest("D4").await;
    browser.sees("#name-black", ANN).await;
    keeps(browser, "Holloway", true).await;
}

fn at_a_board() -> Venue {
    venue_of(&script::game_with("cn-2002", &regulations()))
}

#[test]
fn the_console_loses_the_name_and_nothing_that_was_begun() {
    let venue = at_a_board();
    let token = venue.token("cup", "rec-1");
    let test = "the_console_loses_the_name_and_nothing_that_was_begun";
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            recording(&browser, venue, &token).await;
            browser.tap("G7").await;
            browser.proposes("Place white G7").await;
            browser.click("button[data-dialog=other-dialog]").await;
            browser.click("button[data-does=arrivals]").await;
            browser.choose("arrival-dialog", "player", "ann").await;
            erase(venue, "ann");
            is_gone(&browser, ANN).await;
            let open = "return document.querySelector('#arrival-dialog').open
                && document.querySelector('#arrival-dialog [name=player]:checked').value === 'ann'";
            browser.until("the dialog is as it was", open).await;
            browser.click("#arrival-dialog [data-close]").await;
            browser.proposes("Place white G7").await;
            browser.click("#place").await;
            browser.newest("G7").await;
            browser.all_sealed().await;
            keeps(&browser, "Holloway", false).await;
            is_gone(&browser, ANN).await;
            browser.sees("#name-black", "ann").await;
        }
    });
}

#[test]
fn a_device_that_was_away_loses_the_name_when_it_is_back() {
    let venue = at_a_board();
    let token = venue.token("cup", "rec-1");
    let test = "a_device_that_was_away_loses_the_name_when_it_is_back";
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            // The console is open, and its network is gone meanwhile.
            recording(&browser, venue, &token).await;
            browser.network(false);
            browser.place("G7").await;
            browser.waits(1).await;
            erase(venue, "ann");
            browser.network(true);
            browser.all_sealed().await;
            is_gone(&browser, ANN).await;
            keeps(&browser, "Holloway", false).await;
            keeps(&browser, "ann", true).await;
        }
    });
    let venue = at_a_board();
    let token = venue.token("cup", "rec-1");
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            // It is closed, and nobody opens it again: another page of the event is enough.
            recording(&browser, venue, &token).await;
            browser.open("/sign-in").await;
            erase(venue, "ann");
            browser.open("/l/cup/appeals").await;
            keeps(&browser, "Holloway", false).await;
            keeps(&browser, "ann", true).await;
            // Opened again it names her by her id.
            browser.open(PAGE).await;
            browser.ready().await;
            is_gone(&browser, ANN).await;
            browser.sees("#name-black", "ann").await;
        }
    });
}
