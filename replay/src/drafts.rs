//! Replaying a file of drafts without a store: the same drafts, decided and
//! sealed by the same code, in memory. `recorded_at` is each draft's `at`, and
//! its seq its place in the file (contract, section 7).

use crate::{
    audit::{
        announced::{self, Announced},
        standings,
    },
    draft::{Batch, Draft, DraftError, Proposal},
    entry::Sealed,
    fold::{fold_game, game::FoldedGame},
    ledger::{Ledger, OpenError, Refused},
    log::MemoryLog,
    sequencer::{Admit, Head, Sequencer, Slot, StreamHead},
    views::{
        AppealView, Discrepancy, GameView, Moment, MomentError, StandingsView, discrepancy,
        game_view, hangs_on_withdrawals, standings_view, with_withdrawals,
    },
    what_if::{Base, Question, WhatIf, WhatIfError, what_if},
};
use fupan_domain::{
    event::Stream,
    ids::{EntryId, GameId, LedgerName, PlayerId, Sha256},
    tournament::{AllFacts, GameFacts, GamePairing, TournamentState},
};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A line of a file that could not be replayed.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct LineRefused {
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub reason: LineReason,
}

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
pub enum LineReason {
    /// It is no draft.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// It can't become an entry.
    #[error("{}", .0.reason)]
    Refused(#[from] Refused),
}

/// A file of drafts, replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The sealed entries.
    pub log: MemoryLog,
    /// The ledger that they make.
    pub ledger: Ledger,
}

/// What `fupan replay FILE --json` prints of a file of drafts (contract, section 9).
#[derive(Clone, Debug, Serialize)]
pub struct ReplayView {
    /// Each game.
    pub games: BTreeMap<GameId, GameView>,
    /// The standings.
    pub standings: Option<StandingsView>,
    /// Each appeal.
    pub appeals: BTreeMap<String, AppealView>,
    /// What the reading found.
    pub discrepancies: Vec<Discrepancy>,
}

/// What some editors put before a UTF-8 text (RFC 8259, section 8.1).
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A file's bytes without the byte order mark that may stand before them.
pub fn without_byte_order_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// The lines of a file that hold something, with their numbers from 1. A byte
/// order mark before the first is passed over: it is no part of the draft.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = without_byte_order_mark(bytes)
        .split(|b| *b == b'\n')
        .enumerate()
        .map(|(index, line)| (index + 1, line));
    lines.filter(|(_, line)| !line.trim_ascii().is_empty())
}

/// Replays a file of drafts as the ledger of that name.
///
/// # Errors
/// The first line that is no draft or can't become an entry.
pub fn replay(name: LedgerName, bytes: &[u8]) -> Result<Replayed, LineRefused> {
    replay_lines(name, lines(bytes))
}

/// Replays lines of drafts, each with its number, as the ledger of that name.
///
/// # Errors
/// As [`replay`].
pub fn replay_lines<'a>(
    name: LedgerName,
    lines: impl Iterator<Item = (usize, &'a [u8])>,
) -> Result<Replayed, LineRefused> {
    let mut replayed = Replayed::new(name);
    for (line, text) in lines {
        let draft = Draft::read(text).map_err(LineReason::from);
        draft
            .and_then(|draft| replayed.take(draft, line))
            .map_err(|reason| LineRefused { line, reason })?;
    }
    Ok(replayed)
}

fn first_16(hash: Sha256) -> [u8; 16] {
    let mut first = [0; 16];
    first.copy_from_slice(&hash.0[..16]);
    first
}

impl Replayed {
    /// A ledger without entries.
    pub fn new(name: LedgerName) -> Replayed {
        Replayed {
            log: MemoryLog::default(),
            ledger: Ledger::new(Sequencer::new(name)),
        }
    }

    /// What entries come to that were sealed elsewhere, as those of a bundle.
    ///
    /// # Errors
    /// When one that bears on the tournament as a whole is none.
    pub fn of_entries(
        name: LedgerName,
        entries: impl IntoIterator<Item = Sealed>,
    ) -> Result<Replayed, OpenError> {
        let (mut log, mut streams) = (MemoryLog::default(), BTreeMap::new());
        let mut head = Head {
            size: 0,
            hash: Sha256::ZERO,
            recorded_at: None,
        };
        for sealed in entries {
            let (version, hash) = (sealed.version, sealed.hash);
            head = Head {
                size: head.size + 1,
                hash,
                recorded_at: Some(sealed.recorded_at),
            };
            streams.insert(sealed.stream.clone(), StreamHead { version, hash });
            log.push(sealed);
        }
        let sequencer = Sequencer::resume(name, head, streams);
        let ledger = Ledger::open(sequencer, &log)?;
        Ok(Replayed { log, ledger })
    }

