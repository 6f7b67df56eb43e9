//! The recorder's console in a real browser: a game recorded by taps with the
//! network cut in the middle, a conflict, a refusal, what is undone, two tabs,
//! an ended session; and its board held against the service's own.

use super::{
    browser::{Browser, look, look_at},
    venues,
    visitor::Visitor,
};
use crate::http::venue::Venue;
use fantoccini::{Locator, key::Key};
use fupan_domain::{
    Colour,
    board::{Board, Point},
};
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};
use std::time::Duration;

const PAGE: &str = "/l/cup/games/r1-b1/record";

/// Nine lines, with clocks that are pressed.
fn regulations() -> Value {
    json!({"board": 9, "turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 1_200_000, "periods": 3, "period_ms": 30_000}})
}

fn begun() -> Script {
    script::game_with("cn-2002", &regulations())
}

/// The entries of the game, as type and data.
fn recorded(venue: &Venue) -> Vec<Value> {
    let path = "/v1/ledgers/cup/entries?stream=game/r1-b1&limit=500";
    let listed = venue.get(path).send().ok(200);
    listed["items"].as_array().unwrap().clone()
}

fn told(entries: &[Value]) -> Vec<String> {
    let tell = |entry: &Value| {
        let data = &entry["entry"]["data"];
        let text = |name: &str| data[name].as_str().unwrap_or_default().to_owned();
        let told = [
            entry["entry"]["type"].as_str().unwrap().to_owned(),
            text("colour"),
            text("point"),
        ];
        told.join(" ").trim().to_owned()
    };
    entries.iter().map(tell).collect()
}

fn rows(venue: &Venue) -> Value {
    let view = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    view["position"]["rows"].clone()
}

impl Browser {
    async fn ready(&self) {
        let script = "return document.querySelector('#console[data-ready=true]') !== null";
        self.until("the console", script).await;
    }

    async fn record_as(&self, token: &str) {
        self.sign_in(token, PAGE).await;
        self.ready().await;
    }

    async fn tap(&self, point: &str) {
        self.click(&format!("#points button[data-point={point}]"))
            .await;
    }

    /// What the button that places says, its stone by its colour.
    async fn proposed(&self) -> String {
        let script = "const button = document.querySelector('#place').cloneNode(true);
            for (const stone of button.querySelectorAll('.rec-sign')) stone.replaceWith(stone.classList[1]);
            return button.textContent";
        self.run(script).await.as_str().unwrap().to_owned()
    }

    /// Taps a point and presses the button that places.
    async fn place(&self, point: &str) {
        self.tap(point).await;
        self.click("#place").await;
        self.newest(point).await;
    }

    /// Waits until the newest entry says that.
    async fn newest(&self, said: &str) {
        let script = format!(
            "return document.querySelector('#log')?.firstChild?.innerText.includes({said:?})"
        );
        self.until("the newest entry", &script).await;
    }

    async fn press_clock(&self) {
        // Two presses so close together are one that bounced.
        tokio::time::sleep(Duration::from_millis(650)).await;
        self.click("#press.rec-due").await;
        self.newest("Clock pressed").await;
    }

    async fn answer(&self, dialog: &str) {
        self.click(&format!("#{dialog} form button:not([type])"))
            .await;
    }

    async fn choose(&self, dialog: &str, name: &str, value: &str) {
        self.click(&format!("#{dialog} input[name={name}][value='{value}']"))
            .await;
    }

    async fn fill(&self, css: &str, text: &str) {
        let field = self.client.find(Locator::Css(css)).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    async fn waits(&self, n: usize) {
        let script = format!("return document.querySelector('#lamp').dataset.waiting === '{n}'");
        self.until("how much waits", &script).await;
    }

    async fn all_sealed(&self) {
        let script = "return document.querySelector('#lamp').dataset.state === 'sealed'
            && fupan.desk.waiting.items.length === 0";
        self.until("all is sealed", script).await;
    }

    async fn rows(&self) -> Value {
        self.run("return fupan.desk.shown.board.rows()").await
    }

    fn network(&self, on: bool) {
        self.command("Network.enable", &json!({}));
        self.command(
            "Network.emulateNetworkConditions",
            &json!({"offline": !on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}),
        );
    }
}

/// The network comes back: the service is there again, at the same address.
fn back(venue: &mut Venue, address: std::net::SocketAddr) {
    venue.restart_with(|config| config.server.listen = address);
}

#[test]
fn a_game_is_recorded_by_taps_with_the_network_cut_in_the_middle() {
    let mut venue = Venue::open();
    venue.play("cup", &script::paired_with("cn-2002", &regulations()));
    let token = venue.token("cup", "rec-1");
    let address = venue.running().address();
    look_at(
        "a_game_is_recorded_by_taps_with_the_network_cut_in_the_middle",
        address,
        |browser| {
            let venue = &mut venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                let reopens = "return document.querySelector('#reopens').dataset.kept === 'true'";
                browser.until("the page is kept", reopens).await;
                browser.click("#begin").await;
                browser.answer("start-dialog").await;
                browser.newest("Game started").await;
                // A tap proposes, a second one places; a bounce is no second one.
                browser.tap("B1").await;
                assert_eq!(browser.proposed().await, "Place black B1");
                tokio::time::sleep(Duration::from_millis(350)).await;
                browser.tap("B1").await;
                browser.newest("B1").await;
                browser.press_clock().await;
                browser.place("A1").await;
                browser.press_clock().await;
                browser.all_sealed().await;
                assert_eq!(browser.rows().await, rows(venue));

                venue.stop();
                browser.tap("A2").await;
                assert!(browser.text("#place").await.contains("lift 1"));
                browser.click("#place").await;
                browser.newest("A2").await;
                assert!(browser.text("#log li").await.contains("◌ not yet sealed"));
                browser.press_clock().await;
                browser.click("button[data-dialog=pass-dialog]").await;
                browser.answer("pass-dialog").await;
                browser.newest("Pass").await;
                browser.press_clock().await;
                browser.waits(4).await;
                assert!(browser.text("#lamp").await.contains("Not yet sealed: 4"));
                browser.client.refresh().await.unwrap();
                browser.ready().await;
                browser.waits(4).await;
                let off = browser.rows().await;
                assert_eq!(off[7], "X........", "{off}");
                assert_eq!(off[8], ".X.......", "what was caught is gone: {off}");
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
                assert_eq!(browser.rows().await, rows(venue));

                the_end(&browser).await;
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
            }
        },
    );
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
    let name = browser.run(name).await;
    assert_eq!(name, "E5, black stone, last move, marked");
    browser.click("#chosen").await;
    browser.answer("sure-dialog").await;
    browser.newest("Dead stones agreed").await;
    browser.click("#count").await;
    browser.fill("#in-area", "50 1/2").await;
    browser.answer("count-dialog").await;
    browser.newest("Board counted").await;
    browser.all_sealed().await;
    browser.click("#confirm").await;
    let told = browser.text("#result-told").await;
    assert!(told.contains("wins by"), "{told}");
    for name in ["black", "white"] {
        browser
            .click(&format!("#result-dialog input[name={name}]"))
            .await;
    }
    browser.answer("result-dialog").await;
    browser.newest("Result confirmed").await;
    browser.all_sealed().await;
}

/// A stone by an arbiter, while the recorder's tablet has no network.
fn arbiters_stone(venue: &Venue, point: &str) {
    let draft = json!({"stream": "game/r1-b1", "type": "stone_played", "at": "2026-05-01T10:00:00.000Z",
        "actor": "arb-1", "data": {"colour": "black", "point": point}});
    venue.hand_in("cup", &[draft]).ok(201);
}

#[test]
fn what_another_recorded_meanwhile_is_shown_and_the_recorder_decides() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "what_another_recorded_meanwhile_is_shown_and_the_recorder_decides",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                browser.all_sealed().await;
                browser.network(false);
                browser.place("C3").await;
                browser.place("G7").await;
                arbiters_stone(venue, "D4");
                browser.network(true);
                let conflict = "return document.querySelector('#send-after') !== null";
                browser.until("the conflict", conflict).await;
                let shown = browser.text("#trouble").await;
                for said in ["D4", "arb-1", "C3", "G7"] {
                    assert!(shown.contains(said), "{said}: {shown}");
                }
                assert_eq!(recorded(venue).len(), 2, "nothing was sent over it");
                browser.picture("record-conflict");
                // A reload forgets neither side.
                browser.client.refresh().await.unwrap();
                browser.ready().await;
                browser.until("the conflict", conflict).await;
                // The second of them is discarded, after one more question.
                browser.click("#trouble li:nth-child(2) button").await;
                assert_eq!(recorded(venue).len(), 2);
                let sure = "return document.querySelector('#trouble li:nth-child(2) button').innerText.includes('Really')";
                browser.until("one more question", sure).await;
                browser.click("#trouble li:nth-child(2) button").await;
                browser.waits(1).await;
                browser.click("#send-after").await;
                browser.all_sealed().await;
                assert_eq!(
                    told(&recorded(venue)),
                    [
                        "game_started",
                        "stone_played black D4",
                        "stone_played black C3"
                    ]
                );
            }
        },
    );
}

