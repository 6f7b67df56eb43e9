//! A review beside a running service, by the command line alone.

use crate::http::{program::PROGRAM, reviews::entries, venue::Venue};
use serde_json::Value;

/// The command line beside a service, with whoever's token.
struct Away<'a> {
    venue: &'a Venue,
    folder: tempfile::TempDir,
}

impl Away<'_> {
    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Runs a verb, its words set apart by blanks.
    fn run(&self, token: &str, line: &str) -> std::process::Output {
        let url = self.venue.running().url();
        let mut program = std::process::Command::new(PROGRAM);
        program
            .args(line.split_whitespace())
            .args(["--server", &url]);
        program.env("FUPAN_TOKEN", token).output().unwrap()
    }

    #[track_caller]
    fn ok(&self, token: &str, line: &str) -> String {
        let output = self.run(token, line);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{line}: {told}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn json(&self, token: &str, line: &str) -> Value {
        serde_json::from_str(&self.ok(token, line)).unwrap()
    }

    #[track_caller]
    fn refused(&self, token: &str, line: &str) -> String {
        self.ends(token, line, 1)
    }

    /// What is said of a verb that ends with that exit status.
    #[track_caller]
    fn ends(&self, token: &str, line: &str, status: i32) -> String {
        let output = self.run(token, line);
        assert_eq!(output.status.code(), Some(status), "{line}");
        String::from_utf8(output.stderr).unwrap()
    }
}

/// The data of a game that a real engine looked at.
fn data(name: &str) -> String {
    format!("{}/data/review/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The game goes to the engine, its answers and the group go into the review.
fn answered(away: &Away<'_>, reviewer: &str, group: &str) {
    // What is asked of the engine is what it is in a folder.
    let asked = away.ok(reviewer, "review export trial --visits 4");
    assert_eq!(asked, read(&data("queries.jsonl")));
    let times = away.json(reviewer, "review times trial --round 1 --json");
    assert_eq!(times["game"], "r1-b1");
    let (out, line) = (away.path("times.jsonl"), "review times trial --out");
    away.ok(reviewer, &format!("{line} {out}"));
    let written = read(&out);
    assert!(
        written.starts_with("{\"ledger\":\"trial\",\"last\":"),
        "{written}"
    );
    away.ok(reviewer, &format!("{line} {out}"));
    assert_eq!(read(&out), written);
    let import = |answers: &str| {
        format!(
            "review import case {answers} --engine {} --visits 4 --as rev-1 --delete-after 1y",
            data("engine.json")
        )
    };
    let whole = read(&data("answers.jsonl"));
    let cut = away.path("cut.jsonl");
    std::fs::write(&cut, whole.split_once('\n').unwrap().1).unwrap();
    let told = away.refused(reviewer, &import(&cut));
    assert!(
        told.contains("no answer for game r1-b1 after move"),
        "{told}"
    );
    let early = format!(
        "{} --answered-at 2020-01-01T00:00:00Z",
        import(&data("answers.jsonl"))
    );
    let told = away.ends(reviewer, &early, 2);
    assert!(told.contains("the last move of game r1-b1"), "{told}");
    away.ok(reviewer, &import(&data("answers.jsonl")));
    // A service finds the group among the review's files, by its hash.
    away.ok(
        reviewer,
        &format!(
            "evidence add case {group} --stream review --evidence group-1 --title group --class restricted \
             --actor rev-1 --media-type text/plain --delete-after 1y"
        ),
    );
}

/// Two reviewers seal their notes and open them.
fn noted(away: &Away<'_>, reviewers: [(&str, &str, &str); 2]) {
    for (who, token, text) in reviewers {
        let note = away.path(&format!("{who}.txt"));
        std::fs::write(&note, text).unwrap();
        let kept = away.path(&format!("{who}.sealed"));
        let seal = format!("review note case {note} --keep {kept} --as {who}");
        away.ok(token, &seal);
        // What opens it is not written over.
        let before = read(&kept);
        away.refused(token, &seal);
        assert_eq!(read(&kept), before);
    }
    for (who, token, _) in reviewers {
        let kept = away.path(&format!("{who}.sealed"));
        away.ok(token, &format!("review open-note case {kept} --as {who}"));
    }
}

/// From the opening to the report, at a service and by the command line alone.
#[test]
fn a_review_goes_its_whole_way_beside_a_service() {
    let venue = Venue::open();
    let away = Away {
        venue: &venue,
        folder: tempfile::tempdir().unwrap(),
    };
    let drafts = read(&data("game.jsonl"));
    let drafts = drafts
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    venue.play_drafts("trial", &drafts.collect::<Vec<Value>>());
    let (one, two) = (venue.token("case", "rev-1"), venue.token("case", "rev-2"));
    let group = away.path("group.json");
    let sides = "--game r1-b1:black --game r1-b1:white";
    away.ok(
        &one,
        &format!("review reference trial --name both --out {group} {sides}"),
    );
    let opening = format!(
        "review open case --tournament trial --reviewer rev-1 --reviewer rev-2 --subject A=ann --game r1-b1 \
         --occasion lot --question times --standard satisfaction --blind --opening-moves 0 --visits-min 1 \
         --moves-min 3 --reference {group} --reference-min 2"
    );
    let told = away.refused(&one, &opening);
    assert!(told.contains("keeper's own token"), "{told}");
    away.ok(venue.keeper(), &opening);
    answered(&away, &one, &group);
    let view = away.json(&one, "review figures case --as rev-1 --record --json");
    assert_eq!(view["engine"], "engine-1");
    let compared = view["chance"][0]["comparisons"].as_u64();
    assert!(compared > Some(0), "{view:#}");
    let text = away.ok(&two, "review figures case --as rev-2");
    assert!(text.contains("points_lost_mean"), "{text}");
    noted(
        &away,
        [("rev-1", &one, "nothing odd"), ("rev-2", &two, "nor here")],
    );
    let page = away.ok(&two, "review report case --as rev-2 --lang ja");
    assert!(page.contains("<html lang=\"ja\"") && page.contains("nor here"));
    // Whoever is none of them hears that there is none.
    let stranger = venue.token("case", "chief-1");
    let told = away.refused(&stranger, "review figures case --as chief-1");
    assert!(told.contains("there is no ledger case"), "{told}");
    // And nobody looks under another's name.
    for who in ["rev-2", "rev-3"] {
        let told = away.ends(&one, &format!("review figures case --as {who}"), 2);
        assert!(told.contains(&format!("expected that of {who}")), "{told}");
    }
    let seen = entries(&venue, "rev-1");
    let seen = seen
        .iter()
        .filter_map(|entry| entry["data"]["what"].as_str());
    let seen: Vec<&str> = seen.collect();
    for what in [
        "/v1/ledgers/case/review",
        "/v1/ledgers/case/review/report?lang=ja",
    ] {
        assert!(seen.contains(&what), "{seen:?}");
    }
    let anchors = away.json(&two, "review anchors case --as rev-2 --json");
    assert_eq!(anchors["ledger"], "case");
    let ledger = away.json(&two, "show ledger case --as rev-2 --json");
    assert_eq!(ledger["ledger"], "case");
    for verb in [
        "review anchors case",
        "show ledger case",
        "show entry case 0",
    ] {
        let told = away.ends(&two, &format!("{verb} --as rev-1"), 2);
        assert!(told.contains("expected that of rev-1"), "{told}");
    }
}
