//! Sanctions as far as they bear on games and places (2002 23.1, 23.2, 23.6):
//! which stand, on whom, on which games. What they make of a game's result is
//! in `settle`; what a ruling on a withdrawal makes of the games that it leaves
//! unplayed is in `withdrawal`. The sanctions themselves are entries, never edited.

use super::{
    state::{GamePairing, SanctionState, TournamentState},
    team::Rosters,
};
use crate::{
    event::tournament::{SanctionImposed, SanctionKind},
    ids::{GameId, PlayerId, TeamId},
};
use std::collections::BTreeMap;

/// The sanctions that stand, by whom they concern.
#[derive(Clone, Debug, Default)]
pub struct Sanctions<'a> {
    by_player: BTreeMap<&'a PlayerId, Vec<&'a SanctionState>>,
    by_team: BTreeMap<&'a TeamId, Vec<&'a SanctionState>>,
    /// Who plays for whom, where a team is concerned.
    rosters: Option<Rosters<'a>>,
}

impl<'a> Sanctions<'a> {
    /// Those that were neither lifted nor overturned.
    pub fn standing(tournament: &'a TournamentState) -> Sanctions<'a> {
        let mut sanctions = Sanctions::default();
        for state in tournament.sanctions.values().filter(|s| !s.lifted) {
            if let Some(player) = &state.imposed.player {
                sanctions.by_player.entry(player).or_default().push(state);
            }
            if let Some(team) = &state.imposed.team {
                sanctions.by_team.entry(team).or_default().push(state);
            }
        }
        if !sanctions.by_team.is_empty() {
            sanctions.rosters = Some(Rosters::of(tournament));
        }
        sanctions
    }

    /// Whether none stands.
    pub fn is_empty(&self) -> bool {
        self.by_player.is_empty() && self.by_team.is_empty()
    }

    /// Those on a player, or on the team for which the player plays in a round.
    fn on(&self, player: &PlayerId, round: u32) -> impl Iterator<Item = &'a SanctionState> {
        let rosters = self.rosters.as_ref();
        let team = rosters.and_then(|rosters| rosters.team(round, player));
        let of_team = team.and_then(|team| self.by_team.get(team));
        let own = self.by_player.get(player);
        own.into_iter().chain(of_team).flatten().copied()
    }

    /// The first sanction of a kind that bears on a player's game: one that
    /// names the game, or names none and so bears on those that were paired when
    /// it was imposed. One that rules on a withdrawal without naming games turns
    /// none that was played (2002 28.2 to 28.4: 已賽成績有效).
    pub fn on_game(
        &self,
        player: &PlayerId,
        (game, pairing): (&GameId, &GamePairing),
        kind: SanctionKind,
    ) -> Option<&'a SanctionImposed> {
        if self.is_empty() {
            return None;
        }
        let bears = |state: &&SanctionState| {
            let imposed = &state.imposed;
            imposed.kind == kind
                && match &imposed.games {
                    Some(games) => games.contains(game),
                    None => !loses_what_is_left(imposed) && pairing.seq < state.seq,
                }
        };
        let mut all = self.on(player, pairing.round);
        all.find(bears).map(|state| &state.imposed)
    }

    /// The sanction that takes all results away which a player had when it was
    /// imposed: that of a bye of a round whose pairing was recorded at `seq` too.
    pub fn on_bye(&self, player: &PlayerId, round: u32, seq: u64) -> Option<&'a SanctionImposed> {
        self.on(player, round).find_map(|s| takes_all(s, seq))
    }

    /// The same of a team's bye.
    pub fn on_bye_of_team(&self, team: &TeamId, seq: u64) -> Option<&'a SanctionImposed> {
        let all = self.by_team.get(team).into_iter().flatten();
        all.copied().find_map(|s| takes_all(s, seq))
    }

    /// How many places lower a player's prize is (2002 23.6); the standings stay.
    pub fn places_dropped(&self, player: &PlayerId) -> usize {
        drops(self.by_player.get(player))
    }

    /// The same of a team's.
    pub fn places_dropped_of_team(&self, team: &TeamId) -> usize {
        drops(self.by_team.get(team))
    }
}

fn drops(all: Option<&Vec<&SanctionState>>) -> usize {
    let all = all.into_iter().flatten();
    all.filter(|s| s.imposed.kind == SanctionKind::DropPlace)
        .count()
}

fn takes_all(state: &SanctionState, seq: u64) -> Option<&SanctionImposed> {
    let imposed = &state.imposed;
    let all = imposed.kind == SanctionKind::CancelResults && imposed.games.is_none();
    (all && seq < state.seq).then_some(imposed)
}

/// Whether a sanction rules on a withdrawal, and so loses the games that it
/// leaves unplayed: the article's 有關棋局 (2002 23.2), 未賽部分 (28.4, 1988 29.4).
pub(super) fn loses_what_is_left(imposed: &SanctionImposed) -> bool {
    imposed.kind == SanctionKind::LoseGames
        && imposed.games.is_none()
        && rules_on_withdrawal(imposed).is_some()
}

/// The seq of the withdrawal on which a sanction rules, if it names one.
pub(super) fn rules_on_withdrawal(imposed: &SanctionImposed) -> Option<u64> {
    let seq = imposed.finding.as_ref()?.strip_prefix("CD-10@")?;
    seq.parse().ok()
}
