//! A key in a file, for its owner alone: read with its mode checked, written
//! whole or not at all.

use crate::{
    auth::{give_to_owner, secret_file},
    problem::Problem,
};
use fupan_replay::proof::key::SignerKey;
use std::{
    fs::{self, DirBuilder, File},
    io::{ErrorKind, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::Path,
};

/// A file or folder of keys with which something is wrong.
pub fn bad(path: &Path, why: &impl ToString) -> Problem {
    Problem::new("key_file", why.to_string()).in_file(path)
}

/// Reads a key from its file, which nobody else may read.
///
/// # Errors
/// When it can't be read, others could read it, or it holds no key.
pub fn read(path: &Path) -> Result<SignerKey, Problem> {
    let mode = fs::metadata(path).map_err(|e| bad(path, &e))?.mode() & 0o777;
    if mode & 0o077 != 0 {
        let why = format!("its mode is {mode:04o}: expected 0600, for its owner alone");
        return Err(bad(path, &why));
    }
    let text = fs::read_to_string(path).map_err(|e| bad(path, &e))?;
    text.trim_end().parse().map_err(|e| bad(path, &e))
}

/// Writes a file for its owner alone, whole or not at all.
///
/// # Errors
/// When the file system refuses.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let write = || {
        let aside = path.with_extension("new");
        let mut file = secret_file(&aside, true)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&aside, path)?;
        match path.parent() {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    };
    write().map_err(|e| bad(path, &e))
}

/// A folder for its owner alone, made if it is not there.
///
/// # Errors
/// When the file system refuses.
pub fn own_folder(path: &Path) -> Result<(), Problem> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(e) if e.kind() != ErrorKind::AlreadyExists => return Err(bad(path, &e)),
        _ => {}
    }
    let folder = File::open(path).map_err(|e| bad(path, &e))?;
    give_to_owner(path, &folder).map_err(|e| bad(path, &e))
}
