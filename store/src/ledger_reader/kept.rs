//! The games as they stand, kept from one entry to the next: of hundreds of boards
//! only that one is folded on and judged again about which something came. Knows
//! nothing of the log; earlier moments of a game are not kept here.

use fupan_domain::ids::GameId;
use fupan_replay::{fold::game::FoldedGame, views::GameView};
use std::{collections::BTreeMap, sync::Arc};

/// How many games are kept, at some 100 KB each: the boards of a large round.
const MOST: usize = 512;

/// Games as they stood last; which was used longest ago is known of each.
#[derive(Default)]
pub(super) struct KeptGames {
    games: BTreeMap<GameId, Kept>,
    uses: u64,
}

struct Kept {
    /// The last seq of which it takes account.
    upto: u64,
    folded: Arc<FoldedGame>,
    /// Its view, with how many people had been erased when it was made.
    view: Option<(usize, Arc<GameView>)>,
    used: u64,
}

impl KeptGames {
    /// A game as it stood last, and the last seq of which that takes account.
    pub fn last(&mut self, id: &GameId) -> Option<(u64, Arc<FoldedGame>)> {
        self.uses += 1;
        let kept = self.games.get_mut(id)?;
        kept.used = self.uses;
        Some((kept.upto, Arc::clone(&kept.folded)))
    }

    /// Keeps a game as it stands at a later seq than it is kept at; its view stays
    /// where nothing came about it.
    pub fn keep(&mut self, id: &GameId, upto: u64, folded: &Arc<FoldedGame>) {
        self.uses += 1;
        let used = self.uses;
        if let Some(kept) = self.games.get_mut(id) {
            if kept.upto <= upto {
                if !Arc::ptr_eq(&kept.folded, folded) {
                    kept.folded = Arc::clone(folded);
                    kept.view = None;
                }
                (kept.upto, kept.used) = (upto, used);
            }
            return;
        }
        if self.games.len() >= MOST {
            let oldest = self.games.iter().min_by_key(|(_, kept)| kept.used);
            if let Some(oldest) = oldest.map(|(id, _)| id.clone()) {
                self.games.remove(&oldest);
            }
        }
        let kept = Kept {
            upto,
            folded: Arc::clone(folded),
            view: None,
            used,
        };
        self.games.insert(id.clone(), kept);
    }

    /// The view of a game, if it was made of this very folding and nobody was
    /// erased since.
    pub fn view(
        &self,
        id: &GameId,
        folded: &Arc<FoldedGame>,
        erased: usize,
    ) -> Option<Arc<GameView>> {
        let kept = self.games.get(id)?;
        let (then, view) = kept.view.as_ref()?;
        let is_its_own = Arc::ptr_eq(&kept.folded, folded) && *then == erased;
        is_its_own.then(|| Arc::clone(view))
    }

    /// Keeps the view that was made of a folding, if that is the one kept.
    pub fn keep_view(
        &mut self,
        id: &GameId,
        folded: &Arc<FoldedGame>,
        erased: usize,
        view: &Arc<GameView>,
    ) {
        let kept = self.games.get_mut(id);
        if let Some(kept) = kept.filter(|kept| Arc::ptr_eq(&kept.folded, folded)) {
            kept.view = Some((erased, Arc::clone(view)));
        }
    }
}
