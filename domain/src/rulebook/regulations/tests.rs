//! Regulations as events write them, and what is in force then.

use super::*;
use serde_json::{Value, json};

fn patch(json: Value) -> RegulationsPatch {
    serde_json::from_value(json).unwrap()
}

fn in_force(edition: EditionId, json: Value) -> Regulations {
    Regulations::resolve(Edition::of(edition), [&patch(json)]).unwrap()
}

fn refused(json: Value) -> String {
    let swiss = patch(json!({"format":"swiss","rounds":7}));
    Regulations::resolve(Edition::of(EditionId::Cn2002), [&swiss, &patch(json)])
        .unwrap_err()
        .to_string()
}

#[test]
fn an_event_that_sets_nothing_else_has_its_editions_values() {
    let swiss = json!({"format":"swiss","rounds":7});
    let new = in_force(EditionId::Cn2002, swiss.clone());
    assert_eq!(
        (new.komi_qz, new.board, new.warning_cost_qz),
        (QuarterZi(15), 19, QuarterZi(4))
    );
    assert_eq!(
        new.late,
        Late {
            limit_ms: Some(Millis(900_000)),
            factor: 2
        }
    );
    assert!(new.late_limit_inclusive && new.overtime_relief && new.byoyomi_captives_timed);
    assert_eq!(
        (new.passes_to_end, new.colour_swap_last_move),
        (Some(2), Some(10))
    );
    assert!(new.long_cycle.is_empty());
    let old = in_force(EditionId::Cn1988, swiss);
    assert_eq!(
        (old.komi_qz, old.board, old.warning_cost_qz),
        (QuarterZi(11), 19, QuarterZi(0))
    );
    assert_eq!(
        old.late,
        Late {
            limit_ms: None,
            factor: 1
        }
    );
    assert!(!old.overtime_relief && !old.byoyomi_captives_timed);
    assert_eq!((old.passes_to_end, old.colour_swap_last_move), (None, None));
    assert_eq!(old.long_cycle, [LongCycle::Draw, LongCycle::Replay]);
    for both in [new, old] {
        assert_eq!(
            (both.time, both.turn_ends),
            (TimeControl::None {}, TurnEnds::Press)
        );
        assert_eq!(
            (
                both.handicap_return_qz,
                both.bye_points,
                both.warnings_to_lose
            ),
            (QuarterZi(0), 2, 2)
        );
        assert_eq!(
            (both.pmax, both.repetition),
            (Pmax::Scored, Repetition::Positional)
        );
        assert_eq!((both.team, both.appeal), (None, AppealTerms::default()));
    }
}

#[test]
fn ties_are_broken_as_the_format_asks_unless_the_event_says_how() {
    use TieBreak::{Beaten, Boards, Points, TotalScore, Warnings};
    let ties = |json| in_force(EditionId::Cn2002, json).tie_breaks;
    assert_eq!(
        ties(json!({"format":"swiss","rounds":7})),
        [TotalScore, Warnings]
    );
    assert_eq!(
        ties(json!({"format":"round_robin","rounds":7})),
        [Points, Beaten, Warnings]
    );
    assert_eq!(
        ties(json!({"format":"round_robin","rounds":7,"team":"fixed_boards"})),
        [Points, Boards]
    );
    assert_eq!(
        ties(json!({"format":"swiss","rounds":7,"tie_breaks":["points","boards"]})),
        [Points, Boards]
    );
    for edition in EditionId::ALL {
        for format in Format::ALL {
            for team in [Value::Null, json!("fixed_boards")] {
                let event = json!({"format":format,"rounds":1,"team":team});
                assert!(!in_force(edition, event).tie_breaks.is_empty());
            }
        }
    }
}

#[test]
fn how_many_games_the_format_says_itself() {
    let counts = |json| {
        let r = in_force(EditionId::Cn2002, json);
        (r.defeats, r.cycles, r.games)
    };
    assert_eq!(
        counts(json!({"format":"swiss","rounds":1})),
        (None, None, None)
    );
    assert_eq!(
        counts(json!({"format":"double_knockout","rounds":1})),
        (Some(2), None, None)
    );
    assert_eq!(
        counts(json!({"format":"multi_knockout","rounds":1,"defeats":4})),
        (Some(4), None, None)
    );
    assert_eq!(
        counts(json!({"format":"double_round_robin","rounds":1})),
        (None, Some(2), None)
    );
    assert_eq!(
        counts(json!({"format":"match","rounds":1,"games":7})),
        (None, None, Some(7))
    );
}

#[test]
fn the_contracts_example_comes_back_as_it_was_written() {
    let example = json!({
        "format":"swiss","rounds":9,"board":19,"komi_qz":15,
        "time":{"kind":"reserved_byoyomi","limit_ms":7_200_000,"periods":5,"period_ms":60000},
        "turn_ends":"press","late":{"limit_ms":900_000,"factor":2},"overtime_relief":true,
        "repetition":"positional","long_cycle":["no_result","replay"],"handicap_return_qz":0,
        "tie_breaks":["total_score","warnings"],"pmax":"scored","team":null,
        "appeal":{"within_ms":1_800_000,"panel":3},"pause_by_consent":false,
        "clauses":[{"id":"supervision","text":"Play in sight.","decides":"chief_arbiter",
            "outcomes":[{"outcome":"both lose","orders":[{"do":"both_lose"}],"warnings":[],"penalties":[]}]}]
    });
    let read = patch(example.clone());
    assert_eq!(serde_json::to_value(&read).unwrap(), example);
    let shown = serde_json::to_value(in_force(EditionId::Cn2002, example.clone())).unwrap();
    for (field, value) in example.as_object().unwrap() {
        assert_eq!(&shown[field], value, "{field}");
    }
    assert_eq!(shown["edition"], "cn-2002");
    assert!(shown.get("chosen").is_none());
}

