//! What is read of a ledger: by seq, by stream, by id, by time, long entries too.

use crate::*;

suite! {
    an_empty_ledger_has_nothing
    entries_come_back_by_seq_by_stream_and_by_id
    a_read_takes_no_more_than_its_limit
    an_entry_is_found_by_the_time_of_its_acceptance
    long_entries_come_back_whole
}

fn an_empty_ledger_has_nothing(kind: Kind) {
    let store = open(kind);
    check_store(&*store);
    assert_eq!(store.ledger(), &ledger());
    assert_eq!((store.head().size, store.head().hash), (0, Sha256::ZERO));
    assert_eq!(store.entry(0).unwrap(), None);
    assert_eq!(store.entries(0, 10).unwrap(), []);
    assert_eq!(store.stream(&game(1), 0, 10).unwrap(), []);
    assert_eq!(store.stream_head(&game(1)), None);
    assert_eq!(store.by_id(id(1)).unwrap(), None);
    assert_eq!(store.last_seq_at(at(5)).unwrap(), None);
    assert_eq!(store.people().unwrap(), []);
    assert_eq!(store.append(batch(vec![])).unwrap(), []);
    assert_eq!(store.failure(), None);
}

fn entries_come_back_by_seq_by_stream_and_by_id(kind: Kind) {
    let store = open(kind);
    let mut receipts = vec![];
    // Enough for several blocks of places, begun and ended in the middle of one.
    for size in [1_u64, 5, 30, 64, 1, 31] {
        let first = u128::try_from(receipts.len()).unwrap();
        let stones = (0..size).map(|n| stone(first + u128::from(n), n % 3));
        receipts.extend(store.append(batch(stones.collect())).unwrap());
    }
    check_store(&*store);
    for (seq, (receipt, bytes)) in (0..).zip(receipts.iter().zip(all(&*store))) {
        assert_eq!((receipt.seq, receipt.known), (seq, false));
        assert_eq!(receipt.bytes, bytes);
        assert_eq!(receipt.hash, entry::hash(&bytes));
        assert_eq!(Entry::read(&bytes).unwrap().id, id(u128::from(seq)));
    }
}

fn a_read_takes_no_more_than_its_limit(kind: Kind) {
    let store = open(kind);
    let stones = (0..100).map(|n| stone(n, 1)).collect();
    store.append(batch(stones)).unwrap();
    let entries = all(&*store);
    assert_eq!(store.entries(10, 5).unwrap(), entries[10..15]);
    assert_eq!(store.entries(98, 5).unwrap(), entries[98..]);
    assert_eq!(store.entries(100, 5).unwrap(), []);
    assert_eq!(store.entries(u64::MAX, usize::MAX).unwrap(), []);
    assert_eq!(store.entries(0, 0).unwrap(), []);
    assert_eq!(store.stream(&game(1), 31, 33).unwrap(), entries[31..64]);
    assert_eq!(store.stream(&game(1), 99, 1).unwrap(), entries[99..]);
    assert_eq!(store.stream(&game(1), 100, 1).unwrap(), []);
    assert_eq!(store.stream(&game(1), u64::MAX, usize::MAX).unwrap(), []);
    assert_eq!(store.stream(&game(1), 0, 0).unwrap(), []);
}

fn an_entry_is_found_by_the_time_of_its_acceptance(kind: Kind) {
    let now = Arc::new(Mutex::new(0));
    let shown = now.clone();
    let options = Options {
        clock: Box::new(move || at(*shown.lock().unwrap())),
        ..Options::default()
    };
    let store = kind(options, &mut sequencer).unwrap();
    for (number, ms) in (0..).zip([10, 10, 20, 35, 35, 35, 90]) {
        *now.lock().unwrap() = ms;
        store.append(batch(vec![stone(number, 1)])).unwrap();
    }
    let asked = [9, 10, 11, 20, 34, 35, 89, 90, 1000].map(at);
    let found = asked.map(|moment| store.last_seq_at(moment).unwrap());
    let expected = [
        None,
        Some(1),
        Some(1),
        Some(2),
        Some(2),
        Some(5),
        Some(5),
        Some(6),
        Some(6),
    ];
    assert_eq!(found, expected);
}

fn long_entries_come_back_whole(kind: Kind) {
    let store = open(kind);
    // Around the length of one and of two pieces, and the longest that there is.
    let mut number = 0;
    for length in (500..800)
        .step_by(20)
        .chain((1500..1700).step_by(20))
        .chain([64_000, 65_000])
    {
        let entries = vec![complaint(number, 1, length), stone(number + 1, 1)];
        store.append(batch(entries)).unwrap();
        number += 2;
    }
    for _ in 0..10 {
        let entries = (0..4).map(|n| complaint(number + n, 2, 64_500)).collect();
        store.append(batch(entries)).unwrap();
        number += 4;
    }
    check_store(&*store);
    let too_long = store.append(batch(vec![complaint(number, 1, 65_400)]));
    assert!(
        matches!(
            too_long,
            Err(AppendError::Refused((0, SequenceError::TooLong { .. })))
        ),
        "{too_long:?}"
    );
}
