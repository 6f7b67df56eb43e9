//! A ledger in which things are supposed one after the other, and what it comes
//! to beside the one that stands.

use super::{
    Base, Becomes, Beside, Impossible, Standings, Tried, Voided, WhatIf, WhatIfError, With,
    concerned,
    grounds::{self, Findings},
    overlay::{Overlay, stream_heads},
    question::{Asked, Kind, Named},
    struck,
};
use crate::{
    draft::{Batch, Proposal},
    fold::{FoldEntry, Step, StepEvent, fold_game, game::FoldedGame},
    ledger::{Ledger, Reason},
    log::MemoryLog,
    sequencer::{Admit, ReadError, ReadLog, Sequencer, Slot},
    views::{AppealView, GameView, Moment, StandingsView, game_view, standings_view},
};
use fupan_domain::{
    event::{
        GameEvent, Stream,
        game::{EntryCorrected, Replacement},
    },
    game,
    ids::{EntryId, GameId, RulingId, Sha256},
    refusal::Refusal,
    tournament::{AllFacts, GameFacts, Place, Supposed, TournamentState},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// What stands in the reason of a correction that is only supposed.
const REASON: &str = "what if";

/// A ledger in which things are supposed.
pub(super) struct Supposing<'a> {
    base: Base<'a>,
    ledger: Ledger,
    log: Overlay<'a>,
    /// How many ids were made up.
    made_up: u64,
    /// Decisions that fall.
    falls: BTreeSet<RulingId>,
    /// Games of which drafts tell.
    touched: BTreeSet<GameId>,
    voided: Vec<Voided>,
    with: Vec<With>,
    impossible: Vec<Impossible>,
}

