//! Every file of the shared folder: counted games, games with clocks, odd and
//! broken files.

use super::*;

/// The files of one of its folders by name, or `None` where there is none.
fn folder(name: &str) -> Option<BTreeMap<String, Vec<u8>>> {
    let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
    let path = PathBuf::from(shared).join(name);
    let Ok(entries) = fs::read_dir(&path) else {
        eprintln!("passed over: no folder shared/data/{name}");
        return None;
    };
    let read = entries.map(|entry| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read(entry.path()).unwrap())
    });
    let files: BTreeMap<_, _> = read.collect();
    assert!(!files.is_empty(), "{}", path.display());
    Some(files)
}

fn is_sgf(file: &str) -> bool {
    file.strip_suffix(".sgf").is_some()
}

fn stem(file: &str) -> &str {
    file.strip_suffix(".sgf").unwrap()
}

/// A file, its bytes, and what became of it.
type Alone = (String, Vec<u8>, Result<(Replayed, ImportPlan), RecordError>);

/// A folder's SGF files, each in a ledger of its own.
fn each_alone(name: &str) -> Option<Vec<Alone>> {
    let files = folder(name)?.into_iter();
    let sgf = files.filter(|(file, _)| is_sgf(file));
    let imported = sgf.map(|(file, bytes)| {
        let mut ledger = new_ledger();
        let plan = import(&mut ledger, stem(&file), &bytes, &ImportOptions::default());
        if let Ok(plan) = &plan {
            check_schemas(&file, plan);
        }
        (file, bytes, plan.map(|plan| (ledger, plan)))
    });
    Some(imported.collect())
}

/// The files that can't be records, and why.
const REFUSED: [(&str, &str); 3] = [
    ("nul_file.sgf", "not SGF: "),
    (
        "pass_ss_18.sgf",
        "line 1, column 27: W[ss] is off the board",
    ),
    (
        "play_on_stone.sgf",
        "game 1, line 1, column 26: W[cc] is a stone on a black stone",
    ),
];

#[test]
fn exactly_the_files_that_are_no_records_are_refused() {
    for name in ["sgf-odd", "sgf-clock", "sgf-counted", "sgf-kgs-clock"] {
        let Some(files) = folder(name) else {
            continue;
        };
        let plan = |file: &str, bytes: &[u8]| {
            let file = SgfFile::read(bytes, stem(file))?;
            let new = TournamentState::default();
            from_sgf(&file, &ImportOptions::default(), &new, &|_| None)
        };
        let refused: Vec<(String, String)> = { files.into_iter() }
            .filter(|(file, _)| is_sgf(file))
            .filter_map(|(file, bytes)| Some((plan(&file, &bytes).err()?.to_string(), file)))
            .collect();
        let expected: &[_] = if name == "sgf-odd" { &REFUSED } else { &[] };
        assert_eq!(refused.len(), expected.len(), "{name}: {refused:?}");
        for ((why, file), (wanted, reason)) in refused.iter().zip(expected) {
            assert_eq!(file, wanted);
            assert!(why.starts_with(reason), "{file}: {why}");
        }
    }
}

