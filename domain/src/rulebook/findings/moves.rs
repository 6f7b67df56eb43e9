//! B.1 of the rule table: moves and repetition. What was done with stones, and
//! the row under which it falls. MV-1 to MV-3 are no findings but what the board
//! does by itself; MV-19 is a lot, which the tournament records.

use super::Row;
use crate::{
    Colour,
    board::Point,
    event::{GameEvent, common::Breach, game::BreachObserved},
    game::{FactKind, GameState, Seen, Sighting},
    ids::EntryId,
    rulebook::terms::{Decider, Repetition},
};

/// The rows of B.1 under which something seen falls.
pub(super) fn rows(game: &GameState, seen: &Sighting, rows: &mut Vec<Row>) {
    match &seen.seen {
        Seen::Suicide { point } => rows.push(forbidden_point(seen, *point)),
        Seen::KoRetaken { point } => rows.push(ko_retaken(seen, *point)),
        Seen::Repetition {
            positional,
            situational,
        } => {
            let earlier = match game.terms.regulations.repetition {
                Repetition::Positional => *positional,
                Repetition::Situational => *situational,
            };
            rows.extend(earlier.map(|earlier| repetition(game, seen, earlier)));
        }
        Seen::TwoInARow => rows.push(two_in_a_row(seen)),
        Seen::OutOfTurn => rows.push(out_of_turn(seen)),
        Seen::WronglyLifted { others, own } => wrongly_lifted(seen, others, own, rows),
        Seen::CaptivesLeft { points } => rows.push(captives_left(seen, points)),
        Seen::ColoursSwapped => rows.push(colours_swapped(seen)),
        Seen::Breach(breach) if breach.clause.is_none() => {
            rows.extend(observed(game, seen, breach));
        }
        _ => {}
    }
}

/// MV-4 (2002 5, 19; 1988 5, 19): a stone on a forbidden point. The stone is
/// void and the turn is lost; no warning.
fn forbidden_point(seen: &Sighting, point: Point) -> Row {
    let facts = format!(
        "{} put a stone on {point}, where it has no liberty and takes nothing",
        side(seen)
    );
    Row::of("MV-4", seen, facts)
}

/// MV-5 (2002 18.3, 20.1; 1988 20.1): a single ko retaken on the next move.
fn ko_retaken(seen: &Sighting, point: Point) -> Row {
    let facts = format!(
        "{} retook the ko at {point} on the very next move",
        side(seen)
    );
    Row::of("MV-5", seen, facts)
}

/// MV-6 (2002 6, 20.2, 20.3; 1988 6, 20.2 to 20.4): another position of the whole
/// board that stands again. An alert: it freezes nothing and waits for the chief
/// arbiter, who may do what the edition and the event's `long_cycle` allow.
fn repetition(game: &GameState, seen: &Sighting, earlier: usize) -> Row {
    let before = match earlier {
        0 => "at the start".to_owned(),
        number => format!("after move {number}"),
    };
    let facts = format!(
        "after {}'s stone the whole board is as it was {before}",
        side(seen)
    );
    let long_cycle = game.terms.regulations.long_cycle.iter();
    Row {
        holds: long_cycle.map(|allowed| allowed.condition()).collect(),
        ..Row::of("MV-6", seen, facts)
    }
}

/// MV-7 (2002 17.2; 1988 17.1): one side plays twice, the other has not passed.
fn two_in_a_row(seen: &Sighting) -> Row {
    let facts = format!(
        "{} played a stone though it was {}'s turn, who had not passed",
        side(seen),
        other(seen)
    );
    Row::of("MV-7", seen, facts)
}

/// MV-20: a stone out of turn of which no article speaks.
fn out_of_turn(seen: &Sighting) -> Row {
    let facts = format!(
        "{} played a stone though it was {}'s turn",
        side(seen),
        other(seen)
    );
    Row::of("MV-20", seen, facts)
}

/// MV-10 (2002 18.1; 1988 18): stones with liberties taken off. Own stones
/// taken off no article covers.
fn wrongly_lifted(seen: &Sighting, others: &[Point], own: &[Point], rows: &mut Vec<Row>) {
    if !others.is_empty() {
        let facts = format!(
            "{} took off {}, which had liberties",
            side(seen),
            list(others)
        );
        let mut row = Row::of("MV-10", seen, facts);
        row.filling.points = others.to_vec();
        rows.push(row);
    }
    if !own.is_empty() {
        let facts = format!("{} took off own stones: {}", side(seen), list(own));
        rows.push(Row::of("MV-20", seen, facts));
    }
}

/// MV-11 (2002 18.2): captured stones left on the board; 1988 has no article
/// for it. Those lifted before the next move are none.
fn captives_left(seen: &Sighting, points: &[Point]) -> Row {
    let facts = format!("{} left captured stones at {}", side(seen), list(points));
    let mut row = Row::of("MV-11", seen, facts);
    row.filling.points = points.to_vec();
    row.or_uncovered = true;
    row
}

/// MV-12 (2002 17.1): colours that the event had fixed were swapped. Nobody's
/// breach; it can be put right up to move 10.
fn colours_swapped(seen: &Sighting) -> Row {
    let facts = "the players took the other colours than the event had given them";
    Row::of("MV-12", seen, facts)
}

/// What an official saw done with stones: MV-8, MV-9, MV-13 to MV-18.
fn observed(game: &GameState, seen: &Sighting, breach: &BreachObserved) -> Option<Row> {
    match breach.breach {
        Breach::TakeBack => take_back(game, seen, breach),
        Breach::StoneDropped => Some(stone_dropped(game, seen, breach)),
        Breach::StoneDisplaced => Some(stone_displaced(game, seen, breach)),
        Breach::BoardScattered => Some(board_scattered(seen, breach)),
        _ => None,
    }
}

