//! Every error that the program tells, in one table (RFC 9457): its code, the
//! HTTP status that goes with it, its title, and whether trying again helps.

use fupan_domain::{ids::EntryId, sgf::SgfError};
use fupan_replay::{
    draft::DraftError,
    drafts::{LineReason, LineRefused},
    ledger::{Reason, Refused},
    records::RecordError,
    schema::Fault,
    sequencer::SequenceError,
    strict::StrictError,
};
use fupan_store::{AppendError, OpenError, ViewError};
use serde::Serialize;

/// A kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The stable name.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What it is, in general.
    pub title: &'static str,
    /// Whether the same request may go through later.
    pub retryable: bool,
}

macro_rules! kinds {
    ($($code:literal $status:literal $retry:literal $title:literal;)*) => {
        /// All kinds, by code.
        pub const KINDS: &[Kind] = &[
            $(Kind { code: $code, status: $status, title: $title, retryable: $retry },)*
        ];
    };
}

#[rustfmt::skip] // one row a line
kinds! {
    "not_readable"           400 false "The input is not readable";
    "not_sgf"                400 false "The file is no game record";
    "schema"                 422 false "The draft does not fit its schema";
    "shape"                  422 false "The draft has another shape";
    "record"                 422 false "The game record can't be taken as a record of facts";
    "stale_version"          412 false "Another writer came in between";
    "id_reused"              409 false "The id belongs to an entry with other content";
    "entry_too_long"         413 false "The entry would be too long";
    "batch_too_long"         413 false "The batch is too long";
    "log_unreadable"         500 true  "The log can't be read";
    "store_busy"             503 true  "Too many batches are waiting";
    "store_failed"           503 true  "The store must be opened again";
    "store_in_use"           409 true  "Another process has the store open";
    "store_missing"          404 false "There is no such ledger";
    "store_broken"           500 false "The store can't be opened";
    "store_exists"           409 false "The ledger is there already";
    "file"                   400 false "A file can't be read or written";
    "past_head"              404 false "The ledger is not that long";
    "nothing_known"          404 false "Nothing had been recorded by then";
    "no_moment"              404 false "The game does not have that moment";
    "internal"               500 true  "The program is at fault";
    "not_opened"             409 false "The ledger is not opened";
    "opened_already"         409 false "The ledger was opened already";
    "tournament_closed"      409 false "The tournament is closed";
    "unknown_edition"        422 false "There is no such edition";
    "other_edition"          409 false "The edition is another";
    "regulations"            422 false "The regulations make no sense";
    "unknown_article"        422 false "The article stands nowhere";
    "no_right"               403 false "The author may not record this";
    "unknown_official"       422 false "There is no such official";
    "unknown_player"         422 false "There is no such player";
    "unknown_team"           422 false "There is no such team";
    "id_taken"               409 false "The id is taken";
    "unknown"                404 false "What is named isn't there";
    "one_player"             422 false "One player can't play both sides";
    "game_not_paired"        409 false "Nobody paired that game";
    "not_in_game"            422 false "The player has no part in the game";
    "game_not_started"       409 false "The game has not begun";
    "game_started_already"   409 false "The game began already";
    "game_confirmed"         409 false "The game's result is confirmed";
    "point_occupied"         409 false "The point is occupied";
    "board"                  422 false "That can't be done with stones";
    "position"               422 false "That is no position";
    "area_too_large"         422 false "The board is not that large";
    "time"                   422 false "That can't be a time";
    "not_the_last_stone"     409 false "The stone is not the last one";
    "no_stone"               422 false "The entry is no stone";
    "not_in_stream"          422 false "The entry is not in this stream";
    "seal"                   409 false "The sealed move is another";
    "unknown_ruling"         422 false "There is no such ruling";
    "overturned_already"     409 false "The decision fell already";
    "own_matter"             403 false "Nobody decides in a matter of their own";
    "correction_conflict"    409 false "The correction makes another entry impossible";
    "not_a_fact"             422 false "That can't stand in place of a fact";
    "appeal_state"           409 false "The appeal is past that";
    "round_state"            409 false "The round is past that";
    "contradiction"          422 false "The draft contradicts itself";
}

