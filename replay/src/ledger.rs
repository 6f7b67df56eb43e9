//! A ledger as its single writer knows it: it decides which drafts become
//! entries, and seals them. What it holds is only a reading of the log and can
//! be made anew from it at any time.

use crate::{
    canonical,
    draft::{Batch, Proposal},
    entry::is_listed_of_log,
    fold::{FoldEntry, FoldError, Step, StepEvent, TournamentHistory, fold_game},
    kept_games::KeptGames,
    proof::announcement::{Announcement, Replacement},
    sequencer::{Admit, Head, ReadError, ReadLog, SequenceError, Sequencer, Slot, StreamHead},
};
use fupan_domain::{
    Timestamp,
    event::{
        AppealEvent, Event, GameEvent, LogEvent, Order, Stream, TournamentEvent,
        appeal::PanelSeated, tournament::RoundClosed,
    },
    game::{self, Fact, FactKind, GameState},
    ids::{ActorId, AppealId, EntryId, GameId, Sha256},
    refusal::Refusal,
    tournament::{self, Place, ResultTold, TournamentState},
};
use std::{collections::BTreeMap, sync::Arc};

/// Why a batch is refused, and which of its drafts is in the way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("draft {index}: {reason}")]
pub struct Refused {
    /// The draft's place in its batch, from 0.
    pub index: usize,
    /// Why.
    pub reason: Reason,
}

/// Why a draft is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Its place is taken: stale version, id reused, too long.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// It can be no record.
    #[error(transparent)]
    Content(#[from] Box<Refusal>),
}

impl From<Refusal> for Reason {
    fn from(refusal: Refusal) -> Reason {
        Reason::Content(Box::new(refusal))
    }
}

impl From<ReadError> for Reason {
    fn from(error: ReadError) -> Reason {
        Reason::Sequence(error.into())
    }
}

/// A ledger as its single writer knows it.
#[derive(Clone, Debug)]
pub struct Ledger {
    sequencer: Sequencer,
    history: TournamentHistory,
    games: KeptGames,
    /// How many entries there were once the last one had come that may bear on more
    /// views than its own game's while it is played. Right after opening: all of them.
    bearing: u64,
}

/// What to go back to if a later draft of the batch is refused.
struct Before {
    head: Head,
    streams: BTreeMap<Stream, Option<StreamHead>>,
    steps: usize,
    uses: u64,
    bearing: u64,
}

impl Ledger {
    /// A ledger without entries.
    pub fn new(sequencer: Sequencer) -> Ledger {
        Ledger {
            bearing: sequencer.head().size,
            sequencer,
            history: TournamentHistory::default(),
            games: KeptGames::default(),
        }
    }

    /// A ledger whose history was read already.
    pub(crate) fn with_history(sequencer: Sequencer, history: TournamentHistory) -> Ledger {
        Ledger {
            history,
            ..Ledger::new(sequencer)
        }
    }

    /// Takes something as given that no entry says. All games are folded anew.
    pub(crate) fn suppose(&mut self, step: Step) {
        self.history.push(step);
        self.games.clear();
    }

    /// Its name.
    pub fn name(&self) -> &fupan_domain::ids::LedgerName {
        self.sequencer.ledger()
    }

    /// The ledger that a log holds.
    ///
    /// # Errors
    /// When the log can't be read, or an entry that bears on the tournament as
    /// a whole is none.
    pub fn open(sequencer: Sequencer, log: &dyn ReadLog) -> Result<Ledger, OpenError> {
        let mut ledger = Ledger::new(sequencer);
        for bytes in log.common_entries()? {
            if let Some(step) = Step::read(&bytes)? {
                ledger.history.push(step);
            }
        }
        Ok(ledger)
    }

    /// The tournament as it stands.
    pub fn tournament(&self) -> &TournamentState {
        self.history.now()
    }

    /// The tournament at any seq.
    pub fn history(&self) -> &TournamentHistory {
        &self.history
    }

    /// Where the ledger stands.
    pub fn head(&self) -> Head {
        self.sequencer.head()
    }

    /// A game, folded from the log if it isn't kept.
    pub(crate) fn game(&mut self, id: &GameId, log: &dyn Lookup) -> Result<&mut GameState, Reason> {
        if !self.games.contains(id) {
            let tournament = self.history.now();
            let paired = tournament
                .paired(id)
                .ok_or_else(|| match tournament.opening {
                    None => Refusal::NotOpened,
                    Some(_) => Refusal::GameNotPaired(id.clone()),
                })?;
            let entries = log.entries_of(&Stream::Game(id.clone()))?;
            let state = fold_game(paired, tournament, entries, u64::MAX).state;
            return Ok(self.games.keep(id, state));
        }
        self.games
            .use_now(id)
            .ok_or_else(|| Refusal::GameNotPaired(id.clone()).into())
    }

