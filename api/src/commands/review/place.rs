//! Where a review and its tournament are: both in a data folder that no service
//! has, or at a service, where its reviewers read and write over HTTP.

use super::super::{
    Data,
    source::{Opened, Source},
};
use crate::{
    auth::Principal,
    config::Config,
    evidence::Keeps,
    hold::Hold,
    ledger::{self, OpenLedger},
    problem::Problem,
    remote::{Remote, Wanted},
    review::{access, case::review_of, gather::Tournament, naming::Known},
};
use fupan_domain::{
    Colour,
    colour::PerColour,
    event::review::AsOf,
    ids::{GameId, LedgerName, OfficialId, PlayerId, Sha256},
    review::ReviewState,
};
use fupan_replay::{
    draft::Draft,
    fold::{Step, TournamentHistory},
    review::{GameTimes, Member, query::Query},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// How many entries are asked for at once.
const PAGE: usize = 1_000;

/// A review, and its tournament.
pub(super) enum Place {
    /// In a data folder.
    Folder(Box<Both>),
    /// At a service.
    Service(There),
}

impl Place {
    /// A review for one of its reviewers, whose look is recorded first.
    pub fn seen_by(
        source: &Source,
        name: &LedgerName,
        reviewer: &OfficialId,
        verb: &str,
    ) -> Result<Place, Problem> {
        match source.opened()? {
            Opened::Folder => {
                let both = Both::seen_by(&source.data, name, reviewer, verb)?;
                Ok(Place::Folder(Box::new(both)))
            }
            Opened::Service(remote) => There::seen_by(remote, name, reviewer).map(Place::Service),
        }
    }

    /// What has become of the review.
    pub fn state(&self) -> &ReviewState {
        match self {
            Place::Folder(both) => &both.state,
            Place::Service(there) => &there.state,
        }
    }

    /// What is kept there.
    pub fn keeps(&self) -> Result<Keeps, Problem> {
        match self {
            Place::Folder(_) => Ok(Keeps::from(&Config::load(None)?.evidence)),
            Place::Service(there) => {
                let mut files = there.remote.json(&there.of_review("/evidence"))?;
                read(files["keeps"].take())
            }
        }
    }

    /// Records drafts, all or none. Answers their seqs.
    pub fn append(&self, drafts: Vec<Draft>) -> Result<Vec<u64>, Problem> {
        match self {
            Place::Folder(both) => {
                let receipts = both.review.append(drafts)?;
                Ok(receipts.iter().map(|receipt| receipt.seq).collect())
            }
            Place::Service(there) => there.append(&drafts),
        }
    }
}

/// A review's ledger and the tournament's, open in one data folder.
pub(super) struct Both {
    _hold: Option<Hold>,
    pub review: OpenLedger,
    pub tournament: OpenLedger,
    pub state: Arc<ReviewState>,
}

impl Both {
    /// Opens both. Nobody is said to look.
    pub fn open(data: &Data, name: &LedgerName) -> Result<Both, Problem> {
        let hold = Hold::for_verb(&data.data)?;
        let ledgers = ledger::ledgers(&data.data)?;
        let review = super::super::told(ledger::open(&ledgers, name))?;
        let state = review_of(&review)?;
        let tournament = super::super::told(ledger::open(&ledgers, &state.opened.tournament))?;
        Ok(Both {
            _hold: hold,
            review,
            tournament,
            state,
        })
    }

    fn seen_by(
        data: &Data,
        name: &LedgerName,
        reviewer: &OfficialId,
        verb: &str,
    ) -> Result<Both, Problem> {
        let both = Both::open(data, name)?;
        if !both.state.is_reviewer(reviewer) {
            return Err(access::not_there(name));
        }
        access::record(
            &both.review,
            reviewer,
            &format!("fupan review {verb}"),
            None,
        )?;
        Ok(both)
    }
}

/// A review at a service, which records the look itself.
pub(super) struct There {
    pub remote: Remote,
    path: String,
    pub state: Arc<ReviewState>,
}

impl There {
    fn seen_by(remote: Remote, name: &LedgerName, reviewer: &OfficialId) -> Result<There, Problem> {
        stands_for(&remote, name, reviewer)?;
        let path = format!("/v1/ledgers/{name}");
        let mut history = TournamentHistory::default();
        let mut after = String::new();
        loop {
            let asked = format!("{path}/entries?stream=review&limit={PAGE}{after}");
            let lines = remote.get(&asked, Wanted::Lines)?;
            let mut count = 0;
            for line in lines.lines() {
                let step = Step::read(line.as_bytes());
                let step =
                    step.map_err(|e| Problem::new("server", format!("an entry is none: {e}")));
                if let Some(step) = step? {
                    after = format!("&after={}", step.seq);
                    history.push(step);
                }
                count += 1;
            }
            if count < PAGE {
                break;
            }
        }
        let state = history
            .now()
            .review
            .clone()
            .ok_or_else(|| Problem::new("usage", format!("ledger {name} is no review's")))?;
        if !state.is_reviewer(reviewer) {
            return Err(access::not_there(name));
        }
        Ok(There {
            remote,
            path,
            state,
        })
    }

    /// Something of the review, by its path there.
    pub fn of_review(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    fn append(&self, drafts: &[Draft]) -> Result<Vec<u64>, Problem> {
        let answer = self
            .remote
            .post_json(&self.of_review("/entries"), &json!(drafts))?;
        Ok(seqs(&answer))
    }

    /// Its tournament.
    pub fn tournament(&self) -> Away<'_> {
        Away {
            remote: &self.remote,
            ledger: &self.state.opened.tournament,
        }
    }
}

/// Each reviewer acts for himself: the token is that of whoever is named. Asked before
/// anything else, so that nobody looks under one name and writes under another.
fn stands_for(remote: &Remote, name: &LedgerName, reviewer: &OfficialId) -> Result<(), Problem> {
    #[derive(Deserialize)]
    struct Own {
        principal: Principal,
    }
    let own: Own = read(remote.json("/v1/tokens/own")?)?;
    match &own.principal {
        Principal::Official { official, ledger } if official == reviewer && ledger == name => {
            Ok(())
        }
        other => {
            let detail = format!(
                "--as {reviewer}: the token stands for {}, expected that of {reviewer} for ledger {name}",
                other.words()
            );
            Err(Problem::new("usage", detail))
        }
    }
}

/// The seqs of the entries in an answer.
pub(super) fn seqs(answer: &Value) -> Vec<u64> {
    let entries = answer["entries"].as_array().into_iter().flatten();
    entries.filter_map(|entry| entry["seq"].as_u64()).collect()
}

/// A tournament at a service.
pub(super) struct Away<'a> {
    remote: &'a Remote,
    ledger: &'a LedgerName,
}

