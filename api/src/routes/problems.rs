//! How problems are told: as JSON to programs, as a page to browsers, and what
//! each kind means at the path that is its type.

use super::{
    answer::IMMUTABLE,
    reading::{prefers, wants},
};
use crate::{
    pages::{ToldByItself, Viewer, kind_page, problem_page},
    problem::{KINDS, Problem},
    telemetry::Trace,
};
use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    body::BoxBody,
    dev::ServiceResponse,
    http::{StatusCode, header},
    web,
};

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// What is in the answer is put there by [`told`], which knows the request.
    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut answer = HttpResponse::new(self.status_code());
        answer.extensions_mut().insert(self.clone());
        answer
    }
}

/// The problem in an answer that is one; `None` where all went well. An answer
/// of the framework's own is given the kind that its status has.
fn problem_in(answered: &ServiceResponse<BoxBody>) -> Option<Problem> {
    let status = answered.status();
    if !status.is_client_error() && !status.is_server_error() {
        return None;
    }
    let known = answered.response().extensions().get::<Problem>().cloned();
    Some(known.unwrap_or_else(|| {
        let code = match status.as_u16() {
            404 => "no_route",
            405 => "method",
            408 => "body_too_slow",
            413 => "body_too_large",
            415 => "media_type",
            416 => "range",
            431 => "head_too_large",
            400..500 => "not_readable",
            _ => "internal",
        };
        let error = answered.response().error().map(ToString::to_string);
        Problem::new(code, error.unwrap_or_else(|| status.to_string()))
    }))
}

/// Puts what is told of a problem into its answer.
pub fn told(mut answered: ServiceResponse<BoxBody>, trace: &Trace) -> ServiceResponse<BoxBody> {
    let by_itself = answered
        .response()
        .extensions()
        .get::<ToldByItself>()
        .cloned();
    if let Some(ToldByItself(problem)) = by_itself {
        answered.response_mut().extensions_mut().insert(problem);
        return answered;
    }
    let Some(mut problem) = problem_in(&answered) else {
        return answered;
    };
    if problem.kind().is_internal() {
        // The cause is for those who run the service, not for strangers.
        tracing::error!(
            trace.id = trace.id,
            problem.code = problem.code,
            "{}",
            problem.detail
        );
        "the cause stands in the service's log, under this trace id"
            .clone_into(&mut problem.detail);
        problem.file = None;
    }
    problem.trace_id = Some(trace.id.clone());
    let mut answer = HttpResponse::build(problem.status_code());
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    for kept in [header::ALLOW, header::CONTENT_RANGE] {
        if let Some(value) = answered.headers().get(&kept) {
            answer.insert_header((kept, value.clone()));
        }
    }
    match problem.status {
        401 => drop(answer.insert_header((header::WWW_AUTHENTICATE, "Bearer realm=\"fupan\""))),
        429 | 503 => drop(answer.insert_header((header::RETRY_AFTER, "1"))),
        _ => {}
    }
    if problem.code == "too_many_connections" {
        answer.force_close();
    }
    let request = answered.request();
    let mut answer = if wants(request, |kind| kind == "text/html") {
        problem_page(&Viewer::of(request), &problem, answer)
    } else {
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        answer.content_type("application/problem+json").body(body)
    };
    answer.extensions_mut().insert(problem);
    answered.into_response(answer)
}

/// What a kind of problem means.
#[utoipa::path(get, path = "/problems/{code}", tag = "documents",
    params(("code" = String, Path, description = "The problem's code")),
    responses((status = 200, description = "What it means", content((String = "text/html"), (serde_json::Value = "application/json"))),
              (status = 404, description = "There is no such kind", body = serde_json::Value)))]
pub async fn page(
    request: HttpRequest,
    viewer: Viewer,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let kind = KINDS
        .iter()
        .find(|kind| kind.code == path.as_str())
        .ok_or_else(|| {
            Problem::new(
                "not_found",
                format!("there is no kind of problem {:?}", path.as_str()),
            )
        })?;
    if prefers(
        &request,
        |kind| kind == "application/json",
        |kind| kind == "text/html",
    ) {
        let mut answer = HttpResponse::Ok();
        answer.insert_header((header::CACHE_CONTROL, format!("public, {IMMUTABLE}")));
        answer.insert_header((header::VARY, "Accept"));
        return Ok(answer.json(serde_json::json!({
            "code": kind.code, "status": kind.status, "title": kind.title,
            "help": kind.help, "retryable": kind.retryable,
        })));
    }
    Ok(kind_page(&viewer, kind, HttpResponse::Ok()))
}
