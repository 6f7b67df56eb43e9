//! What a newcomer does first: every command that the demo prints and the README
//! names, typed as it stands there, on the demo's own data.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

/// The program with these arguments, in a folder.
fn fupan(folder: &Path, args: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fupan"))
        .args(args)
        .current_dir(folder)
        .env_remove("FUPAN_DATA")
        .output()
        .expect("the program starts")
}

/// A line as a shell takes it: words, quotes around several, a comment.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let typed = line.split(" #").next().unwrap_or(line);
    for (index, part) in typed.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn demo(folder: &Path) -> String {
    said(&fupan(folder, &words("demo --no-serve")))
}

fn said(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn what_the_demo_says_to_try_can_be_typed_up_to_a_ruling() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = demo(folder.path());
    let commands: Vec<&str> = shown
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("fupan "))
        .collect();
    assert_eq!(commands.len(), 6, "{shown}");
    let answers: Vec<String> = commands
        .iter()
        .map(|typed| said(&fupan(folder.path(), &words(typed))))
        .collect();
    let [.., allowed, tried, ruled] = &answers[..] else {
        panic!("{answers:?}");
    };
    assert!(
        allowed.contains("\"void, turn lost, warning\""),
        "{allowed}"
    );
    assert!(
        tried.contains("white loses the game with this warning")
            && tried.contains("nothing is stored"),
        "{tried}"
    );
    // The game would count for the standings.
    let (is, would_be) = tried.split_once("as they would be").expect("standings");
    assert!(
        is.contains("open: r3-b2") && !would_be.contains("open: r3-b2"),
        "{tried}"
    );
    assert!(ruled.contains("r3-b2"), "{ruled}");
    // It is ruled on now: there is nothing left to say about it.
    let again = demo(folder.path());
    assert!(again.contains("ruled: white retook the ko"), "{again}");
    assert!(again.contains("verdict: sound"), "{again}");
    assert!(!again.contains("--dry-run"), "{again}");
}

#[test]
fn every_command_of_the_readme_on_the_demo_can_be_typed() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = fs::read_to_string(readme).expect("the README");
    let folder = tempfile::tempdir().expect("a folder");
    demo(folder.path());
    let commands: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("cargo run --release -- "))
        .filter(|line| line.contains("--data fupan-demo"))
        .collect();
    assert!(commands.len() >= 10, "{commands:?}");
    for typed in commands {
        said(&fupan(folder.path(), &words(typed)));
    }
    assert!(folder.path().join("dossier.html").exists());
}

#[test]
fn the_times_of_a_dossier_are_in_the_zone_that_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    demo(folder.path());
    let export = "export lakeside --dossier r2-b1-appeal --data fupan-demo";
    let page = said(&fupan(folder.path(), &words(export)));
    assert!(page.contains("2026-09-12 06:33:32.199 UTC") && !page.contains("+08:00"));
    let zoned = format!("{export} --time-zone Asia/Shanghai --lang zh-Hant");
    let page = said(&fupan(folder.path(), &words(&zoned)));
    assert!(page.contains("2026-09-12 14:33:32.199 +08:00") && !page.contains(" UTC"));
    assert!(page.contains("<dt>時區</dt><dd><code>Asia/Shanghai</code></dd>"));
    let refused = fupan(folder.path(), &words(&format!("{export} --time-zone Mars")));
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("\"Mars\" is no time zone"), "{said}");
}

#[test]
fn what_if_names_a_ruling_that_would_rest_on_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    demo(folder.path());
    let ask = "whatif lakeside --void @49 --data fupan-demo";
    let text = said(&fupan(folder.path(), &words(ask)));
    assert!(
        text.contains("ruling r1-b1-ko (entry 51) on finding MV-5@49, which would not be there"),
        "{text}"
    );
    let warning = "whatif lakeside --void @52 --data fupan-demo";
    let text = said(&fupan(folder.path(), &words(warning)));
    assert!(
        text.contains("on finding MV-5@49, which is ruled and would be departed"),
        "{text}"
    );
}

/// The demo as it is served: stopped when the test ends, however it ends.
struct Served(std::process::Child);

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _killed = self.0.kill();
        let _status = self.0.wait();
    }
}

#[test]
fn who_wants_to_rule_or_to_record_is_shown_how_to_sign_in() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_fupan"))
        .args(["demo", "--listen", "127.0.0.1:0"])
        .current_dir(folder.path())
        .env_remove("FUPAN_DATA")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let shown = BufReader::new(child.stdout.take().expect("its output"));
    let _served = Served(child);
    let mut lines = shown.lines().map(|line| line.expect("a line"));
    let address = lines
        .find_map(|line| {
            Some(
                line.strip_prefix("It is served on ")?
                    .split(' ')
                    .next()?
                    .to_owned(),
            )
        })
        .expect("an address");
    for official in ["chief-lin", "arb-sato", "rec-ines", "rec-omar", "panel-wu"] {
        let line = lines.find(|line| line.contains(official)).expect("a line");
        let token = line.split_whitespace().last().expect("a token");
        // Asked for a draft that is none, the service first asks who asks.
        let asked = |token: &str| {
            ureq::post(format!("{address}/v1/ledgers/lakeside/entries"))
                .config()
                .http_status_as_error(false)
                .build()
                .header("authorization", format!("Bearer {token}"))
                .send("{}")
                .expect("an answer")
                .status()
                .as_u16()
        };
        assert_ne!(asked(token), 401, "{line}");
        assert_eq!(asked("fupan_nobody"), 401);
    }
}
