//! The service through its socket, as tablets, pages and scripts use it: what
//! is recorded, what is read, what is followed, and what is refused.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

mod http {
    mod conflicts;
    mod documents;
    mod following;
    mod limits;
    mod problems;
    mod reading;
    mod recording;
    mod rulings;
    mod tokens;
    mod venue;
    mod whatif;
}
