//! What each fact makes of a game. Total: it judges nothing and refuses
//! nothing. A fact that can't be carried out, which only a foreign ledger can
//! hold, is noted as a fault and changes nothing else.

use super::{
    ending::{Ending, EndingKind},
    record::{Fact, FactKind, Fault},
    state::{
        DroppedStone, GameState, PenaltyState, Remark, RulingState, Terms, WarningState,
        empty_board,
    },
};
use crate::{
    Colour,
    board::{Board, BoardError, Point},
    event::{
        GameEvent,
        common::Breach,
        game::{
            BreachObserved, GamePaused, GameStarted, NigiriHeld, PauseReason, PenaltyImposed,
            PenaltyKind, RulingMade, SealOpened, StonePlayed, Warning,
        },
    },
    ids::EntryId,
};
use std::sync::Arc;

impl GameState {
    /// Takes a further fact.
    pub fn push(&mut self, fact: Fact) {
        let fact = self.decisions.read_apart(fact);
        self.apply(&fact);
        let (entry, seq) = (fact.entry, fact.seq);
        match self.record.push(fact) {
            Ok(false) => {}
            Ok(true) => self.compute_again(),
            Err(error) => self.amend_faults.push(Fault {
                entry,
                seq,
                why: error.to_string(),
            }),
        }
    }

    /// The state after the first `len` facts as they are read now.
    pub fn after(&self, len: usize) -> GameState {
        let mut state = GameState::new(Arc::clone(&self.paired));
        for fact in &self.record.facts()[..len.min(self.record.facts().len())] {
            state.apply(fact);
            state.record.keep(fact.clone());
        }
        state
    }

    /// Calls `visit` with each fact as it is read now, and the state right after it.
    pub fn steps(&self, mut visit: impl FnMut(&Fact, &GameState)) {
        let mut state = GameState::new(Arc::clone(&self.paired));
        for fact in self.record.facts() {
            state.apply(fact);
            state.record.keep(fact.clone());
            visit(fact, &state);
        }
    }

    fn compute_again(&mut self) {
        let mut again = GameState::new(Arc::clone(&self.paired));
        for fact in self.record.facts() {
            again.apply(fact);
            again.record.keep(fact.clone());
        }
        again.record = std::mem::take(&mut self.record);
        again.amend_faults = std::mem::take(&mut self.amend_faults);
        *self = again;
    }

    pub(super) fn apply(&mut self, fact: &Fact) {
        self.step += 1;
        if let Some(last) = self.last_at.filter(|last| fact.at < *last) {
            let text = format!(
                "entry {} tells of {}, which is before {last} of an entry before it",
                fact.seq, fact.at
            );
            self.remark(fact, "time_backwards", text);
        }
        self.last_at = self.last_at.max(Some(fact.at));
        self.clock.pass_time(fact.at);
        self.look_before(fact);
        let done = match &fact.kind {
            FactKind::Event(event) => self.apply_event(fact, event),
            FactKind::Decision(decision) => {
                self.decisions.begin(decision.ruling.clone(), self.plays);
                self.carry_out_all(fact, &decision.orders, &decision.ruling)
            }
            FactKind::Overturned { ruling, by } => {
                self.decisions.begin(by.clone(), self.plays);
                self.overturn(fact, ruling, by);
                Ok(())
            }
            FactKind::StruckOut => Ok(()),
            FactKind::SetApart {
                effect,
                part,
                whole,
            } => {
                self.decisions.set_apart(*effect, (part, whole), self.plays);
                Ok(())
            }
        };
        if let Err(error) = done {
            self.fault(fact, error.to_string());
        }
        let over = self.is_over();
        if over {
            self.clock.pause(fact.at);
        }
        self.look_after(fact, over);
    }

    pub(super) fn fault(&mut self, fact: &Fact, why: String) {
        self.faults.push(Fault {
            entry: fact.entry,
            seq: fact.seq,
            why,
        });
    }

    pub(super) fn remark(&mut self, fact: &Fact, code: &'static str, text: impl Into<String>) {
        self.remarks.push(Remark {
            code,
            entry: fact.entry,
            text: text.into(),
        });
    }

