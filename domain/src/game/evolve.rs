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
        GameEvent,
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
        if self.last_at.is_some_and(|last| fact.at < last) {
            self.remark(
                fact,
                "time_backwards",
                "its time is before that of the entry before it",
            );
        }
        self.last_at = self.last_at.max(Some(fact.at));
        self.clock.pass_time(fact.at);
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
        };
        if let Err(error) = done {
            self.fault(fact, error.to_string());
        }
        if self.is_over() {
            self.clock.pause(fact.at);
        }
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
            GameEvent::GamePaused(pause) => self.pause_play(fact.at, pause),
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
        let captures = self
            .course
            .stone(place, stone.colour, stone.point, lifted)?;
        self.plays += 1;
        self.play_on();
        self.turn_played(fact.at, stone.colour, in_overtime && captures);
        Ok(())
    }

    fn pass(&mut self, fact: &Fact, colour: Colour) {
        self.course.pass((fact.entry, fact.seq), colour);
        self.plays += 1;
        self.turn_played(fact.at, colour, false);
        self.passes_may_end(fact);
    }

    /// Two passes in a row end the game (2002 7.3); in 1988 a pass is only an offer.
    pub(super) fn passes_may_end(&mut self, fact: &Fact) {
        let needed = self.terms.regulations.passes_to_end;
        if needed.is_some_and(|needed| self.course.passes_in_row >= needed) {
            self.both_end(fact);
        }
    }

    /// A stone answers a proposal to end with playing on (21.1).
    fn play_on(&mut self) {
        if let EndStage::Proposed(_) = self.end {
            self.end = EndStage::Open;
        }
    }

    /// The side to move proposes the end and gives up its turn (21.1). Where
    /// the other side has proposed it too, both have said so (13.2).
    fn propose_end(&mut self, fact: &Fact, colour: Colour) {
        match self.end {
            EndStage::Proposed(first) if first != colour => self.both_end(fact),
            EndStage::Open | EndStage::Proposed(_) => {
                self.end = EndStage::Proposed(colour);
                self.course.to_play = colour.opponent();
                self.turn_given_up(fact.at, colour);
            }
            EndStage::Both | EndStage::DeadAgreed => {}
        }
    }

    /// A side agrees to the end: to the other's proposal, or to a pass, which
    /// is an offer to end in 1988 (21.1). Alone it is only that side's word:
    /// the end needs both (13.2).
    fn agree_end(&mut self, fact: &Fact, colour: Colour) {
        let last = self.course.moves.last();
        let offered = last.is_some_and(|m| m.point.is_none() && m.colour != colour);
        match self.end {
            EndStage::Proposed(first) if first == colour => {}
            EndStage::Open if !offered => self.end = EndStage::Proposed(colour),
            _ => self.both_end(fact),
        }
    }

    fn both_end(&mut self, fact: &Fact) {
        if self.end != EndStage::DeadAgreed {
            self.end = EndStage::Both;
        }
        self.clock.pause(fact.at);
    }

    fn decline_end(&mut self, by: Colour) {
        if let EndStage::Proposed(_) = self.end {
            self.end = EndStage::Open;
            self.course.to_play = by;
        }
    }

    fn agree_dead(&mut self, dead: &DeadStonesAgreed) {
        // One point a chain is enough: others of the same chains say the same.
        let chains =
            |points: &[Point]| crate::board::area::ownership(&self.course.board, points, &[]);
        if self.dead != dead.points && chains(&self.dead) != chains(&dead.points) {
            self.dead_agreed_by = crate::colour::PerColour::default();
            if self.end == EndStage::DeadAgreed {
                self.end = EndStage::Both;
            }
        }
        self.dead.clone_from(&dead.points);
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
        if self.is_over() {
            return;
        }
        self.play_further();
        if self.terms.edition.parameters.dispute_dead_sayer_first {
            self.course.to_play = dispute.dead_says;
        }
        self.clock.resume(fact.at);
        self.clock.start_turn(fact.at, self.course.to_play);
    }

    /// Nothing of an end that was near is left.
    pub(super) fn play_further(&mut self) {
        self.end = EndStage::Open;
        self.dead.clear();
        self.dead_agreed_by = crate::colour::PerColour::default();
        self.contested.clear();
        self.course.passes_in_row = 0;
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
            let rests_on = self.confirmed_upon(&confirmed.result);
            self.end_by(fact, EndingKind::Confirmed(confirmed.result), rests_on);
        } else {
            self.end_with(fact, EndingKind::Stated(confirmed.result));
        }
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
            self.course.stone(place, seal.colour, opened.point, None)?;
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

    fn warned(&mut self, fact: &Fact, warning: &Warning) {
        self.warnings.push(WarningState {
            entry: fact.entry,
            seq: fact.seq,
            step: self.step,
            colour: warning.colour,
            player: self.players[warning.colour].clone(),
            article: warning.article.clone(),
            ruling: warning.ruling.clone(),
        });
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
