//! Every event type of the contract (section 4), one file a stream. These are
//! the shapes as they stand in entries: what a caller hands in differs only for
//! names of people, see [`tournament::PersonDraft`]. Shapes only: whether an
//! event can be a record is decided in `game`, `tournament` and `appeal`.

pub mod appeal;
pub mod common;
pub mod game;
pub mod log;
pub mod order;
pub mod review;
pub mod tournament;

pub use appeal::AppealEvent;
pub use common::{GameResult, Outcome, ResultBy};
pub use game::GameEvent;
pub use log::LogEvent;
pub use order::Order;
pub use review::{AccessEvent, ReviewEvent};
pub use tournament::TournamentEvent;

use crate::ids::{AppealId, GameId, Sha256};
use common::EvidenceAttached;
use std::{borrow::Cow, fmt, str::FromStr};

/// A stream: the entries of one thing inside a ledger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// `tournament`
    Tournament,
    /// `game/<id>`
    Game(GameId),
    /// `appeal/<id>`
    Appeal(AppealId),
    /// `log`
    Log,
    /// `review`, of a review's ledger
    Review,
    /// `access`, of a review's ledger
    Access,
}

/// What kind of thing a stream tells about; each kind has event types of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StreamKind {
    /// The tournament as a whole.
    Tournament,
    /// One game.
    Game,
    /// One appeal.
    Appeal,
    /// The ledger itself.
    Log,
    /// An anti-cheating review.
    Review,
    /// Who looked at one.
    Access,
}

impl StreamKind {
    /// The kinds, in the order of the contract.
    pub const ALL: [StreamKind; 6] = [
        StreamKind::Tournament,
        StreamKind::Game,
        StreamKind::Appeal,
        StreamKind::Log,
        StreamKind::Review,
        StreamKind::Access,
    ];

    /// As `"tournament"`, `"game"` or `"review"`.
    pub const fn name(self) -> &'static str {
        match self {
            StreamKind::Tournament => "tournament",
            StreamKind::Game => "game",
            StreamKind::Appeal => "appeal",
            StreamKind::Log => "log",
            StreamKind::Review => "review",
            StreamKind::Access => "access",
        }
    }

    /// The names of the event types that a stream of this kind can hold.
    pub const fn types(self) -> &'static [&'static str] {
        match self {
            StreamKind::Tournament => TournamentEvent::TYPES,
            StreamKind::Game => GameEvent::TYPES,
            StreamKind::Appeal => AppealEvent::TYPES,
            StreamKind::Log => LogEvent::TYPES,
            StreamKind::Review => ReviewEvent::TYPES,
            StreamKind::Access => AccessEvent::TYPES,
        }
    }
}

impl Stream {
    /// What kind of stream it is.
    pub const fn kind(&self) -> StreamKind {
        match self {
            Stream::Tournament => StreamKind::Tournament,
            Stream::Game(_) => StreamKind::Game,
            Stream::Appeal(_) => StreamKind::Appeal,
            Stream::Log => StreamKind::Log,
            Stream::Review => StreamKind::Review,
            Stream::Access => StreamKind::Access,
        }
    }
}

/// A text that names no stream.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a stream: expected tournament, game/<id>, appeal/<id> or log, or in a review's ledger review or access"
)]
pub struct NotAStream(pub String);

impl FromStr for Stream {
    type Err = NotAStream;
    fn from_str(text: &str) -> Result<Self, NotAStream> {
        let fail = || NotAStream(text.to_owned());
        match text.split_once('/') {
            None if text == "tournament" => Ok(Stream::Tournament),
            None if text == "log" => Ok(Stream::Log),
            None if text == "review" => Ok(Stream::Review),
            None if text == "access" => Ok(Stream::Access),
            Some(("game", id)) => id.parse().map(Stream::Game).map_err(|_| fail()),
            Some(("appeal", id)) => id.parse().map(Stream::Appeal).map_err(|_| fail()),
            _ => Err(fail()),
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stream::Tournament => f.write_str("tournament"),
            Stream::Game(id) => write!(f, "game/{id}"),
            Stream::Appeal(id) => write!(f, "appeal/{id}"),
            Stream::Log => f.write_str("log"),
            Stream::Review => f.write_str("review"),
            Stream::Access => f.write_str("access"),
        }
    }
}

crate::text::as_text!(Stream);

/// An event of any stream.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Of stream `tournament`.
    Tournament(TournamentEvent),
    /// Of a stream `game/<id>`.
    Game(GameEvent),
    /// Of a stream `appeal/<id>`.
    Appeal(AppealEvent),
    /// Of stream `log`.
    Log(LogEvent),
    /// Of stream `review`.
    Review(ReviewEvent),
    /// Of stream `access`.
    Access(AccessEvent),
}

/// Why a payload could not be read as an event.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// The stream's kind has no such event type.
    #[error("{kind} streams have no event type {type_name:?}", kind = kind.name())]
    UnknownType {
        /// The stream's kind.
        kind: StreamKind,
        /// What was named.
        type_name: String,
    },
    /// The data has another shape than the type's.
    #[error("data of {type_name}: {source}")]
    Data {
        /// The event type.
        type_name: String,
        /// What the JSON reader met.
        source: serde_json::Error,
    },
}

