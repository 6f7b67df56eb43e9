//! The ring of keys on disk: made at the first start, read with its modes
//! checked, rotated, saved for a backup and put back.

use super::{
    file::{self, bad},
    way::{Way, by_command},
};
use crate::{auth::secret_file, problem::Problem};
use fupan_domain::{
    Timestamp,
    event::log::KeyAnnounced,
    ids::{LedgerName, Sha256},
};
use fupan_replay::proof::{
    announcement::{self, Announcement},
    checkpoint::{Checkpoint, SignedCheckpoint, origin},
    key::{Algorithm, KeyName, SignerKey, VerifierKey},
};
use fupan_store::wall_clock;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::ErrorKind,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// The longest name of a service.
const SERVICE_BYTES: usize = 200;

/// A key that is or was signed with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RingKey {
    /// The key as a note verifier key, under the service's name.
    pub key: String,
    /// When it was made, or taken into use.
    pub made_at: Timestamp,
    /// The command that signs with it, where it lies in no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// How the key before it handed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<KeyAnnounced>,
}

/// What stands in `ring.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    service: String,
    keys: Vec<RingKey>,
}

/// Where a new key comes from.
#[derive(Clone, Debug, Default)]
pub enum NewKey {
    /// It is drawn, and kept in a file.
    #[default]
    Drawn,
    /// It lies elsewhere: its 32 public bytes, and the command that signs with it.
    Elsewhere {
        /// The public key.
        public: [u8; 32],
        /// The command.
        command: String,
    },
}

/// What a backup of the keys holds. It is a secret.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    ring: Kept,
    /// The key that signs now, as a signer key, unless a command signs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// The keys of a service, read and fit to sign with.
pub struct Ring {
    service: KeyName,
    keys: Vec<(VerifierKey, RingKey)>,
    way: Way,
}

/// What shows that the ring is another than it was.
type Mark = (i64, i64, u64, u64);

/// The keys of a data folder.
pub struct KeyRing {
    folder: PathBuf,
    read: Mutex<Option<(Mark, Arc<Ring>)>>,
}

impl Ring {
    /// The service's name: what stands before the ledger in each origin.
    pub fn service(&self) -> &KeyName {
        &self.service
    }

    /// All keys, the oldest first; the last one signs.
    pub fn keys(&self) -> impl Iterator<Item = &RingKey> {
        self.keys.iter().map(|(_, key)| key)
    }

    /// The keys as those by which a ledger's checkpoints are checked, the oldest first.
    ///
    /// # Errors
    /// Never: both names were read.
    pub fn of_ledger(&self, ledger: &LedgerName) -> Result<Vec<VerifierKey>, Problem> {
        let name = origin(self.service.as_str(), ledger).map_err(|e| Problem::internal(&e))?;
        let keys = self.keys.iter().map(|(key, _)| {
            VerifierKey::new(name.clone(), Algorithm::Ed25519, key.public())
                .ok_or_else(|| Problem::internal(&"a key of the ring is weak"))
        });
        keys.collect()
    }

    /// The announcements by which each key after the first was handed over to.
    pub fn announced(&self, after: usize) -> impl Iterator<Item = &RingKey> {
        self.keys().skip(after + 1)
    }

    /// Signs a checkpoint with the key that signs now.
    ///
    /// # Errors
    /// When the signing command fails, or signs with another key.
    pub fn sign(
        &self,
        ledger: &LedgerName,
        state: fupan_replay::proof::tree::TreeState,
    ) -> Result<SignedCheckpoint, Problem> {
        let name = origin(self.service.as_str(), ledger).map_err(|e| Problem::internal(&e))?;
        let checkpoint = Checkpoint::new(&name, state);
        match &self.way {
            Way::Key(key) => Ok(checkpoint.sign(&key.renamed(name))),
            Way::Command(command) => {
                let signature = by_command(command, checkpoint.to_string().as_bytes())?;
                let keys = self.of_ledger(ledger)?;
                let key = keys.last().ok_or_else(|| Problem::internal(&"no key"))?;
                let signed = checkpoint.signed_elsewhere(key, signature);
                signed.map_err(|e| {
                    let detail = format!("the signing command has another key: {e}");
                    Problem::new("key_file", detail)
                })
            }
        }
    }

    fn announce(&self, next: &VerifierKey) -> Result<Announcement, Problem> {
        let told = |e: &dyn ToString| Problem::new("key_file", e.to_string());
        match (&self.way, self.keys.last()) {
            (Way::Key(key), _) => Announcement::make(key, next).map_err(|e| told(&e)),
            (Way::Command(command), Some((key, _))) => {
                let message = announcement::message(key, next);
                let signature = by_command(command, message.as_bytes())?;
                Announcement::new(key.clone(), next.clone(), signature).map_err(|e| told(&e))
            }
            (_, None) => Err(told(&"the ring has no key")),
        }
    }
}

