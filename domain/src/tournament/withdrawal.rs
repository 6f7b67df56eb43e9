//! Withdrawals (2002 28, 1988 29): who left when, whose results are void, which
//! games are forfeited, and what a withdrawn player is worth to Swiss opponents.
//! What that makes of a single game is in `settle`.

use super::{
    facts::GameFacts,
    sanction::{loses_what_is_left, rules_on_withdrawal},
    settle::Basis,
    state::{Told, TournamentState},
};
use crate::{
    event::{
        Outcome, ResultBy,
        tournament::{PlayerWithdrew, SanctionImposed},
    },
    ids::{EntryId, GameId, PlayerId, TeamId},
    rulebook::{Regulations, WithdrawnOpponent},
    score::Fraction,
};
use std::collections::{BTreeMap, BTreeSet};

/// For which rounds somebody is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Away {
    /// The last round played, where the player left for good.
    pub after_round: Option<u32>,
    /// Rounds missed before coming back.
    pub missed: BTreeSet<u32>,
}

impl Away {
    fn take(&mut self, told: &PlayerWithdrew, rounds: u32) {
        self.missed.extend(told.rounds.iter().flatten());
        let earlier = |last: u32, known: Option<u32>| known.map_or(last, |known| known.min(last));
        if let Some(last) = told.after_round {
            self.after_round = Some(earlier(last, self.after_round));
        }
        // Rounds missed up to the very last are a withdrawal for good.
        let tail = (1..=rounds).rev().take_while(|r| self.missed.contains(r));
        if let Some(first_missed) = tail.last() {
            self.after_round = Some(earlier(first_missed - 1, self.after_round));
        }
    }

    /// Whether somebody is not there in a round.
    pub fn misses(&self, round: u32) -> bool {
        self.since(round).is_some()
    }

    /// Since which round somebody has been away who is not there in a round.
    pub fn since(&self, round: u32) -> Option<u32> {
        let left = self.after_round.filter(|last| round > *last);
        let run = (1..=round).rev().take_while(|r| self.missed.contains(r));
        let missed = run.last();
        let since = left.map(|last| last + 1);
        since.into_iter().chain(missed).min()
    }
}

/// When a player, or the team for which the player plays, is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leave<'a> {
    /// The entry that tells of it, the last where several do.
    pub entry: EntryId,
    /// The rounds, as they were told.
    pub away: Away,
    /// Those of them from which something follows by itself: no ruling took the
    /// place of the finding (contract, section 7).
    of_itself: Away,
    /// Those whose games a ruling on the withdrawal loses, with its sanction.
    ruled: Vec<(Away, &'a SanctionImposed)>,
    /// Whether in a round robin so few games had been played that all results
    /// are void (2002 28.2, 1988 29.2).
    pub void: bool,
    /// Games played up to the withdrawal; those lost or won by absence are none.
    pub played: u32,
}

impl<'a> Leave<'a> {
    fn new(entry: EntryId) -> Leave<'a> {
        Leave {
            entry,
            away: Away::default(),
            of_itself: Away::default(),
            ruled: Vec::new(),
            void: false,
            played: 0,
        }
    }

    /// Whether the player is not there in a round.
    pub fn misses(&self, round: u32) -> bool {
        self.away.misses(round)
    }

    /// The last round played, where the player left for good.
    pub fn after_round(&self) -> Option<u32> {
        self.away.after_round
    }

    /// Whether the player left for good before the first round.
    pub fn before_start(&self) -> bool {
        self.away.after_round == Some(0)
    }

    fn take(
        &mut self,
        told: &'a Told<PlayerWithdrew>,
        rulings: &[&'a SanctionImposed],
        rounds: u32,
    ) {
        self.entry = told.entry;
        self.away.take(&told.what, rounds);
        if rulings.is_empty() {
            self.of_itself.take(&told.what, rounds);
        }
        for sanction in rulings.iter().filter(|s| loses_what_is_left(s)) {
            let mut away = Away::default();
            away.take(&told.what, rounds);
            self.ruled.push((away, *sanction));
        }
    }
}

