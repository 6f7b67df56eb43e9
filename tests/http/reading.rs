//! Reading: views at any moment of either time axis, lists in parts, and what
//! the caller has already.

use crate::http::venue::{Venue, stone};
use fupan_tests::script;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn played() -> Venue {
    let venue = Venue::open();
    let script = script::game("cn-2002")
        .at("10:00")
        .stones("B Q16, W D4, B C3, W R14")
        .corrects(
            "B C3",
            Some((
                "stone_played",
                json!({"colour": "black", "point": "C4"}),
                "10:00:03",
            )),
        )
        .side("resigned", "white");
    venue.play("cup", &script);
    venue
}

fn row_count(view: &Value, stone: char) -> usize {
    let rows = view["position"]["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| row.as_str().unwrap().matches(stone).count())
        .sum()
}

#[test]
fn a_game_is_seen_as_it_was_known_and_as_it_stood() {
    let venue = played();
    let path = "/v1/ledgers/cup/games/r1-b1";
    let now = venue.get(path).send().ok(200);
    assert_eq!(now["status"], "finished");
    assert_eq!((row_count(&now, 'X'), row_count(&now, 'O')), (2, 2));
    let second = venue.get(&format!("{path}?move=2")).send().ok(200);
    assert_eq!((row_count(&second, 'X'), row_count(&second, 'O')), (1, 1));
    assert_eq!(second["result"], Value::Null);
    let then = venue
        .get(&format!("{path}?when=2026-05-01T18:00:01%2B08:00"))
        .send()
        .ok(200);
    assert_eq!(then["position"]["last"], "Q16");
    // Before the correction the third stone was read at C3.
    let correction = now["at"]["seq"].as_u64().unwrap() - 1;
    let known = venue
        .get(&format!("{path}?at={}&move=3", correction - 1))
        .send()
        .ok(200);
    assert_eq!(known["position"]["last"], "C3");
    let known = venue
        .get(&format!("{path}?at={correction}&move=3"))
        .send()
        .ok(200);
    assert_eq!(known["position"]["last"], "C4");
}

#[test]
fn a_game_that_nobody_paired_is_not_there_on_any_route() {
    let venue = played();
    for part in ["", "/timeline", "/findings", "/sgf", "/board.svg"] {
        let path = format!("/v1/ledgers/cup/games/r9-b9{part}");
        let problem = venue.get(&path).send().problem("unknown");
        assert_eq!(problem["status"], 404, "{path}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("r9-b9"), "{detail}");
    }
}

/// Parameters are told of by name, value and what was expected, in no parser's words.
#[test]
fn a_parameter_that_is_none_is_named_with_its_value_and_what_was_expected() {
    let venue = played();
    let game = "/v1/ledgers/cup/games/r1-b1";
    for (path, code, expected) in [
        (
            format!("{game}?move=x"),
            "query",
            "move \"x\": expected a whole number",
        ),
        (
            format!("{game}?colour=black"),
            "query",
            "colour \"black\": there is no such parameter here, expected at, move, when",
        ),
        (
            format!("{game}?move=1&move=2"),
            "query",
            "move is given twice, \"1\" and \"2\"",
        ),
        (
            "/v1/ledgers/cup/entries?limit=-1".to_owned(),
            "query",
            "limit \"-1\": expected a whole number",
        ),
        (
            "/v1/ledgers/cup/entries?stream=gam/r1".to_owned(),
            "query",
            "stream: \"gam/r1\" is not a stream: expected tournament",
        ),
        (
            format!("{game}?when=noon"),
            "query",
            "when: \"noon\" is not a time: expected RFC 3339",
        ),
        (
            "/v1/ledgers/cup/standings?round=99999999999".to_owned(),
            "query",
            "round \"99999999999\": expected a whole number, not too large",
        ),
        (
            "/v1/ledgers/cup/entries/first".to_owned(),
            "path",
            "seq \"first\": expected a whole number",
        ),
        (
            "/v1/ledgers/cup/games/R1".to_owned(),
            "path",
            "game: \"R1\" is not an id: expected 2 to 63 of a-z",
        ),
    ] {
        let problem = venue.get(&path).send().problem(code);
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.starts_with(expected), "{path}: {detail}");
    }
}

#[test]
fn a_moment_that_is_not_there_is_told() {
    let venue = played();
    let ask = |query: &str| {
        venue
            .get(&format!("/v1/ledgers/cup/games/r1-b1?{query}"))
            .send()
    };
    assert_eq!(ask("move=99").problem("no_moment")["status"], 404);
    ask("at=99999").problem("past_head");
    ask("at=1999-01-01T00:00:00Z").problem("nothing_known");
    for bad in [
        "move=x",
        "at=noon",
        "when=noon",
        "move=1&when=2026-05-01T10:00:00Z",
        "colour=black",
    ] {
        let answer = ask(bad);
        assert_eq!(answer.problem("query")["status"], 400, "{bad}");
    }
    venue
        .get("/v1/ledgers/cup/games/r9-b9")
        .send()
        .problem("unknown");
    venue
        .get("/v1/ledgers/nowhere")
        .send()
        .problem("store_missing");
    venue.get("/v1/ledgers/UPPER").send().problem("path");
}

#[test]
fn who_has_a_view_already_is_told_so_until_it_changes() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    for path in [
        "/v1/ledgers/cup",
        "/v1/ledgers/cup/games",
        "/v1/ledgers/cup/games/r1-b1",
        "/v1/ledgers/cup/games/r1-b1/timeline",
        "/v1/ledgers/cup/games/r1-b1/sgf",
        "/v1/ledgers/cup/appeals",
        "/v1/ledgers/cup/standings",
        "/v1/ledgers/cup/standings/explain?entrant=ann",
        "/v1/ledgers/cup/crosstable",
        "/v1/ledgers/cup/results?format=h9&provisional=true",
        "/v1/ledgers/cup/audit",
        "/v1/ledgers/cup/entries?limit=1000",
    ] {
        let first = venue.get(path).send();
        assert_eq!(first.status, 200, "{path}: {}", first.body);
        assert!(first.header("cache-control").contains("no-cache"), "{path}");
        let tag = first.header("etag").to_owned();
        let again = venue.get(path).header("if-none-match", &tag).send();
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
        assert_eq!(again.header("etag"), tag);
        let other = venue.get(path).header("if-none-match", "\"0\"").send();
        assert_eq!((other.status, &other.body), (200, &first.body), "{path}");
    }
    let tag = venue
        .get("/v1/ledgers/cup/games/r1-b1")
        .send()
        .header("etag")
        .to_owned();
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    let changed = venue
        .get("/v1/ledgers/cup/games/r1-b1")
        .header("if-none-match", &tag)
        .send();
    assert_eq!(changed.status, 200);
}

