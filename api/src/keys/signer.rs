//! The keys of a data folder as what signs the checkpoints of its ledgers: each
//! with the key that signs now, once its ledger says that this one does.

use super::{KeyRing, Ring};
use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    event::{LogEvent, Stream},
    ids::{EntryId, LedgerName, Sha256},
    tournament::KEEPER,
};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    proof::{checkpoint::SignedCheckpoint, key::VerifierKey, tree::TreeState},
};
use fupan_store::{EventStore, Ledgers, Proofs, SignCheckpoints, Signing};
use std::{path::Path, sync::Arc};

/// Signs with the keys of a data folder.
struct Signer(KeyRing);

/// The ledgers of a data folder with what signs their checkpoints, if it has keys.
///
/// # Errors
/// When there are keys that can't be read.
pub fn for_ledgers(data: &Path, ledgers: Ledgers) -> Result<Ledgers, Problem> {
    let ring = KeyRing::at(data);
    match ring.open()? {
        Some(_) => Ok(ledgers.signed_by(Arc::new(Signer(ring)))),
        None => Ok(ledgers),
    }
}

impl SignCheckpoints for Signer {
    fn sign(
        &self,
        ledger: &LedgerName,
        state: TreeState,
        last: Option<&SignedCheckpoint>,
        recorded: bool,
    ) -> Result<Signing, String> {
        let told = |problem: Problem| problem.to_string();
        let ring = self.0.need().map_err(told)?;
        if let Some(last) = last.filter(|_| !recorded)
            && let Some(before) = handed_over(&ring, ledger, last).map_err(told)?
        {
            let batch = announcements(&ring, ledger, before).map_err(told)?;
            return Ok(Signing::After(batch));
        }
        let signed = ring.sign(ledger, state).map_err(told)?;
        Ok(Signing::Signed(Box::new(signed)))
    }

    fn keys(&self, ledger: &LedgerName) -> Vec<VerifierKey> {
        let keys = self.0.need().and_then(|ring| ring.of_ledger(ledger));
        keys.unwrap_or_default()
    }
}

/// Has a ledger say that the next key signs, where the last checkpoint is still by one
/// before it, though nothing else is recorded in it. Answers whether it had to.
///
/// # Errors
/// When its last checkpoint is by none of the keys, or nothing can be recorded.
pub fn hand_over(open: &OpenLedger, ring: &Ring) -> Result<bool, Problem> {
    let ledger = open.store.ledger();
    if open.store.foreign().is_some() {
        return Ok(false);
    }
    let Some(last) = open.store.checkpoint() else {
        return Ok(false);
    };
    let Some(before) = handed_over(ring, ledger, &last)? else {
        return Ok(false);
    };
    let recorded = open.store.append(announcements(ring, ledger, before)?);
    recorded.map_err(|e| Problem::from(&e))?;
    Ok(true)
}

/// The place in the ring of the key that signed a checkpoint, if it is not the
/// one that signs now.
fn handed_over(
    ring: &Ring,
    ledger: &LedgerName,
    last: &SignedCheckpoint,
) -> Result<Option<usize>, Problem> {
    let keys = ring.of_ledger(ledger)?;
    let signed = keys.iter().rposition(|key| last.note().verify(key).is_ok());
    if let Some(at) = signed {
        return Ok(Some(at).filter(|at| at + 1 < keys.len()));
    }
    let detail = format!(
        "the last checkpoint of {ledger} is signed by none of the service's keys: expected one of {}",
        last.checkpoint().origin()
    );
    Err(Problem::new("key_file", detail))
}

/// The entries that say of each key after one that it signs from now on. Asked
/// again they are the same, so that a ledger has each but once.
fn announcements(ring: &Ring, ledger: &LedgerName, before: usize) -> Result<Batch, Problem> {
    let internal = |e: &dyn std::fmt::Display| Problem::internal(&e);
    let mut proposals = Vec::new();
    for key in ring.announced(before) {
        let Some(announced) = &key.announced else {
            continue;
        };
        let event = LogEvent::KeyAnnounced(announced.clone());
        let data = event.data().map_err(|e| internal(&e))?;
        let draft = Draft {
            id: Some(id_of(ledger, &key.key)),
            stream: Stream::Log,
            type_name: event.type_name().into(),
            at: key.made_at,
            actor: KEEPER.parse().map_err(|e| internal(&e))?,
            expect: None,
            data: data.as_object().cloned().unwrap_or_default(),
        };
        let id = id_of(ledger, &key.key);
        proposals.push(Proposal::prepare(draft, id, [0; 16]).map_err(|e| Problem::from(&e))?);
    }
    let submitted_by = KEEPER.parse().map_err(|e| internal(&e))?;
    Ok(Batch {
        proposals,
        submitted_by,
        seen_whole: None,
    })
}

/// The id of the entry that announces a key in a ledger.
fn id_of(ledger: &LedgerName, key: &str) -> EntryId {
    let hash = Sha256::of(format!("{ledger}\n{key}").as_bytes()).0;
    let bytes = hash.first_chunk().copied().unwrap_or_default();
    EntryId(uuid::Builder::from_random_bytes(bytes).into_uuid())
}
