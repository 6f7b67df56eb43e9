//! Files of evidence as the log knows them: which entries attached them, whether
//! their bytes have come, whether they are deleted, and who may see those that are
//! restricted. The bytes themselves lie in a store, of which nothing is known here.

use super::{Place, TournamentState};
use crate::{
    Timestamp,
    event::{
        Stream,
        common::{EvidenceAttached, EvidenceClass},
        log::{DeletedBecause, EvidenceDeleted, EvidenceReceived},
    },
    ids::{ActorId, EntryId, EvidenceId, OfficialId, Sha256},
    official::Role,
    refusal::Refusal,
};
use std::sync::Arc;

/// A piece of evidence as an entry attached it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// The entry.
    pub entry: EntryId,
    /// Its stream: that of the matter to which the evidence belongs.
    pub stream: Stream,
    /// Who attached it.
    pub by: ActorId,
    /// What the entry says of it.
    pub evidence: EvidenceAttached,
    /// Whether it gives a right to a restricted file, to its author and to whoever
    /// sits on its matter: the first that named the file does, the first that
    /// restricted it, and those of authors who might see it already. Hashes are
    /// public: naming one shows nothing of having the bytes.
    pub gives_right: bool,
}

/// When the bytes of a file went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The entry that says so.
    pub entry: EntryId,
    /// When.
    pub at: Timestamp,
    /// Why.
    pub why: DeletedBecause,
    /// Who asked for it, where somebody did.
    pub asked: Option<ActorId>,
}

/// A file of evidence, known by its hash. Several entries may attach the same one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvidenceFile {
    /// Each time that it was attached, in order; never empty.
    pub attached: Vec<Attached>,
    /// When its bytes came.
    pub received: Option<Timestamp>,
    /// Whether and when they were deleted.
    pub deleted: Option<Gone>,
}

/// Where a file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// Its bytes have not come.
    Awaited,
    /// Its bytes came and were kept.
    Kept,
    /// Its bytes are deleted.
    Deleted,
}

impl FileState {
    /// `"awaited"`, `"kept"` or `"deleted"`.
    pub const fn name(self) -> &'static str {
        match self {
            FileState::Awaited => "awaited",
            FileState::Kept => "kept",
            FileState::Deleted => "deleted",
        }
    }
}

impl EvidenceFile {
    /// Where it stands.
    pub fn state(&self) -> FileState {
        match (&self.deleted, self.received) {
            (Some(_), _) => FileState::Deleted,
            (None, Some(_)) => FileState::Kept,
            (None, None) => FileState::Awaited,
        }
    }

    /// Who may see it: restricted is what any entry attached as restricted.
    pub fn class(&self) -> EvidenceClass {
        let restricted = |a: &Attached| a.evidence.class == EvidenceClass::Restricted;
        if self.attached.iter().any(restricted) {
            EvidenceClass::Restricted
        } else {
            EvidenceClass::Open
        }
    }

    /// When it is to be deleted: at the last of the dates that the entries set
    /// which attached it, in a review at the first, which nobody puts off. `None` where
    /// one of them sets none.
    pub fn delete_after(&self) -> Option<Timestamp> {
        let dates = self.attached.iter().map(|a| a.evidence.delete_after);
        let dates = dates.collect::<Option<Vec<_>>>()?.into_iter();
        if self.attached.iter().any(|a| a.stream == Stream::Review) {
            return dates.min();
        }
        dates.max()
    }

    /// Whether its date has come.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.delete_after().is_some_and(|date| date <= now)
    }

    /// The pieces of evidence that it is, each once.
    pub fn evidence(&self) -> Vec<EvidenceId> {
        let mut ids: Vec<EvidenceId> = Vec::new();
        for attached in &self.attached {
            if !ids.contains(&attached.evidence.evidence) {
                ids.push(attached.evidence.evidence.clone());
            }
        }
        ids
    }
}

impl TournamentState {
    /// Takes note that an entry of a stream attached a file.
    pub fn note_evidence(&mut self, place: Place<'_>, stream: Stream, evidence: &EvidenceAttached) {
        let gives_right = self.gives_right(place, evidence);
        let files = Arc::make_mut(&mut self.files);
        files
            .entry(evidence.sha256)
            .or_default()
            .attached
            .push(Attached {
                entry: place.entry,
                stream,
                by: place.actor.clone(),
                evidence: evidence.clone(),
                gives_right,
            });
    }

    fn gives_right(&self, place: Place<'_>, evidence: &EvidenceAttached) -> bool {
        let Some(file) = self.files.get(&evidence.sha256) else {
            return true;
        };
        let restricts =
            file.class() == EvidenceClass::Open && evidence.class == EvidenceClass::Restricted;
        let official = place.actor.as_str().parse::<OfficialId>();
        restricts || official.is_ok_and(|official| self.may_see_restricted(&official, file))
    }

