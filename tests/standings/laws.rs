//! Laws that hold for any tournament: told over events made up at random.

mod made_up;

use fupan_domain::{
    event::Outcome,
    tournament::{Basis, Entrant, How, Settled, Source},
};
use fupan_tests::script::{Script, event, team_event};
use made_up::{FORMATS, made_up};
use proptest::{prelude::*, sample::select, sample::subsequence};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Points that a game brings to both together.
fn points_of(sides: [How; 2]) -> i64 {
    sides.map(How::points).iter().sum()
}

proptest! {
    #[test]
    fn the_points_of_a_finished_game_sum_to_two_unless_both_lose(event in made_up()) {
        let told = event.told(&event.names());
        let standings = told.standings();
        for game in &standings.games {
            let Settled::Counts { sides, .. } = game.settled else { continue };
            let both_lost = sides == [How::BothLost; 2];
            prop_assert_eq!(points_of(sides), if both_lost { 0 } else { 2 }, "{}", game.id);
        }
        // So do the bouts that come of it, a match of teams being one: what nobody
        // paired is won by one and lost by the other, or lost by both.
        let bouts = || standings.lines.iter().flat_map(|line| &line.bouts);
        let met = bouts().filter(|bout| bout.source != Source::Bye);
        let mut by_how: BTreeMap<How, usize> = BTreeMap::new();
        met.for_each(|bout| *by_how.entry(bout.how).or_default() += 1);
        let count = |how| by_how.get(&how).copied().unwrap_or(0);
        prop_assert_eq!(count(How::Won), count(How::Lost));
        prop_assert_eq!([How::Drew, How::BothLost].map(|how| count(how) % 2), [0, 0]);
        let of_bouts: i64 = bouts().map(|bout| bout.points).sum();
        let byes = bouts().filter(|bout| bout.source == Source::Bye).count();
        let expected = 2 * (count(How::Won) + byes) + count(How::Drew);
        prop_assert_eq!(of_bouts, i64::try_from(expected).unwrap());
    }

    /// Of a game without result and the one paired anew, one counts at most.
    #[test]
    fn a_game_that_is_paired_anew_is_counted_once(event in made_up()) {
        let told = event.told(&event.names());
        let standings = told.standings();
        let games: BTreeMap<&str, _> =
            standings.games.iter().map(|game| (game.id.as_str(), game.settled)).collect();
        for (id, settled) in &games {
            let none = told.facts[*id].result.is_some_and(|r| r.outcome == Outcome::NoResult);
            if none {
                prop_assert!(matches!(settled, Settled::Out(_)), "{}: {:?}", id, settled);
            }
        }
        let own = standings.lines.iter().flat_map(|line| &line.bouts);
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for bout in own {
            if let Source::Game(id) = bout.source {
                let of = id.as_str();
                *seen.entry(of.strip_suffix("-anew").unwrap_or(of)).or_default() += 1;
            }
        }
        prop_assert!(seen.values().all(|times| *times == 2), "{:?}", seen);
    }

    #[test]
    fn other_names_change_nothing_but_names(
        (event, order) in made_up().prop_flat_map(|e| {
            let order = Just((0..e.entrants).collect::<Vec<_>>()).prop_shuffle();
            (Just(e), order)
        })
    ) {
        let others: Vec<String> = order.iter().map(|n| format!("q{n}")).collect();
        let rows = event.told(&event.names()).rows();
        let renamed = event.told(&others).rows();
        for (own, other) in event.names().iter().zip(&others) {
            prop_assert_eq!(&rows[own], &renamed[other]);
        }
    }

    #[test]
    fn a_lifted_sanction_is_as_if_it_had_never_been(
        event in made_up(), all: bool, overturned: bool, who in 0_usize..8,
        kind in select(vec!["cancel_results", "lose_games", "drop_place", "suspend", "censure"]),
    ) {
        let names = event.names();
        let mut told = event.told(&names);
        let before = (told.rows(), told.beside());
        let who = &names[who % names.len()];
        let of_team = event.team.is_some();
        let mut sanction = json!({"sanction": "s1", "article": "cn-2002:23.1", "kind": kind,
            "reason": "verified"});
        sanction[if of_team { "team" } else { "player" }] = json!(who);
        if let Some(withdrawal) = told.state.withdrawals.first() {
            sanction["finding"] = json!(format!("CD-10@{}", withdrawal.seq));
        }
        let plays = |player: &str| {
            player == who || of_team && player.rsplit_once('-').is_some_and(|(t, _)| t == who)
        };
        let own = told.state.games.iter().filter(|(_, game)| {
            game.pairing.both().unwrap().iter().any(|p| plays(p.as_str()))
        });
        if !all {
            let games: Vec<String> = own.map(|(id, _)| id.to_string()).take(2).collect();
            sanction["games"] = json!(games);
        }
        told.entry("sanction_imposed", &sanction);
        if kind == "cancel_results" && all {
            let standings = told.standings();
            let line = standings.lines.iter().find(|l| l.entrant.as_str() == who).unwrap();
            let played = line.bouts.iter().filter(|bout| bout.source != Source::Schedule);
            let kept = played.filter(|bout| !matches!(bout.basis, Basis::Withdrawal(_)));
            let points: i64 = kept.map(|bout| bout.points).sum();
            let is_player = matches!(line.entrant, Entrant::Player(_));
            prop_assert!(points == 0 || !is_player, "{:?}", line.bouts);
        }
        if overturned {
            told.overturned("s1");
        } else {
            told.entry("sanction_lifted", &json!({"sanction": "s1", "reason": "appeal won"}));
        }
        prop_assert_eq!((told.rows(), told.beside()), before);
    }

    #[test]
    fn places_follow_the_first_criterion_and_count_on(event in made_up()) {
        let told = event.told(&event.names());
        let standings = told.standings();
        prop_assert_eq!(standings.ranked.len() + standings.unplaced.len(), event.entrants);
        for (index, pair) in standings.ranked.windows(2).enumerate() {
            // In a knock-out of several defeats who was put out later stands above, and
            // in a match who did not leave it.
            let several = ["double_knockout", "multi_knockout", "match"].contains(&event.format);
            let [above, below] = [0, 1].map(|i| standings.terms[pair[i].line].total);
            prop_assert!(several || above >= below);
            let shared = pair[0].place == pair[1].place;
            prop_assert!(shared || pair[1].place == index + 2);
            prop_assert_eq!(shared, pair[0].decided_by.is_none());
        }
    }
}

