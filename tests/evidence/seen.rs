//! Who hands a file in, and who sees a restricted one.

use super::{PDF, STATEMENT, attached, file, hand_in, kept, path, venue};
use crate::http::venue::{Asking, Venue};
use fupan_store::Ledgers;
use fupan_tests::script::game;
use serde_json::json;

#[test]
fn who_hands_in_is_who_attached_or_the_chief_arbiter() {
    let venue = venue();
    for who in ["rec-1", "org-1", "pan-2", "ann"] {
        hand_in(&venue, who, STATEMENT).problem("no_right");
    }
    let send = |asking: Asking<'_>| asking.body("text/plain", STATEMENT).send();
    send(venue.post(&path(STATEMENT))).problem("no_token");
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    send(venue.post(&path(STATEMENT)).token(&auditor)).problem("out_of_scope");
    assert_eq!(kept(venue.data()), Vec::<String>::new());
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    hand_in(&venue, "dep-1", PDF).ok(201);
}

#[test]
fn restricted_evidence_is_seen_by_those_who_decide() {
    let venue = venue();
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    for who in ["chief-1", "dep-1", "pan-1", "pan-2"] {
        let given = venue.get(&path(STATEMENT)).official("cup", who).send();
        assert_eq!(
            (given.status, given.body.as_str()),
            (200, STATEMENT),
            "{who}"
        );
        assert_eq!(given.header("cache-control"), "no-store");
    }
    // Who stepped aside, who has no part in it, and who reads all that is not restricted.
    for who in ["pan-3", "arb-1", "rec-1", "org-1", "ann"] {
        let asking = venue.get(&path(STATEMENT)).official("cup", who);
        assert_eq!(asking.send().problem("restricted")["status"], 403, "{who}");
    }
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    for token in [&auditor, venue.keeper()] {
        let asking = venue.get(&path(STATEMENT)).token(token);
        asking.send().problem("restricted");
    }
    venue.get(&path(STATEMENT)).send().problem("no_token");
    // The chief arbiter of another tournament is nobody here.
    venue.play("other", &game("cn-2002"));
    let asking = venue.get(&path(STATEMENT)).official("other", "chief-1");
    asking.send().problem("restricted");
    // Whoever attached it sees it though he holds no office any more; a relieved
    // chief arbiter does not.
    let relieved = json!({"official": "chief-1", "reason": "ill"});
    let draft = json!({"stream": "tournament", "type": "official_relieved",
        "at": "2026-05-01T11:00:00.000Z", "actor": "org-1", "data": relieved});
    venue.hand_in("cup", &[draft]).ok(201);
    let asking = venue.get(&path(STATEMENT)).official("cup", "chief-1");
    asking.send().problem("restricted");
}

#[test]
fn evidence_of_a_game_is_seen_by_the_panel_of_an_appeal_about_it() {
    let venue = Venue::open();
    let restricted = attached("video-1", PDF, "application/pdf", "restricted");
    let script = game("cn-2002").stones("B Q16, W D4");
    let script = script.by("arb-1", "evidence_attached", restricted);
    let script = script.files("a1", &["W D4"]);
    venue.play("cup", &script);
    hand_in(&venue, "arb-1", PDF).ok(201);
    let seen = |who: &str| venue.get(&path(PDF)).official("cup", who).send().status;
    assert_eq!((seen("arb-1"), seen("pan-1")), (200, 403));
    let seated = json!({"stream": "appeal/a1", "type": "panel_seated", "actor": "chief-1",
        "at": "2026-05-01T11:00:00.000Z", "data": {"members": ["pan-1"]}});
    venue.hand_in("cup", &[seated]).ok(201);
    assert_eq!((seen("pan-1"), seen("pan-2")), (200, 403));
}

#[test]
fn what_one_entry_restricts_no_other_opens() {
    let venue = Venue::open();
    let open = attached("answer-1", STATEMENT, "text/plain", "open");
    let restricted = attached("answer-2", STATEMENT, "text/plain", "restricted");
    let script = game("cn-2002").by("arb-1", "evidence_attached", open);
    venue.play("cup", &script.by("arb-1", "evidence_attached", restricted));
    hand_in(&venue, "arb-1", STATEMENT).ok(201);
    assert_eq!(file(&venue, STATEMENT)["class"], "restricted");
    venue.get(&path(STATEMENT)).send().problem("no_token");
    let ledgers = Ledgers::at(venue.data()).unwrap();
    let blobs = fupan_store::Blobs::of(&ledgers.folder(&"cup".parse().unwrap()));
    let live = venue
        .running()
        .service()
        .ledgers
        .open(&"cup".parse().unwrap());
    let tournament = live
        .unwrap()
        .open
        .reader
        .tournament(fupan_store::Known::Now);
    assert_eq!(blobs.list_open(&tournament.unwrap()).unwrap(), []);
    assert_eq!(blobs.list().unwrap().len(), 1);
}

/// Years after which nothing is kept.
/// The hash of a restricted file is public: who names it in a game of his own has
/// shown nothing, and sees no more of it than before; nor does who sits on an appeal
/// about that game.
#[test]
fn naming_the_hash_of_a_restricted_file_gives_no_right_to_it() {
    let venue = venue();
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    let seen = |who: &str| {
        venue
            .get(&path(STATEMENT))
            .official("cup", who)
            .send()
            .status
    };
    assert_eq!((seen("arb-1"), seen("pan-1")), (403, 200));
    for (evidence, class) in [("mine-1", "restricted"), ("mine-2", "open")] {
        let data = attached(evidence, STATEMENT, "text/plain", class);
        let draft = json!({"stream": "game/r1-b1", "type": "evidence_attached",
            "at": "2026-05-01T11:00:00.000Z", "actor": "arb-1", "data": data});
        venue.hand_in("cup", &[draft]).ok(201);
        // Nor by handing in what is there already.
        hand_in(&venue, "arb-1", STATEMENT).ok(200);
        assert_eq!(
            (seen("arb-1"), seen("pan-1"), seen("chief-1")),
            (403, 200, 200)
        );
    }
    assert_eq!(file(&venue, STATEMENT)["class"], "restricted");
    venue.get(&path(STATEMENT)).send().problem("no_token");
}
