//! The fair-play page: what it says in two languages, that it is for everyone who
//! may see it, by keys too, and that for everybody else there is none.

use super::{
    browser::{Browser, look},
    venues,
    visitor::Visitor,
};
use crate::http::venue::Venue;
use fantoccini::key::Key;
use fupan::review::gather::PROGRAM;
use fupan_domain::ids::Sha256;
use fupan_replay::review::Reference;
use fupan_tests::to_come;
use serde_json::{Value, json};

const AT: &str = "2026-05-02T10:00:00.000Z";

fn data(name: &str) -> String {
    let path = format!("{}/data/review/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

fn draft(actor: &str, type_name: &str, data: &Value) -> Value {
    json!({"stream": "review", "type": type_name, "at": AT, "actor": actor, "data": data})
}

/// A file goes into the review.
fn attach(venue: &Venue, evidence: &str, text: &str) -> Value {
    let sha256 = Sha256::of(text.as_bytes());
    let file = json!({"evidence": evidence, "sha256": sha256, "bytes": text.len(), "media_type": "text/plain",
        "title": evidence, "class": "restricted", "delete_after": to_come()});
    let attached = draft("rev-1", "evidence_attached", &file);
    venue.hand_in("case", &[attached]).ok(201);
    let path = format!("/v1/ledgers/case/evidence/{sha256}");
    let asking = venue.post(&path).official("case", "rev-1");
    asking.body("text/plain", text).send().ok(201);
    json!({"sha256": sha256, "bytes": text.len()})
}

/// A blind review of a game that a real engine looked at, with a group to compare
/// with, figures that are recorded, and a note that is sealed.
pub fn reviewed() -> Venue {
    let venue = venues::venue();
    let drafts = data("game.jsonl");
    let drafts = drafts
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    venue.play_drafts("trial", &drafts.collect::<Vec<Value>>());
    let sides = ["black", "white"].map(|side| json!({"game": "r1-b1", "colour": side}));
    let group = json!({"name": "both sides", "members": sides}).to_string();
    let named = Reference::read(group.as_bytes()).unwrap().named().unwrap();
    let opening = json!({"tournament": "trial", "occasion": "picked by lot", "question": "how long moves took",
        "reviewers": ["rev-1", "rev-2"], "subjects": [{"label": "A", "player": "ann"}], "games": ["r1-b1"],
        "standard_of_proof": "comfortable satisfaction", "blind": true,
        "method": {"name": "fupan-1", "opening_moves": 0, "settled_rate_bp": 9500, "forced_gap_cp": 1000,
            "near_equal_cp": 50, "visits_min": 1, "quick_ms": 1500, "moves_min": 3, "reference_min": 2,
            "reference": named}});
    let opening = draft("keeper", "review_opened", &opening);
    let asking = venue.post("/v1/ledgers").token(venue.keeper());
    let opening = json!({"ledger": "case", "entry": opening});
    asking.json(&opening).send().ok(201);
    attach(&venue, "group-1", &group);
    let answers = attach(&venue, "engine-1", &data("answers.jsonl"));
    let engine: Value = serde_json::from_str(&data("engine.json")).unwrap();
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let trial = venue.get("/v1/ledgers/trial").send().ok(200);
    let last = trial["size"].as_u64().unwrap() - 1;
    let as_of = json!({"seq": last, "hash": trial["head"]});
    let analysis = |id: &str, kind: &str, more: Value| {
        let mut data = json!({"analysis": id, "kind": kind, "method": 0, "program": "fupan", "games": ["r1-b1"],
            "as_of": as_of});
        for (key, value) in more.as_object().unwrap() {
            data[key] = value.clone();
        }
        draft("rev-1", "analysis_recorded", &data)
    };
    let by_engine = json!({"engine": engine, "answered_at": AT, "answers": answers});
    let figures = json!({"figures": [
        {"subject": "A", "whose": "subject", "figure": "time_mean_s", "n": 9, "value": "1.000", "spread": "0.500"}]});
    let drafts = [
        analysis("engine-1", "engine", by_engine),
        analysis("time-1", "time", figures),
        draft("rev-1", "note_sealed", &json!({"commitment": hash})),
    ];
    venue.hand_in("case", &drafts).ok(201);
    venue
}

/// A text without the moments at which this run recorded something.
fn without_now(text: &str) -> String {
    const OFFSET: &str = " +08:00";
    let of_moment = |c: char| c.is_ascii_digit() || "-:. ".contains(c);
    let mut told = String::new();
    let mut parts = text.split(OFFSET).peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            told.push_str(part);
            break;
        }
        let before = part.trim_end_matches(of_moment);
        let moment = &part[before.len()..];
        told.push_str(before);
        let is_told = moment.trim_start() == "2026-05-02 18:00:00";
        told.push_str(if is_told { moment } else { " NOW" });
        told.push_str(OFFSET);
    }
    told
}

