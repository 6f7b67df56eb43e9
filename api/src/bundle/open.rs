//! A bundle read as a ledger, for views from it. Nothing is verified here: that
//! is what `fupan verify` is for.

use crate::problem::Problem;
use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::{
    bundle::{Blocks, Bundle, ENTRIES, MANIFEST, Manifest, NotABundle, PEOPLE},
    entry::Sealed,
    fold,
    ledger::{Ledger, Refused},
    person::PersonRecord,
    sequencer::{ReadError, Sequencer},
    strict,
};
use fupan_store::{LedgerReader, Options, memory::MemoryStore};
use rawzip::{FileReader, ReaderAt};
use std::{collections::BTreeMap, fs::File, io::Read, path::Path, sync::Arc};

/// How a zip file begins.
const ZIP: &[u8] = b"PK\x03\x04";

/// A ledger as a bundle holds it.
pub struct OpenBundle {
    /// The ledger.
    pub ledger: LedgerName,
    /// Its entries, in order.
    pub entries: Vec<Sealed>,
}

/// Whether a file begins as a bundle does.
pub fn is_bundle(path: &Path) -> bool {
    let mut first = [0; ZIP.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == ZIP
}

/// Reads a bundle.
///
/// # Errors
/// When the file is no bundle, is damaged, or has not the ledger's beginning.
pub fn open(path: &Path) -> Result<OpenBundle, Problem> {
    let unreadable = |e: std::io::Error| Problem::file(path, &e);
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let opened = Bundle::open(FileReader::from(file), length).map_err(|e| no_bundle(&e));
    opened
        .and_then(|bundle| read(&bundle))
        .map_err(|problem| problem.in_file(path))
}

fn no_bundle(why: &impl ToString) -> Problem {
    Problem::new("bundle", why.to_string())
}

fn read<R: ReaderAt + Sync>(bundle: &Bundle<R>) -> Result<OpenBundle, Problem> {
    let manifest = bundle.small(MANIFEST).map_err(|e| no_bundle(&e))?;
    let manifest = Manifest::read(&manifest).map_err(|e| no_bundle(&e))?;
    if manifest.first > 0 {
        let detail = format!(
            "it begins with entry {}: what its entries come to can be told only with those before",
            manifest.first
        );
        return Err(Problem::new("bundle", detail));
    }
    let mut people = people(bundle)?;
    let mut entries = Vec::new();
    lines(bundle, ENTRIES, |seq, line| {
        let sealed = fold::sealed(&Arc::from(line), |commitment| people.remove(&commitment));
        let sealed = sealed.map_err(|e| no_bundle(&format!("entry {seq}: {e}")))?;
        if sealed.seq != seq {
            let detail = format!("entry {} stands in the place of entry {seq}", sealed.seq);
            return Err(Problem::new("bundle", detail));
        }
        entries.push(sealed);
        Ok(())
    })?;
    Ok(OpenBundle {
        ledger: manifest.ledger,
        entries,
    })
}

/// The records of people in a bundle, by their commitments.
///
/// # Errors
/// When one is none, or the bundle is damaged.
pub fn people<R: ReaderAt + Sync>(
    bundle: &Bundle<R>,
) -> Result<BTreeMap<Sha256, PersonRecord>, Problem> {
    let mut people = BTreeMap::new();
    if bundle.size_of(PEOPLE).is_none() {
        return Ok(people);
    }
    lines(bundle, PEOPLE, |number, line| {
        let record = strict::read(line)
            .ok()
            .and_then(|value| serde_json::from_value::<PersonRecord>(value).ok());
        let record = record
            .ok_or_else(|| no_bundle(&format!("line {} of {PEOPLE} is no record", number + 1)))?;
        let commitment = record.commitment().map_err(|e| Problem::internal(&e))?;
        people.insert(commitment, record);
        Ok(())
    })?;
    Ok(people)
}

/// Each line of a part, with its number from 0.
///
/// # Errors
/// Those of `each`, or that the part is damaged.
pub fn lines<R: ReaderAt + Sync>(
    bundle: &Bundle<R>,
    name: &str,
    mut each: impl FnMut(u64, &[u8]) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let damaged = |why: std::io::Error| {
        no_bundle(&NotABundle::Unpack {
            name: name.to_owned(),
            why: why.to_string(),
        })
    };
    let mut blocks = Blocks::new(bundle.stream(name).map_err(|e| no_bundle(&e))?);
    let mut number = 0;
    while let Some(block) = blocks.next_block().map_err(damaged)? {
        for (_, line) in block.lines() {
            each(number, line)?;
            number += 1;
        }
    }
    Ok(())
}

impl OpenBundle {
    /// Answers from it, as from a store.
    ///
    /// # Errors
    /// When an entry that bears on the tournament as a whole is none.
    pub fn reader(self) -> Result<LedgerReader<Refused>, Problem> {
        let OpenBundle { ledger, entries } = self;
        let store = MemoryStore::holding(ledger, entries, Options::default(), |opened| {
            let (name, streams) = (opened.ledger.clone(), opened.streams.clone());
            let sequencer = Sequencer::resume(name, opened.head, streams);
            let ledger =
                Ledger::open(sequencer, opened.log).map_err(|e| ReadError(e.to_string()))?;
            Ok(Box::new(ledger))
        });
        let store = store.map_err(|e| Problem::from(&e))?;
        Ok(LedgerReader::new(Arc::new(store)))
    }
}
