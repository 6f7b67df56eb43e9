//! A review from the command line: a game to an engine and its answers back,
//! figures that a hand calculation gives too, a report that names nobody, notes
//! that nobody reads too early, and a ledger like any other.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

use fupan_tests::script::{Script, game_with};
use serde_json::{Value, json};
use std::{
    fs,
    process::{Command, Output},
};

/// A data folder with a tournament `cup` and a review `case` of its game r1-b1.
struct Desk {
    folder: tempfile::TempDir,
}

/// Five moves on a small board; black takes 3, 4 and 5 seconds, white one each.
fn five_moves() -> Script {
    let terms = json!({"board": 9, "turn_ends": "move", "time": {"kind": "absolute", "limit_ms": 3_600_000}});
    game_with("cn-2002", &terms)
        .after_ms(2000)
        .stones("B E5, W C3")
        .after_ms(3000)
        .stones("B G7, W G3")
        .after_ms(4000)
        .stones("B C7")
}

/// An answer about the position after so many moves: whose turn, black's lead,
/// and the choices with black's lead after each, the first one first.
fn answer(turn: usize, side: &str, lead: f64, choices: &[(&str, f64)]) -> String {
    let choices = choices.iter().zip(0..).map(|((point, lead), order)| {
        json!({"move": point, "order": order, "visits": 40, "scoreLead": lead, "winrate": 0.5})
    });
    json!({"id": "r1-b1/0", "turnNumber": turn, "isDuringSearch": false,
        "moveInfos": choices.collect::<Vec<_>>(),
        "rootInfo": {"winrate": 0.5, "scoreLead": lead, "visits": 100, "currentPlayer": side}})
    .to_string()
}

fn answers() -> Vec<String> {
    vec![
        answer(0, "B", 0.0, &[("E5", 0.0), ("D4", -1.0)]),
        answer(1, "W", 0.0, &[("G3", 0.0), ("C3", 0.5)]),
        answer(2, "B", 1.0, &[("G7", 1.0), ("F6", 0.8)]),
        // Every other move would lose twelve points: forced.
        answer(3, "W", 0.5, &[("G3", 0.5), ("F3", 12.5)]),
        answer(4, "B", 0.5, &[("D7", 0.5), ("E7", 0.0)]),
        answer(5, "W", -1.5, &[("D7", -1.5), ("E7", 0.0)]),
    ]
}

impl Desk {
    fn open() -> Desk {
        let desk = Desk {
            folder: tempfile::tempdir().unwrap(),
        };
        let file = desk.write("cup.jsonl", &five_moves().file());
        desk.ok(&["import", &file, "--ledger", "cup"]);
        desk.opens(
            "case",
            "cup",
            &[
                "--blind",
                "--visits-min",
                "10",
                "--quick-ms",
                "1500",
                "--moves-min",
                "2",
                "--reference-min",
                "2",
            ],
        );
        desk
    }

    /// Opens a review of game r1-b1 and its player ann.
    fn opens(&self, ledger: &str, tournament: &str, further: &[&str]) {
        let opening = [
            "review",
            "open",
            ledger,
            "--tournament",
            tournament,
            "--reviewer",
            "rev-1",
            "--reviewer",
            "rev-2",
            "--subject",
            "A=ann",
            "--game",
            "r1-b1",
            "--occasion",
            "picked by lot",
            "--question",
            "how long moves took",
            "--standard",
            "comfortable satisfaction",
            "--opening-moves",
            "0",
        ];
        self.ok(&[&opening, further].concat());
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_program"))
            .args(args)
            .env("FUPAN_DATA", self.folder.path().join("data"))
            .output()
            .unwrap()
    }

    #[track_caller]
    fn ok(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {told}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a verb is refused with.
    #[track_caller]
    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.ok(args)).unwrap()
    }

    fn engine(&self) -> String {
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let engine = json!({"program": "KataGo", "version": "1.0", "network": "n", "network_sha256": hash,
            "settings_sha256": hash, "visits": 100});
        self.write("engine.json", &engine.to_string())
    }

    fn import_args(&self, file: &str) -> Vec<String> {
        let engine = self.engine();
        let args = [
            "review",
            "import",
            "case",
            file,
            "--engine",
            &engine,
            "--as",
            "rev-1",
            "--delete-after",
            "2099-01-01T00:00:00Z",
        ];
        args.map(str::to_owned).to_vec()
    }

    fn imports(&self) {
        let file = self.write("answers.jsonl", &answers().join("\n"));
        let args = self.import_args(&file);
        self.ok(&args.iter().map(String::as_str).collect::<Vec<_>>());
    }

    fn figures(&self) -> Value {
        self.json(&["review", "figures", "case", "--as", "rev-1", "--json"])
    }
}