    /// Takes one proposal.
    fn take(
        &mut self,
        proposal: &Proposal,
        batch: &Batch,
        now: Timestamp,
        log: &Staged<'_>,
        before: &mut Before,
    ) -> Result<Slot, Reason> {
        if let Some(slot) = self.sequencer.known(proposal, log.slots, log.log)? {
            return Ok(slot);
        }
        let earlier = batch.proposals.iter().zip(log.slots);
        self.sequencer.check_expected(proposal, earlier, log)?;
        let place = Place {
            entry: proposal.id,
            seq: self.sequencer.head().size,
            at: proposal.at,
            actor: &proposal.actor,
        };
        let tournament = self.history.now();
        tournament.need_hand_in(&batch.submitted_by, &proposal.actor, &proposal.event)?;
        // Asked of what is handed in alone: an entry written before may have such a name.
        proposal.need_names_seen()?;
        let mut filled = self.judge(place, &proposal.stream, &proposal.event, log)?;
        if let Event::Tournament(TournamentEvent::RoundClosed(closed)) = &proposal.event {
            filled = Some(self.fill_heads(closed)?);
        }
        let filled = filled.map(|event| {
            let mut filled = proposal.clone();
            filled.fill_in(Event::Tournament(event)).map(|()| filled)
        });
        let filled = filled
            .transpose()
            .map_err(|e| SequenceError::Unreadable(e.to_string()))?;
        let proposal = filled.as_ref().unwrap_or(proposal);
        let stream = &proposal.stream;
        let head = self.sequencer.stream(stream);
        let sealed = self.sequencer.seal(proposal, &batch.submitted_by, now)?;
        before.streams.entry(stream.clone()).or_insert(head);
        self.evolve(place, stream, &proposal.event);
        Ok(Slot::New(sealed))
    }

    /// Decides about an event in that place, from what stands now. Answers the
    /// event with what is filled in on acceptance, save for a round's heads.
    pub(crate) fn judge(
        &mut self,
        place: Place<'_>,
        stream: &Stream,
        event: &Event,
        log: &dyn Lookup,
    ) -> Result<Option<TournamentEvent>, Reason> {
        match event {
            Event::Tournament(event) => self.decide_tournament(place, event, log),
            Event::Game(event) => self.decide_game(place, stream, event, log).map(|()| None),
            Event::Appeal(event) => self.decide_appeal(place, stream, event, log).map(|()| None),
            Event::Log(event) => self.decide_log(place, event).map(|()| None),
            Event::Review(event) => {
                self.history.now().decide_review(place, event)?;
                Ok(None)
            }
            Event::Access(event) => {
                self.history.now().decide_access(place, event)?;
                Ok(None)
            }
        }
    }

    fn decide_tournament(
        &mut self,
        place: Place<'_>,
        event: &TournamentEvent,
        log: &dyn Lookup,
    ) -> Result<Option<TournamentEvent>, Reason> {
        let filled = tournament::decide(self.history.now(), place, event)?;
        if let TournamentEvent::PairingChanged(changed) = event {
            for pairing in &changed.games {
                self.need_not_begun(&pairing.game, log)?;
            }
        }
        Ok(filled)
    }

    /// A game that began can't be paired otherwise: its players sat down.
    fn need_not_begun(&mut self, game: &GameId, log: &dyn Lookup) -> Result<(), Reason> {
        if !self.history.now().games.contains_key(game) {
            return Ok(());
        }
        match self.game(game, log)?.started {
            Some((entry, _)) => Err(Refusal::StartedAlready { entry }.into()),
            None => Ok(()),
        }
    }

    /// A round is closed with the heads of its games, so that nobody can leave
    /// out a game's tail (contract, section 4).
    fn fill_heads(&self, closed: &RoundClosed) -> Result<TournamentEvent, Reason> {
        let heads = round_heads(self.history.now(), closed.round, |stream| {
            self.sequencer.stream(stream)
        });
        if let Some(given) = closed.heads_sha256.filter(|given| *given != heads) {
            return Err(Refusal::Round {
                round: closed.round,
                why: format!("the heads of its games give {heads}, not {given}"),
            }
            .into());
        }
        let filled = RoundClosed {
            heads_sha256: Some(heads),
            ..*closed
        };
        Ok(TournamentEvent::RoundClosed(filled))
    }

