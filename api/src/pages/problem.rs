//! A problem as a page: the same that programs are told, with the way to sign in
//! where that would help.

use super::{Page, Viewer, answer::guarded};
use crate::problem::{Kind, Problem};
use actix_web::{HttpResponse, HttpResponseBuilder};
use maud::{Markup, html};

/// What is told of a problem, put into an answer that was begun.
pub(crate) fn problem_page(
    viewer: &Viewer,
    problem: &Problem,
    mut answer: HttpResponseBuilder,
) -> HttpResponse {
    guarded(&mut answer);
    let title = title_of(viewer, problem.code, problem.title);
    let content = html! {
        h1 { (title) }
        p lang="en" { (problem.detail) }
        @if !problem.errors.is_empty() {
            ul lang="en" {
                @for fault in &problem.errors { li { code { (fault.pointer) } " " (fault.detail) } }
            }
        }
        @if problem.status == 401 {
            p { a class="button" href=(viewer.sign_in_path()) { (viewer.say("sign-in")) } }
        }
        @if let Some((path, label)) = above(viewer) { p { a class="button plain" href=(path) { "← " (label) } } }
        p { a href=(problem.type_path) { (viewer.say("problem-meaning")) } }
        p class="note" {
            (viewer.say("problem-trace")) " "
            code { (problem.trace_id.as_deref().unwrap_or_default()) }
        }
    };
    let page = Page {
        title,
        passing: true,
        content,
        ..Page::default()
    };
    page.put(viewer, answer)
}

/// What the page that was asked for lies under: a game, an appeal, the tournament.
fn above(viewer: &Viewer) -> Option<(String, String)> {
    let mut parts = viewer.path().split('/').skip(1);
    let ledger = (parts.next()? == "l").then(|| parts.next())??;
    let parts: Vec<&str> = parts.collect();
    // The page itself, asked for without what it could not show.
    let asks = viewer.here() != viewer.path();
    let label = |key: &str, name: &str| {
        let name = crate::text::harmless(name);
        format!("{} {name}", viewer.say(key))
    };
    match parts.as_slice() {
        [kind @ ("games" | "appeals"), id, rest @ ..] if !rest.is_empty() || asks => {
            let key = if *kind == "games" {
                "label-game"
            } else {
                "appeals-one"
            };
            Some((format!("/l/{ledger}/{kind}/{id}"), label(key, id)))
        }
        [] if !asks => None,
        _ => Some((format!("/l/{ledger}"), label("label-tournament", ledger))),
    }
}

/// The title in the viewer's language.
fn title_of(viewer: &Viewer, code: &str, english: &str) -> String {
    let said = viewer.texts.problem_title(code);
    said.unwrap_or_else(|| english.to_owned())
}

/// What a kind of problem means.
pub(crate) fn kind_page(viewer: &Viewer, kind: &Kind, answer: HttpResponseBuilder) -> HttpResponse {
    let page = Page {
        title: title_of(viewer, kind.code, kind.title),
        content: about(viewer, kind),
        ..Page::default()
    };
    page.put(viewer, answer)
}

fn about(viewer: &Viewer, kind: &Kind) -> Markup {
    let again = if kind.retryable {
        "problem-again"
    } else {
        "problem-not-again"
    };
    html! {
        h1 { (title_of(viewer, kind.code, kind.title)) }
        p lang="en" { (kind.help) }
        p { (viewer.say(again)) }
        dl {
            div { dt { (viewer.say("problem-code")) } dd { code { (kind.code) } } }
            div { dt { (viewer.say("problem-status")) } dd { (kind.status) } }
        }
    }
}
