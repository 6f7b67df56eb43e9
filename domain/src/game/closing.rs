//! How a game comes to its end: proposals and passes, dead stones and disputes,
//! the count and the confirmation (articles 7, 9, 13, 21). What the result is
//! then, is in `ending`.

use super::{
    ending::EndingKind,
    record::Fact,
    state::{EndStage, GameState},
};
use crate::{
    Colour,
    board::{BoardError, Point},
    event::{
        common::Party,
        game::{BoardCounted, DeadStonesAgreed, LifeDisputed, ResultConfirmed},
    },
    score::QuarterZi,
};

impl GameState {
    /// Two passes in a row end the game (2002 7.3); in 1988 a pass is only an offer.
    pub(super) fn passes_may_end(&mut self, fact: &Fact) {
        let needed = self.terms.regulations.passes_to_end;
        if needed.is_some_and(|needed| self.course.passes_in_row >= needed) {
            self.both_end(fact);
        }
    }

    /// A stone answers a proposal to end with playing on (21.1).
    pub(super) fn play_on(&mut self) {
        if let EndStage::Proposed(_) = self.end {
            self.end = EndStage::Open;
        }
    }

    /// The side to move proposes the end and gives up its turn (21.1). Where
    /// the other side has proposed it too, both have said so (13.2).
    pub(super) fn propose_end(&mut self, fact: &Fact, colour: Colour) {
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
    pub(super) fn agree_end(&mut self, fact: &Fact, colour: Colour) {
        let last = self.course.moves.last();
        let offered = last.is_some_and(|m| m.point.is_none() && m.colour != colour);
        match self.end {
            EndStage::Proposed(first) if first == colour => {}
            EndStage::Open if !offered => self.end = EndStage::Proposed(colour),
            _ => self.both_end(fact),
        }
    }

    pub(super) fn both_end(&mut self, fact: &Fact) {
        if self.end != EndStage::DeadAgreed {
            self.end = EndStage::Both;
        }
        self.clock.pause(fact.at);
    }

    pub(super) fn decline_end(&mut self, by: Colour) {
        if let EndStage::Proposed(_) = self.end {
            self.end = EndStage::Open;
            self.course.to_play = by;
        }
    }

    pub(super) fn agree_dead(&mut self, dead: &DeadStonesAgreed) {
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
    pub(super) fn dispute(&mut self, fact: &Fact, dispute: &LifeDisputed) {
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

    pub(super) fn counted(&mut self, fact: &Fact, count: &BoardCounted) {
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

    pub(super) fn standing_awards(&self) -> impl Iterator<Item = (Colour, &Point)> {
        self.awarded
            .iter()
            .filter(|(_, _, by)| self.ruling_stands(by))
            .map(|(colour, point, _)| (*colour, point))
    }

    /// A result is confirmed. Only both players and an official together close
    /// the game (contract, section 11); then the confirmed result binds (16.4).
    pub(super) fn confirm(&mut self, fact: &Fact, confirmed: &ResultConfirmed) {
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
}
