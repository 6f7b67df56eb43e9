//! The service as a process of its own, and the command line that talks to it:
//! the same answers as from the folder, the same problems, tokens beside it.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fupan"));
    command.args(args);
    for variable in ["FUPAN_DATA", "FUPAN_TOKEN"] {
        command.env_remove(variable);
    }
    command
}

fn fupan(args: &[&str]) -> Output {
    program(args).output().unwrap()
}

#[track_caller]
fn stdout(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn refused(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    told["refused"].clone()
}

/// A service that runs, and what it told at its start.
struct Served {
    child: Child,
    url: String,
    told: String,
}

impl Served {
    /// Starts a verb that serves, and reads until it has told its address and,
    /// where `token` says so, the keeper's token.
    fn start(args: &[&str], token: bool) -> Served {
        let mut child = program(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (mut url, mut told) = (None, String::new());
        let of_keeper = |told: &str| {
            let mut lines = told.lines();
            lines.any(|line| line.contains("keeper") && line.contains("fupan_"))
        };
        while url.is_none() || (token && !of_keeper(&told)) {
            let line = lines.next().expect("it tells where").unwrap();
            let word = line
                .split_whitespace()
                .find(|w| w.starts_with("http") && w.contains("://"));
            url = url.or_else(|| word.map(str::to_owned));
            told.push_str(&line);
            told.push('\n');
        }
        Served {
            child,
            url: url.unwrap(),
            told,
        }
    }

    fn of(data: &str, first: bool) -> Served {
        Served::start(&["serve", "--data", data, "--listen", "127.0.0.1:0"], first)
    }

    /// The keeper's token that it told.
    fn keeper(&self) -> String {
        let words = self.told.split_whitespace();
        words
            .rev()
            .find(|word| word.starts_with("fupan_"))
            .unwrap()
            .to_owned()
    }

    fn get(&self, path: &str, token: &str) -> (u16, String) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let asked = agent
            .get(format!("{}{path}", self.url))
            .header("authorization", format!("Bearer {token}"));
        let mut answer = asked.call().unwrap();
        let body = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), body)
    }

    /// Tells it to stop, and waits until it has.
    fn stop(mut self) -> bool {
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        self.child.wait().unwrap().success()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // One that was stopped has ended already.
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

fn demo_data(folder: &Path) -> String {
    let data = path(folder, "demo");
    stdout(&fupan(&["demo", "--no-serve", "--data", &data]));
    data
}

fn token(data: &str, args: &[&str]) -> Value {
    let made = fupan(&[&["token", "add", "--data", data, "--json"], args].concat());
    serde_json::from_str(&stdout(&made)).unwrap()
}

fn secret(made: &Value) -> &str {
    made["token"].as_str().unwrap()
}

#[test]
fn the_demo_is_served_with_a_token_that_works_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let data = path(folder.path(), "demo");
    let mut keepers = Vec::new();
    for _ in 0..3 {
        let demo = Served::start(&["demo", "--data", &data, "--listen", "127.0.0.1:0"], true);
        let (status, body) = demo.get("/v1/ledgers/lakeside/games/r1-b1?move=19", "");
        assert_eq!((status, body.contains("unknown_token")), (401, true));
        let (status, body) = demo.get("/v1/tokens", &demo.keeper());
        assert_eq!(status, 200, "{body}");
        let listed: Value = serde_json::from_str(&body).unwrap();
        keepers.push((demo.keeper(), listed["items"].as_array().unwrap().len()));
        assert!(demo.stop());
    }
    // One of each office; of keepers the first start's, which stays, and one for the demo
    // in place of the last one's.
    assert_eq!(keepers.iter().map(|k| k.1).collect::<Vec<_>>(), [7, 8, 8]);
    assert_ne!(keepers[1].0, keepers[2].0);
}

