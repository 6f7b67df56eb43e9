//! C2SP tlog-witness: what a log asks a witness for, and what the witness
//! answers. It cosigns a checkpoint only if that goes on from the last one that
//! it cosigned of the same log. Where that is kept, and how both are reached, is
//! for whoever holds a disk and a socket.

use super::{
    base64_of,
    checkpoint::{NotSigned, SignedCheckpoint},
    decimal, hash_from_base64,
    key::VerifierKey,
    tree::{ProofFault, TreeState, empty_root, verify_consistency},
};
use fupan_domain::ids::Sha256;
use std::fmt;

/// The most hashes that a request may have.
const HASHES_MAX: usize = 63;

/// A request to cosign a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddCheckpoint {
    /// How many entries the checkpoint had that the witness cosigned last.
    pub old: u64,
    /// The proof that the new one goes on from there.
    pub hashes: Vec<Sha256>,
    /// The new one.
    pub checkpoint: SignedCheckpoint,
}

/// Bytes that are no such request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotARequest {
    /// Not UTF-8.
    #[error("a request with byte {0} that is no text: expected UTF-8")]
    NotText(usize),
    /// The first line is another.
    #[error("a request without an old size: expected the line old <number>")]
    Old,
    /// A hash is none.
    #[error("hash {0} of a request: expected 32 bytes in base64 on a line")]
    Hash(usize),
    /// More hashes than a proof has.
    #[error("a request of more than {HASHES_MAX} hashes")]
    TooMany,
    /// No empty line before the checkpoint.
    #[error("a request without a checkpoint: expected an empty line and a signed checkpoint")]
    NoCheckpoint,
    /// The checkpoint is none.
    #[error(transparent)]
    Checkpoint(#[from] NotSigned),
}

impl AddCheckpoint {
    /// Reads a request.
    ///
    /// # Errors
    /// When the bytes are not exactly in the form of one.
    pub fn read(bytes: &[u8]) -> Result<AddCheckpoint, NotARequest> {
        let text = std::str::from_utf8(bytes);
        let text = text.map_err(|error| NotARequest::NotText(error.valid_up_to()))?;
        let (first, mut rest) = text.split_once('\n').ok_or(NotARequest::Old)?;
        let old = first.strip_prefix("old ").and_then(decimal);
        let old = old.ok_or(NotARequest::Old)?;
        let mut hashes = Vec::new();
        loop {
            let (line, after) = rest.split_once('\n').ok_or(NotARequest::NoCheckpoint)?;
            rest = after;
            if line.is_empty() {
                break;
            }
            if hashes.len() == HASHES_MAX {
                return Err(NotARequest::TooMany);
            }
            let hash = hash_from_base64(line);
            hashes.push(hash.ok_or(NotARequest::Hash(hashes.len() + 1))?);
        }
        let checkpoint = SignedCheckpoint::read(rest.as_bytes())?;
        Ok(AddCheckpoint {
            old,
            hashes,
            checkpoint,
        })
    }
}

impl fmt::Display for AddCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "old {}", self.old)?;
        for hash in &self.hashes {
            writeln!(f, "{}", base64_of(hash))?;
        }
        write!(f, "\n{}", self.checkpoint)
    }
}

/// Why a witness does not cosign, with the HTTP status that says so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCosigned {
    /// 404: nothing is known of that log.
    #[error("the log {0:?} is not one that this witness knows")]
    UnknownLog(String),
    /// 403: no key that is trusted for that log has signed.
    #[error("the checkpoint is signed by no key that is trusted for its log")]
    NotSigned,
    /// 400: the old size is more than the new one.
    #[error("from {old} entries to {size}: expected a size that does not shrink")]
    Backwards {
        /// The old size.
        old: u64,
        /// The new one.
        size: u64,
    },
    /// 409: the old size is not that of the last cosigned checkpoint.
    #[error("the last checkpoint cosigned has {size} entries: expected that as the old size")]
    Stale {
        /// That size.
        size: u64,
    },
    /// 409: the same size with another root.
    #[error("another root was cosigned for {0} entries: one of two histories was written anew")]
    OtherRoot(u64),
    /// 500: what was cosigned of that log before is gone, so that nobody can tell whether
    /// the new one goes on from it.
    #[error(
        "what was cosigned of {0:?} before is lost: this witness cosigns nothing more of it, expected one with a new key"
    )]
    Forgotten(String),
    /// 422: the proof does not lead from the old root to the new one.
    #[error("the new checkpoint does not go on from the last one: {0}")]
    Inconsistent(ProofFault),
}

impl NotCosigned {
    /// The HTTP status.
    pub fn status(&self) -> u16 {
        match self {
            NotCosigned::UnknownLog(_) => 404,
            NotCosigned::NotSigned => 403,
            NotCosigned::Backwards { .. } => 400,
            NotCosigned::Stale { .. } | NotCosigned::OtherRoot(_) => 409,
            NotCosigned::Inconsistent(_) => 422,
            NotCosigned::Forgotten(_) => 500,
        }
    }
}

/// The keys by which a log's checkpoints are checked: those named by its origin,
/// and those of the service whose ledger it is.
pub fn keys_of(origin: &str, trusted: &[VerifierKey]) -> Vec<VerifierKey> {
    let keys = trusted.iter();
    keys.filter_map(|key| key.as_named_for(origin)).collect()
}

