//! Proofs from a store: that an entry is in the ledger, that a later state goes
//! on from an earlier one, and the tiles of C2SP tlog-tiles. Each is held against
//! the root before it is given out, so that a damaged tree gives none.

use crate::{EventStore, ReadError};
use fupan_domain::ids::Sha256;
use fupan_replay::{
    entry,
    proof::{
        checkpoint::SignedCheckpoint,
        key::VerifierKey,
        tile::{self, Content, NotProved, Tile},
        tlog_proof::TlogProof,
        tree::{self, NoPlace, NoProof, Node, TreeState},
    },
};
use std::{sync::Arc, time::Duration};

/// The Merkle tree of a store, and what is signed of it. All of it is durable.
pub trait Proofs {
    /// A node of the tree.
    ///
    /// # Errors
    /// When it can't be read, or is not there.
    fn node(&self, node: Node) -> Result<Sha256, ReadError>;

    /// Up to how many entries there are proofs: those of the last checkpoint, or
    /// all that there are where nothing is signed.
    ///
    /// # Errors
    /// When the tree can't be caught up.
    fn tree_size(&self) -> Result<u64, ReadError>;

    /// The last checkpoint that was signed.
    fn checkpoint(&self) -> Option<Arc<SignedCheckpoint>>;

    /// The last checkpoint that witnesses have signed.
    fn witnessed(&self) -> Option<Arc<SignedCheckpoint>>;

    /// The checkpoints that are kept, of a size from `from` on, in order: the
    /// first that covers each ruling, each decision of an appeal and each end of
    /// a round, the last one with witnesses, and the last one.
    ///
    /// # Errors
    /// When they can't be read.
    fn checkpoints(&self, from: u64) -> Result<Vec<SignedCheckpoint>, ReadError>;

    /// Keeps a checkpoint of this ledger to which witnesses have added signatures.
    ///
    /// # Errors
    /// When another one of that size is kept, or it can't be written.
    fn keep_witnessed(&self, signed: SignedCheckpoint) -> Result<(), ReadError>;

    /// The keys by which the ledger's checkpoints are checked, the one that signs
    /// now last; none where nothing is signed.
    fn keys(&self) -> Vec<VerifierKey>;

    /// Hashes as the tree that is kept has them, of a level of tiles (C2SP
    /// tlog-tiles) and by their places in it, as far as they are there.
    ///
    /// # Errors
    /// When they can't be read.
    fn hashes(&self, level: u8, from: u64, to: u64) -> Result<Vec<Sha256>, ReadError>;

    /// Makes the tree that is kept anew from the entries. Whether these are the
    /// ones that were signed for is for whoever calls it to know before; nothing
    /// may be recorded meanwhile.
    ///
    /// # Errors
    /// When it can't be read or written.
    fn make_tree_anew(&self) -> Result<(), ReadError>;

    /// How signing goes.
    fn signing(&self) -> SigningState;
}

/// How signing goes.
#[derive(Clone, Debug)]
pub struct SigningState {
    /// Whether there is anything to sign with.
    pub signs: bool,
    /// Why the last try failed, if it did.
    pub failed: Option<Arc<str>>,
    /// How long ago the last checkpoint was signed, if it was by this process.
    pub age: Option<Duration>,
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The store can't be read, or its tree is damaged.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// No such entry in a tree of that size.
    #[error("entry {seq} is not among the first {size}: expected a seq below {size}")]
    NoEntry {
        /// The seq asked for.
        seq: u64,
        /// The size of the tree.
        size: u64,
    },
    /// The tree does not reach that far.
    #[error("there are no proofs up to {size} entries yet: the last checkpoint covers {signed}")]
    Beyond {
        /// The size asked for.
        size: u64,
        /// Up to where there are proofs.
        signed: u64,
    },
    /// The earlier state is the later one.
    #[error("from {from} to {to}: expected sizes that do not shrink")]
    Backwards {
        /// The earlier size.
        from: u64,
        /// The later size.
        to: u64,
    },
    /// Nothing was signed yet.
    #[error("no checkpoint was signed yet")]
    Unsigned,
    /// The tree has no such tile.
    #[error("there is no {tile} in a tree of {size} entries")]
    NoTile {
        /// The tile.
        tile: Tile,
        /// The size of the tree.
        size: u64,
    },
}

impl From<NoProof<ReadError>> for ProofError {
    fn from(error: NoProof<ReadError>) -> ProofError {
        match error {
            NoProof::Place(NoPlace::IndexBeyond { index, size }) => {
                ProofError::NoEntry { seq: index, size }
            }
            NoProof::Place(NoPlace::Backwards { from, to }) => ProofError::Backwards { from, to },
            NoProof::Read(error) => error.into(),
        }
    }
}

/// The proof that an entry is in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The entry's seq.
    pub seq: u64,
    /// Its hash.
    pub hash: Sha256,
    /// The tree in which it is.
    pub state: TreeState,
    /// The hashes from the entry's sibling up to the root.
    pub hashes: Vec<Sha256>,
}

/// The proof that a ledger went on from an earlier state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consistency {
    /// The earlier state.
    pub from: TreeState,
    /// The later one.
    pub to: TreeState,
    /// The hashes that lead to both roots.
    pub hashes: Vec<Sha256>,
}

