//! What was recorded of a game, in order, with corrections and insertions in
//! their places. The entries themselves stay as they are; only the reading
//! changes (contract, section 4: `entry_corrected`, `entry_inserted`).

use crate::{
    Timestamp,
    event::{Event, GameEvent, Order, StreamKind},
    ids::{EntryId, RulingId},
};
use std::sync::Arc;

/// Something that bears on a game, with its place and time.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The entry that tells of it.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub kind: FactKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum FactKind {
    /// An event of the game's own stream.
    Event(GameEvent),
    /// An appeal was decided, with orders that concern this game.
    Decision(Arc<Decision>),
    /// A decision elsewhere overturned a ruling of this game.
    Overturned(RulingId),
    /// A correction struck the entry out: nothing happened.
    StruckOut,
}

/// An appeal decision, as far as it concerns a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The appeal, as an `overturn` would name it.
    pub ruling: RulingId,
    /// What changes.
    pub orders: Vec<Order>,
}

/// A fact that could not be carried out, as a stone on a stone. It can't get
/// into a ledger of this program; a foreign one may hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The entry.
    pub entry: EntryId,
    /// Its seq.
    pub seq: u64,
    /// Why it could not be.
    pub why: String,
}

/// The facts of a game in the order in which they are read.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// As they were recorded.
    recorded: Vec<Fact>,
    /// As they are read, where that differs: corrected and inserted.
    read: Option<Vec<Fact>>,
}

/// Why a correction or insertion has no effect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmendError {
    /// The entry it names is not in the stream.
    #[error("entry {0} is not in this stream")]
    NotInStream(EntryId),
    /// What is put in place is no event of a game.
    #[error("{0}")]
    NoEvent(String),
    /// Of a type that can't be put in place of another.
    #[error("an entry of type {0} can't be inserted or put in place of another")]
    NotAFact(String),
}

/// Event types that can be neither corrected nor put in place of another:
/// decisions stand until overturned, and corrections are corrected by a further one of the same entry.
const NO_FACTS: [&str; 6] = [
    "ruling_made",
    "warning_issued",
    "admonition_given",
    "penalty_imposed",
    "entry_inserted",
    "entry_corrected",
];

impl Record {
    /// The facts in the order in which they are read.
    pub fn facts(&self) -> &[Fact] {
        self.read.as_deref().unwrap_or(&self.recorded)
    }

    /// The facts in the order in which they were recorded.
    pub fn recorded(&self) -> &[Fact] {
        &self.recorded
    }

    /// Takes a further fact. Answers whether the facts before it are now read
    /// otherwise, so that everything must be computed again.
    ///
    /// # Errors
    /// When it is a correction or insertion without effect; it is kept all the same.
    pub fn push(&mut self, fact: Fact) -> Result<bool, AmendError> {
        let amended = match &fact.kind {
            FactKind::Event(GameEvent::EntryCorrected(correction)) => {
                let by = correction
                    .replacement
                    .as_ref()
                    .map(|r| (&r.type_name, &r.data, r.at));
                let by = by.map(|(name, data, at)| parse_inner(name, data).map(|e| (e, at)));
                by.transpose()
                    .and_then(|by| self.correct(correction.entry, by))
            }
            FactKind::Event(GameEvent::EntryInserted(insertion)) => {
                parse_inner(&insertion.type_name, &insertion.data).and_then(|event| {
                    let inserted = Fact {
                        entry: fact.entry,
                        seq: fact.seq,
                        at: insertion.at,
                        kind: FactKind::Event(event),
                    };
                    self.insert(insertion.after, inserted)
                })
            }
            _ => {
                if let Some(read) = &mut self.read {
                    read.push(fact.clone());
                }
                self.recorded.push(fact);
                return Ok(false);
            }
        };
        self.recorded.push(fact);
        amended.map(|()| true)
    }

    fn correct(
        &mut self,
        entry: EntryId,
        by: Option<(GameEvent, Timestamp)>,
    ) -> Result<(), AmendError> {
        let known = self.recorded.iter().find(|f| f.entry == entry);
        let known = known.ok_or(AmendError::NotInStream(entry))?;
        // An inserted fact is corrected by the id of its insertion.
        if let FactKind::Event(event) = &known.kind
            && NO_FACTS.contains(&event.type_name())
            && !matches!(event, GameEvent::EntryInserted(_))
        {
            return Err(AmendError::NotAFact(event.type_name().to_owned()));
        }
        if !matches!(known.kind, FactKind::Event(_)) {
            return Err(AmendError::NotInStream(entry));
        }
        let read = self.read.get_or_insert_with(|| self.recorded.clone());
        let fact = read.iter_mut().find(|f| f.entry == entry);
        let fact = fact.ok_or(AmendError::NotInStream(entry))?;
        match by {
            Some((event, at)) => {
                fact.at = at;
                fact.kind = FactKind::Event(event);
            }
            None => fact.kind = FactKind::StruckOut,
        }
        Ok(())
    }

    fn insert(&mut self, after: EntryId, inserted: Fact) -> Result<(), AmendError> {
        let read = self.read.get_or_insert_with(|| self.recorded.clone());
        let index = read.iter().position(|f| f.entry == after);
        let index = index.ok_or(AmendError::NotInStream(after))? + 1;
        read.insert(index, inserted);
        Ok(())
    }

    /// The record as it stood when the ledger had no entry past `seq`.
    pub fn as_of(&self, seq: u64) -> Record {
        let mut record = Record::default();
        for fact in self.recorded.iter().filter(|f| f.seq <= seq) {
            // A correction without effect has none here either.
            let _ = record.push(fact.clone());
        }
        record
    }

    /// The record's first `len` facts as they are read now.
    pub fn first(&self, len: usize) -> Record {
        let facts = self.facts();
        Record {
            recorded: facts[..len.min(facts.len())].to_vec(),
            read: None,
        }
    }
}

fn parse_inner(type_name: &str, data: &serde_json::Value) -> Result<GameEvent, AmendError> {
    if NO_FACTS.contains(&type_name) {
        return Err(AmendError::NotAFact(type_name.to_owned()));
    }
    match Event::parse(StreamKind::Game, type_name, &data.to_string()) {
        Ok(Event::Game(event)) => Ok(event),
        Ok(other) => Err(AmendError::NotAFact(other.type_name().to_owned())),
        Err(error) => Err(AmendError::NoEvent(error.to_string())),
    }
}
