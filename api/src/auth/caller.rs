//! The one who makes a request, as a handler asks for him: by the token of the
//! request, or by the session of a browser. What a browser sends by itself proves
//! nothing: where a request changes something, a session must prove that the
//! service's own page sent it.

use super::{
    Grant, Principal,
    sessions::{proof, proves},
};
use crate::{problem::Problem, service::Service};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web};
use fupan_domain::ids::LedgerName;
use std::{
    future::{Ready, ready},
    sync::Arc,
};

/// The header in which a page's script sends its proof.
const PROOF: &str = "x-csrf-token";
/// The header in which a browser says where a request comes from (Fetch Metadata Request
/// Headers, section 2.4). No page can set it.
const FROM: &str = "sec-fetch-site";

/// What the cookies of a browser are called, and whether they need TLS.
///
/// Who serves in the clear listens on a loopback address with no proxy before
/// it ([`crate::config::Config::check`]): there a browser would drop a cookie
/// that is `Secure`, and nobody else is on the way. Everywhere else cookies are
/// `__Host-` and `Secure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cookies {
    /// The session's.
    pub session: &'static str,
    /// That of the sign-in form, which stands before any session.
    pub form: &'static str,
    /// The language's.
    pub language: &'static str,
    /// Whether they are for TLS alone.
    pub secure: bool,
}

impl Cookies {
    /// The cookies of a service.
    pub fn of(service: &Service) -> Cookies {
        let server = &service.config.server;
        if server.tls || server.behind_proxy {
            return Cookies {
                session: "__Host-fupan",
                form: "__Host-fupan-form",
                language: "__Host-fupan-lang",
                secure: true,
            };
        }
        Cookies {
            session: "fupan",
            form: "fupan-form",
            language: "fupan-lang",
            secure: false,
        }
    }
}

/// The one who makes a request: whom his token stands for, or nobody known.
#[derive(Clone, Default)]
pub struct Caller {
    grant: Option<Arc<Grant>>,
    /// The secret of his session, where he has one.
    session: Option<Arc<str>>,
    proved: Proved,
}

/// Whether a request that changes something was sent by the service's own page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Proved {
    /// It was, or it needs no proof: it changes nothing, or comes with a token, which no
    /// browser sends by itself.
    #[default]
    Yes,
    /// A request of a session that has its proof still to come.
    NotYet,
    /// The browser says that another site's page sent it: no proof makes it this one's.
    Foreign,
}