/// A figure as the verb tells it: value, spread and n.
fn figure(view: &Value, whose: &str, name: &str) -> (String, String, u64) {
    let all = view["time"]
        .as_array()
        .unwrap()
        .iter()
        .chain(view["agreement"].as_array().unwrap());
    let mut all = all.filter(|f| f["whose"] == whose && f["figure"] == name);
    let found = all
        .next()
        .unwrap_or_else(|| panic!("no {name} of {whose} in {view:#}"));
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    (
        text(&found["value"]),
        text(&found["spread"]),
        found["n"].as_u64().unwrap(),
    )
}

#[test]
fn a_game_goes_to_the_engine_with_its_rules_and_every_position() {
    let desk = Desk::open();
    let told = desk.ok(&["review", "export", "cup", "r1-b1", "--visits", "400"]);
    let query: Value = serde_json::from_str(told.trim()).unwrap();
    assert_eq!(query["id"], "r1-b1/0");
    assert_eq!(
        query["moves"],
        json!([
            ["B", "E5"],
            ["W", "C3"],
            ["B", "G7"],
            ["W", "G3"],
            ["B", "C7"]
        ])
    );
    assert_eq!(query["analyzeTurns"], json!([0, 1, 2, 3, 4, 5]));
    // 3¾ zi are seven and a half points.
    assert_eq!(
        (&query["komi"], &query["boardXSize"], &query["maxVisits"]),
        (&json!(7.5), &json!(9), &json!(400))
    );
    assert_eq!(
        (&query["rules"]["score"], &query["rules"]["ko"]),
        (&json!("AREA"), &json!("POSITIONAL"))
    );
    // What is answered already is not asked again, though the last line was cut off.
    let there = format!("{}\n{}\n{{\"id\":\"r1-", answers()[0], answers()[1]);
    let there = desk.write("there.jsonl", &there);
    let told = desk.ok(&["review", "export", "cup", "--answered", &there]);
    let query: Value = serde_json::from_str(told.trim()).unwrap();
    assert_eq!(query["analyzeTurns"], json!([2, 3, 4, 5]));
}

