//! B.4: conduct, complaint, discipline.

use crate::{
    Edition::{self, E1, E2},
    table,
};
use fupan_tests::script::{Script, opened_with, ruling_data};
use serde_json::{Value, json};

table! {
    "CD-1"  E1 E2 => the_opponent_disturbed;
    "CD-1"  E1 E2 => one_ruling_settles_two_findings;
    "CD-2"  E1 E2 => material_consulted;
    "CD-3"  E1 E2 => talk_with_others;
    "CD-4"  E1 E2 => the_game_left_without_cause;
    "CD-5"  E1 E2 => a_phone_sounds;
    "CD-5"  E1 E2 => whose_phone_it_was;
    "CD-6"  E1 E2 => a_phone_looked_at;
    "CD-7"  E1 E2 => a_phone_used_in_the_hall;
    "CD-8"  E1 E2 => smoking;
    "CD-9"  E1 E2 => a_fixed_game;
    "CD-10" E1 E2 => a_withdrawal;
    "CD-11" E1 E2 => a_ceremony_missed;
    "CD-12" E1 E2 => complaints_in_time_and_late_ones;
    "CD-12" E1 E2 => who_complains_and_about_what;
    "CD-12" E1 E2 => a_late_complaint_changes_no_status;
    "CD-13" E1 E2 => a_ruling_stands_until_it_is_overturned;
    "CD-14" E1 E2 => an_arbiter_acts_unasked;
    "CD-15" E1 E2 => playing_while_the_other_is_away;
    "MV-20" E1 E2 => a_clause_of_the_events_own;
}

fn seen(script: Script, breach: &str, colour: &str) -> Script {
    let data = json!({"colour": colour, "breach": breach, "facts": "as seen"});
    script
        .after_ms(1000)
        .by("arb-1", "breach_observed", data)
        .called("breach")
}

/// White did something, and what is found is against White.
fn found(
    edition: Edition,
    breach: &str,
    (rule, article): (&str, &str),
    decides: &str,
    words: Option<&[&str]>,
) {
    let script = seen(edition.game().stones("B Q16, W D4"), breach, "white");
    script.finds_only(&[(rule, "breach")]);
    let found = script.found(rule, "breach");
    found
        .under(&format!("{}:{article}", edition.id()))
        .against("white")
        .decided_by(decides);
    match words {
        Some(words) => found.allows(words),
        None => found.leaves_it_open(),
    };
    found.is("open");
    // Until the game is finished; what nobody can say of the side is found too.
    let later = script.clone().stones("B C3, W C5");
    later.found(rule, "breach").is("open");
    if rule != "CD-9" {
        later
            .side("resigned", "black")
            .found(rule, "breach")
            .is("lapsed");
    }
    let data = json!({"breach": breach, "facts": "nobody knows who"});
    let unknown = edition
        .game()
        .by("arb-1", "breach_observed", data)
        .called("breach");
    unknown.found(rule, "breach").against_nobody().is("open");
}

fn uncovered(edition: Edition, breach: &str) {
    let (article, decides) = edition.of(("25.1", "arbiter"), ("30.6", "chief_arbiter"));
    found(edition, breach, ("MV-20", article), decides, None);
}

const WARNED_OR_LOST: [&str; 2] = ["white warned", "white lose_game"];

fn the_opponent_disturbed(edition: Edition) {
    let row = ("CD-1", edition.of("24.2", "23.3"));
    let words = edition.of(["white admonished", "white warned"], WARNED_OR_LOST);
    found(edition, "disturbance", row, "arbiter", Some(&words));
}

