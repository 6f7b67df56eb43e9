//! Bundles as a forger makes them: every part can be taken out, changed and put
//! in again before the file is packed, and what comes out is verified.

use crate::{forging::Forged, small_tournament};
use fupan::bundle::{Asked, examine};
use fupan_domain::{
    event::Stream,
    ids::Sha256,
    rulebook::{Edition, EditionId},
};
use fupan_replay::{
    audit::AuditView,
    bundle::{BundleWriter, CHECKPOINT, Compression, ENTRIES, MANIFEST, Manifest, PEOPLE, Since},
    canonical, entry,
    proof::{
        checkpoint::{Checkpoint, SignedCheckpoint, origin},
        key::{Algorithm, SignerKey},
        policy::Policy,
        tlog_proof::TlogProof,
        tree::{self, Frontier, Node, TreeState},
    },
    schema,
    verify::Trust,
};
use std::{collections::BTreeMap, convert::Infallible, io};

/// The service whose key signs.
pub const SERVICE: &str = "go.example.org";

/// The key with which the genuine service signs for the small tournament.
pub fn log_key() -> SignerKey {
    key_of(SERVICE, [7; 32])
}

/// A key that signs for the small tournament under a service's name.
///
/// # Panics
/// When the service can have no key.
pub fn key_of(service: &str, seed: [u8; 32]) -> SignerKey {
    let name = origin(service, &small_tournament::name());
    let name = name.unwrap_or_else(|e| panic!("{e}"));
    SignerKey::from_seed(name, Algorithm::Ed25519, &seed)
}

/// The key of a witness.
///
/// # Panics
/// Never: the name is one.
pub fn witness(n: u8) -> SignerKey {
    let name = format!("witness{n}.example");
    let name = name.parse().unwrap_or_else(|e| panic!("{e}"));
    SignerKey::from_seed(name, Algorithm::CosignatureV1, &[n; 32])
}

/// The tree over some entries, with every node.
pub struct Tree {
    /// Where it stands.
    pub frontier: Frontier,
    nodes: BTreeMap<Node, Sha256>,
}

impl Tree {
    /// The tree over entries.
    pub fn of(entries: &[Vec<u8>]) -> Tree {
        let (mut frontier, mut nodes) = (Frontier::new(), BTreeMap::new());
        for bytes in entries {
            frontier.push(entry::hash(bytes), |node, hash| {
                nodes.insert(node, hash);
            });
        }
        Tree { frontier, nodes }
    }

    /// Its state.
    pub fn state(&self) -> TreeState {
        TreeState {
            size: self.frontier.size(),
            root: self.frontier.root(),
        }
    }

    fn node(&self) -> impl Fn(Node) -> Result<Sha256, Infallible> {
        |node| Ok(self.nodes.get(&node).copied().unwrap_or_default())
    }

    /// The proof of an entry.
    pub fn inclusion(&self, index: u64) -> Vec<Sha256> {
        tree::prove_inclusion(index, self.frontier.size(), self.node()).unwrap_or_default()
    }

    /// The proof that it goes on from an earlier state.
    pub fn consistency(&self, from: u64) -> Vec<Sha256> {
        tree::prove_consistency(from, self.frontier.size(), self.node()).unwrap_or_default()
    }
}

/// A checkpoint of the small tournament with these entries, signed with a key.
pub fn sign(entries: &[Vec<u8>], key: &SignerKey) -> SignedCheckpoint {
    let state = Tree::of(entries).state();
    Checkpoint::new(key.verifier().name(), state).sign(key)
}

/// A bundle before it is packed.
#[derive(Clone, Debug)]
pub struct Handed {
    /// Its parts, by name, in the order in which they are packed.
    pub parts: Vec<(String, Vec<u8>)>,
}

impl Handed {
    /// The small tournament, as its service hands it on: with a checkpoint, an
    /// earlier one, people, schemas, the rule book and the proof of one entry.
    pub fn genuine() -> Handed {
        Handed::of(&Forged::genuine(), &log_key())
    }

    /// The same of other entries, signed with a key.
    pub fn of(forged: &Forged, key: &SignerKey) -> Handed {
        let entries = &forged.0;
        let half = entries.len() / 2;
        let size = entries.len() as u64;
        let mut handed = Handed { parts: Vec::new() };
        handed.put("README.txt", b"by hand\n".to_vec());
        let checkpoint = sign(entries, key);
        handed.put(CHECKPOINT, checkpoint.to_string().into_bytes());
        let earlier = sign(&entries[..half], key).to_string();
        handed.put(&format!("checkpoints/{half}"), earlier.into_bytes());
        for path in ["envelope.v1.json", "event/game/stone_played.v1.json"] {
            let text = schema::schema_text(path).unwrap_or_default();
            handed.put(&format!("schemas/{path}"), text.as_bytes().to_vec());
        }
        let edition = Edition::json(EditionId::Cn2002).as_bytes().to_vec();
        handed.put("editions/cn-2002.json", edition);
        handed.put_entries(entries);
        handed.put(PEOPLE, people().into_bytes());
        let proof = TlogProof {
            extra: None,
            index: 5,
            hashes: Tree::of(entries).inclusion(5),
            checkpoint,
        };
        handed.put("proofs/5.tlog-proof", proof.to_string().into_bytes());
        let manifest = Manifest::of(small_tournament::name(), size).text();
        handed.put(MANIFEST, manifest.into_bytes());
        handed
    }

