//! Events of stream `log`: what the program records of the ledger itself, so
//! that times, keys and other ledgers can be shown by it. What a signature in
//! one of them is worth is for whoever knows keys, not for this crate.

use super::events;
use crate::ids::{ActorId, EvidenceId, OfficialId, PlayerId, Sha256};
use serde::{Deserialize, Serialize};

events! {
    /// An event of a ledger's own log.
    LogEvent of Log {
        /// Others have signed a checkpoint.
        "checkpoint_witnessed" => CheckpointWitnessed(CheckpointWitnessed),
        /// Another key signs the checkpoints from here on.
        "key_announced" => KeyAnnounced(KeyAnnounced),
        /// Another key signs from here on, and the one before it did not hand over.
        "key_replaced" => KeyReplaced(Box<KeyReplaced>),
        /// A checkpoint of another ledger, which so is at least as old as this entry.
        "ledger_anchored" => LedgerAnchored(LedgerAnchored),
        /// The bytes of a piece of evidence have come.
        "evidence_received" => EvidenceReceived(EvidenceReceived),
        /// The bytes of a piece of evidence are deleted; their hash stays.
        "evidence_deleted" => EvidenceDeleted(Box<EvidenceDeleted>),
        /// What was kept of a person beside the log is erased.
        "person_erased" => PersonErased(Box<PersonErased>),
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

/// Data of `key_replaced`: where the old key ends, and what it signed last. Nobody
/// comes to rely on the new key by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyReplaced {
    /// The keys that have signed so far, as far as they are known, as note verifier keys.
    pub previous: Vec<String>,
    /// The key that signs from here on, under the name of the service that goes on.
    pub key: String,
    /// The last checkpoint that one of the old keys signed, as a signed note.
    pub checkpoint: String,
    /// Why it is so.
    pub reason: String,
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

/// Data of `evidence_received`: from here on the file can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceReceived {
    /// SHA-256 of its bytes, by which an entry attached it.
    pub sha256: Sha256,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Why a file is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeletedBecause {
    /// Its date has come.
    Date,
    /// Somebody asked for it.
    Asked,
}

/// Data of `evidence_deleted`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceDeleted {
    /// SHA-256 of the bytes that are no longer kept.
    pub sha256: Sha256,
    /// The pieces of evidence that were this file.
    pub evidence: Vec<EvidenceId>,
    /// Why.
    pub why: DeletedBecause,
    /// Who asked, where somebody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<ActorId>,
    /// What for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Data of `person_erased`: the entry and the erasing are one. Who asked is an
/// id and no name, since this entry can't be erased in its turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonErased {
    /// The commitment, behind which nothing is kept any more.
    pub person: Sha256,
    /// The player whom it stood for, or else the official.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The official whom it stood for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub official: Option<OfficialId>,
    /// Who asked: the player, an official, a body.
    pub asked_by: ActorId,
    /// On what ground.
    pub reason: String,
}