/// How somebody comes to lose a game that was not played: since which round he
/// has been away, and on what that rests.
pub type Forfeit<'a> = (u32, Basis<'a>);

/// How a game that was not played ends, where one of the two was away: whoever
/// had left before the other loses it, for it was won when he left; both lose if
/// they left at the same point.
pub fn losers(away: [Option<Forfeit<'_>>; 2]) -> [bool; 2] {
    match away.map(|away| away.map(|(since, _)| since)) {
        [Some(a), Some(b)] => [a <= b, b <= a],
        [a, b] => [a.is_some(), b.is_some()],
    }
}

/// The withdrawals of a tournament.
#[derive(Clone, Debug, Default)]
pub struct Withdrawals<'a> {
    by_player: BTreeMap<&'a PlayerId, Leave<'a>>,
    by_team: BTreeMap<&'a TeamId, Leave<'a>>,
    /// Whether games that are not played after a withdrawal are forfeited by
    /// themselves: in a round robin (contract, section 7).
    forfeits: bool,
}

impl<'a> Withdrawals<'a> {
    /// What was told of withdrawals. `facts`: what each game tells; `sanctions`:
    /// those that stand.
    pub fn of(
        tournament: &'a TournamentState,
        regulations: &Regulations,
        facts: impl Fn(&GameId) -> Option<&'a GameFacts>,
        sanctions: &[&'a SanctionImposed],
    ) -> Withdrawals<'a> {
        let round_robin = regulations.format.is_round_robin();
        let mut all = Withdrawals {
            forfeits: round_robin,
            ..Withdrawals::default()
        };
        for told in tournament.standing_withdrawals() {
            all.take(tournament, told, sanctions, regulations.rounds.into());
        }
        if round_robin && !all.by_player.is_empty() {
            count_played(tournament, &mut all.by_player, facts);
            // In a team event what was played stands (2002 28.4, 1988 29.4).
            let may_be_void = regulations.team.is_none();
            let rounds = regulations.rounds.into();
            for leave in all.by_player.values_mut() {
                let edition = regulations.edition();
                leave.void = may_be_void
                    && leave.of_itself.after_round.is_some()
                    && edition.is_void_withdrawal(leave.played, rounds);
            }
        }
        all
    }

    fn take(
        &mut self,
        tournament: &'a TournamentState,
        told: &'a Told<PlayerWithdrew>,
        sanctions: &[&'a SanctionImposed],
        rounds: u32,
    ) {
        let on_it = sanctions.iter().copied();
        let on_it: Vec<&SanctionImposed> = on_it
            .filter(|s| rules_on_withdrawal(s) == Some(told.seq))
            .collect();
        let of_team = |s: &&SanctionImposed| s.team.is_some() && s.team == told.what.team;
        let team: Vec<&SanctionImposed> = on_it.iter().copied().filter(of_team).collect();
        if let Some(id) = &told.what.team {
            let leave = self
                .by_team
                .entry(id)
                .or_insert_with(|| Leave::new(told.entry));
            leave.take(told, &team, rounds);
        }
        for player in concerned(tournament, &told.what) {
            let own = on_it.iter().copied();
            let own = own.filter(|s| s.player.as_ref() == Some(player) || of_team(s));
            let own: Vec<&SanctionImposed> = own.collect();
            let leave = self
                .by_player
                .entry(player)
                .or_insert_with(|| Leave::new(told.entry));
            leave.take(told, &own, rounds);
        }
    }

    /// The withdrawal of a player, if there was one.
    pub fn leave(&self, player: &PlayerId) -> Option<&Leave<'a>> {
        self.by_player.get(player)
    }

