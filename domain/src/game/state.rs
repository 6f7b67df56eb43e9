//! What has become of a game: the state to which its facts add up.

use super::{
    clocks::Taken,
    course::Course,
    ending::Ending,
    overturn::Decisions,
    record::{Fault, Record},
    sighting::{Play, Sighting},
};
use crate::{
    Colour, Millis, Timestamp,
    board::{Board, Point},
    clock::GameClock,
    colour::PerColour,
    event::game::{MoveSealed, PauseReason, PenaltyKind, RulingMade},
    ids::{EntryId, GameId, PlayerId, RulingId},
    rulebook::{
        Edition,
        regulations::{Clause, Regulations, RegulationsPatch},
    },
    score::QuarterZi,
};
use std::sync::Arc;

/// A game as it was paired, and the rules that it will be played under.
#[derive(Clone, Debug)]
pub struct Paired {
    /// The game.
    pub game: GameId,
    /// The rule book.
    pub edition: &'static Edition,
    /// The regulations with which the tournament was opened.
    pub opened_with: Regulations,
    /// Later changes of them, in order.
    pub supplements: Arc<[Supplement]>,
    /// The round.
    pub round: u32,
    /// The board (table) number.
    pub board: u32,
    /// When the round was to begin.
    pub starts_at: Option<Timestamp>,
    /// The two players.
    pub players: [PlayerId; 2],
    /// Whether the first of them was given black; else nigiri decides.
    pub colours_assigned: bool,
}

/// A change of the regulations.
#[derive(Clone, Debug)]
pub struct Supplement {
    /// The seq of its entry.
    pub seq: u64,
    /// The first round for which it holds.
    pub from_round: u32,
    /// What changes.
    pub changes: RegulationsPatch,
}

impl Paired {
    /// The regulations for this game if it begins with an entry of that seq,
    /// with what differs for this game alone. A supplement holds for games that
    /// begin after it (contract, section 4). One that makes no sense together
    /// with the others, which `decide` refuses beforehand, changes nothing.
    pub fn regulations_at(&self, seq: u64, own: Option<&RegulationsPatch>) -> Regulations {
        let in_force = self
            .supplements
            .iter()
            .filter(|s| s.seq < seq && s.from_round <= self.round);
        in_force
            .map(|s| &s.changes)
            .chain(own)
            .fold(self.opened_with.clone(), |regulations, patch| {
                regulations.with(patch).unwrap_or(regulations)
            })
    }
}

impl Paired {
    /// The event's clauses at an entry of that seq: each is in force from the
    /// entry that enacts it, whatever round it is for (contract, section 5).
    pub fn clauses_at(&self, seq: u64) -> Vec<Clause> {
        let enacted = self.supplements.iter().filter(|s| s.seq < seq);
        let all = enacted.fold(self.opened_with.clone(), |regulations, supplement| {
            regulations.with(&supplement.changes).unwrap_or(regulations)
        });
        all.clauses
    }
}

/// Under which rules a game is played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rule book.
    pub edition: &'static Edition,
    /// The event's regulations, with what differs for this game.
    pub regulations: Regulations,
}

/// Where a game stands (contract, section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Paired, not begun.
    Paired,
    /// Being played.
    Playing,
    /// Its clocks were stopped.
    Paused,
    /// A sealed move waits.
    Sealed,
    /// Both have ended; dead stones are not agreed yet.
    Ending,
    /// Dead stones are agreed; not counted yet.
    Counting,
    /// There is a result.
    Finished,
    /// The result is confirmed.
    Confirmed,
}

impl Status {
    /// The word of the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Paired => "paired",
            Status::Playing => "playing",
            Status::Paused => "paused",
            Status::Sealed => "sealed",
            Status::Ending => "ending",
            Status::Counting => "counting",
            Status::Finished => "finished",
            Status::Confirmed => "confirmed",
        }
    }
}

/// How far the end of play has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EndStage {
    /// Play goes on.
    #[default]
    Open,
    /// A side proposed the end.
    Proposed(Colour),
    /// Both have ended, by word or by passes.
    Both,
    /// The dead stones are agreed.
    DeadAgreed,
}

/// A ruling, as it stands.
#[derive(Clone, Debug)]
pub struct RulingState {
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// Its place in the order in which the facts are read, from 1.
    pub step: usize,
    /// When it was made.
    pub at: Timestamp,
    /// What was ruled.
    pub ruling: Arc<RulingMade>,
}

/// A warning that was given, or an admonition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarningState {
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// Its place in the order in which the facts are read.
    pub step: usize,
    /// Who was warned.
    pub colour: Colour,
    /// The player of that colour then: a warning stays with the player.
    pub player: Option<PlayerId>,
    /// Under which article.
    pub article: Box<str>,
    /// By which ruling.
    pub ruling: RulingId,
}

