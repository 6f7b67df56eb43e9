//! The store of a ledger in a folder of its own: making one, opening one, and
//! what can be wrong with it.

use crate::{
    Fault, Opened, Options, ReadError, Store,
    folder::{Folder, io_error},
    recovery::{self, State},
    signing::LastCheckpoint,
    sled_backend::{SledBackend, StartError},
    tree::{SEGMENT_BYTES, Tree, guarded},
};
use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::{proof::tree::TreeState, sequencer::Admit};
use std::{
    fs::OpenOptions,
    io,
    path::{Path, PathBuf},
};

pub use crate::sled_backend::SledBackend as Backend;

/// A ledger in a folder.
pub type SledStore<R> = Store<SledBackend, R>;

/// Why a store can't be opened or made.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no such folder.
    #[error("there is no ledger at {}", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
    },
    /// There is one already.
    #[error("{} holds a ledger already", path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// The folder is of something else, or the making of the ledger was cut off.
    #[error("{} is not the folder of a ledger: {why}", path.display())]
    NotALedger {
        /// The folder.
        path: PathBuf,
        /// What shows it.
        why: String,
    },
    /// It is that of another ledger.
    #[error("{} holds the ledger {found:?}, not {expected}", path.display())]
    OtherLedger {
        /// The folder.
        path: PathBuf,
        /// The ledger in it.
        found: String,
        /// The one that was asked for.
        expected: LedgerName,
    },
    /// It was written by another version of the program.
    #[error("{} has format {found}; this program reads {expected}", path.display())]
    Format {
        /// The folder.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The one that is known.
        expected: u32,
    },
    /// Another process has it open, or this one a second time.
    #[error("{} is open in another process; only one can have it open", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The file system refused something.
    #[error("can't {doing} {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// Sled can't read its files.
    #[error("the files of {} are broken: {why}", path.display())]
    Broken {
        /// The folder.
        path: PathBuf,
        /// What sled said.
        why: String,
    },
    /// What is in it does not fit together.
    #[error("the log in {} is not sound: {fault}", path.display())]
    Unsound {
        /// The folder.
        path: PathBuf,
        /// What does not fit.
        fault: Fault,
    },
    /// The store holds less than was signed for: an old copy was put in its place,
    /// or its end is lost.
    #[error(
        "ledger {ledger} has {size} entries, below the last signed checkpoint of {signed}: expected the ledger itself, not an older copy of it"
    )]
    BelowCheckpoint {
        /// The ledger.
        ledger: LedgerName,
        /// How many entries it has.
        size: u64,
        /// How many were signed for.
        signed: u64,
    },
    /// The store holds other entries than were signed for.
    #[error(
        "the first {size} entries of ledger {ledger} have the root {found}, and {root} was signed: expected the entries that were signed for",
        size = signed.size,
        root = signed.root
    )]
    OtherHistory {
        /// The ledger.
        ledger: LedgerName,
        /// What was signed.
        signed: TreeState,
        /// The root of what is there.
        found: Sha256,
    },
    /// The file that keeps the last checkpoint outside the ledger is none.
    #[error("{} is no signed checkpoint: {why}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The admission can't be made from what is there.
    #[error("the ledger's state can't be rebuilt: {0}")]
    Admission(ReadError),
    /// The writer's thread can't be started.
    #[error("can't start a thread: {0}")]
    Thread(io::Error),
}

impl<R: Send + 'static> SledStore<R> {
    /// Makes a ledger's store; the folder must not be there, or hold nothing but
    /// a making that was cut off. Its parent must be there.
    ///
    /// # Errors
    /// When there is something else, or the file system refuses.
    pub fn create(
        path: &Path,
        ledger: LedgerName,
        options: Options,
        admission: impl FnOnce(&Opened<'_>) -> Result<Box<dyn Admit<Refusal = R>>, ReadError>,
    ) -> Result<SledStore<R>, OpenError> {
        let file = options.checkpoints.as_deref();
        let file = file.map(|folder| LastCheckpoint::of(folder, &ledger));
        if let Some(signed) = file.map(|f| f.read()).transpose()?.flatten() {
            let signed = signed.checkpoint().size();
            let size = 0;
            return Err(OpenError::BelowCheckpoint {
                ledger,
                size,
                signed,
            });
        }
        let mut folder = Folder::create(path)?;
        folder.foreign.clone_from(&options.foreign);
        let new = Some(&ledger);
        let (backend, state) = open_sled(path, folder, &options, new)?;
        Store::start(ledger, backend, state, options, admission)
    }

    /// Opens a ledger's store, checks the end of its log, and lets go of what a
    /// cut in the middle of a write left behind.
    ///
    /// # Errors
    /// When it is not there, open elsewhere, broken or unsound.
    pub fn open(
        path: &Path,
        ledger: LedgerName,
        mut options: Options,
        admission: impl FnOnce(&Opened<'_>) -> Result<Box<dyn Admit<Refusal = R>>, ReadError>,
    ) -> Result<SledStore<R>, OpenError> {
        let folder = Folder::open(path, &ledger)?;
        options.foreign.clone_from(&folder.foreign);
        let recorded_as = match &folder.foreign {
            Some(foreign) => foreign.ledger.clone(),
            None => ledger.clone(),
        };
        let (backend, state) = open_sled(path, folder, &options, None)?;
        recovery::check(&recorded_as, &backend, &state).map_err(|fault| unsound(path, fault))?;
        Store::start(ledger, backend, state, options, admission)
    }
}

fn unsound(path: &Path, fault: Fault) -> OpenError {
    OpenError::Unsound {
        path: path.to_owned(),
        fault,
    }
}

fn open_sled(
    path: &Path,
    folder: Folder,
    options: &Options,
    new: Option<&LedgerName>,
) -> Result<(SledBackend, State), OpenError> {
    let sled = folder.sled();
    if new.is_none() {
        // Sled makes what it misses, and would so turn a lost file into an empty ledger.
        let db = sled.join("db");
        std::fs::metadata(&db).map_err(io_error(&db, "open"))?;
    }
    // Sled's own thread would write between our syncs, whatever it wants to move; see
    // `tree`. It frees no more space than is freed without it.
    let config = sled::Config::new()
        .path(&sled)
        .cache_capacity(options.cache_bytes)
        .segment_size(SEGMENT_BYTES)
        .flush_every_ms(None);
    let db = guarded(|| config.open()).map_err(|why| {
        let path = path.to_owned();
        // Our own lock is held already: this would be another program that reads sled.
        if why.contains("could not acquire lock") {
            return OpenError::InUse { path };
        }
        OpenError::Broken { path, why }
    })?;
    let db_path = sled.join("db");
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&db_path)
        .map_err(io_error(&db_path, "open"))?;
    if options.syncs {
        folder.sync_all()?;
    }
    if let Some(ledger) = new {
        folder.label_at_first(ledger);
    }
    let tree = Tree::new(db, file, folder, options);
    SledBackend::start(tree, options.tree).map_err(|error| match error {
        StartError::Fault(fault) => unsound(path, fault),
        StartError::Open(error) => error,
        StartError::Thread(error) => OpenError::Thread(error),
    })
}
