//! The rule book: two closed editions as data, an event's regulations on top
//! of one of them, the articles that rulings cite, and what all this says about
//! a game's facts: findings. A finding changes nothing; what takes effect is in
//! `game`. Boards and clocks know nothing of it.

pub mod article;
pub mod authority;
pub mod edition;
pub mod effects;
mod feasible;
pub mod finding;
pub mod findings;
pub mod outcome;
pub mod quote;
pub mod read_out;
pub mod regulations;
pub mod terms;
mod window;

pub use article::{ArticleError, ArticleRef, Cited};
pub use edition::{Article, Breach, Edition, EditionId, Parameters, Rule};
pub use finding::{Finding, FindingStatus};
pub use findings::{Request, RequestKind, RequestState, findings, requests, tournament_findings};
pub use outcome::{OutcomeError, OutcomeForm, Party};
pub use regulations::{Clause, Regulations, RegulationsError, RegulationsPatch};
pub use terms::{
    Condition, Decider, Format, LongCycle, Pmax, Repetition, TieBreak, Window, WithdrawnOpponent,
};
