//! SGF files taken over into ledgers in memory: small ones written here, and
//! every file of the shared folder, which is passed over by name where it is
//! missing. What a view then shows must be what the file says.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan_domain::{
    Colour, Millis,
    board::Point,
    colour::PerColour,
    event::GameEvent,
    game::{FactKind, GameState},
    ids::GameId,
    rulebook::EditionId,
    sgf::{self, Action, Node, OvertimeLeft, Record},
    tournament::TournamentState,
};
use fupan_replay::{
    drafts::Replayed,
    records::{Headings, ImportOptions, ImportPlan, RecordError, SgfFile, from_sgf, to_sgf},
    schema,
    views::{GameView, Moment},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::PathBuf};

fn new_ledger() -> Replayed {
    Replayed::new("record".parse().unwrap())
}

/// Takes a file over; nothing of it where it is refused.
fn import(
    ledger: &mut Replayed,
    stem: &str,
    bytes: &[u8],
    options: &ImportOptions,
) -> Result<ImportPlan, RecordError> {
    let file = SgfFile::read(bytes, stem)?;
    let people = |commitment| ledger.log.people().get(&commitment).cloned();
    let plan = from_sgf(&file, options, ledger.ledger.tournament(), &people)?;
    for draft in plan.drafts.clone() {
        let shown = format!("{stem}: {draft:?}");
        ledger.add(draft).unwrap_or_else(|e| panic!("{shown}: {e}"));
    }
    Ok(plan)
}

/// The drafts are such as could have come from outside.
fn check_schemas(stem: &str, plan: &ImportPlan) {
    for draft in &plan.drafts {
        let value = serde_json::to_value(draft).unwrap();
        if let Err(faults) = schema::check_draft(&value) {
            panic!("{stem}: {faults:?} in {value}");
        }
    }
}

/// A game of a ledger, as it stands and as it is shown.
struct Shown {
    state: GameState,
    view: GameView,
    statement: String,
}

fn shown(ledger: &Replayed, game: &GameId) -> Shown {
    let state = ledger.game(game).unwrap().state;
    let statements = state.record.facts().iter().filter_map(|fact| {
        let FactKind::Event(event) = &fact.kind else {
            return None;
        };
        match event {
            GameEvent::StatementTaken(taken) => taken.text.clone(),
            _ => None,
        }
    });
    let statement = statements.collect::<Vec<_>>().join("\n");
    assert_eq!(state.faults, [], "{game}");
    assert_eq!(state.remarks, [], "{game}");
    Shown {
        statement,
        view: ledger.game_view(game, Moment::Last).unwrap().unwrap(),
        state,
    }
}

fn at_move(ledger: &Replayed, game: &GameId, n: usize) -> Value {
    let view = ledger.game_view(game, Moment::Move(n)).unwrap().unwrap();
    serde_json::to_value(view).unwrap()
}

fn moves(state: &GameState) -> String {
    let text = |m: &fupan_domain::game::Move| {
        let point = m.point.map_or("pass".to_owned(), |p| p.to_string());
        format!("{} {point}", &m.colour.name()[..1])
    };
    let moves: Vec<String> = state.course.moves.iter().map(text).collect();
    moves.join(", ")
}

/// Stones of a side, in the order of their names.
fn stones(state: &GameState, colour: Colour) -> String {
    let board = &state.course.board;
    let points = board.points().filter(|p| board.at(*p) == Some(colour));
    let mut names: Vec<String> = points.map(|p: Point| p.to_string()).collect();
    names.sort();
    names.join(" ")
}

/// What is asked of a game, in few words.
fn summary(game: &Shown) -> Value {
    let Shown { state, view, .. } = game;
    let regulations = &state.terms.regulations;
    let result = view.result.map(|result| {
        let margin = result
            .margin_qz
            .map_or(String::new(), |m| format!(" {}", m.0));
        let words = |value: Value| value.as_str().unwrap().to_owned();
        let outcome = words(json!(result.outcome));
        format!("{outcome} by {}{margin}", words(json!(result.by)))
    });
    json!({
        "size": view.position.size,
        "moves": moves(state),
        "black": stones(state, Colour::Black),
        "white": stones(state, Colour::White),
        "to_play": view.position.to_play,
        "names": [view.names.black, view.names.white],
        "komi_qz": regulations.komi_qz,
        "handicap": state.handicap_stones,
        "return_qz": regulations.handicap_return_qz,
        "time": regulations.time,
        "result": result,
        "status": view.status,
        "rulings": view.rulings.len(),
        "edition": state.paired.edition.id,
    })
}

