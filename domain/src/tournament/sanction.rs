//! Sanctions as far as they bear on games and places (2002 23.1, 23.2, 23.6):
//! which stand, on whom, on which games. What they make of a game's result is
//! in `settle`; the sanctions themselves are entries and never edited.

use super::state::TournamentState;
use crate::{
    event::tournament::{SanctionImposed, SanctionKind},
    ids::{GameId, PlayerId},
};
use std::collections::BTreeMap;

/// The sanctions that stand, by the player whom they concern.
#[derive(Clone, Debug, Default)]
pub struct Sanctions<'a> {
    by_player: BTreeMap<&'a PlayerId, Vec<&'a SanctionImposed>>,
}

impl<'a> Sanctions<'a> {
    /// Those that were neither lifted nor overturned.
    pub fn standing(tournament: &'a TournamentState) -> Sanctions<'a> {
        let mut by_player: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for sanction in tournament.standing_sanctions() {
            if let Some(player) = &sanction.player {
                by_player.entry(player).or_default().push(sanction);
            }
        }
        Sanctions { by_player }
    }

    /// Whether none stands.
    pub fn is_empty(&self) -> bool {
        self.by_player.is_empty()
    }

    /// The first sanction of a kind that bears on a player's game: one that
    /// names the game, or names none and so bears on all of them.
    pub fn on_game(
        &self,
        player: &PlayerId,
        game: &GameId,
        kind: SanctionKind,
    ) -> Option<&'a SanctionImposed> {
        let bears = |s: &&&SanctionImposed| {
            let games = s.games.as_ref();
            s.kind == kind && games.is_none_or(|games| games.contains(game))
        };
        self.by_player.get(player)?.iter().find(bears).copied()
    }

    /// The sanction that takes all of a player's results away, byes included.
    pub fn on_all(&self, player: &PlayerId) -> Option<&'a SanctionImposed> {
        let all =
            |s: &&&SanctionImposed| s.kind == SanctionKind::CancelResults && s.games.is_none();
        self.by_player.get(player)?.iter().find(all).copied()
    }

    /// How many places lower a player's prize is (2002 23.6); the standings stay.
    pub fn places_dropped(&self, player: &PlayerId) -> usize {
        let all = self.by_player.get(player).into_iter().flatten();
        all.filter(|s| s.kind == SanctionKind::DropPlace).count()
    }
}
