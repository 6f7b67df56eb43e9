//! What of a ledger concerns the tournament as a whole, and its state at any
//! seq: snapshots every so many steps, and the steps between them.

use super::{FoldEntry, FoldError};
use crate::entry::is_common;
use fupan_domain::{
    Timestamp,
    event::{
        AppealEvent, Event, GameEvent, LogEvent, ReviewEvent, Stream, TournamentEvent,
        common::EvidenceAttached, game::RulingMade,
    },
    ids::{ActorId, AppealId, EntryId, GameId, PlayerId},
    tournament::{Place, ResultTold, Supposed, TournamentState},
};
use std::sync::Arc;

/// How much may lie between two snapshots: a step, or a game of a pairing, is one.
const SNAPSHOT_EVERY: usize = 256;

/// An entry that concerns the tournament as a whole.
#[derive(Clone, Debug)]
pub struct Step {
    /// The entry.
    pub entry: EntryId,
    /// Its seq.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// Who is named as its author.
    pub actor: ActorId,
    /// What it says.
    pub event: StepEvent,
}

/// What concerns the tournament as a whole.
#[derive(Clone, Debug)]
pub enum StepEvent {
    /// An entry of stream `tournament`.
    Tournament(TournamentEvent),
    /// An entry of an appeal.
    Appeal(AppealId, AppealEvent),
    /// A ruling in a game.
    Ruling(GameId, Box<RulingMade>),
    /// What an entry of a game says of its having no result.
    Result(GameId, ResultTold),
    /// Evidence that was attached in a game.
    Evidence(GameId, Box<EvidenceAttached>),
    /// What `log` says of evidence, of people and of other ledgers.
    Log(LogEvent),
    /// An entry of a review.
    Review(ReviewEvent),
    /// No entry says it: it is supposed (see [`crate::what_if`]).
    Supposed(Supposed),
}

impl Step {
    /// The step of an entry, if it concerns the tournament as a whole.
    ///
    /// # Errors
    /// When the bytes are no entry or the data fits no event.
    pub fn read(bytes: &[u8]) -> Result<Option<Step>, FoldError> {
        let entry = FoldEntry::read(bytes)?;
        let stream = entry.stream()?;
        if !is_common(&stream, entry.type_name, bytes) {
            return Ok(None);
        }
        let event = match (stream.clone(), entry.event(&stream)?) {
            (Stream::Tournament, Event::Tournament(event)) => StepEvent::Tournament(event),
            (Stream::Appeal(id), Event::Appeal(event)) => StepEvent::Appeal(id, event),
            (Stream::Game(id), Event::Game(GameEvent::RulingMade(ruling))) => {
                StepEvent::Ruling(id, ruling)
            }
            (Stream::Game(id), Event::Game(GameEvent::EvidenceAttached(evidence))) => {
                StepEvent::Evidence(id, evidence)
            }
            (Stream::Game(id), Event::Game(event)) => match ResultTold::of(&event) {
                Some(told) => StepEvent::Result(id, told),
                None => return Ok(None),
            },
            (Stream::Log, Event::Log(event)) => StepEvent::Log(event),
            (Stream::Review, Event::Review(event)) => StepEvent::Review(event),
            _ => return Ok(None),
        };
        Ok(Some(Step {
            entry: entry.id,
            seq: entry.seq,
            at: entry.at,
            actor: entry.actor()?,
            event,
        }))
    }

    fn weight(&self) -> usize {
        match &self.event {
            StepEvent::Tournament(TournamentEvent::RoundPaired(paired)) => 1 + paired.games.len(),
            _ => 1,
        }
    }

    /// Its place, time and author.
    pub fn place(&self) -> Place<'_> {
        Place {
            entry: self.entry,
            seq: self.seq,
            at: self.at,
            actor: &self.actor,
        }
    }

    /// Adds it to a state.
    pub fn apply(&self, state: &mut TournamentState) {
        let place = self.place();
        match &self.event {
            StepEvent::Tournament(event) => state.evolve(place, event),
            StepEvent::Appeal(id, event) => state.evolve_appeal(place, id, event),
            StepEvent::Ruling(game, ruling) => state.note_ruling(place, game, ruling),
            StepEvent::Result(game, told) => state.note_result_told(place, game, *told),
            StepEvent::Evidence(game, evidence) => {
                state.note_evidence(place, Stream::Game(game.clone()), evidence);
            }
            StepEvent::Log(event) => state.evolve_log(place, event),
            StepEvent::Review(event) => state.evolve_review(place, event),
            StepEvent::Supposed(supposed) => state.suppose(place, supposed),
        }
    }
}

/// The tournament at any seq.
#[derive(Clone, Debug, Default)]
pub struct TournamentHistory {
    steps: Vec<Step>,
    /// The state before some of the steps, with how many there are before it.
    snapshots: Vec<(usize, Arc<TournamentState>)>,
    /// What has come since the last snapshot.
    weight: usize,
    now: Arc<TournamentState>,
}

impl TournamentHistory {
    /// Takes a further step.
    pub fn push(&mut self, step: Step) {
        if self.weight >= SNAPSHOT_EVERY {
            self.snapshots
                .push((self.steps.len(), Arc::clone(&self.now)));
            self.weight = 0;
        }
        self.weight += step.weight();
        step.apply(Arc::make_mut(&mut self.now));
        self.steps.push(step);
    }

