//! What figures rest on, taken from a tournament's ledger: games folded one after
//! the other, of which only times and agreement are kept, so that an event of any
//! size fits; and the engine's answers, by their hash from the review's files.

use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    event::review::{AnalysisRecorded, AsOf, Method, ReferenceNamed},
    game::GameState,
    ids::{GameId, PlayerId, Sha256},
    review::ReviewState,
    tournament::TournamentState,
};
use fupan_replay::{
    entry,
    fold::fold_game,
    review::{
        Answers, AnswersError, GameAgreement, GameTimes, Material, Reference, games_named,
        query::Query,
    },
};
use fupan_store::{EventStore, Known};
use std::{collections::BTreeSet, io::Read, sync::Arc};

/// The name under which this program says that it computed something.
pub const PROGRAM: &str = concat!("fupan ", env!("CARGO_PKG_VERSION"));

/// A tournament as it stood when figures were computed.
pub struct Tournament<'a> {
    pub(super) open: &'a OpenLedger,
    /// What has become of it.
    pub state: Arc<TournamentState>,
    /// Up to where it was looked at.
    pub as_of: AsOf,
}

impl<'a> Tournament<'a> {
    /// A tournament as it stands.
    ///
    /// # Errors
    /// When it can't be read, or the ledger is none of a tournament.
    pub fn of(open: &'a OpenLedger) -> Result<Tournament<'a>, Problem> {
        let head = open.store.head();
        let Some(seq) = head.size.checked_sub(1) else {
            return Err(not_a_tournament(open));
        };
        let state = open.reader.tournament(Known::Seq(seq));
        let state = state.map_err(|e| Problem::from(&e))?;
        if state.opening.is_none() {
            return Err(not_a_tournament(open));
        }
        let as_of = AsOf {
            seq,
            hash: head.hash,
        };
        Ok(Tournament { open, state, as_of })
    }

    /// A tournament as it stood when that entry was its last; `None` where the log
    /// has another entry in its place.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn at(open: &'a OpenLedger, as_of: AsOf) -> Result<Option<Tournament<'a>>, Problem> {
        let entry = open.store.entry(as_of.seq);
        let entry = entry.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        if entry.is_none_or(|bytes| entry::hash(&bytes) != as_of.hash) {
            return Ok(None);
        }
        let state = open.reader.tournament(Known::Seq(as_of.seq));
        let state = state.map_err(|e| Problem::from(&e))?;
        Ok(Some(Tournament { open, state, as_of }))
    }

    /// A game. Nothing of it is kept here.
    ///
    /// # Errors
    /// When there is none, or it can't be read.
    pub fn game(&self, game: &GameId) -> Result<GameState, Problem> {
        let paired = self.state.paired(game).ok_or_else(|| {
            let detail = format!(
                "there is no game {game} in ledger {}",
                self.open.store.ledger()
            );
            Problem::new("not_found", detail)
        })?;
        let stream = fupan_domain::event::Stream::Game(game.clone());
        let entries = self.open.store.stream(&stream, 0, usize::MAX);
        let entries = entries.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        Ok(fold_game(paired, &self.state, entries, self.as_of.seq).state)
    }

