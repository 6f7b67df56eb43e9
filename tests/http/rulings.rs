//! Ruling over HTTP: what there is to rule on, what would follow, and one batch
//! of entries however often it is asked for.

use crate::http::venue::{Answer, Asking, Venue};
use fupan_tests::script::{Script, game};
use serde_json::{Value, json};

const RULINGS: &str = "/v1/ledgers/cup/games/r1-b1/rulings";
const KO: &str = "void, turn lost, warning";

/// White has just retaken a single ko.
fn ko_retaken() -> Script {
    game("cn-2002").stones("B D5, W D2, B C4, W C3, B E4, W E3, B Q16, W D4, B D3, W D4")
}

fn begun() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &ko_retaken());
    venue
}

fn finding(venue: &Venue) -> String {
    let findings = venue.get("/v1/ledgers/cup/games/r1-b1/findings").send();
    findings.ok(200)["findings"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn asking<'a>(venue: &'a Venue, official: &str) -> Asking<'a> {
    venue.post(RULINGS).official("cup", official)
}

fn on_the_ko(venue: &Venue) -> Value {
    json!({"finding": finding(venue), "outcome": KO})
}

fn size(venue: &Venue) -> u64 {
    venue.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap()
}

fn types(answer: &Answer) -> Vec<String> {
    let entries = answer.ok(201)["entries"].clone();
    let type_of = |e: &Value| e["entry"]["type"].as_str().unwrap().to_owned();
    entries.as_array().unwrap().iter().map(type_of).collect()
}

#[test]
fn findings_are_those_of_the_view_at_any_moment() {
    let venue = begun();
    let game = "/v1/ledgers/cup/games/r1-b1";
    for asked in ["", "?move=9", "?at=20"] {
        let whole = venue.get(&format!("{game}{asked}")).send();
        let part = venue.get(&format!("{game}/findings{asked}")).send();
        assert_eq!(part.header("etag"), whole.header("etag"));
        let (whole, part) = (whole.ok(200), part.ok(200));
        for key in ["ledger", "game", "at", "known", "findings", "requests"] {
            assert_eq!(part[key], whole[key], "{asked} {key}");
        }
        assert_eq!(part.as_object().unwrap().len(), 6);
    }
    let now = venue.get(&format!("{game}/findings")).send().ok(200);
    assert_eq!(now["findings"][0]["article"], "cn-2002:18.3");
    let before = venue.get(&format!("{game}/findings?move=9")).send().ok(200);
    assert_eq!(before["findings"], json!([]));
    venue
        .get(&format!("{game}/findings?move=99"))
        .send()
        .problem("no_moment");
}

#[test]
fn a_ruling_is_one_batch_by_whom_the_token_stands_for() {
    let venue = begun();
    let ruled = asking(&venue, "arb-1").json(&on_the_ko(&venue)).send();
    assert_eq!(
        types(&ruled),
        ["ruling_made", "warning_issued", "penalty_imposed"]
    );
    let told = ruled.json();
    assert_eq!(told["ruling"], "r1-b1-ruling-1");
    assert_eq!(
        told["notes"],
        json!({"departure": false, "loses_by_warnings": null})
    );
    let first = &told["entries"][0];
    assert_eq!(first["entry"]["actor"], "arb-1");
    assert_eq!(
        ruled.header("location"),
        format!("/v1/ledgers/cup/entries/{}", first["seq"])
    );
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    assert_eq!(game.header("etag"), ruled.header("etag"));
    let game = game.ok(200);
    assert_eq!(game["warnings"]["white"], 1);
    assert_eq!(game["findings"][0]["status"], "ruled");
    // Once ruled on, whoever rules again hears who ruled what and when.
    let mut same = json!({"finding": game["findings"][0]["id"], "outcome": KO});
    let again = asking(&venue, "chief-1").json(&same).send();
    let problem = again.problem("ruled_already");
    let at = first["entry"]["at"].as_str().unwrap();
    let told = format!("ruling r1-b1-ruling-1 by arb-1 at {at} gave it {KO:?}");
    let detail = problem["detail"].as_str().unwrap();
    assert!(again.status == 409 && detail.contains(&told), "{detail}");
    // With the stone gone the very same can't be done, and that is said of whoever asks knowingly.
    same["again"] = json!(true);
    let again = asking(&venue, "chief-1").json(&same).send();
    again.problem("not_the_last_stone");
}