    /// Adds a draft that was made here and not read from a file, as those of
    /// [`crate::records::from_sgf()`].
    ///
    /// # Errors
    /// When it can't become an entry; nothing has changed then.
    pub fn add(&mut self, draft: Draft) -> Result<(), LineReason> {
        let place = self.log.entries().len() + 1;
        self.take(draft, place)
    }

    /// Takes a draft. Without a store nothing is kept: neither id nor salt needs
    /// to be unknown to anybody, and both come from the draft's place in its file.
    fn take(&mut self, draft: Draft, place: usize) -> Result<(), LineReason> {
        let at = draft.at;
        let submitted_by = draft.actor.clone();
        let mark = Sha256::of(format!("{place}").as_bytes());
        let id = EntryId(uuid::Builder::from_custom_bytes(first_16(mark)).into_uuid());
        let proposal = Proposal::prepare(draft, id, first_16(mark))?;
        let batch = Batch {
            proposals: vec![proposal],
            submitted_by,
            seen_whole: None,
        };
        for slot in self.ledger.admit(&batch, at, &self.log)? {
            if let Slot::New(sealed) = slot {
                self.log.push(sealed);
            }
        }
        Ok(())
    }

    /// A game, folded; `None` if it was not paired.
    pub fn game(&self, id: &GameId) -> Option<FoldedGame> {
        let tournament = self.ledger.tournament();
        let stream = Stream::Game(id.clone());
        let entries = self.log.stream(&stream).map(|sealed| &sealed.bytes);
        Some(fold_game(
            tournament.paired(id)?,
            tournament,
            entries,
            u64::MAX,
        ))
    }

    /// The view of a game at a moment; `None` if it was not paired.
    ///
    /// # Errors
    /// When the game does not have that moment.
    pub fn game_view(&self, id: &GameId, moment: Moment) -> Result<Option<GameView>, MomentError> {
        let tournament = self.ledger.tournament();
        let Some(game) = self.game(id) else {
            return Ok(None);
        };
        let view = self.view_of(&game, moment)?;
        let hangs = moment == Moment::Last && hangs_on_withdrawals(id, tournament);
        Ok(Some(if hangs {
            with_withdrawals(view, tournament, &self.facts())
        } else {
            view
        }))
    }

    fn view_of(&self, game: &FoldedGame, moment: Moment) -> Result<GameView, MomentError> {
        let people = |commitment| self.log.people().get(&commitment).cloned();
        let name = self.ledger.name().as_str();
        let known = self.ledger.head().size.checked_sub(1);
        let view = game_view(name, game, self.ledger.tournament(), moment, &people)?;
        Ok(GameView { known, ..view })
    }

    /// The view of the standings after a round, the last one paired where none
    /// is named; `None` before the tournament is opened, and of a round that was
    /// not paired.
    pub fn standings_view(&self, round: Option<u32>) -> Option<StandingsView> {
        self.standings_of(&self.facts(), round)
    }

    fn standings_of(&self, facts: &AllFacts, round: Option<u32>) -> Option<StandingsView> {
        let people = |commitment| self.log.people().get(&commitment).cloned();
        let name = self.ledger.name().as_str();
        let tournament = self.ledger.tournament();
        let known = self.ledger.head().size.checked_sub(1);
        let view = standings_view(name, tournament, facts, round, &people).ok()?;
        Some(StandingsView { known, ..view })
    }

    /// What each game tells the tournament.
    pub fn facts(&self) -> AllFacts {
        let games = self.ledger.tournament().games.keys();
        let told = |id: &GameId| Some((id.clone(), Arc::new(GameFacts::of(&self.game(id)?.state))));
        games.filter_map(told).collect()
    }

