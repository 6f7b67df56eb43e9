//! The board as a physical thing: stones on points, and what follows when one
//! is put down. It forbids nothing that can be done with stones: no ko, no
//! suicide rule and no turn are known here. What the rules make of it is in
//! `rulebook`.

pub mod area;
pub mod chain;
pub mod diagram;
mod error;
pub mod history;
pub mod play;
pub mod point;
pub mod position;
mod stones;
#[cfg(test)]
mod tests;
mod zobrist;

pub use area::{Area, count_area};
pub use chain::Chain;
pub use error::BoardError;
pub use history::{History, Repetition};
pub use play::{Played, PlayedLifting};
pub use point::Point;
pub use position::Packed;
pub use stones::Board;

use crate::Colour;

/// What is on a point: a stone of one side, or nothing.
pub type Stone = Option<Colour>;
