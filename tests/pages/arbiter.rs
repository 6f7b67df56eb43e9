//! The arbiter's table: what waits there, and ruling from the finding to the
//! record, by form and by keyboard, with its effect told beforehand.

use super::{
    browser::look,
    cup::{KO, STONES, case, game, ko_retaken, size, venue_of},
    visitor::{Visitor, hidden},
};
use crate::http::{client::Answer, venue::Venue};
use fantoccini::key::Key;
use fupan_tests::script;
use serde_json::json;

/// Sends the form of a page with what was filled in, and all that the page itself
/// says in hidden fields.
fn send(visitor: &mut Visitor<'_>, path: &str, page: &str, fields: &[(&str, &str)]) -> Answer {
    let mut all: Vec<(String, String)> = ["csrf", "key", "seen"]
        .iter()
        .filter(|name| page.contains(&format!("name=\"{name}\"")))
        .map(|name| ((*name).to_owned(), hidden(page, name)))
        .collect();
    all.extend(
        fields
            .iter()
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned())),
    );
    let all: Vec<(&str, &str)> = all.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    visitor.post(path, &all)
}

#[test]
fn boards_that_want_the_arbiter_stand_first_and_his_own_before_others() {
    let pairings = json!([
        {"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"},
        {"game": "r1-b2", "board": 2, "black": "cy", "white": "di"}
    ]);
    let script = script::opened_with("cn-2002", &json!({}))
        .org("round_paired", json!({"round": 1, "games": pairings}))
        .org(
            "official_appointed",
            json!({"official": "arb-2", "name": "arb-2", "role": "arbiter", "boards": [2]}),
        )
        .on("r1-b2")
        .fact("game_started", json!({"black": "cy", "white": "di"}))
        .stones("B D4")
        .fact(
            "complaint_raised",
            json!({"by": "white", "text": "he talks"}),
        )
        .on("r1-b1")
        .start(&json!({}))
        .stones(STONES);
    let venue = venue_of(&script);
    let told = |page: &str, first: &str, second: &str| {
        let at = |text: &str| {
            page.find(text)
                .unwrap_or_else(|| panic!("no {text}: {page}"))
        };
        assert!(at(first) < at(second), "{page}");
    };
    let page = Visitor::new(&venue).get("/l/cup/table");
    assert_eq!(page.status, 200, "{}", page.body);
    // Who called comes before what the rule book finds.
    told(&page.body, "/l/cup/games/r1-b2\"", "/l/cup/games/r1-b1\"");
    assert!(page.body.contains("Waits since"), "{}", page.body);
    assert!(page.body.contains("<time datetime="), "{}", page.body);
    assert!(page.body.contains("/rule?about="), "{}", page.body);
    let mut own = Visitor::signed_in(&venue, &venue.token("cup", "arb-2"));
    let page = own.get("/l/cup/table").body;
    told(&page, "Your boards", "Other boards");
    told(&page, "/l/cup/games/r1-b2\"", "Other boards");
    // Board 1 is none of his, and that is said before he fills anything in.
    let page = own.get(&case(&venue, "MV-5")).body;
    assert!(
        page.contains("not one of yours") && !page.contains("name=\"reasons\""),
        "{page}"
    );
}

#[test]
fn what_each_outcome_comes_to_is_told_before_it_is_chosen() {
    let venue = venue_of(&ko_retaken());
    let mut arbiter = Visitor::signed_in(&venue, &venue.token("cup", "arb-1"));
    let before = size(&venue);
    let page = arbiter.get(&case(&venue, "MV-5")).body;
    let (_, offered) = page.split_once("What the article allows").unwrap();
    for told in [
        "Warnings of White",
        "off the board: White D4",
        "Another decision",
        KO,
    ] {
        assert!(offered.contains(told), "{told}: {page}");
    }
    // The article's own words, with their language, stand beside the finding.
    assert!(page.contains("class=\"law\" lang=\"zh-Hant\""), "{page}");
    assert_eq!(size(&venue), before, "nothing is recorded by looking");
}