/// Checks what is asked of a game: each key of `expected` is that of its
/// summary; `says` is a part of its statement.
fn check(file: &str, game: &Shown, expected: &Value) {
    let summary = summary(game);
    for (key, wanted) in expected.as_object().unwrap() {
        if key == "says" {
            let part = wanted.as_str().unwrap();
            assert!(game.statement.contains(part), "{file}: {}", game.statement);
        } else {
            assert_eq!(summary.get(key), Some(wanted), "{file}: {key}");
        }
    }
}

/// The only game of a text, in a ledger of its own.
fn only(text: &str) -> (Replayed, Shown) {
    let mut ledger = new_ledger();
    let plan = import(
        &mut ledger,
        "game",
        text.as_bytes(),
        &ImportOptions::default(),
    )
    .unwrap();
    check_schemas("game", &plan);
    let [game] = plan.games.as_slice() else {
        panic!("{} games", plan.games.len());
    };
    let game = shown(&ledger, &game.game);
    (ledger, game)
}

fn checked(text: &str, expected: &Value) {
    check(text, &only(text).1, expected);
}

#[test]
fn a_ledger_is_opened_by_the_files_own_headers() {
    let (ledger, game) = only(
        "(;FF[4]SZ[9]EV[Spring Cup]PC[Hefei]RO[3 (final)]DT[2019-05-04]KM[7.5]\
         PB[Ann Lee]BR[3d]PW[Bo Chen]WR[5 dan pro]RE[B+R];B[cc];W[gg])",
    );
    let tournament = ledger.ledger.tournament();
    let opening = tournament.opening.as_ref().unwrap();
    assert_eq!(opening.name, "Spring Cup");
    assert_eq!(opening.place.as_deref(), Some("Hefei"));
    assert_eq!(opening.at.to_string(), "2019-05-04T00:00:00.000Z");
    assert_eq!((game.view.round, game.view.board), (3, 1));
    let ranks: Vec<_> = tournament
        .players
        .values()
        .map(|p| p.registered.dan.clone())
        .collect();
    assert_eq!(ranks, [Some("3d".to_owned()), Some("5p".to_owned())]);
    check(
        "headers",
        &game,
        &json!({"names": ["Ann Lee", "Bo Chen"], "moves": "b C7, w G3", "status": "finished",
                "result": "black by resignation", "edition": "cn-2002"}),
    );
}

#[test]
fn names_are_kept_beside_the_log_and_not_in_it() {
    let (ledger, game) = only(
        "(;SZ[9]GN[Lee against Chen]PB[Ann Lee]PW[聂卫平]C[Ann Lee smiles]GC[by Bo]\
         RE[聂卫平中盘胜]US[Chen [3d]];B[cc]C[Lee])",
    );
    for sealed in ledger.log.entries() {
        let text = String::from_utf8(sealed.bytes.to_vec()).unwrap();
        for name in ["Lee", "ann-lee", "聂", "Chen", "Bo"] {
            assert!(!text.contains(name), "{name} in {text}");
        }
    }
    assert_eq!(game.view.names.white.as_deref(), Some("聂卫平"));
    assert!(
        game.statement
            .contains("The result as written: white中盘胜")
    );
}

#[test]
fn what_the_file_leaves_open_is_unknown() {
    let (_, game) = only("(;SZ[9];B[cc])");
    check(
        "bare",
        &game,
        &json!({"names": ["unknown", "unknown"], "result": null, "status": "playing",
                "time": {"kind": "none"}, "says": "does not say: Black's name"}),
    );
    assert_ne!(game.view.players.black, game.view.players.white);
    let clock = game.view.clock.black;
    assert_eq!((clock.used_ms, clock.left_ms), (None, None));
}

