//! What was seen as a game's facts were taken in: bare facts, noted with the
//! position and the clocks as they then were, because later facts change both.
//! How they are made is in `watch`, what the rule book makes of them in
//! `rulebook`.

use crate::{
    Colour, Timestamp,
    board::Point,
    event::game::{BreachObserved, ClockFaultFound},
    ids::{EntryId, PlayerId},
};

/// Something seen, and the entry at which it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    /// The entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// Its place in the order in which the facts are read, from 1.
    pub step: usize,
    /// When.
    pub at: Timestamp,
    /// Whose doing it was, if a side's.
    pub colour: Option<Colour>,
    /// Who had that side then.
    pub player: Option<PlayerId>,
    /// What.
    pub seen: Seen,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// Before the game the two took the other's colour than was assigned.
    ColoursSwapped,
    /// The stone's chain had no liberty, and there was nothing to take.
    Suicide {
        /// The stone.
        point: Point,
    },
    /// A single ko was retaken on the very next move.
    KoRetaken {
        /// Where.
        point: Point,
    },
    /// The stone brought back a position of the whole board.
    Repetition {
        /// The number of the move after which it stood first; 0: at the start.
        positional: Option<usize>,
        /// The same with the same side to move.
        situational: Option<usize>,
    },
    /// The side had taken the turn before, too.
    TwoInARow,
    /// It was not the side's turn, and not because it had just taken one.
    OutOfTurn,
    /// Stones were lifted that were not to be: the opponent's, or one's own.
    WronglyLifted {
        /// The opponent's.
        others: Vec<Point>,
        /// One's own.
        own: Vec<Point>,
    },
    /// Captured stones were left standing. Those lifted before the next move
    /// are not among them.
    CaptivesLeft {
        /// Which.
        points: Vec<Point>,
    },
    /// The clock was pressed in a turn without a stone or pass.
    PressedBeforeStone,
    /// The clock was pressed while captives still stood.
    PressedBeforeCaptives,
    /// The clock was pressed with the other hand than the stone was put with.
    OtherHand,
    /// The side's stone or pass was answered without a press of its clock.
    PressMissing,
    /// All time of the side had run out.
    TimeOut,
    /// A player who was absent has had the last call of the reading.
    AbsentReadOut,
    /// The reading was called wrongly.
    Misread,
    /// The side left the seat in byo-yomi.
    SeatLeft {
        /// Whether an arbiter had allowed it.
        permitted: bool,
        /// Whether it was its own turn.
        own_turn: bool,
        /// How often it had left in byo-yomi before.
        before: usize,
    },
    /// The clocks together ran wrong.
    ClockFault(ClockFaultFound),
    /// The side gave up the contest with its proposal to end (2002 12.4(4)).
    ContestGivenUp,
    /// A sealed move named a point with a stone.
    SealedOnStone {
        /// The point.
        point: Point,
    },
    /// An act after the end of the game.
    ActAfterEnd {
        /// Its event type.
        what: &'static str,
    },
    /// An official saw something.
    Breach(Box<BreachObserved>),
}

/// A stone or pass that was made, whether or not it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// Its place in the order of facts, from 1.
    pub step: usize,
    /// When.
    pub at: Timestamp,
    /// Whose.
    pub colour: Colour,
    /// Whether it is a stone.
    pub is_stone: bool,
    /// How many moves stood with it.
    pub number: usize,
    /// Whether the whole board had never looked as it did after it.
    pub is_new: bool,
}