    pub(super) fn end_with(&mut self, fact: &Fact, kind: EndingKind) {
        self.end_by(fact, kind, Vec::new());
    }

    pub(super) fn end_by(
        &mut self,
        fact: &Fact,
        kind: EndingKind,
        rests_on: Vec<crate::ids::RulingId>,
    ) {
        self.endings.push(Ending {
            entry: fact.entry,
            seq: fact.seq,
            step: self.step,
            rests_on,
            kind,
        });
    }

    fn apply_event(&mut self, fact: &Fact, event: &GameEvent) -> Result<(), BoardError> {
        match event {
            GameEvent::StonePlayed(stone) => return self.stone(fact, stone),
            GameEvent::TurnPassed(side) => self.pass(fact, side.colour),
            GameEvent::ClockPressed(press) => self.pressed(fact, press),
            GameEvent::NigiriHeld(nigiri) => self.nigiri(nigiri),
            GameEvent::PlayerArrived(who) => self.arrived(fact, &who.player),
            GameEvent::PlayerAbsent(who) => self.absent(fact, &who.player),
            GameEvent::GameStarted(start) => return self.start(fact, start),
            GameEvent::CaptivesLifted(lifting) => return self.course.lift(&lifting.points),
            GameEvent::ClockRead(read) => self.clock_read(fact, &read.reading),
            GameEvent::GamePaused(pause) => {
                self.look_for_basis(fact, *pause);
                self.pause_play(fact.at, *pause);
            }
            GameEvent::GameResumed(_) => self.resume_play(fact.at),
            GameEvent::TimesConfirmed(times) => self.times_confirmed(fact, times),
            GameEvent::MoveSealed(seal) => self.seal(fact.at, *seal),
            GameEvent::SealOpened(opened) => return self.open_seal(fact, opened),
            GameEvent::EndProposed(proposal) => self.propose_end(fact, proposal.colour),
            GameEvent::EndAgreed(side) => self.agree_end(fact, side.colour),
            GameEvent::EndDeclined(side) => self.decline_end(side.colour),
            GameEvent::DeadStonesAgreed(dead) => self.agree_dead(dead),
            GameEvent::LifeDisputed(dispute) => self.dispute(fact, dispute),
            GameEvent::ContestedPointFound(found) => self.contested.extend(&found.points),
            GameEvent::BoardCounted(count) => self.counted(fact, count),
            GameEvent::Resigned(side) => self.end_with(fact, EndingKind::Resigned(side.colour)),
            GameEvent::ResultConfirmed(confirmed) => self.confirm(fact, confirmed),
            GameEvent::BreachObserved(breach) => return self.breach(fact, breach),
            GameEvent::RulingMade(ruling) => return self.ruled(fact, ruling),
            GameEvent::WarningIssued(warning) => {
                let given = self.warning(fact, warning);
                self.warnings.push(given);
            }
            GameEvent::AdmonitionGiven(admonition) => {
                let given = self.warning(fact, admonition);
                self.admonitions.push(given);
            }
            GameEvent::PenaltyImposed(penalty) => self.punished(fact, penalty),
            // Kept as they are; the rule book or the eye makes something of them.
            GameEvent::ByoyomiRead(_)
            | GameEvent::SeatLeft(_)
            | GameEvent::SeatRetaken(_)
            | GameEvent::ComplaintRaised(_)
            | GameEvent::ConsentGiven(_)
            | GameEvent::ClockFaultFound(_)
            | GameEvent::ReliefRequested(_)
            | GameEvent::RecountRequested(_)
            | GameEvent::EntryInserted(_)
            | GameEvent::EntryCorrected(_)
            | GameEvent::StatementTaken(_)
            | GameEvent::EvidenceAttached(_) => {}
        }
        Ok(())
    }

    /// The players can't stop the clocks between them, say to lift captives
    /// (2002 22.6), unless the event allows it.
    fn look_for_basis(&mut self, fact: &Fact, pause: GamePaused) {
        if pause.reason == PauseReason::Consent && !self.terms.regulations.pause_by_consent {
            self.remark(
                fact,
                "pause_by_consent",
                "a pause by consent, which the regulations don't allow",
            );
        }
    }

