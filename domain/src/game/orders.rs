//! Carrying out what a ruling or an appeal decision orders (contract, section
//! 6), and undoing it when the ruling falls.

use super::{
    ending::{Ending, EndingKind},
    record::Fact,
    state::{EndStage, GameState},
};
use crate::{
    Colour,
    board::BoardError,
    clock::ClockSetting,
    event::{
        GameResult, Order, Outcome, ResultBy,
        game::{PauseReason, PenaltyKind},
    },
    ids::{EntryId, RulingId},
};

impl GameState {
    /// Carries out orders one after the other. `by`: the ruling or appeal that orders.
    pub(super) fn carry_out_all(
        &mut self,
        fact: &Fact,
        orders: &[Order],
        by: &RulingId,
    ) -> Result<(), BoardError> {
        let done = orders
            .iter()
            .try_for_each(|order| self.carry_out(fact, order, by));
        let plays = self.course.plays;
        if let Some(state) = self.rulings.iter_mut().find(|r| r.ruling.ruling == *by) {
            state.plays_after = plays;
        }
        done
    }

    /// Carries out one order that nobody gave, to see what it comes to.
    pub(super) fn carry_out_alone(&mut self, fact: &Fact, order: &Order) -> Result<(), BoardError> {
        if let Order::Overturn { ruling } = order {
            self.overturn(fact, ruling);
            return Ok(());
        }
        #[expect(clippy::expect_used, reason = "two letters are a slug")]
        let nobody = "no".parse().expect("two letters are a slug");
        self.carry_out(fact, order, &nobody)
    }

    fn carry_out(&mut self, fact: &Fact, order: &Order, by: &RulingId) -> Result<(), BoardError> {
        match order {
            Order::VoidMove { entry } => {
                self.void_move(*entry)?;
                self.give_turn(fact.at);
            }
            Order::MoveStands { entry } => self.move_stands(fact, *entry)?,
            Order::RestoreStones { colour, points } => self.course.restore(*colour, points)?,
            Order::RemoveStones { points } => self.course.lift(points)?,
            Order::MoveStone { from, to } => self.course.displace(*from, *to)?,
            Order::SwapPlayers {} => {
                self.players = self.players.clone().swapped();
                self.clock.swap_players(fact.at);
            }
            Order::SetClock(setting) => self.clock.set(fact.at, setting),
            Order::TreatAsPass { colour } => self.treat_as_pass(fact, *colour)?,
            Order::AwardPoints { colour, points } => {
                let award = points.iter().map(|point| (*colour, *point, by.clone()));
                self.awarded.extend(award);
            }
            Order::Resume {} => self.reopen(fact),
            Order::SetResult { result } => self.set_result(fact, *result, by),
            Order::Draw {} => self.set_outcome(fact, Outcome::Draw, by),
            Order::BothLose {} => self.set_outcome(fact, Outcome::BothLose, by),
            Order::NoResult {} => self.set_outcome(fact, Outcome::NoResult, by),
            Order::Replay { game } => {
                self.replayed_as = Some(game.clone());
                self.set_outcome(fact, Outcome::NoResult, by);
            }
            Order::Overturn { ruling } => self.overturn(fact, ruling),
        }
        if changes_course(order) {
            self.note_changed_course(by);
        }
        Ok(())
    }

    fn set_outcome(&mut self, fact: &Fact, outcome: Outcome, by: &RulingId) {
        self.set_result(fact, GameResult::new(outcome, ResultBy::Ruling), by);
    }

    fn set_result(&mut self, fact: &Fact, result: GameResult, by: &RulingId) {
        self.endings.push(Ending {
            seq: fact.seq,
            ruling: Some(by.clone()),
            kind: EndingKind::Set(result),
        });
    }

    /// The last stone is taken back; for another one nothing is done, which
    /// `decide` refuses beforehand.
    fn void_move(&mut self, entry: EntryId) -> Result<(), BoardError> {
        if self
            .course
            .last_stone()
            .is_some_and(|stone| stone.entry == entry)
        {
            self.course.void_last_stone()?;
        }
        Ok(())
    }

