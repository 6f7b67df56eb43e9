//! Appeals by form: filed, seated, heard, decided, with the result turned; each
//! step for those whose it is; restricted evidence for nobody else; the sheets.

use super::{
    browser::look,
    cup::{STONES, form, game, signed_in, size},
    visitor::{Visitor, hidden},
};
use crate::http::{client::Answer, venue::Venue};
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};

const RULING: &str = "r1-b1-ruling-2";

/// White has lost by a second warning, ruled by the arbiter.
fn lost() -> Venue {
    lost_by("arb-1")
}

/// White has lost by a second warning, ruled by that official.
fn lost_by(official: &str) -> Venue {
    let script: Script = script::game("cn-2002")
        .warning("w1", "white")
        .stones(STONES);
    let venue = super::venues::venue();
    venue.play("cup", &script);
    let findings = game(&venue)["findings"].as_array().unwrap().clone();
    let ko = findings
        .iter()
        .find(|f| f["id"].as_str().unwrap().starts_with("MV-5@"))
        .unwrap();
    let asked = json!({"finding": ko["id"], "outcome": "void, turn lost, warning"});
    venue
        .post("/v1/ledgers/cup/games/r1-b1/rulings")
        .official("cup", official)
        .json(&asked)
        .send()
        .ok(201);
    assert_eq!(game(&venue)["result"]["outcome"], "black");
    venue
}

fn appeal(venue: &Venue) -> Value {
    venue.get("/v1/ledgers/cup/appeals/ap-1").send().ok(200)
}

fn send(
    visitor: &mut Visitor<'_>,
    path: &str,
    form: &str,
    step: &str,
    fields: &[(&str, &str)],
) -> Answer {
    let kept = ["csrf", "key", "seen"].map(|name| (name, hidden(form, name)));
    let mut all: Vec<(&str, &str)> = kept.iter().map(|(n, v)| (*n, v.as_str())).collect();
    all.push(("step", step));
    all.extend(fields);
    visitor.post(path, &all)
}

/// Sends the form of a step, reads what will be written, and records it.
fn record(
    visitor: &mut Visitor<'_>,
    path: &str,
    page: &str,
    step: &str,
    fields: &[(&str, &str)],
) -> Answer {
    let review = send(visitor, path, form(page, step), step, fields);
    assert_eq!(review.status, 200, "{}", review.body);
    let second = format!("{step}-record");
    let act = form(&review.body, &second).to_owned();
    let mut fields = fields.to_vec();
    let unmeant = send(visitor, path, &act, &second, &fields);
    assert_eq!(unmeant.status, 422, "{}", unmeant.body);
    fields.push(("confirmed", "1"));
    send(visitor, path, &act, &second, &fields)
}

const PATH: &str = "/l/cup/appeals/ap-1";

fn file(venue: &Venue) {
    let mut arbiter = signed_in(venue, "arb-1");
    let path = format!("/l/cup/appeals?against={RULING}");
    let page = arbiter.get(&path);
    assert_eq!(page.status, 200, "{}", page.body);
    let fields = [
        ("against", RULING),
        ("appeal", "ap-1"),
        ("by", "bo"),
        ("grounds", "the first warning was for nothing"),
        ("relief", "play on"),
    ];
    let incomplete = send(
        &mut arbiter,
        &path,
        form(&page.body, "file"),
        "file",
        &fields[..3],
    );
    assert_eq!(incomplete.status, 422, "{}", incomplete.body);
    assert!(
        incomplete.body.contains("href=\"#grounds\""),
        "{}",
        incomplete.body
    );
    let before = size(venue);
    let review = send(
        &mut arbiter,
        &path,
        form(&page.body, "file"),
        "file",
        &fields,
    );
    assert_eq!(review.status, 200, "{}", review.body);
    for said in [
        "Entries that will be written: 1",
        "the first warning was for nothing",
        "void, turn lost, warning",
    ] {
        assert!(review.body.contains(said), "{said}: {}", review.body);
    }
    assert_eq!(size(venue), before, "nothing is recorded by reviewing");
    let act = form(&review.body, "file-record").to_owned();
    let mut fields = fields.to_vec();
    let unmeant = send(&mut arbiter, &path, &act, "file-record", &fields);
    assert_eq!(unmeant.status, 422, "{}", unmeant.body);
    fields.push(("confirmed", "1"));
    for _ in 0..2 {
        // Sent twice, it is filed once.
        let filed = send(&mut arbiter, &path, &act, "file-record", &fields);
        assert_eq!(filed.status, 303, "{}", filed.body);
        let led = filed.header("location");
        assert!(
            led.starts_with("/l/cup/appeals/ap-1?done=filed&form="),
            "{led}"
        );
        assert!(arbiter.get(led).body.contains("class=\"done\""));
    }
    assert_eq!(size(venue), before + 1);
}

