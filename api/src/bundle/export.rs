//! Writing a ledger out of a store as a bundle. It holds what one signed
//! checkpoint covers, whatever is recorded meanwhile: entries never change, so
//! those up to its size are the same at any time.

use crate::problem::Problem;
use fupan_domain::{
    amount,
    event::{Event, LogEvent, TournamentEvent, common::EvidenceClass},
    ids::{LedgerName, Sha256},
    rulebook::{Edition, EditionId},
};
use fupan_replay::{
    bundle::{self, BundleWriter, Compression, LeftOut, Manifest, Since},
    canonical, entry,
    fold::FoldEntry,
    proof::{
        checkpoint::SignedCheckpoint,
        tree::{self, Frontier, TreeState},
    },
    schema,
    sequencer::ReadError,
};
use fupan_store::{
    EventStore,
    proofs::{ProofError, proof_up_to},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Read, Write},
};

/// How many entries are read at once.
const PASS_ENTRIES: usize = 1024;

/// A document that is handed on, as it is read from wherever it is kept.
pub type Document = Box<dyn Read>;

/// What is handed on beside what the store holds.
pub struct Handed<'a> {
    /// After how many entries the bundle begins; all of them where it is not said.
    pub since: Option<u64>,
    /// A checkpoint that somebody has seen: the ledger must go on from it.
    pub seen: Option<&'a SignedCheckpoint>,
    /// Entries whose proofs are put in as files of their own, by seq.
    pub prove: &'a [u64],
    /// Whether documents are handed on that are not for everybody: in a backup alone.
    pub restricted: bool,
    /// A document by its hash, if it is kept.
    pub document: &'a dyn Fn(Sha256) -> io::Result<Option<Document>>,
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Exported {
    /// What the bundle says of itself.
    pub manifest: Manifest,
    /// Whether it holds a signed checkpoint.
    pub signed: bool,
}

/// Why a bundle could not be written.
#[derive(Debug)]
pub enum ExportError {
    /// The store, or whoever takes the bytes.
    Io(io::Error),
    /// What was asked for can't be.
    Problem(Box<Problem>),
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Io(error)
    }
}

impl From<ReadError> for ExportError {
    fn from(error: ReadError) -> ExportError {
        ExportError::Problem(Box::new(Problem::new("log_unreadable", error.to_string())))
    }
}

/// Writes what a store holds up to its last signed checkpoint. `told` hears of
/// so many further entries of so many.
///
/// # Errors
/// When the store can't be read, the ledger doesn't go on from `since`, or the
/// writer takes no more.
pub fn export<R>(
    store: &dyn EventStore<R>,
    handed: &Handed<'_>,
    out: impl Write,
    mut told: impl FnMut(u64, u64),
) -> Result<Exported, ExportError> {
    let checkpoint = store.checkpoint();
    let size = match &checkpoint {
        Some(signed) => signed.checkpoint().size(),
        None => store.tree_size()?,
    };
    let mut manifest = Manifest::of(store.recorded_as().clone(), size);
    // After nothing at all is the whole ledger.
    if let Some(first) = handed.since.filter(|first| *first > 0) {
        manifest.first = first;
        manifest.since = Some(beginning(store, first, handed.seen, size)?);
        manifest.entries = size - first;
    }
    let mut bundle = BundleWriter::new(out);
    bundle.part(
        bundle::README,
        readme(store.recorded_as(), &manifest).as_bytes(),
    )?;
    if let Some(signed) = &checkpoint {
        bundle.part(bundle::CHECKPOINT, signed.to_string().as_bytes())?;
    }
    write_earlier(store, handed, size, &mut bundle)?;
    write_proofs(store, handed, checkpoint.as_deref(), &mut bundle)?;
    for (path, text) in schema::all_schemas() {
        bundle.part(&format!("schemas/{path}"), text.as_bytes())?;
    }
    let mut beside = Beside::default();
    bundle.stream(bundle::ENTRIES, Compression::Deflate, |out| {
        let mut next = manifest.first;
        while next < size {
            let wanted = usize::try_from(size - next).unwrap_or(usize::MAX);
            let entries = store.entries(next, wanted.min(PASS_ENTRIES))?;
            if entries.is_empty() {
                return Err(ReadError(format!("entry {next} is missing")).into());
            }
            for bytes in &entries {
                out.write_all(bytes)?;
                out.write_all(b"\n")?;
                beside.follow(bytes);
            }
            next += entries.len() as u64;
            told(entries.len() as u64, manifest.entries);
        }
        Ok::<(), ExportError>(())
    })?;
    for (edition, hash) in &beside.editions {
        if let Some(text) = edition_text(edition, *hash) {
            bundle.part(&format!("editions/{edition}.json"), text.as_bytes())?;
        }
    }
    manifest.left_out = LeftOut {
        people: write_people(store, &beside, &mut bundle)?,
        evidence: write_documents(&beside, handed, &mut bundle)?,
    };
    bundle.part(bundle::MANIFEST, manifest.text().as_bytes())?;
    bundle.finish()?;
    Ok(Exported {
        manifest,
        signed: checkpoint.is_some(),
    })
}