    /// The stone of an entry is on its point: put back from where it was put
    /// afterwards, or played if it had fallen or was voided.
    fn move_stands(&mut self, fact: &Fact, entry: EntryId) -> Result<(), BoardError> {
        if let Some(dropped) = self.dropped_stone(entry) {
            let place = (dropped.entry, dropped.seq);
            self.course
                .stone(place, dropped.colour, dropped.point, None)?;
            self.put_back_by(fact.entry);
            self.turn_played(fact.at, dropped.colour, false);
            return Ok(());
        }
        if let Some(played) = self.course.find(entry).copied() {
            if let (Some(point), Some(now)) = (played.point, played.now) {
                self.course.displace(now, point)?;
            }
            return Ok(());
        }
        let voided = self
            .course
            .voided
            .iter()
            .rev()
            .find(|m| m.entry == entry)
            .copied();
        if let Some((voided, point)) = voided.and_then(|m| m.point.map(|point| (m, point))) {
            self.course
                .stone((voided.entry, voided.seq), voided.colour, point, None)?;
            self.put_back_by(fact.entry);
            self.give_turn(fact.at);
        }
        Ok(())
    }

    fn put_back_by(&mut self, ruling: EntryId) {
        if let Some(last) = self.course.moves.last_mut() {
            last.put_by = ruling;
        }
    }

    /// Overtime counts as a pass (2002 22.5): a stone that was put after the
    /// time goes with it, whether or not it was voided by an order of its own.
    fn treat_as_pass(&mut self, fact: &Fact, colour: Colour) -> Result<(), BoardError> {
        let late_stone = self
            .course
            .last_stone()
            .filter(|stone| stone.colour == colour);
        if self.course.to_play != colour && late_stone.is_some() {
            self.course.void_last_stone()?;
        }
        self.clock.relieve(fact.at, colour);
        self.course.pass((fact.entry, fact.seq), colour);
        self.give_turn(fact.at);
        self.passes_may_end(fact);
        Ok(())
    }

    /// The game goes on and its clocks run; what ended it before no longer counts.
    fn reopen(&mut self, fact: &Fact) {
        self.resumed_seq = fact.seq;
        self.confirmed = None;
        self.end = EndStage::Open;
        self.dead.clear();
        self.dead_agreed_by = crate::colour::PerColour::default();
        self.course.passes_in_row = 0;
        self.resume_play(fact.at);
        self.give_turn(fact.at);
    }

    /// A ruling no longer counts, nor does what it had warned, punished and
    /// decided. The board goes back to what it was before only if nothing has
    /// been played since.
    pub(super) fn overturn(&mut self, fact: &Fact, id: &RulingId) {
        let was_over = self.is_over();
        if !self.overturned.contains(id) {
            self.overturned.push(id.clone());
        }
        let plays = self.course.plays;
        let Some(state) = self.rulings.iter_mut().find(|r| r.ruling.ruling == *id) else {
            self.drop_fallen_confirmation();
            return;
        };
        state.overturned = Some(fact.seq);
        let named = state
            .ruling
            .finding
            .iter()
            .chain(state.ruling.findings.iter().flatten());
        let named: Vec<String> = named.cloned().collect();
        if state.changed_course && state.plays_after == plays {
            self.course = (*state.before).clone();
            self.course.plays = plays;
            self.players.clone_from(&state.players_before);
            self.give_turn(fact.at);
        }
        self.replaced_automatic
            .retain(|finding| !named.contains(finding));
        self.give_time_back(fact, id);
        self.drop_fallen_confirmation();
        if was_over && !self.is_over() {
            self.paused = Some(PauseReason::Ruling);
        }
    }

    /// A confirmation of a result that rested on an overturned ruling falls with it.
    fn drop_fallen_confirmation(&mut self) {
        if let Some((_, seq)) = self.confirmed
            && self.endings.iter().any(|e| e.seq == seq && !self.counts(e))
        {
            self.confirmed = None;
        }
    }

    fn give_time_back(&mut self, fact: &Fact, id: &RulingId) {
        let taken: Vec<_> = self
            .penalties
            .iter()
            .filter(|p| p.ruling == *id && p.penalty == PenaltyKind::DeductTime)
            .filter_map(|p| p.ms.map(|ms| (p.colour, ms)))
            .collect();
        for (colour, ms) in taken {
            let left = self.clock.player(colour).view(false).left_ms;
            let back = left.map(|left| left + ms);
            let setting = match colour {
                Colour::Black => ClockSetting {
                    black_ms: back,
                    ..ClockSetting::default()
                },
                Colour::White => ClockSetting {
                    white_ms: back,
                    ..ClockSetting::default()
                },
            };
            self.clock.set(fact.at, &setting);
        }
    }
}

/// Whether an order changes what an overturned ruling may have to undo.
fn changes_course(order: &Order) -> bool {
    matches!(
        order,
        Order::VoidMove { .. }
            | Order::MoveStands { .. }
            | Order::RestoreStones { .. }
            | Order::RemoveStones { .. }
            | Order::MoveStone { .. }
            | Order::SwapPlayers {}
            | Order::TreatAsPass { .. }
    )
}
