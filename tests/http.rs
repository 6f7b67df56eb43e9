//! The service through its socket, as tablets, pages and scripts use it: what
//! is recorded, what is read, what is followed, and what is refused.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

mod http {
    mod client;
    mod codes;
    mod conflicts;
    mod documents;
    mod following;
    mod killed;
    mod liar;
    mod limits;
    mod matrix;
    mod openapi;
    mod problems;
    #[allow(dead_code, reason = "other tests use more of it")]
    mod program;
    mod proofs;
    mod reading;
    mod recording;
    mod results;
    mod review_away;
    mod review_hidden;
    mod review_looks;
    mod review_secret;
    mod reviews;
    mod rulings;
    mod schemathesis;
    mod tokens;
    mod unfinished;
    mod venue;
    mod whatif;
    mod witness;
}
