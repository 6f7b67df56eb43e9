//! What every store of a ledger must do, run against the one on disk and the
//! one in memory. What only a disk can show is in `disk.rs`.

#![expect(clippy::unwrap_used, reason = "a test ends where something is wrong")]

mod support;

use fupan_domain::ids::Sha256;
use fupan_replay::{
    entry::{self, Entry},
    sequencer::{Admit, ReadLog, SequenceError, Sequencer, Slot},
};
use fupan_store::{
    AppendError, OpenError, Opened, Options, ReadError, SledStore, memory::MemoryStore,
    store::BATCH_ENTRIES, subscription::SubscriptionError,
};
use std::{
    sync::{Arc, Condvar, Mutex},
    time::Duration,
};
use support::*;

type Admission = Result<Box<dyn Admit<Refusal = Refusal>>, ReadError>;
type Make<'a> = &'a mut dyn FnMut(&Opened<'_>) -> Admission;

/// A store to be tested, and what it stands on.
struct Made {
    store: Option<Box<Log>>,
    _folder: Option<tempfile::TempDir>,
}

impl std::ops::Deref for Made {
    type Target = Log;
    fn deref(&self) -> &Log {
        self.store.as_deref().unwrap()
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        // Before its folder goes.
        self.store = None;
    }
}

type Kind = fn(Options, Make<'_>) -> Result<Made, OpenError>;

fn on_disk(options: Options, make: Make<'_>) -> Result<Made, OpenError> {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::create(&folder.path().join("cup"), ledger(), options, make)?;
    Ok(Made {
        store: Some(Box::new(store)),
        _folder: Some(folder),
    })
}

fn in_memory(options: Options, make: Make<'_>) -> Result<Made, OpenError> {
    let store = MemoryStore::in_memory(ledger(), options, make)?;
    Ok(Made {
        store: Some(Box::new(store)),
        _folder: None,
    })
}

fn open(kind: Kind) -> Made {
    kind(Options::default(), &mut sequencer).unwrap()
}

/// Each test once for each kind of store.
macro_rules! suite {
    ($($name:ident)*) => {
        mod disk { $( #[test] fn $name() { super::$name(super::on_disk); } )* }
        mod memory { $( #[test] fn $name() { super::$name(super::in_memory); } )* }
    };
}

suite! {
    an_empty_ledger_has_nothing
    entries_come_back_by_seq_by_stream_and_by_id
    a_read_takes_no_more_than_its_limit
    a_batch_is_stored_whole_or_not_at_all
    a_retry_is_answered_with_what_is_there
    of_writers_with_the_same_expectation_one_wins
    the_same_draft_from_many_threads_is_stored_once
    many_writers_leave_one_sound_chain
    an_entry_is_found_by_the_time_of_its_acceptance
    time_never_runs_backwards
    a_name_is_kept_beside_the_log_until_it_is_erased
    an_entry_that_erases_a_person_takes_the_record_with_it
    long_entries_come_back_whole
    a_subscription_has_no_gap_and_nothing_twice
    a_slow_subscription_misses_nothing
    a_subscription_from_beyond_the_head_waits_for_its_place
    a_subscription_can_be_awaited
    a_subscription_ends_with_its_store
    a_batch_can_be_handed_in_and_awaited
    the_admission_sees_what_was_admitted_just_before
    a_full_queue_says_so
    what_waits_is_stored_before_the_store_closes
    a_batch_that_is_too_long_is_refused
    a_faulty_admission_stops_the_store
    an_admission_that_cant_be_made_is_told
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

/// Runs a future on this thread.
fn wait_for<F: Future>(future: F) -> F::Output {
    struct Thread(std::thread::Thread);
    impl std::task::Wake for Thread {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Thread(std::thread::current())).into();
    let mut context = std::task::Context::from_waker(&waker);
    let mut future = std::pin::pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            std::task::Poll::Ready(value) => return value,
            std::task::Poll::Pending => std::thread::park(),
        }
    }
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

/// A gate that holds the admission up, so that what comes meanwhile forms one group.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    fn pass(&self) {
        let open = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(open, |open| !*open).unwrap());
    }
}

/// The length of game 1, whether its first entry is found, whether a person is.
type Seen = Arc<Mutex<Vec<(usize, bool, bool)>>>;

/// An admission that waits at a gate, and writes down what it sees of the log.
struct Gated {
    inner: Sequencer,
    gate: Gate,
    seen: Seen,
}

impl Admit for Gated {
    type Refusal = Refusal;

    fn admit(
        &mut self,
        batch: &fupan_replay::draft::Batch,
        now: fupan_domain::Timestamp,
        log: &dyn ReadLog,
    ) -> Result<Vec<Slot>, Refusal> {
        self.gate.pass();
        let game = log.stream_entries(&game(1), 0).unwrap();
        let first = log.entry_by_id(id(0)).unwrap().is_some();
        let person = player(900, "聂卫平").person.unwrap().commitment().unwrap();
        let known = log.person(person).unwrap().is_some();
        self.seen.lock().unwrap().push((game.len(), first, known));
        self.inner.admit(batch, now, log)
    }
}

fn gated(kind: Kind) -> (Made, Gate, Seen) {
    let (gate, seen) = (Gate::default(), Arc::default());
    let mut make = |opened: &Opened<'_>| -> Admission {
        Ok(Box::new(Gated {
            inner: Sequencer::new(opened.ledger.clone()),
            gate: gate.clone(),
            seen: Arc::clone(&seen),
        }))
    };
    let store = kind(Options::default(), &mut make).unwrap();
    (store, gate, seen)
}

fn the_admission_sees_what_was_admitted_just_before(kind: Kind) {
    let (store, gate, seen) = gated(kind);
    // The first one goes alone, and the others wait for it and go together.
    let batches = [stone(0, 1), stone(1, 1), player(900, "聂卫平"), stone(2, 1)];
    let pending: Vec<_> = batches
        .into_iter()
        .map(|p| store.submit(batch(vec![p])).unwrap())
        .collect();
    gate.open();
    for pending in pending {
        pending.wait().unwrap();
    }
    let expected = [
        (0, false, false),
        (1, true, false),
        (2, true, false),
        (2, true, true),
    ];
    assert_eq!(*seen.lock().unwrap(), expected);
}

fn a_full_queue_says_so(kind: Kind) {
    let (store, gate, _) = gated(kind);
    let mut pending = vec![];
    let busy = loop {
        let number = u128::try_from(pending.len()).unwrap();
        match store.submit(batch(vec![stone(number, 1)])) {
            Ok(accepted) => pending.push(accepted),
            Err(error) => break error,
        }
        assert!(pending.len() < 5000, "the queue has no end");
    };
    assert!(
        matches!(busy, AppendError::Busy { max: 1024, .. }),
        "{busy:?}"
    );
    gate.open();
    let stored = pending.into_iter().map(|p| p.wait().unwrap().len());
    assert_eq!(
        u64::try_from(stored.sum::<usize>()).unwrap(),
        store.head().size
    );
}

fn what_waits_is_stored_before_the_store_closes(kind: Kind) {
    let (store, gate, _) = gated(kind);
    let pending: Vec<_> = (0..200)
        .map(|number| store.submit(batch(vec![stone(number, 1)])).unwrap())
        .collect();
    gate.open();
    drop(store);
    for (seq, pending) in (0..).zip(pending) {
        assert_eq!(pending.wait().unwrap()[0].seq, seq);
    }
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

/// An admission that breaks its word: it seals an entry and seals it again.
struct Stutters(Sequencer);

impl Admit for Stutters {
    type Refusal = Refusal;

    fn admit(
        &mut self,
        batch: &fupan_replay::draft::Batch,
        now: fupan_domain::Timestamp,
        log: &dyn ReadLog,
    ) -> Result<Vec<Slot>, Refusal> {
        self.0.clone().admit(batch, now, log)
    }
}

fn a_faulty_admission_stops_the_store(kind: Kind) {
    let mut make = |opened: &Opened<'_>| -> Admission {
        Ok(Box::new(Stutters(Sequencer::new(opened.ledger.clone()))))
    };
    let store = kind(Options::default(), &mut make).unwrap();
    store.append(batch(vec![stone(1, 1)])).unwrap();
    for _ in 0..2 {
        let failed = store.append(batch(vec![stone(2, 1)])).unwrap_err();
        let AppendError::Failed(why) = failed else {
            panic!("{failed:?}");
        };
        assert!(why.contains("the admission gave seq 0"), "{why}");
    }
    assert_eq!(store.head().size, 1);
    check_store(&*store);
}

fn an_admission_that_cant_be_made_is_told(kind: Kind) {
    let mut make =
        |_: &Opened<'_>| -> Admission { Err(ReadError("game r1-b1 makes no sense".into())) };
    let error = kind(Options::default(), &mut make).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the ledger's state can't be rebuilt: the log can't be read: game r1-b1 makes no sense"
    );
}