#[test]
fn tokens_are_made_and_revoked_beside_a_running_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = path(folder.path(), "data");
    let gone = fupan(&["token", "list", "--data", &data, "--json"]);
    assert_eq!(refused(&gone)["code"], "store_missing");
    let service = Served::of(&data, true);
    let made = token(&data, &["--keeper", "--note", "the desk", "--days", "2"]);
    let status = |token: &str| service.get("/v1/tokens", token).0;
    assert_eq!(
        (status(secret(&made)), status(&service.keeper())),
        (200, 200)
    );
    let arbiter = token(&data, &["--official", "arb-1", "--ledger", "cup"]);
    assert_eq!(status(secret(&arbiter)), 403);

    let listed = stdout(&fupan(&["token", "list", "--data", &data]));
    assert!(listed.contains("official arb-1 of cup"), "{listed}");
    assert!(listed.contains("(the desk)"), "{listed}");
    assert!(!listed.contains("fupan_"), "{listed}");

    let id = made["id"].as_str().unwrap();
    stdout(&fupan(&["token", "revoke", id, "--data", &data]));
    assert_eq!(status(secret(&made)), 401);
    let again = fupan(&["token", "revoke", id, "--data", &data, "--json"]);
    assert_eq!(refused(&again)["code"], "not_found");
    assert!(service.stop());
}

