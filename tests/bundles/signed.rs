//! Who signed, who witnessed, and when.

use crate::{caught, caught_by_that_alone, errors, sound};
use fupan_replay::{
    bundle::CHECKPOINT,
    proof::{
        checkpoint::{Checkpoint, SignedCheckpoint},
        key::{Algorithm, SignerKey},
        policy::Policy,
        tlog_proof::TlogProof,
        tree::TreeState,
    },
};
use fupan_tests::{
    forging::{Forged, Heads},
    handing::{
        Handed, SERVICE, Tree, key_of, log_key, sign, trusting, trusting_witnesses, verified,
        witness,
    },
};
use serde_json::{Value, json};

fn with_checkpoint(signed: &SignedCheckpoint) -> Handed {
    let mut handed = Handed::genuine();
    handed.put(CHECKPOINT, signed.to_string().into_bytes());
    handed
}

#[test]
fn a_bundle_without_a_checkpoint_is_caught_where_a_key_is_trusted() {
    let handed = Handed::genuine().without(CHECKPOINT);
    caught_by_that_alone(&handed.verified(), "checkpoint_missing", 0);
}

#[test]
fn a_checkpoint_by_another_key_is_caught() {
    let entries = Forged::genuine().0;
    let other = key_of("other.example", [9; 32]);
    let state = Tree::of(&entries).state();
    let signed = Checkpoint::new(log_key().verifier().name(), state).sign(&other);
    caught_by_that_alone(&with_checkpoint(&signed).verified(), "signature_missing", 0);
    // The same name and another key has another id.
    let namesake = key_of(SERVICE, [9; 32]);
    let signed = sign(&entries, &namesake);
    let view = with_checkpoint(&signed).verified();
    caught_by_that_alone(&view, "signature_other_key", 0);
}

#[test]
fn a_service_key_signs_for_each_of_its_ledgers() {
    let service = SERVICE.parse().unwrap();
    let key = SignerKey::from_seed(service, Algorithm::Ed25519, &[7; 32]);
    let mut asked = trusting();
    asked.trust.keys = vec![key.verifier().clone()];
    sound(&verified(&Handed::genuine().packed(), asked));
}

#[test]
fn a_signature_cut_short_doubled_or_turned_is_caught() {
    let text = sign(&Forged::genuine().0, &log_key()).to_string();
    let line = text.lines().last().unwrap();
    let doubled = format!("{text}{line}\n");
    let (before, signature) = text.rsplit_once(' ').unwrap();
    let cut = format!("{before} {}\n", &signature[..40]);
    let mut turned = signature.trim_end().to_owned();
    let last = if turned.contains("AA") { "BB" } else { "AA" };
    turned.replace_range(20..22, last);
    let turned = format!("{before} {turned}\n");
    for (checkpoint, code) in [
        (doubled, "signature_doubled"),
        (cut, "signature_cut"),
        (turned, "signature_false"),
    ] {
        let mut handed = Handed::genuine();
        handed.put(CHECKPOINT, checkpoint.into_bytes());
        caught_by_that_alone(&handed.verified(), code, 0);
    }
}

#[test]
fn a_checkpoint_of_another_ledger_or_with_more_lines_is_caught() {
    let entries = Forged::genuine().0;
    let state = Tree::of(&entries).state();
    let other = format!("{SERVICE}/other-cup").parse().unwrap();
    let signed = Checkpoint::new(&other, state).sign(&log_key());
    caught(&with_checkpoint(&signed).verified(), "other_origin", 0);
    let text = sign(&entries, &log_key()).to_string();
    let extended = text.replacen("\n\n", "\nmore\n\n", 1);
    let mut handed = Handed::genuine();
    handed.put(CHECKPOINT, extended.into_bytes());
    let view = handed.verified();
    caught(&view, "extended", 0);
    caught(&view, "signature_false", 0);
}

#[test]
fn any_flipped_bit_of_the_checkpoint_is_caught() {
    let whole = sign(&Forged::genuine().0, &log_key()).to_string();
    for at in (0..whole.len()).step_by(7) {
        let mut handed = Handed::genuine();
        handed.part(CHECKPOINT)[at] ^= 1;
        assert!(!errors(&handed.verified()).is_empty(), "byte {at}");
    }
}

