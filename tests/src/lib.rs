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

/// A day on which a file can be deleted: it is to come, and not for long.
pub fn to_come() -> String {
    let year = fupan_domain::Millis(365 * 86_400_000);
    fupan_store::wall_clock().plus(year).to_string()
}
