//! What can follow next where a review stands, in the order in which it is mostly
//! done. It tells what is missing and obliges nobody: whether an engine is asked or
//! a method changed is the reviewers' to decide.

use super::{ReviewState, ReviewStatus};
use crate::{
    event::review::{AnalysisKind, Label},
    ids::{ActorId, EvidenceId, OfficialId},
    tournament::{FileState, TournamentState},
};
use serde::Serialize;

/// A step of a review that has not been made yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Due {
    /// A file that was attached, whose bytes have not come.
    File {
        /// The file.
        evidence: EvidenceId,
    },
    /// Figures by the method in force are recorded.
    Figures,
    /// A reviewer seals a note.
    Note {
        /// Who.
        reviewer: OfficialId,
    },
    /// A reviewer opens the note that was sealed.
    OpenNote {
        /// Who.
        reviewer: ActorId,
    },
    /// The players' names are revealed.
    Reveal,
    /// A player is asked.
    Answer {
        /// The player.
        subject: Label,
    },
    /// The review is concluded.
    Conclude,
    /// The appeal is answered.
    AnswerAppeal,
}

impl Due {
    /// `"file"`, `"figures"`, `"note"`, `"open_note"`, `"reveal"`, `"answer"`,
    /// `"conclude"` or `"answer_appeal"`.
    pub const fn name(&self) -> &'static str {
        match self {
            Due::File { .. } => "file",
            Due::Figures => "figures",
            Due::Note { .. } => "note",
            Due::OpenNote { .. } => "open_note",
            Due::Reveal => "reveal",
            Due::Answer { .. } => "answer",
            Due::Conclude => "conclude",
            Due::AnswerAppeal => "answer_appeal",
        }
    }
}

impl ReviewState {
    /// What can follow next, files aside.
    pub fn due(&self) -> Vec<Due> {
        match self.status {
            ReviewStatus::Concluded => return Vec::new(),
            ReviewStatus::Appealed => return vec![Due::AnswerAppeal],
            ReviewStatus::Open => {}
        }
        let (method, _) = self.method();
        let figures = self.analyses.iter().map(|told| &told.what);
        let mut figures = figures.filter(|a| a.kind != AnalysisKind::Engine);
        let mut due = Vec::new();
        if !figures.any(|analysis| analysis.method == method) {
            due.push(Due::Figures);
        }
        due.extend(self.notes_due());
        if !self.two_notes_are_open() {
            return due;
        }
        if !self.names_players() {
            due.push(Due::Reveal);
        }
        let asked = |label| self.answers.iter().any(|told| told.what.subject == label);
        let labels = self.opened.subjects.iter().map(|subject| subject.label);
        due.extend(
            labels
                .filter(|label| !asked(*label))
                .map(|subject| Due::Answer { subject }),
        );
        due.push(Due::Conclude);
        due
    }

    /// Notes that are missing, and those that may be opened.
    fn notes_due(&self) -> Vec<Due> {
        let mut due = Vec::new();
        // None is sealed once another can be known.
        if !self.notes_are_read() {
            let sealed = |reviewer: &OfficialId| {
                let mut authors = self.notes.keys();
                authors.any(|author| author.as_str() == reviewer.as_str())
            };
            let missing = self.opened.reviewers.iter().filter(|r| !sealed(r));
            due.extend(missing.cloned().map(|reviewer| Due::Note { reviewer }));
        }
        if self.notes_are_in() {
            let closed = self.notes.iter().filter(|(_, note)| note.opened.is_none());
            let closed = closed.map(|(author, _)| author.clone());
            due.extend(closed.map(|reviewer| Due::OpenNote { reviewer }));
        }
        due
    }
}

impl TournamentState {
    /// What can follow next in the review that a ledger holds, files first; nothing
    /// where it holds none.
    pub fn review_due(&self) -> Vec<Due> {
        let Some(review) = &self.review else {
            return Vec::new();
        };
        let files = review.evidence.iter().map(|told| &told.what);
        let awaited = files.filter(|file| {
            let kept = self.files.get(&file.sha256);
            kept.is_some_and(|kept| kept.state() == FileState::Awaited)
        });
        let awaited = awaited.map(|file| Due::File {
            evidence: file.evidence.clone(),
        });
        awaited.chain(review.due()).collect()
    }
}
