//! Small game records written here, each with one thing to it.

use super::*;

#[test]
fn a_ledger_is_opened_by_the_files_own_headers() {
    let (ledger, game) = only(
        "(;FF[4]SZ[9]EV[Spring Cup]PC[Hefei]RO[3 (final)]DT[2019-05-04]KM[7.5]\
         PB[Ann Lee]BR[3d]PW[Bo Chen]WR[5 dan pro]RE[B+R];B[cc];W[gg])",
    );
    let tournament = ledger.ledger.tournament();
    let opening = tournament.opening.as_ref().unwrap();
    assert_eq!(opening.name, "Spring Cup");
    assert_eq!(opening.place.as_deref(), Some("Hefei"));
    assert_eq!(opening.at.to_string(), "2019-05-04T00:00:00.000Z");
    assert_eq!((game.view.round, game.view.board), (3, 1));
    let ranks: Vec<_> = tournament
        .players
        .values()
        .map(|p| p.registered.dan.clone())
        .collect();
    assert_eq!(ranks, [Some("3d".to_owned()), Some("5p".to_owned())]);
    check(
        "headers",
        &game,
        &json!({"names": ["Ann Lee", "Bo Chen"], "moves": "b C7, w G3", "status": "finished",
                "result": "black by resignation", "edition": "cn-2002"}),
    );
}

#[test]
fn names_are_kept_beside_the_log_and_not_in_it() {
    let (ledger, game) = only(
        "(;SZ[9]GN[Lee against Chen]PB[Ann Lee]PW[聂卫平]C[Ann Lee smiles]GC[by Bo]\
         RE[聂卫平中盘胜]US[Chen [3d]];B[cc]C[Lee])",
    );
    for sealed in ledger.log.entries() {
        let text = String::from_utf8(sealed.bytes.to_vec()).unwrap();
        for name in ["Lee", "ann-lee", "聂", "Chen", "Bo"] {
            assert!(!text.contains(name), "{name} in {text}");
        }
    }
    assert_eq!(game.view.names.white.as_deref(), Some("聂卫平"));
    assert!(
        game.statement
            .contains("The result as written: white中盘胜")
    );
}

#[test]
fn what_the_file_leaves_open_is_unknown() {
    let (_, game) = only("(;SZ[9];B[cc])");
    check(
        "bare",
        &game,
        &json!({"names": ["unknown", "unknown"], "result": null, "status": "playing",
                "time": {"kind": "none"}, "says": "does not say: Black's name"}),
    );
    assert_ne!(game.view.players.black, game.view.players.white);
    let clock = game.view.clock.black;
    assert_eq!((clock.used_ms, clock.left_ms), (None, None));
}

#[test]
fn the_edition_is_the_callers_for_a_new_ledger() {
    let mut ledger = new_ledger();
    let options = ImportOptions {
        edition: EditionId::Cn1988,
        ..ImportOptions::default()
    };
    let plan = import(&mut ledger, "old", b"(;SZ[9];B[cc];AW[dd])", &options).unwrap();
    let game = shown(&ledger, &plan.games[0].game);
    check(
        "1988",
        &game,
        &json!({"edition": "cn-1988", "komi_qz": 11, "white": "D6"}),
    );
    assert_eq!(game.view.rulings[0].article, "cn-1988:25.1");
}

#[test]
fn black_stones_before_whites_first_move_are_a_handicap() {
    let two = json!({"handicap": 2, "black": "D4 Q16", "to_play": "black", "moves": "w D16"});
    for text in [
        "(;HA[2]AB[pd][dp];W[dd])",
        "(;AB[pd][dp];W[dd])",
        "(;HA[2]KM[0.5];B[pd];B[dp];W[dd])",
    ] {
        checked(text, &two);
    }
    checked(
        "(;AB[pd][dp]PL[W])",
        &json!({"handicap": 2, "to_play": "white"}),
    );
    // Black to move: a position, as of a game that goes on.
    checked(
        "(;AB[pd][dp];B[dd])",
        &json!({"handicap": 0, "black": "D16 D4 Q16", "moves": "b D16"}),
    );
    checked(
        "(;SZ[9]AB[cc]AW[gg];B[ee])",
        &json!({"handicap": 0, "black": "C7 E5", "white": "G3", "moves": "b E5"}),
    );
    // Stones that are announced and nowhere to be seen.
    checked(
        "(;HA[3];W[dd])",
        &json!({"handicap": 0, "moves": "w D16", "says": "handicap stones are missing"}),
    );
}

