//! Entries keyed wrongly, and facts that the recorder missed: they are read
//! otherwise while the log stays as it is (contract, sections 4 and 11).

use fupan_tests::script::{Script, game, game_with, paired_with};
use serde_json::{Value, json};

fn five() -> Script {
    game_with("cn-2002", &json!({"board": 5}))
}

/// What a correction puts in place of an entry: type, data and time.
type Replacement = Option<(&'static str, Value, &'static str)>;

#[expect(
    clippy::unnecessary_wraps,
    reason = "a correction may also put nothing in place"
)]
fn black(point: &str) -> Replacement {
    Some((
        "stone_played",
        json!({"colour": "black", "point": point}),
        "09:00:01",
    ))
}

#[test]
fn an_entry_is_read_as_its_correction_says() {
    let script = five().stones("B C3, W D3").corrects("B C3", black("B3"));
    script
        .shows_board(
            "..... ..... .X.O. ..... .....",
            &json!({"position": {"moves": 2, "to_play": "black"}}),
        )
        .remarks("entry_corrected");
    // The later correction of an entry counts.
    script
        .corrects("B C3", black("A3"))
        .shows_board("..... ..... X..O. ..... .....", &json!({}));
}

#[test]
fn a_struck_out_entry_did_not_happen_and_can_be_put_back() {
    let struck = five()
        .stones("B C3, W D3")
        .corrects("W D3", None)
        .called("strike");
    struck.shows_board(
        "..... ..... ..X.. ..... .....",
        &json!({"position": {"moves": 1, "to_play": "white"}}),
    );
    let again = json!({"colour": "white", "point": "D3"});
    struck
        .clone()
        .corrects("W D3", Some(("stone_played", again, "09:00:02")))
        .shows_board(
            "..... ..... ..XO. ..... .....",
            &json!({"position": {"moves": 2}}),
        );
    // The striking out may itself be struck out.
    struck.corrects("strike", None).shows_board(
        "..... ..... ..XO. ..... .....",
        &json!({"position": {"moves": 2}}),
    );
}

#[test]
fn a_correction_is_itself_corrected_by_its_own_id() {
    let script = five()
        .stones("B C3, W D3")
        .corrects("B C3", black("B3"))
        .called("first");
    let second = script.corrects("first", black("A3")).called("second");
    second.shows_board("..... ..... X..O. ..... .....", &json!({}));
    // Without the second the first counts, without both what was keyed.
    let back = second.corrects("second", None);
    back.shows_board("..... ..... .X.O. ..... .....", &json!({}));
    back.corrects("first", None)
        .shows_board("..... ..... ..XO. ..... .....", &json!({}));
}

#[test]
fn an_entry_may_be_read_as_another_kind_of_fact() {
    let pass = Some(("turn_passed", json!({"colour": "white"}), "09:00:02"));
    five()
        .stones("B C3, W D3")
        .corrects("W D3", pass)
        .shows_board(
            "..... ..... ..X.. ..... .....",
            &json!({"position": {"moves": 2, "last": "pass"}}),
        );
}

#[test]
fn a_missed_stone_is_read_in_its_place_with_what_it_caught() {
    let script = five()
        .stones("B C4, W C3, B B3, W A1, B D3, W E1, B A5")
        .inserts(
            "W E1",
            "stone_played",
            json!({"colour": "black", "point": "C2"}),
            "09:00:06",
        );
    script.shows_board(
        "X.... ..X.. .X.X. ..X.. O...O",
        &json!({"position": {"moves": 8, "captured": {"white": 1}}}),
    );
    script
        .shown()
        .remarks("entry_inserted")
        .at_move(7)
        .game(&json!({"position": {"last": "C2"}}));
}

#[test]
fn an_insertion_can_be_corrected_and_struck_out() {
    let script = five()
        .stones("B C3, W D3")
        .inserts(
            "B C3",
            "stone_played",
            json!({"colour": "black", "point": "A1"}),
            "09:00:01",
        )
        .called("missed");
    script.clone().corrects("missed", black("B1")).shows_board(
        "..... ..... ..XO. ..... .X...",
        &json!({"position": {"moves": 3}}),
    );
    script.corrects("missed", None).shows_board(
        "..... ..... ..XO. ..... .....",
        &json!({"position": {"moves": 2}}),
    );
}

#[test]
fn an_insertion_follows_an_insertion() {
    let stone = |colour: &str, point: &str| json!({"colour": colour, "point": point});
    let script = five()
        .stones("B C3, W D3")
        .inserts("B C3", "stone_played", stone("white", "A1"), "09:00:01.2")
        .called("first")
        .inserts("first", "stone_played", stone("black", "B1"), "09:00:01.4");
    let shown = script.shows(&json!({"position": {"moves": 4, "last": "D3"}}));
    shown.at_move(2).game(&json!({"position": {"last": "A1"}}));
    shown.at_move(3).game(&json!({"position": {"last": "B1"}}));
}

