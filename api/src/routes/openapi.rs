//! The `OpenAPI` 3.1 document of the routes, made from the handlers, and its
//! viewer, which loads nothing from outside. What bodies look like stands in
//! `openapi/bodies.json`: views come from crates that know nothing of HTTP.

use super::parameters::{Kind, Parameter};
use super::{
    bundles, documents, entries, erasures, events, evidence, games, health, ledgers, mirrors,
    problems, proofs, recording, results, reviews, rulings, schemas, tokens, whatif,
};
use crate::problem::Problem;
use actix_web::{HttpResponse, http::header, web};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Ref, RefOr, Response,
        path::Operation,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_swagger_ui::Config;

/// The document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "fupan",
        description = "The black box of a Go tournament: what happened goes in once as immutable entries; board, clocks, warnings and results are computed from it. Errors are RFC 9457 problems, described at their type."
    ),
    paths(
        ledgers::list, ledgers::open, ledgers::show, ledgers::appeals, ledgers::appeal,
        ledgers::standings, ledgers::audit, bundles::bundle,
        results::crosstable, results::explain, results::file,
        recording::append, entries::list, entries::one, events::follow,
        games::list, games::show, games::timeline, games::findings, games::sgf,
        games::board,
        reviews::times, reviews::queries, reviews::show, reviews::printed, reviews::anchors,
        rulings::rule, whatif::ask_what_if,
        evidence::list, evidence::give, evidence::take, erasures::erase,
        proofs::last_checkpoint, proofs::checkpoints, proofs::keys, proofs::of_inclusion,
        proofs::of_consistency, proofs::of_entry, proofs::receipt, proofs::tiles_checkpoint, proofs::of_tile,
        mirrors::list, mirrors::confirm, mirrors::people, mirrors::backup,
        tokens::add, tokens::list, tokens::own, tokens::revoke,
        schemas::index, documents::schema, documents::edition, problems::page,
        health::alive, health::ready, health::metrics
    ),
    components(schemas(Problem)),
    modifiers(&Tokens, &Problems, &Ids)
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

/// Handlers of one name stand in several files; each operation has an id of its own.
struct Ids;

impl Modify for Ids {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        for path in document.paths.paths.values_mut() {
            let operations = [&mut path.get, &mut path.post, &mut path.delete];
            for operation in operations.into_iter().flatten() {
                let tag = operation.tags.iter().flatten().next();
                if let (Some(id), Some(tag)) = (&operation.operation_id, tag) {
                    operation.operation_id = Some(format!("{tag}_{id}"));
                }
            }
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

/// What bodies look like, and which request or answer has which.
#[derive(Deserialize)]
struct Bodies {
    /// By method, path and status.
    answers: BTreeMap<String, String>,
    /// By method and path.
    requests: BTreeMap<String, String>,
    /// By name.
    schemas: serde_json::Map<String, Value>,
}

/// The document, with what its bodies look like.
fn whole() -> Result<Value, Problem> {
    let internal = |e: serde_json::Error| Problem::internal(&e);
    let mut document = serde_json::to_value(Document::openapi()).map_err(internal)?;
    let bodies: Bodies =
        serde_json::from_str(include_str!("openapi/bodies.json")).map_err(internal)?;
    for (asked, schema) in &bodies.requests {
        put(&mut document, asked, "/requestBody", schema)?;
    }
    for (answered, schema) in &bodies.answers {
        let (asked, status) = answered.rsplit_once(' ').unwrap_or((answered, ""));
        put(
            &mut document,
            asked,
            &format!("/responses/{status}"),
            schema,
        )?;
    }
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.extend(bodies.schemas);
    }
    Ok(document)
}

/// The document without its bodies.
static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(Document::openapi()).unwrap_or_default());

/// Where the document itself is.
const ITSELF: &str = "/v1/openapi.json";

/// Whether the document tells of a path, or is there itself.
pub(super) fn describes(path: &str) -> bool {
    path == ITSELF || DOCUMENT["paths"].get(path).is_some()
}

/// The parameters of a route in its query or path (`place`), as the document has them.
pub(super) fn parameters(method: &str, path: &str, place: &str) -> Vec<Parameter> {
    let operation = &DOCUMENT["paths"][path][method.to_ascii_lowercase()];
    let all = operation["parameters"].as_array().into_iter().flatten();
    let here = all.filter(|parameter| parameter["in"] == place);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    here.map(|parameter| Parameter {
        name: word(&parameter["name"]),
        kind: kind(&parameter["schema"]),
        required: parameter["required"] == true,
        description: word(&parameter["description"]),
    })
    .collect()
}

/// Of which kind a value is by its schema: its words, where it lists them, or its
/// `type`, which may be one or a list. What may be left out may stand beside a null.
fn kind(schema: &Value) -> Kind {
    let beside = schema["oneOf"].as_array().into_iter().flatten();
    let mut listed = std::iter::once(schema).chain(beside);
    let words = listed.find_map(|schema| schema["enum"].as_array());
    if let Some(words) = words {
        let words = words.iter().filter_map(Value::as_str);
        return Kind::OneOf(words.map(str::to_owned).collect());
    }
    let of = &schema["type"];
    let is =
        |name: &str| *of == name || of.as_array().is_some_and(|of| of.iter().any(|t| t == name));
    match () {
        () if is("integer") => Kind::Whole,
        () if is("boolean") => Kind::Truth,
        () => Kind::Text,
    }
}

/// Says what a body looks like.
fn put(document: &mut Value, asked: &str, place: &str, schema: &str) -> Result<(), Problem> {
    let (method, path) = asked.split_once(' ').unwrap_or((asked, ""));
    let escaped = path.replace('/', "~1");
    let pointer = format!(
        "/paths/{escaped}/{}{place}/content/application~1json",
        method.to_ascii_lowercase()
    );
    let Some(content) = document.pointer_mut(&pointer) else {
        return Err(Problem::internal(&format_args!("no body at {pointer}")));
    };
    *content = json!({"schema": {"$ref": format!("#/components/schemas/{schema}")}});
    Ok(())
}

/// The document as it is served.
pub async fn document() -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .json(whole()?))
}

/// What the viewer may load: its own files, the document, and the pictures that
/// stand in its style sheet. Its style is set by its script.
const VIEWER_LOADS: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How the viewer is set.
static VIEWER: LazyLock<Arc<Config<'static>>> =
    LazyLock::new(|| Arc::new(Config::from(ITSELF).validator_url("none")));

/// Its viewer, file by file.
pub async fn viewer(path: web::Path<String>) -> Result<HttpResponse, Problem> {
    let internal = |e: Box<dyn std::error::Error>| Problem::internal(&e);
    let file = utoipa_swagger_ui::serve(&path, Arc::clone(&VIEWER)).map_err(internal)?;
    let file = file.ok_or_else(|| {
        let detail = format!("the viewer has no file {:?}", path.as_str());
        Problem::new("not_found", detail)
    })?;
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::CONTENT_SECURITY_POLICY, VIEWER_LOADS))
        .content_type(file.content_type);
    if file.gzpipped {
        answer.insert_header((header::CONTENT_ENCODING, "gzip"));
    }
    Ok(answer.body(file.bytes.into_owned()))
}
