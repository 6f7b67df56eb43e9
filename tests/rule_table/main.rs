//! The rule table's rows B.1 to B.4, each tried under both editions: a few
//! facts, and what must follow. Each file begins with its table: the row, the
//! edition, the test. A row that is an effect is tested by what follows, one
//! that an edition has not by what is then not found. Standings (B.5) are not
//! here; how findings behave whatever is played is in `any_game`.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan_tests::script::{Script, paired_with};
use serde_json::{Value, json};
use std::collections::BTreeSet;

mod any_game;
mod conduct;
mod ending;
mod moves;
mod time;

/// One of the two editions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// `cn-1988`, E1 in the rule table.
    E1,
    /// `cn-2002`, E2.
    E2,
}

use Edition::{E1, E2};

impl Edition {
    /// Its id.
    pub const fn id(self) -> &'static str {
        match self {
            E1 => "cn-1988",
            E2 => "cn-2002",
        }
    }

    /// What holds under this edition, of what holds under each.
    pub fn of<T>(self, e1: T, e2: T) -> T {
        match self {
            E1 => e1,
            E2 => e2,
        }
    }

    /// This edition's article, by its number under each.
    pub fn article(self, e1: &str, e2: &str) -> String {
        format!("{}:{}", self.id(), self.of(e1, e2))
    }

    /// Ann's black against Bo's white, begun at ten under regulations of the
    /// event's own; `start` says more of the beginning.
    pub fn begun(self, regulations: &Value, start: &Value) -> Script {
        paired_with(self.id(), regulations)
            .at("10:00")
            .start(start)
            .called("start")
    }

    /// Begun on the whole board without clocks.
    pub fn game(self) -> Script {
        self.begun(&json!({}), &json!({}))
    }

    /// Begun from a position on a small board; `to_play` moves first.
    pub fn from_rows(self, rows: &[&str], to_play: &str) -> Script {
        let start = json!({"position": rows, "to_play": to_play});
        self.begun(&json!({"board": rows.len()}), &start)
    }
}

/// A row of the table: the rule, the edition, the test.
pub type Covered = (&'static str, Edition, &'static str);

/// The table of a file: each row of the rule table with the editions under
/// which a test tries it. A test is run once for each of its editions.
macro_rules! table {
    ($($row:literal $($edition:ident)+ => $test:ident;)+) => {
        /// The rows of this file.
        pub const TABLE: &[crate::Covered] =
            &[$($(($row, crate::Edition::$edition, stringify!($test)),)+)+];

        $(mod $test {
            $(crate::run!($edition, $test);)+
        })+
    };
}

/// One test under one edition.
macro_rules! run {
    (E1, $test:ident) => {
        #[test]
        fn cn_1988() {
            super::$test(crate::Edition::E1);
        }
    };
    (E2, $test:ident) => {
        #[test]
        fn cn_2002() {
            super::$test(crate::Edition::E2);
        }
    };
}

pub(crate) use {run, table};

/// Cases of `tests/cases` that try a row too, by the file's name.
const CASES: &[Covered] = &[
    ("MV-4", E2, "suicide-2002"),
    ("MV-5", E1, "ko-retaken-1988"),
    ("MV-5", E2, "ko-retaken-2002"),
    ("MV-6", E2, "sending-two-positional"),
    ("MV-3", E2, "snapback"),
    ("MV-7", E1, "two-in-a-row-1988"),
    ("MV-7", E2, "two-in-a-row-2002"),
    ("MV-8", E2, "take-back-unasked"),
    ("MV-8", E2, "take-back-complained-too-late"),
    ("MV-11", E2, "captive-not-lifted"),
    ("MV-11", E2, "captives-lifted-later"),
    ("MV-12", E2, "colours-swapped-after-ten"),
    ("MV-20", E2, "event-clause"),
    ("TM-1", E2, "late-2002"),
    ("TM-7", E2, "byoyomi-exact"),
    ("TM-9", E2, "overtime-as-pass"),
    ("TM-10", E2, "read-again"),
    ("TM-11", E2, "clock-before-stone"),
    ("TM-12", E1, "admonition-1988"),
    ("TM-18", E2, "contest-given-up"),
    ("TM-21", E2, "moves-per-period-carry"),
    ("TM-23", E2, "pause"),
    ("TM-25", E1, "sealed-move-occupied-1988"),
    ("EN-2", E2, "resigned-after-winning"),
    ("EN-3", E2, "two-passes-2002"),
    ("EN-9", E2, "dead-one-point"),
    ("EN-10", E2, "count-184"),
    ("EN-10", E2, "count-184-half"),
    ("EN-11", E2, "count-185-with-warning"),
    ("EN-11", E2, "second-warning-loses"),
    ("EN-11", E2, "second-warning-overturned"),
    ("EN-13", E2, "count-entered-wrong"),
    ("CD-1", E1, "admonition-1988"),
    ("CD-5", E2, "phone-rings-twice"),
];

/// How many rows each part of the rule table has.
const PARTS: [(&str, u32); 4] = [("MV", 20), ("TM", 25), ("EN", 13), ("CD", 15)];

#[test]
fn every_row_is_tried_under_both_editions() {
    let tests = [
        moves::table(),
        time::table(),
        ending::TABLE.to_vec(),
        conduct::TABLE.to_vec(),
    ]
    .concat();
    let mut missing = BTreeSet::new();
    for (part, rows) in PARTS {
        for number in 1..=rows {
            for edition in [E1, E2] {
                let row = format!("{part}-{number}");
                let of_row = |(r, e, _): &&Covered| *r == row && *e == edition;
                let tried: Vec<&str> = tests.iter().filter(of_row).map(|c| c.2).collect();
                let cases = CASES.iter().filter(of_row).map(|c| c.2);
                let cases: Vec<String> = cases.map(|case| format!("case {case}")).collect();
                println!("{row:6} {} {}", edition.id(), tried.join(", "));
                for case in &cases {
                    println!("{:15}{case}", "");
                }
                if tried.is_empty() {
                    missing.insert((row, edition));
                }
            }
        }
    }
    assert!(missing.is_empty(), "rows without a test: {missing:?}");
}

#[test]
fn the_cases_named_are_there() {
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/cases"));
    for (row, _, case) in CASES {
        let file = folder.join(format!("{case}.jsonl"));
        assert!(file.is_file(), "{row}: no {}", file.display());
    }
}