#[test]
fn a_refused_entry_stops_those_behind_it_until_it_is_put_right() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "a_refused_entry_stops_those_behind_it_until_it_is_put_right",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                browser.all_sealed().await;
                browser.network(false);
                browser.place("A9").await;
                browser.place("C3").await;
                browser.place("G7").await;
                arbiters_stone(venue, "C3");
                browser.network(true);
                browser.click("#send-after").await;
                browser
                    .until(
                        "the refusal",
                        "return document.querySelector('#fix') !== null",
                    )
                    .await;
                let shown = browser.text("#trouble").await;
                assert!(
                    shown.contains("C3") && shown.contains("A stone stands on that point"),
                    "{shown}"
                );
                assert!(shown.contains("Waiting behind it: 1"), "{shown}");
                browser.waits(2).await;
                browser.picture("record-refused");
                browser.click("#fix").await;
                browser.tap("D3").await;
                browser.click("#place").await;
                browser.all_sealed().await;
                assert_eq!(
                    told(&recorded(venue)),
                    [
                        "game_started",
                        "stone_played black C3",
                        "stone_played black A9",
                        "stone_played white D3",
                        "stone_played black G7"
                    ]
                );
            }
        },
    );
}

#[test]
fn undoing_is_a_correction_that_leaves_the_entry_in_the_record() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "undoing_is_a_correction_that_leaves_the_entry_in_the_record",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                browser.place("C3").await;
                browser.all_sealed().await;
                // The last entry is proposed; the stone was at D3.
                browser.click("button[data-dialog=undo-dialog]").await;
                browser.fill("#in-instead", "d3").await;
                browser.press_key(Key::Enter).await;
                assert_eq!(recorded(venue).len(), 2, "no key records");
                browser.click("#undo-on").await;
                assert!(browser.text("#undo-told").await.contains("D3"));
                assert_eq!(recorded(venue).len(), 2, "nor does the first step");
                browser.answer("undo-dialog").await;
                browser.newest("Entry corrected").await;
                browser.all_sealed().await;
                let now = rows(venue);
                assert_eq!(now[6], "...X.....");
                assert_eq!(browser.rows().await, now);
                let entries = recorded(venue);
                let correction = &entries[2]["entry"]["data"];
                assert_eq!(correction["entry"], entries[1]["entry"]["id"]);
                assert_eq!(correction["reason"], "Wrong point");
                assert_eq!(correction["replacement"]["data"]["point"], "D3");
                // What is not sealed yet is undone in the same way.
                browser.network(false);
                browser.place("E5").await;
                browser.click("button[data-dialog=undo-dialog]").await;
                browser
                    .choose("undo-dialog", "because", "record-because-not")
                    .await;
                browser.click("#undo-on").await;
                browser.answer("undo-dialog").await;
                browser.waits(2).await;
                assert_eq!(browser.rows().await, now);
                browser.network(true);
                browser.all_sealed().await;
                assert_eq!(rows(venue), now);
                assert_eq!(recorded(venue).len(), 5);
            }
        },
    );
}

