//! Laws that hold for any tournament: told over events made up at random.

use fupan_domain::{
    event::{GameResult, Outcome, ResultBy, TournamentEvent},
    ids::{EntryId, GameId},
    tournament::{
        AllFacts, GameFacts, How, Line, Place, Source, Standings, StandingsAsked, TournamentState,
    },
};
use fupan_tests::script::event;
use proptest::{collection::vec, prelude::*, sample::subsequence};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

/// A made-up event: players by number, and rounds of games with a result each.
#[derive(Clone, Debug)]
struct MadeUp {
    players: usize,
    rounds: Vec<Vec<(usize, usize, u8)>>,
    byes: Vec<Option<usize>>,
}

fn made_up() -> impl Strategy<Value = MadeUp> {
    (2_usize..9, 1_usize..6).prop_flat_map(|(players, rounds)| {
        let order = Just((0..players).collect::<Vec<_>>()).prop_shuffle();
        let round = (order, vec(0_u8..5, players / 2));
        vec(round, rounds).prop_map(move |rounds| {
            let games = |(order, results): &(Vec<usize>, Vec<u8>)| {
                let pairs = order.chunks_exact(2).zip(results);
                pairs
                    .map(|(pair, result)| (pair[0], pair[1], *result))
                    .collect()
            };
            let bye = |(order, _): &(Vec<usize>, Vec<u8>)| {
                order.chunks_exact(2).remainder().first().copied()
            };
            MadeUp {
                players,
                byes: rounds.iter().map(bye).collect(),
                rounds: rounds.iter().map(games).collect(),
            }
        })
    })
}

/// The event as the tournament has it.
struct Told {
    state: TournamentState,
    facts: AllFacts,
    /// How many entries there are.
    size: u64,
}

impl MadeUp {
    /// Told with these names for its players.
    fn told(&self, names: &[String]) -> Told {
        let mut told = Told {
            state: TournamentState::default(),
            facts: AllFacts::new(),
            size: 0,
        };
        told.entry(
            "tournament_opened",
            &json!({"name": "Cup", "edition": "cn-2002",
            "regulations": {"format": "swiss", "rounds": 9, "tie_breaks":
                ["total_score", "direct", "beaten", "sosos", "cumulative", "warnings"]}}),
        );
        for name in &names[..self.players] {
            let person = "0".repeat(64);
            told.entry(
                "player_registered",
                &json!({"player": name, "person": person}),
            );
        }
        for (round, games) in (1..).zip(&self.rounds) {
            let pairing = |(n, (black, white, _)): (usize, &(usize, usize, u8))| json!({"game": game(round, n), "board": n + 1, "black": names[*black], "white": names[*white]});
            let pairings: Vec<Value> = games.iter().enumerate().map(pairing).collect();
            let bye: Vec<&String> = self.byes[round - 1].iter().map(|p| &names[*p]).collect();
            let paired = json!({"round": round, "games": pairings, "bye": bye});
            told.entry("round_paired", &paired);
            for (n, (_, _, result)) in games.iter().enumerate() {
                let outcome = match result {
                    0 => Some(Outcome::Black),
                    1 => Some(Outcome::White),
                    2 => Some(Outcome::Draw),
                    3 => Some(Outcome::BothLose),
                    _ => None,
                };
                let facts = GameFacts {
                    black: Some(0),
                    result: outcome.map(|o| GameResult::new(o, ResultBy::Count)),
                    warnings: [u32::from(*result == 1), 0],
                    ..GameFacts::nothing()
                };
                told.facts
                    .insert(game(round, n).parse().unwrap(), Arc::new(facts));
            }
        }
        told
    }

    fn names(&self) -> Vec<String> {
        (0..self.players).map(|n| format!("p{n}")).collect()
    }
}

fn game(round: usize, n: usize) -> String {
    format!("r{round}-b{n}")
}

impl Told {
    fn entry(&mut self, type_name: &str, data: &Value) {
        let event = TournamentEvent::parse(type_name, &data.to_string()).unwrap();
        let actor = "org-1".parse().unwrap();
        let place = Place {
            entry: EntryId(uuid::Uuid::nil()),
            seq: self.size,
            at: "2026-05-01T09:00:00Z".parse().unwrap(),
            actor: &actor,
        };
        self.state.evolve(place, &event);
        self.size += 1;
    }

    fn standings(&self) -> Standings<'_> {
        Standings::of(&self.state, &self.facts, StandingsAsked::default()).unwrap()
    }

    /// What each entrant comes to: place, what decided, and every term.
    fn rows(&self) -> BTreeMap<String, String> {
        let standings = self.standings();
        let row = |ranked: &fupan_domain::tournament::Ranked| {
            let who = standings.lines[ranked.line].entrant.as_str().to_owned();
            (
                who,
                format!("{} {:?}", ranked.place, standings.terms[ranked.line]),
            )
        };
        standings.ranked.iter().map(row).collect()
    }
}

