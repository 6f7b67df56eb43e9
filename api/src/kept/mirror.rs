//! A mirror: another service's ledger, followed entry by entry and kept on this
//! machine. Nothing is believed: each entry must follow the one before it, each
//! checkpoint be signed by the key and cover exactly what is kept. What nobody has
//! signed for yet is held aside (`held`) and neither kept, shown nor confirmed. What is
//! durable here is confirmed to the service, so that an arbiter sees how much of his
//! event would outlive his machine.

mod doorbell;
mod files;
mod held;
mod history;
mod people;

pub use held::Held;

use super::{LogKeys, Taking};
use crate::{
    ledger::{self, OpenLedger},
    problem::{KINDS, Problem},
    remote::{Remote, Wanted},
};
use fupan_domain::amount;
use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::{
    entry::{BYTES_MAX, Entry},
    proof::{checkpoint::SignedCheckpoint, key::VerifierKey},
    sequencer::Head,
    verify::Examiner,
};
use fupan_store::{Erased, EventStore, Foreign, Ledgers, Proofs, TakeError, is_decision};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, mpsc::RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// How many entries are asked for at once.
const PAGE: usize = 1000;
/// The most bytes of such an answer: each entry at its longest, on a line.
const PAGE_BYTES: u64 = (PAGE * (BYTES_MAX + 1)) as u64;
/// The most bytes of a signed note, with the cosignatures of all witnesses.
const NOTE_BYTES: u64 = 64 << 10;
/// How long nothing may come before it is asked all the same.
const QUIET: Duration = Duration::from_secs(10);
/// How often a checkpoint is asked for that covers what is kept.
const UNSIGNED: Duration = Duration::from_millis(300);
/// How long is waited after the first cut; each time twice as long, up to 16 times.
const AFTER_CUT: Duration = Duration::from_millis(250);

/// What a mirror follows, and as what it is kept.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The ledger's name at home.
    pub ledger: LedgerName,
    /// The name under which it is kept here.
    pub name: LedgerName,
    /// The service's verifier keys.
    pub keys: Vec<VerifierKey>,
    /// The service's address.
    pub source: String,
    /// The name under which the mirror confirms.
    pub mirror: String,
    /// Whether it confirms: only with a token that may.
    pub confirms: bool,
}

/// What a mirror tells whoever runs it.
#[derive(Clone, Debug)]
pub enum Told {
    /// So many entries are durable here, and so many of them signed for.
    Kept {
        /// How many are durable.
        size: u64,
        /// How many of them a checkpoint covers.
        signed: u64,
        /// How many more came that none covers yet: they are held aside.
        held: u64,
    },
    /// The service can't be reached just now; it is tried again.
    Cut(Box<Problem>),
    /// Records of people that the service does not give out, though no entry says that
    /// they were erased: the entries that commit to them, by seq.
    WithoutPeople(Vec<u64>),
    /// A file of evidence that the service has is not kept here.
    Without {
        /// Its hash, as the ledger has it.
        sha256: Sha256,
        /// Why not: this token may not have it, or its bytes are others.
        why: Box<Problem>,
    },
}

/// A ledger that is followed.
pub struct Mirror {
    remote: Remote,
    followed: Followed,
    open: OpenLedger,
    /// What came and is not signed for yet.
    held: Held,
    examiner: Examiner,
    /// What was confirmed last, and when.
    confirmed: Option<(Head, u64, Instant)>,
    /// Whether files of evidence may have come.
    files: bool,
    /// The files that can't be had, and why; none of them twice.
    without: BTreeMap<Sha256, Problem>,
    /// The decisions that are kept and that no kept checkpoint covers yet, by seq.
    decisions: BTreeSet<u64>,
    /// The commitments to people that entries make, with the entry's seq, and whether
    /// an entry says that the record was erased.
    people: BTreeMap<Sha256, (u64, bool)>,
    /// Whether records of people may have come.
    records: bool,
    /// The entries whose people's records are not given out.
    without_people: Vec<u64>,
}

