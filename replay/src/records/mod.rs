//! Game records from elsewhere, and for elsewhere: SGF files as drafts for a
//! ledger, and games of a ledger as SGF. Reading and writing SGF's own text is
//! in `fupan_domain::sgf`; files are opened and drafts stored by others.

mod error;
pub mod from_sgf;
pub mod to_sgf;

#[cfg(test)]
mod properties;

pub use error::RecordError;
pub use from_sgf::{ImportOptions, ImportPlan, PlannedGame, SgfFile, from_sgf};
pub use to_sgf::{Headings, to_sgf};