#[test]
fn a_token_is_for_somebody_and_ends_in_the_future() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    for args in [
        &["token", "add"][..],
        &["token", "add", "--official", "arb-1"],
        &["token", "add", "--keeper", "--auditor"],
        &["token", "add", "--keeper", "--ledger", "cup"],
        &["token", "add", "--official", "keeper", "--ledger", "cup"],
        &["token", "add", "--official", "auditor", "--ledger", "cup"],
        &[
            "token",
            "add",
            "--keeper",
            "--expires",
            "2020-01-01T00:00:00Z",
        ],
        &["token", "add", "--keeper", "--days", "0"],
    ] {
        let output = fupan(&[args, &["--data", data]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    assert!(!folder.path().join("tokens.json").exists());
}

/// Verbs that only read, without where they read.
const READING: &[&[&str]] = &[
    &["show", "standings", "lakeside"],
    &[
        "show",
        "standings",
        "lakeside",
        "--round",
        "2",
        "--at",
        "300",
    ],
    &["show", "crosstable", "lakeside"],
    &[
        "show",
        "crosstable",
        "lakeside",
        "--at",
        "300",
        "--round",
        "1",
    ],
    &["explain", "standing", "lakeside", "an"],
    &[
        "explain", "standing", "lakeside", "an", "--round", "1", "--at", "300",
    ],
    &["show", "ledger", "lakeside"],
    &["show", "ledger", "lakeside", "--at", "100"],
    &["show", "game", "lakeside", "r1-b1", "--move", "19"],
    &[
        "show",
        "game",
        "lakeside",
        "r1-b1",
        "--when",
        "2026-09-12T02:04:08Z",
    ],
    &["show", "game", "lakeside", "r2-b1", "--at", "190"],
    &["show", "appeal", "lakeside", "r2-b1-appeal"],
    &["whatif", "lakeside", "--void", "r2-b2-talk"],
    &["rule", "lakeside", "r1-b1"],
    &["audit", "lakeside"],
    &["audit"],
    // Refusals.
    &["show", "game", "lakeside", "r2-b1", "--move", "99"],
    &["show", "game", "nowhere", "r2-b1"],
    &["show", "appeal", "lakeside", "none"],
    &["whatif", "lakeside", "--void", "r2-b1-time"],
    &["audit", "nowhere"],
    &["show", "standings", "lakeside", "--round", "9"],
    &["show", "crosstable", "lakeside", "--round", "9"],
    &["explain", "standing", "lakeside", "an", "--round", "9"],
    &["explain", "standing", "lakeside", "nobody"],
    &["explain", "standing", "lakeside", "NO ID"],
];

#[test]
fn a_service_answers_what_its_folder_answers() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let ask = |verb: &[&str], whence: [&str; 2], form: &[&str]| {
        let output = fupan(&[verb, &whence, form].concat());
        let status = output.status.code().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        (status, text, errors)
    };
    let json = |text: &str| -> Value {
        let mut value: Value = serde_json::from_str(text).unwrap();
        if let Some(problem) = value["refused"].as_object_mut() {
            problem.remove("trace_id");
            // Which file lies where is told by a folder alone.
            problem.remove("detail");
        }
        value
    };
    let service = Served::of(&data, true);
    let url = service.url.clone();
    let remote: Vec<_> = READING
        .iter()
        .map(|verb| {
            let whence = ["--server", &url];
            (ask(verb, whence, &[]), ask(verb, whence, &["--json"]))
        })
        .collect();
    assert!(service.stop());
    for (verb, (as_text, as_json)) in READING.iter().zip(remote) {
        let whence = ["--data", &data];
        let text = ask(verb, whence, &[]);
        assert_eq!(
            (as_text.0, &as_text.1),
            (text.0, &text.1),
            "{verb:?}: {}",
            as_text.2
        );
        assert_eq!(
            as_text.2.is_empty(),
            text.2.is_empty(),
            "{verb:?}: {} {}",
            as_text.2,
            text.2
        );
        let expected = ask(verb, whence, &["--json"]);
        assert_eq!(json(&as_json.1), json(&expected.1), "{verb:?}");
        assert_eq!(as_json.0, expected.0);
    }
}

#[test]
fn results_are_written_out_from_a_service_as_from_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let export = |place: &str, whence: [&str; 2], more: &[&str]| {
        let to = |name: &str| path(folder.path(), &format!("{place}-{name}"));
        let names = ["csv", "standings.html", "cup.h9", "cup.trf"].map(to);
        let forms = ["--csv", "--html", "--h9", "--trf"];
        let answers = forms.iter().zip(&names).map(|(form, name)| {
            let args = [&["export", "lakeside", form, name], &whence[..], more].concat();
            let output = fupan(&args);
            let told = String::from_utf8(output.stderr).unwrap();
            (output.status.code(), told.trim_end().to_owned())
        });
        let answers: Vec<_> = answers.collect();
        let [tables, files @ ..] = &names;
        let tables = ["standings", "crosstable", "results"].map(|t| format!("{tables}/{t}.csv"));
        let written = tables.iter().chain(files);
        let written: Vec<_> = written.map(|file| fs::read_to_string(file).ok()).collect();
        (answers, written)
    };
    // As it was known while games of round 2 went on; after round 1; and now.
    let asked: [(&str, &[&str]); 4] = [
        ("early", &["--at", "170"]),
        ("as-they-stand", &["--at", "170", "--provisional"]),
        ("first", &["--round", "1"]),
        ("ninth", &["--round", "9"]),
    ];
    let service = Served::of(&data, true);
    let remote = asked
        .map(|(place, more)| export(&format!("remote-{place}"), ["--server", &service.url], more));
    assert!(service.stop());
    for ((place, more), (remote, sent)) in asked.into_iter().zip(remote) {
        let (local, written) = export(place, ["--data", &data], more);
        assert_eq!(remote, local, "{place}");
        assert_eq!(sent, written, "{place}");
        let code = match place {
            "early" | "ninth" => Some(1),
            _ => Some(0),
        };
        for ((status, told), file) in local.iter().zip(&written) {
            assert_eq!(
                (*status, file.is_some()),
                (code, code == Some(0)),
                "{place}: {told}"
            );
            let says = match place {
                "early" => "open: r2-b1",
                "as-they-stand" => "note: these results may still change; open: r2-b1",
                "ninth" => "there is no round 9: 3 were paired",
                _ => "",
            };
            assert!(told.contains(says), "{place}: {told}");
            assert!(!says.is_empty() || told.is_empty(), "{place}: {told}");
        }
    }
}

