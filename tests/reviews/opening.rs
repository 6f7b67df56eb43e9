//! How a review is opened: about games that its players played, by reviewers who
//! played in none of them, and with a group whose games are there.

use super::desk::{Desk, five_moves};
use serde_json::json;

/// A further player and game beside ann's and bo's.
fn two_games() -> Desk {
    let desk = Desk::empty();
    let games = json!([{"game": "r1-b2", "board": 2, "black": "cy", "white": "dee"}]);
    let script = five_moves()
        .registers("dee", json!({}))
        .org("round_paired", json!({"round": 1, "games": games}));
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    desk
}

const OPENING: &str =
    "review open case --tournament cup --occasion lot --question times --standard satisfaction";

#[test]
fn a_review_is_about_games_that_its_players_played() {
    let desk = two_games();
    let opens = |whom: &str| format!("{OPENING} {whom}");
    let reviewers = "--reviewer rev-1 --reviewer rev-2";
    for (whom, said) in [
        (
            format!("{reviewers} --subject A=ann --game r9-b9"),
            "games[0] r9-b9: expected a game that was paired in cup",
        ),
        (
            format!("{reviewers} --subject A=ann --game r1-b1 --game r1-b2"),
            "games[1] r1-b2: cy plays dee there, expected a game of a player under review",
        ),
        (
            format!("{reviewers} --subject A=ann --subject B=cy --game r1-b1"),
            "subjects[1] B=cy: plays in none of the games",
        ),
        (
            "--reviewer rev-1 --reviewer bo --subject A=ann --game r1-b1".to_owned(),
            "a player of game r1-b1",
        ),
        (
            "--reviewer rev-1 --reviewer keeper --subject A=ann --game r1-b1".to_owned(),
            "keeper is whoever runs the service",
        ),
    ] {
        let line = opens(&whom);
        let told = desk.turned_away(&line.split_whitespace().collect::<Vec<_>>());
        assert!(told.contains(said), "{told}: expected {said}");
    }
    // Who plays elsewhere in the tournament may, and is told of.
    let line = opens("--reviewer rev-1 --reviewer dee --subject A=ann --game r1-b1");
    let output = desk.run(&line.split_whitespace().collect::<Vec<_>>());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && told.contains("reviewer dee plays in cup"),
        "{told}"
    );
}

/// Nobody is kept from a review by a ruling, but whoever opens it is told.
#[test]
fn a_reviewer_who_ruled_in_the_game_is_told_of() {
    let desk = Desk::empty();
    let file = five_moves().rules("ruling-1", json!([])).file();
    let file = desk.write("cup.jsonl", &file);
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let line = format!(
        "{OPENING} --reviewer rev-1 --reviewer chief-1 --subject A=ann --game r1-b1 --json"
    );
    let told = desk.json(&line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(
        told["remarks"],
        json!(["reviewer chief-1 ruled in game r1-b1, which is looked at"])
    );
}

#[test]
fn a_review_has_a_ledger_of_its_own() {
    let desk = two_games();
    let whom = "--reviewer rev-1 --reviewer rev-2 --subject A=ann --game r1-b1";
    let opens = |ledger: &str| OPENING.replace("open case", &format!("open {ledger}"));
    let line = format!("{} {whom}", opens("cup"));
    let told = desk.turned_away(&line.split_whitespace().collect::<Vec<_>>());
    assert!(
        told.contains("tournament cup: expected the ledger of a tournament, and another name"),
        "{told}"
    );
    let line = format!("{} {whom}", opens("case"));
    let line: Vec<&str> = line.split_whitespace().collect();
    desk.ok(&line);
    assert!(desk.turned_away(&line).contains("was opened already"));
}

/// What is written in a blind review is shown as it is written, and whoever opens it is told.
#[test]
fn texts_of_a_blind_review_that_name_somebody_are_told() {
    let desk = two_games();
    let whom = "--blind --reviewer rev-1 --reviewer rev-2 --subject A=ann --game r1-b1";
    let line = format!("{OPENING} {whom}").replace("--occasion lot", "--occasion r1-b2");
    let output = desk.run(&line.split_whitespace().collect::<Vec<_>>());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && said.contains("note: occasion: \"r1-b2\" is a game"),
        "{said}"
    );
    let changes = "review method case --visits-min 16 --as rev-1 --json --reason";
    let changes: Vec<&str> = changes.split_whitespace().chain(["as ann asked"]).collect();
    let told = desk.json(&changes);
    assert!(
        told["remarks"][0]
            .as_str()
            .unwrap()
            .starts_with("reason: \"ann\" is a player"),
        "{told}"
    );
}

#[test]
fn a_group_is_of_games_that_are_there() {
    let desk = two_games();
    let out = desk.path("group.json");
    let lists = |what: &str| {
        let line = format!("review reference cup --name g --out {out} {what}");
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let turned_away = |what: &str| {
        let args = lists(what);
        desk.turned_away(&args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    for (what, said) in [
        ("--game nosuch:black", "member nosuch:black of the group"),
        (
            "--round 9",
            "--round 9: expected a round in which games were paired",
        ),
        (
            "--round 1 --without nobody",
            "--without nobody: expected a player who was paired",
        ),
        ("--game r1-b1:black --without ann", "no side is left"),
    ] {
        let told = turned_away(what);
        assert!(told.contains(said), "{told}: expected {said}");
    }
    // A list that was made elsewhere is not taken either.
    let other = desk.write(
        "other.json",
        r#"{"name":"g","members":[{"game":"r7-b1","colour":"black"}]}"#,
    );
    let line = format!(
        "{OPENING} --reviewer rev-1 --reviewer rev-2 --subject A=ann --game r1-b1 --reference {other}"
    );
    let told = desk.turned_away(&line.split_whitespace().collect::<Vec<_>>());
    assert!(told.contains("member r7-b1:black"), "{told}");
    for verb in [
        "export cup --round 9",
        "times cup --round 9",
        "export cup --visits 0",
    ] {
        let line = format!("review {verb}");
        desk.turned_away(&line.split_whitespace().collect::<Vec<_>>());
    }
}
