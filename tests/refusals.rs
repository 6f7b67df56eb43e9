//! What can't be a record, and why: each kind of refusal with its code, the
//! entry in the way and a text that says what was expected. And what a refusal
//! leaves: nothing (contract, section 3).

use fupan_tests::script::{
    Desk, Script, Taken, game, game_with, opened_with, paired_with, ruling_data,
};
use serde_json::{Value, json};

fn opened() -> Script {
    opened_with("cn-2002", &json!({}))
}

fn paired() -> Script {
    paired_with("cn-2002", &json!({}))
}

fn played() -> Script {
    game("cn-2002").stones("B Q16, W D4")
}

fn pairing(round: u32, game: &str, black: &str, white: &str) -> Value {
    json!({"round": round, "games": [{"game": game, "board": 1, "black": black, "white": white}]})
}

#[test]
fn a_ledger_is_opened_once_and_first() {
    let open = json!({"name": "Cup", "edition": "cn-2002", "regulations": {"format": "swiss", "rounds": 5}});
    let again = opened().org("tournament_opened", open.clone());
    again.is_refused_as("opened_already").says("opened already");
    let mut desk = Desk::default();
    let line = |type_name: &str, stream: &str, data: Value| {
        json!({"stream": stream, "type": type_name, "at": "2026-05-01T09:00:00.000Z",
            "actor": "org-1", "data": data})
        .to_string()
    };
    for first in [
        line(
            "player_registered",
            "tournament",
            json!({"player": "ann", "name": "Ann"}),
        ),
        line(
            "stone_played",
            "game/r1-b1",
            json!({"colour": "black", "point": "D4"}),
        ),
        line("appeal_withdrawn", "appeal/a1", json!({})),
    ] {
        let refused = desk.hand_in(&first).unwrap_err().to_string();
        assert!(refused.contains("the ledger is not opened"), "{refused}");
    }
    assert_eq!(
        desk.hand_in(&line("tournament_opened", "tournament", open))
            .unwrap()
            .new,
        1
    );
}

#[test]
fn editions_and_regulations_must_make_sense() {
    let open = |changes: Value| {
        let mut data = json!({"name": "Cup", "edition": "cn-2002", "regulations": {"format": "swiss", "rounds": 5}});
        data.as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        let line = json!({"stream": "tournament", "type": "tournament_opened",
            "at": "2026-05-01T09:00:00.000Z", "actor": "org-1", "data": data});
        Desk::default()
            .hand_in(&line.to_string())
            .unwrap_err()
            .to_string()
    };
    let says = |text: String, parts: &[&str]| {
        for part in parts {
            assert!(text.contains(part), "{part:?} not in: {text}");
        }
    };
    says(
        open(json!({"edition": "cn-2012"})),
        &["cn-2012", "cn-1988", "cn-2002"],
    );
    says(
        open(json!({"edition_sha256": "0".repeat(64)})),
        &["SHA-256", &"0".repeat(64)],
    );
    says(open(json!({"regulations": {"rounds": 5}})), &["format"]);
    let clause = |id: &str| json!({"id": id, "text": "t", "outcomes": null, "decides": "arbiter"});
    let twice = json!([clause("aa"), clause("aa")]);
    says(
        open(json!({"regulations": {"format": "swiss", "rounds": 5, "clauses": twice}})),
        &["clauses", "aa"],
    );
    let time =
        json!({"kind": "reserved_byoyomi", "limit_ms": 60_000, "periods": 5, "period_ms": 60_000});
    let script = game_with("cn-2002", &json!({})).org(
        "regulations_supplemented",
        json!({"changes": {"time": time}, "from_round": 2, "approved_by": "chief-1", "reason": "r"}),
    );
    script
        .is_refused_as("regulations")
        .says("300000")
        .says("60000");
}

