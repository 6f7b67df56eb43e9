//! Views from a ledger of a million entries: how long it takes to open after
//! kill -9, its memory, and a game at a move.
//!
//!     cargo bench -p fupan --bench views
//!
//! `FUPAN_BENCH_ENTRIES` takes another number, `FUPAN_BENCH_DIR` another folder,
//! on a real disk. The ledger is built once and kept there. Linux only: memory
//! is read from /proc.

use fupan::ledger::{self, OpenLedger};
use fupan_domain::{
    Colour,
    board::{Board, Point},
    ids::{EntryId, GameId, LedgerName},
};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    views::Moment,
};
use fupan_store::{EventStore, Known, Ledgers};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Stones of a game; each is followed by a press.
const STONES: usize = 199;
const ENTRIES_A_GAME: usize = 2 * STONES + 3;
const BOARDS: usize = 250;

fn main() {
    let entries = std::env::var("FUPAN_BENCH_ENTRIES")
        .ok()
        .and_then(|n| n.parse().ok());
    let games = entries.unwrap_or(1_000_000_usize).div_ceil(ENTRIES_A_GAME);
    let folder = std::env::var_os("FUPAN_BENCH_DIR").map_or_else(
        || PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("views"),
        PathBuf::from,
    );
    let folder = folder.join(format!("{games}-games"));
    if std::env::args().any(|arg| arg == "append-until-killed") {
        append_until_killed(&folder, games);
        return;
    }
    if !folder.join("built").is_file() {
        build(&folder, games);
    }
    kill_while_appending(&folder);
    measure(&folder, games);
}

fn name() -> LedgerName {
    "million".parse().expect("a ledger's name")
}

fn open(folder: &Path) -> OpenLedger {
    let ledgers = Ledgers::at(folder).expect("the folder can be made");
    ledger::open_or_create(&ledgers, &name()).expect("the ledger opens")
}

fn measure(folder: &Path, games: usize) {
    let before = resident_kib();
    let began = Instant::now();
    let open = open(folder);
    let first = open
        .reader
        .game_view(&game(0), Known::Now, Moment::Last)
        .expect("a view");
    println!(
        "open after kill -9, with the first view  {:>9.3?}",
        began.elapsed()
    );
    println!(
        "entries                                  {:>9}",
        open.store.head().size
    );
    assert_eq!(first.position.moves, STONES, "the first game is whole");
    println!(
        "memory with it open                      {:>6} MiB",
        (resident_kib() - before) / 1024
    );

    let mut random = Random(7);
    let mut by_move = Vec::new();
    let mut as_known = Vec::new();
    for _ in 0..4000 {
        let id = game(random.below(games));
        let moment = Moment::Move(random.below(STONES + 1));
        let began = Instant::now();
        open.reader
            .game_view(&id, Known::Now, moment)
            .expect("a view");
        by_move.push(began.elapsed());
    }
    println!(
        "memory after 4,000 views                 {:>6} MiB",
        (resident_kib() - before) / 1024
    );
    let size = open.store.head().size;
    for _ in 0..4000 {
        let index = random.below(games);
        // Somewhere after the game was paired, so that there is something to see.
        let earliest = size / games as u64 * index as u64 + 20_000;
        let seq = earliest.min(size - 1) + random.below(200) as u64;
        let began = Instant::now();
        open.reader
            .game_view(&game(index), Known::Seq(seq.min(size - 1)), Moment::Last)
            .expect("a view");
        as_known.push(began.elapsed());
    }
    tell("a game at a move", &mut by_move);
    tell("a game as known at a seq", &mut as_known);
    println!(
        "memory after 8,000 views                 {:>6} MiB",
        (resident_kib() - before) / 1024
    );
}

fn tell(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    println!(
        "{what:40} p50 {:.3?}  p99 {:.3?}  max {:.3?}",
        at(50),
        at(99),
        at(100)
    );
}

/// Resident memory of this process.
fn resident_kib() -> i64 {
    let status = fs::read_to_string("/proc/self/status").expect("/proc is there");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .expect("a VmRSS line");
    line.split_whitespace()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .expect("a number")
}

/// Starts this program once more to append, and kills it.
fn kill_while_appending(folder: &Path) {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .arg("append-until-killed")
        .env("FUPAN_BENCH_DIR", folder.parent().expect("a parent"))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_secs(4));
    child.kill().expect("SIGKILL");
    child.wait().expect("it has ended");
}

fn append_until_killed(folder: &Path, games: usize) {
    let open = open(folder);
    let began = Instant::now();
    for n in 0.. {
        let draft = format!(
            r#"{{"stream":"game/{}","type":"complaint_raised","at":"2026-05-01T10:00:00.000Z","actor":"chief-1","data":{{"by":"black","text":"late"}}}}"#,
            game(n % games)
        );
        append(&open, &[draft]);
        if began.elapsed() > Duration::from_mins(1) {
            return;
        }
    }
}

