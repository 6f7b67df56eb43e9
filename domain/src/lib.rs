//! The words of a Go tournament's record, and what follows from them: the
//! board, the clocks, the rule book, a game's course and a tournament's state.
//!
//! Nothing here reads a clock, draws a random number or touches a file: time,
//! author and rule book arrive as data, so that anybody can compute a game
//! again, years later, and get the same answer. `domain/clippy.toml` forbids
//! the rest by name.

mod amount;
pub mod board;
pub mod clock;
pub mod colour;
pub mod country;
pub mod event;
pub mod game;
pub mod ids;
pub mod official;
pub mod refusal;
pub mod review;
pub mod rulebook;
pub mod score;
pub mod seen;
pub mod sgf;
mod text;
pub mod time;
pub mod tournament;

pub use amount::amount;
pub use colour::Colour;
pub use time::{Millis, Timestamp};