/// The kind with that code; `internal` for a code that is in no table, which a
/// test rules out.
pub fn kind(code: &str) -> Kind {
    let internal = Kind {
        code: "internal",
        status: 500,
        title: "The program is at fault",
        retryable: true,
    };
    KINDS
        .iter()
        .find(|kind| kind.code == code)
        .copied()
        .unwrap_or(internal)
}

/// A problem, as it is told (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// A path that names the kind.
    #[serde(rename = "type")]
    pub type_path: String,
    /// What it is, in general.
    pub title: &'static str,
    /// The HTTP status that goes with it.
    pub status: u16,
    /// What it is in this case, with the value and what was expected.
    pub detail: String,
    /// The stable name of the kind.
    pub code: &'static str,
    /// The file that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in that line, from 1: in characters of a game record, in
    /// bytes of a draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The field concerned, as an SGF property.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The value in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The entry in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryId>,
    /// The version at which the stream is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_version: Option<i64>,
    /// Each fault of a payload.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
}

impl Problem {
    /// A problem of the kind with that code.
    pub fn new(code: &str, detail: impl Into<String>) -> Problem {
        let kind = kind(code);
        Problem {
            type_path: format!("/problems/{}", kind.code),
            title: kind.title,
            status: kind.status,
            detail: detail.into(),
            code: kind.code,
            file: None,
            line: None,
            column: None,
            field: None,
            value: None,
            entry: None,
            current_version: None,
            errors: Vec::new(),
        }
    }

    /// Something that should not be able to happen.
    pub fn internal(error: &impl std::fmt::Display) -> Problem {
        Problem::new("internal", error.to_string())
    }

    /// The same, found in that file.
    pub fn in_file(self, file: &std::path::Path) -> Problem {
        Problem {
            file: Some(file.display().to_string()),
            ..self
        }
    }

    /// The same, found in that line.
    pub fn in_line(self, line: usize) -> Problem {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        Problem {
            line: Some(line),
            ..self
        }
    }

    /// A file that can't be read or written.
    pub fn file(file: &std::path::Path, error: &std::io::Error) -> Problem {
        Problem::new("file", error.to_string()).in_file(file)
    }
}

/// As people read it: where, what, and each fault on a line of its own.
impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = self.line.map(|line| format!("line {line}"));
        let column = self.column.map(|column| format!("column {column}"));
        let place: Vec<String> = [self.file.clone(), line, column]
            .into_iter()
            .flatten()
            .collect();
        if !place.is_empty() {
            write!(f, "{}: ", place.join(", "))?;
        }
        write!(f, "{}", self.title)?;
        if self.errors.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        for fault in &self.errors {
            write!(f, "\n  {fault}")?;
        }
        if let Some(entry) = self.entry {
            write!(f, "\n  the entry in the way is {entry}")?;
        }
        Ok(())
    }
}

impl From<&DraftError> for Problem {
    fn from(error: &DraftError) -> Problem {
        let code = match error {
            DraftError::Strict(_) => "not_readable",
            DraftError::Schema(_) => "schema",
            DraftError::Shape(_) | DraftError::Event(_) => "shape",
        };
        match error {
            // A draft has a line to itself: which one, only its file's reader knows.
            DraftError::Strict(StrictError { column, why, .. }) => Problem {
                column: u32::try_from(*column).ok(),
                ..Problem::new(code, why)
            },
            DraftError::Schema(faults) => Problem {
                errors: faults.clone(),
                ..Problem::new(code, error.to_string())
            },
            DraftError::Shape(_) | DraftError::Event(_) => Problem::new(code, error.to_string()),
        }
    }
}

