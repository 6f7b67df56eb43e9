//! Whether something can be recorded of a game. Breaking a rule is no reason
//! to refuse; being impossible is, and so is having no right to tell it.

use super::{record::Record, state::GameState};
use crate::{
    Colour,
    board::{Board, Point},
    event::{
        GameEvent,
        common::{Breach, Party},
        game::{BreachObserved, GameStarted, ResultConfirmed, SealOpened, StonePlayed},
    },
    ids::{EntryId, PlayerId, RulingId},
    official::{EntryClass, class_of},
    refusal::Refusal,
    rulebook::authority::left_to_arbiter,
    score::QuarterZi,
    tournament::{Asked, Place, TournamentState, need_time_to_play_by},
};

/// Decides about an entry of a game's stream. `recorded_by`: who recorded the
/// entry that a correction names.
///
/// # Errors
/// Why it can't be recorded.
pub fn decide(
    state: &GameState,
    tournament: &TournamentState,
    place: Place<'_>,
    event: &GameEvent,
    recorded_by: Option<&crate::ids::ActorId>,
) -> Result<(), Refusal> {
    tournament.authorise(&question(state, tournament, place, event, recorded_by))?;
    state.check_phase(event)?;
    state.check_content(tournament, place, event)
}

/// What the right to record an event hangs on.
pub(super) fn question<'a>(
    state: &GameState,
    tournament: &TournamentState,
    place: Place<'a>,
    event: &'a GameEvent,
    recorded_by: Option<&crate::ids::ActorId>,
) -> Asked<'a> {
    let what = event.type_name();
    let class = class_of("game", what).unwrap_or(EntryClass::Log);
    let article = match event {
        GameEvent::RulingMade(ruling) => Some(&*ruling.article),
        GameEvent::WarningIssued(w) | GameEvent::AdmonitionGiven(w) => Some(&*w.article),
        GameEvent::PenaltyImposed(penalty) => Some(&*penalty.article),
        _ => None,
    };
    Asked {
        board: Some(state.paired.board),
        article,
        left_to_arbiter: article
            .and_then(|_| left_to_arbiter(state, &tournament.standing_sanctions(), event)),
        own_entry_while_played: recorded_by == Some(place.actor) && !state.is_over(),
        ..Asked::new(place.actor, what, class)
    }
}

/// Whether an event is an act of play, of the clock or of counting.
pub(super) fn is_act(event: &GameEvent) -> bool {
    matches!(
        event,
        GameEvent::StonePlayed(_)
            | GameEvent::TurnPassed(_)
            | GameEvent::CaptivesLifted(_)
            | GameEvent::ClockPressed(_)
            | GameEvent::ClockRead(_)
            | GameEvent::ByoyomiRead(_)
            | GameEvent::GamePaused(_)
            | GameEvent::GameResumed(_)
            | GameEvent::TimesConfirmed(_)
            | GameEvent::ClockFaultFound(_)
            | GameEvent::ReliefRequested(_)
            | GameEvent::MoveSealed(_)
            | GameEvent::SealOpened(_)
            | GameEvent::EndProposed(_)
            | GameEvent::EndAgreed(_)
            | GameEvent::EndDeclined(_)
            | GameEvent::DeadStonesAgreed(_)
            | GameEvent::LifeDisputed(_)
            | GameEvent::ContestedPointFound(_)
            | GameEvent::BoardCounted(_)
            | GameEvent::RecountRequested(_)
            | GameEvent::Resigned(_)
    )
}

impl GameState {
    /// No act before the start (contract, section 11), none once the result is
    /// confirmed and nothing reopened the game (section 3).
    pub(super) fn check_phase(&self, event: &GameEvent) -> Result<(), Refusal> {
        let what = event.type_name();
        let started = self.started.map(|(entry, _)| entry);
        match event {
            GameEvent::GameStarted(_) | GameEvent::NigiriHeld(_) => {
                if let Some(entry) = started {
                    return Err(Refusal::StartedAlready { entry });
                }
            }
            // A game that never began can still be lost by absence, and confirmed so.
            event if is_act(event) && started.is_none() => return Err(Refusal::NotStarted(what)),
            _ => {}
        }
        let closed = match event {
            GameEvent::GameStarted(_) => self.closed_by(),
            // Where a ruling has changed a confirmed result, the new one can be confirmed.
            GameEvent::ResultConfirmed(_) => self.closed_by().filter(|_| self.is_confirmed()),
            event if is_act(event) => self.closed_by(),
            _ => None,
        };
        match closed {
            Some(entry) => Err(Refusal::Confirmed { entry, what }),
            None => Ok(()),
        }
    }

