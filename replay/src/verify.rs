//! The check of a whole ledger, entry by entry, trusting nothing but the bytes:
//! the ordered list of checks in `check`, each with the state that it ended in.
//! A break doesn't end the reading: what still means something afterwards is
//! checked on. What the games come to is in [`crate::audit`].

mod acceptance;
mod attachments;
mod check;
mod examine;
mod heads;
mod links;
mod roots;
mod signatures;

pub use check::{Check, CheckState, Findings, Part};
pub use examine::{Examined, Examiner, Linked};
pub use heads::KnownHead;
pub use signatures::{Trust, Whence};

use crate::{
    bundle::LeftOut,
    ledger::{Ledger, Reason},
    person::PersonRecord,
    proof::{
        checkpoint::SignedCheckpoint,
        tlog_proof::TlogProof,
        tree::{Frontier, Node},
    },
    sequencer::{Head, ReadError, Sequencer},
    views::Discrepancy,
};
use acceptance::{Judged, ReadSoFar};
use attachments::Attachments;
use check::Where;
use examine::{Header, Said};
use fupan_domain::{
    Millis,
    event::{Event, GameEvent, LogEvent, Stream, TournamentEvent},
    game::GameState,
    ids::{ActorId, EntryId, GameId, LedgerName, Sha256},
    tournament::Place,
};
use heads::Heads;
use links::Links;
use roots::{KnownRoot, Roots};
use signatures::Witnesses;
use std::{collections::BTreeMap, sync::Arc};

/// How much later than its recording something may be told to have happened,
/// where nothing else is said: 5 minutes.
pub const SKEW_MS: Millis = Millis(5 * 60 * 1000);

/// Reads the first so many entries of a stream of the verified ledger again, for
/// a game that was let go of and is needed once more.
pub type Reread<'a> = &'a dyn Fn(&Stream, usize) -> Result<Vec<Arc<[u8]>>, ReadError>;

/// What a ledger is checked against.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The ledger's name.
    pub ledger: LedgerName,
    /// How much later than its recording something may be told to have happened.
    pub skew_ms: Millis,
    /// States of the ledger that were seen before, as in a checkpoint or a receipt.
    pub known: Vec<KnownHead>,
    /// Where the store says that the ledger ends.
    pub recorded: Option<KnownHead>,
    /// The signed checkpoint that comes with the entries.
    pub checkpoint: Option<SignedCheckpoint>,
    /// Whether more may have been recorded since, as in a store that is in use.
    pub goes_on: bool,
    /// Earlier checkpoints of the ledger that came with the entries.
    pub earlier: Vec<SignedCheckpoint>,
    /// Checkpoints of it that others have seen.
    pub seen: Vec<SignedCheckpoint>,
    /// Whose signatures are relied on.
    pub trust: Trust,
    /// Where the entries begin, if not with the first one.
    pub after: Option<Beginning>,
    /// Whether nothing but the log is looked at: chain and tree, not what entries say.
    pub only_log: bool,
}

/// What stands before the first entry that is handed in, where the ledger's
/// beginning is left out. Then nothing is judged by what came before.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The tree up to there.
    pub tree: Frontier,
    /// The hash of the last entry before.
    pub hash: Sha256,
}

impl Expected {
    /// Nothing but the name.
    pub fn named(ledger: LedgerName) -> Expected {
        Expected {
            ledger,
            skew_ms: SKEW_MS,
            known: Vec::new(),
            recorded: None,
            checkpoint: None,
            goes_on: false,
            earlier: Vec::new(),
            seen: Vec::new(),
            trust: Trust::default(),
            after: None,
            only_log: false,
        }
    }
}

/// A ledger on its way through the checks.
pub struct Verifier<'a> {
    name: LedgerName,
    skew_ms: Millis,
    examiner: Examiner,
    reread: Reread<'a>,
    heads: Heads,
    links: Links,
    roots: Roots,
    witnesses: Witnesses,
    attachments: Attachments,
    /// The checkpoint that came with the entries, then earlier ones.
    checkpoints: Vec<SignedCheckpoint>,
    /// Single proofs of entries that are still to come, by seq.
    proofs: BTreeMap<u64, TlogProof>,
    /// Whether entries are judged by those before them, which are all there.
    whole: bool,
    only_log: bool,
    /// The tournament and its games, judged and folded as at acceptance.
    ledger: Ledger,
    findings: Findings,
}