impl<'a> Supposing<'a> {
    /// The ledger as it stands, without the facts of the tournament that fall.
    pub fn new(base: Base<'a>, asked: &Asked) -> Result<Supposing<'a>, WhatIfError> {
        let of_tournament = |(named, _): &&(Named, _)| named.kind == Kind::OfTournament;
        let struck = asked.void.iter().filter(of_tournament);
        let struck = struck.map(|(named, _)| named.seq).collect();
        let (history, impossible) = struck::without(base.history, &struck);
        let heads = stream_heads(base, &asked.after)?;
        let sequencer = Sequencer::resume(base.name.clone(), base.head, heads);
        Ok(Supposing {
            base,
            ledger: Ledger::with_history(sequencer, history),
            log: Overlay {
                base: base.log,
                added: MemoryLog::default(),
            },
            made_up: 0,
            falls: asked.decisions().cloned().collect(),
            touched: BTreeSet::new(),
            voided: Vec::new(),
            with: Vec::new(),
            impossible,
        })
    }

    /// Something falls; a draft may stand in its place.
    pub fn void(&mut self, (named, instead): &(Named, Option<Tried>)) -> Result<(), WhatIfError> {
        if let (Some(tried), false) = (instead, matches!(named.kind, Kind::OfGame(_))) {
            let why = format!(
                "nothing can stand in place of {}, a {}: only a fact of a game can be another",
                named.name, named.type_name
            );
            return Err(tried.refused(Reason::from(Refusal::NotAFact(why))));
        }
        let becomes = match &named.kind {
            // The history is without it already.
            Kind::OfTournament => Becomes::StruckOut,
            Kind::OfGame(game) => self.read_otherwise(named, game, instead.as_ref())?,
            Kind::Effect(game, whole) => self.overturn_effect(named, game, whole)?,
            Kind::Decision(decision) => self.overturn(named, decision)?,
        };
        self.voided.push(Voided {
            named: named.name.clone(),
            entry: named.entry,
            seq: named.seq,
            stream: named.stream.clone(),
            type_name: named.type_name.clone(),
            becomes,
        });
        Ok(())
    }

    fn overturn(&mut self, named: &Named, decision: &RulingId) -> Result<Becomes, WhatIfError> {
        let stands = self.ledger.tournament().need_standing_decision(decision);
        stands.map_err(|refusal| WhatIfError::void(&named.name, refusal.into()))?;
        let by = self.made_up_decision()?;
        let decision = decision.clone();
        self.suppose(named, Supposed::Overturned { decision, by });
        Ok(Becomes::Overturned)
    }

    /// A warning, admonition or penalty falls, and its ruling stands.
    fn overturn_effect(
        &mut self,
        named: &Named,
        game: &GameId,
        whole: &RulingId,
    ) -> Result<Becomes, WhatIfError> {
        // With its ruling it falls anyway.
        if self.falls.contains(whole) {
            return Ok(Becomes::Overturned);
        }
        let refused = |reason: Reason| WhatIfError::void(&named.name, reason);
        let state = self.ledger.game(game, &self.log).map_err(refused)?;
        let stands = state.need_ruling(whole);
        stands.map_err(|refusal| refused(refusal.into()))?;
        let supposed = Supposed::EffectOverturned {
            game: game.clone(),
            effect: named.entry,
            seq: named.seq,
            part: self.made_up_decision()?,
            whole: whole.clone(),
            by: self.made_up_decision()?,
        };
        self.suppose(named, supposed);
        Ok(Becomes::Overturned)
    }

    /// A fact of a game is read as the draft says, or as nothing.
    fn read_otherwise(
        &mut self,
        named: &Named,
        game: &GameId,
        instead: Option<&Tried>,
    ) -> Result<Becomes, WhatIfError> {
        let refused = |reason: Reason| match instead {
            Some(tried) => tried.refused(reason),
            None => WhatIfError::void(&named.name, reason),
        };
        if let Some(tried) = instead
            && tried.draft.stream != named.stream
        {
            let why = format!(
                "a draft of stream {} can't stand in place of an entry of {}",
                tried.draft.stream, named.stream
            );
            return Err(refused(Refusal::Contradiction(why).into()));
        }
        let correction = EntryCorrected {
            entry: named.entry,
            reason: REASON.to_owned(),
            replacement: instead.map(|tried| Replacement {
                type_name: tried.draft.type_name.clone(),
                data: tried.draft.data.clone().into(),
                at: tried.draft.at,
            }),
        };
        let event = GameEvent::EntryCorrected(Box::new(correction.clone()));
        let tournament = self.ledger.tournament().clone();
        let place = Place {
            entry: self.made_up_entry(),
            seq: self.last_seq(),
            at: named.at,
            actor: instead.map_or(&named.actor, |tried| &tried.draft.actor),
        };
        let state = self.ledger.game(game, &self.log).map_err(refused)?;
        let read = match instead {
            Some(_) => game::decide_supposed(state, &tournament, place, &event, Some(&named.actor)),
            None => state.read_otherwise(&tournament, place, &event),
        };
        read.map_err(|refusal| refused(refusal.into()))?;
        let game = game.clone();
        self.suppose(named, Supposed::ReadOtherwise { game, correction });
        if let Some(tried) = instead {
            self.note(tried, named.entry, Some(named.entry), false);
        }
        Ok(if instead.is_some() {
            Becomes::Replaced
        } else {
            Becomes::StruckOut
        })
    }

    /// Takes something as given, after all that stands. Its moment is that of
    /// what falls, so that no clock runs on for it.
    fn suppose(&mut self, named: &Named, supposed: Supposed) {
        let step = Step {
            entry: self.made_up_entry(),
            seq: self.last_seq(),
            at: named.at,
            actor: named.actor.clone(),
            event: StepEvent::Supposed(supposed),
        };
        self.ledger.suppose(step);
    }

    /// A draft comes after what is there.
    pub fn take(&mut self, tried: &Tried) -> Result<(), WhatIfError> {
        let draft = tried.draft.clone();
        let (at, submitted_by) = (draft.at, draft.actor.clone());
        let id = self.made_up_entry();
        let proposal = Proposal::prepare(draft, id, *id.0.as_bytes());
        let batch = Batch {
            proposals: vec![proposal.map_err(|error| tried.refused(error))?],
            submitted_by,
            seen_whole: None,
        };
        let slots = self.ledger.admit(&batch, at, &self.log);
        for slot in slots.map_err(|refused| tried.refused(refused.reason))? {
            match slot {
                Slot::New(sealed) => {
                    if let Stream::Game(game) = &sealed.stream {
                        self.touched.insert(game.clone());
                    }
                    self.note(tried, sealed.id, None, false);
                    self.log.added.push(sealed);
                }
                Slot::Known(bytes) => {
                    let known = FoldEntry::read(&bytes)?.id;
                    self.note(tried, known, None, true);
                }
            }
        }
        Ok(())
    }

    fn note(&mut self, tried: &Tried, entry: EntryId, in_place_of: Option<EntryId>, known: bool) {
        self.with.push(With {
            file: tried.file.clone(),
            line: tried.line,
            entry,
            stream: tried.draft.stream.clone(),
            type_name: tried.draft.type_name.to_string(),
            in_place_of,
            known,
        });
    }

    fn last_seq(&self) -> u64 {
        self.base.head.size.saturating_sub(1)
    }

    fn made_up_entry(&mut self) -> EntryId {
        self.made_up += 1;
        let mark = Sha256::of(format!("{REASON} {}", self.made_up).as_bytes());
        let mut first = [0; 16];
        first.copy_from_slice(&mark.0[..16]);
        EntryId(uuid::Builder::from_custom_bytes(first).into_uuid())
    }

    /// An id of a decision that the ledger does not have.
    fn made_up_decision(&mut self) -> Result<RulingId, WhatIfError> {
        loop {
            self.made_up += 1;
            let id = format!("what-if-{}", self.made_up).parse::<RulingId>();
            let id = id.map_err(|e| ReadError(e.to_string()))?;
            if !self.ledger.tournament().decided.contains_key(&id) {
                return Ok(id);
            }
        }
    }

    /// What it comes to, beside what stands.
    pub fn compare(mut self) -> Result<WhatIf, WhatIfError> {
        let (is, would_be) = (self.base.history.now(), self.ledger.tournament());
        let mut games = BTreeMap::new();
        let mut facts = self.base.facts.clone();
        let mut lost = Vec::new();
        let mut found = (
            Findings::of_tournament(is),
            Findings::of_tournament(would_be),
        );
        for id in concerned::games(is, would_be, &self.touched) {
            let before = fold(&id, is, self.base.log)?;
            let after = fold(&id, would_be, &self.log)?;
            self.impossible
                .extend(impossible(&id, before.as_ref(), after.as_ref()));
            match &after {
                Some(folded) => {
                    let told = Arc::new(GameFacts::of(&folded.state));
                    facts.insert(id.clone(), told)
                }
                None => facts.remove(&id),
            };
            let (before, after) = (before.as_ref(), after.as_ref());
            let beside = self.beside((is, before), (would_be, after))?;
            let findings = (
                Findings::of_game(beside.before.as_ref()),
                Findings::of_game(beside.after.as_ref()),
            );
            if let (Some(before), Some(after)) = (before, after) {
                let (is, would_be) = ((before, &findings.0), (after, &findings.1));
                lost.extend(grounds::of_rulings(&id, is, would_be));
            }
            found = (found.0.and(findings.0), found.1.and(findings.1));
            if !beside.changed.is_empty() {
                games.insert(id, beside);
            }
        }
        lost.extend(grounds::of_sanctions((is, &found.0), (would_be, &found.1)));
        lost.sort_by_key(|lost| lost.seq);
        let standings = self.standings(is, (would_be, &facts));
        let appeals = appeals(is, would_be)?;
        self.impossible.sort_by_key(|impossible| impossible.seq);
        let impossible = self.impossible.into_iter();
        let impossible = impossible.map(|impossible| impossible.looked_up(self.base.log));
        Ok(WhatIf {
            ledger: self.base.name.to_string(),
            known: self.base.head.size.checked_sub(1),
            voided: self.voided,
            with: self.with,
            games,
            appeals,
            standings,
            impossible: impossible.collect::<Result<_, _>>()?,
            lost_grounds: lost,
        })
    }

    /// The standings as they are and as they would be.
    fn standings(
        &self,
        is: &TournamentState,
        (would_be, facts): (&TournamentState, &AllFacts),
    ) -> Standings {
        let known = self.base.head.size.checked_sub(1);
        let people = |commitment| self.log.person(commitment).ok().flatten();
        let view = |tournament: &TournamentState, facts: &AllFacts| {
            let name = self.base.name.as_str();
            let view = standings_view(name, tournament, facts, None, &people).ok()?;
            Some(StandingsView { known, ..view })
        };
        Standings {
            before: view(is, self.base.facts),
            after: view(would_be, facts),
        }
    }

    /// Both views of a game. What is only supposed is no entry: both name the
    /// last one that stands.
    fn beside(
        &self,
        (is, before): (&TournamentState, Option<&FoldedGame>),
        (would_be, after): (&TournamentState, Option<&FoldedGame>),
    ) -> Result<Beside<GameView>, WhatIfError> {
        let at = before.and_then(|folded| folded.at);
        let known = self.base.head.size.checked_sub(1);
        let people = |commitment| self.log.person(commitment).ok().flatten();
        let view = |tournament: &TournamentState, folded: Option<&FoldedGame>| {
            let view = folded.map(|folded| {
                let name = self.base.name.as_str();
                game_view(name, folded, tournament, Moment::Last, &people)
            });
            let view = view.transpose()?;
            Ok::<_, WhatIfError>(view.map(|view| GameView { at, known, ..view }))
        };
        Ok(Beside::new(view(is, before)?, view(would_be, after)?)?)
    }
}

fn fold(
    id: &GameId,
    tournament: &TournamentState,
    log: &dyn ReadLog,
) -> Result<Option<FoldedGame>, WhatIfError> {
    let Some(paired) = tournament.paired(id) else {
        return Ok(None);
    };
    let entries = log.stream_entries(&Stream::Game(id.clone()), 0)?;
    Ok(Some(fold_game(paired, tournament, entries, u64::MAX)))
}

/// What of a game could not have happened as it was recorded.
fn impossible(
    id: &GameId,
    before: Option<&FoldedGame>,
    after: Option<&FoldedGame>,
) -> Vec<Impossible> {
    match (before, after) {
        (Some(before), Some(after)) => {
            let faults = after.state.impossible_beside(&before.state);
            let faults = faults.into_iter();
            faults
                .map(|fault| Impossible::new(fault.entry, fault.seq, fault.why))
                .collect()
        }
        (Some(before), None) => {
            let why = Refusal::GameNotPaired(id.clone()).to_string();
            let first = before.state.record.recorded().first();
            first
                .map(|fact| Impossible::new(fact.entry, fact.seq, why))
                .into_iter()
                .collect()
        }
        (None, _) => Vec::new(),
    }
}

fn appeals(
    is: &TournamentState,
    would_be: &TournamentState,
) -> Result<BTreeMap<String, Beside<AppealView>>, WhatIfError> {
    let ids: BTreeSet<_> = is.appeals.keys().chain(would_be.appeals.keys()).collect();
    let mut appeals = BTreeMap::new();
    for id in ids {
        let view = |state: &TournamentState| {
            let appeal = state.appeals.get(id);
            appeal.map(|appeal| AppealView::of(appeal, state))
        };
        let beside = Beside::new(view(is), view(would_be))?;
        if !beside.changed.is_empty() {
            appeals.insert(id.to_string(), beside);
        }
    }
    Ok(appeals)
}
