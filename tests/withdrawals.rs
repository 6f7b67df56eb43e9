//! Who leaves, when, and what becomes of the games (2002 article 28, 1988 article 29).

use fupan_tests::script::{Script, event, team_event};
use serde_json::{Value, json};

const FOUR: [&str; 4] = ["ann", "bo", "cy", "di"];

fn round_robin(edition: &str) -> Script {
    let regulations = json!({"format": "round_robin", "rounds": 3,
        "tie_breaks": ["points", "beaten", "warnings"]});
    event(edition, &regulations, &FOUR)
}

fn leaves(script: Script, player: &str, after_round: u32, justified: bool) -> Script {
    let data = json!({"player": player, "after_round": after_round, "justified": justified,
        "reason": "ill"});
    script.org("player_withdrew", data)
}

#[test]
fn from_a_round_robin_before_half_all_results_are_void() {
    for edition in ["cn-2002", "cn-1988"] {
        let script = round_robin(edition).round(1, "ann-bo 1-0, di-cy 1-0");
        let before = script.shown();
        assert_eq!(before.places(), "1 ann 2, 1 di 2, 3 bo 0, 3 cy 0");
        let shown = leaves(script, "di", 1, true)
            .round(2, "ann-cy 1-0, bo-di ?")
            .shown()
            .standings(&json!({"open": [], "unplaced": [{"player": "di", "why": "results_void"}]}))
            .standings(
                &json!({"findings": {"some": [{"status": "automatic", "player": "di",
                "outcomes": [{"outcome": "all results void"}]}]}}),
            );
        assert_eq!(shown.places(), "1 ann 4, 2 bo 0, 2 cy 0");
    }
}

#[test]
fn from_a_round_robin_after_half_results_stand_and_the_rest_is_forfeited() {
    let script = round_robin("cn-2002")
        .round(1, "ann-bo 1-0, di-cy 1-0")
        .round(2, "di-ann 1-0, cy-bo 1-0");
    let shown = leaves(script, "di", 2, true)
        .round(3, "ann-cy 1-0, bo-di ?")
        .shown()
        .other(
            "r3-bo-di",
            &json!({"status": "paired", "result": {"outcome": "black", "by": "forfeit"}}),
        )
        .standings(&json!({"open": [], "findings": {"some": [
            {"status": "automatic", "outcomes": [{"outcome": "games not played are forfeited"}]}]}}));
    assert_eq!(shown.places(), "1 di 4, 2 ann 4, 3 bo 2, 4 cy 2");
}

#[test]
fn games_of_the_schedule_that_nobody_paired_are_forfeited_too() {
    let script = round_robin("cn-2002")
        .round(1, "ann-bo 1-0, di-cy 1-0")
        .round(2, "di-ann 1-0, cy-bo 1-0");
    let shown = leaves(script, "di", 2, true).round(3, "ann-cy 1-0").shown();
    shown.rows(&json!([
        {"player": "bo", "points": 2, "wins": 1},
        {"player": "di", "points": 4, "wins": 2, "losses": 1},
    ]));
}

/// 1988 29.3 is for Swiss pairing: in a round robin the games left are lost, and
/// that is all, whether anybody paired them or not.
#[test]
fn in_a_round_robin_of_1988_who_left_is_worth_what_he_scored() {
    let sums = |last: &str| {
        let script = round_robin("cn-1988")
            .round(1, "ann-bo 1-0, di-cy 1-0")
            .round(2, "di-ann 1-0, cy-bo 1-0");
        let shown = leaves(script, "di", 2, true).round(3, last).shown();
        ["ann", "bo", "cy", "di"].map(|player| shown.row(player)["opponents"].clone())
    };
    let expected = [8, 10, 10, 8].map(Value::from);
    assert_eq!(sums("ann-cy 1-0, bo-di ?"), expected);
    assert_eq!(sums("ann-cy 1-0"), expected);
}

#[test]
fn in_a_double_round_robin_each_meeting_not_played_is_forfeited() {
    let regulations =
        json!({"format": "double_round_robin", "rounds": 4, "tie_breaks": ["points"]});
    let script = event("cn-2002", &regulations, &["ann", "bo", "cy"])
        .round(1, "ann-bo 1-0, cy bye")
        .round(2, "bo-cy 1-0, ann bye")
        .round(3, "cy-ann 0-1, bo bye");
    // Cy has played two of four rounds: half. One game each is left.
    let shown = leaves(script, "cy", 3, true).round(4, "bo-ann =").shown();
    shown.rows(&json!([
        {"player": "ann", "points": 9}, {"player": "bo", "points": 7},
        {"player": "cy", "points": 2, "losses": 4},
    ]));
}

