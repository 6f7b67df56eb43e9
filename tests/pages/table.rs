//! The arbiter's table while time passes: what counts down ends where the service
//! says, whatever the device's own clock shows; a form learns that the game has gone
//! on; a file of evidence is hashed and sent by the browser.

use super::{
    browser::{Browser, look},
    cup::{KO, STONES},
    visitor::Visitor,
};
use crate::http::venue::Venue;
use fupan_domain::{Millis, Timestamp, ids::Sha256};
use fupan_store::wall_clock;
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};

const HOUR: i64 = 3_600_000;

/// White has just retaken a single ko; appeals are in time for so long.
fn ko_retaken(within_ms: i64) -> Script {
    script::game_with("cn-2002", &json!({"appeal": {"within_ms": within_ms}})).stones(STONES)
}

fn ko(venue: &Venue) -> String {
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    let findings = game["findings"].as_array().unwrap();
    let ids = findings.iter().map(|f| f["id"].as_str().unwrap());
    ids.into_iter()
        .find(|id| id.starts_with("MV-5@"))
        .unwrap()
        .to_owned()
}

fn rule(venue: &Venue, finding: &str) {
    let asked = json!({"finding": finding, "outcome": KO});
    venue
        .post("/v1/ledgers/cup/games/r1-b1/rulings")
        .official("cup", "arb-1")
        .json(&asked)
        .send()
        .ok(201);
}

fn moment(at: Timestamp) -> Value {
    serde_json::to_value(at).unwrap()
}

impl Browser {
    /// From the next page on the device's clock is wrong by so much.
    pub fn with_clock_off_by(&self, ms: i64) {
        let source = format!("{{ const right = Date.now; Date.now = () => right() + {ms}; }}");
        self.command(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({"source": source}),
        );
    }

    /// Waits until what an element says has changed.
    pub async fn changes(&self, css: &str) {
        let said = self.text(css).await;
        let script = format!("return document.querySelector({css:?})?.innerText !== {said:?}");
        self.until("a countdown", &script).await;
    }
}

#[test]
fn the_time_for_appealing_runs_down_and_is_over_on_the_page_when_it_is() {
    let venue = Venue::open();
    venue.play("cup", &ko_retaken(30_000));
    let token = venue.token("cup", "arb-1");
    look(
        "the_time_for_appealing_runs_down_and_is_over_on_the_page_when_it_is",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                // A device that is an hour fast would have it over at once.
                browser.with_clock_off_by(HOUR);
                browser.sign_in(&token, "/l/cup/table").await;
                let live = "return document.documentElement.dataset.live === 'on'";
                browser.until("the page follows the ledger", live).await;
                rule(venue, &ko(venue));
                let runs = "const e = document.querySelector('[data-until]');
                    return e !== null && /^0:00:(0[1-9]|[12][0-9]|30)$/.test(e.innerText)";
                browser.until("the window counts down", runs).await;
                browser.changes("[data-until]").await;
                let over = "return document.querySelector('[data-until]') === null
                    && document.querySelector('#waiting').innerText.includes('No appeal')";
                browser.until("it is over by itself", over).await;
            }
        },
    );
}

#[test]
fn whoever_is_missing_is_told_with_the_end_of_the_time_for_coming_late() {
    let venue = Venue::open();
    venue.play("cup", &script::paired_with("cn-2002", &json!({})));
    let now = wall_clock();
    let absent = |at: Timestamp, player: &str| {
        json!({"stream": "game/r1-b1", "type": "player_absent", "at": moment(at),
            "actor": "arb-1", "data": {"player": player}})
    };
    venue.hand_in("cup", &[absent(now, "bo")]).ok(201);
    let token = venue.token("cup", "arb-1");
    look(
        "whoever_is_missing_is_told_with_the_end_of_the_time_for_coming_late",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.with_clock_off_by(-HOUR);
                browser.sign_in(&token, "/l/cup/table").await;
                for said in ["missing", "Not there", "bo", "loses at"] {
                    browser.sees("#waiting", said).await;
                }
                let runs = "return /^0:1[0-5]:[0-5][0-9]$/.test(document.querySelector('.waits [data-until]').innerText)";
                browser.until("the time runs down", runs).await;
                browser.changes(".waits [data-until]").await;
                browser.changes(".waits [data-since]").await;
                // He has come, and nothing waits there any more.
                let came = json!({"stream": "game/r1-b1", "type": "player_arrived", "at": moment(wall_clock()),
                    "actor": "arb-1", "data": {"player": "bo"}});
                venue.hand_in("cup", &[came]).ok(201);
                let gone =
                    "return !document.querySelector('#waiting').innerText.includes('Not there')";
                browser.until("he is there", gone).await;
            }
        },
    );
    let late = Venue::open();
    late.play("cup", &script::paired_with("cn-2002", &json!({})));
    let then = now.plus(Millis(-2 * HOUR));
    late.hand_in("cup", &[absent(then, "ann")]).ok(201);
    let table = late
        .get("/l/cup/table")
        .header("accept", "text/html")
        .send();
    assert!(
        table.body.contains("time for coming late was over at"),
        "{}",
        table.body
    );
}

