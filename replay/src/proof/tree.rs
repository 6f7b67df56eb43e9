//! The Merkle tree of RFC 9162 section 2 over the entries' hashes, which are its
//! leaf hashes already: a frontier that grows by one leaf at a time, and proofs
//! that one entry, or one earlier state, is part of it. Not where nodes are
//! kept: proofs read them through a function that the caller hands in.

use fupan_domain::ids::Sha256;

/// A node that will never change: the root of the perfect subtree over the
/// leaves `index × 2^level` up to, but not with, `(index + 1) × 2^level`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// How high it stands; leaves are at 0.
    pub level: u8,
    /// Its place in its level, from the left.
    pub index: u64,
}

impl Node {
    /// The first and the last leaf that it stands for.
    pub fn leaves(self) -> (u64, u64) {
        let first = self.index.checked_shl(u32::from(self.level)).unwrap_or(0);
        let more = 1_u64.checked_shl(u32::from(self.level)).unwrap_or(0);
        (first, first.saturating_add(more.saturating_sub(1)))
    }
}

/// Two hashes become one: SHA-256(0x01 ‖ left ‖ right), RFC 9162 section 2.1.1.
pub fn node_hash(left: &Sha256, right: &Sha256) -> Sha256 {
    use sha2::Digest;
    let mut bytes = [1_u8; 65];
    bytes[1..33].copy_from_slice(&left.0);
    bytes[33..].copy_from_slice(&right.0);
    Sha256(sha2::Sha256::digest(bytes).into())
}

/// The root of a tree without leaves: the hash of nothing, RFC 9162 section 2.1.1.
pub fn empty_root() -> Sha256 {
    Sha256::of(&[])
}

/// What is needed of a tree so that it can grow: its size, and the roots of the
/// perfect subtrees that it falls into, the largest first. There is one for each
/// bit that is set in the size, so at most 64.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    peaks: Vec<Sha256>,
}

/// Bytes that are no frontier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAFrontier {
    /// Too short, or with a remainder.
    #[error("a frontier of {0} bytes: expected 8 and a multiple of 32")]
    Length(usize),
    /// The hashes are too many or too few.
    #[error("a frontier of {size} leaves with {peaks} hashes: expected {expected}")]
    Peaks {
        /// How many leaves it says that there are.
        size: u64,
        /// How many hashes it has.
        peaks: usize,
        /// How many it must have.
        expected: u32,
    },
}

impl Frontier {
    /// The tree without leaves.
    pub fn new() -> Frontier {
        Frontier::default()
    }

    /// A frontier from its parts: the roots of the perfect subtrees of a tree of
    /// `size` leaves, the largest first.
    ///
    /// # Errors
    /// When there are more or fewer of them than bits set in the size.
    pub fn from_parts(size: u64, peaks: Vec<Sha256>) -> Result<Frontier, NotAFrontier> {
        if usize::try_from(size.count_ones()) == Ok(peaks.len()) {
            return Ok(Frontier { size, peaks });
        }
        Err(NotAFrontier::Peaks {
            size,
            peaks: peaks.len(),
            expected: size.count_ones(),
        })
    }