#[test]
fn a_later_patch_wins_field_by_field_and_a_null_takes_away() {
    let event = in_force(
        EditionId::Cn2002,
        json!({"format":"swiss","rounds":7,"komi_qz":14,"late":{"limit_ms":60000,"factor":3},
            "appeal":{"within_ms":5},"team":"fixed_boards"}),
    );
    let later = event
        .with(&patch(
            json!({"komi_qz":0,"late":{"limit_ms":null},"appeal":{"panel":3},"team":null}),
        ))
        .unwrap();
    assert_eq!(later.komi_qz, QuarterZi(0));
    assert_eq!(
        later.late,
        Late {
            limit_ms: None,
            factor: 3
        }
    );
    assert_eq!(
        later.appeal,
        AppealTerms {
            within_ms: Some(Millis(5)),
            panel: Some(3)
        }
    );
    assert_eq!(later.team, None);
    assert_eq!(later.rounds, 7);
    assert_eq!(event.with(&RegulationsPatch::default()), Ok(event));
}

#[test]
fn defaults_follow_a_format_that_changes_later() {
    let swiss = in_force(EditionId::Cn2002, json!({"format":"swiss","rounds":7}));
    let robin = swiss
        .with(&patch(json!({"format":"double_round_robin"})))
        .unwrap();
    assert_eq!(robin.tie_breaks.first(), Some(&TieBreak::Points));
    assert_eq!(robin.cycles, Some(2));
}

#[test]
fn a_supplement_adds_clauses_and_replaces_those_of_its_ids() {
    let clause = |id: &str, text: &str| json!({"id":id,"text":text});
    let event = in_force(
        EditionId::Cn2002,
        json!({"format":"swiss","rounds":7,"clauses":[clause("hands","one"),clause("phones","two")]}),
    );
    let later = event
        .with(&patch(
            json!({"clauses":[clause("phones","three"),clause("doors","four")]}),
        ))
        .unwrap();
    let texts: Vec<&str> = later.clauses.iter().map(|c| &*c.text).collect();
    assert_eq!(texts, ["one", "three", "four"]);
    assert_eq!(
        later.clause("doors").unwrap().decides,
        Decider::ChiefArbiter
    );
    assert_eq!(later.clause("doors").unwrap().outcomes, None);
    assert_eq!(
        later.arbiter_may_rule(&"event:doors".parse().unwrap()),
        Ok(false)
    );
    assert!(
        event
            .arbiter_may_rule(&"event:doors".parse().unwrap())
            .is_err()
    );
}

#[test]
fn what_can_not_be_is_refused_by_name() {
    for (json, error) in [
        (json!({"board":1}), "board is 1: expected 2 to 25"),
        (json!({"board":26}), "board is 26: expected 2 to 25"),
        (json!({"rounds":0}), "rounds is 0: expected 1 to 999"),
        (json!({"rounds":1000}), "rounds is 1000: expected 1 to 999"),
        (
            json!({"komi_qz":1445}),
            "komi_qz is 1445: expected -1444 to 1444",
        ),
        (
            json!({"board":9,"komi_qz":-325}),
            "komi_qz is -325: expected -324 to 324",
        ),
        (
            json!({"handicap_return_qz":-1}),
            "handicap_return_qz is -1: expected 0 to 1444",
        ),
        (
            json!({"late":{"factor":-1}}),
            "late.factor is -1: expected 0 to 100",
        ),
        (
            json!({"late":{"limit_ms":-1}}),
            "late.limit_ms is -1: expected 0 to 31622400000",
        ),
        (json!({"bye_points":3}), "bye_points is 3: expected 0 to 2"),
        (
            json!({"warnings_to_lose":0}),
            "warnings_to_lose is 0: expected 1 to 99",
        ),
        (
            json!({"passes_to_end":1}),
            "passes_to_end is 1: expected 2 to 99",
        ),
        (
            json!({"appeal":{"panel":0}}),
            "appeal.panel is 0: expected 1 to 99",
        ),
        (json!({"defeats":0}), "defeats is 0: expected 1 to 99"),
        (
            json!({"tie_breaks":["sos","wins","sos"]}),
            "tie_breaks names sos twice: expected each once",
        ),
        (
            json!({"team":"Fixed"}),
            "team is \"Fixed\": expected a word of a-z, 0-9 and _, as \"fixed_boards\"",
        ),
        (
            json!({"clauses":[{"id":"aa","text":""},{"id":"aa","text":""}]}),
            "clauses names aa twice: expected each once",
        ),
        (
            json!({"clauses":[{"id":"aa","text":"","decides":"automatic"}]}),
            "clause aa decides automatic: expected arbiter or chief_arbiter",
        ),
    ] {
        assert_eq!(refused(json), error);
    }
    let nothing = Regulations::resolve(Edition::of(EditionId::Cn2002), []);
    assert_eq!(nothing, Err(RegulationsError::Missing("format")));
    let unread = serde_json::from_value::<RegulationsPatch>(json!({"komi":7}));
    assert!(
        unread
            .unwrap_err()
            .to_string()
            .contains("unknown field `komi`")
    );
}
