//! The Merkle tree over the entries as they come, held against every signed
//! state of it that is known: the checkpoint that came with them and earlier
//! ones. A root tells that something is other than it was, not where; so what
//! is told is from which state on it no longer fits.

use super::check::{Check, Findings, Where};
use crate::proof::tree::{Frontier, Node, TreeState, node_hash};
use fupan_domain::{Timestamp, ids::Sha256};
use std::collections::{BTreeMap, VecDeque};

/// How many of the last entries are remembered one by one: enough for any
/// checkpoint that an entry shortly after it quotes.
const RECENT: usize = 1 << 16;
/// From which level of the tree on every node is remembered.
const KEPT_LEVEL: u8 = 8;

/// A state of the tree that was signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownRoot {
    pub state: TreeState,
    /// Whether others have seen it, rather than that it came with the entries.
    pub seen: bool,
}

impl KnownRoot {
    fn order(&self) -> (u64, bool, Sha256) {
        (self.state.size, self.seen, self.state.root)
    }
}

/// The tree so far, and the states that are known of it.
#[derive(Debug)]
pub(super) struct Roots {
    tree: Frontier,
    /// Earlier signed states that are still to come, by size.
    known: VecDeque<KnownRoot>,
    /// What the checkpoint that came with the entries says.
    own: Option<TreeState>,
    /// Whether entries may follow that no checkpoint covers yet.
    goes_on: bool,
    /// The last state that was as the checkpoints have it that came with the entries.
    agreed: u64,
    /// The last state that was as others have seen it. Whoever writes a history
    /// anew also signs states of it, so that those say nothing about these.
    agreed_with_seen: u64,
    past: Past,
}

impl Roots {
    pub fn new(
        tree: Frontier,
        mut known: Vec<KnownRoot>,
        own: Option<TreeState>,
        goes_on: bool,
    ) -> Roots {
        known.sort_unstable_by_key(KnownRoot::order);
        known.dedup();
        Roots {
            past: Past::from(tree.size()),
            agreed: 0,
            agreed_with_seen: 0,
            tree,
            known: known.into(),
            own,
            goes_on,
        }
    }

    /// A further state that is known and still to come.
    pub fn expect(&mut self, state: TreeState) {
        self.known.push_back(KnownRoot { state, seen: false });
        let known = self.known.make_contiguous();
        known.sort_unstable_by_key(KnownRoot::order);
    }

    pub fn size(&self) -> u64 {
        self.tree.size()
    }

    /// Takes the next entry's hash, and its time if it has one.
    pub fn push(&mut self, leaf: Sha256, recorded_at: Option<Timestamp>) {
        let past = &mut self.past;
        self.tree.push(leaf, |node, hash| past.keep(node, hash));
        past.keep_entry(leaf, recorded_at);
    }

    /// Every state that is known is one that the tree went through.
    pub fn check_known(&mut self, findings: &mut Findings) {
        let size = self.tree.size();
        while let Some(known) = self.known.pop_front_if(|known| known.state.size <= size) {
            findings.made(Check::EarlierRoots);
            if known.state.size < size {
                // Only where the entries begin after it.
                continue;
            }
            let agreed = if known.seen {
                &mut self.agreed_with_seen
            } else {
                &mut self.agreed
            };
            if known.state.root == self.tree.root() {
                *agreed = size;
            } else {
                let sentence = format!(
                    "A checkpoint of {size} entries was signed over other entries than those here: \
                     among entries {agreed} to {} the history was written anew.",
                    size.saturating_sub(1)
                );
                let at = at(*agreed);
                findings.broken(Check::EarlierRoots, "other_history", at, sentence);
            }
        }
        if self.own.is_some_and(|own| own.size == size) {
            self.check_own(findings);
        }
    }

    fn check_own(&mut self, findings: &mut Findings) {
        let Some(own) = self.own else {
            return;
        };
        findings.made(Check::Root);
        if own.root == self.tree.root() {
            self.agreed = own.size;
        } else {
            let sentence = format!(
                "The checkpoint was signed over {} other entries than those here: \
                 from entry {} on at least one was changed, exchanged, left out or put in.",
                own.size, self.agreed
            );
            findings.broken(Check::Root, "root_differs", at(self.agreed), sentence);
        }
    }

