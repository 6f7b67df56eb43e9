//! What lets others check a ledger without trusting the service: its signed
//! checkpoints, proofs, and its tiles as C2SP tlog-tiles has them.

use super::answer::{Form, IMMUTABLE, Listed, Seen, json, kept, tag};
use crate::{
    auth::Caller,
    problem::Problem,
    proofs::{
        self, CheckpointView, ConsistencyView, InclusionView, checkpoint, consistency_text,
        inclusion_text, receipt_text,
    },
    service::{Service, ask},
};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use fupan_domain::ids::LedgerName;
use fupan_replay::proof::tile::Tile;
use fupan_store::{
    Proofs,
    proofs::{consistency, inclusion, tile, tlog_proof},
};
use serde::Deserialize;
use serde_json::json;

const TEXT: &str = "text/plain; charset=utf-8";

fn told(error: &fupan_store::proofs::ProofError) -> Problem {
    Problem::from(error)
}

/// Which checkpoint is asked for.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedCheckpoint {
    witnessed: Option<bool>,
}

/// The last signed checkpoint, as a signed note (C2SP tlog-checkpoint).
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/checkpoint", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger"),
           ("witnessed" = Option<bool>, Query, description = "The last one that witnesses have signed")),
    responses((status = 200, description = "Three lines, an empty one, and a line for each signature", content((String = "text/plain"))),
              (status = 404, description = "Nothing was signed yet", body = serde_json::Value)))]
pub async fn last_checkpoint(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedCheckpoint>,
) -> Result<HttpResponse, Problem> {
    caller.may_read(&path, &service)?;
    let witnessed = asked.witnessed.unwrap_or(false);
    let signed = ask(&service, &path, move |ledger| {
        checkpoint(&*ledger.open.store, witnessed)
    })
    .await?;
    let last = signed.checkpoint().size().saturating_sub(1);
    let mut answer = HttpResponse::Ok();
    // A further signature changes the note and not what it covers.
    if signed.note().signatures().len() == 1 {
        let tag = tag(last);
        if Seen::by(&request).has(&tag) {
            let mut unchanged = HttpResponse::NotModified();
            kept(&mut unchanged, &service, "no-cache");
            return Ok(unchanged.insert_header(header::ETag(tag)).finish());
        }
        answer.insert_header(header::ETag(tag));
    }
    kept(&mut answer, &service, "no-cache");
    Ok(answer.content_type(TEXT).body(signed.to_string()))
}

/// The same, beside the tiles that go with it (C2SP tlog-tiles).
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/tlog/checkpoint", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger"),
           ("witnessed" = Option<bool>, Query, description = "The last one that witnesses have signed")),
    responses((status = 200, description = "Three lines, an empty one, and a line for each signature", content((String = "text/plain"))),
              (status = 404, description = "Nothing was signed yet", body = serde_json::Value)))]
pub async fn tiles_checkpoint(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedCheckpoint>,
) -> Result<HttpResponse, Problem> {
    last_checkpoint(service, caller, request, path, asked).await
}

/// The checkpoints that are kept: the first that covers each ruling, each
/// decision of an appeal and each end of a round, the last with witnesses, the last.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/checkpoints", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger"),
           ("after" = Option<u64>, Query, description = "Only those of more entries than this"),
           ("limit" = Option<usize>, Query, description = "How many at most: 1 to 1000, 100 where nothing is said")),
    responses((status = 200, description = "The checkpoints, by size", body = serde_json::Value)))]
pub async fn checkpoints(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<LedgerName>,
    asked: web::Query<super::reading::AskedPart>,
) -> Result<HttpResponse, Problem> {
    caller.may_read(&path, &service)?;
    let limit = asked.limit()?;
    let after = asked.after.as_deref().map(str::parse::<u64>).transpose();
    let after = after.map_err(|e| Problem::new("query", format!("after: {e}")))?;
    let from = after.map_or(0, |after| after.saturating_add(1));
    let mut signed = ask(&service, &path, move |ledger| {
        let signed = ledger.open.store.checkpoints(from);
        signed.map_err(super::entries::unreadable)
    })
    .await?;
    let more = signed.len() > limit;
    signed.truncate(limit);
    let items: Vec<CheckpointView> = signed.iter().map(Into::into).collect();
    let next = items.last().filter(|_| more).map(|c| c.size.to_string());
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        let name = path.as_str();
        let link =
            format!("</v1/ledgers/{name}/checkpoints?after={next}&limit={limit}>; rel=\"next\"");
        answer.insert_header((header::LINK, link));
    }
    kept(&mut answer, &service, "no-cache");
    let body = json(&Listed { items, next })?;
    Ok(answer.content_type("application/json").body(body))
}

/// The keys with which a ledger's checkpoints are signed, as note verifier keys.
/// Whoever verifies takes them from elsewhere too: a service that lies about its
/// ledger would lie about its key.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/keys", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger")),
    responses((status = 200, description = "The keys, the one that signs now last", body = serde_json::Value)))]
pub async fn keys(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    caller.may_read(&path, &service)?;
    let name = path.into_inner();
    let keys = {
        let service = service.clone();
        // Only of a ledger that is there.
        ask(&service.clone(), &name, move |ledger| {
            use fupan_store::EventStore;
            let store = &ledger.open.store;
            match store.foreign() {
                Some(_) => Ok(crate::ledger::trust(store.foreign())?.keys),
                None => service.keys()?.of_ledger(store.ledger()),
            }
        })
        .await?
    };
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let mut answer = HttpResponse::Ok();
    kept(&mut answer, &service, "no-cache");
    let body = json(&json!({ "keys": keys }))?;
    Ok(answer.content_type("application/json").body(body))
}