    fn decide_game(
        &mut self,
        place: Place<'_>,
        stream: &Stream,
        event: &GameEvent,
        log: &dyn Lookup,
    ) -> Result<(), Reason> {
        let Stream::Game(id) = stream else {
            return Ok(());
        };
        let recorded_by = match event {
            GameEvent::EntryCorrected(correction) => log.author_of(correction.entry)?,
            _ => None,
        };
        let tournament = self.history.now().clone();
        let state = self.game(id, log)?;
        game::decide(state, &tournament, place, event, recorded_by.as_ref())?;
        if let GameEvent::RulingMade(ruling) = event {
            self.check_elsewhere(Some(id), &ruling.orders)?;
        }
        Ok(())
    }

    fn decide_appeal(
        &mut self,
        place: Place<'_>,
        stream: &Stream,
        event: &AppealEvent,
        log: &dyn Lookup,
    ) -> Result<(), Reason> {
        let Stream::Appeal(id) = stream else {
            return Ok(());
        };
        let tournament = self.history.now().clone();
        tournament.decide_appeal_entry(place, id, event)?;
        match event {
            AppealEvent::AppealFiled(filed) => {
                for entry in &filed.against {
                    if log.author_of(*entry)?.is_none() {
                        return Err(Refusal::Unknown {
                            what: "entry",
                            id: entry.to_string(),
                        }
                        .into());
                    }
                }
                Ok(())
            }
            AppealEvent::PanelSeated(panel) => self.need_no_own_effects(id, panel, log),
            AppealEvent::AppealDecided(decided) => {
                self.check_decision(place, id, &decided.orders, log)
            }
            _ => Ok(()),
        }
    }

    /// What the program records of the ledger itself. That others have signed is
    /// recorded only after something else was: the record of it can't be the
    /// occasion of the next one.
    fn decide_log(&self, place: Place<'_>, event: &LogEvent) -> Result<(), Reason> {
        self.history.now().decide_log(place, event)?;
        let last = self.sequencer.stream(&Stream::Log).map(|head| head.hash);
        match event {
            LogEvent::CheckpointWitnessed(_) if last == Some(self.sequencer.head().hash) => {
                let why = "nothing else was recorded since the last entry of stream log";
                Err(Refusal::Contradiction(why.to_owned()).into())
            }
            LogEvent::KeyAnnounced(announced) => match Announcement::read(announced) {
                Ok(_) => Ok(()),
                Err(error) => Err(Refusal::Contradiction(error.to_string()).into()),
            },
            LogEvent::KeyReplaced(replaced) => match Replacement::read(replaced) {
                Ok(_) => Ok(()),
                Err(error) => Err(Refusal::Contradiction(error.to_string()).into()),
            },
            _ => Ok(()),
        }
    }

    /// Nobody sits on an appeal against his own ruling, though it names only
    /// the ruling's warning or penalty.
    fn need_no_own_effects(
        &mut self,
        id: &AppealId,
        panel: &PanelSeated,
        log: &dyn Lookup,
    ) -> Result<(), Reason> {
        let tournament = self.history.now().clone();
        let Some(appeal) = tournament.appeals.get(id) else {
            return Ok(());
        };
        let Some(game) = &appeal.game else {
            return Ok(());
        };
        let state = self.game(game, log)?;
        let warnings = state.warnings.iter().map(|w| (w.entry, &w.ruling));
        let penalties = state.penalties.iter().map(|p| (p.entry, &p.ruling));
        let challenged = warnings
            .chain(penalties)
            .filter(|(entry, _)| appeal.filed.against.contains(entry));
        for (_, ruling) in challenged {
            tournament.need_others_ruling(ruling, &panel.members)?;
        }
        Ok(())
    }

    fn check_decision(
        &mut self,
        place: Place<'_>,
        id: &AppealId,
        orders: &[Order],
        log: &dyn Lookup,
    ) -> Result<(), Reason> {
        let tournament = self.history.now().clone();
        let game = tournament.game_decided(id, orders);
        // An appeal's id is a decision's id: both are slugs.
        if let (Some(game), Ok(by)) = (&game, id.as_str().parse()) {
            let state = self.game(game, log)?;
            state.check_orders(&tournament, place, (&by, orders))?;
        }
        self.check_elsewhere(game.as_ref(), orders)
    }

