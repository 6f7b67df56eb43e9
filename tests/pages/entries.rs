//! The entries of a ledger in a browser: found by what they say, taken along, held
//! against a hash on paper, proved, corrected.

use super::{browser::look, desk::seq_of, venues, visitor::Visitor};
use fantoccini::Locator;
use serde_json::Value;

#[test]
fn entries_are_found_by_what_they_say() {
    let venue = venues::lakeside();
    let seqs = |query: &str| -> Vec<u64> {
        let page = Visitor::new(&venue).get(&format!("/l/lakeside/entries?{query}"));
        assert_eq!(page.status, 200, "{}", page.body);
        let rows = page.body.split("<tr id=\"e").skip(1);
        rows.map(|row| row.split('"').next().unwrap().parse().unwrap())
            .collect()
    };
    let all = venue
        .get("/v1/ledgers/lakeside/entries?limit=1000")
        .send()
        .ok(200);
    let all: Vec<Value> = all["items"].as_array().unwrap().clone();
    let that = |fits: &dyn Fn(&Value) -> bool| -> Vec<u64> {
        let entries = all.iter().map(|item| item.get("entry").unwrap_or(item));
        entries
            .filter(|e| fits(e))
            .map(|e| e["seq"].as_u64().unwrap())
            .collect()
    };
    for (query, fits) in [
        (
            "type=ruling_made",
            &(|e: &Value| e["type"] == "ruling_made") as &dyn Fn(&Value) -> bool,
        ),
        ("stream=appeal%2Fr2-b1-appeal", &|e| {
            e["stream"] == "appeal/r2-b1-appeal"
        }),
        ("article=cn-2002%3A18.3", &|e| {
            e.to_string().contains("\"cn-2002:18.3\"")
        }),
        ("type=player_registered", &|e| {
            e["type"] == "player_registered"
        }),
        ("round=2&board=1&type=clock_pressed", &|e| {
            e["stream"] == "game/r2-b1" && e["type"] == "clock_pressed"
        }),
        ("q=LAKE", &|e| {
            e.to_string().to_lowercase().contains("lake\"") || (e["seq"] == 0)
        }),
    ] {
        let expected: Vec<u64> = that(fits).into_iter().take(100).collect();
        let found = seqs(&format!("{query}&order=oldest"));
        if query.starts_with("q=") {
            assert!(found.contains(&0), "{query}");
        } else {
            assert!(!expected.is_empty(), "{query} asks for nothing");
            assert_eq!(found, expected, "{query}");
        }
    }
    // Newest first, part after part, each entry once.
    let mut seen: Vec<u64> = Vec::new();
    let mut query = String::new();
    loop {
        let part = seqs(&query);
        seen.extend(&part);
        let Some(last) = part.last().filter(|last| **last > 0) else {
            break;
        };
        query = format!("before={last}");
    }
    let expected: Vec<u64> = (0..all.len() as u64).rev().collect();
    assert_eq!(seen, expected);
    for wrong in ["stream=games", "round=x", "before=-1", "since=yesterday"] {
        let page = Visitor::new(&venue).get(&format!("/l/lakeside/entries?{wrong}"));
        assert_eq!(page.status, 400, "{wrong}");
    }
}

#[test]
fn entries_are_taken_along_as_a_table() {
    let venue = venues::lakeside();
    let answer = venue.get("/l/lakeside/entries.csv?type=ruling_made").send();
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(
        answer
            .header("content-disposition")
            .contains("lakeside-entries.csv")
    );
    let mut lines = answer.body.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("seq,recorded_at,at,stream,version,type")
    );
    let lines: Vec<&str> = lines.collect();
    assert!(
        !lines.is_empty() && lines.iter().all(|line| line.contains(",ruling_made,")),
        "{lines:?}"
    );
}

#[test]
fn a_hash_on_paper_is_held_against_the_entry() {
    let venue = venues::lakeside();
    let receipt = venue
        .get("/v1/ledgers/lakeside/entries/5/receipt")
        .send()
        .ok(200);
    let hash = receipt["hash"].as_str().unwrap();
    let page = Visitor::new(&venue)
        .get(&format!("/l/lakeside/entries/5?hash={}", &hash[..16]))
        .body;
    assert!(
        page.contains("is this entry&#39;s") || page.contains("is this entry's"),
        "{page}"
    );
    let page = Visitor::new(&venue)
        .get("/l/lakeside/entries/5?hash=0123456789abcdef")
        .body;
    assert!(page.contains("is NOT this entry"), "{page}");
}

#[test]
fn the_browser_checks_a_proof_and_refuses_a_forged_one() {
    let venue = venues::lakeside();
    let size = venue.get("/v1/ledgers/lakeside").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    venue.signed("lakeside", size);
    look(
        "the_browser_checks_a_proof_and_refuses_a_forged_one",
        &venue,
        |browser| async move {
            let check = async |expected: &str| {
                browser
                    .run("document.querySelector('#told').dataset.found = ''")
                    .await;
                let button = browser
                    .client
                    .find(Locator::Css("#proof-check"))
                    .await
                    .unwrap();
                button.click().await.unwrap();
                let script = format!(
                    "return document.querySelector('#told').dataset.found === '{expected}'"
                );
                browser.until(expected, &script).await;
            };
            for seq in [0, 5, 60, size - 1] {
                browser.open(&format!("/l/lakeside/entries/{seq}")).await;
                check("sound").await;
            }
            browser.sees("#told", "leads from the bytes").await;
            assert!(browser.violations().await.is_empty());
            browser.picture("entry-proof-1440-en");
            let forge = async |script: &str| {
                browser.open("/l/lakeside/entries/60").await;
                browser.run(&format!("const box = document.querySelector('#proof-text'); const lines = box.value.split('\\n'); {script}; box.value = lines.join('\\n')")).await;
            };
            // One hash of the path is another, one is left out, the root is another,
            // the proof is another entry's, and something that is none.
            forge("lines[3] = lines[2]").await;
            check("root").await;
            forge("lines.splice(3, 1)").await;
            check("length").await;
            forge("const root = lines.indexOf('') + 3; lines[root] = 'A'.repeat(43) + '='").await;
            check("root").await;
            forge("lines[1] = 'index 61'").await;
            check("index").await;
            forge("lines[0] = 'trust me'").await;
            check("form").await;
        },
    );
}

#[test]
fn a_correction_is_found_and_what_it_changed_is_seen() {
    let venue = venues::lakeside();
    let corrected = seq_of(&venue, "entry_corrected", 0);
    look(
        "a_correction_is_found_and_what_it_changed_is_seen",
        &venue,
        |browser| async move {
            browser.open("/l/lakeside").await;
            browser.follow(".ways a[href$='/corrections']").await;
            let row = format!("#c{corrected}");
            browser.sees(&row, "Entry corrected").await;
            browser.follow(&format!("{row} th a")).await;
            assert_eq!(
                browser.path().await,
                format!("/l/lakeside/entries/{corrected}")
            );
            // The stone stood elsewhere: both boards are there, and what differs.
            let boards = browser
                .run("return document.querySelectorAll('.twins svg').length")
                .await;
            assert_eq!(boards, 2);
            let related = browser
                .run("return document.querySelectorAll('#related li').length")
                .await;
            assert!(related.as_u64() >= Some(1), "the entry that it corrects");
        },
    );
}
