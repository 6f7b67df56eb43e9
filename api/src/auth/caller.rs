//! The one who makes a request, as a handler asks for him.

use super::{Grant, Principal};
use crate::{problem::Problem, service::Service};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web};
use fupan_domain::ids::LedgerName;
use std::{
    future::{Ready, ready},
    sync::Arc,
};

/// The one who makes a request: whom his token stands for, or nobody known.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    grant: Option<Arc<Grant>>,
}

impl Caller {
    /// Reads the token of a request.
    ///
    /// # Errors
    /// When there is one and it is not known or has expired.
    pub fn of(request: &HttpRequest, service: &Service) -> Result<Caller, Problem> {
        let Some(value) = request.headers().get(header::AUTHORIZATION) else {
            return Ok(Caller::default());
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
            Some(grant) => Ok(Caller { grant: Some(grant) }),
            None => Err(Problem::new(
                "unknown_token",
                "the token was never made here, or was revoked",
            )),
        }
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

/// The caller was made out when the request came in.
impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Caller, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        if let Some(caller) = request.extensions().get::<Caller>() {
            return ready(Ok(caller.clone()));
        }
        ready(match request.app_data::<web::Data<Service>>() {
            Some(service) => Caller::of(request, service),
            None => Err(Problem::internal(&"the service is not at hand")),
        })
    }
}
