//! The clocks of a game: kinds of time, the account of each player, and the
//! two clocks on the table. Pure state machines, exact to the millisecond:
//! moments come in from outside, nothing here reads a clock.
//!
//! What the rule book makes of a time that ran out is not decided here, and
//! what the reader of byo-yomi says aloud is not here either. The state after
//! an overrun turn is described at [`PlayerClock`].

mod adjust;
mod control;
mod fault;
mod game;
mod player;
mod reading;
#[cfg(test)]
mod tests;
mod view;

pub use adjust::ClockSetting;
pub use control::{NotATimeControl, TimeControl, Times, TurnEnds};
pub use fault::{rescale, split_equally};
pub use game::GameClock;
pub use player::PlayerClock;
pub use reading::{ReadBy, Reading};
pub use view::ClockView;
