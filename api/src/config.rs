//! The settings of the service: what stands in a file, what the environment
//! puts over it, and what follows from both. Not what a verb's options say;
//! those are laid on top by the verb.

use crate::{i18n::zone::Zone, problem::Problem};
use config::{Environment, File, FileFormat};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

/// The shortest time for a request's head.
const HEAD_WITHIN_MIN_MS: u64 = 1_000;

/// What a browser sends with a session has room.
const HEAD_BYTES_MIN: u64 = 1 << 10;

/// The library's own buffer for a head ends at 128 KiB, and it would refuse without a word.
const HEAD_BYTES_MAX: u64 = 96 << 10;

/// All settings. Each has a default; an unknown one is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where the service listens, and where its data are.
    pub server: Server,
    /// Who may read.
    pub access: Access,
    /// What one request may be.
    pub limits: Limits,
    /// How many requests a client may make.
    pub rates: Rates,
    /// What is kept open.
    pub ledgers: Ledgers,
    /// What people meet in a browser.
    pub pages: Pages,
    /// What evidence is kept.
    pub evidence: Evidence,
    /// How it can be shown that nothing was changed.
    pub proof: Proof,
    /// What is told on stderr.
    pub log: Log,
}

/// Where the service listens, and where its data are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Server {
    /// The data folder.
    pub data: PathBuf,
    /// Address and port; port 0 takes any free one.
    pub listen: SocketAddr,
    /// A proxy in front ends TLS and tells the client's address in the last
    /// entry of `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Speak TLS, with a certificate of its own from the data folder.
    pub tls: bool,
    /// For whom that certificate is made, beside this machine's own names: what
    /// tablets call it by.
    pub tls_names: Vec<String>,
    /// How many threads answer; 0: as many as there are cores.
    pub workers: usize,
    /// How long a stop waits for answers that are under way, in seconds.
    pub stop_within_s: u64,
}

/// Who may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Access {
    /// Whether anybody may read what is not restricted, without a token.
    pub public_read: bool,
}

/// What one request may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Bytes of a body.
    pub body_bytes: usize,
    /// Drafts of a batch.
    pub batch_drafts: usize,
    /// Connections at once, for each thread that answers.
    pub connections: usize,
    /// Connections at once of one address; not asked behind a proxy, whose
    /// own connections they all are.
    pub connections_per_address: usize,
    /// How long the head of a connection's first request may take, in
    /// milliseconds; at least 1000, since the server's clock for it moves
    /// every half second.
    pub head_within_ms: u64,
    /// Bytes of a request's head: what it asks for, and its header fields.
    pub head_bytes: usize,
    /// How long a request's body may take, in milliseconds.
    pub body_within_ms: u64,
    /// How long an idle connection is kept, in seconds.
    pub keep_alive_s: u64,
    /// How long a client may leave sent bytes unread before it is cut off, in seconds.
    pub unread_s: u64,
    /// Event streams at once.
    pub streams: usize,
    /// Event streams at once of one address.
    pub streams_per_address: usize,
    /// Entries that may wait for a client that follows a ledger live.
    pub stream_queue: usize,
    /// How often a silent event stream says that it is there, in seconds.
    pub heartbeat_s: u64,
    /// Audits at once.
    pub audits: usize,
    /// Questions of what if, and rulings tried out, at once.
    pub what_ifs: usize,
    /// Audits at once for callers without a token, beside those of `audits`: who has
    /// a task at the event does not wait for strangers.
    pub stranger_audits: usize,
    /// Questions of what if at once of callers without a token, likewise.
    pub stranger_what_ifs: usize,
    /// Bytes of a body of a caller without a token.
    pub stranger_body_bytes: usize,
    /// Free bytes of the disk below which the service is not ready.
    pub free_bytes: u64,
    /// Free bytes of the disk below which nothing more is recorded, so that what is
    /// there can be read on.
    pub record_free_bytes: u64,
}