    /// Orders that bear on more than one game: where there is no game, only
    /// decisions elsewhere can be overturned.
    fn check_elsewhere(&self, game: Option<&GameId>, orders: &[Order]) -> Result<(), Reason> {
        for order in orders {
            match order {
                Order::Overturn { ruling } => self.history.now().need_standing_decision(ruling)?,
                _ if game.is_none() => {
                    let why = "an appeal about no game can only overturn decisions".to_owned();
                    return Err(Refusal::Contradiction(why).into());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes an entry, whether or not it could have been accepted. Answers the
    /// game in which something happened, if it is kept folded.
    pub(crate) fn evolve(
        &mut self,
        place: Place<'_>,
        stream: &Stream,
        event: &Event,
    ) -> Option<GameId> {
        let mut touched = None;
        if bears_elsewhere(event) {
            self.bearing = place.seq.saturating_add(1);
        }
        let step = |event| Step {
            entry: place.entry,
            seq: place.seq,
            at: place.at,
            actor: place.actor.clone(),
            event,
        };
        match (stream, event) {
            (_, Event::Tournament(event)) => {
                self.history
                    .push(step(StepEvent::Tournament(event.clone())));
                self.forget_changed(event);
            }
            (Stream::Appeal(id), Event::Appeal(event)) => {
                self.history
                    .push(step(StepEvent::Appeal(id.clone(), event.clone())));
                self.forget_decided_upon(place);
            }
            (Stream::Game(id), Event::Game(event)) => {
                if let Some(state) = self.games.get_mut(id) {
                    state.push(Fact {
                        entry: place.entry,
                        seq: place.seq,
                        at: place.at,
                        kind: FactKind::Event(event.clone()),
                    });
                    touched = Some(id.clone());
                }
                if let GameEvent::RulingMade(ruling) = event {
                    self.history
                        .push(step(StepEvent::Ruling(id.clone(), ruling.clone())));
                    self.forget_decided_upon(place);
                }
                if let Some(told) = ResultTold::of(event) {
                    self.history.push(step(StepEvent::Result(id.clone(), told)));
                }
                if let GameEvent::EvidenceAttached(evidence) = event {
                    self.history
                        .push(step(StepEvent::Evidence(id.clone(), evidence.clone())));
                }
            }
            (_, Event::Review(event)) => {
                self.history.push(step(StepEvent::Review(event.clone())));
            }
            (_, Event::Log(event)) if is_listed_of_log(event.type_name()) => {
                self.history.push(step(StepEvent::Log(event.clone())));
            }
            _ => {}
        }
        touched
    }

    /// Lets go of a game, if it is kept folded.
    pub(crate) fn release(&mut self, id: &GameId) -> Option<GameState> {
        self.games.release(id)
    }

    /// A game as it is kept folded, if it is.
    pub(crate) fn kept(&self, id: &GameId) -> Option<&GameState> {
        self.games.get(id)
    }

    /// Games that have not begun are folded anew once their pairing or the
    /// regulations changed, and those of a round once a further entry of it
    /// may have said when it was to begin.
    fn forget_changed(&mut self, event: &TournamentEvent) {
        match event {
            TournamentEvent::RegulationsSupplemented(_) | TournamentEvent::PairingChanged(_) => {
                self.games.retain(|_, state| state.started.is_some());
            }
            TournamentEvent::RoundPaired(paired) => {
                self.games
                    .retain(|_, state| state.paired.round != paired.round);
            }
            _ => {}
        }
    }

    /// Games about which an entry elsewhere decided are folded anew.
    fn forget_decided_upon(&mut self, place: Place<'_>) {
        let decisions = &self.history.now().decisions_on;
        self.games.retain(|id, _| {
            let last = decisions.get(id).and_then(|list| list.last());
            last.is_none_or(|fact| fact.entry != place.entry)
        });
    }

    fn go_back(&mut self, before: Before) {
        self.sequencer.take_back(before.head, before.streams);
        self.bearing = before.bearing;
        self.history.truncate(before.steps);
        // Whatever was looked at meanwhile may know of entries that are none.
        self.games.forget_used_since(before.uses);
    }
}

/// Whether an entry may change more than what stands on the board and the clocks of a
/// game that is played on: a result, a pairing, a ruling, whatever a table of the
/// tournament or an appeal is made of. Rather too often than too seldom.
fn bears_elsewhere(event: &Event) -> bool {
    match event {
        Event::Game(event) => !matches!(
            event,
            GameEvent::StonePlayed(_) | GameEvent::ClockPressed(_) | GameEvent::ClockRead(_)
        ),
        Event::Log(event) => is_listed_of_log(event.type_name()),
        Event::Access(_) => false,
        Event::Tournament(_) | Event::Appeal(_) | Event::Review(_) => true,
    }
}

/// SHA-256 of the canonical list of [stream, version, hash] of a round's games,
/// sorted; games without an entry have no part in it.
pub fn round_heads(
    tournament: &TournamentState,
    round: u32,
    head_of: impl Fn(&Stream) -> Option<StreamHead>,
) -> Sha256 {
    let games = tournament
        .rounds
        .get(&round)
        .map(|r| r.games.clone())
        .unwrap_or_default();
    let mut heads: Vec<(String, u64, Sha256)> = games
        .into_iter()
        .map(Stream::Game)
        .filter_map(|stream| head_of(&stream).map(|h| (stream.to_string(), h.version, h.hash)))
        .collect();
    heads.sort();
    Sha256::of(canonical::text(&heads).unwrap_or_default().as_bytes())
}

/// What deciding looks up in the log, beside the state that is folded.
pub(crate) trait Lookup {
    /// Who is named as the author of an entry; `None` where there is none with that id.
    fn author_of(&self, id: EntryId) -> Result<Option<ActorId>, ReadError>;

    /// The bytes of a stream's entries so far, in order.
    fn entries_of(&self, stream: &Stream) -> Result<Vec<Arc<[u8]>>, ReadError>;
}

/// Who is named as the author of an entry of a log.
pub(crate) fn author_in(log: &dyn ReadLog, id: EntryId) -> Result<Option<ActorId>, ReadError> {
    let Some(bytes) = log.entry_by_id(id)? else {
        return Ok(None);
    };
    let unreadable = |e: FoldError| ReadError(e.to_string());
    let entry = FoldEntry::read(&bytes).map_err(unreadable)?;
    Ok(Some(entry.actor().map_err(unreadable)?))
}

/// The log, with what this batch has added to it.
struct Staged<'a> {
    log: &'a dyn ReadLog,
    slots: &'a [Slot],
}

impl Staged<'_> {
    fn added(&self) -> impl Iterator<Item = &crate::entry::Sealed> {
        self.slots.iter().filter_map(|slot| match slot {
            Slot::New(sealed) => Some(sealed),
            Slot::Known(_) => None,
        })
    }
}

impl Lookup for Staged<'_> {
    fn author_of(&self, id: EntryId) -> Result<Option<ActorId>, ReadError> {
        author_in(self, id)
    }

    fn entries_of(&self, stream: &Stream) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.stream_entries(stream, 0)
    }
}