/// What a cache keeps of one form must never be given for another.
#[test]
fn each_form_of_a_view_has_a_tag_of_its_own() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let accepted = [
        "application/json",
        "text/plain",
        "application/jsonl",
        "text/html",
    ];
    let asked = |path: &str, accept: &str, tag: &str| {
        let asking = venue.get(path).header("accept", accept);
        asking
            .header("accept-language", "ja")
            .header("if-none-match", tag)
            .send()
    };
    for (path, forms) in [
        ("/v1/ledgers/cup", 2),
        ("/v1/ledgers/cup/games/r1-b1", 2),
        ("/v1/ledgers/cup/standings", 2),
        ("/v1/ledgers/cup/standings/explain?entrant=ann", 2),
        ("/v1/ledgers/cup/crosstable", 2),
        ("/v1/ledgers/cup/audit", 2),
        ("/v1/ledgers/cup/evidence", 2),
        ("/v1/ledgers/cup/entries?limit=1000", 2),
        ("/v1/ledgers/cup/games", 1),
        ("/v1/ledgers/cup/games/r1-b1/sgf", 1),
        ("/v1/ledgers/cup/games/r1-b1/board.svg", 1),
    ] {
        let mut tags = BTreeMap::new();
        for accept in accepted {
            let answer = asked(path, accept, "\"0\"");
            assert_eq!(answer.status, 200, "{path} {accept}");
            assert!(answer.header("vary").contains("Accept"), "{path} {accept}");
            let same = tags.insert(answer.header("etag").to_owned(), answer.body.clone());
            assert!(
                same.is_none_or(|same| same == answer.body),
                "{path} {accept}"
            );
        }
        assert_eq!(tags.len(), forms, "{path}: {tags:?}");
        for accept in accepted {
            for (tag, body) in &tags {
                let answer = asked(path, accept, tag);
                let own = asked(path, accept, "\"0\"").header("etag") == tag;
                assert_eq!(
                    answer.status,
                    if own { 304 } else { 200 },
                    "{path} {accept} {tag}"
                );
                assert!(answer.header("vary").contains("Accept"), "{path} {accept}");
                assert!(own || answer.body != *body, "{path} {accept} {tag}");
            }
        }
    }
    let game = "/v1/ledgers/cup/games/r1-b1";
    let tag = |more: &str| {
        let answer = venue.get(&format!("{game}{more}")).send();
        answer.header("etag").to_owned()
    };
    let forms = ["", "/sgf", "/board.svg?lang=en", "/board.svg?lang=ko"].map(tag);
    let apart: BTreeSet<&String> = forms.iter().collect();
    assert_eq!(apart.len(), forms.len(), "{forms:?}");
    let results = ["csv", "html"].map(|form| {
        let path = format!("/v1/ledgers/cup/results?format={form}&provisional=true");
        venue.get(&path).send().header("etag").to_owned()
    });
    assert_ne!(results[0], results[1]);
}