#[test]
fn an_answer_that_is_lost_is_asked_for_again_and_records_nothing_twice() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "an_answer_that_is_lost_is_asked_for_again_and_records_nothing_twice",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                let lose = "const real = window.fetch;
                    window.lost = [];
                    window.fetch = async (...asked) => {
                      const answer = await real(...asked);
                      if (asked[1].method !== 'POST' || window.lost.length) return answer;
                      window.lost.push(answer.status);
                      throw new TypeError('cut off');
                    }";
                browser.run(lose).await;
                browser.place("C3").await;
                browser
                    .until(
                        "the loss",
                        "return window.lost.length === 1 && window.lost[0] === 201",
                    )
                    .await;
                // What follows is no conflict: the entries before it are its own.
                browser.place("G7").await;
                browser.all_sealed().await;
                assert_eq!(
                    told(&recorded(venue)),
                    [
                        "game_started",
                        "stone_played black C3",
                        "stone_played white G7"
                    ]
                );
            }
        },
    );
}

#[test]
fn nigiri_is_recorded_and_says_who_takes_black() {
    let venue = Venue::open();
    let pairing = json!({"game": "r1-b1", "board": 1, "players": ["ann", "bo"]});
    let paired = script::opened_with("cn-2002", &regulations())
        .org("round_paired", json!({"round": 1, "games": [pairing]}));
    venue.play("cup", &paired);
    let token = venue.token("cup", "rec-1");
    look(
        "nigiri_is_recorded_and_says_who_takes_black",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                browser.click("#begin").await;
                browser.choose("start-dialog", "holder", "ann").await;
                browser.fill("#in-stones", "11").await;
                browser.choose("start-dialog", "guess", "odd").await;
                browser.click("button[data-does=nigiri]").await;
                let bo = "return document.querySelector('#start-dialog [name=black]:checked')?.value === 'bo'";
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
                assert_eq!(browser.rows().await, rows(venue));
            }
        },
    );
}

