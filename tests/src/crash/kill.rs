//! Trials by kill -9. They show what a crash of the program does, and nothing
//! about the disk: the system keeps what a dead process has written.

use super::{Dice, Tally, Writing, check};
use std::{io, path::Path, thread, time::Duration};

/// A store is killed this often before a new one is begun.
const CUTS_A_STORE: u32 = 10;

/// Kills a writer so many times, in folders under `folder`.
///
/// # Errors
/// When a process can't be started or read.
pub fn run(program: &Path, folder: &Path, trials: u32, seed: u64) -> io::Result<Tally> {
    let mut dice = Dice::new(seed);
    let mut tally = Tally::default();
    let mut acknowledged = super::Acknowledged::new();
    for trial in 0..trials {
        if trial % CUTS_A_STORE == 0 {
            acknowledged.clear();
        }
        let store = folder.join(format!("store-{}", trial / CUTS_A_STORE));
        let writing = Writing::start(program, &store, true, seed + u64::from(trial))?;
        // Every second one is cut off at work, however slow the machine is; the
        // others at any moment, that of opening the store among them.
        if trial % 2 == 0 {
            writing.wait_for_first();
        }
        thread::sleep(Duration::from_millis(dice.below(500)));
        let new = writing.kill()?;
        let count = new.len();
        acknowledged.extend(new);
        let checked = check(program, &store, &acknowledged)?;
        tally.count(count, checked);
    }
    Ok(tally)
}