/// What stands before entry `first`, proved.
fn beginning<R>(
    store: &dyn EventStore<R>,
    first: u64,
    seen: Option<&SignedCheckpoint>,
    size: u64,
) -> Result<Since, ExportError> {
    let refused =
        |detail: String| ExportError::Problem(Box::new(Problem::new("other_history", detail)));
    if first > size {
        return Err(refused(format!(
            "{first} entries were seen before; the ledger is signed up to {size} alone: its tail was cut off, or the checkpoint is of another ledger"
        )));
    }
    let node = |node| store.node(node);
    let tree = Frontier::read(first, node)?;
    let root = tree.root();
    let state = TreeState { size: first, root };
    if seen.is_some_and(|seen| seen.checkpoint().state != state) {
        return Err(refused(format!(
            "the ledger's first {first} entries are not those over which the checkpoint was signed"
        )));
    }
    let unprovable = |error: tree::NoProof<ReadError>| refused(error.to_string());
    let (head, inclusion) = match first.checked_sub(1) {
        None => (Sha256::ZERO, Vec::new()),
        Some(last) => {
            let entry = store.entries(last, 1)?;
            let hash = entry.first().map(|bytes| entry::hash(bytes));
            let proof = tree::prove_inclusion(last, first, node).map_err(unprovable)?;
            (hash.unwrap_or_default(), proof)
        }
    };
    Ok(Since {
        root,
        head,
        inclusion,
        peaks: tree.peaks().to_vec(),
        consistency: tree::prove_consistency(first, size, node).map_err(unprovable)?,
    })
}

/// The checkpoints that are kept up to the last one, and the one after which
/// the entries begin.
fn write_earlier<R, W: Write>(
    store: &dyn EventStore<R>,
    handed: &Handed<'_>,
    size: u64,
    bundle: &mut BundleWriter<W>,
) -> Result<(), ExportError> {
    let first = handed.since.unwrap_or(0);
    let mut earlier = BTreeMap::new();
    for signed in store.checkpoints(first)? {
        earlier.insert(signed.checkpoint().size(), signed);
    }
    if let Some(seen) = handed.seen {
        let at = seen.checkpoint().size();
        earlier.entry(at).or_insert_with(|| seen.clone());
    }
    for (at, signed) in earlier.range(..size) {
        bundle.part(&format!("checkpoints/{at}"), signed.to_string().as_bytes())?;
    }
    Ok(())
}

/// The proofs of single entries that were asked for, which each can be taken out and
/// handed on without the rest. They lead to the bundle's own checkpoint.
fn write_proofs<R, W: Write>(
    store: &dyn EventStore<R>,
    handed: &Handed<'_>,
    checkpoint: Option<&SignedCheckpoint>,
    bundle: &mut BundleWriter<W>,
) -> Result<(), ExportError> {
    let refused = |error: ProofError| ExportError::Problem(Box::new(Problem::from(&error)));
    let proved: BTreeSet<&u64> = handed.prove.iter().collect();
    for seq in proved {
        let first = handed.since.unwrap_or(0);
        if *seq < first {
            let detail = format!("the bundle begins with entry {first}: entry {seq} is not in it");
            return Err(ExportError::Problem(Box::new(Problem::new(
                "no_proof", detail,
            ))));
        }
        let signed = checkpoint.ok_or_else(|| refused(ProofError::Unsigned))?;
        let proof = proof_up_to(store, *seq, signed).map_err(refused)?;
        bundle.part(
            &format!("proofs/{seq}.tlog-proof"),
            proof.to_string().as_bytes(),
        )?;
    }
    Ok(())
}

/// What the entries bind that lies beside them.
#[derive(Default)]
struct Beside {
    people: BTreeSet<Sha256>,
    /// Records and documents that are no longer to be there.
    gone: BTreeSet<Sha256>,
    editions: BTreeMap<String, Option<Sha256>>,
    /// Documents, and whether they are for everybody.
    documents: BTreeMap<Sha256, bool>,
}

