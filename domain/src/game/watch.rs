//! Watching the facts of a game come in: what is seen before a fact is made
//! something of, and after. The sightings are in `sighting`; nothing is judged.

use super::{
    course::Laid,
    record::{Fact, FactKind},
    sighting::{Play, Seen, Sighting},
    state::{EndStage, GameState},
};
use crate::{
    Colour,
    board::Point,
    clock::{TimeControl, TurnEnds},
    event::{
        GameEvent, ResultBy,
        game::{ByoyomiRead, CaptivesLifted, ClockPressed, EndProposed, StonePlayed},
    },
};

impl GameState {
    pub(super) fn see(&mut self, fact: &Fact, colour: impl Into<Option<Colour>>, seen: Seen) {
        let colour = colour.into();
        self.sightings.push(Sighting {
            entry: fact.entry,
            seq: fact.seq,
            step: self.step,
            at: fact.at,
            colour,
            player: colour.and_then(|colour| self.players[colour].clone()),
            seen,
        });
    }

    /// Whether the game was over after the fact before.
    fn was_over(&self) -> bool {
        self.over_log.last().is_some_and(|(_, over)| *over)
    }

    /// Whether the game was over when only the facts before that step were known.
    pub fn was_over_before(&self, step: usize) -> bool {
        let after = self.over_log.partition_point(|(at, _)| *at < step);
        after
            .checked_sub(1)
            .is_some_and(|index| self.over_log[index].1)
    }

    /// The step of the fact by which the game was over, if it still is.
    pub fn over_since(&self) -> Option<usize> {
        let (step, over) = self.over_log.last()?;
        over.then_some(*step)
    }

    /// Whether both have ended play, or a result stands.
    fn has_ended(&self) -> bool {
        self.was_over() || matches!(self.end, EndStage::Both | EndStage::DeadAgreed)
    }

    /// Looks at a fact before anything is made of it, its time having passed.
    pub(super) fn look_before(&mut self, fact: &Fact) {
        let FactKind::Event(event) = &fact.kind else {
            return;
        };
        if !has_reading(event) && !tells_of_absence(event) {
            self.look_at_clocks(fact, event);
        }
        match event {
            GameEvent::StonePlayed(stone) => self.look_at_turn(fact, stone),
            GameEvent::TurnPassed(side) => self.look_for_press(fact, side.colour),
            GameEvent::ClockPressed(press) => self.look_at_press(fact, press),
            GameEvent::CaptivesLifted(lifting) => self.look_at_lifting(fact, lifting),
            GameEvent::EndProposed(proposal) => self.look_at_proposal(fact, *proposal),
            GameEvent::SealOpened(opened) => self.look_at_seal(fact, opened.point),
            GameEvent::ByoyomiRead(read) => self.look_at_reading(fact, read),
            GameEvent::SeatLeft(left) => self.look_at_seat(fact, left.colour, left.permitted),
            GameEvent::ClockFaultFound(fault) => self.see(fact, None, Seen::ClockFault(*fault)),
            GameEvent::BreachObserved(breach) => {
                self.see(fact, breach.colour, Seen::Breach(breach.clone()));
            }
            _ => {}
        }
        if self.comes_too_late(event) {
            let what = event.type_name();
            self.see(fact, side_of(event), Seen::ActAfterEnd { what });
        }
    }

    /// Looks at what a fact has made.
    pub(super) fn look_after(&mut self, fact: &Fact, over: bool) {
        if over != self.was_over() {
            self.over_log.push((self.step, over));
        }
        let FactKind::Event(event) = &fact.kind else {
            return;
        };
        self.look_at_clocks(fact, event);
        match event {
            GameEvent::StonePlayed(stone) => self.played(fact, stone.colour, true),
            GameEvent::SealOpened(_) => {
                let last = self.course.moves.last();
                if let Some(opened) = last.filter(|m| m.entry == fact.entry) {
                    self.played(fact, opened.colour, true);
                }
            }
            GameEvent::TurnPassed(side) => self.played(fact, side.colour, false),
            GameEvent::CaptivesLifted(_) => self.look_at_repetition(),
            GameEvent::GameStarted(_) => self.look_at_colours(fact),
            _ => {}
        }
    }

