//! What each game of a ledger tells the tournament, kept between questions: a
//! snapshot from which standings are computed at once. Only games about which
//! something came since are folded again; the first time the log is read in one
//! pass, each game being folded when its last entry comes by.

use crate::{EventStore, ReadError, ledger_reader::ViewError};
use fupan_domain::{
    event::{Stream, TournamentEvent},
    ids::GameId,
    tournament::{AllFacts, GameFacts, TournamentState},
};
use fupan_replay::fold::{FoldEntry, Step, StepEvent, fold_game};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// How many entries are read at a time.
const CHUNK: usize = 4096;

/// Up to how many entries are followed one by one before it is cheaper to read
/// the streams of the games.
const ENTRIES_A_GAME: u64 = 16;

/// What each game told when the ledger had so many entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results {
    size: u64,
    facts: Arc<AllFacts>,
}

impl Results {
    /// What each game tells now that the ledger has `size` entries. `steps`:
    /// those of the tournament's history that came since.
    pub fn catch_up<R>(
        &mut self,
        store: &dyn EventStore<R>,
        size: u64,
        tournament: &TournamentState,
        steps: &[Step],
    ) -> Result<Arc<AllFacts>, ViewError> {
        if self.size >= size && self.facts.len() == tournament.games.len() {
            return Ok(Arc::clone(&self.facts));
        }
        let told = if self.size == 0 {
            fold_all(store, tournament, size)?
        } else {
            let changed = self.changed(store, size, tournament, steps)?;
            let mut told = AllFacts::clone(&self.facts);
            for id in changed {
                told.extend(fold_stream(store, tournament, &id, size)?.map(|facts| (id, facts)));
            }
            told
        };
        self.facts = Arc::new(told);
        self.size = size;
        Ok(Arc::clone(&self.facts))
    }

    /// How many entries the ledger had.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The games about which something came since.
    fn changed<R>(
        &self,
        store: &dyn EventStore<R>,
        size: u64,
        tournament: &TournamentState,
        steps: &[Step],
    ) -> Result<BTreeSet<GameId>, ViewError> {
        let mut changed = told_of(store, self.size, size, tournament, steps)?;
        let games = tournament.games.keys();
        changed.extend(games.filter(|id| !self.facts.contains_key(*id)).cloned());
        Ok(changed)
    }
}

/// The games of which entries from `from` on tell, as long as there are fewer
/// than `size`. `steps`: the tournament's own among these entries.
fn told_of<R>(
    store: &dyn EventStore<R>,
    from: u64,
    size: u64,
    tournament: &TournamentState,
    steps: &[Step],
) -> Result<BTreeSet<GameId>, ViewError> {
    let mut games = BTreeSet::new();
    for_each(store, from, size, |bytes| {
        if let Stream::Game(id) = FoldEntry::read(bytes)?.stream()? {
            games.insert(id);
        }
        Ok(())
    })?;
    for step in steps {
        if let StepEvent::Tournament(TournamentEvent::PairingChanged(pairing)) = &step.event {
            games.extend(pairing.games.iter().map(|game| game.game.clone()));
        }
    }
    let decided = tournament.decisions_on.iter();
    let decided = decided.filter(|(_, list)| list.last().is_some_and(|d| d.seq >= from));
    games.extend(decided.map(|(id, _)| id.clone()));
    Ok(games)
}