#[test]
fn insertions_after_the_same_entry_stand_in_the_order_of_their_times() {
    let stone = |colour: &str, point: &str| json!({"colour": colour, "point": point});
    for times in [
        ["09:00:01.2", "09:00:01.4"],
        ["09:00:01.4", "09:00:01.2"],
        ["09:00:01.2", "09:00:01.2"],
    ] {
        let script = five()
            .stones("B C3, W D3")
            .inserts("B C3", "stone_played", stone("white", "A1"), times[0])
            .inserts("B C3", "stone_played", stone("black", "B1"), times[1]);
        let second = if times[1] < times[0] { "B1" } else { "A1" };
        script
            .shown()
            .at_move(2)
            .game(&json!({"position": {"last": second}}));
    }
}

#[test]
fn a_correction_that_makes_a_later_stone_impossible_is_refused() {
    let script = five().stones("B C3, W D3").corrects("B C3", black("D3"));
    script
        .is_refused_as("correction_conflict")
        .names(&script, "W D3")
        .says("D3");
    // So is an insertion.
    let stone = json!({"colour": "black", "point": "D3"});
    let script = five()
        .stones("B C3, W D3")
        .inserts("B C3", "stone_played", stone, "09:00:01");
    script
        .is_refused_as("correction_conflict")
        .names(&script, "W D3");
}

#[test]
fn a_correction_that_takes_the_ground_from_a_ruling_is_refused() {
    let script = five()
        .stones("B C3, W D3")
        .rules("ruling-1", json!([{"do": "void_move", "entry": "@W D3"}]))
        .corrects("W D3", None);
    script
        .is_refused_as("correction_conflict")
        .names(&script, "ruling-1")
        .says("not the last stone");
    let lifted = json!({"colour": "black", "points": ["D3"]});
    let script = five()
        .stones("B C3, W D3")
        .fact("captives_lifted", lifted)
        .called("lift")
        .corrects("W D3", None);
    script
        .is_refused_as("correction_conflict")
        .names(&script, "lift");
}

#[test]
fn what_stands_in_place_of_an_entry_must_have_been_possible_there() {
    let script = five().stones("B C3, W D3");
    let stone = |colour: &str, point: &str| json!({"colour": colour, "point": point});
    let refused = |type_name: &str, data: Value| {
        script
            .clone()
            .inserts("W D3", type_name, data, "09:00:03")
            .refused()
    };
    assert_eq!(
        refused("stone_played", stone("black", "C3")).code,
        "point_occupied"
    );
    assert_eq!(refused("stone_played", stone("black", "T19")).code, "board");
    assert_eq!(
        refused("player_arrived", json!({"player": "cy"})).code,
        "not_in_game"
    );
    assert_eq!(
        refused("game_started", json!({"black": "ann", "white": "bo"})).code,
        "game_started_already"
    );
    let count = json!({"colour": "black", "area_qz": 101, "by": "arb-1"});
    assert_eq!(refused("board_counted", count).code, "area_too_large");
    let opened = json!({"point": "A1", "nonce": "n"});
    assert_eq!(refused("seal_opened", opened).code, "seal");
    let by = json!({"colour": "black", "area_qz": 50, "by": "nobody"});
    assert_eq!(refused("board_counted", by).code, "unknown_official");
    // Nor can a fact be put before the beginning.
    let early = paired_with("cn-2002", &json!({"board": 5}))
        .fact("player_arrived", json!({"player": "ann"}))
        .called("arrival")
        .start(&json!({}))
        .inserts("arrival", "stone_played", stone("black", "C3"), "09:00");
    early.is_refused_as("game_not_started");
}

#[test]
fn the_beginning_is_corrected_and_everything_computed_again() {
    let script = paired_with("cn-2002", &json!({"board": 5}))
        .start(&json!({}))
        .called("start")
        .stones("B C3, W D3")
        .side("resigned", "black");
    let swapped = json!({"black": "bo", "white": "ann", "handicap": ["A1"]});
    script
        .clone()
        .corrects("start", Some(("game_started", swapped, "09:00")))
        .shows_board(
            "..... ..... ..XO. ..... X....",
            &json!({"players": {"black": "bo", "white": "ann"}, "position": {"moves": 2}}),
        );
    // Not onto a board on which the stones were never played.
    let small = json!({"black": "ann", "white": "bo", "regulations": {"board": 3}});
    script
        .clone()
        .corrects("start", Some(("game_started", small, "09:00")))
        .is_refused_as("correction_conflict")
        .names(&script, "W D3");
    let stranger = json!({"black": "cy", "white": "bo"});
    script
        .clone()
        .corrects("start", Some(("game_started", stranger, "09:00")))
        .is_refused_as("not_in_game");
    let struck = script.clone().corrects("start", None);
    struck
        .is_refused_as("correction_conflict")
        .names(&script, "B C3");
    script
        .clone()
        .corrects(
            "start",
            Some(("player_arrived", json!({"player": "ann"}), "09:00")),
        )
        .is_refused_as("correction_conflict");
}