    /// Whether an event is an act after the end (contract, section 3). Not so a
    /// second count or what leads to it, and giving up by the side that a
    /// ruling made the winner.
    fn comes_too_late(&self, event: &GameEvent) -> bool {
        match event {
            GameEvent::StonePlayed(_) | GameEvent::TurnPassed(_) | GameEvent::MoveSealed(_) => {
                self.has_ended()
            }
            _ if !self.was_over() => false,
            GameEvent::ClockPressed(press) => self.press_due != Some(press.colour),
            GameEvent::EndProposed(_)
            | GameEvent::EndAgreed(_)
            | GameEvent::EndDeclined(_)
            | GameEvent::SealOpened(_) => true,
            GameEvent::BoardCounted(_)
            | GameEvent::DeadStonesAgreed(_)
            | GameEvent::LifeDisputed(_)
            | GameEvent::ContestedPointFound(_) => {
                self.result().is_none_or(|r| r.by != ResultBy::Count)
            }
            GameEvent::Resigned(side) => {
                let winner = self.result().and_then(|r| r.outcome.winner());
                !(self.is_ruled() && winner == Some(side.colour))
            }
            _ => false,
        }
    }

    fn played(&mut self, fact: &Fact, colour: Colour, is_stone: bool) {
        let last = self.course.moves.last();
        let is_new = last.is_some_and(|m| m.repetition.positional.is_none());
        self.play_log.push(Play {
            entry: fact.entry,
            seq: fact.seq,
            step: self.step,
            at: fact.at,
            colour,
            is_stone,
            number: self.course.moves.len(),
            is_new: is_stone && is_new,
        });
        if is_stone {
            self.look_at_repetition();
        }
    }

    /// The side whose time has just run out, told once a turn, at the first
    /// fact that is no decision (contract, section 5).
    fn look_at_clocks(&mut self, fact: &Fact, event: &GameEvent) {
        let here = self.sightings.iter().rev();
        let mut here = here.take_while(|s| s.step == self.step);
        let told = here.any(|s| s.seen == Seen::TimeOut);
        // Of two sides at one fact the second is told at the next one.
        if self.was_over() || is_decision(event) || told {
            return;
        }
        if let Some(colour) = self.clock.first_overrun() {
            self.see(fact, colour, Seen::TimeOut);
        }
    }

    fn look_at_colours(&mut self, fact: &Fact) {
        let [black, _] = &self.paired.players;
        let swapped = self.players.white.as_ref() == Some(black);
        if self.paired.colours_assigned && swapped {
            self.see(fact, None, Seen::ColoursSwapped);
        }
    }

    fn look_at_turn(&mut self, fact: &Fact, stone: &StonePlayed) {
        let colour = stone.colour;
        self.look_for_press(fact, colour);
        if self.has_ended() || self.course.to_play == colour {
            return;
        }
        // Voided, its stone or pass is still the turn that the side has taken.
        let stands_last = self.course.moves.last().map(|last| last.colour);
        let played_last = self.play_log.last().map(|last| last.colour);
        let given_up = self.end == EndStage::Proposed(colour);
        let twice = [stands_last, played_last].contains(&Some(colour));
        let seen = if twice && !given_up {
            Seen::TwoInARow
        } else {
            Seen::OutOfTurn
        };
        self.see(fact, colour, seen);
    }

    /// Where turns end with a press, the opponent's is missing if his last
    /// stone or pass is answered without it.
    fn look_for_press(&mut self, fact: &Fact, colour: Colour) {
        let missing = self.press_due == Some(colour.opponent()) && self.is_clocked();
        if missing && !self.has_ended() {
            self.see(fact, colour.opponent(), Seen::PressMissing);
        }
    }

    fn is_clocked(&self) -> bool {
        let regulations = &self.terms.regulations;
        regulations.turn_ends == TurnEnds::Press
            && !matches!(regulations.time, TimeControl::None {})
            && self.clock.is_computed()
    }

