//! The program itself as a process of its own: it can be killed, and the system
//! can deny it what a full disk denies.

use crate::http::client::Client;
use std::{
    io::{BufRead, BufReader},
    ops::Deref,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Output, Stdio},
};
use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_program");

/// Runs a verb of the program to its end.
pub fn fupan(args: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(args).env_remove("FUPAN_DATA");
    command.output().unwrap()
}

/// `fupan serve`, and who talks to it.
pub struct Program {
    client: Client,
    child: Child,
    address: String,
    data: PathBuf,
    _own: Option<TempDir>,
}

impl Deref for Program {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// Starts to serve a folder, and answers what the program says first.
fn serve(mut command: Command, data: &Path) -> (Child, BufReader<ChildStdout>, String) {
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .env_remove("FUPAN_DATA")
        .env("FUPAN__RATES__ADDRESS_PER_S", "0")
        .env("FUPAN__RATES__TOKEN_PER_S", "0")
        .env("FUPAN__LOG__LEVEL", "error")
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://");
    let address = address.unwrap_or_else(|| panic!("not started: {line:?}"));
    (child, said, address.to_owned())
}

impl Program {
    /// Serves a folder of its own.
    pub fn start() -> Program {
        Program::first(Command::new(PROGRAM))
    }

    /// The same, and no file may grow beyond so many bytes.
    pub fn with_files_up_to(bytes: u64) -> Program {
        let mut shell = Command::new("bash");
        let limit = bytes / 1024;
        // A program that heeds the signal would end by it; one that does not sees the write fail.
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$@\"");
        shell.args(["-c", &script, PROGRAM]);
        Program::first(shell)
    }

    fn first(command: Command) -> Program {
        let data = tempfile::tempdir().unwrap();
        let (child, mut said, address) = serve(command, data.path());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let keeper = line.trim().rsplit(' ').next().unwrap_or_default();
        assert!(keeper.starts_with("fupan_"), "no token was shown: {line:?}");
        Program {
            client: Client::new(address.parse().unwrap(), keeper.to_owned()),
            child,
            address,
            data: data.path().to_owned(),
            _own: Some(data),
        }
    }

    /// Serves a folder that is there. Without a token in it the first that is shown
    /// is the keeper's; else another is made beside it.
    pub fn on(data: &Path) -> Program {
        let made = fupan(&[
            "token",
            "add",
            "--keeper",
            "--data",
            data.to_str().unwrap(),
            "--json",
        ]);
        assert!(made.status.success(), "{made:?}");
        let made: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
        let keeper = made["token"].as_str().unwrap().to_owned();
        let (child, _, address) = serve(Command::new(PROGRAM), data);
        Program {
            client: Client::new(address.parse().unwrap(), keeper),
            child,
            address,
            data: data.to_owned(),
            _own: None,
        }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Kills it as nothing can be heeded, for good.
    pub fn die(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Kills it as nothing can be heeded, and starts it again on the same folder.
    pub fn kill_and_start_again(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let (child, _, address) = serve(Command::new(PROGRAM), &self.data);
        self.address.clone_from(&address);
        self.child = child;
        self.client.turn_to(address.parse().unwrap());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}
