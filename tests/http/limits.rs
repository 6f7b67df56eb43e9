//! Limits: what is too large, too much or too slow is told, and harms nobody else.

use crate::http::venue::{Venue, stone};
use fupan_tests::script;
use serde_json::json;
use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

#[test]
fn a_body_or_batch_that_is_too_large_is_refused_and_nothing_of_it_stored() {
    let venue = Venue::open_with(|config| {
        config.limits.body_bytes = 20_000;
        config.limits.batch_drafts = 12;
    });
    venue.play("cup", &script::game("cn-2002"));
    let many: Vec<_> = (0..13).map(|n| stone(n, "black", "Q16")).collect();
    assert_eq!(
        venue.hand_in("cup", &many).problem("batch_too_long")["status"],
        413
    );
    let mut long = stone(1, "black", "Q16");
    long["data"]["x"] = json!("x".repeat(20_000));
    let answer = venue.hand_in("cup", &[long]);
    assert_eq!(answer.problem("body_too_large")["status"], 413);
    let nothing = venue
        .post("/v1/ledgers/cup/entries")
        .official("cup", "rec-1");
    nothing.json(&json!([])).send().problem("empty_batch");
}

/// Sends bytes as they are, and reads what comes until the other side ends.
fn raw(venue: &Venue, bytes: &str) -> String {
    let mut socket = TcpStream::connect(venue.running().address()).unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    // Whoever is refused before he has said all is cut off, and reads why.
    let _refused = socket.write_all(bytes.as_bytes());
    let mut answer = Vec::new();
    // A connection that is cut off instead of ended has said all that it would.
    let _cut_off = socket.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_body_in_pieces_is_counted_too() {
    let venue = Venue::open_with(|config| config.limits.body_bytes = 100);
    let head = format!(
        "POST /v1/tokens HTTP/1.1\r\nhost: fupan\r\nauthorization: Bearer {}\r\nconnection: close\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        venue.keeper()
    );
    let answer = raw(
        &venue,
        &format!("{head}c8\r\n{}\r\n0\r\n\r\n", " ".repeat(200)),
    );
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(answer.contains("body_too_large"), "{answer}");
}

#[test]
fn a_head_that_does_not_come_is_not_waited_for() {
    let venue = Venue::open_with(|config| config.limits.head_within_ms = 1_000);
    let slow = raw(&venue, "GET /healthz HTTP/1.1\r\nhost: ");
    assert!(slow.starts_with("HTTP/1.1 408"), "{slow}");
    assert_eq!(venue.get("/healthz").send().status, 200);
}

/// What the HTTP library refuses before there is a request has a status and no more
/// (docs/operations.md), ends its connection, and is nobody else's trouble.
#[test]
fn what_is_no_request_is_refused_with_a_status_alone() {
    let venue = Venue::open();
    let many = "x-note: y\r\n".repeat(97);
    let long = "x".repeat(140_000);
    for (head, status) in [
        ("what is this\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nno field\r\n\r\n".to_owned(), 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\nhost: fupan\r\n{many}\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nx: {long}\r\n\r\n"), 431),
    ] {
        let answer = raw(&venue, &head);
        let start = format!("HTTP/1.1 {status}");
        assert!(answer.starts_with(&start), "{head:.80}: {answer}");
        assert!(!answer.contains("problem+json"), "{answer}");
    }
    assert_eq!(venue.get("/healthz").send().status, 200);
}

/// Whatever there is a request for is told as a problem, to a method, at a path or
/// with a head that nobody has thought of.
#[test]
fn what_is_a_request_is_refused_with_a_problem() {
    let venue = Venue::open();
    let close = "host: fupan\r\nconnection: close\r\n";
    let long = "x".repeat(33_000);
    for (line, fields, code) in [
        ("GET /nothing", String::new(), "no_route"),
        ("GET /v1/docs/nothing.js", String::new(), "not_found"),
        ("OPTIONS *", String::new(), "no_route"),
        ("CONNECT fupan:80", String::new(), "no_route"),
        ("FROB /v1/ledgers", String::new(), "method"),
        ("TRACE /v1/ledgers/cup", String::new(), "method"),
        ("PUT /l/cup", String::new(), "method"),
        (
            "GET /v1/ledgers",
            format!("x: {long}\r\n"),
            "head_too_large",
        ),
        (
            "GET /v1/ledgers",
            format!("cookie: {long}\r\n"),
            "head_too_large",
        ),
    ] {
        let answer = raw(&venue, &format!("{line} HTTP/1.1\r\n{close}{fields}\r\n"));
        assert!(
            answer.contains("application/problem+json"),
            "{line}: {answer}"
        );
        let told = format!("\"code\":\"{code}\"");
        assert!(answer.contains(&told), "{line}: {answer}");
    }
    let long = format!("GET /v1/ledgers?after={long} HTTP/1.1\r\n{close}\r\n");
    let answer = raw(&venue, &long);
    assert!(answer.contains("what is asked for, with 33"), "{answer}");
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let venue = Venue::open_with(|config| config.limits.body_within_ms = 200);
    let head = format!(
        "POST /v1/tokens HTTP/1.1\r\nhost: fupan\r\nauthorization: Bearer {}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: 50\r\n\r\n{{",
        venue.keeper()
    );
    let slow = raw(&venue, &head);
    assert!(slow.starts_with("HTTP/1.1 408"), "{slow}");
    assert!(slow.contains("body_too_slow"), "{slow}");
    assert_eq!(venue.get("/healthz").send().status, 200);
}

#[test]
fn who_asks_too_often_waits_and_the_watch_never_does() {
    let venue = Venue::open_with(|config| {
        config.rates.address_per_s = 1;
        config.rates.address_burst = 3;
    });
    let statuses: Vec<u16> = (0..5)
        .map(|_| venue.get("/v1/ledgers").send().status)
        .collect();
    assert_eq!(statuses[..3], [200, 200, 200]);
    let held_up = venue.get("/v1/ledgers").send();
    assert_eq!(held_up.problem("too_many_requests")["status"], 429);
    assert_ne!(held_up.header("retry-after"), "");
    for _ in 0..10 {
        assert_eq!(venue.get("/healthz").send().status, 200);
    }
}

#[test]
fn a_token_has_a_rate_of_its_own() {
    let venue = Venue::open_with(|config| {
        config.rates.token_per_s = 1;
        config.rates.token_burst = 2;
    });
    let ask = |token: &str| venue.get("/v1/ledgers").token(token).send().status;
    assert_eq!(
        [
            ask(venue.keeper()),
            ask(venue.keeper()),
            ask(venue.keeper())
        ],
        [200, 200, 429]
    );
    assert_eq!(venue.get("/v1/ledgers").send().status, 200);
}

#[test]
fn failed_sign_ins_are_held_up_and_a_good_token_of_the_same_address_is_not() {
    let venue = Venue::open_with(|config| config.rates.failures_per_min = 3);
    let codes: Vec<String> = (0..5)
        .map(|_| {
            let answer = venue.get("/v1/ledgers").token("fupan_wrong").send();
            answer.json()["code"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(
        codes[..3],
        ["unknown_token", "unknown_token", "unknown_token"]
    );
    assert_eq!(codes[3..], ["too_many_failures", "too_many_failures"]);
    assert_eq!(
        venue.get("/v1/ledgers").token(venue.keeper()).send().status,
        200
    );
}

#[test]
fn only_so_many_follow_at_once() {
    let venue = Venue::open_with(|config| config.limits.streams_per_address = 2);
    venue.play("cup", &script::game("cn-2002"));
    let first = venue.get("/v1/ledgers/cup/events").follow();
    let _second = venue.get("/v1/ledgers/cup/events").follow();
    let third = venue.get("/v1/ledgers/cup/events").send();
    assert_eq!(third.problem("too_many_streams")["status"], 429);
    drop(first);
}

#[test]
fn an_address_holds_only_so_many_connections() {
    let venue = Venue::open_with(|config| config.limits.connections_per_address = 2);
    let ask = "GET /v1/ledgers HTTP/1.1\r\nhost: fupan\r\nconnection: close\r\n\r\n";
    let address = venue.running().address();
    let held: Vec<TcpStream> = (0..2)
        .map(|_| TcpStream::connect(address).unwrap())
        .collect();
    while venue.running().service().connections.all() < 2 {
        std::thread::yield_now();
    }
    let refused = raw(&venue, ask);
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(refused.contains("too_many_connections"), "{refused}");
    drop(held);
    while venue.running().service().connections.all() > 0 {
        std::thread::yield_now();
    }
    assert!(raw(&venue, ask).starts_with("HTTP/1.1 200"));
}

/// A client that never reads is let go of; the others go on.
#[test]
fn a_client_that_does_not_read_is_cut_off() {
    let venue = Venue::open_with(|config| {
        config.limits.unread_s = 1;
        config.limits.stream_queue = 8;
    });
    venue.play("cup", &script::game("cn-2002"));
    let socket = TcpStream::connect(venue.running().address()).unwrap();
    (&socket)
        .write_all(b"GET /v1/ledgers/cup/events HTTP/1.1\r\nhost: fupan\r\n\r\n")
        .unwrap();
    let open = || venue.running().service().streams.all();
    while open() == 0 {
        std::thread::yield_now();
    }
    let at = "2026-05-01T10:00:00.000Z";
    let facts = "x".repeat(4_000);
    let batch: Vec<_> = (0..200)
        .map(|_| {
            json!({"stream": "game/r1-b1", "type": "breach_observed", "at": at, "actor": "arb-1",
                "data": {"breach": "other", "facts": facts}})
        })
        .collect();
    let mut batches = 0;
    while open() > 0 {
        venue.hand_in("cup", &batch).ok(201);
        batches += 1;
        assert!(batches < 60, "the client still counts");
    }
    assert_eq!(venue.get("/v1/ledgers/cup").send().status, 200);
}

/// The time for a head holds for each request of a connection, and not for its first
/// alone: who sends the second one byte by byte is cut off.
#[test]
fn a_further_head_that_does_not_come_is_not_waited_for() {
    let venue = Venue::open_with(|config| {
        config.limits.head_within_ms = 1_000;
        config.limits.keep_alive_s = 1;
    });
    let mut socket = TcpStream::connect(venue.running().address()).unwrap();
    let ask = b"GET /v1/ledgers HTTP/1.1\r\nhost: fupan\r\n\r\n";
    socket.write_all(ask).unwrap();
    let mut answer = [0; 8];
    socket.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1");
    socket
        .write_all(b"GET /v1/ledgers HTTP/1.1\r\nx: ")
        .unwrap();
    socket
        .set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    let begun = std::time::Instant::now();
    let mut rest = [0; 4096];
    while !matches!(socket.read(&mut rest), Ok(0)) && socket.write_all(b"y").is_ok() {
        assert!(begun.elapsed() < Duration::from_mins(1), "still there");
    }
    assert_eq!(venue.get("/healthz").send().status, 200);
}

/// Of a body that nobody reads any more no end is waited for.
#[test]
fn after_an_answer_the_rest_of_a_body_is_not_read() {
    let venue = Venue::open();
    let head = "POST /v1/ledgers/cup/entries HTTP/1.1\r\nhost: fupan\r\n\
        content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let mut socket = TcpStream::connect(venue.running().address()).unwrap();
    socket.write_all(head.as_bytes()).unwrap();
    socket
        .set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    let begun = std::time::Instant::now();
    let (mut answer, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        match socket.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => answer.extend_from_slice(&piece[..read]),
            Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
        if socket.write_all(b"1\r\n \r\n").is_err() {
            // What was answered before it was cut off may not have been read yet.
            let _cut_off = socket.read_to_end(&mut answer);
            break;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "still there");
    }
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    assert!(
        answer.to_lowercase().contains("connection: close"),
        "{answer}"
    );
}

/// A body in pieces that is read to its end leaves the connection as it was.
#[test]
fn after_a_body_in_pieces_the_connection_goes_on() {
    let venue = Venue::open();
    let head = format!(
        "POST /v1/tokens HTTP/1.1\r\nhost: fupan\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        venue.keeper()
    );
    let body = r#"{"principal":{"role":"auditor"}}"#;
    let once = format!("{head}{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    let last = "GET /v1/ledgers HTTP/1.1\r\nhost: fupan\r\nconnection: close\r\n\r\n";
    let answers = raw(&venue, &format!("{once}{once}{last}"));
    assert_eq!(answers.matches("HTTP/1.1 201").count(), 2, "{answers}");
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 1, "{answers}");
}

/// Who has no token stands in turns of his own, which he takes before his body is
/// read, and hands in little.
#[test]
fn strangers_hold_up_no_official() {
    let venue = Venue::open_with(|config| {
        config.limits.stranger_what_ifs = 1;
        config.limits.stranger_body_bytes = 1_000;
    });
    venue.play("cup", &script::game("cn-2002").stones("B Q16"));
    let asked = json!({"with": [stone(7, "white", "D4")]});
    let ask = || venue.post("/v1/ledgers/cup/whatif");
    let long = json!({"void": ["x".repeat(2_000)]});
    ask().json(&long).send().problem("body_too_large");
    let known = ask().official("cup", "arb-1").json(&long).send();
    assert_ne!(known.json()["code"], "body_too_large");
    let service = venue.running().service();
    let audit = service.stranger_audits.take().unwrap();
    let what_if = service.stranger_what_ifs.take().unwrap();
    ask().json(&asked).send().problem("busy");
    ask().official("cup", "arb-1").json(&asked).send().ok(200);
    venue.get("/v1/ledgers/cup/audit").send().problem("busy");
    let audited = venue.get("/v1/ledgers/cup/audit").official("cup", "arb-1");
    audited.send().ok(200);
    drop((audit, what_if));
    ask().json(&asked).send().ok(200);
    let form = format!("token={}", "x".repeat(9_000));
    let form = venue
        .post("/sign-in")
        .body("application/x-www-form-urlencoded", &form);
    form.send().problem("body_too_large");
}
