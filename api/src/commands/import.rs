//! `fupan import`: files into a ledger, each whole or not at all.

mod submit;

use super::{
    Ended, Outcome, print_error, print_json, print_text, read_file,
    source::{Opened, Source},
    verify::verifier_keys,
};
use crate::{
    bundle,
    hold::Hold,
    kept::{self, bundle::Kept},
    ledger::{self, OpenLedger},
    problem::Problem,
    progress::Progress,
    text::summed::{OnEntry, on_entries as on_entries_summed},
};
use clap::Args;
use fupan_domain::{
    Timestamp, amount,
    event::NotAStream,
    ids::{EntryId, LedgerName, Sha256},
    rulebook::EditionId,
    tournament::TournamentState,
};
use fupan_replay::{
    audit::Verdict,
    draft::Draft,
    drafts::{self, Replayed},
    entry::Entry,
    proof::key::Algorithm,
    receipt,
    records::{ImportOptions, ImportPlan, SgfFile, from_sgf},
    views::People,
};
use fupan_store::{EventStore, Ledgers, Receipt};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    io::ErrorKind,
    path::{Path, PathBuf},
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan import round1.jsonl --ledger spring-cup\n  fupan import games/*.sgf --ledger club-games --edition cn-2002\n  FUPAN_TOKEN=fupan_... fupan import round2.jsonl --ledger spring-cup --server http://127.0.0.1:8080\n  fupan import autumn-open.zip --key go.example.org.vkey\n\nA bundle is verified and kept as a ledger that is only read, with its own checkpoints; a newer bundle of it extends it.\nA service takes drafts (.jsonl) whose authors the token may name."
)]
pub struct Import {
    /// Files of drafts (.jsonl), game records (.sgf), and somebody else's bundles (.zip)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The ledger, a name of a-z, 0-9 and -; it is opened by the import if it is not there yet. A bundle has a name of its own
    #[arg(long)]
    ledger: Option<LedgerName>,
    /// For a bundle: the verifier key of the service that it came from, from that service itself, or a file that holds it
    #[arg(long, value_name = "KEY")]
    key: Vec<String>,
    /// The rule book of a ledger that a game record opens
    #[arg(long, default_value = EditionId::Cn2002.name())]
    edition: EditionId,
    #[command(flatten)]
    source: Source,
    /// Print what was taken in as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A draft of a file.
pub(super) struct FromFile {
    /// The line on which it stands, where it has one of its own.
    pub line: Option<usize>,
    /// Whether its id stands in the file.
    pub named: bool,
    pub draft: Draft,
}

/// What a file holds.
pub(super) struct Contents {
    pub drafts: Vec<FromFile>,
    /// What was odd about it.
    remarks: Vec<String>,
}

/// What became of a file.
#[derive(Debug, Serialize)]
pub(super) struct Taken {
    file: String,
    /// New entries.
    entries: usize,
    /// Entries that were there already.
    known: usize,
    /// What was odd about it.
    remarks: Vec<String>,
    /// What was odd about the times of its entries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarked: Vec<Remarked>,
}

/// A remark on an entry that was recorded.
#[derive(Debug, Serialize)]
pub(super) struct Remarked {
    seq: u64,
    code: String,
    text: String,
}

impl Import {
    pub fn run(self) -> Outcome {
        let bundles = self
            .files
            .iter()
            .filter(|file| bundle::is_bundle(file))
            .count();
        if bundles == self.files.len() {
            return self.keep_bundles();
        }
        let usage = |detail: &str| Err(Problem::new("usage", detail));
        if bundles > 0 {
            return usage(
                "bundles are kept as ledgers of their own: import them apart from drafts and game records",
            );
        }
        let Some(ledger) = self.ledger.clone() else {
            if let Some(missing) = self.files.iter().find(|file| !file.exists()) {
                return Err(Problem::file(missing, &ErrorKind::NotFound.into()));
            }
            return usage("drafts and game records go into a ledger: name it with --ledger");
        };
        if !self.key.is_empty() {
            return usage("--key says who vouches for a bundle, and these are none");
        }
        self.take_files(&ledger)
    }

    /// Keeps bundles as ledgers that are only read.
    fn keep_bundles(&self) -> Outcome {
        let usage = |detail: &str| Err(Problem::new("usage", detail));
        if let Opened::Service(_) = self.source.opened()? {
            return usage(
                "a bundle is taken into the data folder (--data), also while the service runs: it sees the ledger at once",
            );
        }
        if self.ledger.is_some() && self.files.len() > 1 {
            return usage(
                "each bundle is a ledger of its own: name one with --ledger for one bundle alone",
            );
        }
        let keys = verifier_keys(&self.key, Algorithm::Ed25519)?;
        // Without a hold on the folder: a service may have it, and sees a ledger that is
        // made beside its own; one that it has open is locked by itself.
        let ledgers = ledger_folder(&self.source.data.data)?;
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        for file in &self.files {
            let mut progress: Option<Progress> = None;
            let kept = kept::bundle::keep(&ledgers, file, self.ledger.as_ref(), &keys, |n, of| {
                let bar = progress.get_or_insert_with(|| Progress::new(of, "entries"));
                bar.advance(n);
            });
            match kept {
                Ok(kept) => taken.push(kept),
                Err(problem) if problem.file.is_some() => refused.push(problem),
                Err(problem) => refused.push(problem.in_file(file)),
            }
        }
        if self.json {
            print_json(&serde_json::json!({"kept": taken, "refused": refused}))?;
        } else {
            for kept in &taken {
                told_kept(kept)?;
            }
            for problem in &refused {
                print_error(problem);
            }
        }
        Ok(ended(&refused))
    }

    fn take_files(&self, ledger: &LedgerName) -> Outcome {
        match self.source.opened()? {
            Opened::Service(remote) => {
                self.take_all(ledger, |file| submit::submit(&remote, ledger, file))
            }
            Opened::Folder => {
                let ledgers = ledger_folder(&self.source.data.data)?;
                let _hold = Hold::for_verb(&self.source.data.data)?;
                let mut open = None;
                let ended =
                    self.take_all(ledger, |file| self.take(&ledgers, ledger, &mut open, file));
                leave_no_empty_ledger(&ledgers, ledger, open)?;
                ended
            }
        }
    }

    /// Takes each file, and tells what became of it.
    fn take_all(
        &self,
        ledger: &LedgerName,
        mut take: impl FnMut(&Path) -> Result<Taken, Problem>,
    ) -> Outcome {
        let mut progress =
            Progress::new(u64::try_from(self.files.len()).unwrap_or(u64::MAX), "files");
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        for file in &self.files {
            match take(file) {
                Ok(file) => taken.push(file),
                Err(problem) => refused.push(problem.in_file(file)),
            }
            progress.advance(1);
        }
        drop(progress);
        self.tell(ledger, &taken, &refused)?;
        Ok(ended(&refused))
    }

    fn tell(
        &self,
        ledger: &LedgerName,
        taken: &[Taken],
        refused: &[Problem],
    ) -> Result<(), Problem> {
        if self.json {
            let ledger = &ledger.to_string();
            return print_json(
                &serde_json::json!({"ledger": ledger, "taken": taken, "refused": refused}),
            );
        }
        for file in taken {
            let known = match file.known {
                0 => String::new(),
                1 => ", 1 was there already".to_owned(),
                known => format!(", {known} were there already"),
            };
            print_text(&format!(
                "{}: {}{known}",
                file.file,
                amount(file.entries, "entry")
            ))?;
            for remark in &file.remarks {
                print_text(&format!("  {remark}"))?;
            }
            let on_entries = file.remarked.iter().map(|r| OnEntry {
                seq: r.seq,
                code: &r.code,
                text: &r.text,
            });
            for line in on_entries_summed(&on_entries.collect::<Vec<_>>()) {
                print_text(&format!("  {line}"))?;
            }
        }
        for problem in refused {
            print_error(problem);
        }
        Ok(())
    }

    /// Takes one file in, whole or not at all.
    fn take(
        &self,
        ledgers: &Ledgers,
        ledger: &LedgerName,
        open: &mut Option<OpenLedger>,
        file: &Path,
    ) -> Result<Taken, Problem> {
        let bytes = read_file(file)?;
        if open.is_none() {
            let opened = super::told(ledger::open_or_create(ledgers, ledger))?;
            *open = Some(opened);
        }
        let open = open
            .as_ref()
            .ok_or_else(|| Problem::internal(&"no ledger is open"))?;
        append(open, self.contents(open, file, &bytes)?, file)
    }

    fn contents(&self, open: &OpenLedger, file: &Path, bytes: &[u8]) -> Result<Contents, Problem> {
        if is_drafts(file, bytes) {
            read_drafts(bytes)
        } else {
            read_record(open, file, bytes, self.edition)
        }
    }
}

/// How an import ended of which these files were refused.
fn ended(refused: &[Problem]) -> Ended {
    match refused {
        [] => Ended::Sound,
        refused if refused.iter().all(|problem| problem.missing) => Ended::Missing,
        _ => Ended::Broken,
    }
}

/// Tells of a bundle that is kept.
fn told_kept(kept: &Kept) -> Result<(), Problem> {
    let name = if kept.ledger == kept.recorded_as {
        String::new()
    } else {
        format!(" ({} at home)", kept.recorded_as)
    };
    let vouched = if kept.signed {
        ""
    } else {
        "; no key vouches for it (--key), so that nothing shows whose it is"
    };
    let announced = if kept.verdict == Verdict::Broken {
        "; a result or standings of it do not follow from what was recorded: fupan audit says which"
    } else {
        ""
    };
    print_text(&format!(
        "{}{name}: {}, {} of them new; it is only read here{vouched}{announced}",
        kept.ledger,
        amount(kept.size, "entry"),
        kept.entries
    ))
}

/// A ledger that only refused files would have opened is not left behind.
fn leave_no_empty_ledger(
    ledgers: &Ledgers,
    ledger: &LedgerName,
    open: Option<OpenLedger>,
) -> Result<(), Problem> {
    let Some(open) = open.filter(|open| open.store.head().size == 0) else {
        return Ok(());
    };
    // Moved away while it is still locked: once it isn't, another process
    // could open it and have its entries acknowledged before it is gone.
    let folder = ledgers.folder(ledger);
    let aside = folder.with_file_name(format!(".{ledger}.{}", std::process::id()));
    std::fs::rename(&folder, &aside).map_err(|e| Problem::file(&folder, &e))?;
    drop(open);
    std::fs::remove_dir_all(&aside).map_err(|e| Problem::file(&aside, &e))
}

/// The ledgers of a data folder, which is made if it is not there.
pub(super) fn ledger_folder(data: &Path) -> Result<Ledgers, Problem> {
    ledger::ledgers_or_new(data, None)
}

/// Whether a file holds drafts: by its name, else by its first letter.
pub(super) fn is_drafts(file: &Path, bytes: &[u8]) -> bool {
    match file.extension().and_then(|e| e.to_str()) {
        Some("jsonl" | "json" | "ndjson") => true,
        Some(e) if e.eq_ignore_ascii_case("sgf") => false,
        _ => {
            let text = drafts::without_byte_order_mark(bytes);
            text.trim_ascii_start().first() == Some(&b'{')
        }
    }
}

/// Reads a file of drafts. A draft without an id gets one that follows from the
/// file and the line, so that the same file taken in twice is a retry.
pub(super) fn read_drafts(bytes: &[u8]) -> Result<Contents, Problem> {
    let lines: Vec<(usize, &[u8])> = drafts::lines(bytes).collect();
    let file_hash = Sha256::of(bytes);
    let mut progress = Progress::new(u64::try_from(lines.len()).unwrap_or(u64::MAX), "drafts");
    let mut drafts = Vec::with_capacity(lines.len());
    for (line, text) in lines {
        let mut draft = Draft::read(text).map_err(|e| Problem::from(&e).in_line(line))?;
        let named = draft.id.is_some();
        draft.id.get_or_insert_with(|| derived_id(file_hash, line));
        drafts.push(FromFile {
            line: Some(line),
            named,
            draft,
        });
        progress.advance(1);
    }
    Ok(Contents {
        drafts,
        remarks: Vec::new(),
    })
}

fn derived_id(file_hash: Sha256, line: usize) -> EntryId {
    let hash = Sha256::of(format!("{file_hash} {line}").as_bytes());
    let mut first = [0; 16];
    first.copy_from_slice(&hash.0[..16]);
    EntryId(uuid::Builder::from_custom_bytes(first).into_uuid())
}

/// Appends the drafts of a file as one batch.
pub(super) fn append(open: &OpenLedger, contents: Contents, file: &Path) -> Result<Taken, Problem> {
    let named = contents.drafts.iter().filter(|from| from.named);
    let named: Vec<EntryId> = named.filter_map(|from| from.draft.id).collect();
    let (lines, drafts): (Vec<Option<usize>>, Vec<Draft>) = contents
        .drafts
        .into_iter()
        .map(|from| (from.line, from.draft))
        .unzip();
    let receipts = open.append(drafts).map_err(|mut way| {
        // An id that was made for the import is in no file and, as nothing of it was stored, nowhere else.
        let stored = |id: &EntryId| matches!(open.store.by_id(*id), Ok(Some(_)));
        let told = way
            .problem
            .entry
            .filter(|id| named.contains(id) || stored(id));
        way.problem.entry = told;
        match way
            .index
            .and_then(|index| lines.get(index).copied().flatten())
        {
            Some(line) => way.problem.in_line(line),
            None => way.problem,
        }
    })?;
    let known = receipts.iter().filter(|receipt| receipt.known).count();
    Ok(Taken {
        file: file.display().to_string(),
        entries: receipts.len() - known,
        known,
        remarks: contents.remarks,
        remarked: remarked(open, &receipts)?,
    })
}

/// What is odd about the times of entries that were recorded.
fn remarked(open: &OpenLedger, receipts: &[Receipt]) -> Result<Vec<Remarked>, Problem> {
    let internal = |e: serde_json::Error| Problem::internal(&e);
    let mut times: BTreeMap<(String, u64), Timestamp> = BTreeMap::new();
    let mut remarked = Vec::new();
    for receipt in receipts {
        let entry = Entry::read(&receipt.bytes).map_err(internal)?;
        let stream = entry.stream.to_owned();
        let before = match entry.version.checked_sub(1) {
            None => None,
            Some(version) => match times.get(&(stream.clone(), version)) {
                Some(at) => Some(*at),
                None => time_of(open, &stream, version)?,
            },
        };
        times.insert((stream, entry.version), entry.at);
        let remarks = receipt::remarks(&entry, before).into_iter();
        remarked.extend(remarks.map(|remark| Remarked {
            seq: receipt.seq,
            code: remark.code.to_owned(),
            text: remark.text,
        }));
    }
    Ok(remarked)
}

fn time_of(open: &OpenLedger, stream: &str, version: u64) -> Result<Option<Timestamp>, Problem> {
    let stream = stream
        .parse()
        .map_err(|e: NotAStream| Problem::internal(&e))?;
    let found = open.store.stream(&stream, version, 1);
    let found = found.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
    let entry = found.first().map(|bytes| Entry::read(bytes).map(|e| e.at));
    entry.transpose().map_err(|e| Problem::internal(&e))
}

/// Reads a game record, for the ledger as it stands.
fn read_record(
    open: &OpenLedger,
    file: &Path,
    bytes: &[u8],
    edition: EditionId,
) -> Result<Contents, Problem> {
    let tournament = open.reader.tournament(fupan_store::Known::Now);
    let tournament = tournament.map_err(|e| Problem::from(&e))?;
    let people = |commitment| open.store.person(commitment).ok().flatten();
    let plan = plan(file, bytes, edition, &tournament, &people)?;
    let mut remarks = Vec::new();
    for game in &plan.games {
        let there = if game.is_there {
            " (there already)"
        } else {
            ""
        };
        remarks.push(format!(
            "game {}: {}{there}",
            game.game,
            amount(game.moves, "move")
        ));
        remarks.extend(game.notes.iter().cloned());
    }
    let drafts = plan.drafts.into_iter();
    let drafts = drafts
        .map(|draft| FromFile {
            line: None,
            named: false,
            draft,
        })
        .collect();
    Ok(Contents { drafts, remarks })
}

fn plan(
    file: &Path,
    bytes: &[u8],
    edition: EditionId,
    tournament: &TournamentState,
    people: People<'_>,
) -> Result<ImportPlan, Problem> {
    let stem = file
        .file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default();
    let options = ImportOptions {
        edition,
        ..ImportOptions::default()
    };
    let file = SgfFile::read(bytes, &stem).map_err(|e| Problem::from(&e))?;
    from_sgf(&file, &options, tournament, people).map_err(|e| Problem::from(&e))
}

/// Replays a game record in memory, as an import into a new ledger would take it.
pub(super) fn replay_record(
    name: LedgerName,
    file: &Path,
    bytes: &[u8],
) -> Result<Replayed, Problem> {
    let nobody = |_| None;
    let edition = EditionId::Cn2002;
    let plan = plan(file, bytes, edition, &TournamentState::default(), &nobody)?;
    let mut replayed = Replayed::new(name);
    for draft in plan.drafts {
        replayed
            .add(draft)
            .map_err(|reason| Problem::from(&reason))?;
    }
    Ok(replayed)
}