/// MV-8 (2002 17.3; 1988 17.2): a stone lifted and put elsewhere after the move
/// was complete. While the hand is on the stone it is not.
fn take_back(game: &GameState, seen: &Sighting, breach: &BreachObserved) -> Option<Row> {
    let about = stone_about(game, seen, breach);
    if about.is_some_and(|entry| hand_stayed_on(game, entry)) {
        return None;
    }
    let point = about.and_then(|entry| stone_point(game, entry));
    let from = point.map_or_else(String::new, |point| format!(" from {point}"));
    let facts = format!(
        "{} took a completed move back{from}: {}",
        side(seen),
        breach.facts
    );
    let mut row = Row::of("MV-8", seen, facts);
    row.filling.about = about;
    row.filling.about_point = point;
    Some(row)
}

/// MV-9 (2002 17.3; 1988 17.2): a stone dropped by accident. In 2002 it may be
/// picked up with the opponent's consent, without it the chief arbiter decides.
fn stone_dropped(game: &GameState, seen: &Sighting, breach: &BreachObserved) -> Row {
    let facts = format!("{} dropped a stone: {}", side(seen), breach.facts);
    let consented = seen
        .colour
        .is_some_and(|colour| consents(game, seen.entry, colour.opponent()));
    let mut row = Row::of("MV-9", seen, facts);
    if consented {
        row.decides = Some(Decider::Arbiter);
        row.without = &["stands"];
    }
    row
}

/// MV-13 to MV-15 (2002 17.5; 1988 17.3): a stone found displaced. On purpose it
/// loses; with both players' consent an arbiter settles it, else the chief does.
fn stone_displaced(game: &GameState, seen: &Sighting, breach: &BreachObserved) -> Row {
    let both = Colour::BOTH
        .into_iter()
        .all(|colour| consents(game, seen.entry, colour));
    let rule = if breach.deliberate == Some(true) {
        "MV-15"
    } else if both {
        "MV-13"
    } else {
        "MV-14"
    };
    let facts = format!("a stone was found displaced: {}", breach.facts);
    let mut row = Row::of(rule, seen, facts);
    let points = breach.points.as_deref().unwrap_or_default();
    let about = match breach.about {
        None => stone_about(game, seen, breach),
        named => named,
    };
    let about_point = about.and_then(|entry| stone_point(game, entry));
    (row.filling.about_point, row.filling.point) = match *points {
        [from, to] => (Some(from), Some(to)),
        // Where nobody knows which stone it is, none has moved on the board.
        [now] => (about_point, about_point.map(|_| now)),
        _ => (about_point, None),
    };
    row.filling.about = breach.about;
    row
}

/// MV-16 to MV-18 (2002 17.6, 23.3; 1988 17.4): the position was destroyed, by
/// neither player, by one by accident, or on purpose.
fn board_scattered(seen: &Sighting, breach: &BreachObserved) -> Row {
    let rule = match (breach.colour, breach.deliberate) {
        (None, _) => "MV-16",
        (Some(_), Some(true)) => "MV-18",
        (Some(_), _) => "MV-17",
    };
    Row::of(
        rule,
        seen,
        format!("the board was scattered: {}", breach.facts),
    )
}

/// The side whom something seen concerns, as a sentence has it.
pub(super) fn side(seen: &Sighting) -> &'static str {
    seen.colour.map_or("somebody", Colour::name)
}

fn other(seen: &Sighting) -> &'static str {
    seen.colour
        .map_or("the other side", |colour| colour.opponent().name())
}

fn list(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(ToString::to_string).collect();
    points.join(", ")
}

/// The last stone of a side before something was seen, whether or not it stands.
fn last_stone(game: &GameState, seen: &Sighting, colour: Option<Colour>) -> Option<EntryId> {
    let earlier = game
        .play_log
        .iter()
        .rev()
        .filter(|play| play.step < seen.step && play.is_stone);
    earlier
        .into_iter()
        .find(|play| Some(play.colour) == colour)
        .map(|play| play.entry)
}

/// The stone that a breach is about: that of the entry named, else the side's
/// last one; what is named may be a press or a complaint.
fn stone_about(game: &GameState, seen: &Sighting, breach: &BreachObserved) -> Option<EntryId> {
    breach
        .about
        .filter(|entry| stone_point(game, *entry).is_some())
        .or_else(|| last_stone(game, seen, breach.colour))
}

fn event_of(game: &GameState, entry: EntryId) -> Option<&GameEvent> {
    let fact = game.record.facts().iter().find(|f| f.entry == entry)?;
    match &fact.kind {
        FactKind::Event(event) => Some(event),
        _ => None,
    }
}

fn hand_stayed_on(game: &GameState, entry: EntryId) -> bool {
    matches!(event_of(game, entry), Some(GameEvent::StonePlayed(stone)) if stone.hand_off == Some(false))
}

/// Where the stone of an entry was played.
fn stone_point(game: &GameState, entry: EntryId) -> Option<Point> {
    match event_of(game, entry)? {
        GameEvent::StonePlayed(stone) => Some(stone.point),
        GameEvent::SealOpened(opened) => Some(opened.point),
        _ => None,
    }
}

/// Whether a side has agreed to something about an entry.
fn consents(game: &GameState, about: EntryId, colour: Colour) -> bool {
    game.record.facts().iter().any(|fact| {
        matches!(&fact.kind, FactKind::Event(GameEvent::ConsentGiven(consent))
            if consent.about == about && consent.colour == colour)
    })
}
