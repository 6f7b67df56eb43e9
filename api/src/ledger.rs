//! Opening the ledgers of a data folder, for the command line and the service.

use crate::{
    bundle::{Document, ordered::ordered},
    evidence,
    evidence::need_day_of,
    hold::Hold,
    keys::{self, KeyRing},
    problem::Problem,
};
use fupan_domain::ids::{EntryId, LedgerName, NotASlug, Sha256};
use fupan_replay::{
    audit::{AuditView, Auditor, CheckView},
    draft::{Batch, Draft, Proposal},
    ledger::{Ledger, Refused},
    proof::key::VerifierKey,
    sequencer::{Admit, Head, ReadError, Sequencer},
    verify::{Check, CheckState, Examined, Expected, KnownHead, Trust, Whence},
};
use fupan_store::{
    AppendError, Blobs, Dropped, EventStore, Foreign, LedgerReader, Ledgers, OpenError, Opened,
    Options, Proofs, Receipt, SledStore, kept_tree::KeptTree, memory::MemoryStore, wall_clock,
};
use std::{io, path::Path, sync::Arc, thread, time::Duration};

/// How many entries are read at once where a whole ledger is.
const PASS_ENTRIES: usize = 1024;

/// A ledger that is open.
pub struct OpenLedger {
    /// Its store.
    pub store: Arc<SledStore<Refused>>,
    /// Answers from it.
    pub reader: LedgerReader<Refused>,
    /// The files of evidence beside it.
    pub blobs: Blobs,
    /// What a cut in the middle of a write left behind and the store let go.
    pub dropped: Vec<Dropped>,
    /// The data folder, where a verb of the command line holds it for this ledger.
    pub hold: Option<Hold>,
}

/// The ledgers of a data folder that is there.
///
/// # Errors
/// When it holds no ledgers.
pub fn ledgers(data: &Path) -> Result<Ledgers, Problem> {
    if !data.join("ledgers").is_dir() {
        let detail = format!(
            "{} holds no ledgers: import a file, or name another --data",
            data.display()
        );
        return Err(Problem {
            missing: !data.exists(),
            ..Problem::new("store_missing", detail)
        });
    }
    let ledgers = Ledgers::at(data).map_err(|e| Problem::from(&e))?;
    keys::for_ledgers(data, ledgers)
}

/// The ledgers of a data folder, which is made with a signing key if it is not
/// there; under that name of the service, or the one that it has.
///
/// # Errors
/// When it can't be made, or its keys can't be read.
pub fn ledgers_or_new(data: &Path, service: Option<&str>) -> Result<Ledgers, Problem> {
    let ledgers = Ledgers::at(data).map_err(|e| Problem::from(&e))?;
    KeyRing::at(data).open_or_make(service)?;
    keys::for_ledgers(data, ledgers)
}

/// Opens a ledger that is there.
///
/// # Errors
/// When it isn't, or can't be opened.
pub fn open(ledgers: &Ledgers, name: &LedgerName) -> Result<OpenLedger, Problem> {
    open_with(ledgers, name, Options::default())
}

/// The same with other options, as a clock of one's own.
///
/// # Errors
/// When it isn't there, or can't be opened.
pub fn open_with(
    ledgers: &Ledgers,
    name: &LedgerName,
    options: Options,
) -> Result<OpenLedger, Problem> {
    let mut dropped = Vec::new();
    let store = ledgers.open(name, options, |opened| {
        dropped = opened.dropped.to_vec();
        admission(opened)
    });
    finish((ledgers, name), store, dropped)
}

/// Opens a ledger, making it if it is not there.
///
/// # Errors
/// When it can't be opened or made.
pub fn open_or_create(ledgers: &Ledgers, name: &LedgerName) -> Result<OpenLedger, Problem> {
    if ledgers.contains(name) {
        return open(ledgers, name);
    }
    create(ledgers, name)
}

/// Makes a ledger that is not there yet.
///
/// # Errors
/// When it is there, or can't be made.
pub fn create(ledgers: &Ledgers, name: &LedgerName) -> Result<OpenLedger, Problem> {
    let store = ledgers.create(name, Options::default(), admission);
    finish((ledgers, name), store, Vec::new())
}

/// Makes a ledger that is kept from elsewhere.
///
/// # Errors
/// When it is there, or can't be made.
pub fn keep_foreign(
    ledgers: &Ledgers,
    name: &LedgerName,
    foreign: Foreign,
) -> Result<OpenLedger, Problem> {
    let options = Options {
        foreign: Some(foreign),
        ..Options::default()
    };
    let store = ledgers.create(name, options, admission);
    finish((ledgers, name), store, Vec::new())
}

/// Who hands in what the command line records: whoever can write the data folder.
const KEEPER: &str = "keeper";