#[test]
fn two_tabs_send_nothing_twice() {
    let mut venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    let address = venue.running().address();
    look_at("two_tabs_send_nothing_twice", address, |browser| {
        let venue = &mut venue;
        async move {
            browser.looks(820, false);
            browser.record_as(&token).await;
            browser.all_sealed().await;
            let first = browser.client.window().await.unwrap();
            let second = browser.client.new_window(true).await.unwrap();
            browser
                .client
                .switch_to_window(second.handle.clone())
                .await
                .unwrap();
            browser.open(PAGE).await;
            browser.ready().await;
            venue.stop();
            browser.place("C3").await;
            browser.client.switch_to_window(first).await.unwrap();
            browser.waits(1).await;
            browser.place("G7").await;
            browser
                .client
                .switch_to_window(second.handle)
                .await
                .unwrap();
            browser.waits(2).await;
            back(venue, address);
            browser.all_sealed().await;
            assert_eq!(
                told(&recorded(venue)),
                [
                    "game_started",
                    "stone_played black C3",
                    "stone_played white G7"
                ]
            );
        }
    });
}

#[test]
fn what_was_recorded_after_the_session_ended_waits_for_the_next_one() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "what_was_recorded_after_the_session_ended_waits_for_the_next_one",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                browser.all_sealed().await;
                browser.client.delete_all_cookies().await.unwrap();
                browser.place("C3").await;
                browser
                    .until(
                        "it is told",
                        "return document.querySelector('#trouble').innerText.includes('rec-1 has ended')",
                    )
                    .await;
                assert_eq!(recorded(venue).len(), 1);
                // Signed out, the page still tells of it.
                browser.open(PAGE).await;
                browser
                    .until(
                        "it is told",
                        "return document.querySelector('#trouble').innerText.includes('1 entries of rec-1')",
                    )
                    .await;
                browser.record_as(&token).await;
                browser.all_sealed().await;
                assert_eq!(told(&recorded(venue))[1], "stone_played black C3");
            }
        },
    );
}