/// Something that lies beside the log.
#[derive(Clone, Copy, Debug)]
pub enum Attached<'a> {
    /// A document.
    Blob {
        /// The hash under which it lies.
        named: Sha256,
        /// The hash of its bytes.
        found: Sha256,
        /// How many bytes.
        bytes: u64,
    },
    /// A person's record.
    Person(&'a PersonRecord),
    /// A rule book's file, by its id.
    Edition(&'a str, &'a [u8]),
    /// A schema's file, by its path below `schemas/`.
    Schema(&'a str, &'a [u8]),
}

/// An entry that was taken into the state.
#[derive(Clone, Debug)]
pub(crate) struct Followed {
    pub entry: EntryId,
    pub stream: Stream,
    /// Whether it decides about games elsewhere, or may do so.
    pub decides: bool,
    /// Whether it imposes or lifts a sanction, which may settle any game's findings.
    pub sanctions: bool,
}

/// What the checks ended in.
#[derive(Clone, Debug)]
pub struct Verification {
    /// Where the ledger ends.
    pub head: Head,
    /// Every check, in order, with its state.
    pub checks: Vec<(Check, CheckState)>,
    /// How often each check was made, by its name; those that never were are left out.
    pub made: BTreeMap<&'static str, u64>,
    /// What was found, in the order of the entries.
    pub discrepancies: Vec<Discrepancy>,
}

