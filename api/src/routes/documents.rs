//! What the service hands out of itself: schemas by their `$id`, editions.

use super::answer::IMMUTABLE;
use crate::problem::Problem;
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::rulebook::{Edition, EditionId};
use fupan_replay::schema::schema_text;

/// A JSON Schema by its `$id`: one of the files that validate.
#[utoipa::path(get, path = "/schemas/{path}", tag = "documents",
    params(("path" = String, Path, description = "As in the schema's $id: event/game/stone_played.v1.json")),
    responses((status = 200, description = "The schema", content((serde_json::Value = "application/schema+json"))),
              (status = 404, description = "There is no such schema", body = serde_json::Value)))]
pub async fn schema(path: web::Path<String>) -> Result<HttpResponse, Problem> {
    let text = schema_text(&path).ok_or_else(|| {
        let detail = format!(
            "there is no schema /schemas/{path}: expected one of those listed at /schemas/"
        );
        Problem::new("not_found", detail)
    })?;
    Ok(HttpResponse::Ok()
        .content_type("application/schema+json")
        .insert_header((header::CACHE_CONTROL, format!("public, {IMMUTABLE}")))
        .body(text))
}

/// An edition of the rules: the exact file by whose SHA-256 tournaments know it.
#[utoipa::path(get, path = "/v1/editions/{edition}", tag = "documents",
    params(("edition" = String, Path, description = "cn-1988 or cn-2002")),
    responses((status = 200, description = "The edition", body = serde_json::Value),
              (status = 404, description = "There is no such edition", body = serde_json::Value)))]
pub async fn edition(path: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id: EditionId =
        path.parse()
            .map_err(|e: fupan_domain::rulebook::edition::NotAnEdition| {
                Problem::new("unknown_edition", e.to_string())
            })?;
    let hash = Edition::of(id).sha256();
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::ETAG, format!("\"{hash}\"")))
        .insert_header((header::CACHE_CONTROL, format!("public, {IMMUTABLE}")))
        .body(Edition::json(id)))
}
