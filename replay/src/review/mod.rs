//! The figures of an anti-cheating review, computed from a tournament's ledger
//! and an engine's answers: how long moves took, how they agree with what the
//! engine would have played, and the same for those beside whom a player is
//! looked at. Pure like the rest; whoever has the ledger, the answers and the
//! method gets the same digits. What figures mean is said nowhere here: there is
//! no score, no threshold and no verdict.

// The one place with floating point: means, spreads and ranks are what they are
// only so. Sums run in a fixed order and every figure leaves as text with three
// digits, so that two machines write down the same.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics; what is recorded of them is text with fixed digits"
)]

pub mod agreement;
pub mod answers;
pub mod basis;
pub mod chance;
pub mod figures;
pub mod query;
pub mod reference;
pub mod stats;
pub mod times;
pub mod turns;

pub use agreement::{GameAgreement, Judged, LeftOut};
pub use answers::{Answers, AnswersError, Candidate, Compared, Seen, games_named, turn_answered};
pub use basis::{Basis, Breakdown, Members, NotCompared, Why};
pub use chance::{AsFarOut, Chance};
pub use figures::{Group, Looked, Material, figures};
pub use reference::{Member, Reference, ReferenceError};
pub use times::{Absence, GameTimes, MoveTime};
pub use turns::Within;
