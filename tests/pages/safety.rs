//! What must not be lost, nor told wrongly, when pages are used in earnest: forms sent
//! twice, too late, by another session or by somebody relieved; addresses and hosts
//! that somebody made up; many who read while somebody rules.

use super::{
    browser::look,
    cup::{KO, STONES, case, signed_in, size},
    visitor::{Visitor, hidden},
};
use crate::http::{
    client::{Answer, stone},
    venue::Venue,
};
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::TcpStream,
};

/// White has just retaken a single ko.
fn ko_retaken() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002").stones(STONES));
    venue
}

/// Sends a form with what the page says in hidden fields, and more.
fn send(
    visitor: &mut Visitor<'_>,
    path: &str,
    form: &str,
    said: &[&str],
    more: &[(&str, &str)],
) -> Answer {
    let said: Vec<(&str, String)> = said.iter().map(|n| (*n, hidden(form, n))).collect();
    let mut all: Vec<(&str, &str)> = said.iter().map(|(n, v)| (*n, v.as_str())).collect();
    all.extend(more);
    visitor.post(path, &all)
}

/// The part of a page from the form of one step on.
fn form<'a>(page: &'a str, step: &str) -> &'a str {
    let mark = format!("name=\"step\" value=\"{step}\"");
    let at = page.find(&mark);
    let at = at.unwrap_or_else(|| panic!("no {step}: {page}"));
    &page[page[..at].rfind("<form").unwrap()..]
}

const RULING: [&str; 3] = ["csrf", "key", "seen"];
const MINE: [(&str, &str); 3] = [
    ("outcome", KO),
    ("reasons", "my own words"),
    ("facts", "as I saw it"),
];

/// The ruling of [`MINE`], reviewed: what its form is sent with, and the page.
fn reviewed(arbiter: &mut Visitor<'_>, path: &str) -> (Answer, String) {
    let page = arbiter.get(path).body;
    let step = [&MINE[..], &[("step", "review")]].concat();
    (send(arbiter, path, &page, &RULING, &step), page)
}

/// An answer to a request as it is written here, with its head.
fn raw(venue: &Venue, path: &str, host: &str) -> String {
    let mut line = TcpStream::connect(venue.running().address()).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
    );
    line.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    line.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn no_link_of_a_page_leads_to_another_host() {
    let venue = ko_retaken();
    let answer = raw(&venue, "//evil.example/x", "venue");
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    assert!(answer.contains("href=\"/evil.example/x?lang="), "{answer}");
    assert!(!answer.contains("\"//"), "{answer}");
}

#[test]
fn a_host_that_is_none_stands_neither_in_a_command_nor_in_a_code() {
    let venue = ko_retaken();
    let page = raw(&venue, "/l/cup/audit", "go.example.org:8443");
    assert!(page.contains("http://go.example.org:8443/v1/"), "{page}");
    let page = raw(&venue, "/l/cup/audit", "x;touch$IFS/tmp/y");
    assert!(page.contains("HTTP/1.1 200") || page.contains("HTTP/1.1 400"));
    assert!(!page.contains("touch"), "{page}");
    let code = raw(&venue, "/l/cup/entries/1/qr.svg", &"a".repeat(3500));
    assert!(code.starts_with("HTTP/1.1 200"), "{code}");
}

#[test]
fn a_long_query_is_not_said_over_and_over() {
    let venue = ko_retaken();
    let path = format!("/l/cup?x={}&round=1", "y".repeat(20_000));
    let page = Visitor::new(&venue).get(&path);
    assert_eq!(page.status, 200);
    assert!(page.body.len() < 60_000, "{} bytes", page.body.len());
    assert!(page.body.contains("round=1"), "{}", page.body);
}

#[test]
fn a_window_is_not_named_backwards() {
    let venue = Venue::open();
    let mut drafts = script::game("cn-2002").drafts();
    drafts[0]["data"]["name"] = json!("Cup \u{202e}gnp.exe");
    venue.play_drafts("cup", &drafts);
    let page = Visitor::new(&venue).get("/l/cup").body;
    assert!(!page.contains('\u{202e}'), "{page}");
}

#[test]
fn a_view_of_a_session_is_told_from_a_strangers() {
    let venue = ko_retaken();
    let view = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    assert!(view.header("vary").contains("Cookie"));
}

