//! Something about lots, pairings or nigiri that an audit tells: never a
//! refusal, for what was done was done (contract, section 1).

use crate::ids::EntryId;

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Worth knowing.
    Note,
    /// Worth asking about.
    Remark,
}

/// Something that an audit tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregularity {
    /// A short stable name of its kind.
    pub code: &'static str,
    /// How much it matters.
    pub weight: Weight,
    /// The entry that it is about, if it is about one.
    pub entry: Option<EntryId>,
    /// The article that it touches, as in its edition.
    pub article: Option<&'static str>,
    /// What it is, with round and names.
    pub text: String,
}
