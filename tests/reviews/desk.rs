//! A data folder with a tournament and a review of one of its games, and the program
//! beside it; the small game on which hand calculations rest.

use fupan_tests::script::{Script, game_with};
use serde_json::{Value, json};
use std::{
    fs,
    process::{Command, Output},
};

/// A data folder with a tournament `cup` and a review `case` of its game r1-b1.
pub struct Desk {
    pub folder: tempfile::TempDir,
}

/// The id of the query of the five moves: the game, where it begins, what is asked.
pub const ASKED: &str = "r1-b1/0/50f00d96c15f5810";

/// Five moves on a small board; black takes 3, 4 and 5 seconds, white one each.
pub fn five_moves() -> Script {
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
pub fn answer(turn: usize, side: &str, lead: f64, choices: &[(&str, f64)]) -> String {
    let choices = choices.iter().zip(0..).map(|((point, lead), order)| {
        json!({"move": point, "order": order, "visits": 40, "scoreLead": lead, "winrate": 0.5})
    });
    json!({"id": ASKED, "turnNumber": turn, "isDuringSearch": false,
        "moveInfos": choices.collect::<Vec<_>>(),
        "rootInfo": {"winrate": 0.5, "scoreLead": lead, "visits": 100, "currentPlayer": side}})
    .to_string()
}

pub fn answers() -> Vec<String> {
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

/// A further game beside the desk's: who plays black and white, what its start says
/// besides, and how many seconds black takes for each of two moves. White takes one.
pub struct Further<'a> {
    pub players: [&'a str; 2],
    pub start: Value,
    pub seconds: [i64; 2],
}

impl<'a> Further<'a> {
    pub fn of(players: [&'a str; 2], seconds: [i64; 2]) -> Further<'a> {
        Further {
            players,
            start: json!({}),
            seconds,
        }
    }
}

/// The desk's tournament with further games on the boards from 2.
pub fn with_games(games: &[Further<'_>]) -> Script {
    let boards = || games.iter().zip(2..);
    let paired = boards().map(|(game, board)| {
        let [black, white] = game.players;
        json!({"game": format!("r1-b{board}"), "board": board, "black": black, "white": white})
    });
    let paired: Vec<Value> = paired.collect();
    let mut script = five_moves();
    for player in games.iter().flat_map(|game| game.players) {
        if player != "cy" {
            script = script.registers(player, json!({}));
        }
    }
    script = script.org("round_paired", json!({"round": 1, "games": paired}));
    for (game, board) in boards() {
        let mut start = game.start.clone();
        start["black"] = json!(game.players[0]);
        start["white"] = json!(game.players[1]);
        let [first, second] = game.seconds.map(|seconds| (seconds - 1) * 1000);
        script = script
            .on(&format!("r1-b{board}"))
            .by("rec-1", "game_started", start)
            .after_ms(first)
            .stones("B E5, W C3")
            .after_ms(second)
            .stones("B G7, W G3");
    }
    script
}

/// How long a file is kept: its day is to come.
pub const TO_COME: &str = "1y";

/// What attaches a file to review `case`, in the name of its first reviewer.
pub fn adds<'a>(file: &'a str, title: &'a str, further: &[&'a str]) -> Vec<&'a str> {
    let add = ["evidence", "add", "case", file, "--stream", "review"];
    let what = [
        "--title",
        title,
        "--class",
        "restricted",
        "--actor",
        "rev-1",
    ];
    [&add[..], &what, further].concat()
}

impl Desk {
    /// A data folder with nothing in it.
    pub fn empty() -> Desk {
        Desk {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn open() -> Desk {
        let desk = Desk::empty();
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
    pub fn opens(&self, ledger: &str, tournament: &str, further: &[&str]) {
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

    /// Writes a group of these sides of games of `cup` to a file, and answers its path.
    pub fn lists(&self, file: &str, name: &str, sides: &[&str]) -> String {
        let out = self.path(file);
        let listed = ["review", "reference", "cup", "--name", name, "--out", &out];
        let sides = sides.iter().flat_map(|side| ["--game", side]);
        self.ok(&listed.into_iter().chain(sides).collect::<Vec<_>>());
        out
    }

    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    pub fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_program"))
            .args(args)
            .env("FUPAN_DATA", self.folder.path().join("data"))
            .output()
            .unwrap()
    }

    #[track_caller]
    pub fn ok(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {told}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a verb is refused with.
    #[track_caller]
    pub fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// What a verb says that can't be done so, or can't be done.
    #[track_caller]
    pub fn turned_away(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(!output.status.success(), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    #[track_caller]
    pub fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.ok(args)).unwrap()
    }

    pub fn engine(&self) -> String {
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let engine = json!({"program": "KataGo", "version": "1.0", "network": "n", "network_sha256": hash,
            "settings_sha256": hash, "visits": 100});
        self.write("engine.json", &engine.to_string())
    }

    pub fn import_args(&self, file: &str) -> Vec<String> {
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
            TO_COME,
        ];
        args.map(str::to_owned).to_vec()
    }

    pub fn imports(&self) {
        let file = self.write("answers.jsonl", &answers().join("\n"));
        let args = self.import_args(&file);
        self.ok(&args.iter().map(String::as_str).collect::<Vec<_>>());
    }

    pub fn figures(&self) -> Value {
        self.json(&["review", "figures", "case", "--as", "rev-1", "--json"])
    }
}

/// A figure as the verb tells it: value, spread and n.
pub fn figure(view: &Value, whose: &str, name: &str) -> (String, String, u64) {
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
