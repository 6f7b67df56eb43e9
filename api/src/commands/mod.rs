//! The verbs of the command line (contract, section 8). What people read goes
//! to stdout, progress and errors to stderr; `--json` prints one JSON object.

mod audit;
mod backup;
mod demo;
mod erase;
mod evidence;
mod explain;
mod export;
mod import;
mod key;
mod load;
mod mirror;
mod proof;
mod replay;
mod restore;
mod review;
mod rule;
mod serve;
mod show;
mod source;
mod token;
mod verify;
mod whatif;
mod witness;

use crate::{
    hold::Hold,
    ledger::{self, OpenLedger},
    problem::Problem,
    text,
};
use clap::{Parser, Subcommand};
use fupan_domain::{Timestamp, ids::LedgerName};
use fupan_replay::views::Moment;
use fupan_store::{Known, wall_clock};
use serde::Serialize;
use std::{
    io::{ErrorKind, Write},
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    process::ExitCode,
};

/// The black box of a Go tournament (复盘, to lay a game out again).
///
/// Every move, clock press, warning, penalty and ruling goes in once as an
/// immutable entry of a hash chain; board, clocks, warnings and results are
/// computed again from it, by anyone, years later.
#[derive(Debug, Parser)]
#[command(
    name = "fupan",
    version,
    after_help = "Example:\n  fupan demo\n  fupan import round1.jsonl game.sgf --ledger spring-cup\n  fupan show game spring-cup r1-b1 --move 57"
)]
pub struct CommandLine {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Builds a small complete tournament in a store of its own, replays, verifies, shows and serves it
    Demo(demo::Demo),
    /// Takes files into a ledger: .jsonl drafts and .sgf games, each file whole or not at all
    Import(import::Import),
    /// Replays a file of drafts, a game record or a bundle in memory and prints what it comes to
    Replay(replay::Replay),
    /// Shows a game, standings, an appeal or a ledger from a store, as known and as of any moment
    Show(show::Show),
    /// Explains a place in the standings: each term of each sum
    Explain(explain::Explain),
    /// What would be if entries fell, or others stood in their place: beside what is; nothing is stored
    #[command(name = "whatif")]
    WhatIf(whatif::WhatIf),
    /// Reviews games after a round: opens a review, takes games to an engine and back, computes figures, writes its report
    Review(review::Review),
    /// Rules on a finding, by what its article allows or with reasons otherwise
    Rule(Box<rule::Rule>),
    /// Verifies a store: chain, schemas, rights, and every result computed again
    Audit(audit::Audit),
    /// Files of evidence: attaches, lists, gives out and deletes them
    Evidence(evidence::Evidence),
    /// Erases what is kept of a person beside the log, with an entry that says who asked
    Erase(erase::Erase),
    /// Verifies a bundle offline: file, checkpoint, chain, schemas, rights, and every result computed again
    Verify(verify::Verify),
    /// Writes the whole ledger, games, results, or the dossier of an appeal, out for others
    Export(export::Export),
    /// Serves a data folder over HTTP
    Serve(serve::Serve),
    /// Plays a simulated event against a running service, and tells how long it took
    Load(load::Load),
    /// Makes, lists and revokes tokens, also beside a running service
    Token(token::Token),
    /// Prints signed checkpoints, and proofs of entries and states
    Proof(proof::Proof),
    /// Shows, rotates and saves the key with which checkpoints are signed
    Key(key::Key),
    /// Cosigns checkpoints of another service's ledgers, if nothing before them was changed
    Witness(witness::Witness),
    /// Makes a backup of all ledgers, beside a running service or from its data folder, and verifies it
    Backup(backup::Backup),
    /// Puts a backup back into a data folder, after verifying it
    Restore(restore::Restore),
    /// Follows another service's ledgers entry by entry, verifying as it goes, and keeps them here
    Mirror(Box<mirror::MirrorVerb>),
    /// Makes a mirror's copy the ledger that is written, when the old machine is gone
    Promote(restore::Promote),
    /// Prints the settings with which the service would run
    CheckConfig(serve::CheckConfig),
}

