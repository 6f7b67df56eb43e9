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
            let boards = "return document.querySelectorAll('.twins svg').length";
            browser.answers(boards, 2).await;
            let related = "return document.querySelectorAll('#related li').length >= 1";
            browser.until("the entry that it corrects", related).await;
        },
    );
}

#[test]
fn what_the_filter_does_not_understand_is_told_above_it_and_nothing_is_lost() {
    let venue = venues::lakeside();
    let page = Visitor::new(&venue).get("/l/lakeside/entries?since=foo&actor=arb-sato&round=2");
    assert_eq!(page.status, 400, "{}", page.body);
    let (before, form) = page.body.split_once("class=\"filters\"").unwrap();
    assert!(before.contains("role=\"alert\"") && before.contains("foo"));
    for (name, value) in [("since", "foo"), ("actor", "arb-sato"), ("round", "2")] {
        let field = form.split(&format!("name=\"{name}\"")).nth(1).unwrap();
        let field = field.split('>').next().unwrap();
        assert!(field.contains(&format!("value=\"{value}\"")), "{field}");
    }
    let types = form.split("id=\"by-type\"").nth(1).unwrap();
    let types = types.split("</select>").next().unwrap();
    for name in ["statement_taken", "breach_observed", "stone_played"] {
        let option = format!("value=\"{name}\"");
        assert_eq!(types.matches(&option).count(), 1, "{name} stands once");
    }
}

#[test]
fn entries_are_found_by_when_it_happened_and_by_what_belongs_together() {
    let venue = venues::lakeside();
    let rows = |query: &str| -> Vec<Vec<String>> {
        let table = Visitor::new(&venue).get(&format!("/l/lakeside/entries.csv?{query}"));
        assert_eq!(table.status, 200, "{}", table.body);
        let lines = table.body.lines().skip(1);
        lines
            .map(|line| line.splitn(7, ',').map(str::to_owned).collect())
            .collect()
    };
    // As the venue's clocks showed it, eight hours ahead.
    let found = rows("happened_since=2026-09-12T10:04&happened_until=2026-09-12T10:05");
    assert!(!found.is_empty());
    for row in &found {
        let at = row[2].as_str();
        assert!(("2026-09-12T02:04:00.000Z"..="2026-09-12T02:05:00.000Z").contains(&at));
    }
    assert!(found.len() < rows("").len());
    let ruling = seq_of(&venue, "ruling_made", 0);
    let chain = rows(&format!("chain={ruling}"));
    let seqs: Vec<u64> = chain.iter().map(|row| row[0].parse().unwrap()).collect();
    assert!(seqs.contains(&ruling) && seqs.len() > 1, "{seqs:?}");
    assert!(
        seqs.contains(&seq_of(&venue, "warning_issued", 0)),
        "{seqs:?}"
    );
    let game =
        |row: &Vec<String>| row[3].starts_with("game/r1-b1") || row[3].starts_with("appeal/");
    assert!(chain.iter().all(game), "{chain:?}");
    let none = Visitor::new(&venue).get("/l/lakeside/entries?chain=99999");
    assert_eq!(none.status, 400, "{}", none.body);
}

#[test]
fn a_page_that_is_not_there_says_where_to_go() {
    let venue = venues::lakeside();
    let page = Visitor::new(&venue).get("/l/lakeside/games/r1-b1?move=57&tab=clock");
    assert!(page.status >= 400, "{}", page.body);
    for way in ["/l/lakeside/games/r1-b1", "/l/lakeside", "/"] {
        assert!(
            page.body
                .contains(&format!("class=\"button plain\" href=\"{way}\"")),
            "{way}"
        );
    }
    let page = Visitor::new(&venue).get("/l/lakeside/appeals/r2-b1-appeal/dossier");
    assert_eq!(page.status, 403, "{}", page.body);
    assert!(
        page.body
            .contains("href=\"/l/lakeside/appeals/r2-b1-appeal\"")
    );
}

#[test]
fn an_entry_is_listed_with_the_time_at_which_it_happened() {
    let venue = venues::lakeside();
    let asked = "happened_since=2026-09-12T02:04:00Z&happened_until=2026-09-12T02:05:00Z";
    let page = Visitor::new(&venue)
        .get(&format!("/l/lakeside/entries?{asked}"))
        .body;
    let rows: Vec<&str> = page.split("<tr id=\"e").skip(1).collect();
    assert!(!rows.is_empty(), "{page}");
    for row in rows {
        assert!(row.contains("2026-09-12"), "{row}");
    }
}

#[test]
fn on_a_phone_what_was_found_is_seen_at_once() {
    let venue = venues::lakeside();
    look(
        "on_a_phone_what_was_found_is_seen_at_once",
        &venue,
        |browser| async move {
            browser.looks(360, false);
            browser.open("/l/lakeside/entries?type=ruling_made").await;
            browser.picture("entries-360");
            let row = "const row = document.querySelector('table.entries tbody tr').getBoundingClientRect();
                return row.top + scrollY < 800";
            browser.until("the first entry", row).await;
            let wide = "return document.querySelector('table.entries').getBoundingClientRect().width <= 360";
            browser.until("all of it", wide).await;
            let whole = "return [...document.querySelectorAll('table.entries td')].every((td) => td.scrollWidth <= td.clientWidth || td.clientWidth === 0)";
            browser.until("no text is cut", whole).await;
            assert_eq!(browser.too_wide().await, None);
            // What else can be looked for is a touch away.
            browser.click("#more-filters summary").await;
            browser.found("#by-happened_since").await;
        },
    );
}
