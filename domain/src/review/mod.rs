//! An anti-cheating review: what has become of it, and whether an entry of its
//! ledger can be a record. A ledger whose first entry is `review_opened` is a
//! review's, and holds nothing of a tournament. The order of things is what is
//! guarded here: a method before figures, two notes before either is read, the
//! player's answer before a conclusion. What figures mean is nowhere decided.

mod decide;
mod due;
mod evolve;
mod state;
#[cfg(test)]
mod tests;

/// How long a file of a review is kept at most after it was attached: ten years of 365 days
/// and the leap days in them, as long as an offence can be pursued in sport (World
/// Anti-Doping Code, article 17). A day that is further off would be none.
pub const KEPT_AT_MOST: crate::Millis = crate::Millis(3_653 * 86_400_000);

pub use decide::{decide, decide_access, decide_opening};
pub use due::Due;
pub use state::{Awaited, Note, ReviewState, ReviewStatus};
