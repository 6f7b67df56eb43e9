//! Evidence files over HTTP: which there are, their bytes, and handing one in.
//! What may be seen by whom is asked here of the ledger; the bytes never pass
//! through memory as a whole.

use super::{
    answer::{IMMUTABLE, Listed, Recorded, Viewed, json, scope},
    ledgers::view,
    reading::{Places, told_type},
    recording::{Author, recorded},
};
use crate::{
    auth::{Caller, Principal},
    evidence::{self, Keeps, Upload},
    ledger::OpenLedger,
    live::LiveLedger,
    problem::Problem,
    service::{Service, ask, beside, ledger},
    text,
};
use actix_files::NamedFile;
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, ContentDisposition, DispositionParam, DispositionType, HeaderValue},
    web::{self, Bytes},
};
use fupan_domain::{
    Timestamp,
    event::common::EvidenceClass,
    ids::{LedgerName, OfficialId, Sha256},
    tournament::{EvidenceFile, FileState, TournamentState},
};
use fupan_replay::views::evidence_files;
use fupan_store::{Blob, EventStore, Known, wall_clock};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use std::{fs::File, sync::Arc, time::Duration};
use tokio::sync::mpsc;

/// How many pieces of a body may wait for the disk.
const PIECES_WAITING: usize = 16;

/// The files, and what the service keeps.
#[derive(Debug, Serialize)]
struct Files<T> {
    #[serde(flatten)]
    listed: Listed<T>,
    keeps: Keeps,
}

/// The files of evidence that entries attached, and what became of each.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/evidence", tag = "evidence",
    params(("ledger" = String, Path, description = "The ledger")),
    responses((status = 200, description = "The files, by hash", body = serde_json::Value)))]
pub async fn list(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    let keeps = Keeps::from(&service.config.evidence);
    view(&service, &caller, &request, &path, |ledger, seen| {
        let reader = &ledger.open.reader;
        let basis = reader.seq_of(Known::Now).map_err(|e| Problem::from(&e))?;
        let files = || {
            let tournament = tournament(&ledger.open)?;
            let items = evidence_files(&tournament);
            let listed = Listed { items, next: None };
            Ok(Files { listed, keeps })
        };
        Viewed::shown(basis, seen, files, |files| {
            text::evidence(&files.listed.items, wall_clock())
        })
    })
    .await
}

fn tournament(open: &OpenLedger) -> Result<Arc<TournamentState>, Problem> {
    let tournament = open.reader.tournament(Known::Now);
    tournament.map_err(|e| Problem::from(&e))
}

/// How a file is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedFile {
    private: Option<bool>,
}

/// A file that may be given out.
struct Given {
    file: File,
    media_type: String,
    class: EvidenceClass,
    delete_after: Option<Timestamp>,
    name: String,
}

/// The bytes of a file; a part of them with `Range`.
///
/// Open evidence is for everybody who may read the ledger. Restricted evidence is
/// for the chief arbiter and his deputies, the panel of the appeal to which it
/// belongs, and whoever attached it; for a mirror, which only the keeper runs, with
/// `private`.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/evidence/{sha256}", tag = "evidence",
    params(("ledger" = String, Path, description = "The ledger"),
           ("sha256" = String, Path, description = "SHA-256 of the file's bytes, in hex"),
           ("private" = Option<bool>, Query, description = "For a mirror, which only the keeper runs: also where the file is restricted")),
    responses((status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
              (status = 206, description = "The part that was asked for", body = Vec<u8>, content_type = "application/octet-stream"),
              (status = 403, description = "The file is restricted", body = serde_json::Value),
              (status = 410, description = "The file is deleted, or its date has come", body = serde_json::Value)))]
