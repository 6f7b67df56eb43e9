//! Results of a ledger beside its standings: who met whom, why somebody stands
//! where he stands, and the forms in which others take them.

use super::{
    answer::Viewed,
    ledgers::{fixed, view},
    reading::AskedKnown,
};
use crate::{
    auth::Caller,
    problem::Problem,
    results::{
        self, Sheet,
        form::{Form, Table},
    },
    service::Service,
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{CONTENT_DISPOSITION, HeaderValue},
    web,
};
use fupan_domain::ids::LedgerName;
use fupan_store::ViewError;
use serde::Deserialize;

fn told(error: &ViewError) -> Problem {
    Problem::from(error)
}

/// Which crosstable is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedRound {
    round: Option<u32>,
    at: Option<String>,
}

/// Who met whom, in the order of places.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/crosstable", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger"),
           ("round" = Option<u32>, Query, description = "After which round; the last one paired where nothing is said"),
           ("at" = Option<String>, Query, description = "As it was known at that entry (seq) or time (RFC 3339)")),
    responses((status = 200, description = "The crosstable", body = serde_json::Value)))]
pub async fn crosstable(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedRound>,
) -> Result<HttpResponse, Problem> {
    let asked = asked.into_inner();
    let known = AskedKnown::at(asked.at).read()?;
    view(&service, &caller, &request, &path, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let basis = reader.seq_of(known).map_err(|e| told(&e))?;
        let view = || {
            let view = reader.crosstable_view(asked.round, fixed(known, basis));
            view.map_err(|e| told(&e))
        };
        Viewed::shown(basis, seen, view, results::text::crosstable)
    })
    .await
}

/// Whose place is to be explained.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedPlace {
    entrant: String,
    round: Option<u32>,
    at: Option<String>,
}

/// Why a player or team stands where it stands: each term of each sum.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/standings/explain", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger"),
           ("entrant" = String, Query, description = "The id of the player, or of the team"),
           ("round" = Option<u32>, Query, description = "After which round; the last one paired where nothing is said"),
           ("at" = Option<String>, Query, description = "As it was known at that entry (seq) or time (RFC 3339)")),
    responses((status = 200, description = "The place, explained", body = serde_json::Value)))]
pub async fn explain(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedPlace>,
) -> Result<HttpResponse, Problem> {
    let AskedPlace { entrant, round, at } = asked.into_inner();
    let known = AskedKnown::at(at).read()?;
    view(&service, &caller, &request, &path, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let basis = reader.seq_of(known).map_err(|e| told(&e))?;
        let view = || {
            let view = reader.explain_view(round, &entrant, fixed(known, basis));
            view.map_err(|e| told(&e))
        };
        Viewed::shown(basis, seen, view, results::text::explain)
    })
    .await
}

/// Which results are asked for, and in which form.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedResults {
    format: Form,
    table: Option<Table>,
    round: Option<u32>,
    at: Option<String>,
    #[serde(default)]
    provisional: bool,
}

/// The results as a file for others.
///
/// Where games are open, or have a result that not all have confirmed, it is
/// refused unless `provisional` says that they are wanted as they stand.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/results", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger"),
           ("format" = inline(Form), Query, description = "`csv`, `html` for print, `h9` (European Go Federation) or `trf` (FIDE, TRF16)"),
           ("table" = inline(Option<Table>), Query, description = "Of `csv`: `standings`, where nothing is said, `crosstable` or `results`"),
           ("round" = Option<u32>, Query, description = "After which round; the last one paired where nothing is said"),
           ("at" = Option<String>, Query, description = "As it was known at that entry (seq) or time (RFC 3339)"),
           ("provisional" = Option<bool>, Query, description = "Whether results that may still change are wanted all the same")),
    responses((status = 200, description = "The file", content(
                  (String = "text/csv"), (String = "text/html"), (String = "text/plain"))),
              (status = 409, description = "Games are open or not confirmed by all", body = serde_json::Value),
              (status = 422, description = "The form can't tell these results", body = serde_json::Value)))]
pub async fn file(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedResults>,
) -> Result<HttpResponse, Problem> {
    let asked = asked.into_inner();
    let known = AskedKnown::at(asked.at).read()?;
    let form = asked.format;
    if asked.table.is_some() && form != Form::Csv {
        let detail = format!("table: {} has no tables, expected csv", form.name());
        return Err(Problem::new("query", detail));
    }
    let table = asked.table.unwrap_or(Table::Standings);
    let mut answer = view(&service, &caller, &request, &path, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let basis = reader.seq_of(known).map_err(|e| told(&e))?;
        let of_form = (form.name(), form.media_type());
        Viewed::bytes(basis, seen, of_form, || {
            let sheet = Sheet::of(reader, asked.round, fixed(known, basis))?;
            if !asked.provisional {
                sheet.need_settled()?;
            }
            form.write(&sheet, table)
        })
    })
    .await?;
    // A ledger's name is a slug: it needs no quoting in a header.
    let of = if form == Form::Csv {
        table.name()
    } else {
        "results"
    };
    let name = format!("attachment; filename=\"{}-{of}.{}\"", *path, form.name());
    if form != Form::Html
        && let Ok(name) = HeaderValue::try_from(name)
    {
        answer.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(answer)
}
