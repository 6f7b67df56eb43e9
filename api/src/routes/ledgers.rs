//! Ledgers: which there are, opening one, and what is asked of one as a whole.

use super::{
    answer::{Listed, Seen, Viewed, json, kept},
    json::object,
    reading::{AskedKnown, AskedPart, HandedIn, body, need_json},
    receipts::created,
    recording::{Author, is_of_review, recorded},
};
use crate::{
    auth::Caller,
    ledger::in_memory,
    live::LiveLedger,
    problem::Problem,
    results,
    review::{
        access::{self, may_list},
        opening,
    },
    service::{Service, ask, ask_in_turn, beside},
    text,
};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use fupan_domain::{
    event::{Event, ReviewEvent, TournamentEvent, review::ReviewOpened},
    ids::{AppealId, LedgerName},
};
use fupan_replay::{draft::Batch, views::AppealView};
use fupan_store::{EventStore, Known};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// A ledger of the list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LedgerListed {
    /// Its name.
    pub ledger: String,
}

/// How a ledger is opened: its name, and its first entry.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening<'a> {
    ledger: LedgerName,
    #[serde(borrow)]
    entry: &'a RawValue,
}

/// The ledgers that the caller may read, by name.
#[utoipa::path(get, path = "/v1/ledgers", tag = "ledgers",
    params(("after" = Option<String>, Query, description = "Only those after this name"),
           ("limit" = Option<usize>, Query, description = "How many at most: 1 to 1000, 100 where nothing is said")),
    responses((status = 200, description = "The ledgers, by name", body = serde_json::Value)))]
pub async fn list(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    asked: web::Query<AskedPart>,
) -> Result<HttpResponse, Problem> {
    let limit = asked.limit()?;
    let mut items: Vec<LedgerListed> = {
        let service = service.clone();
        beside(move || {
            let after = asked.after.as_deref().unwrap_or_default();
            let names = service.ledgers.list()?.into_iter();
            let listed = names
                .filter(|name| name.as_str() > after && may_list(&caller, name, &service))
                .take(limit + 1);
            Ok(listed
                .map(|name| LedgerListed {
                    ledger: name.to_string(),
                })
                .collect())
        })
        .await?
    };
    let more = items.len() > limit;
    items.truncate(limit);
    let names = items.iter().filter_map(|item| item.ledger.parse().ok());
    if names
        .into_iter()
        .any(|name| service.ledgers.known_kind(&name) == Some(true))
    {
        access::mark(&request);
    }
    let next = items
        .last()
        .filter(|_| more)
        .map(|last| last.ledger.clone());
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        let link = format!("</v1/ledgers?after={next}&limit={limit}>; rel=\"next\"");
        answer.insert_header((header::LINK, link));
    }
    kept(&mut answer, &service, "no-cache");
    let body = json(&Listed { items, next })?;
    Ok(answer.content_type("application/json").body(body))
}

