//! How entries hang together: their numbers, the hash that each carries of the
//! one before it, in the ledger and in its stream, and the server's clock.
//! After a break the next entry is taken at its word, so that one break is
//! told once. What the entries say is no matter here.

use super::{
    check::{Check, Findings, Where},
    examine::Header,
};
use crate::sequencer::{Head, StreamHead};
use fupan_domain::{
    Millis, Timestamp,
    event::Stream,
    ids::{ActorId, EntryId, Sha256},
};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, btree_map::Entry},
};

/// Where the next entry must join on.
#[derive(Debug)]
pub(super) struct Links {
    /// How many entries were read.
    pub entries: u64,
    /// The number that the next one must have.
    pub next_seq: u64,
    /// The hash of the last one.
    pub last: Sha256,
    /// The first one's number, where the beginning is left out.
    begins: u64,
    /// When the last one was accepted.
    recorded_at: Option<Timestamp>,
    streams: BTreeMap<Stream, StreamLinks>,
    ids: Ids,
}

/// Where a stream's next entry must join on.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamLinks {
    /// How many of its entries were read.
    pub entries: u64,
    /// Its last one.
    pub head: StreamHead,
}

impl Links {
    pub fn new() -> Links {
        Links {
            entries: 0,
            next_seq: 0,
            last: Sha256::ZERO,
            begins: 0,
            recorded_at: None,
            streams: BTreeMap::new(),
            ids: Ids::default(),
        }
    }

    /// Where so many entries stand before, whose last one has that hash.
    pub fn after(entries: u64, last: Sha256) -> Links {
        Links {
            entries,
            next_seq: entries,
            last,
            begins: entries,
            ..Links::new()
        }
    }

    /// Where the ledger stands.
    pub fn head(&self) -> Head {
        Head {
            size: self.entries,
            hash: self.last,
            recorded_at: self.recorded_at,
        }
    }

    pub fn stream(&self, stream: &Stream) -> Option<StreamLinks> {
        self.streams.get(stream).copied()
    }

    pub fn seq_of(&self, id: EntryId) -> Option<u64> {
        self.ids.seq_of(id)
    }

    pub fn author_of(&self, id: EntryId) -> Option<&ActorId> {
        self.ids.author_of(id)
    }

    /// The numbers run from 0 without a gap.
    pub fn check_order(&self, at: Where, findings: &mut Findings) {
        findings.made(Check::Order);
        let (code, seq, sentence) = match at.seq.cmp(&self.next_seq) {
            Ordering::Equal => return,
            Ordering::Greater => {
                let missing = match at.seq - 1 {
                    last if last == self.next_seq => format!("Entry {last} is missing"),
                    last => format!("Entries {} to {last} are missing", self.next_seq),
                };
                let sentence = format!("{missing}: entry {} stands in its place.", at.seq);
                ("entry_missing", self.next_seq, sentence)
            }
            Ordering::Less => {
                let sentence = format!(
                    "Entry {} stands where entry {} should: entries were exchanged or put in twice.",
                    at.seq, self.next_seq
                );
                ("entry_out_of_order", at.seq, sentence)
            }
        };
        let at = Where { seq, ..at };
        findings.broken(Check::Order, code, at, sentence);
    }

    /// The entry carries the hash of the one before it.
    pub fn check_prev(&self, at: Where, prev: Sha256, findings: &mut Findings) {
        findings.made(Check::Chain);
        if prev == self.last {
            return;
        }
        let sentence = if self.entries == 0 {
            "The ledger's first entry names an entry before it: the beginning was cut off or replaced.".to_owned()
        } else {
            format!(
                "Entry {} was sealed onto another entry than the one that stands before it: \
                 one of the two was changed, exchanged or left out afterwards.",
                at.seq
            )
        };
        findings.broken(Check::Chain, "chain_broken", at, sentence);
    }

    /// The entry carries the number and hash that follow in its stream.
    pub fn check_stream(&self, entry: &Header, stream: &Stream, findings: &mut Findings) {
        findings.made(Check::Streams);
        let at = Where {
            seq: entry.seq,
            entry: Some(entry.id),
        };
        let before = self.streams.get(stream);
        if before.is_none() && self.begins > 0 {
            // What stood in the stream before is not there: its first entry is taken at its word.
            return;
        }
        let version = before.map_or(0, |links| links.head.version.saturating_add(1));
        if entry.version != version {
            let sentence = format!(
                "Entry {} calls itself number {} of {stream}, where number {version} is due: \
                 entries of {stream} were left out, put in or exchanged.",
                entry.seq, entry.version
            );
            findings.broken(Check::Streams, "stream_version", at, sentence);
        }
        if entry.stream_prev != before.map_or(Sha256::ZERO, |links| links.head.hash) {
            let sentence = format!(
                "Entry {} was sealed onto another entry of {stream} than the one that stands before it there: \
                 one of the two was changed, exchanged or left out afterwards.",
                entry.seq
            );
            findings.broken(Check::Streams, "stream_broken", at, sentence);
        }
    }