#[test]
fn an_appeal_is_filed_seated_heard_and_decided_and_the_result_turns() {
    let venue = lost();
    file(&venue);
    assert_eq!(appeal(&venue)["status"], "filed");
    assert_eq!(game(&venue)["result"]["state"], "appealed");
    let mut organiser = signed_in(&venue, "org-1");
    let page = organiser.get(PATH).body;
    let members = [
        ("member", "pan-1"),
        ("member", "pan-2"),
        ("recused", "pan-3"),
    ];
    let seated = record(&mut organiser, PATH, &page, "seat", &members);
    assert_eq!(seated.status, 303, "{}", seated.body);
    let mut panel = signed_in(&venue, "pan-1");
    let page = panel.get(PATH).body;
    assert!(
        page.contains("pan-2") && page.contains("Stepped aside"),
        "{page}"
    );
    let mut other = signed_in(&venue, "pan-2");
    let old = other.get(PATH).body;
    let said = [
        ("from", "bo"),
        ("text", "I was asked to\r\nrepeat the move"),
    ];
    let heard = record(&mut panel, PATH, &page, "state", &said);
    assert_eq!(heard.status, 303, "{}", heard.body);
    assert_eq!(
        appeal(&venue)["statements"][0]["text"],
        "I was asked to\nrepeat the move"
    );
    // Whoever looked before that is told that something came in between.
    let late = [("from", "ann"), ("text", "no")];
    let stale = record(&mut other, PATH, &old, "state", &late);
    assert_eq!(stale.status, 412, "{}", stale.body);
    assert!(stale.body.contains("since the form was made"));
    let page = panel.get(PATH).body;
    // Nobody votes who does not sit, and what most are against is no decision.
    for (outcome, votes, told) in [
        (
            "upheld",
            ["5", "0"],
            "No more can vote than sit on the committee: 2",
        ),
        ("dismissed", ["0", "2"], "is not decided"),
    ] {
        let fields = [
            ("outcome", outcome),
            ("reasons", "heard"),
            ("for", votes[0]),
            ("votes_against", votes[1]),
        ];
        let refused = send(&mut panel, PATH, form(&page, "decide"), "decide", &fields);
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.body.contains(told), "{told}: {}", refused.body);
    }
    let decision = [
        ("outcome", "upheld"),
        ("own_overturn", RULING),
        ("reasons", "the arbiter had stopped the game"),
        ("for", "2"),
        ("votes_against", "0"),
    ];
    let review = send(&mut panel, PATH, form(&page, "decide"), "decide", &decision);
    assert_eq!(review.status, 200, "{}", review.body);
    // Before it is recorded it says that Black's win would go.
    assert!(review.body.contains("no result yet"), "{}", review.body);
    assert_eq!(appeal(&venue)["status"], "seated");
    let act = form(&review.body, "decide-record").to_owned();
    let unmarked = send(&mut panel, PATH, &act, "decide-record", &decision);
    assert_eq!(unmarked.status, 422, "{}", unmarked.body);
    let mut marked = decision.to_vec();
    marked.push(("board", "1"));
    for _ in 0..2 {
        let decided = send(&mut panel, PATH, &act, "decide-record", &marked);
        assert_eq!(decided.status, 303, "{}", decided.body);
    }
    let told = appeal(&venue);
    assert_eq!(
        (&told["status"], &told["outcome"]),
        (&json!("decided"), &json!("upheld"))
    );
    let game = game(&venue);
    assert_eq!(game["result"], Value::Null, "the result has turned");
    assert_eq!(game["warnings"]["white"], 1);
    let page = Visitor::new(&venue).get(PATH).body;
    assert!(page.contains("the arbiter had stopped the game"), "{page}");
    // Who decided it, how they voted and when stands with the decision.
    let (_, decision) = page.split_once("Decision</h2>").unwrap();
    for said in ["Vote", "2", "pan-2", "pan-1", "<time datetime="] {
        assert!(decision.contains(said), "{said}: {decision}");
    }
    assert!(!decision.contains("/appeals?against=ap-1"), "{decision}");
    let dossier = Visitor::reading(&venue, "ja").get(&format!("{PATH}/dossier"));
    assert_eq!(dossier.status, 200, "{}", dossier.body);
    assert!(
        dossier.body.contains("<html lang=\"ja\""),
        "{}",
        dossier.body
    );
    assert!(!dossier.header("content-security-policy").contains("script"));
}

