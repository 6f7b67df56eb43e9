//! Anti-cheating reviews on the service's side: who may look into a review's
//! ledger and that each look is recorded, its anchoring in the tournament's
//! ledger, its games taken out for an engine and the answers taken in, its
//! report. What is computed of games is in `fupan_replay::review`; what may
//! stand in a review's ledger in `fupan_domain::review`.

pub mod access;
pub mod again;
pub mod anchor;
pub mod answered;
pub mod basis;
pub mod case;
pub mod due;
pub mod gather;
pub mod looks;
pub mod naming;
pub mod opening;
pub mod report;
pub mod view;
pub mod written;
