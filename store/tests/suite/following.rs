//! Subscriptions: what is stored, then what comes, without a gap.

use crate::*;

suite! {
    a_subscription_has_no_gap_and_nothing_twice
    a_slow_subscription_misses_nothing
    a_subscription_from_beyond_the_head_waits_for_its_place
    a_subscription_can_be_awaited
    a_subscription_ends_with_its_store
}

fn append_in_threads(store: &Log, writers: u64, each: u64) {
    std::thread::scope(|scope| {
        for writer in 0..writers {
            scope.spawn(move || {
                for n in 0..each {
                    let number = u128::from(writer * 10_000 + n);
                    store.append(batch(vec![stone(number, writer)])).unwrap();
                }
            });
        }
    });
}

fn a_subscription_has_no_gap_and_nothing_twice(kind: Kind) {
    let store = open(kind);
    append_in_threads(&*store, 1, 10);
    std::thread::scope(|scope| {
        let readers: Vec<_> = [None, Some(0), Some(4), Some(9), Some(20)]
            .into_iter()
            .map(|after| {
                let mut subscription = store.subscribe(after);
                scope.spawn(move || {
                    let first = after.map_or(0, |seq| seq + 1);
                    for seq in first..10 + 4 * 30 {
                        let limit = Duration::from_mins(1);
                        let stored = subscription.next_within(limit).unwrap().unwrap();
                        assert_eq!(stored.seq, seq);
                        assert_eq!(Entry::read(&stored.bytes).unwrap().seq, seq);
                    }
                    assert_eq!(subscription.try_next(), Ok(None));
                })
            })
            .collect();
        for writer in 1..5_u64 {
            let store = &*store;
            scope.spawn(move || {
                for n in 0..30 {
                    let number = u128::from(writer * 10_000 + n);
                    store.append(batch(vec![stone(number, writer)])).unwrap();
                }
            });
        }
        for reader in readers {
            reader.join().unwrap();
        }
    });
}

fn a_slow_subscription_misses_nothing(kind: Kind) {
    let store = open(kind);
    let mut subscription = store.subscribe(None);
    for number in 0..20 {
        let stones = (0..50).map(|n| stone(number * 50 + n, 1)).collect();
        store.append(batch(stones)).unwrap();
    }
    for seq in 0..1000 {
        assert_eq!(subscription.try_next().unwrap().unwrap().seq, seq);
    }
    assert_eq!(subscription.try_next(), Ok(None));
    assert_eq!(subscription.next_within(Duration::from_millis(5)), Ok(None));
}

fn a_subscription_from_beyond_the_head_waits_for_its_place(kind: Kind) {
    let store = open(kind);
    let mut subscription = store.subscribe(Some(4));
    for number in 0..6 {
        assert_eq!(subscription.try_next(), Ok(None));
        store.append(batch(vec![stone(number, 1)])).unwrap();
    }
    assert_eq!(subscription.try_next().unwrap().unwrap().seq, 5);
}

fn a_subscription_can_be_awaited(kind: Kind) {
    let store = open(kind);
    std::thread::scope(|scope| {
        let mut subscription = store.subscribe(None);
        let reader = scope.spawn(move || {
            for seq in 0..30 {
                assert_eq!(wait_for(subscription.next()).unwrap().seq, seq);
            }
        });
        append_in_threads(&*store, 3, 10);
        reader.join().unwrap();
    });
}

fn a_subscription_ends_with_its_store(kind: Kind) {
    let store = open(kind);
    append_in_threads(&*store, 1, 2);
    let mut ready = store.subscribe(None);
    let mut waiting = store.subscribe(Some(1));
    let mut awaiting = store.subscribe(Some(1));
    assert_eq!(ready.try_next().unwrap().unwrap().seq, 0);
    let thread = std::thread::spawn(move || waiting.next_within(Duration::from_mins(1)));
    let future = std::thread::spawn(move || wait_for(awaiting.next()));
    drop(store);
    // What it had read ahead it still gives.
    assert_eq!(ready.try_next().unwrap().unwrap().seq, 1);
    assert_eq!(ready.try_next(), Err(SubscriptionError::Closed));
    assert_eq!(thread.join().unwrap(), Err(SubscriptionError::Closed));
    assert_eq!(future.join().unwrap(), Err(SubscriptionError::Closed));
}