#[test]
fn in_several_round_robins_each_meeting_of_each_cycle_is_forfeited() {
    let regulations = json!({"format": "multi_round_robin", "cycles": 3, "rounds": 6,
        "tie_breaks": ["points"]});
    let script = event("cn-2002", &regulations, &["ann", "bo", "cy"])
        .round(1, "ann-bo 1-0")
        .round(2, "bo-cy 1-0")
        .round(3, "cy-ann 0-1")
        .round(4, "bo-cy 0-1");
    // Cy has played three of six rounds: half. Two games against ann and one
    // against bo are left.
    leaves(script, "cy", 4, true).shown().rows(&json!([
        {"player": "ann", "points": 8}, {"player": "bo", "points": 4},
        {"player": "cy", "points": 2, "losses": 5},
    ]));
}

#[test]
fn two_who_left_both_lose_their_game() {
    let five = ["ann", "bo", "cy", "di", "ed", "flo"];
    let regulations = json!({"format": "round_robin", "rounds": 5, "tie_breaks": ["points"]});
    let script = event("cn-2002", &regulations, &five)
        .round(1, "ann-bo 1-0, cy-di 1-0, ed-flo 1-0")
        .round(2, "ann-cy 1-0, bo-ed 1-0, di-flo 1-0")
        .round(3, "ann-di 1-0, bo-flo 1-0, cy-ed 1-0");
    let shown = leaves(leaves(script, "cy", 3, true), "flo", 3, true)
        .round(4, "cy-flo ?, ann-ed 1-0, bo-di 1-0")
        .shown()
        .standings(&json!({"open": []}));
    shown.rows(&json!([
        // Won two, lost one, and lost to Flo (paired) and Bo (not paired).
        {"player": "cy", "points": 4, "wins": 2, "losses": 3},
        {"player": "flo", "points": 0, "losses": 5},
        {"player": "bo", "points": 8},
        {"player": "ann", "points": 10},
    ]));
}

#[test]
fn from_a_swiss_results_stand_and_open_nothing() {
    let script = event("cn-2002", &json!({"rounds": 3}), &FOUR).round(1, "ann-bo 1-0, di-cy 1-0");
    leaves(script, "di", 1, true)
        .round(2, "ann-cy 1-0, bo bye")
        .shown()
        .standings(&json!({"open": [], "unplaced": []}))
        .rows(&json!([
            {"player": "di", "points": 2, "left_after": 1},
            {"player": "cy", "points": 0, "opponents": 6},
        ]));
}

/// 1988 29.3: after three rounds of seven with four points the average is
/// capped at one, so the opponents count 4 + 4.
#[test]
fn in_1988_a_withdrawn_swiss_opponent_counts_an_average_for_each_round_missed() {
    let value = |points_of_di: [&str; 3]| -> Value {
        let mut script = event(
            "cn-1988",
            &json!({"rounds": 7, "tie_breaks": ["points"]}),
            &FOUR,
        );
        for (round, (other, result)) in (1..).zip(["ann", "bo", "cy"].iter().zip(points_of_di)) {
            script = script.round(round, &format!("di-{other} {result}"));
        }
        script = leaves(script, "di", 3, true);
        for round in 4..=7 {
            script = script.round(round, "ann bye");
        }
        script.shown().row("cy")["opponents"].clone()
    };
    assert_eq!(value(["1-0", "1-0", "0-1"]), json!(8));
    assert_eq!(value(["1-0", "0-1", "0-1"]), json!({"num": 14, "den": 3}));
    assert_eq!(value(["0-1", "0-1", "0-1"]), json!(0));
    assert_eq!(value(["1-0", "=", "0-1"]), json!(7));
}

