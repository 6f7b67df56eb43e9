//! SGF files taken over into ledgers in memory: small ones written in `texts`,
//! and every file of the shared folder in `shared_data`, which is passed over by
//! name where it is missing. What a view then shows must be what the file says.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod shared_data;
mod texts;

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
