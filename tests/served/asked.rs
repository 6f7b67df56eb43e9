//! The command line asks a service as it asks a folder: what is read, what is written
//! out, what goes in.

use crate::*;

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
