//! The view of a piece of evidence: what was attached, and what became of its
//! file as far as the log tells. Whether its bytes are sound is for an audit.

use fupan_domain::{
    Timestamp,
    event::{
        common::{EvidenceAttached, EvidenceClass},
        log::DeletedBecause,
    },
    ids::{ActorId, EntryId, EvidenceId, Sha256},
    tournament::{EvidenceFile, FileState, TournamentState},
};
use serde::Serialize;

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FileView {
    /// `awaited`, `kept` or `deleted`.
    pub file: &'static str,
    /// When its bytes came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received_at: Option<Timestamp>,
    /// When they were deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Why they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_because: Option<DeletedBecause>,
}

impl FileView {
    /// What became of the file of that hash.
    pub fn of(tournament: &TournamentState, sha256: Sha256) -> FileView {
        let file = tournament.files.get(&sha256);
        let gone = file.and_then(|file| file.deleted.as_ref());
        FileView {
            file: file.map_or(FileState::Awaited, EvidenceFile::state).name(),
            received_at: file.and_then(|file| file.received),
            deleted_at: gone.map(|gone| gone.at),
            deleted_because: gone.map(|gone| gone.why),
        }
    }
}

/// A piece of evidence as it is shown with the matter to which it belongs.
#[derive(Clone, Debug, Serialize)]
pub struct EvidenceView {
    /// As it was attached.
    #[serde(flatten)]
    pub attached: EvidenceAttached,
    /// What became of its file.
    #[serde(flatten)]
    pub file: FileView,
}

impl EvidenceView {
    /// A piece of evidence with what became of its file.
    pub fn of(attached: &EvidenceAttached, tournament: &TournamentState) -> EvidenceView {
        EvidenceView {
            attached: attached.clone(),
            file: FileView::of(tournament, attached.sha256),
        }
    }
}

/// A file of evidence as it is listed.
#[derive(Clone, Debug, Serialize)]
pub struct EvidenceFileView {
    /// SHA-256 of its bytes.
    pub sha256: Sha256,
    /// Its length in bytes, as the first entry says that attached it.
    pub bytes: u64,
    /// Its media type, likewise.
    pub media_type: String,
    /// Who may see it: restricted is what any entry attached as restricted.
    pub class: EvidenceClass,
    /// When it is to be deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delete_after: Option<Timestamp>,
    /// What became of it.
    #[serde(flatten)]
    pub file: FileView,
    /// Each time that it was attached, in order.
    pub attached: Vec<AttachedView>,
}

/// One time that a file was attached.
#[derive(Clone, Debug, Serialize)]
pub struct AttachedView {
    /// The entry.
    pub entry: EntryId,
    /// Its stream.
    pub stream: String,
    /// The evidence's id there.
    pub evidence: EvidenceId,
    /// What it is.
    pub title: String,
    /// Who attached it.
    pub by: ActorId,
}

/// The files of evidence that entries attached, by their hashes.
pub fn evidence_files(tournament: &TournamentState) -> Vec<EvidenceFileView> {
    let view = |(sha256, file): (&Sha256, &EvidenceFile)| {
        let first = &file.attached.first()?.evidence;
        let attached = file.attached.iter().map(|attached| AttachedView {
            entry: attached.entry,
            stream: attached.stream.to_string(),
            evidence: attached.evidence.evidence.clone(),
            title: attached.evidence.title.clone(),
            by: attached.by.clone(),
        });
        Some(EvidenceFileView {
            sha256: *sha256,
            bytes: first.bytes,
            media_type: first.media_type.clone(),
            class: file.class(),
            delete_after: file.delete_after(),
            file: FileView::of(tournament, *sha256),
            attached: attached.collect(),
        })
    };
    tournament.files.iter().filter_map(view).collect()
}
