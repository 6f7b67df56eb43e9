//! What was decided about a game and what was overturned: which rulings stand,
//! and what falls with one that does not (contract, section 6). Warnings,
//! penalties and results are asked whether their ruling stands; what a ruling
//! did to the board and to the clocks is undone here.

use super::{
    clocks::Taken,
    record::{Fact, FactKind},
    state::GameState,
};
use crate::{
    event::{
        GameEvent, Order,
        game::{PauseReason, PenaltyKind},
    },
    ids::{EntryId, GameId, RulingId},
};
use std::{collections::BTreeSet, sync::Arc};

/// What a decision, of a ruling or of an appeal, did to the game.
#[derive(Clone, Debug)]
pub struct CarriedOut {
    /// The ruling or appeal.
    pub by: RulingId,
    /// How many stones and passes the players had made before it.
    pub plays: u64,
    /// Whether it changed the board or the turn.
    pub changed_course: bool,
    /// Decisions whose changes of board and turn it undid.
    pub undid: Vec<RulingId>,
}

/// A warning, admonition or penalty that is looked at as a decision of its own.
#[derive(Clone, Debug)]
struct Part {
    effect: EntryId,
    id: RulingId,
    whole: RulingId,
}

/// What was decided about a game, and what of it stands.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    carried_out: Vec<CarriedOut>,
    /// Who overturned whom, in order.
    overturns: Vec<(RulingId, RulingId)>,
    /// What of all that does not stand.
    fallen: BTreeSet<RulingId>,
    /// Decisions whose changes of board and turn are left out.
    undone: BTreeSet<RulingId>,
    /// When the game was ordered to go on, and by whom.
    resumes: Vec<(usize, RulingId)>,
    /// Games ordered to be played instead, and by whom.
    replays: Vec<(GameId, RulingId)>,
    /// Effects looked at as decisions of their own.
    parts: Vec<Part>,
    /// Findings that a ruling named: where they are automatic, it replaces them.
    named: Vec<(String, RulingId)>,
    /// What the present decision has carried out so far.
    so_far: Vec<Order>,
    /// The course is being computed once more: nothing is undone meanwhile.
    computing: bool,
}

impl Decisions {
    /// Whether a decision was not overturned, or its overturning was.
    pub fn stands(&self, ruling: &RulingId) -> bool {
        !self.fallen.contains(ruling) && !self.fallen.contains(self.whole(ruling))
    }

    /// The ruling as it was recorded: where an effect is looked at as a decision
    /// of its own, the ruling to which it belongs.
    pub fn whole<'a>(&'a self, ruling: &'a RulingId) -> &'a RulingId {
        let part = self.parts.iter().find(|p| p.id == *ruling);
        part.map_or(ruling, |part| &part.whole)
    }

    pub(super) fn set_apart(
        &mut self,
        effect: EntryId,
        (part, whole): (&RulingId, &RulingId),
        plays: u64,
    ) {
        self.parts.push(Part {
            effect,
            id: part.clone(),
            whole: whole.clone(),
        });
        self.begin(part.clone(), plays);
    }

    /// A fact as it is read where its effect was set apart: by that part's own id.
    pub(super) fn read_apart(&self, mut fact: Fact) -> Fact {
        let part = self.parts.iter().find(|part| part.effect == fact.entry);
        if let (Some(part), FactKind::Event(event)) = (part, &mut fact.kind) {
            match event {
                GameEvent::WarningIssued(w) | GameEvent::AdmonitionGiven(w) => {
                    w.ruling.clone_from(&part.id);
                }
                GameEvent::PenaltyImposed(penalty) => penalty.ruling.clone_from(&part.id),
                _ => {}
            }
        }
        fact
    }

    /// The last order to go on that stands: what ended the game before that
    /// step no longer counts.
    pub(super) fn resumed_at(&self) -> usize {
        let standing = self.resumes.iter().filter(|(_, by)| self.stands(by));
        standing.map(|(step, _)| *step).max().unwrap_or(0)
    }

    /// The game that is played instead, if one is.
    pub fn replayed_as(&self) -> Option<&GameId> {
        let mut last = self.replays.iter().rev();
        last.find(|(_, by)| self.stands(by)).map(|(game, _)| game)
    }

    /// Whether a ruling named the finding of that rule at that entry, and so
    /// replaced what it would bring by itself (contract, section 7).
    pub fn is_replaced(&self, rule: &str, seq: u64) -> bool {
        !self.named.is_empty() && {
            let id = format!("{rule}@{seq}");
            self.named
                .iter()
                .any(|(finding, by)| *finding == id && self.stands(by))
        }
    }

    pub(super) fn begin(&mut self, by: RulingId, plays: u64) {
        self.so_far.clear();
        self.carried_out.push(CarriedOut {
            by,
            plays,
            changed_course: false,
            undid: Vec::new(),
        });
    }

    pub(super) fn name(&mut self, finding: &str, by: &RulingId) {
        self.named.push((finding.to_owned(), by.clone()));
    }

    pub(super) fn resume(&mut self, step: usize, by: &RulingId) {
        self.resumes.push((step, by.clone()));
    }

    pub(super) fn replay(&mut self, game: &GameId, by: &RulingId) {
        self.replays.push((game.clone(), by.clone()));
    }

