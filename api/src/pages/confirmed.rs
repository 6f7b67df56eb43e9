//! Who has confirmed the result of a game as it stands. A game is closed by one entry
//! that names both players and an official; players sign one after the other, so
//! whoever records a further signature names those before it, too. Nothing is
//! decided here.

use super::Viewer;
use fupan_domain::{
    Colour,
    event::{GameEvent, common::Party},
    game::{FactKind, GameState},
};

/// Who has confirmed the very result that stands, in order, and no other one since.
/// What was confirmed before play or counting went on is not this result.
pub fn confirmed_by(game: &GameState) -> Vec<Party> {
    let Some(result) = game.result() else {
        return Vec::new();
    };
    let mut by: Vec<Party> = Vec::new();
    for fact in game.record.facts() {
        match &fact.kind {
            FactKind::Event(GameEvent::ResultConfirmed(confirmed)) => {
                // Who confirms another result has thought better of it.
                by.retain(|party| !confirmed.by.contains(party));
                if confirmed.result == result {
                    by.extend(confirmed.by.iter().cloned());
                }
            }
            kind if ends_anew(kind) => by.clear(),
            _ => {}
        }
    }
    by
}

/// Whether what was confirmed before it has to be confirmed once more.
const fn ends_anew(kind: &FactKind) -> bool {
    match kind {
        FactKind::Event(event) => matches!(
            event,
            GameEvent::GameStarted(_)
                | GameEvent::GameResumed(_)
                | GameEvent::StonePlayed(_)
                | GameEvent::TurnPassed(_)
                | GameEvent::LifeDisputed(_)
                | GameEvent::DeadStonesAgreed(_)
                | GameEvent::BoardCounted(_)
                | GameEvent::RecountRequested(_)
                | GameEvent::Resigned(_)
                | GameEvent::RulingMade(_)
        ),
        FactKind::Decision(_) | FactKind::Overturned { .. } => true,
        FactKind::StruckOut | FactKind::SetApart { .. } => false,
    }
}

/// Those who have confirmed, as they are read.
pub fn named(viewer: &Viewer, by: &[Party]) -> String {
    let name = |party: &Party| match party {
        Party::Side(colour) => viewer.texts.colour(colour.name()),
        Party::Official(official) => official.to_string(),
    };
    viewer.texts.list(by.iter().map(name))
}

/// Who still has to confirm; empty: nobody.
pub fn missing(viewer: &Viewer, by: &[Party]) -> String {
    let sides = Colour::BOTH.into_iter();
    let sides = sides.filter(|colour| !by.contains(&Party::Side(*colour)));
    let sides = sides.map(|colour| viewer.texts.colour(colour.name()));
    let has_official = by.iter().any(|party| matches!(party, Party::Official(_)));
    let official = (!has_official).then(|| viewer.say("record-official"));
    viewer.texts.list(sides.chain(official))
}