    pub(super) fn check_content(
        &self,
        tournament: &TournamentState,
        place: Place<'_>,
        event: &GameEvent,
    ) -> Result<(), Refusal> {
        match event {
            GameEvent::NigiriHeld(nigiri) => self.need_in_game(&nigiri.holder),
            GameEvent::PlayerArrived(who) | GameEvent::PlayerAbsent(who) => {
                self.need_in_game(&who.player)
            }
            GameEvent::GameStarted(start) => self.check_start(tournament, start),
            GameEvent::StonePlayed(stone) => self.check_stone(stone),
            GameEvent::CaptivesLifted(lifting) => {
                self.need_stones(&lifting.points)?;
                self.course.board.clone().lift(&lifting.points)?;
                Ok(())
            }
            GameEvent::MoveSealed(_) => self.check_sealing(),
            GameEvent::SealOpened(opened) => self.check_seal(opened),
            GameEvent::DeadStonesAgreed(dead) => self.need_stones(&dead.points),
            GameEvent::LifeDisputed(dispute) => self.need_stones(&dispute.points),
            GameEvent::ContestedPointFound(found) => self.need_on_board(&found.points),
            GameEvent::BoardCounted(count) => {
                tournament.need_official(&count.by)?;
                self.check_area(count.area_qz)
            }
            GameEvent::ResultConfirmed(confirmed) => check_confirmation(tournament, confirmed),
            GameEvent::BreachObserved(breach) => self.check_breach(tournament, breach),
            GameEvent::ComplaintRaised(complaint) => self.need_known(complaint.about.iter()),
            GameEvent::ConsentGiven(consent) => self.need_known([consent.about].iter()),
            GameEvent::RulingMade(ruling) => self.check_ruling(tournament, place, ruling),
            GameEvent::WarningIssued(warning) | GameEvent::AdmonitionGiven(warning) => {
                self.need_no_player(place.actor.as_str())?;
                tournament.need_article(&warning.article)?;
                self.need_ruling(&warning.ruling)
            }
            GameEvent::PenaltyImposed(penalty) => {
                self.need_no_player(place.actor.as_str())?;
                self.check_penalty(tournament, penalty)
            }
            GameEvent::EntryCorrected(_) | GameEvent::EntryInserted(_) => {
                self.check_amendment(tournament, place, event)
            }
            GameEvent::TurnPassed(_)
            | GameEvent::ClockPressed(_)
            | GameEvent::ClockRead(_)
            | GameEvent::ByoyomiRead(_)
            | GameEvent::SeatLeft(_)
            | GameEvent::SeatRetaken(_)
            | GameEvent::GamePaused(_)
            | GameEvent::GameResumed(_)
            | GameEvent::TimesConfirmed(_)
            | GameEvent::ClockFaultFound(_)
            | GameEvent::ReliefRequested(_)
            | GameEvent::EndProposed(_)
            | GameEvent::EndAgreed(_)
            | GameEvent::EndDeclined(_)
            | GameEvent::RecountRequested(_)
            | GameEvent::Resigned(_)
            | GameEvent::StatementTaken(_)
            | GameEvent::EvidenceAttached(_) => Ok(()),
        }
    }

    fn need_in_game(&self, player: &PlayerId) -> Result<(), Refusal> {
        if self.paired.players.contains(player) {
            return Ok(());
        }
        Err(Refusal::NotInGame {
            player: player.clone(),
            game: self.paired.game.clone(),
        })
    }

    fn check_start(
        &self,
        tournament: &TournamentState,
        start: &GameStarted,
    ) -> Result<(), Refusal> {
        self.need_in_game(&start.black)?;
        self.need_in_game(&start.white)?;
        if start.black == start.white {
            return Err(Refusal::OnePlayer(start.black.clone()));
        }
        if let Some(own) = &start.regulations {
            let regulations = tournament.regulations(self.paired.round);
            let changed = regulations
                .map(|regulations| regulations.with(own))
                .transpose()
                .map_err(|e| Refusal::Regulations(e.to_string()))?;
            changed.iter().try_for_each(need_time_to_play_by)?;
        }
        let regulations = self
            .paired
            .regulations_at(u64::MAX, start.regulations.as_ref());
        let mut board = match &start.position {
            Some(rows) => Board::from_rows(rows).map_err(|e| Refusal::Position(e.to_string()))?,
            None => Board::new(regulations.board)?,
        };
        if board.size() != regulations.board {
            return Err(Refusal::Position(format!(
                "it has {} lines, the regulations say {}",
                board.size(),
                regulations.board
            )));
        }
        board.place(Colour::Black, start.handicap.as_deref().unwrap_or_default())?;
        Ok(())
    }