#[test]
fn who_reads_takes_no_turn_from_who_rules() {
    let venue = Venue::open_with(|config| config.limits.what_ifs = 1);
    venue.play("cup", &script::game("cn-2002").stones(STONES));
    let path = case(&venue, "MV-5");
    let mut arbiter = signed_in(&venue, "arb-1");
    let reads = |official: &str| {
        let mut reader = signed_in(&venue, official);
        for _ in 0..12 {
            assert_eq!(reader.get(&path).status, 200);
        }
    };
    std::thread::scope(|scope| {
        for official in ["rec-1", "pan-1", "chief-1"] {
            scope.spawn(move || reads(official));
        }
        for _ in 0..6 {
            let (review, _) = reviewed(&mut arbiter, &path);
            assert_eq!(review.status, 200, "{}", review.body);
        }
    });
}

#[test]
fn tables_of_entries_wait_for_their_turn() {
    let venue = Venue::open_with(|config| config.limits.stranger_audits = 1);
    venue.play("cup", &script::game("cn-2002").stones(STONES));
    std::thread::scope(|scope| {
        let asked = || venue.get("/l/cup/entries.csv").send().status;
        let asked: Vec<_> = (0..6).map(|_| scope.spawn(asked)).collect();
        for asked in asked {
            assert_eq!(asked.join().unwrap(), 200);
        }
    });
}

#[test]
fn a_form_of_an_ended_session_gives_back_what_was_written() {
    let venue = ko_retaken();
    let path = case(&venue, "MV-5");
    let mut arbiter = signed_in(&venue, "arb-1");
    let (review, page) = reviewed(&mut arbiter, &path);
    assert_eq!(review.status, 200, "{}", review.body);
    let csrf = hidden(&page, "csrf");
    arbiter.post("/sign-out", &[("csrf", &csrf)]);
    let before = size(&venue);
    let record = [&MINE[..], &[("step", "record"), ("confirmed", "1")]].concat();
    let refused = send(&mut arbiter, &path, &review.body, &RULING, &record);
    assert_eq!(refused.status, 401, "{}", refused.body);
    for told in [
        "Nothing was recorded",
        "my own words",
        "as I saw it",
        "/sign-in?next=%2Fl%2Fcup%2Fgames",
    ] {
        assert!(refused.body.contains(told), "{told}: {}", refused.body);
    }
    // He signs in beside it, comes back and goes on; the form is another session's then.
    assert_eq!(arbiter.sign_in(&venue.token("cup", "arb-1")).status, 303);
    let back = form(&refused.body, "edit");
    let given = ["step", "outcome", "reasons", "facts", "key"];
    let renewed = send(&mut arbiter, &path, back, &given, &[("csrf", "")]);
    assert_eq!(renewed.status, 403, "{}", renewed.body);
    assert!(renewed.body.contains("another session"), "{}", renewed.body);
    let back = form(&renewed.body, "edit").to_owned();
    let given = ["csrf", "step", "outcome", "reasons", "facts", "key"];
    let again = send(&mut arbiter, &path, &back, &given, &[]);
    assert_eq!(again.status, 200, "{}", again.body);
    assert!(again.body.contains("my own words"), "{}", again.body);
    let chosen = format!("value=\"{KO}\" checked");
    assert!(again.body.contains(&chosen), "{}", again.body);
    assert_eq!(size(&venue), before, "nothing is recorded by all that");
}

#[test]
fn signing_out_with_an_old_form_says_who_is_signed_in() {
    let venue = ko_retaken();
    let mut tablet = signed_in(&venue, "rec-1");
    let old = hidden(&tablet.get("/").body, "csrf");
    assert_eq!(tablet.sign_in(&venue.token("cup", "arb-1")).status, 303);
    let other = tablet.post("/sign-out", &[("csrf", &old)]);
    assert_eq!(other.status, 403, "{}", other.body);
    assert!(other.body.contains("arb-1"), "{}", other.body);
    let own = hidden(&other.body, "csrf");
    assert_eq!(tablet.post("/sign-out", &[("csrf", &own)]).status, 303);
    assert!(!tablet.get("/").body.contains("action=\"/sign-out\""));
}