/// What the page says up to the course of the review, without what is another in
/// each run: hashes, when it was recorded, and the program's version.
fn steady(page: &str, end: &str) -> String {
    let (_, rest) = page.split_once("<main").unwrap();
    let (main, _) = rest
        .split_once(end)
        .unwrap_or_else(|| panic!("no {end} in {page}"));
    let main = format!("<main{main}")
        .replace("><", ">\n<")
        .replace(PROGRAM, "fupan");
    let main = without_now(&main);
    let is_hash = |text: &str| text.len() >= 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let words = main.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let words = words.map(|word| {
        let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if is_hash(bare) {
            word.replace(bare, "HASH")
        } else {
            word.to_owned()
        }
    });
    words.collect()
}

#[test]
fn the_page_in_two_languages() {
    let venue = reviewed();
    let token = venue.token("case", "rev-1");
    let mut reviewer = Visitor::signed_in(&venue, &token);
    for (lang, course) in [("en", "<h2>Course of the review"), ("ja", "<h2>審査の経過")] {
        let page = reviewer.get(&format!("/l/case?lang={lang}"));
        assert_eq!(page.status, 200, "{}", page.body);
        assert_eq!(page.header("cache-control"), "no-store");
        insta::assert_snapshot!(format!("fair-play-{lang}"), steady(&page.body, course));
    }
}

#[test]
fn the_page_speaks_all_languages_and_of_nobody() {
    let venue = reviewed();
    let mut reviewer = Visitor::signed_in(&venue, &venue.token("case", "rev-2"));
    for lang in ["en", "zh-Hans", "zh-Hant", "ja", "ko"] {
        let page = reviewer.get(&format!("/l/case?lang={lang}")).body;
        assert!(page.contains(&format!("<html lang=\"{lang}\"")), "{lang}");
        // A variable that a text lacks shows as {$name}.
        assert!(!page.contains("{$"), "{lang}");
        let (_, main) = page.split_once("<main").unwrap();
        let words = main.split(|c: char| !c.is_alphanumeric() && c != '-');
        let words: Vec<&str> = words.collect();
        for name in ["ann", "bo", "Ann", "Bo", "r1-b1"] {
            assert!(!words.contains(&name), "{lang}: {name}");
        }
    }
}

#[test]
fn for_all_but_its_reviewers_there_is_no_page() {
    let venue = reviewed();
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    let tokens = [
        None,
        Some(venue.keeper().to_owned()),
        Some(auditor),
        Some(venue.token("trial", "org-1")),
        Some(venue.token("trial", "rev-1")),
        Some(venue.token("case", "chief-1")),
    ];
    for token in tokens {
        let mut visitor = match &token {
            Some(token) => Visitor::signed_in(&venue, token),
            None => Visitor::new(&venue),
        };
        for path in [
            "/l/LEDGER",
            "/l/LEDGER/entries",
            "/l/LEDGER/audit",
            "/l/LEDGER/games/r1-b1",
        ] {
            let mut ask = |ledger: &str| {
                let page = visitor.get(&path.replace("LEDGER", ledger));
                assert_eq!(page.status, 404, "{path}: {}", page.body);
                // Each answer has a trace of its own, and a page its proof.
                let told = page
                    .body
                    .replace("case", "LEDGER")
                    .replace("gone", "LEDGER");
                let (before, rest) = told.split_once("class=\"note\"").unwrap();
                let (_, after) = rest.split_once("</code>").unwrap();
                format!("{before}{after}")
            };
            assert_eq!(ask("case"), ask("gone"), "{path}");
        }
        let listed = visitor.get("/").body;
        assert!(
            listed.contains("/l/trial") && !listed.contains("/l/case"),
            "{listed}"
        );
        for path in ["/l/trial", "/l/trial/entries", "/l/trial/games/r1-b1"] {
            let page = visitor.get(path).body;
            assert!(
                !page.contains("/l/case") && !page.contains("picked by lot"),
                "{path}"
            );
        }
    }
}

/// The page at every width, by day and by night, and in every language.
async fn wrong_with(browser: &Browser, path: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for lang in ["en", "zh-Hans", "zh-Hant", "ja", "ko"] {
        browser.open(&format!("{path}?lang={lang}")).await;
        // What a language changes is how wide its words are, and no colour.
        let all = [(360, true), (820, false), (1440, true), (360, false)];
        let shown = if lang == "en" { &all[..] } else { &all[..1] };
        for (width, dark) in shown.iter().copied() {
            browser.looks(width, dark);
            let place = format!(
                "fair-play-{width}-{lang}-{}",
                if dark { "night" } else { "day" }
            );
            browser.check(&place, &mut wrong).await;
        }
    }
    wrong
}

#[test]
fn the_page_is_for_everyone_at_every_width() {
    let venue = reviewed();
    let token = venue.token("case", "rev-1");
    look(
        "the_page_is_for_everyone_at_every_width",
        &venue,
        |browser| async move {
            browser.sign_in(&token, "/").await;
            let wrong = wrong_with(&browser, "/l/case").await;
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        },
    );
}