impl From<&SequenceError> for Problem {
    fn from(error: &SequenceError) -> Problem {
        let code = match error {
            SequenceError::Stale { .. } => "stale_version",
            SequenceError::IdReused { .. } => "id_reused",
            SequenceError::TooLong { .. } => "entry_too_long",
            SequenceError::Unreadable(_) | SequenceError::Read(_) => "log_unreadable",
        };
        let problem = Problem::new(code, error.to_string());
        match error {
            SequenceError::Stale { actual, entry, .. } => Problem {
                current_version: Some(*actual),
                entry: *entry,
                ..problem
            },
            SequenceError::IdReused { id, .. } => Problem {
                entry: Some(*id),
                ..problem
            },
            _ => problem,
        }
    }
}

impl From<&Reason> for Problem {
    fn from(reason: &Reason) -> Problem {
        match reason {
            Reason::Sequence(error) => error.into(),
            Reason::Content(refusal) => Problem {
                entry: refusal.entry(),
                ..Problem::new(refusal.code(), refusal.to_string())
            },
        }
    }
}

impl From<&LineReason> for Problem {
    fn from(reason: &LineReason) -> Problem {
        match reason {
            LineReason::Draft(error) => Problem::from(error),
            LineReason::Refused(refused) => Problem::from(&refused.reason),
        }
    }
}

impl From<&LineRefused> for Problem {
    fn from(refused: &LineRefused) -> Problem {
        Problem::from(&refused.reason).in_line(refused.line)
    }
}

impl From<&RecordError> for Problem {
    fn from(error: &RecordError) -> Problem {
        let code = match error {
            RecordError::Unreadable(SgfError::NotSgf { .. }) => "not_sgf",
            _ => "record",
        };
        Problem {
            line: error.place().map(|place| place.line),
            column: error.place().map(|place| place.column),
            field: error.field().map(str::to_owned),
            value: error.value().map(str::to_owned),
            ..Problem::new(code, error.to_string())
        }
    }
}

impl From<&AppendError<Refused>> for Problem {
    fn from(error: &AppendError<Refused>) -> Problem {
        match error {
            AppendError::Refused(refused) => (&refused.reason).into(),
            AppendError::Busy { .. } => Problem::new("store_busy", error.to_string()),
            AppendError::TooLong { .. } => Problem::new("batch_too_long", error.to_string()),
            AppendError::Failed(_) | AppendError::Closed => {
                Problem::new("store_failed", error.to_string())
            }
        }
    }
}

impl From<&OpenError> for Problem {
    fn from(error: &OpenError) -> Problem {
        let code = match error {
            OpenError::Missing { .. } => "store_missing",
            OpenError::Exists { .. } => "store_exists",
            OpenError::InUse { .. } => "store_in_use",
            OpenError::Io { .. } => "file",
            _ => "store_broken",
        };
        Problem::new(code, error.to_string())
    }
}

impl From<&ViewError> for Problem {
    fn from(error: &ViewError) -> Problem {
        let code = match error {
            ViewError::Read(_) | ViewError::Fold(_) => "log_unreadable",
            ViewError::PastHead { .. } => "past_head",
            ViewError::NothingKnown(_) => "nothing_known",
            ViewError::NoGame(_) => "game_not_paired",
            ViewError::NoAppeal(_) | ViewError::NotOpened => "unknown",
            ViewError::Moment(_) => "no_moment",
        };
        Problem::new(code, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_stands_once() {
        let mut codes: Vec<&str> = KINDS.iter().map(|kind| kind.code).collect();
        codes.sort_unstable();
        let before = codes.len();
        codes.dedup();
        assert_eq!(codes.len(), before);
    }

    #[test]
    fn every_refusal_has_its_row() {
        // The codes as they stand in the domain's own list.
        let source = include_str!("../../domain/src/refusal.rs");
        let (_, body) = source.split_once("pub fn code(&self)").unwrap();
        let codes: Vec<&str> = body
            .split("=> \"")
            .skip(1)
            .filter_map(|s| s.split('"').next())
            .collect();
        assert!(codes.len() > 30, "{codes:?}");
        for code in codes {
            assert_eq!(kind(code).code, code);
        }
    }
}
