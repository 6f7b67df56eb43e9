//! Why a well-formed draft can still be no record: it tells of something that
//! can't have happened as told, its author has no right to tell it, or what it
//! names isn't there. Breaking a rule of the game is never a reason.

use crate::{
    Colour,
    board::{BoardError, Point},
    ids::{ActorId, EntryId, GameId, OfficialId, PlayerId, RulingId, TeamId},
};

/// A refusal, with the value and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The ledger has no first entry yet.
    #[error("the ledger is not opened: its first entry must be tournament_opened or review_opened")]
    NotOpened,
    /// A second opening.
    #[error("the ledger was opened already, by entry {entry}")]
    OpenedAlready {
        /// The first entry.
        entry: EntryId,
    },
    /// The tournament is closed.
    #[error("the tournament was closed by entry {entry}")]
    TournamentClosed {
        /// The entry that closed it.
        entry: EntryId,
    },
    /// No such rule book.
    #[error("there is no edition {0:?}: expected cn-1988 or cn-2002")]
    UnknownEdition(String),
    /// The rule book is not the one whose hash is given.
    #[error("the edition's file has SHA-256 {expected}, not {given}")]
    OtherEdition {
        /// The hash of the file that this program has.
        expected: crate::ids::Sha256,
        /// The hash in the draft.
        given: crate::ids::Sha256,
    },
    /// A regulation makes no sense.
    #[error("regulations: {0}")]
    Regulations(String),
    /// The article stands neither in the edition nor among the clauses in force.
    #[error(
        "article {article:?} stands neither in {edition} nor among the event's clauses in force"
    )]
    UnknownArticle {
        /// What was cited.
        article: String,
        /// The edition in force.
        edition: String,
    },
    /// The author may not record this.
    #[error("{actor} may not record {what}: {why}")]
    NoRight {
        /// The author.
        actor: ActorId,
        /// The event type.
        what: &'static str,
        /// Who may.
        why: String,
    },
    /// Whoever hands it in may not do so in the author's name.
    #[error(
        "{by} may not hand in {what} in the name of {author}: expected {author}, the keeper, or an official whose own office records it without a condition"
    )]
    NotForOthers {
        /// Who hands it in.
        by: ActorId,
        /// Who is named as its author.
        author: ActorId,
        /// The event type.
        what: &'static str,
    },
    /// An official who was never appointed.
    #[error("{0} is not an official of this tournament")]
    UnknownOfficial(OfficialId),
    /// A player who was never registered.
    #[error("{0} is not a registered player")]
    UnknownPlayer(PlayerId),
    /// A team that was never registered.
    #[error("{0} is not a registered team")]
    UnknownTeam(TeamId),
    /// Something that has an id was there already.
    #[error("{what} {id} is there already")]
    IdTaken {
        /// What it is, as `player`.
        what: &'static str,
        /// Its id.
        id: String,
        /// The entry that brought it, where known.
        entry: Option<EntryId>,
    },
    /// Something that is named isn't there.
    #[error("there is no {what} {id}")]
    Unknown {
        /// What it should be, as `sanction`.
        what: &'static str,
        /// The id.
        id: String,
    },
    /// The two players of a game are one.
    #[error("{0} can't play both sides")]
    OnePlayer(PlayerId),
    /// A game that nobody paired.
    #[error("game {0} was not paired")]
    GameNotPaired(GameId),
    /// A player who has nothing to do with the game.
    #[error("{player} is not a player of game {game}")]
    NotInGame {
        /// The player.
        player: PlayerId,
        /// The game.
        game: GameId,
    },
    /// Something that only happens in a game that has begun.
    #[error("the game has not begun: {0} needs game_started before it")]
    NotStarted(&'static str),
    /// A second beginning.
    #[error("the game began already, with entry {entry}")]
    StartedAlready {
        /// The entry with which it began.
        entry: EntryId,
    },
    /// The game's result is confirmed and no ruling reopened it.
    #[error("the game's result was confirmed by entry {entry}: {what} can't follow")]
    Confirmed {
        /// The confirmation.
        entry: EntryId,
        /// The event type.
        what: &'static str,
    },
    /// A stone on an occupied point.
    #[error("point {point} is occupied by {by}")]
    Occupied {
        /// The point.
        point: Point,
        /// Whose stone stands there.
        by: Colour,
        /// The entry of that stone, where it was played.
        entry: Option<EntryId>,
    },
    /// Anything else that can't be done with stones.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A position that is no position.
    #[error("position: {0}")]
    Position(String),
    /// An area that the board doesn't have.
    #[error("an area of {area_qz} quarter-zi: the board has {max_qz}")]
    AreaTooLarge {
        /// What was counted.
        area_qz: i64,
        /// The whole board.
        max_qz: i64,
    },
    /// The stone is not the last one.
    #[error("entry {entry} is not the last stone played{}: change earlier ones by stone orders", last_text(.last.as_ref()))]
    NotTheLastStone {
        /// The entry named.
        entry: EntryId,
        /// The last stone.
        last: Option<EntryId>,
    },
    /// The entry is no stone of this game.
    #[error("entry {0} is no stone of this game")]
    NoStone(EntryId),
    /// The entry is not in this stream.
    #[error("entry {0} is not in this stream")]
    NotInStream(EntryId),
    /// No move is sealed, or another point was.
    #[error("{0}")]
    Seal(String),
    /// A ruling that isn't there, or not in this game.
    #[error("there is no ruling {0} in this game")]
    UnknownRuling(RulingId),
    /// A ruling that no longer counts.
    #[error("{0} was overturned already")]
    OverturnedAlready(RulingId),
    /// The official plays the game himself, or made the ruling.
    #[error("{official} can't decide in a matter of their own: {why}")]
    OwnMatter {
        /// The official.
        official: String,
        /// What makes it their own.
        why: String,
    },
    /// The game would be impossible after the correction.
    #[error("with this correction, entry {entry} could not have happened: {why}")]
    CorrectionConflict {
        /// The entry in the way.
        entry: EntryId,
        /// What would be impossible.
        why: String,
    },
    /// A type that can't be inserted or put in place of an entry.
    #[error("{0}")]
    NotAFact(String),
    /// An appeal in the wrong state.
    #[error("appeal {id} is {state}: {what} can't follow")]
    Appeal {
        /// The appeal.
        id: String,
        /// Its state.
        state: &'static str,
        /// The event type.
        what: &'static str,
    },
    /// A round in the wrong state.
    #[error("round {round}: {why}")]
    Round {
        /// The round.
        round: u32,
        /// What is wrong.
        why: String,
    },
    /// A value that contradicts another of the same draft.
    #[error("{0}")]
    Contradiction(String),
    /// A name of which nothing can be seen.
    #[error("{pointer}: nothing of the name \"{}\" can be seen: expected at least one character that shows something", value.escape_unicode())]
    NameUnseen {
        /// Where it stands in the draft.
        pointer: String,
        /// The name.
        value: String,
    },
}

