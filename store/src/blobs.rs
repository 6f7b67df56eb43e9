//! Files of evidence by the SHA-256 of their bytes: `evidence/<hash>` in a
//! ledger's folder, each written whole or not at all and durable before it is
//! answered. Who may see which, and when one goes, is decided by the ledger's
//! entries and not here.

use crate::folder;
use fupan_domain::{event::common::EvidenceClass, ids::Sha256, tournament::TournamentState};
use sha2::{Digest, Sha256 as Hasher};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

/// What the name of a file begins with that has not come whole.
const INCOMING: &str = "incoming-";
/// How much is read at once to hash a file.
const PIECE: usize = 64 << 10;

/// Distinguishes what comes in at the same time.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// A file that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Blob {
    /// SHA-256 of its bytes, its name.
    pub sha256: Sha256,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Why a file can't be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The file system refused something.
    #[error("can't {doing} {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// More came than was announced.
    #[error("more than the {bytes} bytes came that were announced")]
    TooLong {
        /// How many were.
        bytes: u64,
    },
    /// Other bytes came than were announced.
    #[error(
        "{} bytes with SHA-256 {} came, where {} with {} were announced",
        found.bytes, found.sha256, announced.bytes, announced.sha256
    )]
    Other {
        /// What came.
        found: Blob,
        /// What was announced.
        announced: Blob,
    },
}

