//! A reviewer's note from the page: sealed by its hash alone, opened by himself, and
//! never once another's can be known.

use super::{
    browser::look,
    fair_play::{reviewed, written},
    visitor::{Visitor, hidden},
};
use crate::http::{client::Answer, venue::Venue};
use fupan_domain::event::review::{NoteForm, NoteOpened};
use serde_json::{Value, json};
use std::sync::Mutex;

const PAGE: &str = "/l/case/note";

fn signed_in<'a>(venue: &'a Venue, reviewer: &str) -> Visitor<'a> {
    Visitor::signed_in(venue, &venue.token("case", reviewer))
}

fn note(text: &str) -> NoteOpened {
    NoteOpened {
        text: text.to_owned(),
        nonce: "5d41402abc4b2a76b9719d911017c592".to_owned(),
    }
}

/// Sends the form of one step as it stands on the page.
fn send(
    reviewer: &mut Visitor<'_>,
    page: &str,
    (form, step): (&str, &str),
    fields: &[(&str, &str)],
) -> Answer {
    let (_, form) = page.split_once(form).unwrap_or_else(|| panic!("{page}"));
    let kept = ["csrf", "key"].map(|name| (name, hidden(form, name)));
    let mut all: Vec<(&str, &str)> = kept.iter().map(|(n, v)| (*n, v.as_str())).collect();
    all.push(("step", step));
    all.extend(fields);
    reviewer.post(PAGE, &all)
}

/// Reads what will be written, and records it.
fn record(
    reviewer: &mut Visitor<'_>,
    (form, step): (&str, &str),
    fields: &[(&str, &str)],
) -> Answer {
    let page = reviewer.get(PAGE).body;
    let review = send(reviewer, &page, (form, step), fields);
    assert_eq!(review.status, 200, "{}", review.body);
    let second = format!("{step}-record");
    let mut fields = fields.to_vec();
    let act = "class=\"act\"";
    let unmeant = send(reviewer, &review.body, (act, &second), &fields);
    assert_eq!(unmeant.status, 422, "{}", unmeant.body);
    fields.push(("confirmed", "1"));
    send(reviewer, &review.body, (act, &second), &fields)
}

/// What seals a note of that reviewer in the review of that first entry.
fn commitment(note: &NoteOpened, review: &str, reviewer: &str) -> String {
    let (review, reviewer) = (review.parse().unwrap(), reviewer.parse().unwrap());
    let form = Some(NoteForm::Bound);
    note.commitment(form, review, &reviewer).to_string()
}

/// What the page's script makes of a note: with the review and the reviewer that the
/// form names.
fn made(page: &str, note: &NoteOpened) -> String {
    let told = |name: &str| {
        let (_, rest) = page.split_once(&format!("{name}=\"")).unwrap();
        rest.split_once('"').unwrap().0
    };
    commitment(note, told("data-review"), told("data-reviewer"))
}

fn seal(reviewer: &mut Visitor<'_>, note: &NoteOpened) -> Answer {
    let commitment = made(&reviewer.get(PAGE).body, note);
    record(
        reviewer,
        ("data-seals", "seal"),
        &[("commitment", &commitment)],
    )
}

fn open(reviewer: &mut Visitor<'_>, note: &NoteOpened) -> Answer {
    let fields = [("text", &*note.text), ("nonce", &*note.nonce)];
    record(reviewer, ("data-unseals", "open"), &fields)
}

/// The last entry that a reviewer wrote.
fn last(venue: &Venue) -> Value {
    let asking = venue.get("/v1/ledgers/case/entries?stream=review&limit=1000");
    let list = asking.official("case", "rev-2").send().ok(200);
    list["items"].as_array().unwrap().last().unwrap()["entry"].clone()
}

