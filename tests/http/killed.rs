//! The program is killed in the middle of load and started again: what it had
//! acknowledged is there, what was handed in again is there once, and who
//! follows and comes back sees each entry once.

use crate::http::{
    client::{Answer, Client, Events},
    program::Program,
};
use fupan_tests::script;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex, RwLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

const KILLS: usize = 4;
const WRITERS: u128 = 4;
const READERS: usize = 3;
/// How many batches are acknowledged between two kills.
const BATCHES_A_LIFE: usize = 60;

/// A batch of a writer: three facts of the game, each with an id of its own.
fn batch(writer: u128, number: u128) -> Vec<Value> {
    let fact = |n: u128| {
        let id = uuid::Uuid::from_u128(
            0xbbbb_0000_0000_4000_8000_0000_0000_0000 | writer << 40 | number << 4 | n,
        );
        json!({"id": id.to_string(), "stream": "game/r1-b1", "type": "breach_observed",
            "at": "2026-05-01T10:00:00.000Z", "actor": "arb-1",
            "data": {"breach": "other", "facts": format!("{writer} {number} {n}")}})
    };
    (0..3).map(fact).collect()
}

/// A service that is killed now and then, as those see it who talk to it.
struct Venue {
    program: RwLock<Program>,
    token: String,
    acknowledged: AtomicUsize,
    over: AtomicBool,
    /// The seq of each entry that was acknowledged, by its id.
    receipts: Mutex<BTreeMap<String, u64>>,
}

impl Venue {
    fn over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Asks until there is an answer, however often the service dies meanwhile.
    fn until_answered(&self, ask: impl Fn(&Client) -> Option<Answer>) -> Answer {
        loop {
            // Held only while asking begins: a killed service answers nobody.
            let client = self.program.read().unwrap().another();
            match ask(&client) {
                Some(answer) if answer.status < 500 => return answer,
                _ => thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    fn write(&self, writer: u128) {
        let mut number = 0;
        while !self.over() {
            let drafts = json!(batch(writer, number));
            let answer = self.until_answered(|client| {
                let asking = client.post("/v1/ledgers/cup/entries").token(&self.token);
                asking.json(&drafts).try_send()
            });
            let receipt = answer.ok(201);
            let mut receipts = self.receipts.lock().unwrap();
            for entry in receipt["entries"].as_array().unwrap() {
                let id = entry["entry"]["id"].as_str().unwrap().to_owned();
                receipts.insert(id, entry["seq"].as_u64().unwrap());
            }
            drop(receipts);
            self.acknowledged.fetch_add(1, Ordering::SeqCst);
            number += 1;
        }
    }

    /// Follows the ledger from its beginning up to the entry of seq `last()`,
    /// coming back with the last id that was seen.
    fn read(&self, last: impl Fn() -> Option<u64>) -> Vec<u64> {
        let mut seen: Vec<u64> = Vec::new();
        loop {
            let client = self.program.read().unwrap().another();
            let mut asking = client.get("/v1/ledgers/cup/events");
            if let Some(last) = seen.last() {
                asking = asking.header("last-event-id", &last.to_string());
            }
            let mut events = asking.try_follow();
            while let Some(event) = events.as_mut().and_then(Events::next) {
                seen.push(event.id);
                if last() == Some(event.id) {
                    return seen;
                }
            }
            if last().is_some_and(|last| seen.last() == Some(&last)) {
                return seen;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_and_nothing_stored_or_seen_twice() {
    let program = Program::start();
    program.play("cup", &script::game("cn-2002"));
    let venue = Venue {
        token: program.token("cup", "arb-1"),
        program: RwLock::new(program),
        acknowledged: AtomicUsize::new(0),
        over: AtomicBool::new(false),
        receipts: Mutex::default(),
    };
    let last: Mutex<Option<u64>> = Mutex::new(None);
    let seen: Vec<Vec<u64>> = thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let venue = &venue;
                scope.spawn(move || venue.write(writer))
            })
            .collect();
        let readers: Vec<_> = (0..READERS)
            .map(|_| scope.spawn(|| venue.read(|| *last.lock().unwrap())))
            .collect();
        for life in 1..=KILLS {
            while venue.acknowledged.load(Ordering::SeqCst) < life * BATCHES_A_LIFE {
                thread::sleep(Duration::from_millis(1));
            }
            venue.program.write().unwrap().kill_and_start_again();
        }
        venue.over.store(true, Ordering::SeqCst);
        for writer in writers {
            writer.join().unwrap();
        }
        // One batch more, whose last entry all that follow see last. Its seq is known
        // before it is there: whoever sees it must not wait for another.
        let end = json!(batch(WRITERS, 0));
        let ledger = venue.until_answered(|client| client.get("/v1/ledgers/cup").try_send());
        let size = ledger.ok(200)["size"].as_u64().unwrap();
        *last.lock().unwrap() = Some(size + 2);
        let answer = venue.until_answered(|client| {
            let asking = client.post("/v1/ledgers/cup/entries").token(&venue.token);
            asking.json(&end).try_send()
        });
        let seq = answer.ok(201)["entries"][2]["seq"].as_u64();
        assert_eq!(seq, Some(size + 2));
        readers.into_iter().map(|r| r.join().unwrap()).collect()
    });
    let program = venue.program.into_inner().unwrap();
    let size = program.get("/v1/ledgers/cup").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    for ids in seen {
        assert_eq!(ids, (0..size).collect::<Vec<_>>());
    }
    let stored = stored(&program, size);
    let receipts = venue.receipts.into_inner().unwrap();
    assert!(receipts.len() >= 3 * KILLS * BATCHES_A_LIFE);
    for (id, seq) in &receipts {
        assert_eq!(stored[usize::try_from(*seq).unwrap()], *id, "entry {seq}");
    }
    let once: BTreeSet<&String> = stored.iter().collect();
    assert_eq!(once.len(), stored.len(), "an entry is there twice");
    let audit = program.get("/v1/ledgers/cup/audit").send().ok(200);
    assert_eq!(audit["verdict"], "sound", "{audit}");
}

/// The ids of all entries, in order.
fn stored(client: &Client, size: u64) -> Vec<String> {
    let mut ids = Vec::new();
    while u64::try_from(ids.len()).unwrap() < size {
        let after = match ids.len() {
            0 => String::new(),
            n => format!("&after={}", n - 1),
        };
        let part = client
            .get(&format!("/v1/ledgers/cup/entries?limit=1000{after}"))
            .send()
            .ok(200);
        for item in part["items"].as_array().unwrap() {
            ids.push(item["entry"]["id"].as_str().unwrap().to_owned());
        }
    }
    ids
}