/// A browser says where a request comes from, and no page can say otherwise: what comes
/// from another site is refused though it carries the proof.
#[test]
fn nothing_that_another_site_sends_changes_anything() {
    let venue = ko_retaken();
    let token = venue.token("cup", "rec-1");
    let mut recorder = Visitor::new(&venue);
    let form_before = hidden(&recorder.get("/sign-in").body, "csrf");
    let sign_in = |recorder: &Visitor<'_>, site: &str| {
        let body = format!("csrf={form_before}&next=/&token={token}");
        let asking = venue.post("/sign-in").header("cookie", &recorder.sent());
        asking
            .header("sec-fetch-site", site)
            .body("application/x-www-form-urlencoded", &body)
            .stays()
            .send()
    };
    for site in ["cross-site", "same-site"] {
        let refused = sign_in(&recorder, site);
        refused.problem("csrf");
        assert_eq!(refused.all("set-cookie").count(), 0, "{site}");
    }
    assert_eq!(sign_in(&recorder, "same-origin").status, 303);
    recorder.sign_in(&token);
    let page = recorder.get("/l/cup").body;
    let proof = hidden(&page, "csrf");
    let (before, stones) = (
        size(&venue),
        [stone(31, "black", "K10"), stone(32, "white", "K11")],
    );
    let hand_in = |n: usize, headers: &[(&str, &str)]| {
        let asking = venue.post("/v1/ledgers/cup/entries");
        let asking = headers
            .iter()
            .fold(asking, |asking, (name, value)| asking.header(name, value));
        asking.json(&json!([stones[n]])).send()
    };
    let cookie = recorder.sent();
    let own = [
        ("cookie", cookie.as_str()),
        ("x-csrf-token", proof.as_str()),
    ];
    for site in ["cross-site", "same-site"] {
        let from = [&own[..], &[("sec-fetch-site", site)]].concat();
        let refused = hand_in(0, &from);
        refused.problem("csrf");
        assert!(refused.body.contains("Sec-Fetch-Site"), "{}", refused.body);
        let asking = venue.post("/sign-out").header("cookie", &cookie);
        let out = asking
            .header("sec-fetch-site", site)
            .body(
                "application/x-www-form-urlencoded",
                &format!("csrf={proof}"),
            )
            .stays()
            .send();
        assert_eq!(out.status, 403, "{}", out.body);
        let asking = venue
            .post("/l/cup/games/r1-b1/facts/stop")
            .header("cookie", &cookie);
        let body = format!("csrf={proof}&step=record&confirmed=1&reason=forged");
        let fact = asking
            .header("sec-fetch-site", site)
            .header("accept", "text/html")
            .body("application/x-www-form-urlencoded", &body)
            .stays()
            .send();
        assert_eq!(fact.status, 403, "{}", fact.body);
        // Nor is what it wrote put before him to be sent with one touch.
        assert!(!fact.body.contains("forged"), "{}", fact.body);
        // What only looks is answered, as a link from elsewhere.
        let asking = venue.get("/l/cup").header("cookie", &cookie);
        assert_eq!(asking.header("sec-fetch-site", site).send().status, 200);
    }
    assert_eq!(size(&venue), before);
    for (n, site) in ["same-origin", "none"].into_iter().enumerate() {
        hand_in(n, &[&own[..], &[("sec-fetch-site", site)]].concat()).ok(201);
    }
    // A token is sent by no browser of itself.
    let bearer = format!("Bearer {token}");
    let retry = [
        ("authorization", bearer.as_str()),
        ("sec-fetch-site", "cross-site"),
    ];
    hand_in(0, &retry).ok(201);
    hand_in(1, &own).ok(201);
}

