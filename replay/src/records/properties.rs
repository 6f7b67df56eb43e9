//! Whatever a file holds, its plan is one that a ledger takes, or the file is
//! refused. Never both, and never a panic.

use super::{Headings, ImportOptions, RecordError, SgfFile, from_sgf, to_sgf};
use crate::{drafts::Replayed, schema};
use fupan_domain::{sgf, tournament::TournamentState};
use proptest::prelude::*;

/// Pieces of records: sound ones, and such as people and programs hand in.
fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        ";",
        ";B[aa]",
        ";W[ba]",
        ";B[ab]",
        ";W[bb]",
        ";B[cc]",
        ";W[]",
        ";B[tt]",
        ";W[ca]",
        ";B[ac]",
        "AB[aa:bb]",
        "AW[cc]",
        "AE[aa:ii]",
        "AB[ee]",
        "PL[W]",
        "PL[B]",
        "HA[2]",
        "HA[9]",
        "HA[x]",
        "BL[12.5]",
        "WL[-3]",
        "BL[0]",
        "OB[3]",
        "OW[99999]",
        "OB[0]",
        "WL[99999999999999]",
        "TM[0]",
        "TM[60]",
        "TM[99999999999999]",
        "OT[3x30 byo-yomi]",
        "OT[9999x30 byo-yomi]",
        "OT[10/30 Canadian]",
        "OT[2 fischer]",
        "OT[sand]",
        "KM[7.5]",
        "KM[-400]",
        "KM[375]",
        "KM[3.75]",
        "AP[foxwq]",
        "RU[Chinese]",
        "RE[B+R]",
        "RE[W+0.02]",
        "RE[B+99999]",
        "RE[0]",
        "RE[双方负]",
        "RE[?]",
        "PB[Ann]",
        "PW[Ann]",
        "PW[ e\u{301}\u{1}]",
        "PB[unknown]",
        "BR[10d]",
        "WR[P9段]",
        "EV[Cup]",
        "EV[\u{2}]",
        "RO[3 (final)]",
        "RO[1000]",
        "DT[2019-02-30]",
        "DT[0000]",
        "DT[9999-12-31]",
        "C[x]",
        ")(;",
        "\n",
    ]);
    prop_oneof![9 => known.prop_map(str::to_owned), 1 => "[A-Z]{1,2}\\[\\PC{0,8}\\]"]
}

fn file() -> impl Strategy<Value = String> {
    let size = prop::sample::select(vec!["SZ[2]", "SZ[9]", "SZ[19]", "SZ[25]"]);
    (size, prop::collection::vec(piece(), 0..40))
        .prop_map(|(size, pieces)| format!("(;CA[UTF-8]{size}{})", pieces.concat()))
}

/// Takes a text over into a ledger of its own.
fn taken_over(text: &str) -> Result<(Replayed, super::ImportPlan), RecordError> {
    let file = SgfFile::read(text.as_bytes(), "some file")?;
    let new = TournamentState::default();
    let plan = from_sgf(&file, &ImportOptions::default(), &new, &|_| None)?;
    let mut ledger = Replayed::new("record".parse().unwrap());
    for draft in plan.drafts.clone() {
        let value = serde_json::to_value(&draft).unwrap();
        schema::check_draft(&value).unwrap_or_else(|faults| panic!("{faults:?} in {value}"));
        ledger
            .add(draft)
            .unwrap_or_else(|refused| panic!("{refused}: {value}"));
    }
    Ok((ledger, plan))
}

proptest! {
    #[test]
    fn a_plan_is_one_that_a_ledger_takes(text in file()) {
        let Ok((ledger, plan)) = taken_over(&text) else {
            return Ok(());
        };
        for game in &plan.games {
            let state = ledger.game(&game.game).unwrap().state;
            prop_assert!(state.faults.is_empty() && state.remarks.is_empty());
            let people = |commitment| ledger.log.people().get(&commitment).cloned();
            let headings = Headings::of(&state, ledger.ledger.tournament(), &people);
            let written = sgf::write(&to_sgf(&state, &headings));
            let (again, plan) = taken_over(&written).unwrap();
            let again = again.game(&plan.games[0].game).unwrap().state;
            let moves = |state: &fupan_domain::game::GameState| {
                let moves = state.course.moves.iter();
                moves.map(|m| (m.colour, m.point)).collect::<Vec<_>>()
            };
            prop_assert_eq!(moves(&state), moves(&again));
            prop_assert_eq!(state.course.board.rows(), again.course.board.rows());
            prop_assert_eq!(state.result(), again.result());
        }
    }

    #[test]
    fn any_bytes_are_planned_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(file) = SgfFile::read(&bytes, "\u{7}") {
            let _ = from_sgf(&file, &ImportOptions::default(), &TournamentState::default(), &|_| None);
        }
    }
}