#[test]
fn a_second_ruling_is_possible_for_whoever_knows_of_the_first() {
    let venue = begun();
    let asked = on_the_ko(&venue);
    asking(&venue, "arb-1").json(&asked).send().ok(201);
    let otherwise = |more: Value| {
        let mut body = json!({"finding": asked["finding"], "reasons": "seen on video"});
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        asking(&venue, "chief-1").json(&body).send()
    };
    otherwise(json!({"orders": []})).problem("ruled_already");
    let overturn = json!({"do": "overturn", "ruling": "r1-b1-ruling-1"});
    otherwise(json!({"orders": [overturn]})).ok(201);
    let now = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    assert_eq!(now["warnings"]["white"], 0);
    assert_eq!(now["findings"][0]["status"], "departed");
    otherwise(json!({"orders": [], "again": true})).ok(201);
}

#[test]
fn a_ruling_that_names_no_outcome_hears_which_there_are() {
    let venue = begun();
    let id = finding(&venue);
    for body in [
        json!({"finding": id}),
        json!({"finding": id, "reasons": "r"}),
    ] {
        let problem = asking(&venue, "chief-1").json(&body).send();
        let problem = problem.problem("no_outcome");
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            detail.contains(&format!("expected one of {KO:?}")),
            "{detail}"
        );
    }
}

#[test]
fn a_ruling_on_what_has_lapsed_hears_by_what_and_when() {
    let venue = Venue::open();
    venue.play("cup", &ko_retaken().stones("B E16"));
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    assert_eq!(game["findings"][0]["status"], "lapsed");
    assert_eq!(
        game["at"]["seq"].as_u64().map(|seq| seq + 1),
        Some(size(&venue))
    );
    let last = format!("/v1/ledgers/cup/entries/{}", game["at"]["seq"]);
    let last = venue.get(&last).send().ok(200);
    let mut asked = on_the_ko(&venue);
    let refused = asking(&venue, "arb-1").json(&asked).send();
    let problem = refused.problem("no_reasons");
    let told = format!(
        "lapsed with stone_played of {} (entry {})",
        last["at"].as_str().unwrap(),
        last["seq"]
    );
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.contains(&told), "{detail} {told}");
    // With reasons it is a departure, and stored.
    asked["reasons"] = json!("nobody could see the board");
    asked["orders"] = json!([]);
    asked.as_object_mut().unwrap().remove("outcome");
    let ruled = asking(&venue, "arb-1").json(&asked).send().ok(201);
    assert_eq!(ruled["notes"]["departure"], true);
}

#[test]
fn a_dry_run_shows_the_effect_and_stores_nothing() {
    let venue = begun();
    let before = size(&venue);
    let asked = on_the_ko(&venue);
    let tried = venue
        .post(&format!("{RULINGS}?dry_run=true"))
        .official("cup", "arb-1")
        .json(&asked)
        .send();
    assert_eq!(tried.header("cache-control"), "no-store");
    let tried = tried.ok(200);
    assert_eq!(tried["notes"]["departure"], false);
    let after = &tried["effect"]["games"]["r1-b1"]["after"];
    assert_eq!(
        (&after["warnings"]["white"], &after["position"]["moves"]),
        (&json!(1), &json!(9))
    );
    assert_eq!(size(&venue), before);
    let recorder = venue
        .post(&format!("{RULINGS}?dry_run=true"))
        .official("cup", "rec-1")
        .json(&asked)
        .send();
    let problem = recorder.problem("no_right");
    assert_eq!((recorder.status, &problem["line"]), (403, &Value::Null));
    venue
        .post(&format!("{RULINGS}?dryrun=true"))
        .official("cup", "arb-1")
        .json(&asked)
        .send()
        .problem("query");
}

