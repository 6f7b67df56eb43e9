//! What was recorded of a game, in order, with corrections and insertions in
//! their places. The entries themselves stay as they are; only the reading
//! changes (contract, section 4: `entry_corrected`, `entry_inserted`).

use crate::{
    Timestamp,
    event::{Event, GameEvent, Order, StreamKind},
    ids::{EntryId, RulingId},
};
use std::{collections::BTreeMap, sync::Arc};

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
    /// A decision elsewhere overturned one that bears on this game.
    Overturned {
        /// What was overturned.
        ruling: RulingId,
        /// The ruling or appeal that did.
        by: RulingId,
    },
    /// A correction struck the entry out: nothing happened.
    StruckOut,
    /// A warning, admonition or penalty that comes with a later entry is looked
    /// at as a decision of its own, so that it can fall without its ruling. No
    /// log holds this: it is only supposed (see `tournament::Supposed`).
    SetApart {
        /// The entry that warns, admonishes or punishes.
        effect: EntryId,
        /// What it is called as a decision of its own.
        part: RulingId,
        /// The ruling to which it belongs: it falls with that, too.
        whole: RulingId,
    },
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
    #[error("an entry of type {0} can't be corrected, inserted or put in place of another")]
    NotAFact(String),
}

/// Event types that can't stand in another's place: decisions stand until they
/// are overturned. Of these only insertions and corrections can be corrected, by
/// their own ids.
const NO_FACTS: [&str; 6] = [
    "ruling_made",
    "warning_issued",
    "admonition_given",
    "penalty_imposed",
    "entry_inserted",
    "entry_corrected",
];

/// Whether an event of that type can stand in another's place, and another in its.
pub fn is_replaceable(type_name: &str) -> bool {
    !NO_FACTS.contains(&type_name)
}

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
        let amended = self.amendment(&fact).map(|amendment| amendment.is_some());
        self.keep(fact);
        if amended == Ok(true) {
            self.read = Some(self.read_anew());
        }
        amended
    }

    /// Takes a further fact as it is read.
    pub(super) fn keep(&mut self, fact: Fact) {
        if let Some(read) = &mut self.read {
            read.push(fact.clone());
        }
        self.recorded.push(fact);
    }

    /// What a fact changes about those before it, if it is a correction or insertion.
    fn amendment(&self, fact: &Fact) -> Result<Option<Amendment>, AmendError> {
        match &fact.kind {
            FactKind::Event(GameEvent::EntryCorrected(correction)) => {
                self.need_correctable(correction.entry)?;
                let by = correction.replacement.as_ref();
                let by = by.map(|r| parse_inner(&r.type_name, &r.data).map(|e| (e, r.at)));
                Ok(Some(Amendment::Correction {
                    id: fact.entry,
                    entry: correction.entry,
                    by: by.transpose()?,
                }))
            }
            FactKind::Event(GameEvent::EntryInserted(insertion)) => {
                let event = parse_inner(&insertion.type_name, &insertion.data)?;
                self.entry(insertion.after)?;
                let inserted = Fact {
                    entry: fact.entry,
                    seq: fact.seq,
                    at: insertion.at,
                    kind: FactKind::Event(event),
                };
                Ok(Some(Amendment::Insertion {
                    after: insertion.after,
                    inserted,
                }))
            }
            _ => Ok(None),
        }
    }

    fn entry(&self, entry: EntryId) -> Result<&Fact, AmendError> {
        let in_stream = |f: &&Fact| f.entry == entry && matches!(f.kind, FactKind::Event(_));
        let found = self.recorded.iter().find(in_stream);
        found.ok_or(AmendError::NotInStream(entry))
    }

    /// A fact, an insertion or a correction: those are themselves corrected by
    /// their own ids. Decisions are not.
    fn need_correctable(&self, entry: EntryId) -> Result<(), AmendError> {
        let FactKind::Event(event) = &self.entry(entry)?.kind else {
            return Err(AmendError::NotInStream(entry));
        };
        let amends = matches!(
            event,
            GameEvent::EntryInserted(_) | GameEvent::EntryCorrected(_)
        );
        if NO_FACTS.contains(&event.type_name()) && !amends {
            return Err(AmendError::NotAFact(event.type_name().to_owned()));
        }
        Ok(())
    }

    /// The entry that a correction is about in the end: a correction of a
    /// correction is about what that one corrects.
    pub(super) fn corrected_in_the_end(&self, entry: EntryId) -> EntryId {
        let mut at = entry;
        // Each correction names an entry before its own.
        for fact in self.recorded.iter().rev() {
            if let FactKind::Event(GameEvent::EntryCorrected(correction)) = &fact.kind
                && fact.entry == at
            {
                at = correction.entry;
            }
        }
        at
    }

    /// The facts as they are read with all corrections and insertions. Those
    /// stay in the list too: the clocks ran on until they were recorded.
    fn read_anew(&self) -> Vec<Fact> {
        let mut corrections = Vec::new();
        let mut insertions = Vec::new();
        for amendment in self.recorded.iter().map(|fact| self.amendment(fact)) {
            match amendment {
                Ok(Some(Amendment::Correction { id, entry, by })) => {
                    corrections.push((id, entry, by));
                }
                Ok(Some(Amendment::Insertion { after, inserted })) => {
                    insertions.push((after, inserted));
                }
                // One without effect has none here either.
                Ok(None) | Err(_) => {}
            }
        }
        let readings = readings(corrections);
        let mut read = self.recorded.clone();
        for fact in &mut read {
            let amends =
                matches!(&fact.kind, FactKind::Event(e) if NO_FACTS.contains(&e.type_name()));
            if !amends {
                read_as(fact, &readings);
            }
        }
        let mut inserted_after = BTreeMap::new();
        for (after, mut inserted) in insertions {
            read_as(&mut inserted, &readings);
            // An insertion stands before its own entry in the list, so that this finds it.
            if let Some(index) = read.iter().position(|f| f.entry == after) {
                let place = place_after(&read, index, &inserted, &inserted_after);
                inserted_after.insert(inserted.entry, after);
                read.insert(place, inserted);
            }
        }
        read
    }
}