impl Mirror {
    /// Opens what is kept of a ledger, or begins to keep it.
    ///
    /// # Errors
    /// When there is a ledger of that name that is not this one's mirror, or it was
    /// kept under another key.
    pub fn open(
        ledgers: &Ledgers,
        remote: Remote,
        mut followed: Followed,
    ) -> Result<Mirror, Problem> {
        let name = followed.name.clone();
        let open = if ledgers.contains(&name) {
            let foreign = ledgers.foreign(&name);
            let Some(foreign) = foreign.filter(|f| f.ledger == followed.ledger) else {
                let detail = format!(
                    "ledger {name} is there and is no copy of {}: expected another data folder (--data)",
                    followed.ledger
                );
                return Err(Problem::new("store_exists", detail));
            };
            let known = ledger::trust(Some(&foreign))?.keys;
            let named = |key: &VerifierKey| known.iter().any(|k| k.public() == key.public());
            if !followed.keys.iter().all(named) {
                let detail = format!(
                    "{name} is followed under another key: expected {}",
                    foreign.keys.join(" or ")
                );
                return Err(Problem::new("other_key", detail));
            }
            followed.keys = known;
            ledger::open(ledgers, &name)?
        } else {
            let foreign = Foreign {
                ledger: followed.ledger.clone(),
                origin: None,
                keys: followed.keys.iter().map(ToString::to_string).collect(),
                source: followed.source.clone(),
            };
            ledger::keep_foreign(ledgers, &name, foreign)?
        };
        let mut mirror = Mirror {
            held: Held::open(ledgers.held(&name), open.store.head())?,
            examiner: Examiner::new(followed.ledger.clone()),
            remote,
            followed,
            open,
            confirmed: None,
            files: true,
            without: BTreeMap::new(),
            decisions: BTreeSet::new(),
            people: BTreeMap::new(),
            records: true,
            without_people: Vec::new(),
        };
        mirror.find_decisions()?;
        mirror.find_people()?;
        Ok(mirror)
    }

    /// Looks for decisions among the entries that no checkpoint covers yet.
    fn find_decisions(&mut self) -> Result<(), Problem> {
        let mut next = self.signed();
        loop {
            let entries = self.open.store.entries(next, PAGE);
            let entries = entries.map_err(|e| unreadable(&e))?;
            if entries.is_empty() {
                return Ok(());
            }
            for bytes in entries {
                if decides(&bytes) {
                    self.decisions.insert(next);
                }
                next += 1;
            }
        }
    }