/// A round of an event: who meets whom on how many boards.
type Rounds = [[(&'static str, &'static str); 3]; 2];

const ROUNDS: Rounds = [
    [("ann", "bo"), ("cy", "di"), ("ed", "flo")],
    [("ann", "cy"), ("ed", "bo"), ("di", "flo")],
];
const SIX: [&str; 6] = ["ann", "bo", "cy", "di", "ed", "flo"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn in_which_order_the_results_of_a_round_come_in_is_irrelevant(
        edition in select(vec!["cn-2002", "cn-1988"]),
        format in select(FORMATS.to_vec()),
        of_teams: bool,
        order in Just(vec![0, 1, 2]).prop_shuffle(),
        again in Just(vec![0, 1, 2]).prop_shuffle(),
        drawn in subsequence(vec![0, 1, 2], 0..=3),
        both_lost in subsequence(vec![0, 1, 2], 0..=1),
    ) {
        let told = |orders: [&[usize]; 2]| -> Value {
            let result = |n: usize| match (drawn.contains(&n), both_lost.contains(&n)) {
                (_, true) => "0-0",
                (true, false) => "=",
                (false, false) => "1-0",
            };
            let script = rounds(edition, format, of_teams, (orders, &result));
            let shown = script.shown();
            let mut view = serde_json::to_value(shown.replayed().standings_view(None)).unwrap();
            // When the last entry came is no part of who stands where.
            view["known"] = Value::Null;
            view
        };
        let first: &[usize] = &[0, 1, 2];
        prop_assert_eq!(told([&order, &again]), told([first, first]));
    }
}

/// Two rounds, their games ending in that order.
fn rounds(
    edition: &str,
    format: &str,
    of_teams: bool,
    (orders, result): ([&[usize]; 2], &dyn Fn(usize) -> &'static str),
) -> Script {
    let of_teams = of_teams || format == "win_and_stay";
    let mut regulations = json!({"format": format, "rounds": 2});
    let opened = if of_teams {
        regulations["team"] = json!("fixed_boards");
        team_event(edition, &regulations, &SIX, 1)
    } else {
        event(edition, &regulations, &SIX)
    };
    let player = |name: &str| {
        if of_teams {
            format!("{name}-1")
        } else {
            name.to_owned()
        }
    };
    (1..).zip(ROUNDS.iter().zip(orders)).fold(opened, |script, (round, (games, order))| {
        let id = |n: usize| format!("r{round}-{n}");
        let game = |(n, (black, white)): (usize, &(&str, &str))| {
            let mut game = json!({"game": id(n), "board": n + 1, "black": player(black),
                "white": player(white)});
            if of_teams {
                game["match"] = json!(format!("m{round}-{n}"));
            }
            game
        };
        let paired: Vec<Value> = games.iter().enumerate().map(game).collect();
        let mut data = json!({"round": round, "games": paired});
        if of_teams {
            let of = |(n, (a, b)): (usize, &(&str, &str))| {
                json!({"match": format!("m{round}-{n}"), "teams": [a, b]})
            };
            data["matches"] = games.iter().enumerate().map(of).collect();
        }
        let paired = script.tournament("chief-1", "round_paired", data);
        order.iter().fold(paired, |script, n| {
            let (black, white) = games[*n];
            script.ended(&id(*n), &player(black), &player(white), result(*n))
        })
    })
}