    /// The withdrawal of a team.
    pub fn leave_of_team(&self, team: &TeamId) -> Option<&Leave<'a>> {
        self.by_team.get(team)
    }

    /// Whether nobody withdrew.
    pub fn is_empty(&self) -> bool {
        self.by_player.is_empty()
    }

    /// Every withdrawal, by player.
    pub fn all(&self) -> impl Iterator<Item = (&'a PlayerId, &Leave<'a>)> {
        self.by_player
            .iter()
            .map(|(player, leave)| (*player, leave))
    }

    /// Every team's withdrawal.
    pub fn all_of_teams(&self) -> impl Iterator<Item = (&'a TeamId, &Leave<'a>)> {
        self.by_team.iter().map(|(team, leave)| (*team, leave))
    }

    /// Whether a player's results are void.
    pub fn is_void(&self, player: &PlayerId) -> bool {
        self.leave(player).is_some_and(|leave| leave.void)
    }

    /// How a player loses a game of that round which was not played, if so.
    pub fn forfeits(&self, player: &PlayerId, round: u32) -> Option<Forfeit<'a>> {
        self.forfeit_of(self.leave(player)?, |away| away.since(round))
    }

    /// How somebody who left for good loses what is left to play, paired or not;
    /// `since` says from when that counts.
    pub fn forfeits_the_rest(&self, leave: &Leave<'a>) -> Option<Forfeit<'a>> {
        self.forfeit_of(leave, |away| Some(away.after_round? + 1))
    }

    /// The rounds that somebody misses and comes back, losing the games of these
    /// by itself or by a ruling, each with what that rests on.
    pub fn forfeits_missed(&self, leave: &Leave<'a>) -> BTreeMap<u32, Basis<'a>> {
        let mut rounds = BTreeMap::new();
        for (away, sanction) in &leave.ruled {
            let basis = Basis::Sanction(&sanction.sanction);
            rounds.extend(away.missed.iter().map(|round| (*round, basis)));
        }
        if self.forfeits {
            let basis = Basis::Withdrawal(leave.entry);
            rounds.extend(leave.of_itself.missed.iter().map(|round| (*round, basis)));
        }
        rounds
    }

    fn forfeit_of(
        &self,
        leave: &Leave<'a>,
        since: impl Fn(&Away) -> Option<u32>,
    ) -> Option<Forfeit<'a>> {
        let of_itself = self.forfeits.then(|| since(&leave.of_itself)).flatten();
        let of_itself = of_itself.map(|since| (since, Basis::Withdrawal(leave.entry)));
        let ruled = leave.ruled.iter().filter_map(|(away, sanction)| {
            Some((since(away)?, Basis::Sanction(&sanction.sanction)))
        });
        of_itself
            .into_iter()
            .chain(ruled)
            .min_by_key(|(since, _)| *since)
    }
}

fn concerned<'a>(tournament: &'a TournamentState, left: &'a PlayerWithdrew) -> Vec<&'a PlayerId> {
    let of_team = tournament
        .players
        .iter()
        .filter(|(_, state)| left.team.is_some() && state.registered.team == left.team)
        .map(|(player, _)| player);
    left.player.iter().chain(of_team).collect()
}

/// Counts the games played up to each withdrawal (已賽局數): one that is decided
/// by absence was played by neither side.
fn count_played<'a>(
    tournament: &'a TournamentState,
    leaves: &mut BTreeMap<&'a PlayerId, Leave<'a>>,
    facts: impl Fn(&GameId) -> Option<&'a GameFacts>,
) {
    for (id, game) in tournament.games.iter() {
        let counts = game.pairing.playoff != Some(true)
            && facts(id).is_some_and(|told| {
                // A game without result is none until it is played again (B.5).
                told.result
                    .is_some_and(|r| r.by != ResultBy::Absence && r.outcome != Outcome::NoResult)
            });
        for player in game.pairing.both().into_iter().flatten() {
            if counts
                && let Some(leave) = leaves.get_mut(player)
                && leave.away.after_round.is_none_or(|last| game.round <= last)
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
