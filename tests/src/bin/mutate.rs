//! Mutates a valid bundle many times and counts what becomes of it:
//! `cargo run --release -p fupan-tests --bin mutate -- 10000`.

use fupan_tests::mutating::{Outcome, try_once};
use std::{process::ExitCode, thread};

fn main() -> ExitCode {
    let times: u64 = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(10_000);
    let workers = thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let counts: Vec<(u64, u64, Vec<String>)> = thread::scope(|scope| {
        let running: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    let (mut refused, mut harmless, mut accepted) = (0, 0, Vec::new());
                    for seed in (1..=times).filter(|seed| seed % workers == worker) {
                        match try_once(seed) {
                            Outcome::Refused => refused += 1,
                            Outcome::Harmless => harmless += 1,
                            Outcome::Accepted(how) => accepted.push(how),
                        }
                    }
                    (refused, harmless, accepted)
                })
            })
            .collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| match thread.join() {
            Ok(counted) => counted,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        running.into_iter().map(join).collect()
    });
    let refused: u64 = counts.iter().map(|(n, _, _)| n).sum();
    let harmless: u64 = counts.iter().map(|(_, n, _)| n).sum();
    let accepted: Vec<&String> = counts.iter().flat_map(|(_, _, all)| all).collect();
    println!(
        "{times} mutated bundles: {refused} refused, {harmless} say the same as before, {} accepted",
        accepted.len()
    );
    for how in &accepted {
        println!("accepted: {how}");
    }
    ExitCode::from(u8::from(!accepted.is_empty()))
}
