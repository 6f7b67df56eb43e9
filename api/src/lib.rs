//! What people and programs meet: the command line and the service. Rules,
//! records and stores are in the crates below.

#![expect(
    clippy::result_large_err,
    reason = "a problem is told once and ends what was being done"
)]

pub mod auth;
pub mod bundle;
pub mod commands;
pub mod config;
pub mod cosigning;
pub mod dossier;
pub mod events;
pub mod evidence;
pub mod hold;
pub mod i18n;
pub mod kept;
pub mod keys;
pub mod ledger;
pub mod limits;
pub mod lines;
pub mod live;
pub mod metrics;
pub mod mirrors;
pub mod pages;
pub mod problem;
pub mod progress;
pub mod proofs;
pub mod remote;
pub mod results;
pub mod review;
pub mod routes;
pub mod ruling;
pub mod server;
pub mod service;
pub mod svg;
pub mod telemetry;
pub mod text;
pub mod tls;
pub mod witness;

use clap::Parser;
use std::{ffi::OsString, process::ExitCode};

/// Runs the program with these arguments, the first being its name.
///
/// The exit status is 0 for sound, 1 where the thing examined is broken or
/// refused, 2 for usage (contract, section 8).
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match commands::CommandLine::try_parse_from(args) {
        Ok(command_line) => command_line.run(),
        Err(error) => {
            // Help and version are told on stdout and are no failure.
            let _unprintable = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
    }
}