/// The committee lets the ruling fall by which White lost. Answers the path of its case.
fn overturned(venue: &Venue) -> String {
    let ruled = game(venue)["rulings"][1].clone();
    assert_eq!(ruled["ruling"], RULING);
    let case = format!(
        "/l/cup/games/r1-b1/findings/{}",
        ruled["finding"].as_str().unwrap()
    );
    let at = "2026-05-01T12:00:00.000Z";
    let of_appeal = |actor: &str, name: &str, data: Value| json!({"stream": "appeal/ap-1", "type": name, "at": at, "actor": actor, "data": data});
    let upheld = json!({"outcome": "upheld", "orders": [{"do": "overturn", "ruling": RULING}],
        "reasons": "the clock stood still", "vote": {"for": 2, "against": 0}});
    venue
        .hand_in(
            "cup",
            &[
                of_appeal("chief-1", "appeal_filed", json!({"game": "r1-b1", "by": "bo", "against": [ruled["entry"]], "grounds": "g", "relief": "r"})),
                of_appeal("chief-1", "panel_seated", json!({"members": ["pan-1", "pan-2"]})),
                of_appeal("pan-1", "appeal_decided", upheld),
            ],
        )
        .ok(201);
    case
}

#[test]
fn what_a_committee_overruled_is_not_ruled_anew_by_whom_it_overruled() {
    let venue = lost();
    let case = overturned(&venue);
    let mut arbiter = signed_in(&venue, "arb-1");
    let page = arbiter.get(&case).body;
    for said in [
        "The earlier ruling fell on appeal",
        "the clock stood still",
        "for the chief arbiter",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("name=\"reasons\""), "{page}");
    let table = arbiter.get("/l/cup/table").body;
    assert!(table.contains("a committee has decided"), "{table}");
    let page = signed_in(&venue, "chief-1").get(&case).body;
    let (above, _) = page.split_once("name=\"reasons\"").unwrap();
    assert!(
        above.contains("The earlier ruling fell on appeal"),
        "{page}"
    );
}

#[test]
fn what_an_appeal_left_to_be_ruled_is_on_the_table_although_the_round_was_closed() {
    let venue = lost();
    let closed = json!({"stream": "tournament", "type": "round_closed", "at": "2026-05-01T11:00:00.000Z",
        "actor": "chief-1", "data": {"round": 1}});
    venue.hand_in("cup", &[closed]).ok(201);
    let mut chief = signed_in(&venue, "chief-1");
    let table = chief.get("/l/cup/table").body;
    assert!(!table.contains("/games/r1-b1/"), "{table}");
    let case = overturned(&venue);
    let table = chief.get("/l/cup/table").body;
    assert!(table.contains(&format!("href=\"{case}\"")), "{table}");
}

#[test]
fn a_chief_arbiter_whom_a_committee_overruled_is_asked_whether_he_rules_anew() {
    let venue = lost_by("chief-1");
    let case = overturned(&venue);
    let mut chief = signed_in(&venue, "chief-1");
    let page = chief.get(&case).body;
    let told = "A committee has overturned your own ruling on this";
    assert!(
        page.contains(told) && page.contains("Rule once more"),
        "{page}"
    );
    assert!(!page.contains("name=\"reasons\""), "{page}");
    let again = chief.get(&format!("{case}?again=1")).body;
    assert!(again.contains("name=\"reasons\""), "{again}");
    // The deputy has ruled on nothing.
    let deputy = signed_in(&venue, "dep-1").get(&case).body;
    assert!(
        !deputy.contains(told) && deputy.contains("name=\"reasons\""),
        "{deputy}"
    );
}