fn one_ruling_settles_two_findings(edition: Edition) {
    let script = seen(edition.game(), "disturbance", "white").called("noise");
    let script = seen(script, "consultation", "white");
    let article = edition.article("24.2", "23.3");
    let mut data = ruling_data("ruling-1", &article, json!([]));
    data["finding"] = json!(script.finding_id("CD-1", "noise"));
    data["findings"] = json!([script.finding_id("CD-2", "breach")]);
    let ruled = script.by("arb-1", "ruling_made", data);
    // Nothing of it has followed yet: neither allows that.
    ruled.found("CD-1", "noise").is("departed");
    let warned = ruled.by(
        "arb-1",
        "warning_issued",
        json!({"colour": "white", "article": article, "ruling": "ruling-1"}),
    );
    warned.found("CD-1", "noise").is("ruled");
    warned.found("CD-2", "breach").is("ruled");
    warned.shows(&json!({"warnings": {"white": 1}}));
    // Who is not warned by it, is not; nor is it settled by another's warning.
    let other = warned.warning("ruling-2", "black");
    other.found("CD-2", "breach").is("ruled");
}

fn material_consulted(edition: Edition) {
    let row = ("CD-2", edition.of("24.3", "23.4"));
    found(
        edition,
        "consultation",
        row,
        "arbiter",
        Some(&WARNED_OR_LOST),
    );
}

/// 1988 24.3 has talk about the game beside material consulted.
fn talk_with_others(edition: Edition) {
    let row = edition.of(("CD-2", "24.3"), ("CD-3", "23.5"));
    found(edition, "talk", row, "arbiter", Some(&WARNED_OR_LOST));
}

fn the_game_left_without_cause(edition: Edition) {
    match edition {
        E1 => found(
            edition,
            "left_game",
            ("CD-4", "24.1"),
            "arbiter",
            Some(&["white warned"]),
        ),
        E2 => uncovered(edition, "left_game"),
    }
}

/// The first time a warning, the second time the game.
fn first_and_again(edition: Edition, breach: &str, rule: &str, article: &str) {
    if edition == E1 {
        uncovered(edition, breach);
        return;
    }
    found(
        edition,
        breach,
        (rule, article),
        "arbiter",
        Some(&["white warned"]),
    );
    let first = seen(edition.game(), breach, "white").called("first");
    let warned = first.ruled_as("ruling-1", (rule, "first"), "white warned");
    let again = seen(warned, breach, "white");
    again.finds_only(&[(rule, "first"), (rule, "breach")]);
    again
        .found(rule, "breach")
        .allows(&["white lose_game"])
        .is("open");
    again
        .clone()
        .ruled_as("ruling-2", (rule, "breach"), "white lose_game")
        .shows(&json!({"result": {"outcome": "black", "by": "forfeit"}}));
    // The first one was wrongly keyed: there was none.
    again
        .corrects("first", None)
        .found(rule, "breach")
        .allows(&["white warned"]);
    // The other side's is its own first.
    let other = seen(seen(edition.game(), breach, "black"), breach, "white");
    other.found(rule, "breach").allows(&["white warned"]);
}

fn a_phone_sounds(edition: Edition) {
    first_and_again(edition, "phone_rang", "CD-5", "23.7");
}

fn whose_phone_it_was(edition: Edition) {
    // The players change sides: it is the player's first or second time.
    let first = seen(edition.game(), "phone_rang", "black").called("first");
    let swapped = first.rules("ruling-1", json!([{"do": "swap_players"}]));
    let rule = edition.of("MV-20", "CD-5");
    let same_player = seen(swapped.clone(), "phone_rang", "white");
    let same_player = same_player.found(rule, "breach");
    let same_side = seen(swapped, "phone_rang", "black");
    let same_side = same_side.found(rule, "breach");
    match edition {
        E1 => {
            same_player.leaves_it_open();
            same_side.leaves_it_open();
        }
        E2 => {
            same_player.allows(&["white lose_game"]).is("open");
            same_side.allows(&["black warned"]).is("open");
        }
    }
    // A ruling after the change of sides reaches who it was.
    let first = seen(edition.game(), "disturbance", "black");
    first
        .rules("ruling-1", json!([{"do": "swap_players"}]))
        .ruled_as("ruling-2", ("CD-1", "breach"), "white warned")
        .shows(&json!({"players": {"white": "ann"}, "warnings": {"white": 1, "black": 0}}));
}

