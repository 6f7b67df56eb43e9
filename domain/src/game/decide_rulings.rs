//! Whether a ruling, what it imposes and what it orders can be recorded. An
//! outcome that the article does not allow is no reason to refuse: it is a
//! departure.

use super::{
    record::{Fact, FactKind},
    state::GameState,
};
use crate::{
    event::{
        Order,
        game::{PenaltyImposed, PenaltyKind, RulingMade},
    },
    ids::{EntryId, RulingId},
    refusal::Refusal,
    tournament::{Place, TournamentState},
};

impl GameState {
    pub(super) fn check_ruling(
        &self,
        tournament: &TournamentState,
        place: Place<'_>,
        ruling: &RulingMade,
    ) -> Result<(), Refusal> {
        let with = ruling.with.iter().flatten();
        for official in with.clone() {
            tournament.need_official(official)?;
        }
        let ruled_by = with
            .map(crate::ids::OfficialId::as_str)
            .chain([place.actor.as_str()]);
        for official in ruled_by {
            self.need_no_player(official)?;
        }
        tournament.need_article(&ruling.article)?;
        tournament.need_new_decision(&ruling.ruling)?;
        self.need_known(ruling.about.iter().flatten())?;
        self.check_orders(tournament, place, (&ruling.ruling, &ruling.orders))
    }

    /// Nobody rules on a game that he plays (contract, section 10).
    pub(super) fn need_no_player(&self, official: &str) -> Result<(), Refusal> {
        if !self.paired.players.iter().any(|p| p.as_str() == official) {
            return Ok(());
        }
        Err(Refusal::OwnMatter {
            official: official.to_owned(),
            why: format!("they play game {}", self.paired.game),
        })
    }

    pub(super) fn check_penalty(
        &self,
        tournament: &TournamentState,
        penalty: &PenaltyImposed,
    ) -> Result<(), Refusal> {
        tournament.need_article(&penalty.article)?;
        self.need_ruling(&penalty.ruling)?;
        let fits = match penalty.penalty {
            PenaltyKind::DeductZi => penalty.qz.is_some() && penalty.ms.is_none(),
            PenaltyKind::DeductTime => penalty.ms.is_some() && penalty.qz.is_none(),
            PenaltyKind::ForfeitTurn | PenaltyKind::LoseGame => {
                penalty.qz.is_none() && penalty.ms.is_none()
            }
        };
        if fits {
            return Ok(());
        }
        let why = "qz belongs to deduct_zi and ms to deduct_time, to those alone";
        Err(Refusal::Contradiction(why.to_owned()))
    }

    /// Orders of a ruling or an appeal that can be carried out one after the
    /// other, from what stands now.
    ///
    /// # Errors
    /// The first that can't.
    pub fn check_orders(
        &self,
        tournament: &TournamentState,
        place: Place<'_>,
        (by, orders): (&RulingId, &[Order]),
    ) -> Result<(), Refusal> {
        let mut then = self.clone();
        let fact = Fact {
            entry: place.entry,
            seq: place.seq,
            at: place.at,
            kind: FactKind::StruckOut,
        };
        then.decisions.begin(by.clone(), then.plays);
        for (index, order) in orders.iter().enumerate() {
            then.check_order(tournament, order, &orders[..index])?;
            then.carry_out(&fact, order, by)?;
        }
        Ok(())
    }

    pub(super) fn check_order(
        &self,
        tournament: &TournamentState,
        order: &Order,
        before: &[Order],
    ) -> Result<(), Refusal> {
        match order {
            Order::VoidMove { entry } => {
                let last = self.course.last_stone().map(|stone| stone.entry);
                if last == Some(*entry) {
                    return Ok(());
                }
                Err(Refusal::NotTheLastStone {
                    entry: *entry,
                    last,
                })
            }
            Order::MoveStands { entry } => self.check_stands(*entry),
            Order::RestoreStones { points, .. } => {
                points.iter().try_for_each(|point| self.need_empty(*point))
            }
            Order::RemoveStones { points } => self.need_stones(points),
            Order::MoveStone { from, to } => {
                self.need_stones(&[*from])?;
                self.need_empty(*to)
            }
            Order::AwardPoints { points, .. } => self.need_on_board(points),
            Order::Replay { game } => tournament.need_new_game_id(game),
            Order::Overturn { ruling } => {
                let named = |o: &Order| matches!(o, Order::Overturn { ruling: r } if r == ruling);
                if before.iter().any(named) {
                    return Err(Refusal::OverturnedAlready(ruling.clone()));
                }
                tournament.need_standing_decision(ruling)
            }
            Order::SwapPlayers {}
            | Order::SetClock(_)
            | Order::TreatAsPass { .. }
            | Order::Resume {}
            | Order::SetResult { .. }
            | Order::Draw {}
            | Order::BothLose {}
            | Order::NoResult {} => Ok(()),
        }
    }

    pub(crate) fn check_stands(&self, entry: EntryId) -> Result<(), Refusal> {
        if let Some(dropped) = self.dropped_stone(entry) {
            return self.need_empty(dropped.point);
        }
        if let Some(played) = self.course.find(entry) {
            return match (played.point, played.now) {
                (Some(point), Some(_)) => self.need_empty(point),
                (Some(point), None) => self.need_stones(&[point]),
                (None, _) => Err(Refusal::NoStone(entry)),
            };
        }
        let voided = self.course.voided.iter().rev().find(|m| m.entry == entry);
        match voided.and_then(|m| m.point) {
            Some(point) => self.need_empty(point),
            None => Err(Refusal::NoStone(entry)),
        }
    }
}
