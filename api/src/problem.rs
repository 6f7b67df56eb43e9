//! Every error that the program tells, in one table (RFC 9457): its code, the
//! HTTP status that goes with it, its title, and whether trying again helps.

use fupan_domain::{ids::EntryId, sgf::SgfError};
use fupan_replay::{
    draft::DraftError,
    drafts::{LineReason, LineRefused},
    ledger::{Reason, Refused},
    records::RecordError,
    ruling::RulingError,
    schema::Fault,
    sequencer::SequenceError,
    strict::StrictError,
    views::NoStandings,
    what_if::{WhatIfError, WithReason},
};
use fupan_store::{AppendError, OpenError, ViewError};
use serde::{Deserialize, Serialize};

/// A kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The stable name.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What it is, in general.
    pub title: &'static str,
    /// What it means and what can be done.
    pub help: &'static str,
    /// Whether the same request may go through later.
    pub retryable: bool,
}

macro_rules! kinds {
    ($($code:literal $status:literal $retry:literal $title:literal $help:literal;)*) => {
        /// All kinds, by code.
        pub const KINDS: &[Kind] = &[
            $(Kind { code: $code, status: $status, title: $title, help: $help, retryable: $retry },)*
        ];
    };
}

#[rustfmt::skip] // one kind a row, with what can be done below it
kinds! {
    "usage"                  400 false "That can't be asked together"
        "The detail says which two things exclude each other.";
    "no_finding"             404 false "The game has no such finding"
        "The findings of a game, with what each allows, are in its view.";
    "no_outcome"             422 false "The finding has no such outcome"
        "Name one of the finding's outcomes by its key, or give orders, warnings and penalties with your reasons.";
    "no_reasons"             422 false "A departure needs reasons"
        "What the article does not allow can be ruled all the same. It is kept as a departure, with its reasons.";
    "ruling"                 422 false "The ruling is not complete"
        "The detail names what is missing: the author, the article, a value that the outcome leaves open.";
    "not_readable"           400 false "The input is not readable"
        "The bytes are no JSON of the strict profile: no duplicate keys, integers only, texts in Unicode form NFC, at most eight levels. Line and column say where reading stopped.";
    "not_sgf"                400 false "The file is no game record"
        "A game record begins with (; and holds one or more games of FF[1] to FF[4].";
    "schema"                 422 false "The draft does not fit its schema"
        "Each fault is listed with its JSON pointer. The schemas are at /schemas, by the type's name.";
    "shape"                  422 false "The draft has another shape"
        "The JSON is well formed but is not what is expected here. The detail names the field.";
    "record"                 422 false "The game record can't be taken as a record of facts"
        "The game record is readable, but something in it can't have happened as told. The detail names the property.";
    "stale_version"          412 false "Another writer came in between"
        "What was recorded since is listed. Look at it, decide anew, and hand the batch in again with the present version.";
    "id_reused"              409 false "The id belongs to an entry with other content"
        "A retry must be the same to the letter. For something new draw a new id.";
    "entry_too_long"         413 false "The entry would be too long"
        "An entry has at most 65,535 bytes. Put long texts into evidence and record its hash.";
    "batch_too_long"         413 false "The batch is too long"
        "Hand it in as several batches.";
    "log_unreadable"         500 true  "The log can't be read"
        "The keeper should look at the disk and run an audit.";
    "store_busy"             503 true  "Too many batches are waiting"
        "Nothing was recorded. Hand the same batch in again in a second.";
    "store_failed"           503 true  "The store must be opened again"
        "A write failed. Nothing that was acknowledged is lost; a retry with the same ids is safe.";
    "store_in_use"           409 true  "Another process has the store open"
        "A ledger has one writer. While the service runs, use it instead of the folder.";
    "store_missing"          404 false "There is no such ledger"
        "Look at the name, or open the ledger first.";
    "store_broken"           500 false "The store can't be opened"
        "The folder holds something that is no ledger of this program, or its files are damaged. Restore a backup.";
    "store_exists"           409 false "The ledger is there already"
        "Choose another name.";
    "file"                   400 false "A file can't be read or written"
        "The detail says what the system said.";
    "past_head"              404 false "The ledger is not that long"
        "Ask for an entry that is there: the ledger's view says how many it has.";
    "nothing_known"          404 false "Nothing had been recorded by then"
        "The first entry was recorded after that time.";
    "no_round"               404 false "There is no such round"
        "The round was not paired, as far as was known then. Without a round the last one paired is meant.";
    "not_settled"            409 false "The results may still change"
        "Games of these rounds are open, or have results that not all have confirmed. Settle them, ask for an earlier round, or ask for the results as they stand: --provisional, over HTTP provisional=true.";
    "not_in_this_form" 422 false "That can't be written in this form"
        "Some forms of results tell of players only, or number no more than so many. Ask for CSV or HTML instead.";
    "no_moment"              404 false "The game does not have that moment"
        "The game is shorter than that, or has not begun.";
    "internal"               500 true  "The program is at fault"
        "This should not happen. The trace id finds the cause in the service's log.";
    "not_opened"             409 false "The ledger is not opened"
        "The first entry of a ledger is tournament_opened.";
    "opened_already"         409 false "The ledger was opened already"
        "A ledger is opened once. What changes later goes in as a supplement.";
    "tournament_closed"      409 false "The tournament is closed"
        "Nothing more is recorded once the tournament is closed.";
    "unknown_edition"        404 false "There is no such edition"
        "There are cn-1988 and cn-2002.";
    "other_edition"          409 false "The edition is another"
        "The file of the edition that this program has is another than the one named by its hash.";
    "regulations"            422 false "The regulations make no sense"
        "The detail names the regulation and what was expected.";
    "unknown_article"        422 false "The article stands nowhere"
        "An article is cited as edition:number, or event: and the id of a clause in force.";
    "no_right"               403 false "The author may not record this"
        "Who may record what is one table, in the documentation. The detail says what was missing.";
    "unknown_official"       422 false "There is no such official"
        "Appoint the official first, or look at the id.";
    "unknown_player"         422 false "There is no such player"
        "Register the player first, or look at the id.";
    "unknown_team"           422 false "There is no such team"
        "Register the team first, or look at the id.";
    "id_taken"               409 false "The id is taken"
        "Ids of players, games, rulings and the like are each given once in a ledger.";
    "unknown"                404 false "What is named isn't there"
        "Look at the id.";
    "one_player"             422 false "One player can't play both sides"
        "Two different players sit at a board.";
    "game_not_paired"        409 false "Nobody paired that game"
        "Pair the game first, or look at the id.";
    "not_in_game"            422 false "The player has no part in the game"
        "Only the two players of a game act in it.";
    "game_not_started"       409 false "The game has not begun"
        "Record game_started first.";
    "game_started_already"   409 false "The game began already"
        "A game begins once.";
    "game_confirmed"         409 false "The game's result is confirmed"
        "Both players and an official confirmed the result. Only a ruling or an appeal reopens it.";
    "point_occupied"         409 false "The point is occupied"
        "A stone can't stand on a stone. If it was keyed wrongly, correct the entry in the way.";
    "board"                  422 false "That can't be done with stones"
        "The detail names the point and what is on it.";
    "position"               422 false "That is no position"
        "The rows of a position have as many letters as there are rows: . X and O.";
    "area_too_large"         422 false "The board is not that large"
        "A board of 19 lines has 361 points, which are 1,444 quarter-zi.";
    "not_the_last_stone"     409 false "The stone is not the last one"
        "For an earlier stone give the stone orders one by one.";
    "no_stone"               422 false "The entry is no stone"
        "Name an entry that put a stone on the board.";
    "not_in_stream"          422 false "The entry is not in this stream"
        "Name an entry of the same game.";
    "seal"                   409 false "The sealed move is another"
        "Point and nonce must give the commitment under which the move was sealed.";
    "unknown_ruling"         422 false "There is no such ruling"
        "Look at the id of the ruling.";
    "overturned_already"     409 false "The decision fell already"
        "A decision is overturned once.";
    "own_matter"             403 false "Nobody decides in a matter of their own"
        "Nobody rules on a game that he plays, nor sits on an appeal against his own ruling. Another official must act.";
    "correction_conflict"    409 false "The correction makes another entry impossible"
        "Read otherwise, the entry would make a later one impossible. Correct the later one first.";
    "not_a_fact"             422 false "That can't stand in place of a fact"
        "Decisions are overturned, not corrected.";
    "appeal_state"           409 false "The appeal is past that"
        "An appeal is filed, seated and decided once, in that order.";
    "round_state"            409 false "The round is past that"
        "The detail says where the round stands.";
    "contradiction"          422 false "The draft contradicts itself"
        "The detail names the two things that can't both be.";
    "no_route"               404 false "There is nothing at that path"
        "The paths are listed at /v1/openapi.json.";
    "path"                   404 false "The path names nothing that could be there"
        "Names are 2 to 63 of a-z, 0-9 and -, not beginning with -; a seq is a whole number.";
    "method"                 405 false "That can't be done there"
        "The header Allow lists what can be done there. Nothing that was recorded is ever changed or deleted.";
    "query"                  400 false "The question can't be understood"
        "The detail names the parameter. Unknown ones are refused, so that a misspelt one is not passed over.";
    "header"                 400 false "A header can't be understood"
        "The detail names the header.";
    "media_type"             415 false "The body is of another kind"
        "Drafts come as application/json (an array) or application/jsonl (one a line), not encoded.";
    "body_too_large"         413 false "The body is too large"
        "Hand it in as several batches.";
    "body_too_slow"          408 true  "The body took too long"
        "The connection was too slow. Hand in smaller batches; with ids a retry is safe.";
    "body_cut_off"           400 true  "The body ended early"
        "The connection broke. With ids a retry is safe.";
    "empty_batch"            422 false "The batch holds no draft"
        "Hand in at least one draft.";
    "no_token"               401 false "A token is needed"
        "Whoever records, and where the keeper decided so whoever reads, sends Authorization: Bearer and his token.";
    "unknown_token"          401 false "The token is not known"
        "The token was never made here, or was revoked. Ask the keeper for one.";
    "token_expired"          401 false "The token has expired"
        "Ask the keeper for a new one.";
    "out_of_scope"           403 false "The token does not reach that far"
        "The token is for another ledger, only for reading, or not the keeper's.";
    "csrf"                   403 false "The request does not prove where it comes from"
        "What changes something in a browser's session carries a proof that the service's own page sent it. Load the page again, and send the form from there.";
    "not_for_others"         403 false "One can't record that for another"
        "The author of an entry is whom the token stands for. Another may be named only by an official whose own office gives the right to that entry without conditions.";
    "not_found"              404 false "What was asked for is not there"
        "Look at the name.";
    "too_many_requests"      429 true  "Too many requests"
        "Wait as the header Retry-After says. Batches need fewer requests.";
    "too_many_failures"      429 true  "Too many sign-ins failed"
        "Wait a minute. A token that is known is answered all the while.";
    "too_many_streams"       429 true  "Too many event streams are open"
        "Close some. One stream a ledger is enough for any number of boards.";
    "too_many_connections"   429 true  "Too many connections are open"
        "Keep few connections and send many requests through each. This one is closed.";
    "busy"                   503 true  "The service has too much to do"
        "Try again in a while.";
    "stopping"               503 true  "The service is stopping"
        "Try again when the service is back. With ids a retry is safe.";
    "config"                 400 false "The configuration makes no sense"
        "The detail names the setting. fupan check-config prints them all.";
    "server"                 502 true  "The service does not answer as expected"
        "The detail says what came of asking it. Look at the URL, and whether the service runs.";
    "token_file"             500 true  "The tokens can't be read or written"
        "tokens.json in the data folder must be readable and writable by the service.";
}

