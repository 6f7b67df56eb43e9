//! A form that was sent: its fields, and the caller, who proved that the form
//! was this service's own. There is no other way from a form to its fields.

use super::{Page, Viewer, frame::shown};
use crate::{
    auth::{Caller, sessions::proves},
    i18n::foreign::quoted,
    problem::Problem,
    routes::reading::body,
    service::Service,
};
use actix_web::{FromRequest, HttpRequest, dev::Payload, error::InternalError, http::header, web};
use maud::{Markup, html};
use std::{future::Future, pin::Pin};
use unicode_normalization::UnicodeNormalization;

/// The most bytes of a form: a letter of Chinese takes nine there, and what is too long
/// for an entry comes back to be shortened.
const MOST: usize = 1 << 20;
/// The most bytes of the form by which somebody signs in, whom nobody knows yet.
const SIGN_IN_MOST: usize = 8 << 10;
/// The field that carries the proof.
const PROOF: &str = "csrf";

/// A form that was sent, by somebody who may have.
#[derive(Clone)]
pub struct Posted {
    /// Who sent it, in which language, and where.
    pub viewer: Viewer,
    fields: Vec<(String, String)>,
}

impl Posted {
    /// The value of a field, without the spaces around it; empty where there is none.
    pub fn field(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(field, _)| field == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// All values of a field that may stand several times.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let found = self.fields.iter().filter(move |(field, _)| field == name);
        found.map(|(_, value)| value.trim())
    }

    /// What stands in it, to be read by name and put into a form once more.
    pub fn filled(&self) -> Filled {
        Filled(self.fields.clone())
    }

    /// The caller.
    pub fn caller(&self) -> &Caller {
        &self.viewer.caller
    }

    async fn read(
        request: HttpRequest,
        mut payload: web::Payload,
    ) -> Result<Posted, actix_web::Error> {
        let service = request.app_data::<web::Data<Service>>().cloned();
        let service = service.ok_or_else(|| Problem::internal(&"the service is not at hand"))?;
        let given = request.headers().get(header::CONTENT_TYPE);
        let given = given.and_then(|v| v.to_str().ok()).unwrap_or_default();
        if !given.starts_with("application/x-www-form-urlencoded") {
            let detail =
                format!("Content-Type {given:?}: expected application/x-www-form-urlencoded");
            return Err(Problem::new("media_type", detail).into());
        }
        let mut limits = service.config.limits.clone();
        let most = if request.path() == "/sign-in" {
            SIGN_IN_MOST
        } else {
            MOST
        };
        limits.body_bytes = limits.body_bytes.min(most);
        let body = body(&request, &mut payload, &limits).await?;
        let fields: Vec<(String, String)> = form_urlencoded::parse(&body).into_owned().collect();
        let mut viewer = Viewer::of(&request);
        let mut posted = Posted {
            viewer: viewer.clone(),
            fields,
        };
        let sent = posted.field(PROOF);
        if viewer.caller.session().is_none() && viewer.caller.grant().is_none() {
            need_form_cookie(&request, &viewer, sent).map_err(|e| posted.given_back(e))?;
        }
        let proved = viewer.caller.proved_by(sent);
        viewer.caller = proved.map_err(|e| posted.given_back(e))?;
        posted.viewer = viewer;
        Ok(posted)
    }

