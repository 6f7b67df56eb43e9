//! The page of a game of 300 moves, through its socket: how long it takes to be
//! answered, and how large it is, at every part of it.
//!
//!     cargo bench -p fupan --bench pages

use fupan::{config::Config, ledger, server::Running};
use fupan_domain::ids::LedgerName;
use fupan_replay::draft::{Batch, Draft, Proposal};
use fupan_store::{EventStore, Ledgers};
use serde_json::{Value, json};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Moves of the game.
const MOVES: usize = 300;
/// Pages that are asked for, of each part.
const ASKED: usize = 500;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    record(folder.path());
    let mut config = Config::default();
    folder.path().clone_into(&mut config.server.data);
    config.server.listen = "127.0.0.1:0".parse().expect("an address");
    config.rates.address_per_s = 0;
    "warn".clone_into(&mut config.log.level);
    let running = Running::start(config, false).expect("a service");
    let agent = ureq::Agent::new_with_defaults();
    let (url, agent) = (running.url().clone(), &agent);
    // Every move in turn, the present among them, with numbers on the stones.
    for tab in ["moves", "clock", "timeline", "findings"] {
        ask(agent, tab, |n| {
            let at = (n * 7) % (MOVES + 1);
            format!("{url}/l/cup/games/r1-b1?move={at}&tab={tab}&numbers=1")
        });
    }
    // The auditor's desk on the same ledger: its last entries, one entry with what
    // it changed, and the record of the game for print.
    ask(agent, "entries", |_| format!("{url}/l/cup/entries"));
    ask(agent, "entry", |n| {
        format!("{url}/l/cup/entries/{}", (n * 7) % (2 * MOVES))
    });
    ask(agent, "record", |_| {
        format!("{url}/l/cup/games/r1-b1/print")
    });
    running.stop().expect("it stops");
}

/// Asks for a page again and again, and tells how long that took.
fn ask(agent: &ureq::Agent, what: &str, url: impl Fn(usize) -> String) {
    let mut times = Vec::with_capacity(ASKED);
    let mut largest = 0;
    for n in 0..ASKED {
        let url = url(n);
        let began = Instant::now();
        let answer = agent.get(url).header("accept", "text/html").call();
        let mut answer = answer.expect("a page");
        let page = answer.body_mut().read_to_string().expect("a page");
        times.push(began.elapsed());
        largest = largest.max(page.len());
    }
    tell(what, largest, &mut times);
}

fn tell(what: &str, largest: usize, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    println!(
        "{what:10} up to {largest:>6} bytes  p50 {:.3?}  p99 {:.3?}  max {:.3?}",
        at(50),
        at(99),
        at(100)
    );
}

/// A tournament with one game, in which nothing is ever caught: each side fills
/// columns of its own.
fn record(folder: &Path) {
    let name: LedgerName = "cup".parse().expect("a name");
    let ledgers = Ledgers::at(folder).expect("a folder");
    let open = ledger::open_or_create(&ledgers, &name).expect("a ledger");
    let proposals = drafts().into_iter().map(|draft| {
        let draft = Draft::read(draft.to_string().as_bytes()).expect("a draft");
        let id = ledger::new_id().expect("an id");
        Proposal::prepare(draft, id, [7; 16]).expect("a proposal")
    });
    let batch = Batch {
        proposals: proposals.collect(),
        submitted_by: "keeper".parse().expect("an id"),
        seen_whole: None,
    };
    open.store.append(batch).expect("all is recorded");
}

fn drafts() -> Vec<Value> {
    let mut now = 0_u64;
    let mut draft = |stream: &str, actor: &str, type_name: &str, data: Value| {
        now += 4;
        json!({
            "stream": stream, "type": type_name, "actor": actor, "data": data,
            "at": format!("2026-05-01T{:02}:{:02}:{:02}.000Z", 9 + now / 3600, now / 60 % 60, now % 60),
        })
    };
    let time = json!({"kind": "reserved_byoyomi", "limit_ms": 7_200_000, "periods": 5, "period_ms": 60_000});
    let regulations = json!({"format": "swiss", "rounds": 3, "time": time});
    let game = json!({"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"});
    let mut drafts = vec![
        draft(
            "tournament",
            "org-1",
            "tournament_opened",
            json!({"name": "Cup", "edition": "cn-2002", "regulations": regulations}),
        ),
        draft(
            "tournament",
            "org-1",
            "official_appointed",
            json!({"official": "chief-1", "name": "Chief", "role": "chief_arbiter"}),
        ),
        draft(
            "tournament",
            "org-1",
            "player_registered",
            json!({"player": "ann", "name": "Ann"}),
        ),
        draft(
            "tournament",
            "org-1",
            "player_registered",
            json!({"player": "bo", "name": "Bo"}),
        ),
        draft(
            "tournament",
            "org-1",
            "round_paired",
            json!({"round": 1, "games": [game]}),
        ),
        draft(
            "game/r1-b1",
            "chief-1",
            "game_started",
            json!({"black": "ann", "white": "bo"}),
        ),
    ];
    let points = |columns: &'static str| {
        let columns = columns.chars();
        columns.flat_map(|column| (1..=19).map(move |row| format!("{column}{row}")))
    };
    let pairs = points("ABCDLMNO").zip(points("FGHJQRST"));
    for (black, white) in pairs.take(MOVES / 2) {
        for (colour, point) in [("black", black), ("white", white)] {
            drafts.push(draft(
                "game/r1-b1",
                "chief-1",
                "stone_played",
                json!({"colour": colour, "point": point}),
            ));
            drafts.push(draft(
                "game/r1-b1",
                "chief-1",
                "clock_pressed",
                json!({"colour": colour}),
            ));
        }
    }
    drafts
}
