//! Who looks at a page, in which language, and where he is: what every page
//! needs to know of its request.

use crate::{
    auth::{Caller, Cookies, Principal},
    i18n::{Lang, Texts, zone::Zone},
    service::Service,
};
use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    http::header::{self, AcceptLanguage, Header},
    web,
};
use fupan_domain::{
    ids::LedgerName,
    official::{Author, EntryClass, Right, Role, right},
    tournament::TournamentState,
};
use std::{
    convert::Infallible,
    future::{Ready, ready},
};

/// The most bytes of what an address asks that a page's links carry on.
const MOST_ASKED: usize = 4096;
/// The most bytes of a host and its port (RFC 1035, section 2.3.4, and six more).
const MOST_OF_A_HOST: usize = 261;

/// Who looks at a page.
#[derive(Clone)]
pub struct Viewer {
    /// Who it is.
    pub caller: Caller,
    /// The texts in the language in which he reads.
    pub texts: &'static Texts,
    /// The time zone of the venue.
    pub zone: Zone,
    /// What cookies are called here.
    pub cookies: Cookies,
    /// Where the service is asked, as `https://go.example.org`.
    pub origin: String,
    path: String,
    asked: Vec<(String, String)>,
    service: Option<web::Data<Service>>,
    /// Whether the page was only asked for, so that its address leads back to it.
    leads_back: bool,
    /// Whether the language was chosen by this very request.
    pub(super) chose_language: bool,
}

impl Viewer {
    /// Who sends a request; nobody known where his token is not.
    pub fn of(request: &HttpRequest) -> Viewer {
        let service = request.app_data::<web::Data<Service>>();
        let shared = service.cloned();
        let query = request.query_string().as_bytes();
        let asked: Vec<(String, String)> = form_urlencoded::parse(query).into_owned().collect();
        let cookies = service.map_or(
            Cookies {
                session: "fupan",
                form: "fupan-form",
                language: "fupan-lang",
                secure: false,
            },
            |service| Cookies::of(service),
        );
        let value = asked.iter().find(|(name, _)| name == "lang");
        let chosen = value.and_then(|(_, tag)| Lang::of_tag(tag));
        let kept = || Lang::of_tag(request.cookie(cookies.language)?.value());
        let lang = chosen.or_else(kept).unwrap_or_else(|| accepted(request));
        let host = request.headers().get(header::HOST);
        let host = host.and_then(|host| host.to_str().ok());
        let host = host.filter(|host| is_host(host)).unwrap_or("localhost");
        let scheme = if cookies.secure { "https" } else { "http" };
        Viewer {
            origin: format!("{scheme}://{host}"),
            caller: Caller::as_made_out(request).unwrap_or_default(),
            texts: Texts::of(lang),
            zone: service.map_or_else(Zone::default, |service| service.zone.clone()),
            cookies,
            path: own_path(request.path()),
            leads_back: request.method().is_safe() && request.path() != "/sign-in",
            asked,
            service: shared,
            chose_language: chosen.is_some(),
        }
    }

    /// The language in which he reads.
    pub fn lang(&self) -> Lang {
        self.texts.lang()
    }

    /// What the address asks, by name.
    pub fn asked(&self, name: &str) -> Option<&str> {
        let found = self.asked.iter().find(|(asked, _)| asked == name);
        found.map(|(_, value)| value.as_str())
    }

