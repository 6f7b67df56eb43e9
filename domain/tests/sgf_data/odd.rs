//! Broken and odd files, one by one: what must be true of each stands in a table, by what
//! is odd about it.

/// A check of the only game of a file, and of all that was remarked on.
macro_rules! game {
    (|$game:ident, $kinds:ident| $body:block) => {
        |read| {
            let collection = read.unwrap();
            let $kinds = kinds(&collection);
            let [$game] = collection.games.as_slice() else {
                panic!("{} games", collection.games.len());
            };
            $body
        }
    };
}

macro_rules! result {
    ($outcome:expr, $remarks:expr) => {
        game!(|game, kinds| {
            assert_eq!(game.result.as_ref().unwrap().outcome, $outcome);
            let remarks: &[K] = &$remarks;
            assert_eq!(kinds, remarks);
            assert_eq!(moves(game), "b Q16");
        })
    };
}

macro_rules! name {
    ($name:expr, $encoding:expr) => {
        |read| {
            let collection = read.unwrap();
            assert_eq!(collection.games[0].players.black.name, $name);
            assert_eq!(collection.encoding, $encoding);
            assert_eq!(moves(&collection.games[0]), "b Q16");
        }
    };
}

mod played;
mod told;
mod written;

use crate::*;

/// What must be true of a file of `sgf-odd`.
type Check = fn(Result<Collection, SgfError>);

/// Every line of `expected.json`, by file.
fn expected() -> BTreeMap<&'static str, Check> {
    let tables = played::expected().into_iter();
    let tables = tables.chain(told::expected());
    tables.chain(written::expected()).collect()
}

#[test]
fn odd_files_say_what_is_expected_of_them() {
    let Some(mut files) = folder("sgf-odd") else {
        return;
    };
    let lines = files.remove("expected.json").unwrap();
    let lines: BTreeMap<String, String> = serde_json::from_slice(&lines).unwrap();
    let checks = expected();
    let named: Vec<&str> = lines.keys().map(String::as_str).collect();
    assert_eq!(checks.keys().copied().collect::<Vec<_>>(), named);
    for (name, check) in checks {
        eprintln!("{name}: {}", lines[name]);
        check(sgf::read(&files.remove(name).unwrap()));
    }
    assert_eq!(files.keys().collect::<Vec<_>>(), [""; 0]);
}