    pub(super) fn note_received(&mut self, place: Place<'_>, received: &EvidenceReceived) {
        if let Some(file) = Arc::make_mut(&mut self.files).get_mut(&received.sha256) {
            file.received = Some(place.at);
        }
    }

    pub(super) fn note_deleted(&mut self, place: Place<'_>, deleted: &EvidenceDeleted) {
        if let Some(file) = Arc::make_mut(&mut self.files).get_mut(&deleted.sha256) {
            file.deleted = Some(Gone {
                entry: place.entry,
                at: place.at,
                why: deleted.why,
                asked: deleted.asked_by.clone(),
            });
        }
    }

    /// A file that an entry attached and that was not deleted.
    fn need_file(&self, sha256: Sha256) -> Result<&EvidenceFile, Refusal> {
        let file = self.files.get(&sha256).ok_or_else(|| Refusal::Unknown {
            what: "evidence with SHA-256",
            id: sha256.to_string(),
        })?;
        match &file.deleted {
            None => Ok(file),
            Some(gone) => Err(Refusal::Contradiction(format!(
                "the file {sha256} was deleted already, by entry {}",
                gone.entry
            ))),
        }
    }

    pub(super) fn decide_received(&self, received: &EvidenceReceived) -> Result<(), Refusal> {
        let file = self.need_file(received.sha256)?;
        let told = file.attached.iter().map(|a| a.evidence.bytes);
        if file.received.is_some() {
            let why = format!("the file {} has come already", received.sha256);
            return Err(Refusal::Contradiction(why));
        }
        if !told.clone().any(|bytes| bytes == received.bytes) {
            let told: Vec<String> = told.map(|bytes| bytes.to_string()).collect();
            let why = format!(
                "the file {} has {} bytes: {} were announced",
                received.sha256,
                received.bytes,
                told.join(" or ")
            );
            return Err(Refusal::Contradiction(why));
        }
        Ok(())
    }

    pub(super) fn decide_deleted(
        &self,
        place: Place<'_>,
        deleted: &EvidenceDeleted,
    ) -> Result<(), Refusal> {
        let file = self.need_file(deleted.sha256)?;
        let asked = deleted.asked_by.is_some() && deleted.reason.is_some();
        let unsaid = deleted.asked_by.is_none() && deleted.reason.is_none();
        let why = match deleted.why {
            DeletedBecause::Date if !file.is_due(place.at) => "its date has not come",
            DeletedBecause::Date if !unsaid => "nobody asks where a date does",
            DeletedBecause::Asked if !asked => "expected asked_by and reason",
            _ if deleted.evidence != file.evidence() => "evidence names other pieces",
            _ => return Ok(()),
        };
        let why = format!("the file {} can't be deleted so: {why}", deleted.sha256);
        Err(Refusal::Contradiction(why))
    }

    /// Whether an official may see a file though it is restricted: the chief
    /// arbiter and his deputies, whoever attached it, and the panel of an appeal
    /// to which it belongs, by its stream or by the game that the appeal is about;
    /// in a review's ledger its reviewers. Of the entries that attached it those
    /// count that give a right ([`Attached::gives_right`]).
    pub fn may_see_restricted(&self, official: &OfficialId, file: &EvidenceFile) -> bool {
        let attached = |a: &Attached| a.by.as_str() == official.as_str();
        let sits = |a: &Attached| {
            self.appeals.values().any(|appeal| {
                let belongs = match &a.stream {
                    Stream::Appeal(id) => appeal.appeal == *id,
                    Stream::Game(id) => appeal.game.as_ref() == Some(id),
                    Stream::Tournament | Stream::Log | Stream::Review | Stream::Access => false,
                };
                belongs && appeal.panel.contains(official)
            })
        };
        let reviews = || {
            self.review
                .as_ref()
                .is_some_and(|r| r.is_reviewer(official))
        };
        self.holds_office(official, Role::is_chief)
            || reviews()
            || (file.attached.iter())
                .filter(|a| a.gives_right)
                .any(|a| attached(a) || sits(a))
    }

    /// Whether an official may hand in the bytes of a file: the chief arbiter and
    /// his deputies, and whoever attached it.
    pub fn may_hand_in(&self, official: &OfficialId, file: &EvidenceFile) -> bool {
        let attached = |a: &Attached| a.by.as_str() == official.as_str();
        self.holds_office(official, Role::is_chief) || file.attached.iter().any(attached)
    }
}
