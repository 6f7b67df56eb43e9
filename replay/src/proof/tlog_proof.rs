//! C2SP tlog-proof: one entry's inclusion as a text that can be checked
//! offline: its index, the hashes, and the signed checkpoint, for a file
//! `*.tlog-proof`. Extra data, which nobody signs, is read and kept, and never
//! believed.

use super::{
    base64_of,
    checkpoint::{NotSigned, SignedCheckpoint},
    decimal, hash_from_base64,
    tree::{self, ProofFault},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use fupan_domain::ids::Sha256;
use std::fmt;

const FIRST_LINE: &str = "c2sp.org/tlog-proof@v1";
/// No tree has more levels.
const HASHES_MAX: usize = 64;

/// A proof that an entry is in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlogProof {
    /// Opaque bytes for whoever knows them; nothing vouches for them.
    pub extra: Option<Vec<u8>>,
    /// The entry's place in the log, from 0.
    pub index: u64,
    /// The hashes from the leaf's sibling up.
    pub hashes: Vec<Sha256>,
    /// The log's signed statement.
    pub checkpoint: SignedCheckpoint,
}

/// A text that is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAProof {
    /// Not UTF-8.
    #[error("a proof with byte {0} that is no text: expected UTF-8")]
    NotText(usize),
    /// The first line is another.
    #[error("a proof whose first line is not {FIRST_LINE}")]
    Version,
    /// The extra data are not in base64.
    #[error("a proof whose extra data are not in base64")]
    Extra,
    /// The index is missing, or is no number.
    #[error("a proof without an index: expected the line index <number>")]
    Index,
    /// A hash is none.
    #[error("hash {0} of a proof: expected 32 bytes in base64 on a line")]
    Hash(usize),
    /// More hashes than any tree has levels.
    #[error("a proof of more than {HASHES_MAX} hashes")]
    TooMany,
    /// No empty line before the checkpoint.
    #[error("a proof without a checkpoint: expected an empty line and a signed checkpoint")]
    NoCheckpoint,
    /// The checkpoint is none.
    #[error(transparent)]
    Checkpoint(#[from] NotSigned),
}

impl TlogProof {
    /// Reads a proof.
    ///
    /// # Errors
    /// When the bytes are not exactly in the form of one.
    pub fn read(bytes: &[u8]) -> Result<TlogProof, NotAProof> {
        let text =
            std::str::from_utf8(bytes).map_err(|error| NotAProof::NotText(error.valid_up_to()))?;
        let (first, mut rest) = text.split_once('\n').ok_or(NotAProof::Version)?;
        if first != FIRST_LINE {
            return Err(NotAProof::Version);
        }
        let mut extra = None;
        if let Some((line, after)) = rest.split_once('\n')
            && let Some(data) = line.strip_prefix("extra ")
        {
            extra = Some(STANDARD.decode(data).map_err(|_| NotAProof::Extra)?);
            rest = after;
        }
        let (line, mut rest) = rest.split_once('\n').ok_or(NotAProof::Index)?;
        let index = line.strip_prefix("index ").and_then(decimal);
        let index = index.ok_or(NotAProof::Index)?;
        let mut hashes = Vec::new();
        loop {
            let (line, after) = rest.split_once('\n').ok_or(NotAProof::NoCheckpoint)?;
            rest = after;
            if line.is_empty() {
                break;
            }
            if hashes.len() == HASHES_MAX {
                return Err(NotAProof::TooMany);
            }
            let hash = hash_from_base64(line);
            hashes.push(hash.ok_or(NotAProof::Hash(hashes.len() + 1))?);
        }
        let checkpoint = SignedCheckpoint::read(rest.as_bytes())?;
        Ok(TlogProof {
            extra,
            index,
            hashes,
            checkpoint,
        })
    }

    /// Whether the hashes lead from an entry's hash to the checkpoint's root.
    /// Whether the checkpoint is signed by whom it should be is asked of its note.
    ///
    /// # Errors
    /// What is wrong with the hashes.
    pub fn verify(&self, leaf: &Sha256) -> Result<(), ProofFault> {
        let state = self.checkpoint.checkpoint().state;
        tree::verify_inclusion(leaf, self.index, state.size, &self.hashes, &state.root)
    }
}

impl fmt::Display for TlogProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        if let Some(extra) = &self.extra {
            writeln!(f, "extra {}", STANDARD.encode(extra))?;
        }
        writeln!(f, "index {}", self.index)?;
        for hash in &self.hashes {
            writeln!(f, "{}", base64_of(hash))?;
        }
        write!(f, "\n{}", self.checkpoint)
    }
}
