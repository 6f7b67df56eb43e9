//! How fast a bundle is verified, and in how much memory: the program itself as
//! a process, on a bundle of a million entries (`FUPAN_ENTRIES` for another
//! number, `FUPAN_BUNDLE` for a file that is kept between runs), beside bare
//! hashing of the same bytes: `cargo bench -p fupan --bench verify`.

#![expect(
    clippy::float_arithmetic,
    reason = "a measurement gives rates and ratios"
)]

use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::{
    bundle::{Blocks, Bundle, BundleWriter, CHECKPOINT, Compression, ENTRIES, MANIFEST, Manifest},
    drafts, entry,
    proof::{
        checkpoint::{Checkpoint, origin},
        key::{Algorithm, SignerKey},
        tree::{Frontier, TreeState},
    },
};
use std::{
    fmt::Write as _,
    fs::{self, File},
    io::BufWriter,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const STONES: usize = 199;
const BOARDS: usize = 125;
const ENTRIES_A_GAME: usize = 2 * STONES + 3;
const RUNS: usize = 3;

fn main() {
    // What `cargo test` passes to benches means nothing here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let wanted = std::env::var("FUPAN_ENTRIES").ok();
    let wanted = wanted.and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let folder = tempfile::tempdir().expect("a folder for the bundle");
    let path = std::env::var_os("FUPAN_BUNDLE")
        .map_or_else(|| folder.path().join("bench.zip"), PathBuf::from);
    if !path.exists() {
        write_bundle(&path, wanted / ENTRIES_A_GAME);
    }
    let key = key().verifier().to_string();
    let (entries, bytes, bare) = bare_hashing(&path);
    println!(
        "{entries} entries, {bytes} bytes; bare hashing of leaves and nodes: {:.0} entries/s",
        rate(entries, bare)
    );
    for only_log in [true, false] {
        let what = if only_log { "chain and tree" } else { "whole" };
        for _ in 0..RUNS {
            let (took, kib) = verify(&path, &key, only_log);
            println!(
                "{what}: {:.0} entries/s, {:.2} of bare hashing, at most {} MiB",
                rate(entries, took),
                rate(entries, took) / rate(entries, bare),
                kib / 1024
            );
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
#[expect(clippy::float_arithmetic, reason = "a figure for people")]
fn rate(entries: u64, took: Duration) -> f64 {
    entries as f64 / took.as_secs_f64()
}

fn name() -> LedgerName {
    "bench".parse().expect("a slug")
}

fn key() -> SignerKey {
    let name = origin("bench.example", &name()).expect("a key's name");
    SignerKey::from_seed(name, Algorithm::Ed25519, &[1; 32])
}

/// Runs the program, and sees how much memory it had at most.
fn verify(path: &Path, key: &str, only_log: bool) -> (Duration, u64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fupan"));
    command.arg("verify").arg(path).args(["--key", key]);
    if only_log {
        command.args(["--only", "log"]);
    }
    let began = Instant::now();
    let mut running = command
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut most = 0;
    let status = loop {
        let status = fs::read_to_string(format!("/proc/{}/status", running.id()));
        let peak = status.unwrap_or_default();
        let peak = peak.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = peak.and_then(|text| text.split_whitespace().next()?.parse().ok());
        most = most.max(kib.unwrap_or(0));
        if let Some(status) = running.try_wait().expect("a process can be waited for") {
            break status;
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "the bundle is sound");
    (began.elapsed(), most)
}

/// Leaf and node hashes of the entries' bytes, which are in memory, on one core.
fn bare_hashing(path: &Path) -> (u64, usize, Duration) {
    let file = File::open(path).expect("the bundle");
    let length = file.metadata().expect("its length").len();
    let bundle = Bundle::open(rawzip::FileReader::from(file), length).expect("a bundle");
    let mut blocks = Blocks::new(bundle.stream(ENTRIES).expect("its entries"));
    let (mut tree, mut bytes, mut took) = (Frontier::new(), 0, Duration::ZERO);
    while let Some(block) = blocks.next_block().expect("lines") {
        let began = Instant::now();
        for (_, line) in block.lines() {
            bytes += line.len();
            tree.push(entry::hash(line), |_, _| ());
        }
        took += began.elapsed();
    }
    (tree.size(), bytes, took)
}

fn write_bundle(path: &Path, games: usize) {
    let began = Instant::now();
    let played = drafts::replay(name(), tournament(games).as_bytes()).expect("a record");
    let mut tree = Frontier::new();
    let out = BufWriter::new(File::create(path).expect("a file"));
    let mut bundle = BundleWriter::new(out);
    bundle
        .stream(ENTRIES, Compression::Deflate, |out| {
            for sealed in played.log.entries() {
                tree.push(sealed.hash, |_, _: Sha256| ());
                out.write_all(&sealed.bytes)?;
                out.write_all(b"\n")?;
            }
            Ok::<(), std::io::Error>(())
        })
        .expect("the entries are written");
    let state = TreeState {
        size: tree.size(),
        root: tree.root(),
    };
    let key = key();
    let signed = Checkpoint::new(key.verifier().name(), state).sign(&key);
    let put = bundle.part(CHECKPOINT, signed.to_string().as_bytes());
    put.expect("the checkpoint is written");
    let mut manifest = Manifest::of(name(), tree.size());
    // Of the players and the two officials nothing but the hash is handed on.
    manifest.left_out.people = 2 * BOARDS as u64 + 2;
    let put = bundle.part(MANIFEST, manifest.text().as_bytes());
    put.expect("the manifest is written");
    bundle.finish().expect("the directory is written");
    println!("built {} entries in {:.1?}", tree.size(), began.elapsed());
}

/// Rounds of games played side by side, with a ruling and a warning in each
/// tenth game.
fn tournament(games: usize) -> String {
    let mut text = String::new();
    let mut clock = 0_usize;
    let mut add = |stream: &str, actor: &str, event: &str, data: String| {
        clock += 1;
        let (day, second) = (1 + clock / 864_000, clock / 10 % 86_400);
        let (hour, minute) = (second / 3600, second / 60 % 60);
        let _ = writeln!(
            text,
            r#"{{"stream":"{stream}","type":"{event}","at":"2026-05-{day:02}T{hour:02}:{minute:02}:{:02}.{}00Z","actor":"{actor}","data":{data}}}"#,
            second % 60,
            clock % 10
        );
    };
    add("tournament", "org-1", "tournament_opened", r#"{"name":"Bench","edition":"cn-2002","regulations":{"format":"swiss","rounds":40,"turn_ends":"move","time":{"kind":"absolute","limit_ms":864000000}}}"#.to_owned());
    for (official, role) in [("chief-1", "chief_arbiter"), ("rec-1", "recorder")] {
        let data = format!(r#"{{"official":"{official}","name":"N","role":"{role}"}}"#);
        add("tournament", "org-1", "official_appointed", data);
    }
    for n in 0..2 * BOARDS {
        let data = format!(r#"{{"player":"p{n}","name":"P"}}"#);
        add("tournament", "org-1", "player_registered", data);
    }
    let players = |round: usize, board: usize| {
        let white = (2 * board + 2 * round - 1) % (2 * BOARDS);
        (2 * board, white)
    };
    for round in 1..=games.div_ceil(BOARDS) {
        let boards = BOARDS.min(games - (round - 1) * BOARDS);
        let listed: Vec<String> = (0..boards)
            .map(|board| {
                let (black, white) = players(round, board);
                let number = board + 1;
                format!(r#"{{"game":"r{round}-b{number}","board":{number},"black":"p{black}","white":"p{white}"}}"#)
            })
            .collect();
        let data = format!(r#"{{"round":{round},"games":[{}]}}"#, listed.join(","));
        add("tournament", "chief-1", "round_paired", data);
        let stream = |board: usize| format!("game/r{round}-b{}", board + 1);
        for board in 0..boards {
            let (black, white) = players(round, board);
            let data = format!(r#"{{"black":"p{black}","white":"p{white}"}}"#);
            add(&stream(board), "rec-1", "game_started", data);
        }
        for n in 0..STONES {
            let colour = ["black", "white"][n % 2];
            // Points that no earlier move of the game has, spread over the board.
            let at = n * 7 % 361;
            let column = char::from(b"ABCDEFGHJKLMNOPQRST"[at % 19]);
            let point = format!("{column}{}", at / 19 + 1);
            for board in 0..boards {
                let stone = format!(r#"{{"colour":"{colour}","point":"{point}"}}"#);
                add(&stream(board), "rec-1", "stone_played", stone);
                let press = format!(r#"{{"colour":"{colour}"}}"#);
                add(&stream(board), "rec-1", "clock_pressed", press);
            }
        }
        for board in 0..boards {
            if board % 10 == 0 {
                let ruling = format!("ru-{round}-{board}");
                let data = format!(
                    r#"{{"ruling":"{ruling}","article":"cn-2002:23.3","outcome":"warning","orders":[],"facts":"He talked.","reasons":"It disturbed others."}}"#
                );
                add(&stream(board), "chief-1", "ruling_made", data);
                let data =
                    format!(r#"{{"colour":"black","article":"cn-2002:23.3","ruling":"{ruling}"}}"#);
                add(&stream(board), "chief-1", "warning_issued", data);
            }
            let resigned = r#"{"colour":"white"}"#.to_owned();
            add(&stream(board), "rec-1", "resigned", resigned);
            let result = r#"{"result":{"outcome":"black","by":"resignation"},"by":["black","white","chief-1"]}"#;
            add(
                &stream(board),
                "chief-1",
                "result_confirmed",
                result.to_owned(),
            );
        }
        add(
            "tournament",
            "chief-1",
            "round_closed",
            format!(r#"{{"round":{round}}}"#),
        );
    }
    text
}
