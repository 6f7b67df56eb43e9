//! Whether a correction or insertion can be recorded, and what of the game
//! would be impossible if it were read so. A real one must leave everything
//! possible; of one that is only supposed it is told what it would not.

use super::{
    decide::{is_act, question},
    record::{Fact, FactKind, Fault},
    state::GameState,
};
use crate::{
    event::GameEvent,
    ids::{ActorId, EntryId},
    refusal::Refusal,
    tournament::{Place, TournamentState},
};

/// Decides about a correction or insertion that is only supposed: as [`super::decide`],
/// but what follows may be impossible then. Answers the game as it would be read.
///
/// # Errors
/// Why it can't be supposed.
pub fn decide_supposed(
    state: &GameState,
    tournament: &TournamentState,
    place: Place<'_>,
    event: &GameEvent,
    recorded_by: Option<&ActorId>,
) -> Result<GameState, Refusal> {
    tournament.authorise(&question(state, tournament, place, event, recorded_by))?;
    state.read_otherwise(tournament, place, event)
}

impl GameState {
    /// A correction or insertion after which everything could still have
    /// happened as recorded.
    pub(super) fn check_amendment(
        &self,
        tournament: &TournamentState,
        place: Place<'_>,
        event: &GameEvent,
    ) -> Result<(), Refusal> {
        let then = self.read_otherwise(tournament, place, event)?;
        match then.impossible_beside(self).into_iter().next() {
            None => Ok(()),
            Some(Fault { entry, why, .. }) => Err(Refusal::CorrectionConflict { entry, why }),
        }
    }

    /// The game as it would be read with a correction or insertion. What stands
    /// after it may be impossible then.
    ///
    /// # Errors
    /// When the correction or insertion itself is none: what it names isn't
    /// there, or what it puts in place could not have been recorded there.
    pub fn read_otherwise(
        &self,
        tournament: &TournamentState,
        place: Place<'_>,
        event: &GameEvent,
    ) -> Result<GameState, Refusal> {
        let (named, read) = match event {
            GameEvent::EntryCorrected(c) => (c.entry, self.record.corrected_in_the_end(c.entry)),
            GameEvent::EntryInserted(i) => (i.after, place.entry),
            _ => return Ok(self.clone()),
        };
        if !self.record.has(named) {
            return Err(Refusal::NotInStream(named));
        }
        let mut then = self.clone();
        then.push(Fact {
            entry: place.entry,
            seq: place.seq,
            at: place.at,
            kind: FactKind::Event(event.clone()),
        });
        if let Some(fault) = then.amend_faults.iter().find(|f| f.entry == place.entry) {
            return Err(Refusal::NotAFact(fault.why.clone()));
        }
        then.check_as_read(tournament, place, read)?;
        Ok(then)
    }

    /// What of this game could not have happened as it is read here, and could
    /// as it was read `before`: facts that can't be carried out, and the first
    /// act of a game that would not have begun.
    pub fn impossible_beside(&self, before: &GameState) -> Vec<Fault> {
        let new = |fault: &&Fault| !before.faults.contains(fault);
        let faults = self.faults.iter().filter(new).cloned();
        let unbegun = before.started.and(self.act_before_the_start());
        faults.chain(unbegun).collect()
    }

    /// What now stands in the place of an entry could have been recorded there.
    fn check_as_read(
        &self,
        tournament: &TournamentState,
        place: Place<'_>,
        entry: EntryId,
    ) -> Result<(), Refusal> {
        let facts = self.record.facts();
        let index = facts.iter().position(|fact| fact.entry == entry);
        let Some((index, FactKind::Event(event))) =
            index.and_then(|i| facts.get(i).map(|f| (i, &f.kind)))
        else {
            return Ok(());
        };
        if matches!(
            event,
            GameEvent::EntryCorrected(_) | GameEvent::EntryInserted(_)
        ) {
            return Ok(());
        }
        let before = self.after(index);
        before.check_phase(event)?;
        before.check_content(tournament, place, event)
    }

    /// The first act of a game that has not begun: its beginning can be struck
    /// out only if nothing follows that needs it.
    fn act_before_the_start(&self) -> Option<Fault> {
        if self.started.is_some() {
            return None;
        }
        let is_act = |fact: &&Fact| matches!(&fact.kind, FactKind::Event(e) if is_act(e));
        let act = self.record.facts().iter().find(is_act)?;
        Some(Fault {
            entry: act.entry,
            seq: act.seq,
            why: "the game would not have begun".to_owned(),
        })
    }
}