    /// The state after all steps.
    pub fn now(&self) -> &Arc<TournamentState> {
        &self.now
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps the ledger had when it had no entry past `seq`.
    pub fn len_as_of(&self, seq: u64) -> usize {
        self.steps.partition_point(|step| step.seq <= seq)
    }

    /// The seq of the last of the first `len` steps that bears on a game: its
    /// pairing, the regulations, appeals about it, sanctions of its players,
    /// and what was decided elsewhere about it. Steps before seq `from` are not
    /// looked at.
    pub fn last_about(&self, game: &GameId, len: usize, from: u64) -> Option<u64> {
        let steps = self.steps.get(..len).unwrap_or(&self.steps);
        let mut steps = steps.iter().rev().take_while(|step| step.seq >= from);
        let about = steps.find(|step| self.bears_on(step, game));
        about.map(|step| step.seq)
    }

    fn bears_on(&self, step: &Step, game: &GameId) -> bool {
        use TournamentEvent as Event;
        let state = &*self.now;
        let pairing = state.games.get(game);
        let plays = |player: &PlayerId| {
            let both = pairing.and_then(|p| p.pairing.both());
            both.is_some_and(|both| both.contains(&player))
        };
        let decided = || {
            let decisions = state.decisions_on.get(game);
            decisions.is_some_and(|facts| facts.iter().any(|fact| fact.seq == step.seq))
        };
        match &step.event {
            StepEvent::Tournament(event) => match event {
                Event::TournamentOpened(_)
                | Event::RegulationsSupplemented(_)
                | Event::SanctionLifted(_)
                | Event::TournamentClosed(_) => true,
                // Another entry of the same round may say when its games begin.
                Event::RoundPaired(paired) => pairing.is_some_and(|p| p.round == paired.round),
                Event::PairingChanged(changed) => changed.games.iter().any(|p| p.game == *game),
                Event::SanctionImposed(sanction) => {
                    sanction.team.is_some() || sanction.player.as_ref().is_some_and(plays)
                }
                Event::PlayerRegistered(registered) => plays(&registered.player),
                _ => decided(),
            },
            StepEvent::Appeal(id, _) => {
                let about = state
                    .appeals
                    .get(id)
                    .and_then(|appeal| appeal.game.as_ref());
                about == Some(game) || decided()
            }
            StepEvent::Ruling(ruled, _) => ruled == game || decided(),
            StepEvent::Evidence(of, _) | StepEvent::Result(of, _) => of == game,
            StepEvent::Log(_) | StepEvent::Review(_) => false,
            // What is only supposed may bear on any game.
            StepEvent::Supposed(_) => true,
        }
    }

    /// The state when the ledger had no entry past `seq`.
    pub fn as_of(&self, seq: u64) -> Arc<TournamentState> {
        self.after(self.len_as_of(seq))
    }

    /// Goes back to the first `len` steps.
    pub fn truncate(&mut self, len: usize) {
        if len < self.steps.len() {
            self.now = self.after(len);
            self.steps.truncate(len);
            self.snapshots.retain(|(before, _)| *before <= len);
            let last = self.snapshots.last().map_or(0, |(before, _)| *before);
            self.weight = self.steps[last..].iter().map(Step::weight).sum();
        }
    }

    /// The state after the first `len` steps.
    pub fn after(&self, len: usize) -> Arc<TournamentState> {
        if len >= self.steps.len() {
            return Arc::clone(&self.now);
        }
        let index = self.snapshots.partition_point(|(before, _)| *before <= len);
        let snapshot = index.checked_sub(1).and_then(|i| self.snapshots.get(i));
        let (before, mut state) = match snapshot {
            Some((before, state)) => (*before, Arc::clone(state)),
            None => (0, Arc::default()),
        };
        for step in &self.steps[before..len] {
            step.apply(Arc::make_mut(&mut state));
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fupan_domain::event::tournament::{Pairing, RoundPaired};

    fn round(number: u32) -> Step {
        let pairing = |board: u32| Pairing {
            game: format!("r{number}-b{board}").parse().unwrap(),
            board,
            black: Some("ann".parse().unwrap()),
            white: Some("bob".parse().unwrap()),
            players: None,
            match_id: None,
            playoff: None,
        };
        Step {
            entry: EntryId(uuid::Uuid::from_u128(u128::from(number))),
            seq: u64::from(number) * 10,
            at: Timestamp::from_unix_ms(0).unwrap(),
            actor: "org-1".parse().unwrap(),
            event: StepEvent::Tournament(TournamentEvent::RoundPaired(Box::new(RoundPaired {
                round: number,
                games: (1..=100).map(pairing).collect(),
                bye: None,
                matches: None,
                starts_at: None,
            }))),
        }
    }

    #[test]
    fn the_state_at_any_seq_is_that_of_the_steps_up_to_it() {
        let mut history = TournamentHistory::default();
        (1..=20).for_each(|number| history.push(round(number)));
        assert!(history.snapshots.len() > 3);
        for number in 0..=20_u64 {
            for seq in [number * 10, number * 10 + 9] {
                let games = usize::try_from(number).unwrap() * 100;
                assert_eq!(history.as_of(seq).games.len(), games, "at {seq}");
            }
        }
    }

    #[test]
    fn a_step_taken_back_leaves_no_trace() {
        let mut history = TournamentHistory::default();
        (1..=20).for_each(|number| history.push(round(number)));
        for len in [19, 12, 3, 0] {
            history.truncate(len);
            assert_eq!(history.now().games.len(), len * 100);
            history.push(round(99));
            assert_eq!(history.now().games.len(), len * 100 + 100);
            history.truncate(len);
        }
    }
}
