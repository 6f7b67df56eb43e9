//! B.4 of the rule table: conduct and discipline at the board, and what no
//! article covers. Complaints and their windows are in `window`; conduct away
//! from any board is in `tournament`.

use super::{Row, moves::side};
use crate::{
    event::{common::Breach, game::BreachObserved},
    game::{GameState, Seen, Sighting},
    rulebook::terms::Condition,
};

/// The row of B.4 under which something seen falls.
pub(super) fn rows(game: &GameState, seen: &Sighting, rows: &mut Vec<Row>) {
    if let Seen::Breach(breach) = &seen.seen {
        rows.extend(observed(game, seen, breach));
    }
}

fn observed(game: &GameState, seen: &Sighting, breach: &BreachObserved) -> Option<Row> {
    let facts = format!("{}: {}", title(seen, breach.breach), breach.facts);
    if let Some(clause) = &breach.clause {
        // MV-20: the event's own rule, with its outcomes (contract, section 5).
        let mut row = row_in_person("MV-20", game, seen, facts);
        row.clause = Some(clause.clone());
        row.filling.about = breach.about;
        return Some(row);
    }
    let rule = rule_of(game, breach.breach)?;
    let mut row = row_in_person(rule, game, seen, facts);
    row.or_uncovered = true;
    row.filling.about = breach.about;
    row.holds = vec![if is_repeated(game, seen, breach.breach) {
        Condition::Again
    } else {
        Condition::First
    }];
    Some(row)
}

/// The row for what somebody did who may have another colour by now: a warning
/// is his, not the next one's who plays that side.
fn row_in_person(rule: &'static str, game: &GameState, seen: &Sighting, facts: String) -> Row {
    let mut row = Row::of(rule, seen, facts);
    row.colour = seen
        .colour
        .map(|then| game.colour_now(then, seen.player.as_ref()));
    row.filling.offender = row.colour;
    row
}

/// The row of a kind of breach; `None` where it is one of B.1.
pub(super) fn rule_of_breach(
    breach: Breach,
    has_row: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    Some(match breach {
        Breach::TakeBack
        | Breach::StoneDropped
        | Breach::StoneDisplaced
        | Breach::BoardScattered => return None,
        // 2002 23.3, 1988 24.2
        Breach::Disturbance => "CD-1",
        // 2002 23.5
        Breach::Talk if has_row("CD-3") => "CD-3",
        // 2002 23.4, 1988 24.3, which has talk about the game too
        Breach::Consultation | Breach::Talk => "CD-2",
        // 1988 24.1
        Breach::LeftGame => "CD-4",
        // 2002 23.7
        Breach::PhoneRang => "CD-5",
        Breach::PhoneViewed => "CD-6",
        Breach::PhoneUsed => "CD-7",
        // 2002 23.8
        Breach::Smoking => "CD-8",
        // 2002 23.1, 1988 25.1
        Breach::MatchFixing => "CD-9",
        // 2002 23.6
        Breach::CeremonyMissed => "CD-11",
        // 2002 12.4(7)
        Breach::Stalling => "TM-19",
        Breach::Other => "MV-20",
    })
}

fn rule_of(game: &GameState, breach: Breach) -> Option<&'static str> {
    rule_of_breach(breach, |rule| {
        game.terms.edition.breaches_of(rule).next().is_some()
    })
}

/// Whether the same player was seen doing the same before, in this game,
/// whichever colour he had.
fn is_repeated(game: &GameState, seen: &Sighting, breach: Breach) -> bool {
    let earlier = game.sightings.iter().filter(|s| s.step < seen.step);
    let who = |s: &Sighting| (s.player.clone(), s.colour.filter(|_| s.player.is_none()));
    let mut same = earlier.filter(|s| who(s) == who(seen) && seen.colour.is_some());
    same.any(|s| matches!(&s.seen, Seen::Breach(b) if b.breach == breach && b.clause.is_none()))
}

/// What a kind of breach is, as the beginning of a sentence.
fn title(seen: &Sighting, breach: Breach) -> String {
    let who = side(seen);
    match breach {
        Breach::PhoneRang => format!("{who}'s phone sounded"),
        Breach::PhoneViewed => format!("{who} looked at what a phone shows"),
        Breach::PhoneUsed => format!("{who} used a phone in the playing area"),
        Breach::Smoking => format!("{who} smoked against the event's ban"),
        Breach::Talk => format!("{who} talked about the game or the team"),
        Breach::Consultation => format!("{who} consulted material or somebody"),
        Breach::Disturbance => format!("{who} disturbed the opponent or the hall"),
        Breach::LeftGame => format!("{who} left the game without cause"),
        Breach::Stalling => format!("{who} played to run the opponent's time down"),
        Breach::MatchFixing => format!("{who}: a fixed game, an agreement or cheating"),
        Breach::CeremonyMissed => format!("{who} missed a ceremony"),
        Breach::TakeBack
        | Breach::StoneDropped
        | Breach::StoneDisplaced
        | Breach::BoardScattered
        | Breach::Other => format!("{who}: a breach"),
    }
}
