//! A bundle, examined from its first byte to its last: the file itself, the
//! checkpoint, each entry, and what lies beside the log. After a break what
//! still means something is checked on.

use super::{again::Again, ordered::ordered};
use crate::problem::Problem;
use fupan_domain::amount;
use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::{
    audit::{AuditView, Auditor},
    bundle::{
        Block, Blocks, Bundle, CHECKPOINT, ENTRIES, MANIFEST, Manifest, NotABundle, PEOPLE, Part,
    },
    person::PersonRecord,
    proof::{checkpoint::SignedCheckpoint, tlog_proof::TlogProof},
    strict,
    verify::{Attached, Beginning, Check, Examined, Examiner, Expected, Linked, Trust},
};
use rawzip::ReaderAt;
use sha2::{Digest, Sha256 as Hasher};
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The name under which a file is examined that doesn't tell its ledger's.
const NAMELESS: &str = "unknown";

/// No entry is shorter: its envelope alone has more bytes.
const ENTRY_MIN: usize = 200;
/// How many lines that can be no entries are read before it is given up.
const SHORT_MAX: usize = 1 << 16;
/// The most bytes of a signed note: a checkpoint with its signatures, a single proof.
const NOTE_MAX: u64 = 64 << 10;
/// The most bytes of all of them in a bundle: some ten thousands.
const NOTES_MAX: u64 = 8 << 20;

/// What a bundle is examined against: what comes from outside of it.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Checkpoints of the ledger that were seen before.
    pub checkpoints: Vec<SignedCheckpoint>,
    /// Whose signatures are relied on.
    pub trust: Trust,
    /// Whether only the log is looked at, not what the entries say.
    pub only_log: bool,
}

/// What is being looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Proofs of single entries.
    Proofs,
    /// The entries, each by itself and after those before it.
    Entries,
    /// What lies beside the log: documents, people, schemas.
    Beside,
    /// What the games come to, against what was recorded and published.
    Results,
}

impl Stage {
    /// What is counted in it.
    pub fn counts(self) -> &'static str {
        match self {
            Stage::Proofs => "proofs",
            Stage::Entries => "entries",
            Stage::Beside => "files",
            Stage::Results => "games",
        }
    }
}

/// Examines a file. `told` hears of so many further steps of so many in a stage.
///
/// # Errors
/// When the file can't be read at all; whatever it holds, the answer is a view.
pub fn examine_file(
    path: &Path,
    asked: Asked,
    told: impl FnMut(Stage, u64, u64),
) -> Result<AuditView, Problem> {
    let unreadable = |e: io::Error| Problem::file(path, &e);
    let file = File::open(path).map_err(unreadable)?;
    let meta = file.metadata().map_err(unreadable)?;
    if meta.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    examine(rawzip::FileReader::from(file), meta.len(), asked, told)
}

/// Examines a bundle of `length` bytes, from wherever they are read.
///
/// # Errors
/// Only where a slug of our own is none.
pub fn examine<R: ReaderAt + Sync>(
    file: R,
    length: u64,
    asked: Asked,
    mut told: impl FnMut(Stage, u64, u64),
) -> Result<AuditView, Problem> {
    let bundle = match Bundle::open(file, length) {
        Ok(bundle) => bundle,
        Err(fault) => {
            let nothing = |_: &_, _| Ok(Vec::new());
            let mut auditor = Auditor::new(Expected::named(nameless()?), &nothing);
            told_fault(&mut auditor, Check::Container, &fault);
            return Ok(auditor.finish());
        }
    };
    if let Some(sentence) = notes_too_long(&bundle) {
        let nothing = |_: &_, _| Ok(Vec::new());
        let mut auditor = Auditor::new(Expected::named(nameless()?), &nothing);
        auditor.bundle_fault(Check::Container, "part_too_long", sentence);
        return Ok(auditor.finish());
    }
    let mut opening = Opening::default();
    let expected = opening.expected(&bundle, asked)?;
    let only_log = expected.only_log;
    let again = Again::new(&bundle);
    let reread = |stream: &_, count| again.read(stream, count);
    let mut auditor = Auditor::new(expected, &reread);
    auditor.bundle_checked(Check::Container);
    auditor.bundle_checked(Check::Manifest);
    for (check, code, sentence) in opening.faults {
        auditor.bundle_fault(check, code, sentence);
    }
    let mut examining = Examining {
        bundle: &bundle,
        auditor,
        again: &again,
    };
    examining.proofs(|n, of| told(Stage::Proofs, n, of));
    let manifest = opening.manifest.as_ref();
    if let Some(manifest) = manifest.filter(|_| !only_log) {
        examining.auditor.expect_left_out(manifest.left_out);
    }
    examining.entries(manifest, only_log, |n, of| told(Stage::Entries, n, of));
    if !only_log {
        examining.attachments(|n, of| told(Stage::Beside, n, of));
    }
    let auditor = examining.auditor;
    Ok(auditor.finish_telling(|n, of| told(Stage::Results, n, of)))
}

