//! The entries of a ledger, filtered as the address says, a part at a time; and
//! the same as CSV.

use super::{
    desk, entry_link,
    search::{Asked, Found, Sought},
    short, tabs,
};
use crate::{
    pages::{Here, Key, Page, Viewer, frame::grouped, page_of_ledger},
    problem::Problem,
    routes::bundles::{PIECES, Pieces},
    service::{Service, ledger},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::{
    event::StreamKind,
    ids::{LedgerName, Sha256},
};
use fupan_replay::entry::{self, Entry};
use fupan_store::EventStore;
use futures_util::stream;
use maud::{Markup, html};
use serde_json::Value;
use std::{io, sync::Arc};
use tokio::sync::mpsc;

/// How many entries a page shows.
const PART: usize = 100;

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let asked = asked.into_inner();
    page_of_ledger(&service, viewer, &path, move |here| {
        let part = match Sought::read(here, &asked) {
            Ok(sought) => {
                let found = sought.find(here.live, PART)?;
                Ok(part(here, &sought, &found))
            }
            // What is not understood is told above the form, which stays as it is.
            Err(problem) if problem.status < 500 => Err(problem),
            Err(problem) => return Err(problem),
        };
        Ok(shown(here, &asked, part))
    })
    .await
}

fn shown(here: &Here<'_>, asked: &Asked, part: Result<Markup, Problem>) -> Page {
    let viewer = here.viewer;
    let mut page = desk(here, "entries", None);
    let size = here.live.open.store.head().size;
    page.keys = vec![Key {
        shown: "/",
        does: "key-search",
    }];
    let with = [("size", grouped(size).into())];
    page.content = html! {
        h1 { (viewer.texts.word("desk", "entries")) }
        (tabs(here, "entries"))
        p class="soft" { (viewer.texts.with("page-entries", &with)) }
        @if let Err(problem) = &part {
            div class="wrong" role="alert" { p { strong { (viewer.told(problem)) } } }
        }
        (form(here, asked, part.is_err()))
        div id="part" data-live { @if let Ok(part) = &part { (part) } }
    };
    page.wrong = part.err();
    page
}

