//! C2SP tlog-checkpoint: what a log says of itself when it signs, in three
//! lines: whose log, how many entries, the root over them. No time, since
//! nobody could verify it; times come from witnesses.

use super::{
    base64_of, decimal, hash_from_base64,
    key::{KeyName, NotAKeyName, SignerKey, VerifierKey},
    note::{NotANote, Note, NoteSignature, SignatureFault},
    tree::TreeState,
};
use fupan_domain::ids::{LedgerName, Sha256};
use std::{fmt, str::FromStr};

/// The identity of a ledger among all logs, `<service>/<ledger>`, also the name
/// of the key that signs for it.
///
/// # Errors
/// When the service's name can't be part of a key's name.
pub fn origin(service: &str, ledger: &LedgerName) -> Result<KeyName, NotAKeyName> {
    format!("{service}/{ledger}").parse()
}

/// The service and the ledger of an origin, as [`origin`] puts them together; `None`
/// for any other text, as one with an empty part or whose last part is no ledger's name.
pub fn origin_of(origin: &str) -> Option<(&str, &str)> {
    let (service, ledger) = origin.rsplit_once('/')?;
    let parts = || service.split('/').chain([ledger]);
    let whole = parts().all(|part| !part.is_empty()) && ledger.parse::<LedgerName>().is_ok();
    whole.then_some((service, ledger))
}

/// A checkpoint, signed or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Whose log it is; one line that is not empty.
    origin: String,
    /// The tree.
    pub state: TreeState,
    /// Lines that other logs may add; ours never do.
    extensions: Vec<String>,
}

/// A text that is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotACheckpoint {
    /// A line is missing, or doesn't end in a line feed.
    #[error("a checkpoint of {0} whole lines: expected at least three")]
    Lines(usize),
    /// The first line says nothing.
    #[error("a checkpoint whose first line is empty: expected whose log it is")]
    Origin,
    /// The second line is no number.
    #[error("{0:?} as a checkpoint's size: expected a number without leading zeros")]
    Size(String),
    /// The third line is no hash.
    #[error("{0:?} as a checkpoint's root: expected 32 bytes in base64")]
    Root(String),
    /// A control character.
    #[error("line {0} of a checkpoint has a control character: expected none")]
    Control(usize),
    /// A line after the third is empty.
    #[error("line {0} of a checkpoint is empty")]
    Extension(usize),
    /// A log of ours has extension lines.
    #[error("a checkpoint with {0} lines after the root: expected exactly three lines")]
    Extended(usize),
}

impl Checkpoint {
    /// A checkpoint in exactly three lines.
    pub fn new(origin: &KeyName, state: TreeState) -> Checkpoint {
        Checkpoint {
            origin: origin.as_str().to_owned(),
            state,
            extensions: Vec::new(),
        }
    }

    /// Whose log it is.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// How many entries the log has.
    pub fn size(&self) -> u64 {
        self.state.size
    }

    /// The root over them.
    pub fn root(&self) -> Sha256 {
        self.state.root
    }

    /// The lines after the third.
    pub fn extensions(&self) -> &[String] {
        &self.extensions
    }

    /// The checkpoint, if it is one of exactly three lines, as ours are.
    ///
    /// # Errors
    /// When lines follow.
    pub fn without_extensions(self) -> Result<Checkpoint, NotACheckpoint> {
        match self.extensions.len() {
            0 => Ok(self),
            lines => Err(NotACheckpoint::Extended(lines)),
        }
    }

    /// Signs it with the log's key.
    pub fn sign(&self, key: &SignerKey) -> SignedCheckpoint {
        let mut note = Note::of_checkpoint(self.to_string());
        note.sign(key, 0);
        SignedCheckpoint {
            checkpoint: self.clone(),
            note,
        }
    }

    /// The same with a signature that was made elsewhere, as by a card.
    ///
    /// # Errors
    /// When the signature is not one by that key.
    pub fn signed_elsewhere(
        &self,
        key: &VerifierKey,
        signature: [u8; 64],
    ) -> Result<SignedCheckpoint, SignatureFault> {
        let mut note = Note::of_checkpoint(self.to_string());
        note.add(NoteSignature::ed25519(key, signature));
        note.verify(key)?;
        Ok(SignedCheckpoint {
            checkpoint: self.clone(),
            note,
        })
    }
}

impl FromStr for Checkpoint {
    type Err = NotACheckpoint;

    fn from_str(text: &str) -> Result<Checkpoint, NotACheckpoint> {
        let whole: Vec<&str> = text
            .split_inclusive('\n')
            .map_while(|line| line.strip_suffix('\n'))
            .collect();
        let [origin, size, root, extensions @ ..] = &whole[..] else {
            return Err(NotACheckpoint::Lines(whole.len()));
        };
        if !text.ends_with('\n') {
            return Err(NotACheckpoint::Lines(whole.len()));
        }
        if let Some(n) = whole.iter().position(|line| line.bytes().any(|b| b < b' ')) {
            return Err(NotACheckpoint::Control(n + 1));
        }
        if origin.is_empty() {
            return Err(NotACheckpoint::Origin);
        }
        let size = decimal(size).ok_or_else(|| NotACheckpoint::Size((*size).to_owned()))?;
        let root =
            hash_from_base64(root).ok_or_else(|| NotACheckpoint::Root((*root).to_owned()))?;
        if let Some(n) = extensions.iter().position(|line| line.is_empty()) {
            return Err(NotACheckpoint::Extension(n + 4));
        }
        Ok(Checkpoint {
            origin: (*origin).to_owned(),
            state: TreeState { size, root },
            extensions: extensions.iter().map(|line| (*line).to_owned()).collect(),
        })
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TreeState { size, root } = &self.state;
        writeln!(f, "{}\n{size}\n{}", self.origin, base64_of(root))?;
        self.extensions
            .iter()
            .try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// A checkpoint with the signatures under it, none of them checked yet. It
/// prints as it was read, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedCheckpoint {
    checkpoint: Checkpoint,
    note: Note,
}

/// Bytes that are no signed checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSigned {
    /// They are no note.
    #[error(transparent)]
    Note(#[from] NotANote),
    /// The note is no checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] NotACheckpoint),
}

impl SignedCheckpoint {
    /// Reads one.
    ///
    /// # Errors
    /// When the bytes are not exactly in the form of one.
    pub fn read(bytes: &[u8]) -> Result<SignedCheckpoint, NotSigned> {
        let note = Note::read(bytes)?;
        let checkpoint = note.text().parse()?;
        Ok(SignedCheckpoint { checkpoint, note })
    }

    /// What is signed.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// The note: what is signed, and by whom.
    pub fn note(&self) -> &Note {
        &self.note
    }

    /// Whether a key has signed it, which may be named for the service or for the
    /// ledger itself; never one of another name than the origin's.
    pub fn signed_by(&self, key: &VerifierKey) -> bool {
        let named = key.as_named_for(self.checkpoint.origin());
        named.is_some_and(|key| self.note.verify(&key).is_ok())
    }

    /// Adds signatures: cosignatures of witnesses, or of the next key of the log.
    pub fn note_mut(&mut self) -> &mut Note {
        &mut self.note
    }
}

impl fmt::Display for SignedCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.note.fmt(f)
    }
}
