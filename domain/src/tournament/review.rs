//! A ledger that holds a review in place of a tournament: its entries, on the
//! one state that every ledger has. What a review is stands in [`crate::review`].

use super::{Office, Place, TournamentState};
use crate::{
    event::{
        AccessEvent, ReviewEvent, Stream,
        review::{EvidenceAttached, ReviewOpened},
    },
    official::Role,
    refusal::Refusal,
    review::{self, ReviewState},
};
use std::sync::Arc;

impl TournamentState {
    /// Decides about an entry of stream `review`.
    ///
    /// # Errors
    /// Why it can't be recorded.
    pub fn decide_review(&self, place: Place<'_>, event: &ReviewEvent) -> Result<(), Refusal> {
        if let Some(opening) = &self.opening {
            return Err(match event {
                ReviewEvent::ReviewOpened(_) => Refusal::OpenedAlready {
                    entry: opening.entry,
                },
                _ => other_ledger("tournament", event.type_name()),
            });
        }
        match (&self.review, event) {
            (Some(state), event) => {
                review::decide(state, place, event)?;
                match event {
                    ReviewEvent::EvidenceAttached(file) => self.need_date(file),
                    _ => Ok(()),
                }
            }
            (None, ReviewEvent::ReviewOpened(opened)) => review::decide_opening(place, opened),
            (None, _) => Err(Refusal::NotOpened),
        }
    }

    /// Whether a file may be attached to a review with that date: no later one than it
    /// was taken in with. What is deleted stays so.
    fn need_date(&self, file: &EvidenceAttached) -> Result<(), Refusal> {
        let Some(known) = self.files.get(&file.sha256) else {
            return Ok(());
        };
        let why = match (&known.deleted, known.delete_after()) {
            (Some(gone), _) => {
                format!(
                    "the file {} was deleted by entry {}",
                    file.sha256, gone.entry
                )
            }
            (None, Some(date)) if date < file.delete_after => format!(
                "delete_after {}: the file {} is to be deleted on {date}, and is kept no longer",
                file.delete_after, file.sha256
            ),
            _ => return Ok(()),
        };
        Err(Refusal::Contradiction(why))
    }

    /// Decides about an entry of stream `access`.
    ///
    /// # Errors
    /// Why it can't be recorded.
    pub fn decide_access(&self, place: Place<'_>, event: &AccessEvent) -> Result<(), Refusal> {
        match &self.review {
            Some(state) => review::decide_access(state, place, event),
            None if self.opening.is_some() => Err(other_ledger("tournament", event.type_name())),
            None => Err(Refusal::NotOpened),
        }
    }

    /// Takes an entry of stream `review`.
    pub fn evolve_review(&mut self, place: Place<'_>, event: &ReviewEvent) {
        match (&mut self.review, event) {
            (Some(state), event) => Arc::make_mut(state).evolve(place, event),
            (None, ReviewEvent::ReviewOpened(opened)) => self.open_review(place, opened),
            (None, _) => {}
        }
        if let ReviewEvent::EvidenceAttached(evidence) = event {
            self.note_evidence(place, Stream::Review, &evidence.common());
        }
    }

    fn open_review(&mut self, place: Place<'_>, opened: &ReviewOpened) {
        self.review = Some(Arc::new(ReviewState::open(place, opened)));
        for reviewer in &opened.reviewers {
            let office = Office {
                role: Role::Reviewer,
                boards: None,
                person: None,
                in_office: true,
            };
            self.officials
                .entry(reviewer.clone())
                .or_default()
                .push(office);
        }
    }
}

/// Something of a tournament in a review's ledger, or the other way round.
pub(super) fn other_ledger(kind: &str, what: &str) -> Refusal {
    let why = format!("this is the ledger of a {kind}: {what} has no place in it");
    Refusal::Contradiction(why)
}