fn cosigned(by: &[SignerKey], time: u64) -> Handed {
    let mut signed = sign(&Forged::genuine().0, &log_key());
    for key in by {
        signed.note_mut().sign(key, time);
    }
    with_checkpoint(&signed)
}

/// An hour after the small tournament.
const AFTER: u64 = 1_777_633_200;

#[test]
fn fewer_witnesses_than_are_asked_for_are_caught() {
    let two = cosigned(&[witness(1), witness(3)], AFTER).packed();
    sound(&verified(&two, trusting_witnesses(2)));
    let view = verified(&two, trusting_witnesses(3));
    caught_by_that_alone(&view, "witnesses_too_few", 0);
    // Whoever rewrites a history with the right key has no cosignatures for it.
    let none = Handed::genuine().packed();
    let view = verified(&none, trusting_witnesses(1));
    caught_by_that_alone(&view, "witnesses_too_few", 0);
}

#[test]
fn one_witness_under_two_names_counts_once() {
    let name = "twin.example".parse().unwrap();
    let twin = SignerKey::from_seed(name, Algorithm::CosignatureV1, &[1; 32]);
    let twice = cosigned(&[witness(1), twin.clone()], AFTER).packed();
    let keys = [witness(1).verifier().clone(), twin.verifier().clone()];
    let mut asked = trusting();
    asked.trust.policy = Some(Policy::of_keys([], keys, 2));
    caught_by_that_alone(&verified(&twice, asked), "witnesses_too_few", 0);
}

#[test]
fn a_cosignature_over_another_checkpoint_is_caught() {
    let mut other = sign(&Forged::genuine().0[..30], &log_key());
    other.note_mut().sign(&witness(2), AFTER);
    let stolen = other.note().signatures()[1].clone();
    let mut signed = sign(&Forged::genuine().0, &log_key());
    signed.note_mut().sign(&witness(1), AFTER);
    signed.note_mut().add(stolen);
    let bytes = with_checkpoint(&signed).packed();
    caught(
        &verified(&bytes, trusting_witnesses(1)),
        "signature_false",
        0,
    );
}

#[test]
fn what_is_covered_was_recorded_before_its_witnesses() {
    // The first entry is of nine o'clock; the witness says half past eight.
    let early = cosigned(&[witness(1)], 1_777_624_200).packed();
    let view = verified(&early, trusting_witnesses(1));
    caught_by_that_alone(&view, "after_witnesses", 0);
}

/// The small tournament in which an entry quotes a witness's cosignature of a
/// checkpoint of `size`, signed at `time`.
fn quoting(size: usize, time: u64, change: impl FnOnce(&mut Value)) -> Forged {
    let mut forged = Forged::genuine();
    let at = forged.0.len() - 4;
    let mut signed = sign(&forged.0[..size], &log_key());
    signed.note_mut().sign(&witness(1), time);
    let TreeState { size, root } = signed.checkpoint().state;
    let line = signed.note().signatures()[1].to_string();
    let mut entry = forged.entry(at - 1);
    entry["id"] = json!("00000000-0000-4000-9000-000000000001");
    entry["stream"] = json!("log");
    entry["type"] = json!("checkpoint_witnessed");
    entry["actor"] = json!("keeper");
    entry["submitted_by"] = json!("keeper");
    entry["data"] = json!({
        "origin": signed.checkpoint().origin(), "size": size, "root": root,
        "cosignatures": [line.trim_end()],
    });
    change(&mut entry);
    forged.0.insert(at, entry.to_string().into_bytes());
    forged.seal_again(Heads::New);
    forged
}

fn quoted(forged: &Forged) -> fupan_replay::audit::AuditView {
    let mut asked = trusting_witnesses(0);
    asked.trust.keys = vec![log_key().verifier().clone()];
    verified(&Handed::of(forged, &log_key()).packed(), asked)
}

#[test]
fn what_comes_after_a_quoted_cosignature_is_not_older_than_it() {
    let at = Forged::genuine().0.len() - 4;
    // Nine o'clock and a minute: all is as it should be.
    let forged = quoting(30, 1_777_626_060, |_| ());
    let view = quoted(&forged);
    assert!(
        !errors(&view)
            .iter()
            .any(|(code, _)| code.contains("witness")),
        "{:?}",
        errors(&view)
    );
    // Told to be of an hour later: whatever follows was put back.
    let forged = quoting(30, AFTER, |_| ());
    caught(&quoted(&forged), "before_witnesses", at + 1);
    // A minute before the first entry that it covers, more than the clocks may differ.
    let forged = quoting(30, 1_777_624_200, |_| ());
    caught(&quoted(&forged), "after_witnesses", 0);
}