fn nameless() -> Result<LedgerName, Problem> {
    NAMELESS.parse().map_err(|e| Problem::internal(&e))
}

/// What is wrong with the length of the signed notes, which all stay in memory until
/// the entries are read: of one of them, or of all together.
fn notes_too_long<R: ReaderAt + Sync>(bundle: &Bundle<R>) -> Option<String> {
    let mut all = 0;
    for (name, part) in bundle.parts() {
        if !matches!(part, Part::Checkpoint | Part::Earlier(_) | Part::Proof(_)) {
            continue;
        }
        let size = bundle.size_of(name).unwrap_or(0);
        if size > NOTE_MAX {
            return Some(format!(
                "The part {name} has {size} bytes, where no signed note has more than {NOTE_MAX}."
            ));
        }
        all += size;
        if all > NOTES_MAX {
            return Some(format!(
                "The checkpoints and proofs of the bundle have more than {NOTES_MAX} bytes together."
            ));
        }
    }
    None
}

fn told_fault(auditor: &mut Auditor<'_>, check: Check, fault: &NotABundle) {
    let sentence = format!("The file is not whole: {fault}.");
    auditor.bundle_fault(check, fault.code(), sentence);
}

/// What a bundle says of itself before its entries are read.
#[derive(Default)]
struct Opening {
    manifest: Option<Manifest>,
    faults: Vec<(Check, &'static str, String)>,
}

impl Opening {
    fn fault(&mut self, check: Check, code: &'static str, why: impl std::fmt::Display) {
        self.faults.push((check, code, why.to_string()));
    }

    /// What the entries are to be held against.
    fn expected<R: ReaderAt + Sync>(
        &mut self,
        bundle: &Bundle<R>,
        asked: Asked,
    ) -> Result<Expected, Problem> {
        self.read_manifest(bundle);
        let checkpoint = self.read_checkpoint(bundle, CHECKPOINT);
        let demanded = !asked.trust.keys.is_empty() || asked.trust.policy.is_some();
        if checkpoint.is_none() && demanded {
            let sentence =
                "There is no checkpoint in the bundle: nobody vouches for what it holds.";
            self.fault(Check::Signed, "checkpoint_missing", sentence);
        }
        let mut earlier = Vec::new();
        for (name, part) in bundle.parts() {
            if let Part::Earlier(size) = part {
                let signed = self.read_checkpoint(bundle, name);
                if signed
                    .as_ref()
                    .is_some_and(|s| s.checkpoint().size() != size)
                {
                    let sentence =
                        format!("The checkpoint filed as {name} is one of another size.");
                    self.fault(Check::Container, "part_misplaced", sentence);
                }
                earlier.extend(signed);
            }
            if part == Part::Unknown {
                let sentence = format!("The file holds a part that no bundle has: {name}.");
                self.fault(Check::Container, "part_unknown", sentence);
            }
        }
        let named = self
            .manifest
            .as_ref()
            .map(|manifest| manifest.ledger.clone());
        let ledger = match named.or_else(|| first_ledger(bundle)) {
            Some(ledger) => ledger,
            None => nameless()?,
        };
        let state = checkpoint.as_ref().map(|signed| signed.checkpoint().state);
        let beginning = self
            .manifest
            .as_ref()
            .map(|manifest| manifest.beginning(state));
        let after = match beginning {
            Some(Ok(beginning)) => beginning,
            Some(Err(error)) => {
                let sentence = format!("The beginning is left out, and {error}.");
                self.fault(Check::Manifest, "beginning_unproved", sentence);
                None
            }
            None => None,
        };
        Ok(Expected {
            checkpoint,
            earlier,
            seen: asked.checkpoints,
            trust: asked.trust,
            after: after.map(|(tree, hash)| Beginning { tree, hash }),
            only_log: asked.only_log,
            ..Expected::named(ledger)
        })
    }

