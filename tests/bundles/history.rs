//! The entries against what was signed of them, in this bundle or before.

use crate::{caught, caught_by_that_alone, errors, sound};
use fupan_domain::ids::Sha256;
use fupan_replay::{
    bundle::{CHECKPOINT, ENTRIES, MANIFEST, Manifest},
    verify::CheckState,
};
use fupan_tests::{
    forging::{Forged, Heads},
    handing::{Handed, log_key, sign, trusting, verified},
    small_tournament,
};
use serde_json::json;

#[test]
fn a_genuine_bundle_is_sound_and_every_check_of_it_is_told() {
    let view = Handed::genuine().verified();
    sound(&view);
    let told = serde_json::to_value(&view).unwrap();
    for (part, check) in [
        ("bundle", "container"),
        ("bundle", "manifest"),
        ("chain", "prev"),
        ("tree", "root"),
        ("tree", "earlier_roots"),
        ("tree", "proofs"),
        ("signatures", "origin"),
        ("signatures", "signed"),
        ("attachments", "schema_files"),
        ("attachments", "edition_files"),
        ("attachments", "people"),
        ("acceptance", "rights"),
    ] {
        let checks = told[part]["checks"].as_array().unwrap();
        let found = checks.iter().find(|c| c["check"] == check);
        assert_eq!(found.unwrap()["state"], "sound", "{part} {check}");
    }
    assert!(view.games.iter().all(|game| game.agrees == Some(true)));
}

#[test]
fn without_a_key_nothing_is_said_of_signatures() {
    let view = verified(&Handed::genuine().packed(), fupan::bundle::Asked::default());
    sound(&view);
    assert_eq!(view.signatures.state, "unchecked");
    let signed = view.signatures.checks.iter().find(|c| c.check == "signed");
    assert!(matches!(
        signed.unwrap().state,
        CheckState::Unchecked { .. }
    ));
}

#[test]
fn a_flipped_bit_in_an_entry_is_caught_by_chain_and_tree() {
    let mut forged = Forged::genuine();
    forged.replace(9, "recorded_at\":\"2026", "recorded_at\":\"2024");
    let mut handed = Handed::genuine();
    handed.put_entries(&forged.0);
    let view = handed.verified();
    caught(&view, "chain_broken", 10);
    // The checkpoint over the first half can't be that of these entries any more.
    caught(&view, "other_history", 0);
    caught(&view, "root_differs", 0);
}

#[test]
fn entries_swapped_or_left_out_are_caught() {
    let mut forged = Forged::genuine();
    forged.0.swap(11, 12);
    let mut handed = Handed::genuine();
    handed.put_entries(&forged.0);
    caught(&handed.verified(), "chain_broken", 12);
    let mut forged = Forged::genuine();
    forged.0.remove(20);
    handed.put_entries(&forged.0);
    let view = handed.verified();
    caught(&view, "entry_missing", 20);
    caught(&view, "entry_count", 0);
}

#[test]
fn a_tail_cut_off_is_caught_by_the_checkpoint_alone() {
    let mut forged = Forged::genuine();
    let whole = forged.0.len();
    forged.0.truncate(whole - 1);
    let mut handed = Handed::genuine();
    handed.put_entries(&forged.0);
    let manifest = Manifest::of(small_tournament::name(), forged.0.len() as u64);
    handed.put(MANIFEST, manifest.text().into_bytes());
    let view = handed.without("proofs/5.tlog-proof").verified();
    caught_by_that_alone(&view, "tail_cut", whole - 1);
}

#[test]
fn entries_past_the_checkpoint_are_vouched_for_by_nobody() {
    let genuine = Forged::genuine();
    let covered = genuine.0.len() - 3;
    let mut handed = Handed::genuine().without("proofs/5.tlog-proof");
    let shorter = sign(&genuine.0[..covered], &log_key());
    handed.put(CHECKPOINT, shorter.to_string().into_bytes());
    caught_by_that_alone(&handed.verified(), "not_covered", covered);
}

/// The small tournament with one text written anew and all hashes computed again.
fn rewritten() -> Forged {
    let mut forged = Forged::genuine();
    forged.rewrite(0, |entry| entry["data"]["place"] = json!("Elsewhere"));
    forged.seal_again(Heads::New);
    forged
}

#[test]
fn a_history_written_anew_and_signed_with_the_right_key_is_caught_by_an_older_checkpoint() {
    let genuine = Forged::genuine();
    let forged = Handed::of(&rewritten(), &log_key());
    sound(&forged.verified());
    let mut asked = trusting();
    asked.checkpoints = vec![sign(&genuine.0[..30], &log_key())];
    let view = verified(&forged.packed(), asked);
    caught_by_that_alone(&view, "other_history", 0);
}

#[test]
fn two_histories_of_the_same_length_shown_to_two_readers_are_caught_when_they_compare() {
    let seen = sign(&Forged::genuine().0, &log_key());
    let mut asked = trusting();
    asked.checkpoints = vec![seen];
    let view = verified(&Handed::of(&rewritten(), &log_key()).packed(), asked);
    // That the bundle's own checkpoints fit it says nothing about what others saw.
    caught_by_that_alone(&view, "other_history", 0);
}

#[test]
fn a_copy_from_before_what_was_seen_is_caught() {
    let genuine = Forged::genuine();
    let mut older = genuine.clone();
    older.0.truncate(40);
    let mut asked = trusting();
    asked.checkpoints = vec![sign(&genuine.0[..50], &log_key())];
    let view = verified(&Handed::of(&older, &log_key()).packed(), asked);
    caught_by_that_alone(&view, "tail_cut", 40);
}

