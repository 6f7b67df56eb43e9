//! Events of a stream `game/<id>`: what happened at one board, and what was
//! ruled about it.

use super::{
    common::{Breach, EvidenceAttached, GameResult, Party, StatementTaken},
    events,
    order::Order,
};
use crate::{
    Colour, Millis, Timestamp,
    board::Point,
    clock::{ClockSetting, Reading, Times},
    ids::{ActorId, ClauseId, EntryId, OfficialId, PlayerId, RulingId, Sha256},
    rulebook::regulations::RegulationsPatch,
    score::QuarterZi,
};
use serde::{Deserialize, Serialize};

events! {
    /// An event of a game.
    GameEvent of Game {
        /// Colours were drawn at the board (article 10).
        "nigiri_held" => NigiriHeld(NigiriHeld),
        /// A player came to the board.
        "player_arrived" => PlayerArrived(Presence),
        /// A player was not at the board.
        "player_absent" => PlayerAbsent(Presence),
        /// The game began.
        "game_started" => GameStarted(Box<GameStarted>),
        /// A stone was put on the board.
        "stone_played" => StonePlayed(StonePlayed),
        /// A side passed (虚着).
        "turn_passed" => TurnPassed(Side),
        /// Captives were taken off later than the stone that caught them.
        "captives_lifted" => CaptivesLifted(CaptivesLifted),
        /// A clock was pressed.
        "clock_pressed" => ClockPressed(ClockPressed),
        /// An official read the clock.
        "clock_read" => ClockRead(ClockRead),
        /// An official read out byo-yomi.
        "byoyomi_read" => ByoyomiRead(ByoyomiRead),
        /// A player left the seat.
        "seat_left" => SeatLeft(SeatLeft),
        /// A player came back to the seat.
        "seat_retaken" => SeatRetaken(Side),
        /// Something was seen to break a rule or the order of the room.
        "breach_observed" => BreachObserved(Box<BreachObserved>),
        /// A player complained.
        "complaint_raised" => ComplaintRaised(Box<ComplaintRaised>),
        /// A player agreed to something.
        "consent_given" => ConsentGiven(Box<ConsentGiven>),
        /// The clocks were stopped.
        "game_paused" => GamePaused(GamePaused),
        /// The clocks went on.
        "game_resumed" => GameResumed(Nothing),
        /// The times used so far were agreed (2002 22.9).
        "times_confirmed" => TimesConfirmed(Box<TimesConfirmed>),
        /// A clock was found to be wrong (2002 22.8).
        "clock_fault_found" => ClockFaultFound(ClockFaultFound),
        /// An overtime is asked to count as a pass (2002 22.5).
        "relief_requested" => ReliefRequested(Side),
        /// The next move was sealed.
        "move_sealed" => MoveSealed(MoveSealed),
        /// A sealed move was opened.
        "seal_opened" => SealOpened(Box<SealOpened>),
        /// The side to move proposed the end.
        "end_proposed" => EndProposed(EndProposed),
        /// The other side agreed.
        "end_agreed" => EndAgreed(Side),
        /// The other side wants to play on.
        "end_declined" => EndDeclined(Side),
        /// Both agreed which stones are dead.
        "dead_stones_agreed" => DeadStonesAgreed(Box<DeadStonesAgreed>),
        /// Life or death is disputed.
        "life_disputed" => LifeDisputed(Box<LifeDisputed>),
        /// Points were left open when both had agreed the end.
        "contested_point_found" => ContestedPointFound(Box<ContestedPointFound>),
        /// One side's area was counted.
        "board_counted" => BoardCounted(Box<BoardCounted>),
        /// A recount was asked.
        "recount_requested" => RecountRequested(Side),
        /// A side gave up.
        "resigned" => Resigned(Side),
        /// The result was confirmed.
        "result_confirmed" => ResultConfirmed(Box<ResultConfirmed>),
        /// An official ruled.
        "ruling_made" => RulingMade(Box<RulingMade>),
        /// A warning.
        "warning_issued" => WarningIssued(Box<Warning>),
        /// An admonition, which counts for nothing.
        "admonition_given" => AdmonitionGiven(Box<Warning>),
        /// A penalty.
        "penalty_imposed" => PenaltyImposed(Box<PenaltyImposed>),
        /// A fact that the recorder missed.
        "entry_inserted" => EntryInserted(Box<EntryInserted>),
        /// A wrongly keyed entry is read otherwise, or not at all.
        "entry_corrected" => EntryCorrected(Box<EntryCorrected>),
        /// Somebody was heard.
        "statement_taken" => StatementTaken(Box<StatementTaken>),
        /// A file was handed in.
        "evidence_attached" => EvidenceAttached(Box<EvidenceAttached>),
    }
}

