//! Records of people beside the log, and their end.

use crate::*;

suite! {
    a_name_is_kept_beside_the_log_until_it_is_erased
    an_entry_that_erases_a_person_takes_the_record_with_it
}

fn a_name_is_kept_beside_the_log_until_it_is_erased(kind: Kind) {
    let store = open(kind);
    let players = vec![player(1, "聂卫平"), player(2, "马晓春")];
    let commitments: Vec<Sha256> = players
        .iter()
        .map(|p| p.person.as_ref().unwrap().commitment().unwrap())
        .collect();
    let receipts = store.append(batch(players)).unwrap();
    assert!(!String::from_utf8_lossy(&receipts[0].bytes).contains("聂卫平"));
    let names = |store: &Log| -> Vec<String> {
        let people = commitments.iter().map(|c| store.person(*c).unwrap());
        people.flatten().map(|record| record.name).collect()
    };
    assert_eq!(names(&*store), ["聂卫平", "马晓春"]);
    assert_eq!(store.people().unwrap().len(), 2);

    assert!(store.erase_person(commitments[0]).unwrap());
    assert!(!store.erase_person(commitments[0]).unwrap());
    assert_eq!(names(&*store), ["马晓春"]);
    assert_eq!(store.people().unwrap()[0].0, commitments[1]);
    check_store(&*store);
    // A retry of the registration doesn't bring the name back.
    let again = store.append(batch(vec![player(1, "聂卫平")])).unwrap();
    assert!(again[0].known);
    assert_eq!(names(&*store), ["马晓春"]);
}

fn an_entry_that_erases_a_person_takes_the_record_with_it(kind: Kind) {
    let store = open(kind);
    let nie = player(1, "聂卫平");
    let commitment = nie.person.as_ref().unwrap().commitment().unwrap();
    let erasing = |number| {
        let text = format!(
            r#"{{"stream":"log","type":"person_erased","at":"2026-05-02T09:00:00.000Z","actor":"keeper","data":{{"person":"{commitment}","player":"p1","asked_by":"p1","reason":"r"}}}}"#
        );
        proposal(number, &text)
    };
    store.append(batch(vec![nie, player(2, "马晓春")])).unwrap();
    store.append(batch(vec![erasing(3), stone(4, 1)])).unwrap();
    assert_eq!(store.person(commitment).unwrap(), None);
    assert_eq!(store.people().unwrap().len(), 1);
    check_store(&*store);
    // A name that came in the same batch was never kept.
    let store = open(kind);
    store
        .append(batch(vec![player(1, "聂卫平"), erasing(2)]))
        .unwrap();
    assert_eq!(store.people().unwrap(), []);
    check_store(&*store);
}
