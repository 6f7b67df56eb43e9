//! A log with drafts that were tried out after it, and where its streams stand
//! before them.

use super::{Base, Tried, WhatIfError};
use crate::{
    entry,
    fold::FoldEntry,
    ledger::{Lookup, author_in},
    log::MemoryLog,
    person::PersonRecord,
    sequencer::{IndexedLog, ReadError, ReadLog, StreamHead},
};
use fupan_domain::{
    event::Stream,
    ids::{ActorId, EntryId, Sha256},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Where the streams stand on which drafts will follow, and those whose heads
/// the closing of a round takes in.
pub(super) fn stream_heads(
    base: Base<'_>,
    drafts: &[Tried],
) -> Result<BTreeMap<Stream, StreamHead>, WhatIfError> {
    let mut streams = BTreeSet::new();
    for Tried { draft, .. } in drafts {
        streams.insert(draft.stream.clone());
        let round = draft.data.get("round").and_then(serde_json::Value::as_u64);
        if let ("round_closed", Some(round)) = (&*draft.type_name, round) {
            let round = u32::try_from(round).unwrap_or(u32::MAX);
            let games = base.history.now().rounds.get(&round);
            let games = games.map(|round| round.games.clone()).unwrap_or_default();
            streams.extend(games.into_iter().map(Stream::Game));
        }
    }
    let mut heads = BTreeMap::new();
    for stream in streams {
        if let Some(last) = base.log.stream_entries(&stream, 0)?.last() {
            let head = StreamHead {
                version: FoldEntry::read(last)?.version,
                hash: entry::hash(last),
            };
            heads.insert(stream, head);
        }
    }
    Ok(heads)
}

/// A log, with drafts that were tried out after it.
pub(super) struct Overlay<'a> {
    pub base: &'a dyn IndexedLog,
    pub added: MemoryLog,
}

impl ReadLog for Overlay<'_> {
    fn entry_by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        match self.added.entry_by_id(id)? {
            Some(bytes) => Ok(Some(bytes)),
            None => self.base.entry_by_id(id),
        }
    }

    fn stream_entries(&self, stream: &Stream, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let mut entries = self.base.stream_entries(stream, from)?;
        entries.extend(self.added.stream_entries(stream, from)?);
        Ok(entries)
    }

    fn common_entries(&self) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let mut entries = self.base.common_entries()?;
        entries.extend(self.added.common_entries()?);
        Ok(entries)
    }

    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError> {
        match self.added.person(commitment)? {
            Some(person) => Ok(Some(person)),
            None => self.base.person(commitment),
        }
    }
}

impl Lookup for Overlay<'_> {
    fn author_of(&self, id: EntryId) -> Result<Option<ActorId>, ReadError> {
        author_in(self, id)
    }

    fn entries_of(&self, stream: &Stream) -> Result<Vec<Arc<[u8]>>, ReadError> {
        self.stream_entries(stream, 0)
    }
}