#[test]
fn a_review_sent_again_after_the_record_leads_to_the_record() {
    let venue = ko_retaken();
    let path = case(&venue, "MV-5");
    let mut arbiter = signed_in(&venue, "arb-1");
    let (review, page) = reviewed(&mut arbiter, &path);
    let record = [&MINE[..], &[("step", "record"), ("confirmed", "1")]].concat();
    let recorded = send(&mut arbiter, &path, &review.body, &RULING, &record);
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    let before = size(&venue);
    // Back, and sent once more.
    let step = [&MINE[..], &[("step", "review")]].concat();
    let again = send(&mut arbiter, &path, &page, &RULING, &step);
    assert_eq!(again.status, 303, "{}", again.body);
    assert_eq!(again.header("location"), recorded.header("location"));
    // With other words it is another ruling, and it is said whose the first is.
    let mut other = step.clone();
    other[1] = ("reasons", "other words");
    let other = send(&mut arbiter, &path, &page, &RULING, &other);
    assert_eq!(other.status, 409, "{}", other.body);
    assert!(other.body.contains("You ruled on this"), "{}", other.body);
    assert!(!other.body.contains("Somebody ruled"), "{}", other.body);
    assert_eq!(size(&venue), before);
}

#[test]
fn whoever_is_relieved_before_he_records_keeps_what_he_wrote() {
    let venue = ko_retaken();
    let path = case(&venue, "MV-5");
    let mut arbiter = signed_in(&venue, "arb-1");
    let (review, _) = reviewed(&mut arbiter, &path);
    let relieve = json!({"stream": "tournament", "type": "official_relieved", "at": "2026-05-01T10:00:00.000Z",
        "actor": "org-1", "data": {"official": "arb-1", "reason": "ill"}});
    venue.hand_in("cup", &[relieve]).ok(201);
    let record = [&MINE[..], &[("step", "record"), ("confirmed", "1")]].concat();
    let refused = send(&mut arbiter, &path, &review.body, &RULING, &record);
    assert_eq!(refused.status, 403, "{}", refused.body);
    for told in ["Nothing was recorded", "my own words", "as I saw it"] {
        assert!(refused.body.contains(told), "{told}: {}", refused.body);
    }
}

/// The chief arbiter has ruled, and White appeals against it.
fn appealed() -> Venue {
    let script: Script = script::game("cn-2002")
        .stones("B Q16, W D4")
        .by(
            "chief-1",
            "ruling_made",
            script::ruling_data("w1", "cn-2002:22.5", json!([])),
        )
        .called("w1");
    let venue = Venue::open();
    venue.play("cup", &script);
    let filed = json!({"stream": "appeal/ap-1", "type": "appeal_filed", "at": "2026-05-01T10:00:00.000Z", "actor": "chief-1",
        "data": {"game": "r1-b1", "by": "bo", "against": [script.id_of("w1")], "grounds": "g", "relief": "r"}});
    venue.hand_in("cup", &[filed]).ok(201);
    venue
}

const APPEAL: &str = "/l/cup/appeals/ap-1";

fn appeal(venue: &Venue) -> Value {
    venue.get("/v1/ledgers/cup/appeals/ap-1").send().ok(200)
}

#[test]
fn the_same_form_sent_twice_at_once_is_recorded_once_and_never_refused() {
    let venue = appealed();
    let mut chief = signed_in(&venue, "chief-1");
    let page = chief.get(APPEAL).body;
    let state = form(&page, "state").to_owned();
    let cookies = chief.cookies.clone();
    let said = [
        ("step", "state-record"),
        ("from", "bo"),
        ("text", "it was so"),
        ("confirmed", "1"),
    ];
    let sent = || {
        let mut twin = Visitor::new(&venue);
        twin.cookies = cookies.clone();
        send(&mut twin, APPEAL, &state, &RULING, &said).status
    };
    std::thread::scope(|scope| {
        let twins: Vec<_> = (0..4).map(|_| scope.spawn(sent)).collect();
        for twin in twins {
            assert_eq!(twin.join().unwrap(), 303);
        }
    });
    assert_eq!(appeal(&venue)["statements"].as_array().unwrap().len(), 1);
}

#[test]
fn recorded_is_said_to_whoever_recorded_it_and_to_nobody_else() {
    let venue = appealed();
    let mut chief = signed_in(&venue, "chief-1");
    let page = chief.get(APPEAL).body;
    let said = [
        ("step", "state-record"),
        ("from", "bo"),
        ("text", "it was so"),
        ("confirmed", "1"),
    ];
    let stated = send(&mut chief, APPEAL, form(&page, "state"), &RULING, &said);
    let led = stated.header("location").to_owned();
    let is_said = |page: &Answer| page.body.contains("class=\"done\"");
    assert!(is_said(&chief.get(&led)));
    assert!(!is_said(&chief.get(&format!("{APPEAL}?done=state"))));
    assert!(!is_said(
        &chief.get(&format!("{APPEAL}?done=decide-record&form=0"))
    ));
    let mut stranger = Visitor::new(&venue);
    assert!(!is_said(&stranger.get(&led)));
    assert!(!is_said(&stranger.get(&format!("{APPEAL}?done=anything"))));
}