#[test]
fn a_first_entry_replaced_is_caught_by_the_checkpoint() {
    let mut handed = Handed::genuine();
    handed.put_entries(&rewritten().0);
    let view = handed.without("proofs/5.tlog-proof").verified();
    caught(&view, "root_differs", 0);
    caught(&view, "other_history", 0);
    assert_eq!(errors(&view).len(), 2);
}

#[test]
fn only_the_log_tells_of_chain_and_tree_and_nothing_else() {
    let mut asked = trusting();
    asked.only_log = true;
    sound(&verified(&Handed::genuine().packed(), asked.clone()));
    // Rights are not looked at; a changed entry is caught all the same.
    let mut forged = Forged::genuine();
    forged.rewrite(9, |entry| entry["actor"] = json!("nobody"));
    let mut handed = Handed::genuine();
    handed.put_entries(&forged.0);
    let view = verified(&handed.packed(), asked);
    caught(&view, "chain_broken", 10);
    caught(&view, "root_differs", 0);
    assert_eq!(view.acceptance.state, "unchecked");
}

#[test]
fn later_entries_alone_are_proved_to_go_on_from_a_checkpoint() {
    let genuine = Forged::genuine();
    let handed = Handed::since(&genuine, 30, &log_key());
    let mut asked = trusting();
    asked.checkpoints = vec![sign(&genuine.0[..30], &log_key())];
    let view = verified(&handed.packed(), asked.clone());
    sound(&view);
    assert_eq!(view.acceptance.state, "unchecked");
    // A change before the checkpoint, however well sealed, is another history.
    let forged = Handed::since(&rewritten(), 30, &log_key());
    caught(
        &verified(&forged.packed(), asked.clone()),
        "other_history",
        0,
    );
    // A change after it breaks chain and tree.
    let mut forged = genuine.clone();
    forged.replace(35, "recorded_at\":\"2026", "recorded_at\":\"2024");
    let mut handed = Handed::since(&genuine, 30, &log_key());
    handed.put_entries(&forged.0[30..]);
    let view = verified(&handed.packed(), asked);
    caught(&view, "chain_broken", 36);
    caught(&view, "root_differs", 30);
}

#[test]
fn a_checkpoint_from_before_the_first_entry_is_held_or_said_not_to_be() {
    let genuine = Forged::genuine();
    let since = |forged: &Forged| Handed::since(forged, 24, &log_key());
    let asking = |size: usize| {
        let mut asked = trusting();
        asked.checkpoints = vec![sign(&genuine.0[..size], &log_key())];
        asked
    };
    // 24 entries are a subtree of 16 and one of 8: what the first 16 came to is known.
    sound(&verified(&since(&genuine).packed(), asking(16)));
    let view = verified(&since(&rewritten()).packed(), asking(16));
    caught_by_that_alone(&view, "other_history", 0);
    // Of the first 20 nothing is: there is no answer, and that is no good one.
    for forged in [&genuine, &rewritten()] {
        let view = verified(&since(forged).packed(), asking(20));
        caught_by_that_alone(&view, "checkpoint_before", 20);
        let checks = &view.tree.checks;
        let held = checks.iter().find(|c| c.check == "earlier_roots").unwrap();
        assert!(matches!(&held.state, CheckState::Unchecked { .. }));
    }
}

#[test]
fn whoever_leaves_nothing_out_is_judged_from_the_first_entry_on() {
    let mut forged = Forged::genuine();
    forged.rewrite(9, |entry| entry["actor"] = json!("nobody"));
    forged.seal_again(Heads::New);
    let mut handed = Handed::of(&forged, &log_key());
    let mut manifest: serde_json::Value = serde_json::from_slice(handed.part(MANIFEST)).unwrap();
    manifest["since"] = json!({
        "root": fupan_replay::proof::tree::empty_root(), "head": Sha256::ZERO,
        "inclusion": [], "peaks": [], "consistency": [],
    });
    *handed.part(MANIFEST) = manifest.to_string().into_bytes();
    let view = handed.verified();
    caught(&view, "manifest_unreadable", 0);
    caught(&view, "no_right", 9);
}

#[test]
fn a_beginning_that_is_not_proved_is_refused() {
    let genuine = Forged::genuine();
    let change = |how: fn(&mut serde_json::Value)| {
        let mut handed = Handed::since(&genuine, 30, &log_key());
        let mut manifest: serde_json::Value =
            serde_json::from_slice(handed.part(MANIFEST)).unwrap();
        how(&mut manifest);
        *handed.part(MANIFEST) = manifest.to_string().into_bytes();
        handed.verified()
    };
    for how in [
        |m: &mut serde_json::Value| m["since"]["root"] = json!(Sha256::ZERO),
        |m: &mut serde_json::Value| m["since"]["head"] = json!(Sha256::ZERO),
        |m: &mut serde_json::Value| m["since"]["peaks"] = json!([]),
        |m: &mut serde_json::Value| m["since"]["inclusion"] = json!([]),
        |m: &mut serde_json::Value| m["since"]["consistency"] = json!([]),
        |m: &mut serde_json::Value| m["first"] = json!(31),
    ] {
        caught(&change(how), "beginning_unproved", 0);
    }
    let view = change(|m| {
        m.as_object_mut().unwrap().remove("since");
    });
    caught(&view, "manifest_unreadable", 0);
}

#[test]
fn a_last_line_cut_in_the_midst_is_caught() {
    let mut handed = Handed::genuine();
    handed.part(ENTRIES).pop();
    caught(&handed.verified(), "line_cut", 0);
}