/// A page has the tag of its view, to be sent with what is recorded on it; it is never said
/// to be unchanged, which a browser could take for its copy in another language.
#[test]
fn a_page_has_the_tag_of_its_view_and_is_given_whole() {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    let view = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    let tag = view.header("etag");
    for languages in ["en", "ja"] {
        let page = venue
            .get("/l/cup/games/r1-b1")
            .header("accept", "text/html")
            .header("accept-language", languages)
            .header("if-none-match", tag)
            .send();
        assert_eq!((page.status, page.header("etag")), (200, tag));
        for of in ["Accept-Language", "Cookie"] {
            assert!(page.header("vary").contains(of), "{of}");
        }
    }
}

#[test]
fn entries_come_in_parts_that_join_without_a_gap() {
    let venue = played();
    let mut path = "/v1/ledgers/cup/entries?limit=5".to_owned();
    let mut seen = Vec::new();
    loop {
        let part = venue.get(&path).send();
        let body = part.ok(200);
        seen.extend(
            body["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|e| e["seq"].as_u64().unwrap()),
        );
        if body["next"] == Value::Null {
            assert_eq!(part.header("link"), "");
            break;
        }
        assert!(part.header("cache-control").contains("immutable"));
        let link = part.header("link").strip_suffix(">; rel=\"next\"").unwrap();
        path = link.strip_prefix('<').unwrap().to_owned();
    }
    let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    assert_eq!(seen, (0..size).collect::<Vec<_>>());
}

#[test]
fn the_entries_of_a_stream_are_those_after_a_place_in_the_ledger() {
    let venue = played();
    let of = |query: &str| {
        let path = format!("/v1/ledgers/cup/entries?{query}");
        let items = venue.get(&path).send().ok(200)["items"].clone();
        items.as_array().unwrap().clone()
    };
    let all = of("limit=1000");
    let game: Vec<&Value> = all
        .iter()
        .filter(|e| e["entry"]["stream"] == "game/r1-b1")
        .collect();
    assert_eq!(of("stream=game/r1-b1").iter().collect::<Vec<_>>(), game);
    let after = game[2]["seq"].as_u64().unwrap();
    for after in [after, after - 1] {
        let rest: Vec<&&Value> = game
            .iter()
            .filter(|e| e["seq"].as_u64().unwrap() > after)
            .collect();
        let told = of(&format!("stream=game/r1-b1&after={after}"));
        assert_eq!(
            told.iter().collect::<Vec<_>>(),
            rest.into_iter().copied().collect::<Vec<_>>()
        );
    }
    assert_eq!(of("stream=game/nobody"), Vec::<Value>::new());
    for bad in ["limit=0", "limit=1001", "after=-1", "stream=games"] {
        venue
            .get(&format!("/v1/ledgers/cup/entries?{bad}"))
            .send()
            .problem("query");
    }
}

#[test]
fn json_lines_are_the_bytes_that_were_hashed() {
    let venue = played();
    let lines = venue
        .get("/v1/ledgers/cup/entries?limit=1000")
        .header("accept", "application/x-ndjson")
        .send();
    assert_eq!(lines.header("content-type"), "application/jsonl");
    let mut prev = fupan_domain::ids::Sha256::ZERO;
    for line in lines.body.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        assert_eq!(entry["prev"], prev.to_string());
        prev = fupan_replay::entry::hash(line.as_bytes());
    }
    let head = venue.get("/v1/ledgers/cup").send().ok(200)["head"].clone();
    assert_eq!(head, prev.to_string());
}

#[test]
fn a_timeline_tells_what_happened_as_it_is_read() {
    let venue = played();
    let path = "/v1/ledgers/cup/games/r1-b1/timeline";
    let items = venue.get(path).send().ok(200)["items"].clone();
    let items = items.as_array().unwrap();
    let stones: Vec<(&Value, &Value, &Value)> = items
        .iter()
        .filter(|item| item["type"] == "stone_played")
        .map(|item| (&item["data"]["point"], &item["move"], &item["amended"]))
        .collect();
    let (no, yes) = (json!(false), json!(true));
    let told = [
        ("Q16", 1, &no),
        ("D4", 2, &no),
        ("C4", 3, &yes),
        ("R14", 4, &no),
    ];
    let told: Vec<(Value, Value, &Value)> = told.map(|(p, n, a)| (json!(p), json!(n), a)).into();
    assert_eq!(
        stones,
        told.iter().map(|(p, n, a)| (p, n, *a)).collect::<Vec<_>>()
    );
    assert_eq!(items[0]["actor"], "rec-1");
    let upto = venue.get(&format!("{path}?move=2")).send().ok(200);
    assert_eq!(upto["items"].as_array().unwrap().len(), 3);
}