fn a_phone_looked_at(edition: Edition) {
    match edition {
        E1 => uncovered(edition, "phone_viewed"),
        E2 => found(
            edition,
            "phone_viewed",
            ("CD-6", "23.7"),
            "arbiter",
            Some(&["white lose_game"]),
        ),
    }
}

/// Breaches away from the board, of stream `tournament`.
fn in_the_hall(edition: Edition, breach: &str, player: Option<&str>) -> Script {
    let mut data = json!({"breach": breach, "facts": "as seen"});
    if let Some(player) = player {
        data["player"] = json!(player);
    }
    let script = opened_with(edition.id(), &json!({}));
    script
        .tournament("chief-1", "breach_observed", data)
        .called("breach")
}

fn sanctioned(script: Script, player: &str, rule: &str, article: &str, kinds: &[&str]) -> Script {
    let finding = script.finding_id(rule, "breach");
    kinds.iter().fold(script, |script, kind| {
        let data = json!({"sanction": format!("s-{kind}").replace('_', "-"), "player": player,
            "article": article, "kind": kind, "finding": finding, "reason": "r"});
        script.tournament("chief-1", "sanction_imposed", data)
    })
}

fn a_phone_used_in_the_hall(edition: Edition) {
    let rule = edition.of("MV-20", "CD-7");
    for player in [Some("cy"), None] {
        let script = in_the_hall(edition, "phone_used", player);
        let found = script.tournament_found(rule, "breach", 0);
        found.under(&edition.article("25.1", "23.7")).is("open");
        match edition {
            E1 => found.leaves_it_open(),
            E2 => found.allows(&["censure"]).decided_by("chief_arbiter"),
        };
    }
    let article = edition.article("25.1", "23.7");
    sanctioned(
        in_the_hall(edition, "phone_used", Some("cy")),
        "cy",
        rule,
        &article,
        &["censure"],
    )
    .tournament_found(rule, "breach", 0)
    .is("ruled");
    let other = sanctioned(
        in_the_hall(edition, "phone_used", Some("cy")),
        "cy",
        rule,
        &article,
        &["suspend"],
    );
    other
        .tournament_found(rule, "breach", 0)
        .is(edition.of("ruled", "departed"));
}

fn smoking(edition: Edition) {
    first_and_again(edition, "smoking", "CD-8", "23.8");
}

fn a_fixed_game(edition: Edition) {
    if edition == E1 {
        found(edition, "match_fixing", ("CD-9", "25.1"), "arbiter", None);
        return;
    }
    let words = [
        "white lose_game",
        "both_lose",
        "cancel_results by chief_arbiter",
        "suspend by chief_arbiter",
        "cancel_results, suspend by chief_arbiter",
        "white lose_game, suspend by chief_arbiter",
        "both_lose, suspend by chief_arbiter",
    ];
    found(
        edition,
        "match_fixing",
        ("CD-9", "23.1"),
        "arbiter",
        Some(&words),
    );
    // Even when the game was confirmed and others have followed.
    let script = seen(
        edition
            .game()
            .side("resigned", "white")
            .confirms("black", "resignation"),
        "match_fixing",
        "black",
    );
    script.found("CD-9", "breach").can_be_raised().is("open");
    script
        .ruled_as("ruling-1", ("CD-9", "breach"), "both_lose")
        .shows(&json!({"result": {"outcome": "both_lose"}}));
}

fn withdrawn(edition: Edition, regulations: &Value, justified: bool) -> Script {
    let data = json!({"player": "ann", "after_round": 3, "justified": justified, "reason": "ill"});
    opened_with(edition.id(), regulations)
        .org("player_withdrew", data)
        .called("breach")
}

