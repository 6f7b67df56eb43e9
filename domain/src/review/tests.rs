//! The order of things in a review, as its ledger guards it.

use super::*;
use crate::{
    Timestamp,
    event::{Event, ReviewEvent, review::NoteOpened},
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
        let sealed = format!(r#"{{"commitment":"{}"}}"#, note.commitment());
        self.takes(actor, "note_sealed", &sealed);
        serde_json::to_string(&note).unwrap()
    }

    fn both_notes_open(&mut self) {
        let first = self.seals("rev-1", "mine");
        let second = self.seals("rev-2", "theirs");
        self.takes("rev-1", "note_opened", &first);
        self.takes("rev-2", "note_opened", &second);
    }
}

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

const CONCLUDED: &str = r#"{"conclusion":"referred","standard_of_proof":"comfortable satisfaction","rests_on":["5b1f2a8e-7c64-4b0e-9d0c-3f6a0c9d1e01"],"clears":[],"reasons":"r"}"#;

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

#[test]
fn nothing_is_referred_before_the_player_was_asked() {
    let mut review = Review::opened();
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
    let mut review = Review::opened();
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