    /// The last entry of a game's stream, by its seq; `None` where there is none.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn last_entry(&self, game: &GameId) -> Result<Option<u64>, Problem> {
        let unreadable = |e: &dyn std::fmt::Display| Problem::new("log_unreadable", e.to_string());
        let stream = fupan_domain::event::Stream::Game(game.clone());
        let Some(head) = self.open.store.stream_head(&stream) else {
            return Ok(None);
        };
        let last = self.open.store.stream(&stream, head.version, 1);
        let last = last.map_err(|e| unreadable(&e))?;
        let entry = last.first().map(|bytes| entry::Entry::read(bytes));
        let entry = entry.transpose().map_err(|e| unreadable(&e))?;
        Ok(entry.map(|entry| entry.seq))
    }

    /// The games of a round, or of all rounds, in order.
    pub fn games(&self, round: Option<u32>) -> Vec<GameId> {
        let all = self.state.games.iter();
        let asked = all.filter(|(_, pairing)| round.is_none_or(|round| pairing.round == round));
        let mut games: Vec<_> = asked
            .map(|(id, g)| (g.round, g.pairing.board, id))
            .collect();
        games.sort();
        games.into_iter().map(|(.., id)| id.clone()).collect()
    }

    /// The games in which a player was paired.
    pub fn games_of(&self, player: &PlayerId) -> impl Iterator<Item = &GameId> {
        let plays = move |both: [&PlayerId; 2]| both.contains(&player);
        let games = self.state.games.iter();
        games.filter_map(move |(id, g)| g.pairing.both().is_some_and(plays).then_some(id))
    }

    /// The queries of these games.
    ///
    /// # Errors
    /// When one is not there or can't be read.
    pub fn queries(
        &self,
        games: impl IntoIterator<Item = GameId>,
        visits: Option<u32>,
    ) -> Result<Vec<(GameId, Query)>, Problem> {
        let mut queries = Vec::new();
        for game in games {
            let of_game = Query::of(&self.game(&game)?, visits);
            queries.extend(of_game.into_iter().map(|query| (game.clone(), query)));
        }
        Ok(queries)
    }

    /// What an engine's answers say of the games that they are about.
    ///
    /// # Errors
    /// When they are none, or not those to the queries of these games as they stand.
    pub fn answers(&self, text: &str) -> Result<Answers, Problem> {
        let games = games_named(text).map_err(|e| no_answers(&e))?;
        Answers::read(text, &self.queries(games, None)?).map_err(|e| no_answers(&e))
    }

    /// The same of answers that a review took in, whichever version of this program did.
    ///
    /// # Errors
    /// As [`Tournament::answers`].
    pub fn recorded_answers(&self, text: &str) -> Result<Answers, Problem> {
        let games = games_named(text).map_err(|e| no_answers(&e))?;
        Answers::read_recorded(text, &self.queries(games, None)?).map_err(|e| no_answers(&e))
    }

    /// Times and agreement of these games. `told` hears of each.
    ///
    /// # Errors
    /// When one is not there or can't be read.
    pub fn material(
        &self,
        games: &BTreeSet<GameId>,
        answers: Option<&Answers>,
        method: &Method,
        mut told: impl FnMut(),
    ) -> Result<Material, Problem> {
        let mut material = Material::default();
        for game in games {
            let times = GameTimes::of(&self.game(game)?);
            let agreement = answers.and_then(|a| GameAgreement::of(&times, a, method));
            if let Some(agreement) = agreement {
                material.agreement.insert(game.clone(), agreement);
            }
            material.times.insert(game.clone(), times);
            told();
        }
        Ok(material)
    }

    /// The games on which a review's figures rest: those under review, the other
    /// ones of its players, and those of the group.
    pub fn games_of_review(
        &self,
        review: &ReviewState,
        reference: Option<&Reference>,
    ) -> BTreeSet<GameId> {
        let mut games: BTreeSet<GameId> = review.opened.games.iter().cloned().collect();
        for subject in &review.opened.subjects {
            games.extend(self.games_of(&subject.player).cloned());
        }
        let members = reference.iter().flat_map(|group| &group.members);
        games.extend(members.map(|member| member.game.clone()));
        // Who names a game that is not there shall not hide the rest from the others.
        games.retain(|game| self.state.paired(game).is_some());
        games
    }
}

/// Why a file holds no answers to the queries of its games.
pub fn no_answers(error: &AnswersError) -> Problem {
    Problem::new("engine_files", error.to_string())
}

fn not_a_tournament(open: &OpenLedger) -> Problem {
    let name = open.store.ledger();
    Problem::new("usage", format!("ledger {name} is no tournament's"))
}

/// The most bytes that a file of a reference group may have.
const GROUP_MAX: u64 = 16 << 20;

/// The group that a method names, if one of the review's files is it.
pub fn kept_group(
    review: &OpenLedger,
    state: &ReviewState,
    named: &ReferenceNamed,
) -> Option<Reference> {
    let files = state.evidence.iter().map(|told| &told.what);
    let mut files = files.filter(|file| file.bytes <= GROUP_MAX);
    files.find_map(|file| {
        let (mut kept, _) = review.blobs.open(file.sha256).ok().flatten()?;
        let mut bytes = Vec::new();
        kept.read_to_end(&mut bytes).ok()?;
        Reference::read(&bytes).ok()?.is_the_one(named).ok()
    })
}

/// The raw answers of an analysis, from the files beside the review, if they are
/// still kept.
///
/// # Errors
/// When the file can't be read, or is another than was recorded.
pub fn raw_answers(
    review: &OpenLedger,
    analysis: &AnalysisRecorded,
) -> Result<Option<String>, Problem> {
    let Some(answers) = &analysis.answers else {
        return Ok(None);
    };
    let unreadable = |e: &dyn std::fmt::Display| Problem::new("log_unreadable", e.to_string());
    let found = review
        .blobs
        .open(answers.sha256)
        .map_err(|e| unreadable(&e))?;
    let Some((mut file, _)) = found else {
        return Ok(None);
    };
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(|e| unreadable(&e))?;
    if Sha256::of(text.as_bytes()) != answers.sha256 {
        let detail = format!("the file of answers {} has other bytes", answers.sha256);
        return Err(Problem::new("log_unreadable", detail));
    }
    Ok(Some(text))
}
