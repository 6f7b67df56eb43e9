//! The audit of pairings: each a remark with round and names, never a refusal.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

use fupan_replay::{audit::Verdict, verify::Expected, views::Severity};
use fupan_tests::{
    forging::Forged,
    script::{Script, event, team_event},
};
use serde_json::{Value, json};

const FOUR: [&str; 4] = ["ann", "bo", "cy", "di"];

fn swiss(players: &[&str]) -> Script {
    event(
        "cn-2002",
        &json!({"rounds": 9, "tie_breaks": ["points"]}),
        players,
    )
}

fn says(script: &Script, code: &str, text: &str) {
    script
        .shown()
        .whole(&json!({"discrepancies": {"some": [{"code": code, "text": text}]}}));
}

#[test]
fn two_who_meet_again_in_a_swiss() {
    let script = swiss(&FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "bo-ann 1-0, cy-di 1-0");
    says(
        &script,
        "pairing_repeated",
        "round 2: bo and ann meet again in game r2-bo-ann",
    );
    // A replay is no second meeting.
    swiss(&FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .on("r1-ann-bo")
        .rules("again", json!([{"do": "replay", "game": "r1-again"}]))
        .shown()
        .remarks_no("pairing_repeated")
        .remarks_no("player_twice_in_round");
}

#[test]
fn in_a_double_round_robin_only_the_third_meeting_is_one_too_many() {
    let regulations = json!({"format": "double_round_robin", "rounds": 4});
    let twice = event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo 1-0")
        .round(2, "bo-ann 1-0");
    twice.shown().remarks_no("pairing_repeated");
    says(
        &twice.round(3, "ann-bo 1-0"),
        "pairing_repeated",
        "round 3: ann and bo meet again in game r3-ann-bo",
    );
}

#[test]
fn a_second_bye_and_one_that_goes_past_the_lowest() {
    let script = swiss(&["ann", "bo", "cy"])
        .round(1, "ann-bo 1-0, cy bye")
        .round(2, "ann-bo 1-0, cy bye");
    says(
        &script,
        "bye_twice",
        "round 2: cy has a bye for the second time",
    );
    let script = swiss(&["ann", "bo", "cy"])
        .round(1, "bo-cy 1-0, ann bye")
        .round(2, "ann-cy 1-0, bo bye");
    says(
        &script,
        "bye_not_lowest",
        "round 2: bo has a bye with 2 points, where others with 0 had none yet",
    );
}

#[test]
fn a_player_twice_in_a_round() {
    let script = swiss(&FOUR).round(1, "ann-bo 1-0, ann-di 1-0");
    says(
        &script,
        "player_twice_in_round",
        "round 1: ann plays twice, game r1-ann-bo and game r1-ann-di",
    );
    let script = swiss(&FOUR).round(1, "ann-bo 1-0, bo bye");
    says(
        &script,
        "player_twice_in_round",
        "round 1: bo has a bye beside game r1-ann-bo",
    );
}

#[test]
fn who_was_there_and_is_not_paired() {
    let script = swiss(&FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "ann-cy 1-0");
    says(
        &script,
        "not_paired",
        "round 2: present, but neither paired nor with a bye: bo, di",
    );
    let left = |player: &str| json!({"player": player, "after_round": 1, "justified": true, "reason": "ill"});
    swiss(&FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .org("player_withdrew", left("bo"))
        .org("player_withdrew", left("di"))
        .round(2, "ann-cy 1-0")
        .shown()
        .remarks_no("not_paired");
    says(
        &swiss(&FOUR).round(1, "ann-bo 1-0"),
        "never_paired",
        "round 1: registered, and never paired so far: cy, di",
    );
}

#[test]
fn who_had_withdrawn_and_is_paired() {
    let left = json!({"player": "bo", "after_round": 1, "justified": true, "reason": "ill"});
    let script = swiss(&FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .org("player_withdrew", left)
        .round(2, "ann-cy 1-0, bo-di ?");
    says(
        &script,
        "paired_after_withdrawal",
        "round 2: bo had withdrawn and is paired in game r2-bo-di",
    );
}

#[test]
fn who_was_out_and_is_paired() {
    let script = event(
        "cn-2002",
        &json!({"format": "knockout", "rounds": 2}),
        &FOUR,
    )
    .round(1, "ann-bo 1-0, cy-di 1-0")
    .round(2, "ann-di 1-0");
    says(
        &script,
        "paired_when_out",
        "round 2: di was out and is paired in game r2-ann-di",
    );
}

#[test]
fn the_same_colour_too_often_counts_as_assigned_whoever_sat_where() {
    let script = swiss(&FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "ann-cy 1-0, bo-di 1-0");
    script.shown().remarks_no("colours_running");
    let third = script.round(3, "ann-di ?, bo-cy 1-0");
    says(
        &third,
        "colours_running",
        "round 3: ann had black 3 times running since round 1",
    );
    says(
        &third,
        "colours_uneven",
        "round 3: ann had black 3 times and white 0 times",
    );
    // They took the wrong colours; what was assigned counts (2002 17.1).
    let swapped = third
        .on("r3-ann-di")
        .fact("game_started", json!({"black": "di", "white": "ann"}));
    says(
        &swapped,
        "colours_running",
        "round 3: ann had black 3 times running since round 1",
    );
}

#[test]
fn opponents_more_than_a_win_apart_and_the_same_float_twice_running() {
    let script = swiss(&FOUR)
        .round(1, "ann-bo 1-0, cy-di 1-0")
        .round(2, "ann-cy 1-0, bo-di 1-0")
        .round(3, "ann-di 1-0, bo-cy 1-0");
    says(
        &script,
        "pairing_float",
        "round 3: ann with 4 points meets di with 0 in game r3-ann-di",
    );
    let script = swiss(&FOUR)
        .round(1, "ann-bo =, cy-di 1-0")
        .round(2, "cy-ann =, bo-di 1-0")
        .round(3, "cy-di 1-0, ann-bo 1-0");
    says(
        &script,
        "pairing_float_again",
        "round 3: di floats up for the second time running",
    );
}

#[test]
fn players_of_one_team_or_federation_where_the_event_keeps_them_apart() {
    let told = |clauses: Value| {
        event("cn-2002", &json!({"rounds": 3, "clauses": clauses}), &[])
            .registers("ann", json!({"federation": "FR"}))
            .registers("bo", json!({"federation": "FR"}))
            .round(1, "ann-bo 1-0")
    };
    told(json!([])).shown().remarks_no("pairing_kept_apart");
    let clause = json!([{"id": "same-federation", "text": "Players of one federation don't meet.", "decides": "chief_arbiter", "outcomes": null}]);
    says(
        &told(clause),
        "pairing_kept_apart",
        "round 1: ann and bo of one federation meet in game r1-ann-bo, against event:same-federation",
    );
}

/// A federation is one however it is written; what is no country is its text.
#[test]
fn federations_are_one_by_code_name_or_text() {
    let clause = json!([{"id": "same-federation", "text": "Players of one federation don't meet.", "decides": "chief_arbiter", "outcomes": null}]);
    let told = |a: &str, b: &str| {
        event("cn-2002", &json!({"rounds": 3, "clauses": clause}), &[])
            .registers("ann", json!({"federation": a}))
            .registers("bo", json!({"federation": b}))
            .round(1, "ann-bo 1-0")
            .shown()
    };
    for (a, b) in [
        ("CHN", "CN"),
        ("China", "CHN"),
        ("anhui", "Anhui"),
        ("安徽", "安徽"),
    ] {
        told(a, b).remarks("pairing_kept_apart");
    }
    for (a, b) in [("CHN", "JPN"), ("CHN", "TPE"), ("Anhui", "CHN")] {
        told(a, b).remarks_no("pairing_kept_apart");
    }
}

#[test]
fn players_of_one_team_who_play_for_themselves_are_kept_apart() {
    let clause = json!([{"id": "same-team", "text": "Players of one club don't meet.", "decides": "chief_arbiter", "outcomes": null}]);
    let told = |other: &str| {
        let club = |id: &str| json!({"team": id, "name": id});
        event("cn-2002", &json!({"rounds": 3, "clauses": clause}), &[])
            .org("team_registered", club("foxes"))
            .org("team_registered", club("herons"))
            .registers("ann", json!({"team": "foxes"}))
            .registers("bo", json!({"team": other}))
            .round(1, "ann-bo 1-0")
    };
    told("herons").shown().remarks_no("pairing_kept_apart");
    says(
        &told("foxes"),
        "pairing_kept_apart",
        "round 1: ann and bo of one team meet in game r1-ann-bo, against event:same-team",
    );
}

#[test]
fn two_teams_that_meet_again() {
    let regulations = json!({"format": "swiss", "rounds": 2, "team": "fixed_boards"});
    let script = team_event("cn-2002", &regulations, &["foxes", "herons"], 1)
        .team_round(1, &["foxes-herons 1-0"])
        .team_round(2, &["herons-foxes 1-0"]);
    says(
        &script,
        "pairing_repeated",
        "round 2: foxes and herons meet again in match r2-m1",
    );
}

/// Ann 4, Cy 2, Bo 2, Di 0, by the sum of opponents.
fn two_rounds() -> Script {
    event(
        "cn-2002",
        &json!({"rounds": 3, "tie_breaks": ["points", "opponents"]}),
        &FOUR,
    )
    .round(1, "ann-bo 1-0, cy-di 1-0")
    .round(2, "ann-cy 1-0, bo-di 1-0")
}

fn published(script: Script, rows: &[(&str, u32, i64)]) -> Script {
    let place = |(player, place, points): &(&str, u32, i64)| json!({"player": player, "place": place, "points": points});
    let places: Vec<Value> = rows.iter().map(place).collect();
    script.org("standings_published", json!({"round": 2, "places": places}))
}

#[test]
fn standings_announced_as_computed_are_no_remark() {
    let right = [("ann", 1, 4), ("bo", 2, 2), ("cy", 2, 2), ("di", 4, 0)];
    published(two_rounds(), &right)
        .shown()
        .remarks_no("standings_place_differs")
        .remarks_no("standings_points_differ")
        .remarks_no("standings_changed");
}

#[test]
fn standings_announced_otherwise_are_told_with_the_term_that_differs() {
    let script = published(two_rounds(), &[("cy", 1, 2), ("ann", 2, 4)]);
    says(
        &script,
        "standings_place_differs",
        "standings after round 2: cy was announced in place 1 and stands in place 2: points separates ann from cy, 4 against 2",
    );
    let script = published(two_rounds(), &[("ann", 1, 6)]);
    says(
        &script,
        "standings_points_differ",
        "standings after round 2: ann was announced with 6 points and has 4",
    );
    let total = json!({"player": "ann", "place": 1, "total": {"num": 9, "den": 2}});
    let script = two_rounds().org(
        "standings_published",
        json!({"round": 2, "places": [total]}),
    );
    says(
        &script,
        "standings_total_differs",
        "standings after round 2: ann was announced with a total score of 9/2 and has 4: 4 points, opponents' sum 4, highest 4, 2 rounds",
    );
}

/// What an audit of the ledger comes to, as a whole and as a record, with the errors.
fn audited(script: &Script) -> (Verdict, Verdict, Vec<String>) {
    let shown = script.shown();
    let view = Forged::of(shown.replayed()).audit_against(Expected::named("cup".parse().unwrap()));
    let errors = view.discrepancies.iter();
    let errors = errors.filter(|d| d.severity == Severity::Error);
    let errors = errors.map(|d| d.code.clone()).collect();
    (view.verdict, view.record, errors)
}

#[test]
fn standings_that_never_followed_break_the_audit_until_they_are_put_right() {
    let wrong = published(two_rounds(), &[("cy", 1, 2), ("ann", 2, 4)]);
    let (verdict, record, errors) = audited(&wrong);
    assert_eq!(verdict, Verdict::Broken);
    // As a record it is as good as any: it can be kept and put back.
    assert_ne!(record, Verdict::Broken);
    assert_eq!(errors, ["standings_place_differs"; 2]);
    // Put right for one of the two alone, then for the other as well.
    let half = published(wrong, &[("ann", 1, 4)]);
    assert_eq!(audited(&half).0, Verdict::Broken);
    let right = published(half, &[("cy", 2, 2)]);
    let (verdict, _, errors) = audited(&right);
    assert_eq!((verdict, errors), (Verdict::SoundWithRemarks, vec![]));
    // What is announced wrongly once more is wrong once more.
    let again = published(right, &[("ann", 3, 4)]);
    assert_eq!(audited(&again).0, Verdict::Broken);
    let places = json!([{"player": "ann", "place": 1}]);
    let nowhere = two_rounds().org("standings_published", json!({"round": 7, "places": places}));
    let (verdict, _, errors) = audited(&nowhere);
    assert_eq!(verdict, Verdict::Broken);
    assert_eq!(errors, ["standings_of_no_round"]);
}

#[test]
fn what_came_after_an_announcement_does_not_make_it_wrong() {
    let right = [("ann", 1, 4), ("bo", 2, 2), ("cy", 2, 2), ("di", 4, 0)];
    let sanction = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "lose_games", "reason": "verified"});
    let script = published(two_rounds(), &right)
        .round(3, "ann-di ?, bo-cy 1-0")
        .tournament("chief-1", "sanction_imposed", sanction);
    script
        .shown()
        .remarks_no("standings_place_differs")
        .remarks_no("standings_points_differ");
    says(
        &script,
        "standings_changed",
        "standings after round 2 have changed since they were announced: ann, bo, cy, di",
    );
}

#[test]
fn standings_that_were_announced_too_early_are_told() {
    let early = |told: &str| {
        let script = event("cn-2002", &json!({"rounds": 3}), &FOUR).round(1, told);
        let place = json!({"player": "ann", "place": 1, "points": 2});
        script.org(
            "standings_published",
            json!({"round": 1, "places": [place]}),
        )
    };
    let note = "standings after round 1 were announced while";
    for (told, open) in [
        ("ann-bo 1-0, cy-di ?", "1 game was open"),
        ("ann-bo ?, cy-di ?", "2 games were open"),
    ] {
        says(&early(told), "standings_early", &format!("{note} {open}"));
    }
    early("ann-bo 1-0, cy-di 1-0")
        .shown()
        .remarks_no("standings_early");
}

#[test]
fn several_entries_of_a_round_add_up() {
    let first = published(two_rounds(), &[("ann", 1, 4), ("bo", 2, 2)]);
    published(first, &[("cy", 3, 2), ("di", 4, 0)]).shown().whole(&json!({"discrepancies": {"some": [
        {"code": "standings_place_differs",
            "text": "standings after round 2: cy was announced in place 3 and stands in place 2"}]}}));
}

/// A list may end early; whoever is left out above its end is told, once no entry
/// of the round names him.
#[test]
fn who_is_left_out_of_an_announcement_is_told() {
    let gap = published(two_rounds(), &[("ann", 1, 4), ("di", 4, 0)]);
    says(
        &gap,
        "standings_row_missing",
        "standings after round 2: not announced, and above others who were: bo in place 2, cy in place 2",
    );
    published(gap, &[("bo", 2, 2), ("cy", 2, 2)])
        .shown()
        .remarks_no("standings_row_missing");
    published(two_rounds(), &[("ann", 1, 4)])
        .shown()
        .remarks_no("standings_row_missing");
}

/// They sat down and played: that is told, and what the other one won counts.
#[test]
fn a_player_whom_nobody_registered_is_told_and_the_other_ones_points_count() {
    let script = event(
        "cn-2002",
        &json!({"rounds": 2, "tie_breaks": ["points"]}),
        &["ann", "bo"],
    );
    let begun = script.round(1, "ann-zed 1-0, bo bye");
    let shown = begun
        .shown()
        .remarks("player_unknown")
        .whole(&json!({"discrepancies": {"some": [
        {"text": "round 1: zed in game r1-ann-zed is not registered"}]}}));
    assert_eq!(shown.places(), "1 ann 2, 1 bo 2");
    // Registered afterwards, the game is his too.
    let shown = begun
        .registers("zed", json!({}))
        .round(2, "zed-bo 1-0")
        .shown();
    shown
        .rows(&json!([
            {"player": "ann", "opponents": 2}, {"player": "zed", "points": 2, "losses": 1},
        ]))
        .remarks_no("player_unknown");
}

#[test]
fn a_bye_for_somebody_unknown_is_told() {
    event("cn-2002", &json!({"rounds": 2}), &["ann", "bo"])
        .round(1, "ann-bo 1-0, zed bye")
        .shown()
        .remarks("player_unknown");
}

#[test]
fn entries_that_fit_ill_together_are_told() {
    let four = ["ann", "bo", "cy", "di"];
    let script =
        || event("cn-2002", &json!({"rounds": 2}), &four).round(1, "ann-bo 1-0, cy-di 1-0");
    let sanction = |kind: &str| {
        json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
        "kind": kind, "finding": "CD-10@4", "reason": "r"})
    };
    script()
        .tournament("chief-1", "sanction_imposed", sanction("censure"))
        .shown()
        .remarks("sanction_without_finding");
    // A game's finding is one, where the game has it.
    let rung = script()
        .round(2, "ann-cy ?")
        .on("r2-ann-cy")
        .fact("game_started", json!({"black": "ann", "white": "cy"}))
        .by(
            "arb-1",
            "breach_observed",
            json!({"colour": "black", "breach": "phone_rang", "facts": "it rang"}),
        );
    let seq = rung.drafts().len() - 1;
    for (finding, is_one) in [
        (format!("CD-5@{seq}"), true),
        (format!("CD-6@{seq}"), false),
        (format!("CD-5@{}", seq - 1), false),
    ] {
        let data = json!({"sanction": "s2", "player": "ann", "article": "cn-2002:23.1",
            "kind": "censure", "finding": finding, "reason": "r"});
        let shown = rung
            .clone()
            .tournament("chief-1", "sanction_imposed", data)
            .shown();
        let code = "sanction_without_finding";
        if is_one {
            shown.remarks_no(code);
        } else {
            shown.remarks(code);
        }
    }
    script()
        .tournament("chief-1", "sanction_imposed", sanction("suspend"))
        .round(2, "ann-cy 1-0, bo-di 1-0")
        .shown()
        .remarks("paired_when_suspended");
    script()
        .org(
            "player_withdrew",
            json!({"player": "ann", "after_round": 7, "justified": true, "reason": "r"}),
        )
        .shown()
        .remarks("withdrawal_beyond_rounds");
    script()
        .round(3, "ann-cy 1-0")
        .shown()
        .remarks("rounds_out_of_order");
    let games = json!([{"game": "g1", "board": 1, "black": "ann", "white": "cy"},
        {"game": "g2", "board": 1, "black": "bo", "white": "di"}]);
    script()
        .org("round_paired", json!({"round": 2, "games": games}))
        .shown()
        .remarks("board_twice_in_round");
    let places = json!([{"player": "ann", "place": 1}]);
    script()
        .org("standings_published", json!({"round": 2, "places": places}))
        .shown()
        .remarks("standings_of_no_round");
    script()
        .shown()
        .remarks_no("board_twice_in_round")
        .remarks_no("rounds_out_of_order");
}