#[test]
fn in_2002_a_withdrawn_swiss_opponent_counts_what_he_scored_unless_the_event_says_else() {
    let told = |regulations: &Value| {
        let script = event("cn-2002", regulations, &FOUR).round(1, "di-cy 1-0, ann-bo 1-0");
        leaves(script, "di", 1, true)
            .round(2, "cy-ann 0-1, bo bye")
            .round(3, "cy-bo 1-0, ann bye")
            .shown()
            .row("cy")["opponents"]
            .clone()
    };
    assert_eq!(told(&json!({"rounds": 3})), json!(2 + 6 + 2));
    let average = json!({"rounds": 3, "withdrawn_opponent": "average"});
    assert_eq!(told(&average), json!(4 + 6 + 2));
}

#[test]
fn who_left_before_the_start_has_no_place() {
    let script = leaves(
        event("cn-2002", &json!({"rounds": 3}), &FOUR),
        "di",
        0,
        true,
    );
    let shown = script
        .round(1, "ann-bo 1-0, cy bye")
        .shown()
        .standings(&json!({"unplaced": [{"player": "di", "why": "withdrew_before_start"}]}));
    assert_eq!(shown.places().matches("di").count(), 0);
}

#[test]
fn who_misses_a_round_of_a_round_robin_forfeits_that_game_and_plays_on() {
    let missing = json!({"player": "di", "rounds": [2], "justified": true, "reason": "a wedding"});
    let shown = round_robin("cn-2002")
        .round(1, "ann-bo 1-0, di-cy 1-0")
        .org("player_withdrew", missing)
        .round(2, "di-ann ?, cy-bo 1-0")
        .round(3, "ann-cy 1-0, bo-di 0-1")
        .shown()
        .standings(&json!({"open": [], "unplaced": []}));
    assert_eq!(shown.places(), "1 ann 6, 2 di 4, 3 cy 2, 4 bo 0");
}

#[test]
fn without_good_reason_the_games_concerned_may_be_ruled_lost() {
    let script = event(
        "cn-2002",
        &json!({"rounds": 3, "tie_breaks": ["points"]}),
        &FOUR,
    )
    .round(1, "ann-bo 1-0, di-cy 1-0")
    .round(2, "ann-di ?, bo-cy 1-0");
    let left = leaves(script, "di", 1, false);
    let shown = left.shown().standings(&json!({"open": ["r2-ann-di"]}));
    let finding = shown.finding_of("di");
    let sanction = json!({"sanction": "s1", "player": "di", "article": "cn-2002:23.2",
        "kind": "lose_games", "games": ["r2-ann-di"], "finding": finding, "reason": "did not come"});
    left.tournament("chief-1", "sanction_imposed", sanction)
        .shown()
        .standings(&json!({"open": [], "findings": {"some": [{"status": "ruled"}]}}))
        .rows(&json!([{"player": "ann", "points": 4}, {"player": "di", "points": 2, "losses": 1}]));
}

#[test]
fn a_team_that_leaves_a_round_robin_forfeits_its_matches_and_keeps_what_it_won() {
    let regulations = json!({"format": "round_robin", "rounds": 3, "team": "fixed_boards",
        "tie_breaks": ["points", "boards"]});
    let left = json!({"team": "foxes", "after_round": 1, "justified": true, "reason": "bus"});
    let shown = team_event(
        "cn-2002",
        &regulations,
        &["foxes", "herons", "otters", "tigers"],
        2,
    )
    .team_round(1, &["foxes-herons 1-0 1-0", "otters-tigers 1-0 1-0"])
    .org("player_withdrew", left)
    .team_round(2, &["foxes-otters ? ?", "herons-tigers 1-0 1-0"])
    .team_round(3, &["herons-otters 1-0 ="])
    .shown()
    .standings(&json!({"open": []}));
    assert_eq!(
        shown.places(),
        "1 otters 4, 2 herons 4, 3 foxes 2, 3 tigers 2"
    );
}

