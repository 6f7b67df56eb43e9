//! A review from the command line: a game to an engine and its answers back,
//! figures that a hand calculation gives too, a report that names nobody, notes
//! that nobody reads too early, and a ledger like any other.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

mod reviews {
    mod attacked;
    mod course;
    mod desk;
    mod figures;
    mod files;
    mod group;
    mod opening;
    mod report;
    mod statistics;
    mod times;
    mod told;
}
