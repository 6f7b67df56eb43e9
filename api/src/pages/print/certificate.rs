//! The certificate of an audit: what was examined, what each check ended in, and
//! what to type to have it done again. It says what the last audit said, and
//! nothing where there was none.

use super::sheet;
use crate::{
    live::Audited,
    pages::{
        Here, Step, Viewer,
        desk::{command, state_sign},
        frame::{grouped, sign, verdict_key},
        page_of_ledger,
    },
    problem::Problem,
    service::Service,
};
use actix_web::{HttpResponse, web};
use fupan_domain::ids::LedgerName;
use fupan_replay::{
    audit::{CheckView, PartView},
    verify::CheckState,
    views::Severity,
};
use fupan_store::Proofs;
use maud::{Markup, html};

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    page_of_ledger(&service, viewer, &path, move |here| {
        let title = here.viewer.say("print-certificate-title");
        let mut page = here.page(title.clone());
        page.steps.push(Step {
            label: html! { (here.viewer.texts.word("desk", "audit")) },
            path: here.path("/audit"),
        });
        page.steps.push(Step {
            label: html! { (title) },
            path: here.path("/certificate"),
        });
        let content = if let Some(last) = here.live.last_audit() {
            certificate(here, &title, &last)
        } else {
            html! {
                h1 { (title) }
                p { (here.viewer.say("print-no-audit")) " " a href=(here.path("/audit")) { (here.viewer.texts.word("desk", "audit")) } }
            }
        };
        Ok(sheet(here, page, &content))
    })
    .await
}

fn certificate(here: &Here<'_>, title: &str, last: &Audited) -> Markup {
    let (viewer, view) = (here.viewer, &last.view);
    let store = &here.live.open.store;
    let signed = store.checkpoint();
    let of = |severity: Severity| {
        let count = view
            .discrepancies
            .iter()
            .filter(|d| d.severity == severity)
            .count();
        count.to_string()
    };
    let counts = [
        ("errors", of(Severity::Error).into()),
        ("remarks", of(Severity::Remark).into()),
        ("notes", of(Severity::Note).into()),
    ];
    html! {
        h1 { (title) }
        p class="verdict" {
            strong { (sign(view.verdict)) " " (viewer.say(verdict_key(view.verdict))) } " · "
            (viewer.texts.with("audit-of", &[("size", grouped(view.size).into())]))
        }
        dl {
            @if let Some(opening) = &here.tournament.opening {
                div { dt { (viewer.say("label-tournament")) } dd { (crate::i18n::foreign::inline(&opening.name)) } }
                div { dt { (viewer.say("label-edition")) } dd { (viewer.texts.word("edition", opening.edition.id.name())) } }
            }
            div { dt { (viewer.say("page-ledger")) } dd { code { (view.ledger) } } }
            div { dt { (viewer.say("page-last-hash")) } dd { code class="hash" { (view.head) } } }
            @if let Some(at) = view.recorded_at { div { dt { (viewer.say("label-accepted")) } dd { (viewer.moment(at)) } } }
            div { dt { (viewer.say("audit-made")) } dd { (viewer.moment(last.at)) } }
            @if let Some(signed) = &signed {
                div { dt { (viewer.say("state-last-checkpoint")) } dd {
                    (viewer.texts.with("page-entries", &[("size", grouped(signed.checkpoint().size()).into())])) " · "
                    code { (signed.checkpoint().origin()) } br; code class="hash" { (signed.checkpoint().root()) }
                } }
            }
            @for key in store.keys() { div { dt { (viewer.say("print-key")) } dd { code class="hash" { (key) } } } }
            div { dt { (viewer.say("audit-found")) } dd { (viewer.texts.with("print-found", &counts)) } }
        }
        h2 { (viewer.say("audit-ladder")) }
        table class="checks" { tbody { @for (name, part) in view.parts() { (rows(here, name, part)) } } }
        // A signature never stands alone on a page: it says nothing there.
        section class="together" {
            h2 { (viewer.say("audit-yourself")) }
            (command(viewer, "run-elsewhere", &format!("fupan verify {0}.zip --key KEY", here.ledger)))
            p class="note" { (viewer.say("audit-key-from-elsewhere")) }
            p class="note" { (viewer.texts.with("audit-of", &[("size", grouped(view.size).into())])) " · " code class="hash" { (view.head) } }
            div class="signed" { p { span class="blank" {} br; (viewer.texts.word("role", "auditor")) } }
        }
    }
}

/// A part, and its checks.
fn rows(here: &Here<'_>, name: &str, part: &PartView) -> Markup {
    let viewer = here.viewer;
    let line = |check: &CheckView| {
        let first = |seq: &u64, sentence: &str| {
            Some(html! { span lang="en" { "#" (seq) " " (here.sentence(sentence)) } })
        };
        let (state, more) = match &check.state {
            CheckState::Sound => ("sound", None),
            CheckState::Unchecked { reason } => ("unchecked", Some(viewer.reason(reason))),
            CheckState::Remarks { seq, sentence } => ("remarks", first(seq, sentence)),
            CheckState::Broken { seq, sentence } => ("broken", first(seq, sentence)),
        };
        html! {
            tr class=(state) {
                td class="state" { (state_sign(state)) " " (viewer.texts.word("check-state", state)) }
                td {
                    (viewer.texts.word("check", check.check))
                    @if let Some(more) = more { " " span class="soft" { (more) } }
                }
                td class="number" { @if check.made > 0 { (grouped(check.made)) } }
            }
        }
    };
    html! {
        tr { th scope="rowgroup" colspan="3" {
            (state_sign(part.state)) " " (viewer.texts.word("audit-part", name)) ": " (viewer.texts.word("check-state", part.state))
            @if let Some(reason) = part.reason.or(part.against) { " " span class="soft" { (viewer.reason(reason)) } }
        } }
        @for check in &part.checks { (line(check)) }
    }
}