    /// Follows until something is wrong that waiting does not mend, or `tell` says
    /// that it is enough.
    ///
    /// # Errors
    /// What is wrong: a lie of the service, by name, or a disk that takes no more.
    pub fn run(&mut self, mut tell: impl FnMut(Told) -> bool) -> Result<(), Problem> {
        let mut cuts = 0_u32;
        loop {
            match self.session(&mut tell, &mut cuts) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(problem) if passes(&problem) => {
                    if !tell(Told::Cut(Box::new(problem))) {
                        return Ok(());
                    }
                }
                Err(problem) => return Err(problem),
            }
            thread::sleep(AFTER_CUT * (1 << cuts.min(4)));
            cuts += 1;
        }
    }

    /// Follows over one connection; true if it is enough.
    fn session(
        &mut self,
        tell: &mut impl FnMut(Told) -> bool,
        cuts: &mut u32,
    ) -> Result<bool, Problem> {
        self.check_last()?;
        self.files = true;
        self.records = true;
        let mut told = None;
        let mut told_without = Vec::new();
        let mut missed = BTreeSet::new();
        let mut doorbell = None;
        loop {
            self.catch_up()?;
            *cuts = 0;
            for (sha256, why) in &self.without {
                let (sha256, why) = (*sha256, Box::new(why.clone()));
                if missed.insert(sha256) && !tell(Told::Without { sha256, why }) {
                    return Ok(true);
                }
            }
            if told_without != self.without_people {
                told_without.clone_from(&self.without_people);
                if !told_without.is_empty() && !tell(Told::WithoutPeople(told_without.clone())) {
                    return Ok(true);
                }
            }
            let (size, signed, held) = (
                self.open.store.head().size,
                self.signed(),
                self.held.count(),
            );
            if told != Some((size, signed, held)) {
                told = Some((size, signed, held));
                if !tell(Told::Kept { size, signed, held }) {
                    return Ok(true);
                }
            }
            let bell = match &doorbell {
                Some(bell) => bell,
                None => doorbell.insert(self.doorbell()?),
            };
            let waits = held > 0 || signed < size;
            let wait = if waits { UNSIGNED } else { QUIET };
            match bell.recv_timeout(wait) {
                Ok(()) => while bell.try_recv().is_ok() {},
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(false),
            }
        }
    }

    /// How many entries the last checkpoint covers.
    fn signed(&self) -> u64 {
        let last = self.open.store.checkpoint();
        last.map_or(0, |signed| signed.checkpoint().size())
    }

    /// Takes what there is, checks it, and confirms it.
    ///
    /// # Errors
    /// When the service can't be reached, or does not tell the truth.
    pub fn catch_up(&mut self) -> Result<(), Problem> {
        while self.take_page()? == PAGE {}
        self.take_checkpoint()?;
        if self.records {
            self.take_records()?;
        }
        if self.files {
            self.take_files()?;
            self.files = false;
        }
        self.confirm()
    }

    /// Takes what comes next and holds it: answers how many entries came.
    fn take_page(&mut self) -> Result<usize, Problem> {
        let next = self.held.next();
        let after = next
            .checked_sub(1)
            .map_or_else(String::new, |seq| format!("&after={seq}"));
        let path = format!(
            "/v1/ledgers/{}/entries?limit={PAGE}{after}",
            self.followed.ledger
        );
        let page = self.remote.get_within(&path, Wanted::Lines, PAGE_BYTES)?;
        let lines: Vec<&str> = page.lines().collect();
        for (seq, line) in (next..).zip(&lines) {
            let examined = self.examiner.examine(line.as_bytes());
            if let Some((code, what)) = examined.fault() {
                let detail = format!("entry {seq} {what} ({code})");
                return Err(Problem::new("does_not_follow", detail));
            }
        }
        self.held.push(&lines)?;
        Ok(lines.len())
    }

    /// Takes the last checkpoint, if it is signed by whom it should be and covers what
    /// is kept and held. Whoever signed for entries has them: those that are not here yet
    /// are asked for at once, and must come.
    fn take_checkpoint(&mut self) -> Result<(), Problem> {
        let path = format!("/v1/ledgers/{}/tlog/checkpoint", self.followed.ledger);
        let note = match self.remote.get_within(&path, Wanted::Text, NOTE_BYTES) {
            Err(problem) if problem.code == "not_signed_yet" && self.signed() == 0 => {
                return self.need_opened();
            }
            note => note?,
        };
        let signed = SignedCheckpoint::read(note.as_bytes()).map_err(|e| {
            Problem::new("not_signed_by_key", format!("the checkpoint is none: {e}"))
        })?;
        let size = signed.checkpoint().size();
        while self.held.next() < size {
            if self.take_page()? == 0 {
                let detail = format!(
                    "the service shows a checkpoint of {} and gives out {} of them: it keeps the rest back, or has lost it",
                    amount(size, "entry"),
                    self.held.next()
                );
                return Err(Problem::new("rolled_back", detail));
            }
        }
        self.check_signed(&signed)?;
        self.keep_held(&signed)?;
        self.keep_checkpoint(signed)?;
        self.need_opened()
    }

    /// Checks that a checkpoint is signed by a key that signs for so many entries.
    fn check_signed(&self, signed: &SignedCheckpoint) -> Result<(), Problem> {
        let store = &self.open.store;
        let last = store.checkpoint();
        let origin = last.map(|last| last.checkpoint().origin().to_owned());
        let mut keys = LogKeys::of(&**store, &self.followed.keys)?;
        for line in self.held.below(signed.checkpoint().size())? {
            keys.follow(&line?);
        }
        keys.check(signed, origin.as_deref())
    }

    /// Keeps the held entries that a checkpoint covers, if they are what was signed.
    fn keep_held(&mut self, signed: &SignedCheckpoint) -> Result<(), Problem> {
        let state = signed.checkpoint().state;
        let kept = self.open.store.head();
        if state.size <= kept.size {
            return Ok(());
        }
        let root = self.held.root(&*self.open.store, state.size)?;
        if root != state.root {
            self.held.refuse(kept)?;
            return Err(Problem::from(&TakeError::OtherHistory {
                size: state.size,
                signed: state.root,
                kept: root,
            }));
        }
        let mut erased = Erased::default();
        let mut taking = Taking::into(&self.open.store);
        let mut of_people = Vec::new();
        for (seq, line) in (kept.size..).zip(self.held.below(state.size)?) {
            let line = line?;
            erased.follow(&line);
            if decides(&line) {
                self.decisions.insert(seq);
            }
            self.files |= is_in(&line, b"\"evidence_received\"");
            // Records of people come after the entries that commit to them.
            taking.push(&Arc::from(&line[..]), |_| None)?;
            of_people.extend(is_in(&line, b"\"person\":\"").then_some(line));
        }
        taking.write()?;
        for line in of_people {
            self.note_people(&line);
        }
        for sha256 in erased.files {
            self.open.blobs.remove(sha256)?;
        }
        self.held.release(self.open.store.head())
    }

    /// A ledger that is there has at least the entry that opened it.
    fn need_opened(&self) -> Result<(), Problem> {
        if self.held.next() > 0 {
            return Ok(());
        }
        let detail = format!(
            "the service gives out no entry of {}, not even the one that opened it",
            self.followed.ledger
        );
        Err(Problem::new("rolled_back", detail))
    }

    fn keep_checkpoint(&mut self, signed: SignedCheckpoint) -> Result<(), Problem> {
        let store = &self.open.store;
        let state = signed.checkpoint().state;
        if let Some(last) = store.checkpoint() {
            let before = last.checkpoint().state;
            if state.size < before.size {
                let detail = format!(
                    "the service shows a checkpoint of {}, and one of {} was seen",
                    amount(state.size, "entry"),
                    before.size
                );
                return Err(Problem::new("rolled_back", detail));
            }
            let more = signed.note().signatures().len() > last.note().signatures().len();
            if state == before && !more {
                return Ok(());
            }
        }
        // As at home: what covers a decision first stays, whatever is signed later.
        let decides = self.decisions.range(..state.size).next().is_some();
        let kept = store.keep_signed(signed, decides);
        kept.map_err(|e| Problem::from(&e))?;
        self.decisions = self.decisions.split_off(&state.size);
        Ok(())
    }

    /// Tells the service what is durable here.
    fn confirm(&mut self) -> Result<(), Problem> {
        let (head, signed) = (self.open.store.head(), self.signed());
        let again = |(of, upto, at): &(Head, u64, Instant)| {
            (*of, *upto) != (head, signed) || at.elapsed() >= QUIET
        };
        if !self.followed.confirms || !self.confirmed.as_ref().is_none_or(again) {
            return Ok(());
        }
        let path = format!("/v1/ledgers/{}/mirrors", self.followed.ledger);
        let confirmation: Value = json!({
            "mirror": self.followed.mirror, "size": head.size, "head": head.hash, "signed": signed,
        });
        match self.remote.post_json(&path, &confirmation) {
            // An official's token reads, and more than others', but does not confirm.
            Err(problem) if problem.code == "out_of_scope" => self.followed.confirms = false,
            answer => drop(answer?),
        }
        self.confirmed = Some((head, signed, Instant::now()));
        Ok(())
    }
}

fn is_in(line: &[u8], part: &[u8]) -> bool {
    line.windows(part.len()).any(|window| window == part)
}

/// Whether an entry is one whose checkpoint is kept for good.
fn decides(bytes: &[u8]) -> bool {
    let Ok(entry) = Entry::read(bytes) else {
        return false;
    };
    let stream = entry.stream.parse();
    stream.is_ok_and(|stream| is_decision(&stream, entry.type_name))
}

fn unreadable(error: &fupan_store::ReadError) -> Problem {
    Problem::new("log_unreadable", error.to_string())
}

/// Whether waiting may mend it: the service is away, busy or starting.
fn passes(problem: &Problem) -> bool {
    let retryable = KINDS
        .iter()
        .any(|kind| kind.code == problem.code && kind.retryable);
    let of_this_machine = ["log_unreadable", "store_failed", "internal", "key_file"];
    problem.code == "server" || (retryable && !of_this_machine.contains(&problem.code))
}
