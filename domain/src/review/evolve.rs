//! What each entry makes of a review. Total: it judges nothing.

use super::{Note, ReviewState, ReviewStatus};
use crate::{
    event::{
        ReviewEvent,
        appeal::AppealOutcome,
        review::{AppealAnswered, ReviewOpened},
    },
    tournament::{Place, Told},
};
use std::collections::BTreeMap;

fn told<T>(place: Place<'_>, what: T) -> Told<T> {
    Told {
        entry: place.entry,
        seq: place.seq,
        what,
    }
}

impl ReviewState {
    /// The review that an entry opens.
    pub fn open(place: Place<'_>, opened: &ReviewOpened) -> ReviewState {
        ReviewState {
            entry: place.entry,
            at: place.at,
            methods: vec![told(place, (opened.method.clone(), None))],
            opened: opened.clone(),
            analyses: Vec::new(),
            evidence: Vec::new(),
            notes: BTreeMap::new(),
            revealed: None,
            answers: Vec::new(),
            conclusions: Vec::new(),
            without_notes: BTreeMap::new(),
            appeals: Vec::new(),
            status: ReviewStatus::Open,
        }
    }

    /// Takes an entry of stream `review`.
    pub fn evolve(&mut self, place: Place<'_>, event: &ReviewEvent) {
        match event {
            // A second one can only stand in a foreign ledger, and opens nothing.
            ReviewEvent::ReviewOpened(_) => {}
            ReviewEvent::MethodChanged(changed) => {
                let method = (changed.method.clone(), Some(changed.reason.clone()));
                self.methods.push(told(place, method));
            }
            ReviewEvent::AnalysisRecorded(analysis) => {
                self.analyses.push(told(place, (**analysis).clone()));
            }
            ReviewEvent::EvidenceAttached(evidence) => {
                self.evidence.push(told(place, (**evidence).clone()));
            }
            ReviewEvent::NoteSealed(sealed) => {
                let before = self.notes.remove(place.actor);
                let replaced = before.map_or_else(Vec::new, |mut note| {
                    note.replaced.push(note.commitment);
                    note.replaced
                });
                let note = Note {
                    sealed: place.entry,
                    at: place.at,
                    commitment: sealed.commitment,
                    form: sealed.form,
                    replaced,
                    opened: None,
                };
                self.notes.insert(place.actor.clone(), note);
            }
            ReviewEvent::NoteOpened(opened) => {
                if let Some(note) = self.notes.get_mut(place.actor) {
                    note.opened = Some(told(place, (**opened).clone()));
                }
            }
            ReviewEvent::LabelsRevealed(_) => self.revealed = Some(place.entry),
            ReviewEvent::AnswerTaken(answer) => self.answers.push(told(place, (**answer).clone())),
            ReviewEvent::ReviewConcluded(concluded) => {
                if !self.two_notes_are_open() {
                    self.without_notes.insert(place.seq, self.notes_awaited());
                }
                self.conclusions.push(told(place, (**concluded).clone()));
                self.status = ReviewStatus::Concluded;
            }
            ReviewEvent::AppealTaken(appeal) => {
                self.appeals.push((told(place, (**appeal).clone()), None));
                self.status = ReviewStatus::Appealed;
            }
            ReviewEvent::AppealAnswered(answered) => self.answer_appeal(place, answered),
        }
    }

    /// Where a challenge is upheld, the review goes on and is concluded anew.
    fn answer_appeal(&mut self, place: Place<'_>, answered: &AppealAnswered) {
        if let Some((_, answer)) = self.appeals.last_mut() {
            *answer = Some(told(place, answered.clone()));
        }
        self.status = match answered.outcome {
            AppealOutcome::Upheld | AppealOutcome::PartlyUpheld => ReviewStatus::Open,
            AppealOutcome::Dismissed | AppealOutcome::OutOfTime => ReviewStatus::Concluded,
        };
    }
}