#[test]
fn a_match_that_nobody_paired_after_a_team_left_is_won_on_every_board() {
    let regulations = json!({"format": "round_robin", "rounds": 3, "team": "fixed_boards",
        "tie_breaks": ["points", "boards"]});
    let left = json!({"team": "foxes", "after_round": 1, "justified": true, "reason": "bus"});
    let boards = |second: &[&str]| {
        let teams = ["foxes", "herons", "otters", "tigers"];
        let shown = team_event("cn-2002", &regulations, &teams, 2)
            .team_round(1, &["foxes-herons 1-0 1-0", "otters-tigers 1-0 1-0"])
            .org("player_withdrew", left.clone())
            .team_round(2, second)
            .team_round(3, &["herons-otters 1-0 =", "tigers-foxes ? ?"])
            .shown();
        teams.map(|team| shown.row(team)["boards"].clone())
    };
    let expected = [[4, 2, 2], [7, 4, 3], [9, 4, 5], [4, 2, 2]].map(|b| json!(b));
    assert_eq!(
        boards(&["herons-tigers 1-0 1-0", "foxes-otters ? ?"]),
        expected
    );
    assert_eq!(boards(&["herons-tigers 1-0 1-0"]), expected);
}

#[test]
fn who_misses_a_round_without_good_reason_may_be_ruled_to_lose_it() {
    let missing = json!({"player": "di", "rounds": [2], "justified": false, "reason": "asleep"});
    round_robin("cn-2002")
        .round(1, "ann-bo 1-0, di-cy 1-0")
        .org("player_withdrew", missing)
        .round(2, "di-ann ?, cy-bo 1-0")
        .shown()
        .standings(&json!({"findings": [{"article": "cn-2002:23.2", "status": "open"}]}));
}

/// What left him first was won by then, whatever the winner did later (2002 28.2:
/// 已賽成績有效).
#[test]
fn who_left_first_forfeits_to_one_who_leaves_later_paired_or_not() {
    let told = |third: &str| {
        let script = round_robin("cn-2002")
            .round(1, "ann-cy 1-0, bo-di 1-0")
            .round(2, "ann-di 1-0, cy-bo 0-1");
        let script = leaves(script, "ann", 2, true).round(3, third);
        let shown = leaves(script.clone(), "bo", 3, true).shown();
        assert_eq!(shown.places(), script.shown().places());
        shown.places()
    };
    let expected = "1 bo 6, 2 ann 4, 3 di 2, 4 cy 0";
    assert_eq!(told("cy-di 0-1"), expected);
    assert_eq!(told("cy-di 0-1, ann-bo ?"), expected);
}

#[test]
fn a_round_missed_is_forfeited_at_the_end_of_the_schedule_though_nobody_paired_it() {
    let missing = json!({"player": "ann", "rounds": [2], "justified": false, "reason": "asleep"});
    let told = |second: &str| {
        let shown = round_robin("cn-2002")
            .round(1, "ann-bo 1-0, cy-di 1-0")
            .org("player_withdrew", missing.clone())
            .round(2, second)
            .round(3, "ann-di 1-0, bo-cy 1-0")
            .shown();
        (shown.places(), shown)
    };
    let (paired, shown) = told("bo-di 1-0, ann-cy ?");
    assert_eq!(paired, "1 ann 4, 1 bo 4, 1 cy 4, 4 di 0");
    shown.remarks_no("never_met");
    let (unpaired, shown) = told("bo-di 1-0");
    assert_eq!(unpaired, paired);
    shown
        .remarks("never_met")
        .rows(&json!([{"player": "ann", "losses": 1}]));
}

/// 28.2 counts 已賽局數: a game lost by absence was not played.
#[test]
fn a_game_lost_by_absence_is_none_of_the_games_played() {
    let six = ["ann", "bo", "cy", "di", "ed", "flo"];
    let regulations = json!({"format": "round_robin", "rounds": 5, "tie_breaks": ["points"]});
    let script = event("cn-2002", &regulations, &six)
        .round(1, "ann-bo 1-0, cy-di 1-0, ed-flo 1-0")
        .round(2, "ann-cy 1-0, bo-ed 1-0, di-flo 1-0")
        .round(3, "ann-di ?, bo-flo 1-0, cy-ed 1-0")
        .on("r3-ann-di")
        .fact("player_absent", json!({"player": "ann"}))
        .rules(
            "absent",
            json!([{"do": "set_result", "result": {"outcome": "white", "by": "absence"}}]),
        );
    leaves(script, "ann", 3, true)
        .shown()
        .standings(&json!({"unplaced": [{"player": "ann", "why": "results_void"}]}));
}