#[test]
fn what_clocks_showed_while_handicap_stones_were_put_is_kept() {
    let (ledger, game) = only("(;HA[2]TM[60];B[pd]BL[59];B[dp]BL[57.5];W[dd]WL[58])");
    let before = at_move(&ledger, game.state.game(), 0);
    assert_eq!(before["clock"]["black"]["left_ms"], json!(57_500));
    assert_eq!(before["position"]["rows"][3], json!("...............X..."));
    assert_eq!(game.view.clock.black.left_ms.unwrap().0, 57_500);
    assert_eq!(game.view.clock.black.used_ms.unwrap().0, 2_500);
    assert_eq!(game.view.clock.white.used_ms.unwrap().0, 2_000);
}

#[test]
fn byo_yomi_that_is_set_back_tells_no_time_used() {
    let text = "(;TM[60]OT[3x30 byo-yomi];B[pd]BL[12];W[dp]WL[41];B[pp]BL[30]OB[3];\
                W[dd]WL[31];B[qq]BL[30]OB[1])";
    let (ledger, game) = only(text);
    let clock = |n, colour: &str| at_move(&ledger, game.state.game(), n)["clock"][colour].clone();
    let main = clock(1, "black");
    assert_eq!(
        (&main["used_ms"], &main["left_ms"]),
        (&json!(48_000), &json!(12_000))
    );
    assert_eq!(main["in_overtime"], json!(false));
    let over = clock(3, "black");
    assert_eq!(
        (&over["used_ms"], &over["left_ms"]),
        (&json!(null), &json!(0))
    );
    assert_eq!(
        (&over["periods_left"], &over["in_overtime"]),
        (&json!(3), &json!(true))
    );
    assert_eq!(game.view.clock.black.periods_left, Some(1));
    assert_eq!(game.view.clock.black.used_ms, None);
    assert_eq!(game.view.clock.white.used_ms.unwrap().0, 29_000);
}

#[test]
fn every_kind_of_time_control_is_taken_over() {
    for (headers, time) in [
        ("", json!({"kind": "none"})),
        ("TM[0]", json!({"kind": "none"})),
        ("TM[600]", json!({"kind": "absolute", "limit_ms": 600_000})),
        (
            "TM[0]OT[5x15 byo-yomi]",
            json!({"kind": "byoyomi", "limit_ms": 0, "periods": 5, "period_ms": 15_000}),
        ),
        (
            "TM[600]OT[25/300 Canadian]",
            json!({"kind": "moves_per_period", "limit_ms": 600_000, "moves": 25,
                   "period_ms": 300_000, "carry_over": false}),
        ),
        (
            "TM[180]OT[2 fischer]",
            json!({"kind": "fischer", "limit_ms": 180_000, "increment_ms": 2_000}),
        ),
        // No guess is made of what is missing or not understood.
        ("OT[5x15 byo-yomi]", json!({"kind": "none"})),
        ("TM[60]OT[hourglass]", json!({"kind": "none"})),
        ("TM[60]OT[5000x30 byo-yomi]", json!({"kind": "none"})),
    ] {
        checked(&format!("(;{headers};B[pd])"), &json!({"time": time}));
    }
}

#[test]
fn moves_left_and_both_clocks_of_a_node_are_taken_over() {
    let (_, game) =
        only("(;TM[60]OT[10/30 Canadian];B[pd]BL[30]OB[10]WL[55];W[dp]WL[28]OW[9]BL[27]OB[8])");
    let clock = serde_json::to_value(game.view.clock).unwrap();
    assert_eq!(clock["black"]["moves_left"], json!(8));
    assert_eq!(clock["black"]["period_left_ms"], json!(27_000));
    assert_eq!(clock["white"]["moves_left"], json!(9));
    assert_eq!(clock["white"]["period_left_ms"], json!(28_000));
}

#[test]
fn stones_set_in_the_middle_stand_by_a_ruling() {
    let text = "(;SZ[9];B[cc];W[gg];B[cg];AE[gg]AW[cc]AB[gc];W[ee])";
    let (ledger, game) = only(text);
    check(
        "setup",
        &game,
        &json!({"black": "C3 G7", "white": "C7 E5", "rulings": 1, "moves": "b C7, w G3, b C3, w E5"}),
    );
    let before = at_move(&ledger, game.state.game(), 3);
    assert_eq!(before["rulings"], json!([]));
    let ruling = &game.view.rulings[0];
    assert_eq!(ruling.article, "cn-2002:30.6");
    assert_eq!(
        json!(ruling.orders),
        json!([
            {"do": "remove_stones", "points": ["G3", "C7"]},
            {"do": "restore_stones", "colour": "black", "points": ["G7"]},
            {"do": "restore_stones", "colour": "white", "points": ["C7"]},
        ])
    );
    // What stands already needs no ruling.
    checked("(;SZ[9];B[cc];AB[cc]AE[dd];W[gg])", &json!({"rulings": 0}));
}