#[test]
fn a_second_warning_says_beforehand_that_it_loses_and_asks_for_the_board() {
    let script = script::game("cn-2002")
        .warning("w1", "white")
        .stones(STONES);
    let venue = venue_of(&script);
    let path = case(&venue, "MV-5");
    let mut chief = Visitor::signed_in(&venue, &venue.token("cup", "chief-1"));
    let page = chief.get(&path).body;
    let loses = "This is the second warning: White loses the game.";
    assert!(page.contains(loses), "{page}");
    assert!(page.contains("w1"), "the first warning is told: {page}");
    let before = size(&venue);
    let fields = [
        ("step", "review"),
        ("outcome", KO),
        ("facts", "seen"),
        ("reasons", ""),
    ];
    let review = send(&mut chief, &path, &page, &fields);
    assert_eq!(review.status, 200, "{}", review.body);
    assert!(review.body.contains(loses), "{}", review.body);
    assert!(
        review.body.contains("Black wins by the opponent"),
        "{}",
        review.body
    );
    assert!(review.body.contains("Entries that will be written: 3"));
    let mut fields = vec![("step", "record"), ("outcome", KO), ("facts", "seen")];
    for board in ["", "7"] {
        let mut wrong = fields.clone();
        wrong.push(("board", board));
        let refused = send(&mut chief, &path, &review.body, &wrong);
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.body.contains("href=\"#board\""), "{}", refused.body);
    }
    assert_eq!(size(&venue), before);
    fields.push(("board", "1"));
    let recorded = send(&mut chief, &path, &review.body, &fields);
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    assert_eq!(game(&venue)["result"]["by"], "warnings");
    // The same form once more, as after a lost answer, changes nothing.
    let after = size(&venue);
    let again = send(&mut chief, &path, &review.body, &fields);
    assert_eq!(again.status, 303, "{}", again.body);
    assert_eq!(again.header("location"), recorded.header("location"));
    assert_eq!(size(&venue), after);
    let page = chief.get(recorded.header("location")).body;
    assert!(
        page.contains("is recorded") && page.contains("data-drops"),
        "{page}"
    );
}

#[test]
fn a_departure_is_marked_and_needs_reasons() {
    let venue = venue_of(&ko_retaken());
    let path = case(&venue, "MV-5");
    let mut arbiter = Visitor::signed_in(&venue, &venue.token("cup", "arb-1"));
    let page = arbiter.get(&path).body;
    let own = [
        ("outcome", "own.orders"),
        ("words", "white is admonished, the stone stays"),
        ("own_admonish", "white"),
        ("facts", "the clock had been stopped"),
    ];
    let with = |more: &[(&'static str, &'static str)]| [&own[..], more].concat();
    let refused = send(&mut arbiter, &path, &page, &with(&[("step", "review")]));
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(
        refused.body.contains("href=\"#reasons\""),
        "{}",
        refused.body
    );
    // What was written stays written.
    assert!(refused.body.contains("the clock had been stopped"));
    let wrong = with(&[
        ("step", "review"),
        ("reasons", "r"),
        ("own_remove", "there"),
    ]);
    let refused = send(&mut arbiter, &path, &page, &wrong);
    assert!(
        refused.body.contains("href=\"#own_remove\""),
        "{}",
        refused.body
    );
    let reasons = ("reasons", "both thought the game was paused");
    let review = send(
        &mut arbiter,
        &path,
        &page,
        &with(&[("step", "review"), reasons]),
    );
    assert_eq!(review.status, 200, "{}", review.body);
    assert!(review.body.contains("departs from what the article allows"));
    let record = with(&[("step", "record"), reasons, ("board", "1")]);
    let recorded = send(&mut arbiter, &path, &review.body, &record);
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    let told = game(&venue);
    assert_eq!(told["findings"][0]["status"], "departed");
    // What is signed on paper says so as well, and so does its card.
    let id = told["rulings"][0]["ruling"].as_str().unwrap();
    let sheet = arbiter
        .get(&format!("/l/cup/games/r1-b1/rulings/{id}"))
        .body;
    let card = arbiter.get(&path).body;
    let (_, card) = card.split_once(&format!("id=\"ruling-{id}\"")).unwrap();
    for told in [sheet.as_str(), card.split("</dl>").next().unwrap()] {
        assert!(
            told.contains("↯ ruled otherwise than the article allows"),
            "{told}"
        );
    }
    let page = arbiter.get(&path).body;
    assert!(
        page.contains("ruled otherwise than the article allows"),
        "{page}"
    );
}