/// What must be true of each file of `sgf-odd` that is a record, after
/// `expected.json`. A second game is checked where it is.
#[expect(clippy::too_many_lines, reason = "a table, one row a file")]
fn odd() -> Vec<(&'static str, Value)> {
    let one = |result: &str| json!({"moves": "b Q16", "black": "Q16", "result": result});
    let named =
        |name: &str| json!({"moves": "b Q16", "names": [name, "unknown"], "says": "read as"});
    vec![
        (
            "pass_tt_19",
            json!({"moves": "b Q16, w pass, b D4", "white": ""}),
        ),
        (
            "pass_tt_21",
            json!({"moves": "b Q18, w U2, b D6", "white": "U2", "size": 21}),
        ),
        (
            "pass_empty",
            json!({"moves": "b pass, w pass, b pass", "status": "ending"}),
        ),
        (
            "pass_spaces",
            json!({"moves": "b D16, w pass", "says": "expected an empty value for a pass"}),
        ),
        (
            "setup_then_black",
            json!({"handicap": 1, "black": "D16 Q16", "white": "Q4", "moves": "w Q4, b Q16"}),
        ),
        (
            "setup_then_black2",
            json!({"handicap": 0, "black": "D16 Q4", "white": "Q16", "moves": "b Q4, w Q16"}),
        ),
        (
            "same_colour_twice",
            json!({"moves": "b D16, b Q4, w D4", "black": "D16 Q4", "rulings": 0}),
        ),
        (
            "ae_midgame",
            json!({"black": "C3 G7", "white": "C7 E5", "rulings": 1}),
        ),
        (
            "setup_and_move_one_node",
            json!({"moves": "b C7", "black": "D6", "rulings": 1, "says": "which FF[4] forbids"}),
        ),
        (
            "compressed_points",
            json!({"black": "A7 A8 A9 B7 B8 B9 E5", "moves": ""}),
        ),
        ("escape", json!({"moves": "b A9, w B8"})),
        ("escape_semicolon_paren", json!({"moves": "b C7"})),
        (
            "unescaped_bracket",
            json!({"moves": "b C7", "says": "line 1, column 20: US: "}),
        ),
        (
            "no_open_paren",
            json!({"moves": "b C7, w G3", "says": "'(' before the game"}),
        ),
        (
            "trailing_garbage",
            json!({"moves": "b C7", "says": "text after the game"}),
        ),
        ("two_games", json!({"moves": "b C7", "says": "game 1 of 2"})),
        ("lowercase_ff3", json!({"moves": "b C7, w G3", "size": 9})),
        (
            "dup_property",
            json!({"moves": "b D16", "says": "expected one value"}),
        ),
        (
            "komi_fox",
            json!({"komi_qz": 15, "result": "black by count 3"}),
        ),
        (
            "komi_fox_moku",
            json!({"komi_qz": 13, "result": "black by count 1"}),
        ),
        (
            "komi_points_chinese",
            json!({"komi_qz": 15, "result": "black by count 3"}),
        ),
        ("result_fox_codes", one("white by forfeit")),
        (
            "sina_dialect_gb",
            json!({"names": ["甲", "乙"], "komi_qz": 15, "result": "black by count 11",
                   "time": {"kind": "byoyomi", "limit_ms": 4_200_000, "periods": 3, "period_ms": 15_000},
                   "moves": "b Q16, w D4"}),
        ),
        ("re_25", one("black by resignation")),
        ("re_26", one("white by count 1")),
        ("re_27", one("black by count 15")),
        ("re_28", one("black by ruling")),
        ("re_29", one("both_lose by ruling")),
        ("re_30", one("draw by ruling")),
        ("re_31", one("white by count 1")),
        ("re_32", one("white by time")),
        ("re_33", one("white by count 25")),
        ("enc_gb18030_noCA", named("聂卫平")),
        ("enc_big5_noCA", named("林海峰")),
        ("enc_shift_jis_noCA", named("井山裕太")),
        ("enc_euc_kr_noCA", named("이세돌")),
        ("enc_utf16_noCA", named("聂卫平")),
        (
            "enc_big5_trail_5c",
            json!({"names": ["許功蓋", "unknown"], "moves": "b Q16, w D4"}),
        ),
        (
            "enc_sjis_trail_5d",
            json!({"names": ["ソ能", "unknown"], "moves": "b Q16, w D4"}),
        ),
        (
            "enc_gbk_trail_5d",
            json!({"moves": "b Q16, w D4", "says": "read as "}),
        ),
        (
            "enc_truncated_utf8",
            json!({"moves": "b Q16", "says": "damaged"}),
        ),
        // The ko is retaken at once: it happened.
        ("ko_retake", json!({"white": "B8 C7 C9 D8", "rulings": 0})),
        // Two stones without liberties stand until somebody rules.
        (
            "suicide2",
            json!({"black": "A9 B9 J1 J2", "white": "A8 B8 C9", "rulings": 0}),
        ),
        (
            "clock_byoyomi_kgs",
            json!({"time": {"kind": "byoyomi", "limit_ms": 60_000, "periods": 5, "period_ms": 30_000}}),
        ),
        (
            "clock_canadian",
            json!({"time": {"kind": "moves_per_period", "limit_ms": 600_000, "moves": 25,
                            "period_ms": 300_000, "carry_over": false}}),
        ),
        (
            "komi_fox_50",
            json!({"komi_qz": 1, "handicap": 2, "return_qz": 0, "white": "D16", "black": "D4 Q16"}),
        ),
        (
            "korean_dialect_euckr",
            json!({"komi_qz": 13, "result": "white by resignation", "moves": "b Q16, w D4"}),
        ),
        ("copyright_lower", json!({"moves": "b Q16, w D4"})),
        (
            "ha_text",
            json!({"handicap": 0, "moves": "b Q16", "says": "read as an even game"}),
        ),
        (
            "mail_header",
            json!({"moves": "b A19, w B19", "says": "text before the game"}),
        ),
    ]
}