/// How many requests a client may make. A burst is what may come at once after
/// a rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rates {
    /// Requests a second of one address; 0: no limit.
    pub address_per_s: u32,
    /// ... at once.
    pub address_burst: u32,
    /// Requests a second with one token; 0: no limit.
    pub token_per_s: u32,
    /// ... at once.
    pub token_burst: u32,
    /// Failed sign-ins a minute of one address; 0: no limit.
    pub failures_per_min: u32,
}

/// What is kept open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ledgers {
    /// How long a ledger stays open that nobody asks for, in seconds.
    pub idle_s: u64,
}

/// What people meet in a browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pages {
    /// The time zone of the venue, as `Asia/Shanghai`; empty: this machine's own.
    pub time_zone: String,
    /// How long a browser stays signed in, in hours.
    pub session_hours: u32,
}

/// What evidence is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Evidence {
    /// The most bytes of a file.
    pub bytes: u64,
    /// The media types of files that are kept.
    pub media_types: Vec<String>,
    /// How long a file may take to come, in seconds.
    pub within_s: u64,
    /// Files that may be coming in at once.
    pub uploads: usize,
    /// How often files are looked for whose date has come, in seconds.
    pub sweep_every_s: u64,
}

/// How it can be shown that nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Proof {
    /// The name under which checkpoints are signed, as `go.example.org`: what
    /// stands before the ledger in their first line. Set at the first start and
    /// the same for ever; a name that follows from the first key if none is given.
    pub service: Option<String>,
    /// Who is asked to cosign the checkpoints.
    pub witnesses: Vec<WitnessAt>,
    /// How often they are asked where there is something new, in seconds.
    pub witness_every_s: u64,
    /// How often at most what they signed is quoted in the ledger, in seconds.
    pub quote_every_s: u64,
}

/// A witness: where it is asked, and the key by which its answers are checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessAt {
    /// The address before `/add-checkpoint`.
    pub url: String,
    /// Its verifier key.
    pub key: String,
}

/// What is told on stderr.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// `error`, `warn`, `info`, `debug`, or a filter such as `info,fupan=debug`.
    pub level: String,
}

impl Default for Server {
    fn default() -> Server {
        Server {
            data: "fupan-data".into(),
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            behind_proxy: false,
            tls: false,
            tls_names: Vec::new(),
            workers: 0,
            stop_within_s: 20,
        }
    }
}

impl Default for Access {
    fn default() -> Access {
        Access { public_read: true }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body_bytes: 8 << 20,
            batch_drafts: 5_000,
            connections: 4_096,
            connections_per_address: 2_048,
            head_within_ms: 5_000,
            head_bytes: 32 << 10,
            body_within_ms: 30_000,
            keep_alive_s: 30,
            unread_s: 30,
            streams: 2_000,
            streams_per_address: 500,
            stream_queue: 1_024,
            heartbeat_s: 15,
            audits: 1,
            what_ifs: 4,
            stranger_audits: 1,
            stranger_what_ifs: 2,
            stranger_body_bytes: 64 << 10,
            free_bytes: 256 << 20,
            record_free_bytes: fupan_store::KEEPS_FREE,
        }
    }
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            address_per_s: 2_000,
            address_burst: 4_000,
            token_per_s: 200,
            token_burst: 1_000,
            failures_per_min: 20,
        }
    }
}

impl Default for Ledgers {
    fn default() -> Ledgers {
        Ledgers { idle_s: 600 }
    }
}

impl Default for Pages {
    fn default() -> Pages {
        Pages {
            time_zone: String::new(),
            session_hours: 16,
        }
    }
}

/// The media types that are kept where nothing is said: pictures, films, sound,
/// documents, text and game records; nothing that runs.
const MEDIA_TYPES: [&str; 22] = [
    "application/json",
    "application/pdf",
    "application/x-go-sgf",
    "audio/flac",
    "audio/mp4",
    "audio/mpeg",
    "audio/ogg",
    "audio/wav",
    "audio/webm",
    "image/avif",
    "image/gif",
    "image/heic",
    "image/heif",
    "image/jpeg",
    "image/png",
    "image/tiff",
    "image/webp",
    "text/plain",
    "video/mp4",
    "video/quicktime",
    "video/webm",
    "video/x-matroska",
];

