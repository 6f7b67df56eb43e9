//! What an article allows, as it can be carried out on the game as it stands.
//! Play may have gone on since: a stone that is no longer the last one is not
//! voided but undone by stone orders (contract, sections 6 and 11), stones that
//! are gone need not be removed, and what can't be done is said to be so. What
//! the article allows is not changed here.

use super::finding::Outcome;
use crate::{
    Colour,
    board::Point,
    game::{GameState, Move},
    ids::EntryId,
};
use serde_json::{Value, json};

/// An outcome with orders for the game as it stands, and why they can't be
/// carried out where they can't. A value that is left open is left alone.
pub(super) fn as_it_stands(game: &GameState, outcome: &Outcome) -> Outcome {
    let mut now = outcome.clone();
    let mut why = None;
    now.orders = Vec::with_capacity(outcome.orders.len());
    for order in &outcome.orders {
        match adapted(game, order) {
            Ok(orders) => now.orders.extend(orders),
            Err(refused) => {
                why = why.or(Some(refused));
                now.orders.push(order.clone());
            }
        }
    }
    now.not_now = why;
    now
}

/// The orders that do what one says, or why nothing does.
fn adapted(game: &GameState, order: &Value) -> Result<Vec<Value>, String> {
    let board = &game.course.board;
    let as_it_is = || Ok(vec![order.clone()]);
    match order["do"].as_str().unwrap_or_default() {
        "void_move" => match entry_of(order) {
            Some(entry) => voided(game, entry).map(|orders| orders.unwrap_or(vec![order.clone()])),
            None => as_it_is(),
        },
        "move_stands" => match entry_of(order) {
            Some(entry) => game
                .check_stands(entry)
                .map_err(|refusal| refusal.to_string())
                .and_then(|()| as_it_is()),
            None => as_it_is(),
        },
        "remove_stones" => match points_of(order) {
            Some(mut points) => {
                points.retain(|at| board.at(*at).is_some());
                Ok(removed(&points).into_iter().collect())
            }
            None => as_it_is(),
        },
        "restore_stones" => match (colour_of(order), points_of(order)) {
            (Some(colour), Some(mut points)) => {
                if let Some(taken) = points
                    .iter()
                    .find(|at| board.at(**at) == Some(colour.opponent()))
                {
                    return Err(format!("a {} stone stands on {taken}", colour.opponent()));
                }
                points.retain(|at| board.at(*at).is_none());
                Ok(restored(colour, &points).into_iter().collect())
            }
            _ => as_it_is(),
        },
        "move_stone" => {
            let at = |field: &str| order[field].as_str()?.parse::<Point>().ok();
            if let Some(from) = at("from").filter(|at| board.at(*at).is_none()) {
                return Err(format!("no stone stands on {from}"));
            }
            if let Some(to) = at("to").filter(|at| board.at(*at).is_some()) {
                return Err(format!("a stone stands on {to}"));
            }
            as_it_is()
        }
        _ => as_it_is(),
    }
}

/// The stone orders that undo an earlier stone: it goes, and what it took comes
/// back. `None`: it is the last one, which can be voided.
fn voided(game: &GameState, entry: EntryId) -> Result<Option<Vec<Value>>, String> {
    let course = &game.course;
    if course.last_stone().is_some_and(|last| last.entry == entry) {
        return Ok(None);
    }
    let Some(index) = course.moves.iter().rposition(|m| m.entry == entry) else {
        return Err(format!("the stone of entry {entry} was taken back"));
    };
    let played = &course.moves[index];
    let stone = played
        .standing()
        .filter(|at| course.stone_on(*at) == Some(entry));
    let stone = stone.filter(|at| course.board.at(*at) == Some(played.colour));
    let mut orders: Vec<Value> = removed(stone.as_slice()).into_iter().collect();
    for colour in Colour::BOTH {
        let back = taken_by(game, index, played, colour);
        if let Some(taken) = back.iter().find(|at| course.board.at(**at).is_some()) {
            return Err(format!("a stone stands on {taken}, which it had taken"));
        }
        orders.extend(restored(colour, &back));
    }
    Ok(Some(orders))
}

/// The stones of a colour that went off the board with a move.
fn taken_by(game: &GameState, index: usize, played: &Move, colour: Colour) -> Vec<Point> {
    let history = &game.course.history;
    let (Some((before, _)), Some((after, _))) = (history.get(index), history.get(index + 1)) else {
        return Vec::new();
    };
    let (before, after) = (before.to_board(), after.to_board());
    let gone = |at: &Point| before.at(*at) == Some(colour) && after.at(*at).is_none();
    before
        .points()
        .filter(|at| Some(*at) != played.point && gone(at))
        .collect()
}

fn removed(points: &[Point]) -> Option<Value> {
    (!points.is_empty()).then(|| json!({"do": "remove_stones", "points": points}))
}

fn restored(colour: Colour, points: &[Point]) -> Option<Value> {
    let order = || json!({"do": "restore_stones", "colour": colour, "points": points});
    (!points.is_empty()).then(order)
}

fn entry_of(order: &Value) -> Option<EntryId> {
    serde_json::from_value(order["entry"].clone()).ok()
}

fn colour_of(order: &Value) -> Option<Colour> {
    serde_json::from_value(order["colour"].clone()).ok()
}

fn points_of(order: &Value) -> Option<Vec<Point>> {
    serde_json::from_value(order["points"].clone()).ok()
}