#[test]
fn a_warning_that_loses_the_game_says_so_beforehand() {
    let venue = Venue::open();
    venue.play("cup", &ko_retaken().warning("earlier", "white"));
    let ruled = asking(&venue, "arb-1").json(&on_the_ko(&venue)).send();
    assert_eq!(ruled.ok(201)["notes"]["loses_by_warnings"], "white");
    let game = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    assert_eq!(game["result"]["outcome"], "black");
    assert_eq!(game["result"]["by"], "warnings");
}

#[test]
fn a_departure_needs_reasons_and_is_told() {
    let venue = begun();
    let mut asked = json!({"finding": finding(&venue), "orders": []});
    let bare = asking(&venue, "chief-1").json(&asked).send();
    assert_eq!(bare.problem("no_reasons")["status"], 422);
    asked["reasons"] = json!("the recorder had told her so");
    let ruled = asking(&venue, "chief-1").json(&asked).send();
    assert_eq!(ruled.ok(201)["notes"]["departure"], true);
}

#[test]
fn a_key_makes_a_retry_safe_also_after_a_restart() {
    let mut venue = begun();
    let asked = on_the_ko(&venue);
    let with_key = |venue: &Venue, official: &str, key: &str, body: &Value| {
        asking(venue, official)
            .header("idempotency-key", key)
            .json(body)
            .send()
    };
    let first = with_key(&venue, "arb-1", "k-1", &asked);
    first.ok(201);
    let after = size(&venue);
    // Play goes on, so that the game is no longer what was ruled on.
    let next = crate::http::venue::stone(7, "black", "R4");
    venue.hand_in("cup", &[next]).ok(201);
    let again = with_key(&venue, "arb-1", "k-1", &asked);
    assert_eq!((again.status, &again.body), (201, &first.body));
    venue.restart();
    let again = with_key(&venue, "arb-1", "k-1", &asked);
    assert_eq!((again.status, &again.body), (201, &first.body));
    assert_eq!(again.header("etag"), first.header("etag"));
    assert_eq!(size(&venue), after + 1);

    // Another body with the same key is another ruling: told, and nothing stored.
    let id = &asked["finding"];
    for other in [
        json!({"finding": id, "outcome": KO, "facts": "seen otherwise"}),
        json!({"finding": id, "outcome": KO, "ruling": "another-id"}),
        json!({"finding": id, "outcome": "no such outcome"}),
        // One that differs in a later entry only, by which the batch would grow or shrink.
        json!({"finding": id, "outcome": KO, "warnings": []}),
        json!({"finding": id, "outcome": KO, "admonitions": ["white"]}),
    ] {
        let answer = with_key(&venue, "arb-1", "k-1", &other);
        let problem = answer.problem("id_reused");
        assert_eq!(answer.status, 409, "{other}");
        assert_eq!(
            problem["entry"],
            first.json()["entries"][0]["entry"]["id"],
            "{problem}"
        );
    }
    assert_eq!(size(&venue), after + 1);
    // Another official's key is his own.
    let free = json!({"article": "cn-2002:23.3", "outcome": "warned", "warnings": ["black"],
        "reasons": "drummed on the table"});
    let other = with_key(&venue, "dep-1", "k-1", &free);
    assert_eq!(types(&other), ["ruling_made", "warning_issued"]);
    let twice = with_key(&venue, "dep-1", "k-1", &free);
    assert_eq!(twice.body, other.body);
    // Without a key the same is ruled twice.
    let plain = || asking(&venue, "dep-1").json(&free).send();
    assert_ne!(plain().body, plain().body);
    for key in ["", "two words", "\u{e9}", &"k".repeat(256)] {
        let answer = with_key(&venue, "dep-1", key, &free);
        assert_eq!(answer.problem("header")["status"], 400, "{key:?}");
    }
}

