//! The ledgers of a data folder: `DIR/ledgers/<name>/`, one store each, and
//! `DIR/checkpoints/<name>`, the last that was signed of each. Which
//! of them are open, and for how long, is for whoever holds the stores.

use crate::{
    OpenError, Opened, Options, ReadError, SignCheckpoints, SledStore,
    folder::{self, io_error},
};
use fupan_domain::ids::LedgerName;
use fupan_replay::sequencer::Admit;
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The ledgers of a data folder.
#[derive(Clone)]
pub struct Ledgers {
    path: PathBuf,
    checkpoints: PathBuf,
    signer: Option<Arc<dyn SignCheckpoints>>,
}

impl Ledgers {
    /// The ledgers under a data folder, which is made if it is not there.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn at(data: &Path) -> Result<Ledgers, OpenError> {
        let path = data.join("ledgers");
        let missing: Vec<&Path> = path
            .ancestors()
            .take_while(|p| !p.as_os_str().is_empty() && !p.is_dir())
            .collect();
        fs::create_dir_all(&path).map_err(io_error(&path, "create"))?;
        for made in missing {
            folder::sync_parent(made)?;
        }
        Ok(Ledgers {
            path,
            checkpoints: data.join("checkpoints"),
            signer: None,
        })
    }

    /// The same, with what signs their checkpoints.
    #[must_use]
    pub fn signed_by(self, signer: Arc<dyn SignCheckpoints>) -> Ledgers {
        Ledgers {
            signer: Some(signer),
            ..self
        }
    }

    fn with_signing(&self, options: Options) -> Options {
        Options {
            signer: options.signer.or_else(|| self.signer.clone()),
            checkpoints: Some(self.checkpoints.clone()),
            ..options
        }
    }

    /// The folder of a ledger, whether or not it is there.
    pub fn folder(&self, ledger: &LedgerName) -> PathBuf {
        self.path.join(ledger.as_str())
    }

    /// Whether there is such a ledger.
    pub fn contains(&self, ledger: &LedgerName) -> bool {
        folder::is_ledger(&self.folder(ledger))
    }

    /// The names of all ledgers, in order. What lies beside them is passed over.
    ///
    /// # Errors
    /// When the folder can't be read.
    pub fn list(&self) -> Result<Vec<LedgerName>, OpenError> {
        let read = || -> io::Result<Vec<LedgerName>> {
            let mut names = Vec::new();
            for file in fs::read_dir(&self.path)? {
                let file = file?;
                let name = file.file_name().to_str().and_then(|n| n.parse().ok());
                names.extend(name.filter(|_| folder::is_ledger(&file.path())));
            }
            names.sort();
            Ok(names)
        };
        read().map_err(io_error(&self.path, "read"))
    }

    /// Makes a ledger.
    ///
    /// # Errors
    /// As [`SledStore::create`].
    pub fn create<R: Send + 'static>(
        &self,
        ledger: &LedgerName,
        options: Options,
        admission: impl FnOnce(&Opened<'_>) -> Result<Box<dyn Admit<Refusal = R>>, ReadError>,
    ) -> Result<SledStore<R>, OpenError> {
        let options = self.with_signing(options);
        SledStore::create(&self.folder(ledger), ledger.clone(), options, admission)
    }

    /// Opens a ledger.
    ///
    /// # Errors
    /// As [`SledStore::open`].
    pub fn open<R: Send + 'static>(
        &self,
        ledger: &LedgerName,
        options: Options,
        admission: impl FnOnce(&Opened<'_>) -> Result<Box<dyn Admit<Refusal = R>>, ReadError>,
    ) -> Result<SledStore<R>, OpenError> {
        let options = self.with_signing(options);
        SledStore::open(&self.folder(ledger), ledger.clone(), options, admission)
    }
}
