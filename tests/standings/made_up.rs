//! Events made up at random: of any format, players or teams, in both editions,
//! with byes, withdrawals, warnings and games that are paired anew.

use fupan_domain::{
    event::{GameResult, Outcome, ResultBy, TournamentEvent, game::RulingMade},
    ids::EntryId,
    tournament::{
        AllFacts, GameFacts, Place, Ranked, ResultTold, Standings, StandingsAsked, Supposed,
        TournamentState,
    },
};
use proptest::{collection::vec, option, prelude::*, sample::select};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

/// The formats of the contract, section 5.
pub const FORMATS: [&str; 10] = [
    "swiss",
    "round_robin",
    "double_round_robin",
    "multi_round_robin",
    "knockout",
    "double_knockout",
    "multi_knockout",
    "swiss_knockout",
    "match",
    "win_and_stay",
];

/// Every criterion that says something of a line by itself.
const TIE_BREAKS: [&str; 13] = [
    "total_score",
    "points",
    "direct",
    "beaten",
    "opponents",
    "wins",
    "sos1",
    "sos2",
    "sosos",
    "sodos",
    "cumulative",
    "boards",
    "warnings",
];

/// A meeting: who, and how its games ended, of a team's on two boards. 0 to 3 are
/// black, white, drawn, both lost; 4 is open; 5 to 8 have no result first, ruled or only
/// confirmed, and are paired anew with these.
type Meeting = (usize, usize, [u8; 2]);

/// A made-up event. Entrants go by number.
#[derive(Clone, Debug)]
pub struct MadeUp {
    pub edition: &'static str,
    pub format: &'static str,
    /// How teams play; `None` for players on their own.
    pub team: Option<&'static str>,
    pub entrants: usize,
    pub rounds: Vec<Vec<Meeting>>,
    byes: Vec<Option<usize>>,
    /// Who left, after which round.
    left: Option<(usize, usize)>,
}

/// Any event.
pub fn made_up() -> impl Strategy<Value = MadeUp> {
    let team = select(vec![None, None, Some("fixed_boards"), Some("total_points")]);
    let kind = (
        select(vec!["cn-2002", "cn-1988"]),
        select(FORMATS.to_vec()),
        team,
    );
    (kind, 2_usize..8, 1_usize..6).prop_flat_map(|((edition, format, team), entrants, rounds)| {
        // A match has two sides; a win-and-stay is one of teams.
        let entrants = if format == "match" { 2 } else { entrants };
        let team = team.or((format == "win_and_stay").then_some("fixed_order"));
        let order = Just((0..entrants).collect::<Vec<_>>()).prop_shuffle();
        let round = (order, vec([0_u8..9, 0..9], entrants / 2));
        let left = option::weighted(0.4, (0..entrants, 0..=rounds));
        (vec(round, rounds), left).prop_map(move |(rounds, left)| {
            let meetings = |(order, results): &(Vec<usize>, Vec<[u8; 2]>)| {
                let pairs = order.chunks_exact(2).zip(results);
                pairs
                    .map(|(pair, results)| (pair[0], pair[1], *results))
                    .collect()
            };
            let bye = |(order, _): &(Vec<usize>, Vec<[u8; 2]>)| {
                order.chunks_exact(2).remainder().first().copied()
            };
            MadeUp {
                edition,
                format,
                team,
                entrants,
                byes: rounds.iter().map(bye).collect(),
                rounds: rounds.iter().map(meetings).collect(),
                left,
            }
        })
    })
}

/// An event as the tournament has it.
pub struct Told {
    pub state: TournamentState,
    pub facts: AllFacts,
    /// How many entries there are.
    size: u64,
}

impl MadeUp {
    pub fn names(&self) -> Vec<String> {
        (0..self.entrants).map(|n| format!("p{n}")).collect()
    }

    /// The players of an entrant: two of a team, else itself.
    fn players(&self, name: &str) -> Vec<String> {
        match self.team {
            Some(_) => (1..=2).map(|n| format!("{name}-{n}")).collect(),
            None => vec![name.to_owned()],
        }
    }

    fn regulations(&self) -> Value {
        let mut all =
            json!({"format": self.format, "rounds": self.rounds.len(), "tie_breaks": TIE_BREAKS});
        if let Some(team) = self.team {
            all["team"] = json!(team);
        }
        all
    }

    /// Told with these names for its entrants.
    pub fn told(&self, names: &[String]) -> Told {
        let mut told = Told {
            state: TournamentState::default(),
            facts: AllFacts::new(),
            size: 0,
        };
        told.entry(
            "tournament_opened",
            &json!({"name": "Cup", "edition": self.edition, "regulations": self.regulations()}),
        );
        for name in &names[..self.entrants] {
            if self.team.is_some() {
                told.entry("team_registered", &json!({"team": name, "name": name}));
            }
            for player in self.players(name) {
                let mut data = json!({"player": player, "person": "0".repeat(64)});
                if self.team.is_some() {
                    data["team"] = json!(name);
                }
                told.entry("player_registered", &data);
            }
        }
        for round in 1..=self.rounds.len() {
            self.tell_round(&mut told, round, names);
        }
        if let Some((who, after)) = self.left {
            let what = if self.team.is_some() {
                "team"
            } else {
                "player"
            };
            let data = json!({what: names[who], "after_round": after, "justified": false,
                "reason": "left"});
            told.entry("player_withdrew", &data);
        }
        told
    }

