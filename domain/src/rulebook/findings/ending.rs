//! B.3 of the rule table: the end of the game. Most of it takes effect by itself
//! (how a game ends, is counted and confirmed: `game`); findings are only acts
//! after the end, and what warnings cost.

use super::Row;
use crate::{
    Colour,
    event::ResultBy,
    game::{GameState, Seen, Sighting, WarningState},
    rulebook::EditionId,
};

/// The row of B.3 under which something seen falls.
pub(super) fn rows(seen: &Sighting, rows: &mut Vec<Row>) {
    if let Seen::ActAfterEnd { what } = &seen.seen {
        rows.push(act_after_end(seen, what));
    }
}

/// EN-4 (13.1 of both): what is done after the end has no effect on it.
fn act_after_end(seen: &Sighting, what: &str) -> Row {
    let by = seen
        .colour
        .map_or_else(String::new, |colour| format!(" by {colour}"));
    Row::of(
        "EN-4",
        seen,
        format!("{what}{by} after the end of the game"),
    )
}

/// EN-11: what warnings bring by themselves. A second one in a game loses it
/// (2002 24.2; 1988 25.2); in 2002 one costs a zi where the game is counted
/// (24.1), once a side.
pub(super) fn warnings(game: &GameState, rows: &mut Vec<Row>) {
    let needed = usize::try_from(game.terms.regulations.warnings_to_lose).unwrap_or(usize::MAX);
    let counted = game.result().is_some_and(|r| r.by == ResultBy::Count);
    for colour in Colour::BOTH {
        let warnings: Vec<&WarningState> = game.warnings_of(colour).collect();
        if let Some(last) = needed.checked_sub(1).and_then(|index| warnings.get(index)) {
            rows.push(warned_out(game, colour, last, needed));
        } else if let Some(first) = warnings.first()
            && counted
            && game.terms.regulations.warning_cost_qz.0 > 0
        {
            rows.push(warning_costs(colour, first));
        }
    }
}

fn warned_out(game: &GameState, colour: Colour, last: &WarningState, needed: usize) -> Row {
    let article = match game.terms.edition.id {
        EditionId::Cn1988 => "25.2",
        EditionId::Cn2002 => "24.2",
    };
    let facts = match needed {
        2 => format!("{colour} has a second warning in this game"),
        needed => format!("{colour} has warning number {needed} in this game"),
    };
    let place = (last.entry, last.seq, last.step);
    Row {
        article: Some(article),
        ..Row::new("EN-11", place, Some(colour), facts)
    }
}

fn warning_costs(colour: Colour, first: &WarningState) -> Row {
    let facts = format!("{colour} has a warning, and the game was counted");
    let place = (first.entry, first.seq, first.step);
    Row {
        article: Some("24.1"),
        ..Row::new("EN-11", place, Some(colour), facts)
    }
}
