//! The check of a whole ledger, entry by entry, trusting nothing but the bytes:
//! the ordered list of checks in `check`, each with the state that it ended in.
//! A break doesn't end the reading: what still means something afterwards is
//! checked on. What the games come to is in [`crate::audit`].

mod acceptance;
mod check;
mod heads;
mod links;

pub use check::{Check, CheckState, Findings, Part};
pub use heads::KnownHead;

use crate::{
    canonical::{self, NotCanonical},
    entry::{self, Entry},
    ledger::{Ledger, Reason},
    schema,
    sequencer::{Head, ReadError, Sequencer},
    strict,
    views::Discrepancy,
};
use acceptance::{Judged, ReadSoFar};
use check::Where;
use fupan_domain::{
    Millis,
    event::{Event, GameEvent, Stream, TournamentEvent},
    game::GameState,
    ids::{ActorId, EntryId, GameId, LedgerName, Sha256},
    tournament::Place,
};
use heads::Heads;
use links::Links;
use serde_json::Value;
use std::{borrow::Cow, sync::Arc};

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
}

impl Expected {
    /// Nothing but the name.
    pub fn named(ledger: LedgerName) -> Expected {
        Expected {
            ledger,
            skew_ms: SKEW_MS,
            known: Vec::new(),
            recorded: None,
        }
    }
}

/// A ledger on its way through the checks.
pub struct Verifier<'a> {
    name: LedgerName,
    skew_ms: Millis,
    reread: Reread<'a>,
    heads: Heads,
    links: Links,
    /// The tournament and its games, judged and folded as at acceptance.
    ledger: Ledger,
    findings: Findings,
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
    /// What was found, in the order of the entries.
    pub discrepancies: Vec<Discrepancy>,
}