#[test]
fn odd_files_show_what_they_say() {
    let (Some(files), Some(all)) = (each_alone("sgf-odd"), folder("sgf-odd")) else {
        return;
    };
    let table = odd();
    let expected: BTreeMap<String, String> = serde_json::from_slice(&all["expected.json"]).unwrap();
    let refused = REFUSED.iter().map(|(file, _)| (*file).to_owned());
    let mut known: Vec<String> = table
        .iter()
        .map(|(s, _)| format!("{s}.sgf"))
        .chain(refused)
        .collect();
    known.sort();
    assert_eq!(known, expected.keys().cloned().collect::<Vec<_>>());
    for (file, _, result) in files {
        let Ok((ledger, plan)) = result else {
            continue;
        };
        let (_, wanted) = table.iter().find(|(s, _)| *s == stem(&file)).unwrap();
        check(&file, &shown(&ledger, &plan.games[0].game), wanted);
        if file == "two_games.sgf" {
            let second = shown(&ledger, &plan.games[1].game);
            check(
                &file,
                &second,
                &json!({"moves": "b D6", "says": "game 2 of 2"}),
            );
        }
        for game in &plan.games {
            check_round_trip(&ledger, &game.game);
        }
    }
}

#[test]
fn counted_games_have_the_moves_komi_and_margin_of_their_facts() {
    let (Some(files), Some(all)) = (each_alone("sgf-counted"), folder("sgf-counted")) else {
        return;
    };
    let facts: Vec<Value> = serde_json::from_slice(&all["facts.json"]).unwrap();
    // Zi in quarters: the file has them as decimals.
    let quarters = |value: &Value| {
        let text = value.to_string();
        let (whole, part) = text.split_once('.').unwrap();
        let part = match part {
            "0" => 0,
            "25" => 1,
            "5" => 2,
            "75" => 3,
            _ => panic!("{text}"),
        };
        let sign = if text.starts_with('-') { -1 } else { 1 };
        whole.parse::<i64>().unwrap() * 4 + sign * part
    };
    assert_eq!(files.len(), facts.len());
    for ((file, bytes, result), fact) in files.into_iter().zip(&facts) {
        assert_eq!(fact["file"], json!(file));
        let (ledger, plan) = result.unwrap();
        let game = shown(&ledger, &plan.games[0].game);
        // Where a file's first '(' is lost, the facts count from the first that
        // is there and miss the moves before it.
        let text = String::from_utf8_lossy(&bytes);
        let before = text.find('(').map_or("", |at| &text[..at]);
        let missed = before.matches(";B[").count() + before.matches(";W[").count();
        let counted = game.view.position.moves - missed;
        assert_eq!(json!(counted), fact["moves"], "{file}");
        let regulations = &game.state.terms.regulations;
        assert_eq!(regulations.komi_qz.0, quarters(&fact["komi_zi"]), "{file}");
        let stones = fact["handicap"].as_u64().unwrap();
        // A handicap of one is only the first move.
        let stones = if stones == 1 { 0 } else { stones };
        assert_eq!(u64::from(game.state.handicap_stones), stones, "{file}");
        assert_eq!(
            regulations.handicap_return_qz.0,
            if stones > 0 { 2 } else { 0 },
            "{file}"
        );
        let result = game.view.result.unwrap();
        assert_eq!(json!(result.by), json!("count"), "{file}");
        let signed = |outcome: fupan_domain::event::Outcome, margin: i64| {
            if outcome.winner() == Some(Colour::White) {
                -margin
            } else {
                margin
            }
        };
        let margin = signed(result.outcome, result.margin_qz.unwrap().0);
        assert_eq!(margin, quarters(&fact["result_zi_in_file"]), "{file}");
        check_round_trip(&ledger, &plan.games[0].game);
    }
}

