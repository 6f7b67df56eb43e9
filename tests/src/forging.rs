//! Forging of ledgers, for the tests that must catch it: entries as bytes that
//! can be cut, swapped and rewritten, with or without new hashes, and the audit
//! of what comes out.

use fupan_domain::{event::Stream, ids::Sha256};
use fupan_replay::{
    audit::{AuditView, Auditor},
    canonical,
    drafts::Replayed,
    entry,
    verify::{Expected, KnownHead},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

/// A ledger as the bytes of its entries, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forged(pub Vec<Vec<u8>>);

impl Forged {
    /// The small tournament, as it was really sealed.
    pub fn genuine() -> Forged {
        static GENUINE: LazyLock<Forged> = LazyLock::new(|| {
            let drafts = crate::small_tournament::drafts();
            Forged::of(&crate::small_tournament::played(&drafts))
        });
        GENUINE.clone()
    }

    /// A replayed file of drafts, as it was really sealed.
    pub fn of(replayed: &Replayed) -> Forged {
        let entries = replayed.log.entries().iter();
        Forged(entries.map(|e| e.bytes.to_vec()).collect())
    }

    /// What an entry says.
    ///
    /// # Panics
    /// When its bytes are no JSON.
    pub fn entry(&self, index: usize) -> Value {
        let read = serde_json::from_slice(&self.0[index]);
        read.unwrap_or_else(|e| panic!("entry {index}: {e}"))
    }

    /// The index of the n-th entry of a type, from 0.
    ///
    /// # Panics
    /// When there is none.
    pub fn find(&self, type_name: &str, n: usize) -> usize {
        let of_type = (0..self.0.len()).filter(|index| self.entry(*index)["type"] == type_name);
        let found = of_type.into_iter().nth(n);
        found.unwrap_or_else(|| panic!("there is no {type_name} number {n}"))
    }

    /// Rewrites what an entry says, in canonical form, with no other change.
    pub fn rewrite(&mut self, index: usize, how: impl FnOnce(&mut Value)) {
        let mut value = self.entry(index);
        how(&mut value);
        self.0[index] = canonical_bytes(&value);
    }

    /// Replaces a text in an entry's bytes.
    ///
    /// # Panics
    /// When it isn't there.
    pub fn replace(&mut self, index: usize, text: &str, by: &str) {
        let bytes = String::from_utf8_lossy(&self.0[index]).into_owned();
        assert!(bytes.contains(text), "{text:?} is not in entry {index}");
        self.0[index] = bytes.replacen(text, by, 1).into_bytes();
    }

    /// Gives every entry the number and the hashes that follow from its place,
    /// as a forger does who has the program. `heads`: the rounds' hashes too.
    pub fn seal_again(&mut self, heads: Heads) {
        let mut prev = Sha256::ZERO;
        let mut streams: BTreeMap<String, (u64, Sha256)> = BTreeMap::new();
        for index in 0..self.0.len() {
            let mut value = self.entry(index);
            let stream = value["stream"].as_str().unwrap_or_default().to_owned();
            let before = streams.get(&stream).copied();
            value["seq"] = json!(index);
            value["prev"] = json!(prev);
            value["version"] = json!(before.map_or(0, |(version, _)| version + 1));
            value["stream_prev"] = json!(before.map_or(Sha256::ZERO, |(_, hash)| hash));
            if heads == Heads::New && value["type"] == "round_closed" {
                // One round: its games are all of those that there are.
                let games = streams.iter().filter(|(name, _)| name.starts_with("game/"));
                let list: Vec<_> = games
                    .map(|(name, (version, hash))| json!([name, version, hash]))
                    .collect();
                value["data"]["heads_sha256"] = json!(Sha256::of(&canonical_bytes(&json!(list))));
            }
            let bytes = canonical_bytes(&value);
            prev = entry::hash(&bytes);
            let version = before.map_or(0, |(version, _)| version + 1);
            streams.insert(stream, (version, prev));
            self.0[index] = bytes;
        }
    }

    /// Its head.
    pub fn head(&self) -> KnownHead {
        self.head_at(self.0.len())
    }

    /// Its head when it had that many entries.
    pub fn head_at(&self, size: usize) -> KnownHead {
        let last = size.checked_sub(1).and_then(|last| self.0.get(last));
        KnownHead {
            size: size as u64,
            hash: last.map_or(Sha256::ZERO, |bytes| entry::hash(bytes)),
        }
    }

    /// Its audit, against nothing but its name.
    pub fn audit(&self) -> AuditView {
        self.audit_against(Expected::named(crate::small_tournament::name()))
    }

    /// Its audit, against what else is known.
    pub fn audit_against(&self, expected: Expected) -> AuditView {
        let reread = |stream: &Stream, entries: usize| Ok(self.stream(stream, entries));
        let mut auditor = Auditor::new(expected, &reread);
        for bytes in &self.0 {
            auditor.push(bytes);
        }
        auditor.finish()
    }

    fn stream(&self, stream: &Stream, entries: usize) -> Vec<Arc<[u8]>> {
        let name = stream.to_string();
        let of_stream = self.0.iter().filter(|bytes| {
            let value = serde_json::from_slice::<Value>(bytes);
            value.is_ok_and(|value| value["stream"] == name)
        });
        of_stream
            .take(entries)
            .map(|bytes| Arc::from(bytes.as_slice()))
            .collect()
    }
}

/// What a forger does about the hashes with which rounds were closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heads {
    /// Leaves them.
    Kept,
    /// Computes them anew.
    New,
}

fn canonical_bytes(value: &Value) -> Vec<u8> {
    canonical::text(value).unwrap_or_default().into_bytes()
}
