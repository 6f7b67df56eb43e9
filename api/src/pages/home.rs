//! The first page: the tournaments that the viewer may read.

use super::{Page, Viewer};
use crate::{
    i18n::foreign::inline,
    problem::Problem,
    review::access::{self, may_list},
    service::{Service, beside},
};
use actix_web::{HttpRequest, HttpResponse, web};
use fupan_domain::{Timestamp, ids::LedgerName};
use fupan_store::Known;
use maud::{Markup, html};

/// The most tournaments that the page tells more of than their names: each has
/// to be opened for it.
const TOLD: usize = 200;

/// A tournament as the list tells of it.
struct Told {
    ledger: LedgerName,
    name: Option<String>,
    place: Option<String>,
    opened: Option<Timestamp>,
    rounds: usize,
    of_rounds: Option<u16>,
    closed: bool,
}

/// The tournaments.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (asked, from) = (viewer.clone(), service.clone());
    let told = beside(move || {
        let names = from.ledgers.list()?.into_iter();
        let may = |name: &LedgerName| may_list(&asked.caller, name, &from);
        let told = names.filter(may).enumerate();
        Ok(told
            .map(|(at, name)| tell(&from, name, at < TOLD))
            .collect::<Vec<_>>())
    })
    .await?;
    let mut names = told.iter().map(|told| &told.ledger);
    if names.any(|name| service.ledgers.known_kind(name) == Some(true)) {
        access::mark(&request);
    }
    let page = Page {
        title: viewer.say("page-events"),
        content: list(&viewer, &told),
        ..Page::default()
    };
    Ok(page.shown(&viewer))
}

fn tell(service: &Service, ledger: LedgerName, more: bool) -> Told {
    let opened = if more {
        service.ledgers.open(&ledger).ok()
    } else {
        None
    };
    let tournament = opened
        .as_ref()
        .and_then(|live| live.open.reader.tournament(Known::Now).ok());
    let opening = tournament.as_ref().and_then(|t| t.opening.as_ref());
    Told {
        name: opening.map(|o| o.name.clone()),
        place: opening.and_then(|o| o.place.clone()),
        opened: opening.map(|o| o.at),
        rounds: tournament.as_ref().map_or(0, |t| t.rounds.len()),
        of_rounds: tournament
            .as_ref()
            .and_then(|t| t.regulations(u32::MAX))
            .map(|r| r.rounds),
        closed: tournament.as_ref().is_some_and(|t| t.closed.is_some()),
        ledger,
    }
}

fn list(viewer: &Viewer, told: &[Told]) -> Markup {
    html! {
        h1 { (viewer.say("page-events")) }
        @if told.is_empty() {
            p { (viewer.say("page-no-events")) }
        } @else {
            ul class="events" {
                @for event in told {
                    li {
                        h2 {
                            a href={ "/l/" (event.ledger) } {
                                @match &event.name { Some(name) => { (inline(name)) } None => { (event.ledger) } }
                            }
                        }
                        p {
                            @if let Some(place) = &event.place { (inline(place)) " · " }
                            @if let Some(opened) = event.opened { (viewer.day(opened)) " · " }
                            @if let Some(of) = event.of_rounds {
                                (viewer.texts.with("page-rounds-of", &[("rounds", event.rounds.to_string().into()), ("of", of.to_string().into())]))
                                " · "
                            }
                            @if event.closed { (viewer.say("page-closed")) } @else { (viewer.say("page-under-way")) }
                        }
                    }
                }
            }
        }
    }
}
