//! What pages say: the whole of it in two languages, to whom what is shown, and
//! how large the page of a long game is.

use super::{venues, visitor::Visitor};
use fupan_tests::script;

/// What stands between header and footer, an element a line.
fn content(page: &str) -> String {
    let (_, rest) = page.split_once("<main").unwrap();
    let (main, _) = rest.split_once("</main>").unwrap();
    format!("<main{main}").replace("><", ">\n<")
}

#[test]
fn pages_in_two_languages() {
    let venue = venues::lakeside();
    for (name, path) in [
        ("game", "/l/lakeside/games/r1-b1?move=19&tab=findings"),
        ("standings", "/l/lakeside?tab=standings"),
    ] {
        for lang in ["en", "zh-Hans"] {
            let page = Visitor::reading(&venue, lang).get(path);
            assert_eq!(page.status, 200, "{}", page.body);
            insta::assert_snapshot!(format!("{name}-{lang}"), content(&page.body));
        }
    }
}

#[test]
fn every_page_speaks_all_languages() {
    let venue = venues::lakeside();
    for lang in ["en", "zh-Hans", "zh-Hant", "ja", "ko"] {
        for path in [
            "/",
            "/sign-in",
            "/l/lakeside",
            "/l/lakeside?tab=standings",
            "/l/lakeside?tab=crosstable",
            "/l/lakeside/standings/an",
            "/l/lakeside/articles/event:bells",
            "/l/lakeside/articles/cn-2002:18.3",
            "/l/lakeside/games/r1-b1?tab=moves",
            "/l/lakeside/games/r1-b1/record",
            "/l/lakeside/games/r1-b1?tab=clock",
            "/l/lakeside/games/r1-b1?tab=timeline",
            "/l/lakeside/games/r2-b1?tab=timeline",
            "/l/lakeside/games/r1-b1?tab=findings",
            "/l/lakeside/table",
            "/l/lakeside/games/r1-b1/findings/MV-5@49",
            "/l/lakeside/games/r1-b1/findings/MV-5@49?tab=clock",
            "/l/lakeside/games/r3-b2/findings/TM-11@320?tab=log",
            "/l/lakeside/games/r2-b1/rule?tab=evidence",
            "/l/lakeside/games/r1-b1/rulings/r1-b1-ko",
            "/l/lakeside/games/r1-b1/rulings/r1-b1-ko/appeal-form",
            "/l/lakeside/appeals",
            "/l/lakeside/appeals/r2-b1-appeal",
            "/l/lakeside/audit",
            "/l/lakeside/entries",
            "/l/lakeside/entries?type=stone_played&order=oldest",
            "/l/lakeside/entries/0",
            "/l/lakeside/entries/60",
            "/l/lakeside/corrections",
        ] {
            let page = Visitor::reading(&venue, lang).get(path);
            assert_eq!(page.status, 200, "{path} {}", page.body);
            assert!(
                page.body.contains(&format!("<html lang=\"{lang}\"")),
                "{path}"
            );
            // A variable that a text lacks shows as {$name}.
            assert!(!page.body.contains("{$"), "{lang} {path}");
        }
    }
}

#[test]
fn times_are_the_venues_with_utc_beside_them() {
    let venue = venues::lakeside();
    let page = Visitor::new(&venue).get("/l/lakeside?round=1").body;
    let told = "title=\"2026-09-12 02:00:00 UTC\">2026-09-12 10:00:00 +08:00</time>";
    assert!(page.contains(told), "{page}");
}

#[test]
fn articles_stand_in_the_original_with_a_language_of_their_own() {
    let venue = venues::lakeside();
    let page = Visitor::reading(&venue, "ko")
        .get("/l/lakeside/games/r1-b1?tab=findings")
        .body;
    assert!(
        page.contains("<blockquote class=\"law\" lang=\"zh-Hant\">"),
        "{page}"
    );
    // The summary is the reader's: the rows of the rule table that the article has.
    let (_, summary) = page.split_once("class=\"summary\"").unwrap();
    let (summary, _) = summary.split_once("</p>").unwrap();
    let is_korean = |c: char| ('\u{ac00}'..='\u{d7a3}').contains(&c);
    assert!(
        !summary.contains("lang=") && summary.chars().filter(|c| is_korean(*c)).count() > 8,
        "{summary}"
    );
}

#[test]
fn the_header_says_what_the_viewer_is_in_this_tournament() {
    let venue = venues::venue();
    venue.play("cup", &script::game("cn-2002"));
    for (official, role) in [
        ("chief-1", "chief arbiter"),
        ("rec-1", "recorder"),
        ("org-1", "organiser"),
    ] {
        let mut visitor = Visitor::signed_in(&venue, &venue.token("cup", official));
        let page = visitor.get("/l/cup/games/r1-b1").body;
        assert!(page.contains(&format!("{official} · {role}")), "{page}");
    }
    let stranger = Visitor::new(&venue).get("/l/cup/games/r1-b1").body;
    assert!(!stranger.contains("class=\"role\"") && !stranger.contains("name=\"csrf\""));
}

#[test]
fn a_move_that_is_none_is_a_problem_and_no_page() {
    let venue = venues::lakeside();
    let mut visitor = Visitor::new(&venue);
    for (path, status) in [
        ("/l/lakeside/games/r1-b1?move=900", 404),
        ("/l/lakeside/games/r1-b1?move=x", 400),
        ("/l/lakeside/games/r9-b9", 404),
        ("/l/lakeside?round=9", 404),
        ("/l/lakeside/standings/nobody", 404),
        ("/l/lakeside/articles/cn-2002:99.9", 404),
        ("/l/nowhere", 404),
    ] {
        let page = visitor.get(path);
        assert_eq!(page.status, status, "{path} {}", page.body);
        assert!(page.body.contains("/problems/"), "{path}");
    }
}

#[test]
fn a_page_of_three_hundred_moves_is_under_100_kb() {
    let venue = venues::venue();
    venue.play("cup", &venues::long_game());
    for tab in ["moves", "clock", "timeline", "findings"] {
        let path = format!("/l/cup/games/r1-b1?tab={tab}&numbers=1");
        let page = Visitor::new(&venue).get(&path);
        assert_eq!(page.status, 200, "{}", page.body);
        assert!(page.body.contains("value=\"300\""), "all moves stand");
        assert!(
            page.body.len() < 100_000,
            "{tab}: {} bytes",
            page.body.len()
        );
    }
}