/// A penalty that was imposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PenaltyState {
    /// Its entry.
    pub entry: EntryId,
    /// Who is punished.
    pub colour: Colour,
    /// The player of that colour then.
    pub player: Option<PlayerId>,
    /// How.
    pub penalty: PenaltyKind,
    /// Zi taken off.
    pub qz: Option<QuarterZi>,
    /// Time taken off.
    pub ms: Option<Millis>,
    /// What that came to on the clock; `None` once it was given back.
    pub taken: Option<Taken>,
    /// Under which article.
    pub article: Box<str>,
    /// By which ruling.
    pub ruling: RulingId,
}

/// Something worth a look that breaks no rule of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// A short stable name of its kind.
    pub code: &'static str,
    /// The entry.
    pub entry: EntryId,
    /// What it is.
    pub text: String,
}

/// A player's presence at the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PresenceState {
    /// When the player came, if that was told.
    pub arrived: Option<Timestamp>,
    /// The last moment at which the player was not there, if that was told.
    pub absent: Option<Timestamp>,
    /// How late that is so far.
    pub lateness: Millis,
    /// The seq of the entry that told it.
    pub told_by: Option<u64>,
    /// What was taken off the clock for it.
    pub taken: Taken,
    /// What was given back by a ruling that replaced the deduction.
    pub excused: Taken,
}

/// A stone that fell on the board and stands for nothing until ruled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DroppedStone {
    /// The entry that tells of it.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// Whose.
    pub colour: Colour,
    /// Where it fell.
    pub point: Point,
}

/// What has become of a game.
#[derive(Clone, Debug)]
pub struct GameState {
    /// As it was paired.
    pub paired: Arc<Paired>,
    /// Under which rules it is played.
    pub terms: Arc<Terms>,
    /// Who takes which side; before the start as paired, `None` where nigiri decides.
    pub players: PerColour<Option<PlayerId>>,
    /// What was recorded.
    pub record: Record,
    /// The entry with which it began, and its time.
    pub started: Option<(EntryId, Timestamp)>,
    /// Board, moves and turn.
    pub course: Course,
    /// How many handicap stones black has.
    pub handicap_stones: u32,
    /// The clocks.
    pub clock: GameClock,
    /// The side whose stone was played and whose clock is not yet pressed.
    pub press_due: Option<Colour>,
    /// Who of the two players came when, in the order of the pairing.
    pub presence: [PresenceState; 2],
    /// Why the game stands still, if it was paused.
    pub paused: Option<PauseReason>,
    /// A sealed move that waits to be opened.
    pub sealed: Option<MoveSealed>,
    /// How far the end of play has come.
    pub end: EndStage,
    /// The dead stones that were agreed, and who agreed.
    pub dead: Vec<Point>,
    /// Who has agreed to them.
    pub dead_agreed_by: PerColour<bool>,
    /// Points left open by both, shared at counting.
    pub contested: Vec<Point>,
    /// Points awarded, with the ruling that did.
    pub awarded: Vec<(Colour, Point, RulingId)>,
    /// Stones that fell on the board.
    pub dropped: Vec<DroppedStone>,
    /// How many stones and passes the players have made, voided ones included.
    pub plays: u64,
    /// How many facts there were so far.
    pub step: usize,
    /// What has ended the game, in order.
    pub endings: Vec<Ending>,
    /// What was decided and overturned.
    pub decisions: Decisions,
    /// A turn lost by itself, with a sealed move on an occupied point (1988
    /// 22): the opening's seq, whose turn, and the plays before it.
    pub turn_lost: Option<(u64, Colour, u64)>,
    /// Rulings, in order.
    pub rulings: Vec<RulingState>,
    /// Warnings, in order, overturned ones included.
    pub warnings: Vec<WarningState>,
    /// Admonitions, in order; they count for nothing.
    pub admonitions: Vec<WarningState>,
    /// Penalties, in order, overturned ones included.
    pub penalties: Vec<PenaltyState>,
    /// What was seen as the facts came in, in order.
    pub sightings: Vec<Sighting>,
    /// The stones and passes that were made, voided ones included.
    pub play_log: Vec<Play>,
    /// From which step on the game was over, or no longer over.
    pub(super) over_log: Vec<(usize, bool)>,
    /// What is worth a look, in order.
    pub remarks: Vec<Remark>,
    /// Facts that could not be carried out.
    pub faults: Vec<Fault>,
    /// Corrections and insertions without effect.
    pub amend_faults: Vec<Fault>,
    /// The last moment that was told.
    pub last_at: Option<Timestamp>,
}

