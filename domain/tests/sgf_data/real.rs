//! Real games: counted ones, with clocks, and what becomes of all of them when they are
//! written again.

use crate::*;

#[test]
fn counted_games_agree_with_their_facts() {
    let Some(mut files) = folder("sgf-counted") else {
        return;
    };
    let facts: Vec<serde_json::Value> =
        serde_json::from_slice(&files.remove("facts.json").unwrap()).unwrap();
    assert_eq!(facts.len(), files.len());
    // Decimal text of at most two digits after the point, in quarters.
    let quarters = |value: &serde_json::Value| {
        let text = value.to_string();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let number: i64 = format!("{whole}{part:0<2}").parse().unwrap();
        assert_eq!(number % 25, 0, "{text}");
        number / 25
    };
    for fact in facts {
        let name = fact["file"].as_str().unwrap();
        let collection = sgf::read(&files[name]).unwrap();
        assert_eq!(collection.encoding, "UTF-8", "{name}");
        let [game] = collection.games.as_slice() else {
            panic!("{name}");
        };
        // Where the first '(' is lost, the facts count from the first one that
        // is there and miss the moves before it.
        let text = String::from_utf8_lossy(&files[name]);
        let before = text.find('(').map_or("", |at| &text[..at]);
        let missed = before.matches(";B[").count() + before.matches(";W[").count();
        let moves = game.moves().count() - missed;
        assert_eq!(Some(moves as u64), fact["moves"].as_u64(), "{name}");
        assert_eq!(
            Some(u64::from(game.handicap)),
            fact["handicap"].as_u64(),
            "{name}"
        );
        let stones = if game.handicap > 1 { game.handicap } else { 0 };
        assert_eq!(game.setup.black.len(), stones as usize, "{name}");
        let komi = game.komi.as_ref().unwrap();
        assert_eq!(
            komi.qz,
            Some(QuarterZi(quarters(&fact["komi_zi"]))),
            "{name}"
        );
        assert_eq!(komi.reading, KomiReading::ZiHundredths, "{name}");
        let margin = quarters(&fact["result_zi_in_file"]);
        let winner = if margin > 0 {
            Colour::Black
        } else {
            Colour::White
        };
        let outcome = game.result.as_ref().unwrap().outcome;
        assert_eq!(outcome, won(winner, count(margin.abs())), "{name}");
        assert_eq!(game.rule_set(), Some(Rules::Chinese), "{name}");
        for player in [&game.players.black, &game.players.white] {
            let rank = player.rank.as_ref().unwrap();
            let professional = rank.raw.starts_with('P');
            let letter = if professional { 'p' } else { 'd' };
            assert!(
                rank.dan.as_ref().unwrap().ends_with(letter),
                "{name}: {rank:?}"
            );
        }
        let allowed = |kind| {
            matches!(
                kind,
                K::TextDamaged | K::OpeningLost | K::VariationsLeftOut(_)
            )
        };
        assert!(
            kinds(&collection).into_iter().all(allowed),
            "{name}: {:?}",
            kinds(&collection)
        );
    }
}

#[test]
fn games_with_clocks_are_read_whole() {
    let (Some(kgs), Some(programs)) = (folder("sgf-kgs-clock"), folder("sgf-clock")) else {
        return;
    };
    for (name, bytes) in kgs.into_iter().chain(programs) {
        let collection = sgf::read(&bytes).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        let [game] = collection.games.as_slice() else {
            panic!("{name}");
        };
        let text = String::from_utf8(bytes).unwrap();
        let written = |field: &str| text.matches(field).count();
        let readings = |colour: Colour| {
            let clocks = game.nodes.iter().map(move |node| node.clock[colour]);
            let clocks: Vec<_> = clocks.collect();
            let times = clocks.iter().filter(|r| r.left.is_some()).count();
            (
                times,
                clocks.iter().filter(|r| r.overtime.is_some()).count(),
            )
        };
        assert_eq!(
            readings(Colour::Black),
            (written("BL["), written("OB[")),
            "{name}"
        );
        assert_eq!(
            readings(Colour::White),
            (written("WL["), written("OW[")),
            "{name}"
        );
        let with_periods = written("OB[") + written("OW[") > 0 && !text.contains("Canadian");
        let reset = game.clock_style == ClockStyle::PeriodReset;
        assert_eq!(reset, with_periods, "{name}: {:?}", game.clock_style);
        assert!(game.result.is_some() || !text.contains("RE["), "{name}");
        assert!(
            game.komi.as_ref().is_none_or(|komi| komi.qz.is_some()),
            "{name}"
        );
        let allowed = |kind| {
            matches!(
                kind,
                K::HandicapStonesMissing
                    | K::OvertimeInferred
                    | K::OvertimeContradicted
                    | K::ResultUnclear
                    | K::VariationsLeftOut(_)
            )
        };
        assert!(
            kinds(&collection).into_iter().all(allowed),
            "{name}: {:?}",
            kinds(&collection)
        );
        eprintln!(
            "{name}: {} moves, {:?}, {:?}",
            game.moves().count(),
            game.clock_style,
            kinds(&collection)
        );
    }
}

#[test]
fn real_games_survive_being_written_again() {
    for name in ["sgf-odd", "sgf-counted", "sgf-kgs-clock", "sgf-clock"] {
        let files = folder(name).unwrap_or_default();
        let readable = files
            .into_iter()
            .filter_map(|(name, bytes)| Some((name, sgf::read(&bytes).ok()?)));
        for (name, collection) in readable {
            for game in collection.games {
                let again = sgf::read(sgf::write(&game).as_bytes()).unwrap();
                let [again] = again.games.as_slice() else {
                    panic!("{name}");
                };
                let steps = |game: &Record| -> Vec<Action> {
                    let steps = game.nodes.iter().flat_map(|node| node.steps.clone());
                    steps.map(|step| step.action).collect()
                };
                assert_eq!(steps(again), steps(&game), "{name}");
                let shown = |game: &Record| -> Vec<_> {
                    let shown = game.nodes.iter().map(|n| (n.clock, n.comment.clone()));
                    shown.filter(|shown| *shown != Default::default()).collect()
                };
                assert_eq!(shown(again), shown(&game), "{name}");
                assert_eq!(again.players, game.players, "{name}");
                assert_eq!(again.setup, game.setup, "{name}");
                assert_eq!(again.overtime, game.overtime, "{name}");
                assert_eq!(again.main_time, game.main_time, "{name}");
                assert_eq!(again.clock_style, game.clock_style, "{name}");
                let komi = |game: &Record| game.komi.as_ref().and_then(|komi| komi.qz);
                assert_eq!(komi(again), komi(&game), "{name}");
                // SGF has no word for the code that Fox writes.
                let outcome = |game: &Record| game.result.as_ref().map(|r| r.outcome);
                let code = won(Colour::White, By::TimeOrLeaving);
                if outcome(&game) != Some(code) {
                    assert_eq!(outcome(again), outcome(&game), "{name}");
                }
            }
        }
    }
}