    fn look_at_press(&mut self, fact: &Fact, press: &ClockPressed) {
        let colour = press.colour;
        let due = self.press_due == Some(colour);
        if self.terms.regulations.turn_ends != TurnEnds::Press || self.has_ended() && !due {
            return;
        }
        if press.other_hand == Some(true) {
            self.see(fact, colour, Seen::OtherHand);
        }
        if !self.is_clocked() || self.clock.turn() != Some(colour) || self.clock.is_paused() {
            return;
        }
        if !due {
            self.see(fact, colour, Seen::PressedBeforeStone);
        } else if self.captives_standing().is_some() {
            self.see(fact, colour, Seen::PressedBeforeCaptives);
        }
    }

    /// The captives that the last play has left standing, if some still stand.
    fn captives_standing(&mut self) -> Option<&mut Vec<Point>> {
        let last = self.play_log.last()?;
        let step = last.step;
        let mut recent = self.sightings.iter_mut().rev();
        let left =
            recent.find(|s| s.step <= step && matches!(s.seen, Seen::CaptivesLeft { .. }))?;
        match &mut left.seen {
            Seen::CaptivesLeft { points } if left.step == step => Some(points),
            _ => None,
        }
    }

    /// What a stone has done, as the course tells.
    pub(super) fn look_at_stone(&mut self, fact: &Fact, colour: Colour, laid: Laid) {
        if self.has_ended() {
            return;
        }
        let point = laid.point;
        if laid.suicide {
            self.see(fact, colour, Seen::Suicide { point });
        }
        if laid.retakes_ko {
            self.see(fact, colour, Seen::KoRetaken { point });
        }
        // Taking off one's own stones without liberties is part of the suicide.
        let own = if laid.suicide {
            Vec::new()
        } else {
            laid.own_lifted
        };
        let mut others = laid.others_lifted;
        others.retain(|at| !self.was_left(*at));
        self.see_wrongly_lifted(fact, colour, own, others);
        if !laid.left_standing.is_empty() {
            let points = laid.left_standing;
            self.see(fact, colour, Seen::CaptivesLeft { points });
        }
    }

    fn see_wrongly_lifted(
        &mut self,
        fact: &Fact,
        colour: Colour,
        own: Vec<Point>,
        others: Vec<Point>,
    ) {
        if !own.is_empty() || !others.is_empty() {
            self.see(fact, colour, Seen::WronglyLifted { others, own });
        }
    }

    /// Whether the stone on a point is a captive that was left standing: taken off
    /// however late, it is rightly taken, though it may have got liberties when the
    /// others went.
    fn was_left(&self, point: Point) -> bool {
        let played = self.course.moves.iter().rev();
        let played = played
            .filter(|m| m.standing() == Some(point))
            .map(|m| m.seq);
        let since = played.max();
        self.sightings.iter().any(|seen| {
            matches!(&seen.seen, Seen::CaptivesLeft { points } if points.contains(&point))
                && since.is_none_or(|since| since < seen.seq)
        })
    }

    /// Captives lifted before the next move are none that were left standing;
    /// what else is lifted must have no liberty.
    fn look_at_lifting(&mut self, fact: &Fact, lifting: &CaptivesLifted) {
        let mut due = Vec::new();
        if let Some(standing) = self.captives_standing() {
            due.clone_from(standing);
            standing.retain(|point| !lifting.points.contains(point));
        }
        let gone =
            |s: &Sighting| matches!(&s.seen, Seen::CaptivesLeft { points } if points.is_empty());
        self.sightings.retain(|s| !gone(s));
        let board = &self.course.board;
        let is_wrong = |point: &Point| {
            let alive = |chain: crate::board::Chain| !chain.liberties.is_empty();
            !due.contains(point) && !self.was_left(*point) && board.chain(*point).is_some_and(alive)
        };
        let wrong = lifting.points.iter().copied().filter(is_wrong);
        let (own, others) = wrong.partition(|point| board.at(*point) == Some(lifting.colour));
        self.see_wrongly_lifted(fact, lifting.colour, own, others);
    }

