//! The order of things in a review, as its ledger guards it.

use super::*;
use crate::{
    Timestamp,
    event::{
        Event, ReviewEvent,
        review::{NoteForm, NoteOpened},
    },
    ids::{ActorId, EntryId},
    refusal::Refusal,
    tournament::{Place, TournamentState},
};

const METHOD: &str = r#"{"name":"fupan-1","opening_moves":50,"settled_rate_bp":9500,"forced_gap_cp":1000,"near_equal_cp":50,"visits_min":100,"quick_ms":1000,"moves_min":30,"reference_min":30}"#;

fn opening(reviewers: &str) -> String {
    format!(
        r#"{{"tournament":"cup-1","occasion":"o","question":"q","reviewers":{reviewers},"subjects":[{{"label":"A","player":"ann"}}],"games":["r1-b1"],"method":{METHOD},"standard_of_proof":"comfortable satisfaction","blind":true}}"#
    )
}

/// A review's ledger, entry by entry.
#[derive(Default)]
struct Review {
    state: TournamentState,
    size: u64,
}

impl Review {
    fn opened() -> Review {
        let mut review = Review::default();
        review.takes("keeper", "review_opened", &opening(r#"["rev-1","rev-2"]"#));
        review
    }

    fn tries(&mut self, actor: &str, type_name: &str, data: &str) -> Result<(), Refusal> {
        let event = ReviewEvent::parse(type_name, data).unwrap();
        let actor: ActorId = actor.parse().unwrap();
        let place = Place {
            entry: EntryId(uuid::Uuid::from_u128(u128::from(self.size))),
            seq: self.size,
            at: Timestamp::from_unix_ms(0).unwrap(),
            actor: &actor,
        };
        self.state.decide_review(place, &event)?;
        self.state.evolve_review(place, &event);
        self.size += 1;
        Ok(())
    }

    fn takes(&mut self, actor: &str, type_name: &str, data: &str) {
        self.tries(actor, type_name, data).unwrap();
    }

    fn refuses(&mut self, actor: &str, type_name: &str, data: &str) -> String {
        let refused = self.tries(actor, type_name, data);
        refused.expect_err("was to be refused").to_string()
    }

    fn seals(&mut self, actor: &str, text: &str) -> String {
        let note = NoteOpened {
            text: text.to_owned(),
            nonce: "00112233445566778899".to_owned(),
        };
        let commitment = note.commitment(None, EntryId(uuid::Uuid::nil()), &actor.parse().unwrap());
        self.takes(
            actor,
            "note_sealed",
            &format!(r#"{{"commitment":"{commitment}"}}"#),
        );
        serde_json::to_string(&note).unwrap()
    }

    /// A review whose second entry, on which it can rest, is a file of evidence.
    fn with_file() -> Review {
        let mut review = Review::opened();
        review.takes("rev-1", "evidence_attached", &file("v1", 'a', DAY));
        review
    }

    fn both_notes_open(&mut self) {
        let first = self.seals("rev-1", "mine");
        let second = self.seals("rev-2", "theirs");
        self.takes("rev-1", "note_opened", &first);
        self.takes("rev-2", "note_opened", &second);
    }
}

const DAY: &str = "2027-01-01T00:00:00.000Z";

/// A file of evidence with its hash and date.
fn file(id: &str, hash: char, date: &str) -> String {
    let hash = hash.to_string().repeat(64);
    format!(
        r#"{{"evidence":"{id}","sha256":"{hash}","bytes":4,"media_type":"video/mp4","title":"t","class":"restricted","delete_after":"{date}"}}"#
    )
}

/// An analysis of that kind, with what further stands in it.
fn analysis(id: &str, kind: &str, game: &str, further: &str) -> String {
    format!(
        r#"{{"analysis":"{id}","kind":"{kind}","method":0,"program":"fupan","games":["{game}"],"as_of":{{"seq":1,"hash":"{}"}}{further}}}"#,
        crate::ids::Sha256::ZERO
    )
}

const CONCLUDED: &str = r#"{"conclusion":"referred","standard_of_proof":"comfortable satisfaction","rests_on":["00000000-0000-0000-0000-000000000001"],"clears":[],"reasons":"r"}"#;
/// Each reviewer acts for himself: nobody hands in what another is said to have done,
/// but the keeper, on whose machine the ledger lies.
#[test]
fn no_reviewer_hands_in_for_another() {
    let review = Review::opened();
    let hands_in = |by: &str, type_name: &str, data: &str| {
        let event = Event::Review(ReviewEvent::parse(type_name, data).unwrap());
        let (by, author) = (by.parse().unwrap(), "rev-2".parse().unwrap());
        review.state.need_hand_in(&by, &author, &event)
    };
    let sealed = format!(r#"{{"commitment":"{}"}}"#, crate::ids::Sha256::ZERO);
    for (type_name, data) in [
        ("note_sealed", sealed.as_str()),
        (
            "note_opened",
            r#"{"text":"t","nonce":"00112233445566778899"}"#,
        ),
        ("labels_revealed", "{}"),
        (
            "answer_taken",
            r#"{"subject":"A","put":"p","declined":true}"#,
        ),
        ("review_concluded", CONCLUDED),
        ("appeal_taken", r#"{"by":"ann","grounds":"g","relief":"r"}"#),
    ] {
        let refused = hands_in("rev-1", type_name, data).unwrap_err();
        assert_eq!(refused.code(), "not_for_others", "{type_name}");
        hands_in("rev-2", type_name, data).unwrap();
        hands_in("keeper", type_name, data).unwrap();
    }
}

#[test]
fn the_keeper_opens_a_review_for_two_reviewers_at_least() {
    let mut review = Review::default();
    let two = opening(r#"["rev-1","rev-2"]"#);
    assert!(
        review
            .refuses("rev-1", "review_opened", &two)
            .contains("the keeper of the service")
    );
    let one = review.refuses("keeper", "review_opened", &opening(r#"["rev-1"]"#));
    assert!(one.contains("at least two"), "{one}");
    let own = review.refuses("keeper", "review_opened", &opening(r#"["rev-1","ann"]"#));
    assert!(own.contains("a player under review"), "{own}");
    review.takes("keeper", "review_opened", &two);
    assert!(
        review
            .refuses("keeper", "review_opened", &two)
            .contains("opened already")
    );
}

#[test]
fn only_its_reviewers_write_in_it() {
    let mut review = Review::opened();
    for other in ["keeper", "rev-3", "ann"] {
        let refused = review.refuses(other, "labels_revealed", "{}");
        assert!(refused.contains("not a reviewer"), "{refused}");
    }
}

#[test]
fn a_change_of_method_is_an_entry_and_figures_are_by_the_one_in_force() {
    let mut review = Review::opened();
    let time = |id: &str, method: u32| {
        format!(
            r#"{{"analysis":"{id}","kind":"time","method":{method},"program":"fupan","games":["r1-b1"],"as_of":{{"seq":1,"hash":"{}"}}}}"#,
            crate::ids::Sha256::ZERO
        )
    };
    review.takes("rev-1", "analysis_recorded", &time("t1", 0));
    let same = format!(r#"{{"method":{METHOD},"reason":"r"}}"#);
    assert!(
        review
            .refuses("rev-1", "method_changed", &same)
            .contains("the one in force")
    );
    let other = same.replace("\"opening_moves\":50", "\"opening_moves\":40");
    review.takes("rev-1", "method_changed", &other);
    let late = review.refuses("rev-1", "analysis_recorded", &time("t2", 0));
    assert!(late.contains("the one in force is 1"), "{late}");
    review.takes("rev-1", "analysis_recorded", &time("t2", 1));
}

#[test]
fn no_note_is_read_before_a_second_reviewer_has_sealed_one() {
    let mut review = Review::opened();
    let note = review.seals("rev-1", "mine");
    let alone = review.refuses("rev-1", "note_opened", &note);
    assert!(alone.contains("only one reviewer's note is in"), "{alone}");
    let second = review.seals("rev-2", "theirs");
    let changed = note.replace("mine", "what I say now");
    assert!(
        review
            .refuses("rev-1", "note_opened", &changed)
            .contains("not those that were sealed")
    );
    review.takes("rev-1", "note_opened", &note);
    let other =
        r#"{"commitment":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}"#;
    let late = review.refuses("rev-2", "note_sealed", other);
    assert!(late.contains("could know of another"), "{late}");
    assert!(
        review
            .refuses("rev-2", "labels_revealed", "{}")
            .contains("two reviewers")
    );
    review.takes("rev-2", "note_opened", &second);
    review.takes("rev-2", "labels_revealed", "{}");
}

/// A reviewer may think again before anything is opened: the note that was sealed last is
/// the one, and whoever opens an earlier one is told of it.
#[test]
fn the_note_that_was_sealed_last_is_the_one() {
    let mut review = Review::opened();
    let first = review.seals("rev-1", "mine");
    review.seals("rev-2", "theirs");
    let last = review.seals("rev-1", "on second thoughts");
    let refused = review.refuses("rev-1", "note_opened", &first);
    let sealed_by = "by entry 00000000-0000-0000-0000-000000000003";
    assert!(refused.contains(sealed_by), "{refused}");
    review.takes("rev-1", "note_opened", &last);
}

#[test]
fn nothing_is_referred_before_the_player_was_asked() {
    let mut review = Review::with_file();
    assert!(
        review
            .refuses("rev-1", "review_concluded", CONCLUDED)
            .contains("two reviewers")
    );
    review.both_notes_open();
    let unasked = review.refuses("rev-1", "review_concluded", CONCLUDED);
    assert!(unasked.contains("player A was not asked"), "{unasked}");
    let nothing = r#"{"subject":"A","put":"p"}"#;
    assert!(
        review
            .refuses("rev-1", "answer_taken", nothing)
            .contains("or declined")
    );
    review.takes(
        "rev-1",
        "answer_taken",
        r#"{"subject":"A","put":"p","declined":true}"#,
    );
    let other = CONCLUDED.replace("comfortable satisfaction", "anything");
    assert!(
        review
            .refuses("rev-1", "review_concluded", &other)
            .contains("was opened with")
    );
    review.takes("rev-1", "review_concluded", CONCLUDED);
}

#[test]
fn a_challenge_that_is_upheld_opens_the_review_again() {
    let mut review = Review::with_file();
    review.both_notes_open();
    review.takes(
        "rev-1",
        "answer_taken",
        r#"{"subject":"A","put":"p","text":"t"}"#,
    );
    let appeal = r#"{"by":"ann","grounds":"g","relief":"r"}"#;
    assert!(
        review
            .refuses("rev-1", "appeal_taken", appeal)
            .contains("the review is open")
    );
    review.takes("rev-1", "review_concluded", CONCLUDED);
    assert!(
        review
            .refuses("rev-1", "review_concluded", CONCLUDED)
            .contains("is concluded")
    );
    review.takes("rev-1", "appeal_taken", appeal);
    let upheld = r#"{"outcome":"upheld","decided_by":"the committee","reasons":"r"}"#;
    review.takes("rev-1", "appeal_answered", upheld);
    assert_eq!(
        review.state.review.as_ref().unwrap().status,
        ReviewStatus::Open
    );
    review.takes("rev-1", "review_concluded", CONCLUDED);
}

#[test]
fn a_conclusion_rests_on_entries_of_this_review_and_a_referral_on_evidence_among_them() {
    let mut review = Review::with_file();
    review.both_notes_open();
    review.takes(
        "rev-1",
        "answer_taken",
        r#"{"subject":"A","put":"p","declined":true}"#,
    );
    let elsewhere = CONCLUDED.replace("000000000001", "0000000000ff");
    let refused = review.refuses("rev-1", "review_concluded", &elsewhere);
    assert!(
        refused.contains("expected the entry of an analysis"),
        "{refused}"
    );
    let on_a_note = CONCLUDED.replace("000000000001", "000000000002");
    let refused = review.refuses("rev-1", "review_concluded", &on_a_note);
    assert!(
        refused.contains("no analysis and on no evidence"),
        "{refused}"
    );
    review.takes("rev-1", "review_concluded", CONCLUDED);
    let appeal = r#"{"by":"ann","grounds":"g","relief":"r","evidence":"nothing-there"}"#;
    let refused = review.refuses("rev-1", "appeal_taken", appeal);
    assert!(
        refused.contains("there is no evidence nothing-there"),
        "{refused}"
    );
    review.takes(
        "rev-1",
        "appeal_taken",
        &appeal.replace("nothing-there", "v1"),
    );
    // Whoever decides has to hear whom it is about.
    review.takes("rev-1", "labels_revealed", "{}");
}

#[test]
fn a_date_of_deletion_lies_ahead_and_nobody_puts_it_off() {
    let mut review = Review::with_file();
    let late = review.refuses(
        "rev-2",
        "evidence_attached",
        &file("v2", 'a', "2099-01-01T00:00:00.000Z"),
    );
    assert!(late.contains("is kept no longer"), "{late}");
    let past = review.refuses(
        "rev-2",
        "evidence_attached",
        &file("v2", 'b', "1970-01-01T00:00:00.000Z"),
    );
    assert!(past.contains("expected a time after"), "{past}");
    let earlier = "2026-06-01T00:00:00.000Z";
    review.takes("rev-2", "evidence_attached", &file("v2", 'a', earlier));
    let files = &review.state.files;
    let date = files.values().next().unwrap().delete_after();
    assert_eq!(date.unwrap().to_string(), earlier);
}

#[test]
fn an_analysis_rests_on_what_the_review_has() {
    let mut review = Review::opened();
    let hash = "a".repeat(64);
    let engine = format!(
        r#","engine":{{"program":"KataGo","version":"1","network":"n","network_sha256":"{hash}","settings_sha256":"{hash}","visits":9}},"answers":{{"sha256":"{hash}","bytes":4}}"#
    );
    let figure = r#","figures":[{"subject":"A","whose":"subject","figure":"first_choice_share","n":40,"value":"0.980"}]"#;
    let both = format!("{engine}{figure}");
    for (kind, game, further, why) in [
        ("time", "r9-b9", "", "game r9-b9 is not under review"),
        ("time", "r1-b1", engine.as_str(), "rest on no engine"),
        ("agreement", "r1-b1", figure, "expected engine and answers"),
        ("agreement", "r1-b1", both.as_str(), "were taken in"),
        ("engine", "r1-b1", both.as_str(), "without figures"),
    ] {
        let refused = review.refuses(
            "rev-1",
            "analysis_recorded",
            &analysis("x1", kind, game, further),
        );
        assert!(refused.contains(why), "{kind}: {refused}");
    }
    // An engine is asked about more than what is under review.
    review.takes(
        "rev-1",
        "analysis_recorded",
        &analysis("e1", "engine", "r9-b9", &engine),
    );
    review.takes(
        "rev-1",
        "analysis_recorded",
        &analysis("x1", "agreement", "r1-b1", &both),
    );
}

/// What one reviewer sealed is none of another's: he could open it once its author has.
#[test]
fn nobody_seals_a_copy_of_a_note_that_was_sealed() {
    let mut review = Review::opened();
    review.seals("rev-1", "mine");
    review.seals("rev-1", "on second thoughts");
    for text in ["mine", "on second thoughts"] {
        let note = NoteOpened {
            text: text.to_owned(),
            nonce: "00112233445566778899".to_owned(),
        };
        let own = (EntryId(uuid::Uuid::nil()), "rev-2".parse().unwrap());
        let copy = format!(
            r#"{{"commitment":"{}"}}"#,
            note.commitment(None, own.0, &own.1)
        );
        for reviewer in ["rev-2", "rev-1"] {
            let refused = review.refuses(reviewer, "note_sealed", &copy);
            assert!(refused.contains("a note of rev-1 already"), "{refused}");
        }
    }
    review.seals("rev-2", "theirs");
}

/// Whoever does not open his note, or writes none, keeps no review open for ever: it can
/// be said that there is too little to tell, and nothing else.
#[test]
fn a_review_whose_second_note_never_comes_is_concluded_as_undetermined_alone() {
    let mut review = Review::with_file();
    let first = review.seals("rev-1", "mine");
    review.seals("rev-2", "theirs");
    review.takes("rev-1", "note_opened", &first);
    for other in ["not_met", "referred"] {
        let other = CONCLUDED.replace("referred", other);
        let refused = review.refuses("rev-1", "review_concluded", &other);
        let whose = "rev-2 sealed a note and did not open it";
        assert!(refused.contains(whose), "{refused}");
    }
    let early = review.refuses("rev-1", "labels_revealed", "{}");
    assert!(early.contains("two reviewers"), "{early}");
    let undetermined = CONCLUDED.replace("referred", "undetermined");
    review.takes("rev-1", "review_concluded", &undetermined);
    let state = review.state.review.as_ref().unwrap();
    let without: Vec<_> = state.without_notes.values().flatten().collect();
    assert_eq!(without, [&("rev-2".parse().unwrap(), Awaited::Sealed)]);
    // Those who decide hear whom it was about.
    review.takes("rev-1", "labels_revealed", "{}");
}

#[test]
fn a_note_is_not_sealed_anew_once_the_players_are_named() {
    let mut review = Review::with_file();
    review.seals("rev-1", "mine");
    let undetermined = CONCLUDED.replace("referred", "undetermined");
    review.takes("rev-1", "review_concluded", &undetermined);
    review.takes("rev-1", "labels_revealed", "{}");
    let appeal = r#"{"by":"ann","grounds":"g","relief":"r"}"#;
    review.takes("rev-1", "appeal_taken", appeal);
    let upheld = r#"{"outcome":"upheld","decided_by":"the committee","reasons":"r"}"#;
    review.takes("rev-1", "appeal_answered", upheld);
    let other =
        r#"{"commitment":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}"#;
    let late = review.refuses("rev-2", "note_sealed", other);
    assert!(late.contains("the players are named already"), "{late}");
}

#[test]
fn names_under_which_tokens_stand_are_no_reviewers() {
    for name in ["keeper", "auditor"] {
        let reviewers = format!(r#"["rev-1","{name}"]"#);
        let refused = Review::default().refuses("keeper", "review_opened", &opening(&reviewers));
        assert!(
            refused.contains(&format!("reviewers: {name} is")),
            "{refused}"
        );
    }
}

#[test]
fn no_reviewer_decides_upon_a_challenge_of_the_conclusion() {
    let mut review = Review::with_file();
    review.both_notes_open();
    let not_met = CONCLUDED.replace("referred", "not_met");
    review.takes("rev-1", "review_concluded", &not_met);
    let appeal = r#"{"by":"ann","grounds":"g","relief":"r"}"#;
    review.takes("rev-1", "appeal_taken", appeal);
    let answered = r#"{"outcome":"dismissed","decided_by":"rev-2","reasons":"r"}"#;
    let refused = review.refuses("rev-1", "appeal_answered", answered);
    assert!(
        refused.contains("whose conclusion is challenged"),
        "{refused}"
    );
    let committee = answered.replace("rev-2", "the committee");
    review.takes("rev-1", "appeal_answered", &committee);
}

#[test]
fn an_engine_has_files_and_answers_before_its_answers_are_taken_in() {
    let mut review = Review::opened();
    let hash = "a".repeat(64);
    let engine = |network: &str, answered_at: &str| {
        let further = format!(
            r#","engine":{{"program":"KataGo","version":"1","network":"n","network_sha256":"{network}","settings_sha256":"{hash}","visits":9}},"answers":{{"sha256":"{hash}","bytes":4}},"answered_at":"{answered_at}""#
        );
        analysis("e1", "engine", "r1-b1", &further)
    };
    let (then, later) = ("1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.001Z");
    let zeros = engine(&"0".repeat(64), then);
    let refused = review.refuses("rev-1", "analysis_recorded", &zeros);
    assert!(refused.contains("engine/network_sha256 0000"), "{refused}");
    let ahead = engine(&hash, later);
    let refused = review.refuses("rev-1", "analysis_recorded", &ahead);
    assert!(refused.contains("expected no later than"), "{refused}");
    review.takes("rev-1", "analysis_recorded", &engine(&hash, then));
}

/// By its form a commitment is to the note of this reviewer in this review: text and nonce
/// that another had open nothing.
#[test]
fn a_note_that_is_bound_is_opened_by_its_reviewer_in_its_review_alone() {
    let note = NoteOpened {
        text: "mine".to_owned(),
        nonce: "00112233445566778899".to_owned(),
    };
    let opened = serde_json::to_string(&note).unwrap();
    let sealed = |review: u128, reviewer: &str| {
        let review = EntryId(uuid::Uuid::from_u128(review));
        let commitment = note.commitment(Some(NoteForm::Bound), review, &reviewer.parse().unwrap());
        format!(r#"{{"commitment":"{commitment}","form":2}}"#)
    };
    for (review, reviewer, opens) in [(0, "rev-1", true), (0, "rev-2", false), (1, "rev-1", false)]
    {
        let mut case = Review::opened();
        case.takes("rev-1", "note_sealed", &sealed(review, reviewer));
        case.seals("rev-2", "theirs");
        assert_eq!(case.tries("rev-1", "note_opened", &opened).is_ok(), opens);
    }
    let by_hand =
        "fupan note 2\n00000000-0000-0000-0000-000000000000\nrev-1\nmine\n00112233445566778899";
    let by_hand = crate::ids::Sha256::of(by_hand.as_bytes()).to_string();
    assert!(sealed(0, "rev-1").contains(&by_hand));
}
