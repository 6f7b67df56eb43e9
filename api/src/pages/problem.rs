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
    let content = html! {
        h1 lang="en" { (problem.title) }
        p lang="en" { (problem.detail) }
        @if !problem.errors.is_empty() {
            ul lang="en" {
                @for fault in &problem.errors { li { code { (fault.pointer) } " " (fault.detail) } }
            }
        }
        @if problem.status == 401 {
            p { a class="button" href=(viewer.sign_in_path()) { (viewer.say("sign-in")) } }
        }
        p { a href=(problem.type_path) { (viewer.say("problem-meaning")) } }
        p class="note" {
            (viewer.say("problem-trace")) " "
            code { (problem.trace_id.as_deref().unwrap_or_default()) }
        }
    };
    let page = Page {
        title: problem.title.to_owned(),
        passing: true,
        content,
        ..Page::default()
    };
    page.put(viewer, answer)
}

/// What a kind of problem means.
pub(crate) fn kind_page(viewer: &Viewer, kind: &Kind, answer: HttpResponseBuilder) -> HttpResponse {
    let page = Page {
        title: kind.title.to_owned(),
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
        h1 lang="en" { (kind.title) }
        p lang="en" { (kind.help) }
        p { (viewer.say(again)) }
        dl {
            div { dt { (viewer.say("problem-code")) } dd { code { (kind.code) } } }
            div { dt { (viewer.say("problem-status")) } dd { (kind.status) } }
        }
    }
}
