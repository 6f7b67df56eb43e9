//! A running service, as the command line asks it: views, batches, problems.
//! What goes wrong there is told as the same problem here. Not the load
//! generator's client, which keeps a thousand connections at once.

use crate::problem::Problem;
use fupan_domain::ids::LedgerName;
use serde_json::Value;
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::Path,
    time::Duration,
};
use ureq::{
    Agent,
    http::{Request, Response, Uri, header},
    tls::{Certificate, RootCerts, TlsConfig},
};

/// How long a service may take to accept a connection.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// How long it may take to answer: an audit of a long ledger takes minutes.
const ANSWER_WITHIN: Duration = Duration::from_mins(30);
/// The longest answer that is taken where nothing is known of its length: 256 MiB, an
/// audit of some millions of entries.
const ANSWER_MAX: u64 = 256 << 20;
/// The longest problem that is taken.
const PROBLEM_MAX: u64 = 1 << 20;
/// The most things of a list.
const LIST_MAX: usize = 1 << 20;

/// A form of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// For programs.
    Json,
    /// As people read it.
    Text,
    /// Entries and records, one a line.
    Lines,
    /// As it comes.
    Any,
}

impl Wanted {
    fn media_type(self) -> &'static str {
        match self {
            Wanted::Json => "application/json",
            Wanted::Text => "text/plain",
            Wanted::Lines => "application/jsonl",
            Wanted::Any => "*/*",
        }
    }
}

/// A running service.
pub struct Remote {
    agent: Agent,
    base: String,
    token: Option<String>,
}

impl Remote {
    /// The service at a URL. A token is never sent in the clear to another
    /// machine; `certificate` is a PEM file that is trusted in place of the
    /// usual authorities, as `fupan serve --tls` leaves one in its data folder.
    ///
    /// # Errors
    /// When the URL is none, the certificate can't be read, or a token would
    /// go in the clear.
    pub fn at(
        url: &str,
        token: Option<String>,
        certificate: Option<&Path>,
    ) -> Result<Remote, Problem> {
        let uri: Uri = url.parse().map_err(|e| no_url(url, &e))?;
        let host = uri.host().unwrap_or_default();
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if token.is_none() || is_this_machine(host) => {}
            Some("http") => {
                let detail = format!(
                    "{url} would send the token in the clear: expected https, or this machine"
                );
                return Err(Problem::new("usage", detail));
            }
            _ => return Err(no_url(url, &"it names no host with http:// or https://")),
        }
        if host.is_empty() || uri.query().is_some() {
            return Err(no_url(url, &"expected scheme, host and port alone"));
        }
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .user_agent(concat!("fupan/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(CONNECT_WITHIN))
            .timeout_recv_response(Some(ANSWER_WITHIN));
        if let Some(path) = certificate {
            config = config.tls_config(trusting(path)?);
        }
        Ok(Remote {
            agent: config.build().into(),
            base: url.trim_end_matches('/').to_owned(),
            token,
        })
    }

    /// The same service, asked with another token.
    pub fn with_token(&self, token: &str) -> Remote {
        Remote {
            agent: self.agent.clone(),
            base: self.base.clone(),
            token: Some(token.to_owned()),
        }
    }

    /// Asks for something.
    ///
    /// # Errors
    /// The service's own, or that it can't be reached.
    pub fn get(&self, path: &str, wanted: Wanted) -> Result<String, Problem> {
        self.get_within(path, wanted, ANSWER_MAX)
    }

    /// The same, where no honest answer has more than so many bytes.
    ///
    /// # Errors
    /// The service's own, that it can't be reached, or that it answers more.
    pub fn get_within(&self, path: &str, wanted: Wanted, most: u64) -> Result<String, Problem> {
        let request = self.request("GET", path, wanted);
        self.send(request.body(Vec::new()), most)
    }

    /// Hands a file in, as it is and piece by piece.
    ///
    /// # Errors
    /// The service's own, or that the file can't be read or the service not be reached.
    pub fn post_file(&self, path: &str, file: &Path) -> Result<String, Problem> {
        let opened = File::open(file).map_err(|e| Problem::file(file, &e))?;
        let request = self.request("POST", path, Wanted::Json);
        let request = request.header(header::CONTENT_TYPE, "application/octet-stream");
        let request = request.body(opened);
        let request = request.map_err(|e| Problem::new("usage", e.to_string()))?;
        let answer = self.agent.run(request).map_err(|e| self.unreached(&e))?;
        self.taken(answer, ANSWER_MAX)
    }

    /// Writes what comes of a question, however long it is; answers how many bytes.
    ///
    /// # Errors
    /// The service's own, that it can't be reached, or that nothing more can be written.
    pub fn download(&self, path: &str, out: &mut impl Write) -> Result<u64, Problem> {
        let request = self.request("GET", path, Wanted::Any).body(Vec::new());
        let request = request.map_err(|e| Problem::new("usage", e.to_string()))?;
        let answer = self.agent.run(request).map_err(|e| self.unreached(&e))?;
        if !answer.status().is_success() {
            return self.taken(answer, 0).map(|_| 0);
        }
        let mut body = answer.into_body().into_reader();
        io::copy(&mut body, out).map_err(|e| Problem::new("server", format!("{}: {e}", self.base)))
    }

    /// Follows something that goes on, as server-sent events.
    ///
    /// # Errors
    /// The service's own, or that it can't be reached.
    pub fn follow(&self, path: &str) -> Result<impl io::Read + Send + 'static, Problem> {
        let request = self.request("GET", path, Wanted::Any).body(());
        let request = request.map_err(|e| Problem::new("usage", e.to_string()))?;
        let answer = self.agent.run(request).map_err(|e| self.unreached(&e))?;
        if answer.status().is_success() {
            return Ok(answer.into_body().into_reader());
        }
        let refused = self.taken(answer, 0).err();
        Err(refused.unwrap_or_else(|| self.strange(&"nothing to follow")))
    }