pub async fn give(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, Sha256)>,
    asked: web::Query<AskedFile>,
) -> Result<HttpResponse, Problem> {
    let (name, sha256) = path.into_inner();
    caller.may_read(&name, &service)?;
    let private = asked.private.unwrap_or(false);
    if private {
        caller.keeper()?;
    }
    let principal = caller.principal().cloned();
    let given = ask(&service, &name, move |ledger| {
        let tournament = tournament(&ledger.open)?;
        let file = evidence::attached(&tournament, sha256)?;
        if file.class() == EvidenceClass::Restricted && !private {
            may_see(&principal?, ledger, &tournament, file)?;
        }
        opened(&ledger.open, sha256, file)
    })
    .await?;
    let (media_type, class) = (given.media_type.parse(), given.class);
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(given.name.clone())],
    };
    let unreadable = |e: std::io::Error| Problem::new("evidence_file", e.to_string());
    let file = NamedFile::from_file(given.file, given.name).map_err(unreadable)?;
    let mut answer = file
        .use_last_modified(false)
        .set_content_disposition(disposition)
        .set_content_type(media_type.unwrap_or(header::ContentType::octet_stream().0))
        .into_response(&request);
    let kept = match class {
        EvidenceClass::Open if given.delete_after.is_some() => {
            // No copy outlives the file by having been kept.
            format!("{}, no-cache", scope(&service))
        }
        EvidenceClass::Open => format!("{}, {IMMUTABLE}", scope(&service)),
        EvidenceClass::Restricted => "no-store".to_owned(),
    };
    let headers = answer.headers_mut();
    headers.remove(header::CONTENT_ENCODING);
    let kept = HeaderValue::from_str(&kept).map_err(|e| Problem::internal(&e))?;
    headers.insert(header::CACHE_CONTROL, kept);
    // Whoever handed a file in may have put a page into it: it never runs here.
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox",
        ),
        (header::VARY, "Authorization, Cookie"),
    ];
    for (header, value) in fixed {
        headers.insert(header, HeaderValue::from_static(value));
    }
    Ok(answer)
}

fn own(principal: &Principal, ledger: &LiveLedger) -> Option<OfficialId> {
    match principal {
        Principal::Official {
            official,
            ledger: own,
        } if own == ledger.open.store.ledger() => Some(official.clone()),
        _ => None,
    }
}

/// Whether a caller may see a restricted file.
pub(crate) fn may_see(
    principal: &Principal,
    ledger: &LiveLedger,
    tournament: &TournamentState,
    file: &EvidenceFile,
) -> Result<(), Problem> {
    match own(principal, ledger) {
        Some(official) if tournament.may_see_restricted(&official, file) => Ok(()),
        _ => {
            let who = principal.actor()?;
            let detail = format!("{who} has no part in the matter to which this file belongs");
            Err(Problem::new("restricted", detail))
        }
    }
}

fn opened(open: &OpenLedger, sha256: Sha256, file: &EvidenceFile) -> Result<Given, Problem> {
    evidence::need_given(file, sha256, wall_clock())?;
    let Some((opened, _)) = open.blobs.open(sha256)? else {
        let what = match file.state() {
            FileState::Awaited => "was attached, and its bytes have not come",
            FileState::Kept | FileState::Deleted => "had come, and is not there any more",
        };
        return Err(Problem::new("not_found", format!("file {sha256} {what}")));
    };
    let first = file.attached.first().map(|attached| &attached.evidence);
    let first = first.ok_or_else(|| Problem::internal(&"a file that nothing attached"))?;
    Ok(Given {
        file: opened,
        media_type: first.media_type.clone(),
        class: file.class(),
        delete_after: file.delete_after(),
        name: first.evidence.to_string(),
    })
}