fn damaged(what: impl std::fmt::Display) -> ProofError {
    ReadError(format!("the tree that is kept is damaged: {what}")).into()
}

/// Checks that there are proofs up to a size.
fn reach<P: Proofs + ?Sized>(store: &P, size: Option<u64>) -> Result<u64, ProofError> {
    let signed = store.tree_size()?;
    match size {
        Some(size) if size > signed => Err(ProofError::Beyond { size, signed }),
        size => Ok(size.unwrap_or(signed)),
    }
}

/// A state of the ledger's tree. Where it was signed just now, the signed root
/// is the one that what is kept is held against.
fn state_at<P: Proofs + ?Sized>(store: &P, size: u64) -> Result<TreeState, ProofError> {
    let root = tree::root_at(size, |node| store.node(node))?;
    let state = TreeState { size, root };
    match store.checkpoint() {
        Some(signed)
            if signed.checkpoint().size() == size && signed.checkpoint().state != state =>
        {
            Err(damaged(format!(
                "at {size} it has the root {root}, and another was signed"
            )))
        }
        _ => Ok(state),
    }
}

/// The proof that an entry is among the first `size`, or among those that the
/// last checkpoint covers.
///
/// # Errors
/// When there is no such proof.
pub fn inclusion<R, S: EventStore<R> + ?Sized>(
    store: &S,
    seq: u64,
    size: Option<u64>,
) -> Result<Inclusion, ProofError> {
    let size = reach(store, size)?;
    let hashes = tree::prove_inclusion(seq, size, |node| store.node(node))?;
    let state = state_at(store, size)?;
    let bytes = store.entry(seq)?.ok_or(ProofError::NoEntry { seq, size })?;
    let hash = entry::hash(&bytes);
    tree::verify_inclusion(&hash, seq, size, &hashes, &state.root).map_err(damaged)?;
    Ok(Inclusion {
        seq,
        hash,
        state,
        hashes,
    })
}

/// The proof that the first `to` entries, or those that the last checkpoint
/// covers, go on from the first `from`.
///
/// # Errors
/// When there is no such proof.
pub fn consistency<P: Proofs + ?Sized>(
    store: &P,
    from: u64,
    to: Option<u64>,
) -> Result<Consistency, ProofError> {
    let to = reach(store, to)?;
    let hashes = tree::prove_consistency(from, to, |node| store.node(node))?;
    let (from, to) = (state_at(store, from)?, state_at(store, to)?);
    tree::verify_consistency(from, to, &hashes).map_err(damaged)?;
    Ok(Consistency { from, to, hashes })
}

/// The proof of an entry as a file of its own, with the last signed checkpoint;
/// with the last witnessed one where that covers it.
///
/// # Errors
/// When there is no such proof.
pub fn tlog_proof<R, S: EventStore<R> + ?Sized>(
    store: &S,
    seq: u64,
) -> Result<TlogProof, ProofError> {
    let covers = |signed: &Arc<SignedCheckpoint>| signed.checkpoint().size() > seq;
    let signed = store
        .witnessed()
        .filter(covers)
        .or_else(|| store.checkpoint());
    let signed = signed.ok_or(ProofError::Unsigned)?;
    proof_up_to(store, seq, &signed)
}

/// The proof of an entry as a file of its own, with that checkpoint of the ledger.
///
/// # Errors
/// When there is no such proof.
pub fn proof_up_to<R, S: EventStore<R> + ?Sized>(
    store: &S,
    seq: u64,
    signed: &SignedCheckpoint,
) -> Result<TlogProof, ProofError> {
    let proof = inclusion(store, seq, Some(signed.checkpoint().size()))?;
    if proof.state != signed.checkpoint().state {
        return Err(damaged("it has another root than was signed"));
    }
    Ok(TlogProof {
        extra: None,
        index: seq,
        hashes: proof.hashes,
        checkpoint: signed.clone(),
    })
}

/// The bytes of a tile, as C2SP tlog-tiles has them.
///
/// # Errors
/// When the tree that is signed for has none such.
pub fn tile<R, S: EventStore<R> + ?Sized>(store: &S, tile: Tile) -> Result<Vec<u8>, ProofError> {
    let size = reach(store, None)?;
    if !tile.is_in(size) {
        return Err(ProofError::NoTile { tile, size });
    }
    let mut bytes = Vec::new();
    let hashes = match tile.content {
        Content::Hashes { .. } => {
            let hashes = tile.nodes().map(|node| store.node(node));
            let hashes = hashes.collect::<Result<Vec<_>, _>>()?;
            bytes = tile::write_hashes(&hashes);
            hashes
        }
        Content::Entries => {
            let entries = store.entries(tile.start(), usize::from(tile.width))?;
            for entry in &entries {
                tile::write_entry(&mut bytes, entry).map_err(damaged)?;
            }
            entries.iter().map(|bytes| entry::hash(bytes)).collect()
        }
    };
    let state = state_at(store, size)?;
    match tile.verify(&hashes, state, |node| store.node(node)) {
        Ok(()) => Ok(bytes),
        Err(NotProved::NoTile { tile, size }) => Err(ProofError::NoTile { tile, size }),
        Err(NotProved::Read(error)) => Err(error.into()),
        Err(fault @ NotProved::Root { .. }) => Err(damaged(fault)),
    }
}