    fn nigiri(&mut self, nigiri: &NigiriHeld) {
        let [a, b] = self.paired.players.clone();
        let guesser = if nigiri.holder == a { b } else { a };
        let holder = Some(nigiri.holder.clone());
        let guesser = Some(guesser);
        (self.players.black, self.players.white) = if nigiri.guesser_takes_black() {
            (guesser, holder)
        } else {
            (holder, guesser)
        };
    }

    fn start(&mut self, fact: &Fact, start: &GameStarted) -> Result<(), BoardError> {
        let patch = start.regulations.as_ref();
        let regulations = self.paired.regulations_at(fact.seq, patch);
        let handicap = start.handicap.as_deref().unwrap_or_default();
        let mut board = match &start.position {
            Some(rows) => Board::from_rows(rows)?,
            None => empty_board(regulations.board),
        };
        board.place(Colour::Black, handicap)?;
        self.handicap_stones = u32::try_from(handicap.len()).unwrap_or(u32::MAX);
        // With a handicap White has the first move.
        let by_rule = if handicap.is_empty() {
            Colour::Black
        } else {
            Colour::White
        };
        let first = start.to_play.unwrap_or(by_rule);
        self.course = super::Course::new(board, first);
        self.terms = Arc::new(Terms {
            edition: self.paired.edition,
            regulations,
        });
        self.players.black = Some(start.black.clone());
        self.players.white = Some(start.white.clone());
        self.started = Some((fact.entry, fact.at));
        self.start_clocks(
            fact.at,
            first,
            start.times.unwrap_or_default(),
            start.clocks.as_ref(),
        );
        Ok(())
    }

    fn stone(&mut self, fact: &Fact, stone: &StonePlayed) -> Result<(), BoardError> {
        let in_overtime = self.untimed_captives(stone.colour);
        let place = (fact.entry, fact.seq);
        let lifted = stone.lifted.as_deref();
        let laid = self
            .course
            .stone(place, stone.colour, stone.point, lifted)?;
        let untimed = in_overtime && laid.captives;
        self.look_at_stone(fact, stone.colour, laid);
        self.plays += 1;
        self.play_on();
        self.turn_played(fact.at, stone.colour, untimed);
        Ok(())
    }

    fn pass(&mut self, fact: &Fact, colour: Colour) {
        self.course.pass((fact.entry, fact.seq), colour);
        self.plays += 1;
        self.turn_played(fact.at, colour, false);
        self.passes_may_end(fact);
    }

