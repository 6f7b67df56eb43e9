//! `bundle.json`: which entries of which ledger a bundle holds, and what stood
//! before them where the beginning is left out (`schemas/bundle.v1.json`).

use crate::{
    canonical,
    proof::tree::{Frontier, TreeState, verify_consistency, verify_inclusion},
    strict,
};
use fupan_domain::ids::{LedgerName, Sha256};
use serde::{Deserialize, Serialize};

/// The version of bundles that this program writes.
const VERSION: u32 = 1;

/// What a bundle says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the bundle's form, 1.
    pub bundle: u32,
    /// The ledger.
    pub ledger: LedgerName,
    /// The seq of the first entry.
    pub first: u64,
    /// How many entries there are.
    pub entries: u64,
    /// What stands before the first entry, if that is not the ledger's first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// What is there and not handed on.
    #[serde(default, skip_serializing_if = "LeftOut::is_nothing")]
    pub left_out: LeftOut,
}

/// What a bundle leaves out on purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// How many people's records were erased.
    #[serde(default)]
    pub people: u64,
    /// How many documents are not for everybody, deleted, or not kept.
    #[serde(default)]
    pub evidence: u64,
}

impl LeftOut {
    fn is_nothing(&self) -> bool {
        *self == LeftOut::default()
    }
}

/// What stands before a bundle's first entry, and the proofs that the ledger
/// goes on from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The root over the entries before.
    pub root: Sha256,
    /// The hash of the last one of them.
    pub head: Sha256,
    /// The proof that it is the last one of them.
    pub inclusion: Vec<Sha256>,
    /// The roots of the perfect subtrees before, the largest first, from which
    /// the tree is built on.
    pub peaks: Vec<Sha256>,
    /// The proof that the tree of the checkpoint goes on from there.
    pub consistency: Vec<Sha256>,
}

/// A file that is no manifest, or one that contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAManifest {
    /// Not JSON of the strict profile.
    #[error(transparent)]
    Strict(#[from] strict::StrictError),
    /// Not of that shape.
    #[error("{0}")]
    Shape(String),
    /// A version that this program doesn't know.
    #[error("a bundle of version {0}: expected 1")]
    Version(u32),
    /// It begins in the midst, and doesn't say after what.
    #[error("a bundle that begins with entry {0} and doesn't prove what stands before it")]
    NoBeginning(u64),
    /// It begins with the first entry, and says what stands before it.
    #[error(
        "a bundle that begins with entry 0 and tells of what stands before it: expected no since"
    )]
    NothingBefore,
    /// What it says of what stands before contradicts itself.
    #[error("what stands before entry {first} is not proved: {why}")]
    Beginning {
        /// The first entry.
        first: u64,
        /// What is wrong with the proof.
        why: String,
    },
}

impl Manifest {
    /// What a bundle of a whole ledger says of itself.
    pub fn of(ledger: LedgerName, entries: u64) -> Manifest {
        Manifest {
            bundle: VERSION,
            ledger,
            first: 0,
            entries,
            since: None,
            left_out: LeftOut::default(),
        }
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// When it is none, or of another version.
    pub fn read(bytes: &[u8]) -> Result<Manifest, NotAManifest> {
        let value = strict::read(bytes)?;
        let manifest: Manifest =
            serde_json::from_value(value).map_err(|e| NotAManifest::Shape(e.to_string()))?;
        if manifest.bundle != VERSION {
            return Err(NotAManifest::Version(manifest.bundle));
        }
        if manifest.first > 0 && manifest.since.is_none() {
            return Err(NotAManifest::NoBeginning(manifest.first));
        }
        if manifest.first == 0 && manifest.since.is_some() {
            // Whoever left nothing out is judged from the first entry on.
            return Err(NotAManifest::NothingBefore);
        }
        Ok(manifest)
    }

    /// Its text: canonical JSON and a line feed.
    pub fn text(&self) -> String {
        canonical::text(self).unwrap_or_default() + "\n"
    }

    /// The tree before the first entry, if it is proved to be the one under the
    /// root before, and that under the checkpoint's.
    ///
    /// # Errors
    /// What is wrong with the proofs.
    pub fn beginning(
        &self,
        checkpoint: Option<TreeState>,
    ) -> Result<Option<(Frontier, Sha256)>, NotAManifest> {
        let Some(since) = &self.since else {
            return Ok(None);
        };
        let size = self.first;
        let wrong = |why: String| NotAManifest::Beginning { first: size, why };
        let state = TreeState {
            size,
            root: since.root,
        };
        let tree = Frontier::from_parts(size, since.peaks.clone())
            .map_err(|error| wrong(error.to_string()))?;
        if tree.root() != since.root {
            return Err(wrong("its subtrees give another root".to_owned()));
        }
        let last = size.checked_sub(1).ok_or(NotAManifest::NothingBefore)?;
        verify_inclusion(&since.head, last, size, &since.inclusion, &since.root)
            .map_err(|error| wrong(error.to_string()))?;
        if let Some(checkpoint) = checkpoint {
            verify_consistency(state, checkpoint, &since.consistency)
                .map_err(|error| wrong(error.to_string()))?;
        }
        Ok(Some((tree, since.head)))
    }
}
