//! What was measured, and how it is told. Times in microseconds, whole ones.

use crate::problem::Problem;
use fupan_domain::{Timestamp, amount, ids::LedgerName};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// What is gathered while it is played.
#[derive(Default)]
pub(super) struct Figures {
    answers: Vec<u32>,
    /// How many answers had come when each minute of the playing ended.
    minutes: Vec<usize>,
    late: Vec<u32>,
    entries: u64,
    pairings: u64,
    problems: BTreeMap<&'static str, u64>,
    stopped: BTreeMap<String, u64>,
    took: Duration,
    delays: Vec<u32>,
    /// When entries were recorded, by seq: each is read once for all readers.
    recorded: BTreeMap<u64, Timestamp>,
    readers: u64,
    gaps: u64,
    again: u64,
    missing: u64,
    reconnects: u64,
}

fn micros(duration: Duration) -> u32 {
    u32::try_from(duration.as_micros()).unwrap_or(u32::MAX)
}

impl Figures {
    /// A batch was answered as recorded, so long after the playing began.
    pub fn answered(&mut self, took: Duration, entries: usize, since: Duration) {
        let minute = usize::try_from(since.as_secs() / 60).unwrap_or(usize::MAX);
        while self.minutes.len() < minute {
            self.minutes.push(self.answers.len());
        }
        self.answers.push(micros(took));
        self.entries += u64::try_from(entries).unwrap_or(0);
    }

    /// So much after its time a batch was handed in.
    pub fn late(&mut self, late: Duration) {
        self.late.push(micros(late));
    }

    /// A round was paired.
    pub fn paired(&mut self) {
        self.pairings += 1;
    }

    /// A request failed.
    pub fn failed(&mut self, problem: &Problem) {
        *self.problems.entry(problem.code).or_default() += 1;
    }

    /// A writer gave up.
    pub fn stopped(&mut self, problem: &Problem) {
        *self.stopped.entry(problem.to_string()).or_default() += 1;
    }

    /// The playing ended.
    pub fn ended(&mut self, began: Instant) {
        self.took = began.elapsed();
    }

    /// A reader saw an entry.
    pub fn seen(&mut self, seq: u64, event: &[u8], now: Timestamp) {
        let recorded = match self.recorded.get(&seq) {
            Some(time) => *time,
            None => match recorded_at(event) {
                Some(time) => *self.recorded.entry(seq).or_insert(time),
                None => return,
            },
        };
        let ms = u64::try_from(now.since(recorded).0).unwrap_or(0);
        self.delays.push(micros(Duration::from_millis(ms)));
    }

    /// A reader saw an entry that he had seen.
    pub fn seen_again(&mut self) {
        self.again += 1;
    }

    /// A reader was not shown so many entries before one that came.
    pub fn passed_over(&mut self, entries: u64) {
        self.gaps += entries;
    }

    /// A reader saw all there is.
    pub fn read_all(&mut self) {
        self.readers += 1;
    }

    /// So many entries never came to a reader.
    pub fn missed(&mut self, entries: u64) {
        self.missing += entries;
    }

    /// A reader had to connect again.
    pub fn reconnected(&mut self) {
        self.reconnects += 1;
    }

    /// How the answers spread in each minute, where there was more than one: of a
    /// long play the whole does not show whether it grew slower.
    fn by_minute(&self) -> Vec<Spread> {
        if self.minutes.is_empty() {
            return Vec::new();
        }
        let ends = self.minutes.iter().copied().chain([self.answers.len()]);
        let begins = [0].into_iter().chain(self.minutes.iter().copied());
        let part = |(from, to): (usize, usize)| self.answers.get(from..to).unwrap_or_default();
        let parts = begins.zip(ends).map(part);
        parts.map(|part| Spread::of(part.to_vec())).collect()
    }

    /// All of it, of a ledger that had `before` entries and now has `after`.
    pub fn told(self, ledger: &LedgerName, before: u64, after: u64) -> Told {
        let ms = u64::try_from(self.took.as_millis())
            .unwrap_or(u64::MAX)
            .max(1);
        let acknowledged = self.entries + self.pairings;
        let stored = after.saturating_sub(before);
        Told {
            ledger: ledger.to_string(),
            took_ms: ms,
            requests: self.answers.len(),
            entries: self.entries,
            entries_per_s: self.entries * 1000 / ms,
            minutes_us: self.by_minute(),
            answer_us: Spread::of(self.answers),
            late_us: Spread::of(self.late),
            problems: self.problems,
            stopped: self.stopped,
            acknowledged,
            stored,
            reading: (self.readers > 0 || self.missing > 0).then_some(Reading {
                saw_all: self.readers,
                delay_us: Spread::of(self.delays),
                gaps: self.gaps,
                again: self.again,
                missing: self.missing,
                reconnects: self.reconnects,
            }),
        }
    }
}