#[test]
fn who_comes_second_sees_both_versions() {
    let venue = venue_of(&ko_retaken());
    let path = case(&venue, "MV-5");
    let mut arbiter = Visitor::signed_in(&venue, &venue.token("cup", "arb-1"));
    let page = arbiter.get(&path).body;
    let mine = [
        ("outcome", KO),
        ("reasons", "my own words"),
        ("facts", "as I saw it"),
    ];
    let with = |more: &[(&'static str, &'static str)]| [&mine[..], more].concat();
    let review = send(&mut arbiter, &path, &page, &with(&[("step", "review")]));
    assert_eq!(review.status, 200, "{}", review.body);
    let id = path.rsplit('/').next().unwrap();
    let theirs = json!({"finding": id, "outcome": KO, "reasons": "the chief was quicker"});
    venue
        .post("/v1/ledgers/cup/games/r1-b1/rulings")
        .official("cup", "chief-1")
        .json(&theirs)
        .send()
        .ok(201);
    let before = size(&venue);
    let record = with(&[("step", "record"), ("confirmed", "1")]);
    let refused = send(&mut arbiter, &path, &review.body, &record);
    assert!(matches!(refused.status, 409 | 412), "{}", refused.body);
    for told in [
        "Somebody ruled on this before you did",
        "the chief was quicker",
        "chief-1",
        "my own words",
        "Rule all the same",
    ] {
        assert!(refused.body.contains(told), "{told}: {}", refused.body);
    }
    assert_eq!(size(&venue), before, "nothing of mine is recorded");
    let (_, since) = refused.body.split_once("Recorded in between").unwrap();
    let (since, _) = since.split_once("</ul>").unwrap();
    for told in ["Ruling", "chief-1", "<time datetime="] {
        assert!(since.contains(told), "{told}: {since}");
    }
}

#[test]
fn whoever_may_not_rule_is_offered_nothing_and_refused() {
    let mut script = ko_retaken();
    script = script.appoint("ann", "arbiter");
    let venue = venue_of(&script);
    let path = case(&venue, "MV-5");
    for (official, why) in [
        ("rec-1", "for the arbiters of this tournament"),
        ("pan-1", "for the arbiters of this tournament"),
        ("ann", "Nobody rules on a game that he plays"),
    ] {
        let mut visitor = Visitor::signed_in(&venue, &venue.token("cup", official));
        let page = visitor.get(&path).body;
        assert!(page.contains(why), "{official}: {page}");
        assert!(!page.contains("name=\"reasons\""), "{official}: {page}");
        assert!(
            page.contains(KO),
            "what the article allows may be read: {page}"
        );
        let before = size(&venue);
        for step in ["review", "record"] {
            let fields = [("step", step), ("outcome", KO), ("confirmed", "1")];
            let refused = send(&mut visitor, &path, &page, &fields);
            assert_eq!(refused.status, 403, "{official}: {}", refused.body);
        }
        assert_eq!(size(&venue), before);
    }
    let mut stranger = Visitor::new(&venue);
    let page = stranger.get(&path).body;
    assert!(page.contains("signs in first") && !page.contains("name=\"reasons\""));
    let refused = stranger.post(&path, &[("step", "record"), ("outcome", KO)]);
    assert_eq!(refused.status, 401, "{}", refused.body);
}

