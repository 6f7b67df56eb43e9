//! Events of stream `log`: what the program records of the ledger itself, so
//! that times, keys and other ledgers can be shown by it. What a signature in
//! one of them is worth is for whoever knows keys, not for this crate.

use super::events;
use crate::ids::Sha256;
use serde::{Deserialize, Serialize};

events! {
    /// An event of a ledger's own log.
    LogEvent of Log {
        /// Others have signed a checkpoint.
        "checkpoint_witnessed" => CheckpointWitnessed(CheckpointWitnessed),
        /// Another key signs the checkpoints from here on.
        "key_announced" => KeyAnnounced(KeyAnnounced),
        /// A checkpoint of another ledger, which so is at least as old as this entry.
        "ledger_anchored" => LedgerAnchored(LedgerAnchored),
    }
}

/// Data of `checkpoint_witnessed`: what is recorded after it is later than its
/// witnesses' times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckpointWitnessed {
    /// The checkpoint's first line, `<service>/<ledger>`, without which nobody
    /// could check what was signed.
    pub origin: String,
    /// How many entries the checkpoint covers.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Sha256,
    /// The witnesses' lines of the signed note (C2SP cosignature/v1), each
    /// beginning with an em dash.
    pub cosignatures: Vec<String>,
}

/// Data of `key_announced`: both keys as note verifier keys under the service's
/// name, and the old one's signature over the announcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyAnnounced {
    /// The key that has signed so far.
    pub previous: String,
    /// The key that signs from here on.
    pub key: String,
    /// The old key's Ed25519 signature over the announcement, in base64.
    pub signature: String,
}

/// Data of `ledger_anchored`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerAnchored {
    /// A random name, which tells nobody which ledger it is.
    pub label: String,
    /// How many entries that ledger has.
    pub size: u64,
    /// The root of its tree.
    pub root: Sha256,
}
