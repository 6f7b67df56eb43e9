//! Random changes of a valid bundle are refused, or change nothing that it says.

use fupan_tests::mutating::{Outcome, try_once};

#[test]
fn five_hundred_mutated_bundles_are_refused_or_say_the_same() {
    let mut refused = 0;
    for seed in 1..=500 {
        match try_once(seed) {
            Outcome::Refused => refused += 1,
            Outcome::Harmless => {}
            Outcome::Accepted(how) => panic!("accepted: {how}"),
        }
    }
    assert!(refused > 400, "only {refused} of 500 were refused");
}