    /// The frontier of a tree whose nodes are kept somewhere.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn read<E>(
        size: u64,
        mut node: impl FnMut(Node) -> Result<Sha256, E>,
    ) -> Result<Frontier, E> {
        let peaks = perfect_parts(0, size)
            .map(&mut node)
            .collect::<Result<_, E>>()?;
        Ok(Frontier { size, peaks })
    }

    /// How many leaves there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The roots of the perfect subtrees, the largest first.
    pub fn peaks(&self) -> &[Sha256] {
        &self.peaks
    }

    /// Takes the next leaf. `made` is told of every node that is complete by it
    /// and will never change: the leaf itself, then what it completes, upwards.
    /// That is two nodes a leaf on average.
    ///
    /// A tree of 2^64 − 1 leaves is full; no ledger comes near it.
    pub fn push(&mut self, leaf: Sha256, mut made: impl FnMut(Node, Sha256)) {
        let mut node = Node {
            level: 0,
            index: self.size,
        };
        let mut hash = leaf;
        made(node, hash);
        // Each bit set at the end of the size is a perfect subtree that this one completes.
        while node.index & 1 == 1
            && let Some(left) = self.peaks.pop()
        {
            hash = node_hash(&left, &hash);
            node = Node {
                level: node.level + 1,
                index: node.index >> 1,
            };
            made(node, hash);
        }
        self.peaks.push(hash);
        self.size = self.size.saturating_add(1);
    }

    /// The root over all leaves so far.
    pub fn root(&self) -> Sha256 {
        let from_the_right = self.peaks.iter().rev().copied();
        from_the_right
            .reduce(|right, left| node_hash(&left, &right))
            .unwrap_or_else(empty_root)
    }

    /// Its bytes: the size in 8 bytes, the highest first, then the hashes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.size.to_be_bytes().to_vec();
        self.peaks.iter().for_each(|peak| bytes.extend(peak.0));
        bytes
    }

    /// Reads its bytes.
    ///
    /// # Errors
    /// When they are not exactly those of a frontier.
    pub fn from_bytes(bytes: &[u8]) -> Result<Frontier, NotAFrontier> {
        let wrong = NotAFrontier::Length(bytes.len());
        let (size, peaks) = bytes.split_first_chunk::<8>().ok_or(wrong.clone())?;
        let (peaks, rest) = peaks.as_chunks::<32>();
        if !rest.is_empty() {
            return Err(wrong);
        }
        let peaks = peaks.iter().copied().map(Sha256).collect();
        Frontier::from_parts(u64::from_be_bytes(*size), peaks)
    }
}

/// The perfect subtrees that the leaves `from` up to `to` fall into, from the
/// left, where `from` is a multiple of the largest power of two in the range.
fn perfect_parts(from: u64, to: u64) -> impl Iterator<Item = Node> {
    let mut at = from;
    std::iter::from_fn(move || {
        let level = (to - at).checked_ilog2()?;
        let node = Node {
            level: u8::try_from(level).ok()?,
            index: at >> level,
        };
        at += 1 << level;
        Some(node)
    })
}

/// The hash over the leaves `from` up to `to`, as a proof takes them together.
fn range_hash<E>(
    from: u64,
    to: u64,
    node: &mut impl FnMut(Node) -> Result<Sha256, E>,
) -> Result<Sha256, E> {
    let mut peaks = perfect_parts(from, to)
        .map(node)
        .collect::<Result<Vec<_>, E>>()?;
    let mut hash = peaks.pop().unwrap_or_else(empty_root);
    while let Some(left) = peaks.pop() {
        hash = node_hash(&left, &hash);
    }
    Ok(hash)
}

/// The root over the first `size` leaves of a tree whose nodes are kept somewhere.
///
/// # Errors
/// Those of the reader.
pub fn root_at<E>(size: u64, mut node: impl FnMut(Node) -> Result<Sha256, E>) -> Result<Sha256, E> {
    range_hash(0, size, &mut node)
}

/// Hashes of neighbouring nodes of one level, which are to be held against a root
/// though nobody has proved them.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The first of the nodes.
    pub first: Node,
    /// Their hashes, from the left.
    pub hashes: &'a [Sha256],
}

impl Row<'_> {
    /// The root over the first `size` leaves of a tree in which these nodes have
    /// these hashes, and all others are read.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn root_at<E>(
        self,
        size: u64,
        mut node: impl FnMut(Node) -> Result<Sha256, E>,
    ) -> Result<Sha256, E> {
        root_at(size, |at| self.node(at, &mut node))
    }

    fn node<E>(
        self,
        at: Node,
        read: &mut impl FnMut(Node) -> Result<Sha256, E>,
    ) -> Result<Sha256, E> {
        let Some(above) = at.level.checked_sub(self.first.level) else {
            return read(at);
        };
        let (from, to) = (
            u128::from(at.index) << above,
            u128::from(at.index + 1) << above,
        );
        let first = u128::from(self.first.index);
        if to <= first || from >= first + self.hashes.len() as u128 {
            return read(at);
        }
        if above == 0 {
            let place = usize::try_from(at.index - self.first.index).unwrap_or(usize::MAX);
            return self
                .hashes
                .get(place)
                .map_or_else(|| read(at), |hash| Ok(*hash));
        }
        let child = |index| Node {
            level: at.level - 1,
            index,
        };
        let left = self.node(child(at.index * 2), read)?;
        let right = self.node(child(at.index * 2 + 1), read)?;
        Ok(node_hash(&left, &right))
    }
}