#[test]
fn a_sheet_says_that_the_game_is_lost_by_warnings() {
    let venue = lost();
    let mut visitor = Visitor::new(&venue);
    let sheet = visitor
        .get(&format!("/l/cup/games/r1-b1/rulings/{RULING}"))
        .body;
    let loses = "With this warning White loses the game.";
    assert!(sheet.contains(loses), "{sheet}");
    // The first warning lost nothing.
    let first = visitor.get("/l/cup/games/r1-b1/rulings/w1").body;
    assert!(!first.contains(loses), "{first}");
}

#[test]
fn decisions_to_appeal_against_are_told_by_board_players_and_content() {
    let venue = lost();
    let page = signed_in(&venue, "arb-1").get("/l/cup/appeals").body;
    let option = format!(
        "Round 1 · Board 1 · ann – bo · {} ({RULING})",
        "void, turn lost, warning"
    );
    assert!(page.contains(&option), "{option}: {page}");
    let path = format!("/l/cup/appeals?against={RULING}");
    let page = signed_in(&venue, "arb-1").get(&path).body;
    // Who appeals is chosen; anybody else is named by id.
    assert!(
        page.contains("<select id=\"by\"") && page.contains("name=\"by_other\""),
        "{page}"
    );
}

#[test]
fn each_step_is_for_those_whose_it_is() {
    let venue = lost();
    file(&venue);
    let offered = |official: Option<&str>| {
        let mut visitor = match official {
            Some(official) => signed_in(&venue, official),
            None => Visitor::new(&venue),
        };
        let page = visitor.get(PATH).body;
        let steps = ["seat", "state", "attach", "decide", "withdraw"];
        let offers = |step: &&str| page.contains(&format!("name=\"step\" value=\"{step}\""));
        steps
            .into_iter()
            .filter(offers)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(offered(None), "");
    assert_eq!(offered(Some("rec-1")), "");
    assert_eq!(offered(Some("arb-1")), "");
    assert_eq!(offered(Some("org-1")), "seat");
    assert_eq!(offered(Some("pan-1")), "state attach decide");
    assert_eq!(
        offered(Some("chief-1")),
        "seat state attach decide withdraw"
    );
    // What is not offered is refused too.
    let mut arbiter = signed_in(&venue, "arb-1");
    let csrf = hidden(&arbiter.get(PATH).body, "csrf");
    for step in [
        "seat",
        "state",
        "attach",
        "decide",
        "decide-record",
        "withdraw",
    ] {
        let fields = [
            ("csrf", csrf.as_str()),
            ("step", step),
            ("member", "pan-1"),
            ("from", "bo"),
            ("text", "x"),
            ("sure", "1"),
            ("outcome", "upheld"),
            ("reasons", "x"),
            ("board", "1"),
        ];
        let refused = arbiter.post(PATH, &fields);
        assert_eq!(refused.status, 403, "{step}: {}", refused.body);
    }
    assert_eq!(appeal(&venue)["status"], "filed");
    let mut chief = signed_in(&venue, "chief-1");
    let page = chief.get(PATH).body;
    let taken_back = send(
        &mut chief,
        PATH,
        form(&page, "withdraw"),
        "withdraw",
        &[("sure", "1")],
    );
    assert_eq!(taken_back.status, 303, "{}", taken_back.body);
    assert_eq!(appeal(&venue)["status"], "withdrawn");
}

#[test]
fn restricted_evidence_is_shown_to_those_alone_who_may_see_it() {
    let venue = lost();
    file(&venue);
    let attached = json!([{
        "stream": "appeal/ap-1", "type": "evidence_attached", "at": "2026-05-01T12:00:00.000Z", "actor": "chief-1",
        "data": {"evidence": "scan-1", "sha256": "ab".repeat(32), "bytes": 9, "media_type": "text/plain",
                 "title": "a doctor's letter", "class": "restricted"}
    }]);
    venue
        .post("/v1/ledgers/cup/entries")
        .official("cup", "chief-1")
        .json(&attached)
        .send()
        .ok(201);
    for path in [PATH, "/l/cup/games/r1-b1/rule?tab=evidence"] {
        for official in [None, Some("rec-1"), Some("arb-1")] {
            let mut visitor = match official {
                Some(official) => signed_in(&venue, official),
                None => Visitor::new(&venue),
            };
            let page = visitor.get(path);
            assert_eq!(page.status, 200);
            assert!(
                !page.body.contains("doctor"),
                "{official:?} {path}: {}",
                page.body
            );
            let dossier = visitor.get(&format!("{PATH}/dossier"));
            assert!(
                matches!(dossier.status, 401 | 403),
                "{official:?} {}",
                dossier.status
            );
        }
        let page = signed_in(&venue, "chief-1").get(path).body;
        assert!(page.contains("a doctor"), "{page}");
    }
}

#[test]
fn a_late_appeal_can_be_filed_and_is_marked() {
    let regulations = json!({"appeal": {"within_ms": 60_000}});
    let script = script::game_with("cn-2002", &regulations).warning("w1", "white");
    let venue = super::venues::venue();
    venue.play("cup", &script);
    let mut chief = signed_in(&venue, "chief-1");
    let path = "/l/cup/appeals?against=w1";
    let page = chief.get(path).body;
    assert!(page.contains("The time for appealing ended"), "{page}");
    let fields = [
        ("against", "w1"),
        ("appeal", "ap-1"),
        ("by", "bo"),
        ("grounds", "g"),
        ("relief", "r"),
    ];
    let filed = record(&mut chief, path, &page, "file", &fields);
    assert_eq!(filed.status, 303, "{}", filed.body);
    let page = chief.get(PATH).body;
    assert!(page.contains("⚠ filed late"), "{page}");
    assert!(chief.get("/l/cup/appeals").body.contains("filed late"));
}

#[test]
fn a_ruling_and_an_appeal_have_sheets_for_paper() {
    let venue = lost();
    for lang in ["en", "zh-Hans", "zh-Hant", "ja", "ko"] {
        let mut visitor = Visitor::reading(&venue, lang);
        let sheet = visitor.get(&format!("/l/cup/games/r1-b1/rulings/{RULING}"));
        assert_eq!(sheet.status, 200, "{}", sheet.body);
        assert_eq!(
            sheet.body.matches("class=\"line\"").count(),
            4,
            "both players, arbiter, chief"
        );
        assert!(
            sheet.body.contains("class=\"law\" lang=\"zh-Hant\""),
            "{}",
            sheet.body
        );
        let form = visitor.get(&format!("/l/cup/games/r1-b1/rulings/{RULING}/appeal-form"));
        assert_eq!(form.status, 200, "{}", form.body);
        for page in [&sheet.body, &form.body] {
            assert!(!page.contains("{$"), "{lang}: {page}");
        }
    }
    let none = Visitor::new(&venue).get("/l/cup/games/r1-b1/rulings/none");
    assert_eq!(none.status, 404);
}

#[test]
fn on_paper_a_sheet_has_lines_and_no_buttons() {
    let venue = lost();
    let test = "on_paper_a_sheet_has_lines_and_no_buttons";
    look(test, &venue, |browser| async move {
        for (name, rest) in [("ruling", ""), ("appeal", "/appeal-form")] {
            browser
                .open(&format!("/l/cup/games/r1-b1/rulings/{RULING}{rest}"))
                .await;
            browser.looks(820, false);
            browser.on_paper();
            let shown = "return Array.from(document.querySelectorAll('button, .button, nav.tabs, .tools')).filter((e) => e.offsetParent !== null).length";
            assert_eq!(browser.run(shown).await, json!(0), "{name}");
            let lines = "return Array.from(document.querySelectorAll('.line')).filter((e) => e.offsetHeight > 20).length";
            let lines = browser.run(lines).await.as_i64().unwrap();
            assert!(lines >= 4, "{name}: {lines}");
            browser.picture(&format!("paper-{name}"));
        }
    });
}