/// Hands in the bytes of a file that an entry attached.
///
/// For whoever attached it, the chief arbiter and his deputies, and the keeper. The
/// body is the file itself; its hash and its length must be those of the entry. A
/// file that is there already is answered with 200.
#[utoipa::path(post, path = "/v1/ledgers/{ledger}/evidence/{sha256}", tag = "evidence",
    params(("ledger" = String, Path, description = "The ledger"),
           ("sha256" = String, Path, description = "SHA-256 of the file's bytes, in hex")),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file, as what it was attached or as application/octet-stream"),
    responses((status = 200, description = "It was there already", body = serde_json::Value),
              (status = 201, description = "It is kept, and an entry says so", body = serde_json::Value),
              (status = 404, description = "No entry attaches such a file", body = serde_json::Value),
              (status = 410, description = "The file was deleted, or its date has come", body = serde_json::Value),
              (status = 413, description = "The file is too large", body = serde_json::Value),
              (status = 415, description = "The file is of another kind", body = serde_json::Value),
              (status = 422, description = "The file is another than was attached", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn take(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, Sha256)>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let (name, sha256) = path.into_inner();
    let principal = caller.writer(&name)?.clone();
    let told = told_type(&request)?;
    let turn = service.uploads.take()?;
    let ledger = ledger(&service, &name).await?;
    let begun = {
        let (service, ledger, principal) =
            (service.clone(), Arc::clone(&ledger), principal.clone());
        beside(move || {
            let open = &ledger.open;
            may_hand_in(&principal, &ledger, sha256)?;
            if evidence::is_received(open, sha256)? && open.blobs.contains(sha256) {
                return Ok(None);
            }
            let limits = &service.config.evidence;
            Upload::begin(open, sha256, told.as_deref(), limits, wall_clock()).map(Some)
        })
        .await?
    };
    let Some(upload) = begun else {
        return taken(&name, sha256, None);
    };
    let blob = received(&service, upload, payload).await?;
    drop(turn);
    if is_received(&ledger, sha256).await? {
        // It had come before, and was lost.
        return taken(&name, sha256, None);
    }
    let drafts = vec![evidence::received(blob, wall_clock())?];
    let batch = Author::of(principal)?.own_batch(drafts, &Places::none())?;
    match recorded(&service, &ledger, batch, &Places::none()).await {
        Ok(receipts) => taken(
            &name,
            sha256,
            receipts.first().map(|receipt| &*receipt.bytes),
        ),
        // Another handed it in at the same time.
        Err(_) if is_received(&ledger, sha256).await? => taken(&name, sha256, None),
        Err(problem) => Err(problem),
    }
}

async fn is_received(ledger: &Arc<LiveLedger>, sha256: Sha256) -> Result<bool, Problem> {
    let ledger = Arc::clone(ledger);
    beside(move || evidence::is_received(&ledger.open, sha256)).await
}

fn may_hand_in(principal: &Principal, ledger: &LiveLedger, sha256: Sha256) -> Result<(), Problem> {
    let tournament = tournament(&ledger.open)?;
    let file = evidence::attached(&tournament, sha256)?;
    match own(principal, ledger) {
        None if *principal == Principal::Keeper => Ok(()),
        Some(official) if tournament.may_hand_in(&official, file) => Ok(()),
        _ => {
            let who = principal.actor()?;
            let detail = format!("{who} did not attach this file, and is no chief arbiter");
            Err(Problem::new("no_right", detail))
        }
    }
}

/// Takes the pieces of a body to the disk as they come.
async fn received(
    service: &web::Data<Service>,
    mut upload: Upload,
    mut payload: web::Payload,
) -> Result<Blob, Problem> {
    let (pieces, mut waiting) = mpsc::channel::<Bytes>(PIECES_WAITING);
    let (whole, came) = tokio::sync::oneshot::channel::<()>();
    let keeping = actix_web::rt::spawn(beside(move || {
        while let Some(piece) = waiting.blocking_recv() {
            upload.take(&piece)?;
        }
        match came.blocking_recv() {
            Ok(()) => upload.finish(),
            Err(_) => Err(Problem::new("body_cut_off", "the file did not come whole")),
        }
    }));
    let sending = async {
        while let Some(piece) = payload.next().await {
            let piece = piece.map_err(|e| Problem::new("body_cut_off", e.to_string()))?;
            if pieces.send(piece).await.is_err() {
                // The other end has something to tell.
                return Ok(());
            }
        }
        let _told = whole.send(());
        Ok(())
    };
    let within = Duration::from_secs(service.config.evidence.within_s);
    let sent = tokio::time::timeout(within, sending).await;
    drop(pieces);
    let written = keeping.await.map_err(|e| Problem::internal(&e))?;
    match sent {
        Ok(Ok(())) => written,
        Ok(Err(cut_off)) => Err(cut_off),
        Err(_) => {
            let detail = format!("the file did not come within {} s", within.as_secs());
            Err(Problem::new("body_too_slow", detail))
        }
    }
}

/// What is answered to whoever handed a file in, with the entry that says so if
/// there is a new one.
fn taken(name: &LedgerName, sha256: Sha256, entry: Option<&[u8]>) -> Result<HttpResponse, Problem> {
    let entries: Vec<_> = entry.into_iter().map(Recorded::of).collect();
    let entries = entries.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut answer = if entries.is_empty() {
        HttpResponse::Ok()
    } else {
        HttpResponse::Created()
    };
    Ok(answer
        .insert_header((
            header::LOCATION,
            format!("/v1/ledgers/{name}/evidence/{sha256}"),
        ))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(json(&serde_json::json!({
            "sha256": sha256, "entries": entries,
        }))?))
}