impl ReadLog for Staged<'_> {
    fn entry_by_id(&self, id: fupan_domain::ids::EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        match self.added().find(|sealed| sealed.id == id) {
            Some(sealed) => Ok(Some(sealed.bytes.clone())),
            None => self.log.entry_by_id(id),
        }
    }

    fn stream_entries(&self, stream: &Stream, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let mut entries = self.log.stream_entries(stream, from)?;
        let added = self
            .added()
            .filter(|s| s.stream == *stream && s.version >= from);
        entries.extend(added.map(|sealed| sealed.bytes.clone()));
        Ok(entries)
    }

    fn common_entries(&self) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.log.common_entries()
    }

    fn person(&self, commitment: Sha256) -> Result<Option<crate::person::PersonRecord>, ReadError> {
        self.log.person(commitment)
    }
}

impl Admit for Ledger {
    type Refusal = Refused;

    fn admit(
        &mut self,
        batch: &Batch,
        now: Timestamp,
        log: &dyn ReadLog,
    ) -> Result<Vec<Slot>, Refused> {
        let mut before = Before {
            head: self.sequencer.head(),
            streams: BTreeMap::new(),
            steps: self.history.len(),
            uses: self.games.uses(),
            bearing: self.bearing,
        };
        // A retry rests on nothing any more; what is new rests on what was seen.
        let overtaken = batch.seen_whole.filter(|seen| self.bearing > *seen);
        let overtaken = overtaken.map(|seen| SequenceError::Overtaken {
            seen,
            seq: self.bearing.saturating_sub(1),
        });
        let mut slots = Vec::with_capacity(batch.proposals.len());
        for (index, proposal) in batch.proposals.iter().enumerate() {
            let staged = Staged { log, slots: &slots };
            let taken = self.take(proposal, batch, now, &staged, &mut before);
            let taken = match (taken, &overtaken) {
                (Ok(Slot::New(_)), Some(overtaken)) => Err(overtaken.clone().into()),
                (taken, _) => taken,
            };
            match taken {
                Ok(slot) => slots.push(slot),
                Err(reason) => {
                    self.go_back(before);
                    return Err(Refused { index, reason });
                }
            }
        }
        Ok(slots)
    }
}

/// Why a ledger can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The log can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An entry is none.
    #[error(transparent)]
    Fold(#[from] FoldError),
}
