//! Colours swapped, stones displaced and boards scattered: MV-12 to MV-19 (2002
//! 17.1, 17.5, 17.6; 1988 17.3, 17.4), and what no article covers (MV-20).

use super::{breach, complaint};
use crate::{
    Edition::{self, E2},
    table,
};
use fupan_tests::script::{Script, ruling_data};
use serde_json::{Value, json};

table! {
    "MV-12" E1 E2 => swapped_colours_are_put_right_up_to_move_ten;
    "MV-13" E1 E2 => a_displaced_stone_with_both_players_consent;
    "MV-14" E1 E2 => a_displaced_stone_without_agreement;
    "MV-15" E1 E2 => a_stone_displaced_on_purpose_loses;
    "MV-16" E1 E2 => a_board_scattered_by_neither_player;
    "MV-17" E1 E2 => a_board_scattered_by_accident;
    "MV-18" E1 E2 => a_board_scattered_on_purpose;
    "MV-19" E1 E2 => a_lot_after_both_lost_changes_no_result;
    "MV-20" E1 E2 => what_no_article_covers_is_left_to_an_official;
}

/// Ten moves, Bo having black though Ann was to have it.
const TEN: &str = "B A1, W B1, B C1, W D1, B E1, W F1, B G1, W H1, B J1, W K1";

fn swapped_colours_are_put_right_up_to_move_ten(edition: Edition) {
    let swapped = json!({"black": "bo", "white": "ann"});
    let script = edition.begun(&json!({}), &swapped);
    if edition == Edition::E1 {
        // No article speaks of it.
        script.stones(TEN).finds_nothing();
        return;
    }
    script.finds_only(&[("MV-12", "start")]);
    let tenth = script.clone().stones(TEN);
    tenth
        .found("MV-12", "start")
        .under("cn-2002:17.1")
        .against_nobody()
        .decided_by("arbiter")
        .can_be_raised()
        .allows(&["swap_players", "replay ?"])
        .is("open");
    tenth
        .clone()
        .ruled_as("ruling-1", ("MV-12", "start"), "swap_players")
        .shows(&json!({"players": {"black": "ann", "white": "bo"}, "position": {"moves": 10}}));
    tenth
        .clone()
        .stones("B L1")
        .found("MV-12", "start")
        .cannot_be_raised()
        .is("lapsed");
    // Raised at move ten by either side, it stays open.
    for side in ["black", "white"] {
        complaint(tenth.clone(), side, "start")
            .stones("B L1")
            .found("MV-12", "start")
            .is("open");
    }
    // Where nigiri decides, no event has fixed them.
    let games = json!([{"game": "r1-b1", "board": 1, "players": ["ann", "bo"]}]);
    let nigiri = json!({"holder": "ann", "stones": 8, "guess": "odd"});
    fupan_tests::script::opened_with(edition.id(), &json!({}))
        .org("round_paired", json!({"round": 1, "games": games}))
        .fact("nigiri_held", nigiri)
        .start(&json!({"black": "bo", "white": "ann"}))
        .finds_nothing();
    // A pass is a move, a voided stone is none.
    script
        .clone()
        .stones(TEN)
        .stones("B pass")
        .found("MV-12", "start")
        .is("lapsed");
    script
        .stones("B T1")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@B T1"}]))
        .stones(TEN)
        .found("MV-12", "start")
        .is("open");
}

fn displaced(edition: Edition, more: &Value) -> Script {
    let mut data = json!({"breach": "stone_displaced", "about": "@B Q16", "points": ["R16"]});
    for (key, value) in more.as_object().unwrap() {
        data[key] = value.clone();
    }
    breach(edition.game().stones("B Q16, W D4"), data)
}

fn agrees(script: Script, colour: &str) -> Script {
    let data = json!({"colour": colour, "about": "@breach", "terms": "as it was"});
    script.fact("consent_given", data)
}

fn a_displaced_stone_with_both_players_consent(edition: Edition) {
    let one = agrees(displaced(edition, &json!({})), "black");
    one.finds_only(&[("MV-14", "breach")]);
    let both = agrees(one, "white");
    both.finds_only(&[("MV-13", "breach")]);
    let (e1, e2) = (
        ["move_stone R16 Q16", "nothing"],
        ["move_stone R16 Q16", "move_stone R16 ?"],
    );
    both.found("MV-13", "breach")
        .under(&edition.article("17.3", "17.5"))
        .against_nobody()
        .decided_by("arbiter")
        .allows(&edition.of(e1, e2))
        .is("open");
}