#[test]
fn a_quoted_checkpoint_is_one_of_this_ledger() {
    let at = Forged::genuine().0.len() - 4;
    let forged = quoting(30, 1_777_626_060, |entry| {
        entry["data"]["size"] = json!(31);
    });
    caught(&quoted(&forged), "other_history", at);
    let forged = quoting(30, 1_777_626_060, |entry| {
        entry["data"]["size"] = json!(5000);
    });
    caught(&quoted(&forged), "quoted_beyond", at);
}

#[test]
fn a_key_that_the_one_before_it_did_not_announce_is_not_relied_on() {
    let next = key_of(SERVICE, [8; 32]);
    let announcing = |signature: String| {
        let mut forged = quoting(30, 1_777_626_060, |entry| {
            entry["type"] = json!("key_announced");
            entry["data"] = json!({
                "previous": log_key().verifier().to_string(),
                "key": next.verifier().to_string(), "signature": signature,
            });
        });
        forged.seal_again(Heads::New);
        forged
    };
    let at = Forged::genuine().0.len() - 4;
    let forged = announcing(log_key().announce(next.verifier()));
    let view = rotated(&forged, &next).verified();
    let of_keys = |(code, _): &&(&str, Option<u64>)| code.contains("key") || code.contains("sign");
    assert_eq!(
        errors(&view).iter().find(of_keys),
        None,
        "{:?}",
        errors(&view)
    );
    let forged = announcing(next.announce(next.verifier()));
    let view = verified(&Handed::of(&forged, &next).packed(), trusting());
    caught(&view, "key_not_announced", at);
    caught(&view, "signature_other_key", 0);
}

/// A ledger in which the genuine key hands over, signed last by that key; what was
/// signed before the announcement is signed by the genuine one.
fn rotated(forged: &Forged, by: &SignerKey) -> Handed {
    let mut handed = Handed::of(forged, by);
    let half = forged.0.len() / 2;
    let earlier = sign(&forged.0[..half], &log_key()).to_string();
    handed.put(&format!("checkpoints/{half}"), earlier.into_bytes());
    handed
}

/// The small tournament with such announcements of keys, each its number of bytes in
/// the seed, as the entries before its last four.
fn handing_over(keys: &[(u8, u8)]) -> Forged {
    let key = |seed: u8| key_of(SERVICE, [seed; 32]);
    let mut forged = Forged::genuine();
    let at = forged.0.len() - 4;
    for (n, (from, to)) in keys.iter().enumerate() {
        let (from, to) = (key(*from), key(*to));
        let mut entry = forged.entry(at - 1);
        entry["id"] = json!(format!("00000000-0000-4000-9000-0000000001{n:02}"));
        entry["stream"] = json!("log");
        entry["type"] = json!("key_announced");
        entry["actor"] = json!("keeper");
        entry["submitted_by"] = json!("keeper");
        entry["data"] = json!({
            "previous": from.verifier().to_string(), "key": to.verifier().to_string(),
            "signature": from.announce(to.verifier()),
        });
        forged.0.insert(at + n, entry.to_string().into_bytes());
    }
    forged.seal_again(Heads::New);
    forged
}

#[test]
fn a_key_that_handed_over_signs_no_more_and_its_successor_not_before() {
    let at = Forged::genuine().0.len() - 4;
    let forged = handing_over(&[(7, 8)]);
    let next = key_of(SERVICE, [8; 32]);
    sound(&rotated(&forged, &next).verified());
    // With the announcement in it, only the new key signs, whichever is trusted.
    let old = Handed::of(&forged, &log_key());
    let view = old.verified();
    caught(&view, "key_not_in_turn", at);
    assert!(
        errors(&view)
            .iter()
            .all(|found| *found == ("key_not_in_turn", Some(at as u64)))
    );
    // What was signed before the announcement was not signed by the new key.
    let early = Handed::of(&forged, &next);
    let view = early.verified();
    caught_by_that_alone(&view, "key_not_in_turn", at);
    // Whoever was given the new key accepts what the old one signed in its time.
    let mut asked = trusting();
    asked.trust.keys = vec![next.verifier().clone()];
    sound(&verified(&rotated(&forged, &next).packed(), asked));
}