    fn check_stone(&self, stone: &StonePlayed) -> Result<(), Refusal> {
        self.need_empty(stone.point)?;
        if let Some(lifted) = &stone.lifted {
            let mut board = self.course.board.clone();
            board.play_lifting(stone.colour, stone.point, lifted)?;
        }
        Ok(())
    }

    pub(super) fn need_empty(&self, point: Point) -> Result<(), Refusal> {
        self.need_on_board(&[point])?;
        match self.course.board.at(point) {
            None => Ok(()),
            Some(by) => Err(Refusal::Occupied {
                point,
                by,
                entry: self.course.stone_on(point),
            }),
        }
    }

    pub(super) fn need_on_board(&self, points: &[Point]) -> Result<(), Refusal> {
        let size = self.course.board.size();
        match points.iter().find(|point| !point.is_on(size)) {
            None => Ok(()),
            Some(&point) => Err(crate::board::BoardError::OffBoard { point, size }.into()),
        }
    }

    pub(super) fn need_stones(&self, points: &[Point]) -> Result<(), Refusal> {
        self.need_on_board(points)?;
        match points
            .iter()
            .find(|point| self.course.board.at(**point).is_none())
        {
            None => Ok(()),
            Some(&point) => Err(crate::board::BoardError::Empty(point).into()),
        }
    }

    /// Whose turn it is, is no matter: moves out of turn are moves.
    fn check_sealing(&self) -> Result<(), Refusal> {
        if self.sealed.is_some() {
            return Err(Refusal::Seal("a sealed move waits already".to_owned()));
        }
        Ok(())
    }

    fn check_seal(&self, opened: &SealOpened) -> Result<(), Refusal> {
        self.need_on_board(&[opened.point])?;
        let Some(seal) = &self.sealed else {
            return Err(Refusal::Seal("no sealed move waits".to_owned()));
        };
        if opened.commitment() != seal.commitment {
            return Err(Refusal::Seal(format!(
                "point {} with this nonce is not what was sealed: it gives {}, sealed was {}",
                opened.point,
                opened.commitment(),
                seal.commitment
            )));
        }
        Ok(())
    }

    fn check_area(&self, area: QuarterZi) -> Result<(), Refusal> {
        let whole = self.board_qz();
        if (QuarterZi(0)..=whole).contains(&area) {
            return Ok(());
        }
        Err(Refusal::AreaTooLarge {
            area_qz: area.0,
            max_qz: whole.0,
        })
    }

    fn check_breach(
        &self,
        tournament: &TournamentState,
        breach: &BreachObserved,
    ) -> Result<(), Refusal> {
        self.need_known(breach.about.iter())?;
        if let Some(clause) = &breach.clause {
            tournament.need_article(&format!("event:{clause}"))?;
        }
        let points = breach.points.as_deref().unwrap_or_default();
        self.need_on_board(points)?;
        match breach.breach {
            Breach::TakeBack | Breach::StoneDisplaced => match self.displacement(breach) {
                Some((from, to)) => {
                    self.need_stones(&[from])?;
                    self.need_empty(to)
                }
                None => Ok(()),
            },
            Breach::StoneDropped => points.iter().try_for_each(|point| self.need_empty(*point)),
            _ => Ok(()),
        }
    }

    /// Entries of this game's stream.
    pub(super) fn need_known<'a>(
        &self,
        mut entries: impl Iterator<Item = &'a EntryId>,
    ) -> Result<(), Refusal> {
        match entries.find(|entry| !self.record.has(**entry)) {
            None => Ok(()),
            Some(entry) => Err(Refusal::NotInStream(*entry)),
        }
    }

    /// A ruling of this game that stands.
    ///
    /// # Errors
    /// [`Refusal::UnknownRuling`], [`Refusal::OverturnedAlready`].
    pub fn need_ruling(&self, ruling: &RulingId) -> Result<(), Refusal> {
        if self.ruling(ruling).is_none() {
            return Err(Refusal::UnknownRuling(ruling.clone()));
        }
        if !self.ruling_stands(ruling) {
            return Err(Refusal::OverturnedAlready(ruling.clone()));
        }
        Ok(())
    }
}

/// Officials who confirm a result are officials of this tournament.
fn check_confirmation(
    tournament: &TournamentState,
    confirmed: &ResultConfirmed,
) -> Result<(), Refusal> {
    confirmed.by.iter().try_for_each(|party| match party {
        Party::Official(official) => tournament.need_official(official),
        Party::Side(_) => Ok(()),
    })
}

impl Record {
    /// Whether an entry of this record has that id.
    pub fn has(&self, entry: EntryId) -> bool {
        self.recorded().iter().any(|fact| fact.entry == entry)
    }
}
