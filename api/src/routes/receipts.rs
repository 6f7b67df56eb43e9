//! The answer to whoever recorded something: the entries with seq and hash, and
//! what is odd about their times, which he can still put right while he knows.

use super::{
    answer::{Recorded, json, tag},
    entries::unreadable,
};
use crate::{live::LiveLedger, problem::Problem, service::beside};
use actix_web::{HttpResponse, http::header};
use fupan_domain::{
    Timestamp,
    event::{NotAStream, Stream},
    ids::LedgerName,
};
use fupan_replay::{entry::Entry, receipt::remarks};
use fupan_store::{EventStore, Receipt};
use std::{collections::BTreeMap, sync::Arc};

/// What was recorded, with what else is to be told of it.
pub(super) async fn created(
    name: &LedgerName,
    ledger: &Arc<LiveLedger>,
    receipts: &[Receipt],
    mut body: serde_json::Map<String, serde_json::Value>,
) -> Result<HttpResponse, Problem> {
    let first = receipts.first().map_or(0, |receipt| receipt.seq);
    let last = receipts.iter().map(|receipt| receipt.seq).max();
    let sealed: Result<Vec<Entry<'_>>, _> =
        receipts.iter().map(|r| Entry::read(&r.bytes)).collect();
    let sealed = sealed.map_err(|e| Problem::internal(&e))?;
    let times = times_before(ledger, &sealed).await?;
    let entries = receipts.iter().zip(&sealed).zip(times);
    let entries: Result<Vec<_>, Problem> = entries
        .map(|((receipt, entry), before)| {
            Ok(Recorded {
                seq: receipt.seq,
                hash: receipt.hash,
                entry: serde_json::from_slice(&receipt.bytes).map_err(|e| Problem::internal(&e))?,
                remarks: remarks(entry, before),
            })
        })
        .collect();
    body.insert("entries".to_owned(), serde_json::json!(entries?));
    Ok(HttpResponse::Created()
        .insert_header((
            header::LOCATION,
            format!("/v1/ledgers/{name}/entries/{first}"),
        ))
        .insert_header(header::ETag(tag(last.unwrap_or(0))))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(json(&body)?))
}

/// The time of the entry before each of these in its stream. That is mostly one
/// that was just recorded; others are read beside the threads that answer.
async fn times_before(
    ledger: &Arc<LiveLedger>,
    entries: &[Entry<'_>],
) -> Result<Vec<Option<Timestamp>>, Problem> {
    let mut known: BTreeMap<(&str, u64), Timestamp> = BTreeMap::new();
    for entry in entries {
        known.insert((entry.stream, entry.version), entry.at);
    }
    let place = |entry: &Entry<'_>| entry.version.checked_sub(1);
    let mut missing = Vec::new();
    for entry in entries {
        let Some(before) = place(entry).filter(|v| !known.contains_key(&(entry.stream, *v))) else {
            continue;
        };
        match ledger.last_at(entry.stream, before) {
            Some(at) => drop(known.insert((entry.stream, before), at)),
            None => missing.push((entry.stream.to_owned(), before)),
        }
    }
    let mut read = BTreeMap::new();
    if !missing.is_empty() {
        let ledger = Arc::clone(ledger);
        read = beside(move || read_times(&ledger, missing)).await?;
    }
    for entry in entries {
        ledger.note_at(entry.stream, entry.version, entry.at);
    }
    let before = |entry: &Entry<'_>| {
        let before = place(entry)?;
        let at = known.get(&(entry.stream, before)).copied();
        at.or_else(|| read.get(&(entry.stream.to_owned(), before)).copied())
    };
    Ok(entries.iter().map(before).collect())
}

fn read_times(
    ledger: &LiveLedger,
    places: Vec<(String, u64)>,
) -> Result<BTreeMap<(String, u64), Timestamp>, Problem> {
    let read = |(stream, version): (String, u64)| {
        let of: Stream = stream
            .parse()
            .map_err(|e: NotAStream| Problem::internal(&e))?;
        let found = ledger.open.store.stream(&of, version, 1);
        let found = found.map_err(unreadable)?;
        let Some(bytes) = found.first() else {
            return Err(Problem::internal(&format_args!(
                "no entry {version} of {stream}"
            )));
        };
        let at = Entry::read(bytes).map_err(|e| Problem::internal(&e))?.at;
        Ok(((stream, version), at))
    };
    places.into_iter().map(read).collect()
}