impl Default for Evidence {
    fn default() -> Evidence {
        Evidence {
            bytes: 64 << 20,
            media_types: MEDIA_TYPES.map(str::to_owned).into(),
            within_s: 900,
            uploads: 8,
            sweep_every_s: 3_600,
        }
    }
}

impl Pages {
    /// The time zone of the venue; UTC where this machine has none of its own.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn zone(&self) -> Result<Zone, Problem> {
        if self.time_zone.is_empty() {
            let system = TimeZone::system();
            let name = system.iana_name().unwrap_or_default();
            return Ok(name.parse().unwrap_or_default());
        }
        let parsed = self.time_zone.parse::<Zone>();
        parsed.map_err(|e| Problem::new("config", format!("pages.time_zone: {e}")))
    }
}

impl Default for Proof {
    fn default() -> Proof {
        Proof {
            service: None,
            witnesses: Vec::new(),
            witness_every_s: 10,
            quote_every_s: 60,
        }
    }
}

impl Default for Log {
    fn default() -> Log {
        Log {
            level: "info".to_owned(),
        }
    }
}

impl Config {
    /// The settings of a file, if one is named, with those of the environment
    /// over them: `FUPAN__LIMITS__BODY_BYTES` is `body_bytes` under `[limits]`.
    ///
    /// # Errors
    /// When the file can't be read, a key is unknown or a value makes no sense.
    pub fn load(file: Option<&Path>) -> Result<Config, Problem> {
        Config::load_with(file, Environment::default())
    }

    fn load_with(file: Option<&Path>, environment: Environment) -> Result<Config, Problem> {
        let mut settings = config::Config::builder();
        if let Some(path) = file {
            let text = std::fs::read_to_string(path).map_err(|e| Problem::file(path, &e))?;
            settings = settings.add_source(File::from_str(&text, FileFormat::Toml));
        }
        let environment = environment
            .prefix("FUPAN")
            .prefix_separator("__")
            .separator("__")
            .try_parsing(true);
        let told = |error: config::ConfigError| {
            let mut detail = error.to_string();
            if detail.contains("socket address") {
                detail.push_str(": expected an IP address and a port, as 127.0.0.1:8080");
            }
            let problem = Problem::new("config", detail);
            match file {
                Some(path) => problem.in_file(path),
                None => problem,
            }
        };
        let settings = settings.add_source(environment).build().map_err(told)?;
        settings.try_deserialize().map_err(told)
    }

    /// Whether numbers are such as a machine can keep to.
    fn check_bounds(&self) -> Result<(), Problem> {
        let limits = &self.limits;
        let day = 24 * 60 * 60;
        let (workers, streams) = (as_u64(self.server.workers), as_u64(limits.stream_queue));
        let bounded = [
            ("server.workers", workers, 0, 1_024),
            ("server.stop_within_s", self.server.stop_within_s, 0, day),
            (
                "limits.head_within_ms",
                limits.head_within_ms,
                HEAD_WITHIN_MIN_MS,
                day * 1_000,
            ),
            (
                "limits.head_bytes",
                as_u64(limits.head_bytes),
                HEAD_BYTES_MIN,
                HEAD_BYTES_MAX,
            ),
            (
                "limits.body_within_ms",
                limits.body_within_ms,
                1,
                day * 1_000,
            ),
            ("limits.keep_alive_s", limits.keep_alive_s, 0, day),
            ("limits.unread_s", limits.unread_s, 1, day),
            ("limits.heartbeat_s", limits.heartbeat_s, 0, day),
            ("limits.stream_queue", streams, 0, 1 << 20),
            ("limits.connections", as_u64(limits.connections), 1, 1 << 20),
            ("ledgers.idle_s", self.ledgers.idle_s, 0, 366 * day),
            (
                "pages.session_hours",
                self.pages.session_hours.into(),
                1,
                366 * 24,
            ),
            ("evidence.within_s", self.evidence.within_s, 1, 7 * day),
            (
                "evidence.sweep_every_s",
                self.evidence.sweep_every_s,
                0,
                366 * day,
            ),
            (
                "proof.witness_every_s",
                self.proof.witness_every_s,
                0,
                366 * day,
            ),
            (
                "proof.quote_every_s",
                self.proof.quote_every_s,
                0,
                366 * day,
            ),
        ];
        match bounded
            .iter()
            .find(|(_, value, least, most)| !(least..=most).contains(&value))
        {
            Some((name, value, least, most)) => {
                let detail = format!("{name} {value}: expected {least} to {most}");
                Err(Problem::new("config", detail))
            }
            None => Ok(()),
        }
    }