fn io_error(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> BlobError {
    move |source| BlobError::Io {
        path: path.to_owned(),
        doing,
        source,
    }
}

/// The files of evidence of one ledger.
#[derive(Clone, Debug)]
pub struct Blobs {
    path: PathBuf,
}

impl Blobs {
    /// The files of the ledger in that folder. Nothing is made before one comes.
    pub fn of(ledger_folder: &Path) -> Blobs {
        Blobs {
            path: folder::evidence(ledger_folder),
        }
    }

    /// The folder in which they lie.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, sha256: Sha256) -> PathBuf {
        self.path.join(sha256.to_string())
    }

    /// All files that are kept, by their hashes as named; their bytes are not read.
    ///
    /// # Errors
    /// When the folder can't be read.
    pub fn list(&self) -> Result<Vec<Blob>, BlobError> {
        let told = |e| io_error(&self.path, "read")(e);
        let files = match fs::read_dir(&self.path) {
            Ok(files) => files,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(told(e)),
        };
        let mut blobs = Vec::new();
        for file in files {
            let file = file.map_err(told)?;
            let name = file.file_name();
            if let Some(sha256) = name.to_str().and_then(|name| name.parse().ok()) {
                let bytes = file.metadata().map_err(told)?.len();
                blobs.push(Blob { sha256, bytes });
            }
        }
        blobs.sort();
        Ok(blobs)
    }

    /// The files that everybody may see who may read the ledger: those that a
    /// bundle carries.
    ///
    /// # Errors
    /// When the folder can't be read.
    pub fn list_open(&self, tournament: &TournamentState) -> Result<Vec<Blob>, BlobError> {
        let is_open = |blob: &Blob| {
            let file = tournament.files.get(&blob.sha256);
            file.is_some_and(|f| f.class() == EvidenceClass::Open && f.deleted.is_none())
        };
        Ok(self.list()?.into_iter().filter(is_open).collect())
    }

    /// A file to read, with its length; none where it is not kept. Whoever hands
    /// its bytes on can compare them with the hash: they may have been changed on disk.
    ///
    /// # Errors
    /// When it can't be opened.
    pub fn open(&self, sha256: Sha256) -> Result<Option<(File, u64)>, BlobError> {
        let path = self.file(sha256);
        let open = || {
            let file = File::open(&path)?;
            let bytes = file.metadata()?.len();
            io::Result::Ok((file, bytes))
        };
        match open() {
            Ok(opened) => Ok(Some(opened)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(io_error(&path, "open")(e)),
        }
    }

    /// Whether a file is kept.
    pub fn contains(&self, sha256: Sha256) -> bool {
        self.file(sha256).is_file()
    }

    /// What a kept file's bytes really are; none where it is not kept.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn measure(&self, sha256: Sha256) -> Result<Option<Blob>, BlobError> {
        let Some((mut file, _)) = self.open(sha256)? else {
            return Ok(None);
        };
        let path = self.file(sha256);
        let mut hasher = Hasher::new();
        let (mut bytes, mut piece) = (0, vec![0; PIECE]);
        loop {
            match file.read(&mut piece) {
                Ok(0) => break,
                Ok(count) => {
                    hasher.update(&piece[..count]);
                    bytes += u64::try_from(count).unwrap_or(0);
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(io_error(&path, "read")(e)),
            }
        }
        let sha256 = Sha256(hasher.finalize().into());
        Ok(Some(Blob { sha256, bytes }))
    }

    /// Begins to take a file in. Nothing is kept of it before
    /// [`Incoming::finish`], and what is dropped before leaves nothing.
    ///
    /// # Errors
    /// When no file can be made.
    pub fn receive(&self, announced: Blob) -> Result<Incoming, BlobError> {
        if !self.path.is_dir() {
            fs::create_dir_all(&self.path).map_err(io_error(&self.path, "create"))?;
            let parent = self.path.parent().unwrap_or(Path::new("."));
            sync_folder(parent)?;
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{INCOMING}{}-{number}", std::process::id());
        let path = self.path.join(name);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).mode(0o600);
        let file = options.open(&path).map_err(io_error(&path, "create"))?;
        Ok(Incoming {
            file,
            path,
            into: self.file(announced.sha256),
            announced,
            hasher: Hasher::new(),
            bytes: 0,
        })
    }

    /// Deletes a file, durably. Whether it was there is answered.
    ///
    /// # Errors
    /// When it can't be deleted.
    pub fn remove(&self, sha256: Sha256) -> Result<bool, BlobError> {
        let path = self.file(sha256);
        match fs::remove_file(&path) {
            Ok(()) => {
                sync_folder(&self.path)?;
                Ok(true)
            }
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(false),
            Err(e) => Err(io_error(&path, "delete")(e)),
        }
    }

    /// Removes what a cut in the middle of a transfer left behind. Only for whoever
    /// has just opened the ledger: nothing may be on its way.
    ///
    /// # Errors
    /// When the folder can't be read or a file not be removed.
    pub fn tidy(&self) -> Result<(), BlobError> {
        let files = match fs::read_dir(&self.path) {
            Ok(files) => files,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
            Err(e) => return Err(io_error(&self.path, "read")(e)),
        };
        for file in files {
            let path = file.map_err(io_error(&self.path, "read"))?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            if name.is_some_and(|name| name.starts_with(INCOMING)) {
                fs::remove_file(&path).map_err(io_error(&path, "delete"))?;
            }
        }
        Ok(())
    }
}

fn sync_folder(path: &Path) -> Result<(), BlobError> {
    File::open(path)
        .and_then(|folder| folder.sync_all())
        .map_err(io_error(path, "sync"))
}

/// A file that is coming in, hashed as it comes.
#[derive(Debug)]
pub struct Incoming {
    file: File,
    path: PathBuf,
    into: PathBuf,
    announced: Blob,
    hasher: Hasher,
    bytes: u64,
}

impl Incoming {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// When more come than were announced, or they can't be written.
    pub fn write(&mut self, piece: &[u8]) -> Result<(), BlobError> {
        let bytes = self.announced.bytes;
        self.bytes += u64::try_from(piece.len()).unwrap_or(u64::MAX);
        if self.bytes > bytes {
            return Err(BlobError::TooLong { bytes });
        }
        self.hasher.update(piece);
        let written = self.file.write_all(piece);
        written.map_err(io_error(&self.path, "write"))
    }

    /// Keeps the file, if its bytes are those that were announced; it is durable
    /// on return.
    ///
    /// # Errors
    /// When they are others, or the file can't be kept.
    pub fn finish(self) -> Result<Blob, BlobError> {
        let found = Blob {
            sha256: Sha256(self.hasher.clone().finalize().into()),
            bytes: self.bytes,
        };
        let announced = self.announced;
        if found != announced {
            return Err(BlobError::Other { found, announced });
        }
        let synced = self.file.sync_all();
        synced.map_err(io_error(&self.path, "sync"))?;
        fs::rename(&self.path, &self.into).map_err(io_error(&self.into, "name"))?;
        sync_folder(self.into.parent().unwrap_or(Path::new(".")))?;
        Ok(found)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        // Once it is kept it is no longer there under this name.
        let _gone = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blob(bytes: &[u8]) -> Blob {
        Blob {
            sha256: Sha256::of(bytes),
            bytes: u64::try_from(bytes.len()).unwrap(),
        }
    }

    fn names(blobs: &Blobs) -> Vec<String> {
        let files = fs::read_dir(blobs.path()).unwrap();
        let mut names: Vec<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_kept_whole_under_its_hash() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::of(folder.path());
        assert_eq!(blobs.list().unwrap(), []);
        let announced = blob(b"a video");
        let mut coming = blobs.receive(announced).unwrap();
        coming.write(b"a vi").unwrap();
        assert!(!blobs.contains(announced.sha256));
        coming.write(b"deo").unwrap();
        assert_eq!(coming.finish().unwrap(), announced);
        assert_eq!(blobs.list().unwrap(), [announced]);
        assert_eq!(blobs.measure(announced.sha256).unwrap(), Some(announced));
        let (mut file, bytes) = blobs.open(announced.sha256).unwrap().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), bytes), ("a video", 7));
        assert!(blobs.remove(announced.sha256).unwrap());
        assert!(!blobs.remove(announced.sha256).unwrap());
        assert!(blobs.open(announced.sha256).unwrap().is_none());
        assert_eq!(names(&blobs), Vec::<String>::new());
    }

    #[test]
    fn other_bytes_than_were_announced_leave_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::of(folder.path());
        let mut other = blobs.receive(blob(b"a video")).unwrap();
        other.write(b"a vidio").unwrap();
        assert!(matches!(other.finish(), Err(BlobError::Other { .. })));
        let mut long = blobs.receive(blob(b"a video")).unwrap();
        let more = long.write(b"a video and more");
        assert!(matches!(more, Err(BlobError::TooLong { bytes: 7 })));
        drop(long);
        let short = blobs.receive(blob(b"a video")).unwrap();
        assert!(matches!(short.finish(), Err(BlobError::Other { .. })));
        assert_eq!(names(&blobs), Vec::<String>::new());
    }

    #[test]
    fn what_a_cut_left_behind_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::of(folder.path());
        let kept = blob(b"a video");
        let mut coming = blobs.receive(kept).unwrap();
        coming.write(b"a video").unwrap();
        coming.finish().unwrap();
        let mut cut = blobs.receive(kept).unwrap();
        cut.write(b"a v").unwrap();
        std::mem::forget(cut);
        assert_eq!(names(&blobs).len(), 2);
        blobs.tidy().unwrap();
        assert_eq!(names(&blobs), [kept.sha256.to_string()]);
    }
}