impl GameState {
    /// A game that is paired and not begun.
    pub fn new(paired: Arc<Paired>) -> GameState {
        let terms = Terms {
            edition: paired.edition,
            regulations: paired.regulations_at(u64::MAX, None),
        };
        let clock = GameClock::new(terms.regulations.time, crate::clock::Times::Recorded);
        let course = Course::new(empty_board(terms.regulations.board), Colour::Black);
        let [black, white] = paired.players.clone();
        let players = if paired.colours_assigned {
            PerColour {
                black: Some(black),
                white: Some(white),
            }
        } else {
            PerColour::default()
        };
        GameState {
            paired,
            terms: Arc::new(terms),
            players,
            record: Record::default(),
            started: None,
            course,
            handicap_stones: 0,
            clock,
            press_due: None,
            presence: [PresenceState::default(); 2],
            paused: None,
            sealed: None,
            end: EndStage::Open,
            dead: Vec::new(),
            dead_agreed_by: PerColour::default(),
            contested: Vec::new(),
            awarded: Vec::new(),
            dropped: Vec::new(),
            plays: 0,
            step: 0,
            endings: Vec::new(),
            decisions: Decisions::default(),
            turn_lost: None,
            rulings: Vec::new(),
            warnings: Vec::new(),
            admonitions: Vec::new(),
            penalties: Vec::new(),
            sightings: Vec::new(),
            play_log: Vec::new(),
            over_log: Vec::new(),
            remarks: Vec::new(),
            faults: Vec::new(),
            amend_faults: Vec::new(),
            last_at: None,
        }
    }

    /// Where the game stands.
    pub fn status(&self) -> Status {
        if self.is_confirmed() {
            Status::Confirmed
        } else if self.result().is_some() {
            Status::Finished
        } else if self.started.is_none() {
            Status::Paired
        } else if self.sealed.is_some() {
            Status::Sealed
        } else if self.paused.is_some() {
            Status::Paused
        } else {
            match self.end {
                EndStage::Both => Status::Ending,
                EndStage::DeadAgreed => Status::Counting,
                EndStage::Open | EndStage::Proposed(_) => Status::Playing,
            }
        }
    }

    /// The game.
    pub fn game(&self) -> &GameId {
        &self.paired.game
    }

    /// A ruling of this game.
    pub fn ruling(&self, id: &RulingId) -> Option<&RulingState> {
        self.rulings.iter().find(|r| r.ruling.ruling == *id)
    }

    /// The warnings of a side that count.
    pub fn warnings_of(&self, colour: Colour) -> impl Iterator<Item = &WarningState> {
        self.given_to(colour, &self.warnings)
    }

    /// The admonitions of a side that stand.
    pub fn admonitions_of(&self, colour: Colour) -> impl Iterator<Item = &WarningState> {
        self.given_to(colour, &self.admonitions)
    }

    fn given_to<'a>(
        &'a self,
        colour: Colour,
        given: &'a [WarningState],
    ) -> impl Iterator<Item = &'a WarningState> {
        given
            .iter()
            .filter(move |w| self.colour_now(w.colour, w.player.as_ref()) == colour)
            .filter(|w| self.ruling_stands(&w.ruling))
    }

    /// Zi that penalties take off a side.
    pub fn deducted_qz(&self, colour: Colour) -> QuarterZi {
        self.penalties
            .iter()
            .filter(|p| p.penalty == PenaltyKind::DeductZi)
            .filter(|p| self.colour_now(p.colour, p.player.as_ref()) == colour)
            .filter(|p| self.ruling_stands(&p.ruling))
            .filter_map(|p| p.qz)
            .fold(QuarterZi(0), |sum, qz| sum + qz)
    }

    /// Which side a player takes, if that is known.
    pub fn colour_of(&self, player: &PlayerId) -> Option<Colour> {
        Colour::BOTH
            .into_iter()
            .find(|c| self.players[*c].as_ref() == Some(player))
    }

    /// Which side a player takes now who had a colour before: another one once
    /// the players changed sides.
    pub(crate) fn colour_now(&self, then: Colour, player: Option<&PlayerId>) -> Colour {
        player.and_then(|p| self.colour_of(p)).unwrap_or(then)
    }

    /// Whether the game is over and nothing has reopened it.
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }
}

/// An empty board; of 19 lines where the size is no board's, which the
/// regulations' own check refuses beforehand.
pub(super) fn empty_board(size: u8) -> Board {
    #[expect(
        clippy::expect_used,
        reason = "19 lies within the sizes that Board::new takes"
    )]
    Board::new(size).unwrap_or_else(|_| Board::new(19).expect("19 is a board size"))
}
