//! What is written: batches whole or not at all, retries, many writers at once.

use crate::*;

suite! {
    a_batch_is_stored_whole_or_not_at_all
    a_retry_is_answered_with_what_is_there
    of_writers_with_the_same_expectation_one_wins
    the_same_draft_from_many_threads_is_stored_once
    many_writers_leave_one_sound_chain
    time_never_runs_backwards
    a_batch_can_be_handed_in_and_awaited
    a_batch_that_is_too_long_is_refused
}

fn a_batch_is_stored_whole_or_not_at_all(kind: Kind) {
    let store = open(kind);
    store.append(batch(vec![stone(1, 1)])).unwrap();
    let mut stale = stone(3, 1);
    stale.expect = Some(7);
    let refused = store.append(batch(vec![stone(2, 2), stale, stone(4, 4)]));
    let Err(AppendError::Refused((1, SequenceError::Stale { actual: 0, .. }))) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(store.head().size, 1);
    assert_eq!(store.by_id(id(2)).unwrap(), None);
    assert_eq!(store.stream_head(&game(2)), None);
    // The refusal left nothing behind that would be in the way.
    store.append(batch(vec![stone(2, 2), stone(3, 1)])).unwrap();
    check_store(&*store);
}

fn a_retry_is_answered_with_what_is_there(kind: Kind) {
    let store = open(kind);
    let first = store.append(batch(vec![stone(1, 1), stone(2, 1)])).unwrap();
    let again = store
        .append(batch(vec![stone(2, 1), stone(3, 1), stone(1, 1)]))
        .unwrap();
    let facts: Vec<_> = again.iter().map(|r| (r.seq, r.known)).collect();
    assert_eq!(facts, [(1, true), (2, false), (0, true)]);
    assert_eq!(again[0].bytes, first[1].bytes);
    assert_eq!(again[2].hash, first[0].hash);
    let other = store.append(batch(vec![stone(1, 2)]));
    assert!(
        matches!(
            other,
            Err(AppendError::Refused((
                0,
                SequenceError::IdReused { seq: 0, .. }
            )))
        ),
        "{other:?}"
    );
    assert_eq!(store.head().size, 3);
}

fn of_writers_with_the_same_expectation_one_wins(kind: Kind) {
    let store = open(kind);
    let wins = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..16)
            .map(|n| {
                let store = &*store;
                scope.spawn(move || {
                    let mut first = stone(n, 1);
                    first.expect = Some(-1);
                    store.append(batch(vec![first])).is_ok()
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|t| t.join().unwrap())
            .filter(|won| *won)
            .count()
    });
    assert_eq!((wins, store.head().size), (1, 1));
}

fn the_same_draft_from_many_threads_is_stored_once(kind: Kind) {
    let store = open(kind);
    let receipts: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..16)
            .map(|_| scope.spawn(|| store.append(batch(vec![stone(9, 1)])).unwrap()))
            .collect();
        let joined = threads.into_iter().map(|t| t.join().unwrap());
        joined.flatten().collect()
    });
    assert_eq!(receipts.iter().filter(|r| !r.known).count(), 1);
    assert!(receipts.iter().all(|r| r.bytes == receipts[0].bytes));
    assert_eq!(store.head().size, 1);
}

fn many_writers_leave_one_sound_chain(kind: Kind) {
    let store = open(kind);
    std::thread::scope(|scope| {
        for writer in 0..8_u64 {
            let store = &*store;
            scope.spawn(move || {
                for n in 0..20_u64 {
                    let number = |k: u64| u128::from(writer * 1000 + n * 10 + k);
                    let stones = (0..=n % 3).map(|k| stone(number(k), writer));
                    let receipts = store.append(batch(stones.collect())).unwrap();
                    for receipt in receipts {
                        // What was acknowledged is there to be read at once.
                        let read = store.entry(receipt.seq).unwrap();
                        assert_eq!(read, Some(receipt.bytes));
                    }
                }
            });
        }
    });
    check_store(&*store);
    assert_eq!(store.head().size, 8 * (7 + 14 + 18));
}

fn time_never_runs_backwards(kind: Kind) {
    let times = Arc::new(Mutex::new(vec![50, 80, 100]));
    let options = Options {
        clock: Box::new(move || at(times.lock().unwrap().pop().unwrap_or(1))),
        ..Options::default()
    };
    let store = kind(options, &mut sequencer).unwrap();
    for number in 0..4 {
        store.append(batch(vec![stone(number, 1)])).unwrap();
    }
    check_store(&*store);
    assert_eq!(store.head().recorded_at, Some(at(100)));
}

fn a_batch_can_be_handed_in_and_awaited(kind: Kind) {
    let store = open(kind);
    let pending: Vec<_> = (0..50)
        .map(|number| store.submit(batch(vec![stone(number, 1)])).unwrap())
        .collect();
    for (seq, pending) in (0..).zip(pending) {
        let receipts = if seq % 2 == 0 {
            pending.wait()
        } else {
            wait_for(pending)
        };
        assert_eq!(receipts.unwrap()[0].seq, seq);
    }
    let refused = store.submit(batch(vec![stone(1, 2)])).unwrap().wait();
    assert!(
        matches!(refused, Err(AppendError::Refused(_))),
        "{refused:?}"
    );
    check_store(&*store);
}

fn a_batch_that_is_too_long_is_refused(kind: Kind) {
    let store = open(kind);
    let stones = vec![stone(1, 1); BATCH_ENTRIES + 1];
    let refused = store.append(batch(stones));
    let Err(AppendError::TooLong { entries, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(entries, BATCH_ENTRIES + 1);
}
