//! The arbiter's table and the page of the round over 200 boards in play, asked for
//! through the socket after each further entry: what both cost once, and what they
//! cost from one entry to the next.
//!
//!     cargo bench -p fupan --bench table

use fupan::{config::Config, ledger, server::Running};
use fupan_domain::ids::LedgerName;
use fupan_replay::draft::{Batch, Draft, Proposal};
use fupan_store::{EventStore, Ledgers};
use serde_json::{Value, json};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Boards in play.
const BOARDS: usize = 200;
/// Moves of each before the first page is asked for; each is pressed.
const MOVES: usize = 120;
/// Entries that come while the pages are looked at.
const ENTRIES: usize = 300;
/// Every so many boards somebody has called the arbiter.
const CALLED: usize = 5;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    record(folder.path());
    let mut config = Config::default();
    folder.path().clone_into(&mut config.server.data);
    config.server.listen = "127.0.0.1:0".parse().expect("an address");
    config.rates.address_per_s = 0;
    config.rates.token_per_s = 0;
    "warn".clone_into(&mut config.log.level);
    let running = Running::start(config, false).expect("a service");
    let desk = Desk::at(&running);
    let (first, _) = desk.page("/l/cup/table");
    println!("the table, nothing folded yet: {first:.3?}");
    let (mut table, mut round) = (Vec::new(), Vec::new());
    let mut largest = [0, 0];
    for n in 0..ENTRIES {
        desk.stone(n);
        for (index, (path, times)) in [("/l/cup/table", &mut table), ("/l/cup", &mut round)]
            .into_iter()
            .enumerate()
        {
            let (took, bytes) = desk.page(path);
            times.push(took);
            largest[index] = largest[index].max(bytes);
        }
    }
    tell("table", largest[0], &mut table);
    tell("round", largest[1], &mut round);
    running.stop().expect("it stops");
}

/// Who records, and looks.
struct Desk {
    agent: ureq::Agent,
    url: String,
    token: String,
}

impl Desk {
    fn at(running: &Running) -> Desk {
        let agent = ureq::Agent::new_with_defaults();
        let url = running.url().trim_end_matches('/').to_owned();
        let keeper = &running.keeper().expect("a keeper").token;
        let principal = json!({"role": "official", "official": "chief-1", "ledger": "cup"});
        let asked = json!({"principal": principal});
        let made = post(&agent, &format!("{url}/v1/tokens"), keeper, &asked);
        let token = made["token"].as_str().expect("a token").to_owned();
        Desk { agent, url, token }
    }

    /// A further stone on one of the boards.
    fn stone(&self, n: usize) {
        let move_number = MOVES + n / BOARDS;
        let (colour, point) = stone(move_number);
        let draft = json!([{
            "stream": format!("game/{}", game(n % BOARDS)), "type": "stone_played", "actor": "chief-1",
            "at": at(HOUR + n), "data": {"colour": colour, "point": point},
        }]);
        let path = format!("{}/v1/ledgers/cup/entries", self.url);
        post(&self.agent, &path, &self.token, &draft);
    }

    /// A page: how long it took, and how large it is.
    fn page(&self, path: &str) -> (Duration, usize) {
        let url = format!("{}{path}", self.url);
        let began = Instant::now();
        let asked = self.agent.get(url).header("accept", "text/html");
        let mut answer = asked.call().expect("a page");
        let page = answer.body_mut().read_to_string().expect("a page");
        (began.elapsed(), page.len())
    }
}

fn post(agent: &ureq::Agent, url: &str, token: &str, body: &Value) -> Value {
    let asked = agent
        .post(url)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json");
    let mut answer = asked.send(body.to_string()).expect("an answer");
    let text = answer.body_mut().read_to_string().expect("an answer");
    serde_json::from_str(&text).expect("JSON")
}

fn tell(what: &str, largest: usize, times: &mut [Duration]) {
    times.sort_unstable();
    let of = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    println!(
        "{what:6} of {BOARDS} boards after each entry: up to {largest:>7} bytes  p50 {:.3?}  p99 {:.3?}  max {:.3?}",
        of(50),
        of(99),
        of(100)
    );
}

/// An hour in seconds: the games begin before it, the further stones come after it.
const HOUR: usize = 3600;

fn at(second: usize) -> String {
    let (hour, minute) = (9 + second / HOUR, second / 60 % 60);
    format!("2026-05-01T{hour:02}:{minute:02}:{:02}.000Z", second % 60)
}

fn game(board: usize) -> String {
    format!("r1-b{}", board + 1)
}

/// The n-th stone of a game in which nothing is ever caught: each side fills columns
/// of its own.
fn stone(n: usize) -> (&'static str, String) {
    let (colour, columns) = [("black", "ABCDLMNO"), ("white", "FGHJQRST")][n % 2];
    let column = columns.chars().nth(n / 2 / 19).expect("a column");
    (colour, format!("{column}{}", n / 2 % 19 + 1))
}

/// A tournament with all its boards in play.
fn record(folder: &Path) {
    let name: LedgerName = "cup".parse().expect("a name");
    let ledgers = Ledgers::at(folder).expect("a folder");
    let open = ledger::open_or_create(&ledgers, &name).expect("a ledger");
    append(&open, opening());
    for board in 0..BOARDS {
        append(&open, played(board));
    }
}

fn append(open: &ledger::OpenLedger, drafts: Vec<Value>) {
    let proposals = drafts.into_iter().map(|draft| {
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

fn opening() -> Vec<Value> {
    let draft = |type_name: &str, data: Value| {
        json!({
            "stream": "tournament", "type": type_name, "actor": "org-1", "at": at(0), "data": data,
        })
    };
    let time = json!({"kind": "reserved_byoyomi", "limit_ms": 10_800_000, "periods": 5, "period_ms": 60_000});
    let regulations = json!({"format": "swiss", "rounds": 3, "time": time});
    let mut drafts = vec![
        draft(
            "tournament_opened",
            json!({"name": "Cup", "edition": "cn-2002", "regulations": regulations}),
        ),
        draft(
            "official_appointed",
            json!({"official": "chief-1", "name": "Chief", "role": "chief_arbiter"}),
        ),
    ];
    let mut games = Vec::with_capacity(BOARDS);
    for board in 0..BOARDS {
        let sides = ["a", "b"].map(|side| format!("{side}{board}"));
        for player in &sides {
            let data = json!({"player": player, "name": player});
            drafts.push(draft("player_registered", data));
        }
        let [black, white] = sides;
        games
            .push(json!({"game": game(board), "board": board + 1, "black": black, "white": white}));
    }
    drafts.push(draft("round_paired", json!({"round": 1, "games": games})));
    drafts
}

/// A board in play, with a complaint on some.
fn played(board: usize) -> Vec<Value> {
    let draft = |second: usize, type_name: &str, data: Value| {
        json!({
            "stream": format!("game/{}", game(board)), "type": type_name, "actor": "chief-1",
            "at": at(second), "data": data,
        })
    };
    let players = json!({"black": format!("a{board}"), "white": format!("b{board}")});
    let mut drafts = vec![draft(1, "game_started", players)];
    for n in 0..MOVES {
        let (colour, point) = stone(n);
        let data = json!({"colour": colour, "point": point});
        drafts.push(draft(10 + 20 * n, "stone_played", data));
        let pressed = json!({"colour": colour});
        drafts.push(draft(11 + 20 * n, "clock_pressed", pressed));
    }
    if board.is_multiple_of(CALLED) {
        let data = json!({"by": "white", "text": "he talks"});
        drafts.push(draft(12 + 20 * MOVES, "complaint_raised", data));
    }
    drafts
}
