//! The routes of the service (contract, section 8), one file a subject. A
//! handler asks who calls, reads what is asked, asks the ledger beside the
//! threads that answer, and answers; what the answer means is decided below.

#![expect(
    clippy::missing_errors_doc,
    reason = "the errors of a handler are problems, told in its OpenAPI description"
)]

pub(crate) mod answer;
pub mod bundles;
pub mod documents;
pub mod entries;
pub mod erasures;
pub mod events;
pub mod evidence;
pub mod games;
pub mod health;
mod json;
pub mod ledgers;
pub mod mirrors;
pub mod openapi;
pub mod parameters;
pub mod problems;
pub mod proofs;
pub(crate) mod reading;
mod receipts;
pub mod recording;
pub mod results;
pub mod reviews;
pub mod rulings;
pub mod schemas;
pub mod tokens;
pub mod whatif;

use crate::{pages, problem::Problem};
use actix_web::{HttpResponse, Resource, Route, guard, http::header, web};

/// All routes, with what stands where there is none.
pub fn configure(app: &mut web::ServiceConfig) {
    app.service(
        place("/v1/ledgers", "GET, HEAD, POST")
            .route(read().to(ledgers::list))
            .route(web::post().to(ledgers::open)),
    )
    .service(place("/v1/ledgers/{ledger}", READ).route(read().to(ledgers::show)))
    .service(
        place("/v1/ledgers/{ledger}/entries", "GET, HEAD, POST")
            .route(read().to(entries::list))
            .route(web::post().to(recording::append)),
    )
    .service(place("/v1/ledgers/{ledger}/entries/{seq}", READ).route(read().to(entries::one)))
    .service(
        place("/v1/ledgers/{ledger}/entries/{seq}/receipt", READ).route(read().to(proofs::receipt)),
    )
    .service(
        place("/v1/ledgers/{ledger}/entries/{seq}/tlog-proof", READ)
            .route(read().to(proofs::of_entry)),
    )
    .configure(proofs)
    .configure(of_reviews)
    .service(
        place("/v1/ledgers/{ledger}/mirrors", "GET, HEAD, POST")
            .route(read().to(mirrors::list))
            .route(web::post().to(mirrors::confirm)),
    )
    .service(place("/v1/ledgers/{ledger}/people", READ).route(read().to(mirrors::people)))
    .service(place("/v1/backup", READ).route(read().to(mirrors::backup)))
    .service(place("/v1/ledgers/{ledger}/events", "GET").route(web::get().to(events::follow)))
    .service(place("/v1/ledgers/{ledger}/games", READ).route(read().to(games::list)))
    .service(place("/v1/ledgers/{ledger}/games/{game}", READ).route(read().to(games::show)))
    .service(
        place("/v1/ledgers/{ledger}/games/{game}/timeline", READ).route(read().to(games::timeline)),
    )
    .service(
        place("/v1/ledgers/{ledger}/games/{game}/findings", READ).route(read().to(games::findings)),
    )
    .service(
        place("/v1/ledgers/{ledger}/games/{game}/rulings", "POST")
            .route(web::post().to(rulings::rule)),
    )
    .service(place("/v1/ledgers/{ledger}/games/{game}/sgf", READ).route(read().to(games::sgf)))
    .service(
        place("/v1/ledgers/{ledger}/games/{game}/board.svg", READ).route(read().to(games::board)),
    )
    .service(place("/v1/ledgers/{ledger}/appeals", READ).route(read().to(ledgers::appeals)))
    .service(place("/v1/ledgers/{ledger}/appeals/{appeal}", READ).route(read().to(ledgers::appeal)))
    .service(place("/v1/ledgers/{ledger}/standings", READ).route(read().to(ledgers::standings)))
    .service(
        place("/v1/ledgers/{ledger}/standings/explain", READ).route(read().to(results::explain)),
    )
    .service(place("/v1/ledgers/{ledger}/crosstable", READ).route(read().to(results::crosstable)))
    .service(place("/v1/ledgers/{ledger}/results", READ).route(read().to(results::file)))
    .service(
        place("/v1/ledgers/{ledger}/whatif", "POST").route(web::post().to(whatif::ask_what_if)),
    )
    .service(place("/v1/ledgers/{ledger}/evidence", READ).route(read().to(evidence::list)))
    .service(
        place("/v1/ledgers/{ledger}/evidence/{sha256}", "GET, HEAD, POST")
            .route(read().to(evidence::give))
            .route(web::post().to(evidence::take)),
    )
    .service(place("/v1/ledgers/{ledger}/erasures", "POST").route(web::post().to(erasures::erase)))
    .service(place("/v1/ledgers/{ledger}/audit", READ).route(read().to(ledgers::audit)))
    .service(place("/v1/ledgers/{ledger}/bundle", "GET").route(web::get().to(bundles::bundle)))
    .service(
        place("/v1/tokens", "GET, HEAD, POST")
            .route(read().to(tokens::list))
            .route(web::post().to(tokens::add)),
    )
    .service(place("/v1/tokens/own", READ).route(read().to(tokens::own)))
    .service(place("/v1/tokens/{id}", "DELETE").route(web::delete().to(tokens::revoke)))
    .configure(pages::configure)
    .service(place("/v1/editions/{edition}", READ).route(read().to(documents::edition)))
    .service(web::redirect("/schemas", "/schemas/").permanent())
    .service(place("/schemas/", READ).route(read().to(schemas::index)))
    .service(place("/schemas/{path:.*}", READ).route(read().to(documents::schema)))
    .service(place("/problems/{code}", READ).route(read().to(problems::page)))
    .service(place("/healthz", READ).route(read().to(health::alive)))
    .service(place("/readyz", READ).route(read().to(health::ready)))
    .service(place("/metrics", READ).route(read().to(health::metrics)))
    .service(place("/v1/openapi.json", READ).route(read().to(openapi::document)))
    .service(web::redirect("/v1/docs", "/v1/docs/").permanent())
    .service(place("/v1/docs/{path:.*}", READ).route(read().to(openapi::viewer)))
    .default_service(web::to(nothing));
}

