//! Somebody with a browser: keeps cookies, follows where he is led, fills in forms.

use crate::http::{client::Answer, venue::Venue};
use std::collections::BTreeMap;

/// Somebody with a browser.
pub struct Visitor<'a> {
    venue: &'a Venue,
    pub cookies: BTreeMap<String, String>,
    languages: &'static str,
}

impl<'a> Visitor<'a> {
    pub fn new(venue: &'a Venue) -> Visitor<'a> {
        Visitor::reading(venue, "en")
    }

    /// Somebody whose browser asks for these languages.
    pub fn reading(venue: &'a Venue, languages: &'static str) -> Visitor<'a> {
        Visitor {
            venue,
            cookies: BTreeMap::new(),
            languages,
        }
    }

    /// Somebody who has signed in with that token.
    pub fn signed_in(venue: &'a Venue, token: &str) -> Visitor<'a> {
        let mut visitor = Visitor::new(venue);
        assert_eq!(visitor.sign_in(token).status, 303);
        visitor
    }

    pub fn get(&mut self, path: &str) -> Answer {
        let answer = self
            .venue
            .get(path)
            .header("accept", "text/html,application/xhtml+xml,*/*;q=0.8")
            .header("accept-language", self.languages)
            .header("cookie", &self.sent())
            .stays()
            .send();
        self.keep(&answer);
        answer
    }

    /// Sends a form.
    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        let answer = self
            .venue
            .post(path)
            .header("accept", "text/html,*/*;q=0.8")
            .header("cookie", &self.sent())
            .body("application/x-www-form-urlencoded", &body.join("&"))
            .stays()
            .send();
        self.keep(&answer);
        answer
    }

    /// Fills in the sign-in form.
    pub fn sign_in(&mut self, token: &str) -> Answer {
        let form = self.get("/sign-in?next=/");
        let csrf = hidden(&form.body, "csrf");
        self.post(
            "/sign-in",
            &[("csrf", &csrf), ("next", "/"), ("token", token)],
        )
    }

    pub fn sent(&self) -> String {
        let cookies: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        cookies.join("; ")
    }

    fn keep(&mut self, answer: &Answer) {
        for set in answer.all("set-cookie") {
            let (pair, rest) = set.split_once(';').unwrap_or((set, ""));
            let (name, value) = pair.split_once('=').unwrap();
            if rest.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

fn encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    text.bytes()
        .map(|b| {
            if plain(b) {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}

/// The value of a hidden field.
#[track_caller]
pub fn hidden(page: &str, name: &str) -> String {
    let field = format!("name=\"{name}\" value=\"");
    let (_, rest) = page
        .split_once(&field)
        .unwrap_or_else(|| panic!("no {name} in {page}"));
    rest.split('"').next().unwrap().to_owned()
}
