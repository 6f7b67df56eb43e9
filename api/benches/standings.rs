//! Standings of an event of 5,000 players and 11 rounds, results only: from the
//! log, from a snapshot, and after one more result.
//!
//!     cargo bench -p fupan --bench standings
//!
//! `FUPAN_BENCH_PLAYERS` takes another number, `FUPAN_BENCH_DIR` another folder,
//! on a real disk. The ledger is built anew in every run, some 27,500 results.
//! Everything is done on one thread.

use fupan::ledger::{self, OpenLedger};
use fupan_domain::ids::{EntryId, LedgerName};
use fupan_replay::draft::{Batch, Draft, Proposal};
use fupan_store::{EventStore, Known, LedgerReader, Ledgers};
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

const ROUNDS: usize = 11;
/// Games that one entry pairs.
const PAIRED_AT_ONCE: usize = 500;
const TIMES: usize = 11;

fn main() {
    let players = std::env::var("FUPAN_BENCH_PLAYERS").ok();
    let players = players.and_then(|n| n.parse().ok()).unwrap_or(5_000_usize);
    let folder = std::env::var_os("FUPAN_BENCH_DIR").map_or_else(
        || PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("standings"),
        PathBuf::from,
    );
    let _absent = std::fs::remove_dir_all(&folder);
    let ledgers = Ledgers::at(&folder).expect("the folder can be made");
    let open = ledger::open_or_create(&ledgers, &name()).expect("the ledger opens");
    let began = Instant::now();
    let last = build(&open, players);
    println!(
        "{players} players, {ROUNDS} rounds, {} entries, built in {:.1?}",
        open.store.head().size,
        began.elapsed()
    );
    measure(&open, players, &last);
}

fn name() -> LedgerName {
    "large".parse().expect("a ledger's name")
}

fn measure(open: &OpenLedger, players: usize, last: &str) {
    tell(
        "from the log, tournament's history and view included",
        "1 s",
        TIMES,
        || {
            let reader = LedgerReader::new(Arc::clone(&open.store) as _);
            let began = Instant::now();
            let view = reader.standings_view(None, Known::Now).expect("standings");
            assert_eq!(view.rows.len(), players, "everybody has a place");
            began.elapsed()
        },
    );
    open.reader
        .standings_view(None, Known::Now)
        .expect("standings");
    tell(
        "from a snapshot, the view as a value",
        "50 ms",
        TIMES,
        || {
            let began = Instant::now();
            let view = open
                .reader
                .standings_view(None, Known::Now)
                .expect("standings");
            assert!(view.open.is_empty(), "every game has a result");
            began.elapsed()
        },
    );
    tell("from a snapshot, an earlier round", "50 ms", TIMES, || {
        let began = Instant::now();
        open.reader
            .standings_view(Some(5), Known::Now)
            .expect("standings");
        began.elapsed()
    });
    let view = open
        .reader
        .standings_view(None, Known::Now)
        .expect("standings");
    tell("its JSON text", "-", TIMES, || {
        let began = Instant::now();
        let text = serde_json::to_string(&view).expect("JSON");
        assert!(text.len() > players, "every row is written");
        began.elapsed()
    });
    let complaint = draft(
        &format!("game/{last}"),
        "complaint_raised",
        r#"{"by":"black","text":"late"}"#,
    );
    tell("after one more entry of a game", "-", TIMES, || {
        append(open, std::slice::from_ref(&complaint));
        let began = Instant::now();
        open.reader
            .standings_view(None, Known::Now)
            .expect("standings");
        began.elapsed()
    });
}

fn tell(what: &str, wanted: &str, times: usize, mut once: impl FnMut() -> Duration) {
    let mut seen: Vec<Duration> = (0..times).map(|_| once()).collect();
    seen.sort_unstable();
    println!(
        "{what:55} median {:>9.2?}  worst {:>9.2?}  (wanted: {wanted})",
        seen[times / 2],
        seen[times - 1]
    );
}

/// Builds the ledger and answers its last game.
fn build(open: &OpenLedger, players: usize) -> String {
    let mut drafts = vec![draft(
        "tournament",
        "tournament_opened",
        r#"{"name":"Large","edition":"cn-2002","regulations":{"format":"swiss","rounds":11,"turn_ends":"move"}}"#,
    )];
    drafts.push(draft(
        "tournament",
        "official_appointed",
        r#"{"official":"chief-1","name":"Chief","role":"chief_arbiter"}"#,
    ));
    for player in 0..players {
        drafts.push(draft(
            "tournament",
            "player_registered",
            &format!(r#"{{"player":"p{player}","name":"Player {player}"}}"#),
        ));
    }
    append(open, &drafts);
    let mut last = String::new();
    for round in 1..=ROUNDS {
        let mut drafts = Vec::new();
        let games: Vec<(String, usize, usize)> = (0..players / 2)
            .map(|n| {
                // The lower half moves on against the upper one.
                let other = players / 2 + (n + round) % (players / 2);
                (format!("r{round}-b{}", n + 1), n, other)
            })
            .collect();
        for (index, games) in games.chunks(PAIRED_AT_ONCE).enumerate() {
            let pairings: Vec<String> = (1..)
                .zip(games)
                .map(|(n, (game, black, white))| {
                    let board = index * PAIRED_AT_ONCE + n;
                    format!(r#"{{"game":"{game}","board":{board},"black":"p{black}","white":"p{white}"}}"#)
                })
                .collect();
            let data = format!(r#"{{"round":{round},"games":[{}]}}"#, pairings.join(","));
            drafts.push(draft("tournament", "round_paired", &data));
        }
        for (n, (game, _, _)) in games.iter().enumerate() {
            let outcome = ["black", "white", "black", "draw"][(n * 7 + round * 5) % 4];
            let data = format!(
                r#"{{"result":{{"outcome":"{outcome}","by":"ruling"}},"by":["black","white","chief-1"]}}"#
            );
            drafts.push(draft(&format!("game/{game}"), "result_confirmed", &data));
            last.clone_from(game);
        }
        append(open, &drafts);
    }
    last
}

fn draft(stream: &str, type_name: &str, data: &str) -> String {
    let actor = if type_name.starts_with("result") || type_name.starts_with("complaint") {
        "chief-1"
    } else {
        "org-1"
    };
    format!(
        r#"{{"stream":"{stream}","type":"{type_name}","at":"2026-05-01T09:00:00.000Z","actor":"{actor}","data":{data}}}"#
    )
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