    /// The same, of JSON.
    ///
    /// # Errors
    /// The service's own, or that it can't be reached.
    pub fn json(&self, path: &str) -> Result<Value, Problem> {
        self.read(&self.get(path, Wanted::Json)?)
    }

    /// Hands something in. `media_type` is that of the body.
    ///
    /// # Errors
    /// The service's own, or that it can't be reached.
    pub fn post(
        &self,
        path: &str,
        media_type: &str,
        body: Vec<u8>,
        wanted: Wanted,
    ) -> Result<String, Problem> {
        let request = self.request("POST", path, wanted);
        let request = request.header(header::CONTENT_TYPE, media_type);
        self.send(request.body(body), ANSWER_MAX)
    }

    /// Hands JSON in, and is answered with JSON.
    ///
    /// # Errors
    /// The service's own, or that it can't be reached.
    pub fn post_json(&self, path: &str, body: &Value) -> Result<Value, Problem> {
        let body = body.to_string().into_bytes();
        self.read(&self.post(path, "application/json", body, Wanted::Json)?)
    }

    /// All things of a list, part by part. `path` has no query yet.
    ///
    /// # Errors
    /// The service's own, or that it can't be reached.
    pub fn list(&self, path: &str) -> Result<Vec<Value>, Problem> {
        let mut all = Vec::new();
        let mut next = None::<String>;
        loop {
            let after = next.map_or_else(String::new, |next| format!("&after={next}"));
            let mut part = self.json(&format!("{path}?limit=1000{after}"))?;
            let Some(items) = part["items"].as_array_mut() else {
                return Err(self.strange(&"a list without items"));
            };
            all.append(items);
            if all.len() > LIST_MAX {
                return Err(self.too_long(&format_args!("a list of more than {LIST_MAX} things")));
            }
            match part["next"].as_str() {
                Some(more) => next = Some(more.to_owned()),
                None => return Ok(all),
            }
        }
    }

