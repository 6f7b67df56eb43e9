//! Results from a store: what each game told as it was known, and the views of
//! standings made of it. Views of single games are in `ledger_reader`.

use super::{Known, LedgerReader, ViewError, lock};
use crate::results;
use fupan_domain::{
    ids::{GameId, Sha256},
    tournament::{AllFacts, GameFacts, TournamentState},
};
use fupan_replay::{
    fold::Step,
    person::PersonRecord,
    views::{
        CrosstableView, ExplainView, StandingsView, crosstable_view, explain_view, standings_view,
    },
};
use std::sync::Arc;

impl<R> LedgerReader<R> {
    /// What each game tells the tournament, as it was known at `seq`.
    pub(super) fn facts(
        &self,
        seq: u64,
        tournament: &TournamentState,
    ) -> Result<Arc<AllFacts>, ViewError> {
        let size = seq.saturating_add(1);
        if size >= self.store.head().size {
            return self.facts_now(size, tournament);
        }
        let kept = lock(&self.earlier).clone();
        if let Some((_, facts)) = kept.filter(|(kept, _)| *kept == seq) {
            return Ok(facts);
        }
        let (last, now) = self.as_of(Known::Now)?;
        let facts = self.facts_now(last.saturating_add(1), &now)?;
        let steps = self.steps_since(Some(seq));
        let now = (last.saturating_add(1), &*facts, &*now);
        let facts = Arc::new(results::before(
            &*self.store,
            (size, tournament),
            now,
            &steps,
        )?);
        *lock(&self.earlier) = Some((seq, Arc::clone(&facts)));
        Ok(facts)
    }

    fn facts_now(
        &self,
        size: u64,
        tournament: &TournamentState,
    ) -> Result<Arc<AllFacts>, ViewError> {
        let mut results = lock(&self.results);
        let steps = self.steps_since(results.size().checked_sub(1));
        results.catch_up(&*self.store, size, tournament, &steps)
    }

    /// The steps of the tournament's history after an entry.
    fn steps_since(&self, seq: Option<u64>) -> Vec<Step> {
        let followed = lock(&self.followed);
        let before = seq.map_or(0, |seq| followed.history.len_as_of(seq));
        let steps = followed.history.steps();
        steps.get(before..).unwrap_or_default().to_vec()
    }

    /// What `with` makes of the tournament and of what each game told, as both
    /// were known.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn with_facts<T>(
        &self,
        known: Known,
        with: impl FnOnce(&TournamentState, &AllFacts) -> T,
    ) -> Result<T, ViewError> {
        let (seq, tournament) = self.as_of(known)?;
        let facts = self.facts(seq, &tournament)?;
        Ok(with(&tournament, &facts))
    }

    /// A game that tells the tournament something else now than it did when the
    /// entry of that seq was the last one: what rested on the results as they then
    /// were, rests on others now. What is played on without a result is nothing to it.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn told_otherwise_since(&self, seq: u64) -> Result<Option<GameId>, ViewError> {
        let (last, now) = self.as_of(Known::Now)?;
        if last <= seq {
            return Ok(None);
        }
        let (_, then) = self.as_of(Known::Seq(seq))?;
        let told = self.facts(seq, &then)?;
        let tells = self.facts(last, &now)?;
        let mut games = tells.iter();
        let changed = games.find(|(id, facts)| {
            // One that was paired since and tells nothing yet is the pairing's to tell.
            told.get(*id)
                .map_or(GameFacts::nothing() != ***facts, |before| before != *facts)
        });
        Ok(changed.map(|(id, _)| id.clone()))
    }

    /// The standings after a round, the last one paired where none is named, as
    /// they were known.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn standings_view(
        &self,
        round: Option<u32>,
        known: Known,
    ) -> Result<StandingsView, ViewError> {
        let (seq, tournament) = self.as_of(known)?;
        let facts = self.facts(seq, &tournament)?;
        let people = |of| self.person(of);
        let view = standings_view(self.name(), &tournament, &facts, round, &people)?;
        let known = Some(seq);
        Ok(StandingsView { known, ..view })
    }

    /// Who met whom up to a round, the last one paired where none is named, as
    /// it was known.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn crosstable_view(
        &self,
        round: Option<u32>,
        known: Known,
    ) -> Result<CrosstableView, ViewError> {
        let view = self.with_facts(known, |tournament, facts| {
            crosstable_view(self.name(), tournament, facts, round, &|of| self.person(of))
        })??;
        Ok(view)
    }

    /// Why a player or team stands where it stands after a round, the last one
    /// paired where none is named, as it was known.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn explain_view(
        &self,
        round: Option<u32>,
        who: &str,
        known: Known,
    ) -> Result<ExplainView, ViewError> {
        let about = (round, who);
        let view = self.with_facts(known, |tournament, facts| {
            explain_view(self.name(), tournament, facts, about, &|of| self.person(of))
        })??;
        Ok(view)
    }

    fn name(&self) -> &str {
        self.store.ledger().as_str()
    }

    fn person(&self, commitment: Sha256) -> Option<PersonRecord> {
        self.store.person(commitment).ok().flatten()
    }
}