#[test]
fn a_ruling_without_a_finding_cites_an_article_of_the_edition_that_binds() {
    let script = script::game("cn-2002").stones("B D4, W Q16").fact(
        "complaint_raised",
        json!({"by": "black", "text": "a spectator whispers"}),
    );
    let venue = venue_of(&script);
    let mut arbiter = Visitor::signed_in(&venue, &venue.token("cup", "chief-1"));
    let table = arbiter.get("/l/cup/table").body;
    let (_, rest) = table.split_once("/l/cup/games/r1-b1/rule?about=").unwrap();
    let about = rest.split('"').next().unwrap().to_owned();
    let path = format!("/l/cup/games/r1-b1/rule?about={about}");
    let page = arbiter.get(&path).body;
    assert!(page.contains("<option value=\"cn-2002:30.6\""), "{page}");
    assert!(!page.contains("value=\"cn-1988:"), "{page}");
    let mine = [
        ("outcome", "own.orders"),
        ("words", "the spectator is asked to leave"),
        ("reasons", "heard by the arbiter"),
        ("about", about.as_str()),
    ];
    let with = |more: &[(&'static str, &'static str)]| {
        let mut all = mine.to_vec();
        all.extend(more);
        all
    };
    let refused = send(&mut arbiter, &path, &page, &with(&[("step", "review")]));
    assert!(
        refused.status == 422 && refused.body.contains("href=\"#article\""),
        "{}",
        refused.body
    );
    let article = ("article", "cn-2002:30.6");
    let review = send(
        &mut arbiter,
        &path,
        &page,
        &with(&[("step", "review"), article]),
    );
    assert_eq!(review.status, 200, "{}", review.body);
    let record = with(&[("step", "record"), article, ("confirmed", "1")]);
    let recorded = send(&mut arbiter, &path, &review.body, &record);
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    assert_eq!(game(&venue)["requests"][0]["state"], "answered");
}