#[test]
fn what_is_left_of_a_match_is_the_other_sides_once_it_is_ruled_and_the_winner_is_told_before() {
    let regulations = json!({"format": "match", "rounds": 5, "games": 5});
    let script = event("cn-2002", &regulations, &["ann", "bo"])
        .round(1, "ann-bo 1-0")
        .round(2, "bo-ann 0-1");
    let left = leaves(script.clone(), "ann", 2, true);
    let shown = left
        .shown()
        .standings(&json!({"match": {"winner": "bo"}}))
        .rows(&json!([{"player": "bo", "decided_by": "elimination"}]));
    assert_eq!(shown.places(), "1 bo 0, 2 ann 4");
    let sanction = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:28.4",
        "kind": "lose_games", "finding": shown.finding_of("ann"), "reason": "left"});
    let ruled = left.tournament("chief-1", "sanction_imposed", sanction);
    let shown = ruled.shown().standings(&json!({"findings": [{"status": "ruled"}],
        "match": {"winner": "bo", "wins": [{"player": "bo", "wins": 3}, {"player": "ann", "wins": 2}]}}));
    assert_eq!(shown.places(), "1 bo 6, 2 ann 4");
    // Whoever had won it before he left has won it.
    let won = script.round(3, "ann-bo 1-0");
    let shown = leaves(won, "ann", 3, true)
        .shown()
        .standings(&json!({"match": {"winner": "ann"}}));
    assert_eq!(shown.places(), "1 ann 6, 2 bo 0");
}

/// The chief arbiter rules that whoever withdrew loses what is left (23.2).
fn ruled_on(left: Script, player: &str) -> Script {
    let finding = left.shown().finding_of(player);
    let sanction = json!({"sanction": "s1", "player": player, "article": "cn-2002:23.2",
        "kind": "lose_games", "finding": finding, "reason": "did not come"});
    left.tournament("chief-1", "sanction_imposed", sanction)
}

#[test]
fn a_ruling_on_a_withdrawal_turns_no_game_that_was_played() {
    let script = event(
        "cn-2002",
        &json!({"rounds": 3, "tie_breaks": ["points"]}),
        &FOUR,
    )
    .round(1, "ann-bo 1-0, cy-di 1-0")
    .round(2, "ann-cy ?, bo-di 1-0");
    let left = leaves(script, "ann", 1, false);
    let shown = ruled_on(left, "ann")
        .shown()
        .standings(&json!({"open": [], "findings": [{"status": "ruled"}]}))
        .other(
            "r2-ann-cy",
            &json!({"result": {"outcome": "white", "by": "sanction"}}),
        )
        .other(
            "r1-ann-bo",
            &json!({"result": {"outcome": "black", "by": "resignation"}}),
        );
    assert_eq!(shown.places(), "1 cy 4, 2 ann 2, 2 bo 2, 4 di 0");
}

/// 1988 29.4: 未賽部分均作對方勝, of a team too.
#[test]
fn what_a_team_that_left_has_not_played_is_ruled_to_be_the_others() {
    let regulations = json!({"format": "swiss", "rounds": 2, "team": "fixed_boards",
        "tie_breaks": ["points", "boards"]});
    let left = team_event(
        "cn-1988",
        &regulations,
        &["foxes", "herons", "otters", "tigers"],
        2,
    )
    .team_round(1, &["foxes-herons 1-0 1-0", "otters-tigers 1-0 1-0"])
    .team_round(2, &["foxes-otters ? ?", "herons-tigers 1-0 ="])
    .org(
        "player_withdrew",
        json!({"team": "foxes", "after_round": 1, "justified": true, "reason": "bus"}),
    )
    .called("left");
    left.shown()
        .standings(&json!({"open": ["r2-foxes-1", "r2-foxes-2"]}));
    let finding = left.finding_id("CD-10", "left");
    let sanction = json!({"sanction": "s1", "team": "foxes", "article": "cn-1988:29.4",
        "kind": "lose_games", "finding": finding, "reason": "left"});
    let shown = left
        .tournament("chief-1", "sanction_imposed", sanction)
        .shown()
        .standings(&json!({"open": [], "sanctions": [{"team": "foxes"}],
            "findings": [{"status": "ruled"}]}));
    assert_eq!(
        shown.places(),
        "1 otters 4, 2 foxes 2, 3 herons 2, 4 tigers 0"
    );
}

