//! What a witness keeps: its key, of each log the last checkpoint that it cosigned,
//! in a file of its own, and beside them a list of those logs. A witness that has
//! lost one of the files can't know what it saw, and must not go on with that log
//! under the same key: it could cosign two histories. The list tells that it is lost.

use crate::{
    keys::file::{self, bad},
    problem::Problem,
};
use fupan_domain::ids::Sha256;
use fupan_replay::proof::{
    checkpoint::SignedCheckpoint,
    key::{Algorithm, SignerKey, VerifierKey},
    witness::{AddCheckpoint, NotCosigned, check, keys_of},
};
use fupan_store::wall_clock;
use std::{
    collections::BTreeSet,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

const TEXT: &str = "text/plain; charset=utf-8";

/// A witness's key, the logs that it knows, and what it cosigned.
pub struct WitnessBook {
    key: SignerKey,
    /// The keys of the logs that it knows; that of a service stands for all of its ledgers.
    logs: Vec<VerifierKey>,
    folder: PathBuf,
    list: PathBuf,
    /// The first lines of the logs of which something was cosigned. Held from the look
    /// at the last checkpoint until the next one is kept.
    begun: Mutex<BTreeSet<String>>,
}

/// What is answered to a request.
#[derive(Debug, PartialEq, Eq)]
pub struct Answered {
    /// The HTTP status.
    pub status: u16,
    /// The media type of the body.
    pub media_type: &'static str,
    /// The body.
    pub body: String,
}

impl Answered {
    /// A sentence.
    pub fn text(status: u16, sentence: impl std::fmt::Display) -> Answered {
        Answered {
            status,
            media_type: TEXT,
            body: format!("{sentence}\n"),
        }
    }
}

impl WitnessBook {
    /// The witness of a folder, which is made with a key if it is not there.
    ///
    /// # Errors
    /// When the name can't be one or is another than before, the key can't be
    /// read, or what was cosigned before is gone.
    pub fn at(folder: &Path, name: &str, logs: Vec<VerifierKey>) -> Result<WitnessBook, Problem> {
        let (key_file, cosigned) = (folder.join("witness.key"), folder.join("logs"));
        let list = folder.join("witness.logs");
        if let Some(other) = logs
            .iter()
            .find(|key| key.algorithm() != Algorithm::Ed25519)
        {
            let detail = format!("{other} is no key of a log: expected one that signs checkpoints");
            return Err(Problem::new("usage", detail));
        }
        if !key_file.exists() {
            fs::create_dir_all(folder).map_err(|e| Problem::file(folder, &e))?;
            file::own_folder(&cosigned)?;
            file::write(&list, b"")?;
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).map_err(|e| Problem::internal(&e))?;
            let name = name.parse();
            let name = name.map_err(|e| Problem::new("usage", format!("--name: {e}")))?;
            let key = SignerKey::from_seed(name, Algorithm::CosignatureV1, &seed);
            // Last: a folder with a key has the rest.
            file::write(&key_file, key.secret_text().as_bytes())?;
        }
        let key = file::read(&key_file)?;
        if key.verifier().name().as_str() != name {
            let detail = format!(
                "the witness of this folder is {0}: expected --name {0}, or another --data for {name}",
                key.verifier().name()
            );
            return Err(Problem::new("usage", detail).in_file(&key_file));
        }
        let gone = "what was cosigned with this key is gone: begin again with a new key, in another folder (--data), and tell the services that ask this witness";
        if !cosigned.is_dir() {
            return Err(bad(&cosigned, &gone));
        }
        let begun = match fs::read_to_string(&list) {
            Ok(text) => text.lines().map(str::to_owned).collect(),
            Err(e) if e.kind() == ErrorKind::NotFound => return Err(bad(&list, &gone)),
            Err(e) => return Err(bad(&list, &e)),
        };
        Ok(WitnessBook {
            key,
            logs,
            folder: cosigned,
            list,
            begun: Mutex::new(begun),
        })
    }

    /// The logs of which something was cosigned, and nobody knows any more what.
    pub fn forgotten(&self) -> Vec<String> {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = begun.iter().filter(|origin| !self.file(origin).exists());
        gone.cloned().collect()
    }

    /// Puts a log on the list of those of which something was cosigned.
    fn list(&self, begun: &mut BTreeSet<String>, origin: &str) -> Result<(), Problem> {
        if begun.contains(origin) {
            return Ok(());
        }
        let mut with = begun.clone();
        with.insert(origin.to_owned());
        let text: String = with.iter().flat_map(|log| [log.as_str(), "\n"]).collect();
        file::write(&self.list, text.as_bytes())?;
        *begun = with;
        Ok(())
    }

    /// The key by which its cosignatures are checked.
    pub fn key(&self) -> &VerifierKey {
        self.key.verifier()
    }

    fn file(&self, origin: &str) -> PathBuf {
        self.folder.join(Sha256::of(origin.as_bytes()).to_string())
    }

    fn last(&self, origin: &str) -> Result<Option<SignedCheckpoint>, Problem> {
        let path = self.file(origin);
        match fs::read(&path) {
            Ok(note) => {
                let read = SignedCheckpoint::read(&note).map_err(|e| bad(&path, &e))?;
                Ok(Some(read))
            }
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(bad(&path, &e)),
        }
    }

    /// Answers a request: a cosignature, once the checkpoint is kept.
    pub fn add(&self, body: &[u8]) -> Answered {
        let request = match AddCheckpoint::read(body) {
            Ok(request) => request,
            Err(error) => return Answered::text(400, error),
        };
        match self.cosign(&request) {
            Ok(Ok(line)) => Answered {
                status: 200,
                media_type: TEXT,
                body: line,
            },
            Ok(Err(refused @ NotCosigned::Stale { size })) => Answered {
                status: refused.status(),
                media_type: "text/x.tlog.size",
                body: format!("{size}\n"),
            },
            Ok(Err(refused)) => Answered::text(refused.status(), refused),
            Err(problem) => {
                tracing::error!("the witness can't keep a checkpoint: {problem}");
                Answered::text(500, "the witness can't keep the checkpoint")
            }
        }
    }

    fn cosign(&self, request: &AddCheckpoint) -> Result<Result<String, NotCosigned>, Problem> {
        let signed = &request.checkpoint;
        let origin = signed.checkpoint().origin();
        let keys = keys_of(origin, &self.logs);
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        // Of a log that it doesn't know nothing is looked up.
        let last = if keys.is_empty() {
            None
        } else {
            self.last(origin)?
        };
        if last.is_none() && !keys.is_empty() && begun.contains(origin) {
            let forgotten = NotCosigned::Forgotten(origin.to_owned());
            tracing::error!("{forgotten}: {} is gone", self.file(origin).display());
            return Ok(Err(forgotten));
        }
        let state = last.map(|last| last.checkpoint().state);
        if let Err(refused) = check(request, &keys, state) {
            if let NotCosigned::OtherRoot(_) | NotCosigned::Inconsistent(_) = &refused {
                // With the log's own signature under it, it proves what the log did.
                tracing::error!(log.origin = origin, "not cosigned: {refused}:\n{request}");
            }
            return Ok(Err(refused));
        }
        let mut cosigned = signed.clone();
        let seconds = wall_clock().unix_ms().max(0).unsigned_abs() / 1000;
        cosigned.note_mut().sign(&self.key, seconds);
        file::write(&self.file(origin), cosigned.to_string().as_bytes())?;
        // After it: a cut in between leaves a log that is known and not listed yet.
        self.list(&mut begun, origin)?;
        let own = self.key.verifier();
        let lines = cosigned.note().signatures().iter();
        let mut lines = lines.filter(|line| line.id() == own.id() && line.name() == own.name());
        Ok(Ok(lines
            .next()
            .map(ToString::to_string)
            .unwrap_or_default()))
    }
}