#[test]
fn keys_lead_over_the_board_and_none_of_them_records() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "keys_lead_over_the_board_and_none_of_them_records",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                let focus = "document.querySelector('#points [tabindex=\"0\"]').focus()";
                browser.run(focus).await;
                browser.press_key(Key::Left).await;
                browser.press_key(Key::Up).await;
                let label = "return document.activeElement.ariaLabel";
                assert_eq!(browser.run(label).await, "D6, empty");
                browser.press_key(Key::Enter).await;
                let placing = "return document.activeElement.id";
                assert_eq!(browser.run(placing).await, "place", "Enter only proposes");
                assert_eq!(browser.proposed().await, "Place black D6");
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
                assert!(browser.text("#place").await.contains("lift 1"));
                browser.click("#place").await;
                browser.newest("A2").await;
                browser.all_sealed().await;
                let last = recorded(venue).pop().unwrap();
                assert_eq!(last["entry"]["data"]["lifted"], json!(["H9"]));
                let now = rows(venue);
                assert_eq!(browser.rows().await, now);
                // The captive that was left standing is lifted later.
                browser.click("button[data-dialog=other-dialog]").await;
                browser.click("button[data-does=captives]").await;
                assert!(browser.text("#chosen").await.ends_with(": 1"));
                browser.click("#chosen").await;
                browser.newest("Captives lifted").await;
                browser.all_sealed().await;
                assert_eq!(browser.rows().await, rows(venue));
                assert_ne!(rows(venue), now);
            }
        },
    );
}

#[test]
fn the_arbiter_is_called_and_the_game_stands_still_until_it_goes_on() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "the_arbiter_is_called_and_the_game_stands_still_until_it_goes_on",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.record_as(&token).await;
                browser.place("C3").await;
                // Black's clock is not pressed yet, so Black's is the time that stops.
                browser.click("button[data-dialog=arbiter-dialog]").await;
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
            }
        },
    );
}

#[test]
fn only_who_may_record_gets_the_console() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let link = "href=\"/l/cup/games/r1-b1/record\"";
    for (official, may) in [("rec-1", true), ("arb-1", true), ("org-1", false)] {
        let mut visitor = Visitor::signed_in(&venue, &venue.token("cup", official));
        let game = visitor.get("/l/cup/games/r1-b1").body;
        assert_eq!(game.contains(link), may, "{official}");
        let page = visitor.get(PAGE);
        assert_eq!(page.status, 200);
        let console = page.body.contains(&format!("data-me=\"{official}\""));
        assert_eq!(console, may, "{official}");
    }
    let page = Visitor::new(&venue).get(PAGE);
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(!page.body.contains("data-me") && page.body.contains("href=\"/sign-in?next="));
    for said in [
        "<noscript>",
        "class=\"board\"",
        "Recording needs JavaScript",
    ] {
        assert!(page.body.contains(said), "{said}");
    }
    let worker = page.body.split("data-worker=\"").nth(1).unwrap();
    let worker = venue.get(worker.split('"').next().unwrap()).send();
    assert_eq!(worker.header("service-worker-allowed"), "/l/");
    assert_eq!(
        Visitor::new(&venue).get("/l/cup/games/r9-b9/record").status,
        404
    );
}

#[test]
fn the_console_of_a_long_game_is_under_100_kb() {
    let venue = venues::venue();
    venue.play("cup", &venues::long_game());
    let mut recorder = Visitor::signed_in(&venue, &venue.token("cup", "rec-1"));
    let page = recorder.get(PAGE).body;
    assert!(page.contains("data-me=\"rec-1\""));
    assert!(page.len() < 100_000, "{} bytes", page.len());
}

