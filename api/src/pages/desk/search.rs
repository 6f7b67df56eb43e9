//! Entries that are looked for: by stream, type, author, board, time, article and
//! text. What the store has an index for (streams, and by time of acceptance) is
//! found without reading the rest; the rest is read in bounded parts, each of which
//! says where the next one goes on.

use crate::{
    i18n::zone::Zone,
    live::LiveLedger,
    pages::Here,
    problem::Problem,
    routes::entries::{first_after, unreadable},
};
use fupan_domain::{
    Timestamp,
    event::{AppealEvent, LogEvent, Stream, TournamentEvent},
};
use fupan_replay::{entry::Entry, ledger::Refused};
use fupan_store::EventStore;
use serde::Deserialize;
use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

/// How many entries one answer looks at.
const LOOKED_AT: u64 = 20_000;
/// How many entries of a stream are read at once: few at first, since many streams
/// may be read of which little is needed.
const READS: (u64, u64) = (16, 512);

/// What is looked for, as the address says it. An empty value asks for nothing.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    pub stream: Option<String>,
    pub r#type: Option<String>,
    pub actor: Option<String>,
    pub round: Option<String>,
    pub board: Option<String>,
    pub since: Option<String>,
    pub until: Option<String>,
    pub happened_since: Option<String>,
    pub happened_until: Option<String>,
    /// A seq: only what belongs to that entry, by names of names.
    pub chain: Option<String>,
    pub article: Option<String>,
    pub q: Option<String>,
    /// `oldest`: from the first entry on; else from the last one back.
    pub order: Option<String>,
    /// Only entries before this seq.
    pub before: Option<String>,
    /// Only entries after this seq.
    pub after: Option<String>,
}

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Sought {
    /// In these streams; `None`: in all.
    streams: Option<Vec<Stream>>,
    /// Of these types; none: of all.
    pub types: Vec<String>,
    actor: Option<String>,
    /// An article as a JSON text, quotes included.
    article: Option<String>,
    /// A text in lower case.
    text: Option<String>,
    /// When it happened, from and to, the moments included.
    happened: (Option<Timestamp>, Option<Timestamp>),
    /// Only these seqs; `None`: all.
    only: Option<BTreeSet<u64>>,
    /// The seqs, from the first up to the one after the last.
    from: u64,
    to: u64,
    /// Whether the last entry comes first.
    pub newest_first: bool,
}

/// What was found.
pub struct Found {
    /// The bytes of the entries, in the order that was asked for.
    pub entries: Vec<Arc<[u8]>>,
    /// How many were looked at.
    pub looked_at: u64,
    /// The seq at which the next part goes on, if there may be more.
    pub next: Option<u64>,
}

fn said(value: Option<&String>) -> Option<&str> {
    value
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())
}

fn wrong(name: &str, value: &str, expected: &str) -> Problem {
    Problem::new("query", format!("{name} {value:?}: expected {expected}"))
}

impl Sought {
    /// All entries of these types.
    pub fn of_types(types: &[&str]) -> Sought {
        Sought {
            streams: None,
            types: types.iter().map(|&name| name.to_owned()).collect(),
            actor: None,
            article: None,
            text: None,
            happened: (None, None),
            only: None,
            from: 0,
            to: u64::MAX,
            newest_first: true,
        }
    }

    /// Only those of a stream.
    pub fn in_stream(self, stream: Stream) -> Sought {
        Sought {
            streams: Some(vec![stream]),
            ..self
        }
    }

    /// Only those before or after a seq, as `before` and `after` of the address say.
    ///
    /// # Errors
    /// When one is no number.
    pub fn between(mut self, asked: &Asked) -> Result<Sought, Problem> {
        let number = |name: &str, value: Option<&String>| {
            let value = said(value);
            let read =
                value.map(|text| text.parse::<u64>().map_err(|_| wrong(name, text, "a seq")));
            read.transpose()
        };
        if let Some(before) = number("before", asked.before.as_ref())? {
            self.to = self.to.min(before);
        }
        if let Some(after) = number("after", asked.after.as_ref())? {
            self.from = self.from.max(after.saturating_add(1));
        }
        Ok(self)
    }