fn a_withdrawal(edition: Edition) {
    // Round robin: fewer than half of all rounds played and all is void.
    for (rounds, played, void) in [(7, 3, true), (7, 4, false), (8, 3, true), (8, 4, false)] {
        let regulations = json!({"format": "round_robin", "rounds": rounds});
        let script = withdrawn(edition, &regulations, true);
        let found = script.tournament_found("CD-10", "breach", played);
        found
            .under(&edition.article("29.2", "28.2"))
            .decided_by("automatic")
            .allows(&["nothing"])
            .is("automatic");
        let outcome = found.shown()["outcomes"][0]["outcome"].as_str().unwrap();
        assert_eq!(outcome.contains("void"), void, "{played} of {rounds}");
    }
    // A match: what was not played goes to the opponent, by a sanction.
    let script = withdrawn(edition, &json!({"format": "match", "games": 7}), true);
    let article = edition.article("29.4", "28.4");
    script
        .tournament_found("CD-10", "breach", 3)
        .under(&article)
        .decided_by("chief_arbiter")
        .allows(&["lose_games"])
        .is("open");
    sanctioned(script, "ann", "CD-10", &article, &["lose_games"])
        .tournament_found("CD-10", "breach", 3)
        .is("ruled");
    // Swiss: with good reason nothing; without, 2002 loses the games concerned.
    let swiss = |justified| {
        let script = withdrawn(edition, &json!({}), justified);
        let shown = script.shown();
        let tournament = shown.replayed().ledger.tournament();
        let found = fupan_domain::rulebook::tournament_findings(tournament, |_| Some(3));
        (script, found.len())
    };
    assert_eq!(swiss(true).1, 0);
    let (script, found) = swiss(false);
    assert_eq!(found, edition.of(0, 1));
    if edition == E2 {
        script
            .tournament_found("CD-10", "breach", 3)
            .under("cn-2002:23.2")
            .decided_by("chief_arbiter")
            .allows(&["lose_games", "lose_games, suspend"])
            .is("open");
    }
}

fn a_ceremony_missed(edition: Edition) {
    let script = in_the_hall(edition, "ceremony_missed", Some("cy"));
    let rule = edition.of("MV-20", "CD-11");
    let found = script.tournament_found(rule, "breach", 0);
    found.under(&edition.article("25.1", "23.6")).is("open");
    if edition == E1 {
        found.leaves_it_open();
        return;
    }
    found.decided_by("chief_arbiter").allows(&[
        "censure",
        "censure, drop_place",
        "censure, suspend",
        "censure, drop_place, suspend",
    ]);
    let article = "cn-2002:23.6";
    sanctioned(script, "cy", rule, article, &["drop_place", "censure"])
        .tournament_found(rule, "breach", 0)
        .is("ruled");
}

/// A breach of each kind that 2002 wants raised at once, with the rule, its
/// entry, and who may complain.
fn breaches(edition: Edition) -> Vec<(Script, &'static str, &'static str, &'static str)> {
    let corner = [".....", ".....", ".....", "O....", ".O..."];
    let ko = [".....", ".XO..", "XO.O.", ".XO..", "....."];
    let lifting = json!({"colour": "black", "point": "C3", "lifted": ["B1"]});
    let captive = [".....", ".X...", "XO...", ".X...", "....."];
    let mut all = vec![
        (
            edition.from_rows(&corner, "black").stones("B A1"),
            "MV-4",
            "B A1",
            "white",
        ),
        (
            edition.from_rows(&ko, "black").stones("B C3, W B3"),
            "MV-5",
            "W B3",
            "black",
        ),
        (
            edition.from_rows(&corner, "black").stones("B D1, B D2"),
            "MV-7",
            "B D2",
            "white",
        ),
        (
            edition
                .from_rows(&corner, "black")
                .fact("stone_played", lifting)
                .called("B C3"),
            "MV-10",
            "B C3",
            "white",
        ),
    ];
    let clocked = |lifted: Value| {
        let regulations = json!({"board": 5, "turn_ends": "press",
            "time": {"kind": "absolute", "limit_ms": 3_600_000}});
        edition
            .begun(&regulations, &json!({"position": captive}))
            .after_ms(1000)
            .fact(
                "stone_played",
                json!({"colour": "black", "point": "C3", "lifted": lifted}),
            )
    };
    let lifted = json!({"colour": "black", "points": ["B3"]});
    let before_captives = clocked(json!([]))
        .side("clock_pressed", "black")
        .called("press")
        .fact("captives_lifted", lifted);
    all.push((before_captives, "TM-12", "press", "white"));
    if edition == E2 {
        let left = edition.from_rows(&captive, "black").fact(
            "stone_played",
            json!({"colour": "black", "point": "C3", "lifted": []}),
        );
        all.push((left.called("B C3"), "MV-11", "B C3", "white"));
        let other_hand = clocked(json!(["B3"]))
            .fact(
                "clock_pressed",
                json!({"colour": "black", "other_hand": true}),
            )
            .called("press");
        all.push((other_hand, "TM-16", "press", "white"));
        let regulations = json!({"board": 5, "turn_ends": "press",
            "time": {"kind": "absolute", "limit_ms": 3_600_000}});
        let early = edition
            .begun(&regulations, &json!({}))
            .side("clock_pressed", "black")
            .called("press")
            .stones("B C3");
        all.push((early, "TM-11", "press", "white"));
    }
    all
}

