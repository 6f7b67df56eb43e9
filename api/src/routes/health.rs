//! What the machine asks that watches over the service.

use crate::{
    live::Kind,
    problem::Problem,
    service::{Service, beside},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_store::EventStore;

/// Whether the process lives.
#[utoipa::path(get, path = "/healthz", tag = "operation",
    responses((status = 200, description = "It lives", body = serde_json::Value)))]
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(serde_json::json!({ "status": "alive" }))
}

/// Whether it should be sent requests: not stopping, no store failed, the
/// disk not full. A ledger's tail is verified whenever it is opened.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, description = "It is ready", body = serde_json::Value),
              (status = 503, description = "It is not, and why", body = serde_json::Value)))]
pub async fn ready(service: web::Data<Service>) -> Result<HttpResponse, Problem> {
    let stopping = *service.stopping().borrow();
    if stopping {
        return Err(Problem::new("stopping", "the service is stopping"));
    }
    let (free_bytes, remarks, mirrors) = beside(move || {
        let data = &service.config.server.data;
        let disk = rustix::fs::statvfs(data).map_err(|e| Problem::internal(&e))?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        let least = service.config.limits.free_bytes;
        if free < least {
            let detail = format!("the disk has {free} bytes left; {least} are the least");
            return Err(Problem::new("disk_full", detail));
        }
        let failed = service.ledgers.all_open().into_iter().find_map(|ledger| {
            let why = ledger.open.store.failure()?;
            // A review's name is its reviewers' to know.
            Some(match ledger.kind() {
                Ok(Some(Kind::Tournament {})) => {
                    format!("ledger {}: {why}", ledger.open.store.ledger())
                }
                _ => format!("a ledger: {why}"),
            })
        });
        if let Some(why) = failed {
            return Err(Problem::new("store_failed", why));
        }
        Ok((free, service.remarks(), service.mirrors.list(None)))
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(serde_json::json!({
            "status": "ready", "free_bytes": free_bytes, "remarks": remarks, "mirrors": mirrors,
        })))
}

/// The figures, for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, description = "The figures", content((String = "text/plain")))))]
pub async fn metrics(service: web::Data<Service>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok()
        .content_type(prometheus::TEXT_FORMAT)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(service.figures()?))
}
