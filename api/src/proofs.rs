//! Proofs as they are shown, by HTTP and command line: JSON with hashes in hex,
//! or the texts that C2SP has for them. How they are made is in the store.

use crate::problem::Problem;
use fupan_domain::{amount, ids::Sha256};
use fupan_replay::proof::checkpoint::SignedCheckpoint;
use fupan_store::{
    EventStore, Proofs,
    proofs::{self, Consistency, Inclusion},
};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The proof that an entry is in a ledger (RFC 9162, section 2.1.3).
#[derive(Debug, Serialize)]
pub struct InclusionView {
    /// The entry's seq: the leaf's index.
    pub seq: u64,
    /// The entry's hash: the leaf's.
    pub hash: Sha256,
    /// How many entries the tree has.
    pub size: u64,
    /// The root over them.
    pub root: Sha256,
    /// The hashes from the leaf's sibling up to the root.
    pub hashes: Vec<Sha256>,
}

impl From<Inclusion> for InclusionView {
    fn from(proof: Inclusion) -> InclusionView {
        InclusionView {
            seq: proof.seq,
            hash: proof.hash,
            size: proof.state.size,
            root: proof.state.root,
            hashes: proof.hashes,
        }
    }
}

/// The proof that a ledger went on from an earlier state (RFC 9162, section 2.1.4).
#[derive(Debug, Serialize)]
pub struct ConsistencyView {
    /// How many entries the earlier tree has.
    pub from: u64,
    /// The root over them.
    pub from_root: Sha256,
    /// How many entries the later tree has.
    pub to: u64,
    /// The root over them.
    pub to_root: Sha256,
    /// The hashes that lead to both.
    pub hashes: Vec<Sha256>,
}

impl From<Consistency> for ConsistencyView {
    fn from(proof: Consistency) -> ConsistencyView {
        ConsistencyView {
            from: proof.from.size,
            from_root: proof.from.root,
            to: proof.to.size,
            to_root: proof.to.root,
            hashes: proof.hashes,
        }
    }
}

/// A signed checkpoint, taken apart and as it is.
#[derive(Debug, Serialize, Deserialize)]
pub struct CheckpointView {
    /// Whose log it is: service and ledger.
    pub origin: String,
    /// How many entries it covers.
    pub size: u64,
    /// The root over them.
    pub root: Sha256,
    /// How many others have signed it beside the service.
    pub witnesses: usize,
    /// The signed note.
    pub note: String,
}

impl From<&SignedCheckpoint> for CheckpointView {
    fn from(signed: &SignedCheckpoint) -> CheckpointView {
        let checkpoint = signed.checkpoint();
        CheckpointView {
            origin: checkpoint.origin().to_owned(),
            size: checkpoint.size(),
            root: checkpoint.root(),
            witnesses: signed.note().signatures().len().saturating_sub(1),
            note: signed.to_string(),
        }
    }
}

/// The last checkpoint of a store; with `witnessed` the last that others have signed.
///
/// # Errors
/// When there is none.
pub fn checkpoint<P: Proofs + ?Sized>(
    store: &P,
    witnessed: bool,
) -> Result<std::sync::Arc<SignedCheckpoint>, Problem> {
    let last = if witnessed {
        store.witnessed()
    } else {
        store.checkpoint()
    };
    last.ok_or_else(|| {
        let why = if witnessed {
            "no checkpoint was signed by witnesses yet"
        } else {
            "no checkpoint was signed yet"
        };
        Problem::new("not_signed_yet", why)
    })
}

/// What is known of an entry once it is recorded: what to keep of it in order to
/// show later that it was.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReceiptView {
    /// The entry's seq.
    pub seq: u64,
    /// The entry's hash.
    pub hash: Sha256,
    /// The checkpoint that covers it, once one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointView>,
    /// The proof as a file of its own (C2SP tlog-proof).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tlog_proof: Option<String>,
}

/// The receipt of an entry.
///
/// # Errors
/// When there is no such entry, or the store can't be read.
pub fn receipt<R, S: EventStore<R> + ?Sized>(store: &S, seq: u64) -> Result<ReceiptView, Problem> {
    let unreadable = |e: fupan_store::ReadError| Problem::new("log_unreadable", e.to_string());
    let bytes = store.entry(seq).map_err(unreadable)?.ok_or_else(|| {
        let size = store.head().size;
        let detail = format!(
            "entry {seq} is not there: the ledger has {}",
            amount(size, "entry")
        );
        Problem::new("past_head", detail)
    })?;
    let covered = store
        .checkpoint()
        .is_some_and(|c| c.checkpoint().size() > seq);
    let proof = covered.then(|| proofs::tlog_proof(store, seq)).transpose();
    let proof = proof.map_err(|e| Problem::from(&e))?;
    Ok(ReceiptView {
        seq,
        hash: fupan_replay::entry::hash(&bytes),
        checkpoint: proof.as_ref().map(|proof| (&proof.checkpoint).into()),
        tlog_proof: proof.map(|proof| proof.to_string()),
    })
}

fn hashes(text: &mut String, hashes: &[Sha256]) {
    for hash in hashes {
        // Writing to a String can't fail.
        let _written = writeln!(text, "  {hash}");
    }
}

/// A proof of inclusion as people read it.
pub fn inclusion_text(proof: &InclusionView) -> String {
    let InclusionView {
        seq,
        hash,
        size,
        root,
        ..
    } = proof;
    let mut text = format!(
        "entry {seq}, hash {hash}\nis in the tree of {} with the root {root}\nby these hashes, from the leaf up:\n",
        amount(*size, "entry")
    );
    hashes(&mut text, &proof.hashes);
    text
}

/// A proof of consistency as people read it.
pub fn consistency_text(proof: &ConsistencyView) -> String {
    let mut text = format!(
        "the tree of {} with the root {}\ngoes on from the one of {} with the root {}\nby these hashes:\n",
        amount(proof.to, "entry"),
        proof.to_root,
        proof.from,
        proof.from_root
    );
    hashes(&mut text, &proof.hashes);
    text
}

/// A receipt as people read it.
pub fn receipt_text(receipt: &ReceiptView) -> String {
    let covered = match &receipt.checkpoint {
        Some(checkpoint) => format!(
            "covered by the checkpoint of {} of {}",
            amount(checkpoint.size, "entry"),
            checkpoint.origin
        ),
        None => "not covered by a signed checkpoint yet".to_owned(),
    };
    format!("entry {}, hash {}, {covered}", receipt.seq, receipt.hash)
}