/// Data of an event that says only which side it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The side.
    pub colour: Colour,
}

/// Data of an event that says no more than its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A guess at nigiri.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parity {
    /// One black stone was shown.
    Odd,
    /// Two black stones were shown.
    Even,
}

/// Data of `nigiri_held`: who takes black follows (article 10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NigiriHeld {
    /// Who held the white stones.
    pub holder: PlayerId,
    /// How many there were.
    pub stones: u32,
    /// What the other player guessed.
    pub guess: Parity,
}

impl NigiriHeld {
    /// Whether the one who guessed takes black: the guess was right.
    pub fn guesser_takes_black(&self) -> bool {
        (self.stones % 2 == 1) == (self.guess == Parity::Odd)
    }
}

/// Data of `player_arrived` and `player_absent`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presence {
    /// Who.
    pub player: PlayerId,
}

/// Data of `game_started`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameStarted {
    /// Who really took black.
    pub black: PlayerId,
    /// Who really took white.
    pub white: PlayerId,
    /// Handicap stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Vec<Point>>,
    /// The position from which it goes on: rows of `.`, `X` and `O`, the top one first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Vec<String>>,
    /// Who moves first, where it is not black, or white with a handicap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_play: Option<Colour>,
    /// What differs from the event's regulations in this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regulations: Option<RegulationsPatch>,
    /// What the times of its events mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Times>,
    /// The clocks at the start, where they differ from full time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClockSetting>,
}

/// Data of `stone_played`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StonePlayed {
    /// Whose stone.
    pub colour: Colour,
    /// Where.
    pub point: Point,
    /// Whether the fingers left the stone; left out: they did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand_off: Option<bool>,
    /// What was really taken off; left out: what the rules take off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifted: Option<Vec<Point>>,
}

/// Data of `captives_lifted`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaptivesLifted {
    /// Who took them off.
    pub colour: Colour,
    /// From where.
    pub points: Vec<Point>,
}

/// Data of `clock_pressed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockPressed {
    /// Who pressed.
    pub colour: Colour,
    /// What the clock then showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// Whether the hand was not the one that put the stone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_hand: Option<bool>,
}

/// Data of `clock_read`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRead {
    /// What the clock showed; a fallen flag is a 0.
    pub reading: Reading,
}

/// Data of `byoyomi_read`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByoyomiRead {
    /// To whom it was read.
    pub colour: Colour,
    /// What was called, as `"30"`, `"55"`, `"1m"`, `"left 3"`, `"10"`.
    pub call: Box<str>,
    /// Whether the wrong thing was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub misread: Option<bool>,
}

/// Data of `seat_left`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatLeft {
    /// Who.
    pub colour: Colour,
    /// Whether the arbiter had allowed it.
    pub permitted: bool,
}

/// Data of `breach_observed` in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreachObserved {
    /// Who did it; left out where neither player did, or nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// What.
    pub breach: Breach,
    /// The clause of the event's own regulations that it breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// The entry that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<EntryId>,
    /// Whether it was done on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deliberate: Option<bool>,
    /// What was seen.
    pub facts: String,
    /// The points concerned: where a stone now stands, or fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<Point>>,
}

/// Data of `complaint_raised`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComplaintRaised {
    /// Who complains.
    pub by: Colour,
    /// The entry that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<EntryId>,
    /// What was said.
    pub text: String,
    /// The team or official who spoke for the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voiced_by: Option<ActorId>,
}

/// Data of `consent_given`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConsentGiven {
    /// Who agrees.
    pub colour: Colour,
    /// The entry that it is about.
    pub about: EntryId,
    /// To what.
    pub terms: String,
}

/// Why a game stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// The timetable says so (article 14).
    Schedule,
    /// An arbiter is ruling.
    Ruling,
    /// Something is broken.
    Fault,
    /// Both players wished it.
    Consent,
}

/// Data of `game_paused`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePaused {
    /// Why.
    pub reason: PauseReason,
    /// Whose turn it is.
    pub thinking: Colour,
}

/// Data of `times_confirmed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimesConfirmed {
    /// Time that black has used.
    pub black_used_ms: Millis,
    /// Time that white has used.
    pub white_used_ms: Millis,
    /// Who confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<Colour>>,
}

/// Data of `clock_fault_found`: summed readings of time used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockFaultFound {
    /// What the clock shows as used by black.
    pub black_ms: Millis,
    /// What the clock shows as used by white.
    pub white_ms: Millis,
    /// Whether the clock was replaced.
    pub replaced: bool,
}

