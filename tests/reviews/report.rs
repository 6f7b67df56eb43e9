//! What a review's report tells of the review itself: who wrote what when, how an
//! appeal ended and what it set aside, on what a conclusion rests, and what has
//! become of each file.

use super::desk::{Desk, TO_COME, adds, five_moves};
use fupan_domain::ids::Sha256;
use fupan_tests::to_come;
use serde_json::{Value, json};

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

impl Desk {
    fn attaches(&self, evidence: &str, text: &str) {
        let file = self.write(&format!("{evidence}.txt"), text);
        let kept = ["--evidence", evidence, "--delete-after", TO_COME];
        let further = [&kept[..], &["--media-type", "text/plain"]].concat();
        self.ok(&adds(&file, "a letter", &further));
    }
}

/// Three files: one is there, one was deleted, and of one the bytes never came.
#[test]
fn what_has_become_of_each_file_is_told() {
    let desk = Desk::open();
    desk.attaches("kept-1", "I was at the board");
    desk.attaches("gone-1", "I was not");
    let gone = Sha256::of(b"I was not").to_string();
    desk.ok(&[
        "evidence",
        "delete",
        "case",
        &gone,
        "--asked-by",
        "ann",
        "--reason",
        "asked for",
    ]);
    let sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let awaited = json!({"stream": "review", "type": "evidence_attached", "at": "2026-05-02T10:00:00.000Z",
        "actor": "rev-1", "data": {"evidence": "film-1", "sha256": sha256, "bytes": 4, "media_type": "text/plain",
        "title": "a film", "class": "open", "delete_after": to_come()}});
    let file = desk.write("awaited.jsonl", &awaited.to_string());
    desk.ok(&["import", &file, "--ledger", "case"]);
    let report = desk.report("en");
    let (_, course) = report.split_once("Course of the review").unwrap();
    follow_each_other(
        course,
        &[
            "kept-1",
            "restricted to the reviewers · kept, and to be deleted on 20",
            "gone-1",
            "restricted to the reviewers · was deleted on 20",
            "film-1",
            "open · its bytes have not come",
        ],
    );
}

/// What is due follows from what is there, with the command that does it.
#[test]
fn what_is_due_next_is_told_with_its_command() {
    let desk = Desk::open();
    let due = |desk: &Desk| {
        let text = desk.ok(&["show", "ledger", "case", "--as", "rev-1"]);
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("next: fupan review "));
        let verbs = lines.map(|line| line.split_whitespace().next().unwrap().to_owned());
        verbs.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(due(&desk), "figures note note");
    let text = desk.ok(&["show", "ledger", "case", "--as", "rev-1"]);
    assert!(
        text.contains("a review, open: 1 player under review in 1 game, by rev-1, rev-2"),
        "{text}"
    );
    assert!(!text.contains("0 teams"), "{text}");
    let desk = answered();
    assert_eq!(due(&desk), "conclude");
    desk.concludes("not-met", "nothing is odd");
    assert_eq!(due(&desk), "");
    desk.ok(&[
        "review",
        "appeal",
        "case",
        "--by",
        "ann",
        "--grounds",
        "g",
        "--relief",
        "r",
        "--as",
        "rev-1",
    ]);
    assert_eq!(due(&desk), "answer-appeal");
    let view = desk.json(&["show", "ledger", "case", "--as", "rev-1", "--json"]);
    assert_eq!(
        (&view["review"]["status"], &view["review"]["due"][0]["step"]),
        (&json!("appealed"), &json!("answer_appeal"))
    );
}

