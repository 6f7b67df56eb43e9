//! A store whose keeper fails: nothing is acknowledged that is not durable, and
//! nothing is shown of it. And the twins: whatever is asked of the store on disk
//! and of the one in memory, they answer alike.

#![expect(clippy::unwrap_used, reason = "a test ends where something is wrong")]

mod support;

use fupan_store::{
    AppendError, EventStore, Options, SledStore, State, Store,
    faulty::{Faulty, Plan},
    memory::{MemoryBackend, MemoryStore},
};
use proptest::prelude::*;
use support::*;

fn failing() -> (Store<Faulty<MemoryBackend>, Refusal>, Plan) {
    let plan = Plan::default();
    let backend = Faulty {
        inner: MemoryBackend::default(),
        plan: plan.clone(),
    };
    let state = State::empty();
    let store = Store::start(ledger(), backend, state, Options::default(), sequencer).unwrap();
    (store, plan)
}

#[test]
fn after_a_failed_write_nothing_is_stored_and_nothing_shown() {
    let (store, plan) = failing();
    let mut subscription = store.subscribe(None);
    store.append(batch(vec![stone(1, 1)])).unwrap();
    plan.fail_after(0);
    let failed = store.append(batch(vec![stone(2, 1), player(3, "聂卫平")]));
    assert_eq!(
        failed.unwrap_err().to_string(),
        "the store failed and must be opened again: write failed on purpose"
    );
    // The keeper has written it all the same; nobody is told so.
    assert_eq!(store.head().size, 1);
    assert_eq!(store.entry(1).unwrap(), None);
    assert_eq!(store.entries(0, 10).unwrap().len(), 1);
    assert_eq!(store.stream(&game(1), 0, 10).unwrap().len(), 1);
    assert_eq!(store.by_id(id(2)).unwrap(), None);
    assert_eq!(store.people().unwrap(), []);
    assert_eq!(subscription.try_next().unwrap().unwrap().seq, 0);
    assert_eq!(subscription.try_next(), Ok(None));
    // Not even a retry, a refusal or an erasure is answered any more: it might rest on what is lost.
    plan.fail_after(100);
    for again in [stone(1, 1), stone(1, 2), stone(9, 9)] {
        let failed = store.append(batch(vec![again])).unwrap_err();
        assert!(matches!(failed, AppendError::Failed(_)), "{failed:?}");
    }
    let erased = store.erase_person(fupan_domain::ids::Sha256::ZERO);
    assert!(matches!(erased, Err(AppendError::Failed(_))), "{erased:?}");
    let submitted = store.submit(batch(vec![stone(9, 9)]));
    assert!(matches!(submitted, Err(AppendError::Failed(_))));
    assert_eq!(&*store.failure().unwrap(), "write failed on purpose");
}

#[test]
fn a_panic_in_the_keeper_is_a_failure_and_no_more() {
    let (store, plan) = failing();
    plan.panic_after(1);
    store.append(batch(vec![stone(1, 1)])).unwrap();
    let failed = store.append(batch(vec![stone(2, 1)])).unwrap_err();
    assert_eq!(
        failed.to_string(),
        "the store failed and must be opened again: panicked: write panicked on purpose"
    );
    assert_eq!(store.head().size, 1);
}

#[test]
fn everybody_who_waits_is_told_of_a_failure() {
    let (store, plan) = failing();
    plan.fail_after(20);
    let told = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8_u64)
            .map(|writer| {
                let store = &store;
                scope.spawn(move || {
                    let mut stored = 0_u64;
                    loop {
                        let number = u128::from(writer * 1000 + stored);
                        match store.append(batch(vec![stone(number, writer)])) {
                            Ok(_) => stored += 1,
                            Err(AppendError::Failed(_)) => return stored,
                            Err(other) => panic!("{other:?}"),
                        }
                    }
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).sum::<u64>()
    });
    assert_eq!(told, store.head().size);
    check_store(&store);
}