/// A draft of a batch that is in the way, by its place, and what is wrong.
pub struct InTheWay {
    /// Its place from 0, where it is one draft's fault.
    pub index: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl From<InTheWay> for Problem {
    fn from(way: InTheWay) -> Problem {
        way.problem
    }
}

impl OpenLedger {
    /// A file of evidence, if it is kept.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn document(&self, sha256: Sha256) -> io::Result<Option<Document>> {
        let found = self.blobs.open(sha256).map_err(io::Error::other)?;
        Ok(found.map(|(file, _)| Box::new(file) as Document))
    }

    fn has(&self, id: EntryId) -> bool {
        matches!(self.store.by_id(id), Ok(Some(_)))
    }

    /// Stores drafts as one batch, whole or not at all.
    ///
    /// # Errors
    /// What is wrong, and with which draft.
    pub fn append(&self, drafts: Vec<Draft>) -> Result<Vec<Receipt>, InTheWay> {
        let whole = |problem| InTheWay {
            index: None,
            problem,
        };
        let mut proposals = Vec::with_capacity(drafts.len());
        for (index, draft) in drafts.into_iter().enumerate() {
            // What stands in the ledger already was taken in by the rules of its day.
            if let Err(problem) = need_day_of(&draft, wall_clock())
                && !draft.id.is_some_and(|id| self.has(id))
            {
                return Err(InTheWay {
                    index: Some(index),
                    problem,
                });
            }
            let id = new_id().map_err(whole)?;
            let salt = random().map_err(whole)?;
            let proposal = Proposal::prepare(draft, id, salt).map_err(|e| InTheWay {
                index: Some(index),
                problem: Problem::from(&e),
            })?;
            proposals.push(proposal);
        }
        let submitted_by = KEEPER.parse();
        let submitted_by = submitted_by.map_err(|e: NotASlug| whole(Problem::internal(&e)))?;
        let ids: Vec<EntryId> = proposals.iter().map(|p| p.id).collect();
        let batch = Batch {
            proposals,
            submitted_by,
            seen_whole: None,
        };
        self.store.append(batch).map_err(|error| InTheWay {
            index: match &error {
                AppendError::Refused(refused) => Some(refused.index),
                _ => None,
            },
            problem: self.by_number(Problem::from(&error), &ids),
        })
    }

    /// A problem in whose way a draft of the same batch is, by that draft's number:
    /// nothing of the batch was stored, and there is no entry to look for.
    fn by_number(&self, problem: Problem, ids: &[EntryId]) -> Problem {
        let own = ids.iter().position(|id| Some(*id) == problem.entry);
        let Some(own) = own.filter(|_| problem.code != "id_reused") else {
            return problem;
        };
        match self.store.by_id(ids[own]) {
            Ok(None) => problem.in_the_way_of_own(own, true),
            _ => problem,
        }
    }
}

/// A ledger of that name in memory, in which a first batch can be tried before
/// a folder is made for it.
///
/// # Errors
/// When no thread can be started.
pub fn in_memory(name: &LedgerName) -> Result<MemoryStore<Refused>, Problem> {
    MemoryStore::in_memory(name.clone(), Options::default(), admission)
        .map_err(|e| Problem::from(&e))
}

/// Audits an open ledger. Its checkpoints are held against these keys, or, where
/// none is handed in, against those that lie beside it. `told` hears of so many
/// further entries.
///
/// # Errors
/// When the log can't be read.
pub fn audit(
    open: &OpenLedger,
    keys: &[VerifierKey],
    mut told: impl FnMut(u64),
) -> Result<AuditView, Problem> {
    let unreadable = |e: ReadError| Problem::new("log_unreadable", e.to_string());
    let store = &*open.store;
    let reread = |stream: &_, count| store.stream(stream, 0, count);
    // First the checkpoint, then the head: more may be recorded in between.
    let checkpoint = store.checkpoint().map(|signed| (*signed).clone());
    let covered = checkpoint.as_ref().map_or(0, |c| c.checkpoint().size());
    let mut earlier = store.checkpoints(0).map_err(unreadable)?;
    earlier.retain(|signed| signed.checkpoint().size() < covered);
    let Head { size, hash, .. } = store.head();
    let expected = Expected {
        recorded: Some(KnownHead { size, hash }),
        checkpoint,
        goes_on: true,
        earlier,
        trust: match store.foreign() {
            _ if !keys.is_empty() => Trust::of_keys(keys.to_vec()),
            Some(_) => trust(store.foreign())?,
            None => Trust {
                whence: Whence::SameFolder,
                ..Trust::of_keys(store.keys())
            },
        },
        ..Expected::named(store.recorded_as().clone())
    };
    let mut auditor = Auditor::new(expected, &reread);
    let examiner = auditor.examiner();
    let mut next = 0_u64;
    // The audit is of the size that it was begun with.
    let read = || {
        let wanted = usize::try_from(size - next).unwrap_or(usize::MAX);
        let entries = store.entries(next, wanted.min(PASS_ENTRIES))?;
        next += u64::try_from(entries.len()).unwrap_or(0);
        Ok((!entries.is_empty()).then_some(entries))
    };
    let examine = |entries: Vec<Arc<[u8]>>| -> Vec<Examined> {
        entries
            .iter()
            .map(|bytes| examiner.examine(bytes))
            .collect()
    };
    let (mut kept, mut unread) = (KeptTree::of(store), None);
    ordered(read, examine, |examined| {
        told(u64::try_from(examined.len()).unwrap_or(0));
        for entry in examined {
            if unread.is_none() {
                unread = kept.push(entry.hash()).err();
            }
            auditor.take(entry);
        }
    })
    .map_err(unreadable)?;
    auditor.bundle_checked(Check::KeptTree);
    let differs = unread.map_or_else(|| kept.finish(), Err);
    for node in differs.map_err(unreadable)? {
        auditor.kept_tree_differs(node);
    }
    let mut audit = auditor.finish();
    audit.add(evidence::check(open)?);
    Ok(audit)
}

