//! Drafts that a running service refuses: all but the last one of a script are
//! recorded, and the last one is not.

use crate::http::venue::Venue;
use fupan_tests::script::{Script, game, game_with, opened_with, paired_with, ruling_data};
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

fn pairing(game: &str, black: &str, white: &str) -> Value {
    json!({"round": 1, "games": [{"game": game, "board": 1, "black": black, "white": white}]})
}

/// The second game of the round, begun by nobody yet.
fn beside() -> Script {
    played()
        .org("round_paired", pairing("r1-b2", "cy", "di"))
        .on("r1-b2")
}

/// More games than one entry can name.
fn crowd() -> Value {
    let name = |n: usize| format!("{}-{n:04}", "x".repeat(58));
    let pair = |n: usize| json!({"game": name(n), "board": n, "black": "ann", "white": "bo"});
    json!({"round": 1, "games": (1..=1000).map(pair).collect::<Vec<_>>()})
}

fn orders(orders: Value) -> Script {
    beside().rules("ruling-1", orders)
}

#[rustfmt::skip] // one code a row
fn scripts() -> Vec<(&'static str, Script)> {
    let open_again = json!({"name": "Cup", "edition": "cn-2002", "regulations": {"format": "swiss", "rounds": 5}});
    let eve = json!({"player": "eve", "name": "Eve"});
    let white = json!({"colour": "white", "point": "D4"});
    let ruled = || played().rules("ruling-1", json!([]));
    let overturned = || ruled().rules("ruling-2", json!([{"do": "overturn", "ruling": "ruling-1"}]));
    let supplement = json!({"changes": {"time": {"kind": "reserved_byoyomi", "limit_ms": 60_000,
        "periods": 5, "period_ms": 60_000}}, "from_round": 2, "approved_by": "chief-1", "reason": "r"});
    let warning = json!({"colour": "black", "article": "cn-2002:18.3", "ruling": "ruling-9"});
    let complaint = json!({"by": "white", "about": "@B Q16", "text": "t"});
    let lot = json!({"lot": "lot-1", "purpose": "tie", "entrants": ["ann", "bo"], "method": "m", "drawn": ["ann", "cy"]});
    let first = played();
    let taken = first.id_of("B Q16");
    vec![
        ("opened_already", opened().org("tournament_opened", open_again)),
        ("tournament_closed", paired().org("tournament_closed", json!({})).org("player_registered", eve)),
        ("regulations", opened().org("regulations_supplemented", supplement)),
        ("unknown_article", played().rules_under("ruling-1", "cn-2002:99", json!([]))),
        ("no_right", played().by("pan-1", "stone_played", white)),
        ("unknown_official", opened().org("official_relieved", json!({"official": "nobody", "reason": "r"}))),
        ("unknown_player", opened().org("player_withdrew", json!({"player": "zed", "after_round": 1, "justified": true, "reason": "r"}))),
        ("unknown_team", opened().org("lineup_declared", json!({"round": 1, "team": "reds", "boards": ["ann"]}))),
        ("id_taken", opened().org("player_registered", json!({"player": "ann", "name": "Other"}))),
        ("unknown", opened().tournament("chief-1", "sanction_lifted", json!({"sanction": "s9", "reason": "r"}))),
        ("one_player", opened().org("round_paired", pairing("r1-b1", "ann", "ann"))),
        ("game_not_paired", paired().on("r9-b9").start(&json!({}))),
        ("not_in_game", paired().fact("player_arrived", json!({"player": "cy"}))),
        ("game_not_started", paired().stones("B Q16")),
        ("game_started_already", paired().start(&json!({})).start(&json!({}))),
        ("game_confirmed", paired().loses("ruling-1", "white", "cn-2002:22.2").confirms("black", "absence").start(&json!({}))),
        ("point_occupied", played().stones("B D4")),
        ("board", played().dead(&["C3"])),
        ("position", paired().start(&json!({"position": ["...", "...", "..."]}))),
        ("area_too_large", game_with("cn-2002", &json!({"board": 5})).counts("black", 101)),
        ("not_the_last_stone", played().rules("ruling-1", json!([{"do": "void_move", "entry": "@B Q16"}]))),
        ("no_stone", orders(json!([{"do": "move_stands", "entry": "@B Q16"}]))),
        ("not_in_stream", beside().fact("complaint_raised", complaint)),
        ("seal", played().fact("seal_opened", json!({"point": "Q4", "nonce": "n-1"}))),
        ("unknown_ruling", played().by("arb-1", "warning_issued", warning)),
        ("overturned_already", overturned().rules("ruling-3", json!([{"do": "overturn", "ruling": "ruling-1"}]))),
        ("own_matter", game("cn-2002").appoint("ann", "chief_arbiter").by("ann", "ruling_made", ruling_data("ruling-1", "cn-2002:18.3", json!([])))),
        ("correction_conflict", played().corrects("B Q16", Some(("stone_played", json!({"colour": "black", "point": "D4"}), "09:00:01")))),
        ("not_a_fact", ruled().corrects("ruling-1", None)),
        ("appeal_state", played().files("a1", &["B Q16"]).decides("a1", json!([])).decides("a1", json!([]))),
        ("round_state", opened().org("round_closed", json!({"round": 1}))),
        ("name_unseen", opened().org("team_registered", json!({"team": "reds", "name": "\u{3164}"}))),
        ("contradiction", opened().org("lot_drawn", lot)),
        ("stale_version", played().stones("B Q4").but(&json!({"expect": 0}))),
        ("id_reused", first.stones("B Q4").but(&json!({"id": taken}))),
        ("entry_too_long", opened().org("round_paired", crowd())),
        ("schema", played().stones("B Q99")),
    ]
}

/// What came of each script, by the code that it should lead to.
pub fn all() -> Vec<(&'static str, String)> {
    let venue = Venue::open();
    let come = |(code, script): (&'static str, Script)| {
        let ledger = code.replace('_', "-");
        let drafts = script.drafts();
        let (last, before) = drafts.split_last().unwrap();
        venue.play_drafts(&ledger, before);
        let problem = venue.hand_in(&ledger, std::slice::from_ref(last)).json();
        (code, problem["code"].as_str().unwrap_or("none").to_owned())
    };
    scripts().into_iter().map(come).collect()
}
