//! `fupan serve`: the service. `fupan check-config`: with what it would run.

use super::{Ended, Outcome, parse_listen, print_json, print_text};
use crate::{config::Config, server::Running, telemetry};
use clap::Args;
use std::{net::SocketAddr, path::PathBuf};

/// Where settings come from, and what stands over them.
#[derive(Debug, Args)]
pub struct Settings {
    /// A file of settings (TOML); `FUPAN__SECTION__KEY` in the environment stands over it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The data folder, made at the first start
    #[arg(long, value_name = "DIR", env = "FUPAN_DATA")]
    data: Option<PathBuf>,
    /// Address and port
    #[arg(long, value_name = "ADDR", value_parser = parse_listen)]
    listen: Option<SocketAddr>,
    /// A proxy in front ends TLS: other addresses than loopback may be listened on
    #[arg(long)]
    behind_proxy: bool,
    /// Speak TLS, with a certificate of its own that is made at the first such start
    #[arg(long)]
    tls: bool,
    /// A name or address by which tablets call it, for the certificate
    #[arg(long, value_name = "NAME")]
    tls_name: Vec<String>,
}

impl Settings {
    fn load(self) -> Result<Config, crate::problem::Problem> {
        let mut config = Config::load(self.config.as_deref())?;
        if let Some(data) = self.data {
            config.server.data = data;
        }
        if let Some(listen) = self.listen {
            config.server.listen = listen;
        }
        config.server.behind_proxy |= self.behind_proxy;
        config.server.tls |= self.tls;
        config.server.tls_names.extend(self.tls_name);
        config.check()?;
        Ok(config)
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan serve --data /var/lib/fupan\n  fupan serve --listen 0.0.0.0:8443 --tls --tls-name venue.local\n  fupan serve --listen 0.0.0.0:8080 --behind-proxy --config fupan.toml"
)]
pub struct Serve {
    #[command(flatten)]
    settings: Settings,
}

impl Serve {
    pub fn run(self) -> Outcome {
        let config = self.settings.load()?;
        telemetry::begin(&config.log.level)?;
        let running = Running::start(config, true)?;
        let address = running.address();
        print_text(&format!("listening on {}", running.url()))?;
        if let Some(certificate) = running.certificate() {
            print_text(&format!(
                "its certificate is {}, with the SHA-256 fingerprint\n{}",
                certificate.path.display(),
                certificate.fingerprint
            ))?;
        }
        if let Some(keeper) = running.keeper() {
            let token = &keeper.token;
            print_text(&format!(
                "the keeper's token, shown this once: {token}\n\
                 It opens ledgers and makes tokens. Only its hash is kept."
            ))?;
        }
        let ring = running.service().keys()?;
        if let Some(key) = ring.keys().last() {
            print_text(&format!(
                "checkpoints are signed as {}, with the key\n{}",
                ring.service(),
                key.key
            ))?;
        }
        tracing::info!("listening on {address}");
        running.wait()?;
        tracing::info!("stopped");
        Ok(Ended::Sound)
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  fupan check-config --config fupan.toml")]
pub struct CheckConfig {
    #[command(flatten)]
    settings: Settings,
}

impl CheckConfig {
    /// No setting is a secret: tokens lie in the data folder, as hashes.
    pub fn run(self) -> Outcome {
        print_json(&self.settings.load()?)?;
        Ok(Ended::Sound)
    }
}
