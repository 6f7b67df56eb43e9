//! Admission: what it sees of what waits, a queue that is full, one that is faulty.

use crate::*;

suite! {
    the_admission_sees_what_was_admitted_just_before
    a_full_queue_says_so
    what_waits_is_stored_before_the_store_closes
    a_faulty_admission_stops_the_store
    an_admission_that_cant_be_made_is_told
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
