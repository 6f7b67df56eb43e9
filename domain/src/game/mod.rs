//! A game: what can be recorded of it (`decide`), and what has become of it
//! (`evolve`). Rule-breaking facts are facts; what the rule book makes of them
//! is in `rulebook`.

mod clocks;
mod closing;
mod course;
mod decide;
mod decide_amendments;
mod decide_rulings;
mod ending;
mod evolve;
mod orders;
mod overturn;
mod record;
mod sighting;
mod state;
mod watch;

pub use clocks::Taken;
pub use course::{Course, Move};
pub use decide::decide;
pub use decide_amendments::decide_supposed;
pub use ending::{Ending, EndingKind};
pub use overturn::{CarriedOut, Decisions};
pub use record::{AmendError, Decision, Fact, FactKind, Fault, Record, is_replaceable};
pub use sighting::{Play, Seen, Sighting};
pub use state::{
    EndStage, GameState, Paired, PenaltyState, Remark, RulingState, Status, Supplement, Terms,
    WarningState,
};
