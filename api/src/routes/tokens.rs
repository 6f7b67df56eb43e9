//! Tokens: made, listed and revoked by the keeper.

use super::{
    answer::{Listed, json},
    json::{Object, object},
    reading::{body, need_json},
};
use crate::{
    auth::{Caller, Principal},
    problem::Problem,
    service::{Service, beside},
};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use fupan_domain::{
    Timestamp,
    ids::{LedgerName, OfficialId},
};
use serde::{Deserialize, Serialize};

/// What a token is to give.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    principal: Object<AskedPrincipal>,
    expires_at: Option<Timestamp>,
    note: Option<String>,
}

/// Whom a token is to stand for, its fields one by one: so each fault has its place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedPrincipal {
    role: AskedRole,
    official: Option<OfficialId>,
    ledger: Option<LedgerName>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AskedRole {
    Keeper,
    Official,
    Auditor,
}

impl AskedPrincipal {
    fn read(self) -> Result<Principal, Problem> {
        let fault =
            |field: &str, detail: &str| Err(Problem::shape(&format!("/principal/{field}"), detail));
        match (self.role, self.official, self.ledger) {
            (AskedRole::Keeper, None, None) => Ok(Principal::Keeper),
            (AskedRole::Auditor, None, ledger) => Ok(Principal::Auditor { ledger }),
            (AskedRole::Official, Some(official), Some(ledger)) => {
                Principal::official(official, ledger).or_else(|why| fault("official", &why))
            }
            (AskedRole::Official, None, _) => {
                fault("official", "missing: expected the official's id")
            }
            (AskedRole::Official, _, None) => fault(
                "ledger",
                "missing: expected the ledger that the token reaches",
            ),
            (_, Some(_), _) => fault("official", "goes with role official alone"),
            (AskedRole::Keeper, None, Some(_)) => fault(
                "ledger",
                "a keeper's token reaches all ledgers: expected none",
            ),
        }
    }
}

/// Makes a token, which is shown this once.
#[utoipa::path(post, path = "/v1/tokens", tag = "tokens",
    request_body(content = serde_json::Value, description = "`principal`: {\"role\":\"official\",\"official\",\"ledger\"}, {\"role\":\"auditor\",\"ledger\"?} or {\"role\":\"keeper\"}; `expires_at`?, `note`?"),
    responses((status = 201, description = "The token", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn add(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    mut payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    caller.keeper()?;
    need_json(&request)?;
    let body = body(&request, &mut payload, &service.config.limits).await?;
    let asked: Asked = object(&body)?;
    let principal = asked.principal.0.read()?;
    let made = beside(move || service.tokens.add(principal, asked.expires_at, asked.note)).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/v1/tokens/{}", made.grant.id)))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(json(&made)?))
}

/// The tokens that were not revoked, without the tokens themselves.
#[utoipa::path(get, path = "/v1/tokens", tag = "tokens",
    responses((status = 200, description = "The tokens", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn list(service: web::Data<Service>, caller: Caller) -> Result<HttpResponse, Problem> {
    caller.keeper()?;
    let items = beside(move || service.tokens.list()).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(json(&Listed { items, next: None })?))
}

/// Whom the caller's own token stands for.
#[derive(Debug, Serialize)]
struct Own<'a> {
    principal: &'a Principal,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
}

/// Whom the token stands for with which this is asked, and until when.
#[utoipa::path(get, path = "/v1/tokens/own", tag = "tokens",
    responses((status = 200, description = "Whom it stands for", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn own(caller: Caller) -> Result<HttpResponse, Problem> {
    let own = Own {
        principal: caller.principal()?,
        expires_at: caller.grant().and_then(|grant| grant.expires_at),
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(json(&own)?))
}

/// Revokes a token, at once.
#[utoipa::path(delete, path = "/v1/tokens/{id}", tag = "tokens",
    params(("id" = String, Path, description = "Its short name")),
    responses((status = 204, description = "It is revoked"),
              (status = 404, description = "There is no such token", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn revoke(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    caller.keeper()?;
    let id = path.into_inner();
    let there = {
        let id = id.clone();
        beside(move || service.tokens.revoke(&id)).await?
    };
    if !there {
        return Err(Problem::new(
            "not_found",
            format!("there is no token {id:?}"),
        ));
    }
    Ok(HttpResponse::NoContent().finish())
}