/// Contrast of two colours by WCAG 2.2, of the chart's own bars with the page.
const CONTRAST: &str = "
    const linear = c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4 };
    const light = colour => {
        const [r, g, b] = colour.match(/[0-9.]+/g).map(Number);
        return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    const chart = document.querySelector('.chart.histogram');
    const ground = light(getComputedStyle(chart).backgroundColor);
    const against = (css, what) => {
        const drawn = light(getComputedStyle(document.querySelector(css))[what]);
        return (Math.max(drawn, ground) + 0.05) / (Math.min(drawn, ground) + 0.05);
    };";

/// Bars, patterns and marks can be told from the page at 3:1 (WCAG 2.2, 1.4.11) by
/// day and by night, a chart's words are as large on a phone as others, and the times
/// stand beside the board where there is room.
#[test]
fn charts_can_be_seen_by_night_and_read_on_a_phone() {
    let venue = reviewed();
    let token = venue.token("case", "rev-1");
    let test = "charts_can_be_seen_by_night_and_read_on_a_phone";
    look(test, &venue, |browser| async move {
        browser.sign_in(&token, "/l/case").await;
        let there = "return document.querySelector('.chart.histogram') !== null";
        browser.until("the charts", there).await;
        for dark in [false, true] {
            browser.looks(360, dark);
            for (css, what) in [
                (".chart.histogram .own", "fill"),
                (".chart.histogram .hatch", "stroke"),
                (".chart.histogram .mark", "fill"),
                (".chart.scatter .ring", "stroke"),
                (".chart.histogram text", "fill"),
            ] {
                let script = format!("{CONTRAST} return against('{css}', '{what}') >= 3");
                browser.until(&format!("{css}, dark {dark}"), &script).await;
            }
            let sizes = "const words = [...document.querySelectorAll('.chart text')];
                return words.length > 9 && words.every(w => w.getBoundingClientRect().height >= 11)";
            browser.until("words of a size to be read", sizes).await;
        }
        let beside = "const [board, times] = ['.board', '.times'].map(css =>
                document.querySelector('.played ' + css).getBoundingClientRect());
            return times.left >= board.right";
        browser.looks(1440, false);
        browser.until("the times beside the board", beside).await;
    });
}

/// What the page shows is in the JSON too, and of nobody while it is blind.
#[test]
fn the_json_has_what_the_page_has() {
    let venue = reviewed();
    let asking = venue
        .get("/v1/ledgers/case/review")
        .official("case", "rev-2");
    let view = asking.send().ok(200);
    let count = |name: &str| view[name].as_array().map_or(0, Vec::len);
    for name in [
        "entries", "methods", "evidence", "games", "moves", "looks", "due",
    ] {
        assert!(count(name) > 0, "{name}: {view:#}");
    }
    assert_eq!(view["entries"][0]["by"], "keeper");
    assert_eq!(view["entries"][0]["at"], AT);
    assert_eq!(view["evidence"][0]["file"]["state"], "kept");
    assert!(
        view["anchors"]["anchors"].is_array()
            && view["clears"].is_array()
            && view["within"].is_array(),
        "{view:#}"
    );
    assert_eq!(
        (&view["games"][0]["game"], &view["games"][0]["reviewed"]),
        (&Value::Null, &json!(true))
    );
    let text = view.to_string();
    for name in ["\"ann\"", "\"bo\"", "\"r1-b1\""] {
        assert!(!text.contains(name), "{name} in {view:#}");
    }
}

/// How many entries the reviewers have written.
pub fn written(venue: &Venue) -> usize {
    let asking = venue.get("/v1/ledgers/case/entries?stream=review&limit=1000");
    let list = asking.official("case", "rev-2").send().ok(200);
    list["items"].as_array().unwrap().len()
}

#[test]
fn keys_lead_through_the_page_and_write_nothing() {
    let venue = reviewed();
    let token = venue.token("case", "rev-1");
    let before = written(&venue);
    look(
        "keys_lead_through_the_page_and_write_nothing",
        &venue,
        |browser| async move {
            browser.sign_in(&token, "/l/case").await;
            browser
                .until(
                    "the page",
                    "return document.querySelector('#part') !== null",
                )
                .await;
            // Whatever can be used is reached in its order, and each is seen to have the focus.
            let reached = async |what: &str, css: &str| {
                let is_on = format!("return document.activeElement.matches({css:?})");
                for _ in 0..80 {
                    browser.press_key(Key::Tab).await;
                    if browser.run(&is_on).await == json!(true) {
                        return;
                    }
                }
                panic!("{what} is never reached");
            };
            reached("the report", "a[href*='/review/report']").await;
            reached("the times in words", "#part details summary").await;
            browser.press_key(Key::Enter).await;
            browser
                .until(
                    "the times",
                    "return document.querySelector('#part details').open",
                )
                .await;
            for keys in ["n", "c", "m", "r", "g", "["] {
                browser.press(keys).await;
            }
            browser.press("?").await;
            browser
                .until("the help", "return document.querySelector('#help').open")
                .await;
            browser.press_key(Key::Escape).await;
            browser
                .until("no help", "return !document.querySelector('#help').open")
                .await;
            assert!(browser.path().await.starts_with("/l/case"));
        },
    );
    assert_eq!(written(&venue), before);
}