impl Caller {
    /// Reads the token of a request, else the session of its cookie. A session
    /// that has ended is none.
    ///
    /// # Errors
    /// When there is a token and it is not known or has expired.
    pub fn of(request: &HttpRequest, service: &Service) -> Result<Caller, Problem> {
        let Some(value) = request.headers().get(header::AUTHORIZATION) else {
            return Caller::of_session(request, service);
        };
        let token = value.to_str().ok().and_then(|text| {
            let (scheme, token) = text.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        let Some(token) = token else {
            let detail = "Authorization: expected Bearer and a token";
            return Err(Problem::new("unknown_token", detail));
        };
        match service.tokens.find(token)? {
            Some(grant) => Ok(Caller {
                grant: Some(grant),
                ..Caller::default()
            }),
            None => Err(Problem::new(
                "unknown_token",
                "the token was never made here, or was revoked",
            )),
        }
    }

    fn of_session(request: &HttpRequest, service: &Service) -> Result<Caller, Problem> {
        let cookies = Cookies::of(service);
        let cookie = request.cookie(cookies.session);
        let is_foreign = (cookie.is_some() || request.cookie(cookies.form).is_some())
            && !request.method().is_safe()
            && is_from_elsewhere(request);
        let nobody = Caller {
            proved: if is_foreign {
                Proved::Foreign
            } else {
                Proved::Yes
            },
            ..Caller::default()
        };
        let Some(cookie) = cookie else {
            return Ok(nobody);
        };
        let secret = cookie.value();
        let Some(token) = service.sessions.find(secret) else {
            return Ok(nobody);
        };
        let Some(grant) = service.tokens.find_by_id(&token)? else {
            return Ok(nobody);
        };
        let sent = request.headers().get(PROOF).and_then(|v| v.to_str().ok());
        let is_proved = sent.is_some_and(|sent| proves(secret, sent));
        Ok(Caller {
            grant: Some(grant),
            session: Some(secret.into()),
            proved: match nobody.proved {
                Proved::Yes if !request.method().is_safe() && !is_proved => Proved::NotYet,
                proved => proved,
            },
        })
    }

    /// What forms and scripts of this caller's pages send along; `None` where he
    /// has no session.
    pub fn proof(&self) -> Option<String> {
        self.session.as_deref().map(proof)
    }

    /// The secret of his session.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The same caller, whose form sent that proof.
    ///
    /// # Errors
    /// When it is not his session's.
    pub fn proved_by(self, sent: &str) -> Result<Caller, Problem> {
        match (self.proved, &self.session) {
            (Proved::NotYet, Some(secret)) if proves(secret, sent) => Ok(Caller {
                proved: Proved::Yes,
                ..self
            }),
            _ => self.need_proved(),
        }
    }

    /// The same caller, whose request was sent by the service's own page, where that matters.
    fn need_proved(self) -> Result<Caller, Problem> {
        let detail = match self.proved {
            Proved::Yes => return Ok(self),
            Proved::NotYet => {
                "the form or the header X-CSRF-Token does not carry what this session's pages send along"
            }
            Proved::Foreign => {
                "Sec-Fetch-Site: a page of another site sent this; expected one of this service's own"
            }
        };
        Err(Problem::new("csrf", detail))
    }

    /// Whether the browser says that a page of another site sent the request.
    pub fn is_foreign(&self) -> bool {
        self.proved == Proved::Foreign
    }

    /// The grant of his token.
    pub fn grant(&self) -> Option<&Grant> {
        self.grant.as_deref()
    }

    /// Whether he is still who he was when the request came: his token was not revoked
    /// and has not expired, and his session has not ended.
    pub fn stands(&self, service: &Service) -> bool {
        let Some(grant) = &self.grant else {
            return true;
        };
        let signed_in = |secret: &str| service.sessions.find(secret).is_some();
        let found = service.tokens.find_by_id(&grant.id);
        // Expired ones are told as an error. A file that can't be read just now ends nothing.
        let stands = found.map_or_else(|e| e.status >= 500, |found| found.is_some());
        stands && self.session.as_deref().is_none_or(signed_in)
    }

    /// The short name of the token.
    pub fn token_id(&self) -> Option<&str> {
        self.grant.as_ref().map(|grant| grant.id.as_str())
    }

    /// Whom the token stands for.
    ///
    /// # Errors
    /// When there is no token.
    pub fn principal(&self) -> Result<&Principal, Problem> {
        match &self.grant {
            Some(grant) => Ok(&grant.principal),
            None => Err(Problem::new(
                "no_token",
                "expected a header Authorization: Bearer fupan_…",
            )),
        }
    }

    /// Whom the token stands for, where it may hand in entries of a ledger.
    ///
    /// # Errors
    /// When there is no token, or it may not.
    pub fn writer(&self, ledger: &LedgerName) -> Result<&Principal, Problem> {
        let principal = self.principal()?;
        principal.may_write(ledger)?;
        Ok(principal)
    }

    /// The keeper of the service.
    ///
    /// # Errors
    /// When it is somebody else.
    pub fn keeper(&self) -> Result<(), Problem> {
        match self.principal()? {
            Principal::Keeper => Ok(()),
            other => {
                let detail = format!(
                    "the token stands for {}: expected the keeper's, who alone makes, lists and revokes tokens",
                    other.words()
                );
                Err(Problem::new("out_of_scope", detail))
            }
        }
    }

    /// Whether a ledger may be read.
    ///
    /// # Errors
    /// When reading needs a token that reaches it, and there is none.
    pub fn may_read(&self, ledger: &LedgerName, service: &Service) -> Result<(), Problem> {
        match &self.grant {
            _ if service.config.access.public_read => Ok(()),
            Some(grant) => grant.principal.may_read(ledger),
            None => self.principal().map(|_| ()),
        }
    }
}

/// Whether a browser says that another site's page, or that of another service on the
/// same site, sent the request. What says nothing, as a program, is taken at its proof.
fn is_from_elsewhere(request: &HttpRequest) -> bool {
    let mut told = request.headers().get_all(FROM);
    told.any(|site| matches!(site.as_bytes(), b"cross-site" | b"same-site"))
}

impl Caller {
    /// The caller as he was made out when the request came in, whether or not he
    /// has proved what he has to: for pages, and for forms that carry their proof.
    ///
    /// # Errors
    /// When the token is not known.
    pub fn as_made_out(request: &HttpRequest) -> Result<Caller, Problem> {
        if let Some(caller) = request.extensions().get::<Caller>() {
            return Ok(caller.clone());
        }
        match request.app_data::<web::Data<Service>>() {
            Some(service) => Caller::of(request, service),
            None => Err(Problem::internal(&"the service is not at hand")),
        }
    }
}

/// The caller was made out when the request came in.
impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Caller, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Caller::as_made_out(request).and_then(Caller::need_proved))
    }
}