/// Opens a ledger with its first entry.
///
/// The keeper names the organiser as the entry's `actor`; an official's token
/// opens the ledger that it is for.
#[utoipa::path(post, path = "/v1/ledgers", tag = "ledgers",
    request_body(content = serde_json::Value, description = "`ledger`: its name; `entry`: a draft of type `tournament_opened` or `review_opened`"),
    responses((status = 201, description = "The ledger is open", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn open(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    mut payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    need_json(&request)?;
    caller.principal()?;
    let body = body(&request, &mut payload, &service.config.limits).await?;
    let opening: Opening<'_> = object(&body)?;
    let principal = caller.writer(&opening.ledger)?.clone();
    let entry = opening.entry.get().as_bytes();
    let handed_in = HandedIn::one(entry).map_err(|problem| problem.within("/entry"))?;
    let name = opening.ledger;
    let author = Author::of(principal)?;
    let (batch, places) = author.batch(
        handed_in,
        &fupan_domain::tournament::TournamentState::default(),
        &std::collections::BTreeMap::new(),
    )?;
    need_opening(&batch)?;
    if is_of_review(&batch) {
        access::mark(&request);
    }
    let ledger = {
        let (service, batch, name) = (service.clone(), batch.clone(), name.clone());
        beside(move || {
            if !service.ledgers.contains(&name) {
                // Tried in memory first, so that a refused opening leaves no empty ledger.
                let tried = in_memory(&name)?.append(batch.clone());
                tried.map_err(|e| Problem::from(&e))?;
                need_fit(&service, &name, &batch)?;
            }
            service.ledgers.open_or_create(&name)
        })
        .await?
    };
    let opened: Vec<ReviewOpened> = reviews(&batch).cloned().collect();
    let receipts = recorded(&service, &ledger, batch, &places).await?;
    let remarks = {
        let (service, name) = (service.clone(), name.clone());
        beside(move || {
            // Whose it is stands beside it from the first request on.
            service.ledgers.kind(&name);
            // It is open, whatever can be said of it.
            Ok(remarks(&service, &opened).unwrap_or_default())
        })
        .await?
    };
    let mut body = serde_json::Map::new();
    body.insert("ledger".to_owned(), serde_json::json!(name));
    if !remarks.is_empty() {
        body.insert("remarks".to_owned(), serde_json::json!(remarks));
    }
    let mut answer = created(&name, &ledger, &receipts, body).await?;
    let place = header::HeaderValue::try_from(format!("/v1/ledgers/{name}"));
    let place = place.map_err(|e| Problem::internal(&e))?;
    answer.headers_mut().insert(header::LOCATION, place);
    Ok(answer)
}

/// A ledger is opened by its opening and by nothing else, whatever ledger there is: any
/// other entry would be refused for what that ledger holds, which may be a review.
fn need_opening(batch: &Batch) -> Result<(), Problem> {
    let opens = |event: &Event| {
        matches!(
            event,
            Event::Tournament(TournamentEvent::TournamentOpened(_))
                | Event::Review(ReviewEvent::ReviewOpened(_))
        )
    };
    match batch.proposals.iter().find(|p| !opens(&p.event)) {
        None => Ok(()),
        Some(proposal) => {
            let detail = format!(
                "a ledger is opened by tournament_opened or review_opened, found {}: expected it at the ledger's own entries",
                proposal.event.type_name()
            );
            Err(Problem::new("not_opened", detail).within("/entry"))
        }
    }
}

/// The reviews that a batch opens.
fn reviews(batch: &Batch) -> impl Iterator<Item = &ReviewOpened> {
    batch.proposals.iter().filter_map(|p| match &p.event {
        Event::Review(ReviewEvent::ReviewOpened(opened)) => Some(&**opened),
        _ => None,
    })
}

/// The tournament that a review is about, where this service has that one. Blocks.
fn tournament_of(
    service: &Service,
    opened: &ReviewOpened,
) -> Result<Option<Arc<LiveLedger>>, Problem> {
    match service.ledgers.kind(&opened.tournament) {
        Some(kind) if !kind.is_review() => service.ledgers.open(&opened.tournament).map(Some),
        _ => Ok(None),
    }
}

/// A review has a ledger of its own and fits the tournament that it is about. Blocks.
fn need_fit(service: &Service, name: &LedgerName, batch: &Batch) -> Result<(), Problem> {
    for opened in reviews(batch) {
        opening::need_own_ledger(name, opened).map_err(|problem| problem.within("/entry"))?;
        let Some(tournament) = tournament_of(service, opened)? else {
            continue;
        };
        let tournament = tournament.open.reader.tournament(Known::Now);
        let tournament = tournament.map_err(|e| Problem::from(&e))?;
        opening::need_fit(opened, &tournament).map_err(|problem| problem.within("/entry"))?;
    }
    Ok(())
}

/// What is odd about reviews that were opened. Blocks.
fn remarks(service: &Service, reviews: &[ReviewOpened]) -> Result<Vec<String>, Problem> {
    let mut remarks = Vec::new();
    for opened in reviews {
        match tournament_of(service, opened)? {
            Some(tournament) => remarks.extend(opening::remarks(opened, &tournament.open)?),
            None => remarks.push(format!(
                "tournament {}: this service has no such ledger, without which nothing of the review can be computed or anchored",
                opened.tournament
            )),
        }
    }
    Ok(remarks)
}

/// Asks a ledger for a view, and answers it.
pub(super) async fn view(
    service: &web::Data<Service>,
    caller: &Caller,
    request: &HttpRequest,
    name: &LedgerName,
    question: impl FnOnce(&LiveLedger, &Seen) -> Result<Viewed, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    caller.may_read(name, service)?;
    let seen = Seen::by(request);
    let viewed = ask(service, name, move |ledger| {
        question(ledger, &seen.of(ledger)?)
    })
    .await?;
    Ok(viewed.answer(service))
}

pub(super) fn told(error: &fupan_store::ViewError) -> Problem {
    Problem::from(error)
}

/// A ledger: regulations, rounds, games, how far it has come.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger"),
           AskedKnown),
    responses((status = 200, description = "The ledger", body = serde_json::Value),
              (status = 304, description = "The caller has it already")))]