#[test]
fn a_log_that_cant_be_read_is_told() {
    let (store, plan) = failing();
    store.append(batch(vec![stone(1, 1)])).unwrap();
    let mut subscription = store.subscribe(None);
    plan.fail_reads(true);
    assert!(store.entry(0).is_err());
    assert!(store.by_id(id(1)).is_err());
    assert!(store.last_seq_at(at(1)).is_err());
    assert!(subscription.try_next().is_err());
    // The admission could not look for a retry: that batch is refused, no more.
    let refused = store.append(batch(vec![stone(2, 1)])).unwrap_err();
    assert!(matches!(refused, AppendError::Refused(_)), "{refused:?}");
    plan.fail_reads(false);
    assert_eq!(subscription.try_next().unwrap().unwrap().seq, 0);
    store.append(batch(vec![stone(2, 1)])).unwrap();
    check_store(&store);
}

/// Something asked of a store.
#[derive(Clone, Debug)]
enum Ask {
    /// A batch of stones: number, game, expected version if any.
    Append(Vec<(u8, u8, Option<i8>)>),
    Player(u8),
    Erase(u8),
    Entries(u8, u8),
    Stream(u8, u8, u8),
    ById(u8),
    At(u8),
    Reopen,
}

fn asks() -> impl Strategy<Value = Vec<Ask>> {
    let stone = (
        any::<u8>(),
        0..4_u8,
        proptest::option::weighted(0.2, -1..6_i8),
    );
    let ask = prop_oneof![
        6 => proptest::collection::vec(stone, 1..5).prop_map(Ask::Append),
        1 => (0..6_u8).prop_map(Ask::Player),
        1 => (0..6_u8).prop_map(Ask::Erase),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(from, limit)| Ask::Entries(from, limit)),
        1 => (0..4_u8, any::<u8>(), any::<u8>()).prop_map(|(g, from, limit)| Ask::Stream(g, from, limit)),
        1 => any::<u8>().prop_map(Ask::ById),
        1 => any::<u8>().prop_map(Ask::At),
        1 => Just(Ask::Reopen),
    ];
    proptest::collection::vec(ask, 1..40)
}

fn named(number: u8) -> fupan_replay::draft::Proposal {
    player(1000 + u128::from(number), &format!("player {number}"))
}

/// What a store answers, in words.
fn answer(store: &Log, ask: &Ask) -> String {
    match ask {
        Ask::Append(stones) => {
            let stones = stones.iter().map(|(number, in_game, expect)| {
                let mut proposal = stone(u128::from(*number), u64::from(*in_game));
                proposal.expect = expect.map(i64::from);
                proposal
            });
            format!("{:?}", store.append(batch(stones.collect())))
        }
        Ask::Player(number) => format!("{:?}", store.append(batch(vec![named(*number)]))),
        Ask::Erase(number) => {
            let commitment = named(*number).person.unwrap().commitment().unwrap();
            let erased = store.erase_person(commitment).unwrap();
            format!(
                "{erased} {:?} {:?}",
                store.person(commitment),
                store.people()
            )
        }
        Ask::Entries(from, limit) => {
            format!("{:?}", store.entries(u64::from(*from), usize::from(*limit)))
        }
        Ask::Stream(in_game, from, limit) => {
            let stream = game(u64::from(*in_game));
            let entries = store.stream(&stream, u64::from(*from), usize::from(*limit));
            format!("{entries:?} {:?}", store.stream_head(&stream))
        }
        Ask::ById(number) => format!("{:?}", store.by_id(id(u128::from(*number)))),
        Ask::At(ms) => format!("{:?}", store.last_seq_at(at(i64::from(*ms)))),
        Ask::Reopen => String::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_twins_answer_alike(asks in asks()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup");
        let memory = MemoryStore::in_memory(ledger(), clock_at(77), sequencer).unwrap();
        let mut disk = SledStore::create(&path, ledger(), clock_at(77), sequencer).unwrap();
        for ask in &asks {
            if matches!(ask, Ask::Reopen) {
                let is_there = disk.head().size > 0;
                drop(disk);
                // Without an entry it is no ledger yet, and is made once more.
                let again = if is_there {
                    SledStore::open(&path, ledger(), clock_at(77), sequencer)
                } else {
                    SledStore::create(&path, ledger(), clock_at(77), sequencer)
                };
                disk = again.unwrap();
            }
            prop_assert_eq!(answer(&disk, ask), answer(&memory, ask));
            prop_assert_eq!(disk.head(), memory.head());
        }
        check_store(&disk);
        check_store(&memory);
        prop_assert_eq!(disk.streams(), memory.streams());
    }
}
