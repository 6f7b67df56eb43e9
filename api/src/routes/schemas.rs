//! The list of all schemas: what each is for, and which of two forms of an event
//! it describes, as it is handed in or as it stands in an entry.

use super::reading::wants;
use crate::problem::Problem;
use actix_web::{HttpRequest, HttpResponse, http::header};
use fupan_replay::schema::{Purpose, catalogue};
use maud::{DOCTYPE, Markup, html};
use serde::Serialize;

/// A schema of the list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SchemaListed {
    /// Where it is, which is also its `$id`.
    #[serde(rename = "$id")]
    pub id: String,
    /// What it describes.
    pub title: String,
    /// The same in more words.
    pub description: String,
    /// The kind of stream, for the data of an event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<&'static str>,
    /// The event's type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<&'static str>,
    /// Whether it holds for a draft as it is handed in.
    pub draft: bool,
    /// Whether it holds for what stands in an entry.
    pub entry: bool,
}

/// All of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SchemaList {
    /// In the order of their ids.
    pub items: Vec<SchemaListed>,
}

/// The schemas, by `$id`: of drafts, entries, editions and the data of every
/// type of event.
///
/// Where acceptance takes something out of the data or fills something in, there
/// are two for a type: one for drafts (`….draft.v1.json`), one for entries.
#[utoipa::path(get, path = "/schemas/", tag = "documents",
    responses((status = 200, description = "The schemas: as JSON, or as a page with `Accept: text/html`",
        content((SchemaList = "application/json"), (String = "text/html")))))]
pub async fn index(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let list = SchemaList {
        items: catalogue().map(listed).collect(),
    };
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::VARY, "Accept"));
    if wants(&request, |kind| kind == "text/html") {
        return Ok(answer
            .content_type("text/html; charset=utf-8")
            .body(page(&list).into_string()));
    }
    Ok(answer.json(list))
}

fn listed(schema: fupan_replay::schema::Listed) -> SchemaListed {
    let (stream, type_name, draft, entry) = match schema.purpose {
        Purpose::Draft => (None, None, true, false),
        Purpose::Entry => (None, None, false, true),
        Purpose::Other => (None, None, false, false),
        Purpose::Data {
            kind,
            type_name,
            draft,
            entry,
        } => (Some(kind.name()), Some(type_name), draft, entry),
    };
    SchemaListed {
        id: format!("/schemas/{}", schema.path),
        title: schema.title,
        description: schema.description,
        stream,
        type_name,
        draft,
        entry,
    }
}

impl SchemaListed {
    /// For what it holds, in words.
    fn holds_for(&self) -> &'static str {
        match (self.draft, self.entry) {
            (true, true) => "drafts and entries",
            (true, false) => "drafts",
            (false, true) => "entries",
            (false, false) => "",
        }
    }
}

fn page(list: &SchemaList) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "Schemas · fupan" }
            }
            body { main {
                h1 { "Schemas" }
                p { "JSON Schemas (2020-12) by their ids: the files that validate. Where a type has two, one is for drafts as they are handed in and one for what stands in an entry." }
                table {
                    thead { tr { th { "schema" } th { "what it describes" } th { "holds for" } } }
                    tbody {
                        @for schema in &list.items {
                            tr {
                                td { a href=(schema.id) { (schema.id) } }
                                td { b { (schema.title) } ". " (schema.description) }
                                td { (schema.holds_for()) }
                            }
                        }
                    }
                }
            } }
        }
    }
}
