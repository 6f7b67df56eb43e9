//! Signing in with a token, and out. The token itself is sent once and kept
//! nowhere; from then on the browser has a session.

use super::{Page, Posted, Viewer, answer::cookie, frame::shown};
use crate::{
    auth::{
        Principal,
        sessions::{proof, secret},
    },
    problem::Problem,
    service::{Service, beside},
    telemetry,
};
use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    cookie::{Cookie, time::Duration},
    http::{StatusCode, header},
    web,
};
use maud::{Markup, html};

/// The form.
pub async fn page(request: HttpRequest, viewer: Viewer) -> Result<HttpResponse, Problem> {
    let next = local(viewer.asked("next").unwrap_or("/")).to_owned();
    form(&request, &viewer, &next, None)
}

/// The form, with what went wrong the last time. Before anybody is signed in,
/// a cookie of its own has the secret that the form's proof follows from.
fn form(
    request: &HttpRequest,
    viewer: &Viewer,
    next: &str,
    wrong: Option<&Problem>,
) -> Result<HttpResponse, Problem> {
    let kept = request.cookie(viewer.cookies.form);
    let kept = kept.map(|cookie| cookie.value().to_owned());
    let fresh = kept.filter(|secret| secret.len() == 64);
    let secret = match fresh {
        Some(secret) => secret,
        None => secret()?,
    };
    let proof = viewer.proof().unwrap_or_else(|| proof(&secret));
    let page = Page {
        title: viewer.say("sign-in"),
        content: fields(viewer, &proof, next, wrong),
        ..Page::default()
    };
    let status = wrong.map_or(StatusCode::OK, ResponseError::status_code);
    let mut answer = HttpResponse::build(status);
    answer.cookie(cookie(viewer, viewer.cookies.form, &secret).finish());
    Ok(match wrong {
        None => page.put(viewer, answer),
        Some(problem) => page.put_refused(viewer, problem, answer),
    })
}

fn fields(viewer: &Viewer, proof: &str, next: &str, wrong: Option<&Problem>) -> Markup {
    html! {
        h1 { (viewer.say("sign-in")) }
        @if let Some(problem) = wrong {
            div class="wrong" role="alert" {
                p { strong { "⚠ " (viewer.say("sign-refused")) } }
                p { a href="#token" { (viewer.told(problem)) } }
            }
        }
        p { (viewer.say("sign-explained")) }
        form method="post" action="/sign-in" class="stacked" {
            input type="hidden" name="csrf" value=(proof);
            input type="hidden" name="next" value=(next);
            label for="token" { (viewer.say("sign-token")) }
            input id="token" name="token" type="password" autocomplete="current-password" required
                spellcheck="false" autocapitalize="none" aria-invalid=[wrong.map(|_| "true")];
            button { (viewer.say("sign-in")) }
        }
    }
}

/// Begins a session.
pub async fn sign_in(
    service: web::Data<Service>,
    request: HttpRequest,
    posted: Posted,
) -> Result<HttpResponse, Problem> {
    let viewer = &posted.viewer;
    let next = local(posted.field("next")).to_owned();
    let token = posted.field("token").to_owned();
    let (book, before) = (
        service.clone(),
        posted.caller().session().map(str::to_owned),
    );
    let begun = beside(move || {
        let grant = book.tokens.find(&token)?.ok_or_else(|| {
            Problem::new(
                "unknown_token",
                "the token was never made here, or was revoked",
            )
        })?;
        if let Some(before) = before {
            book.sessions.end(&before)?;
        }
        let session = book.sessions.begin(&grant)?;
        Ok((session, grant.principal.clone()))
    })
    .await;
    match begun {
        Ok((session, principal)) => {
            let next = led_to(&next, &principal);
            let lasts = Duration::seconds(service.sessions.lasts_s());
            let session = cookie(viewer, viewer.cookies.session, &session).max_age(lasts);
            Ok(HttpResponse::SeeOther()
                .cookie(session.finish())
                .cookie(gone(viewer, viewer.cookies.form))
                .insert_header((header::LOCATION, next))
                .insert_header((header::CACHE_CONTROL, "no-store"))
                .finish())
        }
        Err(problem) if problem.status == 401 => {
            let address = telemetry::address(&request, service.config.server.behind_proxy);
            let problem = service.rates.failed(address, problem);
            form(&request, viewer, &next, Some(&problem))
        }
        Err(problem) => Err(problem),
    }
}

/// Where somebody goes who has signed in: where he wanted to, else to the event that
/// he is an official of.
fn led_to(next: &str, principal: &Principal) -> String {
    match principal {
        Principal::Official { ledger, .. } if next == "/" => format!("/l/{ledger}"),
        _ => next.to_owned(),
    }
}

/// Ends the session. Where it has ended already there is nothing to end; the form of
/// another session than the browser's ends none, and says whose that is.
pub async fn sign_out(
    service: web::Data<Service>,
    request: HttpRequest,
    viewer: Viewer,
    posted: Result<Posted, actix_web::Error>,
) -> Result<HttpResponse, actix_web::Error> {
    let session = viewer.caller.session().map(str::to_owned);
    match (posted, session) {
        (Err(_), Some(_)) => return Ok(of_another(&viewer)),
        (Ok(_), Some(session)) => beside(move || service.sessions.end(&session)).await?,
        (_, None) => {}
    }
    let mut answer = HttpResponse::SeeOther();
    // A form from elsewhere comes without the cookie, and takes none away.
    if request.cookie(viewer.cookies.session).is_some() {
        answer.cookie(gone(&viewer, viewer.cookies.session));
    }
    Ok(answer
        .insert_header((header::LOCATION, "/"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header(("clear-site-data", "\"cache\""))
        .finish())
}

/// The page of a form to sign out that was another session's.
fn of_another(viewer: &Viewer) -> HttpResponse {
    let problem = Problem::new("csrf", "the form to sign out was another session's");
    let content = html! {
        h1 { (viewer.say("sign-out")) }
        p { "⚠ " (viewer.say("sent-of-another")) }
        @if let Some(principal) = viewer.principal() { p { (viewer.say("sign-as")) " " strong { (shown(viewer, principal)) } } }
        form method="post" action="/sign-out" data-unheard=(viewer.say("sign-out-unheard")) {
            input type="hidden" name="csrf" value=[viewer.proof()];
            button { (viewer.say("sign-out")) }
        }
    };
    let page = Page {
        title: viewer.say("sign-out"),
        passing: true,
        content,
        ..Page::default()
    };
    page.refused(viewer, &problem)
}

/// A cookie that takes an earlier one away.
fn gone(viewer: &Viewer, name: &'static str) -> Cookie<'static> {
    cookie(viewer, name, "").max_age(Duration::ZERO).finish()
}

/// A path of this service's own; whatever could lead elsewhere leads home.
fn local(path: &str) -> &str {
    let is_local = path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains('\\')
        && path.bytes().all(|b| b.is_ascii_graphic());
    if is_local { path } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::local;

    #[test]
    fn nothing_leads_elsewhere_after_signing_in() {
        assert_eq!(local("/l/cup?move=3"), "/l/cup?move=3");
        for path in [
            "",
            "//example.org",
            "https://example.org",
            "/\\example.org",
            "/\n/x",
            "l/cup",
        ] {
            assert_eq!(local(path), "/", "{path}");
        }
    }
}