impl<'a> Verifier<'a> {
    /// A verifier that has read nothing yet.
    pub fn new(expected: Expected, reread: Reread<'a>) -> Verifier<'a> {
        let mut heads = Heads::new(expected.known, expected.recorded);
        let mut findings = Findings::new();
        let links = Links::new();
        heads.check_known(links.head(), &mut findings);
        Verifier {
            name: expected.ledger.clone(),
            skew_ms: expected.skew_ms,
            heads,
            reread,
            links,
            ledger: Ledger::new(Sequencer::new(expected.ledger)),
            findings,
        }
    }

    /// Checks the next entry of the ledger, in the order of seq.
    pub fn push(&mut self, bytes: &[u8]) {
        self.follow(bytes);
    }

    /// Checks the next entry, and takes it into the state if it can be read.
    pub(crate) fn follow(&mut self, bytes: &[u8]) -> Option<Followed> {
        let hash = entry::hash(bytes);
        let followed = self.check(bytes, hash);
        if followed.is_none() {
            self.links.follow_unreadable(hash);
        }
        self.heads
            .check_known(self.links.head(), &mut self.findings);
        followed
    }

    fn check(&mut self, bytes: &[u8], hash: Sha256) -> Option<Followed> {
        let (value, canonical) = self.check_canonical(bytes)?;
        let data_fit = self.check_schemas(&value);
        let Some((entry, stream, actor)) = read_whole(&canonical) else {
            // The schemas say the same; should they ever let it pass, it is told all the same.
            let at = Where {
                seq: self.links.head().size,
                entry: None,
            };
            let sentence = "the entry can't be read as one".to_owned();
            self.findings
                .broken(Check::Envelope, "entry_unreadable", at, sentence);
            return None;
        };
        self.check_ledger(&entry);
        self.links.check_order(&entry, &mut self.findings);
        self.links.check_prev(&entry, &mut self.findings);
        self.links.check_stream(&entry, &stream, &mut self.findings);
        self.links.check_recorded_at(&entry, &mut self.findings);
        links::check_at(&entry, self.skew_ms, &mut self.findings);
        self.links.check_id(&entry, &mut self.findings);
        let event = self.read_event(&entry, &stream, data_fit);
        if let Some(event) = &event {
            self.check_acceptance(&entry, &stream, &actor, event);
        }
        self.links.follow(&entry, stream.clone(), &actor, hash);
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
            entry: entry.id,
            stream,
            decides,
            sanctions,
        })
    }

    fn next(&self) -> Where {
        Where {
            seq: self.links.next_seq,
            entry: None,
        }
    }

    /// The bytes are their own canonical form. Answers what they say, and its
    /// canonical form, in which the rest is read.
    fn check_canonical<'b>(&mut self, bytes: &'b [u8]) -> Option<(Value, Cow<'b, [u8]>)> {
        let at = self.next();
        self.findings.made(Check::Canonical);
        if bytes.len() > entry::BYTES_MAX {
            let sentence = format!(
                "Entry {} has {} bytes; {} is the most.",
                at.seq,
                bytes.len(),
                entry::BYTES_MAX
            );
            self.findings
                .broken(Check::Canonical, "too_long", at, sentence);
        }
        match canonical::read(bytes) {
            Ok(value) => Some((value, Cow::Borrowed(bytes))),
            Err(error @ NotCanonical::OtherForm { .. }) => {
                let sentence = format!(
                    "Entry {} is not written as this program writes it: {error}.",
                    at.seq
                );
                self.findings
                    .broken(Check::Canonical, "not_canonical", at, sentence);
                let value = strict::read(bytes).ok()?;
                let canonical = canonical::text(&value).ok()?;
                Some((value, Cow::Owned(canonical.into_bytes())))
            }
            Err(NotCanonical::Strict(error)) => {
                let sentence = format!("Entry {} can't be read: {error}.", at.seq);
                self.findings
                    .broken(Check::Canonical, "not_readable", at, sentence);
                None
            }
        }
    }

    /// The entry fits the schema of entries, and its data that of their type in
    /// the version that it names. Answers whether the data do.
    fn check_schemas(&mut self, value: &Value) -> bool {
        self.findings.made(Check::Envelope);
        self.findings.made(Check::Payload);
        let Err(faults) = schema::check_entry(value) else {
            return true;
        };
        let id = value["id"].as_str().and_then(|id| id.parse().ok());
        let at = Where {
            entry: id.map(EntryId),
            ..self.next()
        };
        let mut data_fit = true;
        for fault in faults {
            let of_type = matches!(
                &*fault.code,
                "unknown_type" | "unknown_version" | "unknown_stream"
            );
            let (check, code) = if of_type || fault.pointer.starts_with("/data/") {
                (Check::Payload, "payload_invalid")
            } else {
                (Check::Envelope, "envelope_invalid")
            };
            data_fit &= check != Check::Payload;
            let sentence = format!("Entry {} does not fit its schema: {fault}.", at.seq);
            self.findings.broken(check, code, at, sentence);
        }
        data_fit
    }

    fn check_ledger(&mut self, entry: &Entry<'_>) {
        self.findings.made(Check::Ledger);
        if entry.ledger != self.name.as_str() {
            let sentence = format!(
                "Entry {} is one of the ledger {:?}, not of {}.",
                entry.seq, entry.ledger, self.name
            );
            let at = Where {
                seq: entry.seq,
                entry: Some(entry.id),
            };
            self.findings
                .broken(Check::Ledger, "other_ledger", at, sentence);
        }
    }

    /// The event, if the data are those of one.
    fn read_event(&mut self, entry: &Entry<'_>, stream: &Stream, data_fit: bool) -> Option<Event> {
        let event = Event::parse(stream.kind(), entry.type_name, entry.data.get());
        event
            .map_err(|error| {
                if data_fit {
                    let at = Where {
                        seq: entry.seq,
                        entry: Some(entry.id),
                    };
                    let sentence = format!("Entry {} can't be understood: {error}.", entry.seq);
                    self.findings
                        .broken(Check::Payload, "payload_invalid", at, sentence);
                }
            })
            .ok()
    }

    /// The entry could have been accepted after those before it; then it is
    /// taken, whether it could or not.
    fn check_acceptance(
        &mut self,
        entry: &Entry<'_>,
        stream: &Stream,
        actor: &ActorId,
        event: &Event,
    ) {
        let place = Place {
            entry: entry.id,
            seq: entry.seq,
            at: entry.at,
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
        self.ledger.evolve(place, stream, event);
    }

    /// How many entries were read.
    pub fn entries(&self) -> u64 {
        self.links.entries
    }

    /// What was found so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
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
        self.heads.check_end(head, &mut self.findings);
        let findings = &self.findings;
        let state = |check: &Check| (*check, findings.state(*check, why_unchecked(*check)));
        let checks = Check::ALL.iter().map(state).collect();
        Verification {
            head,
            checks,
            discrepancies: self.findings.into_discrepancies(),
        }
    }
}

/// Why a check was not made, where it was not.
fn why_unchecked(check: Check) -> &'static str {
    match check {
        Check::Edition => "no entry opens the tournament",
        Check::RoundHeads => "no round was closed",
        Check::KnownHeads => "no state of the ledger that was seen before was handed in",
        Check::RecordedHead => "no store says where the ledger ends",
        _ => "no entry could be read",
    }
}

/// An entry with its stream and author, if all of it can be read.
fn read_whole(canonical: &[u8]) -> Option<(Entry<'_>, Stream, ActorId)> {
    let entry = Entry::read(canonical).ok()?;
    let stream = entry.stream.parse().ok()?;
    let actor = entry.actor.parse().ok()?;
    Some((entry, stream, actor))
}