pub async fn show(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedKnown>,
) -> Result<HttpResponse, Problem> {
    let known = asked.read()?;
    view(&service, &caller, &request, &path, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let basis = reader.seq_of(known).map_err(|e| told(&e))?;
        let view = || {
            let view = reader.ledger_view(fixed(known, basis));
            view.map_err(|e| told(&e))
        };
        Viewed::shown(basis, seen, view, text::ledger)
    })
    .await
}

/// The same moment once its seq is known, so that the view is of just that one
/// however fast the ledger grows.
pub(super) fn fixed(known: Known, seq: u64) -> Known {
    match known {
        // A ledger without entries has no seq to be looked at as of.
        Known::Now if seq == 0 => Known::Now,
        _ => Known::Seq(seq),
    }
}

/// The appeals of a ledger.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/appeals", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger"),
           AskedKnown),
    responses((status = 200, description = "The appeals, by id", body = serde_json::Value)))]
pub async fn appeals(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedKnown>,
) -> Result<HttpResponse, Problem> {
    let known = asked.read()?;
    view(&service, &caller, &request, &path, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let basis = reader.seq_of(known).map_err(|e| told(&e))?;
        Viewed::json(basis, seen, || {
            let tournament = reader
                .tournament(fixed(known, basis))
                .map_err(|e| told(&e))?;
            let items = tournament.appeals.values();
            let items = items.map(|appeal| AppealView::of(appeal, &tournament));
            let items: Vec<AppealView> = items.collect();
            Ok(Listed { items, next: None })
        })
    })
    .await
}

/// An appeal.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/appeals/{appeal}", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger"),
           ("appeal" = String, Path, description = "The appeal"),
           AskedKnown),
    responses((status = 200, description = "The appeal", body = serde_json::Value)))]
pub async fn appeal(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, AppealId)>,
    asked: web::Query<AskedKnown>,
) -> Result<HttpResponse, Problem> {
    let known = asked.read()?;
    let (name, appeal) = path.into_inner();
    view(&service, &caller, &request, &name, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let basis = reader.appeal_basis(&appeal, known).map_err(|e| told(&e))?;
        let view = || {
            let view = reader.appeal_view(&appeal, Known::Seq(basis));
            view.map_err(|e| told(&e))
        };
        Viewed::shown(basis, seen, view, text::appeal)
    })
    .await
}

/// Which standings are asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedStandings {
    round: Option<u32>,
    at: Option<String>,
}

/// The standings after a round.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/standings", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger"),
           ("round" = Option<u32>, Query, description = "After which round; the last one paired where nothing is said"),
           AskedKnown),
    responses((status = 200, description = "The standings", body = serde_json::Value)))]
pub async fn standings(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedStandings>,
) -> Result<HttpResponse, Problem> {
    let asked = asked.into_inner();
    let known = AskedKnown::at(asked.at).read()?;
    view(&service, &caller, &request, &path, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let basis = reader.seq_of(known).map_err(|e| told(&e))?;
        let view = || {
            reader
                .standings_view(asked.round, fixed(known, basis))
                .map_err(|e| told(&e))
        };
        Viewed::shown(basis, seen, view, results::text::standings)
    })
    .await
}

/// The audit of a ledger: its chain verified, every result computed again.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/audit", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger")),
    responses((status = 200, description = "The audit", body = serde_json::Value),
              (status = 503, description = "Another audit is under way", body = serde_json::Value)))]
pub async fn audit(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    caller.may_read(&path, &service)?;
    let seen = Seen::by(&request);
    let viewed = ask_in_turn(&service, service.audits_of(&caller), &path, move |ledger| {
        let head = ledger.open.store.head().size.saturating_sub(1);
        if let Some(unchanged) = seen.unchanged(head) {
            return Ok(unchanged);
        }
        let audit = ledger.audit()?;
        let of = audit.size.saturating_sub(1);
        Viewed::shown(of, &seen, || Ok(&*audit), |audit| text::audit(audit))
    })
    .await?;
    Ok(viewed.answer(&service))
}