#[test]
fn the_same_key_at_once_from_many_sides_rules_once() {
    let venue = begun();
    let asked = on_the_ko(&venue);
    venue.token("cup", "arb-1");
    let before = size(&venue);
    let bodies: Vec<String> = std::thread::scope(|scope| {
        let ask = || {
            let answer = asking(&venue, "arb-1")
                .header("idempotency-key", "k-1")
                .json(&asked)
                .send();
            answer.ok(201);
            answer.body
        };
        let askers: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
        askers.into_iter().map(|a| a.join().unwrap()).collect()
    });
    assert!(bodies.iter().all(|body| *body == bodies[0]));
    assert_eq!(size(&venue), before + 3);
}

#[test]
fn a_ruling_can_rest_on_the_view_that_was_seen() {
    let venue = begun();
    let asked = on_the_ko(&venue);
    let seen = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    let tag = seen.header("etag");
    let stone = crate::http::venue::stone(7, "black", "R4");
    venue.hand_in("cup", std::slice::from_ref(&stone)).ok(201);
    let late = asking(&venue, "chief-1")
        .header("if-match", tag)
        .json(&asked)
        .send();
    let problem = late.problem("stale_version");
    assert_eq!(problem["entries"][0]["entry"]["id"], stone["id"]);
    let mut expecting = asked.clone();
    expecting["expect"] = json!(3);
    let late = asking(&venue, "chief-1").json(&expecting).send();
    late.problem("stale_version");
    let both = asking(&venue, "chief-1")
        .header("if-match", tag)
        .json(&expecting)
        .send();
    both.problem("header");
    let now = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    let free = json!({"article": "cn-2002:23.3", "outcome": "warned", "warnings": ["black"],
        "reasons": "drummed on the table"});
    let ask = || {
        asking(&venue, "arb-1")
            .header("if-match", now.header("etag"))
            .header("idempotency-key", "k-2")
            .json(&free)
            .send()
    };
    let ruled = ask();
    ruled.ok(201);
    // A retry is no conflict with itself.
    assert_eq!(ask().body, ruled.body);
}

