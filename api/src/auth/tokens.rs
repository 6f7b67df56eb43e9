//! The tokens of a data folder: `DIR/tokens.json`, read again whenever it has
//! changed, so that `fupan token` works beside a running service. Of a token
//! itself only its SHA-256 is kept.

use super::Principal;
use crate::{ledger::random, problem::Problem};
use fupan_domain::{Timestamp, ids::Sha256};
use fupan_store::store::wall_clock;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt, fchown},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What tokens begin with, so that a leaked one is known for what it is.
const PREFIX: &str = "fupan_";

/// What a token gives, as it is kept and listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// A short name, by which it is listed and revoked.
    pub id: String,
    /// The hash of the token.
    pub sha256: Sha256,
    /// Whom it stands for.
    pub principal: Principal,
    /// When it was made.
    pub made_at: Timestamp,
    /// When it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// What the keeper wrote beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A token that was just made: the only time that it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewToken {
    /// The token.
    pub token: String,
    /// What it gives.
    #[serde(flatten)]
    pub grant: Grant,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    tokens: Vec<Grant>,
}

/// What shows that the file is another than it was.
type Mark = (i64, i64, u64, u64);

#[derive(Default)]
struct Read {
    mark: Option<Mark>,
    grants: BTreeMap<Sha256, Arc<Grant>>,
}

/// The tokens of a data folder.
pub struct TokenBook {
    path: PathBuf,
    read: Mutex<Read>,
}

impl TokenBook {
    /// The tokens of that data folder, whether or not there are any.
    pub fn at(data: &Path) -> TokenBook {
        TokenBook {
            path: data.join("tokens.json"),
            read: Mutex::default(),
        }
    }

    /// What a token gives; none for one that was never made or was revoked.
    ///
    /// # Errors
    /// When the file can't be read, or the token has expired.
    pub fn find(&self, token: &str) -> Result<Option<Arc<Grant>>, Problem> {
        if !token.starts_with(PREFIX) {
            return Ok(None);
        }
        let grant = self
            .read()?
            .grants
            .get(&Sha256::of(token.as_bytes()))
            .cloned();
        if let Some(end) = grant.as_ref().and_then(|grant| grant.expires_at)
            && end <= wall_clock()
        {
            let detail = format!("the token ended at {end}");
            return Err(Problem::new("token_expired", detail));
        }
        Ok(grant)
    }

    /// What the token of that short name gives; none for one that was revoked or
    /// has expired.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn find_by_id(&self, id: &str) -> Result<Option<Arc<Grant>>, Problem> {
        let read = self.read()?;
        let grant = read.grants.values().find(|grant| grant.id == id);
        let holds = |grant: &&Arc<Grant>| grant.expires_at.is_none_or(|end| end > wall_clock());
        Ok(grant.filter(holds).cloned())
    }

    /// The tokens as the file has them now.
    fn read(&self) -> Result<MutexGuard<'_, Read>, Problem> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = self.mark()?;
        if read.mark != mark {
            let kept = self.load()?.tokens.into_iter();
            read.grants = kept.map(|g| (g.sha256, Arc::new(g))).collect();
            read.mark = mark;
        }
        Ok(read)
    }

    /// Whether a token was ever made in this folder.
    pub fn is_new(&self) -> bool {
        !self.path.exists()
    }

    /// All tokens that were not revoked, the oldest first.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn list(&self) -> Result<Vec<Grant>, Problem> {
        Ok(self.load()?.tokens)
    }

    /// Makes a token.
    ///
    /// # Errors
    /// When the file can't be read or written.
    pub fn add(
        &self,
        principal: Principal,
        expires_at: Option<Timestamp>,
        note: Option<String>,
    ) -> Result<NewToken, Problem> {
        let token = format!(
            "{PREFIX}{}{}",
            hex::encode(random()?),
            hex::encode(random()?)
        );
        let grant = Grant {
            id: hex::encode(&random()?[..6]),
            sha256: Sha256::of(token.as_bytes()),
            principal,
            made_at: wall_clock(),
            expires_at,
            note,
        };
        self.change(|kept| {
            kept.tokens.push(grant.clone());
            true
        })?;
        Ok(NewToken { token, grant })
    }

    /// Revokes a token by its short name. Whether there was one is answered.
    ///
    /// # Errors
    /// When the file can't be read or written.
    pub fn revoke(&self, id: &str) -> Result<bool, Problem> {
        self.change(|kept| {
            let before = kept.tokens.len();
            kept.tokens.retain(|grant| grant.id != id);
            kept.tokens.len() < before
        })
    }

    /// Changes the file under a lock of its own, since the service and the
    /// command line may both be at it. The change answers whether it is one.
    fn change(&self, change: impl FnOnce(&mut Kept) -> bool) -> Result<bool, Problem> {
        let told = |e: std::io::Error| self.problem(&e);
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(told)?;
        }
        let lock = secret_file(&self.path.with_extension("lock"), false).map_err(told)?;
        lock.lock().map_err(told)?;
        let mut kept = self.load()?;
        let changed = change(&mut kept);
        if changed {
            let text = serde_json::to_vec_pretty(&kept).map_err(|e| Problem::internal(&e))?;
            replace(&self.path, &text).map_err(told)?;
        }
        Ok(changed)
    }

    fn load(&self) -> Result<Kept, Problem> {
        match fs::read(&self.path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|e| Problem::new("token_file", e.to_string()).in_file(&self.path)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(Kept::default()),
            Err(e) => Err(self.problem(&e)),
        }
    }

    fn mark(&self) -> Result<Option<Mark>, Problem> {
        match fs::metadata(&self.path) {
            Ok(m) => Ok(Some((m.mtime(), m.mtime_nsec(), m.ino(), m.size()))),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(self.problem(&e)),
        }
    }

    fn problem(&self, error: &std::io::Error) -> Problem {
        Problem::new("token_file", error.to_string()).in_file(&self.path)
    }
}

