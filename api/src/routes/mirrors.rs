//! Mirrors of a ledger: what they confirm, and what they need beside entries.

use super::{
    answer::{json, kept},
    json::object,
    reading::{body, need_json},
};
use crate::{
    auth::{Caller, Principal},
    mirrors::Confirmation,
    problem::Problem,
    service::{Service, ask},
};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use fupan_domain::ids::LedgerName;
use fupan_replay::{canonical, entry};
use fupan_store::EventStore;
use serde_json::json;

/// The mirrors of a ledger, and up to where each has it.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/mirrors", tag = "operation",
    params(("ledger" = String, Path, description = "The ledger")),
    responses((status = 200, description = "What each has confirmed", body = serde_json::Value)))]
pub async fn list(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    caller.may_read(&name, &service)?;
    let size = ask(&service, &name, |ledger| Ok(ledger.open.store.head().size)).await?;
    let body = json(&json!({ "size": size, "items": service.mirrors.list(Some(&name)) }))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(body))
}

/// A mirror confirms what it has durably. It is held against the ledger: a mirror
/// that has another history is told so.
#[utoipa::path(post, path = "/v1/ledgers/{ledger}/mirrors", tag = "operation",
    params(("ledger" = String, Path, description = "The ledger")),
    request_body(content = serde_json::Value, description = "The mirror's name, how many entries it has, the hash of the last one, and how many of them are signed for"),
    responses((status = 200, description = "Noted: what all mirrors have", body = serde_json::Value),
              (status = 403, description = "Only the keeper and auditors run mirrors", body = serde_json::Value),
              (status = 409, description = "The mirror has another history", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn confirm(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    mut payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    let principal = caller.principal()?;
    principal.may_read(&name)?;
    if let Principal::Official { .. } = principal {
        let detail = "only the keeper's token and an auditor's confirm a mirror";
        return Err(Problem::new("out_of_scope", detail));
    }
    need_json(&request)?;
    let body = body(&request, &mut payload, &service.config.limits).await?;
    let confirmation: Confirmation = object(&body)?;
    let (size, head) = (confirmation.size, confirmation.head);
    ask(&service, &name, move |ledger| {
        let Some(last) = size.checked_sub(1) else {
            return Ok(());
        };
        let kept = ledger.open.store.entry(last);
        let kept = kept.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        if kept.is_some_and(|bytes| entry::hash(&bytes) == head) {
            return Ok(());
        }
        let detail = format!("the mirror has another entry {last} than the service");
        Err(Problem::new("two_histories", detail))
    })
    .await?;
    service.mirrors.confirm(&name, confirmation)?;
    let body = json(&json!({ "items": service.mirrors.list(Some(&name)) }))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(body))
}

/// The records of people behind the commitments, save those that were erased.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/people", tag = "entries",
    params(("ledger" = String, Path, description = "The ledger")),
    responses((status = 200, description = "A record a line, as in a bundle's people.jsonl",
        content((String = "application/jsonl")))))]
pub async fn people(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    caller.may_read(&name, &service)?;
    let lines = ask(&service, &name, |ledger| {
        let people = ledger.open.store.people();
        let people = people.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        let mut lines = String::new();
        for (_, record) in people {
            lines.push_str(&canonical::text(&record).map_err(|e| Problem::internal(&e))?);
            lines.push('\n');
        }
        Ok(lines)
    })
    .await?;
    let mut answer = HttpResponse::Ok();
    // A record may be erased at any time.
    kept(&mut answer, &service, "no-store");
    Ok(answer.content_type("application/jsonl").body(lines))
}

/// What a backup needs beside the ledgers' bundles: which ledgers there are, which
/// are kept from elsewhere, and the tokens as they are kept, by their hashes.
#[utoipa::path(get, path = "/v1/backup", tag = "operation",
    responses((status = 200, description = "It is for the keeper alone", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn backup(service: web::Data<Service>, caller: Caller) -> Result<HttpResponse, Problem> {
    caller.keeper()?;
    let beside = service.clone();
    let settings = crate::service::beside(move || {
        let data = &beside.config.server.data;
        let of = crate::kept::backup::Settings::of(data, &crate::ledger::ledgers(data)?);
        // A review is its reviewers' alone, with the tokens that name it; a backup of the
        // data folder itself has it.
        of.map(|settings| settings.without(|name| beside.ledgers.is_review(name)))
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(json(&settings)?))
}