/// Contract, section 7: a ruling that names an automatic finding replaces it.
#[test]
fn a_ruling_that_names_a_withdrawals_finding_takes_its_place() {
    let left = leaves(
        round_robin("cn-2002").round(1, "ann-bo 1-0, di-cy 1-0"),
        "di",
        1,
        true,
    );
    let shown = left.shown();
    assert_eq!(shown.places(), "1 ann 2, 2 bo 0, 2 cy 0");
    let ruled = |kind: &str| {
        let sanction = json!({"sanction": "s1", "player": "di", "article": "cn-2002:28.2",
            "kind": kind, "finding": shown.finding_of("di"), "reason": "plays on after all"});
        let script = left
            .clone()
            .tournament("chief-1", "sanction_imposed", sanction);
        let lifted = script.clone().tournament(
            "chief-1",
            "sanction_lifted",
            json!({"sanction": "s1", "reason": "wrong"}),
        );
        assert_eq!(lifted.shown().places(), shown.places());
        let shown = script.shown();
        shown.places()
    };
    assert_eq!(ruled("censure"), "1 ann 2, 1 di 2, 3 bo 0, 3 cy 0");
    // What is left is lost, as the ruling says, though it is more than half.
    assert_eq!(ruled("lose_games"), "1 ann 4, 2 bo 2, 3 di 2, 4 cy 0");
}

#[test]
fn a_withdrawal_told_of_the_wrong_player_is_revoked_and_nothing_follows_from_it() {
    let script = round_robin("cn-2002").round(1, "ann-bo 1-0, di-cy 1-0");
    let before = script.shown().places();
    let left = leaves(script, "ann", 1, false).called("left");
    assert_ne!(left.shown().places(), before);
    let revoked = json!({"withdrawal": left.id_of("left"), "reason": "di was meant"});
    let revoked = left.clone().org("withdrawal_revoked", revoked.clone());
    assert_eq!(
        revoked.shown().standings(&json!({"findings": []})).places(),
        before
    );
    let again = json!({"withdrawal": left.id_of("left"), "reason": "again"});
    revoked
        .clone()
        .org("withdrawal_revoked", again)
        .is_refused_as("contradiction");
    let nobody = json!({"withdrawal": "00000000-0000-4000-8000-0000000000ff", "reason": "none"});
    revoked
        .org("withdrawal_revoked", nobody)
        .is_refused_as("unknown");
    let upheld = left.appeal("ap1", &["left"], json!([]));
    assert_eq!(upheld.shown().places(), before);
}

#[test]
fn a_bye_told_of_the_wrong_player_is_revoked() {
    let script = event(
        "cn-2002",
        &json!({"rounds": 3, "tie_breaks": ["points"]}),
        &FOUR,
    )
    .round(1, "ann-bo 1-0, cy bye");
    assert_eq!(script.shown().places(), "1 ann 2, 1 cy 2, 3 bo 0, 3 di 0");
    let none = json!({"round": 1, "player": "cy", "reason": "di was meant"});
    let revoked = script.org("bye_revoked", none.clone());
    assert_eq!(revoked.shown().places(), "1 ann 2, 2 bo 0, 2 cy 0, 2 di 0");
    revoked
        .org("bye_revoked", none)
        .is_refused_as("contradiction");
}

/// 2002 28.3: 以後的比賽不再編排.
#[test]
fn who_withdrew_has_no_bye() {
    let script = event(
        "cn-2002",
        &json!({"rounds": 3, "tie_breaks": ["points"]}),
        &FOUR,
    )
    .round(1, "ann-bo 1-0, cy-di 0-1");
    let shown = leaves(script, "cy", 1, true)
        .round(2, "ann-di 1-0, cy bye")
        .shown();
    assert_eq!(shown.places(), "1 ann 4, 2 di 2, 3 bo 0, 3 cy 0");
    shown.remarks("paired_after_withdrawal");
}