#[test]
fn files_go_in_by_whom_the_token_stands_for() {
    let folder = tempfile::tempdir().unwrap();
    let data = path(folder.path(), "data");
    let service = Served::of(&data, true);
    let case = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/pause.jsonl");
    let drafts = fs::read_to_string(&case).unwrap();
    let lines: Vec<&str> = drafts.lines().collect();
    let file = |name: &str, lines: &[&str]| {
        let file = path(folder.path(), name);
        fs::write(&file, lines.join("\n")).unwrap();
        file
    };
    let (opening, appointed) = (file("1.jsonl", &lines[..1]), file("2.jsonl", &lines[..2]));
    let played = file("3.jsonl", &lines[2..]);
    let import = |file: &str, token: &str| {
        let args = [
            "import",
            file,
            "--ledger",
            "cup",
            "--server",
            &service.url,
            "--json",
        ];
        program(&args).env("FUPAN_TOKEN", token).output().unwrap()
    };
    let official = |official: &str| {
        let made = token(&data, &["--official", official, "--ledger", "cup"]);
        secret(&made).to_owned()
    };
    let (organiser, chief, recorder) = (official("org-1"), official("chief-1"), official("rec-1"));

    let taken: Value = serde_json::from_str(&stdout(&import(&opening, &service.keeper()))).unwrap();
    assert_eq!(taken["taken"][0]["entries"], 1);
    // The same file and more: what is there is known.
    let taken: Value = serde_json::from_str(&stdout(&import(&appointed, &organiser))).unwrap();
    assert_eq!(
        (&taken["taken"][0]["entries"], &taken["taken"][0]["known"]),
        (&1.into(), &1.into())
    );
    // A recorder may not name his chief, in line 1 of the file.
    let output = import(&played, &recorder);
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let problem = &told["refused"][0];
    assert_eq!(
        (&problem["code"], &problem["line"]),
        (&"not_for_others".into(), &1.into())
    );
    assert_eq!(problem["file"], played);
    stdout(&import(&played, &chief));
    let again: Value = serde_json::from_str(&stdout(&import(&played, &chief))).unwrap();
    assert_eq!(
        (&again["taken"][0]["entries"], &again["taken"][0]["known"]),
        (&0.into(), &(lines.len() - 2).into())
    );

    let shown = fupan(&[
        "show",
        "game",
        "cup",
        "r1-b1",
        "--server",
        &service.url,
        "--json",
    ]);
    let shown: Value = serde_json::from_str(&stdout(&shown)).unwrap();
    let replayed = fupan(&[
        "replay",
        case.to_str().unwrap(),
        "--game",
        "r1-b1",
        "--json",
    ]);
    let replayed: Value = serde_json::from_str(&stdout(&replayed)).unwrap();
    assert_eq!(shown["clock"], replayed["clock"]);
    assert_eq!(shown["position"], replayed["position"]);

    let games = path(folder.path(), "games");
    stdout(&fupan(&[
        "export",
        "cup",
        "--sgf",
        &games,
        "--server",
        &service.url,
    ]));
    let record = fs::read_to_string(Path::new(&games).join("r1-b1.sgf")).unwrap();
    assert!(record.starts_with("(;"), "{record}");
    assert!(service.stop());
}

#[test]
fn a_ruling_is_tried_out_and_made_at_a_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let service = Served::of(&data, true);
    let chief = token(&data, &["--official", "chief-lin", "--ledger", "lakeside"]);
    let rule = |more: &[&str]| {
        let args = [
            "rule",
            "lakeside",
            "r3-b1",
            "--server",
            &service.url,
            "--json",
        ];
        let mut command = program(&[&args, more].concat());
        command.env("FUPAN_TOKEN", secret(&chief)).output().unwrap()
    };
    let effects = [
        "--article",
        "cn-2002:30.6",
        "--outcome",
        "draw",
        "--orders",
        r#"[{"do":"draw"}]"#,
        "--facts",
        "f",
        "--reasons",
        "r",
    ];
    let size = || {
        let shown = fupan(&[
            "show",
            "ledger",
            "lakeside",
            "--server",
            &service.url,
            "--json",
        ]);
        let shown: Value = serde_json::from_str(&stdout(&shown)).unwrap();
        shown["size"].as_u64().unwrap()
    };
    let before = size();
    let usage = rule(&[&effects[..], &["--actor", "chief-lin"]].concat());
    assert_eq!(usage.status.code(), Some(2));
    let tried = rule(&[&effects[..], &["--dry-run"]].concat());
    let tried: Value = serde_json::from_str(&stdout(&tried)).unwrap();
    let game = &tried["effect"]["games"]["r3-b1"];
    assert_eq!(game["after"]["result"]["outcome"], "draw");
    assert_eq!(size(), before);
    let made: Value = serde_json::from_str(&stdout(&rule(&effects))).unwrap();
    assert_eq!(made["ruling"], tried["ruling"]);
    assert_eq!(made["entries"], serde_json::json!([before]));
    assert_eq!(size(), before + 1);
    assert_eq!(
        refused(&rule(&["MV-99@1", "--outcome", "none"]))["code"],
        "no_finding"
    );
}

