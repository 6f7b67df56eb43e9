//! Reviews: what has become of one with its figures, its report and its anchors,
//! for its reviewers alone (see `review::access`, which stands before all routes);
//! and of a tournament's games their times, and what an engine is asked of them.

use super::{
    answer::{Seen, Viewed, json},
    ledgers::{fixed, told as told_of},
    reading::AskedKnown,
};
use crate::{
    auth::Caller,
    i18n::{Lang, Texts},
    problem::Problem,
    review::{
        anchor,
        case::{Case, With, review_of},
        report,
        view::view,
    },
    service::{Service, ask},
};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use fupan_domain::ids::{GameId, LedgerName};
use fupan_replay::review::{GameTimes, query::Query};
use serde::Deserialize;

/// How a review is asked for. It is JSON, and in no language.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedReview {
    engine: Option<String>,
}

/// How its report is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedReport {
    lang: Option<String>,
    engine: Option<String>,
}

/// A review: how it was opened, what was recorded, and its figures computed anew.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/review", tag = "reviews",
    params(("ledger" = String, Path, description = "The review's ledger"),
           ("engine" = Option<String>, Query, description = "Which of the engine's answers; the last ones where nothing is said")),
    responses((status = 200, description = "The review", body = serde_json::Value),
              (status = 404, description = "There is no such ledger, or the caller is none of its reviewers", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn show(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedReview>,
) -> Result<HttpResponse, Problem> {
    let body = with_case(
        &service,
        &caller,
        &path,
        asked.engine.clone(),
        |open, case| json(&view(open, case)?),
    )
    .await?;
    Ok(restricted("application/json").body(body))
}

/// A review's report: one page for print that loads nothing.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/review/report", tag = "reviews",
    params(("ledger" = String, Path, description = "The review's ledger"),
           ("lang" = Option<String>, Query, description = "In which language: en, zh-Hans, zh-Hant, ja or ko; English where nothing is said"),
           ("engine" = Option<String>, Query, description = "Which of the engine's answers; the last ones where nothing is said")),
    responses((status = 200, description = "The report", body = String, content_type = "text/html"),
              (status = 404, description = "There is no such ledger, or the caller is none of its reviewers", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn printed(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedReport>,
) -> Result<HttpResponse, Problem> {
    let lang = match asked.lang.as_deref() {
        None => Lang::default(),
        Some(tag) => Lang::of_tag(tag).ok_or_else(|| {
            let detail = format!("lang {tag:?}: expected en, zh-Hans, zh-Hant, ja or ko");
            Problem::new("query", detail)
        })?,
    };
    let page = with_case(
        &service,
        &caller,
        &path,
        asked.engine.clone(),
        move |open, case| Ok(report::page(open, case, Texts::of(lang))),
    )
    .await?;
    Ok(restricted("text/html; charset=utf-8").body(page))
}

/// The anchors of a review in the tournament's ledger, each held against the
/// review's own tree.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/review/anchors", tag = "reviews",
    params(("ledger" = String, Path, description = "The review's ledger")),
    responses((status = 200, description = "The anchors", body = serde_json::Value),
              (status = 404, description = "There is no such ledger, or the caller is none of its reviewers", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn anchors(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    caller.may_read(&path, &service)?;
    let beside = service.clone();
    let body = ask(&service, &path, move |live| {
        let (_, tournament) = anchor::label(&live.open)?;
        let into = beside.ledgers.open_tournament(&tournament)?;
        json(&anchor::show(&live.open, &into.open)?)
    })
    .await?;
    Ok(restricted("application/json").body(body))
}

/// How long each move of a game took; `null` where the log does not tell it.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/games/{game}/times", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("game" = String, Path, description = "The game"),
           AskedKnown),
    responses((status = 200, description = "The times", body = serde_json::Value),
              (status = 304, description = "The caller has them already"),
              (status = 404, description = "There is no such game", body = serde_json::Value)))]
pub async fn times(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<AskedKnown>,
) -> Result<HttpResponse, Problem> {
    let (name, game) = path.into_inner();
    let known = asked.read()?;
    caller.may_read(&name, &service)?;
    let seen = Seen::by(&request);
    let viewed = ask(&service, &name, move |live| {
        let reader = &live.open.reader;
        let known = fixed(known, reader.seq_of(known).map_err(|e| told_of(&e))?);
        let basis = reader.game_basis(&game, known).map_err(|e| told_of(&e))?;
        Viewed::json(basis, &seen.of(live)?, || {
            let folded = reader.game(&game, known).map_err(|e| told_of(&e))?;
            Ok(GameTimes::of(&folded.state))
        })
    })
    .await?;
    Ok(viewed.answer(&service))
}

/// How often an engine is to look.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedQueries {
    visits: Option<u32>,
}

/// A game as queries for `KataGo`'s analysis engine, one JSON object a line.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/games/{game}/queries", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("game" = String, Path, description = "The game"),
           ("visits" = Option<u32>, Query, description = "How often each position is to be looked at, if not as the engine is set")),
    responses((status = 200, description = "The queries", body = String, content_type = "application/jsonl"),
              (status = 304, description = "The caller has them already"),
              (status = 404, description = "There is no such game", body = serde_json::Value)))]
pub async fn queries(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<AskedQueries>,
) -> Result<HttpResponse, Problem> {
    let (name, game) = path.into_inner();
    caller.may_read(&name, &service)?;
    let seen = Seen::by(&request);
    let visits = asked.visits;
    let viewed = ask(&service, &name, move |live| {
        let reader = &live.open.reader;
        let known = fupan_store::Known::Now;
        let basis = reader.game_basis(&game, known).map_err(|e| told_of(&e))?;
        let lines = ("jsonl", "application/jsonl");
        Viewed::bytes(basis, &seen.of(live)?, lines, || {
            let folded = reader.game(&game, known).map_err(|e| told_of(&e))?;
            let mut lines = Vec::new();
            for query in Query::of(&folded.state, visits) {
                lines.extend(json(&query)?);
                lines.push(b'\n');
            }
            Ok(lines)
        })
    })
    .await?;
    Ok(viewed.answer(&service))
}

/// An answer that nobody keeps.
fn restricted(media_type: &str) -> actix_web::HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type(media_type);
    answer
}

async fn with_case<T: Send + 'static>(
    service: &web::Data<Service>,
    caller: &Caller,
    name: &LedgerName,
    engine: Option<String>,
    tell: impl FnOnce(&crate::ledger::OpenLedger, &Case<'_>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    caller.may_read(name, service)?;
    let beside = service.clone();
    ask(service, name, move |live| {
        let review = review_of(&live.open)?;
        let tournament = beside.ledgers.open_tournament(&review.opened.tournament)?;
        // The turn of an audit: both read a whole event.
        let _turn = beside.audits.take()?;
        let with = With {
            engine: engine.as_deref(),
            reference: None,
        };
        let case = Case::gather(&live.open, &tournament.open, with, |_, _| ())?;
        tell(&live.open, &case)
    })
    .await
}
