//! A problem, as the program tells it by HTTP and on the command line (RFC
//! 9457). Which kinds there are stands in `kinds`, what becomes which in `of`.

mod kinds;
mod of;

pub use kinds::{KINDS, Kind, kind};

use fupan_domain::ids::EntryId;
use fupan_replay::schema::Fault;
use serde::{Deserialize, Serialize};

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
    /// Where in the ledger it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
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
    /// Whether what was named on the command line is not there at all, so that nothing
    /// can be said of it.
    #[serde(skip)]
    pub missing: bool,
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
            seq: None,
            current_version: None,
            errors: Vec::new(),
            entries: Vec::new(),
            trace_id: None,
            missing: false,
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
            seq: told.seq,
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

    /// The same, found in a part of what was handed in: pointers count from the
    /// whole.
    pub fn within(mut self, pointer: &str) -> Problem {
        for fault in &mut self.errors {
            fault.pointer = format!("{pointer}{}", fault.pointer);
        }
        self
    }

    /// The same, about the draft in that place of a batch, from 0: pointers
    /// count from the batch.
    pub fn in_draft(mut self, index: usize) -> Problem {
        for fault in &mut self.errors {
            fault.pointer = format!("/{index}{}", fault.pointer);
        }
        self.detail = format!("{}: {}", draft_words(index), self.detail);
        self
    }

    /// The same, where the entry in the way would have been that of a draft of
    /// the same batch, of which nothing was stored: `index`, from 0. `named`:
    /// whether the caller gave that draft its id, so that he knows it.
    pub fn in_the_way_of_own(self, index: usize, named: bool) -> Problem {
        let Some(entry) = self.entry else { return self };
        let words = format!("{} of this batch", draft_words(index));
        let id = entry.to_string();
        let detail = if self.detail.contains(&id) {
            self.detail.replace(&id, &words)
        } else {
            format!(
                "{}: in the way is {words}, and nothing of it was stored",
                self.detail
            )
        };
        Problem {
            entry: self.entry.filter(|_| named),
            detail,
            ..self
        }
    }

    /// The same, where an earlier draft of the same batch has the id: `index`, from 0.
    pub fn of_own_id(self, index: usize) -> Problem {
        let words = draft_words(index);
        Problem {
            detail: format!("{words} of this batch has the same id and other content"),
            ..self
        }
    }

    /// The fault at one place of a JSON body that has another shape.
    pub fn shape(pointer: &str, detail: &str) -> Problem {
        let place = if pointer.is_empty() {
            "the body"
        } else {
            pointer
        };
        Problem {
            errors: vec![Fault {
                pointer: pointer.to_owned(),
                code: "shape".into(),
                detail: detail.to_owned(),
            }],
            ..Problem::new("shape", format!("{place}: {detail}"))
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
        let code = match error.kind() {
            std::io::ErrorKind::AlreadyExists => "file_exists",
            _ => "file",
        };
        Problem {
            missing: error.kind() == std::io::ErrorKind::NotFound,
            ..Problem::new(code, error.to_string()).in_file(file)
        }
    }
}

/// A draft of a batch by its number, as people count, and by its index, as
/// pointers do.
fn draft_words(index: usize) -> String {
    format!("draft {} (index {index})", index + 1)
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
    seq: Option<u64>,
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
