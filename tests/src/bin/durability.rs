//! Cuts a store off under load, as often as told, and says what was lost:
//!
//!     durability kill TRIALS [FOLDER]
//!     durability cut TRIALS torn|all [--no-sync]
//!
//! `cut` needs Linux, /dev/fuse and the right to mount. `write` and `check` are
//! the processes that it starts itself.

use fupan_tests::crash::{
    Tally, check,
    cut::{self, Cuts},
    kill,
    volatile::Survives,
    writer,
};
use std::{
    env, io,
    path::Path,
    process::ExitCode,
    time::{SystemTime, UNIX_EPOCH},
};

const USAGE: &str = "usage: durability kill TRIALS [FOLDER]
       durability cut TRIALS torn|all [--no-sync]";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["write", folder, seed] => write(folder, seed, true),
        ["write", folder, seed, "--no-sync"] => write(folder, seed, false),
        ["check", folder] => match check::run(Path::new(folder)) {
            0 => ExitCode::SUCCESS,
            code => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        },
        ["kill", trials] => kill_trials(trials, None),
        ["kill", trials, folder] => kill_trials(trials, Some(Path::new(folder))),
        ["cut", trials, survives] => cut_trials(trials, survives, true),
        ["cut", trials, survives, "--no-sync"] => cut_trials(trials, survives, false),
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn write(folder: &str, seed: &str, syncs: bool) -> ExitCode {
    let seed = seed.parse().unwrap_or(0);
    match writer::run(Path::new(folder), seed, syncs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = now.map_or(1, |d| d.as_secs() * 1000 + u64::from(d.subsec_millis()));
    eprintln!("seed {seed}");
    seed
}

fn kill_trials(trials: &str, folder: Option<&Path>) -> ExitCode {
    let Ok(trials) = trials.parse() else {
        return usage();
    };
    report(|| {
        let program = env::current_exe()?;
        let made = tempfile::tempdir()?;
        kill::run(&program, folder.unwrap_or(made.path()), trials, seed())
    })
}

fn cut_trials(trials: &str, survives: &str, syncs: bool) -> ExitCode {
    let survives = match survives {
        "torn" => Survives::Torn,
        "all" => Survives::Nothing,
        _ => return usage(),
    };
    let Ok(trials) = trials.parse() else {
        return usage();
    };
    report(|| {
        let program = env::current_exe()?;
        let made = tempfile::tempdir()?;
        let cuts = Cuts {
            trials,
            survives,
            syncs,
            seed: seed(),
        };
        cut::run(&program, made.path(), cuts)
    })
}

fn report(run: impl FnOnce() -> io::Result<Tally>) -> ExitCode {
    match run() {
        Ok(tally) => {
            println!("{}", tally.line());
            for fault in &tally.faults {
                println!("  {fault}");
            }
            if tally.lost + tally.unopened == 0 {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            eprintln!("the trials can't be run: {error}");
            ExitCode::from(2)
        }
    }
}
