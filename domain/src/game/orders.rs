//! Carrying out what a ruling or an appeal decision orders (contract, section
//! 6). What falls with an overturned ruling is in `overturn`.

use super::{ending::EndingKind, record::Fact, state::GameState};
use crate::{
    Colour,
    board::BoardError,
    event::{GameResult, Order, Outcome, ResultBy},
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
        orders
            .iter()
            .try_for_each(|order| self.carry_out(fact, order, by))
    }

    pub(super) fn carry_out(
        &mut self,
        fact: &Fact,
        order: &Order,
        by: &RulingId,
    ) -> Result<(), BoardError> {
        if changes_course(order) && self.decisions.is_undone(by) {
            return Ok(());
        }
        match order {
            Order::VoidMove { entry } => {
                self.void_move(fact, *entry)?;
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
            Order::Resume {} => self.reopen(fact, by),
            Order::SetResult { result } => self.set_result(fact, *result, by),
            Order::Draw {} => self.set_outcome(fact, Outcome::Draw, by),
            Order::BothLose {} => {
                let result = GameResult::new(Outcome::BothLose, self.both_lose_by(by));
                self.set_result(fact, result, by);
            }
            Order::NoResult {} => self.set_outcome(fact, Outcome::NoResult, by),
            Order::Replay { game } => {
                self.decisions.replay(game, by);
                self.set_outcome(fact, Outcome::NoResult, by);
            }
            Order::Overturn { ruling } => self.overturn(fact, ruling, by),
        }
        if changes_course(order) {
            self.decisions.note_changed_course(by);
        }
        self.decisions.note_done(order);
        Ok(())
    }

    fn set_outcome(&mut self, fact: &Fact, outcome: Outcome, by: &RulingId) {
        self.set_result(fact, GameResult::new(outcome, ResultBy::Ruling), by);
    }

    /// How both lose by a ruling: by absence under 2002 22.3 and 1988 23.2
    /// (contract, section 7), where nothing else is said by the ruling itself.
    fn both_lose_by(&self, by: &RulingId) -> ResultBy {
        let under = |ruled: &super::RulingState| super::ending::loss_under(&ruled.ruling.article);
        match self.ruling(by).map(under) {
            None | Some(ResultBy::Forfeit) => ResultBy::Ruling,
            Some(by) => by,
        }
    }

    fn set_result(&mut self, fact: &Fact, result: GameResult, by: &RulingId) {
        self.end_by(fact, EndingKind::Set(result), vec![by.clone()]);
    }

    /// The last stone is taken back; another one can't be, which `decide`
    /// refuses beforehand.
    fn void_move(&mut self, fact: &Fact, entry: EntryId) -> Result<(), BoardError> {
        match self.course.last_stone() {
            Some(stone) if stone.entry == entry => {
                self.course.void_last_stone()?;
            }
            _ => self.fault(fact, format!("entry {entry} is not the last stone played")),
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
            return Ok(());
        }
        self.fault(fact, format!("entry {entry} is no stone of this game"));
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
    fn reopen(&mut self, fact: &Fact, by: &RulingId) {
        self.decisions.resume(self.step, by);
        self.play_further();
        self.resume_play(fact.at);
        self.give_turn(fact.at);
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