/// What each game told when the ledger had `size` entries, from what they tell
/// now that it has `now`: only those of which an entry in between tells are
/// folded again. `steps`: the tournament's own among these entries.
pub(crate) fn before<R>(
    store: &dyn EventStore<R>,
    (size, then): (u64, &TournamentState),
    (now, facts, tournament): (u64, &AllFacts, &TournamentState),
    steps: &[Step],
) -> Result<AllFacts, ViewError> {
    let games = u64::try_from(then.games.len()).unwrap_or(u64::MAX);
    if now.saturating_sub(size) > games.saturating_mul(ENTRIES_A_GAME) {
        return fold_all(store, then, size);
    }
    let changed = told_of(store, size, now, tournament, steps)?;
    let mut told = AllFacts::new();
    for id in then.games.keys() {
        let kept = facts.get(id).filter(|_| !changed.contains(id));
        let facts = match kept {
            Some(kept) => Some(Arc::clone(kept)),
            None => fold_stream(store, then, id, size)?,
        };
        told.extend(facts.map(|facts| (id.clone(), facts)));
    }
    Ok(told)
}

/// What each game told when the ledger had `size` entries.
pub(crate) fn fold_all<R>(
    store: &dyn EventStore<R>,
    tournament: &TournamentState,
    size: u64,
) -> Result<AllFacts, ViewError> {
    let games = u64::try_from(tournament.games.len()).unwrap_or(u64::MAX);
    if size > games.saturating_mul(ENTRIES_A_GAME) {
        let mut told = AllFacts::new();
        for id in tournament.games.keys() {
            told.extend(fold_stream(store, tournament, id, size)?.map(|facts| (id.clone(), facts)));
        }
        return Ok(told);
    }
    let mut pass = Pass {
        tournament,
        upto: size.saturating_sub(1),
        told: AllFacts::new(),
        waiting: BTreeMap::new(),
    };
    for_each(store, 0, size, |bytes| {
        let entry = FoldEntry::read(bytes)?;
        if let Stream::Game(id) = entry.stream()? {
            let version = entry.version;
            pass.waiting
                .entry(id.clone())
                .or_default()
                .push(Arc::clone(bytes));
            let last = store
                .stream_head(&Stream::Game(id.clone()))
                .map(|head| head.version);
            if last == Some(version) {
                pass.fold(&id);
            }
        }
        Ok(())
    })?;
    for id in tournament.games.keys() {
        if !pass.told.contains_key(id) {
            pass.fold(id);
        }
    }
    Ok(pass.told)
}

/// One pass through the log.
struct Pass<'a> {
    tournament: &'a TournamentState,
    upto: u64,
    told: AllFacts,
    /// The entries of games of which more are to come.
    waiting: BTreeMap<GameId, Vec<Arc<[u8]>>>,
}

impl Pass<'_> {
    fn fold(&mut self, id: &GameId) {
        let entries = self.waiting.remove(id).unwrap_or_default();
        if let Some(paired) = self.tournament.paired(id) {
            let folded = fold_game(paired, self.tournament, entries, self.upto);
            let told = Arc::new(GameFacts::of(&folded.state));
            self.told.insert(id.clone(), told);
        }
    }
}

fn fold_stream<R>(
    store: &dyn EventStore<R>,
    tournament: &TournamentState,
    id: &GameId,
    size: u64,
) -> Result<Option<Arc<GameFacts>>, ReadError> {
    let Some(paired) = tournament.paired(id) else {
        return Ok(None);
    };
    let entries = store.stream(&Stream::Game(id.clone()), 0, usize::MAX)?;
    let folded = fold_game(paired, tournament, entries, size.saturating_sub(1));
    Ok(Some(Arc::new(GameFacts::of(&folded.state))))
}

/// Calls `visit` with each entry from `from` on, as long as there are fewer than `size`.
fn for_each<R>(
    store: &dyn EventStore<R>,
    from: u64,
    size: u64,
    mut visit: impl FnMut(&Arc<[u8]>) -> Result<(), ViewError>,
) -> Result<(), ViewError> {
    let mut next = from;
    while next < size {
        let left = usize::try_from(size - next).unwrap_or(usize::MAX);
        let entries = store.entries(next, CHUNK.min(left))?;
        if entries.is_empty() {
            break;
        }
        next += u64::try_from(entries.len()).unwrap_or(u64::MAX);
        entries.iter().try_for_each(&mut visit)?;
    }
    Ok(())
}
