//! Things that are alike, summed up: how many of a kind, and the first few of
//! them. What is told to programs lists them all.

use super::{discrepancy, quoted};
use fupan_replay::views::Discrepancy;
use std::fmt::Write;

/// How many of a kind are shown one by one.
const SHOWN: usize = 3;

/// What was found, a line each; of a kind that was found more often the first few
/// and how many there are.
pub fn discrepancies(found: &[Discrepancy]) -> String {
    let mut text = String::new();
    for alike in groups(found, |d| (d.severity, d.code.as_str())) {
        for one in alike.iter().take(SHOWN) {
            let _ = writeln!(text, "{}", discrepancy(one));
        }
        if let [first, ..] = &alike[..]
            && alike.len() > SHOWN
        {
            let _ = writeln!(
                text,
                "  {} of {} in all; --json lists each",
                alike.len(),
                first.code
            );
        }
    }
    text
}

/// A remark on an entry that was recorded.
pub struct OnEntry<'a> {
    /// The entry's place in the ledger.
    pub seq: u64,
    /// What kind of remark.
    pub code: &'a str,
    /// What it is.
    pub text: &'a str,
}

/// Remarks on entries, a line for each kind with the first few entries.
pub fn on_entries(remarks: &[OnEntry<'_>]) -> Vec<String> {
    let lines = groups(remarks, |remark| remark.code).into_iter();
    let line = |alike: Vec<&OnEntry<'_>>| {
        let first = alike.iter().take(SHOWN);
        let first: Vec<String> = first
            .map(|r| format!("entry {}: {}", r.seq, quoted(r.text)))
            .collect();
        let (code, count) = (alike[0].code, alike.len());
        let more = match count.checked_sub(SHOWN) {
            Some(more) if more > 0 => format!("; and {more} more, which --json lists"),
            _ => String::new(),
        };
        let entries = if count == 1 { "entry" } else { "entries" };
        format!("{code}, {count} {entries}: {}{more}", first.join("; "))
    };
    lines.map(line).collect()
}

/// Things by their kind, kinds in the order in which they first come.
fn groups<'a, T, K: PartialEq>(things: &'a [T], kind: impl Fn(&'a T) -> K) -> Vec<Vec<&'a T>> {
    let mut groups: Vec<(K, Vec<&T>)> = Vec::new();
    for thing in things {
        let of = kind(thing);
        match groups.iter_mut().find(|(kind, _)| *kind == of) {
            Some((_, alike)) => alike.push(thing),
            None => groups.push((of, vec![thing])),
        }
    }
    groups.into_iter().map(|(_, alike)| alike).collect()
}
