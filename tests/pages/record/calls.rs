//! Byo-yomi at the console: what is to be called when is what the rule book says, and
//! what is called is recorded by a touch.

use super::{
    clockwork::first_of_may,
    desk::{PAGE, at_the_board_when, recorded, told},
};
use crate::{
    http::venue::Venue,
    pages::browser::{Browser, look},
};
use fantoccini::key::Key;
use fupan_domain::{
    Millis,
    rulebook::{Edition, EditionId, read_out::calls_in_period},
};
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};

/// A minute, then three periods of half a minute.
fn regulations() -> Value {
    json!({"board": 9, "turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 60_000, "periods": 3, "period_ms": 30_000}})
}

/// A game with them.
fn timed() -> Script {
    script::game_with("cn-2002", &regulations())
}

/// What was called, as it is recorded.
fn called(venue: &Venue) -> Vec<Value> {
    let entries = recorded(venue).into_iter();
    let read = entries.filter(|entry| entry["entry"]["type"] == "byoyomi_read");
    read.map(|entry| entry["entry"]["data"].clone()).collect()
}

async fn says(browser: &Browser, text: &str) {
    let script = format!(
        "const b = document.querySelector('#call'); return !b.hidden && b.innerText.includes({text:?})"
    );
    browser.until(text, &script).await;
}

async fn is_recorded(browser: &Browser, n: usize) {
    let script = format!(
        "return !fupan.desk.isCalling && fupan.desk.waiting.unsealed().length === 0
            && fupan.desk.shown.called.length === {n}"
    );
    browser.until("the call is recorded", &script).await;
}

#[test]
fn what_is_called_is_recorded_by_a_touch_and_a_bounce_counts_once() {
    let nine = 9 * 3600;
    let at = |second: i64| first_of_may(nine + second);
    at_the_board_when(&timed(), 820, Some(at(5)), async |browser, venue| {
        // Nothing is read out yet.
        browser
            .answers("return document.querySelector('#call').hidden", true)
            .await;
        // Ten seconds of the first period are called at 70 seconds.
        browser.set_clock(at(61)).await;
        says(browser, "Called: 10 (0:09)").await;
        // That is too early to be it.
        browser
            .answers("return document.querySelector('#call').disabled", true)
            .await;
        browser.set_clock(at(70)).await;
        says(browser, "Called: 10 (0:00)").await;
        // The stone that is being put in stays as it is.
        browser.tap("C3").await;
        browser.click("#call").await;
        is_recorded(browser, 1).await;
        browser.proposes("Place black C3").await;
        // At the same moment a touch is one that bounced.
        browser.set_clock(at(80)).await;
        says(browser, "Called: 20 (0:00)").await;
        browser
            .run("document.querySelector('#call').click(); document.querySelector('#call').click()")
            .await;
        is_recorded(browser, 2).await;
        // By the keyboard, and the end of a period is two calls.
        browser.set_clock(at(90)).await;
        says(browser, "Called: 30 (0:00)").await;
        browser.run("document.querySelector('#call').focus()").await;
        browser.press_key(Key::Enter).await;
        is_recorded(browser, 3).await;
        browser.set_clock(at(91)).await;
        says(browser, "Called: 2 left (0:00)").await;
        browser.press_key(Key::Enter).await;
        is_recorded(browser, 4).await;
        let calls: Vec<Value> = called(venue).iter().map(|c| c["call"].clone()).collect();
        assert_eq!(calls, ["10", "20", "30", "left 2"]);
        assert!(called(venue).iter().all(|c| c["colour"] == "black"));
    });
}

#[test]
fn another_call_than_the_one_due_is_recorded_with_its_misreading() {
    let at = first_of_may(9 * 3600 + 71);
    at_the_board_when(&timed(), 360, Some(at), async |browser, venue| {
        browser.network(false);
        browser.click("button[data-dialog=other-dialog]").await;
        browser.click("button[data-does=read-else]").await;
        let side = "return document.querySelector('#calling-dialog [name=colour]:checked').value";
        // Whose clock runs.
        browser.answers(side, "black").await;
        browser.answer("calling-dialog").await;
        let told = "return document.querySelector('#calling-dialog [data-wrong]').innerText";
        browser
            .until("a call", &format!("{told}.includes('Choose')"))
            .await;
        browser.choose("calling-dialog", "call", "25").await;
        browser.click("#calling-dialog [name=misread]").await;
        browser.answer("calling-dialog").await;
        browser.newest("25 (misread)").await;
        browser.waits(1).await;
        browser.network(true);
        browser.all_sealed().await;
        assert_eq!(
            called(venue),
            [json!({"colour": "black", "call": "25", "misread": true})]
        );
    });
}

#[test]
fn the_console_calls_what_the_rule_book_calls() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    look(
        "the_console_calls_what_the_rule_book_calls",
        &venue,
        |browser| async move {
            browser.open(PAGE).await;
            browser.ready().await;
            for (edition, name) in [
                (EditionId::Cn1988, "cn-1988"),
                (EditionId::Cn2002, "cn-2002"),
            ] {
                for (kind, limit, periods, period) in [
                    ("byoyomi", 60_000_i64, 3_u32, 30_000_i64),
                    ("byoyomi", 0, 1, 60_000),
                    ("reserved_byoyomi", 300_000, 3, 60_000),
                ] {
                    let time = json!({"kind": kind, "limit_ms": limit, "periods": periods, "period_ms": period});
                    let parameters = &Edition::of(edition).parameters;
                    let listed = |left: u32| -> Vec<Value> {
                        let calls = calls_in_period(parameters, Millis(period), left);
                        calls
                            .iter()
                            .map(|call| json!([call.after, call.text]))
                            .collect()
                    };
                    let mut in_period = listed(1);
                    in_period.pop();
                    let lists = json!({"period": in_period, "last": listed(0)});
                    for thought in [0, 20_000, 59_999, 75_500, 100_000, 125_000] {
                        let regulations = json!({"time": time, "turn_ends": "press"});
                        let game = script::game_with(name, &regulations)
                            .after_ms(thought)
                            .fact("seat_left", json!({"colour": "white", "permitted": true}));
                        let view = game.shown().view().clone();
                        let at = game.drafts().last().unwrap()["at"]
                            .as_str()
                            .unwrap()
                            .to_owned();
                        let script = "const [view, control, lists, at] = arguments;
                            const clock = fupan.clock.of(view, control);
                            return fupan.clock.calls(clock, lists).filter((call) => call.after > 0).slice(0, 100)
                              .map((call) => [new Date(Date.parse(at) + call.after).toISOString(), call.text])";
                        let asked = vec![
                            view["clock"]["black"].clone(),
                            time.clone(),
                            lists.clone(),
                            json!(at),
                        ];
                        let ours = browser.client.execute(script, asked).await.unwrap();
                        let theirs = view["read_out"].as_array().cloned().unwrap_or_default();
                        let theirs: Vec<Value> =
                            theirs.iter().map(|c| json!([c["at"], c["call"]])).collect();
                        assert_eq!(ours, json!(theirs), "{name} {time} after {thought} ms");
                    }
                }
            }
        },
    );
}

#[test]
fn a_player_whose_time_is_over_applies_for_a_pass_and_the_outcome_is_there() {
    let since = first_of_may(9 * 3600 + 300);
    at_the_board_when(&timed(), 360, Some(since), async |browser, venue| {
        browser.place("C3").await;
        browser.click("button[data-dialog=arbiter-dialog]").await;
        browser.choose("arbiter-dialog", "for", "relief").await;
        // It is a player who applies, with no words to record.
        browser.choose("arbiter-dialog", "by", "me").await;
        browser.answer("arbiter-dialog").await;
        browser
            .sees("#arbiter-dialog [data-wrong]", "which player")
            .await;
        let words = "return document.querySelector('#in-said').checkVisibility()";
        browser.answers(words, false).await;
        browser.picture("arbiter-relief-360");
        browser.choose("arbiter-dialog", "by", "black").await;
        browser.answer("arbiter-dialog").await;
        browser.newest("Relief requested").await;
        browser.all_sealed().await;
        let entries = recorded(venue);
        assert_eq!(
            told(&entries)[2..],
            ["game_paused", "relief_requested black"]
        );
        let view = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
        let found = view["findings"].as_array().unwrap().iter();
        let overtime = found.filter(|f| f["id"].as_str().unwrap().starts_with("TM-9"));
        let outcomes: Vec<String> = overtime.map(|f| f["outcomes"].to_string()).collect();
        assert!(outcomes[0].contains("treated as a pass"), "{outcomes:?}");
    });
}
