//! Why a file of game records can't be taken over, named by its place in the
//! file. What breaks the rules of the game is no reason: it is a fact.

use fupan_domain::{
    Colour,
    board::BoardError,
    sgf::{Place, SgfError},
};

/// Why a file of game records is refused; nothing of it is taken over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// It can't be read.
    #[error(transparent)]
    Unreadable(#[from] SgfError),
    /// A stone is played on a stone.
    #[error(
        "game {game}, {place}: {field}[{value}] is a stone on a {by} stone: expected an empty point"
    )]
    Occupied {
        /// Which game of the file, from 1.
        game: usize,
        /// Where the move stands.
        place: Place,
        /// Its property, `B` or `W`.
        field: &'static str,
        /// Its value, as SGF writes the point.
        value: String,
        /// Whose stone is there.
        by: Colour,
    },
    /// Stones stand where none can.
    #[error("game {game}, {place}: {field}[{value}]: {why}")]
    Impossible {
        /// Which game of the file, from 1.
        game: usize,
        /// Where it stands.
        place: Place,
        /// The property.
        field: &'static str,
        /// Its value, or the point concerned.
        value: String,
        /// What is in the way.
        why: BoardError,
    },
    /// Nobody is there to appoint whoever takes the games over.
    #[error(
        "the ledger has no organiser in office who could appoint {official}: \
         expected the id of an official with the right to record"
    )]
    NoOrganiser {
        /// Who was to be appointed.
        official: &'static str,
    },
    /// An event could not be written as JSON.
    #[error("{type_name} can't be written: {why}")]
    Unwritable {
        /// The event's type.
        type_name: &'static str,
        /// What the writer said.
        why: String,
    },
}

impl RecordError {
    /// Which game of the file, from 1; `None` where it is the file as a whole.
    pub const fn game(&self) -> Option<usize> {
        match self {
            RecordError::Occupied { game, .. } | RecordError::Impossible { game, .. } => {
                Some(*game)
            }
            _ => None,
        }
    }

    /// Where in the decoded text the fault stands.
    pub const fn place(&self) -> Option<Place> {
        match self {
            RecordError::Unreadable(error) => error.place(),
            RecordError::Occupied { place, .. } | RecordError::Impossible { place, .. } => {
                Some(*place)
            }
            _ => None,
        }
    }

    /// The SGF property concerned.
    pub fn field(&self) -> Option<&str> {
        match self {
            RecordError::Unreadable(error) => error.field(),
            RecordError::Occupied { field, .. } | RecordError::Impossible { field, .. } => {
                Some(field)
            }
            _ => None,
        }
    }

    /// The value in the way, where one is.
    pub fn value(&self) -> Option<&str> {
        match self {
            RecordError::Unreadable(
                SgfError::BadValue { value, .. } | SgfError::OffBoard { value, .. },
            )
            | RecordError::Occupied { value, .. }
            | RecordError::Impossible { value, .. } => Some(value),
            _ => None,
        }
    }
}
