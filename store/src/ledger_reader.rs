//! Answers from a store: views of a ledger, its games and its appeals, as it
//! was known at any moment. What is folded is kept for a while, so that the cost
//! of an answer grows neither with the length of the ledger nor with the number
//! of those who ask.

mod kept;
mod results;

use crate::{EventStore, ReadError, as_known::AsKnown, results::Results};
use fupan_domain::{
    Colour, Timestamp, amount,
    event::{LogEvent, Stream},
    ids::{AppealId, GameId, PlayerId, Sha256},
    tournament::{AllFacts, TournamentState},
};
use fupan_replay::{
    entry,
    fold::{
        FoldEntry, FoldError, Step, StepEvent, TournamentHistory, fold_game,
        game::{FoldedGame, fold_on},
    },
    sequencer::Head,
    views::{
        AppealView, GameView, LedgerView, Moment, MomentError, NoStandings, game_view,
        hangs_on_withdrawals, with_withdrawals,
    },
    what_if::{Base, Question, WhatIf, WhatIfError, what_if},
};
use kept::KeptGames;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How many games are kept as they were known earlier: each takes about 100 KB.
const GAMES_KEPT: usize = 128;

/// How many earlier states of the tournament are kept.
const STATES_KEPT: usize = 16;

/// As of which entry a ledger is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// The last one.
    #[default]
    Now,
    /// The one of that seq.
    Seq(u64),
    /// The last one accepted at that time or before it.
    Time(Timestamp),
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The store can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An entry that bears on the tournament as a whole is none.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// The ledger is not that long.
    #[error("entry {asked} is not there: the ledger has {}", amount(*.size, "entry"))]
    PastHead {
        /// The seq asked for.
        asked: u64,
        /// How many entries there are.
        size: u64,
    },
    /// Nothing was recorded by then.
    #[error("nothing had been recorded at {0}")]
    NothingKnown(Timestamp),
    /// There are no standings of that kind.
    #[error(transparent)]
    NoStandings(#[from] NoStandings),
    /// No such game.
    #[error("game {0} was not paired")]
    NoGame(GameId),
    /// No such appeal.
    #[error("there is no appeal {0}")]
    NoAppeal(AppealId),
    /// The game does not have that moment.
    #[error(transparent)]
    Moment(#[from] MomentError),
    /// What is supposed can't be.
    #[error(transparent)]
    WhatIf(#[from] WhatIfError),
}

/// Reads one ledger's store.
pub struct LedgerReader<R> {
    store: Arc<dyn EventStore<R>>,
    followed: Mutex<Followed>,
    /// Games as they stand.
    now: Mutex<KeptGames>,
    /// Games as they were known earlier.
    games: Mutex<Vec<KeptGame>>,
    results: Mutex<Results>,
    /// What each game told at the last earlier seq that was asked for.
    earlier: Mutex<Option<(u64, Arc<AllFacts>)>>,
}

/// How far the tournament's history has been read.
#[derive(Default)]
struct Followed {
    history: TournamentHistory,
    size: u64,
    /// States that were asked for of late, with how many steps they have.
    earlier: VecDeque<(usize, Arc<TournamentState>)>,
}

struct KeptGame {
    id: GameId,
    /// The last seq of which it takes account.
    upto: u64,
    folded: Arc<FoldedGame>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R> LedgerReader<R> {
    /// Reads that store.
    pub fn new(store: Arc<dyn EventStore<R>>) -> LedgerReader<R> {
        LedgerReader {
            store,
            followed: Mutex::default(),
            now: Mutex::default(),
            games: Mutex::default(),
            results: Mutex::default(),
            earlier: Mutex::default(),
        }
    }

    /// The store.
    pub fn store(&self) -> &Arc<dyn EventStore<R>> {
        &self.store
    }

    /// The last seq that counts, and the tournament as of it.
    fn as_of(&self, known: Known) -> Result<(u64, Arc<TournamentState>), ViewError> {
        let head = self.store.head();
        let seq = match known {
            Known::Now => head.size.saturating_sub(1),
            Known::Seq(asked) if asked >= head.size => {
                return Err(ViewError::PastHead {
                    asked,
                    size: head.size,
                });
            }
            Known::Seq(seq) => seq,
            Known::Time(time) => self
                .store
                .last_seq_at(time)?
                .ok_or(ViewError::NothingKnown(time))?,
        };
        let mut followed = lock(&self.followed);
        followed.catch_up(&*self.store, head)?;
        Ok((seq, followed.as_of(seq)))
    }

    /// The tournament as it was known.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn tournament(&self, known: Known) -> Result<Arc<TournamentState>, ViewError> {
        Ok(self.as_of(known)?.1)
    }

    /// The tournament's whole history.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn history(&self) -> Result<TournamentHistory, ViewError> {
        self.as_of(Known::Now)?;
        Ok(lock(&self.followed).history.clone())
    }

    /// A game, folded as it was known.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn game(&self, id: &GameId, known: Known) -> Result<Arc<FoldedGame>, ViewError> {
        let (seq, tournament) = self.as_of(known)?;
        self.folded(id, seq, &tournament)
    }

    fn folded(
        &self,
        id: &GameId,
        upto: u64,
        tournament: &TournamentState,
    ) -> Result<Arc<FoldedGame>, ViewError> {
        let last = lock(&self.now).last(id);
        match last {
            Some((then, folded)) if then == upto => return Ok(folded),
            Some((then, _)) if then > upto => return self.folded_then(id, upto, tournament),
            Some((then, folded)) => {
                if let Some(folded) = self.folded_on(id, (then, &folded), upto)? {
                    lock(&self.now).keep(id, upto, &folded);
                    return Ok(folded);
                }
            }
            None => {}
        }
        let folded = Arc::new(self.folded_anew(id, upto, tournament)?);
        lock(&self.now).keep(id, upto, &folded);
        Ok(folded)
    }

    /// A game from the beginning of its stream.
    fn folded_anew(
        &self,
        id: &GameId,
        upto: u64,
        tournament: &TournamentState,
    ) -> Result<FoldedGame, ViewError> {
        let paired = tournament
            .paired(id)
            .ok_or_else(|| ViewError::NoGame(id.clone()))?;
        let stream = Stream::Game(id.clone());
        let entries = self.store.stream(&stream, 0, usize::MAX)?;
        Ok(fold_game(paired, tournament, entries, upto))
    }

    /// A game with what came in its own stream since it was folded; `None` where
    /// something else bears on it since, as a decision does, and it is folded anew.
    fn folded_on(
        &self,
        id: &GameId,
        (then, folded): (u64, &Arc<FoldedGame>),
        upto: u64,
    ) -> Result<Option<Arc<FoldedGame>>, ViewError> {
        let about = {
            let followed = lock(&self.followed);
            let len = followed.history.len_as_of(upto);
            followed.history.last_about(id, len, then.saturating_add(1))
        };
        if about.is_some() || !folded.unreadable.is_empty() {
            return Ok(None);
        }
        let stream = Stream::Game(id.clone());
        let last = self.store.stream_head(&stream).map(|head| head.version);
        let known = folded.at.map(|at| at.version);
        if last == known {
            return Ok(Some(Arc::clone(folded)));
        }
        let from = known.map_or(0, |version| version.saturating_add(1));
        let entries = self.store.stream(&stream, from, usize::MAX)?;
        let mut further = FoldedGame::clone(folded);
        fold_on(&mut further, entries, upto);
        Ok(Some(Arc::new(further)))
    }

    /// A game as it was known at an earlier seq than it is kept at.
    fn folded_then(
        &self,
        id: &GameId,
        upto: u64,
        tournament: &TournamentState,
    ) -> Result<Arc<FoldedGame>, ViewError> {
        if let Some(folded) = self.kept(id, upto) {
            return Ok(folded);
        }
        let folded = Arc::new(self.folded_anew(id, upto, tournament)?);
        let mut games = lock(&self.games);
        if games.len() >= GAMES_KEPT {
            games.remove(0);
        }
        games.push(KeptGame {
            id: id.clone(),
            upto,
            folded: Arc::clone(&folded),
        });
        Ok(folded)
    }

    /// A kept game that is as it would be now; used ones go to the end.
    fn kept(&self, id: &GameId, upto: u64) -> Option<Arc<FoldedGame>> {
        let mut games = lock(&self.games);
        let index = games
            .iter()
            .rposition(|kept| kept.id == *id && kept.upto == upto)?;
        let kept = games.remove(index);
        let folded = Arc::clone(&kept.folded);
        games.push(kept);
        Some(folded)
    }

    /// The view of a game: as it was known, at a moment of its own.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn game_view(
        &self,
        id: &GameId,
        known: Known,
        moment: Moment,
    ) -> Result<GameView, ViewError> {
        let (seq, tournament) = self.as_of(known)?;
        let folded = self.folded(id, seq, &tournament)?;
        if known == Known::Now && moment == Moment::Last {
            let view = self.view_now(id, seq, &tournament, &folded)?;
            return Ok(Arc::unwrap_or_clone(view));
        }
        self.viewed(id, seq, (&tournament, &folded), moment)
    }

    /// A game as it stands, with its view. What both cost depends on what came about
    /// this game since they were asked for last, and not on what came elsewhere.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn game_now(&self, id: &GameId) -> Result<(Arc<FoldedGame>, Arc<GameView>), ViewError> {
        let (seq, tournament) = self.as_of(Known::Now)?;
        let folded = self.folded(id, seq, &tournament)?;
        let view = self.view_now(id, seq, &tournament, &folded)?;
        Ok((folded, view))
    }

    fn view_now(
        &self,
        id: &GameId,
        seq: u64,
        tournament: &TournamentState,
        folded: &Arc<FoldedGame>,
    ) -> Result<Arc<GameView>, ViewError> {
        let view = || self.viewed(id, seq, (tournament, folded), Moment::Last);
        if hangs_on_withdrawals(id, tournament) {
            // What others' games tell decides on it as well.
            return Ok(Arc::new(view()?));
        }
        let erased = tournament.erased.len();
        let kept = lock(&self.now).view(id, folded, erased);
        // A record is erased beside the log, before or after the entry that says so.
        if let Some(view) = kept.filter(|view| self.are_named_so(view, tournament)) {
            return Ok(view);
        }
        let view = Arc::new(view()?);
        lock(&self.now).keep_view(id, folded, erased, &view);
        Ok(view)
    }

    /// Whether the players' names are still those that a view has.
    fn are_named_so(&self, view: &GameView, tournament: &TournamentState) -> bool {
        let name = |player: &PlayerId| {
            let registered = tournament.players.get(player)?;
            let person = self.store.person(registered.registered.person);
            person.ok().flatten().map(|person| person.name)
        };
        let mut sides = Colour::BOTH.into_iter();
        sides.all(|colour| view.names[colour] == view.players[colour].as_ref().and_then(name))
    }

    fn viewed(
        &self,
        id: &GameId,
        seq: u64,
        (tournament, folded): (&TournamentState, &FoldedGame),
        moment: Moment,
    ) -> Result<GameView, ViewError> {
        let people = |commitment| self.store.person(commitment).ok().flatten();
        let ledger = self.store.ledger().as_str();
        let view = game_view(ledger, folded, tournament, moment, &people)?;
        if moment == Moment::Last && hangs_on_withdrawals(id, tournament) {
            let view = with_withdrawals(view, tournament, &*self.facts(seq, tournament)?);
            let known = Some(seq);
            return Ok(GameView { known, ..view });
        }
        Ok(GameView {
            known: Some(self.basis_of(id, folded, seq)),
            ..view
        })
    }

    /// The seq of the last entry on which the view of a game rests, of those
    /// that were known: one of its own, or one elsewhere that bears on it.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn game_basis(&self, id: &GameId, known: Known) -> Result<u64, ViewError> {
        let (seq, tournament) = self.as_of(known)?;
        if hangs_on_withdrawals(id, &tournament) {
            return Ok(seq);
        }
        let folded = self.folded(id, seq, &tournament)?;
        Ok(self.basis_of(id, &folded, seq))
    }

    fn basis_of(&self, id: &GameId, folded: &FoldedGame, seq: u64) -> u64 {
        let own = folded.at.map_or(0, |at| at.seq);
        let followed = lock(&self.followed);
        let len = followed.history.len_as_of(seq);
        let elsewhere = followed.history.last_about(id, len, own);
        elsewhere.map_or(own, |seq| seq.max(own))
    }

    /// The seq of the last entry on which the view of an appeal rests.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn appeal_basis(&self, id: &AppealId, known: Known) -> Result<u64, ViewError> {
        let (seq, _) = self.as_of(known)?;
        let followed = lock(&self.followed);
        let len = followed.history.len_as_of(seq);
        let mut steps = followed.history.steps().iter().take(len).rev();
        let files = &followed.history.now().files;
        let of_appeal = |sha256: &Sha256| {
            let attached = files.get(sha256).map(|file| &file.attached[..]);
            let mut attached = attached.unwrap_or_default().iter();
            attached.any(|a| matches!(&a.stream, Stream::Appeal(of) if of == id))
        };
        let last = steps.find(|step| match &step.event {
            StepEvent::Appeal(of, _) => of == id,
            StepEvent::Log(LogEvent::EvidenceReceived(file)) => of_appeal(&file.sha256),
            StepEvent::Log(LogEvent::EvidenceDeleted(file)) => of_appeal(&file.sha256),
            _ => false,
        });
        last.map(|step| step.seq)
            .ok_or_else(|| ViewError::NoAppeal(id.clone()))
    }

    /// The seq of the last entry that was known then.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn seq_of(&self, known: Known) -> Result<u64, ViewError> {
        Ok(self.as_of(known)?.0)
    }

    /// The view of an appeal as it was known.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn appeal_view(&self, id: &AppealId, known: Known) -> Result<AppealView, ViewError> {
        let tournament = self.tournament(known)?;
        let appeal = tournament.appeals.get(id);
        let appeal = appeal.ok_or_else(|| ViewError::NoAppeal(id.clone()))?;
        Ok(AppealView::of(appeal, &tournament))
    }

    /// The view of the ledger as it was known.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn ledger_view(&self, known: Known) -> Result<LedgerView, ViewError> {
        let (seq, tournament) = self.as_of(known)?;
        let head = self.head_at(seq)?;
        Ok(LedgerView::new(
            self.store.ledger().as_str(),
            head,
            &tournament,
        ))
    }

    /// Where the ledger stood when the entry of that seq was its last.
    fn head_at(&self, seq: u64) -> Result<Head, ViewError> {
        let Some(bytes) = self.store.entry(seq)? else {
            return Ok(self.store.head());
        };
        let recorded_at = FoldEntry::read(&bytes)?.recorded_at;
        Ok(Head {
            size: seq + 1,
            hash: entry::hash(&bytes),
            recorded_at: Some(recorded_at),
        })
    }

    /// What would be if something fell or other drafts came, beside what is as
    /// it was known. Nothing is stored.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn what_if(&self, question: Question, known: Known) -> Result<WhatIf, ViewError> {
        let (seq, tournament) = self.as_of(known)?;
        let facts = self.facts(seq, &tournament)?;
        let mut history = lock(&self.followed).history.clone();
        history.truncate(history.len_as_of(seq));
        let base = Base {
            name: self.store.ledger(),
            head: self.head_at(seq)?,
            history: &history,
            log: &AsKnown::new(&*self.store, seq),
            facts: &facts,
        };
        Ok(what_if(base, question)?)
    }
}