/// A game as the service lists it.
#[derive(Deserialize)]
struct Listed {
    game: GameId,
    round: u32,
    board: u32,
    players: PerColour<Option<PlayerId>>,
    names: PerColour<Option<String>>,
    at: Option<LastEntry>,
}

/// The last entry of a game's stream.
#[derive(Deserialize)]
struct LastEntry {
    seq: u64,
}

/// Where games are taken from.
pub(super) enum Games<'a> {
    /// A tournament of a data folder.
    Here(Tournament<'a>),
    /// One of a service.
    Away(Away<'a>),
}

impl<'a> Away<'a> {
    pub fn new(remote: &'a Remote, ledger: &'a LedgerName) -> Away<'a> {
        Away { remote, ledger }
    }

    fn listed(&self) -> Result<Vec<Listed>, Problem> {
        let games = self
            .remote
            .list(&format!("/v1/ledgers/{}/games", self.ledger))?;
        let mut games: Vec<Listed> = games.into_iter().map(read).collect::<Result<_, _>>()?;
        games.sort_by_key(|listed| (listed.round, listed.board));
        Ok(games)
    }

    /// The words that lead to somebody there.
    pub fn known(&self) -> Result<Known, Problem> {
        let mut known = Known::default();
        known.add(self.ledger, "the tournament's ledger");
        for listed in self.listed()? {
            known.add(&listed.game, "a game");
            for side in Colour::BOTH {
                if let Some(player) = &listed.players[side] {
                    known.add(player, "a player");
                }
                if let Some(name) = &listed.names[side] {
                    known.add(name, "the name of a player");
                }
            }
        }
        Ok(known)
    }

    /// Where its log stands.
    pub fn as_of(&self) -> Result<AsOf, Problem> {
        #[derive(Deserialize)]
        struct View {
            size: u64,
            head: Sha256,
        }
        let view = self.remote.json(&format!("/v1/ledgers/{}", self.ledger))?;
        let view: View = read(view)?;
        Ok(AsOf {
            seq: view.size.saturating_sub(1),
            hash: view.head,
        })
    }

    /// A game as queries for an engine.
    pub fn queries(&self, game: &GameId, visits: Option<u32>) -> Result<Vec<Query>, Problem> {
        let asked = visits.map_or_else(String::new, |visits| format!("?visits={visits}"));
        let path = format!("/v1/ledgers/{}/games/{game}/queries{asked}", self.ledger);
        let lines = self.remote.get(&path, Wanted::Lines)?;
        let queries = lines.lines().map(serde_json::from_str);
        let queries: Result<_, _> = queries.collect();
        queries.map_err(|e| strange(&e))
    }
}

