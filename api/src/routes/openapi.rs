//! The `OpenAPI` 3.1 document of the routes, made from the handlers, and its
//! viewer, which loads nothing from outside.

use super::{
    documents, entries, events, games, health, ledgers, problems, recording, rulings, tokens,
    whatif,
};
use crate::problem::Problem;
use actix_web::{HttpResponse, http::header};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Ref, RefOr, Response,
        path::Operation,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "fupan",
        description = "The black box of a Go tournament: what happened goes in once as immutable entries; board, clocks, warnings and results are computed from it. Errors are RFC 9457 problems, described at their type."
    ),
    paths(
        ledgers::list, ledgers::open, ledgers::show, ledgers::appeals, ledgers::appeal,
        ledgers::standings, ledgers::audit,
        recording::append, entries::list, entries::one, events::follow,
        games::list, games::show, games::timeline, games::findings, games::sgf,
        rulings::rule, whatif::ask_what_if,
        tokens::add, tokens::list, tokens::revoke,
        documents::schema, documents::edition, problems::page,
        health::alive, health::ready, health::metrics
    ),
    components(schemas(Problem)),
    modifiers(&Tokens, &Problems)
)]
struct Document;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A token that the keeper made: fupan_ and 64 hex digits",
            ))
            .build();
        // The workspace names no licence, and an empty one is none.
        document.info.license = None;
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

/// Whatever goes wrong is told in one form.
struct Problems;

impl Modify for Problems {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        for path in document.paths.paths.values_mut() {
            let operations = [&mut path.get, &mut path.post, &mut path.delete];
            operations.into_iter().flatten().for_each(tell_problems);
        }
    }
}

fn tell_problems(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    responses
        .entry("default".to_owned())
        .or_insert_with(|| RefOr::T(Response::new("What went wrong, as a problem (RFC 9457)")));
    for (status, response) in responses {
        let is_problem = status.starts_with(['4', '5']) || status == "default";
        if let RefOr::T(response) = response
            && is_problem
        {
            let schema = Ref::from_schema_name("Problem");
            let content = RefOr::T(Content::new(Some(schema)));
            response.content.clear();
            response
                .content
                .insert("application/problem+json".to_owned(), content);
        }
    }
}

/// The document as it is served.
pub async fn document() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .json(Document::openapi())
}

/// Its viewer.
pub fn viewer() -> SwaggerUi {
    SwaggerUi::new("/v1/docs/{_:.*}").config(Config::from("/v1/openapi.json").validator_url("none"))
}