impl<'a> Verifier<'a> {
    /// A verifier that has read nothing yet.
    pub fn new(expected: Expected, reread: Reread<'a>) -> Verifier<'a> {
        let mut heads = Heads::new(expected.known, expected.recorded);
        let mut findings = Findings::new();
        let whole = expected.after.is_none();
        let (tree, links) = match expected.after {
            None => (Frontier::new(), Links::new()),
            Some(Beginning { tree, hash }) => {
                let links = Links::after(tree.size(), hash);
                (tree, links)
            }
        };
        let own = expected.checkpoint.as_ref();
        let own = own.map(|signed| signed.checkpoint().state);
        let known = |seen| {
            move |signed: &SignedCheckpoint| KnownRoot {
                state: signed.checkpoint().state,
                seen,
            }
        };
        let states = expected.earlier.iter().map(known(false));
        let states = states.chain(expected.seen.iter().map(known(true)));
        let mut roots = Roots::new(tree, states.collect(), own, expected.goes_on);
        heads.check_known(links.head(), &mut findings);
        roots.check_known(&mut findings);
        Verifier {
            name: expected.ledger.clone(),
            examiner: Examiner::new(expected.ledger.clone()),
            skew_ms: expected.skew_ms,
            heads,
            reread,
            links,
            roots,
            witnesses: Witnesses::new(expected.trust, expected.skew_ms),
            attachments: Attachments::default(),
            checkpoints: expected
                .checkpoint
                .into_iter()
                .chain(expected.earlier)
                .chain(expected.seen)
                .collect(),
            proofs: BTreeMap::new(),
            whole,
            only_log: expected.only_log,
            ledger: Ledger::new(Sequencer::new(expected.ledger)),
            findings,
        }
    }

    /// Checks the next entry of the ledger, in the order of seq.
    pub fn push(&mut self, bytes: &[u8]) {
        let examined = self.examiner.examine(bytes);
        self.take(examined);
    }

    /// Takes the next entry, in the order of seq, after it was examined by
    /// itself. Answers what it was, if it was taken into the state.
    pub(crate) fn take(&mut self, examined: Examined) -> Option<Followed> {
        let hash = examined.hash;
        let said = examined.said.as_ref();
        self.check_proof(hash);
        self.roots
            .push(hash, said.map(|said| said.header.recorded_at));
        let followed = self.check(examined);
        if followed.is_none() {
            self.links.follow_unreadable(hash);
        }
        self.heads
            .check_known(self.links.head(), &mut self.findings);
        self.roots.check_known(&mut self.findings);
        followed
    }

    fn check(&mut self, examined: Examined) -> Option<Followed> {
        let seq = self.links.next_seq;
        self.findings.made(Check::Canonical);
        if examined.readable {
            self.findings.made(Check::Envelope);
            self.findings.made(Check::Payload);
        }
        for fault in examined.faults {
            let at = Where {
                seq,
                entry: fault.entry,
            };
            let sentence = format!("Entry {seq} {}.", fault.what);
            self.findings.broken(fault.check, fault.code, at, sentence);
        }
        let Said {
            header,
            stream,
            actor,
            submitted_by,
            other_ledger,
            event,
        } = examined.said?;
        let at = Where {
            seq: header.seq,
            entry: Some(header.id),
        };
        self.check_ledger(at, other_ledger);
        self.links.check_order(at, &mut self.findings);
        self.links.check_prev(at, header.prev, &mut self.findings);
        self.links
            .check_stream(&header, &stream, &mut self.findings);
        self.links.check_recorded_at(&header, &mut self.findings);
        links::check_at(&header, self.skew_ms, &mut self.findings);
        self.links.check_id(&header, &actor, &mut self.findings);
        self.witnesses.check_recorded(&header, &mut self.findings);
        if let Some(event) = &event {
            self.attachments.follow(&header, event);
            self.check_log(&header, event);
            if self.whole {
                let by = submitted_by.as_ref().unwrap_or(&actor);
                self.check_acceptance(&header, &stream, (&actor, by), event);
            }
        }
        self.links.follow(&header, &stream, examined.hash);
        let decides = matches!(
            event,
            Some(Event::Appeal(_) | Event::Game(GameEvent::RulingMade(_)))
        );
        let sanctions = matches!(
            event,
            Some(Event::Tournament(
                TournamentEvent::SanctionImposed(_) | TournamentEvent::SanctionLifted(_)
            ))
        );
        Some(Followed {
            entry: header.id,
            stream,
            decides,
            sanctions,
        })
    }

    /// Takes the next entry, in the order of seq, where only the log is asked for.
    pub(crate) fn take_linked(&mut self, linked: Linked) {
        self.check_proof(linked.hash);
        self.roots.push(linked.hash, None);
        if let Some(said) = linked.said {
            let at = Where {
                seq: said.seq,
                entry: Some(said.id),
            };
            self.check_ledger(at, linked.other_ledger);
            self.links.check_order(at, &mut self.findings);
            self.links.check_prev(at, said.prev, &mut self.findings);
            self.links.follow_linked(said.seq, linked.hash);
            if let Some(said) = linked.of_keys
                && let Some(
                    event @ Event::Log(LogEvent::KeyAnnounced(_) | LogEvent::KeyReplaced(_)),
                ) = &said.event
            {
                self.check_log(&said.header, event);
            }
        } else {
            let at = self.next();
            let sentence = format!("Entry {} can't be read as one.", at.seq);
            self.findings
                .broken(Check::Order, "not_readable", at, sentence);
            self.links.follow_unreadable(linked.hash);
        }
        self.heads
            .check_known(self.links.head(), &mut self.findings);
        self.roots.check_known(&mut self.findings);
    }

    /// A single proof that came with the entries, before them: the entry to which
    /// it belongs is held against it when it comes. Its checkpoint counts as an
    /// earlier one. `named`: the entry for which it was filed.
    pub(crate) fn expect_proof(&mut self, named: u64, proof: TlogProof) {
        if proof.index != named {
            let sentence = format!(
                "The proof filed under entry {named} is one of entry {}.",
                proof.index
            );
            let at = Where {
                seq: named,
                entry: None,
            };
            self.findings
                .broken(Check::Proofs, "proof_of_another", at, sentence);
        }
        self.roots.expect(proof.checkpoint.checkpoint().state);
        self.checkpoints.push(proof.checkpoint.clone());
        self.proofs.insert(proof.index, proof);
    }

    /// The next entry leads to the checkpoint of its single proof, if it has one.
    fn check_proof(&mut self, leaf: Sha256) {
        let Some(proof) = self.proofs.remove(&self.roots.size()) else {
            return;
        };
        self.findings.made(Check::Proofs);
        if let Err(fault) = proof.verify(&leaf) {
            let sentence = format!(
                "The proof of entry {} proves nothing: {fault}.",
                proof.index
            );
            let at = Where {
                seq: proof.index,
                entry: None,
            };
            self.findings
                .broken(Check::Proofs, "proof_false", at, sentence);
        }
    }

    fn check_proofs_left(&mut self) {
        for index in std::mem::take(&mut self.proofs).into_keys() {
            let sentence = format!("There is a proof of entry {index}, and no such entry.");
            let at = Where {
                seq: index,
                entry: None,
            };
            self.findings
                .broken(Check::Proofs, "proof_beyond", at, sentence);
        }
    }

    /// What the ledger's own log says of checkpoints and keys.
    fn check_log(&mut self, header: &Header, event: &Event) {
        let findings = &mut self.findings;
        match event {
            Event::Log(LogEvent::CheckpointWitnessed(quoted)) => {
                self.witnesses
                    .check_quoted(header, quoted, &self.roots, findings);
            }
            Event::Log(LogEvent::KeyAnnounced(announced)) => {
                self.witnesses.check_announced(header, announced, findings);
            }
            Event::Log(LogEvent::KeyReplaced(replaced)) => {
                self.witnesses
                    .check_replaced(header, replaced, &self.roots, findings);
            }
            _ => {}
        }
    }

    fn next(&self) -> Where {
        Where {
            seq: self.links.next_seq,
            entry: None,
        }
    }

    fn check_ledger(&mut self, at: Where, other: Option<String>) {
        self.findings.made(Check::Ledger);
        if let Some(other) = other {
            let sentence = format!(
                "Entry {} is one of the ledger {other:?}, not of {}.",
                at.seq, self.name
            );
            self.findings
                .broken(Check::Ledger, "other_ledger", at, sentence);
        }
    }

    /// The entry could have been accepted after those before it; then it is
    /// taken, whether it could or not. `by`: who handed it in.
    fn check_acceptance(
        &mut self,
        header: &Header,
        stream: &Stream,
        (actor, by): (&ActorId, &ActorId),
        event: &Event,
    ) {
        let place = Place {
            entry: header.id,
            seq: header.seq,
            at: header.at,
            actor,
        };
        let judged = Judged {
            place,
            stream,
            event,
        };
        let log = ReadSoFar {
            links: &self.links,
            reread: self.reread,
        };
        judged.check_opening(&self.links, &mut self.findings);
        judged.check_round_heads(&self.links, &self.ledger, &mut self.findings);
        judged.check_accepted(&mut self.ledger, &log, &mut self.findings);
        judged.check_handed_in(by, &self.ledger, &mut self.findings);
        self.ledger.evolve(place, stream, event);
    }

    /// Something is wrong with the file in which the ledger is handed on.
    pub(crate) fn bundle_fault(&mut self, check: Check, code: &'static str, sentence: String) {
        let at = Where {
            seq: 0,
            entry: None,
        };
        self.findings.broken(check, code, at, sentence);
    }

    /// The tree that a store keeps has another hash in a place than follows from the entries.
    pub(crate) fn kept_tree_differs(&mut self, node: Node) {
        let (seq, last) = node.leaves();
        let of = if seq == last {
            format!("at entry {seq} than that entry has")
        } else {
            format!(
                "over the entries {seq} to {last} (level {}, place {}) than they have",
                node.level, node.index
            )
        };
        let sentence = format!(
            "The tree that the store keeps has another hash {of}: proofs that rest on it are not given out. \
             The entries are not touched by it: where they verify, fupan audit --repair makes the tree anew from them."
        );
        let at = Where { seq, entry: None };
        self.findings
            .broken(Check::KeptTree, "tree_damaged", at, sentence);
    }

    /// What the file says that it leaves out of what lies beside the log.
    pub(crate) fn expect_left_out(&mut self, left_out: LeftOut) {
        self.attachments.expect_left_out(left_out);
    }

    /// A check of the file was made.
    pub(crate) fn bundle_checked(&mut self, check: Check) {
        self.findings.made(check);
    }

    /// Something beside the log.
    pub(crate) fn attached(&mut self, attached: &Attached<'_>) {
        let findings = &mut self.findings;
        match attached {
            Attached::Blob {
                named,
                found,
                bytes,
            } => self
                .attachments
                .check_blob(*named, *found, *bytes, findings),
            Attached::Person(record) => self.attachments.check_person(record, findings),
            Attached::Edition(id, bytes) => self.attachments.check_edition(id, bytes, findings),
            Attached::Schema(path, bytes) => Attachments::check_schema(path, bytes, findings),
        }
    }

    /// Why games and standings are not judged, where they are not.
    pub(crate) fn unjudged(&self) -> Option<&'static str> {
        match (self.only_log, self.whole) {
            (true, _) => Some(ONLY_LOG),
            (false, false) => Some(BEGINNING_LEFT_OUT),
            (false, true) => None,
        }
    }