    /// The server's clock did not run backwards.
    pub fn check_recorded_at(&self, entry: &Header, findings: &mut Findings) {
        findings.made(Check::Recorded);
        if let Some(last) = self.recorded_at.filter(|last| entry.recorded_at < *last) {
            let sentence = format!(
                "Entry {} says that it was accepted at {}, but the one before it at {last}: \
                 the program never lets this happen.",
                entry.seq, entry.recorded_at
            );
            let at = Where {
                seq: entry.seq,
                entry: Some(entry.id),
            };
            findings.broken(Check::Recorded, "recorded_backwards", at, sentence);
        }
    }

    /// No entry before it has its id, which is noted by that.
    pub fn check_id(&mut self, entry: &Header, actor: &ActorId, findings: &mut Findings) {
        findings.made(Check::Ids);
        if let Some(seq) = self.ids.note(entry.id, entry.seq, actor) {
            let sentence = format!("Entry {} has the id of entry {seq}.", entry.seq);
            let at = Where {
                seq: entry.seq,
                entry: Some(entry.id),
            };
            findings.broken(Check::Ids, "id_twice", at, sentence);
        }
    }

    /// Joins an entry on, whatever was found about it.
    pub fn follow(&mut self, entry: &Header, stream: &Stream, hash: Sha256) {
        self.entries += 1;
        // One that comes late or twice changes nothing about what is due.
        self.next_seq = self.next_seq.max(entry.seq.saturating_add(1));
        self.last = hash;
        self.recorded_at = self.recorded_at.max(Some(entry.recorded_at));
        let head = StreamHead {
            version: entry.version,
            hash,
        };
        if let Some(links) = self.streams.get_mut(stream) {
            links.entries += 1;
            links.head = head;
        } else {
            let links = StreamLinks { entries: 1, head };
            self.streams.insert(stream.clone(), links);
        }
        self.ids.last = None;
    }

    /// Joins an entry on of which only its number was asked.
    pub fn follow_linked(&mut self, seq: u64, hash: Sha256) {
        self.entries += 1;
        self.next_seq = self.next_seq.max(seq.saturating_add(1));
        self.last = hash;
    }

    /// Joins bytes on that are no entry: they have a hash all the same.
    pub fn follow_unreadable(&mut self, hash: Sha256) {
        self.entries += 1;
        self.next_seq = self.next_seq.saturating_add(1);
        self.last = hash;
    }
}

/// Nothing is told to have happened later than it was recorded, save for clocks
/// that differ a little.
pub(super) fn check_at(entry: &Header, skew: Millis, findings: &mut Findings) {
    findings.made(Check::Ahead);
    let ahead = entry.at.since(entry.recorded_at);
    if ahead > skew {
        let sentence = format!(
            "Entry {} tells of {}, {} s after it was recorded: a clock was wrong by more than the {} s that are allowed.",
            entry.seq,
            entry.at,
            ahead.0 / 1000,
            skew.0 / 1000
        );
        let at = Where {
            seq: entry.seq,
            entry: Some(entry.id),
        };
        findings.remark(Check::Ahead, "at_ahead", at, sentence);
    }
}

/// How many parts the ids are kept in. A power of two.
const IDS_PARTS: usize = 1 << 12;

/// The ids met so far. Kept small: a ledger may have a million of them. In parts, by
/// the end of the id, which is drawn at random: a short tree is gone through sooner
/// than a long one, and whoever draws ids to fall into one part has the long one.
#[derive(Debug)]
struct Ids {
    parts: Vec<BTreeMap<EntryId, (u64, u32)>>,
    actors: Vec<ActorId>,
    numbers: BTreeMap<ActorId, u32>,
    /// The id of the entry that is being looked at, which is before none.
    last: Option<EntryId>,
}

impl Default for Ids {
    fn default() -> Ids {
        Ids {
            parts: vec![BTreeMap::new(); IDS_PARTS],
            actors: Vec::new(),
            numbers: BTreeMap::new(),
            last: None,
        }
    }
}

/// In which part an id is kept.
fn part_of(id: EntryId) -> usize {
    let [.., high, low] = *id.0.as_bytes();
    usize::from(u16::from_be_bytes([high, low])) % IDS_PARTS
}

impl Ids {
    /// Notes an entry's id, and answers the seq of the one that has it already.
    fn note(&mut self, id: EntryId, seq: u64, actor: &ActorId) -> Option<u64> {
        let number = self.number_of(actor);
        match self.parts[part_of(id)].entry(id) {
            Entry::Occupied(before) => Some(before.get().0),
            Entry::Vacant(place) => {
                place.insert((seq, number));
                self.last = Some(id);
                None
            }
        }
    }

    fn number_of(&mut self, actor: &ActorId) -> u32 {
        if let Some(number) = self.numbers.get(actor) {
            return *number;
        }
        let number = u32::try_from(self.actors.len()).unwrap_or(u32::MAX);
        self.actors.push(actor.clone());
        self.numbers.insert(actor.clone(), number);
        number
    }

    fn seq_of(&self, id: EntryId) -> Option<u64> {
        self.parts[part_of(id)].get(&id).map(|(seq, _)| *seq)
    }

    fn author_of(&self, id: EntryId) -> Option<&ActorId> {
        if self.last == Some(id) {
            return None;
        }
        let (_, number) = self.parts[part_of(id)].get(&id)?;
        self.actors.get(usize::try_from(*number).ok()?)
    }
}