impl Beside {
    fn follow(&mut self, bytes: &[u8]) {
        // Of the many entries only few are of these types; their names tell.
        let may = |name: &[u8]| bytes.windows(name.len()).any(|part| part == name);
        let names = [
            &b"\"person\""[..],
            b"\"edition\"",
            b"\"media_type\"",
            b"\"evidence_deleted\"",
        ];
        if !names.into_iter().any(may) {
            return;
        }
        let read = FoldEntry::read(bytes).ok();
        let event = read.and_then(|entry| entry.event(&entry.stream().ok()?).ok());
        let Some(event) = event else { return };
        self.people.extend(event.commits_to());
        match &event {
            Event::Tournament(TournamentEvent::TournamentOpened(opened)) => {
                let hash = opened.edition_sha256;
                self.editions.insert(opened.edition.clone(), hash);
            }
            // Whatever is still kept of them, as by an older file that was put back.
            Event::Log(LogEvent::PersonErased(erased)) => {
                self.gone.insert(erased.person);
            }
            Event::Log(LogEvent::EvidenceDeleted(deleted)) => {
                self.gone.insert(deleted.sha256);
            }
            _ => {}
        }
        if let Some(attached) = event.attaches() {
            let open = attached.class == EvidenceClass::Open;
            // Restricted is what any entry attached as restricted.
            *self.documents.entry(attached.sha256).or_insert(true) &= open;
        }
    }
}

/// The text of a rule book, if it is the one that was recorded.
fn edition_text(edition: &str, recorded: Option<Sha256>) -> Option<&'static str> {
    let id: EditionId = edition.parse().ok()?;
    let edition = Edition::of(id);
    recorded
        .is_none_or(|hash| hash == edition.sha256())
        .then(|| Edition::json(id))
}

/// Writes the records of the people that the entries commit to; answers how
/// many are not there any more.
fn write_people<R, W: Write>(
    store: &dyn EventStore<R>,
    beside: &Beside,
    bundle: &mut BundleWriter<W>,
) -> Result<u64, ExportError> {
    let mut missing = 0;
    bundle.stream(bundle::PEOPLE, Compression::Deflate, |out| {
        for commitment in &beside.people {
            let record = store.person(*commitment)?;
            match record.filter(|_| !beside.gone.contains(commitment)) {
                None => missing += 1,
                Some(record) => {
                    let line = canonical::text(&record).map_err(io::Error::other)?;
                    writeln!(out, "{line}")?;
                }
            }
        }
        Ok::<(), ExportError>(())
    })?;
    Ok(missing)
}

/// Writes the open documents that are kept; answers how many are not handed on.
fn write_documents<W: Write>(
    beside: &Beside,
    handed: &Handed<'_>,
    bundle: &mut BundleWriter<W>,
) -> Result<u64, ExportError> {
    let mut missing = 0;
    for (hash, open) in &beside.documents {
        let wanted = *open || handed.restricted;
        let document = if wanted && !beside.gone.contains(hash) {
            (handed.document)(*hash)?
        } else {
            None
        };
        let Some(mut document) = document else {
            missing += 1;
            continue;
        };
        let name = format!("blobs/{hash}");
        bundle.stream(&name, Compression::Stored, |out| {
            io::copy(&mut document, out).map(|_| ())
        })?;
    }
    Ok(missing)
}

/// What whoever unpacks the bundle reads first.
fn readme(ledger: &LedgerName, manifest: &Manifest) -> String {
    let Manifest { first, entries, .. } = manifest;
    let amount = amount(*entries, "entry");
    format!(
        "The ledger {ledger}: {amount} from entry {first} on, as fupan hands it on.\n\
        \n\
        entries.jsonl   each entry's bytes on a line, in order, exactly as they were hashed\n\
        checkpoint      the service's signed statement: whose ledger, how many entries, the root of\n\
        \x20               the Merkle tree over them (C2SP tlog-checkpoint), and its witnesses' signatures\n\
        checkpoints/    earlier ones, by their size\n\
        schemas/        the shapes of entries, as JSON Schema\n\
        editions/       the rule book by which it was played\n\
        people.jsonl    the people behind the hashes in the entries, unless they were erased\n\
        blobs/          open documents, by the SHA-256 of their bytes\n\
        proofs/         proofs of single entries (C2SP tlog-proof)\n\
        bundle.json     how many entries there are, from which on, and what is left out\n\
        \n\
        With the program:   fupan verify THIS.zip --key KEY\n\
        \n\
        KEY is the service's verifier key, from the service itself and never from this file.\n\
        \n\
        By hand: each entry carries in \"prev\" the hash of the one before it, which is the SHA-256\n\
        of a zero byte and the line without its line feed:\n\
        \n\
        \x20   {{ printf '\\0'; head -n 1 entries.jsonl | tr -d '\\n'; }} | sha256sum\n\
        \x20   sed -n 2p entries.jsonl | jq -r .prev\n\
        \n\
        Both print the same. These hashes are also the leaves of the tree (RFC 9162, section 2.1).\n"
    )
}
