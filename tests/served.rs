//! The service as a process of its own, and the command line that talks to it:
//! the same answers as from the folder, the same problems, tokens beside it.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

mod served {
    mod asked;
    mod folder;
    mod reached;
    mod tokens;
}

use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fupan"));
    command.args(args);
    for variable in ["FUPAN_DATA", "FUPAN_TOKEN"] {
        command.env_remove(variable);
    }
    command
}

fn fupan(args: &[&str]) -> Output {
    program(args).output().unwrap()
}

#[track_caller]
fn stdout(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn refused(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    told["refused"].clone()
}

/// A service that runs, and what it told at its start.
struct Served {
    child: Child,
    url: String,
    told: String,
}

impl Served {
    /// Starts a verb that serves, and reads until it has told its address and,
    /// where `token` says so, the keeper's token.
    fn start(args: &[&str], token: bool) -> Served {
        let mut child = program(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (mut url, mut told) = (None, String::new());
        let of_keeper = |told: &str| {
            let mut lines = told.lines();
            lines.any(|line| line.contains("keeper") && line.contains("fupan_"))
        };
        while url.is_none() || (token && !of_keeper(&told)) {
            let line = lines.next().expect("it tells where").unwrap();
            let word = line
                .split_whitespace()
                .find(|w| w.starts_with("http") && w.contains("://"));
            url = url.or_else(|| word.map(str::to_owned));
            told.push_str(&line);
            told.push('\n');
        }
        Served {
            child,
            url: url.unwrap(),
            told,
        }
    }

    fn of(data: &str, first: bool) -> Served {
        Served::start(&["serve", "--data", data, "--listen", "127.0.0.1:0"], first)
    }

    /// The keeper's token that it told.
    fn keeper(&self) -> String {
        let words = self.told.split_whitespace();
        words
            .rev()
            .find(|word| word.starts_with("fupan_"))
            .unwrap()
            .to_owned()
    }

    fn get(&self, path: &str, token: &str) -> (u16, String) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let asked = agent
            .get(format!("{}{path}", self.url))
            .header("authorization", format!("Bearer {token}"));
        let mut answer = asked.call().unwrap();
        let body = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), body)
    }

    /// Tells it to stop, and waits until it has.
    fn stop(mut self) -> bool {
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        self.child.wait().unwrap().success()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // One that was stopped has ended already.
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

fn demo_data(folder: &Path) -> String {
    let data = path(folder, "demo");
    stdout(&fupan(&["demo", "--no-serve", "--data", &data]));
    data
}

fn token(data: &str, args: &[&str]) -> Value {
    let made = fupan(&[&["token", "add", "--data", data, "--json"], args].concat());
    serde_json::from_str(&stdout(&made)).unwrap()
}

fn secret(made: &Value) -> &str {
    made["token"].as_str().unwrap()
}
