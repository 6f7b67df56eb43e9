//! Requests that a stranger's program makes up from the `OpenAPI` document: none
//! leads to a fault of the service, and each answer is one that the document
//! tells of. `.ci/run` installs that program.

use crate::http::venue::Venue;
use fupan_tests::script::game;
use std::{path::Path, process::Command};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// What is asked of each answer. Whether a made-up draft is accepted is not: the
/// document can't tell the state of a game.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance";

/// The program, where it is installed; with `FUPAN_NO_SKIP` set it must be.
fn schemathesis(test: &str) -> Option<Command> {
    let installed = Path::new(FOLDER).join("../target/schemathesis/bin/schemathesis");
    if installed.is_file() {
        return Some(Command::new(installed));
    }
    assert!(
        std::env::var_os("FUPAN_NO_SKIP").is_none(),
        "{test}: schemathesis is not installed at {}",
        installed.display()
    );
    eprintln!("{test} is passed over: schemathesis is not installed; .ci/run does it");
    None
}

fn run(mut schemathesis: Command, address: &str, token: &str) {
    // It keeps what it found where it runs.
    let folder = tempfile::tempdir().unwrap();
    let output = schemathesis
        .current_dir(folder.path())
        .arg("--config-file")
        .arg(Path::new(FOLDER).join("http/schemathesis.toml"))
        .args(["run", &format!("http://{address}/v1/openapi.json")])
        .args(["--header", &format!("Authorization: Bearer {token}")])
        .args(["--checks", CHECKS, "--phases", "coverage,fuzzing"])
        // A stream of events has no end that could be waited for.
        .args(["--exclude-path-regex", "/events$"])
        .args(["--max-examples", "15", "--seed", "20020101"])
        .args(["--no-shrink", "--continue-on-failure", "--warnings", "off"])
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("No issues found"), "{told}");
}

#[test]
fn made_up_requests_find_no_fault_and_nothing_that_the_document_does_not_tell() {
    let test = "made_up_requests_find_no_fault_and_nothing_that_the_document_does_not_tell";
    let venue = Venue::open();
    let script = game("cn-2002")
        .stones("B Q16, W D4")
        .warning("ru-1", "black");
    venue.play("cup", &script.files("a1", &["ru-1"]));
    let address = venue.running().address().to_string();
    for token in [venue.token("cup", "chief-1"), venue.keeper().to_owned()] {
        let Some(schemathesis) = schemathesis(test) else {
            return;
        };
        run(schemathesis, &address, &token);
    }
    venue.get("/readyz").send().ok(200);
}
