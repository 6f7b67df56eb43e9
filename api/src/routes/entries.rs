//! Entries, read as they were sealed: in parts, of one stream, one by one.

use super::{
    answer::{IMMUTABLE, Listed, Recorded, Seen, json, kept, tag, tag_of},
    reading::{limit, wants_lines},
};
use crate::{
    auth::Caller,
    live::LiveLedger,
    problem::Problem,
    service::{Service, ask},
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderName, HeaderValue},
    web,
};
use fupan_domain::{event::Stream, ids::LedgerName};
use fupan_replay::{entry::Entry, ledger::Refused};
use fupan_store::{EventStore, ViewError};
use serde::Deserialize;
use std::sync::Arc;

/// The version of a stream's first entry whose seq comes after another; where
/// there is none, the version that the next one will have.
pub(crate) fn first_after(
    store: &dyn EventStore<Refused>,
    stream: &Stream,
    after: Option<u64>,
) -> Result<u64, Problem> {
    let Some(after) = after else { return Ok(0) };
    let (mut low, mut high) = (
        0,
        store.stream_head(stream).map_or(0, |head| head.version + 1),
    );
    while low < high {
        let middle = low + (high - low) / 2;
        let found = store.stream(stream, middle, 1).map_err(unreadable)?;
        let seq = match found.first() {
            Some(bytes) => Entry::read(bytes).map_err(|e| Problem::internal(&e))?.seq,
            None => u64::MAX,
        };
        if seq <= after {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// A log that can't be read.
pub(crate) fn unreadable(error: fupan_store::ReadError) -> Problem {
    Problem::from(&ViewError::from(error))
}

/// The header that says how many entries a mirror has confirmed, where there is one.
const MIRRORED: &str = "fupan-mirrored-entries";

/// Tells whoever reads or records how much of the ledger a mirror has confirmed.
pub(super) fn mirrored(service: &Service, name: &LedgerName) -> Option<(HeaderName, HeaderValue)> {
    let size = service.mirrors.mirrored(name)?.to_string();
    let size = HeaderValue::from_str(&size).ok()?;
    Some((HeaderName::from_static(MIRRORED), size))
}

/// Which entries are asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedEntries {
    after: Option<u64>,
    limit: Option<usize>,
    stream: Option<String>,
}

/// Entries in order, as they were sealed.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/entries", tag = "entries",
    params(("ledger" = String, Path, description = "The ledger"),
           ("after" = Option<u64>, Query, description = "Only those after this seq"),
           ("limit" = Option<usize>, Query, description = "How many at most: 1 to 1000, 100 where nothing is said"),
           ("stream" = Option<String>, Query, description = "Only those of this stream, as game/r1-b1")),
    responses((status = 200, description = "The entries; as JSON Lines one a line, exactly as hashed",
        content((serde_json::Value = "application/json"), (String = "application/jsonl")))))]
pub async fn list(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedEntries>,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    caller.may_read(&name, &service)?;
    let asked = asked.into_inner();
    let limit = limit(asked.limit)?;
    let stream = asked
        .stream
        .as_deref()
        .map(str::parse::<Stream>)
        .transpose();
    let stream = stream.map_err(|e| Problem::new("query", format!("stream: {e}")))?;
    let after = asked.after;
    let of = stream.clone();
    let page = ask(&service, &name, move |ledger| {
        page(ledger, of.as_ref(), after, limit)
    })
    .await?;
    let lines = wants_lines(&request);
    let tag = tag_of(page.head, 0, if lines { "jsonl" } else { "" });
    if page.next.is_none() && Seen::by(&request).has(&tag) {
        let mut unchanged = HttpResponse::NotModified();
        kept(&mut unchanged, &service, "no-cache");
        return Ok(unchanged.insert_header(header::ETag(tag)).finish());
    }
    let mut answer = HttpResponse::Ok();
    if let Some(mirrored) = mirrored(&service, &name) {
        answer.insert_header(mirrored);
    }
    if let Some(next) = page.next {
        let of = stream.map(|stream| format!("&stream={stream}"));
        let of = of.unwrap_or_default();
        let link =
            format!("</v1/ledgers/{name}/entries?after={next}&limit={limit}{of}>; rel=\"next\"");
        answer.insert_header((header::LINK, link));
        kept(&mut answer, &service, IMMUTABLE);
    } else {
        answer.insert_header(header::ETag(tag));
        kept(&mut answer, &service, "no-cache");
    }
    if lines {
        let body = page.entries.join(&b'\n');
        return Ok(answer
            .content_type("application/jsonl")
            .body(with_end(body)));
    }
    let items: Result<Vec<_>, _> = page
        .entries
        .iter()
        .map(|bytes| Recorded::of(bytes))
        .collect();
    let next = page.next.map(|next| next.to_string());
    let body = json(&Listed {
        items: items?,
        next,
    })?;
    Ok(answer.content_type("application/json").body(body))
}

fn with_end(mut lines: Vec<u8>) -> Vec<u8> {
    if !lines.is_empty() {
        lines.push(b'\n');
    }
    lines
}

/// Entries of a list.
struct Page {
    entries: Vec<Arc<[u8]>>,
    /// The seq of the last one, if there are more.
    next: Option<u64>,
    /// The seq of the ledger's last entry.
    head: u64,
}

fn page(
    ledger: &LiveLedger,
    stream: Option<&Stream>,
    after: Option<u64>,
    limit: usize,
) -> Result<Page, Problem> {
    let store = &*ledger.open.store;
    let size = store.head().size;
    let mut entries = match stream {
        None => {
            let from = after.map_or(0, |seq| seq.saturating_add(1));
            store.entries(from, limit + 1)
        }
        Some(stream) => {
            let from = first_after(store, stream, after)?;
            store.stream(stream, from, limit + 1)
        }
    }
    .map_err(unreadable)?;
    let more = entries.len() > limit;
    entries.truncate(limit);
    let last = entries.last().filter(|_| more);
    let next = last.map(|bytes| Entry::read(bytes).map(|entry| entry.seq));
    Ok(Page {
        next: next.transpose().map_err(|e| Problem::internal(&e))?,
        entries,
        head: size.saturating_sub(1),
    })
}

/// One entry, exactly as hashed.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/entries/{seq}", tag = "entries",
    params(("ledger" = String, Path, description = "The ledger"),
           ("seq" = u64, Path, description = "Its place in the ledger")),
    responses((status = 200, description = "The entry's bytes, as they were hashed", body = serde_json::Value),
              (status = 404, description = "There is no such entry", body = serde_json::Value)))]
pub async fn one(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<(LedgerName, u64)>,
) -> Result<HttpResponse, Problem> {
    let (name, seq) = path.into_inner();
    caller.may_read(&name, &service)?;
    let bytes = ask(&service, &name, move |ledger| {
        let store = &*ledger.open.store;
        let size = store.head().size;
        let found = store.entry(seq).map_err(unreadable)?;
        found.ok_or_else(|| Problem::from(&ViewError::PastHead { asked: seq, size }))
    })
    .await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header(header::ETag(tag(seq)));
    kept(&mut answer, &service, IMMUTABLE);
    Ok(answer.content_type("application/json").body(bytes.to_vec()))
}