/// Places between which nothing can be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlace {
    /// There is no such leaf.
    #[error("no entry {index} in a tree of {size}: expected less than {size}")]
    IndexBeyond {
        /// The leaf that it is about.
        index: u64,
        /// The tree's size.
        size: u64,
    },
    /// The earlier tree is larger than the later one.
    #[error("from {from} entries to {to}: expected a size that does not shrink")]
    Backwards {
        /// The earlier size.
        from: u64,
        /// The later size.
        to: u64,
    },
}

/// Why no proof can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProof<E> {
    /// What is asked for is in no such tree.
    #[error(transparent)]
    Place(NoPlace),
    /// A node can't be read.
    #[error(transparent)]
    Read(#[from] E),
}

/// The largest power of two that is less than `size`, which is at least 2.
fn split_of(size: u64) -> u64 {
    1 << (size - 1).ilog2()
}

/// The proof that leaf `index` is in the tree of the first `size` leaves: its
/// siblings from the leaf up to the root (RFC 9162 section 2.1.3.1).
///
/// # Errors
/// When there is no such leaf, or a node can't be read.
pub fn prove_inclusion<E>(
    index: u64,
    size: u64,
    mut node: impl FnMut(Node) -> Result<Sha256, E>,
) -> Result<Vec<Sha256>, NoProof<E>> {
    if index >= size {
        return Err(NoProof::Place(NoPlace::IndexBeyond { index, size }));
    }
    let (mut from, mut to, mut hashes) = (0, size, Vec::new());
    while to - from > 1 {
        let middle = from + split_of(to - from);
        if index < middle {
            hashes.push(range_hash(middle, to, &mut node)?);
            to = middle;
        } else {
            hashes.push(range_hash(from, middle, &mut node)?);
            from = middle;
        }
    }
    hashes.reverse();
    Ok(hashes)
}