    /// Whether these settings can be served with.
    ///
    /// # Errors
    /// When others than this machine could reach a service that does not speak
    /// TLS, or a number is none that can be kept to.
    pub fn check(&self) -> Result<(), Problem> {
        self.check_bounds()?;
        self.pages.zone()?;
        let Server {
            listen,
            behind_proxy,
            tls,
            ..
        } = &self.server;
        if listen.ip().is_loopback() || *behind_proxy || *tls {
            return Ok(());
        }
        let detail = format!(
            "listening on {listen} would send tokens in the clear: expected --tls, --behind-proxy where a proxy ends TLS, or a loopback address"
        );
        Err(Problem::new("config", detail))
    }
}

fn as_u64(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn load(text: &str, environment: &[(&str, &str)]) -> Result<Config, Problem> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let variables = environment
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        Config::load_with(
            Some(file.path()),
            Environment::default().source(Some(variables)),
        )
    }

    #[test]
    fn the_environment_stands_over_the_file_and_the_file_over_the_defaults() {
        let text = "[limits]\nbody_bytes = 10\nbatch_drafts = 20\n";
        let config = load(
            text,
            &[
                ("FUPAN__LIMITS__BODY_BYTES", "30"),
                ("FUPAN__SERVER__BEHIND_PROXY", "true"),
                ("FUPAN_DATA", "elsewhere"),
            ],
        )
        .unwrap();
        assert_eq!(config.limits.body_bytes, 30);
        assert_eq!(config.limits.batch_drafts, 20);
        assert!(config.server.behind_proxy);
        assert_eq!(config.server.data, Server::default().data);
        assert_eq!(config.rates, Rates::default());
    }

    #[test]
    fn an_unknown_key_is_an_error_wherever_it_stands() {
        for (text, environment) in [
            ("[limits]\nbody = 10\n", &[][..]),
            ("colour = 1\n", &[]),
            ("", &[("FUPAN__LIMITS__BODY", "1")]),
            ("", &[("FUPAN__COLOUR", "red")]),
        ] {
            let problem = load(text, environment).unwrap_err();
            assert_eq!(problem.code, "config", "{text} {environment:?}");
            assert!(problem.detail.contains("unknown field"), "{problem}");
        }
    }

    /// A value that no machine can keep to would end the service at some later moment.
    #[test]
    fn a_number_has_its_bounds() {
        for (text, expected) in [
            (
                "[server]\nworkers = 100000\n",
                "server.workers 100000: expected 0 to 1024",
            ),
            (
                "[limits]\nkeep_alive_s = 9223372036854775807\n",
                "limits.keep_alive_s 9223372036854775807: expected 0 to 86400",
            ),
            (
                "[limits]\nhead_within_ms = 999\n",
                "limits.head_within_ms 999: expected 1000 to 86400000",
            ),
        ] {
            let problem = load(text, &[]).unwrap().check().unwrap_err();
            assert_eq!(
                (problem.code, problem.detail.as_str()),
                ("config", expected)
            );
        }
    }

    #[test]
    fn only_loopback_is_listened_on_in_the_clear() {
        let mut config = Config::default();
        assert!(config.check().is_ok());
        config.server.listen = "0.0.0.0:80".parse().unwrap();
        assert_eq!(config.check().unwrap_err().code, "config");
        config.server.behind_proxy = true;
        assert!(config.check().is_ok());
        config.server.behind_proxy = false;
        config.server.tls = true;
        assert!(config.check().is_ok());
        config.server.tls = false;
        config.server.listen = "[::1]:80".parse().unwrap();
        assert!(config.check().is_ok());
    }
}