/// Puts a new file in the old one's place, so that no reader meets half of it.
pub(super) fn replace(path: &Path, text: &[u8]) -> std::io::Result<()> {
    let aside = path.with_extension("new");
    let mut file = secret_file(&aside, true)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(&aside, path)?;
    match path.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// A file that only the service's own user can read: the folder's owner, whom
/// root gives it to.
pub(crate) fn secret_file(path: &Path, empty: bool) -> std::io::Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(empty)
        .mode(0o600)
        .open(path)?;
    give_to_owner(path, &file)?;
    Ok(file)
}

/// Gives what root has made to the owner of the folder in which it lies.
pub(crate) fn give_to_owner(path: &Path, made: &File) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        let (folder, own) = (fs::metadata(folder)?, made.metadata()?);
        if own.uid() == 0 && folder.uid() != 0 {
            fchown(made, Some(folder.uid()), Some(folder.gid()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn official() -> Principal {
        Principal::Official {
            official: "rec-1".parse().unwrap(),
            ledger: "cup".parse().unwrap(),
        }
    }

    #[test]
    fn a_token_holds_until_it_is_revoked_by_whoever_shares_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let service = TokenBook::at(folder.path());
        assert!(service.is_new());
        let beside = TokenBook::at(folder.path());
        let made = beside.add(official(), None, None).unwrap();
        assert_eq!(made.token.len(), PREFIX.len() + 64);
        let found = service.find(&made.token).unwrap().unwrap();
        assert_eq!(found.principal, official());
        assert!(beside.revoke(&made.grant.id).unwrap());
        assert!(!beside.revoke(&made.grant.id).unwrap());
        assert_eq!(service.find(&made.token).unwrap(), None);
    }

    #[test]
    fn the_file_keeps_no_token_and_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let book = TokenBook::at(folder.path());
        let made = book.add(Principal::Keeper, None, None).unwrap();
        let path = folder.path().join("tokens.json");
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains(made.token.strip_prefix(PREFIX).unwrap()));
        assert!(text.contains(&made.grant.sha256.to_string()));
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn what_root_writes_is_the_folders_owners() {
        let folder = tempfile::tempdir().unwrap();
        if std::os::unix::fs::chown(folder.path(), Some(65_534), Some(65_534)).is_err() {
            // Not root: the file is its maker's, who is the folder's owner.
            return;
        }
        let book = TokenBook::at(folder.path());
        book.add(Principal::Keeper, None, None).unwrap();
        for name in ["tokens.json", "tokens.lock"] {
            let file = fs::metadata(folder.path().join(name)).unwrap();
            assert_eq!((file.uid(), file.gid()), (65_534, 65_534), "{name}");
        }
    }

    #[test]
    fn a_token_past_its_end_is_told_from_one_that_never_was() {
        let folder = tempfile::tempdir().unwrap();
        let book = TokenBook::at(folder.path());
        let past = Timestamp::from_unix_ms(1);
        let made = book.add(official(), past, None).unwrap();
        let problem = book.find(&made.token).unwrap_err();
        assert_eq!(problem.code, "token_expired");
        assert_eq!(book.find("fupan_00").unwrap(), None);
        assert_eq!(book.find("bearer").unwrap(), None);
    }
}