/// What can be looked for.
fn form(here: &Here<'_>, asked: &Asked, wrong: bool) -> Markup {
    let viewer = here.viewer;
    let value = |of: &Option<String>| of.clone().unwrap_or_default();
    let field = |name: &str,
                 key: &str,
                 kind: &str,
                 of: &Option<String>,
                 accesskey: Option<&str>| {
        html! {
            p {
                label for={ "by-" (name) } { (viewer.say(key)) }
                input id={ "by-" (name) } name=(name) type=(kind) value=(value(of)) autocomplete="off" data-key=[accesskey]
                    inputmode=[(kind == "text" && matches!(name, "round" | "board" | "chain")).then_some("numeric")];
            }
        }
    };
    let oldest = asked.order.as_deref() == Some("oldest");
    let folded = [
        &asked.stream,
        &asked.actor,
        &asked.round,
        &asked.board,
        &asked.article,
        &asked.happened_since,
        &asked.happened_until,
        &asked.since,
        &asked.until,
        &asked.chain,
    ];
    let told = |of: &&&Option<String>| of.as_deref().is_some_and(|text| !text.trim().is_empty());
    let narrowed = folded.iter().filter(told).count() + usize::from(oldest);
    html! {
        form class="filters" method="get" action=(here.path("/entries")) role="search" aria-label=(viewer.say("entries-filter")) {
            (field("q", "entries-text", "search", &asked.q, Some("/")))
            p {
                label for="by-type" { (viewer.say("entries-type")) }
                select id="by-type" name="type" { (types(here, asked.r#type.as_deref())) }
            }
            p class="send" {
                button { (viewer.say("entries-look")) }
                " " a class="button plain" href=(here.path("/entries")) { (viewer.say("entries-all")) }
            }
            details id="more-filters" class="hint" open[wrong] {
                summary {
                    (viewer.say("entries-more"))
                    @if narrowed > 0 { " (" (narrowed) ")" }
                }
                div class="filters" {
                    (field("stream", "entries-stream", "text", &asked.stream, None))
                    (field("actor", "page-by", "text", &asked.actor, None))
                    (field("round", "page-round-short", "text", &asked.round, None))
                    (field("board", "page-board-short", "text", &asked.board, None))
                    (field("article", "label-article", "text", &asked.article, None))
                    (field("happened_since", "entries-happened-since", "text", &asked.happened_since, None))
                    (field("happened_until", "entries-happened-until", "text", &asked.happened_until, None))
                    (field("since", "entries-since", "text", &asked.since, None))
                    (field("until", "entries-until", "text", &asked.until, None))
                    (field("chain", "entries-chain", "text", &asked.chain, None))
                    p {
                        label for="by-order" { (viewer.say("entries-order")) }
                        select id="by-order" name="order" {
                            option value="" selected[!oldest] { (viewer.say("entries-newest")) }
                            option value="oldest" selected[oldest] { (viewer.say("entries-oldest")) }
                        }
                    }
                    p class="note hint" { (viewer.say("entries-time-hint")) " " code { (viewer.zone) } }
                }
            }
        }
    }
}

/// Every type of entry once, by the streams in which it stands: those of a tournament,
/// or those of a review. What stands in several has a group of its own.
fn types(here: &Here<'_>, asked: Option<&str>) -> Markup {
    let viewer = here.viewer;
    let of_review = |kind: &StreamKind| matches!(kind, StreamKind::Review | StreamKind::Access);
    let is_review = here.tournament.opening.is_none();
    let kinds: Vec<StreamKind> = StreamKind::ALL
        .into_iter()
        .filter(|kind| is_review || !of_review(kind))
        .collect();
    let stands_in = |name: &str| kinds.iter().filter(|k| k.types().contains(&name)).count();
    let mut shared: Vec<&str> = kinds
        .iter()
        .flat_map(|kind| kind.types())
        .copied()
        .collect();
    shared.retain(|name| stands_in(name) > 1);
    shared.sort_unstable();
    shared.dedup();
    let option = |name: &str| {
        html! {
            option value=(name) selected[asked == Some(name)] { (viewer.texts.word("event", name)) }
        }
    };
    html! {
        option value="" { (viewer.say("entries-any")) }
        @for kind in &kinds {
            optgroup label=(viewer.texts.word("stream", kind.name())) {
                @for name in kind.types().iter().filter(|name| stands_in(name) == 1) { (option(name)) }
            }
        }
        @if !shared.is_empty() {
            optgroup label=(viewer.say("entries-several")) { @for name in &shared { (option(name)) } }
        }
    }
}

fn part(here: &Here<'_>, sought: &Sought, found: &Found) -> Markup {
    let viewer = here.viewer;
    let columns = [
        ("page-number", "number"),
        ("label-happened", ""),
        ("label-accepted", ""),
        ("entries-stream", ""),
        ("label-kind", ""),
        ("page-by", ""),
        ("label-text", ""),
        ("label-hash", ""),
    ];
    let with = [
        ("count", found.entries.len().to_string().into()),
        ("looked", grouped(found.looked_at).into()),
    ];
    html! {
        p role="status" { (viewer.texts.with("entries-found", &with)) }
        @if !found.entries.is_empty() {
            div class="scroll" tabindex="0" role="region" aria-label=(viewer.texts.word("desk", "entries")) {
                table class="entries" {
                    thead { tr { @for (key, class) in columns { th scope="col" class=(class) { (viewer.say(key)) } } } }
                    tbody { @for bytes in &found.entries { (row(here, bytes)) } }
                }
            }
        }
        nav class="steps" aria-label=(viewer.say("game-parts")) {
            @if let Some(next) = found.next {
                @let next = next.to_string();
                @let on = if sought.newest_first {
                    viewer.with(&[("before", Some(&next)), ("after", None)])
                } else {
                    viewer.with(&[("after", Some(&next)), ("before", None)])
                };
                a class="button plain" id="go-on" href=(on) {
                    (viewer.say(if found.entries.len() < PART { "entries-look-on" } else { "entries-go-on" }))
                }
            } @else {
                span class="soft" { (viewer.say("entries-no-more")) }
            }
            a class="button plain" href=(csv_path(here)) download { "CSV" }
        }
    }
}

/// The same as CSV.
fn csv_path(here: &Here<'_>) -> String {
    let asked = here.viewer.with(&[("before", None), ("after", None)]);
    let query = asked.split_once('?').map(|(_, query)| format!("?{query}"));
    here.path(&format!("/entries.csv{}", query.unwrap_or_default()))
}

/// The address of the entries that have something in common.
pub(super) fn like(here: &Here<'_>, name: &str, value: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(name, value);
    here.path(&format!("/entries?{}", query.finish()))
}

fn row(here: &Here<'_>, bytes: &Arc<[u8]>) -> Markup {
    let viewer = here.viewer;
    let Ok(entry) = Entry::read(bytes) else {
        return html! {};
    };
    let data: Value = serde_json::from_str(entry.data.get()).unwrap_or_default();
    let hash = entry::hash(bytes).to_string();
    html! {
        tr id={ "e" (entry.seq) } {
            th scope="row" class="number" { (entry_link(here, entry.seq)) }
            td class="when" data-label=(viewer.say("label-happened")) { (viewer.moment(entry.at)) }
            td class="when" data-label=(viewer.say("label-accepted")) { (viewer.moment(entry.recorded_at)) }
            td { a class="origin" href=(like(here, "stream", entry.stream)) { code { (entry.stream) } } }
            td { a class="origin" href=(like(here, "type", entry.type_name)) { (viewer.texts.word("event", entry.type_name)) } }
            td { a class="origin" href=(like(here, "actor", entry.actor)) { (here.named_with_id(entry.actor)) } }
            td class="said" { (here.in_a_line(&data)) }
            td { (short(&hash)) }
        }
    }
}

/// The entries as CSV (RFC 4180), as many as there are: written while it is read.
pub async fn csv(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let (name, asked) = (path.into_inner(), asked.into_inner());
    viewer.caller.may_read(&name, &service)?;
    // Several are asked for in a row by whoever takes them along: each has its turn.
    let turn = service.audits_of(&viewer.caller).wait().await?;
    let live = ledger(&service, &name).await?;
    let of = Arc::clone(&live);
    let sought = crate::service::beside(move || {
        let mut sought = Sought::read(&Here::of(&of, &viewer)?, &asked)?;
        // A table is read from its beginning.
        sought.newest_first = false;
        Ok(sought)
    })
    .await?;
    let (pieces, mut to_send) = mpsc::channel::<io::Result<web::Bytes>>(PIECES);
    let _writing = web::block(move || {
        let _turn = turn;
        let failed = pieces.clone();
        if let Err(problem) = write(&live, &sought, Pieces::to(pieces)) {
            // The reader sees the answer break off, and not a whole one.
            let _gone = failed.blocking_send(Err(io::Error::other(problem.to_string())));
        }
    });
    let body = stream::poll_fn(move |context| to_send.poll_recv(context));
    let attached = format!("attachment; filename=\"{name}-entries.csv\"");
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_DISPOSITION, attached))
        .streaming(body))
}

fn write(
    live: &crate::live::LiveLedger,
    sought: &Sought,
    pieces: impl io::Write,
) -> Result<(), Problem> {
    let out = io::BufWriter::with_capacity(64 << 10, pieces);
    let mut table = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(out);
    let gone = |e: csv::Error| Problem::internal(&e);
    let head = [
        "seq",
        "recorded_at",
        "at",
        "stream",
        "version",
        "type",
        "actor",
        "submitted_by",
        "id",
        "hash",
        "prev",
        "data",
    ];
    table.write_record(head).map_err(gone)?;
    sought.each(live, |entry, bytes| {
        let hash: Sha256 = entry::hash(bytes);
        let row = [
            entry.seq.to_string(),
            entry.recorded_at.to_string(),
            entry.at.to_string(),
            entry.stream.to_owned(),
            entry.version.to_string(),
            entry.type_name.to_owned(),
            entry.actor.to_owned(),
            entry.submitted_by.to_owned(),
            entry.id.to_string(),
            hash.to_string(),
            entry.prev.to_string(),
            entry.data.get().to_owned(),
        ];
        table.write_record(&row).map_err(gone)
    })?;
    table.flush().map_err(|e| Problem::internal(&e))
}
