//! The Merkle tree over the entries as they come, held against every signed
//! state of it that is known: the checkpoint that came with them and earlier
//! ones. A root tells that something is other than it was, not where; so what
//! is told is from which state on it no longer fits.

use super::check::{Check, Findings, Where};
use crate::proof::tree::{Frontier, Node, TreeState, node_hash};
use fupan_domain::{Timestamp, ids::Sha256};
use std::collections::{BTreeMap, VecDeque};

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
            past: Past::after(&tree),
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
            let of = known.state.size;
            // Smaller than the tree only where the entries begin after it.
            let Some(root) = self.root_at(of) else {
                self.cannot_hold(known, findings);
                continue;
            };
            findings.made(Check::EarlierRoots);
            let agreed = if known.seen {
                &mut self.agreed_with_seen
            } else {
                &mut self.agreed
            };
            if known.state.root == root {
                *agreed = of;
            } else {
                let sentence = format!(
                    "A checkpoint of {of} entries was signed over other entries than those here: \
                     among entries {agreed} to {} the history was written anew.",
                    of.saturating_sub(1)
                );
                let at = at(*agreed);
                findings.broken(Check::EarlierRoots, "other_history", at, sentence);
            }
        }
        if self.own.is_some_and(|own| own.size == size) {
            self.check_own(findings);
        }
    }

    /// The entries begin after a checkpoint, and what the bundle holds of those before
    /// does not lead from it to them. Nothing is known to be wrong; but whoever handed
    /// the checkpoint in asked for an answer, and there is none.
    fn cannot_hold(&self, known: KnownRoot, findings: &mut Findings) {
        let (of, first) = (known.state.size, self.past.first);
        let sentence = format!(
            "The entries here begin with entry {first}: whether they go on from the checkpoint of {of} entries can't be told from them. \
             A bundle of the whole ledger, or one that begins at that checkpoint, tells."
        );
        if known.seen {
            findings.unanswered(Check::EarlierRoots, "checkpoint_before", at(of), sentence);
        } else {
            findings.note("checkpoint_before", at(of), sentence);
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

    /// The seq of the first entry that was handed in.
    pub fn first(&self) -> u64 {
        self.past.first
    }

    /// The root when the tree had so many leaves; none where that was not reached, or
    /// lies before the first entry and does not follow from what is known of it.
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

/// What is remembered of the tree: all nodes from a level on, every leaf, and
/// when each was recorded. Some 40 bytes an entry, so that a checkpoint of any
/// size can be held against it whenever an entry quotes it.
#[derive(Debug)]
struct Past {
    nodes: BTreeMap<Node, Sha256>,
    /// The first entry remembered.
    first: u64,
    leaves: Vec<Sha256>,
    /// The latest time up to each entry, in ms since 1970, or `NEVER`: times don't run
    /// backwards, or that is told by itself.
    latest: Vec<i64>,
}

/// No entry up to there has a time.
const NEVER: i64 = i64::MIN;

impl Past {
    /// What is known of the entries before: the roots of their perfect subtrees.
    fn after(tree: &Frontier) -> Past {
        let mut nodes = BTreeMap::new();
        let (size, mut begins) = (tree.size(), 0_u64);
        let levels = (0..64_u8).rev().filter(|level| size >> level & 1 == 1);
        for (level, peak) in levels.zip(tree.peaks()) {
            let index = begins >> level;
            nodes.insert(Node { level, index }, *peak);
            begins += 1 << level;
        }
        Past {
            nodes,
            first: size,
            leaves: Vec::new(),
            latest: Vec::new(),
        }
    }

    fn keep(&mut self, node: Node, hash: Sha256) {
        if node.level >= KEPT_LEVEL {
            self.nodes.insert(node, hash);
        }
    }

    fn keep_entry(&mut self, leaf: Sha256, recorded_at: Option<Timestamp>) {
        self.leaves.push(leaf);
        let latest = self.latest.last().copied().unwrap_or(NEVER);
        let recorded_at = recorded_at.map_or(NEVER, Timestamp::unix_ms);
        self.latest.push(latest.max(recorded_at));
    }

    fn node(&self, node: Node) -> Option<Sha256> {
        if let Some(hash) = self.nodes.get(&node) {
            return Some(*hash);
        }
        if node.level >= KEPT_LEVEL {
            return None;
        }
        if node.level == 0 {
            let place = usize::try_from(node.index.checked_sub(self.first)?).ok()?;
            return self.leaves.get(place).copied();
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
        let latest = &self.latest[..before.min(self.latest.len())];
        let place = latest.partition_point(|latest| *latest <= time.unix_ms());
        let recorded_at = Timestamp::from_unix_ms(*latest.get(place)?)?;
        Some((self.first + place as u64, recorded_at))
    }
}

fn at(seq: u64) -> Where {
    Where { seq, entry: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More entries than any witness is behind.
    const MANY: u64 = 70_000;

    fn leaf(n: u64) -> Sha256 {
        Sha256::of(&n.to_be_bytes())
    }

    #[test]
    fn roots_and_times_are_known_of_every_size_however_long_ago() {
        let mut tree = Frontier::new();
        let mut roots = Roots::new(Frontier::new(), Vec::new(), None, true);
        let mut at = BTreeMap::new();
        for n in 0..MANY {
            tree.push(leaf(n), |_, _| ());
            let time = Timestamp::from_unix_ms(i64::try_from(n * 1000).unwrap());
            roots.push(leaf(n), time);
            if [1, 101, 4097, 65_537, MANY].contains(&(n + 1)) {
                at.insert(n + 1, tree.root());
            }
        }
        for (size, root) in at {
            assert_eq!(roots.root_at(size), Some(root), "{size}");
        }
        let second = |n: i64| Timestamp::from_unix_ms(n * 1000).unwrap();
        assert_eq!(
            roots.recorded_after(second(99), 101),
            Some((100, second(100)))
        );
        assert_eq!(roots.recorded_after(second(100), 101), None);
    }

    #[test]
    fn of_what_stands_before_the_first_entry_what_follows_from_its_subtrees_is_known() {
        let mut before = Frontier::new();
        let mut sixteen = None;
        for n in 0..24 {
            before.push(leaf(n), |_, _| ());
            if n == 15 {
                sixteen = Some(before.root());
            }
        }
        let whole = before.root();
        let mut roots = Roots::new(before, Vec::new(), None, true);
        for n in 24..300 {
            roots.push(leaf(n), None);
        }
        assert_eq!(roots.root_at(16), sixteen);
        assert_eq!(roots.root_at(24), Some(whole));
        assert_eq!(roots.root_at(20), None);
        assert!(roots.root_at(29).is_some());
    }
}