    fn read_manifest<R: ReaderAt + Sync>(&mut self, bundle: &Bundle<R>) {
        match bundle.small(MANIFEST) {
            Ok(bytes) => match Manifest::read(&bytes) {
                Ok(manifest) => self.manifest = Some(manifest),
                Err(error) => {
                    let sentence =
                        format!("What the bundle says of itself can't be read: {error}.");
                    self.fault(Check::Manifest, "manifest_unreadable", sentence);
                }
            },
            Err(fault) => {
                let sentence = format!("The file is not whole: {fault}.");
                self.fault(Check::Manifest, fault.code(), sentence);
            }
        }
    }

    fn read_checkpoint<R: ReaderAt + Sync>(
        &mut self,
        bundle: &Bundle<R>,
        name: &str,
    ) -> Option<SignedCheckpoint> {
        bundle.size_of(name)?;
        let bytes = match bundle.small(name) {
            Ok(bytes) => bytes,
            Err(fault) => {
                let sentence = format!("The file is not whole: {fault}.");
                self.fault(Check::Container, fault.code(), sentence);
                return None;
            }
        };
        match SignedCheckpoint::read(&bytes) {
            Ok(signed) => Some(signed),
            Err(error) => {
                let sentence = format!("The part {name} is no signed checkpoint: {error}.");
                self.fault(Check::Signed, "checkpoint_unreadable", sentence);
                None
            }
        }
    }
}

/// The ledger that the first entry names.
fn first_ledger<R: ReaderAt + Sync>(bundle: &Bundle<R>) -> Option<LedgerName> {
    let mut blocks = Blocks::new(bundle.stream(ENTRIES).ok()?);
    let block = blocks.next_block().ok()??;
    let (_, line) = block.lines().next()?;
    let value = strict::read(line).ok()?;
    value["ledger"].as_str()?.parse().ok()
}

/// An entry after it was examined by itself, with where it lies.
enum Looked {
    Whole(Vec<(u64, usize, Examined)>),
    Linked(Vec<Linked>),
}

fn look(examiner: &Examiner, block: &Block, only_log: bool) -> Looked {
    if only_log {
        return Looked::Linked(block.lines().map(|(_, line)| examiner.link(line)).collect());
    }
    let whole = block
        .lines()
        .map(|(offset, line)| (offset, line.len(), examiner.examine(line)));
    Looked::Whole(whole.collect())
}

/// A bundle on its way through the checks.
struct Examining<'a, R> {
    bundle: &'a Bundle<R>,
    auditor: Auditor<'a>,
    again: &'a Again<'a, R>,
}

