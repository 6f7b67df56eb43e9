//! Trials by power cut: the store lies on a file system that forgets what was
//! not synced, see `volatile`.

use super::{
    Acknowledged, Dice, Tally, Writing, check,
    volatile::{Disk, Mounted, Survives},
};
use std::{io, path::Path, thread, time::Duration};

/// A disk is cut this often before a new one is begun.
const CUTS_A_DISK: u32 = 5;

/// What a series of cuts is done with.
#[derive(Clone, Copy, Debug)]
pub struct Cuts {
    /// How many.
    pub trials: u32,
    /// What is left of what was not synced.
    pub survives: Survives,
    /// Whether the store syncs. Where it does not, the trials must find it out.
    pub syncs: bool,
    /// Where the dice begin.
    pub seed: u64,
}

/// Whether the file system can be mounted here, and why not.
///
/// # Errors
/// When it can't.
pub fn possible(folder: &Path) -> io::Result<()> {
    Mounted::on(folder, Disk::default())?.unmount()
}

/// Cuts the power of a writer's disk so many times. `folder` must be empty and
/// becomes the place where the disk is mounted.
///
/// # Errors
/// When the disk can't be mounted, or a process can't be started.
pub fn run(program: &Path, folder: &Path, cuts: Cuts) -> io::Result<Tally> {
    let mut dice = Dice::new(cuts.seed);
    let mut tally = Tally::default();
    let mut disk = Disk::default();
    let mut acknowledged = Acknowledged::new();
    for trial in 0..cuts.trials {
        if trial % CUTS_A_DISK == 0 {
            disk = Disk::default();
            acknowledged.clear();
        }
        let mounted = Mounted::on(folder, disk)?;
        let store = folder.join("cup");
        let seed = cuts.seed + u64::from(trial);
        let writing = Writing::start(program, &store, cuts.syncs, seed)?;
        // Every second one is cut off at work, however slow the machine is; the others
        // from the making of the store to well after the first rewriting of its file.
        if trial % 2 == 1 {
            writing.wait_for_first();
        }
        thread::sleep(Duration::from_millis(dice.below(700)));
        let left = mounted.cut(cuts.survives, &mut dice);
        tally.most_unsynced = tally.most_unsynced.max(mounted.most_unsynced());
        let new = writing.kill()?;
        let count = new.len();
        acknowledged.extend(new);
        mounted.unmount()?;

        let mounted = Mounted::on(folder, left)?;
        let checked = check(program, &store, &acknowledged)?;
        // Power comes back and stays; what the check wrote is then on the disk.
        disk = mounted.unplug();
        mounted.unmount()?;
        if !tally.count(count, checked) {
            // Nothing more can be learnt from a broken store.
            disk = Disk::default();
            acknowledged.clear();
        }
    }
    Ok(tally)
}
