//! The walkthroughs of `docs/operations.md` and `docs/review.md` as they are written
//! there: their lines are run by a shell, against a service that they start themselves
//! or in a data folder.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Output},
};

/// The lines of the fenced blocks of a page's section, one after the other.
fn lines(page: &str, section: &str) -> String {
    let path = format!("{}/../docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once(&format!("\n## {section}\n")).unwrap();
    let (section, _) = rest.split_once("\n## ").unwrap();
    let blocks = section.split("```sh\n").skip(1);
    let blocks: Vec<&str> = blocks.map(|b| b.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 4, "{} blocks", blocks.len());
    blocks.concat()
}

/// Runs them in a folder, `fupan` being this very program.
fn run(script: &str, folder: &Path) -> Output {
    symlink(env!("CARGO_BIN_EXE_program"), folder.join("fupan")).unwrap();
    let path = std::env::var("PATH").unwrap();
    let script = format!("set -euo pipefail\n{script}");
    Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", folder.display()))
        .env_remove("FUPAN_DATA")
        .output()
        .unwrap()
}

#[test]
fn a_first_event_goes_as_it_is_written() {
    // The page names the usual port.
    let address = fupan_tests::ports::apart().to_string();
    let usual = "127.0.0.1:8080";
    let script = lines("operations.md", "A first event, by curl");
    assert_eq!(script.matches(usual).count(), 2);
    let folder = tempfile::tempdir().unwrap();
    let script = script.replace(usual, &address);
    let stopped = format!("trap 'kill %1 && wait' EXIT\n{script}");
    let done = run(&stopped, folder.path());
    let (said, errors) = (
        String::from_utf8(done.stdout).unwrap(),
        String::from_utf8(done.stderr).unwrap(),
    );
    assert!(done.status.success(), "{said}\n{errors}");
    let compact: String = said.split_whitespace().collect();
    for expected in [
        // What was played, read at both moments, and as people read it.
        r#"{"colour":"black","point":"Q16"}"#,
        r#"{"status":"playing","moves":4,"last":"D16"}"D4""#,
        "BlackAnn[ann]WhiteBo[bo]",
        // What was ruled and what followed.
        r#"{"departure":false,"loses_by_warnings":null}["ruling_made","warning_issued"]"#,
        r#"{"warnings":{"black":1,"white":0},"finding":"ruled","last":"Q4"}"#,
    ] {
        assert!(
            compact.contains(expected),
            "{expected} in\n{said}\n{errors}"
        );
    }
}

#[test]
fn a_review_goes_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let script = lines("review.md", "A review from beginning to end");
    let done = run(&script, folder.path());
    let (said, errors) = (
        String::from_utf8(done.stdout).unwrap(),
        String::from_utf8(done.stderr).unwrap(),
    );
    assert!(done.status.success(), "{said}\n{errors}");
    for expected in [
        // Compared with a group of which all but one lie as far out.
        "A time_mean_s              as far out as z",
        "review_concluded, entry",
        "appeal_answered, entry",
        // Anchored before the figures, and at the end.
        "as the review has it",
    ] {
        assert!(said.contains(expected), "{expected} in\n{said}\n{errors}");
    }
    assert_eq!(said.matches("as the review has it").count(), 2, "{said}");
    let report = fs::read_to_string(folder.path().join("report.html")).unwrap();
    for expected in [
        "Player A (An Mei, an)",
        "I knew that opening.",
        "It is read by its reviewers alone.",
        "the same digits",
        "members as far out",
    ] {
        assert!(report.contains(expected), "{expected}");
    }
}