    /// The tree is as long as its checkpoints say.
    pub fn check_end(&self, findings: &mut Findings) {
        let size = self.tree.size();
        if let Some(longest) = self.known.back() {
            findings.made(Check::EarlierRoots);
            let sentence = format!(
                "A checkpoint of {} entries was signed before; here the ledger ends after {size}: \
                 its tail was cut off.",
                longest.state.size
            );
            findings.broken(Check::EarlierRoots, "tail_cut", at(size), sentence);
        }
        let Some(own) = self.own else {
            return;
        };
        if own.size > size {
            findings.made(Check::Root);
            let sentence = format!(
                "The checkpoint covers {} entries; only {size} are here: the rest was cut off.",
                own.size
            );
            findings.broken(Check::Root, "tail_cut", at(size), sentence);
        } else if own.size < size && !self.goes_on {
            let sentence = format!(
                "The checkpoint covers {} entries; those after them, up to entry {}, are vouched for by nobody.",
                own.size,
                size - 1
            );
            findings.broken(Check::Root, "not_covered", at(own.size), sentence);
        }
    }

    /// The root when the tree had so many leaves, if that was not too long ago.
    pub fn root_at(&self, size: u64) -> Option<Sha256> {
        let known = |node| self.past.node(node).ok_or(());
        (size <= self.size())
            .then(|| crate::proof::tree::root_at(size, known).ok())
            .flatten()
    }

    /// The first entry before `size` that was recorded after a time.
    pub fn recorded_after(&self, time: Timestamp, size: u64) -> Option<(u64, Timestamp)> {
        self.past.recorded_after(time, size)
    }
}

/// What is remembered of the tree: all nodes from a level on, and the last entries.
#[derive(Debug)]
struct Past {
    nodes: BTreeMap<Node, Sha256>,
    /// The first entry remembered.
    first: u64,
    recent: VecDeque<(Sha256, Option<Timestamp>)>,
}

impl Past {
    fn from(first: u64) -> Past {
        Past {
            nodes: BTreeMap::new(),
            first,
            recent: VecDeque::new(),
        }
    }

    fn keep(&mut self, node: Node, hash: Sha256) {
        if node.level >= KEPT_LEVEL {
            self.nodes.insert(node, hash);
        }
    }

    fn keep_entry(&mut self, leaf: Sha256, recorded_at: Option<Timestamp>) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
            self.first += 1;
        }
        self.recent.push_back((leaf, recorded_at));
    }

    fn node(&self, node: Node) -> Option<Sha256> {
        if node.level >= KEPT_LEVEL {
            return self.nodes.get(&node).copied();
        }
        if node.level == 0 {
            let place = usize::try_from(node.index.checked_sub(self.first)?).ok()?;
            return self.recent.get(place).map(|(leaf, _)| *leaf);
        }
        let below = |index| Node {
            level: node.level - 1,
            index,
        };
        let left = self.node(below(node.index * 2))?;
        let right = self.node(below(node.index * 2 + 1))?;
        Some(node_hash(&left, &right))
    }

    fn recorded_after(&self, time: Timestamp, size: u64) -> Option<(u64, Timestamp)> {
        let before = usize::try_from(size.saturating_sub(self.first)).unwrap_or(usize::MAX);
        let late = |entry: &(Sha256, Option<Timestamp>)| entry.1.is_some_and(|at| at > time);
        // Times don't run backwards, or that is told by itself: the last one decides.
        let last = self.recent.iter().take(before).next_back()?;
        let place = late(last)
            .then(|| self.recent.iter().take(before).position(late))
            .flatten()?;
        let (_, recorded_at) = self.recent.get(place)?;
        Some((self.first + place as u64, (*recorded_at)?))
    }
}

fn at(seq: u64) -> Where {
    Where { seq, entry: None }
}
