//! What a store signs its checkpoints with, and where the last one is kept
//! outside the ledger's folder. How a key is kept is for whoever implements
//! [`SignCheckpoints`]; when is signed is in `notary`.

use crate::{OpenError, backend::NewEntry, erasures, folder};
use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::{
    draft::Batch, proof::checkpoint::SignedCheckpoint, proof::key::VerifierKey,
    proof::tree::TreeState,
};
use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// Longer than any checkpoint with its witnesses.
const NOTE_BYTES: u64 = 1 << 20;

/// Signs the checkpoints of ledgers.
pub trait SignCheckpoints: Send + Sync {
    /// Signs the state of a ledger's tree, or says what has to be recorded
    /// before. `last` is the checkpoint signed before it; `recorded` is whether
    /// what was asked for after it is recorded.
    ///
    /// # Errors
    /// Why it can't.
    fn sign(
        &self,
        ledger: &LedgerName,
        state: TreeState,
        last: Option<&SignedCheckpoint>,
        recorded: bool,
    ) -> Result<Signing, String>;

    /// The keys by which a ledger's checkpoints are checked, the one that signs now
    /// last; none where they can't be told.
    fn keys(&self, ledger: &LedgerName) -> Vec<VerifierKey>;
}

/// What comes of asking for a signature.
pub enum Signing {
    /// The signed checkpoint.
    Signed(Box<SignedCheckpoint>),
    /// These entries have to be recorded first: that another key signs.
    After(Batch),
}

/// The file outside a ledger's folder that keeps its last signed checkpoint, so
/// that an old copy of the folder does not pass for the ledger.
#[derive(Clone, Debug)]
pub(crate) struct LastCheckpoint {
    path: PathBuf,
}

impl LastCheckpoint {
    /// The file of a ledger under a data folder's `checkpoints`.
    pub fn of(folder: &Path, ledger: &LedgerName) -> LastCheckpoint {
        LastCheckpoint {
            path: folder.join(ledger.as_str()),
        }
    }

    fn unreadable(&self, why: &impl ToString) -> OpenError {
        OpenError::Checkpoint {
            path: self.path.clone(),
            why: why.to_string(),
        }
    }

    /// The checkpoint, if one was ever signed.
    pub fn read(&self) -> Result<Option<SignedCheckpoint>, OpenError> {
        let mut note = Vec::new();
        match File::open(&self.path).and_then(|f| f.take(NOTE_BYTES).read_to_end(&mut note)) {
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(folder::io_error(&self.path, "read")(e)),
        }
        let read = SignedCheckpoint::read(&note).map_err(|e| self.unreadable(&e))?;
        Ok(Some(read))
    }

    /// Notes beside it what entries erase, and whose records went.
    pub fn note_erased(
        &self,
        ledger: &LedgerName,
        entries: &[NewEntry],
        people: &BTreeSet<Sha256>,
    ) -> io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        erasures::note(folder, ledger, entries, people)
    }

    /// Puts a checkpoint in the place of the one before it; durable on return.
    pub fn write(&self, checkpoint: &SignedCheckpoint) -> io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        if !folder.is_dir() {
            fs::create_dir_all(folder)?;
            folder::sync_parent(folder).map_err(io::Error::other)?;
        }
        // No ledger has a dot in its name.
        let aside = self.path.with_extension("new");
        let mut file = File::create(&aside)?;
        file.write_all(checkpoint.to_string().as_bytes())?;
        file.sync_all()?;
        fs::rename(&aside, &self.path)?;
        File::open(folder)?.sync_all()
    }
}