#[test]
fn a_service_speaks_tls_with_a_certificate_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let args = ["serve", "--data", &data, "--listen", "0.0.0.0:0", "--tls"];
    let service = Served::start(&args, true);
    let port = service.url.rsplit(':').next().unwrap();
    assert!(
        service.url.starts_with("https://0.0.0.0:"),
        "{}",
        service.told
    );
    let url = format!("https://localhost:{port}");
    let certificate = path(Path::new(&data), "tls/certificate.pem");
    let show = |url: &str, more: &[&str]| {
        let args = [
            "show", "game", "lakeside", "r1-b1", "--server", url, "--json",
        ];
        fupan(&[&args, more].concat())
    };
    // A certificate that nobody vouches for is not taken, unless it is named.
    assert_eq!(refused(&show(&url, &[]))["code"], "server");
    let trusted = ["--certificate", &certificate, "--token", &service.keeper()];
    let shown: Value = serde_json::from_str(&stdout(&show(&url, &trusted))).unwrap();
    assert_eq!(shown["game"], "r1-b1");
    let clear = show(&format!("http://localhost:{port}"), &[]);
    assert_eq!(refused(&clear)["code"], "server");
    let fingerprint = |told: &str| {
        let lines = told.lines().find(|line| line.matches(':').count() == 31);
        lines.map(str::to_owned)
    };
    let first = fingerprint(&service.told);
    assert!(first.is_some() && service.stop());
    let in_the_clear = fupan(&["serve", "--listen", "0.0.0.0:0", "--data", &data]);
    assert_eq!(in_the_clear.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&in_the_clear.stderr).contains("--tls"));
}

#[test]
fn a_simulated_event_is_played_and_measured() {
    let folder = tempfile::tempdir().unwrap();
    let data = path(folder.path(), "data");
    let service = Served::of(&data, true);
    let load = |more: &[&str]| {
        let args = ["load", "--server", &service.url, "--seconds", "2", "--json"];
        let mut command = program(&[&args, more].concat());
        command
            .env("FUPAN_TOKEN", service.keeper())
            .output()
            .unwrap()
    };
    let told: Value = serde_json::from_str(&stdout(&load(&[
        "--boards",
        "20",
        "--rate",
        "5",
        "--readers",
        "3",
    ])))
    .unwrap();
    assert_eq!(told["acknowledged"], told["stored"], "{told}");
    assert_eq!(told["reading"]["saw_all"], 3, "{told}");
    // So many that each board got through some moves, however slow the machine.
    assert!(told["entries"].as_u64().unwrap() >= 20, "{told}");
    let ledger = told["ledger"].as_str().unwrap();
    let audit = fupan(&["audit", ledger, "--server", &service.url, "--json"]);
    let audit: Value = serde_json::from_str(&stdout(&audit)).unwrap();
    assert_eq!(audit["results"]["differ"].as_array().map_or(0, Vec::len), 0);

    // Batches go past the end of a game, whose successor is then paired.
    let args = [
        "--boards", "2", "--faster", "--batch", "450", "--ledger", "fast",
    ];
    let told: Value = serde_json::from_str(&stdout(&load(&args))).unwrap();
    assert_eq!(told["acknowledged"], told["stored"], "{told}");
    let again = load(&args);
    assert_eq!(again.status.code(), Some(1), "a ledger is opened once");
    assert!(service.stop());
}