#[test]
fn what_is_wrong_with_a_request_is_told_with_its_place() {
    let venue = begun();
    let ask = |body: &Value| asking(&venue, "chief-1").json(body).send();
    let id = finding(&venue);
    let with = |more: Value| {
        let mut body = json!({"finding": id, "reasons": "r"});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    let pointer = |answer: &Answer| answer.problem("schema")["errors"][0]["pointer"].clone();
    let no_order = ask(&with(json!({"orders": [{"do": "dance"}]})));
    assert_eq!(pointer(&no_order), "/orders/0/do");
    let no_side = ask(&with(json!({"warnings": ["black", "green"]})));
    assert_eq!(pointer(&no_side), "/warnings/1/colour");
    let too_long = ask(&with(json!({"orders": [], "facts": "x".repeat(5_000)})));
    assert_eq!(pointer(&too_long), "/facts");
    ask(&with(json!({"outcom": "x"}))).problem("shape");
    ask(&json!({"finding": "MV-9@3", "outcome": "x"})).problem("no_finding");
    ask(&json!({"finding": id, "outcome": "x"})).problem("no_outcome");
    ask(&json!({"outcome": "x"})).problem("ruling");
    let text = |body: &str| {
        let asking = asking(&venue, "chief-1");
        asking.body("application/json", body).send()
    };
    text(r#"{"finding": "a", "finding": "b"}"#).problem("not_readable");
    text("").problem("not_readable");
    let lines = asking(&venue, "chief-1").body("application/jsonl", "{}");
    lines.send().problem("media_type");
    let elsewhere = venue.post("/v1/ledgers/cup/games/r9-b9/rulings");
    let elsewhere = elsewhere.official("cup", "chief-1");
    let answer = elsewhere.json(&on_the_ko(&venue)).send();
    answer.problem("unknown");
    venue
        .post(RULINGS)
        .json(&on_the_ko(&venue))
        .send()
        .problem("no_token");
    assert_eq!(venue.get(RULINGS).send().header("allow"), "POST");
}

/// Black's telephone has rung.
fn rang() -> (Venue, Value) {
    let venue = Venue::open();
    let rang = json!({"colour": "black", "breach": "phone_rang", "facts": "it rang"});
    venue.play(
        "cup",
        &game("cn-2002")
            .stones("B Q16, W D4")
            .by("arb-1", "breach_observed", rang),
    );
    let asked = json!({"finding": finding(&venue), "outcome": "warning"});
    (venue, asked)
}

#[test]
fn who_rules_on_what_is_ruled_already_is_told() {
    let (venue, mut asked) = rang();
    let first = asking(&venue, "arb-1").json(&asked).send().ok(201);
    assert_eq!(first["notes"]["already_ruled"], Value::Null);
    let try_out = |asked: &Value| {
        let asking = venue.post(&format!("{RULINGS}?dry_run=true"));
        asking.official("cup", "dep-1").json(asked).send()
    };
    try_out(&asked).problem("ruled_already");
    asked["again"] = json!(true);
    let tried = try_out(&asked).ok(200);
    assert_eq!(tried["notes"]["already_ruled"], first["ruling"]);
    assert_eq!(tried["notes"]["loses_by_warnings"], "black");
    asking(&venue, "dep-1").json(&asked).send().ok(201);
    // The second warning ended the game, and with it the time for a third.
    let third = asking(&venue, "chief-1").json(&asked).send();
    let refused = third.problem("no_reasons");
    let detail = refused["detail"].as_str().unwrap();
    let why = "the time for ruling on CD-5@16 ended with warning_issued of ";
    assert!(detail.starts_with(why), "{detail}");
}

/// Three rule at once on one thing: whoever is not the first hears of the one who was.
#[test]
fn two_arbiters_at_once_do_not_warn_twice_for_one_thing() {
    let (venue, asked) = rang();
    let officials = ["arb-1", "dep-1", "chief-1"];
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let ask = |official| asking(&venue, official).json(&asked).send();
        let askers = officials.map(|o| scope.spawn(move || ask(o)));
        askers.map(|a| a.join().unwrap()).into()
    });
    let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|a| a.status == 201);
    assert_eq!((made.len(), refused.len()), (1, 2));
    for answer in refused {
        let problem = answer.problem("ruled_already");
        let detail = problem["detail"].as_str().unwrap();
        let ruling = made[0].json()["ruling"].clone();
        assert!(detail.contains(ruling.as_str().unwrap()), "{detail}");
    }
}

/// Each knows of earlier rulings, and was on its way when the game had none.
/// Where one was quicker, the others are refused and not composed anew on top of
/// it, unless they came so late that it was there to be seen.
#[test]
fn who_rules_again_does_not_mean_a_ruling_that_came_meanwhile() {
    let mut turned_away = 0;
    // That one is quick enough for another to be too late is left to chance.
    for _ in 0..60 {
        let (venue, mut asked) = rang();
        asked["again"] = json!(true);
        // Not three: where two came through one after the other, the game is lost by
        // warnings and there is nothing left to rule.
        let officials = ["arb-1", "dep-1"];
        for official in officials {
            venue.token("cup", official);
        }
        let start = std::sync::Barrier::new(officials.len());
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let ask = |official| {
                start.wait();
                asking(&venue, official).json(&asked).send()
            };
            let askers: Vec<_> = officials.map(|o| scope.spawn(move || ask(o))).into();
            askers.into_iter().map(|a| a.join().unwrap()).collect()
        });
        let made = answers.iter().filter(|answer| answer.status == 201);
        let unwarned = made.filter(|answer| answer.json()["notes"].get("already_ruled").is_none());
        assert_eq!(unwarned.count(), 1);
        for refused in answers.iter().filter(|answer| answer.status != 201) {
            let problem = refused.problem("stale_version");
            let detail = problem["detail"].as_str().unwrap();
            assert!(
                detail.contains("on the same finding came first"),
                "{detail}"
            );
            turned_away += 1;
        }
        if turned_away > 0 {
            return;
        }
    }
    panic!("nobody was ever too late");
}

