//! Reviews from the command line, by subject: what the report tells, and on what
//! figures rest.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

#[path = "review_report/desk.rs"]
mod desk;
#[path = "review_report/report.rs"]
mod report;
#[path = "review_report/statistics.rs"]
mod statistics;
