//! `fupan review note` and `open-note`: a reviewer's note is sealed by a
//! commitment alone; its text is read by nobody, in the ledger or beside it,
//! before a second reviewer has sealed one too.

use super::{
    super::{Ended, Outcome, print_error, print_json, print_text, read_file, source::Source},
    place::Place,
};
use crate::{ledger::random, problem::Problem};
use clap::Args;
use fupan_domain::{
    event::review::{NoteOpened, NoteSealed},
    ids::{ActorId, LedgerName, OfficialId},
};
use serde_json::json;
use std::{
    fs::{self, OpenOptions},
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};
use unicode_normalization::UnicodeNormalization;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review note case-7 note.txt --as rev-1 --keep note.sealed"
)]
pub struct Note {
    /// The review's ledger
    ledger: LedgerName,
    /// The note
    text: PathBuf,
    /// Where to keep what opens it, which is made and readable for its owner alone
    #[arg(long, value_name = "FILE")]
    keep: PathBuf,
    /// Which reviewer seals it
    #[arg(long = "as", value_name = "REVIEWER")]
    reviewer: OfficialId,
    #[command(flatten)]
    source: Source,
    /// Print what was recorded as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  fupan review open-note case-7 note.sealed --as rev-1")]
pub struct OpenNote {
    /// The review's ledger
    ledger: LedgerName,
    /// What `fupan review note` kept
    kept: PathBuf,
    /// Which reviewer opens it
    #[arg(long = "as", value_name = "REVIEWER")]
    reviewer: OfficialId,
    #[command(flatten)]
    source: Source,
    /// Print what was recorded as one JSON object
    #[arg(long)]
    pub json: bool,
}

fn bad(path: &Path, error: impl std::fmt::Display) -> Problem {
    Problem::new("file", error.to_string()).in_file(path)
}

impl Note {
    pub fn run(self) -> Outcome {
        let bytes = read_file(&self.text)?;
        let text = String::from_utf8(bytes).map_err(|e| bad(&self.text, e))?;
        let note = NoteOpened {
            // As a ledger takes texts: what is hashed is what is opened later.
            text: text.trim().nfc().collect(),
            nonce: hex::encode(random()?),
        };
        // Told before anything is recorded, the look included.
        if self.keep.exists() {
            let there = std::io::ErrorKind::AlreadyExists;
            return Err(Problem::file(&self.keep, &there.into()));
        }
        let place = Place::seen_by(&self.source, &self.ledger, &self.reviewer, "note")?;
        let sealed = NoteSealed {
            commitment: note.commitment(),
        };
        let drafts = vec![super::draft(
            self.reviewer.as_str(),
            "note_sealed",
            &sealed,
        )?];
        let actor: ActorId = self
            .reviewer
            .as_str()
            .parse()
            .map_err(|e| Problem::internal(&e))?;
        if let Some(before) = place.state().notes.get(&actor) {
            print_error(&format_args!(
                "note: it takes the place of the one that was sealed at {} (entry {}), which can't be opened any more",
                before.at, before.sealed
            ));
        }
        // Kept before it is sealed: a seal that nothing opens would be worth nothing.
        keep(&self.keep, &note)?;
        let seqs = place.append(drafts).inspect_err(|problem| {
            // Where nobody knows whether it went in, what would open it stays.
            if problem.code != "server" {
                let _gone = fs::remove_file(&self.keep);
            }
        })?;
        tell("the note is sealed", &seqs, self.json)
    }
}

/// Keeps what opens a note, in a file that was not there: what opens another note
/// must not be lost to it.
fn keep(path: &Path, note: &NoteOpened) -> Result<(), Problem> {
    let told = |e: std::io::Error| Problem::file(path, &e);
    let text = serde_json::to_vec_pretty(note).map_err(|e| Problem::internal(&e))?;
    let mut new = OpenOptions::new();
    let new = new.write(true).create_new(true).mode(0o600);
    let mut file = new.open(path).map_err(told)?;
    file.write_all(&text).map_err(told)?;
    file.sync_all().map_err(told)
}

impl OpenNote {
    pub fn run(self) -> Outcome {
        let bytes = read_file(&self.kept)?;
        let note: NoteOpened = serde_json::from_slice(&bytes).map_err(|e| bad(&self.kept, e))?;
        let place = Place::seen_by(&self.source, &self.ledger, &self.reviewer, "open-note")?;
        let drafts = vec![super::draft(self.reviewer.as_str(), "note_opened", &note)?];
        tell("the note is open", &place.append(drafts)?, self.json)
    }
}

fn tell(what: &str, seqs: &[u64], json: bool) -> Outcome {
    if json {
        print_json(&json!({ "entries": seqs }))?;
    } else {
        print_text(&super::told(what, seqs))?;
    }
    Ok(Ended::Sound)
}
