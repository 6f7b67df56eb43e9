//! The games that a ledger's writer keeps folded, so that an entry needn't read
//! its game from the log again: those in play, and a few that are over. It is
//! no cache of views, and knows nothing of the log.

use fupan_domain::{game::GameState, ids::GameId};
use std::collections::BTreeMap;

/// How many games are kept, at some 150 KB each: the boards of a large round.
const MOST: usize = 1024;
/// How many of them may be over. Little is recorded of a game after its end, and
/// an event has far more games than boards.
pub(crate) const MOST_OVER: usize = 64;

/// Games kept folded; which was used longest ago is known of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptGames {
    games: BTreeMap<GameId, Kept>,
    uses: u64,
}

#[derive(Clone, Debug)]
struct Kept {
    state: GameState,
    used: u64,
}

impl KeptGames {
    /// Whether a game is kept.
    pub fn contains(&self, id: &GameId) -> bool {
        self.games.contains_key(id)
    }

    /// How often games have been used so far.
    pub fn uses(&self) -> u64 {
        self.uses
    }

    /// A game that is needed now.
    pub fn use_now(&mut self, id: &GameId) -> Option<&mut GameState> {
        self.uses += 1;
        let kept = self.games.get_mut(id)?;
        kept.used = self.uses;
        Some(&mut kept.state)
    }

    /// Keeps a game that is needed now and was not kept, in place of those that
    /// have not been used for longest.
    pub fn keep(&mut self, id: &GameId, state: GameState) -> &mut GameState {
        self.forget(MOST, |_| true);
        self.forget(MOST_OVER, GameState::is_over);
        self.uses += 1;
        let used = self.uses;
        let kept = Kept { state, used };
        &mut self.games.entry(id.clone()).or_insert(kept).state
    }

    /// Makes room for one more of a kind, of which no more than `most` are kept.
    fn forget(&mut self, most: usize, is_of_kind: impl Fn(&GameState) -> bool) {
        let of_kind = self
            .games
            .iter()
            .filter(|(_, kept)| is_of_kind(&kept.state));
        let mut by_use: Vec<(u64, GameId)> =
            of_kind.map(|(id, kept)| (kept.used, id.clone())).collect();
        let too_many = (by_use.len() + 1).saturating_sub(most);
        if too_many == 0 {
            return;
        }
        by_use.sort_unstable();
        for (_, id) in by_use.into_iter().take(too_many) {
            self.games.remove(&id);
        }
    }

    /// A game, if it is kept; it does not count as used.
    pub fn get(&self, id: &GameId) -> Option<&GameState> {
        self.games.get(id).map(|kept| &kept.state)
    }

    /// A game to change, if it is kept; it does not count as used.
    pub fn get_mut(&mut self, id: &GameId) -> Option<&mut GameState> {
        self.games.get_mut(id).map(|kept| &mut kept.state)
    }

    /// Lets go of a game.
    pub fn release(&mut self, id: &GameId) -> Option<GameState> {
        self.games.remove(id).map(|kept| kept.state)
    }

    /// Lets go of all but those that are to stay.
    pub fn retain(&mut self, stays: impl Fn(&GameId, &GameState) -> bool) {
        self.games.retain(|id, kept| stays(id, &kept.state));
    }

    /// Lets go of those that were used since.
    pub fn forget_used_since(&mut self, uses: u64) {
        self.games.retain(|_, kept| kept.used <= uses);
    }

    /// Lets go of all.
    pub fn clear(&mut self) {
        self.games.clear();
    }
}
