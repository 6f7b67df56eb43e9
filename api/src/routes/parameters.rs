//! What is wrong with the parameters of a request, told by their names, values
//! and what was expected: which a route has, and of which kind, is looked up in
//! the `OpenAPI` document, so that it is said nowhere else.

use super::openapi;
use crate::problem::Problem;
use actix_web::{
    HttpRequest,
    error::{PathError, QueryPayloadError},
    http::Method,
    web::Query,
};
use fupan_domain::ids::{LedgerName, NotASlug};
use std::{borrow::Cow, collections::BTreeMap};

/// A parameter of a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    /// Its name.
    pub name: String,
    /// Of which kind its value is.
    pub kind: Kind,
    /// Whether nothing can be asked without it.
    pub required: bool,
    /// What it says.
    pub description: String,
}

/// Of which kind a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number.
    Whole,
    /// Yes or no.
    Truth,
    /// One of these words.
    OneOf(Vec<String>),
    /// Anything else, which the handler reads.
    Text,
}

impl Kind {
    fn fits(&self, value: &str) -> bool {
        match self {
            // The narrowest of those that handlers read.
            Kind::Whole => value.parse::<u32>().is_ok(),
            Kind::Truth => value.parse::<bool>().is_ok(),
            Kind::OneOf(words) => words.iter().any(|word| word == value),
            Kind::Text => true,
        }
    }

    fn words(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Kind::Whole => "a whole number, not too large",
            Kind::Truth => "true or false",
            Kind::OneOf(words) => return Cow::Owned(format!("one of {}", words.join(", "))),
            Kind::Text => "a text",
        })
    }
}

impl Parameter {
    fn told(&self, value: &str) -> String {
        let Parameter {
            name, description, ..
        } = self;
        let kind = self.kind.words();
        format!("{name} {value:?}: expected {kind} ({description})")
    }

    fn missing(&self) -> String {
        let Parameter {
            name, description, ..
        } = self;
        let kind = self.kind.words();
        format!("{name} is missing: expected {kind} ({description})")
    }
}

/// A query that can't be read.
pub fn query(error: &QueryPayloadError, request: &HttpRequest) -> Problem {
    let pairs = Query::<Vec<(String, String)>>::from_query(request.query_string());
    let pairs = pairs.map(Query::into_inner).unwrap_or_default();
    if !openapi::describes(&pattern(request)) {
        return Problem::new("query", undescribed(&pairs, error));
    }
    let known = of_route(request, "query");
    let fault = fault(&pairs, &known).or_else(|| missing(&pairs, &known));
    let detail = fault.unwrap_or_else(|| {
        let query = request.query_string();
        format!("{query:?}: {error}")
    });
    Problem::new("query", detail)
}

/// What is wrong with the query of a page, of which no document says what its
/// parameters are: the error has their names, save that of a number.
fn undescribed(pairs: &[(String, String)], error: &QueryPayloadError) -> String {
    let QueryPayloadError::Deserialize(why) = error else {
        return error.to_string();
    };
    let why = why.to_string();
    let is_of_a_number = ["digit", "number too", "empty string"]
        .iter()
        .any(|part| why.contains(part));
    let none = pairs.iter().filter(|(_, value)| !Kind::Whole.fits(value));
    let none: Vec<String> = none
        .map(|(name, value)| format!("{name} {value:?}"))
        .collect();
    if is_of_a_number && !none.is_empty() {
        let kind = Kind::Whole.words();
        return format!("{}: expected {kind}", none.join(" or "));
    }
    why
}

/// Whether a request asks with no parameter that its route does not have. What has
/// no place in the document, as the pages, asks as it likes.
///
/// # Errors
/// When it does.
pub fn need_known(request: &HttpRequest) -> Result<(), Problem> {
    let is_described =
        request.path().starts_with("/v1/") || request.path().starts_with("/schemas/");
    if request.query_string().is_empty() || !is_described {
        return Ok(());
    }
    if !openapi::describes(&pattern(request)) {
        return Ok(());
    }
    let known = of_route(request, "query");
    let pairs = Query::<Vec<(String, String)>>::from_query(request.query_string());
    let pairs = pairs.map(Query::into_inner).unwrap_or_default();
    let unknown: Vec<(String, String)> = pairs
        .into_iter()
        .filter(|(name, _)| !known.iter().any(|parameter| parameter.name == *name))
        .collect();
    match fault(&unknown, &known) {
        Some(detail) => Err(Problem::new("query", detail)),
        None => Ok(()),
    }
}

fn fault(pairs: &[(String, String)], known: &[Parameter]) -> Option<String> {
    let mut seen = BTreeMap::new();
    for (name, value) in pairs {
        let Some(parameter) = known.iter().find(|p| p.name == *name) else {
            let names: Vec<&str> = known.iter().map(|p| p.name.as_str()).collect();
            let expected = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            return Some(format!(
                "{name} {value:?}: there is no such parameter here, expected {expected}"
            ));
        };
        if let Some(before) = seen.insert(name, value) {
            return Some(format!(
                "{name} is given twice, {before:?} and {value:?}: expected one value"
            ));
        }
        if !parameter.kind.fits(value) {
            return Some(parameter.told(value));
        }
    }
    None
}

/// A parameter without which nothing can be asked, and that is not there.
fn missing(pairs: &[(String, String)], known: &[Parameter]) -> Option<String> {
    let there = |parameter: &Parameter| pairs.iter().any(|(name, _)| *name == parameter.name);
    let missing = known.iter().find(|p| p.required && !there(p));
    missing.map(Parameter::missing)
}

/// A path of which a part can't be read.
pub fn path(error: &PathError, request: &HttpRequest) -> Problem {
    let values: Vec<String> = request.match_info().load().unwrap_or_default();
    let names = request.match_info().iter().map(|(name, _)| name);
    let parts: BTreeMap<&str, String> = names.zip(values).collect();
    let known = of_route(request, "path");
    let wrong = known.iter().find_map(|parameter| {
        let value = parts.get(parameter.name.as_str())?;
        if !parameter.kind.fits(value) {
            return Some(parameter.told(value));
        }
        let name = &parameter.name;
        // All names have the form of a ledger's.
        let slug: Result<LedgerName, NotASlug> = value.parse();
        let why = slug.err().filter(|_| parameter.kind == Kind::Text)?;
        Some(format!("{name}: {why}"))
    });
    Problem::new("path", wrong.unwrap_or_else(|| error.to_string()))
}

fn of_route(request: &HttpRequest, place: &str) -> Vec<Parameter> {
    let method = match request.method() {
        &Method::HEAD => Method::GET,
        method => method.clone(),
    };
    openapi::parameters(method.as_str(), &pattern(request), place)
}

/// The path of a route, as the document has it.
fn pattern(request: &HttpRequest) -> String {
    let pattern = request.match_pattern().unwrap_or_default();
    pattern.replace(":.*}", "}")
}
