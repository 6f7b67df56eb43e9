//! Erasing what is kept of a person beside the log. Who asked goes in as an
//! entry, and the entry and the erasing are one write.

use super::{
    json::strict_json,
    reading::{Places, body, need_json},
    receipts::created,
    recording::{Author, recorded},
};
use crate::{
    auth::{Caller, Principal},
    evidence,
    problem::Problem,
    service::{Service, ask, ledger},
};
use actix_web::{HttpRequest, HttpResponse, web};
use fupan_domain::{
    ids::{ActorId, LedgerName},
    official::Role,
    tournament::{PersonKind, TournamentState},
};
use fupan_replay::ledger::Reason;
use fupan_store::{Known, wall_clock};
use serde::Deserialize;

/// Whose record is to be erased, and who asks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Erasing {
    person: String,
    what: Option<PersonKind>,
    asked_by: ActorId,
    reason: String,
}

/// Erases the records of a player or an official: name, year of birth, salt.
///
/// For the keeper and the organiser. The entries that committed to the records
/// stay, and the chain still verifies; views show the id from then on. Free texts
/// can't be erased.
#[utoipa::path(post, path = "/v1/ledgers/{ledger}/erasures", tag = "people",
    params(("ledger" = String, Path, description = "The ledger")),
    request_body(content = serde_json::Value, description = "`person`: the id of a player or an official; `what`?: `player` or `official`, where both have that id; `asked_by`: the id of whoever asks; `reason`"),
    responses((status = 201, description = "It is erased: the entries that say so", body = serde_json::Value),
              (status = 404, description = "Nobody of that id has a record", body = serde_json::Value),
              (status = 422, description = "It was erased already", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn erase(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    mut payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    let principal = caller.writer(&name)?.clone();
    need_json(&request)?;
    let body = body(&request, &mut payload, &service.config.limits).await?;
    let asked: Erasing = strict_json(&body)?;
    let asking = principal.clone();
    let drafts = ask(&service, &name, move |ledger| {
        let tournament = ledger.open.reader.tournament(Known::Now);
        let tournament = tournament.map_err(|e| Problem::from(&e))?;
        may_erase(&asking, &tournament)?;
        let who = (&asked.asked_by, &*asked.reason);
        let events = tournament.erasing(&asked.person, asked.what, who);
        let events = events.map_err(|e| Problem::from(&Reason::from(e)))?;
        evidence::erasing(&events, wall_clock())
    })
    .await?;
    let batch = Author::of(principal)?.own_batch(drafts, &Places::none())?;
    let ledger = ledger(&service, &name).await?;
    let receipts = recorded(&service, &ledger, batch, &Places::none()).await?;
    created(&name, &ledger, &receipts, serde_json::Map::new()).await
}

/// The keeper may, and the organiser of the tournament.
fn may_erase(principal: &Principal, tournament: &TournamentState) -> Result<(), Problem> {
    let organises = |official| tournament.holds_office(official, |role| role == Role::Organiser);
    match principal {
        Principal::Keeper => Ok(()),
        Principal::Official { official, .. } if organises(official) => Ok(()),
        _ => Err(Problem::new(
            "no_right",
            "only the keeper and an organiser erase the record of a person",
        )),
    }
}