fn last_text(last: Option<&EntryId>) -> String {
    last.map(|id| format!(" ({id} is)")).unwrap_or_default()
}

impl Refusal {
    /// A short stable name of the kind of refusal, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotOpened => "not_opened",
            Refusal::OpenedAlready { .. } => "opened_already",
            Refusal::TournamentClosed { .. } => "tournament_closed",
            Refusal::UnknownEdition(_) => "unknown_edition",
            Refusal::OtherEdition { .. } => "other_edition",
            Refusal::Regulations(_) => "regulations",
            Refusal::UnknownArticle { .. } => "unknown_article",
            Refusal::NoRight { .. } => "no_right",
            Refusal::NotForOthers { .. } => "not_for_others",
            Refusal::UnknownOfficial(_) => "unknown_official",
            Refusal::UnknownPlayer(_) => "unknown_player",
            Refusal::UnknownTeam(_) => "unknown_team",
            Refusal::IdTaken { .. } => "id_taken",
            Refusal::Unknown { .. } => "unknown",
            Refusal::OnePlayer(_) => "one_player",
            Refusal::GameNotPaired(_) => "game_not_paired",
            Refusal::NotInGame { .. } => "not_in_game",
            Refusal::NotStarted(_) => "game_not_started",
            Refusal::StartedAlready { .. } => "game_started_already",
            Refusal::Confirmed { .. } => "game_confirmed",
            Refusal::Occupied { .. } => "point_occupied",
            Refusal::Board(_) => "board",
            Refusal::Position(_) => "position",
            Refusal::AreaTooLarge { .. } => "area_too_large",
            Refusal::NotTheLastStone { .. } => "not_the_last_stone",
            Refusal::NoStone(_) => "no_stone",
            Refusal::NotInStream(_) => "not_in_stream",
            Refusal::Seal(_) => "seal",
            Refusal::UnknownRuling(_) => "unknown_ruling",
            Refusal::OverturnedAlready(_) => "overturned_already",
            Refusal::OwnMatter { .. } => "own_matter",
            Refusal::CorrectionConflict { .. } => "correction_conflict",
            Refusal::NotAFact(_) => "not_a_fact",
            Refusal::Appeal { .. } => "appeal_state",
            Refusal::Round { .. } => "round_state",
            Refusal::Contradiction(_) => "contradiction",
            Refusal::NameUnseen { .. } => "name_unseen",
        }
    }

    /// The entry in the way, where there is one.
    pub fn entry(&self) -> Option<EntryId> {
        match self {
            Refusal::OpenedAlready { entry }
            | Refusal::TournamentClosed { entry }
            | Refusal::StartedAlready { entry }
            | Refusal::Confirmed { entry, .. }
            | Refusal::NoStone(entry)
            | Refusal::NotInStream(entry)
            | Refusal::CorrectionConflict { entry, .. } => Some(*entry),
            Refusal::IdTaken { entry, .. } | Refusal::Occupied { entry, .. } => *entry,
            Refusal::NotTheLastStone { last, .. } => *last,
            _ => None,
        }
    }
}
