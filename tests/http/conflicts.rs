//! Two who write at once: the one who comes late hears what happened since.

use crate::http::venue::{Answer, Venue, stone};
use fupan_tests::script;
use serde_json::{Value, json};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

fn begun() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &script::game("cn-2002"));
    venue
}

fn hand_in_if(venue: &Venue, tag: &str, drafts: &[Value]) -> Answer {
    venue
        .post("/v1/ledgers/cup/entries")
        .official("cup", "rec-1")
        .header("if-match", tag)
        .json(&json!(drafts))
        .send()
}

#[test]
fn a_stale_expectation_is_told_with_what_was_recorded_since() {
    let venue = begun();
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    let mut late = stone(2, "white", "D4");
    late["expect"] = json!(0);
    let answer = venue.hand_in("cup", &[late.clone()]);
    let problem = answer.problem("stale_version");
    assert_eq!(
        (answer.status, &problem["current_version"]),
        (412, &json!(1))
    );
    let since: Vec<&Value> = problem["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| &e["entry"]["id"])
        .collect();
    assert_eq!(since, [&stone(1, "black", "Q16")["id"]]);
    late["expect"] = problem["current_version"].clone();
    venue.hand_in("cup", &[late]).ok(201);
}

/// A tag says on which entries its view rests, whatever the form in which it was seen.
#[test]
fn a_batch_can_rest_on_any_form_of_a_view() {
    let venue = begun();
    for (n, (path, accept)) in (1..).zip([
        ("/v1/ledgers/cup/games/r1-b1", "text/plain"),
        ("/v1/ledgers/cup/games/r1-b1/sgf", "*/*"),
        ("/v1/ledgers/cup/games/r1-b1/board.svg", "*/*"),
        ("/l/cup/games/r1-b1", "text/html"),
    ]) {
        let seen = venue.get(path).header("accept", accept).send();
        let tag = seen.header("etag").to_owned();
        let colour = if n % 2 == 1 { "black" } else { "white" };
        let point = ["Q16", "D4", "C3", "R17"][n - 1];
        hand_in_if(&venue, &tag, &[stone(n as u128, colour, point)]).ok(201);
        let late = hand_in_if(&venue, &tag, &[stone(9, "black", "K10")]);
        assert_eq!(late.status, 412, "{path}: {}", late.body);
    }
}

#[test]
fn a_batch_can_rest_on_the_view_that_was_seen() {
    let venue = begun();
    let seen = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    let tag = seen.header("etag");
    let first = hand_in_if(
        &venue,
        tag,
        &[stone(1, "black", "Q16"), stone(2, "white", "D4")],
    );
    first.ok(201);
    let late = hand_in_if(&venue, tag, &[stone(3, "black", "C3")]);
    let problem = late.problem("stale_version");
    assert_eq!(problem["entries"].as_array().unwrap().len(), 2);
    // The caller gave a tag: it is told of beside the versions.
    let detail = problem["detail"].as_str().unwrap();
    let seen = tag.trim_matches('"');
    let told = format!(
        "If-Match {tag} is the ETag of a view up to entry {seen}: draft 1 (index 0): stream game/r1-b1 is at version 2, not at 0 as expected"
    );
    assert!(detail.contains(&told), "{detail}");
    let newest = first.json()["entries"][1]["seq"].clone();
    assert!(
        detail.ends_with(&format!("up to entry {newest}")),
        "{detail}"
    );
    // The same batch once more is no conflict with itself.
    let again = hand_in_if(
        &venue,
        tag,
        &[stone(1, "black", "Q16"), stone(2, "white", "D4")],
    );
    assert_eq!(again.body, first.body);
    let now = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    assert_eq!(now.header("etag"), first.header("etag"));
    hand_in_if(&venue, now.header("etag"), &[stone(3, "black", "C3")]).ok(201);
}

#[test]
fn an_appeal_about_the_game_makes_a_view_of_it_stale_and_another_game_does_not() {
    let venue = begun();
    let tag = venue
        .get("/v1/ledgers/cup/games/r1-b1")
        .send()
        .header("etag")
        .to_owned();
    let at = "2026-05-01T10:00:00.000Z";
    let pairing = json!({"stream": "tournament", "type": "player_registered", "at": at, "actor": "org-1",
        "data": {"player": "eve", "name": "eve"}});
    venue.hand_in("cup", &[pairing]).ok(201);
    assert_eq!(
        venue
            .get("/v1/ledgers/cup/games/r1-b1")
            .send()
            .header("etag"),
        tag
    );
    let ruled = json!({"stream": "game/r1-b1", "type": "ruling_made", "at": at, "actor": "chief-1",
        "id": "00000000-0000-4000-9000-000000000001",
        "data": script::ruling_data("ru-1", "cn-2002:30.6", json!([]))});
    let ruled = venue.hand_in("cup", &[ruled]);
    let tag = ruled.header("etag").to_owned();
    let appeal = json!({"stream": "appeal/ap-1", "type": "appeal_filed", "at": at, "actor": "arb-1",
        "data": {"game": "r1-b1", "by": "ann", "against": ["00000000-0000-4000-9000-000000000001"],
            "grounds": "it was otherwise", "relief": "play on"}});
    let filed = venue.hand_in("cup", &[appeal]);
    filed.ok(201);
    let problem = hand_in_if(&venue, &tag, &[stone(1, "black", "Q16")]).problem("stale_version");
    assert_eq!(problem["entries"][0]["entry"]["type"], "appeal_filed");
    hand_in_if(&venue, filed.header("etag"), &[stone(1, "black", "Q16")]).ok(201);
}

/// The standings rest on the results of games: what is published by them is stale
/// once one of them is another, and not because somewhere a stone was played.
#[test]
fn the_results_of_games_make_the_standings_stale_and_their_stones_do_not() {
    let venue = begun();
    let at = "2026-05-01T10:00:00.000Z";
    let views = [
        "/v1/ledgers/cup/standings",
        "/v1/ledgers/cup/crosstable",
        "/v1/ledgers/cup",
    ];
    let tags = || views.map(|path| venue.get(path).send().header("etag").to_owned());
    let publish = |tag: &str, id: u128| {
        let published = json!({"stream": "tournament", "type": "standings_published", "at": at,
            "actor": "org-1", "id": stone(id, "black", "Q16")["id"],
            "data": {"round": 1, "places": [{"player": "ann", "place": 1}]}});
        venue
            .post("/v1/ledgers/cup/entries")
            .official("cup", "org-1")
            .header("if-match", tag)
            .json(&json!([published]))
            .send()
    };
    let seen = tags();
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    publish(&seen[0], 90).ok(201);
    let seen = tags();
    let resigned = json!({"stream": "game/r1-b1", "type": "resigned", "at": at, "actor": "rec-1",
        "data": {"colour": "black"}});
    venue.hand_in("cup", &[resigned]).ok(201);
    for (tag, id) in seen.iter().zip(91..) {
        let problem = publish(tag, id).problem("stale_version");
        assert_eq!(problem["entries"][0]["entry"]["type"], "resigned");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("stream game/r1-b1"), "{detail}");
    }
    // What is there already is no conflict with what came since.
    publish(&seen[0], 90).ok(201);
    publish(&tags()[0], 95).ok(201);
}