    /// All values that the address asks by a name.
    pub fn asked_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let found = self.asked.iter().filter(move |(asked, _)| asked == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The most bytes of a file of evidence that is kept, and the media types.
    pub fn files(&self) -> (u64, &[String]) {
        let evidence = self.service.as_ref().map(|s| &s.config.evidence);
        evidence.map_or((u64::MAX, &[]), |e| (e.bytes, e.media_types.as_slice()))
    }

    /// The path of the page.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The address of the page that he looks at.
    pub fn here(&self) -> String {
        self.with(&[])
    }

    /// The same address with some of what it asks changed; `None` leaves it out. What
    /// no page of the service asks at such a length is left out too: it would stand in
    /// every link of the page.
    pub fn with(&self, changes: &[(&str, Option<&str>)]) -> String {
        let differs = |name: &str| changes.iter().any(|(changed, _)| *changed == name);
        let mut room = MOST_ASKED;
        let kept = self.asked.iter().filter(|(name, value)| {
            // The choice of a language is kept by its cookie; that a form was recorded
            // is said once.
            if differs(name) || name == "lang" || name == "form" {
                return false;
            }
            let fits = name.len() + value.len() <= room;
            if fits {
                room -= name.len() + value.len();
            }
            fits
        });
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(kept);
        query.extend_pairs(
            changes
                .iter()
                .filter_map(|(name, value)| Some((name, (*value)?))),
        );
        match query.finish() {
            query if query.is_empty() => self.path.clone(),
            query => format!("{}?{query}", self.path),
        }
    }

    /// Where he signs in, with the way back.
    pub fn sign_in_path(&self) -> String {
        if !self.leads_back {
            return "/sign-in".to_owned();
        }
        let here = self.here();
        let next: String = form_urlencoded::byte_serialize(here.as_bytes()).collect();
        format!("/sign-in?next={next}")
    }

    /// What a form of this viewer's carries as `csrf`; `None` where nobody is
    /// signed in.
    pub fn proof(&self) -> Option<String> {
        self.caller.proof()
    }

    /// Whom his token stands for.
    pub fn principal(&self) -> Option<&Principal> {
        self.caller.grant().map(|grant| &grant.principal)
    }

    /// The offices that he holds in a ledger now.
    pub fn roles(&self, ledger: &LedgerName, tournament: &TournamentState) -> Vec<Role> {
        match self.principal() {
            Some(Principal::Official {
                official,
                ledger: own,
            }) if own == ledger => {
                let held = |role: &Role| tournament.holds_office(official, |r| r == *role);
                Role::ALL.into_iter().filter(held).collect()
            }
            Some(principal @ Principal::Auditor { .. }) if principal.reaches(ledger) => {
                vec![Role::Auditor]
            }
            _ => Vec::new(),
        }
    }

    /// Whether one of his offices may record entries of a class at all, on some
    /// condition or none: what is then asked of a draft is asked by the ledger.
    pub fn may(
        &self,
        class: EntryClass,
        ledger: &LedgerName,
        tournament: &TournamentState,
    ) -> bool {
        let roles = self.roles(ledger, tournament).into_iter();
        roles
            .map(|role| right(class, Author::Official(role)))
            .any(|right| right != Right::No)
    }
}

/// A path that leads to this service wherever it stands as a link: one that begins
/// with two slashes, or with what browsers take for them, would name another host.
fn own_path(path: &str) -> String {
    format!("/{}", path.trim_start_matches(['/', '\\']))
}

/// Whether that names a host, with its port or without: it is printed as a code and
/// stands in commands that people copy, so that it may hold nothing else.
fn is_host(text: &str) -> bool {
    let of_a_name = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b);
    !text.is_empty() && text.len() <= MOST_OF_A_HOST && text.bytes().all(of_a_name)
}

/// The first language that a browser asks for and the program speaks.
fn accepted(request: &HttpRequest) -> Lang {
    let ranked = AcceptLanguage::parse(request).map(|accepted| accepted.ranked());
    let mut ranked = ranked.unwrap_or_default().into_iter();
    ranked
        .find_map(|preference| Lang::of_tag(preference.item()?.as_str()))
        .unwrap_or_default()
}

impl FromRequest for Viewer {
    type Error = Infallible;
    type Future = Ready<Result<Viewer, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Viewer::of(request)))
    }
}

#[cfg(test)]
mod tests {
    use super::{is_host, own_path};

    #[test]
    fn a_host_is_a_name_or_an_address_and_nothing_else() {
        for host in ["go.example.org", "127.0.0.1:18077", "[::1]:8443", "venue_2"] {
            assert!(is_host(host), "{host}");
        }
        let long = "a".repeat(3500);
        for host in ["", "a b", "x;curl evil|sh", "a'b", "a/b", "a@b", "é", &long] {
            assert!(!is_host(host), "{host}");
        }
    }

    #[test]
    fn a_path_names_no_other_host() {
        assert_eq!(own_path("//evil.example/x"), "/evil.example/x");
        assert_eq!(own_path("/\\evil.example"), "/evil.example");
        assert_eq!(own_path("/l/cup"), "/l/cup");
    }
}
