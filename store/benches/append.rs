//! Durable appends through the store's trait, against a plain file and against
//! bare sled made durable, which write the same bytes in the same run:
//!
//!     cargo bench -p fupan-store --bench append
//!
//! and then through the store with its Merkle tree and signed checkpoints against
//! one without either, alone with `-- proved`: in turns of a few batches, so that
//! whatever else the machine does meets both alike.
//!
//! The folder is made under the target folder, or where `FUPAN_BENCH_DIR` says; a
//! folder in memory would measure nothing.

#![expect(
    clippy::unwrap_used,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a measurement ends where something is wrong, and gives ratios"
)]

#[path = "../tests/support/mod.rs"]
mod support;

use fupan_replay::draft::Batch;
use fupan_store::{
    EventStore, Options, Proofs, ReadError, SledStore, State, Store,
    backend::{Backend, Found, KeptCheckpoint, KeptPerson, Place, Write, WriteError},
    layout,
    memory::MemoryBackend,
};
use std::{
    fs::{self, File, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, Barrier, Mutex},
    time::{Duration, Instant},
};
/// The program's own allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use support::{Log, Refusal, Signer, batch, clock_at, ledger, sequencer, stone};

/// Games that are played at the same time.
const GAMES: u64 = 60;
const ROUNDS: usize = 7;
const PROVED_ROUNDS: usize = 15;
/// How many batches each of the two writes before it is the other's turn.
const TURN: usize = 10;
/// For how many entries the three are measured in turn, batches of 1 and of 128.
const ENTRIES: [(usize, usize); 2] = [(1, 1000), (128, 128 * 150)];
const WRITERS: usize = 64;
const ENTRIES_A_WRITER: usize = 150;

type Pairs = Vec<(Vec<u8>, Vec<u8>)>;

/// A keeper that notes what would be put into the tree.
#[derive(Default)]
struct Recorder {
    inner: MemoryBackend,
    writes: Arc<Mutex<Vec<Pairs>>>,
}

impl Backend for Recorder {
    fn places(&self, from: u64, to: u64) -> Result<Vec<Place>, ReadError> {
        self.inner.places(from, to)
    }

    fn stream(&self, n: u32, from: u64, to: u64, max: usize) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.inner.stream(n, from, to, max)
    }

    fn find(&self, id: fupan_domain::ids::EntryId) -> Result<Option<Found>, ReadError> {
        self.inner.find(id)
    }

    fn listed(&self, from: u64) -> Result<Vec<Found>, ReadError> {
        self.inner.listed(from)
    }

    fn person(&self, c: fupan_domain::ids::Sha256) -> Result<Option<KeptPerson>, ReadError> {
        self.inner.person(c)
    }

    fn keep_person(&self, person: KeptPerson) -> Result<(), WriteError> {
        self.inner.keep_person(person)
    }

    fn people(&self) -> Result<Vec<(fupan_domain::ids::Sha256, KeptPerson)>, ReadError> {
        self.inner.people()
    }

    fn hashes(
        &self,
        level: u8,
        from: u64,
        to: u64,
    ) -> Result<Vec<fupan_domain::ids::Sha256>, ReadError> {
        self.inner.hashes(level, from, to)
    }

    fn make_hashes(&self, size: u64) -> Result<(), ReadError> {
        self.inner.make_hashes(size)
    }

    fn settle(&self) -> Result<(), WriteError> {
        self.inner.settle()
    }

    fn checkpoints(&self, from: u64) -> Result<Vec<KeptCheckpoint>, ReadError> {
        self.inner.checkpoints(from)
    }

    fn keep_checkpoint(&self, kept: &KeptCheckpoint, let_go: &[u64]) -> Result<(), WriteError> {
        self.inner.keep_checkpoint(kept, let_go)
    }

    fn write(&self, write: &Write<'_>) -> Result<(), WriteError> {
        let first = write.entries.first().map_or(0, |e| e.sealed.seq);
        let begun = layout::begun_block(first);
        let earlier = self.places(begun.start, begun.end).unwrap();
        let listed: Vec<_> = write.entries.iter().map(layout::Listed::of).collect();
        let mut pairs: Pairs = write.entries.iter().flat_map(layout::entry_pairs).collect();
        pairs.extend(layout::index_pairs(first, &listed, &earlier));
        self.writes.lock().unwrap().push(pairs);
        self.inner.write(write)
    }
}