/// Checks the clock of a game after each move against the reading of the file.
fn check_readings(file: &str, record: &Record, ledger: &Replayed, game: &GameId) -> usize {
    let folded = ledger.game(game).unwrap().state;
    // Handicap stones that the file has as moves.
    let skipped = record.moves().count() - folded.course.moves.len();
    let moves = record.nodes.iter().filter(|node| !node.steps.is_empty());
    let mut nodes = moves.skip(skipped);
    let mut state = GameState::new(folded.paired.clone());
    let (mut over, mut last, mut checked) = (PerColour::default(), None, 0);
    for fact in folded.record.facts() {
        let is_move = matches!(
            fact.kind,
            FactKind::Event(GameEvent::StonePlayed(_) | GameEvent::TurnPassed(_))
        );
        if is_move {
            checked += usize::from(check_reading(file, record, last, &state, &mut over));
            last = nodes.next();
        }
        state.push(fact.clone());
    }
    checked += usize::from(check_reading(file, record, last, &state, &mut over));
    for n in [1, folded.course.moves.len() / 2] {
        let view = ledger.game_view(game, Moment::Move(n)).unwrap().unwrap();
        let node = record.nodes.iter().filter(|node| !node.steps.is_empty());
        let node = node.skip(skipped).nth(n - 1).unwrap();
        let (colour, left) = (Colour::BOTH[usize::from(is_white(node))], &view.clock);
        let shown = left[colour].period_left_ms.or(left[colour].left_ms);
        if let Some(said) = node.clock[colour].left {
            assert_eq!(shown, Some(said), "{file}: move {n}");
        }
    }
    checked
}

fn is_white(node: &Node) -> bool {
    use Action::{Pass, Play};
    let white = Colour::White;
    matches!(&node.steps[0].action, Play { colour, .. } | Pass { colour } if *colour == white)
}

/// Checks the clocks after a node; whether it read that of the side that moved.
fn check_reading(
    file: &str,
    record: &Record,
    node: Option<&Node>,
    state: &GameState,
    over: &mut PerColour<bool>,
) -> bool {
    let Some(node) = node else { return false };
    for colour in Colour::BOTH {
        over[colour] |= node.clock[colour].overtime.is_some();
    }
    let colour = Colour::BOTH[usize::from(is_white(node))];
    let (shown, said) = (state.clock.view()[colour], node.clock[colour]);
    // Past its end KGS counts on below zero, which is no reading.
    let Some(left) = said.left.filter(|left| left.0 >= 0) else {
        return false;
    };
    let place = format!("{file}, {}", node.place);
    if !over[colour] {
        assert_eq!(shown.left_ms, Some(left), "{place}");
        assert!(!shown.in_overtime.unwrap_or(false), "{place}");
        if !matches!(record.overtime, Some(sgf::Overtime::Fischer { .. })) {
            assert_eq!(
                shown.used_ms,
                record.main_time.map(|main| main - left),
                "{place}"
            );
        }
        return true;
    }
    assert_eq!(
        (shown.used_ms, shown.left_ms),
        (None, Some(Millis::ZERO)),
        "{place}"
    );
    assert_eq!(shown.in_overtime, Some(true), "{place}");
    assert_eq!(shown.period_left_ms, Some(left), "{place}");
    match said.overtime {
        Some(OvertimeLeft::Periods(n)) => assert_eq!(shown.periods_left, Some(n), "{place}"),
        Some(OvertimeLeft::Moves(n)) => assert_eq!(shown.moves_left, Some(n), "{place}"),
        // KGS leaves the number out at the very end of a game.
        None => {}
        Some(OvertimeLeft::Unclear(_)) => panic!("{place}: unclear"),
    }
    true
}

