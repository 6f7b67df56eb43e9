//! Who has confirmed the result of a game as it stands. A game is closed by one entry
//! that names both players and an official; players sign one after the other, so
//! whoever records a further signature names those before it, too. Nothing is
//! decided here.

use super::{Here, Viewer};
use fupan_domain::{
    Colour,
    event::{GameEvent, common::Party},
    game::{FactKind, GameState},
    ids::ActorId,
};
use maud::{Markup, html};
use serde_json::json;

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

/// Those whom a further confirmation names: who has confirmed so far, who was ticked,
/// and the official who records it.
pub fn with(game: &GameState, is_ticked: impl Fn(Colour) -> bool, me: &ActorId) -> Vec<Party> {
    let so_far = confirmed_by(game);
    let has = |colour: &Colour| is_ticked(*colour) || so_far.contains(&Party::Side(*colour));
    let sides = Colour::BOTH.into_iter().filter(has).map(Party::Side);
    let me = Party::Official(me.as_official());
    let officials = so_far
        .iter()
        .filter(|party| matches!(party, Party::Official(_)) && **party != me);
    sides
        .chain(officials.cloned())
        .chain([me.clone()])
        .collect()
}

/// Who has confirmed the result that stands, and each confirmation, with its result.
pub fn so_far(here: &Here<'_>, game: &GameState) -> Markup {
    let viewer = here.viewer;
    let by = confirmed_by(game);
    let facts = game.record.facts().iter();
    let all: Vec<_> = facts
        .filter_map(|fact| match &fact.kind {
            FactKind::Event(GameEvent::ResultConfirmed(confirmed)) => Some((fact, confirmed)),
            _ => None,
        })
        .collect();
    html! {
        @if !by.is_empty() {
            p { (viewer.texts.with("record-confirm-so-far", &[("who", named(here, &by).into())])) }
        }
        @if !all.is_empty() {
            ul class="brief" id="confirmed-so-far" {
                @for (fact, confirmed) in all {
                    li {
                        @for party in &confirmed.by {
                            @match party {
                                Party::Side(colour) => (viewer.texts.colour(colour.name())),
                                Party::Official(official) => (here.official(official.as_str())),
                            }
                            " "
                        }
                        " · " (viewer.texts.result(&json!(confirmed.result)))
                        " · " (viewer.moment(fact.at)) " · "
                        a href=(here.path(&format!("/entries/{}", fact.seq))) { "#" (fact.seq) }
                    }
                }
            }
        }
    }
}

/// Those who have confirmed, as they are read.
fn named(here: &Here<'_>, by: &[Party]) -> String {
    let texts = here.viewer.texts;
    let name = |party: &Party| match party {
        Party::Side(colour) => texts.colour(colour.name()),
        Party::Official(official) => here.name(official.as_str()),
    };
    texts.list(by.iter().map(name))
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