impl<R: ReaderAt + Sync> Examining<'_, R> {
    /// The single proofs, which the entries are held against when they come.
    fn proofs(&mut self, mut told: impl FnMut(u64, u64)) {
        let proofs = |part: &Part<'_>| matches!(part, Part::Proof(_));
        let of = self.bundle.parts().filter(|(_, part)| proofs(part)).count() as u64;
        for (name, part) in self.bundle.parts() {
            let Part::Proof(seq) = part else {
                continue;
            };
            told(1, of);
            match self.bundle.small(name) {
                Err(fault) => told_fault(&mut self.auditor, Check::Container, &fault),
                Ok(bytes) => match TlogProof::read(&bytes) {
                    Ok(proof) => self.auditor.expect_proof(seq, proof),
                    Err(error) => {
                        let sentence = format!("The part {name} is no proof: {error}.");
                        self.auditor
                            .bundle_fault(Check::Proofs, "proof_unreadable", sentence);
                    }
                },
            }
        }
    }

    /// Every entry, in order.
    fn entries(
        &mut self,
        manifest: Option<&Manifest>,
        only_log: bool,
        mut told: impl FnMut(u64, u64),
    ) {
        let stream = match self.bundle.stream(ENTRIES) {
            Ok(stream) => stream,
            Err(fault) => return told_fault(&mut self.auditor, Check::Container, &fault),
        };
        let examiner = self.auditor.examiner();
        let of = manifest.map_or(0, |manifest| manifest.entries);
        let (mut blocks, mut count) = (Blocks::new(stream), 0_u64);
        let (auditor, again) = (&mut self.auditor, self.again);
        let mut short = 0;
        let read = ordered(
            || {
                if short > SHORT_MAX {
                    return Ok::<_, io::Error>(None);
                }
                let block = blocks.next_block()?;
                let lines = block.iter().flat_map(Block::lines);
                short += lines.filter(|(_, line)| line.len() < ENTRY_MIN).count();
                Ok(block)
            },
            |block| look(&examiner, &block, only_log),
            |looked| {
                let taken = take(auditor, again, looked);
                count += taken;
                told(taken, of);
            },
        );
        if let Err(error) = read {
            let sentence =
                format!("The file is not whole: the part {ENTRIES} can't be unpacked: {error}.");
            self.auditor
                .bundle_fault(Check::Container, "part_differs", sentence);
        } else if short > SHORT_MAX {
            let sentence = format!(
                "More than {SHORT_MAX} lines are too short to be entries: the rest was not read."
            );
            self.auditor
                .bundle_fault(Check::Container, "line_short", sentence);
        } else if blocks.is_cut() {
            let sentence =
                "The last line of the entries has no end: something was cut off.".to_owned();
            self.auditor
                .bundle_fault(Check::Container, "line_cut", sentence);
        }
        if let Some(manifest) = manifest.filter(|manifest| manifest.entries != count) {
            let sentence = format!(
                "The bundle says that it holds {}; it holds {count}.",
                amount(manifest.entries, "entry")
            );
            self.auditor
                .bundle_fault(Check::Manifest, "entry_count", sentence);
        }
    }

    /// What lies beside the log.
    fn attachments(&mut self, mut told: impl FnMut(u64, u64)) {
        let of = self.bundle.parts().count() as u64;
        for (name, part) in self.bundle.parts() {
            told(1, of);
            let looked = match part {
                Part::Schema(path) => self.bundle.small(name).map(|bytes| {
                    self.auditor.attached(&Attached::Schema(path, &bytes));
                }),
                Part::Edition(id) => self.bundle.small(name).map(|bytes| {
                    self.auditor.attached(&Attached::Edition(id, &bytes));
                }),
                Part::Blob(named) => self.blob(name, named),
                Part::People => self.people(),
                // Read to its end, so that its bytes are those that were announced.
                Part::Readme => self.bundle.small(name).map(|_| ()),
                _ => Ok(()),
            };
            if let Err(fault) = looked {
                told_fault(&mut self.auditor, Check::Container, &fault);
            }
        }
    }

    fn blob(&mut self, name: &str, named: Sha256) -> Result<(), NotABundle> {
        let mut stream = self.bundle.stream(name)?;
        let (mut hasher, mut bytes) = (Hasher::new(), 0);
        let mut buffer = vec![0; 64 << 10];
        loop {
            let read = stream
                .read(&mut buffer)
                .map_err(|error| unpack(name, &error))?;
            if read == 0 {
                break;
            }
            hasher.update(&buffer[..read]);
            bytes += read as u64;
        }
        let found = Sha256(hasher.finalize().into());
        self.auditor.attached(&Attached::Blob {
            named,
            found,
            bytes,
        });
        Ok(())
    }

    fn people(&mut self) -> Result<(), NotABundle> {
        let mut blocks = Blocks::new(self.bundle.stream(PEOPLE)?);
        let mut number = 0_u64;
        while let Some(block) = blocks
            .next_block()
            .map_err(|error| unpack(PEOPLE, &error))?
        {
            for (_, line) in block.lines() {
                number += 1;
                let record = strict::read(line)
                    .ok()
                    .and_then(|value| serde_json::from_value::<PersonRecord>(value).ok());
                if let Some(record) = record {
                    self.auditor.attached(&Attached::Person(&record));
                } else {
                    let sentence = format!("Line {number} of {PEOPLE} is no person's record.");
                    self.auditor
                        .bundle_fault(Check::People, "person_unreadable", sentence);
                }
            }
        }
        Ok(())
    }
}

fn unpack(name: &str, error: &io::Error) -> NotABundle {
    NotABundle::Unpack {
        name: name.to_owned(),
        why: error.to_string(),
    }
}

/// Takes what was examined, in order.
fn take<R: ReaderAt + Sync>(
    auditor: &mut Auditor<'_>,
    again: &Again<'_, R>,
    looked: Looked,
) -> u64 {
    match looked {
        Looked::Whole(entries) => {
            let count = entries.len() as u64;
            for (offset, bytes, examined) in entries {
                if let Some(stream) = examined.stream() {
                    again.note(stream, offset, bytes);
                }
                auditor.take(examined);
            }
            count
        }
        Looked::Linked(entries) => {
            let count = entries.len() as u64;
            for linked in entries {
                auditor.take_linked(linked);
            }
            count
        }
    }
}
