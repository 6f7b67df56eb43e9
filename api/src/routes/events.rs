//! Following a ledger as server-sent events.

use crate::{
    auth::Caller,
    events::Follower,
    limits::open_stream,
    problem::Problem,
    review::access,
    service::{Service, ledger},
    telemetry,
};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use fupan_domain::ids::LedgerName;
use fupan_store::{EventStore, ViewError};
use serde::Deserialize;

/// From where on a ledger is followed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedEvents {
    after: Option<u64>,
}

/// Every entry after a place, in order: those that are there, then those that come.
///
/// `id` is the entry's seq, `event` its type, `data` its exact bytes. Whoever
/// comes back with `Last-Event-ID` misses nothing and sees nothing twice.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/events", tag = "entries",
    params(("ledger" = String, Path, description = "The ledger"),
           ("after" = Option<u64>, Query, description = "Only those after this seq"),
           ("Last-Event-ID" = Option<u64>, Header, description = "The seq of the last entry seen; it goes before `after`")),
    responses((status = 200, description = "Server-sent events", content((String = "text/event-stream"))),
              (status = 429, description = "Too many event streams are open", body = serde_json::Value)))]
pub async fn follow(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedEvents>,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    caller.may_read(&name, &service)?;
    let after = last_event(&request)?.or(asked.after);
    let ledger = ledger(&service, &name).await?;
    let size = ledger.open.store.head().size;
    if let Some(asked) = after.filter(|after| *after >= size) {
        return Err(Problem::from(&ViewError::PastHead { asked, size }));
    }
    let address = telemetry::address(&request, service.config.server.behind_proxy);
    let mut counted = vec![open_stream(
        &service.streams,
        address,
        &service.config.limits,
    )?];
    if access::is_marked(&request) {
        counted.push(service.review_streams.count(address));
    }
    let next = after.map_or(0, |seq| seq.saturating_add(1));
    let follower = Follower::new((service.clone(), caller), ledger, next, counted);
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // A proxy that gathers what it passes on would hold events back.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(follower.into_stream()))
}

fn last_event(request: &HttpRequest) -> Result<Option<u64>, Problem> {
    let Some(value) = request.headers().get("last-event-id") else {
        return Ok(None);
    };
    let text = value.to_str().unwrap_or_default();
    text.parse().map(Some).map_err(|_| {
        let detail = format!("Last-Event-ID {text:?}: expected the seq of an entry");
        Problem::new("header", detail)
    })
}