/// An appeal against a ruling, upheld: the committee overturns it.
fn overturned(venue: &Venue, ruled: &Value) {
    let at = "2026-05-01T11:00:00.000Z";
    let against = ruled["entries"][0]["entry"]["id"].clone();
    let filed = json!({"stream": "appeal/a1", "type": "appeal_filed", "at": at, "actor": "chief-1",
        "data": {"game": "r1-b1", "by": "bo", "against": [against], "grounds": "no ko", "relief": "play on"}});
    venue.hand_in("cup", &[filed]).ok(201);
    let orders = json!([{"do": "overturn", "ruling": ruled["ruling"]}]);
    let decided = json!({"stream": "appeal/a1", "type": "appeal_decided", "at": at, "actor": "pan-1",
        "data": {"outcome": "upheld", "orders": orders, "reasons": "as heard"}});
    venue.hand_in("cup", &[decided]).ok(201);
}

/// How often an audit remarks that it was ruled anew on what a committee had decided.
fn remarks_after_appeal(venue: &Venue) -> usize {
    let audit = venue
        .get("/v1/ledgers/cup/audit")
        .official("cup", "chief-1");
    let audit = audit.send().ok(200);
    let found = audit["discrepancies"].as_array().unwrap().iter();
    found.filter(|d| d["code"] == "ruled_after_appeal").count()
}

#[test]
fn an_overruled_arbiter_is_told_that_it_is_the_chief_arbiters_now() {
    let venue = begun();
    let asked = on_the_ko(&venue);
    let ruled = asking(&venue, "arb-1").json(&asked).send().ok(201);
    overturned(&venue, &ruled);
    let before = size(&venue);
    let mut knowing = asked.clone();
    knowing["again"] = json!(true);
    knowing["reasons"] = json!("seen again on video");
    for body in [&asked, &knowing] {
        let refused = asking(&venue, "arb-1").json(body).send();
        assert_eq!(refused.status, 403);
        let detail = refused.problem("no_right")["detail"].clone();
        assert!(
            detail.as_str().unwrap().contains("by appeal a1"),
            "{detail}"
        );
        let tried = venue.post(&format!("{RULINGS}?dry_run=true"));
        let tried = tried.official("cup", "arb-1").json(body).send();
        tried.problem("no_right");
    }
    assert_eq!(size(&venue), before);
    asking(&venue, "chief-1").json(&asked).send().ok(201);
    assert_eq!(remarks_after_appeal(&venue), 0);
    // What he did all the same is a fact, and is kept as one.
    let mut data = fupan_tests::script::ruling_data("anew", "cn-2002:18.3", json!([]));
    data["finding"] = asked["finding"].clone();
    let fact = json!({"stream": "game/r1-b1", "type": "ruling_made", "at": "2026-05-01T11:10:00.000Z",
        "actor": "arb-1", "data": data});
    venue.hand_in("cup", &[fact]).ok(201);
    assert_eq!(remarks_after_appeal(&venue), 1);
}

#[test]
fn a_chief_arbiter_rules_anew_on_his_own_overturned_ruling_only_knowingly() {
    let venue = begun();
    let mut asked = on_the_ko(&venue);
    let ruled = asking(&venue, "chief-1").json(&asked).send().ok(201);
    overturned(&venue, &ruled);
    let ask = |asked: &Value| asking(&venue, "chief-1").json(asked).send();
    ask(&asked).problem("ruled_already");
    asked["again"] = json!(true);
    ask(&asked).problem("no_reasons");
    asked["reasons"] = json!("a second camera shows it");
    let anew = ask(&asked).ok(201);
    assert_eq!(anew["notes"]["own_overturned"], ruled["ruling"]);
    assert_eq!(remarks_after_appeal(&venue), 1);
}