#[test]
fn a_key_hands_over_once_and_only_to_a_key_of_its_service() {
    let at = Forged::genuine().0.len() - 4;
    let third = key_of(SERVICE, [9; 32]);
    let twice = handing_over(&[(7, 8), (7, 9)]);
    let view = rotated(&twice, &third).verified();
    caught(&view, "key_not_announced", at + 1);
    caught(&view, "signature_other_key", 0);
    let stranger = handing_over(&[(7, 8), (6, 9)]);
    let view = rotated(&stranger, &third).verified();
    caught(&view, "key_not_announced", at + 1);
    let well = handing_over(&[(7, 8), (8, 9)]);
    sound(&rotated(&well, &third).verified());
}

#[test]
fn only_the_log_follows_a_key_that_hands_over_too() {
    let forged = handing_over(&[(7, 8)]);
    let mut asked = trusting();
    asked.only_log = true;
    let handed = rotated(&forged, &key_of(SERVICE, [8; 32]));
    sound(&verified(&handed.packed(), asked.clone()));
    let old = Handed::of(&forged, &log_key());
    caught(
        &verified(&old.packed(), asked),
        "key_not_in_turn",
        Forged::genuine().0.len() - 4,
    );
}

#[test]
fn an_origin_is_one_ledger_of_the_service_whose_key_is_trusted() {
    let state = Tree::of(&Forged::genuine().0).state();
    let ledger = log_key().verifier().name().as_str().to_owned();
    let (_, name) = ledger.rsplit_once('/').unwrap();
    let by = |origin: &str, key: &str| {
        let key = SignerKey::from_seed(key.parse().unwrap(), Algorithm::Ed25519, &[7; 32]);
        let signed = Checkpoint::new(&origin.parse().unwrap(), state).sign(&key);
        with_checkpoint(&signed).packed()
    };
    let service = SignerKey::from_seed(SERVICE.parse().unwrap(), Algorithm::Ed25519, &[7; 32]);
    let mut of_service = trusting();
    of_service.trust.keys = vec![service.verifier().clone()];
    for origin in [
        format!("{SERVICE}/x/{name}"),
        format!("{SERVICE}//{name}"),
        format!("{SERVICE}/{}", name.to_uppercase()),
        format!("{SERVICE}/"),
        format!("{ledger}/{name}"),
        format!("evil.example/{name}"),
    ] {
        for (signs, asked) in [(&origin, of_service.clone()), (&ledger, trusting())] {
            let view = verified(&by(&origin, signs), asked);
            caught(&view, "other_origin", 0);
        }
    }
}

fn with_proof(change: impl FnOnce(&mut TlogProof)) -> Handed {
    let entries = Forged::genuine().0;
    let mut proof = TlogProof {
        extra: None,
        index: 5,
        hashes: Tree::of(&entries).inclusion(5),
        checkpoint: sign(&entries, &log_key()),
    };
    change(&mut proof);
    let mut handed = Handed::genuine();
    handed.put("proofs/5.tlog-proof", proof.to_string().into_bytes());
    handed
}

#[test]
fn a_single_proof_that_proves_nothing_is_caught() {
    sound(&with_proof(|_| ()).verified());
    let view = with_proof(|proof| proof.hashes.push(proof.hashes[0])).verified();
    caught_by_that_alone(&view, "proof_false", 5);
    let view = with_proof(|proof| {
        proof.hashes.pop();
    });
    caught_by_that_alone(&view.verified(), "proof_false", 5);
    let view = with_proof(|proof| proof.hashes[1].0[3] ^= 4).verified();
    caught_by_that_alone(&view, "proof_false", 5);
    let view = with_proof(|proof| proof.index = 5000).verified();
    caught(&view, "proof_beyond", 5000);
    let view = with_proof(|proof| proof.index = 6).verified();
    caught(&view, "proof_false", 6);
    caught(&view, "proof_of_another", 5);
    let mut handed = Handed::genuine();
    handed.part("proofs/5.tlog-proof").truncate(50);
    caught_by_that_alone(&handed.verified(), "proof_unreadable", 0);
}
