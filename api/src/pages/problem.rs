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
        (ways_back(viewer))
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

/// Where to go from here: the same page without what was asked of it, and the pages
/// above it, as far as its address names them.
fn ways_back(viewer: &Viewer) -> Markup {
    let path = viewer.path();
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let own = |text: &str| crate::text::harmless(text);
    let mut ways: Vec<(String, String)> = Vec::new();
    if viewer.here() != path {
        ways.push((path.to_owned(), viewer.say("problem-as-it-is")));
    }
    if let ["l", ledger, rest @ ..] = parts.as_slice() {
        let game = viewer.say("label-game");
        match rest {
            ["games", id, _, ..] => {
                ways.push((
                    format!("/l/{ledger}/games/{id}"),
                    format!("{game} {}", own(id)),
                ));
            }
            ["appeals", id, _, ..] => {
                let name = format!("{} {}", viewer.say("page-appeal"), own(id));
                ways.push((format!("/l/{ledger}/appeals/{id}"), name));
            }
            ["entries", _, ..] => {
                let name = viewer.texts.word("desk", "entries");
                ways.push((format!("/l/{ledger}/entries"), name));
            }
            _ => {}
        }
        if !rest.is_empty() {
            ways.push((format!("/l/{ledger}"), own(ledger)));
        }
    }
    ways.push(("/".to_owned(), viewer.say("page-events")));
    html! {
        nav class="steps" aria-label=(viewer.say("problem-ways")) {
            @for (path, name) in &ways { a class="button plain" href=(path) { (name) } }
        }
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
