//! The matrix against the contract's, cell by cell.

use super::*;

/// Contract, section 10; an empty cell is no right.
const EXPECTED: &str = "\
| entry | organiser | chief arbiter, deputy | arbiter | recorder | panel member | reviewer | keeper |
| --- | --- | --- | --- | --- | --- | --- | --- |
| tournament opened | becomes it |  |  |  |  |  | yes |
| players, teams, withdrawals, line-ups, pairings, lots, published standings, rounds and tournament closed | yes | yes |  |  |  |  |  |
| regulations supplemented | approved by a chief arbiter | approved by an organiser |  |  |  |  |  |
| officials appointed, relieved | yes | arbiters and recorders |  |  |  |  |  |
| facts of a game |  | yes | on own boards | on own boards |  |  |  |
| breaches, statements and evidence, insertions |  | yes | on own boards |  |  |  |  |
| complaints |  | yes | on own boards | on own boards |  |  |  |
| corrections |  | yes | on own boards | of own entries while the game is played |  |  |  |
| rulings, warnings, admonitions, penalties |  | yes | where the article leaves it to the arbiter |  |  |  |  |
| sanctions imposed, lifted | naming an authority | yes |  |  |  |  |  |
| an appeal filed | yes | yes | yes |  |  |  |  |
| its panel seated | yes | yes |  |  |  |  |  |
| its statements and evidence |  | yes |  |  | yes |  |  |
| an appeal decided |  | yes |  |  | yes |  |  |
| an appeal withdrawn |  | yes |  |  |  |  |  |
| stream log |  |  |  |  |  |  | yes |
| a review opened |  |  |  |  |  |  | yes |
| a review's entries |  |  |  |  |  | yes |  |
";

#[test]
fn the_matrix_is_the_contracts_cell_by_cell() {
    assert_eq!(matrix_markdown(), EXPECTED);
    let columns = [
        Author::Official(Role::Organiser),
        Author::Official(Role::ChiefArbiter),
        Author::Official(Role::Arbiter),
        Author::Official(Role::Recorder),
        Author::Official(Role::PanelMember),
        Author::Official(Role::Reviewer),
        Author::Keeper,
    ];
    for (row, (class, ..)) in EXPECTED.lines().skip(2).zip(&MATRIX) {
        let cells: Vec<&str> = row.split('|').map(str::trim).skip(2).collect();
        for (author, cell) in columns.into_iter().zip(cells) {
            assert_eq!(right(*class, author).to_string(), cell, "{row} {author:?}");
        }
        assert_eq!(
            right(*class, Author::Official(Role::DeputyChiefArbiter)),
            right(*class, Author::Official(Role::ChiefArbiter))
        );
        assert_eq!(right(*class, Author::Official(Role::Auditor)), Right::No);
    }
}

#[test]
fn who_may_record_what_at_the_board() {
    let may = |stream, event, role| right(class_of(stream, event).unwrap(), Author::Official(role));
    assert_eq!(
        may("game/r1-b1", "stone_played", Role::Recorder),
        Right::OwnBoards
    );
    assert_eq!(
        may("game/r1-b1", "warning_issued", Role::Recorder),
        Right::No
    );
    assert_eq!(
        may("game/r1-b1", "warning_issued", Role::Arbiter),
        Right::OnlyArbitersArticles
    );
    assert_eq!(
        may("game/r1-b1", "breach_observed", Role::Recorder),
        Right::No
    );
    assert_eq!(
        may("game/r1-b1", "complaint_raised", Role::Recorder),
        Right::OwnBoards
    );
    assert_eq!(
        may("game/r1-b1", "entry_corrected", Role::Recorder),
        Right::OwnEntriesWhilePlayed
    );
    assert_eq!(
        may("game/r1-b1", "entry_inserted", Role::Recorder),
        Right::No
    );
    assert_eq!(may("tournament", "round_paired", Role::Arbiter), Right::No);
    assert_eq!(
        may("appeal/a1", "appeal_decided", Role::PanelMember),
        Right::Yes
    );
    assert_eq!(
        may("appeal/a1", "statement_taken", Role::Arbiter),
        Right::No
    );
    assert_eq!(
        may("game/r1-b1", "statement_taken", Role::Arbiter),
        Right::OwnBoards
    );
}

#[test]
fn every_event_type_of_the_contract_has_a_class_in_its_streams_only() {
    for (stream, types) in [
        (
            "tournament",
            "tournament_opened regulations_supplemented official_appointed official_relieved \
             team_registered player_registered lineup_declared lot_committed lot_drawn round_paired \
             pairing_changed breach_observed player_withdrew sanction_imposed sanction_lifted \
             standings_published round_closed tournament_closed statement_taken evidence_attached \
             entry_inserted entry_corrected",
        ),
        (
            "game",
            "nigiri_held player_arrived player_absent game_started stone_played turn_passed \
             captives_lifted clock_pressed clock_read byoyomi_read seat_left seat_retaken \
             breach_observed complaint_raised consent_given game_paused game_resumed times_confirmed \
             clock_fault_found relief_requested move_sealed seal_opened end_proposed end_agreed \
             end_declined dead_stones_agreed life_disputed contested_point_found board_counted \
             recount_requested resigned result_confirmed ruling_made warning_issued admonition_given \
             penalty_imposed entry_inserted entry_corrected statement_taken evidence_attached",
        ),
        (
            "appeal",
            "appeal_filed panel_seated statement_taken evidence_attached appeal_decided appeal_withdrawn",
        ),
        (
            "log",
            "checkpoint_witnessed key_announced key_replaced ledger_anchored evidence_received evidence_deleted person_erased",
        ),
        (
            "review",
            "review_opened method_changed analysis_recorded evidence_attached note_sealed note_opened \
             labels_revealed answer_taken review_concluded appeal_taken appeal_answered",
        ),
        ("access", "data_seen token_used"),
    ] {
        for event_type in types.split_whitespace() {
            assert!(
                class_of(stream, event_type).is_some(),
                "{stream} {event_type}"
            );
        }
        assert_eq!(class_of(stream, "stone_eaten"), None);
    }
    assert_eq!(class_of("tournament", "stone_played"), None);
    assert_eq!(class_of("game/r1-b1", "round_paired"), None);
    assert_eq!(class_of("elsewhere", "stone_played"), None);
}

#[test]
fn every_event_type_that_can_be_recorded_has_a_class() {
    for kind in crate::event::StreamKind::ALL {
        for event_type in kind.types() {
            assert!(class_of(kind.name(), event_type).is_some(), "{event_type}");
        }
    }
}

#[test]
fn a_role_reads_and_writes_as_events_have_it() {
    for role in Role::ALL {
        let json = serde_json::to_value(role).unwrap();
        assert_eq!(json, role.name());
        assert_eq!(serde_json::from_value::<Role>(json).unwrap(), role);
    }
    assert!(Role::DeputyChiefArbiter.is_chief() && !Role::Arbiter.is_chief());
}