/// The drill of docs/operations.md.
#[test]
fn a_copy_of_a_stopped_services_folder_is_a_backup() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let service = Served::of(&data, true);
    let show = |whence: [&str; 2]| {
        let args = ["show", "ledger", "lakeside", "--json"];
        let shown = stdout(&fupan(&[&args[..], &whence].concat()));
        serde_json::from_str::<Value>(&shown).unwrap()
    };
    let before = show(["--server", &service.url]);
    let keeper = service.keeper();
    assert!(service.stop());
    let copy = path(folder.path(), "copy");
    let copied = Command::new("cp").args(["-a", &data, &copy]).status();
    assert!(copied.unwrap().success());
    fs::remove_dir_all(&data).unwrap();
    stdout(&fupan(&["audit", "--data", &copy]));
    assert_eq!(show(["--data", &copy]), before);
    // In the folder's place it is the service again, with its tokens.
    fs::rename(&copy, &data).unwrap();
    let restored = Served::of(&data, false);
    assert_eq!(restored.get("/v1/tokens", &keeper).0, 200);
    assert_eq!(show(["--server", &restored.url]), before);
    assert!(restored.stop());
}

#[test]
fn what_is_no_service_is_told() {
    let ask = |url: &str, more: &[&str]| {
        let args = ["show", "ledger", "cup", "--json", "--server", url];
        fupan(&[&args, more].concat())
    };
    assert_eq!(refused(&ask("http://127.0.0.1:1", &[]))["code"], "server");
    assert_eq!(ask("venue", &[]).status.code(), Some(2));
    let clear = ask("http://venue.example", &["--token", "fupan_0"]);
    assert_eq!(clear.status.code(), Some(2));
}

/// A folder has one service: whoever comes second hears where to ask instead.
#[test]
fn a_folder_that_is_served_is_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let served = Served::of(&data, true);
    let pid = served.child.id().to_string();
    let file = path(folder.path(), "none.jsonl");
    fs::write(&file, "").unwrap();
    let verbs: [&[&str]; 6] = [
        &["serve", "--listen", "127.0.0.1:0"],
        &["show", "ledger", "lakeside"],
        &["audit"],
        &["rule", "lakeside", "r1-b1"],
        &["import", &file, "--ledger", "another"],
        &["export", "lakeside", "--csv", "out"],
    ];
    for verb in verbs {
        let output = fupan(&[verb, &["--data", &data]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{verb:?} {told}");
        let hint = format!(
            "is served by process {pid} at {0}: ask that service, with --server {0}",
            served.url
        );
        assert!(told.contains(&hint), "{verb:?} {told}");
    }
    // On the very address that the other listens on, too.
    let listen = served.url.strip_prefix("http://").unwrap();
    let output = fupan(&["serve", "--data", &data, "--listen", listen]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains(&pid),
        "{output:?}"
    );
    assert!(served.stop());
    stdout(&fupan(&["show", "ledger", "lakeside", "--data", &data]));
    assert!(Served::of(&data, false).stop());
}

/// A service that can't be asked is told of with what can be done.
#[test]
fn a_service_that_is_asked_the_wrong_way_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, secure) = (path(folder.path(), "plain"), path(folder.path(), "secure"));
    let plain = Served::of(&plain, true);
    let args = [
        "serve",
        "--data",
        &secure,
        "--listen",
        "127.0.0.1:0",
        "--tls",
    ];
    let secure = Served::start(&args, true);
    let bare = |served: &Served| served.url.split_once("://").unwrap().1.to_owned();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = free.local_addr().unwrap().to_string();
    drop(free);
    for (url, advice) in [
        (
            format!("http://{}", bare(&secure)),
            format!("ask for https://{}", bare(&secure)),
        ),
        (
            format!("https://{}", bare(&plain)),
            format!("ask for http://{}", bare(&plain)),
        ),
        (
            secure.url.clone(),
            "name the file with --certificate".to_owned(),
        ),
        (
            format!("http://{nobody}"),
            "nothing listens there: start the service (fupan serve)".to_owned(),
        ),
        (
            "http://nowhere.invalid".to_owned(),
            "no machine has that name here".to_owned(),
        ),
    ] {
        let output = fupan(&["show", "ledger", "cup", "--server", &url, "--json"]);
        let problem = refused(&output);
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            problem["code"] == "server" && detail.contains(&advice),
            "{url}: {detail}"
        );
    }
}