proptest! {
    #[test]
    fn the_points_of_a_finished_game_sum_to_two_unless_both_lose(event in made_up()) {
        let told = event.told(&event.names());
        let standings = told.standings();
        let mut by_game: BTreeMap<&GameId, (i64, Vec<How>)> = BTreeMap::new();
        for bout in standings.lines.iter().flat_map(|line| &line.bouts) {
            if let Source::Game(id) = bout.source {
                let game = by_game.entry(id).or_default();
                game.0 += bout.points;
                game.1.push(bout.how);
            }
        }
        for (id, (points, how)) in &by_game {
            let expected = if how[0] == How::BothLost { 0 } else { 2 };
            prop_assert_eq!((*points, how.len()), (expected, 2), "{}", id);
        }
        let settled = event.rounds.iter().flatten().filter(|(_, _, result)| *result < 4).count();
        prop_assert_eq!(by_game.len(), settled);
        prop_assert_eq!(standings.open.len(), event.rounds.concat().len() - settled);
        let all: i64 = standings.lines.iter().map(Line::points).sum();
        let byes = 2 * event.byes.iter().flatten().count();
        let games: i64 = by_game.values().map(|(points, _)| points).sum();
        prop_assert_eq!(all, games + i64::try_from(byes).unwrap());
    }

    #[test]
    fn other_names_change_nothing_but_names(
        (event, order) in made_up().prop_flat_map(|e| {
            let order = Just((0..e.players).collect::<Vec<_>>()).prop_shuffle();
            (Just(e), order)
        })
    ) {
        let others: Vec<String> = order.iter().map(|n| format!("q{n}")).collect();
        let renamed = event.told(&others).rows();
        for (own, other) in event.names().iter().zip(&others) {
            let rows = event.told(&event.names()).rows();
            prop_assert_eq!(&rows[own], &renamed[other]);
        }
    }

    #[test]
    fn a_lifted_sanction_is_as_if_it_had_never_been(
        event in made_up(), cancels: bool, all: bool, player in 0_usize..8,
    ) {
        let names = event.names();
        let mut told = event.told(&names);
        let before = told.rows();
        let player = &names[player % names.len()];
        let own = told.state.games.iter().filter(|(_, game)| {
            game.pairing.both().unwrap().iter().any(|p| p.as_str() == player)
        });
        let games: Vec<String> = own.map(|(id, _)| id.to_string()).take(2).collect();
        let kind = if cancels { "cancel_results" } else { "lose_games" };
        let mut sanction = json!({"sanction": "s1", "player": player, "article": "cn-2002:23.1",
            "kind": kind, "reason": "verified"});
        if !all {
            sanction["games"] = json!(games);
        }
        told.entry("sanction_imposed", &sanction);
        if cancels && all {
            let line = told.standings().lines.into_iter().find(|l| l.entrant.as_str() == player);
            prop_assert_eq!(line.unwrap().points(), 0);
        }
        told.entry("sanction_lifted", &json!({"sanction": "s1", "reason": "appeal won"}));
        prop_assert_eq!(told.rows(), before);
    }

    #[test]
    fn places_follow_the_first_criterion_and_count_on(event in made_up()) {
        let told = event.told(&event.names());
        let standings = told.standings();
        prop_assert_eq!(standings.ranked.len(), event.players);
        for (index, pair) in standings.ranked.windows(2).enumerate() {
            let [above, below] = [0, 1].map(|i| standings.terms[pair[i].line].total);
            prop_assert!(above >= below);
            let shared = pair[0].place == pair[1].place;
            prop_assert!(shared || pair[1].place == index + 2);
            prop_assert_eq!(shared, pair[0].decided_by.is_none());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn in_which_order_the_results_of_a_round_come_in_is_irrelevant(
        order in Just(vec![0, 1, 2]).prop_shuffle(),
        again in Just(vec![0, 1, 2]).prop_shuffle(),
        drawn in subsequence(vec![0, 1, 2], 0..=3),
    ) {
        let players = ["ann", "bo", "cy", "di", "ed", "flo"];
        let rounds = [
            [("ann", "bo"), ("cy", "di"), ("ed", "flo")],
            [("ann", "cy"), ("ed", "bo"), ("di", "flo")],
        ];
        let told = |orders: [&[usize]; 2]| {
            let mut script = event("cn-2002", &json!({"rounds": 2}), &players);
            for (round, (games, order)) in (1..).zip(rounds.iter().zip(orders)) {
                let paired: Vec<String> =
                    games.iter().map(|(b, w)| format!("{b}-{w} ?")).collect();
                script = script.round(round, &paired.join(", "));
                for n in order {
                    let (black, white) = games[*n];
                    let result = if drawn.contains(n) { "=" } else { "1-0" };
                    script = script.ended(&format!("r{round}-{black}-{white}"), black, white, result);
                }
            }
            let shown = script.shown();
            players.map(|player| shown.row(player).clone())
        };
        let first: &[usize] = &[0, 1, 2];
        prop_assert_eq!(told([&order, &again]), told([first, first]));
    }
}