impl Followed {
    /// The tournament as of a seq. Between two steps it is the same for every seq.
    fn as_of(&mut self, seq: u64) -> Arc<TournamentState> {
        let len = self.history.len_as_of(seq);
        if len == self.history.len() {
            return Arc::clone(self.history.now());
        }
        if let Some((_, state)) = self.earlier.iter().find(|(steps, _)| *steps == len) {
            return Arc::clone(state);
        }
        let mut state = self.history.after(len);
        // What was erased later is erased for whoever looks back as well.
        let erased = &self.history.now().erased;
        if state.erased != *erased {
            Arc::make_mut(&mut state).erased.clone_from(erased);
        }
        if self.earlier.len() >= STATES_KEPT {
            self.earlier.pop_front();
        }
        self.earlier.push_back((len, Arc::clone(&state)));
        state
    }

    fn catch_up<R>(&mut self, store: &dyn EventStore<R>, head: Head) -> Result<(), ViewError> {
        if self.size >= head.size {
            return Ok(());
        }
        for bytes in store.common_entries(self.size)? {
            if let Some(step) = Step::read(&bytes)?
                && step.seq < head.size
            {
                if matches!(&step.event, StepEvent::Log(LogEvent::PersonErased(_))) {
                    self.earlier.clear();
                }
                self.history.push(step);
            }
        }
        self.size = head.size;
        Ok(())
    }
}