/// Data of `move_sealed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveSealed {
    /// Whose move.
    pub colour: Colour,
    /// SHA-256 of the point, a line feed and the nonce.
    pub commitment: Sha256,
}

/// Data of `seal_opened`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealOpened {
    /// The point that was written.
    pub point: Point,
    /// The nonce that was written beside it.
    pub nonce: String,
}

impl SealOpened {
    /// The commitment that this point and nonce give.
    pub fn commitment(&self) -> Sha256 {
        Sha256::of(format!("{}\n{}", self.point, self.nonce).as_bytes())
    }
}

/// Data of `end_proposed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndProposed {
    /// Who proposes.
    pub colour: Colour,
    /// Whether the rest of the contest, and so the move, is given up (2002 12.4(4)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contest_given_up: Option<bool>,
}

/// Data of `dead_stones_agreed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeadStonesAgreed {
    /// The dead stones; one point a chain is enough.
    pub points: Vec<Point>,
    /// Who agreed.
    pub by: Vec<Colour>,
}

/// Data of `life_disputed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LifeDisputed {
    /// The stones in dispute.
    pub points: Vec<Point>,
    /// Who says that they are dead, and so moves first (2002 21.4).
    pub dead_says: Colour,
}

/// Data of `contested_point_found`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestedPointFound {
    /// Points that were left open.
    pub points: Vec<Point>,
}

/// Data of `board_counted`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardCounted {
    /// Whose area was counted.
    pub colour: Colour,
    /// The area.
    pub area_qz: QuarterZi,
    /// Who counted.
    pub by: OfficialId,
}

/// Data of `result_confirmed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultConfirmed {
    /// The result.
    pub result: GameResult,
    /// Who confirmed; both players and an official close the game.
    pub by: Vec<Party>,
}

/// Data of `ruling_made`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingMade {
    /// Its id, unique in the ledger.
    pub ruling: RulingId,
    /// The finding on which it rules, as `MV-5@123`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// Further findings that the same effects settle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<String>>,
    /// Complaints and requests that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<Vec<EntryId>>,
    /// Officials who ruled together with the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Vec<OfficialId>>,
    /// How they voted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<serde_json::Value>,
    /// The article, as `cn-2002:18.3` or `event:<clause>`.
    pub article: Box<str>,
    /// What was ruled, in a few words.
    pub outcome: String,
    /// What changes.
    pub orders: Vec<Order>,
    /// What had happened.
    pub facts: String,
    /// Why.
    pub reasons: String,
    /// When it was noticed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detected_at: Option<Timestamp>,
    /// When it was told to the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced_at: Option<Timestamp>,
}

/// Data of `warning_issued` and `admonition_given`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warning {
    /// Who is warned.
    pub colour: Colour,
    /// Under which article.
    pub article: Box<str>,
    /// By which ruling.
    pub ruling: RulingId,
}

/// A kind of penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyKind {
    /// The turn is lost (弃权一次): the board stays, the other side moves.
    ForfeitTurn,
    /// Zi are taken off at counting.
    DeductZi,
    /// Time is taken off.
    DeductTime,
    /// The game is lost.
    LoseGame,
}

/// Data of `penalty_imposed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PenaltyImposed {
    /// Who is punished.
    pub colour: Colour,
    /// How.
    pub penalty: PenaltyKind,
    /// How much is taken off at counting, with `deduct_zi`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qz: Option<QuarterZi>,
    /// How much time is taken off, with `deduct_time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<Millis>,
    /// Under which article.
    pub article: Box<str>,
    /// By which ruling.
    pub ruling: RulingId,
}

/// Data of `entry_inserted`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryInserted {
    /// The entry after which it happened.
    pub after: EntryId,
    /// The missed event's type.
    #[serde(rename = "type")]
    pub type_name: Box<str>,
    /// Its data.
    pub data: serde_json::Value,
    /// When it happened.
    pub at: Timestamp,
    /// Why it is inserted.
    pub reason: String,
}

/// What stands in place of a corrected entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The event type.
    #[serde(rename = "type")]
    pub type_name: Box<str>,
    /// Its data.
    pub data: serde_json::Value,
    /// When it happened.
    pub at: Timestamp,
}

/// Data of `entry_corrected`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryCorrected {
    /// The wrongly keyed entry.
    pub entry: EntryId,
    /// What was wrong.
    pub reason: String,
    /// What is read in its place; left out: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement: Option<Replacement>,
}