/// How a verb ended.
pub(crate) enum Ended {
    /// All is well.
    Sound,
    /// The thing examined is broken or refused.
    Broken,
    /// What was to be examined is not there.
    Missing,
}

pub(crate) type Outcome = Result<Ended, Problem>;

impl CommandLine {
    /// Runs the verb and tells how it ended.
    pub fn run(self) -> ExitCode {
        // Of what is not there these can't say that it is broken.
        let examines = matches!(
            &self.verb,
            Verb::Verify(_) | Verb::Audit(_) | Verb::Import(_) | Verb::Restore(_)
        );
        let (json, outcome) = match self.verb {
            Verb::Demo(verb) => (verb.json, verb.run()),
            Verb::Import(verb) => (verb.json, verb.run()),
            Verb::Replay(verb) => (verb.json, verb.run()),
            Verb::Show(verb) => (verb.json(), verb.run()),
            Verb::Explain(verb) => (verb.json(), verb.run()),
            Verb::WhatIf(verb) => (verb.json, verb.run()),
            Verb::Review(verb) => (verb.json(), verb.run()),
            Verb::Rule(verb) => (verb.json, verb.run()),
            Verb::Audit(verb) => (verb.json, verb.run()),
            Verb::Evidence(verb) => (verb.json(), verb.run()),
            Verb::Erase(verb) => (verb.json, verb.run()),
            Verb::Verify(verb) => (verb.json, verb.run()),
            Verb::Export(verb) => (verb.json, verb.run()),
            Verb::Serve(verb) => (false, verb.run()),
            Verb::Load(verb) => (verb.json, verb.run()),
            Verb::Token(verb) => (verb.json(), verb.run()),
            Verb::Proof(verb) => (verb.json(), verb.run()),
            Verb::Key(verb) => (verb.json(), verb.run()),
            Verb::Witness(verb) => (false, verb.run()),
            Verb::Backup(verb) => (verb.json, verb.run()),
            Verb::Restore(verb) => (verb.json, verb.run()),
            Verb::Mirror(verb) => (verb.json, verb.run()),
            Verb::Promote(verb) => (verb.json, verb.run()),
            Verb::CheckConfig(verb) => (true, verb.run()),
        };
        match outcome {
            Ok(Ended::Sound) => ExitCode::SUCCESS,
            Ok(Ended::Broken) => ExitCode::from(1),
            Ok(Ended::Missing) => ExitCode::from(2),
            Err(problem) => {
                tell(&problem, json);
                let missing = problem.missing || problem.code == "store_missing";
                let usage = problem.code == "usage" || (examines && missing);
                ExitCode::from(if usage { 2 } else { 1 })
            }
        }
    }
}

/// A refusal on stdout for a program, on stderr for people.
fn tell(problem: &Problem, json: bool) {
    let told = json && print_json(&serde_json::json!({ "refused": problem })).is_ok();
    if !told {
        print_error(problem);
    }
}

/// Prints what went wrong on stderr. Where that takes nothing, the exit status
/// still tells it.
pub(crate) fn print_error(error: &impl std::fmt::Display) {
    let text = text::harmless(&error.to_string());
    let _unread = writeln!(std::io::stderr(), "{text}");
}

/// Prints one JSON object on stdout. A reader who has gone away is no error.
///
/// # Errors
/// When stdout takes no more, as a file on a full disk.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Problem> {
    print(&serde_json::to_string_pretty(value).map_err(|e| Problem::internal(&e))?)
}

/// Prints lines on stdout. A reader who has gone away is no error.
///
/// # Errors
/// When stdout takes no more, as a file on a full disk.
pub(crate) fn print_text(text: &str) -> Result<(), Problem> {
    print(&text::harmless(text.trim_end()))
}

