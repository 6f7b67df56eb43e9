//! Who may record what: the table of contract, section 10, cell by cell, and
//! what it says beside the table.

use fupan_tests::script::{Script, game, opened_with, paired_with, ruling_data};
use serde_json::{Value, json};

/// Everybody who might try, in the order of the table; `stranger` is nobody.
const WHO: [&str; 8] = [
    "org-1", "chief-1", "dep-1", "arb-1", "rec-1", "pan-1", "aud-1", "stranger",
];

/// Tries the same entry by everybody; those named may, the others may not.
fn only(may: &[&str], attempt: impl Fn(&str) -> Script) {
    for actor in WHO {
        let script = attempt(actor);
        if may.contains(&actor) {
            script.shown();
        } else {
            script.is_refused_as("no_right").says(actor);
        }
    }
}

fn opened() -> Script {
    opened_with("cn-2002", &json!({})).appoint("aud-1", "auditor")
}

fn begun() -> Script {
    game("cn-2002").appoint("aud-1", "auditor").stones("B Q16")
}

#[test]
fn administration_is_for_organiser_and_chief() {
    let games = json!([{"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"}]);
    for (type_name, data) in [
        ("player_registered", json!({"player": "eve", "name": "Eve"})),
        ("team_registered", json!({"team": "reds", "name": "Reds"})),
        ("round_paired", json!({"round": 1, "games": games})),
        (
            "player_withdrew",
            json!({"player": "ann", "after_round": 1, "justified": true, "reason": "ill"}),
        ),
        (
            "lot_committed",
            json!({"lot": "lot-1", "commitment": "0".repeat(64)}),
        ),
        (
            "standings_published",
            json!({"round": 1, "places": [{"player": "ann", "place": 1}]}),
        ),
        ("tournament_closed", json!({})),
    ] {
        only(&["org-1", "chief-1", "dep-1"], |actor| {
            opened().tournament(actor, type_name, data.clone())
        });
    }
}

#[test]
fn supplements_need_the_other_offices_approval() {
    let change = |by: &str| json!({"changes": {"komi_qz": 11}, "from_round": 2, "approved_by": by, "reason": "r"});
    only(&["org-1"], |actor| {
        opened().tournament(actor, "regulations_supplemented", change("chief-1"))
    });
    only(&["org-1"], |actor| {
        opened().tournament(actor, "regulations_supplemented", change("dep-1"))
    });
    only(&["chief-1", "dep-1"], |actor| {
        opened().tournament(actor, "regulations_supplemented", change("org-1"))
    });
    only(&[], |actor| {
        opened().tournament(actor, "regulations_supplemented", change("arb-1"))
    });
}

#[test]
fn the_chief_appoints_and_relieves_arbiters_and_recorders_only() {
    for role in ["arbiter", "recorder"] {
        only(&["org-1", "chief-1", "dep-1"], |actor| {
            let data = json!({"official": "new-1", "name": "New", "role": role});
            opened().tournament(actor, "official_appointed", data)
        });
    }
    for role in [
        "chief_arbiter",
        "deputy_chief_arbiter",
        "organiser",
        "panel_member",
        "reviewer",
        "auditor",
    ] {
        only(&["org-1"], |actor| {
            let data = json!({"official": "new-1", "name": "New", "role": role});
            opened().tournament(actor, "official_appointed", data)
        });
    }
    let relieve = |actor: &str, official: &str| {
        opened().tournament(
            actor,
            "official_relieved",
            json!({"official": official, "reason": "r"}),
        )
    };
    only(&["org-1", "chief-1", "dep-1"], |actor| {
        relieve(actor, "arb-1")
    });
    only(&["org-1"], |actor| relieve(actor, "dep-1"));
    only(&["org-1"], |actor| relieve(actor, "pan-1"));
}

#[test]
fn whoever_is_relieved_records_no_more() {
    begun()
        .org(
            "official_relieved",
            json!({"official": "rec-1", "reason": "ill"}),
        )
        .stones("W D4")
        .is_refused_as("no_right")
        .says("rec-1");
}

#[test]
fn facts_of_a_game_are_for_those_at_the_board() {
    let at_the_board = ["chief-1", "dep-1", "arb-1", "rec-1"];
    for (type_name, data) in [
        ("stone_played", json!({"colour": "white", "point": "D4"})),
        ("clock_pressed", json!({"colour": "black"})),
        ("seat_left", json!({"colour": "black", "permitted": true})),
        ("end_proposed", json!({"colour": "white"})),
        (
            "consent_given",
            json!({"colour": "white", "about": "@B Q16", "terms": "t"}),
        ),
        (
            "board_counted",
            json!({"colour": "black", "area_qz": 4, "by": "arb-1"}),
        ),
        (
            "result_confirmed",
            json!({"result": {"outcome": "black", "by": "resignation"}, "by": ["black"]}),
        ),
        ("complaint_raised", json!({"by": "white", "text": "t"})),
    ] {
        only(&at_the_board, |actor| {
            begun().by(actor, type_name, data.clone())
        });
    }
}

