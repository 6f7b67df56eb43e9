//! What each fact makes of a game. Total: it judges nothing and refuses
//! nothing. A fact that can't be carried out, which only a foreign ledger can
//! hold, is noted as a fault and changes nothing else.

use super::{
    ending::{Ending, EndingKind},
    record::{Fact, FactKind, Fault},
    state::{
        DroppedStone, EndStage, GameState, PenaltyState, Remark, RulingState, Terms, WarningState,
        empty_board,
    },
};
use crate::{
    Colour,
    board::{Board, BoardError, Point},
    event::{
        GameEvent, ResultBy,
        common::{Breach, Party},
        game::{
            BoardCounted, BreachObserved, DeadStonesAgreed, GameStarted, LifeDisputed, NigiriHeld,
            PenaltyImposed, PenaltyKind, ResultConfirmed, RulingMade, SealOpened, StonePlayed,
            Warning,
        },
    },
    ids::EntryId,
    score::QuarterZi,
};
use std::sync::Arc;

impl GameState {
    /// Takes a further fact.
    pub fn push(&mut self, fact: Fact) {
        let amends = matches!(
            &fact.kind,
            FactKind::Event(GameEvent::EntryCorrected(_) | GameEvent::EntryInserted(_))
        );
        if !amends {
            self.apply(&fact);
        }
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
        }
        state.record = self.record.first(len);
        state
    }

    fn compute_again(&mut self) {
        let mut again = GameState::new(Arc::clone(&self.paired));
        for fact in self.record.facts() {
            again.apply(fact);
        }
        again.record = std::mem::take(&mut self.record);
        again.amend_faults = std::mem::take(&mut self.amend_faults);
        *self = again;
    }

    fn apply(&mut self, fact: &Fact) {
        if self.last_at.is_some_and(|last| fact.at < last) {
            self.remark(
                fact,
                "time_backwards",
                "its time is before that of the entry before it",
            );
        }
        self.last_at = self.last_at.max(Some(fact.at));
        self.clock.pass_time(fact.at);
        let was_over = self.is_over();
        let done = match &fact.kind {
            FactKind::Event(event) => self.apply_event(fact, event),
            FactKind::Decision(decision) => {
                self.carry_out_all(fact, &decision.orders, &decision.ruling)
            }
            FactKind::Overturned(ruling) => {
                self.overturn(fact, ruling);
                Ok(())
            }
            FactKind::StruckOut => Ok(()),
        };
        if let Err(error) = done {
            let why = error.to_string();
            self.faults.push(Fault {
                entry: fact.entry,
                seq: fact.seq,
                why,
            });
        }
        if self.is_over() && !was_over {
            self.clock.pause(fact.at);
        }
    }

    pub(super) fn remark(&mut self, fact: &Fact, code: &'static str, text: impl Into<String>) {
        self.remarks.push(Remark {
            code,
            entry: fact.entry,
            text: text.into(),
        });
    }

    pub(super) fn end_with(&mut self, fact: &Fact, kind: EndingKind) {
        self.endings.push(Ending {
            seq: fact.seq,
            ruling: None,
            kind,
        });
    }

    fn apply_event(&mut self, fact: &Fact, event: &GameEvent) -> Result<(), BoardError> {
        match event {
            GameEvent::StonePlayed(stone) => return self.stone(fact, stone),
            GameEvent::TurnPassed(side) => self.pass(fact, side.colour),
            GameEvent::ClockPressed(press) => self.pressed(fact, press),
            GameEvent::NigiriHeld(nigiri) => self.nigiri(nigiri),
            GameEvent::PlayerArrived(who) => self.arrived(fact.at, &who.player),
            GameEvent::PlayerAbsent(who) => self.absent(fact.at, &who.player),
            GameEvent::GameStarted(start) => return self.start(fact, start),
            GameEvent::CaptivesLifted(lifting) => return self.course.lift(&lifting.points),
            GameEvent::ClockRead(read) => self.clock_read(fact, &read.reading),
            GameEvent::GamePaused(pause) => self.pause_play(fact.at, pause),
            GameEvent::GameResumed(_) => self.resume_play(fact.at),
            GameEvent::TimesConfirmed(times) => self.times_confirmed(fact, times),
            GameEvent::MoveSealed(seal) => self.seal(fact.at, *seal),
            GameEvent::SealOpened(opened) => return self.open_seal(fact, opened),
            GameEvent::EndProposed(proposal) => self.propose_end(fact, proposal.colour),
            GameEvent::EndAgreed(_) => self.both_end(fact),
            GameEvent::EndDeclined(side) => self.decline_end(side.colour),
            GameEvent::DeadStonesAgreed(dead) => self.agree_dead(dead),
            GameEvent::LifeDisputed(dispute) => self.dispute(fact, dispute),
            GameEvent::ContestedPointFound(found) => self.contested.extend(&found.points),
            GameEvent::BoardCounted(count) => self.counted(fact, count),
            GameEvent::Resigned(side) => self.end_with(fact, EndingKind::Resigned(side.colour)),
            GameEvent::ResultConfirmed(confirmed) => self.confirm(fact, confirmed),
            GameEvent::BreachObserved(breach) => return self.breach(fact, breach),
            GameEvent::RulingMade(ruling) => return self.ruled(fact, ruling),
            GameEvent::WarningIssued(warning) => self.warned(fact, warning),
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
            | GameEvent::AdmonitionGiven(_)
            | GameEvent::EntryInserted(_)
            | GameEvent::EntryCorrected(_)
            | GameEvent::StatementTaken(_)
            | GameEvent::EvidenceAttached(_) => {}
        }
        Ok(())
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
        let first = if handicap.is_empty() {
            Colour::Black
        } else {
            Colour::White
        };
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
        let lost_before = self.course.captured;
        let place = (fact.entry, fact.seq);
        self.course
            .stone(place, stone.colour, stone.point, stone.lifted.as_deref())?;
        self.play_on();
        let captures = self.course.captured != lost_before;
        self.turn_played(fact.at, stone.colour, in_overtime && captures);
        Ok(())
    }

    fn pass(&mut self, fact: &Fact, colour: Colour) {
        self.course.pass((fact.entry, fact.seq), colour);
        self.turn_played(fact.at, colour, false);
        self.passes_may_end(fact);
    }

    /// Two passes in a row end the game (2002 7.3); in 1988 a pass is only an offer.
    pub(super) fn passes_may_end(&mut self, fact: &Fact) {
        let needed = self.terms.regulations.passes_to_end;
        if needed.is_some_and(|needed| self.course.passes_in_row >= needed)
            && self.end != EndStage::DeadAgreed
        {
            self.both_end(fact);
        }
    }

    /// A stone answers a proposal to end with playing on (21.1).
    fn play_on(&mut self) {
        if let EndStage::Proposed(_) = self.end {
            self.end = EndStage::Open;
        }
    }

    /// The side to move proposes the end and gives up its turn (21.1).
    fn propose_end(&mut self, fact: &Fact, colour: Colour) {
        if matches!(self.end, EndStage::Open | EndStage::Proposed(_)) {
            self.end = EndStage::Proposed(colour);
            self.course.to_play = colour.opponent();
            self.clock.end_turn(fact.at, colour);
            self.press_due = None;
        }
    }

    fn both_end(&mut self, fact: &Fact) {
        self.end = EndStage::Both;
        self.clock.pause(fact.at);
    }

    fn decline_end(&mut self, by: Colour) {
        if let EndStage::Proposed(_) = self.end {
            self.end = EndStage::Open;
            self.course.to_play = by;
        }
    }

    fn agree_dead(&mut self, dead: &DeadStonesAgreed) {
        if self.dead != dead.points {
            self.dead.clone_from(&dead.points);
            self.dead_agreed_by = crate::colour::PerColour::default();
        }
        for colour in &dead.by {
            self.dead_agreed_by[*colour] = true;
        }
        if self.dead_agreed_by.black && self.dead_agreed_by.white {
            self.end = EndStage::DeadAgreed;
        }
    }

    /// Life is disputed: play goes on to settle it (21.3, 2002 21.4), in 2002
    /// with the side that says "dead" to move.
    fn dispute(&mut self, fact: &Fact, dispute: &LifeDisputed) {
        self.end = EndStage::Open;
        self.dead.clear();
        self.dead_agreed_by = crate::colour::PerColour::default();
        self.course.passes_in_row = 0;
        if self.terms.edition.parameters.dispute_dead_sayer_first {
            self.course.to_play = dispute.dead_says;
        }
        self.clock.resume(fact.at);
        self.clock.start_turn(fact.at, self.course.to_play);
    }

    fn counted(&mut self, fact: &Fact, count: &BoardCounted) {
        let whole = self.board_qz();
        let black = match count.colour {
            Colour::Black => count.area_qz,
            Colour::White => whole - count.area_qz,
        };
        if self.end == EndStage::DeadAgreed {
            match self.computed_area() {
                Ok(area) if area == black => {}
                Ok(area) => {
                    let stood = match count.colour {
                        Colour::Black => area,
                        Colour::White => whole - area,
                    };
                    let text = format!(
                        "counted {} zi for {}; by the board and the dead stones agreed it is {}",
                        count.area_qz, count.colour, stood
                    );
                    self.remark(fact, "count_differs", text);
                }
                Err(error) => self.remark(fact, "count_differs", error.to_string()),
            }
        }
        self.end_with(fact, EndingKind::Counted(black));
    }

    /// The whole board, in quarter-zi.
    pub fn board_qz(&self) -> QuarterZi {
        let size = i64::from(self.course.board.size());
        QuarterZi::zi(size * size)
    }

    /// Black's area by what stands, the dead agreed, what was awarded and what
    /// both left open.
    ///
    /// # Errors
    /// When a dead point has no stone on it.
    pub fn computed_area(&self) -> Result<QuarterZi, BoardError> {
        let awarded: Vec<(Colour, Point)> = self
            .standing_awards()
            .map(|(colour, point)| (colour, *point))
            .collect();
        let owners = crate::board::area::ownership(&self.course.board, &self.dead, &awarded)?;
        let area = owners.into_iter().map(|(point, owner)| {
            let open = self.contested.contains(&point) && self.course.board.at(point).is_none();
            match owner {
                // Left open by both: as in seki (21.2).
                _ if open => 2,
                crate::board::area::Owner::Side(Colour::Black) => 4,
                crate::board::area::Owner::Side(Colour::White) => 0,
                crate::board::area::Owner::Shared => 2,
            }
        });
        Ok(QuarterZi(area.sum()))
    }

    fn standing_awards(&self) -> impl Iterator<Item = (Colour, &Point)> {
        self.awarded
            .iter()
            .filter(|(_, _, by)| self.ruling_stands(by))
            .map(|(colour, point, _)| (*colour, point))
    }

    /// A result is confirmed. Only both players and an official together close
    /// the game (contract, section 11); then the confirmed result binds (16.4).
    fn confirm(&mut self, fact: &Fact, confirmed: &ResultConfirmed) {
        let computed = self.result();
        if computed.is_some_and(|result| !result.agrees_with(&confirmed.result)) {
            self.remark(
                fact,
                "confirmed_otherwise",
                "the confirmed result is not the one that follows from the facts",
            );
        }
        let has = |party: &Party| confirmed.by.contains(party);
        let complete = has(&Party::Side(Colour::Black))
            && has(&Party::Side(Colour::White))
            && confirmed.by.iter().any(|p| matches!(p, Party::Official(_)));
        if complete {
            let ruling = self.deciding_ruling();
            let kind = EndingKind::Confirmed(confirmed.result);
            self.endings.push(Ending {
                seq: fact.seq,
                ruling,
                kind,
            });
            self.confirmed = Some((fact.entry, fact.seq));
        } else {
            self.end_with(fact, EndingKind::Stated(confirmed.result));
        }
    }

    /// The ruling on which the present result rests, if it rests on one: a
    /// confirmation of that result falls with it.
    fn deciding_ruling(&self) -> Option<crate::ids::RulingId> {
        let by = self.result()?.by;
        let standing = |ruling: &crate::ids::RulingId| self.ruling_stands(ruling);
        if by == ResultBy::Warnings {
            let last = self.warnings.iter().rev().find(|w| standing(&w.ruling));
            return last.map(|w| w.ruling.clone());
        }
        if matches!(by, ResultBy::Count | ResultBy::Resignation) {
            return None;
        }
        let ruled = self.endings.iter().rev().filter_map(|e| e.ruling.as_ref());
        ruled.into_iter().find(|ruling| standing(ruling)).cloned()
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
            return Ok(());
        };
        let occupied = self.course.board.at(opened.point).is_some();
        if occupied
            && self
                .terms
                .edition
                .parameters
                .sealed_move_occupied_loses_turn
        {
            // 1988 article 22: the turn is lost, whoever opened it.
            if !self.replaces_automatic("TM-25", fact.seq) {
                self.course.forfeit_turn(seal.colour);
            }
        } else if !occupied {
            let place = (fact.entry, fact.seq);
            self.course.stone(place, seal.colour, opened.point, None)?;
        }
        self.seal_opened(fact.at);
        Ok(())
    }

    fn replaces_automatic(&self, rule: &str, seq: u64) -> bool {
        self.replaced_automatic
            .iter()
            .any(|id| *id == format!("{rule}@{seq}"))
    }

    fn ruled(&mut self, fact: &Fact, ruling: &RulingMade) -> Result<(), BoardError> {
        self.rulings.push(RulingState {
            entry: fact.entry,
            seq: fact.seq,
            at: fact.at,
            ruling: Arc::new(ruling.clone()),
            overturned: None,
            plays_after: self.course.plays,
            players_before: self.players.clone(),
            before: Box::new(self.course.clone()),
            changed_course: false,
        });
        let named = ruling
            .finding
            .iter()
            .chain(ruling.findings.iter().flatten());
        self.replaced_automatic.extend(named.cloned());
        self.carry_out_all(fact, &ruling.orders, &ruling.ruling)
    }

    fn warned(&mut self, fact: &Fact, warning: &Warning) {
        self.warnings.push(WarningState {
            entry: fact.entry,
            seq: fact.seq,
            colour: warning.colour,
            article: warning.article.clone(),
            ruling: warning.ruling.clone(),
        });
    }

    fn punished(&mut self, fact: &Fact, penalty: &PenaltyImposed) {
        match penalty.penalty {
            PenaltyKind::ForfeitTurn => {
                self.course.forfeit_turn(penalty.colour);
                self.note_changed_course(&penalty.ruling);
                self.give_turn(fact.at);
            }
            PenaltyKind::DeductTime => {
                if let Some(ms) = penalty.ms {
                    self.clock.deduct(fact.at, penalty.colour, ms);
                }
            }
            PenaltyKind::LoseGame => {
                let by = super::ending::loss_under(&penalty.article);
                self.endings.push(Ending {
                    seq: fact.seq,
                    ruling: Some(penalty.ruling.clone()),
                    kind: EndingKind::Lost(penalty.colour, by),
                });
            }
            PenaltyKind::DeductZi => {}
        }
        self.penalties.push(PenaltyState {
            entry: fact.entry,
            colour: penalty.colour,
            penalty: penalty.penalty,
            qz: penalty.qz,
            ms: penalty.ms,
            article: penalty.article.clone(),
            ruling: penalty.ruling.clone(),
        });
    }

    pub(super) fn note_changed_course(&mut self, ruling: &crate::ids::RulingId) {
        if let Some(state) = self.rulings.iter_mut().find(|r| r.ruling.ruling == *ruling) {
            state.changed_course = true;
        }
    }

    /// The dropped stone of an entry.
    pub(super) fn dropped_stone(&self, entry: EntryId) -> Option<DroppedStone> {
        self.dropped.iter().find(|d| d.entry == entry).copied()
    }
}
