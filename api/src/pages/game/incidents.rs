//! The moments of a game that an arbiter looks for: breaches, complaints,
//! rulings, what ended it. Each lies at the move after which it happened.

use super::Shown;
use fupan_domain::{
    event::GameEvent,
    game::{FactKind, GameState},
};
use maud::{Markup, html};

/// Something that is no ordinary play.
pub(super) struct Incident {
    /// The move after which it happened.
    pub at: usize,
    /// What it is, as events are named.
    pub type_name: &'static str,
}

/// The incidents of a game, in order.
pub(super) fn of(state: &GameState) -> Vec<Incident> {
    let mut moves = 0;
    let mut incidents = Vec::new();
    let standing: std::collections::BTreeSet<_> = state
        .course
        .moves
        .iter()
        .map(|played| played.entry)
        .collect();
    for fact in state.record.facts() {
        if standing.contains(&fact.entry) {
            moves += 1;
        }
        let type_name = match &fact.kind {
            FactKind::Event(event) if is_incident(event) => event.type_name(),
            FactKind::Decision(_) => "appeal_decided",
            _ => continue,
        };
        incidents.push(Incident {
            at: moves,
            type_name,
        });
    }
    incidents
}

fn is_incident(event: &GameEvent) -> bool {
    use GameEvent as E;
    matches!(
        event,
        E::BreachObserved(_)
            | E::ComplaintRaised(_)
            | E::RulingMade(_)
            | E::ClockFaultFound(_)
            | E::ReliefRequested(_)
            | E::RecountRequested(_)
            | E::LifeDisputed(_)
            | E::PlayerAbsent(_)
            | E::EndDeclined(_)
            | E::Resigned(_)
    )
}

impl Shown<'_> {
    /// The way to the incidents before and after this move.
    pub(super) fn incident_links(&self) -> Markup {
        let before = self.incidents.iter().rev().find(|i| i.at < self.at);
        let after = self
            .incidents
            .iter()
            .find(|i| i.at > self.at && !self.is_now);
        let link = |incident: Option<&Incident>, key: &str, sign: &str, text: &str| {
            let path = incident.map(|incident| self.move_path(Some(incident.at)));
            let what = incident.map(|i| self.viewer.texts.word("event", i.type_name));
            html! {
                a class="button plain" data-step data-key=(key) href=[path.as_ref()] aria-disabled=[path.is_none().then_some("true")]
                    role=[path.is_none().then_some("link")] {
                    (sign) " " (self.viewer.say(text))
                    @if let (Some(incident), Some(what)) = (incident, what) { " (" (incident.at) ": " (what) ")" }
                }
            }
        };
        html! {
            @if !self.incidents.is_empty() {
                nav class="steps" aria-label=(self.viewer.say("game-incidents")) {
                    (link(before, "N", "▲", "game-incident-before"))
                    (link(after, "n", "▼", "game-incident-after"))
                }
            }
        }
    }
}
