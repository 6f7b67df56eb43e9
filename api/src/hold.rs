//! Who has a data folder: one service, or else any number of verbs of the
//! command line. Held by a lock on a file in the folder, which the system lets
//! go of however the process ends; in the file stands who holds it. Not the lock
//! of a single ledger, which its store has besides.

use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The file that is locked.
const NAME: &str = "fupan.lock";

/// A data folder that is held.
#[derive(Debug)]
pub struct Hold {
    file: File,
    path: PathBuf,
}

/// Who holds a folder, as it stands in the file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Holder {
    /// The process.
    pid: u32,
    /// Where it is asked, if it is a service that listens.
    #[serde(default)]
    url: Option<String>,
}

impl Hold {
    /// Holds a folder for a service, which has it alone.
    ///
    /// # Errors
    /// When somebody else has it: who that is.
    pub fn for_service(data: &Path) -> Result<Hold, Problem> {
        Hold::locked(data, File::try_lock)
    }

    /// Holds a folder that is there for a verb of the command line, beside
    /// others. `None` where there is no such folder: whoever opens it says so.
    ///
    /// # Errors
    /// When a service has it: where that is asked.
    pub fn for_verb(data: &Path) -> Result<Option<Hold>, Problem> {
        if !data.is_dir() {
            return Ok(None);
        }
        Hold::locked(data, File::try_lock_shared).map(Some)
    }

    fn locked(data: &Path, lock: fn(&File) -> Result<(), TryLockError>) -> Result<Hold, Problem> {
        let path = data.join(NAME);
        let failed = |e: io::Error| Problem::file(&path, &e);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(held(data, &mut file)),
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        let hold = Hold { file, path };
        hold.tell(None)?;
        Ok(hold)
    }

    /// Says where the service is asked, for those who find the folder held.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn serves_at(&self, url: &str) -> Result<(), Problem> {
        self.tell(Some(url.to_owned()))
    }

    fn tell(&self, url: Option<String>) -> Result<(), Problem> {
        let pid = std::process::id();
        let text = serde_json::to_vec(&Holder { pid, url }).map_err(|e| Problem::internal(&e))?;
        let write = || {
            let mut file = &self.file;
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&text)
        };
        write().map_err(|e| Problem::file(&self.path, &e))
    }
}

/// That a folder is held, by whom, and what can be done.
fn held(data: &Path, file: &mut File) -> Problem {
    let mut text = String::new();
    // What can't be read tells nothing.
    let read = file.read_to_string(&mut text).is_ok();
    let holder: Option<Holder> = serde_json::from_str(&text).ok().filter(|_| read);
    let data = data.display();
    let detail = match holder {
        Some(Holder {
            pid,
            url: Some(url),
        }) => {
            let certificate = if url.starts_with("https:") {
                format!(" --certificate {data}/tls/certificate.pem")
            } else {
                String::new()
            };
            format!(
                "the data folder {data} is served by process {pid} at {url}: ask that service, with --server {url}{certificate}, or stop it first"
            )
        }
        Some(Holder { pid, url: None }) => format!(
            "the data folder {data} is in use, last taken by process {pid}: wait until that has ended"
        ),
        None => format!("the data folder {data} is in use by another process"),
    };
    Problem::new("store_in_use", detail)
}
