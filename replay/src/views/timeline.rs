//! What happened in a game, in order, as it is read.

use super::{
    MomentError,
    game::{Moment, facts_at},
};
use crate::fold::{At, FoldEntry, game::FoldedGame};
use fupan_domain::{
    Timestamp,
    game::{Fact, FactKind},
    ids::{EntryId, GameId},
};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What happened in a game.
#[derive(Clone, Debug, Serialize)]
pub struct TimelineView {
    /// The ledger.
    pub ledger: String,
    /// The game.
    pub game: GameId,
    /// The last entry of its stream.
    pub at: Option<At>,
    /// What happened, in order.
    pub items: Vec<HappenedView>,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize)]
pub struct HappenedView {
    /// The entry that tells of it.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// When its entry was accepted; `null` for what was decided elsewhere.
    pub recorded_at: Option<Timestamp>,
    /// Who is named as its author; `null` for what was decided elsewhere.
    pub actor: Option<String>,
    /// The event's type as it is read; `struck_out` where a correction says
    /// that nothing happened, `appeal_decided` and `overturned` for what was
    /// decided elsewhere.
    #[serde(rename = "type")]
    pub type_name: &'static str,
    /// Its data as they are read.
    pub data: Value,
    /// Whether it is read otherwise than it was recorded, or was inserted.
    pub amended: bool,
    /// Which of the stones and passes that stand it is, from 1.
    #[serde(rename = "move")]
    pub move_number: Option<usize>,
}

/// What happened in a game up to a moment. `entries` are those of its stream.
///
/// # Errors
/// When the game does not have that moment.
pub fn timeline_view<B: AsRef<[u8]>>(
    ledger: &str,
    folded: &FoldedGame,
    moment: Moment,
    entries: impl IntoIterator<Item = B>,
) -> Result<TimelineView, MomentError> {
    let state = &folded.state;
    let len = facts_at(state, moment)?;
    let mut told_by = BTreeMap::new();
    for bytes in entries {
        if let Ok(entry) = FoldEntry::read(bytes.as_ref()) {
            told_by.insert(entry.id, (entry.actor.to_owned(), entry.recorded_at));
        }
    }
    let numbers: BTreeMap<EntryId, usize> = (1..)
        .zip(&state.course.moves)
        .map(|(number, played)| (played.entry, number))
        .collect();
    let recorded: BTreeMap<EntryId, &Fact> = state
        .record
        .recorded()
        .iter()
        .map(|fact| (fact.entry, fact))
        .collect();
    let happened = |fact: &Fact| {
        let (type_name, data) = told(&fact.kind);
        let told_by = told_by.get(&fact.entry);
        let plays = matches!(type_name, "stone_played" | "turn_passed");
        HappenedView {
            entry: fact.entry,
            seq: fact.seq,
            at: fact.at,
            recorded_at: told_by.map(|(_, at)| *at),
            actor: told_by.map(|(actor, _)| actor.clone()),
            type_name,
            data,
            amended: recorded
                .get(&fact.entry)
                .is_none_or(|as_recorded| *as_recorded != fact),
            move_number: numbers.get(&fact.entry).copied().filter(|_| plays),
        }
    };
    Ok(TimelineView {
        ledger: ledger.to_owned(),
        game: state.game().clone(),
        at: folded.at,
        items: state
            .record
            .facts()
            .iter()
            .take(len)
            .map(happened)
            .collect(),
    })
}

fn told(kind: &FactKind) -> (&'static str, Value) {
    match kind {
        FactKind::Event(event) => (event.type_name(), event.data().unwrap_or_default()),
        FactKind::Decision(decision) => (
            "appeal_decided",
            json!({"appeal": decision.ruling, "orders": decision.orders}),
        ),
        FactKind::Overturned { ruling, by } => ("overturned", json!({"ruling": ruling, "by": by})),
        FactKind::StruckOut => ("struck_out", json!({})),
        FactKind::SetApart { effect, whole, .. } => {
            ("set_apart", json!({"effect": effect, "ruling": whole}))
        }
    }
}
