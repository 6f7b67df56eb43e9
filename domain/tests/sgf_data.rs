//! The shared folder of real and broken SGF files, read one by one. Not shipped
//! with the project: where it is missing, each test says so and passes over
//! itself. What a board or the rules make of a record is tested elsewhere.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod sgf_data {
    mod odd;
    mod real;
}

use fupan_domain::board::Point;
use fupan_domain::score::QuarterZi;
use fupan_domain::sgf::{
    self, Action, By, ClockStyle, Collection, KomiReading, Outcome, Overtime, OvertimeLeft, Place,
    Record, RemarkKind as K, Rules, SgfError,
};
use fupan_domain::{Colour, Millis};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The files of one folder by name; `None` where the folder is missing.
#[expect(
    clippy::disallowed_methods,
    reason = "a test may read files; the crate may not"
)]
fn folder(name: &str) -> Option<BTreeMap<String, Vec<u8>>> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")).join(name);
    let Ok(entries) = std::fs::read_dir(&path) else {
        eprintln!("passed over: no folder shared/data/{name}");
        return None;
    };
    let mut files = BTreeMap::new();
    for entry in entries {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        files.insert(name, std::fs::read(entry.path()).unwrap());
    }
    assert!(!files.is_empty(), "{}", path.display());
    Some(files)
}

fn moves(record: &Record) -> String {
    let name = |point: Option<Point>| point.map_or("pass".to_owned(), |p| p.to_string());
    let moves: Vec<String> = record
        .moves()
        .map(|(_, colour, point)| format!("{} {}", &colour.name()[..1], name(point)))
        .collect();
    moves.join(", ")
}

fn points(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    names.join(" ")
}

fn kinds(collection: &Collection) -> Vec<K> {
    let games = collection.games.iter().flat_map(|game| &game.remarks);
    collection
        .remarks
        .iter()
        .chain(games)
        .map(|r| r.kind)
        .collect()
}

fn won(winner: Colour, by: By) -> Outcome {
    Outcome::Won { winner, by }
}

fn count(qz: i64) -> By {
    By::Count(QuarterZi(qz))
}
