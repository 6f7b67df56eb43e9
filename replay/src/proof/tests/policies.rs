//! Who must have signed and witnessed, and what counts for nothing.

use super::{
    super::{
        key::{Algorithm, SignerKey, VerifierKey},
        policy::{Policy, PolicyFault},
    },
    log_key, name, signed, witness,
};
use proptest::prelude::*;

fn vkey(n: u8) -> VerifierKey {
    witness(n).verifier().clone()
}

/// The example of the specification: two of X and one of Y.
fn two_levels() -> String {
    let mut text = format!(
        "# our log\nlog {} https://go.example\n\n",
        log_key().verifier()
    );
    let names = (1..).zip(["X1", "X2", "X3", "Y1", "Y2"]);
    text.extend(names.map(|(n, name)| format!("witness {name} {}\n", vkey(n))));
    text + "group X 2 X1 X2 X3\n \tgroup  Y any Y1 Y2 \ngroup both all X Y\nquorum both\n"
}

#[test]
fn a_quorum_of_groups_is_met_by_enough_of_each() {
    let text = two_levels();
    let policy = Policy::read(text.as_bytes()).unwrap();
    for (by, met) in [
        (&[][..], false),
        (&[1, 2], false),
        (&[1, 4], false),
        (&[4, 5], false),
        (&[1, 2, 4], true),
        (&[2, 3, 5], true),
        (&[1, 2, 3, 4, 5], true),
        (&[1, 2, 9], false),
    ] {
        let mut checkpoint = signed(5);
        for n in by {
            checkpoint.note_mut().sign(&witness(*n), 1000);
        }
        let evaluation = policy.evaluate(checkpoint.note());
        assert!(evaluation.signed && evaluation.faults.is_empty());
        assert_eq!(
            (evaluation.witnessed, evaluation.holds()),
            (met, met),
            "{by:?}"
        );
    }
}

#[test]
fn one_witness_under_two_names_counts_once() {
    let twin = SignerKey::from_seed(name("twin.example"), Algorithm::CosignatureV1, &[1; 32]);
    let mut checkpoint = signed(5);
    checkpoint.note_mut().sign(&witness(1), 1000);
    checkpoint.note_mut().sign(&twin, 1000);
    let keys = [vkey(1), twin.verifier().clone()];
    let policy = Policy::of_keys([log_key().verifier().clone()], keys.clone(), 2);
    let evaluation = policy.evaluate(checkpoint.note());
    assert_eq!(evaluation.witnesses.len(), 1);
    assert!(!evaluation.witnessed);
    // A policy in writing may not even name it twice.
    let text = format!(
        "witness a {}\nwitness b {}\nquorum none\n",
        keys[0], keys[1]
    );
    let refused = Policy::read(text.as_bytes()).unwrap_err();
    assert_eq!((refused.line, refused.fault), (2, PolicyFault::KeyTwice));
}

#[test]
fn a_false_cosignature_of_a_known_witness_spoils_the_checkpoint() {
    let mut checkpoint = signed(5);
    checkpoint.note_mut().sign(&witness(1), 1000);
    let mut other = signed(6);
    other.note_mut().sign(&witness(2), 1000);
    checkpoint
        .note_mut()
        .add(other.note().signatures()[1].clone());
    let policy = Policy::of_keys([], [vkey(1), vkey(2)], 1);
    let evaluation = policy.evaluate(checkpoint.note());
    assert!(evaluation.signed && evaluation.witnessed);
    assert_eq!(evaluation.faults.len(), 1);
    assert!(!evaluation.holds());
}

#[test]
fn a_policy_that_names_a_log_wants_its_signature() {
    let other = SignerKey::from_seed(name("other.example/x"), Algorithm::Ed25519, &[50; 32]);
    let policy = Policy::of_keys([other.verifier().clone()], [], 0);
    assert!(!policy.evaluate(signed(5).note()).signed);
    assert!(policy.log_of(&name("other.example/x")).is_some());
    assert!(policy.log_of(&name("go.example/spring-cup")).is_none());
}

#[test]
fn each_fault_of_a_policy_is_told_with_its_line() {
    let (log, a, b) = (log_key().verifier().to_string(), vkey(1), vkey(2));
    let fault = |text: &str| {
        let refused = Policy::read(text.as_bytes()).unwrap_err();
        (refused.line, refused.fault)
    };
    let key = format!("witness a {a}\n");
    let two = format!("{key}witness b {b}\n");
    let form = PolicyFault::Form;
    assert_eq!(fault(""), (1, PolicyFault::NoQuorum));
    assert_eq!(fault("quorum none"), (1, PolicyFault::CutOff));
    assert_eq!(fault("quorum none\r\n"), (1, PolicyFault::Control));
    assert_eq!(
        fault("quorum none\nquorum none\n"),
        (2, PolicyFault::QuorumTwice)
    );
    assert_eq!(fault("quorum a\n"), (1, PolicyFault::Undefined("a".into())));
    assert_eq!(fault("quorum\n"), (1, form.clone()));
    assert_eq!(fault("Quorum none\n"), (1, form.clone()));
    assert_eq!(fault(&format!("log {log} a b\n")), (1, form.clone()));
    assert_eq!(fault("group g all\n"), (1, form));
    assert_eq!(
        fault(&format!("log {a}\n")),
        (
            1,
            PolicyFault::Algorithm {
                found: 4,
                expected: 1
            }
        )
    );
    assert_eq!(
        fault(&format!("witness w {log}\n")),
        (
            1,
            PolicyFault::Algorithm {
                found: 1,
                expected: 4
            }
        )
    );
    assert!(matches!(fault("log x\n"), (1, PolicyFault::Key(_))));
    assert_eq!(
        fault(&format!("log {log}\nlog {log}\n")),
        (2, PolicyFault::KeyTwice)
    );
    assert_eq!(
        fault(&format!("witness none {a}\n")),
        (1, PolicyFault::NameTaken("none".into()))
    );
    assert_eq!(
        fault(&format!("{key}witness a {b}\n")),
        (2, PolicyFault::NameTaken("a".into()))
    );
    for threshold in ["0", "3", "02", "-1", "half"] {
        let text = format!("{two}group g {threshold} a b\n");
        assert_eq!(
            fault(&text),
            (3, PolicyFault::Threshold(threshold.into(), 2))
        );
    }
    assert_eq!(
        fault(&format!("{two}group g 1 a a\n")),
        (3, PolicyFault::MemberTwice("a".into()))
    );
    assert_eq!(
        fault(&format!("{two}group g 1 a\ngroup h 1 a b\n")),
        (4, PolicyFault::MemberTwice("a".into()))
    );
    assert_eq!(
        fault(&format!("{two}group g 1 none\n")),
        (3, PolicyFault::Undefined("none".into()))
    );
    assert_eq!(
        fault(&format!("{two}group g 1 g\n")),
        (3, PolicyFault::Undefined("g".into()))
    );
}

proptest! {
    #[test]
    fn any_bytes_are_a_policy_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Policy::read(&bytes);
    }

    #[test]
    fn lines_in_any_order_are_a_policy_or_refused(order in proptest::collection::vec(0_usize..12, 0..14)) {
        let text = two_levels();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mixed: String = order.iter().map(|n| lines[n % lines.len()]).collect();
        let _ = Policy::read(mixed.as_bytes());
    }
}