#[test]
fn a_record_holds_what_stood_and_no_result_before_there_was_one() {
    let venue = played();
    let path = "/v1/ledgers/cup/games/r1-b1/sgf";
    let whole = venue.get(path).send();
    assert_eq!(
        whole.header("content-type"),
        "application/x-go-sgf; charset=utf-8"
    );
    assert!(
        whole.body.contains(";B[cp]") && whole.body.contains("RE[B+R]"),
        "{}",
        whole.body
    );
    let early = venue.get(&format!("{path}?move=2")).send();
    assert!(early.body.contains(";W[dp]"), "{}", early.body);
    assert!(
        !early.body.contains("RE[B") && !early.body.contains(";B[cp]"),
        "{}",
        early.body
    );
}

#[test]
fn games_appeals_and_standings_are_there_to_read() {
    let venue = Venue::open();
    let script = script::game("cn-2002")
        .rules("ru-1", json!([]))
        .files("ap-1", &["ru-1"]);
    venue.play("cup", &script);
    let games = venue.get("/v1/ledgers/cup/games").send().ok(200);
    assert_eq!(games["items"][0]["game"], "r1-b1");
    assert_eq!(games["items"][0]["status"], "playing");
    assert_eq!(
        venue.get("/v1/ledgers/cup/games?round=2").send().ok(200)["items"],
        json!([])
    );
    let appeals = venue.get("/v1/ledgers/cup/appeals").send().ok(200);
    assert_eq!(appeals["items"][0]["appeal"], "ap-1");
    let appeal = venue.get("/v1/ledgers/cup/appeals/ap-1").send();
    assert_eq!(appeal.ok(200), appeals["items"][0]);
    venue
        .get("/v1/ledgers/cup/appeals/ap-9")
        .send()
        .problem("unknown");
    let standings = venue.get("/v1/ledgers/cup/standings").send().ok(200);
    assert_eq!(standings["round"], 1);
    assert_eq!(standings["open"], json!(["r1-b1"]));
    // Before anything was paired the standings are those of round 0.
    let none = venue.get("/v1/ledgers/cup/standings?round=0&at=0").send();
    assert_eq!(none.ok(200)["rows"], json!([]));
}

#[test]
fn an_audit_finds_a_ledger_of_the_service_sound() {
    let venue = played();
    let audit = venue.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(audit["chain"]["state"], "sound");
    assert_ne!(audit["verdict"], "broken", "{audit}");
}

#[test]
fn a_ledger_that_nobody_uses_is_closed_and_opened_again_when_asked() {
    let venue = Venue::open_with(|config| config.ledgers.idle_s = 0);
    venue.play("cup", &script::game("cn-2002"));
    let before = venue.get("/v1/ledgers/cup").send();
    assert!(
        venue
            .get("/metrics")
            .send()
            .body
            .contains("fupan_open_ledgers 1")
    );
    venue.running().service().tidy();
    assert!(
        venue
            .get("/metrics")
            .send()
            .body
            .contains("fupan_open_ledgers 0")
    );
    assert_eq!(venue.get("/v1/ledgers/cup").send().body, before.body);
}