impl KeyRing {
    /// The keys of that data folder, whether or not there are any.
    pub fn at(data: &Path) -> KeyRing {
        KeyRing {
            folder: data.join("keys"),
            read: Mutex::default(),
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.join("ring.json")
    }

    fn key_file(&self, key: &VerifierKey) -> PathBuf {
        self.folder.join(format!("{}.key", key.id()))
    }

    /// The keys, made if there are none: drawn, under that name or one that
    /// follows from the key, so that no two services share one.
    ///
    /// # Errors
    /// When they can't be made or read, or the service has another name.
    pub fn open_or_make(&self, service: Option<&str>) -> Result<Arc<Ring>, Problem> {
        match self.open()? {
            None => self.make(service, NewKey::Drawn),
            Some(ring) if service.is_none_or(|name| name == ring.service.as_str()) => Ok(ring),
            Some(ring) => {
                let (found, asked) = (ring.service(), service.unwrap_or_default());
                let detail = format!(
                    "the service is named {asked} in the settings and signs as {found}: expected the same, since all its ledgers are known by it"
                );
                Err(Problem::new("config", detail).in_file(&self.file()))
            }
        }
    }

    /// Makes the first key.
    ///
    /// # Errors
    /// When there are keys already, the name can't be one, or nothing can be written.
    pub fn make(&self, service: Option<&str>, new: NewKey) -> Result<Arc<Ring>, Problem> {
        let _lock = self.lock()?;
        if self.mark()?.is_some() {
            return Err(bad(&self.file(), &"there are keys already"));
        }
        let (seed, public, command) = drawn(new)?;
        let own = || format!("fupan-{}", &Sha256::of(&public).to_string()[..16]);
        let name = service_name(&service.map_or_else(own, str::to_owned))?;
        let (verifier, secret) = key(&name, seed, &public)?;
        if let Some(secret) = secret {
            file::write(&self.key_file(&verifier), secret.secret_text().as_bytes())?;
        }
        self.keep(&Kept {
            service: name.to_string(),
            keys: vec![RingKey {
                key: verifier.to_string(),
                made_at: wall_clock(),
                command,
                announced: None,
            }],
        })?;
        self.need()
    }

    /// Makes the next key, to which the present one hands over; its file goes.
    ///
    /// # Errors
    /// When there is no key, the present one can't sign, or nothing can be written.
    pub fn rotate(&self, new: NewKey) -> Result<Arc<Ring>, Problem> {
        let _lock = self.lock()?;
        let ring = self.need()?;
        let (seed, public, command) = drawn(new)?;
        let (verifier, secret) = key(ring.service(), seed, &public)?;
        let announced = ring.announce(&verifier)?;
        if let Some(secret) = secret {
            file::write(&self.key_file(&verifier), secret.secret_text().as_bytes())?;
        }
        let mut kept = self.kept()?;
        kept.keys.push(RingKey {
            key: verifier.to_string(),
            made_at: wall_clock(),
            command,
            announced: Some(announced.data()),
        });
        self.keep(&kept)?;
        // What it had to sign is signed; whoever finds it later could only do harm.
        if let Some((old, _)) = ring.keys.last() {
            match fs::remove_file(self.key_file(old)) {
                Err(e) if e.kind() != ErrorKind::NotFound => {
                    return Err(bad(&self.key_file(old), &e));
                }
                _ => {}
            }
        }
        self.need()
    }

    /// All that is needed to go on signing elsewhere.
    ///
    /// # Errors
    /// When there is no key, or it can't be read.
    pub fn save(&self) -> Result<Saved, Problem> {
        let ring = self.need()?;
        let secret = match &ring.way {
            Way::Key(key) => Some(key.secret_text()),
            Way::Command(_) => None,
        };
        let ring = self.kept()?;
        Ok(Saved { ring, secret })
    }

    /// Puts saved keys back in a folder that has none.
    ///
    /// # Errors
    /// When there are keys, or the saved ones are none.
    pub fn restore(&self, saved: &Saved) -> Result<Arc<Ring>, Problem> {
        let _lock = self.lock()?;
        if self.mark()?.is_some() {
            let why = "there are keys already: expected a data folder without";
            return Err(bad(&self.file(), &why));
        }
        if let Some(secret) = &saved.secret {
            let key: SignerKey = secret.parse().map_err(|e| bad(&self.file(), &e))?;
            file::write(&self.key_file(key.verifier()), secret.as_bytes())?;
        }
        self.keep(&saved.ring)?;
        self.need()
    }

    /// The keys, if there are any.
    ///
    /// # Errors
    /// When they can't be read, or others than their owner could read them.
    pub fn open(&self) -> Result<Option<Arc<Ring>>, Problem> {
        let Some(mark) = self.mark()? else {
            return Ok(None);
        };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, ring)) = &*read
            && *of == mark
        {
            return Ok(Some(Arc::clone(ring)));
        }
        let ring = Arc::new(self.load()?);
        *read = Some((mark, Arc::clone(&ring)));
        Ok(Some(ring))
    }

    /// The keys, of which there must be some.
    ///
    /// # Errors
    /// When there are none, or as [`KeyRing::open`].
    pub fn need(&self) -> Result<Arc<Ring>, Problem> {
        let none = || {
            let why =
                "there are no keys: fupan serve makes them at its first start, or fupan key init";
            bad(&self.file(), &why)
        };
        self.open()?.ok_or_else(none)
    }

    fn load(&self) -> Result<Ring, Problem> {
        let file = self.file();
        let kept = self.kept()?;
        let service = service_name(&kept.service)?;
        let mut keys = Vec::new();
        for key in kept.keys {
            let verifier: VerifierKey = key.key.parse().map_err(|e| bad(&file, &e))?;
            if *verifier.name() != service || verifier.algorithm() != Algorithm::Ed25519 {
                let why = format!("{verifier} is no signing key of {service}");
                return Err(bad(&file, &why));
            }
            keys.push((verifier, key));
        }
        let (verifier, last) = keys.last().ok_or_else(|| bad(&file, &"it holds no key"))?;
        let way = match &last.command {
            Some(command) => Way::Command(command.clone()),
            None => Way::Key(Box::new(self.secret(verifier)?)),
        };
        Ok(Ring { service, keys, way })
    }

    fn secret(&self, verifier: &VerifierKey) -> Result<SignerKey, Problem> {
        let path = self.key_file(verifier);
        let key = file::read(&path)?;
        if key.verifier() == verifier {
            return Ok(key);
        }
        let found = key.verifier();
        Err(bad(
            &path,
            &format!("it holds {found}: expected {verifier}"),
        ))
    }

    fn kept(&self) -> Result<Kept, Problem> {
        let file = self.file();
        let bytes = fs::read(&file).map_err(|e| bad(&file, &e))?;
        serde_json::from_slice(&bytes).map_err(|e| bad(&file, &e))
    }

    fn keep(&self, kept: &Kept) -> Result<(), Problem> {
        let text = serde_json::to_vec_pretty(kept).map_err(|e| Problem::internal(&e))?;
        file::write(&self.file(), &text)
    }

    fn lock(&self) -> Result<File, Problem> {
        let told = |e: std::io::Error| bad(&self.folder, &e);
        if let Some(data) = self.folder.parent() {
            fs::create_dir_all(data).map_err(told)?;
        }
        file::own_folder(&self.folder)?;
        let lock = secret_file(&self.folder.join("lock"), false).map_err(told)?;
        lock.lock().map_err(told)?;
        Ok(lock)
    }

    fn mark(&self) -> Result<Option<Mark>, Problem> {
        match fs::metadata(self.file()) {
            Ok(m) => Ok(Some((m.mtime(), m.mtime_nsec(), m.ino(), m.size()))),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(bad(&self.file(), &e)),
        }
    }
}