#[test]
fn a_decision_rests_on_the_game_that_was_reviewed() {
    let venue = appealed();
    let mut chief = signed_in(&venue, "chief-1");
    let page = chief.get(APPEAL).body;
    // Before it is written, the chief arbiter is told that it is his own ruling.
    assert!(page.contains("against your own ruling"), "{page}");
    let dismissed = [("outcome", "dismissed"), ("reasons", "as heard")];
    let step = [&dismissed[..], &[("step", "decide")]].concat();
    let review = send(&mut chief, APPEAL, form(&page, "decide"), &RULING, &step);
    assert_eq!(review.status, 200, "{}", review.body);
    assert!(review.body.contains("against your own ruling"));
    // What merely ran does not follow from the decision.
    let follows = review.body.split("id=\"follows\"").nth(1).unwrap();
    let follows = follows.split("</section>").next().unwrap();
    assert!(follows.contains("stay as they are"), "{follows}");
    venue.hand_in("cup", &[stone(1, "black", "C3")]).ok(201);
    let said = ["csrf", "key", "seen", "game_seen"];
    let step = [&dismissed[..], &[("step", "decide-record"), ("board", "1")]].concat();
    let act = form(&review.body, "decide-record").to_owned();
    let stale = send(&mut chief, APPEAL, &act, &said, &step);
    assert_eq!(stale.status, 412, "{}", stale.body);
    assert_eq!(appeal(&venue)["status"], "filed");
    // Looked at as it stands it is recorded.
    let act = form(&stale.body, "decide-record").to_owned();
    let decided = send(&mut chief, APPEAL, &act, &said, &step);
    assert_eq!(decided.status, 303, "{}", decided.body);
    let audit = venue.get("/v1/ledgers/cup/audit").send().ok(200);
    let found = audit["discrepancies"].as_array().unwrap();
    let own = |found: &&Value| found["code"] == "appeal_in_own_matter";
    assert_eq!(found.iter().filter(own).count(), 1, "{audit}");
}

#[test]
fn a_file_that_would_not_be_kept_is_not_attached() {
    let venue = appealed();
    let mut chief = signed_in(&venue, "chief-1");
    let page = chief.get(APPEAL).body;
    let attach = form(&page, "attach").to_owned();
    let before = size(&venue);
    let sha256 = "a".repeat(64);
    let file = |kind: &'static str, bytes: &'static str| {
        [
            ("step", "attach"),
            ("evidence", "e1"),
            ("title", "t"),
            ("sha256", sha256.as_str()),
            ("bytes", bytes),
            ("media_type", kind),
        ]
    };
    for (kind, bytes) in [("text/html", "3"), ("text/plain", "99999999999999")] {
        let refused = send(&mut chief, APPEAL, &attach, &RULING, &file(kind, bytes));
        assert_eq!(refused.status, 422, "{}", refused.body);
    }
    assert_eq!(size(&venue), before);
    let kept = send(
        &mut chief,
        APPEAL,
        &attach,
        &RULING,
        &file("text/plain", "3"),
    );
    assert_eq!(kept.status, 303, "{}", kept.body);
}

#[test]
fn a_page_that_nobody_looks_at_follows_nothing_and_catches_up() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    look(
        "a_page_that_nobody_looks_at_follows_nothing_and_catches_up",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.open("/l/cup/games/r1-b1").await;
                let live = "return document.documentElement.dataset.live";
                browser.answers(live, "on").await;
                let turn = |hidden: bool| {
                    format!(
                        "Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }});
                         document.dispatchEvent(new Event('visibilitychange'))"
                    )
                };
                browser.run(&turn(true)).await;
                browser.answers(live, "resting").await;
                venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
                browser.run(&turn(false)).await;
                browser.sees(".moves", "Q16").await;
                browser.answers(live, "on").await;
            }
        },
    );
}

