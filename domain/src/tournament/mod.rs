//! A tournament: its regulations, officials, players, pairings, appeals and
//! sanctions. It also knows what of games and appeals concerns more than
//! themselves: which rulings there are, and which of them fell. Standings are
//! not here.

mod appeal;
mod decide;
mod evolve;
mod rights;
mod state;
mod supposed;

pub use appeal::{AppealState, AppealStatus};
pub use decide::decide;
pub(crate) use decide::need_time_to_play_by;
pub use evolve::Place;
pub use rights::Asked;
pub use state::{
    Decided, DecidedBy, GamePairing, Office, Opening, PlayerState, Round, SanctionState, Told,
    TournamentState,
};
pub use supposed::Supposed;