fn game(index: usize) -> GameId {
    format!("r{}-b{}", index / BOARDS + 1, index % BOARDS + 1)
        .parse()
        .expect("a game's id")
}

fn build(folder: &Path, games: usize) {
    let began = Instant::now();
    let open = open(folder);
    let opening = r#""type":"tournament_opened","data":{"name":"Bench","edition":"cn-2002","regulations":{"format":"swiss","rounds":20,"time":{"kind":"byoyomi","limit_ms":3600000,"periods":5,"period_ms":60000}}}"#;
    let chief = r#""type":"official_appointed","data":{"official":"chief-1","name":"C","role":"chief_arbiter"}"#;
    append(&open, &[tournament(opening), tournament(chief)]);
    let players: Vec<String> = (0..2 * BOARDS)
        .map(|n| {
            tournament(&format!(
                r#""type":"player_registered","data":{{"player":"p{n}","name":"P"}}"#
            ))
        })
        .collect();
    append(&open, &players);
    let line = line_of_play();
    for index in 0..games {
        if index % BOARDS == 0 {
            append(&open, &[pairings(index / BOARDS + 1, games - index)]);
        }
        append(&open, &game_drafts(index, &line));
    }
    fs::write(folder.join("built"), "").expect("a file can be written");
    println!(
        "built {} entries in {:.1?}",
        open.store.head().size,
        began.elapsed()
    );
}

fn tournament(event: &str) -> String {
    format!(r#"{{"stream":"tournament","at":"2026-05-01T08:00:00.000Z","actor":"org-1",{event}}}"#)
}

fn pairings(round: usize, left: usize) -> String {
    let games: Vec<String> = (0..BOARDS.min(left))
        .map(|board| {
            let id = game((round - 1) * BOARDS + board);
            let number = board + 1;
            let (black, white) = (2 * board, (2 * board + 2 * round - 1) % (2 * BOARDS));
            format!(r#"{{"game":"{id}","board":{number},"black":"p{black}","white":"p{white}"}}"#)
        })
        .collect();
    tournament(&format!(
        r#""type":"round_paired","data":{{"round":{round},"games":[{}]}}"#,
        games.join(",")
    ))
}

fn game_drafts(index: usize, line: &[(Colour, Point)]) -> Vec<String> {
    let (round, board) = (index / BOARDS + 1, index % BOARDS);
    let (black, white) = (2 * board, (2 * board + 2 * round - 1) % (2 * BOARDS));
    let id = game(index);
    let draft = |second: usize, event: &str| {
        let (hour, minute) = (9 + second / 3600, second / 60 % 60);
        format!(
            r#"{{"stream":"game/{id}","at":"2026-05-01T{hour:02}:{minute:02}:{:02}.000Z","actor":"chief-1",{event}}}"#,
            second % 60
        )
    };
    let mut drafts = vec![draft(
        0,
        &format!(r#""type":"game_started","data":{{"black":"p{black}","white":"p{white}"}}"#),
    )];
    for (n, (colour, point)) in line.iter().enumerate() {
        drafts.push(draft(
            10 * n + 9,
            &format!(r#""type":"stone_played","data":{{"colour":"{colour}","point":"{point}"}}"#),
        ));
        drafts.push(draft(
            10 * n + 10,
            &format!(r#""type":"clock_pressed","data":{{"colour":"{colour}"}}"#),
        ));
    }
    drafts.push(draft(
        3000,
        r#""type":"resigned","data":{"colour":"white"}"#,
    ));
    drafts.push(draft(3060, r#""type":"result_confirmed","data":{"result":{"outcome":"black","by":"resignation"},"by":["black","white","chief-1"]}"#));
    drafts
}

/// Stones on empty points that capture now and then, from a fixed seed.
fn line_of_play() -> Vec<(Colour, Point)> {
    let mut board = Board::new(19).expect("19 is a size");
    let mut random = Random(3);
    let mut colour = Colour::Black;
    let mut line = Vec::new();
    while line.len() < STONES {
        let coordinate = |n| u8::try_from(n).expect("below 19");
        let point = Point::new(coordinate(random.below(19)), coordinate(random.below(19)));
        let point = point.expect("on the board");
        if board.at(point).is_none() && board.play(colour, point).is_ok_and(|p| !p.suicide) {
            line.push((colour, point));
            colour = colour.opponent();
        }
    }
    line
}

fn append(open: &OpenLedger, drafts: &[String]) {
    let proposals = drafts.iter().map(|text| {
        let mut id = [0; 16];
        getrandom::fill(&mut id).expect("random numbers");
        let draft = Draft::read(text.as_bytes()).expect("a draft");
        let new_id = EntryId(uuid::Builder::from_random_bytes(id).into_uuid());
        Proposal::prepare(draft, new_id, id).expect("a proposal")
    });
    let batch = Batch {
        proposals: proposals.collect(),
        submitted_by: "keeper".parse().expect("an id"),
        seen_whole: None,
    };
    open.store.append(batch).expect("the batch is stored");
}

/// A small generator, so that every run asks the same.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % limit
    }
}
