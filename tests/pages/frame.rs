//! What stands around every page: who may load what, the language, signing in.

use super::visitor::{Visitor, hidden};
use crate::http::venue::{Venue, stone};
use fupan_tests::script;
use serde_json::json;

#[test]
fn a_page_lets_nothing_foreign_in() {
    let venue = Venue::open();
    let page = Visitor::new(&venue).get("/");
    assert_eq!(page.status, 200, "{}", page.body);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    for kept_out in ["unsafe", "http:", "https:", "data:", "*"] {
        assert!(!policy.contains(kept_out), "{policy}");
    }
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("referrer-policy"), "same-origin");
    assert_eq!(page.header("x-frame-options"), "DENY");
    for inline in ["<style", " style=", " onclick=", "<script>", "javascript:"] {
        assert!(!page.body.contains(inline), "{inline}: {}", page.body);
    }
}

#[test]
fn scripts_and_style_are_kept_for_ever_under_their_hash() {
    let venue = Venue::open();
    let page = Visitor::new(&venue).get("/").body;
    let assets: Vec<&str> = page
        .split(['"', '\''])
        .filter(|text| text.starts_with("/assets/"))
        .collect();
    assert!(assets.len() >= 3, "{page}");
    for path in assets {
        let file = venue.get(path).send();
        assert_eq!(file.status, 200, "{path}");
        assert!(file.header("cache-control").contains("immutable"), "{path}");
    }
    venue
        .get("/assets/style-0000000000000000.css")
        .send()
        .problem("not_found");
}