    fn tell_round(&self, told: &mut Told, round: usize, names: &[String]) {
        let meetings = &self.rounds[round - 1];
        let (mut games, mut results, mut matches) = (Vec::new(), Vec::new(), Vec::new());
        for (n, (a, b, ends)) in meetings.iter().enumerate() {
            let id = format!("r{round}-m{n}");
            let both = self
                .players(&names[*a])
                .into_iter()
                .zip(self.players(&names[*b]));
            for (board, ((black, white), end)) in both.zip(ends).enumerate() {
                let game = format!("{id}-{board}");
                let mut pairing = json!({"game": game, "board": games.len() + 1,
                    "black": black, "white": white});
                if self.team == Some("fixed_boards") {
                    pairing["match"] = json!(id);
                }
                games.push(pairing.clone());
                results.push((pairing, *end));
            }
            matches.push(json!({"match": id, "teams": [names[*a], names[*b]]}));
        }
        let mut paired = json!({"round": round, "games": games});
        if self.team == Some("fixed_boards") {
            paired["matches"] = json!(matches);
        }
        if let Some(bye) = self.byes[round - 1] {
            paired["bye"] = json!([self.players(&names[bye])[0]]);
        }
        told.entry("round_paired", &paired);
        for (pairing, end) in results {
            told.ends(round, pairing, end);
        }
    }
}

impl Told {
    /// An entry of the tournament.
    pub fn entry(&mut self, type_name: &str, data: &Value) {
        let event = TournamentEvent::parse(type_name, &data.to_string()).unwrap();
        self.at_the_end(|state, place| state.evolve(place, &event));
    }

    fn at_the_end(&mut self, tell: impl FnOnce(&mut TournamentState, Place<'_>)) {
        let actor = "chief-1".parse().unwrap();
        let place = Place {
            entry: EntryId(uuid::Uuid::from_u128(self.size.into())),
            seq: self.size,
            at: "2026-05-01T09:00:00Z".parse().unwrap(),
            actor: &actor,
        };
        tell(&mut self.state, place);
        self.size += 1;
    }

    /// A decision is overturned.
    pub fn overturned(&mut self, decision: &str) {
        let supposed = Supposed::Overturned {
            decision: decision.parse().unwrap(),
            by: "appeal-1".parse().unwrap(),
        };
        self.at_the_end(|state, place| state.suppose(place, &supposed));
    }

    /// How a game ended; one without result is paired anew.
    fn ends(&mut self, round: usize, pairing: Value, end: u8) {
        let game = pairing["game"].as_str().unwrap().to_owned();
        if end < 5 {
            self.tells(&game, end);
            return;
        }
        let ruling = json!({"ruling": format!("void-{game}"), "article": "cn-2002:30.6",
            "outcome": "no result", "orders": [{"do": "no_result"}], "facts": "f", "reasons": "r"});
        let ruling: RulingMade = serde_json::from_value(ruling).unwrap();
        let id = game.parse().unwrap();
        self.at_the_end(|state, place| {
            if end.is_multiple_of(2) {
                state.note_result_told(place, &id, ResultTold::None);
            } else {
                state.note_ruling(place, &id, &ruling);
            }
        });
        let facts = GameFacts {
            black: Some(0),
            result: Some(GameResult::new(Outcome::NoResult, ResultBy::Ruling)),
            ..GameFacts::nothing()
        };
        self.facts.insert(id, Arc::new(facts));
        let again = format!("{game}-anew");
        let mut anew = pairing;
        anew["game"] = json!(again);
        self.entry("round_paired", &json!({"round": round, "games": [anew]}));
        self.tells(&again, end - 5);
    }

    fn tells(&mut self, game: &str, end: u8) {
        let outcome = [
            Outcome::Black,
            Outcome::White,
            Outcome::Draw,
            Outcome::BothLose,
        ];
        let outcome = outcome.get(usize::from(end));
        let facts = GameFacts {
            black: Some(0),
            result: outcome.map(|o| GameResult::new(*o, ResultBy::Count)),
            warnings: [u32::from(end == 1), 0],
            ..GameFacts::nothing()
        };
        self.facts.insert(game.parse().unwrap(), Arc::new(facts));
    }

    pub fn standings(&self) -> Standings<'_> {
        Standings::of(&self.state, &self.facts, StandingsAsked::default()).unwrap()
    }

    /// What each entrant comes to: place and every term, or why there is none.
    pub fn rows(&self) -> BTreeMap<String, String> {
        let standings = self.standings();
        let name = |line: usize| standings.lines[line].entrant.as_str().to_owned();
        let row = |ranked: &Ranked| {
            let defeats = standings.defeats(ranked.line);
            let terms = &standings.terms[ranked.line];
            (
                name(ranked.line),
                format!("{} {terms:?} {defeats:?}", ranked.place),
            )
        };
        let unplaced = standings.unplaced.iter();
        let unplaced = unplaced.map(|(line, why)| (name(*line), format!("{why:?}")));
        standings.ranked.iter().map(row).chain(unplaced).collect()
    }

    /// What there is beside the rows.
    pub fn beside(&self) -> String {
        let standings = self.standings();
        format!(
            "{:?} {:?} {:?} {:?}",
            standings.open,
            standings.match_progress(),
            standings.stage(&self.state),
            standings.highest
        )
    }
}