    /// Only the entries from `first` on, with the proofs.
    pub fn since(forged: &Forged, first: usize, key: &SignerKey) -> Handed {
        let entries = &forged.0;
        let (before, whole) = (Tree::of(&entries[..first]), Tree::of(entries));
        let mut handed = Handed::of(forged, key);
        handed.parts.retain(|(name, _)| {
            !(name.starts_with("proofs/") || name.starts_with("checkpoints/") || name == PEOPLE)
        });
        handed.put_entries(&entries[first..]);
        let signed = sign(&entries[..first], key).to_string();
        handed.put(&format!("checkpoints/{first}"), signed.into_bytes());
        let last = first as u64 - 1;
        let mut manifest = Manifest::of(small_tournament::name(), (entries.len() - first) as u64);
        manifest.first = first as u64;
        manifest.since = Some(Since {
            root: before.state().root,
            head: entry::hash(&entries[first - 1]),
            inclusion: before.inclusion(last),
            peaks: before.frontier.peaks().to_vec(),
            consistency: whole.consistency(first as u64),
        });
        handed.put(MANIFEST, manifest.text().into_bytes());
        handed
    }

    /// Puts a part in, in the place of one with that name.
    pub fn put(&mut self, name: &str, bytes: Vec<u8>) {
        match self.parts.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = bytes,
            None => self.parts.push((name.to_owned(), bytes)),
        }
    }

    /// Puts the entries in, one a line.
    pub fn put_entries(&mut self, entries: &[Vec<u8>]) {
        let lines = entries
            .iter()
            .flat_map(|e| e.iter().copied().chain([b'\n']));
        self.put(ENTRIES, lines.collect());
    }

    /// Takes a part out.
    pub fn without(mut self, name: &str) -> Handed {
        self.parts.retain(|(other, _)| other != name);
        self
    }

    /// A part's bytes.
    ///
    /// # Panics
    /// When there is none.
    pub fn part(&mut self, name: &str) -> &mut Vec<u8> {
        let part = self.parts.iter_mut().find(|(other, _)| other == name);
        part.map_or_else(|| panic!("no part {name}"), |(_, bytes)| bytes)
    }

    /// The signed checkpoint in it.
    ///
    /// # Panics
    /// When there is none that can be read.
    pub fn checkpoint(&mut self) -> SignedCheckpoint {
        SignedCheckpoint::read(self.part(CHECKPOINT)).unwrap_or_else(|e| panic!("{e}"))
    }

    /// Packed, as a file.
    pub fn packed(&self) -> Vec<u8> {
        let mut bundle = BundleWriter::new(Vec::new());
        for (name, bytes) in &self.parts {
            let put = bundle.stream(name, Compression::Deflate, |out| out.write_all(bytes));
            put.unwrap_or_else(|e: io::Error| panic!("{name}: {e}"));
        }
        bundle.finish().unwrap_or_default()
    }

    /// What becomes of it under verification, the genuine key being trusted.
    pub fn verified(&self) -> AuditView {
        verified(&self.packed(), trusting())
    }
}

/// The people of the small tournament, a record a line.
fn people() -> String {
    let played = small_tournament::played(&small_tournament::drafts());
    let records = played.log.people().values();
    let lines = records.map(|record| canonical::text(record).unwrap_or_default() + "\n");
    lines.collect()
}

/// Relying on the genuine key and nothing else.
pub fn trusting() -> Asked {
    Asked {
        trust: Trust::of_keys(vec![log_key().verifier().clone()]),
        ..Asked::default()
    }
}

/// Relying on the genuine key, and so many of three witnesses.
pub fn trusting_witnesses(quorum: usize) -> Asked {
    let keys = [1, 2, 3].map(|n| witness(n).verifier().clone());
    let mut asked = trusting();
    asked.trust.policy = Some(Policy::of_keys([], keys, quorum));
    asked
}

/// What becomes of a file under verification.
///
/// # Panics
/// Never: whatever the bytes are, there is an answer.
pub fn verified(bytes: &[u8], asked: Asked) -> AuditView {
    let length = bytes.len() as u64;
    examine(bytes, length, asked, |_, _, _| ()).unwrap_or_else(|e| panic!("{e}"))
}

/// The entries of a stream among some.
pub fn of_stream(forged: &Forged, stream: &Stream) -> Vec<Vec<u8>> {
    let name = stream.to_string();
    let of_stream = (0..forged.0.len()).filter(|index| forged.entry(*index)["stream"] == *name);
    of_stream.map(|index| forged.0[index].clone()).collect()
}
