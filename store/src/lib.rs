//! The store of one ledger: entries on disk, durable when they are
//! acknowledged, and the ways to read them again. It keeps bytes and finds
//! them; whether a draft may become an entry is decided by the
//! [`fupan_replay::sequencer::Admit`] with which a store is opened.
//!
//! [`EventStore`] is the trait; [`sled_store`] keeps a ledger in a folder,
//! [`memory`] in memory. `docs/store.md` says how durability is got, and why so.

mod append;
mod as_known;
pub mod backend;
pub mod blobs;
mod erasures;
pub mod event_store;
pub mod faulty;
mod folder;
mod foreign;
pub mod kept_tree;
mod keys;
#[doc(hidden)]
pub mod layout;
pub mod ledger_reader;
pub mod ledgers;
pub mod memory;
mod notary;
mod pace;
mod people;
pub mod proofs;
mod read;
mod recovery;
mod results;
mod rows;
pub mod signing;
mod sled_backend;
mod sled_recovery;
pub mod sled_store;
mod staged;
pub mod store;
pub mod subscription;
mod tree;

pub use blobs::{Blob, BlobError, Blobs, Incoming};
pub use erasures::Erased;
pub use event_store::{AppendError, EventStore, Opened, Pending, Receipt};
pub use foreign::{Foreign, TakeError};
pub use fupan_replay::sequencer::ReadError;
pub use ledger_reader::{Known, LedgerReader, ViewError};
pub use ledgers::Ledgers;
pub use notary::is_decision;
pub use proofs::Proofs;
pub use recovery::{Dropped, Fault, State};
pub use signing::{SignCheckpoints, Signing};
pub use sled_store::{OpenError, SledStore};
pub use store::{KEEPS_FREE, Options, Store, wall_clock};
pub use subscription::Subscription;
