//! The sessions of browsers: `DIR/sessions.json`, so that a restart signs nobody
//! out. Of a session itself only its SHA-256 is kept, beside the name of the
//! token with which it began: a token that is revoked or ends takes its sessions
//! with it. What proves that a form is the service's own follows from the
//! session's secret and is kept nowhere.

use super::{Grant, tokens::replace};
use crate::{ledger::random, problem::Problem};
use fupan_domain::{Timestamp, ids::Sha256};
use fupan_store::store::wall_clock;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};
use subtle::ConstantTimeEq;

/// The most sessions that are kept; the oldest go first.
const MOST: usize = 10_000;

/// A session as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    sha256: Sha256,
    /// The short name of the token with which it began.
    token: String,
    began_at: Timestamp,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    sessions: Vec<Kept>,
}

/// The sessions of a data folder.
pub struct SessionBook {
    path: PathBuf,
    lasts_ms: i64,
    kept: Mutex<Vec<Kept>>,
}

impl SessionBook {
    /// The sessions of that data folder, each of which lasts for so many hours.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn at(data: &Path, hours: u32) -> Result<SessionBook, Problem> {
        let path = data.join("sessions.json");
        let kept = match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice::<File>(&bytes)
                .map_err(|e| Problem::new("token_file", e.to_string()).in_file(&path))?,
            Err(e) if e.kind() == ErrorKind::NotFound => File::default(),
            Err(e) => return Err(Problem::new("token_file", e.to_string()).in_file(&path)),
        };
        Ok(SessionBook {
            path,
            lasts_ms: i64::from(hours) * 3_600_000,
            kept: Mutex::new(kept.sessions),
        })
    }

    /// Begins a session with a token. Its secret is answered, this once.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn begin(&self, grant: &Grant) -> Result<String, Problem> {
        let secret = secret()?;
        let mut kept = self.lock();
        let before = kept.clone();
        self.forget_old(&mut kept);
        if kept.len() >= MOST {
            kept.remove(0);
        }
        kept.push(Kept {
            sha256: Sha256::of(secret.as_bytes()),
            token: grant.id.clone(),
            began_at: wall_clock(),
        });
        if let Err(problem) = self.write(&kept) {
            *kept = before;
            return Err(problem);
        }
        Ok(secret)
    }

    /// The short name of the token with which a session began; `None` where it
    /// was never begun here, was ended, or has lasted its time.
    pub fn find(&self, secret: &str) -> Option<String> {
        let sha256 = Sha256::of(secret.as_bytes());
        let now = wall_clock();
        let kept = self.lock();
        let found = kept.iter().find(|kept| kept.sha256 == sha256)?;
        (!self.is_old(found, now)).then(|| found.token.clone())
    }

    /// Ends a session.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn end(&self, secret: &str) -> Result<(), Problem> {
        let sha256 = Sha256::of(secret.as_bytes());
        let mut kept = self.lock();
        kept.retain(|kept| kept.sha256 != sha256);
        self.forget_old(&mut kept);
        self.write(&kept)
    }

    /// How long a session lasts, in seconds.
    pub fn lasts_s(&self) -> i64 {
        self.lasts_ms / 1_000
    }

    fn is_old(&self, kept: &Kept, now: Timestamp) -> bool {
        now.since(kept.began_at).0 >= self.lasts_ms
    }

    fn forget_old(&self, kept: &mut Vec<Kept>) {
        let now = wall_clock();
        kept.retain(|kept| !self.is_old(kept, now));
    }

    fn write(&self, kept: &[Kept]) -> Result<(), Problem> {
        let file = File {
            sessions: kept.to_vec(),
        };
        let text = serde_json::to_vec(&file).map_err(|e| Problem::internal(&e))?;
        replace(&self.path, &text)
            .map_err(|e| Problem::new("token_file", e.to_string()).in_file(&self.path))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A secret of 256 random bits, as text.
///
/// # Errors
/// When the system has no random numbers.
pub fn secret() -> Result<String, Problem> {
    Ok(format!(
        "{}{}",
        hex::encode(random()?),
        hex::encode(random()?)
    ))
}

/// What a form or a script of the service's own sends along, so that no other
/// site can send it: it follows from a secret that only the browser and the
/// service have, and tells nothing of it.
pub fn proof(secret: &str) -> String {
    Sha256::of(format!("fupan form\0{secret}").as_bytes()).to_string()
}

/// Whether somebody who has that secret sent this proof.
pub fn proves(secret: &str, sent: &str) -> bool {
    proof(secret).as_bytes().ct_eq(sent.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::{Principal, TokenBook};

    fn grant(folder: &Path) -> Grant {
        let book = TokenBook::at(folder);
        book.add(Principal::Keeper, None, None).unwrap().grant
    }

    #[test]
    fn a_session_outlives_a_restart_and_ends_when_it_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let grant = grant(folder.path());
        let book = SessionBook::at(folder.path(), 16).unwrap();
        let session = book.begin(&grant).unwrap();
        let again = SessionBook::at(folder.path(), 16).unwrap();
        assert_eq!(again.find(&session), Some(grant.id));
        assert_eq!(again.find("0"), None);
        again.end(&session).unwrap();
        assert_eq!(again.find(&session), None);
        let later = SessionBook::at(folder.path(), 16).unwrap();
        assert_eq!(later.find(&session), None);
    }

    #[test]
    fn a_session_lasts_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let book = SessionBook::at(folder.path(), 0).unwrap();
        let session = book.begin(&grant(folder.path())).unwrap();
        assert_eq!(book.find(&session), None);
    }

    #[test]
    fn the_file_keeps_no_secret_and_is_its_owners_alone() {
        use std::os::unix::fs::MetadataExt;
        let folder = tempfile::tempdir().unwrap();
        let book = SessionBook::at(folder.path(), 16).unwrap();
        let session = book.begin(&grant(folder.path())).unwrap();
        let path = folder.path().join("sessions.json");
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains(&session) && !text.contains(&proof(&session)));
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_proof_is_its_own_secrets() {
        assert!(proves("a", &proof("a")));
        assert!(!proves("a", &proof("b")));
        assert!(!proves("a", "a") && !proves("a", ""));
    }
}