/// Results come while standings are published again and again: none of those that were
/// taken rests on results that were others by the time it was recorded.
#[test]
fn no_standings_are_published_over_a_result_that_came_in_between() {
    const GAMES: usize = 40;
    let games: Vec<String> = (0..GAMES).map(|n| format!("a{n}-b{n}")).collect();
    let players: Vec<&str> = games.iter().flat_map(|pair| pair.split('-')).collect();
    let told: Vec<String> = games.iter().map(|pair| format!("{pair} ?")).collect();
    let begun =
        script::event("cn-2002", &json!({"rounds": 1}), &players).round(1, &told.join(", "));
    let begun = games.iter().fold(begun, |script, pair| {
        let (black, white) = pair.split_once('-').unwrap();
        let started = json!({"black": black, "white": white});
        script
            .on(&format!("r1-{pair}"))
            .fact("game_started", started)
    });
    let venue = Venue::open();
    venue.play("cup", &begun);
    let at = "2026-05-01T10:00:00.000Z";
    let (organiser, over) = (venue.another(), AtomicBool::new(false));
    let publish = |id: u128| {
        let seen = organiser.get("/v1/ledgers/cup/standings").send();
        let tag = seen.header("etag").to_owned();
        let draft = json!({"stream": "tournament", "type": "standings_published", "at": at,
            "actor": "org-1", "id": stone(id, "black", "Q16")["id"],
            "data": {"round": 1, "places": [{"player": "a0", "place": 1}]}});
        let asking = organiser
            .post("/v1/ledgers/cup/entries")
            .official("cup", "org-1")
            .header("if-match", &tag);
        let answer = asking.json(&json!([draft])).send();
        if answer.status == 412 {
            return None;
        }
        let seq = answer.ok(201)["entries"][0]["seq"].as_u64().unwrap();
        Some((tag.trim_matches('"').parse::<u64>().unwrap(), seq))
    };
    let mut taken = Vec::new();
    let mut resigned = Vec::new();
    thread::scope(|scope| {
        let publisher = scope.spawn(|| {
            let mut of_his = Vec::new();
            for id in 1_000.. {
                let last = over.load(Ordering::SeqCst);
                of_his.extend(publish(id));
                if last {
                    break;
                }
            }
            of_his
        });
        for pair in &games {
            let draft = json!({"stream": format!("game/r1-{pair}"), "type": "resigned", "at": at,
                "actor": "rec-1", "data": {"colour": "black"}});
            let answer = venue.hand_in("cup", &[draft]).ok(201);
            resigned.push(answer["entries"][0]["seq"].as_u64().unwrap());
        }
        over.store(true, Ordering::SeqCst);
        taken = publisher.join().unwrap();
    });
    assert!(!taken.is_empty(), "the last one has nobody in its way");
    for (seen, seq) in taken {
        let between = resigned.iter().find(|r| seen < **r && **r < seq);
        assert_eq!(between, None, "seen as of {seen}, recorded as {seq}");
    }
}