    /// How many entries a ledger has; none where there is no such ledger.
    ///
    /// # Errors
    /// The service's own, or that it can't be reached.
    pub fn size(&self, ledger: &LedgerName) -> Result<Option<u64>, Problem> {
        match self.json(&format!("/v1/ledgers/{ledger}")) {
            Ok(view) => view["size"]
                .as_u64()
                .map(Some)
                .ok_or_else(|| self.strange(&"a ledger without a size")),
            Err(problem) if problem.code == "store_missing" => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    fn request(&self, method: &str, path: &str, wanted: Wanted) -> ureq::http::request::Builder {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header(header::ACCEPT, wanted.media_type());
        match &self.token {
            Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
            None => request,
        }
    }

    fn send(
        &self,
        request: ureq::http::Result<Request<Vec<u8>>>,
        most: u64,
    ) -> Result<String, Problem> {
        let request = request.map_err(|e| Problem::new("usage", e.to_string()))?;
        let answer = self.agent.run(request).map_err(|e| self.unreached(&e))?;
        self.taken(answer, most)
    }

    /// What was answered, in at most so many bytes, or in those that a problem may have.
    fn taken(&self, mut answer: Response<ureq::Body>, most: u64) -> Result<String, Problem> {
        let most = if answer.status().is_success() {
            most
        } else {
            PROBLEM_MAX
        };
        let body = answer.body_mut().with_config().limit(most);
        let body = body.read_to_string().map_err(|e| match e {
            ureq::Error::BodyExceedsLimit(most) => {
                self.too_long(&format_args!("more than {most} bytes"))
            }
            e => self.unreached(&e),
        })?;
        if answer.status().is_success() {
            return Ok(body);
        }
        Err(Problem::told(&body).unwrap_or_else(|| {
            let status = answer.status();
            self.strange(&format_args!(
                "{status}, which is no problem of this program"
            ))
        }))
    }

    fn read(&self, body: &str) -> Result<Value, Problem> {
        serde_json::from_str(body).map_err(|e| self.strange(&e))
    }

    fn unreached(&self, error: &ureq::Error) -> Problem {
        let detail = match self.advice(error) {
            Some(advice) => format!("{}: {error}: {advice}", self.base),
            None => format!("{}: {error}", self.base),
        };
        Problem::new("server", detail)
    }

    /// What can be done about a service that can't be asked.
    fn advice(&self, error: &ureq::Error) -> Option<String> {
        let (scheme, rest) = self.base.split_once("://")?;
        let io = match error {
            ureq::Error::Protocol(_) if scheme == "http" => {
                return Some(format!(
                    "what listens there does not speak plain HTTP; if it speaks TLS ask for https://{rest}"
                ));
            }
            ureq::Error::Timeout(_) => {
                return Some(
                    "look whether the address is right and nothing lies between".to_owned(),
                );
            }
            ureq::Error::HostNotFound => return Some(NO_HOST.to_owned()),
            ureq::Error::Io(io) => io,
            _ => return None,
        };
        if let Some(tls) = io.get_ref().and_then(|e| e.downcast_ref()) {
            return tls_advice(tls, rest);
        }
        let advice = match io.kind() {
            ErrorKind::ConnectionRefused => {
                "nothing listens there: start the service (fupan serve), or look at the port".to_owned()
            }
            ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof => {
                "the connection was cut: look whether the service speaks TLS (https) there or not (http)"
                    .to_owned()
            }
            // The system's own words are of no kind that has a name.
            _ if io.to_string().contains("failed to lookup") => NO_HOST.to_owned(),
            _ => return None,
        };
        Some(advice)
    }

    fn too_long(&self, what: &impl std::fmt::Display) -> Problem {
        Problem::new("answer_too_long", format!("{} answered {what}", self.base))
    }

    fn strange(&self, what: &impl std::fmt::Display) -> Problem {
        Problem::new("server", format!("{} answered {what}", self.base))
    }
}

const NO_HOST: &str = "no machine has that name here: look how it is spelt, or give the address";

/// What can be done where TLS does not come about.
fn tls_advice(error: &rustls::Error, rest: &str) -> Option<String> {
    use rustls::{CertificateError as Why, Error};
    let advice = match error {
        Error::InvalidCertificate(Why::UnknownIssuer) => {
            "no authority vouches for its certificate: if it is the service's own, name the file with --certificate (certificate.pem in the folder tls of its data folder)".to_owned()
        }
        Error::InvalidCertificate(Why::NotValidForName | Why::NotValidForNameContext { .. }) => {
            "its certificate is for other names: ask by one of those, or have it made for this one with serve --tls-name".to_owned()
        }
        Error::InvalidCertificate(Why::Expired | Why::ExpiredContext { .. }) => {
            "its certificate has expired, or this machine's clock is wrong: remove the folder tls of the data folder and start the service again for a new one".to_owned()
        }
        Error::InvalidCertificate(Why::NotValidYet | Why::NotValidYetContext { .. }) => {
            "its certificate is not valid yet: look at this machine's clock".to_owned()
        }
        Error::InvalidMessage(_) => format!(
            "what listens there does not speak TLS; if it is on this machine ask for http://{rest}"
        ),
        _ => return None,
    };
    Some(advice)
}

fn no_url(url: &str, why: &impl std::fmt::Display) -> Problem {
    Problem::new(
        "usage",
        format!("{url} is no address of a service: {why}, as http://127.0.0.1:8080"),
    )
}

fn is_this_machine(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let address: Result<std::net::IpAddr, _> = bare.parse();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

fn trusting(path: &Path) -> Result<TlsConfig, Problem> {
    let pem = fs::read(path).map_err(|e| Problem::file(path, &e))?;
    let certificate = Certificate::from_pem(&pem)
        .map_err(|e| Problem::new("file", e.to_string()).in_file(path))?;
    Ok(TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&[certificate]))
        .build())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(url: &str, token: Option<&str>) -> Problem {
        Remote::at(url, token.map(str::to_owned), None)
            .err()
            .unwrap()
    }

    #[test]
    fn a_token_goes_in_the_clear_to_this_machine_alone() {
        let token = || Some("fupan_0".to_owned());
        for url in [
            "http://127.0.0.1:8080",
            "http://[::1]:1/",
            "http://localhost",
            "https://venue.example",
        ] {
            assert!(Remote::at(url, token(), None).is_ok(), "{url}");
        }
        assert!(Remote::at("http://venue.example", None, None).is_ok());
        for url in ["http://venue.example", "http://127.0.0.1.example:80"] {
            assert_eq!(refused(url, Some("fupan_0")).code, "usage", "{url}");
        }
        for url in ["venue", "ftp://venue", "", "http://venue?x=1"] {
            assert_eq!(refused(url, None).code, "usage", "{url}");
        }
    }
}