impl Games<'_> {
    /// The games of a round, or of all rounds, in order.
    ///
    /// # Errors
    /// When the round has none, or they can't be read.
    pub fn of_round(&self, round: Option<u32>) -> Result<Vec<GameId>, Problem> {
        let games = match self {
            Games::Here(tournament) => tournament.games(round),
            Games::Away(away) => {
                let games = away.listed()?.into_iter();
                let asked = games.filter(|g| round.is_none_or(|round| g.round == round));
                asked.map(|listed| listed.game).collect()
            }
        };
        match round {
            Some(round) if games.is_empty() => {
                let detail =
                    format!("--round {round}: expected a round in which games were paired");
                Err(Problem::new("usage", detail))
            }
            _ => Ok(games),
        }
    }

    /// Refuses members of a group whose games are not there.
    ///
    /// # Errors
    /// The first one, or when the games can't be read.
    pub fn need_all(&self, members: &[Member]) -> Result<(), Problem> {
        let there: BTreeSet<GameId> = self.of_round(None)?.into_iter().collect();
        match members.iter().find(|member| !there.contains(&member.game)) {
            None => Ok(()),
            Some(Member { game, colour }) => {
                let detail = format!(
                    "member {game}:{colour} of the group: expected a game that was paired in the tournament"
                );
                Err(Problem::new("usage", detail))
            }
        }
    }

    /// The games in which a player was paired.
    pub fn of_player(&self, player: &PlayerId) -> Result<Vec<GameId>, Problem> {
        match self {
            Games::Here(tournament) => Ok(tournament.games_of(player).cloned().collect()),
            Games::Away(away) => {
                let games = away.listed()?.into_iter();
                let own = games.filter(|g| {
                    [&g.players.black, &g.players.white].contains(&&Some(player.clone()))
                });
                Ok(own.map(|listed| listed.game).collect())
            }
        }
    }

    /// The last entry of the stream of each of these games, by its seq; `None` where there
    /// is none.
    pub fn last_entries(&self, games: &[GameId]) -> Result<BTreeMap<GameId, Option<u64>>, Problem> {
        match self {
            Games::Here(tournament) => {
                let of = |game: &GameId| Ok((game.clone(), tournament.last_entry(game)?));
                games.iter().map(of).collect()
            }
            Games::Away(away) => {
                let asked: BTreeSet<&GameId> = games.iter().collect();
                let listed = away.listed()?.into_iter();
                let listed = listed.filter(|listed| asked.contains(&listed.game));
                Ok(listed
                    .map(|listed| (listed.game, listed.at.map(|at| at.seq)))
                    .collect())
            }
        }
    }

    /// A game as queries for an engine.
    pub fn queries(&self, game: &GameId, visits: Option<u32>) -> Result<Vec<Query>, Problem> {
        match self {
            Games::Here(tournament) => Ok(Query::of(&tournament.game(game)?, visits)),
            Games::Away(away) => away.queries(game, visits),
        }
    }

    /// How long each move of a game took.
    pub fn times(&self, game: &GameId) -> Result<GameTimes, Problem> {
        match self {
            Games::Here(tournament) => Ok(GameTimes::of(&tournament.game(game)?)),
            Games::Away(away) => {
                let path = format!("/v1/ledgers/{}/games/{game}/times", away.ledger);
                read(away.remote.json(&path)?)
            }
        }
    }
}

/// Has something done with a tournament's games, wherever they are.
pub(super) fn with_games<T>(
    source: &Source,
    ledger: &LedgerName,
    run: impl FnOnce(&Games<'_>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    match source.opened()? {
        Opened::Service(remote) => run(&Games::Away(Away::new(&remote, ledger))),
        Opened::Folder => {
            let open = source.ledger(ledger)?;
            run(&Games::Here(Tournament::of(&open)?))
        }
    }
}

/// What a service answered, of a form that is known here.
pub(super) fn read<T: DeserializeOwned>(answer: Value) -> Result<T, Problem> {
    serde_json::from_value(answer).map_err(|e| strange(&e))
}

fn strange(error: &serde_json::Error) -> Problem {
    Problem::new("server", format!("the answer has another form: {error}"))
}