#[test]
fn a_beginning_keyed_at_the_wrong_board_is_struck_out_while_nothing_follows() {
    paired_with("cn-2002", &json!({}))
        .start(&json!({}))
        .called("start")
        .corrects("start", None)
        .shows(&json!({"status": "paired"}));
}

#[test]
fn decisions_are_not_corrected() {
    let script = game("cn-2002")
        .warning("ruling-1", "black")
        .called("warning")
        .punishes("ruling-1", "black", "deduct_zi", &json!({"qz": 2}))
        .called("penalty");
    for entry in ["ruling-1", "warning", "penalty"] {
        script
            .clone()
            .corrects(entry, None)
            .is_refused_as("not_a_fact")
            .says("an entry of type")
            .says("can't be corrected");
    }
    let unknown = json!({"entry": "00000000-0000-4000-8000-00000000ffff", "reason": "r"});
    script
        .by("arb-1", "entry_corrected", unknown)
        .is_refused_as("not_in_stream");
}

#[test]
fn corrected_data_are_held_against_the_schema_of_their_type() {
    game("cn-2002")
        .stones("B Q16")
        .corrects(
            "B Q16",
            Some((
                "stone_played",
                json!({"colour": "red", "point": "Q4"}),
                "09:00:01",
            )),
        )
        .is_refused_as("draft")
        .says("/data/replacement/data/colour");
    game("cn-2002")
        .stones("B Q16")
        .inserts("B Q16", "warning_issued", json!({}), "09:00:01")
        .is_refused_as("draft");
}

#[test]
fn a_result_follows_a_corrected_count_but_a_confirmed_one_stays() {
    let counted = game("cn-2002")
        .ends(&[])
        .counts("black", 736)
        .called("count");
    let right = || {
        Some((
            "board_counted",
            json!({"colour": "black", "area_qz": 738, "by": "arb-1"}),
            "09:00",
        ))
    };
    counted
        .clone()
        .corrects("count", right())
        .shows(&json!({"result": {"outcome": "black", "margin_qz": 1}}));
    counted
        .confirmed_by(
            json!({"outcome": "white", "by": "count", "margin_qz": 1}),
            &["black", "white", "arb-1"],
        )
        .corrects("count", right())
        .shows(&json!({"status": "confirmed", "result": {"outcome": "white", "margin_qz": 1}}))
        .remarks("confirmed_otherwise");
}

#[test]
fn a_struck_out_confirmation_opens_the_game() {
    game("cn-2002")
        .stones("B Q16")
        .side("resigned", "white")
        .confirms("black", "resignation")
        .called("end")
        .corrects("end", None)
        .shows(&json!({"status": "finished", "result": {"state": "provisional"}}));
}

#[test]
fn a_recorder_corrects_own_entries_while_the_game_is_played() {
    let corrected = |script: Script, actor: &str| {
        let data = json!({"entry": "@W D4", "reason": "keyed twice"});
        script.by(actor, "entry_corrected", data)
    };
    let script = game("cn-2002")
        .appoint("rec-2", "recorder")
        .stones("B Q16, W D4");
    corrected(script.clone(), "rec-1").shows(&json!({"position": {"moves": 1}}));
    corrected(script.clone(), "rec-2")
        .is_refused_as("no_right")
        .says("own entries");
    let over = script.clone().side("resigned", "black");
    corrected(over.clone(), "rec-1")
        .is_refused_as("no_right")
        .says("while the game is played");
    corrected(over, "arb-1").shows(&json!({"position": {"moves": 1}}));
    // Insertions are for arbiters.
    let data = json!({"after": "@W D4", "type": "turn_passed", "data": {"colour": "black"},
        "at": "@09:00:03", "reason": "missed"});
    script
        .by("rec-1", "entry_inserted", data)
        .is_refused_as("no_right");
}

#[test]
fn before_and_after_an_entry_is_where_it_is_read() {
    let script = five()
        .stones("B C3, W D3")
        .inserts(
            "B C3",
            "stone_played",
            json!({"colour": "white", "point": "A1"}),
            "09:00:01.2",
        )
        .called("missed")
        .corrects("W D3", black("B1"));
    let shown = script.shown();
    let missed = script.id_of("missed");
    shown
        .before_entry(&missed)
        .game(&json!({"position": {"moves": 1, "last": "C3"}}));
    shown
        .after_entry(&missed)
        .game(&json!({"position": {"moves": 2, "last": "A1"}}));
    shown
        .after_entry(&script.id_of("W D3"))
        .game(&json!({"position": {"moves": 3, "last": "B1"}}));
    let elsewhere =
        fupan_replay::views::Moment::After(fupan_domain::ids::EntryId(uuid::Uuid::from_u128(9999)));
    let game = "r1-b1".parse().unwrap();
    let none = shown.replayed().game_view(&game, elsewhere);
    assert!(none.unwrap_err().to_string().contains("270f"));
}