#[test]
fn the_edition_is_the_callers_for_a_new_ledger() {
    let mut ledger = new_ledger();
    let options = ImportOptions {
        edition: EditionId::Cn1988,
        ..ImportOptions::default()
    };
    let plan = import(&mut ledger, "old", b"(;SZ[9];B[cc];AW[dd])", &options).unwrap();
    let game = shown(&ledger, &plan.games[0].game);
    check(
        "1988",
        &game,
        &json!({"edition": "cn-1988", "komi_qz": 11, "white": "D6"}),
    );
    assert_eq!(game.view.rulings[0].article, "cn-1988:25.1");
}

#[test]
fn black_stones_before_whites_first_move_are_a_handicap() {
    let two = json!({"handicap": 2, "black": "D4 Q16", "to_play": "black", "moves": "w D16"});
    for text in [
        "(;HA[2]AB[pd][dp];W[dd])",
        "(;AB[pd][dp];W[dd])",
        "(;HA[2]KM[0.5];B[pd];B[dp];W[dd])",
    ] {
        checked(text, &two);
    }
    checked(
        "(;AB[pd][dp]PL[W])",
        &json!({"handicap": 2, "to_play": "white"}),
    );
    // Black to move: a position, as of a game that goes on.
    checked(
        "(;AB[pd][dp];B[dd])",
        &json!({"handicap": 0, "black": "D16 D4 Q16", "moves": "b D16"}),
    );
    checked(
        "(;SZ[9]AB[cc]AW[gg];B[ee])",
        &json!({"handicap": 0, "black": "C7 E5", "white": "G3", "moves": "b E5"}),
    );
    // Stones that are announced and nowhere to be seen.
    checked(
        "(;HA[3];W[dd])",
        &json!({"handicap": 0, "moves": "w D16", "says": "handicap stones are missing"}),
    );
}

#[test]
fn what_clocks_showed_while_handicap_stones_were_put_is_kept() {
    let (ledger, game) = only("(;HA[2]TM[60];B[pd]BL[59];B[dp]BL[57.5];W[dd]WL[58])");
    let before = at_move(&ledger, game.state.game(), 0);
    assert_eq!(before["clock"]["black"]["left_ms"], json!(57_500));
    assert_eq!(before["position"]["rows"][3], json!("...............X..."));
    assert_eq!(game.view.clock.black.left_ms.unwrap().0, 57_500);
    assert_eq!(game.view.clock.black.used_ms.unwrap().0, 2_500);
    assert_eq!(game.view.clock.white.used_ms.unwrap().0, 2_000);
}

#[test]
fn byo_yomi_that_is_set_back_tells_no_time_used() {
    let text = "(;TM[60]OT[3x30 byo-yomi];B[pd]BL[12];W[dp]WL[41];B[pp]BL[30]OB[3];\
                W[dd]WL[31];B[qq]BL[30]OB[1])";
    let (ledger, game) = only(text);
    let clock = |n, colour: &str| at_move(&ledger, game.state.game(), n)["clock"][colour].clone();
    let main = clock(1, "black");
    assert_eq!(
        (&main["used_ms"], &main["left_ms"]),
        (&json!(48_000), &json!(12_000))
    );
    assert_eq!(main["in_overtime"], json!(false));
    let over = clock(3, "black");
    assert_eq!(
        (&over["used_ms"], &over["left_ms"]),
        (&json!(null), &json!(0))
    );
    assert_eq!(
        (&over["periods_left"], &over["in_overtime"]),
        (&json!(3), &json!(true))
    );
    assert_eq!(game.view.clock.black.periods_left, Some(1));
    assert_eq!(game.view.clock.black.used_ms, None);
    assert_eq!(game.view.clock.white.used_ms.unwrap().0, 29_000);
}

#[test]
fn every_kind_of_time_control_is_taken_over() {
    for (headers, time) in [
        ("", json!({"kind": "none"})),
        ("TM[0]", json!({"kind": "none"})),
        ("TM[600]", json!({"kind": "absolute", "limit_ms": 600_000})),
        (
            "TM[0]OT[5x15 byo-yomi]",
            json!({"kind": "byoyomi", "limit_ms": 0, "periods": 5, "period_ms": 15_000}),
        ),
        (
            "TM[600]OT[25/300 Canadian]",
            json!({"kind": "moves_per_period", "limit_ms": 600_000, "moves": 25,
                   "period_ms": 300_000, "carry_over": false}),
        ),
        (
            "TM[180]OT[2 fischer]",
            json!({"kind": "fischer", "limit_ms": 180_000, "increment_ms": 2_000}),
        ),
        // No guess is made of what is missing or not understood.
        ("OT[5x15 byo-yomi]", json!({"kind": "none"})),
        ("TM[60]OT[hourglass]", json!({"kind": "none"})),
        ("TM[60]OT[5000x30 byo-yomi]", json!({"kind": "none"})),
    ] {
        checked(&format!("(;{headers};B[pd])"), &json!({"time": time}));
    }
}