/// A seed, where one is drawn, with the public key, and the command that signs.
type Drawn = (Option<[u8; 32]>, [u8; 32], Option<String>);

fn drawn(new: NewKey) -> Result<Drawn, Problem> {
    match new {
        NewKey::Drawn => {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).map_err(|e| Problem::internal(&e))?;
            let name = "drawn".parse().map_err(|e| Problem::internal(&e))?;
            let key = SignerKey::from_seed(name, Algorithm::Ed25519, &seed);
            Ok((Some(seed), *key.verifier().public(), None))
        }
        NewKey::Elsewhere { public, command } => Ok((None, public, Some(command))),
    }
}

fn key(
    name: &KeyName,
    seed: Option<[u8; 32]>,
    public: &[u8; 32],
) -> Result<(VerifierKey, Option<SignerKey>), Problem> {
    if let Some(seed) = seed {
        let key = SignerKey::from_seed(name.clone(), Algorithm::Ed25519, &seed);
        return Ok((key.verifier().clone(), Some(key)));
    }
    let verifier = VerifierKey::new(name.clone(), Algorithm::Ed25519, public);
    let none = || Problem::new("key_file", "the public key is no Ed25519 key");
    Ok((verifier.ok_or_else(none)?, None))
}

/// The name of a service: what C2SP wants of an origin, and no more than a name
/// of a host with a path has.
fn service_name(text: &str) -> Result<KeyName, Problem> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/' | ':');
    let well = text.len() <= SERVICE_BYTES
        && text.chars().all(fits)
        && !text.starts_with('/')
        && !text.ends_with('/');
    let told = || {
        let detail = format!(
            "{text:?} as the service's name: expected a name such as go.example.org, of letters, digits and . - _ : /"
        );
        Problem::new("config", detail)
    };
    if !well {
        return Err(told());
    }
    text.parse().map_err(|_| told())
}
