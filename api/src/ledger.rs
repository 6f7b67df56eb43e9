//! Opening the ledgers of a data folder from the command line.

use crate::problem::Problem;
use fupan_domain::ids::LedgerName;
use fupan_replay::{
    ledger::{Ledger, Refused},
    sequencer::{Admit, ReadError, Sequencer},
};
use fupan_store::{Dropped, LedgerReader, Ledgers, OpenError, Opened, Options, SledStore};
use std::{path::Path, sync::Arc};

/// A ledger that is open.
pub struct OpenLedger {
    /// Its store.
    pub store: Arc<SledStore<Refused>>,
    /// Answers from it.
    pub reader: LedgerReader<Refused>,
    /// What a cut in the middle of a write left behind and the store let go.
    pub dropped: Vec<Dropped>,
}

/// The ledgers of a data folder that is there.
///
/// # Errors
/// When it holds no ledgers.
pub fn ledgers(data: &Path) -> Result<Ledgers, Problem> {
    if !data.join("ledgers").is_dir() {
        let detail = format!(
            "{} holds no ledgers: import a file, or name another --data",
            data.display()
        );
        return Err(Problem::new("store_missing", detail));
    }
    Ledgers::at(data).map_err(|e| Problem::from(&e))
}

/// Opens a ledger that is there.
///
/// # Errors
/// When it isn't, or can't be opened.
pub fn open(ledgers: &Ledgers, name: &LedgerName) -> Result<OpenLedger, Problem> {
    let mut dropped = Vec::new();
    let store = ledgers.open(name, Options::default(), |opened| {
        dropped = opened.dropped.to_vec();
        admission(opened)
    });
    finish(store, dropped)
}

/// Opens a ledger, making it if it is not there.
///
/// # Errors
/// When it can't be opened or made.
pub fn open_or_create(ledgers: &Ledgers, name: &LedgerName) -> Result<OpenLedger, Problem> {
    if ledgers.contains(name) {
        return open(ledgers, name);
    }
    finish(
        ledgers.create(name, Options::default(), admission),
        Vec::new(),
    )
}

fn finish(
    store: Result<SledStore<Refused>, OpenError>,
    dropped: Vec<Dropped>,
) -> Result<OpenLedger, Problem> {
    let store = Arc::new(store.map_err(|e| Problem::from(&e))?);
    let reader = LedgerReader::new(Arc::clone(&store) as _);
    Ok(OpenLedger {
        store,
        reader,
        dropped,
    })
}

fn admission(opened: &Opened<'_>) -> Result<Box<dyn Admit<Refusal = Refused>>, ReadError> {
    let (name, streams) = (opened.ledger.clone(), opened.streams.clone());
    let sequencer = Sequencer::resume(name, opened.head, streams);
    let ledger = Ledger::open(sequencer, opened.log).map_err(|e| ReadError(e.to_string()))?;
    Ok(Box::new(ledger))
}