#[test]
fn a_game_that_was_ended_while_it_stood_still_waits_for_nobody_to_go_on() {
    let venue = super::venues::lakeside();
    let table = Visitor::new(&venue).get("/l/lakeside/table").body;
    let (_, waiting) = table.split_once("id=\"waiting\"").unwrap();
    // Board 2 stands still for a ruling; board 1 did for a fault, and has no result.
    assert!(waiting.contains("for a ruling"), "{waiting}");
    assert!(!waiting.contains("something is broken"), "{waiting}");
}

#[test]
fn a_ruling_that_is_being_written_learns_that_the_game_has_gone_on() {
    let venue = Venue::open();
    venue.play("cup", &ko_retaken(60_000));
    let token = venue.token("cup", "arb-1");
    let path = format!("/l/cup/games/r1-b1/findings/{}", ko(&venue));
    look(
        "a_ruling_that_is_being_written_learns_that_the_game_has_gone_on",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(820, false);
                browser.sign_in(&token, &path).await;
                let live = "return document.documentElement.dataset.live === 'on'";
                browser.until("the page follows the ledger", live).await;
                browser.click("#reasons").await;
                browser.press("seen by").await;
                let unsaid = "return document.querySelector('#moved-on').hidden";
                browser.answers(unsaid, true).await;
                let stone = json!({"stream": "game/r1-b1", "type": "stone_played", "at": moment(wall_clock()),
                    "actor": "rec-1", "data": {"colour": "black", "point": "K10"}});
                venue.hand_in("cup", &[stone]).ok(201);
                browser
                    .until(
                        "the note",
                        "return !document.querySelector('#moved-on').hidden",
                    )
                    .await;
                let said = browser.text("#moved-on").await;
                assert!(said.contains("gone on"), "{said}");
                // What is being written stays, and goes on where it was.
                browser.press(" the arbiter").await;
                let written =
                    "return document.activeElement.id + ': ' + document.activeElement.value";
                browser
                    .answers(written, "reasons: seen by the arbiter")
                    .await;
                // Looked at as it stands, the form is up to date and what was written is there.
                browser.click("#moved-on a").await;
                let fresh = "return document.readyState === 'complete' && document.querySelector('#moved-on')?.hidden === true
                    && document.querySelector('#reasons')?.value === 'seen by the arbiter'";
                browser.until("the case as it stands", fresh).await;
            }
        },
    );
}

#[test]
fn a_file_of_evidence_is_hashed_attached_and_sent_by_the_browser() {
    let venue = Venue::open();
    let script = script::game("cn-2002").warning("w1", "white");
    venue.play("cup", &script);
    let appeal = json!({"stream": "appeal/ap-1", "type": "appeal_filed", "at": "2026-05-01T10:00:00.000Z", "actor": "chief-1",
        "data": {"game": "r1-b1", "by": "bo", "against": [script.id_of("w1")], "grounds": "g", "relief": "r"}});
    venue.hand_in("cup", &[appeal]).ok(201);
    let token = venue.token("cup", "chief-1");
    // A name that would do something if it were taken for more than a name.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("<img src=x onerror=alert(1)>.txt");
    let bytes = "a note from the hall\n";
    std::fs::write(&file, bytes).unwrap();
    look(
        "a_file_of_evidence_is_hashed_attached_and_sent_by_the_browser",
        &venue,
        |browser| {
            let (venue, file) = (&venue, &file);
            async move {
                browser.looks(820, false);
                browser.sign_in(&token, "/l/cup/appeals/ap-1").await;
                browser
                    .click("#steps details:has(form[data-upload]) summary")
                    .await;
                let chosen = browser.found("#file").await;
                chosen.send_keys(file.to_str().unwrap()).await.unwrap();
                let sha256 = Sha256::of(bytes.as_bytes()).to_string();
                let hashed =
                    format!("return document.querySelector('#sha256').value === '{sha256}'");
                browser.until("the hash", &hashed).await;
                let asked = "return ['title', 'bytes', 'media_type'].map((id) => document.getElementById(id).value)";
                let values = json!(["<img src=x onerror=alert(1)>.txt", "21", "text/plain"]);
                browser.answers(asked, values).await;
                browser.click("#evidence").await;
                browser.press("note-1").await;
                // Two presses are one entry.
                browser
                    .run("const b = document.querySelector('form[data-upload] > button'); b.click(); b.click()")
                    .await;
                browser
                    .until(
                        "attached",
                        "return document.querySelector('.done') !== null && document.readyState === 'complete'",
                    )
                    .await;
                browser
                    .sees("main", "<img src=x onerror=alert(1)>.txt")
                    .await;
                let image = "return document.querySelector('main img') !== null";
                assert_eq!(browser.run(image).await, false);
                let path = format!("/v1/ledgers/cup/evidence/{sha256}");
                let kept = venue.get(&path).bytes();
                assert_eq!(kept, bytes.as_bytes());
                let appeal = venue.get("/v1/ledgers/cup/appeals/ap-1").send().ok(200);
                assert_eq!(appeal["evidence"].as_array().unwrap().len(), 1, "{appeal}");
            }
        },
    );
}