/// The drawing of a game's board, on both time axes.
#[test]
fn a_board_is_drawn_as_it_stood_and_as_it_was_known() {
    let venue = played();
    let path = "/v1/ledgers/cup/games/r1-b1/board.svg";
    let ask = |query: &str| venue.get(&format!("{path}{query}")).send();
    let stones = |drawn: &str| drawn.matches("r=\"18\"").count();
    let now = ask("");
    assert_eq!(
        (now.status, now.header("content-type")),
        (200, "image/svg+xml")
    );
    assert!(now.body.starts_with("<svg xmlns="), "{}", now.body);
    assert_eq!(stones(&now.body), 4);
    for told in [
        "<title id=\"board-title\">The board after move 4</title>",
        "<desc",
        ">Q</text>",
    ] {
        assert!(now.body.contains(told), "{told}: {}", now.body);
    }
    assert_eq!(stones(&ask("?move=2").body), 2);
    assert_eq!(stones(&ask("?when=2026-05-01T18:00:01%2B08:00").body), 1);
    // Before the correction the third stone was read at C3.
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    let correction = game["at"]["seq"].as_u64().unwrap() - 1;
    let then = ask(&format!("?at={}&move=3", correction - 1)).body;
    assert_ne!(then, ask("?move=3").body);
    let bare = ask("?coordinates=0&lang=zh-Hans").body;
    assert!(
        !bare.contains(">Q</text>") && !bare.contains("after move"),
        "{bare}"
    );
    assert!(ask("?numbers=1").body.contains(">4</text>"));
    let tag = now.header("etag");
    let again = venue.get(path).header("if-none-match", tag).send();
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    ask("?move=99").problem("no_moment");
    for wrong in [
        "?lang=xx",
        "?numbers=2",
        "?move=1&when=2026-05-01T10:00:00Z",
        "?size=9",
    ] {
        ask(wrong).problem("query");
    }
}

/// What weighs more goes first, then what is named more exactly, then what is named
/// first (RFC 9110, 12.5.1); what weighs nothing is not wanted.
#[test]
fn the_form_is_the_one_that_is_wanted_most() {
    let venue = played();
    let form = |accept: &str| {
        let answer = venue.get("/v1/ledgers/cup").header("accept", accept).send();
        let media_type = answer.header("content-type").to_owned();
        media_type.split(';').next().unwrap().to_owned()
    };
    for (accept, expected) in [
        ("*/*", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("text/plain", "text/plain"),
        ("text/*", "text/plain"),
        ("text/plain, application/json", "text/plain"),
        ("text/plain;q=0.5, application/json", "application/json"),
        ("text/plain, application/json;q=0.5", "text/plain"),
        ("text/plain;q=0, */*", "application/json"),
        ("application/*, text/plain;q=0.9", "application/json"),
        ("*/*, text/plain", "text/plain"),
        ("image/png", "application/json"),
    ] {
        assert_eq!(form(accept), expected, "{accept}");
    }
    let told = |accept: &str| {
        let answer = venue.get("/v1/nothing").header("accept", accept).send();
        answer.header("content-type").to_owned()
    };
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    assert!(told(browser).starts_with("text/html"));
    assert_eq!(told("text/html;q=0, */*"), "application/problem+json");
}

/// A parameter that a route does not have is refused, above all where something
/// would be recorded that was meant to be tried out.
#[test]
fn an_unknown_parameter_is_refused_everywhere() {
    let venue = played();
    let size = || venue.get("/v1/ledgers/cup").send().ok(200)["size"].clone();
    let before = size();
    let draft = json!([{"stream": "game/r1-b1", "type": "breach_observed", "actor": "arb-1",
        "at": "2026-05-01T12:00:00.000Z", "data": {"breach": "other", "facts": "f"}}]);
    let posted = venue.post("/v1/ledgers/cup/entries?dry_run=true");
    let posted = posted.official("cup", "arb-1").json(&draft).send();
    let detail = posted.problem("query")["detail"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        detail.starts_with("dry_run \"true\": there is no such parameter here"),
        "{detail}"
    );
    assert_eq!(size(), before);
    for path in [
        "/v1/ledgers/cup/audit",
        "/v1/ledgers/cup/keys",
        "/v1/ledgers/cup/people",
        "/v1/ledgers/cup/mirrors",
        "/v1/ledgers/cup/evidence",
        "/v1/ledgers/cup/entries/1",
        "/v1/tokens",
        "/v1/backup",
        "/schemas/",
        "/schemas/draft.v1.json",
        "/v1/editions/cn-2002",
        "/v1/openapi.json",
    ] {
        let asked = venue
            .get(&format!("{path}?x=1"))
            .token(venue.keeper())
            .send();
        asked.problem("query");
    }
}

#[test]
fn a_list_of_games_says_where_it_goes_on() {
    let venue = Venue::open();
    let three = script::event(
        "cn-2002",
        &json!({"format": "swiss", "rounds": 1}),
        &["p1", "p2", "p3", "p4"],
    );
    venue.play("cup", &three.round(1, "p1-p2 ?, p3-p4 ?"));
    let first = venue.get("/v1/ledgers/cup/games?limit=1&round=1").send();
    let next = first.ok(200)["next"].as_str().unwrap().to_owned();
    let link = first.header("link").to_owned();
    assert_eq!(
        link,
        format!("</v1/ledgers/cup/games?after={next}&limit=1&round=1>; rel=\"next\"")
    );
    let all = venue.get("/v1/ledgers/cup/games").send();
    assert_eq!(all.header("link"), "");
}
