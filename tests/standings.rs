//! Who stands where after a round, and why: points, sums, total scores and the
//! criteria that separate equals (2002 article 27, 1988 article 28).

#![expect(clippy::unwrap_used, reason = "a test may")]

#[path = "standings/anew.rs"]
mod anew;
#[path = "standings/criteria.rs"]
mod criteria;
#[path = "standings/explained.rs"]
mod explained;
#[path = "standings/laws.rs"]
mod laws;
#[path = "standings/scores.rs"]
mod scores;