/// Waits until a checkpoint covers all, where there is something to sign with.
pub fn signed_for(open: &OpenLedger) {
    for _ in 0..200 {
        let size = open.store.head().size;
        let covered = open.store.checkpoint().map_or(0, |c| c.checkpoint().size());
        if covered >= size || !open.store.signing().signs {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Makes the Merkle tree that is kept anew from the entries, where an audit found it
/// damaged and the entries whole. Answers whether it did.
///
/// # Errors
/// When the entries are not those that were signed for, or nothing can be written.
pub fn repair_tree(open: &OpenLedger, audit: &AuditView) -> Result<bool, Problem> {
    let broken = |check: &CheckView| matches!(check.state, CheckState::Broken { .. });
    let (kept, entries): (Vec<&CheckView>, Vec<&CheckView>) = (audit.chain.checks.iter())
        .chain(&audit.tree.checks)
        .partition(|check| check.check == Check::KeptTree.name());
    if !kept.into_iter().any(broken) {
        return Ok(false);
    }
    if let Some(fault) = entries.into_iter().find(|check| broken(check)) {
        let detail = format!(
            "the kept tree of {} was left as it is: its entries do not verify either ({})",
            audit.ledger, fault.check
        );
        return Err(Problem::new("store_broken", detail));
    }
    let made = open.store.make_tree_anew();
    made.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
    Ok(true)
}

/// Who is relied on for a ledger that is kept from elsewhere: the keys by which it was
/// checked when it came.
///
/// # Errors
/// When one is none.
pub fn trust(foreign: Option<&Foreign>) -> Result<Trust, Problem> {
    let keys = foreign.iter().flat_map(|foreign| &foreign.keys);
    let keys = keys.map(|key| key.parse().map_err(|e| Problem::internal(&e)));
    Ok(Trust {
        whence: Whence::AsItCame,
        ..Trust::of_keys(keys.collect::<Result<_, _>>()?)
    })
}

/// Sixteen random bytes.
///
/// # Errors
/// When the system has none.
pub fn random() -> Result<[u8; 16], Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|e| Problem::new("internal", format!("no random numbers: {e}")))?;
    Ok(bytes)
}

/// A new id for an entry.
///
/// # Errors
/// When the system has no random numbers.
pub fn new_id() -> Result<EntryId, Problem> {
    Ok(EntryId(
        uuid::Builder::from_random_bytes(random()?).into_uuid(),
    ))
}

fn finish(
    (ledgers, name): (&Ledgers, &LedgerName),
    store: Result<SledStore<Refused>, OpenError>,
    dropped: Vec<Dropped>,
) -> Result<OpenLedger, Problem> {
    let store = Arc::new(store.map_err(|e| Problem::from(&e))?);
    let reader = LedgerReader::new(Arc::clone(&store) as _);
    let blobs = Blobs::of(&ledgers.folder(name));
    // The ledger is open here alone, so nothing is on its way.
    blobs.tidy()?;
    Ok(OpenLedger {
        store,
        reader,
        blobs,
        dropped,
        hold: None,
    })
}

pub(crate) fn admission(
    opened: &Opened<'_>,
) -> Result<Box<dyn Admit<Refusal = Refused>>, ReadError> {
    let (name, streams) = (opened.ledger.clone(), opened.streams.clone());
    let sequencer = Sequencer::resume(name, opened.head, streams);
    let ledger = Ledger::open(sequencer, opened.log).map_err(|e| ReadError(e.to_string()))?;
    Ok(Box::new(ledger))
}