#[test]
fn the_console_is_for_everyone_at_every_width() {
    let venue = Venue::open();
    let regulations = json!({"turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 1_200_000, "periods": 3, "period_ms": 30_000}});
    let played = script::game_with("cn-2002", &regulations)
        .stones("B Q16, W D4, B Q3, W D17, B A2, W A1, B B1");
    venue.play("cup", &played);
    let token = venue.token("cup", "rec-1");
    look(
        "the_console_is_for_everyone_at_every_width",
        &venue,
        |browser| async move {
            let mut wrong = Vec::new();
            browser.looks(1440, false);
            browser.record_as(&token).await;
            browser.network(false);
            for (lang, dark, point) in [("en", false, "K10"), ("zh-Hans", true, "K12")] {
                browser.network(true);
                browser.open(&format!("{PAGE}?lang={lang}")).await;
                browser.ready().await;
                browser.network(false);
                browser.run("return fupan.desk.flush()").await;
                browser.tap(point).await;
                browser.click("#place").await;
                browser.tap("C11").await;
                for width in [360, 820, 1440] {
                    browser.looks(width, dark);
                    let place = format!("record-{width}-{lang}");
                    browser.check(&place, &mut wrong).await;
                    for dialog in ["undo-dialog", "arbiter-dialog", "other-dialog"] {
                        let open = format!("fupan.desk.asked.open('{dialog}')");
                        browser.run(&open).await;
                        browser
                            .check(&format!("{dialog}-{width}-{lang}"), &mut wrong)
                            .await;
                        let close = format!("document.getElementById('{dialog}').close()");
                        browser.run(&close).await;
                    }
                    let touched = "return Array.from(document.querySelectorAll('#deck button, .rec-seat button'))
                        .filter((b) => b.checkVisibility())
                        .map((b) => b.getBoundingClientRect())
                        .every((r) => r.width >= 44 && r.height >= 44)";
                    assert_eq!(browser.run(touched).await, true, "{place}");
                }
            }
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        },
    );
}

impl Browser {
    async fn check(&self, place: &str, wrong: &mut Vec<String>) {
        let over = self.too_wide().await;
        if over > 0 {
            wrong.push(format!("{place}: wider than the window by {over}"));
        }
        let found = self.violations().await.into_iter();
        wrong.extend(found.map(|v| format!("{place}: {v}")));
        self.picture(place);
    }
}

/// Numbers that look drawn by lot and are the same each time.
struct Lot(u64);

impl Lot {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// A game of stones anywhere, as a script reads it, and the rows after each.
fn random_game(size: u8, moves: usize, lot: &mut Lot) -> (Vec<Value>, Vec<Vec<String>>) {
    let mut board = Board::new(size).unwrap();
    let points: Vec<Point> = (0..size)
        .flat_map(|col| (0..size).filter_map(move |row| Point::new(col, row)))
        .collect();
    let (mut played, mut rows) = (Vec::new(), Vec::new());
    for n in 0..moves {
        let empty: Vec<Point> = points
            .iter()
            .copied()
            .filter(|p| board.at(*p).is_none())
            .collect();
        if empty.is_empty() {
            break;
        }
        let point = empty[lot.below(empty.len())];
        // Sides mostly take turns; whoever does not is recorded all the same.
        let colour = Colour::BOTH[(n + usize::from(lot.below(9) == 0)) % 2];
        let lifted = if lot.below(12) == 0 {
            let due = board.clone().play(colour, point).unwrap().captured;
            let kept = due.into_iter().filter(|_| lot.below(2) == 0);
            let lifted: Vec<Point> = kept.collect();
            board.play_lifting(colour, point, &lifted).unwrap();
            json!(lifted)
        } else {
            board.play(colour, point).unwrap();
            Value::Null
        };
        played.push(json!([colour, point, lifted]));
        rows.push(board.rows());
    }
    (played, rows)
}

#[test]
fn the_consoles_board_is_the_services_in_many_games() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    look(
        "the_consoles_board_is_the_services_in_many_games",
        &venue,
        |browser| async move {
            browser.open(PAGE).await;
            browser.ready().await;
            let mut lot = Lot(20_020_501);
            let sizes = [(2, 40), (3, 60), (5, 150), (7, 200), (9, 250), (19, 500)];
            let mut captures = 0;
            for round in 0..120 {
                let (size, moves) = sizes[round % sizes.len()];
                let (played, rows) = random_game(size, moves, &mut lot);
                let script = "const board = new fupan.Board(arguments[0]);
                    return arguments[1].map(([colour, point, lifted]) => {
                      if (board.play(colour, point, lifted) === null) throw new Error(point);
                      return board.rows();
                    })";
                let asked = vec![json!(size), json!(played)];
                let answered = browser.client.execute(script, asked).await.unwrap();
                let answered: Vec<Vec<String>> = serde_json::from_value(answered).unwrap();
                for (n, (ours, theirs)) in rows.iter().zip(&answered).enumerate() {
                    assert_eq!(ours, theirs, "game {round}, move {n}: {:?}", &played[..=n]);
                }
                let standing = rows.last().unwrap().concat();
                let standing = standing.matches(['X', 'O']).count();
                captures += played.len() - standing;
            }
            assert!(captures > 2_000, "only {captures} stones were caught");
        },
    );
}

#[test]
fn the_consoles_clocks_run_on_as_the_services() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    look(
        "the_consoles_clocks_run_on_as_the_services",
        &venue,
        |browser| async move {
            browser.open(PAGE).await;
            browser.ready().await;
            // Two turns each, of which some use up main time and periods.
            let kinds = [
                json!({"kind": "byoyomi", "limit_ms": 60_000, "periods": 3, "period_ms": 30_000}),
                json!({"kind": "reserved_byoyomi", "limit_ms": 150_000, "periods": 3, "period_ms": 30_000}),
                json!({"kind": "absolute", "limit_ms": 100_000}),
                json!({"kind": "fischer", "limit_ms": 60_000, "increment_ms": 20_000, "cap_ms": 70_000}),
                json!({"kind": "moves_per_period", "limit_ms": 60_000, "moves": 2, "period_ms": 60_000, "carry_over": true}),
            ];
            let turns: [i64; 8] = [
                1_000, 45_000, 59_000, 31_000, 29_999, 30_000, 12_345, 61_000,
            ];
            for time in &kinds {
                let game =
                    script::game_with("cn-2002", &json!({"time": time, "turn_ends": "press"}));
                let opening = shown_after(&game);
                let mut after = game;
                let mut waiting = Vec::new();
                let points = ["A1", "C1", "E1", "G1", "J1", "L1", "N1", "P1"];
                for (n, (turn, point)) in turns.into_iter().zip(points).enumerate() {
                    let colour = ["black", "white"][n % 2];
                    after = after
                        .after_ms(turn)
                        .fact("stone_played", json!({"colour": colour, "point": point}))
                        .side("clock_pressed", colour);
                    waiting.extend(after.drafts().into_iter().rev().take(2).rev());
                    let expected = shown_after(&after);
                    let script = "const [view, control, at, waiting] = arguments;
                        const sealed = {status: 'playing', rows: Array(19).fill('.'.repeat(19)), to_play: 'black',
                          captured: {black: 0, white: 0}, last: null, moves: 0, passes: 0, end_proposed: null,
                          press: true, press_due: null, seats: {}, clock_at: at, clocks: view, control, entries: [], course: []};
                        const shown = new fupan.Shown(sealed, waiting);
                        return ['black', 'white'].map((c) => fupan.clock.face(shown.clocks[c]))";
                    let asked = vec![
                        opening.0.clone(),
                        time.clone(),
                        json!(opening.1),
                        json!(waiting),
                    ];
                    let faces = browser.client.execute(script, asked).await.unwrap();
                    let told = vec![expected.0.clone(), time.clone()];
                    let own = "const [view, control] = arguments;
                        return ['black', 'white'].map((c) => fupan.clock.face(fupan.clock.of(view[c], control)))";
                    let own = browser.client.execute(own, told).await.unwrap();
                    assert_eq!(faces, own, "{time} turn {n}: {}", expected.0);
                }
            }
        },
    );
}

/// The clocks after a script, as views show them, and as of when.
fn shown_after(script: &Script) -> (Value, String) {
    let shown = script.shown();
    let at = script.drafts().last().unwrap()["at"]
        .as_str()
        .unwrap()
        .to_owned();
    (shown.view()["clock"].clone(), at)
}