/// A record in which nobody ever leaves a seat tells nothing of it; one that tells of
/// the opponent's absence tells that the player stayed.
#[test]
fn that_nobody_left_the_board_speaks_only_where_seats_are_recorded() {
    let desk = Desk::open();
    let said = "No absence from the board is recorded in these games.";
    assert!(!desk.report("en").contains(said));
    let script = five_moves()
        .by(
            "rec-1",
            "seat_left",
            json!({"colour": "white", "permitted": true}),
        )
        .by("rec-1", "seat_retaken", json!({"colour": "white"}));
    let file = desk.write("seats.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "seats"]);
    desk.opens("case-2", "seats", &[]);
    let page = desk.ok(&["review", "report", "case-2", "--as", "rev-1"]);
    assert!(page.contains(said), "{page}");
}

/// A phone rang at the board; what was written of it could name the player.
#[test]
fn breaches_of_the_games_are_told_and_their_words_once_names_are() {
    let desk = Desk::empty();
    let rang = json!({"colour": "black", "breach": "phone_rang", "facts": "it rang in ann's bag"});
    let seen = json!({"player": "ann", "breach": "phone_used", "facts": "in the corridor"});
    let others = json!({"player": "cy", "breach": "phone_used", "facts": "in the garden"});
    let script = five_moves()
        .by("arb-1", "breach_observed", rang)
        .tournament("chief-1", "breach_observed", seen)
        .tournament("chief-1", "breach_observed", others);
    let file = desk.write("cup.jsonl", &script.file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    desk.opens("case", "cup", &["--blind"]);
    let report = desk.report("en");
    follow_each_other(
        &report,
        &[
            "What the tournament's log tells",
            "Game 1",
            "Player A",
            "phone rang",
        ],
    );
    assert!(!report.contains("bag"), "{report}");
    desk.opens("case-2", "cup", &[]);
    let page = desk.ok(&["review", "report", "case-2", "--as", "rev-1"]);
    assert!(
        page.contains("it rang in ann's bag") || page.contains("it rang in ann&#39;s bag"),
        "{page}"
    );
    // Away from the board, and of no other player.
    assert!(
        page.contains("away from the board") && page.contains("in the corridor"),
        "{page}"
    );
    assert!(!page.contains("in the garden"), "{page}");
    // The name lies beside the log, and stands beside the id.
    assert!(page.contains("Player A (ann, ann)"), "{page}");
    assert!(page.contains("r1-b1 (under review)"), "{page}");
}

/// What exists is not written over, and says so; a group without sides can't be asked for.
#[test]
fn what_is_refused_is_called_what_it_is() {
    let desk = Desk::open();
    let note = desk.write("note.txt", "nothing odd");
    let code = |args: &[&str]| {
        let output = desk.run(args);
        assert!(!output.status.success(), "{args:?}");
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        told["refused"]["code"].as_str().unwrap().to_owned()
    };
    let sealed = [
        "review", "note", "case", &note, "--keep", &note, "--as", "rev-1", "--json",
    ];
    assert_eq!(code(&sealed), "file_exists");
    let out = desk.path("group.json");
    let nobody = [
        "review",
        "reference",
        "cup",
        "--name",
        "nobody",
        "--out",
        &out,
        "--json",
    ];
    assert_eq!(code(&nobody), "usage");
    let answers = desk.write("answers.jsonl", "{}");
    let engine = desk.engine();
    let refused = [
        "review",
        "import",
        "case",
        &answers,
        "--engine",
        &engine,
        "--as",
        "rev-1",
        "--delete-after",
        TO_COME,
        "--json",
    ];
    assert_eq!(code(&refused), "engine_files");
}

/// A complaint in the player's turn stands beside its time on the page, in the report and
/// as JSON; in a blind review its entry is not named.
#[test]
fn moves_in_whose_turn_something_else_happened_are_marked() {
    let desk = Desk::empty();
    let complaint = json!({"by": "white", "text": "black talks"});
    let script = five_moves()
        .stones("W D3")
        .by("arb-1", "complaint_raised", complaint);
    let file = desk.write("cup.jsonl", &script.stones("B D4").file());
    desk.ok(&["import", &file, "--ledger", "cup"]);
    desk.opens("case", "cup", &["--blind"]);
    follow_each_other(
        &desk.report("en"),
        &[
            "Turns in which something else happened",
            "Such times are marked, and counted in the figures as every other",
            "Game 1, move 7, time 1.000 s: Complaint",
        ],
    );
    follow_each_other(
        &desk.report("ja"),
        &["ほかのことがあった手番", "7 手目、時間 1.000 s：申し立て"],
    );
    desk.opens("case-2", "cup", &[]);
    let page = desk.ok(&["review", "report", "case-2", "--as", "rev-1"]);
    assert!(
        page.contains("r1-b1, move 7, time 1.000 s: Complaint"),
        "{page}"
    );
}
