//! The tree against two others, and every fault of a proof.

use super::{
    super::tree::{
        self, Frontier, NoPlace, NoProof, ProofFault, TreeState, empty_root, prove_consistency,
        prove_inclusion, root_at, verify_consistency, verify_inclusion,
    },
    Kept, bytes_of, leaf,
};
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use fupan_domain::ids::Sha256;
use proptest::prelude::*;
use tlog_tiles::tlog;

fn theirs(hash: Sha256) -> tlog::Hash {
    tlog::Hash(hash.0)
}

fn state(size: u64) -> TreeState {
    let root = Kept::of(size).frontier.root();
    TreeState { size, root }
}

fn ct_merkle(size: u64) -> MemoryBackedTree<sha2::Sha256, Vec<u8>> {
    let mut tree = MemoryBackedTree::new();
    (0..size).for_each(|n| tree.push(bytes_of(n)));
    tree
}

#[test]
fn a_tree_without_entries_has_the_hash_of_nothing_as_its_root() {
    assert_eq!(Frontier::new().root(), empty_root());
    assert_eq!(
        empty_root().to_string(),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    assert_eq!(theirs(empty_root()), tlog::EMPTY_HASH);
}

#[test]
fn the_proofs_of_the_smallest_trees_are_those_of_another_implementation_byte_for_byte() {
    for size in 1..=33 {
        let (ours, other) = (Kept::of(size), ct_merkle(size));
        assert_eq!(ours.frontier.root().0[..], other.root().as_bytes()[..]);
        for index in 0..size {
            let proof = prove_inclusion(index, size, ours.node()).unwrap();
            let bytes: Vec<u8> = proof.iter().flat_map(|hash| hash.0).collect();
            let place = usize::try_from(index).unwrap();
            assert_eq!(
                bytes,
                other.prove_inclusion(place).as_bytes(),
                "{index} of {size}"
            );
        }
        for from in 1..size {
            let proof = prove_consistency(from, size, ours.node()).unwrap();
            let bytes: Vec<u8> = proof.iter().flat_map(|hash| hash.0).collect();
            let added = usize::try_from(size - from).unwrap();
            assert_eq!(
                bytes,
                other.prove_consistency(added).as_bytes(),
                "{from} to {size}"
            );
        }
    }
}

#[test]
fn a_proof_about_an_entry_past_the_end_is_neither_made_nor_believed() {
    let kept = Kept::of(5);
    for index in [5, 6, u64::MAX] {
        let fault = prove_inclusion(index, 5, kept.node());
        assert_eq!(
            fault,
            Err(NoProof::Place(NoPlace::IndexBeyond { index, size: 5 }))
        );
        let fault = verify_inclusion(&leaf(0), index, 5, &[], &kept.frontier.root());
        assert_eq!(fault, Err(NoPlace::IndexBeyond { index, size: 5 }.into()));
    }
    let fault = verify_inclusion(&leaf(0), 0, 0, &[], &empty_root());
    assert_eq!(
        fault,
        Err(NoPlace::IndexBeyond { index: 0, size: 0 }.into())
    );
}

#[test]
fn between_equal_sizes_and_from_nothing_a_proof_is_empty() {
    let (three, five) = (state(3), state(5));
    let kept = Kept::of(5);
    assert_eq!(prove_consistency(5, 5, kept.node()), Ok(vec![]));
    assert_eq!(prove_consistency(0, 5, kept.node()), Ok(vec![]));
    assert_eq!(verify_consistency(five, five, &[]), Ok(()));
    assert_eq!(verify_consistency(state(0), five, &[]), Ok(()));
    assert_eq!(verify_consistency(state(0), state(0), &[]), Ok(()));
    // One hash too many proves nothing either.
    let fault = ProofFault::Count {
        found: 1,
        expected: 0,
    };
    assert_eq!(
        verify_consistency(five, five, &[leaf(0)]),
        Err(fault.clone())
    );
    assert_eq!(verify_consistency(state(0), five, &[leaf(0)]), Err(fault));
    // The same size with another root is another history.
    let other = TreeState {
        size: 5,
        root: three.root,
    };
    assert!(matches!(
        verify_consistency(other, five, &[]),
        Err(ProofFault::Root { .. })
    ));
    // Nothing has but one root.
    let other = TreeState {
        size: 0,
        root: three.root,
    };
    for to in [state(0), five] {
        assert!(matches!(
            verify_consistency(other, to, &[]),
            Err(ProofFault::EarlierRoot { .. })
        ));
    }
    assert!(verify_consistency(other, other, &[]).is_err());
}

#[test]
fn a_tree_that_shrinks_goes_on_from_nothing() {
    let fault = ProofFault::from(NoPlace::Backwards { from: 5, to: 3 });
    assert_eq!(verify_consistency(state(5), state(3), &[]), Err(fault));
    let kept = Kept::of(5);
    assert_eq!(
        prove_consistency(5, 3, kept.node()),
        Err(NoProof::Place(NoPlace::Backwards { from: 5, to: 3 }))
    );
}

#[test]
fn a_frontier_comes_back_from_its_bytes_and_from_nothing_else() {
    let frontier = Kept::of(13).frontier;
    let bytes = frontier.to_bytes();
    assert_eq!(bytes.len(), 8 + 3 * 32);
    assert_eq!(Frontier::from_bytes(&bytes), Ok(frontier));
    assert!(Frontier::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    assert!(Frontier::from_bytes(&bytes[..bytes.len() - 32]).is_err());
    assert!(Frontier::from_bytes(&[0; 7]).is_err());
    assert_eq!(Frontier::from_bytes(&[0; 8]), Ok(Frontier::new()));
}

proptest! {
    #[test]
    fn every_entry_is_proved_and_two_others_agree(size in 1_u64..600, at in any::<proptest::sample::Index>()) {
        let index = at.index(usize::try_from(size).unwrap()) as u64;
        let kept = Kept::of(size);
        let root = kept.frontier.root();
        prop_assert_eq!(root_at(size, kept.node()), Ok(root));
        let proof = prove_inclusion(index, size, kept.node()).unwrap();
        prop_assert_eq!(verify_inclusion(&leaf(index), index, size, &proof, &root), Ok(()));
        let hashes = proof.iter().map(|hash| theirs(*hash)).collect();
        prop_assert!(tlog::check_record(&hashes, size, theirs(root), index, theirs(leaf(index))).is_ok());
    }

    #[test]
    fn every_earlier_state_is_proved_and_two_others_agree(size in 1_u64..600, at in any::<proptest::sample::Index>()) {
        let from = 1 + at.index(usize::try_from(size).unwrap()) as u64;
        let kept = Kept::of(size);
        let (earlier, later) = (state(from), TreeState { size, root: kept.frontier.root() });
        prop_assert_eq!(Frontier::read(from, kept.node()).unwrap().root(), earlier.root);
        let proof = prove_consistency(from, size, kept.node()).unwrap();
        prop_assert_eq!(verify_consistency(earlier, later, &proof), Ok(()));
        let hashes = proof.iter().map(|hash| theirs(*hash)).collect();
        prop_assert!(tlog::check_tree(&hashes, size, theirs(later.root), from, theirs(earlier.root)).is_ok());
    }

    #[test]
    fn a_proof_with_a_bit_turned_a_hash_more_or_less_or_another_place_is_refused(
        size in 2_u64..300,
        at in any::<proptest::sample::Index>(),
        where_ in any::<proptest::sample::Index>(),
        bit in 0_usize..256,
    ) {
        let index = at.index(usize::try_from(size).unwrap()) as u64;
        let kept = Kept::of(size);
        let root = kept.frontier.root();
        let proof = prove_inclusion(index, size, kept.node()).unwrap();
        let refused = |index, size, proof: &[Sha256]| {
            verify_inclusion(&leaf(index), index, size, proof, &root).is_err()
                && verify_inclusion(&leaf(at.index(usize::try_from(size).unwrap()) as u64), index, size, proof, &root).is_err()
        };
        let mut longer = proof.clone();
        longer.insert(where_.index(proof.len() + 1), leaf(0));
        prop_assert!(refused(index, size, &longer));
        let mut shorter = proof.clone();
        shorter.remove(where_.index(proof.len()));
        prop_assert!(refused(index, size, &shorter));
        let mut turned = proof.clone();
        turned[where_.index(proof.len())].0[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(refused(index, size, &turned));
        let other = (index + 1) % size;
        prop_assert!(verify_inclusion(&leaf(index), other, size, &proof, &root).is_err());
    }

    #[test]
    fn a_consistency_proof_that_was_touched_is_refused(
        size in 2_u64..300,
        at in any::<proptest::sample::Index>(),
        where_ in any::<proptest::sample::Index>(),
        bit in 0_usize..256,
    ) {
        let from = 1 + at.index(usize::try_from(size - 1).unwrap()) as u64;
        let kept = Kept::of(size);
        let (earlier, later) = (state(from), TreeState { size, root: kept.frontier.root() });
        let proof = prove_consistency(from, size, kept.node()).unwrap();
        let mut longer = proof.clone();
        longer.insert(where_.index(proof.len() + 1), leaf(0));
        prop_assert!(verify_consistency(earlier, later, &longer).is_err());
        let mut turned = proof.clone();
        turned[where_.index(proof.len())].0[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(verify_consistency(earlier, later, &turned).is_err());
        let mut shorter = proof;
        shorter.remove(where_.index(shorter.len()));
        prop_assert!(verify_consistency(earlier, later, &shorter).is_err());
    }

    #[test]
    fn no_sizes_and_hashes_whatever_make_a_verifier_panic(
        a in any::<u64>(), b in any::<u64>(), count in 0_usize..70,
    ) {
        let hashes = vec![leaf(1); count];
        let root = leaf(2);
        prop_assert!(verify_inclusion(&leaf(0), a, b, &hashes, &root).is_err());
        let (from, to) = (TreeState { size: a, root: leaf(3) }, TreeState { size: b, root });
        prop_assert!(verify_consistency(from, to, &hashes).is_err());
        // With as many hashes as the place has, the walk itself runs to its end.
        if let Err(ProofFault::Count { expected, .. }) = tree::root_from_inclusion(&leaf(0), a, b, &hashes) {
            prop_assert!(tree::root_from_inclusion(&leaf(0), a, b, &vec![leaf(1); expected]).is_ok());
        }
        if let Err(ProofFault::Count { expected, .. }) = verify_consistency(from, to, &hashes) {
            prop_assert!(verify_consistency(from, to, &vec![leaf(1); expected]).is_err());
        }
    }
}
