//! What a review's report tells of the review itself: who wrote what when, how an
//! appeal ended and what it set aside, on what a conclusion rests, and what has
//! become of each file.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

#[path = "review_report/desk.rs"]
mod desk;

use desk::Desk;

/// Both notes are in and open, the names revealed, the player asked.
fn answered() -> Desk {
    let desk = Desk::open();
    desk.ok(&["review", "figures", "case", "--as", "rev-1", "--record"]);
    for (reviewer, text) in [("rev-1", "nothing odd"), ("rev-2", "nor here")] {
        let note = desk.write(&format!("{reviewer}.txt"), text);
        let kept = desk.path(&format!("{reviewer}.sealed"));
        desk.ok(&[
            "review", "note", "case", &note, "--keep", &kept, "--as", reviewer,
        ]);
    }
    for reviewer in ["rev-1", "rev-2"] {
        let kept = desk.path(&format!("{reviewer}.sealed"));
        desk.ok(&["review", "open-note", "case", &kept, "--as", reviewer]);
    }
    desk.ok(&[
        "review",
        "reveal",
        "case",
        "--reason",
        "both notes are open",
        "--as",
        "rev-2",
    ]);
    desk.ok(&[
        "review",
        "answer",
        "case",
        "--subject",
        "A",
        "--put",
        "the times",
        "--text",
        "I knew it",
        "--as",
        "rev-1",
    ]);
    desk
}

impl Desk {
    fn concludes(&self, conclusion: &str, reasons: &str) {
        self.ok(&[
            "review",
            "conclude",
            "case",
            "--conclusion",
            conclusion,
            "--rests-on",
            "time-1",
            "--rests-on",
            "rev-1",
            "--reasons",
            reasons,
            "--as",
            "rev-2",
        ]);
    }

    fn appeals(&self, grounds: &str, outcome: &str) {
        self.ok(&[
            "review",
            "appeal",
            "case",
            "--by",
            "ann",
            "--grounds",
            grounds,
            "--relief",
            "another look",
            "--as",
            "rev-1",
        ]);
        self.ok(&[
            "review",
            "answer-appeal",
            "case",
            "--outcome",
            outcome,
            "--decided-by",
            "the committee",
            "--reasons",
            "so it is",
            "--as",
            "rev-1",
        ]);
    }

    /// The report's text, without its markup.
    fn report(&self, lang: &str) -> String {
        let page = self.ok(&["review", "report", "case", "--as", "rev-1", "--lang", lang]);
        let (_, page) = page.split_once("<main>").unwrap();
        let texts = page.split('<').filter_map(|part| part.split_once('>'));
        let texts: Vec<&str> = texts.map(|(_, text)| text.trim()).collect();
        texts.join(" ")
    }
}

/// The places at which these stand in a text, which are to follow each other.
#[track_caller]
fn follow_each_other(text: &str, said: &[&str]) {
    let mut rest = text;
    for part in said {
        let at = rest.find(part);
        let at = at.unwrap_or_else(|| panic!("{part:?} is not said next in {rest}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn how_an_appeal_ended_and_what_it_set_aside_is_told_in_order() {
    let desk = answered();
    desk.concludes("referred", "too even");
    desk.appeals("nobody heard me", "partly-upheld");
    desk.concludes("undetermined", "too few moves");
    desk.appeals("still not right", "dismissed");
    let report = desk.report("en");
    let (_, course) = report.split_once("Course of the review").unwrap();
    follow_each_other(
        course,
        &[
            "note of rev-1",
            "nothing odd",
            "The players are named from here on.",
            "both notes are open",
            "rev-2 · ",
            "Conclusions and appeals",
            "referred, with the evidence",
            "rev-2 · ",
            "Set aside: the appeal was partly upheld",
            "Reasons",
            "too even",
            "Rests on",
            "time-1, note of rev-1",
            "Appeal",
            "rev-1 · ",
            "Appeal by",
            "ann",
            "Grounds",
            "nobody heard me",
            "Relief asked",
            "another look",
            "Outcome",
            "partly upheld",
            "Decided by",
            "the committee",
            "Reasons",
            "so it is",
            "too little to tell",
            "Reasons",
            "too few moves",
            "Appeal",
            "still not right",
            "Outcome",
            "dismissed",
        ],
    );
    // What holds is not set aside.
    assert_eq!(course.matches("Set aside").count(), 1, "{course}");
    let course = desk.report("zh-Hans");
    follow_each_other(&course, &["申诉", "理由", "请求", "结论", "申诉部分成立"]);
}

/// On the keeper's machine one person can write in another's name; that stands there.
#[test]
fn who_handed_in_for_somebody_else_is_named() {
    let desk = answered();
    let course = desk.report("en");
    assert!(course.contains("rev-1 · "), "{course}");
    assert!(course.contains("handed in by"), "{course}");
}
