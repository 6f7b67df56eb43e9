//! What lets a stranger check the log without all of it, and without trusting
//! who keeps it: the Merkle tree over the entries' hashes (RFC 9162), signed
//! checkpoints of it and witnesses' cosignatures (the C2SP formats), and the
//! texts and paths in which these travel.
//!
//! Pure like the rest: nodes are read through a function that is handed in,
//! keys and times come as data, and what is read comes as bytes from anybody,
//! so that every reader here refuses what is not exactly in its form.

pub mod announcement;
pub mod checkpoint;
pub mod key;
pub mod lineage;
pub mod note;
pub mod policy;
pub mod tile;
pub mod tlog_proof;
pub mod tree;
pub mod witness;

#[cfg(test)]
mod tests;

use base64::{Engine, engine::general_purpose::STANDARD};
use fupan_domain::ids::Sha256;

/// A hash in standard base64 with padding (RFC 4648 section 4), as the C2SP
/// formats write it.
pub fn base64_of(hash: &Sha256) -> String {
    STANDARD.encode(hash.0)
}

/// Reads a hash in base64; `None` for anything but the one writing of 32 bytes.
pub fn hash_from_base64(text: &str) -> Option<Sha256> {
    let bytes = STANDARD.decode(text).ok()?;
    bytes.try_into().ok().map(Sha256)
}

/// Reads a number in ASCII decimal without leading zeros or sign, as the C2SP
/// formats write sizes and indexes.
pub(crate) fn decimal(text: &str) -> Option<u64> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()));
    plain.then(|| text.parse().ok()).flatten()
}
