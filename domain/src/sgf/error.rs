//! Where a file says something odd, and what: refusals and remarks. Not the
//! findings of the rule book, which concern the game and not its file.

use std::fmt;

/// A place in the decoded text. Both numbers count from 1; a column is a
/// character, not a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

impl Place {
    /// The first character.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The bytes hold no game at all.
    #[error("not SGF: {reason}; expected a game as (;GM[1]FF[4]…)")]
    NotSgf {
        /// What the bytes are instead.
        reason: &'static str,
    },
    /// The file is too large to be a game record.
    #[error("{bytes} bytes are too many: expected at most {limit}")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The most that is read.
        limit: usize,
    },
    /// More of something than any game has.
    #[error("{place}: too many {what}: expected at most {limit}")]
    TooMany {
        /// Where the first one too many stands.
        place: Place,
        /// Of what, and in what.
        what: &'static str,
        /// The most that is read.
        limit: usize,
    },
    /// A character where none of its kind can stand.
    #[error("{place}: unexpected {found:?} after {field}: expected {expected}")]
    Unexpected {
        /// Where it stands.
        place: Place,
        /// The property before it, or `the start`.
        field: String,
        /// The character.
        found: char,
        /// What could stand there.
        expected: &'static str,
    },
    /// A property without a value.
    #[error("{place}: {field} has no value: expected {field}[…]")]
    NoValue {
        /// Where the property stands.
        place: Place,
        /// Its name.
        field: String,
    },
    /// The file ends inside a value.
    #[error("{place}: the value of {field} has no end: expected a ']' before the end of the file")]
    Unclosed {
        /// Where the value begins.
        place: Place,
        /// The property's name.
        field: String,
    },
    /// A value that has no meaning, of a property that is needed.
    #[error("{place}: {field}[{value}]: expected {expected}")]
    BadValue {
        /// Where the value begins.
        place: Place,
        /// The property's name.
        field: String,
        /// The value.
        value: String,
        /// What it must be.
        expected: &'static str,
    },
    /// A point that the board does not have.
    #[error(
        "{place}: {field}[{value}] is off the board: expected a point of {size} lines or, for a pass, []"
    )]
    OffBoard {
        /// Where the value begins.
        place: Place,
        /// The property's name.
        field: String,
        /// The value.
        value: String,
        /// The board's lines.
        size: u8,
    },
}

impl SgfError {
    /// Where the fault stands; `None` if it is the file as a whole.
    pub const fn place(&self) -> Option<Place> {
        match self {
            SgfError::NotSgf { .. } | SgfError::TooLarge { .. } => None,
            SgfError::TooMany { place, .. }
            | SgfError::Unexpected { place, .. }
            | SgfError::NoValue { place, .. }
            | SgfError::Unclosed { place, .. }
            | SgfError::BadValue { place, .. }
            | SgfError::OffBoard { place, .. } => Some(*place),
        }
    }

    /// The property concerned, if it is one.
    pub fn field(&self) -> Option<&str> {
        match self {
            SgfError::NotSgf { .. } | SgfError::TooLarge { .. } | SgfError::TooMany { .. } => None,
            SgfError::Unexpected { field, .. }
            | SgfError::NoValue { field, .. }
            | SgfError::Unclosed { field, .. }
            | SgfError::BadValue { field, .. }
            | SgfError::OffBoard { field, .. } => Some(field),
        }
    }
}

/// Something that was read all the same, and that somebody should know of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where it stands.
    pub place: Place,
    /// The property concerned; empty where it is none.
    pub field: String,
    /// Its value, as it was read; cut after 80 characters.
    pub value: String,
    /// What is odd and how it was read.
    pub kind: RemarkKind,
}

impl Remark {
    /// A remark; its value is cut after 80 characters.
    pub(super) fn new(place: Place, field: &str, value: &str, kind: RemarkKind) -> Remark {
        Remark {
            place,
            field: field.to_owned(),
            value: value.chars().take(80).collect(),
            kind,
        }
    }
}