fn folder() -> PathBuf {
    let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/bench");
    let folder = std::env::var_os("FUPAN_BENCH_DIR").map_or(PathBuf::from(target), PathBuf::from);
    let _none_yet = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn batches(round: usize, size: usize, entries: usize) -> Vec<Batch> {
    let first = u128::try_from(round * entries).unwrap();
    let stones: Vec<_> = (0..u64::try_from(entries).unwrap())
        .map(|n| stone(first + u128::from(n), n % GAMES))
        .collect();
    stones
        .chunks(size)
        .map(|chunk| batch(chunk.to_vec()))
        .collect()
}

fn rate(entries: usize, took: Duration) -> f64 {
    entries as f64 / took.as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What the three write: the same in each.
struct Load {
    batches: Vec<Vec<Batch>>,
    bytes: Vec<Vec<Vec<u8>>>,
    pairs: Vec<Vec<Pairs>>,
}

fn load(size: usize, entries: usize) -> Load {
    let writes = Arc::<Mutex<Vec<Pairs>>>::default();
    let recorder = Recorder {
        writes: writes.clone(),
        ..Recorder::default()
    };
    let store: Box<Log> =
        Box::new(Store::start(ledger(), recorder, State::empty(), clock_at(7), sequencer).unwrap());
    let mut load = Load {
        batches: vec![],
        bytes: vec![],
        pairs: vec![],
    };
    for round in 0..ROUNDS {
        let batches = batches(round, size, entries);
        let stored = batches.iter().map(|b| store.append(b.clone()).unwrap());
        let bytes = stored.map(|receipts| {
            let lines = receipts.iter().flat_map(|r| r.bytes.iter().copied());
            lines.collect::<Vec<u8>>()
        });
        load.bytes.push(bytes.collect());
        load.pairs.push(std::mem::take(&mut writes.lock().unwrap()));
        load.batches.push(batches);
    }
    load
}

fn plain(file: &mut File, writes: &[Vec<u8>]) -> Duration {
    let start = Instant::now();
    for bytes in writes {
        file.write_all(bytes).unwrap();
        file.sync_data().unwrap();
    }
    start.elapsed()
}

fn bare(db: &sled::Db, file: &File, writes: &[Pairs]) -> Duration {
    let start = Instant::now();
    for pairs in writes {
        let mut batch = sled::Batch::default();
        for (key, value) in pairs {
            batch.insert(&key[..], &value[..]);
        }
        db.apply_batch(batch).unwrap();
        db.flush().unwrap();
        file.sync_data().unwrap();
    }
    start.elapsed()
}

fn through_the_trait(store: &SledStore<Refusal>, batches: Vec<Batch>) -> Duration {
    let start = Instant::now();
    for batch in batches {
        store.append(batch).unwrap();
    }
    // What follows behind counts too.
    store.backend().settle().unwrap();
    start.elapsed()
}

/// Measures the three in turn, so that what else the machine does meets all alike.
fn one_writer(folder: &Path, size: usize, entries: usize) {
    let Load {
        batches,
        bytes,
        pairs,
    } = load(size, entries);
    let mut file = File::create(folder.join(format!("plain-{size}"))).unwrap();
    let sled_path = folder.join(format!("sled-{size}"));
    let config = sled::Config::new().path(&sled_path);
    let db = config.cache_capacity(32 << 20).open().unwrap();
    let db_file = OpenOptions::new()
        .write(true)
        .open(sled_path.join("db"))
        .unwrap();
    let path = folder.join(format!("store-{size}"));
    let store = SledStore::create(&path, ledger(), clock_at(7), sequencer).unwrap();
    let (mut rates, mut to_plain, mut to_bare) = ([vec![], vec![], vec![]], vec![], vec![]);
    for (batches, (bytes, pairs)) in batches.into_iter().zip(bytes.iter().zip(&pairs)) {
        let plain = rate(entries, plain(&mut file, bytes));
        let bare = rate(entries, bare(&db, &db_file, pairs));
        let ours = rate(entries, through_the_trait(&store, batches));
        to_plain.push(ours / plain);
        to_bare.push(ours / bare);
        for (rates, rate) in rates.iter_mut().zip([plain, bare, ours]) {
            rates.push(rate);
        }
    }
    let [plain, bare, ours] = rates.map(median);
    println!(
        "one writer, batches of {size}: plain file {plain:.0}/s, bare sled {bare:.0}/s, store {ours:.0}/s; \
         store to plain file {:.2}, to bare sled {:.2} (medians of {ROUNDS} rounds)",
        median(to_plain),
        median(to_bare)
    );
}

/// A store with its Merkle tree and signed checkpoints, or one without either.
fn store(folder: &Path, name: &str, proved: bool) -> SledStore<Refusal> {
    let options = Options {
        tree: proved,
        signer: proved.then(|| Arc::new(Signer::new(7)) as _),
        checkpoints: proved.then(|| folder.join(format!("{name}-checkpoints"))),
        ..Options::default()
    };
    SledStore::create(&folder.join(name), ledger(), options, sequencer).unwrap()
}

/// What tree and checkpoints cost: two stores in turn, the same entries in each.
fn proved(folder: &Path, size: usize, entries: usize) {
    let stores = [
        store(folder, &format!("without-{size}"), false),
        store(folder, &format!("with-{size}"), true),
    ];
    let (mut ratios, mut rates) = (vec![], [vec![], vec![]]);
    for round in 0..PROVED_ROUNDS {
        let mut took = [Duration::ZERO; 2];
        for (turn, batches) in batches(round, size, entries).chunks(TURN).enumerate() {
            // Each goes first as often as the other.
            for at in [turn % 2, 1 - turn % 2] {
                took[at] += through_the_trait(&stores[at], batches.to_vec());
            }
        }
        ratios.push(took[1].as_secs_f64() / took[0].as_secs_f64());
        for (rates, took) in rates.iter_mut().zip(took) {
            rates.push(rate(entries, took));
        }
    }
    let signed = stores[1].checkpoints(0).unwrap().len();
    let [without, with] = rates.map(median);
    println!(
        "batches of {size}: without tree and checkpoints {without:.0}/s, with {with:.0}/s, cost {:.1} % (median of {PROVED_ROUNDS} rounds in turns of {TURN} batches; {signed} kept)",
        (median(ratios) - 1.0) * 100.0
    );
}

fn many_writers(folder: &Path) {
    let store = store(folder, "store-many", true);
    let (mut ones, mut manys, mut ratios, mut waits) = (vec![], vec![], vec![], vec![]);
    for round in 0..ROUNDS {
        let one = rate(
            500,
            through_the_trait(&store, batches(1000 + round, 1, 500)),
        );
        let mut all = batches(round, 1, WRITERS * ENTRIES_A_WRITER);
        let ready = Barrier::new(WRITERS + 1);
        let start = std::thread::scope(|scope| {
            let mut threads = Vec::new();
            while !all.is_empty() {
                let mine = all.split_off(all.len() - ENTRIES_A_WRITER);
                let (store, ready) = (&store, &ready);
                threads.push(scope.spawn(move || {
                    ready.wait();
                    let timed = mine.into_iter().map(|batch| {
                        let start = Instant::now();
                        store.append(batch).unwrap();
                        start.elapsed().as_secs_f64() * 1000.0
                    });
                    timed.collect::<Vec<f64>>()
                }));
            }
            ready.wait();
            let start = Instant::now();
            for thread in threads {
                waits.extend(thread.join().unwrap());
            }
            start
        });
        let many = rate(WRITERS * ENTRIES_A_WRITER, start.elapsed());
        ones.push(one);
        manys.push(many);
        ratios.push(many / one);
    }
    waits.sort_by(f64::total_cmp);
    println!(
        "{WRITERS} writers, one entry each: {:.0}/s, one writer {:.0}/s, ratio {:.1}; p50 {:.2} ms, p99 {:.2} ms",
        median(manys),
        median(ones),
        median(ratios),
        waits[waits.len() / 2],
        waits[waits.len() * 99 / 100]
    );
}

fn main() {
    let folder = folder();
    if std::env::args().any(|asked| asked == "proved") {
        for (size, entries) in ENTRIES {
            proved(&folder, size, entries);
        }
        fs::remove_dir_all(&folder).unwrap();
        return;
    }
    for (size, entries) in ENTRIES {
        one_writer(&folder, size, entries);
    }
    for (size, entries) in ENTRIES {
        proved(&folder, size, entries);
    }
    many_writers(&folder);
    fs::remove_dir_all(&folder).unwrap();
}
