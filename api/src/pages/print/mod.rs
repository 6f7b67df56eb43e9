//! Sheets for print (A4): game records, round sheets, result slips, standings and
//! the certificate of an audit. They are pages like others, from the same views;
//! what each sheet bears at its foot is a style sheet of its own (CSS paged media),
//! since only that is repeated on every page that is printed.

mod certificate;
mod foot;
mod record;
mod round;

use super::{Here, Page};
use crate::routes::{READ, place as at, read};
use actix_web::web;
use fupan_store::EventStore;
use maud::{Markup, html};

/// The routes of the sheets.
pub fn configure(app: &mut web::ServiceConfig) {
    app.service(at("/l/{ledger}/games/{game}/print", READ).route(read().to(record::page)))
        .service(at("/l/{ledger}/print/round", READ).route(read().to(round::page)))
        .service(at("/l/{ledger}/print/slips", READ).route(read().to(round::slips)))
        .service(at("/l/{ledger}/print/standings", READ).route(read().to(round::standings)))
        .service(at("/l/{ledger}/certificate", READ).route(read().to(certificate::page)))
        .service(at("/l/{ledger}/foot.css", READ).route(read().to(foot::style)))
        .service(at("/l/{ledger}/entries/{seq}/qr.svg", READ).route(read().to(foot::code)));
}

/// Makes a page a sheet: with its foot, and a word on how it is printed.
fn sheet(here: &Here<'_>, mut page: Page, content: &Markup) -> Page {
    let seq = here.live.open.store.head().size.saturating_sub(1);
    page.foot = Some(foot_of(here, seq));
    page.content = html! {
        p class="noprint note" { (here.viewer.say("print-how")) }
        div class="paper" { (content) }
    };
    page
}

/// The style sheet of the foot of a sheet that rests on an entry.
pub(super) fn foot_of(here: &Here<'_>, seq: u64) -> String {
    here.path(&format!("/foot.css?seq={seq}"))
}

/// What leads from a tournament to its sheets.
pub(super) fn links(here: &Here<'_>, round: Option<u32>) -> Markup {
    let viewer = here.viewer;
    let of_round = |name: &str| {
        let round = round.map(|round| format!("?round={round}"));
        here.path(&format!("/print/{name}{}", round.unwrap_or_default()))
    };
    html! {
        @if round.is_some() {
            p class="ways noprint" {
                span class="soft" { (viewer.say("print-sheets")) }
                @for name in ["round", "slips", "standings"] {
                    " " a class="big" href=(of_round(name)) { (viewer.texts.word("print", name)) }
                }
            }
        }
    }
}