/// The most remarks that are kept of one game, or of the file outside them.
const REMARKS_MAX: usize = 500;

/// Adds a remark; after too many of them one says that more are left out.
pub(super) fn note(remarks: &mut Vec<Remark>, remark: Remark) {
    match remarks.len() {
        0..REMARKS_MAX => remarks.push(remark),
        REMARKS_MAX => remarks.push(Remark {
            kind: RemarkKind::MoreLeftOut,
            ..remark
        }),
        _ => {}
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if !self.field.is_empty() {
            write!(f, "{}[{}]: ", self.field, self.value)?;
        }
        write!(f, "{}", self.kind)
    }
}

/// What is odd, and how it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each text below says it")]
pub enum RemarkKind {
    #[error("no character set is named; the text was read as {0}, by its bytes")]
    EncodingGuessed(&'static str),
    #[error("the text is not in this character set; it was read as {0}")]
    EncodingContradicted(&'static str),
    #[error("an unknown character set; the text was read as {0}, by its bytes")]
    EncodingUnknown(&'static str),
    #[error("characters are damaged or cut in the middle; \u{fffd} stands for each")]
    TextDamaged,
    #[error("text before the game was passed over")]
    TextBefore,
    #[error("text after the game was passed over")]
    TextAfter,
    #[error("the '(' before the game is missing")]
    OpeningLost,
    #[error("the file ends inside the game: a ')' is missing, and moves may be")]
    ClosingLost,
    #[error("a ';' is missing before the node")]
    SemicolonLost,
    #[error("a ']' inside the text is not written as '\\]'")]
    BracketMended,
    #[error("the value holds what looks like a property: a ']' may be missing")]
    BracketSuspect,
    #[error("the name has no capital letter; it was read as capitals")]
    NameInSmallLetters,
    #[error("{0} nodes of variations were left out; the main line was read")]
    VariationsLeftOut(u32),
    #[error("more remarks from here on were left out")]
    MoreLeftOut,
    #[error("the property stands twice in one node; both were read")]
    PropertyRepeated,
    #[error("expected one value; the first was read")]
    ValuesIgnored,
    #[error(
        "setup and a move in one node, which FF[4] forbids; they were read in the order written"
    )]
    SetupWithMove,
    #[error("two moves in one node, which FF[4] forbids; they were read in the order written")]
    MovesInOneNode,
    #[error("expected an empty value for a pass; it was read as one")]
    PassUnusual,
    #[error("expected at least one point; it was read as none")]
    PointsMissing,
    #[error("the point is set up twice in one node; the last one counts")]
    PointRepeated,
    #[error("expected a number; it was read as unknown")]
    NumberUnreadable,
    #[error("expected a number of stones; it was read as an even game")]
    HandicapUnreadable,
    #[error("handicap stones are missing: expected them as AB or as Black's first moves")]
    HandicapStonesMissing,
    #[error("too much for points; it was read in hundredths, as Fox writes komi")]
    KomiInHundredths,
    #[error("no half points; it was read as zi")]
    ReadAsZi,
    #[error("expected a komi in half points or quarters of a zi; it was read as unknown")]
    KomiUnreadable,
    #[error("expected a result as B+R, W+3.5 or 0; what is missing was read as unknown")]
    ResultUnclear,
    #[error("not a count: Fox writes this for a game lost on time or by leaving")]
    ResultCode,
    #[error("read as the winner's area, not as a margin")]
    ResultIsArea,
    #[error("read as the winner's area under a komi of 3¾ zi, since the file has none")]
    ResultIsAreaKomiAssumed,
    #[error("expected a time in seconds; it was read as unknown")]
    TimeUnreadable,
    #[error("read as minutes, as the portals write it that count periods in LC and LT")]
    TimeInMinutes,
    #[error("finer than a millisecond; the rest was cut off")]
    TimeCut,
    #[error("overtime of an unknown kind; kept as text")]
    OvertimeUnknown,
    #[error("expected B or W; it was passed over")]
    ColourUnreadable,
    #[error("no overtime is named; the readings were read as periods left")]
    OvertimeInferred,
}