    /// What an address asks.
    ///
    /// # Errors
    /// When a value is none of its kind, or the log can't be read.
    pub fn read(here: &Here<'_>, asked: &Asked) -> Result<Sought, Problem> {
        let types: Vec<&str> = said(asked.r#type.as_ref()).into_iter().collect();
        let mut sought = Sought::of_types(&types);
        sought.newest_first = said(asked.order.as_ref()) != Some("oldest");
        sought.actor = said(asked.actor.as_ref()).map(str::to_owned);
        let article = said(asked.article.as_ref());
        sought.article = article
            .map(serde_json::to_string)
            .transpose()
            .map_err(|e| Problem::internal(&e))?;
        sought.text = said(asked.q.as_ref()).map(str::to_lowercase);
        sought.streams = streams(here, asked)?;
        sought.between_times(here, asked)?;
        sought.of_chain(here, asked)?;
        sought.between(asked)
    }

    fn between_times(&mut self, here: &Here<'_>, asked: &Asked) -> Result<(), Problem> {
        let store = &here.live.open.store;
        let expected = "a time as 2026-05-01T09:30, at the venue, or with an offset";
        let time = |name: &str, value: Option<&String>| {
            let value = said(value);
            value
                .map(|text| {
                    read_time(&here.viewer.zone, text).ok_or_else(|| wrong(name, text, expected))
                })
                .transpose()
        };
        let up_to = |at: Timestamp| {
            let last = store.last_seq_at(at).map_err(unreadable)?;
            Ok::<_, Problem>(last.map_or(0, |seq| seq + 1))
        };
        self.happened = (
            time("happened_since", asked.happened_since.as_ref())?,
            time("happened_until", asked.happened_until.as_ref())?,
        );
        if let Some(since) = time("since", asked.since.as_ref())? {
            self.from = up_to(since.plus(fupan_domain::Millis(-1)))?;
        }
        if let Some(until) = time("until", asked.until.as_ref())? {
            self.to = up_to(until)?;
        }
        Ok(())
    }

    /// What belongs to an entry, where that is asked for.
    fn of_chain(&mut self, here: &Here<'_>, asked: &Asked) -> Result<(), Problem> {
        let Some(text) = said(asked.chain.as_ref()) else {
            return Ok(());
        };
        let seq = text.trim_start_matches('#').parse::<u64>();
        let seq = seq.map_err(|_| wrong("chain", text, "a seq"))?;
        if seq >= here.live.open.store.head().size {
            return Err(wrong("chain", text, "the seq of an entry that is there"));
        }
        let chain = super::entry::chain(here, seq)?;
        if let (Some(first), Some(last)) = (chain.first(), chain.last()) {
            self.from = self.from.max(*first);
            self.to = self.to.min(last + 1);
        }
        self.only = Some(chain);
        Ok(())
    }

    fn fits(&self, entry: &Entry<'_>, bytes: &[u8]) -> bool {
        let data = entry.data.get();
        let is = |asked: &Option<String>, found: &str| asked.as_deref().is_none_or(|a| a == found);
        (self.types.is_empty() || self.types.iter().any(|name| name == entry.type_name))
            && is(&self.actor, entry.actor)
            && self.happened.0.is_none_or(|since| since <= entry.at)
            && self.happened.1.is_none_or(|until| entry.at <= until)
            && self
                .only
                .as_ref()
                .is_none_or(|only| only.contains(&entry.seq))
            && self
                .article
                .as_ref()
                .is_none_or(|article| data.contains(article.as_str()))
            && self.text.as_ref().is_none_or(|text| {
                let bytes = String::from_utf8_lossy(bytes);
                bytes.to_lowercase().contains(text.as_str())
            })
    }

    /// Looks for up to so many entries.
    ///
    /// # Errors
    /// When the log can't be read.
    pub fn find(&self, live: &LiveLedger, most: usize) -> Result<Found, Problem> {
        let mut found = Found {
            entries: Vec::new(),
            looked_at: 0,
            next: None,
        };
        let mut last = None;
        let mut lanes = self.lanes(live)?;
        while let Some((seq, bytes)) = next(&mut lanes, self.newest_first)? {
            if found.entries.len() == most || found.looked_at == LOOKED_AT {
                found.next = last;
                return Ok(found);
            }
            found.looked_at += 1;
            last = Some(seq);
            if self.fits(&read(&bytes)?, &bytes) {
                found.entries.push(bytes);
            }
        }
        Ok(found)
    }

    /// Hands over every entry, however many there are.
    ///
    /// # Errors
    /// When the log can't be read, or the one who takes them has enough.
    pub fn each(
        &self,
        live: &LiveLedger,
        mut take: impl FnMut(&Entry<'_>, &[u8]) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut lanes = self.lanes(live)?;
        while let Some((_, bytes)) = next(&mut lanes, self.newest_first)? {
            let entry = read(&bytes)?;
            if self.fits(&entry, &bytes) {
                take(&entry, &bytes)?;
            }
        }
        Ok(())
    }

    fn lanes<'a>(&self, live: &'a LiveLedger) -> Result<Vec<Lane<'a>>, Problem> {
        let store: &dyn EventStore<Refused> = &*live.open.store;
        let (from, to) = (self.from, self.to.min(store.head().size));
        let Some(streams) = &self.streams else {
            return Ok(vec![Lane::new(store, None, (from, to.max(from)))]);
        };
        let lane = |stream: &Stream| {
            let place = |seq: u64| first_after(store, stream, seq.checked_sub(1));
            let (low, high) = (place(from)?, place(to)?);
            Ok(Lane::new(store, Some(stream.clone()), (low, high.max(low))))
        };
        streams.iter().map(lane).collect()
    }
}