#[test]
fn observations_statements_and_insertions_are_for_arbiters() {
    let arbiters = ["chief-1", "dep-1", "arb-1"];
    let inner = json!({"colour": "white"});
    for (type_name, data) in [
        (
            "breach_observed",
            json!({"colour": "black", "breach": "talk", "facts": "f"}),
        ),
        ("statement_taken", json!({"from": "ann", "text": "t"})),
        (
            "entry_inserted",
            json!({"after": "@B Q16", "type": "turn_passed", "data": inner, "at": "@09:00:02", "reason": "r"}),
        ),
    ] {
        only(&arbiters, |actor| {
            begun().by(actor, type_name, data.clone())
        });
    }
    // The recorder corrects what is his own.
    only(&["chief-1", "dep-1", "arb-1", "rec-1"], |actor| {
        begun().by(
            actor,
            "entry_corrected",
            json!({"entry": "@B Q16", "reason": "r"}),
        )
    });
    for (type_name, data) in [
        (
            "breach_observed",
            json!({"player": "ann", "breach": "ceremony_missed", "facts": "f"}),
        ),
        ("statement_taken", json!({"from": "ann", "text": "t"})),
    ] {
        only(&arbiters, |actor| {
            opened().tournament(actor, type_name, data.clone())
        });
    }
}

#[test]
fn rulings_are_for_arbiters_under_articles_left_to_them() {
    let ruling = |actor: &str, article: &str| {
        begun().by(
            actor,
            "ruling_made",
            ruling_data("ruling-1", article, json!([])),
        )
    };
    only(&["chief-1", "dep-1", "arb-1"], |actor| {
        ruling(actor, "cn-2002:18.3")
    });
    only(&["chief-1", "dep-1"], |actor| ruling(actor, "cn-2002:20.3"));
    only(&["chief-1", "dep-1"], |actor| ruling(actor, "cn-2002:30.6"));
    ruling("arb-1", "cn-2002:30.6")
        .refused()
        .says("chief arbiter");
    let effect = |actor: &str, type_name: &str, mut data: Value, article: &str| {
        data["article"] = json!(article);
        begun()
            .rules("ruling-1", json!([]))
            .by(actor, type_name, data)
    };
    let warning = json!({"colour": "black", "ruling": "ruling-1"});
    let penalty = json!({"colour": "black", "ruling": "ruling-1", "penalty": "lose_game"});
    for (type_name, data) in [
        ("warning_issued", &warning),
        ("admonition_given", &warning),
        ("penalty_imposed", &penalty),
    ] {
        only(&["chief-1", "dep-1", "arb-1"], |a| {
            effect(a, type_name, data.clone(), "cn-2002:18.3")
        });
        only(&["chief-1", "dep-1"], |a| {
            effect(a, type_name, data.clone(), "cn-2002:12.4(7)")
        });
    }
}

#[test]
fn a_clause_says_itself_who_decides() {
    let clause = |id: &str, decides: &str| json!({"id": id, "text": "t", "outcomes": null, "decides": decides});
    let clauses = json!([
        clause("helpers", "arbiter"),
        clause("camera", "chief_arbiter")
    ]);
    let script = |article: &str| {
        paired_with("cn-2002", &json!({"clauses": clauses}))
            .start(&json!({}))
            .by(
                "arb-1",
                "ruling_made",
                ruling_data("ruling-1", article, json!([])),
            )
    };
    script("event:helpers").shown();
    script("event:camera").is_refused_as("no_right");
}

#[test]
fn sanctions_are_the_chiefs_or_name_the_authority_that_decided() {
    let sanction = |authority: Option<&str>| {
        let mut data = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
            "kind": "suspend", "reason": "r"});
        if let Some(authority) = authority {
            data["authority"] = json!(authority);
        }
        data
    };
    only(&["chief-1", "dep-1"], |actor| {
        opened().tournament(actor, "sanction_imposed", sanction(None))
    });
    let named = sanction(Some("federation"));
    only(&["org-1", "chief-1", "dep-1"], |actor| {
        opened().tournament(actor, "sanction_imposed", named.clone())
    });
    let lift = json!({"sanction": "s1", "reason": "r"});
    only(&["chief-1", "dep-1"], |actor| {
        let imposed = opened().tournament("chief-1", "sanction_imposed", sanction(None));
        imposed.tournament(actor, "sanction_lifted", lift.clone())
    });
    only(&["org-1", "chief-1", "dep-1"], |actor| {
        let imposed = opened().tournament("org-1", "sanction_imposed", named.clone());
        imposed.tournament(actor, "sanction_lifted", lift.clone())
    });
}

