//! What figures are compared with: the group that the method names, and how often
//! its own members lie as far out.

use super::desk::{Desk, Further, five_moves, with_games};
use serde_json::{Value, json};

#[test]
fn games_of_others_change_nothing_unless_the_reference_group_has_them() {
    let desk = Desk::open();
    desk.imports();
    let mut before = desk.figures();
    // Cy and Dee play beside them.
    let games = json!([{"game": "r1-b9", "board": 9, "black": "cy", "white": "dee"}]);
    let further = five_moves()
        .registers("dee", json!({}))
        .org("round_paired", json!({"round": 1, "games": games}))
        .on("r1-b9")
        .by(
            "rec-1",
            "game_started",
            json!({"black": "cy", "white": "dee"}),
        )
        .stones("B A1, W J9, B A2, W J8");
    let file = desk.write("further.jsonl", &further.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let mut after = desk.figures();
    for view in [&mut before, &mut after] {
        view.as_object_mut().unwrap().remove("as_of");
    }
    assert_eq!(before, after);
    // A group is taken only under the hash that the method names.
    let group = desk.lists("group.json", "the others", &["r1-b9:black", "r1-b9:white"]);
    let told = desk.refused(&[
        "review",
        "figures",
        "case",
        "--as",
        "rev-1",
        "--reference",
        &group,
    ]);
    assert!(told.contains("names no reference group"), "{told}");
}

#[test]
fn a_z_score_needs_a_group_that_is_named_and_large_enough() {
    let desk = Desk::open();
    let group = desk.lists("group.json", "both sides", &["r1-b1:black", "r1-b1:white"]);
    for (ledger, least, z) in [
        ("case-2", "2", json!("0.707")),
        ("case-3", "3", Value::Null),
    ] {
        let named = [
            "--moves-min",
            "2",
            "--reference",
            &group,
            "--reference-min",
            least,
        ];
        desk.opens(ledger, "cup", &named);
        let view = desk.json(&[
            "review",
            "figures",
            ledger,
            "--as",
            "rev-1",
            "--reference",
            &group,
            "--json",
        ]);
        let time = view["time"].as_array().unwrap();
        let mean = |whose: &str| {
            let mut found = time
                .iter()
                .filter(|f| f["figure"] == "time_mean_s" && f["whose"] == whose);
            found.next().unwrap().clone()
        };
        // The group's means are 4 and 1: 2.5 with a spread of 2.121, and (4 - 2.5) / 2.121.
        assert_eq!(mean("reference")["spread"], "2.121");
        assert_eq!(mean("subject")["z"], z, "{ledger}");
    }
    // Another list under the same name is another group.
    let other = desk.lists("other.json", "both sides", &["r1-b1:black"]);
    let told = desk.refused(&[
        "review",
        "figures",
        "case-2",
        "--as",
        "rev-1",
        "--reference",
        &other,
    ]);
    assert!(told.contains("the method names"), "{told}");
}

/// Four further games, in which black takes 1, 2, 3 and 6 seconds a move; a file with
/// black's sides as a group.
fn four_more(desk: &Desk) -> String {
    let seats = [["cy", "dee"], ["eli", "fay"], ["gus", "hal"], ["ida", "jo"]];
    let games = seats.into_iter().zip([1, 2, 3, 6]);
    let games = games.map(|(players, seconds)| Further::of(players, [seconds; 2]));
    let script = with_games(&games.collect::<Vec<_>>());
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let black = ["r1-b2:black", "r1-b3:black", "r1-b4:black", "r1-b5:black"];
    desk.lists("group.json", "four", &black)
}

/// Beside each figure that is compared stands how many of the group lie as far out
/// themselves; a hand calculation gives the same.
#[test]
fn how_often_the_groups_own_members_lie_as_far_out_is_counted() {
    let desk = Desk::empty();
    let group = four_more(&desk);
    let method = [
        "--moves-min",
        "2",
        "--quick-ms",
        "1500",
        "--reference-min",
        "4",
    ];
    desk.opens(
        "case",
        "cup",
        &[&method[..], &["--reference", &group]].concat(),
    );
    let asked = [
        "review",
        "figures",
        "case",
        "--as",
        "rev-1",
        "--reference",
        &group,
    ];
    let view = desk.json(&[&asked[..], &["--json"]].concat());
    let chance = &view["chance"][0];
    let told = |figure: &Value| {
        let text = |key: &str| figure[key].as_str().unwrap_or("-").to_owned();
        let count = |key: &str| figure[key].as_u64().unwrap();
        (
            text("figure"),
            text("z"),
            count("as_far"),
            count("members"),
            text("share"),
        )
    };
    let expected = |figure: &str, z: &str, as_far, share: &str| {
        (figure.to_owned(), z.to_owned(), as_far, 4, share.to_owned())
    };
    let figures: Vec<_> = chance["figures"]
        .as_array()
        .unwrap()
        .iter()
        .map(told)
        .collect();
    // Ann's mean is 4 seconds; the group's are 1, 2, 3 and 6, with mean 3 and spread 2.160.
    // They lie 1.281, 0.530, 0.000 and 4.000 from the others. Of quick moves one of four
    // has all and the others none: mean 0.25, spread 0.5; a member without any lies 0.577
    // from the three others. How uneven times are has no spread in the group.
    assert_eq!(
        figures,
        [
            expected("time_mean_s", "0.463", 3, "0.750"),
            expected("time_median_s", "0.463", 3, "0.750"),
            expected("quick_share", "-0.500", 4, "1.000"),
        ]
    );
    assert_eq!(
        told(&chance["farthest"]),
        expected("quick_share", "-0.500", 4, "1.000")
    );
    assert_eq!(
        (&chance["comparisons"], &chance["own_members"]),
        (&json!(3), &json!(0))
    );
    let text = desk.ok(&asked);
    assert!(
        text.contains("as far out as z 0.463: 3 of 4 members (0.750)"),
        "{text}"
    );
    let page = desk.ok(&[
        "review",
        "report",
        "case",
        "--as",
        "rev-1",
        "--reference",
        &group,
    ]);
    for said in ["3 of 4 (0.750)", "3 figures are compared", "leave-one-out"] {
        assert!(page.contains(said), "{said}");
    }
    // The list is known by its hash, and where it is not at hand that is said.
    let page = desk.ok(&["review", "report", "case", "--as", "rev-1"]);
    assert!(page.contains("Its list is not at hand"), "{page}");
    assert!(!page.contains("leave-one-out)"), "{page}");
}