/// 28.2, B.5: a game without result was not played; of whoever leaves it is among
/// those that are the other side's, though its round is over.
#[test]
fn a_game_without_result_is_the_other_sides_once_somebody_leaves_a_round_robin() {
    for (edition, none) in [
        ("cn-2002", "void"),
        ("cn-2002", "none"),
        ("cn-1988", "none"),
    ] {
        let script = |first: &str| {
            let six = ["ann", "bo", "cy", "di", "ed", "flo"];
            let regulations =
                json!({"format": "round_robin", "rounds": 5, "tie_breaks": ["points"]});
            event(edition, &regulations, &six)
                .round(1, &format!("ann-bo {first}, cy-di 1-0, ed-flo 1-0"))
                .round(2, "ann-cy 1-0, bo-ed 1-0, di-flo 1-0")
                .round(3, "ann-di 1-0, bo-flo 1-0, cy-ed 1-0")
                .round(4, "ann-ed 1-0, bo-cy 1-0, di-flo ?")
        };
        script(none)
            .shown()
            .standings(&json!({"open": ["r1-ann-bo", "r4-di-flo"]}));
        let left = leaves(script(none), "ann", 4, true);
        left.shown()
            .standings(&json!({"open": ["r4-di-flo"]}))
            .rows(&json!([{"player": "ann", "points": 6, "losses": 2}, {"player": "bo", "points": 8}]))
            .other("r1-ann-bo", &json!({"result": {"outcome": "white", "by": "forfeit"}}))
            .remarks_no("left_without_result")
            // Three rounds earlier she was still there, and might have played it.
            .standings_after(1, &json!({"open": ["r1-ann-bo"]}));
        // Had it been paired anew and never begun, the replay is what she has not played.
        let anew = script(none).pairs(1, ["r1-anew", "bo", "ann"]);
        leaves(anew, "ann", 4, true)
            .shown()
            .standings(&json!({"open": ["r4-di-flo"]}))
            .other(
                "r1-anew",
                &json!({"result": {"outcome": "black", "by": "forfeit"}}),
            )
            .other("r1-ann-bo", &json!({"replayed_as": "r1-anew"}));
        // Played again, it counts as it was played.
        let played = script(none)
            .pairs(1, ["r1-anew", "bo", "ann"])
            .ended("r1-anew", "bo", "ann", "0-1");
        let shown = leaves(played, "ann", 4, true).shown();
        assert_eq!(shown.row("ann")["points"], json!(8));
    }
}

/// 28.3 says nothing of it: results stand, and nobody is paired again.
#[test]
fn in_a_swiss_a_game_without_result_of_somebody_who_left_stays_open_and_is_told() {
    for none in ["void", "none"] {
        let script = event("cn-2002", &json!({"rounds": 3}), &FOUR)
            .round(1, &format!("ann-bo {none}, di-cy 1-0"));
        script.shown().remarks_no("left_without_result");
        let left = leaves(script.clone(), "ann", 1, true);
        let text = "round 1: game r1-ann-bo of ann and bo has no result and is not played again, \
                    and ann has left: it stays open for both until somebody rules on it";
        left.shown()
            .standings(&json!({"open": ["r1-ann-bo"]}))
            .whole(&json!({"discrepancies": {"some": [
                {"code": "left_without_result", "severity": "remark", "text": text}
            ]}}));
        // Its replay never began: the same.
        let anew = script.pairs(1, ["r1-anew", "bo", "ann"]);
        leaves(anew, "ann", 1, true)
            .shown()
            .standings(&json!({"open": ["r1-anew"]}))
            .remarks("left_without_result");
        // A ruling settles it.
        left.on("r1-ann-bo")
            .rules(
                "decided",
                json!([{"do": "set_result", "result": {"outcome": "white", "by": "forfeit"}}]),
            )
            .shown()
            .standings(&json!({"open": []}))
            .remarks_no("left_without_result");
    }
}

/// A ruling on the withdrawal loses what is left (23.2), a game without result with it.
#[test]
fn a_ruling_on_a_withdrawal_loses_a_game_without_result() {
    let script = event(
        "cn-2002",
        &json!({"rounds": 3, "tie_breaks": ["points"]}),
        &FOUR,
    )
    .round(1, "ann-bo none, cy-di 1-0")
    .round(2, "ann-cy 1-0, bo-di 1-0");
    let left = leaves(script, "ann", 2, false);
    let shown = ruled_on(left, "ann")
        .shown()
        .standings(&json!({"open": []}))
        .other(
            "r1-ann-bo",
            &json!({"result": {"outcome": "white", "by": "sanction"}}),
        )
        .remarks_no("left_without_result");
    assert_eq!(shown.places(), "1 bo 4, 2 ann 2, 2 cy 2, 4 di 0");
}
