//! Stones taken back and dropped: MV-8 and MV-9 (2002 17.3; 1988 17.2).

use super::{breach, complaint};
use crate::{
    Edition::{self, E2},
    table,
};
use fupan_tests::script::Script;
use serde_json::json;

table! {
    "MV-8" E1 E2 => a_take_back_is_put_back_and_warned;
    "MV-8" E1 E2 => while_the_hand_is_on_the_stone_nothing_is_taken_back;
    "MV-9" E1 E2 => a_dropped_stone;
    "MV-9" E1 E2 => a_dropped_stone_is_settled_before_the_next_move;
}

fn taken_back(edition: Edition) -> Script {
    breach(
        edition.game().stones("B Q16"),
        json!({"colour": "black", "breach": "take_back", "about": "@B Q16", "points": ["R16"]}),
    )
}

fn a_take_back_is_put_back_and_warned(edition: Edition) {
    let words = "move_stands B Q16, black warned";
    let at_breach = ("MV-8", "breach");
    let script = taken_back(edition);
    script.finds_only(&[at_breach]);
    script
        .found("MV-8", "breach")
        .under(&edition.article("17.2", "17.3"))
        .against("black")
        .decided_by("arbiter")
        .can_be_raised()
        .allows(&[words]);
    let unasked = script.clone().ruled_as("ruling-1", at_breach, words);
    unasked
        .found("MV-8", "breach")
        .is(edition.of("ruled", "departed"));
    // Raised in time by the opponent; about the stone will do.
    for about in ["breach", "B Q16"] {
        let raised = complaint(script.clone(), "white", about);
        raised.found("MV-8", "breach").is("open");
        let ruled = raised.ruled_as("ruling-1", at_breach, words);
        ruled.found("MV-8", "breach").is("ruled");
        ruled.shows(&json!({"position": {"last": "Q16"}, "warnings": {"black": 1}}));
    }
    // Before his own next move, not after it; and not by the offender.
    let late = complaint(script.clone().stones("W D4"), "white", "breach");
    late.found("MV-8", "breach")
        .is(edition.of("open", "lapsed"));
    let own = complaint(script, "black", "breach").stones("W D4");
    own.found("MV-8", "breach").is(edition.of("open", "lapsed"));
}

fn while_the_hand_is_on_the_stone_nothing_is_taken_back(edition: Edition) {
    let stone = json!({"colour": "black", "point": "Q16", "hand_off": false});
    let script = edition.game().fact("stone_played", stone).called("B Q16");
    breach(
        script,
        json!({"colour": "black", "breach": "take_back", "about": "@B Q16", "points": ["R16"]}),
    )
    .finds_nothing();
}

fn dropped(edition: Edition) -> Script {
    breach(
        edition.game().stones("B Q16, W D4"),
        json!({"colour": "black", "breach": "stone_dropped", "points": ["K10"]}),
    )
}

fn a_dropped_stone(edition: Edition) {
    let script = dropped(edition);
    script.finds_only(&[("MV-9", "breach")]);
    let (e1, e2): (&[&str], &[&str]) = (&["nothing"], &["nothing", "move_stands breach"]);
    script
        .found("MV-9", "breach")
        .under(&edition.article("17.2", "17.3"))
        .against("black")
        .decided_by(edition.of("arbiter", "chief_arbiter"))
        .allows(edition.of(e1, e2))
        .is("open");
    // It stands for nothing until ruled.
    script.shows(&json!({"position": {"moves": 2, "to_play": "black"}}));
    if edition == E2 {
        script
            .clone()
            .ruled_as("ruling-1", ("MV-9", "breach"), "move_stands breach")
            .shows(&json!({"position": {"moves": 3, "last": "K10", "to_play": "white"}}));
    }
    // With the opponent's consent it is picked up; his own is none.
    let consent = |colour: &str| {
        let data = json!({"colour": colour, "about": "@breach", "terms": "pick it up"});
        script.clone().fact("consent_given", data)
    };
    consent("white")
        .found("MV-9", "breach")
        .decided_by("arbiter")
        .allows(&["nothing"])
        .is("open");
    consent("black")
        .found("MV-9", "breach")
        .allows(edition.of(e1, e2));
}

fn a_dropped_stone_is_settled_before_the_next_move(edition: Edition) {
    let script = dropped(edition);
    script
        .clone()
        .stones("B Q4")
        .found("MV-9", "breach")
        .cannot_be_raised()
        .is("lapsed");
    complaint(script.clone(), "white", "breach")
        .stones("B Q4")
        .found("MV-9", "breach")
        .is("open");
    // Ruled too late, it is a departure whatever was ruled.
    script
        .stones("B Q4")
        .ruled_as("ruling-1", ("MV-9", "breach"), "nothing")
        .found("MV-9", "breach")
        .is("departed");
}
