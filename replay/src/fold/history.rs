//! What of a ledger concerns the tournament as a whole, and its state at any
//! seq: snapshots every so many steps, and the steps between them.

use super::{FoldEntry, FoldError};
use fupan_domain::{
    Timestamp,
    event::{AppealEvent, Event, GameEvent, Stream, TournamentEvent, game::RulingMade},
    ids::{ActorId, AppealId, EntryId, GameId},
    tournament::{Place, TournamentState},
};
use std::sync::Arc;

/// How many steps lie between two snapshots.
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
}

impl Step {
    /// The step of an entry, if it concerns the tournament as a whole.
    ///
    /// # Errors
    /// When the bytes are no entry or the data fits no event.
    pub fn read(bytes: &[u8]) -> Result<Option<Step>, FoldError> {
        let entry = FoldEntry::read(bytes)?;
        let stream = entry.stream()?;
        if matches!(stream, Stream::Game(_)) && entry.type_name != "ruling_made" {
            return Ok(None);
        }
        let event = match (stream.clone(), entry.event(&stream)?) {
            (Stream::Tournament, Event::Tournament(event)) => StepEvent::Tournament(event),
            (Stream::Appeal(id), Event::Appeal(event)) => StepEvent::Appeal(id, event),
            (Stream::Game(id), Event::Game(GameEvent::RulingMade(ruling))) => {
                StepEvent::Ruling(id, ruling)
            }
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

    fn apply(&self, state: &mut TournamentState) {
        let place = Place {
            entry: self.entry,
            seq: self.seq,
            at: self.at,
            actor: &self.actor,
        };
        match &self.event {
            StepEvent::Tournament(event) => state.evolve(place, event),
            StepEvent::Appeal(id, event) => state.evolve_appeal(place, id, event),
            StepEvent::Ruling(game, ruling) => state.note_ruling(place, game, ruling),
        }
    }
}

/// The tournament at any seq.
#[derive(Clone, Debug, Default)]
pub struct TournamentHistory {
    steps: Vec<Step>,
    /// The state before step 0, [`SNAPSHOT_EVERY`], twice that and so on.
    snapshots: Vec<Arc<TournamentState>>,
    now: Arc<TournamentState>,
}

impl TournamentHistory {
    /// Takes a further step.
    pub fn push(&mut self, step: Step) {
        if self.steps.len().is_multiple_of(SNAPSHOT_EVERY) {
            self.snapshots.push(Arc::clone(&self.now));
        }
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

    /// The state when the ledger had no entry past `seq`.
    pub fn as_of(&self, seq: u64) -> Arc<TournamentState> {
        self.after(self.steps.partition_point(|step| step.seq <= seq))
    }

    /// Goes back to the first `len` steps.
    pub fn truncate(&mut self, len: usize) {
        if len < self.steps.len() {
            self.now = self.after(len);
            self.steps.truncate(len);
            self.snapshots.truncate(len.div_ceil(SNAPSHOT_EVERY));
        }
    }

    fn after(&self, len: usize) -> Arc<TournamentState> {
        if len == self.steps.len() {
            return Arc::clone(&self.now);
        }
        let snapshot = len / SNAPSHOT_EVERY;
        let mut state = self
            .snapshots
            .get(snapshot)
            .map(Arc::clone)
            .unwrap_or_default();
        for step in self
            .steps
            .get(snapshot * SNAPSHOT_EVERY..len)
            .unwrap_or_default()
        {
            step.apply(Arc::make_mut(&mut state));
        }
        state
    }
}
