//! The ledgers of a data folder: `DIR/ledgers/<name>/`, one store each, and
//! `DIR/checkpoints/<name>`, the last that was signed of each; beside it what else is
//! kept outside the ledger, as `<name>.erased` and `<name>.held`. Which of them are open, and for how long, is for whoever holds the stores.

use crate::{
    Erased, Foreign, KEEPS_FREE, OpenError, Opened, Options, ReadError, SignCheckpoints, SledStore,
    erasures,
    folder::{self, io_error},
    signing::LastCheckpoint,
};
use fupan_domain::ids::LedgerName;
use fupan_replay::{proof::checkpoint::SignedCheckpoint, sequencer::Admit};
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
    keeps_free: u64,
}

/// Removes a folder, if it is there.
fn remove(path: &Path) -> Result<(), OpenError> {
    match fs::remove_dir_all(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(io_error(path, "remove")(e)),
        _ => Ok(()),
    }
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
            keeps_free: KEEPS_FREE,
        })
    }

    /// The same, which record nothing while fewer bytes of the disk are free.
    #[must_use]
    pub fn keeping_free(self, keeps_free: u64) -> Ledgers {
        Ledgers { keeps_free, ..self }
    }

    /// How many bytes of the disk are free and how many must be for anything to be
    /// recorded, where there are too few.
    pub fn short_of(&self) -> Option<(u64, u64)> {
        let disk = rustix::fs::statvfs(&self.path).ok()?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        (free < self.keeps_free).then_some((free, self.keeps_free))
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
            keeps_free: self.keeps_free,
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

    /// What is known of a ledger, if it is one that is kept from elsewhere.
    pub fn foreign(&self, ledger: &LedgerName) -> Option<Foreign> {
        folder::foreign(&self.folder(ledger))
    }

    /// What was noted of whose a ledger is, beside its log, so that it need not be
    /// opened for that.
    pub fn kept_kind(&self, ledger: &LedgerName) -> Option<Vec<u8>> {
        folder::kind(&self.folder(ledger))
    }

    /// Notes whose a ledger is, beside its log, as whoever reads it back knows to.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn keep_kind(&self, ledger: &LedgerName, kind: &[u8]) -> Result<(), OpenError> {
        folder::note_kind(&self.folder(ledger), kind)
    }

    /// Where a mirror holds the entries of a ledger that nobody has signed for yet,
    /// outside of the ledger's folder.
    pub fn held(&self, ledger: &LedgerName) -> PathBuf {
        self.checkpoints.join(format!("{ledger}.held"))
    }

    /// The last checkpoint of a ledger that was seen here, kept outside of it.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn seen(&self, ledger: &LedgerName) -> Result<Option<SignedCheckpoint>, OpenError> {
        LastCheckpoint::of(&self.checkpoints, ledger).read()
    }

    /// Keeps a checkpoint as the last one of a ledger, outside of the ledger's folder.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn remember(
        &self,
        ledger: &LedgerName,
        checkpoint: &SignedCheckpoint,
    ) -> Result<(), OpenError> {
        let written = LastCheckpoint::of(&self.checkpoints, ledger).write(checkpoint);
        written.map_err(io_error(&self.checkpoints, "write"))
    }

    /// Puts the last checkpoint that was seen aside, so that an older ledger can
    /// take its place.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn forget_seen(&self, ledger: &LedgerName) -> Result<(), OpenError> {
        let path = self.checkpoints.join(ledger.as_str());
        let aside = self.checkpoints.join(format!("{ledger}.before"));
        match fs::rename(&path, &aside) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(io_error(&path, "rename")(e)),
            _ => Ok(()),
        }
    }

    /// What was erased of a ledger here, kept outside of it.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn erased(&self, ledger: &LedgerName) -> Result<Erased, OpenError> {
        erasures::read(&self.checkpoints, ledger)
    }

    /// Makes a ledger aside, which `fill` fills with entries that were sealed
    /// before, and puts it in its place when it is whole: in that of a ledger that
    /// is kept from elsewhere, if there is one. `fill` gets the store and its folder.
    ///
    /// # Errors
    /// That of `fill`, or when there is another ledger or the file system refuses.
    pub fn put_back<R: Send + 'static, E: From<OpenError>>(
        &self,
        ledger: &LedgerName,
        admission: impl FnOnce(&Opened<'_>) -> Result<Box<dyn Admit<Refusal = R>>, ReadError>,
        fill: impl FnOnce(&SledStore<R>, &Path) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = self.folder(ledger);
        if self.contains(ledger) && self.foreign(ledger).is_none() {
            return Err(OpenError::Exists { path }.into());
        }
        let aside = |what: &str| path.with_file_name(format!(".{what}-{ledger}"));
        let (new, old) = (aside("new"), aside("old"));
        remove(&new)?;
        let options = Options {
            taking: true,
            ..Options::default()
        };
        let store = SledStore::create(&new, ledger.clone(), options, admission)?;
        fill(&store, &new)?;
        drop(store);
        if self.contains(ledger) {
            remove(&old)?;
            fs::rename(&path, &old).map_err(io_error(&path, "rename"))?;
        }
        fs::rename(&new, &path).map_err(io_error(&new, "rename"))?;
        folder::sync_parent(&path)?;
        remove(&old)?;
        Ok(())
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