    /// What was sent without a session, or with a form of another one: the reason, and
    /// all that was written, which the form takes up again. Nothing of it is recorded
    /// by that: each form is shown once more before.
    fn given_back(&self, problem: Problem) -> actix_web::Error {
        let viewer = &self.viewer;
        // What another site wrote is not put before the viewer as if it were his.
        if viewer.caller.is_foreign() || matches!(viewer.path(), "/sign-in" | "/sign-out") {
            return problem.into();
        }
        let here = viewer.here();
        let next: String = form_urlencoded::byte_serialize(here.as_bytes()).collect();
        let filled = self.filled();
        let step = filled.get("step");
        let step = match step.trim_end_matches("-record") {
            "" | "record" | "review" | "edit" => "edit".to_owned(),
            step => format!("{}-edit", step.trim_end_matches("-edit")),
        };
        let of_the_form = ["csrf", "key", "seen", "game_seen", "step", "confirmed"];
        let written = self.fields.iter().filter(|(name, value)| {
            !of_the_form.contains(&name.as_str()) && !value.trim().is_empty()
        });
        let content = html! {
            h1 { (viewer.say("sent-title")) }
            div class="wrong" role="alert" {
                p { strong { "⚠ " (viewer.say(if problem.status == 401 { "sent-signed-out" } else { "sent-of-another" })) } }
                p { (viewer.say("sent-nothing")) }
            }
            @match viewer.principal() {
                Some(principal) => { p { (viewer.say("sign-as")) " " strong { (shown(viewer, principal)) } } }
                None => {
                    p { a class="button" href={ "/sign-in?next=" (next) } target="_blank" rel="noopener" { (viewer.say("sign-in")) } }
                    p class="note" { (viewer.say("sent-then")) }
                }
            }
            form method="post" action=(here) class="act" data-given-back[viewer.principal().is_none()] {
                input type="hidden" name="csrf" value=[viewer.proof()];
                input type="hidden" name="step" value=(step);
                (filled.hidden(&["step", "confirmed", "board"]))
                button class="plain" { (viewer.say("sent-go-on")) }
            }
            section aria-labelledby="written" {
                h2 id="written" { (viewer.say("sent-written")) }
                dl {
                    @for (name, value) in written {
                        div { dt { code { (name) } } dd { (quoted(value)) } }
                    }
                }
            }
        };
        let page = Page {
            title: viewer.say("sent-title"),
            passing: true,
            content,
            ..Page::default()
        };
        let answer = page.refused(viewer, &problem);
        InternalError::from_response(problem, answer).into()
    }
}

/// Before there is a session, the cookie of the sign-in form has the secret. Any
/// other form needs somebody who is signed in.
fn need_form_cookie(request: &HttpRequest, viewer: &Viewer, sent: &str) -> Result<(), Problem> {
    if request.path() != "/sign-in" {
        let detail = "the session has ended: sign in again, and send the form once more";
        return Err(Problem::new("no_token", detail));
    }
    let secret = request.cookie(viewer.cookies.form);
    if secret.is_some_and(|secret| proves(secret.value(), sent)) {
        return Ok(());
    }
    let detail = "the form does not carry what its cookie answers to";
    Err(Problem::new("csrf", detail))
}

/// What stands in the fields of a form, sent or not.
#[derive(Clone, Debug, Default)]
pub struct Filled(Vec<(String, String)>);

impl Filled {
    /// The value of a field as a ledger takes it: without the spaces around it,
    /// with lines ended as everywhere and letters composed (NFC), which a browser
    /// does not see to. Empty where there is none.
    pub fn get(&self, name: &str) -> String {
        let found = self.0.iter().find(|(field, _)| field == name);
        found.map_or_else(String::new, |(_, value)| composed(value))
    }

    /// The same; `None` where it is empty.
    pub fn some(&self, name: &str) -> Option<String> {
        Some(self.get(name)).filter(|value| !value.is_empty())
    }

    /// All values of a field that may stand several times.
    pub fn all(&self, name: &str) -> Vec<String> {
        let found = self.0.iter().filter(|(field, _)| field == name);
        found.map(|(_, value)| composed(value)).collect()
    }

    /// Whether one of the field's values is that.
    pub fn has(&self, name: &str, value: &str) -> bool {
        let found = |(field, sent): &(String, String)| field == name && sent.trim() == value;
        self.0.iter().any(found)
    }

    /// Whether something stands in a field whose name begins so.
    pub fn begins(&self, names: &[&str]) -> bool {
        let found = |(field, sent): &(String, String)| {
            !sent.trim().is_empty() && names.iter().any(|name| field.starts_with(name))
        };
        self.0.iter().any(found)
    }

    /// The same with another value in a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Filled {
        self.0.retain(|(field, _)| field != name);
        self.0.push((name.to_owned(), value.to_owned()));
        self
    }

    /// All that stands in it but in some fields, as hidden fields.
    pub fn hidden(&self, but: &[&str]) -> Markup {
        let kept = self.0.iter().filter(|(name, value)| {
            name != PROOF && !value.is_empty() && !but.contains(&name.as_str())
        });
        html! { @for (name, value) in kept { input type="hidden" name=(name) value=(value); } }
    }
}

fn composed(value: &str) -> String {
    let lines = value.trim().replace("\r\n", "\n");
    lines.nfc().collect()
}

impl FromRequest for Posted {
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Posted, actix_web::Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let payload = web::Payload::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            let payload = payload.await.map_err(|e| Problem::internal(&e))?;
            Posted::read(request, payload).await
        })
    }
}
