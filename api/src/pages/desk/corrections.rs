//! What was read otherwise later: entries corrected, struck out and inserted,
//! rulings that took something back, decisions that overturned, sanctions that
//! were lifted; what was and what stands now side by side, the last one first.

use super::{
    desk, entry_link,
    search::{Asked, Sought},
    tabs,
};
use crate::{
    i18n::foreign::inline,
    pages::{Here, Page, Viewer, page_of_ledger},
    problem::Problem,
    service::Service,
};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    event::Stream,
    ids::{EntryId, LedgerName, RulingId},
};
use fupan_replay::entry::Entry;
use fupan_store::EventStore;
use maud::{Markup, html};
use serde_json::Value;

/// How many are shown at once.
const PART: usize = 50;
/// The types of entries that may change the reading of others.
const TYPES: [&str; 5] = [
    "entry_corrected",
    "entry_inserted",
    "ruling_made",
    "appeal_decided",
    "sanction_lifted",
];
/// The orders that change what was recorded.
const TAKES_BACK: [&str; 5] = [
    "void_move",
    "overturn",
    "restore_stones",
    "remove_stones",
    "move_stone",
];

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let asked = asked.into_inner();
    page_of_ledger(&service, viewer, &path, move |here| shown(here, &asked)).await
}

fn shown(here: &Here<'_>, asked: &Asked) -> Result<Page, Problem> {
    let viewer = here.viewer;
    let mut page = desk(here, "corrections", None);
    let mut sought = Sought::of_types(&TYPES).between(asked)?;
    if let Some(name) = asked.stream.as_deref().filter(|name| !name.is_empty()) {
        let stream: Stream = name
            .parse()
            .map_err(|e| Problem::new("query", format!("stream: {e}")))?;
        sought = sought.in_stream(stream);
    }
    let found = sought.find(here.live, PART)?;
    let rows = found.entries.iter().filter_map(|bytes| {
        let read = Entry::read(bytes).ok()?;
        row(here, &read)
    });
    let rows: Vec<Markup> = rows.collect();
    let columns = [
        ("label-entry", "number"),
        ("label-accepted", ""),
        ("label-kind", ""),
        ("corrections-was", ""),
        ("corrections-is", ""),
        ("label-reasons", ""),
    ];
    page.content = html! {
        h1 { (viewer.texts.word("desk", "corrections")) }
        (tabs(here, "corrections"))
        p class="soft" { (viewer.say("corrections-what")) }
        @if rows.is_empty() {
            p { (viewer.say("corrections-none")) }
        } @else {
            div class="scroll" tabindex="0" role="region" aria-label=(viewer.texts.word("desk", "corrections")) {
                table class="corrections" {
                    thead { tr { @for (key, class) in columns { th scope="col" class=(class) { (viewer.say(key)) } } } }
                    tbody { @for row in &rows { (row) } }
                }
            }
        }
        @if let Some(next) = found.next {
            nav class="steps" aria-label=(viewer.say("game-parts")) {
                a class="button plain" id="go-on" href=(viewer.with(&[("before", Some(&next.to_string()))])) { (viewer.say("entries-look-on")) }
            }
        }
    };
    Ok(page)
}

/// What an entry changed of the reading of others, if it did.
fn row(here: &Here<'_>, read: &Entry<'_>) -> Option<Markup> {
    let viewer = here.viewer;
    let data: Value = serde_json::from_str(read.data.get()).ok()?;
    let (was, is) = match read.type_name {
        "entry_corrected" => (
            named(here, &data["entry"]),
            stands(here, &data["replacement"]),
        ),
        "entry_inserted" => (
            html! { (viewer.say("corrections-nothing")) @if let Some(seq) = seq_of(here, &data["after"]) { " (" (viewer.say("label-after")) " " (entry_link(here, seq)) ")" } },
            stands(here, &data),
        ),
        "sanction_lifted" => (
            html! { code { (data["sanction"].as_str().unwrap_or_default()) } },
            html! { (viewer.say("page-lifted")) },
        ),
        _ => ordered(here, &data)?,
    };
    let reason = ["reason", "reasons"]
        .iter()
        .find_map(|name| data[*name].as_str());
    Some(html! {
        tr id={ "c" (read.seq) } data-type=(read.type_name) {
            th scope="row" class="number" { (entry_link(here, read.seq)) }
            td { (viewer.moment(read.recorded_at)) br; (here.named(read.actor)) }
            td { (viewer.texts.word("event", read.type_name)) br; (place(here, read.stream)) }
            td class="was" { (was) }
            td class="is" { (is) }
            td { @if let Some(reason) = reason { (inline(reason)) } }
        }
    })
}