    /// A position that came back with the last stone, or with what was lifted
    /// after it. A single ko retaken and a suicide are told as such.
    fn look_at_repetition(&mut self) {
        let (Some(last), Some(play)) = (self.course.moves.last(), self.play_log.last_mut()) else {
            return;
        };
        if last.entry != play.entry || last.repetition.positional.is_none() {
            return;
        }
        play.is_new = false;
        let (play, repetition) = (*play, last.repetition);
        let told = |s: &Sighting| {
            matches!(
                s.seen,
                Seen::Suicide { .. }
                    | Seen::KoRetaken { .. }
                    | Seen::Repetition { .. }
                    | Seen::ActAfterEnd { .. }
            )
        };
        let mut since = self
            .sightings
            .iter()
            .rev()
            .take_while(|s| s.step >= play.step);
        if since.any(|s| s.step == play.step && told(s)) {
            return;
        }
        self.sightings.push(Sighting {
            entry: play.entry,
            seq: play.seq,
            step: play.step,
            at: play.at,
            colour: Some(play.colour),
            player: self.players[play.colour].clone(),
            seen: Seen::Repetition {
                positional: repetition.positional,
                situational: repetition.situational,
            },
        });
    }

    fn look_at_proposal(&mut self, fact: &Fact, proposal: EndProposed) {
        if !self.has_ended() && proposal.contest_given_up == Some(true) {
            self.see(fact, proposal.colour, Seen::ContestGivenUp);
        }
    }

    fn look_at_seal(&mut self, fact: &Fact, point: Point) {
        let colour = self.sealed.as_ref().map(|seal| seal.colour);
        if colour.is_some() && self.course.board.at(point).is_some() {
            self.see(fact, colour, Seen::SealedOnStone { point });
        }
    }

    fn look_at_reading(&mut self, fact: &Fact, read: &ByoyomiRead) {
        if read.misread == Some(true) {
            self.see(fact, read.colour, Seen::Misread);
        }
        let absent = self
            .presence_of(read.colour)
            .is_some_and(|presence| presence.absent.is_some() && presence.arrived.is_none());
        if absent && crate::rulebook::read_out::is_last_call(&read.call) {
            self.see(fact, read.colour, Seen::AbsentReadOut);
        }
    }

    fn look_at_seat(&mut self, fact: &Fact, colour: Colour, permitted: bool) {
        let read_out = matches!(
            self.terms.regulations.time,
            TimeControl::ReservedByoyomi { .. } | TimeControl::Byoyomi { .. }
        );
        if self.has_ended() || !read_out || !self.clock.player(colour).in_overtime() {
            return;
        }
        let before = self
            .sightings
            .iter()
            .filter(|s| s.colour == Some(colour) && matches!(s.seen, Seen::SeatLeft { .. }))
            .count();
        let own_turn = self.clock.turn() == Some(colour);
        self.see(
            fact,
            colour,
            Seen::SeatLeft {
                permitted,
                own_turn,
                before,
            },
        );
    }
}

/// Whether an event says since when a player was not there: the clock had not run
/// for him, and what it comes to shows only then.
fn tells_of_absence(event: &GameEvent) -> bool {
    matches!(
        event,
        GameEvent::PlayerArrived(_) | GameEvent::PlayerAbsent(_)
    )
}

/// Whether an event is a decision: what runs out at its time is told at the
/// next fact.
fn is_decision(event: &GameEvent) -> bool {
    matches!(
        event,
        GameEvent::RulingMade(_)
            | GameEvent::WarningIssued(_)
            | GameEvent::AdmonitionGiven(_)
            | GameEvent::PenaltyImposed(_)
            | GameEvent::EntryCorrected(_)
            | GameEvent::EntryInserted(_)
    )
}

/// The side whose act an event is, if it is one's.
fn side_of(event: &GameEvent) -> Option<Colour> {
    match event {
        GameEvent::StonePlayed(stone) => Some(stone.colour),
        GameEvent::TurnPassed(side)
        | GameEvent::EndAgreed(side)
        | GameEvent::EndDeclined(side)
        | GameEvent::Resigned(side) => Some(side.colour),
        GameEvent::EndProposed(proposal) => Some(proposal.colour),
        GameEvent::ClockPressed(press) => Some(press.colour),
        GameEvent::MoveSealed(seal) => Some(seal.colour),
        _ => None,
    }
}

/// Whether an event says what the clock on the table shows, which counts
/// before what was computed.
fn has_reading(event: &GameEvent) -> bool {
    match event {
        GameEvent::ClockPressed(press) => press.reading.is_some(),
        GameEvent::ClockRead(_) => true,
        _ => false,
    }
}