#[test]
fn a_note_is_sealed_by_its_hash_and_opened_once_two_are_sealed() {
    let venue = reviewed();
    let mut second = signed_in(&venue, "rev-2");
    let own = note("Nothing out of the ordinary.\nThe times are even.");
    let page = second.get(PAGE).body;
    // What is written has no name: no browser sends it.
    assert!(page.contains("<textarea id=\"note\" rows="), "{page}");
    assert!(!page.contains("data-unseals"), "{page}");
    let sealed = seal(&mut second, &own);
    assert_eq!(sealed.status, 303, "{}", sealed.body);
    let entry = last(&venue);
    assert_eq!(
        (&entry["type"], &entry["actor"], &entry["data"]),
        (
            &json!("note_sealed"),
            &json!("rev-2"),
            &json!({"commitment": made(&page, &own), "form": 2})
        )
    );
    // Another text is told before anything is recorded.
    let before = written(&venue);
    let page = second.get(PAGE).body;
    let other = note("I had seen it all before.");
    let fields = [("text", &*other.text), ("nonce", &*other.nonce)];
    let refused = send(&mut second, &page, ("data-unseals", "open"), &fields);
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(
        refused
            .body
            .contains("not those of the note that you sealed")
    );
    assert_eq!(written(&venue), before);
    let opened = open(&mut second, &own);
    assert_eq!(opened.status, 303, "{}", opened.body);
    assert_eq!(last(&venue)["data"], json!(own));
    // Whoever reads another's note seals none any more.
    let page = signed_in(&venue, "rev-1").get(PAGE).body;
    assert!(!page.contains("data-seals"), "{page}");
    let shown = signed_in(&venue, "rev-1").get("/l/case").body;
    assert!(shown.contains("The times are even."), "{shown}");
}

#[test]
fn a_note_waits_for_a_second_one() {
    let venue = reviewed();
    let mut first = signed_in(&venue, "rev-1");
    let page = first.get(PAGE).body;
    for said in ["once a second reviewer has sealed", "takes its place"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("data-unseals"), "{page}");
    // Sent all the same, it is not even looked at.
    let fields = [
        ("text", "early"),
        ("nonce", "5d41402abc4b2a76b9719d911017c592"),
    ];
    let early = send(&mut first, &page, ("data-seals", "open"), &fields);
    assert_eq!(early.status, 422, "{}", early.body);
}

#[test]
fn for_whoever_is_no_reviewer_there_is_no_note_page() {
    let venue = reviewed();
    for token in [venue.keeper().to_owned(), venue.token("trial", "org-1")] {
        let page = Visitor::signed_in(&venue, &token).get(PAGE);
        assert_eq!(page.status, 404, "{}", page.body);
    }
    // A tournament has no notes.
    let page = Visitor::signed_in(&venue, &venue.token("trial", "org-1")).get("/l/trial/note");
    assert_eq!(page.status, 404, "{}", page.body);
}

#[test]
fn the_text_of_a_sealed_note_stays_in_the_browser() {
    let venue = reviewed();
    let token = venue.token("case", "rev-2");
    let test = "the_text_of_a_sealed_note_stays_in_the_browser";
    let seen = Mutex::new(None);
    let out = &seen;
    look(test, &venue, |browser| async move {
        browser.sign_in(&token, PAGE).await;
        browser
            .until(
                "the form",
                "return !document.querySelector('form[data-seals]').hidden",
            )
            .await;
        assert_eq!(browser.violations().await, Vec::<String>::new());
        let watch = "const made = URL.createObjectURL;
            URL.createObjectURL = (blob) => { blob.text().then((text) => { window.kept = text; }); return made(blob); };
            document.querySelector('#note').value = '  e\\u0301ven times\\r\\nthroughout ';";
        browser.run(watch).await;
        browser.click("[data-keeps]").await;
        let is_kept =
            "return !document.querySelector('[data-sends]').disabled && window.kept !== undefined";
        browser.until("what opens it to be kept", is_kept).await;
        let kept = browser.run("return window.kept").await;
        *out.lock().unwrap() = Some(kept.as_str().unwrap().to_owned());
        browser.follow("[data-sends]").await;
        browser.click("#confirmed").await;
        browser.follow("form.act button").await;
        browser.sees("main", "Recorded").await;
    });
    let Some(kept) = seen.into_inner().unwrap() else {
        return; // There is no browser here.
    };
    let note: NoteOpened = serde_json::from_str(&kept).unwrap();
    assert_eq!(note.text, "\u{e9}ven times\nthroughout");
    let first = venue.get("/v1/ledgers/case/entries?stream=review&limit=1");
    let first = first.official("case", "rev-2").send().ok(200);
    let review = first["items"][0]["entry"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        last(&venue)["data"],
        json!({"commitment": commitment(&note, &review, "rev-2"), "form": 2})
    );
    assert_eq!(open(&mut signed_in(&venue, "rev-2"), &note).status, 303);
}
