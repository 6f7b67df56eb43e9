//! A ledger of a million entries: its size, its memory, how long it takes to open
//! after kill -9, to read whole games from it, and to prove single entries:
//!
//!     cargo bench -p fupan-store --bench million
//!
//! `FUPAN_BENCH_ENTRIES` takes another number, `FUPAN_BENCH_DIR` another folder.
//! Linux only: memory is read from /proc.

#![expect(
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a measurement ends where something is wrong"
)]

#[path = "../tests/support/mod.rs"]
mod support;

use fupan_store::{EventStore, Options, Proofs, SledStore, proofs};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use support::{Log, Refusal, Signer, batch, game, ledger, sequencer, stone};

/// Entries of a game.
const GAME_ENTRIES: u64 = 400;
/// Games that are played at the same time.
const BOARDS: u64 = 50;
const BATCH: u64 = 128;
const READS: usize = 3000;

fn entries() -> u64 {
    let entries = std::env::var("FUPAN_BENCH_ENTRIES").ok();
    entries.and_then(|n| n.parse().ok()).unwrap_or(1_000_000)
}

fn folder() -> PathBuf {
    let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/million");
    std::env::var_os("FUPAN_BENCH_DIR").map_or(PathBuf::from(target), PathBuf::from)
}

/// Resident memory in MiB.
fn resident() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmRSS")).unwrap();
    let kib: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kib / 1024.0
}

fn size(path: &Path) -> u64 {
    let files = fs::read_dir(path).unwrap().map(|file| file.unwrap());
    files
        .map(|file| match file.metadata().unwrap() {
            meta if meta.is_dir() => size(&file.path()),
            meta => meta.len(),
        })
        .sum()
}

/// The games are played in rounds of so many boards, stone by stone in turn.
fn game_of(seq: u64) -> u64 {
    let round = seq / (BOARDS * GAME_ENTRIES);
    round * BOARDS + seq % BOARDS
}

/// As a service opens it: with its tree, signed for.
fn signing(path: &Path) -> Options {
    Options {
        signer: Some(Arc::new(Signer::new(7))),
        checkpoints: path.parent().map(|folder| folder.join("checkpoints")),
        ..Options::default()
    }
}

/// Builds the ledger and stays open until it is killed.
fn build(path: &Path) {
    let store = SledStore::create(path, ledger(), signing(path), sequencer).unwrap();
    let start = Instant::now();
    let total = entries();
    for first in (0..total).step_by(usize::try_from(BATCH).unwrap()) {
        let seqs = first..(first + BATCH).min(total);
        let stones = seqs.map(|seq| stone(u128::from(seq), game_of(seq)));
        store.append(batch(stones.collect())).unwrap();
    }
    println!(
        "built in {:.1} s with the making of drafts, {:.0} MiB resident",
        start.elapsed().as_secs_f64(),
        resident()
    );
    println!("ready");
    std::io::stdout().flush().unwrap();
    loop {
        std::thread::park();
    }
}

fn build_and_kill(path: &Path) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .arg("build")
        .arg(path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in lines
        .map_while(Result::ok)
        .take_while(|line| line != "ready")
    {
        println!("{line}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

fn read_games(store: &Log, what: &str) {
    let games = entries() / GAME_ENTRIES;
    let mut times = Vec::with_capacity(READS);
    for n in 0..READS {
        let number = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let stream = game(number % games.max(1));
        let start = Instant::now();
        let read = store.stream(&stream, 0, usize::MAX).unwrap();
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        assert!(!read.is_empty());
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{what}: {READS} whole games at random, p50 {:.2} ms, p99 {:.2} ms, longest {:.2} ms; {:.0} MiB resident",
        times[READS / 2],
        times[READS * 99 / 100],
        times[READS - 1],
        resident()
    );
}

/// Proofs of single entries, drawn at random: from the entry and the tree to the text
/// that is handed on, held against the signed root before it is.
fn prove(store: &SledStore<Refusal>) {
    while store
        .checkpoint()
        .is_none_or(|signed| signed.checkpoint().size() < entries())
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    let (mut times, mut longest) = (Vec::with_capacity(READS), 0);
    for n in 0..READS {
        let number = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let start = Instant::now();
        let proof = proofs::tlog_proof(store, number % entries()).unwrap();
        let text = proof.to_string();
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        longest = longest.max(text.len());
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{READS} proofs of inclusion at random, p50 {:.3} ms, p99 {:.3} ms, longest {:.3} ms; at most {longest} bytes with the signed checkpoint",
        times[READS / 2],
        times[READS * 99 / 100],
        times[READS - 1],
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, build_it, path] = &arguments[..]
        && build_it == "build"
    {
        return build(Path::new(path));
    }
    let folder = folder();
    let _none_yet = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("cup");
    println!(
        "{} entries in {} streams",
        entries(),
        entries() / GAME_ENTRIES
    );
    build_and_kill(&path);
    let start = Instant::now();
    let store = SledStore::open(&path, ledger(), signing(&path), sequencer).unwrap();
    println!(
        "opened after kill -9 in {:.2} s, {:.0} MiB resident, {} bytes an entry on disk",
        start.elapsed().as_secs_f64(),
        resident(),
        size(&path) / entries()
    );
    assert_eq!(store.head().size, entries());
    for what in ["first reads", "again", "and again"] {
        read_games(&store, what);
    }
    prove(&store);
    prove(&store);
    let start = Instant::now();
    let mut read = 0;
    while let Ok(entries) = store.entries(read, 1024)
        && !entries.is_empty()
    {
        read += entries.len() as u64;
    }
    println!(
        "all {read} entries in order in {:.1} s; {:.0} MiB resident",
        start.elapsed().as_secs_f64(),
        resident()
    );
    let moment = store.head().recorded_at.unwrap();
    let start = Instant::now();
    let last = store.last_seq_at(moment).unwrap();
    println!(
        "entry {last:?} found by time in {:.2} ms",
        start.elapsed().as_secs_f64() * 1000.0
    );
    drop(store);
    let start = Instant::now();
    drop(SledStore::open(&path, ledger(), signing(&path), sequencer).unwrap());
    println!(
        "opened and closed in order in {:.2} s",
        start.elapsed().as_secs_f64()
    );
    fs::remove_dir_all(&folder).unwrap();
}
