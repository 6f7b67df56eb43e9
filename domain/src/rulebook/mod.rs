//! The rule book: two closed editions as data, an event's regulations on top
//! of one of them, and the articles that rulings cite. It judges no game: what
//! the rule book says about a game's facts is a finding, and findings are made
//! from the breaches listed here. Boards and clocks know nothing of it.

pub mod article;
pub mod edition;
pub mod outcome;
pub mod quote;
pub mod regulations;
pub mod terms;

pub use article::{ArticleError, ArticleRef, Cited};
pub use edition::{Article, Breach, Edition, EditionId, Parameters, Rule};
pub use outcome::{OutcomeError, OutcomeForm, Party};
pub use regulations::{Clause, Regulations, RegulationsError, RegulationsPatch};
pub use terms::{
    Condition, Decider, Format, LongCycle, Pmax, Repetition, TieBreak, Window, WithdrawnOpponent,
};