#[test]
fn ids_are_taken_once() {
    let player = json!({"player": "ann", "name": "Other"});
    opened()
        .org("player_registered", player)
        .is_refused_as("id_taken")
        .says("player ann");
    let team = json!({"team": "reds", "name": "Reds"});
    opened()
        .org("team_registered", team.clone())
        .org("team_registered", team)
        .is_refused_as("id_taken")
        .says("team reds");
    let script = opened()
        .org("round_paired", pairing(1, "r1-b1", "ann", "bo"))
        .called("pairing");
    let again = script
        .clone()
        .org("round_paired", pairing(1, "r1-b1", "cy", "di"));
    again
        .is_refused_as("id_taken")
        .names(&script, "pairing")
        .says("game r1-b1");
    let script = played().warning("ruling-1", "black");
    script
        .clone()
        .rules("ruling-1", json!([]))
        .is_refused_as("id_taken")
        .names(&script, "ruling-1");
    let sanction = json!({"sanction": "ruling-1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "suspend", "reason": "r"});
    script
        .tournament("chief-1", "sanction_imposed", sanction)
        .is_refused_as("id_taken");
}

#[test]
fn what_is_named_must_be_there() {
    let team = json!({"round": 1, "team": "reds", "boards": ["ann"]});
    opened()
        .org("lineup_declared", team)
        .is_refused_as("unknown_team")
        .says("reds");
    let stranger = json!({"player": "zed", "after_round": 1, "justified": true, "reason": "r"});
    opened()
        .org("player_withdrew", stranger)
        .is_refused_as("unknown_player")
        .says("zed");
    let lift = json!({"sanction": "s9", "reason": "r"});
    opened()
        .tournament("chief-1", "sanction_lifted", lift)
        .is_refused_as("unknown")
        .says("sanction s9");
    let relieve = json!({"official": "nobody", "reason": "r"});
    opened()
        .org("official_relieved", relieve)
        .is_refused_as("unknown_official")
        .says("nobody");
    played()
        .by(
            "arb-1",
            "board_counted",
            json!({"colour": "black", "area_qz": 4, "by": "zed"}),
        )
        .is_refused_as("unknown_official");
    played()
        .confirmed_by(
            json!({"outcome": "black", "by": "resignation"}),
            &["black", "white", "zed"],
        )
        .is_refused_as("unknown_official");
    let data = json!({"colour": "black", "article": "cn-2002:18.3", "ruling": "ruling-9"});
    played()
        .by("arb-1", "warning_issued", data)
        .is_refused_as("unknown_ruling")
        .says("ruling-9");
    // A ruling of another game is none of this one.
    let elsewhere = json!({"colour": "black", "article": "cn-2002:18.3", "ruling": "ruling-1"});
    played()
        .warning("ruling-1", "black")
        .org("round_paired", pairing(1, "r1-b2", "cy", "di"))
        .on("r1-b2")
        .by("arb-1", "warning_issued", elsewhere)
        .is_refused_as("unknown_ruling");
}

#[test]
fn a_name_of_which_nothing_can_be_seen_is_none() {
    let file = json!({"evidence": "e-1", "sha256": "ab".repeat(32), "bytes": 4,
        "media_type": "text/plain", "title": "\u{2800}", "class": "open"});
    let sanction = json!({"sanction": "s-1", "player": "ann", "article": "cn-2002:23.6", "kind": "censure",
        "authority": "\u{3164} ", "reason": "r"});
    let eve = |more: Value| opened().registers("eve", more);
    for (place, value, script) in [
        ("/data/name", r"\u{200b}", eve(json!({"name": "\u{200b}"}))),
        (
            "/data/name",
            r"\u{20}\u{3000}",
            eve(json!({"name": " \u{3000}"})),
        ),
        (
            "/data/federation",
            r"\u{202e}",
            eve(json!({"federation": "\u{202e}"})),
        ),
        (
            "/data/name",
            r"\u{115f}\u{1160}",
            opened().org(
                "official_appointed",
                json!({"official": "arb-9", "name": "\u{115f}\u{1160}", "role": "arbiter"}),
            ),
        ),
        (
            "/data/name",
            r"\u{ffa0}",
            opened().org(
                "team_registered",
                json!({"team": "reds", "name": "\u{ffa0}"}),
            ),
        ),
        (
            "/data/authority",
            r"\u{3164}\u{20}",
            opened().tournament("chief-1", "sanction_imposed", sanction),
        ),
        (
            "/data/title",
            r"\u{2800}",
            played().by("arb-1", "evidence_attached", file),
        ),
    ] {
        script
            .is_refused_as("name_unseen")
            .says(&format!("{place}: nothing of the name \"{value}\""));
    }
    let opening = |more: Value| {
        let mut data = json!({"name": "Cup", "edition": "cn-2002", "regulations": {"format": "swiss", "rounds": 5}});
        data.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({"stream": "tournament", "type": "tournament_opened", "at": "2026-05-01T09:00:00.000Z",
            "actor": "org-1", "data": data})
        .to_string()
    };
    let mut desk = Desk::default();
    for (place, more) in [
        ("/data/name", json!({"name": "\u{feff}"})),
        ("/data/place", json!({"place": "\u{2028}"})),
        (
            "/data/texts/1/title",
            json!({"texts": [{"title": "Programme", "sha256": "ab".repeat(32)},
                {"title": "\u{e0020}", "sha256": "cd".repeat(32)}]}),
        ),
    ] {
        let refused = desk.hand_in(&opening(more)).unwrap_err().to_string();
        assert!(refused.contains(place), "{refused}");
    }
    for name in ["Ann Lee", "q\u{301}", "聂\u{200d}卫平", "\u{3164}이"] {
        eve(json!({"name": name})).shown();
    }
}

#[test]
fn nobody_plays_oneself_or_where_not_paired() {
    opened()
        .org("round_paired", pairing(1, "r1-b1", "ann", "ann"))
        .is_refused_as("one_player");
    paired()
        .fact("game_started", json!({"black": "ann", "white": "ann"}))
        .is_refused_as("one_player");
    paired()
        .fact("game_started", json!({"black": "ann", "white": "cy"}))
        .is_refused_as("not_in_game")
        .says("cy");
    paired()
        .fact("player_arrived", json!({"player": "cy"}))
        .is_refused_as("not_in_game");
    paired()
        .fact(
            "nigiri_held",
            json!({"holder": "cy", "stones": 5, "guess": "odd"}),
        )
        .is_refused_as("not_in_game");
    paired()
        .on("r9-b9")
        .start(&json!({}))
        .is_refused_as("game_not_paired")
        .says("r9-b9");
}

#[test]
fn play_needs_a_beginning_and_has_one() {
    paired()
        .stones("B Q16")
        .is_refused_as("game_not_started")
        .says("stone_played");
    paired()
        .side("resigned", "black")
        .is_refused_as("game_not_started");
    let script = paired().start(&json!({})).called("start");
    script
        .clone()
        .start(&json!({}))
        .is_refused_as("game_started_already")
        .names(&script, "start");
    let change = json!({"round": 1, "reason": "r",
        "games": [{"game": "r1-b1", "board": 1, "black": "bo", "white": "ann"}]});
    script
        .clone()
        .org("pairing_changed", change)
        .is_refused_as("game_started_already")
        .names(&script, "start");
    // A game decided without play, and confirmed, does not begin any more.
    paired()
        .loses("ruling-1", "white", "cn-2002:22.2")
        .confirms("black", "absence")
        .start(&json!({}))
        .is_refused_as("game_confirmed");
}

#[test]
fn stones_stand_on_empty_points_of_the_board() {
    let script = played();
    let again = script.clone().stones("B D4");
    again
        .is_refused_as("point_occupied")
        .names(&script, "W D4")
        .says("D4")
        .says("white");
    // A handicap stone is nobody's entry.
    let handicap = paired()
        .start(&json!({"handicap": ["Q16"]}))
        .stones("W Q16");
    assert_eq!(handicap.is_refused_as("point_occupied").entry, None);
    game_with("cn-2002", &json!({"board": 9}))
        .stones("B K10")
        .is_refused_as("board")
        .says("K10")
        .says("9");
    let nothing = json!({"colour": "black", "points": ["K10"]});
    played()
        .fact("captives_lifted", nothing)
        .is_refused_as("board")
        .says("K10");
    let lifted = json!({"colour": "black", "point": "K10", "lifted": ["C3"]});
    played()
        .fact("stone_played", lifted)
        .is_refused_as("board")
        .says("C3");
    played().dead(&["C3"]).is_refused_as("board").says("C3");
    let onto = json!({"colour": "white", "breach": "take_back", "about": "@W D4", "points": ["Q16"], "facts": "f"});
    played()
        .by("arb-1", "breach_observed", onto)
        .is_refused_as("point_occupied");
}

#[test]
fn a_captured_point_is_empty_again() {
    let rows = [".....", ".XO..", "XO.O.", ".XO..", "....."];
    paired_with("cn-2002", &json!({"board": 5}))
        .start(&json!({"position": rows}))
        .stones("B C3, W B3")
        .shows(&json!({"position": {"moves": 2, "captured": {"black": 1, "white": 1}}}));
}

#[test]
fn rule_breaking_is_no_reason() {
    // Suicide, a ko retaken at once, two in a row, a press too early, a move sealed out of turn.
    let rows = [".X...", "X....", "..XO.", ".XO.O", "..XO."];
    let seal = fupan_domain::ids::Sha256::of(b"E1\nn").to_string();
    paired_with("cn-2002", &json!({"board": 5, "turn_ends": "press"}))
        .start(&json!({"position": rows}))
        .side("clock_pressed", "white")
        .stones("W A5, B D2, W C2, W E5")
        .fact(
            "move_sealed",
            json!({"colour": "white", "commitment": seal}),
        )
        .shows(&json!({"position": {"moves": 4}, "status": "sealed"}));
}

#[test]
fn a_position_fits_the_board() {
    let start = |more: Value| {
        paired_with("cn-2002", &json!({"board": 5}))
            .start(&more)
            .refused()
    };
    let rows = [".....", ".....", ".....", "....."];
    assert_eq!(start(json!({"position": rows})).code, "position");
    start(json!({"position": ["...", "...", "..."]}))
        .says("3 lines")
        .says("5");
    assert_eq!(start(json!({"handicap": ["Q16"]})).code, "board");
    let both =
        json!({"position": ["X....", ".....", ".....", ".....", "....."], "handicap": ["A5"]});
    start(both).says("A5");
    // A game's own board is its own.
    paired()
        .start(&json!({"regulations": {"board": 7}}))
        .shows(&json!({"position": {"size": 7}}));
    let reserve =
        json!({"kind": "reserved_byoyomi", "limit_ms": 60_000, "periods": 2, "period_ms": 60_000});
    let wrong = json!({"regulations": {"time": reserve}});
    paired().start(&wrong).is_refused_as("regulations");
}

#[test]
fn articles_stand_in_the_edition_or_among_the_clauses_in_force() {
    let ruling = |article: &str| {
        played().by(
            "chief-1",
            "ruling_made",
            ruling_data("ruling-1", article, json!([])),
        )
    };
    for article in ["cn-2002:99", "cn-1988:25.1", "event:helpers"] {
        ruling(article)
            .is_refused_as("unknown_article")
            .says(article)
            .says("cn-2002");
    }
    let breach = json!({"colour": "black", "breach": "other", "clause": "helpers", "facts": "f"});
    played()
        .by("arb-1", "breach_observed", breach.clone())
        .is_refused_as("unknown_article");
    // A clause is in force from the entry that enacts it.
    let clause =
        json!([{"id": "helpers", "text": "t", "outcomes": null, "decides": "chief_arbiter"}]);
    played()
        .org(
            "regulations_supplemented",
            json!({"changes": {"clauses": clause}, "from_round": 1, "approved_by": "chief-1", "reason": "r"}),
        )
        .by("arb-1", "breach_observed", breach)
        .by("chief-1", "ruling_made", ruling_data("ruling-1", "event:helpers", json!([])))
        .shown()
        .remarks("supplement_late");
}

#[test]
fn seals_are_opened_as_they_were_sealed() {
    let seal = fupan_domain::ids::Sha256::of(b"Q4\nn-1").to_string();
    let sealed = played().fact(
        "move_sealed",
        json!({"colour": "black", "commitment": seal}),
    );
    let opened = |point: &str, nonce: &str| json!({"point": point, "nonce": nonce});
    played()
        .fact("seal_opened", opened("Q4", "n-1"))
        .is_refused_as("seal")
        .says("no sealed move");
    sealed
        .clone()
        .fact("seal_opened", opened("Q5", "n-1"))
        .is_refused_as("seal")
        .says(&seal);
    sealed
        .clone()
        .fact("seal_opened", opened("Q4", "n-2"))
        .is_refused_as("seal");
    sealed
        .fact(
            "move_sealed",
            json!({"colour": "black", "commitment": seal}),
        )
        .is_refused_as("seal");
}

#[test]
fn entries_named_in_a_game_are_entries_of_that_game() {
    let elsewhere = played()
        .org("round_paired", pairing(1, "r1-b2", "cy", "di"))
        .on("r1-b2");
    let complaint = json!({"by": "white", "about": "@B Q16", "text": "t"});
    let refused = elsewhere.clone().fact("complaint_raised", complaint);
    refused
        .is_refused_as("not_in_stream")
        .names(&elsewhere, "B Q16");
    let orders = json!([{"do": "move_stands", "entry": "@B Q16"}]);
    elsewhere
        .clone()
        .rules("ruling-1", orders)
        .is_refused_as("no_stone")
        .names(&elsewhere, "B Q16");
    let mut about = ruling_data("ruling-1", "cn-2002:30.6", json!([]));
    about["about"] = json!(["@B Q16"]);
    elsewhere
        .by("chief-1", "ruling_made", about)
        .is_refused_as("not_in_stream");
    // A pass has no stone that could stand.
    let passed = played().stones("B pass");
    passed
        .clone()
        .rules(
            "ruling-1",
            json!([{"do": "move_stands", "entry": "@B pass"}]),
        )
        .is_refused_as("no_stone");
}

#[test]
fn rounds_are_paired_before_they_are_closed_and_not_after() {
    opened()
        .org("round_closed", json!({"round": 1}))
        .is_refused_as("round_state")
        .says("not paired");
    let closed = paired().org("round_closed", json!({"round": 1}));
    closed
        .clone()
        .org("round_closed", json!({"round": 1}))
        .is_refused_as("round_state")
        .says("closed");
    closed
        .clone()
        .org("round_paired", pairing(1, "r1-b2", "cy", "di"))
        .is_refused_as("round_state");
    let other = json!({"round": 1, "heads_sha256": "0".repeat(64)});
    paired()
        .org("round_closed", other)
        .is_refused_as("round_state")
        .says("heads");
    let end = paired().org("tournament_closed", json!({})).called("end");
    end.clone()
        .org("player_registered", json!({"player": "eve", "name": "Eve"}))
        .is_refused_as("tournament_closed")
        .names(&end, "end");
}

#[test]
fn a_lot_draws_its_entrants() {
    let lot = json!({"lot": "lot-1", "purpose": "tie", "entrants": ["ann", "bo"], "method": "m",
        "drawn": ["ann", "cy"]});
    opened()
        .org("lot_drawn", lot)
        .is_refused_as("contradiction")
        .says("lot-1");
    let games = json!([{"game": "g1", "board": 1, "black": "ann", "white": "bo"},
        {"game": "g1", "board": 2, "black": "cy", "white": "di"}]);
    opened()
        .org("round_paired", json!({"round": 1, "games": games}))
        .is_refused_as("contradiction")
        .says("g1");
}

#[test]
fn versions_expected_and_ids_reused() {
    let script = game("cn-2002").stones("B Q16");
    // Two entries of the game: the second is version 1.
    script
        .clone()
        .stones("W D4")
        .but(&json!({"expect": 1}))
        .shown();
    script
        .clone()
        .stones("W D4")
        .but(&json!({"expect": 0}))
        .is_refused_as("sequence")
        .says("game/r1-b1")
        .says("version 1");
    paired()
        .start(&json!({}))
        .but(&json!({"expect": -1}))
        .shown();
    script
        .clone()
        .stones("W D4")
        .but(&json!({"expect": -1}))
        .is_refused_as("sequence");
    // The same id with the same content is a retry, with other content it is refused.
    let id = script.id_of("B Q16");
    let again = script
        .clone()
        .fact("stone_played", json!({"colour": "black", "point": "Q16"}));
    let shown = again.but(&json!({"id": id, "expect": -1})).shown();
    assert_eq!(shown.view()["position"]["moves"], 1);
    script
        .fact("stone_played", json!({"colour": "black", "point": "Q17"}))
        .but(&json!({"id": id}))
        .is_refused_as("sequence")
        .says("other content");
}

#[test]
fn a_batch_is_stored_whole_or_not_at_all() {
    let mut desk = Desk::default();
    let script = game("cn-2002")
        .stones("B Q16, W D4")
        .warning("ruling-1", "black");
    desk.hand_in(&script.file()).unwrap();
    let (before, head) = (desk.view(), desk.head());
    let all = script.file().lines().count();
    let further = |script: &Script| {
        let file = script.file();
        file.lines().skip(all).collect::<Vec<_>>().join(
            "
",
        )
    };
    for bad in [
        script.clone().stones("B Q4, W Q4"),
        script
            .clone()
            .rules(
                "ruling-2",
                json!([{"do": "overturn", "ruling": "ruling-1"}]),
            )
            .stones("B D4"),
        script
            .clone()
            .appeal(
                "a1",
                &["ruling-1"],
                json!([{"do": "overturn", "ruling": "ruling-1"}]),
            )
            .stones("B D4"),
        script
            .clone()
            .org("round_paired", pairing(1, "r1-b2", "cy", "di"))
            .on("r1-b2")
            .start(&json!({})),
        script.clone().corrects("W D4", None).stones("W D4, B D4"),
        script
            .clone()
            .org(
                "regulations_supplemented",
                json!({"changes": {"komi_qz": 0}, "from_round": 1,
            "approved_by": "chief-1", "reason": "r"}),
            )
            .stones("B D4"),
    ] {
        assert!(desk.hand_in(&further(&bad)).is_err());
        assert_eq!(desk.view(), before);
        assert_eq!(desk.head(), head);
        // Nor does the writer remember anything of it.
        let next = further(&script.clone().stones("B Q4").counts("black", 740));
        let (mut kept, mut anew) = (desk.clone(), desk.reopened());
        assert_eq!(kept.hand_in(&next).unwrap(), Taken { new: 2, known: 0 });
        anew.hand_in(&next).unwrap();
        assert_eq!(kept.view(), anew.view());
        let again = further(&script.clone().rules(
            "ruling-2",
            json!([{"do": "overturn", "ruling": "ruling-1"}]),
        ));
        assert!(desk.clone().hand_in(&again).is_ok());
    }
}

#[test]
fn a_batch_handed_in_twice_is_known() {
    let mut desk = Desk::default();
    let file = game("cn-2002").stones("B Q16, W D4").file();
    let first = desk.hand_in(&file).unwrap();
    let (view, head) = (desk.view(), desk.head());
    assert_eq!(
        desk.hand_in(&file).unwrap(),
        Taken {
            new: 0,
            known: first.new
        }
    );
    assert_eq!((desk.view(), desk.head()), (view, head));
}

#[test]
fn an_entry_too_long_is_refused() {
    let text = "long ".repeat(780);
    let data = json!({"from": "ann", "text": text});
    played().by("arb-1", "statement_taken", data).shown();
    let points: Vec<String> = Vec::new();
    let mut ruling = ruling_data("ruling-1", "cn-2002:30.6", json!(points));
    ruling["vote"] = json!((0..9000).collect::<Vec<_>>());
    let refused = played().by("chief-1", "ruling_made", ruling).refused();
    assert!(
        ["sequence", "draft"].contains(&refused.code.as_str()),
        "{}",
        refused.text
    );
}