/// Prints a text of the program's own as it stands.
///
/// # Errors
/// When stdout takes no more, as a file on a full disk.
pub(crate) fn print(text: &str) -> Result<(), Problem> {
    let mut stdout = std::io::stdout();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Problem::new(
            "file",
            format!("can't write to standard output: {e}"),
        )),
        _ => Ok(()),
    }
}

/// Opens a ledger of a data folder, and says on stderr what a cut in the middle
/// of a write had left behind there.
pub(crate) fn open(data: &Data, name: &LedgerName) -> Result<OpenLedger, Problem> {
    let hold = Hold::for_verb(&data.data)?;
    let open = told(ledger::open(&ledger::ledgers(&data.data)?, name))?;
    Ok(OpenLedger { hold, ..open })
}

/// The same of a ledger that was opened another way.
pub(crate) fn told(open: Result<OpenLedger, Problem>) -> Result<OpenLedger, Problem> {
    let open = open?;
    for dropped in &open.dropped {
        print_error(&format_args!("note: {dropped}"));
    }
    Ok(open)
}

/// Where the ledgers are.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Data {
    /// The data folder, with its ledgers in it
    #[arg(
        long,
        value_name = "DIR",
        default_value = "fupan-data",
        env = "FUPAN_DATA"
    )]
    pub data: PathBuf,
}

/// Which moment of a game a view is asked for.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct AtMoment {
    /// What stood right after the N-th stone or pass that still stands; voided ones are not counted
    #[arg(long = "move", value_name = "N", conflicts_with = "when")]
    move_number: Option<usize>,
    /// What stood at that moment of play, voided moves included
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    when: Option<Timestamp>,
}

impl AtMoment {
    /// The moment; the last one where none is named.
    pub fn moment(self) -> Moment {
        match (self.move_number, self.when) {
            (Some(n), _) => Moment::Move(n),
            (None, Some(time)) => Moment::When(time),
            (None, None) => Moment::Last,
        }
    }
}

/// Reads `--at`: a seq, or a time of acceptance.
pub(crate) fn parse_known(text: &str) -> Result<Known, String> {
    if let Ok(seq) = text.parse() {
        return Ok(Known::Seq(seq));
    }
    let time: Result<Timestamp, _> = text.parse();
    time.map(Known::Time)
        .map_err(|e| format!("expected an entry's seq, or a time: {e}"))
}

/// Reads `--listen`: an address and a port.
fn parse_listen(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        let example = match text.parse::<IpAddr>() {
            Ok(address) => SocketAddr::new(address, 8080).to_string(),
            Err(_) => "127.0.0.1:8080".to_owned(),
        };
        format!("expected an IP address and a port, as {example}")
    })
}

/// Reads `--when`: a time of the facts' own.
fn parse_time(text: &str) -> Result<Timestamp, String> {
    text.parse()
        .map_err(|e: fupan_domain::time::NotATime| e.to_string())
}

/// Reads `--delete-after`: a time, or a term from now in days or years (`90d`, `2y`), which
/// ends with its last day, so that whoever asks once more on that day says the same.
fn parse_day(text: &str) -> Result<Timestamp, String> {
    const DAY_MS: i64 = 86_400_000;
    let term = |unit, days: i64| {
        let number: u16 = text.strip_suffix(unit)?.parse().ok()?;
        Some(i64::from(number) * days)
    };
    let Some(days) = term('d', 1).or_else(|| term('y', 365)) else {
        return text.parse().map_err(|e: fupan_domain::time::NotATime| {
            format!("{e}; or a term from now, as 90d or 2y")
        });
    };
    let today = wall_clock().unix_ms().div_euclid(DAY_MS);
    Timestamp::from_unix_ms((today + days + 1) * DAY_MS)
        .ok_or_else(|| "expected a term of fewer years".to_owned())
}

/// Reads a file whole.
pub(crate) fn read_file(path: &std::path::Path) -> Result<Vec<u8>, Problem> {
    std::fs::read(path).map_err(|e| Problem::file(path, &e))
}
