//! From bytes to answers and back: how a draft becomes a sealed entry, and how
//! entries become the view of a game or the audit of a ledger.
//!
//! Like `domain` it does no IO and knows no wall clock, so that a stranger can
//! check an export with these two crates alone. It stands under `store`:
//! entries are sealed by the very code that later verifies them.

pub mod audit;
pub mod bundle;
pub mod canonical;
pub mod draft;
pub mod drafts;
pub mod entry;
pub mod fold;
mod kept_games;
pub mod ledger;
pub mod log;
pub mod person;
pub mod proof;
pub mod receipt;
pub mod records;
pub mod review;
pub mod ruling;
pub mod schema;
pub mod sequencer;
pub mod strict;
pub mod verify;
pub mod views;
pub mod what_if;