#[test]
fn a_value_that_the_article_leaves_open_is_filled_in() {
    let displaced = json!({"breach": "stone_displaced", "facts": "it slipped", "about": "@B Q16", "points": ["R16"]});
    let script =
        script::game("cn-2002")
            .stones("B Q16, W D4")
            .by("arb-1", "breach_observed", displaced);
    let venue = venue_of(&script);
    let id = game(&venue)["findings"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(id.starts_with("MV-14@"), "{id}");
    let path = format!("/l/cup/games/r1-b1/findings/{id}");
    let mut chief = Visitor::signed_in(&venue, &venue.token("cup", "chief-1"));
    let page = chief.get(&path).body;
    let (_, rest) = page.split_once("name=\"open.").unwrap();
    let field = format!("open.{}", rest.split('"').next().unwrap());
    let mine = |to, step| {
        [
            ("outcome", "to a reasonable point"),
            ("reasons", ""),
            ("step", step),
            ("confirmed", "1"),
            (field.as_str(), to),
        ]
    };
    let refused = send(&mut chief, &path, &page, &mine("", "review"));
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(
        refused.body.contains(&format!("href=\"#{field}\"")),
        "{}",
        refused.body
    );
    let review = send(&mut chief, &path, &page, &mine("q17", "review"));
    assert_eq!(review.status, 200, "{}", review.body);
    assert!(
        review.body.contains("on the board: Black Q17"),
        "{}",
        review.body
    );
    let recorded = send(&mut chief, &path, &review.body, &mine("q17", "record"));
    assert_eq!(recorded.status, 303, "{}", recorded.body);
    assert_eq!(game(&venue)["findings"][0]["status"], "ruled");
    // Once more, knowingly, on top of the first.
    let page = chief.get(&path).body;
    assert!(
        page.contains("Rule once more") && !page.contains("name=\"reasons\""),
        "{page}"
    );
    let again = chief.get(&format!("{path}?again=1")).body;
    let fields = [
        ("outcome", "draw"),
        ("reasons", "both wish it"),
        ("again", "1"),
        ("step", "review"),
    ];
    let review = send(&mut chief, &path, &again, &fields);
    assert_eq!(review.status, 200, "{}", review.body);
    assert!(
        review.body.contains("on the same finding stands"),
        "{}",
        review.body
    );
}

/// Presses Tab until what is meant has the focus.
async fn tab_to(browser: &super::browser::Browser, css: &str) {
    for _ in 0..300 {
        let script = format!("return document.activeElement.matches({css:?})");
        if browser.run(&script).await == json!(true) {
            return;
        }
        browser.press_key(Key::Tab).await;
    }
    panic!("Tab never comes to {css}");
}

#[test]
fn a_ko_retaken_is_ruled_on_by_keyboard_alone() {
    let venue = venue_of(&ko_retaken());
    let token = venue.token("cup", "arb-1");
    let before = size(&venue);
    look(
        "a_ko_retaken_is_ruled_on_by_keyboard_alone",
        &venue,
        |browser| {
            let (venue, token) = (&venue, &token);
            async move {
                let lands = async |what: &str| {
                    let script = format!(
                        "return location.href.includes({what:?}) && document.readyState === 'complete'"
                    );
                    browser.until(what, &script).await;
                };
                browser.open("/sign-in?next=/l/cup/table").await;
                tab_to(&browser, "#token").await;
                browser.press(token).await;
                browser.press_key(Key::Enter).await;
                lands("/l/cup/table").await;
                tab_to(&browser, "a[href*='/findings/MV-5@']").await;
                browser.press_key(Key::Enter).await;
                lands("/findings/MV-5@").await;
                // The effect stands there before anything is chosen.
                let offer = browser.text(".offer").await;
                assert!(offer.contains("Warnings of White"), "{offer}");
                tab_to(&browser, "input[name=outcome]").await;
                browser.press(" ").await;
                tab_to(&browser, "#reasons").await;
                browser.press("seen by the arbiter").await;
                let kept = "return Object.keys(localStorage).filter((k) => k.startsWith('fupan-draft')).map((k) => localStorage[k]).join()";
                let drafted = format!("{kept}.includes('seen by the arbiter')");
                browser.until("the draft is kept", &drafted).await;
                // What was written is there again after a reload.
                browser.client.refresh().await.unwrap();
                let reasons = "return document.querySelector('#reasons').value";
                browser.answers(reasons, "seen by the arbiter").await;
                tab_to(&browser, "input[name=outcome]").await;
                browser.press(" ").await;
                tab_to(&browser, "form.ruling button").await;
                browser.press_key(Key::Enter).await;
                browser
                    .until(
                        "the review",
                        "return document.querySelector('form.act') !== null",
                    )
                    .await;
                for said in ["Entries that will be written: 3", "seen by the arbiter"] {
                    browser.sees("main", said).await;
                }
                assert_eq!(size(venue), before, "nothing is recorded by reviewing");
                tab_to(&browser, "#confirmed").await;
                browser.press(" ").await;
                tab_to(&browser, "form.act button").await;
                browser.press_key(Key::Enter).await;
                browser.sees(".done", "is recorded").await;
                // That is said once: loaded anew the address says nothing of it.
                browser.answers("return location.search", "").await;
                // The draft is gone.
                browser.answers(kept, "").await;
                assert_eq!(size(venue), before + 3);
            }
        },
    );
}

/// A table with everything on it: a second ko retaken, a complaint, a stopped game,
/// an appeal that was filed late and heard.
fn busy() -> Venue {
    let pairings = json!([
        {"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"},
        {"game": "r1-b2", "board": 2, "black": "cy", "white": "di"}
    ]);
    let regulations = json!({"appeal": {"within_ms": 1_800_000}});
    let appealed = json!({"game": "r1-b1", "by": "bo", "against": ["@w1"],
        "grounds": "棋钟当时已停。The clock stood still when this happened.", "relief": "the warning falls"});
    let script = script::opened_with("cn-2002", &regulations)
        .org("round_paired", json!({"round": 1, "games": pairings}))
        .on("r1-b2")
        .fact("game_started", json!({"black": "cy", "white": "di"}))
        .stones("B D4, W Q16")
        .fact(
            "complaint_raised",
            json!({"by": "white", "text": "对方在我思考时说话"}),
        )
        .fact(
            "game_paused",
            json!({"reason": "ruling", "thinking": "black"}),
        )
        .on("r1-b1")
        .start(&json!({}))
        .warning("w1", "white")
        .stones(STONES)
        .by(
            "arb-1",
            "statement_taken",
            json!({"from": "ann", "text": "he took it back at once"}),
        )
        .draft("appeal/ap-1", "arb-1", "appeal_filed", appealed)
        .draft(
            "appeal/ap-1",
            "org-1",
            "panel_seated",
            json!({"members": ["pan-1", "pan-2"], "recused": ["pan-3"]}),
        )
        .draft(
            "appeal/ap-1",
            "pan-1",
            "statement_taken",
            json!({"from": "bo", "text": "我没有看到提子"}),
        );
    venue_of(&script)
}

#[test]
fn the_arbiters_pages_are_for_everyone_at_every_width() {
    let venue = busy();
    let token = venue.token("cup", "chief-1");
    let case = case(&venue, "MV-5");
    let looked = "the_arbiters_pages_are_for_everyone_at_every_width";
    look(looked, &venue, |browser| async move {
        browser.open("/sign-in").await;
        browser.press_in("#token", &token).await;
        browser
            .until(
                "signed in",
                "return document.querySelector('form[action=\"/sign-out\"]') !== null",
            )
            .await;
        let mut wrong = Vec::new();
        let pages = [
            ("table", "/l/cup/table".to_owned(), ""),
            ("case", case.clone(), ""),
            ("case-clock", format!("{case}?tab=clock"), ""),
            ("case-evidence", format!("{case}?tab=evidence"), ""),
            ("case-log", format!("{case}?tab=log"), ""),
            (
                "review",
                case.clone(),
                "document.querySelector('input[name=outcome]').click(); document.querySelector('#reasons').value = '裁判在场。Seen by the arbiter, who stood beside the board.'; document.querySelector('form.ruling button').click()",
            ),
            (
                "refused",
                case.clone(),
                "document.querySelector('input[value=\"own.orders\"]').click(); document.querySelector('details.own').open = true; document.querySelector('form.ruling button').click()",
            ),
            ("without-finding", "/l/cup/games/r1-b2/rule".to_owned(), ""),
            (
                "asked",
                case.clone(),
                "document.querySelector('details.asking').open = true; document.querySelector('input[name=stands-black]').click(); document.querySelector('form.asking button').click()",
            ),
            (
                "relief",
                "/l/cup/games/r1-b1/facts/relief?colour=black".to_owned(),
                "",
            ),
            ("appeals", "/l/cup/appeals?against=w1".to_owned(), ""),
            (
                "appeal",
                "/l/cup/appeals/ap-1".to_owned(),
                "for (const d of document.querySelectorAll('details.own')) d.open = true",
            ),
            (
                "decision",
                "/l/cup/appeals/ap-1".to_owned(),
                "const f = document.querySelector('input[value=decide]').form; f.closest('details').open = true; f.elements.outcome.value = 'upheld'; f.elements.reasons.value = 'heard'; f.querySelector('button').click()",
            ),
            ("sheet", "/l/cup/games/r1-b1/rulings/w1".to_owned(), ""),
            (
                "appeal-form",
                "/l/cup/games/r1-b1/rulings/w1/appeal-form".to_owned(),
                "",
            ),
        ];
        for (name, path, act) in &pages {
            for (lang, dark) in [("en", false), ("zh-Hans", true)] {
                let mark = if path.contains('?') { '&' } else { '?' };
                browser.looks(1440, dark);
                browser.open(&format!("{path}{mark}lang={lang}")).await;
                if !act.is_empty() {
                    browser.run("window.before = true").await;
                    browser.run(act).await;
                    if act.contains(".click()") {
                        browser
                            .until(
                                "the answer",
                                "return !window.before && document.readyState === 'complete'",
                            )
                            .await;
                    }
                }
                for width in [360, 820, 1440] {
                    browser.looks(width, dark);
                    let place = format!("arbiter-{name}-{width}-{lang}");
                    browser.check(&place, &mut wrong).await;
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}