#[test]
fn the_language_is_the_links_then_the_cookies_then_the_browsers() {
    let venue = Venue::open();
    let lang = |page: &str| {
        page.split("<html lang=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    };
    for (asked, spoken) in [
        ("", "en"),
        ("fr", "en"),
        ("zh", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("fr, ja;q=0.5, ko;q=0.8", "ko"),
    ] {
        let page = Visitor::reading(&venue, asked).get("/");
        assert_eq!(lang(&page.body), spoken, "{asked}");
        assert_eq!(page.header("content-language"), spoken);
        assert!(page.header("vary").contains("Accept-Language"));
    }
    let mut visitor = Visitor::reading(&venue, "ko");
    assert_eq!(lang(&visitor.get("/?lang=ja").body), "ja");
    assert_eq!(lang(&visitor.get("/").body), "ja", "the choice is kept");
    assert_eq!(
        lang(&visitor.get("/?lang=tlh").body),
        "ja",
        "nobody speaks it"
    );
}

#[test]
fn signing_in_and_out() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let token = venue.token("cup", "rec-1");
    let mut recorder = Visitor::new(&venue);
    let answer = recorder.sign_in(&token);
    // Who wants nowhere else is led to his event.
    assert_eq!((answer.status, answer.header("location")), (303, "/l/cup"));
    let cookie = answer
        .all("set-cookie")
        .find(|c| c.starts_with("fupan="))
        .unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    assert!(
        !cookie.contains(&token) && !cookie.contains("Secure"),
        "{cookie}"
    );
    let page = recorder.get("/");
    assert!(page.body.contains("rec-1"), "{}", page.body);
    assert_eq!(page.header("cache-control"), "private, no-store");
    let session = recorder.sent();
    let csrf = hidden(&page.body, "csrf");
    let out = recorder.post("/sign-out", &[("csrf", &csrf)]);
    assert_eq!(out.status, 303);
    // The session is ended at the service too, not only forgotten by the browser.
    let again = venue.get("/").header("cookie", &session).send();
    assert!(!again.body.contains("rec-1"), "{}", again.body);
    let late = recorder.post("/sign-out", &[("csrf", &csrf)]);
    // There is nothing left to end, and whoever signs out wants just that.
    assert_eq!((late.status, late.header("location")), (303, "/"));
}

#[test]
fn behind_a_proxy_cookies_are_for_tls_alone() {
    let venue = Venue::open_with(|config| config.server.behind_proxy = true);
    let keeper = venue.keeper().to_owned();
    let answer = Visitor::new(&venue).sign_in(&keeper);
    let cookie = answer
        .all("set-cookie")
        .find(|c| c.starts_with("__Host-fupan="))
        .unwrap();
    assert!(
        cookie.contains("Secure") && cookie.contains("Path=/"),
        "{cookie}"
    );
    assert!(!cookie.contains("Domain"), "{cookie}");
}

#[test]
fn a_revoked_token_takes_its_sessions_with_it() {
    let venue = Venue::open();
    let asked = json!({"principal": {"role": "auditor"}});
    let token = venue.new_token(&asked);
    let mut auditor = Visitor::signed_in(&venue, &token);
    assert!(auditor.get("/").body.contains("action=\"/sign-out\""));
    let listed = venue.get("/v1/tokens").token(venue.keeper()).send().ok(200);
    let items = listed["items"].as_array().unwrap();
    let of_auditor = items
        .iter()
        .find(|t| t["principal"]["role"] == "auditor")
        .unwrap();
    let id = of_auditor["id"].as_str().unwrap();
    let path = format!("/v1/tokens/{id}");
    venue.delete(&path).token(venue.keeper()).send();
    assert!(!auditor.get("/").body.contains("action=\"/sign-out\""));
}

#[test]
fn sign_ins_that_fail_are_told_and_counted() {
    let venue = Venue::open_with(|config| config.rates.failures_per_min = 2);
    let mut stranger = Visitor::new(&venue);
    for status in [401, 401, 429] {
        let answer = stranger.sign_in("fupan_0000");
        assert_eq!(answer.status, status);
        assert!(answer.body.contains("role=\"alert\""), "{}", answer.body);
        assert!(
            !answer.body.contains("fupan_0000"),
            "a token is never shown again"
        );
    }
    // Who has the right token is not held up by those who have not.
    assert_eq!(stranger.sign_in(venue.keeper()).status, 303);
}

#[test]
fn a_form_without_its_proof_is_refused() {
    let venue = Venue::open();
    let keeper = venue.keeper().to_owned();
    let mut stranger = Visitor::new(&venue);
    let fields = [("csrf", "0"), ("token", keeper.as_str())];
    assert_eq!(stranger.post("/sign-in", &fields).status, 403);
    stranger.get("/sign-in");
    assert_eq!(stranger.post("/sign-in", &fields).status, 403);
    assert_eq!(stranger.post("/sign-in", &fields[1..]).status, 403);
    let mut visitor = Visitor::signed_in(&venue, &keeper);
    for proof in ["", "0", &"0".repeat(64)] {
        assert_eq!(visitor.post("/sign-out", &[("csrf", proof)]).status, 403);
    }
    assert!(visitor.get("/").body.contains("action=\"/sign-out\""));
}

#[test]
fn a_session_records_over_http_only_with_its_proof() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let mut recorder = Visitor::signed_in(&venue, &venue.token("cup", "rec-1"));
    let page = recorder.get("/").body;
    let csrf = hidden(&page, "csrf");
    let hand_in = |proof: Option<&str>| {
        let asking = venue
            .post("/v1/ledgers/cup/entries")
            .header("cookie", &recorder.sent())
            .json(&json!([stone(1, "black", "Q16")]));
        match proof {
            Some(proof) => asking.header("x-csrf-token", proof).send(),
            None => asking.send(),
        }
    };
    assert_eq!(hand_in(None).problem("csrf")["status"], 403);
    hand_in(Some("0")).problem("csrf");
    hand_in(Some(&csrf)).ok(201);
}

#[test]
fn where_reading_needs_a_token_a_browser_is_led_to_sign_in() {
    let venue = Venue::open_with(|config| config.access.public_read = false);
    venue.play("cup", &script::game("cn-2002"));
    let mut visitor = Visitor::new(&venue);
    assert!(!visitor.get("/").body.contains("/l/cup"));
    let page = visitor.get("/v1/ledgers/cup");
    assert_eq!(page.status, 401);
    assert!(
        page.body
            .contains("href=\"/sign-in?next=%2Fv1%2Fledgers%2Fcup\""),
        "{}",
        page.body
    );
    assert_eq!(page.header("cache-control"), "private, no-store");
    let mut official = Visitor::signed_in(&venue, &venue.token("cup", "rec-1"));
    assert!(official.get("/").body.contains("/l/cup"));
}