    /// A taken-back or displaced stone stands where it was put until a ruling
    /// says otherwise; a dropped stone stands for nothing until ruled
    /// (contract, section 6).
    fn breach(&mut self, fact: &Fact, breach: &BreachObserved) -> Result<(), BoardError> {
        let points = breach.points.as_deref().unwrap_or_default();
        match breach.breach {
            Breach::TakeBack | Breach::StoneDisplaced => {
                if let Some((from, to)) = self.displacement(breach) {
                    return self.course.displace(from, to);
                }
            }
            Breach::StoneDropped => {
                if let ([point, ..], Some(colour)) = (points, breach.colour) {
                    let (entry, seq) = (fact.entry, fact.seq);
                    self.dropped.push(DroppedStone {
                        entry,
                        seq,
                        colour,
                        point: *point,
                    });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// From where to where a breach moved a stone, if it says so: `points` is
    /// where it now stands, or where it stood and where it stands. The stone is
    /// that of the entry it is about, else the side's last one.
    pub(super) fn displacement(&self, breach: &BreachObserved) -> Option<(Point, Point)> {
        match *breach.points.as_deref()? {
            [from, to] => Some((from, to)),
            [to] => {
                let by_colour = |colour: Colour| {
                    self.course
                        .moves
                        .iter()
                        .rev()
                        .find(|m| m.colour == colour && m.point.is_some())
                };
                let stone = match breach.about {
                    Some(entry) => self.course.find(entry),
                    None => breach.colour.and_then(by_colour),
                };
                let from = stone?.standing()?;
                (from != to).then_some((from, to))
            }
            _ => None,
        }
    }

    fn open_seal(&mut self, fact: &Fact, opened: &SealOpened) -> Result<(), BoardError> {
        let Some(seal) = self.sealed.take() else {
            self.fault(fact, "no sealed move waits".to_owned());
            return Ok(());
        };
        let occupied = self.course.board.at(opened.point).is_some();
        if !occupied {
            let place = (fact.entry, fact.seq);
            let laid = self.course.stone(place, seal.colour, opened.point, None)?;
            self.look_at_stone(fact, seal.colour, laid);
            self.plays += 1;
            self.play_on();
        } else if self
            .terms
            .edition
            .parameters
            .sealed_move_occupied_loses_turn
        {
            // 1988 article 22: the turn is lost, whoever opened it.
            self.course.forfeit_turn(seal.colour);
            self.turn_lost = Some((fact.seq, seal.colour, self.plays));
        }
        self.seal_opened(fact.at);
        Ok(())
    }

    fn ruled(&mut self, fact: &Fact, ruling: &RulingMade) -> Result<(), BoardError> {
        self.rulings.push(RulingState {
            entry: fact.entry,
            seq: fact.seq,
            step: self.step,
            at: fact.at,
            ruling: Arc::new(ruling.clone()),
        });
        self.decisions.begin(ruling.ruling.clone(), self.plays);
        let named = ruling
            .finding
            .iter()
            .chain(ruling.findings.iter().flatten());
        for finding in named {
            self.decisions.name(finding, &ruling.ruling);
        }
        self.replace_lost_turn(fact, &ruling.ruling);
        self.settle_time(fact.at);
        self.carry_out_all(fact, &ruling.orders, &ruling.ruling)
    }

    /// A ruling on the sealed move that lost its turn by itself takes the place
    /// of that: whether the turn is lost is now for its penalties to say.
    fn replace_lost_turn(&mut self, fact: &Fact, by: &crate::ids::RulingId) {
        if let Some((seq, colour, plays)) = self.turn_lost
            && plays == self.plays
            && self.decisions.is_replaced("TM-25", seq)
            && !self.decisions.is_undone(by)
        {
            self.turn_lost = None;
            self.course.to_play = colour;
            self.decisions.note_changed_course(by);
            self.give_turn(fact.at);
        }
    }

    fn warning(&self, fact: &Fact, warning: &Warning) -> WarningState {
        WarningState {
            entry: fact.entry,
            seq: fact.seq,
            step: self.step,
            colour: warning.colour,
            player: self.players[warning.colour].clone(),
            article: warning.article.clone(),
            ruling: warning.ruling.clone(),
        }
    }

    fn punished(&mut self, fact: &Fact, penalty: &PenaltyImposed) {
        let mut taken = None;
        match penalty.penalty {
            PenaltyKind::ForfeitTurn if self.decisions.is_undone(&penalty.ruling) => {}
            PenaltyKind::ForfeitTurn => {
                self.course.forfeit_turn(penalty.colour);
                self.decisions.note_changed_course(&penalty.ruling);
                self.give_turn(fact.at);
            }
            PenaltyKind::DeductTime => {
                taken = penalty
                    .ms
                    .map(|ms| self.take_time(fact.at, penalty.colour, ms));
            }
            PenaltyKind::LoseGame => {
                let by = super::ending::loss_under(&penalty.article);
                let kind = EndingKind::Lost(penalty.colour, by);
                self.end_by(fact, kind, vec![penalty.ruling.clone()]);
            }
            PenaltyKind::DeductZi => {}
        }
        self.penalties.push(PenaltyState {
            entry: fact.entry,
            colour: penalty.colour,
            player: self.players[penalty.colour].clone(),
            penalty: penalty.penalty,
            qz: penalty.qz,
            ms: penalty.ms,
            taken,
            article: penalty.article.clone(),
            ruling: penalty.ruling.clone(),
        });
    }

    /// The dropped stone of an entry.
    pub(super) fn dropped_stone(&self, entry: EntryId) -> Option<DroppedStone> {
        self.dropped.iter().find(|d| d.entry == entry).copied()
    }
}