/// What reviews need of a tournament, and reviews themselves.
fn of_reviews(app: &mut web::ServiceConfig) {
    app.service(
        place("/v1/ledgers/{ledger}/games/{game}/times", READ).route(read().to(reviews::times)),
    )
    .service(
        place("/v1/ledgers/{ledger}/games/{game}/queries", READ).route(read().to(reviews::queries)),
    )
    .service(place("/v1/ledgers/{ledger}/review", READ).route(read().to(reviews::show)))
    .service(place("/v1/ledgers/{ledger}/review/report", READ).route(read().to(reviews::printed)))
    .service(place("/v1/ledgers/{ledger}/review/anchors", READ).route(read().to(reviews::anchors)));
}

/// What lets others check a ledger.
fn proofs(app: &mut web::ServiceConfig) {
    app.service(
        place("/v1/ledgers/{ledger}/checkpoint", READ).route(read().to(proofs::last_checkpoint)),
    )
    .service(place("/v1/ledgers/{ledger}/checkpoints", READ).route(read().to(proofs::checkpoints)))
    .service(place("/v1/ledgers/{ledger}/keys", READ).route(read().to(proofs::keys)))
    .service(
        place("/v1/ledgers/{ledger}/proof/inclusion", READ).route(read().to(proofs::of_inclusion)),
    )
    .service(
        place("/v1/ledgers/{ledger}/proof/consistency", READ)
            .route(read().to(proofs::of_consistency)),
    )
    .service(
        place("/v1/ledgers/{ledger}/tlog/checkpoint", READ)
            .route(read().to(proofs::tiles_checkpoint)),
    )
    .service(
        place("/v1/ledgers/{ledger}/tlog/tile/{tile:.*}", READ).route(read().to(proofs::of_tile)),
    );
}

pub(crate) const READ: &str = "GET, HEAD";

pub(crate) fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// A path, and what is told of methods that it does not have.
pub(crate) fn place(path: &str, allowed: &'static str) -> Resource {
    web::resource(path).default_service(web::to(
        move |method: actix_web::http::Method| async move {
            let detail = format!("{method}: expected {allowed}");
            let mut answer = HttpResponse::from_error(Problem::new("method", detail));
            answer
                .headers_mut()
                .insert(header::ALLOW, header::HeaderValue::from_static(allowed));
            answer
        },
    ))
}

async fn nothing(request: actix_web::HttpRequest) -> Result<HttpResponse, Problem> {
    let detail = format!(
        "{:?}: see /v1/openapi.json for what there is",
        request.path()
    );
    Err(Problem::new("no_route", detail))
}