#[test]
fn a_result_claims_no_more_than_the_file_says() {
    for (re, result) in [
        ("B+R", json!("black by resignation")),
        ("W+3.5", json!("white by count 7")),
        ("W+T", json!("white by time")),
        ("B+F", json!("black by forfeit")),
        ("W+0.02", json!("white by forfeit")),
        ("W+J", json!("white by ruling")),
        ("0", json!("draw by ruling")),
        ("双方负", json!("both_lose by ruling")),
        ("Void", json!("no_result by ruling")),
        ("?", json!(null)),
    ] {
        let text = format!("(;CA[UTF-8]KM[7.5]RE[{re}];B[pd])");
        let (_, game) = only(&text);
        let says = format!("The result as written: {re}\n");
        check(re, &game, &json!({"result": result, "says": says}));
        if let Some(result) = game.view.result {
            assert_eq!(json!(result.state), json!("provisional"));
        }
    }
}

#[test]
fn a_stone_on_a_stone_is_refused_with_its_place() {
    let mut ledger = new_ledger();
    let text = b"(;SZ[9];B[aa])(;SZ[9];B[cc]\n;W[gg];B[gg])";
    let refused = import(&mut ledger, "x", text, &ImportOptions::default()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "game 2, line 2, column 9: B[gg] is a stone on a white stone: expected an empty point"
    );
    assert_eq!(refused.game(), Some(2));
    assert_eq!((refused.field(), refused.value()), (Some("B"), Some("gg")));
    assert_eq!(ledger.log.entries().len(), 0);
    // The point is free once the stone was taken.
    checked(
        "(;SZ[9];B[aa];W[ab];B[ee];W[ba];B[cc];W[aa])",
        &json!({"white": "A8 A9 B9"}),
    );
}

#[test]
fn a_suicides_stones_stand_unless_the_file_contradicts_it() {
    let suicide = "(;SZ[9];B[ii];W[ab];B[ih];W[ba];B[aa]";
    checked(&format!("{suicide})"), &json!({"black": "A9 J1 J2"}));
    // White plays where the stone was: it had been taken off with the move.
    checked(
        &format!("{suicide};W[ee];B[aa];W[bb];B[cc];W[aa])"),
        &json!({"white": "A8 A9 B8 B9 E5", "says": "a suicide's stones"}),
    );
}