#[test]
fn moves_left_and_both_clocks_of_a_node_are_taken_over() {
    let (_, game) =
        only("(;TM[60]OT[10/30 Canadian];B[pd]BL[30]OB[10]WL[55];W[dp]WL[28]OW[9]BL[27]OB[8])");
    let clock = serde_json::to_value(game.view.clock).unwrap();
    assert_eq!(clock["black"]["moves_left"], json!(8));
    assert_eq!(clock["black"]["period_left_ms"], json!(27_000));
    assert_eq!(clock["white"]["moves_left"], json!(9));
    assert_eq!(clock["white"]["period_left_ms"], json!(28_000));
}

#[test]
fn stones_set_in_the_middle_stand_by_a_ruling() {
    let text = "(;SZ[9];B[cc];W[gg];B[cg];AE[gg]AW[cc]AB[gc];W[ee])";
    let (ledger, game) = only(text);
    check(
        "setup",
        &game,
        &json!({"black": "C3 G7", "white": "C7 E5", "rulings": 1, "moves": "b C7, w G3, b C3, w E5"}),
    );
    let before = at_move(&ledger, game.state.game(), 3);
    assert_eq!(before["rulings"], json!([]));
    let ruling = &game.view.rulings[0];
    assert_eq!(ruling.article, "cn-2002:30.6");
    assert_eq!(
        json!(ruling.orders),
        json!([
            {"do": "remove_stones", "points": ["G3", "C7"]},
            {"do": "restore_stones", "colour": "black", "points": ["G7"]},
            {"do": "restore_stones", "colour": "white", "points": ["C7"]},
        ])
    );
    // What stands already needs no ruling.
    checked("(;SZ[9];B[cc];AB[cc]AE[dd];W[gg])", &json!({"rulings": 0}));
}

#[test]
fn a_result_claims_no_more_than_the_file_says() {
    for (re, result) in [
        ("B+R", json!("black by resignation")),
        ("W+3.5", json!("white by count 7")),
        ("W+T", json!("white by time")),
        ("B+F", json!("black by forfeit")),
        ("W+0.02", json!("white by forfeit")),
        ("W+J", json!("white by ruling")),
        ("0", json!("draw by ruling")),
        ("双方负", json!("both_lose by ruling")),
        ("Void", json!("no_result by ruling")),
        ("?", json!(null)),
    ] {
        let text = format!("(;CA[UTF-8]KM[7.5]RE[{re}];B[pd])");
        let (_, game) = only(&text);
        let says = format!("The result as written: {re}\n");
        check(re, &game, &json!({"result": result, "says": says}));
        if let Some(result) = game.view.result {
            assert_eq!(json!(result.state), json!("provisional"));
        }
    }
}

#[test]
fn a_stone_on_a_stone_is_refused_with_its_place() {
    let mut ledger = new_ledger();
    let text = b"(;SZ[9];B[aa])(;SZ[9];B[cc]\n;W[gg];B[gg])";
    let refused = import(&mut ledger, "x", text, &ImportOptions::default()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "game 2, line 2, column 9: B[gg] is a stone on a white stone: expected an empty point"
    );
    assert_eq!(refused.game(), Some(2));
    assert_eq!((refused.field(), refused.value()), (Some("B"), Some("gg")));
    assert_eq!(ledger.log.entries().len(), 0);
    // The point is free once the stone was taken.
    checked(
        "(;SZ[9];B[aa];W[ab];B[ee];W[ba];B[cc];W[aa])",
        &json!({"white": "A8 A9 B9"}),
    );
}

