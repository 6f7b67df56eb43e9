//! What goes wrong between a tablet and the service: another who recorded
//! meanwhile, a refusal, a lost answer, two tabs, an ended session.

use super::desk::{
    PAGE, arbiters_stone, at_the_board, at_the_board_apart, back, begun, recorded, told,
};
use serde_json::json;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener},
};

#[test]
fn what_another_recorded_meanwhile_is_shown_and_the_recorder_decides() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.all_sealed().await;
        browser.network(false);
        browser.place("C3").await;
        browser.place("G7").await;
        arbiters_stone(venue, "D4");
        browser.network(true);
        let conflict = "return document.querySelector('#send-after') !== null";
        browser.until("the conflict", conflict).await;
        for said in ["D4", "arb-1", "C3", "G7"] {
            browser.sees("#trouble", said).await;
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
    });
}

#[test]
fn a_refused_entry_stops_those_behind_it_until_it_is_put_right() {
    at_the_board(&begun(), 820, async |browser, venue| {
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
        let refused = ["C3", "A stone stands on that point"];
        for said in [refused[0], refused[1], "Waiting behind it: 1"] {
            browser.sees("#trouble", said).await;
        }
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
    });
}

#[test]
fn an_answer_that_is_lost_is_asked_for_again_and_records_nothing_twice() {
    at_the_board(&begun(), 820, async |browser, venue| {
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
    });
}

#[test]
fn two_tabs_send_nothing_twice() {
    at_the_board_apart(&begun(), async |browser, venue| {
        let address = venue.running().address();
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
    });
}

#[test]
fn what_was_recorded_after_the_session_ended_waits_for_the_next_one() {
    at_the_board(&begun(), 820, async |browser, venue| {
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
                        "return document.querySelector('#trouble').innerText.includes('entries of rec-1 wait for this game: 1')",
                    )
                    .await;
        browser.record_as(&venue.token("cup", "rec-1")).await;
        browser.all_sealed().await;
        assert_eq!(told(&recorded(venue))[1], "stone_played black C3");
    });
}

/// What waits for a recorder who was relieved is his to see and to give up: nobody
/// sends it any more.
#[test]
fn what_waits_for_a_relieved_recorder_is_shown_to_him() {
    at_the_board(&begun(), 820, async |browser, venue| {
        browser.all_sealed().await;
        browser.network(false);
        browser.place("C3").await;
        browser.waits(1).await;
        let relieved = json!({"stream": "tournament", "type": "official_relieved",
            "at": "2026-05-01T10:00:00.000Z", "actor": "org-1", "data": {"official": "rec-1", "reason": "ill"}});
        venue.hand_in("cup", &[relieved]).ok(201);
        browser.network(true);
        browser.open(PAGE).await;
        browser.ready().await;
        browser.sees("#trouble", "C3").await;
        browser.sees("#trouble", "an arbiter").await;
        let fix = "return document.querySelector('#fix') === null";
        browser.until("no other point helps", fix).await;
        browser.click("#trouble li button").await;
        let sure =
            "return document.querySelector('#trouble li button').innerText.includes('Really')";
        browser.until("one more question", sure).await;
        browser.click("#trouble li button").await;
        let gone = "return document.querySelector('#trouble').hidden
            && document.querySelector('#lamp').dataset.waiting === '0'";
        browser.until("nothing waits", gone).await;
        assert_eq!(recorded(venue).len(), 1);
    });
}

/// A service of which only the head of each answer and some of the rest arrive; then
/// the line is cut, or nothing more comes.
fn half_answers(address: SocketAddr, falls_silent: bool) {
    let listener = TcpListener::bind(address).unwrap();
    std::thread::spawn(move || {
        let mut open = Vec::new();
        for line in listener.incoming() {
            let Ok(mut line) = line else { continue };
            let mut asked = [0; 4096];
            let _read = line.read(&mut asked);
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 50000\r\n\r\n";
            let half = format!(
                "{head}<!DOCTYPE html><title>half</title><p>{}",
                "x".repeat(4000)
            );
            let _written = line.write_all(half.as_bytes());
            if falls_silent {
                open.push(line);
            }
        }
    });
}

#[test]
fn half_an_answer_does_not_take_the_place_of_the_kept_page() {
    for falls_silent in [false, true] {
        at_the_board_apart(&begun(), async |browser, venue| {
            let address = venue.running().address();
            let reopens = "return document.querySelector('#reopens').dataset.kept === 'true'";
            browser.until("the page is kept", reopens).await;
            venue.stop();
            half_answers(address, falls_silent);
            browser.open(PAGE).await;
            browser.ready().await;
        });
    }
}
