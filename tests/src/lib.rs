//! What the tests of the whole program share: loads to put on a store, and the
//! trials that cut it off.

pub mod crash;
pub mod forging;
#[path = "../../store/tests/support/mod.rs"]
pub mod load;
pub mod small_tournament;