    /// What the checkpoints' signatures are held against.
    pub(crate) fn whence(&self) -> Whence {
        self.witnesses.whence()
    }

    /// How many entries were read.
    pub fn entries(&self) -> u64 {
        self.links.entries
    }

    /// What was found so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The place of an entry that was read.
    pub(crate) fn seq_of(&self, entry: EntryId) -> Option<u64> {
        self.links.seq_of(entry)
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    pub(crate) fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    /// A game as it stands, folded from the log where it is not kept; `None`
    /// where it was not paired or, which is told, can't be read again.
    pub(crate) fn take_game(&mut self, id: &GameId) -> Option<GameState> {
        let log = ReadSoFar {
            links: &self.links,
            reread: self.reread,
        };
        if let Err(Reason::Sequence(error)) = self.ledger.game(id, &log) {
            let at = self.next();
            let sentence = format!("Game {id} can't be recomputed: {error}.");
            self.findings
                .broken(Check::Possible, "read_again", at, sentence);
        }
        self.ledger.release(id)
    }

    /// The end of the ledger: what every check ended in.
    pub fn finish(mut self) -> Verification {
        let head = self.links.head();
        if self.findings.is_open() {
            self.heads.check_end(head, &mut self.findings);
        }
        self.roots.check_end(&mut self.findings);
        self.attachments.check_end(&mut self.findings);
        self.check_proofs_left();
        for (n, checkpoint) in self.checkpoints.iter().enumerate() {
            let (name, roots) = (&self.name, &self.roots);
            let findings = &mut self.findings;
            self.witnesses
                .check_checkpoint(checkpoint, n == 0, name, roots, findings);
        }
        let findings = &self.findings;
        let only_log = self.only_log;
        let why = |check| match (only_log, check) {
            (true, check) if !is_of_log(check) => ONLY_LOG,
            (_, check) => why_unchecked(check),
        };
        let state = |check: &Check| (*check, findings.state(*check, why(*check)));
        let checks = Check::ALL.iter().map(state).collect();
        Verification {
            head,
            checks,
            made: self.findings.counts(),
            discrepancies: self.findings.into_discrepancies(),
        }
    }
}

/// Why nothing but the log was looked at.
const ONLY_LOG: &str = "only the log was asked for";
/// Why nothing was judged by what came before.
const BEGINNING_LEFT_OUT: &str =
    "what stands before the entries is not there, so that nothing can be judged by it";

/// Whether a check is made where only the log is asked for.
fn is_of_log(check: Check) -> bool {
    matches!(check.part(), Part::Bundle | Part::Tree | Part::Signatures)
        || [
            Check::Ledger,
            Check::Order,
            Check::Chain,
            Check::KnownHeads,
            Check::RecordedHead,
        ]
        .contains(&check)
}

/// Why a check was not made, where it was not.
fn why_unchecked(check: Check) -> &'static str {
    match check {
        Check::Edition => "no entry opens the tournament",
        Check::RoundHeads => "no round was closed",
        Check::KnownHeads => "no state of the ledger that was seen before was handed in",
        Check::RecordedHead => "no store says where the ledger ends",
        Check::Container | Check::Manifest => "the ledger did not come as a bundle",
        Check::Root | Check::Origin => "no checkpoint was handed in",
        Check::EarlierRoots => "there is no earlier checkpoint to hold it against",
        Check::KeptTree => "the ledger did not come from a store that keeps a tree",
        Check::Proofs => "there are no proofs of single entries",
        Check::Signed => "no key was handed in to trust",
        Check::Keys => "no other key was announced",
        Check::Witnessed => "no witness is asked for",
        Check::WitnessTimes => "no known witness cosigned a checkpoint",
        Check::SchemaFiles | Check::EditionFiles => "the files are not in what was handed in",
        Check::Evidence => "no documents were handed in",
        Check::People => "no names were handed in",
        Check::Opening | Check::Rights | Check::HandedIn | Check::Articles | Check::Possible => {
            BEGINNING_LEFT_OUT
        }
        _ => "no entry could be read",
    }
}