/// A batch of which a part is there already still rests on what was seen.
#[test]
fn what_is_added_to_a_retry_rests_on_the_same_view() {
    let venue = begun();
    let seen = venue.get("/v1/ledgers/cup/games/r1-b1").send();
    let tag = seen.header("etag");
    let first = stone(1, "black", "Q16");
    hand_in_if(&venue, tag, std::slice::from_ref(&first)).ok(201);
    let both = [first.clone(), stone(2, "white", "D4")];
    hand_in_if(&venue, tag, &both).ok(201);
    venue.hand_in("cup", &[stone(3, "black", "C3")]).ok(201);
    let late = [first, stone(4, "white", "R4")];
    let problem = hand_in_if(&venue, tag, &late).problem("stale_version");
    assert_eq!(problem["entry"], stone(2, "white", "D4")["id"]);
}

#[test]
fn each_draft_may_expect_the_version_that_was_seen() {
    let venue = begun();
    let seen = venue.get("/v1/ledgers/cup/games/r1-b1").send().json()["at"]["version"].clone();
    let mut stones = [stone(1, "black", "Q16"), stone(2, "white", "D4")];
    for stone in &mut stones {
        stone["expect"] = seen.clone();
    }
    venue.hand_in("cup", &stones).ok(201);
    let mut third = stone(3, "black", "C3");
    third["expect"] = seen.clone();
    let problem = venue.hand_in("cup", &[third]).problem("stale_version");
    assert_eq!(
        problem["current_version"],
        json!(seen.as_i64().unwrap() + 2)
    );
}

#[test]
fn the_same_draft_twice_in_a_batch_is_one_entry_at_once_and_later() {
    let venue = begun();
    let twice = [stone(1, "black", "Q16"), stone(1, "black", "Q16")];
    let at_once = venue.hand_in("cup", &twice).ok(201);
    assert_eq!(at_once["entries"][0], at_once["entries"][1]);
    let later = venue.hand_in("cup", &twice).ok(201);
    assert_eq!(later["entries"], at_once["entries"]);
    let otherwise = [stone(2, "white", "D4"), stone(2, "white", "R4")];
    let problem = venue.hand_in("cup", &otherwise).problem("id_reused");
    let detail =
        "draft 2 (index 1): draft 1 (index 0) of this batch has the same id and other content";
    assert_eq!(problem["detail"], detail);
}

/// A retry is answered also where he who recorded for another lost his office.
#[test]
fn a_retry_in_anothers_name_outlives_the_office() {
    let venue = begun();
    let hand_in = |stones: &[Value]| {
        let asking = venue
            .post("/v1/ledgers/cup/entries")
            .official("cup", "dep-1");
        asking.json(&json!(stones)).send()
    };
    let first = hand_in(&[stone(1, "black", "Q16")]).ok(201);
    let relieved = json!({"stream": "tournament", "type": "official_relieved",
        "at": "2026-05-01T10:40:00.000Z", "actor": "org-1", "data": {"official": "dep-1", "reason": "home"}});
    let organiser = venue
        .post("/v1/ledgers/cup/entries")
        .official("cup", "org-1");
    organiser.json(&json!([relieved])).send().ok(201);
    let again = hand_in(&[stone(1, "black", "Q16")]).ok(201);
    assert_eq!(again["entries"], first["entries"]);
    hand_in(&[stone(2, "white", "D4")]).problem("not_for_others");
    hand_in(&[stone(1, "black", "D4")]).problem("id_reused");
}

#[test]
fn an_id_belongs_to_one_content() {
    let venue = begun();
    venue.hand_in("cup", &[stone(1, "black", "Q16")]).ok(201);
    let other = venue.hand_in("cup", &[stone(1, "black", "D4")]);
    let problem = other.problem("id_reused");
    assert_eq!(
        (other.status, &problem["entry"]),
        (409, &stone(1, "black", "Q16")["id"])
    );
}

#[test]
fn a_tag_that_is_none_is_told() {
    let venue = begun();
    for tag in ["*", "W/\"3\"", "3", "\"x\"", "\"1\", \"2\""] {
        let answer = hand_in_if(&venue, tag, &[stone(1, "black", "Q16")]);
        answer.problem("header");
    }
    hand_in_if(&venue, "\"99999\"", &[stone(1, "black", "Q16")]).problem("stale_version");
}