fn read(bytes: &[u8]) -> Result<Entry<'_>, Problem> {
    Entry::read(bytes).map_err(|e| Problem::internal(&e))
}

/// A time with its offset, or as the venue's clocks show it.
fn read_time(zone: &Zone, text: &str) -> Option<Timestamp> {
    text.parse().ok().or_else(|| zone.read(text))
}

/// The streams in which that may stand which is asked for, where not in all.
fn streams(here: &Here<'_>, asked: &Asked) -> Result<Option<Vec<Stream>>, Problem> {
    if let Some(name) = said(asked.stream.as_ref()) {
        let stream = name.parse::<Stream>();
        let stream = stream.map_err(|e| Problem::new("query", format!("stream: {e}")))?;
        return Ok(Some(vec![stream]));
    }
    let number = |name: &str, value: Option<&String>| {
        let value = said(value);
        let read = value.map(|text| {
            text.parse::<u32>()
                .map_err(|_| wrong(name, text, "a number"))
        });
        read.transpose()
    };
    let round = number("round", asked.round.as_ref())?;
    let board = number("board", asked.board.as_ref())?;
    if round.is_some() || board.is_some() {
        let games = here.tournament.games.iter();
        let played = games.filter(|(_, paired)| {
            round.is_none_or(|n| n == paired.round)
                && board.is_none_or(|n| n == paired.pairing.board)
        });
        return Ok(Some(
            played.map(|(id, _)| Stream::Game(id.clone())).collect(),
        ));
    }
    let Some(name) = said(asked.r#type.as_ref()) else {
        return Ok(None);
    };
    // Types that stand in one stream, or in few.
    if AppealEvent::TYPES.contains(&name) && !in_games(name) {
        let appeals = here.tournament.appeals.keys();
        return Ok(Some(appeals.map(|id| Stream::Appeal(id.clone())).collect()));
    }
    if TournamentEvent::TYPES.contains(&name) && !in_games(name) {
        return Ok(Some(vec![Stream::Tournament]));
    }
    Ok(LogEvent::TYPES.contains(&name).then(|| vec![Stream::Log]))
}

/// Whether entries of that type stand in the streams of games, too.
fn in_games(type_name: &str) -> bool {
    fupan_domain::event::GameEvent::TYPES.contains(&type_name)
}

/// An entry with its seq.
type Numbered = (u64, Arc<[u8]>);

/// The part of a stream, or of the whole log, that was not looked at yet.
struct Lane<'a> {
    store: &'a dyn EventStore<Refused>,
    stream: Option<Stream>,
    /// Versions in the stream, or seqs, that were not read yet.
    low: u64,
    high: u64,
    reads: u64,
    /// What was read, in the order in which it is handed over.
    read: VecDeque<Numbered>,
}

impl<'a> Lane<'a> {
    fn new(
        store: &'a dyn EventStore<Refused>,
        stream: Option<Stream>,
        (low, high): (u64, u64),
    ) -> Lane<'a> {
        Lane {
            store,
            stream,
            low,
            high,
            reads: READS.0,
            read: VecDeque::new(),
        }
    }

    /// The seq of the next entry.
    fn peek(&mut self, newest_first: bool) -> Result<Option<u64>, Problem> {
        if self.read.is_empty() && self.low < self.high {
            let count = self.reads.min(self.high - self.low);
            self.reads = (self.reads * 2).min(READS.1);
            let from = if newest_first {
                self.high -= count;
                self.high
            } else {
                self.low += count;
                self.low - count
            };
            let limit = usize::try_from(count).unwrap_or(usize::MAX);
            let entries = match &self.stream {
                Some(stream) => self.store.stream(stream, from, limit),
                None => self.store.entries(from, limit),
            };
            for bytes in entries.map_err(unreadable)? {
                let seq = read(&bytes)?.seq;
                if newest_first {
                    self.read.push_front((seq, bytes));
                } else {
                    self.read.push_back((seq, bytes));
                }
            }
        }
        Ok(self.read.front().map(|(seq, _)| *seq))
    }
}

/// The next entry of all lanes.
fn next(lanes: &mut [Lane<'_>], newest_first: bool) -> Result<Option<Numbered>, Problem> {
    let mut best: Option<(usize, u64)> = None;
    for (at, lane) in lanes.iter_mut().enumerate() {
        let Some(seq) = lane.peek(newest_first)? else {
            continue;
        };
        if best.is_none_or(|(_, other)| (seq > other) == newest_first) {
            best = Some((at, seq));
        }
    }
    Ok(best.and_then(|(at, _)| lanes.get_mut(at)?.read.pop_front()))
}