/// What a correction or insertion changes.
enum Amendment {
    Correction {
        id: EntryId,
        entry: EntryId,
        by: Reading,
    },
    Insertion {
        after: EntryId,
        inserted: Fact,
    },
}

/// How an entry is read: as something else, or as nothing.
type Reading = Option<(GameEvent, Timestamp)>;

/// How corrected entries are read. The last correction of an entry counts; one
/// that was itself corrected says what its correction says, and one that was
/// struck out says nothing, so that the one before it counts again.
fn readings(corrections: Vec<(EntryId, EntryId, Reading)>) -> BTreeMap<EntryId, Reading> {
    let mut readings = BTreeMap::new();
    // From the last one back, what became of each is known before it is looked at.
    for (id, entry, by) in corrections.into_iter().rev() {
        let by = match readings.get(&id) {
            None => by,
            Some(None) => continue,
            Some(corrected) => Reading::clone(corrected),
        };
        readings.entry(entry).or_insert(by);
    }
    readings
}

fn read_as(fact: &mut Fact, readings: &BTreeMap<EntryId, Reading>) {
    match readings.get(&fact.entry) {
        None => {}
        Some(None) => fact.kind = FactKind::StruckOut,
        Some(Some((event, at))) => {
            fact.at = *at;
            fact.kind = FactKind::Event(event.clone());
        }
    }
}

/// Where an inserted fact stands among those that were inserted after the same
/// entry: by its time, and by the order of entries at the same time.
fn place_after(
    read: &[Fact],
    index: usize,
    inserted: &Fact,
    inserted_after: &BTreeMap<EntryId, EntryId>,
) -> usize {
    let after = read[index].entry;
    let follows = |fact: &Fact| {
        let mut before = inserted_after.get(&fact.entry);
        while let Some(entry) = before {
            if *entry == after {
                return true;
            }
            before = inserted_after.get(entry);
        }
        false
    };
    let is_entry = |fact: &Fact| matches!(fact.kind, FactKind::Event(GameEvent::EntryInserted(_)));
    let earlier = read[index + 1..]
        .iter()
        .take_while(|fact| follows(fact) && !is_entry(fact) && fact.at <= inserted.at);
    index + 1 + earlier.count()
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