impl Event {
    /// Reads the data of an event of the named type in a stream of that kind.
    ///
    /// # Errors
    /// When the kind has no such type, or the data another shape.
    pub fn parse(kind: StreamKind, type_name: &str, data: &str) -> Result<Event, EventError> {
        match kind {
            StreamKind::Tournament => {
                TournamentEvent::parse(type_name, data).map(Event::Tournament)
            }
            StreamKind::Game => GameEvent::parse(type_name, data).map(Event::Game),
            StreamKind::Appeal => AppealEvent::parse(type_name, data).map(Event::Appeal),
            StreamKind::Log => LogEvent::parse(type_name, data).map(Event::Log),
            StreamKind::Review => ReviewEvent::parse(type_name, data).map(Event::Review),
            StreamKind::Access => AccessEvent::parse(type_name, data).map(Event::Access),
        }
    }

    /// In which kind of stream it stands.
    pub const fn kind(&self) -> StreamKind {
        match self {
            Event::Tournament(_) => StreamKind::Tournament,
            Event::Game(_) => StreamKind::Game,
            Event::Appeal(_) => StreamKind::Appeal,
            Event::Log(_) => StreamKind::Log,
            Event::Review(_) => StreamKind::Review,
            Event::Access(_) => StreamKind::Access,
        }
    }

    /// The event type's name, as `stone_played`.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Event::Tournament(e) => e.type_name(),
            Event::Game(e) => e.type_name(),
            Event::Appeal(e) => e.type_name(),
            Event::Log(e) => e.type_name(),
            Event::Review(e) => e.type_name(),
            Event::Access(e) => e.type_name(),
        }
    }

    /// The file of evidence that it attaches, in whatever stream.
    pub fn attaches(&self) -> Option<Cow<'_, EvidenceAttached>> {
        match self {
            Event::Tournament(TournamentEvent::EvidenceAttached(attached))
            | Event::Game(GameEvent::EvidenceAttached(attached))
            | Event::Appeal(AppealEvent::EvidenceAttached(attached)) => {
                Some(Cow::Borrowed(attached))
            }
            Event::Review(ReviewEvent::EvidenceAttached(attached)) => {
                Some(Cow::Owned(attached.common()))
            }
            _ => None,
        }
    }

    /// The commitment to the record of a person that it makes.
    pub fn commits_to(&self) -> Option<Sha256> {
        match self {
            Event::Tournament(TournamentEvent::PlayerRegistered(player)) => Some(player.person),
            Event::Tournament(TournamentEvent::OfficialAppointed(official)) => {
                Some(official.person)
            }
            _ => None,
        }
    }
}

/// Makes the enum of a stream kind's events, with the names of their types.
macro_rules! events {
    ($(#[$doc:meta])* $name:ident of $kind:ident {
        $($(#[$event_doc:meta])* $text:literal => $variant:ident($payload:ty)),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $($(#[$event_doc])* $variant($payload)),*
        }

        impl $name {
            /// The names of all types, in the order of the contract.
            pub const TYPES: &'static [&'static str] = &[$($text),*];

            /// The event type's name.
            pub const fn type_name(&self) -> &'static str {
                match self { $($name::$variant(_) => $text),* }
            }

            /// Reads the data of the named type.
            ///
            /// # Errors
            /// When there is no such type in this kind of stream, or the data has another shape.
            pub fn parse(type_name: &str, data: &str) -> Result<Self, $crate::event::EventError> {
                let bad = |source| $crate::event::EventError::Data {
                    type_name: type_name.to_owned(),
                    source,
                };
                match type_name {
                    $($text => serde_json::from_str(data).map($name::$variant).map_err(bad),)*
                    _ => Err($crate::event::EventError::UnknownType {
                        kind: $crate::event::StreamKind::$kind,
                        type_name: type_name.to_owned(),
                    }),
                }
            }

            /// The data as JSON, in the shape in which it stands in an entry.
            ///
            /// # Errors
            /// Never for a value that was read; the writer's own errors are handed on.
            pub fn data(&self) -> serde_json::Result<serde_json::Value> {
                match self { $($name::$variant(data) => serde_json::to_value(data)),* }
            }
        }
    };
}
pub(crate) use events;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_comes_back_from_its_name() {
        for text in [
            "tournament",
            "game/r1-b1",
            "appeal/a1",
            "log",
            "review",
            "access",
        ] {
            assert_eq!(text.parse::<Stream>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "game",
            "game/",
            "game/A",
            "log/a1",
            "review/a1",
            "tournament/x",
            "game/a1/b",
        ] {
            assert!(text.parse::<Stream>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_unknown_type_and_a_wrong_shape_are_told_apart() {
        let unknown = Event::parse(StreamKind::Game, "stone_thrown", "{}").unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "game streams have no event type \"stone_thrown\""
        );
        let shape = Event::parse(StreamKind::Game, "stone_played", r#"{"colour":"black"}"#);
        assert_eq!(
            shape.unwrap_err().to_string(),
            "data of stone_played: missing field `point` at line 1 column 18"
        );
    }
}