#[test]
fn the_same_file_comes_in_once() {
    let mut ledger = new_ledger();
    let text = b"(;SZ[9]PB[Ann]PW[Bo];B[cc])(;SZ[9]PB[Bo]PW[Ann];B[dd])";
    let options = ImportOptions::default();
    let first = import(&mut ledger, "two", text, &options).unwrap();
    let size = ledger.log.entries().len();
    let again = import(&mut ledger, "renamed", text, &options).unwrap();
    assert_eq!(ledger.log.entries().len(), size);
    assert_eq!(again.drafts, []);
    assert!(again.games.iter().all(|game| game.is_there));
    let ids = |plan: &ImportPlan| {
        let games = plan.games.iter();
        games
            .map(|g| (g.game.clone(), g.started, g.players.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&first), ids(&again));
    // To hand the same drafts in again is a retry.
    for draft in first.drafts {
        ledger.add(draft).unwrap();
    }
    assert_eq!(ledger.log.entries().len(), size);
    let known = |game: &fupan_replay::records::PlannedGame| {
        ledger
            .log
            .entries()
            .iter()
            .any(|entry| entry.id == game.started)
    };
    assert!(first.games.iter().all(known));
}

#[test]
fn an_existing_ledger_gets_only_what_it_misses() {
    let mut ledger = new_ledger();
    let options = ImportOptions::default();
    let take = |ledger: &mut Replayed, stem: &str, text: &str| {
        import(ledger, stem, text.as_bytes(), &options).unwrap()
    };
    take(&mut ledger, "a", "(;SZ[9]PB[Ann]PW[Bo];B[cc])");
    let plan = take(&mut ledger, "game-2", "(;SZ[9]PB[Bo]PW[Cy]RO[1];B[cc])");
    let types: Vec<&str> = plan.drafts.iter().map(|d| &*d.type_name).collect();
    assert_eq!(
        types,
        [
            "player_registered",
            "round_paired",
            "game_started",
            "stone_played",
            "statement_taken"
        ]
    );
    let third = take(&mut ledger, "game-2", "(;SZ[9]PB[Cy]PW[Ann];B[dd])");
    assert_eq!(third.games[0].game.as_str(), "game-2-2");
    assert_eq!(third.games[0].players.black, plan.games[0].players.white);
    let tournament = ledger.ledger.tournament();
    let boards = tournament.games.values().map(|g| g.pairing.board);
    let boards: std::collections::BTreeSet<u32> = boards.collect();
    assert_eq!((tournament.players.len(), boards), (3, [1, 2, 3].into()));
    // Both sides under one name are two people.
    let same = take(&mut ledger, "same", "(;SZ[9]PB[Guest]PW[Guest];B[cc])");
    assert_ne!(same.games[0].players.black, same.games[0].players.white);
    let again = take(&mut ledger, "same-2", "(;SZ[9]PB[Guest]PW[Guest];B[dd])");
    assert_eq!(same.games[0].players, again.games[0].players);
}

#[test]
fn regulations_of_a_game_differ_only_where_the_file_does() {
    let mut ledger = new_ledger();
    let text = b"(;SZ[19]KM[7.5];B[pd])(;SZ[9]KM[6.5]TM[60];B[cc])";
    let plan = import(&mut ledger, "two", text, &ImportOptions::default()).unwrap();
    let started: Vec<&Value> = { plan.drafts.iter() }
        .filter(|draft| &*draft.type_name == "game_started")
        .map(|draft| draft.data.get("regulations").unwrap_or(&Value::Null))
        .collect();
    let second =
        json!({"board": 9, "komi_qz": 13, "time": {"kind": "absolute", "limit_ms": 60_000}});
    assert_eq!(started, [&Value::Null, &second]);
}

#[test]
fn a_ledger_without_an_organiser_needs_a_named_official() {
    let (ledger, _) = only("(;SZ[9];B[cc])");
    let mut tournament = ledger.ledger.tournament().clone();
    for office in tournament.officials.values_mut().flatten() {
        office.in_office = false;
    }
    let file = SgfFile::read(b"(;SZ[9];B[dd])", "x").unwrap();
    let nobody = |_| None;
    let plan = |options: &ImportOptions| from_sgf(&file, options, &tournament, &nobody);
    let refused = plan(&ImportOptions::default()).unwrap_err();
    assert!(
        matches!(refused, RecordError::NoOrganiser { .. }),
        "{refused}"
    );
    let named = ImportOptions {
        actor: Some("arb-1".parse().unwrap()),
        ..ImportOptions::default()
    };
    let drafts = plan(&named).unwrap().drafts;
    assert!(drafts.iter().all(|draft| draft.actor.as_str() == "arb-1"));
}

#[test]
fn a_game_comes_back_from_its_sgf() {
    for text in [
        "(;SZ[9]EV[Cup]RO[2]DT[2019-05-04]PB[Ann]BR[3d]PW[聂卫平]KM[6.5]RE[B+R]\
         TM[60]OT[5x30 byo-yomi];B[cc]BL[50];W[gg]WL[55];B[]BL[30]OB[4])",
        "(;HA[2]AB[pd][dp]KM[0.5]RE[W+3.5];W[dd];B[qq])",
        "(;HA[2]TM[60];B[pd]BL[59];B[dp]BL[57];W[dd])",
        "(;SZ[9]AB[cc]AW[gg]RE[0];B[ee];W[ef])",
        "(;SZ[9]RE[W+F];B[cc];W[gg];B[cg];AE[gg]AW[cc]AB[gc];W[ee])",
        "(;SZ[9]RE[Void];B[ii];W[ab];B[ih];W[ba];B[aa])",
        "(;SZ[9]RE[B+];B[ii];W[ab];B[ih];W[ba];B[aa];W[ee];B[aa];W[bb];B[cc];W[aa])",
        "(;SZ[9]RE[双方负];B[cc];B[dd];W[ee])",
    ] {
        let (ledger, game) = only(text);
        check_round_trip(&ledger, game.state.game());
    }
}

#[test]
fn rulings_stand_as_comments_of_an_exported_game() {
    let (ledger, game) = only("(;SZ[9];B[cc];AB[dd];W[ee])");
    let (record, _) = round_trip(&ledger, game.state.game());
    let ruled = &record.nodes[0];
    let comment = ruled.comment.as_deref().unwrap();
    assert!(
        comment.contains("cn-2002:30.6: stones set as in the file"),
        "{comment}"
    );
    assert!(matches!(record.nodes[1].steps[0].action, Action::Setup(_)));
}