impl Kind {
    /// Whether the cause is the program's or the machine's, so that it belongs
    /// in the log and not in front of strangers.
    pub fn is_internal(self) -> bool {
        self.status == 500 || self.code == "store_failed"
    }
}

/// The kind with that code; `internal` for a code that is in no table, which a
/// test rules out.
pub fn kind(code: &str) -> Kind {
    let internal = Kind {
        code: "internal",
        status: 500,
        title: "The program is at fault",
        help: "This should not happen. The trace id finds the cause in the service's log.",
        retryable: true,
    };
    KINDS
        .iter()
        .find(|kind| kind.code == code)
        .copied()
        .unwrap_or(internal)
}

/// A problem, as it is told (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
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
    #[schema(value_type = Option<String>)]
    pub entry: Option<EntryId>,
    /// The version at which the stream is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_version: Option<i64>,
    /// Each fault of a payload.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>, required = false)]
    pub errors: Vec<Fault>,
    /// What was recorded since the version that the caller saw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>, required = false)]
    pub entries: Vec<serde_json::Value>,
    /// Under which the request stands in the service's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<String>,
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
            entries: Vec::new(),
            trace_id: None,
        }
    }

    /// The problem that a service told as JSON, if that is one. A kind that
    /// this program does not know is told by its title and detail.
    pub fn told(json: &str) -> Option<Problem> {
        let told: Told = serde_json::from_str(json).ok()?;
        let known = KINDS.iter().any(|kind| kind.code == told.code);
        let problem = if known {
            Problem::new(&told.code, told.detail)
        } else {
            let detail = format!("{}: {} ({})", told.title, told.detail, told.code);
            Problem::new("server", detail)
        };
        Some(Problem {
            line: told.line,
            column: told.column,
            field: told.field,
            value: told.value,
            entry: told.entry,
            current_version: told.current_version,
            errors: told.errors,
            entries: told.entries,
            trace_id: told.trace_id,
            ..problem
        })
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        kind(self.code)
    }

    /// The same, about the draft in that place of a batch, from 0: pointers
    /// count from the batch.
    pub fn in_draft(mut self, index: usize) -> Problem {
        for fault in &mut self.errors {
            fault.pointer = format!("/{index}{}", fault.pointer);
        }
        self.detail = format!("draft {index}: {}", self.detail);
        self
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

/// A problem as a service told it.
#[derive(Deserialize)]
struct Told {
    code: String,
    title: String,
    detail: String,
    line: Option<u32>,
    column: Option<u32>,
    field: Option<String>,
    value: Option<String>,
    entry: Option<EntryId>,
    current_version: Option<i64>,
    #[serde(default)]
    errors: Vec<Fault>,
    #[serde(default)]
    entries: Vec<serde_json::Value>,
    trace_id: Option<String>,
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

impl From<&RulingError> for Problem {
    fn from(error: &RulingError) -> Problem {
        let code = match error {
            RulingError::NoFinding { .. } => "no_finding",
            RulingError::NoOutcome { .. } | RulingError::OtherEffects(_) => "no_outcome",
            RulingError::NoReasons(_) => "no_reasons",
            RulingError::OutcomeAlone(_)
            | RulingError::Open { .. }
            | RulingError::NoGround
            | RulingError::Part { .. } => "ruling",
        };
        Problem::new(code, error.to_string())
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
            ViewError::NoStandings(NoStandings::NoRound { .. }) => "no_round",
            ViewError::NoAppeal(_) | ViewError::NoStandings(_) => "unknown",
            ViewError::Moment(_) => "no_moment",
            ViewError::WhatIf(error) => return error.into(),
        };
        Problem::new(code, error.to_string())
    }
}

impl From<&WhatIfError> for Problem {
    fn from(error: &WhatIfError) -> Problem {
        match error {
            WhatIfError::Void { named, reason } => Problem {
                value: Some(named.clone()),
                detail: error.to_string(),
                ..Problem::from(reason)
            },
            WhatIfError::With { file, line, reason } => {
                let problem = match reason {
                    WithReason::Draft(error) => Problem::from(error),
                    WithReason::Refused(reason) => Problem::from(reason),
                };
                let file = file.clone();
                Problem { file, ..problem }.in_line(*line)
            }
            WhatIfError::Read(_) | WhatIfError::Fold(_) => {
                Problem::new("log_unreadable", error.to_string())
            }
            WhatIfError::View(_) => Problem::new("no_moment", error.to_string()),
            WhatIfError::Compare(_) => Problem::internal(error),
        }
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
    fn what_a_service_tells_is_the_same_problem_here() {
        let problem = Problem {
            line: Some(3),
            entry: Some(EntryId(uuid::Uuid::from_u128(7))),
            current_version: Some(4),
            errors: vec![Fault {
                pointer: "/data/point".to_owned(),
                code: "pattern".into(),
                detail: "Z99: expected a point".to_owned(),
            }],
            trace_id: Some("0af7".to_owned()),
            ..Problem::new("schema", "a draft")
        };
        let json = serde_json::to_string(&problem).unwrap();
        assert_eq!(Problem::told(&json), Some(problem));
        let newer = r#"{"code":"not_yet","title":"Something new","detail":"it is so"}"#;
        let told = Problem::told(newer).unwrap();
        assert_eq!((told.code, told.status), ("server", 502));
        assert_eq!(told.detail, "Something new: it is so (not_yet)");
        assert_eq!(Problem::told("<html>"), None);
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
