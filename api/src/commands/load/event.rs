//! The event that is simulated: a ledger of its own, its officials with their
//! tokens, its players, and the desk that pairs rounds as boards come to need them.

use crate::{
    ledger::{new_id, random},
    problem::Problem,
    remote::{self, Remote},
};
use fupan_domain::ids::LedgerName;
use fupan_store::wall_clock;
use hyper::body::Bytes;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Boards that are paired in one round: an entry must not get too long.
pub(super) const GROUP: usize = 250;
/// Drafts of a batch, while the event is opened.
const BATCH: usize = 1_000;
/// The most rounds that regulations can have.
const ROUNDS_MAX: usize = 999;

/// An event that is ready to be played.
pub(super) struct Event {
    pub ledger: LedgerName,
    /// Entries that the ledger has already.
    pub size: u64,
    /// A recorder's token for each writer.
    pub tokens: Vec<String>,
    pub desk: Desk,
}

impl Event {
    /// Opens it, with its first rounds paired.
    ///
    /// # Errors
    /// The service's own.
    pub fn open(
        remote: &Remote,
        ledger: Option<LedgerName>,
        boards: usize,
        writers: u32,
    ) -> Result<Event, Problem> {
        let ledger = match ledger {
            Some(ledger) => ledger,
            None => new_name()?,
        };
        let opening = draft(
            "org-1",
            "tournament_opened",
            &json!({
                "name": "A simulated event", "edition": "cn-2002",
                "regulations": {"format": "swiss", "rounds": ROUNDS_MAX,
                    "time": {"kind": "byoyomi", "limit_ms": 3_600_000, "periods": 5, "period_ms": 60_000}},
            }),
        );
        remote.post_json("/v1/ledgers", &json!({"ledger": ledger, "entry": opening}))?;
        let token = |official: &str| -> Result<String, Problem> {
            let principal = json!({"role": "official", "official": official, "ledger": ledger});
            let asked = json!({"principal": principal, "note": "a simulated event"});
            let made = remote.post_json("/v1/tokens", &asked)?;
            let token = made["token"].as_str().map(str::to_owned);
            token.ok_or_else(|| Problem::new("server", "a token without itself"))
        };
        let hand_in = |token: &str, drafts: Vec<Value>| -> Result<(), Problem> {
            let by_token = remote.with_token(token);
            for batch in drafts.chunks(BATCH) {
                let body = Value::from(batch).to_string().into_bytes();
                let path = format!("/v1/ledgers/{ledger}/entries");
                by_token.post(&path, "application/json", body, remote::Wanted::Json)?;
            }
            Ok(())
        };
        let appointed = |by, official: &str, role: &str| {
            let data = json!({"official": official, "name": official, "role": role});
            draft(by, "official_appointed", &data)
        };
        let (organiser, chief) = (token("org-1")?, token("chief-1")?);
        hand_in(
            &organiser,
            vec![appointed("org-1", "chief-1", "chief_arbiter")],
        )?;
        let recorders: Vec<String> = (1..=writers).map(|n| format!("rec-{n}")).collect();
        let of_chief = recorders
            .iter()
            .map(|r| appointed("chief-1", r, "recorder"));
        hand_in(&chief, of_chief.collect())?;
        let players = (0..2 * boards).map(|n| {
            let data = json!({"player": format!("p{n}"), "name": "A player"});
            draft("org-1", "player_registered", &data)
        });
        hand_in(&organiser, players.collect())?;
        let desk = Desk {
            chief,
            boards,
            pending: BTreeMap::new(),
            paired: (0..boards.div_ceil(GROUP))
                .map(|group| (group, 0))
                .collect(),
        };
        let pairings = desk
            .paired
            .iter()
            .map(|(group, wave)| desk.pairing(*group, *wave));
        hand_in(&desk.chief, pairings.collect())?;
        let tokens = recorders.iter().map(|recorder| token(recorder));
        Ok(Event {
            tokens: tokens.collect::<Result<_, _>>()?,
            size: remote.size(&ledger)?.unwrap_or(0),
            ledger,
            desk,
        })
    }
}

fn new_name() -> Result<LedgerName, Problem> {
    let name = format!("load-{}", hex::encode(&random()?[..4]));
    name.parse()
        .map_err(|e: fupan_domain::ids::NotASlug| Problem::internal(&e))
}

/// A draft of the tournament.
fn draft(actor: &str, type_name: &str, data: &Value) -> Value {
    let at = wall_clock().to_string();
    json!({"stream": "tournament", "type": type_name, "at": at, "actor": actor, "data": data})
}

/// Where rounds are paired.
pub(super) struct Desk {
    /// The chief arbiter's token, who pairs.
    pub chief: String,
    boards: usize,
    /// What is paired: which group of boards, for which of its games.
    paired: BTreeSet<(usize, usize)>,
    /// What was handed in and perhaps not answered yet.
    pending: BTreeMap<(usize, usize), Bytes>,
}

/// What has to be done so that a game is paired.
pub(super) enum Wanted {
    /// Nothing: it is.
    Paired,
    /// The event has no more rounds.
    NoRound,
    /// This has to be handed in by the chief arbiter.
    Pairing(Bytes),
}

impl Desk {
    /// What has to be done so that a board's game is paired. Asked again, the
    /// same is to be handed in: its id makes a retry safe.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn wanted(&mut self, board: usize, wave: usize) -> Result<Wanted, Problem> {
        let key = (board / GROUP, wave);
        if self.paired.contains(&key) {
            return Ok(Wanted::Paired);
        }
        if self.round(key.0, wave) > ROUNDS_MAX {
            return Ok(Wanted::NoRound);
        }
        if !self.pending.contains_key(&key) {
            let mut pairing = self.pairing(key.0, wave);
            pairing["id"] = json!(new_id()?);
            let body = Bytes::from(json!([pairing]).to_string());
            self.pending.insert(key, body);
        }
        Ok(self
            .pending
            .get(&key)
            .cloned()
            .map_or(Wanted::NoRound, Wanted::Pairing))
    }

    /// Takes note that a board's game is paired.
    pub fn is_paired(&mut self, board: usize, wave: usize) {
        let key = (board / GROUP, wave);
        self.pending.remove(&key);
        self.paired.insert(key);
    }

    fn round(&self, group: usize, wave: usize) -> usize {
        wave * self.boards.div_ceil(GROUP) + group + 1
    }

    fn pairing(&self, group: usize, wave: usize) -> Value {
        let first = group * GROUP;
        let count = GROUP.min(self.boards - first);
        let games: Vec<Value> = (0..count)
            .map(|board| {
                let (black, white) = players(first + board, wave, self.boards);
                json!({"game": game(first + board, wave), "board": board + 1, "black": black, "white": white})
            })
            .collect();
        draft(
            "chief-1",
            "round_paired",
            &json!({"round": self.round(group, wave), "games": games}),
        )
    }
}

/// The name of a board's game.
pub(super) fn game(board: usize, wave: usize) -> String {
    format!("g{}-b{}", wave + 1, board + 1)
}

/// Who plays a board's game: from one to the next, white moves on by a board of
/// the same group.
pub(super) fn players(board: usize, wave: usize, boards: usize) -> (String, String) {
    let first = board / GROUP * GROUP;
    let count = GROUP.min(boards - first);
    let white = (2 * (board - first) + 2 * wave + 1) % (2 * count);
    (format!("p{}", 2 * board), format!("p{}", 2 * first + white))
}
