//! What the tests of the whole program share: tournaments told in a few words,
//! loads to put on a store, and the trials that cut it off.

pub mod crash;
pub mod forging;
pub mod handing;
pub mod latin;
#[path = "../../store/tests/support/mod.rs"]
pub mod load;
pub mod matching;
pub mod mutating;
pub mod ports;
pub mod script;
pub mod small_tournament;