fn a_displaced_stone_without_agreement(edition: Edition) {
    let script = displaced(edition, &json!({}));
    let (e1, e2): (&[&str], &[&str]) = (
        &["move_stone R16 Q16", "nothing", "draw", "replay ?"],
        &[
            "move_stone R16 ?",
            "nothing",
            "draw",
            "replay ?",
            "both_lose",
        ],
    );
    let found = script.found("MV-14", "breach");
    found
        .under(&edition.article("17.3", "17.5"))
        .decided_by("chief_arbiter")
        .allows(edition.of(e1, e2))
        .is("open");
    script
        .ruled_as(
            "ruling-1",
            ("MV-14", "breach"),
            edition.of("draw", "both_lose"),
        )
        .shows(&json!({"result": {"outcome": edition.of("draw", "both_lose")}}));
}

fn a_stone_displaced_on_purpose_loses(edition: Edition) {
    let script = displaced(edition, &json!({"colour": "white", "deliberate": true}));
    script.finds_only(&[("MV-15", "breach")]);
    script
        .found("MV-15", "breach")
        .under(&edition.article("17.3", "17.5"))
        .against("white")
        .decided_by("chief_arbiter")
        .allows(&["white lose_game"])
        .is("open");
    script
        .ruled_as("ruling-1", ("MV-15", "breach"), "white lose_game")
        .shows(&json!({"result": {"outcome": "black", "by": "forfeit"}}));
}

fn scattered(edition: Edition, more: Value) -> Script {
    let mut data = more;
    data["breach"] = json!("board_scattered");
    breach(edition.game().stones("B Q16, W D4"), data)
}

fn a_board_scattered_by_neither_player(edition: Edition) {
    let (e1, e2): (&[&str], &[&str]) = (
        &["nothing by arbiter", "draw", "replay ?"],
        &["nothing by arbiter", "draw", "replay ?", "both_lose"],
    );
    scattered(edition, json!({}))
        .found("MV-16", "breach")
        .under(&edition.article("17.4", "17.6"))
        .against_nobody()
        .decided_by("chief_arbiter")
        .allows(edition.of(e1, e2))
        .is("open");
}

fn a_board_scattered_by_accident(edition: Edition) {
    for more in [
        json!({"colour": "black"}),
        json!({"colour": "black", "deliberate": false}),
    ] {
        scattered(edition, more)
            .found("MV-17", "breach")
            .under(&edition.article("17.4", "17.6"))
            .against("black")
            .decided_by("arbiter")
            .allows(&["nothing", "black lose_game"])
            .is("open");
    }
}

fn a_board_scattered_on_purpose(edition: Edition) {
    let (e1, e2): (&[&str], &[&str]) = (&["black lose_game"], &["black warned", "black lose_game"]);
    scattered(edition, json!({"colour": "black", "deliberate": true}))
        .found("MV-18", "breach")
        .under(&edition.article("17.4", "23.3"))
        .against("black")
        .decided_by("arbiter")
        .allows(edition.of(e1, e2))
        .is("open");
}

/// 2002 17.5: where both lose, a lot may decide the next round's pairing, and
/// nothing else. 1988 lets nobody have both lose for a displaced stone.
fn a_lot_after_both_lost_changes_no_result(edition: Edition) {
    let script = displaced(edition, &json!({}));
    let both_lose = match edition {
        Edition::E1 => script.rules("ruling-1", json!([{"do": "both_lose"}])),
        E2 => script.ruled_as("ruling-1", ("MV-14", "breach"), "both_lose"),
    };
    let lot = json!({"lot": "lot-1", "purpose": "next_pairing", "round": 2,
        "entrants": ["ann", "bo"], "method": "by hand", "drawn": ["bo", "ann"]});
    both_lose
        .org("lot_drawn", lot)
        .shows(&json!({"result": {"outcome": "both_lose"}}))
        .game(&json!({"findings": [{"id": displaced(edition, &json!({})).finding_id("MV-14", "breach"),
            "status": edition.of("lapsed", "ruled")}]}));
}

fn what_no_article_covers_is_left_to_an_official(edition: Edition) {
    let script = breach(
        edition.game(),
        json!({"colour": "black", "breach": "other"}),
    );
    script.finds_only(&[("MV-20", "breach")]);
    script
        .found("MV-20", "breach")
        .under(&edition.article("25.1", "30.6"))
        .against("black")
        .decided_by(edition.of("arbiter", "chief_arbiter"))
        .leaves_it_open()
        .is("open");
    // Whatever is ruled is no departure, after the game too.
    let late = script.side("resigned", "white");
    late.found("MV-20", "breach").is("lapsed");
    let id = late.finding_id("MV-20", "breach");
    let mut ruling = ruling_data("ruling-1", &edition.article("25.1", "30.6"), json!([]));
    ruling["finding"] = json!(id);
    late.by("chief-1", "ruling_made", ruling)
        .warns("ruling-1", "black")
        .found("MV-20", "breach")
        .is("ruled");
}