#[test]
fn clocks_show_what_the_files_read() {
    for name in ["sgf-kgs-clock", "sgf-clock"] {
        let mut checked = 0;
        for (file, bytes, result) in each_alone(name).into_iter().flatten() {
            let (ledger, plan) = result.unwrap();
            let record = sgf::read(&bytes).unwrap().games.remove(0);
            let game = &plan.games[0].game;
            checked += check_readings(&file, &record, &ledger, game);
            check_round_trip(&ledger, game);
        }
        let is_there = folder(name).is_some();
        assert!(
            checked > 500 || !is_there,
            "{name}: only {checked} readings"
        );
    }
}

#[test]
fn all_files_go_into_one_ledger() {
    let mut ledger = new_ledger();
    let options = ImportOptions {
        imported_at: Some("2026-01-02T03:04:05.000Z".parse().unwrap()),
        ..ImportOptions::default()
    };
    let (mut games, mut kept) = (0, Vec::new());
    for name in ["sgf-odd", "sgf-clock", "sgf-counted", "sgf-kgs-clock"] {
        for (file, bytes) in folder(name).into_iter().flatten() {
            let Some(stem) = file.strip_suffix(".sgf") else {
                continue;
            };
            if let Ok(plan) = import(&mut ledger, stem, &bytes, &options) {
                games += plan.games.len();
                kept.push((stem.to_owned(), bytes, plan));
            }
        }
    }
    if kept.is_empty() {
        return;
    }
    let tournament = ledger.ledger.tournament().clone();
    assert_eq!(tournament.games.len(), games);
    assert_eq!(games, 20 + 30 + 40 + 53 - REFUSED.len() + 1);
    let size = ledger.log.entries().len();
    for (stem, bytes, plan) in kept {
        let again = import(&mut ledger, &stem, &bytes, &options).unwrap();
        assert!(again.games.iter().all(|game| game.is_there), "{stem}");
        let record = &sgf::read(&bytes).unwrap().games[0];
        let game = shown(&ledger, &plan.games[0].game);
        let played = moves(&game.state);
        let last = record.moves().last().map(|(_, colour, point)| {
            let point = point.map_or("pass".to_owned(), |p| p.to_string());
            format!("{} {point}", &colour.name()[..1])
        });
        assert!(last.is_none_or(|last| played.ends_with(&last)), "{stem}");
        let name = game.view.names.black.unwrap();
        let said = &record.players.black.name;
        assert!(
            *said == name || said.is_empty() || said.contains('\u{fffd}'),
            "{stem}: {name}"
        );
    }
    assert_eq!(ledger.log.entries().len(), size);
}

/// What the rule book says about these games, as docs/findings-on-real-games.md
/// explains it: in all others it has nothing to say.
const FOUND: [(&str, &str, &str); 6] = [
    ("counted-10", "MV-7", "lapsed"),
    ("counted-17", "MV-7", "lapsed"),
    ("ko_retake", "MV-5", "open"),
    ("pass_empty", "EN-4", "automatic"),
    ("same_colour_twice", "MV-7", "lapsed"),
    ("suicide2", "MV-4", "open"),
];

#[test]
fn real_games_give_no_false_finding() {
    let mut found = Vec::new();
    let mut all = 0;
    for name in ["sgf-odd", "sgf-clock", "sgf-counted", "sgf-kgs-clock"] {
        let taken = each_alone(name).into_iter().flatten();
        for (file, _, imported) in taken {
            let Ok((ledger, plan)) = imported else {
                continue;
            };
            for game in &plan.games {
                all += 1;
                for finding in shown(&ledger, &game.game).view.findings {
                    let rule = finding.id.split('@').next().unwrap().to_owned();
                    found.push((stem(&file).to_owned(), rule, finding.status.name()));
                }
            }
        }
    }
    if all > 0 {
        found.sort();
        let found: Vec<(&str, &str, &str)> = found
            .iter()
            .map(|(f, r, s)| (f.as_str(), r.as_str(), *s))
            .collect();
        assert_eq!(found, FOUND);
    }
}
