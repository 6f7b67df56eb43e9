//! How a message is signed: by a key in memory, or by a command that asks an HSM
//! or a card. The command gets the bytes to be signed on its standard input and
//! answers with the Ed25519 signature, 64 bytes as they are or in base64.

use crate::problem::Problem;
use base64::{Engine, engine::general_purpose::STANDARD};
use fupan_replay::proof::key::SignerKey;
use std::{
    io::{Read, Write},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long a command may take.
const COMMAND_WITHIN: Duration = Duration::from_secs(10);

/// How a message is signed.
pub enum Way {
    /// By a key from a file.
    Key(Box<SignerKey>),
    /// By a command, run by the shell.
    Command(String),
}

/// Asks a command for a signature.
///
/// # Errors
/// When it can't be run, takes too long, fails, or answers something else.
pub fn by_command(command: &str, message: &[u8]) -> Result<[u8; 64], Problem> {
    let told = |what: String| Problem::new("key_file", format!("the signing command {what}"));
    let mut child = Command::new("/bin/sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| told(format!("can't be run: {e}")))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A command that ends without reading is told by its answer.
        let _unread = stdin.write_all(message);
    }
    let ended = wait(&mut child).map_err(told)?;
    if !ended {
        let _gone = child.kill();
        let _reaped = child.wait();
        let seconds = COMMAND_WITHIN.as_secs();
        return Err(told(format!("took more than {seconds} s")));
    }
    let status = child.wait().map_err(|e| told(e.to_string()))?;
    if !status.success() {
        return Err(told(format!("ended with {status}")));
    }
    let mut answer = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        let read = stdout.take(1024).read_to_end(&mut answer);
        read.map_err(|e| told(e.to_string()))?;
    }
    if let Ok(signature) = <[u8; 64]>::try_from(&*answer) {
        return Ok(signature);
    }
    let decoded = STANDARD.decode(answer.trim_ascii()).ok();
    let signature = decoded.and_then(|bytes| bytes.try_into().ok());
    signature.ok_or_else(|| {
        let bytes = answer.len();
        told(format!(
            "answered {bytes} bytes: expected 64, or 64 in base64"
        ))
    })
}

/// Whether a command ends in time.
fn wait(child: &mut Child) -> Result<bool, String> {
    let begun = Instant::now();
    while begun.elapsed() < COMMAND_WITHIN {
        if child.try_wait().map_err(|e| e.to_string())?.is_some() {
            return Ok(true);
        }
        thread::sleep(Duration::from_millis(2));
    }
    Ok(false)
}
