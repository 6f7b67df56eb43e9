//! Shapes that several event types share.

use crate::{
    Colour,
    ids::{ActorId, EvidenceId, OfficialId, Sha256},
    score::QuarterZi,
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Who won, if anybody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Neither won: one point each.
    Draw,
    /// Both lost: no points.
    BothLose,
    /// The game counts for nothing, as when it is played again.
    NoResult,
}

impl Outcome {
    /// The outcome in which that side won.
    pub const fn won_by(colour: Colour) -> Outcome {
        match colour {
            Colour::Black => Outcome::Black,
            Colour::White => Outcome::White,
        }
    }

    /// The side that won, where one did.
    pub const fn winner(self) -> Option<Colour> {
        match self {
            Outcome::Black => Some(Colour::Black),
            Outcome::White => Some(Colour::White),
            Outcome::Draw | Outcome::BothLose | Outcome::NoResult => None,
        }
    }
}

/// How a game was decided (contract, section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultBy {
    /// The board was counted.
    Count,
    /// One side gave up.
    Resignation,
    /// Time ran out (2002: 12.4, 12.5, 22.5; 1988: 23.5).
    Time,
    /// Lost by a ruling under any other article.
    Forfeit,
    /// Two warnings in one game (2002: 24.2; 1988: 25.2).
    Warnings,
    /// Not there in time (2002: 22.1 to 22.4; 1988: 23.1, 23.2).
    Absence,
    /// A ruling or an appeal decision set it.
    Ruling,
    /// A sanction turned it.
    Sanction,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// How it was decided.
    pub by: ResultBy,
    /// By how much the winner won, where the board was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_qz: Option<QuarterZi>,
}

impl GameResult {
    /// A result without a margin.
    pub const fn new(outcome: Outcome, by: ResultBy) -> GameResult {
        GameResult {
            outcome,
            by,
            margin_qz: None,
        }
    }

    /// Whether two results are the same as far as both say: a margin may be left out.
    pub fn agrees_with(&self, other: &GameResult) -> bool {
        let (a, b) = (self.margin_qz, other.margin_qz);
        let margins = a.is_none() || b.is_none() || a == b;
        self.outcome == other.outcome
            && self.by == other.by
            && (margins || self.outcome == Outcome::Draw)
    }
}

/// Somebody who agrees to a result: a side, or an official.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Party {
    /// A player, by colour.
    Side(Colour),
    /// An official.
    Official(OfficialId),
}

impl FromStr for Party {
    type Err = crate::ids::NotASlug;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "black" => Ok(Party::Side(Colour::Black)),
            "white" => Ok(Party::Side(Colour::White)),
            _ => text.parse().map(Party::Official),
        }
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Party::Side(colour) => colour.fmt(f),
            Party::Official(id) => id.fmt(f),
        }
    }
}

crate::text::as_text!(Party);

/// What was seen to break a rule or the order of the room (contract, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breach {
    /// A stone put elsewhere after the move was complete.
    TakeBack,
    /// A stone fell on the board.
    StoneDropped,
    /// A stone is no longer where it was played.
    StoneDisplaced,
    /// The position was destroyed.
    BoardScattered,
    /// A phone sounded.
    PhoneRang,
    /// A phone's screen was looked at.
    PhoneViewed,
    /// Smoking against the event's ban.
    Smoking,
    /// Talk about the game or the team.
    Talk,
    /// Material or another person was consulted.
    Consultation,
    /// The opponent or the room was disturbed.
    Disturbance,
    /// The player left the game without cause.
    LeftGame,
    /// Moves that only run the opponent's clock down.
    Stalling,
    /// A game was fixed.
    MatchFixing,
    /// A ceremony was missed.
    CeremonyMissed,
    /// Somebody who is not playing used a phone in the playing area.
    PhoneUsed,
    /// Anything else, or a breach of a clause of the event's own.
    Other,
}

/// Data of `statement_taken`: what somebody said, or where it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatementTaken {
    /// Who said it: a player, team, official or body.
    pub from: ActorId,
    /// What was said, if it may be public.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Evidence that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceId>,
    /// How a player who was asked of the facts of a game stands to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand: Option<Stand>,
    /// The finding of whose facts he was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
}

/// How a player stands to the facts of which he is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stand {
    /// He agrees.
    Agrees,
    /// He disputes them.
    Disputes,
}

impl Stand {
    /// Both, in the order in which they are asked.
    pub const ALL: [Stand; 2] = [Stand::Agrees, Stand::Disputes];

    /// The word of the schema.
    pub const fn name(self) -> &'static str {
        match self {
            Stand::Agrees => "agrees",
            Stand::Disputes => "disputes",
        }
    }
}

/// Who may see a piece of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceClass {
    /// Everybody who may read the ledger.
    Open,
    /// Those who decide; only its hash stands in the log.
    Restricted,
}

/// Data of `evidence_attached`: a file, known by its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceAttached {
    /// Its id.
    pub evidence: EvidenceId,
    /// SHA-256 of its bytes.
    pub sha256: Sha256,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its media type, as `video/mp4`.
    pub media_type: String,
    /// What it is.
    pub title: String,
    /// Who may see it.
    pub class: EvidenceClass,
    /// When it is to be deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delete_after: Option<crate::Timestamp>,
}