    /// Whether what a decision does to board and turn is left out.
    pub(super) fn is_undone(&self, by: &RulingId) -> bool {
        self.undone.contains(by) || self.undone.contains(self.whole(by))
    }

    pub(super) fn note_changed_course(&mut self, by: &RulingId) {
        let whole = self.whole(by).clone();
        for by in [by, &whole] {
            if let Some(done) = self.find_mut(by) {
                done.changed_course = true;
            }
        }
    }

    pub(super) fn note_done(&mut self, order: &Order) {
        self.so_far.push(order.clone());
    }

    fn find_mut(&mut self, by: &RulingId) -> Option<&mut CarriedOut> {
        self.carried_out.iter_mut().rev().find(|c| c.by == *by)
    }

    fn fell(&mut self, by: &RulingId, target: &RulingId) {
        self.overturns.push((by.clone(), target.clone()));
        // Only later decisions overturn: from the last one back, each is known
        // to stand or not before its own overturning is looked at.
        self.fallen.clear();
        for (by, target) in self.overturns.iter().rev() {
            if !self.fallen.contains(by) {
                self.fallen.insert(target.clone());
            }
        }
    }
}

impl GameState {
    /// Whether a ruling or appeal decision stands.
    pub fn ruling_stands(&self, ruling: &RulingId) -> bool {
        self.decisions.stands(ruling)
    }

    /// A decision no longer counts, nor does what it had warned, punished and
    /// ended; what it had itself overturned counts again. Board and turn go
    /// back only if nothing has been played since.
    pub(super) fn overturn(&mut self, fact: &Fact, target: &RulingId, by: &RulingId) {
        let was_over = self.is_over();
        self.decisions.fell(by, target);
        if !self.decisions.computing {
            self.undo_course(fact, target, by);
        }
        self.settle_time(fact.at);
        if was_over && !self.is_over() {
            self.paused = Some(PauseReason::Ruling);
        }
    }

    /// Puts board and turn to what they would be without a decision.
    fn undo_course(&mut self, fact: &Fact, target: &RulingId, by: &RulingId) {
        let plays = self.plays;
        let Some(done) = self.decisions.find_mut(target) else {
            return;
        };
        let changed_nothing = !done.changed_course && done.undid.is_empty();
        if done.plays != plays || changed_nothing {
            return;
        }
        let mut undone = self.decisions.undone.clone();
        if let Some(done) = self.decisions.find_mut(target) {
            for again in &done.undid {
                undone.remove(again);
            }
        }
        undone.insert(target.clone());
        let Some(then) = self.computed_without(fact, &undone, by) else {
            return;
        };
        self.decisions.undone = undone;
        if let Some(overturning) = self.decisions.find_mut(by) {
            overturning.undid.push(target.clone());
        }
        if then.players != self.players {
            self.clock.swap_players(fact.at);
            self.players = then.players;
        }
        self.course = then.course;
        self.give_turn(fact.at);
    }

    /// The game up to now, with what some decisions did to board and turn left
    /// out. `None` where something since then could not have happened so: then
    /// the board stays as it is.
    fn computed_without(
        &self,
        fact: &Fact,
        undone: &BTreeSet<RulingId>,
        by: &RulingId,
    ) -> Option<GameState> {
        let mut again = GameState::new(Arc::clone(&self.paired));
        again.decisions.undone.clone_from(undone);
        again.decisions.computing = true;
        for earlier in self.record.facts() {
            again.apply(earlier);
        }
        for order in &self.decisions.so_far {
            again.carry_out(fact, order, by).ok()?;
        }
        (again.faults.len() <= self.faults.len()).then_some(again)
    }

    /// Time taken by penalties and for lateness, as what stands now has it:
    /// what fell is given back, what stands again is taken again.
    pub(super) fn settle_time(&mut self, at: crate::Timestamp) {
        for index in 0..self.penalties.len() {
            let penalty = &self.penalties[index];
            if penalty.penalty != PenaltyKind::DeductTime {
                continue;
            }
            let stands = self.ruling_stands(&penalty.ruling);
            let colour = self.colour_now(penalty.colour, penalty.player.as_ref());
            match (stands, penalty.taken, penalty.ms) {
                (false, Some(taken), _) => {
                    self.give_time_back(at, colour, taken);
                    self.penalties[index].taken = None;
                }
                (true, None, Some(ms)) => {
                    let taken = self.take_time(at, colour, ms);
                    self.penalties[index].taken = Some(taken);
                }
                _ => {}
            }
        }
        self.settle_lateness(at);
    }

    fn settle_lateness(&mut self, at: crate::Timestamp) {
        for index in 0..self.presence.len() {
            let presence = self.presence[index];
            let player = self.paired.players[index].clone();
            let (Some(seq), Some(colour)) = (presence.told_by, self.colour_of(&player)) else {
                continue;
            };
            let excused = self.decisions.is_replaced("TM-1", seq);
            if excused && presence.taken != Taken::default() {
                self.give_time_back(at, colour, presence.taken);
                self.presence[index].taken = Taken::default();
                self.presence[index].excused = presence.taken;
            } else if !excused && presence.excused != Taken::default() {
                self.take_back(at, colour, presence.excused);
                self.presence[index].taken = presence.excused;
                self.presence[index].excused = Taken::default();
            }
        }
    }
}
