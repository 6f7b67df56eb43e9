//! Following: every entry once, in order, from any place, however long ago.

use crate::http::venue::{Event, Venue, stone};
use fupan_tests::script;

fn ids(events: &[Event]) -> Vec<u64> {
    events.iter().map(|event| event.id).collect()
}

fn size(venue: &Venue) -> u64 {
    venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap()
}

fn count(n: u64) -> usize {
    usize::try_from(n).unwrap()
}

/// Points enough for a game of some length, none of which is taken twice.
fn stones(from: u128, to: u128) -> Vec<serde_json::Value> {
    let stone_at = |n: u128| {
        let columns = "ABCDEFGHJKLMNOPQRST".as_bytes();
        let column = char::from(columns[usize::try_from(n % 19).unwrap()]);
        let colour = if n.is_multiple_of(2) {
            "black"
        } else {
            "white"
        };
        stone(1000 + n, colour, &format!("{column}{}", 1 + 2 * (n / 19)))
    };
    (from..to).map(stone_at).collect()
}

#[test]
fn what_is_there_comes_first_then_what_happens() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let size = size(&venue);
    let mut events = venue.get("/v1/ledgers/cup/events").follow();
    let stored = events.take(count(size));
    assert_eq!(ids(&stored), (0..size).collect::<Vec<_>>());
    assert_eq!(stored[0].kind, "tournament_opened");
    venue.hand_in("cup", &stones(0, 3)).ok(201);
    let live = events.take(3);
    assert_eq!(ids(&live), [size, size + 1, size + 2]);
    let read = venue.get(&format!("/v1/ledgers/cup/entries/{size}")).send();
    assert_eq!(live[0].data, read.body);
}

#[test]
fn who_comes_back_with_the_last_id_misses_nothing_and_sees_nothing_twice() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let start = size(&venue);
    let mut seen = Vec::new();
    let mut last = start - 1;
    for round in 0..5 {
        let mut events = venue
            .get("/v1/ledgers/cup/events?after=0")
            .header("last-event-id", &last.to_string())
            .follow();
        let from = round * 10;
        venue.hand_in("cup", &stones(from, from + 5)).ok(201);
        let some = ids(&events.take(5));
        last = *some.last().unwrap();
        seen.extend(some);
        drop(events);
        venue.hand_in("cup", &stones(from + 5, from + 10)).ok(201);
    }
    let mut events = venue
        .get(&format!("/v1/ledgers/cup/events?after={last}"))
        .follow();
    seen.extend(ids(&events.take(count(size(&venue) - last - 1))));
    // What came while nobody listened stands in its place.
    assert_eq!(seen, (start..size(&venue)).collect::<Vec<_>>());
}

#[test]
fn many_follow_while_many_write_and_each_sees_every_entry_once() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let start = size(&venue);
    std::thread::scope(|scope| {
        let followers: Vec<_> = (0..8)
            .map(|_| {
                let mut events = venue.get("/v1/ledgers/cup/events").follow();
                scope.spawn(move || ids(&events.take(count(start) + 150)))
            })
            .collect();
        for n in 0..150 {
            venue.hand_in("cup", &stones(n, n + 1)).ok(201);
        }
        for follower in followers {
            assert_eq!(
                follower.join().unwrap(),
                (0..start + 150).collect::<Vec<_>>()
            );
        }
    });
}

#[test]
fn a_stop_ends_the_streams_and_a_stream_keeps_its_ledger_open() {
    let mut venue = Venue::open_with(|config| config.ledgers.idle_s = 0);
    venue.play("cup", &script::game("cn-2002"));
    let mut events = venue.get("/v1/ledgers/cup/events").follow();
    let size = size(&venue);
    events.take(count(size));
    venue.running().service().tidy();
    venue.hand_in("cup", &stones(0, 1)).ok(201);
    assert_eq!(events.next().unwrap().id, size);
    let reading = std::thread::spawn(move || events.next());
    venue.restart();
    assert_eq!(reading.join().unwrap(), None);
}

#[test]
fn a_silent_stream_says_that_it_is_there() {
    use std::io::{BufRead, BufReader, Write};
    let venue = Venue::open_with(|config| config.limits.heartbeat_s = 1);
    venue.play("cup", &script::game("cn-2002"));
    let last = size(&venue) - 1;
    let mut socket = std::net::TcpStream::connect(venue.running().address()).unwrap();
    let ask = format!("GET /v1/ledgers/cup/events?after={last} HTTP/1.1\r\nhost: fupan\r\n\r\n");
    socket.write_all(ask.as_bytes()).unwrap();
    let lines = BufReader::new(socket).lines().map_while(Result::ok);
    assert!(lines.take(40).any(|line| line == ": still here"));
}

#[test]
fn a_place_that_is_not_there_yet_is_told() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let size = size(&venue);
    let ask = |after: &str| {
        venue
            .get("/v1/ledgers/cup/events")
            .header("last-event-id", after)
            .send()
    };
    ask(&size.to_string()).problem("past_head");
    ask("first").problem("header");
    venue
        .get("/v1/ledgers/nowhere/events")
        .send()
        .problem("store_missing");
}