/// Whether a witness may cosign: `keys` are those trusted for the log, `last` is
/// what it cosigned last of it.
///
/// # Errors
/// Why it may not.
pub fn check(
    request: &AddCheckpoint,
    keys: &[VerifierKey],
    last: Option<TreeState>,
) -> Result<(), NotCosigned> {
    let signed = &request.checkpoint;
    let new = signed.checkpoint().state;
    if keys.is_empty() {
        let origin = signed.checkpoint().origin().to_owned();
        return Err(NotCosigned::UnknownLog(origin));
    }
    if !keys.iter().any(|key| signed.note().verify(key).is_ok()) {
        return Err(NotCosigned::NotSigned);
    }
    let (old, size) = (request.old, new.size);
    if old > size {
        return Err(NotCosigned::Backwards { old, size });
    }
    let before = last.unwrap_or(TreeState {
        size: 0,
        root: empty_root(),
    });
    if old != before.size {
        return Err(NotCosigned::Stale { size: before.size });
    }
    if old == size && new.root != before.root && last.is_some() {
        return Err(NotCosigned::OtherRoot(size));
    }
    verify_consistency(before, new, &request.hashes).map_err(NotCosigned::Inconsistent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{
        checkpoint::Checkpoint,
        key::{Algorithm, SignerKey},
        tree::{Frontier, Node, prove_consistency},
    };
    use std::collections::BTreeMap;

    fn key(name: &str, seed: u8) -> SignerKey {
        SignerKey::from_seed(name.parse().unwrap(), Algorithm::Ed25519, &[seed; 32])
    }

    /// The tree over so many leaves, the last of them `odd`.
    fn tree(size: u64, odd: &[u8]) -> (TreeState, BTreeMap<Node, Sha256>) {
        let (mut frontier, mut nodes) = (Frontier::new(), BTreeMap::new());
        for n in 0..size {
            let leaf = if n + 1 == size { odd } else { b"leaf" };
            frontier.push(Sha256::of(leaf), |node, hash| {
                nodes.insert(node, hash);
            });
        }
        let root = frontier.root();
        (TreeState { size, root }, nodes)
    }

    fn request(old: u64, size: u64, odd: &[u8], seed: u8) -> AddCheckpoint {
        let (state, nodes) = tree(size, odd);
        let key = key("go.example/cup", seed);
        let hashes = prove_consistency(old.min(size), size, |node| Ok::<_, ()>(nodes[&node]));
        AddCheckpoint {
            old,
            hashes: hashes.unwrap(),
            checkpoint: Checkpoint::new(key.verifier().name(), state).sign(&key),
        }
    }

    #[test]
    fn a_request_comes_back_from_its_text_and_no_other_text_is_one() {
        let asked = request(5, 9, b"leaf", 1);
        let text = asked.to_string();
        assert_eq!(AddCheckpoint::read(text.as_bytes()), Ok(asked));
        for (from, to) in [
            ("old 5", "old 05"),
            ("old 5", "new 5"),
            ("old 5\n", "old 5\n=\n"),
            ("\n\n", "\n"),
        ] {
            let other = text.replacen(from, to, 1);
            assert!(AddCheckpoint::read(other.as_bytes()).is_err(), "{other}");
        }
        let many = format!(
            "old 5\n{}\n",
            format!("{}\n", base64_of(&empty_root())).repeat(64)
        );
        assert_eq!(
            AddCheckpoint::read(many.as_bytes()),
            Err(NotARequest::TooMany)
        );
    }

    #[test]
    fn only_what_goes_on_from_the_last_one_is_cosigned() {
        let (last, _) = tree(5, b"leaf");
        let keys = keys_of("go.example/cup", &[key("go.example", 1).verifier().clone()]);
        let may = |asked: &AddCheckpoint, last| check(asked, &keys, last).map_err(|e| e.status());
        assert_eq!(may(&request(0, 5, b"leaf", 1), None), Ok(()));
        assert_eq!(may(&request(5, 9, b"leaf", 1), Some(last)), Ok(()));
        assert_eq!(may(&request(5, 5, b"leaf", 1), Some(last)), Ok(()));
        for (asked, status) in [
            (request(5, 9, b"leaf", 2), 403),
            (request(9, 5, b"leaf", 1), 400),
            (request(0, 9, b"leaf", 1), 409),
            (request(4, 9, b"leaf", 1), 409),
            (request(5, 5, b"other", 1), 409),
        ] {
            assert_eq!(may(&asked, Some(last)), Err(status), "{asked}");
        }
        // A history written anew has a proof of its own, which does not begin at what was seen.
        let (other, _) = tree(5, b"other");
        assert_eq!(may(&request(5, 9, b"leaf", 1), Some(other)), Err(422));
        let mut short = request(5, 9, b"leaf", 1);
        short.hashes.pop();
        assert_eq!(may(&short, Some(last)), Err(422));
        let stranger = check(&request(0, 5, b"leaf", 1), &[], None).unwrap_err();
        assert_eq!(stranger.status(), 404);
        let service = [key("go.example", 1).verifier().clone()];
        let ledger = [key("go.example/cup", 1).verifier().clone()];
        for other in [
            "go.examples/cup",
            "go.example/x/cup",
            "go.example//cup",
            "go.example/Cup",
            "go.example/",
            "go.example/cup/cup",
        ] {
            assert!(keys_of(other, &service).is_empty(), "{other}");
            assert!(keys_of(other, &ledger).is_empty(), "{other}");
        }
    }
}
