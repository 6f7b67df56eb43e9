//! The auditor's desk: what a ledger holds and whether it holds together, for
//! whoever may read it. It shows what the audit, the proofs, the log and the
//! question of what if say, by the very code that answers programs; nothing is
//! checked here in a way of its own, and nothing on these pages writes.

mod changes;
mod checkpoints;
mod checks;
mod corrections;
mod differences;
mod entries;
mod entry;
mod proved;
mod search;
mod supposed;
mod timeline;

pub(super) use checks::{command, state_sign};

use super::{Asset, Here, Page, Step};
use crate::routes::{READ, place as at, read};
use actix_web::web;
use maud::{Markup, html};

/// The pages of the desk, by what they are called and where they lie.
const DESK: [&str; 6] = [
    "audit",
    "entries",
    "corrections",
    "timeline",
    "whatif",
    "checkpoints",
];

/// The routes of the desk.
pub fn configure(app: &mut web::ServiceConfig) {
    app.service(at("/l/{ledger}/audit", READ).route(read().to(checks::page)))
        .service(at("/l/{ledger}/entries", READ).route(read().to(entries::page)))
        .service(at("/l/{ledger}/entries.csv", "GET").route(web::get().to(entries::csv)))
        .service(at("/l/{ledger}/entries/{seq}", READ).route(read().to(entry::page)))
        .service(at("/l/{ledger}/corrections", READ).route(read().to(corrections::page)))
        .service(at("/l/{ledger}/timeline", READ).route(read().to(timeline::page)))
        .service(at("/l/{ledger}/checkpoints", READ).route(read().to(checkpoints::page)))
        .service(at("/l/{ledger}/whatif", READ).route(read().to(supposed::page)));
}

/// A page of the desk: its way, and what leads to the others.
fn desk(here: &Here<'_>, name: &str, title: Option<String>) -> Page {
    let own = here.viewer.texts.word("desk", name);
    let mut page = here.page(title.unwrap_or_else(|| own.clone()));
    page.steps.push(Step {
        label: html! { (own) },
        path: here.path(&format!("/{name}")),
    });
    page.wide = true;
    page.scripts = vec![Asset::DESK];
    page
}

/// What leads from the tournament to the desk.
pub(super) fn links(here: &Here<'_>) -> Markup {
    let viewer = here.viewer;
    html! {
        p class="ways noprint" {
            span class="soft" { (viewer.say("desk-check")) }
            @for name in DESK { " " a class="big" href=(here.path(&format!("/{name}"))) { (viewer.texts.word("desk", name)) } }
        }
    }
}

/// What leads from one page of the desk to the others.
fn tabs(here: &Here<'_>, name: &str) -> Markup {
    let viewer = here.viewer;
    html! {
        nav class="tabs" aria-label=(viewer.say("desk-parts")) {
            @for other in DESK {
                a href=(here.path(&format!("/{other}"))) aria-current=[(other == name).then_some("page")] {
                    (viewer.texts.word("desk", other))
                }
            }
        }
        // Its own pages keep the names off; what stands in the log is shown as it stands.
        @if here.tournament.review.as_ref().is_some_and(|review| !review.names_players()) {
            p class="note" { (viewer.say("review-entry-names")) }
        }
    }
}

/// An entry by its number, with the way to it.
fn entry_link(here: &Here<'_>, seq: u64) -> Markup {
    html! { a class="origin tabular" href=(here.path(&format!("/entries/{seq}"))) { "#" (seq) } }
}

/// The first digits of a hash; the whole of it on hover and for programs.
fn short(hash: &str) -> Markup {
    html! { code title=(hash) { (hash.get(..12).unwrap_or(hash)) } }
}