    /// What is worth a look in pairings, lots and announced standings. Each
    /// announcement is held against what was known when it was made.
    fn of_results(&self, facts: &AllFacts) -> Vec<Discrepancy> {
        let tournament = self.ledger.tournament();
        let people = self.log.people();
        let born = |player: &PlayerId| {
            let registered = &tournament.players.get(player)?.registered;
            people.get(&registered.person)?.birth_year
        };
        let mut found = standings::irregularities(tournament, facts, &born);
        let history = self.ledger.history();
        let announced = history.steps().iter();
        let announced = announced.filter_map(|step| Some((step, standings::announced(step)?)));
        let (published, mut told): (Vec<_>, Vec<_>) = announced
            .map(|(step, published)| {
                let then = history.as_of(step.seq);
                let facts_then = self.facts_as_of(step.seq, published.round, facts);
                let at = (step.entry, step.seq);
                (published, Announced::of(at, published, &then, &facts_then))
            })
            .unzip();
        announced::settle(&mut told);
        for (
            published,
            Announced {
                entry,
                found: differs,
                ..
            },
        ) in published.into_iter().zip(told)
        {
            if differs.is_empty() {
                found.extend(standings::changed_since(
                    entry, published, tournament, facts,
                ));
            }
            found.extend(differs);
        }
        found
    }

    /// What the games up to a round told when the ledger had no entry past
    /// `seq`; `now` tells of those that have none past it.
    fn facts_as_of(&self, seq: u64, round: u32, now: &AllFacts) -> AllFacts {
        let tournament = self.ledger.history().as_of(seq);
        let told = |(id, game): (&GameId, &Arc<GamePairing>)| {
            let stream = Stream::Game(id.clone());
            let decisions = self.ledger.tournament().decisions_on.get(id);
            let last_decision = decisions.and_then(|list| list.last()).map(|fact| fact.seq);
            let last = self.log.stream(&stream).last().map(|sealed| sealed.seq);
            if game.round > round {
                None
            } else if last.max(last_decision).is_none_or(|last| last <= seq) {
                now.get(id).map(|told| (id.clone(), Arc::clone(told)))
            } else {
                let entries = self.log.stream(&stream).map(|sealed| &sealed.bytes);
                let folded = fold_game(tournament.paired(id)?, &tournament, entries, seq);
                Some((id.clone(), Arc::new(GameFacts::of(&folded.state))))
            }
        };
        tournament.games.iter().filter_map(told).collect()
    }

    /// What would be if something of it fell or other drafts came (see
    /// [`crate::what_if`]).
    ///
    /// # Errors
    /// [`WhatIfError`].
    pub fn what_if(&self, question: Question) -> Result<WhatIf, WhatIfError> {
        let base = Base {
            name: self.ledger.name(),
            head: self.ledger.head(),
            history: self.ledger.history(),
            log: &self.log,
            facts: &self.facts(),
        };
        what_if(base, question)
    }

    /// Everything.
    ///
    /// # Errors
    /// Never at the last moment of a game; the error of a moment is handed on.
    pub fn view(&self) -> Result<ReplayView, MomentError> {
        let tournament = self.ledger.tournament();
        let mut views = BTreeMap::new();
        let mut facts = AllFacts::new();
        let mut discrepancies = discrepancy::of_tournament(self.ledger.history());
        let mut named = BTreeSet::new();
        for id in tournament.games.keys() {
            if let Some(game) = self.game(id) {
                discrepancies.extend(discrepancy::of_game(&game, tournament));
                named.extend(discrepancy::named_by_sanctions(&game.state, tournament));
                facts.insert(id.clone(), Arc::new(GameFacts::of(&game.state)));
                views.insert(id.clone(), self.view_of(&game, Moment::Last)?);
            }
        }
        let withdrawn = |(id, view)| (id, with_withdrawals(view, tournament, &facts));
        let games = views.into_iter().map(withdrawn).collect();
        discrepancies.extend(discrepancy::sanctions_on_nothing(tournament, &named));
        discrepancies.extend(self.of_results(&facts));
        Ok(ReplayView {
            games,
            standings: self.standings_of(&facts, None),
            appeals: appeal_views(tournament),
            discrepancies,
        })
    }
}

fn appeal_views(tournament: &TournamentState) -> BTreeMap<String, AppealView> {
    let view = |(id, state)| (ToString::to_string(id), AppealView::of(state, tournament));
    tournament.appeals.iter().map(view).collect()
}
