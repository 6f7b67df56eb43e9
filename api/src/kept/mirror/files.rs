//! The files of evidence that a mirror keeps, as far as the service gives them out.

use super::{Mirror, passes};
use crate::problem::Problem;
use fupan_domain::{event::common::EvidenceClass, tournament::FileState};
use fupan_replay::views::{EvidenceFileView, evidence_files};
use fupan_store::{Blob, BlobError, EventStore, Incoming, Known};
use std::io::Write;

impl Mirror {
    /// Takes the files of evidence of which the ledger says that the service has them,
    /// as far as it gives them out. What it says of them is the ledger's word, which
    /// was checked, and not the service's.
    pub(super) fn take_files(&mut self) -> Result<(), Problem> {
        self.without.clear();
        if self.open.store.head().size == 0 {
            return Ok(());
        }
        let tournament = self.open.reader.tournament(Known::Now);
        let files = evidence_files(&*tournament.map_err(|e| Problem::from(&e))?);
        for file in files {
            let kept = file.file.file == FileState::Kept.name();
            if !kept || self.open.blobs.contains(file.sha256) {
                continue;
            }
            if let Some(why) = self.take_file(&file)? {
                self.without.insert(file.sha256, why);
            }
        }
        Ok(())
    }

    /// Takes one, or answers why it can't be had; an error is one that waiting mends,
    /// or a disk that takes no more.
    fn take_file(&self, file: &EvidenceFileView) -> Result<Option<Problem>, Problem> {
        let EvidenceFileView { sha256, bytes, .. } = *file;
        let path = format!("/v1/ledgers/{}/evidence/{sha256}", self.followed.ledger);
        let private = (file.class == EvidenceClass::Restricted).then_some("?private=true");
        let mut why = None;
        // The keeper's own mirror has them; with another's token it is as with any reader.
        for more in private.into_iter().chain([""]) {
            let incoming = self.open.blobs.receive(Blob { sha256, bytes })?;
            let mut pieces = Pieces {
                incoming,
                fault: None,
            };
            let came = self.remote.download(&format!("{path}{more}"), &mut pieces);
            let Pieces { incoming, fault } = pieces;
            let taken = match (fault, came) {
                (Some(fault), _) => Err(Problem::from(fault)),
                (None, Ok(_)) => incoming.finish().map_err(Problem::from),
                (None, Err(problem)) => Err(problem),
            };
            match taken {
                Ok(_) => return Ok(None),
                Err(problem) if passes(&problem) || problem.code == "evidence_file" => {
                    return Err(problem);
                }
                Err(problem) => why = Some(problem),
            }
        }
        Ok(why)
    }
}

/// Takes a file as it comes.
struct Pieces {
    incoming: Incoming,
    /// Why no more of it is taken.
    fault: Option<BlobError>,
}

impl Write for Pieces {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        match self.incoming.write(piece) {
            Ok(()) => Ok(piece.len()),
            Err(fault) => {
                let told = std::io::Error::other(fault.to_string());
                self.fault = Some(fault);
                Err(told)
            }
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