/// The proof that the tree of the first `to` leaves goes on from that of the
/// first `from` ones (RFC 9162 section 2.1.4.1). From no leaves, and from as
/// many as to, it is empty.
///
/// # Errors
/// When `from` is more than `to`, or a node can't be read.
pub fn prove_consistency<E>(
    from: u64,
    to: u64,
    mut node: impl FnMut(Node) -> Result<Sha256, E>,
) -> Result<Vec<Sha256>, NoProof<E>> {
    if from > to {
        return Err(NoProof::Place(NoPlace::Backwards { from, to }));
    }
    if from == 0 || from == to {
        return Ok(Vec::new());
    }
    let (mut left, mut right, mut hashes) = (0, to, Vec::new());
    while from != right {
        let middle = left + split_of(right - left);
        if from <= middle {
            hashes.push(range_hash(middle, right, &mut node)?);
            right = middle;
        } else {
            hashes.push(range_hash(left, middle, &mut node)?);
            left = middle;
        }
    }
    // The earlier tree's own last part; the verifier knows it where it is the whole.
    if left > 0 {
        hashes.push(range_hash(left, right, &mut node)?);
    }
    hashes.reverse();
    Ok(hashes)
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofFault {
    /// It is about what is in no such tree.
    #[error(transparent)]
    Place(#[from] NoPlace),
    /// More or fewer hashes than a proof of this place has.
    #[error("{found} hashes: expected {expected}")]
    Count {
        /// How many it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// It leads to another root of the earlier tree.
    #[error("the hashes lead to the root {found} of the earlier tree: expected {expected}")]
    EarlierRoot {
        /// Where it leads.
        found: Sha256,
        /// The root that is known.
        expected: Sha256,
    },
    /// It leads to another root.
    #[error("the hashes lead to the root {found}: expected {expected}")]
    Root {
        /// Where it leads.
        found: Sha256,
        /// The root that is known.
        expected: Sha256,
    },
}

/// Of how many hashes the proof of inclusion of leaf `index` among `size` consists.
fn inclusion_count(index: u64, size: u64) -> usize {
    // Below where the ways to the leaf and to the last leaf part, each level has a
    // sibling; above, only where the way turns right.
    let parted = 64 - (index ^ (size - 1)).leading_zeros();
    let above = index.checked_shr(parted).unwrap_or(0).count_ones();
    (parted + above) as usize
}

/// Holds a proof of inclusion against a root (RFC 9162 section 2.1.3.2).
///
/// # Errors
/// What is wrong with it.
pub fn verify_inclusion(
    leaf: &Sha256,
    index: u64,
    size: u64,
    hashes: &[Sha256],
    root: &Sha256,
) -> Result<(), ProofFault> {
    let found = root_from_inclusion(leaf, index, size, hashes)?;
    let expected = *root;
    (found == expected)
        .then_some(())
        .ok_or(ProofFault::Root { found, expected })
}

/// The root to which a proof of inclusion leads.
///
/// # Errors
/// When the place does not exist or the proof's length is not that of its place.
pub fn root_from_inclusion(
    leaf: &Sha256,
    index: u64,
    size: u64,
    hashes: &[Sha256],
) -> Result<Sha256, ProofFault> {
    if index >= size {
        return Err(NoPlace::IndexBeyond { index, size }.into());
    }
    count_is(hashes, inclusion_count(index, size))?;
    let (mut at, mut last, mut hash) = (index, size - 1, *leaf);
    for sibling in hashes {
        if at & 1 == 1 || at == last {
            hash = node_hash(sibling, &hash);
            // A node without a right sibling goes up unchanged until it has a left one.
            let skipped = at.trailing_zeros();
            at = at.checked_shr(skipped).unwrap_or(0);
            last = last.checked_shr(skipped).unwrap_or(0);
        } else {
            hash = node_hash(&hash, sibling);
        }
        at >>= 1;
        last >>= 1;
    }
    Ok(hash)
}

fn count_is(hashes: &[Sha256], expected: usize) -> Result<(), ProofFault> {
    let found = hashes.len();
    (found == expected)
        .then_some(())
        .ok_or(ProofFault::Count { found, expected })
}

/// A state of a tree: how many leaves, and the root over them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeState {
    /// How many leaves.
    pub size: u64,
    /// The root over them.
    pub root: Sha256,
}

/// Holds a proof of consistency against the roots of both states (RFC 9162
/// section 2.1.4.2). Between equal sizes, and from no leaves, it must be empty.
///
/// # Errors
/// What is wrong with it.
pub fn verify_consistency(
    from: TreeState,
    to: TreeState,
    hashes: &[Sha256],
) -> Result<(), ProofFault> {
    let (found_from, found_to) = if from.size > to.size {
        return Err(NoPlace::Backwards {
            from: from.size,
            to: to.size,
        }
        .into());
    } else if from.size == 0 || from.size == to.size {
        count_is(hashes, 0)?;
        let earlier = if from.size == 0 {
            empty_root()
        } else {
            from.root
        };
        let later = if from.size == to.size {
            from.root
        } else {
            to.root
        };
        (earlier, later)
    } else {
        roots_from_consistency(from, to.size, hashes)?
    };
    let leads = |found, expected| (found != expected).then_some((found, expected));
    if let Some((found, expected)) = leads(found_from, from.root) {
        return Err(ProofFault::EarlierRoot { found, expected });
    }
    match leads(found_to, to.root) {
        Some((found, expected)) => Err(ProofFault::Root { found, expected }),
        None => Ok(()),
    }
}

/// The roots of the earlier and the later tree to which a proof leads, where
/// the earlier one has leaves and fewer than the later one.
fn roots_from_consistency(
    from: TreeState,
    to: u64,
    hashes: &[Sha256],
) -> Result<(Sha256, Sha256), ProofFault> {
    // Both ways go through the earlier tree's last perfect part.
    let level = from.size.trailing_zeros();
    let (mut at, mut last) = ((from.size - 1) >> level, (to - 1) >> level);
    let whole = from.size.is_power_of_two();
    let expected = inclusion_count(at, last + 1) + usize::from(!whole);
    count_is(hashes, expected)?;
    let (seed, rest) = match hashes.split_first() {
        Some((first, rest)) if !whole => (*first, rest),
        _ => (from.root, hashes),
    };
    let (mut earlier, mut later) = (seed, seed);
    for sibling in rest {
        if at & 1 == 1 || at == last {
            earlier = node_hash(sibling, &earlier);
            later = node_hash(sibling, &later);
            let skipped = at.trailing_zeros();
            at = at.checked_shr(skipped).unwrap_or(0);
            last = last.checked_shr(skipped).unwrap_or(0);
        } else {
            later = node_hash(&later, sibling);
        }
        at >>= 1;
        last >>= 1;
    }
    Ok((earlier, later))
}
