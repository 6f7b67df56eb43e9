//! `fupan witness`: cosigns the checkpoints of another federation's service.

use super::{Ended, Outcome, print_error, print_text};
use crate::{
    problem::Problem,
    telemetry,
    witness::{WitnessBook, serve},
};
use clap::Args;
use fupan_replay::proof::key::VerifierKey;
use std::{net::SocketAddr, path::PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan witness --name witness.example.net --log 'go.example.org+0f1e2d3c+AQ...'\n  fupan witness --name witness.example.net --log \"$(cat their.vkey)\" --listen 0.0.0.0:8090 --behind-proxy\n\nA service's key, as fupan key show prints it, stands for all of its ledgers. What is cosigned lies in the data folder: a witness that has lost it begins again with a new key."
)]
pub struct Witness {
    /// Its name: a host's, or another that nobody else uses
    #[arg(long, value_name = "NAME")]
    name: String,
    /// The verifier key of a log, or of a service with all its ledgers; may be given several times
    #[arg(long, value_name = "VKEY", required = true)]
    log: Vec<String>,
    /// The data folder of the witness, made at the first start
    #[arg(long, value_name = "DIR", default_value = "fupan-witness")]
    data: PathBuf,
    /// Address and port
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// A proxy in front ends TLS: other addresses than loopback may be listened on
    #[arg(long)]
    behind_proxy: bool,
}

impl Witness {
    pub fn run(self) -> Outcome {
        if !self.listen.ip().is_loopback() && !self.behind_proxy {
            let detail = format!(
                "--listen {}: expected --behind-proxy where a proxy ends TLS, or a loopback address",
                self.listen
            );
            return Err(Problem::new("config", detail));
        }
        telemetry::begin("info")?;
        let mut logs = Vec::new();
        for log in &self.log {
            let key: VerifierKey = log
                .trim()
                .parse()
                .map_err(|e| Problem::new("usage", format!("--log {log}: {e}")))?;
            logs.push(key);
        }
        let book = WitnessBook::at(&self.data, &self.name, logs)?;
        for log in book.forgotten() {
            print_error(&format_args!(
                "WARNING: the file with what was cosigned of {log} is gone. Nothing more of it is cosigned with this key, since nobody knows any more what was; the other logs are as before. \
                 For this one begin again with a new key: fupan witness with another --data, and its key in that service's settings. Put no older copy of the file back: it would cosign what contradicts a later one."
            ));
        }
        let key = book.key().to_string();
        serve(book, self.listen, |address| {
            print_text(&format!("listening on http://{address}"))?;
            print_text(&format!("cosignatures are checked with the key\n{key}"))
        })?;
        Ok(Ended::Sound)
    }
}
