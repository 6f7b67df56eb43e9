//! Every code of the table of problems, by what really leads to it: through the
//! socket of a service or on the command line.

mod broken;
mod kept;
mod refused;
mod requests;
mod typed;

use fupan::problem::KINDS;
use std::collections::BTreeMap;

/// What leads to a problem, and the code of the one that came.
type Way = fn() -> String;

#[test]
fn every_error_code_of_the_table_is_produced_by_a_test() {
    let ways: Vec<(&str, Way)> = [requests::WAYS, broken::WAYS, typed::WAYS, kept::WAYS].concat();
    let mut produced: BTreeMap<&str, String> = BTreeMap::new();
    for (code, way) in ways {
        let before = produced.insert(code, way());
        assert_eq!(before, None, "two ways lead to {code}");
    }
    for (code, found) in refused::all() {
        let before = produced.insert(code, found);
        assert_eq!(before, None, "two ways lead to {code}");
    }
    let astray: Vec<_> = produced
        .iter()
        .filter(|(code, found)| *code != found)
        .collect();
    assert!(
        astray.is_empty(),
        "what should lead to a code led to another: {astray:?}"
    );
    let listed: Vec<&str> = KINDS.iter().map(|kind| kind.code).collect();
    let missing: Vec<&&str> = listed
        .iter()
        .filter(|c| !produced.contains_key(**c))
        .collect();
    assert!(missing.is_empty(), "nothing leads to {missing:?}");
    let unlisted: Vec<&&str> = produced.keys().filter(|c| !listed.contains(c)).collect();
    assert!(unlisted.is_empty(), "not in the table: {unlisted:?}");
}
