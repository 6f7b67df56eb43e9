//! What each reader refuses, and that foreign implementations of the same
//! texts and trees say the same as ours: `ct-merkle` and `tlog_tiles` for the
//! tree, `signed_note` for notes.

mod formats;
mod notes;
mod policies;
mod trees;

use super::{
    checkpoint::{Checkpoint, SignedCheckpoint},
    key::{Algorithm, KeyName, SignerKey},
    tree::{Frontier, Node, TreeState},
};
use fupan_domain::ids::Sha256;
use std::{collections::BTreeMap, convert::Infallible};

/// A tree with every node kept.
struct Kept {
    frontier: Frontier,
    nodes: BTreeMap<Node, Sha256>,
}

impl Kept {
    fn of(size: u64) -> Kept {
        let (mut frontier, mut nodes) = (Frontier::new(), BTreeMap::new());
        for n in 0..size {
            frontier.push(leaf(n), |node, hash| {
                assert!(nodes.insert(node, hash).is_none(), "{node:?} twice");
            });
        }
        Kept { frontier, nodes }
    }

    fn node(&self) -> impl Fn(Node) -> Result<Sha256, Infallible> {
        |node| Ok(self.nodes[&node])
    }
}

fn bytes_of(n: u64) -> Vec<u8> {
    format!("entry {n}").into_bytes()
}

fn leaf(n: u64) -> Sha256 {
    crate::entry::hash(&bytes_of(n))
}

fn name(text: &str) -> KeyName {
    text.parse().unwrap()
}

fn log_key() -> SignerKey {
    SignerKey::from_seed(name("go.example/spring-cup"), Algorithm::Ed25519, &[7; 32])
}

fn witness(n: u8) -> SignerKey {
    let name = name(&format!("witness{n}.example"));
    SignerKey::from_seed(name, Algorithm::CosignatureV1, &[n; 32])
}

fn checkpoint(size: u64) -> Checkpoint {
    let root = Kept::of(size).frontier.root();
    Checkpoint::new(&name("go.example/spring-cup"), TreeState { size, root })
}

fn signed(size: u64) -> SignedCheckpoint {
    checkpoint(size).sign(&log_key())
}
