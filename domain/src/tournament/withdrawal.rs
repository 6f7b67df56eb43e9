//! Withdrawals (2002 28, 1988 29): who left when, whose results are void, which
//! games are forfeited, and what a withdrawn player is worth to Swiss opponents.
//! What that makes of a single game is in `settle`.

use super::{facts::GameFacts, state::TournamentState};
use crate::{
    event::tournament::PlayerWithdrew,
    ids::{EntryId, GameId, PlayerId},
    rulebook::{Regulations, WithdrawnOpponent},
    score::Fraction,
};
use std::collections::{BTreeMap, BTreeSet};

/// When a player, or the team for which the player plays, is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The entry that tells of it, the last where several do.
    pub entry: EntryId,
    /// The last round played, where the player left for good.
    pub after_round: Option<u32>,
    /// Rounds missed before coming back.
    pub missed: BTreeSet<u32>,
    /// Whether in a round robin so few games had been played that all results
    /// are void (2002 28.2, 1988 29.2).
    pub void: bool,
    /// Games with a result up to the withdrawal.
    pub played: u32,
}

impl Leave {
    /// Whether the player is not there in a round.
    pub fn misses(&self, round: u32) -> bool {
        self.after_round.is_some_and(|last| round > last) || self.missed.contains(&round)
    }

    /// Whether the player left for good before the first round.
    pub fn before_start(&self) -> bool {
        self.after_round == Some(0)
    }
}

/// The withdrawals of a tournament.
#[derive(Clone, Debug, Default)]
pub struct Withdrawals<'a> {
    by_player: BTreeMap<&'a PlayerId, Leave>,
    /// Whether games that are not played after a withdrawal are forfeited by
    /// themselves: in a round robin (contract, section 7).
    forfeits: bool,
}

impl<'a> Withdrawals<'a> {
    /// What was told of withdrawals. `facts`: what each game tells.
    pub fn of(
        tournament: &'a TournamentState,
        regulations: &Regulations,
        facts: impl Fn(&GameId) -> Option<&'a GameFacts>,
    ) -> Withdrawals<'a> {
        let mut by_player = leaves(tournament, regulations.rounds.into());
        let round_robin = regulations.format.is_round_robin();
        if round_robin && !by_player.is_empty() {
            count_played(tournament, &mut by_player, facts);
            // In a team event what was played stands (2002 28.4, 1988 29.4).
            let may_be_void = regulations.team.is_none();
            for leave in by_player.values_mut() {
                let rounds = regulations.rounds.into();
                leave.void = may_be_void
                    && leave.after_round.is_some()
                    && regulations
                        .edition()
                        .is_void_withdrawal(leave.played, rounds);
            }
        }
        Withdrawals {
            by_player,
            forfeits: round_robin,
        }
    }

    /// The withdrawal of a player, if there was one.
    pub fn leave(&self, player: &PlayerId) -> Option<&Leave> {
        self.by_player.get(player)
    }

    /// Whether nobody withdrew.
    pub fn is_empty(&self) -> bool {
        self.by_player.is_empty()
    }

    /// Every withdrawal, by player.
    pub fn all(&self) -> impl Iterator<Item = (&'a PlayerId, &Leave)> {
        self.by_player
            .iter()
            .map(|(player, leave)| (*player, leave))
    }

    /// Whether a player's results are void.
    pub fn is_void(&self, player: &PlayerId) -> bool {
        self.leave(player).is_some_and(|leave| leave.void)
    }

    /// Whether a player forfeits a game of that round which was not played.
    pub fn forfeits(&self, player: &PlayerId, round: u32) -> bool {
        self.forfeits && self.leave(player).is_some_and(|leave| leave.misses(round))
    }
}

/// Every player who withdrew, alone or with the team. Rounds missed up to the
/// very last are a withdrawal for good.
fn leaves(tournament: &TournamentState, rounds: u32) -> BTreeMap<&PlayerId, Leave> {
    let mut by_player = BTreeMap::new();
    for told in &tournament.withdrawals {
        for player in concerned(tournament, &told.what) {
            let leave = by_player.entry(player).or_insert_with(|| Leave {
                entry: told.entry,
                after_round: None,
                missed: BTreeSet::new(),
                void: false,
                played: 0,
            });
            leave.entry = told.entry;
            leave.missed.extend(told.what.rounds.iter().flatten());
            if let Some(last) = told.what.after_round {
                let earlier = leave.after_round.unwrap_or(u32::MAX);
                leave.after_round = Some(last.min(earlier));
            }
            let tail = (1..=rounds).rev().take_while(|r| leave.missed.contains(r));
            if let Some(first_missed) = tail.last() {
                let last = first_missed - 1;
                leave.after_round = Some(leave.after_round.map_or(last, |a| a.min(last)));
            }
        }
    }
    by_player
}

fn concerned<'a>(tournament: &'a TournamentState, left: &'a PlayerWithdrew) -> Vec<&'a PlayerId> {
    let of_team = tournament
        .players
        .iter()
        .filter(|(_, state)| left.team.is_some() && state.registered.team == left.team)
        .map(|(player, _)| player);
    left.player.iter().chain(of_team).collect()
}

/// Counts the games with a result up to each withdrawal (已賽局數).
fn count_played<'a>(
    tournament: &'a TournamentState,
    leaves: &mut BTreeMap<&'a PlayerId, Leave>,
    facts: impl Fn(&GameId) -> Option<&'a GameFacts>,
) {
    for (id, game) in tournament.games.iter() {
        let told = facts(id);
        let counts = game.pairing.playoff != Some(true)
            && told.is_some_and(|t| t.result.is_some() && t.replayed_as.is_none());
        for player in game.pairing.both().into_iter().flatten() {
            if counts
                && let Some(leave) = leaves.get_mut(player)
                && leave.after_round.is_none_or(|last| game.round <= last)
            {
                leave.played += 1;
            }
        }
    }
}

/// What an opponent who withdrew for good is worth: with `average`, the points
/// and for each round missed the average of those played, at most `max` (1988
/// 29.3: one); with `actual`, the points alone.
pub fn value_of_withdrawn(
    (how, max): (WithdrawnOpponent, u32),
    points: i64,
    played: u32,
    rounds: u32,
) -> Fraction {
    let points = Fraction::whole(points);
    let missed = rounds.saturating_sub(played);
    if how == WithdrawnOpponent::Actual || played == 0 || missed == 0 {
        return points;
    }
    let average = points.over(Fraction::whole(played.into()));
    let max = Fraction::whole(max.into());
    let average = average.unwrap_or(Fraction::ZERO).at_most(max);
    points + average * Fraction::whole(missed.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of the rule table, B.5: seven rounds.
    #[test]
    fn a_withdrawn_opponent_of_1988_brings_an_average_of_at_most_one() {
        let average = (WithdrawnOpponent::Average, 1);
        let value = |points, played| value_of_withdrawn(average, points, played, 7);
        assert_eq!(value(4, 3), Fraction::whole(8));
        assert_eq!(Some(value(2, 3)), Fraction::new(14, 3));
        assert_eq!(value(0, 3), Fraction::ZERO);
        assert_eq!(value(3, 3), Fraction::whole(7));
        assert_eq!(value(0, 0), Fraction::ZERO);
        let actual = value_of_withdrawn((WithdrawnOpponent::Actual, 1), 4, 3, 7);
        assert_eq!(actual, Fraction::whole(4));
    }
}