/// A proof, in the form for which the caller asks. Whoever names the tree's size
/// gets one that never changes.
fn proof<V: serde::Serialize>(
    service: &Service,
    request: &HttpRequest,
    proof: &V,
    text: impl FnOnce(&V) -> String,
    fixed: bool,
) -> Result<HttpResponse, Problem> {
    let form = Form::by(request);
    let mut answer = HttpResponse::Ok();
    kept(
        &mut answer,
        service,
        if fixed { IMMUTABLE } else { "no-cache" },
    );
    let body = form.put(proof, text)?;
    Ok(answer.content_type(form.media_type()).body(body))
}

/// Of which entry, in which tree.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedInclusion {
    seq: u64,
    size: Option<u64>,
}

/// The proof that an entry is in the ledger (RFC 9162, section 2.1.3).
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/proof/inclusion", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger"),
           ("seq" = u64, Query, description = "The entry"),
           ("size" = Option<u64>, Query, description = "Among how many entries; those of the last checkpoint where nothing is said")),
    responses((status = 200, description = "The hashes from the entry up to the root", content((serde_json::Value = "application/json"), (String = "text/plain"))),
              (status = 404, description = "No checkpoint covers that", body = serde_json::Value)))]
pub async fn of_inclusion(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedInclusion>,
) -> Result<HttpResponse, Problem> {
    caller.may_read(&path, &service)?;
    let AskedInclusion { seq, size } = asked.into_inner();
    let found = ask(&service, &path, move |ledger| {
        inclusion(&*ledger.open.store, seq, size).map_err(|e| told(&e))
    })
    .await?;
    let view = InclusionView::from(found);
    proof(&service, &request, &view, inclusion_text, size.is_some())
}

/// From which state, to which.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedConsistency {
    from: u64,
    to: Option<u64>,
}

/// The proof that a later state of the ledger goes on from an earlier one (RFC
/// 9162, section 2.1.4).
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/proof/consistency", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger"),
           ("from" = u64, Query, description = "How many entries the earlier state has"),
           ("to" = Option<u64>, Query, description = "How many the later one has; those of the last checkpoint where nothing is said")),
    responses((status = 200, description = "The hashes that lead to both roots", content((serde_json::Value = "application/json"), (String = "text/plain"))),
              (status = 404, description = "No checkpoint covers that", body = serde_json::Value)))]
pub async fn of_consistency(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedConsistency>,
) -> Result<HttpResponse, Problem> {
    caller.may_read(&path, &service)?;
    let AskedConsistency { from, to } = asked.into_inner();
    let found = ask(&service, &path, move |ledger| {
        consistency(&*ledger.open.store, from, to).map_err(|e| told(&e))
    })
    .await?;
    let view = ConsistencyView::from(found);
    proof(&service, &request, &view, consistency_text, to.is_some())
}

/// The proof of an entry as a file of its own, with the signed checkpoint in it
/// (C2SP tlog-proof).
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/entries/{seq}/tlog-proof", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger"),
           ("seq" = u64, Path, description = "The entry")),
    responses((status = 200, description = "The proof", content((String = "text/plain"))),
              (status = 404, description = "No checkpoint covers that", body = serde_json::Value)))]
pub async fn of_entry(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<(LedgerName, u64)>,
) -> Result<HttpResponse, Problem> {
    let (name, seq) = path.into_inner();
    caller.may_read(&name, &service)?;
    let found = ask(&service, &name, move |ledger| {
        tlog_proof(&*ledger.open.store, seq).map_err(|e| told(&e))
    })
    .await?;
    let mut answer = HttpResponse::Ok();
    kept(&mut answer, &service, "no-cache");
    let file = format!("attachment; filename=\"{name}-{seq}.tlog-proof\"");
    answer.insert_header((header::CONTENT_DISPOSITION, file));
    Ok(answer.content_type(TEXT).body(found.to_string()))
}

/// The receipt of an entry: its seq, its hash, the checkpoint that covers it, and
/// the proof.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/entries/{seq}/receipt", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger"),
           ("seq" = u64, Path, description = "The entry")),
    responses((status = 200, description = "The receipt", content((serde_json::Value = "application/json"), (String = "text/plain")))))]
pub async fn receipt(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, u64)>,
) -> Result<HttpResponse, Problem> {
    let (name, seq) = path.into_inner();
    caller.may_read(&name, &service)?;
    let found = ask(&service, &name, move |ledger| {
        proofs::receipt(&*ledger.open.store, seq)
    })
    .await?;
    proof(&service, &request, &found, receipt_text, false)
}

/// A tile of the ledger's tree, or of its entries (C2SP tlog-tiles). The
/// checkpoint that goes with them is `tlog/checkpoint`.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/tlog/tile/{tile}", tag = "proofs",
    params(("ledger" = String, Path, description = "The ledger"),
           ("tile" = String, Path, description = "Level and number, or entries and number, as 0/x001/067 or entries/000.p/12")),
    responses((status = 200, description = "Hashes of 32 bytes, or entries with their lengths in two bytes before them", content((Vec<u8> = "application/octet-stream"))),
              (status = 404, description = "The tree that is signed for has no such tile", body = serde_json::Value)))]
pub async fn of_tile(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<(LedgerName, String)>,
) -> Result<HttpResponse, Problem> {
    let (name, path) = path.into_inner();
    caller.may_read(&name, &service)?;
    let asked = format!("tile/{path}").parse::<Tile>();
    let asked = asked.map_err(|e| Problem::new("path", e.to_string()))?;
    let bytes = ask(&service, &name, move |ledger| {
        tile(&*ledger.open.store, asked).map_err(|e| told(&e))
    })
    .await?;
    let mut answer = HttpResponse::Ok();
    kept(&mut answer, &service, IMMUTABLE);
    Ok(answer.content_type("application/octet-stream").body(bytes))
}
