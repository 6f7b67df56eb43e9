//! How a page is answered: with the headers that keep everything foreign out of
//! it, and the language that was chosen.

use super::{
    Asset, Viewer,
    frame::{Badge, Key, Step, whole},
};
use crate::problem::Problem;
use actix_web::{
    HttpResponse, HttpResponseBuilder, ResponseError,
    cookie::{Cookie, SameSite, time::Duration},
    http::{StatusCode, header},
};
use maud::Markup;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// What a page may load and where its forms may go: this service alone.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// A problem that an answer tells of itself.
#[derive(Clone)]
pub struct ToldByItself(pub Problem);

/// A page, before its frame is put around it.
#[derive(Clone, Default)]
pub struct Page {
    /// What it is, for the window and the heading.
    pub title: String,
    /// Where it lies: tournament, round, board.
    pub steps: Vec<Step>,
    /// The ledger that it shows, as it stands.
    pub badge: Option<Badge>,
    /// What the viewer is here, in words; the frame says it where nothing is said.
    pub role: Option<String>,
    /// Its own scripts, beside the frame's.
    pub scripts: Vec<Asset>,
    /// The style sheet of its foot, where it is made for print.
    pub foot: Option<String>,
    /// Its own keys, which the help lists.
    pub keys: Vec<Key>,
    /// Where the entries come from that change it, and which streams it looks at
    /// (a stream's name, or its beginning up to `/`). Where it looks at none it hears
    /// only of names that are erased.
    pub follows: Option<(String, String)>,
    /// What those are told who don't see the page, as soon as it changes: that a
    /// ruling was published, that a clock runs out.
    pub announces: Option<String>,
    /// Whether it takes the whole width of the window.
    pub wide: bool,
    /// Whether nobody may keep it, as what is told of a problem.
    pub passing: bool,
    /// On which entry of the ledger it rests, where it is a view.
    pub basis: Option<u64>,
    /// What was wrong in what the address asked; the page tells of it itself.
    pub wrong: Option<Problem>,
    /// How many records of people were erased from the ledger.
    pub erased: usize,
    /// The ids of those whose names were erased from it.
    pub nameless: Vec<String>,
    /// The names that the page has in lines of text.
    pub named: Named,
    /// What it says.
    pub content: Markup,
}

/// The names that a page has in lines of text, where nothing marks whose they are, by the
/// ids of those: a page that is begun goes on learning of them while it is written.
#[derive(Clone, Debug, Default)]
pub struct Named(Arc<Mutex<BTreeMap<String, String>>>);

impl Named {
    /// Notes one.
    pub fn note(&self, id: &str, name: &str) {
        let mut named = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        named.insert(id.to_owned(), name.to_owned());
    }

    /// All of them as JSON; none where there are none.
    pub fn json(&self) -> Option<String> {
        let named = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (!named.is_empty()).then(|| serde_json::json!(*named).to_string())
    }
}

impl Page {
    /// The answer, with that status.
    pub fn answer(self, viewer: &Viewer, status: StatusCode) -> HttpResponse {
        let mut answer = HttpResponse::build(status);
        if let Some(seq) = self.basis {
            // As of views, and the same as of its view: a copy from before an erasure is
            // none of the page any more. Nobody is told that a page is unchanged, so one in
            // another language is never taken for it.
            let tag = crate::routes::answer::tag_of(seq, self.erased, "");
            answer.insert_header(header::ETag(tag));
        }
        self.put(viewer, answer)
    }

    /// The answer to somebody who asked to see it.
    pub fn shown(mut self, viewer: &Viewer) -> HttpResponse {
        match self.wrong.take() {
            Some(problem) => self.refused(viewer, &problem),
            None => self.answer(viewer, StatusCode::OK),
        }
    }

    /// The page of a form that was refused: it tells of the problem itself, so
    /// that the form stays filled in.
    pub fn refused(self, viewer: &Viewer, problem: &Problem) -> HttpResponse {
        self.put_refused(viewer, problem, HttpResponse::build(problem.status_code()))
    }

    /// The same on an answer that was begun.
    pub(super) fn put_refused(
        self,
        viewer: &Viewer,
        problem: &Problem,
        answer: HttpResponseBuilder,
    ) -> HttpResponse {
        let mut answer = self.put(viewer, answer);
        if problem.status == 401 {
            let scheme = header::HeaderValue::from_static("Bearer realm=\"fupan\"");
            answer
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, scheme);
        }
        let told = ToldByItself(problem.clone());
        answer.extensions_mut().insert(told);
        answer
    }

    /// The same on an answer that was begun.
    pub fn put(self, viewer: &Viewer, mut answer: HttpResponseBuilder) -> HttpResponse {
        // What is shown hangs on who looks; nothing of it is kept by others, and
        // of somebody who is signed in nothing is kept at all.
        let kept = if self.passing || viewer.caller.session().is_some() {
            "private, no-store"
        } else {
            "private, no-cache"
        };
        if viewer.chose_language {
            answer.cookie(language(viewer));
        }
        answer
            .insert_header((header::CACHE_CONTROL, kept))
            .insert_header((
                header::VARY,
                "Accept, Accept-Language, Authorization, Cookie",
            ))
            .insert_header((header::CONTENT_LANGUAGE, viewer.lang().tag()));
        guarded(&mut answer);
        answer
            .content_type("text/html; charset=utf-8")
            .body(whole(&self, viewer).into_string())
    }
}

/// The headers that keep everything foreign out of a page. There is no HSTS: it
/// would forbid a venue to accept the service's own certificate, and a proxy
/// with another one sets it itself.
pub(super) fn guarded(answer: &mut HttpResponseBuilder) {
    answer
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header(("cross-origin-opener-policy", "same-origin"))
        .insert_header(("cross-origin-resource-policy", "same-origin"))
        .insert_header((
            "permissions-policy",
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        ));
}

fn language(viewer: &Viewer) -> Cookie<'static> {
    cookie(viewer, viewer.cookies.language, viewer.lang().tag())
        .max_age(Duration::days(365))
        .finish()
}

/// A cookie of this service's own.
pub(super) fn cookie(
    viewer: &Viewer,
    name: &'static str,
    value: &str,
) -> actix_web::cookie::CookieBuilder<'static> {
    Cookie::build(name, value.to_owned())
        .path("/")
        .http_only(true)
        .secure(viewer.cookies.secure)
        .same_site(SameSite::Lax)
}