fn complains(script: Script, by: &str, about: Option<&str>) -> Script {
    let mut data = json!({"by": by, "text": "look"});
    if let Some(about) = about {
        data["about"] = json!(format!("@{about}"));
    }
    script.after_ms(1000).fact("complaint_raised", data)
}

/// The side that may complain plays on.
fn plays_on(script: Script, colour: &str) -> Script {
    script.stones(if colour == "black" { "B E5" } else { "W E5" })
}

/// 2002: at once, before one's own next move, and while the game is played;
/// 1988: until it is finished.
fn complaints_in_time_and_late_ones(edition: Edition) {
    for (script, rule, entry, by) in breaches(edition) {
        script.found(rule, entry).can_be_raised().is("open");
        let answered = plays_on(script.clone(), by);
        answered.found(rule, entry).is(edition.of("open", "lapsed"));
        let raised = complains(script.clone(), by, Some(entry));
        plays_on(raised.clone(), by).found(rule, entry).is("open");
        let finished = |script: Script| script.side("resigned", by);
        finished(script.clone())
            .found(rule, entry)
            .cannot_be_raised()
            .is("lapsed");
        finished(raised).found(rule, entry).is("open");
        // The other side's moves close nothing.
        let other = if by == "black" { "W E5" } else { "B E5" };
        script.stones(other).found(rule, entry).can_be_raised();
    }
}

fn who_complains_and_about_what(edition: Edition) {
    let closed = edition.of("open", "lapsed");
    for (script, rule, entry, by) in breaches(edition) {
        let offender = if by == "black" { "white" } else { "black" };
        let void = [
            complains(script.clone(), offender, Some(entry)),
            complains(script.clone(), by, Some("start")),
            complains(script.clone(), by, None),
        ];
        for script in void {
            plays_on(script, by).found(rule, entry).is(closed);
        }
    }
}

fn a_late_complaint_changes_no_status(edition: Edition) {
    for (script, rule, entry, by) in breaches(edition) {
        let finished = plays_on(script, by).side("resigned", by);
        finished.found(rule, entry).is("lapsed");
        let late = complains(finished, by, Some(entry)).called("late");
        late.found(rule, entry).is("lapsed");
        // It is recorded, and marked void.
        late.shows(&json!({"requests": [{"entry": late.id_of("late"), "state": "void"}]}));
        // And a ruling then is a departure, though it is the article's outcome.
        let found = late.found(rule, entry);
        let outcome = &found.shown()["outcomes"][0];
        let outcome = json!({"warnings": outcome["warnings"], "penalties": outcome["penalties"]});
        let (id, article) = (late.finding_id(rule, entry), found.article());
        late.clone()
            .carries_out("chief-1", ("ruling-1", &id, &article), &outcome)
            .found(rule, entry)
            .is("departed");
    }
}