#[test]
fn appeals_are_filed_seated_heard_and_decided_by_their_own() {
    let entry = |script: Script, actor: &str, type_name: &str, data: Value| {
        script.draft("appeal/a1", actor, type_name, data)
    };
    let file =
        json!({"game": "r1-b1", "by": "ann", "against": ["@B Q16"], "grounds": "g", "relief": "r"});
    only(&["org-1", "chief-1", "dep-1", "arb-1"], |actor| {
        entry(begun(), actor, "appeal_filed", file.clone())
    });
    let filed = || entry(begun(), "arb-1", "appeal_filed", file.clone());
    only(&["org-1", "chief-1", "dep-1"], |actor| {
        entry(
            filed(),
            actor,
            "panel_seated",
            json!({"members": ["pan-1"]}),
        )
    });
    only(&["chief-1", "dep-1", "pan-1"], |actor| {
        entry(
            filed(),
            actor,
            "statement_taken",
            json!({"from": "ann", "text": "t"}),
        )
    });
    only(&["chief-1", "dep-1", "pan-1"], |actor| {
        entry(
            filed(),
            actor,
            "appeal_decided",
            json!({"outcome": "dismissed", "orders": [], "reasons": "r"}),
        )
    });
    only(&["chief-1", "dep-1"], |actor| {
        entry(filed(), actor, "appeal_withdrawn", json!({}))
    });
}

#[test]
fn an_official_with_boards_has_those_alone() {
    let with_boards = |official: &str, role: &str, boards: Value| {
        let data = json!({"official": official, "name": "n", "role": role, "boards": boards});
        paired_with("cn-2002", &json!({}))
            .org("official_appointed", data)
            .start(&json!({}))
            .stones("B Q16")
    };
    let white = json!({"colour": "white", "point": "D4"});
    for role in ["arbiter", "recorder"] {
        with_boards("off-9", role, json!([1, 2]))
            .by("off-9", "stone_played", white.clone())
            .shown();
        with_boards("off-9", role, json!([2, 3]))
            .by("off-9", "stone_played", white.clone())
            .is_refused_as("no_right")
            .says("board 1");
    }
    let ruling = ruling_data("ruling-1", "cn-2002:18.3", json!([]));
    with_boards("off-9", "arbiter", json!([2]))
        .by("off-9", "ruling_made", ruling.clone())
        .is_refused_as("no_right");
    // Any of several offices will do.
    with_boards("arb-1", "arbiter", json!([2]))
        .by("arb-1", "ruling_made", ruling)
        .shown();
}

#[test]
fn nobody_rules_on_a_game_that_they_play() {
    let script = || {
        game("cn-2002")
            .appoint("ann", "chief_arbiter")
            .rules("ruling-1", json!([]))
    };
    script()
        .by(
            "ann",
            "ruling_made",
            ruling_data("ruling-2", "cn-2002:18.3", json!([])),
        )
        .is_refused_as("own_matter")
        .says("ann")
        .says("r1-b1");
    let data = json!({"colour": "white", "article": "cn-2002:18.3", "ruling": "ruling-1"});
    script()
        .by("ann", "warning_issued", data.clone())
        .is_refused_as("own_matter");
    let mut penalty = data;
    penalty["penalty"] = json!("lose_game");
    script()
        .by("ann", "penalty_imposed", penalty)
        .is_refused_as("own_matter");
    let mut with = ruling_data("ruling-2", "cn-2002:18.3", json!([]));
    with["with"] = json!(["ann"]);
    script()
        .by("arb-1", "ruling_made", with)
        .is_refused_as("own_matter");
    // She may rule on others' games.
    script()
        .org("round_paired", json!({"round": 1, "games": [{"game": "r1-b2", "board": 2, "black": "cy", "white": "di"}]}))
        .on("r1-b2")
        .start(&json!({"black": "cy", "white": "di"}))
        .by("ann", "ruling_made", ruling_data("ruling-2", "cn-2002:18.3", json!([])))
        .shown();
}

#[test]
fn a_stranger_is_told_why() {
    begun()
        .by(
            "stranger",
            "stone_played",
            json!({"colour": "white", "point": "D4"}),
        )
        .refused()
        .says("stranger may not record stone_played: not an official of this tournament");
    begun()
        .by(
            "aud-1",
            "stone_played",
            json!({"colour": "white", "point": "D4"}),
        )
        .refused()
        .says("as auditor it is not theirs to record");
}
