//! What has become of a review: the state to which its entries add up.

use crate::{
    Timestamp,
    event::review::{
        AnalysisRecorded, AnswerTaken, AppealAnswered, AppealTaken, EvidenceAttached, Label,
        Method, NoteForm, NoteOpened, ReviewConcluded, ReviewOpened,
    },
    ids::{ActorId, EntryId, OfficialId, PlayerId, Sha256},
    tournament::Told,
};
use std::collections::BTreeMap;

/// Where a review stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewStatus {
    /// Its reviewers are at it.
    Open,
    /// They concluded.
    Concluded,
    /// The conclusion is challenged.
    Appealed,
}

impl ReviewStatus {
    /// `"open"`, `"concluded"` or `"appealed"`.
    pub const fn name(self) -> &'static str {
        match self {
            ReviewStatus::Open => "open",
            ReviewStatus::Concluded => "concluded",
            ReviewStatus::Appealed => "appealed",
        }
    }
}

/// A reviewer's note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The entry that sealed it.
    pub sealed: EntryId,
    /// When.
    pub at: Timestamp,
    /// What seals it.
    pub commitment: Sha256,
    /// Of what that is made.
    pub form: Option<NoteForm>,
    /// What sealed those in whose place it came, which nobody can open any more.
    pub replaced: Vec<Sha256>,
    /// The note, once it is opened.
    pub opened: Option<Told<NoteOpened>>,
}

/// How a reviewer's note is still missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// It was sealed and not opened.
    Sealed,
    /// None was sealed.
    Unwritten,
}

impl Awaited {
    /// `"sealed"` or `"unwritten"`.
    pub const fn name(self) -> &'static str {
        match self {
            Awaited::Sealed => "sealed",
            Awaited::Unwritten => "unwritten",
        }
    }
}

/// What has become of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewState {
    /// The first entry.
    pub entry: EntryId,
    /// When it was opened.
    pub at: Timestamp,
    /// How.
    pub opened: ReviewOpened,
    /// The methods, in order, each with the entry that fixed it and why.
    pub methods: Vec<Told<(Method, Option<String>)>>,
    /// What was computed, in order.
    pub analyses: Vec<Told<AnalysisRecorded>>,
    /// Evidence, in order.
    pub evidence: Vec<Told<EvidenceAttached>>,
    /// The reviewers' notes: the last one of each.
    pub notes: BTreeMap<ActorId, Note>,
    /// The entry that revealed the labels.
    pub revealed: Option<EntryId>,
    /// What players said, in order.
    pub answers: Vec<Told<AnswerTaken>>,
    /// What was concluded, in order: the last one holds.
    pub conclusions: Vec<Told<ReviewConcluded>>,
    /// Of conclusions before the notes of two reviewers were open, by the seq of the
    /// entry: whose were missing.
    pub without_notes: BTreeMap<u64, Vec<(OfficialId, Awaited)>>,
    /// Challenges, in order, each with its answer.
    pub appeals: Vec<(Told<AppealTaken>, Option<Told<AppealAnswered>>)>,
    /// Where it stands.
    pub status: ReviewStatus,
}

impl ReviewState {
    /// The method in force, and its number.
    pub fn method(&self) -> (u32, &Method) {
        let last = self.methods.last();
        let number = u32::try_from(self.methods.len().saturating_sub(1)).unwrap_or(u32::MAX);
        (
            number,
            last.map_or(&self.opened.method, |told| &told.what.0),
        )
    }

    /// Whether somebody is one of its reviewers.
    pub fn is_reviewer(&self, official: &OfficialId) -> bool {
        self.opened.reviewers.contains(official)
    }

    /// The player of a label.
    pub fn player(&self, label: Label) -> Option<&PlayerId> {
        let subject = self.opened.subjects.iter().find(|s| s.label == label);
        subject.map(|subject| &subject.player)
    }

    /// Whether pages and reports name the players.
    pub fn names_players(&self) -> bool {
        !self.opened.blind || self.revealed.is_some()
    }

    /// Whether an entry is something on which a conclusion can rest: figures, a file, a
    /// reviewer's note, what a player says.
    pub fn has_ground(&self, entry: EntryId) -> bool {
        let notes = self.notes.values();
        let mut notes = notes.flat_map(|note| {
            let opened = note.opened.as_ref().map(|told| told.entry);
            [Some(note.sealed), opened]
        });
        self.analyses.iter().any(|told| told.entry == entry)
            || self.evidence.iter().any(|told| told.entry == entry)
            || self.answers.iter().any(|told| told.entry == entry)
            || notes.any(|note| note == Some(entry))
    }

    /// Whether two reviewers' notes are in, so that they may be read.
    pub fn notes_are_in(&self) -> bool {
        self.notes.len() >= 2
    }

    /// Whether a note was read already, after which nobody can write one that
    /// knows of no other.
    pub fn notes_are_read(&self) -> bool {
        self.notes.values().any(|note| note.opened.is_some())
    }

    /// Whether the notes of two reviewers are open, who looked independently.
    pub fn two_notes_are_open(&self) -> bool {
        let open = self.notes.values().filter(|note| note.opened.is_some());
        open.count() >= 2
    }

    /// The reviewers whose notes are not open, in the order in which they were named.
    pub fn notes_awaited(&self) -> Vec<(OfficialId, Awaited)> {
        let of = |reviewer: &OfficialId| {
            let mut notes = self.notes.iter();
            match notes.find(|(author, _)| author.as_str() == reviewer.as_str()) {
                None => Some(Awaited::Unwritten),
                Some((_, note)) if note.opened.is_none() => Some(Awaited::Sealed),
                Some(_) => None,
            }
        };
        let each = self.opened.reviewers.iter();
        each.filter_map(|reviewer| Some((reviewer.clone(), of(reviewer)?)))
            .collect()
    }
}
