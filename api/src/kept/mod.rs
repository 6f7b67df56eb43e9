//! Ledgers that are kept from elsewhere: somebody else's bundle, a mirror's copy,
//! one that is put back from a backup. What they have in common is here and in
//! `taking`: entries are taken in byte for byte, after they were verified.

pub mod backup;
pub mod bundle;
pub mod mirror;
pub mod restore;
mod taking;

pub use taking::{LogKeys, Taking, keep_file};
