//! `fupan verify`: a bundle, checked offline, trusting nothing but a key.

use super::{Ended, Outcome, print_json, print_text, read_file};
use crate::{
    bundle::{Asked, Stage, examine_file},
    problem::Problem,
    progress::Progress,
    text,
};
use clap::{Args, ValueEnum};
use fupan_replay::{
    audit::Verdict,
    proof::{
        checkpoint::SignedCheckpoint,
        key::{Algorithm, VerifierKey},
        policy::Policy,
    },
    verify::Trust,
};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan verify spring-cup.zip --key go.example.org.vkey\n  fupan verify spring-cup.zip --key go.example.org+891d6997+AWq5... --checkpoint seen-in-may\n  fupan verify spring-cup.zip --policy federation.policy --json\n\nThe exit status is 0 where the bundle is sound, with or without remarks, else 1."
)]
pub struct Verify {
    /// The bundle, as fupan export writes it
    bundle: PathBuf,
    /// The service's verifier key, from the service itself: the key or a file that holds it
    #[arg(long, value_name = "KEY")]
    key: Vec<String>,
    /// A checkpoint of the ledger that was seen before; the bundle must go on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Vec<PathBuf>,
    /// A witness's verifier key, or a file that holds it
    #[arg(long, value_name = "KEY", conflicts_with = "policy")]
    witness: Vec<String>,
    /// How many of these witnesses must have cosigned the checkpoint; all of them, if it is not said
    #[arg(long, value_name = "N", requires = "witness")]
    quorum: Option<usize>,
    /// Logs, witnesses and quorum as a policy (C2SP tlog-policy)
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Look at this part alone
    #[arg(long, value_name = "PART", value_enum)]
    only: Option<Only>,
    /// Print the checks and what they found as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A part that is looked at alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Chain and tree, not what the entries say
    Log,
}

impl Verify {
    pub fn run(self) -> Outcome {
        let asked = self.asked()?;
        let mut progress: Option<(Stage, Progress)> = None;
        let view = examine_file(&self.bundle, asked, |stage, steps, of| {
            if progress.as_ref().is_none_or(|(before, _)| *before != stage) {
                // The bar before goes, so that the two don't stand in each other's way.
                progress = None;
            }
            let new = || (stage, Progress::new(of, stage.counts()));
            let (_, bar) = progress.get_or_insert_with(new);
            bar.advance(steps);
        })?;
        drop(progress);
        if self.json {
            print_json(&view)?;
        } else {
            print_text(&text::verification(&view))?;
        }
        Ok(match view.verdict {
            Verdict::Broken => Ended::Broken,
            Verdict::Sound | Verdict::SoundWithRemarks => Ended::Sound,
        })
    }

    fn asked(&self) -> Result<Asked, Problem> {
        let keys = verifier_keys(&self.key, Algorithm::Ed25519)?;
        let policy = match &self.policy {
            Some(path) => {
                let read = Policy::read(&read_file(path)?);
                Some(read.map_err(|e| usage(&format!("{}: {e}", path.display())))?)
            }
            None => self.witnesses()?,
        };
        Ok(Asked {
            trust: Trust {
                policy,
                ..Trust::of_keys(keys)
            },
            checkpoints: self
                .checkpoint
                .iter()
                .map(|path| checkpoint(path))
                .collect::<Result<_, _>>()?,
            only_log: self.only == Some(Only::Log),
        })
    }

    fn witnesses(&self) -> Result<Option<Policy>, Problem> {
        if self.witness.is_empty() {
            return Ok(None);
        }
        let keys = verifier_keys(&self.witness, Algorithm::CosignatureV1)?;
        let quorum = self.quorum.unwrap_or(keys.len());
        Ok(Some(Policy::of_keys([], keys, quorum)))
    }
}

fn usage(detail: &str) -> Problem {
    Problem::new("usage", detail)
}

/// Verifier keys as they stand on the command line: each a key, or a file that
/// holds some, one a line, as `fupan key show` prints them; lines that begin with #
/// and empty ones are passed over.
pub(super) fn verifier_keys(
    named: &[String],
    algorithm: Algorithm,
) -> Result<Vec<VerifierKey>, Problem> {
    let mut keys: Vec<VerifierKey> = Vec::new();
    for named in named {
        for key in keys_of(named, algorithm)? {
            // A list names the key that signs now once for itself and once for its ledger.
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    Ok(keys)
}

fn keys_of(named: &str, algorithm: Algorithm) -> Result<Vec<VerifierKey>, Problem> {
    let path = Path::new(named);
    if named.contains('+') && !path.exists() {
        return Ok(vec![key_of(named, named, algorithm)?]);
    }
    let text = String::from_utf8(read_file(path)?);
    let text = text.map_err(|_| usage(&format!("{named} is no text")))?;
    let mut keys = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if !(line.is_empty() || line.starts_with('#')) {
            keys.push(key_of(line, &format!("{named}, line {number}"), algorithm)?);
        }
    }
    if keys.is_empty() {
        let detail = format!("{named} holds no key: expected one a line, as fupan key show prints");
        return Err(usage(&detail));
    }
    Ok(keys)
}

fn key_of(text: &str, place: &str, algorithm: Algorithm) -> Result<VerifierKey, Problem> {
    let key: VerifierKey = text.parse().map_err(|e| usage(&format!("{place}: {e}")))?;
    if key.algorithm() == algorithm {
        return Ok(key);
    }
    let (found, expected) = (key.algorithm().byte(), algorithm.byte());
    Err(usage(&format!(
        "{place}: a key of the type {found:#04x}: expected {expected:#04x}"
    )))
}

/// A signed checkpoint from a file.
pub(super) fn checkpoint(path: &Path) -> Result<SignedCheckpoint, Problem> {
    let bytes = read_file(path)?;
    SignedCheckpoint::read(&bytes)
        .map_err(|e| usage(&format!("{} is no checkpoint: {e}", path.display())))
}