#[test]
fn figures_are_those_of_a_hand_calculation() {
    let desk = Desk::open();
    desk.imports();
    let view = desk.figures();
    let of = |whose, name, value: &str, spread: &str, n| {
        let expected = (value.to_owned(), spread.to_owned(), n);
        assert_eq!(figure(&view, whose, name), expected, "{whose} {name}");
    };
    // 3, 4 and 5 seconds; 1 and 1.
    of("subject", "time_mean_s", "4.000", "1.000", 3);
    of("subject", "time_median_s", "4.000", "-", 3);
    of("subject", "quick_share", "0.000", "0.000", 3);
    of("opponent", "time_mean_s", "1.000", "0.000", 2);
    of("opponent", "quick_share", "1.000", "0.000", 2);
    // E5 and G7 are first choices, C7 is none: two of three.
    of("subject", "first_choice_share", "0.667", "0.577", 3);
    // There was 1.0, 0.2 and 0.5 to choose: 1.2 of 1.7.
    of("subject", "first_choice_weighted", "0.706", "-", 3);
    of("subject", "rank_mean", "1.000", "0.000", 2);
    // Lost: 0.0, 0.5 and 2.0.
    of("subject", "points_lost_mean", "0.833", "1.041", 3);
    of("subject", "near_equal_share", "0.667", "0.577", 3);
    of("subject", "left_out_share", "0.000", "-", 3);
    // Ranks 1, 2, 3 against 3, 1, 2.
    of("subject", "time_choice_correlation", "-0.500", "-", 3);
    // White's second move was forced, and one alone is too few.
    of("opponent", "first_choice_share", "-", "-", 1);
    of("opponent", "left_out_share", "0.500", "-", 2);
}

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
    let group = desk.path("group.json");
    desk.ok(&[
        "review",
        "reference",
        "cup",
        "--name",
        "the others",
        "--game",
        "r1-b9:black",
        "--game",
        "r1-b9:white",
        "--out",
        &group,
    ]);
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
fn answers_that_are_not_those_to_the_queries_are_refused_with_their_line() {
    let desk = Desk::open();
    let all = answers();
    let without = |line: usize| -> Vec<String> {
        let kept = all.iter().enumerate().filter(|(at, _)| *at != line);
        kept.map(|(_, text)| text.clone()).collect()
    };
    let with = |line: usize, text: &str| {
        let mut lines = all.clone();
        lines[line] = text.to_owned();
        lines
    };
    for (lines, said) in [
        (without(3), "line 6: no answer for game r1-b1 after move 3"),
        (
            with(2, "{\"id\":"),
            "line 3: is no answer of the analysis engine",
        ),
        (
            with(2, "{\"error\":\"illegal move\",\"id\":\"r1-b1/0\"}"),
            "line 3: the engine refused the query: illegal move",
        ),
        (
            with(2, &all[1]),
            "line 3: \"r1-b1/0\": turn 1 is answered twice",
        ),
        (
            with(1, &answer(1, "B", 0.0, &[("E4", 0.0)])),
            "line 2: turn 1: it is W to play, not B",
        ),
        (
            with(1, &answer(1, "W", 0.0, &[("Z9", 0.0)])),
            "line 2: turn 1: Z9 is off the board",
        ),
        (
            with(1, &all[1].replace("r1-b1/0", "r1-b1/7")),
            "line 2: \"r1-b1/7\" was never asked",
        ),
    ] {
        let file = desk.write("answers.jsonl", &lines.join("\n"));
        let args = desk.import_args(&file);
        let told = desk.refused(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(told.contains(said), "{told}: expected {said}");
    }
}

#[test]
fn a_report_names_nobody_and_judges_nobody() {
    let desk = Desk::open();
    desk.imports();
    for lang in ["en", "zh-Hans", "zh-Hant", "ja", "ko"] {
        let page = desk.ok(&["review", "report", "case", "--as", "rev-2", "--lang", lang]);
        assert!(page.contains(&format!("<html lang=\"{lang}\"")), "{lang}");
        assert!(!page.contains("{$"), "{lang}: a variable is missing");
        for name in [">ann<", "(ann)", "Ann "] {
            assert!(!page.contains(name), "{lang}: {name}");
        }
        for outside in ["<script", "src=", "http://", "url(http"] {
            let outside = page
                .replace("http://www.w3.org/2000/svg", "")
                .contains(outside);
            assert!(!outside, "{lang}");
        }
    }
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    for said in [
        "Player A",
        "What speaks for the player",
        "Limits of the method",
        "0.667 ± 0.577 (n 3)",
    ] {
        assert!(page.contains(said), "{said}");
    }
    for word in ["probability", "cheat", "guilty", "suspicious"] {
        assert!(!page.to_lowercase().contains(word), "{word}");
    }
}

#[test]
fn no_note_is_read_before_a_second_reviewer_has_sealed_one() {
    let desk = Desk::open();
    let (one, two) = (
        desk.write("one.txt", "nothing odd"),
        desk.write("two.txt", "nor here"),
    );
    let (kept_one, kept_two) = (desk.path("one.sealed"), desk.path("two.sealed"));
    desk.ok(&[
        "review", "note", "case", &one, "--keep", &kept_one, "--as", "rev-1",
    ]);
    let told = desk.refused(&["review", "open-note", "case", &kept_one, "--as", "rev-1"]);
    assert!(told.contains("only one reviewer's note is in"), "{told}");
    desk.ok(&[
        "review", "note", "case", &two, "--keep", &kept_two, "--as", "rev-2",
    ]);
    desk.ok(&["review", "open-note", "case", &kept_one, "--as", "rev-1"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    assert!(page.contains("nothing odd") && !page.contains("nor here"));
}

#[test]
fn who_is_no_reviewer_meets_no_review() {
    let desk = Desk::open();
    let told = desk.refused(&["review", "figures", "case", "--as", "chief-1"]);
    assert!(told.contains("there is no ledger case"), "{told}");
}

#[test]
fn a_reviews_ledger_is_audited_handed_on_and_anchored_like_any_other() {
    let desk = Desk::open();
    desk.imports();
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    let audit = desk.json(&["audit", "case", "--json"]);
    assert_eq!(audit["verdict"], "sound", "{audit:#}");
    let bundle = desk.path("case.zip");
    desk.ok(&["export", "case", "--bundle", &bundle]);
    let verified = desk.run(&["verify", &bundle, "--json"]);
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_ne!(verified["verdict"], "broken", "{verified:#}");
    desk.ok(&["review", "anchor", "case"]);
    let view = desk.json(&["review", "anchors", "case", "--json"]);
    let anchors = view["anchors"].as_array().unwrap();
    assert_eq!((anchors.len(), &anchors[0]["holds"]), (1, &json!(true)));
    // Nothing was recorded since: there is nothing to anchor.
    desk.ok(&["review", "anchor", "case"]);
    assert_eq!(
        desk.json(&["review", "anchors", "case", "--json"])["anchors"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let audit = desk.json(&["audit", "cup", "--json"]);
    assert_ne!(audit["verdict"], "broken", "{audit:#}");
    // What a backup puts back has the answers of the engine, on which the figures rest.
    let files = |data: &str| {
        let folder = desk.folder.path().join(data).join("ledgers/case/evidence");
        let names = fs::read_dir(folder).unwrap().flatten();
        let mut names: Vec<_> = names.map(|file| file.file_name()).collect();
        names.sort();
        names
    };
    let (backup, again) = (desk.path("backup"), desk.path("again"));
    desk.ok(&["backup", "--to", &backup]);
    desk.ok(&["restore", &backup, "--data", &again]);
    assert!(!files("data").is_empty());
    assert_eq!(files("again"), files("data"));
}

#[test]
fn times_go_on_where_they_were_broken_off() {
    let desk = Desk::open();
    let out = desk.path("times.jsonl");
    desk.ok(&["review", "times", "cup", "--round", "1", "--out", &out]);
    let whole = fs::read_to_string(&out).unwrap();
    let first: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["game"], &first["moves"][0]["ms"]),
        (&json!("r1-b1"), &json!(3000))
    );
    // A line is cut off in the middle.
    fs::write(&out, &whole[..whole.len() - 20]).unwrap();
    desk.ok(&["review", "times", "cup", "--round", "1", "--out", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    desk.ok(&["review", "times", "cup", "--round", "1", "--out", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
}

#[test]
fn a_z_score_needs_a_group_that_is_named_and_large_enough() {
    let desk = Desk::open();
    let group = desk.path("group.json");
    let sides = ["--game", "r1-b1:black", "--game", "r1-b1:white"];
    let mut args = vec![
        "review",
        "reference",
        "cup",
        "--name",
        "both sides",
        "--out",
        &group,
    ];
    args.extend(sides);
    desk.ok(&args);
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
    let other = desk.path("other.json");
    desk.ok(&[
        "review",
        "reference",
        "cup",
        "--name",
        "both sides",
        "--game",
        "r1-b1:black",
        "--out",
        &other,
    ]);
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
    let players = ["cy", "dee", "eli", "fay", "gus", "hal", "ida", "jo"];
    let seats: Vec<_> = players.chunks(2).zip(2..).collect();
    let paired = seats.iter().map(|(two, board)| {
        json!({"game": format!("r1-b{board}"), "board": board, "black": two[0], "white": two[1]})
    });
    let paired: Vec<Value> = paired.collect();
    let mut script = five_moves();
    for player in &players[1..] {
        script = script.registers(player, json!({}));
    }
    script = script.org("round_paired", json!({"round": 1, "games": paired}));
    let mut members = Vec::new();
    for ((two, board), seconds) in seats.iter().zip([1, 2, 3, 6]) {
        let game = format!("r1-b{board}");
        let start = json!({"black": two[0], "white": two[1]});
        script = script
            .on(&game)
            .by("rec-1", "game_started", start)
            .after_ms((seconds - 1) * 1000)
            .stones("B E5, W C3")
            .after_ms((seconds - 1) * 1000)
            .stones("B G7, W G3");
        members.extend(["--game".to_owned(), format!("{game}:black")]);
    }
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    let group = desk.path("group.json");
    let listed = [
        "review",
        "reference",
        "cup",
        "--name",
        "four",
        "--out",
        &group,
    ];
    let members = members.iter().map(String::as_str);
    desk.ok(&listed.into_iter().chain(members).collect::<Vec<_>>());
    group
}

/// Beside each figure that is compared stands how many of the group lie as far out
/// themselves; a hand calculation gives the same.
#[test]
fn how_often_the_groups_own_members_lie_as_far_out_is_counted() {
    let desk = Desk {
        folder: tempfile::tempdir().unwrap(),
    };
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

#[test]
fn a_method_that_is_changed_after_a_look_says_so_and_a_review_that_is_anchored_too() {
    let desk = Desk::open();
    desk.imports();
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    let method = json!({"name": "fupan-1", "opening_moves": 1, "settled_rate_bp": 9500, "forced_gap_cp": 1000,
        "near_equal_cp": 50, "visits_min": 10, "quick_ms": 1500, "moves_min": 2, "reference_min": 2});
    let changed = json!({"stream": "review", "type": "method_changed", "at": "2026-05-02T10:00:00.000Z",
        "actor": "rev-1", "data": {"method": method, "reason": "the first move tells nothing"}});
    let file = desk.write("changed.jsonl", &changed.to_string());
    desk.ok(&["import", &file, "--ledger", "case"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    // The engine's answers, times, agreement; and two looks, at the import and the figures.
    assert!(
        page.contains("Before this change 3 analyses and 2 looks"),
        "{page}"
    );
    assert!(page.contains("None: nothing shows that the review is as old as it says."));
    desk.ok(&["review", "anchor", "case"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    assert!(!page.contains("None: nothing shows"), "{page}");
}

/// Whoever records figures that nobody computed is found.
#[test]
fn figures_in_a_review_are_held_against_what_is_computed() {
    let desk = Desk::open();
    desk.imports();
    let made_up = |figure: Value| {
        let known = desk.figures();
        let data = json!({"analysis": "time-9", "kind": "time", "method": 0, "program": "fupan",
            "games": ["r1-b1"], "as_of": known["as_of"], "figures": [figure]});
        json!({"stream": "review", "type": "analysis_recorded", "at": "2026-05-02T10:00:00.000Z",
            "actor": "rev-1", "data": data})
    };
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    let figure = json!({"subject": "A", "whose": "subject", "figure": "time_mean_s", "n": 3, "value": "0.400"});
    let file = desk.write("made-up.jsonl", &made_up(figure).to_string());
    desk.ok(&["import", &file, "--ledger", "case"]);
    let page = desk.ok(&["review", "report", "case", "--as", "rev-1"]);
    let said = |text: &str| page.matches(text).count();
    assert_eq!(said("answers: the same digits"), 2, "{page}");
    assert_eq!(said("they are not what the program computes"), 1, "{page}");
}

#[test]
fn time_taken_off_as_a_penalty_is_no_time_that_a_move_took() {
    let desk = Desk::open();
    let terms = json!({"board": 9, "turn_ends": "move", "time": {"kind": "absolute", "limit_ms": 3_600_000}});
    let script = game_with("cn-2002", &terms)
        .stones("B E5, W C3")
        .rules("ruling-1", json!([]))
        .punishes("ruling-1", "black", "deduct_time", &json!({"ms": 5000}))
        .stones("B G7, W G3, B C7");
    let file = desk.write("other.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "other"]);
    let times = desk.json(&["review", "times", "other", "--json"]);
    let times: Vec<Value> = times["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["ms"].clone())
        .collect();
    assert_eq!(times, vec![json!(1000); 5]);
}

/// What a real `KataGo` answered (tests/data/review): other numbers than anybody
/// would think up, in the form in which it gives them.
#[test]
fn a_real_engines_answers_are_taken_in_and_give_figures() {
    let desk = Desk {
        folder: tempfile::tempdir().unwrap(),
    };
    let data = |name: &str| format!("{}/data/review/{name}", env!("CARGO_MANIFEST_DIR"));
    desk.ok(&["import", &data("game.jsonl"), "--ledger", "trial"]);
    desk.opens(
        "case",
        "trial",
        &["--subject", "B=bo", "--visits-min", "1", "--moves-min", "3"],
    );
    let asked = desk.ok(&["review", "export", "trial", "--visits", "4"]);
    assert_eq!(asked, fs::read_to_string(data("queries.jsonl")).unwrap());
    desk.ok(&[
        "review",
        "import",
        "case",
        &data("answers.jsonl"),
        "--engine",
        &data("engine.json"),
        "--as",
        "rev-1",
        "--delete-after",
        "2099-01-01T00:00:00Z",
    ]);
    let view = desk.figures();
    assert_eq!(view["engine"], "engine-1");
    let (lost, _, n) = figure(&view, "subject", "points_lost_mean");
    assert!(n >= 3 && lost.parse::<f64>().unwrap() >= 0.0, "{view:#}");
    let page = desk.ok(&["review", "report", "case", "--as", "rev-2"]);
    assert!(page.contains("KataGo 1.18.1"), "{page}");
}
