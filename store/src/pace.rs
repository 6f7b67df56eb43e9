//! How long the writer waits for company before it syncs. Where many people write
//! at their own pace, as at the boards of an event, a sync for each entry wears out
//! the disk: some journals write four times what the entry has. A short wait lets
//! several entries share one. Who writes as fast as he is answered gains nothing
//! by it, and is not made to wait: whether it gains anything is tried, and told by
//! how much comes with and without it.
//!
//! It looks at no clock: whoever asks says what time it is.

use std::time::{Duration, Instant};

/// The longest wait: a fifth of what an answer may take at most (25 ms).
const WAIT: Duration = Duration::from_millis(5);
/// From this many requests a second on a wait brings several together.
const SHARED_FROM: u64 = 400;
/// Over how long requests are counted.
const LOOK: Duration = Duration::from_millis(250);
/// After how long a wait that makes requests rarer is seen to.
const TRIAL: Duration = Duration::from_millis(50);
/// How many looks with a wait before one without says again how much comes then.
const LOOKS: u32 = 40;
/// How long it is not tried again where it made requests rarer.
const REST: Duration = Duration::from_secs(10);

/// Whether the writer waits, and what it saw lately.
#[derive(Debug)]
pub(crate) struct Pace {
    waits: bool,
    /// How many looks have passed since it waits.
    looks: u32,
    since: Instant,
    requests: u64,
    /// Requests a second while it did not wait.
    without: u64,
    rests_until: Option<Instant>,
}

impl Pace {
    pub fn new(now: Instant) -> Pace {
        Pace {
            waits: false,
            looks: 0,
            since: now,
            requests: 0,
            without: 0,
            rests_until: None,
        }
    }

    /// Notes that so many requests were taken to be written.
    pub fn took(&mut self, requests: usize) {
        self.requests += u64::try_from(requests).unwrap_or(u64::MAX);
    }

    /// How long to wait for further requests at most.
    pub fn wait(&mut self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.since);
        if self.waits {
            self.judge(now, passed);
        } else if passed >= LOOK {
            self.without = per_second(self.requests, passed);
            let rested = self.rests_until.is_none_or(|until| now >= until);
            self.turn(rested && self.without >= SHARED_FROM, now);
        }
        if self.waits { WAIT } else { Duration::ZERO }
    }

    /// Ends the wait if less comes with it: those who come then wait for their answers.
    fn judge(&mut self, now: Instant, passed: Duration) {
        if passed >= TRIAL && per_second(self.requests, passed) < self.without / 2 {
            self.rests_until = Some(now + REST);
            self.turn(false, now);
        } else if passed >= LOOK {
            let looks = self.looks + 1;
            self.turn(looks < LOOKS, now);
            self.looks = looks;
        }
    }

    fn turn(&mut self, waits: bool, now: Instant) {
        self.waits = waits;
        self.looks = 0;
        self.since = now;
        self.requests = 0;
    }
}

fn per_second(requests: u64, passed: Duration) -> u64 {
    let micros = u64::try_from(passed.as_micros()).unwrap_or(u64::MAX).max(1);
    requests.saturating_mul(1_000_000) / micros
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::append::COMPANY;

    const SYNC: Duration = Duration::from_micros(300);
    const SECOND: Duration = Duration::from_secs(1);

    /// What a writer did.
    struct Written {
        groups: u64,
        requests: u64,
        pace: Pace,
    }

    /// Lets the writer write for half a minute. Each of them comes first at his time in
    /// `coming`, and again when `next` says, which hears when he came and was answered.
    fn write(mut coming: Vec<Duration>, next: impl Fn(Duration, Duration) -> Duration) -> Written {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        let (mut now, mut groups, mut requests) = (Duration::ZERO, 0, 0);
        while now < 30 * SECOND {
            coming.sort();
            now = now.max(coming[0]);
            let longest = now + pace.wait(start + now);
            let company = coming.get(COMPANY - 1);
            now = company.map_or(longest, |last| longest.min(now.max(*last)));
            let taken = coming.iter().filter(|came| **came <= now).count();
            pace.took(taken);
            now += SYNC;
            for came in &mut coming[..taken] {
                *came = next(*came, now);
            }
            groups += 1;
            requests += u64::try_from(taken).unwrap();
        }
        Written {
            groups,
            requests,
            pace,
        }
    }

    /// So many boards with a move a second each.
    fn boards(boards: u32) -> Written {
        let first = (0..boards).map(|n| SECOND * n / boards).collect();
        write(first, |came, _| came + SECOND)
    }

    #[test]
    fn a_thousand_boards_share_their_syncs() {
        let written = boards(1000);
        assert!(written.requests > 29_000, "{} requests", written.requests);
        assert!(
            written.groups * 4 < written.requests,
            "{} syncs",
            written.groups
        );
        assert!(
            written.pace.rests_until.is_none(),
            "none came more rarely for it"
        );
    }

    #[test]
    fn the_boards_of_a_small_event_are_not_kept_waiting() {
        let written = boards(200);
        assert!(!written.pace.waits);
        assert_eq!(written.groups, written.requests);
    }

    #[test]
    fn who_writes_on_as_soon_as_he_is_answered_is_hardly_slowed() {
        for writers in [1, 2, 8] {
            let written = write(vec![Duration::ZERO; writers], |_, answered| answered);
            let unhindered = u64::try_from(writers * 30 * 3333).unwrap();
            assert!(
                written.requests > unhindered * 97 / 100,
                "{writers} writers: {} of {unhindered} requests",
                written.requests
            );
        }
    }

    #[test]
    fn when_the_boards_fall_silent_nobody_waits() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        pace.took(1000);
        assert_eq!(pace.wait(start + SECOND), WAIT);
        assert_eq!(pace.wait(start + 60 * SECOND), Duration::ZERO);
    }
}