#[test]
fn a_draft_ends_with_its_own_form_and_with_the_session() {
    let venue = ko_retaken();
    let token = venue.token("cup", "arb-1");
    let path = case(&venue, "MV-5");
    look(
        "a_draft_ends_with_its_own_form_and_with_the_session",
        &venue,
        |browser| async move {
            browser.looks(1280, false);
            browser.sign_in(&token, &path).await;
            browser.click("#reasons").await;
            browser.press("seen by the arbiter").await;
            let kept = "return Object.keys(localStorage).filter((k) => k.startsWith('fupan-draft:')).length";
            browser.answers(kept, 1).await;
            // An address that somebody made up ends no draft.
            browser.open(&format!("{path}?ruled=x&form=y")).await;
            browser.found("#reasons").await;
            browser.answers(kept, 1).await;
            let reasons = "return document.querySelector('#reasons').value";
            browser.answers(reasons, "seen by the arbiter").await;
            browser.follow("#who form button").await;
            browser.answers(kept, 0).await;
        },
    );
}

#[test]
fn a_page_learns_that_somebody_signed_out_beside_it() {
    let venue = ko_retaken();
    let token = venue.token("cup", "arb-1");
    look(
        "a_page_learns_that_somebody_signed_out_beside_it",
        &venue,
        |browser| async move {
            browser.sign_in(&token, "/l/cup/games/r1-b1").await;
            browser.sees("#who", "arb-1").await;
            // Another page of the same browser, in which he signs out.
            browser
                .run(
                    "fetch('/').then((a) => a.text()).then(async (text) => {
                       const page = new DOMParser().parseFromString(text, 'text/html');
                       const csrf = page.querySelector('meta[name=csrf]').content;
                       await fetch('/sign-out', { method: 'POST', body: new URLSearchParams({ csrf }) });
                       dispatchEvent(new StorageEvent('storage', { key: 'fupan-session', newValue: '' }));
                     })",
                )
                .await;
            browser.sees("#who", "Sign in").await;
        },
    );
}

#[test]
fn a_page_of_a_revoked_token_shows_what_strangers_see() {
    let venue = ko_retaken();
    let token = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    look(
        "a_page_of_a_revoked_token_shows_what_strangers_see",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.sign_in(&token, "/l/cup/games/r1-b1").await;
                let live = "return document.documentElement.dataset.live";
                browser.answers(live, "on").await;
                browser.sees("#who", "Sign out").await;
                let listed = venue.get("/v1/tokens").token(venue.keeper()).send().ok(200);
                let auditors = |t: &&Value| t["principal"]["role"] == "auditor";
                let mut items = listed["items"].as_array().unwrap().iter();
                let id = items.find(auditors).unwrap()["id"].as_str().unwrap();
                let path = format!("/v1/tokens/{id}");
                venue.delete(&path).token(venue.keeper()).send();
                browser.sees("#who", "Sign in").await;
            }
        },
    );
}

#[test]
fn what_was_given_back_is_taken_up_by_one_touch_once_he_signed_in_beside_it() {
    let venue = ko_retaken();
    let token = venue.token("cup", "arb-1");
    let path = case(&venue, "MV-5");
    look(
        "what_was_given_back_is_taken_up_by_one_touch_once_he_signed_in_beside_it",
        &venue,
        |browser| async move {
            browser.sign_in(&token, &path).await;
            browser
                .found("#reasons")
                .await
                .send_keys("as I saw it")
                .await
                .unwrap();
            browser.client.delete_all_cookies().await.unwrap();
            let send = "const form = document.querySelector('form.ruling'); form.requestSubmit()";
            browser.run(send).await;
            browser.sees("main h1", "Not recorded").await;
            let written = browser.client.window().await.unwrap();
            browser.another_window().await;
            browser.sign_in(&token, "/l/cup").await;
            browser.client.close_window().await.unwrap();
            browser.turn_to(&written).await;
            let proved = "return document.querySelector('main form.act [name=csrf]').value !== ''";
            browser.until("the form is his", proved).await;
            browser.follow("main form.act button").await;
            let reasons = "return document.querySelector('#reasons')?.value";
            browser.answers(reasons, "as I saw it").await;
        },
    );
}