/// Where it stands: a game's page, else the name of the stream.
fn place(here: &Here<'_>, stream: &str) -> Markup {
    html! {
        @match stream.split_once('/') {
            Some(("game", game)) => { a class="origin" href=(here.path(&format!("/games/{game}"))) { (game) } }
            _ => { code { (stream) } }
        }
    }
}

fn seq_of(here: &Here<'_>, id: &Value) -> Option<u64> {
    let id: EntryId = id.as_str()?.parse().ok()?;
    let bytes = here.live.open.store.by_id(id).ok().flatten()?;
    Some(Entry::read(&bytes).ok()?.seq)
}

/// An entry as it was recorded.
fn named(here: &Here<'_>, id: &Value) -> Markup {
    let seq = seq_of(here, id);
    let bytes = seq.and_then(|seq| here.live.open.store.entry(seq).ok().flatten());
    let read = bytes.as_deref().and_then(|bytes| Entry::read(bytes).ok());
    html! {
        @match read {
            Some(read) => {
                @let data: Value = serde_json::from_str(read.data.get()).unwrap_or_default();
                (entry_link(here, read.seq)) " " (said(here, read.type_name, &data))
                @let at = read.at; " · " (here.viewer.time_of_day(at))
            }
            None => { code { (id.as_str().unwrap_or_default()) } }
        }
    }
}

/// What stands in an entry's place: a type, data, a time; or nothing.
fn stands(here: &Here<'_>, told: &Value) -> Markup {
    let viewer = here.viewer;
    let at = told["at"].as_str().and_then(|at| at.parse().ok());
    html! {
        @match told["type"].as_str() {
            Some(name) => {
                (said(here, name, &told["data"]))
                @if let Some(at) = at { " · " (viewer.time_of_day(at)) }
            }
            None => { (viewer.say("value-struck-out")) }
        }
    }
}

fn said(here: &Here<'_>, type_name: &str, data: &Value) -> Markup {
    html! { strong { (here.viewer.texts.word("event", type_name)) } " " (here.in_a_line(data)) }
}

/// What orders take back, beside what they say.
fn ordered(here: &Here<'_>, data: &Value) -> Option<(Markup, Markup)> {
    let viewer = here.viewer;
    let orders = data["orders"].as_array()?;
    let back: Vec<&Value> = orders
        .iter()
        .filter(|order| {
            order["do"]
                .as_str()
                .is_some_and(|name| TAKES_BACK.contains(&name))
        })
        .collect();
    if back.is_empty() {
        return None;
    }
    let entry = |id: &str| {
        let seq = seq_of(here, &Value::String(id.to_owned()));
        seq.map_or_else(|| id.to_owned(), |seq| format!("#{seq}"))
    };
    let was = html! {
        @for order in &back {
            @if order["entry"].is_string() { p { (named(here, &order["entry"])) } }
            @if let Some(ruling) = order["ruling"].as_str() { p { (ruled(here, ruling)) } }
        }
    };
    let is = html! { @for order in &back { p { (viewer.texts.order(order, &entry)) } } };
    Some((was, is))
}

/// A ruling, with the way to its entry.
fn ruled(here: &Here<'_>, ruling: &str) -> Markup {
    let id: Option<RulingId> = ruling.parse().ok();
    let seq = id.and_then(|id| here.tournament.decided.get(&id).map(|decided| decided.seq));
    html! {
        (here.viewer.say("label-ruling")) " " code { (ruling) }
        @if let Some(seq) = seq { " " (entry_link(here, seq)) }
    }
}
