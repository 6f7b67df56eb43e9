//! What is told of a draft or an entry that its schema refuses.

use super::{ENTRY, draft};
use fupan_domain::event::{GameEvent, StreamKind};
use fupan_replay::schema::{
    Form, check_data, check_draft, check_entry, check_envelope, schema_text,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn in_game(type_name: &str, data: &Value) -> Value {
    draft("game/r1-b1", type_name, data)
}

/// The faults of a draft as `pointer code`.
fn faults_of(draft: &Value) -> Vec<String> {
    let faults = check_draft(draft).expect_err(&draft.to_string());
    faults
        .iter()
        .map(|f| format!("{} {}", f.pointer, f.code))
        .collect()
}

#[test]
fn every_fault_of_a_draft_is_told_with_its_place() {
    let ruling = |orders: Value| {
        in_game(
            "ruling_made",
            &json!({"ruling": "ruling-1", "article": "cn-2002:18.3", "outcome": "void",
            "facts": "f", "reasons": "r", "orders": orders}),
        )
    };
    let opened = |regulations: Value| {
        draft(
            "tournament",
            "tournament_opened",
            &json!({"name": "Open", "edition": "cn-2002", "regulations": regulations}),
        )
    };
    let paired = |game: Value| {
        draft(
            "tournament",
            "round_paired",
            &json!({"round": 1, "games": [game]}),
        )
    };
    let inserted = |type_name: &str, data: Value| {
        in_game(
            "entry_inserted",
            &json!({"after": ENTRY, "type": type_name, "data": data, "at": "2026-05-01T09:30:12.000Z", "reason": "r"}),
        )
    };
    let penalty = |more: Value| {
        let mut data = json!({"colour": "black", "article": "cn-2002:24.1", "ruling": "ruling-1"});
        data.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        in_game("penalty_imposed", &data)
    };
    #[rustfmt::skip]
    let table: Vec<(Value, &[&str])> = vec![
        // The draft itself.
        (json!([]), &[" type"]),
        (json!({}), &["/actor required", "/at required", "/data required", "/stream required", "/type required"]),
        (json!({"stream": "game/r1-b1", "type": "resigned", "at": "yesterday", "actor": "Rec 7", "data": {"colour": "red"}, "id": "7", "expect": -2, "seq": 0}),
            &["/actor pattern", "/at format", "/data/colour enum", "/expect minimum", "/id pattern", "/seq additional_properties"]),
        (json!({"stream": "game/R1", "type": "resigned", "at": "2026-02-30T09:30:12Z", "actor": "rec-07", "data": {}}), &["/at format", "/stream pattern"]),
        (draft("review", "note_sealed", &json!({})), &["/data/commitment required"]),
        (draft("log", "checkpoint_witnessed", &json!({})), &["/data/cosignatures required", "/data/origin required", "/data/root required", "/data/size required"]),
        (in_game("stone_thrown", &json!({})), &["/type unknown_type"]),
        (in_game("round_closed", &json!({"round": 1})), &["/type unknown_type"]),
        (in_game("resigned", &json!([])), &["/data type"]),
        // Points, colours, numbers.
        (in_game("stone_played", &json!({"colour": "black", "point": "I5"})), &["/data/point pattern"]),
        (in_game("stone_played", &json!({"colour": "Black", "point": "q16", "hand": 1})), &["/data/colour enum", "/data/hand additional_properties", "/data/point pattern"]),
        (in_game("stone_played", &json!({"colour": 1, "point": null, "hand_off": "no", "lifted": ["D4", "D4"]})), &["/data/colour type", "/data/hand_off type", "/data/lifted unique_items", "/data/point type"]),
        (in_game("board_counted", &json!({"colour": "black", "area_qz": 184.5, "by": "arb-2"})), &["/data/area_qz type"]),
        (in_game("board_counted", &json!({"colour": "black", "area_qz": 2501, "by": "a"})), &["/data/area_qz maximum", "/data/by pattern"]),
        (in_game("clock_read", &json!({"reading": {}})), &["/data/reading min_properties"]),
        (in_game("byoyomi_read", &json!({"colour": "black", "call": ""})), &["/data/call min_length"]),
        (in_game("complaint_raised", &json!({"by": "black", "text": "x".repeat(4001)})), &["/data/text max_length"]),
        (in_game("dead_stones_agreed", &json!({"points": vec!["A1"; 626], "by": []})), &["/data/by min_items", "/data/points max_items", "/data/points unique_items"]),
        (in_game("game_started", &json!({"black": "ann", "white": "bo", "regulations": {}, "position": ["X.", "X"]})), &["/data/position/1 pattern", "/data/regulations min_properties"]),
        // Orders are told by their `do`.
        (ruling(json!([{"do": "void_move"}, {"do": "explode"}, {"entry": ENTRY}, "draw"])), &["/data/orders/0/entry required", "/data/orders/1/do enum", "/data/orders/2/do required", "/data/orders/3 type"]),
        (ruling(json!([{"do": "restore_stones", "colour": "grey", "points": ["D4", "Z26"]}, {"do": "resume", "at": 1}])), &["/data/orders/0/colour enum", "/data/orders/0/points/1 pattern", "/data/orders/1/at additional_properties"]),
        (ruling(json!([{"do": "set_clock"}, {"do": "set_clock", "black_ms": -1}])), &["/data/orders/0 min_properties", "/data/orders/1/black_ms minimum"]),
        (ruling(json!([{"do": "set_result", "result": {"outcome": "jigo", "by": "count"}}])), &["/data/orders/0/result/outcome enum"]),
        // Penalties have the amount that belongs to them.
        (penalty(json!({"penalty": "deduct_zi"})), &["/data/qz required"]),
        (penalty(json!({"penalty": "deduct_time", "qz": 4})), &["/data/ms required", "/data/qz not_allowed"]),
        (penalty(json!({"penalty": "lose_game", "ms": 1})), &["/data/ms not_allowed"]),
        // One of several.
        (paired(json!({"game": "r1-b1", "board": 1})), &["/data/games/0 one_of"]),
        (paired(json!({"game": "r1-b1", "board": 1, "black": "ann"})), &["/data/games/0/white required"]),
        (paired(json!({"game": "r1-b1", "board": 0, "black": "ann", "players": ["ann", "bo"]})), &["/data/games/0/black not_allowed", "/data/games/0/board minimum"]),
        (draft("tournament", "player_withdrew", &json!({"justified": true, "reason": "ill"})), &["/data one_of", "/data one_of"]),
        (draft("tournament", "player_withdrew", &json!({"player": "ann", "team": "tigers", "after_round": 1, "justified": true, "reason": "ill"})), &["/data one_of"]),
        // Regulations.
        (opened(json!({"format": "ladder"})), &["/data/regulations/format enum", "/data/regulations/rounds required"]),
        (opened(json!({"format": "swiss", "rounds": 7, "komi": 15, "time": {"kind": "byoyomi", "limit_ms": 1, "periods": 0}})),
            &["/data/regulations/komi additional_properties", "/data/regulations/time/period_ms required", "/data/regulations/time/periods minimum"]),
        (opened(json!({"format": "swiss", "rounds": 7, "time": {"kind": "hourglass"}, "tie_breaks": ["points", "points"], "team": "Fixed"})),
            &["/data/regulations/team pattern", "/data/regulations/tie_breaks unique_items", "/data/regulations/time/kind enum"]),
        (opened(json!({"format": "swiss", "rounds": 7, "clauses": [{"id": "c1", "text": "t", "decides": "automatic", "outcomes": [{"outcome": "o", "orders": [{"do": "draw", "x": 1}], "warnings": ["red"], "penalties": [{"colour": "offender", "penalty": "deduct_zi"}]}]}]})),
            &["/data/regulations/clauses/0/decides enum", "/data/regulations/clauses/0/outcomes/0/orders/0/x additional_properties", "/data/regulations/clauses/0/outcomes/0/penalties/0/qz required", "/data/regulations/clauses/0/outcomes/0/warnings/0 pattern"]),
        // What an insertion or a correction carries.
        (inserted("stone_played", json!({"colour": "black", "point": "D33"})), &["/data/data/point pattern"]),
        (inserted("ruling_made", json!({})), &["/data/type enum"]),
        (inserted("entry_inserted", json!({})), &["/data/type enum"]),
        (in_game("entry_corrected", &json!({"entry": ENTRY, "reason": "r", "replacement": {"type": "turn_passed", "data": {}, "at": "2026-05-01"}})),
            &["/data/replacement/at format", "/data/replacement/data/colour required"]),
        // A name in an entry's place, and the reverse.
        (draft("tournament", "player_registered", &json!({"player": "ann", "person": "00"})), &["/data/name required", "/data/person additional_properties"]),
    ];
    for (draft, expected) in table {
        assert_eq!(faults_of(&draft), expected, "{draft}");
    }
}

#[test]
fn a_detail_shows_the_value_and_what_was_expected() {
    let details = |draft: &Value| -> Vec<String> {
        check_draft(draft)
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert_eq!(
        details(&in_game("stone_played", &json!({"point": "I5", "colour": "x".repeat(100), "at": 1}))),
        [
            "/data/at: 1: not known here, only colour, hand_off, lifted, point".to_owned(),
            format!("/data/colour: \"{}…: expected one of black, white", "x".repeat(79)),
            "/data/point: \"I5\": expected a point, as Q16: column A to Z without I, row 1 to 25 from the bottom".to_owned(),
        ]
    );
    assert_eq!(
        details(&draft(
            "tournament",
            "sanction_lifted",
            &json!({"reason": ""})
        )),
        [
            "/data/reason: \"\": expected at least 1 character",
            "/data/sanction: missing: expected an id: 2 to 63 of a-z, 0-9 and -, not beginning with -",
        ]
    );
    assert_eq!(
        details(&draft(
            "tournament",
            "round_paired",
            &json!({"round": 1, "games": [{"game": "r1-b1", "board": 1}]})
        )),
        ["/data/games/0: expected one of black and white, or players"]
    );
    // All types are listed: whoever mistyped one finds it among them.
    let types = GameEvent::TYPES.iter().copied().collect::<BTreeSet<_>>();
    let types: Vec<&str> = types.into_iter().collect();
    let expected = format!(
        "/type: \"stone_thrown\": game streams have no such event type, expected one of {}",
        types.join(", ")
    );
    assert_eq!(details(&in_game("stone_thrown", &json!({}))), [expected]);
}

#[test]
fn an_entry_is_checked_with_its_data_under_the_version_that_it_names() {
    let text = schema_text("envelope.v1.json").unwrap();
    let entry = serde_json::from_str::<Value>(text).unwrap()["examples"][0].clone();
    assert_eq!(check_entry(&entry), Ok(()));
    let changed = |key: &str, value: Value| {
        let mut entry = entry.clone();
        entry[key] = value;
        entry
    };
    let faults = |entry: &Value| -> Vec<String> {
        check_entry(entry)
            .unwrap_err()
            .iter()
            .map(|f| format!("{} {}", f.pointer, f.code))
            .collect()
    };
    assert_eq!(
        faults(&changed("schema", json!(2))),
        ["/schema unknown_version"]
    );
    assert_eq!(
        faults(&changed("at", json!("2026-05-01T17:30:12+08:00"))),
        ["/at pattern"]
    );
    assert_eq!(faults(&changed("prev", json!("AB"))), ["/prev pattern"]);
    let bad_data = changed("data", json!({"colour": "black"}));
    assert_eq!(faults(&bad_data), ["/data/point required"]);
    assert_eq!(check_envelope(&bad_data), Ok(()));
    // The names of people stay out of entries.
    let mut person = changed("data", json!({"player": "ann", "name": "Ann Lee"}));
    person["stream"] = json!("tournament");
    person["type"] = json!("player_registered");
    assert_eq!(
        faults(&person),
        ["/data/name additional_properties", "/data/person required"]
    );
}

#[test]
fn empty_votes_and_counted_votes_are_told_apart() {
    let decided = |vote: Value| {
        check_data(
            StreamKind::Appeal,
            "appeal_decided",
            Form::Entry,
            &json!({"outcome": "upheld", "orders": [], "reasons": "r", "vote": vote}),
        )
    };
    assert_eq!(decided(json!("2 to 1")), Ok(()));
    assert_eq!(decided(json!({"for": 2, "against": 1})), Ok(()));
    assert_eq!(
        decided(json!({"for": 2})).unwrap_err()[0].pointer,
        "/vote/against"
    );
    assert_eq!(decided(json!(3)).unwrap_err()[0].code, "type");
    assert_eq!(decided(json!("")).unwrap_err()[0].code, "min_length");
}