#[test]
fn a_suicides_stones_stand_unless_the_file_contradicts_it() {
    let suicide = "(;SZ[9];B[ii];W[ab];B[ih];W[ba];B[aa]";
    checked(&format!("{suicide})"), &json!({"black": "A9 J1 J2"}));
    // White plays where the stone was: it had been taken off with the move.
    checked(
        &format!("{suicide};W[ee];B[aa];W[bb];B[cc];W[aa])"),
        &json!({"white": "A8 A9 B8 B9 E5", "says": "a suicide's stones"}),
    );
}

#[test]
fn the_same_file_comes_in_once() {
    let mut ledger = new_ledger();
    let text = b"(;SZ[9]PB[Ann]PW[Bo];B[cc])(;SZ[9]PB[Bo]PW[Ann];B[dd])";
    let options = ImportOptions::default();
    let first = import(&mut ledger, "two", text, &options).unwrap();
    let size = ledger.log.entries().len();
    let again = import(&mut ledger, "renamed", text, &options).unwrap();
    assert_eq!(ledger.log.entries().len(), size);
    assert_eq!(again.drafts, []);
    assert!(again.games.iter().all(|game| game.is_there));
    let ids = |plan: &ImportPlan| {
        let games = plan.games.iter();
        games
            .map(|g| (g.game.clone(), g.started, g.players.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&first), ids(&again));
    // To hand the same drafts in again is a retry.
    for draft in first.drafts {
        ledger.add(draft).unwrap();
    }
    assert_eq!(ledger.log.entries().len(), size);
    let known = |game: &fupan_replay::records::PlannedGame| {
        ledger
            .log
            .entries()
            .iter()
            .any(|entry| entry.id == game.started)
    };
    assert!(first.games.iter().all(known));
}

#[test]
fn an_existing_ledger_gets_only_what_it_misses() {
    let mut ledger = new_ledger();
    let options = ImportOptions::default();
    let take = |ledger: &mut Replayed, stem: &str, text: &str| {
        import(ledger, stem, text.as_bytes(), &options).unwrap()
    };
    take(&mut ledger, "a", "(;SZ[9]PB[Ann]PW[Bo];B[cc])");
    let plan = take(&mut ledger, "game-2", "(;SZ[9]PB[Bo]PW[Cy]RO[1];B[cc])");
    let types: Vec<&str> = plan.drafts.iter().map(|d| &*d.type_name).collect();
    assert_eq!(
        types,
        [
            "player_registered",
            "round_paired",
            "game_started",
            "stone_played",
            "statement_taken"
        ]
    );
    let third = take(&mut ledger, "game-2", "(;SZ[9]PB[Cy]PW[Ann];B[dd])");
    assert_eq!(third.games[0].game.as_str(), "game-2-2");
    assert_eq!(third.games[0].players.black, plan.games[0].players.white);
    let tournament = ledger.ledger.tournament();
    let boards = tournament.games.values().map(|g| g.pairing.board);
    let boards: std::collections::BTreeSet<u32> = boards.collect();
    assert_eq!((tournament.players.len(), boards), (3, [1, 2, 3].into()));
    // Both sides under one name are two people.
    let same = take(&mut ledger, "same", "(;SZ[9]PB[Guest]PW[Guest];B[cc])");
    assert_ne!(same.games[0].players.black, same.games[0].players.white);
    let again = take(&mut ledger, "same-2", "(;SZ[9]PB[Guest]PW[Guest];B[dd])");
    assert_eq!(same.games[0].players, again.games[0].players);
}

#[test]
fn regulations_of_a_game_differ_only_where_the_file_does() {
    let mut ledger = new_ledger();
    let text = b"(;SZ[19]KM[7.5];B[pd])(;SZ[9]KM[6.5]TM[60];B[cc])";
    let plan = import(&mut ledger, "two", text, &ImportOptions::default()).unwrap();
    let started: Vec<&Value> = { plan.drafts.iter() }
        .filter(|draft| &*draft.type_name == "game_started")
        .map(|draft| draft.data.get("regulations").unwrap_or(&Value::Null))
        .collect();
    let second =
        json!({"board": 9, "komi_qz": 13, "time": {"kind": "absolute", "limit_ms": 60_000}});
    assert_eq!(started, [&Value::Null, &second]);
}

#[test]
fn a_ledger_without_an_organiser_needs_a_named_official() {
    let (ledger, _) = only("(;SZ[9];B[cc])");
    let mut tournament = ledger.ledger.tournament().clone();
    for office in tournament.officials.values_mut().flatten() {
        office.in_office = false;
    }
    let file = SgfFile::read(b"(;SZ[9];B[dd])", "x").unwrap();
    let nobody = |_| None;
    let plan = |options: &ImportOptions| from_sgf(&file, options, &tournament, &nobody);
    let refused = plan(&ImportOptions::default()).unwrap_err();
    assert!(
        matches!(refused, RecordError::NoOrganiser { .. }),
        "{refused}"
    );
    let named = ImportOptions {
        actor: Some("arb-1".parse().unwrap()),
        ..ImportOptions::default()
    };
    let drafts = plan(&named).unwrap().drafts;
    assert!(drafts.iter().all(|draft| draft.actor.as_str() == "arb-1"));
}

/// A game exported and taken over again: what it then is.
fn round_trip(ledger: &Replayed, game: &GameId) -> (Record, Shown) {
    let people = |commitment| ledger.log.people().get(&commitment).cloned();
    let state = ledger.game(game).unwrap().state;
    let headings = Headings::of(&state, ledger.ledger.tournament(), &people);
    let record = to_sgf(&state, &headings);
    let text = sgf::write(&record);
    let mut again = new_ledger();
    let plan = import(
        &mut again,
        "again",
        text.as_bytes(),
        &ImportOptions::default(),
    )
    .unwrap_or_else(|e| panic!("{game}: {e} in {text}"));
    (record, shown(&again, &plan.games[0].game))
}

/// Checks that a game comes back from SGF: rows after each move, moves,
/// players, result, and what the clocks show.
fn check_round_trip(ledger: &Replayed, game: &GameId) {
    let before = shown(ledger, game);
    let (_, after) = round_trip(ledger, game);
    let of = |shown: &Shown| {
        let mut summary = summary(shown);
        let map = summary.as_object_mut().unwrap();
        // SGF has no word for these.
        map.remove("return_qz");
        map.remove("edition");
        map.remove("rulings");
        (
            summary,
            json!(shown.view.position.rows),
            json!(shown.view.clock),
            shown.view.round,
        )
    };
    assert_eq!(of(&before), of(&after), "{game}");
    let history = |shown: &Shown| {
        let history = &shown.state.course.history;
        let positions = (0..history.len()).map(|n| history.get(n).unwrap().0);
        positions.collect::<Vec<_>>()
    };
    assert_eq!(history(&before), history(&after), "{game}");
}

#[test]
fn a_game_comes_back_from_its_sgf() {
    for text in [
        "(;SZ[9]EV[Cup]RO[2]DT[2019-05-04]PB[Ann]BR[3d]PW[聂卫平]KM[6.5]RE[B+R]\
         TM[60]OT[5x30 byo-yomi];B[cc]BL[50];W[gg]WL[55];B[]BL[30]OB[4])",
        "(;HA[2]AB[pd][dp]KM[0.5]RE[W+3.5];W[dd];B[qq])",
        "(;HA[2]TM[60];B[pd]BL[59];B[dp]BL[57];W[dd])",
        "(;SZ[9]AB[cc]AW[gg]RE[0];B[ee];W[ef])",
        "(;SZ[9]RE[W+F];B[cc];W[gg];B[cg];AE[gg]AW[cc]AB[gc];W[ee])",
        "(;SZ[9]RE[Void];B[ii];W[ab];B[ih];W[ba];B[aa])",
        "(;SZ[9]RE[B+];B[ii];W[ab];B[ih];W[ba];B[aa];W[ee];B[aa];W[bb];B[cc];W[aa])",
        "(;SZ[9]RE[双方负];B[cc];B[dd];W[ee])",
    ] {
        let (ledger, game) = only(text);
        check_round_trip(&ledger, game.state.game());
    }
}

#[test]
fn rulings_stand_as_comments_of_an_exported_game() {
    let (ledger, game) = only("(;SZ[9];B[cc];AB[dd];W[ee])");
    let (record, _) = round_trip(&ledger, game.state.game());
    let ruled = &record.nodes[0];
    let comment = ruled.comment.as_deref().unwrap();
    assert!(
        comment.contains("cn-2002:30.6: stones set as in the file"),
        "{comment}"
    );
    assert!(matches!(record.nodes[1].steps[0].action, Action::Setup(_)));
}

// The shared folder.

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