/// When an entry was recorded, as it says.
fn recorded_at(event: &[u8]) -> Option<Timestamp> {
    const KEY: &[u8] = b"\"recorded_at\":\"";
    let at = event.windows(KEY.len()).position(|part| part == KEY)? + KEY.len();
    let text = event[at..].split(|b| *b == b'"').next()?;
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// How something spread, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Spread {
    p50: u32,
    p99: u32,
    max: u32,
}

impl Spread {
    fn of(mut times: Vec<u32>) -> Spread {
        times.sort_unstable();
        let at = |percent: usize| {
            let index = times.len() * percent / 100;
            times.get(index.min(times.len().saturating_sub(1))).copied()
        };
        Spread {
            p50: at(50).unwrap_or(0),
            p99: at(99).unwrap_or(0),
            max: at(100).unwrap_or(0),
        }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = |us: u32| format!("{}.{:02} ms", us / 1000, us % 1000 / 10);
        let Spread { p50, p99, max } = *self;
        write!(f, "p50 {}, p99 {}, max {}", ms(p50), ms(p99), ms(max))
    }
}

/// What was measured.
#[derive(Debug, Serialize)]
pub(super) struct Told {
    ledger: String,
    took_ms: u64,
    requests: usize,
    entries: u64,
    entries_per_s: u64,
    /// From a request to its durable answer.
    answer_us: Spread,
    /// The same of each minute, where there was more than one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    minutes_us: Vec<Spread>,
    /// How long after its time a request was made.
    late_us: Spread,
    problems: BTreeMap<&'static str, u64>,
    stopped: BTreeMap<String, u64>,
    acknowledged: u64,
    stored: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<Reading>,
}

/// What readers saw.
#[derive(Debug, Serialize)]
struct Reading {
    saw_all: u64,
    /// From an entry's own time of record, in whole milliseconds.
    delay_us: Spread,
    gaps: u64,
    again: u64,
    missing: u64,
    reconnects: u64,
}

impl Told {
    /// Whether nothing failed, and nothing was lost, stored or seen twice.
    pub fn is_sound(&self) -> bool {
        let read = self.reading.as_ref();
        let read_well = read.is_none_or(|r| r.gaps + r.again + r.missing == 0);
        self.problems.is_empty() && self.stopped.is_empty() && self.is_whole() && read_well
    }

    fn is_whole(&self) -> bool {
        self.acknowledged == self.stored
    }

    /// As people read it.
    pub fn text(&self) -> String {
        let mut lines = vec![
            format!(
                "{}: {} in {}, {} ms: {} entries/s",
                self.ledger,
                amount(self.entries, "entry"),
                amount(self.requests, "request"),
                self.took_ms,
                self.entries_per_s
            ),
            format!("request to durable answer  {}", self.answer_us),
        ];
        for (minute, answers) in self.minutes_us.iter().enumerate() {
            lines.push(format!("  minute {:<17} {answers}", minute + 1));
        }
        if self.late_us != Spread::default() {
            lines.push(format!("handed in after its time   {}", self.late_us));
        }
        if let Some(read) = &self.reading {
            lines.push(format!("recorded to seen           {}", read.delay_us));
            lines.push(format!(
                "{} saw every entry; {} passed over, {} seen again, {} never came, {} connected anew",
                amount(read.saw_all, "reader"), read.gaps, read.again, read.missing, read.reconnects
            ));
        }
        let verdict = if self.is_whole() {
            "each once"
        } else {
            "which differs"
        };
        lines.push(format!(
            "acknowledged {}, stored {}: {verdict}",
            self.acknowledged, self.stored
        ));
        for (code, count) in &self.problems {
            lines.push(format!("{} failed: {code}", amount(*count, "request")));
        }
        for (problem, count) in &self.stopped {
            lines.push(format!("{} stopped: {problem}", amount(*count, "writer")));
        }
        if self.problems.is_empty() {
            lines.push("no request failed".to_owned());
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_of_minutes_is_told_by_the_minute() {
        let mut figures = Figures::default();
        // Nothing was answered in the third of four minutes.
        for (second, ms) in [(1, 2), (59, 4), (60, 30), (200, 8)] {
            figures.answered(Duration::from_millis(ms), 1, Duration::from_secs(second));
        }
        let worst = figures
            .by_minute()
            .iter()
            .map(|m| m.max)
            .collect::<Vec<_>>();
        assert_eq!(worst, [4_000, 30_000, 0, 8_000]);
        let mut short = Figures::default();
        short.answered(Duration::from_millis(2), 1, Duration::from_secs(1));
        assert!(short.by_minute().is_empty(), "the whole says it already");
    }
}
