//! A venue: a service of the test's own on a free port, within the test's own
//! process, so that a test can look at it from inside.

#[allow(
    unused_imports,
    reason = "each test that talks to a venue uses a part of it"
)]
pub use crate::http::client::{Answer, Asking, Event, stone};

use crate::http::client::Client;
use fupan::{config::Config, server::Running};
use std::ops::Deref;
use tempfile::TempDir;

/// A service, and who talks to it.
pub struct Venue {
    client: Client,
    running: Option<Running>,
    data: TempDir,
    config: Config,
}

impl Deref for Venue {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Venue {
    pub fn open() -> Venue {
        Venue::open_with(|_| ())
    }

    /// A venue with other settings.
    pub fn open_with(change: impl FnOnce(&mut Config)) -> Venue {
        let data = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        data.path().clone_into(&mut config.server.data);
        config.server.listen = "127.0.0.1:0".parse().unwrap();
        config.server.workers = 2;
        config.server.stop_within_s = 5;
        config.rates.token_per_s = 0;
        config.rates.address_per_s = 0;
        change(&mut config);
        let running = Running::start(config.clone(), false).unwrap();
        let keeper = running.keeper().unwrap().token.clone();
        Venue {
            client: Client::new(running.address(), keeper),
            running: Some(running),
            data,
            config,
        }
    }

    /// Stops the service and starts it again on the same folder.
    pub fn restart(&mut self) {
        self.stop();
        let running = Running::start(self.config.clone(), false).unwrap();
        assert!(running.keeper().is_none(), "a token was made again");
        self.client.turn_to(running.address());
        self.running = Some(running);
    }

    /// The same, with other settings from then on.
    pub fn restart_with(&mut self, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
        self.restart();
    }

    /// Stops the service.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop().unwrap();
        }
    }

    /// Stops a service that was broken on purpose, however it ends.
    pub fn abandon(&mut self) {
        if let Some(running) = self.running.take() {
            let _however = running.stop();
        }
    }

    pub fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    pub fn data(&self) -> &std::path::Path {
        self.data.path()
    }
}

impl Drop for Venue {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            let stopped = running.stop();
            if !std::thread::panicking() {
                stopped.unwrap();
            }
        }
    }
}