fn a_ruling_stands_until_it_is_overturned(edition: Edition) {
    let script = seen(edition.game(), "disturbance", "white");
    let ruled = script.ruled_as("ruling-1", ("CD-1", "breach"), "white warned");
    // Filed, it changes nothing; neither edition sets a time for it.
    let filed = ruled.at("18:00").files("appeal-1", &["ruling-1"]);
    filed.found("CD-1", "breach").is("ruled");
    filed.shows(&json!({"warnings": {"white": 1}}));
    let overturned = filed.clone().decides(
        "appeal-1",
        json!([{"do": "overturn", "ruling": "ruling-1"}]),
    );
    overturned.found("CD-1", "breach").is("open");
    overturned.shows(&json!({"warnings": {"white": 0}}));
    // Another ruling on it counts then, and of two that stand the later one.
    let again = overturned.ruled_as("ruling-2", ("CD-1", "breach"), "white warned");
    again.found("CD-1", "breach").is("ruled");
    let id = again.finding_id("CD-1", "breach");
    let article = edition.article("24.2", "23.3");
    again
        .carries_out("chief-1", ("ruling-3", &id, &article), &json!({}))
        .found("CD-1", "breach")
        .is("departed");
}

fn an_arbiter_acts_unasked(edition: Edition) {
    for (script, rule, entry, _) in breaches(edition) {
        let found = script.found(rule, entry);
        let (id, article) = (script.finding_id(rule, entry), found.article());
        let outcome = &found.shown()["outcomes"][0];
        script
            .clone()
            .carries_out("arb-1", ("ruling-1", &id, &article), outcome)
            .found(rule, entry)
            .is("ruled");
    }
    // Save on a take-back in 2002 (17.3), unless the event says otherwise.
    let data = json!({"colour": "black", "breach": "take_back", "about": "@B Q16",
        "points": ["R16"], "facts": "as seen"});
    for (needed, status) in [(true, "departed"), (false, "ruled")] {
        let regulations = json!({"take_back_needs_complaint": needed});
        let script = edition
            .begun(&regulations, &json!({}))
            .stones("B Q16")
            .by("arb-1", "breach_observed", data.clone())
            .called("breach");
        let words = "move_stands B Q16, black warned";
        script
            .ruled_as("ruling-1", ("MV-8", "breach"), words)
            .found("MV-8", "breach")
            .is(status);
    }
}

/// 2002 16.5, 1988 16.6.
fn playing_while_the_other_is_away(edition: Edition) {
    let script = edition
        .game()
        .stones("B Q16")
        .fact("seat_left", json!({"colour": "black", "permitted": false}))
        .stones("W D4")
        .side("seat_retaken", "black")
        .stones("B C3");
    script.finds_nothing();
    script.shows(&json!({"position": {"moves": 3}}));
}

fn a_clause_of_the_events_own(edition: Edition) {
    let clause = json!({"id": "quiet", "text": "No talk.", "decides": "arbiter", "outcomes": [
        {"outcome": "warning", "orders": [], "warnings": [{"colour": "offender"}], "penalties": []},
        {"outcome": "both lose", "orders": [{"do": "both_lose"}], "warnings": [], "penalties": []},
    ]});
    let supplement = json!({"changes": {"clauses": [clause]}, "from_round": 1,
        "approved_by": "chief-1", "reason": "announced"});
    let talk = json!({"colour": "white", "breach": "talk", "clause": "quiet", "facts": "talked"});
    // Before it is enacted it can't be cited; from then on it can.
    let game = edition.game().stones("B Q16");
    game.clone()
        .by("arb-1", "breach_observed", talk.clone())
        .refused();
    let script = seen(game, "talk", "white")
        .called("before")
        .org("regulations_supplemented", supplement)
        .by("arb-1", "breach_observed", talk)
        .called("breach");
    let talk_row = edition.of("CD-2", "CD-3");
    script.finds_only(&[(talk_row, "before"), ("MV-20", "breach")]);
    script
        .found("MV-20", "breach")
        .under("event:quiet")
        .against("white")
        .decided_by("arbiter")
        .allows(&["white warned", "both_lose"])
        .is("open");
}
