//! Ledgers that are handed on as one file: written from a store, and examined
//! by whoever trusts nobody. The form of the file is in `fupan_replay::bundle`,
//! what is checked in `fupan_replay::verify`; here are the files, the threads
//! and the order in which it is done.

mod again;
mod examine;
mod export;
mod open;
pub mod ordered;

pub use examine::{Asked, Stage, examine, examine_file};
pub use export::{Document, ExportError, Exported, Handed, export};
pub use open::{OpenBundle, container, is_bundle, lines, manifest, no_bundle, open, people};
